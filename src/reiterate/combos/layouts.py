"""Layouts: the ways to lay some cards out as a board, by what their terms ask for, the likeliest first.
Part of the solver: the boards.

A layout says where each card is, what lies beside the cards, what mana there is, and what can set
something off. Nothing here knows the name of a card that is laid out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, TypeAlias

import yaml

from reiterate.combos import board_questions as q
from reiterate.combos.costs_less import counted_in_graveyard, counted_with_counters, counters_for_less
from reiterate.combos.first_spells import with_first_spells
from reiterate.combos.helpers import (
    COLORED_ARTIFACT,
    COLORLESS_CREATURE,
    GREEN_CREATURE,
    LINK,
    MAKE_MANA,
    MANA_ARTIFACT,
    MANA_CREATURE,
    MANY_COLORED,
    PLATE,
    STARTERS,
    TWO_COLORLESS,
    Entry,
    Helper,
    apart,
    attached_helper,
    beside_combats,
    beside_turns,
    brought,
    buried_helper,
    card_helper,
    chosen_beside,
    colorful_helper,
    creature_helper,
    dear_helper,
    devoted_helpers,
    fits_helper,
    great_helper,
    held_helper,
    helper_for,
    is_tapped,
    known_in_hand,
    land_helper,
    lands_of_a_turn,
    lands_paying,
    lasting_helper,
    libraries,
    other_host,
    paying_objects,
    rich_land,
    small_helper,
    surviving_host,
    survivor_helper,
    tapped_out,
    target_helper,
    wastes_helper,
)
from reiterate.combos.kinds_counted import kinds_beside
from reiterate.combos.linked_costs import with_linked_costs
from reiterate.combos.pools import Pool, dearest, pool_for
from reiterate.combos.searched import searched_libraries
from reiterate.oracle import CompiledCard
from reiterate.records import replace
from reiterate.script.yaml_text import FORMAT
from reiterate.survey import wants as w
from reiterate.survey.card_doings import BACK, card_doings
from reiterate.survey.wants import CARD, CREATURE, Wants, fits, wants_of
from reiterate.terms.base import with_fields
from reiterate.terms.costs import MillCost
from reiterate.terms.proto import Proto, is_prototype
from reiterate.terms.references import Filter

#: Layouts of some cards that are tried at most.
MOST: Final = 32

#: Of what is counted, of creatures and of lands for mana: so many lie beside the cards, more where costs ask for it.
MANY: Final = 5
MOST_COUNTED: Final = 10
CREATURES: Final = 2
MANA_CREATURES: Final = 4
MANA_ARTIFACTS: Final = 3
MANY_LANDS: Final = 8
FEW_LANDS: Final = 3

#: Of what amounts are totals of, and of creatures that an opponent has where each creature is dealt damage.
TOTAL: Final = 3
TWO: Final = 2

#: Counters on a creature whose size matters.
GROWN: Final = 8

#: A library of cards that are known, where cards are discarded that may have been drawn, or where costs take cards of it.
KNOWN_LIBRARY: Final = "53 Wastes"

#: Cards in hand of which one is discarded at the end of the turn (514.1).
FULL_HAND: Final = 8

#: An opponent's library, where cards mill it: half of it and as many again are all of it.
THEIR_LIBRARY: Final = "52"

#: Mana of each color that is asked for, and mana for what any color pays, where the cards don't ask for more.
OF_A_COLOR: Final = 4
OF_ANY: Final = 6

#: Mana of each kind, where what is left of it is doubled.
MUCH: Final = 12

#: Counters of a kind that a cost takes, on what does not enter with some.
SPENT: Final = 3

#: Whose turn it is where a card asks for an opponent's turn.
THEM: Final = "p2"

#: Unknown cards in each opponent's hand.
HIDDEN: Final = "7"

# The places of a card.
BATTLEFIELD: Final = "battlefield"
HAND: Final = "hand"
GRAVEYARD: Final = "graveyard"
EXILED: Final = "exiled"
ON_CARD: Final = "on card"
ON_HELPER: Final = "on helper"

_THERE: Final = (BATTLEFIELD, ON_CARD, ON_HELPER)

_CREATURE: Final = Filter(types=("creature",))
_LAND: Final = Proto("", ("land",))


#: What each opponent has, with how many.
Against: TypeAlias = tuple[tuple[Helper, int], ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """What a board has besides the cards and what they ask for.

    ``cost``: how unlikely it is. ``counters``: creatures whose size matters have some. ``without``: what the cards ask
    for and bring themselves sooner or later. The rest as a layout has it.
    """

    cost: int
    helpers: Mapping[Helper, int] = field(default_factory=dict)
    starters: tuple[str, ...] = ()
    counters: bool = False
    library: str = ""
    without: frozenset[Helper] = frozenset()
    against: Against = ()
    hidden: int = 0
    theirs: str = ""


@dataclass(frozen=True, slots=True)
class Put:
    """Where a card is, and for a host or what exiled it the index of that card."""

    place: str
    other: int = -1


@dataclass(frozen=True, slots=True)
class Layout:
    """A board for some cards.

    ``cost``: how far it is from the likeliest one. ``battlefield``: entries of a position file;
    ``helpers``: what lies beside the cards, with how many; ``starters``: kinds of ``STARTERS`` in hand.
    ``against``: what each opponent has, with how many. ``library``: the cards of p1's library, "" for unknown ones.
    ``life``: of p1, "" for as much as is asked. ``hidden``: unknown cards in p1's hand.
    ``theirs``: how many cards each opponent's library has, and of which name if known; "" for as many as a position file has unless it says more.
    ``step``: of p1's turn, "" for the first main phase. ``active``: whose turn it is instead, "" for p1's.
    """

    cost: int
    battlefield: tuple[Entry, ...]
    hand: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    mana: Pool = ()
    helpers: tuple[tuple[Helper, int], ...] = ()
    starters: tuple[str, ...] = ()
    against: Against = ()
    library: str = ""
    life: str = ""
    hidden: int = 0
    theirs: str = ""
    step: str = ""
    active: str = ""

    def table(
        self,
        life: str,
        theirs: str,
        players: int = 2,
        others: Sequence[str] = (),
        held: Sequence[str] = (),
        lands: Sequence[tuple[str, int]] = (),
    ) -> dict[str, object]:
        """The position file of this board, as data for ``board_text``: p1 has the cards, and the others are opponents.

        In: ``life`` and ``theirs``, the life totals of p1 and of each opponent, in digits. ``players``: how many there are.
        ``others``: names of cards that p1 has on the battlefield besides. ``held``: names of the cards in p2's hand.
        ``lands``: p2's lands, each with how many, such as ``[("Forest", 2)]``.
        """
        spells = [STARTERS[kind][0] for kind in self.starters]
        beside: list[object] = [helper.written(many) for helper, many in self.helpers if helper.zone == BATTLEFIELD]
        me: dict[str, object] = {"life": self.life or life}
        if self.mana:
            me["mana"] = {kind: str(n) for kind, n in self.mana}
        me["battlefield"] = [*beside, *self.battlefield, *({"card": name} for name in others)]
        unknown = [f"{many} {helper.name}" for helper, many in self.helpers if helper.zone == HAND]
        unknown += [f"{self.hidden} unknown"] if self.hidden else []
        buried = [f"{many} {helper.name}" for helper, many in self.helpers if helper.zone == GRAVEYARD]
        zones = {"hand": [*self.hand, *spells, *unknown], "graveyard": [*self.graveyard, *buried]}
        me |= {zone: names for zone, names in zones.items() if names}
        if self.library:
            me["library"] = [self.library]
        them: dict[str, object] = {"life": theirs, "hand": HIDDEN}
        if self.theirs:
            them["library"] = self.theirs if self.theirs.isdecimal() else [self.theirs]
        against: list[object] = [helper.written(many) for helper, many in self.against]
        seats = {f"p{seat}": them | ({"battlefield": against} if against else {}) for seat in range(2, players + 1)}
        p2 = seats["p2"] | ({"hand": list(held)} if held else {})
        if lands:
            p2["battlefield"] = [*against, *(card_helper(name, "").written(many) for name, many in lands)]
        begun: dict[str, object] = {"step": self.step} if self.step else {}
        if self.active:  # all others have passed before p1
            begun |= {"active": self.active, "priority": "p1", "passed": [f"p{seat}" for seat in range(2, players + 1)]}
        return {"format": FORMAT, **begun, "players": {"p1": me, **seats, "p2": p2}}


def board_text(table: Mapping[str, object], title: str = "", script: Sequence[str] = ()) -> str:
    """The text of a position file, in YAML. ``table``: its fields, with "format". ``script``: the lines of its script.

    >>> print(board_text({"format": "position/1"}, "A board", ["all pass"]), end="")
    format: position/1
    title: A board
    script: |
      all pass
    """
    whole = dict(table)
    if title:
        whole = {"format": whole.pop("format"), "title": title, **whole}
    text: str = yaml.safe_dump(whole, sort_keys=False, allow_unicode=True, width=100)
    return text + ("script: |\n" + "".join(f"  {line}\n" for line in script) if script else "")


def layouts(cards: Sequence[CompiledCard]) -> list[Layout]:
    """The boards on which some cards may be a combo, the likeliest first, ``MOST`` at most.

    A board says where each card lies, with which face up, and what lies beside it. Boards that differ in nothing else stand once.
    """
    found: list[Layout] = []
    faced = [proto for card in cards for _, proto in _faces(card)]
    theirs = q.their_step(faced)
    for faces in product(*map(_faces, cards)):
        protos = [proto for _, proto in faces]
        wants = with_linked_costs(wants_of(protos), protos)
        made = _Making([name for name, _ in faces], protos, with_first_spells(wants, protos))
        turned = sum(proto is not card.proto for proto, card in zip(protos, cards, strict=True))
        for cost, puts in made.placings():
            if all(protos[i] is card.proto or _turned(card, puts[i].place) for i, card in enumerate(cards)):
                found += made.boards(cost + turned, puts)
    for each in tuple(found):  # a step in which something may be activated is likelier than the main phase
        if step := w.step_asked(faced, held=bool(each.hand)):
            found += [replace(each, cost=each.cost - 1, step=step)]
    if theirs:
        found = [replace(each, step=theirs, active=THEM) for each in found]
    found.sort(key=lambda layout: layout.cost)
    unlike: list[Layout] = []
    for layout in found:
        if all(replace(layout, cost=0) != replace(each, cost=0) for each in unlike):
            unlike.append(layout)
    return unlike[:MOST]


def _turned(card: CompiledCard, place: str) -> bool:
    """Whether another face of a card than its front may be chosen where it lies: a nonmodal card's on the battlefield alone (712.11)."""
    return place in _THERE or (place == HAND and not card.proto.turning)


