#!/usr/bin/env bash
# Tests the modules of the page that need no browser, by node's own runner; with `types` their types, too, by TypeScript.
#
# Usage: tests/e2e/board/page/run.sh [types]
set -euo pipefail
cd "$(dirname "$0")/../../../.."

TYPESCRIPT=5.9.3
command -v node >/dev/null || tests/e2e/packages.sh nodejs

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# As the board serves them: the page's own modules, and those that pictures and reports share with it.
cp crates/board/src/page/*.js tests/e2e/board/page/*.test.js "$work/"
for exports in crates/diagram/src/*.exports.js; do
    name=$(basename "$exports" .exports.js)
    cat "crates/diagram/src/$name.js" "$exports" >"$work/$name.js"
done
# The static page has a way of its own to the engine.
mkdir "$work/web"
cp crates/web/page/{link,network}.js "$work/web/"
echo '{ "type": "module" }' >"$work/package.json"

cd "$work"
# The Node.js 18 of Debian 12 has `crypto` only on request; later ones ignore this.
NODE_OPTIONS=--experimental-global-webcrypto node --test
if [ "${1:-}" = types ]; then
    command -v npm >/dev/null || "$OLDPWD/tests/e2e/packages.sh" npm
    rm ./*.test.js
    # The build of the page writes this number into network.js.
    echo 'declare const NETWORK_SIZE: number;' >web/build.d.ts
    npm install --silent --no-audit --no-fund --prefix "$work/types" "typescript@$TYPESCRIPT"
    "$work/types/node_modules/.bin/tsc" --noEmit --allowJs --checkJs --skipLibCheck --target es2023 --module esnext \
        --moduleResolution bundler --lib es2023,dom,dom.iterable --noImplicitAny false --noFallthroughCasesInSwitch \
        --noUnusedLocals ./*.js web/*.ts web/*.js
fi
echo "page: ok"
