// Everything that the page says, in both languages: [Chinese, English].

const WORDS = {
  newGame: ["新对局", "New game"], theme: ["浅色 / 深色", "Light or dark"], board: ["棋盘", "Board"], tools: ["棋盘工具", "Board tools"],
  panels: ["面板", "Panels"], first: ["开始", "To the start"], back: ["上一步", "Back"], forward: ["下一步", "Forward"],
  last: ["最后", "To the end"], takeBack: ["悔棋", "Take back"], hint: ["提示", "Hint"], flip: ["翻转", "Flip"],
  offerDraw: ["提和", "Offer draw"], resign: ["认输", "Resign"], moves: ["着法", "Moves"], game: ["对局与分析", "Game"],
  file: ["文件", "File"], edit: ["摆棋", "Set up"], settings: ["设置", "Settings"], comment: ["注解", "Comment"],
  why: ["棋例怎样判？", "What do the rules say?"], promote: ["设为主变", "Make main line"], remove: ["删除此着及以后", "Delete from here"],
  analyseStart: ["开始分析", "Analyse"], analyseStop: ["停止分析", "Stop analysis"], lines: ["变例", "Lines"], arrows: ["箭头", "Arrows"],
  curveCaption: ["红方胜率（引擎估计）。点击曲线跳到该着。", "Red's winning chance, estimated by the engine. Click a point to go to the move."],
  open: ["打开棋谱", "Open a game"],
  openHint: ["PGN、XQF、UBB、CBR/CBL、FEN 或着法文本；也可以直接把文件拖到页面上。", "PGN, XQF, UBB, CBR/CBL, FEN or a list of moves. Files can also be dropped on the page."],
  chooseFile: ["选择文件…", "Choose a file…"], paste: ["从剪贴板", "From the clipboard"], pasteHere: ["在此粘贴棋谱、FEN 或着法", "Paste a game, a FEN or moves here"],
  readText: ["读取文本", "Read this text"], save: ["保存", "Save"], format: ["格式", "Format"], pgnChinese: ["PGN（中文着法）", "PGN (Chinese moves)"], pgnTraditional: ["PGN（繁体着法）", "PGN (traditional characters)"],
  lastFen: ["FEN（最后的局面）", "FEN (last position)"],
  coordinates: ["坐标着法", "Coordinates"], saveFile: ["保存文件", "Save file"], copyFen: ["复制 FEN", "Copy FEN"],
  copyMoves: ["复制着法", "Copy moves"], copyPicture: ["复制图片", "Copy picture"], savePicture: ["保存图片", "Save picture"],
  report: ["对局报告", "Game report"], reportHint: ["逐着分析全局，指出好着、坏着和原因。", "The whole game, move by move: good moves, mistakes, and why."],
  makeReport: ["生成报告", "Make the report"], reportReady: ["打开报告", "Open the report"],
  reportLost: ["连接曾中断，报告没有完成，请重新生成", "The connection was lost before the report was finished. Please make it again."],
  editHint: ["选一个棋子，再点棋盘放上；再点一次拿掉。也可以拖动。", "Choose a piece and click a point to place it; click again to remove it. You can also drag pieces."],
  palette: ["棋子", "Pieces"], toMove: ["走棋方", "To move"], red: ["红方", "Red"], black: ["黑方", "Black"], startPosition: ["初始局面", "Start position"],
  emptyBoard: ["清空", "Empty board"], editBegin: ["开始摆棋", "Set up a position"], editUse: ["使用此局面", "Use this position"], cancel: ["取消", "Cancel"],
  notation: ["记谱方式", "Notation"], pieces: ["棋子样式", "Pieces"], piecesSimplified: ["汉字（简体）", "Chinese, simplified"], piecesTraditional: ["汉字（繁体）", "Chinese, traditional"], piecesWestern: ["图形", "Pictures"],
  rules: ["棋例", "Repetition rules"], fold: ["局面第几次出现时裁决", "Judge a position at occurrence"], limit: ["自然限着（回合，0 为不限）", "Draw after this many moves without a capture (0: never)"],
  showLegal: ["显示可走的点", "Show legal moves"], showCoordinates: ["显示纵线编号", "Number the files"], sound: ["落子声", "Sound"],
  keys: ["键盘", "Keyboard"], keyWalk: ["前后翻看", "Walk through the game"], keyEnds: ["到开始、到最后", "To the start, to the end"],
  keyBoard: ["在棋盘上走棋", "Move on the board"], begin: ["开始", "Begin"], startFrom: ["开局局面", "Start from"], clock: ["时钟（分 + 秒）", "Clock (minutes + seconds)"],
  noClock: ["不限时", "No clock"], secondsAMove: ["每着秒数", "Seconds a move"], levelOfRed: ["红方级别", "Red's level"], levelOfBlack: ["黑方级别", "Black's level"],
  close: ["关闭", "Close"], dropHere: ["松开以打开棋谱", "Drop to open the game"], human: ["棋手", "Person"], engineLevel: ["引擎，按级别", "Engine at a level"],
  engineTime: ["引擎，按时间", "Engine, time a move"], level: ["级别", "Level"], full: ["全力", "full strength"],
  asian: ["亚洲规则", "Asian rules"], computer: ["电脑规则", "Computer rules"], league: ["引擎联赛规则", "League rules"],
  checkonly: ["只禁长将", "Only perpetual check loses"], off: ["循环一律作和", "Every repetition is a draw"],
  redToMove: ["红方走棋", "Red to move"], blackToMove: ["黑方走棋", "Black to move"], check: ["将军！", "Check!"], thinking: ["思考中…", "thinking…"],
  currentPosition: ["当前局面", "The position on the board"], wins: ["{0}胜", "{0} wins"], drawn: ["和棋", "A draw"], resigned: ["{0}认输，{1}胜。", "{0} resigns, {1} wins."],
  timeOut: ["{0}超时，{1}胜。", "{0} has run out of time, {1} wins."], drawAgreed: ["双方同意和棋。", "Draw by agreement."],
  drawDeclined: ["对方不同意和棋。", "The draw is declined."], illegal: ["不能这样走：{0}", "That is not a legal move: {0}"],
  copied: ["已复制", "Copied"], notCopied: ["浏览器不允许复制", "The browser does not allow copying"], lost: ["与引擎的连接中断，正在重连…", "Connection to the engine lost. Reconnecting…"],
  back2: ["已重新连接", "Reconnected"], nothingRead: ["没有读到棋局", "No game was found"], gamesRead: ["共 {0} 局", "{0} games"], opened: ["棋谱已打开", "The game is open"],
  firstOpened: ["共 {0} 局，已打开第一局", "{0} games: the first is open"], unread: ["没有读懂的部分", "Parts that could not be read"],
  keptGames: ["我的棋局", "My games"], keptHint: ["下完的棋局和被新棋局替换的棋局保存在本浏览器里，列在这里。", "Finished and replaced games are kept in this browser and listed here."],
  gameKept: ["刚才的棋局已存入“文件”里的“我的棋局”。", "The previous game is kept under File, My games."], returnToIt: ["返回那一局", "Go back to it"],
  unfinished: ["未下完", "unfinished"], plies: ["{0} 着", "{0} plies"], removeGame: ["删除棋局", "Delete the game"], removeAsk: ["删除这一局？", "Delete this game for good?"],
  cannotKeep: ["当前棋局太大，无法存入“我的棋局”。要替换它吗？", "The game on the board is too large to keep. Replace it?"], replaceIt: ["替换", "Replace"],
  undo: ["撤销修改（Ctrl+Z）", "Undo the change (Ctrl+Z)"], redo: ["重做（Ctrl+Y）", "Redo (Ctrl+Y)"], undoKeys: ["撤销、重做对棋谱的修改", "Undo or redo a change of the game"],
  removed: ["已删除 {0} 着，可按 Ctrl+Z 撤销", "{0} moves deleted. Press Ctrl+Z to undo."],
  resignAsk: ["确定认输？", "Resign the game?"], agreeAsk: ["双方都同意和棋？", "Do both players agree to a draw?"], agree: ["和棋", "Draw"],
  settingUp: ["摆棋中", "Setting up a position"], thought: ["深度 {0} · {1} 秒", "depth {0} · {1} s"],
  notes: ["说明", "Notes"], depthLine: ["深度 {0} · {1} 节点 · {2}/秒", "depth {0} · {1} nodes · {2}/s"], mateIn: ["{0}步杀", "mate in {0}"], matedIn: ["{0}步被杀", "mated in {0}"],
  byRules: ["按规则胜", "won by the rules"], byRulesLost: ["按规则负", "lost by the rules"], hintIs: ["提示：{0}", "Hint: {0}"], untitled: ["对局 {0}", "Game {0}"],
  waiting: ["排队中：引擎正在做报告，或为另一页面思考", "Waiting: the engine is busy with a report or another page"],
  loading: ["正在载入引擎…", "Loading the engine…"],
  empty: ["空", "empty"], erase: ["拿掉", "Erase"],
  atEnd: ["终局", "The game is over"], noMoves: ["还没有着法。点一个棋子，再点目标。", "No moves yet. Click a piece, then its target."],
};

let index = 0;

export function setLanguage(language) {
  index = language === "en" ? 1 : 0;
  document.documentElement.lang = language === "en" ? "en" : "zh";
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = say(element.dataset.t);
  for (const element of document.querySelectorAll("[data-title]")) {
    element.title = say(element.dataset.title);
    element.setAttribute("aria-label", say(element.dataset.title));
  }
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  for (const element of document.querySelectorAll("[data-placeholder]")) element.placeholder = say(element.dataset.placeholder);
}

/** The text of `key` in the page's language, with `{0}`, `{1}` … replaced. */
export function say(key, ...values) {
  const text = (WORDS[key] ?? [key, key])[index];
  return text.replace(/\{(\d)\}/g, (_, n) => values[Number(n)] ?? "");
}

/** One of two texts that came from the engine: `{zh, en}`. */
export const pick = (both) => (both ? (index === 1 ? both.en : both.zh) : "");

export const isEnglish = () => index === 1;
