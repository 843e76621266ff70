"""A card as players know it: one component for the battlefield, hands, graveyards and the stack.

``draw_card`` draws a permanent or a group of alike ones, ``draw_held`` a card of another zone. Both give an item of a list.
What stands on a card comes from ``Drawing.faces`` (``table/card_faces.py``); ``static/cards.css`` gives it its looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reiterate.terms.word_changes import BASIC_LANDS
from reiterate.web.amounts_shown import amount, is_one, shown
from reiterate.web.drawn_symbols import symbol, with_powers, with_symbols
from reiterate.web.markup import Markup, button, inside, tag
from reiterate.web.told_words import line_words

Json = Mapping[str, Any]

#: What is said of a permanent besides its amounts.
_SAID: Final = {"tapped": "tapped", "token": "token", "sick": "summoning sick"}


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a board is drawn.

    ``me``: the seat that looks, which is drawn nearest; "" for none. ``cards``: the cards of other zones that the seat
    knows (``View.cards``). ``faces``: by name what stands on a card (``table/card_faces.py``). ``changed``: numbers that
    have changed, by their path such as ``p1.life``, as ``(before, after)``. ``touch``: by whose a card is, the card and its zone, the attributes of its
    button; a card without any is no button. ``on_card``: what stands beside a card that was touched. ``on_stack``: the attributes of the n-th entry of the stack from its top.
    ``picture``: the address of a card's picture by its name and by what the card file says, "" for none. ``names``: what players are called beside ``p1``.
    """

    me: str = ""
    cards: Sequence[Json] = ()
    faces: Mapping[str, Json] = field(default_factory=dict)
    changed: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    touch: Callable[[str, Json, str], dict[str, str] | None] = lambda who, card, zone: None
    on_card: Callable[[Json], Markup | None] = lambda card: None
    on_stack: Callable[[int, Json], dict[str, str] | None] = lambda number, entry: None
    picture: Callable[[str, str], str] = lambda name, known: ""
    names: Mapping[str, str] = field(default_factory=dict)
    aiming: bool = False  # whether a target is asked for
    begun: bool = True  # whether the first turn has begun


def draw_card(card: Json, how: Drawing, who: str, under: Sequence[Markup] = ()) -> Markup:
    """A permanent, or a group of permanents that are alike: ``10^100 × Elf Warrior``.

    ``under``: what is attached to it, drawn.
    """
    marks = [
        *(["tapped"] if card["tapped"] else []),
        *(["token"] if card["token"] else []),
        *(["sick"] if card["summoning_sick"] else []),
    ]
    notes: list[str] = []
    if card["attached_to"]:
        notes.append(f"on {line_words(card['attached_to'])}")
    notes += [f"{name} {amount(much)}" for name, much in card["amounts"].items()]
    if card["not_understood"]:
        notes.append("has words that are not understood")
    chips = [
        inside((with_powers(f"{amount(much)} {kind}"), tag("span.more", f" counter{'' if is_one(much) else 's'}")))
        for kind, much in card["counters"].items()
    ]
    size = f"{amount(card['power'])}/{amount(card['toughness'])}" if card["power"] is not None else ""
    drawn = _framed(card, marks, how, (who, "battlefield"), size, notes, chips)
    attached = tag("ul.attached", under) if under else None
    classes = [*(["turned"] if card["tapped"] else []), *(["hosts"] if under else [])]
    return tag(
        "li", drawn, attached, how.on_card(card), class_=" ".join(classes) or None, data_object=card["id"] or None
    )


def draw_held(card: Json, how: Drawing, who: str) -> Markup:
    """A card of a hand, a graveyard or another zone, whose name is known."""
    size = how.faces.get(card["name"], {}).get("size", "")
    return tag("li", _framed(card, [], how, (who, card["zone"]), size, [], []), how.on_card(card))


def frame(face: Json) -> str:
    """The class of a card's frame: its color, ``many`` colors, or what it is without any: land, artifact, or plain (105.2)."""
    colors = face.get("colors", "")
    if len(colors) > 1:
        return "frame-many"
    if colors:
        return f"frame-{colors}"
    types = face.get("types", "")
    return "frame-land" if "Land" in types else "frame-artifact" if "Artifact" in types else "frame-plain"


def types_of(written: str) -> Markup | None:
    """The type line; below that of a basic land stands what the land is known by: the mana that it makes (305.6)."""
    types, line, subtypes = written.partition(" — ")
    more = tag("span.more", line, subtypes) if subtypes else None
    makes = [kind for name, kind in BASIC_LANDS.items() if name in subtypes.split()] if "Basic" in types else []
    emblem = tag("span.emblem", [symbol(kind) for kind in makes], aria_hidden="true") if makes else None
    return inside((tag("span.types", types, more), emblem)) if written else None


def _framed(
    card: Json, marks: list[str], how: Drawing, where: tuple[str, str], size: str, notes: list[str], chips: list[Markup]
) -> Markup:
    name, count = card["name"], card["count"]
    face = how.faces.get(name, {})
    many = None if is_one(count) else tag("span.many", shown(count), " × ")
    picture = how.picture(name, face.get("picture", ""))
    parts = [
        tag(
            "span.title",
            tag("span.called", many, tag("span.name", name)),
            tag("span.cost", with_symbols(face.get("cost", ""))),
        ),
        tag("img", src=picture, alt="", loading="lazy", referrerpolicy="no-referrer") if picture else None,
        types_of(face.get("types", "")),
        tag("span.words", [tag("span.text", with_symbols(line)) for line in face.get("text", ())]),
        tag("span.notes", "; ".join(notes)) if notes else None,
        [tag("span.chip-of-counters", each) for each in chips],
        tag(
            "span.foot",
            [tag("span", _SAID[mark], class_=f"mark mark-{mark}") for mark in marks],
            tag("span.size", size) if size else None,
        ),
    ]
    pile = [] if many is None else ["pile"]
    classes = " ".join(["card", "face", frame(face), *pile, *marks])
    attributes = how.touch(where[0], card, where[1])
    if attributes is None:
        return tag("div", parts, class_=classes)
    kind = ("aim may" if how.aiming else "may") if attributes["data_do"] == "touch" else "asks"
    return button(parts, class_=f"{classes} {kind}", **attributes)
