"""HTML that is safe by its type: text is escaped where it becomes ``Markup``, so no name of a card or a player is read as HTML.

No attribute ``style`` and no handler of events is ever written: the pages' policy (``web/policy.py``) forbids both.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Final, TypeAlias

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


def button(words: Inside, key: str = "", **attributes: Value) -> Markup:
    """A button that sends no form: its words, and the key that presses it, which is shown beside them."""
    shown = (words, " ", tag("kbd", key)) if key else words
    return tag("button", shown, type="button", data_key=key or attributes.pop("data_key", None), **attributes)


def field(words: Inside, of: str, *controls: Inside) -> Markup:
    """A control with its label; ``of``: the id of the control."""
    return tag("div.field", tag("label", words, for_=of), *controls)


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
