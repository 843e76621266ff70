"""What is said while one waits for an answer of the first page, and where none comes."""

from __future__ import annotations

from reiterate.web.answer_part import working
from reiterate.web.page_frame import not_answered
from reiterate.web.site import Told

SPENT = Told("time-spent", "not answered in 20 seconds of work", "a smaller board or script, or fewer steps")


def test_work_that_waits_for_others_says_that_the_server_is_busy() -> None:
    assert "busy" not in working("long", 8.0, 20, 9.0) and "busy" not in working("waiting", 0.0, 20, 1.0)
    assert "the server is busy: you asked 61 seconds ago" in working("long", 0.4, 20, 61.0)
    assert "the server is busy" in working("waiting", 0.0, 20, 12.0)


def test_what_was_not_answered_in_time_may_be_asked_again_with_advice_that_fits() -> None:
    cards, board = not_answered(SPENT, True), not_answered(SPENT, False)
    assert "fewer cards" in cards and "script" not in cards and 'data-do="try-again"' in cards
    assert "a smaller board" in board and 'data-do="try-again"' in board
    busy = not_answered(Told("busy", "the server is busy", "the same request later"), True)
    assert "the same request later" in busy and 'data-do="try-again"' in busy
    assert "try-again" not in not_answered(Told("count", "'x' is no life total"), True)
