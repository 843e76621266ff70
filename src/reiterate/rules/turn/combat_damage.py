"""Combat damage (510): who deals damage in a step, how it is assigned, and dealing it all at once.

An assignment that a player chose waits in the slot "assigned" of the blocker until all damage is
dealt. Damage to the defending player or planeswalker waits in the slot of the attacker itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from reiterate.amounts import Amount, at_least, at_most, equal, is_zero, less, minimum, more
from reiterate.refusals import Refusal, unsupported
from reiterate.rules.access import questions
from reiterate.rules.access.choice import ASSIGN, Choice
from reiterate.rules.access.questions import Question, mark, note_only
from reiterate.rules.access.state_access import (
    about,
    active_seat,
    game,
    put,
    set_about,
    set_game,
    split,
    tell,
    text_prop,
    turn_into,
)
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.costs.mana import refuse
from reiterate.rules.events import damage
from reiterate.rules.events.combat_state import attackers, blockers, blockers_of, defender_of, drop_others
from reiterate.rules.events.damage import Source
from reiterate.state.amount_slots import written
from reiterate.state.events import COMBAT_DAMAGE_DEALT, Draft
from reiterate.state.model import EACH, Ref, State, is_player, seat_of
from reiterate.state.normal_form import is_single
from reiterate.state.properties import ASKED, ASSIGNED, ASSIGNED_DAMAGE, BLOCKED, BLOCKS, DAMAGE, STEP, STRUCK, WHO

#: What a note of combat damage that is assigned in the only way is called.
DEALT: Final = "damage"
_STRIKES: Final = frozenset({"first strike", "double strike"})


class Share(NamedTuple):
    """Damage from each member of an attacking or blocking row to each member of ``to``, from ``times`` sources."""

    to: int
    amount: Amount
    times: Amount


# --- who deals damage (510.4) ------------------------------------------------------------------------------------


def first_strike(state: State) -> bool:
    """Whether there are two combat damage steps: a creature in combat has first or double strike (510.4)."""
    return any(view(state, h).keywords & _STRIKES for h in (*attackers(state), *blockers(state)))


def begin_damage_step(draft: Draft, first: bool) -> None:
    """Begin a combat damage step: assign damage, asking where there is a choice, and deal it (510.1, 510.2)."""
    drop_others(draft)
    if first:
        for handle in (*attackers(draft), *blockers(draft)):
            if view(draft, handle).keywords & _STRIKES:
                turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(STRUCK, True))
    go_on(draft)


def _acts(state: State, handle: int) -> bool:
    struck = state.rows[handle].cls.prop(STRUCK)
    if game(state).prop(STEP) == "firststrike":
        return struck
    return not struck or "double strike" in view(state, handle).keywords


# --- assigning (510.1) -------------------------------------------------------------------------------------------


def go_on(draft: Draft) -> None:
    """Ask for the next assignment that is a real choice; deal the damage when there is none left."""
    for handle in attackers(draft):
        if _acts(draft, handle) and not draft.rows[handle].cls.prop(ASSIGNED):
            strength = strength_of(draft, handle)
            if more(strength, 0, "510.1a") and _forced(draft, handle, strength) is None:
                set_game(draft, game(draft).with_prop(ASKED, "assign").with_prop(WHO, active_seat(draft)))
                set_about(draft, handle)
                return
    set_about(draft, None)
    set_game(draft, game(draft).with_prop(ASKED, "settle"))
    mark(draft, questions.STEP, step=text_prop(game(draft), STEP))
    _deal(draft)


def _over(state: State, attacker: int) -> int | None:
    """What an attacker with trample may assign excess damage to; None without (702.19b, 702.19f)."""
    return defender_of(state, attacker) if "trample" in view(state, attacker).keywords else None


def lethal(state: State, attacker: int, blocker: int) -> Amount:
    """The least damage to a blocker that counts as lethal, damage on it and deathtouch considered (702.2c, 702.19b)."""
    left = toughness(state, blocker) - state.rows[blocker].get(DAMAGE)
    if at_most(left, 0, "702.19b"):
        return 0
    return 1 if "deathtouch" in view(state, attacker).keywords else left


def _only(state: State, attacker: int, found: list[int]) -> bool:
    """Whether exactly one creature blocks each member of an attacker's row."""
    if len(found) != 1:
        return False
    return not is_single(state.rows[attacker].n) or is_single(state.rows[found[0]].n)


