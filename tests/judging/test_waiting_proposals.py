"""What is told of a proposal to which somebody still has to answer (732.2b), and of a loop of which nothing was shortcut."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.ask.building_verdict import verdict_of
from reiterate.cards import CardBook
from reiterate.judging.case_facts import fact
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import Ruling, judge

LAP: Final = "activate Midnight Guard\np1: pass\np2: pass\np3: pass\np4: pass\nall pass"
BLOCK: Final = "repeat 1000:\n  activate Midnight Guard\n  all pass\n  all pass"


def ruled(script: str, *said: str, players: int = 4, policy: str = "comprehensive") -> Ruling:
    """The ruling where p1 has the loop of an Elf, and each other player a Lightning Bolt with its mana."""
    others = "".join(f"  p{n}: {{hand: [Lightning Bolt], mana: {{R: 1}}}}\n" for n in range(2, players + 1))
    lines = "".join(f"  {line}\n" for line in script.splitlines())
    spoken = f"said:\n{''.join(f'  - {each}{chr(10)}' for each in said)}" if said else ""
    text = (
        f"format: case/1\npolicy: {policy}\nplayers:\n  p1:\n    battlefield:\n      - Midnight Guard\n"
        f"      - {{card: Presence of Gond, attached to: Midnight Guard}}\n{others}script: |\n{lines}{spoken}"
    )
    case = load_case(text, "case.yaml", CardBook.builtin())
    assert isinstance(case, Case), case
    found = judge(case)
    assert isinstance(found, Ruling), found
    return found


def told(found: Ruling) -> list[str]:
    return [each.what for each in verdict_of(found, "case.yaml").because]


def test_732_2b_a_waiting_proposal_tells_who_accepted_and_who_stops_it_where() -> None:
    because = told(ruled(BLOCK, "p2: accept", "p3: cut 1@40.8"))
    assert "p2 accepted" in because
    assert "p3 stops it in iteration 40, before choice 8, unless somebody stops it earlier" in because


def test_732_2b_a_place_outside_of_blocks_is_told_by_its_line() -> None:
    because = told(ruled(LAP, "p2: cut 3"))
    assert "p2 stops it in line 3, unless somebody stops it earlier" in because


@pytest.mark.parametrize(
    ("mine", "theirs", "allowed"), [(50, 0, "true"), (0, 0, "true"), (50, 7, "false"), (1, 1, "false")]
)
def test_mtr_4_4_par_8_of_a_loop_of_which_nothing_was_done_none_was_shortcut(
    mine: int, theirs: int, allowed: str
) -> None:
    """A loop of which some laps were shortcut may not begin again at once; one of which none was done may."""
    found = ruled(BLOCK, f"p1: number {mine}", f"p2: number {theirs}", players=2, policy="tournament")
    assert fact(found, "restart_allowed") == allowed
