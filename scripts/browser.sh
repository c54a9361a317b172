#!/usr/bin/env bash
# Finds or installs a Chromium for the tests of the page. Without one they are skipped, and say why.
set -uo pipefail
cd "$(dirname "$0")/.."

have() { node web/scripts/browser.mjs >/dev/null; }
have && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "browser: installing chromium"
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1
  have && exit 0
fi
echo "browser: fetching the one that playwright-core knows"
(cd web && npx playwright-core install chromium --only-shell) >/dev/null 2>&1
have && exit 0
echo "browser: none was found and none could be installed (apt-get as root, then playwright-core's own download)" >&2
echo "browser: install Chromium, or name one in MCPWARD_BROWSER" >&2
