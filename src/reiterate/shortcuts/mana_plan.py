"""Which like permanents are tapped to pay a cost: their mana is matched with the symbols of the cost (106, 107.4, 601.2g).

A plan counts members of classes of like permanents, so twenty Islands are one class. The work grows with the classes and with the symbols
of the cost, and not with the number of lands.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple, TypeAlias

from reiterate.amounts import Amount, identical, less
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice
from reiterate.rules.costs.mana import Due, ManaShort, by_life, pays_symbols, pool, usable
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at, mana_choice
from reiterate.rules.positions.identity import equal_rows
from reiterate.state.model import BATTLEFIELD, Ref, Row, State, player
from reiterate.state.properties import MANA
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.costs import SacrificeCost, TapCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.quantities import Fixed

#: Mana abilities that one plan has at most: each of them is a line.
LONGEST: Final = 1_000
#: Sets of symbols that are looked at for one class of permanents.
SETS: Final = 5_000
#: Plans that are looked for, and sets of permanents among which others are looked for.
PLANS: Final = 6
LOOKED: Final = 100
#: Ways to choose kinds of mana within one plan that are tried.
KINDS_TRIED: Final = 24

#: Mana by kind.
Mana: TypeAlias = tuple[tuple[str, int], ...]
#: How many of each class are activated in each of its ways.
Plan: TypeAlias = tuple[tuple[int, ...], ...]


class Making(NamedTuple):
    """One way in which a permanent makes mana: the ability, the kind that is chosen, and what comes of it."""

    ability: int
    answer: str
    mana: Mana


@dataclass(frozen=True, slots=True)
class Source:
    """Permanents that are alike. ``rows``: where they are; ``many``: how many there are."""

    rows: tuple[int, ...]
    like: Row
    many: int
    ways: tuple[Making, ...]

    @property
    def taken(self) -> int:
        """How many of them a plan takes at most."""
        return min(self.many, LONGEST)

    @property
    def most(self) -> int:
        """How much mana one of them makes at most."""
        return max(map(_size, self.ways))


@dataclass(frozen=True, slots=True)
class Sources:
    """What a player makes mana with. ``whole``: these are all mana abilities that may be activated, now or once mana is there."""

    each: tuple[Source, ...]
    whole: bool


def _size(way: Making) -> int:
    return sum(amount for _, amount in way.mana)


def played(state: State, choices: Sequence[Choice]) -> State | None:
    """The position behind some choices; None where one of them is not legal, or asks for something besides.

    Mana may also be made where a payment is asked for while something resolves (605.3a).
    """
    before = asked(state)
    for each in choices:
        try:
            made = step_if_legal(state, each)
        except Unsupported:
            return None
        if isinstance(made, Refusal):
            return None
        state = made[0]
        if asked(state) != before or decider(state) != each.player:
            return None
    return state


# --- what there is -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def sources(state: State, seat: int) -> Sources:
    """The permanents with which a player makes mana, in classes of like ones."""
    found: list[Source] = []
    whole = True
    for rows, like, many in _classes(state, seat):
        ways: list[Making] = []
        for index, ability in enumerate(abilities_at(state, rows[0])):
            if is_mana_ability(ability):
                made, plain = _ways_of(state, seat, rows[0], index, ability)
                ways += made
                whole = whole and plain
        if ways and type(many) is int:
            found.append(Source(rows, like, many, tuple(ways)))
        whole = whole and (not ways or type(many) is int)
    return Sources(tuple(found), whole)


def _classes(state: State, seat: int) -> Iterator[tuple[tuple[int, ...], Row, object]]:
    """A player's permanents, those together that are alike: where they are, one of them, and how many there are."""
    pointed = {ref.row for row in state.rows.values() for ref in row.refs.values() if isinstance(ref, Ref)}
    alike: list[tuple[Row, list[int]]] = []
    for handle, row in state.rows.items():
        if row.cls.zone != BATTLEFIELD or row.cls.controller != seat or row.cls.proto is None:
            continue
        group = None
        if handle not in pointed and not row.refs:
            group = next((rows for like, rows in alike if _are_alike(like, row)), None)
        if group is not None:
            group.append(handle)
        elif handle in pointed or row.refs:
            yield (handle,), row, row.n
        else:
            alike.append((row, [handle]))
    for like, rows in alike:
        amounts = [state.rows[handle].n for handle in rows]
        yield tuple(rows), like, sum(n for n in amounts if type(n) is int) if _plain(amounts) else None


def _plain(amounts: Sequence[object]) -> bool:
    return all(type(each) is int for each in amounts)


