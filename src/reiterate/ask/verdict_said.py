"""Who named which number or place, and why one of them holds: statements in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.ask.answer_verdict import Reason
from reiterate.ask.verdict_phrases import iterations, many, names, player
from reiterate.ask.verdict_words import line_for, proposed
from reiterate.judging import policies as p
from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.decide import Findings, stop_of
from reiterate.judging.ruling import Ruling
from reiterate.judging.statements import Said
from reiterate.script.places import Place

#: What it means to say each of these, of one player and of several.
_QUIET: Final = {
    said.ACCEPT: ("accepted", "accepted"),
    said.NO_ACTION: ("takes no action", "take no action"),
    said.INDEFINITELY: ("goes on indefinitely", "go on indefinitely"),
}


def place_words(place: Place) -> str:
    """A place in words: "iteration 7, before choice 5"; "line 2" outside of blocks; one that is said in words is quoted."""
    if place.in_words:
        return f"the place '{place}'"
    if not place.path:
        return f"line {place.line}" if place.choice == 1 else f"line {place.line}, before choice {place.choice}"
    return f"iteration {many(place.path[-1][1])}, before choice {place.choice}"


def agreements(ruling: Ruling) -> str:
    """Who stopped nothing, in the words that they said: "p2 accepted", "p1 and p3 take no action"; "" for nobody."""
    case, stop = ruling.case, ruling.verdict.stop
    quiet = {one.seat: one.what for one in case.said if one.what in _QUIET}
    quiet |= {seat: said.ACCEPT for seat, cut in case.position.answers if cut is None}
    told = []
    for what, (one, several) in _QUIET.items():
        seats = tuple(seat for seat, word in quiet.items() if word == what and (stop is None or seat != stop.seat))
        if seats:
            told.append(f"{names(seats)} {several if len(seats) > 1 else one}")
    return ", ".join(told)


def of_a_proposal(ruling: Ruling, cite: str) -> Iterator[Reason]:
    """What was proposed and answered (732.2): every cut but the one that holds is named as the later one."""
    position, stop = ruling.case.position, ruling.verdict.stop
    assert stop is not None
    what = proposed(ruling) if position.end is None else f"to stop in {place_words(position.end)}"
    agreed = agreements(ruling)
    told = f"{player(position.proposer)} proposed {what}{f'; {agreed}' if agreed else ''}"
    yield Reason(what=told, cites=cite)
    for seat, place in _cuts(ruling):
        if seat != stop.seat:
            yield Reason(what=f"{player(seat)} named {place_words(place)}; the earliest place holds", cites=cite)


def answered_so_far(ruling: Ruling, cite: str) -> Iterator[Reason]:
    """Of a proposal to which somebody still has to answer: who accepted, and who stops the shortcut where (732.2b)."""
    agreed = agreements(ruling)
    if agreed:
        yield Reason(what=agreed, cites=cite)
    for seat, place in _cuts(ruling):
        yield Reason(
            what=f"{player(seat)} stops it in {place_words(place)}, unless somebody stops it earlier", cites=cite
        )


def _cuts(ruling: Ruling) -> list[tuple[int, Place]]:
    """The places at which players stop what was proposed, in the order in which the players said so."""
    found = [(seat, cut) for seat, cut in ruling.case.position.answers if cut is not None]
    return found + [(one.seat, one.place) for one in ruling.case.said if one.what == said.CUT and one.place is not None]


def of_numbers(ruling: Ruling, cite: str) -> Iterator[Reason]:
    """Who named which number or place, and which of them holds; nothing where nobody named one."""
    named = _named(ruling)
    if named:
        told = ", ".join(f"{player(one.seat)} named {_value(one)}" for one in named)
        why = _why_it_holds(ruling, named)
        agreed = agreements(ruling)
        yield Reason(what=f"{told}{f': {why}' if why else ''}{f'; {agreed}' if agreed else ''}", cites=cite)


def _named(ruling: Ruling) -> list[Said]:
    """Statements that named a number or place, without those that named none."""
    none = ruling.verdict.rejected
    found = [one for one in ruling.case.said if one.what in (said.NUMBER, said.CUT) and not one.no_number]
    return [one for one in found if one.named not in none]


def _value(one: Said) -> str:
    """What was named: "20", or the place."""
    return place_words(one.place) if one.place is not None else many(one.number or 0)


def _why_it_holds(ruling: Ruling, named: list[Said]) -> str:
    """Why one of several numbers holds; "" where only one was named."""
    kind, stop = ruling.kind, ruling.verdict.stop
    if kind is None or stop is None or len(named) < 2:
        return ""
    findings = Findings(kind, proposer=ruling.case.position.proposer, independent=ruling.case.independent)
    line = line_for(ruling)
    if line is None:
        return ""
    so_far = " so far" if ruling.verdict.outcome == v.OPEN else ""
    if line.later == p.HIGHER:
        return f"of independent actions the highest holds{so_far}"
    stops = [(one, stop_of(ruling.case.policy, line, findings, one)) for one in named]
    holds = next((one for one, each in stops if (each.seat, each.iterations, each.choice) == _key(stop)), None)
    if holds is None:
        return f"the lowest holds{so_far}"
    ties = [each for one, each in stops if one is not holds and each.iterations == stop.iterations]
    if not ties:
        which = "earliest place" if any(one.place is not None for one in named) else "lowest"
        return f"the {which} holds{so_far}"
    if all(each.choice == stop.choice for each in ties):
        return f"of equal ones {player(stop.seat)}'s holds, whose turn to speak came first"
    return f"of equal ones {player(stop.seat)}'s holds, whose own choice comes first in the iteration"


def _key(stop: v.Stop) -> tuple[object, ...]:
    return stop.seat, stop.iterations, stop.choice


def none_named(ruling: Ruling) -> Iterator[Reason]:
    """Who said what where a number or place was asked for, and named none."""
    policy = ruling.case.policy
    for words in ruling.verdict.rejected:
        if words == said.OPT_OUT:
            yield Reason(what=f"'{words}' names no place, and nobody may opt out", cites=policy.cite(p.NO_OPTING_OUT))
    said_by: dict[int, list[str]] = {}
    left = [words for words in ruling.verdict.rejected if words != said.OPT_OUT]
    for one in ruling.case.said:
        words = one.named or one.what
        if words in left:
            left.remove(words)
            said_by.setdefault(one.seat, []).append(f"'{words}'")
    for seat, each in said_by.items():
        told = each[0] if len(each) == 1 else f"{', '.join(each[:-1])} and {each[-1]}"
        none = "that is" if len(each) == 1 else "none of them is"
        number = "no number of iterations" if len(each) == 1 else "a number of iterations"
        yield Reason(what=f"{player(seat)} said {told}: {none} {number}", cites=policy.cite(p.NO_INFINITY))


def between_iterations_words(stop: v.Stop) -> str:
    """The place between two iterations in words."""
    return "before it begins" if stop.iterations == 0 else f"after {iterations(stop.iterations)}"


def drawn_by_several(ruling: Ruling) -> str:
    """Of a loop that several players keep up for ever: what they said."""
    said_so = {one.seat for one in ruling.case.said if one.what == said.INDEFINITELY}
    keepers = () if ruling.kind is None else ruling.kind.keepers
    if said_so and set(keepers) <= said_so:
        return f"{names(tuple(keepers))} each said 'indefinitely': where several keep it up so, it is a draw"
    return "each of them goes on indefinitely: where several keep it up so, it is a draw"
