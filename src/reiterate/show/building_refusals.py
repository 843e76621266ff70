"""Refusals as parts of answers; nothing of the engine is needed for them."""

from __future__ import annotations

from msgspec.structs import replace

from reiterate.refusals import EDITION, Refusal
from reiterate.refusals import Where as Place
from reiterate.show.answer import Answer
from reiterate.show.answer_parts import AnyQuestion, Question, Refused, Where


def refused_of(question: AnyQuestion, refusal: Refusal) -> Refused:
    """A refusal as answers hold it."""
    where = refusal.where
    return Refused(
        question=question,
        kind=refusal.kind,
        code=refusal.code,
        message=refusal.message,
        expected=refusal.expected,
        rule=refusal.rule,
        where=Where(file=where.file, line=where.line, column=where.column, span=where.span),
    )


def refusal_of(refused: Refused) -> Refusal:
    """The refusal that a part of an answer tells."""
    where = Place(refused.where.file, refused.where.line, refused.where.column, refused.where.span)
    return Refusal(refused.kind, refused.code, refused.message, refused.expected, refused.rule, where)


def refused_answer(question: Question, refusal: Refusal) -> Answer:
    """The answer to a question about a file that is no position, or about cards that no board was found for."""
    return replace(empty_answer(question), edition=refusal.edition, refusals=[refused_of(question, refusal)])


def empty_answer(question: Question) -> Answer:
    """An answer to a question that is of no board; its part is still to be filled."""
    return Answer(
        edition=EDITION,
        asked=[question],
        title="",
        position=None,
        proposer=None,
        script=[],
        declared=[],
        run=None,
        loop=None,
        find=None,
        combo=None,
        certificate=None,
        verdict=None,
        assumptions=[],
        refusals=[],
    )
