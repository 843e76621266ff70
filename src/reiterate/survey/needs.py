"""What a loop needs at its start: things are taken away as long as the same loop is still proved.
Part of the solver: taking away.

A thing goes by its identity, and with all that hangs on it: what is attached to it goes along. Where
the words of a script are of one board only, the same choices are put into the words of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from reiterate.amounts import plain
from reiterate.loops.loop import Count, find_loop, play_through
from reiterate.loops.play import DONE
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.state_access import discard_row, put, seats, split, turn_into
from reiterate.rules.characteristics.evaluate import gets_blessing
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.script.script import BodyReader, Line, Node
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, Ref, State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import BLESSED, COUNTER, HOST, LIFE, MANA
from reiterate.survey.proof import Found, Meter, Prover, Unproved, as_found, no_worse, period_ends, work_of, work_out
from reiterate.survey.script_of_play import play_lines, write_down

#: Rows of a board beyond which nobody asks what of it is needed.
ROWS: Final = 40

#: Elementary choices that asking may play: of a found loop, of a scripted one, and of life.
BUDGET: Final = 20_000
SCRIPT_BUDGET: Final = 5_000
LIFE_BUDGET: Final = 2_500

_ZONES: Final = (BATTLEFIELD, HAND, GRAVEYARD, EXILE, COMMAND)

#: Proves a loop's lines from another start and counts its work; a text says why they are no loop.
Proof: TypeAlias = Callable[[State, Meter], "Found | Unproved"]

#: Proves the same choices in the words of the second board; the lines as they stand are those of the first one.
Reworded: TypeAlias = Callable[[State, State, Meter], "Found | Unproved"]

#: Whether a loop counts as the same as another, which is given second.
Alike: TypeAlias = Callable[["Found", "Found"], bool]


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that a loop needs at its start.

    ``object``: ``count`` permanents or cards named ``name`` in ``zone``, of the player in ``seat``,
    each with ``counters``; ``untapped``, ``tapped`` and ``awake`` (not summoning sick) are told only where the
    loop needs them. ``mana``: ``count`` of the kind ``name`` in the proposer's pool; ``only``: what
    it may be spent on alone (106.6). ``life``: a life total of the proposer of ``count``.
    """

    what: Literal["object", "mana", "life"]
    count: int
    name: str
    seat: int
    zone: str = ""
    untapped: bool = False
    awake: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    only: str = ""
    tapped: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    """The needs of a loop, None where they are not known; ``refusal`` says what is not, and why."""

    needs: tuple[Need, ...] | None
    refusal: Refusal | None = None

    def with_life(self, life: int) -> Needs:
        """Those without a life total that a proof with so much life did without: the same loop, if with fewer laps."""
        if self.needs is None:
            return self
        return replace(self, needs=tuple(need for need in self.needs if need.what != "life" or need.count <= life))


def needs(found: Found, alike: Alike = no_worse) -> Needs:
    """The needs of a loop that a search found.

    Everything that is not listed was taken away, all at once, and the same loop was proved without
    it. Each listed need is necessary: with one less of it the loop was not proved. ``alike`` says which
    loop counts as the same: one that gives no less, unless another relation is given.
    """

    def again(start: State, meter: Meter) -> Found | Unproved:
        return Prover(start, found.me, meter).prove(found.prefix, found.body)

    def reworded(there: State, start: State, meter: Meter) -> Found | Unproved:
        lines = in_its_words(there, start, found.me, found.prefix, found.body)
        if lines is None or lines == (found.prefix, found.body):
            return Unproved("it is no other script")
        return Prover(start, found.me, meter).prove(*lines)

    return _told(found, again, Meter(BUDGET), alike, reworded)


def needs_of_script(start: State, me: int, prefix: Sequence[Node], body: Sequence[Node]) -> Needs:
    """The needs of a scripted loop, as ``needs`` has them.

    ``body`` is repeated behind ``prefix`` up to the end of the loop. The loop may be of any kind; also one that gives nothing has needs.
    """

    def again(start: State, meter: Meter) -> Found | Unproved:
        return _scripted(start, me, meter, prefix, body)

    meter = Meter(SCRIPT_BUDGET)
    try:
        found = again(start, meter)
    except Unsupported as error:
        return Needs(None, error.refusal)
    if isinstance(found, Unproved):
        return Needs(None, _not_told(f"what the loop needs is not known: {found.why}"))
    return _told(found, again, meter, no_worse)


