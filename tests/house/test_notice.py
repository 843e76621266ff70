"""The notice on the card texts that the package ships: it says what the Fan Content Policy asks for, and goes into the wheel."""

from __future__ import annotations

import tomllib
from importlib.metadata import metadata
from typing import Final

from tests.support.files import ROOT

#: The sentences of the policy, with the name of the work.
SENTENCES: Final = (
    "Reiterate is unofficial Fan Content permitted under the Fan Content Policy.",
    "Not approved/endorsed by Wizards.",
    "Portions of the materials used are property of Wizards of the Coast.",
    "©Wizards of the Coast LLC.",
)


def test_the_notice_says_what_the_policy_asks_for() -> None:
    text = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    assert " ".join(SENTENCES) in text
    assert "src/reiterate/cards/builtin.json" in text and (ROOT / "src/reiterate/cards/builtin.json").is_file()


def test_the_notice_is_named_in_the_readme_and_ships() -> None:
    assert "(NOTICE)" in (ROOT / "README.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["license-files"]) == {"LICENSE", "NOTICE"}


def test_the_metadata_of_the_package_names_the_notice() -> None:
    named = metadata("reiterate").get_all("License-File") or []
    assert sorted(named) == ["LICENSE", "NOTICE"], "the installed package is of an older pyproject.toml: make env"
