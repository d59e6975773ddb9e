#!/usr/bin/env python3
"""Prints the licences of all crates that are linked into programs, and the texts that came with these crates.

Usage: notices.py TARGET PACKAGE..., for example: notices.py x86_64-unknown-linux-musl guohe guohe-tools
"""

import json
import pathlib
import re
import subprocess
import sys

sys.stdout.reconfigure(encoding="utf-8")
target, *names = sys.argv[1:]
command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
members = set(metadata["workspace_members"])

linked = set()
pending = [member for member in members if packages[member]["name"] in names]
assert len(pending) == len(names), f"not in the workspace: {names}"
while pending:
    package = pending.pop()
    if package in linked:
        continue
    linked.add(package)
    for dependency in nodes[package]["deps"]:
        if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
            pending.append(dependency["pkg"])

texts = {}
for package in sorted((packages[package] for package in linked - members), key=lambda package: package["name"]):
    title = f"{package['name']} {package['version']}, {package['license']}, {package['repository'] or 'no address'}"
    folder = pathlib.Path(package["manifest_path"]).parent
    # The C sources of zstd-sys have a licence of their own, one folder below.
    for file in sorted([*folder.glob("*"), *folder.glob("*/*")]):
        if file.is_file() and re.match(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", file.name, re.IGNORECASE):
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            texts.setdefault(text, []).append(f"{title}: {file.relative_to(folder)}")
    print(title)

for text, owners in texts.items():
    print("\n" + "=" * 100 + "\n" + "\n".join(owners) + "\n\n" + text)
