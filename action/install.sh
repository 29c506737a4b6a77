#!/usr/bin/env bash
# Installs osmosis-lint from the action's own checkout into an environment of its own, so that nothing of the job's
# Python changes, and puts the environment's interpreter into the output `python`.
# Reads: OSMOSIS_LINT_PYTHON (empty: python3), GITHUB_ACTION_PATH, RUNNER_TEMP, GITHUB_OUTPUT.
set -euo pipefail

fail() {
    echo "::error title=osmosis-lint::$1"
    exit 2
}

python=${OSMOSIS_LINT_PYTHON:-$(command -v python3 || command -v python || true)}
[ -n "$python" ] || fail "there is no python3 on this machine; set the input python-version"
"$python" -c 'import sys; raise SystemExit(sys.version_info < (3, 10))' ||
    fail "osmosis-lint needs Python 3.10 or newer, which $python is not; set the input python-version"

environment=$(mktemp -d "${RUNNER_TEMP:?}/osmosis-lint.XXXXXX")
"$python" -m venv "$environment" || fail "$python cannot make a virtual environment (on Debian, install python3-venv)"
for python in "$environment/bin/python" "$environment/Scripts/python.exe"; do
    [ ! -x "$python" ] || break
done
"$python" -m pip install --quiet --disable-pip-version-check "$GITHUB_ACTION_PATH" ||
    fail "pip could not install osmosis-lint; its messages are above"
echo "python=$python" >>"$GITHUB_OUTPUT"
