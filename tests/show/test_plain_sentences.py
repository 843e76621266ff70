"""A loop in sentences as players say them, in front of the exact rows of its page."""

from __future__ import annotations

import html
import re

import pytest

from tests.support.command_line import in_process
from tests.support.files import ROOT

#: One iteration makes a token; p2 could answer twice in it.
ELVES = [
    "Each iteration: 1 more Elf Warrior token. Everything else is as it was before.",
    "It can be repeated any number of times: say how often (732.2a).",
]


def sentences(*words: str) -> list[str]:
    """The sentences of a page of HTML, behind its verdict and before what is folded."""
    exit_code, page = in_process(*words, "--format", "html")
    assert exit_code == 0, page
    before, folded, _ = page.partition("<details><summary>exactly</summary>")
    assert folded
    return [html.unescape(each) for each in re.findall("<p>(.*)</p>", before)][1:]


def example(name: str) -> str:
    return str(ROOT / "src" / "reiterate" / "examples" / f"{name}.yaml")


def test_a_combo_says_what_it_brings_how_often_who_may_answer_and_how_it_wins() -> None:
    assert sentences("combo", "midnight guard", "presence of gond") == [
        *ELVES,
        "Opponents could answer at 2 places of each iteration: with Midnight Guard's ability (from Presence of Gond), or Midnight Guard's trigger on the stack.",
        "You win: attack with the tokens next turn, more of them than can be blocked.",
        "Assumed: the hand of p2 is unknown.",
    ]


def test_counters_are_not_told_once_more_as_power_and_toughness() -> None:
    found = sentences("combo", "archangel of thune", "spike feeder")
    assert found[0].startswith("Each iteration: 1 more +1/+1 counter on Archangel of Thune, 2 more life. Everything")


@pytest.mark.parametrize(
    ("name", "first", "often"),
    [
        ("googol", *ELVES),
        ("draw", "Iteration 2: 2 more life, 2 less life of p2.", "so the game is a draw (104.4b, 732.4)."),
        ("end", "Iteration 4: 4 more life, 1 more Soul Warden token, 4 less life of p2.", "It ends in iteration"),
    ],
)
def test_a_loop_says_what_changes_and_who_ends_it(name: str, first: str, often: str) -> None:
    """What changes otherwise each time is told of one iteration, and nothing is said to be as it was before."""
    found = sentences("loop", example(name))
    assert found[0] == first and often in found[1]


def test_what_may_be_answered_is_named_by_what_it_does() -> None:
    assert "with “Create a 1/1 green Elf Warrior creature token”, or “untap" in sentences("loop", example("googol"))[2]


def test_a_certificate_says_how_often_and_what_one_gets(tmp_path: object) -> None:
    file = f"{tmp_path}/elves.json"
    exit_code, said = in_process("certify", example("googol"), "--output", file)
    assert exit_code == 0, said
    found = sentences("check", file)
    assert found[0] == "This can be repeated any number of times." and found[1].startswith("You get: infinite ")
    assert found[2] == "It is kept up by p1."
