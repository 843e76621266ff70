"""Sets of objects by what they are, references to objects and players, and what a target may be (115).

Sets of objects, by what they are.

References to objects and players, and what a target may be (115).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.terms.base import Term

# --- filters -------------------------------------------------------------------------------------

#: The controller of a set that is the defending player.
DEFENDING: Final = "defending"
#: So the player of the event that set off a triggered ability, and the same as the seat that is known then.
THAT_PLAYER: Final = "that player"
SEAT: Final = "seat "


#: Comparisons with the X announced as a bound, and with the number in its place; all comparisons with that X.
BOUNDS: Final = {"<=X": "<=", ">=X": ">="}
WITH_X: Final = ("=X", *BOUNDS)
KNOWN_X: Final = {"=X": "==", **BOUNDS}
#: A set of permanents that are modified (700.9).
MODIFIED: Final = "modified"
#: Less than the number of the permanent that left, in targets of a triggered ability; the number is known as the ability waits.
LESSER: Final = "lesser"


class Compare(Term):
    """A number of an object compared with a printed number, or with ``amount``: ``stat`` is power, toughness or manavalue.

    "size" is both power and toughness: "1/1", each compared with the same number.

    ``op`` "=X", "<=X" or ">=X": compared with the X announced, which stands in the place of ``value`` (107.3).
    """

    stat: str
    op: str  # ">=", "<=", "==", LESSER, or one of WITH_X
    value: int
    amount: Term | None = None  # a quantity, counted as the comparison is made, in the place of ``value``


class Filter(Term):
    """A set of objects, by what they are. Empty fields say nothing; ``controller`` is any, you, opponent, defending or that player.

    "defending": the player that the source attacks, or whose planeswalker it attacks (508.5). "that player": the player of
    the event, of targets of a triggered ability; as it waits the player's seat stands there, "seat 1".

    Among several card types of ``any_of``, a keyword, power or toughness narrows the creatures alone: "artifact or creature
    with flying".
    """

    types: tuple[str, ...] = ()  # all of these card types
    any_of: tuple[str, ...] = ()  # at least one of these card types ("artifact or enchantment")
    without_types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    without_supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()  # all of these subtypes
    any_subtype: tuple[str, ...] = ()  # at least one ("Spirit or Arcane", "Elf or Faerie")
    without_subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    any_colors: tuple[str, ...] = ()  # at least one of these colours ("white or black")
    without_colors: tuple[str, ...] = ()
    colorless: bool = False
    token: bool | None = None
    named: str = ""
    controller: str = "any"
    another: bool = False  # not the source itself
    tapped: bool | None = None
    keyword: str = ""
    without_keyword: str = ""
    compare: Compare | None = None
    counter: str = ""  # has at least one counter of this kind, of any kind for "*"
    without_name: str = ""  # "not named"
    attacking: bool = False
    blocking: bool = False
    fighting: bool = False  # "attacking or blocking"
    fresh: bool = False  # entered the battlefield this turn
    bare: bool = False  # has no abilities (113.12)
    chosen: str = ""  # "type" or "color": what was chosen as the source entered; "name": by an effect in front
    commander: bool = False  # is a commander (903.3)
    own: bool = False  # of which the controller of the ability is the owner (108.3)
    namesake: str = ""  # has the same name as the "source", or as the card that the source "exiled" (201.2a)
    hung: str = ""  # an "Equipment" or "Aura" is attached to it (301.5, 303.4), or it is "modified" (700.9)


# --- references ----------------------------------------------------------------------------------


class This(Term):
    """The object whose ability this is."""


class Host(Term):
    """What the source is attached to: "enchanted creature"."""


class TargetRef(Term):
    """The target with this index (from 0), an object or a player."""

    index: int = 0


class Targets(Term):
    """Several targets, from the one with this index on: "up to two target creatures", "those creatures" (115.1).

    ``count`` 0: all of those whose number is announced (601.2c).
    """

    first: int  # discrete: printed
    count: int  # discrete: printed


class That(Term):
    """The object of the event that triggered the ability: "it", "that creature"."""


class Result(Term):
    """What the effect before made, moved or chose: "that card", "those tokens", "it"."""


class Linked(Term):
    """The cards that a linked ability of the source exiled (607): "the exiled cards".

    ``one``: one of them, which the controller chooses as this happens (607.3): "a card exiled with ~".
    """

    one: bool = False


class Each(Term):
    """Every object of a set on the battlefield, found when the effect happens; ``held``: that these players control.

    ``but``: other than this object: "it deals damage to each other creature".
    """

    filter: Filter
    held: PlayerRef | None = None
    but: TargetRef | None = None


class EachCard(Term):
    """Every card of a set in a zone; ``whose`` is any, you or opponent, ``held``: those of these players."""

    zone: str
    filter: Filter | None = None
    whose: str = "any"
    held: PlayerRef | None = None


ObjectRef: TypeAlias = This | Host | TargetRef | That | Each | Result | Linked | EachCard | Targets


class Paired(Term):
    """The source and the creature that it is paired with; nothing where it is not paired (702.95b)."""


Subject: TypeAlias = This | Host | Filter

#: What a delayed triggered ability may watch besides: the thing that was named as it was set up (603.7c).
Followed: TypeAlias = Subject | TargetRef | Result


class You(Term):
    """The controller of the ability or spell."""


class EachPlayer(Term):
    """Every player (``opponents`` False) or every opponent of the controller; ``other``: but the player of the event."""

    opponents: bool = False
    other: bool = False


class ThatPlayer(Term):
    """The player of the event that triggered the ability: "that player"."""


class ControllerOf(Term):
    """The controller of an object (last known, if it is gone)."""

    object: ObjectRef


class OwnerOf(Term):
    """The owner of an object (last known, if it is gone)."""

    object: ObjectRef


class DefendingPlayer(Term):
    """The player that the source attacks, or whose planeswalker it attacks (506.3d)."""


class ChosenPlayer(Term):
    """The player chosen as the source entered."""


class ActivePlayer(Term):
    """The player whose turn it is."""


class Seat(Term):
    """A player by seat: what "each player" becomes while it is worked through one by one. Never printed on a card."""

    seat: int


PlayerRef: TypeAlias = (
    You
    | EachPlayer
    | ThatPlayer
    | ControllerOf
    | TargetRef
    | Seat
    | OwnerOf
    | DefendingPlayer
    | ChosenPlayer
    | ActivePlayer
    | Targets
)


#: How the number of targets is announced (601.2c): any number, as many as the X announced, or at most so many.
#: "up to that many": as the event of a triggered ability says (603.3d).
ANY_NUMBER: Final = "any"
BY_X: Final = ("X", "up to X")
BY_EVENT: Final = "up to that many"
RUNS: Final = (ANY_NUMBER, *BY_X, BY_EVENT)


class TargetSpec(Term):
    """What one target may be (115): objects of ``filter`` (None: no object), players: "", any or opponent.

    ``whose``: the owner of cards in a graveyard, or the controller of a spell. ``zone``
    "battlefield or stack": a spell or permanent. ``ability``: on the stack no spell, but an
    ability: "triggered", "activated" or "any" of both. ``optional``: "up to one". ``other``: it is
    none of so many targets right in front of it: "two target creatures", "another target" (115.3).
    ``divided``: ``least`` to ``most`` targets (0: any number) among which something is divided
    (601.2d), the last ones. ``run``: one of RUNS, "any" or "X" targets (601.2c), all of them different
    (115.3), the last ones.
    """

    filter: Filter | None = None
    players: str = ""
    zone: str = "battlefield"
    whose: str = "any"
    optional: bool = False
    divided: bool = False
    least: int = 1  # discrete: printed
    most: int = 1  # discrete: printed
    ability: str = ""
    other: int = 0  # discrete: printed
    weaker: bool = False  # with power less than the source's (702.134a)
    run: str = ""


def compared_with_x(spec: TargetSpec) -> bool:
    """Whether a target is compared with the X announced, which is announced before it is chosen (601.2b, 601.2c)."""
    return spec.filter is not None and spec.filter.compare is not None and spec.filter.compare.op in WITH_X
