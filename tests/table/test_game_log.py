"""Entries of long ago are read from the database: what is told and done is the same as with all of them at hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest
from sqlalchemy.exc import OperationalError

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.table import game_now as logs
from reiterate.table.entries import (
    ANSWER,
    CHAT,
    CHOICE,
    POSITION,
    RULING,
    SAY,
    STATEMENT,
    UNDO,
    Digests,
    Noted,
    Said,
    position_entries,
)
from reiterate.table.exporting import Exported, exported
from reiterate.table.game_now import Log
from reiterate.table.resuming import resume
from reiterate.table.seat_view import Shown
from reiterate.table.store import Store
from reiterate.table.table import Accepted, Table
from tests.support.dice import dice
from tests.table.laid_table import BOOK, RULEBOOK, Sitting, position, seated, taken_seats

BUILTIN: Final = CardBook.builtin()
LAP = (("p1", "activate Midnight Guard"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"), ("p2", "pass"))
SCRIPT = "repeat 1000:\n  activate Midnight Guard\n  all pass\n  all pass\n"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three entries stay at hand, and five are read together."""
    monkeypatch.setattr(logs, "KEPT", 3)
    monkeypatch.setattr(logs, "_PAGE", 5)


@pytest.fixture
def table(url: str) -> Iterator[Table]:
    found = Table.open(url, BUILTIN)
    assert isinstance(found, Table), found
    with found:
        yield found


def kept(game: Sitting) -> list[Noted]:
    """All entries of a game as the database has them."""
    return game.table._store.entries(game.made.game)


def laps(game: Sitting, many: int) -> None:
    for _ in range(many):
        for who, line in LAP:
            game.play(who, line)


def words(game: Sitting, many: int) -> None:
    """Somebody talks until all that was done before has left memory."""
    for number in range(many):
        assert isinstance(game.table.chat(game["p1"], game.next, f"word {number}"), Accepted)
    assert game.now.entries.held < 2 * logs.KEPT


