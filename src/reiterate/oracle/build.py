"""Parse trees of whole lines to abilities: costs, triggers, conditions, static effects.

The meaning of a line is decided here and checked by ``clause.py``, which prints it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from lark import Token, Tree

from reiterate.oracle.effects_read import Part, QuoteReader, Reader, cards, counters_of, modifier, parts_of, per_each
from reiterate.oracle.nouns import (
    Node,
    Noun,
    comparison,
    has,
    kind,
    noun_of,
    objects,
    operator,
    read_noun,
    refuse,
    spells,
    strings,
    subtree,
)
from reiterate.terms import language as n
from reiterate.terms.base import replace


@dataclass(frozen=True, slots=True)
class Setting:
    """What the card tells about a line: whether it is a spell's, and whether an X is announced for that spell."""

    quote: QuoteReader
    spell: bool = False
    has_x: bool = False


def abilities_of(tree: Tree[Token], setting: Setting) -> tuple[n.Ability, ...]:
    """The abilities of one line. Raises ``NotRead`` where the words parse and mean nothing known."""
    match kind(tree):
        case "activated":
            return (_activated(tree, setting),)
        case "triggered":
            return (_triggered(tree, setting),)
        case "conditional":
            condition = condition_of(tree.children[0])
            return _statics(parts_of(_body(tree)), condition, setting)
        case "enchant":
            return (n.Enchant(objects(noun_of(tree))),)
    parts = parts_of(_body(tree))
    if all(kind(part.node) == "bare_keyword" for part in parts):
        return tuple(_keyword(part) for part in parts)
    if setting.spell:
        reader = Reader(setting.quote, has_x=setting.has_x)
        reader.read(parts)
        return (n.SpellAbility(tuple(reader.effects), tuple(reader.targets)),)
    return _statics(parts, None, setting)


def _body(tree: Tree[Token], last: bool = True) -> Tree[Token]:
    bodies = [c for c in tree.children if isinstance(c, Tree) and c.data == "body"]
    return bodies[-1 if last else 0]


def _keyword(part: Part) -> n.Keyword:
    if part.joiner not in ("", ",") or part.node.children[1] is not None:
        raise refuse(part.node, "not a list of keywords")
    return n.Keyword(str(part.node.children[0]))


# --- activated abilities -----------------------------------------------------------------------------------------


def _activated(tree: Tree[Token], setting: Setting) -> n.Activated:
    costs_body = _body(tree, last=False)
    costs = tuple(_cost(part, setting) for part in parts_of(costs_body))
    announced = any("X" in cost.symbols for cost in costs if isinstance(cost, n.ManaCost))
    reader = Reader(setting.quote, has_x=announced)
    parts = parts_of(_body(tree))
    timing = limit = ""
    while parts and kind(parts[-1].node) in ("only_sorcery", "only_once"):
        part = parts.pop()
        again = timing if kind(part.node) == "only_sorcery" else limit
        if again or not part.joiner.startswith("."):
            raise refuse(part.node, "not a sentence that restricts the ability")
        if kind(part.node) == "only_sorcery":
            timing = "sorcery"
        else:
            limit = "turn"
    if not parts:
        raise refuse(tree, "an ability without effects")
    reader.read(parts)
    return n.Activated(costs, tuple(reader.effects), tuple(reader.targets), timing, limit)


def _cost(part: Part, setting: Setting) -> n.Cost:
    """One cost; costs are separated by commas (602.1a)."""
    node: Node = part.node
    if part.joiner not in ("", ","):
        raise refuse(node, "costs are separated by commas")
    if kind(node) == "symbols":
        return _symbols(node)
    if kind(node) != "command":
        raise refuse(node, "no cost")
    verb = node.children[0]
    rule = _COSTS.get(kind(verb))
    if rule is None:
        raise refuse(node, "no cost")
    return rule(Reader(setting.quote, has_x=True), verb)


def _symbols(node: Tree[Token]) -> n.Cost:
    symbols = tuple(token.strip("{}") for token in strings(node.children))
    if symbols == ("T",):
        return n.TapCost()
    if symbols == ("Q",):
        return n.UntapCost()
    if any(symbol in ("T", "Q", "E") for symbol in symbols):
        raise refuse(node, "symbols that are not one cost")
    return n.ManaCost(symbols)


