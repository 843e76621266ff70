"""Filling the slots of options, and asking whether a choice is among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, pairwise, product
from typing import Final

from reiterate.amounts import Amount, at_least, equal, is_zero, less, plain
from reiterate.records import replace
from reiterate.rules.access.choice import (
    ACTIVATE,
    AGAINST,
    ANSWER,
    ASSIGN,
    ATTACK,
    BLOCK,
    COUNT,
    CREATURES,
    DIVIDE,
    ITSELF,
    MAY,
    MEMBER,
    PASS,
    PAY,
    PICK,
    PICKS,
    RUN,
    TARGET,
    Choice,
    Option,
    Paid,
    Pick,
    Slot,
    X,
)
from reiterate.rules.access.choice import ANSWER as ANSWER_VERB
from reiterate.rules.access.choice import TARGET as TARGET_VERB
from reiterate.rules.access.partitions import compositions, shares
from reiterate.rules.access.partitions import parts as sums
from reiterate.rules.access.same_member import real_row, speaks_twice, target_meant
from reiterate.rules.costs import mana
from reiterate.rules.decisions.same_ways import may_mean_the_same, same_given, same_targets
from reiterate.rules.events.targets import NONE, clash, each_way
from reiterate.rules.turn import combat_damage, combat_ways
from reiterate.state.model import State
from reiterate.terms.vocabulary import MANA_KINDS

#: How many ways of choosing a number of objects are shown at most.
RANGE_SHOWN: Final = 64


def first(state: State, option: Option) -> Choice:
    """The first way of choosing an option: first targets, the least X, as few as possible, oldest objects."""
    targets = next(_named(state, option))
    announced = option.slot(X)
    x: Amount = 0 if announced is None else announced.low
    sizes: tuple[Amount, ...] = ()
    shared = option.slot(DIVIDE)
    if shared is not None:
        least = dict(shared.kinds)["least"]
        x = least if shared.high and less(x, least, "601.2d") else x
        sharing, sizes = _first_division(state, shared, shared.low + shared.high * x)
        targets += sharing
    run = option.slot(RUN)
    if run is not None and run.words == ("X",):
        targets += _first_run(state, run, min(plain(x), RANGE_SHOWN))
    picks = _all_first_picks(state, option, x)
    pay = option.slot(PAY)
    answer = option.slot(ANSWER)
    count = option.slot(COUNT)
    return Choice(
        option.verb,
        option.player,
        option.row,
        option.index,
        0,
        targets,
        tuple(picks),
        () if pay is None else _first_payment(pay, x),
        x,
        0 if count is None else count.low,
        "" if answer is None else answer.words[0],
        how=option.how,
        sizes=sizes,
    )


def _named(state: State, option: Option) -> Iterator[tuple[int, ...]]:
    """The ways to name targets, each other than those that it has to be other than (115.3)."""
    slots = [slot for slot in option.slots if slot.name == TARGET]
    others = [plain(slot.low) for slot in slots]
    rows = [slot.rows for slot in slots]
    yield from each_way(state, others, rows, *option.actor) if any(others) else product(*rows)


def _first_division(state: State, slot: Slot, whole: Amount) -> tuple[tuple[int, ...], tuple[Amount, ...]]:
    """As few targets as possible, 1 for each and the rest for the last."""
    least = dict(slot.kinds)["least"]
    if not at_least(whole, 1, "601.2d"):
        return (), ()
    wanted = max(plain(least), 1)
    few = tuple(row for row in slot.rows for k in range(1, wanted + 1) if _has(state, row, k))[:wanted]
    if not few:
        return (), ()
    return few, (*(1 for _ in few[1:]), whole - (len(few) - 1))


def _members(state: State, slot: Slot, actor: int) -> tuple[tuple[int, int], ...]:
    """The rows of a slot with how many members of each can be named; the acting one is a single one."""
    there = ((row, min(_besides(state, slot, row, actor), RANGE_SHOWN)) for row in slot.rows)
    return tuple(islice(there, RANGE_SHOWN))


def _besides(state: State, slot: Slot, row: int, actor: int) -> int:
    """How many members a row has beside the acting one, where that is named by itself."""
    return 1 if row < 0 else plain(state.rows[row].n) - (row == actor and ITSELF in slot.rows)


def _first_run(state: State, slot: Slot, number: int) -> tuple[int, ...]:
    """The first way to name so many different members; () where there are fewer. A count that moves is only compared (115.3)."""
    named: list[int] = []
    for row in slot.rows:
        left = number - len(named)
        if not left:
            break
        most = left if row >= 0 else min(left, 1)
        named += [row] * next((k for k in range(most, 1, -1) if _has(state, row, k)), 1)
    return tuple(named) if len(named) == number else ()


def _runs_of(there: Sequence[tuple[int, int]], number: int) -> Iterator[tuple[int, ...]]:
    """The ways to name so many different members, one at a time: none is worked out before it is asked for (115.3)."""
    if not number:
        yield ()
        return
    if number > sum(most for _, most in there):
        return
    (row, most), *others = there
    for taken in range(min(most, number), -1, -1):
        for rest in _runs_of(others, number - taken):
            yield (*(row,) * taken, *rest)


def _has(state: State, row: int, number: int) -> bool:
    """Whether a row has so many members; the acting one is a single one."""
    return number == 1 or (row >= 0 and at_least(state.rows[row].n, number, "115.3"))


def _all_first_picks(state: State, option: Option, x: Amount) -> list[Pick]:
    """Objects for each cost of an option; none is given up for two costs (118.10).

    In: ``x``, how many objects a cost takes that asks for X. The cost with the fewest objects to choose from chooses first.
    It takes those first that the fewest other costs could take.
    """
    slots = [_for_x(slot, x) for slot in option.slots if slot.name == PICKS]
    if len(slots) == 1:
        return _first_picks(state, slots[0], option.row, {})
    wanted_by = {row: sum(row in slot.rows for slot in slots) for slot in slots for row in slot.rows}
    both: dict[bool, dict[int, Amount]] = {True: {}, False: {}}  # what is tapped, and what is given up
    found: dict[int, list[Pick]] = {}
    for i, slot in sorted(enumerate(slots), key=lambda one: (len(one[1].rows), one[0])):
        order = sorted(range(len(slot.rows)), key=lambda k: wanted_by[slot.rows[k]])
        rows = tuple(slot.rows[k] for k in order)
        kinds = tuple(slot.kinds[k] for k in order) if slot.kinds else ()
        taken = both[slot.taps]
        found[i] = _first_picks(state, replace(slot, rows=rows, kinds=kinds), option.row, taken)
        for row, count in found[i]:
            taken[row] = taken.get(row, 0) + count
    return [pick for i in range(len(slots)) for pick in found[i]]


def _for_x(slot: Slot, x: Amount) -> Slot:
    """The picks of an announced X: ``high`` more for each; a question has a range instead."""
    if slot.words or slot.kinds or is_zero(x, "107.3"):
        return slot
    return replace(slot, low=slot.low + slot.high * x)


def _first_picks(state: State, slot: Slot, actor: int, gone: dict[int, Amount]) -> list[Pick]:
    """As few objects as there have to be. ``gone``: how many of each row are given up already."""
    if slot.kinds:
        return _first_worth(state, slot, actor, gone)
    picks: list[Pick] = []
    left = slot.low
    for row in sorted(slot.rows, key=lambda h: h == actor):
        if is_zero(left, "601.2b"):
            break
        n = left if len(slot.words) == 2 else state.rows[row].n
        if slot.but_itself and row == actor:
            n = n - 1
        if row in gone:
            n = n - gone[row]
            if is_zero(n, "118.10"):
                continue
        taken = n if less(n, left, "601.2b") else left
        picks.append((row, taken))
        left = left - taken
    return picks


def _first_worth(state: State, slot: Slot, actor: int, gone: dict[int, Amount]) -> list[Pick]:
    """As few of the oldest rows as have enough in all (701.59a, 702.122a)."""
    picks: list[Pick] = []
    left = plain(slot.low)
    for row, (_, amount) in zip(slot.rows, slot.kinds, strict=True):
        worth = plain(amount)
        wanted = -(-left // worth) if worth and left > 0 else 0
        n = state.rows[row].n - gone.get(row, 0) - (slot.but_itself and row == actor)
        taken = next((k for k in range(wanted, 0, -1) if at_least(n, k, "701.59a")), 0)
        if taken:
            picks.append((row, taken))
            left -= taken * worth
    return picks


def _first_payment(slot: Slot, x: Amount = 0) -> tuple[Paid, ...]:
    if slot.words[:1] == ("mixed",):
        return ((slot.words[1], slot.low),)
    left = dict(slot.kinds)
    paid: dict[str, Amount] = {}
    each = _each_symbol(sorted(slot.symbols, key=len), left)
    if each is None:
        return ()
    for kind in each:
        paid[kind] = paid.get(kind, 0) + 1
    missing = _generic(slot, x)
    for kind in left:
        if kind != "P" and not is_zero(missing, "118.3"):
            taken = left[kind] if less(left[kind], missing, "118.3") else missing
            paid[kind] = paid.get(kind, 0) + taken
            missing = missing - taken
    for kinds, kind in zip(sorted(slot.symbols, key=len), each, strict=True):
        spare = "P" in kinds and kind != "P" and not is_zero(left.get("P", 0), "119.4")
        if spare and not is_zero(missing, "118.3"):  # 107.4f: life for a symbol leaves its mana for the generic part
            left["P"] = left["P"] - 1
            paid["P"] = paid.get("P", 0) + 1
            missing = missing - 1
    return tuple((kind, amount) for kind, amount in paid.items() if not (type(amount) is int and amount == 0))


def _each_symbol(symbols: list[tuple[str, ...]], left: dict[str, Amount]) -> list[str] | None:
    """With what each symbol is paid, the first kinds first; None where they can't all be paid (107.4e). Takes it off ``left``."""
    found: list[str] = []
    for kinds in symbols:
        there = [kind for kind in kinds if kind in left]
        usable = next((kind for kind in there if not is_zero(left[kind], "118.3")), None)
        usable = usable or next((kind for kind in there if _freed(symbols, found, left, kind, {kind})), None)
        if usable is None:
            return None
        left[usable] = left[usable] - 1
        found.append(usable)
    return found


