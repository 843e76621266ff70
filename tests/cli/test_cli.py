"""The command line: exit codes, JSON, transcripts, help, and the pages that speak of it."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path

import pytest
import yaml

from reiterate.refusals import EDITION
from tests.support.command_line import apart, board, in_process, reiterate
from tests.support.drawn import drawn_cases
from tests.support.files import ROOT
from tests.support.schemas import ValidationError, validate
from tests.support.trees import nodes_of

pytestmark = pytest.mark.slow("whole commands, many times")

GOLDEN = ROOT / "tests" / "cli" / "golden"
EXAMPLES = sorted([*(ROOT / "examples").glob("*.yaml"), *(ROOT / "src" / "reiterate" / "examples").glob("*.yaml")])
MAKERS = {"Refusal": 1, "refuse": 0, "unsupported": 0, "bad": 0}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda p: p.stem)
@pytest.mark.parametrize("flags", [(), ("--full",)], ids=["short", "full"])
def test_golden_transcripts(example: Path, flags: tuple[str, ...]) -> None:
    done = reiterate("run", str(example.relative_to(ROOT)), *flags)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(len(line) <= 100 for line in done.stdout.splitlines())
    assert flags or len(done.stdout.splitlines()) <= 12
    assert "\x1b" not in done.stdout
    golden = (GOLDEN / "full" if flags else GOLDEN) / f"{example.stem}.txt"
    if os.environ.get("REITERATE_REGOLD"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(done.stdout, encoding="utf-8")
    assert golden.exists(), "REITERATE_REGOLD=1 writes it"
    assert done.stdout == golden.read_text(encoding="utf-8")


def test_no_transcript_is_left_over() -> None:
    for folder in (GOLDEN, GOLDEN / "full"):
        assert {path.stem for path in folder.glob("*.txt")} == {path.stem for path in EXAMPLES}


def test_the_demonstration_shows_three_boards() -> None:
    done = reiterate("demo")
    assert done.returncode == 0
    for words in ("1,000,000 Elf Warrior tokens", "7 Elf Warrior tokens", "10^100 Elf Warrior tokens"):
        assert words in " ".join(done.stdout.split())
    assert done.stdout.count("the shortcut is taken") == 3
    assert all(len(part.splitlines()) <= 12 for part in done.stdout.split("\n\n"))
    assert reiterate("demo", "--full").stdout.count("the game is now:") == 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("towers", ("2^(2^(10^100))", "the last 0241627136")),
        ("progression", ("10^100 Elf Warrior tokens", "1, 2, ..., 10^100 +1/+1 counters")),
        ("end", ("it ends in iteration 1414213562…7187537695 (51 digits)", "the game is over")),
        ("nest", ("999,999,000,000,000,000 Elf Warrior tokens",)),
        ("draw", ("the game is a draw", "only mandatory actions")),
    ],
)
def test_each_demonstration_is_one_screen(name: str, words: tuple[str, ...]) -> None:
    done = reiterate("demo", name)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) <= 12
    assert all(word in " ".join(done.stdout.split()) for word in words), done.stdout


def test_the_exact_end_is_the_first_triangle_that_is_large_enough() -> None:
    """Iteration k of demo end drains k life: k wardens see the new one. So 10^100 are gone in the first k at which k * (k + 1) / 2 is."""
    whole = reiterate("demo", "end", "--full").stdout
    at = 141421356237309504880168872420969807856967187537695
    assert f"ends in iteration   {at}\n" in whole
    assert at * (at + 1) >= 2 * 10**100 > (at - 1) * at


def test_the_last_digits_of_the_tower_are_those_of_repeated_squaring() -> None:
    """2^(2^(10^100)) mod 10^10: the exponent is reduced by the cycle of powers of two, 4 * 5^9 long from 2^10 on."""
    cycle = 4 * 5**9
    exponent = pow(2, 10**100, cycle)
    assert pow(2, exponent + 10 * cycle, 10**10) == 241627136


def test_demonstrations_are_listed_and_a_misspelt_one_is_named() -> None:
    assert in_process("demo", "list")[1].count("\n") == 9
    code, text = in_process("demo", "twers")
    assert code == 2 and "towers, or one of reiterate demo list" in text


@pytest.mark.slow("a process for each seed")
@pytest.mark.parametrize(
    "words", [("demo",), ("run", "examples/cut-and-bolt.yaml"), ("loop", "examples/thune-feeder.yaml", "--json")]
)
def test_law_13_same_bytes_for_two_hash_seeds(words: tuple[str, ...]) -> None:
    assert apart(*words, PYTHONHASHSEED="1").stdout == apart(*words, PYTHONHASHSEED="2").stdout


def test_json_answers_hold_quantities_as_strings() -> None:
    done = reiterate("run", "examples/guard-gond.yaml", "--json")
    found = json.loads(done.stdout, parse_int=lambda text: pytest.fail(f"a number: {text}"))
    assert found["format"] == "answer/1"
    assert found["run"]["counted"]["tokens.Elf Warrior"] == "1000000"
    loop = json.loads(reiterate("loop", "examples/guard-gond.yaml", "--json").stdout)["loop"]
    assert loop["endless"] is True
    assert [place["player"] for place in loop["places"]] == ["p1", "p1", "p2", "p1", "p2"]
    assert loop["places"][0]["place"] == "1@n.1"


@pytest.mark.parametrize("example", drawn_cases(EXAMPLES, 12, "schemas", lambda p: p.stem))
def test_files_and_answers_follow_their_schemas(example: Path) -> None:
    document = yaml.load(example.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    validate(document, "position")
    run = json.loads(reiterate("run", str(example.relative_to(ROOT)), "--json").stdout)
    validate(run, "answer")
    if "repeat" in document["script"]:
        loop = json.loads(reiterate("loop", str(example.relative_to(ROOT)), "--json").stdout)
        validate(loop, "answer")


@pytest.mark.parametrize(
    ("name", "breakage"),
    [
        ("position", {"format": "position/2"}),
        ("position", {"playerz": {}}),
        ("answer", {}),
        ("answer", {"format": "answer/1"}),
    ],
)
def test_the_schemas_refuse_what_is_not_theirs(name: str, breakage: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        validate(breakage, name)


def test_exit_code_1_when_an_expectation_differs(tmp_path: Path) -> None:
    done = reiterate("run", board(tmp_path, "expect: {p1.life: 21}\n"))
    assert done.returncode == 1
    assert "expected 21, is 20" in done.stdout


def test_exit_code_0_when_a_refusal_is_expected(tmp_path: Path) -> None:
    text = "players: {p1: {battlefield: [Grizzly Bears]}}\nscript: activate Grizzly Bears\nexpect: {refused: no-such-ability}\n"
    done = reiterate("run", board(tmp_path, text))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("text", "exit_code", "code"),
    [
        ("script: dance\n", 2, "not-a-sentence"),
        ("players: {p1: {battlefield: [Nothing Real]}}\n", 2, "card-unknown"),
        ("script: |\n  pass to bed\n", 2, "not-a-step"),
    ],
)
def test_errors_have_one_shape_in_json(text: str, exit_code: int, code: str, tmp_path: Path) -> None:
    done = reiterate("run", board(tmp_path, text), "--json")
    assert done.returncode == exit_code
    found = json.loads(done.stdout)
    (error,) = found["refusals"]
    assert found["edition"] == EDITION
    assert set(error) == {"question", "kind", "code", "message", "where", "expected", "rule"}
    assert set(error["where"]) == {"file", "line", "column", "span"}
    assert error["code"] == code
    assert error["where"]["file"] == "board.yaml"
    assert error["where"]["line"] > 1
    assert "Traceback" not in done.stderr


LOOP = "players: {p1: {battlefield: [Basalt Monolith]}}\nscript: |\n  repeat 2:\n    pass\n"


@pytest.mark.parametrize(
    ("text", "line", "code", "says"),
    [
        ("script: |\n  repeat 0:\n    pass\n", 3, "count", "'0' times is no repetition"),
        ("script: |\n  repeat -1:\n    pass\n", 3, "count-not-a-number", '"-1" is not a count'),
        ("script: |\n  repeat 10^^3:\n    pass\n", 3, "count-not-a-number", '"10^^3" is not a count'),
        ("script: |\n  repeat 5:\n", 3, "empty-block", "needs indented lines"),
        ("script: |\n  repeat 5:\n  pass\n", 3, "empty-block", "needs indented lines"),
        ("script: |\n  repeat 5\n    pass\n", 4, "indent", "a colon behind the line above"),
        ("script: |\n  repeat 5:\n  \tpass\n", 4, "indent", "indented by a tab"),
        ("script: |\n  activate nothing\n", 3, "no-such-object", "fits 'nothing'"),
        ("script: |\n  order #1 first\n", 3, "nothing-asked", "no abilities wait"),
        (LOOP.replace("pass", "activate Basalt Monolith targeting p2"), 5, "no-such-ability", "has targets"),
        (LOOP + "end: 9@1.1\n", 6, "no-such-place", "no place of the proposed sequence"),
        (LOOP + "answers:\n  - p2: cut 1@9.9\n", 7, "no-such-place", "no place of the proposed sequence"),
        (LOOP + "answers:\n  - p1: cut 1@1.1\n", 7, "own-proposal", "can't shorten it"),
        (LOOP + "answers:\n  - p2: accept\n  - p2: cut 1@1.2\n", 8, "answer", "p2 answers twice"),
    ],
)
def test_bad_input_is_refused_at_its_place(text: str, line: int, code: str, says: str, tmp_path: Path) -> None:
    done = reiterate("run", board(tmp_path, text))
    assert done.returncode == 2
    assert done.stderr.startswith(f"board.yaml:{line}:"), done.stderr
    assert f"({code})" in done.stderr
    assert says in done.stderr


@pytest.mark.parametrize("words", [("check",), ("run",), ("loop",), ("find",), ("certify", "-o", "out.cert")])
def test_a_directory_is_no_file(words: tuple[str, ...], tmp_path: Path) -> None:
    done = reiterate(words[0], str(tmp_path), *words[1:])
    assert done.returncode == 2
    assert "Is a directory" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_certificate_is_not_written_over_a_directory(tmp_path: Path) -> None:
    done = reiterate("certify", str(ROOT / "examples" / "guard-gond.yaml"), "-o", str(tmp_path))
    assert done.returncode == 2
    assert "Is a directory" in done.stderr


def test_exit_code_4_names_card_and_clause(tmp_path: Path) -> None:
    cards = tmp_path / "cards.jsonl"
    cards.write_text(
        json.dumps(
            {
                "name": "Odd Fellow",
                "type_line": "Creature — Human",
                "mana_cost": "{1}",
                "power": "1",
                "toughness": "1",
                "oracle_text": "{T}: You gain 1 life.\nWhenever the moon is full, dance a jig.",
            }
        )
        + "\n",
        encoding="utf-8",
    )
    shown = reiterate("cards", "show", "Odd Fellow", "--cards", str(cards))
    assert shown.returncode == 0
    assert "[NOT UNDERSTOOD]" in shown.stdout
    assert "^" in shown.stdout
    text = "players: {p1: {battlefield: [Odd Fellow]}}\nscript: |\n  activate Odd Fellow\n  all pass\n"
    done = reiterate("run", board(tmp_path, text), "--cards", str(cards))
    assert done.returncode == 4
    assert "Odd Fellow" in done.stderr
    assert "moon is full" in done.stderr
    counted = json.loads(reiterate("cards", "coverage", "--cards", str(cards), "--json").stdout)["coverage"]
    assert (counted["cards"], counted["partly"]) == ("1", "1")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ((), ("demo", "run", "loop", "find", "certify", "check", "cards")),
        (("run",), ("--cards", "--json", "file")),
        (("loop",), ("--cards", "--json", "file")),
        (("find",), ("--cards", "--steps", "--played", "--json", "file")),
        (("certify",), ("--output", "-o", "--cards", "--json", "file")),
        (("check",), ("--json", "file")),
        (("demo",), ("--json",)),
        (("cards", "show"), ("names", "--cards", "--json")),
        (("cards", "coverage"), ("--cards", "--json")),
    ],
)
def test_help(words: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    done = reiterate(*words, "--help")
    assert done.returncode == 0
    assert all(word in done.stdout for word in wanted), done.stdout


def codes_in_source() -> set[str]:
    """Every code that the source passes to a maker of refusals."""
    found = set()
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in nodes_of(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                for at in (MAKERS.get(name, -1), 1 if name == "_bad" else -1):
                    if 0 <= at < len(node.args):
                        code = node.args[at]
                        if isinstance(code, ast.Constant) and isinstance(code.value, str) and " " not in code.value:
                            found.add(code.value)
    return found


def test_every_code_is_listed() -> None:
    page = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")
    codes = codes_in_source()
    assert len(codes) > 80
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("p1.lief", "'p1.lief' names no fact"),
        ("p3.life", "no player p3 in this game"),
        ("outcom", "'outcom' names no fact"),
        ("Midnight Guard.hp", "'Midnight Guard.hp' names no fact"),
        ("p1.tokens", "'p1.tokens' names no fact"),
    ],
)
def test_an_expected_fact_that_there_can_not_be_is_refused_at_its_place(tmp_path: Path, path: str, words: str) -> None:
    done = reiterate("run", board(tmp_path, f"expect: {{{path}: 20}}\n"))
    assert done.returncode == 2
    assert words in done.stderr and "board.yaml:" in done.stderr
