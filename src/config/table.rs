//! The table of options. A new option is a field of [`Config`], a row here and the place that acts on it: what the
//! handshakes announce, what `setoption` and `engine.toml` accept and what the README says all come from the row.

use super::option::Automatic;
use super::option::Field;
use super::option::OptionKind;
use super::option::Row;
use super::option::field;
use super::option::words_of;
use super::settings::Config;
use super::values::Action;
use super::values::DrawStyle;
use super::values::EMBEDDED;
use super::values::LogLevel;
use crate::book::Randomness;
use crate::notation;
use crate::rules::RuleSet;

/// The strength of level 0 on the scale of the ladder.
pub const MIN_ELO: u32 = 449;
/// The strength that nothing holds back.
pub const MAX_ELO: u32 = 4090;
/// The most threads that can be asked for.
pub const MAX_THREADS: u32 = 128;
/// The largest table that can be asked for, in megabytes; the memory of the machine sets a lower limit.
pub const MAX_HASH: u32 = 1 << 20;
/// The table's size when nobody sets one, in megabytes.
pub const DEFAULT_HASH: u32 = 64;

/// The word for a colour's book that is the one of both colours.
const COMMON: &str = "common";

/// All options, in the order of UCCI's published list, our own at the end. Of the published ones only those stand here
/// that change something; the others are accepted in silence like any unknown name. No text that is announced may hold
/// the words by which gmchess ends games: draw, resign and bestmove.
pub static ROWS: [Row; 30] = [
    Row {
        ucci: "usemillisec",
        uci: "",
        toml: "",
        kind: OptionKind::Check(true),
        field: field!(conversation.milliseconds),
        english: "times of `go` are in milliseconds, not in seconds",
        chinese: "`go` 的时间以毫秒为单位，否则为秒",
    },
    Row {
        ucci: "batch",
        uci: "",
        toml: "",
        kind: OptionKind::Check(false),
        field: field!(conversation.batch),
        english: "while a search runs that ends by itself, everything else waits, and behind any search the next one, for scripts",
        chinese: "批处理：会自行结束的思考期间不执行其他命令，任何思考期间下一次思考都等前一次结束，便于使用脚本",
    },
    Row {
        ucci: "debug",
        uci: "",
        toml: "",
        kind: OptionKind::Check(false),
        field: field!(conversation.debug),
        english: "report every iteration, however short",
        chinese: "输出每一次迭代的结果",
    },
    Row {
        ucci: "ponder",
        uci: "Ponder",
        toml: "ponder",
        kind: OptionKind::Check(false),
        field: field!(ponder),
        english: "the front end lets the engine think on your time; it then spends a little more on its own",
        chinese: "后台思考：界面让引擎在对方思考时也思考，引擎自己的用时会略多一些",
    },
    Row {
        ucci: "usebook",
        uci: "OwnBook",
        toml: "book.use",
        kind: OptionKind::CheckOfDialect,
        field: field!(book.enabled),
        english: "play the opening book; while nobody says, UCCI front ends get it and UCI front ends do not",
        chinese: "使用开局库；没有设置时，UCCI 界面使用，UCI 界面不使用",
    },
    Row {
        ucci: "bookfiles",
        uci: "",
        toml: "book.files",
        kind: OptionKind::Files { unset: EMBEDDED },
        field: field!(book.files),
        english: "book files instead of the built-in book, separated by `;`, each in UTF-8; with no file there is no book. \
                  [book/openings.txt](book/openings.txt) explains the format",
        chinese: "用自己的开局库文件代替内置开局库，多个文件用 `;` 隔开，空则不用开局库；文件须存为 UTF-8，格式见 \
                  [book/openings.txt](book/openings.txt)",
    },
    Row {
        ucci: "bookfilesred",
        uci: "",
        toml: "book.red-files",
        kind: OptionKind::Files { unset: COMMON },
        field: field!(book.red_files),
        english: "book files for the games in which the engine has Red; `common` = those of both colours, with no file \
                  Red has no book",
        chinese: "引擎执红时用的开局库文件；`common` 即与 `bookfiles` 相同，空则执红时不用开局库",
    },
    Row {
        ucci: "bookfilesblack",
        uci: "",
        toml: "book.black-files",
        kind: OptionKind::Files { unset: COMMON },
        field: field!(book.black_files),
        english: "the same for Black",
        chinese: "引擎执黑时用的开局库文件，同上",
    },
    Row {
        ucci: "bookplies",
        uci: "",
        toml: "book.plies",
        kind: OptionKind::Number { min: 0, max: 200, default: 0 },
        field: field!(book.plies),
        english: "leave the book after so many plies of the game; 0 = as far as it goes",
        chinese: "开局多少步（半回合）后不再用开局库；0 为不限",
    },
    Row {
        ucci: "hashsize",
        uci: "Hash",
        toml: "hash",
        kind: OptionKind::Amount { max: MAX_HASH, default: DEFAULT_HASH, of: Automatic::Hash },
        field: field!(hash),
        english: "size of the table of known positions in megabytes, rounded down to a power of two, at most half of \
                  the memory (2048 outside Linux); 0 = 64",
        chinese: "置换表大小，单位 MB，向下取为 2 的幂，不超过内存的一半（Linux 以外为 2048）；0 即 64",
    },
    Row {
        ucci: "threads",
        uci: "Threads",
        toml: "threads",
        kind: OptionKind::Amount { max: MAX_THREADS, default: 1, of: Automatic::Threads },
        field: field!(threads),
        english: "processor cores to use, no more than there are; 0 (not in UCI) = all",
        chinese: "线程数，不超过处理器核数；0（UCI 中不能用）为使用全部核心",
    },
    Row {
        ucci: "randomness",
        uci: "",
        toml: "book.randomness",
        kind: words_of::<Randomness>("none"),
        field: field!(book.randomness),
        english: "how often a lesser book move is chosen: from never to every move of the book alike; medium follows \
                  the weights",
        chinese: "开局着法的随机性：none 总走权重最大的着法，medium 按权重选择，huge 各着法机会均等",
    },
    Row {
        ucci: "style",
        uci: "",
        toml: "style",
        kind: words_of::<DrawStyle>("normal"),
        field: field!(style),
        english: "when to accept that nobody wins: solid when level, normal when slightly worse, risky only when \
                  clearly worse; never in the opening",
        chinese: "何时同意和棋：solid（保守）均势就同意，normal（均衡）略处下风时同意，risky（冒进）明显落后才同意；开局阶段一律不同意",
    },
    Row {
        ucci: "newgame",
        uci: "",
        toml: "",
        kind: OptionKind::Button(Action::NewGame),
        field: Field::NONE,
        english: "forget the last game and read the book files again; in UCI the command `ucinewgame`",
        chinese: "新的一局：清空记忆，重新读取开局库；UCI 中为命令 `ucinewgame`",
    },
    Row {
        ucci: "clearhash",
        uci: "Clear Hash",
        toml: "",
        kind: OptionKind::Button(Action::ClearHash),
        field: Field::NONE,
        english: "forget what earlier searches have learnt, as for a new game, but leave the book as it is",
        chinese: "清空置换表和搜索记忆，不重新读取开局库",
    },
    Row {
        ucci: "multipv",
        uci: "MultiPV",
        toml: "multipv",
        // No position has more moves.
        kind: OptionKind::Number { min: 1, max: 128, default: 1 },
        field: field!(multipv),
        english: "number of best lines to search and to show",
        chinese: "搜索并显示几条主要变例",
    },
    Row {
        ucci: "uci_showwdl",
        uci: "UCI_ShowWDL",
        toml: "show-wdl",
        kind: OptionKind::Check(false),
        field: field!(show_wdl),
        english: "show with each score how many games of a thousand are won, even and lost from there; see \
                  [docs/analysis.md](docs/analysis.md)",
        chinese: "显示分数时，同时给出由此局面每千局的胜、和、负局数，见 [docs/analysis.md](docs/analysis.md)",
    },
    Row {
        ucci: "moveoverhead",
        uci: "Move Overhead",
        toml: "move-overhead",
        kind: OptionKind::Number { min: 0, max: 5_000, default: 30 },
        field: field!(move_overhead),
        english: "milliseconds of each move kept back for the way to the front end; raise it if games are lost on time",
        chinese: "每步预留的毫秒数；如果超时判负，请调大",
    },
    Row {
        ucci: "level",
        uci: "Skill Level",
        toml: "strength.level",
        kind: OptionKind::Number { min: 0, max: 20, default: 20 },
        field: field!(strength.level),
        english: "strength, from 0 for a first game to 20, the engine as it is; analysis is always at full strength",
        chinese: "棋力级别：0 适合初学者，20 为全力；分析时总是全力",
    },
    Row {
        ucci: "",
        uci: "UCI_LimitStrength",
        toml: "",
        kind: OptionKind::Check(false),
        field: field!(strength.limit),
        english: "`UCI_Elo` decides on the strength instead of `Skill Level`",
        chinese: "由 `UCI_Elo` 而不是 `Skill Level` 决定棋力",
    },
    Row {
        ucci: "",
        uci: "UCI_Elo",
        toml: "",
        kind: OptionKind::Number { min: MIN_ELO, max: MAX_ELO, default: MAX_ELO },
        field: field!(strength.elo),
        english: "the level whose figure on the ladder of [docs/levels.md](docs/levels.md) is nearest to this number; 0 there is a player of random moves, and the games were between engines, so it is no rating of people",
        chinese: "按 [docs/levels.md](docs/levels.md) 的等级分选最接近的级别：随机走子为 0 分，分数由引擎之间的对局测得，不是人的等级分",
    },
    Row {
        ucci: "",
        uci: "",
        toml: "strength.seed",
        kind: OptionKind::Number { min: 0, max: u32::MAX, default: 0 },
        field: field!(strength.seed),
        english: "number that the errors of a level are drawn from, to repeat a game; 0 = another for each game",
        chinese: "级别失误的随机种子，用于重现对局；0 为每局不同",
    },
    Row {
        ucci: "repetitionrule",
        uci: "Repetition Rule",
        toml: "rules.repetition",
        kind: words_of::<RuleSet>("asian"),
        field: field!(rules.repetition),
        english: "who loses a repetition: by the Asian and WXF rules, by those of computer matches, by those of the \
                  UCCI league, only who checks perpetually (checkonly), or nobody (off)",
        chinese: "棋例（长将、长捉等循环局面的裁决）：asian 亚洲棋例，computer 电脑棋例，league 引擎联赛棋例，checkonly 只禁长将，off 一律作和",
    },
    Row {
        ucci: "repetitionfold",
        uci: "Repetition Fold",
        toml: "rules.fold",
        kind: OptionKind::Number { min: 3, max: 4, default: 3 },
        field: field!(rules.fold),
        english: "the occurrence of a position at which the game is judged",
        chinese: "局面第几次出现时裁决",
    },
    Row {
        ucci: "naturallimit",
        uci: "Natural Limit",
        toml: "rules.natural-limit",
        kind: OptionKind::Number { min: 0, max: 500, default: 60 },
        field: field!(rules.natural_limit),
        english: "moves of a side without capture after which nobody wins; 0 = no limit",
        chinese: "自然限着：连续多少回合（双方各走一着为一回合）没有吃子作和；0 为不限",
    },
    Row {
        ucci: "evalfile",
        uci: "EvalFile",
        toml: "evalfile",
        kind: OptionKind::File,
        field: field!(evalfile),
        english: "a network file instead of the built-in network",
        chinese: "用自己的网络文件代替内置网络",
    },
    Row {
        ucci: "",
        uci: "UCI_Variant",
        toml: "",
        kind: OptionKind::Only("xiangqi"),
        field: Field::NONE,
        english: "the game; there is no other",
        chinese: "棋类，只有象棋一种",
    },
    Row {
        ucci: "",
        uci: "",
        toml: "notation",
        kind: words_of::<notation::Style>("plain"),
        field: field!(notation),
        english: "how moves are written at the console, by `d`, `rules` and `go`, and in the log; at the console also \
                  `setoption notation chinese`. Front ends always get plain coordinates",
        chinese: "控制台命令 `d`、`rules`、`go` 和日志中着法的写法，控制台也可输入 `setoption notation chinese`；\
                  发给界面的着法不受影响",
    },
    Row {
        ucci: "",
        uci: "",
        toml: "log.level",
        kind: words_of::<LogLevel>("off"),
        field: field!(log.level),
        english: "how much is logged; a bug report needs debug, which holds every line received and sent",
        chinese: "日志的详细程度；报告问题时请用 debug，它记录收发的每一行",
    },
    Row {
        ucci: "",
        uci: "",
        toml: "log.file",
        kind: OptionKind::Output("guohe.log"),
        field: field!(log.file),
        english: "the log file, to which each run is added",
        chinese: "日志文件，每次运行的记录添加在后面",
    },
];

