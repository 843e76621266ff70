"""A choice in words, part by part: nobody cuts a line up again to shorten it."""

from __future__ import annotations

import pytest

from reiterate.script.saying import Spoken

ABILITY = Spoken(0, "activate Circle of Protection: Red", "prevent that damage", targeting=" targeting p2 (2 of them)")


def test_a_name_with_a_colon_stays_whole_in_short() -> None:
    assert ABILITY.line == "p1: activate Circle of Protection: Red: prevent that damage targeting p2 (2 of them)"
    assert ABILITY.brief == "activate Circle of Protection: Red targeting p2 (2 of them)"


@pytest.mark.parametrize(
    ("said", "text", "brief"),
    [
        (Spoken(1, "pass", over="Shock"), "pass over Shock", "pass"),
        (Spoken(1, "pass"), "pass", "pass"),
        (Spoken(1, "cast Shock", how=" paying {R}"), "cast Shock paying {R}", "cast Shock paying {R}"),
        (Spoken(1, "activate Bird", "draw a card", " paying {R}"), "activate Bird: draw a card paying {R}", "activate Bird"),
    ],
)  # fmt: skip
def test_what_is_said_in_full_and_in_short(said: Spoken, text: str, brief: str) -> None:
    assert (said.text, said.brief) == (text, brief)
    assert said.line == f"p2: {text}"


def test_a_card_that_is_called_like_a_pass_is_none() -> None:
    assert Spoken(0, "pass", over="Shock").passes
    assert not Spoken(0, "cast pass over").passes
