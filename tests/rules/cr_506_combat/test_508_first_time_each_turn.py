"""What triggers on attacking for the first time each turn (508.1m, 603.2). Every result was worked out before it was played."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.declare_attackers import attack_candidates, attackable
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from reiterate.terms.static_effects import AttacksEachOnce
from tests.support.acting import settled, until
from tests.support.boards import FOREST, play
from tests.support.own_cards import card_read
from tests.support.shown import shows

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


EACH_ONCE = (
    "Vigilance\nThis creature can't attack a player it has already attacked this turn.\n"
    "Whenever this creature attacks, after this phase, there is an additional combat phase."
)


def attackers(state: State) -> set[str]:
    """What could be declared as attackers in the next combat of the first player."""
    while asked(state) != "attack" or decider(state) != 0:
        if asked(state) == "attack":
            state = play(state, Choice("attack", decider(state), answer="none"))
        state = play(state, Choice("pass", decider(state)))
        if state.game.prop("step") in ("main2", "end") or state.game.prop("active") != 0:
            return set()
    return {proto.name for handle in attack_candidates(state, 0) if (proto := state.rows[handle].cls.proto) is not None}


@shows(AttacksEachOnce)
def test_508_1c_a_player_is_attacked_once_each_turn_by_that_creature() -> None:
    start = laid(EACH_ONCE)
    state = attacks(start)
    assert attackers(state) == set()  # in the additional combat phase nobody is left whom it could attack
    later = attacks(until(state, "upkeep", 0))  # in its controller's next turn it may again
    assert later.game.prop("active") == 0


def test_508_1c_another_player_and_another_creature_may_still_be_chosen() -> None:
    layout = Layout(3)
    own = card_read("Own", EACH_ONCE)
    layout.put(own, 0, n=2)
    for seat in range(3):
        layout.library(seat, [(FOREST, 20)])
    state = layout.done()
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    (both,) = [h for h, row in state.rows.items() if row.cls.proto == own]
    state = settled(play(state, Choice("attack", 0, picks=((both, 1),), targets=(2,))))
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    there = {h: attackable(state, h, 0) for h, row in state.rows.items() if row.cls.proto == own}
    assert sorted(there.values()) == [[2, 3], [3]]  # rows 2 and 3 are the second and the third player
