"""What a player owes at a place, as one object: who, what must differ, since when, until when, and by which rule.

Four things can be owed, and no text knows a fifth:

- another choice than the proposed one, once, at the place of a cut (732.2c): ``Another``;
- not the same independent action in a position, as often as that position comes back (732.3, MTR 4.4): ``NotAgain``;
- a choice after which the loop does not go on. Whoever named the lowest number breaks what nobody keeps up: ``Break``.
  Whoever keeps it up with others, or by choices, stops doing so: ``Leave``. Both last until the loop goes on no more;
- not to begin a loop again that was shortcut, before something relevant has changed (MTR 4.4 par. 8): ``NotBegin``.

``forbids`` and ``after`` say all that follows; ``ways_out`` what is left to choose. A duty refuses a choice that is shown to
go on with its loop, and no other. Where that is not shown the choice is allowed, and the judge is the arbiter (MTR 4.4 par. 8).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from reiterate.amounts import identical
from reiterate.loops.loop import Count
from reiterate.refusals import ILLEGAL, Refusal, Unsupported
from reiterate.rules.access.choice import ANSWER, MAY, PASS, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import acts, verify
from reiterate.rules.events.turn_changes import master
from reiterate.rules.positions.identity import alike, same, same_for_rules
from reiterate.rules.turn.state_based_actions import over
from reiterate.shortcuts.lap import Lap, alike_changes, changes_of_choice
from reiterate.shortcuts.mana_first import is_mana
from reiterate.state.model import State
from reiterate.state.properties import COUNT_DRAWS_OF
from reiterate.terms.abilities import Triggered

#: The rules by which something is owed.
AFTER_A_CUT: Final = "732.2c"
FRAGMENTED: Final = "732.3"


@dataclass(frozen=True, slots=True)
class Another:
    """Another choice than the proposed one (732.2c): one that leads elsewhere."""

    proposed: Choice


@dataclass(frozen=True, slots=True)
class NotAgain:
    """Not this action again where the position comes back (732.3). ``mark``: of the position, to find it among many.

    ``chance``: something random came between, so a position that is alike has come back (MTR 4.4 par. 6).
    """

    action: Choice
    mark: int
    chance: bool = False


@dataclass(frozen=True, slots=True)
class Break:
    """An action behind which the loop goes on by itself no more (MTR 4.4 par. 2)."""

    lap: Lap


@dataclass(frozen=True, slots=True)
class Leave:
    """No choice by which the player keeps the loop up; ``own``: these choices of the lap (MTR 4.4 par. 3, 4 and 7)."""

    lap: Lap
    own: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotBegin:
    """Not to begin the loop again (MTR 4.4 par. 8); ``own``: the choices of the lap by which the player keeps it up.

    ``stopped_by``: who named less than the player and has not acted yet. Whoever then does nothing has lost the
    interruption. ``named``: how many iterations of the player's own number are left then, the one under way among them.
    ``kernels``: the choices of ``own`` by each kernel, and how many laps of it were made since. Each kernel alone keeps
    the loop up, so none may be made more often than was named.
    """

    lap: Lap
    own: tuple[int, ...]
    named: Count = 0
    stopped_by: int | None = None
    kernels: tuple[tuple[tuple[int, ...], int], ...] = ()

    @property
    def to_come(self) -> Count:
        """How many iterations of the player's own number are left."""
        return self.named - min((laps for _, laps in self.kernels), default=0)

    @property
    def still_open(self) -> frozenset[int]:
        """The choices of the lap that the player may still make."""
        if self.stopped_by is not None:
            return frozenset()
        return frozenset(at for own, laps in self.kernels if not identical(self.named, laps) for at in own)

    def counted(self, state: State, choice: Choice) -> NotBegin:
        """The same behind a choice in a position: it may be the last one by which a kernel's lap is made."""
        kernels = (
            (own, laps + (own[-1] in self.still_open and self.lap.goes_on(own[-1], state, choice)))
            for own, laps in self.kernels
        )
        return replace(self, kernels=tuple(kernels))


Demand: TypeAlias = Another | NotAgain | Break | Leave | NotBegin


@dataclass(frozen=True, slots=True)
class Duty:
    """A player owes something. ``since``: the position from which on it is owed. ``rule``: the sentence that says so."""

    seat: int
    since: State
    demand: Demand
    rule: str

    @property
    def instead_of(self) -> Choice:
        """The proposed choice that must be another one (732.2c)."""
        assert isinstance(self.demand, Another)
        return self.demand.proposed

    @property
    def lasts(self) -> str:
        """Until when it is owed, in words."""
        return _LASTS[type(self.demand)]

    @property
    def obliges(self) -> bool:
        """Whether the player has to choose differently at the place; else a loop may not begin again, and no more is owed."""
        return not isinstance(self.demand, NotBegin)

    @property
    def waits(self) -> bool:
        """Whether nothing is refused yet: of the player's own number some iterations are still to come."""
        return isinstance(self.demand, NotBegin) and bool(self.demand.still_open)


_LASTS: Final = {
    Another: "the choice at that place",
    NotAgain: "the position comes back no more",
    Break: "the loop goes on no more",
    Leave: "the loop goes on no more",
    NotBegin: "something relevant has changed",
}


def independent(state: State, choice: Choice) -> bool:
    """Whether a choice is an action that its player takes independently: one of ``acts``, or doing what one may do.

    To do it where not doing it leads to the same position is nothing that anybody has to stop.
    """
    if acts(state, choice):
        return True
    if choice.answer != "yes" or choice.verb not in (MAY, ANSWER):
        return False
    no = Choice(choice.verb, choice.player, answer="no")
    return verify(state, no) is None and not same_for_rules(step(state, choice)[0], step(state, no)[0])


