"""Finds links in the Markdown files of a folder to files or headings that do not exist.

Usage: links.py FOLDER [PATTERN, as 'src/*': what the folder may lack]...
"""

import fnmatch
import pathlib
import re
import sys
import urllib.parse

LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(text):
    """The names that the host's pages give to the headings of a text."""
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", text), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


def broken(folder, may_lack):
    """Each dead link, as "file: link"."""
    for page in sorted(folder.rglob("*.md")):
        # Templates in the sources have the links of the page that is made from them.
        if {"target", "src"} & set(page.relative_to(folder).parts):
            continue
        for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
            address, _, anchor = urllib.parse.unquote(link).partition("#")
            # ../../releases and the like are pages of the host.
            if re.match(r"[a-z]+:", address) or re.fullmatch(r"(\.\./)+(releases|issues)", address):
                continue
            target = (page.parent / address).resolve() if address else page
            inside = target.relative_to(folder).as_posix() if target.is_relative_to(folder) else ".."
            if any(fnmatch.fnmatch(inside, pattern) for pattern in may_lack):
                continue
            if not target.exists() or anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
                yield f"{page.relative_to(folder)}: {link}"


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    assert (folder / "README.md").is_file(), f"{folder} has no README.md"
    found = list(broken(folder, tuple(sys.argv[2:])))
    for line in found:
        print(f"links: {line}", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
