"""Sets of attacking creatures, of blocking ones, and of both (508.1k, 509.1g)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from tests.support import written
from tests.support.acting import settled
from tests.support.boards import creature, play
from tests.support.combats import combat, passed, run


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("attacking", {"Wolf"}),
        ("blocking", {"Ogre"}),
        ("attacking or blocking", {"Wolf", "Ogre"}),
    ],
)
def test_509_1g_what_attacks_and_what_blocks(words: str, legal: set[str]) -> None:
    layout = Layout(2)
    rows = {name: layout.put(creature(name, 1, 9), seat) for name, seat in (("Wolf", 0), ("Ogre", 1), ("Idler", 1))}
    shot = layout.put(written.card(f"Destroy target {words} creature.", "Instant", "{0}", "Shot"), 0, "hand")
    before = layout.done()
    assert all(verify(before, Choice("cast", 0, shot, targets=(row,))) is not None for row in rows.values())
    state = run(passed(run(combat(layout), "attack with Wolf")), "p2: Ogre blocks Wolf")
    found = {name for name, row in rows.items() if verify(state, Choice("cast", 0, shot, targets=(row,))) is None}
    assert found == legal
    (first, *_) = sorted(legal)
    state = settled(play(state, Choice("cast", 0, shot, targets=(rows[first],))))
    assert rows[first] not in state.rows or state.rows[rows[first]].cls.zone != "battlefield"
