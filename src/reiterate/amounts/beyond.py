"""What traced amounts, formulas and other number classes share: bases to know each other by, and the refusal."""

from __future__ import annotations

from reiterate.refusals import UNDETERMINED, Refusal, Unsupported


class TooLong:
    """Base of amounts that are too long to write out."""

    __slots__ = ()


def beyond(what: str) -> Unsupported:
    """The refusal for what can't be done with an amount whose digits can't be written."""
    message = f"an amount is too large for {what}"
    return Unsupported(Refusal(UNDETERMINED, "growth-beyond-writing", message, "amounts that can be written out"))


class Outside:
    """Base of number classes that somebody else brings: what the helpers of this room ask, such a number answers itself.

    The checker of certificates runs the rules on one; it shares nothing with the traced amounts.
    """

    __slots__ = ()

    def decided(self, op: str, rule: str) -> bool:
        """Whether it is 0 (``==``) or at most 0 (``<=``), asked by this rule."""
        raise NotImplementedError

    def same_as(self, other: object) -> bool:
        """Whether it equals another amount for all values, so that rows may be grouped."""
        raise NotImplementedError
