"""Declaring blockers (509): who can block what, evasion, and whether a declaration is legal."""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.amounts import Amount, at_least, is_zero, more
from reiterate.refusals import UNSUPPORTED, Refusal, unsupported
from reiterate.rules.access.choice import EACH_ONE, SAME, TOGETHER, Choice, Pick
from reiterate.rules.access.state_access import ask_for, seats, set_refs, split, tally, turn_into
from reiterate.rules.characteristics.evaluate import is_creature, matches, power, view
from reiterate.rules.characteristics.printed_characteristics import Characteristics
from reiterate.rules.characteristics.protection import protected
from reiterate.rules.costs import combat_costs
from reiterate.rules.costs.mana import refuse
from reiterate.rules.events.combat_state import attackers, attackers_of, blockers, defending_seat, drop_others
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.replacement import in_force
from reiterate.rules.events.trigger_matching import subject_matches
from reiterate.rules.events.triggers import fire
from reiterate.rules.turn import declarations
from reiterate.rules.turn.declarations import (
    Block,
    Blocks,
    cant,
    count_members,
    must,
    name_of,
    not_implemented,
    shape_refusal,
)
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Reference, State, each, one
from reiterate.state.normal_form import is_single
from reiterate.state.properties import BLOCKED, BLOCKING, BLOCKS, COUNT_BLOCKS, WHO
from reiterate.terms.abilities import Inert, Keyword
from reiterate.terms.references import Filter
from reiterate.terms.static_effects import BY_MORE, BlockLimit
from reiterate.terms.unusable import COMBAT, Unusable, unusable

#: How many blockers of one row each attacker of a group may have.
BLOCKERS_EACH: Final = 64


def blocker_refusal(state: State, handle: int, seat: int) -> Refusal | None:
    """Why a permanent can't be declared as a blocker at all, or None (509.1a, 509.1b)."""
    row = state.rows.get(handle)
    wanted = "an untapped creature you control"
    if row is None or row.cls.zone != BATTLEFIELD or row.cls.controller != seat or not is_creature(state, handle):
        return refuse("blocker", "that is no creature of the defending player", "509.1a", wanted)
    if row.cls.tapped:
        return refuse("blocker", f"{name_of(state, handle)} is tapped", "509.1a", wanted)
    if cant(view(state, handle), "block"):
        return refuse("blocker", f"{name_of(state, handle)} can't block", "509.1b", "a creature that may block")
    return None


def pair_refusal(state: State, blocker: int, attacker: int) -> Refusal | None:
    """Why a creature can't block an attacker, or None: evasion abilities (509.1b)."""
    ours, theirs = view(state, blocker), view(state, attacker)
    for chars, handle in ((ours, blocker), (theirs, attacker)):
        for ability in chars.abilities:
            if isinstance(ability, Inert) and ability.kind == COMBAT:
                word, rule = next(iter(unusable(ability)), Unusable(ability.text, "702"))
                return not_implemented(f"{word} of {name_of(state, handle)}, which matters when creatures block", rule)
    reason = _evades(state, blocker, attacker, ours, theirs)
    if not reason:
        return None
    why, rule = reason
    message = f"{name_of(state, blocker)} can't block {name_of(state, attacker)}: {why}"
    return refuse("evasion", message, rule, "a creature that may block it")


def _evades(
    state: State, blocker: int, attacker: int, ours: Characteristics, theirs: Characteristics
) -> tuple[str, str] | None:
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


