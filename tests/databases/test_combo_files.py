"""Files of combos in every form, and files that are none."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from reiterate.databases.combo_files import Reading, Unreadable, known_combos
from reiterate.databases.combo_rows import Broken, Row, row_of
from reiterate.refusals import Refusal
from tests.support.files import ROOT

ROW: Final = {"id": "7-8", "cards": ["Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"], "produces": ["Infinite ETB"]}

READ: Final = Row(
    number=1, id="7-8", cards=("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"), claims=("Infinite ETB",)
)

VARIANT: Final = {
    "id": "7-8",
    "status": "OK",
    "uses": [
        {"card": {"id": 7, "name": "Kiki-Jiki, Mirror Breaker"}, "zoneLocations": ["B"], "quantity": 1},
        {"card": {"id": 8, "name": "Zealous Conscripts"}, "zoneLocations": ["B"], "quantity": 1},
    ],
    "requires": [],
    "produces": [{"feature": {"id": 3, "name": "Infinite ETB"}, "quantity": 1}],
    "manaNeeded": "{0}",
}

VARIANTS: Final = {"timestamp": "2026-11-01", "version": "5", "variants": [VARIANT, VARIANT], "aliases": [{"id": "9"}]}


def rows_of(path: Path) -> tuple[list[Row | Broken], str]:
    """The rows of a file, and why it can't be read on; "" where it can."""
    found: list[Row | Broken] = []
    try:
        for row in Reading(path).rows():
            found.append(row)
    except Unreadable as error:
        return found, error.refusal.message
    return found, ""


def written(folder: Path, content: bytes | str, name: str = "combos") -> Path:
    """A file with some content."""
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(VARIANTS),
        json.dumps(VARIANTS, indent=2),
        json.dumps([VARIANT, ROW]),
        f"{json.dumps(ROW)}\n\n{json.dumps(VARIANT)}\n",
        b"\xef\xbb\xbf" + json.dumps(ROW).encode() + b"\n" + json.dumps(ROW).encode(),
        'id,cards,produces\n7-8,"Kiki-Jiki, Mirror Breaker + Zealous Conscripts",Infinite ETB\n'
        '7-8,"Kiki-Jiki, Mirror Breaker|Zealous Conscripts",Infinite ETB\n',
        "Card 1;Card 2;Results;ID\r\nKiki-Jiki, Mirror Breaker;Zealous Conscripts;Infinite ETB;7-8\r\n"
        "Kiki-Jiki, Mirror Breaker;Zealous Conscripts;Infinite ETB;7-8\r\n",
    ],
)
def test_one_combo_is_the_same_in_every_form(tmp_path: Path, content: bytes | str) -> None:
    plain = content.encode() if isinstance(content, str) else content
    half = len(plain) // 2
    several = gzip.compress(plain[:half]) + gzip.compress(plain[half:])  # as parallel packers write
    for form in (plain, gzip.compress(plain), several, lzma.compress(plain), bz2.compress(plain)):
        found, why = rows_of(written(tmp_path, form))
        assert why == "" and len(found) == 2 and found[0] == READ
        assert found[1].number == 2 and found[1].key == READ.key


def test_several_copies_and_what_else_is_asked_for() -> None:
    uses = [{"card": {"name": "Forest"}, "quantity": 2}, {"card": {"name": "Kudzu"}}]
    row = row_of(1, {"uses": uses, "requires": [{"template": {"name": "A sacrifice outlet"}, "quantity": 3}]})
    assert isinstance(row, Row)
    assert row.cards == ("Forest", "Forest", "Kudzu") and row.beside == ("A sacrifice outlet",) and row.id == "1"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"cards": ["A"', "it is no JSON: "),
        ("5", "it is no JSON object"),
        ('{"cards": []}', "it has no list of card names"),
        ('{"cards": "A + B"}', "it has no list of card names"),
        ('{"cards": ["A", 5]}', "it has no list of card names"),
        ('{"cards": ["A", "B"], "produces": "mana"}', "what it claims is no list of texts"),
        ('{"cards": ["A", "\\u001b[2J"]}', "a card name is empty, or has letters that can't be printed"),
        (json.dumps({"cards": ["A"] * 200}), "it has more than 100 names"),
        (json.dumps({"cards": ["A" * 900]}), "a name has more than 500 characters"),
        (json.dumps({"cards": ["A"], "text": "A" * 1_100_000}), "it has more than 1,000,000 bytes"),
    ],
)
def test_a_broken_row_is_named_and_the_others_are_read(tmp_path: Path, line: str, why: str) -> None:
    found, ends = rows_of(written(tmp_path, f"{json.dumps(ROW)}\n{line}\n{json.dumps(ROW)}\n"))
    assert ends == "" and [each.number for each in found] == [1, 2, 3]
    assert isinstance(found[1], Broken) and found[1].why.startswith(why)


def test_bytes_that_are_no_text_break_their_line_alone(tmp_path: Path) -> None:
    found, _ = rows_of(written(tmp_path, b"cards,id\nJ\xf6tun + B,1\nA + B,2\n"))
    assert isinstance(found[0], Broken) and "not UTF-8" in found[0].why
    assert found[1] == Row(number=2, id="2", cards=("A", "B"))


def bomb() -> bytes:
    """Much of the same."""
    return b"cards,text\n" + (b"A + B," + b"x" * 100_000 + b"\n") * 400


