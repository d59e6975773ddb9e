#!/usr/bin/env python3
"""Prints the licences of all crates that are linked into programs, and the texts that came with these crates, with the
standard library and, in static programs, with the C library musl.

Usage: notices.py TARGET PACKAGE..., for example: notices.py x86_64-unknown-linux-musl guohe guohe-tools
"""

import html
import json
import pathlib
import re
import subprocess
import sys

MUSL = """\
musl, MIT, https://musl.libc.org

Copyright © 2005-2020 Rich Felker, et al.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
RULE = "\n" + "=" * 100 + "\n"

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
    print(RULE + "\n".join(owners) + "\n\n" + text)

sysroot = subprocess.run(["rustc", "--print", "sysroot"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
standard_library = pathlib.Path(sysroot, "share/doc/rust/COPYRIGHT-library.html").read_text(encoding="utf-8")
text = html.unescape(re.sub("<style>.*?</style>|<[^>]+>", "", standard_library, flags=re.DOTALL))
print(RULE + re.sub(r"\s*\n(\s*\n)+", "\n\n", text).strip())
if "musl" in target:
    print(RULE + MUSL)
