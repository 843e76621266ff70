"""Clauses of a board that are not understood: which of them stand there, as what, and which keep it from being played.

A clause that is *carried* has to be used by somebody. One that is *silent* waits for an event that is watched, or is about what
is not there. One that is *assumed* does not matter, as a person has said. Any other is *refused* where its card could take part (law 9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from reiterate.oracle.grammar.printing import show_event
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.state.index import indexed, standing
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, OPAQUE, STACK, UNREAD, Class, Ref, Row, State
from reiterate.state.properties import CARD, COPIABLE, COPIED, EFFECT, HOST, ON, PRINTED, TOKEN
from reiterate.terms.abilities import Assumed, Carried, NotUnderstood, Static, Unmet, Watched
from reiterate.terms.base import Term, replace, walk
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, Host
from reiterate.terms.unusable import blocking, may_meet, not_understood, opaque, sets_types, takes_abilities

CARRIED: Final = "carried"
SILENT: Final = "silent"
ASSUMED: Final = "assumed"
REFUSED: Final = "refused"

#: Where a card could take part: everywhere but in hands and libraries.
WATCHED_ZONES: Final = frozenset({BATTLEFIELD, STACK, GRAVEYARD, COMMAND, EXILE})

_CODE: Final = "clause-not-understood"
_WITHOUT: Final = "a board without that card"
_READ: Final = "an ability that was read"
#: Uses of a card that an unread clause may be, with the rule of such uses.
ACTIVATED: Final = "activated"
CASTING: Final = "casting"
TRIGGERED: Final = "triggered"
_USED: Final = {ACTIVATED: "602.1", CASTING: "601.2b", TRIGGERED: "603.1"}


@dataclass(frozen=True, slots=True)
class UnreadClause:
    """A clause of a card on the board that is not understood.

    ``state``: carried, silent, assumed or refused. ``kind``: activated, casting or face of what is carried, trigger of what
    is silent, else "". ``obligation``: what has to hold for it to do nothing, in words. ``row``: the card's row. ``card``: its
    printed facts. ``term``: the clause as it was read.
    """

    row: int
    card: Proto
    term: NotUnderstood
    state: str
    kind: str
    obligation: str

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.card.name

    @property
    def text(self) -> str:
        """The words of the clause, as they stand on the card."""
        return self.term.text


def unread_clauses(state: State) -> list[UnreadClause]:
    """The clauses that are not understood of all cards which could take part, row by row, in the order of their text."""
    found: list[UnreadClause] = []
    for handle in standing(state, OPAQUE):
        cls = state.rows[handle].cls
        if cls.zone in WATCHED_ZONES and cls.proto is not None:
            found += [_described(handle, cls.proto, cls.zone, clause) for clause in opaque(cls.proto.abilities)]
    return found


def clauses_of(card: Proto) -> list[UnreadClause]:
    """The clauses that are not understood of a card, as they would stand on the battlefield; the row is -1."""
    return [_described(-1, card, BATTLEFIELD, clause) for clause in opaque(card.abilities)]


def assumed_words(state: State) -> list[str]:
    """What a person assumes of the cards of a state, wherever they are: each clause once, in words."""
    return sorted(f'{name}: "{text}" does not matter' for name, text in assumed_clauses(state))


def assumed_clauses(state: State) -> set[tuple[str, str]]:
    """The clauses that a person assumes not to matter, wherever their cards are: the name of the card and the words of the clause."""
    cards = {state.rows[handle].cls.proto for handle in standing(state, OPAQUE)}
    return {
        (card.name, clause.text)
        for card in cards
        if card is not None
        for clause in opaque(card.abilities)
        if isinstance(clause, Assumed)
    }


def assumed_like(card: Proto, other: Proto) -> Proto:
    """A card with those of its clauses assumed that are assumed on another one of its name."""
    texts = {clause.text for clause in opaque(other.abilities) if isinstance(clause, Assumed)}
    return replace(
        card,
        abilities=tuple(
            Assumed(a.text, a.start, a.end) if isinstance(a, NotUnderstood) and a.text in texts else a
            for a in card.abilities
        ),
    )


def _described(row: int, card: Proto, zone: str, clause: NotUnderstood) -> UnreadClause:
    if blocking((clause,), zone, card.types) is not None:
        return UnreadClause(row, card, clause, REFUSED, "", "")
    if isinstance(clause, Assumed):
        return UnreadClause(row, card, clause, ASSUMED, "", "it does not matter")
    if isinstance(clause, Unmet):
        never = "never: " if clause.subject is None else "never there: "
        return UnreadClause(row, card, clause, SILENT, "static", f"{never}{clause.words}")
    if isinstance(clause, Watched):
        return UnreadClause(row, card, clause, SILENT, "trigger", f"never: {event_words(clause, card.name)}")
    assert isinstance(clause, Carried)
    return UnreadClause(row, card, clause, CARRIED, clause.what, f"nobody uses it: {clause.used}")


def event_words(clause: Watched, card: str) -> str:
    """The event of a clause as the printer says it."""
    return show_event(clause.trigger, card)


def blocked(state: State) -> Refusal | None:
    """Why a board can't be played because of a clause that is not understood; None where none could do anything (law 9)."""
    for handle in standing(state, UNREAD):
        cls = state.rows[handle].cls
        if cls.zone in WATCHED_ZONES and cls.proto is not None:
            text = blocking(cls.proto.abilities, cls.zone, cls.proto.types)
            return _refusal(f'{cls.proto.name}: a clause is not understood: "{text}"', "113.2")
    there = [row for row in map(state.rows.__getitem__, standing(state, OPAQUE)) if _at_stake(row.cls)]
    if not there:
        return None
    for row in there:
        assert row.cls.proto is not None
        text = not_understood(row.cls.proto.abilities)
        if row.cls.kind == TOKEN or any(row.cls.by_prop.get(name) for name in (PRINTED, COPIED, COPIABLE)):
            return _refusal(f'{row.cls.proto.name}: a clause was copied or changed unread: "{text}"', "707.2")
    card = there[0].cls.proto
    name = card.name if card is not None else ""
    for row in state.rows.values():
        if _takes(row.cls) and _reaches(state, row):
            return _refusal(f"{name}: an effect may take away a clause that is not understood", "613.1f")
    return _met(state, there)


