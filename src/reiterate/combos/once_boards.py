"""Boards for lines that are played once: a great X, counters that an ability waits for, a card cast twice.
Part of the solver: the boards.

Such a board is one that a loop is looked for on, with more on it. Nothing of it comes back, so it may be dear.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from reiterate.amounts.numerals import parse_quantity
from reiterate.combos.board_questions import acts_in_combat
from reiterate.combos.helpers import MAKE_MANA, card_helper, great_helper, helper_for, known_in_hand, lands_paying
from reiterate.combos.layouts import KNOWN_LIBRARY, Layout, layouts
from reiterate.combos.paid_once import casts_of_drawn, hurts_all, life_beyond, not_doubled, pays_any_life
from reiterate.combos.pools import X_MANA, dearest, pool_for
from reiterate.combos.reached import reached
from reiterate.combos.smaller import face_names, lacking
from reiterate.oracle import CompiledCard
from reiterate.survey.wants import acts_as_it_enters, fits, holds, host_of, permanent, wants_of
from reiterate.terms.abilities import Activated, SpellAbility, Static, Triggered
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.conditions import Compared
from reiterate.terms.costs import DiscardCost, ManaCost, TapOthers
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_zones import Move, ReturnToHand, Search, Shuffle
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountersOn, Fixed, StatOf, XValue
from reiterate.terms.references import Filter, That, This
from reiterate.terms.trigger_events import Dies

#: An X that ten poison counters take (704.5c); a greater one is as much as a life total.
POISON: Final = 10

#: What sacrifices a creature for nothing but mana.
ALTAR: Final = "Ashnod's Altar"

#: Of the boards for loops, how many are made dearer in each way.
FIRST: Final = 2


def once_boards(cards: Sequence[CompiledCard], life: str) -> Iterator[Layout]:
    """The boards for lines that are played once, the likeliest first. ``life``: of each player, in digits.

    Boards with one life more are for cards that pay life, with one less for cards that hurt all. Others have as much more as
    payments take off to come to an exact total. A library is known where a card is cast among those that were just drawn.
    """
    great = (great_helper(), 1)  # what any creature does is looked for first
    boards = sorted((not_doubled(layout, cards) for layout in layouts(cards)), key=lambda each: great in each.helpers)
    protos = [card.proto for card in cards]
    boards = [*reached(protos, boards), *boards]
    total = parse_quantity(life)
    if isinstance(total, int) and any(map(pays_any_life, protos)):
        yield from (replace(layout, life=str(total + 1)) for layout in boards if not layout.life)
    if isinstance(total, int):
        for more in life_beyond(protos, total):
            yield from (replace(layout, life=str(total + more)) for layout in boards if not layout.life)
    if any(map(casts_of_drawn, protos)):
        yield from (
            replace(layout, library=KNOWN_LIBRARY) for layout in boards if not layout.library and not layout.starters
        )
    yield from paid_by_lands(cards, boards)
    for card in cards:
        if enchants_what_is_made(card.proto, protos):
            yield from _cast_on_it(card, boards)
    yield from _with_more(cards, boards, total if isinstance(total, int) else POISON)
    yield from boards
    if isinstance(total, int) and total > 1 and any(map(hurts_all, protos)):
        yield from (replace(layout, life=str(total - 1)) for layout in boards if not layout.life)


def _with_more(cards: Sequence[CompiledCard], boards: Sequence[Layout], total: int) -> Iterator[Layout]:
    """Boards that have what one line takes and no loop: a great X, the counters that an ability waits for, what sacrifices."""
    if any(measures_the_dead(card.proto) for card in cards):
        altar = (card_helper(ALTAR, "a permanent that sacrifices a creature"), 1)
        whole = [layout for layout in boards if not layout.starters]
        yield from (replace(layout, helpers=(*layout.helpers, altar)) for layout in whole[:FIRST])
    if any(holds(card.proto.abilities, Search, _any_number) for card in cards):
        known = [layout for layout in boards if layout.library and layout.mana and not layout.starters]
        yield from (replace(layout, helpers=()) for layout in known[:FIRST])
    discarded = max(any_discarded(card.proto) for card in cards)
    if discarded:
        held = (known_in_hand(), discarded)
        entering = [card for card in cards if acts_as_it_enters(card.proto)]
        there = sorted(boards, key=lambda each: sum(_lies(each, card) for card in entering))
        yield from (replace(each, helpers=(*each.helpers, held)) for each in there if not each.starters)
    costs = [*wants_of([card.proto for card in cards]).costs]
    more = Counter(dict(pool_for(costs))) - Counter(dict(pool_for([dearest(costs)]))) if len(costs) > 1 else None
    if more:  # a pool for the dearest ability pays for one of them
        there = [layout for layout in boards if layout.mana and not layout.starters]
        yield from (_with_pool(layout, more) for layout in there[:FIRST])
    for card in cards:
        many = _xs(card.proto)
        if many:
            there = [layout for layout in boards if _is_used(layout, card) and not layout.starters]
            for size in dict.fromkeys((POISON, max(POISON, total))):
                yield from (_with_pool(layout, {"C": (size - X_MANA) * many}) for layout in islice(there, FIRST))
        if returns_to_owner(card.proto):
            there = [layout for layout in boards if _held(layout, card) and not layout.starters]
            yield from _cast_again(cards, card, there[:FIRST])
        waits = awaited(card.proto)
        if waits:
            yield from islice(
                (_with_counters(layout, card.name, waits) for layout in boards if _lies(layout, card)), FIRST
            )


def any_discarded(proto: Proto) -> int:
    """The greatest number of cards that one cost of a card discards, whatever cards they are; 0 for none."""
    found = [0]

    def visit(node: Term) -> None:
        if isinstance(node, DiscardCost) and node.filter == Filter() and isinstance(node.amount, Fixed):
            found.append(node.amount.value)

    walk(proto.abilities, visit)
    return max(found)


def paid_by_lands(cards: Sequence[CompiledCard], boards: Sequence[Layout]) -> Iterator[Layout]:
    """Boards on which lands pay for each spell once and for the dearest ability, where something happens in a combat or an upkeep.

    Mana of the main phase is gone by then (500.5).
    """
    protos = [card.proto for card in cards]
    if not any(map(acts_in_combat, protos)):
        return
    spells = [proto.mana_cost or () for proto in protos if not permanent(proto)]
    wanted = wants_of(protos)
    lands = lands_paying([*spells, dearest([*wanted.costs, *wanted.once])])
    made: list[Layout] = []
    likely = sorted(boards, key=lambda each: not each.theirs)  # where cards are milled, all of them may be
    for layout in likely if lands else ():
        bare = not any(helper.name in MAKE_MANA for helper, _ in layout.helpers) and not layout.starters
        if bare and all(layout.hand.count(card.name) == (not permanent(card.proto)) for card in cards):
            paid = replace(layout, cost=0, helpers=(*layout.helpers, *lands.items()), mana=())
            made += [] if paid in made else [paid]
    yield from made


def returns_to_owner(proto: Proto) -> bool:
    """Whether a spell goes back to its owner's hand or library as it resolves (608.2n): it is cast again."""

    def goes_back(node: Term) -> bool:
        there = not isinstance(node, Move) or node.zone in ("hand", "library")
        return there and isinstance(getattr(node, "object", None), This)

    spells = tuple(each for each in proto.abilities if isinstance(each, SpellAbility))
    return holds(spells, Move | ReturnToHand | Shuffle, goes_back)


