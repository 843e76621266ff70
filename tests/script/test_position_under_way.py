"""``position/2``: what is under way resolves by the rules as if it had been cast, activated or triggered."""

from __future__ import annotations

import json

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import asked, decider, entry_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, parse_script
from reiterate.state.model import State
from tests.support.position_texts import laid_out, later, under_way, value

OWN = [
    ("Wall of Slate", "Creature — Wall", "{1}{G}", "2/3", ""),
    ("Well", "Artifact", "{1}", "", "{0}: You gain 1 life. Activate only once each turn."),
    ("Herald", "Creature — Human", "{1}{W}", "1/1", "Whenever you gain life, draw a card. This ability triggers only once each turn."),
    ("Reckoning", "Sorcery", "{R}", "", "This spell deals damage to each opponent equal to the number of spells you've cast this turn."),
    ("Nullify", "Instant", "{U}", "", "Counter target spell."),
    ("Veil", "Instant", "{G}", "", "Target creature gains hexproof until end of turn."),
    ("Blaze Kin", "Creature — Elemental", "{R}", "2/2", "When this creature enters, destroy target artifact."),
    ("Fork Bolt", "Instant", "{R}", "", "This spell deals 3 damage divided as you choose among one, two, or three targets."),
    ("Charm of Two", "Instant", "{R}", "", "Choose one —\n• You gain 4 life.\n• This spell deals 2 damage to target player."),
    ("Herald of Two", "Creature — Human", "{R}", "1/1", "When this creature enters, choose one —\n• You gain 4 life.\n• You draw a card."),
    ("Steal", "Sorcery", "{R}", "", "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn."),
    ("Fling", "Instant", "{R}", "", "As an additional cost to cast this spell, sacrifice a creature.\nThis spell deals damage equal to the sacrificed creature's power to any target."),
    ("Mourner", "Creature — Human", "{W}", "1/1", "Whenever another creature you control dies, you gain life equal to its power."),
    ("Charger", "Creature — Goat", "{R}", "2/2", "Whenever this creature attacks, you gain 1 life."),
    ("Second Sun", "Sorcery", "{R}", "", "If Second Sun was cast from your hand and you've cast another spell named Second Sun this game, you win the game. Otherwise, you gain 7 life."),
]  # fmt: skip


def own_cards() -> bytes:
    """The cards of these tests, in the shape of a card file."""
    lines = []
    for name, kind, cost, size, text in OWN:
        card = {"name": name, "type_line": kind, "mana_cost": cost, "oracle_text": text}
        if size:
            card["power"], card["toughness"] = size.split("/")
        lines.append(json.dumps(card))
    return "\n".join(lines).encode()


BOOK = CardBook((read_source("own", own_cards()), builtin_source()))


def laid(text: str) -> State:
    """The state of a ``position/2``."""
    found = load("format: position/2\n" + text, "board.yaml", BOOK)
    assert isinstance(found, Position), found
    return found.state


def refused(text: str) -> Refusal:
    """The refusal of a ``position/2``."""
    found = load("format: position/2\n" + text, "board.yaml", BOOK)
    assert isinstance(found, Refusal), found
    return found


def play(state: State, script: str) -> State:
    """The state after the lines of a script, each of which is legal."""
    nodes = parse_script(script)
    assert not isinstance(nodes, Refusal), nodes
    reader = BodyReader(nodes)
    cursor = reader.start()
    while True:
        read = reader.next(state, cursor)
        assert not isinstance(read, Refusal), read
        if read is None:
            return state
        choice, cursor = read
        assert verify(state, choice) is None, verify(state, choice)
        state, _ = step(state, choice)


def stack_of(state: State) -> list[str]:
    """The words of the stack, top first."""
    return [entry_text(state, handle) for handle in state.stack]


# --- the stack and priority ------------------------------------------------------------------------------------------

