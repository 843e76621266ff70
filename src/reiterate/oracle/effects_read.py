"""The parts of a sentence to effects: who does what to what, with repeated subjects filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lark import Token, Tree

from reiterate.oracle.known_tokens import KNOWN_TOKENS
from reiterate.oracle.nouns import (
    ANY_TARGET,
    Node,
    Noun,
    counted,
    counter_kind,
    kind,
    number,
    objects,
    read_noun,
    refuse,
    strings,
    subtree,
    target_of,
    times,
)
from reiterate.oracle.words import CARD_TYPES, SUPERTYPES, subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace, walk
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.trigger_events import DealsDamage, Discards, ToGraveyard, happens_to_source

#: Compiles a quoted text (a normal text) to abilities; raises ``NotRead``.
QuoteReader = Callable[[Token], tuple[n.Ability, ...]]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text with the joiner in front of it ("" for the first)."""

    node: Node
    joiner: str

    @property
    def same_sentence(self) -> bool:
        return bool(self.joiner) and not self.joiner.startswith(".")


def parts_of(body: Tree[Token]) -> list[Part]:
    """The flat list of parts of a ``body``."""
    found: list[Part] = []
    node: Node = body.children[0]
    while len(node.children) == 3:
        node, sep, last = node.children
        found.append(Part(last, " ".join(strings(sep.children))))
    found.append(Part(node.children[0], ""))
    return found[::-1]


def modifier(token: Token) -> tuple[n.Quantity, n.Quantity, bool]:
    """The halves of "+1/-2" or "-X/-X" and whether X is taken away."""
    halves = str(token).split("/")
    minus = any("X" in half and half.startswith("-") for half in halves)
    made: list[n.Quantity] = []
    for half in halves:
        if "X" in half:
            made.append(n.XValue())
        else:
            made.append(n.Fixed(int(half)))
    return made[0], made[1], minus


