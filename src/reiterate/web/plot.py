"""What grows over the iterations, drawn: heights are the exact logarithms that the table gives, and each point tells its exact number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from reiterate.web.amounts_shown import amount, exact
from reiterate.web.drawn_symbols import with_powers
from reiterate.web.markup import Markup, tag
from reiterate.web.told_words import path_words

Json = Mapping[str, Any]

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
    top = max((height for _, points in lines for height in map(_log, points) if height is not None), default=Decimal(1))
    top, plain_top = max(top, Decimal(1)), _plain_top(lines)
    drawn = [_line(number, label, points, growth, top, plain_top) for number, (label, points) in enumerate(lines)]
    ticks = _ticks(top) if plain_top is None else [(0, Decimal(0)), (plain_top, Decimal(1))]
    lines_across = [
        tag("path.tick", d=f"M0,{_place(at)} H{WIDTH}", vector_effect="non-scaling-stroke") for _, at in ticks
    ]
    scale = (
        "with even steps" if plain_top is not None else "on a logarithmic scale: each step up is as many digits more"
    )
    plot = tag(
        "svg.plot",
        lines_across,
        drawn,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        role="group",
        aria_label=f"What grows, {scale}; arrow keys go from point to point",
    )
    times = growth["iterations"]
    below = tag(
        "div.ends.across",
        [
            tag("span", with_powers(amount(each)))
            for each in (times[at] for at in sorted({0, len(times) // 2, len(times) - 1}))
        ],
    )
    axes = tag("div.axes", _upright(ticks), plot, below)
    told = tag("p.small-text", f"From left to right: iterations. From bottom to top: the number, {scale}.")
    legend = [
        tag("li", _key(number), f"{label}: ", tag("b", with_powers(amount(points[-1]["value"]))), " at the end")
        for number, (label, points) in enumerate(lines)
    ]
    if growth["more"]:
        legend.append(tag("li", f"and {growth['more']} more that change, not drawn"))
    return tag("figure.growth", axes, told, tag("ul.legend", legend), _table(lines, growth))


def together(lines: Sequence[Json]) -> list[tuple[str, Sequence[Json]]]:
    """The lines by their words; lines that are the same everywhere are one."""
    found: dict[str, tuple[str, Sequence[Json]]] = {}
    for line in lines:
        key = repr([point["value"] for point in line["points"]])
        words = path_words(line["path"])
        if key in found:
            if not line["path"].endswith((".power", ".toughness")):
                found[key] = (f"{found[key][0]}, {words}", found[key][1])
        else:
            found[key] = (words, line["points"])
    return list(found.values())


def _key(number: int) -> Markup:
    """A piece of a line beside its words, with the dashes of that line."""
    return tag(
        "svg",
        tag("path", d="M0,3 H40", fill="none", stroke_width=3, stroke_dasharray=DASHES[number] or None),
        viewBox="0 0 40 6",
        aria_hidden="true",
        class_=f"key line-{number}",
    )


def _plain_top(lines: Sequence[tuple[str, Sequence[Json]]]) -> int | None:
    """The greatest of the numbers where all are small, so that they are drawn with even steps; None where they aren't."""
    values = [point["value"] for _, points in lines for point in points]
    if not all(isinstance(each, str) and each.isdecimal() and len(each) <= 3 for each in values):
        return None
    return max(1, *map(int, values))


def _ticks(top: Decimal) -> list[tuple[int | str, Decimal]]:
    """What stands at the side of a logarithmic plot: 1, the greatest whole power of ten, and one about halfway between."""
    greatest = int(top)
    found = dict.fromkeys((0, greatest // 2, greatest))
    return [("1" if log == 0 else f"10^{log:,}", _share(Decimal(log), top)) for log in found]


def _share(log: Decimal, top: Decimal) -> Decimal:
    return (max(log, Decimal(0)) + Decimal("0.3")) / (top + Decimal("0.3"))


def _upright(ticks: Sequence[tuple[int | str, Decimal]]) -> Markup:
    """The numbers at the side of a plot, each at its height; screen readers have them from the points and the table."""
    words = []
    for told, at in ticks:
        base, _, power = str(told).partition("^")
        raised = tag("tspan.raised", power, dy=-7) if power else None
        words.append(tag("text", base, raised, x=76, y=f"{Decimal(_place(at)) + 6}", text_anchor="end"))
    return tag("svg.upright", words, viewBox=f"0 0 80 {HEIGHT}", aria_hidden="true")


def _log(point: Json) -> Decimal | None:
    return Decimal(point["log"]) if point["log"] else None


def _height(point: Json, top: Decimal, plain_top: int | None) -> str:
    """Where a point stands: 0 at the bottom, the greatest number at the top; on a logarithmic scale 1 a little above the bottom."""
    log = _log(point)
    if plain_top is not None:
        return _place(Decimal(point["value"]) / plain_top)
    if log is None:
        return _place(Decimal(0) if point["value"] == "0" else Decimal(1))
    return _place(_share(log, top))


def _place(at: Decimal) -> str:
    return f"{HEIGHT - _BOTTOM - at * (HEIGHT - _TOP - _BOTTOM):.1f}"


def _line(number: int, label: str, points: Sequence[Json], growth: Json, top: Decimal, plain_top: int | None) -> Markup:
    places = [
        (position, _height(point, top, plain_top)) for position, point in zip(growth["positions"], points, strict=True)
    ]
    path = "M" + " L".join(f"{x},{y}" for x, y in places)
    dots = [
        _dot(x, y, f"after {amount(times)}: {label} {exact(point['value'])}", first=number == 0 and at == 0)
        for at, ((x, y), times, point) in enumerate(zip(places, growth["iterations"], points, strict=True))
    ]
    return tag(
        "g",
        tag(
            "path",
            d=path,
            fill="none",
            stroke_width=3,
            stroke_dasharray=DASHES[number] or None,
            vector_effect="non-scaling-stroke",
        ),
        dots,
        class_=f"line-{number}",
    )


def _dot(x: int, y: str, words: str, first: bool) -> Markup:
    return tag(
        "g",
        tag("title", words),
        tag("ellipse", cx=x, cy=y, rx=4, ry=4),
        data_point=True,
        tabindex=0 if first else -1,
        role="img",
        aria_label=words,
    )


def _table(lines: Sequence[tuple[str, Sequence[Json]]], growth: Json) -> Markup:
    head = tag("tr", tag("th", "after", scope="col"), [tag("th", label, scope="col") for label, _ in lines])
    rows = []
    chosen = range(0, len(growth["positions"]), max(1, len(growth["positions"]) // 10))
    for at in dict.fromkeys((*chosen, len(growth["positions"]) - 1)):
        cells = [tag("td", amount(points[at]["value"])) for _, points in lines]
        rows.append(tag("tr", tag("th", amount(growth["iterations"][at]), scope="row"), cells))
    table = tag("table", tag("thead", head), tag("tbody", rows))
    return tag(
        "details#numbers",
        tag("summary", "The numbers"),
        tag("div.wide", table, tabindex=0, role="region", aria_label="The numbers"),
    )
