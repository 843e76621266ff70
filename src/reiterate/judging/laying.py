"""The duties that a number or a place in a tournament brings: what a verdict says is owed, laid on the board (MTR 4.4)."""

from __future__ import annotations

from collections.abc import Collection

from reiterate.judging.policies import BREAK, NO_RESTART, Policy
from reiterate.judging.verdict import Verdict
from reiterate.kinds.kinds import ACTS, LEAVES, RIDES, Kind
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.shortcuts.duty import Break, Duty, Leave, NotBegin, independent
from reiterate.shortcuts.duty_to_differ import History
from reiterate.shortcuts.lap import Lap, lap_of
from reiterate.shortcuts.net_change import first_period
from reiterate.state.model import State


def laid(policy: Policy, verdict: Verdict, kind: Kind, loop: Loop, state: State) -> tuple[Duty, ...]:
    """What is owed at the place of a verdict, where a number or a place stopped a loop.

    In: the position there. Whoever named the least either owes what the verdict says, or only has priority. No loop was
    shortcut where no choice of it was made: then it may begin, up to a number that its keeper has named. Of what its keepers go on
    with indefinitely nothing is over.
    """
    stop, owed = verdict.stop, verdict.owed
    if stop is None or (owed is None and (verdict.for_ever or not policy.says(NO_RESTART))):
        return ()
    lap = lap_of(loop, stop.iterations)
    if lap is None:
        return ()
    if owed is not None and owed.what == BREAK:
        return (Duty(stop.seat, state, Break(lap.left_alone()), owed.cites),)
    if not policy.says(NO_RESTART):
        return ()
    nothing_made = stop.iterations == 0 and stop.choice == 1
    if nothing_made and owed is None and (stop.seat in kind.keepers or verdict.kept is None):
        return ()
    lap = lap.without(left_out(kind, lap))
    if stop.seat not in kind.keepers:
        return tuple(_not_begun(policy, verdict, kind, lap, seat, state) for seat in kind.keepers)
    if owed is not None:
        return (Duty(stop.seat, state, Leave(lap, own_places(kind, lap, stop.seat)), owed.cites),)
    demand = NotBegin(lap, own_places(kind, lap, stop.seat))
    return (Duty(stop.seat, state, demand, policy.cite(NO_RESTART)),)


def _not_begun(policy: Policy, verdict: Verdict, kind: Kind, lap: Lap, seat: int, state: State) -> Duty:
    """What a player who keeps a loop up owes where somebody else stops it, until that player has acted or lost the interruption."""
    stop, kept = verdict.stop, verdict.kept
    assert stop is not None
    own = own_places(kind, lap, seat)
    if kept is None:
        demand = NotBegin(lap, own, stopped_by=stop.seat)
    else:
        kernels = tuple((each, int(lap.made[each[-1]].place < stop.choice)) for each in lap.by_kernel(own) if each)
        demand = NotBegin(lap, own, kept.iterations - stop.iterations, stop.seat, kernels)
    return Duty(seat, state, demand, policy.cite(NO_RESTART))


def came_back(loop: Loop) -> tuple[State, tuple[Duty, ...]] | None:
    """The position behind the first period, with what is owed there because it came back (732.3); None where none did."""
    begin, size = first_period(loop)
    lap, behind = lap_of(loop, begin), loop.reach(begin + size)
    if lap is None or isinstance(behind, Refusal):
        return None
    history = History(lap.made[0].state)
    for one in lap.made:
        history.note_at(one.state, one.choice)
    history.come_to(behind)
    return (behind, tuple(history.duties)) if history.duties else None


def left_out(kind: Kind, lap: Lap) -> tuple[tuple[int, ...], ...]:
    """The actions of a lap that the loop goes on without: all riders.

    One player may have several kernels, each of which goes on without the actions of the others. Where a kernel brings the position
    back, what undoes it is no such action.
    """
    riders = _actions(lap, {(each.seat, each.place) for each in kind.statements if each.role == RIDES})
    if len(kind.kernels) < 2 or len(kind.keepers) > 1 or any(kernel.recurs for kernel in kind.kernels):
        return (riders,)
    found = []
    for kernel in kind.kernels:
        needed = {(kept.seat, kept.what) for kept in kernel.kept}
        others = {(kept.seat, kept.what) for each in kind.kernels for kept in each.kept} - needed
        places = {(each.seat, each.place) for each in kind.statements if (each.seat, each.choice) in others}
        found.append((*riders, *_actions(lap, places)))
    return tuple(found)


def _actions(lap: Lap, places: Collection[tuple[int, int]]) -> tuple[int, ...]:
    """The actions of a lap at such places, each with its player."""
    at = (i for seat, place in places for i in lap.at(seat, {place}))
    return tuple(sorted(i for i in at if independent(lap.made[i].state, lap.made[i].choice)))


def own_places(kind: Kind, lap: Lap, seat: int) -> tuple[int, ...]:
    """The choices of a lap by which a player keeps the loop up: their numbers in ``lap.made``, from 0. ``seat``: 0 for p1."""
    places = {each.place for each in kind.statements if each.seat == seat and each.role in (ACTS, LEAVES)}
    return lap.at(seat, places)
