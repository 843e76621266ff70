"""Filling the slots of an option from what the case names and from the queues."""

from __future__ import annotations

from collections import Counter

from reiterate.api import Choice, Option
from reiterate.rules.access.choice import Slot
from tests.peers.cases import NotDriven, Refused
from tests.peers.queues import AHEAD, SKIPS, Queue
from tests.peers.table import Table, whole

#: Targets that are none: "no target", and the acting object itself.
NONE, ITSELF = -1, -2

Picks = list[tuple[int, int]]


def fill(table: Table, option: Option, named: list[str] | None = None) -> Choice:
    """The choice that the case means by an option; its payment is left out. ``named``: targets of the command."""
    seat = option.player
    left = list(named or [])
    had = bool(left)
    x = _x(table, option)
    targets: list[int] = []
    picks: Picks = []
    sizes: tuple[int, ...] = ()
    answer, count, member = "", 0, 0
    for slot in option.slots:
        if slot.name == "target":
            before = targets[len(targets) - whole(slot.low) :] if slot.low else []
            targets.append(one_target(table, seat, slot.rows, left, had, before))
        elif slot.name == "run":
            targets += _run(table, seat, slot, x, left, had)
        elif slot.name == "divide":
            more, sizes = _divided(table, seat, slot.rows, whole(slot.low) + (x if slot.high else 0), left)
            targets += more
        elif slot.name == "picks":
            if slot.kinds:
                raise NotDriven("evidence")
            wanted = whole(slot.low) + (x if slot.high else 0)
            room = {h: table.count(h) - (slot.but_itself and h == option.row) for h in slot.rows}
            for row, n in picks:
                if row in room:
                    room[row] -= n
            picks += take(table, seat, [h for h in slot.rows if room[h] > 0], wanted, wanted, room)
        elif slot.name == "answer":
            answer = _answer(table, seat, slot.words)
        elif slot.name == "count":
            count = whole(slot.high)
        elif slot.name == "member":
            member = 1
    if left:
        raise NotDriven("more targets named than the option has")
    return Choice(
        option.verb, seat, option.row, option.index, member, tuple(targets), tuple(picks), (), x, count, answer,
        how=option.how, sizes=sizes,
    )  # fmt: skip


def _x(table: Table, option: Option) -> int:
    if option.slot("x") is None:
        return 0
    said = table.queues[option.player].number()
    if said is None:
        return 10 - table.open.choose("X", 11)  # the peer's player announces as much as it can pay
    return said


def _answer(table: Table, seat: int, words: tuple[str, ...]) -> str:
    if len(words) == 1:
        return words[0]
    found = table.queues[seat].color(words) or table.queues[seat].word(words)
    return found if found is not None else words[table.open.choose("word", len(words))]


# --- targets -----------------------------------------------------------------------------------------------------


def one_target(table: Table, seat: int, rows: tuple[int, ...], named: list[str], had: bool, before: list[int]) -> int:
    """One target out of rows, none of ``before``: a named one, the next of the queues, or an open one."""
    there = [h for h in rows if h != NONE]
    free = [h for h in there if h == ITSELF or before.count(h) < _room(table, h)]
    may_be_none = NONE in rows
    if named:
        fitting = table.distinct([h for h in free if h >= 0 and table.fits(h, named[0])])
        if fitting:
            named.pop(0)
            return fitting[table.open.choose("which of that name", len(fitting))]
        if may_be_none and had:
            return NONE
        names = sorted({table.name(h) for h in there if h >= 0})
        raise Refused(f"no target: {named[0]} (there is {', '.join(names) or 'none'})")
    if had and may_be_none:
        return NONE
    queue = table.queues[seat]
    found = _from_queue(table, queue, free, may_be_none)
    if found is not None:
        return found
    if len(free) == 1 and not may_be_none:
        return free[0]
    if may_be_none and (not free or (table.case.strict and not queue.targets)):
        return NONE
    for i, word in enumerate(queue.choices[:1]):
        row = _first(table, free, word)
        if row is not None:
            queue.choices.pop(i)
            return row
    return _open_target(table, seat, free, may_be_none)


def _run(table: Table, seat: int, slot: Slot, x: int, named: list[str], had: bool) -> list[int]:
    """Different targets of an announced number (601.2c): as many as the case names, no more than is announced."""
    most = sum(_room(table, h) for h in slot.rows)
    if slot.words:
        most = x if "X" in slot.words[0] else whole(slot.low)
    rows = slot.rows if slot.words == ("X",) else (*slot.rows, NONE)
    got: list[int] = []
    while len(got) < most and (row := one_target(table, seat, rows, named, had, got)) != NONE:
        got.append(row)
    return got


def _room(table: Table, row: int) -> int:
    return 1 if table.state.rows[row].cls.kind == "player" else table.count(row)


def _first(table: Table, rows: list[int], word: str) -> int | None:
    return next((h for h in rows if h >= 0 and table.fits(h, word)), None)


