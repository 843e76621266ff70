"""The game that a case is played in: its state, its turns, its players' answers, and what its rows are called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reiterate.api import (
    Choice,
    Option,
    Seen,
    State,
    Unsupported,
    question,
    say,
    see,
    source,
    step,
    words,
)
from reiterate.cards.sources import key_of
from reiterate.rules.access import faces
from reiterate.state.model import Ref
from reiterate.state.properties import NTH_TARGET
from reiterate.terms.abilities import Triggered
from tests.peers.cards import Cards
from tests.peers.cases import ORDER_OF_STEPS, Case, Command, NotDriven
from tests.peers.queues import Open, Queue, queues_of

_KIND_OF_COPY = re.compile(r"\[(no copy|only copy)\]$")
_THIS = re.compile(
    r"\b[Tt]his (creature|artifact|land|enchantment|permanent|card|token|Aura|Equipment|Vehicle|planeswalker|spell|Saga)\b"
)


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment."""

    state: State
    turn: int
    queues: tuple[Queue, ...]
    logged: int
    met: int


class Table:
    """A game on its way. ``state`` goes on with each choice; states are values, so a table can be set back."""

    def __init__(self, cards: Cards, case: Case, state: State, turn: int, open_: Open) -> None:
        self.cards = cards
        self.case = case
        self.state = state
        self.turn = turn
        self.open = open_
        self.queues: list[Queue] = queues_of(case)
        self.aliases: dict[str, str] = {}
        self.labelled = frozenset(state.labels)  # permanents that the case tells apart
        self.notes: list[str] = []
        self.beside = ""  # what a player could do besides a command, and is not offered
        self.declared: list[Command] = []  # the attacks and blocks that were looked at
        self.log: list[str] = []

    # --- going on ------------------------------------------------------------------------------------------------

    def do(self, choice: Choice) -> None:
        """Make a choice. Raises ``IllegalChoice`` and ``Unsupported`` as the engine does."""
        try:
            self.log.append(f"{self.turn} {self.step}: {say(self.state, choice)}")
        except Unsupported:
            self.log.append(f"{self.turn} {self.step}: {choice}")
        before = self.state
        self.state, events = step(self.state, choice)
        if self.case.strict:
            self._drop_forced_targets(before)
        self.turn += sum(e.what.startswith("turn of p") and e.what.endswith(" begins") for e in events)

    def _drop_forced_targets(self, before: State) -> None:
        """Leave out the names of targets of which there was one each: the strict peer asks for them, this engine doesn't."""
        if question(before).what == "target":
            return
        for row in self.state.stack:
            there = self.state.rows[row]
            if row in before.rows or not isinstance(there.cls.term, Triggered):
                continue
            forced = [
                ref.row for name, ref in there.refs.items() if name.startswith(NTH_TARGET) and isinstance(ref, Ref)
            ]
            words = self.queues[there.cls.controller].targets
            if words and any(target in self.state.rows and self.fits(target, words[0]) for target in forced):
                words.pop(0)

    def snapshot(self) -> Snapshot:
        """What ``restore`` takes."""
        queues = tuple(queue.copy() for queue in self.queues)
        return Snapshot(self.state, self.turn, queues, len(self.log), len(self.open.met))

    def restore(self, kept: Snapshot) -> None:
        """Go back to a snapshot; a snapshot can be gone back to more than once."""
        self.state, self.turn = kept.state, kept.turn
        self.queues = [queue.copy() for queue in kept.queues]
        del self.log[kept.logged :]
        del self.open.met[kept.met :]

    @property
    def step(self) -> str:
        """The name of the step."""
        return str(self.state.game.prop("step", "main1"))

    @property
    def now(self) -> tuple[int, int]:
        """The turn and the place of the step in it."""
        return self.turn, ORDER_OF_STEPS.index(self.step)

    @property
    def active(self) -> int:
        """The seat of the active player."""
        return whole(self.state.game.prop("active", 0))

    # --- players -------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> int:
        """The row of a player."""
        return 1 + seat

    def alive(self, seat: int) -> bool:
        """Whether a player is still in the game."""
        row = self.state.rows.get(self.player(seat))
        return row is not None and not row.cls.prop("lost")

    def next(self, seat: int) -> int:
        """The next player still in the game, or the same."""
        n = len(self.case.order)
        return next((s for k in range(1, n) if self.alive(s := (seat + k) % n)), seat)

    def pool(self, state: State, seat: int) -> dict[str, int]:
        """A player's mana by kind; what is restricted under its whole name, such as "C/activate abilities"."""
        row = state.rows[self.player(seat)]
        return {slot[5:]: whole(n) for slot, n in row.num.items() if slot.startswith("mana.") and n}

    # --- rows ----------------------------------------------------------------------------------------------------

    def count(self, row: int) -> int:
        """How many a row stands for."""
        return whole(self.state.rows[row].n)

    def seen(self, row: int) -> Seen:
        """The characteristics of an object."""
        return see(self.state, row)

    def front(self, name: str) -> str:
        """The peer's name of a card: its front face, both halves of a split card."""
        if " // " not in name:
            return name
        return name if self.cards.layout(name) in ("split", "") else name.split(" // ")[0]

    def name(self, row: int) -> str:
        """What a row is called."""
        there = self.state.rows[row]
        if there.cls.kind == "player":
            return f"Player{self.case.order[there.cls.owner]}"
        if there.cls.proto is None:
            return source(self.state, row) or "ability"
        return self.front(self.seen(row).name if there.cls.zone == "battlefield" else there.cls.proto.name)

    def face(self, option: Option) -> str:
        """The name of the face or half that an option of casting or playing has (712.11b, 709.3); "fused A // B" of both halves."""
        proto = self.state.rows[option.row].cls.proto
        chosen = faces.face_chosen(option.how)
        if proto is None or not chosen:
            return self.name(option.row)
        found = faces.faces_of(proto)[chosen].name
        return f"fused {found}" if chosen == faces.HALVES[2] else found

    def book_name(self, row: int) -> str:
        """The whole name of a card, all its faces."""
        proto = self.state.rows[row].cls.proto
        return "" if proto is None else self.cards.full_name(proto.name)

    def fits(self, row: int, wanted: str) -> bool:
        """Whether a row is what the case names: a name, an alias, a player, a kind of copy, one of several (":1")."""
        there = self.state.rows[row]
        if wanted.startswith("@"):
            if wanted[1:] in self.state.labels:
                return self.state.labels[wanted[1:]] == row
            if wanted[1:] in self.labelled:
                return False  # it was one permanent, which is gone
            wanted = self.aliases.get(wanted[1:], wanted)
        kind = _KIND_OF_COPY.search(wanted)
        if kind is not None:
            wanted = wanted[: kind.start()]
            copied = there.cls.proto is not None and (there.cls.kind in ("token", "copy") or self.seen(row).copy)
            if copied != (kind[1] == "only copy"):
                return False
        wanted = re.sub(r":\d+$", "", wanted)
        name = self.name(row)
        if there.cls.kind == "player" or re.fullmatch("Player[A-D]", wanted):
            return there.cls.kind == "player" and name == wanted
        if same_name(name, wanted):
            return True
        if there.cls.zone == "stack":
            return name.startswith(wanted) or plain(wanted) in self.stack_text(row)
        # Tokens are called by their subtypes; older printed texts leave out that a creature is a Phyrexian.
        return there.cls.kind == "token" and wanted in (f"{name} Token", f"Phyrexian {name} Token")

    def members(self, seat: int | None, name: str) -> list[int]:
        """The permanents of that name, of a player or anybody: a row as often as it has members."""
        found = []
        for row, there in self.state.rows.items():
            fine = (
                there.cls.zone == "battlefield" and there.cls.kind in ("card", "token") and there.cls.proto is not None
            )
            if fine and (seat is None or there.cls.controller == seat) and self.fits(row, name):
                found += [row] * self.count(row)
        return found

    def alike(self, rows: list[int]) -> bool:
        """Whether rows look the same, so that it can't matter which is meant."""
        looks = {(self.name(h), c.zone, c.tapped, c.controller, c.kind) for h in rows for c in [self.state.rows[h].cls]}
        return len(looks) <= 1

    def distinct(self, rows: list[int]) -> list[int]:
        """One row of each look: its class, its amounts, and what is attached to it."""
        found: dict[object, int] = {}
        for row in rows:
            there = self.state.rows[row]
            on = [r.cls for r in self.state.rows.values() if getattr(r.refs.get("host"), "row", -1) == row]
            found.setdefault((id(there.cls), tuple(sorted(there.num.items(), key=str)), tuple(map(id, on))), row)
        return list(found.values())

    # --- words ---------------------------------------------------------------------------------------------------

    def lines(self, name: str) -> list[str]:
        """The lines of a card's printed text, its name replaced by "{this}"."""
        return [this(line, name) for line in self.cards.lines(name)]

    def stack_text(self, row: int) -> str:
        """The words of what is on the stack, in every spelling that a case may use."""
        there = self.state.rows[row]
        if there.cls.proto is not None:
            return plain("Cast " + self.name(row))
        name = self.name(row)
        text = plain(this(words(self.state, row), "~"))
        more = " ".join(plain(line) for line in self.lines(name))
        return f"{plain(name)} {text} {text.replace('enters the battlefield', 'enters')} {more} stack ability ({text}"


def whole(value: object) -> int:
    """An amount that is a plain number."""
    if not isinstance(value, int):
        raise NotDriven("an amount that is no plain number")
    return value


def same_name(name: str, wanted: str) -> bool:
    """Whether a name is meant: in full, or a face or half of it, with or without its accents. What is fused is meant as fused alone."""
    name, wanted = key_of(name), key_of(wanted)
    if name.startswith("fused ") or wanted.startswith("fused "):
        return name == wanted
    return name == wanted or wanted in name.split(" // ") or name in wanted.split(" // ")


def this(line: str, name: str) -> str:
    """A line of text with "{this}" for the object that has it."""
    line = line.replace("−", "-").replace("—", "-")
    for called in (name, name.split(" // ")[0], name.split(",")[0]):
        line = line.replace(called, "{this}")
    return _THIS.sub("{this}", line)


def plain(text: str) -> str:
    """A text for comparing."""
    text = text.replace("−", "-").replace("—", "-").replace("~", "{this}").lower()
    return re.sub(r"\s+", " ", text).strip().rstrip(".")