impl Default for Config {
    fn default() -> Self {
        let mut config = Self::blank();
        for row in &ROWS {
            row.set(&mut config, row.kind.default_value());
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Value;
    use std::path::PathBuf;

    #[test]
    fn every_default_reaches_its_field() {
        let config = Config::default();
        for row in &ROWS {
            assert_eq!(row.get(&config), row.kind.default_value(), "{} {} {}", row.ucci, row.uci, row.toml);
            if let OptionKind::Words { all, default } = row.kind {
                assert!(all().contains(&default), "{default}");
            }
            assert!(!row.english.is_empty() && !row.chinese.is_empty());
        }
        assert_eq!((config.hash, config.rules.fold, config.conversation.milliseconds), (64, 3, true));
        assert_eq!(config.log.file, PathBuf::from("guohe.log"));
    }

    #[test]
    fn no_name_stands_for_two_options() {
        for names in [|row: &Row| row.ucci, |row: &Row| row.uci, |row: &Row| row.toml] {
            let mut names: Vec<_> = ROWS.iter().map(names).filter(|name| !name.is_empty()).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{names:?}");
        }
    }

    #[test]
    fn each_option_sets_its_own_field_only() {
        for row in &ROWS {
            let other = match (row.kind, row.kind.default_value()) {
                (OptionKind::CheckOfDialect, _) => Value::Check(false),
                (OptionKind::File, _) => Value::File("x".into()),
                (OptionKind::Files { .. }, _) => Value::Files(vec!["x".into()]),
                (_, Value::Check(on)) => Value::Check(!on),
                (_, Value::Number(number)) => Value::Number(number + 1),
                (OptionKind::Words { all, default }, _) => {
                    Value::Word(all().into_iter().find(|&word| word != default).unwrap())
                }
                (OptionKind::Output(_), _) => Value::File("y".into()),
                _ => continue,
            };
            let mut config = Config::default();
            row.set(&mut config, other.clone());
            assert_eq!(row.get(&config), other);
            let changed = ROWS.iter().filter(|row| row.get(&config) != row.kind.default_value()).count();
            assert_eq!(changed, 1, "{} {}", row.ucci, row.toml);
            // Back again, nothing is left of it; a value of another kind changes nothing.
            row.set(&mut config, row.kind.default_value());
            assert_eq!(config, Config::default());
            row.set(&mut config, if other == Value::Check(true) { Value::Number(7) } else { Value::Word("zz") });
            assert_eq!(config, Config::default());
        }
    }
}
