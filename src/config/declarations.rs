//! All options. A new one needs a field of `Config` with its default, an entry here, and the code that acts on it:
//! handshakes, `setoption` and `engine.toml` follow from the entry.

use super::fields::{MAX_ELO, MIN_ELO};
use super::option::{ButtonAction, Field, OptionKind, OptionSpec, field};

/// Maximum number of threads that can be set.
pub const MAX_THREADS: u32 = 128;
/// The largest transposition table that can be set, in megabytes; the machine's memory sets a lower limit.
pub const MAX_HASH: u32 = 1 << 20;

/// Keys of `engine.toml` that older versions had, each with the last version that had it. The protocols ignore
/// their options as any unknown name.
pub(super) const REMOVED: [(&str, &str); 3] =
    [("book.red-files", "0.2.0"), ("book.black-files", "0.2.0"), ("evaluation", "0.2.0")];

/// All options, in the order of UCCI's published list, our own at the end. Published options without effect are left
/// out; front ends may set them, like any unknown name. No name or value may contain the words at which gmchess ends
/// games: draw, resign and bestmove.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        ucci: "usemillisec",
        uci: "",
        toml: "",
        kind: OptionKind::Check(field!(conversation.milliseconds)),
        english: "times of `go` are in milliseconds instead of seconds",
        chinese: "`go` 的时间以毫秒为单位，否则为秒",
    },
    OptionSpec {
        ucci: "batch",
        uci: "",
        toml: "",
        kind: OptionKind::Check(field!(conversation.batch)),
        english: "for scripts: nothing is read during a search with a limit or a long command",
        chinese: "批处理模式：思考或执行长命令时不读后面的命令，适合脚本使用",
    },
    OptionSpec {
        ucci: "debug",
        uci: "",
        toml: "",
        kind: OptionKind::Check(field!(conversation.debug)),
        english: "report every iteration, however short",
        chinese: "输出每一次迭代的结果",
    },
    OptionSpec {
        ucci: "ponder",
        uci: "Ponder",
        toml: "ponder",
        kind: OptionKind::Check(field!(ponder)),
        english: "the front end lets the engine ponder (think on the opponent's time); it then uses a little more time \
                  per move",
        chinese: "后台思考：界面让引擎在对方思考时也思考，引擎自己的用时会略多一些",
    },
    OptionSpec {
        ucci: "usebook",
        uci: "OwnBook",
        toml: "book.use",
        kind: OptionKind::CheckByDialect(field!(book.enabled)),
        english: "use the opening book (default: on in UCCI, off in UCI)",
        chinese: "使用开局库（默认：UCCI 中使用，UCI 中不使用）",
    },
    OptionSpec {
        ucci: "bookfiles",
        uci: "",
        toml: "book.files",
        kind: OptionKind::Files(field!(book.files)),
        english: "book files in UTF-8 that replace the built-in book, separated by `;`; empty = no book. \
                  book/openings.txt explains the format",
        chinese: "用自己的开局库文件（UTF-8）代替内置开局库，多个文件用 `;` 隔开，留空则不用开局库；格式见 book/\
                  openings.txt",
    },
    OptionSpec {
        ucci: "bookplies",
        uci: "",
        toml: "book.plies",
        kind: number(field!(book.plies), 0, 200),
        english: "leave the book after this many plies of the game; 0 = never",
        chinese: "双方共走多少着后不再用开局库；0 为不限",
    },
    OptionSpec {
        ucci: "hashsize",
        uci: "Hash",
        toml: "hash",
        kind: OptionKind::Number { field: field!(hash), min: 0, max: MAX_HASH, is_memory: true },
        english: "size of the hash table in MB, rounded down to a power of two, at most half of the memory (2048 \
                  outside Linux); 0 = 64",
        chinese: "置换表大小，单位 MB，向下取为 2 的幂，不超过内存的一半（Linux 以外为 2048）；0 即 64",
    },
    OptionSpec {
        ucci: "threads",
        uci: "Threads",
        toml: "threads",
        kind: number(field!(threads), 0, MAX_THREADS),
        english: "search threads, at most one per logical processor; 0 = one for each",
        chinese: "线程数，不超过逻辑处理器数；0 为每个逻辑处理器一个",
    },
    OptionSpec {
        ucci: "randomness",
        uci: "",
        toml: "book.randomness",
        kind: OptionKind::Word(field!(book.randomness)),
        english: "variety of book moves: `none` = best weight only, `medium` = in proportion to weight, `huge` = all \
                  equally likely",
        chinese: "开局着法的随机性：`none` 总走权重最大的着法，`medium` 按权重选择，`huge` 各着法机会均等",
    },
    OptionSpec {
        ucci: "style",
        uci: "",
        toml: "style",
        kind: OptionKind::Word(field!(style)),
        english: "when to accept a draw: `solid` when level, `normal` when slightly worse, `risky` only when clearly \
                  worse; in the opening only in a repeated position",
        chinese: "何时同意和棋：`solid`（保守）均势就同意，`normal`（均衡）略处下风时同意，`risky`（冒进）明显落\
                  后才同意；开局阶段除非局面重复，否则不同意",
    },
    OptionSpec {
        ucci: "newgame",
        uci: "",
        toml: "",
        kind: OptionKind::Button(ButtonAction::NewGame),
        english: "start a new game: clear the hash table and read the book files again; in UCI the command \
                  `ucinewgame`",
        chinese: "新的一局：清空置换表，重新读取开局库；UCI 中为命令 `ucinewgame`",
    },
    OptionSpec {
        ucci: "clearhash",
        uci: "Clear Hash",
        toml: "",
        kind: OptionKind::Button(ButtonAction::ClearHash),
        english: "clear the hash table without reading the book files again",
        chinese: "清空置换表，不重新读取开局库",
    },
    OptionSpec {
        ucci: "multipv",
        uci: "MultiPV",
        toml: "multipv",
        // More lines than a position can have moves.
        kind: number(field!(multipv), 1, 128),
        english: "number of best lines to search and to show; below level 20 there may be fewer, since a level considers few \
                  moves and nodes",
        chinese: "搜索并显示几条候选变化；级别低于 20 时可能较少，因为级别考虑的着法和节点不多",
    },
    OptionSpec {
        ucci: "uci_showwdl",
        uci: "UCI_ShowWDL",
        toml: "show-wdl",
        kind: OptionKind::Check(field!(show_wdl)),
        english: "show win/draw/loss per mille with each score; see docs/analysis.md",
        chinese: "显示分数时，同时给出每千局的胜、和、负局数，见 docs/analysis.md",
    },
    OptionSpec {
        ucci: "moveoverhead",
        uci: "Move Overhead",
        toml: "move-overhead",
        kind: number(field!(move_overhead), 0, 5_000),
        english: "milliseconds reserved for communication: of a clock the first 30 once and the rest for each move (less of a short fixed time); raise it if games are lost on time",
        chinese: "为通信预留的毫秒数：有棋钟时前 30 毫秒只留一次，其余每着都留（每着限时很短时较少）；如果超时判负，请调大",
    },
    OptionSpec {
        ucci: "level",
        uci: "Skill Level",
        toml: "strength.level",
        kind: number(field!(strength.level), 0, 20),
        english: "strength, from 0 for a first game to 20, full strength; analysis (`go infinite`) is always at full strength",
        chinese: "棋力级别：0 适合初学者，20 为全力；分析（`go infinite`）时总是全力",
    },
    OptionSpec {
        ucci: "",
        uci: "UCI_LimitStrength",
        toml: "",
        kind: OptionKind::Check(field!(strength.limit)),
        english: "`UCI_Elo` sets the strength instead of `Skill Level`",
        chinese: "由 `UCI_Elo` 而不是 `Skill Level` 决定棋力",
    },
    OptionSpec {
        ucci: "",
        uci: "UCI_Elo",
        toml: "",
        kind: number(field!(strength.elo), MIN_ELO, MAX_ELO),
        english: "play at the level with the nearest Elo in docs/levels.md; on this scale a player of random moves \
                  has 0 Elo. Measured in games between engines, so it is not a human rating",
        chinese: "采用 docs/levels.md 中等级分最接近的级别；在那个标尺上，随机走子为 0 分。分数由引擎之间的对局测得，不是人的等级分",
    },
    OptionSpec {
        ucci: "",
        uci: "",
        toml: "strength.seed",
        kind: number(field!(strength.seed), 0, u32::MAX),
        english: "random seed of a level's errors: the same seed repeats a game; 0 = a new seed for each game",
        chinese: "各级别判断误差的随机种子，用于重现对局；0 为每局不同",
    },
    OptionSpec {
        ucci: "repetitionrule",
        uci: "Repetition Rule",
        toml: "rules.repetition",
        kind: OptionKind::Word(field!(rules.repetition)),
        english: "rules for repetitions: `asian` = Asian and WXF rules, `computer` = rules of computer matches, \
                  `league` = rules of the UCCI league, `checkonly` = only perpetual check loses, `off` = always a draw",
        chinese: "棋例（长将、长捉等循环局面的裁决）：`asian` 亚洲棋例，`computer` 电脑棋例，`league` 引擎联赛棋\
                  例，`checkonly` 只禁长将，`off` 一律作和",
    },
    OptionSpec {
        ucci: "repetitionfold",
        uci: "Repetition Fold",
        toml: "rules.fold",
        kind: number(field!(rules.fold), 3, 4),
        english: "the occurrence of a position at which the game is judged",
        chinese: "局面第几次出现时裁决",
    },
    OptionSpec {
        ucci: "naturallimit",
        uci: "Natural Limit",
        toml: "rules.natural-limit",
        kind: number(field!(rules.natural_limit), 0, 500),
        english: "moves of each side without a capture after which the game is a draw; 0 = no limit",
        chinese: "自然限着：连续多少回合（双方各走一着为一回合）没有吃子作和；0 为不限",
    },
    OptionSpec {
        ucci: "evalfile",
        uci: "EvalFile",
        toml: "evalfile",
        kind: OptionKind::File(field!(evalfile)),
        english: "a network file instead of the built-in network",
        chinese: "用自己的网络文件代替内置网络",
    },
    OptionSpec {
        ucci: "",
        uci: "UCI_Variant",
        toml: "",
        kind: OptionKind::Fixed("xiangqi"),
        english: "the variant; only xiangqi is supported",
        chinese: "棋类，只有象棋一种",
    },
    OptionSpec {
        ucci: "",
        uci: "",
        toml: "notation",
        kind: OptionKind::Word(field!(notation)),
        english: "how moves are written at the console and in the log; at the console also `setoption notation \
                  chinese`. Front ends always get plain coordinates",
        chinese: "控制台和日志中着法的写法，控制台也可输入 `setoption notation chinese`；发给界面的着法不受影响",
    },
    OptionSpec {
        ucci: "",
        uci: "",
        toml: "log.level",
        kind: OptionKind::Word(field!(log.level)),
        english: "how much is logged; a bug report needs `debug`, which logs every line received and sent",
        chinese: "日志的详细程度；报告问题时请用 `debug`，它记录收发的每一行",
    },
    OptionSpec {
        ucci: "",
        uci: "",
        toml: "log.file",
        kind: OptionKind::Output(field!(log.file)),
        english: "the log file; each run is appended",
        chinese: "日志文件，每次运行的记录添加在后面",
    },
];

