"""Terms as text: the canonical sentence of the template language for every node.

One function a node, found in a table; a node without one raises. ``Style`` holds the few places where the
template language has two spellings for one meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from reiterate.terms import language as n
from reiterate.terms.print_being import of_your_choice
from reiterate.terms.print_filled import fill_template, more_effects, more_statics
from reiterate.terms.print_nouns import (
    Unprintable,
    card_words,
    digits_text,
    for_each,
    keyword_text,
    noun_phrase,
    number_text,
    one,
    several,
    signed_pair,
    symbols_text,
    target_words,
    targets_words,
)
from reiterate.terms.print_phrases import Phrase, Style, join_phrases
from reiterate.terms.print_spelling import COLOR_NAMES, article, listed, number_word, plural, sentence, third_person

# --- the printer -------------------------------------------------------------------------------------------------


@dataclass
class Printer:
    """Prints one ability; remembers which targets were mentioned."""

    style: Style
    self_name: str = "~"
    host: str = "enchanted creature"
    targets: tuple[n.TargetSpec, ...] = ()
    trigger: Any = None
    mentioned: set[int] = field(default_factory=set)

    # references

    def target(self, index: int) -> str:
        """The words for a target: in full the first time."""
        if not 0 <= index < len(self.targets):
            raise Unprintable(f"no target {index}")
        spec = self.targets[index]
        if index not in self.mentioned:
            self.mentioned.add(index)
            return target_words(spec)
        return "that player" if spec.filter is None else "it"

    def several(self, ref: n.Targets) -> str:
        """The words for several targets: in full the first time."""
        if not 0 <= ref.first < ref.first + ref.count <= len(self.targets):
            raise Unprintable(f"no targets {ref}")
        if ref.first in self.mentioned:
            return "they"
        self.mentioned |= set(range(ref.first, ref.first + ref.count))
        return targets_words(self.targets[ref.first : ref.first + ref.count])

    def object(self, ref: Any, every: str = "all") -> tuple[str, bool]:
        """The words for an object and whether its verb stands in the third person singular."""
        match ref:
            case n.This():
                return self.self_name, True
            case n.Host():
                return self.host, True
            case n.That():
                return "it", True
            case n.TargetRef(index):
                return self.target(index), True
            case n.Targets():
                return self.several(ref), False
            case n.Result():
                return "it", True
            case n.Linked():
                return "the exiled card", True
            case n.EachCard(zone, f, whose):
                kept = f if isinstance(f, n.Filter) else n.Filter()
                return f"all {card_words(kept, True)} {_from(zone, whose)}", False
            case n.Each(f) | (n.Filter() as f):
                return self.group(f, self.style.every or every)
        raise Unprintable(f"no words for the object {ref}")

    def group(self, f: n.Filter, every: str) -> tuple[str, bool]:
        """ "all creatures", "each other creature", "other creatures you control"."""
        other = "other " if f.another else ""
        every = "" if every == "bare" else every
        if every == "each":
            return f"each {other}{noun_phrase(f)}", True
        prefix = "all " if every == "all" else ""
        return f"{prefix}{other}{noun_phrase(f, many=True)}", False

    def player(self, ref: Any) -> tuple[str, bool]:
        """The words for a player and whether the verb stands in the third person singular."""
        match ref:
            case n.You():
                return "you", False
            case n.Seat(seat):
                return f"p{seat + 1}", True
            case n.EachPlayer(opponents, other):
                return f"each {'other ' if other else ''}{'opponent' if opponents else 'player'}", True
            case n.ThatPlayer():
                return "that player", True
            case n.TargetRef(index):
                return self.target(index), True
            case n.Targets():
                return self.several(ref), False
            case n.ControllerOf(n.That()) if self._that_is_an_opponents() and not self.style.its:
                return "that player", True
            case n.ControllerOf(n.Host()):
                return f"{self.host}'s controller", True
            case n.ControllerOf():
                return "its controller", True
            case n.OwnerOf():
                return "its owner", True
            case n.DefendingPlayer():
                return "defending player", True
            case n.ChosenPlayer():
                return "the chosen player", True
            case n.ActivePlayer():
                return "the active player", True
        raise Unprintable(f"no words for the player {ref}")

    def _that_is_an_opponents(self) -> bool:
        subject = getattr(self.trigger, "subject", None)
        return isinstance(subject, n.Filter) and subject.controller == "opponent"

    def either(self, ref: Any, every: str = "each") -> str:
        """An object or a player, as the receiver of damage."""
        if isinstance(ref, n.PlayerRef) and not isinstance(ref, n.TargetRef):
            return self.player(ref)[0]
        return self.object(ref, every)[0]

    # quantities

    def amount(self, count: n.Quantity, noun: str) -> str:
        """ "3 life", "that much life", "life equal to the number of ...", "1 life for each ..."."""
        if isinstance(count, n.CountOf):
            if self.style.equal and count.each == 1:
                return f"{noun} equal to the number of {noun_phrase(count.filter, many=True)}"
            return f"{count.each} {noun} {for_each(count.filter)}"
        if isinstance(count, n.Measured):
            return f"{noun} equal to {self.quantity(count)}"
        return f"{digits_text(count)} {noun}"

    def quantity(self, count: Any) -> str:
        """The words for a quantity that is no plain number."""
        if isinstance(count, n.CountOf):
            return f"the number of {noun_phrase(count.filter, many=True)}"
        if isinstance(count, n.Fixed | n.XValue | n.ThatMuch):
            return digits_text(count)
        return fill_template("q", count, self)

    def pieces(self, count: n.Quantity, noun: str) -> str:
        """ "a card", "two cards", "cards equal to ...", "a card for each ..."."""
        if isinstance(count, n.CountOf):
            if self.style.equal and count.each == 1:
                return f"{plural(noun)} equal to the number of {noun_phrase(count.filter, many=True)}"
            return f"{self.pieces(n.Fixed(count.each), noun)} {for_each(count.filter)}"
        if count == n.Fixed(1):
            return article(noun)
        if isinstance(count, n.Measured):
            return f"{plural(noun)} equal to {self.quantity(count)}"
        return f"{number_text(count)} {plural(noun)}"

    # effects

    def phrases(self, effects: Sequence[Any]) -> list[Phrase]:
        """Every effect as a phrase, in order."""
        made = []
        for effect in effects:
            rule = EFFECTS.get(type(effect))
            if getattr(effect, "only", ""):  # a sentence of its own says what the mana may be spent on
                words = self.body((replace(effect, only=""),), capital=False)
                made.append(Phrase("", False, "", f"{words} Spend this mana only to {effect.only}"))
            elif rule is None:
                made.append(Phrase("", False, "", more_effects(self, effect)))
            else:
                made.append(rule(self, effect))
        return made

    def condition(self, condition: Any) -> str:
        """The words for a condition."""
        rule = CONDITIONS.get(type(condition))
        text: str = rule(self, condition) if rule is not None else fill_template("cond", condition, self)
        return text

    def event(self, trigger: Any) -> str:
        """The words for the event of a trigger."""
        rule = TRIGGERS.get(type(trigger))
        text: str = rule(self, trigger) if rule is not None else fill_template("event", trigger, self)
        return text

    def cost(self, cost: Any) -> str:
        """The words for a cost."""
        rule = COSTS.get(type(cost))
        text: str = rule(self, cost) if rule is not None else fill_template("cost", cost, self)
        return text

    def body(self, effects: Sequence[Any], capital: bool = True) -> str:
        """The sentences of a list of effects."""
        return join_phrases(self.phrases(effects), self.style, capital)

    def quoted(self, ability: Any) -> str:
        """An ability as it stands inside another: a keyword, or a text in quotes."""
        if isinstance(ability, n.Keyword):
            return keyword_text(ability)
        inner = show(ability, self_name="this permanent", style=self.style)
        return f'"{inner}"'


def _from(zone: str, whose: str) -> str:
    owner = {"you": "your ", "opponent": "your opponents' "}.get(whose, "all ")
    plain = {"you": zone}.get(whose, "graveyards" if zone == "graveyard" else zone)
    return f"from {owner}{plain}"


EffectRule = Callable[[Printer, Any], Phrase]


def _player_verb(verb: str, rest: Callable[[Printer, Any], str]) -> EffectRule:
    def rule(p: Printer, e: Any) -> Phrase:
        subject, third = p.player(e.who)
        return Phrase(subject, third, verb, rest(p, e), about=e.who)

    return rule


def _command(verb: str, rest: Callable[[Printer, Any], str] | None = None) -> EffectRule:
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


def _about(verb: str, rest: Callable[[Any], str], until: bool = True) -> EffectRule:
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


def _counters(p: Printer, e: Any, verb: str, place: str) -> Phrase:
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


EFFECTS: Final[dict[type, EffectRule]] = {
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


# --- costs -------------------------------------------------------------------------------------------------------


def _counter_cost(verb: str, place: str) -> Callable[[Printer, Any], str]:
    def rule(p: Printer, c: Any) -> str:
        chosen = getattr(c, "filter", None)
        where = one(chosen) if chosen else p.self_name
        return f"{verb} {p.pieces(c.amount, c.kind + ' counter')} {place} {where}"

    return rule


COSTS: Final[dict[type, Callable[[Printer, Any], str]]] = {
    n.TapCost: lambda p, c: "{T}",
    n.UntapCost: lambda p, c: "{Q}",
    n.ManaCost: lambda p, c: symbols_text(c.symbols),
    n.LifeCost: lambda p, c: f"pay {p.amount(c.amount, 'life')}",
    n.RemoveCountersCost: _counter_cost("remove", "from"),
    n.PutCountersCost: _counter_cost("put", "on"),
    n.SacrificeCost: lambda p, c: f"sacrifice {several(c.filter, c.amount) if c.filter else p.self_name}",
    n.DiscardCost: lambda p, c: (
        fill_template("cost", c, p) if c.filter is not None else f"discard {p.pieces(c.amount, 'card')}"
    ),
}


# --- triggers and conditions -------------------------------------------------------------------------------------

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


def _subject(p: Printer, subject: Any, or_this: bool = False) -> str:
    if isinstance(subject, n.Filter):
        return f"{p.self_name} or {one(subject)}" if or_this else one(subject)
    return p.object(subject)[0]


def _happens(words: str) -> Callable[[Printer, Any], str]:
    def rule(p: Printer, t: Any) -> str:
        subject = _subject(p, t.subject, getattr(t, "or_this", False))
        return f"whenever {subject} {words}"

    return rule


def _does(verb: str, rest: Callable[[Any], str]) -> Callable[[Printer, Any], str]:
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


TRIGGERS: Final[dict[type, Callable[[Printer, Any], str]]] = {
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


CONDITIONS: Final[dict[type, Callable[[Printer, Any], str]]] = {
    n.LifeIs: lambda p, c: f"you have {c.value} or {'more' if c.op == '>=' else 'less'} life",
    n.Controls: _controls,
    n.StatIs: _stat_is,
}


# --- static effects ----------------------------------------------------------------------------------------------


def _of(p: Printer, subject: Any) -> tuple[str, bool]:
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


def _change(p: Printer, power: Any, toughness: Any) -> str:
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


STATICS: Final[dict[type, Callable[[Printer, Any], Phrase]]] = {
    n.GrantAbilities: lambda p, s: Phrase(
        *_of(p, s.subject), "have", listed([p.quoted(ability) for ability in s.abilities])
    ),
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


# --- abilities ---------------------------------------------------------------------------------------------------


def _activated(p: Printer, a: n.Activated) -> str:
    costs = ", ".join(p.cost(cost) for cost in a.costs)
    text = f"{costs[:1].upper()}{costs[1:]}: {_body(p, a)}"
    if a.zone == "graveyard":  # 113.6m: it says where its card is
        start = f"Return {p.self_name} "
        text = text.replace(f": {start}to ", f": {start}from your graveyard to ")
    if a.condition is not None:
        text += f" Activate only if {p.condition(a.condition)}."
    text += " Activate only as a sorcery." if a.timing == "sorcery" else ""
    return text + (" Activate only once each turn." if a.limit == "turn" else "")


def _triggered(p: Printer, a: n.Triggered) -> str:
    text = p.event(a.trigger)
    if a.condition is not None:
        text += f", if {p.condition(a.condition)}"
    text = sentence(f"{text}, {_body(p, a, capital=False)}")
    limit = " This ability triggers only once each turn." if a.limit == "turn" else ""
    return text + limit


def _number_of_modes(a: Any) -> str:
    """How many modes are chosen (700.2)."""
    least, most = getattr(a, "least", 1), getattr(a, "most", 1)
    if getattr(a, "kicked", ()):
        return f"{number_word(most)}. If this spell was kicked, choose {_instead(a)} instead"
    if least == most:
        return number_word(most)
    return "one or both" if len(a.modes) == 2 else "one or more"


def _instead(a: n.SpellAbility) -> str:
    """How many modes of a kicked spell are chosen."""
    least, most = a.kicked
    return "any number" if least == 0 else "both" if least == len(a.modes) == 2 else number_word(most)


def _body(p: Printer, a: Any, capital: bool = True) -> str:
    """The effects of an ability, or its modes."""
    if not a.modes:
        return p.body(a.effects, capital)
    modes = []
    for mode in a.modes:
        inner = Printer(p.style, p.self_name, p.host, mode.targets, p.trigger)
        modes.append(f"• {inner.body(mode.effects)}")
    return f"{'C' if capital else 'c'}hoose {_number_of_modes(a)} — {' '.join(modes)}"


def _statics(p: Printer, group: Sequence[n.Static]) -> str:
    """Static abilities of one clause: one subject and condition, one sentence."""
    phrases = []
    for a in group:
        rule = STATICS.get(type(a.effect))
        phrase = rule(p, a.effect) if rule is not None else Phrase("", False, "", more_statics(p, a.effect))
        merges = not isinstance(a.effect, n.CostReduction)
        phrases.append(phrase._replace(about=getattr(a.effect, "subject", None) if merges else None))
    condition = group[0].condition
    if condition is None:
        return join_phrases(phrases, p.style)
    words = f"as long as {p.condition(condition)}"
    if p.style.suffix:
        return f"{join_phrases(phrases, p.style).removesuffix('.')} {words}."
    return sentence(f"{words}, {join_phrases(phrases, p.style, capital=False)}")


def _look_up(table: dict[type, Any], node: Any) -> Any:
    rule = table.get(type(node))
    if rule is None:
        raise Unprintable(f"no printing rule for {type(node).__name__}")
    return rule


#: Ways of casting that are said by their name alone.
_BY_NAME: Final = {"jump-start": "Jump-start", "retrace": "Retrace"}


def _spell_costs(p: Printer, a: Any) -> str:
    """Costs of casting: a keyword with them, one that may be paid instead, or additional ones."""
    if a.how in _BY_NAME:
        return _BY_NAME[a.how]
    if a.how == "alternative cost":
        condition = f"if {p.condition(a.condition)}, " if a.condition is not None else ""
        paid = [("pay " if isinstance(c, n.ManaCost) else "") + p.cost(c) for c in a.costs]
        words = f"{' and '.join(paid)} rather than pay this spell's mana cost" if paid else ""
        text = f"{condition}you may {words or 'cast this spell without paying its mana cost'}."
        return text[0].upper() + text[1:]
    if a.how:
        return f"{a.how.partition(' {')[0].capitalize()} {', '.join(p.cost(c) for c in a.costs)}"
    return f"As an additional cost to cast {p.self_name}, {' and '.join(p.cost(c) for c in a.costs)}."


ABILITIES: Final[dict[type, Callable[[Printer, Any], str]]] = {
    n.Keyword: lambda p, a: keyword_text(a).capitalize(),
    n.Activated: _activated,
    n.Triggered: _triggered,
    n.Static: lambda p, a: _statics(p, (a,)),
    n.SpellAbility: lambda p, a: _body(p, a),
    n.SpellCosts: _spell_costs,
    n.Enchant: lambda p, a: (
        f"Enchant {noun_phrase(a.filter)}" + (" card in a graveyard" if a.zone != "battlefield" else "")
    ),
    n.Inert: lambda p, a: str(a.text),
    n.NotUnderstood: lambda p, a: str(a.text),
}


def show(
    ability: n.Ability,
    self_name: str = "~",
    host: str = "enchanted creature",
    style: Style | None = None,
) -> str:
    """The canonical text of an ability. Raises ``Unprintable`` for a node without a printing rule."""
    p = Printer(
        style=style or Style(),
        self_name=self_name,
        host=host,
        targets=getattr(ability, "targets", ()),
        trigger=getattr(ability, "trigger", None),
    )
    text: str = _look_up(ABILITIES, ability)(p, ability)
    return text


def show_clause(
    abilities: Sequence[n.Ability],
    self_name: str = "~",
    host: str = "enchanted creature",
    style: Style | None = None,
) -> str:
    """The canonical text of the abilities of one line: keywords in a list, static abilities as one sentence."""
    if len(abilities) > 1 and all(isinstance(a, n.Keyword) for a in abilities):
        return ", ".join(show(a) for a in abilities).capitalize()
    texts = []
    for kind, group in groupby(abilities, key=lambda a: (type(a), getattr(a, "condition", None))):
        members = list(group)
        if kind[0] is n.Static:
            p = Printer(style=style or Style(), self_name=self_name, host=host)
            texts.append(_statics(p, [a for a in members if isinstance(a, n.Static)]))
        else:
            texts += [show(a, self_name, host, style) for a in members]
    return " ".join(texts)