def _scripted(start: State, me: int, meter: Meter, prefix: Sequence[Node], body: Sequence[Node]) -> Found | Unproved:
    head = play_through(start, BodyReader(prefix))
    if head.stop != DONE:
        return Unproved(head.refusal.message if head.refusal is not None else "the game is over")
    meter.spend(len(head.choices))
    loop = find_loop(head.state, BodyReader(body))
    refused = work_out(loop)
    meter.spend(work_of(loop, _lines(body)))
    if refused is not None:
        return Unproved(refused.message)
    ends = period_ends(loop)
    return Unproved(ends) if isinstance(ends, str) else as_found(start, me, (), (), loop, ends)


def _lines(body: Sequence[Node]) -> int:
    """How many lines a body has, with those of its blocks: rounds of blocks are done at once."""
    return sum(1 if isinstance(node, Line) else _lines(node.body) for node in body)


def _not_told(message: str) -> Refusal:
    return Refusal(UNDETERMINED, "needs-budget", message, "a smaller board, or a shorter iteration")


def _unknown(what: str, meter: Meter) -> Refusal:
    return _not_told(f"{what} the loop needs is not known after {meter.budget:,} choices")


def _told(found: Found, proof: Proof, meter: Meter, alike: Alike, reworded: Reworded | None = None) -> Needs:
    if len(found.start.rows) > ROWS:
        message = f"what a loop needs is not asked of boards with more than {ROWS} unlike objects"
        return Needs(None, _not_told(message))
    search = _Less(found, proof, meter, alike, reworded)
    try:
        search.run()
        told = tuple(search.told())
    except _Spent:
        return Needs(None, _unknown("what", meter))
    except Unsupported as error:  # also of tokens that differ by equal steps none can be taken away
        return Needs(None, error.refusal)
    search.meter = Meter(LIFE_BUDGET)
    try:
        life = search.life()
    except _Spent:
        return Needs(told, _unknown("how much life", search.meter))
    except Unsupported as error:  # a life total too long to write
        return Needs(told, error.refusal)
    return Needs((*told, Need("life", life, "", found.me)) if life > 1 else told)


class _Spent(Exception):
    """The budget is used up."""


class _Less:
    """Takes away from a start what the loop can do without."""

    def __init__(self, found: Found, proof: Proof, meter: Meter, alike: Alike, reworded: Reworded | None) -> None:
        self.found = found
        self.proof = proof
        self.reworded = reworded
        self.meter = meter
        self.alike = alike
        self.start = normal(found.start)
        self.untapped: set[int] = set()
        self.tapped: set[int] = set()
        self.awake: set[int] = set()

    def _does(self, start: State) -> bool:
        """Whether the same lines are the same loop from another start."""
        if self.meter.spent():
            raise _Spent
        try:
            tried = self.proof(start, self.meter)
        except Unsupported:
            return False
        return isinstance(tried, Found) and self._alike(tried, start)

    def _alike(self, tried: Found, start: State) -> bool:
        """Whether a loop from another start is as the given one: also but for what that one did to what was taken away."""
        return self.alike(tried, self.found) or self.alike(tried, self._without_what_went(start))

    def _without_what_went(self, start: State) -> Found:
        """What is asked of the loop where objects were taken away: all it did, but for what it did to those."""
        gone = _names(self.found.start) - _names(start)
        kept = {
            k: n for k, n in self.found.board.items() if not any(k == name or k.startswith(f"{name}.") for name in gone)
        }
        return replace(self.found, board=kept, tallies={} if kept else self.found.tallies) if gone else self.found

    def run(self) -> None:
        """Objects first, the newest first, then counters and mana; then what must be tapped or not, and what not summoning sick."""
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
            if not self._does_turned(handle, "tapped"):
                (self.tapped if cls.tapped else self.untapped).add(handle)
            if not cls.sick and not self._does_turned(handle, "sick"):
                self.awake.add(handle)

    def _does_turned(self, handle: int, what: str) -> bool:
        """Whether the loop goes on where a permanent is turned, or is summoning sick: the same lines, or the same choices."""
        turned = _turned(self.start, handle, what)
        if self._does(turned):
            return True
        if self.reworded is None:
            return False
        try:
            tried = self.reworded(self.start, turned, self.meter)
        except Unsupported:
            return False
        return isinstance(tried, Found) and self._alike(tried, turned)

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

    def life(self) -> int:
        """The least life total of the proposer that does, found by steps that double from a guess.

        It is 1 at least, without which nobody stays in the game (704.5a).
        """
        at = (player(self.found.me), LIFE)
        there = plain(self.start.rows[at[0]].num.get(LIFE, 0))
        if there <= 1:
            return there
        guess = min(max(self._spent_life(there), 1), there - 1)
        low, high, size = 0, there, 1  # high does, low does not
        if self._does(self._with(at, guess)):
            high = guess
            while high - size > low and self._does(self._with(at, high - size)):
                high, size = high - size, 2 * size
            low = max(low, high - size)
        else:
            low = guess
            while low + size < high and not self._does(self._with(at, low + size)):
                low, size = low + size, 2 * size
            high = min(high, low + size)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._does(self._with(at, middle)) else (middle, high)
        return high

    def _spent_life(self, there: int) -> int:
        """How much lower life is than at the start: behind the first period, or at the last iteration."""
        found = self.found
        at: list[Count] = [0, found.period]
        if not found.endless:
            at += [found.greatest - 1, found.greatest]
        states = [state for n in at if isinstance(state := found.loop.reach(n), State)]
        return there - min(plain(state.rows[player(found.me)].num.get(LIFE, 0)) for state in states)

    def told(self) -> list[Need]:
        """The needs without life: permanents, cards by zone, mana."""
        told = []
        for handle in self._objects(sorted(self.start.rows)):
            row = self.start.rows[handle]
            if row.cls.proto is None:
                continue
            counters = tuple(
                (slot.removeprefix(COUNTER), plain(n))
                for slot, n in sorted(row.num.items())
                if slot.startswith(COUNTER) and plain(n)
            )
            told.append(
                Need(
                    "object",
                    plain(row.n),
                    row.cls.proto.name,
                    row.cls.controller,
                    row.cls.zone,
                    untapped=handle in self.untapped,
                    awake=handle in self.awake,
                    counters=counters,
                    tapped=handle in self.tapped,
                )
            )
        pool = self.start.rows[player(self.found.me)].num
        for slot, value in sorted(pool.items()):
            if slot.startswith(MANA) and plain(value):
                kind, _, only = slot.removeprefix(MANA).partition("/")
                told.append(Need("mana", plain(value), kind, self.found.me, only=only))
        return told


