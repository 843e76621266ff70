"""Each node of the language but its core and each keyword is shown by a test of the rules, which says so by ``@shows``."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.rules.costs.total_cost import HANDLED_COSTS
from reiterate.terms.conditions import Condition
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_structure import Effect
from reiterate.terms.quantities import Measured
from reiterate.terms.references import ObjectRef, PlayerRef
from reiterate.terms.static_effects import StaticEffect
from reiterate.terms.trigger_events import TriggerEvent
from reiterate.terms.vocabulary import KEYWORDS
from tests.support.shown import CORE, shown, shown_in

#: What has to be shown. Costs of mana are shown by every test that casts something.
LANGUAGE: dict[str, set[str]] = {
    "effects": {node.__name__ for node in Effect.__args__},
    "static effects": {node.__name__ for node in StaticEffect.__args__},
    "trigger events": {node.__name__ for node in TriggerEvent.__args__},
    "costs": {node.__name__ for node in HANDLED_COSTS} - {ManaCost.__name__},
    "objects": {node.__name__ for node in ObjectRef.__args__},
    "players": {node.__name__ for node in PlayerRef.__args__},
    "quantities": {node.__name__ for node in Measured.__args__},
    "conditions": {node.__name__ for node in Condition.__args__},
    "keywords": set(KEYWORDS),
}


@pytest.mark.parametrize("part", LANGUAGE)
def test_every_node_and_keyword_is_shown_by_a_test(part: str) -> None:
    assert LANGUAGE[part] - CORE - set(shown()) == set()


def test_the_core_is_what_no_test_is_about() -> None:
    assert set[str]().union(*LANGUAGE.values()) - set(shown()) == CORE


def test_only_what_is_in_the_language_is_shown() -> None:
    assert set(shown()) - set[str]().union(*LANGUAGE.values()) == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("@shows(Fight)\ndef test_fight(): ...", [("Fight", "test_fight")]),
        ('@shows(d.Fight, "flying")\ndef test_a(): ...', [("Fight", "test_a"), ("flying", "test_a")]),
        ("def test_fight(): ...", []),
        ("@shows(Fight)\ndef helper(): ...", []),
    ],
)
def test_what_counts_as_shown(source: str, found: list[Any]) -> None:
    assert list(shown_in(source)) == found
