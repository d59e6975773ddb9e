//! The words of fastchess's command line. What is not known is an error that names it: a match under other terms than
//! those that were asked for is worse than none.

use super::engine::engine;
use super::flag::Flag;
use super::flag::is_flag;
use super::flag::number;
use super::flag::switch;
use super::job::Job;
use super::job::LogOptions;
use super::job::Output;
use super::job::PgnOptions;
use super::job::Report;
use super::options::draw;
use super::options::log_options;
use super::options::pgn_options;
use super::options::resign;
use crate::adjudicate::Adjudication;
use crate::adjudicate::DrawTerms;
use crate::adjudicate::WinTerms;
use crate::affinity::Affinity;
use crate::pairing::Pairings;
use crate::pairing::Tournament;
use crate::preflight::threads_per_game;
use crate::spec::EngineSpec;
use crate::spec::ensure_match;
use crate::starts::Form;
use crate::starts::Openings;
use crate::starts::Order;
use crate::stats::Sprt;
use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use std::path::PathBuf;

/// What is asked for.
pub enum Request {
    /// To play.
    Play(Box<Job>),
    /// To say the version.
    Version,
    /// To say what the words are.
    Help,
}

/// Reads the words behind the program's name.
///
/// # Errors
/// An unknown flag or key, a value that cannot be read, a match that is not complete.
pub fn read(words: &[String]) -> anyhow::Result<Request> {
    let mut draft = Draft::default();
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first() {
        let name = first.strip_prefix('-').filter(|name| !name.is_empty());
        let name = name.with_context(|| format!("'{first}' belongs to no flag"))?;
        let end = behind.iter().position(|word| is_flag(word)).unwrap_or(behind.len());
        let flag = Flag { name, words: &behind[..end] };
        match name.trim_start_matches('-') {
            "version" | "v" => return Ok(Request::Version),
            "help" | "h" => return Ok(Request::Help),
            _ => draft.take(&flag).with_context(|| format!("in {first}"))?,
        }
        rest = &behind[end..];
    }
    draft.finish().map(|job| Request::Play(Box::new(job)))
}

/// The words so far.
struct Draft {
    engines: Vec<Vec<(String, String)>>,
    each: Vec<(String, String)>,
    rounds: u64,
    games_per_round: u64,
    concurrency: usize,
    openings: Option<Openings>,
    tournament: Tournament,
    seeds: usize,
    /// `None` without the flag, an empty list for all processors.
    affinity: Option<Vec<String>>,
    log: Option<LogOptions>,
    random: bool,
    start: u64,
    seed: u64,
    resign: Option<WinTerms>,
    draw: Option<DrawTerms>,
    sprt: Option<Sprt>,
    pgn: Option<PgnOptions>,
    recover: bool,
    max_plies: Option<usize>,
    rating_interval: u64,
    score_interval: u64,
    report: Report,
    event: String,
    site: String,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            each: Vec::new(),
            rounds: 2,
            games_per_round: 2,
            concurrency: 1,
            openings: None,
            tournament: Tournament::default(),
            seeds: 1,
            affinity: None,
            log: None,
            random: false,
            start: 1,
            seed: 0,
            resign: None,
            draw: None,
            sprt: None,
            pgn: None,
            recover: false,
            max_plies: None,
            rating_interval: 10,
            score_interval: 1,
            report: Report { output: Output::Fastchess, penta: true },
            event: "Xiangqi match".to_owned(),
            site: "?".to_owned(),
        }
    }
}

