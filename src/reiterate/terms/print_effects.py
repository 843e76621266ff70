"""The words of effects that have a subject, a verb and a rest: "you gain 3 life"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reiterate.terms import language as n
from reiterate.terms.print_being import of_your_choice
from reiterate.terms.print_nouns import (
    Unprintable,
    digits_text,
    for_each,
    noun_phrase,
    number_text,
    several,
    signed_pair,
    symbols_text,
)
from reiterate.terms.print_phrases import Phrase
from reiterate.terms.print_spelling import COLOR_NAMES, article, listed, third_person
from reiterate.terms.printer import PhraseRule, Printer, WordsRule


def _player_verb(verb: str, rest: WordsRule) -> PhraseRule:
    def rule(p: Printer, e: Any) -> Phrase:
        subject, third = p.player(e.who)
        return Phrase(subject, third, verb, rest(p, e), about=e.who)

    return rule


def _command(verb: str, rest: WordsRule | None = None) -> PhraseRule:
    def rule(p: Printer, e: Any) -> Phrase:
        words = rest(p, e) if rest else p.object(e.object)[0]
        return Phrase("you", False, verb, words, about=n.You())

    return rule


def _pump(p: Printer, e: n.Pump) -> Phrase:
    plain = "all" if isinstance(e.object, n.Each) and e.object.filter.controller == "any" else ""
    subject, third = p.object(e.object, plain)
    if isinstance(e.power, n.Measured) or isinstance(e.toughness, n.Measured):
        sign = "-" if e.minus else "+"
        halves = "/".join(sign + (str(q.value) if isinstance(q, n.Fixed) else "X") for q in (e.power, e.toughness))
        counted = e.power if isinstance(e.power, n.Measured) else e.toughness
        rest = f"{halves} until end of turn, where X is {p.quantity(counted)}"
        return Phrase(subject, third, "get", rest)
    return Phrase(subject, third, "get", signed_pair(e.power, e.toughness, e.minus), True, e.object)


def _about(verb: str, rest: Callable[[Any], str], until: bool = True) -> PhraseRule:
    """A rule whose subject is the effect's object."""

    def rule(p: Printer, e: Any) -> Phrase:
        subject, third = p.object(e.object, "")
        return Phrase(subject, third, verb, rest(e), until, e.object)

    return rule


def _require(p: Printer, e: n.Require) -> Phrase:
    subject, third = p.object(e.object, "")
    first, _, second = e.what.partition(" or ")
    rest = f"or {third_person(second) if third else second} this turn if able" if second else "this turn if able"
    return Phrase(subject, third, first, rest, False, e.object)


def _damage(p: Printer, e: n.DealDamage) -> Phrase:
    subject, third = p.object(e.source, "each")
    count = e.amount
    to = p.either(e.to)
    if isinstance(count, n.CountOf) and count.each == 1 and p.style.equal:
        number = f"equal to the number of {noun_phrase(count.filter, many=True)}"
        parts = f"damage to {to} {number}" if p.style.late else f"damage {number} to {to}"
    elif isinstance(count, n.CountOf):
        parts = f"{count.each} damage to {to} {for_each(count.filter)}"
    elif isinstance(count, n.Measured):
        parts = f"damage equal to {p.quantity(count)} to {to}"
    else:
        parts = f"{digits_text(count)} damage to {to}"
    return Phrase(subject, third, "deal", parts, about=e.source, joined=e.with_last)


def _token_words(token: n.Proto, many: bool) -> str:
    if token.power is None and not token.colors and token.name in token.subtypes and token.abilities:
        return f"{token.name} {'tokens' if many else 'token'}"
    colors = listed([COLOR_NAMES[c] for c in token.colors]) if token.colors else "colorless"
    if _named(token) and not many:
        return " ".join([f"{token.power}/{token.toughness}", colors, *token.subtypes, *token.types, "token"])
    kinds = [*token.supertypes, *token.subtypes, *token.types, "tokens" if many else "token"]
    return " ".join([f"{token.power}/{token.toughness}", colors, *kinds])


