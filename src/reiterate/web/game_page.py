"""The page of a game for one seat: everything that it shows comes of what the table tells that seat."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from nicegui import background_tasks
from nicegui.context import context

from reiterate.service.games_http import COOKIE
from reiterate.web.board_drawing import Drawing, draw_board
from reiterate.web.fragment import Fragment
from reiterate.web.page_frame import Heard, entrance, frame, page, refusal
from reiterate.web.seat import Seat
from reiterate.web.site import Site, Told


def add(site: Site) -> None:
    """The page of a seat: its cookie opens it, and without one it is the way in."""
    if site.games is None:
        return
    games = site.games

    @page("/game/{game}/{who}", "Reiterate")
    async def seat_page(request: Request, game: str, who: str) -> Any:
        secret = request.cookies.get(COOKIE, "")
        seat = Seat(site, games, request.state.client, game, secret)
        if not secret or await seat.look() is not None or seat.who != who:
            return entrance()
        GamePage(seat).build()
        return None


class GamePage:
    """One open page of a game."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def build(self) -> None:
        """Draw the page, and follow the game as long as the page is there."""
        with frame(self.seat.view["title"] or "A game"):
            self.told = Fragment()
            self.shown = Fragment().classes("table")
        self.heard = Heard(self.seat.site, self.seat.client, self.refuse)
        self.draw()
        following = background_tasks.create(self.seat.follow(self.changed), name="follow a game")
        context.client.on_delete(following.cancel)

    async def changed(self) -> None:
        """Something has happened in the game."""
        self.draw()

    def draw(self) -> None:
        """Draw all that is to be seen."""
        view = self.seat.view
        drawing = Drawing(me=self.seat.who, cards=view["cards"], faces=self.seat.faces)
        self.shown.show(draw_board(view["board"], drawing))

    def refuse(self, found: Told) -> None:
        """Say why something was not done."""
        self.told.show(refusal(found))
