"""A combo on one screen: verdict, what it gives, how it wins, what it needs, one lap, how it stops; twelve lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from reiterate.ask import answer
from reiterate.ask.combo_words import page_verdict
from reiterate.script.naming_words import possessive
from reiterate.show.brief import BETWEEN, Brief, Row
from reiterate.show.plain_sentences import loop_sentences
from reiterate.show.screen import HEAD, Page, cleaned, facts, rendered
from reiterate.show.screen_answer import screen
from reiterate.untrusted_text import plain

#: Lines that are shown without being asked for more.
LINES: Final = 12

#: Steps of a lap that are written out, or fewer; places of an opponent; steps before the first lap, or fewer; the characters of each.
STEPS: Final = (8, 6, 4, 3, 2)
PLACES: Final = 3
FIRST: Final = 3
SHORT: Final = 60

#: The rows that go first where not all of them fit, and what is said then.
LEFT_OUT: Final = ("assumed", "answers", "after n", "you get")
MORE: Final = "(more: --why)"

#: Which of several like objects a script means, and whose; a player reads the name alone.
_WHICH: Final = re.compile(r"(?: #\d+)?(?: of p1\b)|(?: #\d+\b)")

#: Words that tell a permanent from others that are alike.
_LIKE: Final = re.compile(r"\b(?:untapped|sick) | #\d+\b")


def combo_screen(found: answer.Answer, page: Page, seconds: float | None = None, why: bool = False) -> str:
    """The screen of a combo, of at most ``LINES`` lines; ``seconds``: how long it took.

    Where not all fits, whole rows of ``LEFT_OUT`` are left out, and the last line says so.
    ``why``: all of the lines, and the whole answer to the loop or to the line of play as well.
    """
    clean, part = _clean(found)
    head = _headline(clean.title, part.said.verdict, page, seconds)

    def shown(steps: int, left_out: Sequence[str] = ()) -> str:
        rows = [
            (name, [plain(line) for line in lines]) for name, lines in combo_rows(part, steps) if name not in left_out
        ]
        return rendered([head, facts(rows)], page)

    if why:
        return f"{shown(STEPS[0])}\n{screen(found, page)}"
    for steps in STEPS:
        text = shown(steps)
        if len(text.splitlines()) <= LINES:
            return text
    for gone in range(len(LEFT_OUT) + 1):  # whole rows go: half of a formula would be another formula
        text = shown(STEPS[-1], LEFT_OUT[:gone])
        if len(text.splitlines()) < LINES:
            return f"{text}{MORE}\n"
    kept = text.splitlines()[: LINES - 2]
    return "".join(f"{line}\n" for line in (*kept, "...", MORE))


def brief_of_combo(found: answer.Answer, whole: bool = False) -> Brief:
    """A combo in short, for every format; ``whole``: with every step and every place, where rows have room for them."""
    clean, part = _clean(found)
    rows = list(combo_rows(part, STEPS[0], whole))
    return Brief(clean.title, part.said.verdict, rows, more=MORE, plain=_sentences(clean, part))


def _sentences(clean: answer.Answer, part: answer.Combo) -> list[str]:
    """A combo in sentences as players say them; none where nothing can be told of a loop."""
    said, words = part.said, _Words(part.cards)
    if clean.loop is None:
        return []
    over = [words.of(each) for each in part.answered_over]
    sentences = loop_sentences(clean.loop, "p1", over, said.wins, said.assumed)
    return [words.of(each) for each in sentences]


def page_brief(found: answer.Answer) -> tuple[Brief, str]:
    """A combo in short for a page, and the codes that say why nothing is proved: there they stand beside the verdict.

    The rows are folded there, and nothing of them is cut.
    """
    clean, part = _clean(found)
    verdict, codes = page_verdict(clean, part)
    return replace(brief_of_combo(found, whole=True), verdict=verdict), codes


def _clean(found: answer.Answer) -> tuple[answer.Answer, answer.Combo]:
    clean: answer.Answer = cleaned(found)
    assert clean.combo is not None
    return clean, clean.combo


class _Words:
    """The names of cards as they are said on the screen: what stands before a comma, where no other begins alike."""

    def __init__(self, names: Sequence[str]) -> None:
        heads = [name.split(",")[0] for name in names]
        pairs = zip(names, heads, strict=True)
        self.short = {name: head for name, head in pairs if heads.count(head) == 1 and head != name}

    def of(self, text: str, limit: int = 0) -> str:
        """A text with short names, cut off behind so many characters."""
        text = _WHICH.sub("", text)
        for name, head in self.short.items():
            text = text.replace(f"{possessive(name)} ", f"{possessive(head)} ").replace(name, head)
        return text if not limit or len(text) <= limit else text[: limit - 3].rstrip() + "..."


def _headline(title: str, said: str, page: Page, seconds: float | None) -> RenderableType:
    """The cards at the left, the verdict at the right, or below where both don't fit."""
    took = "" if seconds is None else f" ({seconds:.1f} s)"
    names, verdict = Text(title, HEAD), Text(f"{said}{took}", HEAD)
    if len(names) + len(verdict) + 3 > page.width:
        return Text("\n").join([names, verdict])
    line = Table.grid(expand=True)
    line.add_column()
    line.add_column(justify="right")
    line.add_row(names, verdict)
    return line