impl Draft {
    fn take(&mut self, flag: &Flag) -> anyhow::Result<()> {
        let owned = |pairs: Vec<(&str, &str)>| -> Vec<(String, String)> {
            pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect()
        };
        match flag.name {
            "engine" => self.engines.push(owned(flag.pairs()?)),
            "each" => self.each.append(&mut owned(flag.pairs()?)),
            "rounds" => self.rounds = flag.count()?,
            "games" => {
                self.games_per_round = flag.number()?;
                ensure!(matches!(self.games_per_round, 1 | 2), "a round has 1 or 2 games");
            }
            "repeat" => {
                self.games_per_round = if flag.words.is_empty() { 2 } else { flag.number()? };
                ensure!(matches!(self.games_per_round, 1 | 2), "a round has 1 or 2 games");
            }
            "concurrency" => {
                self.concurrency = flag.count()? as usize;
                ensure!(self.concurrency > 0, "at least one game at a time");
            }
            "maxmoves" => self.max_plies = Some(2 * flag.count()? as usize),
            "srand" => self.seed = flag.number()?,
            "ratinginterval" => self.rating_interval = flag.number()?,
            "scoreinterval" => self.score_interval = flag.number()?,
            "report" => {
                for (key, value) in flag.pairs()? {
                    ensure!(key == "penta", "there is no '{key}', only penta");
                    self.report.penta = switch(value)?;
                }
            }
            "output" => {
                for (key, value) in flag.pairs()? {
                    ensure!(key == "format", "there is no '{key}', only format");
                    self.report.output = match value {
                        "fastchess" => Output::Fastchess,
                        "cutechess" => Output::Cutechess,
                        _ => bail!("the format is fastchess or cutechess, not '{value}'"),
                    };
                }
            }
            "event" => flag.value()?.clone_into(&mut self.event),
            "site" => flag.value()?.clone_into(&mut self.site),
            "openings" => self.openings(flag)?,
            "tournament" => {
                self.tournament = match flag.value()? {
                    "roundrobin" => Tournament::RoundRobin,
                    "gauntlet" => Tournament::Gauntlet,
                    value => bail!("a tournament is roundrobin or gauntlet, not '{value}'"),
                }
            }
            "seeds" => self.seeds = flag.number()? as usize,
            "use-affinity" => {
                ensure!(flag.words.len() <= 1, "one list of processors is expected, or none");
                self.affinity = Some(flag.words.to_vec());
            }
            "log" => self.log = log_options(flag)?,
            "resign" => self.resign = Some(resign(flag)?),
            "draw" => self.draw = Some(draw(flag)?),
            "sprt" => self.sprt = Some(Sprt::parse(flag.words)?),
            "pgnout" => self.pgn = Some(pgn_options(flag)?),
            "recover" => {
                flag.nothing()?;
                self.recover = true;
            }
            "variant" => {
                let variant = flag.value()?;
                ensure!(matches!(variant, "standard" | "xiangqi"), "there is no '{variant}', only xiangqi");
            }
            // The match is the same with it: only chess's runner checks more.
            "testEnv" => flag.nothing()?,
            // More games at a time than processors are played without it, after a warning.
            "force-concurrency" => flag.nothing()?,
            // Nothing is saved for a later match, so there is no interval to keep.
            "autosaveinterval" => drop(flag.number()?),
            "config" => {
                for (key, value) in flag.pairs()? {
                    match key {
                        "outname" => {}
                        "discard" | "stats" => drop(switch(value)?),
                        "file" => bail!("a match is not continued from a file of fastchess"),
                        _ => bail!("there is no '{key}', only outname discard stats"),
                    }
                }
            }
            // There are no tablebases for xiangqi; a server that offers its workers some for chess offers them to all.
            "tb" | "tbpieces" | "tbadjudicate" => drop(flag.value()?),
            "tbignore50" => flag.nothing()?,
            name => bail!("there is no flag -{name}"),
        }
        Ok(())
    }

    fn openings(&mut self, flag: &Flag) -> anyhow::Result<()> {
        let (mut file, mut form, mut plies) = (None, Form::Positions, None);
        for (key, value) in flag.pairs()? {
            match key {
                "file" => file = Some(PathBuf::from(value)),
                "format" => {
                    form = match value {
                        "epd" => Form::Positions,
                        "pgn" => Form::Games,
                        _ => bail!("the format is epd or pgn, not '{value}'"),
                    }
                }
                "plies" => plies = Some(number(value)? as usize),
                "order" => {
                    self.random = match value {
                        "random" => true,
                        "sequential" => false,
                        _ => bail!("the order is random or sequential, not '{value}'"),
                    }
                }
                "start" => {
                    self.start = number(value)?;
                    ensure!(self.start > 0, "the first start is 1");
                }
                _ => bail!("there is no '{key}', only file format order start plies"),
            }
        }
        ensure!(plies.is_none() || form == Form::Games, "plies= is for format=pgn");
        self.openings = Some(Openings { path: file.context("file= is missing")?, form, plies });
        Ok(())
    }

