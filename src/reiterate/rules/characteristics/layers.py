"""The layers in full (613): every permanent at once, with timestamps and dependency.

Used where some effect changes types, colours, abilities or base power and toughness in a way that order matters.
Positions without such effects take the short way in ``chars``, which gives the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from reiterate.amounts import Amount, identical
from reiterate.refusals import unsupported
from reiterate.rules.access import below_zero
from reiterate.rules.access.influence import sees
from reiterate.rules.characteristics.continuous_effects import TIMES
from reiterate.rules.characteristics.dependency import Touched, reached, read_words, touches
from reiterate.rules.characteristics.printed_characteristics import (
    CREATURE_TYPES,
    EVERY_TYPE,
    LAND_TYPES,
    Chars,
    filter_holds,
    mana_value,
    printed,
    proto_of,
)
from reiterate.state.model import BATTLEFIELD, EACH, EFFECTS, ORDER, Ref, Row, State
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import Ability, Term, walk
from reiterate.terms.conditions import StatIs
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
from reiterate.terms.filters import Filter
from reiterate.terms.meanings import each_counts
from reiterate.terms.quantities import ColorsAmong, CountOf, Fixed, Greatest, HeldByChosen, Quantity, StatOf
from reiterate.terms.references import Host, This
from reiterate.terms.static_effects import (
    UNORDERED,
    Are,
    BasePT,
    CantDo,
    Defines,
    DoesntUntap,
    GrantAbilities,
    LoseAbilities,
    ModifyPT,
    NotType,
    TurnedAsThough,
)
from reiterate.terms.symbols import COLORS
from reiterate.terms.word_changes import BASIC_LANDS, intrinsic_ability

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
#: (``copies``), layer 2 its controller (``control``), layer 3 the text that the class then has (``texts``).
LAYERS_OF: Final[dict[type, tuple[str, ...]]] = {
    Are: ("4", "5", "6", "7b"),
    Become: ("4", "5", "6", "7b"),
    NotType: ("4",),
    GrantAbilities: ("6",),
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

#: The functions of ``chars`` that read a position: is a static ability's condition true, what is its quantity, and
#: does a comparison of numbers in a filter hold.
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

    __slots__ = ("by_source", "compares", "holds", "items", "measure", "now", "order", "state")

    def __init__(self, state: State, holds: Holds, measure: Measure, compares: Compares) -> None:
        self.state = state
        self.holds = holds
        self.measure = measure
        self.compares = compares
        self.now: dict[int, Chars] = {}
        self.items: list[Item] = []
        self.by_source: dict[int, list[Static]] = {}  # the static abilities among the effects, by their object
        self.order = {handle: i for i, handle in enumerate(state.seqs.get(ORDER, ()))}

    def run(self) -> dict[int, Chars]:
        """The characteristics of every permanent."""
        for handle, row in self.state.rows.items():
            if row.cls.zone == BATTLEFIELD and row.cls.proto is not None:
                made = printed(row.cls).copied()
                self.now[handle] = made
                self.state.view[handle] = made  # conditions and counts read what is known so far
        self.collect()
        for layer, _, _ in LAYERS:
            self.layer(layer)
        self.after()
        return self.now

    def collect(self) -> None:
        """The effects in timestamp order (613.7): static abilities, lasting effects, then what classes carry."""
        order = self.order
        for handle, row in self.state.rows.items():
            if row.cls.zone == EFFECTS and row.cls.term is not None and type(row.cls.term) in _LASTING:
                on = row.refs.get("on")
                fixed = (on.row,) if isinstance(on, Ref) and on.row in self.now else ()
                own = handle if isinstance(row.cls.term, Pump) else -1
                self.items.append(
                    Item(order.get(handle, len(order)), own, row.cls.controller, row.cls.term, None, fixed)
                )
        for handle in self.now:
            self.of_source(handle, order.get(handle, -1))
        last = len(order) + 1
        for handle in self.now:
            for i, mark in enumerate(self.state.rows[handle].cls.marks):
                self.items.append(Item(last + i, -1, self.state.rows[handle].cls.controller, mark, None, (handle,)))

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
            elif type(ability.effect) in LAYERS_OF or isinstance(ability.effect, AFTER):
                controller = self.state.rows[handle].cls.controller
                made = Item(max(stamp, given), handle, controller, ability.effect, ability, ())
                made.given = given
                self.late(made, stamp)
                self.items.append(made)
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
        found = [i for i in items if layer in _layers_of(i) and _does(i.effect, layer)]
        return sorted(found, key=_when)

    def next_of(self, todo: list[Item], layer: str, touched: Touched) -> Item:
        """The earliest effect that depends on no other one left (613.8b).

        Where each one depends on another one, some form a loop: the earliest of those that depend on nothing
        outside of their loop applies, by its timestamp.
        """
        if len(todo) == 1:
            return todo[0]
        for item in todo:
            if not could_depend(item.effect, layer) or self.apart(item, touched, layer):
                return item
            if not any(self.depends(item, o, layer) for o in todo if o is not item):
                return item
        behind = {item: [o for o in todo if o is not item and self.depends(item, o, layer)] for item in todo}
        return next(item for item in todo if all(item in reached(behind, o) for o in reached(behind, item)))

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

        What has begun to apply, and what was fixed as it began, depends on nothing (613.6, 611.2c). The trial is left
        out where the words that ``item`` reads are not among those that ``other`` writes.
        """
        if not self.exists(other) or (layer in BY_WORDS and (item.started or item.ability is None)):
            return False
        existed, does = self.exists(item), self.does(item, layer)
        if layer in BY_WORDS and not isinstance(item.effect, Defines):
            words, touch = read_words(item.ability) if item.ability is not None else None, touches(other.effect, layer)
            if words is not None and existed and touch.leaves(words):
                return False
        applied = self.affected(item)
        kept = {handle: self.now[handle] for handle in self.affected(other)}
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
        return self.holds(self.state, item.ability, item.source)

    def affected(self, item: Item) -> list[int]:
        """The permanents that an effect applies to now: the same in all its layers (613.6)."""
        if item.started:
            return item.on
        if item.ability is None:
            return [h for h in item.fixed if h in self.now]
        subject = getattr(item.effect, "subject", This())
        if isinstance(subject, This):
            return [item.source]
        if isinstance(subject, Host):
            ref = self.state.rows[item.source].refs.get("host")
            return [ref.row] if isinstance(ref, Ref) and ref.row in self.now else []
        assert isinstance(subject, Filter)
        return [h for h in self.now if self.fits(item, subject, h)]

    def fits(self, item: Item, subject: Filter, handle: int) -> bool:
        """Whether a permanent, as it is at this point, is in the set of an effect."""
        row = self.state.rows[handle]
        if subject.another and handle == item.source and _single(row):
            return False
        if not sees(self.state, item.controller, handle):  # 801.10
            return False
        wanted = chosen_filter(subject, self.state.rows[item.source])
        if not filter_holds(wanted, row, self.now[handle], item.controller):
            return False
        return subject.compare is None or self.compares(self.state, subject, handle)

    # what each effect does in a layer

    def apply(self, item: Item, layer: str, handle: int) -> None:
        """Apply an effect's part of a layer to one permanent."""
        effect = item.effect
        now = self.now[handle]
        match layer:
            case "4":
                _types(now, effect, self.state.rows.get(item.source))
            case "5":
                _colors(now, effect, self.state.rows.get(item.source))
            case "6":
                self.abilities(item, now, handle)
            case "7a" | "7b" if isinstance(effect, Defines):
                base = now.base or (0, 0)
                now.base = (self._defined(item, effect.power, base[0]), self._defined(item, effect.toughness, base[1]))
            case "7b":
                _base(now, effect, self.state.rows[handle])
            case "7c" if isinstance(effect, Pump):
                times = self.state.rows[item.source].get(TIMES)
                now.add = (now.add[0] + times * _fixed(effect.power), now.add[1] + times * _fixed(effect.toughness))
            case "7c":
                assert isinstance(effect, ModifyPT)
                times = times_of(self.state, item.source, handle, effect.subject)
                up, out = effect.power, effect.toughness
                now.add = (
                    now.add[0] + times * below_zero.result(up, self.measure(self.state, item.source, up)),
                    now.add[1] + times * below_zero.result(out, self.measure(self.state, item.source, out)),
                )
            case "7d":
                now.switched = not now.switched

    def _defined(self, item: Item, value: Any, otherwise: Amount) -> Amount:
        return otherwise if value is None else self.measure(self.state, item.source, value)

    def abilities(self, item: Item, now: Chars, handle: int) -> None:
        """Layer 6: abilities gained and lost."""
        effect = item.effect
        if isinstance(effect, (GrantAbilities, GainAbilities)):
            abilities: Any = effect.abilities
            if item.source >= 0 and not _single(self.state.rows[item.source]) and _each_counts(abilities):
                raise unsupported("rule-group-static", "a group of permanents that grant such an ability", "613.1f")
            _gain(now, abilities)
        elif isinstance(effect, GainKeywords):
            now.keywords |= set(effect.keywords)
            _gain(now, tuple(Keyword(k) for k in effect.keywords))
        elif isinstance(effect, LoseKeywords) or (isinstance(effect, LoseAbilities) and effect.keywords):
            gone = set(effect.keywords)
            now.keywords -= gone
            now.set_abilities(tuple(a for a in now.abilities if not (isinstance(a, Keyword) and a.name in gone)))
        elif isinstance(effect, LoseAbilities) or getattr(effect, "clear", False):
            now.keywords = frozenset()
            now.set_abilities(())
        if isinstance(effect, (Are, Become)) and effect.abilities:
            _gain(now, effect.abilities)

    def after(self) -> None:
        """Restrictions and permissions, which see the final characteristics (613.11)."""
        for item in self.items:
            effect = item.effect
            if not isinstance(effect, AFTER) or not self.exists(item):
                continue
            for handle in self.affected(item):
                restrict(self.now[handle], effect)


