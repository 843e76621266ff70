"""The page about certificates shows parts of a real certificate: each of them stands in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from reiterate.check.certificate import check
from reiterate.refusals import Refusal
from tests.certify.near_misses import good
from tests.support.as_shown import check_lines
from tests.support.files import ROOT

PAGE: Final = (ROOT / "docs" / "certificates.md").read_text("utf-8")
SHOWN: Final = [
    line for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S) for line in block.splitlines() if line
]


@cache
def every_value() -> list[Any]:
    """The values in the certificate of the page's example, one inside another."""

    def inside(value: Any) -> Iterator[Any]:
        yield value
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from inside(each)

    return list(inside(json.loads(good("combos/guard-gond"))))


@pytest.mark.parametrize("line", SHOWN)
def test_what_the_page_shows_stands_in_the_certificate(line: str) -> None:
    shown = json.loads(line)
    if isinstance(shown, dict):
        assert any(isinstance(value, dict) and _within(shown, value) for value in every_value())
    else:
        assert shown in every_value()


def _within(shown: dict[str, Any], value: dict[str, Any]) -> bool:
    return all(name in value and value[name] == content for name, content in shown.items())


def test_the_page_shows_every_part_of_a_certificate() -> None:
    assert len(SHOWN) > 12
    assert [name for name in every_value()[0] if f"`{name}`" not in PAGE] == []
    segment = every_value()[0]["chain"][1]
    assert [name for name in segment if f"`{name}`" not in PAGE] == []


def test_the_answer_that_the_page_shows_is_the_answer() -> None:
    shown = re.findall(r"^```\n(accepted: .*?)^```", PAGE, re.M | re.S)[0].splitlines()
    found = check(good("combos/guard-gond"))
    assert not isinstance(found, Refusal)
    assert check_lines(found)[: len(shown)] == shown
