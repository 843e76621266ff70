"""Answers in short: what the default screens say of an answer and of a checked certificate.

Answers in short: what their default screens say.

A checked certificate in short: what the default screen of ``reiterate check`` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from reiterate.amounts import count_in_script, parse_quantity
from reiterate.ask import answer
from reiterate.ask.answer_words import (
    assumed_lines,
    changes_words,
    draw_words,
    end_words,
    gain_words,
    keeper_words,
    need_words,
    period_words,
    possible_words,
    refused_words,
    stretch_words,
    verdict_words,
)
from reiterate.ask.checked import Checked, ProvedGain
from reiterate.ask.checked_words import (
    COUNTED,
    DRAW,
    accepted_words,
    amount_name,
    cards_lines,
    choices_words,
    end_lines,
    needs_words,
    row_words,
)
from reiterate.ask.counter_words import count_name, counted_words, net_words
from reiterate.rules.turn.step_names import STEP_NAMES
from reiterate.script.saying import EMPTY
from reiterate.show.board_words import permanent_words, player_words, waiting_words
from reiterate.show.brief import Brief, Row, listed
from reiterate.show.plain_sentences import checked_sentences, loop_sentences

# --- brief answer --------------------------------------------------------------------------------

#: Counts and changes in a row, lines of a script, and differences that are told.
_COUNTS: Final = 3
_SCRIPT: Final = 7
_DIFFERENCES: Final = 3

#: Digits of a number that a short screen doesn't write out.
_LONG: Final = re.compile(r"\d{24,}")


def brief_of(found: answer.Answer, written: str = "") -> Brief:
    """The brief of an answer's first question that was answered; ``written``: where a certificate was written.

    What was assumed stands first: nothing is called proved without it.
    """
    brief = _brief(found, written)
    assumed = [("assumed", list(found.assumptions))] if found.assumptions else []
    return replace(brief, rows=[*assumed, *brief.rows])


def _brief(found: answer.Answer, written: str) -> Brief:
    """The same without what was assumed."""
    if found.run is not None:
        return _run(found, found.run)
    if found.loop is not None:
        said = loop_sentences(found.loop, found.proposer, assumed=found.assumptions)
        return Brief(found.title or "a loop", _loop_verdict(found.loop), _loop_rows(found, found.loop), plain=said)
    if found.find is not None:
        return _find(found, found.find)
    if found.certificate is not None:
        rows = [("size", [f"{found.certificate.characters.text()} characters"]), ("sha256", [found.certificate.digest])]
        return Brief(found.title, f"certificate written to {written or 'standard output'}", rows, more="")
    refused = found.refusals[0]
    return Brief(found.title, f"refused: {refused.message} ({refused.code})", more="")


# --- run ---------------------------------------------------------------------------------------------------------


def _run(found: answer.Answer, run: answer.Run) -> Brief:
    verdict, *rest = verdict_words(found, run)
    rows: list[Row] = []
    if run.differences:
        said = [f"{d.path}: expected {d.expected}, is {d.actual}" for d in run.differences]
        rows.append(("differs", _first(said, _DIFFERENCES)))
    rows += [("then", [line]) for line in rest if line not in assumed_lines(found)]
    rows += [("cut", [f"{each.player}, before {each.cut}"]) for each in run.responses if each.cut]
    board = run.after or run.board
    if board is not None:
        rows += _board_rows(board)
    counted = counted_words(run.counted, _COUNTS)
    if counted:
        rows.append(("counted", [", ".join(counted)]))
    if run.expected_facts.amount and not run.differences:
        rows.append(("expected", [f"all {run.expected_facts.text()} facts hold"]))
    return Brief(found.title or "a position", verdict, rows)


def _board_rows(board: answer.Board) -> Iterator[Row]:
    yield "now", [f"turn of {board.active}, {STEP_NAMES[board.step]}: {board.status}"]
    for each in board.players:
        many_first = sorted(each.battlefield, key=lambda one: one.count.amount == 1)
        there = [_permanent(one) for one in many_first]
        yield each.name, [player_words(each), *([listed(there)] if there else [])]
    if board.stack:
        yield "stack", [listed([waiting_words(each) for each in board.stack], "; ")]


def _permanent(one: answer.Permanent) -> str:
    name, size, notes = permanent_words(one, short=True)
    return f"{name}{' ' + size if size else ''}{f' ({notes})' if notes else ''}"


# --- loop and find -----------------------------------------------------------------------------------------------


def _loop_verdict(loop: answer.Loop) -> str:
    """How a loop ends, and whether the game is a draw by it."""
    draw = loop.kind is not None and loop.kind.draw == "yes"
    return f"{end_words(loop)}{': the game is a draw' if draw else ''}"


def _loop_rows(found: answer.Answer, loop: answer.Loop) -> list[Row]:
    rows: list[Row] = []
    if loop.gains is not None:
        draw = loop.kind is not None and loop.kind.draw == "yes"
        rows.append(("you get", [listed(gain_words(loop.gains, draw, short=True))]))
    rows += _changes(found, loop)
    if loop.places:
        rows.append(("repeat", [listed(lap(loop.places, found.proposer), "; ")]))
    if loop.needs is not None:
        rows.append(("needs", [listed([need_words(each, found.proposer) for each in loop.needs]) or "nothing"]))
    if loop.kind is not None:
        rows += _kind_rows(loop.kind)
    for each in found.refusals:
        if each.question in ("kind", "needs"):
            rows.append((each.question, [f"can't be told: {refused_words(each)[0]}"]))
    stretches = [stretch_words(each) for each in loop.stretches]
    rows += [("so" if found.assumptions else "proved", _first(stretches, 1))] if stretches else []
    return rows


def _changes(found: answer.Answer, loop: answer.Loop) -> Iterator[Row]:
    """What a period leaves changed; what is counted in it where that is nothing."""
    which = period_words(loop)
    net = (
        []
        if loop.net is None
        else net_words(loop.net, changes_words(loop.net, loop.growing_net), found.proposer, _COUNTS)
    )
    nothing = "what can't be told in numbers" if loop.net is None else "nothing: the position repeats"
    yield which, [", ".join(net) or f"changes {nothing}"]
    gross = [] if net or loop.growing_gross else counted_words(loop.gross, _COUNTS)
    if gross:
        yield "counted", [", ".join(gross)]


def _kind_rows(kind: answer.Kind) -> Iterator[Row]:
    yield "kept up by", [keeper_words(kind)]
    if kind.draw != "no":
        yield "draw", [draw_words(kind)]
    if kind.could_act:
        yield "could act", _first([possible_words(each) for each in kind.could_act], 1)


def lap(places: list[answer.Place], proposer: str | None) -> list[str]:
    """One iteration as players tell it: each choice, and in brackets what resolves as everybody passes."""
    steps: list[str] = []
    passed: set[str] = set()
    for place in places:
        if place.over is None:
            passed = set()
            steps.append(place.own if place.player == proposer else place.choice)
            continue
        words = "all pass" if place.over == EMPTY else f"({place.over})"
        if not steps or not passed or place.player in passed or steps[-1] != words:
            passed = set()
            steps.append(words)
        passed.add(place.player)
    return _alike(steps)


def _alike(steps: list[str]) -> list[str]:
    """Steps, those that are alike and follow each other said once."""
    found: list[tuple[str, int]] = []
    for each in steps:
        if found and found[-1][0] == each:
            found[-1] = (each, found[-1][1] + 1)
        else:
            found.append((each, 1))
    return [each if times == 1 else f"{times} x {each}" for each, times in found]


def _find(found: answer.Answer, search: answer.Found) -> Brief:
    rows = _loop_rows(found, search.loop)
    script: list[str] = []
    if len(search.script) <= _SCRIPT:
        script = ["script: |", *(f"  {_short(line)}" for line in search.script)]
    else:
        rows.insert(0, ("script", [f"{len(search.script)} lines: {listed(search.iteration, '; ')}"]))
    work = f"{search.steps.text()} steps, {search.positions.text()} positions"
    return Brief(
        found.title or "a board",
        f"found: {_loop_verdict(search.loop)}",
        [*rows, ("searched", [work])],
        script,
        plain=loop_sentences(search.loop, found.proposer, assumed=found.assumptions),
    )


def _short(line: str) -> str:
    """A line of a script with a long number as a sum of powers of ten, which reads as the number, where it is one."""
    return _LONG.sub(lambda found: _as_sum(found.group()), line)


def _as_sum(digits: str) -> str:
    number = parse_quantity(digits)
    return count_in_script(number) if isinstance(number, int) else digits


def _first(lines: list[str], most: int) -> list[str]:
    """The first lines, and behind the last of them how many more there are."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"{lines[most - 1]} (and {len(lines) - most} more)"]


