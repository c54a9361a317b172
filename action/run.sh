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

mcpward() {
  if [ -n "${MCPWARD_ACTION_BINARY:-}" ]; then
    "$MCPWARD_ACTION_BINARY" "$@"
  else
    npx --yes "mcpward@$version" "$@"
  fi
}

# What the server says goes to the log; a line of it must not be read as a command of the runner.
stop=mcpward-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$stop"
mcpward "${arguments[@]}"
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
  rm -f -- "$summary"
fi

# A pull request that edits the lockfile edits what it is judged by: show what the new one accepts.
configured=()
[ ! -f "${MCPWARD_INPUT_CONFIG:-}" ] || configured=("--config=$MCPWARD_INPUT_CONFIG")
accepted() {
  local base=origin/$GITHUB_BASE_REF lockfile report shown=0
  if ! git rev-parse --quiet --verify "$base^{commit}" >/dev/null 2>&1; then
    echo
    echo "Whether this pull request changes a lockfile is not known: check out with \`fetch-depth: 0\` to see it."
    return
  fi
  report=$(mktemp)
  while IFS= read -r -d '' lockfile; do
    shown=$((shown + 1))
    [ "$shown" -le 20 ] || continue
    if [ "$shown" -eq 1 ]; then
      echo
      echo "## This pull request changes a lockfile"
      echo
      echo "Review it as you would review code. It accepts:"
    fi
    echo
    # Indented, so that nothing in a path is Markdown.
    printf '    %s\n' "${lockfile//[^[:print:]]/?}"
    echo
    : >"$report"
    mcpward diff "--baseline=git:$base:./$lockfile" "--against=$lockfile" "--reporter=markdown:$report" \
      "${configured[@]}" >/dev/null 2>&1
    if [ -s "$report" ]; then
      cat -- "$report"
    else
      echo "It is new, gone, or cannot be compared."
    fi
  done < <(git diff --name-only -z --relative "$base...HEAD" -- '*mcpward*.lock.json' 2>/dev/null)
  rm -f -- "$report"
  [ "$shown" -le 20 ] || printf '\nand %s more lockfiles\n' "$((shown - 20))"
}
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -n "${GITHUB_BASE_REF:-}" ] && [ "$command" != lint ]; then
  accepted >>"$GITHUB_STEP_SUMMARY"
fi
exit 0
