"""What a chain needs at its start: each need is necessary, and nothing else that is asked about is.

A need is necessary if without it a choice is not legal, or a gain is lost. The choices are those
that are written, up to the end of the first period (of what is done once: to the end). They are
played on plain numbers. Asked about are cards and permanents as a whole, whether a permanent is
untapped and not summoning sick, counters, and mana.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.certificate_steps import choice_of
from reiterate.check.claims.bystanders import not_needed, without
from reiterate.check.claims.form import Need, Stated
from reiterate.check.form import Certificate, Jump, Move, Place
from reiterate.check.runs import members_of
from reiterate.check.same_shape import amount_at, amounts_of
from reiterate.check.small_values import NEEDS, Rejected
from reiterate.check.work import spend, tidied, weight
from reiterate.refusals import ILLEGAL, INPUT
from reiterate.rules.access.state_access import put, text_prop, turn_into
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, Class, State
from reiterate.state.properties import COUNTER, MANA, OUTCOME, PLAYER, N

#: Elementary choices that are played to find out what is needed.
CHOICE_BUDGET: Final = 4_000

# What a need is: that some of the row is there, that it is not tapped or sick, or an amount of it by name.
_NOT: Final = {"not sick": "sick", "not tapped": "tapped"}
_AMOUNTS: Final = (COUNTER, MANA)
_ZONES: Final = frozenset({BATTLEFIELD, HAND, GRAVEYARD, EXILE, COMMAND})


class _NotLegal(Exception):
    """A choice is not legal, or the game ends in another way."""


@dataclass(slots=True)
class _Course:
    """The choices that are asked about: up to the first period, and that period."""

    before: list[Move]
    period: list[Move]
    slots: tuple[Place, ...]
    phi: tuple[int, ...]
    outcome: str
    gains: list[Place]  # those that rise in the period from the start itself
    left: int = CHOICE_BUDGET
    comes_back: dict[int, int] = field(default_factory=dict)
    made_of: dict[int, Class] = field(default_factory=dict)  # what the rows are that came after the start

    def begin(self, start: State, states: list[State]) -> None:
        """Play from the start itself, and add the states on the way to a list."""
        played = self._played(start, states)
        if self.period:
            self.comes_back = dict(zip(sorted(played[0].rows), self.phi, strict=True))
        self.made_of = {handle: row.cls for handle, row in played[0].rows.items() if handle not in start.rows}
        self.gains = [place for place in self.gains if self._rises(place, *played)]

    def tries(self, start: State, states: list[State]) -> bool:
        """Like ``does``, with the states on the way; False where it can't be told."""
        try:
            return self.does(start, states)
        except Rejected:
            return False

    def does(self, start: State, states: list[State] | None = None) -> bool:
        """Whether all choices are legal from another start, and all that rose rises. ``Rejected`` where that can't be told."""
        try:
            head, end = self._played(start, [] if states is None else states)
        except _NotLegal:
            return False
        except (Rejected, OutOfBudget):
            raise
        except Exception as error:
            raise Rejected(NEEDS, f"what is needed can't be told: {type(error).__name__}") from error
        return all(self._rises(place, head, end) for place in self.gains)

    def named(self) -> set[int]:
        """The rows that the choices or the gains name."""
        found = {handle for handle, _ in self.gains}
        for choice in (move.choice for move in (*self.before, *self.period)):
            picked: Any = choice.picks  # rows; how many of each is written apart
            found |= {choice.row, *choice.targets, *picked}
        return found

    def _rises(self, place: Place, head: State, end: State) -> bool:
        """Whether an amount is greater behind the period; also where its row was taken from the start.

        For a row that came later this is asked of all rows of its class, whatever their names are.
        """
        handle, name = place
        if handle in self.made_of:
            cls = self.made_of[handle]
            return bool(self._of_all(cls, name, end) > self._of_all(cls, name, head))
        back = self.comes_back.get(handle, handle)
        if handle >= 0 and not (handle in head.rows and back in end.rows):
            return True
        more: Any = amount_at(end, (back, name)) - amount_at(head, place)
        return bool(more > 0)

    def _of_all(self, cls: Class, name: str, state: State) -> Any:
        return sum(amount_at(state, (handle, name)) for handle, row in state.rows.items() if row.cls is cls)

    def _played(self, start: State, states: list[State]) -> tuple[State, State]:
        """The positions before the period and behind it; of what is done once, the start and the end."""
        state = self._all(start, self.before, (), states)
        head = start
        if self.period:
            head = tidied(state)
            state = tidied(self._all(head, self.period, [amount_at(head, slot) for slot in self.slots], states))
        states += (head, state)
        if self.outcome and not (asked(state) == "over" and text_prop(state.game, OUTCOME) == self.outcome):
            raise _NotLegal
        return head, state

    def _all(self, state: State, moves: Sequence[Move], values: Sequence[Any], states: list[State]) -> State:
        for move in moves:
            states.append(state)
            self.left -= 1
            if self.left < 0:
                raise OutOfBudget(f"more than {CHOICE_BUDGET} choices to find out what is needed")
            spend(weight(state))
            choice = choice_of(move, values)
            refused = verify(state, choice)
            if refused is not None and refused.kind in (ILLEGAL, INPUT):
                raise _NotLegal
            if refused is not None:
                raise Rejected(NEEDS, f"what is needed can't be told: {refused.message}")
            state = step(state, choice)[0]
        return state


