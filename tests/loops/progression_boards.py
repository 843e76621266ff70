"""Boards of tokens that differ by equal steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from reiterate.loops.loop import find_loop
from reiterate.refusals import Unsupported
from reiterate.state.model import Row, State, make_class
from tests.support.boards import ELF
from tests.support.generated_loops import Made, engine
from tests.support.loop_cases import GUARD, Case, body_reader, reached

PLUS = "counter.+1/+1"
GOOGOL = 10**100
T = TypeVar("T")


def told(do: Callable[[], T]) -> T | str:
    """What comes of it, or the code of its refusal."""
    try:
        return do()
    except Unsupported as error:
        return error.refusal.code


TOKEN = make_class("token", "battlefield", proto=ELF, owner=0, controller=0)


def tokens(*rows: Row) -> State:
    return State(dict(enumerate(rows, 10)), {}, {}, {}, 10 + len(rows))


def token(counters: int, n: int = 1, damage: int = 0) -> Row:
    return Row(TOKEN, {k: v for k, v in ((PLUS, counters), ("damage", damage)) if v}, n, {})


#: A crusade that stops at five life, which the engine takes away: later tokens are all alike.
STOPS = "Whenever a creature enters under your control, if you have 5 or more life, put a +1/+1 counter on each creature you control."
BODY = """
    activate guard
    all pass
    order guard first
    all pass
    all pass
"""


CRUSADE = Case("crusade", GUARD + "        - Cathars' Crusade\n", BODY)


@cache
def after(n: int) -> State:
    return reached(CRUSADE.loop(), n)


def draining(life: int) -> Made:
    made = Made("draining", "draining", lives=["20", str(life)])
    engine(
        made, "Create a 1/1 green Elf Warrior creature token.", "Each opponent loses 1 life for each Elf you control."
    )
    made.cards.append(
        (
            "Test Crusade",
            "Enchantment",
            "Whenever a creature enters under your control, put a +1/+1 counter on each creature you control.",
        )
    )
    made.entries[0].append("Test Crusade")
    made.ends = True
    return made


FIGHT = """
all pass to declare attackers
attack with everything
all pass to combat damage
"""


def hasty(n: int, life: int) -> State:
    made = Made("hasty", "hasty", lives=["20", str(life)])
    engine(made, "Create a 1/1 green Elf Warrior creature token.")
    made.cards.append(("Test Fervor", "Enchantment", "Creatures you control have haste."))
    made.cards.append(
        (
            "Test Crusade",
            "Enchantment",
            "Whenever a creature enters under your control, put a +1/+1 counter on each creature you control.",
        )
    )
    made.entries[0] += ["Test Fervor", "Test Crusade"]
    return reached(find_loop(made.start(), body_reader("activate engine\nall pass\nall pass")), n)