def _are_alike(one: Row, other: Row) -> bool:
    """Whether members of two rows without references differ in nothing."""
    return one.cls is other.cls and equal_rows(
        Row(one.cls, one.num, 1, one.refs), Row(other.cls, other.num, 1, other.refs)
    )


def _ways_of(state: State, seat: int, handle: int, index: int, ability: Activated) -> tuple[list[Making], bool]:
    """The ways in which an ability makes mana, and whether nothing else can come of it."""
    found: list[Making] = []
    for kind in mana_choice(ability) or ("",):
        choice = Choice(ACTIVATE, seat, handle, index=index, answer=kind)
        try:
            refused = verify(state, choice)
        except Unsupported:
            return [], False
        if refused is not None and refused.code in _NEVER:
            return [], True
        made = None if refused is not None else _made_mana(state, choice)
        if made is None or made != _told(ability, kind):
            return [], False
        found.append(Making(index, kind, made))
    return found, True


#: Why an ability can't be activated, whatever mana is there.
_NEVER: Final = ("already-tapped", "summoning-sick", "inactive", "once-each-turn", "only-once")


def _told(ability: Activated, kind: str) -> Mana | None:
    """The mana that an ability makes by its text; None where it asks for more than a tap or itself, or does something else."""
    if ability.limit or ability.condition is not None or ability.modes or TapCost() not in ability.costs:
        return None
    if any(cost not in (TapCost(), SacrificeCost()) for cost in ability.costs):
        return None
    mana: Counter[str] = Counter()
    for effect in ability.effects:
        if not isinstance(effect, AddMana) or not isinstance(effect.count, Fixed) or effect.only:
            return None
        for symbol in (kind,) if effect.choice else effect.symbols:
            mana[symbol] += effect.count.value
    return tuple(sorted(mana.items()))


def _made_mana(state: State, choice: Choice) -> Mana | None:
    """The mana that comes of an activation; None where anything else changes besides its own permanent."""
    after = played(state, (choice,))
    if after is None or state.seqs != after.seqs:
        return None
    mine = player(choice.player)
    left = [row for handle, row in state.rows.items() if handle != mine and not _stays(after, handle, row)]
    new = [row for handle, row in after.rows.items() if handle != mine and not _stays(state, handle, row)]
    proto = state.rows[choice.row].cls.proto
    if any(row.cls.proto is not proto for row in (*left, *new)):
        return None
    before, then = state.rows[mine], after.rows[mine]
    changed = {slot for slot in {*before.num, *then.num} if before.get(slot) is not then.get(slot)}
    mana: dict[str, int] = {}
    for slot in changed:
        was, now = before.get(slot), then.get(slot)
        if was == now:
            continue
        if not slot.startswith(MANA) or type(was) is not int or type(now) is not int or len(slot) > len(MANA) + 1:
            return None
        mana[slot.removeprefix(MANA)] = now - was
    return tuple(sorted(mana.items())) if before.cls is then.cls else None


def _stays(state: State, handle: int, row: Row) -> bool:
    return handle in state.rows and equal_rows(row, state.rows[handle])


# --- what is due -------------------------------------------------------------------------------------------------


def due(state: State, choice: Choice) -> tuple[Due, ...]:
    """What a choice costs in mana, in each way to read it (107.4e); () where that is not known, or where it costs none."""
    handle = player(choice.player)
    row = state.rows[handle]
    num = {slot: amount for slot, amount in row.num.items() if not slot.startswith(MANA)}
    rows = {**state.rows, handle: Row(row.cls, num, row.n, row.refs)}
    try:
        refused = verify(State(rows, state.seqs, state.tally, state.labels, state.fresh), choice)
    except Unsupported:
        return ()
    return refused.due if isinstance(refused, ManaShort) else ()


# --- planning ----------------------------------------------------------------------------------------------------


