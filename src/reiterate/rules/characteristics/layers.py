"""The layers in full (613): every permanent at once, with timestamps and dependency (613.8a).

What a continuous effect writes in a layer, and what is read for whether and to what another one applies (613.8a).

Only a filter: words that don't meet show without a trial that there is no dependency. ``None``
stands for every word.

The layers in full (613): every permanent at once, with timestamps and dependency.

Used where some effect changes types, colours, abilities or base power and toughness in a way that
order matters. Positions without such effects take the short way in ``derived``, which gives the
same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from reiterate.amounts import Amount, identical
from reiterate.refusals import unsupported
from reiterate.rules.access import below_zero
from reiterate.rules.access.influence import sees
from reiterate.rules.characteristics.board_facts import hangs
from reiterate.rules.characteristics.layer_effects import (
    BY_WORDS,
    any_counts_each,
    both_paired,
    buried_activated,
    change_colors,
    change_types,
    chosen_filter,
    could_depend,
    fixed,
    gain_abilities,
    has_part_in,
    restrict,
    set_base,
    times_of,
)
from reiterate.rules.characteristics.printed_characteristics import (
    EVERY_TYPE,
    Characteristics,
    filter_holds,
    given_by_counters,
    printed,
)
from reiterate.state.model import BATTLEFIELD, EFFECTS, ONE, Ref, Row, State
from reiterate.state.normal_form import is_single
from reiterate.state.properties import HOST, ON, TIMES, TIMESTAMPS
from reiterate.terms.abilities import Activated, Keyword, Static
from reiterate.terms.base import Term, replace
from reiterate.terms.effects_continuous import (
    Become,
    Forbid,
    GainAbilities,
    GainKeywords,
    LoseKeywords,
    Pump,
    Require,
    SetBasePT,
    SwitchPT,
)
from reiterate.terms.meanings import each_counts
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Each, Filter, Host, Paired, This
from reiterate.terms.static_effects import (
    UNORDERED,
    Are,
    BasePT,
    CantDo,
    Defines,
    DoesntUntap,
    GrantAbilities,
    HasActivated,
    LoseAbilities,
    ModifyPT,
    NotType,
    TurnedAsThough,
)
from reiterate.terms.word_changes import BASIC_LANDS

# --- dependency ----------------------------------------------------------------------------------

Words: TypeAlias = "frozenset[str] | None"
NO_WORDS: Final[frozenset[str]] = frozenset()
Node = TypeVar("Node", bound=Hashable)


class Touch:
    """What one effect writes in a layer: ``words``, and whether it may take abilities away or replace them."""

    __slots__ = ("takes", "words")

    def __init__(self, words: Words, takes: bool) -> None:
        self.words = words
        self.takes = takes

    def leaves(self, read: frozenset[str]) -> bool:
        """Whether the effect writes none of the words read and takes no ability away."""
        return not self.takes and self.words is not None and not (self.words & read)


class Touched(Touch):
    """What several effects write in a layer, together."""

    __slots__ = ()

    def __init__(self, touches: Iterable[Touch]) -> None:
        words: set[str] = set()
        everything = takes = False
        for touch in touches:
            everything = everything or touch.words is None
            takes = takes or touch.takes
            words |= touch.words or NO_WORDS
        super().__init__(None if everything else frozenset(words), takes)


_TOUCHES: dict[tuple[Term, str], Touch] = {}
_READ: dict[Static, Words] = {}


def touches(effect: Term, layer: str) -> Touch:
    """What an effect writes in a layer: types and subtypes in layer 4, keywords in layer 6, sizes behind them."""
    found = _TOUCHES.get((effect, layer))
    if found is None:
        found = _TOUCHES[effect, layer] = _types(effect) if layer == "4" else _abilities(effect, layer)
    return found


def _types(effect: Term) -> Touch:
    """Layer 4: additions write their words; what replaces, takes away or is chosen may write each one (305.7)."""
    if not isinstance(effect, (Are, Become)):
        return Touch(None, takes=False)
    lands = any(subtype in BASIC_LANDS for subtype in effect.subtypes)
    chosen = isinstance(effect, Are) and bool(effect.chosen)
    if effect.instead or effect.retype or chosen or lands or EVERY_TYPE in effect.subtypes:
        return Touch(None, takes=True)
    return Touch(frozenset({*effect.types, *effect.subtypes}), takes=False)


def _abilities(effect: Term, layer: str) -> Touch:
    """Layer 6: what is gained writes the names of its keywords; what is lost may write each one."""
    if layer != "6":
        return Touch(NO_WORDS, takes=False)  # sizes: only conditions and comparisons read them
    if isinstance(effect, GainKeywords):
        return Touch(frozenset(effect.keywords), takes=False)
    if isinstance(effect, LoseKeywords):
        return Touch(None, takes=True)
    if isinstance(effect, (GrantAbilities, GainAbilities)):
        return Touch(frozenset(a.name for a in effect.abilities if isinstance(a, Keyword)), takes=False)
    return Touch(None, takes=True)


def read_words(ability: Static) -> Words:
    """The words that say whether and to what a static ability applies; None where conditions or numbers are read."""
    if ability not in _READ:
        subject = getattr(ability.effect, "subject", None)
        words: Words = NO_WORDS
        if isinstance(subject, Filter):
            words = _filter_words(subject)
        _READ[ability] = None if ability.condition is not None else words
    return _READ[ability]


def _filter_words(subject: Filter) -> Words:
    if subject.compare is not None or subject.chosen or subject.bare:
        return None
    subtypes = {*subject.subtypes, *subject.any_subtype, *subject.without_subtypes}
    types = {*subject.types, *subject.any_of, *subject.without_types}
    keywords = {subject.keyword, subject.without_keyword} - {""}
    return frozenset(subtypes | types | keywords)


def reached(behind: Mapping[Node, list[Node]], start: Node) -> set[Node]:
    """What an effect depends on, also through others."""
    nodes: set[Node] = set()
    todo = [start]
    while todo:
        for other in behind[todo.pop()]:
            if other not in nodes:
                nodes.add(other)
                todo.append(other)
    return nodes


# --- layers --------------------------------------------------------------------------------------

#: Number, what it changes, whether it is worked out: the layers in the order in which they apply (613.1, 613.4).
LAYERS: Final = (
    ("1", "copiable values", True),
    ("2", "control", True),
    ("3", "text", True),
    ("4", "types", True),
    ("5", "colours", True),
    ("6", "abilities", True),
    ("7a", "characteristic-defining power and toughness", True),
    ("7b", "base power and toughness", True),
    ("7c", "additions to power and toughness", True),
    ("7d", "switching power and toughness", True),
)

#: The layers of each effect of the language that has some. Layer 1 changes the copiable values of the class itself
#: (``effects_copies``), layer 2 its controller (``control``), layer 3 the text of the class (``text_changes``).
LAYERS_OF: Final[dict[type, tuple[str, ...]]] = {
    Are: ("4", "5", "6", "7b"),
    Become: ("4", "5", "6", "7b"),
    NotType: ("4",),
    GrantAbilities: ("6",),
    HasActivated: ("6",),
    GainAbilities: ("6",),
    LoseAbilities: ("6",),
    GainKeywords: ("6",),
    LoseKeywords: ("6",),
    Defines: ("7a",),
    BasePT: ("7b",),
    SetBasePT: ("7b",),
    ModifyPT: ("7c",),
    Pump: ("7c",),
    SwitchPT: ("7d",),
}

#: Effects that only restrict or permit; they apply after all layers (613.11).
AFTER: Final = (DoesntUntap, CantDo, Forbid, Require, TurnedAsThough)

#: The functions of ``evaluate`` that read a position: whether the condition of a static ability is true, what its
#: quantity is, and whether a comparison of numbers in a filter holds.
Holds: TypeAlias = Callable[[State, Static, int], bool]
Measure: TypeAlias = Callable[[State, int, Quantity], Amount]
Compares: TypeAlias = Callable[[State, Filter, int], bool]

#: No effect granted the ability: it is the object's own, and may define characteristics (604.3a).
OWN: Final = -2


class Item:
    """One continuous effect: what it does, whose, since when, and to what."""

    __slots__ = ("ability", "controller", "effect", "fixed", "given", "on", "source", "stamp", "started")

    def __init__(
        self, stamp: int, source: int, controller: int, effect: Term, ability: Static | None, fixed: tuple[int, ...]
    ) -> None:
        self.stamp = stamp
        self.source = source
        self.controller = controller
        self.effect = effect
        self.ability = ability
        self.fixed = fixed
        self.given = OWN  # 613.7a: the timestamp of the effect that granted the ability
        self.started = False  # 613.6: an effect that has begun to apply goes on in later layers
        self.on: list[int] = []  # what it has begun to apply to


class Layering:
    """The work of one derivation."""

    __slots__ = (
        "by_source",
        "compares",
        "holds",
        "items",
        "measure",
        "now",
        "order",
        "own",
        "present",
        "state",
        "steady",
    )

    def __init__(self, state: State, holds: Holds, measure: Measure, compares: Compares) -> None:
        self.state = state
        self.holds = holds
        self.measure = measure
        self.compares = compares
        self.now: dict[int, Characteristics] = {}
        self.own: set[int] = set()  # those whose characteristics are a copy that may be changed
        self.steady = True  # whether nothing is read but permanents and lasting effects themselves
        self.items: list[Item] = []
        self.present: set[str] = set()  # the layers in which any of them may have a part
        self.by_source: dict[int, list[Static]] = {}  # the static abilities among the effects, by their object
        self.order = {handle: i for i, handle in enumerate(state.seqs.get(TIMESTAMPS, ()))}

    def run(self) -> dict[int, Characteristics]:
        """The characteristics of every permanent."""
        for handle, row in self.state.rows.items():
            if row.cls.zone == BATTLEFIELD and row.cls.proto is not None:
                made = printed(row.cls)
                self.now[handle] = made
                self.state.view[handle] = made  # conditions and counts read what is known so far
        self.collect()
        for layer, _, _ in LAYERS:
            if layer in self.present:
                self.layer(layer)
        self.after()
        for handle, now in [*self.now.items()]:
            if now.base is not None and "creature" not in now.types:
                self.writable(handle).base = None  # 208.3
        return self.now

    def collect(self) -> None:
        """The effects in timestamp order (613.7): static abilities, lasting effects, then what classes carry."""
        order = self.order
        for handle, row in self.state.rows.items():
            if row.cls.zone == EFFECTS and row.cls.term is not None and _applies(row.cls.term):
                on = row.refs.get(ON)
                fixed = (on.row,) if isinstance(on, Ref) and on.row in self.now else ()
                own = handle if isinstance(row.cls.term, Pump) else -1
                item = Item(order.get(handle, len(order)), own, row.cls.controller, row.cls.term, None, fixed)
                for _ in range(_instances(row)):
                    self.add(item)
        for handle in self.now:
            self.of_source(handle, order.get(handle, -1))
        last = len(order) + 1
        for handle in self.now:
            self.counted(handle, len(order))
            for i, mark in enumerate(self.state.rows[handle].cls.marks):
                self.add(Item(last + i, -1, self.state.rows[handle].cls.controller, mark, None, (handle,)))

    def counted(self, handle: int, stamp: int) -> None:
        """The keywords that counters give a permanent (122.1b, 613.1f)."""
        for given in given_by_counters(self.state.rows[handle]):
            self.steady = False
            if self.holds(self.state, given, handle):
                self.add(Item(stamp, -1, self.state.rows[handle].cls.controller, given.effect, None, (handle,)))

    def add(self, item: Item) -> None:
        """One more effect."""
        self.items.append(item)
        self.present.update(_layers_of(item))

    def writable(self, handle: int) -> Characteristics:
        """The characteristics of a permanent as its own copy, for an effect that changes them."""
        now = self.now[handle]
        if handle not in self.own:
            now = self.now[handle] = self.state.view[handle] = now.copied()
            self.own.add(handle)
        return now

    def of_source(self, handle: int, stamp: int, given: int = OWN) -> None:
        """The static abilities that an object has now and that are not among the effects yet.

        in: the object's timestamp, and that of the effect that granted them: the later one is theirs (613.7a).
        """
        statics = self.now[handle].statics
        if not statics:
            return
        listed = self.by_source.setdefault(handle, [])
        known = list(listed)
        for ability in statics:
            if ability in known:
                known.remove(ability)  # the same ability may be there twice
            elif _applies(ability.effect):
                controller = self.state.rows[handle].cls.controller
                made = Item(max(stamp, given), handle, controller, ability.effect, ability, ())
                made.given = given
                self.late(made, stamp)
                self.add(made)
                listed.append(ability)

    def late(self, made: Item, stamp: int) -> None:
        """Refuse an ability granted to what has no timestamp here, where that may be later than another effect (613.7a)."""
        if made.given == OWN or stamp >= 0 or isinstance(made.effect, UNORDERED):
            return
        mine = {*_layers_of(made)}
        if any(i.stamp > made.stamp and i.ability is not None and mine & {*_layers_of(i)} for i in self.items):
            raise unsupported("rule-613.7a", "when a permanent that was granted a static ability entered", "613.7a")

    def layer(self, layer: str) -> None:
        """Apply one layer: characteristic-defining effects first, then by timestamp and dependency (613.3, 613.8)."""
        todo = self.of_layer(self.items, layer)
        touched = Touched(touches(item.effect, layer) for item in todo)
        while todo:
            item = self.next_of(todo, layer, touched)
            todo.remove(item)
            if not self.exists(item):
                continue
            before = len(self.items)
            item.on = self.affected(item)
            for handle in item.on:
                self.apply(item, layer, handle)
            item.started = True
            if layer in ("4", "6"):
                for handle in item.on:
                    self.of_source(handle, self.order.get(handle, -1), item.stamp)
                fresh = self.of_layer(self.items[before:], layer)
                if fresh:
                    todo = sorted([*todo, *fresh], key=_when)
                    touched = Touched(touches(item.effect, layer) for item in todo)

    def of_layer(self, items: list[Item], layer: str) -> list[Item]:
        """Those of the effects that have a part in a layer, by timestamp."""
        found = [i for i in items if layer in _layers_of(i) and has_part_in(i.effect, layer)]
        return sorted(found, key=_when)

    def next_of(self, todo: list[Item], layer: str, touched: Touched) -> Item:
        """The earliest effect that waits for no other one left (613.8b).

        What depends on another one waits for it, unless they form a loop.
        A loop that depends on nothing outside of it goes by timestamp among all the others.
        """
        behind: dict[Item, list[Item]] = {}
        return next(item for item in todo if not self.waits(item, todo, layer, touched, behind))

    def waits(self, item: Item, todo: list[Item], layer: str, touched: Touched, behind: dict[Item, list[Item]]) -> bool:
        """Whether an effect depends, also through others, on one that doesn't depend on it; ``behind`` keeps what is found."""
        ahead, asked = {item}, [item]
        while asked:
            one = asked.pop()
            if one not in behind:
                behind[one] = self.before(one, todo, layer, touched)
            if not behind[one] and one is not item:
                return True
            fresh = [other for other in behind[one] if other not in ahead]
            ahead.update(fresh)
            asked += fresh
        return any(item not in reached(behind, other) for other in ahead if other is not item)

    def before(self, item: Item, todo: list[Item], layer: str, touched: Touched) -> list[Item]:
        """The effects that are left on which one depends."""
        if len(todo) == 1 or not could_depend(item.effect, layer) or self.apart(item, touched, layer):
            return []
        return [other for other in todo if other is not item and self.depends(item, other, layer)]

    def apart(self, item: Item, touched: Touched, layer: str) -> bool:
        """Whether nothing that the effects of a layer touch is read for whether or to what this one applies."""
        if layer not in BY_WORDS or isinstance(item.effect, Defines):
            return False
        if item.started or item.ability is None:
            return True
        words = read_words(item.ability)
        return words is not None and touched.leaves(words) and self.exists(item)

    def depends(self, item: Item, other: Item, layer: str) -> bool:
        """Whether applying ``other`` first would change whether or to what ``item`` applies (613.8a), by trial.

        What has begun to apply, and what was fixed as it began, depends on nothing (613.6, 611.2c).
        The trial is left out where the words that ``item`` reads are not among those that ``other``
        writes.
        """
        if not self.exists(other) or (layer in BY_WORDS and (item.started or item.ability is None)):
            return False
        existed, does = self.exists(item), self.does(item, layer)
        if layer in BY_WORDS and not isinstance(item.effect, Defines):
            words, touch = read_words(item.ability) if item.ability is not None else None, touches(other.effect, layer)
            if words is not None and existed and touch.leaves(words):
                return False
        applied = self.affected(item)
        kept = {handle: self.writable(handle) for handle in self.affected(other)}
        for handle, was in kept.items():
            self.now[handle] = self.state.view[handle] = was.copied()
            self.apply(other, layer, handle)
        changed = self.exists(item) != existed or self.affected(item) != applied
        changed = changed or not all(map(identical, self.does(item, layer), does))
        for handle, was in kept.items():
            self.now[handle] = was
            self.state.view[handle] = was
        return changed

    def does(self, item: Item, layer: str) -> tuple[Amount, ...]:
        """How much an effect would add or define now, where that reads sizes, which effects of its own layer change."""
        effect = item.effect
        if (
            layer not in ("7a", "7b", "7c")
            or not isinstance(effect, (ModifyPT, Defines))
            or not could_depend(effect, layer)
        ):
            return ()
        parts: tuple[Any, ...] = (effect.power, effect.toughness)
        return tuple(0 if part is None else self.measure(self.state, item.source, part) for part in parts)

    def exists(self, item: Item) -> bool:
        """Whether the ability that makes the effect is still there, and its condition true."""
        if item.ability is None or item.started:
            return True
        if item.ability not in self.now[item.source].statics:
            return False
        self.steady = self.steady and item.ability.condition is None
        return self.holds(self.state, item.ability, item.source)

    def affected(self, item: Item) -> list[int]:
        """The permanents that an effect applies to now: the same in all its layers (613.6)."""
        if item.started:
            return item.on
        if item.ability is None:
            named = getattr(item.effect, "object", None)
            if isinstance(named, Each):  # 611.2c: it changes the rules, and its set is not fixed
                return [h for h in self.now if self.fits(item, named.filter, h)]
            return [h for h in item.fixed if h in self.now]
        subject = getattr(item.effect, "subject", This())
        if isinstance(subject, This):
            return [item.source]
        if isinstance(subject, Host):
            ref = self.state.rows[item.source].refs.get(HOST)
            return [ref.row] if isinstance(ref, Ref) and ref.row in self.now else []
        if isinstance(subject, Paired):
            return [handle for handle in both_paired(self.state, item.source) if handle in self.now]
        assert isinstance(subject, Filter)
        return [h for h in self.now if self.fits(item, subject, h)]

    def fits(self, item: Item, subject: Filter, handle: int) -> bool:
        """Whether a permanent, as it is at this point, is in the set of an effect."""
        self.steady = False
        row = self.state.rows[handle]
        if subject.another and handle == item.source and is_single(row.n):
            return False
        if not sees(self.state, item.controller, handle):  # 801.10
            return False
        wanted = chosen_filter(subject, self.state.rows[item.source]) if subject.chosen else subject
        if wanted.hung:
            if not hangs(self.state, wanted, handle, lambda at: self.now[at].subtypes):
                return False
            wanted = replace(wanted, hung="")
        if not filter_holds(wanted, row, self.now[handle], item.controller):
            return False
        return subject.compare is None or self.compares(self.state, subject, handle)

    # what each effect does in a layer

    def apply(self, item: Item, layer: str, handle: int) -> None:
        """Apply an effect's part of a layer to one permanent."""
        effect = item.effect
        now = self.writable(handle)
        self.steady = self.steady and layer in _OF_CLASSES
        match layer:
            case "4":
                change_types(now, effect, self.state.rows.get(item.source))
            case "5":
                change_colors(now, effect, self.state.rows.get(item.source))
            case "6":
                self.abilities(item, now, handle)
            case "7a" | "7b" if isinstance(effect, Defines):
                base = now.base or (0, 0)
                now.base = (self._defined(item, effect.power, base[0]), self._defined(item, effect.toughness, base[1]))
            case "7b":
                set_base(now, effect, self.state.rows[handle])
            case "7c" if isinstance(effect, Pump):
                times = self.state.rows[item.source].get(TIMES)
                now.add = (now.add[0] + times * fixed(effect.power), now.add[1] + times * fixed(effect.toughness))
            case "7c":
                assert isinstance(effect, ModifyPT)
                times = times_of(self.state, item.source, handle, effect.subject)
                up, out = effect.power, effect.toughness
                times = -times if effect.minus else times
                now.add = (
                    now.add[0] + times * below_zero.result(up, self.measure(self.state, item.source, up)),
                    now.add[1] + times * below_zero.result(out, self.measure(self.state, item.source, out)),
                )
            case "7d":
                now.switched = not now.switched

    def _defined(self, item: Item, value: Any, otherwise: Amount) -> Amount:
        return otherwise if value is None else self.measure(self.state, item.source, value)

    def taken(self, handle: int, gone: Collection[str]) -> None:
        """Refuse to take keywords, or with none named all, from what has them by counters: when those were put there is not known (613.7c)."""
        for given in given_by_counters(self.state.rows[handle]):
            words = {a.name for a in getattr(given.effect, "abilities", ()) if isinstance(a, Keyword)}
            if (not gone or words & {*gone}) and self.holds(self.state, given, handle):
                raise unsupported("rule-613.7c", "a keyword counter on what loses that keyword", "613.7c")

    def reaching(self) -> list[tuple[Row, Are]]:
        """The effects that have changed what cards in all zones are, each with its source: layers 4 and 5 are behind (613.6)."""
        begun = ((item.source, item.effect) for item in self.items if item.started and item.source >= 0)
        return [(self.state.rows[at], made) for at, made in begun if isinstance(made, Are) and made.everywhere]

    def abilities(self, item: Item, now: Characteristics, handle: int) -> None:
        """Layer 6: abilities gained and lost."""
        effect = item.effect
        if isinstance(effect, (GrantAbilities, GainAbilities)):
            abilities: Any = effect.abilities
            if item.source >= 0 and not is_single(self.state.rows[item.source].n) and any_counts_each(abilities):
                raise unsupported("rule-group-static", "a group of permanents that grant such an ability", "613.1f")
            gain_abilities(now, abilities)
        elif isinstance(effect, HasActivated):
            self.steady = False
            gain_abilities(now, buried_activated(self.state, effect, item.controller, self.reaching()))
        elif isinstance(effect, GainKeywords):
            now.keywords |= set(effect.keywords)
            gain_abilities(now, tuple(Keyword(k) for k in effect.keywords))
        elif isinstance(effect, LoseKeywords) or (isinstance(effect, LoseAbilities) and effect.keywords):
            gone = set(effect.keywords)
            self.taken(handle, gone)
            now.keywords -= gone
            now.set_abilities(tuple(a for a in now.abilities if not (isinstance(a, Keyword) and a.name in gone)))
        elif isinstance(effect, LoseAbilities) or getattr(effect, "clear", False):
            self.taken(handle, ())
            now.keywords = frozenset()
            now.set_abilities(())
        if isinstance(effect, (Are, Become)) and effect.abilities:
            gain_abilities(now, effect.abilities)

    def after(self) -> None:
        """Restrictions and permissions, which see the final characteristics (613.11)."""
        for item in self.items:
            effect = item.effect
            if not isinstance(effect, AFTER) or not self.exists(item):
                continue
            for handle in self.affected(item):
                restrict(self.writable(handle), effect)


