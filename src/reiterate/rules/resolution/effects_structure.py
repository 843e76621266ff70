"""Effects that order other effects: "you may", "if", modes, payments, repetition, delayed and reflexive abilities (608.2, 603.7, 603.12)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import at_least, at_most
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import Question, chooser_for, decide
from reiterate.rules.access.state_access import in_game, new_row, next_after, tally
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import card_fits, holds, matches
from reiterate.rules.characteristics.protection import colors_of
from reiterate.rules.costs import resolution_payments
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    named_seats,
    players,
    surroundings,
    things,
)
from reiterate.rules.events.happenings import reads
from reiterate.rules.resolution.effects_damage import damage_each, dealt_damage
from reiterate.rules.resolution.effects_permanents import give_up_together
from reiterate.state.amount_slots import amounts_without, flagged
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, LIBRARY, WAITING, Gone, Ref, Reference, Row, make_class, player, seat_of
from reiterate.state.properties import (
    ABILITY,
    ASKED,
    COUNT_REPETITIONS,
    COUNTER,
    DID,
    DONE_AMOUNT,
    FIRST_RESULT,
    HAPPENED,
    HOST,
    MANA_SPENT,
    MOVED,
    NTH_LINK,
    NTH_RESULT,
    NTH_TARGET,
    SOURCE,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
    X,
)
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term, has_kind, replace, swap
from reiterate.terms.conditions import Damaged, HasCounter, IsA, ShareColor
from reiterate.terms.costs import DiscardThis
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import SacrificeChosen
from reiterate.terms.effects_spells import NewTargets
from reiterate.terms.effects_structure import (
    Again,
    Branch,
    ChooseOne,
    Delayed,
    ForEachPlayer,
    IfDone,
    May,
    MayPay,
    Reflexive,
    RepeatProcess,
)
from reiterate.terms.effects_zones import Discard
from reiterate.terms.references import (
    ActivePlayer,
    EachPlayer,
    Filter,
    Host,
    Linked,
    Result,
    Seat,
    TargetRef,
    Targets,
    That,
    ThatPlayer,
    This,
)
from reiterate.terms.static_effects import ControlHost
from reiterate.terms.trigger_events import CastThis, CyclesThis, WhenDone


def may(draft: Draft, frame: Frame, effect: May) -> Ask | None:
    """Ask whether the player does what follows; several players are asked one after the other (608.2d, 101.4)."""
    seats = players(draft, frame, effect.who)
    if len(seats) == 1:
        frame.rest = (effect, *frame.rest)
        return ("may", seats[0])
    if not seats:
        return _may_for_who_left(draft, frame, effect)
    each = tuple(May(swap(effect.effects, effect.who, Seat(seat)), Seat(seat)) for seat in seats)
    frame.rest = (*each, *frame.rest)
    return None


def _may_for_who_left(draft: Draft, frame: Frame, effect: May) -> Ask | None:
    """Ask another player where the one who may do something has left the game (800.4g), unless it would do nothing (608.2d)."""
    gone = _who_left(draft, frame, effect.who)
    if not gone or isinstance(effect.who, Seat) or all(idle(draft, frame, each) for each in effect.effects):
        return None
    chooser = chooser_for(draft, gone[0])
    frame.rest = (effect, *frame.rest)
    return ("may", chooser)


def _who_left(draft: Draft, frame: Frame, who: Term) -> list[int]:
    """The players whom an effect names one by one, and who have left the game; "each player" names none of them."""
    if isinstance(who, (EachPlayer, ActivePlayer)):
        return []
    return [seat for seat in named_seats(draft, frame, who) if not in_game(draft, seat)]


def idle(draft: Draft, frame: Frame, effect: Term) -> bool:
    """Whether an effect is one of players of whom none is in the game, so that it does nothing (800.4b)."""
    if isinstance(effect, IfDone) and effect.first:
        return all(idle(draft, frame, each) for each in effect.first)
    who = getattr(effect, "who", None)
    return isinstance(who, Term) and not players(draft, frame, who)


def choose_one(draft: Draft, frame: Frame, effect: ChooseOne) -> Ask | None:
    """Ask which of several effects happens (700.2)."""
    words = tuple(f"mode {i}" for i in range(1, len(effect.options) + 1))
    chosen = decide(draft, Question("mode", frame.controller, words=words, text="choose one")).answer
    frame.rest = (*effect.options[int(chosen.removeprefix("mode ")) - 1], *frame.rest)
    return None


def if_done(draft: Draft, frame: Frame, effect: IfDone) -> Ask | None:
    """Go on by what became of the effects before.

    "If you do" asks whether they were chosen and possible, whatever happened (118.12); "when you do" whether it happened (603.12).
    """
    happened = flagged(frame.num, HAPPENED)
    if effect.first:
        frame.num = amounts_without(amounts_without(frame.num, DID), HAPPENED)
        frame.rest = (*effect.first, IfDone((), effect.then, effect.otherwise), *frame.rest)
        return None
    did = flagged(frame.num, DID)
    frame.num = amounts_without(amounts_without(frame.num, DID), HAPPENED)
    then = tuple(each for each in effect.then if happened or not isinstance(each, Reflexive))
    frame.rest = (*(then if did else effect.otherwise), *frame.rest)
    return None


def branch(draft: Draft, frame: Frame, effect: Branch) -> Ask | None:
    """Go on by whether a condition is true (608.2c)."""
    true = _is_true(draft, frame, effect.condition)
    frame.rest = (*(effect.then if true else effect.otherwise), *frame.rest)
    return None


def _in_set(draft: Draft, filter: Filter, handle: int, seat: int) -> bool:
    """Whether a permanent or a card is in a set."""
    row = draft.rows[handle]
    if row.cls.zone == BATTLEFIELD:
        return matches(draft, filter, handle, seat, -1)
    return card_fits(draft, filter, row, seat, handle)


def _is_true(draft: Draft, frame: Frame, condition: Term) -> bool:
    if isinstance(condition, ShareColor):
        return _share_color(draft, frame)
    if isinstance(condition, IsA) and isinstance(condition.object, Result):
        found = things(draft, frame, condition.object)
        if not found or isinstance(frame.refs.get(FIRST_RESULT), Gone):  # it has left: as it last was (608.2h)
            return holds(draft, surroundings(frame), condition)
        return _in_set(draft, condition.filter, found[0], frame.controller)
    if isinstance(condition, Damaged):
        return bool(dealt_damage(draft, frame, condition))
    if isinstance(condition, HasCounter) and isinstance(condition.object, Result):
        found = things(draft, frame, condition.object)
        last = frame.refs.get(FIRST_RESULT)
        row = last if isinstance(last, Gone) else draft.rows[found[0]] if found else None
        return row is not None and at_least(row.num.get(COUNTER + condition.kind, 0), 1, "122.1")
    return holds(draft, surroundings(frame), condition)


def _share_color(draft: Draft, frame: Frame) -> bool:
    """Whether two of the cards that the effect before moved share a colour (105.2)."""
    seen: set[str] = set()
    found = things(draft, frame, Result())
    if len(found) == 1 and at_most(draft.rows[found[0]].n, 1, "105.2"):
        return False
    for handle in found:
        colors = set(colors_of(draft, handle))
        if colors & seen or (colors and at_least(draft.rows[handle].n, 2, "105.2")):
            return True
        seen |= colors
    return False


def may_pay(draft: Draft, frame: Frame, effect: MayPay) -> Ask | None:
    """Ask players for a payment: "you may pay", "unless that player pays" (118.12)."""
    seats = list(players(draft, frame, effect.who))
    if not seats and _who_left(draft, frame, effect.who):
        frame.rest = (*effect.otherwise, *frame.rest)  # 800.4f
        return None
    if len(seats) > 1:
        frame.rest = (*(replace(effect, who=Seat(seat)) for seat in seats), *frame.rest)
        return None
    if any(resolution_payments.could_make(draft, seat, effect.costs) for seat in seats):
        if draft.game.prop(ASKED) != "settle":
            raise unsupported("rule-608.2g", "mana made for a payment in the middle of another one", "608.2g")
        frame.rest = (effect, *frame.rest)
        return (resolution_payments.TOLL, seats[0])
    for seat in seats:
        bill = resolution_payments.could_pay(draft, seat, effect, frame)
        words = ("no", "yes") if bill else ("no",)
        answer = decide(draft, Question("yes", seat, words=words, text="pay", cost=True)).answer
        if answer == "yes":
            resolution_payments.pay_now(draft, seat, effect, frame)
        frame.rest = (*(effect.then if answer == "yes" else effect.otherwise), *frame.rest)
    return None


def repeat_process(draft: Draft, frame: Frame, effect: RepeatProcess) -> Ask | None:
    """Each repetition is a place of its own in the data (law 5)."""
    check = Branch(effect.condition, (Again(effect),))
    frame.rest = (*effect.effects, check, *frame.rest)
    return None


def again(draft: Draft, frame: Frame, effect: Again) -> Ask | None:
    """Ask before a process is repeated once more, and repeat it."""
    tally(draft, COUNT_REPETITIONS, 1)
    frame.rest = (effect.process, *frame.rest)
    seat = frame.controller
    return ("continue", seat if in_game(draft, seat) else next_after(draft, seat))  # 800.4h


def delayed(draft: Draft, frame: Frame, effect: Delayed) -> Ask | None:
    """Set up a delayed triggered ability (603.7)."""
    ability = Triggered(effect.trigger, effect.effects)
    refs = _captured(draft, frame, ability)
    if effect.trigger.says.object and not has_kind(effect.trigger, That):
        refs = {slot: ref for slot, ref in refs.items() if slot not in (THAT, THAT + MOVED)}  # "it" is of its own event
    duration = continuous_effects.GAME_LONG if effect.once and not effect.ends else continuous_effects.TURN
    kept = (X, MANA_SPENT) if effect.trigger.says.amount else (THAT_MUCH, X, MANA_SPENT)
    num = {k: v for k, v in frame.num.items() if k in kept}
    continuous_effects.delay(draft, ability, frame.controller, refs, num, 1, effect.once, duration)
    return None


#: By what ``reads`` calls it: the slots of a reference, and the kinds of nodes that speak of it.
_CAPTURED: Final[dict[str, tuple[str, tuple[type[Term], ...]]]] = {
    "This": (SOURCE, (This, DiscardThis, CyclesThis, CastThis)),
    "Host": (HOST, (Host, ControlHost)),
    "That": (THAT, (That,)),
    "ThatPlayer": (THAT_PLAYER, (ThatPlayer,)),
    "Result": (NTH_RESULT, (Result,)),
    "Linked": (NTH_LINK, (Linked,)),
}


def _captured(draft: Draft, frame: Frame, ability: Triggered) -> dict[str, Reference]:
    """The references that a later ability's words need; a card that was revealed in a library is not found again (400.7)."""
    read = reads(ability)
    refs: dict[str, Reference] = {}
    for name, (stem, kinds) in _CAPTURED.items():
        if name in read or has_kind(ability, *kinds):
            refs.update((s, r) for s, r in frame.refs.items() if s.startswith(stem))
    if has_kind(ability, TargetRef, Targets, NewTargets):
        refs.update((s, r) for s, r in frame.refs.items() if s.startswith(NTH_TARGET))
    return {s: r for s, r in refs.items() if not (isinstance(r, Ref) and draft.rows[r.row].cls.zone == LIBRARY)}


