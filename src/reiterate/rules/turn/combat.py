"""Combat: declaring attackers and blockers, and what it is to attack and to block (506 to 509, 511).

An attacker's class has the property "attacking" and its row a reference "attacks" to the player or planeswalker it
attacks; a blocker has "blocking" and a reference "blocks" to its attacker, member by member (``each``) where a group
blocks a group. An attacker that became blocked has "blocked", whatever becomes of its blockers (509.1h).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from reiterate.amounts import Amount, at_least, is_zero, less, more
from reiterate.refusals import UNSUPPORTED, Refusal, unsupported
from reiterate.rules.access.choices import EACH_ONE, SAME, TOGETHER, Choice, Pick
from reiterate.rules.access.influence import rivals
from reiterate.rules.access.state_access import ask_for, seats, set_game, set_refs, split, tally, turn_into
from reiterate.rules.characteristics.derived import is_creature, matches, power, statics, types_of, view
from reiterate.rules.characteristics.printed_characteristics import Chars
from reiterate.rules.characteristics.protection import protected
from reiterate.rules.costs import combat_costs
from reiterate.rules.costs.mana import refuse
from reiterate.rules.events import objects
from reiterate.rules.events.replacement import in_force
from reiterate.rules.events.triggers import Happening, fire, subject_matches
from reiterate.rules.turn import combat_limits
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    Class,
    Gone,
    Ref,
    Reference,
    State,
    each,
    is_player,
    one,
    player,
    seat_of,
)
from reiterate.state.normal_form import is_single
from reiterate.terms.abilities import Inert, Keyword
from reiterate.terms.filters import Filter
from reiterate.terms.static_effects import AttackOnly, BlockLimit

# Properties of a class, and slots of references.
ATTACKING: Final = "attacking"
BLOCKED: Final = "blocked"
BLOCKING: Final = "blocking"
STRUCK: Final = "struck"  # had first or double strike as the first of two combat damage steps began (510.4)
ASSIGNED: Final = "assigned"  # its combat damage is assigned; also the slot of the amount that is to be dealt
ATTACKED: Final = "attacked"  # of the game: attackers were declared in this combat (508.8)
ATTACKS: Final = "attacks"
BLOCKS: Final = "blocks"

#: How many blockers of one row each attacker of a group may have.
BLOCKERS_EACH: Final = 64

_OF_COMBAT: Final = (ATTACKING, BLOCKED, BLOCKING, STRUCK, ASSIGNED)


# --- who attacks and blocks what ---------------------------------------------------------------------------------


def attackers(state: State) -> list[int]:
    """The rows of attacking creatures, oldest first (508.1k)."""
    return [h for h, row in state.rows.items() if ATTACKING in row.cls.by_prop]


def blockers(state: State) -> list[int]:
    """The rows of blocking creatures, oldest first (509.1g)."""
    return [h for h, row in state.rows.items() if BLOCKING in row.cls.by_prop]


def blockers_of(state: State, attacker: int) -> list[int]:
    """The rows of creatures that block an attacker; for a group of attackers they are paired with its members."""
    found = []
    for handle in blockers(state):
        ref = state.rows[handle].refs.get(BLOCKS)
        if isinstance(ref, Ref) and ref.row == attacker:
            found.append(handle)
    return found


def defender_of(state: State, attacker: int) -> int | None:
    """The row of the player or planeswalker that is attacked; None if it is no longer there (506.4c, 800.4a)."""
    ref = state.rows[attacker].refs.get(ATTACKS)
    if not isinstance(ref, Ref) or ref.row not in state.rows:
        return None
    if is_player(state, ref.row) and not objects.in_game(state, seat_of(ref.row)):
        return None
    return ref.row


def defending_seat(state: State, attacker: int) -> int:
    """The defending player: who is attacked, or controls or controlled the attacked planeswalker (508.5)."""
    ref = state.rows[attacker].refs.get(ATTACKS)
    if isinstance(ref, Gone):
        return ref.cls.controller
    assert isinstance(ref, Ref)
    return state.rows[ref.row].cls.controller


def defenders(state: State, seat: int) -> list[int]:
    """What a player may attack: opponents, then their planeswalkers (506.2, 508.1b)."""
    them = rivals(state, seat)  # 801.3
    found = [player(other) for other in them]
    for handle, row in state.rows.items():
        cls = row.cls
        theirs = cls.zone == BATTLEFIELD and cls.controller in them and cls.proto is not None
        if theirs and "planeswalker" in types_of(state, handle) and is_single(row.n):
            found.append(handle)
    return found


def _cant(chars: Chars, what: str) -> bool:
    return what in chars.cant or "attack or block" in chars.cant


def must(chars: Chars, what: str) -> bool:
    return what in chars.must or "attack or block" in chars.must or f"must {what}" in chars.turned


def _name(state: State, handle: int) -> str:
    cls = state.rows[handle].cls
    return cls.proto.name if cls.proto is not None else f"p{cls.owner + 1}"


# --- declaring attackers (508) -----------------------------------------------------------------------------------


def attacker_refusal(state: State, handle: int, seat: int) -> Refusal | None:
    """Why a permanent can't be declared as an attacker, or None (508.1a, 508.1c)."""
    row = state.rows.get(handle)
    wanted = "an untapped creature you control"
    if row is None or row.cls.zone != BATTLEFIELD or row.cls.controller != seat or not is_creature(state, handle):
        return refuse("attacker", "that is no creature of the attacking player", "508.1a", wanted)
    name = _name(state, handle)
    chars = view(state, handle)
    if row.cls.tapped:
        return refuse("attacker", f"{name} is tapped", "508.1a", wanted)
    if row.cls.sick and "haste" not in chars.keywords:
        return refuse("attacker", f"{name} is summoning sick", "302.6", "a creature there since the turn began")
    if "defender" in chars.keywords and "attack defender" not in chars.turned:
        return refuse("attacker", f"{name} has defender", "702.3b", "a creature without defender")
    if _cant(chars, "attack") or _nowhere_to_attack(state, handle, seat):
        return refuse("attacker", f"{name} can't attack", "508.1c", "a creature that may attack")
    return None