@dataclass
class Reader:
    """Reads the effects of one ability."""

    quote: QuoteReader
    trigger: n.TriggerEvent | n.WhenDone | None = None
    has_x: bool = False
    targets: list[n.TargetSpec] = field(default_factory=list)
    effects: list[n.Effect] = field(default_factory=list)
    subject: Any = None
    pending: list[int] = field(default_factory=list)  # places in effects that still need "until end of turn"
    in_may: bool = False
    saw_self: bool = False  # "~" stands in this part, behind the last target
    named_self: bool = False  # the same of an earlier part
    pointed_last: bool = False  # the sentence before said "that creature"

    # references

    def it(self, node: Node, points: bool = False) -> n.ObjectRef:
        """What "it" or, with ``points``, "that creature" means: the one target, or the object of the trigger.

        Never either, and never one of those where the text has named something else in between.
        """
        chosen = [i for i, spec in enumerate(self.targets) if spec.filter is not None]
        event = has_object(self.trigger)
        if self.between(points) or _two_objects(self.trigger):
            raise refuse(node, "something else was named in between")
        if len(chosen) == 1 and not event:
            return n.TargetRef(chosen[0])
        if event and not chosen:
            return n.That()
        if len(chosen) == 1 and happens_to_source(self.trigger) and (points or self.pointed_last):
            return n.TargetRef(chosen[0])  # the source would be "it" or "this creature", no "that creature"
        raise refuse(node, "more or less than one thing that it could be")

    def between(self, points: bool) -> bool:
        """Whether an effect before made or took something, or named the source, that the words could also mean."""
        if self.named_self and not points and not happens_to_source(self.trigger):
            return True
        found: list[Term] = []
        walk(tuple(self.effects), found.append)
        if any(isinstance(e, n.SacrificeChosen) for e in found):
            return True
        return any(isinstance(e, n.CreateTokens) and not (points and "creature" not in e.token.types) for e in found)

    def holder(self, node: Node) -> n.ObjectRef:
        """Whose controller "its controller" is."""
        return self.it(node)

    def that_player(self, node: Node) -> n.PlayerRef:
        """What "that player" means: the one target, or the player of the trigger."""
        chosen = [i for i, spec in enumerate(self.targets) if spec.filter is None]
        if len(chosen) == 1 and not _has_player(self.trigger):
            return n.TargetRef(chosen[0])
        if _has_player(self.trigger) and not chosen:
            return n.ThatPlayer()
        if _of_opponent(self.trigger) and not chosen:
            return n.ControllerOf(n.That())
        raise refuse(node, "more or less than one player that this could be")

    def reference(self, node: Node) -> n.ObjectRef | n.PlayerRef | Noun:
        """An object or player for a noun phrase; ``Noun`` where it is neither by itself ("a creature")."""
        match kind(node):
            case "you":
                return n.You()
            case "self":
                self.saw_self = True
                return n.This()
            case "host":
                return n.Host()
            case "it":
                return self.it(node)
            case "host_controller":
                return n.ControllerOf(n.Host())
            case "its_controller":
                return n.ControllerOf(self.holder(node))
            case "any_target":
                return self.new_target(ANY_TARGET)
            case "any_other_target":
                if not self.targets:
                    raise refuse(node, "no target that this is other than")
                return self.new_target(replace(ANY_TARGET, other=len(self.targets)))
            case "that":
                return self.that(node)
        return self.by_noun(read_noun(node))

    def that(self, node: Tree[Token]) -> n.ObjectRef | n.PlayerRef:
        """ "that creature", "that player"."""
        heads = subtree(node, "heads")
        words = strings(heads.children) if heads is not None else []
        if words == ["player"]:
            return self.that_player(node)
        if len(words) != 1 or words[0] not in (*CARD_TYPES, "permanent", "token"):
            raise refuse(node, "no meaning for that with these words")
        return self.it(node, points=True)

    def by_noun(self, noun: Noun) -> n.ObjectRef | n.PlayerRef | Noun:
        """A target, a group, players, or the noun itself."""
        det = noun.det
        if "target" in det:
            return self.new_target(target_of(noun))
        if noun.filter is None and det == ("each",):
            return n.EachPlayer(noun.players == "opponent")
        if noun.filter is not None and det in _GROUPS:
            return n.Each(objects(noun))
        return noun

    def new_target(self, spec: n.TargetSpec) -> n.TargetRef:
        """One more target (115)."""
        if spec.filter is not None and spec.filter.another and any(s.filter is not None for s in self.targets):
            spec = replace(spec, filter=replace(spec.filter, another=False), other=len(self.targets))  # than those
        self.targets.append(spec)
        self.saw_self = self.named_self = False
        return n.TargetRef(len(self.targets) - 1)

    def object(self, node: Node) -> n.ObjectRef:
        """An object; raises ``NotRead`` for a player."""
        found = self.reference(node)
        if isinstance(found, Noun) or self.is_player(found) or not isinstance(found, n.ObjectRef):
            raise refuse(node, "not an object")
        return found

    def player(self, node: Node) -> n.PlayerRef:
        """A player; raises ``NotRead`` for an object."""
        found = self.reference(node)
        if not self.is_player(found) or not isinstance(found, n.PlayerRef):
            raise refuse(node, "not a player")
        return found

    def is_player(self, ref: Term | Noun | None) -> bool:
        """Whether a reference names a player."""
        if isinstance(ref, n.TargetRef):
            return self.targets[ref.index].filter is None
        return isinstance(ref, n.You | n.EachPlayer | n.ThatPlayer | n.ControllerOf)

    # subjects

    def player_subject(self, verb: Token) -> Any:
        """Who does what a verb of players says: the subject, or who gave the last one."""
        subject = self.subject
        third = verb.endswith("s") and verb not in ("pass",)
        if subject is None:
            subject = n.You()
        if not self.is_player(subject):
            if third:
                raise refuse(verb, "not something a player does")
            subject = n.You()
        return subject

    def object_subject(self, verb: Token) -> Any:
        """What a verb of objects is about."""
        if self.subject is None or self.is_player(self.subject) or isinstance(self.subject, Noun):
            raise refuse(verb, "not something an object does")
        return self.subject

    # parts

    def read(self, parts: Sequence[Part]) -> None:
        """Read all parts into ``effects``."""
        for part in parts:
            if not part.same_sentence:
                self.end_sentence(part.node)
            self.part(part)
        self.end_sentence(parts[-1].node)

    def end_sentence(self, node: Node) -> None:
        """A sentence ends: nothing may lack its duration, and no subject goes on."""
        if self.pending:
            raise refuse(node, "an effect on an object without a duration")
        self.subject, self.in_may = None, False

    def part(self, part: Part) -> None:
        """Read one part."""
        node = part.node
        name = kind(node)
        if self.in_may and (name != "command" or part.joiner not in ("and", ", and")):
            raise refuse(node, "more behind a may than it certainly covers")
        if name == "bare_damage" and "then" in part.joiner:
            raise refuse(node, "damage after damage without a verb")
        rule = _PARTS.get(name)
        if rule is None:
            raise refuse(node, f"no effect ({name})")
        self.saw_self = False
        rule(self, node)
        self.named_self = self.named_self or self.saw_self

    def sentence(self, node: Tree[Token]) -> None:
        """A subject and its verb."""
        self.subject = self.reference(node.children[0])
        self.verb(node.children[1])

    def command(self, node: Tree[Token]) -> None:
        """A verb alone: a command, or one more verb of the same subject."""
        verb = node.children[0]
        first = verb.children[0] if isinstance(verb, Tree) else None
        base = not (isinstance(first, Token) and first.endswith("s") and first.type in _CONJUGATED)
        if self.in_may:
            if not base or kind(verb) not in _VERBS:
                raise refuse(node, "more behind a may than it certainly covers")
            self.subject = n.You()
            self.verb(verb)
            inner = self.effects.pop()
            before = self.effects[-1]
            assert isinstance(before, n.May)
            self.effects[-1] = n.May((*before.effects, inner))
            return
        if base and kind(verb) in _PLAYER_VERBS:
            self.subject = n.You()
        self.verb(verb)

    def may(self, node: Tree[Token]) -> None:
        """ "you may" and a command."""
        self.wrap(node, n.You(), node.children[0])

    def may_have(self, node: Tree[Token]) -> None:
        """ "you may have" and what another does."""
        self.wrap(node, self.reference(node.children[0]), node.children[1])

    def wrap(self, node: Node, subject: Any, verb: Node) -> None:
        """Read a verb and put what it does into a ``May``."""
        start = len(self.effects)
        self.subject = subject
        self.verb(verb)
        if self.pending:
            raise refuse(node, "an effect on an object without a duration")
        inner = tuple(self.effects[start:])
        self.effects[start:] = [n.May(inner)]
        self.in_may = True

    def verb(self, node: Node) -> None:
        """Read a verb phrase."""
        rule = _VERBS.get(kind(node))
        if rule is None:
            raise refuse(node, f"no effect ({kind(node)})")
        self.effects.append(rule(self, node))

    def lasting(self, node: Tree[Token]) -> None:
        """Note whether the effect about to be added has its duration, which earlier ones share."""
        if any(isinstance(c, Token) and c.type == "UNTIL" for c in node.children):
            self.pending.clear()
        else:
            self.pending.append(len(self.effects))

    def amount(self, node: Node) -> n.Quantity:
        """A number, X only where one is announced (107.3), "that much" only where there was an amount."""
        found = number(node)
        self.check_quantity(found, node)
        return found

    def check_quantity(self, found: n.Quantity, node: Node) -> None:
        """Refuse an X nobody announces and an amount that nothing had."""
        if isinstance(found, n.XValue) and not self.has_x:
            raise refuse(node, "an X that is not announced")
        if isinstance(found, n.ThatMuch) and not (self.trigger and self.trigger.says.amount):
            raise refuse(node, "an amount that no event had")


