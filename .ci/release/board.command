#!/bin/sh
# Opens the board in the browser.
cd "$(dirname "$0")" && exec ./guohe-tools board
