#!/usr/bin/env bash
# Installs the packed package where nothing of this repository is near, and does the main job with it.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# A space and a letter beyond ASCII: paths that are easy to get wrong.
folder=$(mktemp -d)/"prøve it"
mkdir -p "$folder"
trap 'rm -rf "$(dirname "$folder")"' EXIT

tarball=$(cd "$root/npm" && npm pack --silent --ignore-scripts --pack-destination "$(dirname "$folder")")
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund "../$tarball"

fail() { echo "smoke: $1" >&2; exit 1; }
[ "$(npx --no-install mcpward --version)" = "$(node -p "require('$root/npm/package.json').version")" ] || fail "--version is wrong"
npx --no-install mcpward init >/dev/null
[ -s mcpward.yaml ] || fail "init wrote nothing"
server="$root/fixtures/servers/drift/server.mjs"
npx --no-install mcpward baseline -- node "$server" v1 >/dev/null 2>&1 || fail "baseline failed"
npx --no-install mcpward diff -- node "$server" v1 >/dev/null || fail "diff found something in an unchanged server"
status=0
npx --no-install mcpward diff -- node "$server" v2 >report.txt || status=$?
[ "$status" -eq 1 ] || fail "diff of a changed server gave exit code $status"
grep -q 'DRIFT (5 failed)' report.txt || fail "the report lacks the drift block"
node --input-type=module -e 'import * as m from "mcpward"; if (typeof m.diff !== "function") process.exit(1)' || fail "the library lacks diff"
installed=$(find node_modules -name package.json -path '*node_modules/*' -not -path '*/dist/*' | grep -cE 'node_modules/(@[^/]+/)?[^/]+/package.json$')
[ "$installed" -le 10 ] || fail "$installed packages were installed"
echo "smoke: init, baseline and diff work from the packed package ($installed packages installed)"
