"""Who keeps a loop up: what can't be left out of it. Boards and rulings are in ``kernel_boards``."""

from __future__ import annotations

import json
from typing import Final

import pytest

from reiterate.certify.certificate import certify
from reiterate.certify.form import canonical
from reiterate.check.accepted import Accepted
from reiterate.check.certificate import check
from reiterate.judging.policies import NOT_KNOWN, by_choices, situation_of
from reiterate.kinds import kernels, kind_of_loop
from reiterate.kinds.kernels import Stated
from reiterate.kinds.kinds import RIDES, UNKNOWN, Kept
from reiterate.refusals import Refusal
from tests.kinds.kernel_boards import RULED, kind_at, loop_at


def told(kept: Kept) -> str:
    """What a player does, in words that name the player."""
    assert kept.what.startswith(f"p{kept.seat + 1}: ")
    return kept.what


@pytest.mark.parametrize("name", RULED)
def test_what_keeps_a_loop_up_is_what_cannot_be_left_out(name: str) -> None:
    ruled = RULED[name]
    found = kind_at(ruled.text)
    needed = tuple(tuple(told(each) for each in kernel.kept) for kernel in found.kernels)
    assert (found.unknown, needed) == ("", ruled.kernels)
    assert tuple(told(each) for each in found.riders) == ruled.riders
    assert (found.keepers, found.draw) == (ruled.keepers, ruled.draw)


MANDATORY: Final = "its own player's rider on what nobody keeps up"
BUDGETS: Final = ("WAYS_BUDGET", "PLAYS_BUDGET", "PLAY_BUDGET")


@pytest.mark.parametrize("budget", BUDGETS)
def test_732_4_a_budget_that_ran_out_makes_no_draw_and_names_nobody(
    budget: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, budget, 0)
    found = kind_at(RULED[MANDATORY].text)
    assert "ran out" in found.unknown
    assert (found.keepers, found.kernels, found.draw, found.mandatory) == ((), (), UNKNOWN, None)
    assert situation_of(found) == NOT_KNOWN


def test_732_4_an_empty_kernel_that_was_not_proved_makes_no_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is answered in the smaller loop is not known, so nobody is said to keep it up."""
    board = RULED[MANDATORY]
    real = kind_of_loop._stated_of
    monkeypatch.setattr(kind_of_loop, "_stated_of", lambda loop: Stated(real(loop).each, "an answer is not known"))
    found = kind_at(board.text)
    assert "an answer is not known" in found.unknown and found.draw == UNKNOWN


def test_a_rider_of_what_nobody_keeps_up_is_something_else_to_do() -> None:
    """Its player is asked like everybody who could act (732.5)."""
    found = kind_at(RULED[MANDATORY].text)
    assert [(each.seat, each.what.partition(":")[0]) for each in found.could_act] == [(0, "activate gauge")]
    assert found.to_ask == (0,)
    assert {each.role for each in found.statements if "activate" in each.choice} == {RIDES}


def test_mtr_4_4_7_choices_alone_sustain_a_loop_whatever_rides_along() -> None:
    assert by_choices(kind_at(RULED["a choice, and a rider of another player"].text), 0)
    assert not by_choices(kind_at(RULED["a keeper's own rider"].text), 0)


@pytest.mark.parametrize("name", RULED)
def test_a_certificate_says_nothing_else_of_who_keeps_it_up(name: str) -> None:
    """Riders are not looked at there: so nothing is claimed, or the same."""
    ruled = RULED[name]
    text = certify(loop_at(ruled.text))
    if isinstance(text, Refusal):
        return
    found = check(text)
    assert isinstance(found, Accepted), found
    assert found.kept_up_by in ("unknown", ruled.keepers)
    assert not found.draw


def test_a_certificate_that_claims_a_player_for_what_goes_on_by_itself_is_rejected() -> None:
    """p1 acts in every lap, and everything goes on when p1 does not."""
    text = certify(loop_at(RULED[MANDATORY].text))
    assert isinstance(text, str)
    value = json.loads(text)
    assert value["claim"]["kept_up_by"] == "unknown"
    value["claim"]["kept_up_by"] = [0]
    found = check(canonical(value))
    assert isinstance(found, Refusal) and "who keeps it up" in found.message
