"""Cases in which each player hides cards: a loop that one player keeps up, and one that nobody does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.judging.case_file import Case, load_case

#: Cards that a hand may hide; none of them is named anywhere else in a case.
SECRET: Final = ("Quiet Spark", "Idle Vow", "Late Bloom", "Hollow Oath")
TEXTS: Final = {
    "Quiet Spark": ("Instant", "{R}", "Quiet Spark deals 2 damage to any target."),
    "Idle Vow": ("Instant", "{W}", "You gain 2 life."),
    "Late Bloom": ("Sorcery", "{G}", "You gain 4 life."),
    "Hollow Oath": ("Instant", "{7}", "Destroy target creature."),
    "Late Return": ("Instant", "{0}", "Return target instant card from your graveyard to your hand."),
    "Great Vow": ("Instant", "{3}", "You gain 5 life."),
    "Old Spring": ("Artifact", "", "{0}: Add {C}."),
    "Old Chest": ("Artifact", "", "{0}: Put a card from your hand on top of your library."),
    "Old Bell": ("Artifact", "", "{0}: You gain 1 life."),
    "Two Wells": ("Enchantment", "", "Whenever you gain life, you gain 1 life."),
}
CARDS: Final = CardBook(
    (
        read_source(
            "cards",
            json.dumps(
                [
                    {"name": name, "type_line": line, "mana_cost": cost, "oracle_text": text}
                    for name, (line, cost, text) in TEXTS.items()
                ]
            ).encode(),
        ),
        builtin_source(),
    )
)
#: The hidden cards of two to six players.
HANDS: Final = st.lists(st.lists(st.sampled_from(SECRET), max_size=3), min_size=2, max_size=6)
#: A loop that p1 keeps up, and one that nobody keeps up.
LOOPS: Final = {
    "kept up": ("Old Bell", "repeat 100:\n    activate Old Bell\n    all pass"),
    "mandatory": ("Old Bell, Two Wells", "activate Old Bell\n  all pass\n  repeat 1:\n    all pass"),
}


def case(policy: str, loop: str, hands: Sequence[Sequence[str]], said: Sequence[str]) -> Case:
    """A case in which each player has some hidden cards and mana."""
    cards, script = LOOPS[loop]
    players = "".join(
        f"  p{seat + 1}: {{hand: [{', '.join(hand)}], mana: {{R: 1, W: 1}}, "
        f"battlefield: [{cards if seat == 0 else ''}]}}\n"
        for seat, hand in enumerate(hands)
    )
    lines = "".join(f"  - {{{one}}}\n" for one in said)
    text = f"format: case/1\npolicy: {policy}\nplayers:\n{players}script: |\n  {script}\nsaid:\n{lines or '  []'}\n"
    found = load_case(text, "case.yaml", CARDS)
    assert isinstance(found, Case), found
    return found
