"""Puzzle files of Forge (`.pzl`) as lines, and the cards and tokens that the lines name.

Puzzle files of Forge (``.pzl``) as lines: sections, keys, values, and the pieces of a value, each with its place.

Cards and tokens of a puzzle (``.pzl``): a name and what stands behind it, ``Grizzly Bears|Tapped|Counters:P1P1=2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from reiterate.refusals import INPUT, UNSUPPORTED, Refusal, Where, place_quote
from reiterate.script.yaml_text import MAX_BYTES, MAX_LINES, Listed, Refused, Table, Text, Value, bad
from reiterate.terms.vocabulary import KEYWORDS, NAMED, WITH_PARAMETER

# --- puzzle lines --------------------------------------------------------------------------------

#: The sections of a puzzle: what it is about, and the position itself.
METADATA: Final = "metadata"
STATE: Final = "state"

#: The greatest number that Forge can read.
MOST: Final = 2_147_483_647
#: Cards of one puzzle.
MOST_CARDS: Final = 5_000

_HEADER: Final = re.compile(r"\[([^\[\]]*)\]")
_SPAN: Final = 120


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a section: its key as written, and what stands behind the key."""

    section: str
    key: Text
    value: Text


def is_puzzle(text: str) -> bool:
    """Whether a text is a puzzle and no position file: its first line that says something is ``[metadata]`` or ``[state]``.

    No position file begins so, for that would be a list.
    """
    for written in text.removeprefix("\ufeff").split("\n", MAX_LINES):
        line = written.strip()
        if line and not line.startswith("#"):
            found = _HEADER.fullmatch(line)
            return found is not None and found.group(1).strip().lower() in (METADATA, STATE)
    return False


def read_lines(text: str, file: str) -> list[Line]:
    """The lines of all sections. Raises ``Refused`` for a line that is none, and for a key that stands twice."""
    if len(text) > MAX_BYTES or text.count("\n") > MAX_LINES:
        message = f"the file has more than {MAX_BYTES:,} characters or {MAX_LINES:,} lines"
        raise Refused(Refusal(INPUT, "file-too-large", message, "a smaller file", where=Where(file, 1, 1)))
    lines: list[Line] = []
    section = ""
    seen: set[tuple[str, str]] = set()
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        where = Where(file, number, 1, written.strip()[:_SPAN])
        if not written.strip() or written.startswith("#"):
            continue
        header = _HEADER.fullmatch(written.strip())
        if header is not None:
            section = _section(header.group(1), where)
            continue
        line = _line(section, written.rstrip("\r"), file, number, where)
        if (section, line.key.text) in seen:
            raise bad("double-key", f"the key '{line.key.text}' stands twice", where, "each key once")
        seen.add((section, line.key.text))
        lines.append(line)
    return lines


def _section(name: str, where: Where) -> str:
    said = name.strip().lower()
    if said not in (METADATA, STATE):
        raise bad("puzzle", f"'[{name[:40]}]' is no section of a puzzle", where, "[metadata] or [state]")
    return said


def _line(section: str, written: str, file: str, number: int, where: Where) -> Line:
    """A line taken apart at ``=``, or in the metadata at ``:`` or ``=``, whichever comes first."""
    if not section:
        raise bad("puzzle", "this line stands in no section", where, "[metadata] or [state] above it")
    marks = [at for at in (written.find(mark) for mark in ("=:" if section == METADATA else "=")) if at >= 0]
    if not marks or not written[: min(marks)].strip():
        raise bad("puzzle", "this line has no key and value", where, "key=value, such as humanlife=20")
    at = min(marks)
    key = Text(written[:at].strip().lower(), Where(file, number, 1, where.span))
    return Line(section, key, piece(written[at + 1 :], file, number, at + 2))


def piece(written: str, file: str, line: int, column: int) -> Text:
    """A piece of a line without the blanks around it, with its own place."""
    begin = len(written) - len(written.lstrip())
    return Text(written.strip(), Where(file, line, column + begin, written.strip()[:_SPAN]))


def pieces(whole: Text, mark: str) -> Iterator[Text]:
    """The pieces of a text between marks, empty ones too."""
    column = whole.where.column
    for part in whole.text.split(mark):
        yield piece(part, whole.where.file, whole.where.line, column)
        column += len(part) + len(mark)


def number_of(said: Text) -> int:
    """A whole number from 0 on. Raises ``Refused``."""
    if re.fullmatch(r"[0-9]{1,10}", said.text) is None or int(said.text) > MOST:
        message = f"'{said.text[:40]}' is no whole number from 0 to {MOST:,}"
        raise bad("puzzle", message, said.where, "digits")
    return int(said.text)


