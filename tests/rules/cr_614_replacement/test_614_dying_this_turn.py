"""What would die this turn is exiled instead (614.1a), and permanents that an effect attaches (701.3)."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, State
from tests.support.acting import count, handle, only, settled, until
from tests.support.boards import BEAR, ELF, play
from tests.support.combats import written

BURN = "Word deals {} damage to target creature. If that creature would die this turn, exile it instead."
KILL = written("Kill", "Destroy target creature.", "Instant", mana_cost="{0}")


def burnt(damage: int) -> State:
    """The position after a Bear was dealt damage, with a card in hand that destroys a creature."""
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    layout.put(KILL, 0, "hand")
    row = layout.put(written("Word", BURN.format(damage), "Sorcery", mana_cost="{0}"), 0, "hand")
    return settled(play(layout.done(), Choice("cast", 0, row, targets=(bear,))))


def killed(state: State) -> State:
    """The position after the Bear was destroyed."""
    card = handle(state, "Kill", "hand")
    return settled(play(state, Choice("cast", 0, card, targets=(handle(state, "Bear"),))))


def test_614_1a_a_creature_that_would_die_this_turn_is_exiled() -> None:
    assert count(burnt(3), "Bear", "exile") == 1
    state = burnt(1)
    assert count(state, "Bear") == 1
    assert count(killed(state), "Bear", "exile") == 1
    later = until(until(state, "upkeep", 1), "upkeep", 0)
    assert count(killed(later), "Bear", "graveyard") == 1  # that turn is over


def test_701_3_an_equipment_that_enters_attaches_itself() -> None:
    text = "When Blade enters, attach it to target creature you control.\nEquipped creature gets +1/+0.\nEquip {2}"
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    row = layout.put(written("Blade", text, "Artifact — Equipment", mana_cost="{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert only(state, "Blade").refs["host"] == Ref("one", bear)
    layout = Layout(2)
    bear, elf = layout.put(BEAR, 0), layout.put(ELF, 0)
    blade = layout.put(written("Blade", "Equip {2}", "Artifact — Equipment"), 0)
    word = "Attach target Equipment you control to target creature you control."
    row = layout.put(written("Word", word, "Sorcery", mana_cost="{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row, targets=(blade, elf))))
    assert only(state, "Blade").refs["host"] == Ref("one", elf) != Ref("one", bear)
