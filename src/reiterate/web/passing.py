"""Passing on until something happens: passes of one seat, one after the other (117.3d, 117.4, 500.2).

Each pass is an entry as if it were pressed by hand. A pass is made only behind the very entry that was judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from reiterate.show.game_words import step_words
from reiterate.show.quantity_words import Json
from reiterate.table.seat_entries import leads_on
from reiterate.table.when_passing_stops import GOALS, Wish, goals, why_stop
from reiterate.web.markup import NOTHING, Markup, button, select, tag
from reiterate.web.seat import ATTEMPTS, Seat, untimely

#: Seconds between two passes, in which the page hears its buttons.
BREATH: Final = 0.05


class Passing:
    """The passing of one open page. ``read``: the latest entries that the page knows; ``show``: draw what ``status`` gives."""

    def __init__(self, seat: Seat, read: Callable[[], Sequence[Json]], show: Callable[[Markup], None]) -> None:
        self.seat = seat
        self.read = read
        self.show = show
        self.wish: Wish | None = None
        self.news = asyncio.Event()
        self.last = ("", True)
        self.told: int | None = None  # the last entry when the end of the passing was told; None: nothing is told
        self.acting = False

    def wished(self, goal: str, own: bool) -> bool:
        """Begin; out: whether the seat may pass until then."""
        view = self.seat.view
        if self.wish is not None or goal not in goals(view):
            return False
        self.last = (goal, own)
        self.wish = Wish.of(view, goal, own)
        self.told = None
        self.show(_under_way(self.wish))
        return True

    def stop(self, why: str) -> None:
        """Pass no longer, and say why."""
        if self.wish is not None:
            found, self.wish = self.wish, None
            self.news.set()
            self.told = self.seat.last
            self.show(_ended(found, why))

    def seen(self) -> None:
        """After each new view: what is told of passing that has ended goes with the next choice, or as the game ends."""
        if self.wish is not None or self.told is None:
            return
        if self.acting:  # a pass that was under way as the passing was ended
            self.told = self.seat.last
            return
        new = [each["entry"] for each in self.read() if each["entry"]["number"] > self.told]
        over = bool(new) and not self.seat.view["board"]["decides"]
        if over or any(leads_on(entry, self.seat.view["who"]) for entry in new):
            self.told = None
            self.show(NOTHING)

    def leave(self) -> None:
        """Pass no longer, with nobody to tell."""
        self.wish = None
        self.news.set()

    async def go(self) -> None:
        """Pass until something happens. ``news`` is set after each new view."""
        busy = 0
        while True:
            async with self.seat.turn:  # view and entries belong together then
                self.news.clear()
                wish, view = self.wish, self.seat.view
                why = why_stop(wish, view, self.read()) if wish is not None else ""
            if wish is None:
                return
            if why:
                self.stop(why)
            elif view["decides"] != view["who"]:
                await self.news.wait()
            else:
                await asyncio.sleep(BREATH)
                busy = await self._pass(view["last"], busy)

    async def _pass(self, behind: int, busy: int) -> int:
        """One pass, if nothing has happened since entry ``behind``; out: how often the server was busy."""
        wish = self.wish
        if wish is None:
            return busy
        self.acting = True
        try:
            found = await self.seat.act("play", behind=behind, line="pass")
        finally:
            self.acting = False
        if found is None:
            wish.passes += self.seat.last > behind
            return 0
        if untimely(found) and busy < ATTEMPTS:
            await self.seat.rest(found)
            return busy + 1
        if found.code != "not-next":
            self.stop(f"{found.message}{f' (rule {found.rule})' if found.rule else ''}")
        return busy


def form(view: Json, last: tuple[str, bool]) -> Markup:
    """The button beside the choices, with its goals; nothing where the seat can't pass. ``last``: what was asked for before."""
    found = goals(view)
    if not found:
        return NOTHING
    goal, own = last
    stack = "#until-stack" if view["board"]["stack"] else "#until"
    check = tag("input#until-own", type="checkbox", name="own", checked=own)
    stops = "It stops before that when another player acts, or when you have something to choose."
    return tag(
        "form.until",
        tag("button#pass-until", "Pass until ", tag("kbd", "u"), type="submit", data_key="u", title=stops),
        select(stack, found.items(), goal, name="goal", aria_label="Pass until"),
        tag("label.small-text", check, " also while only my own things are on the stack"),
        data_do="pass-until",
    )


def _under_way(wish: Wish) -> Markup:
    words = f"Passing until {GOALS[wish.goal]}, or until something happens. "
    stop = button("Stop passing", key="u", data_do="pass-stop", id="pass-stop")
    return tag("div.passing", tag("p", words), stop)


def _ended(wish: Wish, why: str) -> Markup:
    times = {0: "Nothing was passed", 1: "Passed once"}.get(wish.passes, f"Passed {wish.passes} times")
    (active, step), start = wish.at, f"{wish.active}'s {step_words(wish.step)}"
    end = f"{active}'s {step_words(step)}"
    where = f" ({start})" if start == end else f" (from {start} to {end})"
    return tag("p.passing.ended", tag("b", times), f"{where}. Stopped because: {why}.")
