"""Objects that are alike are offered once, by one name that reads back; what can be told apart keeps a name of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reiterate.cards import CardBook
from reiterate.games.offered import listed
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import CAST, Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.script.position import load
from reiterate.script.sentences import read_sentence, say
from reiterate.show.game_words import line_words
from reiterate.state.model import State

BOARD = """format: position/1
players:
  p1:
    battlefield: ["Kiki-Jiki, Mirror Breaker", Zealous Conscripts]
  p2:
    hand: [Lightning Bolt]
    graveyard: [Lightning Bolt]
    battlefield: [Mountain]
"""
LAP = (
    "p1: activate Kiki-Jiki targeting Zealous Conscripts #1 of p1",
    "p1: pass",
    "p2: pass",
    "p1: target Kiki-Jiki",
    "p1: pass",
    "p2: pass",
)


def after(*lines: str) -> State:
    """The position behind two laps, which leave two tokens that came from two triggers, and further lines."""
    found = load(BOARD, "board", CardBook.builtin())
    assert not isinstance(found, Refusal), found
    state = found.state
    for text in (*LAP, *LAP, *lines):
        choice = read_sentence(state, text)
        assert isinstance(choice, Choice), (text, choice)
        state = step(state, choice)[0]
    return state


def to_attackers() -> State:
    state = after()
    while asked(state) != "attack":
        choice = read_sentence(state, "pass")
        assert isinstance(choice, Choice)
        state = step(state, choice)[0]
    return state


def tokens(state: State) -> list[int]:
    return sorted(h for h, row in state.rows.items() if row.cls.kind == "token" and row.cls.zone == "battlefield")


BOLT = ("p1: activate Kiki-Jiki targeting Zealous Conscripts #1 of p1", "p1: pass", "p2: activate Mountain")


def test_tokens_that_are_alike_are_one_choice() -> None:
    state = after(*BOLT)
    assert len(tokens(state)) == 2
    bolts = [line for line, choice in listed(state).choices.items() if choice.verb == CAST]
    assert bolts == [
        "cast Lightning Bolt targeting p1",
        "cast Lightning Bolt targeting p2",
        "cast Lightning Bolt targeting Kiki-Jiki, Mirror Breaker",
        "cast Lightning Bolt targeting Zealous Conscripts #1 of p1",
        "cast Lightning Bolt targeting sick Zealous Conscripts",
    ]


def test_the_targets_of_a_trigger_can_be_told_apart() -> None:
    state = after(*BOLT[:2], "p2: pass")
    words = [line_words(line) for line, _ in listed(state).choices.items()]
    assert words[-1] == "target newly arrived Zealous Conscripts" and len(words) == 4


def test_a_spell_keeps_its_plain_name_where_its_target_needs_a_number() -> None:
    state = after(*BOLT)
    first, last = tokens(state)
    bolt = next(choice for _, choice in listed(state).choices.items() if choice.verb == CAST)
    line = say(state, replace(bolt, targets=(last,)))
    assert line == "p2: cast Lightning Bolt targeting Zealous Conscripts #3 of p1 on the battlefield"
    assert line_words(line) == "p2: cast Lightning Bolt targeting Zealous Conscripts (p1's third)"
    read = read_sentence(state, line)
    assert isinstance(read, Choice) and read.targets == (last,) != (first,)


def test_attackers_that_are_alike_are_counted_together() -> None:
    state = to_attackers()
    lines = listed(state).choices
    all_of_them = "attack with Kiki-Jiki, Mirror Breaker and Zealous Conscripts #1 of p1 and 2 sick Zealous Conscripts"
    assert all_of_them in lines and [row for row, _ in lines[all_of_them].picks][2:] == tokens(state)
    assert "attack with Zealous Conscripts #3 of p1" not in lines


@pytest.mark.parametrize(
    "state", [after(*BOLT), after(*BOLT[:2], "p2: pass"), to_attackers()], ids=["priority", "target", "attack"]
)
def test_each_line_reads_back_to_its_choice(state: State) -> None:
    for line, choice in listed(state).choices.items():
        read = read_sentence(state, line)
        assert isinstance(read, Choice), (line, read)
        assert (read.row, read.targets, read.picks) == (choice.row, choice.targets, choice.picks), line
