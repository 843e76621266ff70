"""HTML that is safe by its type: text is escaped where it becomes ``Markup``.

So no name of a card or a player is read as HTML.

No attribute ``style`` and no handler of events is ever written: the pages' policy (``web/page_frame.py``) forbids both.
``with_symbols`` draws symbols in a text, with the pictures of ``static/symbols.svg``; each says its name to screen readers (107.4).
Quantities of JSON stand as people read them (``show/quantity_words.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Any, Final, TypeAlias

from reiterate.show.game_words import SYMBOLS, line_words
from reiterate.show.quantity_words import LONG_NUMBER, full_amount, short_amount, shortened, sized

# --- markup --------------------------------------------------------------------------------------

#: Elements without an end.
_EMPTY: Final = frozenset({"br", "hr", "img", "input", "meta", "link"})


class Markup(str):
    """HTML. Everything else that is put into HTML is text, and is escaped."""

    __slots__ = ()


#: What may stand inside of an element; ``None`` is nothing.
Inside: TypeAlias = "Markup | str | int | Iterable[Inside] | None"

#: What an attribute may be; ``False`` and ``None`` leave it out, ``True`` writes its name alone.
Value: TypeAlias = "str | int | bool | None"

NOTHING: Final = Markup("")


def inside(part: Inside) -> Markup:
    """Parts of HTML in order, text among them escaped."""
    if isinstance(part, Markup):
        return part
    if part is None:
        return NOTHING
    if isinstance(part, str | int):
        return Markup(escape(str(part), quote=False))
    return Markup("".join(inside(each) for each in part))


def tag(kind: str, /, *parts: Inside, **attributes: Value) -> Markup:
    """An element, by its kind as a style sheet selects it: ``tag("button#accept.go", "Accept", data_do="accept")``.

    In attribute names ``_`` stands for ``-``, and one at the end is left out.
    """
    name, selected = _selected(kind)
    written = selected + "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{inside(parts)}</{name}>")


def button(words: Inside, key: Value = None, **attributes: Value) -> Markup:
    """A button that sends no form: its words, and the key that presses it, which is shown beside them."""
    shown = (words, " ", tag("kbd", "Esc" if key == "Escape" else str(key))) if key else words
    return tag("button", shown, type="button", data_key=key or attributes.pop("data_key", None), **attributes)


def field(words: Inside, of: str, *controls: Inside) -> Markup:
    """A control with its label; ``of``: the id of the control."""
    return tag("div.field", tag("label", words, for_=of), *controls)


def line_field(kind: str = "", /, **attributes: Value) -> Markup:
    """A field for a line of text, by what follows ``input`` in a style sheet. The browser offers nothing of its own there."""
    plain: dict[str, Value] = {"type": "text", "autocomplete": "off"}
    return tag(f"input{kind}", **plain | attributes)


def select(
    kind: str, rows: Iterable[tuple[str | int, str]], chosen: str | int | None = None, **attributes: Value
) -> Markup:
    """A field that offers rows of a value and its words; ``chosen``: the value that stands there at first."""
    options = [tag("option", words, value=value, selected=value == chosen) for value, words in rows]
    return tag(f"select{kind}", options, **attributes)


@cache
def _selected(kind: str) -> tuple[str, str]:
    """The name of an element, and its id and classes as attributes: of ``div#told.panel.well``."""
    first, *classes = kind.split(".")
    name, _, known = first.partition("#")
    return name, _attribute("id", known or None) + _attribute("class", " ".join(classes) or None)


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = key.removesuffix("_").replace("_", "-")
    assert name != "style" and not name.startswith("on"), name
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


# --- drawn symbols -------------------------------------------------------------------------------

_SYMBOL: Final = re.compile(r"\{([0-9A-Z]{1,4}(?:/[0-9A-Z]{1,3}){0,2})\}")
_POWER: Final = re.compile(rf"({LONG_NUMBER}|\b10\^\d+(?:,\d{{3}})*)")


def with_symbols(text: str) -> Markup:
    """A text in which symbols in braces are drawn, and powers of ten are set as such. Braces around anything else stay as they are."""
    parts = _SYMBOL.split(text)
    return inside([symbol(part) if number % 2 else with_powers(part) for number, part in enumerate(parts)])


def line_shown(line: str) -> Markup:
    """A line for people; where that is another text, the line of the script is shown by pointing."""
    words = line_words(line)
    return tag("span.line", with_symbols(words), title=None if words == line else line)


def with_powers(text: str) -> Markup:
    """A text in which ``10^100`` is set as a power, and long numbers by their size. The caret stays in what is read aloud and copied."""
    parts = _POWER.split(text)
    return inside([_power(part) if number % 2 else part for number, part in enumerate(parts)])


def _power(written: str) -> Markup:
    if (told := sized(written)) != written:
        return tag("span", with_powers(told), title=written)
    base, _, exponent = written.partition("^")
    return tag("span.power", base, tag("span.caret", "^"), tag("sup", exponent))


def symbol(written: str) -> Markup:
    """One symbol as it stands within braces: ``2``, ``U``, ``R/W`` (hybrid), ``2/W``, ``G/P`` (Phyrexian)."""
    halves = written.split("/")
    kinds = [f"sym-{part}" for part in halves[:1] if part in SYMBOLS]
    kinds += [f"and-{part}" for part in halves[1:2] if part in SYMBOLS and part != "P"]
    shown = ["P"] if "P" in halves[1:] else halves
    return tag(
        "span",
        [_drawn(part) for part in shown],
        class_=" ".join(["sym", *(["hybrid"] if len(shown) > 1 else []), *kinds]),
        role="img",
        aria_label=_called(halves),
    )


def _drawn(part: str) -> Markup:
    if part in SYMBOLS:
        return tag("svg", tag("use", href=f"/web/symbols.svg#{part}"), viewBox="0 0 24 24", aria_hidden="true")
    return tag("span", part, aria_hidden="true")


def _called(halves: list[str]) -> str:
    return " or ".join(SYMBOLS.get(part, part if not part.isdecimal() else f"{part} generic mana") for part in halves)


# --- amounts shown -------------------------------------------------------------------------------


def amount_shown(written: Any, reached: bool = False) -> Markup:
    """A quantity in short; the exact one, where that is longer, is shown by pointing and read aloud.

    ``reached``: a finger and Tab show it, too. Then it is no part of a button: what Tab reaches stands in nothing else that Tab reaches.
    """
    short, long = shortened(sized(short_amount(written))), full_amount(written)
    if short.replace(",", "") == long:
        return tag("span.amount", short)
    if reached:
        return tag("span.amount.long", with_powers(short), tag("span.exact", " exactly ", long), tabindex=0)
    return tag("span.amount", with_powers(short), title=long)
