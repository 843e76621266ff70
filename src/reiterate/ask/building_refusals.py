"""Answers with nothing in them yet, and parts that need nothing of the engine: refusals, and what is told of a certificate's text."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from reiterate.ask.answer import Answer, Certificate
from reiterate.ask.answer_parts import AnyQuestion, Question, Refused, Where, quantity
from reiterate.refusals import EDITION, Refusal
from reiterate.refusals import Where as Place


def refused_of(question: AnyQuestion, refusal: Refusal) -> Refused:
    """A refusal as answers hold it. ``question``: what was asked, such as "loop"."""
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


def empty_answer(*questions: Question) -> Answer:
    """An answer to some questions, whose parts are still to be filled."""
    return Answer(
        edition=EDITION,
        asked=list(questions),
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


def certificate_part(text: str, start_digest: str, cards_digest: str, accepted: bool | None) -> Certificate:
    """A certificate's text as a part of an answer; ``accepted``: whether the checker accepted it, where it was asked."""
    return Certificate(
        digest=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        start_digest=start_digest,
        cards_digest=cards_digest,
        characters=quantity(len(text)),
        accepted=accepted,
    )
