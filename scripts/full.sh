#!/usr/bin/env bash
# What `make full` runs after `make ready`. A step that has to leave something out writes a line about it to
# $MCPWARD_SKIPS; all of them are counted and shown at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
MCPWARD_SKIPS=$(mktemp)
export MCPWARD_SKIPS
trap 'rm -f "$MCPWARD_SKIPS"' EXIT

step() {
  echo "full: $1"
  shift
  "$@"
}

step "servers over the Python SDK" node scripts/python-peers.mjs
step "a new rule, as CONTRIBUTING.md says" node scripts/test-new-rule.mjs
step "static checks of 10,000 tools" node scripts/static-speed.mjs
step "300 runs of the library in one process" node scripts/soak.mjs 300
step "the transports on other versions of Node" scripts/other-nodes.sh

echo "full: everything passed; skipped $(wc -l <"$MCPWARD_SKIPS")"
sed 's/^/  skipped: /' "$MCPWARD_SKIPS"
