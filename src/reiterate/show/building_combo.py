"""A combo as a screen needs it: the answer to its loop, one lap in players' words, and what it lacks to start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from reiterate.amounts import plain
from reiterate.loops.loop import Loop
from reiterate.loops.play import play
from reiterate.loops.reader import Reader
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import PASS
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.decisions.pending import entry_text, label_of_class
from reiterate.script.script import BodyReader
from reiterate.script.sentences import say
from reiterate.show.answer import Answer
from reiterate.show.answer_quantities import Quantity, quantity
from reiterate.show.building import Asking, answer
from reiterate.show.building_board import seat_name
from reiterate.show.building_loop import needs_of
from reiterate.show.building_refusals import refused_of
from reiterate.state.model import GRAVEYARD, HAND, Gone, State
from reiterate.state.properties import PASSES, SOURCE
from reiterate.survey.combo import THEIRS, Combo, Single
from reiterate.survey.gains import WIN
from reiterate.survey.helpers import STARTERS, Helper
from reiterate.survey.track import nodes_of
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Term, walk

#: Choices of a lap that are looked at.
LONGEST: Final = 400

#: What is told where everybody passes over an empty stack, be it step after step.
ENDS_STEP: Final = "all pass on"

_ME: Final = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lap: a choice of ``player``; or with ``resolves`` what resolves after all have passed."""

    player: str
    text: str
    resolves: bool


