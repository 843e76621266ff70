"""What all pages look like, and how they hear what a person does.

A page is a function behind ``page(site, PATH, TITLE)``. Within it ``frame`` draws the header, and ``Heard`` takes the words that
``static/page.js`` makes of clicks, keys and forms: ``heard.on("play", handler)`` for ``<button data-do="play">``.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse
from nicegui import ui
from nicegui.context import context
from nicegui.events import GenericEventArguments

from reiterate.service.logs import log
from reiterate.web.amounts_shown import in_short
from reiterate.web.fragment import Fragment
from reiterate.web.markup import Inside, Markup, inside, tag
from reiterate.web.policy import policy
from reiterate.web.site import Site, Told

#: What stands in the head of every page.
HEAD: Final = (
    '<link rel="stylesheet" href="/web/page.css"><link rel="stylesheet" href="/web/cards.css">'
    '<script src="/web/page.js" defer></script>'
)

#: Fields of one word, and characters of all that are not short. ``static/page.js`` has the same numbers.
MOST_FIELDS: Final = 20
MOST_CHARACTERS: Final = 100_000
SHORT: Final = 100

#: Bytes of a word on its way; ``static/page.js`` has the same number. A socket takes little more (``http_server.SOCKET_MESSAGE``).
MOST_BYTES: Final = 250_000

#: The word of a slider, which is answered by what it shows.
SLIDES: Final = "look"

#: Digits of a length that a browser tells.
_DIGITS: Final = 15

Handler = Callable[[Mapping[str, str]], Awaitable[None]]


def page(path: str, title: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: the function builds the page at an address. It may return a response instead."""
    found: Callable[[Callable[..., Any]], Callable[..., Any]] = ui.page(
        path, title=title, dark=None, response_timeout=25.0, reconnect_timeout=20.0
    )
    return found


def frame(title: str, *tools: Inside) -> ui.element:
    """The header and the main part of a page; in: its title, and what stands at the right of the header. Out: the main part."""
    ui.add_head_html(HEAD)
    around = context.client.content.parent_slot
    if around is not None:
        around.parent.tag = "div"  # NiceGUI's own main part would lie around the header
    Fragment(tag("a", "To the table", class_="skip", href="#main"))
    header = Fragment(head(title, *tools), "header").classes("head")
    header.props("role=banner")
    ui.element("div").props("id=live role=status aria-live=polite aria-atomic=true").classes("unseen")
    return ui.element("main").props("id=main tabindex=-1")


def head(title: str, *tools: Inside) -> Markup:
    """The inside of the header."""
    themes = [
        tag("button", words, type="button", data_theme_to=name, aria_label=f"{label} colours", title=f"{label} colours")
        for name, words, label in (
            ("light", "Light", "Light"),
            ("dark", "Dark", "Dark"),
            ("auto", "Auto", "Auto: the system’s"),
        )
    ]
    titles = tag("div", tag("a", "Reiterate", href="/", class_="brand"), tag("h1", title), class_="titles")
    colours = tag("div", themes, class_="themes", role="group", aria_label="Colours")
    return inside((titles, tag("div", *tools, colours, class_="tools")))


def way_in() -> str:
    """The page that exchanges the secret of a link for a cookie; it needs nothing but one script of its own."""
    words = (
        tag("h1", "Reiterate"),
        tag("p", "Taking your seat …", id="said", role="status"),
        tag("p", home(), id="home", hidden=True),
    )
    return alone(words, '<script src="/web/enter.js" defer></script>')


