"""Declarations of the words of the language: each part is given, each word is known, and no node goes without one."""

from __future__ import annotations

from typing import Any, ClassVar, get_args

import pytest

from reiterate.terms import language as n
from reiterate.terms.base import Deed, Payment, Question, Rule, Says, Term, Watch, check_declared, field_names

PARTS: dict[str, Any] = {
    "asks": "",
    "gives": "",
    "renews": "",
    "changes": "",
    "moves": "",
    "names": False,
    "ranged": False,
    "lasts": False,
}


@pytest.mark.parametrize("part", PARTS)
def test_a_declaration_that_leaves_a_part_out_does_not_import(part: str) -> None:
    Deed(**PARTS)
    with pytest.raises(TypeError, match=part):
        Deed(**{name: value for name, value in PARTS.items() if name != part})


@pytest.mark.parametrize("part", ["asks", "gives", "moves"])
def test_a_word_that_no_reader_knows_does_not_import(part: str) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        Deed(**{**PARTS, part: "nonsense"})


def test_a_node_of_a_union_without_a_declaration_of_its_own_does_not_import() -> None:
    class Bare(Term):
        """A node that says nothing."""

    class Wrong(Term):
        """A node that says what another kind says."""

        says: ClassVar = Question(asks="", source=False)

    bare: Any = n.Tap | Bare
    wrong: Any = n.Tap | Wrong
    with pytest.raises(RuntimeError, match="Bare"):
        check_declared("effect", bare, Deed)
    with pytest.raises(RuntimeError, match="Wrong"):
        check_declared("effect", wrong, Deed)


@pytest.mark.parametrize(
    ("union", "kind"),
    [
        (n.Effect, Deed),
        (n.Cost, Payment),
        (n.TriggerEvent, Watch),
        (n.StaticEffect, Rule),
        (n.Condition, Question),
        (n.Quantity, Question),
    ],
)
def test_every_node_declares_and_names_fields_that_it_has(union: Any, kind: type[Says]) -> None:
    for node in get_args(union):
        says = node.__dict__["says"]
        assert type(says) is kind
        named: list[str] = []
        if isinstance(says, Deed):
            named = [*says.changes, *([says.renews] if says.renews not in ("", "all") else [])]
            named += ["object"] * bool({"off", "card"} & {*says.moves})
        elif isinstance(says, Payment):
            named = [says.source] if says.source not in ("", "always") else []
        elif isinstance(says, Watch):
            named = [*says.player[:1]]
        assert {*named} <= {*field_names(node)}, node.__name__
