"""The parts of a page that show a shortcut: the slider of iterations, the places inside of one, and the answer to it.

What grows is drawn: heights are the exact logarithms that the table gives, and each point tells its exact number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Final

from reiterate.show.game_words import change_words, line_words, listed, place_words, script_words, told_changes
from reiterate.show.growth_scale import Upwards, below, steps_words, together, upwards
from reiterate.show.quantity_words import Json, full_amount, in_short, is_none, is_one, short_amount
from reiterate.table import places_to_stop
from reiterate.table.looking import Look
from reiterate.web.board_drawing import frame
from reiterate.web.live import Fragment
from reiterate.web.markup import (
    NOTHING,
    Inside,
    Markup,
    Value,
    amount_shown,
    button,
    inside,
    line_field,
    line_shown,
    tag,
    with_symbols,
)
from reiterate.web.page_frame import Words, refusal, whole_number
from reiterate.web.site import Told

# --- plot ----------------------------------------------------------------------------------------

WIDTH: Final = 1000
HEIGHT: Final = 150
_TOP: Final = 14
_BOTTOM: Final = 8

#: How lines are told apart, beside their colours.
DASHES: Final = ("", "10 5", "3 4", "12 4 3 4", "18 4 3 4 3 4", "2 9")


def draw_growth(growth: Json) -> Markup:
    """A plot over the slider's positions, and the same numbers as a table."""
    lines = together(growth["lines"])
    if not lines:
        return tag("p.nothing", "nothing changes from iteration to iteration")
    scale_up = upwards(lines)
    drawn = [_line(number, label, points, growth, scale_up) for number, (label, points) in enumerate(lines)]
    solid = "non-scaling-stroke"
    grid = [f"M0,{_place(at)} H{WIDTH}" for _, at in scale_up.ticks]
    grid += [f"M{each['position']},0 V{HEIGHT}" for each in growth["ticks"]]
    across = [tag("path.tick", d=each, vector_effect=solid) for each in grid]
    scale = f"iterations to the right, {steps_words(growth)}; the number upwards, {scale_up.words}"
    plot = tag(
        "svg.plot",
        across,
        drawn,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        role="group",
        aria_label=f"What grows: {scale}; arrow keys go from point to point",
    )
    axes = tag("div.axes", _upright(scale_up.ticks), plot, _across(growth["ticks"]))
    markup = tag("p.small-text", f"{scale.capitalize()}.")
    legend = [
        tag("li", _key(number), with_symbols(f"{label}: "), tag("b", amount_shown(points[-1]["value"])), " at the end")
        for number, (label, points) in enumerate(lines)
    ]
    if growth["more"]:
        legend.append(tag("li", f"and {growth['more']} more that change, not drawn"))
    return tag("figure.growth", axes, markup, tag("ul.legend", legend), _table(lines, growth))


def _key(number: int) -> Markup:
    """A piece of a line beside its words, with the dashes of that line."""
    return tag(
        "svg",
        tag("path", d="M0,3 H40", fill="none", stroke_width=3, stroke_dasharray=DASHES[number] or None),
        viewBox="0 0 40 6",
        aria_hidden="true",
        class_=f"key line-{number}",
    )


def _upright(ticks: Sequence[tuple[int | str, Decimal]]) -> Markup:
    """The numbers at the side of a plot, each at its height; screen readers have them from the points and the table."""
    words = [_side(told, "end", x=76, y=f"{Decimal(_place(at)) + 6}") for told, at in ticks]
    return tag("svg.upright", words, viewBox=f"0 0 80 {HEIGHT}", aria_hidden="true")


def _across(ticks: Sequence[Json]) -> Markup:
    """The iterations below a plot, each at its place."""
    ends = {0: "start", WIDTH: "end"}
    words = [_side(each, ends.get(at, "middle"), x=f"{at / 10}%", y="1em") for each, at in below(ticks)]
    return tag("svg.across", words, aria_hidden="true")


def _side(told: int | str, anchor: str, **at: Value) -> Markup:
    """A number at the side of a plot, with its power raised."""
    found = re.fullmatch(r"([^^]+)\^([\d,]+)([^^]*)", str(told))
    raised = (
        (found[1], tag("tspan.raised", found[2], dy="-.4em"), tag("tspan", found[3], dy=".33em")) if found else told
    )
    return tag("text", raised, text_anchor=anchor, **at)


def _place(at: Decimal) -> str:
    return f"{HEIGHT - _BOTTOM - at * (HEIGHT - _TOP - _BOTTOM):.1f}"


