"""Acting by touch: what a seat has touched for one choice, what may be touched next, and what stands on a touched card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.script.naming_words import in_a_row
from reiterate.show.game_words import line_words
from reiterate.show.quantity_words import MOST_DIGITS, Json, short_amount
from reiterate.table.touches import Touches
from reiterate.web.markup import Markup, button, line_field, tag, with_symbols
from reiterate.web.seat import Seat
from reiterate.web.site import Told

#: A list with more entries than this narrows as one types.
NARROWED: Final = 9


class Touching(Touches):
    """The touches of one seat, which the game is asked about."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        super().__init__()

    async def begin(self) -> bool:
        """Ask what may be begun; whether the answer stands for the view that is shown."""
        found = await self._asked([], self.seat.last)
        if found is None or isinstance(found, Told):
            return False
        self.begun = found
        return True

    async def touch(self, word: str, last: int, whole: bool = False) -> Told | Sequence[str]:
        """Touch something; the lines that are to be played then, none while more is asked.

        ``word``: one touch or several, one a line. ``last``: the last entry of the view on which it was touched: behind another one an object
        may be called otherwise. ``whole``: what is touched is meant to be done, so its only way is not asked for once more.
        """
        wanted = self.behind(word)
        found = await self._asked(wanted, last)
        if found is None or isinstance(found, Told):
            return found or ()
        self.touched, self.asks = wanted, found
        ways = found["ways"]
        return list(ways[0]["lines"] if whole and found["asks"] == "act" and len(ways) == 1 else found["lines"])

    async def _asked(self, touched: Sequence[str], last: int) -> Json | Told | None:
        """What some touches ask for; None where the game has gone on meanwhile."""
        before = self.seat.last
        found: Json | Told = await self.seat.patiently("gesture", last=last, touched=touched)
        return found if before == self.seat.last else None


def on_card(asks: Json, last: int, on: str = "") -> Markup:
    """What stands on a touched card: what it does, or what is asked next; each way with its line, and a way out.

    ``on``: what the view calls the card, which gets the focus back.
    """
    ways = [_way(number, each, last) for number, each in enumerate(asks["ways"])]
    paid = asks["asks"] == "payment" or (asks["asks"] != "act" and any(len(way["lines"]) > 1 for way in asks["ways"]))
    return tag(
        "div.on-card.panel",
        tag("p.asked", line_words(asks["words"])) if asks["words"] else None,
        tag("p.small-text", "Touch one with a dashed red ring and ◎.") if asks["lit"] else None,
        _number(asks, last) if asks["asks"] == "number" else None,
        narrowing("ways") if len(ways) > NARROWED else None,
        tag("ul#ways.lines", ways) if ways else None,
        tag("p.small-text", "Pay by hand: touch what makes mana first, then this card again.") if paid else None,
        button("Pay by hand" if paid else "Cancel", key="Escape", class_="cancel", data_do="touch", data_touch=""),
        role="group",
        aria_label="What is asked of this card",
        data_heir=f"object-{on}",
    )


def declaring(asks: Json, last: int) -> Markup:
    """The declaration of attackers or blockers as it stands: what sends it or why nothing does, whom they attack, and how many of a group."""
    sent = [_way(number, each, last, "go") for number, each in enumerate(asks["ways"]) if each["lines"]]
    refused = button(asks["asks"].capitalize(), class_="go", aria_disabled="true")
    others = [_way(number, each, last, "") for number, each in enumerate(asks["ways"]) if not each["lines"]]
    none = button("None", key="Escape", data_do="touch", data_touch="", id="declare-none")
    rule = f" (rule {asks['rule']})" if asks["rule"] else ""
    return tag(
        "div#declaring.stacked",
        tag("p.asked", line_words(asks["words"])),
        tag("ul.row", sent or tag("li", refused)),
        tag("p.not-now", f"Not yet: {line_words(asks['why'])}{rule}", role="status") if asks["why"] else None,
        tag("ul.row", others, tag("li", none)),
        _number(asks, last, line_words(asks["number"])) if asks["number"] else None,
    )


def said_and_line(words: str, line: str) -> Markup:
    """What is done as a player says it, and small below that the lines of a script where these are another text."""
    said, written = line_words(words), "; ".join(in_a_row(map(line_words, line.splitlines())))
    told = tag("small.line", with_symbols(written)) if written.casefold() != said.casefold() and line else None
    return tag("span", tag("span", with_symbols(said)), told, class_="said", title=None if line == written else line)


def _way(number: int, way: Json, last: int, looks: str = "way") -> Markup:
    lines = "\n".join(way["lines"])
    plays = {"data_do": "play", "data_line": lines}
    touches = {"data_do": "touch", "data_touch": way["touch"], "data_last": str(last)}
    said = said_and_line(way["words"], lines)
    pressed = "true" if way["now"] else None
    drawn = {"class_": looks or None, "id": f"way-{number}", "aria_pressed": pressed}
    return tag("li", button(said, **drawn, **plays if lines else touches))


def _number(asks: Json, last: int, asked: str = "") -> Markup:
    """The question for a number: from the least to the greatest that can be, which stands in the field where it is short."""
    low, high = short_amount(asks["low"]), asks["high"]
    most = "" if high is None else short_amount(high)
    words = asked or (f"A number from {low} to {most}" if most else f"A number, {low} or more, such as 10^6")
    value = low if asked else most if 0 < len(most) <= MOST_DIGITS else "1"
    field = line_field("#touched-number", name="number", inputmode="numeric", value=value)
    label = tag("label", with_symbols(words), for_="touched-number")
    return tag("form", label, field, tag("button.go", "Go on", type="submit"), data_do="touch", data_last=last)


def narrowing(of: str) -> Markup:
    """A field that hides the entries of a list which lack what is typed."""
    told = {"placeholder": "type to narrow the list", "aria_label": "Narrow the list"}
    return line_field(f"#{of}-narrow", type="search", data_narrows=of, **told)