#: The layers of which the words that effects read and write show without a trial that there is no dependency.
BY_WORDS: Final = ("4", "6", "7b")


def could_depend(effect: Term, layer: str) -> bool:
    """Whether another effect of a layer could change what an effect applies to or does (613.8a), by what the effect reads."""
    subject = getattr(effect, "subject", None)
    if layer == "7d":
        return False
    if layer == "5":
        return isinstance(subject, Filter) and bool(
            subject.colors or subject.without_colors or subject.colorless or subject.chosen
        )
    if layer in ("7a", "7c") or isinstance(effect, Defines):
        return (isinstance(subject, Filter) and subject.compare is not None) or _reads_size(effect)
    return True


_READS_SIZE: dict[Term, bool] = {}


def _reads_size(effect: Term) -> bool:
    """Whether an amount of an effect reads power or toughness of permanents."""
    known = _READS_SIZE.get(effect)
    if known is None:
        found: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (Greatest, StatOf)) or (isinstance(node, Filter) and node.compare is not None):
                found.append(node)

        walk(effect, visit)
        known = _READS_SIZE[effect] = bool(found)
    return known


def _layers_of(item: Item) -> tuple[str, ...]:
    """The layers of an effect; what an effect granted defines nothing, but sets power and toughness (604.3a, 613.4b)."""
    if item.given != OWN and isinstance(item.effect, Defines):
        return ("7b",)
    return LAYERS_OF.get(type(item.effect), ())


