"""What a copy of a spell has of it (707.10): each property of a spell, with each way in which an object comes about."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet

from reiterate.cards import CardBook
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import Position, load
from reiterate.state.model import EXILE, State, player
from reiterate.state.properties import CAST_FROM, COPY
from reiterate.terms.proto import Proto
from tests.rules.cr_707_copies.table_707_10 import DECISION, HAS, PERMANENTS, SPELL_WAYS, SPELLS, Property
from tests.support.acting import count, handle, says
from tests.support.boards import creature, play
from tests.support.combats import run
from tests.support.written import card, not_read

_CREATURE = "Creature — Beast"
_SORCERY = "Sorcery"
_COPIES = {
    _CREATURE: card("Copy target creature spell.", "Instant", "{0}", "Double"),
    _SORCERY: card("Copy target instant or sorcery spell.", "Instant", "{0}", "Double"),
}
_WORDS = {_CREATURE: "creature", _SORCERY: "sorcery"}
_TWIN = card("Create a token that's a copy of target creature.", "Instant", "{0}", "Twin")
_BLINK = card(
    "Exile target creature you control, then return it to the battlefield under its owner's control.",
    "Instant",
    "{0}",
    "Blink",
)
_RAISE = card("Return target creature card from your graveyard to the battlefield.", "Instant", "{0}", "Raise")
_MIRROR = card(
    "You may have this creature enter as a copy of any creature on the battlefield.",
    "Creature — Shapeshifter",
    "{0}",
    "Mirror",
    power="0",
    toughness="0",
)


def _echo(kind: str) -> Proto:
    words = f"Copy target {_WORDS[kind]} card in your graveyard. You may cast the copy without paying its mana cost."
    return card(words, "Instant", "{0}", "Echo")


def _of(shown: Property, kind: str) -> Proto:
    size = {"power": "1", "toughness": "9"} if kind == _CREATURE else {}
    return card(shown.text, kind, shown.cost, "Shown", **size)


def _figure(state: State) -> int:
    """Life gained by both players, and +1/+1 counters put on anything."""
    lives = [state.rows[player(seat)].get("life") for seat in (0, 1)]
    counters = state.tally.get("counters.+1/+1", 0)
    found = [*lives, counters, -40]
    assert all(type(n) is int for n in found)
    return sum(int(str(n)) for n in found)


def _finished(state: State) -> State:
    """The stack resolves; a copy that may be cast is cast, without anything optional."""
    for _ in range(60):
        if asked(state) == "priority" and not state.stack:
            return state
        if asked(state) == "priority":
            state = play(state, Choice("pass", decider(state)))
        else:
            state = says(state, "no" if " with kicker" in question_of(state).text else "yes")
    raise AssertionError("the stack doesn't end")


def _resolved(state: State) -> State:
    """The top of the stack resolves."""
    top = state.stack[0]
    while asked(state) == "priority" and top in state.stack:
        state = play(state, Choice("pass", decider(state)))
    return state


def _cast(state: State, name: str, target: int | None = None, seat: int = 0) -> State:
    """A helping card is cast out of a hand, and resolves."""
    if decider(state) != seat:
        state = play(state, Choice("pass", decider(state)))
    (row,) = [
        h
        for h, r in state.rows.items()
        if r.cls.zone == "hand" and r.cls.owner == seat and r.cls.proto is not None and r.cls.proto.name == name
    ][:1]
    return play(state, Choice("cast", seat, row, targets=() if target is None else (target,)))


def _gained(shown: Property, kind: str, way: str) -> tuple[int, int]:
    """The figure of a board, and how often the original, which was cast, is among it."""
    layout = Layout(2)
    layout.set_player(0, "mana.C", 7)
    layout.put(creature("Fodder", 5, 5), 0)
    there = {
        "entered as a copy": "battlefield",
        "put onto the battlefield": "graveyard",
        "cast copy of the card": "graveyard",
    }
    row = layout.put(_of(shown, kind), 0, there.get(way, "hand"))
    for proto in (_COPIES[kind], _COPIES[kind], _TWIN, _BLINK, _RAISE, _MIRROR, _echo(kind)):
        layout.put(proto, 0, "hand")
    layout.put(_COPIES[kind], 1, "hand")
    state = layout.done()
    if way in there:
        name = {"battlefield": "Mirror", "graveyard": "Raise" if way.startswith("put") else "Echo"}[there[way]]
        state = _resolved(_cast(state, name, None if name == "Mirror" else row))
        if name == "Mirror":
            state = says(state, picks=((row, 1),))
        return _figure(_finished(state)), 0
    state = run(state, f"cast Shown {shown.how}".strip())
    spell = handle(state, "Shown", "stack")
    if way == "copy of the spell by another player":
        state = _resolved(_cast(state, "Double", spell, 1))
    elif way.startswith("copy"):
        state = _resolved(_cast(state, "Double", spell))
    if way == "copy of a copy":
        copy = next(h for h in state.stack if h != spell and state.rows[h].cls.proto is not None)
        state = _cast(state, "Double", copy)
    if way == "token copied from the permanent":
        while spell in state.stack:
            state = _resolved(state)
        state = _cast(state, "Twin", handle(state, "Shown"))
    if way == "exiled and returned":
        state = _finished(state)
        state = _cast(state, "Blink", handle(state, "Shown"))
    return _figure(_finished(state)), 0 if way == "cast" else 1


def _cells(shown: tuple[Property, ...], ways: tuple[str, ...]) -> list[ParameterSet]:
    return [
        pytest.param(each, way, id=f"{each.name}, {way}") for each in shown for way in ways if way not in dict(each.but)
    ]


def _check(shown: Property, kind: str, way: str) -> None:
    has, rule = HAS[way][shown.kind]
    found, before = _gained(shown, kind, way)
    made = 2 if way == "copy of a copy" else 1
    assert found == 5 * before + 5 * made * has, rule


def check_a_copy_is_not_cast() -> None:
    """A token from a copy of a spell wasn't cast (707.10, 608.3f)."""
    _check(PERMANENTS[0], _CREATURE, "copy of the spell")


