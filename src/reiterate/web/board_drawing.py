"""A board as players lay it, and cards as players know them: the components for every page that shows one.

``draw_card`` draws a permanent or a group of alike ones, ``draw_held`` a card of another zone. Both give an item of a list.
What stands on a card comes from ``Drawing.faces`` (``table/card_faces.py``); ``static/cards.css`` gives it its looks.

In: the JSON of a board (``docs/answers.md``). ``draw_board(board, ...)`` is the whole board, ``draw_stack`` the stack alone. The halves of the board face each other: creatures lie
in front, lands far. What is attached lies under its host (301.5, 303.4).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from reiterate.script.naming_words import ability_called
from reiterate.show.board_rows import PHASES, in_combat, laid_out
from reiterate.show.game_words import line_words, listed, step_words, whose
from reiterate.show.quantity_words import Json, in_short, is_none, is_one, short_amount
from reiterate.terms.word_changes import BASIC_LANDS
from reiterate.web.markup import Inside, Markup, amount_shown, button, inside, symbol, tag, with_symbols

# --- card drawing --------------------------------------------------------------------------------

#: What is said of a permanent besides its amounts: what its mark is called, what the board calls that, and the words.
_SAID: Final = {
    "tapped": ("tapped", "tapped"),
    "token": ("token", "token"),
    "sick": ("summoning_sick", "summoning sick"),
    "given": ("given", "given abilities"),
}

#: Counters that stand in a box of their own, as they stand on the card (306.5b, 310.4).
BOXED: Final = ("loyalty", "defense")

#: Letters of a word for which the type of a name becomes smaller on a small card, and from which on it does no more (``static/cards.css``).
LONG: Final = 7
LONGEST: Final = 14


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a board is drawn.

    ``me``: the seat that looks, which is drawn nearest; "" for none. ``turn``: the how-manieth it is, 0 for unknown. ``cards``: the cards of other zones that the seat
    knows (``View.cards``). ``faces``: by name what stands on a card (``table/card_faces.py``). ``changed``: numbers that
    have changed, by their path such as ``p1.life``, as ``(before, after)``. ``touch``: by whose a card is, the card and its zone, the attributes of its
    button; a card without any is only read. ``on_card``: what stands beside a card that was touched. ``on_stack``: the attributes of the n-th entry of the stack from its top.
    ``picture``: the address of a card's picture by its name and by what the card file says, "" for none. ``names``: what players are called beside ``p1``.
    """

    me: str = ""
    cards: Sequence[Json] = ()
    faces: Mapping[str, Json] = field(default_factory=dict)
    changed: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    touch: Callable[[str, Json, str], dict[str, str] | None] = lambda who, card, zone: None
    on_card: Callable[[Json], Markup | None] = lambda card: None
    chosen: str = ""  # what the view calls the object that was touched first
    turn: Json | str = "0"
    on_stack: Callable[[int, Json], dict[str, str] | None] = lambda number, entry: None
    picture: Callable[[str, str], str] = lambda name, known: ""
    names: Mapping[str, str] = field(default_factory=dict)
    aims: Collection[str] = ()  # the objects that are asked for, such as targets
    fights: Mapping[str, Sequence[Json]] = field(default_factory=dict)  # what a declaration says of creatures
    begun: bool = True  # whether the first turn has begun
    beside: Mapping[str, Markup] = field(default_factory=dict)  # what stands at the end of a player's bar
    still: bool = False  # whether cards are no buttons, as inside of another one


def draw_card(card: Json, how: Drawing, who: str, under: Sequence[Markup] = ()) -> Markup:
    """A permanent, or a group of permanents that are alike: ``10^100 × Elf Warrior``.

    ``under``: what is attached to it, drawn.
    """
    marks = [mark for mark, (name, _) in _SAID.items() if card.get(name)]
    notes = [f"on {line_words(card['attached_to'])}"] if card["attached_to"] else []
    notes += [f"{name} {short_amount(much)}" for name, much in card["amounts"].items()]
    notes += ["has words that are not understood"] if card["not_understood"] else []
    chips = []
    sizes = [] if card["power"] is None else [f"{short_amount(card['power'])}/{short_amount(card['toughness'])}"]
    for kind, much in card["counters"].items():
        more = tag("span.more", f" counter{'' if is_one(much) else 's'}")
        chips += [] if kind in BOXED else [inside((with_symbols(f"{short_amount(much)} {kind}"), more))]
    sizes += [short_amount(card["counters"][kind]) for kind in BOXED if kind in card["counters"]]
    drawn = _framed(card, marks, how, (who, "battlefield"), sizes, notes, chips)
    attached = tag("ul.attached", under) if under else None
    classes = f"{'turned' if card['tapped'] else ''}{' hosts' if under else ''}".strip() or None
    aims = " ".join(filter(None, (each["at"] for each in how.fights.get(card["id"], ())))) or None
    return tag("li", drawn, attached, how.on_card(card), class_=classes, data_object=card["id"] or None, data_aims=aims)


