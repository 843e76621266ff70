"""No amount is printed by Python: the plugin of mypy finds each place, and is in force."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest
from mypy import api

from tests.house.printed_amounts import MESSAGE
from tests.support.files import ROOT

SETTINGS: Final = ROOT / "pyproject.toml"
PLUGIN: Final = "tests/house/printed_amounts.py"

#: Lines marked ``# !`` print an amount.
SAMPLE: Final = """from reiterate.amounts import Amount, Formula, Traced, decimal_text, digits_text, plain

def said(a: Amount, b: int | Formula, table: dict[str, Amount], pairs: tuple[tuple[Amount, str], ...], n: int, c: Traced) -> list[str]:
    found = [
        str(a),  # !
        f"{a} life",  # !
        f"{a + 1} life",  # !
        f"{b!r}",  # !
        "{}".format(b),  # !
        repr(table),  # !
        f"{pairs}",  # !
        f"{plain(a)}",  # !
        f"{table['x']}",  # !
        ", ".join(map(str, table.values())),  # !
        str(n),
        f"{n} rows",
        f"{len(table)} of {sorted(table)}",
        f"{decimal_text(plain(a))} {digits_text(b)}",
    ]
    if isinstance(a, int):
        found.append(f"{a}")  # !
    if type(b) is int:
        found.append(str(b))  # !
    return found
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
    assert all(MESSAGE in line or line.startswith("Found") for line in said.splitlines()), said
