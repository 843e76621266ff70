"""Kicker costs, one of two, and modes of kicked spells: 702.33, 607.2i, 601.4."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from tests.rules.cr_601_casting.ways_to_cast import card, code, in_hand, tell, ways
from tests.support.acting import count, settled
from tests.support.boards import life

MODES = "\n• You gain 5 life.\n• Test Card deals 2 damage to any target."
BOTH = "Kicker {1}\nChoose one. If this spell was kicked, choose both instead." + MODES
ANY = "Kicker {1}\nChoose one. If this spell was kicked, choose any number instead." + MODES
TWICE = (
    "Kicker {W} and/or {R}\nTest Card deals 1 damage to any target. "
    "If this spell was kicked with its {W} kicker, you gain 4 life. If this spell was kicked, draw a card."
)


def test_601_4_the_number_of_modes_depends_on_whether_it_is_kicked() -> None:
    state, row = in_hand(card(BOTH, cost="{U}"), mana="UU")
    assert ways(state, row) == [("kicker", "mode 1", "mode 2"), ("mode 1",), ("mode 2",)]
    assert code(state, Choice("cast", 0, row, how=("kicker", "mode 1"))) == "mode"
    assert code(state, Choice("cast", 0, row, targets=(2,), how=("mode 1", "mode 2"))) == "mode"
    state = settled(tell(state, "cast Test Card with kicker choosing mode 1 and mode 2 targeting p2"))
    assert (life(state, 0), life(state, 1)) == (25, 18)


def test_107_1c_any_number_of_modes_may_be_none() -> None:
    state, row = in_hand(card(ANY, cost="{U}"), mana="UU")
    kicked = [("kicker",), ("kicker", "mode 1"), ("kicker", "mode 1", "mode 2"), ("kicker", "mode 2")]
    assert ways(state, row) == [*kicked, ("mode 1",), ("mode 2",)]
    state = settled(tell(state, "cast Test Card with kicker"))
    assert (life(state, 0), count(state, "Test Card", "graveyard")) == (20, 1)


@pytest.mark.parametrize(
    ("how", "mana", "gained", "drawn"),
    [
        ("", "U", 0, 0),
        (" with kicker {W}", "UW", 4, 1),
        (" with kicker {R}", "UR", 0, 1),
        (" with kicker {R} with kicker {W}", "URW", 4, 1),
    ],
)
def test_702_33f_each_kicker_cost_has_words_of_its_own(how: str, mana: str, gained: int, drawn: int) -> None:
    state, _ = in_hand(card(TWICE, cost="{U}"), mana=mana)
    before = count(state, "Unknown Card", "hand")
    state = settled(tell(state, f"cast Test Card{how} targeting p2"))
    assert (life(state, 0), life(state, 1)) == (20 + gained, 19)
    assert len([r for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == 0]) == before + drawn


def test_702_33b_both_are_offered_and_neither_is_plain_kicker() -> None:
    state, row = in_hand(card(TWICE, cost="{U}"), mana="URW")
    white, red = "kicker {W}", "kicker {R}"
    assert sorted(set(ways(state, row))) == [(), (red,), (red, white), (white,)]
    assert code(state, Choice("cast", 0, row, targets=(2,), how=("kicker",))) == "how"


@pytest.mark.parametrize(
    "text",
    [
        "Kicker {1}\nChoose one. If this spell was kicked, choose both instead." + MODES + "\n• Draw a card.",
        "Kicker {1} and/or {1}\nYou gain 1 life.",
    ],
)
def test_what_says_nothing_known_of_kicking_is_not_read(text: str) -> None:
    found = compile_card({"name": "Test Card", "type_line": "Instant", "mana_cost": "{U}", "oracle_text": text})
    assert not found.complete
