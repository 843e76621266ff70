"""What a chain needs at its start, and the bystanders that it can do without.

Bystanders: rows that a chain neither touches nor names. That it can do without one is shown for many of them at once.

Two rows of a class that differ in amounts alone can change places. So to take one of several away
is to take the first of them away and to give its amounts to that one. The chain is played once
without the first, with numbers for the amounts of the others. It is the same chain wherever each
comparison that was asked has its answer. So it is, on a play of the start itself, where a counter
is 0.

What a chain needs at its start: each need is necessary, and nothing else that is asked about is.

A need is necessary if without it a choice is not legal, or a gain is lost. The choices are those
that are written, up to the end of the first period (of what is done once: to the end). They are
played on plain numbers. Asked about are cards and permanents as a whole, whether a permanent is
untapped and not summoning sick, counters, and mana.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from reiterate.check.arithmetic import EQ, OutOfBudget
from reiterate.check.certificate_steps import choice_of
from reiterate.check.claims.form import Need, Stated
from reiterate.check.form import Certificate, Comparison, Jump, Move, Place, with_amounts
from reiterate.check.numbers import Log, Number, evaluated
from reiterate.check.runs import members_of
from reiterate.check.same_shape import amount_at, amounts_of
from reiterate.check.small_values import NEEDS, Rejected
from reiterate.check.work import spend, tidied, weight
from reiterate.refusals import ILLEGAL, INPUT
from reiterate.rules.access.state_access import discard_row, put, text_prop, turn_into
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, Class, Gone, Ref, Row, State
from reiterate.state.properties import COUNTER, MANA, OUTCOME, PLAYER, N

# --- bystanders ----------------------------------------------------------------------------------

#: Plays the chain from a start and adds every state on it to the list; whether it is legal and its gains rise.
Chain: TypeAlias = Callable[[State, list[State]], bool]

#: What tells a row from others of its class: the amounts that are not 0.
_Told: TypeAlias = frozenset[tuple[str, Any]]

_NOT_ALIKE: Final[Collection[_Told]] = ()


def without(start: State, handle: int) -> State:
    """A start without one of its rows."""
    draft = Draft(start)
    discard_row(draft, handle)
    return draft.done()


def not_needed(start: State, states: Sequence[State], named: Collection[int], chain: Chain) -> set[Place]:
    """Rows and counters of a start that its chain does without. Of rows and counters that are not among them nothing is said.

    In: ``states``, those on the chain from the start on. ``named``: rows that choices or gains name. Out: places, such as
    ``(7, "n")`` for the whole row 7.
    """
    standing = _standing(start, states, named)
    places: set[Place] = set()
    kinds: dict[tuple[int, int], list[int]] = {}
    for handle in standing:
        row = start.rows[handle]
        assert type(row.n) is int
        kinds.setdefault((id(row.cls), row.n), []).append(handle)
    for handles in kinds.values():
        if len(handles) > 1:
            places |= {(handle, N) for handle in _rows(start, handles, chain)}
    counters = [
        (handle, name)
        for handle in standing
        for name, n in sorted(start.rows[handle].num.items())
        if name.startswith(COUNTER) and n > 0
    ]
    return places | (_counters(start, counters, chain) if counters else set())


def _standing(start: State, states: Sequence[State], named: Collection[int]) -> list[int]:
    """The rows that nothing names or changes on the whole chain, and that no other of their class is like."""
    left = {handle for handle, row in start.rows.items() if row.cls.proto is not None and not row.refs}
    left -= {handle for handle in left if start.rows[handle].cls.kind == PLAYER}
    left -= {*named, *start.labels.values()}
    for state in states:
        left -= _pointed_at(state)
        left = {handle for handle in left if state.rows.get(handle) is start.rows[handle]}
    alike: dict[tuple[int, _Told], int] = {}
    for handle in left:
        key = (id(start.rows[handle].cls), _told(start.rows[handle]))
        alike[key] = alike.get(key, 0) + 1
    unclear = {cls for (cls, _), number in alike.items() if number > 1}
    return sorted(handle for handle in left if id(start.rows[handle].cls) not in unclear)


def _pointed_at(state: State) -> set[int]:
    """Rows that stand in an order, or that another row refers to."""
    refs = [ref.row for row in state.rows.values() for ref in row.refs.values() if isinstance(ref, Ref)]
    return set(refs).union(*state.seqs.values())


def _told(row: Row) -> _Told:
    return frozenset((name, n) for name, n in row.num.items() if n != 0)


def _rows(start: State, handles: Sequence[int], chain: Chain) -> set[int]:
    """Those of some rows of a class, as many of each, that the chain does without."""
    first, *rest = (start.rows[handle] for handle in handles)
    names = {name for row in (first, *rest) for name in row.num}
    unlike = sorted(name for name in names if any(row.get(name) != first.get(name) for row in rest))
    play = _Play(without(start, handles[0]), [(handle, name) for handle in handles[1:] for name in unlike], chain)
    if not play.done or any(_told(row) in play.beside(row) for row in (first, *rest)):
        return set()
    lent = {name: first.get(name) for name in unlike}
    return {handles[0]} | {h for h in handles[1:] if play.alike_with({(h, name): n for name, n in lent.items()})}


def _counters(start: State, counters: Sequence[Place], chain: Chain) -> set[Place]:
    """Those of some counters that the chain does without."""
    play = _Play(start, counters, chain)
    if not play.done:
        return set()
    told: dict[int, set[_Told]] = {}
    for handle, _ in counters:
        told.setdefault(id(start.rows[handle].cls), set()).add(_told(start.rows[handle]))
    places: set[Place] = set()
    for handle, name in counters:
        row = start.rows[handle]
        bare = _told(row) - {(name, row.get(name))}
        if bare in told[id(row.cls)] or bare in play.beside(row) or _told(row) in play.beside(row):
            continue
        if play.alike_with({(handle, name): 0}):
            places.add((handle, name))
    return places


class _Play:
    """The chain on numbers in some places, with the comparisons that it asked.

    ``done``: it is legal, its gains rise, and a number stays in its row, which stays as it is.
    """

    __slots__ = ("_beside", "asked", "done", "numbers", "values")

    def __init__(self, start: State, places: Sequence[Place], chain: Chain) -> None:
        log = Log()
        self.numbers = {place: i for i, place in enumerate(places)}
        self.values: list[Any] = [start.rows[handle].get(name) for handle, name in places]
        held = {place: Number(self.values[i], {(i,): 1}, log) for place, i in self.numbers.items()}
        begun = with_amounts(start, held)
        changing = {handle: begun.rows[handle] for handle, _ in places}
        states: list[State] = []
        self.done = chain(begun, states) and all(_keeps(state, changing) for state in states)
        self._beside: dict[int, set[_Told]] = {}
        for state in states if self.done else ():
            for handle, row in state.rows.items():
                if handle not in changing:
                    self._beside.setdefault(id(row.cls), set()).add(_told(row))
        self.asked: dict[int, list[Comparison]] = {}
        for comparison in log.asked.values():
            for number in {number for product in comparison.poly for number in product}:
                self.asked.setdefault(number, []).append(comparison)

    def beside(self, row: Row) -> Collection[_Told]:
        """What tells the rows without numbers apart that are of the class of a row, at all places."""
        return self._beside.get(id(row.cls), _NOT_ALIKE)

    def alike_with(self, instead: Mapping[Place, Any]) -> bool:
        """Whether each comparison has its answer with other values in some places."""
        values = list(self.values)
        for place, value in instead.items():
            values[self.numbers[place]] = value
        for place in instead:
            for comparison in self.asked.get(self.numbers[place], ()):
                spend(len(comparison.poly))
                value = evaluated(comparison.poly, values)
                if (value == 0 if comparison.op == EQ else value <= 0) != comparison.truth:
                    return False
        return True


def _keeps(state: State, changing: Mapping[int, Row]) -> bool:
    """Whether the rows with numbers are as they were, no other amount depends on them, and nothing names them."""
    if any(state.rows.get(handle) is not row for handle, row in changing.items()):
        return False
    if not changing.keys().isdisjoint(_pointed_at(state)):
        return False
    amounts: list[Any] = list(state.tally.values())
    for handle, row in state.rows.items():
        if handle not in changing:
            amounts += (row.n, *row.num.values())
            amounts += [n for ref in row.refs.values() if isinstance(ref, Gone) for n in ref.num.values()]
    return all(type(amount) is int for amount in amounts)


# --- needs ---------------------------------------------------------------------------------------

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
