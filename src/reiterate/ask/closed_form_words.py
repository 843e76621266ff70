"""Closed forms in words: the amount of each slot after ``n`` periods of a segment, as a formula in ``n``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial, gcd
from typing import Any, Final

from reiterate.amounts import Formula, digits_text, formula_text
from reiterate.ask import answer
from reiterate.loops.closed_forms import Form as Newton
from reiterate.loops.closed_forms import HugeStart, PolynomialForms
from reiterate.loops.growth import Growth
from reiterate.loops.loop import Segment
from reiterate.loops.solve import Exponential
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.progression_rows import STEP, VALUES, WIDTH
from reiterate.state.properties import COUNTER, PLAYER, N

#: Amounts that a row of objects has of its own: how many there are, how many differ, how many are alike.
_OF_ROWS: Final = {N: "", WIDTH: ".members of each kind", VALUES: ".members that differ"}


def forms_of(segment: Segment) -> list[answer.Form]:
    """The closed forms of a segment's amounts that move; none where the segment was iterated or only grows."""
    return [
        answer.Form(name=slot_name(segment.period.head, *segment.period.slots[i]), form=form)
        for i, form in _moving(segment.period.closed)
        if i < len(segment.period.slots)
    ]


def slot_name(state: State, handle: int, slot: str) -> str:
    """A slot in words, as net changes name it: ``p1.life``, ``p1.tokens.Elf Warrior``; a count by its own name."""
    if handle < 0:
        return slot
    row = state.rows[handle]
    words = _OF_ROWS.get(slot, "." + slot.replace(COUNTER, "counters.", 1).replace(STEP, ".step"))
    if row.cls.kind == PLAYER:
        return f"p{row.cls.owner + 1}.{slot.removeprefix(COUNTER)}"
    if row.cls.proto is not None:
        name = ("tokens." if row.cls.proto.token else "") + row.cls.proto.name
        zone = "" if row.cls.zone == BATTLEFIELD else f"{row.cls.zone}."
        return f"p{row.cls.controller + 1}.{zone}{name}{words}"
    return f"{row.cls.zone or row.cls.kind}.{row.cls.kind}{words}"


def _moving(closed: object) -> Iterator[tuple[int, str]]:
    if isinstance(closed, PolynomialForms):
        yield from ((i, newton_text(form)) for i, form in enumerate(closed.forms) if len(form) > 1)
    elif isinstance(closed, Exponential | HugeStart):
        bottom = closed.bottom if isinstance(closed, HugeStart) else 1
        for i, growth in enumerate(closed.growths):
            if any(base != 1 or len(factors) > 1 for base, factors in growth.parts.items()):
                yield i, growth_text(growth, bottom, closed.stride)


def newton_text(form: Newton) -> str:
    """A form that is kept in Newton's basis, in powers of n: ``3 + 2*n``, ``(n^2 + 3*n + 6)/2``.

    A form with factors that are too long to write stays in Newton's basis: ``3 + 2*n + (...)*binomial(n, 2)``.
    """
    if len(form) > 2 and all(isinstance(factor, int) for factor in form):
        return _powers([factor for factor in form if isinstance(factor, int)])
    basis = ["", "n", *(f"binomial(n, {j})" for j in range(2, len(form)))]
    return _sum([(factor, basis[j]) for j, factor in enumerate(form)])


def _powers(form: list[int]) -> str:
    """A form in Newton's basis, as powers of n over one denominator, the highest first."""
    bottom = factorial(len(form) - 1)
    found = [0] * len(form)
    falling = [1]  # n * (n - 1) * ... in powers of n, the lowest first
    for j, factor in enumerate(form):
        for k, part in enumerate(falling):
            found[k] += factor * part * (bottom // factorial(j))
        falling = [below - j * at for below, at in zip([0, *falling], [*falling, 0], strict=True)]
    common = gcd(bottom, *found)
    names = ["", "n", *(f"n^{k}" for k in range(2, len(form)))]
    text = _sum([(found[k] // common, names[k]) for k in reversed(range(len(form)))])
    return text if bottom == common else f"({text})/{bottom // common}"


def growth_text(growth: Growth, bottom: int = 1, stride: int = 1) -> str:
    """A growth: ``3*2^n - 1``; with a ``stride``, ``n`` counts whole strides of periods."""
    n = "n" if stride == 1 else f"(n/{stride})"
    terms = []
    for base, factors in growth.parts.items():
        power = "" if base == 1 else f"{base}^{n}" if base > 0 else f"({base})^{n}"
        for k, factor in enumerate(factors):
            times = "" if k == 0 else n if k == 1 else f"{n}^{k}"
            terms.append((factor, "*".join(each for each in (times, power) if each)))
    text = _sum(terms)
    return text if bottom == 1 else f"({text})/{bottom}"


def _sum(terms: list[tuple[Any, str]]) -> str:
    text = ""
    for factor, basis in terms:
        if factor == 0:
            continue
        negative = factor < 0
        size = _factor(-factor if negative else factor)
        term = size if not basis else basis if size == "1" else f"{size}*{basis}"
        text += (" - " if negative else " + ") + term if text else ("-" if negative else "") + term
    return text or "0"


def _factor(factor: Any) -> str:
    if isinstance(factor, Formula):
        return f"({formula_text(factor)})"
    if isinstance(factor, Fraction):
        top = _factor(factor.numerator)
        return top if factor.denominator == 1 else f"({top}/{factor.denominator})"
    text = digits_text(factor).replace(",", "")
    return f"({text})" if " " in text else text
