"""What a copy on the stack is, and what it aims at (707.10, 115.10)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.rules.resolution.stacking import copy_class
from reiterate.state.model import STACK, State, make_class
from reiterate.state.properties import CARD, HOW
from reiterate.terms.abilities import Activated
from reiterate.terms.base import replace
from reiterate.terms.effects_spells import CopySpell
from reiterate.terms.meanings import SUSPEND
from tests.support.acting import question, says, settled
from tests.support.boards import BEAR, life, play
from tests.support.texts import card, said

WATCH = "Whenever Dragon becomes the target of a spell, you gain 1 life."
ANY = "Whenever Dragon becomes the target of a spell or ability, you gain 1 life."
COPIER = card("{0}: Copy target activated ability.", "Artifact", "Copier")
TWIN = "Copy target instant or sorcery spell. You may choose new targets for the copy."


def copied(watch: str, aim: str, new: str) -> State:
    """An ability that taps a permanent is copied; both aim at what is said."""
    layout = Layout(2)
    rows = {
        "Dragon": layout.put(card(watch, "Creature — Dragon", "Dragon"), 0),
        "Bear": layout.put(BEAR, 0),
    }
    guide = layout.put(card("{0}: Tap target creature.", "Artifact", "Guide"), 0)
    (copies,) = COPIER.abilities
    assert isinstance(copies, Activated) and isinstance(copies.effects[0], CopySpell)
    anew = replace(copies, effects=(replace(copies.effects[0], retarget=True),))
    copier = layout.put(replace(COPIER, abilities=(anew,)), 0)
    state = play(layout.done(), Choice("activate", 0, guide, targets=(rows[aim],)))
    state = play(state, Choice("activate", 0, copier, targets=(state.stack[0],)))
    for _ in range(12):
        if asked(state) != "priority":
            _kind, _seat, there = question(state)
            picked = rows[new] if rows[new] in there else there[0]
            state = says(state, picks=((picked, 1),))
            continue
        if not state.stack:
            break
        state = play(state, Choice("pass", 0), Choice("pass", 1))
    return state


def test_707_10_a_copy_of_an_ability_is_an_ability_and_no_spell() -> None:
    assert life(copied(WATCH, "Bear", "Dragon"), 0) == 20
    assert life(copied(ANY, "Bear", "Dragon"), 0) == 21


@pytest.mark.parametrize(("watch", "refuses"), [(ANY, True), (WATCH, True), ("", False)])
def test_707_10_where_a_kept_target_is_watched_a_copy_is_refused(watch: str, refuses: bool) -> None:
    layout = Layout(2)
    dragon = layout.put(card(watch, "Creature — Dragon", "Dragon"), 0)
    layout.put(card("Tap target creature.", "Instant", "Tapper", "{0}"), 0, "hand")
    layout.put(card(TWIN.replace(" You may choose new targets for the copy.", ""), "Instant", "Twin", "{0}"), 0, "hand")
    state = layout.done()
    state = play(state, said(state, "cast Tapper targeting Dragon"))
    while len(state.stack) > 1:
        state = play(state, Choice("pass", 0), Choice("pass", 1))
    state = play(state, said(state, "cast Twin targeting Tapper"))
    assert state.rows[dragon].cls.zone == "battlefield"
    if not refuses:
        settled(state)
        return
    with pytest.raises(Unsupported) as refused:
        settled(state)
    assert refused.value.refusal.code == "rule-707.10"


def test_702_62a_a_copy_of_a_suspended_spell_is_not_cast_so() -> None:
    props = ((f"{HOW}{SUSPEND}", True), (f"{HOW}kicked", True))
    spell = make_class(CARD, STACK, proto=BEAR, owner=0, controller=0, props=props)
    assert [name for name, _ in copy_class(spell, 0).props] == [f"{HOW}kicked"]
