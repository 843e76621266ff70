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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from reiterate.refusals import INPUT, Refusal
from reiterate.rules.access.choice import ACTIVATE, CAST
from reiterate.rules.access.option_slots import Option
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import printed
from reiterate.rules.decisions.options import NOT_OFFERED
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.state.model import BATTLEFIELD, LIBRARY, Ref, State
from reiterate.state.properties import CARD, HOST, TOKEN
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, Static, Triggered
from reiterate.terms.base import Ability, Part, Term, walk
from reiterate.terms.costs import Cost, ManaCost
from reiterate.terms.declared import Deed
from reiterate.terms.filters import Filter
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.references import Each, Host, TargetRef, This
from reiterate.terms.replacement_effects import EntersAs

#: What is asked for and given: a kind of event, or with a row (else -1) that it is untapped or comes back.
What: TypeAlias = tuple[str, int]

#: What an option is known by: the card, and which of its abilities (None: casting it).
Key: TypeAlias = tuple[Proto, Ability | None]

#: Actions that have to be set aside before it is worth a search of its own.
ENOUGH: Final = 3

#: Names that are offered where none is near to what was asked for.
SHOWN: Final = 4

#: What an effect gives that only guards: of use where something triggers as it becomes a target.
_SAFETY: Final = ("safety",)

#: What starts nothing by itself: every board has some of it.
_COMMON: Final = frozenset({"mana", "untapped", "tapped", "back", "leaves"})


@dataclass(frozen=True, slots=True)
class Doing:
    """One thing that may be done, or may happen, again and again.

    ``wants``: of each group at least one has to be given each time. ``chosen``: it is an action of
    the player and no trigger. ``useful``: it does something by itself.
    """

    row: int
    key: Key
    wants: tuple[frozenset[What], ...]
    gives: frozenset[What]
    chosen: bool
    useful: bool = True


def key_of(state: State, option: Option) -> Key | None:
    """What an option is known by; None for all that is no ability and no spell, and for what is not offered."""
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
    doings = list(_Reading(state, me).doings())
    kept = fed(doings, _lifelink(state, me))
    aside = _others(doings, kept)
    return aside if kept and len(aside) >= ENOUGH else frozenset()


def all_but(state: State, me: int, names: Sequence[str]) -> frozenset[Key] | Refusal:
    """The actions of a player beyond those of the cards called ``names`` and of what lives on them.

    What gives those cards what they ask for stays, unless it needs none of them. A refusal (input)
    where no card outside the libraries is called so; a name may end before its comma.
    """
    rows: set[int] = set()
    for name in names:
        found = _called(state, name)
        if isinstance(found, Refusal):
            return found
        rows.update(found)
    doings, lifelink = list(_Reading(state, me).doings()), _lifelink(state, me)
    inside = [doing for doing in doings if doing.row in rows]
    alone = fed([doing for doing in doings if doing.row not in rows], lifelink)
    rest = [doing for doing in fed(doings, lifelink) if doing not in inside and doing not in alone]
    while True:
        asked = {what for doing in inside for group in doing.wants for what in group}
        more = [doing for doing in rest if doing.gives & asked]
        if not more:
            return _others(doings, inside)
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


def fed(doings: list[Doing], lifelink: bool) -> list[Doing]:
    """The doings that others among them give all that they ask for."""
    while True:
        given = {what for doing in doings for what in doing.gives}
        if lifelink and ("damage", -1) in given:
            given.add(("life", -1))
        if ("drawn", -1) in given:
            given.add(("discarded", -1))  # in cleanup steps (514.1)
        asked = {what for doing in doings for group in doing.wants for what in group}
        kept = [d for d in doings if all(group & given for group in d.wants) and (d.useful or d.gives & asked)]
        if len(kept) == len(doings):
            return kept
        doings = kept


def _others(doings: list[Doing], kept: list[Doing]) -> frozenset[Key]:
    """The actions beyond ``kept`` that don't start any of it either. What may enter as a copy may do anything."""
    waited = {what for doing in kept for group in doing.wants for what in group if what[0] not in _COMMON}
    rows = {doing.row for doing in kept}
    inside = {doing.key for doing in kept}
    return frozenset(
        doing.key
        for doing in doings
        if doing.chosen
        and doing.key not in inside
        and not doing.gives & waited
        and not (doing.key[1] is None and doing.row in rows)
        and not any(isinstance(a, Static) and isinstance(a.effect, EntersAs) for a in doing.key[0].abilities)
    )


def _lifelink(state: State, me: int) -> bool:
    found: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, Keyword) and node.name == "lifelink":
            found.append(node)

    for row in state.rows.values():
        if row.cls.proto is not None and row.cls.controller == me and row.cls.zone != LIBRARY:
            walk(row.cls.proto.abilities, visit)
    return bool(found)


