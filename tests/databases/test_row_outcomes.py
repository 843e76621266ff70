"""What comes of a row, beside what the row claims."""

from __future__ import annotations

import json
from typing import Final

import msgspec
import pytest

from reiterate.cards import CardBook
from reiterate.check.certificate import check
from reiterate.databases import row_outcomes
from reiterate.databases.combo_rows import Row
from reiterate.databases.row_outcomes import Asked, Outcome, outcome, refused_outcome
from reiterate.databases.row_worker import memory_spent, time_spent
from reiterate.refusals import Refusal

GUARD: Final = ("Midnight Guard", "Presence of Gond")


def came(cards: tuple[str, ...], *claims: str) -> Outcome:
    """What comes of a row with built-in cards."""
    return outcome(Row(number=3, id="x", cards=cards, claims=claims), CardBook.builtin(), Asked())


@pytest.fixture(scope="module")
def loop() -> Outcome:
    """A loop that gives what is claimed."""
    return came(GUARD, "Infinite creature tokens", "Infinite ETB")


def test_a_loop_comes_with_all_that_proves_it(loop: Outcome) -> None:
    assert (loop.came, loop.how, loop.lacks, loop.draft) == ("loop", "", (), "")
    assert not isinstance(check(loop.certificate, CardBook.builtin().protos), Refusal)
    assert loop.position.startswith("format: position/2") and "repeat" in loop.position
    assert loop.answered_over == ("Presence of Gond's ability", "Midnight Guard's trigger")
    assert [need["name"] for need in loop.needs] == list(GUARD)
    assert [player["name"] for player in loop.board["players"]] == ["p1", "p2"]
    assert dict(loop.told)["stops"]


def test_what_is_claimed_and_not_shown_comes_with_a_draft() -> None:
    found = came(GUARD, "Infinite creature tokens", "Infinite colored mana")
    assert found.came == "differs" and found.lacks == ("Infinite colored mana",)
    assert found.how == "not shown: Infinite colored mana" and found.certificate
    assert "Combo x: Midnight Guard + Presence of Gond\n" in found.draft
    assert "Listed: Infinite creature tokens, Infinite colored mana\n" in found.draft
    assert "  1. activate Midnight Guard\n" in found.draft


@pytest.mark.parametrize(
    ("cards", "came_of_it", "code", "card"),
    [
        (("Midnight Guard", "Nobody at All"), "refused", "card-unknown", "Nobody at All"),
        (("Midnight Guar", "Presence of Gond"), "refused", "card-unknown", "Midnight Guar"),
        (("Midnight Guard",), "refused", "combo-size", ""),
        (("Forest", "Island"), "not found", "combo-not-found", ""),
    ],
)
def test_why_nothing_is_proved(cards: tuple[str, ...], came_of_it: str, code: str, card: str) -> None:
    found = came(cards, "Infinite mana")
    assert (found.came, found.code, found.card) == (came_of_it, code, card)
    assert found.how and not found.certificate


def test_a_part_of_a_name_is_refused_with_the_card_that_it_may_mean() -> None:
    assert "perhaps Presence of Gond is meant" in came(("Midnight Guard", "presence of")).how
    assert "perhaps Midnight Guard is meant" in came(("Midnight Guar", "Presence of Gond")).how
    assert "perhaps" not in came(("Midnight Guard", "Nobody at All")).how


@pytest.mark.parametrize("refusal", [time_spent(20), memory_spent(1_000)])
def test_a_limit_is_an_outcome(refusal: Refusal) -> None:
    found = refused_outcome(Row(number=1, id="x", cards=GUARD), refusal)
    assert (found.came, found.code, found.how) == ("budget", refusal.code, refusal.message)


def test_a_bug_is_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr(row_outcomes, "combo", broken)
    found = came(GUARD)
    assert found.came == "bug" and found.how.startswith("ZeroDivisionError: by design (test_row_outcomes.py, line ")


def test_an_outcome_is_the_same_read_back(loop: Outcome) -> None:
    written = msgspec.json.encode(loop)
    assert msgspec.json.decode(written, type=Outcome) == loop
    assert json.loads(written)["came"] == "loop"


@pytest.mark.parametrize("which", ["", " on the stack", " that you control"])
def test_copies_of_a_spell_are_claimed_in_several_words(which: str) -> None:
    claim = f"Infinite copies of instant and sorcery spells{which}"
    assert row_outcomes.lacking([claim], ["copies of spells and abilities", "magecraft triggers"]) == []
    assert row_outcomes.lacking([claim], ["copies of spells and abilities"]) == [claim]  # perhaps of abilities alone
    bounded = f"{claim} with mana value 2 or less"  # what a copied spell costs is not told
    assert row_outcomes.lacking([bounded], ["copies of spells and abilities", "magecraft triggers"]) == [bounded]
    other = claim.replace("instant and sorcery", "creature")
    assert row_outcomes.lacking([other], ["copies of spells and abilities", "magecraft triggers"]) == [other]
