"""Damage with consequences: dealt "this way" (608.2c), to the chosen player (607.2d), and replaced by exiling (614.1a)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal
from reiterate.script.expect import look_up
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.model import State
from tests.support.kinds_board import board, read


def played(p1: str, p2: str, script: str) -> State:
    """The state after a script."""
    position = read(board(p1, p2, script))
    played_script = PlayedScript(position.state)
    refused = played_script.extend(position.script, 0)
    assert refused is None, refused
    return played_script.final


def facts(state: State, *paths: str) -> list[str]:
    found = [look_up(state, path, {}) for path in paths]
    assert not any(isinstance(value, Refusal) for value in found), found
    return [str(value) for value in found]


@pytest.mark.parametrize(
    ("card", "after", "power"),
    [
        ("Llanowar Elves", "", "4"),
        ("Grizzly Bears", "", "2"),
        ("Llanowar Elves", "activate Ashnod's Altar sacrificing Llanowar Elves\n", "2"),
    ],
)
def test_608_2c_what_is_dealt_damage_this_way_is_what_was_hurt(card: str, after: str, power: str) -> None:
    """Only an Elf counts, and only one that is still there to be dealt damage."""
    script = f"cast {card}\nall pass\n{after}all pass\n"
    state = played(f"mana: {{G: 2}}, hand: [{card}], [Biting Hatchling, Ashnod's Altar]", "hand: 0, []", script)
    assert facts(state, "Biting Hatchling.power") == [power]


def test_607_2d_damage_to_the_chosen_player() -> None:
    script = "activate Zero Pinger targeting Glass Doll\nall pass\nall pass\n"
    for chosen, lives in (("p1", ["19", "20"]), ("p2", ["20", "19"])):
        state = played(f"[Zero Pinger, {{card: Glass Doll, chosen: {chosen}}}]", "hand: 0, []", script)
        assert facts(state, "p1.life", "p2.life") == lives


PING = "activate Zero Pinger targeting p2\nall pass\n"


@pytest.mark.parametrize(
    ("graveyard", "script", "left", "lost"),
    [
        ("[]", PING, "0", "true"),
        ("[Forest]", PING, "0", "false"),
        ("[3 Forest]", PING, "2", "false"),
        ("[Forest, Island]", PING + "choose Island\n", "1", "false"),
        ("[Forest]", 2 * PING, "0", "true"),
    ],
)
def test_614_1a_cards_are_exiled_instead_of_damage_or_the_game_is_lost(
    graveyard: str, script: str, left: str, lost: str
) -> None:
    state = played("[Zero Pinger]", f"graveyard: {graveyard}, [Cellar Pact]", script)
    assert facts(state, "p2.life", "p2.graveyard", "p2.lost") == ["20", left, lost]