def _cast_again(cards: Sequence[CompiledCard], card: CompiledCard, boards: Sequence[Layout]) -> Iterator[Layout]:
    """Boards that pay for a card twice: at once, or with lands that pay in the next turn. What is searched is known.

    Where the card goes so deep into a library, a cost that taps X permanents finds as many of them: X is what reaches it.
    """
    library = KNOWN_LIBRARY if wants_of([each.proto for each in cards]).searches else ""
    again = [card.proto.mana_cost or ()]
    deep = depth(card.proto)
    tapped = {helper_for(filter, ()) for each in cards for filter in _tapped_by_x(each.proto)} if deep else set()
    for layout in boards:
        enough = tuple((helper, max(n, deep) if helper in tapped else n) for helper, n in layout.helpers)
        known = replace(layout, library=layout.library or library, helpers=enough)
        yield _with_pool(known, dict(pool_for(again)))
        beside = Counter(dict(enough)) | Counter(lands_paying(again))
        yield replace(known, helpers=tuple(beside.items()))


def depth(proto: Proto) -> int:
    """How deep in its owner's library a spell is put as it resolves (401.7); 0 where it is not, or on top."""
    found: list[int] = []

    def visit(node: Term) -> None:
        if (
            isinstance(node, Move)
            and node.zone == "library"
            and isinstance(node.object, This)
            and node.place.isdecimal()
        ):
            found.append(int(node.place))

    walk(tuple(each for each in proto.abilities if isinstance(each, SpellAbility)), visit)
    return max(found, default=0)


