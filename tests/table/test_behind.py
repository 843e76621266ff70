"""The game just after an earlier entry, as each chair saw it then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.refusals import Refusal
from reiterate.table.seat_view import Behind
from tests.table.laid_table import PUBLIC, SECRETS, Sitting, opened, position, quick_folder, seated, text_of


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """One folder for the databases of this file."""
    with quick_folder() as found:
        yield found


@pytest.fixture
def sitting(folder: Path) -> Iterator[Sitting]:
    """A game whose hidden cards each have a name of their own."""
    with opened(folder) as table:
        yield seated(table, position(2, tuple(PUBLIC)))


def behind(sitting: Sitting, who: str, number: int) -> Behind:
    """The game behind an entry; it has to be there."""
    found = sitting.table.behind(sitting[who], number)
    assert isinstance(found, Behind), found
    return found


def test_each_entry_opens_the_position_to_which_it_led(sitting: Sitting) -> None:
    """A life is gained by the ability of Old Bell: behind the activation it is on the stack, behind both passes it has resolved."""
    sitting.play("p1", "activate Old Bell", "pass")
    sitting.play("p2", "pass")
    lives = [behind(sitting, "p2", number).board.players[0].life.whole for number in range(1, sitting.last + 1)]
    assert lives == [20, 20, 20, 21]
    assert [len(behind(sitting, "p1", number).board.stack) for number in range(1, 5)] == [0, 1, 1, 0]


def test_what_was_hidden_then_stays_hidden(sitting: Sitting) -> None:
    """402.3: nobody but the judge sees another's hand, and nobody sees a library; a card that is shown later was hidden before."""
    sitting.play("p1", "activate Open Book", "pass")
    sitting.play("p2", "pass")
    held = {"p1": SECRETS[:2], "p2": SECRETS[5:7]}
    for number in range(1, sitting.last + 1):
        for who, own in held.items():
            told = text_of(behind(sitting, who, number))
            seen = {name for name in SECRETS if name in told}
            drawn = {SECRETS[2]} if who == "p1" and number == sitting.last else set()
            assert seen == {*own, *drawn}, (who, number)
        assert not any(name in text_of(behind(sitting, "spectator", number)) for name in SECRETS)


@pytest.mark.parametrize("number", [0, 9, 10**6])
def test_an_entry_that_is_not_there_opens_nothing(sitting: Sitting, number: int) -> None:
    found = sitting.table.behind(sitting["p1"], number)
    assert isinstance(found, Refusal) and found.code == "no-such-place" and str(number) in found.message