def _line(number: int, label: str, points: Sequence[Json], growth: Json, scale: Upwards) -> Markup:
    dots: list[Markup] = []
    places: list[str] = []
    for x, times, point in zip(growth["positions"], growth["iterations"], points, strict=True):
        y = _place(scale.height(point))
        words = f"after {short_amount(times)}: {label} {full_amount(point['value'])}"
        drawn = (tag("title", words), tag("ellipse", cx=x, cy=y, rx=4, ry=4))
        first = number == 0 and not dots
        dots.append(tag("g", drawn, data_point=True, tabindex=0 if first else -1, role="img", aria_label=words))
        places.append(f"{x},{y}")
    looks: dict[str, Value] = {"fill": "none", "stroke_width": 3, "vector_effect": "non-scaling-stroke"}
    path = tag("path", d=f"M{' L'.join(places)}", stroke_dasharray=DASHES[number] or None, **looks)
    return tag("g", path, dots, class_=f"line-{number}")


def _table(lines: Sequence[tuple[str, Sequence[Json]]], growth: Json) -> Markup:
    heads = [tag("th", with_symbols(label), scope="col") for label in ("after", *(label for label, _ in lines))]
    rows = []
    chosen = range(0, len(growth["positions"]), max(1, len(growth["positions"]) // 10))
    for at in dict.fromkeys((*chosen, len(growth["positions"]) - 1)):
        cells = [tag("td", amount_shown(points[at]["value"])) for _, points in lines]
        rows.append(tag("tr", tag("th", amount_shown(growth["iterations"][at]), scope="row"), cells))
    table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows))
    wide = tag("div.wide", table, tabindex=0, role="region", aria_label="The numbers")
    return tag("details#numbers", tag("summary", "The numbers"), wide)


# --- shortcut part -------------------------------------------------------------------------------

#: Changes that are told beside a board.
MOST_CHANGES = 8


def slider(scene: Json, growth: Json | None, title: Inside, problem: Inside = None) -> Markup:
    """A shortcut in words, and its plot; the slider with its field is ``scrubber``, what it shows is ``where``.

    ``problem``: why the number that was typed is not shown.
    """
    block = next(each for each in scene["blocks"] if each["number"] == scene["block"])
    parts: list[Inside] = [tag("h2", title), _script(scene)]
    if len(scene["blocks"]) > 1:
        parts.append(_blocks(scene))
    if not is_one(scene["count"]):
        if growth is not None:
            parts.append(draw_growth(growth))
        parts.append(problem)
    elif block["repeated"]:
        parts.append(tag("p.small-text", "once"))
    return tag("div.panel.slider", parts)


def _lines(scene: Json) -> str:
    return "\n".join(line for each in scene["blocks"] for line in each["lines"])


def _script(scene: Json) -> Markup:
    counted = [each for each in scene["blocks"] if each["repeated"] and "until" in each["lines"][0]]
    counts = " and ".join(short_amount(each["count"]) for each in counted)
    exactly = _lines(scene)
    written = tag("pre.line", short := in_short(exactly), tabindex=0, title=None if short == exactly else exactly)
    told = tag("p", f"that is {counts} times") if counts else None
    return inside((tag("details#its-lines", tag("summary", "The lines"), written), told))


def _blocks(scene: Json) -> Markup:
    numbered = [(each["number"], in_short(each["lines"][0])) for each in scene["blocks"]]
    buttons = [
        button(f"{number}: {line}", data_do="block", data_block=number, aria_pressed=_yes(number == scene["block"]))
        for number, line in numbered
    ]
    return tag("div.row", buttons, role="group", aria_label="Line of the script")


def _exactly(scene: Json) -> Markup:
    said = {"title": "a number such as 7 or 10^99+7", "aria_label": "Exactly: a number such as 7 or 10^99+7"}
    typed = line_field("#exactly", name="iteration", value=short_amount(scene["iteration"]), data_key="e", **said)
    return tag("form", typed, tag("button", "Show", type="submit"), data_do="exactly")


def scrubber(scene: Json) -> Markup:
    """The slider of iterations, a step to either side, and the field for a number. Drawn once for a shortcut; ``static/page.js`` moves it as ``where`` says."""
    if is_one(scene["count"]):
        return NOTHING
    of = {"min": 0, "max": 1000, "step": 1, "value": scene["position"], "data_slide": "look", "data_key": "i"}
    slide = tag("input#iterations", type="range", aria_label="Iterations", aria_valuetext=_of(scene), **of)
    ends = tag(
        "div.ends",
        tag("span", "0"),
        tag("output#reached-short", with_symbols(_of(scene)), aria_hidden="true"),  # read aloud by ``places_shown``
        tag("span", with_symbols(short_amount(scene["count"]))),
    )
    less, more = (
        button(sign, data_do="look", data_step=step, id=f"step{step}", aria_label=words, title=words)
        for sign, step, words in (("−", "-1", "one iteration less"), ("+", "+1", "one iteration more"))
    )
    return tag("div.panel.scrubber", tag("div.steps-of", less, slide, more), _exactly(scene), ends)


