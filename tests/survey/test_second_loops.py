"""Gains of second loops, worked out by hand: what mana pays for, other targets and payments; and what must not be told."""

from __future__ import annotations

import pytest

from reiterate.worth.given import EXILED, Given
from reiterate.worth.trials import made_untapped
from tests.survey.boards import beside, engine, given_by, loop_of, of

BOTH = {"untap of creatures you control", "mana creatures you control can produce"}


def artifact(name: str, text: str) -> dict[str, str]:
    return {"name": name, "type_line": "Artifact", "oracle_text": text}


WELL = artifact("Well", "{0}: Add {G}.")
LINE = "activate Well"


# --- what the mana pays for (602.2b) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("{2}: You gain 1 life.", {"lifegain", "lifegain triggers"}),
        ("{5}: Each opponent mills a card.", {"mill"}),
        ("{3}: Create a 1/1 red Goblin creature token.", {"creature tokens", "ETB"}),
        ("{1}: Target creature gets +1/+0 until end of turn.", {"powerful creature until end of turn"}),
        ("{2}: Put a +1/+1 counter on target creature.", {"+1/+1 counters on a creature"}),
    ],
)
def test_what_mana_without_end_pays_for_is_given_too(text: str, gained: set[str]) -> None:
    found = of("Well, Use, Grizzly Bears", LINE, cards=[WELL, artifact("Use", text)])
    assert gained <= set(found)
    assert {"green mana"} <= set(found)


@pytest.mark.parametrize(
    "text",
    [
        "{2}, {T}: You gain 1 life.",  # Use stays tapped
        "{2}, Sacrifice a creature: You gain 1 life.",  # one creature, once
        "{2}, Sacrifice Use: You gain 1 life.",
        "{2}, Discard a card: You gain 1 life.",  # no card is in hand
        "{U}: You gain 1 life.",  # no blue mana
        "{2}, Pay 2 life: You gain 1 life.",  # ends with one's own life
        "{2}: You gain 1 life. Activate only once each turn.",
    ],
)
def test_what_spends_more_than_mana_is_not(text: str) -> None:
    found = of("Well, Use, Grizzly Bears", LINE, cards=[WELL, artifact("Use", text)])
    assert found.get("lifegain", 0) is not None
    assert found["green mana"] is None


def test_121_cards_are_drawn_until_the_library_is_empty() -> None:
    found = of("Well, Use", LINE, ", library: 10^30", cards=[WELL, artifact("Use", "{5}: Draw a card.")])
    assert found["card draw"] == found["draw triggers"] == 10**30
    assert found["green mana"] is None


def test_without_mana_nothing_is_paid_for() -> None:
    found = of("Rain, Use", "activate Rain; all pass", cards=[artifact("Rain", "{0}: You gain 1 life."), USE])
    assert set(found) == {"lifegain", "lifegain triggers"}


USE = artifact("Use", "{1}: Create a 1/1 red Goblin creature token.")


# --- other targets (601.2c) and sizes --------------------------------------------------------------------------------


def test_a_target_of_ones_choice_is_any_creature() -> None:
    noon = "activate Noon targeting Grizzly Bears of p1; all pass"
    assert set(of("Noon, Grizzly Bears", noon)) == BOTH


@pytest.mark.parametrize(
    "text",
    [
        "{0}: Untap target creature with power 2 or less.",
        "{0}: Untap target creature with power 2 or greater.",
        "{0}: Untap target green creature.",
        "{0}: Untap target Bear.",
    ],
)
def test_a_target_of_some_creatures_is_not_any(text: str) -> None:
    line = "activate Use targeting Grizzly Bears of p1; all pass"
    assert set(of("Use, Grizzly Bears", line, cards=[artifact("Use", text)])) == set()


def test_only_what_is_enchanted_untaps_itself() -> None:
    aura = {
        "name": "Spring",
        "type_line": "Enchantment — Aura",
        "oracle_text": 'Enchant creature\nEnchanted creature has "{0}: Untap this creature."',
    }
    board = "Birds of Paradise, {card: Spring, attached to: Birds of Paradise}"
    line = "activate Birds of Paradise for {G}; activate Birds of Paradise: Untap; all pass"
    found = of(board, line, cards=[aura])
    assert "green mana" in found
    assert not BOTH & set(found)


