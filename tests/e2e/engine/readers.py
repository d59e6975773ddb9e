"""Compares the readers in examples/ with guohe: totals of games, values of positions, and games exported and imported.

Usage: readers.py ENGINE TOOLS    (needs the package zstandard)
"""

import ast
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
NET = next((ROOT / "nets").glob("*.nnue"))
POSITIONS = 300
# Pieces on points that they cannot reach in a game, two of them on one input; and kings on the middle file.
COMPOSED = [
    "3k5/4a4/4b4/9/2p6/P8/9/4B4/4A4/4KR3 b",
    "4k4/9/9/9/9/9/4P4/9/4A4/4K4 w",
    "5k3/9/3aba3/9/4p4/9/P8/9/9/3K5 w",
    "4k4/9/4b4/9/9/9/9/4B4/9/4K4 b",
    "2bakab2/9/9/9/4p4/9/9/9/9/2BAKAB2 w",
]


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def totals_of_stats(tools, folder):
    """The totals of `datagen stats`, in the order of read_games.py."""
    text = run(tools, "datagen", "stats", folder).replace(",", "")
    finished, loose, plies, quiet = re.match(
        r"(\d+) games in \d+ chunks(?: and (\d+) in unfinished ones)? (\d+) searched plies (\d+) quiet", text
    ).groups()
    played_out, continued = re.search(r"(\d+) games played out (\d+) with more", text).groups()
    results = [re.search(rf"{name} *\W+ *(\d+)", text)[1] for name in ("Red won", "Black won", "drawn ")]
    numbers = [int(finished) + int(loose or 0), plies, quiet, *results, played_out, continued]
    return [int(number) for number in numbers]


def compare_totals(tools, folder):
    read = run(sys.executable, ROOT / "examples/read_games.py", folder)
    found, wanted = [int(number) for number in re.findall(r"= (\d+)", read)], totals_of_stats(tools, folder)
    assert found == wanted, f"read_games.py: {found}, stats: {wanted}"
    print(f"readers: {folder.name}: {found[0]} games, {found[2]} quiet positions")


def positions_keep_their_boards(folder):
    reader = importlib.import_module("read_games")
    game = next(iter(reader.read_games(folder)))
    listed = [board for board, *_ in reader.quiet_positions(game)]
    assert listed == [dict(board) for board, *_ in reader.quiet_positions(game)], "a board changes after it was given"


def engine_values(engine, fens):
    lines = [f"setoption evalfile {NET}"]
    for fen in fens:
        lines += [f"position fen {fen}", "eval"]
    out = subprocess.run([engine], input="\n".join([*lines, "quit", ""]), capture_output=True, text=True, check=True)
    return [int(value) for value in re.findall(r"^evaluation for \w+, who is to move: (-?\d+)", out.stdout, re.M)]


def imports_exist():
    """The trainer needs PyTorch, which is not installed here; what it imports from the other examples must be there."""
    folder = ROOT / "examples"
    sys.path.insert(0, str(folder))
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (folder / f"{node.module}.py").exists():
                module = importlib.import_module(node.module)
                missing = [name.name for name in node.names if not hasattr(module, name.name)]
                assert not missing, f"{file.name}: {node.module} has no {missing}"


def size_of(file):
    return file.stat().st_size if file.exists() else 0


def wait_for(process, condition):
    """Waits until the condition holds, while the process runs."""
    while not condition():
        assert process.poll() is None, f"ended with status {process.returncode}"
        time.sleep(0.01)


def main():
    imports_exist()
    engine, tools = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        make = [tools, "datagen", "--seed", "1", "--nodes", "60", "--opening-nodes", "200", "--chunk", "16"]
        make += ["--net", NET, "--out"]
        run(*make, work / "finished", "--games", "40")
        compare_totals(tools, work / "finished")
        positions_keep_their_boards(work / "finished")
        # Killed while some games are only in the journal.
        journal, chunks = work / "killed/001of001.journal", lambda: list((work / "killed").glob("*.manifest"))
        command = [str(word) for word in [*make, work / "killed", "--games", "100000"]]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            wait_for(process, chunks)
            # Once the chunk is written, its games are removed from the journal: it becomes shorter and grows again.
            wait_for(process, lambda: size_of(journal) < 600)
            wait_for(process, lambda: size_of(journal) >= 600)
            process.kill()
        compare_totals(tools, work / "killed")

        export = lambda folder, file, *more: run(tools, "datagen", "export", folder, "--out", file, *more)
        export(work / "finished", work / "a.txt")
        run(tools, "datagen", "import", work / "a.txt", "--out", work / "imported")
        compare_totals(tools, work / "imported")
        export(work / "imported", work / "b.txt")
        assert (work / "a.txt").read_bytes() == (work / "b.txt").read_bytes(), "text is not the same after import"
        export(work / "finished", work / "a.bin", "--packed")
        export(work / "imported", work / "b.bin", "--packed")
        assert (work / "a.bin").read_bytes() == (work / "b.bin").read_bytes(), "records are not the same after import"
        assert (work / "a.bin").stat().st_size == 54 * (work / "a.txt").read_text().count("\ne\n")

        fens = re.findall(r"^fen (.*)$", (work / "a.txt").read_text(), re.M)
        fens = fens[:: len(fens) // POSITIONS] + COMPOSED
        command = [sys.executable, ROOT / "examples/read_net.py", NET]
        out = subprocess.run(command, input="\n".join(fens), text=True, capture_output=True, check=True)
        found, wanted = [int(line) for line in out.stdout.split()], engine_values(str(engine), fens)
        assert len(found) == len(wanted) == len(fens), (len(found), len(wanted), len(fens))
        assert found == wanted, [each for each in zip(fens, found, wanted) if each[1] != each[2]]
        print(f"readers: {len(fens)} positions have the engine's value")


main()