# --- puzzle cards --------------------------------------------------------------------------------

#: What plays no part in a position: printings, and whether what entered is told to Forge's triggers.
NO_PART: Final = ("set", "art", "noetbtrigs")

#: What is carried over, besides ``Id`` and what attaches, exiles or attacks.
_FLAGS: Final = {"tapped": "tapped", "summonsick": "sick"}
_ON_BATTLEFIELD: Final = frozenset({*_FLAGS, "damage", "attachedto", "attaching", "attacking", "owner"})

#: What a position file has no words for, in words, with its rule.
NOT_CARRIED: Final[dict[str, tuple[str, str]]] = {
    "ability": ("an ability written for Forge", ""),
    "chosencards": ("chosen cards", ""),
    "chosentype2": ("a second chosen type", ""),
    "classlevel": ("the level of a Class", "716"),
    "enchantingplayer": ("an Aura on a player", "303.4"),
    "executescript": ("a script written for Forge", ""),
    "facedown": ("a face-down object", "708"),
    "flipped": ("a flipped permanent", "710"),
    "foretold": ("a foretold card", "702.143"),
    "foretoldthisturn": ("a foretold card", "702.143"),
    "isringbearer": ("a Ring-bearer", "701.54"),
    "istoken": ("a token that is a copy of a card", "707.2"),
    "meld": ("a melded permanent", "712.4"),
    "mergedcards": ("a merged permanent", "729"),
    "modal": ("the back face of a double-faced card", "712"),
    "monstrous": ("a monstrous permanent", "701.37"),
    "namedcard": ("a named card", ""),
    "namedcard2": ("a named card", ""),
    "onadventure": ("a card on an adventure", "715"),
    "phasedout": ("a phased-out permanent", "702.26"),
    "rememberedcards": ("cards that Forge remembers", ""),
    "renowned": ("a renowned permanent", "702.112"),
    "saddled": ("a saddled permanent", "702.171"),
    "solved": ("a solved Case", "719"),
    "suspected": ("a suspected permanent", "701.60"),
    "transformed": ("the back face of a double-faced card", "712"),
    "unlockedroom": ("an unlocked Room", "709"),
}

_COUNTER: Final = re.compile(r"([PM])(\d{1,3})([PM])(\d{1,3})")
_SIGN: Final = {"P": "+", "M": "-"}
_COLORS: Final = "WUBRG"
_SYMBOLS: Final = re.compile(r"[WUBRG]", re.IGNORECASE)


@dataclass(slots=True, eq=False)
class PuzzleCard:
    """A card or token of a puzzle, read.

    ``seat``: in whose list it stands. ``keys``: those of an entry of a position file that say nothing of other objects.
    ``host``, ``attacked``: the ids of what it is attached to and attacks. ``owner``: another player than ``seat``.
    """

    name: Text
    zone: str
    seat: int
    keys: list[tuple[str, Value]] = field(default_factory=list)
    token: bool = False
    number: str = ""
    host: Text | None = None
    attacks: Text | None = None
    exiled_with: Text | None = None
    imprints: list[Text] = field(default_factory=list)
    owner: Text | None = None
    commander: bool = False
    left_out: set[str] = field(default_factory=set)

    @property
    def where(self) -> Where:
        """The place of the name."""
        return self.name.where


def not_carried(what: str, words: str, rule: str, where: Where) -> Refused:
    """The refusal of what Forge can say and a position file can not: it is named, and never left out in silence."""
    message = f"{what} can't be carried over: {words}"
    expected = f"a position without {words}"
    return Refused(Refusal(UNSUPPORTED, "not-carried-over", message, expected, rule, where))


def read_card(written: Text, zone: str, seat: int) -> PuzzleCard:
    """A card of a list. Raises ``Refused`` for what is none, and for what can't be carried over."""
    name, *marks = pieces(written, "|")
    if not name.text:
        raise bad("puzzle", "this card has no name", written.where, "a card's name")
    card = PuzzleCard(name, zone, seat)
    if name.text[:2] in ("t:", "T:"):
        _token(card)
    seen: set[str] = set()
    for mark in marks:
        key, stroke, rest = mark.text.partition(":")
        key = key.strip().lower()
        if key in seen:
            raise bad("double-key", f"'{mark.text[:40]}' stands twice behind this card", mark.where, "each once")
        seen.add(key)
        said = next(pieces(Text(rest, _behind(mark.where, len(mark.text) - len(rest), rest)), "\n"))
        _mark(card, key, said if stroke else Text("", mark.where), mark)
    return card


