#!/usr/bin/env bash
# Waits at most half a minute until a file names the address of the board, and loads its page.
#
# Usage: page_opens.sh FILE
set -euo pipefail
for _ in $(seq 300); do
    if address=$(grep -om 1 'http://[^[:space:]]*' "$1" 2>/dev/null); then
        exec python3 -c '
import sys, urllib.request
page = urllib.request.urlopen(sys.argv[1], timeout=10).read().decode()
assert "guohe" in page.lower(), page[:200]' "$address"
    fi
    sleep 0.1
done
echo "page_opens: the board does not start" >&2
cat "$1" >&2
exit 1
