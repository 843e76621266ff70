"""The words of static effects that no pattern says: costs of spells, what enters, who blocks whom."""

from __future__ import annotations

from typing import Any

from reiterate.terms.filters import Filter
from reiterate.terms.print_nouns import Unprintable, noun_phrase
from reiterate.terms.print_spelling import article, number_word
from reiterate.terms.quantities import Fixed
from reiterate.terms.replacement_effects import OthersEnter
from reiterate.terms.static_effects import AttackOnly, BlockLimit, PlayerCant, SpellCost

_WHO = {"you": " you cast", "opponent": " your opponents cast", "any": ""}


def spell_cost_words(p: Any, e: SpellCost) -> str:
    """The words of ``SpellCost``."""
    change = "less" if e.less else "more"
    if isinstance(e.amount, Fixed):
        cost = f"{{{e.amount.value}}} {change} to cast"
    else:
        cost = f"{{X}} {change} to cast, where X is {p.quantity(e.amount)}"
    if e.this:
        return f"{p.self_name} costs {cost}"
    words = "" if e.filter is None else noun_phrase(e.filter)
    kept, _, tail = words.partition("with ")
    kept = kept.replace("permanent", "").strip()
    return " ".join(f"{kept} spells{_WHO[e.who]} {'with ' + tail if tail else ''} cost {cost}".split())


def others_enter_words(p: Any, e: OthersEnter) -> str:
    """The words of ``OthersEnter``."""
    words = _set(e.filter, many=e.tapped)
    if e.tapped and not e.kind:
        return f"{words} enter tapped"
    if e.tapped:
        raise Unprintable("what enters tapped and with counters")
    several = e.amount != 1
    count = f"{number_word(e.amount)} additional" if several else "an additional"
    return f"each {words} enters with {count} {e.kind} counter{'s' if several else ''} on it"


def block_words(p: Any, e: BlockLimit) -> str:
    """The words of ``BlockLimit``."""
    subject = _set(e.subject, many=True) if isinstance(e.subject, Filter) else p.object(e.subject)[0]
    sets = " and/or ".join(noun_phrase(f, many=True) for f in e.sets)
    verb = {"by": "can't be blocked by", "except": "can't be blocked except by", "": "can't block"}[e.side]
    return f"{subject} {verb} {sets}"


def attack_words(p: Any, e: AttackOnly) -> str:
    """The words of ``AttackOnly``."""
    subject = _set(e.subject, many=True) if isinstance(e.subject, Filter) else p.object(e.subject)[0]
    return f"{subject} can't attack unless defending player controls {article(noun_phrase(e.filter))}"


def cant_words(p: Any, e: PlayerCant) -> str:
    """The words of ``PlayerCant`` about spells of a set."""
    if e.what != "cast" or e.filter is None:
        raise Unprintable(f"players can't {e.what}")
    who = {"any": "players", "you": "you", "opponent": "your opponents"}[e.who]
    words = noun_phrase(e.filter).removesuffix("permanent").strip()
    return " ".join(f"{who} can't cast {words} spells".split())


def _set(f: Any, many: bool) -> str:
    return f"{'other ' if f.another else ''}{noun_phrase(f, many=many)}"
