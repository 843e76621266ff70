"""What an accepted certificate is about: its cards compared with those of their names, and its position, all foreign text in quotes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from reiterate.ask.checked_words import COMPARED, NOT_COMPARED, amount_name
from reiterate.cards import CardBook
from reiterate.certify.form import canonical
from reiterate.check.accepted import digest_of
from reiterate.check.certificate import Accepted, check
from reiterate.refusals import EDITION, Refusal
from reiterate.untrusted_text import clean, quoted
from tests.certify.near_misses import FILES, good
from tests.check.forging import BASALT, BOND, GOND, GRIND, Value, digest, row, text_of
from tests.support.as_shown import check_json, check_lines
from tests.support.files import ROOT

BOOK: Final = CardBook.builtin()


def answer(value: Value) -> list[str]:
    """The lines of what is accepted, compared with the built-in cards."""
    found = check(canonical(value), BOOK.protos)
    assert isinstance(found, Accepted), found
    return check_lines(found)


def renamed(name: str) -> Callable[[Value], None]:
    """The card that carries the loop bears another name, and everything else agrees."""

    def forge(value: Value) -> None:
        row(value, 4)["class"]["proto"]["name"] = name
        digest(value)

    return forge


# --- cards and their names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_the_cards_of_the_examples_are_those_of_their_names(name: str) -> None:
    found = check(good(name), BOOK.protos)
    assert isinstance(found, Accepted) and found.nobodys.others == ()
    assert COMPARED in check_lines(found) and NOT_COMPARED not in check_lines(found)
    assert check_json(found)["proved_cards"] is True


def test_without_cards_to_compare_with_nothing_is_said_of_names() -> None:
    found = check(text_of(GOND))
    assert isinstance(found, Accepted)
    assert NOT_COMPARED in check_lines(found) and COMPARED not in check_lines(found)
    assert NOT_COMPARED == "not checked: that the cards are those of their names"
    assert found.nobodys.others == ("Grizzly Bears", "Intruder Alarm", "Presence of Gond")


@pytest.mark.parametrize("name", ["Grizzly Bears", "Some Card That Is None", "presence of gond", "Presence of Gond "])
def test_a_card_of_another_name_is_told(name: str) -> None:
    value = json.loads(text_of(GOND))
    renamed(name)(value)
    lines = answer(value)
    assert NOT_COMPARED in lines
    assert any(quoted(name) in line for line in lines if line.startswith("  of another card"))


@pytest.mark.parametrize(
    ("field", "instead"),
    [
        ("power", 9),
        ("types", ["artifact", "creature"]),
        ("subtypes", ["Elf"]),
        ("mana_cost", ["0"]),
        ("supertypes", ["basic"]),
    ],
)
def test_a_card_with_other_facts_is_told(field: str, instead: Any) -> None:
    value = json.loads(text_of(GOND))
    assert row(value, 3)["class"]["proto"].get(field) != instead
    row(value, 3)["class"]["proto"][field] = instead
    digest(value)
    lines = answer(value)
    assert NOT_COMPARED in lines
    assert any('"Grizzly Bears" (row 3): card' in line and "with these words" in line for line in lines)


def test_a_card_file_of_ones_own_comes_first(tmp_path: Path) -> None:
    """What the reader's own cards say counts; the built-in set is asked for names that they do not have."""
    facts = {"name": "Grizzly Bears", "type_line": "Creature — Bear", "mana_cost": "{1}{G}", "power": "3"}
    (tmp_path / "own.jsonl").write_text(json.dumps({**facts, "toughness": "3"}) + "\n", encoding="utf-8")
    book = CardBook.with_files([tmp_path / "own.jsonl"])
    assert isinstance(book, CardBook)
    found = check(text_of(GOND), book.protos)
    assert isinstance(found, Accepted) and found.nobodys.others == ("Grizzly Bears",)


