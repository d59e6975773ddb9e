"""Measures two engines in turn and writes the page docs/performance.md to standard output. Start it by compare.sh."""

import concurrent.futures
import datetime
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "e2e" / "engine"))
from engine import Engine  # noqa: E402

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
HASH_MB = 64


class Effort:
    """How long to measure."""

    def __init__(self, quick):
        self.perft_rounds = 1 if quick else 5
        self.search_rounds = 1 if quick else 2
        self.perft_depth = 4 if quick else 5
        self.positions = 4 if quick else None
        self.move_ms = 200 if quick else 1000
        self.depth = 8 if quick else 12
        self.stops = 5 if quick else 30


class Contender:
    """An engine that speaks UCI, with the few things that differ between the two."""

    def __init__(self, name, path, perft, options):
        self.name, self.path, self.perft_command, self.options = name, path, perft, options

    def start(self, threads=1):
        engine = Engine(self.path, handshake="uci", name=self.name)
        for name, value in [*self.options, ("Hash", HASH_MB), ("Threads", threads)]:
            engine.send(f"setoption name {name} value {value}")
        engine.send("isready")
        engine.until("readyok")
        return engine

    def version(self):
        with self.start() as engine:
            return next(line[8:] for line in engine.greeting if line.startswith("id name "))


def fresh(engine, fen):
    engine.send("ucinewgame")
    engine.send(f"position fen {fen}")
    engine.send("isready")
    engine.until("readyok", timeout=30)


def perft(contender, depth):
    """Nodes and seconds."""
    with contender.start() as engine:
        fresh(engine, START)
        sent = engine.send(f"{contender.perft_command} {depth}")
        while True:
            came, line = engine.line(timeout=300)
            if match := re.fullmatch(r"(\d+) nodes \d+ nps|Nodes searched: (\d+)", line):
                return int(match[1] or match[2]), came - sent


def last_report(lines):
    """Nodes and milliseconds of the last report that has both. They belong together, while the search may go on after."""
    for line in reversed(lines):
        found = re.search(r" nodes (\d+)", line), re.search(r" time (\d+)", line)
        if all(found):
            return tuple(int(match[1]) for match in found)
    sys.exit("compare: a search without a report")


def search(contender, fens, go, threads=1):
    """Nodes and seconds up to the last reports, and seconds up to the answers, over all positions from empty tables."""
    nodes, reported, answered = 0, 0.0, 0.0
    with contender.start(threads) as engine:
        for fen in fens:
            fresh(engine, fen)
            sent = engine.send(go)
            came, lines = engine.timed_until("bestmove", timeout=600)
            found = last_report(lines)
            nodes += found[0]
            reported += found[1] / 1000
            answered += came - sent
    return nodes, max(reported, 0.001), answered


def search_at_once(contender, fens, go, count):
    """The same for that many engines of one thread at once, nodes added up: a reference for one engine."""
    with concurrent.futures.ThreadPoolExecutor(count) as executor:
        runs = list(executor.map(lambda _: search(contender, fens, go), range(count)))
    nodes = [run[0] for run in runs]
    reported, answered = (statistics.mean(run[column] for run in runs) for column in (1, 2))
    return sum(nodes), reported, answered


def stop_latencies(contender, fen, count):
    """Milliseconds from `stop` to `bestmove`."""
    times = []
    with contender.start() as engine:
        for _ in range(count):
            fresh(engine, fen)
            engine.send("go infinite")
            time.sleep(0.2)
            sent = engine.send("stop")
            came, _ = engine.timed_until("bestmove")
            times.append((came - sent) * 1000)
    return times


def in_turn(contenders, rounds, measure):
    """The results of `measure` of each contender; they take turns, so that a passing load strikes both."""
    results = {contender.name: [] for contender in contenders}
    for number in range(rounds):
        for contender in contenders if number % 2 == 0 else contenders[::-1]:
            print(f"round {number + 1} of {rounds}: {contender.name}", file=sys.stderr)
            results[contender.name].append(measure(contender))
    return [results[contender.name] for contender in contenders]


def spread(values, form):
    """Median, with the least and the greatest where there are several."""
    text = form(statistics.median(values))
    return text if len(values) == 1 else f"{text} ({form(min(values))} to {form(max(values))})"


def millions(value):
    return f"{value / 1e6:.2f}"


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def ratio(ours, theirs):
    return f"{statistics.median(ours) / statistics.median(theirs):.2f}"


def processor():
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
        return re.search(r"^model name\s*:\s*(.*)$", text, re.MULTILINE)[1]
    except (OSError, TypeError):
        return platform.processor() or platform.machine()


