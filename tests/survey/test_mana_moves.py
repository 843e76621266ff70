"""Mana in a search: all of it in one move, colors as costs ask for them, and untapping as much as goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ACTIVATE, Option
from reiterate.rules.decisions.options import options
from reiterate.script.position import Position, load
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.survey.consumers import lacks_mana
from reiterate.survey.mana_moves import all_mana, makes_much, singly
from reiterate.survey.moves import Seen, act, moves, paid_for, priced, tried_ways, untapping
from reiterate.survey.script_of_play import one_line, play_lines

BOOK: Final = CardBook.builtin()


def board(*entries: str, more: str = "") -> State:
    lines = "".join(f"      - {entry}\n" for entry in entries)
    text = f"format: position/1\nplayers:\n  p1:\n{more}    battlefield:\n{lines}  p2: {{}}\n"
    position = load(text, "x.yaml", BOOK)
    assert isinstance(position, Position), position
    return position.state


def after(state: State, *lines: str) -> State:
    played = play_lines(state, lines)
    assert not isinstance(played, Refusal), played
    return played.state


def pools(state: State) -> list[Mapping[str, object]]:
    """The pools after each way to make all mana."""
    found: list[Mapping[str, object]] = []
    for made, before in all_mana(state, 0, Seen()):
        played = act(before, made[-1], 0)
        assert played is not None
        num = played[0].rows[player(0)].num
        found.append({slot.removeprefix(MANA): n for slot, n in num.items() if slot.startswith(MANA) and n})
    return found


def ability(state: State, name: str, index: int) -> Option:
    found = [
        option
        for option in options(state)
        if option.verb == ACTIVATE and (option.index, state.rows[option.row].cls.proto.name) == (index, name)  # type: ignore[union-attr] # a card's
    ]
    return found[0]


def test_where_everything_asks_for_one_mana_it_is_made_by_single_moves() -> None:
    # Llanowar Elves ask for {G}, Grizzly Bears for {1}{G}
    one = board("{card: Forest, count: 5}", more="    hand: [Llanowar Elves]\n")
    assert not makes_much(one, 0, moves(one, 0, Seen()))
    two = board("{card: Forest, count: 5}", more="    hand: [Llanowar Elves, Grizzly Bears]\n")
    assert makes_much(two, 0, moves(two, 0, Seen()))


def test_all_that_taps_for_mana_taps_in_one_move() -> None:
    state = board("{card: Forest, count: 3}", "{card: Island, count: 2}", "{card: Staff of Domination}")
    assert makes_much(state, 0, moves(state, 0, Seen()))
    assert pools(state) == [{"G": 3, "U": 2}]


def test_one_permanent_is_a_single_move() -> None:
    state = board("{card: Forest}", "{card: Staff of Domination}")
    assert not makes_much(state, 0, moves(state, 0, Seen()))
    assert not pools(state)


def test_colors_are_made_as_costs_ask_for_them_and_the_rest_of_another_color() -> None:
    """Crab Umbra asks for {U}, and Birds of Paradise for {G}: one of each, and white for the rest; or either alone."""
    state = board("{card: Birds of Paradise, count: 4}", more="    hand: [Crab Umbra]\n")
    first, *others = pools(state)
    assert first == {"U": 1, "G": 1, "W": 2}
    assert sorted(others, key=str) == [{"G": 4}, {"U": 4}]


def test_mana_that_nothing_asks_for_is_spent_first() -> None:
    """{2}{U} is paid with two white and one blue mana before it is paid with more blue mana."""
    there = ("{token: Bear, types: [creature], power: 2, toughness: 2}", "{card: Crab Umbra, attached to: Bear}")
    state = board(*there, more="    mana: {W: 2, U: 3}\n")
    first = tried_ways(state, ability(state, "Crab Umbra", 0), 0)[0]
    assert dict(first.pay) == {"W": 2, "U": 1}


@pytest.mark.parametrize(
    ("pool", "paid"), [("{G: 4, U: 3}", {"G": 2, "U": 1}), ("{G: 2, U: 6}", {"U": 3})], ids=["much green", "much blue"]
)
def test_of_mana_that_is_asked_for_the_scarce_is_spent_last(pool: str, paid: dict[str, int]) -> None:
    """Crab Umbra asks for {2}{U}, and Llanowar Elves for {G}: what pays for the generic part is what most is left of."""
    there = ("{token: Bear, types: [creature], power: 2, toughness: 2}", "{card: Crab Umbra, attached to: Bear}")
    state = board(*there, more=f"    hand: [Llanowar Elves]\n    mana: {pool}\n")
    first = tried_ways(state, ability(state, "Crab Umbra", 0), 0)[0]
    assert dict(first.pay) == paid


def test_of_many_lands_none_is_tapped_alone() -> None:
    """Twelve lands are tapped together; eleven also one by one."""
    for many, alone in ((12, False), (11, True)):
        state = board(f"{{card: Forest, count: {many}}}", "{card: Staff of Domination}")
        found = singly(state, 0, moves(state, 0, Seen()))
        rows = [choice.row for _, choice in found.now] + [option.row for _, option in found.later]
        options_left = {state.rows[row].cls.called for row in rows}
        assert ("called Forest" in options_left) is alone


def test_mana_in_any_combination_is_all_of_one_color_that_is_asked_for_or_divided_as_costs_ask() -> None:
    """Axebane Guardian costs {2}{G}, Crab Umbra {U}: with four defenders all of one color, or one mana of the other."""
    walls = "{token: Wall, types: [creature], power: 0, toughness: 4, keywords: [defender], count: 3}"
    state = board(walls, "{card: Axebane Guardian}", more="    hand: [Crab Umbra]\n")
    asking = after(state, "activate Axebane Guardian")
    found = [dict(choice.pay) for _, choice in priced(asking, options(asking)[0], 0, 0, "")]
    assert sorted((dict(sorted(each.items())) for each in found), key=str) == [
        {"G": 1, "U": 3},
        {"G": 3, "U": 1},
        {"G": 4},
        {"U": 4},
    ]


def said(state: State, option: Option) -> list[str]:
    first = untapping(state, option, tried_ways(state, option, 0), 0)
    return [one_line(state, choice, 0) for choice in first or ()]


def test_as_many_lands_as_go_are_untapped() -> None:
    """Cloud of Faeries untaps up to two lands: of three tapped Islands and one tapped Forest, a pair that begins with either."""
    lands = ("{card: Island, count: 3, tapped: yes}", "{card: Forest, tapped: yes}", "{card: Forest}")
    state = board(*lands, more="    hand: [Cloud of Faeries]\n    mana: {U: 2}\n")
    asking = after(state, "cast Cloud of Faeries", "all pass", "all pass")
    assert said(asking, options(asking)[0]) == ["choose 2 Island", "choose Island and tapped Forest"]


def test_targets_that_are_untapped_are_tapped_ones() -> None:
    """Argothian Elder untaps two target lands: the two tapped ones of three come first, once from each on."""
    state = board(
        "{card: Argothian Elder}", "{card: Island, tapped: yes}", "{card: Forest, tapped: yes}", "{card: Swamp}"
    )
    option = ability(state, "Argothian Elder", 0)
    assert said(state, option) == ["activate Argothian Elder targeting Island and Forest"]
    assert len(list(priced(state, option, 0, 0, ""))) > 1  # the others are tried as well, and later


def test_nothing_is_said_of_what_untaps_nothing() -> None:
    state = board("{card: Forest, count: 2}", "{card: Staff of Domination}")
    assert untapping(state, options(state)[0], tried_ways(state, options(state)[0], 0), 0) is None


def test_118_3_no_mana_is_made_where_more_mana_lets_nothing_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twincast has no target without a spell on the stack, however much mana there is (601.2c): no land is tapped for it."""

    def made(*_: object) -> None:
        raise AssertionError("mana is made for nothing")

    lands = "{card: Island, count: 4}"
    idle = board(lands, more="    hand: [Twincast]\n")
    found = moves(idle, 0, Seen())
    monkeypatch.setattr("reiterate.survey.moves.act", made)
    assert not list(paid_for(idle, 0, Seen(), found))


def test_118_3_mana_is_made_for_what_it_lets_be_done() -> None:
    able = board("{card: Forest, count: 4}", more="    hand: [Grizzly Bears]\n")
    ways = list(paid_for(able, 0, Seen(), moves(able, 0, Seen())))
    assert [made[-1].verb for made, _ in ways] == ["cast"]
    assert [len(made) for made, _ in ways] == [3]


def test_307_1_a_sorcery_lacks_no_mana_where_it_can_not_be_cast() -> None:
    """In an opponent's upkeep mana lets an instant be cast and no sorcery (304.1, 307.1)."""
    for card, lacks in (("Time Warp", False), ("Twincast", True)):
        theirs = board("{card: Island, count: 4}", more=f"    hand: [{card}]\n")
        assert lacks_mana(theirs, 0, ()) is True
        passed = after(theirs, "all pass to upkeep")
        assert lacks_mana(passed, 0, ()) is lacks
