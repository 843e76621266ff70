"""The checker: plays a certificate again on its own numbers and proves the five obligations.

*base*: plain play from the start gives each segment's head. *step*: the period played on symbols ends in the shape of
its head with the amounts F(X), and asks exactly the comparisons listed. *closed*: c(0) is the start and F(c(n)) is
c(n + 1) for all n. *guards*: every comparison keeps its answer for all periods of the segment. *after*: what follows a
segment, up to the end, is as stated. Trusted are the rules engine, the normal form, and whole numbers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NoReturn

from reiterate.amounts import decimal_text, digits_text, plain
from reiterate.amounts.beyond import Outside
from reiterate.check import form
from reiterate.check.arithmetic import (
    EQ,
    LE,
    Form,
    OutOfBudget,
    Polynomial,
    Signs,
    along,
    constant,
    plus,
    times,
    unproved,
)
from reiterate.check.form import Certificate, Comparison, Ending, Jump, Move, NotAForm, Plain
from reiterate.refusals import FALSE, INPUT, UNDETERMINED, Refusal, Unsupported
from reiterate.rules.choices import PASS, Choice
from reiterate.rules.step import step
from reiterate.rules.verify import asked, decider, verify
from reiterate.state.model import Gone, Ref, Row, State
from reiterate.state.normal import normal

BASE: Final = "base"
STEP: Final = "step"
CLOSED: Final = "closed"
GUARDS: Final = "guards"
AFTER: Final = "after"

_WATCHED: Final = frozenset({"battlefield", "stack", "graveyard", "command"})


class Rejected(Exception):
    """An obligation that does not hold."""

    def __init__(self, obligation: str, message: str) -> None:
        super().__init__(message)
        self.obligation = obligation


class Misuse(TypeError):
    """The engine read a symbolic number in a way that leaves no comparison."""


# --- numbers -----------------------------------------------------------------------------------------------------


class Log:
    """The comparisons that one period asked, each once, in order."""

    __slots__ = ("found", "place")

    def __init__(self) -> None:
        self.found: dict[tuple[tuple[tuple[tuple[int, ...], int], ...], str, bool], Comparison] = {}
        self.place = 0

    def ask(self, number: Number, op: str, rule: str) -> bool:
        """The answer for the values of this period, kept."""
        truth = number.value == 0 if op == EQ else number.value <= 0
        key = (tuple(sorted(number.poly.items())), op, truth)
        self.found.setdefault(key, Comparison(number.poly, op, truth, rule, self.place))
        return truth


class Number(Outside):
    """A whole number with the polynomial of the head's amounts that it is; every comparison is kept in the log."""

    __slots__ = ("log", "poly", "value")

    def __init__(self, value: int, poly: Polynomial, log: Log) -> None:
        self.value = value
        self.poly = poly
        self.log = log

    def decided(self, op: str, rule: str) -> bool:
        """Whether it is 0, or at most 0."""
        if op not in (EQ, LE):
            raise Misuse(f"compared by {op}")
        return self.log.ask(self, op, rule)

    def same_as(self, other: object) -> bool:
        """Whether both are the same polynomial."""
        if isinstance(other, Number):
            return self.poly == other.poly
        return False  # a number without symbols is a plain one

    def _with(self, other: object, factor: int) -> Any:
        if isinstance(other, Number):
            return _made(self.value + factor * other.value, plus(self.poly, other.poly, factor), self.log)
        if type(other) is int:
            return _made(self.value + factor * other, plus(self.poly, constant(other), factor), self.log)
        raise Misuse(f"added to {type(other).__name__}")

    def __add__(self, other: object) -> Any:
        return self._with(other, 1)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self._with(other, -1)

    def __neg__(self) -> Number:
        return Number(-self.value, times(self.poly, constant(-1)), self.log)

    def __rsub__(self, other: object) -> Any:
        return (-self)._with(other, 1)

    def __pos__(self) -> Number:
        return self

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Number):
            return _made(self.value * other.value, times(self.poly, other.poly), self.log)
        if type(other) is int:
            return _made(self.value * other, times(self.poly, constant(other)), self.log)
        raise Misuse(f"multiplied by {type(other).__name__}")

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return _truth(self - other, EQ)

    def __ne__(self, other: object) -> bool:
        return not _truth(self - other, EQ)

    def __le__(self, other: object) -> bool:
        return _truth(self - other, LE)

    def __lt__(self, other: object) -> bool:
        return _truth(self - other + 1, LE)

    def __ge__(self, other: object) -> bool:
        return _truth(-(self - other), LE)

    def __gt__(self, other: object) -> bool:
        return _truth(-(self - other) + 1, LE)

    def _unread(self, *_: object) -> NoReturn:
        raise Misuse("the engine read a number that changes")

    __bool__ = __hash__ = __str__ = __format__ = __int__ = __index__ = __float__ = __len__ = _unread
    __iter__ = __round__ = __abs__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = _unread
    __truediv__ = __rtruediv__ = __divmod__ = __rdivmod__ = __rpow__ = __trunc__ = __reduce__ = _unread


