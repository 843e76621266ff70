"""Refusals: what a person gets instead of an answer, as a value.

A refusal has a stable code, quotes the place, and says what would have been accepted. Codes are
listed in ``docs/codes.md``. Only our own bugs raise. ``Unsupported`` is the one exception that
rules code may throw from deep inside a step, for a rule or clause that is not implemented. Every
public walk turns it back into its refusal.
"""

from __future__ import annotations

from typing import Final

from reiterate.records import record, replace

#: The edition of the Comprehensive Rules section numbers that are cited ("Taking Shortcuts" is section 732).
EDITION: Final = "732"
#: The editions that certificates name. They differ in the numbers of their sections alone.
CERTIFIED_EDITIONS: Final = ("730", EDITION)

# What kind of thing went wrong, and the exit code of the command line for it.
INPUT: Final = "input"  # not a sentence, not a file we can read, over a cap
ILLEGAL: Final = "illegal"  # not legal now
AMBIGUOUS: Final = "ambiguous"  # more than one reading
UNDETERMINED: Final = "undetermined"  # a budget ran out
UNSUPPORTED: Final = "unsupported"  # a clause or rule is not understood or not implemented
FALSE: Final = "false"  # a claim is false

#: Characters of what a person wrote that a place quotes.
MOST_QUOTED: Final = 120

EXIT_CODES: Final[dict[str, int]] = {
    INPUT: 2,
    ILLEGAL: 2,
    AMBIGUOUS: 2,
    UNDETERMINED: 3,
    UNSUPPORTED: 4,
    FALSE: 1,
}


@record(frozen=True, slots=True)
class Where:
    """A place in what a person wrote. Lines and columns count from 1; 0 means unknown."""

    file: str = ""
    line: int = 0
    column: int = 0
    span: str = ""


def place_quote(text: str) -> str:
    """What a person wrote, as a ``Where`` quotes it: without the room around it, and short. A cut is seen."""
    bare = text.strip()
    return bare if len(bare) <= MOST_QUOTED else f"{bare[: MOST_QUOTED - 1]}…"


@record(frozen=True, slots=True)
class Refusal:
    """A refusal as data: ``code`` is stable, ``kind`` decides the exit code. ``edition``: whose rule numbers it cites."""

    kind: str
    code: str
    message: str
    expected: str = ""
    rule: str = ""
    where: Where = Where()
    edition: str = EDITION

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.kind]

    def at(self, where: Where) -> Refusal:
        """The same refusal, located at ``where`` unless it already knows its place."""
        return self if self.where != Where() else replace(self, where=where)


class Unsupported(Exception):
    """A rule, clause or growth that is not implemented was met inside a step or a trace."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def unsupported(code: str, message: str, rule: str = "", expected: str = "") -> Unsupported:
    """Build the exception for something that is not implemented; ``rule`` is the rule number that would be needed."""
    return Unsupported(Refusal(UNSUPPORTED, code, message, expected, rule))


def fault_said(error: Exception) -> str:
    """What is said of an error that a file brought about: it names what its state does not have. Any other error keeps its name."""
    if isinstance(error, LookupError | TypeError | AttributeError | ValueError | AssertionError):
        return "it names a row, an ability or a value that is not there"
    return f"{type(error).__name__}: {error}"
