"""Law 1: a jump is the same as performing, for every number of iterations and at every place inside."""

from __future__ import annotations

import random
from collections import Counter
from textwrap import dedent

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

import reiterate.loops.loop as loops_loop
from reiterate.amounts import plain
from reiterate.loops.loop import Loop, find_loop, jump
from reiterate.loops.play import DONE, OVER, play
from reiterate.loops.trace import trace
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.script import BodyReader
from reiterate.script.sentences import say
from reiterate.state.model import Row, State, player
from reiterate.state.normal_form import explode, normal
from reiterate.terms.effects_permanents import PutCounters, Untap
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This
from tests.support.boards import CREATURE, ELF, GROWER, WARDEN, board, creature, tap_ability
from tests.support.dice import dice
from tests.support.loop_cases import (
    ALARM,
    CASES,
    GUARD,
    Case,
    Count,
    assert_same,
    body_reader,
    choices_of,
    compare_with_plain,
    reached,
    read,
    there,
)

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
endless = pytest.mark.parametrize("case", [c for c in CASES if not c.name.startswith("bond")], ids=lambda c: c.name)


def life(state: State, seat: int) -> object:
    return state.rows[player(seat)].get("life")


# --- jumping and performing ----------------------------------------------------------------------------------------


@every_case
def test_a_jump_is_the_same_as_performing(case: Case) -> None:
    loop = case.loop()
    assert loop.extend(10**6) is None
    compared = compare_with_plain(loop, case.reader(), 200, [*range(20), 50, 123, 199])
    assert compared == (9 if case.name == "bond 20" else 200)


@every_case
def test_asked_for_any_number_first(case: Case) -> None:
    """What was asked before does not change an answer."""
    rng = dice(case.name)
    full = case.loop()
    for _ in range(12):
        n = rng.randint(0, 9)
        loop = case.loop()
        assert_same(reached(loop, n), reached(full, n))
        m = rng.randint(0, 9)
        assert_same(reached(loop, m), reached(full, m))