/// A number whose range is the same on every machine.
const fn number(field: Field<u32>, min: u32, max: u32) -> OptionKind {
    OptionKind::Number { field, min, max, is_memory: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, EMBEDDED};
    use std::path::PathBuf;

    #[test]
    fn defaults_are_in_range() {
        let config = Config::default();
        for option in OPTIONS {
            if let OptionKind::Number { field, min, max, .. } = option.kind {
                assert!((min..=max).contains((field.get)(&config)), "{}", option.toml);
            }
            assert!(!option.english.is_empty() && !option.chinese.is_empty());
        }
        assert_eq!((config.hash, config.rules.fold, config.conversation.milliseconds), (64, 3, true));
    }

    #[test]
    fn names_are_unique() {
        for names in
            [|option: &OptionSpec| option.ucci, |option: &OptionSpec| option.uci, |option: &OptionSpec| option.toml]
        {
            let mut names: Vec<_> = OPTIONS.iter().map(names).filter(|name| !name.is_empty()).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{names:?}");
            assert!(REMOVED.iter().all(|(removed, _)| !names.contains(removed)));
        }
    }

    #[test]
    fn each_option_sets_its_own_field_only() {
        for option in OPTIONS {
            let default = option.text(&Config::default());
            let other = match option.kind {
                OptionKind::Check(_) => if default == "true" { "false" } else { "true" }.to_owned(),
                OptionKind::CheckByDialect(_) => "false".to_owned(),
                OptionKind::Number { min, max, .. } => if default == max.to_string() { min } else { max }.to_string(),
                OptionKind::Word(field) => {
                    let names = (field.get)(&Config::default()).names();
                    names.iter().find(|&&name| name != default).unwrap().to_string()
                }
                OptionKind::File(_) | OptionKind::Files(_) | OptionKind::Output(_) => "x.txt".to_owned(),
                OptionKind::Fixed(word) => {
                    let mut config = Config::default();
                    let mut set = |value: &str| option.set(&mut config, value.as_bytes(), |_| PathBuf::new());
                    assert!(set(&word.to_uppercase()) && !set("chess"));
                    continue;
                }
                OptionKind::Button(_) => continue,
            };
            let is_file = matches!(option.kind, OptionKind::File(_) | OptionKind::Files(_) | OptionKind::Output(_));
            let mut config = Config::default();
            let set = |config: &mut Config, value: &str| {
                option.set(config, value.as_bytes(), |name| PathBuf::from(str::from_utf8(name).unwrap()))
            };
            assert!(set(&mut config, &other));
            assert_eq!(option.text(&config), other);
            let changed = OPTIONS.iter().filter(|option| option.text(&config) != option.text(&Config::default()));
            assert_eq!(changed.count(), 1, "{} {}", option.ucci, option.toml);
            // An invalid value changes nothing; the default restores everything.
            let before = config.clone();
            assert!(is_file || !set(&mut config, "zz"));
            assert_eq!(config, before);
            let default =
                if matches!(option.kind, OptionKind::File(_) | OptionKind::Files(_)) { EMBEDDED } else { &default };
            if !matches!(option.kind, OptionKind::CheckByDialect(_)) {
                assert!(set(&mut config, default));
                assert_eq!(config, Config::default());
            }
        }
    }
}
