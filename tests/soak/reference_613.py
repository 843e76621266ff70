"""Characteristics by a slow reference, written from rule 613 alone: every effect, in the stated order, no shortcuts.

It imports the state and the terms and no rules code. Rows are read as the groups that they are. What it doesn't cover (conditions
and amounts that read derived characteristics, some subtypes, amounts that are no plain numbers) raises ``Beyond``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from reiterate.state.model import BATTLEFIELD, EFFECTS, Gone, Ref, Row, State, player
from reiterate.state.properties import PAIR, TIMESTAMPS
from reiterate.terms import language as n
from reiterate.terms.base import defaults, replace
from reiterate.terms.vocabulary import LAND_TYPES, NAMED
from reiterate.terms.word_changes import BASIC_LANDS

#: 613.1 and 613.4: the layers in which characteristics change (copies, control and text are in the classes of rows).
LAYERS: Final = ("4", "5", "6", "7a", "7b", "7c", "7d")
#: 122.1b: the keywords that a keyword counter can be. Of exalted each instance counts, and decayed has no word here.
COUNTED: Final = frozenset(
    (
        "flying",
        "first strike",
        "double strike",
        "deathtouch",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "shadow",
        "trample",
        "vigilance",
    )
)
_UNCOUNTED: Final = ("decayed", "exalted")
_SPENT: Final = 4_000


class Beyond(Exception):
    """What the reference doesn't work out."""


@dataclass
class Thing:
    """A permanent on its way through the layers."""

    types: set[str]
    subtypes: set[str]
    supertypes: set[str]
    colors: set[str]
    abilities: list[Any]
    base: tuple[int, int] | None
    power: int = 0
    toughness: int = 0
    switched: bool = False

    @property
    def keywords(self) -> set[str]:
        """The names of its keyword abilities."""
        return {a.name for a in self.abilities if isinstance(a, n.Keyword)}

    def copied(self) -> Thing:
        """A copy to try something on."""
        return Thing(
            set(self.types),
            set(self.subtypes),
            set(self.supertypes),
            set(self.colors),
            list(self.abilities),
            self.base,
            self.power,
            self.toughness,
            self.switched,
        )

    def size(self) -> tuple[int, int] | None:
        """Power and toughness of a permanent, None where it has none: what is no creature has none, whatever is printed (208.3)."""
        if self.base is None or "creature" not in self.types:
            return None
        found = (self.base[0] + self.power, self.base[1] + self.toughness)
        return found[::-1] if self.switched else found


@dataclass
class Made:
    """A continuous effect: since when, whose, by which ability (None: of a spell or ability that resolved), on what."""

    stamp: tuple[int, int]
    source: int
    controller: int
    effect: Any
    ability: Any = None
    on: tuple[int, ...] = ()
    times: int = 1
    started: list[int] | None = field(default=None)


#: The fields of a set that ``_is`` reads. One that says anything in another field is beyond the reference.
_READ_OF_SETS: Final = frozenset(
    (
        "types",
        "any_of",
        "without_types",
        "supertypes",
        "without_supertypes",
        "subtypes",
        "any_subtype",
        "without_subtypes",
        "colors",
        "without_colors",
        "colorless",
        "token",
        "named",
        "controller",
        "another",
        "tapped",
        "keyword",
        "without_keyword",
        "counter",
        "without_name",
        "attacking",
        "fresh",
    )
)


def whole(amount: object) -> int:
    """A plain number."""
    if type(amount) is not int:
        raise Beyond("an amount that is no plain number")
    return amount


def characteristics(state: State) -> dict[int, Thing]:
    """Every permanent's characteristics after all layers. Raises ``Beyond``."""
    return _Layers(state).run()


