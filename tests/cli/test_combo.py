"""``reiterate combo``: card names in, proof out; exit codes, files, JSON, and one line for what is no combo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import reiterate
from tests.support.schemas import validate

pytestmark = pytest.mark.slow("searches for loops")

GUARD = ("combo", "midnight guard", "presence of gond")


def test_a_combo_is_answered_with_a_screen() -> None:
    done = reiterate(*GUARD)
    assert done.returncode == 0, done.stderr
    assert "INFINITE, proved" in done.stdout and not done.stderr
    assert len(done.stdout.splitlines()) <= 12


def test_json_is_an_answer_with_needs_and_certificate() -> None:
    for form in ("--json", "--json=answer"):
        found = json.loads(reiterate(*GUARD, form).stdout)
        validate(found, "answer")
        assert found["loop"]["endless"] and found["certificate"]["digest"]
        assert [need["name"] for need in found["loop"]["needs"]] == ["Midnight Guard", "Presence of Gond"]


def test_a_saved_position_runs_and_is_certified_and_checked(tmp_path: Path) -> None:
    saved, cert = tmp_path / "saved.yaml", tmp_path / "cert.json"
    assert reiterate(*GUARD, "--save", str(saved)).returncode == 0
    assert reiterate("run", str(saved)).returncode == 0
    assert reiterate("certify", str(saved), "-o", str(cert)).returncode == 0
    assert reiterate("check", str(cert)).returncode == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("midnight guard", "prezence off gund"), 2, "no card is called 'prezence off gund'"),
        (("midnight guard", "Blitzschlag"), 2, "no card is called 'Blitzschlag'"),
        (("niv-mizzet", "curiosity"), 2, "'niv-mizzet' could be several cards"),
        (("midnight guard",), 2, "1 card"),
        (("grizzly bears", "diregraf ghoul", "serra ascendant", "plains", "island"), 3, "no loop was found"),
        (("midnight guard", "presence of gond", "--others", "lightning bolt"), 2, "can't be on the battlefield"),
        (("midnight guard", "presence of gond", "--life", "0"), 2, "no number of at least 1"),
        (("midnight guard", "presence of gond", "--save", "/no/such/folder/x.yaml"), 2, "x.yaml"),
    ],
)
def test_what_is_no_combo_gets_a_line_that_helps(words: tuple[str, ...], code: int, said: str) -> None:
    done = reiterate("combo", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr and "Traceback" not in done.stderr


def test_a_refusal_in_json_is_an_answer() -> None:
    done = reiterate("combo", "niv-mizzet", "curiosity", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 2 and found["refusals"][0]["code"] == "card-ambiguous"
