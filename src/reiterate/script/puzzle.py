"""Puzzle files of Forge (``.pzl``) read as position files (``docs/imports.md``).

What a puzzle says is laid out, refused by name with its place, or listed because it plays no part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.refusals import UNSUPPORTED, Refusal, Where
from reiterate.rules.characteristics.evaluate import view
from reiterate.script.describe import name_of
from reiterate.script.puzzle_lines import (
    METADATA,
    MOST_CARDS,
    Line,
    PuzzleCard,
    counters_of,
    not_carried,
    number_of,
    pieces,
    read_card,
    read_lines,
)
from reiterate.script.yaml_text import FORMAT, Listed, Refused, Table, Text, Value, bad
from reiterate.state.model import BATTLEFIELD, State
from reiterate.terms.trigger_events import Attacks
from reiterate.terms.vocabulary import MANA_KINDS

#: Forge's names of steps, by the names that a position file has; attackers and blockers stand apart.
_STEPS: Final = {
    "upkeep": "upkeep", "draw": "draw", "main1": "main1", "main, precombat": "main1", "main2": "main2",
    "main, postcombat": "main2", "combat_begin": "combat", "begincombat": "combat", "begin combat": "combat",
    "combat_end": "endcombat", "endcombat": "endcombat", "end combat": "endcombat",
    "end_of_turn": "end", "end of turn": "end",
}  # fmt: skip
_ATTACK: Final = ("combat_declare_attackers", "declare attackers")
_BLOCK: Final = ("combat_declare_blockers", "declare blockers")

_ZONES: Final = {
    "battlefield": "battlefield", "play": "battlefield", "hand": "hand", "graveyard": "graveyard", "library": "library",
    "exile": "exile", "command": "command", "sideboard": "sideboard",
}  # fmt: skip

#: Keys of a player that a position file has no words for, unless they say nothing.
_NOT_CARRIED: Final = {
    "precast": ("spells that were cast before", "608"),
    "putonstack": ("spells on the stack", "405"),
    "persistentmana": ("mana that stays", "500.5"),
    "numringtemptedyou": ("the Ring", "701.54"),
    "speed": ("a player's speed", "702.179"),
}
#: Keys of a player that play no part.
_NO_PART: Final = ("name", "landsplayedlastturn")

_PLAYER: Final = re.compile(r"(human|ai|p\d)(.*)")

#: Names that a position file reads as cards that nobody knows.
_UNKNOWN: Final = ("unknown", "unknown card", "unknown cards")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle as the document of a position file, with the places of the puzzle, and what plays no part in it."""

    document: Table
    left_out: tuple[str, ...]
    attack: Where | None = None  # where it says that creatures attack


def read_puzzle(text: str, file: str) -> Puzzle | Refusal:
    """Read the text of a puzzle; the cards themselves are looked up where the document is laid out."""
    try:
        return _Reader(file).read(read_lines(text, file))
    except Refused as error:
        return error.refusal


def left_waiting(state: State, where: Where) -> Refusal | None:
    """Why a position of a puzzle is not the one that Forge would begin with: an attack would set something off (508.1m)."""
    for handle, row in state.rows.items():
        if row.cls.zone != BATTLEFIELD:
            continue
        for group in view(state, handle).triggers.values():
            if any(isinstance(ability.trigger, Attacks) for ability in group):
                message = f"Forge would see what {name_of(state, handle)} does as creatures attack"
                expected = "activephase=COMBAT_BEGIN, and the attack declared from there"
                return Refusal(UNSUPPORTED, "not-carried-over", message, expected, "508.1m", where)
    return None


@dataclass(slots=True)
class _Seat:
    """What a puzzle says of a player."""

    where: Where
    keys: list[tuple[str, Value]] = field(default_factory=list)
    lists: dict[str, list[PuzzleCard]] = field(default_factory=dict)
    lands: Text | None = None


