"""What lasts until something happens: exile until the source leaves (610.3), copies for a turn (707.2), cleanup (514.3a)."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.characteristics.evaluate import power, toughness
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import Position, load
from reiterate.state.model import Row, State
from reiterate.terms.abilities import NotUnderstood, Triggered
from reiterate.terms.costs import SacrificeCost
from reiterate.terms.effects_continuous import Pump, SetBasePT
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import BecomeCopy, CreateTokens
from reiterate.terms.effects_zones import ExileUntil
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.trigger_events import Dies, Discards, Enters
from tests.support.acting import around, count, handle, instant, only, settled, until
from tests.support.boards import ANOTHER, BEAR, CREATURE, ELF, creature, life, play, tap_ability
from tests.support.shown import shows

THEIRS = TargetSpec(Filter(types=("creature",), controller="opponent"))
BANISH = Triggered(Enters(This()), (ExileUntil(TargetRef(0)),), (THEIRS,))
JAILER = creature("Jailer", 2, 2, BANISH)
GAIN = (GainLife(You(), Fixed(1)),)


@pytest.mark.parametrize(
    "text",
    [
        "When Jailer enters, exile target nonland permanent an opponent controls until Jailer leaves the battlefield.",
        "When Jailer enters, exile up to one other target creature until Jailer leaves the battlefield.",
        "{2}: Jailer becomes a copy of target creature until end of turn.",
        "{2}: Jailer becomes a copy of target creature, except it has haste.",
    ],
)
def test_what_lasts_until_something_is_read_and_prints_back(text: str) -> None:
    (ability,) = read_line(text, Context("Jailer"))
    assert not isinstance(ability, NotUnderstood), text
    assert read_line(show(ability, "Jailer"), Context("Jailer")) == (ability,)


def jailed(theirs: Proto = BEAR, n: int = 1, **counters: int) -> State:
    """A Jailer has exiled one creature of the opponent; cards to go on with are in hand."""
    layout = Layout(2)
    layout.put(JAILER, 0, "hand")
    layout.put(theirs, 1, n=n, counters=dict(counters))
    layout.put(instant("Murder", Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),)), 0, "hand", n=2)
    layout.set_player(0, "mana.R", 9)
    layout.put(creature("Greeter", 1, 9, Triggered(Enters(ANOTHER), GAIN)), 1)
    state = layout.done()
    state = around(play(state, Choice("cast", 0, handle(state, "Jailer", "hand"))))
    assert asked(state) == "target"
    state = play(state, Choice("target", 0, targets=(handle(state, theirs.name),)))
    return settled(state)


@shows(ExileUntil)
def test_610_3_what_was_exiled_until_the_source_leaves_comes_back_at_once() -> None:
    state = jailed(n=3)
    assert (count(state, "Bear"), count(state, "Bear", "exile"), life(state, 1)) == (2, 1, 21)
    murder = Choice("cast", 0, handle(state, "Murder", "hand"), targets=(handle(state, "Jailer"),))
    state = around(play(state, murder))
    assert (count(state, "Bear"), count(state, "Bear", "exile")) == (3, 0)
    back = max(h for h, r in state.rows.items() if r.cls.proto == BEAR)
    assert (state.rows[back].cls.controller, state.rows[back].cls.sick) == (1, True)
    assert len(state.stack) == 1  # the Greeter saw it enter: no trigger of its own brought it back
    assert life(settled(state), 1) == 22
    assert not [r for r in state.rows.values() if r.cls.kind == "until"]


def locked(*aims: str, text: str = "up to one target creature") -> State:
    """A Locker has entered that exiles what it targets until it leaves; then it targets what is named each time."""
    words = {"oracle_text": f"When Locker enters, exile {text} until Locker leaves the battlefield."}
    size = {"power": "1", "toughness": "1", "mana_cost": "{0}"}
    locker = compile_card({"name": "Locker", "type_line": "Creature — Test", **size, **words})
    layout = Layout(2)
    layout.put(locker.proto, 0, "hand")
    layout.put(BEAR, 1)
    state = layout.done()
    state = around(play(state, Choice("cast", 0, handle(state, "Locker", "hand"))))
    for name in aims:
        assert asked(state) == "target"
        state = around(play(state, Choice("target", 0, targets=(handle(state, name),))))
    return state


def test_610_3_what_exiles_itself_until_it_leaves_comes_back_at_once() -> None:
    state = locked("Locker")
    assert (count(state, "Locker"), count(state, "Locker", "exile")) == (1, 0)
    assert asked(state) == "target"  # it entered anew, and triggers
    state = locked("Locker", "Locker", "Bear")
    state = settled(state)
    assert (count(state, "Locker"), count(state, "Bear", "exile")) == (1, 1)
    assert not [r for r in state.rows.values() if r.cls.kind == "until"][1:]


def test_610_3_a_token_does_not_come_back() -> None:
    state = jailed(ELF)
    murder = Choice("cast", 0, handle(state, "Murder", "hand"), targets=(handle(state, "Jailer"),))
    state = settled(play(state, murder))
    assert count(state, "Elf Warrior") == 0


def test_610_3b_nothing_is_exiled_when_the_source_has_left_already() -> None:
    layout = Layout(2)
    layout.put(JAILER, 0, "hand")
    layout.put(BEAR, 1)
    layout.put(instant("Murder", Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),)), 1, "hand")
    layout.set_player(0, "mana.R", 9)
    layout.set_player(1, "mana.R", 9)
    state = layout.done()
    state = around(play(state, Choice("cast", 0, handle(state, "Jailer", "hand"))))
    if asked(state) == "target":
        state = play(state, Choice("target", 0, targets=(handle(state, "Bear"),)))
    state = play(state, Choice("pass", 0))
    state = play(state, Choice("cast", 1, handle(state, "Murder", "hand"), targets=(handle(state, "Jailer"),)))
    state = settled(state)
    assert (count(state, "Bear"), count(state, "Bear", "exile"), count(state, "Jailer", "graveyard")) == (1, 0, 1)


def test_610_3_it_comes_back_in_the_middle_of_a_resolution() -> None:
    """Everything is destroyed in two steps: the Bear is there again for the second one."""
    layout = Layout(2)
    layout.put(JAILER, 0, "hand")
    layout.put(BEAR, 1)
    both = instant("Twice", Destroy(Each(CREATURE)), Destroy(Each(CREATURE)))
    layout.put(both, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Jailer", "hand"))))
    assert count(state, "Bear", "exile") == 1
    state = settled(play(state, Choice("cast", 0, handle(state, "Twice", "hand"))))
    assert (count(state, "Bear"), count(state, "Bear", "graveyard")) == (0, 1)


def test_610_3_it_comes_back_when_the_source_is_sacrificed_as_a_cost() -> None:
    layout = Layout(2)
    eater = creature("Jailer", 2, 2, BANISH, tap_ability(*GAIN).__class__((SacrificeCost(),), GAIN))
    layout.put(eater, 0, "hand")
    layout.put(BEAR, 1)
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Jailer", "hand"))))
    assert count(state, "Bear", "exile") == 1
    state = play(state, Choice("activate", 0, handle(state, "Jailer")))
    assert (count(state, "Bear"), len(state.stack)) == (1, 1)


def test_610_3_several_cards_come_back_at_the_same_time_and_see_each_other() -> None:
    """Two Jailers die together: what they exiled comes back together, so each of the two sees the other enter."""
    layout = Layout(2)
    layout.put(JAILER, 0, "hand", n=2)
    for name in ("Seer", "Watcher"):
        layout.put(creature(name, 1, 1, Triggered(Enters(ANOTHER), GAIN)), 1)
    layout.put(instant("Wrath", Destroy(Each(CREATURE))), 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    for name in ("Seer", "Watcher"):
        state = settled(play(state, Choice("cast", 0, handle(state, "Jailer", "hand"))))
        if asked(state) == "target":
            state = settled(play(state, Choice("target", 0, targets=(handle(state, name),))))
    assert count(state, "Seer", "exile") == count(state, "Watcher", "exile") == 1
    before = int(str(life(state, 1)))
    state = around(play(state, Choice("cast", 0, handle(state, "Wrath", "hand"))))
    while asked(state) == "order":
        state = play(state, Choice("order", 1, min(waiting_abilities(state)), count=1))
    state = settled(state)
    assert (count(state, "Seer"), count(state, "Watcher"), life(state, 1)) == (1, 1, before + 2)
    assert not [r for r in state.rows.values() if r.cls.kind == "until"]


PRISON = (
    '[{"name": "Prison", "mana_cost": "{1}", "type_line": "Artifact", "oracle_text": "When Prison enters, exile target '
    'creature an opponent controls until Prison leaves the battlefield.\\n{0}, Sacrifice Prison: You gain 1 life."}]'
)


def prison(entry: str, file: Path, more: str = "") -> Position | Refusal:
    """A position with a Prison laid out as having exiled something."""
    file.write_text(PRISON, encoding="utf-8")
    book = CardBook.builtin().with_files([file])
    assert isinstance(book, CardBook)
    return load(f"format: position/1\nplayers:\n  p1: {{battlefield: [{entry}]}}\n{more}", "board.yaml", book)


@pytest.mark.parametrize(
    ("exiled", "seat"), [("Grizzly Bears", 1), ("{card: Grizzly Bears, owner: p1}", 0), ("[Grizzly Bears]", 1)]
)
def test_610_3_what_a_position_says_is_exiled_until_the_source_leaves_comes_back(
    exiled: str, seat: int, tmp_path: Path
) -> None:
    found = prison(f"{{card: Prison, exiled: {exiled}}}", tmp_path / "cards.json")
    assert isinstance(found, Position), found
    state = found.state
    assert count(state, "Grizzly Bears", "exile") == 1
    state = play(state, Choice("activate", 0, handle(state, "Prison")))
    assert (count(state, "Grizzly Bears", "exile"), only(state, "Grizzly Bears").cls.controller) == (0, seat)


@pytest.mark.parametrize(
    ("entry", "more", "code"),
    [
        ("{card: Prison, count: 2, exiled: Grizzly Bears}", "", "count"),
        ("{card: Prison, exiled: Grizzly Bears}", "  p2: {}\n  p3: {}\n", "exiled-owner"),
    ],
)
def test_610_3_a_position_that_leaves_open_what_comes_back_is_refused(
    entry: str, more: str, code: str, tmp_path: Path
) -> None:
    found = prison(entry, tmp_path / "cards.json", more)
    assert isinstance(found, Refusal) and found.code == code and found.where is not None
    assert found.where.line == 3


def test_800_4a_it_comes_back_when_the_player_of_the_source_leaves() -> None:
    layout = Layout(3)
    layout.put(JAILER, 0, "hand")
    layout.put(BEAR, 1)
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Jailer", "hand"))))
    assert count(state, "Bear", "exile") == 1
    row = state.rows[1]
    dying = State(
        {**state.rows, 1: Row(row.cls, {**row.num, "life": 0}, 1, row.refs)},
        state.seqs,
        state.tally,
        state.labels,
        state.fresh,
    )
    for _ in range(3):
        dying = play(dying, Choice("pass", decider(dying)))
    assert count(dying, "Bear") == 1


def test_607_2a_the_exiled_card_is_the_one_exiled_until() -> None:
    made = compile_card(
        {
            "name": "Jailer",
            "type_line": "Artifact",
            "mana_cost": "{1}",
            "oracle_text": "When Jailer enters, exile target creature an opponent controls until Jailer leaves the "
            "battlefield.\n{1}: Put the exiled card into its owner's graveyard.",
        }
    )
    if not made.complete:
        return
    layout = Layout(2)
    layout.put(made.proto, 0, "hand")
    layout.put(BEAR, 1)
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Jailer", "hand"))))
    state = settled(play(state, Choice("activate", 0, handle(state, "Jailer"))))
    assert count(state, "Bear", "graveyard") == 1


# --- copies for a turn -------------------------------------------------------------------------------------------


def copying(*more: str) -> tuple[State, int]:
    """A Shifter that has become a copy of a Bear until end of turn; then perhaps of an Ogre, "turn" or "game"."""
    targets = TargetSpec(CREATURE)
    abilities = [tap_ability(BecomeCopy(TargetRef(0), TargetRef(1), d), targets=(targets, targets)) for d in more]
    layout = Layout(2)
    shifter = layout.put(creature("Shifter", 0, 5), 0)
    actors = [layout.put(creature(f"Actor {i}", 1, 1, a), 0) for i, a in enumerate(abilities)]
    others = [layout.put(BEAR, 1), layout.put(creature("Ogre", 3, 3), 1)]
    state = layout.done()
    for actor, other in zip(actors, others, strict=False):
        state = around(play(state, Choice("activate", 0, actor, targets=(shifter, other))))
    return state, shifter


@pytest.mark.parametrize(
    ("durations", "now", "then"),
    [
        (("turn",), "Bear", "Shifter"),
        (("game",), "Bear", "Bear"),
        (("turn", "turn"), "Ogre", "Shifter"),
        (("turn", "game"), "Ogre", "Ogre"),
        (("game", "turn"), "Ogre", "Bear"),
    ],
)
def test_707_2_the_latest_copy_effect_counts_while_it_lasts(durations: tuple[str, ...], now: str, then: str) -> None:
    state, shifter = copying(*durations)
    proto = state.rows[shifter].cls.proto
    assert proto is not None and proto.name == now
    state = until(state, "upkeep", 1)
    (kept,) = [r for h, r in state.rows.items() if h == shifter]
    assert kept.cls.proto is not None and kept.cls.proto.name == then
    assert bool(kept.cls.prop("printed")) == (then != "Shifter")


def test_707_2_a_copy_for_a_turn_leaves_as_the_card_it_is() -> None:
    state, shifter = copying("turn")
    assert (power(state, shifter), toughness(state, shifter)) == (2, 2)
    row = state.rows[shifter]
    hurt = Row(row.cls, {**row.num, "damage": 2}, 1, row.refs)
    state = State({**state.rows, shifter: hurt}, state.seqs, state.tally, state.labels, state.fresh)
    state = play(state, Choice("pass", 0), Choice("pass", 1))
    assert only(state, "Shifter", "graveyard").cls.by_prop == {}


# --- cleanup (514.3a) --------------------------------------------------------------------------------------------


def at_end(*abilities: object, **more: int) -> Layout:
    layout = Layout(2, step="end")
    layout.put(creature("Self", 1, 1, *abilities), 0)  # type: ignore[arg-type] # the tests pass abilities
    return layout


def passed(state: State) -> State:
    """Both players pass."""
    return play(state, Choice("pass", decider(state)), Choice("pass", 1 - decider(state)))


def test_514_3a_dying_in_the_cleanup_step_gives_priority_and_another_cleanup_step() -> None:
    """A creature that lives by an effect until end of turn dies in the cleanup step, and a trigger sees it."""
    layout = Layout(2)
    pump = tap_ability(Pump(TargetRef(0), Fixed(0), Fixed(1)), targets=(TargetSpec(CREATURE),))
    shield = layout.put(creature("Shield", 1, 1, pump), 0)
    frail = layout.put(creature("Frail", 1, 1), 0, counters={"-1/-1": 0})
    layout.put(creature("Witness", 1, 1, Triggered(Dies(ANOTHER), GAIN)), 1)
    shrink = tap_ability(SetBasePT(This(), 1, 1), targets=())
    layout.put(creature("Spare", 1, 1, shrink), 0)
    state = around(play(layout.done(), Choice("activate", 0, shield, targets=(frail,))))
    row = state.rows[frail]
    weak = Row(row.cls, {**row.num, "counter.-1/-1": 1}, 1, row.refs)
    state = State({**state.rows, frail: weak}, state.seqs, state.tally, state.labels, state.fresh)
    assert toughness(state, frail) == 1
    state = until(state, "end", 0)
    state = passed(state)
    assert (state.game.prop("step"), asked(state), len(state.stack)) == ("cleanup", "priority", 1)
    state = passed(state)
    assert (life(state, 1), state.game.prop("step"), asked(state)) == (21, "cleanup", "priority")
    state = passed(state)
    assert state.game.prop("active") == 1  # the next cleanup step was quiet


def test_514_3a_a_state_based_action_alone_gives_priority() -> None:
    layout = Layout(2)
    pump = tap_ability(Pump(TargetRef(0), Fixed(0), Fixed(1)), targets=(TargetSpec(CREATURE),))
    shield = layout.put(creature("Shield", 1, 1, pump), 0)
    frail = layout.put(creature("Frail", 1, 1), 0)
    state = around(play(layout.done(), Choice("activate", 0, shield, targets=(frail,))))
    row = state.rows[frail]
    weak = Row(row.cls, {**row.num, "counter.-1/-1": 1}, 1, row.refs)
    state = State({**state.rows, frail: weak}, state.seqs, state.tally, state.labels, state.fresh)
    state = passed(until(state, "end", 0))
    assert (state.game.prop("step"), asked(state), decider(state)) == ("cleanup", "priority", 0)
    assert count(state, "Frail", "graveyard") == 1


def test_514_3a_a_discard_that_triggers_gives_another_cleanup_step() -> None:
    layout = at_end(Triggered(Discards("you"), (CreateTokens(Fixed(1), ELF),)))
    layout.put(BEAR, 0, "hand", n=9)
    state = passed(layout.done())
    assert (state.game.prop("step"), asked(state), count(state, "Bear", "hand")) == ("cleanup", "priority", 7)
    state = settled(state)
    assert (state.game.prop("step"), count(state, "Elf Warrior")) == ("cleanup", 2)
    assert passed(state).game.prop("active") == 1


GATHER = (
    "When Warden enters, exile any number of other nonland permanents you control until Warden leaves the battlefield. "
    "Create a 1/1 white Soldier creature token for each permanent exiled this way."
)


def gathered(*picked: tuple[str, int]) -> State:
    """A creature that exiles what is picked has entered, beside three Bears, an Elf, a land and an opponent's Bear."""
    warden = compile_card(
        {"name": "Warden", "type_line": "Creature — Human", "oracle_text": GATHER, "power": "2", "toughness": "2", "mana_cost": "{R}"}
    )  # fmt: skip
    layout = Layout(2)
    rows = {"Bear": layout.put(BEAR, 0, n=3), "Elf": layout.put(creature("Elf", 1, 1), 0)}
    layout.put(Proto("Grove", ("land",)), 0)
    layout.put(BEAR, 1)
    card = layout.put(warden.proto, 0, "hand")
    layout.put(instant("Fell", Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),)), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    assert set(question_of(state).rows) == set(rows.values())  # not itself, no land, nothing of the opponent's
    return play(state, Choice("answer", 0, picks=tuple((rows[name], n) for name, n in picked)))


@pytest.mark.parametrize("picked", [(), (("Elf", 1),), (("Bear", 2),), (("Bear", 3), ("Elf", 1))])
def test_610_3_any_number_of_permanents_are_exiled_and_come_back(picked: tuple[tuple[str, int], ...]) -> None:
    state = gathered(*picked)
    many = sum(n for _, n in picked)
    assert count(state, "Soldier") == many
    assert sum(count(state, name, "exile") for name in ("Bear", "Elf")) == many
    back = settled(play(state, Choice("cast", 0, handle(state, "Fell", "hand"), targets=(handle(state, "Warden"),))))
    assert (count(back, "Bear"), count(back, "Elf"), count(back, "Soldier")) == (4, 1, many)
