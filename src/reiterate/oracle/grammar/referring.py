"""The pass of antecedents run backwards: effects as sentences, with leaves for targets and for what is spoken of again.

Which words may point to something is asked of the pass itself: each kind of pointer is tried where the thing is spoken of.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Final

from reiterate.oracle.grammar import action_meanings as am
from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.antecedents import Pass
from reiterate.oracle.grammar.leaves import Follow, Group, Meant, NotRead, Pointer
from reiterate.oracle.grammar.pointing import POINTERS
from reiterate.oracle.grammar.walks import inside, put_in, watches_named
from reiterate.oracle.grammar.ways_back import subject_of, with_subject
from reiterate.terms import language as n
from reiterate.terms.base import Term, children, replace, swap, with_fields
from reiterate.terms.effects_mana import barred_by

#: What the words name before they speak of it, or only by pointing.
_SPOKEN_OF: Final = (n.TargetRef, n.Targets, n.That, n.ThatPlayer, n.Result, n.Linked)
#: What is named by its own words.
_SAID: Final[dict[Term, Any]] = {n.This(): leaves.Named(0), n.Host(): leaves.Attached(0)}
_SEQUENCES: Final = ("effects", "first", "then", "otherwise")


def _no_quote(text: str) -> tuple[n.Ability, ...]:
    raise NotRead(0, text)


class Referring(Pass):
    """The way back over one ability: ``specs`` are all its targets, ``targets`` those named so far."""

    def __init__(
        self, specs: tuple[n.TargetSpec, ...], fits: Callable[[Term], bool], costs: Sequence[Term] = (), **known: Any
    ) -> None:
        super().__init__(_no_quote, POINTERS, has_x=True, **known)
        self.specs = specs
        #: By which words what was paid with is spoken of; the costs of a spell stand in another line.
        self.given_up = {what for what, kind in _GIVEN_UP.items() if any(isinstance(cost, kind) for cost in costs)}
        if self.spell:
            self.given_up.add("sacrificed")
        self.fits = fits
        self.did = ""  # the words for how much the last effect did
        self.tells_number = False  # whether a sentence in front says how much was done, by a number of its own
        self.many = False  # whether the last effect was about several things

    # --- sentences ---

    def sentences(self, effects: Sequence[Any]) -> list[Term]:
        """The sentences of effects: those that follow one on another, and those that belong to the one in front."""
        if len(effects) > 2 and isinstance(effects[0], n.ChooseObject) and effects[1] == n.Tap(n.Result()):
            counting = copy.copy(self)
            counting.tells_number = True
            whole = Group(0, (*effects[:2], *counting.effects(tuple(effects[2:]))))
            if self.fits(whole):
                return [whole]
        found: list[Any] = []
        last: Any = None
        rest = list(effects)
        while rest:
            verb = self.verb(rest)
            if verb:
                found.append(Group(0, verb))
                last, rest = None, rest[len(verb) :]
                continue
            effect, *rest = rest
            made = self.sentence(effect)
            joined = self.together(found[-1], last, effect, made) if last is not None else None
            if joined is not None:
                found[-1] = joined
            else:
                found += made
            last = effect if len(made) == 1 else None
        return found

    def verb(self, effects: Sequence[Any]) -> tuple[Any, ...]:
        """The first effects, with leaves, where one verb stands for them; () where each has a verb of its own."""
        count, about = _verb_of(tuple(effects))
        whole = tuple(effects[:count])
        if not count:
            return ()
        trying = copy.copy(self)
        trying.targets = list(self.targets)
        said: Any = (
            whole
            if about is None
            else swap(whole, about, trying.spoken(about, whole[0]) if isinstance(about, _SPOKEN_OF) else about)
        )
        if not self.fits(Group(0, said)):
            return ()
        self.targets = trying.targets
        for made, effect in zip(said, whole, strict=True):
            self.remember(put_in(made, _SAID), effect)
        self.many, self.did = False, ""
        return tuple(said)

    def together(self, before: Any, last: Any, effect: Any, made: list[Any]) -> Term | None:
        """Two effects with one subject as one sentence, where that can be said."""
        subject = _about(effect)
        if len(made) > 1 or not isinstance(before, Group) or subject is None or _about(last) != subject:
            return None
        second = made[0].effects[0]
        if subject == n.You() and not (hasattr(last, "who") and hasattr(effect, "who")):
            return None  # commands are sentences of their own
        if subject != n.You():
            second = with_subject(second, subject_of(before.effects[-1]))
        group = Group(0, (*before.effects, second))
        return group if self.fits(group) else None

    def sentence(self, effect: Any) -> list[Term]:
        """The sentences of one effect."""
        match effect:
            case n.IfDone((*_, n.Delayed())):
                raise NotRead(0, "no words for what follows a later ability: they would be part of that ability")
            case n.IfDone(first, then, otherwise):
                return [*self.sentences(first), *self.then(then, first), *self.otherwise(otherwise)]
            case n.MayPay(who=who, then=then, otherwise=otherwise) if then and otherwise and who != n.You():
                return [*self.sentence(replace(effect, then=())), *self.then(then, (effect,))]
            case n.MayPay(then=then, otherwise=otherwise) if then:
                asked = replace(effect, then=(), otherwise=())
                return [*self.sentence(asked), *self.then(then, (effect,)), *self.otherwise(otherwise)]
            case n.MayPay(costs=(n.ManaCost(("1",)),), then=(), times=times, who=who) if times and who != n.You():
                pass  # "unless that player pays {X}, where X is ..."
            case n.MayPay(times=times, otherwise=otherwise) if times is not None and otherwise:
                return [*self.sentence(replace(effect, otherwise=())), *self.otherwise(otherwise)]
            case n.Branch() if self.names_late(effect):
                return self.instead(effect)
            case n.Branch(then=then, otherwise=otherwise) if otherwise:
                return [*self.sentence(replace(effect, otherwise=())), *self.otherwise(otherwise, "otherwise")]
            case n.Branch(condition, (*most, n.IfDone(first, then, ()))) if first:
                return [*self.sentence(n.Branch(condition, (*most, *first))), *self.then(then, first)]
            case n.Delayed(effects=(*most, n.IfDone(first, then, otherwise))) if first:
                now = replace(effect, effects=(*most, *first))
                return [*self.sentence(now), *self.then(then, first), *self.otherwise(otherwise)]
            case n.FlipCoin(then=then, otherwise=otherwise) if then or otherwise:
                return self.flip(effect)
            case n.FlipUntilLost(then=(n.PutCounters() | n.Draw() | n.GainLife() | n.LoseLife() as each,)) if (
                each.amount == n.Done()
            ):
                once = (replace(each, amount=n.Fixed(1)),)
                return [*self.sentence(replace(effect, then=())), Follow("each won", self.effects(once))]
            case n.RepeatProcess(effects, condition):
                return [*self.sentences(effects), Follow("repeat", (), self.plain_back(condition))]
            case n.May(effects=(*most, n.FlipCoin() as coin)) if coin.then or coin.otherwise:
                flipped = replace(effect, effects=(*most, replace(coin, then=(), otherwise=())))
                return [*self.sentence(flipped), *self.flip(coin)[1:]]
        for node in inside(effect):
            found = self.behind(effect, node)
            if found is not None:
                return found
        return [Group(0, (self.back(effect),))]

    def behind(self, effect: Any, node: Term) -> list[Term] | None:
        """An effect of which one part is said by a sentence behind it."""
        match node:
            case n.Destroy(final=True):
                many = "they" if isinstance(node.object, n.Each | n.Targets) else ""
                return [*self.sentence(swap(effect, node, replace(node, final=False))), Follow("final", words=many)]
            case n.CopySpell(retarget=True) if not _copied_by_another(effect):
                many = "" if node.count is None else "copies"
                return [
                    *self.sentence(swap(effect, node, replace(node, retarget=False))),
                    Follow("retarget", words=many),
                ]
            case n.CounterSpell(to=to, place=place) if to != "graveyard":
                plain = swap(effect, node, replace(node, to="graveyard", place=""))
                return [*self.sentence(plain), Follow("countered", words=f"{to} {place}".strip())]
            case n.AddMana(until=until) | n.AddMixed(until=until) | n.AddPerColor(until=until) if until:
                plain = swap(effect, node, replace(node, until=""))
                others = [each for each in inside(effect) if isinstance(each, n.Adds) and each.who != n.You()]
                how = "theirs stays" if any(each.mana == node for each in others) else "stays"
                return [*self.sentence(plain), Follow(how, words=until)]
            case n.AddMana(only=only) | n.AddMixed(only=only) | n.AddPerColor(only=only) if only:
                plain = swap(effect, node, replace(node, only=""))
                barred = barred_by(only)
                words = Follow("barred", words=barred) if barred else Follow("only", words=only.replace(",", " ,"))
                return [*self.sentence(plain), words]
        return None

    def then(self, effects: tuple[Any, ...], first: Sequence[Any]) -> list[Term]:
        """What is done if something was done, or when it was."""
        if not effects:
            return []
        if len(effects) == 1 and isinstance(effects[0], n.Reflexive):
            return [self.reflexive(effects[0], first)]
        whole = len(effects) == 1 and _replaceable(effects[0])  # an "otherwise" would be that of "if you do"
        sentences = self.instead(effects[0]) if whole else self.inner(effects)
        they = "they" if first and getattr(first[-1], "who", n.You()) != n.You() else ""
        return [Follow("done", sentences[0].effects, words=they), *sentences[1:]]

    def names_late(self, branch: n.Branch) -> bool:
        """Whether one of two effects can't be said behind the other: its condition names a target, or the other moves what it is about."""
        if not _replaceable(branch):
            return False
        about = {getattr(branch.otherwise[0], "object", None)} & set(inside(branch.then)) - {None}
        moved = isinstance(branch.then[0], n.Move | n.ReturnToBattlefield)
        asked = any(self.is_new(ref) for ref in inside(branch.condition))
        return asked or (moved and any(isinstance(one, n.TargetRef) for one in about))

    def instead(self, branch: Any) -> list[Any]:
        """ "A. If C, B instead", where B is done if C holds and A if not."""
        first = Group(0, self.effects(branch.otherwise))
        condition = self.plain_back(branch.condition)
        return [first, Follow("instead", self.effects(branch.then), condition)]

    def reflexive(self, effect: n.Reflexive, first: Sequence[Any]) -> Term:
        """ "When you do, ..." has targets of its own."""
        one = first[0].effects[0] if first and isinstance(first[0], n.May) else first[0] if first else None
        inner = Referring(effect.targets, self.fits, trigger=self.trigger, exile=self.exile)
        if isinstance(one, n.SacrificeChosen):
            inner.result, inner.away, inner.told = "sacrificed", True, True
        return Follow("when", inner.effects(effect.effects))

    def inner(self, effects: Sequence[Any]) -> list[Any]:
        """The sentences behind "if you do": the first holds all effects that need none of their own."""
        found: list[Any] = []
        for sentence in self.sentences(effects):
            if found and isinstance(sentence, Group) and len(found) == 1:
                found[0] = replace(found[0], effects=(*found[0].effects, *sentence.effects))
            else:
                found.append(sentence)
        return found

    def otherwise(self, effects: tuple[Any, ...], words: str = "") -> list[Term]:
        """What is done if it wasn't."""
        if not effects:
            return []
        sentences = self.inner(effects)
        return [Follow("not", sentences[0].effects, words=words), *sentences[1:]]

    def flip(self, coin: n.FlipCoin) -> list[Term]:
        """A flip and what happens on its results."""
        names = (
            ("heads", "tails") if coin.sides else ("win", "lose") if coin.who == n.You() else ("they win", "they lose")
        )
        found = self.sentence(replace(coin, then=(), otherwise=(), sides=False))
        for name, effects in zip(names, (coin.then, coin.otherwise), strict=True):
            if effects:
                found.append(Follow(name, self.effects(effects)))
        return found

    # --- effects ---

    def effects(self, effects: Sequence[Any]) -> tuple[Any, ...]:
        """Effects in one sentence, each knowing those before."""
        done: list[Any] = []
        skipped = 0
        for i, effect in enumerate(effects):
            if i < skipped:
                continue
            if verb := self.verb(effects[i:]):
                done += verb
                skipped = i + len(verb)
                continue
            made = self.back(effect)
            subject = _about(effect)
            if i and subject not in (None, n.You()) and _about(effects[i - 1]) == subject:
                made = with_subject(made, subject_of(done[-1]))
            done.append(made)
        return tuple(done)

    def back(self, effect: Any) -> Any:
        """One effect with leaves."""
        match effect:
            case n.DealDamage(to=n.Each(of, held, n.TargetRef())):
                return self.back(replace(effect, to=n.Each(replace(of, another=True), held)))
            case n.GainControl(duration="game", who=None):
                return self.back(replace(effect, who=n.You()))
            case n.ForEachPlayer(who, (n.Mill(amount=n.Half()) as mill,), False):
                return self.back(swap(mill, n.ThatPlayer(), who))
            case n.ForEachPlayer(n.EachPlayer() as who, (one,), False) if _counts_their_own(one):
                return self.back(with_fields(one, {"to" if isinstance(one, n.DealDamage) else "who": who}))
        values: dict[str, Any] = {}
        nested = isinstance(effect, n.May | n.ChooseOne | n.IfDone | n.Branch | n.MayPay | n.ForEachPlayer | n.Delayed)
        before = self.trigger
        kept = self.targets, self.result
        if isinstance(effect, n.Delayed) and not isinstance(effect.trigger, n.StepBegins):
            if watches_named(effect.trigger):
                values["trigger"] = self.plain_back(effect.trigger)
                self.targets, self.result = [], ""
            self.trigger = effect.trigger
        for name in self.in_order(effect) if nested else ():
            child = getattr(effect, name)
            if name in values:
                continue
            if name == "options":
                values[name] = tuple(self.option(option) for option in child)
            elif isinstance(effect, n.ForEachPlayer) and name == "effects":
                values[name] = child  # "that player" is each of them
            elif isinstance(child, tuple) and name in _SEQUENCES:
                values[name] = self.effects(child)
                if isinstance(effect, n.May) and effect.who != n.You():  # the verbs share the subject of "may"
                    same = zip(child, values[name], strict=True)
                    values[name] = tuple(
                        with_subject(made, values["who"]) if _about(one) == effect.who else made for one, made in same
                    )
            else:
                values[name] = self.plain_back(child)
        said = type(effect)(**values) if nested else self.plain_back(effect)
        if isinstance(effect, n.DealDamage) and effect.to in inside(effect.amount):
            said = replace(said, amount=leaves.Behind(said.amount))
        elif isinstance(effect, n.PutCounters) and isinstance(effect.object, n.TargetRef | n.Targets):
            spoken = inside(effect.amount)
            if effect.object not in spoken and n.That() in spoken:
                said = replace(said, amount=leaves.InFront(said.amount))
        elif isinstance(effect, n.DealDamage) and self.is_source(effect.source):
            said = replace(said, amount=self.of_others(effect.amount, said.amount))
        self.trigger = before
        if "trigger" in values and watches_named(effect.trigger):
            self.targets, self.result = [*kept[0], *self.targets], kept[1]
        self.remember(put_in(said, _SAID), effect)
        self.did = _did(effect)
        if not nested:
            of_many = isinstance(getattr(effect, "object", None), n.Each | n.Targets)
            self.many = of_many or getattr(effect, "count", n.Fixed(1)) != n.Fixed(1)
        return said

    def of_others(self, amount: Any, said: Any) -> Any:
        """An amount of damage that the source deals: "its power" would be that of the source, so another thing is named."""
        if self.is_source(getattr(amount, "object", n.This())) or not isinstance(said.object, Meant):
            return said
        return replace(said, object=replace(said.object, words=tuple(w for w in said.object.words if w != "its")))

    def option(self, effects: tuple[Any, ...]) -> tuple[Any, ...]:
        """One of several ways: each names its targets anew."""
        kept = list(self.targets)
        made = self.effects(effects)
        self.kept = self.targets
        self.targets = kept
        return made

    def plain_back(self, node: Any) -> Any:
        """A node of no other effects with leaves for what it speaks of."""
        return self._leafed(node, node, {}) if isinstance(node, Term | tuple) else node

    def _leafed(self, node: Any, whole: Any, known: dict[Term, Any]) -> Any:
        if isinstance(node, tuple):
            return tuple(self._leafed(child, whole, known) for child in node)
        if not isinstance(node, Term) or isinstance(node, n.Ability | n.Proto):
            return node
        if isinstance(node, n.WasCast | n.Kicked | n.Spent | n.HasCounter) and self.of_it(node):
            return leaves.Own(node, 0)
        if isinstance(node, n.Done) and not self.tells_number:
            return Meant(node, (self.did,))
        if isinstance(node, _SPOKEN_OF):
            if not isinstance(known.get(node), Meant):
                known[node] = self.spoken(node, whole)
            return known[node]
        if isinstance(node, n.ControllerOf | n.OwnerOf):
            return self.holder_words(node, whole, known)
        values = {name: self._leafed(getattr(node, name), whole, known) for name in self.in_order(node)}
        return type(node)(**values)

    def of_it(self, condition: n.WasCast | n.Kicked | n.Spent | n.HasCounter) -> bool:
        """Whether a condition on the source is said of "it"."""
        if isinstance(condition, n.HasCounter):
            return self.trigger is not None and condition.object == n.This()
        return isinstance(condition, n.WasCast) or not self.spell

    def in_order(self, node: Term) -> list[str]:
        """The fields of a node in the order of the words: targets are named in their order."""
        names = [name for name, _ in children(node)]
        if isinstance(node, n.DealDamage) and node.to not in inside(node.amount):
            names = ["source", "amount", "to", "with_last"]
        if isinstance(node, n.MayPay) and not node.then:
            names = ["otherwise", "who", "costs", "then", "times"]
        if isinstance(node, n.May):
            names = ["who", "effects"]

        def place(name: str) -> int:
            refs: list[Any] = [ref for ref in inside(getattr(node, name)) if self.is_new(ref)]
            return min((ref.index if isinstance(ref, n.TargetRef) else ref.first for ref in refs), default=-1)

        behind = isinstance(node, n.DealDamage) and any(isinstance(each, _FOR_EACH) for each in inside(node.amount))
        return sorted(names, key=lambda name: (behind and name == "amount", place(name)))

    def holder_words(self, node: Any, whole: Any, known: dict[Term, Any]) -> Any:
        """ "its controller", or "that player" where the event is about an opponent's permanent."""
        if node in (n.ControllerOf(n.That()),) and self.means("player", node, whole):
            return Meant(node, ("player", "they"))
        held = node.object
        pointed = isinstance(held, _SPOKEN_OF) and not isinstance(held, n.Linked) and not self.is_new(held)
        if isinstance(held, n.Result) or pointed:
            words = [w for w in ("its", "that's") if self.means(w, held, None)]
            return type(node)(Meant(held, (*words, "its owner"), noun=self.noun(held)))
        return type(node)(self._leafed(held, whole, known))

    def is_new(self, ref: Term) -> bool:
        """Whether a reference is to a target that was not named yet."""
        if isinstance(ref, n.TargetRef):
            return ref.index >= len(self.targets)
        return isinstance(ref, n.Targets) and ref.first >= len(self.targets)

    def spoken(self, ref: Any, whole: Any) -> Term:
        """The leaf for a target that is named, or for what is pointed to."""
        if self.is_new(ref):
            return self.named(ref)
        never = _GIVEN_UP.keys() - self.given_up if self.result != "sacrificed" and not self.given else ()
        words = tuple(what for what in POINTERS if what not in never and self.means(what, ref, whole))
        if isinstance(whole, n.CopyToken | n.BecomeCopy) and self.result and self.copied() == ref:
            words += tuple(what for what in POINTERS if self.means(what, n.Result(), whole))
        if isinstance(ref, n.Result) and self.many:
            words = tuple(what for what in words if what in ("them", "those")) or words
        if isinstance(ref, n.Result) and not self.result:  # of an effect in front of a delayed ability
            return Meant(ref, words or _ANY)
        words, noun = _by_noun(words, self.noun(ref)), self.noun(ref)
        if words or isinstance(ref, n.Linked):
            return Meant(ref, words or ("one exiled" if ref == n.Linked(one=True) else "exiled",), noun=noun)
        words = _DEFAULT.get(type(ref), _ANY)
        if ref == n.ThatPlayer() and any(self.meant(what, whole) not in (None, ref) for what in words):
            raise NotRead(0, "a player for whom all words mean another one")
        return Meant(ref, words)

    def noun(self, ref: Any) -> str:
        """What a permanent was called as it was named, in one word: its type, or "permanent"; "card" for what lies apart; "" where that is not known."""
        if isinstance(ref, n.Result):
            return "card" if self.result == "card" and self.away else ""
        named: Any = getattr(self.trigger, "subject", None) if isinstance(ref, n.That) else None
        if isinstance(ref, n.TargetRef) and self.specs[ref.index].zone == "battlefield":
            named = self.specs[ref.index].filter
        if not isinstance(named, n.Filter) or named.subtypes or named.any_subtype or self.on_stack(ref):
            return ""
        if "creature" in named.types:
            return "creature"
        return named.types[0] if len(named.types) == 1 and not named.any_of else "permanent"

    def means(self, what: str, ref: Term, whole: Any) -> bool:
        """Whether a kind of pointer means this here."""
        return bool(self.meant(what, whole) == ref)

    def meant(self, what: str, whole: Any) -> Any:
        """What a kind of pointer means here; None where it means nothing."""
        asked = copy.copy(self)
        pointer: Any = Pointer(what, -2)
        try:
            return POINTERS[what](asked, pointer, n.ControllerOf(pointer) if whole is None else whole, {})
        except (NotRead, IndexError):  # a target that is not named yet is nothing to point to
            return None

    def named(self, ref: Any) -> Term:
        """A target, or several, named in full (115)."""
        first = ref.index if isinstance(ref, n.TargetRef) else ref.first
        count = 1 if isinstance(ref, n.TargetRef) else ref.count
        run = count == 0
        count = max(count, 1)
        specs = self.specs[first : first + count]
        if first != len(self.targets) or len(specs) != count:
            raise NotRead(0, f"no target {first}")
        said = [self.unplaced(spec, first) for spec in specs]
        group = isinstance(ref, n.Targets)
        self.targets += specs
        self.named_self = False
        if not group:
            return leaves.Aim(said[0], 0)
        if run:
            return leaves.AimSeveral(said[0], 0, 0, 0)
        if count == 2 and not any(spec.other or spec.optional or spec.divided for spec in specs):
            return leaves.AimBoth(specs[0], specs[1], 0)
        least = sum(not spec.optional for spec in specs)
        return leaves.AimSeveral(replace(said[0], optional=False), least, count, 0)

    def unplaced(self, spec: n.TargetSpec, first: int) -> n.TargetSpec:
        """A target as its words say it: "another" for one that is none of those in front."""
        if not spec.other:
            return spec
        if spec.filter is not None and not spec.players:
            return replace(spec, other=0, filter=replace(spec.filter, another=True))
        return replace(spec, other=1)


