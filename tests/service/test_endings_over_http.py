"""Endings over the API: conceding, removing, a time limit, a ruling, a rematch; and the process that keeps the games is killed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from reiterate.client import Client, Seat
from reiterate.refusals import Refusal
from tests.service.table_over_http import server_of_cards
from tests.support.served import Served
from tests.table.laid_table import position, quick_folder

pytestmark = pytest.mark.slow("a server is started")


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with quick_folder() as folder, server_of_cards(folder) as found:
        yield found


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    found = Client(f"http://127.0.0.1:{served.port}")
    yield found
    found.close()


def begun(client: Client, players: int, **asked: Any) -> dict[str, Seat]:
    made = client.begin(position=position(players, ("Old Bell", "Far Glass")), **asked)
    assert not isinstance(made, Refusal), made
    return {who: client.seat(made.game, secret) for who, secret in made.secrets.items()}


def view(seat: Seat) -> Any:
    found = seat.view()
    assert not isinstance(found, Refusal), found
    return found


def test_a_concession_and_a_rematch_outlive_the_process(served: Served, client: Client) -> None:
    seats = begun(client, 2)
    assert not isinstance(seats["p1"].concede(), Refusal)
    for who in ("p1", "p2", "spectator"):
        assert view(seats[who])["ended"]["winners"] == ["p2"]
    served.app.state.games.process.end()
    assert view(seats["p2"])["ended"]["rule"] == "104.3a"
    refused = seats["p2"].play("pass")
    assert isinstance(refused, Refusal) and refused.code == "game-over"
    assert not isinstance(seats["p1"].rematch(), Refusal)
    served.app.state.games.process.end()
    assert view(seats["p2"])["rematch"] == ["p1"]
    assert not isinstance(seats["p2"].rematch(), Refusal)
    assert view(seats["p1"])["ended"] is None


def test_removing_a_time_limit_and_a_ruling(served: Served, client: Client) -> None:
    seats = begun(client, 4, limit=600)
    assert view(seats["p2"])["limit"] == 600
    refused = seats["p2"].time_over()
    assert isinstance(refused, Refusal) and refused.code == "time-left"
    for who in ("p1", "p3", "p4"):
        assert not isinstance(seats[who].remove("p2"), Refusal)
    assert view(seats["p2"])["left"] == ["p2"]
    assert not isinstance(seats["judge"].rule("comprehensive", own="p4 wins"), Refusal)
    served.app.state.games.process.end()
    seen = view(seats["p3"])
    assert seen["ended"]["winners"] == ["p4"] and seen["ruling"]["sentence"] == "p4 wins"
    assert not isinstance(seats["judge"].rule("comprehensive", own="take back"), Refusal)
    assert view(seats["p1"])["ended"] is None
