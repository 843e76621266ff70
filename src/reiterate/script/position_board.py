"""The board of a position file: players, zones, permanents, commanders, linked cards, and tokens in words (111.4).

Tokens that a position file describes in words (111.4): types, subtypes, colors and keywords, each of a closed list.

The board of a position file: players, zones, permanents with what is on them, commanders, linked cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from reiterate.cards import CardBook
from reiterate.oracle import CompiledCard
from reiterate.oracle.words import CARD_TYPES, SUPERTYPES, creature_types, subtypes
from reiterate.refusals import INPUT, Refusal, Unsupported, Where
from reiterate.rules.access.faces import named_face
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events.attaching import enchant_spec
from reiterate.rules.events.commander import STARTING_LIFE, is_commander
from reiterate.rules.events.counters import refuse_kinds_with_rules
from reiterate.rules.positions.layout import UNKNOWN_CARD, Layout
from reiterate.script.describe import find, in_play, shield
from reiterate.script.places import seat_named
from reiterate.script.yaml_text import (
    Listed,
    Refused,
    Table,
    Text,
    Value,
    bad,
    count_of,
    counted,
    flag_of,
    items_of,
    known_keys,
    quantity_of,
    seat_of,
    table_of,
    text_of,
)
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, State
from reiterate.state.properties import CARD, COMMANDER, COMMANDER_DAMAGE, ENERGY_COUNTERS, LIFE, MANA, POISON_COUNTERS
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_mana import unit_of
from reiterate.terms.effects_zones import ExileUntil
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import EntersChoosing
from reiterate.terms.vocabulary import KEYWORDS, is_kind

# --- position tokens -----------------------------------------------------------------------------

#: Types that a permanent can have (110.4).
_TYPES: Final = tuple(word for word in CARD_TYPES if word not in ("instant", "sorcery"))
_COLORS: Final = tuple(COLOR_WORDS.values())


def token_of(table: Table) -> Proto:
    """A token described in the file; a list or a line of words says its types, subtypes and colors.

    Raises ``Refused`` for a word that is none of them.
    """
    name_value = table.get("token")
    assert name_value is not None
    name = text_of(name_value)
    line = [word.lower() for word in _words(table, "types")]
    _each(table, "types", line, (*_TYPES, *SUPERTYPES), "type of a permanent")
    types = tuple(word for word in line if word in _TYPES) or ("creature",)
    kinds = [subtypes().get(word[:1].upper() + word[1:], word) for word in _words(table, "subtypes")]
    _each(table, "subtypes", kinds, subtypes(), "subtype", "a subtype such as Elf")
    colors = [COLOR_WORDS.get(word.lower(), word.upper()) for word in _words(table, "colors")]
    _each(table, "colors", colors, _COLORS, "color")
    value = table.get("keywords")
    keywords = [text_of(item).lower() for item in items_of(value)] if value is not None else []
    _each(table, "keywords", keywords, KEYWORDS, "keyword that is understood")
    power, toughness = _number(table, "power"), _number(table, "toughness")
    if "creature" in types and (power is None or toughness is None):
        raise bad("token", f"the token {name} has no power and toughness", table.where, "power: N and toughness: N")
    return Proto(
        name,
        types,
        tuple(kinds) or tuple(name.split(" ")),
        tuple(word for word in line if word in SUPERTYPES),
        tuple(color for color in _COLORS if color in colors),
        None,
        power,
        toughness,
        None,
        tuple(Keyword(word) for word in keywords),
        True,
    )


def _words(table: Table, key: str) -> list[str]:
    """The words behind a key, in a list or in one line."""
    value = table.get(key)
    return [word for item in items_of(value) for word in text_of(item).split()] if value is not None else []


def _number(table: Table, key: str) -> int | None:
    value = table.get(key)
    return quantity_of(value) if value is not None else None


def _each(table: Table, key: str, said: list[str], known: Collection[str], what: str, expected: str = "") -> None:
    """Raise ``Refused`` for the first word that is not on a list."""
    for word in said:
        if word not in known:
            value = table.get(key)
            assert value is not None
            raise bad(
                "token" if key != "keywords" else "keyword",
                f"'{word[:40]}' is no {what}",
                value.where,
                expected or ", ".join(known),
                "205",
            )


# --- position board ------------------------------------------------------------------------------

_PLAYER: Final = (
    "life", "mana", "poison", "energy", "library", "hand", "graveyard", "exile", "battlefield", "commander", "commander damage",
)  # fmt: skip
_ENTRY: Final = (
    "card", "token", "count", "label", "tapped", "sick", "counters", "damage", "attached to", "controller",
    "chosen", "exiled", "types", "subtypes", "colors", "power", "toughness", "keywords",
)  # fmt: skip


#: The keys of an entry that only ``position/2`` has, and those of a player.
LATER_OF_ENTRY: Final = (
    "used this turn", "used", "triggered this turn", "entered this turn", "attacked this turn", "attacking", "blocking", "blocked",
)  # fmt: skip
#: A face of a card that is a permanent, and the card where that is its back face (712.8f).
_Face: TypeAlias = "tuple[Proto, Proto | None]"
LATER_OF_PLAYER: Final = ("controlled by", "controlled next turn by")


class BoardReader:
    """Lays out the players and zones of a position file, with the cards of a book.

    ``later``: the file may have the keys of ``position/2``; ``used`` are its entries that have some.

    ``places`` says where in the file each object and player stands; ``unread`` are cards with
    clauses not understood.
    """

    def __init__(self, book: CardBook, layout: Layout, later: bool = False) -> None:
        self.book = book
        self.later = later
        self.used: list[tuple[Where, Table]] = []
        self.layout = layout
        self.unread: dict[str, CompiledCard] = {}
        self.attach: list[tuple[int, str, Where]] = []
        self.places: dict[int, Where] = {}

    def variant(self, top: Table, players: int) -> None:
        """The rules of a variant (903.7) and the range of influence (801.2)."""
        rules, reach = top.get("rules"), top.get("range")
        if rules is not None:
            if text_of(rules).lower() not in ("commander", "standard"):
                raise bad("rules", f"'{text_of(rules)}' names no rules", rules.where, "commander or standard", "903.1")
            if text_of(rules).lower() == "commander":
                for seat in range(players):
                    self.layout.set_player(seat, LIFE, STARTING_LIFE)
        if reach is not None:
            self.layout.set_range(count_of(reach))

    def commanders(self, players: Table) -> None:
        """Find each player's commanders among their cards, or put them into the command zone (903.6)."""
        for seat, (_, value) in enumerate(players.items):
            said = table_of(value).get("commander")
            for index, item in enumerate(items_of(said) if said is not None else ()):
                table = item if isinstance(item, Table) else Table((), item.where)
                known_keys(table, ("card", "casts"))
                name = table.get("card") if isinstance(item, Table) else item
                if name is None:
                    raise bad("commander", "the commander has no name", item.where, "card: NAME", "903.3")
                casts = table.get("casts")
                handle = self._commander(seat, self.card(text_of(name), name.where).proto, name.where)
                self.layout.commander(handle, index, quantity_of(casts) if casts is not None else 0)
        names = {text_prop(row.cls, COMMANDER) for row in self.layout.rows.values() if is_commander(row.cls)}
        for seat, (_, value) in enumerate(players.items):
            said = table_of(value).get("commander damage")
            for key, amount in table_of(said).items if said is not None else ():
                if key.text not in names:
                    raise bad(
                        "commander", f"'{key.text}' has no commander", key.where, ", ".join(sorted(names)), "903.3"
                    )
                self.layout.set_player(seat, COMMANDER_DAMAGE + key.text, quantity_of(amount))

    def _commander(self, seat: int, proto: Proto, where: Where) -> int:
        """The only card of that name that a player owns; a new one in the command zone if there is none."""
        rows = self.layout.rows
        own = [h for h, r in rows.items() if r.cls.kind == CARD and r.cls.owner == seat and r.cls.proto is not None]
        found = [h for h in own if proto_of(rows[h].cls).name == proto.name]
        if not found:
            return self.layout.put(proto, seat, COMMAND)
        if len(found) > 1 or rows[found[0]].n != 1 or is_commander(rows[found[0]].cls):
            message = f"several cards of this player are called {proto.name}"
            raise bad("commander", message, where, "a single card of that name", "903.3")
        return found[0]

    def player(self, seat: int, table: Table, players: int) -> None:
        known_keys(
            table, (*_PLAYER, *LATER_OF_PLAYER) if self.later else _PLAYER, () if self.later else LATER_OF_PLAYER
        )
        for key, value in table.items:
            if key.text in LATER_OF_PLAYER:
                self.layout.controlled(seat, seat_of(value, players), key.text == LATER_OF_PLAYER[1])
            elif key.text == "life":
                self.layout.set_player(seat, LIFE, quantity_of(value))
            elif key.text == "poison":
                self.layout.set_player(seat, POISON_COUNTERS, quantity_of(value))
            elif key.text == "energy":
                self.layout.set_player(seat, ENERGY_COUNTERS, quantity_of(value))
            elif key.text == "mana":
                for kind, amount in table_of(value).items:
                    if unit_of(kind.text) is None:
                        message = f"'{kind.text}' is no kind of mana"
                        raise bad("mana", message, kind.where, "W, U, B, R, G or C", "106.1b")
                    self.layout.set_player(seat, f"{MANA}{kind.text}", quantity_of(amount))
            elif key.text in ("commander", "commander damage"):
                continue  # after all zones of all players
            elif key.text == "battlefield":
                for item in items_of(value):
                    self._permanent(seat, item, players)
            else:
                self._zone(seat, key.text, value)

    def _zone(self, seat: int, zone: str, value: Value) -> None:
        if zone == "library" and self.later and isinstance(value, Table):
            self._places(seat, value)
            return
        cards = self._cards(value)
        if zone == "library":
            self.layout.library(seat, cards)
            return
        for proto, n in cards:
            self.layout.put(proto, seat, {"hand": HAND, "graveyard": GRAVEYARD, "exile": EXILE}[zone], n)

    def _places(self, seat: int, table: Table) -> None:
        """A library of which some places are known: from the top, from the bottom, the rest unknown; or a shuffled one."""
        known_keys(table, ("top", "unknown", "bottom", "shuffled"))
        parts = {key.text: self._cards(value) for key, value in table.items}
        shuffled = parts.pop("shuffled", [])
        if shuffled and parts:
            raise bad("library", "of a shuffled library no place is known", table.where, "shuffled: alone", "701.24")
        if shuffled:
            self.layout.shuffled(seat, shuffled)
            return
        self.layout.library(seat, [card for key in ("top", "unknown", "bottom") for card in parts.get(key, [])])

    def _cards(self, value: Value) -> list[tuple[Proto, int]]:
        """The cards of a list, each with how many there are; a count alone is of unknown cards."""
        cards: list[tuple[Proto, int]] = []
        for item in items_of(value):
            written = text_of(item)
            if re.fullmatch(r"[0-9^*]+", written) or not isinstance(value, Listed):
                number = quantity_of(item)
                if number:
                    cards.append((UNKNOWN_CARD, number))
                continue
            count, name = counted(item)
            card = (
                UNKNOWN_CARD
                if name in ("unknown", "unknown cards", "unknown card")
                else self.card(name, item.where).proto
            )
            cards.append((card, count))
        return cards

    def card(self, name: str, where: Where) -> CompiledCard:
        found = self.book.find(name)
        if isinstance(found, Refusal):
            raise Refused(replace(found, where=where))
        if not found.complete:
            self.unread[found.name] = found
        return found

    def _permanent(self, seat: int, item: Value, players: int) -> None:
        if isinstance(item, Text):
            count, name = counted(item)
            self._put(seat, self._face(name, item.where), count, Table((), item.where), item.where, players)
            return
        table = table_of(item)
        known_keys(table, (*_ENTRY, *LATER_OF_ENTRY) if self.later else _ENTRY, () if self.later else LATER_OF_ENTRY)
        if any(table.get(key) is not None for key in LATER_OF_ENTRY):
            self.used.append((table.where, table))
        card, token = table.get("card"), table.get("token")
        if (card is None) == (token is None):
            raise bad("entry", "an entry names a card or a token", table.where, "card: NAME or token: NAME")
        face = self._face(text_of(card), card.where) if card is not None else (token_of(table), None)
        count_value = table.get("count")
        self._put(seat, face, count_of(count_value) if count_value is not None else 1, table, table.where, players)

    def _face(self, name: str, where: Where) -> _Face:
        """The face of a permanent that its name says (712.8f)."""
        proto = self.card(name, where).proto
        face = named_face(proto, name)[1]
        return (face, proto) if face is not proto else (proto, None)

    def _put(self, seat: int, face: _Face, count: int, table: Table, where: Where, players: int) -> None:
        proto, card = face
        if any(t in proto.types for t in ("instant", "sorcery")):
            raise bad("wrong-zone", f"{proto.name} can't be on the battlefield", where, "a permanent card", "304.4")
        label, controller, damage = table.get("label"), table.get("controller"), table.get("damage")
        counters: dict[str, int] = {}
        counters_value = table.get("counters")
        if counters_value is not None:
            for kind, amount in table_of(counters_value).items:
                number = quantity_of(amount)
                counters[kind_of_counter(kind, number)] = number
        handle = self.layout.put(
            proto,
            seat,
            BATTLEFIELD,
            count,
            controller=seat_of(controller, players) if controller is not None else None,
            tapped=flag_of(table, "tapped"),
            sick=flag_of(table, "sick"),
            counters=dict(counters),
            damage=quantity_of(damage) if damage is not None else 0,
            label=label_of(label, self.layout.labels) if label is not None else "",
            card=card,
        )
        self.places[handle] = where
        self._linked(handle, seat, proto, table, players)
        host = table.get("attached to")
        if host is not None:
            if count != 1:
                raise bad("count", "only a single object can be attached", where, "count: 1")
            self.attach.append((handle, text_of(host), host.where))
        elif "Aura" in proto.subtypes:
            raise bad(
                "aura-alone", f"the Aura {proto.name} is attached to nothing", where, "attached to: an object", "303.4"
            )

    def _linked(self, handle: int, seat: int, proto: Proto, table: Table, players: int) -> None:
        """What was chosen as a permanent entered, and the cards that it exiled (607)."""
        chosen, exiled = table.get("chosen"), table.get("exiled")
        kinds = [
            a.effect.what for a in proto.abilities if isinstance(a, Static) and isinstance(a.effect, EntersChoosing)
        ]
        if chosen is None and kinds:
            raise bad(
                "chosen",
                f"{proto.name} chooses a {kinds[0]} as it enters",
                table.where,
                f"chosen: a {kinds[0]}",
                "614.1c",
            )
        if chosen is not None:
            if not kinds:
                raise bad("chosen", f"{proto.name} chooses nothing as it enters", chosen.where, "no 'chosen'", "614.1c")
            word = text_of(chosen).strip()
            if kinds[0] == "color":
                if word.lower() not in COLOR_WORDS:
                    raise bad("chosen", f"'{word}' is no color", chosen.where, ", ".join(COLOR_WORDS), "105.1")
                word = COLOR_WORDS[word.lower()]
            elif kinds[0] in ("player", "opponent") and seat_named(word) not in range(players):
                raise bad("chosen", f"'{word}' is no player", chosen.where, "p1, p2, ...", "614.1c")
            elif kinds[0] == "type" and word not in creature_types():
                raise bad("chosen", f"'{word}' is no creature type", chosen.where, "a type such as Elf", "205.3m")
            self.layout.choose(handle, "player" if kinds[0] == "opponent" else kinds[0], word)
        for item in items_of(exiled) if exiled is not None else ():
            self._exiled(handle, seat, proto, item)

    def _exiled(self, handle: int, seat: int, proto: Proto, item: Value) -> None:
        """A card that a permanent exiled: for good (607.2a), or until it leaves (610.3)."""
        table = item if isinstance(item, Table) else Table((), item.where)
        known_keys(table, ("card", "owner"))
        name, said = table.get("card") if isinstance(item, Table) else item, table.get("owner")
        if name is None:
            raise bad("entry", "the exiled card has no name", item.where, "card: NAME", "607.2a")
        card = self.card(text_of(name), name.where).proto
        until = [(a, node) for a in proto.abilities for node in _untils(a)]
        rivals = [other for other in self.layout.seats() if other != seat]
        of_others = any(
            spec.filter is not None and spec.filter.controller == "opponent"
            for a, _ in until
            for spec in getattr(a, "targets", ())
        )
        owner = seat_of(said, len(rivals) + 1) if said is not None else rivals[0] if of_others else seat
        if of_others and said is None and len(rivals) > 1:
            message = f"{proto.name} exiles what an opponent controls: whose card this is is not said"
            raise bad("exiled-owner", message, item.where, f"{{card: {card.name}, owner: p2}}", "610.3c")
        made = self.layout.put(card, owner, EXILE)
        if not until or any(node.link for _, node in until):
            self.layout.link(handle, made)
        if until and self.layout.rows[handle].n != 1:
            raise bad("count", "each of a group that exiles something until it leaves", item.where, "count: 1", "610.3")
        if until:
            self.layout.exiled_until(handle, made)

    def attached(self) -> State:
        for handle, words, where in self.attach:
            state = self.layout.done()
            among = [h for h in in_play(state) if h != handle]
            host = find(state, shield(state, words), among, "permanent")
            if isinstance(host, Refusal):
                raise Refused(Refusal(INPUT, host.code, host.message, host.expected, host.rule, where))
            spec = enchant_spec(proto_of(state.rows[handle].cls).abilities)
            wanted = spec.filter.types if spec is not None and spec.filter is not None else ()
            if any(t not in proto_of(state.rows[host].cls).types for t in wanted if t != "permanent"):
                message = f"{proto_of(state.rows[handle].cls).name} can't enchant the object that it is attached to"
                raise bad("illegal-host", message, where, " ".join(wanted), "303.4")
            one = self.layout.single_out(host)
            self.places.setdefault(one, self.places[host])
            self.layout.attach(handle, one)
        return self.layout.done()