def _forced(state: State, attacker: int, strength: Amount) -> list[Share] | None:
    """The damage that each member of an attacker's row assigns where there is one possible answer, else None."""
    n = state.rows[attacker].n
    if not state.rows[attacker].cls.prop(BLOCKED):
        target = defender_of(state, attacker)
        return [] if target is None else [Share(target, strength, n)]
    found = blockers_of(state, attacker)
    over = _over(state, attacker)
    if not found:
        return [] if over is None else [Share(over, strength, n)]  # 510.1c, 702.19e
    if not _only(state, attacker, found):
        return None
    if over is None or at_most(strength, lethal(state, attacker, found[0]), "702.19b"):
        return [Share(found[0], strength, 1)]
    return None


def recipients(state: State) -> list[int]:
    """What the attacker that is asked about may assign damage to: its blockers, then with trample the defender."""
    attacker = about(state)
    over = _over(state, attacker)
    return blockers_of(state, attacker) + ([] if over is None else [over])


def _sizes(state: State, choice: Choice) -> list[Amount]:
    """How many members of each named row, for one attacker: all of them where it isn't said."""
    if choice.sizes:
        return list(choice.sizes)
    return [members(state, row) for row, _ in choice.picks]


def members(state: State, row: int) -> Amount:
    """How many members of a row one attacker of the row that is asked about has to do with (510.1c)."""
    return state.rows[row].n if is_single(state.rows[about(state)].n) else 1


def check_assignment(state: State, choice: Choice) -> Refusal | None:
    """Whether an assignment of combat damage is legal (510.1c, 510.1e)."""
    attacker = about(state)
    there = recipients(state)
    names = "its blockers, and with trample what it attacks"
    if choice.sizes and len(choice.sizes) != len(choice.picks):
        return refuse("assign", "not a number of creatures for each amount", "510.1c", "one number for each")
    n = state.rows[attacker].n
    if not is_zero(choice.count, "510.1") and (less(choice.count, 1, "510.1") or less(n, choice.count, "510.1")):
        return refuse("count", "not that many attackers are asked about", "510.1", "1 up to as many as there are")
    used: dict[int, Amount] = {}
    total: Amount = 0
    for (row, amount), size in zip(choice.picks, _sizes(state, choice), strict=True):
        if row not in there:
            return refuse("assign", "no damage can be assigned to that", "510.1c", names)
        used[row] = used.get(row, 0) + size
        if less(size, 1, "510.1c") or less(members(state, row), used[row], "510.1c") or less(amount, 1, "510.1c"):
            return refuse("assign", "not that many are there to be assigned that much", "510.1c", names)
        total = total + amount * size
    strength = strength_of(state, attacker)
    if not equal(total, strength, "510.1a"):
        return refuse("assign", "that is not all of its damage", "510.1a", "damage equal to its power")
    return _trample(state, choice, attacker, used)


def _trample(state: State, choice: Choice, attacker: int, used: dict[int, Amount]) -> Refusal | None:
    """Excess damage only where every blocker is assigned lethal damage (702.19b)."""
    over = _over(state, attacker)
    if over is None or over not in used:
        return None
    short = refuse("trample", "not every blocker is assigned lethal damage", "702.19b", "lethal damage to each first")
    for (row, amount), _ in zip(choice.picks, _sizes(state, choice), strict=True):
        if row != over and less(amount, lethal(state, attacker, row), "702.19b"):
            return short
    for row in blockers_of(state, attacker):
        some_left = less(used.get(row, 0), members(state, row), "702.19b")
        if some_left and more(lethal(state, attacker, row), 0, "702.19b"):
            return short
    return None


