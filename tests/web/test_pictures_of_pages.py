"""The pictures of the documentation: each page and component that people meet is shown, and each is told on the page of the documentation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.support.browsers import OpenTable
from tests.support.files import ROOT
from tests.web.pictures import FOLDER, PARTS
from tests.web.stages import NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Bytes of a picture, and of the picture of all components.
MOST: Final = 100_000
MOST_OF_ALL: Final = 350_000


def told() -> list[str]:
    """The pictures that docs/web.md names, in its order."""
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    return re.findall(
        r"^\| .* \| \[([a-z-]+)\]\(pictures/\1-wide\.png\) \| \[\1\]\(pictures/\1-phone\.png\) \|$", page, re.MULTILINE
    )


def test_each_picture_is_told_and_small() -> None:
    files = {f"{name}-{end}.png" for name in told() for end in ("wide", "phone")}
    assert {"judge", "hands", "mulligan", "inviting", "past", "ended"} <= set(told())
    assert {each.name for each in FOLDER.iterdir()} == files
    for each in FOLDER.iterdir():
        assert each.stat().st_size < (MOST_OF_ALL if each.name.startswith("components") else MOST), each.name


@pytest.mark.slow("a real browser shows all pages")
def test_what_is_photographed_is_what_is_told(browser: Browser, table: OpenTable) -> None:
    found = []
    for part in PARTS:
        for name, page in part(browser, table, 390, True):
            assert page.evaluate(NARROW) == [], name
            found.append(name)
    assert found == told()
