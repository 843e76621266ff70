"""Certificates: a loop's road written down so that another program can repeat the whole argument (docs/certificates.md).

Elementary choices are written as data, with the handles that the state has when it is read from the certificate; the
game gives out handles in a fixed way, so playing the certificate again finds the same ones.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from reiterate.amounts import Amount, Poly, Recorder, Traced, decimal_text, plain
from reiterate.loops.closed import Closed, Form
from reiterate.loops.loop import End, Loop, Segment, find_loop
from reiterate.loops.play import DONE, OVER, Played, play
from reiterate.loops.reader import Cursor, Reader
from reiterate.loops.solve import Exponential
from reiterate.loops.trace import Period, Slot, amounts_of, fill, trace
from reiterate.refusals import EDITION, Refusal, Unsupported, unsupported
from reiterate.rules.choices import PASS, Choice
from reiterate.rules.verify import over_text, verify
from reiterate.state.model import State
from reiterate.state.progressions import has_progressions
from reiterate.state.store import FORMAT as STATE_FORMAT
from reiterate.state.store import state_from_json, state_to_json

FORMAT: Final = "certificate/1"

#: The fields of a choice that may hold amounts, alone or beside a row or a kind of mana.
_AMOUNTS: Final = ("member", "x", "count")


def canonical(value: object) -> str:
    """The one text of a JSON value: sorted keys, no spaces, one line."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def terms_digest(start: dict[str, Any]) -> str:
    """The digest of the compiled cards of a written state."""
    protos = sorted({canonical(row["class"]["proto"]) for row in start["rows"] if "proto" in row["class"]})
    return hashlib.sha256("".join(protos).encode()).hexdigest()


def certify(loop: Loop) -> str | Refusal:
    """The certificate of a loop, as a canonical text; a refusal where there is nothing to certify, or no way to."""
    written = state_to_json(loop.heads[0])
    start = state_from_json(written)
    again = find_loop(start, loop.reader)
    try:
        _no_progression(start)
        refused = again.extend(None)
        if refused is not None:
            return refused
        if not again.segments:
            return _nothing_recurs(again)
        road = _Road(start, again)
        road.write()
    except Unsupported as error:
        return error.refusal
    return canonical(
        {
            "format": FORMAT,
            "versions": {"edition": EDITION, "state": STATE_FORMAT},
            "terms": terms_digest(written),
            "start": written,
            "chain": road.chain,
            "end": road.end,
            "claim": {
                "endless": again.endless,
                "iterations": "" if again.endless else decimal_text(road.iteration),
            },
        }
    )


def _no_progression(state: State) -> None:
    if has_progressions(state):
        raise unsupported("progression", "tokens that differ by equal steps have no certificate yet", "730.1b")


def _nothing_recurs(loop: Loop) -> Refusal:
    """The refusal for a script that ends before anything recurs."""
    assert loop.end is not None
    cause = loop.ended(loop.end.iteration)
    message = f"nothing to certify: {cause.message}"
    return Refusal(cause.kind, "nothing-recurs", message, "a loop that comes back to its shape", cause.rule)


