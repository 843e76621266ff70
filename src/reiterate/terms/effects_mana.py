"""Effects that add mana (106.4), and what mana may be spent on where that is restricted (106.6).

Effects that add mana (106.4).

What mana may be spent on where that is restricted (106.6): a closed language of spells and abilities.
"""

from __future__ import annotations

import re
from functools import cache
from typing import ClassVar, Final, NamedTuple, TypeAlias

from reiterate.terms.base import Deed, Term, replace
from reiterate.terms.print_spelling import article, plural
from reiterate.terms.quantities import Fixed, Quantity
from reiterate.terms.references import Filter, PlayerRef

# --- effects mana --------------------------------------------------------------------------------


class AddMana(Term):
    """Add mana to the controller's pool (106.4): all of ``symbols``, or one kind of ``choice``; times ``count``.

    ``only``: what it may be spent on (106.6), as the words behind "spend this mana only to"; "" for
    anything. ``until``: of ``STAYS``, how long it isn't lost as steps and phases end (500.5); "" for not at all.
    """

    says: ClassVar = Deed(
        asks="much", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    symbols: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    count: Quantity = Fixed(1)
    only: str = ""
    until: str = ""  # when it stops staying (500.5)


class AddMixed(Term):
    """Add mana in any combination of kinds (106.4)."""

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    amount: Quantity
    kinds: tuple[str, ...]
    only: str = ""  # what it may be spent on (106.6)
    until: str = ""  # when it stops staying (500.5)


class AddPerColor(Term):
    """For each colour among a set of permanents, add one mana of that colour."""

    says: ClassVar = Deed(
        asks="colors", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    filter: Filter
    only: str = ""  # what it may be spent on (106.6)
    until: str = ""  # when it stops staying (500.5)


class AddProduced(Term):
    """Add one mana of any type that the permanent produced that was tapped for mana (106.12)."""

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False)


class AddChosen(Term):
    """Add one mana of the colour chosen as the source entered (607.2d); nothing where none was chosen (607.5a)."""

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False)


class AddColorOf(Term):
    """Add one mana of a colour among a set of permanents, as the controller chooses (106.5)."""

    says: ClassVar = Deed(
        asks="colors", gives="mana", renews="", changes="", moves="", names=False, ranged=False, lasts=False
    )

    filter: Filter


class AddProducible(Term):
    """Add one mana of a type, or ``colored`` of a colour, that a permanent of a set could produce (106.7)."""

    says: ClassVar = Deed(
        asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=False, lasts=False
    )

    filter: Filter
    colored: bool


class AddOfIdentity(Term):
    """Add one mana of a colour in the colour identity of the controller's commanders, as they choose (903.4).

    It adds nothing where they have no commander (903.4f), or where the identity has no colour (106.5).
    """

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False)


class DoubleMana(Term):
    """The controller adds as much mana of each type as they have unspent (106.6)."""

    says: ClassVar = Deed(
        asks="doubled", gives="mana", renews="", changes="", moves="", names=False, ranged=False, lasts=False
    )


#: What the controller adds; another player may add the same by ``Adds``.
ManaOfController: TypeAlias = (
    AddMana | AddMixed | AddPerColor | AddProduced | AddChosen | AddColorOf | AddOfIdentity | AddProducible | DoubleMana
)


class Adds(Term):
    """``who`` adds mana (106.4); they choose its kind where there is a choice."""

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    who: PlayerRef
    mana: ManaOfController


#: Effects that could add mana (605.1a).
ManaEffect: TypeAlias = ManaOfController | Adds


# --- mana in a pool --------------------------------------------------------------------------------

#: How long mana may stay in a pool as steps and phases end, the sooner end first: behind "until" (500.5).
STAYS: Final = ("end of combat", "end of turn")

_UNTIL: Final = " until "
_UNIT: Final = re.compile(rf"([WUBRGC])(?:{_UNTIL}({'|'.join(STAYS)}))?(?:/(.+))?")


