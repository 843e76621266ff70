"""What lies beside the cards of a combo: permanents that they ask for, mana, and lands and attackers for extra turns. Part of the solver: the boards.

What lies beside the cards of a combo: permanents that they ask for, mana, and spells that set something off.
Part of the solver: the boards.

What lies beside cards that take extra turns: lands for the mana of each turn, attackers, a library that is known.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from reiterate.rules.costs.object_costs import HELPING
from reiterate.survey.helped_payments import words_of
from reiterate.survey.wants import (
    ARTIFACT_TOKEN,
    ASKED_CARDS,
    CARD,
    COUNTER,
    CREATURE,
    DAMAGE,
    DEATH,
    GREAT_CREATURE,
    LAND,
    LIFE,
    MUCH_LIFE,
    SHRINKING,
    SORCERY,
    TOKEN,
    Wants,
    acts_as_it_enters,
    colors_asked,
    fits,
    holds,
    mana_value,
    of_graveyards,
    permanent,
    takes_from_graveyard,
)
from reiterate.terms.abilities import Activated, SpellCosts
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost
from reiterate.terms.effects_permanents import Untap
from reiterate.terms.effects_players import ExtraPhases, ExtraTurn
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_zones import ReturnToHand
from reiterate.terms.print_spelling import COLOR_NAMES
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import THAT_COLOR, Fixed
from reiterate.terms.references import Compare, Filter, This
from reiterate.terms.vocabulary import ARTIFACT_TYPES, ENCHANTMENT_TYPES, LAND_TYPES, NAMED

# --- helpers -------------------------------------------------------------------------------------

#: An entry of a battlefield as position files have it.
Entry: TypeAlias = dict[str, object]

CREATURE_CARD: Final = "Grizzly Bears"
MANA_CREATURE: Final = "Birds of Paradise"
GREEN_CREATURE: Final = "Llanowar Elves"
COLORLESS_CREATURE: Final = "Manakin"
MANA_ARTIFACT: Final = "Sol Ring"
COLORED_ARTIFACT: Final = "Gilded Lotus"

#: What these artifacts are called: with less mana a lap may not pay for itself.
TWO_COLORLESS: Final = "an artifact that taps for {C}{C}"
MANY_COLORED: Final = "an artifact that taps for three mana of one color"

#: A creature that dies of one -1/-1 counter.
SMALL: Final = "Eager Cadet"

#: What lies in a graveyard where cards or creature cards are counted there.
BURIED: Final = "Runeclaw Bear"
#: Attackers beside additional combats, at least.
FEWEST: Final = 2

#: The power of a creature of great power.
GREAT: Final = "8"

#: Creatures that cost one mana of a color, for what counts such symbols. What else they have does nothing by itself.
DEVOTED: Final = {
    "W": "Serra Ascendant",
    "U": "Illusory Ambusher",
    "B": "Diregraf Ghoul",
    "R": "Ardent Elementalist",
    "G": CREATURE_CARD,
}

#: An indestructible creature that deals damage back when it fights.
SURVIVOR: Final = "Darksteel Gargoyle"

#: What makes a creature indestructible, as it is itself, and what gives a creature lifelink.
PLATE: Final = "Darksteel Plate"
LINK: Final = "Lifelink"

LANDS: Final = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}

#: Lands that tap for two mana, by a color of it.
RICH_LANDS: Final = {
    "U": "Simic Growth Chamber",
    "R": "Gruul Turf",
    "W": "Selesnya Sanctuary",
    "B": "Golgari Rot Farm",
    "G": "Gruul Turf",
}

#: Helpers that make mana.
MAKE_MANA: Final = frozenset(
    {MANA_CREATURE, GREEN_CREATURE, COLORLESS_CREATURE, *LANDS.values(), *RICH_LANDS.values(), "Wastes"}
)

_BEARS: Final = Proto(
    CREATURE_CARD, ("creature",), ("Bear",), colors=("G",), mana_cost=("1", "G"), power=2, toughness=2
)

#: The words behind the number of a printed bound.
_BOUNDS: Final = {">=": " or greater", "<=": " or less", "==": ""}

#: The subtypes that go with a card type: nothing has one without that type (205.3d).
_OF_SUBTYPES: Final = {
    "artifact": ARTIFACT_TYPES,
    "enchantment": ENCHANTMENT_TYPES,
    "land": LAND_TYPES,
    "creature": NAMED,
}

#: What further ones are called of what each has a name of its own.
_NTH: Final = ("Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")

#: Spells that set off what watches an event: the card, the mana that it costs, and the event in words.
STARTERS: Final = {
    LIFE: ("Blossoming Sands", "", "life gained"),
    CARD: ("Reach Through Mists", "U", "an instant that draws a card"),
    SORCERY: ("Chaplain's Blessing", "W", "a sorcery"),
    DAMAGE: ("Hornet Sting", "G", "damage"),
    DEATH: ("Lightning Bolt", "R", "a creature that dies"),
    COUNTER: ("Battlegrowth", "G", "a +1/+1 counter"),
    SHRINKING: ("Scar", "B", "a -1/-1 counter"),
    CREATURE: (CREATURE_CARD, "1G", "a creature that enters"),
    LAND: ("Forest", "", "a land that enters"),
    TOKEN: ("Cackling Counterpart", "1UU", "a token that is a copy of a creature"),
    ARTIFACT_TOKEN: ("Experimental Confectioner", "2B", "an artifact token that enters"),
    ASKED_CARDS: ("Overflowing Insight", "4UUU", "seven cards drawn"),
    GREAT_CREATURE: ("Hydra Omnivore", "4GG", "a creature of great power that enters"),
    MUCH_LIFE: ("Angel's Mercy", "2WW", "7 life gained"),
}


@dataclass(frozen=True, slots=True)
class Helper:
    """A permanent beside the cards: its ``name`` on the board, its entry, and what it stands for in words.

    ``zone``: "battlefield", or "graveyard" or "hand" for a card that is there.
    """

    name: str
    entry: tuple[tuple[str, object], ...]
    words: str
    zone: str = "battlefield"

    def written(self, many: int) -> Entry:
        """The entry of so many of it."""
        entry = {key: list(value) if isinstance(value, tuple) else value for key, value in self.entry}
        if isinstance(counters := dict(self.entry).get("counters"), tuple):
            entry["counters"] = dict(counters)
        return entry | ({"count": str(many)} if many > 1 else {})


def tapped_out(helper: Helper) -> Helper:
    """The same permanents tapped: their number matters, and their mana would only hide what makes more."""
    return replace(helper, entry=(*helper.entry, ("tapped", "yes")))


def is_tapped(helper: Helper) -> bool:
    """Whether a helper lies there tapped."""
    return ("tapped", "yes") in helper.entry


def fits_helper(filter: Filter, helper: Helper) -> bool:
    """Whether something may be attached to a helper."""
    entry = dict(helper.entry)
    types = entry.get("types")
    kinds = tuple(str(each) for each in types) if isinstance(types, tuple) else _TYPES.get(helper.name, ("creature",))
    return fits(Filter(types=filter.types, any_of=filter.any_of), Proto(helper.name, kinds))


_TYPES: Final = {
    MANA_ARTIFACT: ("artifact",),
    COLORED_ARTIFACT: ("artifact",),
    PLATE: ("artifact",),
    LINK: ("enchantment",),
    SURVIVOR: ("artifact", "creature"),
    **dict.fromkeys(("Plains", "Island", "Swamp", "Mountain", "Forest"), ("land",)),
}


def lands_for(protos: Sequence[Proto]) -> Counter[str]:
    """The basic lands that pay for each of some cards once, with how many. {X} is 0, and snow mana ({S}) is left out."""
    found: Counter[str] = Counter()
    for proto in protos:
        symbols = proto.mana_cost or ()
        colored = [LANDS[color] for symbol in symbols if (color := next((c for c in symbol if c in LANDS), ""))]
        generic = sum(int(symbol) if symbol.isdecimal() else symbol == "C" for symbol in symbols)
        found.update(colored)
        if generic:
            found[colored[0] if colored and "C" not in symbols else "Wastes"] += generic
    return found


def card_helper(name: str, words: str) -> Helper:
    """A helper that is a card."""
    return Helper(name, (("card", name),), words)


def creature_helper() -> Helper:
    """A creature without abilities."""
    return card_helper(CREATURE_CARD, "a creature")


def small_helper() -> Helper:
    """A creature without abilities that one -1/-1 counter puts into its owner's graveyard (704.5f)."""
    return card_helper(SMALL, "a 1/1 creature")


