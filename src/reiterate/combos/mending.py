"""Mending boards by what lacks on them: why parts of the cards never had a turn in a search, and the simplest thing that gives it.
Part of the solver: the boards.

A layout is a guess at what some cards ask for. A search that fails tells which abilities never happened (``came_up``). For each of them
this asks the rules why: no legal target, a cost with nothing to pay it, a condition that is false, an event that nothing brings about. The
answer is a ``Lack``. ``mended`` adds the simplest thing that gives it, and the rules say whether it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from reiterate.amounts import plain
from reiterate.combos.helpers import (
    MAKE_MANA,
    PLATE,
    STARTERS,
    Helper,
    attached_helper,
    buried_helper,
    creature_helper,
    helper_for,
    known_in_hand,
    lands_paying,
)
from reiterate.combos.layouts import BATTLEFIELD, GRAVEYARD, HAND, KNOWN_LIBRARY, THEM, Layout
from reiterate.combos.pools import Pool, pool_for
from reiterate.combos.searched import simplest
from reiterate.combos.smaller import face_names
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.characteristics.evaluate import condition_holds, count_matching
from reiterate.rules.events.targets import legal_targets
from reiterate.script.position import Position
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.survey.came_up import CameUp, came_up
from reiterate.survey.relevance import BoardReading
from reiterate.survey.wants import fits, mana_value, permanent, sets_off
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, Triggered
from reiterate.terms.base import Ability, with_fields
from reiterate.terms.costs import Cost, DiscardCost, ExileCost, ManaCost, ReturnCost, SacrificeCost, TapOthers
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetSpec, This
from reiterate.terms.trigger_events import Enters, IsDealtDamage

#: Boards that are mended, how often each, and the steps of a look at one of them.
BOARDS: Final = 3
TIMES: Final = 3
LOOK: Final = 200

#: Laps for which mana is laid out that a lap spends, and does not make at first.
LAPS: Final = 6

#: Of what a lap taps or takes there is twice as much, up to so many.
MOST: Final = 24

#: Kinds of cards in a graveyard that a condition may count.
_KINDS: Final = (Filter(types=("artifact", "creature")), Filter(types=("land",)), Filter(types=("enchantment",)))

_ME: Final = 0

#: What lacks something is no card of its own.
_NOBODY: Final = Proto("", ())

#: Lays a board out.
Laid: TypeAlias = "Callable[[Layout], Position | Refusal]"


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that a card asks for and that a board hasn't got.

    ``what``: the kind of it. "target": too few objects of ``spec``. "object": too few of ``filter`` to pay a cost in ``zone``. "mana": ``symbols``.
    "event": ``starters`` of which any would set a trigger off. "entering": the card has to enter itself. "condition": ``ability`` has one that is false.
    "library": known cards. "surviving": the card dies of damage that it waits for. "more": nothing else lacks, and more of all is tried.
    ``card``: the card that asks.
    """

    what: Literal["target", "object", "mana", "event", "entering", "condition", "library", "surviving", "more"]
    card: Proto
    filter: Filter | None = None
    spec: TargetSpec | None = None
    zone: str = BATTLEFIELD
    many: int = 1
    symbols: tuple[str, ...] = ()
    starters: tuple[str, ...] = ()
    ability: Activated | Triggered | None = None


@dataclass(frozen=True, slots=True)
class Mending:
    """The mending of some cards' boards. ``names``: of the cards. ``laid``: lays a board out."""

    names: tuple[str, ...]
    laid: Laid

    def run(self, boards: Sequence[Layout]) -> Iterator[tuple[Layout, Position, int]]:
        """The mended boards, each with its position and the steps that the looks before it took.

        In: boards that were searched in vain, the likeliest first. Of boards with the cards at the same places the first one is mended.
        """
        for layout in self._unlike(boards):
            steps = 0
            for _ in range(TIMES):
                position = self.laid(layout)
                if isinstance(position, Refusal):
                    break
                seen = came_up(position.state, _ME, LOOK)
                steps += seen.steps
                more = self.mended(layout, position.state, lacks(position.state, self.names, seen, layout))
                there = self.laid(more) if more != layout else None
                if not isinstance(there, Position):
                    break
                layout = more
                yield layout, there, steps
                steps = 0

    def _unlike(self, boards: Sequence[Layout]) -> list[Layout]:
        found: dict[object, Layout] = {}
        for layout in boards:
            entries = tuple((str(each.get("card")), str(each.get("attached to"))) for each in layout.battlefield)
            found.setdefault((entries, layout.hand, layout.graveyard), layout)
        return list(found.values())[:BOARDS]

    def mended(self, layout: Layout, start: State, lacking: Sequence[Lack]) -> Layout:
        """A board with the simplest things that give what lacks. What is not given by anything stays lacking."""
        for lack in lacking:
            for tried in ways(layout, lack):
                position = self.laid(tried)
                if isinstance(position, Position) and given(position.state, lack) is not False:
                    layout = tried
                    break
        return layout


# --- what lacks --------------------------------------------------------------------------------------------------