_GROUPS: Final = ((), ("each",), ("all",), ("other",), ("each", "other"), ("all", "other"))


def has_object(trigger: n.TriggerEvent | n.WhenDone | None) -> bool:
    """Whether an event has an object that "it" could mean."""
    return trigger is not None and trigger.says.object


def _two_objects(trigger: n.TriggerEvent | n.WhenDone | None) -> bool:
    """Whether an event has two objects that "that creature" could mean."""
    return isinstance(trigger, DealsDamage) and trigger.to == "creature"


def _has_player(trigger: n.TriggerEvent | n.WhenDone | None) -> bool:
    if isinstance(trigger, n.StepBegins):
        return trigger.whose != "you"
    if isinstance(trigger, DealsDamage):
        return trigger.to in ("player", "opponent")
    if isinstance(trigger, ToGraveyard):
        return trigger.whose == "opponent"
    if isinstance(trigger, Discards):
        return trigger.who != "you"
    return isinstance(trigger, n.LifeGained | n.LifeLost | n.CardDrawn | n.SpellCast) and trigger.who != "you"


def _of_opponent(trigger: n.TriggerEvent | n.WhenDone | None) -> bool:
    subject = getattr(trigger, "subject", None)
    return isinstance(subject, n.Filter) and subject.controller == "opponent"