def _faces(card: CompiledCard) -> list[tuple[str, Proto]]:
    """The faces with which a card may be cast, played or transformed (712.11b, 712.12), each with its name: elsewhere it has its front."""
    if card.proto.halves:
        return [(half.name, half) for half in card.proto.halves[:2]]
    back = None if is_prototype(card.proto) else card.proto.back
    return [(card.name, card.proto), *([(back.name, back)] if back is not None else [])]


@dataclass(slots=True)
class _Making:
    """Makes the layouts of some cards."""

    names: list[str]
    protos: list[Proto]
    wanted: Wants

    def placings(self) -> Iterator[tuple[int, tuple[Put, ...]]]:
        """The ways to put each card somewhere, with what each way costs."""
        ways = [self._ways(i) for i in range(len(self.protos))]
        for way in product(*ways):
            puts = tuple(put for _, put in way)
            if all(put.other < 0 or puts[put.other].place in _THERE for put in puts):
                yield sum(cost for cost, _ in way), puts

    def _ways(self, i: int) -> list[tuple[int, Put]]:
        """The places of one card, each with what it costs."""
        proto = self.protos[i]
        rest = [j for j in range(len(self.protos)) if j != i]
        found = self._spell_ways(i, rest) if not w.permanent(proto) else self._permanent_ways(i, rest)
        taken = [j for j in rest if w.takes_from_graveyard(self.protos[j], proto)]
        if w.used_from_graveyard(proto) or taken:
            enchanted = any("Aura" in self.protos[j].subtypes for j in taken)
            found.append((0 if enchanted else 1, Put(GRAVEYARD)))
        return found

    def _spell_ways(self, i: int, rest: list[int]) -> list[tuple[int, Put]]:
        exiling = [j for j in rest if w.speaks_of_exiled(self.protos[j], self.protos[i])]
        return [*((0, Put(EXILED, j)) for j in exiling), (len(exiling), Put(HAND))]

    def _permanent_ways(self, i: int, rest: list[int]) -> list[tuple[int, Put]]:
        proto = self.protos[i]
        if w.copies_as_it_enters(proto) or q.dies_at_once(proto) or q.enchants_later(proto):
            lives = w.makes_itself_tougher(proto) or q.is_kept_up(proto)
            return [(0, Put(BATTLEFIELD)), (1, Put(HAND))] if lives else [(0, Put(HAND))]
        exiling = [j for j in rest if w.speaks_of_exiled(self.protos[j], proto)]
        found = [(1, Put(EXILED, j)) for j in exiling]
        enters = w.acts_as_it_enters(proto) or any(
            asks(self.protos[j], proto)
            for j in rest
            for asks in (w.puts_from_hand, q.copies_as_spell, q.enters_with_more)
        )
        host = w.host_of(proto)
        if host is None:
            found.append((0, Put(BATTLEFIELD)))
        else:
            hosts = [j for j in rest if w.permanent(self.protos[j]) and fits(host, self.protos[j])]
            found += [(0, Put(ON_CARD, j)) for j in hosts]
            found.append((1 if hosts else 0, Put(ON_HELPER)))
        if "land" in proto.types:  # of the lands that one may play, none is left for the loop (305.2)
            enters = any(w.puts_from_hand(self.protos[j], proto) for j in rest)
        if enters or ("land" not in proto.types and self.wanted.from_hand):
            found.append((1 if enters else 2, Put(HAND)))
        return found

    # --- what lies beside ----------------------------------------------------------------------------------------

    def boards(self, cost: int, puts: tuple[Put, ...]) -> Iterator[Layout]:
        """The boards with the cards put so: bare, and with more beside them."""
        placed = [self.protos[i] for i, put in enumerate(puts) if put.place in _THERE]
        first = self._asked_for(placed)
        host = next((w.host_of(self.protos[i]) for i, put in enumerate(puts) if put.place == ON_HELPER), None)
        for beside in self._hosts(puts, host, first):
            yield from self._boards_with(cost, puts, host, beside)

    def _hosts(
        self, puts: tuple[Put, ...], host: Filter | None, first: dict[Helper, int]
    ) -> Iterator[dict[Helper, int]]:
        """The helpers with something to be attached to; for what untaps its host also a creature that taps for mana."""
        if host is None:
            yield first
            return
        untaps = any(put.place == ON_HELPER and w.untaps_host(self.protos[i]) for i, put in enumerate(puts))
        if untaps and w.creatures(host):
            yield {self._mana_creature(): 1, **first}
        made = helper_for(host, self._symbols())
        hurt = any(put.place == ON_HELPER and q.hurts_its_host(self.protos[i]) for i, put in enumerate(puts))
        if hurt and w.creatures(host):
            yield {surviving_host(): 1, **first}
        measures = any(put.place == ON_HELPER and q.measures_hits(self.protos[i]) for i, put in enumerate(puts))
        if measures and w.creatures(host):
            yield {great_helper(): 1, **first}
        if any(fits_helper(host, helper) for helper in first):
            yield first
        elif made is not None:
            yield {**first, made: 1}
        if w.creatures(host) and sum(put.place == ON_HELPER for put in puts) > 1:
            yield {**first, creature_helper(): max(1, first.get(creature_helper(), 0)), other_host(): 1}

    def _boards_with(
        self, cost: int, puts: tuple[Put, ...], host: Filter | None, first: dict[Helper, int]
    ) -> Iterator[Layout]:
        """The boards with these helpers, and with more beside them."""
        for extra in self._beside():
            helpers: dict[Helper, int] = {}
            less = {h for h in extra.without if host is None or not fits_helper(host, h)}  # a host has to be there
            for helper, n in (*((h, n) for h, n in first.items() if h not in less), *extra.helpers.items()):
                alike = next(
                    (each for each in helpers if (each.entry, each.zone) == (helper.entry, helper.zone)), helper
                )
                helpers[alike] = max(n, helpers.get(alike, 0))
            made_by = any(helper.name in MAKE_MANA and not is_tapped(helper) for helper in helpers)
            layout = self._laid_out(puts, helpers, host, extra.counters)
            life = str(self.wanted.most_life) if self.wanted.most_life >= 0 else ""
            layout = replace(layout, starters=extra.starters, library=extra.library, life=life)
            against = tuple(dict([*layout.against, *extra.against]).items())
            layout = replace(layout, against=against, hidden=extra.hidden, theirs=extra.theirs)
            own = made_by or any(w.makes_mana(self.protos[i]) for i, put in enumerate(puts) if put.place in _THERE)
            for dearer, mana in self._pools(puts, extra.starters, made_by, own):
                yield replace(layout, cost=cost + extra.cost + dearer, mana=mana)

    def _asked_for(self, placed: list[Proto]) -> dict[Helper, int]:
        """Helpers for what the cards ask for and don't bring themselves."""
        found: dict[Helper, int] = {}
        for filter, many in self.wanted.objects.items():
            there = sum(fits(filter, proto) for proto in placed) - bool(filter.another and placed)
            if filter.controller == "opponent" or there >= many:
                continue
            helper = helper_for(filter, self._symbols())
            if helper is None and filter.named and any(map(w.makes_copies, self.protos)):
                helper, many = creature_helper(), many - 1  # they are to become copies of it
            for each, n in apart(helper, many).items() if helper is not None else ():
                found[each] = max(found.get(each, 0), n)
        for filter in self.wanted.hitters:
            helper = helper_for(filter, ())
            if helper is not None and not any(fits(filter, proto) for proto in placed):
                found.setdefault(helper, 1)
        for filter in self.wanted.granted:
            helper = helper_for(filter, self._symbols())
            if helper is not None and not any(fits(filter, proto) for proto in placed):
                found.setdefault(helper, 1)
        for buried, least in self.wanted.buried.items():
            helper = buried_helper(buried)
            if helper is not None and least:
                found[helper] = least
        if any(w.lands(filter) and filter.types for filter in self.wanted.untaps):
            found |= self._few_lands() or self._lands()
        return found

    def _symbols(self) -> list[str]:
        """The mana symbols that tell what lands should make: those of abilities, or else of the cards' own costs."""
        asked_for = self.wanted.symbols
        return (
            asked_for
            if w.colors_asked(asked_for)
            else [symbol for proto in self.protos for symbol in proto.mana_cost or ()]
        )

    def _few_lands(self) -> dict[Helper, int]:
        """Lands where few are untapped at once: one more than those, and than the dearest ability costs; {} where more may be."""
        at_once = q.untapped_at_once(self.protos)
        costs, symbols = self.wanted.costs, self.wanted.symbols
        kinds = len(set(w.colors_asked(symbols))) + ("C" in symbols)
        if at_once > FEW_LANDS or not costs or kinds > 1 or "X" in symbols:
            return {}
        many = max(at_once, *(w.mana_value(cost) for cost in costs)) + 1
        return {land_helper(self._symbols()): many} if many < MANY_LANDS else {}

    def _lands(self) -> dict[Helper, int]:
        """Lands for each kind of mana that costs ask for, most of them for the one that is asked for most."""
        symbols = [*self.wanted.symbols, *(symbol for proto in self.protos for symbol in proto.mana_cost or ())]
        colors = w.colors_asked(symbols)
        found = {land_helper([color]): FEW_LANDS for color in dict.fromkeys(colors)}
        if "C" in symbols:
            found[wastes_helper()] = FEW_LANDS
        dear = min(max(map(w.mana_value, self.wanted.costs), default=0) + TWO, MOST_COUNTED)  # more than a lap takes
        many = max(MANY_LANDS, self._again(False), dear)
        return found | {land_helper(symbols): many - FEW_LANDS * (len(found) > 1)}

    def _counted(self) -> dict[Helper, int]:
        """What is counted or measured by the cards, with how many."""
        wanted = self.wanted
        counted: dict[Helper, int] = {}
        own = [filter for filter in wanted.counted if filter.controller != "opponent"]
        for filter in (*own, *q.become_copies(self.protos)):
            helper = helper_for(filter, self._symbols()) or counted_with_counters(filter)
            if helper is not None and w.lands(filter) and any(map(w.makes_mana, self.protos)):
                helper = helper if is_tapped(helper) or any(map(w.lands, wanted.untaps)) else tapped_out(helper)
            counted |= apart(helper, self._many()) if helper is not None else {}
        for buried, least in wanted.buried.items():
            helper = buried_helper(buried) or counted_in_graveyard(buried)
            if helper is not None and not least:
                counted[helper] = self._many()
        if wanted.many_colors:
            counted[colorful_helper()] = 1
        if any(w.measures_other(proto, ("manavalue",)) for proto in self.protos):
            counted[dear_helper()] = 1
        of_size = any(w.measures_other(proto, ("power", "toughness")) for proto in self.protos)
        if wanted.great or of_size:
            counted[great_helper()] = 1
        for total in q.totals(self.protos):
            counted[dear_helper() if total.stat == "manavalue" else great_helper()] = TOTAL
        counted |= dict.fromkeys(devoted_helpers(wanted.devotion, self._symbols()), self._many())
        return counted

    def _counted_of_others(self) -> Against:
        """What the cards count among an opponent's permanents, with how many."""
        many = max(self._many(), self._again())
        found: dict[Helper, int] = {}
        for filter in self.wanted.counted:
            plain = with_fields(filter, {"controller": "any"})
            helper = helper_for(plain, self._symbols()) if filter.controller == "opponent" else None
            if helper is not None:
                found[replace(helper, words=f"an opponent's {helper.words.removeprefix('a ').removeprefix('an ')}")] = (
                    many
                )
        return tuple(found.items())

    def _beside(self) -> list[Extra]:
        """What may lie beside the cards, be in hand or on them, each with what it costs."""
        wanted = self.wanted
        attackers = beside_combats(wanted, self.protos)
        found = [Extra(int(bool(attackers))), *(Extra(0, each) for each in attackers)]
        counted, theirs = self._counted(), self._counted_of_others()
        if counted or theirs:
            found.append(Extra(0, counted, against=theirs))
        found += [Extra(1, kinds) for kinds in kinds_beside(self.protos, self._many())]
        found += [Extra(1, counters=True)] * (wanted.counters or any(map(w.measures_itself, self.protos)))
        if any(map(w.creatures, (*wanted.objects, *wanted.optional))):
            found.append(Extra(1, {creature_helper(): CREATURES}))
        if any(map(q.measures_hits, self.protos)):
            found.append(Extra(1, {great_helper(): 1}))
        found += self._buried()
        found += self._untapped()
        if any(map(q.copies_several, self.protos)):
            found.append(Extra(0, {card_helper(COLORED_ARTIFACT, MANY_COLORED): TWO}))
        if paying := paying_objects(self.protos):
            found.append(Extra(0, paying))
        if wanted.lands_change or any(map(w.lands, wanted.untaps)):
            found.append(Extra(1, self._lands()))
        if wanted.starters:
            beside = {creature_helper(): 1} if w.TOKEN in wanted.starters and q.legends(self.protos) else {}
            beside |= {small_helper(): TWO} if w.SHRINKING in wanted.starters else {}
            returned = (helper_for(filter, self._symbols()) for filter in q.returned_by_choice(self.protos))
            beside |= {helper: 1 for helper in returned if helper is not None}
            found.append(Extra(1, beside, starters=tuple(dict.fromkeys(wanted.starters))))
        found += [Extra(0, starters=tuple(dict.fromkeys(wanted.much)))] if wanted.much else []
        found += self._worn()
        if wanted.discards:
            starters = tuple(dict.fromkeys(each for each in wanted.starters if each == CARD))
            held = {known_in_hand(): 1} if any(map(q.discards_first, self.protos)) else {}
            found.append(Extra(1, held, starters=starters, library=KNOWN_LIBRARY))
        found += [Extra(1, hidden=FULL_HAND)] if any(map(w.discards_watched, self.protos)) else []
        found += self._of_others()
        if any(map(w.lands, q.blinked_together(self.protos))):
            found.append(Extra(0, self._lands()))
        held = {helper: MANY for filter in q.kinds_in_hand(self.protos) if (helper := held_helper(filter)) is not None}
        if held:
            found.append(Extra(0, held))
        if wanted.revealed and not wanted.turns:
            found += [Extra(0, library=library) for library in libraries(wanted, self.protos)]
        found += [Extra(0, hidden=GROWN)] if wanted.in_hand else []
        found += self._of_libraries()
        if in_combat := w.paid_in_combat(self.protos):
            found.append(Extra(0, lands_paying([dearest(in_combat)])))
        if any(map(q.hurt_in_combat, self.protos)):
            found.append(Extra(0, lands_paying([STARTERS[w.DAMAGE][1]]), starters=(w.DAMAGE,)))
        grown = {helper_for(filter, ()) for filter in q.grown_to(self.protos, wanted.objects)} - {None}
        if grown:
            found.insert(0, Extra(0, {creature_helper(): 1}, without=frozenset(h for h in grown if h is not None)))
        lands = {land_helper(self._symbols()): q.BLESSED} if q.asks_for_blessing(self.protos) else {}
        return [replace(each, helpers={**each.helpers, **lands}) for each in found] if lands else found

    def _of_libraries(self) -> list[Extra]:
        """Libraries that are known, or that something takes cards from."""
        wanted = self.wanted
        found: list[Extra] = []
        if wanted.mills:
            found.append(Extra(1, theirs=THEIR_LIBRARY))
            milled = dict.fromkeys(buried_helper(filter) for filter in q.in_any_graveyard(self.protos))
            found += [Extra(0, theirs=f"{THEIR_LIBRARY} {each.name}") for each in milled if each is not None]
        if wanted.turns:
            found += self._for_turns()
        elif wanted.revealed:
            found.append(Extra(0, library=libraries(wanted, self.protos)[0]))
        if wanted.searches and not wanted.turns:
            found += [Extra(1, library=library) for library in searched_libraries(wanted, self.protos)]
        if any(w.holds(proto.abilities, MillCost) for proto in self.protos):
            found.append(Extra(1, library=KNOWN_LIBRARY))
        return found

    def _worn(self) -> list[Extra]:
        """What is attached to a card: a creature that is hurt again and again or swept away stays, one that deals damage gains life."""
        wanted = self.wanted
        found: list[Extra] = []
        for name, proto in zip(self.names, self.protos, strict=True):
            beside = tuple(dict.fromkeys(each for each in wanted.starters if each != CREATURE))
            swept = any(q.destroys_all(other, proto) for other in self.protos if other is not proto)
            if q.hurt_on_purpose(proto) or self._hurt_by_what_is_on_it(proto) or swept:
                plate = attached_helper(PLATE, name, "indestructible")
                found.append(Extra(1, {plate: 1}, starters=beside))
                if any(map(w.discards_watched, self.protos)):
                    found.append(Extra(1, {plate: 1}, hidden=FULL_HAND))
                if swept and wanted.mills:
                    found.append(Extra(1, {plate: 1}, theirs=THEIR_LIBRARY))
            if (w.deals_damage(proto) and w.LIFE in wanted.starters) or (
                w.watches_life(proto) and not any(map(w.deals_damage, self.protos))
            ):
                found.append(Extra(1, {attached_helper(LINK, name, "lifelink"): 1}, starters=beside))
        return found

    def _of_others(self) -> list[Extra]:
        """What an opponent has that is hurt or counted, and what survives that the cards destroy."""
        found: list[Extra] = []
        wanted = self.wanted
        if q.hits_creatures(self.protos):
            hurt = tuple(dict.fromkeys(each for each in wanted.starters if each == w.DAMAGE))
            found.append(Extra(1, against=((survivor_helper(), 1),), starters=hurt))
        if any(map(q.hurts_all_creatures, self.protos)):
            found.append(Extra(0, against=((target_helper(), TWO),)))
        for lasting in map(lasting_helper, dict.fromkeys(each for proto in self.protos for each in w.destroyed(proto))):
            found += [Extra(0, {lasting: 1})] if lasting is not None else []
        if any(map(w.sets_life_by_count, self.protos)):
            found.append(Extra(0, against=((target_helper(), 1),)))
        return found

    def _hurt_by_what_is_on_it(self, proto: Proto) -> bool:
        """Whether another card is attached to a creature and does something as that creature is dealt damage."""
        others = [other for other in self.protos if other is not proto and q.hurts_its_host(other)]
        hosts = [host for other in others if (host := w.host_of(other)) is not None]
        return "creature" in proto.types and any(fits(host, proto) for host in hosts)

    def _buried(self) -> list[Extra]:
        """A card in the graveyard for what targets one there, and a creature: where one is sacrificed for the other, they change places."""
        made = (buried_helper(filter) for proto in self.protos for filter in w.of_graveyards(proto))
        return [Extra(1, {helper: 1, creature_helper(): 1}) for helper in dict.fromkeys(made) if helper is not None]

    def _untapped(self) -> list[Extra]:
        """What taps for mana, beside cards that untap it, or that return it to be cast again."""
        wanted = self.wanted
        found: list[Extra] = []
        if any(map(w.returns_for_spells, self.protos)):
            found.append(Extra(1, {card_helper(MANA_ARTIFACT, TWO_COLORLESS): 1}))
        if any(map(w.artifacts, wanted.untaps)) or (wanted.costs and any(map(w.artifacts, q.blinked(self.protos)))):
            made = [Extra(1, {card_helper(MANA_ARTIFACT, TWO_COLORLESS): MANA_ARTIFACTS})]
            spells = [symbol for proto in self.protos if not w.permanent(proto) for symbol in proto.mana_cost or ()]
            if w.colors_asked([*wanted.symbols, *spells]):
                many = max(1, min(q.untapped_at_once(self.protos), MANA_ARTIFACTS))
                likelier = 0 if w.colors_asked(wanted.symbols) else 1
                made.insert(likelier, Extra(1, {card_helper(COLORED_ARTIFACT, MANY_COLORED): many}))
            found += made
        found += self._rich_lands()
        if any(map(w.creatures, wanted.untaps)):
            dear = [*(w.mana_value(cost) + 1 for cost in wanted.costs), *q.bought_back(self.protos)]
            many = min(max([MANA_CREATURES, *dear, self._again()]), MOST_COUNTED)
            if any(map(w.creatures, wanted.granted)):
                found.append(Extra(0, {creature_helper(): many}))
            if "C" in wanted.symbols:
                found.append(Extra(1, {card_helper(COLORLESS_CREATURE, "a creature that taps for {C}"): many}))
            if "G" in w.colors_asked(wanted.symbols):
                found.append(Extra(1, {card_helper(GREEN_CREATURE, "a creature that taps for {G}"): many}))
            few = max(MANA_CREATURES, min((w.mana_value(cost) + 1 for cost in wanted.costs), default=many))
            found += [Extra(1, {self._mana_creature(): each}) for each in dict.fromkeys((min(few, many), many))]
            for filter, each in q.tapped_for_mana(self.protos).items():
                helper = helper_for(filter, ())  # enough of them for the dearest cost, and once for what else taps such
                enough = each * max(dear, default=0) + wanted.objects.get(filter, 0)
                found += [Extra(0, {helper: enough})] if helper is not None else []
        return found

    def _rich_lands(self) -> list[Extra]:
        """Lands that tap for two mana, where few lands are untapped at once: likely where a lap costs more than so many plain ones make."""
        at_once = q.untapped_at_once(self.protos)
        if not TWO <= at_once <= FEW_LANDS or not any(
            fits(filter, _LAND) for filter in self.wanted.untaps if w.lands(filter)
        ):
            return []
        spells = [proto.mana_cost or () for proto in self.protos if not w.permanent(proto)]
        dear = max(map(w.mana_value, (*self.wanted.costs, *spells)), default=0)
        return [Extra(int(dear <= at_once), {rich_land(self._symbols()): at_once})] if dear else []

    def _mana_creature(self) -> Helper:
        """A creature that taps for mana, of any color where a cost that may be paid again and again asks for a color."""
        cast = [proto for proto in self.protos if not w.permanent(proto) or self._again()]
        again = [symbol for proto in cast for symbol in proto.mana_cost or ()]
        colored = w.colors_asked([*self.wanted.symbols, *again])
        return card_helper(MANA_CREATURE, f"a creature that taps for mana{' of any color' if colored else ''}")

    def _again(self, lasting: bool = True) -> int:
        """How much mana a lap takes in which the dearest ability brings back the dearest card, which is cast again; 0 where nothing does.

        ``lasting``: of permanents too, which may untap lands for the next lap.
        """
        back = (reach.kinds for proto in self.protos for doing in card_doings(proto).doings for reach in doing.reaches)
        if not any(BACK in kinds for kinds in back):
            return 0
        cast = [
            w.mana_value(proto.mana_cost or ())
            for proto in self.protos
            if not w.permanent(proto) or (lasting and w.acts_as_it_enters(proto))
        ]
        return max(map(w.mana_value, self.wanted.costs), default=0) + max([*cast, w.mana_value(("1", "G"))]) + 1

    def _many(self) -> int:
        """How many lie there of what is counted: more than the two dearest abilities and spells cost, and than one of each card does."""
        spells = [proto.mana_cost or () for proto in self.protos if not w.permanent(proto)]
        dear = sorted((w.mana_value(cost) for cost in (*self.wanted.costs, *spells)), reverse=True)
        return min(max(MANY, sum(dear[:2]) + 1, sum(map(q.dearest_ability, self.protos)) + 1), MOST_COUNTED)

    def _for_turns(self) -> list[Extra]:
        """What may lie beside cards that take extra turns."""
        beside = beside_turns(self.wanted, self.protos)
        own = [filter for filter in self.wanted.objects if brought(filter, self.protos)]
        without = frozenset(helper for filter in own if (helper := helper_for(filter, self._symbols())))
        found = [Extra(0, beside, without=without)] if beside or without else []
        chosen = chosen_beside(self.wanted)
        found += [Extra(1, beside | chosen, without=without)] if chosen else []
        for lands in lands_of_a_turn(self.wanted, self.protos):
            together = {helper: max(lands.get(helper, 0), beside.get(helper, 0)) for helper in (*lands, *beside)}
            found.append(Extra(0, together, without=without))
        known = libraries(self.wanted, self.protos)
        return [replace(each, cost=each.cost + i, library=library) for each in found for i, library in enumerate(known)]

    def _laid_out(self, puts: tuple[Put, ...], helpers: dict[Helper, int], host: Filter | None, grown: bool) -> Layout:
        entries: list[Entry] = []
        apart = other_host() in helpers
        for i, put in enumerate(puts):
            if put.place not in _THERE:
                continue
            entry: Entry = {"card": self.names[i]}
            if put.place == ON_CARD:
                entry["attached to"] = self.names[put.other]
            elif put.place == ON_HELPER:
                assert host is not None
                on_other = apart and any(other.place == ON_HELPER for other in puts[:i])
                entry["attached to"] = next(
                    helper.name
                    for helper in helpers
                    if fits_helper(host, helper) and (helper == other_host()) == on_other
                )
            entry |= self._state_of(i, grown)
            exiled = [self.names[j] for j, other in enumerate(puts) if other == Put(EXILED, i)]
            if exiled:
                entry["exiled"] = exiled
            entries.append(entry)
        zones = {
            zone: tuple(self.names[i] for i, put in enumerate(puts) if put.place == zone) for zone in (HAND, GRAVEYARD)
        }
        against = any(filter.controller == "opponent" and w.creatures(filter) for filter in self.wanted.objects)
        return Layout(
            0,
            tuple(entries),
            zones[HAND],
            zones[GRAVEYARD],
            helpers=tuple(helpers.items()),
            against=((target_helper(), 1),) if against else (),
        )

    def _state_of(self, i: int, grown: bool) -> Entry:
        """The counters of a permanent, and what was chosen as it entered; ``grown``: with more where its size matters."""
        proto = self.protos[i]
        counters = w.counters_at_first(proto) | counters_for_less(proto)
        if w.power_asked(proto) and "creature" in proto.types:
            counters["+1/+1"] = counters.get("+1/+1", 0) + w.power_asked(proto)
        if grown and "creature" in proto.types:
            counters["+1/+1"] = GROWN if w.measures_itself(proto) else SPENT
        doubled = q.doubled_counters(self.protos)
        for kind in w.counters_spent(proto):
            counters[kind] = max(counters.get(kind, SPENT), doubled, TWO * q.proliferates(self.protos))
        counters = dict.fromkeys(q.counters_asked(self.wanted, proto, self.protos), 1) | counters
        entry: Entry = {"counters": {kind: str(n) for kind, n in counters.items()}} if counters else {}
        chosen = w.chosen_at_first(proto)
        if chosen == "color":
            colors = w.colors_asked(self.wanted.symbols) or "U"
            entry["chosen"] = _COLORS[colors[0]]
        elif chosen in ("player", "opponent"):
            entry["chosen"] = "p2"
        elif chosen:
            others = [other for j, other in enumerate(self.protos) if j != i]
            subtypes = [*w.types_asked(others), *(word for other in others for word in other.subtypes)]
            entry["chosen"] = subtypes[0] if subtypes else "Bear"
        return entry

    def _pools(self, puts: tuple[Put, ...], starters: tuple[str, ...], made: bool, own: bool) -> list[tuple[int, Pool]]:
        """The mana in the pool, with what it costs: for each thing once, or more; none if nothing asks.

        ``made``: something beside the cards makes mana, which then pays for all but starters. ``own``: that or a card does.
        """
        away = [self.protos[i].mana_cost or () for i, put in enumerate(puts) if put.place in (HAND, GRAVEYARD)]
        away += [cost for i, put in enumerate(puts) if put.place in _THERE for cost in q.levels(self.protos[i])]
        started = [list(STARTERS[kind][1]) for kind in starters]
        costs = [*away, *self.wanted.costs]
        few = pool_for([*away, *started, dearest(self.wanted.costs)])
        if not any(symbol != "0" for cost in costs for symbol in cost):
            return [(0, few)]
        more = dict(few)
        for color in dict.fromkeys(w.colors_asked([symbol for cost in costs for symbol in cost])):
            more[color] = max(OF_A_COLOR, more.get(color, 0))
        more["C"] = max(OF_ANY, more.get("C", 0))
        pools = [(0, few), (1, tuple(more.items()))]
        if self.wanted.doubled:
            pools.insert(1, (0, tuple((kind, MUCH) for kind in more)))
        if self.wanted.once:
            pools.append((1, pool_for([*away, *started, dearest([*self.wanted.costs, *self.wanted.once])])))
        bare = (0, pool_for(started))
        if made:
            return [bare, *((cost + 1, pool) for cost, pool in pools)]
        return [bare, *pools] if own else pools


_COLORS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
