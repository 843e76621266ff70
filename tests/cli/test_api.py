"""The public walk and the command line are one: what ``api.certify`` gives is what ``reiterate certify`` writes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from reiterate import api
from reiterate.ask.session import Study, study_loop
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