#: Kinds of words that call a permanent so, and one that calls it a creature.
_THAT: Final = frozenset({"that", "that creature"})


def _by_noun(pointers: tuple[str, ...], noun: str) -> tuple[str, ...]:
    """Of the kinds of words that point to something those that fit what it was called."""
    apart = noun == "card" and noun in pointers
    unfit = {*_THAT, "the creature"} if apart else {"that"} if noun in ("", "creature") else {"that creature"}
    return tuple(what for what in pointers if what not in unfit) if apart or _THAT.issubset(pointers) else pointers


def _verb_of(effects: tuple[Any, ...]) -> tuple[int, Any]:
    """How many effects one verb stands for, and what it is said of: None for a command; 0 where the first has its own verb."""
    match effects:
        case (n.RevealTop(n.ControllerOf(what)), n.Branch(), *_) if effects[:2] == am.explores(what):
            return 2, what
        case (n.Draw(n.ControllerOf(what), count), n.Discard(), _, *_) if effects[:3] == am.connives(what, count):
            return 3, what
        case (n.Branch(then=(n.CreateTokens(token=made),)), n.ChooseObject(), n.PutCounters(amount=amount), _, *_) if (
            made.subtypes and effects[:4] == am.amasses(made.subtypes[0], amount)
        ):
            return 4, None
        case (n.Exile(what), n.LetPlay(), n.Bend(), *_) if effects[:3] == am.airbends(what):
            return 3, what
        case (n.Become(what), n.PutCounters(), n.Delayed(), n.Bend("earth"), *_):
            return 4, what
    return 0, None