def _of(scene: Json) -> str:
    return f"after {short_amount(scene['iteration'])} of {short_amount(scene['count'])} iterations"


def places_shown(scene: Json, may_stop: bool, faces: Mapping[str, Json]) -> Markup:
    """What the slider shows: the number, the places inside of that iteration, and what is otherwise than now.

    ``may_stop``: the seat is still to answer this shortcut, so its own places are marked. ``faces``: what stands on cards, by name.
    """
    words = place_words(scene["place"]) if scene["place"] else _of(scene)
    if is_one(scene["count"]) and not scene["place"]:
        words = "at the end" if not is_none(scene["iteration"]) else "before it begins"
    reached = tag("strong", tag("span", with_symbols(words), title=full_amount(scene["iteration"])))
    kind = f"h2#reached.reached{'' if is_one(scene['count']) else '.unseen'}"  # the slider shows the same words
    head = tag(kind, reached, aria_live="polite")
    at = {"data_position": scene["position"], "data_text": words, "data_iteration": short_amount(scene["iteration"])}
    answer = tag("span", data_answers_slide=True, hidden=True, **at)
    return tag("div.panel.where", answer, head, _stops(scene, may_stop, faces), _changes(scene["changes"]))


def _stops(scene: Json, may_stop: bool, faces: Mapping[str, Json]) -> Markup:
    stops: Sequence[Json] = scene["stops"]
    if not stops:
        return NOTHING
    buttons = [_stop(number, each, scene, may_stop, faces) for number, each in enumerate(stops, 1)]
    behind = {"data_do": "place", "data_choice": "0", "id": "place-0"}
    after = button("after it", class_="stop-at", aria_pressed=_yes(not scene["place"]), **behind)
    inner = tag("div#stops", buttons, data_scrolls=True)  # beside that button, never below it
    title = ("Places of iteration ", with_symbols(short_amount(scene["iteration"])), ": touch one")
    strip = tag("div#strip.strip", inner, after, role="toolbar", aria_labelledby="places")
    return inside((tag("h3#places", title), strip))


def _stop(number: int, stop: Json, scene: Json, may_stop: bool, faces: Mapping[str, Json]) -> Markup:
    """A place of the lap as a small card: whose it is and what is done, in the frame of the card that acts."""
    who, line = stop["player"], "passes" if stop["passes"] else stop["own"]
    mine = stop["mine"] and may_stop
    words = (
        tag("span.band", f"{number} ", tag("b", stop["card"] or who)),
        tag("span.step", tag("b", stop["player"]), " ", line_shown(line or who)),
        tag("span.top", f"on the stack: {line_words(stop['top'])}") if stop["top"] else None,
        tag("span.mine-mark", "you may stop here") if mine else None,
    )
    looks = f"stop-at {frame(faces.get(stop['card'], {}))}{' can-stop' if mine else ''}"
    at: dict[str, Value] = {"id": f"place-{number}", "data_do": "place", "data_choice": number}
    return button(words, class_=looks, aria_pressed=_yes(stop["place"] == scene["place"]), **at)


def _yes(so: bool) -> str:
    return "true" if so else "false"


def _changes(changes: Sequence[Json]) -> Markup:
    told = told_changes(changes)
    if not told:
        return tag("p.nothing", "the same as now")
    rows = [tag("li", with_symbols(change_words(each))) for each in told]
    rest = tag("ul.changes", rows[MOST_CHANGES:])
    more = len(rows) - MOST_CHANGES
    folded = tag("details#more-changes", tag("summary", f"and {more} more"), rest) if more > 0 else None
    head = tag("h3#changed", "Changed from now")
    parts = (head, tag("ul.changes", rows[:MOST_CHANGES]), folded)
    return tag("div.stacked", parts, tabindex=0, role="group", aria_labelledby="changed")


def answers_so_far(view: Json, scene: Json | None, back: int = 0) -> Markup:
    """Who has answered the shortcut that waits and who is next; for whoever is, the buttons.

    ``back``: the entry behind which the game goes on where its proposer takes it back (``to_withdraw``), 0 for nobody who may.
    """
    proposal = view["proposal"]
    said = []
    for each in proposal["answers"]:
        words = f" stops it at {place_words(each['cut'])}" if each["cut"] else " accepts"
        said.append(tag("li", tag("b", each["player"]), words))
    waiting = proposal["to_answer"]
    mine = bool(waiting) and waiting[0] == view["who"]
    if waiting:
        more = f", then {listed(waiting[1:])}" if waiting[1:] else ""
        said.append(tag("li", "next to answer: ", tag("b", "you" if mine else waiting[0]), more))
    return tag(
        "section",
        tag("h2", f"{proposal['proposer']} proposes a shortcut" + (": your answer?" if mine else "")),
        tag("p.proposed", with_symbols(in_short(proposal["words"] or script_words(_lines(scene))))) if scene else None,
        tag("ul.answers", said),
        _buttons(scene, view) if mine else None,
        button("Ask to take it back", data_do="undo", data_to=back, id="withdraw", title=WITHDRAW) if back else None,
        class_=f"panel answer{' mine-now' if mine else ''}",
        aria_label="The shortcut that waits",
        tabindex=None if mine else 0,  # a low sheet scrolls, and holds no button
    )


