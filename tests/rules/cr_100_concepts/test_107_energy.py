"""Energy (107.14, 122.1): counters that a player gets, and pays by removing them from themselves.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.ask.session import run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import Position, load
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.abilities import Activated
from reiterate.terms.costs import EnergyCost
from reiterate.terms.effects_players import PutPlayerCounters
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from tests.support.acting import handle, question, says, settled, until
from tests.support.boards import BEAR, FOREST, life, play
from tests.support.shown import shows

HUGE = 10**30


def device(text: str, types: str = "Artifact") -> Proto:
    """A permanent of these words, each of them understood."""
    size = {"power": "1", "toughness": "1"} if "Creature" in types else {}
    found = compile_card({"name": "Device", "type_line": types, "mana_cost": "{2}", "oracle_text": text, **size})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def laid(text: str, energy: int = 0, zone: str = "battlefield", types: str = "Artifact") -> tuple[State, int]:
    layout = Layout(2)
    row = layout.put(device(text, types), 0, zone)
    layout.put(BEAR, 0)
    layout.set_player(0, "counter.energy", energy)
    layout.set_player(1, "counter.energy", 50)
    layout.set_player(0, "mana.C", 2)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 30)])
    return layout.done(), row


def energy(state: State, seat: int = 0) -> object:
    return state.rows[1 + seat].get("counter.energy")


def code(state: State, choice: Choice) -> str:
    found = verify(state, choice)
    return "" if found is None else found.code


def activated(state: State, row: int, **more: object) -> State:
    return settled(play(state, Choice("activate", 0, row, **more)))  # type: ignore[arg-type] # fields of a choice


def test_107_14_a_player_gets_one_counter_for_each_symbol() -> None:
    state, row = laid("When this artifact enters, you get {E}{E}.", zone="hand")
    state = settled(play(state, Choice("cast", 0, row)))
    assert energy(state) == 2 and energy(state, 1) == 50


@shows(EnergyCost)
@pytest.mark.parametrize(
    ("there", "expected"), [(0, "energy-short"), (1, "energy-short"), (2, ""), (3, ""), (HUGE, "")]
)
def test_107_14_to_pay_it_a_player_removes_that_many_from_themselves(there: int, expected: str) -> None:
    state, row = laid("Pay {E}{E}: You gain 1 life.", there)
    assert code(state, Choice("activate", 0, row)) == expected
    assert [o.verb for o in options(state)] == (["pass"] if expected else ["pass", "activate"])
    if not expected:
        paid = play(state, Choice("activate", 0, row))
        assert energy(paid) == there - 2 and energy(paid, 1) == 50  # 601.2h: at once, before it resolves
        assert life(settled(paid), 0) == 21


def test_107_14_paid_with_mana_and_the_tap_symbol_and_said_in_words() -> None:
    state, row = laid("{1}, {T}, Pay six {E}: You gain 3 life.", 7)
    made = Choice("activate", 0, row)
    assert read_sentence(state, say(state, made)) == made
    state = activated(state, row)
    assert energy(state) == 1 and life(state, 0) == 23


def test_118_3_two_costs_of_energy_are_paid_out_of_the_same_counters() -> None:
    proto = Proto("Coil", ("artifact",), abilities=(Activated((EnergyCost(Fixed(2)), EnergyCost(Fixed(1))), ()),))
    for there, expected in ((2, "energy-short"), (3, "")):
        layout = Layout(2)
        row = layout.put(proto, 0)
        layout.set_player(0, "counter.energy", there)
        assert code(layout.done(), Choice("activate", 0, row)) == expected


@pytest.mark.parametrize(("x", "expected"), [(0, ""), (1, ""), (5, ""), (6, "energy-short")])
def test_107_3_x_energy_is_announced(x: int, expected: str) -> None:
    state, row = laid("Pay X {E}: You gain X life.", 5)
    assert code(state, Choice("activate", 0, row, x=x)) == expected
    (offered,) = [o for o in options(state) if o.row == row]
    slot = offered.slot("x")
    assert slot is not None and (slot.low, slot.high) == (0, 5)
    assert code(state, first(state, offered)) == ""
    if not expected:
        after = activated(state, row, x=x)
        assert energy(after) == 5 - x and life(after, 0) == 20 + x


def test_603_12_it_may_be_paid_as_something_resolves() -> None:
    """With 2 the player is asked, and pays or does not; with 1 the payment is not possible (118.12)."""
    text = "At the beginning of your upkeep, you may pay {E}{E}. If you do, you gain 4 life."
    for there, answer, left, result in ((2, "yes", 0, 24), (2, "no", 2, 20), (1, "", 1, 20)):
        state, _ = laid(text, there)
        state = until(until(state, "upkeep", 1), "upkeep", 0)
        while state.stack and not question_asked(state):
            state = play(state, Choice("pass", options(state)[0].player))
        if answer:
            state = says(state, answer)
        state = settled(state)
        assert (energy(state), life(state, 0)) == (left, result)


def question_asked(state: State) -> bool:
    return any(o.verb == "answer" for o in options(state))


def test_118_12_something_happens_unless_it_is_paid() -> None:
    text = "At the beginning of your end step, sacrifice this artifact unless you pay {E}."
    for there, kept in ((1, True), (0, False)):
        state, row = laid(text, there)
        state = until(state, "end", 0)
        while state.stack and not question_asked(state):
            state = play(state, Choice("pass", options(state)[0].player))
        if kept:
            assert question(state)[1] == 0
            state = says(state, "yes")
        state = settled(state)
        assert (row in state.rows and state.rows[row].cls.zone == "battlefield") is kept
        assert energy(state) == 0


def test_122_1_for_each_and_as_many_as() -> None:
    state, row = laid("{T}: You get {E} for each creature you control.")
    assert energy(activated(state, row)) == 1
    state, row = laid("{T}: You get an amount of {E} equal to the number of cards in your library.")
    assert energy(activated(state, row)) == 30
    state, row = laid("Whenever you gain life, you get that many {E}.\n{T}: You gain 7 life.")
    assert energy(activated(state, row, index=0)) == 7


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("You get {E}.", PutPlayerCounters),
        ("You get {E}{E}{E}.", PutPlayerCounters),
        ("Draw a card. You get {E}{E}.", PutPlayerCounters),
        ("You gain 3 life and get {E}{E}{E}.", PutPlayerCounters),
    ],
)
def test_107_14_a_spell_gives_energy(text: str, made: type) -> None:
    card = compile_card({"name": "Surge", "type_line": "Instant", "mana_cost": "{0}", "oracle_text": text})
    assert card.complete
    layout = Layout(2)
    row = layout.put(card.proto, 0, "hand")
    layout.library(0, [(FOREST, 3)])
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert energy(state) == text.count("{E}") and handle(state, "Surge", "graveyard") in state.rows


def test_107_14_an_energy_symbol_is_no_mana() -> None:
    for text in ("{E}: You gain 1 life.", "{T}: Add {E}.", "Cycling {E}"):
        assert not compile_card({"name": "Odd", "type_line": "Artifact", "oracle_text": text}).complete


def test_107_14_a_position_says_how_much_energy_a_player_has() -> None:
    text = "format: position/1\nplayers:\n  p1: {energy: 7}\n  p2: {}\nexpect: {p1.energy: 7, p2.energy: 0}\n"
    position = load(text, "board.yaml", CardBook((builtin_source(),)))
    assert isinstance(position, Position) and energy(position.state) == 7
    assert not isinstance(run_position(position), Refusal)
