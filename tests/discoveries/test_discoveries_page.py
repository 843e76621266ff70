"""docs/discoveries.md: each loop on the page has a certificate that the checker accepts, and no two are of one pair of cards."""

from __future__ import annotations

import re

import pytest

from reiterate import api
from tests.support.files import ROOT

FOLDER = ROOT / "docs" / "discoveries"
ROWS = re.findall(
    r"^\| (.+?) \+ (.+?) \|.*\(discoveries/(.+?)\) \|$", (FOLDER.parent / "discoveries.md").read_text("utf-8"), re.M
)


def test_each_certificate_stands_on_the_page_once() -> None:
    assert sorted(name for _, _, name in ROWS) == sorted(path.name for path in FOLDER.iterdir())
    assert len({frozenset(row[:2]) for row in ROWS}) == len(ROWS) > 0


@pytest.mark.parametrize(("one", "other", "name"), ROWS)
def test_a_certificate_is_accepted_and_is_of_both_cards(one: str, other: str, name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    assert isinstance(api.check(text), api.Accepted)
    assert all(f'"name":"{card}"' in text for card in (one, other))