def _from_queue(table: Table, queue: Queue, free: list[int], may_be_none: bool) -> int | None:
    for i, word in enumerate(queue.targets[:AHEAD]):
        if word in SKIPS:
            if may_be_none:
                queue.targets.pop(i)
                return NONE
            continue
        parts = [word] if "^X=" in word else word.split("^")
        row = _first(table, free, parts[0].split("^X=")[0])
        if row is not None:
            queue.targets[i : i + 1] = ["^".join(parts[1:])] if parts[1:] else []
            return row
    return None


def _open_target(table: Table, seat: int, free: list[int], may_be_none: bool) -> int:
    if not free:
        raise NotDriven("no target is there")
    theirs = sorted(free, key=lambda h: h < 0 or owner_of(table, h) == seat)
    kinds = (
        theirs[:1] if not may_be_none and ITSELF not in free and table.alike([h for h in free if h >= 0]) else theirs
    )
    ways = [*kinds, *([NONE] if may_be_none else [])]
    return ways[table.open.choose("target", len(ways))]


def owner_of(table: Table, row: int) -> int:
    """Whose a row is: a player's own, else its controller's."""
    cls = table.state.rows[row].cls
    return cls.owner if cls.kind == "player" else cls.controller


def _divided(
    table: Table, seat: int, rows: tuple[int, ...], amount: int, named: list[str]
) -> tuple[list[int], tuple[int, ...]]:
    """Targets with their parts."""
    if named:
        found = [_first(table, list(rows), word) for word in named]
        if None in found:
            raise Refused(f"no target: {named}")
        named.clear()
        if len(found) > 1:
            raise NotDriven("how the amount is divided")
        return [h for h in found if h is not None], (amount,)
    queue = table.queues[seat]
    got: list[tuple[int, int]] = []
    while queue.targets and "^X=" in queue.targets[0] and sum(n for _, n in got) < amount:
        word, _, part = queue.targets.pop(0).partition("^X=")
        row = _first(table, list(rows), word)
        if row is None:
            raise Refused(f"no target: {word}")
        got.append((row, int(part)))
    if not got and queue.targets and queue.targets[0] not in SKIPS:
        words = queue.targets[0].split("^")
        picked = [row for word in words if (row := _first(table, list(rows), word)) is not None]
        if len(picked) == 1:
            queue.targets.pop(0)
            got = [(picked[0], amount)]
    if not got:
        return [rows[table.open.choose("target", len(rows))]], (amount,)
    return [h for h, _ in got], tuple(n for _, n in got)


# --- picks -------------------------------------------------------------------------------------------------------


def take(
    table: Table,
    seat: int,
    rows: list[int],
    low: int,
    high: int,
    room: dict[int, int] | None = None,
    optional: bool = True,
) -> Picks:
    """``low`` to ``high`` of rows: those named next in the queues; what isn't said is open."""
    space = room if room is not None else {h: _room(table, h) for h in rows}
    got: Counter[int] = Counter()
    for words in (table.queues[seat].choices, table.queues[seat].targets):
        while words and got.total() < high:
            if words[0] in SKIPS:
                if got.total() >= low:
                    words.pop(0)
                    return list(got.items())
                break
            found = _all_named(table, rows, words[0].split("^"), space, got)
            if not found or got.total() + len(found) > high:
                break
            words.pop(0)
            got.update(found)
    if got.total() >= low and (got or (low == 0 and not rows)):
        return list(got.items())
    return _rest(table, seat, rows, low, high, space, got)


def _all_named(table: Table, rows: list[int], words: list[str], space: dict[int, int], got: Counter[int]) -> list[int]:
    found: list[int] = []
    for word in words:
        row = next((h for h in rows if space[h] - got[h] - found.count(h) > 0 and table.fits(h, word)), None)
        if row is None:
            return []
        found.append(row)
    return found


def _rest(
    table: Table, seat: int, rows: list[int], low: int, high: int, space: dict[int, int], got: Counter[int]
) -> Picks:
    """What the queues don't say: all where all are needed, like ones, else open ones."""
    total = sum(space[h] for h in rows)
    if low == 0 and high > 0 and not got:
        if total == 0:
            return []
        ways: list[Picks] = [[], [(h, min(space[h], high)) for h in rows][: max(1, high)], *([(h, 1)] for h in rows)]
        ways[1] = _clip(ways[1], high)
        return ways[table.open.choose("optional pick", len(ways))]
    if total <= low:
        return [(h, space[h]) for h in rows if space[h]]
    while got.total() < low:
        left = [h for h in rows if space[h] > got[h]]
        alike = table.alike(left)
        row = left[0] if alike else left[table.open.choose("pick", len(left))]
        got[row] += min(space[row] - got[row], low - got.total()) if alike else 1
    return list(got.items())


def _clip(picks: Picks, high: int) -> Picks:
    made: Picks = []
    for row, n in picks:
        left = high - sum(m for _, m in made)
        if left > 0:
            made.append((row, min(n, left)))
    return made
