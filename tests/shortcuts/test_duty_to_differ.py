"""Fragmented loops (732.3): who must choose differently, where, and for how long."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.script.position import load
from reiterate.script.script import BodyReader, parse_script
from reiterate.shortcuts import duty_to_differ
from reiterate.shortcuts.duty_to_differ import History
from tests.kinds.kinds_table import TEXTS, book

#: p1 takes a life of p2, who gains it again; a detour changes nothing, a token something.
GIVE: Final = "activate Jab targeting p2"
TAKE: Final = "activate Drip"
DETOUR: Final = "activate Idle Wheel"
CHANGE: Final = "activate Sprout"


def table(active: str = "p1", players: int = 2) -> History:
    """The board, nothing played."""
    assert {"Wings", "Net", "Jab", "Drip", "Idle Wheel", "Sprout"} <= TEXTS.keys()
    middle = "".join(f"  p{n}: {{hand: 0, battlefield: []}}\n" for n in range(3, players + 1))
    text = (
        f"format: position/1\nactive: {active}\nplayers:\n"
        "  p1: {hand: 0, battlefield: [Jab, Wings, Idle Wheel, Sprout, Grizzly Bears]}\n"
        f"  p2: {{hand: 0, battlefield: [Drip, Net]}}\n{middle}script: pass\n"
    )
    found = load(text, "board.yaml", book())
    assert not isinstance(found, Refusal), found
    return History(found.state)


def read(played: History, line: str, seat: int) -> Choice:
    """A line as the choice of a player in the present position."""
    nodes = parse_script(f"p{seat + 1}: {line}")
    assert not isinstance(nodes, Refusal), nodes
    reader = BodyReader(nodes)
    found = reader.next(played.state, reader.start())
    assert isinstance(found, tuple), found
    return found[0]


def passes(played: History) -> None:
    """The player who decides passes."""
    assert asked(played.state) == "priority"
    assert played.play(Choice("pass", decider(played.state), over=over_text(played.state))) is None


def resolves(played: History) -> None:
    """Everybody passes until the stack is empty."""
    while played.state.stack:
        passes(played)


def acts(played: History, line: str, seat: int) -> Refusal | None:
    """A player acts as soon as that player has priority, and it resolves; a refusal as it is."""
    while decider(played.state) != seat:
        passes(played)
    refused = played.play(read(played, line, seat))
    if refused is None:
        resolves(played)
    return refused


def test_732_3_the_active_player_may_not_act_as_before() -> None:
    """The position has come back: p1 must choose differently, and a pass is different."""
    played = table()
    assert acts(played, GIVE, 0) is None and played.must_differ() is None
    assert acts(played, TAKE, 1) is None
    assert played.must_differ() == 0
    refused = acts(played, GIVE, 0)
    assert refused is not None
    assert (refused.code, refused.rule) == ("must-differ", "732.3")
    passes(played)  # never forbidden


def test_732_3_the_player_who_is_not_active_may_let_it_stand() -> None:
    played = table()
    assert acts(played, GIVE, 0) is None
    assert (played.must_differ(), played.duties) == (None, [])


def test_732_3_in_the_other_turn_the_one_who_answers_must_differ() -> None:
    played = table("p2")
    assert acts(played, GIVE, 0) is None
    assert acts(played, TAKE, 1) is None
    assert acts(played, GIVE, 0) is None
    refused = acts(played, TAKE, 1)
    assert refused is not None and refused.code == "must-differ"


def test_732_3_flying_that_comes_and_goes() -> None:
    """A creature that has lost flying until end of turn, and could not have it, is one that never had it."""
    played = table()
    assert acts(played, "activate Wings targeting Grizzly Bears", 0) is None
    assert acts(played, "activate Net targeting Grizzly Bears", 1) is None
    refused = acts(played, "activate Wings targeting Grizzly Bears", 0)
    assert refused is not None and refused.code == "must-differ"


def test_732_3_where_the_active_player_is_not_involved_it_is_the_first_in_turn_order() -> None:
    played = table("p3", 3)
    assert acts(played, GIVE, 0) is None
    assert acts(played, TAKE, 1) is None
    while decider(played.state) != 0 and played.must_differ() is None:
        passes(played)
    assert {duty.seat for duty in played.duties} == {0}


def test_732_3_the_duty_survives_irrelevant_detours() -> None:
    """Whatever leads back to the position: the action is still the one that was made there."""
    played = table()
    assert acts(played, GIVE, 0) is None
    assert acts(played, TAKE, 1) is None
    for _ in range(3):
        assert acts(played, DETOUR, 0) is None
        refused = acts(played, GIVE, 0)
        assert refused is not None and refused.code == "must-differ"


def test_732_3_the_duty_is_for_the_position_and_not_for_another_one() -> None:
    played = table()
    assert acts(played, GIVE, 0) is None
    assert acts(played, TAKE, 1) is None
    assert acts(played, CHANGE, 0) is None
    assert played.must_differ() is None
    assert acts(played, GIVE, 0) is None


def test_one_player_who_brings_a_position_back_alone_has_no_such_duty() -> None:
    played = table()
    for _ in range(3):
        assert acts(played, DETOUR, 0) is None
    assert played.duties == []


def test_positions_beyond_the_budget_are_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duty_to_differ, "POSITION_BUDGET", 3)
    played = table()
    assert acts(played, GIVE, 0) is None
    refused = played.play(read(played, GIVE, 0))
    assert refused is not None
    assert (refused.kind, refused.code) == (UNDETERMINED, "position-budget")
    assert "POSITION_BUDGET ran out" in refused.message and "3 positions" in refused.message
