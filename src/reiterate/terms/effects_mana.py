"""Effects that add mana (106.4)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.declared import Deed
from reiterate.terms.filters import Filter
from reiterate.terms.quantities import Fixed, Quantity
from reiterate.terms.references import PlayerRef


class AddMana(Term):
    """Add mana to the controller's pool (106.4): all of ``symbols``, or one kind of ``choice``; times ``count``.

    ``only``: what it may be spent on (106.6), as the words behind "spend this mana only to"; "" for
    anything.
    """

    says: ClassVar = Deed(
        asks="much", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    symbols: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    count: Quantity = Fixed(1)
    only: str = ""


class AddMixed(Term):
    """Add mana in any combination of kinds (106.4)."""

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    amount: Quantity
    kinds: tuple[str, ...]
    only: str = ""  # what it may be spent on (106.6)


class AddPerColor(Term):
    """For each colour among a set of permanents, add one mana of that colour."""

    says: ClassVar = Deed(
        asks="colors", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    filter: Filter
    only: str = ""  # what it may be spent on (106.6)


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


class DoubleMana(Term):
    """The controller adds as much mana of each type as they have unspent (106.6)."""

    says: ClassVar = Deed(
        asks="doubled", gives="mana", renews="", changes="", moves="", names=False, ranged=False, lasts=False
    )


#: What the controller adds; another player may add the same by ``Adds``.
ManaOfController: TypeAlias = (
    AddMana | AddMixed | AddPerColor | AddProduced | AddChosen | AddColorOf | AddProducible | DoubleMana
)


class Adds(Term):
    """``who`` adds mana (106.4); they choose its kind where there is a choice."""

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    who: PlayerRef
    mana: ManaOfController


#: Effects that could add mana (605.1a).
ManaEffect: TypeAlias = ManaOfController | Adds
