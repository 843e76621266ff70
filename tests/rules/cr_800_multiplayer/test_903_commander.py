"""Several players: the Commander variant (903), and what position files say of variants."""

from __future__ import annotations

import json

import pytest
import yaml

from reiterate.ask.session import run_position
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.events import replay
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Carried, Static, Triggered
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddOfIdentity
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CopySpell, CopyToken
from reiterate.terms.effects_zones import Draw, Exile, Move, ReturnToHand, Scry
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.replacement_effects import ZoneInstead
from reiterate.terms.trigger_events import Dies
from tests.rules.cr_800_multiplayer.tables import PLAYER, everyone, laws, passes
from tests.support.acting import pool, says, settled
from tests.support.as_shown import board_json, board_lines, report_json
from tests.support.boards import BEAR, CREATURE, FOREST, creature, life, named, play, played, tap_ability
from tests.support.position_texts import laid_out, read, value
from tests.support.schemas import validate
from tests.support.shown import shows

GENERAL = creature("General", 5, 5, legendary=True)


def commanded(*others: tuple[Proto, int, str], players: int = 3, mana: int = 9) -> tuple[State, int, list[int]]:
    """p1's commander in the command zone, with mana, and other cards; their rows."""
    layout = Layout(players)
    general = layout.put(GENERAL, 0, "command")
    layout.commander(general)
    layout.set_player(0, "mana.C", mana)
    rows = [layout.put(proto, seat, zone) for proto, seat, zone in others]
    return layout.done(), general, rows


def where(state: State) -> list[str]:
    """The zones of the cards that are commanders."""
    return [r.cls.zone for r in state.rows.values() if r.cls.prop("commander")]


def cast_general(state: State) -> State:
    (general,) = [h for h, r in state.rows.items() if r.cls.prop("commander")]
    return everyone(play(state, Choice("cast", 0, general)))


DIRGE = creature("Dirge", 1, 1, Triggered(Dies(CREATURE), (GainLife(You(), Fixed(1)),)))
BLADE = creature("Blade", 1, 1, tap_ability(Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),)))
EXILER = creature("Exiler", 1, 1, tap_ability(Exile(TargetRef(0)), targets=(TargetSpec(CREATURE),)))
BOUNCER = creature("Bouncer", 1, 1, tap_ability(ReturnToHand(TargetRef(0)), targets=(TargetSpec(CREATURE),)))
TUCKER = creature("Tucker", 1, 1, tap_ability(Move(TargetRef(0), "library"), targets=(TargetSpec(CREATURE),)))


def general_of(state: State) -> int:
    (found,) = [h for h, r in state.rows.items() if r.cls.prop("commander")]
    return found


