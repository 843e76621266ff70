"""The numbers that the README tells of the cards are those of the card file."""

from __future__ import annotations

import re

import pytest

from reiterate.cards import coverage
from tests.support.files import ROOT, require_data


@pytest.mark.soak
def test_the_readme_tells_how_many_cards_are_fully_usable_and_how_many_are_read_whole() -> None:
    ledger = coverage(str(require_data("cards.jsonl")))
    for page in ("README.md", "docs/oracle.md"):
        text = (ROOT / page).read_text("utf-8")
        assert f"{ledger.usable:,} of {ledger.cards:,} cards are fully usable" in text, page
        assert f"{ledger.complete:,} are read whole" in text, page
    text = (ROOT / "README.md").read_text("utf-8")
    assert f"{ledger.complete - ledger.usable:,} of these" in text
    named = re.search(r"Such clauses are (\w+) and (\w+);", text)
    assert named is not None
    assert {*named.groups()} <= {each.partition(" ")[0] for each in map(str, ledger.unusable)}
