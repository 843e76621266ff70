"""What traced amounts and formulas share: a base by which they know each other, and the refusal."""

from __future__ import annotations

from reiterate.refusals import UNDETERMINED, Refusal, Unsupported


class TooLong:
    """Base of amounts that are too long to write out."""

    __slots__ = ()


def beyond(what: str) -> Unsupported:
    """The refusal for what can't be done with an amount whose digits can't be written."""
    message = f"an amount is too large for {what}"
    return Unsupported(Refusal(UNDETERMINED, "growth-beyond-writing", message, "amounts that can be written out"))