# --- verbs -------------------------------------------------------------------------------------------------------

Verb = Callable[[Reader, Tree[Token]], Any]


def _life(make: Callable[..., Any]) -> Verb:
    def rule(r: Reader, t: Tree[Token]) -> Any:
        count = times(r.amount(t.children[1]), subtree(t, "per"))
        return make(r.player_subject(_token(t)), count)

    return rule


def _life_equal(make: Callable[..., Any]) -> Verb:
    def rule(r: Reader, t: Tree[Token]) -> Any:
        return make(r.player_subject(_token(t)), counted(subtree(t, "equal")))

    return rule


def _token(t: Tree[Token]) -> Token:
    first = t.children[0]
    assert isinstance(first, Token)
    return first


def cards(r: Reader, t: Node) -> n.Quantity:
    """How many cards: "a card", "two cards", "that many cards", "cards equal to ..."."""
    if kind(t) == "that_many_cards":
        found: n.Quantity = n.ThatMuch()
    elif kind(t) == "cards_equal":
        return counted(subtree(t, "equal")) or n.Fixed(0)
    else:
        token = next((c for c in t.children if isinstance(c, Token)), None)
        found = number(token) if token is not None else n.Fixed(1)
        found = times(found, subtree(t, "per"))
    r.check_quantity(found, t)
    return found


def _cards(make: Callable[..., Any]) -> Verb:
    def rule(r: Reader, t: Tree[Token]) -> Any:
        return make(r.player_subject(_token(t)), cards(r, t.children[1]))

    return rule


def _keywords(make: Callable[..., Any]) -> Verb:
    def rule(r: Reader, t: Tree[Token]) -> Any:
        r.lasting(t)
        return make(r.object_subject(_token(t)), (str(t.children[1]),))

    return rule


def _get(r: Reader, t: Tree[Token]) -> Any:
    subject = r.object_subject(_token(t))
    tokens = [c for c in t.children if isinstance(c, Token) and c.type == "MODIFIER"]
    per = subtree(t, "per")
    r.lasting(t)
    made = []
    for token in tokens:
        power, toughness, minus = modifier(token)
        r.check_quantity(power, token)
        r.check_quantity(toughness, token)
        if per is not None:
            power, toughness, minus = per_each(power, toughness, per)
        made.append(n.Pump(subject, power, toughness, minus))
    return made[0] if len(made) == 1 else n.ChooseOne(tuple((pump,) for pump in made))


def per_each(power: n.Quantity, toughness: n.Quantity, per: Tree[Token]) -> tuple[n.Quantity, n.Quantity, bool]:
    """Both halves of "+1/+0 for each ...": a zero stays, the sign of a loss goes to ``minus``."""
    if not isinstance(power, n.Fixed) or not isinstance(toughness, n.Fixed):
        raise refuse(per, "X for each of a set")
    minus = power.value < 0 or toughness.value < 0
    if minus and (power.value > 0 or toughness.value > 0):
        raise refuse(per, "a gain and a loss for each of a set")
    halves = [times(n.Fixed(abs(half.value)), per) if half.value else half for half in (power, toughness)]
    return halves[0], halves[1], minus


def _deal(r: Reader, t: Tree[Token]) -> Any:
    verb, amount, to, per = t.children
    assert isinstance(verb, Token)
    count = times(r.amount(amount), per if isinstance(per, Tree) else None)
    return n.DealDamage(r.object_subject(verb), _receiver(r, to), count)


def _receiver(r: Reader, node: Node) -> Any:
    found = r.reference(node)
    if isinstance(found, Noun):
        raise refuse(node, "neither an object nor a player")
    return found


def _deal_equal(r: Reader, t: Tree[Token]) -> Any:
    to = next(c for c in t.children[1:] if kind(c) != "equal")
    count = counted(subtree(t, "equal"))
    return n.DealDamage(r.object_subject(_token(t)), _receiver(r, to), count or n.Fixed(0))


