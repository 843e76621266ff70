"""What one period of a loop shows besides its amounts: copies of spells, a choice of color, tokens with haste, lands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from reiterate.amounts import Poly
from reiterate.loops.loop import Loop, Segment
from reiterate.loops.play import play
from reiterate.loops.trace import Period
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.asking import question_of
from reiterate.rules.chars import view
from reiterate.rules.options import options
from reiterate.rules.slots import ANSWER
from reiterate.rules.verify import asked
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.progressions import COUNT, VALUES, WIDTH, members_of

#: Choices of an iteration that are looked at.
LOOK_BUDGET: Final = 500

_COLORS: Final = frozenset("WUBRG")


@dataclass(slots=True)
class Sights:
    """Of the player in ``seat``: ``spells``: a copy of an instant or sorcery was on the stack; ``any_color``: a color
    of mana was chosen out of all.
    ``haste`` and ``lands``: names of tokens with haste, and of lands, among what was on the battlefield.
    """

    seat: int
    spells: bool = False
    any_color: bool = False
    haste: set[str] = field(default_factory=set)
    lands: set[str] = field(default_factory=set)

    def look(self, state: State, number: int) -> None:
        """Look at a state in which a choice is made."""
        del number
        for handle, row in state.rows.items():
            cls = row.cls
            if cls.proto is None or cls.controller != self.seat:
                continue
            if cls.kind == "copy" and {"instant", "sorcery"} & set(cls.proto.types):
                self.spells = True
            if cls.zone == BATTLEFIELD:
                chars = view(state, handle)
                if cls.kind == "token" and "haste" in chars.keywords:
                    self.haste.add(cls.proto.name)
                if "land" in chars.types:
                    self.lands.add(cls.proto.name)
        if not self.any_color:
            self.any_color = _asks_color(state)


def _asks_color(state: State) -> bool:
    """Whether mana of any color may be made here: by an ability that offers all five, or an answer that is asked."""
    if asked(state) == "answer":
        return set(question_of(state).words) >= _COLORS
    if asked(state) != "priority":
        return False
    for option in options(state):
        slot = option.slot(ANSWER)
        if slot is not None and set(slot.words) >= _COLORS:
            return True
    return False


def sights(loop: Loop, segment: Segment, seat: int) -> Sights:
    """What the first period of a segment shows; nothing where it can't be played again."""
    found = Sights(seat)
    state = loop.reach(segment.start)
    try:
        for _ in range(segment.period.iterations):
            if isinstance(state, Refusal):
                break
            state = play(state, loop.reader, upto=LOOK_BUDGET, observe=found.look).state
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
            if slot == COUNT:
                there = there + change
            elif members is not None and slot == VALUES and isinstance(members.width, int):
                there = there + change * members.width
            elif members is not None and slot == WIDTH:
                return False  # how many there are is a product: not shown
    left = entered - there
    return left.is_const and left.const_part > 0
