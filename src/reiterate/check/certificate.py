"""Checking a certificate: it is read, its chain is proved, and then its claims are compared with what was proved.

``check`` is the one entrance. The proof of elision is ``chain``; the claims beyond it are
``claims``. Both share the rules engine, the normal form and whole numbers with the solver, and
nothing else.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

from reiterate.check import form
from reiterate.check.accepted import Accepted as Accepted
from reiterate.check.accepted import Lookup, Repeated, names_of
from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.chain import prove
from reiterate.check.claims.claims import Claims
from reiterate.check.claims.whose_words import words_of
from reiterate.check.form import Block, Certificate, Jump
from reiterate.check.small_values import NotAForm, Rejected
from reiterate.check.start.legal_position import of_a_game
from reiterate.check.work import counted
from reiterate.refusals import FALSE, INPUT, UNDETERMINED, Refusal
from reiterate.untrusted_text import clean

_Found = TypeVar("_Found")


def check(text: str, cards: Lookup | None = None) -> Accepted | Refusal:
    """Check the text of a certificate.

    In: the text, as ``certify`` writes it. ``cards``: gives the cards of a name, each compiled anew; the words of the start are
    compared with theirs. Without it no card is found for any name. Out: what the certificate proves; or a refusal that
    names the obligation that failed, or says why the text can't be read. Raises nothing for any text.
    """
    found = _answer(text, cards)
    return dataclasses.replace(found, message=clean(found.message)) if isinstance(found, Refusal) else found


def _answer(text: str, cards: Lookup | None) -> Accepted | Refusal:
    return _said(lambda: _checked(form.read(text), cards))


def _said(work: Callable[[], _Found]) -> _Found | Refusal:
    """What a piece of checking finds; a refusal for an obligation that fails, and for what can't be read or takes too much."""
    try:
        with counted():
            return work()
    except Rejected as error:
        return Refusal(FALSE, f"certificate-{error.obligation}", f"{error.obligation}: {error}", rule="732.2a")
    except NotAForm as error:
        return Refusal(INPUT, "certificate-form", str(error), "a file that 'reiterate certify' wrote")
    except OutOfBudget as error:
        return Refusal(UNDETERMINED, "certificate-budget", f"not checked: {error}")
    except Exception as error:  # a state that no game has: what the normal form makes of it is no proof
        return Refusal(FALSE, "certificate-step", f"step: no such state can be followed: {type(error).__name__}")


def start_refused(start: dict[str, Any]) -> Refusal | None:
    """Why no certificate with this start is accepted, whatever else it says; None where one may be.

    In: the start as ``state_to_json`` writes it.
    """

    def read() -> None:
        of_a_game(form.start_of(start))

    return _said(read)


def _checked(found: Certificate, cards: Lookup | None) -> Accepted:
    claims = Claims(found)
    proved = prove(found, claims)
    claims.compare(proved)
    stated = claims.stated
    names, seats = names_of([found.start] if proved.head is None else [found.start, proved.head])
    segments = [piece for piece in found.chain if isinstance(piece, Jump)]
    return Accepted(
        found.claim.kind,
        found.claim.endless,
        found.claim.iterations,
        claims.division.alike,
        tuple(_repeated(piece) for piece in segments),
        sum(len(piece.noted.guards) for piece in segments),
        found.end.kind,
        found.end.outcome,
        found.end.left,
        stated.gains,
        stated.choosing,
        stated.kept_up_by,
        stated.draw,
        stated.needs,
        claims.following.goes_on,
        _reason(proved.refusal),
        names,
        seats,
        found.written,
        found.terms,
        words_of(found.start, cards),
        claims.clauses.stated,
    )


def _repeated(piece: Jump) -> Repeated:
    """What a segment repeats, however its choices are divided into iterations."""
    deeds = [deed for iteration in piece.iterations for deed in iteration]
    blocks = sum(isinstance(deed, Block) for deed in deeds)
    return Repeated(piece.periods, len(deeds) - blocks, blocks)


def _reason(refusal: Refusal | None) -> str:
    """Why the choice at the end is not legal, in the checker's own words: message and rule; "" where none is refused."""
    if refusal is None:
        return ""
    return f"{refusal.message} [{refusal.rule}]" if refusal.rule else refusal.message