def other_host() -> Helper:
    """Another creature without abilities, for the second of two cards that are each to be on one."""
    return card_helper(BURIED, "another creature")


def target_helper() -> Helper:
    """An opponent's creature, to be hit."""
    return card_helper(CREATURE_CARD, "an opponent's creature")


def survivor_helper() -> Helper:
    """An opponent's creature that no damage destroys (702.12b)."""
    return card_helper(SURVIVOR, "an opponent's indestructible creature")


def surviving_host() -> Helper:
    """A creature of one's own that no damage destroys."""
    return card_helper(SURVIVOR, "an indestructible creature")


def lasting_helper(filter: Filter) -> Helper | None:
    """A permanent of a set that is one's own and that nothing destroys (702.12b); None where none is known."""
    if fits(filter, Proto(SURVIVOR, ("artifact", "creature"))):
        return surviving_host()
    lasts = fits(filter, Proto(PLATE, ("artifact",), ("Equipment",)))
    return card_helper(PLATE, "an indestructible permanent that is no creature") if lasts else None


def buried_helper(filter: Filter | None) -> Helper | None:
    """A creature card in the graveyard; None where a set of cards holds none."""
    if filter is not None and not fits(with_fields(filter, {"controller": "any"}), _BEARS):
        return None
    words = "a card in the graveyard" if filter is None else "a creature card in the graveyard"
    return Helper(BURIED, (("card", BURIED),), words, "graveyard")


