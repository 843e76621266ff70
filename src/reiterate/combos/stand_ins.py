"""A card of which a loop uses nothing but that a creature is there: it is sacrificed or attacks once, before the first lap.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, NamedTuple

from reiterate.combos.helpers import creature_helper
from reiterate.combos.layouts import Layout
from reiterate.combos.smaller import face_names, lacking
from reiterate.combos.worth_telling import gives_all
from reiterate.oracle import CompiledCard
from reiterate.records import replace
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ACTIVATE, CAST, PLAY, Choice
from reiterate.rules.decisions.step import step
from reiterate.script.describe import name_of
from reiterate.script.position import Position
from reiterate.script.saying import spoken
from reiterate.state.model import State
from reiterate.survey.finder import STEP_BUDGET
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.survey.script_of_play import play_lines

#: Choices by which an object acts.
_ACTS: Final = (ACTIVATE, CAST, PLAY)


class _Deed(NamedTuple):
    """A line of a script with the choices that it is, and the position before each."""

    line: str
    choices: tuple[tuple[State, Choice], ...]

    def speaks_of(self, names: Collection[str]) -> bool:
        """Whether a choice is of an object with one of these names."""
        return any(_name(state, row) in names for state, choice in self.choices for row in _rows(choice))

    def acts(self, names: Collection[str]) -> bool:
        """Whether what acts has one of these names."""
        return any(choice.verb in _ACTS and _name(state, choice.row) in names for state, choice in self.choices)

    def casts(self, names: Collection[str]) -> bool:
        """Whether a card with one of these names is cast or played as a land."""
        return any(choice.verb in (CAST, PLAY) and _name(state, choice.row) in names for state, choice in self.choices)

    def with_another(self, names: Collection[str], other: str, me: int) -> str:
        """The line of player ``me`` with another name for what has one of these names."""
        if not self.speaks_of(names):
            return self.line

        def called(state: State, row: int) -> str:
            return other if _name(state, row) in names else name_of(state, row)

        said = [spoken(state, choice, called) for state, choice in self.choices]
        return "\n".join(each.text if each.player == me else each.line for each in said)


def merely_there(found: Found, card: CompiledCard) -> bool:
    """Whether a loop names a creature card before its first lap alone, and there not as what acts: any creature may do for that."""
    if "creature" not in card.proto.types or card.name == creature_helper().name:
        return False
    names = face_names(card.name)
    before, state = _deeds(found.start, found.prefix)
    if state is None or not any(deed.speaks_of(names) for deed in before) or any(deed.acts(names) for deed in before):
        return False
    lap, state = _deeds(state, found.body)
    return state is not None and not any(deed.speaks_of(names) for deed in lap)


def with_creature(layout: Layout) -> Layout:
    """A layout with one more creature without abilities."""
    helper = creature_helper()
    many = dict(layout.helpers).get(helper, 0)
    return replace(layout, helpers=(*((each, n) for each, n in layout.helpers if each != helper), (helper, many + 1)))


def stood_in(
    layout: Layout, found: Found, card: CompiledCard, laid: Callable[[Layout], Position | Refusal]
) -> tuple[Layout, Found] | None:
    """The same lines with a creature without abilities in the place of a card; None where they give less."""
    board = with_creature(lacking(layout, card.name))
    position = laid(board)
    if isinstance(position, Refusal):
        return None
    for prefix in _prefixes(found, card):
        proved = Prover(position.state, found.me, Meter(STEP_BUDGET)).prove(prefix, found.body)
        if isinstance(proved, Found) and gives_all(proved, found):
            return board, proved
    return None


def _prefixes(found: Found, card: CompiledCard) -> Iterator[tuple[str, ...]]:
    """The lines before a loop with another creature in the place of a card, whole and without the last ones. Those may be of the card's triggers."""
    names = face_names(card.name)
    deeds, _ = _deeds(found.start, found.prefix)
    lines = tuple(deed.with_another(names, creature_helper().name, found.me) for deed in deeds)
    last = max(at for at, deed in enumerate(deeds) if deed.speaks_of(names))
    for end in range(len(lines), last, -1):
        yield lines[:end]


def renamed(found: Found, name: str, other: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The lines of a loop, before it and in it, with another name for what has a name; None where they can't be played one by one."""
    said: list[tuple[str, ...]] = []
    state: State | None = found.start
    for lines in (found.prefix, found.body):
        if state is None:
            return None
        deeds, state = _deeds(state, lines)
        said.append(tuple(deed.with_another({name}, other, found.me) for deed in deeds))
    return (said[0], said[1]) if state is not None else None


def without_casting(found: Found, card: CompiledCard) -> Iterator[tuple[str, ...]]:
    """The lines before a loop without the one that casts or plays a card, and without more and more of those behind it.

    Those may be of what the card does as it enters. First what stands before goes as well: it may only have paid for the card.
    None where a lap casts the card, too.
    """
    names = face_names(card.name)
    before, state = _deeds(found.start, found.prefix)
    lap, _ = _deeds(state, found.body) if state is not None else ([], None)
    casts = [at for at, deed in enumerate(before) if deed.casts(names)]
    if len(casts) != 1 or any(deed.casts(names) for deed in lap):
        return
    at, lines = casts[0], found.prefix
    for end in range(at + 1, len(lines) + 1):
        for kept in dict.fromkeys(((), lines[:at])):
            yield (*kept, *lines[end:])


def _deeds(state: State, lines: Sequence[str]) -> tuple[list[_Deed], State | None]:
    """The lines with their choices, as far as they can be played, and the position behind them; None where they can't."""
    deeds: list[_Deed] = []
    for line in lines:
        played = play_lines(state, [line])
        if isinstance(played, Refusal):
            return deeds, None
        made: list[tuple[State, Choice]] = []
        for choice in played.choices:
            made.append((state, choice))
            state = step(state, choice)[0]
        deeds.append(_Deed(line, tuple(made)))
        state = played.state
    return deeds, state


def _rows(choice: Choice) -> tuple[int, ...]:
    """The rows that a choice is of."""
    return (choice.row, *choice.targets, *(row for row, _ in choice.picks))


def _name(state: State, row: int) -> str:
    """The name of a card or a token; "" for nothing, for an ability and for a player."""
    there = state.rows.get(row)
    return there.cls.proto.name if there is not None and there.cls.proto is not None else ""