def lacks(start: State, names: Sequence[str], seen: CameUp, layout: Layout) -> list[Lack]:
    """What the named cards lack on a board, as a search of it tells: what never happened there, and why."""
    faces = {face for name in names for face in face_names(name)}
    board = BoardReading(start, _ME)
    found: list[Lack] = []
    for i, handle in enumerate(board.handles):
        proto = start.rows[handle].cls.proto
        assert proto is not None
        if proto.name not in faces:
            continue
        if not board.on_battlefield(i) and (proto, None) not in seen.played:
            found += _to_cast(start, handle, proto)
        for ability in board.rows[i].abilities:
            for each in (ability, *(meaning(ability) if isinstance(ability, Keyword) else ())):
                if _waits(each, proto, seen, board.on_battlefield(i)):
                    found += _why(start, handle, proto, each)
        if proto in seen.died and any(isinstance(each, Triggered) and isinstance(each.trigger, IsDealtDamage) for each in board.rows[i].abilities):
            found.append(Lack("surviving", proto))
    if "unknown-card" in seen.stopped:
        found.append(Lack("library", _NOBODY))
    if seen.short:
        symbols = tuple(kind for kind, n in seen.short.items() for _ in range(n * LAPS))
        found.append(Lack("mana", _NOBODY, symbols=symbols))
    return list(dict.fromkeys(each for each in found if given(start, each) is not True)) or [Lack("more", _NOBODY)]


def _waits(ability: Ability, proto: Proto, seen: CameUp, there: bool) -> bool:
    """Whether an ability could be used where the card is, and never was."""
    if isinstance(ability, Triggered):
        return there and ability not in seen.triggered
    return isinstance(ability, Activated) and (ability.zone == BATTLEFIELD) == there and (proto, ability) not in seen.played


def _to_cast(start: State, handle: int, proto: Proto) -> Iterator[Lack]:
    """What lacks to cast a card."""
    if not paid_by(start, proto.mana_cost or ()):
        yield Lack("mana", proto, symbols=tuple(proto.mana_cost or ()))
    for ability in proto.abilities:
        if isinstance(ability, SpellAbility):
            yield from _targets(start, handle, proto, ability.targets)


def _why(start: State, handle: int, proto: Proto, ability: Ability) -> Iterator[Lack]:
    """Why an ability never happened."""
    assert isinstance(ability, Activated | Triggered)
    yield from _targets(start, handle, proto, ability.targets)
    if ability.condition is not None:
        yield Lack("condition", proto, ability=ability)
    if isinstance(ability, Activated):
        for cost in ability.costs:
            yield from _cost(start, proto, cost)
    elif isinstance(ability.trigger, Enters) and isinstance(ability.trigger.subject, This):
        yield Lack("entering", proto)
    elif starters := sets_off(ability.trigger):
        yield Lack("event", proto, starters=starters)


def _targets(start: State, handle: int, proto: Proto, specs: Sequence[TargetSpec]) -> Iterator[Lack]:
    many: dict[TargetSpec, int] = {}
    for spec in specs:
        plainly = with_fields(spec, {"other": 0})
        if not spec.optional and spec.least and not spec.run:
            many[plainly] = many.get(plainly, 0) + 1
    for spec, n in many.items():
        yield Lack("target", proto, spec=spec, filter=spec.filter, zone=spec.zone, many=n)


def _cost(start: State, proto: Proto, cost: Cost) -> Iterator[Lack]:
    if isinstance(cost, ManaCost) and not paid_by(start, cost.symbols):
        yield Lack("mana", proto, symbols=cost.symbols)
    elif isinstance(cost, SacrificeCost | ReturnCost | TapOthers) and cost.filter is not None:
        many = cost.amount.value if isinstance(cost.amount, Fixed) else 1
        yield Lack("object", proto, filter=cost.filter, many=many)
    elif isinstance(cost, DiscardCost):
        yield Lack("object", proto, filter=cost.filter, zone=HAND)
    elif isinstance(cost, ExileCost) and cost.zone == GRAVEYARD and cost.filter is not None:
        yield Lack("object", proto, filter=cost.filter, zone=GRAVEYARD)


def paid_by(start: State, symbols: Sequence[str]) -> bool:
    """Whether the mana pool of a board pays for a cost: each color that is asked for, and as much in all."""
    pool = {slot.removeprefix(MANA): plain(n) for slot, n in start.rows[player(_ME)].num.items() if slot.startswith(MANA)}
    asked = dict(pool_for([symbols]))
    colored = all(pool.get(kind, 0) >= n for kind, n in asked.items() if kind != "C")
    return colored and sum(pool.values()) >= sum(asked.values())


def given(start: State, lack: Lack) -> bool | None:
    """Whether a board gives what lacks; None where only a search tells."""
    handle = next((h for h, row in start.rows.items() if row.cls.proto == lack.card), -1)
    try:
        if lack.what == "target" and lack.spec is not None and handle >= 0:
            there = legal_targets(start, lack.spec, _ME, handle)
            return sum(plain(start.rows[each].n) for each in there) >= lack.many
        if lack.what == "object" and lack.filter is not None and lack.zone == BATTLEFIELD:
            return plain(count_matching(start, with_fields(lack.filter, {"controller": "you"}), _ME, handle)) >= lack.many
        if lack.what == "condition" and lack.ability is not None and lack.ability.condition is not None and handle >= 0:
            return condition_holds(start, lack.ability.condition, handle, _ME)
    except (Unsupported, AssertionError, KeyError):
        return None
    return None


