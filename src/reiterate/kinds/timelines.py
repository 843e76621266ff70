"""Timelines: statements of neighbouring segments that say the same are made one, with the iterations they hold for."""

from __future__ import annotations

from dataclasses import replace

from reiterate.kinds.kinds import Possible, Statement


def timeline(by_segment: list[list[Statement]]) -> list[Statement]:
    """The statements of all segments in order; those that a segment repeats are lengthened, not listed again."""
    found: list[Statement] = []
    running: dict[tuple[object, ...], int] = {}
    for statements in by_segment:
        now: dict[tuple[object, ...], int] = {}
        for s in statements:
            key = (s.offset, s.place, s.seat, s.choice, s.role, s.answers, s.witness)
            at = running.get(key)
            if at is not None and found[at].holds_until == s.first - s.offset:
                found[at] = replace(found[at], holds_until=s.holds_until)
            else:
                at = len(found)
                found.append(s)
            now[key] = at
        running = now
    return found


def timeline_of_actions(by_segment: list[list[Possible]]) -> list[Possible]:
    """What could be done in each segment; the same action in neighbouring segments is listed once."""
    found: list[Possible] = []
    for actions in by_segment:
        for p in actions:
            at = next(
                (
                    i
                    for i, q in enumerate(found)
                    if (q.seat, q.what, q.unknown) == (p.seat, p.what, p.unknown)
                    and (q.holds_until is None or q.holds_until >= p.first)
                ),
                None,
            )
            if at is None:
                found.append(p)
                continue
            more = tuple(what for what in p.pays_for if what not in found[at].pays_for)
            if more:
                found[at] = replace(found[at], pays_for=found[at].pays_for + more)
            until = found[at].holds_until
            if until is not None and (p.holds_until is None or p.holds_until > until):
                found[at] = replace(found[at], holds_until=p.holds_until)
    return found
