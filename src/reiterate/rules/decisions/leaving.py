"""Leaving the game at any time (104.3a, 104.3k, 104.4b), and how what is under way goes on without the player (800.4a).

What is under way as a player leaves the game goes on without that player (800.4a, 608.2m).

A spell or ability that has begun to resolve resolves fully, whoever has left: its controller, its owner, who is asked. What it has
done is done. The choices that were made stand (101.4). A player who left pays nothing (800.4f), and any other choice of theirs is
made by another player (800.4g, ``questions.chooser_for``). What the player who left had begun to cast or activate is reversed (733.1).

Leaving the game at any time: by conceding (104.3a), by a judge's word (104.3k), and by a draw (104.4b, 104.4f).

No player decides this at a place of the game, so it is no ``Choice``. The position behind it is written by events all the
same. Where others play on, what was asked of the player who left is asked of nobody, or of the next one (800.4a, 800.4j). What is
under way goes on without that player (``interrupted``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from reiterate.amounts import Amount, equal
from reiterate.refusals import ILLEGAL, Refusal, Unsupported, unsupported
from reiterate.rules.access import questions
from reiterate.rules.access.choice import ACTIVATE, ATTACK, BLOCK, CAST, PASS, PLAY, RESUME, Choice
from reiterate.rules.access.questions import Question, Watch, pending, standing_answers, take_back
from reiterate.rules.access.state_access import (
    about,
    active_seat,
    game,
    in_game,
    next_after,
    number_prop,
    seats,
    set_about,
    set_game,
)
from reiterate.rules.characteristics.evaluate import measure, statics
from reiterate.rules.costs import combat_costs
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.priority import give_priority, settle_then_priority
from reiterate.rules.decisions.step import go_on, played_again
from reiterate.rules.decisions.verify import prepare
from reiterate.rules.events.frames import Frame, named_seats, surroundings
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.resolution.effects_continuous import come_back
from reiterate.rules.resolution.effects_structure import idle
from reiterate.rules.resolution.resolving import resume, suspend
from reiterate.rules.turn import declare_attackers, declare_blockers, turn_structure
from reiterate.rules.turn.state_based_actions import draw_for, end_game, lose
from reiterate.state.events import ADD, CLASS, DROP, NEW, SET, Draft, Event
from reiterate.state.model import EXILE, GAME, Class, State
from reiterate.state.properties import ASKED, BEGINNING, MANA, NEXT, PASSES
from reiterate.terms.base import Term, children, replace, swap
from reiterate.terms.effects_spells import CastCopy, CastFree
from reiterate.terms.effects_structure import May, MayPay
from reiterate.terms.effects_zones import Discover, Draw, ExileTopUntil, Manifest, MillUntil
from reiterate.terms.quantities import Fixed, Quantity
from reiterate.terms.references import ControllerOf, DefendingPlayer, OwnerOf, Seat

# --- interrupted ---------------------------------------------------------------------------------

#: What makes players leave a draft.
Going: TypeAlias = Callable[[Draft], None]
Made: TypeAlias = tuple[State, list[Event]]

#: What is asked while something resolves, with what is left of it in the position (law 5).
RESOLVING: Final = frozenset({"may", "pick", "continue", TOLL})

#: What is reversed where its player leaves before it is complete (508.1, 509.1, 601.2, 602.2, 733.1).
_REVERSED: Final = frozenset({CAST, ACTIVATE, PLAY, ATTACK, BLOCK})

#: Codes with which a choice is refused as soon as what it names has left, though the rules let it go on with that (608.2b).
_NAMES_WHO_LEFT: Final = frozenset({"illegal-target", "targets", "attack"})

#: References to players by what they control, or are attacked by: who is meant was found as the effect began (608.2h).
_RELATIVE: Final = (ControllerOf, OwnerOf, DefendingPlayer)

#: Effects of several events one after the other: cards drawn one by one (121.2), spells cast one by one (608.2g).
_ONE_BY_ONE: Final = (Draw, Discover, ExileTopUntil, Manifest, MillUntil, CastFree, CastCopy)

#: What can't be told by the rules' text, or not by the parts in which something is carried out here.
_BETWEEN_PARTS: Final = "a player who leaves between two parts of one event, with a part in it"
_NAMED: Final = "a player who leaves while a spell, an ability or an attack that names what leaves is being paid for"
_NOT_THEIRS: Final = "a card of another player that a player who leaves has begun to cast or play"
_PAID: Final = "a player who leaves as their mana ability resolves, whose costs have set something off"
_FOR_ANOTHER: Final = "what a player who has left may do with what another player controls by now"


def resumed(draft: Draft) -> Made:
    """What a draft comes to up to the next decision, where something in it goes on by itself."""
    base = draft.done()
    if asked(base) not in ("settle", "cleanup-check", "begin", "continue", TOLL):
        return base, draft.events
    after, events = go_on(base, [Choice(RESUME, decider(base))])
    return after, draft.events + events


def begin_step(draft: Draft, step: str) -> None:
    """Let a step begin, or its turn-based actions be done, as the draft goes on."""
    set_game(draft, game(draft).with_prop(ASKED, "begin").with_prop(BEGINNING, step))


# --- a resolution that waits -------------------------------------------------------------------------------------


def resolving(state: State, going: Going) -> Made:
    """Players leave while a resolution waits for "may", a pick, a payment, or to be repeated; it goes on (608.2m)."""
    ask, holder, order = asked(state), decider(state), seats(state)
    draft = Draft(state)
    frame = resume(draft, about(draft))
    known = _amounts(draft, frame, frame.rest[0])
    named = _named_by(draft, frame, frame.rest[0])
    _go(draft, going, frame)
    if asked(draft) == "over":
        return draft.done(), draft.events
    left = frozenset(order) - frozenset(seats(draft))
    effect = _as_it_began(draft, frame, frame.rest[0], known)
    frame.rest = (effect, *frame.rest[1:])
    if holder not in left:
        suspend(draft, frame, (ask if ask != "pick" else "continue", holder))
        return resumed(draft) if ask in ("pick", TOLL) else (draft.done(), draft.events)
    if isinstance(effect, MayPay):
        frame.rest = (*effect.otherwise, *frame.rest[1:])  # 800.4f
    elif isinstance(effect, May):
        frame.rest = (*_still_asked(draft, frame, effect, named), *frame.rest[1:])
    suspend(draft, frame, ("continue", _somebody(draft, frame.controller)))
    return resumed(draft)


def _leave(draft: Draft, going: Going) -> None:
    """Let players leave, and what was exiled until something of theirs leaves the battlefield return at once (610.3, 800.4a)."""
    going(draft)
    if asked(draft) != "over":
        come_back(draft)


def _go(draft: Draft, going: Going, frame: Frame) -> None:
    """Let players leave while a frame resolves, whose references remember what leaves (608.2h)."""
    draft.frames.append(frame)
    _leave(draft, going)
    draft.frames.remove(frame)


def _somebody(state: State, seat: int) -> int:
    """A player, or the next one in turn order if that player has left."""
    return seat if in_game(state, seat) else next_after(state, seat)


def _still_asked(draft: Draft, frame: Frame, effect: May, named: list[int]) -> tuple[Term, ...]:
    """What is left of a "may" whose player has left: nothing where each of several may, else somebody is asked (800.4g)."""
    if isinstance(effect.who, Seat):
        return ()
    if named == _named_by(draft, frame, effect):
        return (effect,)
    theirs = [swap(each, effect.who, Seat(seat)) for each in effect.effects for seat in named]
    if not all(isinstance(each, Term) and idle(draft, frame, each) for each in theirs):
        raise unsupported("rule-800.4g", _FOR_ANOTHER, "800.4g")
    return ()


# --- what an effect found out as it began (608.2h) ----------------------------------------------------------------


def _named_by(draft: Draft, frame: Frame, effect: Term) -> list[int]:
    """The seats that an effect names as those who do it, also of players who have left."""
    who = getattr(effect, "who", None)
    return named_seats(draft, frame, who) if isinstance(who, Term) else []


def _quantities(effect: Term) -> list[Term]:
    """The amounts of an effect itself, and of the costs in it; not of the effects in it, which come later."""
    of = (effect, *(effect.costs if isinstance(effect, MayPay) else ()))
    return [
        part for node in of for _, part in children(node) if isinstance(part, Quantity) and not isinstance(part, Fixed)
    ]


def _amounts(draft: Draft, frame: Frame, effect: Term) -> list[tuple[Term, Amount]]:
    """The amounts of an effect, as they are found now."""
    return [(value, measure(draft, surroundings(frame), value)) for value in _quantities(effect)]


def _as_it_began(draft: Draft, frame: Frame, effect: Term, known: list[tuple[Term, Amount]]) -> Term:
    """An effect with the amounts that were found as it began, where they are others now (608.2h)."""
    for value, amount in known:
        try:
            stays = equal(measure(draft, surroundings(frame), value), amount, "608.2h")
        except Unsupported:  # it speaks of what has left
            stays = False
        if stays:
            continue
        if not isinstance(amount, int):
            raise unsupported("rule-800.4i", "a great or growing amount that a player who left had a part in", "800.4i")
        made = swap(effect, value, Fixed(amount))
        assert isinstance(made, Term)
        effect = made
    return effect


def _by_its_players(
    frame: Frame, effect: Term, named: list[int], now: list[int], left: frozenset[int]
) -> tuple[Term, ...]:
    """An effect done by those who were meant as it began, though others are by now (608.2h)."""
    if not isinstance(getattr(effect, "who", None), _RELATIVE) or named == now:
        return (effect,)
    return tuple(replace(effect, who=Seat(seat)) for seat in named if seat not in left)  # type: ignore[call-arg] # it has one


# --- a question in the middle -------------------------------------------------------------------------------------


def midway(state: State, going: Going, without: Callable[[State, Going], Made]) -> Made:
    """Players leave while somebody is asked something in the middle.

    In: ``without``, how players leave where nobody is asked. Raises ``Unsupported`` where the rules' text doesn't say what comes of
    their leaving. So it is where a part of an event has been carried out, and those who leave had a part in that event.
    """
    taken = Draft(state)
    made = take_back(taken)
    before = taken.done()
    gone = Draft(before)
    _leave(gone, going)
    if asked(gone) == "over":
        return gone.done(), taken.events + gone.events
    left = frozenset(seats(before)) - frozenset(seats(gone))
    question, watch, again = played_again(before, made)
    if not watch.what:
        after, events = _unmarked(before, gone, made[0], watch, again, left, lambda: without(before, going))
        return after, taken.events + events
    assert watch.state is not None
    if _in_parts(watch):
        _refuse_partly_done(watch.state, again, watch.begun, left)
    if watch.open:
        raise unsupported("rule-800.4a", _BETWEEN_PARTS, "800.4a")
    led = taken.events + again.events[: watch.begun]
    if watch.what == questions.PAYMENT:
        after, events = without(watch.state, going)
    else:
        after, events = _from_mark(watch, question, going, left)
    return after, led + events


def _from_mark(watch: Watch, question: Question, going: Going, left: frozenset[int]) -> Made:
    """Players leave at the marked place, and what is behind it is done again without them, by the answers that stand."""
    assert watch.state is not None
    draft = Draft(watch.state)
    if watch.what == questions.EFFECT:
        _without_in_frame(draft, watch.frame, question, going, left)
    else:
        _leave(draft, going)
        if watch.what == questions.STEP:
            begin_step(draft, watch.step)
    base = draft.done()
    begin = Choice(RESUME, decider(base), results=watch.results)
    after, events = go_on(base, [begin, *standing_answers(base, _said(watch, left))])
    return after, draft.events + events


def _without_in_frame(draft: Draft, frame: Frame, question: Question, going: Going, left: frozenset[int]) -> None:
    """Players leave as an effect of a frame begins, and the frame waits to go on with it."""
    if not frame.rest:
        _go(draft, going, frame)
    else:
        effect = frame.rest[0]
        known, named = _amounts(draft, frame, effect), _named_by(draft, frame, effect)
        _go(draft, going, frame)
        if isinstance(effect, MayPay) and question.cost and question.seat in left:
            frame.rest = (*effect.otherwise, *frame.rest[1:])  # 800.4f
        else:
            effect = _as_it_began(draft, frame, effect, known)
            now = _named_by(draft, frame, effect)
            frame.rest = (*_by_its_players(frame, effect, named, now, left), *frame.rest[1:])
    suspend(draft, frame, ("continue", _somebody(draft, frame.controller)))


def _said(watch: Watch, left: frozenset[int]) -> list[tuple[Question, Choice]]:
    """The answers since the marked place that count: not those of who left to what is to be paid (800.4f)."""
    return [(question, choice) for question, choice in watch.said if not (question.cost and question.seat in left)]


def _unmarked(
    before: State,
    gone: Draft,
    first: Choice,
    watch: Watch,
    again: Draft,
    left: frozenset[int],
    reversed_: Callable[[], Made],
) -> Made:
    """Players leave before anything of a choice is complete: it is reversed, or made again without them.

    In: ``before``, the position before the choice. ``gone``: the same position without these players. ``watch`` and ``again``: what
    was played up to the question. ``left``: who leaves. ``reversed_``: how they leave where the choice is reversed.
    """
    if first.player in left and first.verb in _REVERSED:
        _refuse_reversal(before, again, first, left)
        return reversed_()
    if first.verb == PASS and before.stack and before.stack[0] not in gone.stack[:1]:
        settle_then_priority(gone, active_seat(gone))  # what resolved is gone, and the active player is next (117.3b)
        return resumed(gone)
    _refuse_partly_done(before, again, 0, left)
    if first.verb == PASS:
        first = _all_passed(gone, first)
    elif first.player in left:
        return reversed_()
    base = gone.done()
    refused = prepare(base, first)
    if isinstance(refused, Refusal):
        if refused.code in _NAMES_WHO_LEFT:
            raise unsupported("rule-800.4a", _NAMED, "601.2")
        return reversed_()  # it can't be completed any more (733.1)
    after, events = go_on(base, [first, *standing_answers(base, _said(watch, left))])
    return after, gone.events + events


def _all_passed(gone: Draft, first: Choice) -> Choice:
    """The last pass of all, behind which something began to resolve or a step to end, once players have left."""
    seat = _somebody(gone, first.player)
    give_priority(gone, seat, len(seats(gone)) - 1)
    return Choice(PASS, seat, results=first.results)


# --- what is refused ----------------------------------------------------------------------------------------------


def _in_parts(watch: Watch) -> bool:
    """Whether what begins at a marked place is several events one after the other, not one whose choices come before all of it (608.2e)."""
    if watch.what == questions.STEP:
        return watch.step == "draw"
    rest = watch.frame.rest if watch.what == questions.EFFECT else ()
    return isinstance(rest[0], _ONE_BY_ONE) if rest else False


def _refuse_partly_done(state: State, again: Draft, since: int, left: frozenset[int]) -> None:
    """Refuse where a part of what is done again was done already, and those who leave had a part in it.

    In: the position at which it begins, what was played up to the question, and the first event of that which is done again. All of it
    comes out the same where nothing of theirs has set off anything by then, and nothing of theirs changes what happens.
    """
    moved = theirs = False
    for event in again.events[since:]:
        row = state.rows.get(event.row)
        if event.row == GAME or not event.what or not _moves(event, None if row is None else row.cls):
            continue
        moved = True
        theirs = theirs or (row is not None and bool(left & {row.cls.owner, row.cls.controller}))
    if theirs and _set_off(state, again, left):
        raise unsupported("rule-800.4a", _BETWEEN_PARTS, "800.4a")
    if moved and any(
        left & {state.rows[at].cls.owner, state.rows[at].cls.controller} for at, _ in statics(state).applied
    ):
        raise unsupported("rule-800.4a", _BETWEEN_PARTS, "800.4a")


def _moves(event: Event, cls: Class | None) -> bool:
    """Whether an event is more than a note, a tapped permanent, mana, a copy on the stack, or the end of what resolves."""
    if event.op in (NEW, DROP):
        return event.what not in ("resolved", "copied")
    if event.op == CLASS:
        now = event.value
        assert isinstance(now, Class)
        return cls is None or (cls.zone, cls.controller, cls.proto) != (now.zone, now.controller, now.proto)
    return event.op in (ADD, SET) and not event.key.startswith(MANA)


def _set_off(before: State, again: Draft, left: frozenset[int]) -> bool:
    """Whether abilities of players who stay have triggered since a position."""
    return any(
        again.rows[handle].cls.controller not in left
        for handle in waiting_abilities(again)
        if handle not in before.rows
    )


def _refuse_reversal(before: State, again: Draft, first: Choice, left: frozenset[int]) -> None:
    """Refuse where it is not told what becomes of what a player who leaves has begun (733.1, 800.4a)."""
    row = before.rows.get(first.row)
    if first.verb in (CAST, PLAY) and row is not None and row.cls.owner not in left and row.cls.zone != EXILE:
        raise unsupported("rule-800.4a", _NOT_THEIRS, "733.1")
    if first.verb == ACTIVATE and again.frames and _set_off(before, again, left):
        raise unsupported("rule-800.4a", _PAID, "605.3b")


# --- leaving -------------------------------------------------------------------------------------

#: What a player does who concedes, and whom a judge takes out of the game: the rules that say so.
CONCEDED: Final = "104.3a"
REMOVED: Final = "104.3k"

#: A judge's word that the game is a draw: tournaments have rules of their own.
RULED: Final = "100.6"


def leave(state: State, seat: int, rule: str) -> tuple[State, list[Event]] | Refusal:
    """A player loses and leaves the game at once: the position without them, or the end of the game, and the events.

    In: ``rule``: why they lose, such as ``CONCEDED``. "Can't lose" does not hinder it (104.3a). A refusal where the game is over
    or the player has left. Raises ``Unsupported`` where the rules' text doesn't say what becomes of something under way
    (``interrupted``).
    """
    if asked(state) == "over":
        return Refusal(ILLEGAL, "game-over", "the game is over", "", "104.1")
    if not in_game(state, seat):
        return Refusal(ILLEGAL, "has-left", f"p{seat + 1} has left the game", "a player who is still in it", "800.4a")
    return _without(state, lambda draft: lose(draft, seat, rule))


def end_in_draw(state: State, involved: list[int], rule: str) -> tuple[State, list[Event]]:
    """The game is a draw: for all, or with a limited range for those who are involved and those in their range (104.4f).

    Raises ``Unsupported`` as ``leave`` does.
    """
    return _without(state, lambda draft: draw_for(draft, involved, rule))


def won(state: State, seat: int, rule: str) -> tuple[State, list[Event]]:
    """A player wins, and the game is over (104.1)."""
    return _without(state, lambda draft: end_game(draft, (seat,), rule))


def _without(state: State, going: Callable[[Draft], None]) -> tuple[State, list[Event]]:
    """The position once players have gone, up to the next decision."""
    if pending(state) is not None:
        return midway(state, going, _without)
    if asked(state) in RESOLVING:
        return resolving(state, going)
    ask, order, holder = asked(state), seats(state), decider(state)
    draft = Draft(state)
    _leave(draft, going)
    if asked(draft) == "over":
        return draft.done(), draft.events
    left = set(order) - set(seats(draft))
    _resume(draft, ask, order, holder, left)
    after, events = resumed(draft)
    return _passes_count_on(state, after, events, left) if ask == "priority" else (after, events)


def _resume(draft: Draft, ask: str, order: list[int], holder: int, left: set[int]) -> None:
    """What comes next where players have left. In: what was asked, the turn order before, who was asked, and who left."""
    if ask == "priority":
        settle_then_priority(draft, next_after(draft, holder) if holder in left else holder)
        return
    if ask == "cleanup":
        if holder in left:
            turn_structure.finish_cleanup(draft)
        return
    if ask == "attack":
        if holder in left or not declare_attackers.could_attack(draft, holder):
            combat_costs.over(draft)
            settle_then_priority(draft, active_seat(draft))
        return
    set_about(draft, None)
    if ask == "block":
        set_game(draft, game(draft).with_prop(ASKED, "settle").with_prop(NEXT, active_seat(draft)))
        before = [seat for seat in order[: order.index(holder)] if seat not in left]
        if not declare_blockers.ask_blocks(draft, after=before[-1] if before else -1):
            settle_then_priority(draft, active_seat(draft))
    elif ask == "assign":
        begin_step(draft, turn_structure.step_name(draft))
    else:  # abilities that wait, and legends: what is left of them is looked at anew
        set_game(draft, game(draft).with_prop(ASKED, "settle"))


def _passes_count_on(state: State, after: State, events: list[Event], left: set[int]) -> tuple[State, list[Event]]:
    """Passes in succession of those who are still there count on (117.4), where nothing happened as the others left.

    In: the position before, the one behind, the events between them, and who left. Whoever had priority keeps it, else the next player
    in turn order has it (800.4a).
    """
    order, holder = seats(state), decider(state)
    at = order.index(holder)
    passed = [order[(at - i) % len(order)] for i in range(1, number_prop(state.rows[GAME].cls, PASSES) + 1)]
    still = sum(seat not in left for seat in passed)
    first = next((i for i, event in enumerate(events) if event.op == CLASS and event.row == GAME), len(events))
    happened = any(event.op != CLASS or event.row != GAME for event in events[first:])
    if asked(after) != "priority" or happened or not still:
        return after, events
    draft = Draft(after)
    give_priority(draft, decider(after), min(still, len(seats(after)) - 1))
    return draft.done(), events + draft.events