def _nowhere_to_attack(state: State, handle: int, seat: int) -> bool:
    """Whether effects leave a creature no player or planeswalker to attack (508.1c)."""
    return AttackOnly in statics(state).kinds and not attackable(state, handle, seat)


def _kept_off(state: State, handle: int, target: int) -> bool:
    """Whether a creature can attack only players who control something that this defending player doesn't."""
    seat = seat_of(target) if is_player(state, target) else state.rows[target].cls.controller
    for source, effect in in_force(state, AttackOnly):
        mine = state.rows[source].cls.controller
        if subject_matches(state, effect.subject, source, handle, mine):
            theirs = [h for h, row in state.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.controller == seat]
            if not any(matches(state, effect.filter, h, mine, source) for h in theirs):
                return True
    return False


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
    refused = _shape("attack", choice, "508.1")
    if refused is not None:
        return refused
    used: dict[int, Amount] = {}
    for (row, count), target in zip(choice.picks, choice.targets, strict=True):
        refused = (
            attacker_refusal(state, row, choice.player)
            or _many("attacker", state, row, count, used, "508.1a")
            or _defender_refusal(state, target, choice.player)
            or (_off_limits(state, row) if _kept_off(state, row, target) else None)
        )
        if refused is not None:
            return refused
    if len(set(zip((r for r, _ in choice.picks), choice.targets, strict=True))) < len(choice.picks):
        return refuse("attack", "the same attack stands twice", "508.1b", "each group and what it attacks once")
    refused = combat_limits.refused(state, "attack", list(used.items())) or _required_attacks(
        state, choice.player, used
    )
    return refused or _pays(state, choice, attack_cost(state, choice), "attack")


def _required_attacks(state: State, seat: int, used: dict[int, Amount]) -> Refusal | None:
    """Creatures that attack if able do, where nothing forbids it; nobody has to pay a cost so as to attack (508.1d)."""
    there = attack_candidates(state, seat)
    for handle in there:
        if must(view(state, handle), "attack") and more(state.rows[handle].n, used.get(handle, 0), "508.1d"):
            if not free_targets(state, handle, seat):
                continue
            able: bool | Refusal = True
            if combat_limits.bounded(state, "attack", [handle]):
                free = [h for h in there if free_targets(state, h, seat)]
                required = [h for h in free if must(view(state, h), "attack")]
                able = combat_limits.able_to_attack(state, handle, required, free, used)
            name = _name(state, handle)
            if isinstance(able, Refusal):
                return able
            if able:
                return refuse("must-attack", f"{name} attacks if able", "508.1d", f"an attack with every {name}")
    return None


