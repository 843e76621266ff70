"""Whether an answer is legal now: targets, order, payments, objects, combat (508, 509, 603.3, 608.2)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from reiterate.amounts import Amount, is_zero, less
from reiterate.records import replace
from reiterate.refusals import Refusal, Unsupported, unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.faces import names_of, sees_name
from reiterate.rules.access.questions import question_of, waiting_behind
from reiterate.rules.access.state_access import about
from reiterate.rules.characteristics.evaluate import result_of
from reiterate.rules.characteristics.references import Around
from reiterate.rules.costs import mana, object_costs
from reiterate.rules.costs.mana import demand, refuse, settle_mana
from reiterate.rules.costs.resolution_payments import TOLL, payable_now
from reiterate.rules.decisions.pending import asked, asked_single, decider, label_of
from reiterate.rules.decisions.verify_actions import Plan
from reiterate.rules.events.frames import Frame
from reiterate.rules.events.targets import clash, others_of
from reiterate.rules.resolution import division
from reiterate.rules.resolution.effects_permanents import sacrifice_candidates
from reiterate.rules.resolution.feasible import may_begin
from reiterate.rules.resolution.put_triggers_on_stack import divided_by, own_row, trigger_targets
from reiterate.rules.turn import combat_damage, combat_ways, declare_attackers, declare_blockers
from reiterate.rules.turn.state_based_actions import legends_like
from reiterate.rules.turn.turn_structure import excess_cards
from reiterate.state.model import WAITING, Ref, State
from reiterate.state.properties import PLAYER, REST, SOURCE, THAT_MUCH
from reiterate.terms import vocabulary
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term
from reiterate.terms.effects_permanents import Blight, SacrificeChosen
from reiterate.terms.effects_structure import May
from reiterate.terms.effects_zones import Discard

#: Letters of a card name, at most.
LONGEST_NAME: Final = 150


def check_order(state: State, choice: Choice) -> Plan | Refusal:
    """Whether a waiting ability may go onto the stack next (603.3b)."""
    row = state.rows.get(choice.row)
    if row is None or row.cls.zone != WAITING or row.cls.controller != choice.player:
        return refuse(
            "order", "that is no ability waiting to be put on the stack", "603.3b", "one of your waiting abilities"
        )
    return _part_of(choice.count, row.n) or Plan()


def _part_of(count: Amount, n: Amount) -> Refusal | None:
    if type(count) is int and count == 0:
        return None
    if less(count, 1, "603.3b") or less(n, count, "603.3b"):
        return refuse("count", "that many like abilities are not waiting", "603.3b", "1 up to as many as there are")
    return None


def check_target(state: State, choice: Choice) -> Plan | Refusal:
    """Whether these are legal targets of the ability that waits for them (603.3d)."""
    handle = about(state)
    options = trigger_targets(state, handle)
    term = state.rows[handle].cls.term
    assert isinstance(term, Triggered)
    wanted = division.each_target(term.targets, len(choice.targets), state.rows[handle].get(THAT_MUCH))
    if wanted is None:
        want = division.targets_wanted(term.targets)
        return refuse("targets", f"{want} wanted", "603.3d", want)
    shared = division.divided(term.targets) is not None
    run = division.run_of(term.targets) is not None
    if run:
        options = [*options[:-1], *[options[-1]] * (len(wanted) - len(options) + 1)]
    if choice.sizes and not shared:
        return refuse("division", "nothing is divided among these targets", "601.2d", "targets without parts")
    for legal, target in zip(options, choice.targets, strict=True):
        if target not in legal:
            names = ", ".join(sorted({label_of(state, h) for h in legal if h >= 0}) or "no target")
            return refuse("illegal-target", "that is no legal target", "115.4", names)
    own = own_row(state, handle)
    if clash(state, others_of(wanted), choice.targets, own, acting=own >= 0):
        return refuse("illegal-target", "one target is named twice", "115.3", "different targets")
    refused = division.named_twice(state, term.targets, replace(choice, row=own)) if run else None
    if shared and refused is None:
        refused = division.check_division(state, term.targets, choice, divided_by(state, handle))
    return refused or _part_of(choice.count, state.rows[handle].n) or Plan()


def check_may(state: State, choice: Choice) -> Plan | Refusal:
    """Whether "yes" or "no" answers what is asked (608.2d)."""
    if choice.answer not in ("yes", "no"):
        return refuse("answer", f"'{choice.answer}' is no answer", "608.2d", "yes or no")
    if choice.answer == "yes" and asked(state) == TOLL and not payable_now(state):
        return refuse("mana-short", "the cost can't be paid with what is there now", "118.3", "no, or a mana ability")
    if choice.answer == "yes" and asked(state) == "may" and not can_begin(state):
        effect = frame_effect(state)
        if isinstance(effect, May) and isinstance(effect.effects[0], Blight):
            return refuse("cost-short", "there is no creature on which -1/-1 counters can be put", "701.68b", "no")
        return refuse("cost-short", "there is not so much, or nothing that it could be done to", "608.2d", "no")
    return Plan()


def can_begin(state: State) -> bool:
    """Whether a player can choose to do what they may do; what is not implemented is refused only as it is done."""
    effect = frame_effect(state)
    if not isinstance(effect, May) or not effect.effects:
        return True
    row = state.rows[about(state)]
    try:
        return may_begin(state, Frame(row.cls.controller, row.refs, row.num, ()), effect)
    except Unsupported:
        return True


def _around(state: State) -> Around:
    """What an effect of the frame speaks about."""
    frame = state.rows[about(state)]
    ref = frame.refs.get(SOURCE)
    return Around(frame.cls.controller, frame.refs, frame.num, ref.row if isinstance(ref, Ref) else -1)


def pick_question(state: State) -> tuple[list[int], Amount]:
    """What a pick chooses from, and how many: a discard, a sacrifice, or the discard of the cleanup step."""
    seat = decider(state)
    if asked(state) == "cleanup":
        return object_costs.in_hand(state, seat), excess_cards(state, seat)
    effect = frame_effect(state)
    assert isinstance(effect, (Discard, SacrificeChosen))
    handles, wanted = _asked_of(state, seat, effect)
    if waiting_behind(state, handles):
        raise unsupported("grouped-triggers", "a choice among a group whose abilities wait on the stack", "608.2d")
    return handles, wanted


def _asked_of(state: State, seat: int, effect: Discard | SacrificeChosen) -> tuple[list[int], Amount]:
    """What of a player's an effect of the frame could take, and how much it takes."""
    around = _around(state)
    if isinstance(effect, Discard):
        handles = object_costs.in_hand(state, seat)
    else:
        handles = sacrifice_candidates(state, around.source, seat, effect)
    return handles, result_of(state, around, effect.amount)


