"""A board as players lay it: in, the JSON of a board (``docs/answers.md``); out, HTML. Used by every page that shows one.

``draw_board(board, ...)`` is the whole board, ``draw_stack`` the stack alone, ``draw_card`` one card or one group of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reiterate.web.amounts_shown import amount, in_short, is_none, is_one, reachable, shown
from reiterate.web.markup import Markup, inside, tag
from reiterate.web.told_words import line_words, listed, step_words

#: Zones beside the battlefield, in the order in which they are shown.
ZONES: Final = ("hand", "graveyard", "exile", "command", "library")

#: Colours of mana in words.
_MANA: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colourless"}

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a board is drawn.

    ``me``: the seat that looks, which is drawn nearest; "" for none. ``cards``: the cards of other zones that the seat
    knows (``View.cards``). ``faces``: by name what stands on a card: ``cost``, ``types``, and ``text``, a list of lines. ``changed``: numbers that
    have changed, by their path such as ``p1.life``, as ``(before, after)``. ``touch``: by whose a card is and its names, the printed one
    and its labels, the attributes of its button; a card without any is no button. ``on_stack``: the attributes of the n-th entry of the stack from its top.
    ``picture``: the address of a card's picture, "" for none. ``names``: what players are called beside ``p1``.
    """

    me: str = ""
    cards: Sequence[Json] = ()
    faces: Mapping[str, Json] = field(default_factory=dict)
    changed: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    touch: Callable[[str, Sequence[str]], dict[str, str] | None] = lambda who, names: None
    on_stack: Callable[[int, Json], dict[str, str] | None] = lambda number, entry: None
    picture: Callable[[str], str] = lambda name: ""
    names: Mapping[str, str] = field(default_factory=dict)
    begun: bool = True  # whether the first turn has begun


def draw_board(board: Json, drawing: Drawing | None = None) -> Markup:
    """A board: opponents first, then the stack, then the player who looks."""
    how = drawing or Drawing()
    players = list(board["players"])
    mine = [each for each in players if each["name"] == how.me]
    others = [each for each in players if each["name"] != how.me]
    if not mine:
        others, mine = players[1:], players[:1]
    return tag(
        "div",
        tag("p", board_line(board, how.begun), class_="status"),
        tag("div", [draw_player(each, board, how) for each in others], class_="others"),
        draw_stack(board, how),
        tag("div", [draw_player(each, board, how) for each in mine], class_="mine"),
        class_="board",
    )


def board_line(board: Json, begun: bool = True) -> str:
    """Whose turn it is, which step, and who decides, in one line; before the first turn who decides alone."""
    if not begun:
        return in_short(board["status"])
    return f"{board['active']}'s turn, {step_words(board['step'])}: {in_short(board['status'])}"


def draw_player(player: Json, board: Json, how: Drawing) -> Markup:
    """One player: life, mana, counts of zones, the battlefield, and the cards of other zones that are known."""
    who = player["name"]
    called = how.names.get(who, "")
    classes = ["player", *(["decides"] if board["decides"] == who else []), *(["lost"] if player["lost"] else [])]
    title = tag("h2", tag("span", who, class_="seat"), f" {called}" if called else None)
    return tag(
        "section",
        tag("div", title, _life(player, how), _mana(player), _counts(player, how), class_="bar"),
        tag("ul", [draw_card(each, how, who) for each in player["battlefield"]], class_="cards")
        if player["battlefield"]
        else tag("p", "nothing on the battlefield", class_="nothing"),
        _zones(who, how),
        class_=" ".join(classes),
        aria_label=f"the side of {who}{f', {called}' if called else ''}",
        data_player=who,
    )


def _life(player: Json, how: Drawing) -> Markup:
    lost = tag("strong", " out of the game" if player["lost"] == "lost" else " drawn") if player["lost"] else None
    return tag(
        "span",
        tag("span", "life ", class_="word"),
        reachable(player["life"]),
        _change(how, f"{player['name']}.life"),
        lost,
        class_="life",
    )


def _change(how: Drawing, path: str) -> Markup | None:
    if path not in how.changed:
        return None
    before, _ = how.changed[path]
    return tag("span", f" was {amount(before)}", class_="was")


def _mana(player: Json) -> Markup | None:
    if not player["mana"]:
        return None
    pools = [
        tag(
            "span",
            reachable(each["amount"]),
            tag("span", each["kind"], class_=f"pip pip-{each['kind']}", title=_MANA.get(each["kind"], each["kind"])),
            f" only {each['only']}" if each["only"] else None,
        )
        for each in player["mana"]
    ]
    return tag("span", tag("span", "mana ", class_="word"), pools, class_="pool")


def _counts(player: Json, how: Drawing) -> Markup:
    found = [
        tag("span", f"{zone} ", reachable(player[zone]), class_="count")
        for zone in ZONES
        if zone in ("hand", "library", "graveyard") or not is_none(player[zone])
    ]
    if not is_none(player["poison"]):
        found.append(tag("span", "poison ", reachable(player["poison"]), class_="count"))
    found += [
        tag("span", f"commander damage by {source} ", reachable(much), class_="count")
        for source, much in player["commander_damage"].items()
    ]
    return tag("span", found, class_="counts")