def _freed(
    symbols: list[tuple[str, ...]], found: list[str], left: dict[str, Amount], kind: str, tried: set[str]
) -> bool:
    """Whether one of a kind is there, or another symbol that is paid with it could be paid otherwise; then it is."""
    if not is_zero(left[kind], "118.3"):
        return True
    for i in [i for i, paid in enumerate(found) if paid == kind]:
        for other in symbols[i]:
            if other in left and other not in tried and _freed(symbols, found, left, other, tried | {other}):
                left[other], left[kind] = left[other] - 1, left[kind] + 1
                found[i] = other
                return True
    return False


def _generic(slot: Slot, x: Amount) -> Amount:
    """The generic part of a payment for an announced X, with the reductions that come after announcing it."""
    wanted = mana.ManaDemand(list(slot.symbols), slot.low + slot.high * x)
    for amount, floor in slot.off:
        mana.take_off(wanted, amount, floor)
    return wanted.generic


def instances(state: State, option: Option, limit: int) -> Iterator[Choice]:
    """Up to ``limit`` ways of choosing an option, checked by ``verify`` in combat only. Plain amounts only."""
    if option.unknown:
        return
    if option.verb in _COMBAT:
        yield from islice(dict.fromkeys(_in_combat(state, option)), limit)
        return
    yield from islice(_all(state, option, limit), limit)