def draw_held(card: Json, how: Drawing, who: str) -> Markup:
    """A card of a hand, a graveyard or another zone, whose name is known."""
    size = how.faces.get(card["name"], {}).get("size", "")
    return tag("li", _framed(card, [], how, (who, card["zone"]), [size] if size else [], [], []), how.on_card(card))


def draw_printed(face: Json, still: bool = False) -> Markup:
    """A card as it is printed, by its face: for whoever chooses one. ``still``: it is no button."""
    how = Drawing(faces={face["name"]: face}, still=still)
    sizes = [face["size"]] if face.get("size") else []
    return _framed({"name": face["name"], "count": "1", "id": ""}, [], how, ("", ""), sizes, [], [])


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


def words_of(text: Sequence[str], given: Mapping[str, str] | None = None) -> Markup:
    """What is written on a card, line by line; ``given``: the lines that something gave, each with the name of that."""
    by = {line: f" (from {name})" if name else " (from an effect)" for line, name in (given or {}).items()}
    lines = [tag("span.text", with_symbols(line), tag("small", by[line]) if line in by else None) for line in text]
    return tag("span.words", lines)


def _under(card: Json, how: Drawing) -> Markup | None:
    """What lies face down, for whoever may look at it (708.5): its name, types and text. They are seen in the large view."""
    if not card.get("face_down"):
        return None
    face = how.faces.get(card["face_down"], {})
    name = title_bar(f"it is {card['face_down']}", "1", face.get("cost", ""))
    return tag("span.under", name, types_of(face.get("types", "")), words_of(face.get("text", ())))


def title_bar(name: str, count: Any, cost: str | None) -> Markup:
    """The band at the top of a card: how many there are, its name and its cost; None for what has no cost at all."""
    many = None if is_one(count) else (tag("span.many", amount_shown(count)), " × ")
    paid = None if cost is None else tag("span.cost", with_symbols(cost))
    letters = max(map(len, name.replace("-", "- ").split()), default=0)  # a word may be broken behind a hyphen
    called = tag("span.name", name, data_letters=str(min(letters, LONGEST)) if letters >= LONG else None)
    return tag("span.title", tag("span.called", many, called), paid)


def _framed(
    card: Json,
    marks: list[str],
    how: Drawing,
    where: tuple[str, str],
    sizes: list[str],
    notes: list[str],
    chips: list[Markup],
) -> Markup:
    name = card["name"]
    face = how.faces.get(name, {})
    picture = how.picture(name, face.get("picture", ""))
    fights = how.fights.get(card["id"], ())
    said = [tag("span", _SAID[mark][1], class_=f"mark mark-{mark}") for mark in marks]
    parts = [
        title_bar(name, card["count"], face.get("cost", "")),
        tag("img", src=picture, alt="", loading="lazy", referrerpolicy="no-referrer") if picture else None,
        types_of(face.get("types", "")),
        words_of(card.get("text", face.get("text", ())), card.get("given")),
        _under(card, how),
        [tag("span.fights", line_words(each["words"])) for each in fights],
        tag("span.notes", with_symbols("; ".join(notes))) if notes else None,
        [tag("span.chip-of-counters", each) for each in chips],
        tag("span.foot", said, [_size(each) for each in sizes]),
    ]
    looks = [*([] if is_one(card["count"]) else ["pile"]), *(["back"] if "face_down" in card else []), *marks]
    return _to_touch(parts, card, ["card", "face", frame(face), *looks], how, how.touch(where[0], card, where[1]))


def _size(size: str) -> Markup:
    """Power and toughness, or how much loyalty or defense there is."""
    apart = None if "/" in size else tag("span.unseen", " loyalty or defense")
    return tag(f"span.size{'.loyal' if apart else ''}", with_symbols(size), apart)


