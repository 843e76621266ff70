"""Programs that play at a table and are killed at random moments: no answered entry is lost, and none is there twice.

``python -m tests.table.killed NUMBER URL`` kills a program so many times. Each program is a fork of this process, plays
three games in three threads, and writes to a pipe what it was answered. It ends with 1 where something is lost.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.table.digests import engine_digest
from reiterate.table.rounds import begin
from reiterate.table.seat_view import View
from reiterate.table.seats import Chair
from reiterate.table.table import Accepted, Created, Table
from tests.support.patience import PATIENCE
from tests.table.laid_table import RULEBOOK

GAMES: Final = 3
#: A program is killed within so many seconds from its start, or from its first answered entry.
LONGEST: Final = 0.2
#: After so many killed programs the games are looked over; what is lost once is lost for good.
LOOKED: Final = 5
#: How long a program may take to have its first entry answered.
_PATIENCE: Final = PATIENCE
#: The cards, which all forks have read already.
BOOK: Final = CardBook.builtin()

#: What was answered: of each game the words of each entry by its number.
Answered = dict[str, dict[int, str]]
Links = dict[str, dict[str, str]]


def opened(url: str) -> Table:
    table = Table.open(url, BOOK)
    assert isinstance(table, Table), table
    return table


def in_fork(work: Callable[[int], None]) -> tuple[int, int]:
    """Do some work in a fork that has the writing end of a pipe: its process, and the reading end."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    code = 1
    try:
        work(writing)
        code = 0
    finally:
        os._exit(code)


def begun(url: str) -> Links:
    """New games, begun in a process of their own: the secrets of their seats."""

    def work(pipe: int) -> None:
        with opened(url) as table:
            for _ in range(GAMES):
                made = table.create(RULEBOOK)
                assert isinstance(made, Created)
                os.write(pipe, f"{made.game} {made.links['p1']} {made.links['p2']}\n".encode())

    process, reading = in_fork(work)
    with os.fdopen(reading) as told:
        lines = [line.split() for line in told]
    assert os.waitpid(process, 0)[1] == 0 and len(lines) == GAMES
    return {game: {"p1": first, "p2": second} for game, first, second in lines}


def plays(table: Table, game: str, secrets: dict[str, str], pipe: int) -> None:
    """Play one game until the process ends; each answered entry is told on the pipe."""
    chairs = {who: table.enter(game, secret) for who, secret in secrets.items()}
    while True:
        chair = chairs["p1"]
        assert isinstance(chair, Chair)
        view = table.view(chair)
        assert isinstance(view, View), view
        chair, number = chairs[view.decides], view.last + 1
        assert isinstance(chair, Chair)
        if view.proposal is not None:
            words, found = "accept", table.answer(chair, number, "accept")
        elif view.again and number % 7 == 0:
            words = "repeat 5:\n  activate Midnight Guard\n  all pass\n  all pass\n"
            found = table.again(chair, number, "5")
        else:
            words = "pass" if view.board.stack else "activate Midnight Guard"
            found = table.play(chair, number, words)
        assert isinstance(found, Accepted), found
        os.write(pipe, f"{game} {number} {words.splitlines()[0]}\n".encode())


def killed_once(url: str, links: Links, after: float, playing: bool, answered: Answered) -> None:
    """Start a program, kill it so many seconds later, and add what it was answered; ``playing``: from its first entry on."""

    def work(pipe: int) -> None:
        with opened(url) as table:
            threads = [threading.Thread(target=plays, args=(table, *game, pipe)) for game in links.items()]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    process, reading = in_fork(work)
    if playing:
        select.select([reading], [], [], _PATIENCE)
    time.sleep(after)
    os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status), "the program ended by itself"
    with os.fdopen(reading) as told:
        for line in told:
            game, number, words = line.rstrip("\n").split(" ", 2)
            assert int(number) not in answered[game], f"entry {number} was answered twice"
            answered[game][int(number)] = words


def looked_over(url: str, answered: Answered) -> None:
    """See, in a process of its own, that every answered entry is there once, and that every game goes on."""

    def work(_pipe: int) -> None:
        with opened(url) as table:
            for game, words in answered.items():
                entries = table._store.entries(game)
                assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
                kept = {entry.number: entry.said.text.splitlines()[0] for entry in entries[1:]}
                assert words.items() <= kept.items()
                live = table._live(game)
                assert not isinstance(live, Refusal), live

    process, reading = in_fork(work)
    os.close(reading)
    assert os.waitpid(process, 0)[1] == 0, "an entry was lost, or a game does not go on"


def killed_many(number: int, url: str, seed: int) -> int:
    """Kill so many programs, at moments that a seed draws; how many entries were answered. Raises ``AssertionError``."""
    warmed = begin(RULEBOOK, BOOK)
    assert not isinstance(warmed, Refusal) and engine_digest()
    rng = random.Random(seed)
    links = begun(url)
    answered: Answered = {game: {} for game in links}
    for turn in range(number):
        killed_once(url, links, rng.random() * LONGEST, bool(turn % 4), answered)
        if turn % LOOKED == 0 or turn == number - 1:
            looked_over(url, answered)
    return sum(map(len, answered.values()))


def main(number: int, url: str) -> int:
    """Kill so many programs; print how many entries were answered."""
    print(killed_many(number, url, number), "answered entries, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2]))
