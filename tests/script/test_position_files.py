"""Position files: what they default to, and what is refused, with its place."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from reiterate.amounts import decimal_text, plain
from reiterate.cards import CardBook
from reiterate.refusals import INPUT, Refusal, place_quote
from reiterate.rules.decisions.pending import asked, decider
from reiterate.script import yaml_text
from reiterate.script.describe import find, in_play, name_of
from reiterate.script.position import Position, load, load_file
from reiterate.script.yaml_text import read_yaml
from tests.support.files import ROOT
from tests.support.position_texts import BOOK, laid_out, read, value

DOCS = ROOT / "docs"


def test_the_defaults_are_those_written_down() -> None:
    position = laid_out("title: nothing else\n")
    state = position.state
    for path, expected in (
        ("p1.life", "20"),
        ("p2.life", "20"),
        ("p1.library", "53"),
        ("p1.hand", "0"),
        ("p1.mana.C", "0"),
        ("p1.graveyard", "0"),
    ):
        assert value(state, path) == expected
    assert asked(state) == "priority"
    assert decider(state) == 0
    assert state.stack == ()
    assert state.game.prop("step") == "main1"
    assert position.proposer == 0


def test_entries_are_untapped_and_not_summoning_sick() -> None:
    state = laid_out("players: {p1: {battlefield: [Grizzly Bears]}}\n").state
    cls = next(row.cls for row in state.rows.values() if row.cls.proto is not None and row.cls.zone == "battlefield")
    assert not cls.tapped
    assert not cls.sick


def test_every_key_of_an_entry_is_taken() -> None:
    state = laid_out(
        "players:\n  p1:\n    life: 10^40\n    mana: {C: 3}\n    hand: [2 Lightning Bolt, 3 unknown]\n"
        "    library: [Forest, 10 Island]\n    battlefield:\n"
        "      - {card: Grizzly Bears, label: bears, count: 1, tapped: yes, sick: yes,"
        " counters: {+1/+1: 2}, damage: 1}\n"
        "      - {token: Wurm, power: 6, toughness: 6, colors: [G], keywords: [trample], count: 10^30}\n"
    ).state
    assert value(state, "p1.life") == str(10**40)
    assert value(state, "p1.hand") == "5"
    assert value(state, "p1.library") == "11"
    assert value(state, "bears.power") == "4"
    assert value(state, "bears.tapped") == "true"
    assert value(state, "bears.counters.+1/+1") == "2"
    assert value(state, "bears.damage") == "1"
    assert value(state, "p1.tokens.Wurm") == str(10**30)
    assert value(state, "p1.mana.C") == "3"
    assert all(plain(row.n) > 0 for row in state.rows.values())


BAD = {
    "broken YAML": ("players: {p1: {life: 3}\nstep: [", "yaml", 3),
    "double keys": ("players:\n  p1: {life: 3, life: 4}\n", "double-key", 3),
    "anchor": ("players: &a {}\n", "alias", 2),
    "alias": ("notes: *a\n", "alias", 2),
    "tag": ("title: !!python/object:os.system x\n", "tag", 2),
    "sexagesimal count": ("players: {p1: {battlefield: [{card: Forest, count: 1:30}]}}\n", "count-not-a-number", 2),
    "float count": ("players: {p1: {life: 1e100}}\n", "count-not-a-number", 2),
    "fraction": ("players: {p1: {life: 1.5}}\n", "count-not-a-number", 2),
    "negative": ("players: {p1: {life: -3}}\n", "count-not-a-number", 2),
    "infinity": ("players: {p1: {life: infinity}}\n", "count-not-a-number", 2),
    "underscores": ("players: {p1: {life: 1_000}}\n", "count-not-a-number", 2),
    "exponent": ("players: {p1: {life: 10^10001}}\n", "count-too-large", 2),
    "none of them": ("players: {p1: {battlefield: [{card: Forest, count: 0}]}}\n", "count", 2),
    "unknown card": ("players:\n  p1:\n    battlefield: [Grizly Bears]\n", "card-unknown", 4),
    "instant in play": ("players: {p1: {battlefield: [Lightning Bolt]}}\n", "wrong-zone", 2),
    "aura alone": ("players: {p1: {battlefield: [Presence of Gond]}}\n", "aura-alone", 2),
    "aura on a land": (
        "players: {p1: {battlefield: [Forest, {card: Presence of Gond, attached to: Forest}]}}\n",
        "illegal-host",
        2,
    ),
    "aura on nothing": (
        "players: {p1: {battlefield: [{card: Presence of Gond, attached to: bears}]}}\n",
        "no-such-object",
        2,
    ),
    "unknown key": ("player: {}\n", "unknown-key", 2),
    "unknown entry key": ("players: {p1: {battlefield: [{card: Forest, taped: yes}]}}\n", "unknown-key", 2),
    "kind of mana": ("players: {p1: {mana: {Q: 1}}}\n", "mana", 2),
    "player": ("players: {p2: {}}\n", "player", 2),
    "active": ("active: p7\n", "player", 2),
    "step": ("step: untap\n", "step", 2),
    "answer": ("answers: [{p2: maybe}]\n", "answer", 2),
    "place": ("end: soon\n", "place", 2),
    "shape": ("players: [1]\n", "shape", 2),
    "double label": (
        "players: {p1: {battlefield: [{card: Forest, label: a}, {card: Island, label: a}]}}\n",
        "double-label",
        2,
    ),
    "label of two lines": ('players: {p1: {battlefield: [{card: Forest, label: "a\\nx:"}]}}\n', "label", 2),
    "label of a player": ("players: {p1: {battlefield: [{card: Forest, label: p2}]}}\n", "label", 2),
    "keyword": (
        "players: {p1: {battlefield: [{token: X, power: 1, toughness: 1, keywords: [flyin]}]}}\n",
        "keyword",
        2,
    ),
    "token without size": ("players: {p1: {battlefield: [{token: X}]}}\n", "token", 2),
    "flag": ("players: {p1: {battlefield: [{card: Forest, tapped: maybe}]}}\n", "flag", 2),
    "conditional": ("script: |\n  if life > 3 pass\n", "conditional", 3),
    "nesting": ("notes: " + "[" * 100 + "]" * 100 + "\n", "nesting", 2),
    "digits": ("players: {p1: {life: " + "9" * 10_001 + "}}\n", "count-too-large", 2),
    "blanks": ("script: |\n  attack" + " " * 301 + "with x\n", "blanks", 2),
    "large": ("notes: " + "x" * 1_000_001 + "\n", "file-too-large", 1),
    "long": ("\n" * 20_001, "file-too-large", 20_000),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_code_and_place(name: str) -> None:
    text, code, line = BAD[name]
    found = read(text)
    assert isinstance(found, Refusal), found
    assert (found.code, found.where.file, found.where.line) == (code, "board.yaml", line)
    assert found.exit_code == 2


def test_an_unknown_card_gets_suggestions() -> None:
    found = read("players: {p1: {battlefield: [Midnigt Guard]}}\n")
    assert isinstance(found, Refusal)
    assert "Midnight Guard" in found.expected


@pytest.mark.parametrize("text", ["", "format: position/3\n", "title: x\n", "[]", "format: board/1\n"])
def test_the_format_must_be_said(text: str) -> None:
    found = load(text, "board.yaml", BOOK)
    assert isinstance(found, Refusal)
    assert found.kind == INPUT
    assert found.code in ("format", "empty", "shape")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = load_file(tmp_path / "none.yaml", BOOK)
    assert isinstance(missing, Refusal)
    assert missing.code == "file"
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"format: position/1\ntitle: caf\xe9\n")
    found = load_file(latin, BOOK)
    assert isinstance(found, Refusal)
    assert (found.code, found.where.line) == ("encoding", 2)


@pytest.mark.slow("large hostile files are read")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("nesting", "[" * 50_000_000),
        ("digits", "format: position/1\nplayers:\n  p1:\n    life: " + "9" * 10_000_000 + "\n"),
        ("small nesting", "format: position/1\nnotes: " + "[" * 900_000),
        ("dashes", "format: position/1\nnotes:\n" + "- " * 400_000),
    ],
)
def test_hostile_files_are_answered_in_little_time_and_memory(name: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(content)
    code = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (60, 60))\n"
        "from reiterate.cli.main import main\n"
        f"sys.argv = ['reiterate', 'run', {str(path)!r}]\n"
        "try:\n    main()\nfinally:\n"
        "    status = open('/proc/self/status').read().split()\n"
        "    print(status[status.index('VmHWM:') + 1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "bad.yaml:" in done.stderr
    assert "Traceback" not in done.stderr
    assert int(done.stdout) < 200_000, "kilobytes"


def test_the_examples_of_the_manual_are_accepted() -> None:
    manual = (DOCS / "positions.md").read_text(encoding="utf-8")
    found = re.findall(r"```yaml\n(.*?)```", manual, re.DOTALL)
    assert found
    for text in found:
        position = load(text, "manual", BOOK)
        assert isinstance(position, Position), position


@pytest.mark.parametrize("text", ["I have a bear and you have none\n", "- Grizzly Bears\n- Forest\n"])
def test_a_text_that_is_no_position_is_told_what_one_is(text: str) -> None:
    found = load(text, "board.yaml", BOOK)
    assert isinstance(found, Refusal)
    assert (found.code, found.message) == ("shape", "this is no position") and found.where.span
    assert "format: position/1" in found.expected and "puzzle" in found.expected


def test_a_place_for_names_with_values_shows_one() -> None:
    found = load("format: position/1\nplayers: bears\n", "board.yaml", BOOK)
    assert isinstance(found, Refusal)
    assert (found.where.line, found.where.span) == (2, "players: bears") and "'life: 20'" in found.expected


def test_a_folder_without_a_name_of_its_own_is_named() -> None:
    found = load_file(Path("."), BOOK)
    assert isinstance(found, Refusal) and found.where.file == "."


@pytest.mark.parametrize("entry", ["{card: Forest}", "[Forest]", "a - b", "Forest"])
def test_entries_beside_each_other_on_one_line_are_not_nested(entry: str) -> None:
    found = read_yaml("notes: [" + ", ".join([entry] * 1_000) + "]\n", "position.yaml")
    assert not isinstance(found, Refusal), found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("notes: [" + "a," * 400_000 + "]", "file-too-large"),
        ("notes: {" + ",".join(map(str, range(100_000))) + "}", "file-too-large"),
        ("notes:\n" + "- {a: b, c: d}\n" * 15_000, "file-too-large"),
        ("notes: " + "x " * 300_000, "file-too-large"),
        ("notes: '" + "\tx" * 300_000 + "'", "file-too-large"),
        ("? " * 90_000, "nesting"),
        ("? - " * 60 + "a", "nesting"),
        ("notes: [" + "[]," * 1_000 + "[" * 65 + "]" * 66, "nesting"),
        ("- " * 65 + "a", "nesting"),
    ],
)
def test_a_document_of_very_many_values_is_refused_before_all_are_read(text: str, code: str) -> None:
    found = read_yaml(text, "position.yaml")
    assert isinstance(found, Refusal) and found.code == code, found
    assert found.where.file == "position.yaml" and found.where.line >= 1 and found.where.span


@pytest.mark.parametrize("entry", ["a", "a: b", "[" * 50 + "]" * 50])
def test_a_flow_list_is_given_up_after_15_000_values(entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each value takes 40 microseconds to read: more of them would keep a games' process from its games for seconds."""
    seen: list[None] = []
    monkeypatch.setattr(yaml_text, "check", lambda: seen.append(None))
    found = read_yaml("script: [" + f"{entry}," * (800_000 // (len(entry) + 1)) + "]", "position.yaml")
    assert isinstance(found, Refusal) and found.code == "file-too-large"
    assert len(seen) <= 15_001


def test_a_line_is_quoted_once_for_all_values_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of 800,000 characters on one line was cut into lines anew for each of its entries."""
    quoted: list[str] = []

    def quote(text: str) -> str:
        quoted.append(text)
        return place_quote(text)

    monkeypatch.setattr(yaml_text, "place_quote", quote)
    found = read_yaml("notes: [" + "a," * 5_000 + "]\nmore: [b, c]", "position.yaml")
    assert not isinstance(found, Refusal)
    assert len(quoted) == 2


def test_objects_with_counters_of_thousands_of_digits_have_names() -> None:
    """Doubling makes such amounts in 15,000 iterations; Python refuses to print them (names of objects told by their counters)."""
    more = [7 * 10**5_000 + 3, 7 * 10**5_000 + 4, 10**5_000, 12]
    entries = "".join(f"      - {{card: Grizzly Bears, counters: {{+1/+1: {decimal_text(n)}}}}}\n" for n in more)
    found = load(
        f"format: position/1\nplayers:\n  p1:\n    battlefield:\n{entries}  p2: {{}}\n", "x", CardBook.builtin()
    )
    assert not isinstance(found, Refusal), found
    rows = in_play(found.state)
    said = [name_of(found.state, handle) for handle in rows]
    assert said[2:] == [f"Grizzly Bears of p1 with {n} +1/+1 counters" for n in ("10^5000", "12")]
    assert [find(found.state, words, rows) for words in said] == rows


@pytest.mark.parametrize("words", ["The Host", "the host", "Host", "The Host // Other Face"])
def test_712_8f_a_name_that_begins_with_an_article_and_one_of_a_whole_card_mean_a_host(words: str) -> None:
    host = "{token: %s, power: 1, toughness: 1, types: [creature]}"
    name = "Host" if words == "Host" else "The Host"
    text = (
        "format: position/1\nplayers:\n  p1:\n    battlefield:\n"
        f"      - {host % name}\n      - {{card: Presence of Gond, attached to: {words}}}\n  p2: {{}}\n"
    )
    position = load(text, "a.yaml", BOOK)
    assert isinstance(position, Position), position
