"""The needs of a certificate: what its start can't do without, and the bystanders that it can do without.

Bystanders: rows that a chain neither touches nor names. Which of them it can do without is told of many at once.

Rows of a class that only amounts tell apart can stand in for each other. So the chain is played
once without the oldest of them, with the amounts of the others as symbols. Every comparison of a
symbol leaves a guard. Without another one of them the chain is the same where all guards hold with
that one's amounts in the place of the oldest one's. In the same way one play of the start shows
which counters could be 0.

The needs of a certificate: what can't be taken from its start without a choice becoming illegal, or a gain being lost.

Each thing is taken away alone. The choices are those that are written, up to the end of the first
period. Asked about are permanents and cards, that a permanent is untapped and not summoning sick,
counters, and mana.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from reiterate.amounts import Guard, Recorder, decimal_text, plain
from reiterate.check.work import weight
from reiterate.loops.head_slots import Slot, amount_at, amounts_of, fill
from reiterate.refusals import ILLEGAL, INPUT, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import discard_row, put, text_prop, turn_into
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, Class, Gone, Ref, Row, State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import has_progressions
from reiterate.state.properties import COUNTER, MANA, OUTCOME, PLAYER, N

# --- bystanders ----------------------------------------------------------------------------------

#: Plays the chain from a start and notes every state on the way; whether all its choices are legal and its gains rise.
Plays: TypeAlias = Callable[[State, list[State]], bool]

#: The amounts of a row that are not 0: two rows of a class are alike only where these are equal.
_Amounts: TypeAlias = frozenset[tuple[str, Any]]


class _Touched(Exception):
    """A symbol came to stand somewhere else than in its row."""


def spared(start: State, seen: Iterable[State], named: Iterable[int], plays: Plays) -> set[Slot]:
    """Which rows and counters of a start its chain can do without, as far as that is told of many at once.

    In: ``seen``, the states on the chain from the start on. ``named``: the rows that its choices or its gains name.
    ``plays``: whether the chain can be played from another start. Out: slots, such as ``(7, "n")`` for the whole row 7.
    """
    rows = _unlike(start, _untouched(start, seen, {*named, *start.labels.values()}))
    groups: dict[tuple[int, Any], list[int]] = {}
    for handle in rows:
        groups.setdefault((id(start.rows[handle].cls), start.rows[handle].n), []).append(handle)
    slots: set[Slot] = set()
    for group in groups.values():
        if len(group) > 1:
            slots |= {(handle, N) for handle in _without_one(start, group, plays)}
    counters = [(h, name) for h in rows for name, n in start.rows[h].num.items() if name.startswith(COUNTER) and n > 0]
    return slots | set(_without_counters(start, counters, plays))


def without(start: State, handle: int) -> State:
    """The start without a row."""
    draft = Draft(start)
    discard_row(draft, handle)
    return draft.done()


def _untouched(start: State, seen: Iterable[State], named: set[int]) -> list[int]:
    """The rows that stay as they are in all of these states, refer to nothing, and are named by nothing."""
    rows = {h: r for h, r in start.rows.items() if r.cls.proto is not None and r.cls.kind != PLAYER and not r.refs}
    for state in seen:
        named = named | _named_in(state)
        rows = {handle: row for handle, row in rows.items() if state.rows.get(handle) is row}
    return [handle for handle in sorted(rows) if handle not in named]


def _unlike(start: State, handles: list[int]) -> list[int]:
    """Those of some rows that have a class where no two of them are alike."""
    seen: dict[int, set[_Amounts]] = {}
    twice: set[int] = set()
    for row in (start.rows[handle] for handle in handles):
        there = seen.setdefault(id(row.cls), set())
        if _amounts(row) in there:
            twice.add(id(row.cls))
        there.add(_amounts(row))
    return [handle for handle in handles if id(start.rows[handle].cls) not in twice]


def _named_in(state: State) -> set[int]:
    """The rows that other rows refer to, or that stand in an order."""
    found = {handle for seq in state.seqs.values() for handle in seq}
    for row in state.rows.values():
        if row.refs:
            found |= {ref.row for ref in row.refs.values() if isinstance(ref, Ref)}
    return found


def _without_one(start: State, group: list[int], plays: Plays) -> list[int]:
    """Those of some rows of one class that the chain can do without; none where that can't be told at once."""
    oldest, *others = group
    names = sorted({name for handle in group for name in start.rows[handle].num})
    moving = [n for n in names if len({start.rows[handle].get(n) for handle in group}) > 1]
    trial = _Trial(without(start, oldest), [(handle, name) for handle in others for name in moving], plays)
    if not trial.holds or not all(trial.told_apart(start.rows[handle]) for handle in group):
        return []
    lent = start.rows[oldest]
    return [oldest] + [h for h in others if trial.same_with({(h, name): lent.get(name) for name in moving})]


