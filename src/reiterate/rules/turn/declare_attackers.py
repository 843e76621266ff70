"""Declaring attackers (508): who can attack what, what a declaration costs, and whether it is legal."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero, more
from reiterate.refusals import Refusal, unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.influence import rivals
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import set_refs, split, tally, turn_into
from reiterate.rules.characteristics.evaluate import condition_holds, is_creature, matches, statics, types_of, view
from reiterate.rules.costs import combat_costs
from reiterate.rules.costs.mana import refuse
from reiterate.rules.events import counters
from reiterate.rules.events.combat_state import defenders, defending_seat, set_attacked
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.players import history_read, remember
from reiterate.rules.events.replacement import in_force
from reiterate.rules.events.trigger_matching import subject_matches
from reiterate.rules.events.triggers import fire
from reiterate.rules.turn import declarations
from reiterate.rules.turn.declarations import (
    cant,
    count_members,
    must,
    must_attack_players,
    name_of,
    not_implemented,
    shape_refusal,
)
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, State, is_player, one, player, seat_of
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ATTACKED_BEFORE,
    ATTACKED_PLAYER,
    ATTACKING,
    ATTACKS,
    COUNT_ATTACKS,
    SHELTERED,
    USED,
    FlagName,
)
from reiterate.state.text_reads import ATTACKERS
from reiterate.terms.abilities import Keyword
from reiterate.terms.static_effects import AttackOnly, AttacksEachOnce, CantAttackYou, MayExert
from reiterate.terms.trigger_events import Exerted


def attacker_refusal(state: State, handle: int, seat: int) -> Refusal | None:
    """Why a permanent can't be declared as an attacker, or None (508.1a, 508.1c)."""
    row = state.rows.get(handle)
    wanted = "an untapped creature you control"
    if row is None or row.cls.zone != BATTLEFIELD or row.cls.controller != seat or not is_creature(state, handle):
        return refuse("attacker", "that is no creature of the attacking player", "508.1a", wanted)
    name = name_of(state, handle)
    chars = view(state, handle)
    if row.cls.tapped:
        return refuse("attacker", f"{name} is tapped", "508.1a", wanted)
    if row.cls.sick and "haste" not in chars.keywords:
        return refuse("attacker", f"{name} is summoning sick", "302.6", "a creature there since the turn began")
    if "defender" in chars.keywords and "attack defender" not in chars.turned:
        return refuse("attacker", f"{name} has defender", "702.3b", "a creature without defender")
    if cant(chars, "attack") or _nowhere_to_attack(state, handle, seat):
        return refuse("attacker", f"{name} can't attack", "508.1c", "a creature that may attack")
    return None


def _nowhere_to_attack(state: State, handle: int, seat: int) -> bool:
    """Whether effects leave a creature no player or planeswalker to attack (508.1c)."""
    kept = not {AttackOnly, AttacksEachOnce, CantAttackYou}.isdisjoint(statics(state).kinds) or any(
        SHELTERED in state.rows[player(other)].cls.by_prop for other in rivals(state, seat)
    )
    return kept and not attackable(state, handle, seat)


def _kept_off(state: State, handle: int, target: int) -> bool:
    """Whether a creature can't attack that player: by a skipped draw, or for what that player doesn't control."""
    if is_player(state, target) and _sheltered(state, handle, target):
        return True
    seat = seat_of(target) if is_player(state, target) else state.rows[target].cls.controller
    for source, shelter in in_force(state, CantAttackYou):
        mine = state.rows[source].cls.controller
        aimed = mine == seat and (is_player(state, target) or (shelter.walkers and _is_walker(state, target)))
        if aimed and matches(state, shelter.filter, handle, mine, source):
            return True
    if is_player(state, target) and state.rows[handle].cls.prop(_attacked_flag(seat)):
        for source, once in in_force(state, AttacksEachOnce):
            if subject_matches(state, once.subject, source, handle, state.rows[source].cls.controller):
                return True
    for source, effect in in_force(state, AttackOnly):
        mine = state.rows[source].cls.controller
        if subject_matches(state, effect.subject, source, handle, mine):
            theirs = [h for h, row in state.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.controller == seat]
            if not any(matches(state, effect.filter, h, mine, source) for h in theirs):
                return True
    return False


def _attacked_flag(seat: int) -> FlagName:
    """The mark of a creature that has attacked a player this turn."""
    return FlagName(f"{ATTACKED_PLAYER}p{seat + 1}")


def _is_walker(state: State, handle: int) -> bool:
    return "planeswalker" in view(state, handle).types


def _sheltered(state: State, handle: int, target: int) -> bool:
    """Whether a player can't be attacked by a creature until that player's next turn (508.1c)."""
    words = state.rows[target].cls.prop(SHELTERED, "")
    if not words:
        return False
    chars = view(state, handle)
    has = {*chars.keywords, *(f"{a.name} {a.parameter}" for a in chars.abilities if isinstance(a, Keyword))}
    return not all(has & set(effect.split("/")) for effect in words.split(";"))


