"""What the first page offers at once: three doors, and pictured combos."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from reiterate.script.yaml_text import FORMAT
from reiterate.web.board_drawing import Drawing, draw_held
from reiterate.web.markup import Markup, button, tag

#: Combos that are offered, of cards that are built in. What each of them does is not said here: it is proved where it is asked for.
COMBOS: Final = (
    ("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"),
    ("Splinter Twin", "Deceiver Exarch"),
    ("Sanguine Bond", "Exquisite Blood"),
    ("Archangel of Thune", "Spike Feeder"),
    ("Devoted Druid", "Vizier of Remedies"),
    ("Basalt Monolith", "Power Artifact"),
)

#: What p2 holds in a game with one of them, so that p2 can act before the loop goes on.
HELD: Final = "Lightning Bolt"

#: What is said of a deck.
DECK: Final = "This is a deck. A game takes two of them: “Play with somebody”, then “From two decks”."


def doors(may_play: bool) -> Markup:
    """Three ways on, each to the part of the page where it begins."""
    offered = [
        ("Play with somebody", "from an example, a board or two decks; the others get a link", "example"),
        (
            "Judge a case",
            "from a board or a log: see what each rule text makes of it, and invite the judge",
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


def in_hand(names: Iterable[str]) -> str:
    """A board with some cards in a hand, where each may lie, so that what stands on them is told."""
    return f"format: {FORMAT}\nplayers: {{p1: {{hand: {json.dumps([*names])}}}, p2: {{}}}}\n"


def combos(faces: Mapping[str, Mapping[str, Any]], may_play: bool) -> Markup:
    """The combos that are offered, each with its cards, the way to its proof and the way to a table with it."""
    how = Drawing(faces=faces)
    rows = []
    for names in COMBOS:
        said, together = "\n".join(names), " + ".join(names)
        cards = [draw_held({"name": name, "count": "1", "zone": "exile", "id": ""}, how, "p1") for name in names]
        tries = partial(button, data_do="try", data_names=said)
        prove = tries("Prove it", class_="go small", aria_label=f"Prove it: {together}")
        play = tries("Play it", data_play="1", data_held=HELD, class_="small", aria_label=f"Play it: {together}")
        ways = tag("div.row", prove, play if may_play else None)
        rows.append(tag("li.combo", tag("ul.pair", cards), tag("h3", together), ways))
    head = tag("h2#offered", "Or look at one of these")
    return tag("section.panel", head, tag("ul.combos", rows), aria_labelledby="offered")
