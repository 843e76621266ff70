"""Sentences read by the table of templates, where the grammar alone does not read a line.

Holes are read by the grammar in a sentence made around them, or by other templates; what stands in a hole must print back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from lark import Token, Tree

from reiterate.oracle.build import Setting, abilities_of, condition_of
from reiterate.oracle.effects import Reader, parts_of
from reiterate.oracle.normal import Normal, loose, normalise
from reiterate.oracle.normal import Token as Word
from reiterate.oracle.nouns import NotRead, kind
from reiterate.oracle.styles import styles
from reiterate.oracle.words import CARD_TYPES, SUPERTYPES, subtypes
from reiterate.terms import deeds as d
from reiterate.terms import nodes as n
from reiterate.terms import standing as s
from reiterate.terms import values as v
from reiterate.terms.base import Term
from reiterate.terms.show import Printer
from reiterate.terms.spelling import COLOR_WORDS, plural
from reiterate.terms.templates import Template, by_kind
from reiterate.terms.wording import Unprintable, noun_phrase

Words = tuple[str, ...]
Parse = Callable[[str], Tree[Token]]

_RESULT: Final = frozenset(
    {
        ("it",),
        ("them",),
        ("that", "card"),
        ("those", "cards"),
        ("that", "token"),
        ("those", "tokens"),
        ("the", "token"),
        ("the", "tokens"),
        ("that", "creature"),
        ("those", "creatures"),
        ("that", "permanent"),
        ("they",),
    }
)
_LINKED: Final = frozenset(
    {("the", "exiled", "card"), ("the", "exiled", "cards"), ("a", "card", "exiled", "with", "~")}
)

#: Effects after which "it" and "that card" mean what they made, moved or named.
_MAKING: Final = (
    n.CreateTokens,
    d.CopyToken,
    n.Exile,
    d.Move,
    d.ReturnToBattlefield,
    d.MoveChosen,
    d.Search,
    d.PutFromHand,
    d.MillUntil,
    d.ExileTop,
)


@dataclass
class Work(Reader):
    """A reader of effects that also knows what the effect before made."""

    result: bool = False

    def it(self, node: Any) -> Any:
        """What "it" means: what was just made, else what the plain reader says."""
        if self.result:
            return v.Result()
        return super().it(node)


def _host(words: Words) -> str:
    """What the words call what the source is attached to."""
    at = next((i for i, word in enumerate(words[:-1]) if word in ("enchanted", "equipped")), -1)
    return " ".join(words[at : at + 2]) if at >= 0 else "enchanted creature"


def text_of(words: Sequence[str]) -> str:
    """Words as a normal text."""
    return "".join(f"{word} " for word in words)


@dataclass
class Sentences:
    """Reads the words of one ability."""

    parse: Parse
    setting: Setting
    work: Work
    host: bool = False
    depth: int = field(default=0)

    # --- helpers ---

    def mark(self) -> tuple[Any, ...]:
        """What has to be put back when a reading fails."""
        w = self.work
        return (list(w.targets), list(w.effects), w.subject, list(w.pending), w.in_may, w.result)

    def back(self, mark: tuple[Any, ...]) -> None:
        """Put everything back."""
        w = self.work
        w.targets, w.effects, w.subject, w.pending = list(mark[0]), list(mark[1]), mark[2], list(mark[3])
        w.in_may, w.result = mark[4], mark[5]

    def fail(self, words: Sequence[str], why: str = "no sentence that is known") -> NotRead:
        """The error for words that are not read."""
        return NotRead(0, f"{why}: {text_of(words)[:60]}")

    # --- effects ---

    def effects(self, words: Words) -> tuple[Term, ...]:
        """The effects of a text of one or more sentences."""
        words = _with_stops(words)
        while words and words[-1] == ".":
            words = words[:-1]
        if not words:
            raise self.fail(words, "no effects")
        found = self.attempt(self.by_grammar, words) or self.attempt(self.by_template, words)
        found = found or self.attempt(self.may_template, words)
        if found:
            return found
        done: list[Term] = []
        for sentence in _split(words, "."):
            self.one_more(done, sentence)
        return tuple(done)

    def one_more(self, done: list[Term], words: Words) -> None:
        """Read one sentence behind others: "if you do", "otherwise", "when you do" belong to the one before."""
        if words[:1] == ("then",):
            words = words[1:]
        for start in _IF_DONE:
            if words[: len(start)] == start and done:
                then = self.effects(words[len(start) :])
                done[-1] = _done(done[-1], then, ())
                return
        for start in _IF_NOT:
            if words[: len(start)] == start and done:
                done[-1] = _done(done[-1], (), self.effects(words[len(start) :]))
                return
        if words[:4] == ("when", "you", "do", ",") and done:
            inner = Sentences(self.parse, self.setting, Work(self.setting.quote, self.work.trigger))
            effects = inner.effects(words[4:])
            done[-1] = _done(done[-1], (d.Reflexive(effects, tuple(inner.work.targets)),), ())
            return
        if words in _REPEAT and done:
            raise self.fail(words)
        if done and words[:2] == ("it's", "still") and isinstance(done[-1], d.Become):
            return  # what it was it still is: nothing is set instead
        if words[:1] in (("when",), ("whenever",)):
            done.append(self.later(words))
            return
        again = _repeat_condition(words)
        if again is not None and done:
            done[:] = [d.RepeatProcess(tuple(done), self.condition(again))]
            return
        done += self.sentence(words)

    def later(self, words: Words) -> Term:
        """A delayed triggered ability set up by a sentence of its own (603.7)."""
        for i, word in enumerate(words):
            if word != ",":
                continue
            before = self.work.trigger
            try:
                event = self.event(words[:i])
                self.work.trigger = event
                return d.Delayed(event, self.effects(words[i + 1 :]))
            except NotRead:
                continue
            finally:
                self.work.trigger = before
        raise self.fail(words)

    def sentence(self, words: Words) -> tuple[Term, ...]:
        """One sentence, or a part of one."""
        if not words or self.depth > 12:
            raise self.fail(words)
        self.depth += 1
        try:
            found = self.attempt(self.by_template, words) or self.attempt(self.by_grammar, words)
            found = found or self.attempt(self.may, words) or self.attempt(self.become, words)
            found = found or self.attempt(self.parts, words)
        finally:
            self.depth -= 1
        if not found:
            raise self.fail(words)
        return found

    def attempt(self, rule: Callable[[Words], tuple[Term, ...]], words: Words) -> tuple[Term, ...]:
        """What a rule reads, or () with everything put back."""
        mark = self.mark()
        try:
            found = rule(words)
        except NotRead:
            self.back(mark)
            return ()
        for effect in found:
            if isinstance(effect, _MAKING) or (isinstance(effect, n.May) and isinstance(effect.effects[-1], _MAKING)):
                self.work.result = True
        return found

    def by_grammar(self, words: Words) -> tuple[Term, ...]:
        """Effects read by the grammar."""
        tree = self.parse(text_of(words))
        if kind(tree) != "plain":
            raise self.fail(words)
        body: Any = tree.children[0]
        start, targets = len(self.work.effects), len(self.work.targets)
        self.work.read(parts_of(body))
        found = tuple(self.work.effects[start:])
        del self.work.effects[start:]
        if not found or not self.prints_back(found, words, targets):
            raise self.fail(words)
        return found

    def prints_back(self, effects: tuple[Term, ...], words: Words, targets: int) -> bool:
        """Whether effects read by the grammar print as the words that they were read from."""
        wanted = loose(Normal(tuple(Word(word, 0, 0) for word in words)))
        text = text_of(words)
        for style in styles(text):
            printer = Printer(
                style=style,
                targets=tuple(self.work.targets),
                trigger=self.work.trigger,
                mentioned=set(range(targets)),
                host=_host(words),
            )
            try:
                printed = printer.body(effects, capital=False)
            except Unprintable:
                continue
            if loose(normalise(printed)) == wanted:
                return True
        return False

    def by_template(self, words: Words) -> tuple[Term, ...]:
        """An effect read by a template."""
        return (self.template("effect", words),)

    def may_template(self, words: Words) -> tuple[Term, ...]:
        """ "you may" in front of a template of several sentences."""
        if words[:2] != ("you", "may") or "." not in words:
            raise self.fail(words)
        return (n.May(self.by_template(words[2:])),)  # type: ignore[arg-type] # effects of the language

    def may(self, words: Words) -> tuple[Term, ...]:
        """ "you may ..."; "you may pay ..." is a payment."""
        if words[:2] != ("you", "may"):
            raise self.fail(words)
        if words[2:3] == ("pay",):
            return (d.MayPay(n.You(), self.costs(words[3:])),)
        return (n.May(self.effects(words[2:])),)  # type: ignore[arg-type] # effects of the language

    def parts(self, words: Words) -> tuple[Term, ...]:
        """Two effects in one sentence: the first that both halves of can be read."""
        for i, word in enumerate(words):
            if word not in (",", "and", "then") or i == 0:
                continue
            rest = words[i + 1 :]
            while rest[:1] in (("and",), ("then",)):
                rest = rest[1:]
            mark = self.mark()
            try:
                left = self.sentence(words[:i])
                return (*left, *self.sentence(rest))
            except NotRead:
                self.back(mark)
        raise self.fail(words)

    def become(self, words: Words) -> tuple[Term, ...]:
        """ "~ becomes a 1/4 blue Elemental creature with ... until end of turn"."""
        until = ("until", "end", "of", "turn")
        duration = "game"
        if words[:5] == (*until, ","):
            words, duration = words[5:], "turn"
        if words[-4:] == until:
            words, duration = words[:-4], "turn"
        at = next((i for i, w in enumerate(words) if w in ("becomes", "become")), 0)
        if not at or duration != "turn":
            raise self.fail(words)
        made = d.Become(self.object(words[:at]), duration)
        rest = words[at + 1 :]
        tail = next((i for i in range(len(rest)) if rest[i : i + 3] == ("in", "addition", "to")), -1)
        if tail >= 0:
            made = replace(made, more_colors="colors" in rest[tail:])
            rest = rest[:tail]
        if "with" in rest:
            cut = rest.index("with")
            made = replace(made, abilities=self.given(rest[cut + 1 :]))
            rest = rest[:cut]
        for word in rest[1:] if rest[:1] in (("a",), ("an",)) else rest:
            made = _one_more(self, made, word)
        return (made,)

    def given(self, words: Words) -> tuple[Term, ...]:
        """Keywords and texts in quotes."""
        found: tuple[Term, ...] = ()
        for part in _split(tuple("," if w == "and" else w for w in words), ","):
            quoted = len(part) == 1 and part[0].startswith('"')
            found += self.quotes(part) if quoted else tuple(n.Keyword(k) for k in self.keywords(part))
        return found

    # --- templates ---

    def template(self, what: str, words: Words) -> Any:
        """The node of the first template that reads the words."""
        have = set(words)
        for template in by_kind(what):
            if not template.words <= have:
                continue
            for spans in _spans(pieces_of(template), words, 0):
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
        return made

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
        rule = _HOLES.get(hole)
        if rule is None:
            raise AssertionError(f"no rule for the hole {hole}")
        return rule(self, words)

    # --- references ---

    def object(self, words: Words) -> Any:
        """An object by the grammar or by the words for results, targets elsewhere, and cards."""
        if words in _LINKED:
            return v.Linked()
        if words in _RESULT and self.work.result:
            return v.Result()
        if words == ("enchanted", "creature", "card"):
            return n.Host()
        if words == ("~",):
            return n.This()
        if words == ("this", "card"):
            return n.This()
        special = _target(self, words)
        if special is not None:
            return self.work.new_target(special)
        if words[:1] == ("all",) and words[-1] == "permanents" and words == ("all", "permanents"):
            return n.Each(n.Filter())
        found = self.by_grammar(("tap", *words))
        if len(found) != 1 or not isinstance(found[0], n.Tap):
            raise self.fail(words, "no object")
        return found[0].object

    def player(self, words: Words) -> Any:
        """A player."""
        if words == ("you",):
            return n.You()
        if words == ("defending", "player"):
            return v.DefendingPlayer()
        if words == ("its", "owner"):
            return v.OwnerOf(n.This())
        if words in (("they",), ("that", "player")) and self.work.targets and self.work.targets[-1].filter is None:
            return n.TargetRef(len(self.work.targets) - 1)
        if words == ("they",):
            words = ("that", "player")
        found = self.by_grammar((*words, "wins" if words[-1] != "you" else "win", "the game"))
        if len(found) != 1 or not isinstance(found[0], n.WinLose):
            raise self.fail(words, "no player")
        return found[0].who

    def receiver(self, words: Words) -> Any:
        """Who or what damage is dealt to."""
        if words in (("itself",),):
            return n.This()
        if words == ("you",):
            return n.You()
        if words == ("defending", "player"):
            return v.DefendingPlayer()
        if words in _RESULT and self.work.result:
            return v.Result()
        found = self.by_grammar(("~", "deals", "1", "damage", "to", *words))
        if len(found) != 1 or not isinstance(found[0], n.DealDamage):
            raise self.fail(words, "nothing to deal damage to")
        return found[0].to

    def subject(self, words: Words) -> Any:
        """What a trigger watches."""
        tree = self.parse(text_of(("whenever", *words, "becomes", "tapped", ",", "you", "gain", "1", "life")))
        ability = abilities_of(tree, self.setting)[0]
        assert isinstance(ability, n.Triggered)
        assert isinstance(ability.trigger, n.BecomesTapped)
        return ability.trigger.subject

    def set_of(self, words: Words) -> n.Filter:
        """A set named in the plural or singular without a determiner."""
        if words[-3:-1] == ("not", "named"):
            return replace(self.set_of(words[:-3]), without_name="~" if words[-1] == "~" else " ".join(words[-1:]))
        if words[:1] == ("attacking",):
            return replace(self.set_of(words[1:]), attacking=True)
        tree = self.parse(text_of(("destroy", "all", *words)))
        reader = Work(self.setting.quote, has_x=True)
        body: Any = tree.children[0]
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
        if head == ("permanent",):
            return n.Filter(types=("permanent",))
        found = n.Filter()
        if head:
            plain = [w for w in head if w not in ("or", "and/or")]
            types = [w for w in plain if w in ("instant", "sorcery")]
            if types and len(types) == len(plain):
                found = n.Filter(any_of=tuple(types)) if len(types) > 1 else n.Filter(types=tuple(types))
            elif head[-1] == "permanent":
                found = self.set_of(head)
                found = replace(found, types=(*found.types, "permanent"))
            else:
                found = self.set_of(head)
        if tail:
            if tail[:3] != ("with", "mana", "value"):
                raise self.fail(words, "a quality of a card")
            found = replace(found, compare=self.set_of(("permanent", *tail)).compare)
        return found

    # --- numbers, conditions, costs ---

    def number(self, words: Words) -> Any:
        """A number: digits, a, X, that many."""
        if words in (("a",), ("an",)):
            return n.Fixed(1)
        if len(words) == 1 and words[0].isdigit():
            return n.Fixed(int(words[0]))
        if words == ("X",) and self.work.has_x:
            return n.XValue()
        if words in (("that", "many"), ("that", "much")):
            self.work.check_quantity(n.ThatMuch(), Token("X", " ".join(words)))
            return n.ThatMuch()
        raise self.fail(words, "no number")

    def quantity(self, words: Words) -> Any:
        """A quantity: "its power", "the number of ...", "half your life total, rounded up"."""
        if words in (("that", "much"), ("that", "many")):
            return self.number(words)
        found = self.template("q", words)
        if isinstance(found, v.StatOf) and found.object == n.That() and words[0] == "its":
            return replace(found, object=self.object(("it",)) if not self.about_this() else n.This())
        return found

    def about_this(self) -> bool:
        """Whether "its" means the source: nothing else was named."""
        return not self.work.targets and not self.work.result and self.work.trigger is None

    def condition(self, words: Words) -> Any:
        """A condition."""
        if words[:3] == ("it", "had", "no") and words[-3:] == ("counters", "on", "it"):
            words_kind = words[3:-3]
            return v.Not(v.HasCounter(n.This(), words_kind[0] if words_kind else ""))
        try:
            return self.template("cond", words)
        except NotRead:
            pass
        tree = self.parse(text_of(("as", "long", "as", *words, ",", "~", "has", "flying")))
        if kind(tree) != "conditional":
            raise self.fail(words, "no condition")
        return condition_of(tree.children[0])

    def event(self, words: Words) -> Any:
        """The event of a trigger, by the grammar or a template."""
        try:
            tree = self.parse(text_of((*words, ",", "you", "gain", "1", "life")))
            ability = abilities_of(tree, self.setting)[0]
            if isinstance(ability, n.Triggered) and ability.condition is None:
                return ability.trigger
        except NotRead:
            pass
        return self.template("event", words)

    def costs(self, words: Words) -> tuple[Any, ...]:
        """Costs, separated by commas."""
        done: list[Any] = []
        for part in _split(words, ","):
            if part[:1] == ("and",):
                part = part[1:]
            done.append(self.cost(part))
        return tuple(done)

    def cost(self, words: Words) -> Any:
        """One cost."""
        if len(words) == 1 and words[0].lstrip("+-").isdigit() and words[0][0] in "+-":
            return s.LoyaltyCost(int(words[0]))
        try:
            return self.template("cost", words)
        except NotRead:
            pass
        tree = self.parse(text_of((*words, ":", "you", "gain", "1", "life")))
        if kind(tree) != "activated":
            raise self.fail(words, "no cost")
        ability = abilities_of(tree, self.setting)[0]
        assert isinstance(ability, n.Activated)
        if len(ability.costs) != 1:
            raise self.fail(words, "no single cost")
        return ability.costs[0]

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
        for part in _split(tuple("," if w == "and" else w for w in words), ","):
            name = " ".join(part)
            if name not in n.KEYWORDS:
                raise self.fail(words, "no keyword")
            found.append(name)
        return tuple(found)


# --- pieces ------------------------------------------------------------------------------------------------------

Piece = tuple[str, tuple[str, ...], bool]  # hole name or "", its type or the words, whether it may be missing


@cache
def pieces_of(template: Template) -> tuple[Piece, ...]:
    """The pieces of a template ready for matching."""
    found: list[Piece] = []
    for piece in template.pieces:
        if piece[0].startswith("{"):
            found.append((piece[0][1:], (piece[1],), False))
        else:
            optional = any(word.endswith("?") for word in piece)
            found.append(("", tuple(word.removesuffix("?") for word in piece), optional))
    return tuple(found)


def _spans(pieces: Sequence[Piece], words: Words, at: int) -> Iterator[dict[str, Words]]:
    """Every way to lay the pieces over the words."""
    if not pieces:
        if at == len(words):
            yield {}
        return
    name, texts, optional = pieces[0]
    if not name:
        if at < len(words) and words[at] in texts:
            yield from _spans(pieces[1:], words, at + 1)
        if optional:
            yield from _spans(pieces[1:], words, at)
        return
    if len(pieces) == 1:
        if at < len(words) and "." not in words[at:]:
            yield {name: words[at:]}
        return
    for end in range(at + 1, len(words) + 1):
        if words[end - 1] == ".":
            return  # a hole does not reach over the end of a sentence
        for rest in _spans(pieces[1:], words, end):
            yield {name: words[at:end], **rest}


def _with_stops(words: Words) -> Words:
    """The words with a full stop behind a text in quotes that ends its sentence."""
    found: list[str] = []
    for word, following in zip(words, (*words, ".")[1:], strict=True):
        found.append(word)
        if word.startswith('"') and word.endswith('. "') and following not in (",", "and", ".", "until"):
            found.append(".")
    return tuple(found)


def _split(words: Words, at: str) -> list[Words]:
    found: list[Words] = []
    here: list[str] = []
    for word in words:
        if word == at:
            if here:
                found.append(tuple(here))
            here = []
        else:
            here.append(word)
    return [*found, tuple(here)] if here else found


_IF_DONE: Final = (("if", "you", "do", ","), ("if", "that", "player", "does", ","), ("if", "they", "do", ","))
_IF_NOT: Final = (
    ("if", "you", "don't", ","),
    ("if", "they", "don't", ","),
    ("if", "you", "can't", ","),
    ("otherwise", ","),
)
_REPEAT: Final = (("repeat", "this", "process"),)


def _repeat_condition(words: Words) -> Words | None:
    if words[:1] == ("if",) and words[-4:] == (",", "repeat", "this", "process"):
        return words[1:-4]
    return None


def _done(before: Term, then: tuple[Term, ...], otherwise: tuple[Term, ...]) -> Term:
    """An effect with what depends on its having been done."""
    if isinstance(before, d.MayPay):
        return replace(before, then=(*before.then, *then), otherwise=(*before.otherwise, *otherwise))
    if isinstance(before, d.Branch):
        return replace(before, otherwise=(*before.otherwise, *otherwise), then=(*before.then, *then))
    if isinstance(before, d.IfDone):
        return replace(before, then=(*before.then, *then), otherwise=(*before.otherwise, *otherwise))
    return d.IfDone((before,), then, otherwise)


def _target(reader: Sentences, words: Words) -> n.TargetSpec | None:
    """Targets that the grammar does not read: optional ones, cards in graveyards, spells."""
    if words[:3] == ("up", "to", "1"):
        rest = words[3:]
        another = rest[:1] == ("other",)
        rest = rest[1:] if another else rest
        plain = _target(reader, rest)
        if plain is None:
            found = reader.object(("another", *rest) if another else rest)
            plain = reader.work.targets.pop()
            assert isinstance(found, n.TargetRef)
        return replace(plain, optional=True)
    another = words[:2] == ("another", "target")
    if words[:1] != ("target",) and not another:
        return None
    rest = words[2:] if another else words[1:]
    for end, whose in _GRAVEYARDS:
        if rest[-len(end) :] == end:
            return n.TargetSpec(reader.card(rest[: -len(end)]), zone="graveyard", whose=whose)
    for end, whose in _SPELLS:
        if rest[-len(end) :] == end:
            return n.TargetSpec(_spell(reader, rest[: -len(end)]), zone="stack", whose=whose)
    if rest[-3:-1] == ("not", "named"):
        return n.TargetSpec(replace(reader.set_of(rest), another=another))
    if rest[-4:] == ("creature", "you", "don't", "control"):
        return n.TargetSpec(replace(reader.set_of(("creature", "an opponent controls")), another=another))
    if rest[:1] == ("attacking",):
        return n.TargetSpec(reader.set_of(rest))
    return None


_GRAVEYARDS: Final = (
    (("in", "your", "graveyard"), "you"),
    (("from", "your", "graveyard"), "you"),
    (("in", "a", "graveyard"), "any"),
    (("from", "a", "graveyard"), "any"),
    (("from", "an", "opponent", "'s", "graveyard"), "opponent"),
    (("in", "an", "opponent", "'s", "graveyard"), "opponent"),
)
_SPELLS: Final = ((("spell", "you", "control"), "you"), (("spell",), "any"))


def _spell(reader: Sentences, words: Words) -> n.Filter:
    if not words:
        return n.Filter(types=())
    plain = [w for w in words if w != "or"]
    if all(w in ("instant", "sorcery") for w in plain):
        return n.Filter(any_of=tuple(plain)) if len(plain) > 1 else n.Filter(types=tuple(plain))
    if words == ("noncreature",):
        return n.Filter(without_types=("creature",))
    return reader.set_of(words)


def _one_more(reader: Sentences, made: d.Become, word: str) -> d.Become:
    """One word of what something becomes."""
    if "/" in word and word[0].isdigit():
        power, _, toughness = word.partition("/")
        return replace(made, power=int(power), toughness=int(toughness))
    if word in COLOR_WORDS:
        return replace(made, colors=(*(made.colors or ()), COLOR_WORDS[word]))
    if word == "colorless":
        return replace(made, colors=())
    if word in CARD_TYPES:
        return replace(made, types=(*made.types, word))
    if word in subtypes():
        return replace(made, subtypes=(*made.subtypes, subtypes()[word]))
    if word in ("and", ","):
        return made
    raise reader.fail((word,), "nothing that something becomes")


def _int(reader: Sentences, words: Words) -> int:
    if len(words) != 1 or not words[0].isdigit():
        raise reader.fail(words, "no number")
    return int(words[0])


def _generic(reader: Sentences, words: Words) -> n.Fixed:
    symbol = words[0].strip("{}")
    if len(words) != 1 or not symbol.isdigit() or not words[0].startswith("{"):
        raise reader.fail(words, "no generic mana")
    return n.Fixed(int(symbol))


def _symbol(reader: Sentences, words: Words) -> Words:
    found = tuple(word.strip("{}") for word in words)
    if any(f not in n.MANA_KINDS for f in found):
        raise reader.fail(words, "no kind of mana")
    return found


def _kinds(reader: Sentences, words: Words) -> Words:
    return _symbol(reader, tuple(w for w in words if w not in ("and/or", "or", "and", "/")))


def _kind(reader: Sentences, words: Words) -> str:
    if len(words) != 1 or not (words[0][0] in "+-" or words[0].isalpha()):
        raise reader.fail(words, "no kind of counter")
    return words[0]


def _color(reader: Sentences, words: Words) -> str:
    if len(words) != 1 or words[0] not in COLOR_WORDS:
        raise reader.fail(words, "no color")
    return COLOR_WORDS[words[0]]


def _subs(reader: Sentences, words: Words) -> Words:
    known = subtypes()
    if not all(word in known for word in words):
        raise reader.fail(words, "no subtypes")
    return tuple(known[word] for word in words)


def _except(reader: Sentences, words: Words) -> d.Except:
    """What a copy has besides (707.9): abilities, types, another size, not legendary."""
    done = d.Except()
    for part in _parts_of_except(words):
        done = _one_except(reader, done, part)
    return done


def _parts_of_except(words: Words) -> list[Words]:
    """Split at joiners in front of a new clause."""
    found: list[Words] = []
    here: list[str] = []
    for i, word in enumerate(words):
        following = words[i + 1 : i + 2]
        new = following and following[0] in ("it", "it's", "its", "they're", "they", "the", "has", "~")
        if word in (",", "and") and (new or following == ("and",)):
            if here:
                found.append(tuple(here))
            here = []
            continue
        here.append(word)
    if here:
        found.append(tuple(here))
    return found


def _one_except(reader: Sentences, done: d.Except, words: Words) -> d.Except:
    if words in (("it", "isn't", "legendary"), ("the", "token", "isn't", "legendary"), ("they", "aren't", "legendary")):
        return replace(done, nonlegendary=True)
    if words[:2] in (("it", "has"), ("they", "have")) or words[:1] == ("has",):
        rest = words[2:] if words[0] != "has" else words[1:]
        given: tuple[Term, ...] = ()
        for part in _split(tuple("," if w == "and" else w for w in rest), ","):
            if len(part) == 1 and part[0].startswith('"'):
                given += reader.quotes(part)
            else:
                given += tuple(n.Keyword(k) for k in reader.keywords(part))
        return replace(done, abilities=(*done.abilities, *given))
    if words[:1] in (("it's",), ("they're",)) or words[:2] == ("it", "is"):
        rest = words[1:] if words[0] in ("it's", "they're") else words[2:]
        return _as_also(reader, done, rest)
    raise reader.fail(words, "no exception of a copy")


def _as_also(reader: Sentences, done: d.Except, words: Words) -> d.Except:
    """ "it's a 1/1 red Balloon creature in addition to its other colors and types"."""
    at = next((i for i in range(len(words)) if words[i : i + 3] == ("in", "addition", "to")), -1)
    if at < 0 or words[:1] not in (("a",), ("an",)) and not words[0][0].isdigit():
        raise reader.fail(words, "no exception of a copy")
    tail = words[at + 5 :] if words[at + 4 : at + 5] == ("other",) else ()
    if tail not in (("types",), ("colors", "and", "types"), ("creature", "types")):
        raise reader.fail(words, "no exception of a copy")
    for word in words[1 if words[0] in ("a", "an") else 0 : at]:
        if "/" in word and word[0].isdigit():
            power, _, toughness = word.partition("/")
            done = replace(done, power=int(power), toughness=int(toughness))
        elif word in COLOR_WORDS and "colors" in tail:
            done = replace(done, colors=(*(done.colors or ()), COLOR_WORDS[word]))
        elif word in CARD_TYPES or word in [plural(t) for t in CARD_TYPES]:
            done = replace(done, types=(*done.types, word if word in CARD_TYPES else word[:-1]))
        elif word in subtypes():
            done = replace(done, subtypes=(*done.subtypes, subtypes()[word]))
        else:
            raise reader.fail(words, "no exception of a copy")
    if done.colors is not None:
        raise reader.fail(words, "a colour in addition on a copy")
    return done


def _spells_of(reader: Sentences, words: Words) -> n.Filter | None:
    if words == ("spells",):
        return n.Filter()
    if words[-1] != "spells":
        raise reader.fail(words, "no spells")
    return _spell(reader, words[:-1])


def _enchant(reader: Sentences, words: Words) -> n.Enchant:
    inner = tuple(words[0].strip('" ').split()) if len(words) == 1 else ()
    if inner[-1:] == (".",):
        inner = inner[:-1]
    if inner == ("enchant", "creature", "card", "in", "a", "graveyard"):
        return n.Enchant(n.Filter(types=("creature",)), zone="graveyard")
    if inner[:6] == ("enchant", "creature", "put", "onto", "the", "battlefield"):
        return n.Enchant(n.Filter(types=("creature",)), made=True)
    raise reader.fail(words, "no enchant ability")


def _any_of(reader: Sentences, words: Words) -> n.Filter:
    """ "any creature on the battlefield", "a creature you control"."""
    if words[:1] == ("any",) and words[-3:] == ("on", "the", "battlefield"):
        return reader.set_of(words[1:-3])
    if words[:1] == ("any",):
        return reader.set_of(words[1:])
    return reader.one_of(words)


_HOLES: Final[dict[str, Callable[[Sentences, Words], Any]]] = {
    "object": Sentences.object,
    "possessive": Sentences.object,
    "player": Sentences.player,
    "receiver": Sentences.receiver,
    "subject": Sentences.subject,
    "one": Sentences.one_of,
    "many": Sentences.set_of,
    "noun": Sentences.set_of,
    "acard": lambda r, w: r.card(w[1:] if w[0] in ("a", "an") else w),
    "card": Sentences.card,
    "cards": Sentences.card,
    "anyof": _any_of,
    "spells": _spells_of,
    "n": Sentences.number,
    "int": _int,
    "amount": Sentences.number,
    "generic": _generic,
    "q": Sentences.quantity,
    "foreach": lambda r, w: r.template("foreach", w),
    "cardsin": lambda r, w: r.quantity(("the", "number", "of", *w)),
    "cond": Sentences.condition,
    "statecond": Sentences.condition,
    "event": Sentences.event,
    "effects": Sentences.effects,
    "cost": Sentences.costs,
    "quotes": Sentences.quotes,
    "quotedenchant": _enchant,
    "keywords": Sentences.keywords,
    "given": Sentences.given,
    "kind": _kind,
    "kinds": _kinds,
    "symbol": _symbol,
    "color": _color,
    "subs": _subs,
    "except": _except,
}

__all__ = ["SUPERTYPES", "Sentences", "Work", "text_of"]