def _behind(where: Where, columns: int, span: str) -> Where:
    return Where(where.file, where.line, where.column + columns, place_quote(span))


def _mark(card: PuzzleCard, key: str, said: Text, mark: Text) -> None:
    """Something that stands behind a card's name."""
    if not key or key in NO_PART:
        card.left_out.update({mark.text.partition(":")[0].strip()} if key else ())
    elif key in NOT_CARRIED:
        raise not_carried(f"{mark.text[:60]} of {card.name.text}", *NOT_CARRIED[key], mark.where)
    elif key in _ON_BATTLEFIELD and card.zone != "battlefield":
        raise bad("puzzle", f"'{mark.text[:40]}' is said of a card that is no permanent", mark.where, "no such word")
    elif key in _FLAGS:
        card.keys.append((_FLAGS[key], Text("yes", mark.where)))
    elif key == "damage":
        card.keys.append(("damage", Text(str(number_of(said)), said.where)))
    elif key == "counters":
        _counters(card, said)
    elif key == "id":
        card.number = str(number_of(said))
    elif key in ("attachedto", "attaching"):
        card.host = said
    elif key == "attacking":
        card.attacks = said
    elif key == "owner":
        card.owner = said
    elif key in ("chosencolor", "chosentype"):
        _chosen(card, said)
    elif key == "exiledwith":
        card.exiled_with = said
    elif key == "imprinting":
        card.imprints = list(pieces(said, ","))
    elif key == "iscommander":
        card.commander = True
    else:
        raise bad("puzzle", f"'{mark.text[:40]}' is nothing that is known of a card", mark.where, "such as Tapped")


def _chosen(card: PuzzleCard, said: Text) -> None:
    if "," in said.text or any(key == "chosen" for key, _ in card.keys):
        raise not_carried(said.text[:60], "more than one choice", "614.1c", said.where)
    card.keys.append(("chosen", said))


def counters_of(said: Text) -> list[tuple[Text, Text]]:
    """Counters such as ``P1P1=2,CHARGE=1``, with the names that the rules have for them."""
    found: list[tuple[Text, Text]] = []
    for part in pieces(said, ","):
        kind, mark, count = part.text.partition("=")
        if not mark or not kind.strip():
            raise bad("puzzle", f"'{part.text[:40]}' are no counters", part.where, "KIND=NUMBER, such as P1P1=2")
        number = number_of(Text(count.strip(), part.where))
        name = counter_name(kind.strip())
        if any(name == other.text for other, _ in found):
            raise bad("double-key", f"{name} counters stand twice", part.where, "each kind once")
        found.append((Text(name, part.where), Text(str(number), part.where)))
    return found


def counter_name(kind: str) -> str:
    """The name of a kind of counters by Forge's: ``P1P1`` is +1/+1."""
    size = _COUNTER.fullmatch(kind.upper())
    if size is None:
        return kind.lower().replace("_", " ")
    return f"{_SIGN[size[1]]}{int(size[2])}/{_SIGN[size[3]]}{int(size[4])}"


def _counters(card: PuzzleCard, said: Text) -> None:
    found = tuple(counters_of(said))
    if card.zone != "battlefield":
        raise not_carried(said.text[:60], "counters on a card that is no permanent", "122.1", said.where)
    card.keys.append(("counters", Table(found, said.where)))


# --- tokens --------------------------------------------------------------------------------------------------------


def _token(card: PuzzleCard) -> None:
    """A token: ``t:Knight,P:2,T:2,Cost:..,Types:Creature-Knight,..`` or the name of a script, ``T:w_2_2_knight``."""
    if card.zone != "battlefield":
        raise bad("puzzle", "a token is on the battlefield alone", card.where, "a card", "111.7")
    card.token = True
    written = Text(card.name.text[2:], card.where)
    card.keys += _told_token(written, card) if card.name.text[0] == "t" else _named_token(written, card)


def _words(key: str, words: list[str], where: Where) -> tuple[str, Value]:
    return key, Listed(tuple(Text(word, where) for word in words), where)


