"""What a copy of a spell has of it, as a table written from the text of 707.10, 707.12, 608.3f, 400.7 and 400.7d alone.

A property of a spell belongs to the act of casting (601.2i) or to the payment for it (601.2h), or is a decision made for
the spell (601.2b to 601.2d), or is a characteristic (707.2). A way says how an object comes about that has the words of the card. ``HAS`` says which
kinds of property the object has then, and by which rule.
"""

from __future__ import annotations

from typing import Final, NamedTuple

ACT: Final = "the act of casting"
HAND: Final = "casting from the hand"
PAYMENT: Final = "the mana spent to cast it"
DECISION: Final = "a decision made for the spell"
CHARACTERISTIC: Final = "a characteristic"

#: Which kinds of property the object has that comes about in a way: yes or no, and the rule that says so.
HAS: Final[dict[str, dict[str, tuple[bool, str]]]] = {
    "cast": {
        ACT: (True, "601.2i"),
        HAND: (True, "601.2a"),
        PAYMENT: (True, "601.2h"),
        DECISION: (True, "400.7d"),
        CHARACTERISTIC: (True, "112.3"),
    },
    "copy of the spell": {  # not cast; all decisions made for it
        ACT: (False, "707.10"),
        HAND: (False, "707.10"),
        PAYMENT: (False, "707.10"),
        DECISION: (True, "707.10"),
        CHARACTERISTIC: (True, "707.10"),
    },
    "copy of the spell by another player": {
        ACT: (False, "707.10"),
        HAND: (False, "707.10"),
        PAYMENT: (False, "707.10"),
        DECISION: (True, "707.10"),
        CHARACTERISTIC: (True, "707.10"),
    },
    "copy of a copy": {
        ACT: (False, "707.10"),
        HAND: (False, "707.10"),
        PAYMENT: (False, "707.10"),
        DECISION: (True, "707.10"),
        CHARACTERISTIC: (True, "707.10"),
    },
    "cast copy of the card": {  # a new object that is cast, from the graveyard, without its mana cost
        ACT: (True, "707.12"),
        HAND: (False, "707.12"),
        PAYMENT: (False, "118.9"),
        DECISION: (False, "707.12"),
        CHARACTERISTIC: (True, "707.12"),
    },
    "token copied from the permanent": {
        ACT: (False, "707.2"),
        HAND: (False, "707.2"),
        PAYMENT: (False, "707.2"),
        DECISION: (False, "707.2"),
        CHARACTERISTIC: (True, "707.2"),
    },
    "exiled and returned": {
        ACT: (False, "400.7"),
        HAND: (False, "400.7"),
        PAYMENT: (False, "400.7"),
        DECISION: (False, "400.7"),
        CHARACTERISTIC: (True, "400.7"),
    },
    "put onto the battlefield": {
        ACT: (False, "601.2"),
        HAND: (False, "601.2"),
        PAYMENT: (False, "601.2"),
        DECISION: (False, "601.2"),
        CHARACTERISTIC: (True, "110.5"),
    },
    "entered as a copy": {  # it was itself cast from the hand, with no decision made and no mana spent for it
        ACT: (True, "707.5"),
        HAND: (True, "707.5"),
        PAYMENT: (False, "400.7d"),
        DECISION: (False, "707.2"),
        CHARACTERISTIC: (True, "707.5"),
    },
}


class Property(NamedTuple):
    """A property, its kind, and a card with which its controller gains 5 life, or it gets 5 counters, for an object that has it.

    ``how``: what is said behind "cast". ``but``: ways in which the words don't ask for the property, with the rule.
    """

    name: str
    kind: str
    text: str
    how: str = ""
    cost: str = "{0}"
    but: tuple[tuple[str, str], ...] = ()


_ENTERS: Final = "When this creature enters, "
#: The words work while the spell is cast, which an object that enters as a copy never was with these words.
_AS_A_SPELL: Final = (("entered as a copy", "113.6"),)

