"""What one period of a loop shows besides its amounts, and which amounts have no upper bound. Part of the solver: the answer.

What one period of a loop shows besides its amounts: who casts, whose permanents enter, whether a turn begins.
Part of the solver: the answer.

Which amounts have no upper bound along a period that lasts for ever, by their closed forms.
Part of the solver: the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from reiterate.amounts import EQ, Poly
from reiterate.loops.closed_forms import ClosedForms, Iterated, PolynomialForms
from reiterate.loops.loop import Count, Loop, Segment
from reiterate.loops.monotone import Monotone
from reiterate.loops.play import play
from reiterate.loops.traced_period import Period
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, ANSWER, Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.events import CLASS, COMBAT_DAMAGE_DEALT, DROP, NEW, NOTE, TALLY, TURN_BEGINS, Event
from reiterate.state.model import BATTLEFIELD, EXILE, Class, State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import VALUES, WIDTH, members_of
from reiterate.state.properties import CARD, COPY, COUNT_SACRIFICES, N
from reiterate.terms.abilities import is_mana_ability

# --- period observations -------------------------------------------------------------------------

#: Choices of an iteration that are looked at.
LOOK_BUDGET: Final = 500

_COLORS: Final = frozenset("WUBRG")


class Permanents(NamedTuple):
    """A kind of permanents: one of them in words, the types and supertypes that each has, and those that none has."""

    one: str
    has: frozenset[str]
    lacks: frozenset[str] = frozenset()


#: What may be said to be untapped, by its words in the plural: the widest words for what was.
KINDS: Final[Mapping[str, Permanents]] = MappingProxyType(
    {
        "artifact creatures": Permanents("an artifact creature", frozenset({"artifact", "creature"})),
        "artifacts": Permanents("an artifact", frozenset({"artifact"})),
        "creatures": Permanents("a creature", frozenset({"creature"})),
        "lands": Permanents("a land", frozenset({"land"})),
        "legendary creatures": Permanents("a legendary creature", frozenset({"legendary", "creature"})),
        "nonland permanents": Permanents("a nonland permanent", frozenset(), frozenset({"land"})),
        "permanents": Permanents("a permanent", frozenset()),
    }
)

#: What is told of copies of artifacts, enchantments and lands.
NONCREATURES: Final = "noncreature permanents"

#: What may be said to be copied: more kinds than those whose untapping is told.
COPIED_KINDS: Final[Mapping[str, Permanents]] = MappingProxyType(
    {
        **KINDS,
        "enchantments": Permanents("an enchantment", frozenset({"enchantment"})),
        NONCREATURES: Permanents("a noncreature permanent", frozenset(), frozenset({"creature"})),
    }
)


@dataclass(slots=True)
class Sights:
    """What was seen, from the seat of one player.

    ``spells``: a copy of an own instant or sorcery was on the stack; ``permanent_spells``: one of an own permanent spell. ``of_colors``: a color of mana
    was chosen out of several. ``entered``: names of permanents by the seats under whose control they
    entered; ``cast``: names of instants and sorceries by who cast them; ``sacrificed``: who
    sacrificed. ``lands``: names of own lands on the battlefield. ``combat``: who was dealt combat
    damage; ``struck``: who was dealt other damage. ``turns``: a turn began. ``order``: which of "draws" and "discards" the player did, the
    first one first. ``untapped``, ``blinked``, ``tapped_for_mana``: of each own permanent that untapped, was exiled and entered again, or made mana:
    the types and supertypes.
    """

    seat: int
    spells: bool = False
    permanent_spells: bool = False
    of_colors: bool = False
    turns: bool = False
    entered: dict[str, set[int]] = field(default_factory=dict)
    cast: dict[str, set[int]] = field(default_factory=dict)
    lands: set[str] = field(default_factory=set)
    sacrificed: set[int] = field(default_factory=set)
    combat: set[int] = field(default_factory=set)
    struck: set[int] = field(default_factory=set)
    order: list[str] = field(default_factory=list)
    untapped: set[frozenset[str]] = field(default_factory=set)
    tapped_for_mana: set[frozenset[str]] = field(default_factory=set)
    exiled: dict[str, frozenset[str]] = field(default_factory=dict)  # of each name: the types
    returned: set[str] = field(default_factory=set)  # names of own cards put onto the battlefield from exile

    @property
    def blinked(self) -> set[frozenset[str]]:
        """The types of own permanents that were exiled, and put onto the battlefield from there: not cast again."""
        return {types for name, types in self.exiled.items() if name in self.returned}

    @staticmethod
    def of_kind(kind: str, seen: Iterable[frozenset[str]]) -> bool:
        """Whether one of some permanents, each with its types and supertypes, is of a kind of ``KINDS``."""
        return any(KINDS[kind].has <= types and not KINDS[kind].lacks & types for types in seen)

    def look(self, state: State) -> None:
        """Look at a state in which a choice is made."""
        for handle, row in state.rows.items():
            cls = row.cls
            if cls.proto is None or cls.controller != self.seat:
                continue
            if cls.kind == COPY:
                lasts = not {"instant", "sorcery"} & set(cls.proto.types)
                self.spells, self.permanent_spells = self.spells or not lasts, self.permanent_spells or lasts
            if cls.zone == BATTLEFIELD and "land" in view(state, handle).types:
                self.lands.add(cls.proto.name)

    def see(self, state: State, choice: Choice) -> State:
        """Make a choice and look at what happens; the state after it."""
        if not self.of_colors:
            self.of_colors = _chooses_color(state, choice)
        after, events = step(state, choice)
        if choice.verb == ACTIVATE and is_mana_ability(abilities_at(state, choice.row)[choice.index]):
            self.tapped_for_mana.add(_types(state, choice.row))
        classes = {handle: row.cls for handle, row in state.rows.items()}
        newest: Class | None = None
        dealt: set[int] = set()
        for event in events:
            if event.op == NEW:
                newest = classes[event.row] = event.value.cls  # type: ignore[union-attr] # a new row's value is the row
            elif event.op == CLASS:
                assert isinstance(event.value, Class)
                self._became(state, after, event.row, classes[event.row], event.value)
                classes[event.row] = event.value
            elif event.op == DROP:
                self._moved(state, event.row, classes.get(event.row), newest)
            elif event.op == NOTE:
                self._noted(event, dealt)
            elif event.op == TALLY and event.key == COUNT_SACRIFICES:
                self.sacrificed.add(classes[event.row].controller)
            elif event.op == TALLY:
                self._counted(event.key, newest, dealt)
        self.struck |= dealt
        return after

    def _became(self, before: State, after: State, row: int, old: Class, new: Class) -> None:
        """Look at a row that becomes another one of: an own permanent that untaps or is exiled."""
        if old.zone != BATTLEFIELD or old.controller != self.seat:
            return
        if new.zone == BATTLEFIELD and old.tapped and not new.tapped:
            self.untapped.add(_types(after, row) or _types(before, row))
        elif new.zone == EXILE and old.proto is not None:
            self._exiled(before, row, old)

    def _moved(self, before: State, row: int, old: Class | None, new: Class | None) -> None:
        """Look at a card that left a zone and is a new object in another one (400.7): an own permanent to exile, or from there."""
        if old is None or new is None or old.proto is None or old.proto != new.proto or new.kind != CARD:
            return
        if (old.zone, new.zone, old.controller) == (BATTLEFIELD, EXILE, self.seat):
            self._exiled(before, row, old)
        elif (old.zone, new.zone, new.controller) == (EXILE, BATTLEFIELD, self.seat):
            self.returned.add(old.proto.name)

    def _exiled(self, before: State, row: int, old: Class) -> None:
        assert old.proto is not None
        types = frozenset((*old.proto.types, *old.proto.supertypes))
        self.exiled[old.proto.name] = _types(before, row) or types

    def _noted(self, event: Event, dealt: set[int]) -> None:
        if event.key == TURN_BEGINS:
            self.turns = True
        elif event.key == COMBAT_DAMAGE_DEALT:
            self.combat |= dealt
            dealt.clear()

    def _counted(self, key: str, newest: Class | None, dealt: set[int]) -> None:
        kind, _, rest = key.partition(".")
        if kind == "damage":
            dealt.add(int(rest[1:]) - 1)
        elif kind in ("draws", "discards") and rest == f"p{self.seat + 1}" and kind not in self.order:
            self.order.append(kind)
        elif newest is None or newest.proto is None or rest != newest.proto.name:
            return
        elif kind == "etb":
            self.entered.setdefault(rest, set()).add(newest.controller)
        elif kind == "casts" and {"instant", "sorcery"} & set(newest.proto.types):
            self.cast.setdefault(rest, set()).add(newest.controller)


def _types(state: State, row: int) -> frozenset[str]:
    """The types and supertypes of a permanent; none where it is not there."""
    there = state.rows.get(row)
    if there is None or there.cls.zone != BATTLEFIELD or there.cls.proto is None:
        return frozenset()
    return frozenset((*view(state, row).types, *there.cls.proto.supertypes))


def _chooses_color(state: State, choice: Choice) -> bool:
    """Whether a color is chosen out of several: for mana of an ability, or as an answer that is asked."""
    if not choice.answer and not choice.pay:
        return False
    if asked(state) == "answer":
        return len(set(question_of(state).words) & _COLORS) > 1
    if choice.verb != ACTIVATE or not choice.answer:
        return False
    for option in options(state):
        slot = option.slot(ANSWER)
        if slot is not None and (option.row, option.index) == (choice.row, choice.index):
            return len(set(slot.words) & _COLORS) > 1
    return False


def sights(loop: Loop, segment: Segment, seat: int) -> Sights:
    """What the first period of a segment shows; what was seen of it where it can't be played again."""
    return sights_from(loop, segment.start, segment.period.iterations, seat)


