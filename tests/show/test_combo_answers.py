"""The answer about cards by their names: what is proved, what is lacking, what the screen says, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate import api
from reiterate.ask.building import exit_code
from reiterate.certify import certificate
from reiterate.refusals import FALSE, Refusal
from reiterate.show.screen import Page
from reiterate.show.screen_combo import combo_screen, page_brief

GUARD = ("midnight guard", "presence of gond")


def combo(*names: str, **how: Any) -> api.ComboAnswer:
    found = api.combo(names, **how)
    assert isinstance(found, api.ComboAnswer), found
    return found


def test_what_is_told_is_certified_and_accepted() -> None:
    found = combo(*GUARD)
    accepted = api.check(found.certificate)
    assert isinstance(accepted, api.Accepted) and accepted.endless
    told = found.answer.certificate
    assert told is not None and told.accepted is True and found.proved
    assert (found.needs, found.gains) == (found.combo.needs, found.combo.gains)
    assert found.needs == found.answer.loop.needs if found.answer.loop is not None else False
    assert exit_code(found.answer) == 0


def test_proved_is_said_only_where_the_checker_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    def rejected(text: str, cards: object = None) -> Refusal:
        return Refusal(FALSE, "certificate-step", "step: it does not follow", rule="732.2a")

    monkeypatch.setattr(certificate, "check", rejected)
    found = combo(*GUARD)
    assert not found.proved and found.answer.certificate is None
    assert [(each.question, each.code) for each in found.answer.refusals] == [("certify", "certificate-not-taken")]
    assert "not proved (certificate-not-taken)" in combo_screen(found.answer, Page(200)).splitlines()[0]
    brief, codes = page_brief(found.answer)
    assert (brief.verdict, codes) == ("INFINITE, not proved", "certificate-not-taken")
    assert exit_code(found.answer) == 3
    once = api.combo(("laboratory maniac", "leveler"))  # a line that is not proved is not told at all
    assert isinstance(once, Refusal) and once.code == "combo-not-found"


def test_a_page_says_no_code_of_what_is_proved() -> None:
    told = combo(*GUARD).answer
    brief, codes = page_brief(told)
    assert told.combo is not None
    assert (brief.verdict, codes) == (told.combo.said.verdict, "")


def test_the_position_file_of_an_answer_has_the_same_loop() -> None:
    found = combo(*GUARD, life=7, players=3)
    position = api.load(found.combo.file, "combo.yaml", api.CardBook.builtin())
    assert isinstance(position, api.Position)
    again = api.answer(position, ["loop", "certify"])
    assert again.loop is not None and found.answer.loop is not None
    assert (again.loop.net, again.loop.segments) == (found.answer.loop.net, found.answer.loop.segments)
    assert again.certificate is not None and found.answer.certificate is not None
    assert again.certificate.digest == found.answer.certificate.digest
    assert [player.life.amount for player in found.answer.position.players] == [7, 7, 7] if found.answer.position else 0


def test_what_is_asked_for_is_told_by_its_full_names() -> None:
    found = combo(*GUARD, others=["soul warden"], life=33)
    assert found.combo.others == ["Soul Warden"] and found.combo.life.amount == 33
    assert found.combo.cards == ["Midnight Guard", "Presence of Gond"]


def test_mana_is_lacking_by_its_kind() -> None:
    """Power Artifact's loop takes no mana first; Laboratory Maniac needs {5} of any type to cast Leveler."""
    found = combo("laboratory maniac", "leveler")
    lacks = [(each.what, each.name, each.count.amount, each.words) for each in found.combo.lacks]
    assert lacks == [("mana", "any", 5, "{5}")]
    assert [(need.what, need.name, need.zone) for need in found.needs or []] == [
        ("object", "Laboratory Maniac", "battlefield"),
        ("object", "Leveler", "hand"),
        ("mana", "C", ""),
    ]
    assert found.answer.run is not None and found.answer.run.facts.outcome == "p1_wins"
    assert found.answer.loop is None and found.combo.steps is None


def test_a_lap_tells_choices_and_what_resolves() -> None:
    lap = combo(*GUARD).combo.lap
    assert [(step.player, step.resolves) for step in lap] == [("p1", False), (None, True), (None, True)]
    assert lap[0].text == "activate Midnight Guard"


@pytest.mark.parametrize(
    ("names", "how", "code"),
    [
        (["midnight guard"], {}, "combo-size"),
        (["midnight guard", "prezence off gund"], {}, "card-unknown"),
        (["grizzly bears", "plains"], {}, "combo-not-found"),
        (list(GUARD), {"others": ["lightning bolt"]}, "wrong-zone"),
    ],
)
def test_what_is_no_combo_is_a_refusal(names: list[str], how: dict[str, Any], code: str) -> None:
    found = api.combo(names, **how)
    assert isinstance(found, api.Refusal) and found.code == code
