#!/usr/bin/env python3
"""A file of starts, one FEN a line as `guohe-tools openings` writes it, as a book for OpenBench.

    crates/openbench/book.py STARTS FOLDER

writes FOLDER/guohe.epd.zip and FOLDER/guohe.epd.json, the page for the server's Books/, in which
REPOSITORY stands for the address of the repository, as host.py wants it. The same starts give the same bytes.
"""

import hashlib
import json
import sys
import zipfile
from pathlib import Path

NAME = "guohe.epd"


def make(starts, folder):
    """Writes the zip; gives its path and the SHA-256 of the text inside."""
    lines = []
    for line in Path(starts).read_text(encoding="utf-8").splitlines():
        fields = line.split("#")[0].split()
        if fields:
            lines.append(f"{fields[0]} {fields[1]} - - hmvc 0; fmvn 1;\n")
    text = "".join(lines).encode("ascii")
    path = Path(folder) / f"{NAME}.zip"
    entry = zipfile.ZipInfo(NAME, date_time=(2000, 1, 1, 0, 0, 0))
    entry.external_attr = 0o644 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, text, compress_type=zipfile.ZIP_DEFLATED)
    return path, hashlib.sha256(text).hexdigest()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path, digest = make(sys.argv[1], sys.argv[2])
    url = f"REPOSITORY/raw/main/crates/openbench/Books/{NAME}.zip"
    page = json.dumps({"sha": digest, "source": url}, indent=4) + "\n"
    path.with_suffix(".json").write_text(page)
    print(page, end="")
