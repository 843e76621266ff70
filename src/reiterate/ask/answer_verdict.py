"""What a judge says of a case, as a part of an answer. Screens and JSON are made from the Structs here."""

from __future__ import annotations

from typing import Literal

import msgspec

from reiterate.ask.answer_parts import Part, Quantity, Refused


class Reason(Part, frozen=True):
    """One reason: what was found or said, and the rule or sentence that makes it matter ("" for none)."""

    what: str
    cites: str

    @property
    def citations(self) -> list[str]:
        """The rules and sentences one by one."""
        return self.cites.split(", ") if self.cites else []


class At(Part, frozen=True):
    """The place to which the game advances: behind so many whole iterations, before a choice of the next one.

    ``turn_of`` and ``step``: whose turn and which step it is there, "" where the game is over.
    """

    iterations: Quantity
    choice: int
    named_by: str
    turn_of: str = ""
    step: str = ""


class Asked(Part, frozen=True):
    """A player who is asked, what that player may say, and what that player could act with outside of the loop.

    ``cut``: the form in which this case names a place to stop at, "" where the player may not stop the proposal.
    ``N.C`` is choice C of iteration N. ``LINE@N.C`` is the same of the block at a line of the script.
    ``LINE@1.C`` is choice C of a line outside the blocks. ``LINE`` is a line of a script that repeats nothing.
    ``below``: the number that a named number has to be lower than, "" for none.
    """

    player: str
    may_say: list[str]
    means: list[str]
    cut: str = ""
    below: str = ""


class Owes(Part, frozen=True):
    """What a player owes at the place.

    ``demand``: another choice, not that action again, break the loop, stop keeping the loop up, or not begin the loop
    again. ``until``: when it ends. ``instead_of``: the proposed choice that must be another one. ``may_pass``: whether
    the player, who has priority, may pass; None where the player has not. ``way_out``: whether a choice satisfies it.
    """

    player: str
    demand: str
    until: str
    rule: str
    instead_of: str
    may_pass: bool | None
    way_out: bool | None


class Remark(Part, frozen=True):
    """What was said without naming a place: ``object``, ``call judge``, or the judge's ``is a loop``; ``heard``: a judge has ruled since."""

    player: str
    what: str
    heard: bool


class Made(Part, frozen=True):
    """A choice by which one sees it: its player, its words, and those without the words of an ability; whether it is a pass."""

    player: str
    text: str
    brief: str
    passes: bool


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
    ``stands``: what has changed at the place, in words. ``duties``: what is owed there. ``remarks``: what was said beside
    the matter. ``question`` and ``answer``: what the case asks of the loop itself, and the answer, "" where it asks what follows.
    ``shown``: the command that shows more. ``demonstration``: the first choices by which one sees it, in the order of
    places, and ``made``: the same ones part by part. ``could_brief``: ``could_act`` without the words of abilities.
    ``differences``: expected facts that do not hold.
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
    stands: list[str] = msgspec.field(default_factory=list)
    duties: list[Owes] = msgspec.field(default_factory=list)
    remarks: list[Remark] = msgspec.field(default_factory=list)
    question: str = ""
    answer: str = ""
    could_brief: list[str] = msgspec.field(default_factory=list)
    made: list[Made] = msgspec.field(default_factory=list)
