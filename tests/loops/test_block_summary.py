"""Lemmas of blocks: the amounts after m rounds equal iterating, and guards left for all rounds hold in each of them."""

from __future__ import annotations

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from reiterate.amounts import EQ, LE, OPTIONS, RULES, Amount, Guard, Poly, Recorder, value_of
from reiterate.amounts.traced import test as holds
from reiterate.loops import block_summary
from reiterate.loops.block_summary import Lemma, close_rounds, filled_in, hold_for_all, last_round
from reiterate.loops.play import ROUNDS_PLAYED, Block
from reiterate.refusals import Unsupported
from tests.support.dice import dice
from tests.support.loop_cases import body_reader

OUTER, SECOND = 0, 1  # symbols around the block
OWN = (2, 3, 4)
ROUNDS = 5
X = [Poly.symbol(i) for i in range(6)]

small = st.integers(-3, 3)


@st.composite
def blocks(draw: st.DrawFn) -> tuple[list[Poly], list[Poly]]:
    """Updates in which each amount gains what those before it and the amounts around say; and starts."""
    update = []
    for i in range(3):
        gain = Poly.const(draw(small)) + X[OUTER] * draw(small)
        for j in OWN[:i]:
            gain = gain + X[j] * draw(small)
        update.append(X[OWN[i]] + gain)
    start = [X[OUTER] * draw(small) + X[SECOND] * draw(small) + draw(small) for _ in OWN]
    return update, start


def iterated(update: list[Poly], start: list[Poly], around: dict[int, int], rounds: int) -> list[list[int]]:
    found = [[poly.evaluate(around) for poly in start]]
    for _ in range(rounds):
        at = {**around, **dict(zip(OWN, found[-1], strict=True))}
        found.append([poly.evaluate(at) for poly in update])
    return found


def lemma_of(update: list[Poly], start: list[Poly], guards: list[Guard]) -> Lemma:
    forms = close_rounds(update, start, list(OWN), ROUNDS)
    known = dict(zip(OWN, forms, strict=True))
    return Lemma(ROUNDS, forms, tuple(Guard(g.poly.substitute(known), *_rest(g)) for g in guards))


def _rest(g: Guard) -> tuple[str, bool, str, str, int]:
    return g.op, g.truth, g.purpose, g.rule, g.place


@given(block=blocks(), x=st.integers(-4, 9), y=st.integers(-4, 9))
def test_a_lemma_equals_iterating(block: tuple[list[Poly], list[Poly]], x: int, y: int) -> None:
    update, start = block
    lemma = lemma_of(update, start, [])
    around = {OUTER: x, SECOND: y}
    rec = Recorder()
    rec.values.update(around)
    for m, row in enumerate(iterated(update, start, around, 12)):
        assert [form.substitute({ROUNDS: Poly.const(m)}).evaluate(around) for form in lemma.forms] == row
    values = [value_of(a) for a in filled_in(lemma, rec, X[OUTER] * X[OUTER])]
    assert values == iterated(update, start, around, x * x)[-1]


@given(
    block=blocks(),
    factors=st.lists(small, min_size=3, max_size=3),
    constant=st.integers(-60, 60),
    op=st.sampled_from([EQ, LE]),
    x=st.integers(1, 8),
    y=st.integers(-4, 9),
    data=st.data(),
)
def test_guards_left_for_all_rounds_hold_in_each(
    block: tuple[list[Poly], list[Poly]],
    factors: list[int],
    constant: int,
    op: str,
    x: int,
    y: int,
    data: st.DataObject,
) -> None:
    update, start = block
    asked = Poly.const(constant)
    for i, factor in zip(OWN, factors, strict=True):
        asked = asked + X[i] * factor
    arounds = [(data.draw(st.integers(1, 20)), data.draw(st.integers(-20, 20))) for _ in range(8)]
    event("proved" if guards_hold_in_each(update, start, asked, op, (x, y), arounds) else "refused")


