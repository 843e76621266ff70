"""What several players do at the same time (101.4), and what nobody can do: counters, searches, exchanges."""

from __future__ import annotations

from reiterate.rules.choices import Choice
from reiterate.rules.setup import Layout
from reiterate.rules.verify import asked, decider, verify
from reiterate.state.model import State
from reiterate.terms.deeds import GainControl, IfDone, Proliferate, Search
from reiterate.terms.nodes import (
    Dies,
    Draw,
    EachPlayer,
    Filter,
    Fixed,
    GainLife,
    SacrificeChosen,
    Static,
    TargetRef,
    TargetSpec,
    Triggered,
    You,
)
from reiterate.terms.standing import PlayerCant
from tests.acting import act, count, handle, question, says, settled, stack_size
from tests.boards import BEAR, CREATURE, FOREST, creature, life, play, tap_ability

ARTIST = creature("Artist", 0, 1, Triggered(Dies(CREATURE), (GainLife(You(), Fixed(1)),)))
EDICT = SacrificeChosen(EachPlayer(), CREATURE, Fixed(1))


def edict(layout: Layout) -> State:
    """Each player sacrifices a creature: the Altar of the first player resolves up to the first question."""
    row = layout.put(creature("Altar", 0, 1, tap_ability(EDICT)), 0)
    state = play(layout.done(), Choice("activate", 0, row))
    size = stack_size(state)
    while asked(state) == "priority" and stack_size(state) == size:
        state = play(state, Choice("pass", decider(state)))
    return state


def test_101_4_what_players_sacrifice_leaves_at_the_same_time() -> None:
    layout = Layout(2)
    artist = layout.put(ARTIST, 0)
    layout.put(BEAR, 1)
    state = edict(layout)
    assert asked(state) == "pick"
    state = settled(play(state, Choice("pick", 0, picks=((artist, 1),))))
    assert count(state, "Artist", "graveyard") == count(state, "Bear", "graveyard") == 1
    assert life(state, 0) == 22  # the Artist saw itself and the Bear die


def test_101_4_the_first_choice_is_known_and_not_yet_carried_out() -> None:
    layout = Layout(2)
    artist = layout.put(ARTIST, 0)
    bears = [layout.put(BEAR, 1), layout.put(BEAR, 1, tapped=True)]
    state = play(edict(layout), Choice("pick", 0, picks=((artist, 1),)))
    assert (asked(state), decider(state)) == ("pick", 1)
    assert count(state, "Artist") == 1
    state = settled(play(state, Choice("pick", 1, picks=((bears[0], 1),))))
    assert (count(state, "Artist"), count(state, "Bear"), life(state, 0)) == (0, 1, 22)


def test_101_4_part_of_a_group_and_nothing_at_all() -> None:
    layout = Layout(3)
    layout.put(ARTIST, 1, n=5)
    state = edict(layout)  # the first player has the Altar alone, the third one nothing
    assert asked(state) == "priority"
    assert (count(state, "Altar"), count(state, "Artist")) == (0, 4)
    assert life(settled(state), 1) == 20 + 5 * 2  # five saw the Altar and one of them die


def test_122_1_who_cannot_get_poison_counters_gets_none_by_proliferating() -> None:
    for safe in (False, True):
        layout = Layout(2)
        layout.set_player(1, "counter.poison", 3)
        if safe:
            layout.put(creature("Ward", 1, 1, Static(PlayerCant("you", "get poison counters"))), 1)
        state = act(layout, Proliferate())
        state = says(state, picks=((2, 1),))
        assert state.rows[2].get("counter.poison") == (3 if safe else 4)


def test_701_23d_who_searches_for_any_card_finds_one() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 1), (FOREST, 1)])
    state = act(layout, Search(You(), Filter(), "hand"))
    assert question(state)[0] == "objects"
    assert verify(state, Choice("answer", 0)) is not None
    layout = Layout(2)
    layout.library(0, [(BEAR, 1)])
    assert count(act(layout, Search(You(), Filter(), "hand")), "Bear", "hand") == 1
    layout = Layout(2)
    layout.library(0, [(BEAR, 1)])
    state = act(layout, Search(You(), CREATURE, "hand"))
    assert count(says(state), "Bear", "hand") == 0  # 701.23b: a quality need not be found


def test_608_2c_if_they_do_speaks_of_a_player_who_is_a_legal_target() -> None:
    shroud = creature("Veil", 1, 1, Static(PlayerCant("you", "be targeted by opponents")))
    effect = IfDone((GainControl(TargetRef(1), "game", TargetRef(0)),), (Draw(You(), Fixed(1)),))
    specs = (TargetSpec(None, "opponent"), TargetSpec(CREATURE))
    layout = Layout(2)
    layout.library(0, [(FOREST, 5)])
    bear = layout.put(BEAR, 0)
    row = layout.put(creature("Trader", 3, 3, tap_ability(effect, targets=specs)), 0)
    layout.put(creature("Caller", 1, 1, tap_ability(Search(You(), CREATURE, "battlefield"))), 1)
    layout.library(1, [(shroud, 1)])
    state = play(layout.done(), Choice("activate", 0, row, targets=(2, bear)), Choice("pass", 0))
    state = play(state, Choice("activate", 1, handle(state, "Caller")), Choice("pass", 1), Choice("pass", 0))
    found = question(state)
    state = says(state, picks=((found[2][0], 1),))
    state = settled(state)
    assert count(state, "Veil") == 1
    assert count(state, "Forest", "hand") == 0