def _create(p: Printer, e: n.CreateTokens) -> Phrase:
    subject, third = p.player(e.who)
    known = e.token.power is None
    tail = ""
    if e.token.abilities and not known:
        tail = " with " + listed([p.quoted(ability) for ability in e.token.abilities])
    if e.tapped and p.style.after:
        tail += " that's tapped" if e.count == n.Fixed(1) else " that are tapped"
    count: n.Quantity = e.count
    if isinstance(count, n.CountOf):
        if p.style.equal and count.each == 1:
            number, many = "a number of", True
            tail += f" equal to the number of {noun_phrase(count.filter, many=True)}"
        else:
            number, many = number_text(n.Fixed(count.each)), count.each != 1
            tail += f" {for_each(count.filter)}"
    elif isinstance(count, n.Measured):
        number, many = "X", True
        tail += f", where X is {p.quantity(count)}"
    else:
        number, many = number_text(count), count != n.Fixed(1)
    words = ("tapped " if e.tapped and not p.style.after else "") + _token_words(e.token, many)
    rest = article(words) if number == "one" and not many else f"{number} {words}"
    if _named(e.token) and number == "one" and not e.tapped:
        rest = f"{e.token.name}, a legendary {words}"
    return Phrase(subject, third, "create", rest + tail, about=e.who)


def _named(token: n.Proto) -> bool:
    """Whether a token has a name that isn't its subtypes (111.4)."""
    return token.supertypes == ("legendary",) and token.name != " ".join(token.subtypes)


def _you(verb: str, rest: str) -> Phrase:
    """A command."""
    return Phrase("you", False, verb, rest, about=n.You())


def _add_mana(p: Printer, e: n.AddMana) -> Phrase:
    if e.choice and len(e.choice) == 5:
        if e.count == n.Fixed(1):
            return _you("add", "one mana of any color")
        if isinstance(e.count, n.CountOf):
            return _you("add", f"one mana of any color {for_each(e.count.filter)}")
        if isinstance(e.count, n.Measured):
            return _you("add", f"X mana of any one color, where X is {p.quantity(e.count)}")
        return _you("add", f"{number_text(e.count)} mana of any one color")
    what = listed([symbols_text((c,)) for c in e.choice], "or") if e.choice else symbols_text(e.symbols)
    if isinstance(e.count, n.CountOf):
        if p.style.equal and e.count.each == 1:
            number = f"equal to the number of {noun_phrase(e.count.filter, many=True)}"
            return _you("add", f"an amount of {what} {number}")
        return _you("add", f"{what} {for_each(e.count.filter)}")
    if isinstance(e.count, n.XValue | n.ThatMuch):
        return _you("add", f"{digits_text(e.count)} {what}")
    if not isinstance(e.count, n.Fixed):
        return _you("add", f"an amount of {what} equal to {p.quantity(e.count)}")
    return _you("add", what * e.count.value)


def _counters(p: Printer, e: n.PutCounters | n.RemoveCounters, verb: str, place: str) -> Phrase:
    noun = f"{e.kind} counter"
    where = p.object(e.object, "each")[0]
    if isinstance(e.amount, n.CountOf):
        if p.style.equal and e.amount.each == 1:
            number = f"equal to the number of {noun_phrase(e.amount.filter, many=True)}"
            return _you(verb, f"a number of {noun}s {place} {where} {number}")
        counted = p.pieces(n.Fixed(e.amount.each), noun)
        return _you(verb, f"{counted} {place} {where} {for_each(e.amount.filter)}")
    if isinstance(e.amount, n.Measured):
        return _you(verb, f"a number of {noun}s {place} {where} equal to {p.quantity(e.amount)}")
    return _you(verb, f"{p.pieces(e.amount, noun)} {place} {where}")


def _owner(p: Printer, e: n.ReturnToHand) -> str:
    text, third = p.object(e.object)
    return f"{text} to {'its owner' if third else 'their owners'}'{'s hand' if third else ' hands'}"


