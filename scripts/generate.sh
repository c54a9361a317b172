#!/usr/bin/env bash
# Regenerates what is derived from the Rust types and from the comments in the library. In CI a difference means that
# somebody forgot to.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ ! -d core/examples/generate ]; then
  echo "generate: nothing is generated yet"
  exit 0
fi
cargo run --quiet --package mcpward-core --example generate
node npm/scripts/api-docs.mjs
if [ -n "${CI:-}" ] && [ -n "$(git status --porcelain -- schemas docs npm/src/generated)" ]; then
  git status --short -- schemas docs npm/src/generated
  echo "generate: run \`make generate\` and commit the result" >&2
  exit 1
fi
