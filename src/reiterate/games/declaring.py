"""Attackers and blockers by touch: creature by creature, until one button declares all of them (508.1, 509.1).

An attacker is touched, and touched again to take it back. A blocker is touched, then what it blocks. The touches ``object NAME``, ``number N`` and
``word all`` or ``word together`` are followed from the beginning each time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from reiterate.amounts import parse_quantity, plain
from reiterate.games.asking import Asks, Chosen, Way, Wrong
from reiterate.games.paying import Steps, said, ways_to_pay
from reiterate.refusals import AMBIGUOUS, ILLEGAL, Refusal
from reiterate.rules.access.choice import ATTACK, BLOCK, EACH_ONE, SAME, TOGETHER, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.combat_state import attackers_of, defender_of, defenders
from reiterate.rules.turn.declarations import name_of
from reiterate.rules.turn.declare_attackers import attack_candidates, attackable
from reiterate.rules.turn.declare_blockers import block_candidates
from reiterate.script.naming_words import in_a_row
from reiterate.script.places import digits
from reiterate.shortcuts.mana_first import SHORT
from reiterate.state.model import State

#: The words that are touches: all creatures attack; all blockers of a group of attackers block one and the same of them.
ALL: Final = "all"
ONE: Final = "together"

#: No row: a blocker of which it is not said yet what it blocks.
NOWHERE: Final = -1

#: A creature, and what it attacks or blocks.
Pair: TypeAlias = tuple[int, int]

#: Why a set is not sent of which no line says exactly what it is.
UNSAID: Final = Refusal(AMBIGUOUS, "gesture", "no line tells this set from another one", "a line that is typed")


def declare(state: State, calls: Mapping[int, str], touches: Sequence[str]) -> Asks:
    """What is asked behind some touches of whoever declares attackers or blockers. Raises ``Wrong`` for a touch that was not asked for."""
    declaring = _Attacking(state, calls) if asked(state) == ATTACK else _Blocking(state, calls)
    rows = {name: row for row, name in calls.items()}
    for touch in touches:
        kind, _, value = touch.partition(" ")
        if kind == "object" and rows.get(value) in declaring.lit():
            declaring.touch(rows[value])
        elif kind == "number":
            declaring.count(value)
        elif kind != "word" or not declaring.hear(value):
            raise Wrong
    return declaring.asks()


class _Declaring(ABC):
    """A declaration under way. ``pairs``: how many of each creature attack or block what; ``last``: the pair that was touched last."""

    verb: str

    def __init__(self, state: State, calls: Mapping[int, str]) -> None:
        self.state = state
        self.calls = calls
        self.seat = decider(state)
        self.pairs: dict[Pair, int] = {}
        self.last: Pair | None = None

    @abstractmethod
    def lit(self) -> list[int]:
        """The rows that may be touched."""

    @abstractmethod
    def touch(self, row: int) -> None:
        """Touch an object that is lit."""

    @abstractmethod
    def hear(self, word: str) -> bool:
        """Take a word; whether it was asked for."""

    @abstractmethod
    def ways(self) -> Iterator[Way]:
        """What may be chosen besides objects."""

    @abstractmethod
    def chosen(self) -> Iterator[Chosen]:
        """What stands on creatures."""

    @abstractmethod
    def choice(self) -> Choice:
        """The declaration as it is chosen."""

    @abstractmethod
    def words(self) -> str:
        """What is asked."""

    def there(self, row: int) -> int:
        """How many members a row has."""
        return plain(self.state.rows[row].n)

    def free(self, row: int) -> int:
        """How many members of a row take no part yet."""
        return self.there(row) - sum(many for (creature, _), many in self.pairs.items() if creature == row)

    def total(self) -> int:
        """How many creatures take part."""
        return sum(self.pairs.values())

    def drop(self, row: int) -> None:
        """Take a creature back, whatever it attacks or blocks."""
        self.pairs = {pair: many for pair, many in self.pairs.items() if pair[0] != row}
        self.last = None

    def count(self, typed: str) -> None:
        """Say how many of the group that was touched last take part."""
        number = parse_quantity(typed.replace(",", "").strip())
        if self.last is None or isinstance(number, Refusal):
            raise Wrong
        most = self.free(self.last[0]) + self.pairs[self.last]
        if plain(number) > most:
            name = name_of(self.state, self.last[0])
            raise Wrong(Refusal(ILLEGAL, "gesture", f"{digits(most)} of {name} can be named", f"0 to {digits(most)}"))
        self.pairs[self.last] = plain(number)
        if not plain(number):
            del self.pairs[self.last]
            self.last = None

    def many(self, row: int, number: int, verb: str) -> str:
        """How many of a row do something: "attacks", "3 of 5 attack"."""
        there = self.there(row)
        if there == 1:
            return f"{verb}s"
        return f"all {digits(there)} {verb}" if number == there else f"{digits(number)} of {digits(there)} {verb}"

    def asks(self) -> Asks:
        """What is asked now, with the way to send what is chosen."""
        choice = self.choice()
        refused = verify(self.state, choice)
        sent: tuple[Way, ...] = ()
        if refused is None or refused.code == SHORT:
            sent = self._sent(((choice,),) if refused is None else ways_to_pay(self.state, choice).ways)
            refused = None if sent else refused or UNSAID
        group = self.last if self.last is not None and self.there(self.last[0]) > 1 else None
        return Asks(
            self.verb,
            self.words(),
            tuple(self.lit()),
            (*sent, *self.ways()),
            self.pairs[group] if group else 0,
            more=True,
            chosen=tuple(self.chosen()),
            number=f"How many of {digits(self.there(group[0]))} {name_of(self.state, group[0])}?" if group else "",
            why=refused,
        )

    def _sent(self, ways: Sequence[Steps]) -> tuple[Way, ...]:
        """The declaration as lines, once for each way to pay for what it costs."""
        words = f"{self.verb.capitalize()} with {digits(self.total())}" if self.pairs else f"Don't {self.verb}"
        found = []
        for steps in ways:
            lines = said(self.state, steps)
            if lines:
                paid = "; ".join(in_a_row(each for _, each in lines[:-1]))
                found.append(Way(f"{words}: {paid}" if paid else words, "", tuple(line for line, _ in lines)))
        return tuple(found)


class _Attacking(_Declaring):
    """Attackers; ``at``: whom the next creature attacks that is touched."""

    verb = ATTACK

    def __init__(self, state: State, calls: Mapping[int, str]) -> None:
        super().__init__(state, calls)
        self.able = attack_candidates(state, self.seat)
        self.against = defenders(state, self.seat)
        self.open = {row: attackable(state, row, self.seat) for row in self.able}
        self.at = self.against[0] if self.against else NOWHERE

    def lit(self) -> list[int]:
        return [*self.able, *(self.against if len(self.against) > 1 else ())]

    def _aim(self, row: int) -> int:
        return self.at if self.at in self.open[row] else self.open[row][0]

    def touch(self, row: int) -> None:
        if row in self.against:
            self.at, self.last = row, None
            return
        pair = row, self._aim(row)
        if pair in self.pairs:
            del self.pairs[pair]
            self.last = None
            return
        if not self.free(row):
            self.drop(row)
        self.pairs[pair] = self.free(row)
        self.last = pair

    def hear(self, word: str) -> bool:
        for row in self.able if word == ALL else ():
            pair = row, self._aim(row)
            if self.free(row):
                self.pairs[pair] = self.pairs.get(pair, 0) + self.free(row)
        self.last = None
        return word == ALL

    def ways(self) -> Iterator[Way]:
        if any(self.free(row) for row in self.able):
            yield Way("All", f"word {ALL}")
        for row in self.against if len(self.against) > 1 else ():
            yield Way(name_of(self.state, row), f"object {self.calls[row]}", now=row == self.at)

    def chosen(self) -> Iterator[Chosen]:
        for (row, at), number in self.pairs.items():
            whom = f" {name_of(self.state, at)}" if len(self.against) > 1 else ""
            yield Chosen(row, at, self.many(row, number, "attack") + whom)

    def choice(self) -> Choice:
        return _made(ATTACK, self.seat, [(row, number, at) for (row, at), number in sorted(self.pairs.items())])

    def words(self) -> str:
        return "Touch the creatures that attack" + (", or whom they attack" if len(self.against) > 1 else "")


class _Blocking(_Declaring):
    """Blockers; ``held``: the creature that was touched, of which it is not said yet what it blocks. ``as_one``: attackers of which one is blocked by all."""

    verb = BLOCK

    def __init__(self, state: State, calls: Mapping[int, str]) -> None:
        super().__init__(state, calls)
        self.may = block_candidates(state, self.seat)
        self.held = NOWHERE
        self.as_one: set[int] = set()

    def lit(self) -> list[int]:
        return [*dict.fromkeys(blocker for blocker, _ in self.may), *self._open()]

    def _open(self) -> list[int]:
        return [attacker for blocker, attacker in self.may if blocker == self.held]

    def touch(self, row: int) -> None:
        if row in self._open():
            pair = self.held, row
            left = self.there(row) - sum(many for (_, at), many in self.pairs.items() if at == row)
            free = self.free(self.held)
            each = self.there(row) > 1 and row not in self.as_one
            self.pairs[pair] = self.pairs.get(pair, 0) + (min(free, left) if each and left > 0 else free)
            self.held, self.last = NOWHERE, pair
            return
        if self.held != row and not self.free(row):
            self.drop(row)
            self.held = NOWHERE
            return
        self.held, self.last = (NOWHERE if self.held == row else row), None

    def hear(self, word: str) -> bool:
        if word != ONE or self.last is None:
            return False
        self.as_one ^= {self.last[1]}
        return True

    def ways(self) -> Iterator[Way]:
        if self.last is not None and self.there(self.last[1]) > 1:
            yield Way("All on one of them", f"word {ONE}", now=self.last[1] in self.as_one)

    def chosen(self) -> Iterator[Chosen]:
        for row in attackers_of(self.state, self.seat):
            at = defender_of(self.state, row)
            whom = "" if at is None else f" {name_of(self.state, at)}"
            yield Chosen(row, NOWHERE, self.many(row, self.there(row), "attack") + whom, now=False)
        for (row, at), number in self.pairs.items():
            yield Chosen(row, at, f"{self.many(row, number, 'block')} {name_of(self.state, at)}")
        if self.held != NOWHERE:
            yield Chosen(self.held, NOWHERE, "blocks …")

    def choice(self) -> Choice:
        parts: list[tuple[int, int, int]] = []
        ways: list[str] = []
        for (row, at), number in sorted(self.pairs.items(), key=lambda each: (each[0][1], each[0][0])):
            first = not parts or parts[-1][2] != at
            ways.append(EACH_ONE if self.there(at) > 1 and at not in self.as_one else TOGETHER if first else SAME)
            parts.append((row, number, at))
        return _made(BLOCK, self.seat, parts, tuple(ways))

    def words(self) -> str:
        if self.held == NOWHERE:
            return "Touch a creature that blocks"
        return f"Touch the attacker that {name_of(self.state, self.held)} blocks"


def _made(verb: str, seat: int, parts: Sequence[tuple[int, int, int]], ways: tuple[str, ...] = ()) -> Choice:
    """A declaration out of rows, how many of each, and what each attacks or blocks."""
    if not parts:
        return Choice(verb, seat, answer="none")
    picks, targets = tuple((row, many) for row, many, _ in parts), tuple(at for _, _, at in parts)
    return Choice(verb, seat, picks=picks, targets=targets, ways=ways)
