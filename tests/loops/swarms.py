"""Boards whose tokens copy themselves, and blocks of triggers."""

from __future__ import annotations

from reiterate.amounts import Formula, summed
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from tests.support.generated_loops import CREATURE, Made, engine

INSECT = "{token: Insect, colors: [G], subtypes: [Insect], power: 1, toughness: 1}"
SWARM = "Create a 1/1 green Insect creature token for each Insect you control."


def board(name: str, *abilities: str, entries: tuple[str, ...] = (), lives: tuple[str, ...] = ("20", "20")) -> Made:
    found = Made(name, name, lives=list(lives), entries=[list(entries), *([] for _ in lives[1:])])
    engine(found, *abilities)
    return found


def tokens(state: State, name: str) -> int | Formula:
    return summed(r.n for r in state.rows.values() if r.cls.proto is not None and r.cls.proto.name == name)


def swarm() -> tuple[State, BodyReader]:
    """A swarm that copies itself whole: 1, 2, 4, 8, ... Insects."""
    return board("swarm", SWARM, entries=(INSECT,)).loop()


def blocks(life: str) -> tuple[State, BodyReader]:
    """Each new Shaman sees the next one: 1 + 2 + 3 + ... life lost, one trigger at a time."""
    made = board("block", "Create a token that's a copy of target creature.", lives=("20", life))
    made.cards.append(("Test Shaman", CREATURE, "Whenever another creature enters, each opponent loses 1 life."))
    made.entries[0].append("Test Shaman")
    made.body = ["activate engine targeting oldest Test Shaman", "all pass", "for each trigger:", "  all pass"]
    return made.loop()