def _told_token(written: Text, card: PuzzleCard) -> list[tuple[str, Value]]:
    """A token told part by part. What it costs or what its picture is called says its colors."""
    parts = [part.text for part in pieces(written, ",")]
    told = {key.strip().lower(): rest.strip() for key, mark, rest in (p.partition(":") for p in parts[1:]) if mark}
    types = [word for word in told.get("types", "").split("-") if word]
    kinds, others = _types(types)
    if not parts[0] or not kinds:
        raise bad("puzzle", "this token has no name or no types", card.where, "t:Elf,P:1,T:1,Types:Creature-Elf,...")
    if any(word.lower() == "legendary" for word in types):
        raise not_carried("Legendary", "a legendary token", "205.4", card.where)
    picture = re.match(r"([wubrgc]+)_", told.get("image", "").lower())
    symbols = _SYMBOLS.findall(told.get("color", "")) or _SYMBOLS.findall(re.sub(r"[a-z ]+", "", told.get("cost", "")))
    if not symbols and picture is None:
        raise not_carried(card.name.text[:60], "a token whose colors are not told", "111.3", card.where)
    colors = symbols or [letter for letter in (picture[1] if picture else "") if letter != "c"]
    keywords = [word.strip().lower() for word in told.get("keywords", "").split("-") if word.strip()]
    sized = [(key, Text(str(number_of(Text(told.get(short, "0"), card.where))), card.where)) for key, short in _SIZES]
    return _token_keys(card, parts[0], (kinds, others, colors, keywords), sized)


_SIZES: Final = (("power", "p"), ("toughness", "t"))
_TYPES: Final = ("artifact", "creature", "enchantment", "land")
#: The letters of types in the names of token scripts.
_TYPE_LETTERS: Final = {"a": "artifact", "e": "enchantment", "l": "land"}

#: Tokens that have abilities by their name alone (111.10).
_PREDEFINED: Final = (
    "treasure", "food", "gold", "shard", "clue", "blood", "powerstone", "incubator", "role", "map", "junk", "lander",
)  # fmt: skip

_Parts = tuple[list[str], list[str], list[str], list[str]]


def _types(words: list[str]) -> tuple[list[str], list[str]]:
    """Card types, and subtypes as they are written."""
    return [w.lower() for w in words if w.lower() in _TYPES], [w for w in words if w.lower() not in _TYPES]


def _named_token(written: Text, card: PuzzleCard) -> list[tuple[str, Value]]:
    """A token by the name of its script: colors, power, toughness, types, then creature types and keywords alone."""
    found = re.fullmatch(r"([wubrg]+|c)_(\d{1,3})_(\d{1,3})((?:_[a-z0-9]+)+)", written.text.lower())
    if found is None:
        raise not_carried(card.name.text[:60], "a token of which Forge alone knows the abilities", "111.3", card.where)
    rest = found[4][1:].split("_")
    kinds = ["creature"]
    while rest and rest[0] in _TYPE_LETTERS:
        kinds.insert(0, _TYPE_LETTERS[rest.pop(0)])
    kinds_of = {name.lower().replace("-", ""): name for name in NAMED}
    subtypes = [kinds_of[word] for word in rest if word in kinds_of]
    others = [word for word in rest if word not in kinds_of]
    keywords = _keywords(others)
    if not subtypes or keywords is None:
        raise not_carried(card.name.text[:60], "a token of which Forge alone knows the abilities", "111.3", card.where)
    colors = [letter for letter in found[1] if letter != "c"]
    sized = [("power", Text(found[2], card.where)), ("toughness", Text(found[3], card.where))]
    return _token_keys(card, " ".join(subtypes), (kinds, subtypes, colors, keywords), sized)


def _keywords(words: list[str]) -> list[str] | None:
    """Keywords that stand as single words or as two, such as ``first_strike``; None where a word is none."""
    plain = frozenset(KEYWORDS) - WITH_PARAMETER
    found: list[str] = []
    rest = list(words)
    while rest:
        pair = " ".join(rest[:2])
        taken = 2 if pair in plain and len(rest) > 1 else 1
        name = pair if taken == 2 else rest[0]
        if name not in plain:
            return None
        found.append(name)
        rest = rest[taken:]
    return found


def _token_keys(card: PuzzleCard, name: str, parts: _Parts, sized: list[tuple[str, Text]]) -> list[tuple[str, Value]]:
    kinds, subtypes, colors, keywords = parts
    where = card.where
    if any(word not in KEYWORDS or word in WITH_PARAMETER for word in keywords):
        raise not_carried(card.name.text[:60], "a token with abilities that are no keywords", "111.3", where)
    if not subtypes or any(word.lower() in _PREDEFINED for word in (*subtypes, name)):
        words = "a predefined token" if subtypes else "a token without subtypes"
        raise not_carried(card.name.text[:60], words, "111.10" if subtypes else "111.3", where)
    card.name = Text(name, where)
    letters = [color for color in _COLORS if color in {each.upper() for each in colors}]
    listed = (("types", kinds), ("subtypes", subtypes), ("colors", letters), ("keywords", keywords))
    made: list[tuple[str, Value]] = [_words(key, words, where) for key, words in listed if words]
    return [*made, *(sized if "creature" in kinds else [])]
