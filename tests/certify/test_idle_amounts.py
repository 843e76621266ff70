"""Amounts that are there in the first iterations only: no segment lists what is 0 in every period of it (732.2a)."""

from __future__ import annotations

import pytest

from reiterate.api import CardBook, load
from reiterate.check.certificate import check
from reiterate.refusals import Refusal
from reiterate.script.script import BodyReader, parse_script
from tests.certify.certified import accepted, certified, fits, segments

#: The Monolith is untapped with one mana that was there before, and with its own {C} from then on: {C}{C}{C} for {C}.
BOARD = """\
format: position/1
players:
  p1:
    mana: {COLORS}
    battlefield:
      - {card: Basalt Monolith, tapped: true}
      - {card: Power Artifact, attached to: Basalt Monolith}
"""
BODY = "activate Basalt Monolith: untap\nall pass\ntap Basalt Monolith"


def certificate(mana: str) -> str:
    found = load(BOARD.replace("COLORS", mana), "board.yaml", CardBook.builtin())
    assert not isinstance(found, Refusal), found
    nodes = parse_script(BODY)
    assert not isinstance(nodes, Refusal), nodes
    return certified(found.state, BodyReader(nodes))


@pytest.mark.parametrize("first", ["W", "U", "B", "R", "G"])
def test_732_2a_mana_that_is_spent_at_first_is_no_amount_of_the_period(first: str) -> None:
    text = certificate(f"{first}: 1")
    fits(text)
    accepted(text)
    (segment,) = segments(text)
    assert [1, f"mana.{first}"] not in segment["slots"]
    assert [1, "mana.C"] in segment["slots"]


def test_732_2a_mana_that_goes_up_from_the_start_is_listed() -> None:
    text = certificate("C: 1")
    assert not isinstance(check(text), Refusal)
    (segment,) = segments(text)
    place = segment["slots"].index([1, "mana.C"])
    assert segment["closed"][place][-1] == ["1", "1", "2/1"]  # {C}{C}{C} for {C}: 2 more each period
