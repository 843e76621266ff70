"""What came onto the stack and what left it, as people tell it."""

from __future__ import annotations

from reiterate.ask.building_board import waiting_of
from reiterate.show.screen_board import waiting_words
from reiterate.state.model import State


def moved_on_stack(before: State, after: State) -> tuple[list[str], list[str]]:
    """What came onto the stack and what left it from one position of a game to another, in words.

    Rows keep their handles from choice to choice, so the handles are compared, and no number is.
    """
    gone = [handle for handle in before.stack if handle not in after.stack]
    come = [handle for handle in after.stack if handle not in before.stack]
    return [waiting_words(waiting_of(after, each, {})) for each in come], [
        waiting_words(waiting_of(before, each, {})) for each in gone
    ]
