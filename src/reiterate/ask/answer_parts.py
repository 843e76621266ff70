"""What all answers share: their parts, the questions, and refusals with the places that they speak of."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

#: What can be asked of a board; each is a command and a part of the answer.
BoardQuestion: TypeAlias = Literal["run", "loop", "find", "certify", "judge"]

#: What can be asked: of a board, of cards by their names, of a certificate, of all cards that are known, or of a deck.
Question: TypeAlias = Literal["run", "loop", "find", "certify", "judge", "combo", "check", "cards", "coverage", "deck"]

#: What can be refused: a question, of a loop its kind or its needs, or of a combo that its certificate is accepted.
AnyQuestion: TypeAlias = Literal[
    "run", "loop", "find", "certify", "judge", "combo", "check", "cards", "coverage", "kind", "needs", "deck"
]

T = TypeVar("T")

#: Words of an open list: later versions may have more of them, and the schema lists those of today as examples.
Open = Annotated[T, msgspec.Meta(extra_json_schema={"x-open": True})]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an answer. Fields are given by name and are not changed."""


class Where(Part, frozen=True):
    """A place in what a person wrote. Lines and columns count from 1; 0 means unknown."""

    file: str
    line: int
    column: int
    span: str


class Refused(Part, frozen=True):
    """A question that was not answered: why (docs/codes.md), what would be accepted, the rule, the place."""

    question: Open[AnyQuestion]
    kind: str
    code: str
    message: str
    expected: str
    rule: str
    where: Where
