"""A board that is being built by hand, card by card; what has come of it so far is the text of a position file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.places import quantity
from reiterate.script.position_text import document_text
from reiterate.script.yaml_text import FORMAT, Listed, Table, Text, Value
from reiterate.terms.vocabulary import KEYWORDS, MANA_KINDS

#: Where a card can be put.
ZONES: Final = ("battlefield", "hand", "graveyard", "exile", "library")

#: Players, cards and counters of one kind of a draft.
MOST_PLAYERS: Final = 6
MOST_CARDS: Final = 200
MOST_KINDS: Final = 10

#: Letters of a token's name, and what a token can be.
MOST_LETTERS: Final = 60
TYPES: Final = ("artifact", "creature", "enchantment", "land")
COLORS: Final = ("W", "U", "B", "R", "G")

#: The steps in which a board can begin, as they are called and as they are written.
STEPS: Final = {
    "upkeep": "upkeep", "draw step": "draw", "first main phase": "main1", "beginning of combat": "combat",
    "second main phase": "main2", "end step": "end",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """What is said of a token: its size as typed, "" for none, and words of each kind (111.3)."""

    power: str
    toughness: str
    types: tuple[str, ...]
    colors: tuple[str, ...]
    keywords: tuple[str, ...]

    @property
    def words(self) -> str:
        """Its size, colors, types and keywords: ``1/1 G creature token, flying``."""
        size = f"{self.power}/{self.toughness}" if self.power else ""
        kind = " ".join(filter(None, (size, "".join(self.colors), " ".join(self.types), "token")))
        return ", ".join((kind, *self.keywords))


@dataclass(slots=True)
class Piece:
    """A card or token of a draft. ``host``: the number of what it is attached to, 0 for nothing. ``count``: as typed."""

    number: int
    name: str
    seat: int
    zone: str
    tapped: bool = False
    count: str = "1"
    counters: dict[str, str] = field(default_factory=dict)
    host: int = 0
    sick: bool = False
    token: Token | None = None

    @property
    def sick_words(self) -> str:
        """What is said of a permanent that came this turn: a token that has haste, or is no creature, may attack or tap (302.6)."""
        said = self.token
        free = said is not None and ("haste" in said.keywords or "creature" not in said.types)
        return "came this turn" if free else "summoning-sick"


@dataclass(slots=True)
class Player:
    """What is said of a player beside cards; ``mana`` by kind, ``library``: how many cards nobody knows lie in it."""

    life: str = "20"
    poison: str = "0"
    library: str = "53"
    mana: dict[str, str] = field(default_factory=dict)


class Draft:
    """A board being built. What can't be done is a ``Refusal``, and changes nothing."""

    def __init__(self) -> None:
        self.players = [Player(), Player()]
        self.pieces: dict[int, Piece] = {}
        self.active = 0
        self.step = "main1"
        self.number = 0
        self.types: dict[str, str] = {}  # type lines of cards by their names, as far as somebody has told them

    def put(self, name: str, seat: int, zone: str) -> Piece | Refusal:
        """Put a card where a player has it."""
        return never_there(name, self.types.get(name, ""), zone) or self._put(name, seat, zone)

    def _put(self, name: str, seat: int, zone: str) -> Piece | Refusal:
        if not 0 <= seat < len(self.players) or zone not in ZONES:
            return _refusal("zone", f"p{seat + 1} has no zone '{zone[:40]}'", ", ".join(ZONES))
        if len(self.pieces) >= MOST_CARDS:
            return _refusal("file-too-large", f"the board has {MOST_CARDS} cards already", "fewer cards")
        self.number += 1
        made = self.pieces[self.number] = Piece(self.number, name, seat, zone)
        return made

    def put_token(self, name: str, seat: int, said: Token) -> Piece | Refusal:
        """Put a token on a player's battlefield."""
        found = " ".join(name.split())
        if not found or len(found) > MOST_LETTERS:
            return _refusal("token", "the token has no name", "such as Elf Warrior", "111.4")
        creature = "creature" in said.types
        if creature and not (said.power and said.toughness):
            return _refusal("token", f"{found} has no power and toughness", "two numbers, such as 1 and 1", "208.1")
        if not creature and (said.power or said.toughness):
            return _refusal("token", f"{found} is no creature", "no power and toughness, or the type creature", "208.3")
        for size in (said.power, said.toughness) if creature else ():
            number = quantity(size)
            if isinstance(number, Refusal):
                return number
        known = (("type", said.types, TYPES), ("color", said.colors, COLORS), ("keyword", said.keywords, KEYWORDS))
        for kind, words, those in known:
            wrong = next((word for word in words if word not in those), None)
            if wrong is not None:
                return _refusal("token", f"'{wrong[:40]}' is no {kind} of a token", ", ".join(those))
        if not said.types:
            return _refusal("token", f"{found} has no type", ", ".join(TYPES), "205.1")
        made = self._put(found, seat, "battlefield")
        if isinstance(made, Piece):
            made.token = said
        return made

    def move(self, number: int, seat: int, zone: str) -> Refusal | None:
        """Put a card of the board elsewhere."""
        piece = self.pieces.get(number)
        if piece is None or not 0 <= seat < len(self.players) or zone not in ZONES:
            return _refusal("zone", "there is no such card or no such zone", "a card and a zone of the board")
        if piece.token is not None and zone != "battlefield":
            return _refusal("token", f"{piece.name} is a token", "the battlefield, or nowhere", "111.7")
        never = never_there(piece.name, self.types.get(piece.name, ""), zone) if piece.token is None else None
        if never is not None:
            return never
        piece.seat, piece.zone = seat, zone
        if zone != "battlefield":
            piece.tapped, piece.sick, piece.counters, piece.host = False, False, {}, 0
            self._let_go(number)
        return None

    def remove(self, number: int) -> None:
        """Take a card off the board."""
        self.pieces.pop(number, None)
        self._let_go(number)

    def _let_go(self, number: int) -> None:
        for piece in self.pieces.values():
            piece.host = 0 if piece.host == number else piece.host

    def turn(self, number: int) -> None:
        """Tap a permanent, or untap it."""
        if number in self.pieces:
            self.pieces[number].tapped = not self.pieces[number].tapped

    def turn_sick(self, number: int) -> None:
        """Say that a permanent came under its controller's control this turn, or that it was there before (302.6)."""
        if number in self.pieces:
            self.pieces[number].sick = not self.pieces[number].sick

    def attach(self, number: int, host: int) -> Refusal | None:
        """Attach a permanent to another one; 0 detaches it."""
        piece, other = self.pieces.get(number), self.pieces.get(host)
        if piece is None or (host and (other is None or other.zone != "battlefield" or host == number)):
            return _refusal("attach", "that can't be attached there", "another permanent", "303.4")
        piece.host = host
        return None

    def many(self, number: int, said: str) -> Refusal | None:
        """Say how many alike a permanent stands for: ``4``, ``10^100``."""
        found = quantity(said.strip())
        if isinstance(found, Refusal):
            return found
        if found == 0:
            self.remove(number)
        elif number in self.pieces:
            self.pieces[number].count = said.strip()
        return None

    def counters(self, number: int, kind: str, said: str) -> Refusal | None:
        """Say how many counters of a kind lie on a permanent; 0 takes them off."""
        piece = self.pieces.get(number)
        found = quantity(said.strip())
        if piece is None or isinstance(found, Refusal):
            return found if isinstance(found, Refusal) else _refusal("counters", "there is no such permanent", "")
        name = " ".join(kind.lower().split())
        if not name or len(name) > 40:
            return _refusal("counters", "the counters have no kind", "such as +1/+1 or charge", "122.1")
        if found == 0:
            piece.counters.pop(name, None)
        elif name in piece.counters or len(piece.counters) < MOST_KINDS:
            piece.counters[name] = said.strip()
        return None

    def player(self, seat: int, life: str, poison: str, library: str, mana: str) -> Refusal | None:
        """Say what a player has; ``mana`` such as ``GG`` or ``3 C, 10^100 G``."""
        if not 0 <= seat < len(self.players):
            return _refusal("player", f"there is no p{seat + 1}", f"p1 to p{len(self.players)}")
        for said in (life, poison, library):
            found = quantity(said.strip())
            if isinstance(found, Refusal):
                return found
        pool = pool_of(mana)
        if isinstance(pool, Refusal):
            return pool
        self.players[seat] = Player(life.strip(), poison.strip(), library.strip(), pool)
        return None

    def seats(self, count: int) -> Refusal | None:
        """Say how many players there are; only one without cards can leave."""
        if not 2 <= count <= MOST_PLAYERS:
            return _refusal("player", f"{count} players", f"2 to {MOST_PLAYERS}")
        if any(piece.seat >= count for piece in self.pieces.values()):
            return _refusal("player", "a player who has cards can't leave", "their cards put elsewhere")
        self.players = [*self.players, *(Player() for _ in range(count))][:count]
        self.active = min(self.active, count - 1)
        return None

    def turn_of(self, seat: int) -> None:
        """Say whose turn it is; nothing changes where there is no such player."""
        self.active = seat if 0 <= seat < len(self.players) else self.active

    def in_step(self, step: str) -> None:
        """Say which step it is, as ``STEPS`` writes them; nothing changes where a board can't begin in it."""
        self.step = step if step in STEPS.values() else self.step

    def notes(self, piece: Piece) -> list[str]:
        """What is said of a card besides its name: what a token is, its counters, its host."""
        counters = [f"{much} {kind} counter{'' if much == '1' else 's'}" for kind, much in piece.counters.items()]
        host = [f"on {self.pieces[piece.host].name}"] if piece.host else []
        return [*([piece.token.words] if piece.token is not None else []), *counters, *host]

    def bare_aura(self) -> Piece | None:
        """An Aura on the battlefield that is on nothing yet (303.4)."""
        there = (each for each in self.pieces.values() if each.zone == "battlefield" and not each.host)
        return next((each for each in there if "Aura" in self.types.get(each.name, "").split()), None)

    def text(self, title: str = "") -> str:
        """The position file of the board as it is."""
        players = [(f"p{seat + 1}", self._player(seat)) for seat in range(len(self.players))]
        top: list[tuple[str, Value]] = [("format", _text(FORMAT))]
        top += [("title", _text(" ".join(title.split())))] if title.strip() else []
        top += [("players", _table(players)), ("active", _text(f"p{self.active + 1}")), ("step", _text(self.step))]
        return document_text(_table(top))

    def _player(self, seat: int) -> Table:
        said = self.players[seat]
        keys: list[tuple[str, Value]] = [("life", _text(said.life))]
        keys += [("poison", _text(said.poison))] if said.poison not in ("", "0") else []
        keys += [("mana", _table([(kind, _text(much)) for kind, much in said.mana.items()]))] if said.mana else []
        mine = [piece for piece in self.pieces.values() if piece.seat == seat]
        for zone in ("hand", "graveyard", "exile"):
            names = [_text(_counted(piece)) for piece in mine if piece.zone == zone]
            keys += [(zone, Listed(tuple(names), Where()))] if names else []
        known = [_text(_counted(piece)) for piece in mine if piece.zone == "library"]
        below = [_text(f"{said.library} unknown")] if said.library != "0" else []
        if known or said.library != "53":
            keys.append(("library", Listed((*known, *below), Where()) if known or below else _text("0")))
        permanents = [self._permanent(piece) for piece in mine if piece.zone == "battlefield"]
        keys += [("battlefield", Listed(tuple(permanents), Where()))] if permanents else []
        return _table(keys)

    def _permanent(self, piece: Piece) -> Table:
        keys: list[tuple[str, Value]] = (
            _token(piece.name, piece.token) if piece.token is not None else [("card", _text(piece.name))]
        )
        keys += [("count", _text(piece.count))] if piece.count != "1" else []
        keys += [("tapped", _text("yes"))] if piece.tapped else []
        keys += [("sick", _text("yes"))] if piece.sick else []
        if piece.counters:
            keys.append(("counters", _table([(kind, _text(much)) for kind, much in piece.counters.items()])))
        if any(other.host == piece.number for other in self.pieces.values()):
            keys.append(("label", _text(self.label(piece))))
        if piece.host:
            keys.append(("attached to", _text(self.label(self.pieces[piece.host]))))
        return _table(keys)

    @staticmethod
    def label(piece: Piece) -> str:
        """What a permanent is called that something is attached to."""
        return f"{piece.name.split(',')[0]} {piece.number}"


