"""Several like things attached to one object (303.4, 301.5, 613.4c): grouped or not, each of them has its effect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.state.normal_form import explode, normal

AURAS: Final = {
    "Bare": "Enchanted creature gets +1/+1.",
    "Counted": "Enchanted creature gets +1/+1 for each creature you control.",
    "Winged": "Enchanted creature has flying.",
    "Loud": 'Enchanted creature has "Whenever this creature becomes tapped, you gain 1 life."',
}


def laid(aura: str, hosts: tuple[int, ...], folder: Path) -> State:
    """Creatures of 2/2, each with so many of an Aura on it."""
    rows = [
        {
            "name": name,
            "type_line": "Enchantment — Aura",
            "mana_cost": "{G}",
            "oracle_text": f"Enchant creature\n{text}",
        }
        for name, text in AURAS.items()
    ]
    rows += [
        {"name": f"Bear {i}", "type_line": "Creature — Bear", "mana_cost": "{G}", "power": "2", "toughness": "2"}
        | {"oracle_text": ""}
        for i in range(len(hosts))
    ]
    file = folder / "cards.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    book = CardBook.with_files([file])
    assert isinstance(book, CardBook)
    things = [f"Bear {i}" for i in range(len(hosts))]
    things += [f"{{card: {aura}, attached to: Bear {i}}}" for i, n in enumerate(hosts) for _ in range(n)]
    text = f"format: position/1\nplayers:\n  p1:\n    battlefield: [{', '.join(things)}]\n  p2: {{}}\n"
    found = load(text, "attached", book)
    assert isinstance(found, Position), found
    return found.state


def bear(state: State, i: int) -> int:
    """The row of a creature."""
    return next(h for h, row in state.rows.items() if row.cls.proto is not None and row.cls.proto.name == f"Bear {i}")


@pytest.mark.parametrize("hosts", [(1,), (2,), (5,), (3, 1), (2, 2)])
@pytest.mark.parametrize("aura", ["Bare", "Counted", "Winged"])
def test_613_4c_each_of_a_group_of_auras_on_one_creature_counts(
    aura: str, hosts: tuple[int, ...], tmp_path: Path
) -> None:
    laid_out = laid(aura, hosts, tmp_path)
    each = {"Bare": 1, "Counted": len(hosts), "Winged": 0}[aura]
    for state in (laid_out, normal(laid_out), explode(laid_out)):
        for i, n in enumerate(hosts):
            assert power(state, bear(state, i)) == 2 + each * n
            assert ("flying" in view(state, bear(state, i)).keywords) == (aura == "Winged")


def test_five_auras_on_one_creature_are_one_row_in_the_normal_form(tmp_path: Path) -> None:
    state = normal(laid("Bare", (5,), tmp_path))
    assert [row.n for row in state.rows.values() if "host" in row.refs] == [5]


def test_613_1f_a_group_of_auras_that_each_grant_a_triggered_ability_is_refused(tmp_path: Path) -> None:
    state = normal(laid("Loud", (2,), tmp_path))
    with pytest.raises(Unsupported, match="grant"):
        view(state, bear(state, 0))
    alone = normal(laid("Loud", (1, 1), tmp_path))
    assert view(alone, bear(alone, 0)).triggers