class Planning:
    """Plans for one choice in one position.

    ``whole``: whether nothing is left out, so that no plan means that there is none. ``too_long``: the cost may take more mana abilities than
    a plan has, and there are as many: then nothing is said of it.
    """

    def __init__(self, state: State, choice: Choice) -> None:
        self.state = state
        self.choice = choice
        found = sources(state, choice.player)
        self.sources = found.each
        self.due = due(state, choice)
        allowed = usable(state, choice.player, choice.row, choice.verb == CAST) if choice.row >= 0 else ()
        there = pool(state, choice.player, allowed)
        self.pool = {kind: amount for kind, amount in there.items() if type(amount) is int and amount}
        numbers = [*there.values(), *(one.generic for one in self.due)]
        self.too_long = self._is_too_long()
        self.whole = found.whole and bool(self.due) and _plain(numbers) and not self.too_long and self._is_steady()
        self.restricted = any(
            slot.startswith(MANA) and len(slot) > len(MANA) + 1 and not identical(n, 0)
            for slot, n in state.rows[player(choice.player)].num.items()
        )

    def _is_too_long(self) -> bool:
        cost: Amount = max((one.generic + len(one.symbols) for one in self.due), default=0)
        return less(LONGEST, cost, "601.2g") and sum(source.many for source in self.sources) > LONGEST

    def _is_steady(self) -> bool:
        """Whether the cost stays what it is while mana is made for it."""
        for source in self.sources:
            one = Choice(
                ACTIVATE, self.choice.player, source.rows[0], source.ways[0].ability, answer=source.ways[0].answer
            )
            after = played(self.state, (one,))
            if after is None or due(after, self.choice) != self.due:
                return False
        return True

    @property
    def by_mana(self) -> bool:
        """Whether mana alone pays, in one way to read the cost, and each of some like permanents makes one mana or has one way.

        Then two payments that take as many of each class differ by nothing but what mana is left over.
        """
        one_each = all(len(source.ways) == 1 or source.most == 1 for source in self.sources)
        return self.whole and one_each and not self.restricted and len(self.due) == 1 and "P" not in _kinds(self.due[0])

    def first(self, caps: tuple[int, ...] | None = None) -> Plan | None:
        """A plan that pays and in which nothing can be left out, of so many of each class at most; None where there is none."""
        caps = tuple(source.taken for source in self.sources) if caps is None else caps
        for one in self.due:
            plan = self._plan(one, caps)
            while plan is not None:
                taken = counted(plan)
                fewer = (self._plan(one, _one_less(taken, at)) for at in range(len(taken)) if taken[at])
                less = next((found for found in fewer if found is not None), None)
                if less is None:
                    return plan
                plan = less
        return None

    def plans(self) -> tuple[list[Plan], bool]:
        """Plans that take other numbers of each class, and whether there may be more of them.

        A plan from which nothing can be left out takes less of some class than another one does. So each is found below another one.
        """
        found: dict[tuple[int, ...], Plan] = {}
        looked: set[tuple[int, ...]] = set()
        waiting = [tuple(source.taken for source in self.sources)]
        while waiting:
            caps = waiting.pop(0)
            if caps in looked:
                continue
            if len(looked) >= LOOKED or len(found) > PLANS:
                return [*found.values()], True
            looked.add(caps)
            plan = self.first(caps)
            if plan is None:
                continue
            taken = counted(plan)
            found.setdefault(taken, plan)
            for at, many in enumerate(taken):
                if many:
                    waiting.append((*caps[:at], many - 1, *caps[at + 1 :]))
        return [*found.values()], False

    def _plan(self, one: Due, caps: tuple[int, ...]) -> Plan | None:
        """So many of each class, in each way, that they pay together with the pool; None where none pay."""
        if type(one.generic) is not int:
            return None
        have = Counter(self.pool)
        have["P"] = by_life(self.state, self.choice.player, sum("P" in kinds for kinds in one.symbols))
        matched = self._matched(one, have, caps)
        if matched is None:
            return None
        taken = [[0] * len(source.ways) for source in self.sources]
        for at, way in matched:
            taken[at][way] += 1
        made = sum(_size(self.sources[at].ways[way]) for at, way in matched)
        left = one.generic + len(one.symbols) - have.total() - made
        for at in sorted(range(len(caps)), key=lambda at: (len(self.sources[at].ways), -self.sources[at].most)):
            source = self.sources[at]
            more = min(caps[at] - sum(taken[at]), -(-max(left, 0) // source.most))
            best = max(range(len(source.ways)), key=lambda way: _size(source.ways[way]))
            taken[at][best] += more
            left -= more * source.most
        return tuple(map(tuple, taken)) if left <= 0 else None

    def _matched(self, one: Due, have: Counter[str], caps: tuple[int, ...]) -> list[tuple[int, int]] | None:
        """Members that pay the symbols that the pool does not pay, each with its way, at the least loss of other mana; None where none do.

        The sets of symbols that are still to be paid are followed from class to class. There are few of them, however many members there are.
        """
        kinds = sorted(set(one.symbols))
        left = tuple(one.symbols.count(each) for each in kinds)
        reached: dict[tuple[int, ...], _Reached] = {left: _Reached(0, None)}
        for kind, amount in have.items():
            for _ in range(min(amount, sum(left))):
                for rest, so_far in list(reached.items()):
                    for behind in _less_by(rest, kinds, ((kind, 1),)):
                        reached.setdefault(behind, so_far)
        for at, source in enumerate(self.sources):
            for _ in range(min(caps[at], sum(left))):
                more: dict[tuple[int, ...], _Reached] = {}
                for rest, so_far in reached.items():
                    for way, making in enumerate(source.ways):
                        lost = so_far.lost + source.most - _size(making)
                        for behind in _less_by(rest, kinds, making.mana):
                            best = min((one.lost for one in (reached.get(behind), more.get(behind)) if one), default=-1)
                            if best < 0 or lost < best:
                                more[behind] = _Reached(lost, (at, way, so_far))
                reached |= more
                if not more or len(reached) > SETS:
                    break
        goal = reached.get((0,) * len(left))
        if goal is None and len(reached) > SETS:
            self.whole = False
        return None if goal is None else goal.trace()

    def carried_out(self, plan: Plan) -> tuple[tuple[Choice, ...], State] | None:
        """The mana abilities of a plan, and the position behind them; None where one of them can't be activated, or the plan is too long."""
        steps: list[Choice] = []
        state = self.state
        if sum(counted(plan)) > LONGEST:
            return None
        for source, numbers in zip(self.sources, plan, strict=True):
            for way in _each(numbers):
                making = source.ways[way]
                there = (h for h in source.rows if h in state.rows and state.rows[h].cls is source.like.cls)
                one = Choice(ACTIVATE, self.choice.player, next(there, -1), making.ability, answer=making.answer)
                after = played(state, (one,))
                if after is None:
                    return None
                steps.append(one)
                state = after
        return tuple(steps), state

    def kinds_of(self, plan: Plan) -> tuple[list[Plan], bool]:
        """The plans that take as many of each class and choose other kinds of mana, this one first, and whether there may be more."""
        ways = [
            combinations_with_replacement(range(len(source.ways)), many)
            for source, many in zip(self.sources, counted(plan), strict=True)
        ]
        if (
            math.prod(math.comb(len(s.ways) + n - 1, n) for s, n in zip(self.sources, counted(plan), strict=True))
            > SETS
        ):
            return [plan], True
        found = [plan]
        for chosen in product(*ways):
            other = tuple(
                tuple(each.count(way) for way in range(len(source.ways)))
                for each, source in zip(chosen, self.sources, strict=True)
            )
            if other != plan and self._pays(other):
                found.append(other)
            if len(found) > KINDS_TRIED:
                return found, True
        return found, False

    def left_over(self, plan: Plan) -> int:
        """How much mana is left behind a plan, in the first way to read the cost."""
        generic = self.due[0].generic
        assert type(generic) is int
        return sum(self._with_pool(plan).values()) - generic - len(self.due[0].symbols)

    def _with_pool(self, plan: Plan) -> Counter[str]:
        mana = Counter(self.pool)
        for source, numbers in zip(self.sources, plan, strict=True):
            for way, number in zip(source.ways, numbers, strict=True):
                for kind, amount in way.mana:
                    mana[kind] += amount * number
        return mana

    def _pays(self, plan: Plan) -> bool:
        return self.left_over(plan) >= 0 and pays_symbols(dict(self._with_pool(plan)), [*self.due[0].symbols])


def _kinds(one: Due) -> set[str]:
    """The kinds of mana that pay symbols of a cost."""
    return {kind for kinds in one.symbols for kind in kinds}


def counted(plan: Plan) -> tuple[int, ...]:
    """How many of each class a plan takes."""
    return tuple(map(sum, plan))


def _one_less(taken: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*taken[:at], taken[at] - 1, *taken[at + 1 :])


def _each(numbers: tuple[int, ...]) -> Iterator[int]:
    return (way for way, number in enumerate(numbers) for _ in range(number))


class _Reached(NamedTuple):
    """How symbols were paid: how much mana was lost by it, and the last member with its way."""

    lost: int
    last: tuple[int, int, _Reached] | None

    def trace(self) -> list[tuple[int, int]]:
        """All members with their ways."""
        found: list[tuple[int, int]] = []
        here = self
        while here.last is not None:
            at, way, here = here.last
            found.append((at, way))
        return found


def _less_by(
    left: tuple[int, ...], kinds: Sequence[tuple[str, ...]], mana: Mana, begun: bool = False
) -> Iterator[tuple[int, ...]]:
    """The symbols that are left once mana pays some of them, at least one."""
    if begun:
        yield left
    for place, (kind, amount) in enumerate(mana):
        for at, number in enumerate(left):
            if number and amount and kind in kinds[at]:
                behind = (*left[:at], number - 1, *left[at + 1 :])
                yield from _less_by(behind, kinds, ((kind, amount - 1), *mana[place + 1 :]), begun=True)