def attack_cost(state: State, choice: Choice) -> Amount:
    """What has to be paid for a declaration of attackers in all (508.1h)."""
    total: Amount = 0
    if not combat_costs.any_costs(state):
        return total
    for (row, count), target in zip(choice.picks, choice.targets, strict=True):
        total = total + combat_costs.to_attack(state, row, target) * count
    return total


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


def _pays(state: State, choice: Choice, total: Amount, asks: str) -> Refusal | None:
    """Whether the cost of a declaration is paid; without one it may not be that mana was made for nothing (731.1)."""
    refused = combat_costs.check(state, choice.player, total, choice.pay, asks)
    if refused is not None or not combat_costs.is_paying(state) or not is_zero(total, "508.1h"):
        return refused
    dear = [cost for cost in _costs(state, choice.player, asks) if not is_zero(cost, "508.1h")]
    if any(combat_costs.could_pay(state, choice.player, cost) for cost in dear):
        return combat_costs.begun(state, asks)
    return None


def _off_limits(state: State, row: int) -> Refusal:
    return refuse("attack", f"{_name(state, row)} can't attack that player", "508.1c", "another player")


def _costs(state: State, seat: int, asks: str) -> list[Amount]:
    """What each creature that could attack or block would have to pay for each way to do so."""
    if not combat_costs.any_costs(state):
        return []
    if asks == "attack":
        there = defenders(state, seat)
        return [combat_costs.to_attack(state, h, t) for h in attack_candidates(state, seat) for t in there]
    return [combat_costs.to_block(state, b, a) for b, a in block_candidates(state, seat)]


def costs_something(state: State, seat: int, asks: str) -> bool:
    """Whether some attack or block that is asked for has a cost, so that mana may be made for it (508.1i, 509.1e)."""
    return any(not is_zero(cost, "508.1i") for cost in _costs(state, seat, asks))


def _shape(verb: str, choice: Choice, rule: str) -> Refusal | None:
    """Whether a declaration names something for every pick, or says that there is none."""
    if choice.answer == "none" and not choice.picks and not choice.targets:
        return None
    if choice.answer or not choice.picks or len(choice.picks) != len(choice.targets):
        return refuse(verb, f"that declares no {verb}", rule, f"creatures with what each {verb}s, or 'no {verb}'")
    return None


def _many(code: str, state: State, row: int, count: Amount, used: dict[int, Amount], rule: str) -> Refusal | None:
    """Count members of a row that take part; refused where there are not that many."""
    used[row] = used.get(row, 0) + count
    if less(count, 1, rule) or less(state.rows[row].n, used[row], rule):
        return refuse(code, f"there are not that many of {_name(state, row)}", rule, "as many as there are")
    return None


def _defender_refusal(state: State, target: int, seat: int) -> Refusal | None:
    if target in defenders(state, seat):
        return None
    row = state.rows.get(target)
    if row is not None and row.cls.zone == BATTLEFIELD and row.cls.controller in rivals(state, seat):
        types = types_of(state, target)
        if "planeswalker" in types:
            return _unknown("a group of planeswalkers that are attacked", "508.1b")
        if "battle" in types:
            return _unknown("attacking a battle", "508.1b")
    names = ", ".join(sorted({_name(state, h) for h in defenders(state, seat)}))
    return refuse("defender", "that can't be attacked", "508.1b", names)


def _unknown(what: str, rule: str) -> Refusal:
    return Refusal(UNSUPPORTED, "rule-combat", f"{what}: not implemented", rule=rule)