class _Layers:
    """One derivation."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.order = {handle: i for i, handle in enumerate(state.seqs.get(TIMESTAMPS, ()))}
        self.now: dict[int, Thing] = {}
        self.made: list[Made] = []
        self.spent = 0

    def run(self) -> dict[int, Thing]:
        """All layers, one after the other."""
        for handle, row in self.state.rows.items():
            if row.cls.zone == BATTLEFIELD and row.cls.proto is not None:
                self.now[handle] = _printed(row.cls.proto)
        for handle, row in self.state.rows.items():
            self._lasting(handle, row)
        self._statics()
        for layer in LAYERS:
            if layer == "7c":
                self._counters()
            self._layer(layer)
        return self.now

    def _lasting(self, handle: int, row: Row) -> None:
        """Effects of what resolved: rows of their own, and those that a class carries, which are the newest (613.7b)."""
        if row.cls.zone == EFFECTS and row.cls.kind == "effect" and row.cls.term is not None:
            on = row.refs.get("on")
            rows = (on.row,) if isinstance(on, Ref) and on.row in self.now else ()
            times = whole(row.num.get("times", 1))
            stamp = (self.order.get(handle, len(self.order)), 0)
            self.made.append(Made(stamp, -1, row.cls.controller, row.cls.term, None, rows, times))
        if handle in self.now:
            for word in _counted(row):  # 613.1f; since when is not known, which ``_taken`` sees to
                given = n.GainKeywords(n.This(), (word,))
                self.made.append(Made((len(self.order), 0), -1, row.cls.controller, given, None, (handle,)))
            for i, mark in enumerate(row.cls.marks):
                self.made.append(Made((len(self.order) + 1, i), -1, row.cls.controller, mark, None, (handle,)))

    def _statics(self, given: int = -1) -> None:
        """Effects of static abilities that permanents have now and had not before (611.3).

        ``given``: the timestamp of the effect that granted them, which is theirs where it is the later one (613.7a).
        """
        for handle, thing in self.now.items():
            known = [made.ability for made in self.made if made.source == handle]
            for ability in thing.abilities:
                if not isinstance(ability, n.Static):
                    continue
                if ability in known:
                    known.remove(ability)
                    continue
                stamp = (max(self.order.get(handle, -1), given), given)
                controller = self.state.rows[handle].cls.controller
                self.made.append(Made(stamp, handle, controller, ability.effect, ability))

    def _counters(self) -> None:
        """Counters change power and toughness in layer 7c (613.4c), and so do effects until end of turn that add."""
        for handle, thing in self.now.items():
            num = self.state.rows[handle].num
            for slot, up, out in (
                ("counter.+1/+1", 1, 1),
                ("counter.-1/-1", -1, -1),
                ("eot.power", 1, 0),
                ("eot.toughness", 0, 1),
            ):
                amount = whole(num.get(slot, 0))
                thing.power += up * amount
                thing.toughness += out * amount

    def _layer(self, layer: str) -> None:
        """Apply the effects of a layer: by timestamp, but behind what they depend on (613.7, 613.8)."""
        todo = [made for made in self.made if _has_part(made.effect, layer)]
        while todo:
            todo.sort(key=lambda made: made.stamp)
            first = self._first(todo, layer)
            todo.remove(first)
            if not self._exists(first):
                continue
            self._apply(first, layer)
            seen = len(self.made)
            self._statics(first.stamp[0])
            todo += [made for made in self.made[seen:] if _has_part(made.effect, layer)]

    def _first(self, todo: list[Made], layer: str) -> Made:
        """The earliest effect that waits for no other, or the earliest of a loop that waits for nothing else (613.8b)."""
        waits = [[i for i, other in enumerate(todo) if other is not made and self._depends(made, other, layer)] for made in todo]  # fmt: skip
        for at, made in enumerate(todo):
            behind = _behind(waits, at)
            if all(at in _behind(waits, other) for other in behind):
                return made
        raise AssertionError("every effect waits for one outside of its loop")

    def _depends(self, made: Made, other: Made, layer: str) -> bool:
        """613.8a, by trying: would ``other`` change whether ``made`` exists, what it applies to, or what it does there?"""
        self.spent += 1
        if self.spent > _SPENT:
            raise Beyond("too many effects")
        before = self._said(made, layer)
        if not self._exists(other):
            return False
        kept, listed, began = self.now, list(self.made), other.started
        self.now = {handle: thing.copied() for handle, thing in kept.items()}
        try:
            self._apply(other, layer)
            return self._said(made, layer) != before
        finally:
            self.now, self.made, other.started = kept, listed, began

    def _said(self, made: Made, layer: str) -> object:
        """Whether an effect exists, what it applies to, and what it does to each of that, if it reads anything."""
        if not self._exists(made):
            return None
        does: object = ()
        if layer in ("7a", "7c") and isinstance(made.effect, (n.ModifyPT, n.Defines)):
            does = (self._amount(made, made.effect.power), self._amount(made, made.effect.toughness))
        return (tuple(self._affected(made)), does)

    def _exists(self, made: Made) -> bool:
        """Whether the ability is still there and its condition true; what has begun goes on (613.6)."""
        if made.ability is None or made.started is not None:
            return True
        if made.ability not in self.now[made.source].abilities:
            return False
        return made.ability.condition is None or self._true(made, made.ability.condition)

    def _affected(self, made: Made) -> list[int]:
        if made.started is not None:
            return made.started
        if made.ability is None:
            return list(made.on)
        subject = getattr(made.effect, "subject", n.This())
        if isinstance(subject, n.This):
            return [made.source]
        if isinstance(subject, n.Host):
            host = self.state.rows[made.source].refs.get("host")
            return [host.row] if isinstance(host, Ref) and host.row in self.now else []
        if isinstance(subject, n.Paired):  # 702.95b
            other = self.state.rows[made.source].refs.get(PAIR)
            return [made.source, other.row] if isinstance(other, Ref) and other.row in self.now else []
        return [handle for handle in self.now if self._fits(made, subject, handle)]

    def _fits(self, made: Made, wanted: Any, handle: int) -> bool:
        row = self.state.rows[handle]
        if wanted.another and handle == made.source and whole(row.n) == 1:
            return False
        return self._is(wanted, row, self.now[handle], made)

    def _is(self, wanted: n.Filter, row: Row, thing: Thing, made: Made) -> bool:
        """Whether a permanent, as it is at this point, is of a set."""
        for name, usual in defaults(n.Filter).items():
            if name not in _READ_OF_SETS and getattr(wanted, name) != usual:
                raise Beyond(f"a set by {name}")
        if wanted.controller not in ("any", "you", "opponent"):
            raise Beyond(f"a set of a player: {wanted.controller}")
        if "changeling" in thing.keywords and "*" not in thing.subtypes:
            raise Beyond("changeling that something was given")
        subtypes = {*thing.subtypes, *NAMED} if "*" in thing.subtypes else thing.subtypes  # 702.73a
        proto = row.cls.proto
        assert proto is not None
        permanent = not {"instant", "sorcery"} & thing.types
        mine = row.cls.controller == made.controller
        says = (
            wanted.controller == "any" or mine == (wanted.controller == "you"),
            all(t in thing.types or (t == "permanent" and permanent) for t in wanted.types),
            not wanted.any_of or bool(thing.types & {*wanted.any_of}),
            not thing.types & {*wanted.without_types},
            {*wanted.supertypes} <= thing.supertypes and not thing.supertypes & {*wanted.without_supertypes},
            {*wanted.subtypes} <= subtypes and not subtypes & {*wanted.without_subtypes},
            not wanted.any_subtype or bool(subtypes & {*wanted.any_subtype}),
            {*wanted.colors} <= thing.colors and not thing.colors & {*wanted.without_colors},
            not (wanted.colorless and thing.colors),
            wanted.token is None or proto.token == wanted.token,
            not wanted.named or proto.name == wanted.named,
            not wanted.without_name or proto.name != wanted.without_name,
            wanted.tapped is None or row.cls.tapped == wanted.tapped,
            not wanted.keyword or wanted.keyword in thing.keywords,
            not wanted.without_keyword or wanted.without_keyword not in thing.keywords,
            not wanted.counter or _has_counter(row, wanted.counter),
            not wanted.attacking or bool(row.cls.prop("attacking")),
            not wanted.fresh or bool(row.cls.prop("entered")),
        )
        return all(says)

    def _true(self, made: Made, condition: Any) -> bool:
        """A condition of a static ability, as far as it reads nothing that a later layer changes."""
        match condition:
            case n.LifeIs(op, value):
                life = whole(self.state.rows[player(made.controller)].get("life"))
                return life >= value if op == ">=" else life <= value
            case n.YourTurn():
                return self.state.game.prop("active", 0) == made.controller
            case n.Not(inner):
                return not self._true(made, inner)
            case n.IsTapped(n.This(), tapped):
                return self.state.rows[made.source].cls.tapped == tapped
            case n.Controls(wanted, op, value) if not _derived(wanted):
                count = self._count(made, replace(wanted, controller="you"))  # 109.4
                return {">=": count >= value, "<=": count <= value, "==": count == value}[op]
        raise Beyond(f"the condition {type(condition).__name__}")

    def _count(self, made: Made, wanted: n.Filter) -> int:
        total = 0
        for handle, thing in self.now.items():
            row = self.state.rows[handle]
            if self._is(wanted, row, thing, made):
                total += whole(row.n) - (1 if wanted.another and handle == made.source else 0)
        return total

    def _amount(self, made: Made, value: Any) -> int:
        match value:
            case None:
                return 0
            case n.Fixed(number):
                return number
            case n.CountOf(wanted, each) if not _derived(wanted):
                return each * self._count(made, wanted)
            case n.LifeTotal(n.You()):
                return whole(self.state.rows[player(made.controller)].get("life"))
            case n.CardsIn(zone, n.You(), None):
                seat = made.controller
                rows = [r for r in self.state.rows.values() if r.cls.zone == zone and r.cls.owner == seat]
                return sum(whole(r.n) for r in rows if r.cls.proto is not None)
            case n.CountersOn(kind, n.This()) if kind:
                return whole(self.state.rows[made.source].num.get("counter." + kind, 0))
        raise Beyond(f"the amount {type(value).__name__}")

    def _apply(self, made: Made, layer: str) -> None:
        on = self._affected(made)
        for handle in on:
            _PARTS[layer](self, made, handle)
        made.started = list(on)

    # what an effect does in each layer

    def _types(self, made: Made, handle: int) -> None:
        effect, thing = made.effect, self.now[handle]
        if isinstance(effect, n.NotType):
            self._type_removed(thing, effect.type)
            return
        if getattr(effect, "chosen", "") == "type" or getattr(effect, "retype", False):
            raise Beyond("a type that was chosen")
        lands = {*effect.subtypes} & {*BASIC_LANDS}
        if effect.instead and (not lands or effect.types or thing.types != {"land"}):
            raise Beyond("types that are set")
        if effect.instead:  # 305.7
            thing.subtypes, thing.abilities = {*effect.subtypes}, []
            return
        thing.types |= {*effect.types}
        thing.subtypes |= {*effect.subtypes}

    def _type_removed(self, thing: Thing, gone: str) -> None:
        """205.1a: the creature types go too, but for those of another card type that it has: kindred (205.3m)."""
        if gone != "creature":
            raise Beyond("a card type that is removed")
        kinds = ((NAMED, {"creature", "kindred"}), (LAND_TYPES, {"land"}))
        if any(thing.subtypes & words and not thing.types & types for words, types in kinds):
            raise Beyond("a subtype without its card type")  # 205.3d: nothing gains it
        thing.types.discard(gone)
        if "kindred" not in thing.types:
            thing.subtypes -= {*NAMED, "*"}

    def _colors(self, made: Made, handle: int) -> None:
        effect, thing = made.effect, self.now[handle]
        if getattr(effect, "chosen", "") == "color":
            raise Beyond("a colour that was chosen")
        added = effect.more_colors if isinstance(effect, n.Become) else not (effect.instead or effect.sets_colors)
        thing.colors = {*(thing.colors if added else ()), *(effect.colors or ())}

    def _abilities(self, made: Made, handle: int) -> None:
        effect, thing = made.effect, self.now[handle]
        words = getattr(effect, "keywords", ())
        if isinstance(effect, (n.LoseKeywords, n.LoseAbilities)) and words:
            self._taken(handle, {*words})
            thing.abilities = [a for a in thing.abilities if not (isinstance(a, n.Keyword) and a.name in words)]
        elif isinstance(effect, n.GainKeywords):
            thing.abilities += [n.Keyword(word) for word in words]
        elif isinstance(effect, n.LoseAbilities) or getattr(effect, "clear", False):
            self._taken(handle, COUNTED)
            thing.abilities = []
        thing.abilities += getattr(effect, "abilities", ())

    def _taken(self, handle: int, words: Collection[str]) -> None:
        """When a counter was put on something isn't kept, and what takes its keyword may be older or newer (613.7c)."""
        if {*_counted(self.state.rows[handle])} & {*words}:
            raise Beyond("since when a keyword counter is there")

    def _defined(self, made: Made, handle: int) -> None:
        effect, thing = made.effect, self.now[handle]
        base = thing.base or (0, 0)
        thing.base = (
            base[0] if effect.power is None else self._amount(made, effect.power),
            base[1] if effect.toughness is None else self._amount(made, effect.toughness),
        )

    def _base(self, made: Made, handle: int) -> None:
        effect, thing = made.effect, self.now[handle]
        if getattr(effect, "size", ""):
            raise Beyond("a size that is the mana value")
        base = thing.base or (0, 0)
        thing.base = (
            base[0] if effect.power is None else effect.power,
            base[1] if effect.toughness is None else effect.toughness,
        )

    def _adds(self, made: Made, handle: int) -> None:
        effect, thing, times = made.effect, self.now[handle], made.times
        if made.ability is not None and isinstance(effect.subject, n.Filter):
            times = whole(self.state.rows[made.source].n)
            times -= 1 if effect.subject.another and made.source == handle else 0
        elif made.ability is not None and isinstance(effect.subject, n.Host):
            host = self.state.rows[made.source].refs.get("host")
            alike = isinstance(host, Ref) and host.mode == "one"  # all members of the group are attached to it
            times = whole(self.state.rows[made.source].n) if alike else 1
        times *= -1 if effect.minus else 1
        thing.power += times * self._amount(made, effect.power)
        thing.toughness += times * self._amount(made, effect.toughness)

    def _switches(self, made: Made, handle: int) -> None:
        self.now[handle].switched = not self.now[handle].switched


