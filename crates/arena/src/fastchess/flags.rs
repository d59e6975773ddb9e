//! The words of fastchess's command line. What is not known is an error that names it: a match under other terms than
//! those that were asked for is worse than none.

use super::engine::engine;
use super::flag::{Flag, is_flag, number};
use super::options::{draw, log_options, pgn_options, resign, saving};
use crate::adjudicate::Adjudication;
use crate::affinity::Affinity;
use crate::limit::Limit;
use crate::pairing::Tournament;
use crate::pgn::{Layout, PgnPlan};
use crate::plan::{MOST_AT_A_TIME, Plan};
use crate::spec::{ensure_match, switch};
use crate::starts::{Form, Openings, Order};
use crate::stats::Sprt;
use anyhow::{Context, bail, ensure};
use guohe::rules::Rules;
use guohe_common::place::is_free;
use std::path::PathBuf;
use std::time::Duration;

/// Milliseconds by which an engine may exceed its time when `timemargin` does not say so: enough for a busy machine's
/// scheduler.
const MARGIN: Duration = Duration::from_millis(50);
/// How long a move may take where no time bounds it.
const PATIENCE: Duration = Duration::from_secs(120);
/// Plies after which a game is drawn, when `-maxmoves` does not say otherwise.
const MAX_PLIES: usize = 1000;

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Whether the counts of pairs by their points are printed.
    pub penta: bool,
    /// Rounds between two blocks of results; 0 for one block at the end.
    pub rating_interval: u64,
}

impl Default for Report {
    fn default() -> Self {
        Self { penta: true, rating_interval: 10 }
    }
}

/// A match.
#[derive(Clone, Debug)]
pub struct Job {
    /// What is played.
    pub plan: Plan,
    /// Whether the match goes on after an engine has crashed or hung.
    pub recover: bool,
    /// How results are printed.
    pub report: Report,
}

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
    tournament: Tournament,
    /// `None` without the flag, an empty list for all processors.
    affinity: Option<Vec<String>>,
    random: bool,
    seed: u64,
    event: String,
    site: String,
    /// The match, with what is known of it so far.
    job: Job,
}

impl Default for Draft {
    fn default() -> Self {
        let plan = Plan {
            games: 0,
            tournament: None,
            games_per_start: 2,
            shard: (1, 1),
            seed: 0,
            concurrency: 1,
            sprt: None,
            openings: None,
            order: Order { seed: None, start: 1 },
            out: None,
            anew: false,
            pgn: None,
            log: None,
            affinity: None,
            restart: false,
            // The match ends with the first engine that breaks, or goes on whatever they do.
            faults_allowed: Some(u64::MAX),
            // As in fastchess: OpenBench's server would not learn why the match ended, and would hand the test out
            // again.
            leaves_options_out: true,
            specs: Vec::new(),
            // Every engine has one of its own.
            limit: Limit::Depth(1),
            rules: Rules::default(),
            max_plies: MAX_PLIES,
            margin: MARGIN,
            patience: PATIENCE,
            adjudication: None,
        };
        Self {
            engines: Vec::new(),
            each: Vec::new(),
            rounds: 2,
            tournament: Tournament::default(),
            affinity: None,
            random: false,
            seed: 0,
            event: "Xiangqi match".to_owned(),
            site: "?".to_owned(),
            job: Job { plan, recover: false, report: Report::default() },
        }
    }
}