def assign(draft: Draft, choice: Choice) -> None:
    """Keep a chosen assignment until the damage is dealt, then go on with the next one (510.1e)."""
    attacker = about(draft)
    sizes = _sizes(draft, choice)
    alone = is_single(draft.rows[attacker].n)
    over = _over(draft, attacker)
    some = not is_zero(choice.count, "510.1")
    before = blockers_of(draft, attacker)
    part = split(draft, attacker, choice.count) if some else attacker
    there = dict(zip(before, blockers_of(draft, part), strict=True))  # split off with it, in the same order
    for (row, amount), size in zip(choice.picks, sizes, strict=True):
        if row == over:
            put(draft, "", part, ASSIGNED_DAMAGE, amount)
            continue
        target = split(draft, row, size) if alone else there[row]
        put(draft, "", target, ASSIGNED_DAMAGE, amount)
    turn_into(draft, "", part, draft.rows[part].cls.with_prop(ASSIGNED, True))
    go_on(draft)


# --- dealing (510.2) ---------------------------------------------------------------------------------------------


def _chosen(state: State, attacker: int) -> list[Share]:
    row = state.rows[attacker]
    found = [Share(b, state.rows[b].get(ASSIGNED_DAMAGE), 1) for b in blockers_of(state, attacker)]
    target = defender_of(state, attacker)
    if target is not None:
        found.append(Share(target, row.get(ASSIGNED_DAMAGE), row.n))
    return found


def _strike_back(state: State, blocker: int, strength: Amount) -> list[Share]:
    """A blocker assigns all its damage to the creature it blocks (510.1d)."""
    row = state.rows[blocker]
    ref = row.refs.get(BLOCKS)
    if not isinstance(ref, Ref) or ref.row not in state.rows:
        return []
    return [Share(ref.row, strength, 1 if ref.mode == EACH else row.n)]


def strength_of(state: State, handle: int) -> Amount:
    """How much combat damage a creature assigns: its power, or its toughness where an effect says so (510.1a)."""
    return toughness(state, handle) if "toughness damage" in view(state, handle).turned else power(state, handle)


def _note(draft: Draft, handle: int, shares: list[Share]) -> None:
    """Note what a creature assigns where there is one answer, for whoever says it aloud (510.1)."""
    seat = draft.rows[handle].cls.controller
    for to, amount, _ in shares:
        question = Question(DEALT, seat, rows=(to,), text=DEALT)
        note_only(draft, question, Choice(ASSIGN, seat, handle, picks=((to, amount),)))


def _deal(draft: Draft) -> None:
    """Deal all assigned combat damage simultaneously (510.2); lifelink gains at the same time (120.3f, 702.15e)."""
    dealt: list[tuple[int, Source, Amount, list[Share]]] = []
    for handle in (*attackers(draft), *blockers(draft)):
        strength = strength_of(draft, handle)
        if not _acts(draft, handle) or at_most(strength, 0, "510.1a"):
            continue
        if draft.rows[handle].cls.prop(ASSIGNED):
            shares = _chosen(draft, handle)
        elif BLOCKS in draft.rows[handle].refs:
            shares = _strike_back(draft, handle, strength)
        else:
            forced = _forced(draft, handle, strength)
            assert forced is not None
            shares = forced
        if not draft.rows[handle].cls.prop(ASSIGNED):
            _note(draft, handle, shares)
        dealt.append((handle, damage.source_of(draft, handle), strength, shares))
    draft.batch += 1
    for _, source, _, shares in dealt:
        source.pool = 0  # lifelink gains once for all the damage of one source (702.15e)
        for to, amount, times in shares:
            if is_player(draft, to):
                damage.damage_player(draft, source, seat_of(to), amount, combat=True, count=times)
            else:
                damage.damage_permanent(draft, source, to, amount, combat=True, count=times)
    for handle, source, strength, _ in dealt:
        if source.pool is not None and not is_zero(source.pool, "702.15b"):
            _lifelink(draft, source, strength, source.pool, draft.rows[handle].n)
    _forget(draft)
    tell(draft, "combat damage is dealt", key=COMBAT_DAMAGE_DEALT)


