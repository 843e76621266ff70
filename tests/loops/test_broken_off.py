"""A loop whose work was broken off, by a deadline or by a rule that is not implemented, is worked out the same when asked again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import reiterate.loops.loop as loops_loop
from reiterate.deadline import OutOfTime
from reiterate.loops.loop import Loop
from reiterate.loops.traced_period import Period
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.state.model import State
from tests.support.loop_cases import CASES, Case

#: Calls of the work of a loop at which it is broken off, from the first on.
BREAKS: Final = 16
ITERATIONS: Final = (0, 1, 2, 3, 5, 8, 13, 1_000, 10**40)


def facts(loop: Loop) -> tuple[object, ...]:
    """What a loop says of its end."""
    refused = loop.extend(None)
    end = loop.end
    return (
        None if refused is None else refused.code,
        loop.endless,
        None if end is None else (end.kind, end.iteration, end.choice),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_732_1b_a_loop_that_was_broken_off_anywhere_is_worked_out_the_same(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = case.loop()
    expected = facts(whole)
    broken = 0
    for number in range(1, BREAKS + 1):
        loop, left = case.loop(), [number]

        def bounded(call: Callable[..., Any], left: list[int] = left) -> Callable[..., Any]:
            def called(*args: Any, **more: Any) -> Any:
                left[0] -= 1
                if not left[0]:
                    raise OutOfTime
                return call(*args, **more)

            return called

        with monkeypatch.context() as patch:
            for name in ("play_skipping_rounds", "trace", "normal", "skeleton"):
                patch.setattr(loops_loop, name, bounded(getattr(loops_loop, name)))
            patch.setattr(Period, "at", bounded(Period.at))
            try:
                loop.extend(None)
                continue  # the work has fewer calls
            except OutOfTime:
                broken += 1
            assert all(segment.period.iterations > 0 for segment in loop.segments)
        assert facts(loop) == expected, number
        for iteration in ITERATIONS:
            at, there = whole.reach(iteration), loop.reach(iteration)
            assert isinstance(at, Refusal) == isinstance(there, Refusal), (number, iteration)
            if isinstance(at, State) and isinstance(there, State):
                assert same(at, there), (number, iteration)
                assert whole.choices_before(iteration) == loop.choices_before(iteration), (number, iteration)
    assert broken