impl Draft {
    fn take(&mut self, flag: &Flag) -> anyhow::Result<()> {
        let owned = |pairs: Vec<(&str, &str)>| -> Vec<(String, String)> {
            pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect()
        };
        let plan = &mut self.job.plan;
        match flag.name {
            "engine" => self.engines.push(owned(flag.pairs()?)),
            "each" => self.each.append(&mut owned(flag.pairs()?)),
            "rounds" => self.rounds = flag.count()?,
            "repeat" if flag.words.is_empty() => plan.games_per_start = 2,
            "games" | "repeat" => {
                plan.games_per_start = flag.number()?;
                ensure!(
                    matches!(plan.games_per_start, 1 | 2),
                    "a round has 1 or 2 games; -rounds N is the number of rounds"
                );
            }
            "concurrency" => {
                let games = flag.number()?;
                ensure!((1..=MOST_AT_A_TIME).contains(&games), "from 1 to {MOST_AT_A_TIME} games are played at a time");
                plan.concurrency = games as usize;
            }
            "maxmoves" => {
                let moves = flag.count()? as usize;
                // 0, no limit in cutechess, leaves the usual one.
                plan.max_plies = if moves == 0 { MAX_PLIES } else { 2 * moves };
            }
            "srand" => self.seed = flag.number()?,
            "ratinginterval" => self.job.report.rating_interval = flag.number()?,
            "report" => {
                for (key, value) in flag.pairs()? {
                    ensure!(key == "penta", "unknown key '{key}'; known: penta");
                    self.job.report.penta = switch(value)?;
                }
            }
            "output" => {
                for (key, value) in flag.pairs()? {
                    ensure!(key == "format", "unknown key '{key}'; known: format");
                    ensure!(value == "fastchess", "the format is fastchess, not '{value}'");
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
            "use-affinity" => {
                ensure!(flag.words.len() <= 1, "one list of processors is expected, or none");
                self.affinity = Some(flag.words.to_vec());
            }
            "log" => plan.log = log_options(flag)?,
            "resign" => self.adjudication().win = Some(resign(flag)?),
            "draw" => self.adjudication().draw = Some(draw(flag)?),
            "sprt" => plan.sprt = Some(Sprt::parse(flag.words)?),
            "pgnout" => plan.pgn = Some(pgn_options(flag)?),
            "recover" => {
                flag.nothing()?;
                self.job.recover = true;
            }
            "variant" => {
                let variant = flag.value()?;
                ensure!(matches!(variant, "standard" | "xiangqi"), "unknown variant '{variant}'; known: xiangqi");
            }
            // The match is the same with it: only chess's runner checks more.
            "testEnv" => flag.nothing()?,
            // More games at a time than processors are played without it, after a warning.
            "force-concurrency" => flag.nothing()?,
            // Each game is saved and told as it ends.
            "autosaveinterval" | "scoreinterval" => drop(flag.number()?),
            "config" => (plan.out, plan.anew) = saving(flag)?,
            // There are no tablebases for xiangqi; a server that offers its workers some for chess offers them to all.
            "tb" | "tbpieces" | "tbadjudicate" => drop(flag.value()?),
            "tbignore50" => flag.nothing()?,
            name => bail!("unknown flag -{name}"),
        }
        Ok(())
    }

    fn openings(&mut self, flag: &Flag) -> anyhow::Result<()> {
        let (mut file, mut form, mut plies) = (None, Form::Positions, None);
        // As in fastchess.
        self.random = true;
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
                    self.job.plan.order.start = number(value)?;
                    ensure!(self.job.plan.order.start > 0, "the first opening is 1");
                }
                _ => bail!("unknown key '{key}'; known: file format order start plies"),
            }
        }
        ensure!(plies.is_none() || form == Form::Games, "plies= is for format=pgn");
        self.job.plan.openings = Some(Openings { path: file.context("file= is missing")?, form, plies });
        Ok(())
    }

    fn finish(self) -> anyhow::Result<Job> {
        let mut job = self.job;
        let plan = &mut job.plan;
        let count = self.engines.len();
        let is_resumed = plan.out.as_ref().is_some_and(|path| !plan.anew && !is_free(path));
        let whole = "a match file does not hold the whole command: repeat it, with file= in place of outname=";
        ensure!(count > 0 || !is_resumed, "{whole}");
        for words in &self.engines {
            let (spec, restarts) = engine(&self.each, words).context("in -engine")?;
            plan.restart |= restarts;
            plan.specs.push(spec);
        }
        ensure_match(&plan.specs)?;
        ensure!(plan.sprt.is_none() || count == 2, "-sprt is for two engines");
        ensure!(plan.sprt.is_none() || plan.games_per_start == 2, "-sprt needs pairs of games: -games 2");
        if let Some(PgnPlan { layout: Layout::Fastchess { event, site }, .. }) = &mut plan.pgn {
            (*event, *site) = (self.event, self.site);
        }
        plan.games = self.rounds * plan.games_per_start;
        plan.tournament = (count > 2).then_some(self.tournament);
        if self.random {
            (plan.seed, plan.order.seed) = (self.seed, Some(self.seed));
        }
        plan.limit = plan.specs[0].limit_or(plan.limit);
        plan.check_files(["-pgnout", "-log"])?;
        if let Some(list) = self.affinity {
            let list = list.first().map(String::as_str);
            let affinity = Affinity::new(list, plan.concurrency, plan.threads_per_game());
            plan.affinity = Some(affinity.context("in -use-affinity")?);
        }
        Ok(job)
    }

    /// When games are adjudicated; by nothing yet.
    fn adjudication(&mut self) -> &mut Adjudication {
        self.job.plan.adjudication.get_or_insert(Adjudication { win: None, draw: None, play_out: 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicate::{DrawTerms, WinTerms};
    use crate::dialect::Dialect;
    use crate::pgn::Detail;
    use crate::plan::LogPlan;

    fn split(line: &str) -> Vec<String> {
        shlex::split(line).unwrap()
    }

    fn plan(line: &str) -> Plan {
        job(line).plan
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
             file=Books/xiangqi.epd format=epd order=random start=33 -srand 4711 -pgnout file=PGNs/1.2.3.0.pgn \
             seldepth=true nodes=true match_line='^info string pgncomment .*'",
        );
        let plan = job.plan;
        let [dev, base] = &plan.specs[..] else { panic!("two engines") };
        assert_eq!((dev.command[0].as_str(), dev.dir.as_deref()), ("./Guohe-12345678-ABCDEF01", Some("Engines/")));
        assert_eq!((dev.limit.as_deref(), dev.margin), (Some("1+0.01"), Some(250)));
        assert_eq!((base.limit.as_deref(), base.margin, base.proto), (Some("nodes 5000"), None, Some(Dialect::Uci)));
        assert_eq!(dev.options, [("Threads".into(), "1".into()), ("Hash".into(), "8".into())]);
        assert_eq!((plan.games, plan.games_per_start, plan.concurrency, job.recover), (32, 2, 2, true));
        assert_eq!(plan.order, Order { seed: Some(4711), start: 33 });
        let adjudication = plan.adjudication.unwrap();
        assert_eq!(adjudication.win, Some(WinTerms { score: 400, moves: 3, one_sided: true }));
        assert_eq!(adjudication.draw, Some(DrawTerms { score: 10, moves: 8, from: 80, early: true }));
        let pgn = plan.pgn.unwrap();
        assert_eq!(pgn.kept_lines.as_deref(), Some("info string pgncomment "));
        assert_eq!((pgn.details, pgn.append), (vec![Detail::Seldepth, Detail::Nodes], true));
        assert_eq!(plan.out, None);
    }

    #[test]
    fn words_for_each_come_first() {
        let limit = |plan: &Plan, engine: usize| plan.specs[engine].limit.clone().unwrap();
        let own = plan(&format!("{TWO} depth=3 -each tc=40/10+0.1 option.Hash=16 -rounds 3 -games 1"));
        assert_eq!([limit(&own, 0), limit(&own, 1)], ["40/10+0.1", "depth 3"]);
        assert_eq!((own.games, own.games_per_start, own.adjudication), (3, 1, None));
        let other = plan(&format!("{TWO} -each st=0.25 args='x \"y z\"' -sprt elo0=0 elo1=5"));
        assert_eq!(limit(&other, 1), "movetime 250");
        assert_eq!(plan(&format!("{TWO} ranks=1 -each tc=1")).specs[1].ranks, Some(1));
        assert_eq!(other.specs[0].command, ["./a", "x", "y z"]);
        assert!(other.sprt.is_some());
        let unit = plan(&format!("{TWO} -each tc=2+0.02s -repeat 2"));
        assert_eq!((limit(&unit, 0).as_str(), unit.games_per_start), ("2+0.02", 2));
        let twice = plan(&format!("{TWO} -each tc=1 -each option.Hash=16"));
        assert_eq!((twice.specs[0].options.len(), limit(&twice, 0).as_str()), (1, "1+0"));
    }

    #[test]
    fn more_than_two_engines_meet_as_they_are_told() {
        let four = format!("{TWO} -engine cmd=c name=c -engine cmd=d name=d -each tc=1");
        assert_eq!(plan(&four).pairings().count(), 6);
        assert_eq!(plan(&format!("{four} -tournament roundrobin")).pairings().count(), 6);
        assert_eq!(plan(&format!("{four} -tournament gauntlet")).pairings().list(), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn games_to_start_from_and_a_log() {
        let plan = plan(&format!("{TWO} -each tc=1 -openings file=x.pgn format=pgn plies=8 -log file=l engine=true"));
        assert_eq!(plan.openings, Some(Openings { path: "x.pgn".into(), form: Form::Games, plies: Some(8) }));
        assert_eq!(plan.order, Order { seed: Some(0), start: 1 }, "shuffled, as in fastchess");
        let ordered = super::tests::plan(&format!("{TWO} -each tc=1 -openings file=x.epd order=sequential"));
        assert_eq!(ordered.order, Order { seed: None, start: 1 });
        assert_eq!(plan.log, Some(LogPlan { path: "l".into(), append: true }));
        let silent =
            super::tests::plan(&format!("{TWO} -each tc=1 -log file=l level=warn -pgnout file=p notation=uci"));
        assert_eq!(silent.log, None);
    }

    #[test]
    fn what_is_reported_is_as_scripts_ask() {
        let job = job(&format!(
            "{TWO} -each tc=1 -event 'My match' -site here -report penta=false -scoreinterval 4 -autosaveinterval 0 \
             -output format=fastchess -force-concurrency -pgnout file=x.pgn append=false"
        ));
        let report = Report { penta: false, ..Report::default() };
        assert_eq!(job.report, report);
        let pgn = job.plan.pgn.unwrap();
        let layout = Layout::Fastchess { event: "My match".to_owned(), site: "here".to_owned() };
        assert_eq!((pgn.layout, pgn.append), (layout, false));
        let plain = super::tests::job(&format!("{TWO} -each tc=1 -maxmoves 0"));
        assert_eq!((plain.report, plain.plan.max_plies), (Report::default(), MAX_PLIES));
    }

    #[test]
    fn a_match_is_saved_and_resumed_as_config_says() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.json");
        let name = path.display();
        let saving = |words: String| {
            let plan = plan(&format!("{TWO} -each tc=1 -config {words}"));
            (plan.out.is_some(), plan.anew)
        };
        let error = |words: String| {
            let error = read(&split(&format!("{TWO} -each tc=1 -config {words}"))).err();
            error.map(|error| format!("{error:#}")).unwrap_or_default()
        };
        assert_eq!(saving("discard=true".to_owned()), (false, true));
        assert_eq!(saving(format!("outname={name} discard=true")), (true, true));
        assert_eq!(saving(format!("file={name} outname={name}")), (true, false));
        assert!(error(format!("file={name}")).contains("be resumed"));
        std::fs::write(&path, "").unwrap();
        assert_eq!(saving(format!("file={name}")), (true, false));
        assert_eq!(saving(format!("file={name} discard=true")), (true, true));
        // An empty file holds no games. One that another run fills until the engines are ready is not overwritten.
        assert_eq!(saving(format!("outname={name}")), (true, false));
        std::fs::write(&path, "games").unwrap();
        assert!(error(format!("outname={name}")).contains("resumes that match"));
        assert_eq!(saving(format!("outname={name} discard=true")), (true, true));
        assert!(error(format!("file={name} outname={name}.other")).contains("its own file"));
        assert!(error(format!("file={name} stats=false")).contains("stats=true"));
        let alone = read(&split(&format!("-config file={name}"))).err().map(|error| error.to_string());
        assert!(alone.is_some_and(|error| error.contains("repeat it, with file= in place of outname=")));
    }

    #[test]
    fn files_that_are_read_or_continued_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let name = path.display();
        for (words, part) in [
            (format!("-openings file={name} -pgnout file={name} append=false"), "-pgnout names"),
            (format!("-config outname={name} -pgnout file={name}"), "-pgnout names"),
            (format!("-config outname={name} -log file={name} engine=true"), "-log names"),
            (format!("-pgnout file={name} -log file={name} engine=true"), "different files"),
        ] {
            let error = read(&split(&format!("{TWO} -each tc=1 {words}"))).err().map(|error| error.to_string());
            assert!(error.as_deref().is_some_and(|error| error.contains(part)), "{words}: {error:?}");
        }
    }

    #[test]
    fn what_is_not_known_is_named() {
        for (words, part) in [
            ("-foo 3", "-foo"),
            ("-each tc=1 colour=red", "'colour'"),
            ("-each tc=soon", "'tc=soon'"),
            ("-each proto=xboard tc=1", "proto=xboard"),
            ("-each ranks=2 tc=1", "in -engine: 'ranks=2': ranks must be 0 or 1"),
            ("-engine name=c -each tc=1", "in -engine: an engine needs cmd=PROGRAM"),
            ("-each tc=1 -sprt elo0=0", "in -sprt: elo1= is missing"),
            ("-each tc=1 -openings file=x format=cbl", "'cbl'"),
            ("-each tc=1 -openings file=x plies=8", "plies="),
            ("-each tc=1 -openings file=x policy=round", "'policy'"),
            ("-each tc=1 -openings file=x order=backwards", "'backwards'"),
            ("-each tc=1 -openings file=x start=0", "the first opening is 1"),
            ("-each tc=1 -openings format=epd", "file="),
            ("-each tc=1 -tournament knockout", "'knockout'"),
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
            ("-each tc=1 -output format=cutechess", "not 'cutechess'"),
            ("-each tc=1 -config file=no/such.json", "does not exist"),
            ("-each tc=1 -config nothing=1", "'nothing'"),
            ("-each tc=1 -event", "one value"),
            ("-each tc=1 -autosaveinterval often", "'often'"),
            ("-each tc=1 -rounds 10000001", "10,000,000"),
            ("-each tc=1 -concurrency 1001", "1000 games"),
            ("-each tc=1 -maxmoves 18446744073709551615", "10,000,000"),
            ("-each tc=1 -draw movenumber=18446744073709551615 movecount=1 score=0", "10,000,000"),
            ("-each tc=1 -sprt elo0=0 elo1=5 -games 1", "-games 2"),
            ("-each option.Hash=8", "no limit"),
            ("-each tc=1 -engine cmd=c name=c tc=inf", "no limit"),
            ("-each tc=1+0.01 nodes=50", "more than one limit: tc and nodes"),
            ("-each tc=1 -each st=1", "more than one limit"),
            ("-each tc=1 -engine cmd=c name=a", "'a' is used twice"),
            ("-each tc=1 -engine cmd=c name=c -sprt elo0=0 elo1=5", "two engines"),
        ] {
            let error = read(&split(&format!("{TWO} {words}"))).err().map(|error| format!("{error:#}"));
            assert!(error.as_deref().is_some_and(|error| error.contains(part)), "{words}: {error:?}");
        }
        assert!(read(&split("stray")).is_err() && read(&[]).is_err());
        assert!(matches!(read(&split("--version")), Ok(Request::Version)));
        assert!(matches!(read(&split("-help")), Ok(Request::Help)));
    }

    /// A flag that is known says what is wrong with it, or which key it does not know.
    #[test]
    fn the_help_lists_what_is_known() {
        let error = |words: &str| read(&split(words)).err().map(|error| format!("{error:#}")).unwrap_or_default();
        for flag in crate::fastchess::HELP.split([' ', '\n']).filter(|word| is_flag(word)) {
            let flag = flag.trim_end_matches([',', ')', ':']);
            assert!(!error(flag).contains("unknown flag"), "{flag}");
        }
        for flag in ["-pgnout", "-log", "-config", "-openings", "-resign", "-draw", "-report", "-output", "-sprt"] {
            let error = error(&format!("{flag} nothing=1"));
            let (_, known) = error.split_once("known: ").or_else(|| error.split_once("the keys are ")).unwrap();
            for key in known.split(' ') {
                assert!(crate::fastchess::HELP.contains(&format!("{key}=")), "{flag} {key}");
            }
        }
        for flag in ["-tbignore50", "-tbadjudicate", "-pgnout", "-testEnv", "-autosaveinterval", "-force-concurrency"] {
            assert!(crate::fastchess::HELP.contains(flag), "{flag}");
        }
    }

    /// Elsewhere nothing is bound, and that is the answer.
    #[cfg(target_os = "linux")]
    #[test]
    fn processors_that_are_not_there_are_refused() {
        for (words, part) in [
            ("-use-affinity all", "'all'"),
            ("-concurrency 900 -use-affinity", "processors of their own"),
            ("option.Threads=0 -concurrency 900 -use-affinity", "processors of their own"),
        ] {
            let error = read(&split(&format!("{TWO} -each tc=1 {words}"))).err().map(|error| format!("{error:#}"));
            assert!(error.as_deref().is_some_and(|error| error.contains(part)), "{words}: {error:?}");
        }
    }
}
