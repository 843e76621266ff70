"""What a chair is told at the beginning of a game: three things to try, and whether there is anything to play with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.show.quantity_words import Json, is_none
from reiterate.table.seats import JUDGE, SPECTATOR

#: How a player gets something to stop a shortcut with.
WAY_OUT: Final = "Whoever begins a game can name cards for p2 under “What the opponent holds” on the first page."

# Three things to try, by what a chair can do.
_PROPOSER: Final = (
    "Play one iteration by hand: touch a card with a violet glow, choose what it does, and pass until it has resolved.",
    "Then this page asks how many times. Where the first iteration leaves something new, it asks after the second. Say 10^100, look where it leads, and propose it.",
    "The others answer at their seats. Whoever stops the shortcut acts at that place, and the game goes on from there.",
)
_ANSWERER: Final = (
    "Wait for a shortcut: play what you want when you are asked, else pass. Once one is proposed, drag the slider to iteration 7.",
    "Touch a place that says “you may stop here”, or what lies on the stack, and press the red “Stop”. Or press “Accept it all”.",
    "Unsure? “Ask a judge” shows what each of three rule texts makes of the shortcut, and sends word to the judge's seat.",
)
_UNARMED: Final = (
    "Wait for a shortcut: pass when you are asked. Once one is proposed, drag the slider to iteration 7 and look at the board.",
    f"Press “Accept it all”. You can do nothing but pass, so you have nothing to stop with. {WAY_OUT}",
    _ANSWERER[2],
)
_JUDGE: Final = (
    "Press “What would a judge say?”: it shows what each of three rule texts makes of the loop that was shown or proposed.",
    "Players state numbers under “Talk and statements”; you also read those that are for the judge alone.",
    "Rule: choose a text, or press a ruling on the game itself. The ruling moves the game at every seat.",
)
_SPECTATOR: Final = (
    "Watch: each entry and what it has changed stands under “What happened”.",
    "While a shortcut waits, drag the slider: you see the board at every iteration and at every place in it.",
    "Take along the certificate of the last shortcut: anybody can check it.",
)


def first_steps_of(who: str, armed: bool) -> Sequence[str]:
    """Three things to try at a chair. ``armed``: its player could do something but pass (``View``, ``table/seat_view.py``)."""
    others = _ANSWERER if armed else _UNARMED
    return {"p1": _PROPOSER, JUDGE: _JUDGE, SPECTATOR: _SPECTATOR}.get(who, others)


def bare(board: Json) -> bool:
    """Whether nothing can be done on a board: nobody has anything on the battlefield, on the stack or in hand."""
    return not board["stack"] and not any(each["battlefield"] or not is_none(each["hand"]) for each in board["players"])
