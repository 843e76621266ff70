"""Law 9: a node or a keyword without a handler is a clause that is not understood, and nothing is played with it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from reiterate.loops.play import check_read
from reiterate.oracle import NOT_UNDERSTOOD
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.whole_tables import check_whole
from reiterate.rules.positions.layout import Layout
from reiterate.rules.resolution.handlers import HANDLERS
from reiterate.terms import language as n
from reiterate.terms import unusable
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import field_names
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter
from reiterate.terms.static_effects import GrantAbilities
from reiterate.terms.unusable import not_understood, unhandled
from reiterate.terms.vocabulary import KEYWORDS
from tests.support.boards import BEAR
from tests.support.files import ROOT
from tests.support.trees import nodes_of

RULES = ROOT / "src" / "reiterate" / "rules"


@cache
def used_names(folder: Path) -> set[str]:
    """The names that the sources of a folder use, their import statements apart."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in nodes_of(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return found


@pytest.mark.parametrize("union", [n.Effect, n.Cost, n.TriggerEvent, n.StaticEffect, n.Condition])
def test_the_rules_name_every_kind_of_a_union(union: Any) -> None:
    assert {kind.__name__ for kind in get_args(union)} - used_names(RULES) == set()


def test_each_keyword_is_named_by_the_rules() -> None:
    text = "".join(
        path.read_text(encoding="utf-8") for path in [*RULES.rglob("*.py"), *RULES.parent.glob("terms/*.py")]
    )
    assert [word for word in KEYWORDS if text.count(f'"{word}"') < 2] == []


def test_a_keyword_without_a_handler_is_not_understood() -> None:
    assert unhandled(Keyword("flying")) == ""
    assert unhandled(Keyword("decayed")) == "decayed"
    granted = Static(GrantAbilities(Filter(), (Keyword("decayed"),)))
    assert not_understood((granted,)) == "decayed"


def board_with(*abilities: Any) -> Any:
    layout = Layout(2)
    layout.put(Proto(**{**{f: getattr(BEAR, f) for f in field_names(Proto)}, "abilities": abilities}), 0)
    return layout.done()


def test_nothing_is_played_with_a_keyword_without_a_handler() -> None:
    check_read(board_with(Keyword("flying")))
    with pytest.raises(Unsupported) as refused:
        check_read(board_with(Keyword("decayed")))
    assert refused.value.refusal.code == "clause-not-understood"


def test_a_card_with_a_keyword_that_is_no_word_of_the_language_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    card = {
        "name": "Some Bear",
        "type_line": "Creature — Bear",
        "oracle_text": "Flying",
        "power": "2",
        "toughness": "2",
    }
    assert compile_card(card).complete
    monkeypatch.setattr(unusable, "_KNOWN", frozenset({"reach"}))
    monkeypatch.setattr(unusable, "_UNHANDLED", {})
    assert [clause.status for clause in compile_card(card).clauses] == [NOT_UNDERSTOOD]


def test_a_table_of_handlers_that_is_not_whole_stops_the_program() -> None:
    check_whole("effect", HANDLERS, n.Effect)
    with pytest.raises(RuntimeError, match="GainLife"):
        check_whole("effect", [kind for kind in HANDLERS if kind.__name__ != "GainLife"], n.Effect)
    with pytest.raises(RuntimeError, match="Keyword"):
        check_whole("effect", [*HANDLERS, Keyword], n.Effect)