def _without_counters(start: State, counters: list[Slot], plays: Plays) -> list[Slot]:
    """Those of some counters that the chain can do without; none where that can't be told at once."""
    trial = _Trial(start, counters, plays) if counters else None
    if trial is None or not trial.holds:
        return []
    there: dict[int, list[_Amounts]] = {}
    for handle in {handle for handle, _ in counters}:
        there.setdefault(id(start.rows[handle].cls), []).append(_amounts(start.rows[handle]))
    found = []
    for handle, name in counters:
        row = start.rows[handle]
        less = Row(row.cls, {slot: n for slot, n in row.num.items() if slot != name}, row.n, row.refs)
        alone = trial.told_apart(row) and trial.told_apart(less) and _amounts(less) not in there[id(row.cls)]
        if alone and trial.same_with({(handle, name): 0}):
            found.append((handle, name))
    return found


def _amounts(row: Row) -> _Amounts:
    return frozenset((name, n) for name, n in row.num.items() if n)


def _written_out(row: Row) -> bool:
    gone = [ref.num for ref in row.refs.values() if isinstance(ref, Gone)]
    return type(row.n) is int and all(type(n) is int for num in (row.num, *gone) for n in num.values())


class _Trial:
    """The chain played once with symbols in some slots: whether it can be, and under which values it is the same chain.

    ``holds``: it is legal, and its symbols stay where they are.
    """

    __slots__ = ("guards", "holds", "others", "symbols", "values")

    def __init__(self, start: State, slots: list[Slot], plays: Plays) -> None:
        rec = Recorder()
        self.symbols = {slot: i for i, slot in enumerate(slots)}
        begun = fill(start, {at: rec.amount(i, plain(start.rows[at[0]].get(at[1]))) for at, i in self.symbols.items()})
        handles = {handle for handle, _ in slots}
        self.others: dict[int, set[_Amounts]] = {}  # by class, of rows without symbols
        seen: list[State] = []
        try:
            self.holds = plays(begun, seen)
            for state in seen:
                self._look(state, begun, handles)
        except _Touched:
            self.holds = False
        self.values = dict(rec.values)
        self.guards: dict[int, list[Guard]] = {}
        for guard in rec.guards:
            for symbol in guard.poly.symbols():
                self.guards.setdefault(symbol, []).append(guard)

    def _look(self, state: State, begun: State, handles: set[int]) -> None:
        """Note the rows without symbols; ``_Touched`` where a row with symbols changes, is named, or is gone."""
        if handles & _named_in(state) or any(type(n) is not int for n in state.tally.values()):
            raise _Touched
        for handle, row in state.rows.items():
            if handle in handles:
                if begun.rows[handle] is not row:
                    raise _Touched
            elif not _written_out(row):
                raise _Touched
            else:
                self.others.setdefault(id(row.cls), set()).add(_amounts(row))

    def told_apart(self, row: Row) -> bool:
        """Whether a row with these amounts is at no place like a row without symbols."""
        return _amounts(row) not in self.others.get(id(row.cls), ())

    def same_with(self, changed: dict[Slot, Any]) -> bool:
        """Whether all comparisons are answered alike with these values in the place of those that are there."""
        values = {**self.values, **{self.symbols[slot]: value for slot, value in changed.items()}}
        guards = {id(g): g for slot in changed for g in self.guards.get(self.symbols[slot], ())}
        return all(guard.holds(values) for guard in guards.values())


# --- needs ---------------------------------------------------------------------------------------

#: Elementary choices that finding out may play, and units of work that they may take; the checker's are no fewer.
BUDGET: Final = 4_000
WORK_BUDGET: Final = 200_000

UNKNOWN: Final = "unknown"

_ZONES: Final = frozenset({BATTLEFIELD, HAND, GRAVEYARD, EXILE, COMMAND})
_AMOUNTS: Final = (COUNTER, MANA)


class _Untold(Exception):
    """It is not known whether the choices can be made."""


