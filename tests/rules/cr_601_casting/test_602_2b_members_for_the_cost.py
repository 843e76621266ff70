"""Of like permanents the one that acts, or that is a target, may be given up or tapped for the cost (602.2b, 601.2h)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, said_of
from reiterate.state.model import State
from reiterate.state.normal_form import explode
from reiterate.terms.proto import Proto
from tests.support.acting import HUGE, count, settled
from tests.support.boards import life, named
from tests.support.combats import run
from tests.support.texts import card, said

GETH = card("{T}, Sacrifice an artifact: You gain 1 life.", "Artifact", "Geth", "{2}")
OWN = card("Tap an untapped creature you control: This creature gets +1/+0 until end of turn.", "Creature — Elf", "Own")
SMITH = card(
    "{T}, Sacrifice a creature with defender: This creature deals 2 damage to any target.",
    "Creature — Artificer",
    "Smith",
)
WALL = card("Defender", "Artifact Creature — Construct", "Wall")
OTHERS = card("{T}, Sacrifice another artifact: You gain 1 life.", "Artifact", "Others", "{2}")
PYRE = card(
    "{1}, Sacrifice a creature: Target creature gets +1/+0 until end of turn. This creature gets +3/+0 until end of turn.",
    "Creature — Elemental",
    "Pyre",
)
CAST = card(
    "As an additional cost to cast this spell, sacrifice a creature.\nTarget creature gets +1/+1 until end of turn.\nYou gain 1 life.",
    "Instant",
    "Feast",
    "{0}",
)


def laid(*cards: tuple[Proto, int]) -> State:
    layout = Layout(2)
    for proto, n in cards:
        layout.put(proto, 0, "hand" if proto is CAST else "battlefield", n=n)
    return layout.done()


def ends(state: State) -> dict[str, State]:
    """The positions behind each way to act, by its line, with everything resolved; each is legal, offered and read back."""
    found, offered = {}, options(state)
    for option in (option for option in offered if option.verb != "pass"):
        for way in instances(state, option, 500):
            assert verify(state, way) is None
            assert covers(state, offered, way)
            line = said_of(state, way).text
            assert read_sentence(state, line) == way
            found[line] = settled(step(state, way)[0])
    return found


def test_602_2b_one_of_a_group_is_sacrificed_for_its_own_ability() -> None:
    found = ends(laid((GETH, 2)))
    tapped = {line: [row.cls.tapped for row in named(end, "Geth")] for line, end in found.items()}
    assert tapped == {"activate Geth sacrificing Geth": [True], "activate Geth sacrificing itself": [False]}
    apart = ends(explode(laid((GETH, 2))))
    assert {tuple(row.cls.tapped for row in named(end, "Geth")) for end in apart.values()} == {(True,), (False,)}


def test_602_2b_one_of_very_many_is_sacrificed_for_its_own_ability() -> None:
    state = run(laid((GETH, HUGE)), "activate Geth sacrificing itself", "all pass")
    assert [(row.cls.tapped, row.n) for row in named(state, "Geth")] == [(False, HUGE - 1)]
    assert life(state, 0) == 21


def test_602_2b_what_another_one_is_sacrificed_for_stays() -> None:
    state = laid((OTHERS, 2))
    assert list(ends(state)) == ["activate Others sacrificing Others"]
    refused = verify(state, said(state, "activate Others sacrificing itself"))
    assert isinstance(refused, Refusal)
    assert refused.code == "cost-picks"


def test_602_2b_one_of_a_group_is_tapped_for_its_own_ability() -> None:
    found = ends(laid((OWN, 2)))
    own = {
        line: sorted((row.cls.tapped, str(row.get("eot.power"))) for row in named(end, "Own"))
        for line, end in found.items()
    }
    assert own == {
        "activate Own tapping Own": [(False, "1"), (True, "0")],
        "activate Own tapping itself": [(False, "0"), (True, "1")],
    }


def test_608_2b_one_of_a_group_is_the_target_and_is_sacrificed() -> None:
    at_walls = {line: end for line, end in ends(laid((SMITH, 1), (WALL, 2))).items() if "targeting Wall" in line}
    assert {line: count(end, "Wall") for line, end in at_walls.items()} == {
        "activate Smith targeting Wall sacrificing Wall": 0,
        "activate Smith targeting Wall sacrificing target 1": 1,
    }


def test_601_2h_the_target_of_a_spell_is_sacrificed_for_it() -> None:
    """What the spell is to do with its one target is not done at all then (608.2b)."""
    found = ends(laid((CAST, 1), (WALL, 2)))
    assert {line: (count(end, "Wall"), life(end, 0)) for line, end in found.items()} == {
        "cast Feast targeting Wall sacrificing Wall": (1, 21),
        "cast Feast targeting Wall sacrificing target 1": (1, 20),
    }


@pytest.mark.parametrize("words", ["sacrificing target 1", "sacrificing 2 itself"])
def test_602_2b_nothing_that_was_named_before_is_meant(words: str) -> None:
    state = laid((GETH, 2))
    assert isinstance(verify(state, said(state, f"activate Geth {words}")), Refusal)


def test_602_2b_what_acts_the_target_and_what_is_given_up_of_one_group() -> None:
    """Three of a group: each of them may be any of what acts, what is aimed at, and what is sacrificed.

    Nothing is done where the target was sacrificed (608.2b): no Pyre is left with +3/+0 alone.
    """
    layout = Layout(2)
    layout.put(PYRE, 0, n=3)
    layout.set_player(0, "mana.C", 1)
    state = layout.done()
    left = [
        {
            tuple(sorted((str(row.get("eot.power")), str(row.n)) for row in named(end, "Pyre")))
            for end in ends(each).values()
        }
        for each in (state, explode(state))
    ]
    powers = [{tuple(sorted(power for power, n in end for _ in range(int(n)))) for end in found} for found in left]
    assert powers[0] == powers[1] == {("0", "0"), ("0", "1"), ("0", "4"), ("1", "3")}