def compare(found: Certificate, stated: Stated) -> None:
    """``Rejected`` where the needs of a certificate that holds otherwise are others than it states."""
    if stated.needs is None:
        return
    start = found.start
    course = _course(found, stated)
    known = all(type(n) is int for n in amounts_of(start).values())
    if not known or any(members_of(row) is not None for row in start.rows.values()):
        raise Rejected(NEEDS, "what is needed is told of starts whose rows are alike and written out")
    states: list[State] = []
    course.begin(start, states)
    free = not_needed(start, states, course.named(), course.tries)
    told = {(need.row, need.what): need for need in stated.needs}
    if list(told) != [(need.row, need.what) for need in stated.needs] or list(told) != sorted(
        told, key=lambda each: (each[0], _rank(each[1]), each[1])
    ):
        raise Rejected(NEEDS, "the needs are not in order, or one is there twice")
    for handle in sorted(start.rows):
        _compare_row(course, start, handle, free, told)
    if told:
        raise Rejected(NEEDS, "something is said to be needed that is not there, or of which that is not asked")


def _rank(what: str) -> int:
    return 0 if what == N else 1 if what in _NOT else 2


def _compare_row(
    course: _Course, start: State, handle: int, free: set[Place], stated: dict[tuple[int, str], Need]
) -> None:
    """Compare what is said of one row, and take that out of what is stated. ``free``: what is known not to be needed."""
    row = start.rows[handle]
    card = row.cls.proto is not None and row.cls.zone in _ZONES
    if not card and row.cls.kind != PLAYER:
        return
    if row.cls.kind != PLAYER:
        needed = (handle, N) not in free and not course.does(without(start, handle))
        _same(stated.pop((handle, N), None), 1 if needed else None, f"the row {handle}")
        for what, flag in _NOT.items():
            if needed and row.cls.zone == BATTLEFIELD and not getattr(row.cls, flag):
                does = course.does(_turned(start, handle, flag))
                _same(stated.pop((handle, what), None), None if does else 0, f"the row {handle}, {what},")
    for name, there in sorted(row.num.items()):
        if name.startswith(_AMOUNTS) and ((handle, name) in stated or (handle, name) not in free):
            _compare_amount(course, start, (handle, name), there, stated.pop((handle, name), None))


def _compare_amount(course: _Course, start: State, at: Place, there: Any, need: Need | None) -> None:
    least = 0 if need is None else need.least
    if need is not None and not 0 < least <= there:
        raise Rejected(NEEDS, f"of {at[1]} of row {at[0]} more is said to be needed than is there, or none")
    if least < there and not course.does(_put(start, at, least)):
        raise Rejected(NEEDS, f"the choices need more {at[1]} of row {at[0]} than stated")
    if least and course.does(_put(start, at, least - 1)):
        raise Rejected(NEEDS, f"the choices do not need as much {at[1]} of row {at[0]} as stated")


def _same(need: Need | None, least: int | None, what: str) -> None:
    if need is None and least is not None:
        raise Rejected(NEEDS, f"{what} is needed, which is not stated")
    if need is not None and least is None:
        raise Rejected(NEEDS, f"{what} is said to be needed, and is not")
    if need is not None and need.least != least:
        raise Rejected(NEEDS, f"{what} is needed, and nothing is counted of it")


def _course(found: Certificate, stated: Stated) -> _Course:
    """The choices up to the end of the first period; of what is done once, all of them."""
    before: list[Any] = []
    gains = [gain.at for gain in stated.gains]
    for piece in found.chain:
        deeds = [deed for each in piece.iterations for deed in each]
        if not isinstance(piece, Jump):
            before += deeds
            continue
        if piece.joins.head or piece.joins.end:
            raise Rejected(NEEDS, "nothing is told of what a period needs that joins rows")
        return _Course(_moves(before), _moves(deeds), piece.noted.slots, piece.noted.phi, "", gains)
    return _Course(_moves([*before, *found.end.deeds]), [], (), (), found.end.outcome, gains)


def _moves(deeds: Sequence[Any]) -> list[Move]:
    if not all(isinstance(deed, Move) for deed in deeds):
        raise Rejected(NEEDS, "nothing is told of what rounds need that are done at once")
    return list(deeds)


# --- starts with something less ----------------------------------------------------------------------------------


def _turned(start: State, handle: int, flag: str) -> State:
    draft = Draft(start)
    turn_into(draft, "", handle, draft.rows[handle].cls.but(flag, True))
    return draft.done()


def _put(start: State, at: Place, amount: int) -> State:
    draft = Draft(start)
    put(draft, "", *at, amount)
    return draft.done()
