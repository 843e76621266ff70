"""The cache of card files and compiled cards: a damaged, foreign or stale one never changes what a card is."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from reiterate.cards import Cache, CardBook, sources
from reiterate.cards import cache as store
from reiterate.cards import language_version as versions
from reiterate.cards.card_json import card_bytes, card_of_bytes
from reiterate.cards.sources import (
    KeptSource,
    ReadSource,
    builtin_source,
    facts_in_order,
    kept_source,
    key_of,
)
from reiterate.oracle import CompiledCard
from reiterate.oracle import compile as reader
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.terms.base import replace
from tests.cards.cached_book import NAMES, ROWS, book, honest, told
from tests.house import layout
from tests.support.card_files import source_of
from tests.support.command_line import in_process
from tests.support.dice import dice
from tests.support.files import ROOT, needs_data

CARDS = "cards.jsonl"


@pytest.fixture(params=["lines", "array"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A card file in one of the two forms."""
    made = tmp_path / "cards.json"
    lines = [json.dumps(row, ensure_ascii=request.param == "array") for row in ROWS]
    text = "\n\n".join(lines) + "\n" if request.param == "lines" else "[ " + " ,\n".join(lines) + "]"
    made.write_text(text, encoding="utf-8")
    return made


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of tests are young: they count as settled, but in the test of that."""
    monkeypatch.setattr(versions, "_SETTLED", -3600)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the cache of a test is."""
    return tmp_path / "kept" / store.FILE