#: The bytes, or what makes those that take long to pack; and what is said of them.
HOSTILE: Final[dict[str, tuple[bytes | Callable[[], bytes], str]]] = {
    "nothing": (b"", "the first line names no column of cards"),
    "another encoding": (json.dumps(VARIANTS).encode("utf-16"), "UTF-16"),
    "cut off": (json.dumps(VARIANTS).encode()[:420], "cut off in the middle of a value"),
    "packed and cut off": (gzip.compress(json.dumps(VARIANTS).encode())[:90], "the packed file is cut off"),
    "packed and damaged": (gzip.compress(json.dumps(VARIANTS).encode())[:-6] + b"abcdef", "the packed file is damaged"),
    "packed by xz and cut off": (
        lambda: lzma.compress(json.dumps(VARIANTS).encode())[:200],
        "the packed file is cut off",
    ),
    "packed by bzip2 and damaged": (b"BZh9" + b"damaged" * 100, "Invalid data stream"),
    "xz that takes much memory": (
        lambda: lzma.compress(b"A", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 28}]),
        "the packed file is damaged: Memory usage limit exceeded",
    ),
    "no JSON": (b'{"variants": [{"uses": oops}]}', "this is no JSON"),
    "columns without names": (b"1,Kiki-Jiki,Infinite ETB\n2,A,B\n", "the first line names no column of cards"),
    "junk": (b"cards,id\n" + b",junk\n" * 1_200, "the first 1,000 rows are no combos"),
    "junk in JSON": (json.dumps(["junk"] * 1_200).encode(), "the first 1,000 rows are no combos"),
    "no rows": (b'{"variants": []}', "there is no row in it"),
    "another file of JSON": (b'{"data": {"name": 1},\n "more": []}', "there is no row in it"),
    "a zip archive": (b"PK\x03\x04" + b"\0" * 100, "it is a zip archive"),
    "deep": (b"[" * 100_000, "values nest deeper than 64"),
    "zeros": (b"\0" * 3_000_000, "the first line names no column of cards"),
    "a row without an end": (b'{"variants": [{"text": "' + b"a" * 3_000_000, "1,000,000 bytes hold not one whole row"),
    "a bomb": (lambda: gzip.compress(bomb(), 9), "it unpacks to more than 200 times its size"),
    "a bomb of xz": (lambda: lzma.compress(bomb()), "it unpacks to more than 200 times its size"),
    "a bomb of bzip2": (lambda: bz2.compress(bomb()), "it unpacks to more than 200 times its size"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_with_a_word_and_little_memory(name: str, tmp_path: Path) -> None:
    made, why = HOSTILE[name]
    path = written(tmp_path, made() if callable(made) else made)
    tracemalloc.start()
    try:
        rows, said = counted(path)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert why in said, rows
    assert most < 20_000_000


def counted(path: Path) -> tuple[int, str]:
    """How many rows a file has, and why it can't be read on."""
    rows = 0
    try:
        for _ in Reading(path).rows():
            rows += 1
    except Unreadable as error:
        return rows, error.refusal.message
    return rows, ""


def test_the_rows_before_a_cut_are_read(tmp_path: Path) -> None:
    content = json.dumps(VARIANTS)
    found, why = rows_of(written(tmp_path, content[: content.index("aliases") - 60]))
    assert found[:1] == [READ] and "cut off" in why and "(after 1 rows)" in why


def test_known_combos_come_from_any_form_and_a_broken_row_is_named(tmp_path: Path) -> None:
    assert known_combos(written(tmp_path, json.dumps(VARIANTS))) == [READ.cards, READ.cards]
    refused = known_combos(written(tmp_path, f"{json.dumps(ROW)}\nno row\n"))
    assert isinstance(refused, Refusal) and refused.message.startswith("row 2: it is no JSON")
    assert isinstance(known_combos(tmp_path / "nowhere"), Refusal)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere", Path("/dev/zero")):
        with pytest.raises(Unreadable) as refused:
            Reading(path)
        assert refused.value.refusal.code == "combo-file" and refused.value.refusal.exit_code == 2


def made_up(many: int, sentences: int) -> Iterator[bytes]:
    """A file of so many variants with so long descriptions, piece by piece."""
    yield b'{"timestamp": "", "variants": ['
    for number in range(many):
        variant: dict[str, Any] = {**VARIANT, "id": str(number), "description": "Step by step. " * sentences}
        yield (b"," if number else b"") + json.dumps(variant).encode()
    yield b"]}"


def test_a_large_file_is_streamed(tmp_path: Path) -> None:
    file = tmp_path / "variants.json"
    with file.open("wb") as opened:
        opened.writelines(made_up(1_000, 800))
    tracemalloc.start()
    try:
        assert counted(file) == (1_000, "")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 5_000_000 < file.stat().st_size / 2


@pytest.mark.soak
def test_a_hundred_thousand_variants_are_streamed(tmp_path: Path) -> None:
    file = tmp_path / "variants.json"
    with file.open("wb") as opened:
        opened.writelines(made_up(100_000, 200))
    code = (
        "import sys, pathlib; from reiterate.databases.combo_files import Reading; from reiterate.limits import peak_memory\n"
        "print(sum(1 for _ in Reading(pathlib.Path(sys.argv[1])).rows()), peak_memory())"
    )
    told = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code, str(file)], env=told, capture_output=True, text=True, check=True)
    rows, memory = map(int, done.stdout.split())
    assert rows == 100_000 and memory < 500_000_000
