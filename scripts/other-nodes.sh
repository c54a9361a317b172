#!/usr/bin/env bash
# Runs the tests that depend most on Node (processes, sockets, TLS) on the other versions that are supported, and
# installs the package there.
set -euo pipefail
cd "$(dirname "$0")/../npm"
here=$(node -p 'process.versions.node.split(".")[0]')
for major in 20 22 24 26; do
  [ "$major" = "$here" ] && continue
  if ! node=$(node ../scripts/other-node.mjs "$major"); then
    echo "Node $major (it could not be installed)" >>"${MCPWARD_SKIPS:-/dev/stderr}"
    continue
  fi
  echo "other-nodes: $("$node" --version)"
  "$node" --test --test-reporter=dot test-dist/{api,faults,in-process,matchers,network,proxy,signals,tls}.test.js
  PATH="$(dirname "$node"):$PATH" ../scripts/smoke.sh
done
