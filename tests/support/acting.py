"""Short words for tests of single nodes: put down, act, answer, pass on."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.amounts import Amount
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Row, State
from reiterate.terms.abilities import Enchant, SpellAbility, Static
from reiterate.terms.base import Term
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import EachPlayer, Filter, Host, TargetRef, TargetSpec, You
from reiterate.terms.static_effects import ModifyPT
from tests.support.boards import BEAR, CREATURE, creature, named, play, tap_ability

ANYTHING = TargetSpec(CREATURE, "any")
BOLT_COST = ("R",)


def instant(name: str, *effects: Term, targets: tuple[TargetSpec, ...] = (), kind: str = "instant") -> Proto:
    """An instant (or sorcery) for {R}."""
    return Proto(name, (kind,), (), (), ("R",), BOLT_COST, abilities=(SpellAbility(effects, targets),))  # type: ignore[arg-type] # effects of the language


ONE = Fixed(1)
ONE_LIFE = GainLife(You(), ONE)
HUGE = 10**30
GROUPS = pytest.mark.parametrize("n", [1, 3, HUGE])
BOLT = instant("Bolt", LoseLife(TargetRef(0), Fixed(3)), targets=(TargetSpec(None, "any"),))
AURA = Proto(
    "Aura", ("enchantment",), ("Aura",), abilities=(Enchant(CREATURE), Static(ModifyPT(Host(), Fixed(2), Fixed(2))))
)
THEIRS = EachPlayer(True)
GRAVES = TargetSpec(Filter(), zone="graveyard")
SPELL = TargetSpec(Filter(), zone="stack")


def act(layout: Layout, *effects: Term, aims: tuple[int, ...] = (), specs: tuple[TargetSpec, ...] = ()) -> State:
    """The position after "{T}: effects" of a 3/3 Actor of the first player resolved up to its first question."""
    wanted = specs or (ANYTHING,) * len(aims)
    row = layout.put(creature("Actor", 3, 3, tap_ability(*effects, targets=wanted)), 0)
    return around(play(layout.done(), Choice("activate", 0, row, targets=aims)))


def around(state: State) -> State:
    """Everybody passes once, so that the top of the stack resolves."""
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
        if asked(state) == "priority" and not state.game.prop("passes"):
            break
    return state


def onward(state: State) -> State:
    """One choice on the way through the turns: a pass, or no attack."""
    if asked(state) == "attack":
        return play(state, Choice("attack", decider(state), answer="none"))
    return play(state, Choice("pass", decider(state)))


def stack_size(state: State) -> int:
    """How many things are on the stack."""
    return sum(int(str(state.rows[h].n)) for h in state.stack)


def settled(state: State) -> State:
    """The stack resolves up to the first question, or until it is empty."""
    while asked(state) == "priority" and state.stack:
        state = play(state, Choice("pass", decider(state)))
    return state


def until(state: State, step: str, seat: int) -> State:
    """Everybody passes until a step of a player's turn; nobody attacks."""
    for _ in range(200):
        if asked(state) not in ("priority", "attack"):
            return state
        state = onward(state)
        if state.game.prop("step") == step and state.game.prop("active") == seat:
            return state
    raise AssertionError(f"{step} of p{seat + 1} never came")


def says(state: State, answer: str = "", picks: tuple[tuple[int, Amount], ...] = (), **more: object) -> State:
    """Answer the question that is asked."""
    made = Choice("answer", decider(state), answer=answer, picks=picks, **more)  # type: ignore[arg-type] # fields of a choice
    return play(state, made)


def question(state: State) -> tuple[str, int, tuple[int, ...]]:
    """What is asked: kind, whom, and the rows to choose from."""
    found = question_of(state)
    return found.kind, found.seat, found.rows


def count(state: State, name: str, zone: str = "battlefield") -> int:
    """How many things of a name are in a zone."""
    return sum(int(str(r.n)) for r in named(state, name, zone))


def only(state: State, name: str, zone: str = "battlefield") -> Row:
    """The one row of a name in a zone."""
    (row,) = named(state, name, zone)
    return row


def handle(state: State, name: str, zone: str = "battlefield") -> int:
    """The handle of the one row of a name in a zone."""
    (found,) = [
        h for h, r in state.rows.items() if r.cls.zone == zone and r.cls.proto is not None and r.cls.proto.name == name
    ]
    return found


def top(state: State, seat: int) -> list[tuple[str, int]]:
    """A library, top first: names with counts."""
    rows = [state.rows[h] for h in state.seqs[f"library.{seat}"]]
    return [(r.cls.proto.name, int(str(r.n))) for r in rows if r.cls.proto is not None]


def pool(state: State, seat: int = 0) -> dict[str, object]:
    """A player's mana."""
    row = state.rows[1 + seat]
    return {slot.removeprefix("mana."): n for slot, n in row.num.items() if slot.startswith("mana.") and n != 0}


def with_bear(n: Amount = 1, **more: Any) -> tuple[Layout, int]:
    """A layout with a bear, or several, of the opponent."""
    layout = Layout(2)
    return layout, layout.put(BEAR, 1, n=n, **more)