def unread_use(card: Proto, what: str, anybody: bool = False) -> Refusal | None:
    """Why it can't be said that a card has no such ability or way of casting: one of its unread clauses may be that.

    ``what``: ``ACTIVATED``, ``CASTING`` or ``TRIGGERED``. ``anybody``: asked of a player who does not control the card. None where the card
    was read as far as this goes, so that the answer "it has none" is known (law 8).
    """
    found = next(_unread_uses(card, what, anybody), None)
    if found is None:
        return None
    return Refusal(UNSUPPORTED, _CODE, f'{card.name}: not understood: "{found.text}"', _READ, _USED[what])


def unread_texts(card: Proto, what: str) -> list[str]:
    """The words of a card's unread clauses that may be such an ability or way of casting, without those that are assumed away."""
    return [each.text for each in _unread_uses(card, what, anybody=False) if not isinstance(each, Assumed)]


def _unread_uses(card: Proto, what: str, anybody: bool) -> Iterator[NotUnderstood]:
    """The unread clauses of a card that may be an ability or a way of casting of a kind."""
    for clause in opaque(card.abilities):
        if isinstance(clause, Unmet) or isinstance(clause, Watched) != (what == TRIGGERED):
            continue
        if isinstance(clause, Carried) and clause.what != what:
            continue
        if anybody and isinstance(clause, Carried) and not clause.anybody:
            continue
        yield clause


# --- what would meet a clause ------------------------------------------------------------------------------------


def stop_at(state: State, event: str, seat: int) -> None:
    """Raise ``Unsupported`` where a player does what an unread clause may replace (614.1)."""
    for handle in standing(state, OPAQUE):
        cls = state.rows[handle].cls
        if cls.zone != BATTLEFIELD or cls.proto is None:
            continue
        for clause in cls.proto.abilities:
            if isinstance(clause, Unmet) and clause.event == event and _is_about(clause.who, cls.controller, seat):
                raise Unsupported(_met_by(cls.proto, clause))


def hindered(state: State, seat: int) -> Refusal | None:
    """Why it is not known whether a player may cast a spell, and for how much: an unread clause is about that (601.3, 601.2f)."""
    for handle in standing(state, OPAQUE):
        cls = state.rows[handle].cls
        for clause in cls.proto.abilities if cls.zone == BATTLEFIELD and cls.proto is not None else ():
            if isinstance(clause, Unmet) and clause.event == "cast" and _is_about(clause.who, cls.controller, seat):
                assert cls.proto is not None
                return _met_by(cls.proto, clause)
    return None


def stop_turn(state: State, seat: int) -> None:
    """Raise ``Unsupported`` where a turn begins of which an unread clause of a tapped permanent speaks (614.10)."""
    for handle in standing(state, OPAQUE):
        cls = state.rows[handle].cls
        if cls.zone != BATTLEFIELD or cls.proto is None or not cls.tapped or cls.controller != seat:
            continue
        for clause in cls.proto.abilities:
            if isinstance(clause, Unmet) and clause.event == "begins tapped":
                raise Unsupported(_met_by(cls.proto, clause))


def stop_itself(cls: Class, event: str) -> None:
    """Raise ``Unsupported`` where an object enters or leaves of which an unread clause may say how (614.1c)."""
    for clause in cls.proto.abilities if cls.opaque and cls.proto is not None else ():
        if isinstance(clause, Unmet) and clause.event == event and cls.proto is not None:
            raise Unsupported(_met_by(cls.proto, clause))


