"""Symbols of mana and costs, drawn: ``with_symbols("{2}{U}, {T}: Draw a card.")`` is the text with each symbol as a picture.

The pictures are our own and stand in ``static/symbols.svg``. Each symbol says its name to screen readers (107.4).
"""

from __future__ import annotations

import re
from typing import Final

from reiterate.web.markup import Markup, inside, tag

#: Symbols with a picture, by what they are called.
_NAMES: Final = {
    "W": "white mana",
    "U": "blue mana",
    "B": "black mana",
    "R": "red mana",
    "G": "green mana",
    "C": "colourless mana",
    "S": "snow mana",
    "T": "tap",
    "Q": "untap",
    "E": "energy",
    "P": "2 life",
}
_SYMBOL: Final = re.compile(r"\{([0-9A-Z]{1,4}(?:/[0-9A-Z]{1,3}){0,2})\}")
_POWER: Final = re.compile(r"\b(10\^\d[\d,]*)")


def with_symbols(text: str) -> Markup:
    """A text in which symbols in braces are drawn, and powers of ten are set as such. Braces around anything else stay as they are."""
    parts = _SYMBOL.split(text)
    return inside([symbol(part) if number % 2 else with_powers(part) for number, part in enumerate(parts)])


def with_powers(text: str) -> Markup:
    """A text in which ``10^100`` is set as a power. The caret stays in the text that is read aloud and copied."""
    parts = _POWER.split(text)
    return inside([_power(part) if number % 2 else part for number, part in enumerate(parts)])


def _power(written: str) -> Markup:
    base, _, exponent = written.partition("^")
    return tag("span.power", base, tag("span.caret", "^"), tag("sup", exponent))


def symbol(written: str) -> Markup:
    """One symbol as it stands within braces: ``2``, ``U``, ``R/W`` (hybrid), ``2/W``, ``G/P`` (Phyrexian)."""
    halves = written.split("/")
    kinds = [f"sym-{part}" for part in halves[:1] if part in _NAMES]
    kinds += [f"and-{part}" for part in halves[1:2] if part in _NAMES and part != "P"]
    shown = ["P"] if "P" in halves[1:] else halves
    return tag(
        "span",
        [_drawn(part) for part in shown],
        class_=" ".join(["sym", *(["hybrid"] if len(shown) > 1 else []), *kinds]),
        role="img",
        aria_label=_called(halves),
    )


def _drawn(part: str) -> Markup:
    if part in _NAMES:
        return tag("svg", tag("use", href=f"/web/symbols.svg#{part}"), viewBox="0 0 24 24", aria_hidden="true")
    return tag("span", part, aria_hidden="true")


def _called(halves: list[str]) -> str:
    return " or ".join(_NAMES.get(part, part if not part.isdigit() else f"{part} generic mana") for part in halves)
