"""Permanents that an effect turns face down (613.7f, 708.2a, 708.2b, 712.16)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.copying import copiable
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.terms.abilities import Keyword
from reiterate.terms.effects_permanents import TurnFaceDown
from reiterate.terms.proto import is_face_down
from reiterate.terms.references import TargetRef
from tests.support.acting import act, handle, only, says, settled
from tests.support.boards import BEAR, ELF, play
from tests.support.shown import shows
from tests.support.written import card

QUANAR = card(
    "Flying\n{1}: Turn this creature face down.\nMorph {2}\nWhen this creature is turned face up, you gain 3 life.",
    "Creature — Beast",
    "{4}{U}",
    "Quanar",
    power="3",
    toughness="5",
    colors=["U"],
)


def laid(counters: int = 0) -> tuple[State, int]:
    layout = Layout(2)
    row = layout.put(QUANAR, 0, counters={"+1/+1": counters})
    layout.set_player(0, "mana.C", 9)
    return layout.done(), row


def down(state: State, row: int) -> State:
    return settled(play(state, Choice("activate", 0, row, 0)))


@shows(TurnFaceDown)
@pytest.mark.parametrize("counters", [0, 2])
def test_708_2a_it_is_a_2_2_creature_without_anything_else_and_the_same_object(counters: int) -> None:
    """Its counters stay: 2/2 and two +1/+1 counters are 4/4."""
    state, row = laid(counters)
    state = down(state, row)
    now = view(state, row)
    assert is_face_down(state.rows[row].cls.proto)
    assert (now.types, now.subtypes, now.colors, now.keywords) == (("creature",), (), (), frozenset())
    assert (power(state, row), toughness(state, row)) == (2 + counters, 2 + counters)
    assert verify(state, Choice("activate", 0, row, 0)) is None  # its morph action is all that it has
    assert state_to_json(state_from_json(state_to_json(state))) == state_to_json(state)


def test_702_37e_it_may_be_turned_face_up_again_and_again() -> None:
    """Each time {1} to turn it face down and {2} to turn it face up: 3 life each time."""
    state, row = laid()
    for times in (1, 2, 3):
        state = down(state, row)
        state = settled(play(state, Choice("activate", 0, row, 0)))
        assert not is_face_down(state.rows[row].cls.proto)
        assert "flying" in view(state, row).keywords
        assert state.rows[1].get("life") == 20 + 3 * times
    assert state.rows[1].get("mana.C") == 0


def test_708_2b_what_is_face_down_stays_as_it_is() -> None:
    """Two activations on the stack: the second one finds it face down, and nothing happens."""
    state, row = laid()
    state = play(state, Choice("activate", 0, row, 0))
    state = settled(play(state, Choice("activate", 0, row, 0)))
    assert is_face_down(state.rows[row].cls.proto)
    assert not is_face_down(settled(play(state, Choice("activate", 0, row, 0))).rows[row].cls.proto)


def test_708_2a_a_card_without_morph_stays_face_down() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    state = act(layout, TurnFaceDown(TargetRef(0)), aims=(bear,))
    assert is_face_down(state.rows[bear].cls.proto) and not view(state, bear).activated


def test_708_2a_a_token_is_refused_by_name() -> None:
    layout = Layout(2)
    token = layout.put(ELF, 1)
    with pytest.raises(Unsupported) as refused:
        act(layout, TurnFaceDown(TargetRef(0)), aims=(token,))
    assert refused.value.refusal.code == "rule-708.2"


WARDED = card(
    "Protection from black\n{1}: Turn this creature face down.\nMorph {2}",
    "Creature — Elf",
    "{4}",
    "Warded",
    power="2",
    toughness="2",
)
RECOLOR = card(
    "Change the text of target permanent by replacing all instances of one color word with another.",
    "Instant",
    "{1}",
    "Recolor",
)


def recolored(state: State, row: int) -> State:
    state = settled(play(state, Choice("cast", 0, handle(state, "Recolor", "hand"), targets=(row,))))
    return says(says(state, "black"), "green")


@pytest.mark.parametrize("first", ["down", "changed"])
def test_708_8_a_changed_text_is_changed_when_it_is_face_up_again(first: str) -> None:
    """Effects that have been applied to it still apply, whether it was face down or face up as its text was changed."""
    layout = Layout(2)
    row = layout.put(WARDED, 0)
    layout.put(RECOLOR, 0, "hand")
    layout.set_player(0, "mana.C", 9)
    state = layout.done()
    state = recolored(down(state, row), row) if first == "down" else down(recolored(state, row), row)
    assert is_face_down(state.rows[row].cls.proto) and view(state, row).abilities == ()
    assert same(state_from_json(state_to_json(state)), state)
    state = play(state, Choice("activate", 0, row, 0))
    assert Keyword("protection", "from green") in view(state, row).abilities
    assert copiable(state, row) == WARDED
    assert same(state_from_json(state_to_json(state)), state)


def test_400_7_a_face_down_card_with_a_changed_text_is_its_card_elsewhere() -> None:
    lift = card("Return target creature to its owner's hand.", "Instant", "{1}", "Lift")
    layout = Layout(2)
    row = layout.put(WARDED, 0)
    for spell in (RECOLOR, lift):
        layout.put(spell, 0, "hand")
    layout.set_player(0, "mana.C", 9)
    state = recolored(down(layout.done(), row), row)
    state = settled(play(state, Choice("cast", 0, handle(state, "Lift", "hand"), targets=(row,))))
    assert only(state, "Warded", "hand").cls.proto == WARDED
