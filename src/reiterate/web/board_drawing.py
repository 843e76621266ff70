"""A board as players lay it: in, the JSON of a board (``docs/answers.md``); out, HTML. Used by every page that shows one.

``draw_board(board, ...)`` is the whole board, ``draw_stack`` the stack alone. The halves of the board face each other: creatures lie
in front, lands far. What is attached lies under its host (301.5, 303.4).
"""

from __future__ import annotations

from typing import Final

from reiterate.web.amounts_shown import amount, in_short, is_none, is_one, reachable, shown
from reiterate.web.card_drawing import Drawing, Json, draw_card, draw_held
from reiterate.web.markup import Markup, inside, tag
from reiterate.web.symbols import symbol, with_symbols
from reiterate.web.told_words import line_words, listed, step_words

#: Zones beside the battlefield, in the order in which they are shown.
ZONES: Final = ("hand", "graveyard", "exile", "command", "library")


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
        _battlefield(player, board, how),
        _zones(who, how),
        class_=" ".join(classes),
        aria_label=f"the side of {who}{f', {called}' if called else ''}",
        data_player=who,
    )


#: Rows of permanents on a board that have room for the text on them; on a fuller board cards are small.
_ROOMY: Final = 5


def _battlefield(player: Json, board: Json, how: Drawing) -> Markup:
    """The permanents of a player in rows: creatures, others, lands; the creatures lie towards the other side."""
    hosts = _hosts(board)
    under: dict[int, list[tuple[str, Json]]] = {}
    for each in board["players"]:
        for card in each["battlefield"]:
            host = hosts.get(card["attached_to"])
            if host is not None and host is not card:
                under.setdefault(id(host), []).append((each["name"], card))
    tucked = {id(card) for cards in under.values() for _, card in cards}
    rows: dict[str, list[Json]] = {"creatures": [], "others": [], "lands": []}
    for card in player["battlefield"]:
        if id(card) not in tucked:
            rows[_row(card, how)].append(card)
    if not any(rows.values()):
        return tag("p", "nothing on the battlefield", class_="nothing")
    full = " full" if sum(len(each["battlefield"]) for each in board["players"]) > _ROOMY else ""

    def drawn(card: Json, who: str) -> Markup:
        attached = [drawn(each, whose_it_is) for whose_it_is, each in under.get(id(card), ())]
        return draw_card(card, how, who, attached)

    def row(name: str) -> Markup | None:
        cards = [drawn(card, player["name"]) for card in rows[name]]
        return tag("ul", cards, class_=f"cards {name}{full}", aria_label=name) if cards else None

    front = row("creatures")
    back = tag("div", row("lands"), row("others"), class_="back") if rows["lands"] or rows["others"] else None
    near = player["name"] == how.me or not how.me
    return tag("div", (front, back) if near else (back, front), class_="battlefield")


def _row(card: Json, how: Drawing) -> str:
    types = how.faces.get(card["name"], {}).get("types", "")
    if card["power"] is not None or "Creature" in types:
        return "creatures"
    return "lands" if "Land" in types else "others"


def _hosts(board: Json) -> dict[str, Json]:
    """Permanents by their names and labels, where only one permanent is called so."""
    found: dict[str, list[Json]] = {}
    for player in board["players"]:
        for card in player["battlefield"]:
            for name in {card["name"], *card["labels"]}:
                found.setdefault(name, []).append(card)
    return {name: cards[0] for name, cards in found.items() if len(cards) == 1 and name and not cards[0]["attached_to"]}


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
            symbol(each["kind"]),
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
            cards = [draw_held(each, how, who) for each in there]
            found.append(tag("div", tag("h3", zone), tag("ul", cards, class_="cards small"), class_=f"zone {zone}"))
    return found


def draw_stack(board: Json, how: Drawing) -> Markup:
    """The stack from its top."""
    entries = [_entry(number, each, how) for number, each in enumerate(board["stack"])]
    drawn = tag("ol", entries) if entries else tag("p", "the stack is empty", class_="nothing")
    return tag("section", tag("h2", "Stack"), drawn, class_="stack", aria_label="Stack, from its top")


def _entry(number: int, entry: Json, how: Drawing) -> Markup:
    aims = f"targeting {line_words(listed(entry['targets']))}" if entry["targets"] else ""
    is_spell = entry["source"] == entry["text"]
    says = "" if is_spell or entry.get("no_words") else entry["text"]
    words = inside(
        (
            None if is_one(entry["count"]) else tag("span", shown(entry["count"]), " × ", class_="many"),
            tag("span", _heading(entry, is_spell), class_="name"),
            tag("span", with_symbols(in_short(says)), class_="does") if says else None,
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