def frame_effect(state: State) -> Term:
    """The effect that a suspended frame waits in."""
    rest = state.rows[about(state)].cls.prop(REST, ())
    effect = rest[0]
    assert isinstance(effect, Term)
    return effect


def check_pick(state: State, choice: Choice) -> Plan | Refusal:
    """Whether as many objects are chosen as are wanted, all of them possible (608.2d)."""
    handles, wanted = pick_question(state)
    missing = wanted
    seen: set[int] = set()
    for handle, count in choice.picks:
        if handle not in handles or handle in seen:
            return refuse("pick", "that can't be chosen", "608.2d", "what the effect names")
        if less(count, 1, "608.2d") or less(state.rows[handle].n, count, "608.2d"):
            return refuse("pick", "not that many are there", "608.2d", "as many as there are")
        seen.add(handle)
        missing = missing - count
    if not is_zero(missing, "608.2d"):
        return refuse("pick", "not exactly as many as the effect asks for", "608.2d", "exactly as many as asked")
    return Plan()


def check_keep(state: State, choice: Choice) -> Plan | Refusal:
    """Whether a permanent is one of those that the legend rule asks about (704.5j)."""
    if choice.row not in legends_like(state, about(state)):
        return refuse("keep", "that is not one of the legends", "704.5j", "one of the legendary permanents")
    return Plan()


def check_attack(state: State, choice: Choice) -> Plan | Refusal:
    """Whether a declaration of attackers is legal (508.1)."""
    return declare_attackers.check_attack(state, choice) or combat_ways.begun(state, choice) or Plan()


def check_block(state: State, choice: Choice) -> Plan | Refusal:
    """Whether a declaration of blockers is legal (509.1)."""
    return declare_blockers.check_block(state, choice) or combat_ways.begun(state, choice) or Plan()


def check_assign(state: State, choice: Choice) -> Plan | Refusal:
    """Whether an attacker may assign its combat damage so (510.1c)."""
    return combat_damage.check_assignment(state, choice) or Plan()


