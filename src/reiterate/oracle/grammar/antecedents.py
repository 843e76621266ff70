"""The pass of antecedents: what targets are, and what "it", "that creature" and "those tokens" mean.

Leaves are resolved in the order of the words. Such words may mean a target before them, what an earlier effect made or moved,
the event's object, or the source. Where there is no such object, or two are equally near, ``NotRead`` is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.leaves import NotRead, Pointer
from reiterate.oracle.grammar.walks import (
    AIMS,
    DONE_TO,
    MADE,
    MADE_OF,
    MOVED,
    ends_in_source,
    exiles,
    has_object,
    has_player,
    inside,
    kept_set,
    lasts,
    leaves_of,
    lies_apart,
    names_host,
    of_opponent,
    on_permanent,
    one_given,
    other_than_host,
    other_than_known,
    place_of,
    put_in,
    single,
    to_others,
    watches_named,
)
from reiterate.terms import language as n
from reiterate.terms.base import Term, children, replace, swap
from reiterate.terms.references import BY_EVENT, BY_X, THAT_PLAYER, WITH_X, compared_with_x
from reiterate.terms.trigger_events import DealsDamage, happens_to_source

_AWAY: Final = (n.Exile, n.Move)
#: What may be said of "it" right behind what names the source last: "put a counter on ~ and untap it".
_OF_IT: Final = (n.Untap, n.DealDamage, n.Pump, n.GainKeywords, n.Forbid)
#: Commands of which one may be about what the one in front of it names, in the same sentence.
_AND_IT: Final = (n.Tap, n.Untap, n.PutCounters, n.RemoveCounters)


@dataclass
class Pass:
    """The pass over one ability."""

    quote: Callable[[str], tuple[n.Ability, ...]]
    pointers: Mapping[str, Callable[[Any, Pointer, Any, dict[Term, Any]], Any]]  # what words that point mean
    spell: bool = False
    has_x: bool = False
    trigger: Any = None
    source_first: bool = False  # the costs named the source last: "it" at the beginning is the source
    targets: list[n.TargetSpec] = field(default_factory=list)
    result: str = ""  # what the effect before made or moved: "token", "card", "sacrificed" or ""
    origin: Any = None  # what the card was called before it was moved
    away: bool = False  # it has left
    apart: bool = False  # it is a card that lies anywhere but on the battlefield
    revealed: bool = False  # it is a card revealed on top of a library, or was
    sacrificed: bool = False
    given: bool = False  # the newest thing is the one permanent that an effect let one player sacrifice
    group: n.Targets | None = None
    buried: bool = False  # the words speak of the source in the graveyard
    paid: str = ""  # what was given up as a cost is spoken of: "sacrificed" or "exiled"
    told: bool = False
    before: int = 0
    creature: bool = True  # the token that was made is a creature
    named_host: bool = False
    named_self: bool = False
    pointed_last: bool = False
    aimed_last: bool = False  # the effect in front is about the newest target
    exile: str = ""
    all_of: Any = None  # the set that the effect before was about, where all of it is still in that set
    acted: Any = None  # the owner or controller of something, who was told to do something last
    pool: str = ""  # what cards may be taken from: those "looked at" and to be put somewhere, or "milled" ones; or of which others are put away: "exiled"
    kept_on_top: bool = False  # one of the cards looked at stays on top of the library
    begins: int = -1  # where the sentence begins
    may_be_source: bool = False  # the sentence before ended in the source
    known: dict[Term, Any] = field(default_factory=dict)  # what leaves before mean

    # --- sentences ---

    def sequence(self, effects: Sequence[Any]) -> tuple[Any, ...]:
        """Effects one by one, each knowing those before."""
        done: list[Any] = []
        before: Any = None
        for effect in effects:
            if before is not None and isinstance(effect, _OF_IT) and self.source_last(before):
                first = leaves_of(effect)[:1]
                if first and isinstance(first[0], Pointer) and first[0].what == "it":
                    self.known[first[0]] = n.This()  # what was named last
            self.and_it(before, effect)
            done.append(self.effect(effect))
            before = effect
        return tuple(done)

    def source_last(self, before: Any) -> bool:
        """Whether an effect names the source last, also by an "it" that means the source."""
        it = getattr(before, "object", None)
        ends = isinstance(before, n.PutCounters) and leaves_of(before)[-1:] == [it]
        again = ends and isinstance(it, Pointer) and it.what == "it" and self.known.get(it) == n.This()
        return again or ends_in_source((before,))

    def and_it(self, before: Any, effect: Any) -> None:
        """ "Tap target creature and put a counter on it": of two commands in one sentence "it" is what the first names."""
        it = getattr(effect, "object", None)
        aimed = getattr(before, "object", None)
        both = isinstance(before, _AND_IT) and isinstance(effect, _AND_IT)
        if both and isinstance(aimed, leaves.Aim) and isinstance(it, Pointer) and it.what == "it":
            self.known[it] = self.known[aimed]

    def effect(self, effect: Any) -> Any:
        """One effect without leaves; raises ``NotRead``."""
        made = self.made_of(effect) if isinstance(effect, MADE_OF) else self.plain(effect)
        self.remember(effect, made)
        return made

    def made_of(self, effect: Any) -> Any:
        """An effect made of others: its parts in the order of the words."""
        values: dict[str, Any] = {}
        before = self.trigger
        if isinstance(effect, n.Reflexive):
            raise NotRead(0, "a reflexive ability inside another")
        self.check_rest(effect)
        parts = [(place_of(child), i, name, child) for i, (name, child) in enumerate(children(effect))]
        if isinstance(effect, n.Delayed) and not isinstance(effect.trigger, n.StepBegins):
            values["trigger"] = self.trigger = self.plain(effect.trigger)
            aimed = [leaf for leaf in leaves_of(effect.effects) if isinstance(leaf, AIMS) and leaf not in self.known]
            if aimed:
                raise NotRead(aimed[0].at, "a target that is chosen as a delayed ability triggers")
        named = isinstance(effect, n.Delayed) and watches_named(self.trigger)
        kept = self.targets, self.result
        if named:
            self.targets, self.result = [], ""  # 603.7c: of what it watches all words behind it speak
        if isinstance(effect, n.Delayed):
            self.all_of = None  # 603.7c: by then the set may hold other objects
        for _, _, name, child in sorted(parts, key=lambda part: part[:2]):
            if name in values:
                continue
            if name == "options":
                values[name] = tuple(self.sequence(option) for option in child)
            elif isinstance(child, tuple) and name in ("effects", "first", "then", "otherwise"):
                values[name] = self.sequence(child)
            else:
                values[name] = self.plain(child)
        if named:
            self.targets, self.result = kept
        self.trigger = before
        made = type(effect)(**values)
        if isinstance(made, n.Branch) and place_of(effect.condition) > place_of(effect.then):
            moves = any(isinstance(e, (*MADE, *MOVED)) and getattr(e, "object", None) != n.Result() for e in made.then)
            if moves and any(e == n.Result() for e in inside(made.condition)):
                raise NotRead(0, "a condition on what is made or moved only where the condition holds")
        return made

    def plain(self, node: Any) -> Any:
        """A node of no other effects, with its leaves resolved."""
        if not isinstance(node, Term | tuple):
            return node
        known: dict[Term, Any] = {}
        for leaf in leaves_of(node):
            if leaf not in self.known:  # a subject that several verbs share means the same for all
                self.known[leaf] = self.leaf(leaf, node, known)
            known[leaf] = self.known[leaf]
        for part in inside(node):
            if isinstance(part, leaves.Quoted):
                known[part] = self.quote(part.text)
        made = put_in(node, known) if known else node
        if isinstance(node, Term):
            made = self.checked(node, made, known)
        self.check_others(made)
        for part in inside(made):
            if (isinstance(part, n.XValue) or (isinstance(part, n.Compare) and part.op in WITH_X)) and not self.has_x:
                raise NotRead(0, "an X that is not announced")
            if isinstance(part, n.Proto) and other_than_known(part):
                raise NotRead(0, "another ability than that of the predefined token")
        return self.as_it_was(made)

    # --- leaves ---

    def leaf(self, leaf: Any, node: Any, known: dict[Term, Any]) -> Any:
        """What a leaf means here."""
        match leaf:
            case leaves.Named():
                return n.This()
            case leaves.Attached():
                return n.Host()
            case leaves.Aim(spec):
                return self.new_target(spec)
            case leaves.AimSeveral():
                return self.new_targets(leaf)
            case leaves.AimBoth(first, second):
                start = len(self.targets)
                self.new_target(first)
                self.new_target(second)
                return n.Targets(start, 2)
            case leaves.Own(condition):
                if not self.about_source():
                    raise NotRead(leaf.at, "a condition on something else than the source")
                return condition
        try:
            return self.pointers[leaf.what](self, leaf, node, known)
        except NotRead as error:
            raise NotRead(error.position or leaf.at, error.why) from error

    def new_target(self, spec: n.TargetSpec) -> n.TargetRef:
        """One more target (115)."""
        if compared_with_x(spec) and not self.has_x:
            raise NotRead(0, "an X that is not announced")
        if spec.other:
            if not self.targets:
                raise NotRead(0, "no target that this is other than")
            spec = replace(spec, other=len(self.targets))
        if (
            spec.filter is not None
            and spec.filter.controller == THAT_PLAYER
            and not (has_player(self.trigger) and all(s.filter is not None for s in self.targets))
        ):
            raise NotRead(0, "no player of an event whose things are targets")
        objects = any(s.filter is not None for s in self.targets)
        if spec.filter is not None and spec.filter.another and objects and not spec.divided:
            spec = replace(spec, filter=replace(spec.filter, another=False), other=len(self.targets))
        self.check_others(spec)
        self.targets.append(spec)
        self.named_self = False
        return n.TargetRef(len(self.targets) - 1)

    def new_targets(self, leaf: leaves.AimSeveral) -> n.Targets:
        """Several targets that all differ (115.3)."""
        start = len(self.targets)
        if leaf.spec.run:
            return self.new_run(leaf)
        self.new_target(leaf.spec)
        spec = self.targets.pop()
        for i in range(leaf.most):
            self.targets.append(replace(spec, optional=i >= leaf.least, other=spec.other + i))
        return n.Targets(start, leaf.most)

    def new_run(self, leaf: leaves.AimSeveral) -> n.Targets:
        """As many targets as are announced (601.2c), the last ones."""
        if leaf.spec.run in BY_X and (not self.has_x or self.trigger is not None):
            raise NotRead(0, "targets in a number X that nobody announces")
        if leaf.spec.run == BY_EVENT and not (
            self.trigger is not None and self.trigger.says.amount and not self.result
        ):
            raise NotRead(leaf.at, "that many targets, of no event that has a number")
        if leaf.spec.filter is not None and leaf.spec.filter.another and self.targets:
            raise NotRead(0, "other targets, as many as are announced, behind a target")
        self.new_target(leaf.spec)
        return n.Targets(len(self.targets) - 1, 0)

    def it(self, points: bool = False) -> Any:
        """What "it", or "that creature" with ``points``, means."""
        if self.named_host:
            raise NotRead(0, "what the source is attached to was named in between")
        if not self.result or self.sacrificed:
            return self.named_before(points)
        self.check_newest()
        return self.pointed() if points else n.Result()

    def named_before(self, points: bool) -> Any:
        """The one target, or the object of the event; never either, and not where something else was named between."""
        chosen = [i for i, spec in enumerate(self.targets) if spec.filter is not None]
        event = self.of_event()
        two = isinstance(self.trigger, DealsDamage) and self.trigger.to == "creature"
        if self.between(points) or two:
            raise NotRead(0, "something else was named in between")
        if len(chosen) == 1 and event is None:
            return n.TargetRef(chosen[0])
        if event is not None and not chosen:
            return event
        last = happens_to_source(self.trigger) or self.aimed_last
        if len(chosen) == 1 and last and (points or self.pointed_last):
            return n.TargetRef(chosen[0])  # the source would be "it" or "this creature", no "that creature"
        raise NotRead(0, "more or less than one thing that it could be")

    def of_event(self) -> Any:
        """What the words of the trigger name: the object of its event, or what the source is attached to."""
        return n.That() if has_object(self.trigger) else n.Host() if names_host(self.trigger) else None

    def check_others(self, node: Any) -> None:
        """ "Another creature", where the event names what the source is attached to: the source, an Aura, is none to begin with."""
        about_host = n.Host() in (self.of_event(), getattr(self.trigger, "subject", None))
        if about_host and any(other_than_host(part) for part in inside(node)):
            raise NotRead(0, "others than what the source is attached to")

    def between(self, points: bool) -> bool:
        """Whether something else was named or taken in between."""
        return self.sacrificed or (self.named_self and not points and not happens_to_source(self.trigger))

    def check_newest(self) -> None:
        """ "It" is not what was made or moved where another thing became a target behind that."""
        if any(spec.filter is not None for spec in self.targets[self.before :]):
            raise NotRead(0, "a target behind what was made or moved")

    def pointed(self) -> Any:
        """ "that creature" behind what was made or moved: nothing else may be meant."""
        others: list[Any] = [n.TargetRef(i) for i, spec in enumerate(self.targets) if spec.filter is not None]
        if self.of_event() is not None and not happens_to_source(self.trigger):
            others.append(self.of_event())
        if any(other != self.origin for other in others):
            raise NotRead(0, "more than one thing that this could be")
        return n.Result()

    def whole_set(self, node: Any) -> Any:
        """ "They" behind an effect on all of a set, where nothing was made or moved before; not of what changes rules (611.2c)."""
        if self.result or self.sacrificed or isinstance(node, n.Forbid | n.Require | n.Prevent | n.PreventAll):
            raise NotRead(0, "all of a set as it was, or what was made or moved before")
        return self.all_of

    def holder(self) -> Any:
        """Whose controller or power is asked: what it was before it left (608.2h)."""
        if not (self.result and self.away):
            return self.it()
        self.check_newest()
        if self.origin is None:
            raise NotRead(0, "something that is not on the battlefield any more")
        return self.origin

    def its(self) -> Any:
        """Whose "its power" is: of the source, of what was named, or of what was sacrificed as a cost (608.2h)."""
        if self.named_host:
            raise NotRead(0, "what the source is attached to was named in between")
        if self.paid:
            if not self.about_this() or self.named_self:
                raise NotRead(0, "more than one thing that this could be of")
            return n.Result()
        if self.about_this():
            if self.spell:
                raise NotRead(0, "nothing that this could be of")
            return n.This()
        return self.holder()

    def alone(self) -> bool:
        """Whether nothing but the source and the event was named."""
        return not (self.targets or self.result)

    def about_this(self) -> bool:
        """Whether "its" means the source: nothing else was named."""
        return self.alone() and self.of_event() is None

    def about_source(self) -> bool:
        """Whether "it" can be nothing but the source."""
        if self.of_event() is not None and not happens_to_source(self.trigger):
            return False
        return not self.targets and not self.result

    def player(self) -> Any:
        """What "that player" means: the one target, or the player of the event."""
        chosen = [i for i, spec in enumerate(self.targets) if spec.filter is None]
        if self.targets and self.targets[-1].filter is None and not has_player(self.trigger):
            return n.TargetRef(len(self.targets) - 1)
        if has_player(self.trigger) and not chosen:
            return n.ThatPlayer()
        if of_opponent(self.trigger) and not chosen:
            return n.ControllerOf(n.That())
        if self.acted is not None and not chosen:
            return self.acted
        raise NotRead(0, "more or less than one player that this could be")

    # --- what an effect leaves behind ---

    def remember(self, said: Any, made: Any) -> None:
        """Note what an effect made, and what its words named last."""
        effect = made.effects[-1] if isinstance(made, n.May) else made
        if isinstance(effect, n.ExileTopUntil):
            self.pool = "exiled"
        elif self.pool not in ("looked at", "exiled"):
            self.pool = "milled" if isinstance(effect, n.Mill) and effect.who == n.You() else ""
        if isinstance(effect, MADE):
            self.result, self.origin, self.away, self.apart = "token", None, False, False
            self.creature = not isinstance(effect, n.CreateTokens) or "creature" in effect.token.types
        elif isinstance(effect, MOVED):
            still = self.revealed and getattr(effect, "object", None) == n.Result()
            self.revealed = isinstance(effect, n.RevealTop) or still
            away = isinstance(effect, _AWAY) and not self.revealed
            self.result, self.origin, self.away, self.apart = "card", single(effect), away, lies_apart(effect)
        if isinstance(effect, (*MADE, *MOVED)):
            self.before = len(self.targets)
            self.exile = "last" if exiles(effect) else "before" if self.exile else ""
        who = getattr(effect, "who", None)
        if isinstance(who, n.OwnerOf | n.ControllerOf) and isinstance(who.object, n.This | n.That | n.TargetRef):
            self.acted = who
        self.aimed_last = single(lasts(effect)) == n.TargetRef(len(self.targets) - 1)
        found = inside(made)
        self.sacrificed = self.sacrificed or any(isinstance(e, n.SacrificeChosen) for e in found)
        self.given = one_given(effect) or (self.given and not effect.says.names)
        self.all_of = kept_set(effect)
        groups = [e for e in found if isinstance(e, n.Targets)]
        self.group = groups[-1] if groups else None
        last = [leaf for leaf in leaves_of(said) if not isinstance(leaf, leaves.Own)][-1:]
        if last:
            excepted = isinstance(effect, n.CopyToken) and effect.but != n.Except()  # "..., except it isn't legendary"
            self.named_host = isinstance(last[0], leaves.Attached) and not excepted
            copies = isinstance(effect, n.BecomeCopy) and effect.object != effect.of  # "it" may be what it became
            self.named_self = isinstance(last[0], leaves.Named) or copies
            self.pointed_last = isinstance(last[0], Pointer) and last[0].what in (
                "that",
                "that creature",
                "those",
                "the creature",
            )

    def as_it_was(self, made: Any) -> Any:
        """What asks for the controller or the counters of what was moved: of the permanent that it was (608.2h)."""
        asking = [e for e in inside(made) if isinstance(e, n.ControllerOf | n.CountersOn) and e.object == n.Result()]
        if not (self.away and asking):
            return made
        if self.origin is None:
            raise NotRead(0, "several things that are not on the battlefield any more")
        for one in asking:
            made = swap(made, one, replace(one, object=self.origin))
        return made

    # --- what may not be said ---

    def checked(self, said: Any, made: Any, known: dict[Term, Any]) -> Any:
        """The effect; refuse what its words mean nothing of here."""
        given = isinstance(made, n.Become) and made == n.Become(made.object, "game", abilities=made.abilities)
        if given and made.object != n.Result():
            raise NotRead(0, "an ability gained without a duration")
        if isinstance(made, n.CopyToken | n.CopySpell | n.BecomeCopy) and made.but.entering:
            raise NotRead(0, "how something enters that enters in no way of its own")
        if isinstance(made, n.AttachTo) and self.is_source(made.what):
            made = replace(made, what=n.This())
        if isinstance(made, n.AttachTo) and made.host == made.what:
            raise NotRead(0, "something attached to itself")
        if isinstance(made, n.RevealTop):
            of = made.who.object if isinstance(made.who, n.ControllerOf) else made.who
            if isinstance(of, n.EachPlayer | n.Targets | n.Each | n.Result):
                raise NotRead(0, "the top cards of several libraries, or of whoever controls what was made or moved")
        if isinstance(made, n.LookAt | n.Take | n.PutRest):
            return self.from_among(made)
        if isinstance(made, n.Shuffle) and made.object is not None:
            made = self.shuffled(made)
        if self.apart and not self.given and any(on_permanent(e) == n.Result() for e in inside(made)):
            raise NotRead(0, "a card that is no permanent")
        if isinstance(made, n.SacrificeObject) and made.object == n.Result() and not self.result:
            raise NotRead(0, "nothing that was made or moved")
        if isinstance(made, n.LetPlay) and (made.object != n.Result() or self.result != "card"):
            raise NotRead(0, "leave to play something else than what was exiled")
        if isinstance(made, n.BecomeCopy | n.CopyToken) and made.of == n.Result():
            pointers = [leaf for leaf in known if isinstance(leaf, Pointer) and leaf.what == "card"]
            made = made if pointers else replace(made, of=self.copied())
        for name in ("object", "to", "who"):
            if isinstance(getattr(made, name, None), n.Targets) and DONE_TO.get(type(lasts(made))) != name:
                raise NotRead(0, "an effect on one of several targets")
        if isinstance(made, n.Adds) and made.who == n.ThatPlayer() and isinstance(self.trigger, n.DealsDamage):
            raise NotRead(0, "mana of another player than the one who was dealt damage")
        if n.Host() in inside(made) and any(
            isinstance(e, n.OwnerOf | n.ControllerOf) and e.object == n.This() for e in inside(made)
        ):
            raise NotRead(0, "an owner or controller of the source or of what it is attached to")
        if isinstance(made, n.DealDamage):
            made = to_others(made)
        if isinstance(made, n.DealDamage) and isinstance(made.amount, n.StatOf):
            return self.its_damage(said, made)
        if isinstance(made, n.GainControl) and made.who == n.You():
            return replace(made, who=None)  # None stands for the controller
        if isinstance(made, n.Mill) and isinstance(made.amount, n.Half) and not isinstance(made.who, n.TargetRef):
            return n.ForEachPlayer(made.who, (swap(made, made.who, n.ThatPlayer()),))
        return self.each_own(made, known)

    def shuffled(self, made: n.Shuffle) -> n.Shuffle:
        """One thing shuffled into the library of its owner."""
        same = isinstance(made.who, n.OwnerOf) and (made.who.object == made.object or self.is_source(made.who.object))
        if single(made) is None or not same:
            raise NotRead(0, "another owner's library, or those of several")
        return replace(made, who=n.OwnerOf(single(made)))

    def each_own(self, made: Any, known: dict[Term, Any]) -> Any:
        """What each of several players does as often as is said of "them": one player after the other."""
        who = getattr(made, "who", None) or getattr(made, "to", None)
        if not (
            isinstance(who, n.EachPlayer | n.Targets)
            and any(isinstance(e, Pointer) and e.what == "their" for e in known)
        ):
            return made
        if getattr(who, "other", False) or getattr(made, "with_last", False):
            raise NotRead(0, "each of several players, who is not the only one spoken of")
        return n.ForEachPlayer(who, (swap(made, who, n.ThatPlayer()),))

    def from_among(self, made: Any) -> Any:
        """Cards looked at, taken and put away: each of the others needs what was looked at or milled before."""
        if isinstance(made, n.LookAt):
            if self.pool == "looked at":
                raise NotRead(0, "cards looked at before the others are put somewhere")
            self.pool, self.kept_on_top = "looked at", False
        elif not self.pool or (self.pool == "milled" and isinstance(made, n.PutRest)):
            raise NotRead(0, "no cards that these are among")
        elif (self.pool == "exiled") != (isinstance(made, n.PutRest) and made.exiled):
            raise NotRead(0, "the others of cards that were not exiled, or not said to be so")
        elif isinstance(made, n.PutRest):
            if self.kept_on_top and made.place == "top":
                raise NotRead(0, "a card on top of the library, and others on top of that")
            self.pool = ""
        elif made.milled and self.pool != "milled":
            raise NotRead(0, "no cards that were milled")
        else:
            self.kept_on_top = made.to == "library"
            if self.kept_on_top and self.pool == "milled":
                raise NotRead(0, "a milled card put on top of the library")
            return replace(made, milled=self.pool == "milled")
        return made

    def check_rest(self, part: Any) -> None:
        """What happens later, or not always, takes no cards looked at before it and puts no rest of them away."""
        found = [e for e in inside(part) if isinstance(e, n.LookAt | n.ExileTopUntil | n.Take | n.PutRest)]
        outside = found and not isinstance(found[0], n.LookAt | n.ExileTopUntil)
        if outside and (isinstance(part, n.Delayed) or any(isinstance(e, n.PutRest) for e in found)):
            raise NotRead(0, "cards looked at that may be put nowhere")

    def copied(self) -> Any:
        """What was made, or the permanent that was exiled or moved: its copiable values as it was (608.2h)."""
        if not self.away or (
            isinstance(self.origin, n.TargetRef) and self.targets[self.origin.index].zone != "battlefield"
        ):
            return n.Result()
        if self.origin is None:
            raise NotRead(0, "a copy of something that is not on the battlefield any more")
        return self.origin

    def its_damage(self, said: Any, made: n.DealDamage) -> Any:
        """ "~ deals damage equal to its power": its own power, whatever else was named."""
        amount: Any = made.amount
        if not any(isinstance(leaf, Pointer) and leaf.what == "its" for leaf in inside(said.amount)):
            return made
        if amount.object == made.source or (self.is_source(amount.object) and self.is_source(made.source)):
            return made
        behind = [leaf.at for leaf in leaves_of(said.amount)] > [leaf.at for leaf in leaves_of(said.to)]
        if not isinstance(made.source, n.This) or behind:
            raise NotRead(0, "a power of something else than what deals the damage")
        return replace(made, amount=replace(amount, object=made.source))

    def is_source(self, ref: Any) -> bool:
        """Whether a reference is the source."""
        return isinstance(ref, n.This) or (isinstance(ref, n.That) and happens_to_source(self.trigger))

    def on_stack(self, ref: Any) -> bool:
        """Whether a reference is a spell or ability."""
        if isinstance(ref, n.TargetRef):
            return self.targets[ref.index].zone in ("stack", "battlefield or stack")
        return isinstance(ref, n.That) and isinstance(self.trigger, n.SpellCast)
