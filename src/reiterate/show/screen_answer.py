"""The screens of ``run``, ``loop``, ``find`` and ``certify``, each made from an answer alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from reiterate.amounts import digits_text
from reiterate.ask import answer, answer_parts
from reiterate.ask.answer_words import (
    PASSES,
    Row,
    assumed_lines,
    changes_words,
    end_words,
    gain_words,
    kind_rows,
    need_words,
    period_words,
    refused_words,
    script_words,
    statement_words,
    stretch_words,
    verdict_words,
)
from reiterate.ask.counter_words import count_name, net_name
from reiterate.show.screen import (
    HEAD,
    QUIET,
    Page,
    beside,
    cleaned,
    facts,
    grid,
    headline,
    number_table,
    rendered,
    section,
    width_of,
)
from reiterate.show.screen_board import board_panel

#: Choices of an iteration that a screen writes out.
SHOWN_CHOICES: Final = 24

#: Characters up to which the words on a choice stand beside it; longer ones stand below.
BESIDE: Final = 30

#: Stretches of iterations that stand at the head of a loop's screen; more have a part of their own.
FEW_STRETCHES: Final = 3


def screen(found: answer.Answer, page: Page) -> str:
    """The text of an answer's screen: a part for each question that was asked and answered."""
    clean: answer.Answer = cleaned(found)
    parts: list[RenderableType] = []
    if clean.run is not None:
        parts += _run(clean, clean.run, page)
    if clean.loop is not None:
        parts += _loop(clean, clean.loop, page)
    if clean.find is not None:
        parts += _find(clean, clean.find, page)
    if clean.certificate is not None:
        parts += _certificate(clean, clean.certificate)
    parts += [
        Text(f"{each.question}: {line}")
        for each in clean.refusals
        if each.question not in ("kind", "needs")
        for line in refused_words(each)
    ]
    return rendered(parts, page)


# --- run ---------------------------------------------------------------------------------------------------------


def _run(found: answer.Answer, run: answer.Run, page: Page) -> Iterator[RenderableType]:
    yield headline(found.title or "a position", verdict_words(found, run), page)
    yield section(f"{found.proposer} proposes", *_script(found, run))
    for line in run.lines:
        head = f"one iteration of line {line.number.text()}" if line.block else f"line {line.number.text()}"
        whole = _nonzero(run.counted) if len(run.lines) == 1 else {}
        yield section(head, *_line(line, whole, page))
    if len(run.lines) > 1 and any(_nonzero(run.counted).values()):
        yield section("the whole script", number_table("counted", {"in all": _nonzero(run.counted)}, page))
    if run.board is not None:
        yield ""
        yield board_panel(run.board, page)
    if run.after is not None:
        yield section("then", *map(Text, script_words(run.then)))
        yield ""
        yield board_panel(run.after, page)
    yield from _expected(run, page)


def _script(found: answer.Answer, run: answer.Run) -> Iterator[RenderableType]:
    yield from (Text(line) for line in script_words(found.script))
    if run.end:
        yield Text(f"ending at {run.end}")
    for each in run.responses:
        yield Text(f"{each.player} {f'cuts in before {each.cut}' if each.cut else 'accepts'}", HEAD)


def _line(line: answer.Line, whole: dict[str, str], page: Page) -> Iterator[RenderableType]:
    yield grid([(f"{i:>3}.", text) for i, text in enumerate(line.choices[:SHOWN_CHOICES], 1)], QUIET, "")
    if len(line.choices) > SHOWN_CHOICES or line.more:
        more = f"{len(line.choices) - SHOWN_CHOICES}{' or' if line.more else ''}"
        yield Text(f"... {more} more choices", QUIET)
    yield from (Text(stretch_words(each)) for each in line.stretches)
    columns = {f"after {each.iteration.text()}": _nonzero(each.counted) for each in line.totals}
    if whole and whole not in list(columns.values())[-1:]:
        columns["in all"] = whole
    if any(columns.values()):
        yield ""
        yield _running(columns, page)


def _running(columns: dict[str, dict[str, str]], page: Page) -> Table:
    """Running totals; of the first iterations fewer, where all would not be beside each other."""
    table = number_table("counted", columns, page)
    for name in ("after 3", "after 2"):
        if name in columns and width_of(table) + 2 > page.width:
            columns = {key: column for key, column in columns.items() if key != name}
            table = number_table("counted", columns, page)
    return table


def _nonzero(counted: answer.Quantities) -> dict[str, str]:
    return {count_name(key): amount.text() for key, amount in counted.items() if amount.amount}


def _expected(run: answer.Run, page: Page) -> Iterator[RenderableType]:
    if run.differences:
        yield section(
            "expected facts that differ",
            grid([(d.path, f"expected {d.expected}, is {d.actual}") for d in run.differences], "", "red"),
        )
    elif run.expected_facts.amount:
        yield Text(f"all {run.expected_facts.text()} expected facts hold", "green")


# --- loop and find -----------------------------------------------------------------------------------------------


