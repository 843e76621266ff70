"""Boards, scenes and faces as a seat is sent them, made up: for pages and programs that draw them to be tried with.

Nothing in them is of a game. All are JSON, as of ``ask/answer.py``, ``table/scenes.py`` and ``table/card_faces.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from reiterate.lazy_module import Later
from reiterate.show.quantity_words import Json

if TYPE_CHECKING:
    from reiterate.ask import answer_json
    from reiterate.table import scenes
else:
    answer_json = Later("reiterate.ask.answer_json")
    scenes = Later("reiterate.table.scenes")

#: Faces of cards: a name, a cost, types, a line of text, colors and a size of each.
_FACES: Final = (
    ("White Bell", "{W}", "Enchantment", "{T}: You gain 1 life.", "W", ""),
    ("Blue Bell", "{1}{U}", "Instant", "Draw a card.", "U", ""),
    ("Black Bell", "{2}{B/P}", "Sorcery", "Each player loses 1 life.", "B", ""),
    ("Red Bell", "{X}{R}", "Creature — Goblin", "Haste", "R", "2/1"),
    ("Green Bell", "{G/W}{G}", "Creature — Elf", "{T}: Add {G}.", "G", "1/1"),
    ("Bell of All", "{W}{U}{B}{R}{G}", "Legendary Creature — Avatar", "Flying", "WUBRG", "5/5"),
    ("Bell Tower", "", "Land", "{T}: Add {C}.", "", ""),
    ("Iron Bell", "{3}", "Artifact", "{Q}: Untap target land.", "", ""),
    ("Bell Ringer", "{2}{W}", "Legendary Planeswalker — Bell", "+1: Scry 1.", "W", "4"),
    ("Still Bell", "{7}", "Creature — Eldrazi", "Trample", "", "7/7"),
)
FACES: Final[dict[str, dict[str, Any]]] = {
    name: {"name": name, "cost": cost, "types": types, "text": [text], "colors": colors, "size": size}
    for name, cost, types, text, colors, size in _FACES
}
GOOGOL: Final = "1" + 100 * "0"


def permanent(name: str, /, **more: Any) -> dict[str, Any]:
    """A permanent as the JSON of a board has it (``ask/answer.py``)."""
    flags = dict.fromkeys(("token", "tapped", "summoning_sick", "not_understood"), False)
    power, _, toughness = FACES[name]["size"].partition("/")
    words = dict.fromkeys(("attached_to", "id", "host"), "")
    plain = {"name": name, "count": "1", "labels": [], "counters": {}, "amounts": {}}
    return {**plain, **words, **flags, "power": power if toughness else None, "toughness": toughness or None, **more}


def waiting(**more: Any) -> dict[str, Any]:
    """An entry of the stack: an ability that aims at the object "1"."""
    told = {"text": "draw a card", "source": "Blue Bell", "controller": "p2", "targets": ["Green Bell"]}
    return {**told, "count": "1", "no_words": False, "id": "3", "aims": ["1"], **more}


def board(mine: Sequence[Json] = (), stack: Sequence[Json] = (), **more: str) -> dict[str, Any]:
    """A board with permanents of p1; ``more``: how many cards lie in zones of each player."""
    zones = {"library": "53", "hand": "0", "graveyard": "0", "exile": "0", "command": "0", "poison": "0", **more}
    plain = {"life": "20", **zones, "mana": [], "commander_damage": {}, "lost": "", "not_offered": []}
    players = [{"name": who, **plain, "battlefield": list(there)} for who, there in (("p1", mine), ("p2", ()))]
    told = {"active": "p1", "step": "main1", "decides": "p1", "outcome": "", "status": "p1 has priority"}
    return {**told, "stack": list(stack), "players": players}


def scene(iteration: str) -> dict[str, Any]:
    """A place of a shortcut: inside of iteration 7, or the end."""
    block = {"number": 1, "lines": ["repeat 10^100:", "  activate Green Bell"], "repeated": True, "count": GOOGOL}
    acts, waiting = "activate Green Bell", "Blue Bell's ability"
    stops = [
        scenes.Stop(place="1@7.1", player="p1", line=acts, stack=[], top="", mine=False, card="Green Bell", own=acts),
        scenes.Stop(place="1@7.2", player="p2", line="p2: pass", stack=[], top=waiting, mine=True, card="Blue Bell", own="pass", passes=True),
    ]  # fmt: skip
    inside = iteration == "7"
    changes = [{"path": "p1.life", "before": "20", "after": iteration}]
    told = {"blocks": [block], "block": 1, "count": GOOGOL, "iteration": iteration, "position": 42 if inside else 1000}
    place = "1@7.2" if inside else ""
    return {
        **told,
        "place": place,
        "end": "",
        "changes": changes,
        "stops": [answer_json.as_json(each) for each in stops],
    }


def growth(last: str) -> dict[str, Any]:
    """What grows up to an iteration."""
    points = [{"value": "20", "log": "1.30103"}, {"value": last, "log": "100" if last == GOOGOL else "0.845"}]
    lines = [{"path": "p1.life", "points": points}]
    ticks = [
        {"position": 0, "iteration": "0"},
        {"position": 120, "iteration": "20"},
        {"position": 554, "iteration": f"1{'0' * 50}"},
    ]
    ticks = [*(ticks if last == GOOGOL else ticks[:1]), {"position": 1000, "iteration": last}]
    scale = "log" if last == GOOGOL else "even"
    told = {"positions": [0, 1000], "iterations": ["0", last], "ticks": ticks, "scale": scale}
    return {"block": 1, **told, "lines": lines, "more": 0}


#: States of a permanent, by what they are called; states in large; what a touched card asks (``games/gestures.py``); a ruling.
CARDS: Final[Mapping[str, dict[str, Any]]] = {
    "plain": {},
    "tapped": {"tapped": True},
    "summoning sick": {"summoning_sick": True},
    "token": {"token": True},
    "three alike": {"count": "3"},
    "10^100 alike": {"count": GOOGOL, "token": True, "summoning_sick": True},
    "with counters": {"counters": {"+1/+1": "2", "charge": GOOGOL}},
    "damaged": {"amounts": {"damage": "1"}},
    "attached elsewhere": {"attached_to": "Iron Bell"},
    "not understood": {"not_understood": True},
    "given an ability": {"text": ["{T}: Add {G}.", "Flying"], "given": {"Flying": "White Bell"}},
    "face down": {"name": "face-down creature", "face_down": ""},
}

LARGE: Final[Mapping[str, dict[str, Any]]] = {
    "given an ability": CARDS["given an ability"],
    "face down, for its controller": {"name": "face-down creature", "face_down": "Red Bell"},
}

ASKED: Final[Mapping[str, dict[str, Any]]] = {
    "way": {
        "ways": [{"words": "Tap Green Bell: Add {G}", "lines": ["activate Green Bell"], "touch": "", "now": False}]
    },
    "payment": {
        "ways": [
            {"words": "with Bell Tower", "lines": ["activate Bell Tower", "cast Iron Bell"], "touch": "", "now": False}
        ]
    },
    "number": {"words": "Red Bell: choose X", "low": "0", "high": None},
    "number up to the greatest": {"asks": "number", "words": "Red Bell: choose X", "low": "0", "high": "7"},
}

RULED: Final = {
    "number": 7,
    "policy": "comprehensive-rules",
    "sentence": "The loop is shortened.",
    "place": "at iteration 9",
    "owes": "",
    "because": [],
    "takes_back": 0,
}
