"""The checker is asked once about a text: what it said while an argument was sought is what it says of the whole text."""

from __future__ import annotations

import pytest

from reiterate.ask.building_combo import ComboAnswer, combo
from reiterate.cards import CardBook
from reiterate.certify import certificate as writer
from reiterate.certify import closed_set, keeping_up
from reiterate.certify.certificate import certified, certify
from reiterate.check import certificate as checker
from reiterate.check.accepted import Accepted
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from tests.certify.choice_boards import loop_of
from tests.kinds.kinds_table import BASES


@pytest.mark.parametrize("name", ["wardens", "aimed", "finks"])
def test_what_the_checker_said_on_the_way_is_said_of_the_text(name: str) -> None:
    loop = loop_of(BASES[name].text())
    assert isinstance(loop, Loop)
    found = certified(loop)
    assert not isinstance(found, Refusal)
    assert found.text == certify(loop)
    assert found.checked is not None
    assert found.checked == checker.check(found.text)


@pytest.mark.parametrize("names", [["kiki-jiki", "zealous conscripts"], ["midnight guard", "presence of gond"]])
def test_a_combo_is_checked_once_and_by_the_checker_itself(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    real = checker.check

    def counted(text: str) -> Accepted | Refusal:
        texts.append(text)
        return real(text)

    for room in (closed_set, keeping_up, writer, checker):
        monkeypatch.setattr(room, "check", counted)
    answer = combo(names, CardBook.builtin())
    assert isinstance(answer, ComboAnswer)
    assert answer.proved
    assert texts.count(answer.certificate) == 1


def test_a_combo_whose_certificate_is_refused_is_not_called_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    no = Refusal("false", "certificate-step", "step: refused here")
    for room in (closed_set, keeping_up, writer, checker):
        monkeypatch.setattr(room, "check", lambda text: no)
    for names in (["kiki-jiki", "zealous conscripts"], ["midnight guard", "presence of gond"]):
        answer = combo(names, CardBook.builtin())
        assert isinstance(answer, ComboAnswer)
        assert not answer.proved
