//! `--help` in Chinese: the list of commands, and the options of the two commands that the Chinese README names.

use clap::{Arg, Command};

/// What each command does.
const COMMANDS: [(&str, &str); 15] = [
    ("analyse", "分析一局棋：哪些着好，哪些着坏，为什么"),
    ("arena", "引擎比赛和循环赛、汇总比赛文件（pool）、调参数（spsa）"),
    ("book", "制作、导入、查看开局库"),
    ("board", "在浏览器里打开棋盘：对弈、分析、打谱"),
    ("fastchess", "用 fastchess 的命令行比赛：guohe-tools fastchess -help"),
    ("convert", "转换棋谱：中文 PGN、XQF、UBB（DhtmlXQ）、CBR/CBL、PlayOK 的 WXF、着法列表"),
    ("datagen", "自我对弈制作训练用的对局，或查看这些对局"),
    ("diagram", "把局面画成 SVG 或 PNG，不需要字体"),
    ("ladder", "用各级之间的对局测定引擎的级别"),
    ("openings", "制作比赛用的均势起始局面"),
    ("puzzles", "从对局里挑选习题，或检验习题"),
    ("train", "用自我对弈的对局训练网络"),
    ("wdl", "拟合引擎的胜、和、负概率，以及真人对局的得分率曲线"),
    ("web", "生成静态网页棋盘，引擎以 WebAssembly 运行：同 make web"),
    ("help", "显示帮助，或某个命令的帮助"),
];

/// The arguments of `board`.
const BOARD: [(&str, &str); 8] = [
    ("port", "监听的端口，0 为任意空闲端口 [默认：8390，被占用时取任意空闲端口]"),
    ("no_open", "只显示地址，不打开浏览器"),
    ("lan", "供局域网内的设备访问，并显示二维码，可用手机扫描"),
    (
        "library",
        "存放棋谱的文件夹，每局一个 PGN 文件 [默认：用户数据文件夹里的 guohe/games；用 --lan 时不设，棋谱留在各自的浏览器里]",
    ),
    ("no_library", "棋谱不存入文件夹，只留在浏览器里"),
    ("threads", "全力思考时的线程数，0 为处理器数的一半"),
    ("hash", "置换表大小，单位 MB"),
    ("lang", "网页和消息的语言：zh 中文，en 英文 [默认：网页随浏览器，消息随系统]"),
];

/// The arguments of `analyse`.
const ANALYSE: [(&str, &str); 17] = [
    ("games", "棋谱文件、文件夹，或 -（标准输入）"),
    ("game", "只分析第 N 局：各局 Round 标签都是数字且互不相同时按标签，否则按次序"),
    ("nodes", "每个局面的节点数"),
    ("time", "每个局面的时间，代替 --nodes，如 500ms、1.5s"),
    ("threads", "线程数；一个线程加 --nodes 时，同一局每次结果都相同"),
    ("hash", "置换表大小，单位 MB"),
    ("multipv", "每个局面的候选变化数；要标出唯一的好着（!）至少为 2"),
    ("pgn", "写出带标记、注解和更好变化的 PGN"),
    ("html", "写出独立的网页：得分率曲线、棋盘、关键时刻"),
    ("json", "把全部结果写成 JSON"),
    ("force", "覆盖已有的文件"),
    ("lang", "消息的语言：zh 中文，en 英文 [默认：随系统]"),
    ("from", "从第几着开始（双方的着都计）"),
    ("to", "到第几着为止"),
    ("rules", "棋例：asian 亚洲，computer 电脑，league 引擎联赛，checkonly 只禁长将，off 循环一律作和"),
    ("fold", "同一局面第几次出现时裁决"),
    ("natural_limit", "连续多少回合不吃子判和，0 为不限"),
];

/// The help that `words` ask for, the arguments of the program; `None` where only English has it.
pub fn help(mut command: Command, words: impl IntoIterator<Item = String>) -> Option<String> {
    // Adds what clap adds by itself: `help`, `--help` and `--version`.
    command.build();
    let name = words.into_iter().skip(1).find(|word| word != "help" && !word.starts_with('-'));
    let mut shown = match name.as_deref() {
        None => list(command),
        Some("board") => options(command.find_subcommand("board")?, "", &BOARD),
        Some("analyse") => options(command.find_subcommand("analyse")?, " <棋谱>...", &ANALYSE).after_help(
            "棋谱格式与 convert 相同。结果表输出到标准输出；--pgn、--html、--json 写文件，写到流（如 /dev/stdout）时不输出表。\n\
             多局时每局一个文件，按次序编号；--game N 只分析其中一局。",
        ),
        _ => return None,
    };
    Some(shown.render_long_help().to_string())
}

/// The list of the commands.
fn list(command: Command) -> Command {
    let about = "中国象棋引擎过河的工具：浏览器棋盘、分析对局、转换棋谱、比赛、训练";
    let usage = "用法：guohe-tools <命令>\n\n命令：\n{subcommands}\n\n选项：\n{options}\n";
    let command = COMMANDS
        .into_iter()
        .fold(command, |command, (name, about)| command.mut_subcommand(name, |subcommand| subcommand.about(about)));
    let command = command.mut_arg("version", |version| version.help("显示版本"));
    command.mut_arg("help", |help| help.help("显示帮助")).help_template(format!("{about}\n\n{usage}"))
}

/// A command with the texts of its options in Chinese. `operands`: its other arguments, as the line of usage shows
/// them.
fn options(command: &Command, operands: &str, texts: &[(&'static str, &'static str)]) -> Command {
    let name = command.get_name();
    let about = COMMANDS.iter().find(|(command, _)| *command == name).map_or("", |(_, about)| about);
    let arguments = if operands.is_empty() { "" } else { "参数：\n{positionals}\n\n" };
    let usage = format!(
        "{about}\n\n用法：guohe-tools {name} [选项]{operands}\n\n{arguments}选项：\n{{options}}{{after-help}}\n"
    );
    let command =
        command.clone().help_template(usage).mut_arg("help", |help| help.help("显示帮助").long_help("显示帮助"));
    texts.iter().fold(command, |command, &(name, text)| command.mut_arg(name, |argument| translated(argument, text)))
}

/// An argument with its text in Chinese, which also names the default.
fn translated(argument: Arg, text: &str) -> Arg {
    let defaults: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let has_default = argument.get_action().takes_values() && !defaults.is_empty();
    let default = if !has_default { String::new() } else { format!(" [默认：{}]", defaults.join(" ")) };
    argument.help(format!("{text}{default}")).hide_default_value(true).hide_possible_values(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::CommandFactory;

    fn shown(words: &str) -> Option<String> {
        help(Cli::command(), words.split(' ').map(str::to_owned))
    }

    /// A command or an option that is added needs its text here, too.
    #[test]
    fn every_option_has_its_text() {
        for words in ["guohe-tools --help", "guohe-tools board -h", "guohe-tools help analyse"] {
            let text = shown(words).unwrap();
            for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['-', '<'])) {
                assert!(line.chars().any(|c| c > '\u{2e7f}'), "{words}: {line}");
            }
        }
        assert!(!shown("guohe-tools analyse --help").unwrap().contains("false"), "a flag has no value");
        assert_eq!(shown("guohe-tools arena --help"), None);
    }
}