def _remove_cost(r: Reader, t: Tree[Token]) -> n.Cost:
    name, count = counters_of(r, _counters_tree(t))
    where = t.children[2]
    if count is None:
        raise refuse(t, "a number of counters that is not given")
    if kind(where) == "self":
        return n.RemoveCountersCost(name, count)
    noun = _chosen(where)
    return n.RemoveCountersCost(name, count, objects(noun))


def _counters_tree(t: Tree[Token]) -> Tree[Token]:
    found = subtree(t, "counters")
    assert found is not None
    return found


def _chosen(node: Node) -> Noun:
    """The noun of "a creature you control", one of a set."""
    if kind(node) != "np":
        raise refuse(node, "not one of a set")
    noun = read_noun(node)
    if noun.det not in (("a",), ("an",), ("another",)):
        raise refuse(node, "not one of a set")
    return noun


def _put_cost(r: Reader, t: Tree[Token]) -> n.Cost:
    name, count = counters_of(r, _counters_tree(t))
    if kind(t.children[2]) != "self" or count is None:
        raise refuse(t, "counters put on something else as a cost")
    return n.PutCountersCost(name, count)


def _sacrifice_cost(r: Reader, t: Tree[Token]) -> n.Cost:
    where: Node = t.children[1]
    if kind(where) == "self":
        return n.SacrificeCost()
    if kind(where) != "np":
        raise refuse(where, "not permanents of a set")
    noun = read_noun(where)
    det = noun.det[0] if noun.det else ""
    if det in ("a", "an", "another"):
        return n.SacrificeCost(objects(noun))
    if det.isdecimal():
        return n.SacrificeCost(objects(noun), n.Fixed(int(det)))
    raise refuse(where, "no number of permanents")


_COSTS: Final[dict[str, Callable[[Reader, Tree[Token]], n.Cost]]] = {
    "pay": lambda r, t: n.LifeCost(r.amount(t.children[1])),
    "remove": _remove_cost,
    "put": _put_cost,
    "sacrifice": _sacrifice_cost,
    "discard": lambda r, t: n.DiscardCost(cards(r, t.children[1])),
}


# --- triggered abilities and conditions --------------------------------------------------------------------------


def _triggered(tree: Tree[Token], setting: Setting) -> n.Triggered:
    trigger = _trigger(tree.children[0])
    middle: Node = tree.children[1]
    condition = None if kind(middle) == "body" else condition_of(middle)
    parts = parts_of(_body(tree))
    limit = ""
    if len(parts) > 1 and kind(parts[-1].node) == "triggers_once" and parts[-1].joiner == ".":
        parts.pop()
        limit = "turn"
    reader = Reader(setting.quote, trigger=trigger)
    reader.read(parts)
    return n.Triggered(trigger, tuple(reader.effects), tuple(reader.targets), condition, limit)


_STEP_WORDS: Final = {"upkeep": "upkeep", "draw step": "draw", "end step": "end"}


def _trigger(node: Node) -> n.TriggerEvent:
    if kind(node) == "step":
        return _step(str(node.children[0]))
    subject, event = node.children
    rule = _EVENTS[kind(event)]
    return rule(subject, event)


def _step(text: str) -> n.StepBegins:
    if text == "each combat":
        return n.StepBegins("combat", "each")
    if text.startswith("combat"):
        return n.StepBegins("combat", "you" if "your" in text else "opponent")
    if text.startswith("each player"):
        return n.StepBegins("draw", "each")
    for words, step in _STEP_WORDS.items():
        if text.endswith(words):
            whose = text.removesuffix(words).strip()
            return n.StepBegins(step, {"your": "you", "each": "each"}.get(whose, "opponent"))
    raise AssertionError(text)


def _subject(node: Tree[Token], or_this: bool = False) -> tuple[n.Subject, bool]:
    """What an event happens to, and whether "this or ..." stands in front of it."""
    both = has(node, "SELF")
    where: Node = node.children[-1]
    if both and not or_this:
        raise refuse(where, "no such event of this or another")
    if kind(where) == "self" and not both:
        return n.This(), False
    if kind(where) == "host" and not both:
        return n.Host(), False
    return objects(_chosen(where)), both


def _who(node: Tree[Token]) -> str:
    """The player of an event: you, opponent or any."""
    where: Node = node.children[-1]
    if not has(node, "SELF"):
        if kind(where) == "you":
            return "you"
        if kind(where) == "np":
            noun = read_noun(where)
            if noun.filter is None and noun.det in (("a",), ("an",)):
                return noun.players
    raise refuse(where, "not a player")