_COMBAT: Final = (ATTACK, BLOCK, ASSIGN)
#: Choices whose picked objects are what is chosen, and no cost.
_CHOSEN: Final = (ANSWER_VERB, PICK)


def _in_combat(state: State, option: Option) -> Iterator[Choice]:
    if option.verb == ATTACK:
        yield from combat_ways.attack_ways(state, option.player)
    elif option.verb == BLOCK:
        yield from combat_ways.block_ways(state, option.player)
    else:
        for way in combat_damage.assign_ways(state):
            yield replace(way, count=1)
            yield way


def _all(state: State, option: Option, limit: int) -> Iterator[Choice]:
    return chain.from_iterable(told_apart(state, option, limit))


def told_apart(state: State, option: Option, limit: int, greatest: bool = False) -> Iterator[Iterator[Choice]]:
    """The ways of choosing an option, each with the ways to pay for it: other objects for its costs, and other mana.

    In combat each way stands alone, and so do the objects that a question asks for. ``limit``: numbers tried from the least one on. ``greatest``: the greatest X comes
    second. Raises ``Unsupported`` for amounts that aren't plain.
    """
    if option.unknown:
        return
    if option.verb in _COMBAT:
        for way in dict.fromkeys(_in_combat(state, option)):
            yield iter((way,))
        return
    for unpaid, shown in _unpaid(state, option, limit, greatest):
        if option.verb in _CHOSEN:
            yield from (iter((way,)) for way in _paid_for(state, option, unpaid))
            continue
        yield _paid_for(state, option, unpaid) if shown else _paid_first(state, option, unpaid)
    if may_mean_the_same(state, option):
        for unpaid, shown in _unpaid(state, option, limit, greatest):
            if shown:
                yield _with_the_same(state, option, unpaid)


