"""Cards that a loop does without: which these are, and whether the same lines are a loop where they lie on the battlefield.
Part of the solver: the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from reiterate.combos.layouts import Layout
from reiterate.combos.smaller import face_names
from reiterate.combos.worth_telling import gives_all, gives_besides, gives_more
from reiterate.loops.loop import find_loop
from reiterate.loops.play import Played
from reiterate.oracle import CompiledCard
from reiterate.records import replace
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.script.position import Position
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.survey.finder import STEP_BUDGET
from reiterate.survey.needs import Needs
from reiterate.survey.proof import Found, Meter, Prover, work_out
from reiterate.survey.rounds_of_triggers import FOR_EACH
from reiterate.survey.script_of_play import ALL_PASS, lines_of, nodes_of, one_line, play_lines
from reiterate.survey.wants import permanent
from reiterate.terms.abilities import Triggered
from reiterate.worth.second_loops import second_loops, spoken_in

#: Answers to what a board asks beside the lines of a loop, at most.
ANSWERS: Final = 12

#: Second loops of a loop that are looked at for one idle card.
DETOURS: Final = 12

#: Triggers of which each is tried as the first that goes on the stack.
ORDERS: Final = 3

#: What of a board counts the stack.
STACK: Final = "stack"

#: What is asked where several triggers wait to be put on the stack (603.3b).
ORDER: Final = "order"


def idle_names(names: Sequence[str], needed: Needs) -> tuple[str, ...]:
    """The cards that a loop does without: of several copies as many as are not needed."""
    if needed.needs is None:
        return ()
    found: list[str] = []
    for name, many in Counter(names).items():
        there = sum(need.count for need in needed.needs if need.what == "object" and need.name in face_names(name))
        found += [name] * max(0, many - there)
    return tuple(found)


def laid_there(layout: Layout, card: CompiledCard) -> Layout | None:
    """A layout with a card on the battlefield in the place of another zone; None where that lies there, or can't lie there by itself."""
    names = face_names(card.name)
    if not permanent(card.proto) or "Aura" in card.proto.subtypes:
        return None
    if any(entry.get("card") in names for entry in layout.battlefield):
        return None
    hand, graveyard = (tuple(each for each in zone if each not in names) for zone in (layout.hand, layout.graveyard))
    return replace(layout, battlefield=(*layout.battlefield, {"card": card.name}), hand=hand, graveyard=graveyard)


def beside_idle(
    board: Layout, found: Found, idle: Sequence[CompiledCard], laid: Callable[[Layout], Position | Refusal]
) -> tuple[Layout, Found, tuple[str, ...]]:
    """A proved loop with the idle cards on the battlefield, as far as the same lines are a loop there. Also the cards with which they are none."""
    stopping: list[str] = []
    for card in idle:
        there = laid_there(board, card)
        position = None if there is None else laid(there)
        if there is None or not isinstance(position, Position):
            continue
        tried = Prover(position.state, found.me, Meter(STEP_BUDGET), known=True).prove(found.prefix, found.body)
        if not isinstance(tried, Found):
            stopping += [card.name] if stops(position.state, found) else []
        elif gives_all(tried, found):
            board, found = there, tried
    return board, found, tuple(stopping)


def alongside(
    told: tuple[Layout, Found, Needs],
    cards: Sequence[CompiledCard],
    laid: Callable[[Layout], Position | Refusal],
    needed: Callable[[Layout, Found], Needs],
) -> tuple[Layout, Found, Needs]:
    """A proved loop with idle cards beside it that do something in each lap.

    The given loop where none does, or where all cards are idle.

    In: a loop with its board and its needs. ``laid``: lays a board out. ``needed``: what a loop needs.

    Two cards that make tokens without end do so without a card that deals damage for each token. The same lines are played on a board where that
    card lies. What its abilities ask on the way is answered first. Where that is no such loop, all triggers of each lap resolve in it, however many.
    """
    layout, found, needs = told
    names = [card.name for card in cards]
    for card in dict.fromkeys(cards):
        idle = idle_names(names, needs)
        there = laid_there(layout, card) if card.name in idle and len(idle) < len(names) else None
        position = None if there is None else laid(there)
        if there is None or not isinstance(position, Position):
            continue
        ways = (_with_answers(position.state, found), _in_rounds(position.state, found))
        more = next((way for way in ways if way and (gives_besides(way, found) or gives_all(way, found))), None)
        if more is None:
            continue
        again = needed(there, more)
        if len(idle_names(names, again)) < len(idle):
            layout, found, needs = there, more, again
    return layout, found, needs


def handed_over(
    told: tuple[Layout, Found, Needs],
    cards: Sequence[CompiledCard],
    laid: Callable[[Layout], Position | Refusal],
    needed: Callable[[Layout, Found], Needs],
) -> tuple[Layout, Found, Needs] | None:
    """A loop with a detour in which an idle card turns what the loop gives into something more; None where no card does.

    In: as ``alongside`` has it. Mana without end pays for what a third card draws, and that card is no part of the loop itself.
    """
    layout, found, needs = told
    names = [card.name for card in cards]
    idle = idle_names(names, needs)
    for card in dict.fromkeys(cards) if found.endless and len(idle) < len(names) else ():
        there = (laid_there(layout, card) or layout) if card.name in idle else None
        position = None if there is None else laid(there)
        if there is None or not isinstance(position, Position):
            continue
        prover = Prover(position.state, found.me, Meter(STEP_BUDGET), known=True)
        base = prover.prove(found.prefix, found.body)
        if not isinstance(base, Found):
            continue
        for second in islice(second_loops(base.loop, found.me), DETOURS):
            body = second.reader.body if isinstance(second.reader, BodyReader) else ()
            if not spoken_in(second.heads[0], body) & set(face_names(card.name)):
                continue
            more = prover.prove(
                found.prefix, (*found.body, *lines_of(body))
            )  # with a lap more it gives what it gave before
            if not isinstance(more, Found) or not gives_more(more, base):
                continue
            again = needed(there, more)
            if len(idle_names(names, again)) < len(idle):
                return there, more, again
    return None


