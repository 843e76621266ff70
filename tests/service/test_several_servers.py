"""Two servers on one PostgreSQL database: players of one game at different ones, one of them killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from reiterate.client import Begun, Client, Seat
from reiterate.refusals import Refusal
from tests.support import postgres
from tests.support.patience import until

pytestmark = pytest.mark.slow("starts a database and several servers")

#: What is played again and again: who makes each choice of a lap.
LAP = (("p1", "activate bears"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"), ("p2", "pass"))


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A database of a server of the tests' own."""
    if not postgres.installed():
        pytest.skip(postgres.ABSENT)
    with postgres.server() as url:
        yield postgres.database(url, "several")


@contextmanager
def server(database: str) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """`reiterate serve` as a process, and a client of it."""
    limits = [word for name in ("rate", "burst", "each", "games") for word in ("--limit", f"{name}=10000")]
    words = ["serve", "--port", "0", "--workers", "1", "--long-workers", "1", *limits]
    environ = {**os.environ, "REITERATE_DATABASE": database}
    command = [sys.executable, "-m", "reiterate", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ) as running:
        assert running.stderr is not None
        try:
            first = json.loads(running.stderr.readline())
            assert first["event"] == "listening", first
            log = running.stderr
            threading.Thread(target=log.read, daemon=True).start()  # so that it never waits for a reader
            with Client(first["address"]) as client:
                yield running, client
        finally:
            running.kill()


def good(found: Any) -> Any:
    assert not isinstance(found, Refusal), found
    return found


def of_game(made: Begun, client: Client) -> dict[str, Seat]:
    """The seats of a game at a server."""
    return {who: client.seat(made.game, secret) for who, secret in made.secrets.items()}


def plays(seats: dict[str, Seat], lap: tuple[tuple[str, str], ...], told: dict[int, str]) -> None:
    """Play a lap; what was answered is written down."""
    for who, line in lap:
        seat = seats[who]
        good(seat.view())
        number = seat.last + 1
        assert good(seat.play(line, number)) == number
        assert number not in told
        told[number] = line


def kept(seat: Seat) -> dict[int, str]:
    """The choices that a seat is told, by their numbers; each number is there once."""
    entries = good(seat.entries())
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    return {entry["number"]: entry["body"]["text"] for entry in entries if entry["kind"] == "choice"}


def test_players_at_two_servers_and_one_is_killed(database: str) -> None:
    told: dict[int, str] = {}
    with server(database) as (first, at_first), server(database) as (_, at_second):
        made = good(at_first.begin(example="million"))
        assert isinstance(made, Begun)
        here, there = of_game(made, at_first), of_game(made, at_second)
        mixed = {"p1": here["p1"], "p2": there["p2"]}
        for _ in range(3):
            plays(mixed, LAP, told)
        assert good(here["spectator"].view()) == good(there["spectator"].view())
        with at_first_followed(made, at_first) as seen:
            plays(there, LAP, told)
            until(lambda: len(seen) >= len(told) + 1)
        first.send_signal(signal.SIGKILL)
        first.wait()
        plays(there, LAP, told)
        assert kept(there["p1"]) == told
        with server(database) as (_, at_third):
            third = of_game(made, at_third)
            assert kept(third["p2"]) == told
            plays({"p1": third["p1"], "p2": there["p2"]}, LAP, told)
            assert good(third["judge"].view()) == good(there["judge"].view())
            assert kept(there["p1"]) == kept(third["p1"]) == told


@contextmanager
def at_first_followed(made: Begun, client: Client) -> Iterator[list[int]]:
    """The numbers of entries that somebody who follows a game is told."""
    seen: list[int] = []
    stream = client.seat(made.game, made.secrets["spectator"]).follow()

    def follow() -> None:
        try:
            for event in stream:
                seen.append(int(event.number))
        except (OSError, ValueError):
            pass  # the server was killed

    threading.Thread(target=follow, daemon=True).start()
    until(lambda: bool(seen))
    yield seen


def test_each_number_is_given_once_and_the_same_words_count_once(database: str) -> None:
    """Four people at two servers send words with the same numbers; one of them sends each of its words to both."""
    with server(database) as (_, at_first), server(database) as (_, at_second):
        made = good(at_first.begin(example="million"))
        won: list[tuple[int, str]] = []
        start = threading.Barrier(6)

        def speak(client: Client, who: str, words: str) -> None:
            with Client(f"http://{client.host}:{client.port}") as own:
                seat = own.seat(made.game, made.secrets[who])
                start.wait()
                for number in range(2, 14):
                    found = seat.chat(f"{words} {number}", number=number)
                    assert not isinstance(found, Refusal) or found.code == "not-next", found
                    if not isinstance(found, Refusal):
                        won.append((number, words))

        people = [(at_first, "p1", "a"), (at_second, "p1", "b"), (at_first, "p2", "c"), (at_second, "p2", "d")]
        people += [(at_first, "judge", "both"), (at_second, "judge", "both")]
        threads = [threading.Thread(target=speak, args=each) for each in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        entries = good(of_game(made, at_first)["judge"].entries())[1:]
        first_ones = {entry["number"]: entry["body"]["text"].split()[0] for entry in entries}
        assert sorted(set(won)) == sorted(first_ones.items())
        twice = [number for number, words in set(won) if won.count((number, words)) > 1]
        assert all(first_ones[number] == "both" for number in twice)
        assert all(won.count((number, "both")) == 2 for number, words in first_ones.items() if words == "both")