def _when(item: Item) -> tuple[int, int]:
    """The place of an effect by timestamp; abilities of one object that were granted to it keep their order (613.7a)."""
    return (item.stamp, item.given)


_LASTING: Final = (Become, GainAbilities, GainKeywords, LoseKeywords, SetBasePT, SwitchPT, Forbid, Require, Pump)


def _fixed(value: Quantity) -> int:
    assert isinstance(value, Fixed)  # ``until`` puts down what an amount was as the effect began
    return value.value


def restrict(now: Chars, effect: Term) -> None:
    """One restriction or permission on one object."""
    if isinstance(effect, DoesntUntap):
        now.no_untap = True
    elif isinstance(effect, (CantDo, Forbid)):
        now.cant |= {effect.what}
    elif isinstance(effect, Require):
        now.must |= {effect.what}
    elif isinstance(effect, TurnedAsThough):
        now.turned |= {effect.what}


def chosen_filter(subject: Filter, source: Row) -> Filter:
    """A filter with what was chosen as its source entered put in."""
    if not subject.chosen:
        return subject
    word = source.cls.prop(f"chosen.{subject.chosen}", "")
    if not isinstance(word, str) or not word:
        raise unsupported("rule-607", f"no {subject.chosen} was chosen for {proto_of(source.cls).name}", "607.2d")
    return with_choice(subject, word)


