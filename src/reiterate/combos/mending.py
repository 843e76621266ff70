"""Mending boards by what lacks on them: why some ability never happened in a search, and the simplest thing that gives what it asks for.
Part of the solver: the boards.

A layout is a guess at what some cards ask for. A search that fails tells which abilities never happened (``came_up``). For each of them
the rules are asked why. There may be no legal target, or nothing to pay a cost with. A condition may be false, or nothing brings an event about. The
answer is a ``Lack``. ``mended`` adds the simplest thing that gives it, and the rules say whether it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from reiterate.amounts import plain
from reiterate.combos.helpers import (
    LINK,
    PLATE,
    STARTERS,
    Helper,
    attached_helper,
    buried_helper,
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
from reiterate.state.model import STACK, State, player
from reiterate.state.properties import MANA
from reiterate.survey.came_up import CameUp, came_up
from reiterate.survey.relevance import BoardReading
from reiterate.survey.wants import CARD, sets_off
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, Static, Triggered
from reiterate.terms.base import Ability, walk, with_fields
from reiterate.terms.conditions import Condition, During
from reiterate.terms.costs import Cost, DiscardCost, ExileCost, ManaCost, ReturnCost, SacrificeCost, TapOthers
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetSpec, This
from reiterate.terms.static_effects import CastOnly
from reiterate.terms.trigger_events import Enters, IsDealtDamage

#: Boards that are mended, how often each, and the steps of a look at one of them.
BOARDS: Final = 3
TIMES: Final = 3
LOOK: Final = 200

#: Laps for which mana is laid out that a lap spends and does not make at first.
LAPS: Final = 6

#: Of what there is more of than a search began with, so much at most.
MOST: Final = 24

#: Cards for the graveyard, one of each, where a condition may count cards or card types there.
_PILE: Final = (Filter(types=("artifact", "creature")), Filter(types=("land",)), Filter(types=("enchantment",)))

#: The code of a line of play that stops at a card that nobody knows.
_UNKNOWN: Final = "unknown-card"

_ME: Final = 0

#: Lays a board out.
Laid: TypeAlias = "Callable[[Layout], Position | Refusal]"


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that a card asks for and that a board hasn't got.

    ``what``: the kind of it. "target": ``many`` legal targets of ``spec``. "object": ``many`` of ``filter`` in ``zone``, to pay a cost with.
    "mana": ``symbols``. "event": ``starters`` of which any would set a trigger off. "entering": the card has to enter. "condition":
    ``condition`` is false. "library": known cards in it. "surviving": the card dies of the damage that it waits for. "more": nothing else lacks.
    ``card``: the card that asks, None where the whole board does.
    """

    what: Literal["target", "object", "mana", "event", "entering", "condition", "library", "surviving", "more"]
    card: Proto | None = None
    spec: TargetSpec | None = None
    filter: Filter | None = None
    zone: str = BATTLEFIELD
    many: int = 1  # discrete: printed
    symbols: tuple[str, ...] = ()
    starters: tuple[str, ...] = ()
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Mending:
    """The mending of some cards' boards. ``names``: of the cards. ``laid``: lays a board out."""

    names: tuple[str, ...]
    laid: Laid

    def run(self, boards: Sequence[Layout]) -> Iterator[tuple[Layout, Position]]:
        """The mended boards, each with its position.

        In: boards that were searched in vain, the likeliest first. Of boards with the cards at the same places the first one is mended.
        A mended board is mended once more as long as more happens there than before. A card that has to enter is put into the hand only if no board has it there.
        """
        held = {name for layout in boards for name in layout.hand}
        for layout in _unlike(boards):
            happened = -1
            for _ in range(TIMES):
                position = self.laid(layout)
                if isinstance(position, Refusal):
                    break
                seen = came_up(position.state, _ME, LOOK)
                if seen.many <= happened:  # what was added was of no use
                    break
                happened = seen.many
                lacking = lacks(position.state, self.names, seen)
                more = self.mended(
                    layout, [each for each in lacking if each.what != "entering" or not _among(each, held)]
                )
                there = self.laid(more)
                if more == layout or isinstance(there, Refusal):
                    break
                layout = more
                yield layout, there

    def mended(self, layout: Layout, lacking: Sequence[Lack]) -> Layout:
        """A board with the simplest things that give what lacks. What nothing gives stays lacking."""
        for lack in lacking:
            for tried in ways(layout, lack):
                position = self.laid(tried)
                if isinstance(position, Position) and given(position.state, lack) is not False:
                    layout = tried
                    break
        return layout