def _to_touch(parts: Inside, card: Json, classes: list[str], how: Drawing, acts: dict[str, str] | None) -> Markup:
    """A card as a button: it does something, says why not, or is there to be read with a keyboard, too. ``acts``: what the button says."""
    if how.still:
        return tag("span", parts, class_=" ".join(classes))
    lit = acts is not None and acts["data_do"] in ("touch", "stack")
    kind = "reads" if acts is None else ("aim may" if card.get("id") in how.aims else "may") if lit else "asks"
    declared = any(each["now"] for each in how.fights.get(card.get("id", ""), ()))
    chosen = ["chosen"] if declared or (how.chosen and card.get("id") == how.chosen) else []
    return button(parts, class_=" ".join([*classes, kind, *chosen]), **(acts or {}))


# --- board drawing -------------------------------------------------------------------------------

#: Zones beside the battlefield, in the order in which they are shown.
ZONES: Final = ("hand", "graveyard", "exile", "command", "library")


def draw_board(board: Json, drawing: Drawing | None = None) -> Markup:
    """A board: opponents first, then the stack, then the player who looks."""
    how = drawing or Drawing()
    how = replace(how, fights={**in_combat(board), **how.fights})
    players = list(board["players"])
    mine = [each for each in players if each["name"] == how.me] or players[:1]
    others = [each for each in players if each not in mine]
    return tag(
        "div",
        tag("div.others", [draw_player(each, board, how, False) for each in others]),
        phase_bar(board, how.begun, how.turn),
        draw_stack(board, how),
        tag("div.mine", [draw_player(each, board, how, True) for each in mine]),
        class_="board aiming" if how.aims else "board",
    )


def phase_bar(board: Json, begun: bool = True, turn: Json | str = "0") -> Markup:
    """The how-manieth turn it is and whose, its phases with the present one, and who decides; before the first turn who decides alone."""
    status = in_short(board["status"])
    if not begun:
        return tag("p.status", status)
    step = next((name for name, steps in PHASES.items() if board["step"] in steps), "")
    phases = [tag("li", name, class_="now" if name == step else None) for name in PHASES]
    whose_turn = f"turn {short_amount(turn)} of {board['active']}" if turn != "0" else f"{board['active']}'s turn"
    words = (tag("b", whose_turn), f", {step_words(board['step'])}: {status}")
    return tag("div.phase-bar", tag("ol.phases", phases, aria_hidden="true"), tag("p.status", words))


def draw_player(player: Json, board: Json, how: Drawing, near: bool) -> Markup:
    """One player: life, mana, counts of zones, the battlefield, and the cards of other zones that are known. ``near``: on the side of whoever looks."""
    who = player["name"]
    called = how.names.get(who, "")
    there = {"decides": board["decides"] == who, "lost": player["lost"], "own": who == how.me}
    classes = ["player", who, *(name for name, so in there.items() if so)]
    hand, piles = _zones(player, how)
    words = (tag("span.seat", who), f" {called}" if called else None)
    touch = how.touch(who, {"id": who, "name": who}, "player")
    title = tag("h2", button(words, class_="aim may", **touch) if touch else words, data_object=who)
    return tag(
        "section",
        tag("div.bar", title, _life(player, how), _mana(player), piles, how.beside.get(who)),
        _battlefield(player, board, how, near),
        hand,
        class_=" ".join(classes),
        aria_label=f"the side of {who}{f', {called}' if called else ''}",
        data_player=who,
    )


def _battlefield(player: Json, board: Json, how: Drawing, near: bool) -> Markup:
    """The permanents of a player in rows: creatures, others, lands; the creatures lie towards the other side."""
    rows, under = laid_out(player, board, how.faces)
    if not any(rows.values()):
        return tag("p.nothing", "nothing on the battlefield")

    def drawn(card: Json, who: str) -> Markup:
        return draw_card(card, how, who, [drawn(each, whose_it_is) for whose_it_is, each in under.get(card["id"], ())])

    def row(name: str) -> Markup | None:
        groups = [[drawn(card, player["name"]) for card in group] for group in rows[name]]
        cards = [group[0] if len(group) == 1 else tag("li", tag("ul.fan", group)) for group in groups]
        return tag("ul", cards, class_=f"cards {name}", aria_label=name) if cards else None

    front = row("creatures")
    back = tag("div.back", row("lands"), row("others")) if rows["lands"] or rows["others"] else None
    return tag("div.battlefield", (front, back) if near else (back, front))


def _life(player: Json, how: Drawing) -> Markup:
    lost = tag("strong", " out of the game" if player["lost"] == "lost" else " drawn") if player["lost"] else None
    before = how.changed.get(f"{player['name']}.life")
    was = tag("span.was", with_symbols(f" was {short_amount(before[0])}")) if before is not None else None
    return tag("span.life", tag("span.word", "life "), amount_shown(player["life"], reached=True), was, lost)


