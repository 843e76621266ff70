"""What all pages look like, how they hear what a person does, and what they may load: the program's own files.

A page is a function behind ``page(site, PATH, TITLE)``. Within it ``frame`` draws the header, and ``Heard`` takes the words that
``static/page.js`` makes of clicks, keys and forms: a method ``hears_play`` for ``<button data-do="play">``.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from reiterate.service.logs import log
from reiterate.show.game_words import sentence
from reiterate.show.quantity_words import in_short
from reiterate.web.live import Element, Fragment, OpenPage
from reiterate.web.markup import NOTHING, Inside, Markup, Value, button, inside, tag, with_symbols
from reiterate.web.site import BUG, Site, Told

# --- policy --------------------------------------------------------------------------------------


def policy(pictures: str = "") -> str:
    """The ``Content-Security-Policy`` of a page; ``pictures``: another site that pictures come from."""
    images = f" {pictures}" if pictures else ""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{images}; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


# --- page frame ----------------------------------------------------------------------------------

#: Files of every page that a browser has open.
FILES: Final = ("page.css", "cards.css", "live.js", "page.js")

#: Fields of one word, and characters of all that are not short. ``static/page.js`` has the same numbers.
MOST_FIELDS: Final = 20
MOST_CHARACTERS: Final = 100_000
SHORT: Final = 100

#: Bytes of a word on its way; ``static/page.js`` has the same number. A socket takes little more (``http_server.SOCKET_MESSAGE``).
MOST_BYTES: Final = 250_000

#: The word of a slider, which is answered by what it shows.
SLIDES: Final = "look"

#: Codes of what may be answered where it is asked again.
AGAIN: Final = ("time-spent", "busy", "too-many-at-once")

#: Digits of a length that a browser tells.
_DIGITS: Final = 15

#: The fields of a word that a browser says, and who hears it.
Words = Mapping[str, str]
Handler = Callable[[Words], Awaitable[None]]


def page(
    site: Site, path: str, title: str, files: tuple[str, ...] = ()
) -> Callable[[Callable[..., Awaitable[Response | None]]], object]:
    """A decorator: the function builds the page at an address. It may return a response instead.

    In: the address, the title in the browser's tab, and files of ``static/`` beside those of every page.
    """

    def decorated(build: Callable[..., Awaitable[Response | None]]) -> object:
        @functools.wraps(build)
        async def answer(**asked: Any) -> Response:
            with OpenPage() as made:
                instead = await build(**asked)
            if instead is not None:
                made.end()
                return instead
            site.pages.add(made)
            body = (made.inside(), tag("div#lost", role="alert", hidden=True))
            text = document(title, (*FILES, *files), body, data_page=made.id, data_version=made.version)
            headers = {"content-security-policy": policy(site.pictures.source), "cache-control": "no-store"}
            return HTMLResponse(text, headers=headers)

        site.app.add_api_route(path, answer, methods=["GET"], include_in_schema=False, response_model=None)
        return build

    return decorated


def frame(title: str, *tools: Inside, **attributes: Value) -> Element:
    """The header and the main part of a page; in: its title, and what stands at the right of the header. Out: the main part."""
    Fragment(tag("a.skip", "To the table", href="#main"))
    Fragment(head(title, *tools), "header", class_="head", role="banner")
    Element("div", id="live", role="status", aria_live="polite", aria_atomic="true", class_="unseen")
    return Element("main", id="main", tabindex="-1", **attributes)


def head(title: str, *tools: Inside) -> Markup:
    """The inside of the header."""
    themes = [
        button(words, data_theme_to=name, aria_label=f"{label} colours", title=f"{label} colours")
        for name, words, label in (("light", "☀", "Light"), ("dark", "☾", "Dark"), ("auto", "◐", "Auto: the system's"))
    ]
    titles = tag("div.titles", tag("a.brand", "Reiterate", href="/"), tag("h1", title))
    colours = tag("div.themes", themes, role="group", aria_label="Colours")
    return inside((titles, tag("div.tools", *tools, colours)))


def alone(words: Inside, *files: str) -> str:
    """A page of its own for a few words."""
    return document("Reiterate", ("page.css", *files), tag("main", words), class_="alone")


def document(title: str, files: tuple[str, ...], body: Inside, **attributes: Value) -> str:
    """A whole page: its title, the styles and scripts of ``static/`` that it loads, its body and the body's attributes."""
    loaded = [
        tag("link", rel="stylesheet", href=f"/web/{name}")
        if name.endswith(".css")
        else tag("script", src=f"/web/{name}", defer=True)
        for name in files
    ]
    viewport = tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    icon = tag("link", rel="icon", href="/web/icon.svg")
    head = tag("head", tag("meta", charset="utf-8"), tag("title", title), viewport, icon, loaded)
    return "<!doctype html>" + tag("html", head, tag("body", body, **attributes), lang="en")


