"""What the text of a card, or of an ability, speaks of anywhere: histories of the turn, protection.

Each answer follows from the text alone and is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from reiterate.state.properties import ARRIVED, ATTACKED_BEFORE, ATTACKED_PLAYER, CAST_BEFORE, ENTERED, IN_EXTRA_TURN
from reiterate.terms.abilities import Keyword, Triggered
from reiterate.terms.base import Term, replace, walk
from reiterate.terms.conditions import Arrived, CastBefore, Discarded, InExtraTurn, Outspends
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import ManaSpent, ThisTurn
from reiterate.terms.references import Filter, TargetSpec
from reiterate.terms.replacement_effects import ChangeDraw
from reiterate.terms.spell_kinds import SPELLS, history_of, kind_of_history
from reiterate.terms.static_effects import AttacksEachOnce, Bound, PlayerCant
from reiterate.terms.trigger_events import FIRST_TIME, Attacks, CastsNth, DrawsNth, Expends, SpellCast

#: Histories of a player's turn: cards drawn, and those in the own draw step; spells cast, and the
#: mana spent on them.
DRAWN: Final = "cards drawn"
DRAWN_IN_STEP: Final = "cards drawn in the draw step"
CAST: Final = SPELLS
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
        elif isinstance(node, SpellCast) and node.nth:
            found.update(history_of(replace(each, another=False)) for each in kinds_counted(node))
            if counts_others(node):
                found.add(ENTERED)
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


def kinds_counted(trigger: SpellCast) -> tuple[Filter, ...]:
    """The sets of which a trigger watches the spell of a number."""
    return trigger.kinds or (trigger.filter,)


def counts_others(node: Term) -> bool:
    """Whether a trigger counts the spells of a kind other than its source, which may have been one of them."""
    return isinstance(node, SpellCast) and node.nth > 0 and any(each.another for each in kinds_counted(node))


def kinds_in(read: Iterable[str]) -> dict[str, Filter]:
    """The kinds of spells among some histories, but for all spells, by the names of their histories."""
    found = {name: kind_of_history(name) for name in sorted(read) if name != CAST}
    return {name: kind for name, kind in found.items() if kind is not None}


@cache
def asks_discarded(proto: Proto) -> bool:
    """Whether a card asks whether it was discarded this turn (702.187b)."""
    terms: list[Term] = []
    walk(proto.abilities, lambda node: terms.append(node) if isinstance(node, Discarded) else None)
    return bool(terms)


@cache
def speaks_of_protection(text: Term) -> bool:
    """Whether a card or ability has protection from something, or gives it (702.16)."""
    terms: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, Keyword) and node.name == "protection":
            terms.append(node)

    walk(text, visit)
    return bool(terms)


@cache
def speaks_of_sources(text: Term) -> bool:
    """Whether a card or ability has a target that is an ability from a source of some set (113.7)."""
    terms: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, TargetSpec) and node.ability and node.filter != Filter():
            terms.append(node)

    walk(text, visit)
    return bool(terms)
