"""Results of damage (120.3): every property of a source and every pair of them, with every kind of recipient."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.events.damage import damage_any, source_of
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.effects_damage import DealDamage, Prevent
from reiterate.terms.effects_permanents import Destroy, Regenerate
from reiterate.terms.effects_zones import ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, Filter, TargetRef, TargetSpec, This
from reiterate.terms.static_effects import CantHaveCounters, PlayerCant
from tests.rules.cr_100_concepts.damage_120 import (
    BATTLES,
    BOTH,
    CREATURE,
    HARD,
    PLAYER,
    RECIPIENTS,
    TOXIC,
    Blow,
    Recipient,
    expected,
    refusal,
    sources,
)
from tests.support.acting import count, only, settled
from tests.support.boards import creature, named, play, tap_ability
from tests.support.combats import combat, run, struck

_POWER = 2
_SIZE = 9
_LOYALTY = 7
_AIM = (TargetSpec(Filter(any_of=("creature", "planeswalker", "battle")), "any"),)
_SOURCES = pytest.mark.parametrize("source", list(sources()), ids=lambda source: "+".join(sorted(source)) or "plain")


def _kinds(*kinds: Recipient) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("kind", kinds, ids=lambda kind: kind.name)


def _source(properties: frozenset[str], damage: int = _POWER) -> Proto:
    """A creature with these properties that deals damage to any target."""
    words = (Keyword(word, str(TOXIC) if word == "toxic" else "") for word in sorted(properties - {"commander"}))
    return creature("Source", damage, _SIZE, *words, tap_ability(_ping(damage), targets=_AIM), legendary=True)


def _ping(damage: int) -> DealDamage:
    return DealDamage(This(), TargetRef(0), Fixed(damage))


def _victim(kind: Recipient, *more: Keyword) -> Proto:
    hard = (*more, Keyword("indestructible")) if "indestructible" in kind.to else more
    types = tuple(t for t in ("battle", "planeswalker", "creature") if t in kind.to)
    power, size = (0, _SIZE) if "creature" in kind.to else (None, None)
    loyalty = _LOYALTY if "planeswalker" in kind.to else None
    return Proto("Victim", types, power=power, toughness=size, loyalty=loyalty, abilities=hard)


def _laid(kind: Recipient, properties: frozenset[str], damage: int = _POWER) -> tuple[Layout, int, int]:
    """The source of the first player, and the recipient on the other side: their rows."""
    layout = Layout(2)
    source = layout.put(_source(properties, damage), 0)
    if "commander" in properties:
        layout.commander(source)
    return layout, source, player(1) if kind is PLAYER else layout.put(_victim(kind), 1)


def _figures(state: State, kind: Recipient) -> dict[str, int]:
    """What became of the recipient and of the players, but figures of 0."""
    me, you = state.rows[player(0)], state.rows[player(1)]
    found = {
        "life lost": 20 - number(you.get("life")),
        "life gained": number(me.get("life")) - 20,
        "poison": number(you.get("counter.poison")),
        "of a commander": sum(number(n) for slot, n in you.num.items() if slot.startswith("commander damage.")),
    }
    if kind is not PLAYER and not named(state, "Victim"):
        found["destroyed"] = count(state, "Victim", "graveyard")
    elif kind is not PLAYER:
        row = only(state, "Victim")
        found["marked"] = number(row.get("damage"))
        found["-1/-1 counters"] = number(row.get("counter.-1/-1"))
        if "planeswalker" in kind.to:
            found["loyalty removed"] = _LOYALTY - number(row.get("counter.loyalty"))
    return {figure: n for figure, n in found.items() if n}


def number(amount: object) -> int:
    """A plain number of a state."""
    assert type(amount) is int
    return amount


def _pinged(kind: Recipient, properties: frozenset[str], damage: int = _POWER) -> State:
    layout, source, victim = _laid(kind, properties, damage)
    return settled(play(layout.done(), Choice("activate", 0, source, targets=(victim,))))


@_kinds(*RECIPIENTS)
@_SOURCES
def test_120_3_results_of_damage_by_an_ability(source: frozenset[str], kind: Recipient) -> None:
    assert _figures(_pinged(kind, source), kind) == expected(Blow(source, kind.to, False, _POWER))


@_kinds(*RECIPIENTS)
@_SOURCES
def test_120_8_damage_of_0_has_no_result(source: frozenset[str], kind: Recipient) -> None:
    assert _figures(_pinged(kind, source, 0), kind) == expected(Blow(source, kind.to, False, 0)) == {}


@_kinds(*(kind for kind in RECIPIENTS if kind.attacked))
@_SOURCES
def test_120_3_results_of_combat_damage_to_what_is_attacked(source: frozenset[str], kind: Recipient) -> None:
    layout, _, _ = _laid(kind, source)
    whom = "p2" if kind is PLAYER else "Victim"
    state = struck(run(combat(layout), f"attack with Source attacking {whom}"))
    if asked(state) == "block":
        state = struck(run(state, "no block"))
    assert _figures(state, kind) == expected(Blow(source, kind.to, True, _POWER))


@_kinds(*(kind for kind in RECIPIENTS if "creature" in kind.to))
@_SOURCES
def test_120_3_results_of_combat_damage_to_a_blocker(source: frozenset[str], kind: Recipient) -> None:
    layout, _, _ = _laid(kind, source)
    state = run(combat(layout), "attack p2 with Source", "all pass to declare blockers", "Victim blocks Source")
    assert _figures(struck(state), kind) == expected(Blow(source, kind.to, True, _POWER))


@_kinds(*(kind for kind in RECIPIENTS if "creature" in kind.to))
@_SOURCES
def test_120_3_results_of_combat_damage_to_an_attacker(source: frozenset[str], kind: Recipient) -> None:
    layout = Layout(2, active=1)
    blocker = layout.put(_source(source), 0)
    if "commander" in source:
        layout.commander(blocker)
    layout.put(_victim(kind), 1)
    state = run(combat(layout), "attack with Victim", "all pass to declare blockers", "Source blocks Victim")
    assert _figures(struck(state), kind) == expected(Blow(source, kind.to, True, _POWER))


@_SOURCES
@pytest.mark.parametrize("prevented", [1, None], ids=["one", "all"])
@_kinds(PLAYER, CREATURE, HARD, BOTH)
def test_615_6_prevented_damage_has_no_result_and_the_rest_has_all(
    kind: Recipient, prevented: int | None, source: frozenset[str]
) -> None:
    layout, row, victim = _laid(kind, source)
    amount = None if prevented is None else Fixed(prevented)
    shield = layout.put(creature("Shield", 1, 1, tap_ability(Prevent(amount, TargetRef(0)), targets=_AIM)), 1)
    state = play(layout.done(), Choice("pass", 0), Choice("activate", 1, shield, targets=(victim,)))
    state = play(settled(state), Choice("activate", 0, row, targets=(victim,)))
    left = 0 if prevented is None else _POWER - prevented
    assert _figures(settled(state), kind) == expected(Blow(source, kind.to, False, left))


@_SOURCES
@_kinds(CREATURE, HARD)
def test_702_16e_damage_to_what_is_protected_has_no_result(kind: Recipient, source: frozenset[str]) -> None:
    layout = Layout(2)
    ping = tap_ability(DealDamage(This(), Each(Filter(types=("creature",), another=True)), Fixed(_POWER)))
    words = [Keyword(word, str(TOXIC) if word == "toxic" else "") for word in sorted(source - {"commander"})]
    row = layout.put(creature("Source", 2, _SIZE, *words, ping), 0)
    layout.put(_victim(kind, Keyword("protection", "from everything")), 1)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert _figures(state, kind) == {}


def check_deathtouch_beside_infect() -> None:
    """Deathtouch destroys what infect shrinks (702.2b, 120.3d)."""
    both = frozenset({"deathtouch", "infect"})
    assert _figures(_pinged(CREATURE, both), CREATURE) == {"destroyed": 1}


def test_702_2b_deathtouch_destroys_what_infect_shrinks() -> None:
    check_deathtouch_beside_infect()


@pytest.mark.parametrize("word", ["infect", "wither"])
def test_702_2b_deathtouch_destroys_without_a_mark_even_where_no_counter_can_be_put(word: str) -> None:
    layout = Layout(2)
    row = layout.put(_source(frozenset({word, "deathtouch"})), 0)
    never = Static(CantHaveCounters(Filter(types=("creature",)), "-1/-1"))
    layout.put(Proto("Ban", ("enchantment",), abilities=(never,)), 1)
    victim = layout.put(_victim(CREATURE), 1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(victim,))))
    assert count(state, "Victim", "graveyard") == 1


@pytest.mark.parametrize("word", ["", "infect", "wither"])
def test_704_5h_is_about_damage_since_the_last_check_alone(word: str) -> None:
    layout = Layout(2)
    row = layout.put(_source(frozenset({"deathtouch", word} - {""})), 0)
    victim = layout.put(_victim(HARD), 1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(victim,))))
    assert count(state, "Victim") == 1
    assert not state.rows[victim].cls.prop("deathtouched")


@pytest.mark.parametrize("word", ["", "infect", "wither"])
def test_704_5h_a_creature_that_regenerated_before_the_check_is_destroyed_at_the_check(word: str) -> None:
    """Regenerating removes the damage that is marked (701.19a). That the damage was dealt stays true until the check."""
    layout = Layout(2)
    ping = tap_ability(_ping(1), Destroy(TargetRef(0)), targets=_AIM)
    words = (Keyword(each) for each in ("deathtouch", word) if each)
    row = layout.put(creature("Source", 1, 1, *words, ping), 0)
    shield = layout.put(creature("Troll", 0, 1, tap_ability(Regenerate(TargetRef(0)), targets=_AIM)), 1)
    victim = layout.put(_victim(CREATURE), 1)
    state = play(layout.done(), Choice("pass", 0), Choice("activate", 1, shield, targets=(victim,)))
    state = settled(play(settled(state), Choice("activate", 0, row, targets=(victim,))))
    assert count(state, "Victim", "graveyard") == 1


@pytest.mark.parametrize("word", ["", "infect", "wither"])
def test_704_5h_regeneration_can_replace_the_destruction(word: str) -> None:
    layout, row, victim = _laid(CREATURE, frozenset({"deathtouch", word} - {""}))
    shield = layout.put(creature("Troll", 0, 1, tap_ability(Regenerate(TargetRef(0)), targets=_AIM)), 1)
    state = play(layout.done(), Choice("pass", 0), Choice("activate", 1, shield, targets=(victim,)))
    state = settled(play(settled(state), Choice("activate", 0, row, targets=(victim,))))
    counters = _POWER if word else 0
    assert _figures(state, CREATURE) == ({"-1/-1 counters": counters} if counters else {})


@pytest.mark.parametrize("word", ["", "infect", "wither", "lifelink"])
def test_702_2c_one_damage_is_lethal_for_trample_with_deathtouch_whatever_else_the_source_has(word: str) -> None:
    layout = Layout(2)
    words = (Keyword(each) for each in ("trample", "deathtouch", word) if each)
    layout.put(creature("Source", 5, 5, *words), 0)
    layout.put(_victim(CREATURE), 1)
    state = run(combat(layout), "attack with Source", "all pass to declare blockers", "Victim blocks Source")
    state = run(state, "all pass to combat damage") if asked(state) == "priority" else state
    state = struck(run(state, "assign 1 to Victim and 4 to p2"))
    hurt = {"poison": 4} if word == "infect" else {"life lost": 4}
    gained = {"life gained": 5} if word == "lifelink" else {}
    assert _figures(state, CREATURE) == {**hurt, **gained, "destroyed": 1}


def test_120_1a_no_damage_is_dealt_to_what_is_no_creature_planeswalker_or_battle() -> None:
    """Lifelink gains nothing, and nothing triggers."""
    layout = Layout(2)
    ping = tap_ability(DealDamage(This(), Each(Filter(types=("artifact",))), Fixed(2)))
    row = layout.put(creature("Source", 1, 1, Keyword("lifelink"), Keyword("deathtouch"), ping), 0)
    layout.put(Proto("Stone", ("artifact",), mana_cost=("1",)), 1)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert [number(state.rows[player(seat)].get("life")) for seat in (0, 1)] == [20, 20]
    assert count(state, "Stone") == 1


@_kinds(*RECIPIENTS, *BATTLES)
@_SOURCES
@pytest.mark.parametrize("combat", [False, True], ids=["noncombat", "combat"])
@pytest.mark.parametrize("amount", [0, _POWER])
def test_120_3h_damage_is_refused_by_the_sentence_that_is_missing_and_by_nothing_else(
    amount: int, combat: bool, source: frozenset[str], kind: Recipient
) -> None:
    """Damage to a battle removes defense counters, which no position has. Damage of 0 isn't dealt (120.8)."""
    layout, row, victim = _laid(kind, source)
    draft = Draft(layout.done())
    code = ""
    try:
        assert damage_any(draft, source_of(draft, row), victim, amount, combat) == amount
    except Unsupported as missing:
        code = missing.refusal.code
    assert code == refusal(Blow(source, kind.to, combat, amount))


