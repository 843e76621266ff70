"""The words of static effects: costs of spells, what enters, who blocks whom, and static abilities of one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.print_nouns import Unprintable, noun_phrase, signed_pair
from reiterate.terms.print_phrases import Phrase, join_phrases
from reiterate.terms.print_spelling import article, number_word, sentence
from reiterate.terms.printer import PhraseRule, Printer, WordsRule


def _of(p: Printer, subject: n.Subject) -> tuple[str, bool]:
    return p.object(subject, "")


def _untaps_not(p: Printer, s: n.DoesntUntap) -> Phrase:
    subject, third = _of(p, s.subject)
    if isinstance(s.subject, n.This):
        when = "your untap step"
    elif third:
        when = "its controller's untap step"
    else:
        when = "their controllers' untap steps"
    return Phrase(subject, third, "don't", f"untap during {when}")


def _change(p: Printer, power: n.Quantity, toughness: n.Quantity) -> str:
    """ "+1/+1", "+X/+0, where X is ..."."""
    if not isinstance(power, n.Measured) and not isinstance(toughness, n.Measured):
        return signed_pair(power, toughness)
    halves = [f"+{q.value}" if isinstance(q, n.Fixed) else "+X" for q in (power, toughness)]
    counted = power if isinstance(power, n.Measured) else toughness
    return f"{halves[0]}/{halves[1]}, where X is {p.quantity(counted)}"


def _cheaper(p: Printer, s: n.CostReduction) -> Phrase:
    kind = "" if s.mana_abilities else " that aren't mana abilities"
    if s.whose == "you":
        subject = f"abilities you activate{kind}"
    elif isinstance(s.subject, n.Filter):
        subject = f"activated abilities of {_of(p, s.subject)[0]}{kind}"
    elif s.subject is None:
        raise Unprintable("abilities of nothing that cost less")
    else:
        subject = f"{_of(p, s.subject)[0]}'s activated abilities{kind}"
    rest = f"{{{s.amount}}} less to activate"
    if s.floor:
        rest += f". This effect can't reduce the mana in that cost to less than {number_word(s.floor)} mana"
    return Phrase(subject, False, "cost", rest)


def _cant(p: Printer, s: n.CantDo) -> Phrase:
    subject, third = _of(p, s.subject)
    if not s.what.startswith("be activated"):
        return Phrase(subject, third, "can't", s.what)
    what = "be activated" + (" unless they're mana abilities" if s.what.endswith("mana") else "")
    return Phrase(f"activated abilities of {subject}", False, "can't", what)


PHRASES: Final[dict[type, PhraseRule]] = {
    n.GrantAbilities: lambda p, s: Phrase(*_of(p, s.subject), "have", p.given(s.abilities)),
    n.ModifyPT: lambda p, s: Phrase(*_of(p, s.subject), "get", _change(p, s.power, s.toughness)),
    n.BasePT: lambda p, s: Phrase(*_of(p, s.subject), "have", f"base power and toughness {s.power}/{s.toughness}"),
    n.DoesntUntap: _untaps_not,
    n.CostReduction: _cheaper,
    n.EntersTapped: lambda p, s: Phrase(p.self_name, True, "enter", "tapped"),
    n.EntersWithCounters: lambda p, s: Phrase(
        p.self_name, True, "enter", f"with {p.pieces(s.amount, s.kind + ' counter')} on it"
    ),
    n.CantDo: lambda p, s: _cant(p, s),
}


_WHO: Final = {"you": " you cast", "opponent": " your opponents cast", "any": ""}


def _spell_cost_words(p: Printer, e: n.SpellCost) -> str:
    """The words of ``SpellCost``."""
    change = "less" if e.less else "more"
    if isinstance(e.amount, n.Fixed):
        cost = f"{{{e.amount.value}}} {change} to cast"
    else:
        cost = f"{{X}} {change} to cast, where X is {p.quantity(e.amount)}"
    if e.this:
        return f"{p.self_name} costs {cost}"
    words = "" if e.filter is None else noun_phrase(e.filter)
    kept, _, tail = words.partition("with ")
    kept = kept.replace("permanent", "").strip()
    return " ".join(f"{kept} spells{_WHO[e.who]} {'with ' + tail if tail else ''} cost {cost}".split())


def _others_enter_words(p: Printer, e: n.OthersEnter) -> str:
    """The words of ``OthersEnter``."""
    words = _set(e.filter, many=e.tapped)
    if e.tapped and not e.kind:
        return f"{words} enter tapped"
    if e.tapped:
        raise Unprintable("what enters tapped and with counters")
    several = e.amount != 1
    count = f"{number_word(e.amount)} additional" if several else "an additional"
    return f"each {words} enters with {count} {e.kind} counter{'s' if several else ''} on it"


def _block_words(p: Printer, e: n.BlockLimit) -> str:
    """The words of ``BlockLimit``."""
    subject = _set(e.subject, many=True) if isinstance(e.subject, n.Filter) else p.object(e.subject)[0]
    sets = " and/or ".join(noun_phrase(f, many=True) for f in e.sets)
    verb = {"by": "can't be blocked by", "except": "can't be blocked except by", "": "can't block"}[e.side]
    return f"{subject} {verb} {sets}"


def _attack_words(p: Printer, e: n.AttackOnly) -> str:
    """The words of ``AttackOnly``."""
    subject = _set(e.subject, many=True) if isinstance(e.subject, n.Filter) else p.object(e.subject)[0]
    return f"{subject} can't attack unless defending player controls {article(noun_phrase(e.filter))}"


def _cant_words(p: Printer, e: n.PlayerCant) -> str:
    """The words of ``PlayerCant`` about spells of a set."""
    if e.what != "cast" or e.filter is None:
        raise Unprintable(f"players can't {e.what}")
    who = {"any": "players", "you": "you", "opponent": "your opponents"}[e.who]
    words = noun_phrase(e.filter).removesuffix("permanent").strip()
    return " ".join(f"{who} can't cast {words} spells".split())


def _set(f: n.Filter, many: bool) -> str:
    return f"{'other ' if f.another else ''}{noun_phrase(f, many=many)}"


#: Static effects whose words depend on more than a row can say.
OTHERWISE: Final[dict[type, WordsRule]] = {
    n.SpellCost: _spell_cost_words,
    n.OthersEnter: _others_enter_words,
    n.BlockLimit: _block_words,
    n.AttackOnly: _attack_words,
    n.PlayerCant: _cant_words,
}


def _whole(p: Printer, effect: n.StaticEffect) -> str:
    """The words of a static effect that is a sentence, or several."""
    return re.sub(r"(?<=\. )[a-z]", lambda found: found[0].upper(), p.words("static", effect))


def static_sentence(p: Printer, group: Sequence[n.Static]) -> str:
    """Static abilities of one clause: one subject and condition, one sentence."""
    phrases = []
    for a in group:
        rule = PHRASES.get(type(a.effect))
        phrase = rule(p, a.effect) if rule is not None else Phrase("", False, "", _whole(p, a.effect))
        merges = not isinstance(a.effect, n.CostReduction)
        phrases.append(phrase._replace(about=getattr(a.effect, "subject", None) if merges else None))
    condition = group[0].condition
    if condition is None:
        return join_phrases(phrases, p.style)
    words = f"as long as {p.condition(condition)}"
    if p.style.suffix:
        return f"{join_phrases(phrases, p.style).removesuffix('.')} {words}."
    return sentence(f"{words}, {join_phrases(phrases, p.style, capital=False)}")