def held_helper(filter: Filter) -> Helper | None:
    """A card of a set in hand, one that is dear to cast; None where none is known."""
    kinds = {
        "creature": _BEARS,
        "artifact": Proto(SURVIVOR, ("artifact", "creature")),
        "land": Proto("Wastes", ("land",), supertypes=("basic",)),
    }
    plain = with_fields(filter, {"controller": "any"})
    name, kind = next(((proto.name, kind) for kind, proto in kinds.items() if fits(plain, proto)), ("", ""))
    article = "an" if kind[:1] in "AEIOUaeiou" else "a"
    return (
        Helper(BURIED if name == CREATURE_CARD else name, (("card", name),), f"{article} {kind} card in hand", "hand")
        if name
        else None
    )


def known_in_hand() -> Helper:
    """A card in hand that is discarded for another one."""
    return Helper("Wastes", (("card", "Wastes"),), "a card in hand", "hand")


def land_helper(symbols: Sequence[str]) -> Helper:
    """A basic land of the color that mana costs ask for most."""
    colors = colors_asked(symbols)
    name = LANDS[max("GWUBR", key=colors.count)]
    return card_helper(name, "a land")


def rich_land(symbols: Sequence[str]) -> Helper:
    """A land that taps for two mana, one of them of the color that mana costs ask for most."""
    colors = colors_asked(symbols)
    color = max("GWUBR", key=colors.count)
    return card_helper(
        RICH_LANDS[color],
        f"a land that taps for two mana with {{{color}}}" if colors else "a land that taps for two mana",
    )


def attached_helper(name: str, host: str, words: str) -> Helper:
    """An Equipment or Aura on one of the cards."""
    return Helper(name, (("card", name), ("attached to", host)), f"{words} for {host}")


def wastes_helper() -> Helper:
    """A land for colorless mana."""
    return card_helper("Wastes", "a land for {C}")


def any_land(basic: bool, generic: bool) -> Helper:
    """A land of which nothing but its mana matters. ``basic``: it is a basic land; ``generic``: no cost asks for colorless mana itself."""
    land = "a basic land" if basic else "a land"
    return card_helper("Wastes", land if generic else f"{land} for {{C}}")


def land_for(color: str, basic: bool) -> Helper:
    """A land for mana of a color. ``basic``: it is a basic land."""
    return card_helper(LANDS[color], f"a {'basic ' if basic else ''}land for {{{color}}}")


def devoted_helpers(colors: Sequence[str], symbols: Sequence[str]) -> Iterator[Helper]:
    """Permanents with mana symbols of the colors to which devotion is counted; of a color that is chosen, of those that costs ask for (700.5)."""
    for color in dict.fromkeys(colors):
        for each in dict.fromkeys(colors_asked(symbols)) or ("G",) if color == THAT_COLOR else (color,):
            yield card_helper(DEVOTED[each], f"a permanent with {{{each}}} in its cost")


def dear_helper() -> Helper:
    """A creature of great mana value."""
    return card_helper(SURVIVOR, "a creature with mana value 7")


def great_helper() -> Helper:
    """A creature of great power."""
    entry = (("token", "Giant"), ("power", GREAT), ("toughness", GREAT), ("types", ("creature",)))
    return Helper("Giant", entry, f"an {GREAT}/{GREAT} creature")


