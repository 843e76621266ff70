"""What a resolution under way has left is the end of some ability's effects, with what its first one has become (608.2c)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.check.accepted import NoCards
from reiterate.terms import language as n
from reiterate.terms.code import to_json
from tests.check.forging import Value
from tests.check.standing import saying, told

ME: Final = n.You()
LIFE: Final = n.GainLife(ME, n.Fixed(3))
DRAW: Final = n.Draw(ME, n.Fixed(1))
MAY: Final = n.May((LIFE,))
OTHER: Final = n.May((DRAW,))
THIRD: Final = n.May((n.Draw(ME, n.Fixed(2)),))
EACH: Final = n.EachPlayer()
BOTH: Final = n.May((n.GainLife(EACH, n.Fixed(3)),), EACH)
BEAR: Final = n.Filter(types=("creature",))
EDICT: Final = n.SacrificeChosen(EACH, BEAR, n.Fixed(1))
PROCESS: Final = n.RepeatProcess((DRAW,), n.Kicked("kicker"))


def left(*effects: Any, **more: Any) -> Value:
    """A resolution of p1's that has these effects left."""
    of = {"kind": "frame", "owner": 0, "controller": 0, "props": {"rest": to_json(effects)}}
    return {"class": of, "n": "1"} | more


def theirs(seat: int) -> n.May:
    """What each player may do, of one of them."""
    return n.May((n.GainLife(n.Seat(seat), n.Fixed(3)),), n.Seat(seat))


def gives_up(seat: int) -> n.SacrificeChosen:
    """What each player sacrifices, of one of them."""
    return n.SacrificeChosen(n.Seat(seat), BEAR, n.Fixed(1))


TOGETHER: Final = n.SacrificeObject(n.Result(), by_controller=True)
#: The effects of an ability, what a resolution of it can have left, and what it can't.
LEFT: Final[dict[str, tuple[tuple[Any, ...], list[tuple[Any, ...]], list[tuple[Any, ...]]]]] = {
    "in order": (
        (MAY, LIFE, OTHER, DRAW),
        [(MAY, LIFE, OTHER, DRAW), (OTHER, DRAW)],
        [(MAY, OTHER, DRAW), (OTHER, LIFE, DRAW), (OTHER,), (OTHER, DRAW, DRAW), (MAY, LIFE, OTHER), (MAY, LIFE)],
    ),
    "as often as it is said": (
        (MAY, LIFE),
        [(MAY, LIFE)],
        [(MAY, *(LIFE,) * 50), (MAY,) * 2, (MAY, MAY, LIFE), (LIFE,), (LIFE,) * 50, ()],
    ),
    "below a may": ((n.May((MAY, LIFE)),), [(n.May((MAY, LIFE)),), (MAY, LIFE)], [(MAY,), (LIFE,)]),
    "if you do": (
        (n.IfDone((MAY,), (OTHER, LIFE), (DRAW,)),),
        [(MAY, n.IfDone((), (OTHER, LIFE), (DRAW,))), (OTHER, LIFE)],
        [(MAY, OTHER, LIFE), (MAY, DRAW), (MAY,), (OTHER,), (DRAW,)],
    ),
    "if": (
        (n.Branch(n.Kicked("kicker"), (MAY,), (OTHER,)), LIFE),
        [(MAY, LIFE), (OTHER, LIFE)],
        [(MAY, OTHER, LIFE), (MAY,), (n.Branch(n.Kicked("kicker"), (MAY,), (OTHER,)), LIFE)],
    ),
    "one of several": (
        (n.ChooseOne(((MAY,), (OTHER,))), LIFE),
        [(MAY, LIFE), (OTHER, LIFE)],
        [(MAY, OTHER, LIFE), (OTHER, MAY, LIFE)],
    ),
    "each player": (
        (BOTH, LIFE),
        [(theirs(0), theirs(1), LIFE), (theirs(1), LIFE)],
        [(theirs(1), theirs(0), LIFE), (theirs(0), LIFE), (theirs(0),) * 2, (theirs(0), theirs(0), LIFE), (theirs(1),)],
    ),
    "for each player": (
        (n.ForEachPlayer(EACH, (n.May((DRAW,), n.ThatPlayer()), LIFE)),),
        [
            (n.May((DRAW,), n.Seat(0)), LIFE, n.May((DRAW,), n.Seat(1)), LIFE),
            (n.May((DRAW,), n.Seat(1)), LIFE),
        ],
        [(n.May((DRAW,), n.Seat(0)), LIFE), (n.May((DRAW,), n.Seat(0)), n.May((DRAW,), n.Seat(1)), LIFE)],
    ),
    "given up together": (
        (EDICT, DRAW),
        [(gives_up(0), gives_up(1), TOGETHER, DRAW), (gives_up(1), TOGETHER, DRAW)],
        [(gives_up(0), TOGETHER, DRAW), (gives_up(1), DRAW), (gives_up(0), gives_up(0), TOGETHER, DRAW)],
    ),
    "repeated": (
        (PROCESS, LIFE),
        [(PROCESS, LIFE)],
        [(PROCESS, PROCESS, LIFE), (PROCESS,)],
    ),
    "of two abilities": ((MAY, LIFE), [(MAY, LIFE)], [(MAY, LIFE, THIRD), (MAY, THIRD)]),
}


@pytest.mark.parametrize("name", LEFT)
def test_608_2c_what_is_left_is_the_end_of_an_abilitys_effects(name: str) -> None:
    effects, fine, forged = LEFT[name]
    by_ability = n.Proto(
        "Bringer",
        ("artifact",),
        mana_cost=("1",),
        abilities=(n.Activated((), effects), n.Activated((n.TapCost(),), (THIRD,))),
    )
    for rest in fine:
        assert told([left(*rest)], by_ability) == NoCards((), ()), rest
    for rest in forged:
        assert [each.place for each in told([left(*rest)], by_ability).words] == ["rest"], rest


def test_700_2_it_is_of_one_mode() -> None:
    modes = (n.Mode((MAY, LIFE)), n.Mode((OTHER,)))
    card = n.Proto("Bringer", ("artifact",), mana_cost=("1",), abilities=(n.Activated((), (), modes=modes),))
    assert told([left(MAY, LIFE)], card) == told([left(OTHER)], card) == NoCards((), ())
    assert [each.place for each in told([left(MAY, LIFE, OTHER)], card).words] == ["rest"]


def test_107_3_a_number_compared_with_x_is_the_x_announced() -> None:
    """X is 2: the file says nothing of creatures with power 1000 or less."""

    def edict(op: str, value: int) -> n.SacrificeChosen:
        return n.SacrificeChosen(n.Seat(1), n.Filter(compare=n.Compare("power", op, value)), n.Fixed(1))

    card = n.Proto("Bringer", ("artifact",), mana_cost=("1",), abilities=(n.Activated((), (edict("<=X", 0),)),))
    x = {"num": {"x": "2"}}
    assert told([left(edict("<=", 2), **x)], card) == NoCards((), ())
    assert [each.place for each in told([left(edict("<=", 1000), **x)], card).words] == ["rest"]


def test_608_2c_a_spell_that_is_no_ability_has_nothing_left_of_it() -> None:
    """The frame remembers no spell: the file gives none."""
    assert [each.place for each in told([left(MAY, LIFE)], saying(MAY, LIFE)).words] == ["rest"]
