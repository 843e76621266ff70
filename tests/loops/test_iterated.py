"""Periods without a closed form: iterated on plain numbers, the same as playing; and lemmas with powers of the rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reiterate.amounts import EQ, LE, RULES, Guard, Poly, Recorder, summed, value_of
from reiterate.amounts.polynomials import Coefficient, Monomial
from reiterate.amounts.traced import test as holds
from reiterate.certify.chain import certify_plainly
from reiterate.loops import closed_forms
from reiterate.loops.block_summary import Lemma, Powers, RoundPowers, close_rounds, filled_in, hold_for_all, last_round
from reiterate.loops.closed_forms import Iterated, can_be_iterated
from reiterate.loops.loop import Loop, find_loop, jump
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.decisions.pending import asked
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from tests.loops.lemma_rounds import fact, lemmas_from
from tests.support.dice import dice
from tests.support.generated_loops import ELF, ELF_ENTRY, GOBLIN, GOBLIN_ENTRY, Made, engine
from tests.support.loop_cases import Count, assert_same, body_reader, reached, read

pytestmark = pytest.mark.slow("plain play beside iteration on numbers")

GOOGOL = 10**100

OUTER, SECOND = 0, 1
OWN = (2, 3, 4)
ROUNDS = 5
X = [Poly.symbol(i) for i in range(6)]


# --- iterated ------------------------------------------------------------------------------------------------------


def no_form(life: int = 20, drain: str = "2") -> Made:
    """Elves and Goblins make each other, and a life is lost that a power of the matrix does not bound."""
    made = Made("no form", "no form", lives=["20", str(life)])
    engine(
        made,
        f"Create a {ELF} for each Goblin you control. You lose 1 life.",
        f"Create a {GOBLIN} for each Elf you control.",
        f"You gain 1 life for each Elf you control. Each opponent loses {drain} life.",
    )
    made.entries[0] += [f"{{{ELF_ENTRY}}}", f"{{{GOBLIN_ENTRY}}}"]
    return made


BODY = "activate engine: #1\nall pass\nactivate engine: #2\nall pass\nactivate engine: #3\nall pass"


def loop_of(made: Made) -> tuple[Loop, State, BodyReader]:
    start, reader = made.start(), body_reader(BODY)
    return find_loop(start, reader), start, reader


@pytest.mark.parametrize("life", [79, 80, 81, 1_000])
def test_what_is_iterated_is_the_same_as_playing(life: int) -> None:
    """To 60 iterations, and at the end of the second player with one life less and more."""
    loop, state, reader = loop_of(no_form(life))
    for n in range(61):
        assert_same(reached(loop, n), state, n)
        played = play(state, reader)
        if played.stop != DONE:
            assert loop.extend(None) is None
            assert n == (life + 1) // 2 and loop.end is not None
            assert (loop.end.iteration, loop.end.choice) == (n + 1, len(played.choices) + 1)
            assert_same(loop.end.state, played.state)
            assert isinstance(jump(loop, n + 1), Refusal)
            break
        state = played.state
    else:
        assert life == 1_000
    assert [segment.period.closed.kind for segment in loop.segments] == ["iterated"]


def test_no_rule_runs_while_iterating() -> None:
    taken = []
    for n in (400, 2_000):
        loop, _, reader = loop_of(no_form(10**9))
        with pytest.MonkeyPatch.context() as patch:
            count = Count(patch)
            state = reached(loop, n)
            taken.append(count.steps)
        assert_same(play(state, reader).state, reached(loop, n + 1))
    assert taken[0] == taken[1]


def test_behind_the_budget_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_forms, "WORK_BUDGET", 20_000)
    loop, _, _ = loop_of(no_form(10**30))
    refused = loop.extend(None)
    assert refused is not None and (refused.code, refused.exit_code) == ("iterated-budget", 3)
    assert "iterated on plain numbers" in refused.message and not loop.endless and loop.end is None
    assert isinstance(jump(loop, 10**9), Refusal)
    assert isinstance(jump(loop, 30), State)


def test_what_is_too_long_to_be_iterated_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_forms, "NUMBER_BITS", 60)
    loop, _, _ = loop_of(no_form(10**30))
    refused = loop.extend(None)
    assert refused is not None and refused.code == "iterated-budget" and "too long to go on" in refused.message
    assert loop.segments[-1].periods == 0


def test_what_is_iterated_has_no_certificate() -> None:
    loop, _, _ = loop_of(no_form(400))
    assert loop.extend(None) is None and loop.end is not None and loop.end.iteration == 201
    found = certify_plainly(loop)
    assert isinstance(found, Refusal) and found.code == "certificate-growth" and "iterated" in found.message


def test_an_iterated_period_stops_where_a_guard_flips_or_a_number_is_too_long() -> None:
    square = Iterated([X[0] * X[0], X[1] - 1], [3, 10**6], [Guard(X[1], LE, False, RULES, "", 0)])
    square.iterate(10**6, 10**9)
    assert square.full and not square.flipped and square.done < 40
    assert square.at(3) == (3**8, 10**6 - 3)
    falls = Iterated([X[0] - 3], [10**4], [Guard(X[0], LE, False, RULES, "", 0)])
    falls.iterate(10**6, 10**9)
    assert falls.flipped and falls.done == 3334 and falls.at(3334) == (-2,)
    assert [falls.at(n) for n in (0, 1, 1023, 1024, 1025)] == [(10**4 - 3 * n,) for n in (0, 1, 1023, 1024, 1025)]
    half = Iterated(
        [X[0] + 1, X[1] + X[0] * X[0] * Poly({(): Fraction(1, 2)}) + X[0] * Poly({(): Fraction(1, 2)})], [0, 0], []
    )
    half.iterate(10, 10**6)
    assert half.at(10) == (10, sum(k * (k + 1) // 2 for k in range(10)))


def test_sums_too_long_to_be_written_as_a_function_are_not_iterated() -> None:
    """A compiler reads no sum of thousands of products: such a period is played on."""
    pairs: dict[Monomial, Coefficient] = {(i, j): 1 for i in range(60) for j in range(i, 60)}
    below: dict[Monomial, Coefficient] = {(0, i): 1 for i in range(999)}
    assert can_be_iterated([Poly(below)], [])
    assert not can_be_iterated([Poly(pairs)], [])
    assert not can_be_iterated([X[0]], [Guard(Poly(pairs), LE, False, RULES, "", 0)])
    Iterated([Poly(below), *(X[0] for _ in range(998))], [1] * 999, []).iterate(2, 10**9)


def paying(cost: str, third: str, lives: tuple[str, ...] = ("20", "1000"), *, entries: tuple[str, ...] = ()) -> Made:
    """The same with a cost of the third ability, and more players."""
    made = no_form()
    made.lives, made.entries = list(lives), [made.entries[0] + list(entries), *([] for _ in lives[1:])]
    name, types, text = made.cards[0]
    made.cards[0] = (name, types, "\n".join([*text.split("\n")[:2], f"{cost}: {third}"]))
    return made


FUNGUS = "{token: Fungus, subtypes: [Fungus], power: 1, toughness: 1, count: 24}"
LAMPS = ("{card: Test Lamp, counters: {charge: 1}}", "{card: Test Lamp, counters: {charge: 2}, tapped: yes}")
DRAIN = "You gain 1 life for each Elf you control. Each opponent loses 2 life."


@pytest.mark.slow("plain play of many iterations")
@pytest.mark.parametrize(
    ("made", "body", "segments", "end"),
    [
        (paying("Sacrifice a Fungus", DRAIN, entries=(FUNGUS,)), BODY.replace("#3", "#3 sacrificing Fungus"), 1, 25),
        (paying("Remove two charge counters from Test Engine", DRAIN), BODY, 1, 16),
        (paying("{0}", DRAIN, ("20", "41", "70")), BODY, 2, 36),
        (
            paying("{0}", DRAIN, ("20", "66"), entries=LAMPS),
            BODY + "\nactivate untapped Test Lamp targeting tapped Test Lamp\nall pass",
            1,
            33,
        ),
    ],
    ids=["a group falls to nothing", "a step of more than one", "a player dies on the way", "two iterations at a time"],
)
def test_an_iterated_period_ends_and_the_chain_goes_on_behind_it(
    made: Made, body: str, segments: int, end: int
) -> None:
    """Asked in order, from far to near, and to its end first: always the states of plain play, and its end."""
    made.cards.append(("Test Lamp", "Creature — Construct", "{T}: Untap target creature."))
    made.entries[0][0] = "{card: Test Engine, label: engine, counters: {charge: 31}}"
    start, reader = made.start(), body_reader(body)
    states = [start]
    while (played := play(states[-1], reader)).stop == DONE:
        states.append(played.state)
    assert len(states) == end
    upto = range(end)
    for order in (upto, reversed(upto), None):
        loop = find_loop(start, reader)
        if order is None:
            assert loop.extend(None) is None
        for n in order or upto:
            assert_same(reached(loop, n), states[n], n)
        assert isinstance(jump(loop, end), Refusal) and loop.end is not None and not loop.endless
        assert (loop.end.iteration, loop.end.choice) == (end, len(played.choices) + 1)
        assert_same(loop.end.state, played.state)
        assert [segment.period.closed.kind for segment in loop.segments] == ["iterated"] * segments


# --- powers of the rounds ------------------------------------------------------------------------------------------


def played_on(update: list[Poly], start: list[Poly], around: dict[int, int], rounds: int) -> list[list[int]]:
    found = [[poly.evaluate(around) for poly in start]]
    for _ in range(rounds):
        at = {**around, **dict(zip(OWN, found[-1], strict=True))}
        found.append([poly.evaluate(at) for poly in update])
    return found


def _answers(asked_for: tuple[list[Poly], list[Poly], Poly, str], around: dict[int, int], rounds: int) -> list[bool]:
    """What a comparison answers in each round."""
    update, start, asked, op = asked_for
    rows = played_on(update, start, around, rounds)[:rounds]
    return [holds(asked.evaluate(dict(zip(OWN, row, strict=True))), op) for row in rows]


def test_a_lemma_with_powers_equals_iterating_and_its_guards_hold_in_each_round() -> None:
    assert powers_equal_iterating(150) > 10  # about 64


def powers_equal_iterating(blocks: int) -> int:
    """Lemmas of so many drawn blocks against iterating; how many comparisons were proved."""
    rng = dice("powers")
    proved = 0

    def small() -> int:
        return rng.randint(-3, 3)

    for _ in range(blocks):
        update = []
        for i in range(3):
            gain = X[OUTER] * small() + small()
            for j in OWN[:i]:
                gain = gain + X[j] * small()
            update.append(X[OWN[i]] * rng.choice((1, 1, 2, 3, 4, 6)) + gain)
        start = [X[OUTER] * small() + X[SECOND] * small() + small() for _ in OWN]
        x, y = rng.randint(1, 5), rng.randint(-4, 9)
        rec = Recorder()
        rec.amount(OUTER, x)
        rec.amount(SECOND, y)
        powers = RoundPowers(rec)
        forms = close_rounds(update, start, list(OWN), ROUNDS, powers)
        asked = Poly.const(rng.randint(-60, 60))
        for i in OWN:
            asked = asked + X[i] * small()
        op = rng.choice((EQ, LE))

        asked_for = (update, start, asked, op)
        now = _answers(asked_for, {OUTER: x, SECOND: y}, x + 2)
        along = asked.substitute(dict(zip(OWN, forms, strict=True)))
        lemma = Lemma(ROUNDS, forms, (Guard(along, op, now[0], RULES, "", 0),), Poly({}), powers)
        for m, row in enumerate(played_on(update, start, {OUTER: x, SECOND: y}, 8)):
            assert [lemma.at(form, m).evaluate({OUTER: x, SECOND: y}) for form in forms] == row
        last = played_on(update, start, {OUTER: x, SECOND: y}, x + 2)[-1]
        assert [value_of(a) for a in filled_in(lemma, rec, X[OUTER] + 2)] == last
        flip = next((m for m, answer in enumerate(now) if answer != now[0]), x + 2)
        assert last_round(lemma, x + 2, {OUTER: x, SECOND: y}) == flip
        try:
            hold_for_all(lemma, rec, X[OUTER] + 2)
        except Unsupported:
            continue
        proved += 1
        assert flip == x + 2
        for _ in range(6):
            around = {OUTER: rng.randint(1, 9), SECOND: rng.randint(-20, 20)}
            known = dict(around)
            known.update((number, prime ** around[s]) for (prime, s), number in rec.powers.items())
            if all(guard.holds(known) for guard in rec.guards):
                assert all(answer == now[0] for answer in _answers(asked_for, around, around[OUTER] + 2))
    return proved


def test_exponents_that_may_fall_are_refused_by_name() -> None:
    rec = Recorder()
    rec.amount(OUTER, 5)
    powers = RoundPowers(rec)
    (form,) = close_rounds([X[2] * 2], [Poly.const(1)], [2], ROUNDS, powers)
    lemma = Lemma(ROUNDS, (form,), (), Poly({}), powers)
    doubled = lemma.at(form, X[OUTER])
    assert Powers([X[OUTER] + 1, doubled], [], rec).update[2] == Poly.symbol(2) * 2
    for falls in (X[OUTER] - 1, Poly.const(3), X[OUTER] * X[OUTER]):
        with pytest.raises(Unsupported, match="may fall"):
            Powers([falls, doubled], [], rec)
    for rounds in (X[OUTER] * X[OUTER], X[OUTER] * -1):
        with pytest.raises(Unsupported, match="no sum of amounts"):
            lemma.at(form, rounds)
    with pytest.raises(Unsupported, match="too often"):
        lemma.at(form, GOOGOL)


NESTED = """repeat N:
  repeat N:
    activate engine: #1
    all pass
  activate engine: #2
  all pass
