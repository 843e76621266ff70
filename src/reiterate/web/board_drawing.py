"""A board as players lay it: in, the JSON of a board (``docs/answers.md``); out, HTML. Used by every page that shows one.

``draw_board(board, ...)`` is the whole board, ``draw_stack`` the stack alone. The halves of the board face each other: creatures lie
in front, lands far. What is attached lies under its host (301.5, 303.4).
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from reiterate.web.amounts_shown import amount, in_short, is_none, is_one, reachable, shown
from reiterate.web.card_drawing import Drawing, Json, draw_card, draw_held, frame
from reiterate.web.drawn_symbols import symbol, with_symbols
from reiterate.web.markup import Markup, button, inside, tag
from reiterate.web.told_words import line_words, listed, step_words

#: Zones beside the battlefield, in the order in which they are shown.
ZONES: Final = ("hand", "graveyard", "exile", "command", "library")


#: The phases of a turn in short, with their steps (500.1).
PHASES: Final = {
    "upkeep": ("untap", "upkeep"),
    "draw": ("draw",),
    "main 1": ("main1",),
    "combat": ("combat", "attackers", "blockers", "firststrike", "damage", "endcombat"),
    "main 2": ("main2",),
    "end": ("end", "cleanup"),
}


def draw_board(board: Json, drawing: Drawing | None = None) -> Markup:
    """A board: opponents first, then the stack, then the player who looks."""
    how = drawing or Drawing()
    players = list(board["players"])
    mine = [each for each in players if each["name"] == how.me]
    others = [each for each in players if each["name"] != how.me]
    if not mine:
        others, mine = players[1:], players[:1]
    many = sum(len(each["battlefield"]) for each in players)
    return tag(
        "div",
        tag("div.others", [draw_player(each, board, how, False) for each in others]),
        phase_bar(board, how.begun),
        draw_stack(board, how),
        tag("div.mine", [draw_player(each, board, how, True) for each in mine]),
        class_=f"board{' crowded' if many > CROWDED else ''}{' aiming' if how.aiming else ''}",
    )


def phase_bar(board: Json, begun: bool = True) -> Markup:
    """Whose turn it is, its phases with the present one, and who decides; before the first turn who decides alone."""
    status = in_short(board["status"])
    if not begun:
        return tag("p.status", status)
    step = next((name for name, steps in PHASES.items() if board["step"] in steps), "")
    phases = [tag("li", name, class_="now" if name == step else None) for name in PHASES]
    words = f"{board['active']}'s turn, {step_words(board['step'])}: {status}"
    return tag("div.phase-bar", tag("ol.phases", phases, aria_hidden="true"), tag("p.status", words))


def draw_player(player: Json, board: Json, how: Drawing, near: bool) -> Markup:
    """One player: life, mana, counts of zones, the battlefield, and the cards of other zones that are known. ``near``: on the side of whoever looks."""
    who = player["name"]
    called = how.names.get(who, "")
    classes = ["player", who, *(["decides"] if board["decides"] == who else []), *(["lost"] if player["lost"] else [])]
    hand, piles = _zones(player, how)
    words = (tag("span.seat", who), f" {called}" if called else None)
    touch = how.touch(who, {"id": who, "name": who}, "player")
    title = tag("h2", button(words, class_="aim may", **touch) if touch else words, data_object=who)
    return tag(
        "section",
        tag("div.bar", title, _life(player, how), _mana(player), piles),
        _battlefield(player, board, how, near),
        hand,
        class_=" ".join(classes),
        aria_label=f"the side of {who}{f', {called}' if called else ''}",
        data_player=who,
    )


#: Rows of permanents with more of which a board is drawn smaller, so that all of it is in sight.
CROWDED: Final = 14

#: Rows of permanents on a board that have room for the text on them; on a fuller board cards are small.
_ROOMY: Final = 5


def _battlefield(player: Json, board: Json, how: Drawing, near: bool) -> Markup:
    """The permanents of a player in rows: creatures, others, lands; the creatures lie towards the other side."""
    there = {card["id"]: card for each in board["players"] for card in each["battlefield"]}
    under: dict[str, list[tuple[str, Json]]] = {}
    for each in board["players"]:
        for card in each["battlefield"]:
            if card["host"] in there and not there[card["host"]]["host"]:
                under.setdefault(card["host"], []).append((each["name"], card))
    tucked = {card["id"] for cards in under.values() for _, card in cards}
    rows: dict[str, list[Json]] = {"creatures": [], "others": [], "lands": []}
    for card in player["battlefield"]:
        if card["id"] not in tucked:
            rows[_row(card, how)].append(card)
    if not any(rows.values()):
        return tag("p.nothing", "nothing on the battlefield")
    full = " full" if sum(len(each["battlefield"]) for each in board["players"]) > _ROOMY else ""

    def drawn(card: Json, who: str) -> Markup:
        return draw_card(card, how, who, [drawn(each, whose_it_is) for whose_it_is, each in under.get(card["id"], ())])

    def alike(card: Json) -> tuple[str, bool, str]:
        alone = card["id"] if card["id"] in under or _row(card, how) == "creatures" else ""
        return card["name"], card["tapped"], alone

    def row(name: str) -> Markup | None:
        kind = sorted(rows[name], key=lambda each: (each["name"], each["tapped"])) if name == "lands" else rows[name]
        groups = [[drawn(card, player["name"]) for card in group] for _, group in groupby(kind, alike)]
        cards = [group[0] if len(group) == 1 else tag("li", tag("ul.fan", group)) for group in groups]
        return tag("ul", cards, class_=f"cards {name}{full}", aria_label=name) if cards else None

    front = row("creatures")
    back = tag("div.back", row("lands"), row("others")) if rows["lands"] or rows["others"] else None
    return tag("div.battlefield", (front, back) if near else (back, front))


def _row(card: Json, how: Drawing) -> str:
    types = how.faces.get(card["name"], {}).get("types", "")
    if card["power"] is not None or "Creature" in types:
        return "creatures"
    return "lands" if "Land" in types else "others"


def _life(player: Json, how: Drawing) -> Markup:
    lost = tag("strong", " out of the game" if player["lost"] == "lost" else " drawn") if player["lost"] else None
    return tag(
        "span.life", tag("span.word", "life "), reachable(player["life"]), _change(how, f"{player['name']}.life"), lost
    )


def _change(how: Drawing, path: str) -> Markup | None:
    if path not in how.changed:
        return None
    before, _ = how.changed[path]
    return tag("span.was", f" was {amount(before)}")


def _mana(player: Json) -> Markup | None:
    if not player["mana"]:
        return None
    pools = [
        tag("span", reachable(each["amount"]), symbol(each["kind"]), f" only {each['only']}" if each["only"] else None)
        for each in player["mana"]
    ]
    return tag("span.pool", tag("span.word", "mana "), pools)


def _zones(player: Json, how: Drawing) -> tuple[Markup | None, list[Markup]]:
    """A hand, laid open for whoever knows it; of all zones their piles with how many cards are there. Where cards are known by name a pile opens."""
    who, hand, piles = player["name"], None, []
    for zone in ZONES:
        there = [each for each in how.cards if each["player"] == who and each["zone"] == zone and each["name"]]
        cards = tag("ul.cards.small", [draw_held(each, how, who) for each in there])
        known = bool(there) and zone != "hand"
        if there and not known:
            hand = tag("div", tag("h3", zone), cards, class_=f"zone {zone}")
        if is_none(player[zone]) and zone in ("exile", "command") and not there:
            continue
        top = (
            frame(how.faces.get(there[-1]["name"], {}))
            if known
            else "sleeve"
            if zone in ("hand", "library")
            else "empty"
        )
        lit = known and any((how.touch(who, each, zone) or {}).get("data_do") == "touch" for each in there)
        words = (
            f"{zone} ",
            reachable(player[zone]),
            tag("span.unseen", f" {there[-1]['name']} on top") if known else None,
        )
        counted = tag("summary" if known else "span", words, class_=f"count {top}{' may' if lit else ''}")
        opens = lit and how.aiming
        piles.append(
            tag("details", counted, cards, class_=f"zone {zone}", id=f"{zone}-{who}", open=opens, data_opens=opens)
            if known
            else counted
        )
    much = {
        "poison": player["poison"],
        **{f"commander damage by {by}": each for by, each in player["commander_damage"].items()},
    }
    return hand, piles + [
        tag("span", f"{name} ", reachable(each)) for name, each in much.items() if name != "poison" or not is_none(each)
    ]


def draw_stack(board: Json, how: Drawing) -> Markup:
    """The stack as cards, from its top; ``data-aims`` of each says what the board calls its targets."""
    entries = [_entry(number, each, how) for number, each in enumerate(board["stack"])]
    drawn = tag("ol", entries) if entries else tag("p.nothing", "the stack is empty")
    classes = "stack" if entries else "stack bare"
    return tag("section", tag("h2", "Stack"), drawn, class_=classes, aria_label="Stack, from its top")


def _entry(number: int, entry: Json, how: Drawing) -> Markup:
    aims = f"targeting {line_words(listed(entry['targets']))}" if entry["targets"] else ""
    is_spell = entry["source"] == entry["text"]
    face = how.faces.get(entry["source"], {})
    says = "" if entry.get("no_words") else entry["text"]
    told = face.get("text", ()) if is_spell else (in_short(says),) if says else ()
    many = None if is_one(entry["count"]) else tag("span.many", shown(entry["count"]), " × ")
    cost = tag("span.cost", with_symbols(face.get("cost", ""))) if is_spell else None
    words = inside(
        (
            tag("span.title", tag("span.called", many, tag("span.name", _heading(entry, is_spell))), cost),
            tag("span.aims", aims) if aims else None,
            tag("span.words.does", [tag("span.text", with_symbols(each)) for each in told]),
            tag("span.types", f"{'cast' if is_spell else 'controlled'} by {whose(entry['controller'], how)}"),
        )
    )
    attributes = how.touch(entry["controller"], entry, "stack") or how.on_stack(number, entry)
    classes = f"card face entry {frame(face)}{'' if is_spell else ' ability'}"
    there = {"data_object": entry.get("id") or None, "data_aims": " ".join(filter(None, entry.get("aims", ()))) or None}
    if attributes is None:
        return tag("li", tag("div", words, class_=classes), **there)
    return tag("li", button(words, class_=f"{classes} {'aim may' if how.aiming else 'may'}", **attributes), **there)


def _heading(entry: Json, is_spell: bool) -> str:
    if is_spell:
        return str(entry["text"])
    return f"{entry['source']}’s ability" if entry["source"] else "an ability"


def whose(who: str, how: Drawing) -> str:
    """A player by name: ``you``, ``p2``, or ``p2, the program (cuts)``."""
    called = how.names.get(who, "")
    return f"{who} (you)" if called == "you" else f"{who}, {called}" if called else who