def _untils(ability: Term) -> list[ExileUntil]:
    """The parts of an ability that exile something until its source leaves."""
    terms: list[Term] = []
    walk(ability, terms.append)
    return [node for node in terms if isinstance(node, ExileUntil)]


def label_of(value: Value, taken: Mapping[str, int]) -> str:
    """A label that no other object has and that a line of a script can name."""
    label = text_of(value)
    if len(label.splitlines()) > 1:
        raise bad(
            "label", "a label of several lines can't stand in a line of a script", value.where, "a label on one line"
        )
    if label in taken:
        raise bad("double-label", f"the label '{label}' stands twice", value.where, "a label of its own")
    if seat_named(label) is not None:
        raise bad("label", f"'{label}' names a player", value.where, "another label")
    return label


def kind_of_counter(key: Text, number: int) -> str:
    """The kind of some counters as the rules know it: small letters, and a kind whose rules are implemented (122.1).

    Raises ``Refused``: exit 2 where the words can't name a kind, exit 4 where that kind's rules are missing.
    """
    kind = " ".join(key.text.lower().split())
    if not is_kind(kind):
        message = f"'{key.text}' is no kind of counter"
        raise bad("counters", message, key.where, "letters and digits, such as charge or +1/+1", "122.1")
    if number:
        try:
            refuse_kinds_with_rules(kind)
        except Unsupported as unknown:
            raise Refused(unknown.refusal.at(key.where)) from unknown
    return kind
