//! One game between two running engines: whose turn it is, how long it took, and everything worth writing down.

use super::adjudicate::{Adjudication, Adjudicator};
use super::claims::{self, Flaw, Promises, Warning};
use super::dialect::{Go, Info, Opinion, Reply};
use super::limit::{Limit, Timer};
use super::player::{Answer, Fault, Player};
use super::record::{Extra, GameRecord, result_text};
use super::referee::{Ending, Referee};
use guohe::game::Reason;
use guohe::rules::Rules;
use guohe::types::{Color, Move};
use std::time::{Duration, Instant};

/// The warnings of an engine in a game that are kept with their text; a broken one would fill the disk.
const WARNINGS_KEPT: usize = 50;

/// After its time and the margin an engine has this long before it gets `stop`. A move that comes by then is reported
/// with its delay; without one the engine does not keep time at all. The game is lost in both cases.
const OVERDUE: Duration = Duration::from_secs(1);

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rules that the referee judges by.
    pub rules: Rules,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// How long a move may take where no time bounds it.
    pub patience: Duration,
    /// By engine of the match: what it plays under.
    pub allowances: Vec<Allowance>,
    /// When games are adjudicated by score.
    pub adjudication: Option<Adjudication>,
    /// What is written down of each move besides its cost and its score.
    pub kept: Kept,
}

/// What one engine plays under.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// What bounds its moves.
    pub limit: Limit,
    /// By how much it may overstep its time.
    pub margin: Duration,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
}

/// What is written down of each move on request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// Depth of the deepest line looked at.
    pub seldepth: bool,
    /// The principal variation.
    pub pv: bool,
    /// The last line that begins so.
    pub lines: Option<String>,
}

impl Kept {
    /// What of it the engine said. `None` when nothing is asked for.
    fn of(&self, infos: &[Info], last: Option<&Info>) -> Option<Extra> {
        let begins = |text: &&str| self.lines.as_ref().is_some_and(|start| text.starts_with(start.as_str()));
        let line = infos.iter().filter_map(|info| info.text.as_deref()).rfind(begins);
        let moves = last.filter(|_| self.pv).map_or(&[][..], |info| &info.pv);
        (*self != Self::default()).then(|| Extra {
            seldepth: last.filter(|_| self.seldepth).and_then(|info| info.seldepth),
            pv: moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
            remark: line.map(str::to_owned),
        })
    }
}

/// Which game is played.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Its number in the match.
    pub number: u64,
    /// The two engines of the match; everything else counts them as 0 and 1.
    pub pairing: [usize; 2],
    /// Which of the two has Red.
    pub red: usize,
    /// The start position.
    pub fen: String,
    /// Whether it is played to the end whatever the scores say.
    pub play_out: bool,
}

/// A game that was played.
#[derive(Debug)]
pub struct Played {
    /// What goes into the match file.
    pub record: GameRecord,
    /// By engine: its process is of no more use.
    pub broken: [bool; 2],
}

/// Plays a game.
///
/// # Errors
/// When the start is no legal position.
pub fn play(players: [&mut Player; 2], terms: &Terms, assignment: &Assignment) -> anyhow::Result<Played> {
    let referee = Referee::new(&assignment.fen, terms.rules, terms.max_plies)?;
    let record = GameRecord {
        game: assignment.number,
        pairing: assignment.pairing,
        red: assignment.red,
        fen: assignment.fen.clone(),
        result: String::new(),
        date: String::new(),
        reason: Reason::Length,
        detail: String::new(),
        moves: String::new(),
        ms: Vec::new(),
        depth: Vec::new(),
        score: Vec::new(),
        nodes: Vec::new(),
        extras: Vec::new(),
        late: [0; 2],
        warnings: Vec::new(),
        restarts: Vec::new(),
        adjudicated: None,
    };
    let allowances = assignment.pairing.map(|engine| terms.allowances[engine]);
    let game = Game {
        players,
        terms,
        allowances,
        referee,
        timers: allowances.map(|allowance| Timer::new(allowance.limit)),
        adjudicator: terms.adjudication.map(Adjudicator::new),
        play_out: assignment.play_out,
        promises: Promises::default(),
        record,
        broken: [false; 2],
        warned: [0; 2],
    };
    Ok(game.run())
}

/// The nearest whole number of milliseconds: cut off, the sum over many fast moves would be too small.
fn milliseconds(time: Duration) -> u32 {
    ((time.as_micros() + 500) / 1000) as u32
}

struct Game<'a> {
    players: [&'a mut Player; 2],
    terms: &'a Terms,
    allowances: [Allowance; 2],
    referee: Referee,
    timers: [Timer; 2],
    adjudicator: Option<Adjudicator>,
    play_out: bool,
    promises: Promises,
    record: GameRecord,
    broken: [bool; 2],
    /// By engine: its warnings so far.
    warned: [usize; 2],
}

