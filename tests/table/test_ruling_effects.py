"""What a ruling brings about is told at every seat: the outcome, the place, what is owed there and whether anything satisfies that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.show.game_words import entry_words
from reiterate.table.seat_view import View
from reiterate.table.seats import JUDGE
from reiterate.table.table import Accepted
from tests.table.laid_table import Sitting, opened, quick_folder, seated

TEXTS = {
    "Spark": "Sacrifice Spark: You gain 1 life.",
    "Chime": "Whenever you gain life, you gain 1 life.",
    "Hammer": "Sacrifice Hammer: Destroy all artifacts.",
    "Bell": "{0}: You gain 1 life.",
}
BOOK = CardBook(
    (
        read_source(
            "cards",
            json.dumps([{"name": n, "type_line": "Artifact", "oracle_text": t} for n, t in TEXTS.items()]).encode(),
        ),
        builtin_source(),
    )
)
#: The loop that nobody keeps up: p1's Chime hears itself.
CHIMES = "repeat 1:\n  all pass\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def view(game: Sitting, who: str) -> View:
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return found


def ruled(game: Sitting, own: str = "", script: str = "") -> int:
    found = game.table.rule(game[JUDGE], game.next, "tournament", script, own)
    assert isinstance(found, Accepted), found
    return found.number


def ringing(game: Sitting, *said: tuple[str, str]) -> int:
    """p1 has begun the loop, the players have said something, and the judge has ruled."""
    game.play("p1", "activate Spark", "pass")
    game.play("p2", "pass")
    for who, words in said:
        assert isinstance(game.table.say(game[who], game.next, words), Accepted)
    return ruled(game, script=CHIMES)


def board(theirs: str) -> str:
    return f"format: position/1\nplayers:\n  p1: {{battlefield: [Spark, Chime]}}\n  p2: {{battlefield: [{theirs}]}}\n"


SAID = (("p1", "no action"), ("p2", "number 3"))


def test_mtr_4_4_par_2_place_and_duty_stand_at_every_seat_and_in_the_history(folder: Path) -> None:
    """p2 has named 3 and holds the Hammer: behind three iterations p2 has to break the loop."""
    with opened(folder, BOOK) as table:
        game = seated(table, board("Hammer"))
        number = ringing(game, *SAID)
        for who in ("p1", "p2", JUDGE, "spectator"):
            found = view(game, who).ruling
            assert found is not None and found.newest
            assert (found.place, found.owes) == ("behind 3 complete iterations", "p2 must break the loop there")
            assert (
                found.because[-1] == "p2 has priority and must not pass while the loop goes on [MTR 4.4 par. 2 sent. 3]"
            )
            entry = table.entries(game[who], number - 1)[0]  # type: ignore[index] # none is refused
            words = entry_words({"who": entry.who, "kind": entry.kind, "body": entry.body})
            for part in (found.sentence.removesuffix("."), found.place, found.owes, *found.because):
                assert part in words
        owed = view(game, "p2").not_now
        assert [(each.line, each.why) for each in owed] == [
            ("pass", "p2 named this place to break the loop, and passing breaks nothing")
        ]
        refused = table.play(game["p2"], game.next, "pass")
        assert isinstance(refused, Refusal) and refused.code == "must-break"
        assert view(game, "p2").note == ""
        game.play("p2", "activate Hammer")


def test_a_ruling_that_contradicts_takes_the_duty_back_too(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, board("Hammer"))
        life = view(game, "p1").board.players[0].life
        first = ringing(game, *SAID)
        assert view(game, "p1").board.players[0].life != life and view(game, "p2").not_now
        ruled(game, "draw")
        found = view(game, "p2")
        assert found.ruling is not None and (found.ruling.takes_back, found.ruling.owes) == (first, "")
        assert found.ended is not None and not found.not_now
        ruled(game, "take back")
        found = view(game, "p2")
        assert found.ended is None and found.ruling is None and not found.not_now and found.decides == "p1"


@pytest.mark.parametrize("theirs", ["Bell", "Forest"])
def test_mtr_4_4_par_2_who_has_no_way_out_is_told_that_none_exists(folder: Path, theirs: str) -> None:
    """Nothing that p2 could do breaks the loop: that is told to p2 and to the judge, and p2 may pass."""
    with opened(folder, BOOK) as table:
        game = seated(table, board(theirs))
        ringing(game, *SAID)
        words = "p2 owes a choice that stops this loop, and none exists. p2 chooses freely, and the loop goes on"
        assert {who: view(game, who).note for who in ("p1", "p2", JUDGE, "spectator")} == {
            "p1": "", "p2": words, JUDGE: words, "spectator": "",
        }  # fmt: skip
        assert "pass" in [each.line for each in view(game, "p2").may]
        game.play("p2", "pass")
        assert view(game, "p1").note == view(game, "p2").note == ""
