"""``verdict/1``: what a judge says of a case, as one typed value. Screens and JSON are made from the Structs here."""

from __future__ import annotations

from typing import Literal

from reiterate.show.answer_parts import Part, Refused
from reiterate.show.answer_quantities import Quantity


class Reason(Part, frozen=True):
    """One reason: what was found or said, and the rule or sentence that makes it matter ("" for none)."""

    what: str
    cites: str


class At(Part, frozen=True):
    """The place to which the game advances: behind so many whole iterations, before a choice of the next one."""

    iterations: Quantity
    choice: int
    named_by: str


class Asked(Part, frozen=True):
    """A player who is asked, what that player may say, and what that player could act with outside of the loop."""

    player: str
    may_say: list[str]
    means: list[str]


class Otherwise(Part, frozen=True):
    """What would change the verdict.

    ``said``: the statements with which the case was ruled again, none where the change is not one of statements.
    ``then``: the sentence that follows, "" where the change is a fact of the board and was not tried.
    """

    what: str
    said: list[str]
    then: str


class Differing(Part, frozen=True):
    """An expected fact that does not hold: its path, what the file expects, and what it is."""

    path: str
    expected: str
    actual: str


class Verdict(Part, frozen=True):
    """What follows of a case.

    ``sentence``: what one says at the table, at most twelve words. ``differs``: what would change the verdict.
    ``shown``: the command that shows more. ``demonstration``: the first choices by which one sees it, in the order of
    places. ``differences``: expected facts that do not hold.
    """

    format: Literal["verdict/1"]
    title: str
    policy: str
    edition: str
    sentence: str
    outcome: str
    reason: str
    place: At | None
    priority: str | None
    must_change: str | None
    owes: str
    draw_players: list[str]
    allowed: bool | None
    because: list[Reason]
    ask: list[Asked]
    could_act: list[str]
    differs: list[Otherwise]
    assumptions: list[str]
    shown: str
    demonstration: list[str]
    differences: list[Differing]
    refusal: Refused | None
