"""New targets for a copy of a spell that has one target or several (707.10c)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.events.targets import NONE
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CopySpell
from reiterate.terms.references import TargetRef
from tests.support.acting import SPELL, around, question, says, settled
from tests.support.boards import creature, named, play, tap_ability

NAMES = ("First", "Second", "Third")
WORDS = {"oracle_text": "Tap up to two target creatures.", "mana_cost": "{R}"}
LULL = compile_card({"name": "Lull", "type_line": "Instant", **WORDS}).proto


def tapping(*aims: str) -> State:
    """A spell that taps up to two creatures, cast at some of them; its copy may get new targets."""
    layout = Layout(2)
    rows = {name: layout.put(creature(name, 1, 1), 1) for name in NAMES}
    actor = layout.put(creature("Actor", 3, 3, tap_ability(CopySpell(TargetRef(0), True), targets=(SPELL,))), 0)
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


def test_707_10c_new_targets_of_two_that_must_differ_are_refused_by_name() -> None:
    with pytest.raises(Unsupported) as refused:
        tapping("First", "Second")
    assert (refused.value.refusal.code, refused.value.refusal.rule) == ("rule-707.10c", "707.10c")
