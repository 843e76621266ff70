"""What declarations of attackers and of blockers share, and what a whole declaration may be (506.5, 508.1, 509.1).

What declarations of attackers and of blockers share: their form, their cost and their refusals (508.1, 509.1).

What a whole declaration of attackers or blockers may be: not alone, not more than so many (506.5, 508.1c, 509.1b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from reiterate.amounts import Amount, at_least, is_zero, less, more
from reiterate.refusals import UNSUPPORTED, Refusal
from reiterate.rules.access.choice import Choice, Pick
from reiterate.rules.characteristics.evaluate import statics, view
from reiterate.rules.characteristics.printed_characteristics import Characteristics, proto_of
from reiterate.rules.costs.mana import refuse
from reiterate.rules.events.replacement import in_force
from reiterate.state.model import Class, State, player
from reiterate.terms.effects_continuous import Require
from reiterate.terms.references import Seat
from reiterate.terms.static_effects import CombatLimit

# --- declarations --------------------------------------------------------------------------------


def cant(chars: Characteristics, what: str) -> bool:
    """Whether an effect says that a creature can't attack, or can't block."""
    return what in chars.cant or "attack or block" in chars.cant


def must(chars: Characteristics, what: str) -> bool:
    """Whether an effect says that a creature attacks, or blocks, if able."""
    return what in chars.must or "attack or block" in chars.must or f"must {what}" in chars.turned


def must_attack_players(cls: Class) -> frozenset[int]:
    """The players of whom effects say that a creature attacks each of them if able, by their rows (508.1d)."""
    named = (mark.whom for mark in cls.marks if isinstance(mark, Require))
    return frozenset(player(whom.seat) for whom in named if isinstance(whom, Seat))


def name_of(state: State, handle: int) -> str:
    """The name of a permanent or of a player, for messages."""
    cls = state.rows[handle].cls
    return cls.proto.name if cls.proto is not None else f"p{cls.owner + 1}"


def shape_refusal(verb: str, choice: Choice, rule: str) -> Refusal | None:
    """Whether a declaration names something for every pick, or says that there is none."""
    if choice.answer == "none" and not choice.picks and not choice.targets:
        return None
    if choice.answer or not choice.picks or len(choice.picks) != len(choice.targets):
        return refuse(verb, f"that declares no {verb}", rule, f"creatures with what each {verb}s, or 'no {verb}'")
    return None


def count_members(
    code: str, state: State, row: int, count: Amount, used: dict[int, Amount], rule: str
) -> Refusal | None:
    """Count members of a row that take part; refused where there are not that many."""
    used[row] = used.get(row, 0) + count
    if less(count, 1, rule) or less(state.rows[row].n, used[row], rule):
        return refuse(code, f"there are not that many of {name_of(state, row)}", rule, "as many as there are")
    return None


@dataclass(frozen=True, slots=True)
class Block:
    """Like blocks: ``members`` attackers of a row, each blocked by ``parts``: rows with how many of them for each."""

    attacker: int
    members: Amount
    parts: tuple[Pick, ...]


Blocks: TypeAlias = "list[Block]"


def not_implemented(what: str, rule: str) -> Refusal:
    """What isn't implemented of declarations, by name."""
    return Refusal(UNSUPPORTED, "rule-combat", f"{what}: not implemented", rule=rule)


# --- combat limits -------------------------------------------------------------------------------

Used: TypeAlias = Mapping[int, Amount]
_RULES: Final = {"attack": "508.1c", "block": "509.1b"}


def not_alone(chars: Characteristics, what: str) -> bool:
    """Whether a creature can't attack, or can't block, alone (506.5)."""
    return f"{what} alone" in chars.cant or "attack or block alone" in chars.cant


def limit_of(state: State, what: str) -> int | None:
    """How many creatures can attack, or block, each combat; None for any number."""
    if CombatLimit not in statics(state).kinds:
        return None
    found = [int(effect.amount) for _, effect in in_force(state, CombatLimit) if effect.what == what]
    return min(found, default=None)


