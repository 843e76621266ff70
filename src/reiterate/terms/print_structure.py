"""The words of effects made of other effects, and of nodes whose words depend on more than a row can say."""

from __future__ import annotations

from typing import Final

from reiterate.terms import language as n
from reiterate.terms.base import with_fields
from reiterate.terms.print_being import are_words, become_words
from reiterate.terms.print_nouns import Unprintable, noun_phrase
from reiterate.terms.print_spelling import article
from reiterate.terms.printer import Printer, WordsRule

#: The words of durations.
DURATIONS: Final = {
    "next turn": "until your next turn",
    "next end": "until the end of your next turn",
    "tapped": "for as long as ~ remains tapped",
    "controlled": "for as long as you control ~",
    "battlefield": "for as long as ~ remains on the battlefield",
}


def lasting_words(p: Printer, effect: n.Lasting) -> str:
    """An effect with another duration in the place of "until end of turn" or "this turn"."""
    plain = p.inner((effect.effect,))
    for usual in ("until end of turn", "this turn"):
        before, found, behind = plain.rpartition(usual)
        if found:
            return f"{before}{DURATIONS[effect.until].replace('~', p.self_name)}{behind}"
    raise Unprintable("an effect without a duration")


def _if_done(p: Printer, e: n.IfDone) -> str:
    text = p.inner(e.first)
    if e.then:
        text += f". If you do, {p.inner(e.then)}"
    return text + (f". Otherwise, {p.inner(e.otherwise)}" if e.otherwise else "")


def _branch(p: Printer, e: n.Branch) -> str:
    text = f"if {p.condition(e.condition)}, {p.inner(e.then)}"
    return text + (f". Otherwise, {p.inner(e.otherwise)}" if e.otherwise else "")


def _flip(p: Printer, e: n.FlipCoin) -> str:
    who, third = p.player(e.who)
    text = "flip a coin" if e.who == n.You() else f"{who} flips a coin"
    own = "they" if third else "you"
    first, second = ("win", "lose") if not e.sides else ("heads", "tails")
    for result, effects in ((first, e.then), (second, e.otherwise)):
        if effects:
            when = f"the coin comes up {result}" if e.sides else f"{own} {result} the flip"
            text += f". If {when}, {p.inner(effects)}"
    return text


def _flips(p: Printer, e: n.FlipUntilLost) -> str:
    text = "flip a coin until you lose a flip"
    if e.then:
        (effect,) = e.then
        one = with_fields(effect, {"amount": n.Fixed(1)})
        words = p.inner((one,))
        text += f". {words[:1].upper()}{words[1:]} for each flip you win"
    return text


def _may_pay(p: Printer, e: n.MayPay) -> str:
    who, third = p.player(e.who)
    costs = ", ".join(p.cost(cost) for cost in e.costs).removeprefix("pay ")
    if e.times is not None:
        costs += f" for each of {p.quantity(e.times)}"
    if e.otherwise and not e.then:
        return f"{p.inner(e.otherwise)} unless {who} {'pays' if third else 'pay'} {costs}"
    text = f"{who} may pay {costs}"
    if e.then:
        text += f". If {who} {'does' if third else 'do'}, {p.inner(e.then)}"
    return text + (f". Otherwise, {p.inner(e.otherwise)}" if e.otherwise else "")


def _delayed(p: Printer, e: n.Delayed) -> str:
    if e.once and e.trigger == n.StepBegins("end of combat", "each"):
        return f"{p.inner(e.effects)} at end of combat"
    event: str = p.event(e.trigger)
    if not e.once:
        return f"until end of turn, {event}, {p.inner(e.effects)}"
    if e.trigger == n.StepBegins("end", "each"):
        return f"{p.inner(e.effects)} at the beginning of the next end step"
    if e.trigger == n.StepBegins("endcombat", "each"):
        return f"{p.inner(e.effects)} at end of combat"
    return f"{event}, {p.inner(e.effects)}"


def _for_each_player(p: Printer, e: n.ForEachPlayer) -> str:
    """What is done for each of some players: "each opponent loses ..." rather than "for each opponent, that player loses ..."."""
    who, words = p.player(e.who)[0], p.inner(e.effects)
    return f"{who}{words.removeprefix(_THAT)}" if words.startswith(f"{_THAT} ") else f"for {who}, {words}"


def _reflexive(p: Printer, e: n.Reflexive) -> str:
    inner = p.within(e.targets)
    return f"when you do, {inner.inner(e.effects)}"


STRUCTURE: Final[dict[type, WordsRule]] = {
    n.IfDone: _if_done,
    n.Branch: _branch,
    n.MayPay: _may_pay,
    n.FlipCoin: _flip,
    n.FlipUntilLost: _flips,
    n.Delayed: _delayed,
    n.Reflexive: _reflexive,
    n.Become: become_words,
    n.Lasting: lasting_words,
    n.RepeatProcess: lambda p, e: f"{p.inner(e.effects)}. If {p.condition(e.condition)}, repeat this process",
    n.Again: lambda p, e: "repeat this process",
    n.GainAbilities: lambda p, e: (
        f"{p.object(e.object)[0]} {'gain' if isinstance(e.object, n.Each) else 'gains'} {p.given(e.abilities)} until end of turn"
    ),
    n.ForEachPlayer: _for_each_player,
}


_THAT: Final = "that player"

_OPS: Final = {">=": "or more", "<=": "or less", "==": ""}


#: Nodes whose words depend on more than a pattern can say.
OTHERWISE: Final[dict[type, WordsRule]] = {
    n.Not: lambda p, c: f"not {p.condition(c.condition)}",
    n.HasCounter: lambda p, c: f"{p.object(c.object)[0]} had {article(c.kind) if c.kind else 'a'} counter on it",
    n.IsA: lambda p, c: f"{p.object(c.object)[0]} is {article(noun_phrase(c.filter))}",
    n.Compared: lambda p, c: f"{p.quantity(c.left)} is {p.quantity(c.right)} {_OPS[c.op]}".strip(),
    n.CardsIn: lambda p, q: f"the number of cards in {p.player(q.who)[0]}'s {q.zone}",
    n.LifeTotal: lambda p, q: f"{p.player(q.who)[0]}'s life total",
    n.ThisTurn: lambda p, q: f"the {q.what} by {p.player(q.who)[0]} this turn",
    n.StatOf: lambda p, q: f"{p.object(q.object)[0]}'s {q.stat}",
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
    n.CopyToken: lambda p, e: f"create tokens that are copies of {p.object(e.of)[0]}",
    n.Move: lambda p, e: f"put {p.object(e.object)[0]} into its owner's {e.zone}",
    n.MoveChosen: lambda p, e: (
        f"put chosen cards into {e.to}" if e.who == n.You() else f"{p.player(e.who)[0]} puts chosen cards into {e.to}"
    ),
    n.ReturnToBattlefield: lambda p, e: (
        f"return {p.object(e.object)[0]} to the battlefield under "
        f"{'your' if e.control == 'you' else 'its owner' + chr(39) + 's'} control"
        + (f" with {article(e.counter)} counter on it" if e.counter else "")
    ),
    n.CounterSpell: lambda p, e: (
        f"counter {p.object(e.object)[0]}. If that spell is countered this way, put it into its owner's {e.to}"
    ),
    n.CopySpell: lambda p, e: f"copy {p.object(e.object)[0]}",
    n.SetLife: lambda p, e: f"{p.player(e.who)[0]}'s life total becomes {p.quantity(e.amount)}",
    n.Are: are_words,
}
