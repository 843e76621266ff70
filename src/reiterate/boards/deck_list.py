"""Deck lists as people have them: ``4 Lightning Bolt``, with set codes, sections and a sideboard (``docs/imports.md``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import CardFileError, key_of
from reiterate.refusals import INPUT, Refusal, Where, place_quote
from reiterate.script.yaml_values import Refused, bad

#: Characters and lines of a list, and cards of a deck.
MOST_CHARACTERS: Final = 100_000
MOST_LINES: Final = 2_000
MOST_CARDS: Final = 1_000

#: The sections of a list. Cards of the last two are outside the game (400.11a, 702.139a).
MAIN: Final = "deck"
COMMANDER: Final = "commander"
SIDEBOARD: Final = "sideboard"
COMPANION: Final = "companion"
ASIDE: Final = "aside"

_SECTIONS: Final = {
    "deck": MAIN, "main": MAIN, "mainboard": MAIN, "main deck": MAIN, "maindeck": MAIN,
    "sideboard": SIDEBOARD, "side": SIDEBOARD, "side board": SIDEBOARD,
    "commander": COMMANDER, "commanders": COMMANDER, "command zone": COMMANDER,
    "companion": COMPANION, "maybeboard": ASIDE, "considering": ASIDE, "tokens": ASIDE, "about": "about",
    "metadata": "about",
}  # fmt: skip
#: Headings of groups within a section.
_GROUPS: Final = frozenset(
    {"creature", "creatures", "land", "lands", "instant", "instants", "sorcery", "sorceries", "enchantment", "spells"}
    | {"enchantments", "artifact", "artifacts", "planeswalker", "planeswalkers", "battle", "battles", "other spells"}
    | {"basic lands", "nonbasic lands"}
)

_HEADING: Final = re.compile(r"(?:[/#\[]*)\s*([A-Za-z][A-Za-z &]*?)\s*\]?\s*(?:[(\[]\d+[)\]])?\s*:?\s*")
_COUNTED: Final = re.compile(r"(SB:\s*)?(?:(\d{1,9})\s*[xX]?\s+)?(.*\S)", re.IGNORECASE)
#: What stands behind a name, from the end on: tags, foils, colors of labels, a printing.
_BEHIND: Final = (
    re.compile(r"\s+#.*$"),
    re.compile(r"\s*\^[^^]*\^$"),
    re.compile(r"\s*\[[^\[\]]*\]$"),
    re.compile(r"\s*\*[A-Za-z-]{1,6}\*$"),
    re.compile(r"\s*<[^<>]*>$"),
    re.compile(r"\s*\|.*$"),
    re.compile(r"\s*\([A-Za-z0-9_]{2,8}\)(?:\s+[A-Za-z0-9★†-]{1,12})?$"),
)
_COMMANDER: Final = re.compile(r"\*CMDR\*|\[Commander\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of a list: so many of a card, by the name that is printed on it."""

    count: int
    name: str
    where: Where