def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the cards that are compiled from now on."""
    names: list[str] = []

    def watching(row: Mapping[str, Any]) -> CompiledCard:
        names.append(str(row["name"]))
        return compile_card(row)

    monkeypatch.setattr(reader, "compile_card", watching)
    return names


# --- the same answers --------------------------------------------------------------------------------------------


def test_answers_are_the_same_without_and_with_a_cache(file: Path, place: Path) -> None:
    wanted = honest(file)
    assert sum(isinstance(one, CompiledCard) for one in wanted) == 5
    assert isinstance(book(file, place).sources[0], ReadSource)
    for _ in range(3):
        assert told(book(file, place)) == wanted
    assert isinstance(book(file, place).sources[0], KeptSource)


def test_a_second_run_compiles_and_reads_nothing(file: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = honest(file)
    known = [name for name, found in zip(NAMES, wanted, strict=True) if isinstance(found, CompiledCard)]
    told(book(file, place))
    monkeypatch.setattr(reader, "compile_card", lambda row: pytest.fail(f"compiled: {row['name']}"))
    monkeypatch.setattr(sources, "open_source", lambda path: pytest.fail(f"read: {path}"))
    assert [book(file, place).find(name) for name in known] == [w for w in wanted if isinstance(w, CompiledCard)]


def test_built_in_cards_come_back_as_they_were() -> None:
    for row in facts_in_order(builtin_source()):
        made = compile_card(row)
        assert card_of_bytes(card_bytes(made)) == made, row["name"]


@needs_data(CARDS)
@pytest.mark.slow("compiles hundreds of cards")
def test_cards_of_a_big_file_come_back_as_they_were(data: Callable[[str], Path]) -> None:
    """Five hundred of them, others in each run."""
    for row in dice("cards that come back").sample(list(facts_in_order(source_of(data(CARDS)))), 500):
        made = compile_card(row)
        assert card_of_bytes(card_bytes(made)) == made, row["name"]


@needs_data(CARDS)
@pytest.mark.slow("indexes all cards")
def test_every_name_of_a_big_file_is_found_at_the_same_places(data: Callable[[str], Path], place: Path) -> None:
    read = source_of(data(CARDS))
    kept_source(data(CARDS), Cache(place))
    kept = kept_source(data(CARDS), Cache(place))
    assert isinstance(kept, KeptSource)
    for key in list(read.all_keys())[::21]:
        named = read.named(key)
        assert kept.named(key) == named
        assert [kept.text(at) for at in (*named.full, *named.faces)] == [
            read.text(at) for at in (*named.full, *named.faces)
        ]


# --- damage ------------------------------------------------------------------------------------------------------


def damaged(how: str, place: Path) -> None:
    """Harm the file of a cache."""
    content = place.read_bytes()
    rng = random.Random(how)
    if how == "deleted":
        place.unlink()
    elif how == "empty":
        place.write_bytes(b"")
    elif how == "no database":
        place.write_bytes(b"not a database at all" * 400)
    elif how == "torn":
        place.write_bytes(content[: len(content) * 2 // 3])
    else:
        harmed = bytearray(content)
        for _ in range(1 if how.startswith("bit") else 200):
            harmed[rng.randrange(len(harmed))] ^= 1 << rng.randrange(8)
        place.write_bytes(bytes(harmed))


DAMAGE = ["deleted", "empty", "no database", "torn", *(f"bit {i}" for i in range(8)), *(f"bits {i}" for i in range(8))]


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_cache_is_worked_out_anew(how: str, file: Path, place: Path) -> None:
    wanted = honest(file)
    told(book(file, place))
    damaged(how, place)
    for _ in range(3):  # the first run may begin the file anew, the next ones fill and read it
        assert told(book(file, place)) == wanted


def changed_entries(place: Path, change: Callable[[bytes, bytes], tuple[bytes, bytes]]) -> int:
    """Change value and sum of each entry; how many there are."""
    with sqlite3.connect(place) as db:
        rows = db.execute("SELECT key, value, sum FROM entries").fetchall()
        for key, value, _ in rows:
            db.execute("UPDATE entries SET value = ?, sum = ? WHERE key = ?", (*change(key, value), key))
    db.close()
    return len(rows)


def test_a_value_without_its_sum_is_no_value(file: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = honest(file)
    told(book(file, place))
    swapped = {"Flying": "Flyinh", '"1"': '"2"'}

    def change(key: bytes, value: bytes) -> tuple[bytes, bytes]:
        text = value.decode("latin-1")
        for old, new in swapped.items():
            text = text.replace(old, new)
        return text.encode("latin-1")[::-1], store._sum(key, value)

    assert changed_entries(place, change) > 8
    compiled = watched(monkeypatch)
    assert told(book(file, place)) == wanted
    assert compiled


def test_a_value_of_another_shape_is_no_value(file: Path, place: Path) -> None:
    wanted = honest(file)
    told(book(file, place))
    bad = b'["x",[],[]]'
    changed_entries(place, lambda key, value: (bad if value[:1] == b"[" else value, store._sum(key, bad)))
    changed_entries(place, lambda key, value: (value, store._sum(key, value)))
    assert told(book(file, place)) == wanted


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b'["a",[],[]]', b'["a",[{"node":"You"}],[]]', b'["a",[{"node":"Nobody"}],[]]']
)
def test_bytes_that_are_no_card_give_none(content: bytes) -> None:
    assert card_of_bytes(content) is None


def test_a_cache_that_cannot_be_written_is_done_without(file: Path, tmp_path: Path) -> None:
    wanted = honest(file)
    (tmp_path / "no folder").write_text("a file")
    assert told(book(file, tmp_path / "no folder" / store.FILE)) == wanted
    (tmp_path / store.FILE).mkdir()
    assert told(book(file, tmp_path / store.FILE)) == wanted


def test_a_cache_that_another_process_holds_is_done_without(file: Path, place: Path) -> None:
    wanted = honest(file)
    told(book(file, place))
    with sqlite3.connect(place, isolation_level=None) as held:
        held.execute("BEGIN EXCLUSIVE")
        assert book(file, place).find("First One") == wanted[0]
        held.execute("ROLLBACK")
    held.close()


def test_a_cache_that_grew_too_big_is_begun_anew(file: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cached = Cache(place)
    cached.put([(b"k", b"v" * 100_000)])
    monkeypatch.setattr(store, "MOST_BYTES", 50_000)
    assert Cache(place).get(b"k") is None
    assert place.stat().st_size < 50_000


@pytest.mark.slow("processes that use one cache at once")
def test_several_processes_at_once_find_the_same(file: Path, place: Path) -> None:
    code = (
        "import sys; from tests.cards.cached_book import *; from reiterate.cards import language_version as versions;"
        "versions._SETTLED = -3600; file, place = map(Path, sys.argv[1:]); wanted = honest(file);"
        "print(all(told(book(file, place)) == wanted for _ in range(5)))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(file), str(place)], stdout=subprocess.PIPE, cwd=ROOT)
        for _ in range(4)
    ]
    assert [one.communicate()[0].strip() for one in running] == [b"True"] * 4


# --- other versions ----------------------------------------------------------------------------------------------


def test_cards_of_another_version_of_the_language_are_compiled_anew(
    file: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = honest(file)
    told(book(file, place))
    monkeypatch.setattr("reiterate.cards.book.language_version", lambda cached: "another")
    compiled = watched(monkeypatch)
    assert told(book(file, place)) == wanted
    assert "First One" in compiled


def test_the_version_changes_with_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "reiterate"
    for name in versions.SOURCES:
        real = ROOT / "src" / "reiterate" / name
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        if real.is_dir():
            shutil.copytree(real, package / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(real, package / name)
    here = versions.language_version(Cache(None))
    monkeypatch.setattr(versions, "_PACKAGE", package)
    cached = Cache(tmp_path / store.FILE)
    first = versions.language_version(cached)
    assert first == here == versions.language_version(cached)  # of the contents, wherever they are
    seen = {first}
    for path in versions.source_files()[::12]:
        path.write_bytes(path.read_bytes() + b"\n")
        seen.add(versions.language_version(cached))
    assert len(seen) == 1 + len(versions.source_files()[::12])
    shutil.rmtree(package)
    assert versions.language_version(cached) == ""


@pytest.mark.parametrize(
    ("begun", "sources"),
    [
        (("reiterate.oracle.compile", "reiterate.cards.card_json"), versions.SOURCES),
        (("reiterate.combos.combo",), versions.ENGINE),
        (("reiterate.databases.row_outcomes",), versions.TOLD),
        (("reiterate.discoveries.candidates",), versions.PAIRED),
    ],
)
def test_a_version_covers_whatever_is_imported(begun: tuple[str, ...], sources: tuple[str, ...]) -> None:
    files = {path: path.read_text("utf-8") for path in (ROOT / "src" / "reiterate").rglob("*.py")}
    names = {path: ".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in files}
    known = {name.removesuffix(".__init__"): path for path, name in names.items()}
    todo, seen = list(begun), set()
    while todo:
        name = todo.pop()
        if name not in seen and name in known:
            seen.add(name)
            path = known[name]
            todo += layout.imported(name, files[path], known, path.name == "__init__.py")
    covered = {known[name].relative_to(ROOT / "src" / "reiterate").as_posix() for name in seen - {"reiterate"}}
    assert len(covered) > 40
    assert [path for path in sorted(covered) if not path.startswith(sources)] == []


# --- changed card files ------------------------------------------------------------------------------------------


def test_a_changed_file_is_read_anew(file: Path, place: Path) -> None:
    told(book(file, place))
    times = file.stat()
    file.write_bytes(file.read_bytes().replace(b"{T}: Add {G}.", b"{T}: Add {R}."))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert file.stat().st_size == times.st_size
    assert told(book(file, place)) == honest(file)
    assert "{R}" in str(book(file, place).find("First One"))


def test_a_file_that_the_system_takes_for_the_old_one_is_read_all_the_same(
    file: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each card is compared with its digest, so that even a wrong word of the system gives no wrong card."""
    monkeypatch.setattr(sources, "trace_of", lambda *files: "always the same")
    told(book(file, place))
    file.write_bytes(file.read_bytes().replace(b"{T}: Add {G}.", b"{T}: Add {R}."))
    assert isinstance(book(file, place).sources[0], KeptSource)
    assert book(file, place).find("First One") == book(file, None).find("First One")
    file.unlink()
    gone = book(file, place).find("First One")
    assert isinstance(gone, Refusal) and gone.code == "card-file"