def _with_the_same(state: State, option: Option, unpaid: Choice) -> Iterator[Choice]:
    """The ways that name as many of each row, and mean an object among them that is named before."""
    x = plain(unpaid.x)
    for aimed in same_targets(state, option, unpaid):
        for picked in _picks_of_costs(state, option, x):
            for given in same_given(state, option, aimed, picked):
                way = replace(aimed, picks=tuple(pick for part in given for pick in part))
                if speaks_twice(way):
                    yield from (replace(way, pay=pay) for pay in _payments(option.slot(PAY), x))


def _unpaid(state: State, option: Option, limit: int, greatest: bool) -> Iterator[tuple[Choice, bool]]:
    """The ways of choosing an option without what is paid, each with whether several ways to pay are shown."""
    x_slot = option.slot(X)
    low, top = (0, 0) if x_slot is None else (plain(x_slot.low), plain(x_slot.high))
    announced = range(low, min(top if top >= 0 else low + limit, low + limit) + 1)
    x_range = dict.fromkeys((low, top, *announced)) if greatest and top > low else announced
    members = _range(option.slot(MEMBER), limit)
    counts = _range(option.slot(COUNT), limit)
    answer = option.slot(ANSWER)
    words = ("",) if answer is None else answer.words
    for x, member, count, word in product(x_range, members, counts, words):
        base = Choice(
            option.verb, option.player, option.row, option.index, member, x=x, count=count, answer=word, how=option.how
        )
        for named in _named(state, option):
            for sharing, sizes in _divisions(state, option, x):
                unpaid = replace(base, targets=(*named, *sharing), sizes=sizes)
                yield unpaid, x in announced


def _paid_first(state: State, option: Option, unpaid: Choice) -> Iterator[Choice]:
    """The first way to pay for an X that may be of any size: no way is looked for among so many."""
    pay = option.slot(PAY)
    picks = tuple(_all_first_picks(state, option, unpaid.x))
    yield replace(unpaid, picks=picks, pay=() if pay is None else _first_payment(pay, unpaid.x))