def _unlike(boards: Sequence[Layout]) -> list[Layout]:
    """The first boards of those that have the cards at the same places."""
    found: dict[object, Layout] = {}
    for layout in boards:
        entries = tuple((str(each.get("card")), str(each.get("attached to"))) for each in layout.battlefield)
        found.setdefault((entries, layout.hand, layout.graveyard), layout)
    return list(found.values())[:BOARDS]


def _among(lack: Lack, names: set[str]) -> bool:
    return lack.card is not None and any(lack.card.name in face_names(name) for name in names)


# --- what lacks --------------------------------------------------------------------------------------------------


def lacks(start: State, names: Sequence[str], seen: CameUp) -> list[Lack]:
    """What the named cards lack on a board, as a search of it tells: what never happened there, and why."""
    faces = {face for name in names for face in face_names(name)}
    board = BoardReading(start, _ME)
    found: list[Lack] = []
    for i, handle in enumerate(board.handles):
        proto = start.rows[handle].cls.proto
        if proto is None or proto.name not in faces:
            continue
        there = board.on_battlefield(i)
        if not there and (proto, None) not in seen.played:
            found += _to_cast(proto)
        abilities = [each for one in board.rows[i].abilities for each in (one, *_meant(one))]
        for ability in abilities:
            if _waits(ability, proto, seen, there):
                found += _why(proto, ability)
        if proto in seen.died and any(_of_damage(each) for each in abilities):
            found.append(Lack("surviving", proto))
    found += [Lack("library")] if _UNKNOWN in seen.stopped else []
    short = tuple(kind for kind, n in seen.short.items() for _ in range(min(n * LAPS, MOST)))
    found += [Lack("mana", symbols=short)] if short else []
    return list(dict.fromkeys(each for each in found if given(start, each) is not True)) or [Lack("more")]


def _meant(ability: Ability) -> Sequence[Ability]:
    return meaning(ability) if isinstance(ability, Keyword) else ()


def _of_damage(ability: Ability) -> bool:
    return isinstance(ability, Triggered) and isinstance(ability.trigger, IsDealtDamage)


def _waits(ability: Ability, proto: Proto, seen: CameUp, there: bool) -> bool:
    """Whether an ability works where its card is and never happened. ``there``: on the battlefield."""
    if isinstance(ability, Triggered):
        return there and ability not in seen.triggered
    here = isinstance(ability, Activated) and (ability.zone == BATTLEFIELD) == there
    return here and (proto, ability) not in seen.played


def _to_cast(proto: Proto) -> Iterator[Lack]:
    """What may lack to cast a card."""
    yield Lack("mana", proto, symbols=tuple(proto.mana_cost or ()))
    for ability in proto.abilities:
        if isinstance(ability, SpellAbility):
            yield from _targets(proto, ability.targets)
        elif isinstance(ability, Static) and isinstance(ability.effect, CastOnly):
            yield Lack("condition", proto, condition=ability.effect.condition)


def _why(proto: Proto, ability: Ability) -> Iterator[Lack]:
    """What may lack for an ability to happen."""
    assert isinstance(ability, Activated | Triggered)
    yield from _targets(proto, ability.targets)
    if ability.condition is not None:
        yield Lack("condition", proto, condition=ability.condition)
    if isinstance(ability, Activated):
        for cost in ability.costs:
            yield from _cost(proto, cost)
    elif isinstance(ability.trigger, Enters) and isinstance(ability.trigger.subject, This):
        yield Lack("entering", proto)
    elif starters := sets_off(ability.trigger):
        yield Lack("event", proto, starters=starters)