def alone(words: Inside, script: str = "") -> str:
    """A page of its own for a few words."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reiterate</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/web/icon.svg">'
        '<link rel="stylesheet" href="/web/page.css"></head>'
        f'<body class="alone"><main>{inside(words)}</main>{script}</body></html>'
    )


def entrance() -> HTMLResponse:
    """The page of a seat for a browser that has not shown the secret yet."""
    return HTMLResponse(way_in(), headers={"content-security-policy": policy()})


def home() -> Markup:
    """The link to the first page."""
    return tag("a", "To the first page", href="/")


def for_people(request: Request) -> bool:
    """Whether somebody looks at an address with a browser, which no program asks for."""
    asked = request.headers.get("accept", "").lower()
    return "text/html" in asked and not request.url.path.startswith("/api/")


def astray(status: int, words: str) -> HTMLResponse:
    """A page for people who have come to where nothing is; ``words``: why."""
    told = alone((tag("h1", "Reiterate"), tag("p", words), tag("p", home())))
    return HTMLResponse(told, status, {"content-security-policy": policy(), "vary": "accept"})


class Heard:
    """What a page hears from its browser."""

    def __init__(self, site: Site, client: str, refused: Callable[[Told], None]) -> None:
        self.site = site
        self.client = client
        self.refused = refused
        self.handlers: dict[str, Handler] = {}
        self.beside: dict[str, Callable[[Told], None]] = {}
        self.many = 0
        self.answered = Fragment().props("hidden")  # each word is answered by a change, also where nothing else changes
        context.client.layout.on("said", self._heard)

    def on(self, name: str, handler: Handler, refused: Callable[[Told], None] | None = None) -> None:
        """What to do for a word; ``handler`` is given the fields that came with it.

        ``refused``: says why a word of that name is not taken at all, in a place of its own.
        """
        self.handlers[name] = handler
        if refused is not None:
            self.beside[name] = refused

    async def _heard(self, event: GenericEventArguments) -> None:
        words = read(event.args)
        await self._carry_out(words)
        if words.get("do") != SLIDES:
            self.many += 1
            self.answered.show(tag("span", data_words=self.many))

    async def _carry_out(self, words: dict[str, str]) -> None:
        handler = self.handlers.get(words.get("do", ""))
        if handler is None:
            return
        if self.site.words.take(self.client):
            self.refused(Told("too-many-requests", "that was too much at once", "the same a moment later"))
            return
        long = too_long(words)
        if long is not None:
            self.beside.get(words["do"], self.refused)(long)
            return
        try:
            await handler(words)
        except Exception as error:
            log("bug", logging.ERROR, error, path="page")
            self.refused(Told("bug", "this is a bug of reiterate; the server's log says more"))


def read(given: Any) -> dict[str, str]:
    """The fields of a word: texts alone, and not too many of them. Of one that is too long its name and its length are left."""
    if not isinstance(given, dict) or len(given) > MOST_FIELDS:
        return {}
    if not all(isinstance(key, str) and isinstance(value, str) for key, value in given.items()):
        return {}
    many, do = sum(len(each) for each in given.values() if len(each) > SHORT), given.get("do", "")
    if many <= MOST_CHARACTERS:
        return dict(given)
    return {"do": do, "long": str(many)} if len(do) <= SHORT else {}


def too_long(words: Mapping[str, str]) -> Told | None:
    """Why a word is not taken that is too long; a browser tells only its length then. None for any other word."""
    many, much = (_length(words.get(name, "")) for name in ("long", "bytes"))
    if many > MOST_CHARACTERS:
        message = f"this text is too long: {many:,} characters, at most {MOST_CHARACTERS:,}"
    elif much > MOST_BYTES:
        message = f"this text is too long: {much:,} bytes as it is sent, at most {MOST_BYTES:,}"
    else:
        return None
    return Told("too-long", message, "a shorter text")


def _length(said: str) -> int:
    return int(said) if said.isascii() and said.isdigit() and len(said) <= _DIGITS else 0


def refusal(found: Told) -> Markup:
    """A refusal in words, with the place that it speaks of. Its code is for programs, and shows where one points at the words."""
    return tag(
        "div",
        tag("p", tag("strong", "Not done: "), in_short(found.message)),
        tag("p", "At: ", tag("code", found.place)) if found.place else None,
        tag("p", f"Accepted would be: {found.expected}") if found.expected else None,
        tag("p", tag("small", f"rule {found.rule}")) if found.rule else None,
        class_="refused",
        title=f"code: {found.code}",
        data_code=found.code,
        role="alert",
    )
