"""Law 9: a node or a keyword without a handler is a clause that is not understood, and nothing is played with it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reiterate.loops.play import check_read
from reiterate.oracle import NOT_UNDERSTOOD
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.whole_tables import check_whole
from reiterate.rules.costs.total_cost import HANDLED_COSTS
from reiterate.rules.events.trigger_matching import HANDLED_TRIGGERS
from reiterate.rules.resolution.handlers import HANDLERS
from reiterate.rules.turn.layout import Layout
from reiterate.terms import handled
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import field_names
from reiterate.terms.filters import Filter
from reiterate.terms.handled import TABLES, check_tables, members, not_understood, unhandled
from reiterate.terms.keywords import KEYWORDS
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import GrantAbilities
from tests.support.boards import BEAR
from tests.support.files import ROOT

RULES = ROOT / "src" / "reiterate" / "rules"


@cache
def used_names(folder: Path) -> set[str]:
    """The names that the sources of a folder use, their import statements apart."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return found


@pytest.mark.parametrize(("what", "union", "table"), TABLES, ids=lambda v: v if isinstance(v, str) else "")
def test_every_kind_of_a_union_stands_in_its_table_and_is_used_by_the_rules(
    what: str, union: Any, table: frozenset[str]
) -> None:
    assert {kind.__name__ for kind in members(union)} == table, what
    assert table - used_names(RULES) == set(), f"a {what} that no rules code names"


def test_each_effect_has_a_handler_and_the_other_tables_are_those_of_the_rules() -> None:
    assert {kind.__name__ for kind in HANDLERS} == handled.EFFECTS
    assert {kind.__name__ for kind in HANDLED_COSTS} == handled.COSTS
    assert {kind.__name__ for kind in HANDLED_TRIGGERS} == handled.TRIGGERS


def test_each_keyword_that_is_handled_is_named_by_the_rules() -> None:
    assert {*KEYWORDS} == handled.KEYWORDS_HANDLED
    text = "".join(
        path.read_text(encoding="utf-8") for path in [*RULES.rglob("*.py"), *RULES.parent.glob("terms/*.py")]
    )
    assert [word for word in KEYWORDS if text.count(f'"{word}"') < 3] == []


def test_a_keyword_without_a_handler_is_not_understood() -> None:
    assert unhandled(Keyword("flying")) == ""
    assert unhandled(Keyword("training")) == "training"
    granted = Static(GrantAbilities(Filter(), (Keyword("training"),)))
    assert not_understood((granted,)) == "training"


def board_with(*abilities: Any) -> Any:
    layout = Layout(2)
    layout.put(Proto(**{**{f: getattr(BEAR, f) for f in field_names(Proto)}, "abilities": abilities}), 0)
    return layout.done()


def test_nothing_is_played_with_a_keyword_without_a_handler() -> None:
    check_read(board_with(Keyword("flying")))
    with pytest.raises(Unsupported) as refused:
        check_read(board_with(Keyword("training")))
    assert refused.value.refusal.code == "clause-not-understood"


@pytest.mark.parametrize("name", ["ModifyPT", "LifeIs", "Enters", "TapCost", "GainLife"])
def test_a_node_that_its_table_lacks_makes_its_clause_unread(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "ModifyPT": "Other creatures you control get +1/+1.",
        "LifeIs": "As long as you have 30 or more life, this creature has flying.",
        "Enters": "Whenever another creature enters, you draw a card.",
        "TapCost": "{T}: Add {G}.",
        "GainLife": "When this creature dies, you gain 1 life.",
    }
    kinds = {kind for kind in handled._HANDLED if kind.__name__ != name}
    card = {
        "name": "Some Bear",
        "type_line": "Creature — Bear",
        "oracle_text": texts[name],
        "power": "2",
        "toughness": "2",
    }
    assert compile_card(card).complete
    monkeypatch.setattr(handled, "_HANDLED", frozenset(kinds))
    monkeypatch.setattr(handled, "_UNHANDLED", {})
    assert [clause.status for clause in compile_card(card).clauses] == [NOT_UNDERSTOOD]


def test_a_table_that_names_what_the_language_lacks_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    check_tables()
    what, union, table = TABLES[0]
    monkeypatch.setattr(handled, "TABLES", ((what, union, table | {"NoSuchCost"}),))
    with pytest.raises(RuntimeError, match="cost"):
        check_tables()
    monkeypatch.setattr(handled, "TABLES", ())
    monkeypatch.setattr(handled, "KEYWORDS_HANDLED", frozenset({"training"}))
    with pytest.raises(RuntimeError, match="keywords"):
        check_tables()


def test_a_table_of_handlers_that_is_not_whole_stops_the_program() -> None:
    check_whole("effect", HANDLERS, handled.EFFECTS)
    with pytest.raises(RuntimeError, match="GainLife"):
        check_whole("effect", [kind for kind in HANDLERS if kind.__name__ != "GainLife"], handled.EFFECTS)
    with pytest.raises(RuntimeError, match="Keyword"):
        check_whole("effect", [*HANDLERS, Keyword], handled.EFFECTS)
