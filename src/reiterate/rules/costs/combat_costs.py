"""Costs to attack and to block: how much is to be paid, and paying it (508.1g to 508.1j, 509.1d to 509.1f).

Mana for them is made while attackers or blockers are declared, by mana abilities that are activated
before the declaration is named. What follows is the same as where they are activated after it
(508.1i, 509.1e). Who began to make mana so declares something that costs mana, where that can be
paid. Otherwise the declaration that the mana was made for is reversed, and the mana may stay
(733.1).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, equal, is_zero, minimum
from reiterate.records import replace
from reiterate.refusals import AMBIGUOUS, UNSUPPORTED, Refusal, unsupported
from reiterate.rules.access.choice import Paid
from reiterate.rules.access.state_access import game, set_game
from reiterate.rules.characteristics.evaluate import condition_holds, matches, result_of, statics
from reiterate.rules.characteristics.references import Around
from reiterate.rules.costs import mana
from reiterate.rules.costs.mana import ManaDemand, ManaShort, refuse, settle_mana, usable_else
from reiterate.rules.events import players
from reiterate.state.events import Draft
from reiterate.state.model import EACH, Ref, State, is_player
from reiterate.state.properties import ASKED, HOST, PAYING
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import TapCost
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, Host, This
from reiterate.terms.static_effects import AttackTax, CombatToll
from reiterate.terms.vocabulary import MANA_KINDS

#: Rule of the total cost, of making mana for it, and what is declared, by what is asked.
_RULES: Final = {"attack": ("508.1h", "508.1i", "attack"), "block": ("509.1d", "509.1e", "block")}


def any_costs(state: State) -> bool:
    """Whether anything on the battlefield makes attacking or blocking cost something."""
    return bool(statics(state).kinds & {AttackTax, CombatToll})


def to_attack(state: State, attacker: int, target: int) -> Amount:
    """What one member of a row has to pay to attack a player or planeswalker (508.1g)."""
    if not any_costs(state):
        return 0
    return _tolls(state, attacker, "attack") + _taxes(state, target)


def to_block(state: State, blocker: int, attacker: int) -> Amount:
    """What one member of a row has to pay to block an attacker (509.1d)."""
    if not any_costs(state):
        return 0
    return _tolls(state, blocker, "block") + _tolls(state, attacker, "be blocked")


def _taxes(state: State, target: int) -> Amount:
    total: Amount = 0
    seat = state.rows[target].cls.controller
    for source, static in statics(state).applied:
        effect = static.effect
        if not isinstance(effect, AttackTax) or state.rows[source].cls.controller != seat:
            continue
        here = static.condition is None or condition_holds(state, static.condition, source)
        if here and (effect.planeswalkers or is_player(state, target)):
            total = total + _amount(state, source, effect) * state.rows[source].n
    return total


def _tolls(state: State, handle: int, what: str) -> Amount:
    total: Amount = 0
    for source, static in statics(state).applied:
        effect = static.effect
        if not isinstance(effect, CombatToll) or what not in (effect.what, *effect.what.split(" or ")):
            continue
        if static.condition is None or condition_holds(state, static.condition, source):
            total = total + _amount(state, source, effect) * _times(state, source, effect, handle)
    return total


def _amount(state: State, source: int, effect: AttackTax | CombatToll) -> Amount:
    row = state.rows[source]
    return result_of(state, Around(row.cls.controller, {}, {}, source, row), effect.amount)


def _times(state: State, source: int, effect: CombatToll, handle: int) -> Amount:
    """How many members of the source's row ask for a payment for each member of another row."""
    subject = effect.subject
    if isinstance(subject, This):
        return 1 if source == handle else 0
    n = state.rows[source].n
    if isinstance(subject, Host):
        ref = state.rows[source].refs.get(HOST)
        if not isinstance(ref, Ref) or ref.row != handle:
            return 0
        return 1 if ref.mode == EACH else n
    if not matches(state, subject, handle, state.rows[source].cls.controller, source):
        return 0
    return n - 1 if subject.another and source == handle else n


# --- paying ------------------------------------------------------------------------------------------------------


def pool_total(state: State, seat: int) -> Amount:
    """How much mana a player could spend on such a cost."""
    total: Amount = 0
    for amount in mana.pool(state, seat, usable_else(state, seat)).values():
        total = total + amount
    return total


def could_pay(state: State, seat: int, cost: Amount) -> bool:
    """Whether a player has the mana for a cost now."""
    return is_zero(cost, "118.3") or at_least(pool_total(state, seat), cost, "118.3")