class _Reader:
    """Reads the lines of one puzzle."""

    def __init__(self, file: str) -> None:
        self.top = Where(file, 1, 1)
        self.seats: dict[int, _Seat] = {}
        self.left_out: list[str] = []
        self.printings: set[str] = set()
        self.active: Text | None = None
        self.phase: Text | None = None
        self.title: Text | None = None
        self.well: Text | None = None  # removesummoningsickness=true
        self.fights = False  # whether a creature attacks
        self.count = 0

    def read(self, lines: list[Line]) -> Puzzle:
        """The document of all lines. Raises ``Refused``."""
        for line in lines:
            self._line(line)
        if self.active is None or self.phase is None:
            missing = "activeplayer" if self.active is None else "activephase"
            raise bad("puzzle", f"the puzzle has no line '{missing}'", self.top, "activeplayer= and activephase=")
        for seat in range(max((*self.seats, 1)) + 1):
            self.seats.setdefault(seat, _Seat(self.top))
        names = _Names([card for each in self.seats.values() for zone in each.lists.values() for card in zone])
        active = self._seat_of(self.active)
        step = self._step(self.phase, names)
        players = [
            (Text(f"p{seat + 1}", self.seats[seat].where), self._player(seat, names, active))
            for seat in sorted(self.seats)
        ]
        lands = [
            (Text(f"p{seat + 1}", each.lands.where), Table(((Text("lands played", each.lands.where), each.lands),), each.lands.where))
            for seat, each in sorted(self.seats.items())
            if each.lands is not None and each.lands.text != "0"
        ]  # fmt: skip
        if self.printings:
            self.left_out.append(f"{', '.join(sorted(self.printings))} of cards")
        top: list[tuple[str, Value]] = [
            ("format", Text(FORMAT, self.top)),
            *([("title", self.title)] if self.title is not None and self.title.text else []),
            ("players", Table(tuple(players), self.top)),
            ("active", Text(f"p{active + 1}", self.active.where)),
            ("step", Text(step, self.phase.where)),
            *([("this turn", Table(tuple(lands), self.top))] if lands else []),
            *(self._passed(active) if self.phase.text.lower() in _BLOCK else []),
        ]
        return Puzzle(_table(top, self.top), tuple(self.left_out), self.phase.where if self.fights else None)

    # --- lines -----------------------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        key, value = line.key.text, line.value
        if line.section == METADATA:
            if key == "name":
                self.title = value
            else:
                self._list(line)
        elif key == "activeplayer":
            self.active = value
        elif key == "activephase":
            self.phase = value
        elif key == "turn":
            number_of(value)
            self.left_out.append(
                f"turn={value.text} (line {line.key.where.line}): turns are not counted, and draw steps draw"
            )
        elif key == "removesummoningsickness":
            self.well = value if value.text.lower() == "true" else None
        elif key == "activephaseadvance" or key.startswith("ability"):
            words = ("a step to play on to", "") if key.startswith("active") else ("an ability written for Forge", "")
            raise not_carried(line.key.text[:60], *words, line.key.where)
        else:
            self._of_player(line)

    def _list(self, line: Line) -> None:
        """Keep what plays no part in the list of that."""
        text = " ".join(line.value.text.split())
        shown = f"{text[:77]}..." if len(text) > 80 else text
        self.left_out.append(f"{line.key.text}: {shown} (line {line.key.where.line})")

    def _of_player(self, line: Line) -> None:
        found = _PLAYER.fullmatch(line.key.text)
        if found is None:
            raise bad("unknown-key", f"the key '{line.key.text[:40]}' is not known here", line.key.where, "p0life=20")
        seat = self.seats.setdefault(_seat(found[1]), _Seat(line.key.where))
        key, value = found[2], line.value
        if key in _ZONES:
            zone = _ZONES[key]
            if zone in seat.lists:
                raise bad("double-key", f"the key '{line.key.text}' stands twice", line.key.where, "each key once")
            seat.lists[zone] = self._cards(line, zone, _seat(found[1]))
        elif key == "life":
            self._once(seat, "life", Text(str(number_of(value)), value.where), line)
        elif key == "landsplayed":
            seat.lands = Text(str(number_of(value)), value.where)
        elif key == "counters":
            self._counters(seat, line)
        elif key == "manapool":
            self._mana(seat, line)
        elif key in _NO_PART:
            if value.text not in ("", "0"):
                self._list(line)
        elif key in _NOT_CARRIED:
            if value.text not in ("", "0"):
                raise not_carried(f"{line.key.text}={value.text}"[:60], *_NOT_CARRIED[key], value.where)
        else:
            raise bad("unknown-key", f"the key '{line.key.text[:40]}' is not known here", line.key.where, "p0life=20")

    def _once(self, seat: _Seat, key: str, value: Value, line: Line) -> None:
        """Say something of a player; the same player may be called by two names."""
        if any(key == other for other, _ in seat.keys):
            raise bad("double-key", f"'{line.key.text}' is said of this player twice", line.key.where, "each key once")
        seat.keys.append((key, value))

    def _cards(self, line: Line, zone: str, seat: int) -> list[PuzzleCard]:
        found = [_card(each, zone, seat, line.key.text) for each in pieces(line.value, ";") if each.text]
        self.count += len(found)
        if self.count > MOST_CARDS:
            raise bad("file-too-large", f"the puzzle has more than {MOST_CARDS:,} cards", line.key.where, "fewer cards")
        for card in found:
            self.printings |= card.left_out
            self.fights = self.fights or card.attacks is not None
            if card.name.text.lower() in _UNKNOWN:
                raise bad("card-unknown", f"no card is called {card.name.text!r}", card.where, "a card's English name")
        return found

    def _counters(self, seat: _Seat, line: Line) -> None:
        for kind, number in counters_of(line.value) if line.value.text else ():
            if kind.text == "poison":
                self._once(seat, "poison", number, line)
            elif number.text != "0":
                raise not_carried(line.value.text[:60], f"{kind.text} counters of a player", "122.1", kind.where)

    def _mana(self, seat: _Seat, line: Line) -> None:
        amounts: dict[str, int] = {}
        for symbol in line.value.text.upper().split():
            if symbol not in MANA_KINDS:
                message = f"'{symbol[:40]}' is no kind of mana"
                raise bad("mana", message, line.value.where, "W, U, B, R, G and C with blanks between", "106.1b")
            amounts[symbol] = amounts.get(symbol, 0) + 1
        if amounts:
            where = line.value.where
            listed = tuple((Text(kind, where), Text(str(n), where)) for kind, n in amounts.items())
            self._once(seat, "mana", Table(listed, where), line)

    # --- what lines say of one another ---------------------------------------------------------------------------------

    def _seat_of(self, said: Text) -> int:
        """The seat of ``human``, ``AI`` or ``p0``. Raises ``Refused`` where nobody sits there."""
        found = re.fullmatch(r"human|ai|p\d", said.text.lower())
        seat = _seat(found[0]) if found is not None else -1
        if seat not in self.seats:
            names = ", ".join(f"p{each}" for each in sorted(self.seats))
            raise bad("player", f"'{said.text[:40]}' is no player of this puzzle", said.where, f"human, ai, {names}")
        return seat

    def _step(self, phase: Text, names: _Names) -> str:
        said = phase.text.lower()
        if said in (*_ATTACK, *_BLOCK):
            if not self.fights:
                message = "in this step creatures attack, and none of the puzzle does"
                raise bad("step", message, phase.where, "activephase=COMBAT_BEGIN, or Attacking behind a card", "508.8")
            if said in _BLOCK:
                self.left_out.append(
                    f"activephase={phase.text} (line {phase.where.line}): the position stands before it, in the declare attackers step; "
                    "one pass leads to the blocks"
                )
            return "attackers"
        if said not in _STEPS:
            raise bad("step", f"'{phase.text[:40]}' is no step to begin in", phase.where, "MAIN1, UPKEEP, ...", "500")
        if self.fights:
            attacker = next(card.attacks for card in names.cards if card.attacks is not None)
            message = "in this step no creature attacks"
            raise bad("attacker", message, attacker.where, "activephase=COMBAT_DECLARE_ATTACKERS", "508.1")
        return _STEPS[said]

    def _passed(self, active: int) -> list[tuple[str, Value]]:
        """All players have passed but the last, whose pass leads to the declaration of blockers (509.1)."""
        order = [(active + i) % len(self.seats) for i in range(len(self.seats))]
        passed = Listed(tuple(Text(f"p{seat + 1}", self.top) for seat in order[:-1]), self.top)
        return [("priority", Text(f"p{order[-1] + 1}", self.top)), ("passed", passed)]

    # --- players ---------------------------------------------------------------------------------------------------

    def _player(self, seat: int, names: _Names, active: int) -> Table:
        said = self.seats[seat]
        keys = list(said.keys)
        for zone in ("hand", "graveyard", "exile", "library"):
            cards = [card for card in said.lists.get(zone, ()) if id(card) not in names.exiled]
            if (
                cards or zone == "library"
            ):  # a library that is not told is empty in Forge, and unknown in a position file
                listed = Listed(tuple(_alike(cards)), said.where)
                keys.append((zone, listed if cards else Text("0", said.where)))
        self._aside(said)
        commanders = [card for zone in said.lists.values() for card in zone if card.commander]
        if commanders:
            keys.append(("commander", Listed(tuple(card.name for card in commanders), commanders[0].where)))
        entries = [
            self._entry(card, names, active)
            for each in self.seats.values()
            for card in each.lists.get("battlefield", ())
            if self._owner(card) == seat
        ]
        if entries:
            keys.append(("battlefield", Listed(tuple(_together(entries)), said.where)))
        return _table(keys, said.where)

    def _aside(self, said: _Seat) -> None:
        """What lies in the command zone or in a sideboard."""
        for card in said.lists.get("command", ()):
            if not card.commander:
                raise not_carried(card.name.text[:60], "an object in the command zone", "408.2", card.where)
        for card in said.lists.get("sideboard", ()):
            self.left_out.append(f"{card.name.text} of a sideboard (line {card.where.line})")

    def _owner(self, card: PuzzleCard) -> int:
        return card.seat if card.owner is None else self._seat_of(card.owner)

    def _entry(self, card: PuzzleCard, names: _Names, active: int) -> Table:
        keys: list[tuple[str, Value]] = [("token" if card.token else "card", card.name)]
        keys += [(key, value) for key, value in card.keys if key != "sick" or self.well is None]
        if names.label(card):
            keys.append(("label", Text(names.label(card), card.where)))
        if self._owner(card) != card.seat:
            keys.append(("controller", Text(f"p{card.seat + 1}", card.where)))
        if card.host is not None:
            keys.append(("attached to", Text(names.label(names.of(card.host)), card.host.where)))
        if card.attacks is not None:
            keys.append(("attacking", self._attacked(card.attacks, names, active)))
        exiled = [each for each in names.cards if names.exiler(each) is card]
        if exiled:
            listed = tuple(_table([("card", each.name), ("owner", _player_text(each))], each.where) for each in exiled)
            keys.append(("exiled", Listed(listed, card.where)))
        return _table(keys, card.where)

    def _attacked(self, said: Text, names: _Names, active: int) -> Text:
        if said.text:
            return Text(names.label(names.of(said)), said.where)
        others = [seat for seat in self.seats if seat != active]
        if len(others) > 1:
            raise bad("defender", "whom this creature attacks is not said", said.where, "Attacking:ID", "508.1b")
        return Text(f"p{others[0] + 1}", said.where)