def token_of(r: Reader, t: Node) -> tuple[n.Quantity, n.Proto, bool]:
    """The count, the token and whether it is tapped, of a description with power and toughness."""
    det = subtree(t, "det")
    size = next(c for c in t.children if isinstance(c, Token) and c.type == "PT")
    heads = subtree(t, "heads")
    assert heads is not None
    found = _token_proto(size, [c for c in heads.children if isinstance(c, Token)])
    given = subtree(t, "with")
    if given is not None:
        found = replace(found, abilities=given_ability(r, given.children[0]))
    tapped = any(isinstance(c, Token) and c.type == "TAPPED" for c in t.children)
    tapped = tapped or subtree(t, "tapped_after") is not None
    if det is None:
        return counted(subtree(t, "equal")) or n.Fixed(0), found, tapped
    if len(det.children) != 1:
        raise refuse(det, "no number of tokens")
    count = times(number(det), subtree(t, "per"))
    r.check_quantity(count, det)
    return count, found, tapped


def given_ability(r: Reader, token: Node) -> tuple[n.Ability, ...]:
    """The abilities named by a keyword or by a text in quotes."""
    return (n.Keyword(str(token)),) if token.type == "KEYWORD" else r.quote(token)


def _token_proto(size: Token, words: Sequence[Token]) -> n.Proto:
    power, toughness = str(size).split("/")
    groups: dict[str, list[str]] = {"color": [], "super": [], "sub": [], "type": [], "token": []}
    for word in words:
        if word in COLOR_WORDS or word == "colorless":
            groups["color"].append(COLOR_WORDS.get(word, ""))
        elif word in SUPERTYPES:
            groups["super"].append(str(word))
        elif word in subtypes():
            groups["sub"].append(subtypes()[word])
        elif word in CARD_TYPES:
            groups["type"].append(str(word))
        elif word in ("token", "tokens"):
            groups["token"].append(word)
        else:
            raise refuse(word, f"no meaning for {word} in a token")
    if not groups["token"] or "creature" not in groups["type"] or not groups["sub"]:
        raise refuse(size, "a token that is no creature token with a subtype")
    return n.Proto(
        name=" ".join(groups["sub"]),
        types=tuple(groups["type"]),
        subtypes=tuple(groups["sub"]),
        supertypes=tuple(groups["super"]),
        colors=tuple(c for c in groups["color"] if c),
        power=int(power),
        toughness=int(toughness),
        token=True,
    )


def _create(r: Reader, t: Tree[Token]) -> Any:
    who = r.player_subject(_token(t))
    count, token, tapped = token_of(r, t.children[1])
    return n.CreateTokens(count, token, who, tapped)


def _create_known(r: Reader, t: Tree[Token]) -> Any:
    who = r.player_subject(_token(t))
    noun = read_noun_of(t.children[1])
    wanted = noun.filter
    if wanted is None or len(wanted.subtypes) != 1 or wanted.subtypes[0] not in KNOWN_TOKENS:
        raise refuse(t.children[1], "a token whose characteristics are not given")
    name = wanted.subtypes[0]
    if wanted not in (n.Filter(subtypes=(name,), token=True, tapped=x) for x in (None, True)):
        raise refuse(t.children[1], "a token whose characteristics are not given")
    det = subtree(t.children[1], "det") if isinstance(t.children[1], Tree) else None
    if det is None or len(det.children) != 1:
        raise refuse(t, "no number of tokens")
    count = times(number(det), subtree(t, "per"))
    r.check_quantity(count, det)
    return n.CreateTokens(count, KNOWN_TOKENS[name], who, tapped=bool(wanted.tapped))


def read_noun_of(node: Node) -> Noun:
    """The noun of an ``np`` with heads; raises ``NotRead`` for pronouns."""
    if kind(node) != "np":
        raise refuse(node, "not a kind of object")
    return read_noun(node)


def _on(make: Callable[..., Any]) -> Verb:
    def rule(r: Reader, t: Tree[Token]) -> Any:
        return make(r.object(t.children[1]))

    return rule


def _sacrifice(r: Reader, t: Tree[Token]) -> Any:
    who = r.player_subject(_token(t))
    found = r.reference(t.children[1])
    if isinstance(found, Noun):
        amount, chosen = sacrificed(r, found)
        return n.SacrificeChosen(who, chosen, amount)
    if who != n.You() or not isinstance(found, n.ObjectRef) or isinstance(found, n.TargetRef | n.Each):
        raise refuse(t, "a sacrifice that is not the controller's own")
    return n.SacrificeObject(found)


def sacrificed(r: Reader, noun: Noun) -> tuple[n.Quantity, n.Filter]:
    """How many of which set: "a creature", "two other artifacts"."""
    tree = subtree(noun.node, "det")
    if tree is None or "no" in noun.det:
        raise refuse(noun.node, "no number")
    token = tree.children[0]
    count = number(token)
    r.check_quantity(count, noun.node)
    return count, objects(noun)