def forbids(duty: Duty, state: State, choice: Choice) -> Refusal | None:
    """Why a legal choice may not be made in a position, by one duty; None where it may."""
    if duty.seat not in (choice.player, master(state, choice.player)) or over(state):
        return None
    who, demand = f"p{choice.player + 1}", duty.demand
    if isinstance(demand, Another):
        if master(state, choice.player) != duty.seat or not same(
            step(state, choice)[0], step(state, demand.proposed)[0]
        ):
            return None
        return _refusal(
            "must-differ", f"{who} must choose differently here than was proposed", "any other choice", duty
        )
    if isinstance(demand, NotAgain):
        if not _again(duty.since, demand, state, choice):
            return None
        if duty.rule == FRAGMENTED:
            message = f"{who} must choose differently: this action in this position was part of a fragmented loop"
        else:
            message = f"{who} must choose differently: this action alone brought this position back"
        return _refusal("must-differ", message, "another choice", duty)
    if isinstance(demand, Break):
        passes = choice.verb == PASS
        if not passes and not _declines_to_break(demand.lap, state, choice):
            return None
        if _own_waits(duty, state) or not demand.lap.goes_on_by_itself(step(state, choice)[0]):
            return None
        done = "passing" if passes else "to say no"
        message = f"{who} named this place to break the loop, and {done} breaks nothing"
        return _refusal("must-break", message, "a choice that breaks the loop", duty)
    still_open = demand.still_open if isinstance(demand, NotBegin) else frozenset[int]()
    if still_open.issuperset(demand.own):
        return None
    again = {at for at in demand.own if demand.lap.goes_on(at, state, choice)}
    if not again or again & still_open:
        return None
    begins = "begin the loop again" if isinstance(demand, NotBegin) else "go on with the loop"
    return _refusal("restart", f"{who} would {begins}, and nothing relevant has changed", "another choice", duty)


def owed_after(duty: Duty, state: State, choice: Choice, behind: State) -> Duty | None:
    """What is still owed behind a choice: the duty as it was, another one, or None where it is over.

    In: the position, the choice that was made in it by anybody, and the position behind it.
    """
    demand = duty.demand
    if isinstance(demand, Another) or over(behind):
        return None
    if isinstance(demand, NotAgain):
        return duty
    if isinstance(demand, Break):
        settled = asked(behind) == "priority" and not behind.stack
        lost = choice.verb == PASS and master(state, choice.player) == duty.seat and not _own_waits(duty, state)
        return None if settled or (lost and demand.lap.goes_on_by_itself(behind)) else duty
    if relevant(demand.lap, duty.seat, state, choice, behind):
        return None
    if not isinstance(demand, NotBegin):
        return duty
    if demand.stopped_by is not None:
        had = master(state, choice.player) == demand.stopped_by and not is_mana(state, choice)
        return replace(duty, demand=replace(demand, stopped_by=None)) if had else duty
    return replace(duty, demand=demand.counted(state, choice)) if duty.waits else duty


def all_after(duties: Iterable[Duty], state: State, choice: Choice, behind: State) -> tuple[Duty, ...]:
    """What of several duties is still owed behind a choice."""
    return tuple(left for duty in duties if (left := owed_after(duty, state, choice, behind)) is not None)


def relevant(lap: Lap, seat: int, state: State, choice: Choice, behind: State) -> bool:
    """Whether a choice changes the game in a way that may be relevant to a loop (MTR 4.4 par. 8).

    Cards that were drawn are a change, but for those that the loop draws (par. 4). So is what another player does, but
    for what that player does in the loop, and for mana. What ``seat`` does by itself is none: whether the loop can be
    begun again as it was is looked at where it begins.
    """
    if _drawn(state, behind) and not any(_drawn(one.state, then.state) for one, then in lap.steps()):
        return True
    if master(state, choice.player) == seat or not independent(state, choice) or is_mana(state, choice):
        return False
    done = changes_of_choice(state, behind)
    return not any(one.choice.player == choice.player and alike_changes(one.changes, done) for one in lap.made)


def _again(since: State, demand: NotAgain, state: State, choice: Choice) -> bool:
    """Whether a choice is the action again: in the same position, and with the same position behind it."""
    action = demand.action
    if choice.verb != action.verb or choice.player != action.player:
        return False
    back = alike if demand.chance else same_for_rules
    if not back(state, since):
        return False
    if choice == action:
        return True
    try:
        return back(step(state, choice)[0], step(since, action)[0])
    except Unsupported:
        return False


def _declines_to_break(lap: Lap, state: State, choice: Choice) -> bool:
    """Whether a choice says no to what would break the loop, such as paying what follows "unless" (732.6)."""
    if choice.verb not in (MAY, ANSWER) or choice.answer != "no":
        return False
    done = replace(choice, answer="yes")
    return verify(state, done) is None and not lap.goes_on_by_itself(step(state, done)[0])


def _own_waits(duty: Duty, state: State) -> bool:
    """Whether what was cast or activated since is next to resolve: to pass then lets that happen, and not the loop."""
    if asked(state) != "priority" or not state.stack or state.stack[0] in duty.since.stack:
        return False
    return not isinstance(state.rows[state.stack[0]].cls.term, Triggered)


def _drawn(before: State, now: State) -> bool:
    keys = (key for key in now.tally if key.startswith(COUNT_DRAWS_OF))
    return any(not identical(before.tally.get(key, 0), now.tally[key]) for key in keys)


def _refusal(code: str, message: str, expected: str, duty: Duty) -> Refusal:
    return Refusal(ILLEGAL, code, message, expected, duty.rule)


def owes_the_choice(duty: Duty, state: State) -> bool:
    """Whether the player who owes something makes the present choice."""
    return not over(state) and master(state, decider(state)) == duty.seat
