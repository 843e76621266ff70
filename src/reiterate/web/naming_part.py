"""A field for a card's name that completes as one types, the chosen names, and what is offered at once: combos and doors."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from reiterate.examples.offered_combos import COMBOS, HELD
from reiterate.show.game_words import listed
from reiterate.show.quantity_words import Json
from reiterate.web.board_drawing import draw_printed
from reiterate.web.markup import NOTHING, Inside, Markup, button, inside, line_field, tag, with_symbols

#: A combo of cards that are built in, for whoever has none in mind.
EXAMPLE = ("Midnight Guard", "Presence of Gond")


def field(name: str, label: str, hint: str = "", several: bool = False, takes: str | None = None) -> Markup:
    """The field called ``name``; the names that it offers are drawn by ``offered`` into an element of its own.

    ``several``: it takes names with ; between them, keeps them when its form is sent, and is sent as ``name``. ``takes``: the word
    with which a text of several lines is sent at once that is pasted here, or dropped as a file.
    """
    box = {"role": "combobox", "aria_expanded": "false", "aria_autocomplete": "list", "aria_controls": f"{name}-names"}
    plain = {"autocapitalize": "off", "spellcheck": "false", "maxlength": 1000 if several else 200}
    hears = {"data_typed": "complete", "data_field": name, "data_takes": takes}
    typed = line_field(
        f"#{name}",
        name=name if several else "name",
        aria_describedby=f"{name}-hint" if hint else None,
        data_once=not several,
        data_several=several,
        **box | plain | hears,
    )
    told = tag("small", hint, id=f"{name}-hint") if hint else None
    return tag("div.naming", tag("label", label, for_=name), typed, told)


def candidate(card: Json) -> Markup:
    """A card that may be meant: its name, its types and its cost. The card itself is there to be looked at (``static/page.js``)."""
    if not card["types"]:
        return inside(card["name"])
    more = tag("small", card["types"], " ", with_symbols(card["cost"]))
    drawn = tag("span", draw_printed(card, still=True), hidden=True)
    return tag("span.candidate", tag("span", card["name"]), " ", more, drawn)


def offered(name: str, cards: Sequence[Json], do: str, draggable: bool = False) -> Markup:
    """The cards that the field ``name`` offers; each is chosen by a click, or by the arrow keys and Enter."""
    if not cards:
        return NOTHING
    rows = []
    for number, each in enumerate(cards):
        does = {"data_do": do, "data_name": each["name"], "data_of": name, "draggable": "true" if draggable else None}
        rows.append(tag(f"li#{name}-name-{number}", candidate(each), role="option", aria_selected="false", **does))
    return tag("ul.names", rows, role="listbox", id=f"{name}-names", aria_label="Card names")


def none_begins(begin: str, more: str) -> Markup:
    """Letters with which no known name begins, and that are like none. ``more``: how more cards come to be known."""
    words = f"No card that is known here is called like “{begin}”."
    return tag("div.small-text.unknown", tag("p", words), learning(begin, more), role="status")


def learning(name: str, more: str) -> Markup:
    """The doors by which a card comes to be known: a card file for this page, and what the server itself is told."""
    words = f"Is it a newer card? Choose a card file, or drop it on this page: {name} is read out of it. The file stays with you."
    choose = tag("input", type="file", accept=".json,.jsonl", data_learn=name)
    told = tag("p", f"For all pages: {more}. Then start the server again.")
    for_all = tag("details", tag("summary", "For whoever runs this server"), told) if more else None
    return tag("div.stacked", tag("label", words, choose), for_all)


def meant(found: Mapping[str, Any], do: str, lacking: Sequence[Mapping[str, Any]] = (), **values: str) -> Markup:
    """What a name that was typed stands for, where that has to be said: no card, or one that is not read completely.

    In: the answer of ``page card``; the word that a click on a near name says, with its ``values``.
    ``lacking``: the answers for all names typed with it that no one card has. These stand in the field again.
    """
    if found["name"]:
        clauses = [tag("li", tag("q", each)) for each in found["unread"]]
        words = f"{found['name']} is known, but not all of its text is read. A loop may be refused because of this:"
        return tag("div.small-text.unknown", tag("p", words), tag("ul", clauses)) if clauses else NOTHING
    unknown = [f"“{each['typed']}”" for each in lacking or [found] if each["known"]]
    why = f"this server does not know {listed(unknown)} yet ({found['known']} cards are known)"
    why = why if found["known"] else found["why"]
    data = {f"data_{key}": value for key, value in values.items()}
    buttons = [button(candidate(each), data_do=do, data_name=each["name"], **data) for each in found["meant"]]
    door = learning(found["typed"], found["more"])
    return tag(
        "div.unknown",
        tag("p", tag("strong", f"{why[:1].upper()}{why[1:]}.")),
        tag("div.row", tag("span", "Did you mean:"), buttons) if buttons else None,
        tag("details", tag("summary", "It is another card"), door) if buttons else door,
        role="alert",
        data_again=" + ".join(each["typed"] for each in lacking) or None,
    )


def one_chosen(name: str, faces: Iterable[Json]) -> Markup:
    """The one card that was named, and what is asked for next."""
    drawn = [draw_printed(face) for face in faces if face["name"] == name]
    words = tag("p", tag("strong", f"{name} is chosen. "), "Now name the next card.")
    return tag("div.row.well", drawn, words, role="status")


def chosen_cards(names: Sequence[str], unread: Collection[str], before: bool = False) -> Markup:
    """The cards that were chosen, each with a button that takes it away; those of ``unread`` are marked. ``before``: they stood there before."""
    if not names:
        example = " + ".join(EXAMPLE)
        words = tag("span.nothing", "no card yet: two to five make a combo. Or see how one looks:")
        return tag("div.row", words, button(example, data_do="try", class_="small", id="try"))
    rows: list[Inside] = []
    for each in names:
        mark, take = tag("small.mark", "not all read") if each in unread else None, f"take {each} away"
        away = button("×", data_do="unpick", data_name=each, aria_label=take, title=take)
        rows.append(tag("li.chip", tag("span", each), mark, away))
    chips = tag("ul.chips", rows, aria_label="Chosen cards", data_heir="card")
    clear = button("Clear", data_do="unpick", class_="small", aria_label="Clear: take all cards away")
    return tag("div.row", tag("span.small-text", "From before:") if before else None, chips, clear)


# --- front part ----------------------------------------------------------------------------------

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
