"""Printing by the table of templates: patterns filled with the words of what stands in their holes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from reiterate.terms import language as n
from reiterate.terms.base import Term
from reiterate.terms.pattern import Template, is_hole
from reiterate.terms.print_being import are_words, become_words
from reiterate.terms.print_free import attack_words, block_words, cant_words, others_enter_words, spell_cost_words
from reiterate.terms.print_nouns import Unprintable, card_words, keyword_text, noun_phrase, one, symbols_text
from reiterate.terms.print_spelling import COLOR_NAMES, article, listed, number_word, plural
from reiterate.terms.rows_core import template_of


def fill_template(kind: str, node: Term, p: Any) -> str:
    """The words of a node by its first template. Raises ``Unprintable`` for a node without one."""
    template = template_of(kind, node)
    if template is None:
        special = _SPECIAL.get(type(node))
        if special is None:
            raise Unprintable(f"no words for {type(node).__name__}")
        return special(p, node)
    return _fill(template, node, p)


def _for_each(p: Any, value: Any) -> str:
    """What is counted one by one: "creature you control", "card in your hand"."""
    if isinstance(value, n.CountOf):
        return f"{'other ' if value.filter.another else ''}{noun_phrase(value.filter)}"
    return fill_template("foreach", value, p) if template_of("foreach", value) else str(p.quantity(value))


def _fill(template: Template, node: Term, p: Any) -> str:
    words: list[str] = []
    third = False
    for piece in template.pieces:
        if is_hole(piece):
            value = getattr(node, piece[0][1:])
            words.append(_HOLES[piece[1]](p, value))
            third = _third(p, piece[1], value)
        elif not piece[0].endswith("?"):
            words.append(piece[1] if third and len(piece) == 2 and not piece[1].endswith("?") else piece[0])
            third = False
    text = " ".join(words)
    if isinstance(getattr(node, "object", None), n.That):
        text = text.replace("it 's ", "that creature 's ")
    elif isinstance(getattr(node, "object", None), n.TargetRef):
        text = text.replace("it 's ", "its ")
    for sign in (" ,", " .", " 's"):
        text = text.replace(sign, sign[1:])
    text = re.sub(r"\. [a-z]", lambda stop: stop[0].upper(), text)
    return text.replace("~", p.self_name)


def _third(p: Any, hole: str, value: Any) -> bool:
    """Whether a verb behind this hole stands in the third person singular."""
    if hole == "player":
        return bool(p.player(value)[1])
    if hole == "object" or (hole == "subject" and not isinstance(value, n.Filter)):
        return bool(p.object(value)[1])
    return hole == "subject"


def more_effects(p: Any, effect: Term) -> str:
    """The words of an effect of the wider language."""
    rule = _STRUCTURE.get(type(effect))
    return rule(p, effect) if rule is not None else fill_template("effect", effect, p)


def more_statics(p: Any, effect: Term) -> str:
    """The words of a static effect of the wider language."""
    text = fill_template("static", effect, p)
    return re.sub(r"(?<=\. )[a-z]", lambda found: found[0].upper(), text)


#: The words of durations.
DURATIONS: Final = {
    "next turn": "until your next turn",
    "next end": "until the end of your next turn",
    "tapped": "for as long as ~ remains tapped",
    "controlled": "for as long as you control ~",
    "battlefield": "for as long as ~ remains on the battlefield",
}


def lasting_words(p: Any, effect: n.Lasting) -> str:
    """An effect with another duration in the place of "until end of turn" or "this turn"."""
    plain = _inner(p, (effect.effect,))
    for usual in ("until end of turn", "this turn"):
        before, found, behind = plain.rpartition(usual)
        if found:
            return f"{before}{DURATIONS[effect.until].replace('~', p.self_name)}{behind}"
    raise Unprintable("an effect without a duration")


def _inner(p: Any, effects: tuple[Term, ...]) -> str:
    text: str = p.body(effects, capital=False)
    return text.rstrip(".")


def _number(p: Any, value: Any) -> str:
    if isinstance(value, n.Fixed):
        return str(value.value)
    return (
        "X" if isinstance(value, n.XValue) else "that many" if isinstance(value, n.ThatMuch) else str(p.quantity(value))
    )


def _object(p: Any, ref: Any) -> str:
    text: str = p.object(ref)[0]
    return text


def _player(p: Any, ref: Any) -> str:
    text: str = p.player(ref)[0]
    return text


def _subject(p: Any, subject: Any) -> str:
    return one(subject) if isinstance(subject, n.Filter) else _object(p, subject)


def _given(p: Any, abilities: tuple[Any, ...]) -> str:
    return listed([p.quoted(ability) for ability in abilities])


def except_words(p: Any, but: n.Except) -> str:
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
        parts.append(f"it has {_given(p, but.abilities)}")
    if but.this_ability:
        parts.append("it has this ability")
    return " and ".join(parts)


def divided_words(p: Any, ref: Any) -> str:
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


def _any_source(p: Any, f: n.Filter) -> str:
    """The sources of damage: "a red source you control", "a creature you control"."""
    if f.types or f.subtypes:
        return one(f)
    colors = "".join(f"{COLOR_NAMES[c]} " for c in f.colors)
    whose = {"you": " you control", "opponent": " an opponent controls"}.get(f.controller, "")
    return article(f"{colors}source{whose}")


_HOLES: Final[dict[str, Callable[[Any, Any], str]]] = {
    "object": _object,
    "possessive": _object,
    "player": _player,
    "receiver": lambda p, ref: str(p.either(ref)),
    "subject": _subject,
    "one": lambda p, f: one(f),
    "many": lambda p, f: f"{'other ' if f.another else ''}{noun_phrase(f, many=True)}",
    "noun": lambda p, f: noun_phrase(f),
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
    "q": lambda p, value: str(p.quantity(value)),
    "foreach": _for_each,
    "cardsin": lambda p, value: str(p.quantity(value)).removeprefix("the number of "),
    "cond": lambda p, value: str(p.condition(value)),
    "statecond": lambda p, value: str(p.condition(value)),
    "event": lambda p, value: str(p.event(value)),
    "effects": _inner,
    "cost": lambda p, costs: ", ".join(p.cost(cost) for cost in costs),
    "quotes": _given,
    "given": _given,
    "quotedenchant": lambda p, a: p.quoted(a),
    "keywords": lambda p, words: listed(words),
    "kind": lambda p, kind: str(kind),
    "kinds": lambda p, kinds: listed([symbols_text((k,)) for k in kinds], "and/or"),
    "symbol": lambda p, symbols: symbols_text(symbols),
    "color": lambda p, color: COLOR_NAMES[color],
    "subtype": lambda p, word: str(word),
    "subs": lambda p, words: " ".join(plural(w) for w in words),
    "except": except_words,
    "divided": divided_words,
    "protection": lambda p, abilities: abilities[0].parameter.removeprefix("from "),
    "kicker": lambda p, how: how.removeprefix("kicker "),
    "worded": lambda p, abilities: keyword_text(abilities[0]),
    "adding": lambda p, mana: _inner(p, (mana,)).removeprefix("add "),
}


def _card(f: n.Filter, many: bool = False) -> str:
    if f.compare is not None:
        values = {name: getattr(f, name) for name in n.Filter.__slots__}
        values["compare"] = None
        tail = f"mana value {f.compare.value} or {'greater' if f.compare.op == '>=' else 'less'}"
        return f"{card_words(n.Filter(**values), many)} with {tail}"
    return card_words(f, many)


# --- structure ---------------------------------------------------------------------------------------------------


def _if_done(p: Any, e: n.IfDone) -> str:
    text = _inner(p, e.first)
    if e.then:
        text += f". If you do, {_inner(p, e.then)}"
    return text + (f". Otherwise, {_inner(p, e.otherwise)}" if e.otherwise else "")


def _branch(p: Any, e: n.Branch) -> str:
    text = f"if {p.condition(e.condition)}, {_inner(p, e.then)}"
    return text + (f". Otherwise, {_inner(p, e.otherwise)}" if e.otherwise else "")


def _may_pay(p: Any, e: n.MayPay) -> str:
    who, third = p.player(e.who)
    costs = ", ".join(p.cost(cost) for cost in e.costs).removeprefix("pay ")
    if e.times is not None:
        costs += f" for each of {p.quantity(e.times)}"
    if e.otherwise and not e.then:
        return f"{_inner(p, e.otherwise)} unless {who} {'pays' if third else 'pay'} {costs}"
    text = f"{who} may pay {costs}"
    if e.then:
        text += f". If {who} {'does' if third else 'do'}, {_inner(p, e.then)}"
    return text + (f". Otherwise, {_inner(p, e.otherwise)}" if e.otherwise else "")


def _delayed(p: Any, e: n.Delayed) -> str:
    if e.once and e.trigger == n.StepBegins("end of combat", "each"):
        return f"{_inner(p, e.effects)} at end of combat"
    event: str = p.event(e.trigger)
    if not e.once:
        return f"until end of turn, {event}, {_inner(p, e.effects)}"
    if e.trigger == n.StepBegins("end", "each"):
        return f"{_inner(p, e.effects)} at the beginning of the next end step"
    if e.trigger == n.StepBegins("endcombat", "each"):
        return f"{_inner(p, e.effects)} at end of combat"
    return f"{event}, {_inner(p, e.effects)}"


def _reflexive(p: Any, e: n.Reflexive) -> str:
    inner = type(p)(p.style, p.self_name, p.host, e.targets, p.trigger)
    return f"when you do, {_inner(inner, e.effects)}"


_STRUCTURE: Final[dict[type, Callable[[Any, Any], str]]] = {
    n.IfDone: _if_done,
    n.Branch: _branch,
    n.MayPay: _may_pay,
    n.Delayed: _delayed,
    n.Reflexive: _reflexive,
    n.Become: become_words,
    n.Lasting: lasting_words,
    n.RepeatProcess: lambda p, e: f"{_inner(p, e.effects)}. If {p.condition(e.condition)}, repeat this process",
    n.Again: lambda p, e: "repeat this process",
    n.GainAbilities: lambda p, e: (
        f"{_object(p, e.object)} {'gain' if isinstance(e.object, n.Each) else 'gains'} {_given(p, e.abilities)} until end of turn"
    ),
    n.ForEachPlayer: lambda p, e: f"for each of {_player(p, e.who)}, {_inner(p, e.effects)}",
}

_OPS: Final = {">=": "or more", "<=": "or less", "==": ""}

#: Nodes whose words depend on more than a pattern can say.
_SPECIAL: Final[dict[type, Callable[[Any, Any], str]]] = {
    n.Not: lambda p, c: f"not {p.condition(c.condition)}",
    n.HasCounter: lambda p, c: f"{_object(p, c.object)} had {article(c.kind) if c.kind else 'a'} counter on it",
    n.IsA: lambda p, c: f"{_object(p, c.object)} is {article(noun_phrase(c.filter))}",
    n.Compared: lambda p, c: f"{p.quantity(c.left)} is {p.quantity(c.right)} {_OPS[c.op]}".strip(),
    n.CardsIn: lambda p, q: f"the number of cards in {_player(p, q.who)}'s {q.zone}",
    n.LifeTotal: lambda p, q: f"{_player(p, q.who)}'s life total",
    n.ThisTurn: lambda p, q: f"the {q.what} by {_player(p, q.who)} this turn",
    n.StatOf: lambda p, q: f"{_object(p, q.object)}'s {q.stat}",
    n.Times: lambda p, q: f"{q.by} times {p.quantity(q.of)}",
    n.Plus: lambda p, q: f"{p.quantity(q.of)} {'plus' if q.more >= 0 else 'minus'} {abs(q.more)}",
    n.WhenDone: lambda p, t: "when you do",
    n.LoyaltyCost: lambda p, c: f"{c.amount:+d}",
    n.Defines: lambda p, e: (
        f"{p.self_name}'s power and toughness are each equal to {p.quantity(e.power)}"
        if e.power == e.toughness
        else f"{p.self_name}'s power is equal to {p.quantity(e.power)} and its toughness is equal to that number plus 1"
        if e.toughness == n.Plus(e.power, 1)
        else f"{p.self_name}'s {'power' if e.power else 'toughness'} is equal to {p.quantity(e.power or e.toughness)}"
    ),
    n.CopyToken: lambda p, e: f"create tokens that are copies of {_object(p, e.of)}",
    n.Move: lambda p, e: f"put {_object(p, e.object)} into its owner's {e.zone}",
    n.MoveChosen: lambda p, e: (
        f"put chosen cards into {e.to}" if e.who == n.You() else f"{_player(p, e.who)} puts chosen cards into {e.to}"
    ),
    n.ReturnToBattlefield: lambda p, e: (
        f"return {_object(p, e.object)} to the battlefield under "
        f"{'your' if e.control == 'you' else 'its owner' + chr(39) + 's'} control"
        + (f" with {article(e.counter)} counter on it" if e.counter else "")
    ),
    n.CounterSpell: lambda p, e: (
        f"counter {_object(p, e.object)}. If that spell is countered this way, put it into its owner's {e.to}"
    ),
    n.CopySpell: lambda p, e: f"copy {_object(p, e.object)}",
    n.SetLife: lambda p, e: f"{_player(p, e.who)}'s life total becomes {p.quantity(e.amount)}",
    n.Are: are_words,
    n.SpellCost: spell_cost_words,
    n.OthersEnter: others_enter_words,
    n.BlockLimit: block_words,
    n.AttackOnly: attack_words,
    n.PlayerCant: cant_words,
}
