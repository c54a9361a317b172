#!/usr/bin/env bash
# The main job on a server of our own: pin what version 1 offers, then meet version 2.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
server="$root/fixtures/servers/drift/server.mjs"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mcpward() { node "$root/npm/dist/cli.js" "$@"; }

echo "\$ mcpward baseline -- node server.mjs v1"
# In CI `baseline` warns that it may accept a rug pull; here the server is our own.
CI='' mcpward baseline -- node "$server" v1

echo
echo "The server ships an update, and CI looks again:"
echo
echo "\$ mcpward diff -- node server.mjs v2"
status=0
mcpward diff -- node "$server" v2 || status=$?
echo
echo "\$ echo \$?"
echo "$status"
echo
if [ "$status" -ne 1 ]; then
  echo "demo: expected exit code 1, because the contract was broken; got $status" >&2
  exit 1
fi
echo "Exit code 1 is what should happen here: the contract changed, so a CI job would stop. The demo itself worked."
