"""Weaker things on the board of a loop: a land of any kind, a smaller creature, fewer counters, mana of any kind.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from reiterate.combos.helpers import (
    COLORLESS_CREATURE,
    GREAT,
    GREEN_CREATURE,
    LANDS,
    MANA_CREATURE,
    SURVIVOR,
    Entry,
    Helper,
    any_land,
    card_helper,
    creature_helper,
    great_helper,
    land_for,
    sized_helper,
    target_helper,
)
from reiterate.combos.layouts import Layout
from reiterate.combos.said_anew import Part, renamed, renamed_in_part
from reiterate.combos.smaller import Taking, as_much, with_many
from reiterate.state.model import BATTLEFIELD
from reiterate.state.properties import COUNT_CASTS_OF
from reiterate.survey.needs import Need, Needs
from reiterate.survey.proof import Found
from reiterate.survey.wants import colors_asked, counters_at_first, wants_of
from reiterate.terms.base import Term, children, walk
from reiterate.terms.proto import Proto
from reiterate.worth.gains import own_gains
from reiterate.worth.given import MANA

#: Searches that may be made for weaker things, and steps that all of them may take.
TRIES: Final = 8
ALL: Final = 900

#: Creatures with abilities that may not matter.
_MORE: Final = (SURVIVOR, MANA_CREATURE, GREEN_CREATURE, COLORLESS_CREATURE)


@dataclass(slots=True)
class Weaker(Taking):
    """Puts weaker things on the board of a loop as long as a loop there gives the same things.

    ``protos``: the cards of the combo. ``gives``: whether a loop gives all that is told of another one, by second loops, too.
    """

    protos: tuple[Proto, ...] = ()
    gives: Callable[[Found, Found], bool] = as_much
    stand_ins: dict[str, str] = field(default_factory=dict)  # of what lies there in the place of others: their name

    def run(self) -> tuple[Layout, Found]:
        """The board with the weakest things that were tried and have such a loop, with that loop."""
        self._plainer()
        self._with_any_mana(self._smaller_creature)
        self._with_any_mana(self._fewer_counters)
        before = self._kept()
        if not self.found.endless or all(gain.given.kind != MANA for gain in own_gains(self.found.loop, self.found.me)):
            self._any_lands()  # else their colors are what second loops are paid with, and to ask for all those takes long
        self._any_mana()
        if self.found is not before[1] and not self.gives(self.found, before[1]):
            self.layout, self.found, self.stand_ins = before
        return self.layout, self.found

    def _with_any_mana(self, weaken: Callable[[], None]) -> None:
        """Weaken with mana of any kind taken for the same; once more without that, where less is told of the loop then."""
        before = self._kept()
        self.any_mana = True
        weaken()
        self.any_mana = False
        if self.found is before[1] or as_much(self.found, before[1]) or self.gives(self.found, before[1]):
            return
        self.layout, self.found, self.stand_ins = before
        weaken()

    def _kept(self) -> tuple[Layout, Found, dict[str, str]]:
        """What is taken up again where the weaker things give less."""
        return self.layout, self.found, dict(self.stand_ins)

    def same_needs(self, needed: Needs, found: Found) -> Needs | None:
        """The needs of a loop as those of the weaker one: the same, but for the names. None where a search found another loop.

        In: ``found``, the loop that this began with, and what it needs.
        """
        if self.tries < TRIES or self.found is found or needed.needs is None or self.layout.against:
            return None
        old = {need.name: need for need in needed.needs if _of_a_helper(need)}
        helpers = [(helper, many, self.stand_ins.get(helper.name, helper.name)) for helper, many in self.layout.helpers]
        gone = {name for _, _, name in helpers} | {helper.name for helper, _, _ in helpers}
        if any(name not in old for _, _, name in helpers):
            return None
        there = [replace(old[name], name=helper.name, count=many) for helper, many, name in helpers]
        return replace(
            needed, needs=(*there, *(need for need in needed.needs if not _of_a_helper(need) or need.name not in gone))
        )

    def _plainer(self) -> None:
        """A creature without abilities in the place of each that has a type, a color, a keyword or mana."""
        plain, theirs = creature_helper(), target_helper()
        for helper, _ in self.layout.helpers:
            if _has_more(helper):
                hung = tuple(_on_another(entry, helper, plain) for entry in self.layout.battlefield)
                board = replace(self.layout, helpers=_instead(self.layout.helpers, helper, plain), battlefield=hung)
                self._proves_renamed(board, helper, plain)
        for helper, _ in self.layout.against:
            if helper.name == SURVIVOR:
                board = replace(self.layout, against=_instead(self.layout.against, helper, theirs))
                self._proves_renamed(board, helper, theirs)

    def _proves_renamed(self, board: Layout, old: Helper, new: Helper) -> bool:
        """Take another board where the same lines, with one helper for another, are as good a loop on it."""
        lines = renamed(self.found, old.name, new.name)
        if lines is None or not self.proves(board, *lines):
            return False
        self.stand_ins[new.name] = self.stand_ins.get(old.name, old.name)
        return True

    def _smaller_creature(self) -> None:
        """A creature of less power or toughness in the place of a great one: by halves, of what matters."""
        great = great_helper()
        if great not in dict(self.layout.helpers):
            return
        there, size = great, (int(GREAT), int(GREAT))
        for tried in ((size[0], 1), (1, size[1])):
            helper = sized_helper(*tried)
            if self._proves_renamed(self._with(there, helper), there, helper):
                there, size = helper, tried
                break  # what is left decides: without both nothing great is asked for
        matters = [at for at in (0, 1) if size[at] > 1]
        for at in matters if len(matters) == 1 else []:
            low, high = 1, size[at]
            while high - low > 1 and self.tries > 0:
                middle = (low + high) // 2
                helper = sized_helper(middle, 1) if at == 0 else sized_helper(1, middle)
                if self.does(self._with(there, helper)):
                    there, high = helper, middle
                else:
                    low = middle

    def _with(self, old: Helper, new: Helper) -> Layout:
        """The board with one helper in the place of another."""
        return replace(self.layout, helpers=_instead(self.layout.helpers, old, new))

    def _any_lands(self) -> None:
        """Lands of any kind in the place of those whose color no cost asks for."""
        rest = any_land(_speak_of_lands(self.protos).basic, not any("C" in cost for cost in self._costs()))
        for helper, many in self.layout.helpers:
            color = _land_color(helper)
            asked, all_asked = ([colors_asked(cost).count(color) for cost in costs] for costs in self._costs_in_turn())
            fewest = {max(asked, default=0), max(all_asked, default=0), sum(all_asked)} if color else set()
            for few in sorted(each for each in fewest if each < many):
                lines = renamed_in_part(self.found, Part(helper.name, few, rest.name, color))
                if lines is not None and self.proves(self._with_some(helper, few, rest), *lines):
                    self.stand_ins[rest.name] = helper.name
                    break

    def _costs_in_turn(self) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        """The mana costs of abilities and of cards that aren't on the battlefield; and those of all cards, which may be cast again."""
        there = {str(entry.get("card")) for entry in self.layout.battlefield}
        away = [proto.mana_cost or () for proto in self.protos if proto.name not in there]
        return [*away, *wants_of(self.protos).costs], self._costs()

    def _with_some(self, helper: Helper, few: int, rest: Helper) -> Layout:
        """The board with so few of a helper, and another one for the others."""
        many = dict(self.layout.helpers)
        more = many.get(rest, 0) + many[helper] - few
        helpers = (
            *((each, n) for each, n in with_many(self.layout.helpers, helper, few) if each != rest),
            (rest, more),
        )
        return replace(self.layout, helpers=helpers)

    def _fewer_counters(self) -> None:
        """Fewer counters on each card that begins with more than it enters with: by halves."""
        first = {proto.name: counters_at_first(proto) for proto in self.protos}
        for entry in self.layout.battlefield:
            name, there = str(entry.get("card")), entry.get("counters")
            for kind, many in there.items() if isinstance(there, dict) else ():
                low, high = first.get(name, {}).get(str(kind), 0) - 1, int(many)
                low = max(low, 0)  # none at all was tried as what is needed was asked
                while high - low > 1 and self.tries > 0:
                    middle = (low + high) // 2
                    if self.does(self._counted(name, str(kind), middle)):
                        high = middle
                    else:
                        low = middle

    def _counted(self, name: str, kind: str, many: int) -> Layout:
        """The board with so many counters of a kind on a card."""

        def changed(entry: Entry) -> Entry:
            there = entry.get("counters")
            if entry.get("card") != name or not isinstance(there, dict):
                return entry
            return {**entry, "counters": {**there, kind: str(many)}}

        return replace(self.layout, battlefield=tuple(map(changed, self.layout.battlefield)))

    def _any_mana(self) -> None:
        """Mana of any kind in the pool for that of a color beyond what one cost asks for."""
        for kind, _ in self.layout.mana:
            many = dict(self.layout.mana)
            few = max((colors_asked(cost).count(kind) for cost in self._costs()), default=0)
            if kind in LANDS and few < many[kind]:
                pool = {**many, kind: few, "C": many.get("C", 0) + many[kind] - few}
                self.does(replace(self.layout, mana=tuple((each, n) for each, n in pool.items() if n)))

    def _costs(self) -> list[tuple[str, ...]]:
        """The mana costs of the cards and of their abilities."""
        return [*(proto.mana_cost or () for proto in self.protos), *wants_of(self.protos).costs]


