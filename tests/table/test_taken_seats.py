"""A person takes over a seat that the program has played: whoever holds its link, and nobody else. On both databases."""

from __future__ import annotations

import threading

import pytest

from reiterate.refusals import Refusal
from reiterate.table.store import Store
from reiterate.table.table import Accepted, Table
from tests.table.laid_table import BOOK, RULEBOOK, Sitting, seated, taken_seats

SCRIPT = "repeat 1000:\n  activate Midnight Guard\n  all pass\n  all pass\n"
PROGRAMS = {"p2": "passes"}


def table_of(url: str) -> Table:
    table = Table.open(url, BOOK)
    assert isinstance(table, Table), table
    return table


def code(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.code


def programs(game: Sitting, who: str = "p1") -> dict[str, str]:
    found = game.table.view(game[who])
    assert not isinstance(found, Refusal), found
    return found.programs


def taken(game: Sitting, who: str = "p2") -> None:
    found = game.table.take_seat(game[who], game.next)
    assert isinstance(found, Accepted), found


def waits_for(game: Sitting) -> list[str]:
    """Who is still to answer, once p1 has proposed a thousand Elves."""
    assert isinstance(game.table.propose(game["p1"], game.next, SCRIPT), Accepted)
    found = game.table.view(game["p1"])
    assert not isinstance(found, Refusal)
    return [] if found.proposal is None else list(found.proposal.to_answer)


def test_the_program_answers_until_the_seat_is_taken_and_then_the_person_does(url: str) -> None:
    with table_of(url) as table:
        game, other = seated(table, RULEBOOK, PROGRAMS), seated(table, RULEBOOK, PROGRAMS)
        assert waits_for(other) == [] and programs(game) == PROGRAMS
        taken(game)
        assert programs(game) == programs(game, "p2") == programs(game, "spectator") == {}
        assert programs(other) == PROGRAMS
        assert waits_for(game) == ["p2"]
        assert isinstance(table.answer(game["p2"], game.next, "accept"), Accepted)


def test_a_new_start_remembers_who_plays(url: str) -> None:
    with table_of(url) as table:
        made = seated(table, RULEBOOK, PROGRAMS)
        taken(made)
    with table_of(url) as again:
        game = taken_seats(again, made.made)
        assert programs(game) == {} and waits_for(game) == ["p2"]


def test_a_seat_is_taken_by_its_own_link_alone(url: str) -> None:
    with table_of(url) as table:
        game = seated(table, RULEBOOK + "  p3: {}\n", {"p2": "passes", "p3": "passes"})
        before = game.last
        assert code(table.take_seat(game["p1"], game.next)) == "table-program"
        for who in ("judge", "spectator"):
            assert code(table.take_seat(game[who], game.next)) == "not-a-player"
        for words in ("take the seat", "p2"):  # words that somebody says take no seat
            table.chat(game["p1"], game.next, words)
            table.say(game["p1"], game.next, words)
        assert programs(game) == {"p2": "passes", "p3": "passes"}
        taken(game, "p3")
        assert programs(game) == {"p2": "passes"} and game.last > before
        assert waits_for(game) == ["p3"]


def test_the_program_plays_a_seat_by_the_word_of_its_own_link_until_it_is_taken(url: str) -> None:
    with table_of(url) as table:
        game = seated(table, RULEBOOK)
        assert code(table.let_program(game["p2"], game.next, "wins")) == "table-program"
        for who in ("judge", "spectator"):
            assert code(table.let_program(game[who], game.next, "passes")) == "not-a-player"
        assert waits_for(game) == ["p2"] and programs(game) == {}
        assert isinstance(table.let_program(game["p2"], game.next, "passes"), Accepted)
        assert programs(game) == PROGRAMS
        view = table.view(game["p1"])
        assert not isinstance(view, Refusal) and view.proposal is None  # the program has answered at once
        taken(game)
        assert programs(game) == {} and waits_for(game) == ["p2"]


def test_the_same_words_once_more_take_the_seat_once(url: str) -> None:
    with table_of(url) as table:
        game = seated(table, RULEBOOK, PROGRAMS)
        number = game.next
        assert table.take_seat(game["p2"], number) == table.take_seat(game["p2"], number) == Accepted(number, number)
        assert code(table.take_seat(game["p2"], game.next)) == "table-program"
        assert code(table.take_seat(game["p2"], game.next + 5)) == "not-next"


def test_another_table_on_the_same_database_lets_no_program_play_any_more(url: str) -> None:
    with table_of(url) as first, table_of(url) as second:
        here = seated(first, RULEBOOK, PROGRAMS)
        there = taken_seats(second, here.made)
        assert programs(there) == PROGRAMS  # the game is in memory at both
        taken(here)
        assert waits_for(there) == ["p2"] and programs(there) == programs(here) == {}


def test_nobody_waits_for_a_program_that_was_asked_while_the_seat_was_taken(url: str) -> None:
    """At one table p1 proposes, at the other p2 takes the seat, at the same time: one of them is first, and no answer is lost."""
    with table_of(url) as first, table_of(url) as second:
        for _ in range(5):
            here = seated(first, RULEBOOK, PROGRAMS)
            there = taken_seats(second, here.made)
            number, found = here.next, dict[str, object]()
            begin = threading.Barrier(2)

            def proposes(here: Sitting = here, number: int = number, begin: threading.Barrier = begin) -> None:
                begin.wait()
                found["p1"] = first.propose(here["p1"], number, SCRIPT)  # noqa: B023 # joined before the next turn

            asking = threading.Thread(target=proposes)
            asking.start()
            begin.wait()
            taking = second.take_seat(there["p2"], number)
            asking.join()
            if isinstance(taking, Accepted):
                assert code(found["p1"]) == "not-next" and waits_for(there) == ["p2"]
            else:
                assert code(taking) == "not-next" and isinstance(found["p1"], Accepted)
                taken(there)
            assert programs(here) == programs(there) == {}


def test_a_seat_stays_taken_after_an_undo_and_in_a_game_from_its_log(url: str) -> None:
    with table_of(url) as table:
        game = seated(table, RULEBOOK, PROGRAMS)
        game.play("p1", "activate Midnight Guard")
        taken(game)
        assert isinstance(table.ask_undo(game["p1"], game.next, 1), Accepted)
        assert isinstance(table.answer_undo(game["p2"], game.next, True), Accepted)
        assert programs(game) == {}
        log = table.export(game["judge"], "log")
        assert not isinstance(log, Refusal)
        again = table.load(log.text)
        assert not isinstance(again, Refusal) and programs(taken_seats(table, again)) == {}


def test_where_the_entry_is_not_kept_the_program_plays_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with table_of(url) as table:
        game = seated(table, RULEBOOK, PROGRAMS)
        with monkeypatch.context() as gone:
            gone.setattr(Store, "append", lambda *_: False)
            assert code(table.take_seat(game["p2"], game.next)) == "not-next"
        assert programs(game) == PROGRAMS and waits_for(game) == []
