"""Boards that were certified while a rule was wrong: no certificate of them is made, and the same without the flaw has one."""

from __future__ import annotations

import json

import pytest

from reiterate.ask.session import study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify
from reiterate.refusals import Refusal
from reiterate.script.position import load

_CARDS = (
    {
        "name": "Otter",
        "type_line": "Legendary Creature — Otter",
        "mana_cost": "{0}",
        "power": "3",
        "toughness": "2",
        "oracle_text": "Flash\nWhen this creature enters, if you cast it, copy target instant or sorcery spell you control. You may choose new targets for the copy.",
    },
    {
        "name": "Ferret",
        "type_line": "Creature — Ferret",
        "mana_cost": "{0}",
        "power": "3",
        "toughness": "2",
        "oracle_text": "Flash\nWhen this creature enters, copy target instant or sorcery spell you control. You may choose new targets for the copy.",
    },
    {
        "name": "Plain Copy",
        "type_line": "Instant",
        "mana_cost": "{0}",
        "oracle_text": "Copy target creature spell you control, except it isn't legendary if the spell is legendary.",
    },
    {
        "name": "Hydra",
        "type_line": "Creature — Hydra",
        "mana_cost": "{0}",
        "power": "2",
        "toughness": "2",
        "oracle_text": "Whenever this creature is dealt damage, put a +1/+1 counter on it.",
    },
    *(
        {
            "name": name,
            "type_line": "Creature — Snake",
            "mana_cost": "{0}",
            "power": "1",
            "toughness": "1",
            "oracle_text": f"{words}\n{{0}}: This creature deals 1 damage to target creature.",
        }
        for name, words in (("Viper", "Deathtouch, infect"), ("Asp", "Deathtouch, wither"), ("Eel", "Infect"))
    ),
)

_COPIES = """format: position/1
players:
  p1: {{hand: [{creature}, Plain Copy, Plain Copy]}}
  p2: {{}}
script: |
  cast {creature}
  cast Plain Copy targeting {creature}
  cast Plain Copy targeting {creature}
  all pass
  all pass
  repeat 5:
    target Plain Copy
    all pass
    keep targets
    all pass
    all pass
"""

_DAMAGE = """format: position/1
players:
  p1: {{battlefield: [{creature}]}}
  p2: {{battlefield: [Hydra]}}
script: |
  repeat 5:
    activate {creature} targeting Hydra
    all pass
    all pass
"""


def _certified(board: str, creature: str) -> str | Refusal:
    """The certificate of the board's loop, or why there is none."""
    own = read_source("own.jsonl", "\n".join(json.dumps(card) for card in _CARDS).encode())
    position = load(board.format(creature=creature), "board.yaml", CardBook((own, builtin_source())))
    assert not isinstance(position, Refusal), position
    study = study_loop(position)
    return study if isinstance(study, Refusal) else certify(study.part.loop)


def test_707_10_copies_of_a_legend_that_asks_whether_it_was_cast_are_no_loop() -> None:
    """A token from a copy of the spell wasn't cast (707.10, 603.4): nothing is asked that the script answers."""
    found = _certified(_COPIES, "Otter")
    assert isinstance(found, Refusal) and found.code == "nothing-asked", found


def test_707_10_copies_of_a_creature_that_asks_for_no_cast_are_a_loop() -> None:
    assert isinstance(_certified(_COPIES, "Ferret"), str)


@pytest.mark.parametrize("snake", ["Viper", "Asp"])
def test_704_5h_damage_of_deathtouch_that_shrinks_is_no_loop(snake: str) -> None:
    """The first damage destroys what it is dealt to (704.5h): there is nothing to be dealt damage again."""
    assert isinstance(_certified(_DAMAGE, snake), Refusal)


def test_120_3d_damage_that_only_shrinks_what_grows_again_is_a_loop() -> None:
    assert isinstance(_certified(_DAMAGE, "Eel"), str)