def combo_rows(part: answer.Combo, steps: int, whole: bool = False) -> Iterator[Row]:
    """The lines under the verdict: what each is called, and its words. ``steps``: of a lap that many at most; ``whole``: all of them."""
    said, words = part.said, _Words(part.cards)
    if not said.start:
        return  # nothing can be told of the loop
    if said.gets:
        yield "you get", [said.gets]
    if said.wins:
        yield "you win", [said.wins]
    once, short = (len(part.before), 0) if whole else (min(FIRST, steps - 1), SHORT)
    steps = len(part.lap) if whole else steps
    first = [f"then, once: {_steps_line(part.before, words, once, '', short)}"] if part.before else []
    yield "start", [words.of(said.start), *first]
    if part.once:
        yield "once", [_steps_line(part.lap, words, steps, "", short)]
    else:
        yield "repeat", [_steps_line(part.lap, words, steps, "(back to 1)", short)]
    if said.after:
        yield "after n", [words.of(said.after)]
    yield "stops", [said.stops]
    yield "answers", [_answers_line(part, words, None if whole else PLACES)]
    if said.assumed:
        yield "assumed", ["; ".join(said.assumed)]
    if part.unusable:
        yield "unusable", ["; ".join(part.unusable)]


def _steps_line(lap: Sequence[answer.Step], words: _Words, most: int, last: str, short: int) -> str:
    """The first steps of a lap in order, ``last`` behind them; what resolves is told with what it is of. ``short``: characters of a step, 0 for any.

    What is done several times in a row is one step.
    """
    steps = []
    runs = [list(run) for _, run in groupby(lap, _as_done)]
    for i, run in enumerate(runs[:most], 1):
        step = run[0]
        who = f"{step.player} " if step.player not in (None, "p1") else ""
        said = words.of(step.does or step.text)
        resolves = "resolves: " if step.resolves and not step.idle else ""
        often = f" ({len(run)} times)" if len(run) > 1 else ""
        steps.append(f"{i} {resolves or who}{words.of(_as_done(step)[1] if often else said, short)}{often}")
    more = len(runs) - len(steps)
    return BETWEEN.join([*steps, f"... {more} more step{'' if more == 1 else 's'}" if more > 0 else last]).rstrip()


def _as_done(step: answer.Step) -> tuple[str | None, str, bool]:
    """A step as a player calls it: which of several like permanents it means is of no matter."""
    return step.player, _LIKE.sub("", step.text) if step.player else step.text, step.resolves


def _answers_line(part: answer.Combo, words: _Words, most: int | None) -> str:
    """Where an opponent can answer; so many of the places at most, None for all."""
    many, each_time = len(part.answered_over), "in all" if part.once else "each time"
    if not many:
        steps = any(step.idle for step in part.lap)
        return "while steps pass: nothing waits on the stack" if steps else "none: no opponent has priority"
    over = list(dict.fromkeys(words.of(each, 0 if most is None else SHORT) for each in part.answered_over))
    more = f", or {len(over) - most} more" if most is not None and len(over) > most else ""
    return f"{many} place{'' if many == 1 else 's'} {each_time}: with {', or '.join(over[:most])} on the stack{more}"