def stop_where_met(state: State) -> None:
    """Raise ``Unsupported`` where a permanent is there that an unread clause may be about."""
    if OPAQUE in (state.index or indexed(state)):
        refused = _met(state, [state.rows[handle] for handle in standing(state, OPAQUE)])
        if refused is not None:
            raise Unsupported(refused)


def _is_about(who: str, mine: int, seat: int) -> bool:
    return who == "any" or (who == "you") == (mine == seat)


def _met_by(card: Proto, clause: Unmet) -> Refusal:
    return _refusal(f'{card.name}: what is met is not understood: "{clause.text}"', "614.1")


def _met(state: State, opaque_rows: list[Row]) -> Refusal | None:
    """Why a board can't be played because of a permanent that an unread clause may be about; None where there is none."""
    for row in opaque_rows:
        for clause in row.cls.proto.abilities if row.cls.zone == BATTLEFIELD and row.cls.proto is not None else ():
            if not isinstance(clause, Unmet) or clause.subject is None or row.cls.proto is None:
                continue
            if any(_sets_types(each.cls) for each in state.rows.values()):
                what = f'{row.cls.proto.name}: what this clause is about may change its types: "{clause.text}"'
                return _refusal(what, "613.1d")
            if any(_may_be(clause.subject, each, row) for each in state.rows.values()):
                return _met_by(row.cls.proto, clause)
    return None


def _may_be(wanted: Filter, row: Row, source: Row) -> bool:
    """Whether a permanent may be one of a set that a clause of a source speaks of."""
    cls = row.cls
    if cls.zone != BATTLEFIELD or cls.proto is None or cls.kind not in (CARD, TOKEN):
        return False
    if wanted.another and row is source and type(row.n) is int and row.n == 1:
        return False
    return may_meet(wanted, cls.proto, cls.controller == source.cls.controller)


def _refusal(message: str, rule: str) -> Refusal:
    return Refusal(UNSUPPORTED, _CODE, message, _WITHOUT, rule)


def _at_stake(cls: Class) -> bool:
    """Whether a permanent has an unread clause of which nobody said that it doesn't matter."""
    return cls.zone == BATTLEFIELD and cls.proto is not None and not_understood(opaque(cls.proto.abilities)) is not None


def _takes(cls: Class) -> bool:
    """Whether a row stands for something in force that takes abilities away."""
    return _in_force(cls, takes_abilities)


def _sets_types(cls: Class) -> bool:
    """Whether a row stands for something in force that changes types."""
    return _in_force(cls, sets_types)


_IN_FORCE: dict[tuple[Class, str], bool] = {}


def _in_force(cls: Class, asked: Callable[[Term], bool]) -> bool:
    """Whether an effect of this kind is in force by a row: as a lasting effect, a static ability, or a mark."""
    at = (cls, asked.__name__)
    known = _IN_FORCE.get(at)
    if known is None:
        terms: list[Term] = []

        def visit(node: Term) -> None:
            if asked(node):
                terms.append(node)

        if cls.kind == EFFECT and cls.term is not None:
            walk(cls.term, visit)
        elif cls.zone == BATTLEFIELD and cls.proto is not None:
            walk(tuple(a.effect for a in cls.proto.abilities if isinstance(a, Static)), visit)
        walk(cls.marks, visit)
        known = _IN_FORCE[at] = bool(terms)
    return known


def _reaches(state: State, row: Row) -> bool:
    """Whether what a row takes away may be of a permanent with an unread clause: of any, where no single one is named."""
    if row.cls.kind == EFFECT and isinstance(ref := row.refs.get(ON), Ref):
        return ref.row in state.rows and _at_stake(state.rows[ref.row].cls)
    if row.cls.marks and any(map(takes_abilities, row.cls.marks)):
        return _at_stake(row.cls)
    return not _of_host(row.cls) or _on_one_at_stake(state, row)


def _of_host(cls: Class) -> bool:
    """Whether all that a permanent takes away is taken from what it is attached to."""
    effects = [a.effect for a in cls.proto.abilities if isinstance(a, Static)] if cls.proto is not None else []
    return all(isinstance(getattr(e, "subject", None), Host) for e in effects if takes_abilities(e))


def _on_one_at_stake(state: State, row: Row) -> bool:
    host = row.refs.get(HOST)
    return not isinstance(host, Ref) or (host.row in state.rows and _at_stake(state.rows[host.row].cls))


__all__ = [
    "ACTIVATED",
    "ASSUMED",
    "CARRIED",
    "CASTING",
    "REFUSED",
    "SILENT",
    "TRIGGERED",
    "WATCHED_ZONES",
    "UnreadClause",
    "assumed_clauses",
    "assumed_like",
    "assumed_words",
    "blocked",
    "clauses_of",
    "event_words",
    "hindered",
    "stop_at",
    "stop_itself",
    "stop_turn",
    "stop_where_met",
    "unread_clauses",
    "unread_texts",
    "unread_use",
]