def with_choice(subject: Filter, word: str) -> Filter:
    """A filter on the chosen type or colour with that type or colour."""
    values = {f: getattr(subject, f) for f in Filter.__slots__}
    key = "subtypes" if subject.chosen == "type" else "colors"
    values[key] = (*values[key], word)
    values["chosen"] = ""
    return Filter(**values)


def _single(row: Row) -> bool:
    return type(row.n) is int and row.n == 1


def times_of(state: State, source: int, handle: int, subject: object) -> Amount:
    """How many members of the source's group affect each member of ``handle``'s."""
    members = state.rows[source].n
    if isinstance(subject, Filter):
        return members - 1 if subject.another and source == handle else members
    return members if on_one_host(state, source, subject) else 1


def on_one_host(state: State, source: int, subject: object) -> bool:
    """Whether all members of a source's group are attached to the same object, which their effects are about."""
    ref = state.rows[source].refs.get("host") if isinstance(subject, Host) else None
    return isinstance(ref, Ref) and ref.mode != EACH


def _does(effect: Term, layer: str) -> bool:
    """Whether an effect of several layers has a part in this one."""
    if isinstance(effect, Are):
        parts = {
            "4": bool(effect.types or effect.subtypes or effect.chosen == "type"),
            "5": bool(effect.colors) or effect.chosen == "color" or effect.sets_colors,
            "6": effect.clear or bool(effect.abilities),
            "7b": effect.power is not None or bool(effect.size),
        }
        return parts.get(layer, False)
    if isinstance(effect, Become):
        parts = {
            "4": bool(effect.types or effect.subtypes),
            "5": effect.colors is not None,
            "6": effect.clear or bool(effect.abilities),
            "7b": effect.power is not None,
        }
        return parts.get(layer, False)
    return True


def _each_counts(abilities: tuple[Ability, ...]) -> bool:
    """Whether it matters how often abilities are granted."""
    return any(each_counts(ability) for ability in abilities)


def _gain(now: Chars, abilities: tuple[Ability, ...]) -> None:
    now.keywords |= {a.name for a in abilities if isinstance(a, Keyword)}
    now.set_abilities((*now.abilities, *abilities))


def _chosen(effect: Term, source: Row | None, what: str) -> tuple[str, ...]:
    if getattr(effect, "chosen", "") != what or source is None:
        return ()
    word = source.cls.prop(f"chosen.{what}", "")
    if not isinstance(word, str) or not word:
        raise unsupported("rule-607", f"no {what} was chosen for {proto_of(source.cls).name}", "607.2d")
    return (word,)


def _types(now: Chars, effect: Term, source: Row | None) -> None:
    """Layer 4, with the mana abilities that basic land types bring and the abilities they take (305.6, 305.7)."""
    if isinstance(effect, NotType):
        now.types = tuple(t for t in now.types if t != effect.type)
        return
    assert isinstance(effect, (Are, Become))
    subtypes = (*effect.subtypes, *_chosen(effect, source, "type"))
    lands = tuple(t for t in subtypes if t in BASIC_LANDS)
    if effect.instead and lands and effect.types in ((), ("land",)):
        kept = tuple(t for t in now.subtypes if t in _creature_like(now)) if not effect.types else ()
        now.types = effect.types or now.types
        now.subtypes = (*kept, *subtypes)
        now.set_abilities(tuple(intrinsic_ability(t) for t in lands))
        now.keywords = frozenset()
        return
    if effect.instead:  # 205.1a: without new card types only subtypes of the same kind are replaced
        kept = tuple(t for t in now.subtypes if _keeps(t, effect.types or now.types, subtypes))
        now.types = effect.types or now.types
        now.subtypes = (*kept, *subtypes)
    else:
        now.types = (*now.types, *(t for t in effect.types if t not in now.types))
        if effect.retype:
            now.subtypes = tuple(t for t in now.subtypes if t not in CREATURE_TYPES and t != EVERY_TYPE)
        now.subtypes = (*now.subtypes, *(t for t in subtypes if t not in now.subtypes))
    if lands:
        now.set_abilities((*now.abilities, *(a for a in map(intrinsic_ability, lands) if a not in now.abilities)))


