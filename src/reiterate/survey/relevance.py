"""What can't touch a loop, so that a search sets it aside first: read from the terms of the cards, not from play.
Part of the solver: the terms.

Whatever a loop does again and again asks for something each time: mana, an untapped permanent, a
card that comes back, an event. Something else in the loop has to give it. So what asks for
something that nothing gives is no part of a loop. It is struck out until nothing more is. What is
left can feed itself. The nodes declare what they need and give. The reading is coarse, and it proves nothing: what is set aside stays on the
board, and is tried when nothing else was found.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final, TypeAlias

from reiterate.amounts import plain
from reiterate.refusals import INPUT, Refusal
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice, Option
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import printed
from reiterate.rules.decisions.options import NOT_OFFERED
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import BATTLEFIELD, LIBRARY, Ref, State
from reiterate.state.properties import CARD, HOST, TOKEN
from reiterate.survey.balance import HOST_ROW, MUCH, Doing, supplied
from reiterate.survey.card_doings import nodes
from reiterate.survey.feeds import PrintedReading
from reiterate.terms.abilities import Activated, Keyword, Static, Triggered
from reiterate.terms.base import Ability, with_fields
from reiterate.terms.effects_continuous import GainKeywords
from reiterate.terms.proto import Proto
from reiterate.terms.references import Paired, This
from reiterate.terms.static_effects import GrantAbilities

#: What an option is known by: the card, and which of its abilities (None: casting it).
Key: TypeAlias = tuple[Proto, Ability | None]

#: Actions that have to be set aside before it is worth a search of its own.
ENOUGH: Final = 3

#: Names that are offered where none is near to what was asked for.
SHOWN: Final = 4

#: What an effect gives that only guards: of use where something triggers as it becomes a target.
_SAFETY: Final = ("safety",)

#: What starts nothing by itself: every board has some of it.
_COMMON: Final = frozenset({"mana", "untapped", "tapped", "back", "leaves", "entered"})


class BoardReading(PrintedReading):
    """Reads the doings of a player on a board: what the objects can do there."""

    beside = ()

    def __init__(self, state: State, me: int) -> None:
        self.state = state
        self.handles = [
            handle
            for handle, row in state.rows.items()
            if row.cls.proto is not None
            and row.cls.kind in (CARD, TOKEN)
            and row.cls.zone != LIBRARY
            and (row.cls.controller if row.cls.zone == BATTLEFIELD else row.cls.owner) == me
        ]
        super().__init__(tuple(self._as_it_is(handle) for handle in self.handles))
        terms = [node for card in self.rows.values() for node in nodes((card.abilities, card.back))]
        words = {node.name for node in terms if isinstance(node, Keyword)}
        words |= {word for node in terms if isinstance(node, GainKeywords) for word in node.keywords}
        life, counters = "lifelink" in words, bool(words & {"infect", "wither", "toxic"})
        self.hurting = (*(["life"] if life else []), *(["counters"] if counters else []))
        for i, handle in enumerate(self.handles):
            ref = state.rows[handle].refs.get(HOST)
            if isinstance(ref, Ref) and ref.row in self.handles:
                self.hosts[i] = self.handles.index(ref.row)

    def _as_it_is(self, handle: int) -> Proto:
        """What an object is and can do on the board: granted abilities are its own, and the words that grant them are left out.

        Words that don't grant them yet stay: a Class becomes level 2 and has more abilities then (716.2a).
        """
        row = self.state.rows[handle]
        assert row.cls.proto is not None
        there = row.cls.zone == BATTLEFIELD
        seen = view(self.state, handle) if there else printed(row.cls)
        more = [each for each in abilities_at(self.state, handle) if each not in seen.abilities] if there else []
        kept = [
            each
            for each in (*seen.abilities, *more)
            if not (there and isinstance(each, Static) and _grants_now(each, seen.abilities))
        ]
        return with_fields(row.cls.proto, {"abilities": tuple(kept), "types": tuple(seen.types)})

    def on_battlefield(self, row: int) -> bool:
        """Whether a row of the reading is a permanent."""
        return row != HOST_ROW and self.state.rows[self.handles[row]].cls.zone == BATTLEFIELD

    def is_static(self, row: int) -> bool:
        """Whether a permanent has a static ability as printed."""
        proto = self.state.rows[self.handles[row]].cls.proto
        return proto is not None and any(isinstance(each, Static) for each in proto.abilities)

    def how_many(self, row: int) -> int:
        return MUCH if row == HOST_ROW else plain(self.state.rows[self.handles[row]].n)

    def key(self, doing: Doing) -> Key | None:
        """What the options of an action are known by; None for a trigger, and for what is granted later."""
        if not doing.chosen or doing.row == HOST_ROW:
            return None
        proto = self.state.rows[self.handles[doing.row]].cls.proto
        assert proto is not None
        ability = doing.ability
        return (proto, ability) if ability is None or ability in self.rows[doing.row].abilities else None


def _grants_now(ability: Static, there: Sequence[Ability]) -> bool:
    """Whether a static ability grants abilities, and not only to its source under a condition that doesn't hold yet."""
    effect = ability.effect
    if not isinstance(effect, GrantAbilities) or isinstance(effect.subject, Paired):
        return False  # a pair comes about only as one of two enters (702.95a)
    waits = ability.condition is not None and isinstance(effect.subject, This)
    return not waits or any(each in there for each in effect.abilities)


