"""Extra turns, phases and steps, what is skipped of them (500.7 to 500.11), and turns that another player controls (722)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero, more
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import (
    active_seat,
    add,
    game,
    in_game,
    new_row,
    next_after,
    seats,
    set_game,
    set_seq,
    tally,
    tell,
    text_prop,
    turn_into,
)
from reiterate.rules.access.unread_clauses import stop_turn
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.events import replacement
from reiterate.rules.events.players import history_read
from reiterate.state.events import COUNT, DROP, Draft, Event, apply
from reiterate.state.model import NOWHERE, Class, Prop, Row, State, make_class, player
from reiterate.state.properties import (
    ADDED_PHASE,
    ADDED_STEP,
    ADDED_TURN,
    COUNT_CONTROLLED_TURNS_OF,
    COUNT_EXTRA,
    COUNT_EXTRA_TURNS,
    COUNT_EXTRA_TURNS_OF,
    IN_EXTRA_TURN,
    MASTER,
    NEXT_MASTER,
    PHASES,
    PHASES_ADDED,
    PLAYER,
    SKIP_NEXT,
    SKIP_TURNS,
    STEP,
    STEPS_ADDED,
    THIS_TURN,
    TURN_OF,
    TURNS_ADDED,
)
from reiterate.state.text_reads import CAST, CAST_LAST, MOST_LAST
from reiterate.terms.replacement_effects import Skips


def cast_last(draft: Draft) -> dict[int, dict[str, Amount]]:
    """What each player's row remembers of the spells of the turn that ends, where a card reads it: of players in range (801.2)."""
    read = history_read(draft)
    if CAST_LAST not in read and MOST_LAST not in read:
        return {}
    found: dict[int, dict[str, Amount]] = {}
    for seat in seats(draft):
        total: Amount = 0
        most: Amount = 0
        for other in seats(draft):
            amount = draft.rows[player(other)].get(THIS_TURN + CAST) if in_range(draft, seat, other) else 0
            total = total + amount
            most = amount if more(amount, most, "500.1") else most
        kept = {THIS_TURN + CAST_LAST: total, THIS_TURN + MOST_LAST: most}
        found[player(seat)] = {slot: value for slot, value in kept.items() if slot.removeprefix(THIS_TURN) in read}
    return found


def extra_turn(draft: Draft, seat: int, count: Amount = 1) -> None:
    """A player takes so many extra turns after this one; the latest one is taken first (500.7)."""
    tally(draft, COUNT_EXTRA_TURNS, count)
    tally(draft, f"{COUNT_EXTRA_TURNS_OF}p{seat + 1}", count)
    seq = draft.seqs.get(TURNS_ADDED, ())
    cls = make_class(ADDED_TURN, NOWHERE, owner=seat, controller=seat)
    if seq and draft.rows[seq[0]].cls is cls:
        apply(draft, Event(COUNT, "extra turn", seq[0], "", draft.rows[seq[0]].n + count))
        return
    made = new_row(draft, "extra turn", Row(cls, {}, count, {}))
    set_seq(draft, TURNS_ADDED, (made, *seq))


def next_active(draft: Draft) -> int:
    """Whose turn comes next: extra turns first, skipped turns left out (500.7, 500.11).

    After another player's extra turn the turn order goes on where it was: the game's row keeps the
    property "turn of".
    """
    word = text_prop(game(draft), TURN_OF)
    base = int(word[1:]) - 1 if word else active_seat(draft)
    seat, extra = _next_turn_of(draft, base, next_after(draft, base))
    kept = f"p{base + 1}" if extra and seat != base else False
    now = game(draft).with_prop(TURN_OF, kept)
    set_game(draft, now.with_prop(IN_EXTRA_TURN, extra and IN_EXTRA_TURN in history_read(draft)))
    return seat


def _next_turn_of(draft: Draft, before: int, following: int) -> tuple[int, bool]:
    """Whose turn it is, and whether that is an extra turn. In: whose turn was the last one in turn order, and whose is the next."""
    while True:
        seq = draft.seqs.get(TURNS_ADDED, ())
        if seq:
            row = draft.rows[seq[0]]
            seat = row.cls.controller
            rest = row.n - 1
            if is_zero(rest, "500.7"):
                set_seq(draft, TURNS_ADDED, seq[1:])
                apply(draft, Event(DROP, "", seq[0]))
            else:
                apply(draft, Event(COUNT, "", seq[0], "", rest))
        else:
            seat = following
        if seat not in seats(draft):
            continuous_effects.turn_would_begin(draft, seat)
            continue
        if not seq:
            _pass_over(draft, before, seat)
            before = seat
        stop_turn(draft, seat)
        if is_zero(draft.rows[player(seat)].get(SKIP_TURNS), "500.11"):
            return seat, bool(seq)
        add(draft, "a turn is skipped", player(seat), SKIP_TURNS, -1)
        if not seq:
            following = next_after(draft, seat)


def _pass_over(draft: Draft, before: int, seat: int) -> None:
    """The turns of players who have left and sat between two others would have begun (800.4m)."""
    many = sum(row.cls.kind == PLAYER for row in draft.rows.values())
    at = (before + 1) % many
    while at != seat:
        if not in_game(draft, at):
            continuous_effects.turn_would_begin(draft, at)
        at = (at + 1) % many