def sized_helper(power: int, toughness: int) -> Helper:
    """A creature of a power or a toughness that matters; the other one is 1 unless both matter."""
    size = f"power {power}" if toughness == 1 else f"toughness {toughness}"
    entry = (("token", "Creature"), ("power", str(power)), ("toughness", str(toughness)), ("types", ("creature",)))
    return Helper("Creature", entry, f"a creature with {size}")


def colorful_helper() -> Helper:
    """A creature of all colors."""
    entry: tuple[tuple[str, object], ...] = (("token", "Rainbow"), ("power", "1"), ("toughness", "1"))
    return Helper(
        "Rainbow", (*entry, ("types", ("creature",)), ("colors", tuple("WUBRG"))), "a permanent of all colors"
    )


def helper_for(filter: Filter, symbols: Sequence[str]) -> Helper | None:
    """The simplest permanent of a set; None where none is known. ``symbols``: of the mana that lands should make."""
    if (
        filter.named
        or filter.attacking
        or filter.blocking
        or filter.fighting
        or filter.fresh
        or filter.chosen
        or filter.namesake
        or filter.hung
        or filter.counter
        or filter.bare
    ):
        return None
    if "creature" not in filter.without_types and not filter.tapped and fits(filter, _BEARS):
        return creature_helper()
    if filter.types == ("land",) and not filter.subtypes:
        land = land_helper(symbols)
        return replace(tapped_out(land), words="a tapped land") if filter.tapped else land
    for basic in LANDS.values():
        if fits(filter, Proto(basic, ("land",), (basic,), ("basic",))):
            return card_helper(basic, f"{'an' if basic[0] in 'AEIOU' else 'a'} {basic}")
    return None if filter.token is False else _token(filter)


def _token(filter: Filter) -> Helper | None:
    """A token of a set."""
    kinds = ["creature"] if "creature" in filter.any_of else [*filter.any_of[:1]]
    types = dict.fromkeys([*filter.types, *kinds])
    subtypes = dict.fromkeys([*filter.subtypes, *filter.any_subtype[:1]])
    types |= dict.fromkeys(kind for kind, words in _OF_SUBTYPES.items() if words & set(subtypes))
    types = types or {"creature": None}
    size = 1 if filter.compare is None or filter.compare.op in ("<=", "<=X") else max(filter.compare.value, 1)
    name = " ".join([*subtypes] or [kind.capitalize() for kind in (*filter.supertypes, *types)])
    entry: Entry = {"token": name}
    if "creature" in types:
        entry |= {"power": str(size), "toughness": str(size)}
    entry["types"] = (*filter.supertypes, *types)
    if subtypes:
        entry["subtypes"] = tuple(subtypes)
    colors = (*filter.colors, *filter.any_colors[:1])
    if colors:
        entry["colors"] = colors
    if filter.keyword:
        entry["keywords"] = (filter.keyword,)
    if filter.tapped:
        entry["tapped"] = "yes"
    proto = Proto(
        name, tuple(types), tuple(subtypes), filter.supertypes, colors, power=size, toughness=size, token=True
    )
    plain = with_fields(filter, {"keyword": "", "controller": "any"})
    return Helper(name, tuple(entry.items()), _words(name, filter)) if fits(plain, proto) else None


def apart(helper: Helper, many: int) -> dict[Helper, int]:
    """So many of a helper; legendary ones have a name each, for of those with one name a player keeps but one (704.5j)."""
    entry = dict(helper.entry)
    types = entry.get("types")
    if many == 1 or not isinstance(types, tuple) or "legendary" not in types:
        return {helper: many}
    names = [helper.name, *(f"{nth} {helper.name}" for nth in _NTH)][:many]
    entries = [tuple((entry | {"token": name}).items()) for name in names]
    return {replace(helper, name=name, entry=made): 1 for name, made in zip(names, entries, strict=True)}


def _words(name: str, filter: Filter) -> str:
    article = "an" if name[0] in "AEIOU" else "a"
    if (filter.subtypes or filter.any_subtype) and filter.supertypes:
        article = f"a {' '.join(filter.supertypes)}"
    kinds = f" {' '.join(filter.types)}" if len(filter.types) > 1 else ""  # "a Robot artifact creature"
    what = f"{name}{kinds}" if filter.subtypes or filter.any_subtype else name.lower()
    colors = [COLOR_NAMES[each] for each in (*filter.colors, *filter.any_colors[:1])]
    keyword = f" with {filter.keyword}" if filter.keyword else ""
    return " ".join([article, *colors, what]) + keyword + _compared(filter.compare)


