"""Sagas (714): lore counters, chapter abilities, and the Saga that is sacrificed behind its last chapter.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show_clause
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Static, Triggered
from reiterate.terms.effects_permanents import PutCounters, RemoveCounters
from reiterate.terms.effects_spells import CopySpell, CopyToken
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from reiterate.terms.replacement_effects import ChangeCounters, Changed
from reiterate.terms.static_effects import LoseAbilities
from reiterate.terms.trigger_events import Chapter, Sacrifices
from tests.support.acting import ONE_LIFE, count, handle, instant, only, settled, stack_size, until
from tests.support.boards import FOREST, play
from tests.support.shown import shows

ANY = TargetSpec(Filter())
ABILITY = TargetSpec(Filter(), zone="stack", ability="triggered")
TALE = "I — You gain 1 life.\nII — You gain 10 life.\nIII — You gain 100 life."


def saga(text: str, name: str = "Tale") -> Proto:
    """A Saga of these words, all of it usable."""
    facts = {"name": name, "type_line": "Enchantment — Saga", "mana_cost": "{R}", "layout": "saga"}
    found = compile_card({**facts, "oracle_text": f"(Reminder.)\n{text}"})
    assert fully_usable(found), found.missing
    return found.proto


def lore(n: int) -> Proto:
    return instant(f"Lore {n}", PutCounters(TargetRef(0), "lore", Fixed(n)), targets=(ANY,))


FORGET = instant("Forget", RemoveCounters(TargetRef(0), "lore", Fixed(1)), targets=(ANY,))
MOLD = instant("Mold", CopyToken(Fixed(1), TargetRef(0), You()), targets=(ANY,))
TWICE = instant("Twice", CopySpell(TargetRef(0)), targets=(ABILITY,))


def laid(text: str, *more: Proto, there: tuple[Proto, ...] = (), step: str = "main1") -> State:
    layout = Layout(2, step=step)
    layout.put(saga(text), 0, "hand")
    for proto in more:
        layout.put(proto, 0, "hand")
    for proto in there:
        layout.put(proto, 0)
    layout.set_player(0, "mana.R", 9)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def cast(state: State, name: str = "Tale", at: str = "") -> State:
    aims = (handle(state, at),) if at else ()
    return play(state, Choice("cast", 0, handle(state, name, "hand"), targets=aims))


def passed(state: State) -> State:
    """Both players pass once."""
    for _ in range(2):
        state = play(state, Choice("pass", decider(state)))
    return state


def ordered(state: State) -> State:
    """The first player puts the abilities that wait onto the stack in the order in which they triggered."""
    while asked(state) == "order":
        state = play(state, Choice("order", 0, min(waiting_abilities(state)), count=1))
    return state


def life(state: State) -> object:
    return state.rows[1].get("life")


def told(state: State, name: str = "Tale") -> object:
    return only(state, name).get("counter.lore")


@shows(Chapter)
def test_714_3a_it_enters_with_a_lore_counter_and_the_first_chapter_triggers() -> None:
    state = passed(cast(laid(TALE)))
    assert told(state) == 1 and stack_size(state) == 1 and life(state) == 20
    assert life(settled(state)) == 21


def test_714_3b_each_precombat_main_phase_of_its_controller_adds_one() -> None:
    state = settled(cast(laid(TALE)))
    state = until(state, "main1", 1)
    assert told(state) == 1 and stack_size(state) == 0
    state = until(state, "main1", 0)
    assert told(state) == 2 and stack_size(state) == 1
    state = settled(state)
    assert life(state) == 31
    state = until(state, "main2", 0)
    assert told(state) == 2


def test_714_4_it_is_sacrificed_once_its_last_chapter_has_left_the_stack() -> None:
    watcher = Proto("Mourner", ("enchantment",), abilities=(Triggered(Sacrifices("you", Filter()), (ONE_LIFE,)),))
    state = settled(cast(laid(TALE, there=(watcher,))))
    for _ in range(2):
        state = until(until(settled(state), "main1", 1), "main1", 0)
    assert told(state) == 3 and stack_size(state) == 1
    state = passed(state)
    assert (count(state, "Tale"), count(state, "Tale", "graveyard"), life(state)) == (0, 1, 131)
    assert life(settled(state)) == 132


def test_714_2b_several_counters_at_once_set_off_each_chapter_that_they_reach() -> None:
    """From one counter to three: chapters II and III, in the order that their controller chooses (603.3b)."""
    state = settled(cast(laid(TALE, lore(2))))
    state = passed(cast(state, "Lore 2", "Tale"))
    assert asked(state) == "order"
    state = settled(ordered(state))
    assert life(state) == 131 and count(state, "Tale") == 0


def test_714_2b_a_chapter_that_was_reached_before_does_not_trigger_unless_it_is_reached_anew() -> None:
    """Four counters on a Saga of four chapters: removing one and putting one reaches the same number again."""
    four = TALE + "\nIV — You lose 1 life."
    state = settled(cast(laid(four, lore(1), lore(1), FORGET)))
    state = settled(_cast_one(state, "Lore 1"))
    assert (told(state), life(state)) == (2, 31)
    state = settled(cast(state, "Forget", "Tale"))
    assert (told(state), life(state)) == (1, 31)
    state = settled(_cast_one(state, "Lore 1"))
    assert (told(state), life(state)) == (2, 41)


def _cast_one(state: State, name: str) -> State:
    row = next(h for h, r in state.rows.items() if r.cls.zone == "hand" and r.cls.proto and r.cls.proto.name == name)
    return play(state, Choice("cast", 0, row, targets=(handle(state, "Tale"),)))


def test_714_2c_two_chapters_of_one_line_are_two_abilities() -> None:
    card = saga("I, II — You gain 1 life.\nIII — You gain 100 life.")
    assert len(card.abilities) == 3
    state = settled(cast(laid("I, II — You gain 1 life.\nIII — You gain 100 life.", lore(1))))
    assert life(state) == 21
    assert life(settled(cast(state, "Lore 1", "Tale"))) == 22


def test_714_4_a_copy_of_the_last_chapter_on_the_stack_keeps_it() -> None:
    state = settled(cast(laid(TALE, lore(1), lore(1), TWICE)))
    state = settled(_cast_one(state, "Lore 1"))
    state = passed(_cast_one(state, "Lore 1"))
    state = settled_to(play(state, Choice("cast", 0, handle(state, "Twice", "hand"), targets=(state.stack[0],))), 2)
    state = passed(state)
    assert (count(state, "Tale"), life(state), stack_size(state)) == (1, 131, 1)
    state = passed(state)
    assert (count(state, "Tale"), life(state)) == (0, 231)


def settled_to(state: State, size: int) -> State:
    state = passed(state)
    assert stack_size(state) == size
    return state


def test_714_3a_a_token_copy_enters_with_a_lore_counter_of_its_own() -> None:
    state = settled(cast(laid(TALE, MOLD)))
    state = settled(cast(state, "Mold", "Tale"))
    assert life(state) == 22 and count(state, "Tale") == 2


def test_714_3b_all_sagas_of_a_player_advance_and_each_is_sacrificed_for_itself() -> None:
    """One of them has two counters, the other one: in the next turn chapters III and II resolve, and the first goes."""
    layout = Layout(2, step="upkeep")
    layout.put(saga(TALE), 0, counters={"lore": 2})
    layout.put(saga(TALE, "Fable"), 0, counters={"lore": 1})
    layout.put(saga(TALE, "Their tale"), 1, counters={"lore": 1})
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = until(layout.done(), "main1", 0)
    state = settled(ordered(state))
    assert (count(state, "Tale"), told(state, "Fable"), told(state, "Their tale"), life(state)) == (0, 2, 1, 130)


@pytest.mark.parametrize(("effects", "n"), [(True, 1), (False, 2)])
def test_609_1_the_counter_of_the_rule_is_no_effects(effects: bool, n: int) -> None:
    """An effect that speaks of effects does not see the counters of 714.3; one that speaks of any counters does."""
    change = Static(ChangeCounters(Filter(), "", Changed(by=2), effects=effects))
    double = Proto("Double", ("enchantment",), abilities=(change,))
    state = passed(cast(laid(TALE, there=(double,))))
    assert told(state) == n


def test_714_4_a_saga_without_chapter_abilities_is_not_sacrificed() -> None:
    """714.3b, 714.4: it gets no counters, and stays."""
    blank = Proto("Blank", ("enchantment",), abilities=(Static(LoseAbilities(Filter(subtypes=("Saga",)))),))
    state = settled(cast(laid(TALE)))
    layout = Layout(2)
    layout.put(saga(TALE), 0, counters={"lore": 3})
    layout.put(blank, 0)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    there = layout.done()
    there = until(until(there, "main1", 1), "main1", 0)
    assert told(there) == 3 and count(there, "Tale") == 1
    assert told(state) == 1


def test_704_5_a_saga_that_is_laid_with_all_its_counters_goes_at_once() -> None:
    layout = Layout(2)
    layout.put(saga(TALE), 0, counters={"lore": 3})
    layout.put(lore(1), 0, "hand")
    layout.put(FOREST, 0)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = until(layout.done(), "main2", 0)
    assert (count(state, "Tale"), count(state, "Tale", "graveyard")) == (0, 1)


def test_714_2a_a_chapter_has_targets_of_its_own() -> None:
    state = passed(cast(laid("I — Target player gains 5 life.\nII — Draw a card.")))
    assert asked(state) == "target"
    state = settled(play(state, Choice("target", 0, targets=(2,))))
    assert state.rows[2].get("life") == 25


def test_the_words_of_a_chapter_print_and_read_back() -> None:
    card = saga("I, II — Create a 1/1 green Elf creature token.\nIII — You gain 2 life.")
    assert [show_clause((a,)) for a in card.abilities] == [
        "I—Create a 1/1 green Elf creature token.",
        "II—Create a 1/1 green Elf creature token.",
        "III—You gain 2 life.",
    ]


def test_read_ahead_is_refused_by_name() -> None:
    facts = {"name": "Tale", "type_line": "Enchantment — Saga", "mana_cost": "{R}", "layout": "saga"}
    assert not compile_card({**facts, "oracle_text": f"Read ahead\n{TALE}"}).complete