def test_707_10_a_token_from_a_copy_of_a_spell_was_not_cast() -> None:
    check_a_copy_is_not_cast()


@pytest.mark.parametrize(("shown", "way"), _cells(PERMANENTS, tuple(HAS)))
def test_707_10_and_608_3f_what_a_permanent_knows_of_how_it_came_about(shown: Property, way: str) -> None:
    _check(shown, _CREATURE, way)


@pytest.mark.parametrize(("shown", "way"), _cells(SPELLS, SPELL_WAYS))
def test_707_10_what_a_copied_instant_or_sorcery_has(shown: Property, way: str) -> None:
    _check(shown, _SORCERY, way)


@pytest.mark.parametrize(
    "text",
    [
        "This creature has haste as long as it was cast.",
        "Whenever this creature attacks, if it was cast, you gain 1 life.",
        "Whenever another creature enters, if you cast it, you gain 1 life.",
    ],
)
def test_400_7d_how_a_permanent_was_cast_is_asked_as_it_enters_alone(text: str) -> None:
    """Of what was laid out nobody knows it, a creature that becomes a copy forgot it, and "you" may be another player."""
    assert not_read(text, _CREATURE)


@pytest.mark.parametrize(("words", "zone"), [("copy: yes", ""), ("copy: yes, cast from: exile", EXILE)])
def test_707_12_a_laid_out_copy_was_cast_where_it_says_from_where(words: str, zone: str) -> None:
    """A copy of a spell isn't cast (707.10); a copy of a card that an effect cast is a copy and was cast (707.12)."""
    board = f"""format: position/2
players:
  p1: {{}}
  p2: {{}}
stack:
  - {{spell: Llanowar Elves, controller: p1, {words}}}
"""
    found = load(board, "board.yaml", CardBook.builtin())
    assert isinstance(found, Position), found
    (entry,) = found.state.stack
    cls = found.state.rows[entry].cls
    assert cls.kind == COPY and cls.prop(CAST_FROM, "") == zone