def test_sizes_of_any_creature_or_of_one() -> None:
    pump = artifact("Pump", "{0}: Target creature gets +1/+1 until end of turn. Untap that creature.")
    line = "activate Pump targeting Grizzly Bears of p1; all pass"
    assert "large creatures you control until end of turn" in of("Pump, Grizzly Bears", line, cards=[pump])
    horn = artifact("Horn", "{0}: Creatures you control get +1/+0 until end of turn.")
    found = of("Horn, Grizzly Bears", "activate Horn; all pass", cards=[horn])
    assert "powerful creatures you control until end of turn" in found
    own = artifact("Own", "{0}: Green creatures you control get +1/+0 until end of turn.")
    found = of("Own, Grizzly Bears", "activate Own; all pass", cards=[own])
    assert "powerful creatures you control until end of turn" not in found


def test_107_6_what_has_to_be_tapped_to_grow_is_not_any_creature() -> None:
    """{Q} asks for a tapped creature: the bearer taps for mana itself, and a creature that can't tap would grow once."""
    mantle = artifact(
        "Cloak", 'Equipped creature has "{1}, {Q}: This creature gets +2/+2 until end of turn."\nEquip {0}'
    )
    cloak = {**mantle, "type_line": "Artifact - Equipment"}
    tree = {
        "name": "Tree",
        "type_line": "Creature - Treefolk",
        "power": "0",
        "toughness": "4",
        "oracle_text": "{T}: Add {G}{G}.",
    }
    found = of(
        "{card: Tree, label: t}, {card: Cloak, attached to: t}",
        "activate Tree: #1; activate Tree: #2; all pass",
        cards=[cloak, tree],
    )
    assert found["large creature until end of turn"] is None and found["green mana"] is None
    assert "large creatures you control until end of turn" not in found


def test_oneself_is_a_target_where_the_card_says_player() -> None:
    mill = artifact("Use", "{0}: Target player mills two cards.")
    found = of("Use", "activate Use targeting p2; all pass", ", library: 10^30", cards=[mill])
    assert found["self-mill"] == 10**30
    mill = artifact("Use", "{0}: Target opponent mills two cards.")
    assert "self-mill" not in of("Use", "activate Use targeting p2; all pass", ", library: 10^30", cards=[mill])


def test_harm_to_oneself_is_no_gain() -> None:
    burn = artifact("Use", "{0}: Use deals 1 damage to target player.")
    found = of("Use", "activate Use targeting p2; all pass", cards=[burn])
    assert {"damage", "lifeloss", "Win the game"} <= set(found)
    assert not any("yourself" in what for what in found)


# --- other mana (601.2h) ---------------------------------------------------------------------------------------------

PRISM = artifact("Prism", "{0}: Add {G}{R}{W}.")
TWO = artifact("Use", "{2}: You gain 1 life.")


def test_paying_otherwise_leaves_another_color() -> None:
    """Each iteration makes {G}{R}{W} and spends two of them: any one can be left, and no blue."""
    found = of("Prism, Use", "activate Prism; activate Use paying {G}{R}; all pass", cards=[PRISM, TWO])
    assert {"white mana", "green mana", "red mana"} <= set(found)
    assert "colored mana" not in found and "blue mana" not in found


def test_a_colored_cost_can_not_be_paid_otherwise() -> None:
    tap = artifact("Prism", "{T}: Add {G}{R}{W}.")
    once = artifact("Use", "{G}{R}: Untap all artifacts you control.")
    found = of("Prism, Use", "activate Prism; activate Use; all pass", cards=[tap, once])
    assert "white mana" in found
    assert not {"green mana", "red mana", "colored mana"} & set(found)


def test_a_color_is_chosen_while_the_cost_is_paid_with_what_there_is() -> None:
    """Each iteration makes three mana of one color, and the two that untap are paid with any color."""
    tap = artifact("Prism", "{T}: Add three mana of any one color.")
    untap = artifact("Use", "{2}: Untap all artifacts you control.")
    lines = "activate Prism for {R}; activate Use; all pass"
    assert "colored mana" in of("Prism, Use", lines, cards=[tap, untap])
    untap = artifact("Use", "{R}{R}{R}: Untap all artifacts you control.")
    assert "colored mana" not in of("Prism, Use", lines, cards=[tap, untap])


def test_doubling_makes_more_of_each_color_that_is_there() -> None:
    cube = artifact("Cube", "{1}, {T}: Double the amount of each type of mana in your mana pool.")
    untap = artifact("Use", "{0}: Untap all artifacts you control.")
    lines = "activate Cube paying {C}; activate Use; all pass"
    found = of("Cube, Use", lines, ", mana: {C: 4}", cards=[cube, untap])
    assert {"colorless mana", "colored mana"} <= set(found)
    some = artifact("Cube", "{1}, {T}: Add {C}{C}{C}.")
    found = of("Cube, Use", lines, ", mana: {C: 4}", cards=[some, untap])
    assert "colorless mana" in found and "colored mana" not in found


