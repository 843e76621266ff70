"""Whatever was said, a verdict never offers what it then rejects: each statement that it offers is accepted when it is said next.

What is offered is read from the verdict as data: who is asked, what that player may say, and which number a number has to
be lower than. What the verdicts of all cases offer is said in ``test_cases``.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reiterate.judging import statements as said
from reiterate.judging.policies import POLICIES
from reiterate.judging.statements import Said
from tests.judging.offered import offers
from tests.support.secret_cases import HANDS, LOOPS, case


@settings(max_examples=16)
@given(st.sampled_from(sorted(POLICIES)), st.sampled_from(sorted(LOOPS)), HANDS, st.data())
def test_whatever_was_said_the_next_offers_hold(
    policy: str, loop: str, hands: list[list[str]], data: st.DataObject
) -> None:
    """A table that says only what it was offered, at random, is offered nothing that is thrown back."""
    now = replace(case(policy, loop, hands, []), shown=data.draw(st.sampled_from([0, 2])))
    for _ in range(len(hands) + 1):
        found = offers(now)
        assume(found is not None)
        assert found is not None and found.thrown_back == []
        asked = found.asked
        if not asked or not asked[0].may_say:
            return
        seat = int(asked[0].player[1:]) - 1
        quiet = [what for what in asked[0].may_say if what not in (said.NUMBER, said.CUT)]
        below = int(asked[0].below) if asked[0].below.isdigit() else 9
        numbers = [Said(seat, said.NUMBER, number=each) for each in range(1, below)]
        may_name = said.NUMBER in asked[0].may_say
        options = [*(Said(seat, what) for what in quiet), *(numbers if may_name else [])]
        if not options:
            return
        now = replace(now, said=(*now.said, data.draw(st.sampled_from(options))))
