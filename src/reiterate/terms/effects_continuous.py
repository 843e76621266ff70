"""Continuous effects of spells and abilities (611): size, abilities, types, control, text."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from reiterate.terms.base import Ability, Deed, Term
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import ObjectRef, PlayerRef


class Pump(Term):
    """Gets +X/+Y until end of turn (613.4c); negative numbers with ``Fixed``, or ``minus`` for -X.

    ``but``: "power" or "toughness" where that half alone is taken off: +X/-X, with an X of no less than 0 (107.1b).
    """

    says: ClassVar = Deed(
        asks="", gives="dies", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    power: Quantity
    toughness: Quantity
    minus: bool = False
    but: str = ""


def signs_of(effect: Pump) -> tuple[int, int]:
    """1 for each half of a change of power and toughness that is added, -1 for one that is taken off."""
    return tuple(-1 if effect.minus or effect.but == half else 1 for half in ("power", "toughness"))  # type: ignore[return-value] # two halves


class SetBasePT(Term):
    """Has base power and toughness X/Y until end of turn (613.4b)."""

    says: ClassVar = Deed(
        asks="", gives="dies", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    power: int  # discrete: printed
    toughness: int  # discrete: printed


class SwitchPT(Term):
    """Switch power and toughness until end of turn (613.4d)."""

    says: ClassVar = Deed(
        asks="", gives="dies", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef


class GainKeywords(Term):
    """Gains keyword abilities until end of turn (613.1f)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    keywords: tuple[str, ...]


class LoseKeywords(Term):
    """Loses keyword abilities until end of turn (613.1f)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    keywords: tuple[str, ...]


class GainAbilities(Term):
    """Objects gain abilities in quotes until end of turn (613.1f)."""

    says: ClassVar = Deed(
        asks="granted", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    abilities: tuple[Ability, ...]


class GainActivated(Term):
    """Objects gain all activated abilities that another one has until end of turn (201.5b, 613.1f)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=False, lasts=True
    )

    object: ObjectRef
    of: ObjectRef


class Forbid(Term):
    """Can't do ``what`` (block, attack, "attack or block") this turn (613.11, 508, 509)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    what: str


#: What ``Require`` says of the player ``whom``: never printed on a card.
ATTACK_PLAYER: Final = "attack that player"


class Require(Term):
    """Does ``what`` (attack, block, "attack or block") this turn if able (508.1d, 509.1c)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    what: str
    whom: PlayerRef | None = None


class ExileLeaving(Term):
    """If the objects would leave the battlefield, they are exiled instead of put anywhere else (614.1a).

    ``dying``: if they would die this turn.
    """

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    dying: bool = False


class Become(Term):
    """Objects become something (613.1d to 613.4b) for ``duration`` "turn" or "game".

    ``instead``: the types replace the others; ``clear``: all abilities are lost (613.1f). ``valued``: base power and
    toughness are each the mana value that an object has as this happens (611.2d).
    """

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    duration: str
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    power: int | None = None  # discrete: printed
    toughness: int | None = None  # discrete: printed
    abilities: tuple[Ability, ...] = ()
    instead: bool = False
    clear: bool = False
    more_colors: bool = False  # in addition to its other colours
    retype: bool = False  # creature types replace others while card types are added (205.1b)
    valued: bool = False


class GainControl(Term):
    """``who`` (None: the controller) gains control of what is named (613.1b); ``duration``: "turn" or "game"."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    duration: str
    who: PlayerRef | None = None


class ExchangeControl(Term):
    """Two permanents change their controllers (701.12b): both or none of them."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="one other", moves="", names=False, ranged=False, lasts=True
    )

    one: ObjectRef
    other: ObjectRef


class ChangeText(Term):
    """Replace all instances of a word in the text of what is named with another (612), for ``duration`` "turn" or "game".

    ``kinds``: which words the controller chooses among: color, land (basic land types), creature.
    ``new``: the new word where that is printed; ``never``: what the new word can't be.
    """

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    kinds: tuple[str, ...]
    duration: str = "game"
    new: str = ""
    never: str = ""


class SwapEnchant(Term):
    """The named Aura loses its enchant ability and gains another."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    loses: Ability
    gains: Ability


#: Effects that may last otherwise than for a turn.
LastingEffect: TypeAlias = (
    Pump | GainKeywords | LoseKeywords | SetBasePT | Forbid | Require | GainControl | GainAbilities | Become
)


class Lasting(Term):
    """A continuous effect with another duration than this turn (611.2a, 611.2b).

    ``effect``: one that lasts until end of turn, or this turn, where it stands alone. ``until``:
    "next turn" and "next end" of the controller; as long as the source is "tapped", "controlled" by
    that player or on the "battlefield".
    """

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    effect: LastingEffect
    until: str


#: All effects of this subject.
ContinuousEffect: TypeAlias = (
    Pump
    | SetBasePT
    | SwitchPT
    | GainKeywords
    | LoseKeywords
    | GainAbilities
    | GainActivated
    | Forbid
    | Require
    | ExileLeaving
    | Become
    | GainControl
    | ExchangeControl
    | ChangeText
    | SwapEnchant
    | Lasting
)
