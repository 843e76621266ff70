"""What like permanents make is planned by what a cost asks for: any number of them, and the same ways as by trying all (601.2g)."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games import paying
from reiterate.games.paying import Ways, ways_to_pay
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import CAST, Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same_for_rules
from reiterate.script.position import load
from reiterate.shortcuts.mana_first import mana_first, may_be_made, surely_lacks, ways, with_plenty
from reiterate.shortcuts.mana_plan import played
from reiterate.state.model import State
from tests.support.dice import dice, numbers

#: What makes mana, by name: types and text.
MAKERS = {
    "Island": ("Basic Land — Island", "({T}: Add {U}.)"),
    "Forest": ("Basic Land — Forest", "({T}: Add {G}.)"),
    "Pond": ("Land", "{T}: Add {U} or {G}."),
    "Karoo": ("Land", "{T}: Add {U}{G}."),
    "Ring": ("Artifact", "{T}: Add {C}{C}."),
    "Prism": ("Artifact", "{T}: Add one mana of any color."),
    "Two Faces": ("Land", "{T}: Add {C}.\n{T}: Add {U}{U}."),
    "Lotus": ("Artifact", "{T}, Sacrifice this artifact: Add {G}."),
}
COSTS = ("{U}", "{1}{U}", "{2}", "{U}{G}", "{U/G}{1}", "{3}{U}{U}", "{2}{G}", "{C}{1}", "{X}{U}", "{2/U}{G}")


def book() -> CardBook:
    rows = [
        {"name": name, "type_line": types, "mana_cost": "", "oracle_text": text}
        for name, (types, text) in MAKERS.items()
    ]
    rows += [
        {"name": f"Costs {at}", "type_line": "Sorcery", "mana_cost": cost, "oracle_text": "You gain 1 life."}
        for at, cost in enumerate((*COSTS, "{13}{U}", "{199}{U}", "{1000}{U}"))
    ]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


BOOK = book()


def board(cost: int, there: Sequence[str], pool: str = "") -> State:
    mana = f", mana: {{{pool}}}" if pool else ""
    text = f"format: position/1\nplayers: {{p1: {{hand: [Costs {cost}], battlefield: [{', '.join(there)}]{mana}}}, p2: {{}}}}\n"
    found = load(text, "board", BOOK)
    assert not isinstance(found, Refusal), found
    return found.state


def casting(state: State) -> Choice:
    option = next(one for one in with_plenty(state) if one.verb == CAST)
    return ways(state, option, 1)[0]


def test_601_2g_more_lands_than_anybody_tries_in_a_row_pay() -> None:
    """Twenty Islands pay {13}{U} in one way: fourteen of them are tapped."""
    state = board(len(COSTS), ["{card: Island, count: 20}"])
    only = ways_to_pay(state, casting(state)).only
    assert only is not None and len(only) == 15


@pytest.mark.parametrize(("lands", "lacks"), [(199, True), (200, False), (230, False)])
def test_601_2g_two_hundred_lands_are_counted(lands: int, lacks: bool) -> None:
    """{199}{U} takes 200 of them; with one less the spell surely lacks mana."""
    state = board(len(COSTS) + 1, [f"{{card: Island, count: {lands - 30}}}", "{card: Pond, count: 30}"])
    choice = casting(state)
    first = mana_first(state, choice)
    assert surely_lacks(state, choice) is lacks
    assert (first is None) is lacks and (first is None or len(first) == 200)


def test_601_2g_scarce_colours_are_kept_for_the_symbols_that_need_them() -> None:
    """{3}{U}{U} out of three Forests and two Ponds: both Ponds make {U}, and that is the only way."""
    state = board(COSTS.index("{3}{U}{U}"), ["{card: Pond, count: 2}", "{card: Forest, count: 3}"])
    only = ways_to_pay(state, casting(state)).only
    assert only is not None and sorted(each.answer for each in only[:-1]) == ["", "", "", "U", "U"]


def test_118_3_different_lands_are_asked_about() -> None:
    """Ten Islands and ten Forests pay {13}{U} in ten ways, so nobody pays for the player."""
    state = board(len(COSTS), ["{card: Island, count: 10}", "{card: Forest, count: 10}"])
    found = ways_to_pay(state, casting(state))
    assert found.only is None and len(found.ways) == paying.TOLD and found.more


def by_trying(state: State, choice: Choice) -> Ways:
    """All ways, found by trying every mana ability in every position."""
    search = paying._Search(state, choice)
    search.look()
    return search.ways()


def end(state: State, steps: Sequence[Choice]) -> State:
    for each in steps:
        state = step(state, each)[0]
    return state


@pytest.mark.parametrize("draw", numbers(60, "mana plans"))
def test_601_2g_a_plan_finds_the_ways_that_trying_finds(draw: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On drawn boards the planned ways lead to the same positions as all ways that are tried, and none is missing."""
    monkeypatch.setattr(paying, "POSITIONS", 20_000)
    monkeypatch.setattr(paying, "TOLD", 200)
    monkeypatch.setattr("reiterate.shortcuts.mana_plan.PLANS", 200)
    drawn = dice("mana plans", draw)
    there = drawn.choices([*MAKERS], k=drawn.randint(1, 5))
    pool = drawn.choice(["", "", "U: 1", "G: 1, C: 1", "C: 2"])
    state = board(drawn.randrange(len(COSTS)), there, pool)
    choice = casting(state)
    planned, tried = ways_to_pay(state, choice), by_trying(state, choice)
    assert not tried.more
    ends = [end(state, steps) for steps in planned.ways]
    others = [end(state, steps) for steps in tried.ways]
    told = there, pool, choice
    assert all(any(same_for_rules(one, other) for other in others) for one in ends), told
    assert planned.more or len(ends) == len(others), told
    assert not any(same_for_rules(a, b) for at, a in enumerate(ends) for b in ends[:at]), told
    first = mana_first(state, choice)
    assert (first is None) == (not others) == surely_lacks(state, choice), told
    if first is not None:
        after = played(state, first)
        assert after is not None and may_be_made(after, choice)


@pytest.mark.parametrize("lands", [1_001, 1_002, 2_000, 10**30])
def test_107_3_more_lands_than_a_plan_takes_are_no_shortage(lands: int) -> None:
    """{1000}{U} takes more abilities than a plan has: it is not paid by itself, and beside enough lands nothing is said to be lacking."""
    state = board(len(COSTS) + 2, [f"{{card: Island, count: {lands}}}"])
    choice = casting(state)
    assert mana_first(state, choice) is None
    assert not surely_lacks(state, choice)


def test_107_3_a_thousand_lands_lack_one_for_a_thousand_and_one() -> None:
    state = board(len(COSTS) + 2, ["{card: Island, count: 1000}"])
    assert surely_lacks(state, casting(state))