    fn finish(self) -> anyhow::Result<Job> {
        let count = self.engines.len();
        let mut restart = false;
        let mut engines = Vec::new();
        for words in &self.engines {
            let told = engine(&self.each, words).context("in -engine")?;
            restart |= told.restart;
            engines.push(told.engine);
        }
        let specs: Vec<&EngineSpec> = engines.iter().map(|engine| &engine.spec).collect();
        ensure_match(&specs)?;
        ensure!(self.sprt.is_none() || count == 2, "-sprt is for two engines");
        let seeds = 1..count;
        ensure!(seeds.contains(&self.seeds), "-seeds is from 1 to {}, the engines but one", count - 1);
        let pairings = Pairings::new(self.tournament, count, self.seeds, self.games_per_round);
        ensure!(self.sprt.is_none() || self.games_per_round == 2, "-sprt needs pairs of games: -games 2");
        let affinity = self.affinity.map(|list| {
            let list = list.first().map(String::as_str);
            Affinity::new(list, self.concurrency, threads_per_game(&specs, &pairings)).context("in -use-affinity")
        });
        Ok(Job {
            engines,
            pairings,
            affinity: affinity.transpose()?,
            log: self.log,
            rounds: self.rounds,
            games_per_round: self.games_per_round,
            concurrency: self.concurrency,
            openings: self.openings,
            order: Order { seed: self.random.then_some(self.seed), start: self.start },
            adjudication: (self.resign.is_some() || self.draw.is_some()).then_some(Adjudication {
                win: self.resign,
                draw: self.draw,
                play_out: 0.0,
            }),
            sprt: self.sprt,
            pgn: self.pgn,
            recover: self.recover,
            restart,
            max_plies: self.max_plies,
            rating_interval: self.rating_interval,
            score_interval: self.score_interval,
            report: self.report,
            event: self.event,
            site: self.site,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::limit::Limit;
    use std::time::Duration;

    fn split(line: &str) -> Vec<String> {
        shlex::split(line).unwrap()
    }

    fn job(line: &str) -> Job {
        match read(&split(line)) {
            Ok(Request::Play(job)) => *job,
            Ok(_) => panic!("no match: {line}"),
            Err(error) => panic!("{error:#}: {line}"),
        }
    }

    const TWO: &str = "-engine cmd=./a name=a -engine cmd=./b name=b";

    /// The line of a worker of OpenBench, client version 49.
    #[test]
    fn the_line_of_a_worker() {
        let job = job(
            "-recover -variant standard -testEnv -concurrency 2 -rounds 16 -games 2 -resign movecount=3 score=400 \
             -draw movenumber=40 movecount=8 score=10  -engine dir=Engines/ cmd=./Guohe-12345678-ABCDEF01 proto=uci \
             tc=1.00+0.01 timemargin=250 option.Threads=1 option.Hash=8 name=Guohe-dev -engine dir=Engines/ \
             cmd=./Guohe-87654321 proto=uci tc=inf nodes=5000 option.Threads=1 name=Guohe-base -openings \
             file=Books/xiangqi.epd format=epd order=random start=33 -srand 4711 -pgnout file=PGNs/1.2.3.0.pgn seldepth=true \
             nodes=true match_line='^info string pgncomment .*'",
        );
        let [dev, base] = &job.engines[..] else { panic!("two engines") };
        assert_eq!(
            (dev.spec.command[0].as_str(), dev.spec.dir.as_deref()),
            ("./Guohe-12345678-ABCDEF01", Some("Engines/"))
        );
        assert_eq!((dev.limit.to_string().as_str(), dev.margin), ("1+0.01", Duration::from_millis(250)));
        assert_eq!((base.limit, base.spec.proto), (Limit::Nodes(5000), Dialect::Uci));
        assert_eq!(dev.spec.options, [("Threads".into(), "1".into()), ("Hash".into(), "8".into())]);
        assert_eq!((job.rounds, job.games_per_round, job.concurrency, job.recover), (16, 2, 2, true));
        assert_eq!(job.order, Order { seed: Some(4711), start: 33 });
        let calls = job.adjudication.unwrap();
        assert_eq!(calls.win, Some(WinTerms { score: 400, moves: 3, one_sided: true }));
        assert_eq!(calls.draw, Some(DrawTerms { score: 10, moves: 8, from: 80 }));
        let pgn = job.pgn.unwrap();
        assert_eq!(pgn.kept_lines.as_deref(), Some("info string pgncomment "));
        assert!(pgn.nodes && pgn.seldepth && !pgn.pv && pgn.append);
    }

    #[test]
    fn words_for_each_come_first() {
        let job = job(&format!("{TWO} depth=3 -each tc=40/10+0.1 option.Hash=16 -rounds 3 -games 1"));
        assert_eq!(
            job.engines.iter().map(|engine| engine.limit.to_string()).collect::<Vec<_>>(),
            ["40/10+0.1", "depth 3"]
        );
        assert_eq!((job.rounds, job.games_per_round, job.adjudication), (3, 1, None));
        let other = super::tests::job(&format!("{TWO} -each st=0.25 args='x \"y z\"' -sprt elo0=0 elo1=5"));
        assert_eq!(other.engines[1].limit, Limit::MoveTime(Duration::from_millis(250)));
        assert_eq!(other.engines[0].spec.command, ["./a", "x", "y z"]);
        assert!(other.sprt.is_some());
        let unit = super::tests::job(&format!("{TWO} -each tc=2+0.02s -repeat 2"));
        assert_eq!((unit.engines[0].limit.to_string().as_str(), unit.games_per_round), ("2+0.02", 2));
        let twice = super::tests::job(&format!("{TWO} -each tc=1 -each option.Hash=16"));
        assert_eq!((twice.engines[0].spec.options.len(), twice.engines[0].told.as_str()), (1, "1+0"));
    }

    #[test]
    fn more_than_two_engines_meet_as_they_are_told() {
        let four = format!("{TWO} -engine cmd=c name=c -engine cmd=d name=d -each tc=1");
        assert_eq!(job(&four).pairings.count(), 6);
        assert_eq!(job(&format!("{four} -tournament roundrobin")).pairings.count(), 6);
        assert_eq!(job(&format!("{four} -tournament gauntlet")).pairings.list(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(job(&format!("{four} -tournament gauntlet -seeds 3")).pairings.list(), [[0, 3], [1, 3], [2, 3]]);
    }

    #[test]
    fn games_to_start_from_and_a_log() {
        let job = job(&format!("{TWO} -each tc=1 -openings file=x.pgn format=pgn plies=8 -log file=l engine=true"));
        assert_eq!(job.openings, Some(Openings { path: "x.pgn".into(), form: Form::Games, plies: Some(8) }));
        assert_eq!(job.log, Some(LogOptions { file: "l".into(), append: true }));
        let silent = super::tests::job(&format!("{TWO} -each tc=1 -log file=l level=warn -pgnout file=p notation=uci"));
        assert_eq!(silent.log, None);
    }

    #[test]
    fn what_is_reported_is_as_scripts_ask() {
        let job = job(&format!(
            "{TWO} -each tc=1 -event 'My match' -site here -report penta=false -scoreinterval 4 -autosaveinterval 0 \
             -output format=cutechess -force-concurrency -config outname=x.json discard=true"
        ));
        assert_eq!((job.event.as_str(), job.site.as_str(), job.score_interval), ("My match", "here", 4));
        assert_eq!(job.report, Report { output: Output::Cutechess, penta: false });
        let plain = super::tests::job(&format!("{TWO} -each tc=1"));
        assert_eq!((plain.event.as_str(), plain.score_interval), ("Xiangqi match", 1));
        assert_eq!(plain.report, Report { output: Output::Fastchess, penta: true });
    }

    #[test]
    fn what_is_not_known_is_named() {
        for (words, part) in [
            ("-foo 3", "-foo"),
            ("-each tc=1 colour=red", "'colour'"),
            ("-each tc=soon", "'tc=soon'"),
            ("-each proto=xboard tc=1", "proto=xboard"),
            ("-each tc=1 -openings file=x format=cbl", "'cbl'"),
            ("-each tc=1 -openings file=x plies=8", "plies="),
            ("-each tc=1 -openings file=x policy=round", "'policy'"),
            ("-each tc=1 -openings file=x order=backwards", "'backwards'"),
            ("-each tc=1 -openings file=x start=0", "the first start is 1"),
            ("-each tc=1 -openings format=epd", "file="),
            ("-each tc=1 -tournament knockout", "'knockout'"),
            ("-each tc=1 -seeds 2", "-seeds"),
            ("-each tc=1 -log file=x level=loud", "'loud'"),
            ("-each tc=1 -pgnout file=x notation=san", "notation=uci"),
            ("-each tc=1 -log engine=true", "file="),
            ("-each tc=1 -log file=x engine=true compress=true", "'compress'"),
            ("-each tc=1 -variant fischerandom", "'fischerandom'"),
            ("-each tc=1 -games 3", "1 or 2"),
            ("-each tc=1 -repeat 3", "1 or 2"),
            ("-each tc=1+s", "'tc=1+s'"),
            ("-each tc=1 -resign movenumber=3", "'movenumber'"),
            ("-each tc=1 -pgnout file=x san=true", "'san'"),
            ("-each tc=1 -pgnout file=x match_line=(a|b)", "match_line"),
            ("-each tc=1 -pgnout nodes=true", "file="),
            ("-each tc=1 -rounds", "-rounds"),
            ("-each tc=1 -report wdl=true", "'wdl'"),
            ("-each tc=1 -output format=xml", "'xml'"),
            ("-each tc=1 -config file=config.json", "not continued"),
            ("-each tc=1 -config nothing=1", "'nothing'"),
            ("-each tc=1 -event", "one value"),
            ("-each tc=1 -autosaveinterval often", "'often'"),
            ("-each tc=1 -rounds 10000001", "10,000,000"),
            ("-each tc=1 -maxmoves 18446744073709551615", "10,000,000"),
            ("-each tc=1 -draw movenumber=18446744073709551615 movecount=1 score=0", "10,000,000"),
            ("-each tc=1 -sprt elo0=0 elo1=5 -games 1", "-games 2"),
            ("-each option.Hash=8", "what bounds"),
            ("-each tc=1+0.01 nodes=50", "one limit is enough, not tc and nodes"),
            ("-each tc=1 -each st=1", "one limit is enough"),
            ("-each tc=1 -engine cmd=c name=a", "'a' comes twice"),
            ("-each tc=1 -engine cmd=c name=c -sprt elo0=0 elo1=5", "two engines"),
        ] {
            let error = read(&split(&format!("{TWO} {words}"))).err().map(|error| format!("{error:#}"));
            assert!(error.as_deref().is_some_and(|error| error.contains(part)), "{words}: {error:?}");
        }
        assert!(read(&split("stray")).is_err() && read(&[]).is_err());
        assert!(matches!(read(&split("--version")), Ok(Request::Version)));
        assert!(matches!(read(&split("-help")), Ok(Request::Help)));
    }

    /// Elsewhere nothing is bound, and that is the answer.
    #[cfg(target_os = "linux")]
    #[test]
    fn processors_that_are_not_there_are_refused() {
        for (words, part) in [
            ("-use-affinity all", "'all'"),
            ("-concurrency 5000 -use-affinity", "processors of their own"),
            ("option.Threads=0 -concurrency 5000 -use-affinity", "processors of their own"),
        ] {
            let error = read(&split(&format!("{TWO} -each tc=1 {words}"))).err().map(|error| format!("{error:#}"));
            assert!(error.as_deref().is_some_and(|error| error.contains(part)), "{words}: {error:?}");
        }
    }
}