# --- permanents of all players (701.26b) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "of_all"),
    [
        ("{0}: Untap all creatures.", True),
        ("{0}: Untap all creatures you control.", False),
        ("{0}: Untap target creature.", False),  # one in each iteration: no creature of an opponent besides
        ("{0}: Untap all green creatures.", False),
    ],
)
def test_what_is_untapped_is_of_all_players_where_theirs_untap_too(text: str, of_all: bool) -> None:
    elf = {
        "name": "Elf",
        "mana_cost": "{G}",
        "type_line": "Creature",
        "oracle_text": "{T}: Add {G}.",
        "power": "1",
        "toughness": "1",
    }
    script = (
        "activate Elf; activate Use targeting Elf; all pass"
        if "target " in text
        else "activate Elf; activate Use; all pass"
    )
    found = of("Elf, Use", script, cards=[elf, artifact("Use", text)])
    assert "green mana" in found
    assert ("untap of creatures" in found) is of_all


# --- attacks, exile --------------------------------------------------------------------------------------------------

PHASE = "After this main phase, there is an additional combat phase followed by an additional main phase."


def test_500_8_combat_phases_come_without_end_where_no_attack_is_needed() -> None:
    board = "players:\n  p1: {battlefield: [Engine, Grizzly Bears]}\n  p2: {life: 10^30}\nscript: |\n  repeat 9:\n"
    lines = "    activate Engine\n    all pass to declare attackers\n    attack with Grizzly Bears\n    all pass to second main\n"
    found = given_by(engine(f"Untap all creatures you control. {PHASE} Activate only as a sorcery."), board + lines)
    assert found["Win the game"] == 1 and found["Near-infinite damage"] == 10**30
    assert {"Infinite combat phases", "Infinite untap of creatures you control"} <= set(found)


@pytest.mark.parametrize(
    ("text", "all_of_them"),
    [
        ("{0}: Exile target creature.", True),
        ("{0}: Exile target creature with power 3 or less.", False),
        ("{0}: Exile target nongreen creature.", False),
        ("{0}: Destroy target creature.", False),
        ("{0}: Exile target creature you control.", False),
    ],
)
def test_all_creatures_of_opponents_are_exiled_by_what_exiles_any(text: str, all_of_them: bool) -> None:
    forge = artifact("Mill", "{0}: Create a 1/1 red Goblin creature token.")
    lines = "activate Mill; all pass; activate Use targeting Goblin; all pass"
    found = of("Mill, Use", lines, cards=[forge, artifact("Use", text)])
    assert "ETB" in found
    assert (Given(EXILED).words in found) == all_of_them


def test_exile_and_return_is_blinking_and_what_enters_has_not_untapped() -> None:
    text = "Exile target creature you control, then return it to the battlefield under its owner's control."
    line = "activate Use targeting Grizzly Bears of p1; all pass"
    found = of("Use, Grizzly Bears", line, cards=[artifact("Use", f"{{0}}: {text}")])
    assert "blinking" in found
    assert not BOTH & set(found)


@pytest.mark.parametrize(("target", "of_all"), [("creature", True), ("creature you control", False)])
def test_608_2_what_is_exiled_behind_the_return_of_its_source_stays_exiled(target: str, of_all: bool) -> None:
    """What is put on the stack first resolves last: its source is back by then, and nothing returns what that exiles."""
    text = (
        f"{{0}}: Exile target {target}.\n"
        "When Pocket leaves the battlefield, each player returns to the battlefield all cards they own exiled with Pocket."
    )
    pocket = artifact("Pocket", text) | {"type_line": "Artifact Creature", "power": "1", "toughness": "1"}
    found = of("Pocket", "activate Pocket targeting itself; all pass; all pass", cards=[pocket])
    assert "blinking" in found
    assert (Given(EXILED).words in found) == of_all


def _moth(text: str) -> dict[str, object]:
    return {
        "name": "Moth",
        "mana_cost": "{0}",
        "type_line": "Creature",
        "power": "1",
        "toughness": "1",
        "oracle_text": text,
    }


def test_400_7_what_exiles_and_returns_itself_blinks_and_no_other_permanent_does() -> None:
    moth = _moth("{0}: Exile this creature, then return it to the battlefield under its owner's control.")
    told = beside("Moth", "activate Moth; all pass", cards=[moth])
    assert told["blinking"] == ""
    assert not any(what.startswith("blinking of") for what in told)


