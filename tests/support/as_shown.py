"""Values of the engine as answers show them: lines of a screen of 100 columns, and plain JSON."""

from __future__ import annotations

from typing import Any

from reiterate.ask import answer
from reiterate.ask.answer_json import as_json
from reiterate.ask.answer_words import PASSES, gain_words, kind_rows, need_words, refused_words, statement_words
from reiterate.ask.building import answer as asked
from reiterate.ask.building_board import board_of, seat_name
from reiterate.ask.building_checked import checked
from reiterate.ask.building_loop import found_of, gains_of, kind_of_answer, needs_of
from reiterate.ask.building_refusals import refused_of
from reiterate.ask.checked_words import checked_lines
from reiterate.ask.session import Result, Study
from reiterate.check.accepted import Accepted
from reiterate.kinds.kinds import Kind
from reiterate.refusals import EDITION, Refusal
from reiterate.show.screen import Page, cleaned, rendered
from reiterate.show.screen_answer import screen
from reiterate.show.screen_board import board_panel
from reiterate.state.model import State
from reiterate.survey.needs import Needs, needs
from reiterate.survey.proof import Found
from reiterate.worth.gains import Gain


def screen_lines(found: answer.Answer) -> list[str]:
    """The lines of an answer's screen, without the frames of panels."""
    return [_unframed(line) for line in screen(found, Page()).splitlines()]


def _unframed(line: str) -> str:
    return line[2:-2].rstrip() if line.startswith("│") else line


def report_lines(result: Result) -> list[str]:
    return screen_lines(asked(result.position, ["run"]))


def report_json(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = as_json(asked(result.position, ["run"]))
    return found


def loop_lines(study: Study) -> list[str]:
    return screen_lines(asked(study.position, ["loop"]))


def loop_json(study: Study) -> dict[str, Any]:
    found: dict[str, Any] = as_json(asked(study.position, ["loop"]))["loop"]
    return found


def _searched(found: Found, title: str) -> answer.Answer:
    return answer.Answer(
        edition=EDITION,
        asked=["find"],
        title=title,
        position=None,
        proposer=seat_name(found.me),
        script=[],
        declared=[],
        run=None,
        loop=None,
        find=found_of(found, None, None, needs(found).needs),
        combo=None,
        certificate=None,
        verdict=None,
        assumptions=[],
        refusals=[],
    )


def found_lines(found: Found, title: str) -> list[str]:
    return screen_lines(_searched(found, title))


def found_json(found: Found, title: str) -> dict[str, Any]:
    told: dict[str, Any] = as_json(_searched(found, title))
    return told


def kind_lines(kind: Kind | Refusal) -> list[str]:
    """The facts of a kind, each behind its name, and what is true of the choices that are no passes."""
    if isinstance(kind, Refusal):
        return refused_words(refused_of("kind", kind))
    told = kind_of_answer(kind)
    said = [
        f"choice {each.choice_number.text()}: {statement_words(each)}"
        for each in told.statements
        if each.role != PASSES
    ]
    return [*said, *(f"{name}: {line}" for name, lines in kind_rows(told) for line in lines)]


def kind_json(kind: Kind | Refusal) -> dict[str, Any]:
    part = refused_of("kind", kind) if isinstance(kind, Refusal) else kind_of_answer(kind)
    told: dict[str, Any] = as_json(part)
    return told


def gain_lines(gains: list[Gain] | None) -> list[str]:
    return gain_words(gains_of(gains) or [], gains is None)


def gains_json(gains: list[Gain] | None) -> list[Any]:
    return [as_json(each) for each in gains_of(gains) or []]


def check_lines(found: Accepted) -> list[str]:
    return checked_lines(checked(found))


def check_json(found: Accepted) -> dict[str, Any]:
    told: dict[str, Any] = as_json(checked(found))
    return told


def needs_lines(needed: Needs, me: int = 0) -> list[str] | None:
    """The needs in words; None where they are not known."""
    told = needs_of(needed.needs)
    return None if told is None else [need_words(each, seat_name(me)) for each in told]


def board_lines(state: State) -> list[str]:
    """The lines of a board on a very wide screen, with single spaces."""
    text = rendered([board_panel(cleaned(board_of(state)), Page())], Page(10_000))
    return [" ".join(_unframed(line).split()) for line in text.splitlines()]


def board_json(state: State) -> dict[str, Any]:
    found: dict[str, Any] = as_json(board_of(state))
    return found