PERMANENTS: Final = (
    Property("it was cast", ACT, _ENTERS + "if it was cast, you gain 5 life."),
    Property("you cast it", ACT, _ENTERS + "if you cast it, you gain 5 life."),
    Property("cast from the hand", HAND, _ENTERS + "if you cast it from your hand, you gain 5 life."),
    Property(
        "counters if cast from the hand",
        HAND,
        "This creature enters with five +1/+1 counters on it if you cast it from your hand.",
    ),
    Property("when you cast this spell", ACT, "When you cast this spell, you gain 5 life.", but=_AS_A_SPELL),
    Property("mana was spent", PAYMENT, _ENTERS + "if {C} was spent to cast it, you gain 5 life.", "", "{1}"),
    Property(
        "counters if mana was spent",
        PAYMENT,
        "If {C} was spent to cast this spell, this creature enters with five +1/+1 counters on it.",
        "",
        "{1}",
    ),
    Property("kicked", DECISION, "Kicker {0}\n" + _ENTERS + "if it was kicked, you gain 5 life.", "with kicker"),
    Property(
        "kicked with one of two kickers",
        DECISION,
        "Kicker {0} and/or {1}\n" + _ENTERS + "if it was kicked with its {0} kicker, you gain 5 life.",
        "with kicker {0}",
    ),
    Property(
        "not kicked with the other kicker",
        DECISION,
        "Kicker {0} and/or {1}\n"
        + _ENTERS
        + "if it was kicked with its {0} kicker, you gain 5 life.\n"
        + _ENTERS
        + "if it was kicked with its {1} kicker, you gain 7 life.",
        "with kicker {0}",
    ),
    Property(
        "counters if kicked",
        DECISION,
        "Kicker {0}\nIf this creature was kicked, it enters with five +1/+1 counters on it.",
        "with kicker",
    ),
    Property("counters for X", DECISION, "This creature enters with X +1/+1 counters on it.", "with X = 5", "{X}"),
    Property(
        "an alternative cost",
        DECISION,
        "Evoke {0}\nWhen this creature dies, you gain 5 life.",
        "with evoke",
        "{1}",
        (("exiled and returned", "702.74a"),),  # it was sacrificed before
    ),
    Property("its abilities", CHARACTERISTIC, _ENTERS + "you gain 5 life."),
)

#: Instants and sorceries: only ways in which they are on the stack.
SPELL_WAYS: Final = (
    "cast",
    "copy of the spell",
    "copy of the spell by another player",
    "copy of a copy",
    "cast copy of the card",
)

#: Whoever casts a copy of the card announces such a thing again (707.12, 601.2b).
_ANEW: Final = (("cast copy of the card", "707.12"),)

SPELLS: Final = (
    Property("when you cast this spell", ACT, "Draw a card.\nWhen you cast this spell, you gain 5 life."),
    Property(
        "mana was spent", PAYMENT, "Draw a card. If {C} was spent to cast this spell, you gain 5 life.", "", "{1}"
    ),
    Property("its target", DECISION, "Target player gains 5 life.", "targeting p1", but=_ANEW),
    Property("kicked", DECISION, "Kicker {0}\nDraw a card. If this spell was kicked, you gain 5 life.", "with kicker"),
    Property("the value of X", DECISION, "You gain X life.", "with X = 5", "{X}"),
    Property("its mode", DECISION, "Choose one —\n• You gain 5 life.\n• Draw a card.", "choosing mode 1", but=_ANEW),
    Property(  # 6 of the 7 damage to p2: another division leaves another sum of life (601.2d)
        "its division among targets",
        DECISION,
        "This spell deals 7 damage divided as you choose among one or two target creatures and/or players. You gain 11 life.",
        "targeting 6 to p2 and 1 to Fodder",
        but=_ANEW,
    ),
    Property(
        "what was sacrificed",
        DECISION,
        "As an additional cost to cast this spell, sacrifice a creature.\nYou gain life equal to the sacrificed creature's power.",
        "sacrificing Fodder",
        but=_ANEW,
    ),
    Property(
        "both modes by entwine",
        DECISION,
        "Choose one —\n• You gain 5 life.\n• Draw a card.\nEntwine {0}",
        "with entwine choosing mode 1 and mode 2",
        but=_ANEW,
    ),
    Property("its effect", CHARACTERISTIC, "You gain 5 life."),
)