def test_a_token_is_no_card_and_stands_with_all_its_words() -> None:
    """So a card that calls itself a token does not pass for one of its name unseen."""
    value = json.loads(text_of(GOND))
    row(value, 5)["class"]["kind"] = "token"
    row(value, 5)["class"]["proto"]["name"] = "Island"
    digest(value)
    found = check(canonical(value), BOOK.protos)
    if isinstance(found, Accepted):
        told = [line for line in check_lines(found) if line.strip().startswith('"Island" (row 5)')]
        assert len(told) == 1 and '"token"' in told[0] and '"abilities"' in told[0]


def test_of_an_unknown_card_nothing_is_said() -> None:
    assert all("unknown card" not in line for line in answer(json.loads(text_of(GOND))) if line.startswith("  of an"))


# --- names that would be lines -----------------------------------------------------------------------------------

EVIL: Final = {
    "a line": "X\naccepted: it is a draw",
    "a return": "X\rnot checked: nothing",
    "an escape": "X\x1b[2J\x1b[1;1Haccepted",
    "a bell": "X\x07",
    "right to left": "X\u202etfel ot thgir",
    "a zero width space": "Grizzly\u200b Bears",
    "a line separator": "X\u2028gains: infinite life",
    "a next line": "X\x85gains: infinite life",
    "quotes": 'X" (row 3), "Y',
    "a backslash": 'X\\"',
    "a tag": "X\U000e0041",
}


@pytest.mark.parametrize("name", EVIL)
def test_a_name_makes_no_line_of_the_answer(name: str) -> None:
    """Of as many lines as before the one about the name differs, and all of it can be seen."""
    value = json.loads(text_of(GOND))
    before = answer(value)
    renamed(EVIL[name])(value)
    after = answer(value)
    assert len(after) == len(before) + 1
    assert all(line.isprintable() for line in after)
    assert sum(line.startswith("accepted") for line in after) == 1
    assert [line for line in after if line.startswith("gains")] == [line for line in before if line.startswith("gains")]
    assert len({quoted(EVIL[name]), quoted("X"), quoted("Grizzly Bears")}) == 3


@pytest.mark.parametrize("name", EVIL)
def test_a_name_makes_no_line_of_a_refusal(name: str) -> None:
    value = json.loads(text_of(GOND))
    row(value, 3)["class"]["proto"]["name"] = EVIL[name]
    row(value, 3)["class"]["proto"]["abilities"] = [{"node": "NotUnderstood", "text": "\x1b", "start": 0, "end": 1}]
    digest(value)
    found = check(canonical(value))
    assert isinstance(found, Refusal) and found.message.isprintable()


def test_a_name_that_is_no_text_is_refused() -> None:
    value = json.loads(text_of(GOND))
    row(value, 4)["class"]["proto"]["name"] = "X\ud800"
    assert isinstance(check(canonical(value)), Refusal)


@pytest.mark.parametrize("place", ["labels", "tally", "props", "num", "seqs", "refs"])
def test_no_name_of_a_start_makes_a_line(place: str) -> None:
    """Labels, counts, properties, sequences: what is accepted shows them in quotes; what is not is refused in one line."""
    evil = "\naccepted: \x1b[1m"
    value = json.loads(text_of(GOND))
    start = value["start"]
    if place == "labels":
        start["labels"] = {**start["labels"], evil: 5}
    elif place == "tally":
        start["tally"][evil] = "7"
    elif place == "props":
        row(value, 5)["class"]["props"] = {evil: evil}
    elif place == "num":
        row(value, 5)["num"] = {evil: "7"}
    elif place == "refs":
        row(value, 5)["refs"] = {evil: {"mode": "one", "row": 3}}
    else:
        start["seqs"][evil] = [5]
    found = check(canonical(value))
    lines = check_lines(found) if isinstance(found, Accepted) else [found.message]
    assert all(line.isprintable() for line in lines)
    assert sum(line.startswith("accepted") for line in lines) == isinstance(found, Accepted)


def test_quotes_tell_all_texts_apart() -> None:
    texts = ["", "a", '"', "\\", '\\"', "\n", "\\n", "\\x0a", "é", "\u202e", "\\u202e", " ", "a b", *EVIL.values()]
    assert len({quoted(text) for text in texts}) == len(texts)
    assert all(quoted(text).isprintable() for text in texts)
    assert quoted("Lim-Dûl's Vault") == '"Lim-Dûl\'s Vault"' and clean("é\x1b") == "é\\x1b"