def test_601_2_what_is_exiled_and_cast_again_is_not_blinked() -> None:
    """A spell goes from exile to the stack, and enters from there."""
    moth = _moth("{0}: Exile this creature.\nYou may cast this card from exile.")
    told = of("Moth", "activate Moth; all pass; cast Moth; all pass", cards=[moth])
    assert {"ETB", "LTB", "storm count"} <= told.keys() and "blinking" not in told


def test_111_8_a_token_that_was_exiled_never_returns_so_another_of_its_name_blinks_nothing() -> None:
    exile = artifact("Hole", "{0}: Exile target creature you control.")
    told = of(
        "Forge, Hole", "activate Forge: Create; all pass; activate Hole targeting Goblin; all pass", cards=[exile]
    )
    assert {"ETB", "LTB"} <= told.keys() and "blinking" not in told


def test_what_comes_back_in_the_next_iteration_is_blinked() -> None:
    text = (
        "When Gate enters, exile all artifacts.\n"
        "When Gate leaves the battlefield, return the exiled cards to the battlefield tapped under their owners' control."
    )
    gate = {"name": "Gate", "type_line": "Creature \u2014 Wall", "power": "0", "toughness": "4", "oracle_text": text}
    flick = "{0}: Exile target creature you control, then return it to the battlefield under its owner's control."
    use = artifact("Use", flick) | {"type_line": "Enchantment"}
    lap = "activate Use targeting Gate; all pass; order exile all artifacts first; all pass; all pass"
    assert "blinking" in of("Use, Gate", lap, cards=[use, gate])


@pytest.mark.parametrize(("how", "taps"), [("", True), (" tapped", False)])
def test_106_4_a_land_that_is_away_where_a_lap_ends_taps_for_mana_on_the_way(how: str, taps: bool) -> None:
    """The lands come back before they are exiled anew. Each of them taps once in between, and no step ends, so that mana stays."""
    text = (
        "When Gate enters, exile all lands.\n"
        f"When Gate leaves the battlefield, return the exiled cards to the battlefield{how} under their owners' control."
    )
    gate = {"name": "Gate", "type_line": "Creature \u2014 Wall", "power": "0", "toughness": "4", "oracle_text": text}
    flick = "{0}: Exile target creature you control, then return it to the battlefield under its owner's control."
    lap = "activate Use targeting Gate; all pass; order exile all lands first; all pass; all pass"
    told = beside("Use, Gate", lap, cards=[artifact("Use", flick), gate])
    given = {"mana lands you control can produce", "colored mana", "colorless mana"}
    assert given & told.keys() == (given if taps else set())


def test_500_5_lands_that_untap_in_each_combat_give_no_mana_that_stays() -> None:
    """Unspent mana empties as each step ends: a land more taps in each lap, and its mana never becomes more."""
    text = (
        "At the beginning of combat on your turn, untap all lands you control. After this phase, there is an additional"
        " combat phase."
    )
    drum = {"name": "Drum", "type_line": "Artifact", "oracle_text": text}
    board = "players:\n  p1: {battlefield: [Drum]}\n  p2: {}\nscript: |\n  all pass to combat\n  repeat 9:\n"
    found = given_by([drum], board + "    all pass to declare attackers\n    no attack\n    all pass to next combat\n")
    assert {"Infinite combat phases", "Infinite mana lands you control can produce"} <= found.keys()
    assert found.keys().isdisjoint({"Infinite colored mana", "Infinite colorless mana"})


def test_mana_for_each_color_is_made_of_any_color_with_a_permanent_of_all_colors() -> None:
    prism = artifact("Prism", "{0}: For each color among permanents you control, add one mana of that color.")
    found = beside("Prism, Grizzly Bears", "activate Prism", cards=[prism])
    assert found["green mana"] == "" and found["red mana"] == found["blue mana"] == "a permanent of all colors more"
    two = artifact("Prism", "{0}: Add one mana of any color that a land you control could produce.")
    assert "red mana" not in beside("Prism, Forest", "activate Prism", cards=[two])


def test_601_2c_a_target_that_must_be_said_beside_a_land_more_hides_no_blinking() -> None:
    """On the bare board Usher's trigger has one target, Rift. Beside a land the script's own line says which one is meant."""
    rift = artifact(
        "Rift",
        "This artifact enters with two charge counters on it.\nRemove a charge counter from this artifact: Exile target"
        " creature or land you control, then return it to the battlefield under its owner's control.",
    )
    usher = {
        "name": "Usher",
        "type_line": "Creature \u2014 Human",
        "power": "1",
        "toughness": "1",
        "oracle_text": "When this creature enters, put two charge counters on target artifact or land you control.",
    }
    lap = "activate Rift targeting Usher; all pass; target Rift; all pass"
    board = "{card: Rift, counters: {charge: 2}}, Usher"
    assert "lands" in made_untapped(loop_of(board, lap, "", [rift, usher]), 0).blinked


