"""All components in all their states on one page, ``/gallery``: for whoever changes one, and for tests that photograph them.

Nothing on it is of a game. Each specimen has a component and a state: ``data-component="card" data-state="tapped"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from reiterate.table.samples import ASKED, CARDS, FACES, GOOGOL, LARGE, RULED, board, growth, permanent, scene, waiting
from reiterate.web import choices_part, naming_part, record_part, shortcut_part
from reiterate.web.board_drawing import Drawing, draw_board, draw_card, draw_held, draw_stack
from reiterate.web.live import Fragment
from reiterate.web.markup import Inside, Markup, button, tag, with_symbols
from reiterate.web.page_frame import frame, page, refusal
from reiterate.web.site import Site, Told
from reiterate.web.touch_part import on_card

Specimen = tuple[str, str, Inside]

#: Symbols of each kind (107.4).
SYMBOLS: Final = "{W} {U} {B} {R} {G} {C} {S} {T} {Q} {E} {12} {X} {G/W} {2/U} {B/P}"

#: The steps of the scale: name and value, as ``static/page.css`` has them.
_STYLES: Final = (Path(__file__).parent / "static" / "page.css").read_text(encoding="utf-8")
SCALE: Final = dict(re.findall(r"--((?:space|text|part|round|shadow|card|layer)-\w+): ([^;]+);", _STYLES))


def add(site: Site) -> None:
    """The page at ``/gallery``."""

    @page(site, "/gallery", "Components of the pages", ("gallery.js",))
    async def gallery_page() -> None:
        with frame("Components of the pages"):
            Fragment(gallery_html())


def gallery_html() -> Markup:
    """The whole page."""
    rows = []
    for component in dict.fromkeys(component for component, _, _ in specimens()):
        own = [(state, what) for each, state, what in specimens() if each == component]
        shown = [
            tag("li", tag("h3", state), tag("div", what, data_component=component, data_state=state))
            for state, what in own
        ]
        rows.append(tag("section.panel", tag("h2", component), tag("ul", shown, class_=f"specimens of-{component}")))
    return tag("div.stacked.gallery", rows)


def specimens() -> Iterator[Specimen]:
    """Component, state and drawing of each specimen."""
    for family in dict.fromkeys(name.partition("-")[0] for name in SCALE):
        steps = [(name, value) for name, value in SCALE.items() if name.startswith(f"{family}-")]
        yield "scale", family, tag("ul.stacked", [tag("li", tag("span", f"{n}: {v}", data_token=n)) for n, v in steps])
    for name in FACES:
        held = {"name": name, "count": "1", "zone": "hand", "id": ""}
        yield "frame", name, _alone(draw_held(held, Drawing(faces=FACES), "p1"))
    for state, more in CARDS.items():
        yield "card", state, _alone(draw_card(permanent("Green Bell", **more), Drawing(faces=FACES), "p1"))
    for state, how in _LIGHTS.items():
        yield "card", state, _alone(draw_card(permanent("Green Bell", id="1"), how, "p1"))
    walker = permanent("Bell Ringer", counters={"loyalty": "3"})
    yield "card", "a planeswalker", _alone(draw_card(walker, Drawing(faces=FACES), "p1"))
    for state, more in LARGE.items():
        large = draw_card(permanent("Green Bell", **more), Drawing(faces=FACES), "p1")
        yield "large view", state, tag("ul#large", Markup(large.replace(" back", "")))
    for state, asked in ASKED.items():
        yield (
            "what is asked on a card",
            state,
            on_card({"asks": state, "words": "", "why": "", "rule": "", "ways": [], **asked, "lit": []}, 7),
        )
    under = [draw_card(permanent("White Bell", attached_to="Green Bell"), Drawing(faces=FACES), "p1")]
    yield "card", "enchanted", _alone(draw_card(permanent("Green Bell"), Drawing(faces=FACES), "p1", under))
    for written in SYMBOLS.split():
        yield "symbol", written, with_symbols(written)
    yield "number", "a power", with_symbols("10^100 × Elf Warrior")
    looks = {"plain": {}, "go": {"class_": "go"}, "stop": {"class_": "stop"}, "not now": {"aria_disabled": "true"}}
    for state, attributes in looks.items():
        yield "button", state, button("Press", key="p", **attributes)
    yield "refusal", "with its rule", refusal(Told("zone", "this card never lies there", "a hand", "304.4", "p1"))
    yield "board", "empty", draw_board(board(), Drawing(me="p1"))
    played = board([permanent("Green Bell", id="1"), permanent("Bell Tower", id="2", tapped=True)], [waiting()])
    spell = waiting(text="Blue Bell", source="Blue Bell", targets=[], aims=[])
    yield "stack", "a spell above an ability", draw_stack(board(stack=[spell, waiting()]), Drawing(faces=FACES))
    lie = [{"player": "p2", "zone": "graveyard", "name": "Red Bell", "count": "2", "id": ""}]
    piles = board(hand="9", graveyard="2", exile="1")
    yield "board", "with piles", draw_board(piles, Drawing(me="p1", faces=FACES, cards=lie, turn="3"))
    fighting = board(
        [permanent("Green Bell", id="1", tapped=True, attacks="p2"), permanent("Red Bell", id="2", blocks="1")]
    )
    yield "board", "in combat", draw_board(fighting, Drawing(me="p1", faces=FACES))
    names = {"p1": "Anna (you)", "p2": "Ben"}
    changed = {"p1.life": ("20", GOOGOL)}
    yield "board", "with a stack", draw_board(played, Drawing(me="p1", faces=FACES, names=names, changed=changed))
    for state, iteration in (("at its end", GOOGOL), ("inside of iteration 7", "7")):
        place = scene(iteration)
        yield "places", state, shortcut_part.places_shown(place, True, FACES)
        slider = shortcut_part.slider(place, growth(iteration), "Where this leads")
        yield "slider", state, (slider, shortcut_part.scrubber(place))
    yield "history", "an entry of the past", record_part.past_heading({"number": 2}, [], {"last": 3, "names": {}})
    yield "name", "unknown", naming_part.none_begins("Bel Towr", "reiterate cards add FILE")
    yield "name", "chosen, and not all read", naming_part.chosen_cards(["Green Bell", "Iron Bell"], ["Iron Bell"])
    yield "banner", "a ruling", record_part.ruling(RULED)
    view = {"again": True, "proposal": None}
    yield "question", "how many times", choices_part.again_asked(view, "activate Green Bell\nall pass", "7")


def _alone(item: Markup) -> Markup:
    return tag("div.battlefield", tag("ul.cards", item))


_LIGHTS: Final[Mapping[str, Drawing]] = {
    "lit": Drawing(faces=FACES, touch=lambda who, card, zone: {"data_do": "touch"}),
    "a target": Drawing(faces=FACES, touch=lambda who, card, zone: {"data_do": "touch"}, aims=["1"]),
    "declared": Drawing(
        faces=FACES,
        touch=lambda who, card, zone: {"data_do": "touch"},
        fights={"1": [{"words": "attacks p2", "at": "p2", "now": True}]},
    ),
    "chosen": Drawing(faces=FACES, chosen="1"),
}
