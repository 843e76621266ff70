"""Other words on the same loop: what the script does is worked out once, and each of them is ruled as if it were the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from reiterate.judging import ruling as ruling_room
from reiterate.judging.case_file import Case
from reiterate.judging.ruling import Ruling, judge, judge_again
from reiterate.judging.statements import Said, read_statement
from reiterate.judging.what_if import what_if
from reiterate.rules.positions.identity import same
from reiterate.script.places import Place
from reiterate.script.script import Node
from reiterate.shortcuts.procedure import Proposal, propose
from reiterate.state.model import State
from tests.support.secret_cases import LOOPS, case

HANDS: Final = (("Quiet Spark",), ("Quiet Spark",), ())
#: What is said of a proposal, of another number of it, and the same once more. At 1.2 p2 doesn't decide.
WORDS: Final[tuple[list[str], ...]] = (
    [],
    ["p2: accept"],
    ["p2: accept", "p3: accept"],
    ["p1: number 3", "p2: accept", "p3: accept"],
    ["p2: cut 1.2", "p3: accept"],
    ["p2: cut 5.3", "p3: accept"],
    ["p2: cut 1.3", "p3: accept"],
    ["p2: accept", "p3: accept"],
    ["p2: cut 5.3", "p3: accept"],
    ["p2: accept", "p3: accept"],
)


def saying(plain: Case, words: Sequence[str]) -> Case:
    """A case in which this was said."""
    said = []
    for each in words:
        who, rest = each.split(": ", 1)
        one = read_statement(int(who[1:]) - 1, rest)
        assert isinstance(one, Said), one
        said.append(one)
    return replace(plain, said=tuple(said))


class Asked:
    """The scripts that are proposed from now on, each as often as it is worked out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scripts: list[tuple[tuple[Node, ...], int, Place | None]] = []
        monkeypatch.setattr(ruling_room, "propose", self.propose)

    def propose(self, state: State, script: Sequence[Node], proposer: int, end: Place | None = None) -> Any:
        found = propose(state, script, proposer, end)
        if isinstance(found, Proposal):
            self.scripts.append((tuple(script), proposer, end))
        return found


@pytest.mark.parametrize("loop", sorted(LOOPS))
def test_732_2a_a_script_is_worked_out_once_for_all_words_that_are_tried(
    loop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = judge(case("comprehensive", loop, HANDS, []))
    assert isinstance(found, Ruling), found
    asked = Asked(monkeypatch)
    what_if(found)
    assert len(asked.scripts) == len(set(asked.scripts))


def test_732_2b_words_on_a_proposal_that_is_kept_are_ruled_as_on_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = case("comprehensive", "kept up", HANDS, [])
    first = judge(plain)
    assert isinstance(first, Ruling), first
    asked = Asked(monkeypatch)
    for words in WORDS:
        kept = judge_again(first, saying(plain, words))
        worked_out = len(asked.scripts)
        anew = judge(saying(plain, words))
        del asked.scripts[worked_out:]
        if not isinstance(kept, Ruling) or not isinstance(anew, Ruling):
            assert kept == anew
            continue
        assert kept.verdict == anew.verdict
        assert same(kept.state, anew.state)
        assert (kept.taken is None) == (anew.taken is None)
        if kept.taken is not None and anew.taken is not None:
            mine, new = kept.taken.history, anew.taken.history
            assert [choice for _, choice in mine.line] == [choice for _, choice in new.line]
            assert [str(duty.demand) for duty in mine.duties] == [str(duty.demand) for duty in new.duties]
            mine.duties.clear()  # whoever plays on from a ruling changes its history: the next words hear nothing of it
            mine.line.clear()
    assert len(asked.scripts) == len(set(asked.scripts)) <= 2
