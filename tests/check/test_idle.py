"""That nobody could do anything else is shown by the checker itself: it doesn't trust the list of options (104.4b, 732.4)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

import pytest

from reiterate.certify.chain import certify_plainly
from reiterate.check.certificate import check
from reiterate.check.claims import idle
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import PASS, Option
from reiterate.rules.decisions import options
from reiterate.rules.decisions.pending import decider
from reiterate.state.model import State
from tests.certify.certified import accepted
from tests.certify.choice_boards import CHOICES, DRAWS, TOO_LONG, certificate, loop_of
from tests.kinds.kinds_table import ACT, BASES, SABOTAGE
from tests.kinds.kinds_table import Sabotage as Altered
from tests.rules.decisions.brute_boards import board_of
from tests.rules.decisions.brute_choices import Tried
from tests.support.dice import numbers

#: Alterations that let somebody act beside a loop that is a draw without them.
ACTING: Final = [
    each for each in SABOTAGE if each.claim in (ACT, "draw") and each.base in DRAWS and each.base not in TOO_LONG
]


#: Random boards on which the checker looks.
BOARDS: Final = 28


def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let options offer a pass and nothing else, to solver and checker."""

    def passing(state: State, seat: int) -> list[Any]:
        return [Option(PASS, seat)]

    monkeypatch.setitem(options._BY_QUESTION, "priority", passing)


@pytest.mark.parametrize("name", sorted(DRAWS - TOO_LONG))
def test_the_draws_that_are_draws_are_accepted_by_the_checkers_own_look(name: str) -> None:
    text = certificate(BASES[name].text())
    assert isinstance(text, str)
    assert accepted(text).draw


def falsely_a_draw(altered: Altered) -> str:
    """The certificate of an altered board; "" where there is none, or it claims no draw."""
    loop = loop_of.__wrapped__(altered.text())
    text = loop if isinstance(loop, Refusal) else certify_plainly(loop)
    return text if isinstance(text, str) and '"draw":true' in text.replace(" ", "") else ""


def test_a_draw_that_rests_on_options_left_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver, blind, takes each of these for a draw; the checker, as blind, finds what could be done."""
    blind(monkeypatch)
    seen = named = 0
    for altered in ACTING:
        text = falsely_a_draw(altered)
        if not text:
            continue
        seen += 1
        found = check(text)
        assert isinstance(found, Refusal), altered
        assert found.code == CHOICES, (altered, found)
        named += found.message == "choices: it is not shown to be a draw by itself"
    assert seen >= named >= 6


def test_without_the_checkers_own_look_such_draws_would_be_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    blind(monkeypatch)
    text = next(text for altered in ACTING if (text := falsely_a_draw(altered)))
    monkeypatch.setattr("reiterate.check.claims.choices.could_act", lambda state: False)
    monkeypatch.setattr("reiterate.check.claims.keeping_up.could_act", lambda state: False)
    assert accepted(text).draw


@pytest.mark.slow("tries everything on random boards")
def test_where_anything_is_legal_the_checker_says_that_somebody_could_act() -> None:
    """On random boards: never less than an enumeration of everything finds, and seldom more."""
    assert looked_at_more(numbers(BOARDS, "idle")) <= BOARDS // 4


def looked_at_more(seeds: Iterable[int]) -> int:
    """On how many boards the checker says that somebody could act where nobody can; fails where it misses something."""
    more = 0
    for seed in seeds:
        state = board_of(seed)
        tried = Tried(state, Random(seed))
        acts = any(choice.verb != PASS for choice in tried.legal.values())
        could = idle.could_act(state)
        assert could or not acts, seed
        more += could and not (acts or tried.untold)
    return more


def test_the_checkers_look_asks_options_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = board_of(1)
    assert decider(state) == 0
    expected = idle.could_act(state)

    def never(state: State) -> list[Option]:
        raise AssertionError("options were asked")

    monkeypatch.setattr(options, "options", never)
    monkeypatch.setattr(options, "_BY_QUESTION", {})
    assert idle.could_act(board_of(1)) == expected
