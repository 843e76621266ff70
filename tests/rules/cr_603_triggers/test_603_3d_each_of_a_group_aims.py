"""Like triggered abilities of like creatures: each may be aimed at its own source, and chooses among the others (603.3d, 601.2c).

Results are worked out by hand from the rules. A table of triggers and effects is played with each object by itself, too.
"""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import about
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import BATTLEFIELD, Ref, State
from reiterate.state.normal_form import explode
from tests.support.acting import HUGE, count, settled
from tests.support.all_results import results, seen_of
from tests.support.boards import BEAR, FOREST, play
from tests.support.combats import run
from tests.support.drawn import check_all, drawn_some
from tests.support.own_cards import card_read

BY_POWER = "target attacking creature gets +X/+0 until end of turn, where X is Own's power."


def attacking(effect: str, n: int, beside: bool = False) -> State:
    """The position before ``n`` creatures attack that have an ability for it."""
    layout = Layout(2)
    layout.put(card_read("Own", f"Whenever Own attacks, {effect}", 2, 3), 0, n=n)
    if beside:
        layout.put(BEAR, 1)
    for seat in range(2):
        layout.library(seat, [(FOREST, 9)])
    return run(layout.done(), "all pass to declare attackers")


def both(state: State, what=seen_of) -> tuple[set[object], set[object]]:  # type: ignore[no-untyped-def] # any look at a state
    """The results of the attack with the group, and with each creature by itself."""
    line = "attack with everything"
    return results(run(state, line), what, spoken=True), results(run(explode(state), line), what)


def sizes(state: State) -> tuple[int, ...]:
    """The powers of all permanents."""
    there = ((h, r.n) for h, r in state.rows.items() if r.cls.zone == BATTLEFIELD)
    return tuple(sorted(int(str(power(state, h))) for h, n in there for _ in range(int(str(n)))))


def test_603_3d_each_of_a_group_may_be_aimed_at_itself() -> None:
    """Each at itself: 2 + 2 each. One at itself, the other at that one: 8 and 2, or 6 and 2. Crosswise: 4 and 6."""
    grouped, single = both(attacking(BY_POWER, 2), sizes)
    assert grouped == single == {(4, 4), (2, 8), (2, 6), (4, 6)}


def test_603_3d_fights_itself_or_the_other() -> None:
    """Each at itself, or crosswise twice: both are dealt 4 and die. One at itself, the other at that one: one stays (701.14)."""
    grouped, single = both(attacking("Own fights target creature.", 2), lambda state: count(state, "Own"))
    assert grouped == single == {0, 1}


def test_603_3d_another_target_is_never_the_source() -> None:
    """Crosswise is all there is: 2 and 4 first, then 2 + 4 = 6 for the other."""
    grouped, single = both(attacking(BY_POWER.replace("target", "another target", 1), 2), sizes)
    assert grouped == single == {(4, 6)}


def test_603_3d_all_of_a_group_aim_at_themselves() -> None:
    """Said once for all of them; each doubles its own power."""
    state = settled(run(attacking(BY_POWER, 3), "attack with everything", "target itself"))
    assert sizes(state) == (4, 4, 4)


def test_603_3d_very_many_aim_at_themselves() -> None:
    """The first of them to resolve doubles one power."""
    state = run(attacking(BY_POWER, HUGE), "attack with everything", "target itself")
    state = play(play(state, Choice("pass", 0)), Choice("pass", 1))
    found = sorted((str(power(state, h)), r.n) for h, r in state.rows.items() if r.cls.zone == BATTLEFIELD)
    assert found == [("2", HUGE - 1), ("4", 1)]


def test_603_3d_another_aims_at_the_one_that_aims_at_itself() -> None:
    """The second is put on top: it gives the first 2, and the first then doubles 4."""
    state = run(attacking(BY_POWER, 2), "attack with everything", "target itself (1 of them)")
    state = play(
        state, next(choice for choice in _ways(state) if choice.targets != (-2,) and _aims_apart(state, choice))
    )
    assert sizes(settled(state)) == (2, 8)


def _ways(state: State) -> list[Choice]:
    return [choice for option in options(state) for choice in instances(state, option, 60)]


def _aims_apart(state: State, choice: Choice) -> bool:
    """Whether the ability that waits is aimed at another creature than its source."""
    waiting = state.rows[about(state)].refs["source"]
    assert isinstance(waiting, Ref)
    return choice.targets != (waiting.row,)


EFFECTS = (
    BY_POWER,
    "Own fights target creature.",
    "Own fights another target creature.",
    "put a +1/+1 counter on Own. Own deals damage equal to its power to target creature.",
    "sacrifice Own. If you do, target creature gets +1/+1 until end of turn.",
    "target creature gets +1/+1 until end of turn.",
    "another target creature gets +X/+0 until end of turn, where X is Own's power.",
    "tap target creature. Put a +1/+1 counter on Own.",
    "return target creature you control to its owner's hand. You gain life equal to Own's power.",
    "destroy target creature. Put a +1/+1 counter on Own.",
    "up to one target creature gets +X/+0 until end of turn, where X is Own's power.",
    "distribute two +1/+1 counters among one or two target creatures. Own gets +1/+0 until end of turn.",
    "gain control of target creature until end of turn. Put a +1/+1 counter on Own.",
    "sacrifice another creature.",
    "exile another creature you control.",
    "return another creature you control to its owner's hand.",
    "return a creature you control to its owner's hand.",
    "sacrifice a creature. Put a +1/+1 counter on Own.",
    "you may sacrifice another creature. If you do, put a +1/+1 counter on Own.",
    "sacrifice Own unless you sacrifice another creature.",
    "choose another creature you control. Put X +1/+1 counters on it, where X is Own's power.",
)
#: So many boards of the table are played in each run.
DRAWN = 8


BOARDS = [
    (effect, n, beside)
    for effect in EFFECTS
    for n, beside in ((2, False), (2, True), (3, False))
    if n == 2 or "among" not in effect
]


def check_group(board: tuple[str, int, bool]) -> None:
    """Every result of a group is one of its members by themselves, and the other way round."""
    grouped, single = both(attacking(*board))
    assert grouped == single, board


def test_603_3d_a_group_comes_to_what_its_members_come_to() -> None:
    check_all(drawn_some(BOARDS, DRAWN, "each of a group aims"), check_group)


@pytest.mark.soak
def test_603_3d_every_group_comes_to_what_its_members_come_to() -> None:
    check_all(BOARDS, check_group)


# --- another one, chosen as the ability resolves -------------------------------------------------------------------


def test_608_2d_another_of_a_group_whose_ability_waits_behind() -> None:
    """Of A, B, C the first sacrifices B, then B's ability A: C is alone, sacrifices nothing and stays."""
    grouped, single = both(attacking("sacrifice another creature.", 3), lambda state: count(state, "Own"))
    assert grouped == single == {0, 1}


def test_608_2d_of_two_there_is_one_other() -> None:
    grouped, single = both(attacking("sacrifice another creature.", 2), lambda state: count(state, "Own"))
    assert grouped == single == {0}


@pytest.mark.parametrize(
    "effect",
    [
        "sacrifice another creature.",
        "return another creature you control to its owner's hand.",
    ],
)
def test_608_2d_among_very_many_it_is_refused(effect: str) -> None:
    """Which of them leaves decides which abilities still find their source: nobody is asked about so many."""
    state = run(attacking(effect, HUGE), "attack with everything")
    with pytest.raises(Unsupported) as refused:
        settled(state)
    assert refused.value.refusal.code == "grouped-triggers"
