"""What comes of a row, beside what the row claims."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import pytest

from reiterate.ask.answer import Gain
from reiterate.ask.building_combo import ComboAnswer, combo
from reiterate.cards import CardBook, sources
from reiterate.check.certificate import check
from reiterate.databases import row_outcomes
from reiterate.databases.combo_rows import Row
from reiterate.databases.row_outcomes import Asked, Outcome, outcome, refused_outcome
from reiterate.databases.row_worker import memory_spent, time_spent
from reiterate.refusals import Refusal
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.costs import TapCost
from reiterate.worth.given import COPIES, MAGECRAFT, Given

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
    assert loop.answered_over == ("Midnight Guard's ability (from Presence of Gond)", "Midnight Guard's trigger")
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


def _giving(given: Sequence[Given]) -> Outcome:
    """What comes of a row whose loop gives these things."""
    found = combo(GUARD, CardBook.builtin())
    assert isinstance(found, ComboAnswer)
    gains = [
        Gain(
            name="",
            most=None,
            alone=True,
            what=each.words,
            kind=each.kind,
            of=each.of,
            whose=each.whose,
            more=each.more,
        )
        for each in given
    ]
    with pytest.MonkeyPatch.context() as patched:
        part = msgspec.structs.replace(found.combo, gains=gains)
        told = replace(found, answer=msgspec.structs.replace(found.answer, combo=part))
        patched.setattr(row_outcomes, "combo", lambda *_, **__: told)
        return came(GUARD)


@pytest.mark.parametrize(
    ("given", "only"),
    [([], True), ([Given(COPIES)], True), ([Given(COPIES), Given(MAGECRAFT)], False), ([Given(MAGECRAFT)], False)],
    ids=["nothing", "copies", "copies and more", "more"],
)
def test_a_loop_may_give_nothing_but_copies_of_spells(given: Sequence[Given], only: bool) -> None:
    assert _giving(given).only_copies is only


@pytest.mark.parametrize("which", ["", " on the stack", " that you control"])
def test_copies_of_a_spell_are_claimed_in_several_words(which: str) -> None:
    claim = f"Infinite copies of instant and sorcery spells{which}"
    assert row_outcomes.lacking([claim], ["copies of spells and abilities", "magecraft triggers"]) == []
    assert row_outcomes.lacking([claim], ["copies of spells and abilities"]) == [claim]  # perhaps of abilities alone
    bounded = f"{claim} with mana value 2 or less"  # what a copied spell costs is not told
    assert row_outcomes.lacking([bounded], ["copies of spells and abilities", "magecraft triggers"]) == [bounded]
    other = claim.replace("instant and sorcery", "creature")
    assert row_outcomes.lacking([other], ["copies of spells and abilities", "magecraft triggers"]) == [other]


MANA: Final = "mana {} you control can produce"


@pytest.mark.parametrize(
    ("kinds", "held"),
    [
        (("artifacts", "creatures", "lands"), {"permanents", "nonland permanents"}),
        (("artifacts", "creatures"), {"nonland permanents"}),
        (("artifacts", "lands"), set()),
    ],
)
def test_106_12_what_artifacts_creatures_and_lands_produce_is_all_that_permanents_do(
    kinds: tuple[str, ...], held: set[str]
) -> None:
    said = row_outcomes.implied_claims([MANA.format(kind) for kind in kinds])
    assert {kind for kind in ("permanents", "nonland permanents") if MANA.format(kind) in said} == held
    untapped = row_outcomes.implied_claims([f"untap of {kind} you control" for kind in kinds])
    assert "untap of permanents you control" not in untapped  # enchantments are untapped, too


def test_106_12_no_permanent_of_another_kind_taps_for_mana() -> None:
    rows = json.loads(Path(str(sources.__file__)).with_name("builtin.json").read_bytes())
    protos = [proto for row in rows for proto in CardBook.builtin().protos(row["name"])]
    others = [proto for proto in protos if not {"artifact", "creature", "land"} & set(proto.types)]
    able = [each for proto in others for each in proto.abilities if isinstance(each, Activated)]
    assert others and not [each for each in able if is_mana_ability(each) and TapCost() in each.costs]