def place_words(seat: int, zone: str) -> str:
    """A zone in words: ``p1's battlefield``."""
    return f"p{seat + 1}'s {zone}"


def never_there(name: str, types: str, zone: str) -> Refusal | None:
    """Why a card can't lie in a zone of a board, with the remedy; None where it can."""
    for kind, article, rule in (("Instant", "an", "304.4"), ("Sorcery", "a", "307.4")):
        if zone == "battlefield" and kind in types.split("//")[0]:
            message = f"{name} is {article} {kind.lower()}, which never enters the battlefield"
            return _refusal("zone", message, "a hand, a graveyard, a library or exile", rule)
    return None


def token_of(power: str, toughness: str, types: str, colors: str, keywords: str) -> Token:
    """A token as people write it: types and keywords with commas between them, colors such as ``GW``."""
    letters = tuple(letter for letter in colors.upper() if letter not in " ,{}")
    return Token(power.strip(), toughness.strip(), _listed(types), tuple(dict.fromkeys(letters)), _listed(keywords))


def _listed(said: str) -> tuple[str, ...]:
    words = (" ".join(each.lower().split()) for each in said.split(","))
    return tuple(dict.fromkeys(each for each in words if each))


def _token(name: str, said: Token) -> list[tuple[str, Value]]:
    """A token as an entry of the battlefield has it."""
    keys: list[tuple[str, Value]] = [("token", _text(name))]
    keys += [("types", _list(said.types))] if said.types != ("creature",) else []
    keys += [("power", _text(said.power)), ("toughness", _text(said.toughness))] if said.power else []
    keys += [("colors", _list(said.colors))] if said.colors else []
    keys += [("keywords", _list(said.keywords))] if said.keywords else []
    return keys


