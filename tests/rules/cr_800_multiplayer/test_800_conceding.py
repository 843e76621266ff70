"""Conceding (104.3a), and what others are asked once a player has left the game (800.4)."""

from __future__ import annotations

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import ASK
from reiterate.rules.decisions.leaving import CONCEDED, REMOVED, end_in_draw, leave, won
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import Position, load
from reiterate.state.events import replay
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME, OUTCOME_RULE, PASSES
from reiterate.terms.abilities import Triggered
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_zones import Discard, Scry
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardsIn, Fixed
from reiterate.terms.references import EachPlayer, TargetRef, TargetSpec, You
from reiterate.terms.trigger_events import Leaves
from tests.rules.cr_800_multiplayer.tables import advance, laws, passes
from tests.support.boards import BEAR, CREATURE, MAKER, PINGER, creature, life, named, play, tap_ability
from tests.support.combats import run
from tests.support.texts import card, said


def gone(state: State, seat: int, rule: str = CONCEDED) -> State:
    """The position once a player has conceded; the events alone lead there."""
    found = leave(state, seat, rule)
    assert not isinstance(found, Refusal), found
    assert same(replay(state, found[1]), found[0])
    laws(found[0])
    return found[0]


def until(state: State, ask: str) -> State:
    """Everybody passes until something is asked."""
    while asked(state) != ask:
        state = passes(state, 1)
    return state


def table(players: int, *objects: tuple[Proto, int], step: str = "main1") -> tuple[State, list[int]]:
    layout = Layout(players, step=step)
    rows = [layout.put(proto, seat) for proto, seat in objects]
    return layout.done(), rows


def test_104_2a_of_two_the_other_one_wins() -> None:
    state, _ = table(2)
    for seat, outcome in ((0, "p2_wins"), (1, "p1_wins")):
        after = gone(state, seat)
        assert (asked(after), after.game.prop(OUTCOME)) == ("over", outcome)
        assert after.game.prop(OUTCOME_RULE) == CONCEDED
        again = leave(after, 1 - seat, CONCEDED)
        assert isinstance(again, Refusal) and again.code == "game-over"


def test_104_3a_who_cannot_lose_may_concede() -> None:
    text = "format: position/1\nplayers:\n  p1: {}\n  p2: {battlefield: [Platinum Angel]}\n"
    found = load(text, "a board", CardBook.builtin())
    assert isinstance(found, Position)
    assert gone(found.state, 1).game.prop(OUTCOME) == "p1_wins"


def test_104_3a_who_has_left_does_not_concede_again() -> None:
    after = gone(table(3)[0], 2)
    again = leave(after, 2, CONCEDED)
    assert isinstance(again, Refusal) and again.code == "has-left"


def test_800_4a_objects_go_and_abilities_on_the_stack_cease_to_exist() -> None:
    state, (maker, _, _) = table(3, (MAKER, 0), (BEAR, 0), (BEAR, 1))
    state = play(state, Choice("activate", 0, maker))
    after = gone(state, 0)
    assert not after.stack and [row.cls.owner for row in named(after, "Bear")] == [1]
    assert (asked(after), decider(after)) == ("priority", 1)


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_800_4a_priority_passes_to_the_next_one_who_is_there(holder: int) -> None:
    state = passes(table(3)[0], holder)
    after = gone(state, holder)
    assert (asked(after), decider(after)) == ("priority", (holder + 1) % 3)


def test_117_4_passes_of_who_left_do_not_count() -> None:
    """p1 activates, p1 passes, p1 leaves: the ability is gone; p2 and p3 both have to pass for the step to end."""
    state, _ = table(3, (MAKER, 2))
    state = passes(state, 1)  # p1 passes; p2 has priority
    after = gone(state, 0)
    assert decider(after) == 1 and after.game.prop(PASSES, 0) == 0
    state = play(after, Choice("pass", 1))
    assert (decider(state), state.game.prop("step")) == (2, "main1")