GUARD = "players: {p1: {battlefield: [{card: Midnight Guard, label: guard, tapped: yes}]}}\n"
BOLT_ABOVE = """\
stack:
  - {spell: Lightning Bolt, controller: p2, targets: [guard]}
  - {trigger: untap, of: guard}
"""


def test_the_top_of_the_stack_resolves_first() -> None:  # 405.5, 608.1
    state = laid(GUARD + BOLT_ABOVE)
    assert stack_of(state) == ["Lightning Bolt", "untap Midnight Guard"]
    state = play(state, "all pass")
    assert stack_of(state) == ["untap Midnight Guard"]
    assert value(state, "p1.graveyard") == "1"
    assert value(play(state, "all pass"), "p1.graveyard") == "1"


def test_below_a_trigger_the_bolt_comes_second() -> None:  # 405.5
    swapped = "stack:\n  - {trigger: untap, of: guard}\n  - {spell: Lightning Bolt, controller: p2, targets: [guard]}\n"
    state = play(laid(GUARD + swapped), "all pass")
    assert value(state, "guard.tapped") == "false"
    assert stack_of(state) == ["Lightning Bolt"]


def test_priority_of_another_player_counts_no_pass() -> None:  # 117.3d, 117.4
    state = laid(GUARD + BOLT_ABOVE + "priority: p2\n")
    assert (decider(state), asked(state)) == (1, "priority")
    state = play(state, "p2: pass")
    assert decider(state) == 0
    assert stack_of(state)[0] == "Lightning Bolt"
    assert len(stack_of(play(state, "p1: pass"))) == 1


def test_a_pass_before_counts_where_it_is_said() -> None:  # 117.4
    state = laid(GUARD + BOLT_ABOVE + "priority: p2\npassed: [p1]\n")
    assert len(stack_of(play(state, "p2: pass"))) == 1


def test_whoever_has_priority_proposes() -> None:
    assert under_way("priority: p2\n").proposer == 1
    assert under_way("priority: p2\nproposer: p1\n").proposer == 0
    assert laid_out("active: p2\n").proposer == 1


def test_a_target_that_has_become_illegal_is_not_dealt_damage() -> None:  # 608.2b
    board = "players: {p1: {battlefield: [{card: Grizzly Bears, label: bears}]}}\n"
    stack = "stack: [{spell: Lightning Bolt, controller: p2, targets: [bears]}]\n"
    state = play(laid(board + stack + "effects: [{from: Veil, targets: [bears]}]\n"), "all pass")
    assert value(state, "bears.damage") == "0"
    assert value(state, "p2.graveyard") == "1"
    assert value(play(laid(board + stack), "all pass"), "p1.graveyard") == "1"


def test_a_spell_below_may_be_the_target_of_one_above() -> None:  # 701.6a
    stack = (
        "stack: [{spell: Nullify, controller: p2, targets: [Lightning Bolt]}, {spell: Lightning Bolt, targets: [p2]}]\n"
    )
    state = play(laid(stack), "resolve the stack")
    assert value(state, "p2.life") == "20"
    assert value(state, "p1.graveyard") == "1"


def test_a_trigger_is_controlled_by_who_controls_its_source() -> None:  # 603.3a
    state = laid("players: {p1: {}, p2: {battlefield: [Soul Warden]}}\nstack: [{trigger: gain, of: Soul Warden}]\n")
    assert value(play(state, "all pass"), "p2.life") == "21"
    state = laid(
        "players: {p1: {}, p2: {battlefield: [Soul Warden]}}\n"
        "stack: [{trigger: gain, of: Soul Warden, controller: p1, count: 10^40}]\n"
    )
    assert value(play(state, "all pass"), "p1.life") == "21"