def _made(value: int, poly: Polynomial, log: Log) -> Any:
    return Number(value, poly, log) if poly.keys() - {()} else value


def _truth(difference: Any, op: str) -> bool:
    if isinstance(difference, Number):
        return difference.decided(op, "")
    return bool(difference == 0 if op == EQ else difference <= 0)


# --- states ------------------------------------------------------------------------------------------------------


def _written(state: State) -> dict[tuple[int, str], Any]:
    """Every amount of a state by row and name, "n" for a row's count; tallies under the row -1."""
    found: dict[tuple[int, str], Any] = {(-1, key): value for key, value in state.tally.items()}
    for handle, row in state.rows.items():
        found[handle, "n"] = row.n
        found.update({(handle, name): value for name, value in row.num.items()})
    return found


def _filled(head: State, values: dict[tuple[int, str], Any]) -> State:
    """The head with other amounts in some places."""
    rows = dict(head.rows)
    tally = dict(head.tally)
    for (handle, name), value in values.items():
        if handle < 0:
            tally[name] = value
        elif name == "n":
            rows[handle] = Row(rows[handle].cls, rows[handle].num, value, rows[handle].refs)
        else:
            row = rows[handle]
            rows[handle] = Row(row.cls, {**row.num, name: value}, row.n, row.refs)
    return State(rows, dict(head.seqs), tally, dict(head.labels), head.fresh)


def _stay_apart(state: State) -> None:
    """Ask that rows which only amounts tell apart stay apart, and that a group does not become one object.

    What is alike decides what is asked, and rows that are not equal as polynomials could come to hold equal amounts.
    """
    alike: dict[int, list[Row]] = {}
    for row in state.rows.values():
        if row.cls.kind in ("player", "game"):
            continue
        n: Any = row.n
        if isinstance(n, Number) and n == 1:
            raise Rejected(STEP, "a group that happens to be one object in this period only")
        alike.setdefault(id(row.cls), []).append(row)
    for rows in alike.values():
        for a, b in combinations(rows, 2):
            _differ(_known(a), _known(b))


