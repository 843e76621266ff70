"""Tables for tests: boards whose hidden cards each have a name of their own, and players who look at everything."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from reiterate.ask.answer_json import as_json
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.rules.positions.seen_by import known_tops
from reiterate.state.model import HAND, LIBRARY, State
from reiterate.table.hiding import hands_of, offered_to
from reiterate.table.rounds import Round
from reiterate.table.seat_view import View
from reiterate.table.seats import JUDGE, Chair
from reiterate.table.table import Accepted, Created, Table

#: What hidden cards do; each of them has many names, so that a name in a text tells of one card.
KINDS: Final = (
    ("Instant", "{R}", "~ deals 2 damage to any target."),
    ("Instant", "{W}", "You gain 2 life."),
    ("Sorcery", "{G}", "Draw a card."),
    ("Instant", "{U}", "Target player discards a card."),
    ("Artifact", "{1}", "{0}: You gain 1 life."),
)
NAMES: Final = ("Amber", "Brindle", "Cinder", "Dapple", "Ember", "Fallow", "Garnet", "Hazel", "Indigo", "Jasper")
PLACES: Final = ("Quay", "Reef", "Shoal", "Tarn")
SECRETS: Final = tuple(f"{name} {place}" for name in NAMES for place in PLACES)

#: Cards of decks that may begin the game on the battlefield (103.6a), and what they do there.
EARLY: Final = tuple(f"{name} Dawn" for name in NAMES[:6])
BEGINS: Final = (
    "If ~ is in your opening hand, you may begin the game with it on the battlefield.\n{0}: You gain 1 life."
)

#: All names by which a hidden card is known in texts that a seat is sent.
HIDDEN: Final = (*SECRETS, *EARLY)
#: What lies in decks beside these.
LANDS: Final = ("Mountain", "Plains", "Forest", "Island")

#: What everybody sees on the battlefield.
PUBLIC: Final = {
    "Old Bell": "{0}: You gain 1 life.",
    "Open Book": "{0}: Draw a card.",
    "Far Glass": "{0}: Scry 1.",
    "Cold Hand": "{0}: Target player reveals their hand. You choose a nonland card from it. That player discards that card.",
    "Bent Wheel": "{0}: Draw a card, then discard a card.",
    "Long Glass": "{0}: Scry 2.",
    "Worn Map": "{0}: Shuffle your library.",
    "Odd Penny": "{0}: Flip a coin. If you win the flip, you gain 1 life.",
    "Deep Lens": "{0}: Look at the top two cards of your library. Put one of them into your hand and the other on the bottom of your library.",
    "Slow Tide": "{0}: Return target artifact to its owner's hand.",
}


#: What keeps a loop up that nobody has to do anything for, once somebody has gained life.
ENDLESS: Final = {"Glad Chime": "Whenever you gain life, you gain 1 life."}


def card_rows() -> list[dict[str, Any]]:
    """The cards as a card file holds them."""
    made = [
        {"name": name, "type_line": "Artifact", "mana_cost": "", "oracle_text": text}
        for name, text in {**PUBLIC, **ENDLESS}.items()
    ]
    for name in EARLY:
        text = BEGINS.replace("~", name)
        made.append({"name": name, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": text})
    for at, name in enumerate(SECRETS):
        line, cost, text = KINDS[at % len(KINDS)]
        made.append({"name": name, "type_line": line, "mana_cost": cost, "oracle_text": text.replace("~", name)})
    return made


BOOK: Final = CardBook((read_source("cards", json.dumps(card_rows()).encode()), builtin_source()))


def position(players: int, public: tuple[str, ...], hand: int = 2, library: int = 3, first: int = 0) -> str:
    """A position in which every card in a hand or library has a name of its own, from secret number ``first`` on."""
    names = iter(SECRETS[first:] + SECRETS[:first])
    lines = []
    for seat in range(players):
        held = ", ".join(next(names) for _ in range(hand))
        deck = ", ".join(next(names) for _ in range(library))
        there = ", ".join(public if seat == 0 else public[:2])
        mana = "{R: 3, W: 3, G: 3, U: 3, C: 9}"
        lines.append(f"  p{seat + 1}: {{hand: [{held}], library: [{deck}], mana: {mana}, battlefield: [{there}]}}\n")
    return "format: position/1\nplayers:\n" + "".join(lines)


def decks(players: int, early: bool, first: int = 0) -> list[str]:
    """Deck lists in which every card but the lands has a name of its own, from secret number ``first`` on.

    ``early``: each has a card that may begin the game on the battlefield.
    """
    names = iter(SECRETS[first:] + SECRETS[:first])
    own = len(SECRETS) // players
    found = []
    for seat in range(players):
        cards = [next(names) for _ in range(own)] + ([EARLY[seat]] if early else [])
        found.append("\n".join([f"1 {name}" for name in cards] + [f"3 {name}" for name in LANDS]))
    return found


RULEBOOK: Final = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
  p2: {hand: [Lightning Bolt], mana: {R: 1}}
"""