def _may(p: Printer, e: n.May) -> Phrase:
    inner = p.phrases(e.effects)
    if e.who != n.You():
        if any(phrase.about != e.who for phrase in inner):
            raise Unprintable("what a player may have another one do")
        text = " and ".join(f"{phrase.verb} {phrase.rest}".strip() for phrase in inner)
        return Phrase("", False, f"{inner[0].subject} may", text, inner[-1].until)
    if all(phrase.subject == "you" for phrase in inner):
        text = " and ".join(f"{phrase.verb} {phrase.rest}".strip() for phrase in inner)
        return Phrase("", False, "you may", text, inner[-1].until)
    if len(inner) > 1:
        raise Unprintable("a may of several subjects")
    phrase = inner[0]
    if isinstance(e.effects[0], n.BecomeCopy):
        return Phrase("", False, "you may have", phrase.rest.replace(" becomes ", " become ", 1), phrase.until)
    if not phrase.subject and not phrase.verb:
        return Phrase("", False, "you may", phrase.rest, phrase.until)
    return Phrase("", False, "you may have", f"{phrase.subject} {phrase.verb} {phrase.rest}", phrase.until)


def _choose(p: Printer, e: n.ChooseOne) -> Phrase:
    chosen: Phrase | None = of_your_choice(p, e)
    if chosen is not None:
        return chosen
    made = [p.phrases(option) for option in e.options]
    first = made[0][0]
    if any(len(option) != 1 or option[0].verb != first.verb for option in made):
        raise Unprintable("a choice between effects of different verbs")
    rest = listed([option[0].rest for option in made], "or")
    return first._replace(rest=rest)


def _sacrifice_chosen(p: Printer, e: n.SacrificeChosen) -> str:
    return several(e.filter, e.amount)


PHRASES: Final[dict[type, PhraseRule]] = {
    n.CreateTokens: _create,
    n.Tap: _command("tap"),
    n.Untap: _command("untap"),
    n.RemoveFromCombat: _command("remove", lambda p, e: f"{p.object(e.object)[0]} from combat"),
    n.AddMana: _add_mana,
    n.GainLife: _player_verb("gain", lambda p, e: p.amount(e.amount, "life")),
    n.LoseLife: _player_verb("lose", lambda p, e: p.amount(e.amount, "life")),
    n.DealDamage: _damage,
    n.Draw: _player_verb("draw", lambda p, e: p.pieces(e.amount, "card")),
    n.Discard: _player_verb("discard", lambda p, e: p.pieces(e.amount, "card")),
    n.DiscardRandom: _player_verb("discard", lambda p, e: f"{p.pieces(e.amount, 'card')} at random"),
    n.Mill: _player_verb("mill", lambda p, e: p.pieces(e.amount, "card")),
    n.PutCounters: lambda p, e: _counters(p, e, "put", "on"),
    n.RemoveCounters: lambda p, e: _counters(p, e, "remove", "from"),
    n.Pump: _pump,
    n.GainKeywords: _about("gain", lambda e: listed(e.keywords)),
    n.LoseKeywords: _about("lose", lambda e: listed(e.keywords)),
    n.Forbid: _about("can't", lambda e: f"{e.what} this turn", until=False),
    n.Require: _require,
    n.SetBasePT: _about("have", lambda e: f"base power and toughness {e.power}/{e.toughness}"),
    n.SwitchPT: lambda p, e: Phrase(
        "you", False, "switch", f"{p.object(e.object)[0]}'s power and toughness", True, n.You()
    ),
    n.Destroy: _command(
        "destroy", lambda p, e: p.object(e.object)[0] + (". It can't be regenerated" if e.final else "")
    ),
    n.Exile: _command("exile"),
    n.ReturnToHand: _command("return", _owner),
    n.SacrificeObject: lambda p, e: (
        Phrase("its controller", True, "sacrifice", p.object(e.object)[0], about=e)
        if e.by_controller
        else Phrase("you", False, "sacrifice", p.object(e.object)[0], about=n.You())
    ),
    n.SacrificeChosen: _player_verb("sacrifice", _sacrifice_chosen),
    n.May: _may,
    n.ChooseOne: _choose,
    n.WinLose: lambda p, e: Phrase(*p.player(e.who), "win" if e.wins else "lose", "the game", about=e.who),
}
