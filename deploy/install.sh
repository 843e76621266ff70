#!/bin/sh
# Install the program with its extra "web" into an environment of its own.
#   install.sh TARGET WHEEL [CONSTRAINTS]
# The container file runs this, and so may a machine without containers. PYTHON=... chooses the interpreter.
set -eu

target=$1
wheel=$2
constraints=${3:-}

"${PYTHON:-python3}" -m venv "$target"
"$target/bin/python" -m pip install -q --no-input --disable-pip-version-check ${constraints:+-c "$constraints"} "$wheel[web]"
"$target/bin/python" -m compileall -q "$target/lib" || true
REITERATE_CACHE=off "$target/bin/reiterate" doctor >/dev/null
"$target/bin/reiterate" serve --port 0 --check
