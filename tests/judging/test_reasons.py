"""Why a proposal is rejected (732.2a): each reason is needed by a board, and names the sentence that it comes from."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.judging import ruling as rulings_on
from reiterate.judging.case_facts import fact
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import REASONS, Ruling, judge
from reiterate.refusals import Refusal

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


def own_case(text: str) -> Case:
    """A case with the cards of these boards."""
    cards = CardBook((read_source("own", json.dumps(OWN).encode()), builtin_source()))
    case = load_case(f"format: case/1\n{text}", "case.yaml", cards)
    assert isinstance(case, Case), case
    return case


def reason(code: str) -> tuple[str, str]:
    """The outcome of a board and the reason; the code of a refusal where there is no ruling."""
    found = judge(own_case("".join(BOARDS[code])))
    if isinstance(found, Refusal):
        return "", found.code
    return str(fact(found, "outcome")), str(fact(found, "reason"))


@pytest.mark.parametrize("code", BOARDS)
def test_732_2a_why_a_proposal_is_rejected(code: str) -> None:
    assert reason(code) == ("proposal_rejected", WANTED[code])


@pytest.mark.parametrize("code", BOARDS)
def test_without_its_line_a_reason_is_not_given(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REASONS, code)
    assert reason(code) != ("proposal_rejected", WANTED[code])


@pytest.mark.parametrize("policy", ["tournament", "comprehensive", "g18"])
@pytest.mark.parametrize("place", ["1.1", "3.1", "7.2"])
def test_732_2a_a_place_is_named_in_a_loop_that_reads_a_hidden_card(policy: str, place: str) -> None:
    index = INDEX.replace("LIBRARY", "53").replace("  activate", "  repeat 2:\n    activate", 1)
    board = index.replace("  all pass\n  LINES", "    all pass\n    choose Forest")
    case = own_case(f"policy: {policy}\n{board}said:\n  - p2: cut {place}\n")
    found = judge(case)
    assert isinstance(found, Ruling), found
    assert found.kind is not None
    assert not found.kind.determined
    assert found.verdict.outcome == ("judge_discretion" if policy == "g18" else "proposal_rejected")
    assert found.loop is not None
    assert not found.loop.endless  # nothing is said of iterations that can't be played
    assert not found.loop.segments


def test_every_reason_has_a_board() -> None:
    assert set(BOARDS) == set(WANTED) == set(REASONS)
