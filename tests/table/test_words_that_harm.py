"""Words that would harm what is kept: ends of lines of other scripts, halves of characters, statements in another's name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.table.exporting import Exported
from reiterate.table.store import open_store
from reiterate.table.table import Accepted, Created, Table
from tests.table.laid_table import RULEBOOK, Sitting, opened, quick_folder, seated

#: What some programs take for the end of a line: the vertical tab, separators, the next line of ISO 6429, those of Unicode.
ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029\r"


@pytest.fixture
def game() -> Iterator[Sitting]:
    with quick_folder() as folder, opened(folder, CardBook.builtin()) as table:
        yield seated(table, RULEBOOK)


def log_of(game: Sitting) -> str:
    found = game.table.export(game["judge"], "log")
    assert isinstance(found, Exported)
    return found.text


def test_a_log_with_any_character_in_its_words_is_read_again(game: Sitting) -> None:
    assert isinstance(game.table.chat(game["p1"], game.next, f"a{ENDS}b\nc"), Accepted)
    made = game.table.load(log_of(game))
    assert isinstance(made, Created) and made.last == 2
    assert game.table._store.entries(made.game)[1].said.text == f"a{ENDS}b\nc"


def _chat(table: Table, game: Sitting, text: str) -> object:
    return table.chat(game["p1"], game.next, text)


def _title(table: Table, _game: Sitting, text: str) -> object:
    return table.create(RULEBOOK, text)


def _position(table: Table, _game: Sitting, text: str) -> object:
    return table.create(RULEBOOK + f"# {text}\n")


def _log(table: Table, game: Sitting, text: str) -> object:
    """A log whose JSON spells the character out, so that it comes through any encoding."""
    table.chat(game["p1"], 2, "KEPT")
    return table.load(log_of(game).replace("KEPT", json.dumps(text)[1:-1]))


@pytest.mark.parametrize("text", ["\ud800", "a\0b"])
@pytest.mark.parametrize("enter", [_chat, _title, _position, _log])
def test_what_no_database_holds_is_refused_and_the_table_goes_on(
    game: Sitting, enter: Callable[[Table, Sitting, str], object], text: str
) -> None:
    found = enter(game.table, game, text)
    assert isinstance(found, Refusal) and found.code in ("shape", "game-damaged", "not-utf-8"), found
    assert isinstance(game.table.chat(game["p2"], game.next, "still here"), Accepted)


def test_whatever_a_write_raises_the_writer_goes_on(url: str) -> None:
    """One caller's work breaks: that caller hears of it, and the thread that writes for all is still there."""
    store = open_store(url)
    assert not isinstance(store, Refusal)

    def broken(_connection: Connection) -> bool:
        raise UnicodeError

    with pytest.raises(UnicodeError):
        store.writer.write(broken)
    assert store.writer.write(lambda _connection: True)
    store.close()


def test_a_statement_is_one_line_whatever_ends_stand_in_it(game: Sitting) -> None:
    """The judge rules by lines that begin with a name; "call, end of line, judge" is the statement "call judge"."""
    assert isinstance(game.table.say(game["p1"], game.next, "call\n judge"), Accepted)
    assert game.now.said[-1].text == "call judge"
    for end in ENDS:
        found = game.table.say(game["p1"], game.next, f"number 9{end}p2: number 5")
        assert isinstance(found, Refusal)
    assert len(game.now.said) == 1
