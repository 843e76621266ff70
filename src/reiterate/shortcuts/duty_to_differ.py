"""The duty to differ (732.3): independent actions that bring a position back may not be made for ever.

The history of a game is followed choice by choice. Where a position comes back (found by its
mark), the actions in between are looked at. If several players acted, one of them must choose differently: the active
player, or the first of them in turn order. That player gets a duty for each action in between, at
the position where it was taken. A duty never forbids a pass. Irrelevant detours do not end it, and
it lasts while its position comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import alike, as_rules_see, same, same_for_rules, short_mark
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.shortcuts.duty import FRAGMENTED, Duty, NotAgain, forbids, independent
from reiterate.state.model import EXILE, HAND, LIBRARY, State

# --- recurrences ---------------------------------------------------------------------------------

#: The relations of two positions (``rules.positions.identity``).
SAME: Final = "same"
SAME_FOR_RULES: Final = "same for the rules"

#: What a verdict by 732.3 assumes of cards that nobody has seen, in front of where they lie.
UNSEEN: Final = "no card that nobody has seen looks back at earlier events, such as spells cast this turn"
#: Zones in which unknown cards may lie.
_ZONES: Final = (HAND, LIBRARY, EXILE)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The position of place ``begin`` is there again at place ``end``: so many choices had been made at either.

    ``relation``: ``SAME`` or ``SAME_FOR_RULES``. ``actors``: who acted independently in between, in turn order from
    the active player. ``unseen``: the players with unknown cards, which are assumed to read nothing of what came before.
    """

    begin: int
    end: int
    relation: str
    actors: tuple[int, ...]
    unseen: tuple[int, ...]

    def moved(self, by: int) -> Recurrence:
        """The same where so many positions before all others are forgotten."""
        return replace(self, begin=self.begin - by, end=self.end - by)

    @property
    def must_differ(self) -> int | None:
        """The player who must choose differently: the active one, or the first in turn order who acted (732.3).

        None where fewer than two players acted: then no loop is fragmented.
        """
        return self.actors[0] if len(self.actors) > 1 else None

    @property
    def fragmented(self) -> bool:
        """Whether independent actions of several players brought the position back (732.3)."""
        return len(self.actors) > 1


def relation_of(one: State, other: State) -> str:
    """How two positions are the same, ``SAME`` before ``SAME_FOR_RULES``; "" where they are not shown to be."""
    if same(one, other):
        return SAME
    a, b = as_rules_see(one), as_rules_see(other)
    if a is one and b is other:
        return ""
    return SAME_FOR_RULES if same(a, b) else ""


def unseen_by_all(state: State) -> tuple[int, ...]:
    """The players who own unknown cards in a hand, a library or exile."""
    return tuple(
        sorted(
            {row.cls.owner for row in state.rows.values() if row.cls.zone in _ZONES and row.cls.proto == UNKNOWN_CARD}
        )
    )


def assumed(state: State) -> tuple[str, ...]:
    """What is assumed of unknown cards, in words, with the zones in which they lie; nothing where there are none."""
    zones = sorted(
        {
            (row.cls.owner, _ZONES.index(row.cls.zone))
            for row in state.rows.values()
            if row.cls.zone in _ZONES and row.cls.proto == UNKNOWN_CARD
        }
    )
    found: dict[int, list[str]] = {}
    for seat, zone in zones:
        found.setdefault(seat, []).append(_ZONES[zone])
    lie = "; ".join(f"p{seat + 1}: {', '.join(where)}" for seat, where in found.items())
    return (f"{UNSEEN} ({lie})",) if lie else ()


# --- duty to differ ------------------------------------------------------------------------------

#: Positions that are remembered before what comes back is no longer known.
POSITION_BUDGET: Final = 2_000