#: Kinds of questions that no word answers: objects, numbers and mana do.
_NO_WORDS: Final = frozenset({"object", "objects", "number", "pay", "mixed"})


def check_answer(state: State, choice: Choice) -> Plan | Refusal:
    """Whether an answer is one of those that the question allows; words are for all of a group, or for a part of it."""
    asked_for = question_of(state)
    kind = asked_for.kind
    if choice.answer == "yes" and kind in _NO_WORDS:
        return refuse("answer", f"'yes' does not say what: {asked_for.text}", "608.2d", "what is chosen")
    if kind in ("object", "objects"):
        if choice.answer not in ("", "no"):  # who declines says so; "yes" names nothing
            return refuse("answer", f"'{choice.answer}' chooses nothing", "608.2d", "what the question names, or no")
        return _picked(state, choice, asked_for.rows, asked_for.low, asked_for.high) or Plan()
    if kind == "number":
        fine = not less(choice.count, asked_for.low, "107.1") and not less(asked_for.high, choice.count, "107.1")
        return Plan() if fine else refuse("answer", "that number is not possible", "608.2d", "a number in the range")
    if kind == "pay":
        allowed = mana.usable_else(state, asked_for.seat)
        paid = settle_mana(state, asked_for.seat, demand(asked_for.words, asked_for.low), choice.pay, allowed)
        return paid if isinstance(paid, Refusal) else Plan()
    if kind == "mixed":
        total: Amount = 0
        for symbol, amount in choice.pay:
            if symbol not in asked_for.words or less(amount, 0, "106.4"):
                return refuse("mana-kind", f"{symbol} can't be added", "106.4", ", ".join(asked_for.words))
            total = total + amount
        fine = not less(total, asked_for.low, "106.4") and not less(asked_for.low, total, "106.4")
        return Plan() if fine else refuse("answer", "not exactly that much mana", "106.4", "as much as is added")
    if kind in ("type", "other type"):
        barred = asked_for.words if kind == "other type" else ()
        fine = choice.answer in vocabulary.NAMED and choice.answer not in barred
        return Plan() if fine else refuse("answer", "no creature type", "205.3m", "a creature type")
    if kind == "name":
        fine = _is_card_name(state, choice.player, choice.answer)
        return (
            Plan()
            if fine
            else refuse("answer", "no card name", "201.4", "the name of one card, or of one half of a split card")
        )
    if choice.answer not in asked_for.words:
        return refuse("answer", f"'{choice.answer}' is no answer", "608.2d", " or ".join(asked_for.words))
    return _part_of(choice.count, asked_for.high) or Plan()


def _is_card_name(state: State, seat: int, word: str) -> bool:
    """Whether a player may choose a name (201.4): what nothing that they see is called may be the name of a card elsewhere.

    Nothing hidden is asked, or a refusal would tell of it. The whole name of a split card is none (201.4d).
    """
    seen = [proto for row in state.rows.values() if (proto := row.cls.proto) is not None and sees_name(row.cls, seat)]
    called = [proto for proto in seen if word in (proto.name, *names_of(proto))]
    if not called:
        return 0 < len(word) <= LONGEST_NAME and word.isprintable() and " // " not in word
    return any(not proto.token and word in names_of(proto) for proto in called)


def _picked(state: State, choice: Choice, rows: tuple[int, ...], low: Amount, high: Amount) -> Refusal | None:
    total: Amount = 0
    seen: Counter[int] = Counter()
    single = asked_single(state)
    for handle, count in choice.picks:
        if handle not in rows or (handle in seen and single):
            return refuse("pick", "that can't be chosen", "608.2d", "what the question names")
        if less(count, 1, "608.2d") or (
            state.rows[handle].cls.kind != PLAYER and single and less(state.rows[handle].n, count, "608.2d")
        ):
            return refuse("pick", "not that many are there", "608.2d", "as many as there are")
        seen[handle] += 1
        total = total + count
    if less(total, low, "608.2d") or less(high, total, "608.2d"):
        return refuse("pick", "not as many as the question asks for", "608.2d", "as many as asked")
    for handle, members in seen.items():  # of the targets of copies each is another member of its group
        if members > 1 and less(state.rows[handle].n, members, "707.10c"):
            return refuse("pick", "one target is named twice", "707.10c", "how many copies have that target")
    return None


def check_continue(state: State, choice: Choice) -> Plan | Refusal:
    """Going on is always legal."""
    return Plan()