def _names(state: State) -> set[str]:
    """What the permanents of a board are called where its changes are told (``shape.facts``)."""
    return {
        f"p{row.cls.controller + 1}.{'tokens.' if row.cls.proto.token else ''}{row.cls.proto.name}"
        for row in state.rows.values()
        if row.cls.zone == BATTLEFIELD and row.cls.proto is not None
    }


def _without(state: State, handle: int, many: int) -> State:
    """A board with so many fewer of a row; where the whole row goes, so does all that is attached to it."""
    draft = Draft(state)
    if many:
        gone = hanging_on(state, handle) if plain(state.rows[handle].n) == many else []
        for each in gone:
            discard_row(draft, each)
        discard_row(draft, split(draft, handle, many))
        _blessed_no_more(draft, state)
    return normal(draft.done())


def _blessed_no_more(draft: Draft, before: State) -> None:
    """Without ten permanents nobody has the city's blessing who had it by those of a board (702.131a)."""
    for seat in seats(before):
        cls = before.rows[player(seat)].cls
        if BLESSED not in cls.by_prop:
            continue
        bare = Draft(before)
        for one in (bare, draft):
            turn_into(one, "", player(seat), one.rows[player(seat)].cls.with_prop(BLESSED, False))
        if gets_blessing(draft, seat) or not gets_blessing(bare, seat):
            turn_into(draft, "", player(seat), draft.rows[player(seat)].cls.with_prop(BLESSED, True))


def hanging_on(state: State, handle: int) -> list[int]:
    """The rows that are attached to a row, and those attached to them (301.5, 303.4)."""
    found: list[int] = []
    hosts = {handle}
    while hosts:
        more = [h for h, row in state.rows.items() if isinstance(at := row.refs.get(HOST), Ref) and at.row in hosts]
        hosts = {h for h in more if h != handle and h not in found}
        found += sorted(hosts)
    return found


def in_its_words(
    there: State, start: State, me: int, prefix: Sequence[str], body: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The choices that lines make on a board ``there``, in the words of another board with the same rows.

    None where they can't be made on the other board.
    """
    said: list[tuple[str, ...]] = []
    for lines in (prefix, body):
        played = play_lines(there, lines)
        if isinstance(played, Refusal):
            return None
        states = [start]
        for choice in played.choices:
            if verify(states[-1], choice) is not None:
                return None
            states.append(step(states[-1], choice)[0])
        said.append(write_down(states, played.choices, me).lines)
        there, start = played.state, states[-1]
    return said[0], said[1]


def _turned(state: State, handle: int, what: str) -> State:
    draft = Draft(state)
    cls = draft.rows[handle].cls
    turn_into(draft, "", handle, cls.but(what, not (cls.tapped if what == "tapped" else cls.sick)))
    return draft.done()
