# Every target makes its own environment in .venv. PYTHON=... chooses the interpreter, JOBS=... the test workers.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; break; fi; done)
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SITE := $(VENV)/.installed-site

# Compiled files are kept: preparing the assertions of every test anew takes most of the time of collecting them.
unexport PYTHONDONTWRITEBYTECODE

# Packages of the caller's are none of ours: a wheel that seems to be installed would not be tried.
unexport PYTHONPATH

.DEFAULT_GOAL := help
.PHONY: help env demo test test-fast lint lint-format lint-rules lint-types lint-dead check format bench bench-peers load soak soak-record docs \
	wheel wheel-check clean

help:
	@echo "make demo        a loop from board to ruling, on the screen"
	@echo "make test        every test"
	@echo "make test-fast   the tests that are not marked slow, in less than half of the time"
	@echo "make check       formatting, lint, types, dead code and every test"
	@echo "make lint        formatting, lint, types and dead code"
	@echo "make format      write the formatting"
	@echo "make bench       measure, and say which aims are missed and what is slower than before"
	@echo "make bench-peers the same loop with other engines, where there are any"
	@echo "make load        a thousand open games over HTTP, and what hostile clients do to others"
	@echo "make soak        the long tests and the bench: about an hour on two cores"
	@echo "make soak-record write the pages of what the long tests kept"
	@echo "make docs        write the pages that are made from source and tests, and build the site into build/site"
	@echo "make wheel       a wheel in dist/, which pip installs alone"
	@echo "make wheel-check the wheel in an environment of its own: the demo and a named combo run from it"
	@echo "make clean       remove the environment and all caches"

env: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or newer found; name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install -q --no-input --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(STAMP)
	$(BIN)/reiterate demo

# What the tests of a file share is made once: one worker takes the whole file. The longest files come first (tests/support/costs.py).
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

test: $(STAMP)
	$(PYTEST)

test-fast: $(STAMP)
	$(PYTEST) -m "not soak and not slow"

lint: lint-format lint-rules lint-types lint-dead

lint-format: $(STAMP)
	$(BIN)/ruff format --check .

lint-rules: $(STAMP)
	$(BIN)/ruff check .

lint-types: $(STAMP)
	$(BIN)/mypy

lint-dead: $(STAMP)
	$(BIN)/python -m tests.house.dead_code

check: lint test

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

bench-peers: $(STAMP)
	$(BIN)/python -m benchmarks.peers

load: $(STAMP)
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.hostile

soak: $(STAMP)
	$(BIN)/python -m tests.soak.whole --jobs $(JOBS)

soak-record: $(STAMP)
	$(BIN)/python -m tests.soak.whole --record

docs: $(STAMP) $(SITE)
	$(BIN)/python -m tests.house.rules_sections
	$(BIN)/python -m tests.house.not_implemented
	$(BIN)/python -m tests.house.explained
	$(BIN)/python -m tests.house.file_map
	$(BIN)/zensical build --strict

$(SITE): $(STAMP)
	$(BIN)/python -m pip install -q --no-input --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@

wheel: $(STAMP)
	rm -rf build/lib dist
	$(BIN)/python -m pip wheel -q --no-input --disable-pip-version-check --no-deps -w dist .

wheel-check: wheel
	rm -rf build/wheel-check
	$(PYTHON) -m venv build/wheel-check
	build/wheel-check/bin/python -m pip install -q --no-input --disable-pip-version-check -c constraints.txt dist/*.whl
	test -s build/wheel-check/lib/python3*/site-packages/reiterate-*.dist-info/licenses/NOTICE
	cd build/wheel-check && REITERATE_CACHE=off bin/reiterate demo >/dev/null
	cd build/wheel-check && REITERATE_CACHE=off bin/reiterate combo kiki-jiki "zealous conscripts"
	@echo "the wheel works by itself"

clean:
	rm -rf $(VENV) build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
