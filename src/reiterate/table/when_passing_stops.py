"""When the passing of one seat stops: whoever passes on for a player asks that after each view (117.3d, 117.4, 500.2).

In: the JSON of what the seat sees (``View``) and of the entries of its game (``Happened``, ``table/seat_view.py``). So a page asks, and any client may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.show.game_words import happened_words, line_words, step_words
from reiterate.show.quantity_words import Json

#: Passes that one press makes at most.
MOST: Final = 50

#: Until when the seat passes, by what the form says.
GOALS: Final = {
    "resolved": "the stack is empty",
    "main": "the next main phase",
    "attack": "the declare attackers step",
    "end": "the end step",
    "turn": "my next turn",
}

#: Choices of others that are nothing to look at: they do nothing.
_IDLE: Final = frozenset({"pass", "no attack", "no block"})

#: The steps of the beginning phase, and those of the ending phase.
_BEGINNING: Final = frozenset({"untap", "upkeep", "draw"})
_ENDING: Final = frozenset({"end", "cleanup"})

#: The steps and the phase of a turn that come before its attack (508).
_BEFORE_ATTACK: Final = _BEGINNING | {"main1", "combat"}

#: What a player is asked, in words.
_ASKED: Final = {
    "attack": "you declare attackers",
    "block": "you declare blockers",
    "target": "you choose a target",
    "order": "you choose an order",
    "may": "you may do something",
    "mulligan": "you keep a hand or take a mulligan first",
    "bottom": "you put a card on the bottom of your library",
    "begin with": "you may begin the game with cards on the battlefield",
    "cleanup": "you discard down to your hand size",
}


@dataclass(slots=True)
class Wish:
    """What a person asked for. ``own``: pass also while own objects are on the stack. ``after``: the last entry that was judged.

    ``again``: a loop was offered before. ``active``, ``step``: where it began; ``at``: where the game was seen last.
    """

    goal: str
    own: bool
    after: int
    again: bool
    active: str
    step: str
    at: tuple[str, str]
    moved: bool = False
    turned: bool = False
    passes: int = 0

    @classmethod
    def of(cls, view: Json, goal: str, own: bool) -> Wish:
        """A wish that begins at a view."""
        board = view["board"]
        place = (board["active"], board["step"])
        return cls(goal, own or goal == "resolved", view["last"], view["again"], *place, place)

    def see(self, board: Json) -> None:
        """Note where the game is now: whether another step has come, and whether another turn has."""
        active, step = board["active"], board["step"]
        before, was = self.at
        self.moved = self.moved or (active, step) != self.at
        began = step in _BEGINNING and was not in _BEGINNING
        self.turned = self.turned or active != before or began or (was in _ENDING and step not in _ENDING)
        self.at = (active, step)


def goals(view: Json) -> dict[str, str]:
    """Until when the seat may pass now, by name; nothing where it can't pass, or where something of others is on the stack."""
    board = view["board"]
    own = all(each["controller"] == view["who"] for each in board["stack"])
    if not own or _hindered(view):
        return {}
    step = board["step"]
    left = {"resolved": bool(board["stack"]), "attack": step in _BEFORE_ATTACK, "end": step not in _ENDING}
    return {name: words for name, words in GOALS.items() if left.get(name, True)}


def why_stop(wish: Wish, view: Json, entries: Sequence[Json]) -> str:
    """Why the seat passes no longer, in words; "" where it goes on, or waits for others. ``entries``: the latest of the game."""
    board = view["board"]
    if not board["decides"]:
        return "the game is over"
    if view["proposal"] is not None:
        return f"{view['proposal']['proposer']} proposes a shortcut"
    if view["undo"] is not None:
        return f"{view['undo']['player']} asks to go back"
    wish.see(board)
    return (
        _acted(wish, view, entries)
        or _on_stack(wish, view)
        or ("what was done has come back, and may be proposed as a loop" if view["again"] and not wish.again else "")
        or _reached(wish, view)
        or (_hindered(view) if view["decides"] == view["who"] else "")
        or (f"{MOST} passes are made; press the button again to go on" if wish.passes >= MOST else "")
    )


def _acted(wish: Wish, view: Json, entries: Sequence[Json]) -> str:
    """What somebody has done since that is no pass."""
    new = [each for each in entries if each["entry"]["number"] > wish.after]
    if len(new) != view["last"] - wish.after:
        return "more has happened than this page has read"
    for each in new:
        entry = each["entry"]
        idle = _IDLE if entry["who"] != view["who"] else frozenset({"pass"})
        if entry["kind"] != "choice" or entry["body"].get("text") not in idle:
            return happened_words(each)
    wish.after = view["last"]
    return ""


def _on_stack(wish: Wish, view: Json) -> str:
    for each in view["board"]["stack"]:
        mine = each["controller"] == view["who"]
        if not mine or not wish.own:
            whose = "your" if mine else f"{each['controller']}'s"
            return f"something is on the stack: {whose} {line_words(each['source'] or each['text'])}"
    return ""


def _reached(wish: Wish, view: Json) -> str:
    board = view["board"]
    active, step = board["active"], board["step"]
    here = f"{active}'s {step_words(step)} has begun"
    if wish.goal == "resolved":
        return "" if board["stack"] else "the stack is empty"
    if wish.goal == "main":
        return here if wish.moved and step.startswith("main") else ""
    if wish.goal == "attack":
        return here if wish.turned or step not in _BEFORE_ATTACK else ""
    if wish.goal == "end":
        return here if wish.turned or (wish.moved and step in _ENDING) else ""
    return "your turn has begun" if wish.turned and active == view["who"] else ""


def _hindered(view: Json) -> str:
    """Why the seat can't pass now; "" where it can."""
    if view["decides"] != view["who"] or view["proposal"] is not None or not view["board"]["decides"]:
        return f"{view['decides']} is to act"
    question = view["question"]["asked"]
    if question != "priority":
        return _ASKED.get(question, "you have something to choose")
    if all(each["line"] != "pass" for each in view["may"]):
        owed = next((each for each in view["not_now"] if each["line"] == "pass"), None)
        return f"you may not pass now, because {owed['why']} (rule {owed['rule']})" if owed else "you may not pass now"
    return ""
