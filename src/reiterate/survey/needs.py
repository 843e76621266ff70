"""What a found loop needs at its start: objects and mana are taken away as long as the same loop is still proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from reiterate.amounts import digits_text, plain
from reiterate.refusals import Unsupported
from reiterate.rules.access.state_access import discard_row, put, split, turn_into
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import COUNTER, MANA
from reiterate.survey.proof import Found, Meter, Prover, no_worse

#: Rows of a board beyond which nobody asks what of it is needed.
ROWS: Final = 40

#: Elementary choices that asking this may play.
BUDGET: Final = 20_000

_ZONES: Final = (BATTLEFIELD, HAND, GRAVEYARD, EXILE, COMMAND)


def needs(found: Found) -> tuple[str, ...] | None:
    """The needs of a loop in words; None where they take too much to find out.

    Everything that is not listed was taken away, all at once, and the same loop was proved without
    it. Each listed need is necessary: with one less of it the loop was not proved.
    """
    if len(found.start.rows) > ROWS:
        return None
    search = _Less(found)
    try:
        search.run()
        return tuple(search.words())
    except (_Spent, Unsupported):  # also tokens that differ by equal steps, of which none can be taken away
        return None


class _Spent(Exception):
    """The budget is used up."""


class _Less:
    """Takes away from a start what the loop can do without."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.meter = Meter(BUDGET)
        self.start = normal(found.start)
        self.untapped: set[int] = set()
        self.awake: set[int] = set()

    def _does(self, start: State) -> bool:
        """Whether the same lines are the same loop from another start."""
        if self.meter.spent():
            raise _Spent
        found = self.found
        try:
            tried = Prover(start, found.me, self.meter).prove(found.prefix, found.body)
        except Unsupported:
            return False
        return isinstance(tried, Found) and no_worse(tried, self._without_what_went(start))

    def _without_what_went(self, start: State) -> Found:
        """What is asked of the loop where objects were taken away: all it did, but for what it did to those."""
        gone = _names(self.found.start) - _names(start)
        kept = {
            k: n for k, n in self.found.board.items() if not any(k == name or k.startswith(f"{name}.") for name in gone)
        }
        return replace(self.found, board=kept, tallies={} if kept else self.found.tallies) if gone else self.found

    def run(self) -> None:
        """Objects first, the newest first, then counters and mana; then what must not be tapped or summoning sick."""
        for handle in self._objects(sorted(self.start.rows, reverse=True)):
            if handle not in self.start.rows:
                continue  # it joined others when something was taken away
            many = plain(self.start.rows[handle].n)
            kept = self._least(many, lambda n, handle=handle, many=many: _without(self.start, handle, many - n))  # type: ignore[misc] # the defaults bind early
            if kept < many:
                self.start = _without(self.start, handle, many - kept)
        for handle in [player(self.found.me), *self._objects(sorted(self.start.rows))]:
            for slot, value in sorted(self.start.rows[handle].num.items()):
                if slot.startswith((MANA, COUNTER)):
                    kept = self._least(plain(value), lambda n, at=(handle, slot): self._with(at, n))  # type: ignore[misc] # as above
                    self.start = self._with((handle, slot), kept)
        for handle in self._objects(sorted(self.start.rows)):
            cls = self.start.rows[handle].cls
            if cls.zone != BATTLEFIELD:
                continue
            if not cls.tapped and not self._does(_turned(self.start, handle, "tapped")):
                self.untapped.add(handle)
            if not cls.sick and not self._does(_turned(self.start, handle, "sick")):
                self.awake.add(handle)

    def _objects(self, handles: list[int]) -> list[int]:
        return [h for h in handles if h in self.start.rows and self.start.rows[h].cls.zone in _ZONES]

    def _least(self, many: int, start: Callable[[int], State]) -> int:
        """The least number that does, found by halving: more never does less."""
        low, high = -1, many
        while high - low > 1:
            middle = (low + high) // 2
            if low < 0 and middle > 0 and many > 1:
                middle = 0  # mostly nothing of it is needed
            low, high = (low, middle) if self._does(start(middle)) else (middle, high)
        return high

    def _with(self, at: tuple[int, str], n: int) -> State:
        draft = Draft(self.start)
        put(draft, "", *at, n)
        return draft.done()

    def words(self) -> list[str]:
        """The needs: permanents, cards by zone, mana; another player's with the player."""
        lines = []
        for handle in self._objects(sorted(self.start.rows)):
            row = self.start.rows[handle]
            if row.cls.proto is None:
                continue
            state = [
                word
                for word, those in (("untapped", self.untapped), ("not summoning sick", self.awake))
                if handle in those
            ]
            counters = [
                f"{digits_text(plain(n))} {slot.removeprefix(COUNTER)} counter{'' if n == 1 else 's'}"
                for slot, n in sorted(row.num.items())
                if slot.startswith(COUNTER) and plain(n)
            ]
            many = f"{digits_text(plain(row.n))} " if plain(row.n) != 1 else ""
            where = "" if row.cls.zone == BATTLEFIELD else f" in {row.cls.zone}"
            who = "" if row.cls.controller == self.found.me else f" of p{row.cls.controller + 1}"
            more = [*state, *counters]
            lines.append(f"{many}{row.cls.proto.name}{where}{who}{' (' + ', '.join(more) + ')' if more else ''}")
        pool = self.start.rows[player(self.found.me)].num
        for slot, value in sorted(pool.items()):
            if slot.startswith(MANA) and plain(value):
                kind, _, only = slot.removeprefix(MANA).partition("/")
                lines.append(f"{digits_text(plain(value))} {{{kind}}} mana" + (f" only to {only}" if only else ""))
        return lines


def _names(state: State) -> set[str]:
    """What the permanents of a board are called where its changes are told (``shape.facts``)."""
    return {
        f"p{row.cls.controller + 1}.{'tokens.' if row.cls.proto.token else ''}{row.cls.proto.name}"
        for row in state.rows.values()
        if row.cls.zone == BATTLEFIELD and row.cls.proto is not None
    }


def _without(state: State, handle: int, many: int) -> State:
    draft = Draft(state)
    if many:
        discard_row(draft, split(draft, handle, many))
    return normal(draft.done())


def _turned(state: State, handle: int, what: str) -> State:
    draft = Draft(state)
    turn_into(draft, "", handle, draft.rows[handle].cls.but(what, True))
    return draft.done()