def processor_times():
    """Ticks that the processors have spent at work, and in all, since the machine started (Linux)."""
    ticks = [int(word) for word in pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n")[0].split()[1:9]]
    idle = ticks[3] + ticks[4]
    return sum(ticks) - idle, sum(ticks)


def busy_share(seconds=5):
    """The share of the processors that is at work while this waits. The load average would remember the compiler."""
    try:
        before = processor_times()
        time.sleep(seconds)
        after = processor_times()
        return (after[0] - before[0]) / max(after[1] - before[1], 1)
    except (OSError, ValueError, IndexError):
        return min(os.getloadavg()[0] / (os.cpu_count() or 1), 1.0)


def bench_positions(path):
    """The positions of `bench`, which names them as it goes."""
    lines = subprocess.run([path, "bench", "1"], check=True, capture_output=True, text=True).stdout.splitlines()
    fens = [match[1] for line in lines if (match := re.search(r"(\S+(?:/\S+){9} [wb] - - \d+ \d+)$", line))]
    if len(fens) < 10:
        sys.exit(f"compare: `bench` names {len(fens)} positions")
    return fens


def main():
    guohe_path, fairy_path, *flags = sys.argv[1:]
    effort = Effort("--quick" in flags)
    guohe = Contender("guohe", guohe_path, "perft", [])
    fairy = Contender("fairy-stockfish", fairy_path, "go perft", [("UCI_Variant", "xiangqi")])
    crowd = Contender("as many guohes of one thread each", guohe_path, "perft", [])
    both = [guohe, fairy]
    fens = bench_positions(guohe_path)[: effort.positions]
    cores = os.cpu_count() or 1
    busy = busy_share()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()

    print("# Performance")
    print()
    print("`tools/bench/compare.sh > docs/performance.md` measures and writes this page.")
    print()
    row("", "")
    row("---", "---")
    row("date", datetime.date.today().isoformat())
    row("engines", f"Guohe of commit {commit}; {fairy.version()}")
    row("machine", f"{processor()}, {cores} cores, {busy:.0%} of them busy before the start")
    rounds = f"{effort.perft_rounds} rounds of perft and {effort.search_rounds} of each search"
    figures = "the median (of two rounds the mean), in brackets minimum and maximum"
    row("method", f"the engines take turns, {rounds}: {figures}")
    row("settings", f"{HASH_MB} MB of hash table, emptied before each position; one thread unless said otherwise")
    if busy > 0.1:
        print()
        print("**The machine was busy when this was measured: the figures are too low.**")

    print()
    print(f"## Move generation: perft {effort.perft_depth} from the start position")
    print()
    print("Guohe makes and unmakes every move, also those of the last ply. Fairy-Stockfish counts the last ply without")
    print("making its moves.")
    print()
    found = in_turn(both, effort.perft_rounds, lambda contender: perft(contender, effort.perft_depth))
    if len({nodes for runs in found for nodes, _ in runs}) != 1:
        sys.exit(f"compare: the perft counts differ: {found}")
    row("", *(contender.name for contender in both), "ratio")
    row("---", "---:", "---:", "---:")
    speeds = [[nodes / seconds for nodes, seconds in runs] for runs in found]
    row("million nodes/s", *(spread(speed, millions) for speed in speeds), ratio(*speeds))

    print()
    print(f"## Search speed: {len(fens)} positions of `bench`, {effort.move_ms} ms each")
    print()
    print("Both engines count each move made as a node, but they search different trees. The last row runs several")
    print("engines of one thread each at the same time, as a reference for one engine with that number of threads.")
    print()
    go = f"go movetime {effort.move_ms}"
    threads = [1] + [count for count in (2, 4, 8, 16) if count <= cores]
    row("threads", "engine", "million nodes/s", "times fairy-stockfish", "times one thread")
    row("---:", "---", "---:", "---:", "---:")
    single = {}
    for count in threads:
        contenders = both if count == 1 else [*both, crowd]

        def measure(contender, count=count):
            return (search_at_once if contender is crowd else search)(contender, fens, go, count)

        runs = in_turn(contenders, effort.search_rounds, measure)
        speeds = {
            contender.name: [nodes / seconds for nodes, seconds, _ in run] for contender, run in zip(contenders, runs)
        }
        if count == 1:
            single = {**speeds, crowd.name: speeds[guohe.name]}
        for name, speed in speeds.items():
            row(count, name, spread(speed, millions), ratio(speed, speeds[fairy.name]), ratio(speed, single[name]))

    print()
    print(f"## Time to depth {effort.depth}")
    print()
    print("Sums over the positions. The depths of two engines cannot be compared directly: each prunes and extends in")
    print("its own way.")
    print()
    go = f"go depth {effort.depth}"
    runs = in_turn(both, effort.search_rounds, lambda contender: search(contender, fens, go))
    row("", *(contender.name for contender in both))
    row("---", *["---:"] * len(both))
    row("seconds", *(spread([seconds for _, _, seconds in run], lambda value: f"{value:.2f}") for run in runs))
    row("million nodes", *(spread([nodes for nodes, _, _ in run], millions) for run in runs))

    print()
    print("## Answer to `stop`")
    print()
    row("", *(contender.name for contender in both))
    row("---", "---:", "---:")
    times = [stop_latencies(contender, fens[len(fens) // 2], effort.stops) for contender in both]
    row("milliseconds, median", *(f"{statistics.median(values):.2f}" for values in times))
    row(f"milliseconds, worst of {effort.stops}", *(f"{max(values):.2f}" for values in times))


if __name__ == "__main__":
    main()