def test_a_trigger_remembers_its_event() -> None:  # 603.2, 608.2h
    board = "players: {p1: {battlefield: [Sanguine Bond, Mindcrank]}}\n"
    state = laid(board + "stack: [{trigger: loses that much, of: Sanguine Bond, amount: 7, targets: [p2]}]\n")
    assert value(play(state, "all pass"), "p2.life") == "13"
    state = laid(board + "stack: [{trigger: mills, of: Mindcrank, player: p2, amount: 4}]\n")
    assert value(play(state, "all pass"), "p2.library") == "49"


def test_an_ability_whose_source_has_left_still_resolves() -> None:  # 113.7a
    state = laid("stack: [{ability: 1, of: Prodigal Sorcerer, gone: yes, controller: p2, targets: [p1]}]\n")
    assert value(play(state, "all pass"), "p1.life") == "19"


def test_a_target_that_has_left_is_no_target_any_more() -> None:  # 608.2b
    stack = "stack: [{spell: Fork Bolt, targets: [{gone: Grizzly Bears, controller: p2}, p2], divided: [2, 1]}]\n"
    assert value(play(laid(stack), "all pass"), "p2.life") == "19"
    state = laid("stack: [{spell: Lightning Bolt, targets: [{gone: Grizzly Bears}]}]\n")
    assert value(play(state, "all pass"), "tally.dies") == "0"
    assert value(state, "p1.graveyard") == "0"


def test_what_left_is_spoken_of_as_it_last_was() -> None:  # 608.2h
    board = "players: {p1: {battlefield: [Mourner, Glorious Anthem]}}\n"
    state = laid(board + "stack: [{trigger: gain, of: Mourner, about: {gone: Wall of Slate}}]\n")
    assert value(play(state, "all pass"), "p1.life") == "23"
    assert refused(board + "stack: [{trigger: gain, of: Mourner, about: {controller: p1}}]\n").code == "entry"


def test_persist_on_the_stack_returns_the_card_that_left() -> None:  # 702.79a, 400.7
    board = "players: {p1: {graveyard: [Kitchen Finks]}}\n"
    entry = "{trigger: 2, of: Kitchen Finks, gone: yes, now: Kitchen Finks in the graveyard}"
    state = play(laid(board + f"stack: [{entry}]\n"), "all pass")
    assert value(state, "Kitchen Finks.counters.-1/-1") == "1"
    assert value(state, "p1.graveyard") == "0"


def test_x_modes_parts_and_copies_are_as_announced() -> None:  # 601.2b, 601.2d, 707.10
    state = play(laid("stack: [{spell: Blaze, x: 10^30, targets: [p2], copy: yes, count: 2}]\n"), "p1: pass\np2: pass")
    assert value(state, "p2.lost") == "true"
    state = play(laid("stack: [{spell: Charm of Two, mode: 2, targets: [p2]}]\n"), "all pass")
    assert value(state, "p2.life") == "18"
    board = "players: {p1: {battlefield: [Herald of Two]}}\n"
    state = play(laid(board + "stack: [{trigger: 1, of: Herald of Two, mode: 1}]\n"), "all pass")  # 700.2b
    assert value(state, "p1.life") == "24"
    state = play(laid("stack: [{spell: Fork Bolt, targets: [p1, p2], divided: [1, 2]}]\n"), "all pass")
    assert (value(state, "p1.life"), value(state, "p2.life")) == ("19", "18")


# --- what was done this turn -----------------------------------------------------------------------------------------


def test_an_ability_used_this_turn_is_used_up() -> None:  # 602.5b
    board = "players: {{p1: {{battlefield: [{{card: Well, label: well{}}}]}}}}\n"
    fresh, used = laid(board.format("")), laid(board.format(", used this turn: gain 1 life"))
    assert same(
        play(fresh, "activate well"), laid(board.format(", used this turn: 1") + "stack: [{ability: 1, of: well}]\n")
    )
    nodes = parse_script("activate well")
    assert not isinstance(nodes, Refusal)
    read = BodyReader(nodes).next(used, BodyReader(nodes).start())
    assert isinstance(read, tuple)
    found = verify(used, read[0])
    assert found is not None and found.code == "once-each-turn"
    again = play(used, "all pass to p1's upkeep\nactivate well")
    assert len(again.stack) == 1


