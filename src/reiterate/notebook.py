"""What a notebook shows of answers, boards and reports: HTML that needs nothing else, by the methods ``_repr_html_``.

``SHOWN`` says it for each class. The classes themselves know nothing of HTML; ``reiterate.api`` imports this room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from reiterate.ask.answer import Answer, Board
from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.building_board import board_of
from reiterate.ask.building_combo import ComboAnswer
from reiterate.ask.building_deck import DeckLoops
from reiterate.ask.checked import Checked
from reiterate.databases.reports import brief as survey_brief
from reiterate.databases.row_outcomes import CALLED, Outcome
from reiterate.databases.surveying import Survey
from reiterate.discoveries.discovering import Discovery
from reiterate.lazy_module import Later
from reiterate.refusals import Refusal
from reiterate.script.position import Position
from reiterate.show.brief import Brief, Row, html_section
from reiterate.state.model import State

if TYPE_CHECKING:  # what lays out screens starts slowly
    from reiterate.ask import checked_words
    from reiterate.show import (
        board_words,
        brief_answer,
        deck_words,
        screen,
        screen_answer,
        screen_combo,
        screen_verdict,
    )
else:
    brief_answer = Later("reiterate.show.brief_answer")
    checked_words = Later("reiterate.ask.checked_words")
    deck_words = Later("reiterate.show.deck_words")
    screen = Later("reiterate.show.screen")
    screen_answer = Later("reiterate.show.screen_answer")
    board_words = Later("reiterate.show.board_words")
    screen_combo = Later("reiterate.show.screen_combo")
    screen_verdict = Later("reiterate.show.screen_verdict")


def _answer(found: Answer) -> str:
    """In short, and the whole screen below."""
    page = screen.Page()
    if found.deck is not None:
        return html_section(deck_words.brief_of_deck(found), "\n".join(deck_words.deck_lines(found)))
    if found.combo is not None:
        return html_section(screen_combo.brief_of_combo(found), screen_combo.combo_screen(found, page, why=True))
    if found.verdict is not None:
        return _verdict(found.verdict)
    if found.check is not None:
        return _checked(found.check)
    if found.cards:
        rows: list[Row] = [
            (card.name, [f"{each.text} ({each.status})" for each in card.clauses]) for card in found.cards
        ]
        usable = sum(card.usable for card in found.cards)
        return html_section(Brief("", f"{usable} of {len(found.cards)} cards are fully usable", rows), "")
    return html_section(brief_answer.brief_of(found), screen_answer.screen(found, page))


def _verdict(found: Verdict) -> str:
    return html_section(
        screen_verdict.brief_of_verdict(found), screen_verdict.verdict_screen(found, screen.Page(), True)
    )


def _checked(found: Checked) -> str:
    return html_section(brief_answer.brief_of_checked(found), "\n".join(checked_words.checked_lines(found)))


def _board(found: Board, title: str = "") -> str:
    """Each player with what is on the battlefield, the stack, and who decides."""
    rows: list[Row] = []
    for player in found.players:
        permanents = [" ".join(filter(None, board_words.permanent_words(each))) for each in player.battlefield]
        rows.append((player.name, [board_words.player_words(player), *permanents]))
    stack = [board_words.waiting_words(each) for each in found.stack]
    rows += [("stack, top first", stack)] if stack else []
    return html_section(Brief(title, found.status, rows), "")


def _survey(found: Survey) -> str:
    """The outcomes so far."""
    return html_section(survey_brief(found.reading.path.name, found.tally, ()), "")


def _outcome(found: Outcome) -> str:
    """What came of a row, and the draft of a correction."""
    how = [("how", [found.how])] if found.how else []
    title = " + ".join(found.cards) or f"row {found.number}"
    brief = Brief(title, found.verdict or CALLED[found.came], [("came", [CALLED[found.came]]), *how, *found.told])
    return html_section(brief, found.draft)


def _discovery(found: Discovery) -> str:
    """A loop, what it gives, and what its cards give each other."""
    given = [
        f"{name} gives {', '.join(gives)}"
        for name, gives in zip(found.cards, (found.first_gives, found.second_gives), strict=False)
        if gives
    ]
    return html_section(Brief(" + ".join(found.cards), found.verdict, [("gains", found.gains), ("why", given)]), "")


def _refusal(found: Refusal) -> str:
    """Why there is no answer, and what would be accepted."""
    rows: list[Row] = [("rule", [found.rule])] if found.rule else []
    rows += [("accepted would be", [found.expected])] if found.expected else []
    return html_section(Brief("", f"refused: {found.message} ({found.code})", rows), "")


#: The HTML of each class that a notebook shows.
SHOWN: Final[dict[type, Callable[[Any], str]]] = {
    Answer: _answer,
    Board: _board,
    Checked: _checked,
    ComboAnswer: lambda found: _answer(found.answer),
    DeckLoops: lambda found: _answer(found.answer()),
    Discovery: _discovery,
    Outcome: _outcome,
    Position: lambda found: _board(board_of(found.state), found.title),
    Refusal: _refusal,
    State: lambda found: _board(board_of(found)),
    Survey: _survey,
    Verdict: _verdict,
}

for _kind, _shows in SHOWN.items():
    setattr(_kind, "_repr_html_", _shows)  # noqa: B010 # a checker of types knows of no such attribute