def _zones(who: str, how: Drawing) -> list[Markup]:
    """Hands, graveyards and other zones of which cards are known by name."""
    found = []
    for zone in ("hand", "graveyard", "exile", "command"):
        there = [each for each in how.cards if each["player"] == who and each["zone"] == zone and each["name"]]
        if there:
            cards = [_held(each, how, who) for each in there]
            found.append(tag("div", tag("h3", zone), tag("ul", cards, class_="cards small"), class_=f"zone {zone}"))
    return found


def _held(card: Json, how: Drawing, who: str) -> Markup:
    return tag("li", _framed([card["name"]], card["count"], [], how, who, "", []))


def draw_card(card: Json, how: Drawing, who: str) -> Markup:
    """A card of the battlefield, or a group of cards that are alike: ``10^100 × Elf Warrior``."""
    marks = [
        *(["tapped"] if card["tapped"] else []),
        *(["token"] if card["token"] else []),
        *(["sick"] if card["summoning_sick"] else []),
    ]
    notes: list[str] = []
    if card["attached_to"]:
        notes.append(f"on {line_words(card['attached_to'])}")
    notes += [f"{amount(much)} {kind} counter{'' if is_one(much) else 's'}" for kind, much in card["counters"].items()]
    notes += [f"{name} {amount(much)}" for name, much in card["amounts"].items()]
    if card["not_understood"]:
        notes.append("has words that are not understood")
    size = f"{amount(card['power'])}/{amount(card['toughness'])}" if card["power"] is not None else ""
    return tag("li", _framed([card["name"], *card["labels"]], card["count"], marks, how, who, size, notes))


_SAID: Final = {"tapped": "tapped", "token": "token", "sick": "summoning sick"}


def _framed(
    names: Sequence[str], count: Any, marks: list[str], how: Drawing, who: str, size: str, notes: list[str]
) -> Markup:
    name = names[0]
    face = how.faces.get(name, {})
    many = None if is_one(count) else tag("span", shown(count), " × ", class_="many")
    picture = how.picture(name)
    parts = [
        tag(
            "span",
            many,
            tag("span", name, class_="name"),
            tag("span", face.get("cost", ""), class_="cost"),
            class_="title",
        ),
        tag("img", src=picture, alt="", loading="lazy", referrerpolicy="no-referrer") if picture else None,
        tag("span", face["types"], class_="types") if face.get("types") else None,
        [tag("span", line, class_="text") for line in face.get("text", ())],
        tag("span", "; ".join(notes), class_="notes") if notes else None,
        tag(
            "span",
            [tag("span", _SAID[mark], class_="mark") for mark in marks],
            tag("span", size, class_="size") if size else None,
            class_="foot",
        ),
    ]
    classes = " ".join(["card", *marks])
    attributes = how.touch(who, names)
    if attributes is None:
        return tag("div", parts, class_=classes)
    kind = "may" if attributes["data_do"] == "touch" else "asks"
    return tag("button", parts, class_=f"{classes} {kind}", type="button", **attributes)


def draw_stack(board: Json, how: Drawing) -> Markup:
    """The stack from its top."""
    entries = [_entry(number, each, how) for number, each in enumerate(board["stack"])]
    drawn = tag("ol", entries) if entries else tag("p", "the stack is empty", class_="nothing")
    return tag("section", tag("h2", "Stack"), drawn, class_="stack", aria_label="Stack, from its top")


def _entry(number: int, entry: Json, how: Drawing) -> Markup:
    aims = f"targeting {line_words(listed(entry['targets']))}" if entry["targets"] else ""
    is_spell = entry["source"] == entry["text"]
    says = "" if is_spell or entry["text"].startswith("an ability of ") else entry["text"]
    words = inside(
        (
            None if is_one(entry["count"]) else tag("span", shown(entry["count"]), " × ", class_="many"),
            tag("span", _heading(entry, is_spell), class_="name"),
            tag("span", in_short(says), class_="does") if says else None,
            tag("span", aims, class_="aims") if aims else None,
            tag("span", f"{'cast' if is_spell else 'controlled'} by {whose(entry['controller'], how)}", class_="types"),
        )
    )
    attributes = how.on_stack(number, entry)
    if attributes is None:
        return tag("li", tag("div", words, class_="entry"))
    return tag("li", tag("button", words, class_="entry may", type="button", **attributes))


def _heading(entry: Json, is_spell: bool) -> str:
    if is_spell:
        return str(entry["text"])
    return f"{entry['source']}’s ability" if entry["source"] else "an ability"


def whose(who: str, how: Drawing) -> str:
    """A player by name: ``you``, ``p2``, or ``p2, the program (cuts)``."""
    called = how.names.get(who, "")
    return f"{who} (you)" if called == "you" else f"{who}, {called}" if called else who
