"""Puzzles of Forge and deck lists over HTTP: the same answers, and games that begin from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.client import Begun, Client
from reiterate.refusals import Refusal
from tests.boards.puzzle_texts import GUARD, GUARD_AS_POSITION
from tests.support.command_line import in_process
from tests.support.served import Served

DECK = "4 Midnight Guard\n20 Forest\n"


def test_a_puzzle_is_answered_as_on_the_command_line(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.pzl"
    file.write_text(GUARD, encoding="utf-8")
    code, printed = in_process("run", str(file), "--json=answer", "--quiet")
    for said in ({}, {"format": "pzl"}):
        got = served.post("run", {"position": GUARD, "name": "puzzle.pzl", **said})
        assert (got.status, got.text, got.headers["reiterate-exit"]) == (200, printed, str(code))


@pytest.mark.parametrize(("text", "said"), [(GUARD, "position"), (GUARD_AS_POSITION, "pzl")])
def test_a_text_that_is_of_another_format_is_refused(served: Served, text: str, said: str) -> None:
    for verb in ("run", "judge", "certificate"):
        got = served.post(verb, {"position": text, "format": said})
        assert (got.status, got.json["code"]) == (422, "puzzle")


def test_what_a_puzzle_says_wrong_is_a_problem_with_its_place(served: Served) -> None:
    got = served.post("find", {"position": GUARD.replace("Grizzly Bears", "Grizly Bears"), "name": "p.pzl"})
    assert (got.status, got.json["code"], got.json["where"]["line"]) == (422, "card-unknown", 22)


def test_the_position_of_a_puzzle_and_of_decks(served: Served, tmp_path: Path) -> None:
    (tmp_path / "puzzle.pzl").write_text(GUARD, encoding="utf-8")
    with Client(f"http://127.0.0.1:{served.port}") as client:
        assert client.position(GUARD) == in_process("new", "--puzzle", str(tmp_path / "puzzle.pzl"))[1]
        dealt = client.position(decks=[DECK, DECK], seed="x")
        assert isinstance(dealt, str) and dealt == client.position(decks=[DECK, DECK], seed="x")
        assert "seed 'x'" in dealt and dealt.count("Midnight Guard") == 8
        for refused in (client.position(), client.position(GUARD, decks=[DECK, DECK]), client.position(DECK)):
            assert isinstance(refused, Refusal)


def test_a_game_of_a_puzzle_shows_nobody_a_hand_of_another(served: Served) -> None:
    with Client(f"http://127.0.0.1:{served.port}") as client:
        made = client.begin(pzl=GUARD)
        assert isinstance(made, Begun)
        assert "Lightning Bolt" in str(client.seat(made.game, made.secrets["p1"]).view())
        other = client.seat(made.game, made.secrets["p2"])
        assert "Lightning Bolt" not in str(other.view()) + str(other.export("position"))
        judge = client.seat(made.game, made.secrets["judge"]).export("position")
        assert "Lightning Bolt" in str(judge) and "format: position/2" in str(judge)


def test_a_game_of_decks_hides_both_libraries(served: Served) -> None:
    with Client(f"http://127.0.0.1:{served.port}") as client:
        made = client.begin(decks=[DECK, "7 Grizzly Bears\n"])
        assert isinstance(made, Begun)
        seen = {
            who: str(client.seat(made.game, made.secrets[who]).view()) for who in ("p1", "p2", "spectator", "judge")
        }
        assert [("Grizzly Bears" in seen[who]) for who in ("p1", "p2", "spectator", "judge")] == [
            False,
            True,
            False,
            True,
        ]
        assert isinstance(client.begin(decks=[DECK]), Refusal)
        assert isinstance(client.begin(pzl=DECK), Refusal)
        assert isinstance(client.begin(pzl=GUARD, example="million"), Refusal)
