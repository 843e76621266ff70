"""What was found of cards before is played and proved again, and the same question then needs no search."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from reiterate.cards import CardBook
from reiterate.cards.cache import FILE, Cache
from reiterate.combos import combo as combos
from reiterate.combos import found_before
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.found_before import FoundBefore, Kept, Line, Nothing, Place
from reiterate.combos.layouts import Layout
from reiterate.combos.played_once import Single
from reiterate.refusals import Refusal

#: A board, and one that can't be laid out.
BOARD: Final = Layout(0, ({"card": "Midnight Guard"}, {"card": "Presence of Gond", "attached to": "Midnight Guard"}))
NO_BOARD: Final = Layout(0, ({"card": "No Such Card"},))

GUARD = ("midnight guard", "presence of gond")

#: Ten life twice is twenty: a line that is played once, and no loop.
ONCE: Final = [
    {"name": "Halver", "type_line": "Sorcery", "mana_cost": "{2}{B}", "oracle_text": "Target opponent loses 10 life."},
    {
        "name": "Doubler",
        "type_line": "Enchantment",
        "mana_cost": "{3}",
        "oracle_text": "If an opponent would lose life during your turn, they lose twice that much life instead.",
    },
]


def book_in(folder: Path) -> CardBook:
    made = CardBook.with_files([], {}, cached=Cache(folder / FILE))
    assert isinstance(made, CardBook)
    return made


@pytest.fixture
def unsearched(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on, no board is searched any more."""

    def never(*_: Any) -> Any:
        raise AssertionError("a board was searched")

    def begin() -> None:
        monkeypatch.setattr(combos._Searching, "_searched", never)
        monkeypatch.setattr(combos._Searching, "once", never)

    return begin


def told(names: tuple[str, ...], book: CardBook, asked: Asked | None = None) -> tuple[Any, ...]:
    made = asked_of(names, book, asked or Asked())
    if isinstance(made, Refusal):
        return (made,)
    if isinstance(made, Single):
        return made.text, made.what, made.lines, made.certificate, [(each.name, str(each.most)) for each in made.gains]
    return made.text, made.found.script_lines(), made.needs, made.steps, made.wins_at, made.idle


@cache
def honestly(names: tuple[str, ...]) -> tuple[Any, ...]:
    """The answer of a search that keeps nothing."""
    return told(names, CardBook.builtin())


@pytest.mark.parametrize(
    "names", [GUARD, ("sanguine bond", "exquisite blood"), ("grizzly bears", "forest"), ("doubling season", "forest")]
)
def test_the_same_question_has_the_same_answer_without_a_search(
    names: tuple[str, ...], tmp_path: Path, unsearched: Callable[[], None]
) -> None:
    first = told(names, book_in(tmp_path))
    assert first == honestly(names)
    unsearched()
    assert told(names, book_in(tmp_path)) == first


def test_a_line_that_is_played_once_is_played_again(tmp_path: Path, unsearched: Callable[[], None]) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps(ONCE), encoding="utf-8")

    def book() -> CardBook:
        made = CardBook.with_files([cards], {}, cached=Cache(tmp_path / FILE))
        assert isinstance(made, CardBook)
        return made

    first = told(("halver", "doubler"), book())
    assert first[1] == "win"
    unsearched()
    assert told(("halver", "doubler"), book()) == first


def test_another_question_is_searched(tmp_path: Path, unsearched: Callable[[], None]) -> None:
    told(GUARD, book_in(tmp_path))
    unsearched()
    for asked in (Asked(steps=19_999), Asked(players=3), Asked(others=("forest",))):
        with pytest.raises(AssertionError, match="searched"):
            told(GUARD, book_in(tmp_path), asked)
    with pytest.raises(AssertionError, match="searched"):
        told(tuple(reversed(GUARD)), book_in(tmp_path))


def test_another_engine_searches(
    tmp_path: Path, unsearched: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(GUARD, book_in(tmp_path))
    monkeypatch.setattr(found_before, "engine_version", lambda cached: "another")
    unsearched()
    with pytest.raises(AssertionError, match="searched"):
        told(GUARD, book_in(tmp_path))


@pytest.mark.parametrize(
    "kept",
    [
        Place(BOARD, (), ("all pass",), 10),
        Place(BOARD, (), ("activate Nobody",), 10),
        Place(NO_BOARD, (), ("all pass",), 10),
        Place(replace(BOARD, starters=("nothing",)), (), ("all pass",), 10),
        Line(BOARD, "win", ("all pass",), ()),
        Line(NO_BOARD, "win", ("all pass",), ()),
    ],
)
def test_what_is_kept_is_not_believed(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that is none, and a line that comes to nothing, are found out; the boards are searched then."""
    honest = honestly(GUARD)
    monkeypatch.setattr(FoundBefore, "found", lambda _: kept)
    assert told(GUARD, book_in(tmp_path)) == honest


def test_bytes_that_are_no_entry_are_as_none(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    before = FoundBefore([], book, "a question")
    for content in (b"", b"[]", b'{"type":"loop"}', b'{"type":"loop","layout":"x"}', b"\xff"):
        book.compiler.cached.put([(before.key, content)])
        assert before.found() is None
    for kept in (
        Place(BOARD, ("a",), ("b", "c"), 7),
        Line(NO_BOARD, "library", ("a",), ("x",)),
        Nothing("a", "b", "", 3),
    ):
        before.keep(kept)
        assert before.found() == kept
    assert msgspec.json.decode(msgspec.json.encode(kept)) == {
        "type": "nothing",
        "message": "a",
        "expected": "b",
        "rule": "",
        "steps": 3,
    }


def test_nothing_is_kept_without_a_cache() -> None:
    before = FoundBefore([], CardBook.builtin(), "a question")
    before.keep(Nothing("a", "b", "", 3))
    assert before.found() is None
    assert isinstance(asked_of(GUARD, CardBook.builtin(), Asked()), Combo)