def begin_control(draft: Draft, seat: int) -> None:
    """Who controls a player during the turn that begins (723.1)."""
    for other in seats(draft):
        them = draft.rows[player(other)].cls
        if them.prop(MASTER):
            turn_into(draft, "", player(other), them.with_prop(MASTER, False))
    them = draft.rows[player(seat)].cls
    master = them.prop(NEXT_MASTER)
    if master:
        tally(draft, f"{COUNT_CONTROLLED_TURNS_OF}p{seat + 1}", 1)
        tell(draft, f"p{seat + 1} is controlled by {master}", player(seat))
        turn_into(draft, "", player(seat), them.with_prop(NEXT_MASTER, False).with_prop(MASTER, master))


def master(state: State, seat: int) -> int:
    """The seat of the player who makes a player's choices (723.5)."""
    word = state.rows[player(seat)].cls.prop(MASTER, "")
    return int(word[1:]) - 1 if word else seat


def extra_phases(draft: Draft, seat: int, phases: tuple[str, ...]) -> None:
    """After this phase there are additional phases (500.8); the latest ones come first.

    Phases that one effect adds are one row, so that like ones on top of each other are a count.
    """
    for phase in phases:
        tally(draft, f"{COUNT_EXTRA}{phase} phases", 1)
    _add_phases(draft, _phases(seat, phases))


def extra_steps(draft: Draft, seat: int, step: str, amount: Amount, after: str) -> None:
    """A player gets additional steps after this step or phase (500.9, 500.10), in their own turn only (500.10a)."""
    if seat != active_seat(draft) or is_zero(amount, "500.9"):
        return
    tally(draft, f"{COUNT_EXTRA}{step} steps", amount)
    if after == "phase":
        _add_phases(draft, _phases(seat, (step,)), amount)
        return
    seq = draft.seqs.get(STEPS_ADDED, ())
    cls = make_class(ADDED_STEP, NOWHERE, owner=seat, controller=seat, props=((STEP, step),))
    if seq and draft.rows[seq[0]].cls is cls:
        apply(draft, Event(COUNT, "extra step", seq[0], "", draft.rows[seq[0]].n + amount))
        return
    made = new_row(draft, "extra step", Row(cls, {}, amount, {}))
    set_seq(draft, STEPS_ADDED, (made, *seq))


def next_added_step(draft: Draft) -> str:
    """The additional step that comes now, the most recently created one, taken off (500.9); "" for none."""
    seq = draft.seqs.get(STEPS_ADDED, ())
    if not seq:
        return ""
    row = draft.rows[seq[0]]
    rest = row.n - 1
    if is_zero(rest, "500.9"):
        set_seq(draft, STEPS_ADDED, seq[1:])
        apply(draft, Event(DROP, "", seq[0]))
    else:
        apply(draft, Event(COUNT, "", seq[0], "", rest))
    return text_prop(row.cls, STEP)


def skip_next(draft: Draft, seat: int, what: str) -> None:
    """A player skips their next step or phase of a kind (614.10a); several such effects wait for one each."""
    add(draft, f"skips a {what}", player(seat), SKIP_NEXT + what, 1)


SKIPPED: Final = ("untap", "upkeep", "draw", "combat")


def skipped(draft: Draft, step: str) -> bool:
    """Whether the active player skips the step or phase that would begin now (614.10); what does so once is used up.

    Where something else skips it too, that player chooses which effect does (616.1).
    """
    seat = active_seat(draft)
    always = any(
        effect.what == step and replacement.of_player(draft, effect.who, source, seat)
        for source, effect in replacement.in_force(draft, Skips)
    )
    slot = SKIP_NEXT + step
    row = draft.rows[player(seat)]
    once = not is_zero(row.get(slot), "614.10a")
    if always and once:
        asked = Question("yes", seat, words=("no", "yes"), text=f"use up the effect that skips one {step} only")
        once = decide(draft, asked).answer == "yes"
    if once:
        add(draft, "", player(seat), slot, -1)
    if always or once:
        tell(draft, f"skips {step}", player(seat))
        tally(draft, f"{step} skipped.p{seat + 1}", 1)
    return always or once


def _phases(seat: int, phases: tuple[Prop, ...]) -> Class:
    return make_class(ADDED_PHASE, NOWHERE, owner=seat, controller=seat, props=((PHASES, phases),))


def _add_phases(draft: Draft, cls: Class, amount: Amount = 1) -> None:
    seq = draft.seqs.get(PHASES_ADDED, ())
    if seq and draft.rows[seq[0]].cls is cls:
        apply(draft, Event(COUNT, "extra phase", seq[0], "", draft.rows[seq[0]].n + amount))
        return
    made = new_row(draft, "extra phase", Row(cls, {}, amount, {}))
    set_seq(draft, PHASES_ADDED, (made, *seq))


def next_phase(draft: Draft) -> str:
    """The additional phase that comes now, taken off; "" for none."""
    seq = draft.seqs.get(PHASES_ADDED, ())
    if not seq:
        return ""
    cls = draft.rows[seq[0]].cls
    phases = cls.prop(PHASES)
    assert isinstance(phases, tuple)
    rest = draft.rows[seq[0]].n - 1
    if is_zero(rest, "500.8"):
        set_seq(draft, PHASES_ADDED, seq[1:])
        apply(draft, Event(DROP, "", seq[0]))
    else:
        apply(draft, Event(COUNT, "", seq[0], "", rest))
    if len(phases) > 1:
        _add_phases(draft, _phases(cls.owner, phases[1:]))
    return str(phases[0])
