"""What pages say of the cards agrees with itself and with the table of what can't be used; ``make soak`` counts the cards."""

from __future__ import annotations

import re
from typing import Final

import pytest

from reiterate.terms.unusable import UNUSED_KEYWORDS
from tests.support.files import ROOT

#: How many cards are fully usable, of how many, and how many are read whole: the same on each page.
_COUNTS: Final = re.compile(
    r"([\d,]+) of ([\d,]+) cards are fully usable\b.*?([\d,]+) are read whole(?:, and ([\d,]+) of these have)?",
    re.DOTALL,
)
#: Where a page names keywords that can't be used.
_NAMED: Final = {
    "README.md": re.compile(r"Such clauses are ([\w ]+);"),
    "docs/cards.md": re.compile(r"Such are a keyword like (\w+),"),
}


def counts(page: str) -> list[int | None]:
    """The numbers of a page: usable, all, read whole, and how many of these aren't usable."""
    found = _COUNTS.search((ROOT / page).read_text(encoding="utf-8"))
    assert found is not None, page
    return [None if each is None else int(each.replace(",", "")) for each in found.groups()]


def test_the_cards_that_are_usable_and_those_that_are_not_are_those_that_are_read_whole() -> None:
    usable, every, whole, rest = counts("README.md")
    assert usable is not None and every is not None and whole is not None and rest is not None
    assert usable + rest == whole <= every
    assert counts("docs/oracle.md") == [usable, every, whole, None]


@pytest.mark.parametrize("page", _NAMED)
def test_each_keyword_that_is_named_as_not_usable_is_one(page: str) -> None:
    found = _NAMED[page].search((ROOT / page).read_text(encoding="utf-8"))
    assert found is not None
    assert {*found[1].split(" and ")} <= {*UNUSED_KEYWORDS}
