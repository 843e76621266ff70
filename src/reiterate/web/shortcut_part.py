"""The parts of a page that show a shortcut: the slider of iterations, the places inside of one, and the answer to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reiterate.web.amounts_shown import amount, exact, in_short, is_none, is_one
from reiterate.web.card_drawing import frame
from reiterate.web.drawn_symbols import with_powers
from reiterate.web.markup import NOTHING, Inside, Markup, button, inside, tag
from reiterate.web.plot import draw_growth
from reiterate.web.told_words import (
    change_words,
    line_shown,
    line_words,
    listed,
    place_words,
    script_words,
    told_changes,
)

Json = Mapping[str, Any]

#: Changes that are told beside a board.
MOST_CHANGES = 8
#: Places of an iteration that a scene lists at most (`table/seat_view.py`).
LISTED = 24


def slider(scene: Json, growth: Json | None, title: Inside, problem: Inside = None) -> Markup:
    """A shortcut in words, its plot, and the field for an exact number; the slider below is ``scrubber``, what it shows is ``where``.

    ``problem``: why the number that was typed is not shown, which stands below the field.
    """
    block = next(each for each in scene["blocks"] if each["number"] == scene["block"])
    parts: list[Inside] = [tag("h2", title), _script(scene)]
    if len(scene["blocks"]) > 1:
        parts.append(_blocks(scene))
    if not is_one(scene["count"]):
        if growth is not None:
            parts.append(draw_growth(growth))
        parts += [_exactly(scene), problem]
    elif block["repeated"]:
        parts.append(tag("p.small-text", "once"))
    return tag("div.panel.slider", parts)


def _lines(scene: Json) -> list[str]:
    return [line for each in scene["blocks"] for line in each["lines"]]


def _script(scene: Json) -> Markup:
    lines = _lines(scene)
    counts = [amount(each["count"]) for each in scene["blocks"] if each["repeated"] and "until" in each["lines"][0]]
    told = tag("p", f"that is {' and '.join(counts)} times") if counts else None
    exactly = "\n".join(lines)
    short = in_short(exactly)
    return tag("div", tag("pre.line", short, tabindex=0, title=None if short == exactly else exactly), told)


def _blocks(scene: Json) -> Markup:
    buttons = [
        button(
            f"{each['number']}: {in_short(each['lines'][0])}",
            data_do="block",
            data_block=each["number"],
            aria_pressed=_yes(each["number"] == scene["block"]),
        )
        for each in scene["blocks"]
    ]
    return tag("div.row", buttons, role="group", aria_label="Line of the script")


def _exactly(scene: Json) -> Markup:
    return tag(
        "form",
        tag("label", "Exactly: a number such as 7 or 10^99+7", for_="exactly"),
        tag(
            "input#exactly",
            name="iteration",
            type="text",
            autocomplete="off",
            value=amount(scene["iteration"]),
            data_key="e",
        ),
        tag("button", "Show", type="submit"),
        data_do="exactly",
    )


def scrubber(scene: Json) -> Markup:
    """The slider of iterations. Drawn once for a shortcut; ``static/page.js`` moves it as ``where`` says."""
    if is_one(scene["count"]):
        return NOTHING
    slide = tag(
        "input#iterations",
        type="range",
        min=0,
        max=1000,
        step=1,
        value=scene["position"],
        data_slide="look",
        data_key="i",
        aria_label="Iterations",
        aria_valuetext=_of(scene),
    )
    ends = tag(
        "div.ends",
        tag("span", "0"),
        tag("output#reached-short", with_powers(_of(scene))),
        tag("span", with_powers(amount(scene["count"]))),
    )
    return tag("div.panel.scrubber", slide, ends)


def _of(scene: Json) -> str:
    return f"after {amount(scene['iteration'])} of {amount(scene['count'])} iterations"


def where(scene: Json, may_stop: bool, faces: Mapping[str, Json]) -> Markup:
    """What the slider shows: the number, the places inside of that iteration, and what is otherwise than now.

    ``may_stop``: the seat is still to answer this shortcut, so its own places are marked. ``faces``: what stands on cards, by name.
    """
    words = place_words(scene["place"]) if scene["place"] else _of(scene)
    if is_one(scene["count"]) and not scene["place"]:
        words = "at the end" if not is_none(scene["iteration"]) else "before it begins"
    head = tag(
        "p#reached.reached", tag("strong", with_powers(words)), aria_live="polite", title=exact(scene["iteration"])
    )
    answer = tag(
        "span",
        data_answers_slide=True,
        data_position=scene["position"],
        data_text=words,
        data_iteration=amount(scene["iteration"]),
        hidden=True,
    )
    return tag("div.panel.where", answer, head, _stops(scene, may_stop, faces), _changes(scene["changes"]))


def _stops(scene: Json, may_stop: bool, faces: Mapping[str, Json]) -> Markup:
    stops: Sequence[Json] = scene["stops"]
    if not stops:
        return NOTHING
    buttons = [_stop(number, each, scene, may_stop, faces) for number, each in enumerate(stops, 1)]
    here = not scene["place"]
    buttons.append(
        button("after it", data_do="place", data_choice="0", class_="stop-at", aria_pressed=_yes(here), id="place-0")
    )
    title = f"Inside iteration {amount(scene['iteration'])}: touch a place"
    strip = tag("div#strip.strip", buttons, role="toolbar", aria_label=title, data_scrolls=True)
    return tag("div.stacked", tag("h3", title), strip)


def _stop(number: int, stop: Json, scene: Json, may_stop: bool, faces: Mapping[str, Json]) -> Markup:
    """A place of the lap as a small card: whose it is and what is done, in the frame of the card that acts."""
    who, line = _done(stop)
    on_top = stop["top"]
    mine = tag("span.mine-mark", "you may stop here") if stop["mine"] and may_stop else None
    return button(
        (
            tag("span.band", f"{number} ", tag("b", stop["card"] or who)),
            tag("span.step", tag("b", stop["player"]), " ", line_shown(line or who)),
            tag("span.top", f"on the stack: {line_words(on_top)}") if on_top else None,
            mine,
        ),
        id=f"place-{number}",
        class_=f"stop-at {frame(faces.get(stop['card'], {}))}{' can-stop' if stop['mine'] and may_stop else ''}",
        data_do="place",
        data_choice=number,
        aria_pressed=_yes(stop["place"] == scene["place"]),
    )


def _done(stop: Json) -> tuple[str, str]:
    """Who makes the choice at a place, and what that is, in words."""
    return stop["player"], "passes" if stop["passes"] else stop["own"]


def _yes(so: bool) -> str:
    return "true" if so else "false"


def _changes(changes: Sequence[Json]) -> Markup:
    told = told_changes(changes)
    if not told:
        return tag("p.nothing", "the same as now")
    more = len(told) - MOST_CHANGES
    rows = [tag("li", with_powers(change_words(each))) for each in told[:MOST_CHANGES]]
    if more > 0:
        rows.append(tag("li", f"and {more} more"))
    return tag("div.stacked", tag("h3", "Changed from now"), tag("ul.changes", rows))


def answers(view: Json, scene: Json | None) -> Markup:
    """Who has answered the shortcut that waits and who is next; for whoever is, the buttons."""
    proposal = view["proposal"]
    said = [
        tag(
            "li",
            tag("b", each["player"]),
            " accepts" if not each["cut"] else f" stops it at {place_words(each['cut'])}",
        )
        for each in proposal["answers"]
    ]
    waiting = proposal["to_answer"]
    mine = bool(waiting) and waiting[0] == view["who"]
    if waiting:
        more = f", then {listed(waiting[1:])}" if waiting[1:] else ""
        said.append(tag("li", "next to answer: ", tag("b", "you" if mine else waiting[0]), more))
    return tag(
        "section",
        tag("h2", f"{proposal['proposer']} proposes a shortcut" + (": your answer?" if mine else "")),
        tag("p.proposed", with_powers(in_short(script_words("\n".join(_lines(scene)))))) if scene else None,
        tag("ul.answers", said),
        _buttons(scene, view) if mine else None,
        class_=f"panel answer{' mine-now' if mine else ''}",
        aria_label="The shortcut that waits",
    )


#: How a player gets something to stop a shortcut with.
WAY_OUT = "Whoever begins a game can name cards for p2 under “What the opponent holds” on the first page."

#: Why an iteration has no place to stop, where all that a player does in it is to pass.
_PASSES = "you may do nothing but pass in this iteration, so there is no place for you to stop"
_UNNAMED = (
    "the cards of your hand have no names here, so you can do nothing but pass, and there is no place for you to stop"
)


def unarmed(view: Json) -> bool:
    """Whether a player has nothing known to stop a shortcut with: no card in hand that has a name, and no permanent."""
    own = next((each for each in view.get("board", {}).get("players", ()) if each["name"] == view["who"]), None)
    return own is not None and not own["battlefield"] and not any(each["name"] for each in _hand(view))


def _hand(view: Json) -> list[Json]:
    """The cards of the own hand, as far as they are told."""
    return [each for each in view.get("cards", ()) if each["player"] == view["who"] and each["zone"] == "hand"]


def _no_place(scene: Json | None, view: Json) -> str:
    """What one reads who looks at no place to stop: how to find one, or that there is none, with the way out."""
    words = _no_place_here(scene, view["who"])
    if words == _PASSES and any(not each["name"] for each in _hand(view)):
        words = _UNNAMED
    if unarmed(view):
        return f"{words}. You have no named card in hand and no permanent now. {WAY_OUT}"
    return f"{words}. {WAY_OUT}" if words in (_PASSES, _UNNAMED) else words


def _no_place_here(scene: Json | None, who: str) -> str:
    stops: Sequence[Json] = scene["stops"] if scene else ()
    own = [_done(each)[1] for each in stops if each["player"] == who]
    if not stops or len(stops) >= LISTED or any(each["mine"] for each in stops):
        return "to stop, touch a place that says “you may stop here”"
    if not own:
        return "you choose nothing in this iteration, so there is no place for you to stop"
    if all(line == "passes" for line in own):
        return _PASSES
    return "you may choose nothing else in this iteration, so there is no place for you to stop"


def _buttons(scene: Json | None, view: Json) -> Markup:
    stop = next((each for each in scene["stops"] if each["place"] == scene["place"]), None) if scene else None
    can = stop is not None and stop["mine"]
    place = place_words(stop["place"]) if stop is not None and can else _no_place(scene, view)
    return inside(
        (
            tag(
                "div.row",
                button("Accept it all", key="a", class_="go", data_do="accept", id="accept"),
                button(
                    "Stop me here",
                    key="s",
                    class_="stop",
                    data_do="stop" if can else None,
                    data_place=stop["place"] if stop is not None and can else None,
                    id="stop-here",
                    aria_disabled=None if can else "true",
                    aria_describedby="stop-where",
                ),
                button("Ask a judge", key="j", data_do="ask-judge", id="ask-judge"),
            ),
            tag("p#stop-where.small-text", place),
        )
    )
