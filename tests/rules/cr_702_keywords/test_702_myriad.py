"""Myriad (702.116) and encore (702.141): a token for each of several opponents.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CopyForEach
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, onward, question, says, settled, until
from tests.support.boards import BEAR, FOREST, play
from tests.support.shown import shows

WALKER = Proto("Walker", ("planeswalker",), (), (), (), ("3",), loyalty=4)


def card(text: str, **facts: str) -> Proto:
    """A card of these words, all of it usable."""
    made = {"name": "Own", "type_line": "Creature — Elf", "mana_cost": "{1}{R}", "power": "2", "toughness": "3"}
    found = compile_card({k: v for k, v in {**made, **facts, "oracle_text": text}.items() if v})
    assert fully_usable(found), found.missing
    return found.proto


def laid(proto: Proto, zone: str = "battlefield", players: int = 3, walkers: tuple[int, ...] = ()) -> State:
    layout = Layout(players)
    layout.put(proto, 0, zone)
    layout.set_player(0, "mana.R", 9)
    for seat in walkers:
        layout.put(WALKER, seat, counters={"loyalty": 4})
    for seat in range(players):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def to_attack(state: State) -> State:
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    return state


def attacking(state: State, target: int) -> State:
    """Own attacks a player, and what triggers resolves up to its first question."""
    state = to_attack(state)
    return settled(play(state, Choice("attack", 0, picks=((handle(state, "Own"), 1),), targets=(target,))))


def attacks(state: State) -> list[tuple[str, int, bool]]:
    """What attacks: card or token, whom by row, whether tapped."""
    found = [(r.cls.kind, r.refs["attacks"].row, r.cls.tapped) for r in state.rows.values() if "attacks" in r.refs]  # type: ignore[union-attr] # references to rows
    return sorted(found)


@shows("myriad", CopyForEach)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_702_116a_a_tapped_copy_attacks_each_other_opponent(players: int) -> None:
    state = attacking(laid(card("Myriad"), players=players), 2)
    for _ in range(players - 2):
        assert question(state)[0] == "yes"
        state = says(state, "yes")
    assert attacks(state) == [("card", 2, True), *(("token", row, True) for row in range(3, players + 1))]
    assert not state.stack  # 508.4: the tokens were not declared as attackers


def test_702_116a_it_may_be_left_for_each_of_them() -> None:
    state = attacking(laid(card("Myriad"), players=4), 2)
    state = says(says(state, "no"), "yes")
    assert attacks(state) == [("card", 2, True), ("token", 4, True)]
    none = says(says(attacking(laid(card("Myriad"), players=4), 2), "no"), "no")
    assert attacks(none) == [("card", 2, True)]


def test_702_116a_a_planeswalker_of_that_player_may_be_attacked() -> None:
    state = says(attacking(laid(card("Myriad"), walkers=(1, 2)), 2), "yes")
    kind, seat, rows = question(state)
    walker = next(h for h, r in state.rows.items() if r.cls.proto == WALKER and r.cls.controller == 2)
    assert (kind, seat, set(rows)) == ("object", 0, {3, walker})
    state = says(state, picks=((walker, 1),))
    assert attacks(state) == sorted([("card", 2, True), ("token", walker, True)])


def test_702_116a_the_tokens_are_exiled_at_end_of_combat_by_one_ability() -> None:
    state = says(says(attacking(laid(card("Myriad"), players=4), 2), "yes"), "yes")
    assert count(state, "Own") == 3
    while state.game.prop("step") != "endcombat":
        state = (
            onward(state)
            if asked(state) in ("priority", "attack")
            else play(state, Choice("block", decider(state), answer="none"))
        )
    assert len(state.stack) == 1 and count(state, "Own") == 3
    state = settled(state)
    assert count(state, "Own") == 1


def encored(state: State) -> State:
    return settled(play(state, Choice("activate", 0, handle(state, "Own", "graveyard"))))


@pytest.mark.parametrize("players", [2, 3])
def test_702_141a_a_token_with_haste_for_each_opponent_attacks_that_opponent(players: int) -> None:
    state = encored(laid(card("Encore {3}{R}"), "graveyard", players, walkers=(1,)))
    assert count(state, "Own", "exile") == 1 and count(state, "Own") == players - 1
    assert state.rows[1].get("mana.R") == 5
    state = to_attack(state)
    rows = [h for h, r in state.rows.items() if r.cls.kind == "token"]
    walker = handle(state, "Walker")
    picks = tuple((row, 1) for row in rows)
    right = Choice("attack", 0, picks=picks, targets=tuple(range(2, players + 1)))
    assert verify(state, right) is None
    legal = [c for o in options(state) for c in instances(state, o, 40)]
    assert legal and all(verify(state, c) is None for c in legal)
    for wrong in (
        Choice("attack", 0, answer="none"),
        Choice("attack", 0, picks=picks, targets=(walker, *range(3, players + 1))),
        *([Choice("attack", 0, picks=picks, targets=(3, 2))] if players == 3 else []),
    ):
        refused = verify(state, wrong)
        assert refused is not None and refused.code == "must-attack", wrong


def test_702_141a_they_are_sacrificed_at_the_next_end_step_and_it_is_a_sorcery() -> None:
    state = laid(card("Encore {3}{R}"), "graveyard")
    state = encored(state)
    state = to_attack(state)
    rows = [h for h, r in state.rows.items() if r.cls.kind == "token"]
    state = play(state, Choice("attack", 0, picks=tuple((row, 1) for row in rows), targets=(2, 3)))
    while state.game.prop("step") != "end":
        state = (
            play(state, Choice("pass", decider(state)))
            if asked(state) == "priority"
            else play(state, Choice("block", decider(state), answer="none"))
        )
    assert count(state, "Own") == 2
    assert count(settled(state), "Own") == 0
    other = until(laid(card("Encore {3}{R}"), "graveyard"), "upkeep", 1)
    assert not [o for o in options(other) if o.verb == "activate"]


# --- demonstrate (702.144) ---------------------------------------------------------------------------------------

DEMONSTRATE = "You gain 1 life.\nDemonstrate"


def cast(players: int) -> State:
    own = card(DEMONSTRATE, type_line="Sorcery", power="", toughness="")
    state = laid(own, "hand", players)
    return settled(play(state, Choice("cast", 0, handle(state, "Own", "hand"))))


def lives(state: State, players: int) -> list[object]:
    return [state.rows[1 + seat].get("life") for seat in range(players)]


def test_702_144a_who_copies_the_spell_lets_an_opponent_copy_it() -> None:
    state = settled(play(cast(2), Choice("may", 0, answer="yes")))
    assert lives(state, 2) == [22, 21]
    assert lives(settled(play(cast(2), Choice("may", 0, answer="no"))), 2) == [21, 20]


def test_702_144a_one_of_several_opponents_is_chosen() -> None:
    state = play(cast(3), Choice("may", 0, answer="yes"))
    assert question(state) == ("object", 0, (2, 3))
    assert lives(settled(says(state, picks=((3, 1),))), 3) == [22, 20, 21]


EACH = (
    "When Own enters, exile up to one other target creature you control until Own leaves the battlefield.\n"
    "Whenever this creature attacks, for each opponent, create a tapped token that's a copy of the exiled card "
    "attacking that opponent. At the beginning of your end step, sacrifice those tokens."
)


def test_508_4_a_copy_of_the_exiled_card_attacks_each_opponent_and_no_planeswalker() -> None:
    layout = Layout(3)
    own = layout.put(card(EACH), 0)
    bear = layout.put(BEAR, 0, "exile")
    layout.exiled_until(own, bear)
    layout.link(own, bear)
    layout.put(WALKER, 1, counters={"loyalty": 3})
    for seat in range(3):
        layout.library(seat, [(FOREST, 9)])
    state = attacking(layout.done(), 2)
    assert attacks(state) == [("card", 2, True), ("token", 2, True), ("token", 3, True)]
    state = until_end(state)
    assert count(state, "Bear") == 2 and len(state.stack) == 1
    assert count(settled(state), "Bear") == 0


def until_end(state: State) -> State:
    """On to the end step of this turn; nobody blocks."""
    while state.game.prop("step") != "end":
        state = (
            play(state, Choice("block", decider(state), answer="none")) if asked(state) == "block" else onward(state)
        )
    return state