def test_903_3_and_707_2_a_copy_of_a_commander_is_none_and_casts_of_it_are_none() -> None:
    layout = Layout(2)
    general = layout.put(creature("General", 2, 2, cost=("0",)), 0, "command")
    layout.commander(general)
    layout.put(_COPIES[_CREATURE], 0, "hand")
    state = play(layout.done(), Choice("cast", 0, general))
    state = _finished(_cast(state, "Double", handle(state, "General", "stack")))
    assert [row.cls.kind for row in state.rows.values() if row.cls.prop("commander")] == ["card"]
    assert count(state, "General") == 2
    assert state.rows[player(0)].get("commander casts.p1") == 1


def test_400_7a_effects_on_a_spell_which_a_copy_would_not_have_are_refused_by_name() -> None:
    painter = card("Target spell or permanent becomes red.", "Instant", "{0}", "Painter")
    layout = Layout(2)
    layout.put(creature("Shown", 2, 2, cost=("0",)), 0, "hand")
    layout.put(painter, 0, "hand")
    state = run(layout.done(), "cast Shown")
    with pytest.raises(Unsupported, match="an effect that changes a spell or ability on the stack"):
        _resolved(_cast(state, "Painter", handle(state, "Shown", "stack")))


def test_707_10_a_copy_is_no_spell_that_was_cast() -> None:
    """Neither what watches casting nor what counts the spells of the turn sees it."""
    layout = Layout(2)
    layout.put(card("Whenever you cast a spell, you gain 1 life.", name="Watcher"), 0)
    layout.put(card("At the beginning of your end step, you gain 7 life for each spell you've cast this turn."), 0)
    layout.put(_of(SPELLS[-1], _SORCERY), 0, "hand")
    layout.put(_COPIES[_SORCERY], 0, "hand")
    state = run(layout.done(), "cast Shown")
    state = _finished(_cast(state, "Double", handle(state, "Shown", "stack")))
    assert _figure(state) == 2 + 2 * 5
    assert _figure(_finished(run(state, "all pass to end"))) == 2 + 2 * 5 + 2 * 7


@pytest.mark.parametrize("how", ["dash", "blitz", "warp"])
def test_608_3g_a_token_from_a_copy_goes_at_the_next_end_step_as_the_cost_paid_for_the_spell_says(how: str) -> None:
    shown = Property(how, DECISION, f"Defender\n{how.capitalize()} {{1}}", cost="{3}")
    layout = Layout(2)
    layout.set_player(0, "mana.C", 1)
    layout.put(_of(shown, _CREATURE), 0, "hand")
    layout.put(_COPIES[_CREATURE], 0, "hand")
    state = run(layout.done(), f"cast Shown with {how}")
    state = _finished(_cast(state, "Double", handle(state, "Shown", "stack")))
    assert count(state, "Shown") == 2
    assert count(_finished(run(state, "all pass to end", "order #1 first")), "Shown") == 0


def test_707_10_a_copy_of_an_aura_spell_keeps_its_target_and_hangs_there() -> None:
    """The copy becomes a token attached to what it targets (608.3c, 608.3f)."""
    layout = Layout(2)
    layout.put(creature("Bear", 2, 2), 0)
    layout.put(creature("Other", 2, 2), 1)
    layout.put(
        card("Enchant creature\nEnchanted creature gets +3/+0.", "Enchantment — Aura", "{0}", "Shown"), 0, "hand"
    )
    layout.put(card("Copy target permanent spell.", "Instant", "{0}", "Double"), 0, "hand")
    state = run(layout.done(), "cast Shown targeting Bear")
    state = _finished(_cast(state, "Double", handle(state, "Shown", "stack")))
    assert count(state, "Shown") == 2
    assert power(state, handle(state, "Bear")) == 2 + 2 * 3
