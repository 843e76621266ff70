"""The words of costs, trigger events and conditions: the clauses that stand in front of effects or behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reiterate.terms import language as n
from reiterate.terms.print_nouns import Unprintable, noun_phrase, one, several, symbols_text
from reiterate.terms.print_spelling import number_word, third_person
from reiterate.terms.printer import Printer, WordsRule


def _counter_cost(verb: str, place: str) -> WordsRule:
    def rule(p: Printer, c: n.RemoveCountersCost | n.PutCountersCost) -> str:
        chosen = getattr(c, "filter", None)
        where = one(chosen) if chosen else p.self_name
        return f"{verb} {p.pieces(c.amount, c.kind + ' counter')} {place} {where}"

    return rule


COSTS: Final[dict[type, WordsRule]] = {
    n.TapCost: lambda p, c: "{T}",
    n.UntapCost: lambda p, c: "{Q}",
    n.ManaCost: lambda p, c: symbols_text(c.symbols),
    n.LifeCost: lambda p, c: f"pay {p.amount(c.amount, 'life')}",
    n.RemoveCountersCost: _counter_cost("remove", "from"),
    n.PutCountersCost: _counter_cost("put", "on"),
    n.SacrificeCost: lambda p, c: f"sacrifice {several(c.filter, c.amount) if c.filter else p.self_name}",
    n.DiscardCost: lambda p, c: (
        p.sentence("cost", c) if c.filter != n.Filter() else f"discard {p.pieces(c.amount, 'card')}"
    ),
}


_WHO: Final = {"you": ("you", False), "opponent": ("an opponent", True), "any": ("a player", True)}


_STEPS: Final = {
    ("upkeep", "you"): "your upkeep",
    ("upkeep", "opponent"): "each opponent's upkeep",
    ("upkeep", "each"): "each upkeep",
    ("draw", "you"): "your draw step",
    ("draw", "opponent"): "each opponent's draw step",
    ("draw", "each"): "each player's draw step",
    ("combat", "you"): "combat on your turn",
    ("combat", "opponent"): "combat on each opponent's turn",
    ("combat", "each"): "each combat",
    ("main2", "you"): "each of your postcombat main phases",
    ("end", "you"): "your end step",
    ("end", "opponent"): "each opponent's end step",
    ("end", "each"): "each end step",
    ("end of combat", "each"): "each end of combat step",
}


def _subject(p: Printer, subject: n.Subject, or_this: bool = False) -> str:
    if isinstance(subject, n.Filter):
        return f"{p.self_name} or {one(subject)}" if or_this else one(subject)
    return p.object(subject)[0]


def _happens(words: str) -> WordsRule:
    def rule(p: Printer, t: Any) -> str:
        subject = _subject(p, t.subject, getattr(t, "or_this", False))
        return f"whenever {subject} {words}"

    return rule


def _does(verb: str, rest: Callable[[Any], str]) -> WordsRule:
    def rule(p: Printer, t: Any) -> str:
        who, third = _WHO[t.who]
        return f"whenever {who} {third_person(verb) if third else verb} {rest(t)}"

    return rule


def _step(p: Printer, t: n.StepBegins) -> str:
    if (t.step, t.whose) == ("endcombat", "each"):
        return "at end of combat"
    if (t.step, t.whose) not in _STEPS:
        raise Unprintable(f"no words for the step {t.step} of {t.whose}")
    return f"at the beginning of {_STEPS[t.step, t.whose]}"


TRIGGERS: Final[dict[type, WordsRule]] = {
    n.Enters: _happens("enters"),
    n.Dies: _happens("dies"),
    n.Leaves: _happens("leaves the battlefield"),
    n.LifeGained: _does("gain", lambda t: "life"),
    n.LifeLost: _does("lose", lambda t: "life"),
    n.BecomesTapped: _happens("becomes tapped"),
    n.BecomesUntapped: _happens("becomes untapped"),
    n.CardDrawn: _does("draw", lambda t: "a card"),
    n.SpellCast: _does("cast", lambda t: one(t.filter, "spell")),
    n.StepBegins: _step,
    n.Attacks: _happens("attacks"),
    n.Blocks: _happens("blocks"),
    n.BecomesBlocked: _happens("becomes blocked"),
}


def _controls(p: Printer, c: n.Controls) -> str:
    if c.op == ">=" and c.value == 1:
        return f"you control {one(c.filter)}"
    other = "other " if c.filter.another else ""
    what = other + noun_phrase(c.filter, many=True)
    if c.op == "<=" and c.value == 0:
        return f"you control no {what}"
    many = "more" if c.op == ">=" else "fewer"
    return f"you control {number_word(c.value)} or {many} {what}"


def _stat_is(p: Printer, c: n.StatIs) -> str:
    end = "greater" if c.compare.op == ">=" else "less"
    return f"{p.object(c.object)[0]}'s {c.compare.stat} is {c.compare.value} or {end}"


CONDITIONS: Final[dict[type, WordsRule]] = {
    n.LifeIs: lambda p, c: f"you have {c.value} or {'more' if c.op == '>=' else 'less'} life",
    n.Controls: _controls,
    n.StatIs: _stat_is,
}