class _Reading:
    """Reads the doings of a board from the terms."""

    def __init__(self, state: State, me: int) -> None:
        self.state = state
        self.me = me
        self.rows = [h for h, row in state.rows.items() if row.cls.proto is not None and row.cls.kind in (CARD, TOKEN)]
        self.rows = [h for h in self.rows if state.rows[h].cls.zone != LIBRARY]

    def doings(self) -> Iterator[Doing]:
        for handle in self.rows:
            row = self.state.rows[handle]
            there = row.cls.zone == BATTLEFIELD
            mine = row.cls.controller == self.me if there else row.cls.owner == self.me
            abilities = view(self.state, handle).abilities if there else printed(row.cls).abilities
            for ability in (each for one in abilities for each in (one, *_meant(one))):
                if isinstance(ability, Triggered) or (mine and isinstance(ability, Activated)):
                    yield self._ability(handle, ability)
            if mine and row.cls.kind == CARD and "land" not in printed(row.cls).types:
                yield self._cast(handle)
            if not there and {"instant", "sorcery"} & set(printed(row.cls).types):
                yield self._copied(handle)

    def _ability(self, handle: int, ability: Activated | Triggered) -> Doing:
        proto = self.state.rows[handle].cls.proto
        assert proto is not None
        gives = self._given(handle, ability)
        if isinstance(ability, Triggered):
            wants = [_any(*ability.trigger.says.needs)]
        else:
            wants = [self._asked(handle, cost) for cost in ability.costs]
        if ability.limit:
            wants.append(_any("turn" if ability.limit == "turn" else "enters"))
        groups = tuple(group for group in wants if group)
        if isinstance(ability, Activated):
            gives |= {("activated", -1)}
        if ability.targets:
            gives |= {("targeted", -1)}
        useful = any(effect.says.gives != _SAFETY for effect in ability.effects) or bool(ability.modes)
        return Doing(handle, (proto, ability), groups, gives, isinstance(ability, Activated), useful)

    def _cast(self, handle: int) -> Doing:
        proto = self.state.rows[handle].cls.proto
        assert proto is not None
        gives = {("cast", -1)}
        for ability in printed(self.state.rows[handle].cls).abilities:
            if isinstance(ability, SpellAbility):
                gives |= self._given(handle, ability)
        if not {"instant", "sorcery"} & set(proto.types):
            gives |= {("enters", -1), ("untapped", handle)}
        groups = [frozenset({("back", handle)})]
        if any(symbol != "0" for symbol in proto.mana_cost or ()):
            groups.append(_any("mana"))
        return Doing(handle, (proto, None), tuple(groups), frozenset(gives), chosen=True)

    def _copied(self, handle: int) -> Doing:
        """A spell that resolves without being paid for: as a copy, or cast for nothing."""
        cast = self._cast(handle)
        return Doing(handle, cast.key, (_any("copied"),), cast.gives, chosen=False)

    def _asked(self, handle: int, cost: Cost) -> frozenset[What]:
        if isinstance(cost, ManaCost) and all(symbol == "0" for symbol in cost.symbols):
            return frozenset()
        return frozenset(_of(word, handle) for word in cost.says.needs)

    def _given(self, handle: int, ability: Activated | Triggered | SpellAbility) -> frozenset[What]:
        found: set[What] = set()

        def visit(node: Term) -> None:
            found.update(_of(word, handle) for word in node.says.gives)
            if isinstance(node.says, Deed) and node.says.renews:
                for there in self._reached(handle, ability, node):
                    found.update((("untapped", there), ("back", there)))

        parts: tuple[Part, ...] = (ability.effects, ability.modes)
        walk(parts, visit)
        if isinstance(ability, Activated):
            walk(ability.costs, visit)
        return frozenset(found)

    def _reached(self, handle: int, ability: Activated | Triggered | SpellAbility, node: Term) -> Iterable[int]:
        """The rows that an effect may untap, bring back or copy, as far as its words say which."""
        assert isinstance(node.says, Deed)
        what = getattr(node, node.says.renews, None)
        if isinstance(what, This):
            return (handle,)
        if isinstance(what, Host):
            ref = self.state.rows[handle].refs.get(HOST)
            return (ref.row,) if isinstance(ref, Ref) else self.rows
        wanted: Filter | None = what if isinstance(what, Filter) else None
        if isinstance(what, Each):
            wanted = what.filter
        elif isinstance(what, TargetRef) and what.index < len(ability.targets):
            wanted = ability.targets[what.index].filter
        if wanted is None:
            return self.rows
        return [there for there in self.rows if self._fits(there, wanted, handle)]

    def _fits(self, there: int, wanted: Filter, source: int) -> bool:
        if wanted.another and there == source:
            return False
        row = self.state.rows[there]
        chars = view(self.state, there) if row.cls.zone == BATTLEFIELD else printed(row.cls)
        types = set(chars.types)
        return (
            set(wanted.types) <= types
            and (not wanted.any_of or bool(set(wanted.any_of) & types))
            and not set(wanted.without_types) & types
        )


def _meant(ability: Ability) -> tuple[Ability, ...]:
    """The abilities that a keyword stands for."""
    return meaning(ability) if isinstance(ability, Keyword) else ()


def _of(word: str, handle: int) -> What:
    """What a word of a declaration asks for or gives: a kind of event, or with ":this" something of the source."""
    kind, _, this = word.partition(":")
    return kind, handle if this else -1


def _any(*kinds: str) -> frozenset[What]:
    return frozenset((kind, -1) for kind in kinds)
