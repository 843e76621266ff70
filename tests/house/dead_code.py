"""Code that nothing uses, as vulture finds it, apart from the exceptions listed here with their reasons.

``python -m tests.house.dead_code`` prints what is unused and exits with 1 where there is something. The source is
looked at alone: what only tests use is dead too, unless it is an exception. The helpers of the tests are looked at
together with the tests.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from vulture.core import Item, Vulture  # type: ignore[import-untyped] # vulture brings no types

from tests.support.files import ROOT

#: Names of the source that no source uses, each with the reason why it stays.
SOURCE: Final[Mapping[str, str]] = {
    "loses": "a field of a node: printing, JSON and walks read all fields of a node",
    "covers": "the law that what is legal is offered: tests ask it of every choice of a game",
    "regex": "the words that an address takes: starlette's converter of addresses reads them",
    **dict.fromkeys(("takes_back", "to_put"), "a field of a view: msgspec writes it, and the page reads its JSON"),
    **dict.fromkeys(("__init_subclass__", "cache_hash"), "options of msgspec's Structs, declared for type checkers"),
    "capture_signals": "how uvicorn's server hears of signals: it calls it",
    **dict.fromkeys(("__signature__", "__annotations__"), "the parameters of a tool: inspect reads them"),
    **dict.fromkeys(("down_revision", "downgrade"), "a migration: alembic reads the one and calls the other"),
    "unraisablehook": "what Python calls where an error can't be raised",
    "call_tool": "a call of a tool: the MCP library calls it",
    **dict.fromkeys(
        ("undo", "undo_from", "undo_stop"), "a field of a view: msgspec writes it, and the page reads its JSON"
    ),
    "seat_page": "the page of a seat: its decorator keeps it",
    "oracle_text": "a fact of a card: the decoder holds it to its kind",
    "readinto": "how a stream of our own is read: io.BufferedReader calls it",
    **dict.fromkeys(
        ("StartDoctypeDeclHandler", "StartElementHandler", "EndElementHandler", "CharacterDataHandler"),
        "what expat's parser calls: it looks at its attributes",
    ),
    **dict.fromkeys(("setup", "teardown"), "a worker of a cluster begins or ends: Dask calls it"),
    "outlet_certificate": "a field of what the library gives: who calls it reads that",
    "autocommit": "how psycopg's connection is told to listen at once: it looks at it",
}

#: Files of the source whose names may all be unused, each with the reason.
LISTS: Final[Mapping[str, str]] = {
    "state/properties.py": "the closed list of all names that a state may hold: complete, whoever uses which",
    "ask/answer.py": "fields of answers: msgspec writes them and makes the schema of them",
    "ask/answer_parts.py": "fields of answers: msgspec writes them and makes the schema of them",
    "oracle/grammar/line_meanings.py": "meanings that productions name; reading the productions refuses a name that is none",
    "oracle/grammar/action_meanings.py": "meanings that productions name; reading the productions refuses a name that is none",
    "oracle/grammar/phrase_meanings.py": "meanings that productions name; reading the productions refuses a name that is none",
    "oracle/grammar/ways_back.py": "ways back of meanings: each puts itself into a table where it stands",
    "oracle/grammar/ways_back_lines.py": "ways back of meanings: each puts itself into a table where it stands",
    "ask/checked.py": "fields of answers: msgspec writes them and makes the schema of them",
}

#: Names of the helpers of the tests that no test uses, each with the reason why it stays.
TESTS: Final[Mapping[str, str]] = {
    "pytestmark": "the marks of a file: pytest reads them",
    "pytest_configure": "the beginning of a run: pytest calls it",
    "pytest_configure_node": "a worker is about to begin: pytest-xdist calls it",
    "pytest_collection_modifyitems": "the tests are collected, and may be put into another order: pytest calls it",
    "dont_write_bytecode": "whether Python keeps compiled files: Python reads it",
    "pytest_unconfigure": "the end of a run: pytest calls it",
    "pytest_runtest_makereport": "a test has ended: pytest calls it",
    "pytest_runtest_protocol": "a test is about to begin: pytest calls it",
    "pytest_collection_finish": "the tests are collected: pytest calls it",
    **dict.fromkeys(("searched_once", "compiled_once"), "a fixture: pytest gives it by name"),
    **dict.fromkeys(("get_function_hook", "get_method_hook", "plugin"), "a plugin of mypy: mypy calls it"),
    "timeout_keep_alive": "how long uvicorn keeps a connection: its server reads it",
    "own_peak": "what a process of its own prints, whose code is a text",
    "pytest_terminal_summary": "the end of a run: pytest calls it",
    **dict.fromkeys(("handle_starttag", "handle_data"), "a reader of HTML: html.parser calls it"),
    **dict.fromkeys(("do_GET", "log_message"), "a handler of requests: http.server calls it"),
    "should_exit": "how uvicorn's server is told to stop: it looks at it",
    "response_class": "how http.client's connection makes a response: it calls it",
    "visit_AnnAssign": "a visitor of syntax trees: ast calls it",
    "nothing_is_kept": "a fixture that every test of its file uses",
    "_nothing_forgotten": "a fixture that every test of its file uses",
    "_small_budget": "a fixture that every test of its file uses",
    "kept_draws": "a fixture that every test of its folder uses",
}


def found(paths: Iterable[Path]) -> list[Item]:
    """What vulture finds unused in these folders."""
    called = ["@initialize", "@rule", "@invariant"]  # by Hypothesis
    # a page's method hears the word of its name (web/page_frame.py); tests/web/test_words_heard.py finds one that no page says
    search = Vulture(ignore_names=["test_*", "hears_*"], ignore_decorators=called)
    search.scavenge([str(path) for path in paths])
    items: list[Item] = search.get_unused_code()
    return items


def complaints(items: Iterable[Item], exceptions: Mapping[str, str]) -> list[str]:
    """The items that are no exceptions, and the exceptions that nothing needs any more."""
    listed = list(items)
    lines = [item.get_report() for item in listed if item.name not in exceptions]
    unneeded = sorted(set(exceptions) - {item.name for item in listed})
    return [*lines, *(f"{name}: an exception that nothing needs" for name in unneeded)]


def main() -> int:
    """Print what is unused; 1 where there is something."""
    source = ROOT / "src"
    together = found([source, ROOT / "tests", ROOT / "benchmarks"])
    helpers = [item for item in together if not Path(item.filename).resolve().is_relative_to(source)]
    lists = {(source / "reiterate" / name).resolve() for name in LISTS}
    alone = [item for item in found([source]) if Path(item.filename).resolve() not in lists]
    lines = [*complaints(alone, SOURCE), *complaints(helpers, TESTS)]
    print("\n".join(lines) if lines else "no dead code")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