def _paid_for(state: State, option: Option, unpaid: Choice) -> Iterator[Choice]:
    x = plain(unpaid.x)
    for picks in _picks(state, option, x):
        for pay in _payments(option.slot(PAY), x):
            yield replace(unpaid, picks=picks, pay=pay)


def _divisions(state: State, option: Option, announced: int) -> Iterator[tuple[tuple[int, ...], tuple[Amount, ...]]]:
    """The ways to divide something among targets: like targets get their parts in order of size."""
    slot = option.slot(DIVIDE)
    if slot is None:
        run = option.slot(RUN)
        yield from (
            ((named, ()) for named in _runs(state, run, announced, option.actor[0])) if run is not None else (((), ()),)
        )
        return
    whole = plain(slot.low) + plain(slot.high) * announced
    least, most = (plain(amount) for _, amount in slot.kinds)
    if not least:
        yield (), ()
    sizes = [_besides(state, slot, row, option.actor[0]) for row in slot.rows]
    there = [row for row, n in zip(slot.rows, sizes, strict=True) for _ in range(min(n, whole, most or RANGE_SHOWN))]
    for number in range(max(least, 1), min(len(there), whole, most or whole) + 1):
        for sharing in dict.fromkeys(combinations(there, number)):
            for parts in compositions(whole, number):
                pairs = list(zip(sharing, parts, strict=True))
                if all(a[0] != b[0] or a[1] >= b[1] for a, b in pairwise(pairs)):
                    yield sharing, parts


def _runs(state: State, slot: Slot, announced: int, actor: int) -> Iterator[tuple[int, ...]]:
    """The ways to name as many targets as are announced (601.2c): fewer of them first."""
    there = _members(state, slot, actor)
    able = min(sum(most for _, most in there), RANGE_SHOWN)
    most = min(announced + plain(slot.low), able) if slot.words else able
    if slot.words == ("X",) and announced > able:
        return
    for number in range(most if slot.words == ("X",) else 0, most + 1):
        yield from _runs_of(there, number)


def _range(slot: Slot | None, limit: int) -> range:
    if slot is None:
        return range(1)
    low, high = plain(slot.low), plain(slot.high)
    return range(low, min(high, low + limit) + 1)


def _picks(state: State, option: Option, announced: int) -> Iterator[tuple[Pick, ...]]:
    for combined in _picks_of_costs(state, option, announced):
        yield tuple(pick for part in combined for pick in part)


def _picks_of_costs(state: State, option: Option, announced: int) -> Iterator[tuple[tuple[Pick, ...], ...]]:
    """The ways to pick objects, for each cost by itself."""
    slots = [slot for slot in option.slots if slot.name == PICKS]
    parts = []
    for slot in slots:
        wanted: Sequence[int] = [plain(slot.low) + plain(slot.high) * announced]
        counts = [plain(state.rows[row].n) - (slot.but_itself and row == option.row) for row in slot.rows]
        if slot.words:
            wanted = list(range(plain(slot.low), min(plain(slot.high), plain(slot.low) + RANGE_SHOWN) + 1))
            counts = counts if slot.words == ("range",) else [plain(slot.high)] * len(counts)
        worth = [plain(amount) for _, amount in slot.kinds]
        if slot.kinds:
            wanted = _numbers(plain(slot.low), worth, sum(counts))
        ways: Iterator[tuple[Pick, ...]] = (
            tuple((row, part) for row, part in zip(slot.rows, taken, strict=True) if part)
            for number in wanted
            for taken in shares(counts, number)
            if not slot.kinds or sum(a * b for a, b in zip(worth, taken, strict=True)) >= plain(slot.low)
        )
        shown = list(islice(ways, RANGE_SHOWN))
        if len(slot.words) == 2:
            apart = (other for way in shown for other in _on_members(state, way) if other != way)
            shown = list(islice(chain(shown, apart), RANGE_SHOWN))
        parts.append(shown)
    for combined in product(*parts):
        if len(slots) < 2 or _there(state, option, slots, combined):
            yield combined


