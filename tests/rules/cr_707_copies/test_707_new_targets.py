"""New targets for a copy of a spell that has one target or several (707.10c)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.events.targets import NONE
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CopySpell
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import TargetRef
from tests.support.acting import SPELL, around, question, says, settled
from tests.support.boards import creature, named, play, tap_ability

NAMES = ("First", "Second", "Third")
WORDS = {"oracle_text": "Tap up to two target creatures.", "mana_cost": "{R}"}
LULL = compile_card({"name": "Lull", "type_line": "Instant", **WORDS}).proto


def tapping(*aims: str, copies: int = 1) -> State:
    """A spell that taps up to two creatures, cast at some of them; its copy may get new targets."""
    layout = Layout(2)
    rows = {name: layout.put(creature(name, 1, 1), 1) for name in NAMES}
    actor = layout.put(
        creature("Actor", 3, 3, tap_ability(CopySpell(TargetRef(0), True, Fixed(copies)), targets=(SPELL,))), 0
    )
    hand = layout.put(LULL, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    targets = (*(rows[name] for name in aims), *(NONE for _ in range(2 - len(aims))))
    state = play(layout.done(), Choice("cast", 0, hand, targets=targets))
    return around(play(state, Choice("activate", 0, actor, targets=(state.stack[0],))))


def tapped(state: State) -> set[str]:
    return {name for name in NAMES if named(state, name)[0].cls.tapped}


def test_707_10c_a_copy_with_one_of_up_to_two_targets_may_get_a_new_one() -> None:
    state = tapping("First")
    third = next(h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Third")
    assert len(question(state)[2]) == 4  # the three, and Actor: all creatures
    assert tapped(settled(says(state, picks=((third, 1),)))) == {"First", "Third"}


def test_707_10c_a_copy_without_a_target_gets_none() -> None:
    assert tapped(settled(tapping())) == set()


def handle(state: State, name: str) -> int:
    return next(h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == name)


def aim(state: State, name: str) -> State:
    return says(state, picks=((handle(state, name), 1),))


def offered(state: State) -> set[str]:
    return {proto.name for row in question(state)[2] if (proto := state.rows[row].cls.proto) is not None}


def test_115_7e_of_two_targets_one_may_become_what_the_other_was() -> None:
    state = tapping("First", "Second")
    assert offered(state) == {"First", "Second", "Third", "Actor"}
    state = aim(state, "Second")
    assert offered(state) == {"First", "Third", "Actor"}  # Second is taken, and can't stay the other target as well
    assert (question_of(state).low, question_of(state).high) == (1, 1)
    assert tapped(settled(aim(state, "Third"))) == {"First", "Second", "Third"}


def test_707_10c_of_two_targets_one_may_stay() -> None:
    state = aim(tapping("First", "Second"), "Third")
    assert offered(state) == {"First", "Second", "Actor"}
    assert tapped(settled(aim(state, "Second"))) == {"First", "Second", "Third"}


def copied_twice_as(spell: str) -> State:
    """The spell copied while a first copy has made a target of the original leave: that target is gone."""
    away = compile_card({"name": "Away", "type_line": "Instant", "mana_cost": "{R}", "oracle_text": spell}).proto
    layout = Layout(2)
    rows = {name: layout.put(creature(name, 1, 1), 1) for name in NAMES}
    fork = tap_ability(CopySpell(TargetRef(0), True), targets=(SPELL,))
    actors = [layout.put(creature(name, 3, 3, fork), 0) for name in ("Actor", "Other")]
    hand = layout.put(away, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, hand, targets=(rows["First"], rows["Second"])))
    below = state.stack[0]
    state = around(play(state, Choice("activate", 0, actors[0], targets=(below,))))
    state = aim(aim(state, "First"), "Second")
    state = around(state)  # the first copy resolves
    return around(play(state, Choice("activate", 0, actors[1], targets=(below,))))


def test_707_10c_a_target_that_is_gone_may_stay_gone_or_be_replaced() -> None:
    state = copied_twice_as("Exile two target creatures.")
    assert offered(state) == {"Third", "Actor", "Other"}
    assert (question_of(state).low, question_of(state).high) == (0, 1)
    state = aim(state, "Third")
    assert offered(state) == {"Actor", "Other"}
    state = settled(says(state))
    assert len(named(state, "Third", "exile")) == len(named(state, "Actor")) == 1


def test_707_10c_new_targets_that_differ_for_several_copies_at_once_are_refused_by_name() -> None:
    with pytest.raises(Unsupported) as refused:
        tapping("First", "Second", copies=2)
    assert (refused.value.refusal.code, refused.value.refusal.rule) == ("rule-707.10c", "707.10c")
