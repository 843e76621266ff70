"""An empty board that is built by hand.

Cards are dragged into its zones, or put there by a button. The page tells of each card how much of it is understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from reiterate.boards.draft import STEPS, ZONES, Draft, Piece, never_there, place_words
from reiterate.show.quantity_words import Json
from reiterate.web.answer_part import download, file, ways_to_play
from reiterate.web.board_drawing import frame, title_bar, types_of, words_of
from reiterate.web.markup import Inside, Markup, Value, button, field, inside, line_field, select, tag

#: Kinds of counters that a field suggests.
KINDS = ("+1/+1", "-1/-1", "charge", "loyalty", "oil")


def card_target(draft: Draft) -> Markup:
    """Where the card of the search box is put, and the button that puts it there."""
    seats = range(len(draft.players))
    places = select(
        "#where", [(f"{seat} {zone}", place_words(seat, zone)) for seat in seats for zone in ZONES], name="where"
    )
    return inside((field("Put it on", "where", places), tag("button#put.go", "Put it there", type="submit")))


#: What is said of a token: the name of its field, the words before the field, what stands in it, and its most characters.
TOKEN_FIELDS: Final = (
    ("name", "its name", "", 60),
    ("power", "power", "1", 120),
    ("toughness", "toughness", "1", 120),
    ("colors", "colors, such as GW", "", 20),
    ("types", "types", "creature", 80),
    ("keywords", "keywords, such as flying, haste", "", 200),
)


def token_form(draft: Draft) -> Markup:
    """What is said of a token, and the button that puts it on a battlefield."""
    fields = [
        field(words, f"token-{name}", line_field(f"#token-{name}.short", name=name, value=value, maxlength=most))
        for name, words, value, most in TOKEN_FIELDS
    ]
    seat = field("of", "token-seat", select("#token-seat", _seats(draft), name="seat"))
    button = tag("button#put-token.go", "Put the token there", type="submit")
    return tag("details#token", tag("summary", "A token"), tag("form.fields", fields, seat, button, data_do="token"))


def _seats(draft: Draft) -> list[tuple[int, str]]:
    return [(seat, f"p{seat + 1}") for seat in range(len(draft.players))]


#: How a card comes to another zone, for a mouse, for a finger and for keys.
MOVING = (
    "Drag a card to another zone. Or tap the card (or press its button “Move”), then tap the zone where it goes, "
    "or press “Put it here” there."
)


def board(draft: Draft, bare: Piece | None = None, faces: Mapping[str, Json] | None = None) -> Markup:
    """The board so far. ``bare``: an Aura that is on nothing yet; each permanent has a button then that it goes on. ``faces``: what stands on cards, by name."""
    said = tag("p.small-text.moving", MOVING) if draft.pieces else None
    return inside((said, [_player(draft, seat, bare, faces or {}) for seat in range(len(draft.players))]))


def host_asked(draft: Draft, bare: Piece) -> Markup:
    """What an Aura that is on nothing yet asks for (303.4)."""
    others = any(each.zone == "battlefield" and each is not bare for each in draft.pieces.values())
    how = "Press “Enchant this” on the card that it enchants" if others else "Put what it enchants on a battlefield"
    words = f"{bare.name} is an Aura, and on nothing yet. {how}, or take the Aura away."
    return tag("p.unknown", tag("strong", "Not yet: "), words, role="status")


def other_zones(draft: Draft, name: str, seat: int) -> Markup:
    """The zones of a player where a card may lie that was refused on the battlefield: each is one touch away."""
    there = [zone for zone in ZONES if never_there(name, draft.types.get(name, ""), zone) is None]
    rows = [(f"{seat} {zone}", f"Put it in {place_words(seat, zone)}") for zone in there if len(there) < len(ZONES)]
    return tag(
        "div.row", [button(words, data_do="drop", data_name=name, data_to=to, class_="small") for to, words in rows]
    )


def _player(draft: Draft, seat: int, bare: Piece | None, faces: Mapping[str, Json]) -> Markup:
    who = f"p{seat + 1}"
    said = draft.players[seat]
    fields = (
        ("life", "life", said.life),
        ("mana", "mana", " ".join(f"{much} {kind}" for kind, much in said.mana.items())),
        ("poison", "poison", said.poison),
        ("library", "unknown cards in the library", said.library),
    )
    typed = [
        field(
            words,
            f"{who}-{name}",
            line_field(f"#{who}-{name}.short", name=name, value=value, maxlength=200, data_fresh=True),
        )
        for name, words, value in fields
    ]
    told = tag("button", "Set", type="submit", aria_label=f"Set what is said of {who}")
    form = tag("form.fields", typed, told, data_do="say-player", data_seat=seat)
    shown = ", ".join(f"{words} {value}" for _, words, value in fields if value not in ("", "0"))
    zones = {zone: _zone(draft, seat, zone, bare, faces) for zone in ZONES}
    front = [zones.pop(zone) for zone in ("battlefield", "hand")]
    full = any(piece.seat == seat and piece.zone in zones for piece in draft.pieces.values())
    piles = (tag("summary", ", ".join(zones)), tag("div.zones", [*zones.values()]))
    return tag(
        "section.player",
        tag("h3.seat", who),
        tag(f"details#of-{who}", tag("summary", shown), form),
        front,
        tag(f"details#piles-{who}.piles", piles, open=full, data_opens=full),
        aria_label=who,
    )


def _zone(draft: Draft, seat: int, zone: str, bare: Piece | None, faces: Mapping[str, Json]) -> Markup:
    pieces = [piece for piece in draft.pieces.values() if (piece.seat, piece.zone) == (seat, zone)]
    cards: Inside = [_piece(draft, piece, bare, faces.get(piece.name, {})) for piece in pieces]
    inner = tag("ul.pieces", cards) if pieces else tag("p.nothing", "drop or put a card here")
    here = place_words(seat, zone)
    put = _small("Put it here", f"Put it here: {here}", f"put-{seat}-{zone}", kind="small put-here", data_put_here=True)
    title = zone if zone != "library" else "library, from its top"
    head = tag("div.row.zone-head", tag("h4", title), put)
    return tag(f"div#drop-{seat}-{zone}.drop", head, inner, data_drop=f"{seat} {zone}", role="group", aria_label=here)


def _small(words: str, label: str, name: Value = None, kind: Value = "small", **attributes: Value) -> Markup:
    """A small button that says to a screen reader what it does to which card; ``name``: its id."""
    return button(words, class_=kind, id=name, aria_label=label, **attributes)


def _piece(draft: Draft, piece: Piece, bare: Piece | None, face: Json) -> Markup:
    permanent, number = piece.zone == "battlefield", piece.number
    enchant = None
    if bare is not None and permanent and piece is not bare:
        put: dict[str, Value] = {"data_do": "attach", "data_piece": bare.number, "data_value": number}
        told = f"Enchant this: put {bare.name} on {piece.name}"
        enchant = _small("Enchant this", told, f"enchant-{number}", "go small", **put)
    notes = draft.notes(piece)
    parts = (
        title_bar(piece.name, piece.count, face.get("cost", "")),
        types_of(face.get("types", "")),
        words_of(face.get("text", ())),
        tag("span.notes", "; ".join(notes)) if notes else None,
        tag("span.mark", "tapped") if piece.tapped else None,
        tag("span.mark", piece.sick_words) if piece.sick else None,
        tag("span.foot", tag("span.size", face["size"])) if face.get("size") else None,
    )
    marks = f"{' token' if piece.token is not None else ''}{' tapped' if piece.tapped else ''}"
    card = tag("div", parts, class_=f"card face {frame(face)}{marks}", draggable="true", data_piece=number)
    move = _small("Move", f"Move {piece.name}", f"carry-{number}", data_carry=number, aria_pressed="false")
    away = _small("Take away", f"Take away {piece.name}", data_do="remove", data_piece=number)
    tools = tag("div.row", move, _tools(draft, piece) if permanent else None, away)
    change = tag(f"details#more-{number}.more-of-card", tag("summary", "Change"), tools)
    return tag("li", card, tag("div.row.tools-of-card", enchant, change))


def _tools(draft: Draft, piece: Piece) -> Markup:
    """What may be said of a permanent: whether it is tapped or summoning-sick, its host, its counters, how many there are."""
    number, name = piece.number, piece.name
    of: dict[str, Value] = {"data_piece": number}
    tap = "Untap" if piece.tapped else "Tap"
    sick, is_sick = ("Not sick", "was there before this turn") if piece.sick else ("Sick", "is summoning-sick")
    meant = "summoning-sick: came under control this turn"
    turn = _small(tap, f"{tap.lower()} {name}", f"turn-{number}", data_do="turn", **of)
    ill = _small(sick, f"{sick}: {name} {is_sick}", f"sick-{number}", data_do="sick", title=meant, **of)
    others = [each for each in draft.pieces.values() if each.zone == "battlefield" and each.number != number]
    hosts = [(0, "nothing"), *((each.number, f"{each.name} of p{each.seat + 1}") for each in others)]
    host = select(f"#host-{number}", hosts, piece.host, data_change="attach", data_fresh=True, **of)
    kind = line_field(
        f"#kind-{number}.short", name="kind", value="+1/+1", list="kinds", maxlength=40, aria_label="kind of counters"
    )
    counters = "counters: how many, and which", f"many-{number}", "1", f"set counters on {name}", kind
    alike = "how many of them", f"count-{number}", piece.count, f"set how many {name}"
    on = field("attached to", f"host-{number}", host)
    return inside((turn, ill, on, _amount("counters", piece, *counters), _amount("many", piece, *alike)))


def _amount(do: str, piece: Piece, words: str, name: str, value: str, label: str, more: Inside = None) -> Markup:
    """The form of a number that is said of a permanent; ``name``: the id of its field, ``more``: another field behind that."""
    typed = line_field(f"#{name}.short", name="many", value=value, maxlength=120)
    told = tag("button.small", "Set", type="submit", aria_label=label)
    return tag("form", tag("label", words, for_=name), typed, more, told, data_do=do, data_piece=piece.number)


def _chosen(name: str, words: str, do: str, rows: Iterable[tuple[str | int, str]], chosen: str | int) -> Markup:
    """A field whose choice is heard at once."""
    return field(words, name, select(f"#{name}", rows, chosen, data_change=do, data_fresh=True))


def turn_and_players(draft: Draft, may_play: bool) -> Markup:
    """Whose turn it is, how many players there are, and what can be done with the board. While an Aura asks for its host nothing is."""
    steps = [(value, words) for words, value in STEPS.items()]
    players = [(many, str(many)) for many in range(2, 7)]
    fields = (
        _chosen("players-of-board", "players", "seats", players, len(draft.players)),
        _chosen("active", "whose turn", "active", _seats(draft), draft.active),
        _chosen("step", "step", "step", steps, draft.step),
    )
    begin = ways_to_play("play-board", may_play)
    find = button("Look for a loop on it", data_do="find", id="find")
    clear = button("Clear the board", data_do="clear")
    when = next(words for value, words in steps if value == draft.step)
    told = f"p{draft.active + 1}'s {when}, {len(draft.players)} players"
    parts = (
        tag("div.row", (begin, find) if draft.bare_aura() is None else None, clear) if draft.pieces else None,
        tag("details#setting", tag("summary", told), tag("div.fields", fields)),
        tag("datalist#kinds", [tag("option", value=kind) for kind in KINDS]),
        file("draft-file", draft.text(), download("draft-file", "board.yaml")),
    )
    return inside(parts)
