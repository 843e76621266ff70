"""The slider of iterations: positions 0 to 1000 for 0 to as many as one likes, on a log scale whose numbers are round and exact.

Small counts have a position each, so that iteration 7 of 10^100 can be touched. Beyond that a position is a number with two digits
that count, such as 5.6*10^57. Position 1000 is the count itself.
"""

from __future__ import annotations

from decimal import Context, Decimal
from typing import Final

from reiterate.amounts import Formula, digits_text
from reiterate.loops.loop import Count
from reiterate.refusals import INPUT, Refusal
from reiterate.script.places import quantity

#: The last position of the slider.
END: Final = 1000

#: Iterations at the beginning that have places of their own, and where the last of them is.
FEW: Final = 20
_FEW_END: Final = 120

#: Counts up to this one have a position for each iteration.
LINEAR: Final = 250

#: Digits of the count from which on the scale goes on as if it had so many: longer ones are reached by typing.
_DIGITS: Final = 4_000

_CONTEXT: Final = Context(prec=60)


def iteration_at(position: int, count: Count) -> Count:
    """How many iterations a position from 0 to 1000 stands for, of ``count``."""
    position = max(0, min(END, position))
    if position == END:
        return count
    if isinstance(count, int) and count <= LINEAR:
        return (position * count + END // 2) // END
    if position <= _FEW_END:
        return (position * FEW + _FEW_END // 2) // _FEW_END
    low, high = _log(FEW), _digits(count)
    exponent = low + (high - low) * Decimal(position - _FEW_END) / Decimal(END - _FEW_END)
    whole = int(exponent)
    leading = int(_CONTEXT.power(Decimal(10), _CONTEXT.subtract(exponent, Decimal(whole))) * 10 + Decimal("0.5"))
    found = leading * 10**whole // 10
    return found if found < count else count


def position_of(iteration: Count, count: Count) -> int:
    """The position that is nearest to a number of iterations."""
    if iteration >= count:
        return END
    if isinstance(count, int) and count <= LINEAR and isinstance(iteration, int):
        return (iteration * END + count // 2) // count
    if isinstance(iteration, int) and iteration <= FEW:
        return (iteration * _FEW_END + FEW // 2) // FEW
    low, high = _log(FEW), _digits(count)
    part = (min(_digits(iteration), high) - low) / max(high - low, Decimal("1e-9"))
    return min(END - 1, _FEW_END + int(part * (END - _FEW_END) + Decimal("0.5")))


def stepped(iteration: Count, step: str, count: Count) -> Count:
    """A number of iterations after a step: ``+1``, ``-1``, ``*10``, ``/10``, ``first``, ``last``."""
    found: Count = iteration
    if step == "+1":
        found = iteration + 1
    elif step == "-1":
        found = iteration - 1 if iteration >= 1 else 0
    elif step == "*10":
        found = max(iteration, 1) * 10 if isinstance(iteration, int) else iteration
    elif step == "/10":
        found = iteration // 10 if isinstance(iteration, int) else iteration
    elif step == "first":
        found = 0
    elif step == "last":
        found = count
    return found if found < count else count


def typed(text: str, count: Count) -> Count | Refusal:
    """A number of iterations as a person types it: ``7``, ``10^99+7``; a refusal where there are fewer."""
    found = quantity(text.replace(",", "").replace(" ", ""))
    if isinstance(found, Refusal):
        return found
    if found > count:
        return Refusal(
            INPUT,
            "no-such-place",
            f"there is no iteration {digits_text(found)}",
            "a number up to the last iteration",
            "732.2b",
        )
    return found


def _digits(count: Count) -> Decimal:
    """The logarithm of a count to the base 10, as far as the scale goes."""
    if isinstance(count, Formula):
        return Decimal(_DIGITS)
    return min(_log(count), Decimal(_DIGITS))


def _log(number: int) -> Decimal:
    return _CONTEXT.log10(Decimal(number))
