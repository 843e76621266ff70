"""The card of an instant or sorcery leaves the stack as the final part of its resolution (608.2n), not before its effects."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.rule_boards.playing import differences
from tests.rule_boards.reading import read_boards

_CARDS = """
- cards:
    Bear: {type: Creature — Bear, cost: "{1}{G}", size: 2/2}
    Slay: {type: Instant, cost: "{0}", text: "Destroy target creature."}
    Count: {type: Sorcery, cost: "{0}", text: "You gain life equal to the number of cards in your graveyard."}
    Void: {type: Sorcery, cost: "{0}", text: "Exile all cards from all graveyards."}
    Back: {type: Sorcery, cost: "{0}", text: "Shuffle Back into its owner's library."}
    Fold: {type: Sorcery, cost: "{0}", text: "Shuffle Fold into its owner's library.\\nFlashback {0}"}
    Refill: {type: Sorcery, cost: "{0}", text: "Discard your hand, then draw two cards.\\nBuyback {0}"}
    Strip: {type: Sorcery, cost: "{0}", text: "Destroy target enchantment."}
    Watch: {type: Enchantment, cost: "{0}", text: "Whenever a card is put into your graveyard from anywhere, you gain 1 life."}
    Rest: {type: Enchantment, cost: "{0}", text: "If a card or token would be put into a graveyard from anywhere, exile it instead."}
    Choice: {type: Sorcery, cost: "{0}", text: "You may draw a card. You gain life equal to the number of cards in your graveyard."}
"""

#: What it is, the first player's board, the script, what comes of it.
ROWS = (
    ("608.2n a spell doesn't count itself", "{hand: [Count], graveyard: [Bear]}", "cast Count/all pass", "{p1.life: 21, p1.graveyard: 2}"),
    (
        "608.2n a copy of it counts neither itself nor the original",
        "{hand: [Count, Count], graveyard: [Bear]}",
        "cast Count/all pass/cast Count/all pass",
        "{p1.life: 23}",
    ),
    ("608.2n it isn't among all cards of graveyards", "{hand: [Void], graveyard: [Bear]}", "cast Void/all pass", "{p1.graveyard: 1, p1.exile: 1}"),
    ("701.24c what shuffles itself in goes there from the stack", "{hand: [Back], battlefield: [Watch]}", "cast Back/all pass", '{stack: "", p1.library: 54, p1.graveyard: 0}'),
    ("603.6a one that resolves is put into the graveyard once", "{hand: [Count], battlefield: [Watch]}", "cast Count/all pass/all pass", "{p1.life: 21, p1.graveyard: 1}"),
    ("702.34a with flashback it is exiled instead", "{graveyard: [Fold]}", "cast Fold with flashback/all pass", "{p1.exile: 1, p1.library: 53}"),
    ("702.27a with buyback it isn't in the hand that is discarded", "{hand: [Refill, Bear], library: [9 Bear]}", "cast Refill with buyback/all pass", "{p1.hand: 3, p1.graveyard: 1}"),
    ("614.12 what it destroyed replaces nothing any more", "{hand: [Strip], battlefield: [Rest]}", "cast Strip targeting Rest/all pass", "{p1.exile: 1, p1.graveyard: 1}"),
    ("608.2b without a legal target it is put there at once", "{hand: [Slay, Slay], battlefield: [Bear, Watch]}", "cast Slay targeting Bear/cast Slay targeting Bear/all pass/all pass/all pass/all pass/all pass", "{p1.life: 23, p1.graveyard: 3}"),
    ("608.2n it leaves the stack behind the last decision", "{hand: [Choice]}", "cast Choice/all pass/yes", '{stack: "", p1.graveyard: 1, p1.life: 20}'),
)  # fmt: skip # a row a line


@pytest.mark.parametrize(("title", "p1", "script", "expect"), ROWS, ids=[row[0] for row in ROWS])
def test_a_spell_leaves_the_stack_last_of_all(title: str, p1: str, script: str, expect: str, tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in script.split("/"))
    text = f'- rule: "608.2n"\n  title: {title}\n  players:\n    p1: {p1}\n    p2: {{}}\n  script: |\n{lines}  expect: {expect}\n'
    (tmp_path / "board.yaml").write_text(_CARDS + textwrap.dedent(text), encoding="utf-8")
    assert not differences(read_boards(tmp_path)[0])