@pytest.mark.parametrize(
    ("name", "shown_as"),
    [
        ("life", "life"),
        ("mana.G", "mana.G"),
        ("draws.p1", "draws.p1"),
        ("counter.+1/+1", "counter.+1/+1"),
        ("tokens.Elf Warrior", 'tokens."Elf Warrior"'),
        ("tokens.life of p1", 'tokens."life of p1"'),
        ("life of p1: 7", '"life of p1: 7"'),
        ("Life", '"Life"'),
        ("", '""'),
        ("tokens.p1\n", 'tokens."p1\\x0a"'),
    ],
)
def test_an_amount_is_named_with_foreign_parts_in_quotes(name: str, shown_as: str) -> None:
    assert amount_name(name) == shown_as


# --- what was proved ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [GOND, GRIND, BOND, BASALT, "cathars-crusade", "four-players", "many-wardens"])
def test_every_row_of_the_start_and_all_that_is_written_of_it_is_shown(name: str) -> None:
    value = json.loads(text_of(name))
    lines = answer(value)
    start = value["start"]
    assert f"  start: sha256 {digest_of(start)}" in lines and f"  cards: sha256 {value['terms']}" in lines
    assert any("edition" in line for line in lines)
    for handle, one in enumerate(start["rows"]):
        kind = one["class"]["kind"]
        who = f"  p{handle}: " if kind == "player" else "  game: " if kind == "game" else f"(row {handle}): "
        (line,) = [each for each in lines if who in each and (kind in ("game", "player") or each.startswith("    "))]
        for flag in ("tapped", "sick"):
            assert (f" {flag}" in line) == bool(one["class"].get(flag)), line
        for slot in one.get("num", {}):
            assert amount_name(slot) in line
        for prop in one["class"].get("props", {}):
            assert amount_name(prop) in line


