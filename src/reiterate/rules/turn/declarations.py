"""What declarations of attackers and of blockers share: their form, their cost and their refusals (508.1, 509.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from reiterate.amounts import Amount, is_zero, less
from reiterate.refusals import UNSUPPORTED, Refusal
from reiterate.rules.access.choice import Choice, Pick
from reiterate.rules.characteristics.printed_characteristics import Characteristics
from reiterate.rules.costs import combat_costs
from reiterate.rules.costs.mana import refuse
from reiterate.state.model import State


def cant(chars: Characteristics, what: str) -> bool:
    """Whether an effect says that a creature can't attack, or can't block."""
    return what in chars.cant or "attack or block" in chars.cant


def must(chars: Characteristics, what: str) -> bool:
    """Whether an effect says that a creature attacks, or blocks, if able."""
    return what in chars.must or "attack or block" in chars.must or f"must {what}" in chars.turned


def name_of(state: State, handle: int) -> str:
    """The name of a permanent or of a player, for messages."""
    cls = state.rows[handle].cls
    return cls.proto.name if cls.proto is not None else f"p{cls.owner + 1}"


def pays(
    state: State, choice: Choice, total: Amount, asks: str, costs: Callable[[State, int], list[Amount]]
) -> Refusal | None:
    """Why the cost of a declaration is not paid, or None; mana is not made for a declaration without a cost (733.1).

    ``costs``: what each creature that a player could declare would have to pay for each way to do
    so.
    """
    refused = combat_costs.check(state, choice.player, total, choice.pay, asks)
    if refused is not None or not combat_costs.is_paying(state) or not is_zero(total, "508.1h"):
        return refused
    dear = [cost for cost in costs(state, choice.player) if not is_zero(cost, "508.1h")]
    if any(combat_costs.could_pay(state, choice.player, cost) for cost in dear):
        return combat_costs.begun(state, asks)
    return None


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
