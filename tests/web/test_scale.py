"""One scale of sizes: what style sheets measure by themselves is a step of it, each step is used, told and shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

from reiterate.web.gallery_page import SCALE
from reiterate.web.mounting import STATIC
from tests.support.browsers import OpenTable, Visitor
from tests.support.files import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Properties whose sizes are steps, by the family of these steps. A card's width is said to its own properties.
FAMILIES: Final = {
    "space": r"(padding|margin|gap|inset|scroll-margin|scroll-padding)(-[a-z]+)*|top|bottom|left|right|translate",
    "text": r"font|font-size",
    "round": r"border-radius",
    "shadow": r"box-shadow|filter",
    "layer": r"z-index",
    "card": r"--(card|hand|entry)-w",
}

#: Whatever else has a length there, and why.
EXCEPTIONS: Final = {
    "padding-top: 4.6rem": "the room of the slider, which lies above",
    "padding-top: 6.2rem": "the same on a phone, with two rows",
    "scroll-margin-block: 5rem": "the room of the slider",
    "padding-bottom: 9rem": "the room of the builder's words",
    "scroll-margin-bottom: 9rem": "the same",
    "scroll-margin-top: 23rem": "the room of a question",
    "font-size: calc(.42rem + var(--card-w) * .048)": "type on a card grows with the card",
    "font-size: min(1em, 100cqw / (var(--letters, 1) * .7))": "the longest word of a name is whole on the smallest card",
    "font-size: 1.9em": "a drawing, not type",
    "font-size: 19px": "units of a plot",
    "box-shadow: 0 1px 0 rgb(0 0 0 / .35)": "the edge of a symbol",
    "box-shadow: 0 0 0 3px var(--go)": "a ring: no shadow",
}


def declarations() -> Iterator[tuple[str, str]]:
    """Property and value, over all style sheets, without the scale itself."""
    for sheet in sorted(STATIC.glob("*.css")):
        css = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name, value in re.findall(r"(?<![\w-])((?:--)?[a-z][a-z-]*\w*)\s*:\s+([^;{}]+?)\s*(?=[;}])", css):
            if name.removeprefix("--") not in SCALE:
                yield name, value


def off_the_scale(name: str, value: str) -> bool:
    """Whether a declaration has a size that is no step. In a line of text an ``em`` goes along with the text; ``1px`` is the width of a line."""
    family = next((each for each, names in FAMILIES.items() if re.fullmatch(names, name)), None)
    if family == "layer":
        return value.isdecimal() and value != "0"
    lengths = {"space": r"\d(?:rem|px)", "shadow": r"\d(?:rem|em|px)"}.get(family or "", r"\d(?:rem|em|px)")
    return family is not None and re.search(lengths, re.sub(r"(?<![\d.])1px", "", value)) is not None


def test_no_size_stands_off_the_scale() -> None:
    found = {f"{name}: {value}" for name, value in declarations() if off_the_scale(name, value)}
    told = {each for each in EXCEPTIONS if off_the_scale(*each.split(": ", 1))}
    assert found - EXCEPTIONS.keys() == set()
    assert told - found == set()  # no exception outlives its reason


def test_each_step_is_used() -> None:
    used = {name for _, value in declarations() for name in re.findall(r"var\(--([\w-]+)", value)}
    assert SCALE.keys() - used == set()
    assert {name.partition("-")[0] for name in SCALE} == {*FAMILIES, "part"}


def test_steps_of_a_family_grow() -> None:
    for family in ("space", "text", "part", "round", "card", "layer"):
        sizes = [float(value.rstrip("rem")) for name, value in SCALE.items() if name.startswith(f"{family}-")]
        assert sizes == sorted(set(sizes)), family


def test_the_documentation_teaches_each_step() -> None:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    for name, value in SCALE.items():
        family, _, step = name.partition("-")
        row = re.search(rf"^\| `{family}` \|.*$", page, re.MULTILINE)
        assert row is not None and f"`{step}` {value}" in row[0], name


@pytest.mark.slow("a real browser draws")
def test_the_gallery_shows_each_step_in_its_size(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, f"{table.address}/gallery", 1280, ready=".gallery")
    shown = dict(
        visitor.page.evaluate(
            "[...document.querySelectorAll('[data-token]')].map((e) => { const s = getComputedStyle(e), b = getComputedStyle(e, '::before');"
            " return [e.dataset.token, [s.fontSize, s.borderRadius, s.boxShadow, b.width]]; })"
        )
    )
    assert list(shown) == list(SCALE)
    for name, (size, corner, shadow, width) in shown.items():
        family, value = name.partition("-")[0], SCALE[name]
        drawn = {"space": width, "card": width, "text": size, "part": size, "round": corner}.get(family)
        assert drawn is None or abs(float(drawn.removesuffix("px")) - float(value.rstrip("rem")) * 16) < 1 / 32, name
        assert (shadow != "none") == (family == "shadow"), name
    visitor.close()
