"""Tests say which nodes and keywords of the language they show: ``@shows(Fight)`` above a test; and who shows what."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeVar

from tests.support.files import ROOT

_CORE: Final = """
    AddMana BasePT BecomesTapped BecomesUntapped CantDo CardDrawn ChooseOne ControllerOf Controls CostReduction
    CreateTokens DealDamage Destroy Dies Discard DoesntUntap Draw Each EachPlayer Enters EntersTapped
    EntersWithCounters Exile Forbid GainKeywords GainLife GrantAbilities Host Leaves LifeGained LifeIs LifeLost
    LoseKeywords LoseLife Mill ModifyPT Pump PutCounters RemoveCounters Require ReturnToHand SacrificeChosen
    SacrificeObject Seat SetBasePT StatIs StepBegins SwitchPT Tap TargetRef That ThatPlayer This Untap
    WinLose You
"""
#: The core of the language, which most tests use and none is about.
CORE: Final = frozenset(_CORE.split())


Test = TypeVar("Test", bound=Callable[..., None])


def shows(*things: type | str) -> Callable[[Test], Test]:
    """Say that a test shows these nodes, and keywords by their words. The test itself stays as it is."""
    assert things
    return lambda test: test


def _named(thing: ast.expr) -> str:
    """The name of a node, or the words of a keyword."""
    return str(thing.value) if isinstance(thing, ast.Constant) else ast.unparse(thing).rsplit(".", 1)[-1]


def shown_in(source: str) -> Iterator[tuple[str, str]]:
    """Each node or keyword that a test file shows, with the test that says so."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "shows":
                    yield from ((_named(thing), node.name) for thing in mark.args)


@cache
def shown() -> dict[str, list[str]]:
    """The tests of the rules that show a node or keyword, by its name."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "rules").rglob("test_*.py")):
        for name, test in shown_in(path.read_text(encoding="utf-8")):
            found.setdefault(name, []).append(test)
    return found