def _replaceable(effect: Any) -> bool:
    """Whether an effect is done instead of another, each a sentence by itself."""
    return (
        isinstance(effect, n.Branch)
        and len(effect.then) == len(effect.otherwise) == 1
        and not any(isinstance(one, _OF_SENTENCES) for one in (*effect.then, *effect.otherwise))
    )


#: Effects that are sentences of their own, or whose other way is said in other words.
_OF_SENTENCES: Final = (
    n.Branch, n.AddMana, n.MayPay, n.IfDone, n.May, n.ChooseOne, n.Delayed, n.FlipCoin, n.ForEachPlayer, n.Reflexive, n.Search,
)  # fmt: skip


def _did(effect: Any) -> str:
    """The words for how much an effect did; "" where there are none."""
    if isinstance(effect, n.May | n.ForEachPlayer) and effect.effects:
        return _did(effect.effects[-1])
    if isinstance(effect, n.Exile):
        return "exiled cards" if isinstance(effect.object, n.EachCard) else "exiled so"
    return _DID.get(type(effect), "")


_DID: Final[dict[type, str]] = {
    n.LoseLife: "life lost",
    n.DealDamage: "damage dealt",
    n.RevealFromHand: "revealed",
    n.Discard: "discarded",
    n.DiscardRandom: "discarded",
    n.Mill: "milled",
    n.SacrificeChosen: "given away",
    n.ExileUntil: "exiled so",
    n.Destroy: "destroyed",
}


