"""A line of play that is played once on one screen: what it comes to, what it needs, its steps; twelve lines."""

from __future__ import annotations

from collections.abc import Iterator

from reiterate.show import answer
from reiterate.show.answer_quantities import quantity
from reiterate.show.brief import Brief
from reiterate.show.building_combo import ShownOnce
from reiterate.show.screen import Page, cleaned
from reiterate.show.screen_combo import (
    STEPS,
    Row,
    Words,
    answers_line,
    headline_of,
    lacks_text,
    laid_out,
    mana_text,
    steps_line,
)
from reiterate.survey.once import NO_LIBRARY, WIN


def once_screen(found: ShownOnce, page: Page, seconds: float | None = None, why: bool = False) -> str:
    """The screen of a line that is played once; ``why``: the whole answer to it as well."""
    clean: answer.Answer = cleaned(found.answer)
    head = headline_of(clean.title, _verdict(found), page, seconds)
    return laid_out(head, lambda steps: _rows(found, steps), found.answer, page, why)


def brief_of_once(found: ShownOnce) -> Brief:
    """A line that is played once in short, for every format."""
    clean: answer.Answer = cleaned(found.answer)
    return Brief(clean.title, _verdict(found), list(_rows(found, STEPS[0])))


def _verdict(found: ShownOnce) -> str:
    """What the line comes to, in a few words; first what it lacks."""
    words = {WIN: "you win", NO_LIBRARY: "an opponent has no library left"}.get(found.what) or _given(found)
    said = f"ONCE: {words}, proved"
    library = [f"an opponent's library of {found.library} cards"] if found.library else []
    life = [f"{found.ours} life"] if found.ours else []
    lacks = lacks_text(found.helpers, [*life, *library], _mana(found), found.starters)
    return f"ALMOST: needs {lacks}. With it: {said}" if lacks else said


def _given(found: ShownOnce) -> str:
    return ", ".join(f"{what} {many.text()}" for what, many in found.gains)


def _mana(found: ShownOnce) -> str:
    return mana_text([(kind, "", quantity(n)) for kind, n in found.mana], found.generic)


def _rows(found: ShownOnce, steps: int) -> Iterator[Row]:
    words = Words(found.cards)
    if found.what == WIN:
        yield "you win", [f"at the end of this line, with {found.life} life to lose"]
    elif found.what == NO_LIBRARY:
        yield "you get", ["an opponent without a library, who loses by the next draw (704.5b)"]
    if found.gains:
        yield "in all" if found.what in (WIN, NO_LIBRARY) else "you get", [_given(found)]
    cards = [f"{name}{f' in {found.away[name]}' if name in found.away else ''}" for name in found.cards]
    yield "start", [words.of("; ".join([*cards, _mana(found) or "no mana"]))]
    yield "once", [steps_line(found.lap, words, steps, "")]
    yield "stops", ["by itself: it is no loop, and nothing is repeated"]
    yield "answers", [answers_line(found.lap, words).replace("a lap", "in all")]
    library = f"each opponent's library has {found.library} cards; " if found.library else ""
    yield "assumed", [f"{library}the opponents' hands are unknown, and they do nothing"]
