"""What the first page offers at once: three doors, and pictured combos; and what a text is that was typed or pasted there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from reiterate.script.yaml_text import FORMAT
from reiterate.table.entries import is_log
from reiterate.web.board_drawing import Drawing, draw_held
from reiterate.web.markup import Markup, button, tag
from reiterate.web.site import Told

#: Combos that are offered, of cards that are built in. What each of them does is not said here: it is proved where it is asked for.
COMBOS: Final = (
    ("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"),
    ("Splinter Twin", "Deceiver Exarch"),
    ("Sanguine Bond", "Exquisite Blood"),
    ("Archangel of Thune", "Spike Feeder"),
    ("Devoted Druid", "Vizier of Remedies"),
    ("Basalt Monolith", "Power Artifact"),
)

#: Cards from which on a list is a deck.
DECK_FROM: Final = 20

#: What is said of a deck.
DECK: Final = "This is a deck. A game takes two of them: “Play with somebody”, then “From two decks”."

#: Between names in one line, and before a name in a list: ``4 Forest``, ``1x Twincast``.
_BETWEEN: Final = re.compile(r"\s\+\s|[;\n]")
_BOARD: Final = re.compile(r"^(format\s*:|players\s*:|\[metadata\]|\[state\])", re.MULTILINE | re.IGNORECASE)
_MANY: Final = re.compile(r"\s*(\d{1,3})x?\s+")


def names_in(text: str) -> list[str]:
    """The names in a text, with + or ; between them, or one on each line, with or without a number before it."""
    parts = (_MANY.sub("", each, count=1) if _MANY.match(each) else each for each in _BETWEEN.split(text))
    return [each.strip() for each in parts if each.strip()]


def kind_of(text: str) -> str:
    """What a text is: a ``log`` of a game, a ``position`` or a puzzle of Forge, a ``deck``, or ``names``."""
    if is_log(text):
        return "log"
    if _BOARD.search(text):
        return "position"
    counts = [int(found[1]) for line in text.splitlines() if (found := _MANY.match(line))]
    return "deck" if sum(counts) >= DECK_FROM else "names"


def never_there(name: str, types: str, zone: str) -> Told | None:
    """Why a card can't lie in a zone of a board, with the remedy; None where it can."""
    for kind, article, rule in (("Instant", "an", "304.4"), ("Sorcery", "a", "307.4")):
        if zone == "battlefield" and kind in types.split("//")[0]:
            message = f"{name} is {article} {kind.lower()}, which never enters the battlefield"
            return Told("zone", message, "a hand, a graveyard, a library or exile", rule)
    return None


def doors(may_play: bool) -> Markup:
    """Three ways on, each to the part of the page where it begins."""
    offered = [
        ("Play with somebody", "from an example, a board or two decks; everybody gets a link", "example"),
        (
            "Judge a case",
            "from a board or the log of a game; take the judge’s seat, and see what each rule text makes of it",
            "position",
        ),
        ("Build a board", "put cards where they lie; then look for a loop, or play", "search"),
    ]
    ways = [
        tag("li", button((tag("strong", words), tag("span", more)), data_lead=to, class_="door"))
        for words, more, to in offered
        if may_play or to == "search"
    ]
    return tag("ul.doors", ways, aria_label="Ways to begin")


def all_cards() -> str:
    """A board with the cards of all combos, so that what stands on them is told."""
    names = "".join(
        f"      - {name}\n" if "," not in name else f'      - "{name}"\n' for combo in COMBOS for name in combo
    )
    return f"format: {FORMAT}\nplayers:\n  p1:\n    hand:\n{names}  p2: {{}}\n"


def combos(faces: Mapping[str, Mapping[str, Any]], may_play: bool) -> Markup:
    """The combos that are offered, each with its cards, the way to its proof and the way to a table with it."""
    how = Drawing(faces=faces)
    rows = []
    for names in COMBOS:
        said, together = "\n".join(names), " + ".join(names)
        cards = [draw_held({"name": name, "count": "1", "zone": "exile", "id": ""}, how, "p1") for name in names]
        prove = button("Prove it", data_do="try", data_names=said, class_="go small", aria_label=f"Prove {together}")
        play = button(
            "Play it", data_do="try", data_names=said, data_play="1", class_="small", aria_label=f"Play {together}"
        )
        ways = tag("div.row", prove, play if may_play else None)
        rows.append(tag("li.combo", tag("ul.pair", cards), tag("h3", together), ways))
    head = tag("h2#offered", "Or look at one of these")
    return tag("section.panel", head, tag("ul.combos", rows), aria_labelledby="offered")
