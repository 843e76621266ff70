"""The printer: the words for references, numbers and lists of effects, and the tables of rules for all other nodes.

One rule a node, filed under the node's class; a node without a rule or a row of the table of
sentences raises. The tables come from the modules ``print_*`` and are put together in
``print_abilities``, which is where printing begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from reiterate.terms import language as n
from reiterate.terms.base import Term, with_fields
from reiterate.terms.pattern import Template, is_hole
from reiterate.terms.print_nouns import (
    Unprintable,
    card_words,
    digits_text,
    for_each,
    keyword_text,
    noun_phrase,
    number_text,
    target_words,
    targets_words,
)
from reiterate.terms.print_phrases import Phrase, Style, join_phrases
from reiterate.terms.print_spelling import article, listed, plural
from reiterate.terms.sentence_table import template_of

#: A rule takes the node of the class that it is filed under, or the value of the type of hole that it is filed under.
PhraseRule: TypeAlias = "Callable[[Printer, Any], Phrase]"
WordsRule: TypeAlias = "Callable[[Printer, Any], str]"


class Rules(NamedTuple):
    """The printing rules: by the class of the node, and by the type of the hole."""

    abilities: Mapping[type, WordsRule]
    phrases: Mapping[type, PhraseRule]  # effects that have a subject, a verb and a rest
    words: Mapping[type, WordsRule]  # other nodes, asked before the table of sentences
    otherwise: Mapping[type, WordsRule]  # nodes that no row of the table of sentences says
    holes: Mapping[str, WordsRule]  # what stands in the holes of that table


@dataclass
class Printer:
    """Prints one ability; remembers which targets were mentioned."""

    rules: Rules
    style: Style
    self_name: str = "~"
    host: str = "enchanted creature"
    targets: tuple[n.TargetSpec, ...] = ()
    trigger: n.TriggerEvent | n.WhenDone | None = None
    mentioned: set[int] = field(default_factory=set)

    def within(self, targets: tuple[n.TargetSpec, ...]) -> Printer:
        """The printer of a part of the ability that has targets of its own: a mode, "when you do"."""
        return replace(self, targets=targets, mentioned=set())

    def ability(self, ability: n.Ability, self_name: str, host: str) -> str:
        """The text of an ability. Raises ``Unprintable`` for one without a rule."""
        rule = self.rules.abilities.get(type(ability))
        if rule is None:
            raise Unprintable(f"no printing rule for {type(ability).__name__}")
        targets, trigger = getattr(ability, "targets", ()), getattr(ability, "trigger", None)
        return rule(Printer(self.rules, self.style, self_name, host, targets, trigger), ability)

    def quoted(self, ability: n.Ability) -> str:
        """An ability as it stands inside another: a keyword, or a text in quotes."""
        if isinstance(ability, n.Keyword):
            return keyword_text(ability)
        return f'"{self.ability(ability, "this permanent", "enchanted creature")}"'

    def given(self, abilities: Sequence[n.Ability]) -> str:
        """The abilities that something has or gains, as a list."""
        found: list[str] = []
        qualities: list[str] = []
        for ability in (*abilities, None):
            if isinstance(ability, n.Keyword) and ability.name == "protection":
                qualities.append(ability.parameter)
                continue
            if qualities:  # 702.16g
                found.append(f"protection {listed(qualities)}")
                qualities = []
            if ability is not None:
                found.append(self.quoted(ability))
        return listed(found)

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

    def object(self, ref: n.ObjectRef | n.Filter, every: str = "all") -> tuple[str, bool]:
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
                return f"all {card_words(f or n.Filter(), True)} {_from(zone, whose)}", False
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

    def player(self, ref: n.PlayerRef) -> tuple[str, bool]:
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

    def either(self, ref: n.ObjectRef | n.PlayerRef | n.Filter) -> str:
        """An object or a player, as the receiver of damage."""
        return self.object(ref, "each")[0] if isinstance(ref, n.ObjectRef | n.Filter) else self.player(ref)[0]

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

    def quantity(self, count: n.Quantity) -> str:
        """The words for a quantity that is no plain number."""
        if isinstance(count, n.CountOf):
            return f"the number of {noun_phrase(count.filter, many=True)}"
        if isinstance(count, n.Fixed | n.XValue | n.ThatMuch):
            return digits_text(count)
        return self.sentence("q", count)

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

    def phrases(self, effects: Sequence[n.Effect]) -> list[Phrase]:
        """Every effect as a phrase, in order."""
        made = []
        for effect in effects:
            rule = self.rules.phrases.get(type(effect))
            if getattr(effect, "only", ""):  # a sentence of its own says what the mana may be spent on
                words = self.body((with_fields(effect, {"only": ""}),), capital=False)
                made.append(Phrase("", False, "", f"{words} Spend this mana only to {getattr(effect, 'only', '')}"))
            elif rule is None:
                made.append(Phrase("", False, "", self.words("effect", effect)))
            else:
                made.append(rule(self, effect))
        return made

    def body(self, effects: Sequence[n.Effect], capital: bool = True) -> str:
        """The sentences of a list of effects."""
        return join_phrases(self.phrases(effects), self.style, capital)

    def inner(self, effects: Sequence[n.Effect]) -> str:
        """The sentences of effects inside another sentence."""
        return self.body(effects, capital=False).rstrip(".")

    # all other nodes

    def condition(self, condition: n.Condition) -> str:
        """The words for a condition."""
        return self.words("cond", condition)

    def event(self, trigger: n.TriggerEvent | n.WhenDone) -> str:
        """The words for the event of a trigger."""
        return self.words("event", trigger)

    def subject(self, subject: n.Subject) -> str:
        """The words for what a trigger watches."""
        return self.rules.holes["subject"](self, subject)

    def cost(self, cost: n.Cost) -> str:
        """The words for a cost."""
        return self.words("cost", cost)

    def words(self, kind: str, node: Term) -> str:
        """The words of a node by its rule; without one by its row among the sentences of a kind."""
        rule = self.rules.words.get(type(node))
        return rule(self, node) if rule is not None else self.sentence(kind, node)

    def sentence(self, kind: str, node: Term) -> str:
        """The words of a node by its first row among the sentences of a kind. Raises ``Unprintable``."""
        template = template_of(kind, node)
        if template is not None:
            return self._filled(template, node)
        special = self.rules.otherwise.get(type(node))
        if special is None:
            raise Unprintable(f"no words for {type(node).__name__}")
        return special(self, node)

    def _filled(self, template: Template, node: Term) -> str:
        """A row with the words of what stands in its holes."""
        words: list[str] = []
        third = False
        for piece in template.pieces:
            if is_hole(piece):
                value = getattr(node, piece[0][1:])
                words.append(self.rules.holes[piece[1]](self, value))
                third = self._third(piece[1], value)
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
        return text.replace("~", self.self_name)

    def _third(self, hole: str, value: Any) -> bool:
        """Whether a verb behind this hole stands in the third person singular."""
        if hole == "player":
            return self.player(value)[1]
        if hole == "object" or (hole == "subject" and not isinstance(value, n.Filter)):
            return self.object(value)[1]
        return hole == "subject"


def _from(zone: str, whose: str) -> str:
    owner = {"you": "your ", "opponent": "your opponents' "}.get(whose, "all ")
    plain = {"you": zone}.get(whose, "graveyards" if zone == "graveyard" else zone)
    return f"from {owner}{plain}"