def _targets(proto: Proto, specs: Sequence[TargetSpec]) -> Iterator[Lack]:
    """The targets that have to be there; of those that have to differ there are as many."""
    must = [spec for spec in specs if not spec.optional and spec.least and not spec.run]
    for spec, many in Counter(with_fields(spec, {"other": 0}) for spec in must).items():
        yield Lack("target", proto, spec, spec.filter, spec.zone, many)


def _cost(proto: Proto, cost: Cost) -> Iterator[Lack]:
    """What has to be there to pay a cost."""
    if isinstance(cost, ManaCost):
        yield Lack("mana", proto, symbols=cost.symbols)
    elif isinstance(cost, SacrificeCost | ReturnCost | TapOthers) and cost.filter is not None:
        yield Lack("object", proto, filter=cost.filter, many=cost.amount.value if isinstance(cost.amount, Fixed) else 1)
    elif isinstance(cost, DiscardCost):
        yield Lack("object", proto, filter=cost.filter, zone=HAND)
    elif isinstance(cost, ExileCost) and cost.zone == GRAVEYARD and cost.filter is not None:
        yield Lack("object", proto, filter=cost.filter, zone=GRAVEYARD)


def given(start: State, lack: Lack) -> bool | None:
    """Whether a board gives what lacks; None where only a search tells."""
    handle = next((h for h, row in start.rows.items() if row.cls.proto == lack.card), -1)
    if lack.what == "mana" and lack.card is not None:
        return _paid_by(start, lack.symbols)
    if lack.card is None or handle < 0:
        return None
    try:
        if lack.spec is not None:
            there = legal_targets(start, lack.spec, _ME, handle)
            return sum(plain(start.rows[each].n) for each in there) >= lack.many
        if lack.filter is not None and lack.zone == BATTLEFIELD:
            mine = with_fields(lack.filter, {"controller": "you"})
            return plain(count_matching(start, mine, _ME, handle)) >= lack.many
        if lack.condition is not None:
            return condition_holds(start, lack.condition, handle, _ME)
    except Unsupported:  # what a target or a condition asks can't be told here
        pass
    return None


def _paid_by(start: State, symbols: Sequence[str]) -> bool:
    """Whether the pool pays for a cost: so much of each color, and so much in all."""
    slots = start.rows[player(_ME)].num.items()
    pool = {slot.removeprefix(MANA): plain(n) for slot, n in slots if slot.startswith(MANA)}
    asked = dict(pool_for([symbols]))
    colored = all(pool.get(kind, 0) >= n for kind, n in asked.items() if kind != "C" or "C" in symbols)
    return colored and sum(pool.values()) >= sum(asked.values())


# --- what gives --------------------------------------------------------------------------------------------------


def ways(layout: Layout, lack: Lack) -> Iterator[Layout]:
    """The boards that may give what lacks, the simplest first."""
    match lack.what:
        case "target" | "object":
            yield from _with_objects(layout, lack)
        case "mana":
            yield _with_mana(layout, lack.symbols)
        case "event":
            yield from _with_event(layout, lack.starters)
        case "entering" if lack.card is not None:
            yield from _in_hand(layout, lack.card)
        case "condition" if lack.condition is not None:
            yield from _under(layout, lack.condition)
        case "library" if not layout.library:
            yield replace(layout, library=KNOWN_LIBRARY)
        case "surviving" if lack.card is not None:
            yield _with(layout, attached_helper(PLATE, lack.card.name, "indestructible"), 1)
        case "more":
            yield _twice(layout)


def _with(layout: Layout, helper: Helper, many: int) -> Layout:
    """The board with at least so many of a helper."""
    there = dict(layout.helpers)
    return replace(layout, helpers=tuple((there | {helper: max(many, there.get(helper, 0))}).items()))


