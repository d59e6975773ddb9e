#!/usr/bin/env python3
"""Makes a checkout of OpenBench a host of guohe.

    crates/openbench/host.py OPENBENCH [OWNER/NAME]

OPENBENCH is the checkout, OWNER/NAME the repository on GitHub whose commits are to be tested (without it the one that this
repository was cloned from), whose branch is `main`. Engine, book and configuration are written to OpenBench's folders, with
the repository's address where the samples say REPOSITORY; what OpenBench's own configuration says of its client stays. All
engines of an instance are judged by the same runner, so guohe is the only one.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLE = "REPOSITORY"


def place(openbench, repository, branch="main"):
    """Writes the three files with `repository`, an address, in place of SAMPLE."""
    openbench = Path(openbench)
    config_file = openbench / "Config/config.json"
    own = json.loads(config_file.read_text())
    texts = {}
    for name in ("Engines/Guohe.json", "Books/guohe.epd.json", "Config/config.json"):
        text = (HERE / name).read_text()
        if SAMPLE not in text:
            sys.exit(f"host: {name} does not say {SAMPLE}")
        texts[name] = text.replace(SAMPLE, repository)
    config = json.loads(texts.pop("Config/config.json"))
    config.update({key: value for key, value in own.items() if key.startswith("client_")})
    # A host whose OpenBench wants a newer fastchess has to know that ours takes the words of an older one.
    wanted, understood = (tuple(map(int, version["fastchess_min_version"].split("."))) for version in (own, config))
    if wanted > understood:
        print(f"host: this OpenBench asks for fastchess {own['fastchess_min_version']}; words of "
              f"{config['fastchess_min_version']} are understood, so try it with loopback.py first", file=sys.stderr)
    config["fastchess_repo_ref"] = branch
    # Not before everything has been read: a file that is half of both would be taken for the server's own.
    for name, text in texts.items():
        (openbench / name).write_text(text)
    config_file.write_text(json.dumps(config, indent=4) + "\n")


def origin():
    """OWNER/NAME of the repository on GitHub that this one was cloned from."""
    command = ["git", "-C", str(HERE), "remote", "get-url", "origin"]
    url = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    found = re.search(r"github\.com[:/]([\w.-]+/[\w.-]+?)(\.git)?/?$", url)
    return found.group(1) if found else sys.exit("host: this is no clone from GitHub; name OWNER/NAME\n\n" + __doc__)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    repository = sys.argv[2] if len(sys.argv) > 2 else origin()
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        sys.exit(__doc__)
    if not (Path(sys.argv[1]) / "manage.py").is_file():
        sys.exit(f"host: {sys.argv[1]} is no checkout of OpenBench")
    place(sys.argv[1], f"https://github.com/{repository}")
    print(f"For {repository}: Engines/Guohe.json, Books/guohe.epd.json and Config/config.json are written; start the server anew.")


if __name__ == "__main__":
    main()
