#!/usr/bin/env bash
# Builds the one wasm module that Node and the page share, into npm/wasm. MCPWARD_WASM_PROFILE=dev builds in seconds
# what takes minutes otherwise, for trying things out: it is slow, large, and never what ships.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.tools/bin:$PATH" wasm-pack --quiet build wasm "--${MCPWARD_WASM_PROFILE:-release}" \
  --target web --mode no-install --no-pack --out-dir ../npm/wasm --out-name mcpward
# wasm-pack hides its output from git and, with that, from npm pack.
rm -f npm/wasm/.gitignore
if [ "${MCPWARD_WASM_PROFILE:-release}" = release ]; then node scripts/strip-names.mjs npm/wasm/mcpward_bg.wasm; fi
