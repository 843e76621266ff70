"""A part of a page that is drawn at once: one element whose inside the server has written."""

from __future__ import annotations

from nicegui.element import Element

from reiterate.web.markup import NOTHING, Markup


class Fragment(Element, component="static/fragment.js"):
    """An element of a page with an inside in HTML.

    Focus, what was typed into fields, and what was unfolded stay as they are when the inside is drawn anew, as long as the
    element with that ``id`` is there again.
    """

    def __init__(self, content: Markup = NOTHING, element: str = "div") -> None:
        super().__init__()
        self._props["html"] = content
        self._props["element"] = element

    def show(self, content: Markup) -> None:
        """Draw another inside; nothing is sent where it is the same."""
        if self._props["html"] != content:
            self._props["html"] = content
            self.update()

    @property
    def shown(self) -> str:
        """What is drawn now."""
        return str(self._props["html"])