class _Road:
    """Writes the pieces of a road in order, playing it along."""

    __slots__ = ("chain", "end", "iteration", "loop", "state")

    def __init__(self, start: State, loop: Loop) -> None:
        self.loop = loop
        self.state = start
        self.iteration = 0
        self.chain: list[dict[str, Any]] = []
        self.end: dict[str, Any] = {"kind": "endless"}

    def write(self) -> None:
        """All pieces and the end."""
        for segment in self.loop.segments:
            self._plain(segment.start - self.iteration)
            self._segment(segment)
        if self.loop.end is not None:
            self._plain(self.loop.end.iteration - 1 - self.iteration)
            self.end = self._end(self.loop.end)

    def _plain(self, iterations: int) -> None:
        made = []
        for _ in range(iterations):
            played, told = _noted(self.state, self.loop.reader)
            assert played.stop == DONE, "an iteration of the road could not be played again"
            made.append([_choice_json(choice) for choice in told])
            self.state = played.state
        if made:
            self.iteration += iterations
            self.chain.append({"kind": "plain", "iterations": made})

    def _segment(self, segment: Segment) -> None:
        found = segment.period
        _no_progression(found.head)
        together = _together(found)
        periods = None if segment.periods is None else segment.periods // together
        if periods == 0:
            self._plain(plain(segment.periods or 0) * found.iterations)
            return
        size = together * found.iterations
        choices = _choices(found.head, self.loop.reader, size, found.slots)
        data = _Data([choice for iteration in choices for choice in iteration], found.slots)
        period = trace(found.head, data, 1, found.slots, watch_options=False)
        if isinstance(period, Refusal):
            raise Unsupported(period)
        if period.slots != found.slots:
            raise unsupported("certificate-growth", "the choices depend on further amounts", "730.1b")
        if period.valid_until is not None and (periods is None or period.valid_until < periods):
            raise unsupported("certificate-growth", "the choices as data hold for fewer periods", "730.1b")
        sizes = [len(iteration) for iteration in choices]
        self.chain.append(_segment_json(period, sizes, data, periods))
        if periods is not None:
            self.iteration += size * periods
            self.state = period.at(periods)
            self._plain((plain(segment.periods or 0) - periods * together) * found.iterations)

    def _end(self, end: End) -> dict[str, Any]:
        played, told = _noted(self.state, self.loop.reader)
        made: dict[str, Any] = {
            "kind": "over" if played.stop == OVER else "unread",
            "iteration": decimal_text(end.iteration),
            "choice": end.choice,
            "choices": [_choice_json(choice) for choice in told],
        }
        refused = _refused(played, self.loop.reader)
        if refused is not None:
            choice, refusal = refused
            made |= {"kind": "illegal", "refused": _choice_json(choice)}
            made |= {"code": refusal.code, "rule": refusal.rule, "message": refusal.message}
        return made


def _noted(state: State, reader: Reader) -> tuple[Played, list[Choice]]:
    """One iteration, and its choices, each pass with what it lets resolve in its place."""
    places: list[State] = []
    played = play(state, reader, observe=lambda at, _: places.append(at))
    told = [
        dataclasses.replace(choice, over=over_text(at)) if choice.verb == PASS else choice
        for choice, at in zip(played.choices, places, strict=False)
    ]
    return played, told


def _refused(played: Played, reader: Reader) -> tuple[Choice, Refusal] | None:
    """The choice that is not legal where an iteration stopped, if its sentence can be read there."""
    if played.stop == OVER:
        return None
    read = reader.next(played.state, played.cursor)
    if not isinstance(read, tuple):
        return None
    refusal = verify(played.state, read[0])
    return None if refusal is None else (read[0], refusal)


# --- periods -----------------------------------------------------------------------------------------------------


def _together(period: Period) -> int:
    """How many periods make one whose growth has only bases above 0."""
    closed = period.closed
    if isinstance(closed, Closed):
        return 1
    if not isinstance(closed, Exponential):
        raise unsupported("certificate-growth", "growth without a closed form has no certificate yet", "730.1b")
    negative = any(base < 0 for growth in closed.growths for base in growth.parts)
    return closed.stride * (2 if negative else 1)


def _choices(head: State, reader: Reader, iterations: int, slots: Sequence[Slot]) -> list[list[Choice]]:
    """The choices of some iterations as the script reads them, amounts as polynomials of the head's."""
    rec = Recorder()
    written = amounts_of(head)
    state = fill(head, {slot: rec.amount(i, plain(written.get(slot, 0))) for i, slot in enumerate(slots)})
    found = []
    for _ in range(iterations):
        played, told = _noted(state, reader)
        if played.stop != DONE:
            raise unsupported("certificate-growth", "several periods together end before they are complete", "730.1b")
        found.append(told)
        state = played.state
    return found


