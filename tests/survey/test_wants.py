"""What cards ask for is read of every event that declares to ask for something."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.survey.wants import Wants, wants_of
from reiterate.terms import language as n
from reiterate.terms.base import Watch, defaults, field_names
from reiterate.terms.code import NODES

_CREATURES: Final = n.Filter(types=("creature",))

#: A value for each field that such events have without a default.
_VALUES: Final[dict[str, Any]] = {
    "filter": _CREATURES,
    "subject": _CREATURES,
    "who": "you",
    "to": "player",
    "nth": 2,
    "least": 1,
}


def _asking() -> list[str]:
    return sorted(name for name, node in NODES.items() if isinstance(node.says, Watch) and node.says.asks)


def test_there_are_events_that_ask() -> None:
    assert {"Attacks", "AttacksWith", "Exerted", "SpellCast"} <= set(_asking())


@pytest.mark.parametrize("name", _asking())
def test_an_event_that_asks_is_read(name: str) -> None:
    # A creature whose exerting is watched could not be searched at all: the reader asked the event for a filter.
    node: Any = NODES[name]
    made = node(**{word: _VALUES[word] for word in field_names(node) if word not in defaults(node)})
    ability = n.Triggered(made, (n.Draw(n.You(), n.Fixed(1)),))
    wants = wants_of([n.Proto("Asking Creature", ("creature",), abilities=(ability,))])
    assert wants != Wants()