def entrance() -> HTMLResponse:
    """The page of a seat for a browser that has not shown the secret yet.

    That page exchanges the secret of the link for a cookie, and needs nothing but one script of its own.
    """
    words = (
        tag("h1", "Reiterate"),
        tag("p#said", "Taking your seat …", role="status"),
        tag("p#home", home(), hidden=True),
    )
    return HTMLResponse(alone(words, "enter.js"), headers={"content-security-policy": policy()})


def home() -> Markup:
    """The link to the first page."""
    return tag("a", "To the first page", href="/")


def for_people(request: Request) -> bool:
    """Whether somebody looks at an address with a browser, which no program asks for."""
    asked = request.headers.get("accept", "").lower()
    return "text/html" in asked and not request.url.path.startswith("/api/")


def astray(status: int, words: str, **headers: str) -> HTMLResponse:
    """A page for people who have come to where nothing is; ``words``: why."""
    return small_page(status, (tag("h1", "Reiterate"), tag("p", words)), vary="accept", **headers)


def small_page(status: int, words: Inside, **headers: str) -> HTMLResponse:
    """The answer with a page of its own for a few words, above the link to the first page."""
    text = alone((words, tag("p", home())))
    return HTMLResponse(text, status, {"content-security-policy": policy(), **headers})


class Heard:
    """What a page hears from its browser.

    Each method ``hears_play_board`` of an owner hears the word ``play-board``, with the fields that came with the word.
    ``handlers``: who hears which word. ``refused`` says why a word is not taken at all.
    ``beside``: who says that of a word in a place of its own.
    """

    def __init__(self, site: Site, page: OpenPage, client: str, refused: Callable[[Told], None]) -> None:
        self.site = site
        self.client = client
        self.refused = refused
        self.page = page
        self.handlers: dict[str, Handler] = {}
        self.beside: dict[str, Callable[[Told], None]] = {}
        self.many = 0
        self.answered = Fragment(hidden=True)  # each word is answered by a change, also where nothing else changes
        page.heard = self._heard
        self.hear(self)

    def hear(self, owner: object) -> None:
        """Let the methods of an owner hear their words."""
        for name in dir(owner):
            if name.startswith("hears_"):
                self.handlers[name.removeprefix("hears_").replace("_", "-")] = getattr(owner, name)

    async def hears_away(self, words: Words) -> None:
        """The refusal that stands alone in a part was closed."""
        if words.get("part", "") in self.page.fragments:
            self.page.fragments[words["part"]].show(NOTHING)

    async def _heard(self, said: object) -> None:
        words = read(said)
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
            self.refused(BUG)


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
    many, much = (whole_number(words.get(name, ""), _DIGITS) for name in ("long", "bytes"))
    if many > MOST_CHARACTERS:
        message = f"this text is too long: {many:,} characters, at most {MOST_CHARACTERS:,}"
    elif much > MOST_BYTES:
        message = f"this text is too long: {much:,} bytes as it is sent, at most {MOST_BYTES:,}"
    else:
        return None
    return Told("too-long", message, "a shorter text")


def whole_number(said: str, digits: int = 9) -> int:
    """A number as a word says it; -1 where the field holds none, or one with more digits."""
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= digits else -1


def not_answered(found: Told, of_cards: bool) -> Markup:
    """A refusal of a question; where time was short the button that asks again, and of cards what fits them."""
    if found.code not in AGAIN:
        return refusal(found)
    spent = of_cards and found.code == "time-spent"
    again = button("Try again", data_do="try-again", class_="small", id="try-again")
    return refusal(replace(found, expected="fewer cards, or the same again") if spent else found, again)


def refusal(found: Told, more: Inside = None) -> Markup:
    """A refusal in words, with the place that it speaks of. Its code is for programs, and shows where one points at the words. ``more``: what stands below."""
    return tag(
        "div.refused",
        tag("p", tag("strong", with_symbols(sentence(in_short(found.message))))),
        tag("p", "In: ", tag("code", found.place)) if found.place else None,
        tag("p", "Try: ", with_symbols(found.expected)) if found.expected else None,
        tag("p", tag("small", f"rule {found.rule}")) if found.rule else None,
        more,
        button("×", class_="away", data_away=True, aria_label="Close", title="close"),
        title=f"code: {found.code}",
        data_code=found.code,
        role="alert",
    )
