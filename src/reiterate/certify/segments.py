"""A segment of a certificate: its period played once more on symbols, and its closed forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from reiterate.amounts import OPTIONS, RULES, Formula, Guard, Recorder, decimal_text, plain
from reiterate.amounts.number_classes import beyond
from reiterate.certify.certificate_steps import (
    Deeds,
    corresponds,
    filled,
    fraction_text,
    noted_json,
    unmoved,
    update_of,
)
from reiterate.certify.choices import Watch
from reiterate.certify.runs import Joins, folded_end
from reiterate.certify.size import Size
from reiterate.loops.closed_forms import ClosedForms, Form, Iterated, PolynomialForms, close
from reiterate.loops.distinctions import guard_differences
from reiterate.loops.growth import Growth
from reiterate.loops.head_slots import Slot, amount_at
from reiterate.loops.monotone import LOOKAHEAD, Monotone
from reiterate.loops.play import DONE, Reader, Work
from reiterate.loops.solve import Exponential
from reiterate.loops.traced_period import MAX_DEGREE, horizon
from reiterate.refusals import Refusal, Unsupported, unsupported
from reiterate.state.model import State
from reiterate.state.normal_form import normal


class TracedPeriod:
    """A period played once more on symbols, with its choices as data."""

    __slots__ = ("closed", "deeds", "end", "guards", "head", "iterations", "joins", "phi", "slots", "update", "watch")

    closed: ClosedForms

    def __init__(
        self,
        head: State,
        slots: list[Slot],
        reader: Reader,
        iterations: int,
        runs: bool,
        of_rounds: bool,
        work: Work | None = None,
        size: Size | None = None,
    ) -> None:
        self.head = head
        self.slots = slots
        rec = Recorder()
        self.watch = Watch(of_rounds)
        self.deeds = Deeds(rec, len(slots), self.watch, work=work, size=size)
        state = filled(head, slots, rec, 0)
        self.iterations = []
        for _ in range(iterations):
            done = self.deeds.play(state, reader)
            if done.stop != DONE:
                raise unsupported("certificate-growth", "several periods together end before they do", "732.1b")
            self.iterations.append(done.deeds)
            state = done.state
        guard_differences(done.state)
        end, self.joins = folded_end(done.state) if runs else (normal(done.state), [])
        phi = corresponds(head, end)
        if phi is None or unmoved(head, end, phi, slots):
            raise unsupported("certificate-growth", "the choices depend on further amounts", "732.1b")
        self.end, self.phi = end, phi
        self.update = update_of(end, phi, slots)
        self.guards: list[Guard] = list(rec.guards)

    def close(self, periods: int | None) -> None:
        """Its closed forms; ``Unsupported`` where the choices as data hold for fewer periods."""
        start = [plain(amount_at(self.head, slot)) for slot in self.slots]
        closed = close(self.update, start, max_degree=MAX_DEGREE)
        if isinstance(closed, Refusal):
            raise Unsupported(closed)
        if isinstance(closed, Exponential) and (
            closed.stride > 1 or any(b < 0 for g in closed.growths for b in g.parts)
        ):
            raise unsupported("certificate-growth", "the closed form of the period has no certificate yet", "732.1b")
        flip = horizon([*self.guards, *self.deeds.implied], closed, RULES)
        if flip is not None and (periods is None or flip < periods):
            raise unsupported("certificate-growth", "the choices as data hold for fewer periods", "732.1b")
        self.closed = closed

    def idle(self) -> list[Slot]:
        """The slots whose amounts are 0 in every period: something changes them, and nothing is ever there."""
        growths = self._growths()
        if growths is not None:
            return [slot for slot, growth in zip(self.slots, growths, strict=True) if not _terms_json(growth)]
        assert isinstance(self.closed, Monotone)
        there = {i for i, first in enumerate(self.closed.start) if first}
        for _ in self.slots:  # no factor is negative: what is there once a period can only come of what is there
            there |= {i for i, row in enumerate(self.closed.matrix) if any(f and j in there for j, f in enumerate(row))}
        return [slot for i, slot in enumerate(self.slots) if i not in there]

    def json(self, periods: int | None, joins: Joins) -> dict[str, Any]:
        """The segment as a certificate writes it.

        In: ``periods``, how many there are, None for ever. ``joins``: groups of rows that are one run at the head.
        """
        growths = self._growths()
        return {
            "kind": "segment",
            "iterations": self.iterations,
            "periods": "" if periods is None else decimal_text(periods),
            "start": [decimal_text(plain(amount_at(self.head, slot))) for slot in self.slots],
            "closed": "powers" if growths is None else [_terms_json(growth) for growth in growths],
            "choices": self._choices(periods),
            **noted_json(self.head, self.phi, self.slots, self.update, self.guards),
            **({"joined": {"head": joins, "end": self.joins}} if joins or self.joins else {}),
        }

    def _growths(self) -> list[Growth] | None:
        if isinstance(self.closed, PolynomialForms):
            return [Growth({1: _powers(form)}) for form in self.closed.forms]
        assert not isinstance(self.closed, Iterated)
        return None if isinstance(self.closed, Monotone) else list(self.closed.growths)

    def _choices(self, periods: int | None) -> Any:
        """What is said of the choices; nothing where a block does many at once or what could be chosen is not known."""
        blocks = any("block" in deed for each in self.iterations for deed in each)
        if self.watch.unknown or (blocks and not self.watch.of_rounds):
            return "unknown"
        try:
            until = horizon(self.watch.guards, self.closed, OPTIONS)
        except Unsupported:
            return "unknown"
        if until is not None and periods is not None and until >= periods:
            until = None
        return "unknown" if isinstance(until, Formula) else self.watch.json(until)

    def growing(self) -> list[tuple[Slot, Any]]:
        """The amounts that grow beyond every bound, with their change each period ("" where it has no closed form)."""
        growths = self._growths()
        if growths is None:
            assert isinstance(self.closed, Monotone)
            return [(slot, "") for i, slot in enumerate(self.slots) if _rises(self.closed, i)]
        return [
            (slot, _terms_json(growth.shifted() - growth))
            for slot, growth in zip(self.slots, growths, strict=True)
            if _unbounded(growth)
        ]


def _unbounded(growth: Growth) -> bool:
    if not growth.parts:
        return False
    top = max(growth.parts)
    leading = growth.parts[top]
    return (top > 1 or len(leading) > 1) and leading[-1] > 0


def _rises(closed: Monotone, i: int) -> bool:
    """Whether an amount gains at least 1 in each period from some period on, as its factors show."""
    gain = list(closed.matrix[i])
    gain[i] -= 1
    for _ in range(LOOKAHEAD):
        if all(f >= 0 for f in gain[:-1]) and sum(f * x for f, x in zip(gain, closed.start, strict=True)) > 0:
            return True
        gain = [sum(f * c for f, c in zip(gain, column, strict=True)) for column in zip(*closed.matrix, strict=True)]
    return False


def _terms_json(growth: Growth) -> list[list[str]]:
    """Base, power of n and factor of every term, in order."""
    return [
        [decimal_text(base), str(power), fraction_text(c)]
        for base, cs in sorted(growth.parts.items())
        for power, c in enumerate(cs)
        if c
    ]


def _powers(form: Form) -> tuple[Fraction, ...]:
    """A form in Newton's basis as coefficients of 1, n, n^2, ...; ``Unsupported`` for those too long to write."""
    total = [Fraction(0)] * len(form)
    basis = [Fraction(1)]
    for j, c in enumerate(form):
        if not isinstance(c, int):
            raise beyond("a certificate")
        for k, x in enumerate(basis):
            total[k] += c * x
        shifted = [Fraction(0), *basis]  # n * basis
        basis = [(s - j * x) / (j + 1) for s, x in zip(shifted, [*basis, Fraction(0)], strict=True)]
    return tuple(total)