def _compared(compare: Compare | None) -> str:
    """The words of a bound that is printed; "" where there is none, or where it is counted."""
    if compare is None or compare.amount is not None or compare.op not in _BOUNDS:
        return ""
    if compare.stat == "size":
        return f" of size {compare.value}/{compare.value}"
    stat = "mana value" if compare.stat == "manavalue" else compare.stat
    return f" with {stat} {compare.value}{_BOUNDS[compare.op]}"


def paying_objects(protos: Sequence[Proto]) -> dict[Helper, int]:
    """The creatures or artifacts that pay for the dearest spell by convoke or improvise, with how many: of the colors that the spell asks for."""
    found: dict[Helper, int] = {}
    for proto in protos:
        ways = [HELPING[word] for word in words_of(proto, protos) if HELPING[word].does == "tap"]
        more = [each for each in proto.abilities if isinstance(each, SpellCosts) and each.how in ("", "buyback")]
        costs = [proto.mana_cost or (), *(c.symbols for each in more for c in each.costs if isinstance(c, ManaCost))]
        symbols = [symbol for cost in costs for symbol in cost]
        colors = Counter(colors_asked(symbols) if ways and ways[0].colored else "")
        rest = sum(int(symbol) if symbol.isdecimal() else 1 for symbol in symbols) - sum(colors.values())
        if not ways or not symbols:
            continue
        main = max(colors, key=lambda color: colors[color], default="")
        for color in colors or [""]:
            wanted = Filter(types=(ways[0].type,), any_colors=(color,) if color else ())
            helper = helper_for(wanted, symbols)
            if helper is not None:
                many = colors[color] + (rest if color == main else 0)
                if color and helper == creature_helper():  # of the colors of mana it pays for its own (702.51a)
                    helper = card_helper(CREATURE_CARD, f"a {COLOR_NAMES[color]} creature")
                found[helper] = max(many, found.get(helper, 0))
    return found


# --- turn boards ---------------------------------------------------------------------------------

#: How often a turn may pay for each ability, on the board with few lands and on the one with many.
OFTEN: Final = (1, 3)

#: Lands for a turn at most.
MOST: Final = 24

#: Cards of a library that is known: nobody plays them.
PLAIN: Final = ("Grizzly Bears", "Wastes")
CARDS: Final = 53

_PROTOS: Final = {
    "Grizzly Bears": Proto("Grizzly Bears", ("creature",), ("Bear",), colors=("G",), mana_cost=("1", "G")),
    "Wastes": Proto("Wastes", ("land",), supertypes=("basic",)),
}


def lands_of_a_turn(wanted: Wants, protos: Sequence[Proto]) -> Iterator[dict[Helper, int]]:
    """Lands that pay in each turn for each card that is cast then, and for each ability as often as ``OFTEN`` says.

    Lands untap in each turn (502.3), and mana in a pool empties with each step (500.5). No board without lands is told.
    """
    spells = [proto.mana_cost or () for proto in protos if _cast(proto, protos)]
    once, tapping = _tapping(protos)
    again = list((Counter(wanted.costs) - Counter(tapping)).elements())
    for often in OFTEN:
        found = lands_paying([*spells, *once, *again * often])
        if found:
            yield found