# --- brief checked -------------------------------------------------------------------------------


def brief_of_checked(found: Checked) -> Brief:
    """The answer in short: what was proved, what was not, and the digests of the position."""
    rows: list[Row] = [("cards", [line.strip() for line in cards_lines(found)])]
    rows += [("end", end_lines(found))] if end_lines(found) else []
    rows += [("choices", [choices_words(each)]) for each in found.choices[:1]]
    if found.kind == "loop":
        rows.append(("kept up by", [f"{found.kept_up_by}{DRAW if found.draw else ''}"]))
    gains = [_gain_in_short(each) for each in sorted(found.gains, key=lambda each: not each.alone)]
    rows.append(("you get", [listed(gains)]))
    rows.append(("needs", [needs_words(found.needs)]))
    pieces = f"segments: {len(found.segments)}, guards: {found.guards.text()}"
    rows.append(("proved", [f"base, step, closed, guards, after ({pieces})"]))
    rows.append(("start", [f"sha256 {found.start_digest}"]))
    return Brief("", accepted_words(found), rows, plain=checked_sentences(found, gains))


def _gain_in_short(gain: ProvedGain) -> str:
    """A gain in players' words; names of foreign things stay in quotes."""
    name = amount_name(gain.name)
    words = COUNTED.get(gain.name, count_name(name) if gain.row is None else name)
    what = words if gain.row is None else f"{words} of {row_words(gain.row)}"
    return f"infinite {what}" if gain.most is None else f"{gain.most} {what}"
