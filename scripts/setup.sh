#!/usr/bin/env bash
# Installs what the build needs beyond rustup, Node and make: the wasm target, wasm-pack and wasm-bindgen.
# They live in a cached folder outside the checkout, linked as .tools, so a second checkout costs nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

wasm_pack=0.15.1
# The same version as the crate: the two refuse to work together otherwise.
wasm_bindgen=$(sed -n 's/^wasm-bindgen = "=\(.*\)"$/\1/p' Cargo.toml)
tools=${MCPWARD_TOOLS:-$HOME/.cache/mcpward/tools}

need() { command -v "$1" >/dev/null || { echo "setup: $1 is missing; $2" >&2; exit 1; }; }
need rustup "install it from https://rustup.rs"
need node "install Node.js 20.12 or newer"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 12) ? 0 : 1)' ||
  { echo "setup: Node.js $(node --version) is too old; 20.12 or newer is needed" >&2; exit 1; }

mkdir -p "$tools"
ln -sfn "$tools" .tools

has() { [ -x "$tools/bin/$1" ] && "$tools/bin/$1" --version | grep -qF " $2"; }
install() {
  echo "setup: installing $1 $2 into $tools"
  # Some registries lack a dependency that the crate's own lock file names: then resolve afresh.
  cargo install --root "$tools" --locked "$1@$2" || cargo install --root "$tools" "$1@$2"
}

rustup target list --installed | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown
has wasm-bindgen "$wasm_bindgen" || install wasm-bindgen-cli "$wasm_bindgen"
has wasm-pack "$wasm_pack" || install wasm-pack "$wasm_pack"