MODES = "{2}: Choose one —\n• Untap all artifacts you control.\n• Untap all lands you control."


@pytest.mark.parametrize(
    ("text", "lands"), [(MODES, True), (MODES.replace("all lands you", "all lands your opponents"), False)]
)
def test_700_2_a_mode_chosen_anew_untaps_all_of_another_kind_that_lie_there_tapped(text: str, lands: bool) -> None:
    lap = "activate Sol Ring; activate untapped Sol Ring; activate Turner: Untap all artifacts; all pass"
    board = "Turner, {card: Sol Ring, count: 2}, {card: Island, count: 3, tapped: yes}"
    untapped = made_untapped(loop_of(board, lap, "", [artifact("Turner", text)]), 0).untapped
    assert "artifacts" in untapped and ("lands" in untapped) == lands


# --- a "may" that is declined (603.5) ----------------------------------------------------------------------------------


SIFTER = artifact(
    "Sifter", "{0}: Create a 1/1 red Goblin creature token. You may draw a card. If you do, discard a card."
)


def test_603_5_what_a_library_ends_goes_on_without_the_draw_that_need_not_be() -> None:
    """The library ends the drawing, and no rule makes the player draw: tokens come without end."""
    library = ", library: [30 Wastes], hand: [Wastes]"
    found = of("Sifter", "activate Sifter; all pass; yes; choose Wastes", library, cards=[SIFTER])
    assert found["creature tokens"] is None
    assert found["card draw"] == 30


def test_104_3c_what_must_be_drawn_ends_the_loop() -> None:
    forced = artifact("Sifter", "{0}: Create a 1/1 red Goblin creature token. Draw a card, then discard a card.")
    library = ", library: [30 Wastes], hand: [Wastes]"
    found = of("Sifter", "activate Sifter; all pass; choose Wastes", library, cards=[forced])
    assert found["creature tokens"] == 31  # the last one comes as the empty library is drawn from


# --- what need not be sacrificed (602.1a) ----------------------------------------------------------------------------

PYRE = artifact("Pyre", "Sacrifice a creature: Add {C}{C}.")
PHOENIX = {
    "name": "Phoenix",
    "type_line": "Creature \u2014 Phoenix",
    "power": "2",
    "toughness": "2",
    "oracle_text": "When this creature dies, return it to the battlefield.\nWhen this creature enters, create a 1/1 red Goblin creature token.",
}


def test_a_token_that_mana_without_end_makes_up_for_is_kept() -> None:
    lap = "activate Pyre sacrificing Phoenix; all pass; all pass; activate Pyre sacrificing Goblin"
    found = of("Phoenix, Pyre", lap, cards=[PHOENIX, PYRE])
    assert found["creature tokens"] is None and found["colorless mana"] is None


def test_a_token_is_kept_that_what_lies_on_it_tells_from_the_newest() -> None:
    blade = {
        "name": "Blade",
        "type_line": "Artifact \u2014 Equipment",
        "oracle_text": "Whenever a 1/1 creature you control enters, you may return this card from your graveyard to the"
        " battlefield, then attach it to that creature.\nEquip {2}",
    }
    kiln = artifact("Kiln", "{1}, Sacrifice a nontoken artifact: Create a 1/1 blue Thopter artifact creature token.")
    lap = "activate Kiln sacrificing Blade; all pass; all pass; yes; activate Pyre sacrificing Thopter"
    found = of("Kiln, Blade, Pyre", lap, ", mana: {C: 1}", cards=[blade, kiln, PYRE])
    assert found["creature tokens"] is None and found["colorless mana"] is None


def test_a_token_that_has_to_be_sacrificed_for_the_next_one_is_not_kept() -> None:
    bone = artifact("Bone", "Sacrifice a creature: Create a 1/1 red Goblin creature token. You gain 1 life.")
    goblin = {"name": "Goblin", "type_line": "Creature \u2014 Goblin", "power": "1", "toughness": "1"}
    found = of("Bone, Goblin", "activate Bone sacrificing Goblin; all pass", cards=[bone, goblin])
    assert found["lifegain"] is None and "creature tokens" not in found