def test_117_4_passes_of_the_others_count_on() -> None:
    """p3 activates; p3 and p1 pass, p2 leaves with priority: everybody who is there has passed since, and p3 has priority (800.4a)."""
    state, (maker,) = table(3, (MAKER, 2))
    state = passes(state, 2)
    state = play(state, Choice("activate", 2, maker), Choice("pass", 2), Choice("pass", 0))
    after = gone(state, 1)
    assert decider(after) == 2
    after = play(after, Choice("pass", 2))
    assert not after.stack and len(named(after, "Elf Warrior")) == 1


def test_603_6c_abilities_of_others_see_what_leaves() -> None:
    """p2's creature leaves with p2 while p1 has priority: p3's ability triggers, and p1 has priority above it."""
    mourner = creature("Mourner", 1, 1, Triggered(Leaves(CREATURE), (GainLife(You(), Fixed(1)),)))
    state, _ = table(3, (BEAR, 1), (mourner, 2))
    after = gone(state, 1)
    assert len(after.stack) == 1 and decider(after) == 0 and after.game.prop(PASSES, 0) == 0
    assert life(passes(after, 2), 2) == 21


def test_800_4j_the_turn_goes_on_without_an_active_player() -> None:
    state, _ = table(3, (BEAR, 1), (BEAR, 2))
    after = gone(state, 0)
    assert after.game.prop("active", 0) == 0
    later = advance(after, "upkeep", 1)
    assert decider(later) == 1


def test_508_8_nobody_attacks_for_a_player_who_left() -> None:
    state, _ = table(3, (BEAR, 0), (BEAR, 1), step="main1")
    after = gone(until(state, "attack"), 0)
    assert asked(after) == "priority" and decider(after) == 1
    assert decider(advance(after, "upkeep", 1)) == 1


def test_509_the_next_defending_player_is_asked_to_block() -> None:
    state, _ = table(3, (creature("Ox", 2, 2), 0), (creature("Cow", 2, 2), 0), (BEAR, 1), (BEAR, 2))
    state = until(run(until(state, "attack"), "attack with Ox attacking p2 and Cow attacking p3"), "block")
    assert (asked(state), decider(state)) == ("block", 1)
    after = gone(state, 1)
    assert (asked(after), decider(after)) == ("block", 2)
    after = passes(run(after, "no block"), 2)
    assert life(after, 2) == 18 and life(after, 1) == 20


def test_509_who_has_been_asked_to_block_is_asked_on() -> None:
    state, _ = table(3, (creature("Ox", 2, 2), 0), (BEAR, 1), (BEAR, 2))
    state = until(run(until(state, "attack"), "attack p2 with Ox"), "block")
    after = gone(state, 2)
    assert (asked(after), decider(after)) == ("block", 1)
    assert asked(gone(state, 0)) == "priority"


def scrying(players: int) -> State:
    """p1's ability resolves, and p1 is asked how to scry."""
    layout = Layout(players)
    row = layout.put(creature("Seer", 1, 1, tap_ability(Scry(You(), Fixed(1)), GainLife(EachPlayer(), Fixed(1)))), 0)
    for name in ("Ox", "Cow"):
        layout.put(creature(name, 1, 1), 0, "library")
    state = passes(play(layout.done(), Choice("activate", 0, row)), players)
    assert (asked(state), decider(state)) == (ASK, 0)
    return state


def test_104_2a_in_the_middle_of_a_resolution_the_other_one_of_two_wins() -> None:
    for seat in range(2):
        assert gone(scrying(2), seat).game.prop(OUTCOME) == f"p{2 - seat}_wins"


@pytest.mark.parametrize("rule", [CONCEDED, REMOVED])
def test_608_2m_in_the_middle_of_a_resolution_the_rest_of_it_is_done_without_who_left(rule: str) -> None:
    """Nobody scries for p1, and the others gain life; the next player has priority then (800.4j)."""
    after = gone(scrying(3), 0, rule)
    assert (asked(after), decider(after), len(after.stack)) == ("priority", 1, 0)
    assert [life(after, seat) for seat in range(3)] == [20, 21, 21]


