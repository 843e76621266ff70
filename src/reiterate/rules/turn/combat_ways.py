"""A few ways to attack and to block, each of them legal, for ``options`` (508.1, 509.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, product

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import EACH_ONE, SAME, TOGETHER, Choice, Pick
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.costs import combat_costs
from reiterate.rules.events.combat_state import defenders
from reiterate.rules.turn import declarations
from reiterate.rules.turn.declarations import must
from reiterate.rules.turn.declare_attackers import (
    attack_candidates,
    attack_cost,
    attackable,
    check_attack,
    costs_of_attacks,
    free_targets,
    payable_targets,
    required_players,
)
from reiterate.rules.turn.declare_blockers import (
    block_candidates,
    block_cost,
    blocks_named,
    check_block,
    costs_of_blocks,
    free_pairs,
)
from reiterate.state.model import State
from reiterate.state.normal_form import is_single


def costs_something(state: State, seat: int, asks: str) -> bool:
    """Whether some attack or block that is asked for has a cost, so that mana may be made for it (508.1i, 509.1e)."""
    costs = costs_of_attacks if asks == "attack" else costs_of_blocks
    return any(not is_zero(cost, "508.1i") for cost in costs(state, seat))


def begun(state: State, choice: Choice) -> Refusal | None:
    """Why a legal declaration without a cost is refused, or None.

    Mana was made for a declaration that costs some, and such a declaration is legal and can be paid (508.1i, 509.1e).
    Where none is, the declaration is reversed, and the mana may stay (733.1).
    """
    if not combat_costs.is_paying(state) or not _costless(state, choice):
        return None
    ways = attack_ways if choice.verb == "attack" else block_ways
    dear = any(not _costless(state, way) for way in ways(state, choice.player))
    return combat_costs.costless_declaration(state, choice.verb) if dear else None


def attack_ways(state: State, seat: int) -> list[Choice]:
    """Some declarations of attackers, all legal; amounts may be traced."""
    if combat_costs.any_costs(state):
        return _as_begun(state, _dear_attacks(state, seat))
    rows = attack_candidates(state, seat)
    others = defenders(state, seat)
    if not others:
        return [Choice("attack", seat, answer="none")]
    named = {h: required_players(state, h, seat) for h in rows}
    forced = [h for h in rows if must(view(state, h), "attack") or named[h]]
    base: list[Pick] = [(h, state.rows[h].n) for h in forced]
    everyone: list[Pick] = [(h, state.rows[h].n) for h in rows]
    free = [h for h in rows if h not in forced]

    open_to = {h: named[h] or attackable(state, h, seat) for h in rows}
    kept_off = any(len(there) < len(others) for there in open_to.values())

    def against(picks: list[Pick], target: int) -> Choice:
        targets = (target if target in open_to[h] else open_to[h][0] for h, _ in picks)
        return Choice("attack", seat, picks=tuple(picks), targets=tuple(targets))

    found = [against(base, others[0]) if base else Choice("attack", seat, answer="none")]
    found.append(against(everyone, others[0]))
    found += [against([*base, (h, 1)], target) for h in free for target in open_to[h]]
    found += [against([*base, (h, state.rows[h].n)], target) for h in free for target in open_to[h]]
    found += [against(everyone, target) for target in others[1:]]
    if declarations.bounded(state, "attack", rows):
        found += [against([(h, 1), (o, 1)], others[0]) for h in rows for o in rows if h < o]
        found += [against([(h, count)], others[0]) for h in forced for count in (1, 2)]
    if kept_off or declarations.bounded(state, "attack", rows):
        found = [c for c in (Choice("attack", seat, answer="none"), *found) if check_attack(state, c) is None]
    return found


def attacks_of_several(state: State, seat: int) -> Iterator[Choice]:
    """Attacks of two groups or more, but not of all, on the first defender; ``check_attack`` says which are legal."""
    rows, others = attack_candidates(state, seat), defenders(state, seat)
    for size in range(2, len(rows)) if others else ():
        for some in combinations(rows, size):
            picks = tuple((h, state.rows[h].n) for h in some)
            yield Choice("attack", seat, picks=picks, targets=(others[0],) * size)


def blocks_of_several(state: State, seat: int) -> Iterator[Choice]:
    """Blocks by two groups or more, each of one attacker; ``check_block`` says which are legal."""
    pairs = block_candidates(state, seat)
    blockers = list(dict.fromkeys(b for b, _ in pairs))
    for several in range(2, len(blockers) + 1):
        for some in combinations(blockers, several):
            for named in product(*([a for b, a in pairs if b == blocker] for blocker in some)):
                found = sorted(zip(named, some, strict=True))
                ways = [SAME if i and found[i - 1][0] == a else TOGETHER for i, (a, _) in enumerate(found)]
                picks = tuple((b, state.rows[b].n) for _, b in found)
                yield Choice("block", seat, picks=picks, targets=tuple(a for a, _ in found), ways=tuple(ways))


def all_named(state: State, choice: str, seat: int) -> bool:
    """Whether ``attack_ways`` or ``block_ways`` has every legal way, together with those of several: no groups, no costs, one defender."""
    if combat_costs.any_costs(state):
        return False
    if choice == "attack":
        rows = attack_candidates(state, seat)
        return len(defenders(state, seat)) < 2 and all(is_single(state.rows[h].n) for h in rows)
    pairs = block_candidates(state, seat)
    return all(is_single(state.rows[h].n) for pair in pairs for h in pair)


def _dear_attacks(state: State, seat: int) -> list[Choice]:
    """Some declarations where attacking may cost something: only such as can be paid (508.1i)."""
    rows = attack_candidates(state, seat)
    base: dict[int, tuple[Pick, int]] = {}
    for handle in rows:
        named = required_players(state, handle, seat)
        if must(view(state, handle), "attack") or named:
            free = named or free_targets(state, handle, seat)
            if free:
                base[handle] = ((handle, state.rows[handle].n), free[0])

    def paid(parts: list[tuple[Pick, int]]) -> Choice:
        if not parts:
            return Choice("attack", seat, answer="none")
        picks, targets = zip(*parts, strict=True)
        return _with_payment(state, Choice("attack", seat, picks=picks, targets=targets), attack_cost)

    found = [paid(list(base.values()))]
    for handle in rows:
        others = [part for row, part in base.items() if row != handle]
        n = state.rows[handle].n
        for target in payable_targets(state, handle, seat):
            rest = n - 1
            left = [((handle, rest), base[handle][1])] if handle in base and not is_zero(rest, "508.1d") else []
            if not left or left[0][1] != target:
                found.append(paid([*others, ((handle, 1), target), *left]))
            found.append(paid([*others, ((handle, n), target)]))
    for target in defenders(state, seat):
        found.append(paid([((handle, state.rows[handle].n), target) for handle in rows]))
    if declarations.bounded(state, "attack", rows):  # what can't attack alone may be paid for with one other (506.5)
        several = [(h, t) for h in rows for t in payable_targets(state, h, seat)]
        found += [paid([((h, 1), t), ((o, 1), u)]) for (h, t), (o, u) in combinations(several, 2) if h != o]
        found += [paid([((h, 2), t)]) for h, t in several]
    return [choice for choice in found if check_attack(state, choice) is None]


def _costless(state: State, choice: Choice) -> bool:
    """Whether a declaration costs nothing."""
    cost = attack_cost(state, choice) if choice.verb == "attack" else _cost_of_blocks(state, choice)
    return is_zero(cost, "508.1h")


def _as_begun(state: State, ways: list[Choice]) -> list[Choice]:
    """The ways that are left where mana was made to pay for one of them (508.1i, 509.1e)."""
    dear = [way for way in ways if not _costless(state, way)] if combat_costs.is_paying(state) else []
    return dear or ways


def _with_payment(state: State, choice: Choice, cost: Callable[[State, Choice], Amount]) -> Choice:
    """The choice with a payment where there is more than one."""
    pay = combat_costs.a_payment(state, choice.player, cost(state, choice))
    return replace(choice, pay=pay) if pay else choice


def _cost_of_blocks(state: State, choice: Choice) -> Amount:
    named = blocks_named(state, choice)
    return 0 if isinstance(named, Refusal) else block_cost(state, named)


def block_ways(state: State, seat: int) -> list[Choice]:
    """Some declarations of blockers, all legal; amounts may be traced."""
    pairs = block_candidates(state, seat)
    base: list[tuple[Pick, int, str]] = []
    for handle in dict.fromkeys(b for b, _ in pairs):
        if must(view(state, handle), "block"):
            base += [((handle, state.rows[handle].n), a, TOGETHER) for b, a in free_pairs(state, seat) if b == handle][
                :1
            ]
    busy = {pick[0] for pick, _, _ in base}

    def against(blocks: list[tuple[Pick, int, str]], each_of: tuple[Amount, ...] = ()) -> Choice:
        if not blocks:
            return Choice("block", seat, answer="none")
        picks, targets, ways = zip(*blocks, strict=True)
        sizes = (*((0,) * len(base)), *each_of) if each_of else ()
        return Choice("block", seat, picks=picks, targets=targets, ways=ways, sizes=sizes)

    found = [against(base)]
    for blocker, attacker in pairs:
        n = state.rows[blocker].n
        if blocker not in busy:
            found.append(against([*base, ((blocker, 1), attacker, EACH_ONE)]))
            found.append(against([*base, ((blocker, n), attacker, TOGETHER)]))
            found.append(against([*base, ((blocker, n), attacker, EACH_ONE)]))
            found.append(against([*base, ((blocker, 2), attacker, TOGETHER)]))
            found.append(against([*base, ((blocker, 2), attacker, TOGETHER)], (2,)))
        for other, same in pairs:
            if same == attacker and blocker < other and not busy & {blocker, other}:
                two: list[tuple[Pick, int, str]] = [((blocker, 1), attacker, TOGETHER), ((other, 1), attacker, SAME)]
                found.append(against([*base, *two]))
                found.append(against([*base, *two], (2, 0)))
    found += [Choice("block", seat, answer="none")] if busy else []
    for attacker in dict.fromkeys(a for _, a in pairs) if busy else ():  # what must block may need others (702.111b)
        all_of = [b for b, a in pairs if a == attacker]
        ways = (TOGETHER, *(SAME,) * (len(all_of) - 1))
        picks = tuple((b, state.rows[b].n) for b in all_of)
        found.append(Choice("block", seat, picks=picks, targets=(attacker,) * len(all_of), ways=ways))
    if declarations.bounded(state, "block", [b for b, _ in pairs]):  # what can't block alone, beside one other (506.5)
        apart = [(one, two) for one, two in combinations(pairs, 2) if one[1] != two[1] and not busy & {one[0], two[0]}]
        found += [against([*base, *(((b, 1), a, EACH_ONE) for b, a in both)]) for both in apart]
    if combat_costs.any_costs(state):
        found = [_with_payment(state, choice, _cost_of_blocks) for choice in found]
    return _as_begun(state, [choice for choice in found if check_block(state, choice) is None])
