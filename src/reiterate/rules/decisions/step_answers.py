"""Playing answers to what is asked: targets, order, payments, objects, combat (508, 509, 603.3, 608.2)."""

from __future__ import annotations

from reiterate.amounts import Amount, less
from reiterate.rules.access import questions
from reiterate.rules.access.choice import ACTIVATE, ITSELF, Choice
from reiterate.rules.access.state_access import (
    about,
    active_seat,
    game,
    set_about,
    set_game,
    single_out,
    split,
    text_prop,
    turn_into,
)
from reiterate.rules.costs import combat_costs, resolution_payments
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.priority import settle_then_priority
from reiterate.rules.decisions.verify_actions import Plan
from reiterate.rules.events import zones
from reiterate.rules.events.frames import Frame, note_done, set_done
from reiterate.rules.events.targets import NONE
from reiterate.rules.resolution import division
from reiterate.rules.resolution.effects_permanents import carry_out
from reiterate.rules.resolution.put_triggers_on_stack import aim, divided_by, own_row, own_slot, place
from reiterate.rules.resolution.resolving import resume, run_frame
from reiterate.rules.turn import combat_damage, declare_attackers, declare_blockers, turn_structure
from reiterate.state.events import Draft
from reiterate.state.model import Ref
from reiterate.state.properties import ASKED, BEGINNING, KEPT
from reiterate.terms.abilities import Triggered
from reiterate.terms.effects_structure import May, MayPay


def _settle_on(draft: Draft) -> None:
    set_game(draft, game(draft).with_prop(ASKED, "settle"))
    set_about(draft, None)


def play_order(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Put the chosen waiting ability onto the stack next (603.3b)."""
    _settle_on(draft)
    n = draft.rows[choice.row].n
    count = n if type(choice.count) is int and choice.count == 0 else choice.count
    return place(draft, choice.row, count) or asked(draft) == "settle"


def play_target(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Put a waiting ability onto the stack with its targets (603.3d)."""
    handle = about(draft)
    _settle_on(draft)
    part, targets = _part_and_targets(draft, handle, choice)
    term = draft.rows[part].cls.term
    assert isinstance(term, Triggered)
    parts: dict[str, Amount] = {}
    if division.divided(term.targets) is not None and len(choice.targets) >= len(term.targets):
        parts = division.slots(term.targets, division.parts_of(choice, term.targets, divided_by(draft, part)))
    aim(draft, part, targets, parts)
    return True


def _part_and_targets(draft: Draft, handle: int, choice: Choice) -> tuple[int, list[int]]:
    """The abilities that get these targets, and the targets: each member of a group that is named as a row of its own.

    "Itself" is the one that an ability is paired with. Any other member of that row stays out of the part, with its own ability,
    which waits for targets of its own.
    """
    n = draft.rows[handle].n
    count = n if type(choice.count) is int and choice.count == 0 else choice.count
    slot, own = own_slot(draft, handle), own_row(draft, handle)
    others = sum(target == own for target in choice.targets) if slot else 0
    named: dict[int, int] = {}
    if others and less(n, count + others, "603.3d"):
        named = {i: single_out(draft, own) for i, target in enumerate(choice.targets) if target == own}
        count = draft.rows[handle].n
    part = split(draft, handle, count)
    mine = draft.rows[part].refs[slot] if slot else None
    targets: list[int] = []
    for i, target in enumerate(choice.targets):
        if target == ITSELF:
            assert isinstance(mine, Ref)
            targets.append(mine.row)
        else:
            targets.append(named[i] if i in named else NONE if target == NONE else single_out(draft, target))
    return part, targets


def _go_on(draft: Draft, frame: Frame) -> bool:
    _settle_on(draft)
    return run_frame(draft, frame) or asked(draft) == "settle"


def pay_without_mana(draft: Draft) -> bool:
    """Go on with a payment that a resolution stands still for, where no mana ability can be activated now; else False."""
    if any(option.verb == ACTIVATE for option in options(draft)):
        return False
    could, seat = resolution_payments.payable_now(draft), resolution_payments.decider_of(draft)
    words = ("no", "yes") if could else ("no",)
    answer = questions.decide(draft, questions.Question("yes", seat, words=words, text="pay", cost=True)).answer
    _pay_or_not(draft, answer)
    return True


def _pay_or_not(draft: Draft, answer: str) -> bool:
    """Pay what a resolution stands still for, or not, and go on (118.12)."""
    seat = resolution_payments.decider_of(draft)
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    assert isinstance(effect, MayPay)
    if answer == "yes":
        draft.frames.append(frame)
        resolution_payments.pay_now(draft, seat, effect, frame)
        draft.frames.remove(frame)
    frame.rest = (*(effect.then if answer == "yes" else effect.otherwise), *frame.rest[1:])
    return _go_on(draft, frame)


def play_may(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Do what an effect lets a player do, or don't (608.2d)."""
    if asked(draft) == resolution_payments.TOLL:
        return _pay_or_not(draft, choice.answer)
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    assert isinstance(effect, May)
    frame.rest = (*(effect.effects if choice.answer == "yes" else ()), *frame.rest[1:])
    return _go_on(draft, frame)


def play_continue(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Go on with a repeated process."""
    return _go_on(draft, resume(draft, about(draft)))


def play_resume(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Go on with what a player has interrupted who left: a resolution, a check of state-based actions, a step, or a payment."""
    what = asked(draft)
    if what == "continue":
        return _go_on(draft, resume(draft, about(draft)))
    if what == "begin":
        begins = text_prop(game(draft), BEGINNING)
        set_game(draft, game(draft).with_prop(BEGINNING, False))
        turn_structure.begin_step(draft, begins)
        return True
    if what == resolution_payments.TOLL:
        return True
    draft.news = True
    return True


def play_pick(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Sacrifice or discard the chosen objects (608.2d, 514.1)."""
    if asked(draft) == "cleanup":
        zones.discard_together(draft, choice.picks)
        _settle_on(draft)
        turn_structure.finish_cleanup(draft)
        return True
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    frame.rest = frame.rest[1:]
    total: Amount = 0
    for _, count in choice.picks:
        total = total + count
    set_done(frame, total)
    note_done(frame, True)
    draft.frames.append(frame)  # what it speaks of may be what leaves now (608.2h)
    carry_out(draft, frame, effect, list(choice.picks))
    draft.frames.remove(frame)
    return _go_on(draft, frame)


def play_keep(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Keep a legendary permanent (704.5j); the others go with all that the check finds besides (704.3)."""
    kept = single_out(draft, choice.row)
    turn_into(draft, "", kept, draft.rows[kept].cls.with_prop(KEPT, True))
    _settle_on(draft)
    return True


def play_attack(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Declare attackers (508.1)."""
    if choice.picks:
        declare_attackers.declare_attack(draft, choice)
    else:
        combat_costs.over(draft)
    settle_then_priority(
        draft, active_seat(draft)
    )  # without attackers, too; then come no blockers and no damage (508.8)
    return True


def play_block(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Declare blockers; then the next defending player is asked (509.1)."""
    declare_blockers.declare_block(draft, choice)
    combat_costs.over(draft)
    if not declare_blockers.ask_blocks(draft, after=choice.player):
        settle_then_priority(draft, active_seat(draft))
    return True


def play_assign(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Assign the combat damage of an attacker (510.1c)."""
    combat_damage.assign(draft, choice)
    draft.news = True
    return True