def with_all_resolved(found: Found) -> Found:
    """A loop that leaves nothing more on the stack in each lap and gives more for it; the given loop where that is none.

    What triggers beside a loop may wait below what goes on with it, and never resolve. Its player orders the triggers of one event (603.3b).
    """
    if found.board.get(STACK, 0) <= 0:
        return found
    head = play_lines(found.start, found.prefix)
    lines = _actions(found.body)
    if isinstance(head, Refusal):
        return found
    for which in range(ORDERS):
        one = _answered(head.state, lines, found.me, which)
        two = None if one is None else _answered(one[0], lines, found.me, which)
        if one is None or two is None:
            continue
        prover = Prover(found.start, found.me, Meter(STEP_BUDGET), known=True)
        proved = prover.prove((*found.prefix, *one[1]), two[1])
        if isinstance(proved, Found) and proved.board.get(STACK, 0) <= 0 and _gives_more(proved, found):
            return proved
    return found


def _gives_more(more: Found, found: Found) -> bool:
    """Whether a loop gives each kind of thing that another one gives, and something besides."""
    return gives_besides(more, found) and not gives_besides(found, more)


def _with_answers(start: State, found: Found) -> Found | None:
    """The loop of the same lines on another board, with what that board asks between them answered; None where that is none."""
    prefix = _answered(start, found.prefix, found.me)
    body = None if prefix is None else _answered(prefix[0], found.body, found.me)
    if prefix is None or body is None:
        return None
    proved = Prover(start, found.me, Meter(STEP_BUDGET), known=True).prove(prefix[1], body[1])
    return proved if isinstance(proved, Found) else None


def _in_rounds(start: State, found: Found) -> Found | None:
    """The loop of the same actions in which all triggers of a lap resolve, where each lap may have more of them; None where that is none."""
    head = play_lines(start, found.prefix)
    lines = _actions(found.body)
    for which in range(ORDERS) if not isinstance(head, Refusal) and found.board.get(STACK, 0) > 0 else ():
        assert not isinstance(head, Refusal)
        one = _answered(head.state, lines, found.me, which, rounds=True)
        if one is not None:
            proved = Prover(start, found.me, Meter(STEP_BUDGET), known=True).prove(found.prefix, one[1])
            if isinstance(proved, Found):
                return proved
    return None


def _actions(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines without those that only let something resolve, or order triggers."""
    return tuple(line for line in lines if line != ALL_PASS and not line.startswith(ORDER))


def _answered(
    state: State, lines: Sequence[str], me: int, which: int = 0, rounds: bool = False
) -> tuple[State, tuple[str, ...]] | None:
    """The state behind some lines, and the lines with answers between them; None where they can't be played with ``ANSWERS`` of these.

    Of waiting triggers the one with the number ``which`` goes on the stack first. Where a line can't be played yet, the top of the stack resolves first.
    ``rounds``: with a trigger all like ones resolve, in a block.
    """
    waiting = len(state.stack)
    made: list[str] = []
    rest = list(lines)
    while rest or len(state.stack) > waiting or asked(state) == ORDER:
        if len(made) - len(lines) + len(rest) > ANSWERS:
            return None
        played = play_lines(state, rest[:1]) if rest else None
        if isinstance(played, Played):
            made.append(rest.pop(0))
            state = played.state
            continue
        line = _answer(state, me, which, rounds)
        played = None if line is None else play_lines(state, [line])
        if line is None or not isinstance(played, Played):
            return None
        made.append(line)
        state = played.state
    return state, tuple(made)


def _answer(state: State, me: int, which: int, rounds: bool) -> str | None:
    """The line that answers what is asked of a player beside the known lines: an order of triggers, or a round of passes; None for other questions."""
    ask = asked(state)
    if decider(state) != me or ask not in (ORDER, "priority") or (ask == "priority" and not state.stack):
        return None
    if ask == "priority":
        return FOR_EACH if rounds and isinstance(state.rows[state.stack[0]].cls.term, Triggered) else ALL_PASS
    offered = options(state)
    chosen = first(state, offered[min(which, len(offered) - 1)])
    whole = replace(chosen, count=0)  # the whole group of like triggers
    return one_line(state, whole if rounds and verify(state, whole) is None else chosen, me)


def stops(start: State, found: Found) -> bool:
    """Whether the lines of a loop, on another board, come to a line that can't be played there, or to the game's end."""
    head = play_lines(start, found.prefix)
    if isinstance(head, Refusal):
        return head.kind == ILLEGAL
    loop = find_loop(head.state, BodyReader(nodes_of(found.body)))
    if work_out(loop) is not None or loop.end is None:
        return False
    return loop.end.refusal is None or loop.end.refusal.kind == ILLEGAL
