"""How much a certificate may hold, counted while it is written: what the checker would not read is refused before it is played.

A part of the text is never longer than the text. So what is counted here is too much only where the checker finds too much.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from reiterate.certify.form import canonical
from reiterate.check.form import CHOICE_BUDGET, FILE_BUDGET
from reiterate.check.small_values import SHORT_BUDGET
from reiterate.loops.closed_forms import Iterated
from reiterate.loops.loop import Segment
from reiterate.loops.solve import Exponential
from reiterate.refusals import UNDETERMINED, Refusal, unsupported

#: What the checker says of a certificate that asks for more than it may.
BUDGET: Final = "certificate-budget"

_TOO_LONG: Final = 10**SHORT_BUDGET


class TooLarge(Exception):
    """The checker would not read the certificate. Nobody who catches ``Unsupported`` takes it for an answer."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.refusal = not_read(f"not checked: {message}")


def not_read(message: str) -> Refusal:
    """The refusal for a certificate that asks the checker for more than it may."""
    said = f"no certificate: the checker would refuse it: {message}"
    return Refusal(UNDETERMINED, BUDGET, said, "a smaller board, or a shorter loop")


class Size:
    """The choices of a certificate so far, and their characters."""

    __slots__ = ("characters", "choices")

    def __init__(self) -> None:
        self.choices = 0
        self.characters = 0

    def add(self, deed: dict[str, Any]) -> None:
        """Count a written choice or block; ``TooLarge`` where the checker reads no more."""
        self.choices += _choices(deed)
        self.characters += len(canonical(deed))
        if self.characters > FILE_BUDGET:
            raise TooLarge(f"more than {FILE_BUDGET} characters")
        if self.choices > CHOICE_BUDGET:
            raise TooLarge(f"more than {CHOICE_BUDGET} choices")


def _choices(deed: dict[str, Any]) -> int:
    return sum(map(_choices, deed["block"])) if "block" in deed else 1


def foreseen(segments: Iterable[Segment]) -> None:
    """``TooLarge`` where an amount multiplies by more than the checker reads; ``Unsupported`` where a segment has no closed form."""
    for segment in segments:
        closed = segment.period.closed
        if isinstance(closed, Iterated):
            raise unsupported("certificate-growth", "a period that was iterated has no certificate", "732.1b")
        if len(segment.period.update) > len(segment.period.slots):
            raise unsupported(
                "certificate-growth", "a power with an amount in the exponent has no certificate", "732.1b"
            )
        if not isinstance(closed, Exponential):
            continue
        together = periods_together(closed)
        if type(segment.periods) is int and segment.periods < together:
            continue  # they are played one by one
        if any(abs(base) ** together >= _TOO_LONG for growth in closed.growths for base in growth.parts):
            raise TooLarge(f"a base or a power of more than {SHORT_BUDGET} digits")


def periods_together(closed: Exponential) -> int:
    """How many periods make one whose growth has only bases above 0."""
    negative = any(base < 0 for growth in closed.growths for base in growth.parts)
    return closed.stride * (2 if negative else 1)