def pool_of(said: str) -> dict[str, str] | Refusal:
    """Mana as people write it: ``GGU``, ``{G}{G}``, ``3 C``, ``10^100 G, 2 C``."""
    found: dict[str, str] = {}
    for part in said.replace("{", " ").replace("}", " ").replace(",", " ").replace(";", " ").split():
        if part.upper() in MANA_KINDS and "?" in found:
            kind, much = part.upper(), found.pop("?")
            found[kind] = much
        elif part and all(letter in MANA_KINDS for letter in part.upper()):
            for letter in part.upper():
                found[letter] = (
                    str(int(found.get(letter, "0")) + 1) if found.get(letter, "0").isdecimal() else found[letter]
                )
        elif not isinstance(quantity(part), Refusal) and "?" not in found:
            found["?"] = part
        else:
            return _refusal("mana", f"'{part[:40]}' is no mana", "such as GG, or 3 C", "106.1b")
    if "?" in found:
        return _refusal("mana", f"of what kind is '{found['?'][:40]}'?", "such as GG, or 3 C", "106.1b")
    return {kind: much for kind, much in found.items() if much != "0"}


def _counted(piece: Piece) -> str:
    return piece.name if piece.count == "1" and not piece.name[0].isdecimal() else f"{piece.count} {piece.name}"


def _refusal(code: str, message: str, expected: str, rule: str = "") -> Refusal:
    return Refusal(INPUT, code, message, expected, rule)


def _text(text: str) -> Text:
    return Text(text, Where())


def _list(words: Sequence[str]) -> Listed:
    return Listed(tuple(_text(each) for each in words), Where())


def _table(items: Sequence[tuple[str, Value]]) -> Table:
    return Table(tuple((_text(key), value) for key, value in items), Where())
