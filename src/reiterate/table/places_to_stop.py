"""Why a player who is asked for an answer has no place to stop a shortcut in the iteration that is looked at (732.2b).

In: the JSON of a scene (``Scene``, ``table/scenes.py``), and of what the seat sees (``View``, ``table/seat_view.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.show.quantity_words import Json
from reiterate.state.model import HAND

#: Places of an iteration that are listed.
PLACES: Final = 24

#: There may be a place: one is listed, or not all places are.
PERHAPS: Final = "perhaps"
#: The player makes no choice in the iteration.
NO_CHOICE: Final = "no choice"
#: The player's choices are passes, and nothing else may be done; ``UNNAMED``: as far as the cards of the hand have names.
ONLY_PASSES: Final = "only passes"
UNNAMED: Final = "unnamed"
#: The player has other choices, and may choose nothing else.
NOTHING_ELSE: Final = "nothing else"

#: What one reads who looks at no place to stop, by why that is so.
WORDS: Final = {
    PERHAPS: "to stop, touch a place that says “you may stop here”",
    NO_CHOICE: "you choose nothing in this iteration, so there is no place for you to stop",
    ONLY_PASSES: "you may do nothing but pass in this iteration, so there is no place for you to stop",
    UNNAMED: "the cards of your hand have no names here, so you can do nothing but pass, "
    "and there is no place for you to stop",
    NOTHING_ELSE: "you may choose nothing else in this iteration, so there is no place for you to stop",
}


def why_no_place(scene: Json | None, view: Json) -> str:
    """Why the player has no place to stop, as one of the words above."""
    stops: Sequence[Json] = scene["stops"] if scene else ()
    own = [each for each in stops if each["player"] == view["who"]]
    if not stops or len(stops) >= PLACES or any(each["mine"] for each in stops):
        return PERHAPS
    if not own:
        return NO_CHOICE
    if not all(each["passes"] for each in own):
        return NOTHING_ELSE
    return ONLY_PASSES if all(each["name"] for each in _hand(view)) else UNNAMED


def _hand(view: Json) -> list[Json]:
    """The cards of the own hand, as far as they are told."""
    return [each for each in view.get("cards", ()) if each["player"] == view["who"] and each["zone"] == HAND]