def sights_from(loop: Loop, start: Count, iterations: int, seat: int) -> Sights:
    """What so many iterations behind the first ``start`` ones show; what was seen of them where they can't be played."""
    found = Sights(seat)
    state = loop.reach(start)
    try:
        for _ in range(iterations):
            if isinstance(state, Refusal):
                break
            state = normal(state)
            played = play(state, loop.reader, upto=LOOK_BUDGET)
            for choice in played.choices:
                found.look(state)
                state = found.see(state, choice)
            state = played.state
    except Unsupported:
        pass
    return found


def leaves_for_ever(period: Period) -> bool:
    """Whether in every period at least one permanent leaves the battlefield: more enter than are there afterwards."""
    entered, there = Poly.const(0), Poly.const(0)
    for i, (handle, slot) in enumerate(period.slots):
        change = period.update[i] - Poly.symbol(i)
        if (handle, slot) == (-1, "etb"):
            entered = change
        elif handle >= 0 and period.head.rows[handle].cls.zone == BATTLEFIELD:
            members = members_of(period.head.rows[handle])
            if slot == N:
                there = there + change
            elif members is not None and slot == VALUES and isinstance(members.width, int):
                there = there + change * members.width
            elif members is not None and slot == WIDTH:
                return False  # how many there are is a product: not shown
    left = entered - there
    return left.is_const and left.const_part > 0