class _Data:
    """Reads choices that are known as data: amounts in them are worked out from those at the period's start."""

    __slots__ = ("choices", "slots", "start_values")

    def __init__(self, choices: list[Choice], slots: Sequence[Slot]) -> None:
        self.choices = choices
        self.slots = slots
        self.start_values: list[Amount] = []

    def start(self) -> Cursor:
        """The first choice."""
        return (0,)

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The choice of this number."""
        number = cursor[0]
        assert isinstance(number, int)
        if number == 0:
            written = amounts_of(state)
            self.start_values = [written.get(slot, 0) for slot in self.slots]
        if number == len(self.choices):
            return None
        return self._now(self.choices[number]), (number + 1,)

    def block(self, state: State, cursor: Cursor) -> None:
        """None: every choice is data of its own, nothing is done for each of a group."""
        return

    def _now(self, choice: Choice) -> Choice:
        changed: dict[str, Any] = {name: self._amount(getattr(choice, name)) for name in _AMOUNTS}
        changed["picks"] = tuple((row, self._amount(n)) for row, n in choice.picks)
        changed["pay"] = tuple((kind, self._amount(n)) for kind, n in choice.pay)
        changed["sizes"] = tuple(self._amount(n) for n in choice.sizes)
        return dataclasses.replace(choice, **changed)

    def _amount(self, amount: Amount) -> Amount:
        if not isinstance(amount, Traced):
            return amount
        total: Amount = 0
        for monomial, c in amount.poly.terms():
            term: Amount = _whole(c)
            for i in monomial:
                term = term * self.start_values[i]
            total = total + term
        return total


def _segment_json(period: Period, sizes: Sequence[int], data: _Data, periods: int | None) -> dict[str, Any]:
    written = amounts_of(period.head)
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    choices = [_choice_json(choice) for choice in data.choices]
    return {
        "kind": "segment",
        "iterations": [choices[a:b] for a, b in pairwise(ends)],
        "periods": "" if periods is None else decimal_text(periods),
        "slots": [[handle, name] for handle, name in period.slots],
        "start": [decimal_text(plain(written.get(slot, 0))) for slot in period.slots],
        "phi": [period.phi[handle] for handle in sorted(period.head.rows)],
        "update": [poly_json(poly) for poly in period.update],
        "guards": [
            {
                "poly": poly_json(guard.poly),
                "op": guard.op,
                "truth": guard.truth,
                "purpose": guard.purpose,
                "rule": guard.rule,
                "place": guard.place,
            }
            for guard in period.guards
        ],
        "closed": _closed_json(period),
    }


def _closed_json(period: Period) -> list[Any]:
    closed = period.closed
    if isinstance(closed, Closed):
        return [_terms_json({1: _powers(form)}) for form in closed.forms]
    if not isinstance(closed, Exponential) or closed.stride != 1 or any(b < 0 for g in closed.growths for b in g.parts):
        raise unsupported("certificate-growth", "the closed form of the period has no certificate yet", "730.1b")
    return [_terms_json(growth.parts) for growth in closed.growths]


def _terms_json(parts: dict[int, tuple[Fraction, ...]]) -> list[list[str]]:
    """Base, power of n and factor of every term, in order."""
    return [
        [decimal_text(base), str(power), f"{decimal_text(c.numerator)}/{decimal_text(c.denominator)}"]
        for base, cs in sorted(parts.items())
        for power, c in enumerate(cs)
        if c
    ]


def _powers(form: Form) -> tuple[Fraction, ...]:
    """A form in Newton's basis as coefficients of 1, n, n^2, ..."""
    total = [Fraction(0)] * len(form)
    basis = [Fraction(1)]
    for j, c in enumerate(form):
        for k, x in enumerate(basis):
            total[k] += c * x
        shifted = [Fraction(0), *basis]  # n * basis
        basis = [(s - j * x) / (j + 1) for s, x in zip(shifted, [*basis, Fraction(0)], strict=True)]
    return tuple(total)


# --- choices and polynomials --------------------------------------------------------------------------------------


def poly_json(poly: Poly) -> list[Any]:
    """A polynomial: factor and slots of every product, in order of the slots."""
    return [[decimal_text(_whole(c)), list(monomial)] for monomial, c in poly.key()]


def _whole(coefficient: int | Fraction) -> int:
    if isinstance(coefficient, Fraction) and coefficient.denominator != 1:
        raise unsupported("certificate-growth", "the sums of an inner loop have no certificate yet", "730.1b")
    return int(coefficient)


def _amount_json(amount: Amount) -> Any:
    return poly_json(amount.poly) if isinstance(amount, Traced) else decimal_text(plain(amount))


def _choice_json(choice: Choice) -> dict[str, Any]:
    made: dict[str, Any] = {"verb": choice.verb, "player": choice.player}
    for field in dataclasses.fields(choice):
        content = getattr(choice, field.name)
        if field.name in made or (type(content) is type(field.default) and content == field.default):
            continue
        if field.name in _AMOUNTS:
            made[field.name] = _amount_json(content)
        elif field.name in ("picks", "pay"):
            made[field.name] = [[at, _amount_json(n)] for at, n in content]
        elif field.name == "sizes":
            made[field.name] = [_amount_json(n) for n in content]
        else:
            made[field.name] = list(content) if isinstance(content, tuple) else content
    return made