def key_of(state: State, option: Option | Choice) -> Key | None:
    """What an option or a choice is known by; None for all that is no ability and no spell, and for what is not offered."""
    row = state.rows.get(option.row)
    if row is None or row.cls.proto is None or option.index == NOT_OFFERED:
        return None
    if option.verb == ACTIVATE:
        if option.index < 0:  # an ability that is not understood, which nobody activates
            return None
        return row.cls.proto, abilities_at(state, option.row)[option.index]
    return (row.cls.proto, None) if option.verb == CAST else None


def set_aside(state: State, me: int) -> frozenset[Key]:
    """The actions of a player that can't be part of a loop as the cards' terms have it; none where they are few."""
    board = BoardReading(state, me)
    doings = list(board.doings())
    kept = fed(doings)
    there = [doing for doing in doings if doing.ability is not None or not board.on_battlefield(doing.row)]
    aside = _others(board, there, kept)  # what lies on the battlefield is not cast anyway
    return aside if kept and len(aside) >= ENOUGH else frozenset()


def all_but(state: State, me: int, names: Sequence[str]) -> frozenset[Key] | Refusal:
    """The actions of a player beyond those of the cards called ``names`` and of what lives on them.

    What gives those cards what they ask for stays, unless it needs none of them. A refusal (input)
    where no card outside the libraries is called so; a name may end before its comma.
    """
    called: set[int] = set()
    for name in names:
        found = _called(state, name)
        if isinstance(found, Refusal):
            return found
        called.update(found)
    board = BoardReading(state, me)
    doings = list(board.doings())
    rows = {i for i, handle in enumerate(board.handles) if handle in called}
    inside = [doing for doing in doings if doing.row in rows]
    alone = fed([doing for doing in doings if doing.row not in rows])
    rest = [doing for doing in fed(doings) if doing not in inside and doing not in alone]
    while True:
        asked = {what for doing in inside for group in doing.asked() for what in group}
        more = [doing for doing in rest if doing.given() & asked]
        if not more:
            return _others(board, doings, inside)
        inside += more
        rest = [doing for doing in rest if doing not in more]


def _called(state: State, name: str) -> list[int] | Refusal:
    """The rows of the cards and tokens with a name, or with that name before a comma."""
    there: dict[str, list[int]] = {}
    for handle, row in state.rows.items():
        if row.cls.proto is not None and row.cls.kind in (CARD, TOKEN) and row.cls.zone != LIBRARY:
            there.setdefault(row.cls.proto.name, []).append(handle)
    low = name.casefold().strip()
    found = [h for full, rows in there.items() if low in (full.casefold(), full.casefold().split(",")[0]) for h in rows]
    if found:
        return found
    message = f"no card called '{name}' is on the board, in a hand or in a graveyard"
    known = sorted(there.keys() - {UNKNOWN_CARD.name})
    near = difflib.get_close_matches(name, known, 1) or known[:SHOWN]
    return Refusal(INPUT, "no-such-object", message, " or ".join(near) or "a card that is there")


def fed(doings: list[Doing]) -> list[Doing]:
    """The doings that others among them give all that they ask for; what only guards has to be asked for itself."""
    while True:
        kept = [doings[i] for i in supplied(doings)]
        asked = {what for doing in kept for group in doing.asked() for what in group}
        left = [doing for doing in kept if _useful(doing) or doing.given() & asked]
        if len(left) == len(doings):
            return left
        doings = left


def _useful(doing: Doing) -> bool:
    """Whether a doing does something by itself."""
    ability = doing.ability
    if not isinstance(ability, Activated | Triggered):
        return True
    return bool(ability.modes) or any(effect.says.gives != _SAFETY for effect in ability.effects)


def _others(board: BoardReading, doings: list[Doing], kept: list[Doing]) -> frozenset[Key]:
    """The actions beyond ``kept`` that don't start any of it either. What may enter as a copy may do anything."""
    waited = {what for doing in kept for group in doing.asked() for what in group if what[0] not in _COMMON}
    rows = {doing.row for doing in kept}
    inside = {board.key(doing) for doing in kept}
    found: set[Key] = set()
    for doing in doings:
        key = board.key(doing)
        if key is None or key in inside or doing.given() & waited or (key[1] is None and doing.row in rows):
            continue
        if doing.row not in board.copiers:
            found.add(key)
    return frozenset(found)