def _copied_by_another(effect: Any) -> bool:
    """Whether another player may copy the source, which one sentence says with its new target."""
    one = (
        effect.effects[0] if isinstance(effect, n.May) and effect.who != n.You() and len(effect.effects) == 1 else None
    )
    return isinstance(one, n.CopySpell) and one == n.CopySpell(n.This(), True, who=effect.who)


def _counts_their_own(effect: Any) -> bool:
    """Whether what each of several players does is done as often as is said of "them"."""
    counted = [e for e in inside(getattr(effect, "amount", None)) if isinstance(e, n.HeldBy | n.CardsIn)]
    done = getattr(effect, "to" if isinstance(effect, n.DealDamage) else "who", None)
    return done == n.ThatPlayer() and bool(counted) and not isinstance(effect, n.Discard)


def _about(effect: Any) -> Any:
    """Who or what a sentence of an effect is about: the object where that does something, else the player."""
    inner = effect.effect if isinstance(effect, n.Lasting) else effect
    if isinstance(inner, n.GainControl):
        return inner.who or n.You()
    if isinstance(inner, _OF_OBJECTS) or hasattr(inner, "who"):
        return subject_of(inner)
    return None if isinstance(inner, n.Branch | n.IfDone | n.ChooseOne | n.Delayed) else n.You()


#: What an object does, or what happens to it: its verb has that object as its subject.
_OF_OBJECTS: Final = (
    n.Pump, n.GainKeywords, n.LoseKeywords, n.GainAbilities, n.SetBasePT, n.DealDamage, n.DealDivided, n.Fight, n.Require,
    n.Forbid, n.BecomeCopy, n.GainActivated, n.GainFlashback, n.Become,
)  # fmt: skip
#: Costs that give something up, and the words for it.
_GIVEN_UP: Final = {"sacrificed": n.SacrificeCost, "exiled as a cost": n.ExileCost}
#: Quantities that are counted "for each", which is said behind the object or player that is dealt damage.
_FOR_EACH: Final = (n.HeldBy, n.CountersOn, n.BlockersOf, n.LandTypesAmong)
_ANY: Final = ("it", "that", "its", "player", "they", "card", "token", "that's")

_DEFAULT: Final[dict[type, tuple[str, ...]]] = {
    n.ThatPlayer: ("player", "they", "their"),
    n.Targets: ("them", "those"),
}
