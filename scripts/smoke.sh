#!/usr/bin/env bash
# Installs the packed package where nothing of this repository is near, in the ways that people do, and does the main
# job with it. The Node is the one on PATH; `scripts/other-nodes.sh` comes here with others.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# A space and letters beyond ASCII: paths that are easy to get wrong.
folder=$(mktemp -d)/"prøve it 試す"
mkdir -p "$folder"
trap 'rm -rf "$(dirname "$folder")"' EXIT
export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error npm_config_update_notifier=false

fail() { echo "smoke: $1" >&2; exit 1; }
tarball="$(dirname "$folder")/$(cd "$root/npm" && npm pack --silent --ignore-scripts --pack-destination "$(dirname "$folder")")"
version=$(node -p "require('$root/npm/package.json').version")
drift="$root/fixtures/servers/drift/server.mjs"
memory="$root/npm/node_modules/@modelcontextprotocol/server-memory/dist/index.js"

# Does the main job with the `mcpward` that the rest of the line starts, in the current folder.
main_job() {
  [ "$("$@" --version)" = "$version" ] || fail "--version is wrong"
  "$@" init >/dev/null
  [ -s mcpward.yaml ] || fail "init wrote nothing"
  "$@" baseline -- node "$drift" v1 >/dev/null 2>&1 || fail "baseline failed"
  "$@" diff -- node "$drift" v1 >/dev/null || fail "diff found something in an unchanged server"
  local status=0
  "$@" diff -- node "$drift" v2 >report.txt || status=$?
  [ "$status" -eq 1 ] || fail "diff of a changed server gave exit code $status"
  grep -q 'DRIFT (5 failed)' report.txt || fail "the report lacks the drift block"
  "$@" baseline --baseline memory.lock.json -- node "$memory" >/dev/null 2>&1 || fail "baseline of a real server failed"
  "$@" diff --baseline memory.lock.json -- node "$memory" >/dev/null || fail "a real server differs from its own baseline"
}

# Does it with the library.
library() {
  cat >library.mjs <<'END'
import { capture, diff } from "mcpward";
import { assertContract } from "mcpward/node-test";
const target = { command: process.execPath, args: [process.argv[2], "v1"] };
const report = await diff(await capture(target), { ...target, args: [process.argv[2], "v2"] });
if (report.summary.failed !== 5) throw new Error(JSON.stringify(report.summary));
await assertContract({}, target, "mcpward.lock.json");
END
  node library.mjs "$drift" || fail "the library does not do what the command does"
}

mkdir "$folder/npm" && cd "$folder/npm"
echo '{ "private": true }' >package.json
npm install --silent "$tarball"
[ "$(npx --no-install mcpward --version)" = "$version" ] || fail "npx does not find it"
main_job node_modules/.bin/mcpward
library
installed=$(find node_modules -name package.json -not -path '*/dist/*' | grep -cE 'node_modules/(@[^/]+/)?[^/]+/package.json$')
[ "$installed" -le 10 ] || fail "$installed packages were installed"
echo "smoke: npm install: init, baseline and diff work ($installed packages)"

mkdir "$folder/global" "$folder/anywhere" && cd "$folder/anywhere"
npm install --silent --global --prefix "$folder/global" "$tarball"
main_job "$folder/global/bin/mcpward"
echo "smoke: npm install --global: the same"

# Exact, so that the same commit tests the same pnpm; it is the last line that runs on every Node we support.
pnpm=$(node "$root/scripts/cached-package.mjs" pnpm 10.34.9)/bin/pnpm.cjs
mkdir "$folder/pnpm" && cd "$folder/pnpm"
echo '{ "private": true }' >package.json
node "$pnpm" add --silent --store-dir "$(dirname "$folder")/store" "$tarball"
[ -L node_modules/mcpward ] || fail "pnpm made another layout than its own"
[ "$(node "$pnpm" exec mcpward --version)" = "$version" ] || fail "pnpm exec does not find it"
main_job node_modules/.bin/mcpward
library
echo "smoke: pnpm: the same"