impl Game<'_> {
    fn run(mut self) -> Played {
        let ending = loop {
            if let Some(ending) = self.referee.ending().or_else(|| self.turn()) {
                break ending;
            }
        };
        self.close(&ending);
        self.record.date = jiff::Timestamp::now().strftime("%Y.%m.%d").to_string();
        Played { record: self.record, broken: self.broken }
    }

    /// One move of the side to move. `Some` when the game ends by anything but the rules.
    fn turn(&mut self) -> Option<Ending> {
        let side = self.referee.side();
        let engine = self.record.engine_of(side);
        let start = Instant::now();
        let margin = self.allowances[engine].margin;
        let patience = self.timers[engine].allowance().map_or(self.terms.patience, |time| time + margin);
        let answer = match self.begin(engine, start).and_then(|()| self.players[engine].answer(start + patience)) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Some(self.overdue(engine, side, start)),
            Err(fault) => return Some(self.fault(engine, side, &fault)),
        };
        if answer.at < start {
            self.warn(engine, Flaw::EarlyAnswer, answer.reply.to_string());
        }
        let used = answer.at.saturating_duration_since(start);
        self.charge(engine, used);
        self.answered(engine, side, used, answer)
    }

    /// Takes the time of a move off the engine's clock. Returns by how many milliseconds it was late, rounded up: a
    /// move that is lost on time is never shown as one within the margin.
    fn charge(&mut self, engine: usize, used: Duration) -> u32 {
        let late = self.timers[engine].charge(used);
        let late = late.as_micros().div_ceil(1000) as u32;
        self.record.late[engine] = self.record.late[engine].max(late);
        late
    }

    /// The clock runs since `start`: the guess was right, or a new search begins.
    fn begin(&mut self, engine: usize, start: Instant) -> Result<(), Fault> {
        if let Some(expected) = self.players[engine].pondering() {
            if self.referee.moves().last() == Some(&expected) {
                return self.players[engine].ponderhit();
            }
            if self.players[engine].halt()? {
                self.warn(engine, Flaw::EarlyAnswer, String::from("before stop"));
            }
        }
        let mut order = self.order(engine, self.referee.side(), false);
        if let Some(own) = &mut order.own {
            // The end of a search that went on after a wrong guess was not free.
            own.time = own.time.saturating_sub(start.elapsed().as_millis() as u64);
        }
        self.players[engine].go(&self.record.fen, self.referee.moves(), &order, None)
    }

    fn order(&self, engine: usize, side: Color, ponder: bool) -> Go {
        let (own, other) = (&self.timers[engine], &self.timers[1 - engine]);
        Go { limit: own.limit(), own: own.clock_times(), other: other.clock_times(), side, ponder }
    }

    /// The answer did not come in time: the game is lost, and whether the process still lives is found out. How late it
    /// was is known only if it comes without a `stop`.
    fn overdue(&mut self, engine: usize, side: Color, start: Instant) -> Ending {
        let is_timed = self.timers[engine].allowance().is_some();
        let until = Instant::now() + if is_timed { OVERDUE } else { Duration::ZERO };
        let player = &mut self.players[engine];
        let answer = match player.answer(until).and_then(|answer| player.halt().map(|_| answer)) {
            Ok(answer) => answer,
            Err(fault) => return self.fault(engine, side, &fault),
        };
        let mut detail = match answer {
            Some(answer) if is_timed => {
                format!("{} ms too late", self.charge(engine, answer.at.saturating_duration_since(start)))
            }
            _ => String::from("no move until it was stopped"),
        };
        if is_timed && self.is_first_move() {
            detail += self.players[engine].may_misread(self.timers[engine].limit());
        }
        Ending::loss(side, if is_timed { Reason::Time } else { Reason::Hang }, detail)
    }

    fn fault(&mut self, engine: usize, side: Color, fault: &Fault) -> Ending {
        self.broken[engine] = true;
        match fault {
            Fault::Start(text) | Fault::Crash(text) => Ending::loss(side, Reason::Crash, text.as_str()),
            Fault::Hang(text) => Ending::loss(side, Reason::Hang, text.as_str()),
            // Nobody will write this game down.
            Fault::Interrupted | Fault::Options(_) => Ending::loss(side, Reason::Hang, ""),
        }
    }

    /// Judges an answer that came in time, and plays its move.
    fn answered(&mut self, engine: usize, side: Color, used: Duration, answer: Answer) -> Option<Ending> {
        for info in &answer.infos {
            if let Some((flaw, text)) = claims::check_info(&self.referee, info) {
                self.warn(engine, flaw, text);
            }
        }
        let (mv, ponder, resigns) = match answer.reply {
            Reply::Move { mv, ponder, resigns } => (mv, ponder, resigns),
            Reply::Resignation => return Some(Ending::loss(side, Reason::Resignation, "")),
            Reply::NoMove => return Some(Ending::loss(side, Reason::NoMove, "")),
            Reply::Unreadable(text) => return Some(self.illegal(engine, side, text, answer.shifted)),
        };
        if let Some((flaw, text)) = claims::check_last_pv(&answer.infos, mv) {
            self.warn(engine, flaw, text);
        }
        if !self.referee.play(mv) {
            return Some(self.illegal(engine, side, mv.to_string(), answer.shifted));
        }
        self.note(used, &answer.infos, mv);
        // The move counts first: one that ends the game leaves nothing to resign.
        let over = self.referee.ending().is_some();
        if resigns && !over {
            return Some(Ending::loss(side, Reason::Resignation, ""));
        }
        self.check_promises(None);
        if over {
            return None;
        }
        if let Some(ending) = self.adjudicate(side) {
            return Some(ending);
        }
        if !self.allowances[engine].ponder {
            return None;
        }
        let begun = ponder.map_or(Ok(()), |expected| self.ponder(engine, side, expected));
        begun.err().map(|fault| self.fault(engine, side, &fault))
    }

    /// Whether the engine to move has not moved yet.
    fn is_first_move(&self) -> bool {
        self.referee.moves().len() < 2
    }

    /// The loss by the illegal move `text`. `shifted` is the move with the other number of the first rank: an engine
    /// that counts so does from its first move on.
    fn illegal(&self, engine: usize, side: Color, mut text: String, shifted: Option<Move>) -> Ending {
        if self.is_first_move() && shifted.is_some_and(|mv| self.referee.board().is_legal_move(mv)) {
            let ranks = 1 - self.players[engine].ranks();
            text += &format!(" (legal with ranks={ranks}: add it to this engine)");
        }
        Ending::loss(side, Reason::IllegalMove, text)
    }

    /// Writes down what the last move cost and what was thought of it.
    fn note(&mut self, used: Duration, infos: &[Info], mv: Move) {
        let last = claims::final_info(infos);
        self.record.ms.push(milliseconds(used));
        self.record.depth.push(last.and_then(|info| info.depth));
        self.record.score.push(last.and_then(|info| info.opinion).map(Opinion::number));
        self.record.nodes.push(infos.iter().filter_map(|info| info.nodes).max());
        self.record.extras.extend(self.terms.kept.of(infos, last));
        let ply = self.referee.moves().len();
        let claim = last.filter(|info| info.pv.first().is_none_or(|&first| first == mv));
        self.promises.note(!self.referee.side(), claim, ply);
    }

    /// Whether the scores end the game with the move that `side` just made.
    fn adjudicate(&mut self, side: Color) -> Option<Ending> {
        let score = self.record.score.last().copied().flatten();
        let ending = self.adjudicator.as_mut()?.note(side, score, self.referee.moves().len())?;
        if !self.play_out {
            return Some(ending);
        }
        self.record.adjudicated.get_or_insert_with(|| result_text(ending.winner).to_owned());
        None
    }

    /// Lets the engine that just moved think on the opponent's time.
    fn ponder(&mut self, engine: usize, side: Color, expected: Move) -> Result<(), Fault> {
        let mut guess = self.referee.clone();
        if !guess.play(expected) {
            self.warn(engine, Flaw::IllegalPonder, expected.to_string());
            return Ok(());
        }
        if guess.ending().is_some() {
            return Ok(());
        }
        let order = self.order(engine, side, true);
        self.players[engine].go(&self.record.fen, guess.moves(), &order, Some(expected))
    }

    fn check_promises(&mut self, ending: Option<&Ending>) {
        let ended = self.referee.ending();
        // The move that ends the game is looked at when the ending is known.
        if ending.is_none() && ended.is_some() {
            return;
        }
        for (side, text) in self.promises.broken(self.referee.moves().len(), ending) {
            self.warn(self.record.engine_of(side), Flaw::LateMate, text);
        }
    }

    /// Notes a flaw: one of each kind for each engine and ply, as every iteration may repeat it.
    fn warn(&mut self, engine: usize, flaw: Flaw, text: String) {
        let ply = self.referee.moves().len() + 1;
        let mut earlier = self.record.warnings.iter().rev().take_while(|warning| warning.ply == ply);
        if earlier.any(|warning| (warning.engine, warning.flaw) == (engine, flaw)) {
            return;
        }
        let text = if self.warned[engine] < WARNINGS_KEPT { text } else { String::new() };
        self.warned[engine] += 1;
        self.record.warnings.push(Warning { engine, ply, flaw, text });
    }

    /// Sends both engines to rest and completes the record.
    fn close(&mut self, ending: &Ending) {
        self.check_promises(Some(ending));
        for engine in 0..2 {
            if self.broken[engine] {
                self.record.restarts.push((engine, ending.detail.clone()));
                continue;
            }
            match self.players[engine].rest() {
                Ok(true) => self.warn(engine, Flaw::EarlyAnswer, String::from("at the end of the game")),
                Ok(false) => {}
                Err(fault) => {
                    self.broken[engine] = true;
                    self.record.restarts.push((engine, format!("after the game: {fault}")));
                }
            }
        }
        self.record.result = result_text(ending.winner).to_owned();
        self.record.reason = ending.reason;
        self.record.detail.clone_from(&ending.detail);
        self.record.moves = self.referee.moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_to_the_nearest_millisecond() {
        let times = [0, 499, 500, 1499, 1500, 2999].map(Duration::from_micros);
        assert_eq!(times.map(milliseconds), [0, 0, 1, 1, 2, 3]);
    }
}