@dataclass(slots=True)
class Deck:
    """A deck list, read. ``left_out`` says what of the list is no part of the deck."""

    name: str
    main: list[Listed] = field(default_factory=list)
    commanders: list[Listed] = field(default_factory=list)
    sideboard: list[Listed] = field(default_factory=list)
    companion: list[Listed] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards the library and the hand have together."""
        return sum(each.count for each in self.main)


def read_deck(text: str, file: str, book: CardBook) -> Deck | Refusal:
    """Read a deck list. A refusal quotes the line whose card is not known, or that is no line of a list."""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        message = f"the list has more than {MOST_CHARACTERS:,} characters or {MOST_LINES:,} lines"
        return Refusal(INPUT, "file-too-large", message, "a shorter list", where=Where(file, 1, 1))
    try:
        return _Reader(file, book).read(text)
    except Refused as error:
        return error.refusal
    except CardFileError as error:
        return error.refusal


class _Reader:
    """Reads one list."""

    def __init__(self, file: str, book: CardBook) -> None:
        self.file = file
        self.book = book
        self.deck = Deck("")
        self.section = MAIN
        self.headed = False  # whether a heading named a section
        self.groups: list[int] = [0]  # in ``main`` the first line of each group behind an empty line

    def read(self, text: str) -> Deck:
        """The deck of a list. Raises ``Refused``."""
        for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            line = written.strip()
            where = Where(self.file, number, 1 + len(written) - len(written.lstrip()), place_quote(line))
            if not line:
                self._empty_line()
            elif not self._heading(line):
                self._card(line, where)
        self._behind_an_empty_line()
        deck = self.deck
        if not 0 < deck.size + len(deck.commanders) <= MOST_CARDS:
            message = f"the list has {deck.size:,} cards" if deck.size else "the list has no cards"
            raise bad("deck", message, Where(self.file, 1, 1), f"a deck of 1 to {MOST_CARDS:,} cards", "100.2")
        for what, cards in (("the sideboard", deck.sideboard), ("a companion", deck.companion)):
            if cards:
                count = sum(each.count for each in cards)
                deck.left_out.append(f"{count} {'card' if count == 1 else 'cards'} of {what}: outside the game")
        return deck

    def _empty_line(self) -> None:
        if self.section == "about":
            self.section = MAIN
        if self.deck.main and self.groups[-1] != len(self.deck.main):
            self.groups.append(len(self.deck.main))

    def _heading(self, line: str) -> bool:
        """Whether a line heads a section or a group, or is a comment."""
        found = _HEADING.fullmatch(line)
        words = found[1].lower() if found is not None else ""
        if words in _SECTIONS:
            self.section = _SECTIONS[words]
            self.headed = self.headed or self.section not in (MAIN, "about")
            return True
        if line.startswith(("//", "#")) or words in _GROUPS:
            return True
        if self.section == "about" or (re.match(r"name[\s=:]", line, re.IGNORECASE) and not self.deck.main):
            key, _, rest = line.partition("=" if "=" in line else " ")
            if key.strip().lower().rstrip(":") == "name":
                self.deck.name = " ".join(rest.split())[:80]
                return True
            return self.section == "about"
        return line.endswith(":") and not line[0].isdigit()

    def _card(self, line: str, where: Where) -> None:
        found = _COUNTED.fullmatch(line)
        if found is None:
            raise bad("deck", "this is no line of a deck list", where, "4 Lightning Bolt")
        count = int(found[2]) if found[2] else 1
        if not 1 <= count <= MOST_CARDS:
            raise bad("deck", f"'{found[2]}' is no number of cards in a deck", where, f"1 to {MOST_CARDS:,}")
        section = SIDEBOARD if found[1] else COMMANDER if _COMMANDER.search(line) else self.section
        if section == ASIDE:
            self.deck.left_out.append(f"{found[3][:60]} (line {where.line})")
            return
        listed = Listed(count, self._name(found[3], where), where)
        if section == COMMANDER and count != 1:
            raise bad("commander", f"{count} commanders of one name", where, "1 of each", "903.5b")
        lists = {MAIN: self.deck.main, COMMANDER: self.deck.commanders, SIDEBOARD: self.deck.sideboard}
        lists.get(section, self.deck.companion).append(listed)

    def _name(self, written: str, where: Where) -> str:
        """The printed name of a card; what stands behind it is taken away until a card is called so."""
        spelled = " ".join(written.split())
        for trial in self._spellings(spelled):
            if _known(self.book, trial):
                found = self.book.find(trial)
                if isinstance(found, Refusal):
                    raise Refused(replace(found, where=where))
                return found.name
        unknown = self.book.find(list(self._spellings(spelled))[-1])
        assert isinstance(unknown, Refusal)
        raise Refused(replace(unknown, where=where))

    @staticmethod
    def _spellings(written: str) -> list[str]:
        found = [written]
        rest = written
        while rest:
            shorter = next((short for each in _BEHIND if (short := each.sub("", rest)) != rest), rest)
            if shorter == rest or not shorter:
                break
            found.append(shorter)
            rest = shorter
        return [*found, *(re.sub(r"\s*/{1,3}\s*", " // ", each) for each in found if "/" in each)][-8:]

    def _behind_an_empty_line(self) -> None:
        """The cards behind the only empty line are a sideboard where no heading says otherwise (100.4a)."""
        deck = self.deck
        groups = [at for at in self.groups if at < len(deck.main)]
        if self.headed or len(groups) != 2:
            return
        first, second = deck.main[: groups[1]], deck.main[groups[1] :]
        if _count(first) >= 40 and _count(second) <= 15:
            deck.main, deck.sideboard = first, second
            line = second[0].where.line
            deck.left_out.append(f"the cards from line {line} on are read as a sideboard: an empty line is above them")


def _count(cards: Sequence[Listed]) -> int:
    return sum(each.count for each in cards)


def _known(book: CardBook, name: str) -> bool:
    """Whether a card is called so, without a search for names that are near."""
    key = key_of(name)
    return any(named.full or named.faces for named in (source.named(key) for source in book.sources))