def bounded(state: State, what: str, rows: Sequence[int]) -> bool:
    """Whether a declaration of these creatures is bounded as a whole, not only creature by creature."""
    return limit_of(state, what) is not None or any(not_alone(view(state, row), what) for row in rows)


def refused(
    state: State, what: str, parts: Sequence[tuple[int, Amount]], already: Amount = 0, shared: bool = False
) -> Refusal | None:
    """Why so many creatures can't be declared together, or None (508.1c, 509.1b).

    in: the rows that attack or block, with how many of each; ``already``: how many others block in this combat;
    ``shared``: whether other players declare blockers too.
    """
    rule = _RULES[what]
    if not bounded(state, what, [row for row, _ in parts]):
        return None
    total: Amount = 0
    for _, count in parts:
        total = total + count
    if is_zero(total, rule):
        return None
    limit = limit_of(state, what)
    if limit is not None and more(total + already, limit, rule):
        return refuse("too-many", f"no more than {limit} can {what} each combat", rule, "fewer creatures, or none")
    for row, _ in parts:
        if not not_alone(view(state, row), what) or at_least(total, 2, rule):
            continue
        if shared:
            return not_implemented("a creature that can't block alone where several players declare blockers", "506.5")
        name = proto_of(state.rows[row].cls).name
        return refuse("alone", f"{name} can't {what} alone", rule, f"another creature that {what}s with it, or none")
    return None


def able_to_attack(
    state: State, handle: int, required: Sequence[int], free: Sequence[int], used: Used
) -> bool | Refusal:
    """Whether a creature that must attack could, whatever else has to (508.1d).

    in: the creature; all that must attack and all that could, each without paying; ``used``: how many of each row
    attack. A refusal where the rules here don't tell.
    """
    limit = limit_of(state, "attack")
    musts = _members(state, required)
    dear = any(row not in free for row in used)
    if limit is not None and more(musts, limit, "508.1d"):
        if list(required) != [handle] or not_alone(view(state, handle), "attack"):
            return not_implemented("more creatures that must attack than can, and not all alike", "508.1d")
        return less(used.get(handle, 0), limit, "508.1d")  # of like creatures as many as can
    if not not_alone(view(state, handle), "attack"):
        return True
    if limit is not None and limit < 2:
        return False
    if at_least(_members(state, free), 2, "508.1d"):
        return True
    return (
        not_implemented("a creature that must attack and can't alone beside one that pays", "508.1d") if dear else False
    )


def _members(state: State, rows: Sequence[int]) -> Amount:
    total: Amount = 0
    for row in rows:
        total = total + state.rows[row].n
    return total


def able_to_block(
    state: State, handle: int, able: Sequence[int], pairs: Sequence[tuple[int, int]], named: Sequence[Block], used: Used
) -> bool | Refusal:
    """Whether a creature that must block and doesn't could, where all it could block have menace and no blocker (509.1c).

    in: the creature, what it could block, all pairs that could block for nothing, the blocks declared and how many of
    each row they take. Another creature has to block with it: an idle one, or one that no other block needs.
    """
    tied = False
    for attacker in able:
        for other in (b for b, a in pairs if a == attacker):
            idle = state.rows[other].n - used.get(other, 0) - (1 if other == handle else 0)
            if at_least(idle, 1, "509.1c") or any(_spare(state, block, other) for block in named):
                return True
            tied = tied or not is_zero(used.get(other, 0), "509.1c")
    return not_implemented("whether a creature is able to block a creature with menace", "509.1c") if tied else False


def _spare(state: State, block: Block, row: int) -> bool:
    """Whether a block takes creatures of a row and is legal with one of them less."""
    if row not in [part for part, _ in block.parts]:
        return False
    total: Amount = 0
    for _, count in block.parts:
        total = total + count
    return "menace" not in view(state, block.attacker).keywords or at_least(total, 3, "702.111b")