def _lifelink(draft: Draft, source: Source, strength: Amount, dealt: Amount, n: Amount) -> None:
    """The life that each of ``n`` like sources gains for what they dealt together, after replacement and prevention."""
    if is_single(n):
        damage.gain_life(draft, source.controller, dealt)
    elif equal(dealt, strength * n, "702.15b"):
        damage.gain_life(draft, source.controller, strength, count=n)
    elif equal(dealt, strength * n * 2, "702.15b"):
        damage.gain_life(draft, source.controller, strength * 2, count=n)
    else:
        raise unsupported("rule-702.15", "lifelink of a group of sources whose damage was changed", "702.15b")


def _forget(draft: Draft) -> None:
    """Forget the assignments once they are carried out."""
    for handle, row in list(draft.rows.items()):
        if written(row.num, ASSIGNED_DAMAGE):
            put(draft, "", handle, ASSIGNED_DAMAGE, 0)
        if row.cls.prop(ASSIGNED):
            turn_into(draft, "", handle, row.cls.with_prop(ASSIGNED, False))


# --- a few ways to assign, for ``options`` -----------------------------------------------------------------------


def assign_ways(state: State) -> list[Choice]:
    """Some assignments, all legal: lethal damage in order and the rest to the last, or all to one."""
    attacker = about(state)
    over = _over(state, attacker)
    strength = strength_of(state, attacker)
    mine = blockers_of(state, attacker)
    seat = active_seat(state)
    choices: list[Choice] = []
    for order in (mine, mine[::-1]):
        choices.append(_in_order(state, attacker, order, over, strength, seat))
        choices.append(_in_order(state, attacker, order, None, strength, seat))
    choices += [Choice(ASSIGN, seat, picks=((row, strength),), sizes=(1,)) for row in mine]
    if over is not None:
        choices.append(Choice(ASSIGN, seat, picks=((over, strength),), sizes=(1,)))
    return [choice for choice in choices if check_assignment(state, choice) is None]


def _in_order(state: State, attacker: int, order: list[int], over: int | None, strength: Amount, seat: int) -> Choice:
    """Lethal damage to one blocker after the other, as far as it goes; the rest to ``over`` or the last one."""
    picks: list[tuple[int, Amount, Amount]] = []
    left = strength
    for row in order:
        need = lethal(state, attacker, row)
        there = members(state, row)
        if at_most(need, 0, "702.19b"):
            continue
        if at_least(left, need * there, "510.1c"):
            picks.append((row, need, there))
            left = left - need * there
        elif more(left, 0, "510.1c"):
            # Not enough for all of this group: one of them gets what is left, or as much as kills it.
            some = minimum(left, need, "510.1c")
            picks.append((row, some, 1))
            left = left - some
            break
    if more(left, 0, "510.1c"):
        if over is not None:
            picks.append((over, left, 1))
        elif picks:
            row, amount, size = picks[-1]
            picks[-1:] = _heap(row, amount, size, left)
        else:
            picks.append((order[0], left, 1))
    return Choice(ASSIGN, seat, picks=tuple((r, a) for r, a, _ in picks), sizes=tuple(m for _, _, m in picks))


def _heap(row: int, amount: Amount, size: Amount, extra: Amount) -> list[tuple[int, Amount, Amount]]:
    """The rest of the damage heaped on one member of the last group."""
    rest = size - 1
    last = (row, amount + extra, 1)
    return [last] if is_zero(rest, "510.1c") else [(row, amount, rest), last]
