#!/usr/bin/env python3
"""Makes a checkout of OpenBench a host of guohe.

    tools/openbench/host.py OPENBENCH OWNER/REPOSITORY [BRANCH]

OPENBENCH is the checkout, OWNER/REPOSITORY the one on GitHub whose commits are to be tested, BRANCH the one from which
workers build the match runner (main). Engine, book and configuration are written to OpenBench's folders; what its own
configuration says of its client stays. All engines of an instance are judged by the same runner, so guohe is the only one.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def place(openbench, repository, branch="main"):
    """Writes the three files with `repository`, an address, in place of the sample's."""
    sample = "https://github.com/OWNER/guohe"
    openbench = Path(openbench)
    config_file = openbench / "Config/config.json"
    own = json.loads(config_file.read_text())
    for name in ("Engines/Guohe.json", "Books/guohe.epd.json", "Config/config.json"):
        text = (HERE / name).read_text()
        if sample not in text:
            sys.exit(f"host: {name} does not say {sample}")
        (openbench / name).write_text(text.replace(sample, repository))
    config = json.loads(config_file.read_text())
    config.update({key: value for key, value in own.items() if key.startswith("client_")})
    # A host whose OpenBench wants a newer fastchess has to know that ours takes the words of an older one.
    wanted, understood = (tuple(map(int, version["fastchess_min_version"].split("."))) for version in (own, config))
    if wanted > understood:
        print(f"host: this OpenBench asks for fastchess {own['fastchess_min_version']}; words of "
              f"{config['fastchess_min_version']} are understood, so try it with loopback.py first", file=sys.stderr)
    config["fastchess_repo_ref"] = branch
    config_file.write_text(json.dumps(config, indent=4) + "\n")


def main():
    if len(sys.argv) not in (3, 4) or not re.fullmatch(r"[\w.-]+/[\w.-]+", sys.argv[2]):
        sys.exit(__doc__)
    if not (Path(sys.argv[1]) / "manage.py").is_file():
        sys.exit(f"host: {sys.argv[1]} is no checkout of OpenBench")
    place(sys.argv[1], f"https://github.com/{sys.argv[2]}", *sys.argv[3:])
    print("Engines/Guohe.json, Books/guohe.epd.json and Config/config.json are written; start the server anew.")


if __name__ == "__main__":
    main()
