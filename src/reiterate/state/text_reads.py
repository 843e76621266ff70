"""What the text of a card, or of an ability, speaks of anywhere: histories of the turn, protection.

Each answer follows from the text alone and is worked out once.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.state.properties import ARRIVED, ATTACKED_BEFORE, ATTACKED_PLAYER, CAST_BEFORE, ENTERED, IN_EXTRA_TURN
from reiterate.terms.abilities import Keyword, Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.conditions import Arrived, CastBefore, InExtraTurn, Outspends
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import ManaSpent, ThisTurn
from reiterate.terms.references import Filter
from reiterate.terms.replacement_effects import ChangeDraw
from reiterate.terms.static_effects import AttacksEachOnce, Bound, PlayerCant
from reiterate.terms.trigger_events import FIRST_TIME, Attacks, CastsNth, DrawsNth, Expends

#: Histories of a player's turn: cards drawn, and those in the own draw step; spells cast, and the
#: mana spent on them.
DRAWN: Final = "cards drawn"
DRAWN_IN_STEP: Final = "cards drawn in the draw step"
CAST: Final = "spells cast"
SPENT: Final = "mana spent on spells"
#: How much mana was spent to cast each spell, as it becomes cast.
SPENT_ON_IT: Final = "mana spent on a spell"
#: Of the turn before: how many spells all players cast, and how many the player who cast most.
CAST_LAST: Final = "spells cast by all last turn"
MOST_LAST: Final = "most spells cast last turn"
#: More of them: creatures declared as attackers, creatures that died, life lost, damage dealt to the player.
ATTACKERS: Final = "attackers declared"
DIED: Final = "creatures died"
LEFT: Final = "permanents left"  # the battlefield, under the player's control
LIFE_LOST: Final = "life lost"
HURT: Final = "damage dealt"
#: Spells of a kind that were cast, by the words for their number.
CAST_OF_KIND: Final = {
    "instant and sorcery spells cast": Filter(any_of=("instant", "sorcery")),
    "creature spells cast": Filter(types=("creature",)),
    "noncreature spells cast": Filter(without_types=("creature",)),
}
#: What happened to a player's opponents together, by what happened to each of them.
OF_OPPONENTS: Final = {LIFE_LOST: "life lost by opponents", HURT: "damage dealt to opponents"}

#: What a player can't do who may cast one spell each turn.
ONE_SPELL: Final = "cast more than one spell each turn"


@cache
def histories(text: Term) -> frozenset[str]:
    """The histories of a turn that a text reads, also by what a keyword stands for (702.1)."""
    found: set[str] = set()

    def visit(node: Term) -> None:
        if isinstance(node, ThisTurn):
            found.add(node.what)
            if node.what in (CAST_LAST, MOST_LAST):
                found.add(CAST)
        elif isinstance(node, (ManaSpent, Outspends)):
            found.add(SPENT_ON_IT)
        elif isinstance(node, Bound) or (isinstance(node, PlayerCant) and node.what == ONE_SPELL):
            found.add(CAST)
        elif isinstance(node, DrawsNth):
            found.add(DRAWN)
        elif isinstance(node, Expends):
            found.add(SPENT)
        elif isinstance(node, CastsNth):
            found.add(CAST)
        elif isinstance(node, ChangeDraw) and node.later:
            found.add(DRAWN_IN_STEP)
        elif isinstance(node, CastBefore) and isinstance(text, Proto):
            found.add(CAST_BEFORE + text.name)
        elif isinstance(node, Attacks) and node.so == FIRST_TIME:
            found.add(ATTACKED_BEFORE)
        elif isinstance(node, AttacksEachOnce):
            found.add(ATTACKED_PLAYER)
        elif isinstance(node, InExtraTurn):
            found.add(IN_EXTRA_TURN)
        elif isinstance(node, Arrived):
            found.add(ARRIVED)
        elif isinstance(node, Filter) and node.fresh:
            found.add(ENTERED)

    walk(text, visit)
    if isinstance(text, Proto):
        for ability in (*text.abilities, *(text.back.abilities if text.back is not None else ())):
            for meant in meaning(ability) if isinstance(ability, Keyword) else ():
                if isinstance(meant, Triggered):
                    walk(meant, visit)
    return frozenset(found)


@cache
def speaks_of_protection(text: Term) -> bool:
    """Whether a card or ability has protection from something, or gives it (702.16)."""
    terms: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, Keyword) and node.name == "protection":
            terms.append(node)

    walk(text, visit)
    return bool(terms)
