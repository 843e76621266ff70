"""What is owed at a place, in words and as data: made of the duties of a ruling, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.ask.answer_verdict import Owes, Reason
from reiterate.ask.verdict_lines import own_line
from reiterate.ask.verdict_numbers import iterations, player
from reiterate.judging.ruling import Ruling, owing_at, way_out
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.sentences import say
from reiterate.shortcuts.duty import Another, Break, Duty, Leave, NotAgain, NotBegin, decides
from reiterate.state.model import State

#: The demands of duties, as programs read them.
DEMANDS: Final = {
    Another: "another choice",
    NotAgain: "not that action again",
    Break: "break the loop",
    Leave: "stop keeping the loop up",
    NotBegin: "not begin the loop again",
}


def owed_words(ruling: Ruling) -> Iterator[Reason]:
    """What each player owes at the place to which a number or a cut leads, and until when (732.2c, MTR 4.4)."""
    if over(_there(ruling)):
        return
    none_exists = way_out(ruling) is False
    for duty in ruling.owed_there:
        what = _words(ruling, duty)
        if none_exists and isinstance(duty.demand, Break | Leave):
            what = f"nothing that {player(duty.seat)} could choose stops the loop, so {player(duty.seat)} may go on"
        if what:
            yield Reason(what=what, cites=duty.rule)


def owes(ruling: Ruling) -> list[Owes]:
    """The duties at the place as data."""
    state = _there(ruling)
    if over(state):
        return []
    found = [_as_data(ruling, duty, state) for duty in ruling.owed_there]
    history = ruling.history
    seat = ruling.verdict.must_change
    if history is not None and seat is not None and not found:
        found = [_as_data(ruling, duty, state) for duty in history.duties if duty.seat == seat][-1:]
    return found


def _as_data(ruling: Ruling, duty: Duty, state: State) -> Owes:
    here = decides(duty, state)
    return Owes(
        player=player(duty.seat),
        demand=DEMANDS[type(duty.demand)],
        until=duty.lasts,
        rule=duty.rule,
        instead_of=say(state, duty.demand.proposed) if isinstance(duty.demand, Another) else "",
        may_pass=may_pass(ruling) if here and asked(state) == "priority" else None,
        way_out=way_out(ruling) if here else None,
    )


def may_pass(ruling: Ruling) -> bool:
    """Whether the player with priority at the place may pass there, by all that is owed."""
    state = _there(ruling)
    return owing_at(ruling).not_now(Choice(PASS, decider(state))) is None if ruling.place is None else True


def _there(ruling: Ruling) -> State:
    return ruling.state if ruling.place is None else ruling.place


def _words(ruling: Ruling, duty: Duty) -> str:
    who, demand = player(duty.seat), duty.demand
    if isinstance(demand, Another):
        return _another(ruling, duty, demand)
    if isinstance(demand, Break) and asked(_there(ruling)) != "priority":
        return f"{who} is asked whether to pay, and must not decline while the loop goes on"
    if isinstance(demand, Break):
        return f"{who} has priority and must not pass while the loop goes on"
    if isinstance(demand, Leave):
        return _leaves(ruling, who)
    if not isinstance(demand, NotBegin):
        return ""
    if demand.stopped_by is None:
        return f"{who} may not begin it again while all that matters stands as it does there"
    other = player(demand.stopped_by)
    left = demand.to_come
    if isinstance(left, int) and left <= 0:
        return f"{other} may pass; then {who} may not begin it again before a relevant change"
    return f"{other} may pass; then {who} goes on with the {iterations(left)} that {'is' if left == 1 else 'are'} left"


def _leaves(ruling: Ruling, who: str) -> str:
    """What a player owes who no longer keeps a loop up, and whether a pass will do."""
    if asked(_there(ruling)) != "priority":
        return f"{who} decides, and must not choose what keeps the loop up"
    passing = "; to pass is allowed" if may_pass(ruling) else ""
    return f"{who} has priority and must not keep the loop up{passing}"


def _another(ruling: Ruling, duty: Duty, demand: Another) -> str:
    """What a cut brings (732.2c): another choice than the proposed one, and whether a pass is one."""
    who, state = player(duty.seat), _there(ruling)
    if demand.proposed.verb == PASS:
        return f"{who} has priority and must not pass: any action will do"
    line = own_line(state, demand.proposed)
    if asked(state) != "priority":
        return f"{who} decides, and must not choose '{line}'"
    return f"{who} has priority and must not '{line}'; to pass is allowed"