@pytest.mark.parametrize("seat", [1, 2])
def test_608_2m_who_is_asked_goes_on_while_another_player_leaves(seat: int) -> None:
    after = gone(scrying(3), seat)
    assert (asked(after), decider(after)) == (ASK, 0)
    again = leave(after, seat, CONCEDED)
    assert isinstance(again, Refusal) and again.code == "has-left"
    after = play(after, Choice("answer", 0, answer="bottom"))
    assert (asked(after), decider(after)) == ("priority", 0)
    assert [life(after, each) for each in range(3)] == [20 if each == seat else 21 for each in range(3)]


def test_800_4i_a_hand_of_a_player_who_has_left_is_counted_as_it_was_before_anything_was_discarded() -> None:
    """Each opponent discards a card; p2 has chosen one of three and leaves, and p1 gains life for the cards in p2's hand."""
    layout = Layout(3)
    effects = (Discard(EachPlayer(True), Fixed(1)), GainLife(You(), CardsIn("hand", TargetRef(0))))
    row = layout.put(creature("Census", 1, 1, tap_ability(*effects, targets=(TargetSpec(None, "any"),))), 0)
    hands = {seat: [layout.put(creature(name, 1, 1), seat, "hand") for name in ("Ox", "Cow", "Hen")] for seat in (1, 2)}
    state = passes(play(layout.done(), Choice("activate", 0, row, targets=(2,))), 3)
    state = play(state, Choice("pick", 1, picks=((hands[1][0], 1),)))
    after = gone(state, 1)
    assert (asked(after), decider(after)) == ("pick", 2)
    after = play(after, Choice("pick", 2, picks=((hands[2][1], 1),)))
    assert life(after, 0) == 23 and [r.n for r in named(after, "Cow", "graveyard")] == [1]


def test_104_4b_a_draw_ends_the_game_for_all() -> None:
    state, _ = table(3, (PINGER, 0))
    after, events = end_in_draw(state, [0], "104.4b")
    assert (asked(after), after.game.prop(OUTCOME), after.game.prop(OUTCOME_RULE)) == ("over", "draw", "104.4b")
    assert same(replay(state, events), after)


def test_104_1_a_judge_may_say_who_wins() -> None:
    after, _ = won(table(3)[0], 1, "104.3k")
    assert (asked(after), after.game.prop(OUTCOME)) == ("over", "p2_wins")


def test_800_4a_targets_that_left_are_no_targets() -> None:
    state, (pinger,) = table(3, (PINGER, 0))
    state = play(state, Choice("activate", 0, pinger, targets=(3,)))
    after = gone(state, 2)
    assert len(after.stack) == 1 and decider(after) == 0
    after = passes(after, 2)
    assert not after.stack and life(after, 0) == life(after, 1) == 20


@pytest.mark.parametrize("waits", [False, True])
def test_610_3_what_was_exiled_until_something_leaves_comes_back_as_its_player_leaves(waits: bool) -> None:
    """The creature of the player who leaves goes (800.4a), so the Bear returns at once, and before another is asked (610.3)."""
    text = "When this creature enters, exile target creature an opponent controls until this creature leaves the battlefield."
    layout = Layout(3)
    prison = layout.put(card(text, "Creature — Jailer", "Prison", "{0}"), 0, "hand")
    bear = layout.put(BEAR, 1)
    layout.put(card("You may draw a card.", "Instant", "Question", "{0}"), 2, "hand")
    layout.library(2, [(BEAR, 3)])
    state = passes(play(layout.done(), Choice("cast", 0, prison)), 3)
    state = passes(play(state, Choice("target", 0, targets=(bear,))) if asked(state) == "target" else state, 3)
    assert len(named(state, "Bear", "exile")) == 1
    if waits:
        state = play(passes(state, 2), said(passes(state, 2), "cast Question"))
        state = until(state, "may")
    after = gone(state, 0)
    assert (len(named(after, "Bear", "exile")), len(named(after, "Bear"))) == (0, 1)