#: Instances of one ability that an object may gain.
INSTANCES: Final = 100


def _instances(row: Row) -> int:
    """How often a lasting effect applies to its object: alike effects on one object are one row, and each gives its abilities (113.2c).

    Of most keywords, and of what may be activated at any time, further instances change nothing that is asked here.
    """
    on, term = row.refs.get(ON), row.cls.term
    if is_single(row.n) or not isinstance(term, GainAbilities) or not isinstance(on, Ref) or on.mode != ONE:
        return 1
    if not any(each_counts(each) or (isinstance(each, Activated) and each.limit) for each in term.abilities):
        return 1
    if type(row.n) is not int or row.n > INSTANCES:
        raise unsupported("rule-113.2c", "ever more instances of one ability on an object", "113.2c")
    return row.n


#: The layers in which effects change what classes say, and no amounts.
_OF_CLASSES: Final = ("4", "5", "6")


def _layers_of(item: Item) -> tuple[str, ...]:
    """The layers of an effect; what an effect granted defines nothing, but sets power and toughness (604.3a, 613.4b)."""
    if item.given != OWN and isinstance(item.effect, Defines):
        return ("7b",)
    return LAYERS_OF.get(type(item.effect), ())


def _applies(effect: Term) -> bool:
    """Whether an effect applies in a layer or behind them."""
    return type(effect) in LAYERS_OF or isinstance(effect, AFTER)


def _when(item: Item) -> tuple[int, int]:
    """The place of an effect by timestamp; abilities of one object that were granted to it keep their order (613.7a)."""
    return (item.stamp, item.given)