def reflexive(draft: Draft, frame: Frame, effect: Reflexive) -> Ask | None:
    """An ability that triggers on what was just done: "when you do" (603.12)."""
    from_this = Triggered(_NOW, effect.effects, effect.targets)
    refs = _captured(draft, frame, from_this)
    cls = make_class(ABILITY, WAITING, term=from_this, owner=frame.controller, controller=frame.controller)
    num = {k: v for k, v in frame.num.items() if k in (THAT_MUCH, X, DONE_AMOUNT, MANA_SPENT)}
    new_row(draft, "triggered", Row(cls, num, 1, refs))
    return None


_NOW: Final = WhenDone()


def for_each_player(draft: Draft, frame: Frame, effect: ForEachPlayer) -> Ask | None:
    """The same effects for each player in turn order, or for the one chosen; one damage or loss of things at once (101.4)."""
    todo: tuple[Term, ...] = ()
    seats = players(draft, frame, effect.who)
    if effect.chosen and len(seats) > 1:
        rows = tuple(player(seat) for seat in seats)
        picked = decide(draft, Question("object", frame.controller, rows=rows, text="which player it is"))
        seats = [seat_of(picked.picks[0][0])]
    only = effect.effects[0] if len(effect.effects) == 1 else None
    if isinstance(only, DealDamage) and only.to == ThatPlayer():
        damage_each(draft, frame, seats, only)
        return None
    if len(seats) > 1 and isinstance(only, (SacrificeChosen, Discard)) and only.who == ThatPlayer():
        give_up_together(draft, frame, only, seats)
        return None
    for seat in seats:
        todo += tuple(swap(one_effect, ThatPlayer(), Seat(seat)) for one_effect in effect.effects)
    frame.rest = (*todo, *frame.rest)
    return None