def test_an_ability_that_has_triggered_this_turn_does_not_trigger_again() -> None:  # 603.2h
    board = "players: {{p1: {{battlefield: [Well, {{card: Herald{}}}]}}}}\nstack: [{{ability: 1, of: Well}}]\n"
    assert stack_of(play(laid(board.format("")), "all pass"))[0].startswith("draw a card")
    assert stack_of(play(laid(board.format(", triggered this turn: 1")), "all pass")) == []


def test_damage_that_is_marked_adds_up() -> None:  # 120.6, 704.5g
    board = "players: {{p1: {{battlefield: [Prodigal Sorcerer]}}, p2: {{battlefield: [{{card: Wall of Slate, damage: {}}}]}}}}\n"
    stack = "stack: [{ability: 1, of: Prodigal Sorcerer, targets: [Wall of Slate]}]\n"
    assert value(play(laid(board.format(2) + stack), "all pass"), "p2.graveyard") == "1"
    assert value(play(laid(board.format(1) + stack), "all pass"), "p2.graveyard") == "0"


def test_spells_cast_this_turn_are_counted() -> None:  # 702.40a
    board = "players: {p1: {hand: [Grapeshot], mana: {C: 1, R: 1}}}\n"
    script = "cast Grapeshot targeting p2"
    assert stack_of(play(laid(board), script + "\nall pass")) == ["Grapeshot"]
    state = play(laid(board + "this turn: {p1: {spells cast: 2}, p2: {spells cast: [Lightning Bolt]}}\n"), script)
    assert stack_of(state)[0].startswith("copy Grapeshot")
    state = play(state, "all pass\np1: choose 3 p2")
    assert value(state, "stack") == "3 x Grapeshot; Grapeshot"
    on_stack = "stack: [{spell: Lightning Bolt, controller: p2, targets: [p1]}]\n"
    state = laid("players: {p1: {hand: [Reckoning], mana: {R: 1}}}\nthis turn: {p1: {spells cast: 5}}\n")
    assert value(play(state, "cast Reckoning\nall pass"), "p2.life") == "14"
    assert same(laid(board + on_stack), laid(board + on_stack + "this turn: {p2: {spells cast: 1}}\n"))
    assert not same(laid(board + on_stack), laid(board + on_stack + "this turn: {p2: {spells cast: 2}}\n"))


@pytest.mark.parametrize(
    ("said", "won"), [("[Second Sun]", True), ("[2 Second Sun]", True), ("[Grapeshot]", False), ("0", False)]
)
def test_201_2_spells_of_a_name_that_were_cast_this_turn_were_cast_this_game(said: str, won: bool) -> None:
    state = laid(
        f"players: {{p1: {{hand: [Second Sun], mana: {{R: 1}}}}}}\nthis turn: {{p1: {{spells cast: {said}}}}}\n"
    )
    state = play(state, "cast Second Sun\nall pass")
    assert (asked(state) == "over", value(state, "p1.life")) == (won, "20" if won else "27")


def test_a_land_was_played_this_turn() -> None:  # 305.2
    state = laid("players: {p1: {hand: [Forest]}}\nthis turn: {p1: {lands played: 1}}\n")
    nodes = parse_script("play Forest")
    assert not isinstance(nodes, Refusal)
    read = BodyReader(nodes).next(state, BodyReader(nodes).start())
    assert isinstance(read, tuple)
    found = verify(state, read[0])
    assert found is not None and found.code == "land-played"


# --- libraries -------------------------------------------------------------------------------------------------------


