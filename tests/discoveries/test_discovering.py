"""New combos: those that are planted are found, each with a certificate that the checker accepts; an ended search goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate import api
from reiterate.discoveries.discovering import LOOPS, PAIRS

GUARD, GOND, KIKI, ZEALOUS = "Midnight Guard", "Presence of Gond", "Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"


def _list(folder: Path, *names: str) -> Path:
    file = folder / "among.txt"
    file.write_text("".join(f"1 {name}\n" for name in names), encoding="utf-8")
    return file


def _search(folder: Path, among: Path, known: Path | None = None, with_card: str = "") -> api.Discovering:
    found = api.discover(folder, among=among, known=known, with_card=with_card, workers=1, seconds=0)
    assert isinstance(found, api.Discovering), found
    return found


#: Two loops, and pairs that are none: one of them is searched in three rounds, for little.
DRUID, VIZIER = "Devoted Druid", "Vizier of Remedies"
PLANTED = (GUARD, GOND, DRUID, VIZIER, "Grizzly Bears")


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, api.Discovering, list[api.Discovery]]:
    """A search among planted loops that was not ended: its folder, itself, and what it found."""
    folder = tmp_path_factory.mktemp("searched")
    found = _search(folder / "whole", _list(folder, *PLANTED))
    return folder / "whole", found, list(found)


def test_planted_loops_are_found_and_proved(searched: tuple[Path, api.Discovering, list[api.Discovery]]) -> None:
    _, found, loops = searched
    assert {frozenset(loop.cards) for loop in loops} == {frozenset((GUARD, GOND)), frozenset((DRUID, VIZIER))}
    for loop in loops:
        assert isinstance(api.check(loop.certificate), api.Accepted)
        assert loop.gains
    assert found.refusal is None


def test_what_is_known_is_no_discovery(tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    known.write_text(f'{{"cards": ["{GUARD}", "{GOND}"]}}\n', encoding="utf-8")
    found = _search(tmp_path / "out", _list(tmp_path, GUARD, GOND), known)
    assert list(found) == []
    assert found.pairs == []


def test_a_search_that_was_ended_goes_on_to_the_same_bytes(
    tmp_path: Path, searched: tuple[Path, api.Discovering, list[api.Discovery]]
) -> None:
    among = _list(tmp_path, *PLANTED)
    whole, ended = searched[0], tmp_path / "ended"
    under_way = iter(_search(ended, among))
    next(under_way)
    under_way.close()  # type: ignore[attr-defined]  # a generator
    joined = (ended / PAIRS).stat().st_mtime_ns
    again = _search(ended, among)
    list(again)
    assert (ended / PAIRS).stat().st_mtime_ns == joined
    names = sorted(path.relative_to(whole) for path in whole.rglob("*.jsonl") if path.name != "times.jsonl")
    assert Path(LOOPS) in names and Path("round-3/rows.jsonl") in names
    assert [(ended / name).read_bytes() for name in names] == [(whole / name).read_bytes() for name in names]


def test_known_combos_are_read_in_any_form(tmp_path: Path) -> None:
    known = tmp_path / "known.csv"
    known.write_text(f"id;cards\n1;{GUARD} + {GOND}\n", encoding="utf-8")
    found = _search(tmp_path / "out", _list(tmp_path, GUARD, GOND), known)
    assert found.pairs == []


@pytest.mark.parametrize(
    "content",
    [
        b'{"cards": ["\\ud800", "X"]}\n{"cards": ["Y"]}\n',  # half of a letter
        b'{"cards": ["Midnight Guard", "Presence of G',
        b"id,cards\n1,\xff\xfe\n",
        b"\x1f\x8b\x08\x00",
        b"<html></html>",
        b"[" * 10_000,
    ],
)
def test_a_file_of_combos_that_can_not_be_read_is_refused(tmp_path: Path, content: bytes) -> None:
    known = tmp_path / "known"
    known.write_bytes(content)
    found = api.discover(tmp_path / "out", among=_list(tmp_path, GUARD, GOND), known=known)
    assert isinstance(found, api.Refusal)
    assert (found.kind, found.code) == ("input", "combo-file")


def test_a_list_without_a_known_card_is_refused(tmp_path: Path) -> None:
    junk = _list(tmp_path, "Nobody's Card", "Another One")
    for found in (api.discover(tmp_path / "out", among=junk), api.discover(tmp_path / "out", new=junk)):
        assert isinstance(found, api.Refusal)
        assert found.message == "no card of the list is known"


def test_one_card_is_in_each_pair(tmp_path: Path) -> None:
    found = _search(tmp_path / "out", _list(tmp_path, GUARD, GOND, KIKI, ZEALOUS), with_card="gond")
    assert found.pairs
    assert all(GOND in pair.cards for pair in found.pairs)


def test_files_that_are_not_there_are_refused(tmp_path: Path) -> None:
    gone = tmp_path / "gone.txt"
    for found in (
        api.discover(tmp_path / "out", among=gone),
        api.discover(tmp_path / "out", new=gone),
        api.discover(tmp_path / "out", known=gone),
    ):
        assert isinstance(found, api.Refusal)
        assert found.kind == "input"
    assert isinstance(api.discover(tmp_path / "out", with_card="Nobody's Card"), api.Refusal)