def needs(
    start: State, chain: list[dict[str, Any]], end: dict[str, Any], gains: list[dict[str, Any]]
) -> list[dict[str, Any]] | str:
    """What the start of a written chain has to hold, so that the same chain can be played with the same gains.

    In: ``start``, the position. ``chain``, ``end`` and ``gains``: as a certificate writes them. Out: the needs in order of
    rows. A need is ``{"row": handle, "what": amount, "least": digits}``; "what" is "n" for the object itself, and
    "least" is "" for something that must not be so ("not tapped"). Out is "unknown" where this can't be told.
    """
    try:
        search = _Search(start, chain, end, gains)
        return list(search.found()) if search.begin() else UNKNOWN
    except (_Untold, Unsupported):
        return UNKNOWN


class _Search:
    """Plays the choices from starts with one thing less."""

    def __init__(
        self, start: State, chain: list[dict[str, Any]], end: dict[str, Any], gains: list[dict[str, Any]]
    ) -> None:
        if has_progressions(start):
            raise _Untold
        if any(type(n) is not int for n in amounts_of(start).values()):
            raise _Untold  # too long to write
        self.start = start
        self.left = BUDGET
        self.work = WORK_BUDGET
        self.seen: list[State] = []  # the states on the chain from the start itself
        self.gains: list[Slot] = [(gain["amount"][0], gain["amount"][1]) for gain in gains]
        self.phi: dict[int, int] = {}
        self.kinds: dict[int, Class] = {}  # of the rows that came after the start
        self.before: list[dict[str, Any]] = []
        self.segment: dict[str, Any] | None = None
        self.outcome = ""
        for piece in chain:
            if piece["kind"] == "segment":
                self.segment = piece
                break
            self.before += [deed for each in piece["iterations"] for deed in each]
        else:
            self.before += end.get("choices", [])
            self.outcome = end.get("outcome", "")
        self.period = [deed for each in self.segment["iterations"] for deed in each] if self.segment else []
        joined = self.segment is not None and "joined" in self.segment
        if joined or any("block" in deed for deed in [*self.before, *self.period]):
            raise _Untold

    def found(self) -> Iterator[dict[str, Any]]:
        """Row by row."""
        spared = self._spared()
        for handle, row in sorted(self.start.rows.items()):
            if row.cls.kind != PLAYER and (row.cls.zone not in _ZONES or row.cls.proto is None):
                continue
            asked_of = row.cls.kind != PLAYER and (handle, N) not in spared
            if asked_of and not self.plays(without(self.start, handle)):
                yield {"row": handle, "what": "n", "least": "1"}
                for what in ("sick", "tapped"):
                    if row.cls.zone == BATTLEFIELD and not getattr(row.cls, what):
                        turned = row.cls.but(what, True)
                        if not self.plays(self._with(lambda d, h=handle, cls=turned: turn_into(d, "", h, cls))):  # type: ignore[misc] # binds early
                            yield {"row": handle, "what": f"not {what}", "least": ""}
            for name, there in sorted(row.num.items()):
                counted = name.startswith(_AMOUNTS) and (handle, name) not in spared
                least = self._least(handle, name, there) if counted else 0
                if least:
                    yield {"row": handle, "what": name, "least": decimal_text(least)}

    def _spared(self) -> set[Slot]:
        """What of the start the chain can do without, as far as that is told of many rows at once."""
        named = {at for at, _ in self.gains}
        for deed in (*self.before, *self.period):
            named.update(_numbers_in(deed))
        return spared(self.start, self.seen, named, self._plays_noting)

    def _plays_noting(self, start: State, seen: list[State]) -> bool:
        """Like ``plays``, with the states on the way noted; False where the chain can't be played from such a start."""
        try:
            return self.plays(start, seen)
        except _Untold:
            if self.left < 0 or self.work < 0:
                raise
            return False

    def _least(self, handle: int, name: str, there: Any) -> int:
        """An amount that does where one less doesn't; 0 where none of it is needed."""
        low, high = -1, there
        while high - low > 1:
            middle = 0 if low < 0 else (low + high) // 2
            does = self.plays(self._with(lambda d, n=middle: put(d, "", handle, name, n)))  # type: ignore[misc] # as above
            low, high = (low, middle) if does else (middle, high)
        return high  # type: ignore[no-any-return] # a whole number

    def _with(self, change: Callable[[Draft], object]) -> State:
        draft = Draft(self.start)
        change(draft)
        return draft.done()

    def begin(self) -> bool:
        """Play from the start itself: which amounts rise there has to rise from the others too."""
        played = self._play(self.start, self.seen)
        if played is None:
            return False
        head, end = played
        if self.segment is not None:
            if len(head.rows) != len(self.segment["phi"]):
                return False
            self.phi = dict(zip(sorted(head.rows), self.segment["phi"], strict=True))
        self.kinds = {handle: row.cls for handle, row in head.rows.items() if handle not in self.start.rows}
        self.gains = [at for at in self.gains if self._rises(at, head, end)]
        return True

    def plays(self, start: State, seen: list[State] | None = None) -> bool:
        """Whether all choices are legal from this start, the game ends as it does where it does, and all that rose rises."""
        played = self._play(start, [] if seen is None else seen)
        return played is not None and all(self._rises(at, *played) for at in self.gains)

    def _rises(self, at: Slot, head: State, end: State) -> bool:
        handle, name = at
        if handle in self.kinds:  # another name for it is as good
            before, after = (
                sum(amount_at(state, (h, name)) for h, row in state.rows.items() if row.cls is self.kinds[handle])
                for state in (head, end)
            )
            return bool(after > before)
        then = handle if handle < 0 or self.segment is None else self.phi.get(handle, handle)
        if handle >= 0 and (handle not in head.rows or then not in end.rows):
            return True  # what was taken away gains nothing
        rose: Any = amount_at(end, (then, name)) - amount_at(head, at)
        return bool(rose > 0)

    def _play(self, start: State, seen: list[State]) -> tuple[State, State] | None:
        """The position before the period and behind it (of what is done once: the start and the end); None where not legal."""
        try:
            state = self._all(start, self.before, [], seen)
            head = start
            if state is not None and self.segment is not None:
                head = normal(state)
                values = [_amount_in(head, (row, name)) for row, name in self.segment["slots"]]
                state = self._all(head, self.period, values, seen)
                state = None if state is None else normal(state)
            if state is None:
                return None
            seen += (head, state)
            over = asked(state) == "over" and text_prop(state.game, OUTCOME) == self.outcome
            return (head, state) if over or not self.outcome else None
        except _Untold:
            raise
        except Exception as error:
            raise _Untold from error

    def _all(self, state: State, deeds: list[dict[str, Any]], values: list[Any], seen: list[State]) -> State | None:
        for deed in deeds:
            self.left -= 1
            self.work -= weight(state)
            if self.left < 0 or self.work < 0:
                raise _Untold
            seen.append(state)
            choice = _choice(deed, values)
            refused = verify(state, choice)
            if refused is not None:
                if refused.kind not in (ILLEGAL, INPUT):
                    raise _Untold
                return None
            assert choice.verb != PASS or choice.over is not None
            state = step(state, choice)[0]
        return state