def could_attack(state: State, seat: int) -> bool:
    """Whether a player has a creature that could be declared as an attacker (508.1a)."""
    return bool(attack_candidates(state, seat)) and bool(defenders(state, seat))


def attack_candidates(state: State, seat: int) -> list[int]:
    """The rows of creatures that could be declared as attackers."""
    return [
        h
        for h, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD and row.cls.controller == seat and attacker_refusal(state, h, seat) is None
    ]


def check_attack(state: State, choice: Choice) -> Refusal | None:
    """Whether a declaration of attackers is legal (508.1)."""
    refused = shape_refusal("attack", choice, "508.1")
    if refused is not None:
        return refused
    used: dict[int, Amount] = {}
    for (row, count), target in zip(choice.picks, choice.targets, strict=True):
        refused = (
            attacker_refusal(state, row, choice.player)
            or count_members("attacker", state, row, count, used, "508.1a")
            or _defender_refusal(state, target, choice.player)
            or (_off_limits(state, row) if _kept_off(state, row, target) else None)
        )
        if refused is not None:
            return refused
    if len(set(zip((r for r, _ in choice.picks), choice.targets, strict=True))) < len(choice.picks):
        return refuse("attack", "the same attack stands twice", "508.1b", "each group and what it attacks once")
    refused = declarations.refused(state, "attack", list(used.items())) or (
        _required_attacks(state, choice.player, used) or _required_players(state, choice)
    )
    return refused or combat_costs.check_declaration_cost(
        state, choice.player, attack_cost(state, choice), choice.pay, "attack"
    )


def _required_attacks(state: State, seat: int, used: dict[int, Amount]) -> Refusal | None:
    """Creatures that attack if able do, where nothing forbids it; nobody has to pay a cost so as to attack (508.1d)."""
    there = attack_candidates(state, seat)
    for handle in there:
        if must(view(state, handle), "attack") and more(state.rows[handle].n, used.get(handle, 0), "508.1d"):
            if not free_targets(state, handle, seat):
                continue
            able: bool | Refusal = True
            if declarations.bounded(state, "attack", [handle]):
                free = [h for h in there if free_targets(state, h, seat)]
                required = [h for h in free if must(view(state, h), "attack")]
                able = declarations.able_to_attack(state, handle, required, free, used)
            name = name_of(state, handle)
            if isinstance(able, Refusal):
                return able
            if able:
                return refuse("must-attack", f"{name} attacks if able", "508.1d", f"an attack with every {name}")
    return None


def required_players(state: State, handle: int, seat: int) -> list[int]:
    """The players of whom a creature must attack one, each if able: without paying for it (508.1d)."""
    wanted = must_attack_players(state.rows[handle].cls)
    return [target for target in free_targets(state, handle, seat) if target in wanted] if wanted else []


def _required_players(state: State, choice: Choice) -> Refusal | None:
    """Creatures that attack a player if able do; with several such players each attacks one of them (508.1d)."""
    for handle in attack_candidates(state, choice.player):
        wanted = required_players(state, handle, choice.player)
        if not wanted:
            continue
        if declarations.bounded(state, "attack", [handle]):
            return not_implemented("a player that a creature attacks if able, where not all can attack", "508.1d")
        there: Amount = 0
        for (row, count), target in zip(choice.picks, choice.targets, strict=True):
            there = there + count if row == handle and target in wanted else there
        if more(state.rows[handle].n, there, "508.1d"):
            names = " or ".join(name_of(state, target) for target in wanted)
            message = f"{name_of(state, handle)} attacks {names} if able"
            return refuse("must-attack", message, "508.1d", f"an attack on {names} with it")
    return None


def attack_cost(state: State, choice: Choice) -> Amount:
    """What has to be paid for a declaration of attackers in all (508.1h)."""
    total: Amount = 0
    if not combat_costs.any_costs(state):
        return total
    for (row, count), target in zip(choice.picks, choice.targets, strict=True):
        total = total + combat_costs.to_attack(state, row, target) * count
    return total


def costs_of_attacks(state: State, seat: int) -> list[Amount]:
    """What each creature that could attack would have to pay for each player or planeswalker (508.1h)."""
    if not combat_costs.any_costs(state):
        return []
    there = defenders(state, seat)
    return [combat_costs.to_attack(state, h, t) for h in attack_candidates(state, seat) for t in there]


def free_targets(state: State, attacker: int, seat: int) -> list[int]:
    """What a creature can attack without paying for it (508.1d)."""
    there = attackable(state, attacker, seat)
    return [t for t in there if is_zero(combat_costs.to_attack(state, attacker, t), "508.1d")]


