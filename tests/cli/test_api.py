"""The public walk and the command line are one: what ``api.certify`` gives is what ``reiterate certify`` writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from reiterate import api
from reiterate.ask.session import Study, study_loop
from reiterate.script.script import Repeat
from tests.support.command_line import in_process
from tests.support.drawn import check_all, drawn_some
from tests.support.files import ROOT

#: Every example of the project whose script has a block.
FILES: Final = sorted(
    path.relative_to(ROOT)
    for folder in ("examples", "src/reiterate/examples")
    for path in (ROOT / folder).rglob("*.yaml")
)


def by_api(file: Path) -> str | api.Refusal:
    position = api.load_file(ROOT / file, api.CardBook.builtin())
    assert isinstance(position, api.Position), position
    study = study_loop(position)
    return api.certify(study.part.loop) if isinstance(study, Study) else study


@pytest.mark.slow("certifies twelve examples twice")
@pytest.mark.parametrize("file", drawn_some(FILES, 12, "certificates of commands"), ids=str)
def test_the_certificate_is_that_of_the_command(file: Path, tmp_path: Path) -> None:
    _is_that_of_the_command(file, tmp_path)


@pytest.mark.soak
def test_every_certificate_is_that_of_the_command(tmp_path: Path) -> None:
    check_all(FILES, lambda file: _is_that_of_the_command(file, tmp_path))


def _is_that_of_the_command(file: Path, folder: Path) -> None:
    output = folder / "certificate.json"
    output.unlink(missing_ok=True)
    made = by_api(file)
    exit_code, written = in_process("certify", str(ROOT / file), "-o", str(output))
    if isinstance(made, api.Refusal):
        assert exit_code == made.exit_code and made.code in written and not output.exists()
    else:
        assert exit_code == 0, written
        assert output.read_text(encoding="utf-8") == made


def test_most_examples_have_a_certificate() -> None:
    assert len(FILES) >= 32


# --- what is out of range is refused as a value ------------------------------------------------------------------


def elves() -> api.Loop:
    """Bears that make an Elf for each tap: five choices an iteration (the activation, and two rounds of two passes)."""
    board = api.load_file(ROOT / "src/reiterate/examples/million.yaml", api.CardBook.builtin())
    assert isinstance(board, api.Position), board
    block = board.script[0]
    assert isinstance(block, Repeat)
    return api.find_loop(board.state, api.BodyReader(block.body))


@pytest.mark.parametrize(("iteration", "choice"), [(0, 1), (1, 0), (1, 7), (10**9, 99)])
def test_a_place_that_a_loop_has_not_is_refused(iteration: int, choice: int) -> None:
    refused = elves().place(iteration, choice)
    assert isinstance(refused, api.Refusal) and refused.code == "no-such-place"


def test_the_places_of_an_iteration_are_its_choices_and_its_end() -> None:
    played = [elves().place(7, choice) for choice in range(1, 7)]
    assert not any(isinstance(each, api.Refusal) for each in played)


def test_a_jump_back_is_refused() -> None:
    refused = api.jump(elves(), -1)
    assert isinstance(refused, api.Refusal) and refused.code == "count-not-a-number"


@pytest.mark.parametrize("verb", ["dance", "resume", ""])
def test_a_choice_of_no_kind_is_refused(verb: str) -> None:
    refused = api.verify(elves().heads[0], api.Choice(verb, player=0))
    assert isinstance(refused, api.Refusal) and refused.code == "nothing-asked"


@pytest.mark.parametrize("numbers", [{"life": 0}, {"life": -5}, {"players": 1}, {"players": 0}, {"steps": 0}])
def test_a_combo_with_too_small_a_number_is_refused(numbers: dict[str, Any]) -> None:
    refused = api.combo(["kiki-jiki", "zealous conscripts"], **numbers)
    assert isinstance(refused, api.Refusal) and refused.code == "count-not-a-number"
