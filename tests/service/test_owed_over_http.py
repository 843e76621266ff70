"""Random games over the API in which something is owed: rulings and proposals, endings, concessions and rematches.

The law, at each step and for whoever decides: there is a choice that satisfies all that is owed, or it is told that none exists.
What is offered is accepted, and what is told not to be allowed now is refused in the words that are told (732.2c, 732.3, MTR 4.4).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.client import Client, Seat
from reiterate.games.game import Game, begin, play_line, replay, settle
from reiterate.refusals import Refusal
from reiterate.table.seats import JUDGE
from tests.service.table_over_http import server_of_cards
from tests.support.owed_boards import KINDS, POLICIES, TEXTS, OwedBoard, owed_board
from tests.support.served import Served
from tests.table.laid_table import quick_folder

pytestmark = pytest.mark.slow("a server is started, and games are played on it")

#: Choices that are played on behind a ruling or a proposal.
ON: Final = 10
#: Why what is legal may not be done now, by what is owed.
OWED: Final = ("restart", "must-break", "must-differ")
DICE: Final = st.randoms(use_true_random=False)
ROWS: Final = [{"name": name, "type_line": "Artifact", "oracle_text": text} for name, text in TEXTS.items()]
BOOK: Final = CardBook((read_source("cards", json.dumps(ROWS).encode()), builtin_source()))


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with quick_folder() as folder, server_of_cards(folder, ROWS) as found:
        yield found


def asked_for(dice: Random, board: OwedBoard, policy: str) -> list[str]:
    """What players say of the loop of a board, each as that player is asked; with it the loop is settled."""
    game = begin(board.text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    for line in board.first:
        assert play_line(game, line) is None, line
    said: list[str] = []
    for tries in range(12):
        again = replay(game.entries, BOOK)
        assert isinstance(again, Game), again
        found = settle(again, policy, board.script, said)
        if isinstance(found, Refusal):
            said.pop()
            continue
        if not found.verdict.to_speak:
            return said
        seat, may = found.verdict.to_speak[0]
        words = [one for one in may if one not in ("number", "cut")]
        words += [f"number {dice.randint(0, 4)}"] * 3 if "number" in may else []
        words += [f"cut {dice.randint(1, 4)}.{dice.randint(1, 6)}"] if "cut" in may else []
        said.append(f"p{seat + 1}: {dice.choice(words) if tries < 8 else words[0]}")
    return said


class Table:
    """One game of the server, with a seat for each player and one for the judge."""

    def __init__(self, client: Client, board: OwedBoard, counts: Counter[str]) -> None:
        made = client.begin(position=board.text)
        assert not isinstance(made, Refusal), made
        self.seats: dict[str, Seat] = {who: client.seat(made.game, secret) for who, secret in made.secrets.items()}
        self.players = [f"p{seat + 1}" for seat in range(board.players)]
        self.board = board
        self.counts = counts

    def view(self, who: str = "spectator") -> Any:
        found = self.seats[who].view()
        assert not isinstance(found, Refusal), found
        return found

    def seat(self, who: str) -> Seat:
        """A seat that knows what is new."""
        self.view(who)
        return self.seats[who]

    def plays(self, line: str) -> bool:
        """A line of a script, choice by choice by whoever decides; whether all of it was accepted."""
        if line == "all pass":
            return all(self.plays("pass") for _ in self.left())
        if line.startswith("all pass to"):
            return False  # each seat passes for itself alone
        decides = self.view()["decides"]
        said = line.removeprefix(f"{decides}: ")
        return bool(decides) and not isinstance(self.seat(decides).play(said), Refusal)

    def left(self) -> list[str]:
        gone = self.view()["left"]
        return [who for who in self.players if who not in gone]

    def whoever_owes_has_a_choice_or_is_told(self) -> None:
        """The law, for the one who decides. Nobody else is offered anything."""
        decides = self.view()["decides"]
        for who in self.left():
            found = self.view(who)
            if who != decides or found["proposal"] is not None:
                assert not found["not_now"]
                continue
            assert found["may"] or "none exists" in found["note"], (who, found["not_now"], found["note"])
            self.counts["owed"] += bool(found["not_now"])
            self.counts["none exists"] += "none exists" in found["note"]
            assert not {each["line"] for each in found["not_now"]} & {each["line"] for each in found["may"]}
            for each in found["not_now"]:
                refused = self.seat(who).play(each["line"])
                assert isinstance(refused, Refusal) and refused.code in OWED, (each, refused)
                assert (refused.message, refused.rule) == (each["why"], each["rule"])

    def somebody_chooses(self, dice: Random) -> None:
        """One of the offered lines, by whoever decides: it is accepted."""
        decides = self.view()["decides"]
        lines = [each["line"] for each in self.view(decides)["may"]]
        if lines:
            line = dice.choice(lines)
            assert not isinstance(found := self.seat(decides).play(line), Refusal), (line, found)

    # --- how something comes to be owed -----------------------------------------------------------------------

    def a_ruling(self, dice: Random, policy: str) -> None:
        """Players say what they are asked for, in order, and the judge rules on the loop."""
        for one in asked_for(dice, self.board, policy):
            who, _, words = one.partition(": ")
            assert not isinstance(found := self.seat(who).say(words), Refusal), (one, found)
        ruled = self.seat(JUDGE).rule(policy, self.board.script)
        self.counts["rulings" if not isinstance(ruled, Refusal) else f"no ruling: {ruled.code}"] += 1

    def a_proposal(self, dice: Random) -> None:
        """Whoever has priority proposes laps; the others accept, cut or concede."""
        decides = self.view()["decides"]
        script = self.board.script.replace("repeat 1", f"repeat {dice.randint(1, 6)}")
        if not decides or isinstance(self.seat(decides).propose(script), Refusal):
            return
        self.counts["proposals"] += 1
        while (waiting := self.view()["proposal"]) is not None:
            who = waiting["to_answer"][0]
            if dice.random() < 0.15:
                leaves = dice.choice(self.left())
                gone = self.seat(leaves).concede()
                assert not isinstance(gone, Refusal), gone
                self.counts["concessions in a proposal"] += 1
                continue
            said = dice.choice(["accept", f"cut {dice.randint(1, 6)}.{dice.randint(1, 8)}"])
            if isinstance(self.seat(who).answer(said), Refusal):
                assert not isinstance(self.seat(who).answer("accept"), Refusal)

    def a_lap_by_hand(self) -> None:
        """Some laps are played choice by choice: what has come back may not be brought back again (732.3)."""
        for line in self.board.lap * 2:
            if self.view()["ended"] is not None or not self.plays(line):
                return
        self.counts["laps by hand"] += 1

    def something_else(self, dice: Random) -> None:
        """A concession, a judge's word on the game, or an answer to who is asked whether to act."""
        asked = self.view()["draw"]
        if asked is not None and asked["waiting"] and dice.random() < 0.4:
            assert not isinstance(self.seat(asked["waiting"][0]).say("no action"), Refusal)
            self.counts["declined"] += 1
        elif dice.random() < 0.02 * len(self.left()):
            assert not isinstance(self.seat(dice.choice(self.left())).concede(), Refusal)
            self.counts["concessions"] += 1
        elif dice.random() < 0.04:
            words = dice.choice(["draw", "p2 wins", "take back"])
            self.counts["words"] += not isinstance(self.seat(JUDGE).rule("comprehensive", own=words), Refusal)

    def is_over(self) -> None:
        """Nothing is played, and once all want to play again the game is as it began."""
        first = self.seat(self.players[0]).play("pass")
        assert isinstance(first, Refusal) and first.code == "game-over", first
        for who in self.players:
            if self.view()["ended"] is not None and who not in self.view()["rematch"]:
                assert not isinstance(self.seat(who).rematch(), Refusal)
        assert self.view()["ended"] is None and self.view()["left"] == []
        self.counts["rematches"] += 1


