"""Random results and certificates: none is certified, and the checker takes none (732.2a)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reiterate.ask.building import answer
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify, certify_once
from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader

CARDS = [
    {
        "name": "Penny",
        "type_line": "Artifact",
        "oracle_text": "{0}: Flip a coin. If you win the flip, you gain 1 life.",
    },
    {"name": "Brook", "type_line": "Artifact", "oracle_text": "{0}: You gain 1 life."},
]
BOOK = CardBook((read_source("cards", "\n".join(map(json.dumps, CARDS)).encode()), builtin_source()))
FLIPPED = "activate Penny\nresult: wins\nall pass\n"
LOOP = "repeat 9:\n  activate Brook\n  all pass\n"


def position(script: str) -> Position:
    lines = "".join(f"  {line}\n" for line in script.splitlines())
    text = f"format: position/1\nplayers: {{p1: {{battlefield: [Penny, Brook]}}, p2: {{}}}}\nscript: |\n{lines}"
    found = load(text, "board.yaml", BOOK)
    assert isinstance(found, Position), found
    return found


def refused(script: str) -> list[tuple[str, str]]:
    found = answer(position(script), ["certify"])
    return [(each.code, each.message) for each in found.refusals]


def test_a_script_with_a_random_result_has_no_certificate() -> None:
    for script in (FLIPPED + LOOP, "repeat 9:\n  activate Penny\n  result: wins\n  all pass\n"):
        ((code, message),) = refused(script)
        assert code == "random-result" and "'result: wins'" in message
    assert refused(LOOP) == []


def test_nothing_that_took_a_random_result_is_certified() -> None:
    laid = position(FLIPPED)
    for made in (certify, lambda loop: certify_once(laid.state, loop.reader)):
        try:
            found = made(find_loop(laid.state, BodyReader(laid.script)))
        except Unsupported as error:
            found = error.refusal
        assert isinstance(found, Refusal) and found.code == "random-result", found


def _choices(value: Any) -> list[dict[str, Any]]:
    found = [value] if isinstance(value, dict) and "verb" in value and "player" in value else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return found + [choice for part in inner for choice in _choices(part)]


@pytest.mark.parametrize("result", ["wins", "heads", "mills 3 unknown"])
def test_the_checker_takes_no_random_result_from_a_certificate(result: str) -> None:
    laid = position("activate Brook\nall pass\n")
    text = certify(find_loop(laid.state, BodyReader(laid.script)))
    assert isinstance(text, str) and not isinstance(check(text), Refusal)
    number = len(_choices(json.loads(text)))
    assert number
    for at in range(number):
        value = json.loads(text)
        _choices(value)[at]["results"] = [result]
        assert isinstance(check(canonical(value)), Refusal)