def _tapped_by_x(proto: Proto) -> Iterator[Filter]:
    """The sets of permanents of which costs of a card tap X."""
    costs = (cost for each in proto.abilities if isinstance(each, Activated) for cost in each.costs)
    return (cost.filter for cost in costs if isinstance(cost, TapOthers) and isinstance(cost.amount, XValue))


def enchants_what_is_made(proto: Proto, protos: Sequence[Proto]) -> bool:
    """Whether an Aura may be on a token that another of some cards makes: it is cast when that is there (303.4a)."""
    host = host_of(proto)
    if host is None or "Aura" not in proto.subtypes:
        return False

    def fits_it(node: Term) -> bool:
        return isinstance(node, CreateTokens) and fits(with_fields(host, {"controller": "any"}), node.token)

    return any(other is not proto and holds(other.abilities, CreateTokens, fits_it) for other in protos)


def _cast_on_it(card: CompiledCard, boards: Sequence[Layout]) -> Iterator[Layout]:
    """Boards on which an Aura that lay on something beside the cards is in hand, with lands that pay for it once, at any time."""
    lands = lands_paying([card.proto.mana_cost or ()])
    for layout in [layout for layout in boards if _lies(layout, card) and not layout.starters][:FIRST]:
        host = next(
            entry.get("attached to") for entry in layout.battlefield if entry.get("card") in face_names(card.name)
        )
        held = lacking(layout, card.name)
        helpers = Counter({helper: n for helper, n in held.helpers if helper.name != host}) | Counter(lands)
        made = replace(held, hand=(*held.hand, card.name), helpers=tuple(helpers.items()))
        yield made


def _any_number(node: Term) -> bool:
    """Whether a search takes as many cards as there are: mana that is there pays for the search alone."""
    return isinstance(node, Search) and node.amount == 0 and node.to == "battlefield"


def measures_the_dead(proto: Proto) -> bool:
    """Whether something that happens as a creature dies is as much as that creature was great (603.10a)."""

    def measured(node: Term) -> bool:
        return isinstance(getattr(node, "trigger", None), Dies) and holds(node, StatOf, _of_that)

    return holds(proto.abilities, Triggered, measured)


def _of_that(node: Term) -> bool:
    return isinstance(getattr(node, "object", None), That)


def _xs(proto: Proto) -> int:
    """How many X the cost of a spell has, or that of an ability; 0 where there is none to be paid.

    An X that is a number of targets is no greater than what there is to target (601.2c).
    """
    costs = [
        cost.symbols
        for each in proto.abilities
        if isinstance(each, Activated) and not _targets_x(each)
        for cost in each.costs
        if isinstance(cost, ManaCost)
    ]
    aimed = any(isinstance(each, SpellAbility) and _targets_x(each) for each in proto.abilities)
    return max((symbols.count("X") for symbols in (() if aimed else proto.mana_cost or (), *costs)), default=0)


def _targets_x(ability: Activated | SpellAbility) -> bool:
    return any(spec.run == "X" for spec in ability.targets)


def awaited(proto: Proto) -> dict[str, int]:
    """The counters from which on a permanent has an ability: of each kind the least number (711.2a, 721.2a)."""
    found: dict[str, int] = {}
    for ability in proto.abilities:
        waits = ability.condition if isinstance(ability, Static) else None
        if isinstance(waits, Compared) and waits.op == ">=" and isinstance(waits.right, Fixed):
            there = waits.left
            if isinstance(there, CountersOn) and isinstance(there.object, This):
                found.setdefault(there.kind, waits.right.value)
    return found


def _is_used(layout: Layout, card: CompiledCard) -> bool:
    """Whether a board has a card where its cost is paid: a permanent that does something lies there, any other card is in hand."""
    return (
        _lies(layout, card)
        if permanent(card.proto) and "X" not in (card.proto.mana_cost or ())
        else _held(layout, card)
    )


def _lies(layout: Layout, card: CompiledCard) -> bool:
    return any(entry.get("card") in face_names(card.name) for entry in layout.battlefield)


def _held(layout: Layout, card: CompiledCard) -> bool:
    return not face_names(card.name).isdisjoint(layout.hand)


def _with_pool(layout: Layout, more: Mapping[str, int]) -> Layout:
    """A board with more mana in the pool."""
    return replace(layout, mana=tuple((Counter(dict(layout.mana)) + Counter(more)).items()))


def _with_counters(layout: Layout, name: str, counters: dict[str, int]) -> Layout:
    """A board on which a card has so many counters of each kind."""
    entries = tuple(
        {**entry, "counters": {kind: str(n) for kind, n in counters.items()}}
        if entry.get("card") in face_names(name)
        else entry
        for entry in layout.battlefield
    )
    return replace(layout, battlefield=entries)