def play(client: Client, kind: str, policy: str, dice: Random, counts: Counter[str]) -> None:
    """One random game, with all that must hold of it."""
    table = Table(client, owed_board(kind, dice), counts)
    counts["games"] += 1
    if not all(table.plays(line) for line in table.board.first):
        return
    how = dice.choice(["ruling", "ruling", "proposal", "by hand"])
    for part in range(2):
        if table.view()["ended"] is not None:
            break
        if how == "ruling":
            if part == 0:
                table.a_ruling(dice, policy)
        elif how == "proposal":
            table.a_proposal(dice)
        else:
            table.a_lap_by_hand()
        for _ in range(ON):
            if table.view()["ended"] is not None:
                break
            table.whoever_owes_has_a_choice_or_is_told()
            table.something_else(dice)
            if table.view()["ended"] is None:
                table.somebody_chooses(dice)
    if table.view()["ended"] is not None:
        counts["endings"] += 1
        table.is_over()


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(KINDS), st.sampled_from(POLICIES), DICE)
def test_whoever_owes_has_a_choice_over_the_api(served: Served, kind: str, policy: str, dice: Random) -> None:
    with Client(f"http://127.0.0.1:{served.port}") as client:
        play(client, kind, policy, dice, Counter())


@pytest.mark.parametrize(
    ("kind", "cards", "first", "lap", "said", "owed"),
    [
        (
            "a loop may not begin again",
            ("Bell", ""),
            (),
            ("activate Bell", "all pass"),
            ("number 3", "agree"),
            "restart",
        ),
        (
            "nothing breaks it",
            ("Spark, Chime", "Forest"),
            ("activate Spark", "all pass"),
            ("all pass",),
            ("no action", "number 1"),
            "",
        ),
    ],
)
def test_the_law_finds_what_is_owed(
    served: Served,
    kind: str,
    cards: tuple[str, str],
    first: tuple[str, ...],
    lap: tuple[str, ...],
    said: tuple[str, ...],
    owed: str,
) -> None:
    """By hand: p1 may not ring again behind the number (MTR 4.4 par. 8); p2 named one of what p2 can't break (par. 2)."""
    rows = "".join(f"  p{seat}: {{battlefield: [{own}]}}\n" for seat, own in enumerate(cards, 1))
    board = OwedBoard(2, f"format: position/1\nplayers:\n{rows}", first, lap)
    counts: Counter[str] = Counter()
    with Client(f"http://127.0.0.1:{served.port}") as client:
        table = Table(client, board, counts)
        assert all(table.plays(line) for line in first), kind
        for who, words in zip(table.players, said, strict=True):
            assert not isinstance(table.seat(who).say(words), Refusal)
        ruled = table.seat(JUDGE).rule("tournament", board.script)
        assert not isinstance(ruled, Refusal), ruled
        table.whoever_owes_has_a_choice_or_is_told()
        assert (counts["owed"], counts["none exists"]) == ((1, 0) if owed else (0, 1))
        assert not isinstance(table.seat("p2").concede(), Refusal)
        table.is_over()