@_kinds(*BATTLES)
def test_120_3h_a_battle_that_is_protected_from_the_source_is_dealt_no_damage(kind: Recipient) -> None:
    layout = Layout(2)
    row = layout.put(_source(frozenset()), 0)
    victim = layout.put(_victim(kind, Keyword("protection", "from everything")), 1)
    draft = Draft(layout.done())
    assert damage_any(draft, source_of(draft, row), victim, _POWER) == 0


@_kinds(*BATTLES)
def test_704_5v_a_battle_on_the_battlefield_refuses_at_the_next_check(kind: Recipient) -> None:
    """Its defense is 0 without counters (310.4c), so it would be put into its owner's graveyard (310.7)."""
    layout, _, _ = _laid(kind, frozenset())
    with pytest.raises(Unsupported) as missing:
        play(layout.done(), Choice("pass", 0), Choice("pass", 1))
    assert (missing.value.refusal.code, missing.value.refusal.rule) == ("rule-704.5v", "704.5v")
    with pytest.raises(Unsupported, match="battle"):
        _pinged(kind, frozenset())


@_kinds(*BATTLES)
def test_704_5v_a_battle_that_comes_refuses_at_the_next_check(kind: Recipient) -> None:
    layout = Layout(2)
    back = tap_ability(ReturnToBattlefield(TargetRef(0)), targets=(TargetSpec(Filter(), zone="graveyard"),))
    row = layout.put(creature("Titan", 1, 1, back), 0)
    card = layout.put(_victim(kind), 0, "graveyard")
    state = play(layout.done(), Choice("activate", 0, row, targets=(card,)))
    with pytest.raises(Unsupported, match="battle"):
        settled(state)


#: 119, 704.5: what makes a player lose stands for itself too. Each reason, and what a player has who has it.
_REASONS: dict[str, dict[str, int]] = {
    "704.5a": {"life": 0},
    "704.5c": {"counter.poison": 10},
    "903.10a": {"commander damage.p1": 21},
}


@pytest.mark.parametrize("reason", [r for r in _REASONS if r != "704.5a"])
def test_704_5_who_cannot_lose_for_their_life_loses_for_every_other_reason(reason: str) -> None:
    layout = Layout(2)
    layout.put(Proto("Unlife", ("enchantment",), abilities=(Static(PlayerCant("you", "lose for life")),)), 1)
    for slot, amount in (*_REASONS["704.5a"].items(), *_REASONS[reason].items()):
        layout.set_player(1, slot, amount)
    state = play(layout.done(), Choice("pass", 0), Choice("pass", 1))
    assert (state.game.prop("outcome"), state.game.prop("rule")) == ("p1_wins", reason)
