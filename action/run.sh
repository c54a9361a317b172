#!/usr/bin/env bash
# The action's one step. It always succeeds after its outputs are set; the next step fails by the exit code.
set -uo pipefail

# The release that this action belongs to.
own_version=1.0.0

refuse() {
  # What follows `::` would be read as a command of the runner, so a message of ours never holds an input.
  echo "::error title=mcpward::$1"
  echo "exit-code=2" >>"$GITHUB_OUTPUT"
  exit 0
}

# An input with a line break could forge another output.
single_line() { [[ "$1" != *$'\n'* && "$1" != *$'\r'* ]]; }

for name in CONFIG COMMAND HTTP BASELINE FAIL_ON REPORTER OUTPUT VERSION WORKING_DIRECTORY PR_COMMENT; do
  variable=MCPWARD_INPUT_$name
  single_line "${!variable:-}" || refuse "an input holds a line break"
done

version=${MCPWARD_INPUT_VERSION:-$own_version}
[[ "$version" =~ ^[0-9A-Za-z.+-]{1,64}$ ]] || refuse "the input version is no version"
case "${MCPWARD_INPUT_COMMAND:-run}" in
  run | diff | lint) command=${MCPWARD_INPUT_COMMAND:-run} ;;
  *) refuse "the input command must be run, diff or lint" ;;
esac
reporter=${MCPWARD_INPUT_REPORTER:-console}
[[ "$reporter" =~ ^(console|json|junit|sarif|markdown)$ ]] ||
  refuse "the input reporter must be console, json, junit, sarif or markdown"
cd -- "${MCPWARD_INPUT_WORKING_DIRECTORY:-.}" 2>/dev/null || refuse "the input working-directory is no folder"

# `--option=value` keeps a value that begins with a dash from being read as an option.
arguments=("$command")
if [ -n "${MCPWARD_INPUT_HTTP:-}" ]; then
  arguments+=("--http=$MCPWARD_INPUT_HTTP")
  [ ! -f "${MCPWARD_INPUT_CONFIG:-}" ] || arguments+=("--config=$MCPWARD_INPUT_CONFIG")
else
  arguments+=("--config=${MCPWARD_INPUT_CONFIG:-mcpward.yaml}")
fi
[ "$command" = lint ] || [ -z "${MCPWARD_INPUT_BASELINE:-}" ] || arguments+=("--baseline=$MCPWARD_INPUT_BASELINE")
[ "$command" = lint ] || [ -z "${MCPWARD_INPUT_FAIL_ON:-}" ] || arguments+=("--fail-on=$MCPWARD_INPUT_FAIL_ON")
[ "$command" = lint ] || [ "${MCPWARD_INPUT_PR_COMMENT:-false}" != true ] || arguments+=("--pr-comment")

if [ -n "${MCPWARD_INPUT_OUTPUT:-}" ]; then
  arguments+=("--reporter=$reporter:$MCPWARD_INPUT_OUTPUT")
  # The log stays readable when the report goes to a file.
  arguments+=("--reporter=console")
else
  arguments+=("--reporter=$reporter")
fi
summary=""
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -n "${RUNNER_TEMP:-}" ]; then
  summary=$RUNNER_TEMP/mcpward-summary-$$.md
  arguments+=("--reporter=markdown:$summary")
fi

# What the server says goes to the log; a line of it must not be read as a command of the runner.
stop=mcpward-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$stop"
if [ -n "${MCPWARD_ACTION_BINARY:-}" ]; then
  "$MCPWARD_ACTION_BINARY" "${arguments[@]}"
else
  npx --yes "mcpward@$version" "${arguments[@]}"
fi
exit_code=$?
echo "::$stop::"

# Whatever kept npx or Node from running it: nothing was tested.
[ "$exit_code" -le 2 ] || exit_code=2

echo "exit-code=$exit_code" >>"$GITHUB_OUTPUT"
if [ -n "${MCPWARD_INPUT_OUTPUT:-}" ]; then
  case "$MCPWARD_INPUT_OUTPUT" in
    /*) echo "report-path=$MCPWARD_INPUT_OUTPUT" >>"$GITHUB_OUTPUT" ;;
    *) echo "report-path=$PWD/$MCPWARD_INPUT_OUTPUT" >>"$GITHUB_OUTPUT" ;;
  esac
fi
if [ -n "$summary" ] && [ -f "$summary" ]; then
  cat -- "$summary" >>"$GITHUB_STEP_SUMMARY"
  # A pull request that edits the lockfile edits what it is judged by: show what it accepts.
  if [ -n "${GITHUB_BASE_REF:-}" ] && [ "$command" != lint ]; then
    changed=$(git diff --stat "origin/$GITHUB_BASE_REF...HEAD" -- '*.lock.json' 2>/dev/null || true)
    if [ -n "$changed" ]; then
      {
        echo
        echo "This pull request changes a lockfile. Review it as you would review code:"
        echo
        # Indented, so that nothing in a path is Markdown.
        printf '%s\n' "$changed" | sed 's/^/    /'
      } >>"$GITHUB_STEP_SUMMARY"
    fi
  fi
  rm -f -- "$summary"
fi
exit 0
