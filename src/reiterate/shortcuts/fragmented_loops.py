"""Fragmented loops in a proposed script (732.3): positions that come back, and actions that may not be made again.

Of each segment the first two periods and the last one are looked at. Where a segment brings a
position back, each of its periods does. So the finding does not depend on how often a block is
repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.loops.loop import Count, Loop, count_text, play_through
from reiterate.loops.play import DONE, Played, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.script.script import Repeat
from reiterate.shortcuts import duty_to_differ
from reiterate.shortcuts.duty import independent
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.state.model import State

#: What is said where there were more choices to look at than the budget of positions.
NOT_ALL_SEEN: Final = "no position comes back by actions of several players beyond the first {:,} choices"


@dataclass(slots=True)
class ChoicesMade:
    """Choices of a played script with their positions and spots; ``whole``: whether all were looked at."""

    made: list[tuple[State, Choice, Spot]] = field(default_factory=list)
    whole: bool = True

    def actors(self) -> set[int]:
        """Who acts."""
        return {choice.player for state, choice, _ in self.made if independent(state, choice)}


def choices_made(played_script: PlayedScript, end: Spot) -> ChoicesMade:
    """The choices of a played script before a spot, as far as they are looked at."""
    found = ChoicesMade()
    for at, part in enumerate(played_script.parts[: end.part + 1]):
        here: State | None = None
        after: Count = -1
        limit = end.iteration if at == end.part else part.count
        for k in _looked_at(part.loop, limit):
            start = here if here is not None and after == k else part.loop.reach(k)
            if isinstance(start, Refusal):
                break
            inside = at == end.part and k == end.iteration - 1 and end != played_script.last
            upto = end.choice - 1 if inside else -1
            played = _iteration(found, part.loop, start, Spot(at, k + 1, 1), upto)
            if not found.whole:
                return found
            here, after = played.state, k + 1
            if played.stop != DONE:
                break
    return found


def _iteration(found: ChoicesMade, loop: Loop, start: State, spot: Spot, upto: int) -> Played:
    """Play one iteration, or up to a choice of it, and note what is chosen."""
    positions: list[State] = []
    if upto >= 0:
        played = play(start, loop.reader, upto=upto, observe=lambda state, _: positions.append(state))
    else:
        played = play_through(start, loop.reader, lambda state, _: positions.append(state))
    for number, (state, choice) in enumerate(zip(positions, played.choices, strict=False), 1):
        if len(found.made) >= duty_to_differ.POSITION_BUDGET:
            found.whole = False
            break
        found.made.append((state, choice, replace(spot, choice=number)))
    return played


def _looked_at(loop: Loop, limit: Count) -> Iterator[Count]:
    """The iterations (by how many are before them) that are looked at, of the first ``limit`` ones."""
    k: Count = 0
    while k < limit:
        yield k
        k = k + 1
        for segment in loop.segments:
            size = segment.period.iterations
            last = limit if segment.periods is None else min(limit, segment.start + segment.periods * size)
            if segment.start + 2 * size <= k < last - size:
                k = last - size


def duties(
    played_script: PlayedScript, end: Spot, before: duty_to_differ.History | None = None
) -> tuple[duty_to_differ.History, Refusal | None, bool]:
    """The history up to a spot, why one of the script's choices may not be made, and whether all were looked at.

    ``before``: the history before the script. Where only one player acts there is no duty.
    """
    played = duty_to_differ.History(played_script.start) if before is None else before.copy()
    try:
        found = choices_made(played_script, end)
        made = [(state, choice) for state, choice, _ in found.made]
        actors = found.actors() | {c.player for s, c in played.line if independent(s, c)}
        if len(actors) < 2:
            for state, choice in made:
                played.note_at(state, choice)
            return played, None, found.whole
        for state, choice, spot in found.made:
            played.come_to(state)
            refused = played.forbidden(choice)
            if refused is not None:
                return played, _greatest(played_script, spot, refused), found.whole
            played.note(choice)
    except Unsupported:
        return played, None, False
    return played, None, found.whole


def _greatest(played_script: PlayedScript, spot: Spot, refused: Refusal) -> Refusal:
    """The refusal of a forbidden choice: of a block with the greatest number of iterations."""
    part = played_script.parts[spot.part]
    whole = spot.iteration - 1
    where = getattr(part.node, "where", None)
    if isinstance(part.node, Repeat) and whole > 0:
        message = f"iteration {count_text(spot.iteration)} stops before its choice {spot.choice}: {refused.message}"
        expected = f"at most {count_text(whole)} iteration{'' if whole == 1 else 's'}"
        refused = replace(refused, code="too-many-iterations", message=message, expected=expected)
    return refused.at(where) if where is not None else refused