def _amount_in(state: State, slot: Slot) -> Any:
    handle, _ = slot
    return amount_at(state, slot) if handle < 0 or handle in state.rows else 0


def _numbers_in(written: Any) -> Iterator[int]:
    """All whole numbers that stand anywhere in what is written of a choice: every row that it names is one of them."""
    if type(written) is int:
        yield written
    elif isinstance(written, list | dict):
        for part in written.values() if isinstance(written, dict) else written:
            yield from _numbers_in(part)


def _choice(deed: dict[str, Any], values: list[Any]) -> Choice:
    made: dict[str, Any] = {}
    for name, content in deed.items():
        if name in ("member", "x", "count"):
            made[name] = _amount(content, values)
        elif name in ("picks", "pay"):
            made[name] = tuple((at, _amount(n, values)) for at, n in content)
        elif name == "sizes":
            made[name] = tuple(_amount(n, values) for n in content)
        else:
            made[name] = tuple(content) if isinstance(content, list) else content
    return dataclasses.replace(Choice(made.pop("verb"), made.pop("player")), **made)


def _amount(written: Any, values: list[Any]) -> int:
    """Digits, or a polynomial of the amounts at the period's beginning."""
    if not isinstance(written, list):
        return _digits(written)
    total = 0
    for factor, product in written:
        term = _digits(factor)
        for symbol in product:
            term = term * values[symbol]
        total += term
    return total


def _digits(text: str) -> int:
    if len(text) > BUDGET:
        raise _Untold
    return int(text)