class _Names:
    """What the ids of a puzzle mean, and the labels that stand for them."""

    def __init__(self, cards: list[PuzzleCard]) -> None:
        self.cards = cards
        self.by_number: dict[str, PuzzleCard] = {}
        for card in cards:
            if card.number and self.by_number.setdefault(card.number, card) is not card:
                raise bad("double-label", f"Id:{card.number} stands behind two cards", card.where, "an id of its own")
        pointed = [said for card in cards for said in (card.host, card.attacks) if said is not None and said.text]
        self.labelled = {id(self.of(said)) for said in pointed}
        self.exiled: set[int] = set()
        self.exilers: dict[int, PuzzleCard] = {}
        for card in cards:
            for said in [card.exiled_with] if card.exiled_with is not None else []:
                self._exile(card, self.of(said, "battlefield"), said)
            for said in card.imprints:
                self._exile(self.of(said, "exile"), card, said)

    def _exile(self, card: PuzzleCard, by: PuzzleCard, said: Text) -> None:
        if card.zone != "exile" or by.zone != "battlefield":
            raise not_carried(f"Id {said.text[:40]}", "a link to a card that is not in exile", "607", said.where)
        if self.exilers.setdefault(id(card), by) is not by:
            raise bad("puzzle", "two permanents have exiled this card", card.where, "one of them", "607.2a")
        self.exiled.add(id(card))

    def exiler(self, card: PuzzleCard) -> PuzzleCard | None:
        """The permanent that has exiled a card and speaks of it."""
        return self.exilers.get(id(card))

    def of(self, said: Text, zone: str = "battlefield") -> PuzzleCard:
        """The card of an id, in a zone. Raises ``Refused``."""
        found = self.by_number.get(str(number_of(said)))
        if found is None or found.zone != zone:
            where = "on the battlefield" if zone == "battlefield" else "in exile"
            raise bad(
                "puzzle", f"no card {where} has the id {said.text[:40]}", said.where, f"Id:{said.text[:40]} there"
            )
        return found

    def label(self, card: PuzzleCard) -> str:
        """The label of a card that others speak of; "" for others."""
        return f"{card.name.text} {card.number}" if id(card) in self.labelled else ""