def _keeps(subtype: str, types: tuple[str, ...], given: tuple[str, ...]) -> bool:
    """Whether a subtype stays where card types or subtypes are set (205.1a): with its card type, unless its kind is set."""
    if subtype in CREATURE_TYPES or subtype == EVERY_TYPE:
        return bool({"creature", "kindred"} & {*types}) and not any(t in CREATURE_TYPES for t in given)
    if subtype in LAND_TYPES:
        return "land" in types and not any(t in LAND_TYPES for t in given)
    return bool({"artifact", "enchantment", "planeswalker", "instant", "sorcery"} & {*types})


def _creature_like(now: Chars) -> set[str]:
    return {t for t in now.subtypes if t not in LAND_TYPES}


def _colors(now: Chars, effect: Term, source: Row | None) -> None:
    """Layer 5: colours set or added."""
    colors = tuple(getattr(effect, "colors", None) or ()) + _chosen(effect, source, "color")
    added = isinstance(effect, Become) and effect.more_colors
    if isinstance(effect, Are):
        added = not (effect.instead or effect.sets_colors)
    both = {*now.colors, *colors} if added else set(colors)
    now.colors = tuple(c for c in COLORS if c in both)


def _base(now: Chars, effect: Term, row: Row) -> None:
    """Layer 7b: base power and toughness set."""
    if isinstance(effect, Are) and effect.size == "mana value":
        value = mana_value(proto_of(row.cls))
        now.base = (value, value)
        return
    power, toughness = getattr(effect, "power", None), getattr(effect, "toughness", None)
    base = now.base or (0, 0)
    now.base = (base[0] if power is None else power, base[1] if toughness is None else toughness)


_READS_OTHERS: dict[Term, bool] = {}


def reads_others(ability: Static) -> bool:
    """Whether an amount or condition reads colours, keywords, power or toughness of permanents, its own among them.

    Or whether it grants static abilities, which may affect any other permanent (604.3, 613.1f).
    """
    known = _READS_OTHERS.get(ability)
    if known is None:
        found: list[Term] = []

        def visit(node: Term) -> None:
            of = node.filter if isinstance(node, (CountOf, HeldByChosen)) else None
            keyworded = isinstance(of, Filter) and (of.keyword or of.without_keyword or of.bare)
            if keyworded or isinstance(node, (ColorsAmong, Greatest, StatOf, StatIs)):
                found.append(node)

        def visit_condition(node: Term) -> None:
            if isinstance(node, Filter) and (
                node.keyword or node.without_keyword or node.bare or node.compare is not None
            ):
                found.append(node)
            visit(node)

        walk(ability.condition, visit_condition)
        if isinstance(ability.effect, (ModifyPT, BasePT)):
            walk(ability.effect, visit)
        elif isinstance(ability.effect, GrantAbilities):
            found += [given for given in ability.effect.abilities if isinstance(given, Static)]
        known = _READS_OTHERS[ability] = bool(found)
    return known


_SIZED: dict[Static, bool] = {}


def reads_sizes(ability: Static) -> bool:
    """Whether the condition of a static ability reads power or toughness, which no layer but the last knows."""
    known = _SIZED.get(ability)
    if known is None:
        found: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (StatIs, StatOf, Greatest)) or (isinstance(node, Filter) and node.compare is not None):
                found.append(node)

        walk(ability.condition, visit)
        known = _SIZED[ability] = bool(found)
    return known
