"""What "it", "that creature" and "that token" mean behind other effects, and what may not be said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from reiterate.oracle.effects_read import Reader, has_object
from reiterate.oracle.nouns import Node, NotRead, refuse
from reiterate.oracle.word_pieces import Words
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace, swap, walk
from reiterate.terms.pattern import Template
from reiterate.terms.trigger_events import happens_to_source

_TOKENS: Final = frozenset({("that", "token"), ("those", "tokens"), ("the", "token"), ("the", "tokens")})
_CARDS: Final = frozenset({("that", "card"), ("those", "cards")})
_NEAREST: Final = frozenset({("it",), ("them",), ("they",)})
_POINTED: Final = frozenset({("that", "creature"), ("those", "creatures"), ("that", "permanent"), ("the", "creature")})
#: Words for what the effect before made or moved.
RESULT: Final = _TOKENS | _CARDS | _NEAREST | _POINTED

#: Effects after which "it" and "that card" mean what they made, moved or named.
MADE: Final = (n.CreateTokens, n.CopyToken)
MOVED: Final = (
    n.Exile,
    n.Move,
    n.ReturnToBattlefield,
    n.MoveChosen,
    n.Search,
    n.RevealUntil,
    n.PutFromHand,
    n.MillUntil,
    n.ExileTop,
)
#: Effects after which what is known of an object is what it was before.
_AWAY: Final = (n.Exile, n.Move)


#: Ends of a sentence behind which "it" is the source: "put a counter on ~. It ...".
NAMED_LAST: Final = frozenset({("on", "~"), ("untap", "~"), ("tap", "~")})
#: Words for what the source is attached to.
_HOSTS: Final = ("enchanted", "equipped", "fortified")
#: Words that speak of a number of what a sentence is about.
_ITS: Final = frozenset({("its", "power"), ("its", "toughness"), ("its", "mana")})


@dataclass
class Work(Reader):
    """A reader of effects that also knows what the effect before made.

    ``result``: "token", "card" or "". ``origin``: what the card was called before it was moved.
    ``away``: it has left.
    """

    result: str = ""
    origin: n.ObjectRef | None = None
    away: bool = False
    sacrificed: bool = False  # an effect before took a permanent: "that creature" could be that one
    group: n.Targets | None = None  # several targets of the sentence before: "those creatures"
    paid: bool = False  # the words speak of what was sacrificed as a cost
    told: bool = False  # this is "when you do" behind one permanent sacrificed
    before: int = 0  # how many targets there were when the result was remembered
    named_host: bool = False  # the sentence before spoke of what the source is attached to last
    exile: str = ""  # something was exiled: "last", or "before" another thing was made or moved

    def memory(self) -> tuple[Any, ...]:
        """All that a failed reading has to give back."""
        made = (self.result, self.origin, self.away, self.group, self.sacrificed, self.paid)
        return (*made, self.saw_self, self.named_self, self.before, self.pointed_last, self.exile, self.named_host)

    def recall(self, memory: tuple[Any, ...]) -> None:
        """Give it back."""
        self.result, self.origin, self.away, self.group, self.sacrificed, self.paid = memory[:6]
        self.saw_self, self.named_self, self.before, self.pointed_last, self.exile, self.named_host = memory[6:]

    def remember(self, effects: tuple[n.Effect, ...], words: Words) -> None:
        """Note what effects read from these words made, and whether they named the source last."""
        for outer in effects:
            effect = outer.effects[-1] if isinstance(outer, n.May) else outer
            if isinstance(effect, MADE):
                self.result, self.origin, self.away = "token", None, False
            elif isinstance(effect, MOVED):
                self.result, self.origin, self.away = "card", single(effect), isinstance(effect, _AWAY)
            if isinstance(effect, (*MADE, *MOVED)):
                self.before = len(self.targets)
                self.exile = "last" if _exiles(effect) else "before" if self.exile else ""
            found: list[Term] = []
            walk(outer, found.append)
            self.sacrificed = self.sacrificed or any(isinstance(e, n.SacrificeChosen) for e in found)
        if self.group is not None and not any(isinstance(e, n.Targets) for e in _inside(effects)):
            self.group = None
        last = next((w for w in reversed(words) if w in ("~", "target", "it", "that", *_HOSTS)), "")
        if last:
            self.named_host = last in _HOSTS
            self.named_self = last == "~"
            self.pointed_last = (
                any(words[i : i + 2] in _POINTED for i in range(len(words))) if last == "that" else False
            )

    def as_it_was(self, effects: tuple[n.Effect, ...]) -> tuple[n.Effect, ...]:
        """Effects that ask for the controller or the counters of what was moved: of the permanent that it was (608.2h)."""
        found: list[Term] = []
        walk(effects, found.append)
        asking = [e for e in found if isinstance(e, n.ControllerOf | n.CountersOn) and e.object == n.Result()]
        if not (self.away and asking):
            return effects
        if self.origin is None:
            raise NotRead(0, "several things that are not on the battlefield any more")
        for one in asking:
            effects = swap(effects, one, replace(one, object=self.origin))
        return effects

    def between(self, points: bool) -> bool:
        return self.sacrificed or super().between(points)

    def it(self, node: Node, points: bool = False) -> n.ObjectRef:
        """What was just made, else what the plain reader says."""
        if self.named_host:
            raise refuse(node, "what the source is attached to was named in between")
        if not self.result or self.sacrificed:
            return super().it(node, points)
        self.check_newest(node)
        return self.pointed(node) if points else n.Result()

    def check_newest(self, node: Node) -> None:
        """ "It" is not what was made or moved where another thing became a target behind that."""
        if any(spec.filter is not None for spec in self.targets[self.before :]):
            raise refuse(node, "a target behind what was made or moved")

    def pointed(self, node: Node) -> n.ObjectRef:
        """ "that creature" behind what was made or moved: nothing else may be meant."""
        others: list[n.ObjectRef] = [n.TargetRef(i) for i, spec in enumerate(self.targets) if spec.filter is not None]
        if has_object(self.trigger) and not happens_to_source(self.trigger):
            others.append(n.That())
        if any(other != self.origin for other in others):
            raise refuse(node, "more than one thing that this could be")
        return n.Result()

    def made(self, words: Words) -> n.ObjectRef:
        """The object of words for what was just made."""
        if words in _TOKENS and self.result != "token":
            raise NotRead(0, "no token that was made")
        if words in _CARDS and self.result != "card":
            raise NotRead(0, "no card that was moved")
        if words in _NEAREST:
            self.check_newest(None)
        if self.result == "sacrificed" and words in _NEAREST:
            raise NotRead(0, "an it that was sacrificed, or the source")
        if self.sacrificed and words not in _TOKENS | _CARDS:
            raise NotRead(0, "something else was sacrificed")
        return self.pointed(None) if words in _POINTED else n.Result()

    def holder(self, node: Node) -> n.ObjectRef:
        """Whose controller or power is asked: what it was before it left (608.2h)."""
        if not (self.result and self.away):
            return self.it(node)
        self.check_newest(node)
        if self.origin is None:
            raise refuse(node, "something that is not on the battlefield any more")
        return self.origin

    def exiled(self) -> n.ObjectRef:
        """ "The exiled card": what an effect before exiled, else what a cost or a linked ability did (607.2a)."""
        if self.exile == "before":
            raise NotRead(0, "a card exiled before something else was made or moved")
        return n.Result() if self.exile else n.Linked()

    def check_sacrificed(self) -> None:
        """ "The sacrificed creature" is what was sacrificed as a cost, as long as nothing else is remembered."""
        if self.result == "sacrificed":
            return
        if self.result or self.sacrificed:
            raise NotRead(0, "more than one thing that was sacrificed or made")
        self.paid = True


def told_behind(work: Work, before: n.Effect) -> Work:
    """The reader of "when you do" behind an effect (603.12): "that creature" there is the one permanent sacrificed."""
    inner = Work(work.quote, work.trigger)
    effect = before.effects[0] if isinstance(before, n.May) and len(before.effects) == 1 else before
    if isinstance(effect, n.SacrificeChosen) and effect.who == n.You() and effect.amount == n.Fixed(1):
        inner.result, inner.away, inner.told = "sacrificed", True, True
    return inner


def check_behind_sacrifice(work: Work, inner: Work, effects: tuple[n.Effect, ...]) -> None:
    """Refuse "that creature" in effects of "when you do" where it isn't the permanent sacrificed, or is more than read.

    The words mean what was sacrificed (603.12) and not the object of the outer event. The first
    effect reads numbers of it.
    """
    read = _inside(effects)
    if work.sacrificed and n.That() in read:
        raise NotRead(0, "what was sacrificed by the effect before")
    if not inner.told:
        return
    made = next((i for i, e in enumerate(effects) if isinstance(e, (*MADE, *MOVED))), len(effects))
    about = _inside(effects[: made + 1])  # behind what was made or moved, the words mean that
    numbers = [e for e in about if isinstance(e, n.StatOf) and e.object == n.Result()]
    if about.count(n.Result()) != len(numbers) or (numbers and n.Result() not in _inside(effects[:1])):
        raise NotRead(0, "something done to what was sacrificed")


def _exiles(effect: n.Effect) -> bool:
    """Whether an effect exiles what it moves."""
    return isinstance(effect, n.Exile | n.ExileTop) or "exile" in (
        getattr(effect, "zone", ""),
        getattr(effect, "to", ""),
    )


def _inside(effects: tuple[n.Effect, ...]) -> list[Term]:
    found: list[Term] = []
    walk(effects, found.append)
    return found


def single(effect: n.Effect) -> n.ObjectRef | None:
    """The one thing that an effect names, or None."""
    found = getattr(effect, "object", None)
    return found if isinstance(found, n.TargetRef | n.That | n.This | n.Host) else None


def about_source(work: Work) -> bool:
    """Whether "it" can be nothing but the source."""
    if work.trigger is not None and has_object(work.trigger) and not happens_to_source(work.trigger):
        return False
    return not work.targets and not work.result


def check_own(work: Work, condition: n.Condition, words: Words) -> None:
    """Refuse a condition on the source that the words say of something else."""
    if words[:1] not in (("it",), ("it's",)) and words[:3] != ("you", "cast", "it"):
        return
    found: list[Term] = []
    walk(condition, found.append)
    about = any(isinstance(part, n.WasCast | n.Kicked | n.OnBattlefield | n.HasCounter) for part in found)
    if about and not about_source(work):
        raise NotRead(0, "a condition on something else than the source")


def checked(work: Work, template: Template, made: Any, words: Words) -> Any:
    """The node of a template; refuse what a template reads into words that mean something else here."""
    if isinstance(made, n.Become) and made.duration == "game" and not isinstance(made.object, n.Result):
        raise NotRead(0, "an ability gained without a duration")
    if isinstance(made, n.CounterSpell) and not _on_stack(work, made.object):
        raise NotRead(0, "nothing on the stack")
    if isinstance(made, n.CopySpell) and "that ability" in template.pattern and not _activation(work):
        raise NotRead(0, "no ability that was activated")
    if isinstance(made, n.CopyToken | n.CopySpell | n.BecomeCopy) and made.but.entering:
        raise NotRead(0, "how something enters that enters in no way of its own")
    if isinstance(made, n.BecomeCopy) and "choose" in template.words and not isinstance(made.of, n.TargetRef):
        raise NotRead(0, "something chosen that is no target")
    if isinstance(made, n.Shuffle) and made.object is not None and not _source(work, made.object):
        raise NotRead(0, "another owner's library")
    if isinstance(made, n.MoveChosen) and len(made.zones) > 1 and made.filter != n.Filter():
        raise NotRead(0, "a quality of permanents only")
    if isinstance(made, n.SacrificeObject) and made.object == n.Result() and not work.result:
        raise NotRead(0, "nothing that was made or moved")
    if isinstance(made, n.LetPlay) and (made.object != n.Result() or work.result != "card"):
        raise NotRead(0, "leave to play something else than what was exiled")
    if template.fixed.get("object") == n.This() and "it" in template.words and not about_source(work):
        raise NotRead(0, "an it that is not certainly the source")
    if isinstance(made, n.Adds) and "its" in template.words and not isinstance(work.trigger, n.TappedForMana):
        raise NotRead(0, "another controller than of what was tapped for mana")
    _check_their(work, made)
    if isinstance(made, n.BecomeCopy | n.CopyToken) and made.of == n.Result() and not {"card", "cards"} & {*words}:
        made = replace(made, of=_as_it_was(work))
    if isinstance(made, n.DealDamage) and "itself" in words and made.source != n.This():
        if isinstance(made.source, n.Each):
            raise NotRead(0, "each of several dealing damage to itself")
        made = replace(made, to=made.source)
    if isinstance(made, n.DealDamage) and any(pair in _ITS for pair in pairwise(words)):
        return _its(work, template, made)
    return made


def _as_it_was(work: Work) -> Any:
    """What was made, or the permanent that was exiled or moved: its copiable values as it was (608.2h), not its card's."""
    if not work.away or (
        isinstance(work.origin, n.TargetRef) and work.targets[work.origin.index].zone != "battlefield"
    ):
        return n.Result()
    if work.origin is None:
        raise NotRead(0, "a copy of something that is not on the battlefield any more")
    return work.origin


