"""Options that a card gives a player and that no rule here carries out: told by name, never taken for nothing.

A clause such as bestow is understood and carried as ``Inert`` of the kind "option". Its card does what its other clauses say. Convoke, improvise and delve are carried out and not offered. Whoever
holds it where the clause works may be able to do more than can be offered. What is carried unread is such an option, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.rules.access.faces import DISTURB, other_faces, turned, untold_turning
from reiterate.rules.characteristics.evaluate import statics
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs.casting import given_to_spells, split_second
from reiterate.rules.events.commander import castable
from reiterate.state.index import standing
from reiterate.state.model import BATTLEFIELD, CALLED, EXILE, GRAVEYARD, HAND, LIBRARY, OPAQUE, Class, State
from reiterate.state.properties import CARD
from reiterate.terms.abilities import Carried, Inert, Keyword, Static
from reiterate.terms.base import Ability
from reiterate.terms.proto import FACE_DOWN
from reiterate.terms.static_effects import CastTransformed, SpellsHave
from reiterate.terms.unusable import MODAL, OPTION, UnusedKeyword, keyword_of
from reiterate.terms.vocabulary import PAYING

#: The codes of an option that is not offered: of one that is known, and of one that is carried unread.
CODE: Final = "option-not-offered"
NOT_KNOWN: Final = "option-not-known"

#: The rule of activated abilities that are carried, and that of ways of casting.
_RULES: Final = {"activated": "602.1", "casting": "601.2b", "face": "712.1"}

#: Where an option works that stands in no table: anywhere as far as is known.
_UNKNOWN: Final = UnusedKeyword("702", OPTION, "", (HAND, GRAVEYARD, EXILE))

#: Ways of paying for a spell that are carried out when they are said, and that no option says.
PAYING_RULES: Final = frozenset(PAYING.values())


@dataclass(frozen=True, slots=True)
class Unoffered:
    """An option of a card that can't be offered: the card's row, the words of the option, its rule, its code."""

    row: int
    name: str
    what: str
    rule: str
    code: str = CODE

    def __str__(self) -> str:
        return not_offered_words(self.name, self.what, self.rule, self.code)


def not_offered_words(name: str, what: str, rule: str, code: str) -> str:
    """An option that is not offered, in words: of a card that is carried unread the short name of the card stands."""
    if code == NOT_KNOWN:
        return f"not known: {name.partition(',')[0]}'s {what}"
    return f"not offered: {what} of {name} ({rule})"


def carried(state: State, seat: int, mana: bool = False) -> list[Unoffered]:
    """What a player might be able to use of clauses that are not understood; ``mana``: what may be a mana ability alone."""
    found: list[Unoffered] = []
    for handle in standing(state, OPAQUE):
        cls = state.rows[handle].cls
        if cls.proto is None or cls.zone == LIBRARY:
            continue
        whose = cls.controller if cls.zone == BATTLEFIELD else cls.owner
        found += [
            Unoffered(handle, cls.proto.name, clause.used, _RULES[clause.what], NOT_KNOWN)
            for clause in cls.proto.abilities
            if isinstance(clause, Carried)
            and cls.zone in clause.zones
            and (seat == whose or clause.anybody)
            and (clause.mana or not mana)
        ]
    return found


def unoffered(state: State, seat: int) -> list[Unoffered]:
    """What a player might be able to do with cards where they lie, and no option says."""
    found: list[Unoffered] = [*carried(state, seat), *_turned_up(state, seat)]
    if split_second(state, seat) is not None:
        return found  # each of the others casts a spell, or is no mana ability
    for handle, row in state.rows.items():
        if row.cls.kind != CARD or row.cls.owner != seat or row.cls.zone == BATTLEFIELD:
            continue
        found += [Unoffered(handle, proto_of(row.cls).name, what, rule) for what, rule in _of_class(row.cls)]
        if row.cls.zone == HAND or castable(row.cls):
            found += _given(state, handle, seat)
    return found


def _turned_up(state: State, seat: int) -> list[Unoffered]:
    """The face-down permanents of a player of which it can't be told whether they may be turned face up (708.7)."""
    found: list[Unoffered] = []
    for handle in standing(state, f"{CALLED}{FACE_DOWN}"):
        cls = state.rows[handle].cls
        untold = untold_turning(cls) if cls.zone == BATTLEFIELD and cls.controller == seat else None
        if untold is not None:
            code = CODE if untold[0].startswith("rule-") else NOT_KNOWN
            found.append(Unoffered(handle, FACE_DOWN, "way of being turned face up", untold[2], code))
    return found


def _given(state: State, handle: int, seat: int) -> list[Unoffered]:
    """The ways of paying that effects give a card as it is cast, with each of its faces up."""
    if SpellsHave not in statics(state).kinds:
        return []
    name = proto_of(state.rows[handle].cls).name
    shown = [state, *(turned(state, handle, word) for word in other_faces(state.rows[handle].cls))]
    cast = [each for each in shown if "land" not in proto_of(each.rows[handle].cls).types]
    ways = {way for each in cast for way in given_to_spells(each, handle, seat)}
    return [Unoffered(handle, name, way, PAYING[way]) for way in PAYING if way in ways]


def paying_elsewhere(state: State, handle: int, seat: int) -> list[Unoffered]:
    """That a card which may be cast from another zone than the hand is paid for with objects, as by convoke (702.51)."""
    cls = state.rows[handle].cls
    if cls.proto is None or cls.zone == HAND or castable(cls) or split_second(state, seat) is not None:
        return []
    ways = [a.name for a in cls.proto.abilities if isinstance(a, Keyword) and a.name in PAYING]
    return [Unoffered(handle, cls.proto.name, way, PAYING[way]) for way in ways] + _given(state, handle, seat)


_KNOWN: dict[Class, tuple[tuple[str, str], ...]] = {}


def _of_class(cls: Class) -> tuple[tuple[str, str], ...]:
    """The options of a card in its zone that are not offered, with their rules."""
    known = _KNOWN.get(cls)
    if known is None:
        known = _KNOWN[cls] = tuple(_options(cls))
    return known


def _of_both_faces(cls: Class) -> tuple[Ability, ...]:
    """The abilities of a card, and those of the face with which it could be cast besides (712.11b)."""
    if cls.proto is None:
        return ()
    return (*cls.proto.abilities, *(a for face in other_faces(cls).values() for a in face.abilities))


def _options(cls: Class) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for ability in _of_both_faces(cls):
        if isinstance(ability, Keyword) and ability.name in PAYING and (cls.zone == HAND or castable(cls)):
            found.append((ability.name, PAYING[ability.name]))
        transformed = isinstance(ability, Static) and isinstance(ability.effect, CastTransformed)
        if transformed and cls.zone == GRAVEYARD and cls.proto is not None and cls.proto.back is None:
            found.append((DISTURB, "702.146"))  # its other face is not understood
        if not isinstance(ability, Inert) or ability.kind not in (OPTION, MODAL):
            continue
        word, known = keyword_of(ability) or (ability.text.partition(" ")[0].lower(), _UNKNOWN)
        if cls.zone in known.zones or (known.casting and castable(cls)):
            found.append((word, known.rule))
    return found
