#!/usr/bin/env python3
"""OpenBench hosts guohe on this machine: an unpatched server and an unpatched worker on 127.0.0.1.

    crates/openbench/loopback.py OPENBENCH [--base COMMIT] [--dev COMMIT] [--network FILE] [--quick] [--keep]

OPENBENCH is a checkout of AndyGrant/OpenBench or its git directory. The worker builds the match runner and the engines
itself, with cargo. Four workloads are played: two commits against each other on a clock to a verdict, one of them with a
network by EVALFILE; an engine that crashes; a tuning run; a data generation. The page at the end says what the server
knows of them. The database, the sources and all that is built lie in a temporary folder, and nothing is left running.

--quick builds without link-time optimisation. The status is 0 when everything came about as it should.
"""

import argparse
import bz2
import hashlib
import http.server
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import threading
import time
import zipfile
from pathlib import Path

# The modules beside this one leave nothing behind.
sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
USER, PASSWORD = "loopback", "loopback-only"
# Beyond this something hangs.
LONGEST = 3 * 60 * 60


def run(*words, **more):
    """The output of a command that has to succeed."""
    return subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True, **more).stdout.strip()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def commit_of(folder):
    """The commit of a checkout, and whether it was changed."""
    found = subprocess.run(["git", "-C", str(folder), "describe", "--always", "--dirty"], capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else "without history"


class Sources(http.server.BaseHTTPRequestHandler):
    """What github.com is for a real server: zips of commits, and the book."""

    clone = book = None

    def do_GET(self):
        path = self.path.rstrip("/")
        commit = re.fullmatch(r"/guohe/archive/([0-9a-zA-Z]+)\.zip", path)
        if commit:
            name = commit.group(1)
            body = subprocess.run(
                ["git", "-C", str(self.clone), "archive", "--format=zip", f"--prefix=guohe-{name}/", name],
                check=True, capture_output=True).stdout
        elif path == "/guohe.epd.zip":
            body = self.book.read_bytes()
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def bench_of(clone, commit):
    """The last `Bench:` at or before a commit."""
    text = run("git", "-C", clone, "log", "--format=%B", commit)
    found = re.search(r"^Bench: (\d+)$", text, re.M)
    return int(found.group(1)) if found else 0


def commit_change(clone, start, branch, message, change):
    """A commit on top of `start` in the scratch clone, after `change` has edited its files."""
    run("git", "-C", clone, "checkout", "-q", "-B", branch, start)
    change(clone)
    run("git", "-C", clone, "-c", "user.name=loopback", "-c", "user.email=loopback@localhost", "commit", "-qam", message)
    return run("git", "-C", clone, "rev-parse", "HEAD")


def make_it_crash(clone):
    """The engine aborts at its eighth search; the bench goes another way."""
    file = clone / "src/protocol/commands.rs"
    text = file.read_text()
    place = "Command::Go(go) => {"
    if place not in text:
        sys.exit(f"loopback: {file.name} has changed; make_it_crash has to follow")
    crash = """Command::Go(_) if {
                static SEARCHES: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
                SEARCHES.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 7
            } => std::process::abort(),
            """
    file.write_text(text.replace(place, crash + place))


def make_it_tunable(clone):
    file = clone / "Makefile"
    file.write_text(file.read_text().replace("\nFEATURES =\n", "\nFEATURES = tune\n"))


def make_book(folder):
    """The book as OpenBench wants it: a zip with one file."""
    import book
    return book.make(REPOSITORY / "tools/data/openings-train.txt", folder)


# Runs inside the server's Django, before the server is started: the web form takes nothing but github.com for a source.
SETUP = '''
import json, os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "OpenSite.settings")
import django
django.setup()
from django.contrib.auth.models import User
from OpenBench.models import Engine, Network, Profile, SPSAParameter, Test
import OpenBench.spsa_utils

plan = json.load(open(sys.argv[1]))
user = User.objects.create_user(plan["user"], "loopback@localhost", plan["password"])
Profile.objects.create(user=user, enabled=True, approver=True)
network = plan["network"]
Network.objects.create(sha256=network["sha"], name=network["name"], engine="Guohe", author=plan["user"])

def engine(commit):
    return Engine.objects.create(name=commit["name"], source=commit["source"], sha=commit["sha"], bench=commit["bench"])

class Request:
    """As much of a web form as the tuning run is read from."""
    def __init__(self, fields):
        self.POST = fields

for work in plan["work"]:
    test = Test(author=plan["user"], approved=True, dev_engine="Guohe", base_engine="Guohe", throughput=1000,
                dev_repo=plan["repo"], base_repo=plan["repo"], syzygy_wdl="DISABLED", syzygy_adj="DISABLED",
                scale_method="BOTH", scale_nps=plan["nps"], **work["fields"])
    test.dev, test.base = engine(work["dev"]), engine(work["base"])
    test.save()
    if "spsa" in work:
        OpenBench.spsa_utils.create_spsa_run(test, Request(work["spsa"])).save()
    print(test.id)
'''


class Loopback:
    def __init__(self, options):
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="guohe-loopback-"))
        self.children = []
        self.ports = {}
        self.began = time.time()

    def say(self, text):
        print(f"[{time.time() - self.began:6.0f} s] {text}", flush=True)

    def close(self):
        """Ends whatever was started, by its process group, and takes the folder away."""
        for child in self.children:
            for number in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(child.pid, number)
                except ProcessLookupError:
                    break
                try:
                    child.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    pass
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def left_running(self):
        """Processes that still use the folder."""
        left = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                links = [os.readlink(entry / "exe"), os.readlink(entry / "cwd")]
            except OSError:
                continue
            if any(link.startswith(str(self.folder)) for link in links):
                left.append(f"{entry.name} {links[0]}")
        return left

    def start(self, name, *words, **more):
        log = open(self.folder / f"{name}.log", "w")
        child = subprocess.Popen([str(w) for w in words], stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                 start_new_session=True, **more)
        self.children.append(child)
        return child

    def check_out(self):
        """A copy of OpenBench without its history."""
        site = self.folder / "OpenBench"
        site.mkdir()
        given = Path(self.options.openbench)
        if (given / "manage.py").is_file():
            shutil.copytree(given, site, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git", "db.sqlite3", "Media"))
            self.openbench_commit = commit_of(given)
        else:
            archive = subprocess.run(["git", f"--git-dir={given}", "archive", "HEAD"], check=True, capture_output=True)
            subprocess.run(["tar", "x", "-C", str(site)], input=archive.stdout, check=True)
            self.openbench_commit = run("git", f"--git-dir={given}", "rev-parse", "--short", "HEAD")
        self.site = site

    def environment(self):
        """The worker's: a pkill that does nothing, and one folder for cargo's builds, so that crates are compiled once."""
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "pkill").write_text("#!/bin/sh\nexit 0\n")
        (tools / "pkill").chmod(0o755)
        environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", PYTHONUNBUFFERED="1",
                           CARGO_TARGET_DIR=str(self.folder / "target"), CARGO_TERM_COLOR="never")
        environment.pop("EVALFILE", None)
        if self.options.quick:
            environment.update(CARGO_PROFILE_RELEASE_LTO="off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS="16")
        return environment

    def install(self):
        python = self.options.python
        if not python:
            self.say("installing the server's and the worker's Python packages")
            run(sys.executable, "-m", "venv", self.folder / "venv")
            python = self.folder / "venv/bin/python"
            wanted = [self.site / "requirements.txt", self.site / "Client/requirements.txt"]
            run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "numpy", "setuptools",
                *(word for file in wanted for word in ("-r", file)))
        self.python = Path(python)

    def plan(self):
        """The workloads, in the order in which the server hands them out."""
        options = self.options
        clone = self.folder / "clone"
        run("git", "clone", "-q", "--shared", REPOSITORY, clone)
        dev = run("git", "-C", REPOSITORY, "rev-parse", options.dev)
        base = run("git", "-C", REPOSITORY, "rev-parse", options.base)
        run("git", "-C", clone, "fetch", "-q", REPOSITORY, dev, base)
        crash = commit_change(clone, dev, "crash", "Crash at the eighth search", make_it_crash)
        tune = commit_change(clone, dev, "tune", "Announce the parameters of the search", make_it_tunable)
        Sources.clone = clone
        Sources.book, book_sha = make_book(self.folder)
        files = free_port()
        self.ports["sources"] = files
        home = f"http://127.0.0.1:{files}/guohe"

        network = Path(options.network) if options.network else next(REPOSITORY.glob("nets/*.nnue"))
        network_sha = hashlib.sha256(network.read_bytes()).hexdigest()[:8].upper()
        media = self.site / "Media"
        media.mkdir(exist_ok=True)
        shutil.copy(network, media / network_sha)

        def commit(name, sha, with_bench=True):
            bench = bench_of(clone, sha) if with_bench else 0
            return {"name": name, "sha": sha, "source": f"{home}/archive/{sha}.zip", "bench": bench}

        usual = {"win_adj": "movecount=3 score=400", "draw_adj": "movenumber=40 movecount=8 score=10"}
        both = lambda key, value: {f"dev_{key}": value, f"base_{key}": value}
        threads = "Threads=1 Hash=8 OwnBook=false"
        # Another network than the commit's own has another bench.
        own = not options.network
        work = [
            {"dev": commit("dev", dev, own), "base": commit("base", base), "fields": {
                **usual, **both("options", threads), **both("time_control", "2.0+0.02"), "book_name": "guohe.epd",
                "test_mode": "SPRT", "elolower": -200.0, "eloupper": 0.0, "alpha": 0.05, "beta": 0.05,
                "lowerllr": -2.944, "upperllr": 2.944, "workload_size": 2, "priority": 4, "upload_pgns": "COMPACT",
                "dev_network": network_sha, "dev_netname": network.name}},
            {"dev": commit("crash", crash), "base": commit("base", base), "fields": {
                **usual, **both("options", threads), **both("time_control", "N=2000"), "book_name": "guohe.epd",
                "test_mode": "GAMES", "max_games": 4, "workload_size": 1, "priority": 3, "upload_pgns": "FALSE"}},
            {"dev": commit("tune", tune), "base": commit("tune", tune), "fields": {
                **usual, **both("options", threads), **both("time_control", "N=2000"), "book_name": "guohe.epd",
                "test_mode": "SPSA", "workload_size": 1, "priority": 2, "upload_pgns": "FALSE"},
             "spsa": {"spsa_alpha": "0.602", "spsa_gamma": "0.101", "spsa_A_ratio": "0.1", "spsa_iterations": "10",
                      "spsa_pairs_per": "1", "spsa_reporting_type": "BATCHED", "spsa_distribution_type": "SINGLE",
                      "spsa_inputs": options.tune}},
            {"dev": commit("base", base), "base": commit("base", base), "fields": {
                **both("options", threads), **both("time_control", "N=2000"), "book_name": "NONE",
                "win_adj": "None", "draw_adj": "None", "test_mode": "DATAGEN", "max_games": 20, "workload_size": 5,
                "priority": 1, "upload_pgns": "VERBOSE", "play_reverses": False, "use_tri": True, "use_penta": False,
                "genfens_args": "plies 6-8"}},
        ]
        # As a host would, but with a repository and a book on this machine.
        import host
        host.place(self.site, home, dev)
        config = json.loads((self.site / "Config/config.json").read_text())
        book = {"sha": book_sha, "source": f"http://127.0.0.1:{files}/guohe.epd.zip"}
        (self.site / "Books/guohe.epd.json").write_text(json.dumps(book))
        plan = {"user": USER, "password": PASSWORD, "repo": home, "nps": 300_000, "work": work,
                "network": {"sha": network_sha, "name": network.name}}
        (self.folder / "plan.json").write_text(json.dumps(plan))
        self.facts = {"dev": dev[:9], "base": base[:9], "network": f"{network.name} ({network_sha})",
                      "runner": config["fastchess_min_version"]}

    def serve(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", self.ports["sources"]), Sources)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        run(self.python, "manage.py", "migrate", cwd=self.site)
        (self.site / "loopback_setup.py").write_text(SETUP)
        run(self.python, "loopback_setup.py", self.folder / "plan.json", cwd=self.site)
        self.ports["server"] = free_port()
        self.start("server", self.python, "manage.py", "runserver", "--noreload", f"127.0.0.1:{self.ports['server']}",
                   cwd=self.site)
        until = time.time() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.ports["server"]), timeout=1).close()
                return
            except OSError:
                if time.time() > until:
                    raise
                time.sleep(0.5)

    def ask(self, question):
        with sqlite3.connect(f"file:{self.site / 'db.sqlite3'}?mode=ro", uri=True, timeout=30) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute(question)]

    def work(self):
        worker = self.start("worker", self.python, "client.py", "-U", USER, "-P", PASSWORD, "-S",
                            f"http://127.0.0.1:{self.ports['server']}", "-T", "2", "-N", "1", "-I", "loopback",
                            "--no-client-downloads", cwd=self.site / "Client", env=self.environment())
        told = {}
        until = time.time() + LONGEST
        while time.time() < until:
            if worker.poll() is not None:
                raise RuntimeError("the worker ended:\n" + (self.folder / "worker.log").read_text()[-3000:])
            tests = self.ask("select * from OpenBench_test order by id")
            for test in tests:
                state = (test["games"], test["finished"])
                if told.get(test["id"]) != state:
                    told[test["id"]] = state
                    mode, end = test["test_mode"], ", finished" if test["finished"] else ""
                    self.say(f"{mode}: {test['games']} games{end}")
            archived = (self.site / "Media/PGNs/4.pgn.tar").exists()
            if all(test["finished"] for test in tests) and archived:
                # The archive of the last workload is written a little after its last game.
                time.sleep(20)
                return
            time.sleep(5)
        raise RuntimeError("it takes too long")

    def archive(self, number):
        """Games, and comments of moves, in the archive of a test."""
        file = self.site / f"Media/PGNs/{number}.pgn.tar"
        games = moves = bare = 0
        if file.exists():
            with tarfile.open(file) as tar:
                for member in tar:
                    text = bz2.decompress(tar.extractfile(member).read()).decode("ascii")
                    games += text.count("[White ")
                    moves += text.count(" {")
                    bare += text.count("{unknown}")
        return games, moves, bare

    def page(self):
        """What the server knows, and whether it is what it should be."""
        tests = self.ask("select * from OpenBench_test order by id")
        results = self.ask("select test_id, sum(crashes) crashes, sum(timeloss) timeloss from OpenBench_result group by test_id")
        results = {row["test_id"]: row for row in results}
        events = self.ask("select summary, test_id, log_file from OpenBench_logevent order by id")
        parameters = self.ask("select name, start, value from OpenBench_spsaparameter order by id")
        sprt, crash, spsa, datagen = tests
        penta = lambda test: [test[key] for key in ("LL", "LD", "DD", "DW", "WW")]
        faults = lambda test: (results[test["id"]]["crashes"], results[test["id"]]["timeloss"])
        archived, generated = self.archive(sprt["id"]), self.archive(datagen["id"])
        disconnects = [event for event in events if event["test_id"] == crash["id"]]
        builds = sorted(path.name for path in (self.site / "Client/Engines").iterdir())
        verdict = "passed" if sprt["passed"] else "failed" if sprt["failed"] else "open"
        worker = (self.folder / "worker.log").read_text()
        runner = re.search(r"Finished building v(\S+)", worker)
        checks = {
            "the worker built the runner": runner is not None,
            "the worker built four engines": len(builds) >= 4,
            "a verdict": verdict in ("passed", "failed") and abs(sprt["currentllr"]) >= 2.94,
            "no fault in it": not sprt["error"] and faults(sprt) == (0, 0),
            "an engine with the network": any(self.facts["network"].split("(")[1][:8] in name for name in builds),
            "the crash was reported": crash["error"] and faults(crash)[0] > 0
                and any("Disconnect" in event["summary"] for event in disconnects),
            "the crash left its games": all((self.site / "Media" / event["log_file"]).stat().st_size for event in disconnects),
            "tuning moved parameters": spsa["games"] >= 20 and any(row["value"] != row["start"] for row in parameters),
            "tuning without a fault": not spsa["error"] and faults(spsa) == (0, 0),
            "twenty games of data": datagen["games"] >= 20 and generated[0] >= 20,
            "every move of them with its comment": generated[1] > 0 and generated[2] == 0,
        }
        lines = [
            "", "OpenBench on 127.0.0.1", "======================",
            f"OpenBench {self.openbench_commit}, runner v{runner.group(1) if runner else '?'} built by the worker",
            f"dev {self.facts['dev']} with network {self.facts['network']}, base {self.facts['base']}",
            "", "1. two commits, 2.0+0.02 scaled, bounds [-200, 0]",
            f"   {verdict} at LLR {sprt['currentllr']:.2f} after {sprt['games']} games: "
            f"+{sprt['wins']} ={sprt['draws']} -{sprt['losses']}, pentanomial {penta(sprt)}",
            f"   crashes and time losses {faults(sprt)}; archive: {archived[0]} games",
            "2. a build that crashes, 2,000 nodes a move",
            f"   {crash['games']} games, crashes and time losses {faults(crash)}, error flag {bool(crash['error'])}; log:",
            *(f"   - {event['summary']}: Media/{event['log_file']}" for event in disconnects[:4]),
            f"   ({len(disconnects)} entries)",
            "3. tuning, 2,000 nodes a move", f"   {spsa['games']} games",
            *(f"   {row['name']}: {row['start']:g} -> {row['value']:.3f}" for row in parameters),
            "4. data generation, 2,000 nodes a move, starts by genfens",
            f"   {datagen['games']} games; archive: {generated[0]} games, {generated[1]} moves, "
            f"{generated[2]} without a readable comment",
            "", "engines built by the worker: " + ", ".join(builds), "",
        ]
        lines += [f"{'ok  ' if good else 'FAIL'} {name}" for name, good in checks.items()]
        print("\n".join(lines))
        return all(checks.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("openbench", help="a checkout of AndyGrant/OpenBench, or its git directory")
    parser.add_argument("--dev", default="HEAD", help="the commit to test (HEAD)")
    parser.add_argument("--base", default="HEAD~1", help="the commit to test it against (HEAD~1)")
    parser.add_argument("--network", help="network of the first test, by EVALFILE (the one in nets/)")
    parser.add_argument("--tune", default="rfp_margin, int, 80, 20, 200, 8, 0.02\naspiration_window, int, 15, 5, 100, 3, 0.02",
                        help="lines of `guohe tunables`")
    parser.add_argument("--python", help="a Python that has the packages of both requirements.txt (a fresh environment)")
    parser.add_argument("--quick", action="store_true", help="build without link-time optimisation")
    parser.add_argument("--keep", action="store_true", help="leave the temporary folder")
    loopback = Loopback(parser.parse_args())
    # A signal ends it as Ctrl-C does: with everything cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    good = False
    try:
        loopback.check_out()
        loopback.install()
        loopback.plan()
        loopback.serve()
        loopback.say("server and worker run; the worker builds")
        loopback.work()
        good = loopback.page()
    finally:
        # A second signal must not end the cleaning up.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        if not good:
            for name in ("worker", "server"):
                log = loopback.folder / f"{name}.log"
                if log.exists():
                    print(f"--- the end of the {name}'s log\n" + textwrap.indent(log.read_text()[-4000:], "    "))
        loopback.close()
    left = loopback.left_running()
    print(f"{'FAIL' if left else 'ok  '} no process is left {left or ''}")
    print(f"{time.time() - loopback.began:.0f} s in all")
    sys.exit(0 if good and not left else 1)


if __name__ == "__main__":
    main()
