"""When a spell can be cast, and an ability activated: 601.3, 602.5b, 506.7a, 506.7d."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import game, set_game
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State
from reiterate.state.properties import RESUME
from reiterate.terms.conditions import BeforeAttackers
from reiterate.terms.static_effects import CastOnly
from tests.support.boards import BEAR, play
from tests.support.shown import shows
from tests.support.texts import card, code


def holding(text: str, step: str = "main1", *, turn: int = 0, kind: str = "Instant", mana: int = 2) -> State:
    """A position in a step with a card of this text in the first player's hand."""
    layout = Layout(2, turn, step)
    layout.put(card(text, kind, "Test Card"), 0, "hand")
    layout.put(BEAR, 0)
    layout.set_player(0, "mana.R", mana)
    return layout.done()


DURING = "Cast this spell only during combat.\nYou gain 1 life."


@shows(CastOnly)
@pytest.mark.parametrize(
    ("step", "said"), [("main1", "only-if"), ("combat", ""), ("endcombat", ""), ("main2", "only-if")]
)
def test_601_3_a_spell_is_cast_only_during_combat(step: str, said: str) -> None:
    assert code(holding(DURING, step), "cast Test Card") == said


@pytest.mark.parametrize(
    ("step", "said"), [("combat", "only-if"), ("blockers", ""), ("damage", ""), ("main2", "only-if")]
)
def test_506_7b_after_blockers_are_declared_is_from_that_step_on(step: str, said: str) -> None:
    text = "Cast this spell only during combat after blockers are declared.\nYou gain 1 life."
    assert code(holding(text, step), "cast Test Card") == said


@pytest.mark.parametrize(("others", "said"), [(1, "only-if"), (2, "")])
def test_601_3_a_spell_is_cast_only_if_enough_is_controlled(others: int, said: str) -> None:
    layout = Layout(2)
    layout.put(
        card("Cast this spell only if you control two or more creatures.\nYou gain 1 life.", "Instant"), 0, "hand"
    )
    layout.put(BEAR, 0, n=others)
    layout.put(BEAR, 1, n=5)
    layout.set_player(0, "mana.R", 1)
    assert code(layout.done(), "cast Test Card") == said


BEFORE = "{T}: You gain 1 life. Activate only during your turn, before attackers are declared."


@shows(BeforeAttackers)
@pytest.mark.parametrize(
    ("turn", "step", "said"),
    [(0, "upkeep", ""), (0, "main1", ""), (0, "combat", ""), (0, "attackers", "only-if"), (0, "main2", "only-if"),
     (1, "upkeep", "not-controller"), (1, "main1", "not-controller")],
)  # fmt: skip
def test_506_7a_before_attackers_are_declared_is_before_that_step(turn: int, step: str, said: str) -> None:
    layout = Layout(2, turn, step)
    layout.put(card(BEFORE, "Creature — Test"), 0)
    assert code(layout.done(), "activate Test Card") == said


def test_506_7d_in_an_additional_phase_nobody_says_which_combat_is_meant() -> None:
    layout = Layout(2, step="combat")
    layout.put(card(BEFORE, "Creature — Test"), 0)
    draft = Draft(layout.done())
    set_game(draft, game(draft).with_prop(RESUME, "main2"))
    with pytest.raises(Unsupported) as refused:
        code(draft.done(), "activate Test Card")
    assert refused.value.refusal.code == "rule-506.7d"


@pytest.mark.parametrize(
    ("turn", "step", "said"),
    [(1, "upkeep", "only-if"), (1, "draw", ""), (1, "main2", ""), (1, "end", ""), (0, "main1", "only-if")],
)
def test_601_3_a_spell_is_cast_only_in_an_opponents_turn_behind_its_upkeep(turn: int, step: str, said: str) -> None:
    text = "Cast this spell only during an opponent's turn after their upkeep step.\nYou gain 1 life."
    state = holding(text, step, turn=turn)
    assert code(play(state, Choice("pass", 1)) if turn else state, "cast Test Card") == said
