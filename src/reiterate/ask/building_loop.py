"""A loop of the engine as part of an answer: places, changes, closed forms, kind, gains, needs; and one lap in players' words.

One lap of a loop in players' words: its choices, what resolves in it, and over what an opponent has priority.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from msgspec import UNSET

from reiterate.amounts import Formula
from reiterate.ask import answer
from reiterate.ask.answer import Step
from reiterate.ask.answer_parts import Quantity, quantity
from reiterate.ask.building_board import seat_name
from reiterate.ask.building_run import stretches_of
from reiterate.ask.closed_form_words import forms_of
from reiterate.ask.session import Study
from reiterate.kinds import kinds
from reiterate.loops.loop import End as LoopEnd
from reiterate.loops.loop import Loop
from reiterate.loops.loop import Loop as Engine
from reiterate.loops.play import OVER, Reader, play
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ATTACK, PASS
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.decisions.pending import begins_with_source, entry_words
from reiterate.script.naming_words import ability_called, any_of
from reiterate.script.sentences import said_of
from reiterate.script.whose import source_names, with_modes
from reiterate.shortcuts.net_change import Numbers, counted_iterations, first_period, net
from reiterate.state.model import State
from reiterate.state.properties import PASSES
from reiterate.survey.needs import Need
from reiterate.survey.proof import Found, written
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Term, walk
from reiterate.worth.gains import Gain
from reiterate.worth.nonlinear_changes import growing, growing_tallies

# --- building loop -------------------------------------------------------------------------------


def loop_of(
    study: Study, kind: kinds.Kind | None, gains: list[Gain] | None, needed: Sequence[Need] | None
) -> answer.Loop:
    """The loop of a script's last block, as a part of an answer.

    In: the loop with its block; its kind, its gains and its needs, each None where nobody asked for them or they can't be told.
    """
    number = study.part.node.number
    places = [
        answer.Place(place=f"{number}@n.{i}", player=seat_name(seat), choice=said.line, own=said.text, over=said.over)
        for i, (said, seat) in enumerate(zip(study.steps, study.players, strict=False), 1)
    ]
    loop = study.part.loop
    _, size = first_period(loop)
    alike = len(loop.segments) == 1 and loop.segments[0].period.closed.kind in ("constant", "affine")
    change = _Change(alike, net(loop), counted_iterations(loop, size))
    return _loop(loop, places, change, kind, gains, needed)


class _Change(NamedTuple):
    """What the first period of a loop changes: whether each period changes the same, what is left on the board, what is counted.

    ``growing`` and ``growing_counts``: of what does not change by the same number each time the first changes.
    """

    alike: bool
    net: Numbers | Mapping[str, int] | None
    gross: Numbers | Mapping[str, int] | None
    growing: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    growing_counts: Mapping[str, tuple[int, ...]] = MappingProxyType({})


def _loop(
    loop: Engine,
    places: list[answer.Place],
    change: _Change,
    kind: kinds.Kind | None,
    gains: list[Gain] | None,
    needed: Sequence[Need] | None,
) -> answer.Loop:
    first, size = first_period(loop)
    return answer.Loop(
        places=places,
        period_start=quantity(first + 1),
        period=quantity(size),
        alike=change.alike,
        net=_quantities(change.net),
        gross=_quantities(change.gross) or {},
        per_iteration=_quantities(counted_iterations(loop, 1)) or {},
        growing_net=_changes(change.growing),
        growing_gross=_changes(change.growing_counts),
        segments=_segments(loop),
        stretches=stretches_of(loop, 1),
        endless=loop.endless,
        end=_end(loop.end),
        kind=None if kind is None else kind_of_answer(kind),
        gains=gains_of(gains),
        needs=needs_of(needed),
    )


def found_of(
    found: Found, kind: kinds.Kind | None, gains: list[Gain] | None, needed: Sequence[Need] | None
) -> answer.Found:
    """A loop that a search found, as a part of an answer: its script, the work of the search, and the loop.

    In: ``kind``, ``gains`` and ``needed`` of the loop, each None where nobody asked for them or they can't be told.
    """
    return answer.Found(
        script=found.script_lines(),
        start_up=written(found.prefix),
        iteration=written(found.body),
        others_decide=list(found.others),
        iterations=quantity(found.greatest),
        steps=quantity(found.steps),
        positions=quantity(found.positions),
        depth=quantity(found.depth),
        loop=_loop(found.loop, [], _change_of(found), kind, gains, needed),
    )


def _change_of(found: Found) -> _Change:
    unlike, unlike_counts = growing(found), growing_tallies(found)
    return _Change(not unlike and not unlike_counts, found.board, found.tallies, unlike, unlike_counts)


def _quantities(numbers: Numbers | Mapping[str, int] | None) -> answer.Quantities | None:
    return None if numbers is None else {key: Quantity(value) for key, value in numbers.items()}


def _changes(growing: Mapping[str, tuple[int, ...]]) -> list[answer.Change]:
    return [answer.Change(name=name, first=[quantity(n) for n in values]) for name, values in growing.items()]


def _segments(loop: Engine) -> list[answer.Segment]:
    return [
        answer.Segment(
            start=quantity(each.start + 1),
            period=quantity(each.period.iterations),
            periods=_optional(each.periods),
            growth=each.period.closed.kind,
            forms=forms_of(each),
        )
        for each in loop.segments
    ]


def _optional(count: int | Formula | None) -> Quantity | None:
    return None if count is None else quantity(count)


def _end(end: LoopEnd | None) -> answer.End | None:
    if end is None:
        return None
    return answer.End(
        kind="over" if end.kind == OVER else "illegal",
        iteration=quantity(end.iteration),
        choice_number=quantity(end.choice),
        reason=end.refusal.message if end.refusal is not None else "the game is over",
        rule=end.refusal.rule if end.refusal is not None else "",
    )


# --- kinds, gains and needs --------------------------------------------------------------------------------------


def kept_up_by(kind: kinds.Kind) -> Literal["nobody", "one player", "several players", "unknown"]:
    """Who keeps a loop up in words: nobody, one player, several players, unknown."""
    if len(kind.keepers) > 1:
        return "several players"
    if kind.keepers:
        return "one player"
    return "unknown" if kind.unknown else "nobody"


def kind_of_answer(kind: kinds.Kind) -> answer.Kind:
    """The kind of a loop as answers hold it."""
    drawn = kind.draw in (kinds.YES, kinds.DECLINED)
    return answer.Kind(
        kept_up_by=kept_up_by(kind),
        players=_players(kind.keepers),
        not_known=kind.unknown,
        mandatory=kind.mandatory,
        across_turns=kind.across_turns,
        within_resolution=kind.within_resolution,
        position_comes_back=kind.recurs,
        objects_of=_players(kind.involved),
        ends=_ending(kind.ending),
        determined=kind.determined,
        read=kind.read,
        statements=[_statement(each) for each in kind.statements],
        could_act=[_possible(each) for each in kind.could_act],
        could_act_not_known=kind.unseen,
        nobody_else_could_act=kind.nobody_else,
        unknown_cards=_players(kind.open),
        to_ask=_players(kind.to_ask),
        draw=kind.draw,
        draw_players=_players(kind.in_draw) if drawn else [],
        draw_of_all=len(kind.in_draw) >= len(kind.order),
        must_differ=None if kind.must_differ is None else seat_name(kind.must_differ),
        kernels=[[each.what for each in kernel.kept] for kernel in kind.kernels],
        riders=[each.what for each in kind.riders],
        only_turns=kind.only_turns,
    )


def _players(seats: tuple[int, ...]) -> list[str]:
    return [seat_name(seat) for seat in seats]


def _ending(end: kinds.Ending) -> answer.Ending:
    at = end.when == kinds.AT
    return answer.Ending(
        when="at" if at else "never" if end.when == kinds.NEVER else "unknown",
        iteration=quantity(end.iteration) if at else None,
        choice_number=quantity(end.choice) if at else None,
        outcome=end.outcome,
        reason=end.reason,
        rule=end.rule,
    )


def _statement(each: kinds.Statement) -> answer.Statement:
    return answer.Statement(
        first=quantity(each.first),
        holds_until=_optional(each.holds_until),
        choice_number=quantity(each.place),
        period_iteration=quantity(each.offset + 1),
        player=seat_name(each.seat),
        choice=each.choice,
        role=each.role,
        answers=quantity(each.answers),
        witness=each.witness,
    )


def _possible(each: kinds.Possible) -> answer.Possible:
    return answer.Possible(
        first=quantity(each.first),
        holds_until=_optional(each.holds_until),
        player=seat_name(each.seat),
        what=each.what,
        mana=each.mana,
        pays_for=list(each.pays_for),
        not_known=each.unknown,
    )


def gains_of(gains: list[Gain] | None) -> list[answer.Gain] | None:
    """The gains of a loop as answers hold them, in the same order; None for gains that are not known."""
    return None if gains is None else [gain_of(each) for each in gains]


def gain_of(gain: Gain) -> answer.Gain:
    """A gain as answers hold it."""
    return answer.Gain(
        name=gain.name,
        most=None if gain.most is None else quantity(gain.most),
        alone=gain.given.alone,
        what=gain.what,
        beside=gain.beside,
        **gain.given._asdict(),
    )


def needs_of(needed: Sequence[Need] | None) -> list[answer.Need] | None:
    """The needs of a loop as answers hold them, in the same order; None for needs that are not known."""
    return None if needed is None else [need_of(each) for each in needed]


def need_of(each: Need) -> answer.Need:
    """A need as answers hold it."""
    return answer.Need(
        what=each.what,
        count=quantity(each.count),
        name=each.name,
        player=seat_name(each.seat),
        zone=each.zone,
        untapped=each.untapped,
        not_summoning_sick=each.awake,
        counters={kind: quantity(n) for kind, n in each.counters},
        only=each.only,
        tapped=each.tapped or UNSET,
    )


# --- building lap --------------------------------------------------------------------------------

#: Choices of a lap that are looked at.
LONGEST: Final = 400

#: Iterations of a period that a lap holds; of a longer period it holds the first one.
MOST_ITERATIONS: Final = 20

#: What is told where everybody passes over an empty stack, be it step after step.
_ENDS_STEP: Final = "all pass on"

_ME: Final = 0


@dataclass(frozen=True, slots=True)
class Lap:
    """One lap of a loop: its steps, and over what an opponent has priority in it, in order."""

    steps: list[Step]
    answered_over: list[str]


def lap_of(loop: Loop, start: State) -> Lap:
    """A lap of the stretch that a loop settles into: one behind another, whose last abilities may wait on the stack.

    A lap is a period: where its iterations differ, the lap holds them all. The loop's first iteration is told where there is no such lap.
    ``start``: the board, whose cards' names abilities are called by.
    """
    first, size = (loop.segments[-1].start, loop.segments[-1].period.iterations) if loop.segments else (0, 1)
    size = size if size <= MOST_ITERATIONS else 1
    for at in (first + 1, first):
        heads = [loop.reach(at + passed) for passed in range(size)]
        if loop.end is not None and not at + size < loop.end.iteration:
            continue
        laps = [played_lines(head, loop.reader, start) for head in heads if not isinstance(head, Refusal)]
        if len(laps) == size:
            return Lap(
                [step for lap in laps for step in lap.steps], [over for lap in laps for over in lap.answered_over]
            )
    return played_lines(loop.heads[0], loop.reader, start)


def played_lines(state: State, reader: Reader, start: State) -> Lap:
    """What is done as some lines are played from a state: the choices, and what resolves; passes are left out.

    In: ``start``, the board by whose cards' names abilities are called. ``LONGEST`` choices at most are played.
    """
    states: list[State] = []
    played = play(state, reader, upto=LONGEST, observe=lambda at, _: states.append(at))
    cards = _cards(start)
    steps: list[Step] = []
    answers: list[str] = []
    idle = False  # whether the last step says that everybody passes over an empty stack
    for at, choice in zip(states, played.choices, strict=False):
        if choice.verb != PASS:
            text, attacks = said_of(at, choice).text, choice.verb == ATTACK and bool(choice.picks)
            steps.append(Step(player=seat_name(choice.player), text=text, resolves=False, attacks=attacks))
            idle = False
            continue
        name, what, words, giver = _top(at, cards)
        if choice.player != _ME and name:
            answers.append(f"{what or name}{f' (from {giver})' if giver else ''}")
        if number_prop(at.game, PASSES) + 1 >= len(seats(at)):
            said = f"{name}: {words}" if words and what else what or name
            does = words if words and begins_with_source(at, at.stack[0]) else ""  # a sentence about the card itself
            if said or not idle:
                steps.append(Step(player=None, text=said or _ENDS_STEP, resolves=True, does=does, idle=not said))
            idle = not said
    return Lap(steps, answers)


class _Cards(NamedTuple):
    """The names of the cards that abilities stand on, and of those that give abilities to others."""

    own: dict[Term, str]
    given: dict[Term, str]


def _cards(start: State) -> _Cards:
    found = _Cards({}, {})
    for row in start.rows.values():
        proto = row.cls.proto
        if proto is not None:
            name = proto.name

            def visit(node: Term, name: str = name) -> None:
                if isinstance(node, Activated | Triggered):
                    for each in with_modes(node):
                        found.given.setdefault(each, name)

            walk(proto.abilities, visit)
            for ability in proto.abilities:
                for each in with_modes(ability):
                    found.own.setdefault(each, name)
    return found


def _top(state: State, cards: _Cards) -> tuple[str, str, str, str]:
    """What is on top of the stack: its source, what it is called, what it does, and the card that gave it to its source.

    A spell has its name alone.
    An ability whose source nobody can tell is called by its controller.
    """
    if not state.stack:
        return "", "", "", ""
    top = state.stack[0]
    cls, words = state.rows[top].cls, entry_words(state, top)
    if cls.proto is not None or cls.term is None:
        return words, "", "", ""
    own, given = cards.own.get(cls.term, ""), cards.given.get(cls.term, "")
    names = source_names(state, top) or (own or given or seat_name(cls.controller),)
    name = any_of(names)
    giver = given if not own and given != name else ""
    return name, ability_called(names, isinstance(cls.term, Triggered)), words.replace("~", name), giver