def _behind(waits: list[list[int]], start: int) -> set[int]:
    """What an effect waits for, also through others."""
    found: set[int] = set()
    todo = [start]
    while todo:
        fresh = [other for other in waits[todo.pop()] if other not in found]
        found.update(fresh)
        todo += fresh
    return found


_PARTS: Final = {
    "4": _Layers._types,
    "5": _Layers._colors,
    "6": _Layers._abilities,
    "7a": _Layers._defined,
    "7b": _Layers._base,
    "7c": _Layers._adds,
    "7d": _Layers._switches,
}


def _has_part(effect: Any, layer: str) -> bool:
    """Whether an effect does anything in a layer (613.1)."""
    if isinstance(effect, (n.Are, n.Become)):
        chosen, colors = getattr(effect, "chosen", ""), effect.colors
        return {
            "4": bool(effect.types or effect.subtypes or chosen == "type"),
            "5": chosen == "color" or getattr(effect, "sets_colors", False) or (bool(colors) if isinstance(effect, n.Are) else colors is not None),
            "6": effect.clear or bool(effect.abilities),
            "7b": effect.power is not None or effect.toughness is not None or bool(getattr(effect, "size", "")),
        }.get(layer, False)  # fmt: skip
    return any(isinstance(effect, kind) for kind in _LAYER_OF.get(layer, ()))