# --- unbounded -----------------------------------------------------------------------------------


def unbounded_slots(period: Period) -> Iterator[tuple[int, str]]:
    """The slots whose amounts have no upper bound along a period that lasts for ever."""
    for i, slot in enumerate(period.slots):
        if unbounded(period.closed, i, period.update[i]):
            yield slot


def unbounded(closed: ClosedForms, i: int, update: Poly) -> bool:
    """Whether the amount of slot ``i``, which a period changes to ``update``, has no upper bound."""
    if isinstance(closed, PolynomialForms):
        form = closed.forms[i]
        return len(form) > 1 and form[-1] > 0
    if isinstance(closed, Iterated):
        return False  # nothing is known of it for ever
    if isinstance(closed, Monotone):
        return update != Poly.symbol(i) and _rises(closed, update - Poly.symbol(i))
    growth = closed.growths[i]
    top = max(growth.parts, key=lambda base: (abs(base), base), default=1)
    if top < 0 or not growth.parts:
        return top < -1
    leading = growth.parts[top]
    return (top > 1 or len(leading) > 1) and leading[-1] > 0


def _rises(closed: Monotone, gain: Poly) -> bool:
    """Whether an amount that never falls grows from some period on for ever."""
    later = closed.first_flip(gain, EQ, truth=True)
    return later is not None
