"""What the first page offers at once: three doors, and pictured combos."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from reiterate.examples.offered_combos import COMBOS, HELD
from reiterate.web.board_drawing import draw_printed
from reiterate.web.markup import Markup, button, inside, tag

#: What to do about a card that is not known.
BRING_IT: Final = (
    "a card that is known here; type the name of a newer one into the first field, and choose its card file there"
)

#: What is said of a deck.
DECK: Final = "This is a deck. A game takes two of them: “Play with somebody”, then “From two decks”."


def doors(may_play: bool) -> Markup:
    """Three ways on, each to the part of the page where it begins."""
    offered = [
        ("Play with somebody", "from an example, a board or two decks; the others get a link", "example"),
        ("Judge a case", "from a board or a log: what each rule text makes of it; invite the judge", "position"),
        ("Build a board", "put cards where they lie; then look for a loop, or play", "search"),
    ]
    ways = [
        tag("li", button((tag("strong", words), tag("span", more)), data_lead=to, class_="door"))
        for words, more, to in offered
        if may_play or to == "search"
    ]
    return tag("ul.doors", ways, aria_label="Ways to begin")


def combos(faces: Mapping[str, Mapping[str, Any]], may_play: bool) -> Markup:
    """The combos that are offered, each with its cards, the way to its proof and the way to a table with it."""
    rows = []
    for number, names in enumerate(COMBOS, 1):
        said, together = "\n".join(names), " + ".join(names)
        cards = [tag("li", draw_printed(faces.get(name, {"name": name}))) for name in names]
        tries = partial(button, data_do="try", data_names=said)
        prove = tries("Prove it", class_="go small", aria_label=f"Prove it: {together}")
        play = tries("Play it", data_play="1", data_held=HELD, class_="small", aria_label=f"Play it: {together}")
        ways = inside((prove, play if may_play else None))
        place = tag("small.place", f"{number} of {len(COMBOS)}", aria_hidden="true")
        rows.append(tag("li.combo", tag("ul.pair", cards), tag("h3", together), tag("div.row", ways, place)))
    head = tag("h2#offered", f"Or look at one of these {len(COMBOS)}")
    return tag("section.panel", head, tag("ul.combos", rows), aria_labelledby="offered")