def _with_mana(layout: Layout, symbols: Sequence[str]) -> Layout:
    """The board with mana for a cost beside the mana that is there, ``MOST`` of a kind at most."""
    there = dict(layout.mana)
    more = {kind: max(there.get(kind, 0), min(there.get(kind, 0) + n, MOST)) for kind, n in pool_for([symbols])}
    return replace(layout, mana=tuple((there | more).items()))


def _twice(layout: Layout) -> Layout:
    """The board with twice as much of all that lies beside the cards."""
    helpers = tuple((helper, min(2 * n, MOST) if _loose(helper) else n) for helper, n in layout.helpers)
    pool: Pool = tuple((kind, min(2 * n, MOST)) for kind, n in layout.mana)
    return replace(layout, helpers=helpers, mana=pool)


def _loose(helper: Helper) -> bool:
    return helper.zone == BATTLEFIELD and helper.name not in (PLATE, LINK)


def _with_objects(layout: Layout, lack: Lack) -> Iterator[Layout]:
    """Boards with objects of a set in a zone, few of them first: a card itself may be one of those that are asked for."""
    wanted = lack.filter or Filter()
    plainly = with_fields(wanted, {"controller": "any", "another": False, "attacking": False, "fresh": False})
    if lack.zone == HAND:
        yield _with(layout, known_in_hand(), lack.many)
    elif lack.zone == STACK:
        yield _started(layout, CARD)
    elif lack.zone == GRAVEYARD:
        helper = buried_helper(plainly) or simplest(plainly, GRAVEYARD)
        yield from [] if helper is None else [_with(layout, helper, lack.many)]
    elif lack.zone == BATTLEFIELD:
        helper = helper_for(plainly, lack.symbols) or simplest(plainly, BATTLEFIELD)
        if helper is not None and wanted.controller == "opponent":
            yield replace(layout, against=(*layout.against, (helper, lack.many)))
        elif helper is not None:
            yield from (_with(layout, helper, many) for many in range(1, lack.many + 2))


def _with_event(layout: Layout, starters: Sequence[str]) -> Iterator[Layout]:
    """A board on which a spell sets a trigger off. Where that spell is in hand already, lands pay for it in a later step (500.5)."""
    new = next((kind for kind in starters if kind not in layout.starters), "")
    if new:
        yield _started(layout, new)
        return
    for helper, many in lands_paying([STARTERS[kind][1] for kind in starters]).items():
        layout = _with(layout, helper, many)
    yield layout


def _started(layout: Layout, kind: str) -> Layout:
    paid = _with_mana(layout, list(STARTERS[kind][1]))
    return replace(paid, starters=tuple(dict.fromkeys((*layout.starters, kind))))


def _in_hand(layout: Layout, card: Proto) -> Iterator[Layout]:
    """The board with a card in hand instead of on the battlefield, and mana for it."""
    entry = next((each for each in layout.battlefield if card.name in face_names(str(each.get("card")))), None)
    hosts = {each.get("attached to") for each in layout.battlefield}
    if entry is None or "land" in card.types or entry.get("card") in hosts:
        return
    rest = tuple(each for each in layout.battlefield if each is not entry)
    yield _with_mana(replace(layout, battlefield=rest, hand=(*layout.hand, str(entry["card"]))), card.mana_cost or ())


def _under(layout: Layout, condition: Condition) -> Iterator[Layout]:
    """Boards on which a condition may hold: in an opponent's turn, or with cards in the graveyard that it may count."""
    steps: list[str] = []
    walk(condition, lambda node: steps.extend(node.steps) if isinstance(node, During) else None)
    yield replace(layout, active=THEM, step=next(iter(steps), "upkeep"))
    for filter in _PILE:
        helper = simplest(filter, GRAVEYARD)
        if helper is not None:
            layout = _with(layout, helper, 1)
            yield layout
