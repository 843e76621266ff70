"""Breakages of what reads a start, and of what looks for amounts that are not there: each lets a forgery through."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from reiterate.certify.form import canonical
from reiterate.check import same_shape
from reiterate.check.certificate import check
from reiterate.check.start import game_lists, legal_position
from reiterate.refusals import Refusal
from tests.check import test_slot_forgeries as slots
from tests.check import test_starts as starts
from tests.sabotage.table import Sabotage


def forged(*titles: str) -> Callable[[], None]:
    """Each of these forged starts is refused for the base."""
    chosen = [(name, forge) for what, name, forge in starts.FORGED if what in titles]
    assert len(chosen) == len(titles)

    def all_refused() -> None:
        for name, forge in chosen:
            value = json.loads(starts.honest(name))
            value["claim"]["needs"] = "unknown"
            forge(value)
            found = check(canonical(value))
            assert isinstance(found, Refusal)
            assert found.code == starts.BASE

    return all_refused


def amounts_of_nothing() -> None:
    """Amounts of nothing in segments, blocks and starts are refused for a named obligation."""
    for name in list(slots.BOARDS)[:3]:
        slots.all_refused(name, 0, 23)


def silent(_good: Any) -> Callable[..., None]:
    """Nothing is looked at."""
    return lambda *_: None


def no_complaint(_good: Any) -> Callable[..., str]:
    """Every class of rows is on a list."""
    return lambda *_: ""


def no_place(_good: Any) -> Callable[..., None]:
    """No amount is 0 in every period."""
    return lambda *_: None


def always(_good: Any) -> Callable[..., bool]:
    """Everything may grow, or refer to everything."""
    return lambda *_: True


STARTS: tuple[Sabotage, ...] = (
    Sabotage(
        "kinds, zones and properties on no list",
        forged("a property of a permanent that is none", "a card in a library is tapped"),
        game_lists,
        "complaint",
        no_complaint,
    ),
    Sabotage(
        "owners who are not there",
        forged("an owner who is not there", "a controller who is not there"),
        legal_position,
        "_whose",
        silent,
    ),
    Sabotage(
        "amounts that no such row has",
        forged("fewer spells cast than none", "a history that nobody writes", "damage less than none"),
        legal_position,
        "_amounts",
        silent,
    ),
    Sabotage("references that no row has", forged("a reference that no row has"), game_lists, "may_refer", always),
    Sabotage(
        "five Auras as a group", forged("five Auras as a group on one creature"), legal_position, "_attached", silent
    ),
    Sabotage(
        "a decision that nobody is asked",
        forged("priority in the untap step", "everybody has passed"),
        legal_position,
        "_decision",
        silent,
    ),
    Sabotage(
        "state-based actions to come",
        forged("an ability that waits while somebody has priority"),
        legal_position,
        "_settled",
        silent,
    ),
    Sabotage("a sequence that no game has", forged("a sequence that no game has"), legal_position, "_order", silent),
    Sabotage("amounts of nothing in segments", amounts_of_nothing, same_shape, "never_there", no_place),
)
