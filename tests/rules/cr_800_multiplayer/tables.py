"""Games of several players."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.identity import same
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.state.normal_form import explode, normal
from reiterate.terms.effects_players import LoseLife
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import TargetRef, TargetSpec
from tests.support.boards import creature, play, tap_ability

PLAYER = (TargetSpec(None, "any"),)
KILL = tap_ability(LoseLife(TargetRef(0), Fixed(20)), targets=PLAYER)
KILLER = creature("Killer", 1, 1, KILL)


def passes(state: State, count: int) -> State:
    """The state after so many passes."""
    for _ in range(count):
        state = play(state, Choice("pass", decider(state)))
    return state


def everyone(state: State) -> State:
    """Everybody still in the game passes once."""
    return passes(state, sum(not r.cls.prop("lost") for r in state.rows.values() if r.cls.kind == "player"))


def advance(state: State, step: str, active: int) -> State:
    """Pass, without attacks, until a step of a player's turn."""
    for _ in range(300):
        if state.game.prop("step") == step and state.game.prop("active") == active and asked(state) == "priority":
            return state
        if asked(state) in ("attack", "block"):
            state = play(state, Choice(asked(state), decider(state), answer="none"))
        else:
            state = passes(state, 1)
    raise AssertionError(f"no {step}")


def kill(state: State, killer: int, seat: int) -> State:
    """The owner of the killer, who decides, makes a player lose."""
    return everyone(play(state, Choice("activate", decider(state), killer, targets=(1 + seat,))))


def laws(state: State) -> None:
    """Grouping can't be observed, and a state reads back from its JSON."""
    assert same(state, normal(explode(state)))
    assert same(state, state_from_json(state_to_json(state)))
