"""Amounts that are not there: an amount of 0 that a certificate adds is refused, whatever its name and wherever it stands.

Presence means nothing to the rules, and a file that says it is no certificate of its state.
"""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from reiterate.amounts import Amount, Recorder
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.refusals import Refusal
from reiterate.state.amount_slots import SLOTS, WHEN_GONE, flagged, names, written
from reiterate.state.properties import N
from tests.certify.certified import OBLIGATIONS
from tests.certify.closed_set_boards import SEVERAL, board
from tests.check.forging import BASALT, BOND, CATHARS, CHIME, FULL, GOND, GRIND, text_of
from tests.check.slot_forgeries import NAMES, forged, with_bounds, with_nothing
from tests.support.dice import dice

BOARDS: Final = dict.fromkeys((GOND, GRIND, BOND, BASALT, CATHARS, FULL, CHIME), text_of) | dict.fromkeys(
    SEVERAL, board
)

#: Of the forgeries of a certificate one of so many is tried, others in each run; all of them in the long tests.
EVERY: Final = 307
#: The same of forged bounds, which only this draw tries.
BOUNDS: Final = 47


def test_every_pattern_of_the_closed_list_has_a_name_among_the_forgeries() -> None:
    patterns = {slot.pattern for slots in SLOTS.values() for slot in slots} | {slot.pattern for slot in WHEN_GONE}
    assert [pattern for pattern in patterns if not any(re.fullmatch(pattern, name) for name in NAMES)] == []
    assert N in NAMES


def all_refused(name: str, first: int, every: int) -> int:
    """How many forgeries of a certificate were tried; fails where one is accepted, or refused for no obligation."""
    text = BOARDS[name](name)
    assert isinstance(check(text), Accepted)
    tried = 0
    value = json.loads(text)
    for what, made in forged(value, with_nothing(value), first, every):
        found = check(canonical(made))
        assert isinstance(found, Refusal), what
        assert found.code in OBLIGATIONS, (what, found.message)
        tried += 1
    return tried


@pytest.mark.slow("every name at every place of a certificate")
@pytest.mark.parametrize("name", BOARDS)
def test_an_amount_of_nothing_is_refused_wherever_it_stands(name: str) -> None:
    first = dice("forgeries", name).randrange(EVERY)
    assert all_refused(name, first, EVERY) > 1


@pytest.mark.soak
@pytest.mark.parametrize("name", BOARDS)
def test_all_amounts_of_nothing_are_refused_wherever_they_stand(name: str) -> None:
    assert all_refused(name, 0, 1) > 700


@pytest.mark.slow("every name at every place of a certificate")
@pytest.mark.parametrize("name", SEVERAL)
def test_bounds_of_what_is_not_there_are_refused(name: str) -> None:
    tried = 0
    first = dice("bounds", name).randrange(BOUNDS)
    value = json.loads(board(name))
    for what, made in forged(value, with_bounds(value), first, BOUNDS):
        found = check(canonical(made))
        assert isinstance(found, Refusal), what
        assert found.code == "certificate-choices", (what, found.message)
        tried += 1
    assert tried > 6


# --- what the rules would make of such an amount -----------------------------------------------------------------


def test_a_flag_that_is_no_number_is_no_flag() -> None:
    """Where a certificate came to play on a flag that changes, play would stop there (608.2c)."""
    with pytest.raises(TypeError):
        flagged({"together": Recorder().amount(0, 1)}, "together")


def test_names_without_their_amounts_say_nothing() -> None:
    num: dict[str, Amount] = {"together": 0, "counter.charge": 2, "counter.fade": 0}
    assert not flagged(num, "together")
    assert not written(num, "counter.fade")
    assert names(num, "counter.") == ["counter.charge"]