def _casts(subject: Tree[Token], event: Node) -> n.SpellCast:
    who = _who(subject)
    return n.SpellCast(who, spells(_chosen(event.children[1])))


def _becomes(subject: Tree[Token], event: Node) -> n.TriggerEvent:
    what, _ = _subject(subject)
    return n.BecomesTapped(what) if has(event, "TAPPED") else n.BecomesUntapped(what)


_EVENTS: Final[dict[str, Callable[[Node, Node], n.TriggerEvent]]] = {
    "enters": lambda s, e: n.Enters(*_subject(s, or_this=True)),
    "dies": lambda s, e: n.Dies(*_subject(s, or_this=True)),
    "leaves": lambda s, e: n.Leaves(_subject(s)[0]),
    "gains": lambda s, e: n.LifeGained(_who(s)),
    "loses": lambda s, e: n.LifeLost(_who(s)),
    "becomes": _becomes,
    "draws": lambda s, e: n.CardDrawn(_who(s)),
    "casts": _casts,
}


def condition_of(tree: Node) -> n.Condition:
    """An intervening if (603.4) or the condition of a static ability (604.1)."""
    words = strings(tree.children)
    match kind(tree):
        case "life_is":
            value, more = words
            _whole(tree, more, ("more", "less"))
            return n.LifeIs(operator(more), int(value))
        case "controls":
            return n.Controls(objects(_chosen(tree.children[0])))
        case "controls_no":
            return n.Controls(objects(noun_of(tree)), "<=", 0)
        case "controls_many":
            value, more = words[:2]
            _whole(tree, more, ("more", "fewer"))
            return n.Controls(objects(noun_of(tree)), operator(more), int(value))
    first: Node = tree.children[0]
    if first.type == "STAT":
        raise refuse(tree, "an it that could be several things")
    of = n.This() if first.type == "SELF" else n.Host()
    _whole(tree, words[3], ("greater", "less"))
    return n.StatIs(of, comparison(words[1:]))


def _whole(tree: Node, word: str, allowed: Sequence[str]) -> None:
    if word not in allowed:
        raise refuse(tree, f"no comparison with or {word}")


# --- static abilities --------------------------------------------------------------------------------------------


@dataclass
class Statics:
    """Reads the static effects of one line."""

    setting: Setting
    condition: n.Condition | None = None
    effects: list[n.StaticEffect] = field(default_factory=list)
    subject: n.Subject | None = None

    def about(self) -> n.Subject:
        """What the verb that is read speaks of."""
        assert self.subject is not None
        return self.subject

    def read(self, parts: Sequence[Part]) -> None:
        """Read all parts; a condition at the end belongs to the whole sentence."""
        for index, part in enumerate(parts):
            node: Node = part.node
            if not part.same_sentence:
                self.subject = None
            if kind(node) == "while_part":
                sentences = any(not p.same_sentence for p in parts[1:])
                if self.condition is not None or sentences or index != len(parts) - 1:
                    raise refuse(node, "a condition that may not cover the whole line")
                self.condition = condition_of(node.children[1])
                node = node.children[0]
            self.part(node)

    def part(self, node: Node) -> None:
        """Read one part."""
        match kind(node):
            case "sentence":
                self.subject = self.set_of(node.children[0])
                self.verb(node.children[1])
            case "command":
                self.verb(node.children[0])
            case "bare_keyword" | "bare_quoted":
                self.more(node)
            case "cheaper":
                self.effects.append(_cheaper(self, node))
            case "floor":
                self.floor(node)
            case _:
                raise refuse(node, f"no static effect ({kind(node)})")

    def set_of(self, node: Node) -> n.Subject:
        """The objects that a static effect is about."""
        if kind(node) == "self":
            return n.This()
        if kind(node) == "host":
            return n.Host()
        if kind(node) == "np":
            noun = read_noun(node)
            if noun.det in ((), ("all",), ("each",), ("other",), ("each", "other"), ("all", "other")):
                return objects(noun)
        raise refuse(node, "no set of objects for a static effect")

    def verb(self, node: Node) -> None:
        """Read a verb phrase about the subject."""
        rule = _STATICS.get(kind(node))
        if rule is None or self.subject is None:
            raise refuse(node, f"no static effect ({kind(node)})")
        self.effects.append(rule(self, node))

    def more(self, node: Node) -> None:
        """One more ability for what was given last."""
        last = self.effects[-1] if self.effects and self.subject is not None else None
        if not isinstance(last, n.GrantAbilities):
            raise refuse(node, "an ability without a verb")
        if len(node.children) > 1 and node.children[1] is not None:
            raise refuse(node, "a duration on a static effect")
        token = node.children[0]
        given = (n.Keyword(str(token)),) if token.type == "KEYWORD" else self.setting.quote(token)
        self.effects[-1] = replace(last, abilities=(*last.abilities, *given))

    def floor(self, node: Node) -> None:
        """ "This effect can't reduce the mana in that cost to less than one mana." """
        last = self.effects[-1] if self.effects else None
        if not isinstance(last, n.CostReduction) or last.floor:
            raise refuse(node, "a floor without a reduction")
        self.effects[-1] = replace(last, floor=int(node.children[0]))