def test_known_places_of_a_library_are_drawn_in_order() -> None:  # 121.1, 401.2
    library = "{top: [Forest, 2 Island], unknown: 1, bottom: [Swamp]}"
    board = f"players: {{p1: {{library: {library}, battlefield: [Forest]}}}}\n"
    state = laid(board)
    names = [state.rows[handle].cls.proto for handle in state.seqs["library.0"]]
    assert [proto.name for proto in names if proto is not None] == ["Forest", "Island", "unknown card", "Swamp"]
    drawn = play(
        laid(
            'players: {p1: {library: {top: [Forest], bottom: [Island]}, battlefield: ["Niv-Mizzet, the Firemind"]}}\n'
            "stack: [{ability: 1, of: Niv-Mizzet}]\n"
        ),
        "all pass",
    )
    assert [row.cls.proto.name for row in drawn.rows.values() if row.cls.zone == "hand" and row.cls.proto] == ["Forest"]
    assert value(drawn, "p1.hand") == "1"


def test_the_order_of_a_shuffled_library_is_not_known() -> None:  # 701.24
    sorcerer = '{battlefield: ["Niv-Mizzet, the Firemind"], library: {shuffled: [3 Forest, 2 Island]}}'
    state = laid(f"players: {{p1: {sorcerer}}}\n")
    assert state.rows[1].cls.prop("shuffled")
    assert not laid("players: {p1: {library: {shuffled: [3 Forest, 2 Forest]}}}\n").rows[1].cls.prop("shuffled")


# --- effects in force ------------------------------------------------------------------------------------------------


def test_an_effect_in_force_ends_with_the_turn() -> None:  # 514.2, 611.2a
    state = laid(
        "players: {p1: {battlefield: [{card: Grizzly Bears, label: bears}]}}\neffects: [{from: Giant Growth, targets: [bears]}]\n"
    )
    assert value(state, "bears.power") == "5"
    assert value(play(state, "all pass to declare attackers\nno attack\nall pass to next turn"), "bears.power") == "2"


def test_control_in_force_ends_with_the_turn() -> None:  # 613.1b, 514.2
    state = laid(
        "players: {p1: {}, p2: {battlefield: [{card: Grizzly Bears, label: bears, tapped: yes}]}}\n"
        "effects: [{from: Steal, targets: [bears]}]\n"
    )
    assert (value(state, "bears.controller"), value(state, "bears.tapped")) == ("p1", "true")  # it was untapped before
    assert not next(row for row in state.rows.values() if row.cls.zone == "battlefield").cls.sick
    assert value(play(state, "all pass to next turn"), "bears.controller") == "p2"


def test_an_ability_of_a_permanent_is_in_force() -> None:  # 611.2
    state = laid(
        "players: {p1: {battlefield: [{card: Wandering Fumarole, label: land}]}}\n"
        "effects: [{of: land, ability: becomes}]\nstack: [{ability: 3, of: land}]\n"
    )
    assert (value(state, "land.power"), value(state, "land.toughness")) == ("1", "4")
    assert value(play(state, "all pass"), "land.power") == "4"


def test_a_delayed_trigger_about_something_waits_for_its_step() -> None:  # 603.7
    board = (
        "players: {p1: {battlefield: [{card: Grizzly Bears, label: bears}, {card: Splinter Twin, attached to: bears},\n"
        "  {token: Bear, label: twin, power: 2, toughness: 2}]}}\n"
    )
    script = "all pass to declare attackers\nno attack\nall pass to end step"
    assert value(play(laid(board), script), "p1.tokens.Bear") == "1"
    state = laid(board + "effects: [{of: bears, ability: copy, about: twin}]\n")
    assert value(play(state, "all pass to declare attackers"), "p1.tokens.Bear") == "1"
    assert value(play(state, script), "p1.tokens.Bear") == "0"


def test_turns_that_come_are_in_force() -> None:  # 500.7, 723.1
    state = laid("effects: [{from: Time Warp, targets: [p2]}, {from: Time Warp, targets: [p1]}]\n")
    assert play(state, "all pass to next turn").game.prop("active") == 0
    state = laid("players: {p1: {}, p2: {controlled next turn by: p1}}\n")
    state = play(state, "all pass to next turn")
    assert state.rows[2].cls.prop("master") == "p1"