def sent(proto: Proto, *answers: str) -> State:
    """The general was cast and something of p1 sends it away; these answers to what is asked."""
    state, _, (row,) = commanded((proto, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    for answer in answers:
        assert (asked(state), decider(state)) == ("answer", 0)
        state = play(state, Choice("answer", 0, answer=answer))
    return state


def test_903_8_a_commander_is_cast_from_the_command_zone_and_stays_one() -> None:
    state, general, _ = commanded()
    assert any(o.verb == "cast" and o.row == general for o in options(state))
    state = cast_general(state)
    assert where(state) == ["battlefield"]
    assert state.rows[1].get("commander casts.p1") == 1
    laws(state)


def check_each_earlier_cast_costs_two_more() -> None:
    state, _, (row,) = commanded((BLADE, 0, "battlefield"), mana=4)
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    state = play(state, Choice("answer", 0, answer="yes"))
    choice = Choice("cast", 0, general_of(state))
    assert verify(state, choice) is None
    state = everyone(play(state, choice))
    assert (state.rows[1].get("mana.C"), state.rows[1].get("commander casts.p1")) == (0, 2)


def test_903_8_each_earlier_cast_from_the_command_zone_costs_two_more() -> None:
    check_each_earlier_cast_costs_two_more()


@pytest.mark.parametrize(("mana", "legal"), [(4, False), (5, True)])
def test_903_8_the_tax_has_to_be_paid(mana: int, legal: bool) -> None:
    layout = Layout(2)
    general = layout.put(GENERAL, 0, "command")
    layout.commander(general, casts=2)
    layout.set_player(0, "mana.C", mana)
    state = layout.done()
    refused = verify(state, Choice("cast", 0, general))
    assert (refused is None) == legal
    assert any(o.verb == "cast" for o in options(state)) == legal


def test_903_8_from_hand_there_is_no_tax_and_only_a_commander_is_cast_from_there() -> None:
    layout = Layout(2)
    general, bear = layout.put(GENERAL, 0, "hand"), layout.put(BEAR, 0, "command")
    layout.commander(general, casts=7)
    layout.set_player(0, "mana.C", 1)
    state = layout.done()
    assert verify(state, Choice("cast", 0, bear)) is not None
    state = everyone(play(state, Choice("cast", 0, general)))
    assert state.rows[1].get("commander casts.p1") == 7


@pytest.mark.parametrize(("answer", "zone"), [("yes", "command"), ("no", "graveyard")])
def test_903_9a_from_a_graveyard_its_owner_may_put_it_into_the_command_zone(answer: str, zone: str) -> None:
    state = sent(BLADE, answer)
    assert (where(state), asked(state)) == ([zone], "priority")
    assert not general_of(state) or not state.rows[general_of(state)].cls.prop("commander arrived")
    laws(state)


def test_903_9a_it_is_asked_once_only() -> None:
    state = passes(sent(EXILER, "no"), 9)
    assert where(state) == ["exile"]
    assert asked(state) in ("priority", "attack")


def test_903_9a_it_died_first() -> None:
    state, _, (row, _) = commanded((BLADE, 0, "battlefield"), (DIRGE, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    state = play(state, Choice("answer", 0, answer="yes"))
    assert len(state.stack) == 1 and where(state) == ["command"]


@pytest.mark.parametrize("proto", [BOUNCER, TUCKER])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_903_9b_instead_of_a_hand_or_library_it_may_go_to_the_command_zone(proto: Proto, answer: str) -> None:
    state = sent(proto, answer)
    assert where(state) == ["command" if answer == "yes" else "hand" if proto is BOUNCER else "library"]
    laws(state)


def test_903_9b_a_drawn_commander_may_go_to_the_command_zone() -> None:
    layout = Layout(2)
    layout.library(0, [(GENERAL, 1), (BEAR, 5)])
    (general,) = [h for h, r in layout.rows.items() if r.cls.proto == GENERAL]
    layout.commander(general)
    row = layout.put(creature("Reader", 1, 1, tap_ability(Draw(You(), Fixed(2)))), 0)
    state = everyone(play(layout.done(), Choice("activate", 0, row)))
    state = play(state, Choice("answer", 0, answer="yes"))
    assert where(state) == ["command"]
    assert [r.n for r in named(state, "Bear", "hand")] == [1]


def strikes(damage: int, before: int = 0) -> State:
    """p1's commander attacks p2, who has 40 life."""
    layout = Layout(3)
    general = layout.put(creature("General", damage, 5, legendary=True), 0)
    layout.commander(general)
    layout.set_player(1, "life", 40)
    if before:
        layout.set_player(1, "commander damage.p1", before)
    state = layout.done()
    while asked(state) != "attack":
        state = passes(state, 1)
    state = play(state, Choice("attack", 0, picks=((general, 1),), targets=(2,)))
    while state.game.prop("step") in ("attackers", "blockers"):
        state = passes(state, 1)
    return state


@pytest.mark.parametrize(("before", "lost"), [(0, False), (15, False), (16, True), (20, True)])
def test_903_10a_twenty_one_combat_damage_by_one_commander_loses(before: int, lost: bool) -> None:
    state = strikes(5, before)
    assert (life(state, 1), state.rows[2].cls.prop("lost")) == (35, "903.10a" if lost else False)


def test_903_10a_damage_by_another_commander_or_outside_combat_is_not_added() -> None:
    layout = Layout(3)
    pinger = tap_ability(DealDamage(This(), TargetRef(0), Fixed(5)), targets=PLAYER)
    row = layout.put(creature("General", 1, 1, pinger, legendary=True), 0)
    layout.commander(row)
    layout.set_player(1, "commander damage.p1", 20)
    layout.set_player(1, "commander damage.p3", 20)
    state = everyone(play(layout.done(), Choice("activate", 0, row, targets=(2,))))
    assert (life(state, 1), state.rows[2].cls.prop("lost")) == (15, False)


def test_903_3_a_copy_of_a_commander_is_none() -> None:
    twin = creature(
        "Twin", 1, 1, tap_ability(CopyToken(Fixed(1), TargetRef(0), You()), targets=(TargetSpec(CREATURE),))
    )
    state, _, (row,) = commanded((twin, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    assert asked(state) == "keep"
    assert where(state) == ["battlefield"]


def test_903_3_a_copy_of_a_commander_spell_becomes_a_token_that_is_none() -> None:
    echo = creature("Echo", 1, 1, tap_ability(CopySpell(TargetRef(0)), targets=(TargetSpec(Filter(), zone="stack"),)))
    state, general, (row,) = commanded((echo, 0, "battlefield"))
    state = play(state, Choice("cast", 0, general))
    state = everyone(play(state, Choice("activate", 0, row, targets=(state.stack[0],))))
    state = everyone(state)
    assert [r.cls.kind for r in named(state, "General")] == ["token"]
    assert where(state) == ["stack"]


def test_903_3_a_land_that_is_played_is_still_the_commander() -> None:
    layout = Layout(2)
    card = layout.put(FOREST, 0, "hand")
    layout.commander(card)
    assert where(play(layout.done(), Choice("play", 0, card))) == ["battlefield"]


def test_903_9b_moving_within_a_library_asks_nothing() -> None:
    layout = Layout(2)
    layout.library(0, [(GENERAL, 1), (BEAR, 5)])
    (general,) = [h for h, r in layout.rows.items() if r.cls.proto == GENERAL]
    layout.commander(general)
    row = layout.put(creature("Seer", 1, 1, tap_ability(Scry(You(), Fixed(1)))), 0)
    state = everyone(play(layout.done(), Choice("activate", 0, row)))
    state = play(state, Choice("answer", 0, answer="bottom"))
    assert (asked(state), where(state)) == ("priority", ["library"])


def test_903_9b_also_where_another_effect_sends_it_to_a_hand() -> None:
    """614.5: what would have died would be put into its owner's hand, and may go to the command zone instead of that."""
    safe = Proto("Safe", ("artifact",), abilities=(Static(ZoneInstead("you", "hand")),))
    state, _, (row, _) = commanded((BLADE, 0, "battlefield"), (safe, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    state = play(state, Choice("answer", 0, answer="yes"))
    assert where(state) == ["command"]


def test_903_8_the_options_of_paying_know_the_tax() -> None:
    layout = Layout(2)
    general = layout.put(GENERAL, 0, "command")
    layout.commander(general, casts=2)
    for kind in ("C", "G"):
        layout.set_player(0, f"mana.{kind}", 4)
    state = layout.done()
    (option,) = [o for o in options(state) if o.verb == "cast"]
    slot = option.slot("pay")
    assert slot is not None and slot.low == 5
    for choice in instances(state, option, 50):
        assert verify(state, choice) is None


def test_903_8_a_jump_over_casts_with_a_growing_tax_is_the_same_as_playing_them() -> None:
    """The n-th cast costs 2n and gives one mana back: n casts take n times n."""
    text = """
players:
  p1: {{commander: Grizzly Bears, mana: {{G: 10^9}}, battlefield: [Phyrexian Altar]}}
script: |
  repeat {n}:
    cast Grizzly Bears from command zone
    all pass
    activate Phyrexian Altar sacrificing Grizzly Bears for {{G}}
    yes
expect:
  p1.mana.G: {left}
  p1.commander_casts: {n}
"""
    for n in (1, 3, 7, 10**4):
        result = run_position(laid_out(text.format(n=n, left=10**9 - n * n)))
        assert not isinstance(result, Refusal), result
        assert result.differences == []


def test_the_log_with_a_commanders_way_replays() -> None:
    state, general, (row,) = commanded((BLADE, 0, "battlefield"))
    cast, log = played(state, Choice("cast", 0, general), *[Choice("pass", s) for s in (0, 1, 2)])
    assert same(cast, replay(state, log))
    way = [Choice("activate", 0, row, targets=(general_of(cast),)), *[Choice("pass", s) for s in (0, 1, 2)]]
    end, log = played(cast, *way, Choice("answer", 0, answer="yes"))
    assert same(end, replay(cast, log))
    laws(end)


def test_identity_sees_the_tax_the_damage_and_who_is_a_commander() -> None:
    state, general, _ = commanded()
    others = []
    for change in ("casts", "damage", "plain"):
        layout = Layout(3)
        row = layout.put(GENERAL, 0, "command")
        if change != "plain":
            layout.commander(row, casts=int(change == "casts"))
        layout.set_player(0, "mana.C", 9)
        if change == "damage":
            layout.set_player(2, "commander damage.p1", 1)
        others.append(layout.done())
    assert general
    assert not any(same(state, other) for other in others)


# --- positions and scripts ---------------------------------------------------------------------------------------


def test_903_6_position_files_put_commanders_where_they_belong() -> None:
    position = laid_out(
        """
rules: commander
players:
  p1: {commander: Grizzly Bears, mana: {G: 4}, commander damage: {p2: 14}}
  p2: {commander: {card: Soul Warden, casts: 3}, battlefield: [Soul Warden]}
  p3: {life: 33, commander: [Llanowar Elves, Essence Warden], graveyard: [Essence Warden]}
"""
    )
    state = position.state
    for path, expected in (
        ("p1.life", "40"),
        ("p3.life", "33"),
        ("p1.command", "1"),
        ("p2.command", "0"),
        ("p3.command", "1"),
        ("p2.commander_casts", "3"),
        ("p1.commander_damage.p2", "14"),
    ):
        assert value(state, path) == expected
    zones = {r.cls.prop("commander"): r.cls.zone for r in state.rows.values() if r.cls.prop("commander")}
    assert zones == {"p1": "command", "p2": "battlefield", "p3": "command", "p3.2": "graveyard"}


def test_903_8_a_script_casts_from_the_command_zone() -> None:
    position = laid_out("players:\n  p1: {commander: Grizzly Bears, mana: {G: 2}}\n  p2: {}\n")
    state = position.state
    read = read_sentence(state, "cast Grizzly Bears from command zone")
    assert isinstance(read, Choice)
    assert say(state, read) == "p1: cast Grizzly Bears from command zone"
    assert read_sentence(state, say(state, read)) == read
    assert "command 1" in "\n".join(board_lines(state))
    state = everyone(play(state, read))
    assert value(state, "p1.commander_casts") == "1"


def test_the_variants_keys_and_the_board_follow_their_schemas() -> None:
    text = """
rules: commander
range: 1
players:
  p1: {commander: [Grizzly Bears, {card: Forest, casts: 2}], commander damage: {p2: 3}}
  p2: {commander: {card: Soul Warden}}
"""
    validate({"format": "position/1", **yaml.load(text, yaml.BaseLoader)}, "position")
    result = run_position(laid_out(text))
    assert not isinstance(result, Refusal), result
    made = report_json(result)
    validate(made, "answer")
    board = json.loads(json.dumps(board_json(result.state)))["players"][0]
    assert (board["name"], board["commander_damage"], board["command"]) == ("p1", {"p2": "3"}, "2")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rules: emperor\n", "rules"),
        ("range: 0\n", "count"),
        ("players:\n  p1: {commander: Forest, battlefield: [2 Forest]}\n", "commander"),
        ("players:\n  p1: {commander: {casts: 2}}\n", "commander"),
        ("players:\n  p1: {commander damage: {p2: 3}}\n", "commander"),
        ("players:\n  p1: {commander: Nobody Special}\n", "card-unknown"),
    ],
)
def test_what_a_position_file_says_wrongly_of_variants_is_refused(text: str, code: str) -> None:
    refused = read(text)
    assert isinstance(refused, Refusal)
    assert refused.code == code


# --- colour identity (903.4) -------------------------------------------------------------------------------------


def of(text: str, types: str = "Enchantment") -> Proto:
    """A card of these words; every line of it is understood."""
    found = compile_card({"name": "Sample", "type_line": types, "oracle_text": text, "mana_cost": ""})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def paid(*symbols: str) -> tuple[Activated, ...]:
    """An ability with a cost of these symbols."""
    return (Activated((ManaCost(symbols),), (GainLife(You(), Fixed(1)),)),)


TOWER = of("{T}: Add one mana of any color in your commander's color identity.", types="Land")
ORCHARD = of("{T}: Add one mana of any color that a land an opponent controls could produce.", types="Land")
SELESNYAN = Proto("Selesnyan", ("creature",), (), ("legendary",), ("G",), ("1", "G"), 2, 2, abilities=paid("1", "W/G"))
IZZET = Proto("Izzet", ("creature",), (), ("legendary",), ("U",), ("U",), 2, 2, abilities=paid("R"))
GOLEM = Proto("Golem", ("creature",), (), ("legendary",), (), ("8",), 6, 7)


def identified(land: Proto, *commanders: tuple[Proto, int, str]) -> State:
    """After p1 tapped a land for mana, with commanders of whoever owns them, in their zones."""
    layout = Layout(2)
    tapped = layout.put(land, 0)
    layout.put(TOWER, 1)
    counts = [0, 0]
    for card, seat, zone in commanders:
        layout.commander(layout.put(card, seat, zone), counts[seat])
        counts[seat] += 1
    return play(layout.done(), Choice("activate", 0, tapped))


def words(state: State) -> tuple[str, ...]:
    """The kinds of mana to choose from."""
    assert question_of(state).kind == "mana"
    return question_of(state).words


@shows(AddOfIdentity)
@pytest.mark.parametrize("zone", ["command", "battlefield", "graveyard", "hand"])
def test_903_4_mana_of_a_colour_of_the_cost_or_of_the_text_of_the_own_commander(zone: str) -> None:
    state = identified(TOWER, (SELESNYAN, 0, zone), (IZZET, 1, "command"))
    assert words(state) == ("W", "G")
    assert pool(says(state, "W")) == {"W": 1}
    assert verify(state, Choice("answer", 0, answer="U")) is not None


@pytest.mark.parametrize("cards", [(), ((GOLEM, 0, "command"),), ((IZZET, 1, "command"),)])
def test_903_4f_without_a_commander_or_a_colour_of_it_no_mana_is_added(
    cards: tuple[tuple[Proto, int, str], ...],
) -> None:
    """A commander without colours has an identity of none, and nothing is added either (106.5)."""
    assert pool(identified(TOWER, *cards)) == {}


def test_702_124c_the_identity_of_two_commanders_is_one() -> None:
    assert words(identified(TOWER, (SELESNYAN, 0, "command"), (IZZET, 0, "command"))) == ("W", "U", "R", "G")


def test_903_4a_a_commander_that_became_a_copy_has_the_identity_of_its_card() -> None:
    layout = Layout(2)
    land, general, other = layout.put(TOWER, 0), layout.put(IZZET, 0), layout.put(SELESNYAN, 1)
    wand = layout.put(
        of("{0}: Target creature you control becomes a copy of another target creature until end of turn."), 0
    )
    layout.commander(general)
    state = settled(play(layout.done(), Choice("activate", 0, wand, targets=(general, other))))
    assert view(state, general).name == "Selesnyan"
    assert words(play(state, Choice("activate", 0, land))) == ("U", "R")


def test_106_7_what_a_land_could_produce_by_the_commander_of_its_own_controller() -> None:
    state = identified(ORCHARD, (SELESNYAN, 0, "command"), (IZZET, 1, "command"))
    assert words(state) == ("U", "R")


def test_903_4d_a_commander_with_a_face_that_is_not_read_is_refused() -> None:
    face = Carried("Other Face {4}{B}", 0, 5, "face", "other face", ("hand",))
    two = Proto("Two", ("creature",), (), ("legendary",), ("U",), ("U",), 2, 2, abilities=(face,))
    with pytest.raises(Unsupported) as refused:
        identified(TOWER, (two, 0, "command"))
    assert refused.value.refusal.code == "clause-not-understood"