def test_a_file_that_changed_just_now_is_not_kept(file: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "_SETTLED", 3600)
    for _ in range(2):
        assert isinstance(book(file, place).sources[0], ReadSource)


# --- who asks ----------------------------------------------------------------------------------------------------


def test_the_folder_is_the_platform_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert store.folder({"HOME": "/h"}) == Path("/h/.cache/reiterate")
    assert store.folder({"HOME": "/h", "XDG_CACHE_HOME": "/x"}) == Path("/x/reiterate")
    assert store.folder({"HOME": "/h", "XDG_CACHE_HOME": "relative"}) == Path("/h/.cache/reiterate")
    assert store.folder({"HOME": "/h", store.ENVIRONMENT: "/own"}) == Path("/own")
    assert store.folder({"HOME": "/h", store.ENVIRONMENT: "off"}) is None
    assert store.folder({}) is None
    monkeypatch.setattr(sys, "platform", "darwin")
    assert store.folder({"HOME": "/h"}) == Path("/h/Library/Caches/reiterate")
    monkeypatch.setattr(sys, "platform", "win32")
    assert store.folder({"LOCALAPPDATA": "/l"}) == Path("/l/reiterate/cache")
    assert store.folder({"HOME": "/h"}) is None


def test_the_library_keeps_nothing_unless_told(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.ENVIRONMENT, str(tmp_path / "own"))
    found = CardBook.with_files([file], {})
    assert isinstance(found, CardBook)
    told(found)
    told(CardBook.builtin())
    assert not (tmp_path / "own").exists()


def poisoned(place: Path) -> None:
    """A cache with a lie in it that has its sum: Midnight Guard is bigger than printed."""
    cached = Cache(place)
    named = builtin_source().named(key_of("Midnight Guard"))
    text = builtin_source().text(named.full[0])
    made = compile_card(json.loads(text))
    lie = CompiledCard(made.name, replace(made.proto, power=7), made.clauses)
    cached.put([(store.key_of_parts("card", versions.language_version(cached), text), card_bytes(lie))])


def test_the_checker_asks_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example, certificate = str(ROOT / "examples" / "guard-gond.yaml"), str(tmp_path / "certificate.json")
    monkeypatch.delenv("REITERATE_CARDS", raising=False)
    monkeypatch.setenv(store.ENVIRONMENT, str(tmp_path))
    assert in_process("certify", example, "-o", certificate)[0] == 0
    assert "not checked" not in in_process("check", certificate)[1]
    poisoned(tmp_path / store.FILE)
    assert '"power": "7"' in in_process("run", example, "--json")[1]  # other commands believe who may write the cache
    assert "not checked" not in in_process("check", certificate)[1]
    assert in_process("certify", example, "-o", certificate)[0] == 0
    assert 'of another card, or of none: "Midnight Guard"' in in_process("check", certificate)[1]