CHANGES: Final[dict[str, Callable[[Value], object]]] = {
    "a life total": lambda value: row(value, 2)["num"].update({"life": "7"}),
    "the turn's history": lambda value: row(value, 1)["num"].update({"turn.life gained": "3"}),
    "mana": lambda value: row(value, 1)["num"].update({"mana.G": "3"}),
    "a count": lambda value: value["start"]["tally"].update({"draws.p1": "5"}),
    "a counter": lambda value: row(value, 3).update({"num": {"counter.+1/+1": "2"}}),
    "a library": lambda value: row(value, 6).update({"n": "9"}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_another_start_is_another_answer(what: str) -> None:
    value = json.loads(text_of(GOND))
    before = answer(value)
    CHANGES[what](value)
    after = answer(value)
    told = [line for line in {*before} ^ {*after} if "sha256" not in line]
    assert told, "nothing tells the two apart but their digests"
    assert [line for line in before if line.startswith("  start")] != [
        line for line in after if line.startswith("  start")
    ]
    assert [line for line in before if line.startswith("  cards")] == [
        line for line in after if line.startswith("  cards")
    ]


def test_programs_read_the_start_and_its_digests() -> None:
    value = json.loads(text_of(GOND))
    found = check(text_of(GOND), BOOK.protos)
    assert isinstance(found, Accepted)
    told = check_json(found)
    assert (told["start"], told["terms"]) == (value["start"], value["terms"])
    assert told["start_digest"] == digest_of(value["start"]) and value["versions"]["edition"] == EDITION
    assert told["proved_cards"] is True and told["other_cards"] == []


# --- terminals ---------------------------------------------------------------------------------------------------


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command of the program under another environment."""
    env = {**os.environ, **environment, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, "-m", "reiterate", *arguments], env=env, capture_output=True, check=False, cwd=ROOT
    )


ASCII: Final = ({"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"})


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A position, a card file and a certificate with letters that a terminal of 128 letters does not have."""
    made = tmp_path_factory.mktemp("foreign")
    facts = {
        "name": "Éclair “Bear” ∞",
        "type_line": "Artifact",
        "mana_cost": "{1}",
        "oracle_text": "{0}: You gain 1 life.",
    }
    (made / "cards.jsonl").write_text(json.dumps(facts, ensure_ascii=False) + "\n", encoding="utf-8")
    board = (
        "format: position/1\ntitle: Größe ∞\nplayers:\n  p1:\n    battlefield: [Éclair “Bear” ∞]\n  p2: {}\n"
        "script: |\n  repeat 5:\n    activate Éclair “Bear” ∞\n    all pass\n"
    )
    (made / "board.yaml").write_text(board, encoding="utf-8")
    done = command(
        "certify", str(made / "board.yaml"), "--cards", str(made / "cards.jsonl"), "-o", str(made / "c.json")
    )
    assert done.returncode == 0, done.stderr
    return {"board": made / "board.yaml", "cards": made / "cards.jsonl", "certificate": made / "c.json"}


#: Runs several commands one after the other, each with files of its own for what it writes and says; tells their exit codes.
SEVERAL: Final = """
import os, sys
from reiterate.cli.main import main
from reiterate.limits import Watch
Watch.start = lambda watch: None  # it watches one command
folder, *rest = sys.argv[1:]
codes, told = [], os.dup(1)
for number, words in enumerate("\\n".join(rest).split("\\n--next\\n")):
    for stream, name in ((1, "out"), (2, "said")):
        os.dup2(os.open(f"{folder}/{number}.{name}", os.O_WRONLY | os.O_CREAT), stream)
    sys.argv[1:] = words.split("\\n")
    try:
        main()
        codes.append("0")
    except SystemExit as ended:
        codes.append(str(ended.code or 0))
    sys.stdout.flush()
    sys.stderr.flush()
os.write(told, " ".join(codes).encode())
"""


def asked(foreign: dict[str, Path]) -> dict[str, tuple[str, ...]]:
    """The commands that are tried, by their names."""
    return {
        "run": ("run", str(foreign["board"])),
        "loop": ("loop", str(foreign["board"])),
        "find": ("find", str(foreign["board"])),
        "check": ("check", str(foreign["certificate"])),
        "show": ("cards", "show", "Éclair “Bear” ∞"),
        "unknown": ("cards", "show", "Ünknown ∞"),
        "no file": ("run", "∞.yaml"),
    }


@pytest.mark.slow("a process for each encoding")
@pytest.mark.parametrize("environment", ASCII, ids=["ascii", "C"])
@pytest.mark.parametrize("flags", [(), ("--json",)], ids=["words", "json"])
def test_no_command_fails_on_a_terminal_of_few_letters(
    flags: tuple[str, ...], environment: dict[str, str], foreign: dict[str, Path], tmp_path: Path
) -> None:
    words: list[str] = []
    for each in asked(foreign).values():
        words += ["--next", *each, "--cards", str(foreign["cards"]), *flags]
    env = {**os.environ, **environment, "PYTHONPATH": str(ROOT / "src")}
    line = [sys.executable, "-c", SEVERAL, str(tmp_path), *words[1:]]
    done = subprocess.run(line, env=env, capture_output=True, check=True, cwd=ROOT)
    codes = dict(zip(asked(foreign), map(int, done.stdout.split()), strict=True))
    assert codes == {what: 2 if what in ("unknown", "no file") else 0 for what in asked(foreign)}
    for number, what in enumerate(asked(foreign)):
        out, said = ((tmp_path / f"{number}.{name}").read_bytes().decode("ascii") for name in ("out", "said"))
        assert (out or said) and "Traceback" not in said, (what, said)
        if flags:
            json.loads(out)


@pytest.mark.slow("a process for each command")
def test_the_command_compares_the_cards(foreign: dict[str, Path]) -> None:
    with_cards = command("check", str(foreign["certificate"]), "--cards", str(foreign["cards"]))
    without = command("check", str(foreign["certificate"]))
    assert (with_cards.returncode, without.returncode) == (0, 0)
    assert COMPARED.encode() in with_cards.stdout and NOT_COMPARED.encode() in without.stdout
    assert quoted("Éclair “Bear” ∞").encode() in without.stdout
