"""The smallest board on which a loop of some cards is found: what lies near at hand, fewer things, and weaker ones.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from reiterate.combos import weaker
from reiterate.combos.idle_cards import idle_names, laid_there
from reiterate.combos.layouts import Layout
from reiterate.combos.said_anew import without_casting
from reiterate.combos.smaller import Laid, Searched, Smaller, as_much, face_names, only
from reiterate.combos.weaker import Weaker, worded
from reiterate.combos.worth_telling import gives_all
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal
from reiterate.survey.needs import Needs
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.survey.script_of_play import nodes_of
from reiterate.worth import given as g
from reiterate.worth.gains import gains, own_gains
from reiterate.worth.second_loops import Before
from reiterate.worth.trials import COLORS

#: A board with its loop and what the loop needs.
Solved: TypeAlias = tuple[Layout, Found, Needs]

#: Elementary choices that a proof on a board with a card already there may play.
PROVING: Final = 2_000


@dataclass(frozen=True, slots=True)
class LeastBoard:
    """Makes boards smaller. ``first``: the counters that each card enters with; ``needed`` and ``lean``: of a loop, as the search asks for them."""

    cards: tuple[CompiledCard, ...]
    first: Mapping[str, Mapping[str, int]]
    laid: Laid
    searched: Searched
    needed: Callable[[Layout, Found], Needs]
    lean: Callable[[Found], Found]

    def of(self, solved: Solved) -> Solved:
        """A loop that gives the same things on the smallest board on which one is found."""
        if solved[2].needs is None:
            return solved
        solved = self._detached(self._there_already(solved))
        layout, found, needed = solved
        least = only(layout, needed, self.first)
        protos = tuple(card.proto for card in self.cards)
        if least.helpers or least.starters or least.mana or least.life:
            less, other = self._fewer(least, found)
            weak = Weaker(
                less,
                other,
                self.searched,
                self.laid,
                tries=weaker.TRIES,
                steps=weaker.ALL,
                protos=protos,
                gives=_tells_all,
            )
            less, last = weak.run()
            same = weak.same_needs(needed, found) if other is found else None
            if same is not None:
                solved = (less, last, same)
            elif less is not least:
                taken = self._taken(less, self.lean(last), solved)
                solved = solved if taken is None or not _tells_all(taken[1], found) else taken
        return worded(solved[0], solved[1], protos), solved[1], solved[2]

    def _fewer(self, least: Layout, found: Found) -> tuple[Layout, Found]:
        """A board with fewer things. Mana of another kind is taken for the same where no less is told of the loop then."""
        less, other = Smaller(least, found, self.searched, self.laid, any_mana=True).run()
        if as_much(other, found) or _tells_all(other, found):
            return less, other
        return Smaller(least, found, self.searched, self.laid).run()

    def _there_already(self, solved: Solved) -> Solved:
        """A loop in which cards lie on the battlefield that are cast from the hand but once, before the first lap."""
        for card in self.cards:
            layout, found, _ = solved
            there = laid_there(layout, card) if _held(layout, card) else None
            position = None if there is None else self.laid(there)
            if there is None or position is None or isinstance(position, Refusal):
                continue
            for prefix in without_casting(found, face_names(card.name)):
                proved = Prover(position.state, found.me, Meter(PROVING)).prove(prefix, found.body)
                if isinstance(proved, Found) and gives_all(proved, found):
                    solved = self._taken(there, self.lean(proved), solved) or solved
                    break
        return solved

    def _detached(self, solved: Solved) -> Solved:
        """A loop in which an Equipment lies there alone, where it need not be attached to anything (301.5c)."""
        equipment = {
            name for card in self.cards if "Equipment" in card.proto.subtypes for name in face_names(card.name)
        }
        for at, entry in enumerate(solved[0].battlefield):
            if entry.get("card") not in equipment or entry.get("attached to") is None:
                continue
            layout, found, _ = solved
            alone = {key: value for key, value in entry.items() if key != "attached to"}
            loose = replace(layout, battlefield=(*layout.battlefield[:at], alone, *layout.battlefield[at + 1 :]))
            position = self.laid(loose)
            if isinstance(position, Refusal):
                continue
            proved = Prover(position.state, found.me, Meter(PROVING)).prove(found.prefix, found.body)
            if isinstance(proved, Found) and gives_all(proved, found) and _tells_all(proved, found):
                taken = self._taken(loose, self.lean(proved), solved)
                # to attach it at first may cost mana that it lies there attached without
                solved = taken if taken is not None and _mana_of(taken[2]) <= _mana_of(solved[2]) else solved
        return solved

    def _taken(self, layout: Layout, found: Found, before: Solved) -> Solved | None:
        """Another board with its loop, where no more cards are idle in it than before."""
        names = tuple(card.name for card in self.cards)
        needed = self.needed(layout, found)
        worse = len(idle_names(names, needed)) > len(idle_names(names, before[2]))
        return None if worse or needed.needs is None else (layout, found, needed)


def _held(layout: Layout, card: CompiledCard) -> bool:
    """Whether one copy of a card is in hand, whose being on the battlefield is a matter of having been cast.

    A Saga gets its first counter as it enters (714.3a), and a creature of no toughness would not stay (704.5f).
    """
    proto = card.proto
    many = sum(each in face_names(card.name) for each in layout.hand)
    stays = "creature" not in proto.types or (isinstance(proto.toughness, int) and proto.toughness > 0)
    return many == 1 and stays and "Saga" not in proto.subtypes and "planeswalker" not in proto.types


def _tells_all(other: Found, found: Found) -> bool:
    """Whether all that is told of a loop is told of another one: by what that one does itself, or with second loops."""
    asked = _told(found)
    itself = {gain.given for gain in own_gains(other.loop, other.me)}
    return _holds(itself, asked) or _holds(_given(other, asked - itself), asked)


def _told(found: Found) -> set[g.Given]:
    """What is told of a loop, worked out once for each."""
    told = found.loop.kept.get((_told, found.prefix))
    if not isinstance(told, set):
        told = found.loop.kept[_told, found.prefix] = _given(found, None)
    return told


def _given(found: Found, asked: Set[g.Given] | None) -> set[g.Given]:
    """What a loop gives, as far as it is asked for; None for all."""
    before = Before(found.start, nodes_of(found.prefix))
    return {gain.given for gain in gains(found.loop, found.me, before, asked)}


def _holds(told: Set[g.Given], asked: Set[g.Given]) -> bool:
    """Whether what is told holds all that is asked: mana of any color is that of each."""
    any_color = {each.more for each in told if each.kind == g.MANA and each.of == g.ANY_COLOR}
    return all(each.kind == g.MANA and each.of in COLORS and each.more in any_color for each in asked - told)


def _mana_of(needed: Needs) -> int:
    """How much mana has to be in the pool at the start of a loop."""
    return sum(need.count for need in needed.needs or () if need.what == "mana")