def _counters(r: Reader, t: Tree[Token]) -> tuple[str, n.Quantity]:
    """Kind and number of the counters of a verb."""
    tree = subtree(t, "counters")
    assert tree is not None
    name, count = counters_of(r, tree)
    equal = subtree(t, "equal")
    if equal is not None:
        if count is not None:
            raise refuse(equal, "two numbers of counters")
        return name, counted(equal) or n.Fixed(0)
    if count is None:
        raise refuse(tree, "a number of counters that is not given")
    return name, times(count, subtree(t, "per"))


def counters_of(r: Reader, tree: Tree[Token]) -> tuple[str, n.Quantity | None]:
    """Kind and number of "two charge counters"; no number for "a number of"."""
    count = subtree(tree, "counter_count")
    named = subtree(tree, "kind")
    assert count is not None
    assert named is not None
    token = count.children[0]
    if isinstance(token, Token) and token.type == "NUMBER_OF":
        return counter_kind(named), None
    return counter_kind(named), r.amount(count)


def _put(r: Reader, t: Tree[Token]) -> Any:
    name, count = _counters(r, t)
    return n.PutCounters(r.object(t.children[2]), name, count)


def _remove(r: Reader, t: Tree[Token]) -> Any:
    name, count = _counters(r, t)
    return n.RemoveCounters(r.object(t.children[2]), name, count)


def _cant(r: Reader, t: Tree[Token]) -> Any:
    token = _token(t)
    if t.children[1] is None:
        raise refuse(token, "an effect on an object without a duration")
    return n.Forbid(r.object_subject(token), str(token).removeprefix("can't "))


def _base(r: Reader, t: Tree[Token]) -> Any:
    r.lasting(t)
    power, toughness = str(t.children[1]).split("/")
    return n.SetBasePT(r.object_subject(_token(t)), int(power), int(toughness))


def _switch(r: Reader, t: Tree[Token]) -> Any:
    r.lasting(t)
    return n.SwitchPT(r.object(t.children[1]))