def _on_members(state: State, picks: tuple[Pick, ...]) -> Iterator[tuple[Pick, ...]]:
    """The ways in which one member or several members of each row are chosen.

    Of each row the first `RANGE_SHOWN` ways are made.
    """
    each = [
        [
            tuple((row, size) for size in sizes)
            for sizes in islice(sums(plain(count), min(plain(state.rows[row].n), plain(count))), RANGE_SHOWN)
        ]
        for row, count in picks
    ]
    for combined in product(*each):
        yield tuple(pick for part in combined for pick in part)


def _numbers(least: int, worth: list[int], there: int) -> range:
    """How many objects may have ``least`` or more in all: the smallest numbers that are shown."""
    most = max(worth, default=0)
    few = -(-least // most) if most > 0 and least > 0 else 0
    return range(few, min(there, few + RANGE_SHOWN) + 1)


def _there(state: State, option: Option, slots: list[Slot], combined: tuple[tuple[Pick, ...], ...]) -> bool:
    """Whether nothing is given up for two costs, nor tapped for two."""
    for taps in (True, False):
        taken: dict[int, int] = {}
        others = 0  # of the acting one's row, for costs that can't take itself
        for slot, picks in zip(slots, combined, strict=True):
            for row, count in picks if slot.taps == taps else ():
                taken[row] = taken.get(row, 0) + plain(count)
                others += plain(count) if slot.but_itself and row == option.row else 0
        if any(count > plain(state.rows[row].n) for row, count in taken.items()):
            return False
        if others > 0 and others > plain(state.rows[option.row].n) - 1:
            return False
    return True


def _payments(slot: Slot | None, announced: int) -> Iterator[tuple[Paid, ...]]:
    if slot is not None and slot.words[:1] == ("mixed",):
        for kind in slot.words[1:]:
            yield ((kind, slot.low),)
        return
    if slot is None:
        yield ()
        return
    symbols = list(slot.symbols)
    total = plain(_generic(slot, announced)) + len(symbols)
    kinds = [kind for kind, _ in slot.kinds]
    by_life = sum("P" in symbol for symbol in symbols)  # life pays nothing else (107.4f)
    most = [min(plain(amount), by_life) if kind == "P" else plain(amount) for kind, amount in slot.kinds]

    def may(taken: tuple[int, ...], wanted: int) -> bool:
        """Whether the symbols can be paid with this and as much of each other kind: thousands of payments may begin alike."""
        left: dict[str, Amount] = dict.fromkeys((*MANA_KINDS, "P"), 0)
        left.update(zip(kinds, (*taken, *(min(there, wanted) for there in most[len(taken) :])), strict=True))
        return mana.pays_symbols(left, symbols)

    for taken in shares(most, total, may):
        yield tuple((kind, share) for kind, share in zip(kinds, taken, strict=True) if share)


def covers(state: State, found: list[Option], choice: Choice) -> bool:
    """Whether a choice fills the slots of one of these options."""
    return any(_fits(state, option, choice) for option in found)


def _fits(state: State, option: Option, choice: Choice) -> bool:
    if option.unknown or (option.verb, option.player) != (choice.verb, choice.player):
        return False
    if option.verb in _COMBAT:
        return _combat_fits(option, choice)
    if option.row != choice.row and option.verb not in (TARGET_VERB, PICK, MAY, PASS):
        return False
    if option.index != choice.index and option.verb == ACTIVATE:
        return False
    if set(option.how) != set(choice.how):
        return False
    targets = [slot for slot in option.slots if slot.name == TARGET]
    if not _targets_fit(option, targets, choice) or _clash(state, option, targets, choice):
        return False
    answer = option.slot(ANSWER)
    if answer is not None and choice.answer not in answer.words:
        return False
    x_slot = option.slot(X)
    if x_slot is None:
        if not is_zero(choice.x, "107.3"):
            return False
    elif less(choice.x, x_slot.low, "107.3") or (
        not (type(x_slot.high) is int and x_slot.high == -1) and less(x_slot.high, choice.x, "107.3")
    ):
        return False
    rows = {row for slot in option.slots if slot.name == PICKS for row in slot.rows}
    if any(row not in rows and real_row(choice, row) not in rows for row, _ in choice.picks):
        return False
    return _amounts_fit(option, choice)


def _clash(state: State, option: Option, targets: list[Slot], choice: Choice) -> bool:
    """Whether a target is one that it has to be other than (115.3)."""
    others = [plain(slot.low) for slot in targets]
    meant = [target_meant(row) for row in choice.targets]
    if any(
        number >= max(at - other, 0) for at, (other, number) in enumerate(zip(others, meant, strict=False)) if other
    ):
        return True
    named = [NONE if number >= 0 else row for row, number in zip(choice.targets, meant, strict=True)]
    return clash(state, others, named, *option.actor)


def _is_among(choice: Choice, row: int, rows: tuple[int, ...]) -> bool:
    """Whether what a choice names is one of some rows, or the very object of one of them that is named before."""
    return row in rows or (target_meant(row) >= 0 and real_row(choice, row) in rows)


def _targets_fit(option: Option, targets: list[Slot], choice: Choice) -> bool:
    shared = option.slot(DIVIDE)
    run = option.slot(RUN)
    sharing = choice.targets[len(targets) :]
    if shared is None and ((sharing and run is None) or choice.sizes):
        return False
    if len(choice.targets) < len(targets):
        return False
    if not all(_is_among(choice, row, slot.rows) for slot, row in zip(targets, choice.targets, strict=False)):
        return False
    if run is not None:
        return all(_is_among(choice, row, run.rows) for row in sharing) and _as_announced(run, len(sharing), choice.x)
    if shared is None:
        return True
    least, most = (amount for _, amount in shared.kinds)
    if less(len(sharing), least, "601.2d") or (not is_zero(most, "601.2d") and less(most, len(sharing), "601.2d")):
        return False
    return _parts_fit(shared, sharing, choice)


def _as_announced(run: Slot, named: int, x: Amount) -> bool:
    """Whether there are as many targets as the X announced allows (601.2c)."""
    if not run.words:
        return True
    return not less(x + run.low, named, "601.2c") and (run.words != ("X",) or not less(named, x, "601.2c"))


def _parts_fit(shared: Slot, sharing: tuple[int, ...], choice: Choice) -> bool:
    """Whether each target named is one and the parts are the whole (601.2d)."""
    if not all(_is_among(choice, row, shared.rows) for row in sharing):
        return False
    if len(sharing) == 1 and not choice.sizes:
        return True
    given: Amount = 0
    for part in choice.sizes:
        if less(part, 1, "601.2d"):
            return False
        given = given + part
    whole = shared.low + shared.high * choice.x
    return len(choice.sizes) == len(sharing) and (not sharing or equal(given, whole, "601.2d"))


def _combat_fits(option: Option, choice: Choice) -> bool:
    creatures, against = option.slot(CREATURES), option.slot(AGAINST)
    assert creatures is not None
    if any(row not in creatures.rows for row, _ in choice.picks):
        return False
    named = against is None or all(row in against.rows for row in choice.targets)
    return named and _amounts_fit(option, choice)


def _amounts_fit(option: Option, choice: Choice) -> bool:
    for name, amount in ((MEMBER, choice.member), (COUNT, choice.count)):
        slot = option.slot(name)
        if type(amount) is int and amount == 0:
            continue  # any member, all of the group
        if slot is None or less(amount, slot.low, "107.1") or less(slot.high, amount, "107.1"):
            return False
    pay = option.slot(PAY)
    if pay is None:
        return True
    if pay.words[:1] == ("mixed",):
        return all(kind in pay.words for kind, _ in choice.pay)
    return mana.covered(dict(pay.kinds), choice.pay)
