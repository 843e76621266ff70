"""The figures of cards that can be used, on a handful of cards."""

from __future__ import annotations

from benchmarks.usable import lines


def test_figures_of_five_cards_and_two_combos() -> None:
    facts = [
        {"name": name, "type_line": "Instant", "oracle_text": text}
        for name, text in (("Read", "Draw a card."), ("Sung", "Sing a song."), ("One // Two", "You gain 1 life."))
    ]
    facts.append(
        {"name": "Bestowed", "type_line": "Enchantment Creature — Elf", "oracle_text": "Bestow {1}", "power": "1"}
    )
    facts.append({"name": "Bard", "type_line": "Instant", "oracle_text": "Sing a song."})
    found = lines(facts, [("Read", "Two"), ("Read", "Sung")])
    assert found[:2] == ["read whole: 3 of 5, 60.0%", "fully usable: 2 of 5, 40.0%"]
    assert found[4] == "combos all cards of which are usable: 1 of 2, 50.0%"
    assert [line.rpartition(": ")[2] for line in found[5:]] == ["2 of 3", "0 of 0"]
