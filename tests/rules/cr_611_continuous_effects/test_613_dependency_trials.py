"""Dependency (613.8): leaving trials out changes no answer, and a loop of dependencies is found as one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.characteristics import layers
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.layers import Touch, reached, read_words, touches
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import BATTLEFIELD, State
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import replace
from reiterate.terms.effects_continuous import SetBasePT
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, This
from reiterate.terms.static_effects import Are, GrantAbilities, LoseAbilities, ModifyPT
from tests.support.boards import BEAR
from tests.support.dice import dice

CREATURES = Filter(types=("creature",))
KEYWORDS = ("flying", "haste", "reach", "trample")


def statics(rng: random.Random) -> Static:
    """A static ability whose order matters to some others."""
    mine = replace(CREATURES, controller=rng.choice(["any", "you"]), another=rng.random() < 0.3)
    keyed = replace(mine, keyword=rng.choice(KEYWORDS))
    elves = replace(mine, subtypes=(rng.choice(["Bear", "Elf", "Wolf"]),))
    gains = GrantAbilities(rng.choice([mine, keyed, elves]), (Keyword(rng.choice(KEYWORDS)),))
    are = Are(rng.choice([mine, elves]), subtypes=(rng.choice(["Elf", "Wolf"]),))
    loses = LoseAbilities(rng.choice([mine, keyed, elves]))
    sized: Any = Are(rng.choice([keyed, elves]), types=("creature",), power=rng.randint(0, 4), toughness=3)
    grown = ModifyPT(keyed, Fixed(1), Fixed(1))
    return Static(rng.choice([gains, gains, are, are, loses, sized, grown]))


def shown(state: State) -> Any:
    """The characteristics of every permanent, or the code with which they are refused."""
    state.view.clear()
    try:
        found = [(h, view(state, h)) for h, row in sorted(state.rows.items()) if row.cls.zone == BATTLEFIELD]
    except Unsupported as error:
        return error.refusal.code
    return [(h, c.types, c.subtypes, sorted(c.keywords), c.abilities, c.base, c.add) for h, c in found]


@pytest.mark.parametrize("seed", range(150))
def test_613_8_leaving_trials_out_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = dice(seed)
    layout = Layout(2)
    for i in range(rng.randint(2, 6)):
        layout.put(replace(BEAR, name=f"Bear {i}", abilities=(statics(rng),)), rng.randint(0, 1))
    state = layout.done()
    quick = shown(state)
    monkeypatch.setattr(layers, "touches", lambda effect, layer: Touch(None, takes=True))
    assert shown(state) == quick


def test_613_8b_what_waits_for_a_loop_is_no_part_of_it() -> None:
    behind = {"a": ["b"], "b": ["c"], "c": ["b"]}
    assert reached(behind, "a") == {"b", "c"} == reached(behind, "b")
    inside = [one for one in behind if all(one in reached(behind, other) for other in reached(behind, one))]
    assert inside == ["b", "c"]


def test_613_8a_the_words_that_effects_write_and_read() -> None:
    gains = GrantAbilities(CREATURES, (Keyword("flying"),))
    assert touches(gains, "6").leaves(frozenset({"haste"})) and not touches(gains, "6").leaves(frozenset({"flying"}))
    assert not touches(LoseAbilities(CREATURES), "6").leaves(frozenset())
    assert not touches(Are(CREATURES, subtypes=("Mountain",)), "4").leaves(frozenset())
    assert touches(SetBasePT(This(), 1, 1), "7b").leaves(frozenset({"creature"}))
    words = read_words(Static(GrantAbilities(replace(CREATURES, keyword="reach"), ())))
    assert words is not None and words == frozenset({"creature", "reach"})