def _loop(found: answer.Answer, loop: answer.Loop, page: Page) -> Iterator[RenderableType]:
    stretches = [stretch_words(each) for each in loop.stretches]
    few = stretches if len(stretches) <= FEW_STRETCHES else []
    yield headline(found.title or "a loop", [end_words(loop), *few, *assumed_lines(found)], page)
    size = loop.period
    head = "one iteration" if size.amount == 1 else f"iteration 1, where a period has {size.text()}"
    yield section(f"{head} (place, choice)", places(loop))
    if len(few) < len(stretches):
        yield section("how it goes on", *map(Text, stretches))
    yield from _judged(found, loop, page)


def places(loop: answer.Loop) -> Table:
    """The places of an iteration, each with its choice and what is true of it; many of them cut short."""
    said = _statements(loop)
    rows: list[tuple[str, str, str]] = []
    for i, place in enumerate(loop.places, 1):
        lines = [statement_words(each, place.choice) for each in said.pop(digits_text(i), [])]
        if i > SHOWN_CHOICES and not lines:
            continue
        beside = len(lines) == 1 and len(lines[0]) <= BESIDE
        rows.append((place.place, place.choice, lines[0] if beside else ""))
        rows += [("", f"  {line}", "") for line in lines if not beside]
    shown = sum(1 for row in rows if row[0])
    if shown < len(loop.places):
        rows.append(("", f"... {len(loop.places) - shown} more choices", ""))
    rest = [each for statements in said.values() for each in statements]
    rows += [(f"choice {each.choice_number.text()}", each.choice, statement_words(each, each.choice)) for each in rest]
    return grid(rows, QUIET, "", "italic")


def _statements(loop: answer.Loop) -> dict[str, list[answer.Statement]]:
    """What is true of the choices of a loop, but for passes, by their places."""
    found: dict[str, list[answer.Statement]] = {}
    for each in loop.kind.statements if loop.kind is not None else ():
        if each.role != PASSES:
            found.setdefault(each.choice_number.text(), []).append(each)
    return found


def _judged(found: answer.Answer, loop: answer.Loop, page: Page) -> Iterator[RenderableType]:
    which = period_words(loop)
    verb = "s" if loop.alike or loop.growing_net or loop.growing_gross or loop.period.amount == 1 else ""
    head = f"{which} change{verb}"
    net = None if loop.net is None else _named(net_name, changes_words(loop.net, loop.growing_net))
    counted = _named(count_name, changes_words(loop.gross, loop.growing_gross))
    gross = number_table(f"{which} count{verb}", {"": counted}, page)
    yield ""
    if net:
        yield beside([number_table(head, {"": net}, page), gross], page)
    else:
        nothing = f"{head} nothing: the position repeats"
        yield Text(nothing if net is not None else f"{head} what can't be told in numbers")
        yield ""
        yield gross
    yield ""
    yield facts(_rows(found, loop))


def _named(name: Callable[[str], str], numbers: dict[str, str]) -> dict[str, str]:
    return {name(key): number for key, number in numbers.items()}


def _rows(found: answer.Answer, loop: answer.Loop) -> list[Row]:
    rows: list[Row] = []
    if loop.end is not None and loop.end.iteration.cut:
        rows.append(("ends in iteration", [loop.end.iteration.in_digits()]))
    if loop.kind is not None:
        rows += kind_rows(loop.kind)
    rows += _left_open(found, "kind", "kind")
    if loop.gains is not None:
        rows.append(("gains", gain_words(loop.gains, loop.kind is not None and loop.kind.draw == "yes")))
    if loop.needs is not None:
        needed = [need_words(each, found.proposer) for each in loop.needs]
        rows.append(("needs at the start", needed or ["nothing"]))
    rows += _left_open(found, "needs", "needs at the start")
    return rows


def _left_open(found: answer.Answer, question: answer_parts.AnyQuestion, name: str) -> list[Row]:
    """Why some part of a loop is not told."""
    refused = [refused_words(each)[0] for each in found.refusals if each.question == question]
    return [(name, [f"can't be told: {line}"]) for line in refused]


def _find(found: answer.Answer, search: answer.Found, page: Page) -> Iterator[RenderableType]:
    work = f"{search.steps.text()} steps, {search.positions.text()} positions, {search.depth.text()} moves deep"
    lines = [f"found: {end_words(search.loop)}", f"searched: {work}", *assumed_lines(found)]
    yield headline(found.title or "a board", lines, page)
    yield ""
    yield Text("script: |", HEAD)
    yield from (Text(f"  {line}", no_wrap=True, overflow="ignore") for line in search.script)
    if search.others_decide:
        yield section("other players decide in it", *map(Text, search.others_decide))
    yield from _judged(found, search.loop, page)


def _certificate(found: answer.Answer, made: answer.Certificate) -> Iterator[RenderableType]:
    lines = [f"{made.characters.text()} characters", f"sha256 {made.digest}", *assumed_lines(found)]
    yield facts([("certificate", lines)])
