"""The numbers that the README tells of the cards are those of the card file."""

from __future__ import annotations

import pytest

from reiterate.cards import coverage
from tests.support.files import ROOT, require_data


@pytest.mark.soak
def test_the_readme_tells_how_many_cards_compile_completely() -> None:
    ledger = coverage(str(require_data("cards.jsonl")))
    assert f"{ledger.complete:,} of {ledger.cards:,} cards" in (ROOT / "README.md").read_text("utf-8")