def mana_words(tree: Tree[Token]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Symbols and choice of "{C}{C}" or "{R} or {G}"."""
    groups: list[list[str]] = [[]]
    for token in strings(tree.children):
        if token == "or":
            groups.append([])
        else:
            groups[-1].append(token.strip("{}"))
    for group in groups:
        if any(symbol not in n.MANA_KINDS for symbol in group):
            raise refuse(tree, "mana that is not of one kind")
    if len(groups) == 1:
        return tuple(groups[0]), ()
    if any(len(group) != 1 for group in groups):
        raise refuse(tree, "a choice between several mana")
    return (), tuple(group[0] for group in groups)


def _add(r: Reader, t: Tree[Token]) -> Any:
    tree = subtree(t, "mana")
    assert tree is not None
    symbols, choice = mana_words(tree)
    return n.AddMana(symbols, choice, times(n.Fixed(1), subtree(t, "per")))


def _add_any(r: Reader, t: Tree[Token]) -> Any:
    count = r.amount(t.children[1])
    one = kind(t) == "add_any_one"
    if not one and count != n.Fixed(1):
        raise refuse(t.children[1], "several mana of colors chosen one by one")
    return n.AddMana((), n.COLORS, times(count, subtree(t, "per")))


def _add_equal(r: Reader, t: Tree[Token]) -> Any:
    symbol = str(t.children[1]).strip("{}")
    if symbol not in n.MANA_KINDS:
        raise refuse(t.children[1], "mana that is not of one kind")
    return n.AddMana((symbol,), (), counted(subtree(t, "equal")) or n.Fixed(0))


def _game(wins: bool) -> Verb:
    return lambda r, t: n.WinLose(r.player_subject(_token(t)), wins)


_VERBS: Final[dict[str, Verb]] = {
    "gain_life": _life(n.GainLife),
    "lose_life": _life(n.LoseLife),
    "gain_life_equal": _life_equal(n.GainLife),
    "lose_life_equal": _life_equal(n.LoseLife),
    "gain_keyword": _keywords(n.GainKeywords),
    "lose_keyword": _keywords(n.LoseKeywords),
    "lose_game": _game(False),
    "win_game": _game(True),
    "get": _get,
    "have_base": _base,
    "draw": _cards(n.Draw),
    "discard": _cards(n.Discard),
    "mill": _cards(n.Mill),
    "deal": _deal,
    "deal_equal": _deal_equal,
    "deal_late": _deal_equal,
    "create": _create,
    "create_known": _create_known,
    "tap": _on(n.Tap),
    "untap": _on(n.Untap),
    "destroy": _on(n.Destroy),
    "exile": _on(n.Exile),
    "return_to_hand": _on(n.ReturnToHand),
    "sacrifice": _sacrifice,
    "put": _put,
    "remove": _remove,
    "cant": _cant,
    "switch": _switch,
    "add": _add,
    "add_any": _add_any,
    "add_any_one": _add_any,
    "add_equal": _add_equal,
}
_OBJECT_VERBS: Final = frozenset(
    {"gain_keyword", "lose_keyword", "get", "have_base", "deal", "deal_equal", "deal_late", "cant"}
)
_PLAYER_VERBS: Final = frozenset(_VERBS) - _OBJECT_VERBS
_CONJUGATED: Final = frozenset(
    {"GAIN", "LOSE", "WIN", "GET", "HAVE", "DRAW", "DISCARD", "MILL", "DEAL", "CREATE", "SACRIFICE"}
)


# --- parts without a verb ----------------------------------------------------------------------------------------


def _bare_keyword(r: Reader, t: Tree[Token]) -> None:
    """One more keyword for what the last effect gave."""
    last = r.effects[-1] if r.effects and r.subject is not None else None
    word = str(t.children[0])
    until = t.children[1] is not None
    if isinstance(last, n.GainKeywords | n.LoseKeywords):
        r.effects[-1] = replace(last, keywords=(*last.keywords, word))
        if until:
            r.pending.clear()
    elif isinstance(last, n.CreateTokens) and last.token.abilities and not until:
        given = (*last.token.abilities, n.Keyword(word))
        r.effects[-1] = replace(last, token=replace(last.token, abilities=given))
    else:
        raise refuse(t, "a keyword without a verb")


def _bare_keyword_per(r: Reader, t: Tree[Token]) -> None:
    """One more keyword for tokens of which there is one for each of a set."""
    last = r.effects[-1] if r.effects and r.subject is not None else None
    if not isinstance(last, n.CreateTokens) or not last.token.abilities:
        raise refuse(t, "a keyword without a verb")
    given = (*last.token.abilities, n.Keyword(str(t.children[0])))
    count = times(last.count, subtree(t, "per"))
    r.effects[-1] = replace(last, count=count, token=replace(last.token, abilities=given))


def _bare_quoted(r: Reader, t: Tree[Token]) -> None:
    """One more ability for the token made last."""
    last = r.effects[-1] if r.effects and r.subject is not None else None
    token = t.children[0]
    if not isinstance(last, n.CreateTokens) or not last.token.abilities or last.token.power is None:
        raise refuse(t, "an ability without a verb")
    assert isinstance(token, Token)
    given = (*last.token.abilities, *r.quote(token))
    r.effects[-1] = replace(last, token=replace(last.token, abilities=given))


def _bare_damage(r: Reader, t: Tree[Token]) -> None:
    """More damage from the source of the last, at the same time (120.3)."""
    last = r.effects[-1] if r.effects else None
    if not isinstance(last, n.DealDamage) or r.subject is None:
        raise refuse(t, "damage without a source")
    count = r.amount(t.children[0])
    r.effects.append(n.DealDamage(last.source, _receiver(r, t.children[1]), count, with_last=True))


def _bare_token(r: Reader, t: Tree[Token]) -> None:
    """More tokens by who made the last ones."""
    last = r.effects[-1] if r.effects else None
    if not isinstance(last, n.CreateTokens) or r.subject is None:
        raise refuse(t, "tokens without a verb")
    count, token, tapped = token_of(r, t.children[0] if kind(t) == "bare_token" else t)
    r.effects.append(n.CreateTokens(count, token, last.who, tapped))


_PARTS: Final[dict[str, Callable[[Reader, Node], None]]] = {
    "sentence": Reader.sentence,
    "command": Reader.command,
    "may": Reader.may,
    "may_have": Reader.may_have,
    "bare_keyword": _bare_keyword,
    "bare_keyword_per": _bare_keyword_per,
    "bare_quoted": _bare_quoted,
    "bare_damage": _bare_damage,
    "bare_token": _bare_token,
}
