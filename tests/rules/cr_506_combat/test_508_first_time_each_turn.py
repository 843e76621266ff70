"""What triggers on attacking for the first time each turn (508.1m, 603.2). Every result was worked out before it was played."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from tests.support.acting import settled
from tests.support.boards import FOREST, play
from tests.support.own_cards import card_read

FIRST = (
    "Vigilance\nWhenever this creature attacks for the first time each turn, you gain 1 life. "
    "After this phase, there is an additional combat phase."
)


def laid(text: str = FIRST) -> State:
    layout = Layout(2)
    layout.put(card_read("Own", text), 0)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def attacks(state: State) -> State:
    """On to the next attack of the first player, which is made with Own."""
    for _ in range(60):
        if asked(state) == "attack":
            if decider(state) == 0:
                break
            state = play(state, Choice("attack", decider(state), answer="none"))
        state = play(state, Choice("pass", decider(state)))
    made = read_sentence(state, "p1: attack with Own")
    assert isinstance(made, Choice), made
    return settled(play(state, made))


def test_508_1m_it_triggers_on_the_first_attack_of_a_turn_alone() -> None:
    state = attacks(laid())
    assert state.rows[1].get("life") == 21
    again = attacks(state)  # the additional combat phase of the same turn
    assert again.rows[1].get("life") == 21 and again.game.prop("active") == 0
    later = attacks(again)  # its controller's next turn
    assert later.rows[1].get("life") == 22


def test_508_1m_what_no_card_asks_for_is_not_remembered() -> None:
    state = attacks(laid("Vigilance"))
    assert not any("attacked before" in row.cls.by_prop for row in state.rows.values())
