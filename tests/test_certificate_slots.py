"""Amounts that are not there: an amount of 0 that a certificate adds is refused, whatever its name and wherever it stands.

Presence means nothing to the rules, and a file that says it is no certificate of its state.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Final

import pytest

from reiterate.check.retrace import Accepted, check
from reiterate.loops.certificate import canonical
from reiterate.refusals import Refusal
from reiterate.state.slots import SLOTS, N
from tests.slot_forgeries import NAMES, with_nothing
from tests.test_certificate import OBLIGATIONS
from tests.test_certificate_closed import SEVERAL, board
from tests.test_certificate_forged import BASALT, BOND, CATHARS, CHIME, FULL, GOND, GRIND, text_of

BOARDS: Final = dict.fromkeys((GOND, GRIND, BOND, BASALT, CATHARS, FULL, CHIME), text_of) | dict.fromkeys(
    SEVERAL, board
)

#: Of so many forgeries of a certificate each one is tried, from a place of its own on.
EVERY: Final = 7


def test_every_pattern_of_the_closed_list_has_a_name_among_the_forgeries() -> None:
    patterns = {slot.pattern for slots in SLOTS.values() for slot in slots}
    assert {p for p in patterns if not any(re.fullmatch(p, name) for name in NAMES)} == {"mana\\.[WUBRGC]"} - {
        "mana.G"
    } or {p for p in patterns if not any(re.fullmatch(p, name) for name in NAMES)} == set()
    assert N in NAMES


@pytest.mark.parametrize("name", BOARDS)
def test_an_amount_of_nothing_is_refused_wherever_it_stands(name: str) -> None:
    text = BOARDS[name](name)
    assert isinstance(check(text), Accepted)
    tried = 0
    for what, value in islice(with_nothing(json.loads(text)), hash(name) % 1, None, EVERY):
        found = check(canonical(value))
        assert isinstance(found, Refusal), what
        assert found.code in OBLIGATIONS, (what, found.message)
        tried += 1
    assert tried > 30