def _of_a_helper(need: Need) -> bool:
    """Whether a need is of a permanent of the proposer."""
    return need.what == "object" and need.seat == 0 and need.zone == BATTLEFIELD


def _has_more(helper: Helper) -> bool:
    """Whether a helper is a creature with a type, a color, a keyword or mana, or one that nothing destroys. A great one is asked for by its size."""
    entry = dict(helper.entry)
    types = entry.get("types")
    token = isinstance(types, tuple) and "creature" in types and helper != great_helper()
    return helper.zone == BATTLEFIELD and entry.get("attached to") is None and (token or helper.name in _MORE)


def _on_another(entry: Entry, old: Helper, new: Helper) -> Entry:
    """The entry of a card that is attached to the new helper where it was attached to the old one."""
    return {**entry, "attached to": new.name} if entry.get("attached to") == old.name else entry


def _instead(there: tuple[tuple[Helper, int], ...], old: Helper, new: Helper) -> tuple[tuple[Helper, int], ...]:
    """Helpers with how many of each, with one in the place of another."""
    many = dict(there)
    more = many.pop(old)
    return tuple({**many, new: many.get(new, 0) + more}.items())


def worded(layout: Layout, found: Found, protos: Sequence[Proto]) -> Layout:
    """A layout whose lands are told by the color that a cost asks for, unless cards speak of their land type.

    A card that lies there and is never cast in a lap costs nothing.
    """
    lands = _speak_of_lands(protos)
    there = {str(entry.get("card")) for entry in layout.battlefield}
    paid = [proto for proto in protos if proto.name not in there or found.tallies.get(f"{COUNT_CASTS_OF}{proto.name}")]
    costs = [*(proto.mana_cost or () for proto in paid), *wants_of(protos).costs]
    asked = set(colors_asked([symbol for cost in costs for symbol in cost]))
    free = {_land_color(helper) for helper, _ in layout.helpers} - asked - {""}
    if len(free) > 1 or any(helper.name == any_land(lands.basic, True).name for helper, _ in layout.helpers):
        asked |= LANDS.keys()  # those that make a color are told apart from those that need not

    def told(helper: Helper) -> Helper:
        color = _land_color(helper)
        if not color or helper.name in lands.typed:
            return helper
        any_color = card_helper(helper.name, any_land(lands.basic, True).words)
        return land_for(color, lands.basic) if color in asked else any_color

    return replace(layout, helpers=tuple((told(helper), many) for helper, many in layout.helpers))


def _land_color(helper: Helper) -> str:
    """The color of a basic land; "" for anything else."""
    return next((color for color, name in LANDS.items() if helper == card_helper(name, helper.words)), "")


class _Lands(NamedTuple):
    """How cards speak of lands: the land types that they name, and whether they ask for basic ones."""

    typed: frozenset[str]
    basic: bool


def _speak_of_lands(protos: Sequence[Proto]) -> _Lands:
    """How some cards speak of lands."""
    typed: set[str] = set()

    def visit(node: Term) -> None:
        for _, value in children(node):
            words = value if isinstance(value, tuple) else (value,)
            typed.update(word for word in words if isinstance(word, str) and word in LANDS.values())

    walk(tuple(proto.abilities for proto in protos), visit)
    basic = any("basic" in filter.supertypes for filter in wants_of(protos).objects)
    return _Lands(frozenset(typed), basic)