def attackable(state: State, attacker: int, seat: int) -> list[int]:
    """What effects let a creature attack (508.1c)."""
    return [t for t in defenders(state, seat) if not _kept_off(state, attacker, t)]


def payable_targets(state: State, attacker: int, seat: int) -> list[int]:
    """What one member of a row can attack, with the mana that its controller has (508.1i)."""
    found = attackable(state, attacker, seat)
    if not combat_costs.any_costs(state):
        return found
    return [t for t in found if combat_costs.could_pay(state, seat, combat_costs.to_attack(state, attacker, t))]


def _off_limits(state: State, row: int) -> Refusal:
    return refuse("attack", f"{name_of(state, row)} can't attack that player", "508.1c", "another player")


def _defender_refusal(state: State, target: int, seat: int) -> Refusal | None:
    if target in defenders(state, seat):
        return None
    row = state.rows.get(target)
    if row is not None and row.cls.zone == BATTLEFIELD and row.cls.controller in rivals(state, seat):
        types = types_of(state, target)
        if "planeswalker" in types:
            return not_implemented("a group of planeswalkers that are attacked", "508.1b")
        if "battle" in types:
            return not_implemented("attacking a battle", "508.1b")
    names = ", ".join(sorted({name_of(state, h) for h in defenders(state, seat)}))
    return refuse("defender", "that can't be attacked", "508.1b", names)


def declare_attack(draft: Draft, choice: Choice) -> None:
    """Turn the chosen creatures into attackers (508.1f to 508.1m); with none, nothing happens."""
    total = attack_cost(draft, choice)
    parts: list[tuple[int, int]] = []
    for (row, count), target in zip(choice.picks, choice.targets, strict=True):
        parts.append((split(draft, row, count), target))
    exerted = [handle for handle, _ in parts if _exerts(draft, handle, choice.player)]
    for handle, _ in parts:
        if "vigilance" not in view(draft, handle).keywords:
            counters.tap(draft, handle)
    if combat_costs.any_costs(draft):
        again: Amount = 0
        for handle, target in parts:
            again = again + combat_costs.to_attack(draft, handle, target) * draft.rows[handle].n
        combat_costs.pay(draft, choice.player, total, again, choice.pay, "attack")
    for handle in exerted:
        _exert(draft, handle, choice.player)
    for handle, target in parts:
        now = draft.rows[handle]
        turn_into(draft, "attacks", handle, now.cls.with_prop(ATTACKING, True))
        set_refs(draft, handle, {**now.refs, ATTACKS: one(target)})
        tally(draft, COUNT_ATTACKS, now.n)
        remember(draft, choice.player, ATTACKERS, now.n)
    for handle, target in parts:
        seat = defending_seat(draft, handle)
        if is_player(draft, target) and ATTACKED_PLAYER in history_read(draft):
            turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(_attacked_flag(seat), True))
        fire(draft, Happening("Attacks", subject=handle, seat=seat, count=draft.rows[handle].n))
        if ATTACKED_BEFORE in history_read(draft):
            turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(ATTACKED_BEFORE, True))
    if parts:
        fire(draft, Happening("AttacksWith", seat=choice.player))
        set_attacked(draft, True)


#: That a permanent was exerted this turn, where it asks.
_EXERTED: Final = FlagName(f"{USED}exert")


def _exerts(draft: Draft, handle: int, seat: int) -> bool:
    """Whether a player chooses to exert a creature as it attacks: an optional cost (508.1g, 701.43d).

    Raises ``Unsupported`` for one of several like creatures, and for one with several such abilities.
    """
    found = [
        ability.effect
        for source, ability in statics(draft).applied
        if source == handle
        and isinstance(ability.effect, MayExert)
        and (ability.condition is None or condition_holds(draft, ability.condition, handle))
    ]
    if not found or (found[0].once and draft.rows[handle].cls.prop(_EXERTED)):
        return False
    if len(found) > 1 or not is_single(draft.rows[handle].n):
        raise unsupported("rule-701.43d", "one of several like creatures, or of several abilities, to exert", "701.43d")
    text = f"exert {name_of(draft, handle)}"
    return decide(draft, Question("yes", seat, words=("no", "yes"), text=text)).answer == "yes"


def _exert(draft: Draft, handle: int, seat: int) -> None:
    """A creature won't untap during its controller's next untap step (701.43a)."""
    counters.stay_tapped(draft, handle, f"p{seat + 1}")
    turn_into(draft, "exerted", handle, draft.rows[handle].cls.with_prop(_EXERTED, _asks_again(draft, handle)))
    fire(draft, Happening(Exerted.__name__, handle, seat))


def _asks_again(draft: Draft, handle: int) -> bool:
    """Whether a permanent asks whether it was exerted this turn."""
    return any(isinstance(a.effect, MayExert) and a.effect.once for a in view(draft, handle).statics)