class Unit(NamedTuple):
    """What mana in a pool is: its kind, how long it stays (of ``STAYS``), and what it may be spent on alone."""

    kind: str
    until: str = ""
    only: str = ""

    @property
    def name(self) -> str:
        """Its name in a pool and in a payment: "R", "R until end of turn", "G/cast creature spells"."""
        stays = f"{self.kind}{_UNTIL}{self.until}" if self.until else self.kind
        return f"{stays}/{self.only}" if self.only else stays


@cache
def unit_of(name: str) -> Unit | None:
    """The mana of a name; None where it names no mana."""
    found = _UNIT.fullmatch(name)
    if found is None or (found[3] and only_of(found[3]) is None):
        return None
    return Unit(found[1], found[2] or "", found[3] or "")


# --- mana restrictions ---------------------------------------------------------------------------

_TYPES: Final = ("artifact", "battle", "creature", "enchantment", "instant", "planeswalker", "sorcery")
_IRREGULAR: Final = {plural(word): word for word in ("Elf", "Dwarf", "Wolf", "Werewolf", "Mouse", "Ox", "Hero")}

_PARTS: Final = re.compile(r" or (?:to )?(?=cast |activate |pay )")
#: What mana may be spent on that is barred from some spells alone (111.10h): costs of effects, to attack and to block.
_ELSE: Final = "pay anything else"
_SPELLS: Final = re.compile(
    r"cast (an? )?(?:(.+?) )?(spells?)( of the chosen type)?(?: from (exile|your graveyard|your hand|anywhere other than your hand))?"
)
_ABILITIES: Final = re.compile(r"activate (?:abilities|an ability)(?: of (.+?)( sources?)?( of the chosen type)?)?")
#: From where spells are cast, by the words for it: from one zone, from all but one, or with () from anywhere.
_ZONES: Final[dict[str, tuple[str, ...]]] = {
    "": (),
    "exile": ("exile",),
    "your graveyard": ("graveyard",),
    "your hand": ("hand",),
    "anywhere other than your hand": ("graveyard", "exile", "library", "command"),
}
_BATTLEFIELD: Final = ("battlefield",)
_COMMANDER: Final = "cast your commander"
#: What is said of a creature type that is chosen as the source enters, and the place where that type is said.
_OF_CHOSEN: Final = re.compile(r"\ban? ((?:[a-z]+ )?(?:spell|source)) of the chosen type")
_LIST: Final = re.compile(r", (?:and/or |and |or )?| and/or | and | or ")


class Only(NamedTuple):
    """Spells, each with the zones they are cast from, and abilities of what: on the battlefield, or of any source; () is anywhere.

    ``other``: whether it may also be spent on what is neither a spell nor an activated ability.
    """

    spells: tuple[tuple[Filter, tuple[str, ...]], ...]
    abilities: tuple[tuple[Filter, tuple[str, ...]], ...]
    other: bool = False


@cache
def only_of(text: str) -> Only | None:
    """What the words behind "spend this mana only to" allow; None for words that are not of the language."""
    spells: list[tuple[Filter, tuple[str, ...]]] = []
    abilities: list[tuple[Filter, tuple[str, ...]]] = []
    parts = _PARTS.split(text)
    for part in parts[:-1] if len(parts) > 1 and parts[-1] == _ELSE else parts:
        cast = _SPELLS.fullmatch(part)
        activate = _ABILITIES.fullmatch(part)
        if cast is not None:
            if bool(cast[1]) == (cast[3] == "spells") or (cast[4] and not cast[1]):
                return None  # "a creature spells"
            zone = _ZONES[cast[5] or ""]
            filters = _of_chosen(_filters(cast[2] or ""), cast[4])
            spells += [(one, zone) for one in filters]
        elif activate is not None:
            if activate[3] and activate[2] != " source":
                return None
            many = not activate[2] and not (activate[1] or "").startswith(("a ", "an "))
            filters = _of_chosen(_filters("" if activate[1] == "a" else activate[1] or "", many), activate[3])
            abilities += [(one, () if activate[2] or not activate[1] else _BATTLEFIELD) for one in filters]
        elif part == _COMMANDER:
            filters = [Filter(commander=True, own=True)]
            spells += [(filters[0], ())]
        else:
            return None
        if not filters:
            return None
    return Only(tuple(spells), tuple(abilities), parts[-1] == _ELSE)