def declare_attack(draft: Draft, choice: Choice) -> None:
    """Turn the chosen creatures into attackers (508.1f to 508.1m); with none, nothing happens."""
    total = attack_cost(draft, choice)
    parts: list[tuple[int, int]] = []
    for (row, count), target in zip(choice.picks, choice.targets, strict=True):
        parts.append((split(draft, row, count), target))
    for handle, _ in parts:
        if "vigilance" not in view(draft, handle).keywords:
            objects.tap(draft, handle)
    if combat_costs.any_costs(draft):
        again: Amount = 0
        for handle, target in parts:
            again = again + combat_costs.to_attack(draft, handle, target) * draft.rows[handle].n
        combat_costs.pay(draft, choice.player, total, again, choice.pay, "attack")
    for handle, target in parts:
        now = draft.rows[handle]
        turn_into(draft, "attacks", handle, now.cls.with_prop(ATTACKING, True))
        set_refs(draft, handle, {**now.refs, ATTACKS: one(target)})
        tally(draft, "attacks", now.n)
    for handle, _ in parts:
        seat = defending_seat(draft, handle)
        fire(draft, Happening("Attacks", subject=handle, seat=seat, count=draft.rows[handle].n))
    if parts:
        _set_attacked(draft, True)


def _set_attacked(draft: Draft, value: bool) -> None:
    set_game(draft, draft.game.with_prop(ATTACKED, value))


def attacked(state: State) -> bool:
    """Whether attackers were declared in this combat (508.8)."""
    return bool(state.game.prop(ATTACKED))


# --- declaring blockers (509) ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """Like blocks: ``members`` attackers of a row, each blocked by ``parts``: rows with how many of them for each."""

    attacker: int
    members: Amount
    parts: tuple[Pick, ...]


Blocks: TypeAlias = "list[Block]"


def blocker_refusal(state: State, handle: int, seat: int) -> Refusal | None:
    """Why a permanent can't be declared as a blocker at all, or None (509.1a, 509.1b)."""
    row = state.rows.get(handle)
    wanted = "an untapped creature you control"
    if row is None or row.cls.zone != BATTLEFIELD or row.cls.controller != seat or not is_creature(state, handle):
        return refuse("blocker", "that is no creature of the defending player", "509.1a", wanted)
    if row.cls.tapped:
        return refuse("blocker", f"{_name(state, handle)} is tapped", "509.1a", wanted)
    if _cant(view(state, handle), "block"):
        return refuse("blocker", f"{_name(state, handle)} can't block", "509.1b", "a creature that may block")
    return None


def pair_refusal(state: State, blocker: int, attacker: int) -> Refusal | None:
    """Why a creature can't block an attacker, or None: evasion abilities (509.1b)."""
    ours, theirs = view(state, blocker), view(state, attacker)
    for chars, handle in ((ours, blocker), (theirs, attacker)):
        if any(isinstance(a, Inert) and a.why.startswith("combat") for a in chars.abilities):
            return _unknown(f"a keyword of {_name(state, handle)} that matters when creatures block", "702")
    reason = _evades(state, blocker, attacker, ours, theirs)
    if not reason:
        return None
    why, rule = reason
    message = f"{_name(state, blocker)} can't block {_name(state, attacker)}: {why}"
    return refuse("evasion", message, rule, "a creature that may block it")


def _evades(state: State, blocker: int, attacker: int, ours: Chars, theirs: Chars) -> tuple[str, str] | None:
    has = theirs.keywords
    if protected(state, attacker, blocker):
        return "protection", "702.16f"
    if "be blocked" in theirs.cant or _limited(state, blocker, attacker):
        return "it can't be blocked" if "be blocked" in theirs.cant else "an effect forbids it", "509.1b"
    if "flying" in has and not ours.keywords & {"flying", "reach"}:
        return "flying", "702.9b"
    if ("shadow" in has) != ("shadow" in ours.keywords):
        return "shadow", "702.28b"
    if "horsemanship" in has and "horsemanship" not in ours.keywords:
        return "horsemanship", "702.31b"
    if "landwalk" in has and _walks(state, attacker, theirs):
        return "landwalk", "702.14c"
    us, them = ours, theirs
    golem = "artifact" in us.types
    if "fear" in has and not golem and "B" not in us.colors:
        return "fear", "702.36b"
    if "intimidate" in has and not golem and not set(us.colors) & set(them.colors):
        return "intimidate", "702.13b"
    if "skulk" in has and more(power(state, blocker), power(state, attacker), "702.118b"):
        return "skulk", "702.118b"
    return None


def _walks(state: State, attacker: int, chars: Chars) -> bool:
    """Whether the defending player controls a land that a landwalk ability of the attacker names (702.14c)."""
    seat = defending_seat(state, attacker)
    for ability in chars.abilities:
        if isinstance(ability, Keyword) and ability.name == "landwalk":
            lands = walked_on(ability.parameter)
            if any(
                row.cls.zone == BATTLEFIELD and row.cls.controller == seat and matches(state, lands, h, seat, attacker)
                for h, row in state.rows.items()
            ):
                return True
    return False


