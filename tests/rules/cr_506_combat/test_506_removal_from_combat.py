"""Removal from combat by effects, by a change of control, and of what stops being a creature (506.4)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show
from reiterate.rules.decisions.pending import asked
from reiterate.rules.events.combat_state import attackers, blockers
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.effects_permanents import RemoveFromCombat
from reiterate.terms.effects_structure import Effect
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef, TargetSpec
from tests.support.boards import BEAR, CREATURE, creature, life, named
from tests.support.combats import combat, passed, run, struck
from tests.support.shown import shows

OGRE = creature("Ogre", 4, 4)
WOLF = creature("Wolf", 2, 2)


def puller(effect: Effect) -> Proto:
    """A creature that does something to a target for nothing."""
    return creature("Puller", 1, 9, Activated((), (effect,), (TargetSpec(CREATURE),)))


def fought(effect: Effect, target: str, mine: int = 3, block: str = "Wolf blocks Ogre") -> State:
    """Ogres attack, something blocks, p1 uses the Puller on a target; combat damage is dealt."""
    layout = Layout(2)
    layout.put(OGRE, 0, n=mine)
    layout.put(puller(effect), 0, sick=True)
    layout.put(WOLF, 1, n=6)
    state = passed(run(combat(layout), "attack with all Ogres"))
    state = run(state, block, f"activate Puller targeting {target}", "all pass")
    assert asked(state) == "priority"
    return state


@shows(RemoveFromCombat)
def test_506_4_removed_from_combat_by_an_effect() -> None:
    pull = RemoveFromCombat(TargetRef(0))
    layout = Layout(2)
    layout.put(OGRE, 0, n=3)
    layout.put(puller(pull), 0, sick=True)
    state = passed(run(combat(layout), "attack with all Ogres", "activate Puller targeting Ogre", "all pass"))
    assert sorted((r.n, bool(r.cls.prop("attacking"))) for r in named(state, "Ogre")) == [(1, False), (2, True)]
    end = run(struck(state), "all pass to second main")
    assert life(end, 1) == 12 and all(row.cls.tapped for row in named(end, "Ogre"))
    assert all(not row.refs and not row.cls.props for row in named(end, "Ogre"))


def test_506_4_a_removed_attacker_neither_deals_nor_is_dealt_damage() -> None:
    state = fought(RemoveFromCombat(TargetRef(0)), "Ogre #2 of p1")
    assert not [h for h in attackers(state) if state.rows[h].cls.prop("blocked")]
    assert len(blockers(state)) == 1  # 509.1g: a blocking creature stays one
    end = struck(state)
    assert life(end, 1) == 12 and sum(r.n for r in named(end, "Wolf")) == 6
    assert all(row.get("damage") == 0 for row in named(end, "Ogre"))


def test_506_4_a_removed_blocker_leaves_what_it_blocked_blocked() -> None:
    state = fought(RemoveFromCombat(TargetRef(0)), "Wolf #2 of p2")
    assert not blockers(state)
    end = struck(state)
    assert life(end, 1) == 12 and sum(r.n for r in named(end, "Wolf")) == 6


def test_506_4_one_of_a_group_that_is_blocked_by_several_each() -> None:
    state = fought(RemoveFromCombat(TargetRef(0)), "Ogre", block="2 Wolf block each of 3 Ogres")
    assert sum(state.rows[h].n for h in attackers(state)) == 2
    assert sum(state.rows[h].n for h in blockers(state)) == 6
    state = run(struck(state), "assign 2 to each of 2 Wolf")
    end = run(state, "all pass to second main")
    assert sum(r.n for r in named(end, "Wolf")) == 2
    assert life(end, 1) == 20 and all(not r.refs for r in named(end, "Wolf") + named(end, "Ogre"))


@pytest.mark.parametrize("target", ["Ogre #2 of p1", "Wolf #2 of p2"])
def test_506_4_who_changes_control_is_removed_from_combat(target: str) -> None:
    state = fought(GainControl(TargetRef(0), "turn"), target)
    if target.startswith("Wolf"):  # an ogre of one's own does not change hands
        assert not blockers(state)
        assert all(not row.refs for row in named(state, "Wolf"))
        assert life(struck(state), 1) == 12
    else:
        assert len(blockers(state)) == 1


def test_remove_from_combat_has_words() -> None:
    texts = [
        "Whenever ~ becomes blocked, you may untap it and remove it from combat.",
        "{T}: Remove target attacking creature from combat.",
    ]
    for text in texts:
        card = {"name": "Snake", "type_line": "Creature — Snake", "mana_cost": "{2}", "power": "1", "toughness": "1"}
        made = compile_card({**card, "oracle_text": text.replace("~", "Snake")})
        assert made.complete, made
        assert [show(ability, "~") for ability in made.proto.abilities] == [text]


def test_506_4_blocked_creatures_of_a_group_leave_combat_one_by_one() -> None:
    card = {"name": "Snake", "type_line": "Creature — Snake", "mana_cost": "{2}", "power": "2", "toughness": "2"}
    text = "Whenever Snake becomes blocked, untap it and remove it from combat."
    snake = compile_card({**card, "oracle_text": text}).proto
    layout = Layout(2, step="combat")
    layout.put(snake, 0, n=3)
    layout.put(BEAR, 1, n=2)
    lines = ("all pass to declare attackers", "attack with all Snakes", "all pass to declare blockers")
    state = run(layout.done(), *lines, "2 Bears block Snake", "resolve the stack")
    assert sum(r.n for r in named(state, "Snake") if not r.cls.tapped) == 2
    end = struck(state)
    assert life(end, 1) == 18 and sum(r.n for r in named(end, "Bear")) == 2