@dataclass(frozen=True, slots=True)
class Lap:
    """One lap of a loop: its steps, and over what an opponent has priority in it, in order."""

    steps: tuple[Step, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A combo to be shown.

    ``answer``: to the question of its loop. ``cards``: their names. ``first``: what is done before the first lap. ``helpers``: what lies beside the
    cards, by name, in words with how many. ``starters``: cards that set the loop off, with words.
    ``idle``: cards that play no part. ``counters``: those that each card enters with. ``generic``:
    whether no cost asks for colorless mana itself. ``library``: the proposer's, where its cards matter. ``ours``: the proposer's life in the proof. ``life``: what was asked for. ``much_life``: whether each opponent has more life than was asked for.
    ``wins_at``: the iteration in which the opponents lose with the life that was asked for, 0 where none is known.
    """

    answer: Answer
    cards: tuple[str, ...]
    first: Lap
    lap: Lap
    helpers: dict[str, tuple[str, int]]
    starters: dict[str, str]
    idle: tuple[str, ...]
    counters: dict[str, dict[str, int]]
    generic: bool
    library: str
    ours: str
    life: str
    much_life: bool
    wins_at: int


def shown(combo: Combo, life: str, certified: bool = False) -> Shown:
    """A found combo with the answer to ``loop``, and to ``certify`` where that is asked."""
    found = answer(combo.position, ["loop", "certify"] if certified else ["loop"], Asking(needed=False))
    if found.loop is not None:
        told = msgspec.structs.replace(found.loop, needs=needs_of(combo.needs.needs))
        found = msgspec.structs.replace(found, loop=told)
    if combo.needs.refusal is not None:
        refusals = [*found.refusals, refused_of("needs", combo.needs.refusal)]
        found = msgspec.structs.replace(found, refusals=refusals)
    return Shown(
        found,
        combo.cards,
        _played(combo.found.start, BodyReader(nodes_of(combo.found.prefix)), combo.found.start),
        lap_of(combo.found.loop, combo.found.start),
        _beside(combo.helpers, combo.against),
        {STARTERS[kind][0]: STARTERS[kind][2] for kind in combo.starters},
        combo.idle,
        combo.counters,
        combo.generic,
        combo.library,
        combo.ours,
        life,
        combo.theirs == THEIRS,
        combo.wins_at,
    )


@dataclass(frozen=True, slots=True)
class ShownOnce:
    """A line of play that is played once, to be shown; the fields as ``Shown`` has them.

    ``gains``: what it gives, each with how much. ``library``: how many cards each opponent's library has, where that matters.
    ``ours``: the proposer's life where it has to be another.
    ``mana``: what it takes from the pool, by kind. ``away``: cards that begin elsewhere than on the battlefield, with where.
    """

    answer: Answer
    cards: tuple[str, ...]
    what: str
    lap: Lap
    helpers: dict[str, tuple[str, int]]
    starters: dict[str, str]
    mana: tuple[tuple[str, int], ...]
    away: dict[str, str]
    generic: bool
    life: str
    gains: tuple[tuple[str, Quantity], ...]
    library: str
    ours: str


def shown_once(single: Single, life: str, certified: bool = False) -> ShownOnce:
    """A line that is played once, with the answer to ``run``, and to ``certify`` where that is asked."""
    asked = Asking(once=True)
    layout = single.layout
    away = {name: zone for zone in (HAND, GRAVEYARD) for name in getattr(layout, zone)}
    return ShownOnce(
        answer(single.position, ["run", "certify"] if certified else ["run"], asked),
        single.cards,
        single.what,
        _played(single.position.state, BodyReader(single.position.script), single.position.state),
        _beside(layout.helpers, layout.against),
        {STARTERS[kind][0]: STARTERS[kind][2] for kind in layout.starters},
        layout.mana,
        away,
        single.generic,
        life,
        tuple((gain.what, quantity(plain(gain.most or 0))) for gain in single.gains if gain.what != WIN),
        layout.theirs,
        layout.ours,
    )


def _beside(helpers: Sequence[tuple[Helper, int]], against: Sequence[Helper]) -> dict[str, tuple[str, int]]:
    """What lies beside the cards and what an opponent has, by what it is called, in words with how many."""
    ours = {helper.name: (helper.words, many) for helper, many in helpers}
    return ours | {f"an opponent's {helper.name}": (helper.words, 1) for helper in against}


def lap_of(loop: Loop, start: State) -> Lap:
    """The first lap of the stretch that a loop settles into; the loop's first lap where it settles into none.

    ``start``: the board, whose cards' names abilities are called by.
    """
    head = loop.reach(loop.segments[-1].start if loop.segments else 0)
    return _played(loop.heads[0] if isinstance(head, Refusal) else head, loop.reader, start)


def _played(state: State, reader: Reader, start: State) -> Lap:
    """The steps of lines that are played from a state."""
    states: list[State] = []
    played = play(state, reader, upto=LONGEST, observe=lambda at, _: states.append(at))
    names = _names(start)
    steps: list[Step] = []
    answers: list[str] = []
    for at, choice in zip(states, played.choices, strict=False):
        if choice.verb != PASS:
            steps.append(Step(seat_name(choice.player), say(at, choice).partition(": ")[2], False))
            continue
        name, what, words = _top(at, names)
        if choice.player != _ME and name:
            answers.append(f"{name}{what}")
        if number_prop(at.game, PASSES) + 1 >= len(seats(at)):
            said = (f"{name}: {words}" if words else f"{name}{what}") or ENDS_STEP
            if said != ENDS_STEP or not steps or steps[-1].text != ENDS_STEP:
                steps.append(Step("", said, True))
    return Lap(tuple(steps), tuple(answers))


def _names(start: State) -> dict[Term, str]:
    """The names of the cards that abilities stand on, also those that give them to others."""
    found: dict[Term, str] = {}
    for row in start.rows.values():
        proto = row.cls.proto
        if proto is not None:
            name = proto.name

            def visit(node: Term, name: str = name) -> None:
                if isinstance(node, Activated | Triggered):
                    found.setdefault(node, name)

            walk(proto.abilities, visit)
    return found


def _top(state: State, names: dict[Term, str]) -> tuple[str, str, str]:
    """What is on top of the stack: the name of its source, what it is, and what it does; a spell by its name alone."""
    if not state.stack:
        return "", "", ""
    row = state.rows[state.stack[0]]
    words = entry_text(state, state.stack[0])
    if row.cls.proto is not None or row.cls.term is None:
        return words, "", ""
    what = "'s trigger" if isinstance(row.cls.term, Triggered) else "'s ability"
    source = row.refs.get(SOURCE)
    if source is not None:
        name = label_of_class(source.cls if isinstance(source, Gone) else state.rows[source.row].cls)
        return name, what, "" if words.startswith("an ability of ") else words
    name = names.get(row.cls.term, "")
    if not name:
        return words, "", ""
    return name, what, "" if words.startswith("an ability of ") else words.replace("~", name)
