"""What all answers share: their parts, the questions, and refusals with the places that they speak of."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

#: What can be asked of a board; each is a command and a part of the answer.
Question: TypeAlias = Literal["run", "loop", "find", "certify", "judge"]

#: What can be refused: a question, or of a loop its kind or its needs.
AnyQuestion: TypeAlias = Literal["run", "loop", "find", "certify", "judge", "kind", "needs"]


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

    question: AnyQuestion
    kind: str
    code: str
    message: str
    expected: str
    rule: str
    where: Where