# --- combat ----------------------------------------------------------------------------------------------------------


def test_a_combat_goes_on_where_it_stands() -> None:  # 508, 509, 510
    board = (
        "players:\n  p1: {battlefield: [{card: Charger, label: goat, attacking: p2, tapped: yes},\n"
        "    {card: Grizzly Bears, label: bears, attacking: p2, blocked: yes, tapped: yes}]}\n"
        "  p2: {battlefield: [{card: Wall of Slate, label: wall, blocking: goat}]}\n"
        "step: blockers\n"
    )
    state = play(laid(board), "all pass to end of combat")
    assert (value(state, "p2.life"), value(state, "p1.graveyard"), value(state, "wall.damage")) == ("20", "1", "2")
    trigger = "stack: [{trigger: gain, of: goat}]\n"
    assert value(play(laid(board + trigger), "all pass"), "p1.life") == "21"


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "line", "exit_code"),
    [
        ("priority: p3\n", "player", 2, 2),
        ("passed: [p1]\n", "passed", 2, 2),
        ("priority: p2\npassed: [p2]\n", "passed", 3, 2),
        ("stack: [{spell: Lightning Bolt}]\n", "targets", 2, 2),
        ("stack:\n  - {spell: Lightning Bolt,\n     targets: [Nobody]}\n", "no-such-object", 4, 2),
        ("stack: [{spell: Giant Growth, targets: [p1]}]\n", "targets", 2, 2),
        ("stack: [{spell: Lightning Bold, targets: [p1]}]\n", "card-unknown", 2, 2),
        ("stack: [{spell: Forest}]\n", "wrong-zone", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1], x: 3}]\n", "x", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1], mode: 1}]\n", "mode", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1], count: 2}]\n", "count", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1], with: kicker}]\n", "how", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1], cast from: library}]\n", "cast-from", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1], cast from: command zone}]\n", "commander", 2, 2),
        ("stack: [{spell: Fork Bolt, targets: [p1, p2], divided: [3]}]\n", "division", 2, 2),
        ("stack: [{spell: Fling, targets: [p2]}]\n", "not-laid-out", 2, 4),
        ("stack: [{land: Forest}]\n", "entry", 2, 2),
        ("stack: [{ability: 1, of: Prodigal Sorcerer, gone: yes, targets: [Prodigal Sorcerer]}]\n", "no-such-object", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1], colour: red}]\n", "unknown-key", 2, 2),
        ("stack: [{trigger: gain}]\n", "entry", 2, 2),
        (GUARD + "stack: [{trigger: draw, of: guard}]\n", "no-such-ability", 3, 2),
        (GUARD + "stack: [{ability: 1, of: guard}]\n", "no-such-ability", 3, 2),
        ("players: {p1: {battlefield: [Sanguine Bond]}}\nstack: [{trigger: that much, of: Sanguine Bond, targets: [p2]}]\n", "about", 3, 2),
        ("players: {p1: {battlefield: [Sol Ring]}}\nstack: [{ability: 1, of: Sol Ring}]\n", "entry", 3, 2),
        ("effects: [{from: Giant Growth, targets: [p1], now: Giant Growth}]\n", "targets", 2, 2),
        ("players: {p1: {battlefield: [Prodigal Sorcerer]}}\neffects: [{of: Prodigal Sorcerer, ability: 1, now: p1}]\n", "about", 3, 2),
        ("effects: [{from: Lightning Bolt, targets: [p1]}]\n", "not-lasting", 2, 2),
        ("effects: [{from: Grizzly Bears}]\n", "entry", 2, 2),
        ("effects: [{controller: p1}]\n", "entry", 2, 2),
        ("effects: [{from: Giant Growth}]\n", "targets", 2, 2),
        ("this turn: {p1: {spells drawn: 1}}\n", "unknown-key", 2, 2),
        ("stack: [{spell: Lightning Bolt, targets: [p1]}]\nthis turn: {p1: {spells cast: 0}}\n", "this-turn", 3, 2),
        ("players: {p1: {hand: [Second Sun]}}\nthis turn: {p1: {spells cast: 1}}\n", "this-turn", 3, 2),
        ("players: {p1: {library: {top: [Forest], shuffled: [Island]}}}\n", "library", 2, 2),
        ("players: {p1: {library: {middle: [Forest]}}}\n", "unknown-key", 2, 2),
        ("players: {p1: {battlefield: [{card: Midnight Guard, triggered this turn: 1}]}}\n", "used", 2, 2),
        ("players: {p1: {battlefield: [{card: Llanowar Elves, used this turn: 1}]}}\n", "used", 2, 2),
        ("players: {p1: {battlefield: [{card: Charger, attacking: p2}]}}\n", "step", 2, 2),
        ("players: {p1: {battlefield: [{card: Charger, attacking: p1}]}}\nstep: attackers\n", "defender", 2, 2),
        ("players: {p1: {battlefield: [{card: Forest, attacking: p2}]}}\nstep: attackers\n", "attacker", 2, 2),
        ("players: {p1: {battlefield: [{card: Charger, blocked: yes}]}}\nstep: blockers\n", "attacker", 2, 2),
        ("players: {p1: {}, p2: {battlefield: [{card: Charger, attacking: p2}]}}\nstep: attackers\n", "attacker", 2, 2),
        ("players: {p1: {battlefield: [Charger]}, p2: {battlefield: [{card: Charger, blocking: Charger of p1}]}}\nstep: blockers\n", "blocker", 2, 2),
        ("players: {p1: {battlefield: [Grizzly Bears]}}\neffects: [{from: Veil, targets: [Grizzly Bears], about: p1, with: haste}]\n", "how", 3, 2),
    ],
)  # fmt: skip
def test_wrong_input_is_refused_at_its_place(text: str, code: str, line: int, exit_code: int) -> None:
    found = refused(text)
    assert (found.code, found.where.file, found.where.line, found.exit_code) == (code, "board.yaml", line, exit_code), (
        found
    )