@every_case
@pytest.mark.parametrize("n", [10, 10**6, 10**100])
def test_a_jump_costs_a_prefix_and_a_few_periods(case: Case, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    size = choices_of(case.start(), case.reader())
    loop = case.loop()
    count = Count(monkeypatch)
    found = jump(loop, n)
    assert loop.segments or loop.end is not None
    segment = loop.segments[0]
    assert count.steps <= (segment.start + 4 * segment.period.iterations) * size
    assert isinstance(found, State) == (n <= (loop.end.iteration - 1 if loop.end is not None else n))


@every_case
def test_a_period_played_plainly_far_away(case: Case) -> None:
    rng = dice(case.name)
    reader = case.reader()
    loop = case.loop()
    assert loop.extend(None) is None
    segment = loop.segments[0]
    last = plain(loop.end.iteration) - 2 if loop.end is not None else 10**50
    for n in [rng.randint(0, last) for _ in range(6)] + [rng.randint(0, min(last, 10**6)) for _ in range(3)] + [last]:
        state = reached(loop, n)
        for i in range(segment.period.iterations):
            if n + i < last + 1:
                played = play(state, reader)
                assert played.stop == DONE
                state = played.state
        assert_same(state, reached(loop, n + segment.period.iterations), n)


@endless
def test_a_place_inside_a_far_iteration(case: Case) -> None:
    reader = case.reader()
    loop = case.loop()
    far = 10**99 + 7
    before, size = reached(loop, far - 1), choices_of(reached(loop, far - 1), reader)
    for j in range(size + 1):
        assert_same(there(loop, far, j + 1), play(before, reader, upto=j).state, j)
    assert_same(there(loop, far, size + 1), reached(loop, far))
    assert isinstance(jump(loop, 10**100), State)


@endless
def test_endless_loops_are_known_to_be(case: Case) -> None:
    loop = case.loop()
    assert loop.extend(None) is None
    assert loop.endless and loop.end is None


@pytest.mark.parametrize(("start", "losses"), [("20", 10), ("21", 11), ("10^40", 10**40 // 2), ("3", 2), ("2", 1)])
def test_bond_and_blood_end_where_the_opponent_dies(start: str, losses: int) -> None:
    case = CASES[-1]
    case = Case("bond", case.players.replace("10^40", start), case.body, case.before)
    reader = case.reader()
    loop = case.loop()
    assert loop.extend(None) is None
    end = loop.end
    assert end is not None
    assert (end.kind, end.iteration, end.choice) == (OVER, losses, 3)
    assert not end.state.rows[player(0)].cls.prop("lost") and end.state.rows[player(1)].cls.prop("lost")
    assert life(end.state, 0) == 20 + 2 * losses
    for n in (losses - 2, losses - 1):
        if n >= 0:
            played = play(reached(loop, n), reader)
            assert (played.stop == DONE) == (n < losses - 1)
    refused = jump(loop, losses)
    assert isinstance(refused, Refusal) and refused.code == "loop-ends"
    assert isinstance(jump(loop, losses + 1), Refusal)


# --- segments ------------------------------------------------------------------------------------------------------

TREMORS = ALARM.replace(
    "battlefield:\n        - {card: G", "battlefield:\n        - Impact Tremors\n        - {card: G"
)
ASCENDANT = TREMORS.replace("p2:", "p2:\n      life: LIFE") + "        - {card: Serra Ascendant, label: monk}\n"


@pytest.mark.parametrize("flip", [5, 40, 10**30, 10**100])
def test_a_condition_that_flips_far_away_starts_a_new_segment_there(flip: int) -> None:
    """p2 loses 1 life each iteration; after ``flip`` of them Serra Ascendant no longer gets +5/+5 (30 life)."""
    body = "activate bears\nall pass\nall pass\nall pass"
    case = Case("monk", ASCENDANT.replace("LIFE", str(29 + flip)), body)
    reader = case.reader()
    loop = case.loop()
    assert loop.extend(None) is None
    assert len(loop.segments) == 2
    first, second = loop.segments
    assert first.periods is not None
    assert first.start + first.periods == flip - 1 and second.start == flip
    end = loop.end
    assert end is not None and (end.kind, end.iteration, end.choice) == (OVER, flip + 30, 1)
    monk = reached(loop, 0).labels["monk"]
    for n, size in ((0, 6), (flip - 1, 6), (flip, 1), (flip + 1, 1), (flip + 28, 1)):
        state = reached(loop, n)
        assert life(state, 1) == 29 + flip - n
        assert power(state, monk) == size
        played = play(state, reader)
        assert_same(played.state, reached(loop, n + 1), n)
    if flip <= 40:
        assert compare_with_plain(loop, reader, 100, range(3, 8)) == flip + 29


def pump(size: int) -> tuple[State, BodyReader]:
    """A body that grows one of two same-named creatures by 2 and the other by 1; they are told apart by counters."""
    effects = (PutCounters(TargetRef(0), "+1/+1", Fixed(1)), CreateTokens(Fixed(1), ELF), Untap(This()))
    pumper = creature("Pumper", 1, 1, tap_ability(*effects, targets=(TargetSpec(CREATURE),)))
    layout = Layout(2)
    layout.put(pumper, 0, label="pumper")
    layout.put(GROWER, 0)
    layout.put(GROWER, 0, counters={"+1/+1": size})
    body = "activate pumper targeting oldest Grower\nall pass\norder #1 first\nall pass\nall pass"
    return layout.done(), body_reader(body)


@pytest.mark.parametrize("size", [3, 17, 31])
def test_an_order_is_asked_only_while_the_triggers_can_be_told_apart(size: int) -> None:
    """603.3b: in the iteration in which both hold equally many counters nobody is asked, and the line is not legal."""
    state, reader = pump(size)
    loop = find_loop(state, reader)
    assert compare_with_plain(loop, reader, 40, range(40)) == size - 1


def test_an_order_asked_far_away() -> None:
    state, reader = pump(10**50)
    loop = find_loop(state, reader)
    assert loop.extend(None) is None
    assert loop.end is not None and loop.end.iteration == 10**50


def test_a_choice_that_is_there_only_while_the_group_is_large() -> None:
    """p2's creatures are used up one by one; at the end the line that targets one of them is not legal."""
    shrink = PutCounters(TargetRef(0), "-1/-1", Fixed(1))
    theirs = TargetSpec(Filter(types=("creature",), controller="opponent"))
    killer = creature("Killer", 1, 1, tap_ability(shrink, Untap(This()), targets=(theirs,)))
    layout = Layout(2)
    layout.put(killer, 0, label="killer")
    elves = layout.put(ELF, 1, n=30)
    reader = body_reader("activate killer targeting Elf Warrior of p2\nall pass")
    loop = find_loop(layout.done(), reader)
    assert compare_with_plain(loop, reader, 40, range(40)) == 30
    state = layout.done()
    state.rows[elves] = Row(state.rows[elves].cls, {}, 10**40, {})
    loop = find_loop(state, reader)
    assert loop.extend(None) is None
    assert loop.end is not None and loop.end.iteration == 10**40 + 1


def wardens() -> State:
    """A creature that makes Wardens, each of which sees the next ones: 1 + 2 + 3 + ... life."""
    token = creature("Warden", 1, 1, *WARDEN.abilities, token=True)
    maker = creature("Maker", 1, 1, tap_ability(CreateTokens(Fixed(1), token), Untap(This())))
    state, (handle,) = board((maker, 0))
    state.labels["maker"] = handle
    return state


def test_triggers_that_grow_in_number_are_resolved_in_one_block() -> None:
    loop = find_loop(wardens(), body_reader("activate maker\nall pass\nfor each trigger:\n  all pass"))
    for n in [*range(13), 10**9, 10**100]:
        assert life(reached(loop, n), 0) == 20 + n * (n - 1) // 2
    assert loop.endless


def test_triggers_that_grow_in_number_outside_a_block_are_never_answered_wrongly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The number of passes isn't the same in each iteration: played or refused by name."""
    loop = find_loop(wardens(), body_reader("activate maker\nall pass\nresolve the stack"))
    monkeypatch.setattr(loops_loop, "PLAIN_BUDGET", 30)
    for n in range(13):
        assert life(reached(loop, n), 0) == 20 + n * (n - 1) // 2
    found = jump(loop, 10**9)
    assert isinstance(found, Refusal) and (found.code, found.exit_code) == ("plain-budget", 3)
    assert "for each" in found.message or "on the stack changes" in found.message


# --- grouping ------------------------------------------------------------------------------------------------------


@every_case
def test_exploded_play_ends_where_the_jump_does(case: Case) -> None:
    loop, reader = case.loop(), case.reader()
    state = explode(loop.heads[0])
    for n in range(9):
        assert same(state, reached(loop, n)), n
        state = explode(play(state, reader).state)
    if case.name != "bond 20":
        state = explode(normal(reached(loop, 20)))
        assert same(play(state, reader).state, reached(loop, 21))


# --- boards with bystanders ------------------------------------------------------------------------------------------

OUTCOMES: Counter[str] = Counter()

LOOPS = {
    "alarm": (ALARM, "activate bears"),
    "guard": (GUARD, "activate guard"),
    "guard and alarm": (GUARD + "        - Intruder Alarm\n", "activate guard"),
    "archangel": (CASES[2].players, "activate feeder: gain 2 life"),
    "basalt": (CASES[4].players, "tap basalt\nactivate basalt: untap"),
}

BYSTANDERS = (
    "- Soul Warden",
    "- {card: Soul Warden, count: 3}",
    "- {card: Soul Warden, counters: {+1/+1: 2}}",
    "- {card: Soul Warden, tapped: yes}",
    "- {card: Essence Warden, count: 2}",
    "- Ajani's Pridemate",
    "- {card: Ajani's Pridemate, count: 2, counters: {+1/+1: 7}}",
    "- {card: Soul's Attendant}",
    "- Suture Priest",
    "- Glorious Anthem",
    "- Intruder Alarm",
    "- Impact Tremors",
    "- Serra Ascendant",
    "- Blood Artist",
    "- Midnight Guard",
    "- {card: Midnight Guard, counters: {+1/+1: 5}}",
    "- {card: Llanowar Elves, tapped: yes, count: 2}",
    "- {card: Llanowar Elves, sick: yes}",
    "- {token: Elf Warrior, colors: [G], power: 1, toughness: 1, tapped: yes}",
    "- {token: Elf Warrior, colors: [G], power: 1, toughness: 1, count: 2, counters: {+1/+1: 1}}",
    "- {token: Elf Warrior, power: 1, toughness: 1, count: 10^40}",
    "- {token: Saproling, power: 1, toughness: 1, count: 3, counters: {+1/+1: 9}}",
    "- Sanguine Bond",
    "- Exquisite Blood",
    "- {card: Grizzly Bears, damage: 1}",
)


@st.composite
def generated(draw: st.DrawFn) -> tuple[str, str, str]:
    """A loop beside bystanders of both players: its name, the players' text, what begins an iteration."""
    name = draw(st.sampled_from(sorted(LOOPS)))
    players, body = LOOPS[name]
    text = dedent(players).strip("\n")
    if "p2:" not in text:
        text += "\np2:\n  battlefield:"
    elif "life" not in text:
        text = text.replace("p2:\n", f"p2:\n  life: {draw(st.sampled_from((20, 33, 45, 200)))}\n")
    pick = st.lists(st.sampled_from(BYSTANDERS), max_size=3)
    mine, theirs = draw(pick), draw(pick)
    ours, _, rest = text.partition("\np2:")
    lines = [ours, *("    " + b for b in mine), "p2:" + rest, *("    " + b for b in theirs)]
    if not rest.strip().endswith("battlefield:") or theirs:
        return name, "\n".join(lines) + "\n", body
    return name, "\n".join(lines) + " []\n", body


def performed(state: State, body: str) -> list[str]:
    """The lines of an iteration: the given ones, then whatever empties the stack, as sentences."""
    reader = body_reader(body)
    lines = body.splitlines()
    played = play(state, reader)
    state = played.state
    while len(lines) < 40:
        ask = asked(state)
        if ask == "over" or (ask == "priority" and not state.stack):
            break
        if ask == "priority":
            lines.append("all pass")
            for _ in range(2):
                if asked(state) == "priority":
                    state = step(state, Choice("pass", decider(state)))[0]
        elif ask in ("order", "may"):
            line = "order #1 first" if ask == "order" else "yes"
            read_line = body_reader(line)
            lines.append(line)
            state = play(state, read_line).state
        else:
            break
    return lines


def far(loop: Loop, reader: BodyReader, rng: random.Random) -> None:
    """Play the iteration after a far jump and compare."""
    for segment in loop.segments:
        size = segment.period.iterations
        periods = 10**50 if segment.periods is None else plain(segment.periods)
        n = segment.start + size * rng.randint(0, periods - 1) + rng.randint(0, size - 1)
        played = play(reached(loop, n), reader)
        assert played.stop == DONE
        assert_same(played.state, reached(loop, n + 1), n)


@pytest.mark.slow("plain play on random boards")
@given(made=generated(), seed=st.integers(0, 10**6))
@settings(max_examples=30)
def test_beside_bystanders_a_jump_is_the_same_as_performing(made: tuple[str, str, str], seed: int) -> None:
    name, players, body = made
    rng = random.Random(seed)
    start = read(Case(name, players, body).text()).state
    reader = body_reader("\n".join(performed(start, body)))
    loop = find_loop(start, reader)
    refused = loop.extend(rng.randint(1, 40))
    assert refused is None
    compare_with_plain(loop, reader, 40, rng.sample(range(40), 4))
    loop = find_loop(start, reader)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loops_loop, "PLAIN_BUDGET", 60)
        refused = loop.extend(None)
    outcome = (
        refused.code
        if refused is not None
        else f"jumped in {len(loop.segments)} segment{'s' if len(loop.segments) > 1 else ''}"
        if loop.segments
        else "ends before it can be jumped"
    )
    if loop.why_plain is not None:
        outcome += f" ({loop.why_plain.code})"
    event(outcome)
    OUTCOMES[outcome] += 1
    far(loop, reader, rng)


def test_most_generated_boards_were_jumped() -> None:
    """Counts the outcomes of the test above; nothing to say where it did not run."""
    total = sum(OUTCOMES.values())
    if not total:
        pytest.skip("the boards were generated in another process")
    print(f"\n{total} boards:", *(f"  {n} {what}" for what, n in OUTCOMES.most_common()), sep="\n")
    jumped = sum(n for what, n in OUTCOMES.items() if what.startswith("jumped"))
    assert jumped >= total // 3


# --- the trace -------------------------------------------------------------------------------------------------------


def test_the_symbols_grow_to_a_fixpoint() -> None:
    """A trace that starts with no moving amount finds all of them by itself."""
    for case in CASES[:5]:
        loop, reader = case.loop(), case.reader()
        head = normal(reached(loop, 4))
        found = trace(head, reader, 1, [])
        assert not isinstance(found, Refusal)
        assert_same(found.at(10**6), reached(loop, 10**6 + 4))


def test_a_period_of_two_iterations() -> None:
    """Two tokens are made tapped and untapped in turn by what is done in turn: two iterations are one period."""
    twice = creature("Twice", 1, 1, tap_ability(CreateTokens(Fixed(1), ELF)))
    once = creature("Once", 1, 1, tap_ability(Untap(TargetRef(0)), targets=(TargetSpec(CREATURE),)))
    state, (a, b) = board((twice, 0), (once, 0))
    state.labels.update(twice=a, once=b)
    reader = body_reader("activate twice\nall pass\nactivate once targeting twice\nall pass")
    loop = find_loop(state, reader)
    assert compare_with_plain(loop, reader, 5, range(5)) == 1


def test_choices_in_words() -> None:
    """A jumped state says the same choice as a played one."""
    for case in CASES[:5]:
        loop, reader = case.loop(), case.reader()
        state = reached(loop, 10**60)
        found = reader.next(state, reader.start())
        assert isinstance(found, tuple)
        first = reader.next(loop.heads[0], reader.start())
        assert isinstance(first, tuple)
        assert say(state, found[0]) == say(loop.heads[0], first[0])
