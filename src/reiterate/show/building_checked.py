"""An accepted certificate as the typed value that its words and its plain form are made from."""

from __future__ import annotations

from reiterate.amounts import digits_text
from reiterate.check import accepted
from reiterate.check.accepted import Accepted, digest_of
from reiterate.check.claims import form
from reiterate.check.claims.keeping_up import named
from reiterate.refusals import EDITION
from reiterate.show.answer_quantities import quantity
from reiterate.show.checked import Checked, Choices, Clause, Gain, Need, Repeated, Row, Unowned


def checked(found: Accepted) -> Checked:
    """What an accepted certificate proves, as screens and programs are told it."""
    return Checked(
        kind=found.kind,
        endless=found.endless,
        iterations=found.iterations,
        alike=found.alike,
        segments=[_repeated(each) for each in found.segments],
        guards=quantity(found.guards),
        end=found.end,
        outcome=found.outcome,
        left=found.left,
        follows=found.follows,
        refused=found.refused,
        gains=[_gain(found, each) for each in found.gains],
        choices=[None if each is None else _choices(each) for each in found.choosing],
        kept_up_by=named(found.kept_up_by),
        draw=found.draw,
        needs=None if found.needs is None else [_need(found, each) for each in found.needs],
        edition=EDITION,
        start=dict(found.start),
        start_digest=digest_of(found.start),
        terms=found.terms,
        other_cards=list(found.nobodys.others),
        unowned=[Unowned(row=_row(found, e.row), place=e.place, written=e.written) for e in found.nobodys.words],
        clauses=[Clause(card=c, text=t, state=s, kind=k, obligation=o) for c, t, s, k, o in found.clauses],
    )


def _row(found: Accepted, handle: int) -> Row:
    seat = found.seats.get(handle)
    player = "" if seat is None else f"p{seat + 1}"
    return Row(number=handle, name=found.names.get(handle, ""), player=player)


def _repeated(said: accepted.Repeated) -> Repeated:
    return Repeated(periods=said.periods, choices=said.choices, blocks=said.blocks)


def _gain(found: Accepted, gain: form.Gain) -> Gain:
    row, name = gain.at
    most = gain.most
    total = digits_text(most) if isinstance(most, int) else None if most is None else most.text()
    place = None if row < 0 else _row(found, row)
    return Gain(row=place, name=name, size=gain.size, most=total, alone=gain.alone)


def _need(found: Accepted, need: form.Need) -> Need:
    return Need(row=_row(found, need.row), what=need.what, least=quantity(need.least))


def _choices(stated: form.Choosing) -> Choices:
    return Choices(
        acts="acts" in stated.roles,
        unknown=quantity(stated.roles.count("unknown")),
        others=quantity(len(stated.could)),
        until=None if stated.until is None else quantity(stated.until),
    )
