"""What the checker says of a certificate as an answer: the part that its words are made from."""

from __future__ import annotations

from msgspec.structs import replace as with_fields

from reiterate.amounts import digits_text
from reiterate.ask.answer import Answer
from reiterate.ask.answer_parts import quantity
from reiterate.ask.building_refusals import certificate_part, empty_answer, refused_answer
from reiterate.ask.checked import Checked, Choices, ClauseBeside, ProvedGain, ProvedNeed, Repeated, Row, Unowned
from reiterate.ask.checked_words import assumed_words
from reiterate.check import accepted, small_values
from reiterate.check.accepted import Accepted, Lookup, digest_of
from reiterate.check.certificate import check
from reiterate.check.claims import form
from reiterate.check.claims.keeping_up import named
from reiterate.refusals import Refusal


def checked(found: Accepted) -> Checked:
    """What an accepted certificate proves, as screens and programs are told it. In: what ``check`` gave, and no refusal."""
    return Checked(
        kind=found.kind,
        endless=found.endless,
        iterations=quantity(small_values.whole(found.iterations)) if found.iterations and not found.endless else None,
        alike=found.alike,
        segments=[_repeated(each) for each in found.segments],
        guards=quantity(found.guards),
        end=found.end,
        outcome=found.outcome,
        left=found.left,
        follows=found.follows,
        proved_end=(found.end != "unread" or found.left) and found.follows,
        refused=found.refused,
        gains=[_gain(found, each) for each in found.gains],
        choices=[None if each is None else _choices(each) for each in found.choosing],
        kept_up_by=named(found.kept_up_by),
        draw=found.draw,
        needs=None if found.needs is None else [_need(found, each) for each in found.needs],
        start=dict(found.start),
        start_digest=digest_of(found.start),
        terms=found.terms,
        proved_cards=not (found.nobodys.others or found.nobodys.words),
        other_cards=list(found.nobodys.others),
        unowned=[Unowned(row=_row(found, e.row), place=e.place, written=e.written) for e in found.nobodys.words],
        clauses=[ClauseBeside(card=c, text=t, state=s, kind=k, obligation=o) for c, t, s, k, o in found.clauses],
    )


def check_answer(text: str, cards: Lookup | None = None) -> Answer:
    """What the checker says of a certificate's text, as an answer: the part ``check``, or a refusal of it.

    In: the text, and the cards that its start is compared with. Example: ``check_answer(text).check.endless``.
    """
    found = check(text, cards)
    return refused_answer("check", found) if isinstance(found, Refusal) else checked_answer(text, checked(found))


def checked_answer(text: str, found: Checked) -> Answer:
    """The answer that holds what an accepted certificate of that text proves."""
    certificate = certificate_part(text, found.start_digest, found.terms, True)
    answer = empty_answer("check")
    return with_fields(answer, certificate=certificate, check=found, assumptions=assumed_words(found))


def _row(found: Accepted, handle: int) -> Row:
    seat = found.seats.get(handle)
    player = "" if seat is None else f"p{seat + 1}"
    return Row(number=quantity(handle), name=found.names.get(handle, ""), player=player)


def _repeated(said: accepted.Repeated) -> Repeated:
    periods = None if said.periods is None else quantity(said.periods)
    return Repeated(periods=periods, choices=quantity(said.choices), blocks=quantity(said.blocks))


def _gain(found: Accepted, gain: form.Gain) -> ProvedGain:
    row, name = gain.at
    most = gain.most
    total = digits_text(most) if isinstance(most, int) else None if most is None else most.text()
    place = None if row < 0 else _row(found, row)
    return ProvedGain(row=place, name=name, size=gain.size, most=total, alone=gain.alone)


def _need(found: Accepted, need: form.Need) -> ProvedNeed:
    return ProvedNeed(row=_row(found, need.row), what=need.what, least=quantity(need.least))


def _choices(stated: form.Choosing) -> Choices:
    return Choices(
        acts="acts" in stated.roles,
        unknown=quantity(stated.roles.count("unknown")),
        others=quantity(len(stated.could)),
        until=None if stated.until is None else quantity(stated.until),
    )