def _activation(work: Work) -> bool:
    """Whether "that ability" can be nothing but the one that was activated."""
    trigger = work.trigger
    return isinstance(trigger, n.AbilityActivated) and trigger.nonmana and not work.targets and not work.result


def _on_stack(work: Work, ref: Term | None) -> bool:
    if isinstance(ref, n.TargetRef):
        return work.targets[ref.index].zone == "stack"
    return isinstance(ref, n.That) and isinstance(work.trigger, n.SpellCast)


def _source(work: Work, ref: Term | None) -> bool:
    return isinstance(ref, n.This) or (isinstance(ref, n.That) and happens_to_source(work.trigger))


def _its(work: Work, template: Template, made: n.DealDamage) -> n.DealDamage:
    """ "~ deals damage equal to its power": its own power, whatever else was named."""
    amount: Any = made.amount
    if not isinstance(amount, n.StatOf):
        return made
    if amount.object == made.source or (_source(work, amount.object) and _source(work, made.source)):
        return made
    if "damage equal to" not in template.pattern or not isinstance(made.source, n.This):
        raise NotRead(0, "a power of something else than what deals the damage")
    return replace(made, amount=replace(amount, object=made.source))


def _check_their(work: Work, made: Any) -> None:
    """ "Their library", of the first target, in a sentence about that player."""
    found: list[Term] = []
    for name in ("amount", "count"):
        walk(getattr(made, name, None), found.append)
    first = n.TargetRef(0)
    theirs = any(isinstance(q, n.CardsIn | n.ThisTurn) and q.who == first for q in found)
    if isinstance(made, n.Measured) or not theirs:
        return
    about: Sequence[Any] = (getattr(made, "who", None), getattr(made, "to", None))
    if first not in about or not work.targets or work.targets[0].filter is not None:
        raise NotRead(0, "cards of another player")
