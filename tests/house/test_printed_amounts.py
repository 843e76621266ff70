"""No amount is printed by Python: the plugin of mypy finds each place, and is in force."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest
from mypy import api

from tests.house.printed_amounts import MESSAGE, percent_formats
from tests.support.files import ROOT
from tests.support.trees import nodes_of

SETTINGS: Final = ROOT / "pyproject.toml"
PROGRAM: Final = ROOT / "src"
PLUGIN: Final = "tests/house/printed_amounts.py"

#: Lines marked ``# !`` print an amount.
SAMPLE: Final = """import json
import logging
from collections.abc import Mapping
from json import dumps

import yaml

from reiterate.amounts import Amount, Formula, Traced, decimal_text, digits_text, plain

LOG = logging.getLogger("sample")
FORM = "%s".lower()

def said(a: Amount, b: int | Formula, table: dict[str, Amount], pairs: tuple[tuple[Amount, str], ...], n: int, c: Traced) -> list[str]:
    found = [
        str(a),  # !
        f"{a} life",  # !
        f"{a + 1} life",  # !
        f"{b!r}",  # !
        f"{b=}",  # !
        f"{n:>{a}}",  # !
        "{}".format(b),  # !
        "{a}".format_map(table),  # !
        format(a),  # !
        ascii(b),  # !
        repr(table),  # !
        f"{pairs}",  # !
        f"{plain(a)}",  # !
        f"{table['x']}",  # !
        ", ".join(map(str, table.values())),  # !
        ", ".join(map("{}".format, table.values())),  # !
        ", ".join(str(each) for each in table.values()),  # !
        FORM % a,  # !
        FORM % (n, a),  # !
        json.dumps({"a": a}),  # !
        json.dumps([{"a": [n, a]}]),  # !
        dumps(table),  # !
        yaml.safe_dump({"a": a}),  # !
        yaml.dump(table),  # !
        str(n),
        f"{n} rows",
        f"{len(table)} of {sorted(table)}",
        f"{decimal_text(plain(a))} {digits_text(b)}",
        json.dumps({"a": digits_text(b), "n": n}),
        ", ".join(map(str, range(n))),
        FORM % n,
    ]
    print(a)  # !
    print("life:", n, b)  # !
    print(*pairs)  # !
    logging.info("%s", a)  # !
    LOG.warning("%s of %s", n, b)  # !
    LOG.info("%s", n)
    if isinstance(a, int):
        found.append(f"{a}")  # !
        found.append(a.__str__())  # !
        json.dump({"a": a}, open("file"))  # !
    if type(b) is int:
        found.append(str(b))  # !
    return found

def narrowed(a: Amount, b: int | Formula, seen: Mapping[str, Amount], many: list[str]) -> list[str]:
    n = a if type(a) is int else 0
    m = n + 1
    first, second = len(many), n
    if isinstance(b, int):
        bare: int = b
    else:
        bare = 0
    if (found := bare) > 2:
        print(found)  # !
    total = 0
    total += n
    rows = len(many)
    rest = n % 7
    held = {"n": n}
    least = max(n, 3)
    return [
        f"{n}",  # !
        str(m),  # !
        f"{second}",  # !
        repr(bare),  # !
        f"{total}",  # !
        json.dumps({"n": n}),  # !
        f"{least}",  # !
        f"{number_of(a)}",  # !
        f"{seen}",  # !
        taken(bare),
        json.dumps(held),  # !
        f"{first}",
        f"{rows} of {rest}",
        f"{n > 3}",
        digits_text(n),
    ]

def number_of(a: Amount) -> int:
    return a if isinstance(a, int) else -1

def taken(given: int) -> str:
    return f"{given}"  # !
"""

#: The same behind a literal.
LITERAL: Final = """x = "%s" % a
y = 7 % 4
z = b"%d" % (a,)
w = f"{y}%s" % a
"""


def test_the_plugin_is_in_force() -> None:
    assert tomllib.loads(SETTINGS.read_text("utf-8"))["tool"]["mypy"]["plugins"] == [PLUGIN]


@pytest.mark.slow("mypy reads the room of amounts")
def test_each_printed_amount_is_found_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    sample = tmp_path / "sample.py"
    sample.write_text(SAMPLE, encoding="utf-8")
    words = ["--config-file", str(SETTINGS), "--cache-dir", str(tmp_path / "cache"), "--follow-imports", "silent"]
    said, wrong, _ = api.run([*words, str(sample)])
    assert not wrong
    found = {int(line.split(":")[1]) for line in said.splitlines() if MESSAGE in line}
    assert found == {i for i, line in enumerate(SAMPLE.splitlines(), 1) if "# !" in line}, said
    assert all(MESSAGE in line or ": note: " in line or line.startswith("Found") for line in said.splitlines()), said


def test_no_text_of_the_program_is_filled_in_by_percent() -> None:
    """Mypy shows a plugin nothing of it, so that no amount could be found there."""
    assert percent_formats(nodes_of(LITERAL)) == [1, 3, 4]
    sources = {path: path.read_text(encoding="utf-8") for path in PROGRAM.rglob("*.py")}
    assert [path for path, text in sources.items() if "%" in text and percent_formats(nodes_of(text))] == []
