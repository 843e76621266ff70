"""The words of what stands in the holes of the table of sentences."""

from __future__ import annotations

from typing import Any, Final

from reiterate.terms import language as n
from reiterate.terms.base import Term, replace
from reiterate.terms.hole_words import WORDED
from reiterate.terms.print_nouns import Unprintable, card_words, noun_phrase, one, symbols_text
from reiterate.terms.print_spelling import COLOR_NAMES, article, listed, number_word, plural
from reiterate.terms.printer import Printer, WordsRule
from reiterate.terms.sentence_table import template_of


def _number(p: Printer, value: n.Quantity) -> str:
    if isinstance(value, n.Fixed):
        return str(value.value)
    return "that many" if isinstance(value, n.ThatMuch) else p.quantity(value)


def _subject(p: Printer, subject: n.Subject) -> str:
    return one(subject) if isinstance(subject, n.Filter) else p.object(subject)[0]


def _for_each(p: Printer, value: n.Quantity) -> str:
    """What is counted one by one: "creature you control", "card in your hand"."""
    if isinstance(value, n.CountOf):
        return f"{'other ' if value.filter.another else ''}{noun_phrase(value.filter)}"
    return p.sentence("foreach", value) if template_of("foreach", value) else p.quantity(value)


def _except_words(p: Printer, but: n.Except) -> str:
    """What a copy has besides."""
    parts = []
    if but.nonlegendary:
        parts.append("it isn't legendary")
    if but.costless:
        parts.append("it has no mana cost")
    if but.own_color:
        parts.append("it doesn't copy that creature's color")
    colors = [COLOR_NAMES[c] for c in but.colors or ()]
    if but.power is not None and not (but.types or but.subtypes or colors):
        parts.append(f"it's {but.power}/{but.toughness}")
    elif but.types or but.subtypes or but.power is not None:
        size = [f"{but.power}/{but.toughness}"] if but.power is not None else []
        other = f" in addition to its other {'colors and ' if but.more_colors else ''}types"
        words = " ".join([*size, *colors, *but.subtypes, *but.types])
        parts.append(f"it's {article(words)}{'' if but.instead else other}")
    elif colors:
        parts.append(f"that the copy is {listed(colors)}")
    for one_more in but.entering:
        assert isinstance(one_more, n.Static)
        assert isinstance(one_more.effect, n.EntersWithCounters)
        number = _number(p, one_more.effect.amount)
        if_so = f" if {p.condition(one_more.condition)}" if one_more.condition is not None else ""
        parts.append(f"it enters with {number} additional {one_more.effect.kind} counters on it{if_so}")
    if but.abilities:
        parts.append(f"it has {p.given(but.abilities)}")
    if but.this_ability:
        parts.append("it has this ability")
    return " and ".join(parts)


def _divided_words(p: Printer, ref: Term) -> str:
    """The targets among which something is divided."""
    if not isinstance(ref, n.TargetRef) or not 0 <= ref.index < len(p.targets) or ref.index in p.mentioned:
        raise Unprintable("no targets to divide among")
    p.mentioned.add(ref.index)
    spec = p.targets[ref.index]
    if not spec.divided or spec.filter is None:
        raise Unprintable("targets among which nothing is divided")
    other = "other " if spec.filter.another else ""
    if spec.least == 0:
        number = f"up to {number_word(spec.most)}" if spec.most else "any number of"
    else:
        words = [number_word(i) for i in range(1, spec.most + 1)]
        number = " or ".join(words) if len(words) == 2 else f"{', '.join(words[:-1])}, or {words[-1]}"
    if spec.players and set(spec.filter.any_of) == {"creature", "planeswalker", "battle"}:
        return f"{number} {other}targets"
    players = " and/or players" if spec.players else ""
    return f"{number} {other}target {noun_phrase(spec.filter, many=True)}{players}"


def _any_source(p: Printer, f: n.Filter) -> str:
    """The sources of damage: "a red source you control", "a creature you control"."""
    if "permanent" in f.types:
        return one(replace(f, types=tuple(kind for kind in f.types if kind != "permanent")))
    colors = "".join(f"{COLOR_NAMES[c]} " for c in f.colors)
    whose = {"you": " you control", "opponent": " an opponent controls"}.get(f.controller, "")
    return article(f"{colors}source{whose}")


def _card(f: n.Filter, many: bool = False) -> str:
    if f.compare is not None:
        tail = f"mana value {f.compare.value} or {'greater' if f.compare.op == '>=' else 'less'}"
        return f"{card_words(replace(f, compare=None), many)} with {tail}"
    return card_words(f, many)


def _worded(kind: str) -> WordsRule:
    """The rule of a hole with a closed set of words."""

    def rule(p: Printer, value: Any) -> str:
        if isinstance(value, n.Host):
            return p.host
        return next((words for words, known in WORDED[kind] if known == value), "")

    return rule


HOLES: Final[dict[str, WordsRule]] = {
    **{kind: _worded(kind) for kind in WORDED},
    "object": lambda p, ref: p.object(ref)[0],
    "possessive": lambda p, ref: p.object(ref)[0],
    "player": lambda p, ref: p.player(ref)[0],
    "receiver": lambda p, ref: p.either(ref),
    "subject": _subject,
    "one": lambda p, f: one(f),
    "many": lambda p, f: f"{'other ' if f.another else ''}{noun_phrase(f, many=True)}",
    "noun": lambda p, f: noun_phrase(f),
    "others": lambda p, ref: noun_phrase(ref.filter),
    "acard": lambda p, f: article(_card(f)),
    "card": lambda p, f: _card(f),
    "cards": lambda p, f: _card(f, True),
    "anyof": lambda p, f: one(f),
    "spells": lambda p, f: f"{noun_phrase(f).removesuffix('permanent').strip()} spells".strip() if f else "spells",
    "source": _any_source,
    "aspell": lambda p, f: article(_card(f).replace("card", "spell", 1)),
    "n": _number,
    "int": lambda p, value: str(value),
    "amount": _number,
    "generic": lambda p, value: f"{{{value.value}}}",
    "q": lambda p, value: p.quantity(value),
    "foreach": _for_each,
    "cardsin": lambda p, value: p.quantity(value).removeprefix("the number of "),
    "cond": lambda p, value: p.condition(value),
    "statecond": lambda p, value: p.condition(value),
    "event": lambda p, value: p.event(value),
    "effects": lambda p, effects: p.inner(effects),
    "cost": lambda p, costs: ", ".join(p.cost(cost) for cost in costs),
    "quotes": lambda p, abilities: p.given(abilities),
    "given": lambda p, abilities: p.given(abilities),
    "quotedenchant": lambda p, a: p.quoted(a),
    "keywords": lambda p, words: listed(words),
    "kind": lambda p, kind: kind,
    "kinds": lambda p, kinds: listed([symbols_text((k,)) for k in kinds], "and/or"),
    "symbol": lambda p, symbols: symbols_text(symbols),
    "color": lambda p, color: COLOR_NAMES[color],
    "subtype": lambda p, word: word,
    "subs": lambda p, words: " ".join(plural(w) for w in words),
    "except": _except_words,
    "divided": _divided_words,
    "protection": lambda p, abilities: abilities[0].parameter.removeprefix("from "),
    "kicker": lambda p, how: how.removeprefix("kicker "),
    "evasions": lambda p, abilities: listed([p.quoted(a) for a in abilities], "and/or"),
    "worded": lambda p, abilities: p.given(abilities),
    "adding": lambda p, mana: p.inner((mana,)).removeprefix("add "),
}