#: Why others are asked.
WITHDRAW: Final = "a proposal is not withdrawn (732.2b): the others are asked to go back to before it"


def _buttons(scene: Json | None, view: Json) -> Markup:
    here = next((each for each in scene["stops"] if each["place"] == scene["place"]), None) if scene else None
    place = here["place"] if here is not None and here["mine"] else None
    stops = {"data_do": "stop", "data_place": place} if place is not None else {"aria_disabled": "true"}
    why = places_to_stop.why_no_place(scene, view)
    where = place_words(place) if place is not None else places_to_stop.WORDS[why]
    words = f"Stop {view['proposal']['proposer']}{': touch a place' if place is None else ' here'}"
    stop = partial(button, words, key="s", class_="stop", id="stop-here", aria_describedby="stop-where")
    buttons = (
        button("Accept it all", key="a", class_="go", data_do="accept", id="accept"),
        stop(**stops) if why == places_to_stop.PERHAPS else None,  # no button where there is no place
        button("Ask a judge", key="j", data_do="ask-judge", id="ask-judge"),
    )
    return inside((tag("div.row", buttons), tag("p#stop-where.small-text", where)))


# --- looking -------------------------------------------------------------------------------------


class Looking(Look):
    """A look at a shortcut, as a page draws it."""

    def on_stack(self, number: int, entry: Mapping[str, Any]) -> dict[str, str] | None:
        """What lies on the stack of a looked-at place is a button: it leads to a place at which one may stop."""
        if self.scene is None:
            return None
        return {"data_do": "stack", "data_text": entry["text"], "id": f"stack-{number}"}

    def draw(self, above: Fragment, steps: Fragment, title: str, problem: Told | None = None) -> None:
        """Draw the shortcut and its slider, or neither. ``problem``: why the iteration that was typed is not shown."""
        said = NOTHING if problem is None else refusal(problem)
        above.show(NOTHING if self.scene is None else slider(self.scene, self.growth, title, said))
        steps.show(NOTHING if self.scene is None else scrubber(self.scene))


class LookWords:
    """What a person says of the place of a shortcut that is looked at, by a slider, a typed number or a strip of places.

    ``looking``: the look of the page, None where it shows none. ``tell`` says why nothing else is shown; None: it is.
    ``draw`` draws the place. In: whether the slider is drawn too, and what is wrong with the number that was typed there.
    """

    def __init__(
        self,
        looking: Callable[[], Looking | None],
        tell: Callable[[Told | None], None],
        draw: Callable[[bool, Told | None], None],
    ) -> None:
        self.looking = looking
        self.tell = tell
        self.draw = draw
        self.misread = False  # whether it stands beside the number that was typed why that is not shown

    async def _show(self, whole: bool = False, typed: bool = False, **wanted: Any) -> None:
        looking = self.looking()
        if looking is None:
            return
        found = await looking.show(whole, **wanted)
        if looking is not self.looking():  # something else was asked meanwhile
            return
        self.tell(None if typed else found)
        again, self.misread = self.misread, typed and found is not None
        self.draw(whole or typed or again, found if typed else None)

    async def hears_look(self, words: Words) -> None:
        """A position of the slider, or a step from the iteration that is shown, such as ``+1``."""
        looking, position = self.looking(), words.get("value", "")
        if words.get("step") and looking is not None:
            await self._show(iteration=looking.iteration, moved=words["step"])
        elif whole_number(position, 4) >= 0:
            await self._show(position=int(position))

    async def hears_exactly(self, words: Words) -> None:
        """An iteration as typed, which may be nothing but a blank."""
        await self._show(typed=True, iteration=words.get("iteration", "") or " ")

    async def hears_block(self, words: Words) -> None:
        """Another line of the script."""
        if whole_number(words.get("block", "")) >= 0:
            await self._show(whole=True, block=int(words["block"]))

    async def hears_place(self, words: Words) -> None:
        """A place inside of the iteration that is shown; 0 for behind it."""
        looking = self.looking()
        if whole_number(words.get("choice", "")) >= 0 and looking is not None:
            await self._show(iteration=looking.iteration, choice=int(words["choice"]))

    async def hears_stack(self, words: Words) -> None:
        """Something on the stack was touched: the first place of one's own with that on the stack."""
        looking = self.looking()
        number = looking.stop_with(words.get("text", "")) if looking is not None else 0
        if number:
            await self.hears_place({"choice": str(number)})