@cache
def walked_on(kind: str) -> Filter:
    """The set of lands that landwalk names: "Forest", "snow Forest", "nonbasic land", "artifact land"."""
    front, _, land = kind.rpartition(" ")
    return Filter(
        types=("land", *((front,) if front == "artifact" else ())),
        subtypes=() if land == "land" else (land,),
        supertypes=(front,) if front in ("snow", "legendary") else (),
        without_supertypes=("basic",) if front == "nonbasic" else (),
    )


def _limited(state: State, blocker: int, attacker: int) -> bool:
    """Whether an effect says that one of these creatures can't block the other (509.1b)."""
    for source, effect in in_force(state, BlockLimit):
        mine = state.rows[source].cls.controller
        about, other = (attacker, blocker) if effect.side else (blocker, attacker)
        if subject_matches(state, effect.subject, source, about, mine):
            among = any(matches(state, f, other, mine, source) for f in effect.sets)
            if among != (effect.side == "except"):
                return True
    return False


def attackers_of(state: State, seat: int) -> list[int]:
    """The rows of creatures that attack a player or their planeswalkers (509.1a, 802.4)."""
    return [h for h in attackers(state) if defending_seat(state, h) == seat]


def block_candidates(state: State, seat: int) -> list[tuple[int, int]]:
    """The pairs of a blocker's and an attacker's row that may block and be blocked, menace left aside."""
    mine = [h for h, row in state.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.controller == seat]
    able = [h for h in mine if blocker_refusal(state, h, seat) is None]
    return [(b, a) for a in attackers_of(state, seat) for b in able if pair_refusal(state, b, a) is None]


def unknown_block(state: State, seat: int) -> bool:
    """Whether some block can't be judged because a keyword is not implemented."""
    mine = [h for h, row in state.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.controller == seat]
    for blocker in mine:
        if blocker_refusal(state, blocker, seat) is None:
            for attacker in attackers_of(state, seat):
                refused = pair_refusal(state, blocker, attacker)
                if refused is not None and refused.kind == UNSUPPORTED:
                    return True
    return False


def blocks_named(state: State, choice: Choice) -> Blocks | Refusal:
    """The blocks that a choice declares; ``Choice.ways`` says how the creatures of a pick share out a group.

    ``Choice.sizes`` beside a pick "together": how many attackers of the group are each blocked so (0 or none: one).
    """
    ways = choice.ways or (EACH_ONE,) * len(choice.picks)
    if len(ways) != len(choice.picks) or not set(ways) <= {EACH_ONE, TOGETHER, SAME}:
        return refuse("block", "that is no way of blocking", "509.1a", "each, together or same for each blocker")
    sizes = choice.sizes or (0,) * len(choice.picks)
    if len(sizes) != len(choice.picks):
        return refuse("block", "not a number of attackers for each blocker", "509.1a", "one number for each, or none")
    found: Blocks = []
    spread = False
    for (row, count), target, way, size in zip(choice.picks, choice.targets, ways, sizes, strict=True):
        if target not in state.rows or target not in attackers_of(state, choice.player):
            return refuse("block", "that does not attack this player", "509.1a", "an attacker of theirs")
        said = not (type(size) is int and size == 0)
        if said and way != TOGETHER:
            return refuse("block", "a number of attackers is said of blockers together", "509.1a", "together")
        alone = is_single(state.rows[target].n)
        at = next((i for i, b in enumerate(found) if b.attacker == target), -1) if alone else len(found) - 1
        joins = at >= 0 if alone else way == SAME
        if not joins:
            members = count if way == EACH_ONE and not alone else size if said else 1
            found.append(Block(target, members, ((row, 1 if way == EACH_ONE and not alone else count),)))
            spread = way == EACH_ONE and not alone
            continue
        if at < 0 or found[at].attacker != target:
            return refuse("block", "nothing before it blocks that attacker", "509.1a", "each or together")
        if spread and not alone and not is_single(found[at].members):
            message = "how many block each attacker of the group is not said"
            return refuse("block", message, "509.1a", "'2 X and Y block each of 3 Z'")
        found[at] = Block(target, found[at].members, (*found[at].parts, (row, count)))
    return found