def check_declaration_cost(state: State, seat: int, total: Amount, pay: tuple[Paid, ...], asks: str) -> Refusal | None:
    """Whether the cost of a declaration can be paid, as it says (508.1j, 509.1f)."""
    rule, making, what = _RULES[asks]
    if is_zero(total, rule):
        return refuse("payment", f"that {what} costs nothing", rule, "no payment") if pay else None
    paid = settle_mana(state, seat, ManaDemand([], total), pay, usable_else(state, seat))
    if isinstance(paid, ManaShort) and not pay:
        message = f"not enough mana in the pool for the cost to {what}"
        return replace(paid, message=message, expected="mana abilities activated before", rule=making)
    return paid if isinstance(paid, Refusal) else None


def costless_declaration(state: State, asks: str) -> Refusal:
    """The refusal of a declaration without costs by a player who made mana so as to pay some."""
    _, making, what = _RULES[asks]
    message = f"mana was made to pay a cost to {what}, and it can be paid"
    return refuse("payment-begun", message, making, f"a declaration to {what} that costs mana")


def is_paying(state: State) -> bool:
    """Whether the deciding player made mana for the declaration that is asked for."""
    return game(state).prop(PAYING)


def a_payment(state: State, seat: int, total: Amount) -> tuple[Paid, ...]:
    """Some way to pay generic mana that ``could_pay``; () where there is only one."""
    paids = settle_mana(state, seat, ManaDemand([], total), (), usable_else(state, seat))
    if not isinstance(paids, Refusal) or paids.kind != AMBIGUOUS:
        return ()
    made: list[Paid] = []
    left = total
    have = mana.pool(state, seat, usable_else(state, seat))
    for kind in MANA_KINDS:
        if not is_zero(have[kind], "118.3") and not is_zero(left, "118.3"):
            taken = minimum(have[kind], left, "118.3")
            made.append((kind, taken))
            left = left - taken
    return tuple(made)


def pay(draft: Draft, seat: int, total: Amount, again: Amount, said: tuple[Paid, ...], asks: str) -> None:
    """Pay the cost of a declaration; ``again``: the cost as it is once attackers are tapped (508.1f, 508.1h)."""
    if not equal(total, again, _RULES[asks][0]):
        raise unsupported("rule-508.1h", "a cost to attack that tapping attackers changes", "508.1h")
    if not is_zero(total, "118.3"):
        paid = settle_mana(draft, seat, ManaDemand([], total), said, usable_else(draft, seat))
        assert not isinstance(paid, Refusal)
        for kind, amount in paid:
            players.spend_mana(draft, seat, kind, amount)
    over(draft)


def over(draft: Draft) -> None:
    """The declaration was made: forget that mana was made for it."""
    if is_paying(draft):
        set_game(draft, game(draft).with_prop(PAYING, False))


# --- making mana for it ------------------------------------------------------------------------------------------


def cant_activate(state: State, seat: int, ability: Activated, costs_something: bool, asks: str) -> Refusal | None:
    """Why an ability can't be activated while a declaration is asked for, or None (508.1i, 509.1e)."""
    rule, making, what = _RULES[asks]
    if not is_mana_ability(ability) or not costs_something:
        return refuse("decision-first", f"a declaration comes first ({what})", making, "a mana ability, for a cost")
    taps = all(isinstance(cost, TapCost) for cost in ability.costs)
    for source, static in statics(state).applied:
        if isinstance(static.effect, (AttackTax, CombatToll)) and not _stays(state, seat, source, static.effect, taps):
            message = "a mana ability that could change the cost it is to pay: not implemented"
            return Refusal(UNSUPPORTED, "rule-508.1h", message, rule=rule)
    return None


def _stays(state: State, seat: int, source: int, effect: AttackTax | CombatToll, taps: bool) -> bool:
    """Whether a cost stays as it was determined while a player activates a mana ability (508.1h).

    ``taps``: its cost is tapping its source; others may take away what asks for the cost, or what
    is counted.
    """
    if taps:
        terms: list[Term] = []
        walk(effect.amount, terms.append)
        return not any(isinstance(term, Filter) and term.tapped is not None for term in terms)
    mine = state.rows[source].cls.controller == seat and not isinstance(getattr(effect, "subject", None), This)
    return isinstance(effect.amount, Fixed) and not mine


def made_mana(draft: Draft, asks: str) -> None:
    """A mana ability was activated for a declaration that is still asked for; no player gets priority (605.3a)."""
    if game(draft).prop(ASKED) != asks:
        raise unsupported(
            "rule-508.1i", "a mana ability that asks for a decision while attackers are declared", "508.1i"
        )
    set_game(draft, game(draft).with_prop(PAYING, True))