@pytest.mark.parametrize(
    "text",
    [
        "priority: p2\n",
        "stack: []\n",
        "this turn: {p1: {spells cast: 1}}\n",
        "effects: []\n",
        "passed: p1\n",
        "players: {p1: {controlled by: p2}}\n",
        "players: {p1: {battlefield: [{card: Grizzly Bears, attacking: p2}]}}\n",
    ],
)
def test_a_key_of_the_later_format_is_refused_in_the_earlier_one_with_a_hint(text: str) -> None:
    found = load("format: position/1\n" + text, "board.yaml", BOOK)
    assert isinstance(found, Refusal)
    assert (found.code, found.expected, found.where.line) == ("unknown-key", "format: position/2", 2)
    assert (
        isinstance(
            load("format: position/2\n" + text.replace("passed: p1", "passed: []"), "board.yaml", BOOK), Position
        )
        or "attacking" in text
    )


def test_a_library_with_places_is_no_list_of_the_earlier_format() -> None:
    found = load("format: position/1\nplayers: {p1: {library: {top: [Forest]}}}\n", "board.yaml", BOOK)
    assert isinstance(found, Refusal)
    assert found.code == "shape"
    assert isinstance(later("players: {p1: {library: {top: [Forest]}}}\n"), Position)


def test_a_state_based_action_is_left_to_no_position() -> None:  # 704.3
    board = "players: {p1: {battlefield: [{card: Grizzly Bears, damage: 4}]}}\n"
    assert refused(board).code == "state-based"
    assert laid(board + "effects: [{from: Giant Growth, targets: [Grizzly Bears]}]\n").stack == ()