def check_block(state: State, choice: Choice) -> Refusal | None:
    """Whether a declaration of blockers is legal (509.1)."""
    refused = _shape("block", choice, "509.1")
    if refused is not None:
        return refused
    named = blocks_named(state, choice)
    if isinstance(named, Refusal):
        return named
    used: dict[int, Amount] = {}
    hit: dict[int, Amount] = {}
    for block in named:
        for row, count in block.parts:
            refused = (
                blocker_refusal(state, row, choice.player)
                or _several(block, count)
                or _many("blocker", state, row, count * block.members, used, "509.1a")
                or pair_refusal(state, row, block.attacker)
            )
            if refused is not None:
                return refused
        refused = _many("block", state, block.attacker, block.members, hit, "509.1a") or _menace(state, block)
        if refused is not None:
            return refused
    earlier: Amount = 0
    for handle in blockers(state):
        earlier = earlier + state.rows[handle].n
    shared = len({defending_seat(state, h) for h in attackers(state)}) > 1
    refused = combat_limits.refused(state, "block", list(used.items()), earlier, shared)
    refused = refused or _required_blocks(state, choice.player, named, used)
    return refused or _pays(state, choice, block_cost(state, named), "block")


def block_cost(state: State, named: Blocks) -> Amount:
    """What has to be paid for a declaration of blockers in all (509.1d)."""
    total: Amount = 0
    if not combat_costs.any_costs(state):
        return total
    for block in named:
        for row, count in block.parts:
            total = total + combat_costs.to_block(state, row, block.attacker) * count * block.members
    return total


def _several(block: Block, count: Amount) -> Refusal | None:
    """Each of several attackers has a number of blockers that is written out: they are rows of their own."""
    if is_single(block.members) or (type(count) is int and count <= BLOCKERS_EACH):
        return None
    return _unknown(f"more than {BLOCKERS_EACH} blockers of a row for each attacker of a group", "509.1a")


def _menace(state: State, block: Block) -> Refusal | None:
    """A creature with menace can't be blocked except by two or more (702.111b)."""
    if "menace" not in view(state, block.attacker).keywords:
        return None
    total: Amount = 0
    for _, count in block.parts:
        total = total + count
    if at_least(total, 2, "702.111b"):
        return None
    name = _name(state, block.attacker)
    return refuse("menace", f"{name} has menace", "702.111b", "two or more blockers for each, or none")


def _required_blocks(state: State, seat: int, named: Blocks, used: dict[int, Amount]) -> Refusal | None:
    """Creatures that block if able do, where nothing forbids it (509.1c)."""
    pairs = free_pairs(state, seat)
    for handle in dict.fromkeys(b for b, _ in pairs):
        if not must(view(state, handle), "block"):
            continue
        if is_zero(state.rows[handle].n - used.get(handle, 0), "509.1c"):
            continue
        if combat_limits.bounded(state, "block", [b for b, _ in pairs]):
            return _unknown("who has to block where not every creature can block beside others, or alone", "509.1c")
        able = [a for b, a in pairs if b == handle]
        taken = {b.attacker for b in named}
        if any(a in taken or "menace" not in view(state, a).keywords for a in able):
            name = _name(state, handle)
            return refuse("must-block", f"{name} blocks if able", "509.1c", f"a block by every {name}")
        found = combat_limits.able_to_block(state, handle, able, pairs, named, used)
        if isinstance(found, Refusal):
            return found
        if found:
            name = _name(state, handle)
            return refuse("must-block", f"{name} blocks if able", "509.1c", f"a block by {name} and another creature")
    return None


def free_pairs(state: State, seat: int) -> list[tuple[int, int]]:
    """The pairs of ``block_candidates`` that cost nothing: nobody has to pay so as to block (509.1c)."""
    pairs = block_candidates(state, seat)
    if not combat_costs.any_costs(state):
        return pairs
    return [(b, a) for b, a in pairs if is_zero(combat_costs.to_block(state, b, a), "509.1c")]


def ask_blocks(draft: Draft, after: int = -1) -> bool:
    """Ask the next defending player in APNAP order to declare blockers; False where nobody is left (509.1, 802.4)."""
    drop_others(draft)
    order = seats(draft)
    start = order.index(after) + 1 if after in order else 0
    for seat in order[start:]:
        if block_candidates(draft, seat) or unknown_block(draft, seat):
            ask_for(draft, "block", "who", seat)
            return True
    return False


