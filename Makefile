# `make demo` sets everything up and shows the main job; `make test` sets everything up and runs every test.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

rust_sources := $(shell find core wasm -type f \( -name '*.rs' -o -name '*.md' -o -name Cargo.toml \) -not -path '*/tests/*') Cargo.toml Cargo.lock
npm_sources := $(shell find npm/src npm/types -type f) npm/package.json npm/tsconfig.json
root_files := README.md LICENSE NOTICE CHANGELOG.md docs/rules.md docs/configuration.md docs/stability.md \
  $(wildcard schemas/*.schema.json)

wasm := npm/wasm/mcpward_bg.wasm
dist := npm/dist/cli.js
modules := npm/node_modules/.package-lock.json
tools := .tools/.ready
page := web/dist/index.html
page_sources := $(shell find web/src -type f) web/scripts/build.mjs
page_modules := web/node_modules/.package-lock.json

.PHONY: help setup demo build test test-core test-npm test-web ready full generate new-rule bless format format-check lint size smoke web serve conformance clean

help:
	@echo "make demo    set up, then pin a server and catch it changing"
	@echo "make test    set up, then run every test"
	@echo "make ready   what CI runs: generate, format, lint, test, build, package"
	@echo "make full    make ready, and what takes longer"
	@echo "make build   the npm package in npm/"
	@echo "make web     the static page;  make serve shows it"
	@echo "make new-rule RULE=family/name   the beginnings of a rule (CONTRIBUTING.md)"
	@echo "make bless   write what the examples of docs/rules report into their pages"

# --- set-up -------------------------------------------------------------------------------------------------------
setup: $(tools) $(modules) $(page_modules)

$(tools): scripts/setup.sh Cargo.toml
	@scripts/setup.sh
	@touch $@

$(modules): npm/package-lock.json
	npm ci --prefix npm --no-audit --no-fund --loglevel=error
	@touch $@

$(page_modules): web/package-lock.json
	npm ci --prefix web --no-audit --no-fund --loglevel=error
	@touch $@

# --- build --------------------------------------------------------------------------------------------------------
build: $(wasm) $(dist)

$(wasm): $(rust_sources) scripts/build-wasm.sh scripts/strip-names.mjs | $(tools)
	scripts/build-wasm.sh
	@touch $@

$(dist): $(npm_sources) $(root_files) npm/scripts/assemble.mjs $(modules)
	rm -rf npm/dist
	cd npm && npx tsc -p tsconfig.json && chmod +x dist/cli.js && node scripts/assemble.mjs
	@touch $@

web: $(page)

$(page): $(wasm) $(page_sources) $(page_modules)
	node web/scripts/build.mjs

# --- show ---------------------------------------------------------------------------------------------------------
serve: $(page)
	@node web/scripts/serve.mjs

demo: build
	@scripts/demo.sh

# --- test ---------------------------------------------------------------------------------------------------------
test: test-core test-npm test-web

test-core:
	cargo test --workspace --quiet

test-npm: build
	rm -rf npm/test-dist
	node npm/scripts/peers.mjs
	cd npm && npx tsc -p tsconfig.test.json && node --test --test-reporter=spec test-dist/*.test.js

test-web: $(page) build
	rm -rf web/test-dist
	@scripts/browser.sh
	node npm/scripts/peers.mjs
	cd web && npx tsc -p tsconfig.test.json && node --test --test-concurrency=1 --test-reporter=spec test-dist/*.test.js

size: build $(page)
	node scripts/check-size.mjs

smoke: build
	scripts/smoke.sh

# --- what CI runs -------------------------------------------------------------------------------------------------
ready:
	$(MAKE) setup
	$(MAKE) generate
	$(MAKE) format-check
	$(MAKE) lint
	$(MAKE) test-core
	$(MAKE) build
	$(MAKE) test-npm
	$(MAKE) test-web
	$(MAKE) size
	$(MAKE) smoke
	$(MAKE) conformance
	@echo "ready: everything passed"

generate: $(modules)
	@scripts/generate.sh

new-rule:
	@node scripts/new-rule.mjs "$(RULE)"
	@cargo fmt

bless:
	MCPWARD_BLESS=1 cargo test --quiet --package mcpward-core --test pages
	$(MAKE) generate

format: $(modules) $(page_modules)
	cargo fmt
	cd npm && npx prettier --write --log-level warn .
	cd web && npx prettier --write --log-level warn .

format-check: $(modules) $(page_modules)
	cargo fmt --check
	cd npm && npx prettier --check --log-level warn .
	cd web && npx prettier --check --log-level warn .

lint: $(tools) $(modules) $(page_modules)
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo clippy --quiet --package mcpward-wasm --target wasm32-unknown-unknown -- -D warnings
	cd npm && npx tsc --noEmit -p tsconfig.json
	cd web && npm run --silent types

full: ready
	@scripts/full.sh

# The official MCP conformance suite, client side; installs it, and a Node that is new enough for it.
conformance: build
	node scripts/conformance/run.mjs

clean:
	rm -rf target npm/dist npm/test-dist npm/wasm npm/schemas npm/docs npm/node_modules npm/peers/node_modules web/dist web/test-dist web/test-artifacts web/node_modules