def _walks(state: State, attacker: int, chars: Characteristics) -> bool:
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

    ``Choice.sizes`` beside a pick "together": how many attackers of the group are each blocked so
    (0 or none: one).
    """
    ways = choice.ways or (EACH_ONE,) * len(choice.picks)
    if len(ways) != len(choice.picks) or not set(ways) <= {EACH_ONE, TOGETHER, SAME}:
        return refuse("block", "that is no way of blocking", "509.1a", "each, together or same for each blocker")
    sizes = choice.sizes or (0,) * len(choice.picks)
    if len(sizes) != len(choice.picks):
        return refuse("block", "not a number of attackers for each blocker", "509.1a", "one number for each, or none")
    blocks: Blocks = []
    spread = False
    for (row, count), target, way, size in zip(choice.picks, choice.targets, ways, sizes, strict=True):
        if target not in state.rows or target not in attackers_of(state, choice.player):
            return refuse("block", "that does not attack this player", "509.1a", "an attacker of theirs")
        said = not (type(size) is int and size == 0)
        if said and way != TOGETHER:
            return refuse("block", "a number of attackers is said of blockers together", "509.1a", "together")
        alone = is_single(state.rows[target].n)
        at = next((i for i, b in enumerate(blocks) if b.attacker == target), -1) if alone else len(blocks) - 1
        joins = at >= 0 if alone else way == SAME
        if not joins:
            members = count if way == EACH_ONE and not alone else size if said else 1
            blocks.append(Block(target, members, ((row, 1 if way == EACH_ONE and not alone else count),)))
            spread = way == EACH_ONE and not alone
            continue
        if at < 0 or blocks[at].attacker != target:
            return refuse("block", "nothing before it blocks that attacker", "509.1a", "each or together")
        if spread and not alone and not is_single(blocks[at].members):
            message = "how many block each attacker of the group is not said"
            return refuse("block", message, "509.1a", "'2 X and Y block each of 3 Z'")
        blocks[at] = Block(target, blocks[at].members, (*blocks[at].parts, (row, count)))
    return blocks


def check_block(state: State, choice: Choice) -> Refusal | None:
    """Whether a declaration of blockers is legal (509.1)."""
    refused = shape_refusal("block", choice, "509.1")
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
                or count_members("blocker", state, row, count * block.members, used, "509.1a")
                or pair_refusal(state, row, block.attacker)
            )
            if refused is not None:
                return refused
        refused = count_members("block", state, block.attacker, block.members, hit, "509.1a") or _how_many(state, block)
        if refused is not None:
            return refused
    earlier: Amount = 0
    for handle in blockers(state):
        earlier = earlier + state.rows[handle].n
    shared = len({defending_seat(state, h) for h in attackers(state)}) > 1
    refused = declarations.refused(state, "block", list(used.items()), earlier, shared)
    refused = refused or _required_blocks(state, choice.player, named, used)
    return refused or combat_costs.check_declaration_cost(
        state, choice.player, block_cost(state, named), choice.pay, "block"
    )


def block_cost(state: State, named: Blocks) -> Amount:
    """What has to be paid for a declaration of blockers in all (509.1d)."""
    total: Amount = 0
    if not combat_costs.any_costs(state):
        return total
    for block in named:
        for row, count in block.parts:
            total = total + combat_costs.to_block(state, row, block.attacker) * count * block.members
    return total


def costs_of_blocks(state: State, seat: int) -> list[Amount]:
    """What each creature that could block would have to pay for each attacker (509.1d)."""
    if not combat_costs.any_costs(state):
        return []
    return [combat_costs.to_block(state, b, a) for b, a in block_candidates(state, seat)]


def _several(block: Block, count: Amount) -> Refusal | None:
    """Each of several attackers has a number of blockers that is written out: they are rows of their own."""
    if is_single(block.members) or (type(count) is int and count <= BLOCKERS_EACH):
        return None
    return not_implemented(f"more than {BLOCKERS_EACH} blockers of a row for each attacker of a group", "509.1a")


def _how_many(state: State, block: Block) -> Refusal | None:
    """By how many a creature may be blocked: with menace by two or more (702.111b), by an effect by one alone (509.1b)."""
    chars = view(state, block.attacker)
    total: Amount = 0
    for _, count in block.parts:
        total = total + count
    name = name_of(state, block.attacker)
    if "menace" in chars.keywords and not at_least(total, 2, "702.111b"):
        return refuse("menace", f"{name} has menace", "702.111b", "two or more blockers for each, or none")
    if BY_MORE in chars.cant and more(total, 1, "509.1b"):
        return refuse("block", f"{name} can't be blocked by more than one creature", "509.1b", "one blocker for each")
    return None


def _required_blocks(state: State, seat: int, named: Blocks, used: dict[int, Amount]) -> Refusal | None:
    """Creatures that block if able do, where nothing forbids it (509.1c)."""
    pairs = free_pairs(state, seat)
    for handle in dict.fromkeys(b for b, _ in pairs):
        if not must(view(state, handle), "block"):
            continue
        if is_zero(state.rows[handle].n - used.get(handle, 0), "509.1c"):
            continue
        if declarations.bounded(state, "block", [b for b, _ in pairs]):
            return not_implemented(
                "who has to block where not every creature can block beside others, or alone", "509.1c"
            )
        able = [a for b, a in pairs if b == handle]
        taken = {b.attacker for b in named}
        if any(a in taken or "menace" not in view(state, a).keywords for a in able):
            name = name_of(state, handle)
            return refuse("must-block", f"{name} blocks if able", "509.1c", f"a block by every {name}")
        found = declarations.able_to_block(state, handle, able, pairs, named, used)
        if isinstance(found, Refusal):
            return found
        if found:
            name = name_of(state, handle)
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
            ask_for(draft, "block", WHO, seat)
            return True
    for handle in attackers(draft):
        if not draft.rows[handle].cls.prop(BLOCKED):
            fire(draft, Happening("Unblocked", subject=handle, count=draft.rows[handle].n))
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
            tally(draft, COUNT_BLOCKS, count)
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
    picks: list[Pick] = []
    for row, count in block.parts:
        assert isinstance(count, int)  # of ``_several``
        picks += [(row, block.members)] * count
    return picks