def _known(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = dict(row.num)
    for name, ref in row.refs.items():
        if isinstance(ref, Gone):
            found |= {f"{name}/{slot}": value for slot, value in ref.num.items()}
    return found


def _differ(a: dict[str, Any], b: dict[str, Any]) -> None:
    together = False
    for name in sorted(a.keys() | b.keys()):
        x, y = a.get(name, 0), b.get(name, 0)
        if _same(x, y):
            continue
        together = True
        if _value(x) != _value(y):
            _truth(x - y, EQ)
            return
    if together:
        raise Rejected(STEP, "amounts that differ in other periods happen to be equal in this one")


def _same(x: Any, y: Any) -> bool:
    """Whether two amounts are equal for all values."""
    if isinstance(x, Number):
        return x.same_as(y)
    return not isinstance(y, Number) and bool(x == y)


def _value(x: Any) -> Any:
    return x.value if isinstance(x, Number) else x


def _understood(state: State) -> None:
    for row in state.rows.values():
        if row.cls.unread and row.cls.zone in _WATCHED and row.cls.proto is not None:
            raise Rejected(STEP, f"{row.cls.proto.name} has a clause that is not understood")


# --- playing -----------------------------------------------------------------------------------------------------


def _choice(move: Move, values: Sequence[Any]) -> Choice:
    """The choice with its amounts worked out."""
    changed: dict[str, Any] = {}
    for name, content in move.amounts.items():
        if not isinstance(content, tuple):
            changed[name] = _evaluated(content, values)
        elif name == "sizes":
            changed[name] = tuple(_evaluated(poly, values) for poly in content)
        else:
            firsts = getattr(move.choice, name)
            changed[name] = tuple((first, _evaluated(p, values)) for first, p in zip(firsts, content, strict=True))
    return dataclasses.replace(move.choice, **changed)


def _evaluated(poly: Polynomial, values: Sequence[Any]) -> Any:
    total: Any = 0
    for product, c in poly.items():
        term: Any = c
        for slot in product:
            term = term * values[slot]
        total = total + term
    return total


def _played(state: State, move: Move, values: Sequence[Any], obligation: str) -> State:
    """One legal choice, or ``Rejected``."""
    _understood(state)
    try:
        choice = _choice(move, values)
        refused = verify(state, choice)
        if choice.verb == PASS and choice.over is None:
            raise Rejected(obligation, "a pass that does not say what it lets resolve")
        if refused is not None:
            raise Rejected(obligation, f"the choice '{choice.verb}' is not legal: {refused.message}")
        return step(state, choice)[0]
    except (Rejected, OutOfBudget):
        raise
    except Unsupported as error:
        raise Rejected(obligation, f"the rules do not cover it: {error.refusal.message}") from error
    except Exception as error:  # what a hostile file makes of the engine is no proof
        raise Rejected(obligation, f"the engine can't play it: {type(error).__name__}: {error}") from error


# --- obligations -------------------------------------------------------------------------------------------------


class _Checker:
    """Goes along the chain."""

    __slots__ = ("endless", "iterations", "jumped", "signs", "state")

    def __init__(self, start: State) -> None:
        self.state = start
        self.iterations = 0
        self.jumped = False
        self.endless = False
        self.signs = Signs()

    @property
    def obligation(self) -> str:
        """What plain play shows here: the base, or what follows a segment."""
        return AFTER if self.jumped else BASE

    def plain(self, piece: Plain) -> None:
        """Iterations played choice by choice."""
        for iteration in piece.iterations:
            for move in iteration:
                self.state = _played(self.state, move, (), self.obligation)
        self.iterations += len(piece.iterations)

    def jump(self, piece: Jump) -> None:
        """A segment: all five obligations, and the state behind it."""
        head = normal(self.state)
        written = _written(head)
        for (handle, name), amount in zip(piece.slots, piece.start, strict=True):
            if (handle >= 0 and handle not in head.rows) or written.get((handle, name), 0) != amount:
                raise Rejected(self.obligation, f"the segment does not start with {name} of row {handle} as stated")
        log = Log()
        end = self._trace(piece, head, log)
        _check_shape(piece, head, end)
        _check_update(piece, head, end)
        if list(log.found.values()) != list(piece.guards):
            raise Rejected(STEP, "the comparisons that the period asks are not those listed")
        wrong = unproved(piece.update, piece.start, piece.closed)
        if wrong is not None:
            raise Rejected(CLOSED, f"the closed form of slot {wrong} does not follow its update")
        self._check_guards(piece)
        self.jumped = True
        if piece.periods is None:
            self.endless = True
            return
        values = [c.at(piece.periods) for c in piece.closed]
        self.state = _filled(head, dict(zip(piece.slots, (v.numerator for v in values), strict=True)))
        self.iterations += piece.periods * len(piece.iterations)

    def _trace(self, piece: Jump, head: State, log: Log) -> State:
        symbols = [Number(x, {(i,): 1}, log) for i, x in enumerate(piece.start)]
        state = _filled(head, dict(zip(piece.slots, symbols, strict=True)))
        for iteration in piece.iterations:
            for move in iteration:
                _stay_apart(state)
                state = _played(state, move, symbols, STEP)
                log.place += 1
        _understood(state)
        _stay_apart(state)
        return normal(state)

    def _check_guards(self, piece: Jump) -> None:
        for guard in piece.guards:
            if not self.signs.holds(along(guard.poly, piece.closed), guard.op, guard.truth, piece.periods):
                rule = f" of rule {guard.rule}" if guard.rule else ""
                raise Rejected(GUARDS, f"a comparison{rule} at place {guard.place} changes its answer in the segment")
        for (handle, name), closed in zip(piece.slots, piece.closed, strict=True):
            below = closed.plus(Form({(1, 0): Fraction(1)}))  # c(n) + 1 <= 0 says that c(n) < 0
            if handle >= 0 and name == "n" and not self.signs.holds(below, LE, False, piece.periods):
                raise Rejected(GUARDS, f"the row {handle} comes to stand for fewer than no objects")

    def end(self, ending: Ending) -> None:
        """What the road ends with."""
        if (ending.kind == "endless") != self.endless:
            raise Rejected(AFTER, "endless is what ends in a segment without end, and nothing else")
        if ending.kind == "endless":
            return
        if ending.iteration != self.iterations + 1 or ending.choice != len(ending.choices) + 1:
            raise Rejected(AFTER, "the end is in another iteration, or before another choice")
        for move in ending.choices:
            self.state = _played(self.state, move, (), AFTER)
        over = asked(self.state) == "over"
        if over != (ending.kind == "over"):
            raise Rejected(AFTER, "the game is over" if over else "the game is not over")
        if ending.refused is not None:
            refused = _refusal(self.state, ending.refused)
            if refused is None:
                raise Rejected(AFTER, "the choice at the end is legal")
            if ending.refused.choice.player != decider(self.state) and ending.code != "not-your-decision":
                raise Rejected(AFTER, "the choice at the end is another player's")
            if (refused.code, refused.rule, refused.message) != (ending.code, ending.rule, ending.message):
                raise Rejected(AFTER, f"the choice at the end is not legal for another reason: {refused.message}")


def _refusal(state: State, move: Move) -> Refusal | None:
    try:
        return verify(state, _choice(move, ()))
    except Unsupported as error:
        return error.refusal
    except Exception as error:  # what a hostile file makes of the engine is no proof
        raise Rejected(AFTER, f"the engine can't judge the last choice: {type(error).__name__}") from error


def _check_shape(piece: Jump, head: State, end: State) -> None:
    """The end has the head's shape by phi, which keeps the order of age: so the next period is the same play."""
    if len(head.rows) != len(end.rows) or list(piece.phi) != sorted(end.rows):
        raise Rejected(STEP, "the period does not end with the rows stated")
    phi = dict(zip(sorted(head.rows), piece.phi, strict=True))
    for handle, row in head.rows.items():
        other = end.rows[phi[handle]]
        if row.cls is not other.cls or (row.cls.kind in ("game", "player") and phi[handle] != handle):
            raise Rejected(STEP, f"the row {handle} comes back as something else")
        if row.refs.keys() != other.refs.keys():
            raise Rejected(STEP, f"the row {handle} refers to something else")
        for name, ref in row.refs.items():
            after = other.refs[name]
            if isinstance(ref, Ref):
                same = isinstance(after, Ref) and after.mode == ref.mode and after.row == phi.get(ref.row)
            else:
                same = isinstance(after, Gone) and after.cls is ref.cls and _same_amounts(ref.num, after.num)
            if not same:
                raise Rejected(STEP, f"the row {handle} refers to something else")
    for name in head.seqs.keys() | end.seqs.keys():
        if tuple(phi[h] for h in head.seqs.get(name, ())) != end.seqs.get(name, ()):
            raise Rejected(STEP, f"the order of {name} does not come back")
    if {label: phi[handle] for label, handle in head.labels.items()} != end.labels:
        raise Rejected(STEP, "a labelled object is not the same one")


def _same_amounts(a: dict[str, Any], b: dict[str, Any]) -> bool:
    return all(_same(a.get(name, 0), b.get(name, 0)) for name in a.keys() | b.keys())


def _check_update(piece: Jump, head: State, end: State) -> None:
    """Every amount ends as its update says, and what has no slot as it began."""
    back = dict(zip(piece.phi, sorted(head.rows), strict=True))
    before = _written(head)
    after = {(back[handle] if handle >= 0 else handle, name): value for (handle, name), value in _written(end).items()}
    update = dict(zip(piece.slots, piece.update, strict=True))
    for at in before.keys() | after.keys() | update.keys():
        now = after.get(at, 0)
        poly = now.poly if isinstance(now, Number) else constant(plain(now))
        if poly != (update[at] if at in update else constant(plain(before.get(at, 0)))):
            raise Rejected(STEP, f"{at[1]} of row {at[0]} does not end as stated")


# --- the whole ---------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Accepted:
    """What an accepted certificate proves."""

    endless: bool
    iterations: str
    segments: int
    guards: int
    end: str

    def lines(self) -> list[str]:
        """The answer in words."""
        size = "without end" if self.endless else f"for {digits_text(form.whole(self.iterations))} whole iterations"
        found = [f"accepted: the loop goes on {size}", ""]
        found.append(f"base, step, closed, guards, after: proved (segments: {self.segments}, guards: {self.guards})")
        if self.end == "unread":
            found.append("not checked: that the script's next sentence fits nothing where the road stops")
        elif self.end != "endless":
            found.append("it stops there: " + ("the game is over" if self.end == "over" else "a choice is not legal"))
        return found

    def as_json(self) -> dict[str, Any]:
        """The answer for programs."""
        return {
            "format": "check/1",
            "accepted": True,
            "endless": self.endless,
            "iterations": self.iterations,
            "end": self.end,
            "segments": str(self.segments),
            "guards": str(self.guards),
        }


def check(text: str) -> Accepted | Refusal:
    """Check a certificate. A refusal names the obligation that failed, or why the file is not one that can be read."""
    try:
        return _checked(form.read(text))
    except Rejected as error:
        return Refusal(FALSE, f"certificate-{error.obligation}", f"{error.obligation}: {error}", rule="730.2a")
    except NotAForm as error:
        return Refusal(INPUT, "certificate-form", str(error), "a file that 'reiterate certify' wrote")
    except OutOfBudget as error:
        return Refusal(UNDETERMINED, "certificate-budget", f"not checked: {error}")
    except Exception as error:  # a state that no game has: what the normal form makes of it is no proof
        return Refusal(FALSE, "certificate-step", f"step: no such state can be followed: {type(error).__name__}")


def _checked(found: Certificate) -> Accepted:
    if found.terms != found.terms_of_start:
        raise Rejected(BASE, "the digest is not that of the cards at the start")
    checker = _Checker(found.start)
    for piece in found.chain:
        if checker.endless:
            raise Rejected(AFTER, "something follows a segment without end")
        if isinstance(piece, Plain):
            checker.plain(piece)
        else:
            checker.jump(piece)
    if not checker.jumped:
        raise Rejected(BASE, "no segment: nothing recurs")
    checker.end(found.end)
    if (found.endless, found.iterations) != (
        checker.endless,
        "" if checker.endless else decimal_text(checker.iterations),
    ):
        raise Rejected(AFTER, "the claim is not what the chain shows")
    guards = sum(len(piece.guards) for piece in found.chain if isinstance(piece, Jump))
    segments = sum(isinstance(piece, Jump) for piece in found.chain)
    return Accepted(found.endless, found.iterations, segments, guards, found.end.kind)