def _of_chosen(filters: list[Filter], said: str | None) -> list[Filter]:
    return [replace(one, chosen="type") for one in filters] if said else filters


def naming_type(text: str, subtype: str) -> str:
    """The words of a restriction with the creature type that was chosen: mana remembers the type, not who chose it."""
    return _OF_CHOSEN.sub(lambda found: article(f"{subtype} {found[1]}"), text)


def speaks_of_choice(text: str) -> bool:
    """Whether a restriction names a type that is chosen as its source enters."""
    found = only_of(text) if text else None
    return found is not None and any(of.chosen for of, _ in (*found.spells, *found.abilities))


_BARRED: Final = re.compile(r"cast (an? )?(?:non([a-z]+) )?(spells?)( from your hand)?")
_BUT: Final = re.compile(
    r"(?:cast an? ([a-z]+) spell or |(cast a spell from anywhere other than your hand or ))?activate an ability or pay anything else"
)


def all_but(barred: str) -> str:
    """What mana may be spent on that "can't be spent to" do this, in the words of a restriction; "" for words that are not known."""
    found = _BARRED.fullmatch(barred)
    if found is None or bool(found[1]) == (found[3] == "spells") or (found[2] and found[4]):
        return ""
    if found[2] and found[2] not in _TYPES:
        return ""
    spells = f"cast {article(found[2])} spell or " if found[2] else ""
    elsewhere = "cast a spell from anywhere other than your hand or " if found[4] else ""
    return f"{spells}{elsewhere}activate an ability or {_ELSE}"


def barred_by(only: str) -> str:
    """What mana under a restriction can't be spent to do, where its text says that; else ""."""
    found = _BUT.fullmatch(only)
    if found is None:
        return ""
    return f"cast non{found[1]} spells" if found[1] else "cast spells from your hand" if found[2] else "cast spells"


def _filters(text: str, many: bool = False) -> list[Filter]:
    """The sets that a list of kinds names, ``many``: in the plural; [] for words that are not known."""
    if not text:
        return [Filter()]
    found = [_filter(words, many) for words in _LIST.split(text)]
    return [one for one in found if one is not None] if None not in found else []


def _filter(text: str, many: bool) -> Filter | None:
    types: list[str] = []
    without: list[str] = []
    subtypes: list[str] = []
    supertypes: list[str] = []
    colorless = False
    words = re.sub(r"^an? ", "", text).split(" ")
    for at, said in enumerate(words):
        word = _singular(said) if many and at == len(words) - 1 else said
        if word in _TYPES:
            types.append(word)
        elif word.removeprefix("non") in _TYPES:
            without.append(word.removeprefix("non"))
        elif word == "legendary":
            supertypes.append(word)
        elif word == "colorless":
            colorless = True
        elif word[:1].isupper():
            subtypes.append(word)
        else:
            return None
    return Filter(
        types=tuple(types),
        without_types=tuple(without),
        subtypes=tuple(subtypes),
        supertypes=tuple(supertypes),
        colorless=colorless,
    )


def _singular(word: str) -> str:
    """The singular of a plural; "" where it is none, or could be that of two words ("Zombies")."""
    found = {word[:-1], word[:-2], word[:-3] + "y", _IRREGULAR.get(word, word)} if len(word) > 4 else {word}
    singular = [one for one in sorted(found) if plural(one) == word]
    return singular[0] if len(singular) == 1 else ""