#: The same with a third player, and an iteration of its loop.
THREE: Final = RULEBOOK + "  p3: {hand: [Lightning Bolt], battlefield: [Mountain]}\n"
LAP: Final = "repeat {}:\n  activate Midnight Guard\n  all pass\n  all pass\n"

#: A loop that nobody keeps up. Nobody can do anything else, and with a card in a hand somebody may be able to.
BOND: Final = """format: position/1
players:
  p1:
    battlefield:
      - Sanguine Bond
      - Exquisite Blood
      - {{card: Spike Feeder, counters: {{+1/+1: 1}}}}
  p2:
    {hand}battlefield: [{more}Platinum Angel]
"""


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder that is gone afterwards, in memory where the system has such a place: a disk waits for each commit."""
    memory = Path("/dev/shm")
    inside = memory if memory.is_dir() and os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="reiterate-table-", dir=inside) as folder:
        yield Path(folder)


@contextmanager
def opened(folder: Path, book: CardBook = BOOK) -> Iterator[Table]:
    """A table on a database in a folder."""
    table = Table.open(f"sqlite:///{folder / 'games.db'}", book)
    assert isinstance(table, Table), table
    with table:
        yield table


@dataclass(slots=True)
class Sitting:
    """A game with everybody at it."""

    table: Table
    made: Created
    chairs: dict[str, Chair] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of the last entry."""
        found = self.table.last(self.made.game)
        assert isinstance(found, int)
        return found

    @property
    def next(self) -> int:
        """The number that follows."""
        return self.last + 1

    @property
    def now(self) -> Round:
        """The game in memory, which only tests look at."""
        live = self.table._live(self.made.game)
        assert not isinstance(live, Refusal), live
        return live.now

    def __getitem__(self, who: str) -> Chair:
        return self.chairs[who]

    def play(self, who: str, *lines: str) -> None:
        """Play lines that have to be accepted."""
        for line in lines:
            found = self.table.play(self[who], self.next, line)
            assert isinstance(found, Accepted), (line, found)


def seated(table: Table, text: str, programs: dict[str, str] | None = None) -> Sitting:
    """A new game with a chair for everybody."""
    made = table.create(text, "", programs)
    assert isinstance(made, Created), made
    return taken_seats(table, made)


def taken_seats(table: Table, made: Created) -> Sitting:
    """Everybody sits down at a game."""
    sitting = Sitting(table, made)
    for who, secret in made.links.items():
        chair = table.enter(made.game, secret)
        assert isinstance(chair, Chair) and chair.who == who
        sitting.chairs[who] = chair
    return sitting


def same_everywhere(folder: Path, game: Sitting, book: CardBook = BOOK) -> None:
    """The log leads to the same views: in a new process, and in a game that begins with it."""
    chairs = tuple(game.made.links)
    views = {who: view_of(game, who) for who in chairs}
    log = game.table.export(game[JUDGE], "log")
    assert not isinstance(log, Refusal)
    with opened(folder, book) as later:
        again = Sitting(later, game.made)
        for who, secret in game.made.links.items():
            chair = later.enter(game.made.game, secret)
            assert isinstance(chair, Chair), chair
            again.chairs[who] = chair
        assert {who: view_of(again, who) for who in chairs} == views
        made = later.load(log.text)
        assert isinstance(made, Created), made
        copy = taken_seats(later, made)
        for who in chairs:
            assert view_of(copy, who) == {**views[who], "game": made.game}


def view_of(game: Sitting, who: str) -> dict[str, Any]:
    """What a chair sees, as JSON."""
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    made: dict[str, Any] = as_json(found)
    return made


def text_of(found: object) -> str:
    """Every word of what a function of the table gives."""
    if isinstance(found, Refusal):
        return f"{found.code} {found.message} {found.expected} {found.where}"
    if isinstance(found, list):
        return "\n".join(map(text_of, found))
    return json.dumps(as_json(found), ensure_ascii=False) if isinstance(found, msgspec.Struct) else str(found)


def everything(sitting: Sitting, who: str, after: int = 0, script: bool = True) -> str:
    """Every word that a chair can get without an act of its own; of the entries those behind one.

    ``script``: with what was played, which may have to be played again for that.
    """
    table, chair = sitting.table, sitting[who]
    found: list[object] = [table.view(chair), table.entries(chair, after), table.happened(chair, after)]
    found += [table.preview(chair), *([table.export(chair, "script")] if script else [])]
    return "\n".join(map(text_of, found))


def names_known(state: State, who: str) -> set[str]:
    """The names of cards that a chair sees in a true position: all but those in libraries and in hands of others."""
    seat = int(who[1:]) - 1 if who.startswith("p") and who[1:].isdigit() else None
    found = set()
    asked = offered_to(state, who) | known_tops(state, hands_of(state, who))
    for handle, row in state.rows.items():
        hidden = row.cls.zone == LIBRARY or (row.cls.zone == HAND and row.cls.owner != seat)
        if row.cls.proto is not None and (not hidden or handle in asked):
            found.add(row.cls.proto.name)
    return found