@dataclass(slots=True)
class History:
    """The positions of a game so far with the choice made in each, and the duties that came of them.

    ``came_back``: how the present position was there before, None where it was not. ``seen`` has the places of the
    positions of a mark; ``acted`` how often each player had acted before a place, as far as that was asked for.
    """

    state: State
    line: list[tuple[State, Choice]] = field(default_factory=list)
    duties: list[Duty] = field(default_factory=list)
    seen: dict[int, list[int]] = field(default_factory=dict)
    came_back: Recurrence | None = None
    acted: list[dict[int, int]] = field(default_factory=lambda: [{}])
    _mark: int | None = None
    _laid: set[tuple[int, int]] = field(default_factory=set)

    def verify(self, choice: Choice) -> Refusal | None:
        """Why a choice may not be made now: it is not legal, or it would go on with a fragmented loop."""
        return verify(self.state, choice) or self.forbidden(choice)

    def forbidden(self, choice: Choice) -> Refusal | None:
        """Why a legal choice may not be made now: it would go on with a fragmented loop (732.3)."""
        if not self.duties:
            return None
        found = (forbids(duty, self.state, choice) for duty in self._duties_of(self._marked()))
        return next((refused for refused in found if refused is not None), None)

    def play(self, choice: Choice) -> Refusal | None:
        """Make a choice; a refusal where ``verify`` refuses it, or where more positions than the budget were there."""
        refused = self.verify(choice) or self.spent()
        if refused is not None:
            return refused
        self.note(choice)
        self.come_to(step(self.state, choice)[0])
        return None

    def spent(self) -> Refusal | None:
        """The refusal of more positions than the budget; None where there is room."""
        if len(self.line) < POSITION_BUDGET:
            return None
        message = f"POSITION_BUDGET ran out: undetermined after {POSITION_BUDGET:,} positions; seen: {self._seen()}"
        return Refusal(UNDETERMINED, "position-budget", message, rule="732.3")

    def note(self, choice: Choice) -> None:
        """Remember the position that there is and the choice made in it."""
        with suppress(Unsupported):  # amounts that can't be compared: to come back there is refused
            self.seen.setdefault(self._marked(), []).append(len(self.line))
        self.line.append((self.state, choice))

    def note_at(self, state: State, choice: Choice) -> None:
        """Remember a position and the choice made in it, without looking back."""
        self.state, self._mark = state, None
        self.note(choice)

    def come_to(self, state: State) -> None:
        """Be in a position, which may be one that was there before."""
        self.state, self._mark, self.came_back = state, None, None
        self._look_back()

    def copy(self) -> History:
        """The same, to be played on by itself."""
        seen = {mark: list(at) for mark, at in self.seen.items()}
        kept = (list(self.line), list(self.duties), seen, self.came_back, list(self.acted))
        return History(self.state, *kept, self._mark, set(self._laid))

    def lately(self, many: int) -> History:
        """The last so many positions and the duties; what was before them is forgotten."""
        by = max(0, len(self.line) - many)
        seen = {mark: kept for mark, at in self.seen.items() if (kept := [place - by for place in at if place >= by])}
        found = self.came_back
        came_back = None if found is None or found.begin < by else found.moved(by)
        acted = self.acted[by:] or [{}]
        laid = {(at - by, seat) for at, seat in self._laid if at >= by}
        return History(self.state, self.line[by:], list(self.duties), seen, came_back, acted, self._mark, laid)

    @property
    def owing(self) -> int | None:
        """Who must choose differently where the present position came back by actions of several players."""
        return None if self.came_back is None else self.came_back.must_differ

    def must_differ(self) -> int | None:
        """The player who must choose differently in the present position, or None."""
        if not self.duties:
            return None
        owed = self._duties_of(self._marked())
        return next((duty.seat for duty in owed if same_for_rules(self.state, duty.since)), None)

    def since(self, back: Callable[[State, State], bool] = same_for_rules) -> list[tuple[State, Choice]]:
        """The positions and choices since the present position was there last; none where it was not there before.

        in: ``back``, the relation by which a position is one that was there before.
        """
        for at in reversed(self.seen.get(self._marked(), ())):
            if back(self.line[at][0], self.state):
                return self.line[at:]
        return []

    def brought_back_by(self, back: Callable[[State, State], bool] = same_for_rules) -> tuple[int, ...]:
        """The players whose independent actions brought the present position back, in turn order from the active player.

        in: ``back``, the relation by which a position is one that was there before.
        """
        end = len(self.line)
        return self.actors(end - len(self.since(back)), end)

    def brought_back_alone(self, back: Callable[[State, State], bool] = same_for_rules) -> int | None:
        """The one player whose actions brought the present position back; None where there is no such player."""
        who = self.brought_back_by(back)
        return who[0] if len(who) == 1 else None

    def last_alike(self) -> State | None:
        """The last position that was there before and is alike the present one (MTR 4.4)."""
        earlier = (self.line[at][0] for at in reversed(self.seen.get(self._marked(), ())))
        return next((state for state in earlier if alike(state, self.state)), None)

    def actors(self, begin: int, end: int) -> tuple[int, ...]:
        """Who acted independently from place ``begin`` to before place ``end``, in turn order from the active player."""
        for state, choice in self.line[len(self.acted) - 1 : end]:
            before = self.acted[-1]
            more = independent(state, choice)
            self.acted.append({**before, choice.player: before.get(choice.player, 0) + 1} if more else before)
        before, after = self.acted[begin], self.acted[end]
        return tuple(seat for seat in seats(self.state) if after.get(seat, 0) != before.get(seat, 0))

    def _seen(self) -> str:
        return f"{len(self.duties)} actions that must not be made again"

    def _marked(self) -> int:
        """The mark of the present position."""
        if self._mark is None:
            self._mark = short_mark(self.state)
        return self._mark

    def _duties_of(self, mark: int) -> list[Duty]:
        """The duties that may hold in a position of a mark."""
        return [duty for duty in self.duties if isinstance(duty.demand, NotAgain) and duty.demand.mark == mark]

    def _look_back(self) -> None:
        """See whether the present position was there before: the last time counts."""
        if asked(self.state) == "over":
            return
        for at in reversed(self.seen.get(self._marked(), ())):
            relation = relation_of(self.line[at][0], self.state)
            if relation:
                end = len(self.line)
                self.came_back = Recurrence(at, end, relation, self.actors(at, end), unseen_by_all(self.state))
                self._fragmented(self.came_back)
                return

    def _fragmented(self, found: Recurrence) -> None:
        """Lay the duty on one of several players whose actions brought the position back."""
        seat = found.must_differ
        if seat is not None:
            self.lay(seat, found.begin, FRAGMENTED)

    def lay(self, seat: int, begin: int, rule: str, chance: bool = False) -> None:
        """Lay a duty on a player for each of that player's actions since a place, which brought the present position back.

        In: the player, the place, the rule; ``chance``: whether something random came between.
        """
        self.actors(begin, len(self.line))
        for at in range(begin, len(self.line)):
            state, choice = self.line[at]
            acted = self.acted[at] != self.acted[at + 1]
            if not acted or choice.player != seat or (at, seat) in self._laid:
                continue
            self._laid.add((at, seat))
            mark = short_mark(state)
            if not any(forbids(duty, state, choice) for duty in self._duties_of(mark)):
                self.duties.append(Duty(seat, state, NotAgain(choice, mark, chance), rule))
