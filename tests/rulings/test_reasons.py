"""Why a proposal is rejected (730.2a): each reason is needed by a board, and names the sentence that it comes from."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.rulings import ruling as rulings_on
from reiterate.rulings.case_facts import fact
from reiterate.rulings.case_file import load_case
from reiterate.rulings.ruling import REASONS, judge

GUARD: Final = """
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
  p2: {}
script: |
  HEAD
    activate Midnight Guard
    all pass
    all pass
"""
INDEX: Final = """
players:
  p1: {battlefield: [Restless Index], library: LIBRARY}
  p2: {}
script: |
  activate Restless Index: search
  all pass
  LINES
"""
#: Cards of these boards that no set has.
OWN: Final = (
    {
        "name": "Restless Index",
        "type_line": "Artifact",
        "mana_cost": "{2}",
        "oracle_text": "{0}: Search your library for a basic land card, reveal it, put it into your hand, then shuffle."
        "\n{0}: Draw a card.",
    },
    {
        "name": "Slow Walker",
        "type_line": "Legendary Planeswalker",
        "mana_cost": "{2}",
        "loyalty": "3",
        "oracle_text": "+1: You gain 1 life.",
    },
)

#: By the code of what refused: keys of the case before the board, the board, and what its words stand for.
BOARDS: Final = {
    "no-priority": ("active: p2\nproposer: p1", GUARD.replace("HEAD", "repeat 10:")),
    "conditional": ("", GUARD.replace("HEAD", "repeat until p2 is dead:")),
    "end-without-priority": ("end: within 1@10.3", GUARD.replace("HEAD", "repeat 10:")),
    "count": ("", GUARD.replace("HEAD", "repeat 0:")),
    "count-not-a-number": ("", GUARD.replace("HEAD", "repeat infinitely:")),
    "sorcery-timing": (
        "step: upkeep",
        """
players:
  p1:
    battlefield:
      - Clever Conjurer
      - {card: Forensic Researcher, tapped: yes}
  p2: {}
script: |
  repeat 2:
    activate Clever Conjurer targeting Forensic Researcher
    all pass
    activate Forensic Researcher: untap targeting Clever Conjurer
    all pass
""",
    ),
    rulings_on.FIRST_CHOICE: (
        "",
        GUARD.replace("HEAD", "repeat 10:").replace("- Midnight Guard", "- {card: Midnight Guard, sick: yes}"),
    ),
    "loyalty-timing": (
        "step: upkeep",
        """
players:
  p1: {battlefield: [{card: Slow Walker, counters: {loyalty: 3}}]}
  p2: {}
script: |
  activate Slow Walker
""",
    ),
    "unknown-card": ("", INDEX.replace("LIBRARY", "53").replace("LINES", "choose Forest")),
    "random-result": (
        "",
        INDEX.replace("LIBRARY", "[Forest, Island, Mountain]").replace(
            "LINES", "choose Forest\n  activate Restless Index: draw\n  all pass"
        ),
    ),
}

#: The reasons that they give.
WANTED: Final = MappingProxyType(
    {
        "no-priority": "no_priority",
        "conditional": "conditional_action",
        "end-without-priority": "ending_point_without_priority",
        "count": "not_a_number",
        "count-not-a-number": "not_a_number",
        "sorcery-timing": "timing",
        "loyalty-timing": "timing",
        "unknown-card": "not_determined",
        "random-result": "not_determined",
        rulings_on.FIRST_CHOICE: "illegal_first_action",
    }
)


def reason(code: str) -> tuple[str, str]:
    """The outcome of a board and the reason; the code of a refusal where there is no ruling."""
    cards = CardBook((read_source("own", json.dumps(OWN).encode()), builtin_source()))
    head, board = BOARDS[code]
    case = load_case(f"format: case/1\n{head}{board}", "case.yaml", cards)
    assert not isinstance(case, Refusal), case
    found = judge(case)
    if isinstance(found, Refusal):
        return "", found.code
    return str(fact(found, "outcome")), str(fact(found, "reason"))


@pytest.mark.parametrize("code", BOARDS)
def test_730_2a_why_a_proposal_is_rejected(code: str) -> None:
    assert reason(code) == ("proposal_rejected", WANTED[code])


@pytest.mark.parametrize("code", BOARDS)
def test_without_its_line_a_reason_is_not_given(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REASONS, code)
    assert reason(code) != ("proposal_rejected", WANTED[code])


def test_every_reason_has_a_board() -> None:
    assert set(BOARDS) == set(WANTED) == set(REASONS)
