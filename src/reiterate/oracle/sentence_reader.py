"""The reader of sentences: where the grammar alone does not read a line, by the table of sentences and its holes.

Holes are read by the grammar in a sentence made around them, or by other rows. The words in a hole
must print back. Other sentences are read by the rules of ``SentenceRules``, which
``sentence_rules`` puts together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from lark import Token, Tree

from reiterate.oracle.antecedents import (
    NAMED_LAST,
    RESULT,
    Work,
    check_own,
    checked,
)
from reiterate.oracle.build import Setting, abilities_of, condition_of
from reiterate.oracle.effects_read import has_object, parts_of
from reiterate.oracle.normal_text import Normal, loose, normalise
from reiterate.oracle.normal_text import Token as Word
from reiterate.oracle.nouns import Node, NotRead, kind
from reiterate.oracle.styles import styles
from reiterate.oracle.word_pieces import Words, laid, pieces_of, split, with_stops
from reiterate.oracle.words import CARD_TYPES, subtypes
from reiterate.terms import language as n
from reiterate.terms.base import replace
from reiterate.terms.pattern import Template
from reiterate.terms.print_abilities import printer
from reiterate.terms.print_nouns import Unprintable, noun_phrase
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.printer import Printer
from reiterate.terms.sentence_table import by_kind

Parse: TypeAlias = Callable[[str], Tree[Token]]
SentenceRule: TypeAlias = "Callable[[SentenceReader, Words], tuple[n.Effect, ...]]"
#: in: the reader, the effects so far, where those of the last sentence begin, the words. out: whether they were read.
BehindRule: TypeAlias = "Callable[[SentenceReader, list[n.Effect], int, Words], bool]"
HoleRule: TypeAlias = "Callable[[SentenceReader, Words], Any]"

_LINKED: Final = frozenset(
    {("the", "exiled", "card"), ("the", "exiled", "cards"), ("a", "card", "exiled", "with", "~")}
)


def host_words(words: Words) -> str:
    """What the words call what the source is attached to."""
    at = next((i for i, word in enumerate(words[:-1]) if word in ("enchanted", "equipped")), -1)
    return " ".join(words[at : at + 2]) if at >= 0 else "enchanted creature"


def text_of(words: Sequence[str]) -> str:
    """Words as a normal text."""
    return "".join(f"{word} " for word in words)


#: What is neither a permanent nor a permanent card, as sets of spells and cards.
INSTANT_OR_SORCERY: Final[Mapping[Words, n.Filter]] = {
    ("instant",): n.Filter(types=("instant",)),
    ("sorcery",): n.Filter(types=("sorcery",)),
    ("instant", "or", "sorcery"): n.Filter(any_of=("instant", "sorcery")),
    ("sorcery", "or", "instant"): n.Filter(any_of=("sorcery", "instant")),
}
#: Parts of one text that are tried as sentences before it counts as not read: long lists have too many cuts.
SENTENCE_BUDGET: Final = 400


class SentenceRules(NamedTuple):
    """The rules that the reader of sentences asks; ``sentence_rules`` puts them together."""

    sentences: tuple[SentenceRule, ...]  # one sentence, tried in order behind the table and the grammar
    behind: tuple[BehindRule, ...]  # a sentence that belongs to the effects in front of it
    holes: Mapping[str, HoleRule]  # the words in a hole of the table, by the type of the hole
    target: Callable[[SentenceReader, Words], n.TargetSpec | None]  # targets that the grammar does not read
    condition: Callable[[SentenceReader, Words], n.Condition | None]  # conditions in other words


@dataclass
class SentenceReader:
    """Reads the words of one ability."""

    rules: SentenceRules
    parse: Parse
    setting: Setting
    work: Work
    depth: int = 0
    tried: int = 0

    def inside(self, work: Work) -> SentenceReader:
        """A reader of sentences about something else: those behind "when you do"."""
        return SentenceReader(self.rules, self.parse, self.setting, work)

    # --- helpers ---

    def mark(self) -> tuple[Any, ...]:
        """What has to be put back when a reading fails."""
        w = self.work
        return (list(w.targets), list(w.effects), w.subject, list(w.pending), w.in_may, w.memory())

    def back(self, mark: tuple[Any, ...]) -> None:
        """Put everything back."""
        w = self.work
        w.targets, w.effects, w.subject, w.pending = list(mark[0]), list(mark[1]), mark[2], list(mark[3])
        w.in_may = mark[4]
        w.recall(mark[5])

    def fail(self, words: Sequence[str], why: str = "no sentence that is known") -> NotRead:
        """The error for words that are not read."""
        return NotRead(0, f"{why}: {text_of(words)[:60]}")

    # --- effects ---

    def effects(self, words: Words) -> tuple[n.Effect, ...]:
        """The effects of a text of one or more sentences."""
        if not words or self.depth > 12:
            raise self.fail(words, "no effects")
        words = with_stops(words)
        while words and words[-1] == ".":
            words = words[:-1]
        if not words:
            raise self.fail(words, "no effects")
        found = self.attempt(self.by_grammar, words) or self.attempt(self.by_template, words)
        found = found or self.attempt(self.may_template, words)
        if found:
            return found
        done: list[n.Effect] = []
        last = 0
        named = False
        sentences = split(words, ".")
        while sentences:
            number = self.together(done, sentences)
            if number:
                last = len(done) - 1
                sentences, named = sentences[number:], False
                continue
            sentence = sentences.pop(0)
            before = len(done)
            here = ("~", *sentence[1:]) if named and sentence[0] == "it" else sentence
            if here[:1] == ("then",):
                here = here[1:]
            if not any(rule(self, done, last, here) for rule in self.rules.behind):
                done += self.sentence(here)
            last = before if len(done) > before else last
            named = sentence[-2:] in NAMED_LAST
        return tuple(done)

    def together(self, done: list[n.Effect], sentences: list[Words]) -> int:
        """Read sentences in front that are one template together; how many they were."""
        for number in _how_many(sentences):
            joined = tuple(word for sentence in sentences[:number] for word in (*sentence, "."))[:-1]
            found = self.attempt(self.by_template, joined)
            if found:
                done += found
                return number
        return 0

    def later(self, words: Words) -> n.Effect:
        """A delayed triggered ability set up by a sentence of its own (603.7)."""
        for i, word in enumerate(words):
            if word != ",":
                continue
            before = self.work.trigger
            try:
                event = self.event(words[:i])
                self.work.trigger = event
                return n.Delayed(event, self.effects(words[i + 1 :]))
            except NotRead:
                continue
            finally:
                self.work.trigger = before
        raise self.fail(words)

    def sentence(self, words: Words) -> tuple[n.Effect, ...]:
        """One sentence, or a part of one."""
        self.tried += 1
        if not words or self.depth > 12 or self.tried > SENTENCE_BUDGET:
            raise self.fail(words)
        self.depth += 1
        try:
            # In the order of ``effects``: a sentence means the same alone and beside another.
            found = self.attempt(self.by_grammar, words) or self.attempt(self.by_template, words)
            found = found or self.attempt(self.may, words)
            for rule in self.rules.sentences:
                found = found or self.attempt(partial(rule, self), words)
            found = found or self.attempt(self.parts, words)
        finally:
            self.depth -= 1
        if not found:
            raise self.fail(words)
        return found

    def attempt(self, rule: Callable[[Words], tuple[n.Effect, ...]], words: Words) -> tuple[n.Effect, ...]:
        """What a rule reads, or () with everything put back."""
        mark = self.mark()
        try:
            found = self.work.as_it_was(rule(words))
        except NotRead:
            self.back(mark)
            return ()
        self.work.remember(found, words)
        return found

    def by_grammar(self, words: Words) -> tuple[n.Effect, ...]:
        """Effects read by the grammar."""
        tree = self.parse(text_of(words))
        if kind(tree) != "plain":
            raise self.fail(words)
        body: Node = tree.children[0]
        start, targets = len(self.work.effects), len(self.work.targets)
        self.work.read(parts_of(body))
        found = tuple(self.work.effects[start:])
        del self.work.effects[start:]
        if not found or not self.prints_back(found, words, targets):
            raise self.fail(words)
        return found

    def prints_back(self, effects: tuple[n.Effect, ...], words: Words, targets: int) -> bool:
        """Whether effects read by the grammar print as the words that they were read from."""
        return self.says(words, lambda prints: prints.body(effects, capital=False), targets)

    def says(self, words: Words, show: Callable[[Printer], str], targets: int = 0) -> bool:
        """Whether what ``show`` prints is the words, in any of the spellings that they may have."""
        wanted = loose(Normal(tuple(Word(word, 0, 0) for word in words)))
        for style in styles(text_of(words)):
            prints = printer(
                style, host_words(words), tuple(self.work.targets), self.work.trigger, mentioned=range(targets)
            )
            try:
                printed = show(prints)
            except Unprintable:
                continue
            if loose(normalise(printed)) == wanted:
                return True
        return False

    def by_template(self, words: Words) -> tuple[n.Effect, ...]:
        """An effect read by a template."""
        return (self.template("effect", words),)

    def may_template(self, words: Words) -> tuple[n.Effect, ...]:
        """ "you may" in front of a template of several sentences."""
        if words[:2] != ("you", "may") or "." not in words:
            raise self.fail(words)
        return (n.May(self.by_template(words[2:])),)

    def may(self, words: Words) -> tuple[n.Effect, ...]:
        """ "you may ..."; "you may pay ..." is a payment."""
        if words[:1] != ("you",):
            return self.may_draw(words)
        if words[:2] != ("you", "may") or "may" in words[2:]:
            raise self.fail(words)  # what one may do behind that is no part of it
        if words[2:3] == ("pay",):
            return (n.MayPay(n.You(), self.costs(words[3:])),)
        if words[2:3] == ("have",) and ("become", "a") in pairwise(words):
            at = words.index("become")
            made = self.by_template((*words[3:at], "becomes", *words[at + 1 :]))
            if not isinstance(made[0], n.BecomeCopy):
                raise self.fail(words, "what one may have happen")
            return (n.May(made),)
        return (n.May(self.effects(words[2:])),)

    def may_draw(self, words: Words) -> tuple[n.Effect, ...]:
        """ "that player may draw ...": what another player may do is read of drawing alone."""
        at = words.index("may") if "may" in words else 0
        if not at or words[at + 1 : at + 2] != ("draw",):
            raise self.fail(words)
        said = (*words[:at], "draw" if words[0] == "they" else "draws", *words[at + 2 :])
        made = self.attempt(self.by_template, said) or self.attempt(self.by_grammar, said)
        if len(made) != 1 or not isinstance(made[0], n.Draw) or made[0].who == n.You():
            raise self.fail(words, "what another player may do")
        return (n.May(made, made[0].who),)

    def parts(self, words: Words) -> tuple[n.Effect, ...]:
        """Two effects in one sentence: the first that both halves of can be read."""
        for i, word in enumerate(words):
            if word not in (",", "and", "then") or i == 0:
                continue
            rest = words[i + 1 :]
            if (
                words[max(i - 2, 0) : i] in NAMED_LAST
                and word == "and"
                and (rest[:1] == ("it",) or rest == ("untap", "it"))
            ):
                rest = tuple("~" if w == "it" else w for w in rest)  # what was named last
            while rest[:1] in (("and",), ("then",)):
                rest = rest[1:]
            mark = self.mark()
            try:
                left, right = self.sentence(words[:i]), self.sentence(rest)
                if (rest[-4:] == _UNTIL and _for_good(left)) or (words[0] == "until" and _for_good(right)):
                    raise self.fail(words, "a duration that may be about both halves")
                return (*left, *right)
            except NotRead:
                self.back(mark)
        raise self.fail(words)

    def given(self, words: Words) -> tuple[n.Ability, ...]:
        """Keywords and texts in quotes."""
        found: tuple[n.Ability, ...] = ()
        for part in split(tuple("," if w == "and" else w for w in words), ","):
            quoted = len(part) == 1 and part[0].startswith('"')
            found += self.quotes(part) if quoted else tuple(n.Keyword(k) for k in self.keywords(part))
        return found

    # --- templates ---

    def template(self, what: str, words: Words) -> Any:  # a node of the kind asked for
        """The node of the first row of a kind that reads the words."""
        have = set(words)
        for template in by_kind(what):
            if not template.words <= have:
                continue
            for spans in laid(pieces_of(template), words, 0):
                mark = self.mark()
                try:
                    return self.filled(template, spans, words)
                except NotRead:
                    self.back(mark)
        raise self.fail(words)

    def filled(self, template: Template, spans: dict[str, Words], words: Words) -> Any:
        """The node of a template, if its verbs agree with what stands in front of them."""
        made = self.fill(template, spans)
        at = 0
        before: tuple[str, str] = ("", "")
        for name, texts, optional in pieces_of(template):
            if name:
                at += len(spans[name])
                before = (name, texts[0])
                continue
            if optional and (at >= len(words) or words[at] not in texts):
                continue
            if len(texts) == 2 and before[1] in ("player", "object", "subject"):
                third = self.third_person(getattr(made, before[0], None), spans[before[0]])
                if (words[at] == texts[1]) != third:
                    raise self.fail(words, "a verb in another person")
            at += 1
            before = ("", "")
        return checked(self.work, template, made, words)

    def third_person(self, ref: Any, words: Words) -> bool:
        """Whether a verb behind these words stands in the third person singular."""
        plural_words = ("they", "those", "them", "you")
        if words[0] in plural_words or isinstance(ref, n.You):
            return False
        return not isinstance(ref, n.Each) or words[0] == "each"

    def fill(self, template: Template, spans: dict[str, Words]) -> Any:
        """The node of a template with its holes read, in the order of the text."""
        values: dict[str, Any] = dict(template.fixed)
        before = self.work.trigger
        try:
            for name, hole in template.holes.items():
                values[name] = self.hole(hole, spans[name])
                if hole == "event":
                    self.work.trigger = values[name]
        finally:
            self.work.trigger = before
        return template.make(**values)

    def hole(self, hole: str, words: Words) -> Any:
        """What stands in a hole."""
        if not words:
            raise self.fail(words, "nothing in a hole")
        rule = self.rules.holes.get(hole)
        if rule is None:
            raise AssertionError(f"no rule for the hole {hole}")
        return rule(self, words)

    # --- references ---

    def object(self, words: Words) -> n.ObjectRef:
        """An object by the grammar or by the words for results, targets elsewhere, and cards."""
        if words in _LINKED:
            return self.work.exiled()
        if words in RESULT and self.work.result:
            return self.work.made(words)
        if words == ("enchanted", "creature", "card"):
            return n.Host()
        if words == ("~",):
            return n.This()
        if words == ("this", "card"):
            return n.This()
        special = self.rules.target(self, words)
        if special is not None:
            return self.work.new_target(special)
        if words == ("all", "permanents"):
            return n.Each(n.Filter())
        if words[:2] == ("all", "attacking"):
            return n.Each(self.set_of(words[1:]))
        found = self.by_grammar(("tap", *words))
        if len(found) != 1 or not isinstance(found[0], n.Tap):
            raise self.fail(words, "no object")
        return found[0].object

    def player(self, words: Words) -> n.PlayerRef:
        """A player."""
        if words == ("you",):
            return n.You()
        if words == ("defending", "player"):
            return n.DefendingPlayer()
        if words[:1] == ("that",) and words[2:] == ("'s", "controller") and words[1] in ("creature", "permanent"):
            return n.ControllerOf(self.object(words[:2]))
        if words == ("its", "owner"):
            return n.OwnerOf(n.This() if self.about_this() else self.work.it(Token("IT", "it")))
        if words in (("they",), ("that", "player")) and self.work.targets and self.work.targets[-1].filter is None:
            return n.TargetRef(len(self.work.targets) - 1)
        if words == ("they",):
            words = ("that", "player")
        found = self.by_grammar((*words, "wins" if words[-1] != "you" else "win", "the game"))
        if len(found) != 1 or not isinstance(found[0], n.WinLose):
            raise self.fail(words, "no player")
        return found[0].who

    def receiver(self, words: Words) -> n.ObjectRef | n.PlayerRef:
        """Who or what damage is dealt to."""
        if words in (("itself",),):
            return n.This()
        if words == ("you",):
            return n.You()
        if words == ("defending", "player"):
            return n.DefendingPlayer()
        if words == ("the", "chosen", "player"):
            return n.ChosenPlayer()
        if words in RESULT and self.work.result:
            return self.work.made(words)
        if words[:-1] in (("any", "target", "that", "isn't", "a"), ("any", "target", "that", "isn't", "an")):
            known = subtypes()
            if words[-1] not in known:
                raise self.fail(words, "no subtype that a target isn't")
            kinds = n.Filter(any_of=("creature", "planeswalker", "battle"), without_subtypes=(known[words[-1]],))
            return self.work.new_target(n.TargetSpec(kinds, "any"))
        found = self.by_grammar(("~", "deals", "1", "damage", "to", *words))
        if len(found) != 1 or not isinstance(found[0], n.DealDamage):
            raise self.fail(words, "nothing to deal damage to")
        if found[0] != n.DealDamage(n.This(), found[0].to, n.Fixed(1)):
            raise self.fail(words, "more than who is dealt damage")  # "you for each land" says how much, too
        return found[0].to

    def subject(self, words: Words) -> n.Subject:
        """What a trigger watches."""
        if "chosen" in words:
            return self.one_of(words)
        tree = self.parse(text_of(("whenever", *words, "becomes", "tapped", *_THEN_LIFE)))
        ability = abilities_of(tree, self.setting)[0]
        if not isinstance(ability, n.Triggered) or not isinstance(ability.trigger, n.BecomesTapped):
            raise self.fail(words, "nothing that becomes tapped")
        if ability.effects != _LIFE:
            raise self.fail(words, "more than what a trigger watches")
        watched = ability.trigger.subject
        if not self.says(words, lambda prints: prints.subject(watched)):
            raise self.fail(words, "a subject that does not print back")
        return watched

    def set_of(self, words: Words) -> n.Filter:
        """A set named in the plural or singular without a determiner."""
        if words[-3:-1] == ("not", "named"):
            return replace(self.set_of(words[:-3]), without_name="~" if words[-1] == "~" else " ".join(words[-1:]))
        if words[:1] == ("attacking",):
            return replace(self.set_of(words[1:]), attacking=True)
        if words[-3:] == ("with", "no", "abilities"):
            return replace(self.set_of(words[:-3]), bare=True)
        if words[-2:] == ("you", "control") and words[-4:-3] == ("with",) and words[-3] in n.KEYWORDS:
            words = (*words[:-4], "you", "control", *words[-4:-2])
        cut = _quality(words)
        if cut is not None:
            return replace(self.set_of(words[: -cut[0]]), **cut[1])
        for i in range(len(words) - 3):
            if words[i : i + 3] == ("of", "the", "chosen") and words[i + 3] in ("type", "color"):
                return replace(self.set_of((*words[:i], *words[i + 4 :])), chosen=words[i + 3])
        tree = self.parse(text_of(("destroy", "all", *words)))
        reader = Work(self.setting.quote, has_x=True)
        body: Node = tree.children[0]
        reader.read(parts_of(body))
        found = reader.effects[0]
        if len(reader.effects) != 1 or not isinstance(found, n.Destroy) or not isinstance(found.object, n.Each):
            raise self.fail(words, "no set of permanents")
        wanted = loose(Normal(tuple(Word(word, 0, 0) for word in words)))
        chosen = found.object.filter
        other = "other " if chosen.another else ""
        if not any(loose(normalise(other + noun_phrase(chosen, many))) == wanted for many in (True, False)):
            raise self.fail(words, "a set that does not print back")
        return chosen

    def one_of(self, words: Words) -> n.Filter:
        """A set by one of it: "a creature you control"."""
        if words[-3:] == ("other", "than", "~"):
            return replace(self.one_of(words[:-3]), another=True)
        if words[:1] not in (("a",), ("an",), ("another",), ("1",)):
            raise self.fail(words, "not one of a set")
        found = self.set_of(words[1:])
        return replace(found, another=True) if words[0] == "another" else found

    def card(self, words: Words) -> n.Filter:
        """A set of cards: "creature card", "instant or sorcery card with mana value 2 or less", "card"."""
        at = next((i for i, word in enumerate(words) if word in ("card", "cards")), -1)
        if at < 0:
            raise self.fail(words, "no card")
        head, tail = words[:at], words[at + 1 :]
        found = n.Filter()
        if head == ("permanent",):
            found = n.Filter(types=("permanent",))
        elif head:
            if head in INSTANT_OR_SORCERY:
                found = INSTANT_OR_SORCERY[head]
            elif all(w.startswith("non") and w[3:] in (*CARD_TYPES, "legendary") for w in head if w != ","):
                kinds = tuple(w[3:] for w in head if w != ",")
                found = n.Filter(
                    without_types=tuple(k for k in kinds if k != "legendary"),
                    without_supertypes=tuple(k for k in kinds if k == "legendary"),
                )
            elif len(head) == 1 and head[0] in COLOR_WORDS:
                found = n.Filter(colors=(COLOR_WORDS[head[0]],))
            elif head[-1] == "permanent":
                found = self.set_of(head[:-1] if head[-2] in subtypes() else head)
                found = replace(found, types=(*found.types, "permanent"))
            else:
                found = self.set_of(head)
        if tail:
            quality = self.set_of(("permanent", *tail)) if tail[:1] == ("with",) else n.Filter()
            if quality.compare is None or quality != n.Filter(compare=quality.compare) or found.compare is not None:
                raise self.fail(words, "a quality of a card")
            found = replace(found, compare=quality.compare)
        return found

    # --- numbers, conditions, costs ---

    def number(self, words: Words) -> n.Quantity:
        """A number: digits, a, X, that many."""
        if words in (("a",), ("an",)):
            return n.Fixed(1)
        if len(words) == 1 and words[0].isdecimal():
            return n.Fixed(int(words[0]))
        if words == ("X",) and self.work.has_x:
            return n.XValue()
        if words in (("that", "many"), ("that", "much")):
            self.work.check_quantity(n.ThatMuch(), Token("X", " ".join(words)))
            return n.ThatMuch()
        raise self.fail(words, "no number")

    def quantity(self, words: Words) -> n.Quantity:
        """A quantity: "its power", "the number of ...", "half your life total, rounded up"."""
        if words in (("that", "much"), ("that", "many")):
            return self.number(words)
        found: n.Quantity = self.template("q", words)
        if isinstance(found, n.StatOf) and words[:1] == ("its",):
            return replace(found, object=self.its(words))
        if words[:2] in (("the", "sacrificed"), ("the", "exiled")) and words[2:4] == ("creature", "'s"):
            self.work.check_sacrificed()
        return found

    def its(self, words: Words) -> n.ObjectRef:
        """Whose "its power" is: of the source, of what was named, or of what was sacrificed as a cost (608.2h)."""
        if self.work.named_host:
            raise self.fail(words, "what the source is attached to was named in between")
        if self.work.paid:
            if not self.about_this() or self.work.named_self:
                raise self.fail(words, "more than one thing that this could be of")
            return n.Result()
        if self.about_this():
            if self.setting.spell:
                raise self.fail(words, "nothing that this could be of")
            return n.This()
        return self.work.holder(Token("IT", "it"))

    def about_this(self) -> bool:
        """Whether "its" means the source: nothing else was named."""
        other = self.work.trigger is not None and has_object(self.work.trigger)
        return not (self.work.targets or self.work.result or other)

    def condition(self, words: Words) -> n.Condition:
        """A condition; what it says of "it" it must say of the source."""
        found = self.plain_condition(words)
        check_own(self.work, found, words)
        return found

    def plain_condition(self, words: Words) -> n.Condition:
        """A condition, whatever "it" means."""
        if words[:3] == ("it", "had", "no") and words[-3:] == ("counters", "on", "it"):
            words_kind = words[3:-3]
            return n.Not(n.HasCounter(n.This(), words_kind[0] if words_kind else ""))
        try:
            tree = self.parse(text_of(("as", "long", "as", *words, ",", "~", "has", "flying")))
            if kind(tree) == "conditional":
                found = condition_of(tree.children[0])
                same = abilities_of(tree, self.setting) == (n.Static(_FLYING, found),)
                if same and self.says(words, lambda prints: prints.condition(found)):
                    return found
        except NotRead:
            pass
        found_so: n.Condition = self.rules.condition(self, words) or self.template("cond", words)
        return found_so

    def event(self, words: Words) -> n.TriggerEvent:
        """The event of a trigger, by the grammar or a template."""
        try:
            tree = self.parse(text_of((*words, *_THEN_LIFE)))
            ability = abilities_of(tree, self.setting)[0]
            if isinstance(ability, n.Triggered) and ability.condition is None and ability.effects == _LIFE:
                event = ability.trigger
                assert not isinstance(event, n.WhenDone)
                if self.says(_as_printed(words), lambda prints: prints.event(event)):
                    return event
        except NotRead:
            pass
        found: n.TriggerEvent = self.template("event", words)
        return found

    def costs(self, words: Words) -> tuple[n.Cost, ...]:
        """Costs, separated by commas."""
        done: list[n.Cost] = []
        for part in split(words, ","):
            if part[:1] == ("and",):
                part = part[1:]
            done.append(self.cost(part))
        return tuple(done)

    def cost(self, words: Words) -> n.Cost:
        """One cost."""
        if len(words) == 1 and words[0].lstrip("+-").isdecimal() and words[0][0] in "+-":
            return n.LoyaltyCost(int(words[0]))
        try:
            found: n.Cost = self.template("cost", words)
        except NotRead:
            pass
        else:
            return found
        tree = self.parse(text_of((*words, ":", "you", "gain", "1", "life")))
        if kind(tree) != "activated":
            raise self.fail(words, "no cost")
        ability = abilities_of(tree, self.setting)[0]
        assert isinstance(ability, n.Activated)
        if len(ability.costs) != 1 or ability.effects != _LIFE:
            raise self.fail(words, "no single cost")
        cost = ability.costs[0]
        if not self.says(words, lambda prints: prints.cost(cost)):
            raise self.fail(words, "a cost that does not print back")
        return cost

    def quotes(self, words: Words) -> tuple[n.Ability, ...]:
        """Abilities in quotes."""
        if len(words) != 1 or not words[0].startswith('"'):
            raise self.fail(words, "no text in quotes")
        token = Token("QUOTED", words[0])
        token.start_pos = 0
        return self.setting.quote(token)

    def keywords(self, words: Words) -> Words:
        """A list of keywords."""
        found = []
        for part in split(tuple("," if w == "and" else w for w in words), ","):
            name = " ".join(part)
            if name not in n.KEYWORDS:
                raise self.fail(words, "no keyword")
            found.append(name)
        return tuple(found)


_UNTIL: Final = ("until", "end", "of", "turn")
#: What is put behind words that stand for an event or a cost, and in front of them: nothing else may come of it.
_THEN_LIFE: Final = (",", "you", "gain", "1", "life")
_LIFE: Final = (n.GainLife(n.You(), n.Fixed(1)),)
_FLYING: Final = n.GrantAbilities(n.This(), (n.Keyword("flying"),))


def _as_printed(words: Words) -> Words:
    """An event in the words that it prints as.

    "A creature with flying you control enters" is what the normal form makes of old texts; the controller is named first
    today. A name in the plural has its verb in the plural: "when ~ enter".
    """
    if words[1:] == ("~", "enter"):
        return (words[0], "~", "enters")
    at = next((i for i in range(len(words)) if words[i : i + 2] == ("you", "control")), 0)
    if at and "with" in words[:at]:
        cut = words.index("with")
        return (*words[:cut], "you", "control", *words[cut:at], *words[at + 2 :])
    return words


def _for_good(effects: tuple[n.Effect, ...]) -> bool:
    """Whether an effect among these lasts for the rest of the game (611.2a)."""
    return any(getattr(effect, "duration", "") == "game" for effect in effects)


@cache
def _of_several() -> tuple[Template, ...]:
    """The rows of effects that are several sentences."""
    return tuple(t for t in by_kind("effect") if " . " in t.pattern)


def _how_many(sentences: list[Words]) -> list[int]:
    """How many of the sentences in front could be one template, the greatest number first."""
    found = []
    for number in range(min(4, len(sentences)), 1, -1):
        have = {word for sentence in sentences[:number] for word in sentence}
        stops = number - 1
        if any(t.pattern.count(" . ") == stops and t.words - {"."} <= have for t in _of_several()):
            found.append(number)
    return found


_QUALITIES: Final[tuple[tuple[Words, dict[str, Any]], ...]] = (
    (("that", "entered", "the", "battlefield", "this", "turn"), {"fresh": True}),
    (("that", "entered", "this", "turn"), {"fresh": True}),
    (("named", "~"), {"named": "~"}),
)


def _quality(words: Words) -> tuple[int, dict[str, Any]] | None:
    """A quality at the end of a set that the grammar does not read: how many words, and what they change."""
    for tail, changes in _QUALITIES:
        if words[-len(tail) :] == tail and (len(words) > len(tail) or "named" in changes):
            return len(tail), changes
    return None
