"""What certificates say of choices: who keeps a loop up, whether it is a draw, what follows from other answers."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from reiterate.kinds.kinds import Kind
from reiterate.refusals import Refusal
from tests.certify.certified import accepted, fits
from tests.certify.choice_boards import CHOICES, DRAWS, TOO_LONG, agrees, certificate, claimed, refused
from tests.certify.near_misses import good
from tests.kinds.kinds_table import BASES, SABOTAGE, judged
from tests.kinds.kinds_table import Sabotage as Altered
from tests.support.as_shown import check_json, check_lines

NOBODYS: Final = DRAWS | {
    *("toll", "bond", "drain", "far drain", "drain of two", "grudges", "drawing", "reading", "grinding", "turns"),
}


@pytest.mark.slow("certifies every board of the table")
@pytest.mark.parametrize("name", [name for name in BASES if name not in TOO_LONG])
def test_who_keeps_it_up_and_whether_it_is_a_draw_is_claimed_and_checked(name: str) -> None:
    text = certificate(BASES[name].text())
    assert isinstance(text, str), text
    fits(text)
    found = accepted(text)
    assert (found.kept_up_by == "nobody") == (name in NOBODYS)
    assert found.draw == (name in DRAWS)
    kind = judged(BASES[name].text())
    assert isinstance(kind, Kind)
    agrees(found.kept_up_by, found.draw, kind)
    others: list[Any] = ["nobody", "unknown", "no loop", [0], [1], [0, 1], [1, 0], []]
    now = json.loads(text)["claim"]["kept_up_by"]
    for other in others:
        if other != now:
            assert refused(claimed(text, kept_up_by=other)).code == CHOICES, other
    assert refused(claimed(text, draw=not found.draw)).code == CHOICES


#: Alterations that make it no draw by itself, or a loop that somebody keeps up.
FALLEN: Final = [
    each
    for each in SABOTAGE
    if each.claim in ("draw", "mandatory", "nobody could act", "nobody chooses")
    and each.base not in TOO_LONG
    and not any(card in each.text() for card in ("Fount of Far", "Far Hoard Chime"))
]


@pytest.mark.slow("many altered boards")
@pytest.mark.parametrize("each", FALLEN, ids=lambda each: f"{each.base}: {each.claim}: {each.what}")
def test_near_misses_are_no_draws(each: Altered) -> None:
    """An instant, an unknown card, a may, a second target: the claim is not made, and where it is made it is rejected."""
    kind = judged(each.text())
    text = certificate(each.text())
    if isinstance(text, Refusal) or isinstance(kind, Refusal):
        return
    found = accepted(text)
    agrees(found.kept_up_by, found.draw, kind)
    assert not found.draw
    assert refused(claimed(text, draw=True)).code == CHOICES
    if found.kept_up_by != "nobody":
        assert refused(claimed(text, draw=True, kept_up_by="nobody")).code == CHOICES
        assert refused(claimed(text, kept_up_by="nobody")).code == CHOICES


@pytest.mark.slow("certifies every near miss")
def test_most_near_misses_have_a_certificate() -> None:
    answers = [certificate(each.text()) for each in FALLEN]
    assert sum(isinstance(text, str) for text in answers) >= 50


def test_a_loop_in_which_somebody_acts_only_at_first_is_kept_up_by_them() -> None:
    """The first iteration is played plainly; what is chosen in it counts."""
    value = json.loads(good("combos/niv-curiosity"))
    assert value["chain"][0]["kind"] == "plain"
    assert refused(claimed(good("combos/niv-curiosity"), kept_up_by="nobody")).code == CHOICES


def test_104_4b_the_words_of_a_draw() -> None:
    text = certificate(BASES["bond undead"].text())
    assert isinstance(text, str)
    found = accepted(text)
    assert "kept up by: nobody, and it is a draw by itself: nobody could do anything else [104.4b]" in check_lines(
        found
    )
    assert (check_json(found)["kept_up_by"], check_json(found)["draw"]) == ("nobody", True)