def declare_block(draft: Draft, choice: Choice) -> None:
    """Turn the chosen creatures into blockers and what they block into blocked creatures (509.1g, 509.1h)."""
    named = blocks_named(draft, choice)
    assert not isinstance(named, Refusal)
    if combat_costs.any_costs(draft):
        total = block_cost(draft, named)
        combat_costs.pay(draft, choice.player, total, total, choice.pay, "block")
    fresh: list[tuple[int, list[int]]] = []
    for block in named:
        target = split(draft, block.attacker, block.members)
        turn_into(draft, "blocked", target, draft.rows[target].cls.with_prop(BLOCKED, True))
        parts = []
        ref: Reference = one(target) if is_single(block.members) else each(target)
        for row, count in _rows_of(block):
            part = split(draft, row, count)
            turn_into(draft, "blocks", part, draft.rows[part].cls.with_prop(BLOCKING, True))
            set_refs(draft, part, {**draft.rows[part].refs, BLOCKS: ref})
            tally(draft, "blocks", count)
            parts.append(part)
        fresh.append((target, parts))
    for target, parts in fresh:
        for part in parts:
            fire(draft, Happening("Blocks", subject=part, count=draft.rows[part].n))
        fire(draft, Happening("BecomesBlocked", subject=target, count=draft.rows[target].n))
        _fire_pairs(draft, target, parts)


def _fire_pairs(draft: Draft, target: int, parts: list[int]) -> None:
    """That creatures block one creature and that it becomes blocked by each of them (509.3c, 509.3d)."""
    for part in parts:
        for kind, it, other in (("BlocksOne", target, part), ("BlockedBy", part, target)):
            if kind not in view(draft, other).triggers:
                continue
            if not is_single(draft.rows[target].n):
                raise unsupported("grouped-triggers", "each of a group of attackers with blockers of its own", "509.3")
            made = Happening(kind, subject=it, count=draft.rows[it].n)
            made.other = other
            fire(draft, made)


def _rows_of(block: Block) -> list[Pick]:
    """The rows that block: for one attacker those of the parts, for several one row for each blocker that each has."""
    if is_single(block.members):
        return list(block.parts)
    found: list[Pick] = []
    for row, count in block.parts:
        assert isinstance(count, int)  # of ``_several``
        found += [(row, block.members)] * count
    return found


# --- the end of combat (511) -------------------------------------------------------------------------------------


def leave_combat(draft: Draft, handle: int) -> None:
    """Remove a permanent from combat: it attacks, blocks and is blocked no longer; who blocks it stays one (506.4)."""
    cls = draft.rows[handle].cls
    if not any(name in cls.by_prop for name in _OF_COMBAT):
        return
    for blocker in blockers_of(draft, handle):
        set_refs(draft, blocker, {k: r for k, r in draft.rows[blocker].refs.items() if k != BLOCKS})
    turn_into(draft, "removed from combat", handle, _at_peace(cls))
    refs = draft.rows[handle].refs
    if ATTACKS in refs or BLOCKS in refs:
        set_refs(draft, handle, {k: r for k, r in refs.items() if k not in (ATTACKS, BLOCKS)})


def drop_others(draft: Draft) -> None:
    """What stopped being a creature is removed from combat (506.4)."""
    for handle in (*attackers(draft), *blockers(draft)):
        if not is_creature(draft, handle):
            leave_combat(draft, handle)


def finish(draft: Draft) -> None:
    """Remove everything from combat as the end of combat step ends (511.3)."""
    for handle, row in list(draft.rows.items()):
        cls = row.cls
        if any(name in cls.by_prop for name in _OF_COMBAT):
            turn_into(draft, "", handle, _at_peace(cls))
        if ATTACKS in row.refs or BLOCKS in row.refs:
            set_refs(draft, handle, {k: r for k, r in row.refs.items() if k not in (ATTACKS, BLOCKS)})
    if attacked(draft):
        _set_attacked(draft, False)


def _at_peace(cls: Class) -> Class:
    for name in _OF_COMBAT:
        cls = cls.with_prop(name, False)
    return cls