def _mana(player: Json) -> Markup | None:
    pools = [
        tag(
            "span",
            amount_shown(each["amount"], reached=True),
            symbol(each["kind"]),
            each.get("until") and f" until {each['until']}",
            each["only"] and f" only {each['only']}",
        )
        for each in player["mana"]
    ]
    return tag("span.pool", tag("span.word", "mana "), pools) if pools else None


def _zones(player: Json, how: Drawing) -> tuple[Markup | None, list[Markup]]:
    """A hand, laid open for whoever knows it; of all zones their piles with how many cards are there. Where cards are known by name a pile opens."""
    who, hand, piles = player["name"], None, []
    for zone in ZONES:
        there = [each for each in how.cards if each["player"] == who and each["zone"] == zone and each["name"]]
        cards = tag("ul.cards.small", [draw_held(each, how, who) for each in there])
        known = bool(there) and zone != "hand"
        if there and not known:
            hand = tag("div", tag("h3.unseen", zone), cards, class_=f"zone {zone}")
        if is_none(player[zone]) and zone in ("exile", "command") and not there:
            continue
        back = "sleeve" if zone in ("hand", "library") and not is_none(player[zone]) else "empty"
        many = str(player[zone]) if zone == "hand" and not there else "0"
        backs = [tag("i.sleeve")] * (int(many) - 1 if len(many) == 1 else MOST_BACKS)
        top = frame(how.faces.get(there[-1]["name"], {})) if known else back
        lit = known and any((how.touch(who, each, zone) or {}).get("data_do") == "touch" for each in there)
        on_top = tag("span.unseen", f" {there[-1]['name']} on top") if known else None
        words = (*backs, f"{zone} ", amount_shown(player[zone], reached=True), on_top)
        counted = tag("summary" if known else "span", words, class_=f"count {top}{' may' if lit else ''}")
        opens = lit and bool(how.aims)
        piles.append(
            tag("details", counted, cards, class_=f"zone {zone}", id=f"{zone}-{who}", open=opens, data_opens=opens)
            if known
            else counted
        )
    much = {} if is_none(player["poison"]) else {"poison": player["poison"]}
    much |= {f"commander damage by {by}": each for by, each in player["commander_damage"].items()}
    return hand, piles + [tag("span", f"{name} ", amount_shown(each, reached=True)) for name, each in much.items()]


#: Backs of a hand that are drawn beside the first one.
MOST_BACKS: Final = 7


def draw_stack(board: Json, how: Drawing) -> Markup:
    """The stack as cards, from its top; ``data-aims`` of each says what the board calls its targets."""
    entries = [_entry(number, each, how) for number, each in enumerate(board["stack"])]
    drawn = tag("ol", entries) if entries else tag("p.nothing", "the stack is empty")
    name = "section.stack" if entries else "section.stack.bare"
    return tag(name, tag("h2", "Stack"), drawn, aria_label="Stack, from its top")


def _entry(number: int, entry: Json, how: Drawing) -> Markup:
    aims = f"targeting {line_words(listed(entry['targets']))}" if entry["targets"] else ""
    is_spell = entry["source"] == entry["text"]
    face = how.faces.get(entry["source"], {})
    says = "" if entry.get("no_words") else entry["text"]
    told = face.get("text", ()) if is_spell else (in_short(says),) if says else ()
    looks = ["back"] if "face_down" in entry else [] if is_spell else ["ability"]
    words = (
        title_bar(_heading(entry, is_spell), entry["count"], face.get("cost", "") if is_spell else None),
        tag("b", "X = ", amount_shown(entry["x"])) if "x" in entry else None,
        tag("span.aims", aims) if aims else None,
        words_of(told),
        _under(entry, how),
        tag("span.types", f"{'cast' if is_spell else 'controlled'} by {whose(entry['controller'], how.names)}"),
    )
    attributes = how.touch(entry["controller"], entry, "stack") or how.on_stack(number, entry)
    aimed = " ".join(filter(None, entry.get("aims", ()))) or None
    there = {"data_object": entry.get("id") or None, "data_aims": aimed, "data_from": entry.get("from_id")}
    return tag("li", _to_touch(words, entry, ["card", "face", "entry", frame(face), *looks], how, attributes), **there)


def _heading(entry: Json, is_spell: bool) -> str:
    if is_spell:
        return str(entry["text"])
    return ability_called(
        entry.get("sources") or [entry["source"] or entry["controller"]], entry.get("triggered", False)
    )
