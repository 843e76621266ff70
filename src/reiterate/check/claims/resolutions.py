"""Whether the effects that a resolution under way has still to carry out are what some ability can have left (608.2c).

Effects are carried out in order. Each is done and gone, or makes way for others. These are what "you may" or "if" holds, one effect
for each player, or a process that is repeated. So what is left is the end of some list of effects, with what its first one has become.
All that an effect can become is listed here, and looked through. Which way a condition or a player decided is not asked.

Where a player left the game in the middle, effects are done by those who were meant before (800.4a, 608.2h). What is left then
may be told as words of no card, though it is of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from reiterate.check.work import spend
from reiterate.refusals import Unsupported
from reiterate.rules.events.frames import Frame, players
from reiterate.rules.resolution.resolving import as_carried_out, effects_of_spell
from reiterate.state.model import Gone, Ref, Row, State
from reiterate.state.properties import HOW, LOST, REST, SPELL
from reiterate.terms.base import Term, has_kind, replace, swap, walk
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import SacrificeChosen, SacrificeObject
from reiterate.terms.effects_spells import CastFor, CastFree
from reiterate.terms.effects_structure import (
    Again,
    Branch,
    ChooseOne,
    FlipCoin,
    FlipUntilLost,
    ForEachPlayer,
    IfDone,
    May,
    MayPay,
    Reflexive,
    RepeatProcess,
)
from reiterate.terms.effects_zones import ChooseName, Discard, Discover, Move
from reiterate.terms.meanings import discovering
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import EachPlayer, Filter, Result, Seat, ThatPlayer, You

#: Effects in their order.
Effects: TypeAlias = tuple[Term, ...]

#: The effects in which a resolution waits for a choice; it stands in nothing else.
WAITS: Final = (May, MayPay, Discard, SacrificeChosen, RepeatProcess)


class Resolution:
    """A resolution that waits: what it is about, and the effects that it has left."""

    __slots__ = ("frame", "left", "names", "state")

    def __init__(self, state: State, row: Row) -> None:
        self.left: Effects = tuple(each for each in row.cls.prop(REST, ()) if isinstance(each, Term))
        self.state = state
        self.frame = Frame(row.cls.controller, row.refs, row.num, self.left)
        self.names = _names_in(self.left)

    def is_left(self, lists: Iterable[Effects]) -> bool:
        """Whether what is left can come about from one of these lists of effects, as an ability or spell has them."""
        if not self.left or not isinstance(self.left[0], WAITS):
            return self._somebody_left() and (not self.left or self._comes_from(lists))
        return self._comes_from(lists)

    def _somebody_left(self) -> bool:
        """Whether a player has left the game: then a resolution waits in any effect of it (800.4a)."""
        return any(LOST in row.cls.by_prop for row in self.state.rows.values())

    def _comes_from(self, lists: Iterable[Effects]) -> bool:
        return any(self._reached(each) for effects in lists for each in self._named(effects))

    def _named(self, effects: Effects) -> Iterator[Effects]:
        """A list of effects, and with each name that may have been chosen where it asks for one (201.4)."""
        yield effects
        if has_kind(effects, ChooseName):
            sets: list[Term] = []
            walk(effects, sets.append)
            chosen = [each for each in sets if isinstance(each, Filter) and each.chosen == "name"]
            for name in self.names:
                made = effects
                for each in chosen:
                    made = swap(made, each, replace(each, chosen="", named=name))
                yield made

    def _reached(self, effects: Effects) -> bool:
        """Whether what is left comes about from a list: a search of all that its effects become, each looked at once."""
        todo: list[tuple[Effects, Effects]] = [(effects, self.left)]
        seen = {todo[0]}
        while todo:
            said, left = todo.pop()
            spend(1)
            for at, effect in enumerate(said):
                behind = said[at + 1 :]
                size = len(left) - len(behind)
                if size < 1 or left[size:] != behind:
                    continue
                first = left[:size]
                if first in ((effect,), (self._now(effect),)):
                    return True
                for made in self._becomes(self._now(effect)):
                    if made and (made, first) not in seen:
                        seen.add((made, first))
                        todo.append((made, first))
        return False

    def _now(self, effect: Term) -> Term:
        """An effect as it is carried out, with what is known by then in it."""
        try:
            return as_carried_out(self.state, self.frame, effect)
        except Unsupported:
            return effect

    def _who(self, who: Term) -> list[int]:
        """The players who are meant, in turn order."""
        try:
            return players(self.state, self.frame, who)
        except Unsupported:
            return []

    def _becomes(self, effect: Term) -> Iterator[Effects]:
        """Each list of effects that stands in the place of one once it was begun."""
        match effect:
            case May(effects, who):
                several = self._who(who)
                if len(several) > 1:
                    yield tuple(May(swap(effects, who, Seat(seat)), Seat(seat)) for seat in several)
                else:
                    yield effects
            case ChooseOne(options):
                yield from options
            case IfDone(first, then, otherwise) if first:
                yield (*first, IfDone((), then, otherwise))
            case IfDone(_, then, otherwise):
                yield from (then, tuple(each for each in then if not isinstance(each, Reflexive)), otherwise)
            case Branch(_, then, otherwise):
                yield from (then, otherwise)
            case MayPay() | FlipCoin():
                several = self._who(effect.who)
                if len(several) > 1:
                    yield tuple(replace(effect, who=Seat(seat)) for seat in several)
                else:
                    yield from (effect.then, effect.otherwise)
            case FlipUntilLost(_, then):
                yield then
            case RepeatProcess(effects, condition):
                yield (*effects, Branch(condition, (Again(effect),)))
            case Again(process):
                yield (process,)
            case ForEachPlayer():
                yield from self._for_each(effect)
            case SacrificeChosen() | Discard():
                yield from self._given_up(effect)
            case Discover(amount):
                yield discovering(amount)
            case CastFor(what, costs, how, to):
                left = (Move(what, to),)
                yield left
                yield (MayPay(You(), costs, (CastFree(what, how=how, paid=True),), left),)

    def _for_each(self, effect: ForEachPlayer) -> Iterator[Effects]:
        """The same effects for each player, or for one who is chosen (101.4)."""
        several = self._who(effect.who)
        if effect.chosen and len(several) > 1:
            yield from (swap(effect.effects, ThatPlayer(), Seat(seat)) for seat in several)
            return
        only = effect.effects[0] if len(effect.effects) == 1 else None
        if isinstance(only, DealDamage) and only.to == ThatPlayer():
            return
        each = tuple(swap(one, ThatPlayer(), Seat(seat)) for seat in several for one in effect.effects)
        if len(several) > 1 and isinstance(only, SacrificeChosen | Discard) and only.who == ThatPlayer():
            yield (*each, _TOGETHER[type(only)])
        else:
            yield each

    def _given_up(self, effect: SacrificeChosen | Discard) -> Iterator[Effects]:
        """What each of several players chooses, and then gives up together with the others (101.4)."""
        several = self._who(effect.who)
        if len(several) == 1 and isinstance(effect.who, Seat):
            return
        each: Effects = tuple(
            replace(effect, who=Seat(seat))
            if isinstance(effect, Discard)
            else SacrificeChosen(Seat(seat), effect.filter, effect.amount)
            for seat in several
        )
        if len(several) > 1:
            each += (effect,) if isinstance(effect, Discard) else (_TOGETHER[SacrificeChosen],)
        yield each


#: What is done behind the choices of several players.
_TOGETHER: Final[dict[type, Term]] = {
    SacrificeChosen: SacrificeObject(Result(), by_controller=True),
    Discard: Discard(EachPlayer(), Fixed(0)),
}


def _names_in(effects: Effects) -> tuple[str, ...]:
    """The card names that sets in effects ask for."""
    found: dict[str, None] = {}

    def visit(node: Term) -> None:
        if isinstance(node, Filter) and node.named:
            found[node.named] = None

    walk(effects, visit)
    return tuple(found)


def spell_lists(state: State, row: Row, cards: Iterable[Proto]) -> Iterator[Effects]:
    """The effects of a spell that resolves, in the way in which it was cast; of any of these cards where it isn't known."""
    spell = row.refs.get(SPELL)
    cls: Any = state.rows[spell.row].cls if isinstance(spell, Ref) else spell.cls if isinstance(spell, Gone) else None
    if cls is None:
        return
    how = tuple(name.removeprefix(HOW) for name, _ in cls.props if name.startswith(HOW))
    for card in (cls.proto,) if cls.proto is not None else cards:
        yield effects_of_spell(card, how)
