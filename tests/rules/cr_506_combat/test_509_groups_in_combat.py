"""Combat of groups: several blockers for each member of an attacking group (509.1a, 510.1c)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.amounts import Recorder, Traced, identical, plain
from reiterate.rules.access.choice import SAME, TOGETHER, Choice
from reiterate.rules.access.state_access import about
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.combat_state import attackers, blockers_of
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.combat_damage import recipients
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.state.normal_form import explode, normal
from reiterate.terms.abilities import Static, Triggered
from reiterate.terms.effects_permanents import PutCounters
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, That, This, You
from reiterate.terms.static_effects import TurnedAsThough
from reiterate.terms.trigger_events import BecomesBlocked, Blocks
from tests.support.boards import BEAR, ELF, creature, life, named, play
from tests.support.combats import combat, keyed, passed, refused, run, struck

HUGE = 10**100
LONE = keyed("Lone", 3, 3, "menace")
OGRE = keyed("Ogre", 5, 5, "trample")
WOLF = creature("Wolf", 2, 2)
TITAN = creature("Titan", 1, 9)


def facing(mine: Proto, n: int, *theirs: tuple[Proto, int]) -> State:
    """All of a group attack, and p2 declares blockers."""
    layout = Layout(2)
    layout.put(mine, 0, n=n)
    for proto, number in theirs:
        layout.put(proto, 1, n=number)
    layout.set_player(1, "life", HUGE * 10)
    return passed(run(combat(layout), "attack with everything"))


def total(state: State, name: str) -> int:
    """How many permanents of this name there are."""
    return sum(plain(row.n) for row in named(state, name))


def rows_of(state: State, proto: Proto) -> list[int]:
    """The rows of permanents of this name."""
    return [h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == proto.name]


# --- 509: declaring ----------------------------------------------------------------------------------------------


def test_702_111b_a_group_with_menace_is_blocked_by_two_each() -> None:
    state = facing(LONE, HUGE, (BEAR, HUGE), (WOLF, HUGE))
    assert refused(state, "5 Bears block Lone") == ("menace", "702.111b")
    assert refused(state, "Bear blocks each of 5 Lone") == ("menace", "702.111b")
    end = struck(run(state, "2 Bears block each of 5 Lone; Bear and Wolf block each of 7 Lone"))
    assert asked(end) == "assign"
    assert sorted(end.rows[h].n for h in attackers(end)) == [5, 7, HUGE - 12]
    end = run(end, "assign 3 to Bear")
    end = run(end, "assign 1 to Bear and 2 to Wolf")
    assert total(end, "Lone") == HUGE - 12 and total(end, "Bear") == HUGE - 5
    assert total(end, "Wolf") == HUGE - 7
    assert life(end, 1) == HUGE * 10 - 3 * (HUGE - 12)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2 Bears block each of 4 Ogres", ("block", "509.1a")),
        ("2 Bears block each of 3 Ogres", ("blocker", "509.1a")),
        ("Bear and Wolf block each of 2 Ogres; Wolf blocks Ogre", ("blocker", "509.1a")),
        ("2 Bears and 2 Wolf block Ogre", ("block", "509.1a")),
        ("65 Bears block each of 2 Ogres", ("rule-combat", "509.1a")),
        ("Bear blocks each of 0 Ogres", ("block", "509.1a")),
        ("2 Bears block each of many Ogres", ("no-such-object", "")),
    ],
)
def test_509_1a_numbers_of_blockers_for_each(line: str, code: tuple[str, str]) -> None:
    state = facing(OGRE, 3, (BEAR, 5), (WOLF, 2))
    if line.startswith("2 Bears block each of 4"):
        state = facing(OGRE, 3, (BEAR, 50))
    assert refused(state, line) == code


def test_509_1a_a_block_says_its_numbers_beside_the_first_of_several() -> None:
    state = facing(OGRE, 4, (BEAR, 5), (WOLF, 5))
    ogre, bear, wolf = (rows_of(state, proto)[0] for proto in (OGRE, BEAR, WOLF))
    good = Choice("block", 1, picks=((bear, 2), (wolf, 1)), targets=(ogre,) * 2, ways=(TOGETHER, SAME), sizes=(2, 0))
    assert verify(state, good) is None and covers(state, options(state), good)
    assert say(state, good) == "p2: 2 Bear and Wolf block each of 2 Ogre"
    for sizes in ((2,), (2, 2), (0, 2), (-1, 0)):
        wrong = verify(state, replace(good, sizes=sizes))
        assert wrong is not None and wrong.rule == "509.1a"
    assert verify(state, replace(good, sizes=(0, 0))) is None
    assert verify(state, replace(good, ways=("each", SAME))) is not None
    shown = [c for o in options(state) for c in instances(state, o, 99)]
    assert any(c.sizes for c in shown) and all(verify(state, c) is None for c in shown)


def test_509_1a_all_of_a_group_by_words() -> None:
    state = facing(ELF, 3, (BEAR, 6), (WOLF, 3))
    state = run(state, "Bear and Wolf block each of all Elf Warriors")
    (elves,) = attackers(state)
    assert [state.rows[h].n for h in blockers_of(state, elves)] == [3, 3]
    assert sorted(r.n for r in named(state, "Bear")) == [3, 3]


def test_509_3_block_triggers_of_several_for_each() -> None:
    layout = Layout(2)
    gain = (GainLife(You(), Fixed(1)),)
    layout.put(creature("Bold", 1, 9, Triggered(BecomesBlocked(This()), gain)), 0, n=3)
    layout.put(creature("Stout", 0, 9, Triggered(Blocks(This()), (PutCounters(That(), "+1/+1", Fixed(1)),))), 1, n=5)
    state = passed(run(combat(layout), "attack with everything"))
    state = struck(run(state, "2 Stouts block each of 2 Bold"))
    while asked(state) == "order":
        state = struck(play(state, next(instances(state, options(state)[0], 1))))
    while asked(state) == "assign":
        state = run(state, "assign 1 to Stout")
    assert (life(state, 0), life(state, 1)) == (22, 19)  # once for each attacker, however many block it (509.3c)
    assert sorted((r.n, r.get("counter.+1/+1")) for r in named(normal(state), "Stout")) == [(1, 0), (2, 1), (2, 1)]


# --- 510: damage -------------------------------------------------------------------------------------------------


def test_510_1c_each_of_a_group_divides_its_damage_among_several() -> None:
    state = struck(run(facing(creature("Giant", 4, 9), 3, (BEAR, 9)), "3 Bears block each of 3 Giants"))
    assert refused(state, "assign 2 to each of 3 Bears") == ("assign", "510.1a")
    assert refused(state, "assign 1 to each of 4 Bears") == ("assign", "510.1c")
    assert total(run(state, "assign 2 to each of 2 Bears"), "Bear") == 3
    assert total(run(state, "assign 2 to Bear and 1 to each of 2 Bears"), "Bear") == 6
    apart = run(state, "assign 4 to Bear (2 of them)")
    assert asked(apart) == "assign"
    assert total(run(apart, "assign 2 to Bear and 2 to Bear"), "Bear") == 5
    shown = [c for o in options(state) for c in instances(state, o, 99)]
    assert len(shown) > 3 and all(verify(state, c) is None for c in shown)


def test_510_1a_damage_equal_to_toughness_is_divided_too() -> None:
    for n in (1, 2):
        layout = Layout(2)
        static = Static(TurnedAsThough(Filter(types=("creature",), controller="you"), "toughness damage"))
        layout.put(creature("Stone", 0, 4, static), 0, n=n)
        layout.put(BEAR, 1, n=2 * n)
        state = passed(run(combat(layout), "attack with everything"))
        state = struck(run(state, f"2 Bears block each of {n} Stone" if n > 1 else "2 Bears block Stone"))
        assert refused(state, "assign 2 to Bear") == ("assign", "510.1a")
        assert not named(run(state, "assign 2 to each of 2 Bears"), "Bear")


def test_702_19b_trample_over_several_for_each() -> None:
    state = struck(run(facing(OGRE, HUGE, (BEAR, HUGE), (ELF, HUGE)), "Bear and Elf Warrior block each of 9 Ogres"))
    assert refused(state, "assign 2 to Bear and 3 to p2") == ("trample", "702.19b")
    end = run(state, "assign 2 to Bear and 1 to Elf Warrior and 2 to p2")
    assert life(end, 1) == HUGE * 10 - 5 * (HUGE - 9) - 18
    assert total(end, "Bear") == total(end, "Elf Warrior") == HUGE - 9 and total(end, "Ogre") == HUGE


def test_702_2c_deathtouch_among_several_for_each() -> None:
    wurm = keyed("Wurm", 3, 3, "trample", "deathtouch")
    state = struck(run(facing(wurm, 2, (TITAN, 4)), "2 Titans block each of 2 Wurms"))
    end = run(state, "assign 1 to each of 2 Titans and 1 to p2")
    assert not named(end, "Titan") and life(end, 1) == HUGE * 10 - 2 and total(end, "Wurm") == 2


def test_510_4_first_strikers_among_several_for_each() -> None:
    quick = keyed("Quick", 2, 1, "first strike")
    state = facing(keyed("Twice", 2, 5, "double strike"), 4, (quick, 4), (BEAR, 4))
    state = struck(run(state, "Quick and Bear block each of 4 Twice"))
    assert state.game.prop("step") == "firststrike" and asked(state) == "assign"
    state = struck(run(state, "assign 2 to Bear"))
    assert not named(state, "Bear") and state.game.prop("step") == "endcombat"
    assert not named(state, "Quick") and [(r.n, r.get("damage")) for r in named(state, "Twice")] == [(4, 2)]


def test_510_1c_a_number_of_attackers_and_blockers_that_is_traced() -> None:
    recorder = Recorder()
    ogres, bears = recorder.amount(0, 1000), recorder.amount(1, 5000)
    layout = Layout(2)
    layout.put(OGRE, 0, n=ogres)
    layout.put(BEAR, 1, n=bears)
    layout.put(WOLF, 1, n=bears)
    layout.set_player(1, "life", 10**6)
    state = layout.done()
    for line in (
        "attack with everything",
        "Bear and Wolf block each of all Ogres",
        "assign 2 to Bear and 2 to Wolf and 1 to p2",
    ):
        while asked(state) == "priority":
            state = play(state, Choice("pass", decider(state)))
        read = read_sentence(state, line)
        assert isinstance(read, Choice), read
        assert verify(state, read) is None and covers(state, options(state), read)
        state = play(state, read)
    left = life(state, 1)
    assert isinstance(left, Traced) and identical(left, 10**6 - ogres)
    there = [r.n for r in named(state, "Bear")]
    assert len(there) == 1 and identical(there[0], bears - ogres)
    assert recorder.guards


# --- groups are groups (law 3) -----------------------------------------------------------------------------------


def declared_apart(state: State, mine: Proto, theirs: list[tuple[Proto, int]], members: int) -> Choice:
    """The block of the exploded game: for each of the first attackers so many blockers of each kind."""
    there = rows_of(state, mine)[:members]
    free = {proto: rows_of(state, proto) for proto, _ in theirs}
    picks: list[tuple[int, int]] = []
    targets: list[int] = []
    for attacker in there:
        for proto, per in theirs:
            for _ in range(per):
                picks.append((free[proto].pop(0), 1))
                targets.append(attacker)
    return Choice("block", 1, picks=tuple(picks), targets=tuple(targets))


Blocker = tuple[str, int]


def known_as(state: State, handle: int) -> Blocker:
    """The blocker by what tells it from the others: its name, and the damage on it, such as from first strike (702.7)."""
    row = state.rows[handle]
    return (row.cls.proto.name if row.cls.proto is not None else "", plain(row.get("damage")))


def shares_of(state: State, choice: Choice) -> list[tuple[Blocker, int]]:
    """What one attacker assigns: blockers with amounts, one for each creature."""
    sizes = choice.sizes or tuple(
        state.rows[row].n if state.rows[about(state)].n == 1 else 1 for row, _ in choice.picks
    )
    found = []
    for (row, amount), size in zip(choice.picks, sizes, strict=True):
        found += [(known_as(state, row), plain(amount))] * plain(size)
    return found


def assigned_apart(state: State, shares: list[tuple[Blocker, int]]) -> Choice:
    """The same assignment by one attacker of the exploded game."""
    there = recipients(state)
    picks = []
    for blocker, amount in shares:
        row = next(h for h in there if known_as(state, h) == blocker)
        there.remove(row)
        picks.append((row, amount))
    return Choice("assign", 0, picks=tuple(picks), sizes=(1,) * len(picks))


MINE = st.lists(
    st.sampled_from(["menace", "trample", "deathtouch", "first strike", "double strike", "lifelink"]), max_size=3
)
THEIRS = st.lists(st.sampled_from(["first strike", "deathtouch", "lifelink", "double strike"]), max_size=2)
SMALL = st.integers(1, 3)


@pytest.mark.slow("many random combats, grouped and exploded")
@settings(max_examples=120, deadline=None)
@given(data=st.data(), words=MINE, ours=THEIRS, others=THEIRS, strength=st.integers(1, 6), hurt=SMALL)
def test_grouped_and_exploded_blocks_by_several_end_alike(
    data: st.DataObject, words: list[str], ours: list[str], others: list[str], strength: int, hurt: int
) -> None:
    mine = keyed("Mine", strength, hurt + 1, *dict.fromkeys(words))
    kinds = [
        (keyed("Alder", 1, hurt, *dict.fromkeys(ours)), data.draw(SMALL)),
        (keyed("Birch", 2, 2, *dict.fromkeys(others)), data.draw(st.integers(0, 2))),
    ]
    members = data.draw(SMALL)
    layout = Layout(2, step="combat")
    layout.put(mine, 0, n=members + data.draw(st.integers(0, 2)))
    for proto, per in kinds:
        layout.put(proto, 1, n=per * members + data.draw(st.integers(0, 1)) + (per == 0))
    layout.set_player(1, "life", 100)
    start = run(
        layout.done(), "all pass to declare attackers", "attack with everything", "all pass to declare blockers"
    )
    said = " and ".join(f"{per} {proto.name}" for proto, per in kinds if per)
    line = f"{said} block each of {members} Mine"
    apart = explode(start)
    block = declared_apart(apart, mine, [(proto, per) for proto, per in kinds if per], members)
    refusal = verify(apart, block)
    if refusal is not None:
        assert refused(start, line)[0] == refusal.code == "menace"
        return
    grouped, apart = run(start, line), step(apart, block)[0]
    assert same(grouped, apart)
    for _ in range(40):
        if grouped.game.prop("step") == "endcombat" or asked(grouped) == "over":
            break
        if asked(grouped) == "assign":
            plans: dict[object, list[list[tuple[Blocker, int]]]] = {}
            while asked(grouped) == "assign":
                shown = [c for o in options(grouped) for c in instances(grouped, o, 30)]
                choice = data.draw(st.sampled_from(shown))
                n = grouped.rows[about(grouped)].n if choice.count == 0 else choice.count
                plans.setdefault(fighting(grouped), []).extend([shares_of(grouped, choice)] * plain(n))
                grouped = run(grouped, say(grouped, choice))
            while asked(apart) == "assign":  # in another order: which attacker is asked about first is no rule
                apart = play(apart, assigned_apart(apart, plans[fighting(apart)].pop(0)))
            assert not any(plans.values())
        else:
            assert asked(apart) == "priority"
            grouped, apart = passed(grouped), passed(apart)
        assert asked(grouped) == asked(apart)
        # Which of several unlike attackers is asked about first is no rule (510.1): they are compared when all have assigned.
        assert asked(grouped) == "assign" or same(grouped, apart)
    else:
        raise AssertionError("combat does not end")


def fighting(state: State) -> object:
    """What is to be known of the attacker that is asked about: damage on it and on what blocks it."""
    handle = about(state)
    alone = state.rows[handle].n == 1
    found: list[Blocker] = []
    for blocker in blockers_of(state, handle):
        found += [known_as(state, blocker)] * (plain(state.rows[blocker].n) if alone else 1)
    return plain(state.rows[handle].get("damage")), tuple(sorted(found))
