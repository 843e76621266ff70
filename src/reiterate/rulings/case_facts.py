"""What a ruling says in facts: the closed vocabulary of ``expect`` in a case file, each computed from the ruling.

A fact that is none of these is a path of ``docs/positions.md``, such as ``p1.life``, at the place to which the game
advances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from reiterate.amounts import quantity_json
from reiterate.loops.loop import Count
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.turn_structure import step_name
from reiterate.rulings import verdict as v
from reiterate.rulings.policies import COMPREHENSIVE
from reiterate.rulings.ruling import Ruling, outcome_of
from reiterate.script.expect import Difference, equal, look_up, written
from reiterate.script.script import Repeat
from reiterate.state.model import State

NOBODY: Final = "nobody"
UNKNOWN: Final = "not known"
NONE: Final = "none"

Fact: TypeAlias = Callable[[Ruling], str]


def fact(ruling: Ruling, path: str) -> str | Refusal:
    """The value of a fact as text; a refusal where it names nothing."""
    if path in FACTS:
        return FACTS[path](ruling)
    head, _, rest = path.partition(".")
    if head == "per_rotation":
        return _of_an_iteration(ruling, rest)
    if head in ("p1", "p2", "p3", "p4", "p5", "p6") and rest in _OF_PLAYER:
        return _OF_PLAYER[rest](ruling, int(head[1:]) - 1)
    return look_up(ruling.state, path, {})


def differences(ruling: Ruling) -> list[Difference]:
    """What a case expects and the ruling does not say."""
    found = []
    for path, wanted in ruling.case.position.expect_items():
        actual = fact(ruling, path)
        told = actual.message if isinstance(actual, Refusal) else actual
        if not equal(written(wanted), told):
            found.append(Difference(path, written(wanted), told))
    return found


def facts(ruling: Ruling, paths: Sequence[str]) -> dict[str, str]:
    """The values of several facts; what names nothing says why."""
    found = {path: fact(ruling, path) for path in paths}
    return {path: value.message if isinstance(value, Refusal) else value for path, value in found.items()}


# --- the vocabulary -----------------------------------------------------------------------------------------------


def _outcome(ruling: Ruling) -> str:
    """The game's own outcome where it is over, else the verdict's."""
    verdict = ruling.verdict
    if verdict.outcome in (v.DRAW, v.REJECTED, v.UNDETERMINED, v.OPEN, v.MUST_CHANGE):
        return verdict.outcome
    if verdict.winner is not None:
        return f"p{verdict.winner + 1}_wins"
    ended = outcome_of(ruling.state)
    return verdict.outcome if ended == v.GAME_CONTINUES else ended


def _iterations(ruling: Ruling) -> str:
    """Whole iterations that were performed."""
    loop, stop = ruling.loop, ruling.verdict.stop
    if loop is not None and loop.end is not None and ruling.state is loop.end.state:
        return _count(loop.end.iteration - 1 + (over(loop.end.state) and loop.end.choice > 1))
    if ruling.taken is not None:
        return _count(ruling.taken.iterations)
    return "0" if stop is None else _count(stop.iterations)


def _iterations_max(ruling: Ruling) -> str:
    """The greatest number of iterations that can be performed; ``none`` where nothing bounds it."""
    if ruling.loop is None:
        return "0" if ruling.verdict.outcome == v.REJECTED else UNKNOWN
    end = ruling.loop.end
    if end is None:
        return NONE if ruling.loop.endless else UNKNOWN
    return _count(end.iteration - 1 + (over(end.state) and end.choice > 1))


def _partial(ruling: Ruling) -> str:
    stop = ruling.verdict.stop
    if ruling.taken is not None:
        return _truth(ruling.taken.partial)
    return _truth(stop is not None and stop.choice > 1)


def _priority(ruling: Ruling) -> str:
    """Who has priority at the place."""
    if over(ruling.state) or asked(ruling.state) != "priority":
        return NOBODY
    return _player(decider(ruling.state))


def _must_change(ruling: Ruling) -> str:
    verdict = ruling.verdict
    if verdict.must_change is None and ruling.taken is not None:
        return _player(ruling.taken.history.must_differ())
    return _player(verdict.must_change)


def _mandatory(ruling: Ruling) -> str:
    return UNKNOWN if ruling.kind is None else _truth(ruling.kind.mandatory)


def _deterministic(ruling: Ruling) -> str:
    if ruling.kind is None:
        return _truth(ruling.verdict.reason != "not_determined")
    return _truth(ruling.kind.determined)


def _repeats(ruling: Ruling) -> str:
    return UNKNOWN if ruling.kind is None else _truth(ruling.kind.recurs)


def _involved(ruling: Ruling) -> str:
    """Who keeps the loop up; where nobody does, whose objects take part."""
    if ruling.kind is None:
        return UNKNOWN
    return _players(ruling.kind.keepers or ruling.kind.involved)


def _remaining(ruling: Ruling) -> str:
    """Who plays on after a draw."""
    if ruling.verdict.outcome != v.DRAW or ruling.kind is None:
        return UNKNOWN
    return _players(tuple(seat for seat in sorted(ruling.kind.order) if seat not in ruling.verdict.in_draw))


def _forced(ruling: Ruling) -> str:
    """Whether somebody is made to end the loop (730.5, 730.6): only who owes another choice is."""
    return _truth(ruling.verdict.must_change is not None)


def _restart(ruling: Ruling) -> str:
    """Whether the loop may be proposed again at once where it was stopped."""
    return _truth(ruling.case.policy.restart)


def _number_allowed(ruling: Ruling) -> str:
    """Whether a number may be named of this loop."""
    return _truth(ruling.verdict.outcome not in (v.RUNS, v.DRAW, v.NOT_A_LOOP, v.REJECTED))


def _repetitive(ruling: Ruling) -> str:
    return _truth(any(isinstance(node, Repeat) for node in ruling.case.position.script))


def _allowed(ruling: Ruling) -> str:
    return _truth(ruling.verdict.allowed)


_STEPS: Final = {"combat": "beginning_of_combat", "main1": "precombat_main", "main2": "postcombat_main"}


def _step(ruling: Ruling) -> str:
    name = step_name(ruling.state)
    return _STEPS.get(name, name)


FACTS: Final[Mapping[str, Fact]] = MappingProxyType(
    {
        "outcome": _outcome,
        "reason": lambda ruling: ruling.verdict.reason or NONE,
        "shortcut_allowed": _allowed,
        "repetitive": _repetitive,
        "iterations": _iterations,
        "iterations_max": _iterations_max,
        "partial": _partial,
        "priority": _priority,
        "must_change": _must_change,
        "mandatory": _mandatory,
        "deterministic": _deterministic,
        "state_repeats": _repeats,
        "involved": _involved,
        "draw_players": lambda ruling: _players(ruling.verdict.in_draw),
        "remaining_players": _remaining,
        "forced_to_break": _forced,
        "forced_to_pay": _forced,
        "restart_allowed": _restart,
        "number_allowed": _number_allowed,
        "infraction": lambda ruling: ruling.verdict.reason if ruling.verdict.outcome == v.PENALTY else NONE,
        "judge_required": lambda ruling: _truth(ruling.verdict.outcome == v.DISCRETION),
        "governing": lambda ruling: ruling.case.policy.governing,
        "arbiter": lambda ruling: "judge" if ruling.case.policy is not COMPREHENSIVE else "the players",
        "turn_of": lambda ruling: _player(active_seat(ruling.state)),
        "step": _step,
    }
)


def _may_pass(ruling: Ruling, seat: int) -> str:
    """Whether a player may pass at the place: not where a pass is what they have to choose differently from."""
    duty = None if ruling.taken is None else ruling.taken.duty
    return _truth(duty is None or duty.seat != seat or duty.instead_of.verb != "pass")


_OF_PLAYER: Final[Mapping[str, Callable[[Ruling, int], str]]] = MappingProxyType({"may_pass": _may_pass})


def _of_an_iteration(ruling: Ruling, path: str) -> str:
    """What one iteration, the first one, changes of a path."""
    if ruling.loop is None:
        return UNKNOWN
    values = []
    for iteration in (0, 1):
        state = ruling.loop.reach(iteration)
        if not isinstance(state, State):
            return UNKNOWN
        found = look_up(state, path, {})
        if isinstance(found, Refusal) or not found.lstrip("-").isdigit():
            return UNKNOWN
        values.append(int(found))
    return str(values[1] - values[0])


def _truth(value: bool | None) -> str:
    return UNKNOWN if value is None else "true" if value else "false"


def _player(seat: int | None) -> str:
    return NOBODY if seat is None else f"p{seat + 1}"


def _players(seats: Sequence[int]) -> str:
    return "; ".join(f"p{seat + 1}" for seat in sorted(seats)) or NOBODY


def _count(number: Count) -> str:
    return str(quantity_json(number))