def _tapping(protos: Sequence[Proto]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The mana costs of abilities that tap their source: those paid once in a turn, and all of them; none where something untaps.

    What taps for an extra turn taps for nothing else in that turn.
    """
    once: list[tuple[str, ...]] = []
    tapping: list[tuple[str, ...]] = []
    for proto in protos if not holds(tuple(proto.abilities for proto in protos), Untap) else ():
        taps = [a for a in proto.abilities if isinstance(a, Activated) and TapCost() in a.costs]
        turns = [a for a in taps if any(isinstance(effect, ExtraTurn) for effect in a.effects)]
        once += [cost.symbols for a in turns or taps for cost in a.costs if isinstance(cost, ManaCost)]
        tapping += [cost.symbols for a in taps for cost in a.costs if isinstance(cost, ManaCost)]
    return once, tapping


def _cast(proto: Proto, protos: Sequence[Proto]) -> bool:
    """Whether a card is not just there: a spell, what does something as it enters, or comes back from a graveyard or to the hand."""
    if "land" in proto.types:
        return False
    back = any(takes_from_graveyard(other, proto) for other in protos if other is not proto)
    back = back or holds(proto.abilities, ReturnToHand, lambda node: getattr(node, "object", None) == This())
    return not permanent(proto) or acts_as_it_enters(proto) or back


def lands_paying(costs: Sequence[Sequence[str]]) -> dict[Helper, int]:
    """Basic lands that pay for all of some costs together, with how many of each.

    In: costs as symbols, such as ``("2", "W")``. {X} counts as 0. Generic mana gets lands only up to ``MOST`` lands in all.

    >>> {helper.name: many for helper, many in lands_paying([("2", "W"), ("W",)]).items()}
    {'Plains': 4}
    """
    symbols = [symbol for cost in costs for symbol in cost]
    colors = Counter(colors_asked(symbols))
    generic = sum(int(symbol) for symbol in symbols if symbol.isdecimal())
    found = {land_helper([color]): many for color, many in colors.items()}
    if "C" in symbols:
        found[wastes_helper()] = symbols.count("C")
    rest = min(generic, max(0, MOST - sum(found.values())))
    if rest:
        main = land_helper(symbols)
        found[main] = found.get(main, 0) + rest
    return found


def beside_turns(wanted: Wants, protos: Sequence[Proto]) -> dict[Helper, int]:
    """Permanents for cards that watch attackers or give abilities, with how many of each.

    There are as many of each as the cards ask to sacrifice for extra turns. In: what the cards want; the cards.
    """
    return _each_of((*wanted.attackers, *wanted.granted), wanted.symbols, _sacrificed(protos))


def beside_combats(wanted: Wants, protos: Sequence[Proto]) -> list[dict[Helper, int]]:
    """Attackers for cards that watch them, where there are additional combats: as many as the dearest ability costs, for one mana each.

    Of one set alone, the last one that is watched first, and of all sets together.
    """
    if not holds(tuple(proto.abilities for proto in protos), ExtraPhases):
        return []
    found = _each_of(wanted.attackers, wanted.symbols, max([FEWEST, *map(mana_value, wanted.costs)]))
    alone = [{helper: many} for helper, many in reversed(found.items())] if len(found) > 1 else []
    return [*alone, *([found] if found else [])]


def _each_of(filters: Iterable[Filter], symbols: Sequence[str], many: int) -> dict[Helper, int]:
    """So many of the simplest permanent of each set."""
    made = (helper_for(filter, symbols) for filter in filters)
    return {helper: many for helper in made if helper is not None}


def chosen_beside(wanted: Wants) -> dict[Helper, int]:
    """One permanent of each set of which one is chosen as something resolves: sacrificed, or exiled."""
    made = (helper_for(with_fields(filter, {"another": False}), wanted.symbols) for filter in wanted.chosen)
    return {helper: 1 for helper in made if helper is not None}


def _sacrificed(protos: Sequence[Proto]) -> int:
    """The greatest number of permanents that one cost sacrifices, 1 for none."""
    found = [1]

    def visit(node: Term) -> None:
        if isinstance(node, SacrificeCost) and isinstance(node.amount, Fixed):
            found.append(node.amount.value)

    walk(tuple(proto.abilities for proto in protos), visit)
    return max(found)


def brought(filter: Filter, protos: Sequence[Proto]) -> bool:
    """Whether cards make tokens of a set themselves."""
    found: list[Proto] = []

    def visit(node: Term) -> None:
        if isinstance(node, CreateTokens):
            found.append(node.token)

    walk(tuple(proto.abilities for proto in protos), visit)
    return any(fits(filter, token) for token in found)


def libraries(wanted: Wants, protos: Sequence[Proto]) -> list[str]:
    """The libraries that are tried, as a position file has them: "" for unknown cards, or known ones.

    A card that searches a library or reveals it needs a known one. So does a loop of many turns in which
    something looks for cards in a graveyard. There the cards that were drawn are discarded in the end (514.1).
    """
    sought = [filter for proto in protos for filter in of_graveyards(proto)]
    if not wanted.searches and not wanted.revealed:
        return ["", _library(sought)] if sought else [""]
    return [_library([*wanted.revealed, *sought])]


def _library(sought: Sequence[Filter]) -> str:
    """Plain cards of which none is looked for, if there are such: else the first ones."""
    unlike = (name for name in PLAIN if not any(fits(filter, _PROTOS[name]) for filter in sought))
    return f"{CARDS} {next(unlike, PLAIN[0])}"