# --- what gives --------------------------------------------------------------------------------------------------


def ways(layout: Layout, lack: Lack) -> Iterator[Layout]:
    """The boards that may give what lacks, the simplest first."""
    if lack.what in ("target", "object") and lack.filter is not None:
        yield from _with_objects(layout, lack)
    elif lack.what == "mana":
        pool = _more(layout.mana, pool_for([lack.symbols]))
        yield replace(layout, mana=tuple((kind, max(min(n, MOST), dict(layout.mana).get(kind, 0))) for kind, n in pool))
    elif lack.what == "event":
        yield from _with_event(layout, lack)
    elif lack.what == "entering":
        yield from _in_hand(layout, lack.card)
    elif lack.what == "condition":
        yield from _under(layout, lack)
    elif lack.what == "library" and not layout.library:
        yield replace(layout, library=KNOWN_LIBRARY)
    elif lack.what == "surviving":
        yield _with(layout, attached_helper(PLATE, lack.card.name, "indestructible"), 1)
    elif lack.what == "more":
        yield replace(
            layout,
            helpers=tuple((h, min(2 * n, MOST) if h.zone == BATTLEFIELD and "attached to" not in dict(h.entry) else n) for h, n in layout.helpers),
            mana=tuple((kind, min(2 * n, MOST)) for kind, n in layout.mana),
        )


def _with(layout: Layout, helper: Helper, many: int) -> Layout:
    there = dict(layout.helpers)
    there[helper] = max(many, there.get(helper, 0))
    return replace(layout, helpers=tuple(there.items()))


def _more(pool: Pool, more: Pool) -> Pool:
    there = dict(pool)
    for kind, n in more:
        there[kind] = there.get(kind, 0) + n
    return tuple(there.items())


def _with_objects(layout: Layout, lack: Lack) -> Iterator[Layout]:
    """Boards with so many objects of a set in a zone."""
    assert lack.filter is not None
    wanted = with_fields(lack.filter, {"controller": "any", "another": False, "attacking": False, "fresh": False})
    if lack.zone == HAND:
        yield _with(layout, known_in_hand(), lack.many)
    elif lack.zone == GRAVEYARD:
        helper = buried_helper(lack.filter) or simplest(wanted, "graveyard")
        yield from [_with(layout, helper, lack.many)] if helper is not None else []
    elif lack.zone == BATTLEFIELD:
        made = [helper_for(wanted, lack.symbols) or simplest(wanted, BATTLEFIELD)]
        for helper in made:
            if helper is None:
                continue
            if lack.filter.controller == "opponent":
                yield replace(layout, against=(*layout.against, (helper, lack.many)))
            else:
                for many in range(1, lack.many + 2):
                    yield _with(layout, helper, many)
    elif lack.zone == "stack":
        yield from _started(layout, "card")


def _with_event(layout: Layout, lack: Lack) -> Iterator[Layout]:
    """Boards on which a spell sets the trigger off, paid for with mana; or with lands, where mana of the main phase was of no use."""
    for kind in lack.starters:
        if kind not in layout.starters:
            yield from _started(layout, kind)
    for kind in lack.starters:
        if kind in layout.starters:
            lands = lands_paying([_cost_of(kind)])
            for helper, n in lands.items():
                layout = _with(layout, helper, n)
            yield layout


def _started(layout: Layout, kind: str) -> Iterator[Layout]:
    pool = _more(layout.mana, pool_for([_cost_of(kind)]))
    yield replace(layout, starters=(*layout.starters, kind), mana=pool)


def _cost_of(kind: str) -> list[str]:
    return list(STARTERS[kind][1])


def _in_hand(layout: Layout, card: Proto) -> Iterator[Layout]:
    """The board with a card in hand instead of on the battlefield, and mana for it."""
    entry = next((each for each in layout.battlefield if card.name in face_names(str(each.get("card")))), None)
    if entry is None or "land" in card.types or any(each.get("attached to") == entry["card"] for each in layout.battlefield):
        return
    rest = tuple(each for each in layout.battlefield if each is not entry)
    pool = _more(layout.mana, pool_for([card.mana_cost or ()]))
    yield replace(layout, battlefield=rest, hand=(*layout.hand, str(entry["card"])), mana=pool)


def _under(layout: Layout, lack: Lack) -> Iterator[Layout]:
    """Boards on which a condition may hold: in another turn, or with something that it could count."""
    yield replace(layout, active=THEM, step="upkeep")
    kinds = [each for filter in _KINDS if (each := simplest(filter, "graveyard")) is not None]
    piled = layout
    for helper in kinds:
        piled = _with(piled, helper, 1)
        yield piled
    yield _with(layout, creature_helper(), 4)