_LAYER_OF: Final[dict[str, tuple[type, ...]]] = {
    "4": (n.NotType,),
    "6": (n.GrantAbilities, n.GainAbilities, n.LoseAbilities, n.GainKeywords, n.LoseKeywords),
    "7a": (n.Defines,),
    "7b": (n.BasePT, n.SetBasePT),
    "7c": (n.ModifyPT, n.Pump),
    "7d": (n.SwitchPT,),
}


def _derived(wanted: n.Filter) -> bool:
    """Whether a set that is counted is told by what layers behind that of types change."""
    return bool(
        wanted.colors or wanted.without_colors or wanted.colorless or wanted.keyword or wanted.without_keyword
    ) or wanted.compare is not None  # fmt: skip


def _has_counter(row: Row, kind: str) -> bool:
    """Whether each permanent of a row has a counter of a kind, of any kind for ``"*"`` (122.1)."""
    slots = [slot for slot in row.num if slot.startswith("counter.")] if kind == "*" else ["counter." + kind]
    return any(whole(row.num.get(slot, 0)) > 0 for slot in slots)


def _counted(row: Row) -> list[str]:
    """The keywords that counters give a permanent (122.1b): once each, however many counters of the kind there are."""
    kinds = [
        slot.removeprefix("counter.") for slot, many in row.num.items() if slot.startswith("counter.") and many != 0
    ]
    for kind in kinds:
        if kind in _UNCOUNTED or kind.startswith("hexproof from "):
            raise Beyond(f"a counter of {kind}")
    return [kind for kind in kinds if kind in COUNTED and whole(row.num["counter." + kind]) > 0]


def _printed(proto: n.Proto) -> Thing:
    """The characteristics that the copiable values give (613.2), with those that a colour-defining ability sets."""
    base = None
    if proto.power is not None and proto.toughness is not None:
        base = (proto.power, proto.toughness)
    elif any(isinstance(a, n.Static) and isinstance(a.effect, n.Defines) for a in proto.abilities):
        base = (proto.power or 0, proto.toughness or 0)
    devoid = n.Keyword("devoid") in proto.abilities
    colors: Iterable[str] = () if devoid else proto.colors
    every = ("*",) if n.Keyword("changeling") in proto.abilities else ()  # 702.73a
    return Thing({*proto.types}, {*proto.subtypes, *every}, {*proto.supertypes}, {*colors}, list(proto.abilities), base)


def host_of(state: State, handle: int) -> int | None:
    """What a permanent is attached to, if that is there."""
    host = state.rows[handle].refs.get("host")
    return None if host is None or isinstance(host, Gone) or host.row not in state.rows else host.row
