"""All components in all their states on one page, ``/gallery``: for whoever changes one, and for tests that photograph them.

Nothing on it is of a game. Each specimen has a component and a state: ``data-component="card" data-state="tapped"``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from reiterate.ask.answer_json import as_json
from reiterate.show.quantity_words import Json
from reiterate.table.scenes import Stop
from reiterate.web import choices_part, record_part, shortcut_part
from reiterate.web.board_drawing import Drawing, draw_board, draw_card, draw_held
from reiterate.web.live import Fragment
from reiterate.web.markup import Inside, Markup, button, tag, with_symbols
from reiterate.web.page_frame import frame, page, refusal
from reiterate.web.site import Site, Told

Specimen = tuple[str, str, Inside]

#: The faces of the cards of this page: a name, a cost, types, a line of text, colors and a size of each.
_FACES: Final = (
    ("White Bell", "{W}", "Enchantment", "{T}: You gain 1 life.", "W", ""),
    ("Blue Bell", "{1}{U}", "Instant", "Draw a card.", "U", ""),
    ("Black Bell", "{2}{B/P}", "Sorcery", "Each player loses 1 life.", "B", ""),
    ("Red Bell", "{X}{R}", "Creature — Goblin", "Haste", "R", "2/1"),
    ("Green Bell", "{G/W}{G}", "Creature — Elf", "{T}: Add {G}.", "G", "1/1"),
    ("Bell of All", "{W}{U}{B}{R}{G}", "Legendary Creature — Avatar", "Flying", "WUBRG", "5/5"),
    ("Bell Tower", "", "Land", "{T}: Add {C}.", "", ""),
    ("Iron Bell", "{3}", "Artifact", "{Q}: Untap target land.", "", ""),
    ("Still Bell", "{7}", "Creature — Eldrazi", "Trample", "", "7/7"),
)
FACES: Final[dict[str, dict[str, Any]]] = {
    name: {"name": name, "cost": cost, "types": types, "text": [text], "colors": colors, "size": size}
    for name, cost, types, text, colors, size in _FACES
}
GOOGOL: Final = "1" + 100 * "0"

#: Symbols of each kind (107.4).
SYMBOLS: Final = "{W} {U} {B} {R} {G} {C} {S} {T} {Q} {E} {12} {X} {G/W} {2/U} {B/P}"


def add(site: Site) -> None:
    """The page at ``/gallery``."""

    @page(site, "/gallery", "Components of the pages")
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
    for name in FACES:
        held = {"name": name, "count": "1", "zone": "hand", "id": ""}
        yield "frame", name, _alone(draw_held(held, Drawing(faces=FACES), "p1"))
    for state, more in _CARDS.items():
        yield "card", state, _alone(draw_card(permanent("Green Bell", **more), Drawing(faces=FACES), "p1"))
    for state, how in _LIGHTS.items():
        yield "card", state, _alone(draw_card(permanent("Green Bell"), how, "p1"))
    under = [draw_card(permanent("White Bell", attached_to="Green Bell"), Drawing(faces=FACES), "p1")]
    yield "card", "enchanted", _alone(draw_card(permanent("Green Bell"), Drawing(faces=FACES), "p1", under))
    for written in SYMBOLS.split():
        yield "symbol", written, with_symbols(written)
    yield "number", "a power", with_symbols("10^100 × Elf Warrior")
    looks = {"plain": {}, "go": {"class_": "go"}, "stop": {"class_": "stop"}, "not now": {"aria_disabled": "true"}}
    for state, attributes in looks.items():
        yield "button", state, button("Press", key="p", **attributes)
    yield "refusal", "with its rule", refusal(Told("zone", "this card never lies there", "a hand", "304.4", "p1"))
    yield "board", "empty", draw_board(_board(), Drawing(me="p1"))
    played = _board([permanent("Green Bell", id="1"), permanent("Bell Tower", id="2", tapped=True)], [_waiting()])
    names = {"p1": "Anna (you)", "p2": "Ben"}
    changed = {"p1.life": ("20", GOOGOL)}
    yield "board", "with a stack", draw_board(played, Drawing(me="p1", faces=FACES, names=names, changed=changed))
    for state, iteration in (("at its end", GOOGOL), ("inside of iteration 7", "7")):
        scene = _scene(iteration)
        yield "places", state, shortcut_part.places_shown(scene, True, FACES)
        slider = shortcut_part.slider(scene, _growth(iteration), "Where this leads")
        yield "slider", state, (slider, shortcut_part.scrubber(scene))
    yield "history", "an entry of the past", record_part.past_heading({"number": 2}, [], {"last": 3, "names": {}})
    view = {"again": True, "proposal": None}
    yield "question", "how many times", choices_part.again_asked(view, "activate Green Bell\nall pass", "7")


def _alone(item: Markup) -> Markup:
    return tag("div.battlefield", tag("ul.cards", item))


def permanent(name: str, **more: Any) -> dict[str, Any]:
    """A permanent as the JSON of a board has it (``ask/answer.py``)."""
    flags = dict.fromkeys(("token", "tapped", "summoning_sick", "not_understood"), False)
    power, _, toughness = FACES[name]["size"].partition("/")
    words = dict.fromkeys(("attached_to", "id", "host"), "")
    plain = {"name": name, "count": "1", "labels": [], "counters": {}, "amounts": {}}
    return {**plain, **words, **flags, "power": power or None, "toughness": toughness or None, **more}


_CARDS: Final[Mapping[str, dict[str, Any]]] = {
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
}

_LIGHTS: Final[Mapping[str, Drawing]] = {
    "lit": Drawing(faces=FACES, touch=lambda who, card, zone: {"data_do": "touch"}),
    "a target": Drawing(faces=FACES, touch=lambda who, card, zone: {"data_do": "touch"}, aims=[""]),
    "declared": Drawing(
        faces=FACES,
        touch=lambda who, card, zone: {"data_do": "touch"},
        fights={"": [{"words": "attacks p2", "at": "p2", "now": True}]},
    ),
}


def _waiting() -> dict[str, Any]:
    told = {"text": "draw a card", "source": "Blue Bell", "controller": "p2", "targets": ["Green Bell"]}
    return {**told, "count": "1", "no_words": False, "id": "3", "aims": ["1"]}


def _board(mine: Sequence[Json] = (), stack: Sequence[Json] = ()) -> dict[str, Any]:
    zones = {"library": "53", "hand": "0", "graveyard": "0", "exile": "0", "command": "0", "poison": "0"}
    plain = {"life": "20", **zones, "mana": [], "commander_damage": {}, "lost": "", "not_offered": []}
    players = [{"name": who, **plain, "battlefield": list(there)} for who, there in (("p1", mine), ("p2", ()))]
    told = {"active": "p1", "step": "main1", "decides": "p1", "outcome": "", "status": "p1 has priority"}
    return {**told, "stack": list(stack), "players": players}


def _scene(iteration: str) -> dict[str, Any]:
    block = {"number": 1, "lines": ["repeat 10^100:", "  activate Green Bell"], "repeated": True, "count": GOOGOL}
    acts, waiting = "activate Green Bell", "Blue Bell's ability"
    stops = [
        Stop(place="1@7.1", player="p1", line=acts, stack=[], top="", mine=False, card="Green Bell", own=acts),
        Stop(place="1@7.2", player="p2", line="p2: pass", stack=[], top=waiting, mine=True, card="Blue Bell", own="pass", passes=True),
    ]  # fmt: skip
    inside = iteration == "7"
    changes = [{"path": "p1.life", "before": "20", "after": iteration}]
    told = {"blocks": [block], "block": 1, "count": GOOGOL, "iteration": iteration, "position": 42 if inside else 1000}
    place = "1@7.2" if inside else ""
    return {**told, "place": place, "end": "", "changes": changes, "stops": [as_json(each) for each in stops]}


def _growth(last: str) -> dict[str, Any]:
    points = [{"value": "20", "log": "1.30103"}, {"value": last, "log": "100" if last == GOOGOL else "0.845"}]
    lines = [{"path": "p1.life", "points": points}]
    return {"block": 1, "positions": [0, 1000], "iterations": ["0", last], "lines": lines, "more": 0}