def _statics(parts: Sequence[Part], condition: n.Condition | None, setting: Setting) -> tuple[n.Ability, ...]:
    reader = Statics(setting, condition)
    if condition is not None and any(not p.same_sentence and kind(p.node) != "floor" for p in parts[1:]):
        raise refuse(parts[-1].node, "a condition that does not cover the next sentence")
    reader.read(parts)
    return tuple(n.Static(effect, reader.condition) for effect in reader.effects)


def _gets(s: Statics, t: Tree[Token]) -> n.StaticEffect:
    tokens = [c for c in t.children if isinstance(c, Token) and c.type == "MODIFIER"]
    if has(t, "UNTIL") or len(tokens) != 1:
        raise refuse(t, "not a static change of power and toughness")
    power, toughness, _ = modifier(tokens[0])
    if isinstance(power, n.XValue) or isinstance(toughness, n.XValue):
        raise refuse(t, "an X that is not announced")
    per = subtree(t, "per")
    if per is not None:
        power, toughness, minus = per_each(power, toughness, per)
        if minus:
            raise refuse(per, "a static loss for each of a set")
    return n.ModifyPT(s.about(), power, toughness)


def _base(s: Statics, t: Tree[Token]) -> n.StaticEffect:
    if has(t, "UNTIL"):
        raise refuse(t, "a duration on a static effect")
    power, toughness = str(t.children[1]).split("/")
    return n.BasePT(s.about(), int(power), int(toughness))


def _cant(s: Statics, t: Tree[Token]) -> n.StaticEffect:
    if has(t, "THIS_TURN"):
        raise refuse(t, "a duration on a static effect")
    return n.CantDo(s.about(), str(t.children[0]).removeprefix("can't "))


def _own(s: Statics, t: Tree[Token]) -> None:
    if s.subject != n.This():
        raise refuse(t, "something else's way of entering")


def _enters_tapped(s: Statics, t: Tree[Token]) -> n.StaticEffect:
    _own(s, t)
    return n.EntersTapped()


def _enters_with(s: Statics, t: Tree[Token]) -> n.StaticEffect:
    _own(s, t)
    name, count = counters_of(Reader(s.setting.quote, has_x=s.setting.has_x), _counters_tree(t))
    if count is None:
        raise refuse(t, "a number of counters that is not given")
    return n.EntersWithCounters(name, count)


def _cheaper(s: Statics, t: Tree[Token]) -> n.StaticEffect:
    where: Node = t.children[0]
    symbol = str(t.children[1]).strip("{}")
    if len(t.children) != 2 or not symbol.isdecimal():
        raise refuse(t, "a reduction that is not generic mana")
    mana = not has(where, "NOT_MANA")
    if kind(where) == "your_abilities":
        return n.CostReduction(int(symbol), whose="you", mana_abilities=mana)
    subject = s.set_of(where.children[0])
    return n.CostReduction(int(symbol), subject=subject, mana_abilities=mana)


_STATICS: Final[dict[str, Callable[[Statics, Node], n.StaticEffect]]] = {
    "get": _gets,
    "have_keyword": lambda s, t: n.GrantAbilities(s.about(), (n.Keyword(str(t.children[1])),)),
    "have_quoted": lambda s, t: n.GrantAbilities(s.about(), s.setting.quote(t.children[1])),
    "have_base": _base,
    "untaps_not": lambda s, t: n.DoesntUntap(s.about()),
    "cant": _cant,
    "enters_tapped": _enters_tapped,
    "enters_with": _enters_with,
}
