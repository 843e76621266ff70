"""What a judge says of a proposal that waits: its number is named, and the answers so far are heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.ask.answer_verdict import Verdict
from reiterate.cards import CardBook
from reiterate.table.table import Accepted
from tests.table.laid_table import RULEBOOK, Sitting, opened, quick_folder, seated

BOOK = CardBook.builtin()
THREE = RULEBOOK + "  p3: {hand: [Lightning Bolt], battlefield: [Mountain]}\n"
LAP = "repeat {}:\n  activate Midnight Guard\n  all pass\n  all pass\n"
POLICIES = ("comprehensive", "tournament", "g18")


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def sentence(game: Sitting, who: str, policy: str) -> str:
    found = game.table.ruling(game[who], policy)
    assert isinstance(found, Verdict), found
    return found.sentence


@pytest.mark.parametrize("who", ["p1", "p2", "judge", "spectator"])
def test_a_proposed_number_is_named_under_each_text(folder: Path, who: str) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        assert isinstance(table.propose(game["p1"], game.next, LAP.format("10^300-1")), Accepted)
        told = {policy: sentence(game, who, policy) for policy in POLICIES}
        assert told["comprehensive"].startswith("p2: agree to ") and told["comprehensive"].endswith(
            "where you stop it."
        )
        assert all(told[each].startswith("p2: agree to 10^300 - 1 ") for each in ("tournament", "g18")), told
        assert all(told[each].endswith(" iterations, or name less.") for each in ("tournament", "g18"))


def test_a_loop_without_a_proposal_is_still_asked_for_its_number(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        for who, line in (("p1", "activate Midnight Guard"), *(("p1", "pass"), ("p2", "pass")) * 2):
            game.play(who, line)
        assert {sentence(game, "p2", each) for each in POLICIES[1:]} == {"p1, how often? Name a number."}


def test_who_has_agreed_is_not_asked_again(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        assert isinstance(table.propose(game["p1"], game.next, LAP.format("1000")), Accepted)
        assert all(sentence(game, "p1", each).startswith("p2: agree to 1,000 iterations") for each in POLICIES)
        assert isinstance(table.answer(game["p2"], game.next, "accept"), Accepted)
        assert all(sentence(game, "p1", each).startswith("p3: agree to 1,000 iterations") for each in POLICIES)


def test_a_cut_stands_for_less_where_a_text_asks_for_numbers(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        assert isinstance(table.propose(game["p1"], game.next, LAP.format("1000")), Accepted)
        assert isinstance(table.answer(game["p2"], game.next, "cut 7.3"), Accepted)
        for policy in ("tournament", "g18"):
            assert sentence(game, "judge", policy) == "p3: agree to 6 iterations, or name less."