activate engine: #3
all pass"""


@pytest.mark.parametrize("times", [3, 4])
def test_a_doubling_block_inside_of_a_block_inside_of_a_loop(times: int) -> None:
    made = Made("nested", "nested")
    double = f"Create a {ELF} for each Elf you control."
    engine(made, double, f"Create a {ELF}.", "You gain 1 life for each Elf you control.")
    made.entries[0].append(f"{{{ELF_ENTRY}}}")
    start, state = made.start(), made.start()
    with lemmas_from(2):
        reader = body_reader(NESTED.replace("N", str(times)))
        loop = find_loop(start, reader)
        for n in range(6):
            assert_same(reached(loop, n), state, n)
            state = play(state, reader).state
        assert loop.endless and loop.segments[-1].period.closed.kind == "exponential"
    far = find_loop(start, body_reader(NESTED.replace("N", "60")))
    with pytest.MonkeyPatch.context() as patch:
        count = Count(patch)
        elves = 1
        state = reached(far, 5)
        for _ in range(5 * 60):
            elves = elves * 2**60 + 1
        assert summed(row.n for row in state.rows.values() if row.cls.kind == "token") == elves
        assert count.steps < 2_000


# --- heads inside of a resolution ----------------------------------------------------------------------------------


def test_608_2_a_period_may_begin_inside_of_a_resolution() -> None:
    """Grindstone's process: the loop begins, is jumped and ends while the ability resolves."""
    text = """format: position/1
players:
  p1:
    mana: {C: 3}
    battlefield:
      - {card: Painter's Servant, chosen: blue}
      - Grindstone
  p2: {library: N}
script: |
  activate Grindstone targeting p2
  all pass
"""
    for library in (20, 21, 10**40):
        position = read(text.replace("N", str(library)))
        state = play(position.state, BodyReader(position.script)).state
        assert asked(state) != "priority"
        reader = body_reader("continue")
        loop = find_loop(state, reader)
        for n in range(9):
            assert_same(reached(loop, n), state, n)
            state = play(state, reader).state
        if library == 10**40:
            assert fact(reached(loop, 10**30), "p2.library") == str(10**40 - 2 * 10**30 - 2)
