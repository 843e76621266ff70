"""Effects on what is no permanent: they do what the rules say of it, or refuse by name; nothing silently does nothing."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import GRAVEYARD, HAND, Ref, State
from reiterate.terms import language as n
from reiterate.terms.base import Term
from tests.support.acting import (
    ANYTHING,
    GRAVES,
    ONE,
    SPELL,
    THEIRS,
    act,
    around,
    count,
    handle,
    instant,
    only,
    settled,
)
from tests.support.boards import BEAR, CREATURE, creature, play

T = n.TargetRef(0)
#: Effects that change a permanent, as said of the first target.
CHANGES: tuple[Term, ...] = (
    n.PutCounters(T, "+1/+1", ONE),
    n.RemoveCounters(T, "+1/+1", ONE),
    n.Pump(T, ONE, ONE),
    n.GainKeywords(T, ("haste",)),
    n.LoseKeywords(T, ("haste",)),
    n.Forbid(T, "block"),
    n.SetBasePT(T, 1, 1),
    n.SwitchPT(T),
    n.Tap(T),
    n.Untap(T),
    n.Destroy(T),
    n.SacrificeObject(T),
    n.GainControl(T, "game"),
    n.DoubleCounters(T, "+1/+1"),
    n.ExileUntil(T),
    n.ReturnToBattlefield(T),
    n.CopySpell(T),
)


def name_of(effect: Term) -> str:
    return type(effect).__name__


def with_spell(*effects: Term) -> State:
    """A bear spell on the stack, and an ability with this effect on it that resolves."""
    layout = Layout(2)
    actor = layout.put(creature("Actor", 3, 3, n.Activated((n.TapCost(),), effects, (SPELL,))), 0)  # type: ignore[arg-type] # effects of the language
    spell = layout.put(creature("Free Bear", 2, 2, cost=("0",)), 0, HAND)
    state = play(layout.done(), Choice("cast", 0, spell))
    return around(play(state, Choice("activate", 0, actor, targets=(state.stack[0],))))


@pytest.mark.parametrize("effect", [e for e in CHANGES if not isinstance(e, n.CopySpell)], ids=name_of)
def test_112_4_no_effect_on_a_spell_as_if_it_were_a_permanent(effect: Term) -> None:
    with pytest.raises(Unsupported) as refused:
        with_spell(effect)
    assert refused.value.refusal.code in ("rule-112.4", "rule-400.7")


@pytest.mark.parametrize("effect", [e for e in CHANGES if not isinstance(e, n.ReturnToBattlefield)], ids=name_of)
def test_400_7_no_effect_on_a_card_in_a_graveyard_as_if_it_were_a_permanent(effect: Term) -> None:
    layout = Layout(2)
    card = layout.put(BEAR, 0, GRAVEYARD)
    with pytest.raises(Unsupported) as refused:
        act(layout, effect, aims=(card,), specs=(GRAVES,))
    assert refused.value.refusal.code in ("rule-400.7", "rule-707.10")


def test_400_7_an_effect_on_the_card_that_was_exiled_before_refuses() -> None:
    layout = Layout(2)
    top = layout.put(BEAR, 0, "library")
    assert top
    with pytest.raises(Unsupported, match="card in exile"):
        act(layout, n.ExileTop(n.You(), ONE), n.Pump(_result(), ONE, ONE))


def _result() -> n.ObjectRef:
    from reiterate.terms.references import Result

    return Result()


def test_112_4_a_spell_changes_itself_in_no_way() -> None:
    layout = Layout(2)
    spell = layout.put(instant("Self", n.GainKeywords(n.This(), ("lifelink",))), 0, HAND)
    layout.set_player(0, "mana.R", 1)
    with pytest.raises(Unsupported, match="an effect that changes"):
        around(play(layout.done(), Choice("cast", 0, spell)))


def test_608_2h_a_permanent_that_is_gone_is_changed_no_more() -> None:
    """The source dies before its ability resolves: nothing happens to the card in the graveyard, and nothing refuses."""
    layout = Layout(2)
    grower = layout.put(
        creature("Grower", 1, 1, n.Activated((n.ManaCost(("0",)),), (n.PutCounters(n.This(), "+1/+1", ONE),))), 0
    )
    killer = layout.put(creature("Killer", 1, 1, n.Activated((n.TapCost(),), (n.Destroy(T),), (ANYTHING,))), 0)
    state = play(layout.done(), Choice("activate", 0, grower))
    state = settled(play(state, Choice("activate", 0, killer, targets=(grower,))))
    assert count(state, "Grower", GRAVEYARD) == 1 and not only(state, "Grower", GRAVEYARD).num


def test_122_1_a_counter_for_a_permanent_on_a_player_refuses() -> None:
    with pytest.raises(Unsupported, match="on a player"):
        act(Layout(2), n.PutCounters(T, "+1/+1", ONE), aims=(2,), specs=(ANYTHING,))


def test_701_26_a_player_is_not_tapped() -> None:
    state = act(Layout(2), n.Tap(T), n.GainLife(n.You(), ONE), aims=(2,), specs=(ANYTHING,))
    assert state.rows[1].num["life"] == 21


# --- attaching (701.3) --------------------------------------------------------------------------------------------

LANDS = n.Filter(types=("land",))
ATTACH = n.Activated((n.ManaCost(("0",)),), (n.AttachTo(T),), (n.TargetSpec(n.Filter()),))
PLAIN = n.Proto("Plain", ("land",))


def attached(moving: n.Proto, first: n.Proto | None, second: n.Proto) -> str:
    """What a permanent is attached to after its own ability tried to attach it to the second thing; "" for nothing."""
    layout = Layout(2)
    row = layout.put(moving, 0)
    if first is not None:
        layout.attach(row, layout.put(first, 0))
    target = layout.put(second, 0)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(target,))))
    host = state.rows[handle(state, moving.name)].refs.get("host")
    if not isinstance(host, Ref):
        return ""
    proto = state.rows[host.row].cls.proto
    return "" if proto is None else proto.name


OTHER_LAND = n.Proto("Other Land", ("land",))
LAND_AURA = n.Proto("Moving Aura", ("enchantment",), ("Aura",), abilities=(n.Enchant(LANDS), ATTACH))
CREATURE_AURA = n.Proto("Moving Aura", ("enchantment",), ("Aura",), abilities=(n.Enchant(CREATURE), ATTACH))
EQUIPMENT = n.Proto("Sword", ("artifact",), ("Equipment",), abilities=(ATTACH,))
FORTIFICATION = n.Proto("Wall", ("artifact",), ("Fortification",), abilities=(ATTACH,))


def test_701_3a_an_aura_moves_to_what_it_can_enchant() -> None:
    assert attached(LAND_AURA, PLAIN, OTHER_LAND) == "Other Land"
    assert attached(CREATURE_AURA, BEAR, creature("Ox")) == "Ox"


def test_303_4j_an_aura_does_not_move_to_what_it_cannot_enchant() -> None:
    assert attached(CREATURE_AURA, BEAR, PLAIN) == "Bear"
    assert attached(LAND_AURA, PLAIN, BEAR) == "Plain"


def test_701_3b_equipment_and_fortification_move_only_to_what_they_equip_and_fortify() -> None:
    assert attached(EQUIPMENT, None, BEAR) == "Bear"
    assert attached(EQUIPMENT, BEAR, PLAIN) == "Bear"
    assert attached(FORTIFICATION, None, PLAIN) == "Plain"
    assert attached(FORTIFICATION, PLAIN, BEAR) == "Plain"


def test_701_3b_what_is_neither_is_attached_to_nothing() -> None:
    assert attached(creature("Odd", 1, 1, ATTACH), None, BEAR) == ""


# --- words that change what has left (400.7e, 400.7j) ----------------------------------------------------------------

NOT_READ = (
    "When this creature dies, put a +1/+1 counter on it.",
    "Whenever another creature dies, it gains haste until end of turn.",
    "Whenever a creature dies, you may pay {1}. If you do, put a +1/+1 counter on it.",
    "{T}: Exile target creature. Put a +1/+1 counter on it.",
    "{T}: Destroy target creature. It gains haste until end of turn.",
    "{1}, Sacrifice this creature: This creature gets +1/+1 until end of turn.",
    "{T}: You may sacrifice this creature. If you do, put a +1/+1 counter on this creature.",
)
READ = (
    "When this creature dies, return it to its owner's hand.",
    "Whenever another creature dies, put a +1/+1 counter on this creature.",
    "{T}: Destroy target creature. Its controller loses 2 life.",
    "{T}: Destroy target creature. Put a +1/+1 counter on this creature.",
    "{1}, Sacrifice this creature: It deals 2 damage to any target.",
)


def compiled(text: str) -> bool:
    return compile_card(
        {
            "name": "Zz",
            "type_line": "Creature — Elf",
            "mana_cost": "{1}",
            "oracle_text": text,
            "power": "1",
            "toughness": "1",
        }
    ).complete


@pytest.mark.parametrize("text", NOT_READ)
def test_400_7j_words_that_change_what_has_left_are_not_read(text: str) -> None:
    assert not compiled(text)


@pytest.mark.parametrize("text", READ)
def test_400_7j_words_about_what_has_left_or_is_there_are_read(text: str) -> None:
    assert compiled(text)


# --- copies (707.10) ----------------------------------------------------------------------------------------------


def test_707_10_a_spell_that_was_countered_before_it_is_copied_refuses() -> None:
    """It would be copied as it last was (608.2h)."""
    copier = creature("Copier", 1, 1, n.Triggered(n.SpellCast("you", n.Filter()), (n.CopySpell(n.That()),)))
    layout = Layout(2)
    layout.put(copier, 0)
    stopper = layout.put(
        creature("Stopper", 1, 1, n.Activated((n.ManaCost(("0",)),), (n.CounterSpell(T),), (SPELL,))), 0
    )
    spell = layout.put(instant("Drain", n.LoseLife(THEIRS, ONE)), 0, HAND)
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, spell))
    on_stack = next(h for h in state.stack if state.rows[h].cls.kind == "card")
    state = around(play(state, Choice("activate", 0, stopper, targets=(on_stack,))))
    with pytest.raises(Unsupported, match="not on the stack any more"):
        around(state)


# --- keywords that are nothing without what stands behind them (702.16, 702.21, 702.86) -------------------------------

WITHOUT = (
    "Annihilator",
    "Annihilator ²",
    "Ward",
    "Protection",
    "Scavenge",
    "Embalm",
    "Other creatures you control have annihilator.",
    "Other creatures you control have ward.",
    "{T}: Target creature gains annihilator until end of turn.",
    "{T}: Target creature gains ward until end of turn.",
    "{T}: Target creature gains protection until end of turn.",
)


@pytest.mark.parametrize("text", WITHOUT)
def test_702_1_a_keyword_without_its_number_cost_or_quality_is_not_read(text: str) -> None:
    assert not compiled(text)


def test_702_1_with_it_it_is_read() -> None:
    assert all(map(compiled, ("Annihilator 2", "Ward {2}", "Protection from red", "Scavenge {2}", "Embalm {2}")))