def guards_hold_in_each(
    update: list[Poly], start: list[Poly], asked: Poly, op: str, now: tuple[int, int], arounds: list[tuple[int, int]]
) -> bool:
    """Whether a comparison is proved of all rounds; where it is, its guards have to hold it in each, for other amounts too."""
    x, y = now
    rec = Recorder()
    rec.values.update({OUTER: x, SECOND: y})

    def answers(around: dict[int, int], rounds: int) -> list[bool]:
        rows = iterated(update, start, around, rounds)[:rounds]
        return [holds(asked.evaluate(dict(zip(OWN, row, strict=True))), op) for row in rows]

    here = answers({OUTER: x, SECOND: y}, x + 1)
    lemma = lemma_of(update, start, [Guard(asked, op, here[0], RULES, "", 0)])
    plain = Lemma(ROUNDS, lemma.forms, tuple(Guard(_plain(g.poly, x, y), *_rest(g)) for g in lemma.guards))
    assert last_round(plain, x + 1, {}) == next((m for m, answer in enumerate(here) if answer != here[0]), x + 1)
    try:
        hold_for_all(lemma, rec, X[OUTER] + 1)
    except Unsupported:
        return False
    assert all(answer == here[0] for answer in here)
    for outer, second in arounds:
        around = {OUTER: outer, SECOND: second}
        if all(guard.holds(around) for guard in rec.guards):
            assert all(answer == here[0] for answer in answers(around, outer + 1))
    return True


def test_guards_left_for_all_rounds_hold_in_each_of_drawn_blocks() -> None:
    """The same for blocks drawn from a seed."""
    rng = dice("blocks")

    def few() -> int:
        return rng.randint(-3, 3)

    proved = 0
    for _ in range(120):
        update = []
        for i in range(3):
            gain = X[OUTER] * few() + few()
            for j in OWN[:i]:
                gain = gain + X[j] * few()
            update.append(X[OWN[i]] + gain)
        start = [X[OUTER] * few() + X[SECOND] * few() + few() for _ in OWN]
        asked = Poly.const(rng.randint(-60, 60))
        for i in OWN:
            asked = asked + X[i] * few()
        arounds = [(rng.randint(1, 20), rng.randint(-20, 20)) for _ in range(8)]
        now = rng.randint(1, 8), rng.randint(-4, 9)
        proved += guards_hold_in_each(update, start, asked, rng.choice((EQ, LE)), now, arounds)
    assert proved > 3  # about 33


def _plain(poly: Poly, x: int, y: int) -> Poly:
    return poly.substitute({OUTER: Poly.const(x), SECOND: Poly.const(y)})


def test_what_has_no_lemma_is_refused_by_name() -> None:
    for update in ([X[2] * 2], [X[2] * X[0]]):
        with pytest.raises(Unsupported, match="multiplies"):
            close_rounds(update, [X[0]], [2], ROUNDS)
    with pytest.raises(Unsupported, match="circle"):
        close_rounds([X[3], X[2]], [X[0], X[1]], [2, 3], ROUNDS)
    with pytest.raises(Unsupported, match="first round"):
        close_rounds([X[0] + 1], [X[0]], [2], ROUNDS)


def test_a_comparison_about_choices_that_changes_leaves_nothing_known_of_choices() -> None:
    lemma = lemma_of([X[2] + 1, X[3], X[4]], [Poly.const(0)] * 3, [Guard(X[2] - 3, LE, True, OPTIONS, "", 0)])
    rec = Recorder()
    rec.values.update({OUTER: 9, SECOND: 0})
    hold_for_all(lemma, rec, X[OUTER])
    assert [guard.holds(rec.values) for guard in rec.guards] == [False]


def test_rounds_that_are_too_few_or_many_are_not_replaced() -> None:
    body = body_reader("pass")

    def wanted(left: Amount, made: int, tracing: bool = True) -> bool:
        return block_summary.wanted(Block(body, left, made, ()), tracing)

    assert not wanted(ROUNDS_PLAYED, 0) and wanted(ROUNDS_PLAYED + 1, 0)
    with pytest.raises(Unsupported):
        wanted(Recorder().amount(0, 3), 0)
    long = Recorder().amount(0, 9)
    assert wanted(long, 0)
    with pytest.raises(Unsupported):
        wanted(long, block_summary.ROUNDS_BEFORE + 1)
    with pytest.raises(Unsupported):
        wanted(10**100, block_summary.ROUNDS_BEFORE + 1)
    assert not wanted(10**100, block_summary.ROUNDS_BEFORE + 1, tracing=False)
