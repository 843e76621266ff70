"""The first round has parts: what was found says which pairs come next."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from reiterate import api
from reiterate.cards.sources import key_of
from reiterate.discoveries import discovering
from reiterate.discoveries.candidates import Candidates, Pair, Wanted, pool
from tests.support.card_files import shared_book

#: A new card that copies a spell, and known combos that are like its loops.
MAGE = "Dualcaster Mage"
GUARD, GOND, KIKI, ZEALOUS = "Midnight Guard", "Presence of Gond", "Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"


@cache
def _made() -> Candidates:
    book = shared_book()
    known = ((KIKI, ZEALOUS), ("Devoted Druid", "Vizier of Remedies"), (KIKI, "Pestermite"), (GUARD, "Splinter Twin"))
    return Candidates(pool(book, Wanted()), Wanted(one_of=frozenset(map(key_of, (GUARD, MAGE))), known=known), 60)


def test_no_pair_comes_in_two_parts() -> None:
    made = _made()
    first = made.more(20)
    second = made.more(20, first, first[:1])
    assert len(first) == len(second) == 20
    assert not {pair.cards for pair in first} & {pair.cards for pair in second}


def test_a_new_card_of_which_loops_were_found_comes_again_before_another() -> None:
    made = _made()
    first = made.more(20)

    def share(card: str) -> int:
        loops = [pair for pair in first if card in pair.cards]
        assert loops
        return sum(card in pair.cards for pair in made.more(20, first, loops))

    def without(card: str) -> int:
        return sum(
            card in pair.cards for pair in made.more(20, first, [pair for pair in first if card not in pair.cards])
        )

    assert share(GUARD) > without(GUARD)
    assert share(MAGE) > without(MAGE)


def test_what_was_found_before_does_not_count_where_it_is_not_said_again() -> None:
    made = _made()
    first = made.more(20)
    told = made.more(20, first, first[:5])
    assert made.more(20, first, ()) != told
    assert made.more(20, first, first[:5]) == told
    assert made.more(20) == first


def _search(folder: Path, among: Path, known: Path) -> api.Discovering:
    found = api.discover(folder, among=among, known=known, tries=6, workers=1, seconds=0)
    assert isinstance(found, api.Discovering), found
    return found


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A search of three parts: its cards, and what is known of them."""
    monkeypatch.setattr(discovering, "PART", 2)
    monkeypatch.setattr(discovering, "PARTS", 3)
    monkeypatch.setattr(discovering, "ROUNDS", (200,))
    names = (GUARD, GOND, "Devoted Druid", "Vizier of Remedies", KIKI, ZEALOUS, "Pestermite")
    among, known = tmp_path / "among.txt", tmp_path / "known.jsonl"
    among.write_text("".join(f"1 {name}\n" for name in names), encoding="utf-8")
    known.write_text(f'{{"cards": ["{KIKI}", "{ZEALOUS}"]}}\n', encoding="utf-8")
    return among, known


def test_loops_of_one_part_are_said_before_the_next_part_is_drawn(
    tmp_path: Path, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[int, int]] = []
    more: Callable[..., list[Pair]] = Candidates.more

    def heard(made: Candidates, many: int, tried: list[Pair], loops: list[Pair]) -> list[Pair]:
        said.append((len(tried), len(loops)))
        return more(made, many, tried, loops)

    monkeypatch.setattr(Candidates, "more", heard)
    found = _search(tmp_path / "out", *files)
    loops = list(found)
    assert [tried for tried, _ in said] == [0, 2, 4]
    assert said[0][1] == 0 and 0 < said[-1][1] <= len(loops)
    assert len({pair.cards for pair in found.pairs}) == len(found.pairs)


@pytest.mark.soak
def test_a_search_that_was_ended_in_its_second_part_comes_to_the_same_bytes(
    tmp_path: Path, files: tuple[Path, Path]
) -> None:
    whole, ended = tmp_path / "whole", tmp_path / "ended"
    list(_search(whole, *files))
    more: Callable[..., list[Pair]] = Candidates.more

    def broken(made: Candidates, many: int, tried: list[Pair], loops: list[Pair]) -> list[Pair]:
        if len(tried) > 2:
            raise KeyboardInterrupt
        return more(made, many, tried, loops)

    with pytest.MonkeyPatch.context() as ending:
        ending.setattr(Candidates, "more", broken)
        under_way = _search(ended, *files)
        with pytest.raises(KeyboardInterrupt):
            list(under_way)
    list(_search(ended, *files))
    names = sorted(path.relative_to(whole) for path in whole.rglob("*.jsonl") if path.name != "times.jsonl")
    assert {path.parent.name for path in names} == {"", "round-1", "round-1-4", "round-1-6"}
    assert [(ended / name).read_bytes() for name in names] == [(whole / name).read_bytes() for name in names]