def code(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.code


def shown(game: Sitting, who: str, after: int = 0, limit: int = 500) -> list[Shown]:
    found = game.table.entries(game[who], after, limit)
    assert not isinstance(found, Refusal), found
    return found


# --- the log by itself ---------------------------------------------------------------------------------------------


def drawn(rng: random.Random, many: int) -> list[Noted]:
    """The entries of some game: every undo leads back behind an entry that stands."""
    found: list[Noted] = []
    for number in range(1, many + 1):
        kind = POSITION if number == 1 else rng.choice([CHOICE, STATEMENT, STATEMENT, CHAT, RULING, UNDO])
        text = rng.choice(["cut 1@7.3", "pass"])
        to = rng.choice(position_entries(found)).number if kind == UNDO else 0
        more = {"to": str(to)} if to else {"what": rng.choice([ANSWER, SAY])} if kind == STATEMENT else {}
        said = Said(kind, rng.choice(["p1", "p2"]), {"text": text, **more})
        found.append(Noted(number, said, "now", Digests("a", "b", "c"), rng.random() < 0.3))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_a_log_that_lets_entries_go_says_what_a_list_of_all_says(seed: int) -> None:
    rng = dice(seed)
    entries = drawn(rng, 60)
    log = Log(entries[:10])
    assert log.held == 10
    log.kept_by(lambda after, until: entries[after:until])
    for number, entry in enumerate(entries[10:], 11):
        log.add(entry)
        so_far = entries[:number]
        stands = position_entries(so_far)
        assert log.held < 2 * logs.KEPT and len(log) == number
        assert list(log.back()) == stands[::-1]
        assert log.ruled == max([each.number for each in so_far if each.said.kind == RULING], default=0)
        cuts = {each.said.who for each in stands if each.said.what == ANSWER and each.said.text == "cut 1@7.3"}
        assert log.cuts.keys() == cuts == Log(so_far).cuts.keys()
        at, end = rng.randrange(number), rng.randrange(number + 3)
        assert log[at] == so_far[at] and log[at - number] == so_far[at - number] and log[at:end] == so_far[at:end]
    assert log == entries and list(log) == entries and log[::-2] == entries[::-2]
    with pytest.raises(IndexError):
        log[60]


def test_the_end_of_a_log_is_told_without_reading() -> None:
    def read(_after: int, _until: int) -> list[Noted]:
        raise AssertionError

    entries = drawn(dice("the end of a log is told without reading"), 1)
    log = Log(entries)
    log.kept_by(read)
    for number in range(2, 40):
        log.add(Noted(number, Said(CHOICE, "p1", {"text": "pass"}), "now", Digests("a", "b", "c")))
        assert log[number - 1].number == next(log.back()).number == number and log[-2:]


# --- at the table --------------------------------------------------------------------------------------------------


def test_choices_and_looks_read_no_entries(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[object, ...]] = []
    entries = Store.entries

    def counted(store: Store, game: str, *asked: int) -> list[Noted]:
        read.append(asked)
        return entries(store, game, *asked)

    monkeypatch.setattr(Store, "entries", counted)
    game = seated(table, RULEBOOK)
    laps(game, 2)
    for _ in range(4):
        laps(game, 1)
        choice = game.last - 1
        for who in ("p1", "judge", "spectator"):
            table.view(game[who])
            table.happened(game[who], game.last - 1)
            assert len(shown(game, who, game.last - 2)) == 2
        assert isinstance(table.ask_undo(game["p1"], game.next, choice), Accepted)
        assert isinstance(table.answer_undo(game["p2"], game.next, False), Accepted)
    assert read == []
    assert len(shown(game, "p1", 2, 4)) == 4 and read == [(2, 6)]


def test_what_is_told_of_long_ago_is_what_was_entered(table: Table) -> None:
    game = seated(table, RULEBOOK)
    laps(game, 4)
    words(game, 9)
    entries = kept(game)
    whole = resume(entries, (), BUILTIN)
    assert not isinstance(whole, Refusal) and whole.entries.held == len(entries) == 30
    assert game.now.entries == entries
    for after in range(31):
        assert [each.number for each in shown(game, "p2", after, 4)] == [*range(after + 1, min(30, after + 4) + 1)]
    for who in ("p1", "judge"):
        for what in ("script", "log", "position"):
            assert table.export(game[who], what) == exported(whole, who, what, "")
    found = table.happened(game["p1"], 0)
    assert not isinstance(found, Refusal) and [each.entry.number for each in found] == [*range(1, 31)]


def test_the_same_entry_of_long_ago_is_answered_and_kept_once(table: Table) -> None:
    game = seated(table, RULEBOOK)
    laps(game, 4)
    assert table.play(game["p1"], 2, "activate Midnight Guard") == Accepted(2, 21)
    assert code(table.play(game["p1"], 2, "pass")) == code(table.play(game["p2"], 2, "activate Midnight Guard"))
    assert game.last == 21


def test_a_certificate_of_what_was_proposed_long_ago(table: Table) -> None:
    game = seated(table, RULEBOOK)
    assert isinstance(table.propose(game["p1"], 2, SCRIPT), Accepted)
    assert isinstance(table.answer(game["p2"], 3, "accept"), Accepted)
    before = table.export(game["p1"], "certificate")
    words(game, 20)
    assert isinstance(before, Exported) and table.export(game["p1"], "certificate") == before


def test_a_game_goes_back_far_behind_what_is_at_hand(table: Table) -> None:
    game = seated(table, RULEBOOK)
    laps(game, 1)
    there = game.now.game.state
    laps(game, 4)
    words(game, 9)
    assert isinstance(table.ask_undo(game["p1"], game.next, 6), Accepted)
    words(game, 9)
    assert isinstance(table.answer_undo(game["p2"], game.next, True), Accepted)
    assert same(game.now.game.state, there)
    words(game, 9)
    for gone in (7, 8, 26, 0, 6):  # none of them stands, but for the last one, which is where the game is
        assert code(table.ask_undo(game["p1"], game.next, gone)) == "nothing-to-undo"
    refused = table.ask_undo(game["p1"], game.next, 20)
    assert isinstance(refused, Refusal) and refused.expected.endswith("behind: 1, 2, 3, 4, 5")
    assert isinstance(table.ask_undo(game["p2"], game.next, 1), Accepted)
    assert isinstance(table.answer_undo(game["p1"], game.next, True), Accepted)
    assert table.rest(-1) == 1
    assert game.now.entries == kept(game) and same(game.now.game.state, game.now.game.position.state)


def test_no_undo_crosses_what_was_shown_long_ago(url: str) -> None:
    with Table.open(url, BOOK) as table:  # type: ignore[union-attr] # a table
        game = seated(table, position(2, ("Old Bell", "Open Book")))
        game.play("p1", "activate Old Bell", "pass")
        game.play("p2", "pass")
        game.play("p1", "activate Open Book", "pass")
        game.play("p2", "pass")
        shows = game.last
        assert kept(game)[-1].reveals
        for _ in range(3):
            game.play("p1", "activate Old Bell", "pass")
            game.play("p2", "pass")
        words(game, 9)
        for to in (1, 2, 4, shows - 1):
            refused = table.ask_undo(game["p2"], game.next, to)
            assert isinstance(refused, Refusal) and refused.code == "undo-revealed"
            assert f"entry {shows} " in refused.message
        assert isinstance(table.ask_undo(game["p2"], game.next, shows), Accepted)


def test_words_stay_covered_until_the_judge_has_ruled(table: Table) -> None:
    game = seated(table, RULEBOOK)
    laps(game, 1)
    assert isinstance(table.say(game["p1"], 7, "number 9", secret=True), Accepted)
    assert isinstance(table.chat(game["p1"], 8, "to you alone", "judge"), Accepted)
    words(game, 9)
    assert [each.body.get("text") for each in shown(game, "p2", 6, 2)] == [None, None]
    assert [each.body.get("text") for each in shown(game, "judge", 6, 2)] == ["number 9", "to you alone"]
    assert isinstance(table.rule(game["judge"], game.next, "comprehensive", SCRIPT), Accepted)
    words(game, 9)
    assert [each.body.get("text") for each in shown(game, "p2", 6, 2)] == ["number 9", None]
    assert table.rest(-1) == 1
    assert [each.body.get("text") for each in shown(game, "p2", 6, 2)] == ["number 9", None]


def test_a_program_that_has_cut_long_ago_does_not_cut_again(url: str) -> None:
    text = RULEBOOK.replace("hand: [Lightning Bolt], mana: {R: 1}", "battlefield: [Old Bell]")
    with Table.open(url, BOOK) as table:  # type: ignore[union-attr] # a table
        game = seated(table, text, {"p2": "cuts once"})

        def answered() -> str:
            """What the program says to a proposal."""
            number = game.next
            assert isinstance(table.propose(game["p1"], number, SCRIPT), Accepted)
            return kept(game)[number].said.text

        assert answered() == "cut 1@7.3" and kept(game)[3].said.text == "activate Old Bell"
        while game.now.game.state.stack:
            game.play("p1", "pass")
        words(game, 9)
        assert answered() == "accept"
        words(game, 9)
        assert table.rest(-1) == 1 and answered() == "accept"
        words(game, 9)
        assert isinstance(table.ask_undo(game["p1"], game.next, 1), Accepted)
        assert kept(game)[-1].said.kind == UNDO
        assert answered() == "cut 1@7.3"


def test_another_table_goes_on_with_what_has_left_memory(url: str) -> None:
    tables = [Table.open(url, BUILTIN) for _ in range(2)]
    assert isinstance(tables[0], Table) and isinstance(tables[1], Table)
    first = seated(tables[0], RULEBOOK)
    second = taken_seats(tables[1], first.made)
    before = second.now
    laps(first, 4)
    assert [each.number for each in shown(second, "p1")] == [*range(1, 22)]
    assert second.now is before and before.entries.held < 2 * logs.KEPT
    assert isinstance(second.table.ask_undo(second["p1"], second.next, 3), Accepted)
    assert isinstance(first.table.answer_undo(first["p2"], first.next, True), Accepted)
    assert second.table.view(second["p1"]) == first.table.view(first["p1"])
    assert second.now is before and first.now.entries == second.now.entries
    first.table.close()
    second.table.close()


def test_nobody_goes_on_from_a_move_that_could_not_be_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is gone for the moment in which p2's program passes; p3's program, whose turn that would be, does nothing."""
    text = RULEBOOK + "  p3: {}\n"
    game = seated(table, text, {"p2": "passes", "p3": "passes"})
    append = Store.append
    failed: list[int] = []

    def fails(store: Store, game: str, entry: Noted, *snapshot: object) -> bool:
        if entry.said.who == "p2" and not failed:
            failed.append(entry.number)
            raise OperationalError("", {}, Exception())
        return append(store, game, entry, *snapshot)  # type: ignore[arg-type] # a snapshot or none

    monkeypatch.setattr(Store, "append", fails)
    game.play("p1", "activate Midnight Guard", "pass")
    assert failed == [4] and game.last == 3
    assert game.now.game.seat == 1 and game.now.entries == kept(game)
    assert isinstance(table.chat(game["p1"], 4, "anybody there?"), Accepted)
    assert [entry.said.who for entry in kept(game)[3:6]] == ["p1", "p2", "p3"]
    assert table.rest(-1) == 1 and game.now.entries == kept(game)
