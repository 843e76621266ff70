"""The parser of ``grammar.lark``, from tables made ahead of time.

Building the tables takes seconds, reading them a tenth of one. ``python -m
reiterate.oracle.parser`` builds them strictly (no conflict, no colliding terminals) and writes
``grammar.tables.json``. Tables of another grammar, or of another version of lark, are not used: the
grammar is then built on the spot.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

TABLES: Final = "grammar.tables.json"


@cache
def grammar_text() -> str:
    """The grammar file."""
    return resources.files("reiterate.oracle").joinpath("grammar.lark").read_text("utf-8")


def stamp() -> str:
    """What tables must match: the grammar and the version of lark."""
    return f"{lark.__version__} {hashlib.sha256(grammar_text().encode()).hexdigest()}"


def build(strict: bool = False) -> Lark:
    """Build the parser from the grammar; ``strict`` raises on conflicts and on terminals that collide."""
    return Lark(grammar_text(), parser="lalr", lexer="contextual", strict=strict, maybe_placeholders=True)


@cache
def parser() -> Lark:
    """The parser, from the tables where they match."""
    file = resources.files("reiterate.oracle").joinpath(TABLES)
    if file.is_file():
        tables = json.loads(file.read_bytes())
        if tables["stamp"] == stamp():
            load: Any = Lark._load_from_dict  # untyped in lark
            made: Lark = load(_numbered(tables["data"]), _numbered(tables["memo"]))
            return made
    return build()


def _numbered(value: Any) -> Any:
    """A JSON value with the keys that are numbers as numbers again."""
    if isinstance(value, dict):
        return {int(k) if k.isdecimal() else k: _numbered(one) for k, one in value.items()}
    return [_numbered(one) for one in value] if isinstance(value, list) else value


def tables_text() -> str:
    """The tables of the strict parser as JSON."""
    data, memo = build(strict=True).memo_serialize([TerminalDef, Rule])
    return json.dumps({"stamp": stamp(), "data": data, "memo": memo}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    Path(__file__).with_name(TABLES).write_text(tables_text(), "utf-8")