def _card(written: Text, zone: str, seat: int, key: str) -> PuzzleCard:
    """A card of a list; a refusal quotes the key and the card."""
    try:
        return read_card(written, zone, seat)
    except Refused as error:
        where = replace(error.refusal.where, span=f"{key}=...{written.text}"[:200])
        raise Refused(replace(error.refusal, where=where)) from None


def _seat(name: str) -> int:
    return {"human": 0, "ai": 1}[name] if name in ("human", "ai") else int(name[1])


def _player_text(card: PuzzleCard) -> Text:
    return Text(f"p{card.seat + 1}", card.where)


def _table(keys: list[tuple[str, Value]], where: Where) -> Table:
    return Table(tuple((Text(key, value.where), value) for key, value in keys), where)


def _alike(cards: list[PuzzleCard]) -> list[Text]:
    """Cards of a list, like ones that follow one another counted: ``3 Forest``."""
    found: list[tuple[int, Text]] = []
    for card in cards:
        if found and found[-1][1].text == card.name.text:
            found[-1] = (found[-1][0] + 1, found[-1][1])
        else:
            found.append((1, card.name))
    return [Text(f"{n} {name.text}", name.where) if n > 1 or name.text[0].isdecimal() else name for n, name in found]


def _together(entries: list[Table]) -> list[Table]:
    """Entries of the battlefield, like ones that follow one another as one with a count."""
    found: list[tuple[int, Table]] = []
    for entry in entries:
        alone = {key.text for key, _ in entry.items} & {"label", "attached to", "exiled"}
        if found and not alone and _said(found[-1][1]) == _said(entry):
            found[-1] = (found[-1][0] + 1, found[-1][1])
        else:
            found.append((1, entry))
    return [entry if n == 1 else _counted(entry, n) for n, entry in found]


def _counted(entry: Table, count: int) -> Table:
    return Table((*entry.items, (Text("count", entry.where), Text(str(count), entry.where))), entry.where)


def _said(value: Value) -> object:
    """A value without its places."""
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Listed):
        return [_said(item) for item in value.items]
    return [(key.text, _said(item)) for key, item in value.items]
