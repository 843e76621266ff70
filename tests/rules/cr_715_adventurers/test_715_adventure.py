"""Adventurer cards (715): cast as an Adventure, exiled as it resolves, and cast from there as the card that it is.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook, fully_usable
from reiterate.cards.sources import builtin_source, read_source
from reiterate.check.claims.idle import could_act
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.printed_characteristics import mana_value, proto_of
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.script.position import Position, load
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from tests.support.acting import count, until
from tests.support.boards import play

#: Name: of each part its type line, mana cost, size and text.
ADVENTURERS: Final[dict[str, tuple[tuple[str, str, str, str], tuple[str, str, str, str]]]] = {
    "Giant // Stomp": (
        ("Creature — Giant", "{2}{R}", "4/3", "When this creature enters, you gain 1 life."),
        ("Instant — Adventure", "{1}{R}", "", "You gain 5 life."),
    ),
    "Scout // Trail": (
        ("Creature — Elf", "{G}", "1/1", ""),
        ("Sorcery — Adventure", "{G}", "", "Target creature gets +2/+2 until end of turn."),
    ),
    "Town // Feast": (
        ("Land — Town", "", "", "{T}: Add {G}."),
        ("Sorcery — Adventure", "{G}", "", "You gain 3 life."),
    ),
    "Elder // Riddle": (
        ("Creature — Elf", "{G}", "1/1", ""),
        ("Sorcery — Adventure", "{U}", "", "Transmogrify everything."),
    ),
    "Wyrm // Sign": (
        ("Creature — Dragon", "{G}", "1/1", ""),
        ("Sorcery — Omen", "{U}", "", "You gain 3 life."),
    ),
}
LOOK: Final = "You may look at the top card of your library any time."
PLAIN: Final = {
    "Bear": ("Creature — Bear", "{G}", "2/2", ""),
    "Guide": ("Artifact", "{1}", "", "Creature spells you cast cost {1} less to cast."),
    "Tax": ("Artifact", "{1}", "", "Noncreature spells cost {1} more to cast."),
    "Bounce": ("Instant", "{0}", "", "Return target permanent to its owner's hand."),
    "Raise": ("Instant", "{0}", "", "Return target creature card from your graveyard to your hand."),
    "Twin": ("Instant", "{0}", "", "Copy target instant or sorcery spell."),
    "No": ("Instant", "{0}", "", "Counter target spell."),
    "Burn": ("Instant", "{0}", "", "Destroy target creature."),
    "Rest": (
        "Enchantment",
        "{0}",
        "",
        "If a card or token would be put into a graveyard from anywhere, exile it instead.",
    ),
    "Watch creature": ("Enchantment", "{0}", "", f"{LOOK}\nYou may cast creature spells from the top of your library."),
    "Watch instant and sorcery": (
        "Enchantment",
        "{0}",
        "",
        f"{LOOK}\nYou may cast instant and sorcery spells from the top of your library.",
    ),
    "Bar creature": ("Artifact", "{0}", "", "Players can't cast creature spells."),
    "Bar noncreature": ("Artifact", "{0}", "", "Players can't cast noncreature spells."),
    "Twin creature": ("Instant", "{0}", "", "Copy target creature spell you control."),
    "Impulse": ("Sorcery", "{0}", "", "Exile the top card of your library. You may play that card this turn."),
}


def _facts(name: str, part: tuple[str, str, str, str]) -> dict[str, Any]:
    types, cost, size, text = part
    made: dict[str, Any] = {"name": name, "type_line": types, "mana_cost": cost, "oracle_text": text}
    if size:
        made["power"], _, made["toughness"] = size.partition("/")
    return made


def _row(name: str) -> dict[str, Any]:
    parts = [_facts(*one) for one in zip(name.split(" // "), ADVENTURERS[name], strict=True)]
    return {"name": name, "layout": "adventure", "card_faces": parts}


@cache
def book() -> CardBook:
    rows = [*(_facts(name, part) for name, part in PLAIN.items()), *map(_row, ADVENTURERS)]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def laid(mine: str, script: str = "all pass") -> Position | Refusal:
    lines = "".join(f"  {line}\n" for line in script.split("; "))
    text = f"format: position/1\nplayers:\n  p1: {{{mine}}}\n  p2: {{}}\nscript: |\n{lines}"
    return load(text, "board.yaml", book())


def played(mine: str, script: str) -> Result | Refusal:
    position = laid(mine, script)
    return position if isinstance(position, Refusal) else run_position(position)


def end(mine: str, script: str) -> State:
    result = played(mine, script)
    assert isinstance(result, Result), result
    return result.state


def code(mine: str, script: str) -> str:
    result = played(mine, script)
    return result.code if isinstance(result, Refusal) else ""


def zones(state: State) -> dict[str, set[str]]:
    """The names of the cards and tokens in each zone, as they are printed there."""
    found: dict[str, set[str]] = {}
    for row in state.rows.values():
        if row.cls.proto is not None and row.cls.proto.types and row.cls.kind in ("card", "token"):
            found.setdefault(row.cls.zone, set()).add(row.cls.proto.name)
    return found


def life(state: State) -> object:
    return state.rows[1].get("life")


def ways(state: State) -> set[str]:
    """What may be cast or played, as it is said."""
    found = [option for option in options(state) if option.verb in ("cast", "play")]
    assert not any(option.unknown for option in found)
    return {say(state, first(state, option)).partition(" paying")[0].partition(" targeting")[0] for option in found}


def test_715_3d_as_it_resolves_its_controller_exiles_it() -> None:
    state = end("mana: {R: 2}, hand: [Giant // Stomp]", "cast Stomp; all pass")
    assert life(state) == 25 and zones(state) == {"exile": {"Giant"}}


def test_715_3b_on_the_stack_it_has_its_alternative_characteristics_alone() -> None:
    state = end("mana: {R: 2}, hand: [Giant // Stomp]", "cast Stomp")
    spell = proto_of(state.rows[state.stack[0]].cls)
    assert (spell.name, spell.types, spell.subtypes, mana_value(spell)) == ("Stomp", ("instant",), ("Adventure",), 2)
    assert spell.power is None


def test_715_3_by_default_it_is_cast_normally() -> None:
    state = end("mana: {R: 3}, hand: [Giant // Stomp]", "cast Giant; all pass; all pass")
    assert life(state) == 21 and zones(state) == {"battlefield": {"Giant"}}


def test_715_3d_from_exile_it_is_cast_as_the_card_that_it_is() -> None:
    """5 life from the Adventure, 1 as the Giant enters; it dies into the graveyard as a creature card."""
    script = "cast Stomp paying {R}{R}; all pass; cast Giant; all pass; all pass"
    state = end("mana: {R: 5}, hand: [Giant // Stomp]", script)
    assert life(state) == 26 and zones(state) == {"battlefield": {"Giant"}}
    state = end("mana: {R: 5}, hand: [Giant // Stomp, Burn]", f"{script}; cast Burn targeting Giant; all pass")
    assert zones(state) == {"graveyard": {"Giant", "Burn"}}


def test_715_3d_it_cannot_be_cast_as_an_adventure_from_there() -> None:
    state = end("mana: {R: 9}, hand: [Giant // Stomp]", "cast Stomp paying {R}{R}; all pass")
    assert ways(state) == {"p1: cast Giant"}
    assert code("mana: {R: 9}, hand: [Giant // Stomp]", "cast Stomp; all pass; cast Stomp") != ""
    assert code("mana: {R: 9}, hand: [Giant // Stomp]", "cast Stomp; all pass; cast Giant with back face") != ""


def test_715_3d_it_may_be_played_for_as_long_as_it_stays_exiled() -> None:
    """Also in a later turn; the creature is cast in a main phase with an empty stack (307.1)."""
    mine = "mana: {R: 2}, hand: [Giant // Stomp], battlefield: [3 Mountain], library: [9 Forest]"
    state = end(mine, "cast Stomp paying {R}{R}; all pass")
    later = until(until(state, "main1", 1), "main1", 0)
    for _ in range(3):
        tap = read_sentence(later, "tap Mountain")
        assert isinstance(tap, Choice)
        later = play(later, tap)
    assert ways(later) == {"p1: cast Giant", "p1: play Forest"}


def test_715_3d_a_land_is_played_from_exile() -> None:
    state = end("mana: {G: 1}, hand: [Town // Feast]", "cast Feast; all pass; play Town")
    assert life(state) == 23 and zones(state) == {"battlefield": {"Town"}}
    assert (
        code("mana: {G: 1}, hand: [Town // Feast, Forest]", "cast Feast; all pass; play Forest; play Town")
        == "land-played"
    )


def test_715_3d_what_did_not_resolve_goes_to_the_graveyard() -> None:
    """Countered (701.6a), or with no legal target (608.2b): it is a creature card there (715.4)."""
    state = end("mana: {R: 2}, hand: [Giant // Stomp, No]", "cast Stomp; cast No targeting Stomp; all pass")
    assert zones(state) == {"graveyard": {"Giant", "No"}} and life(state) == 20
    script = "cast Trail targeting Bear; cast Burn targeting Bear; all pass; all pass"
    state = end("mana: {G: 1}, battlefield: [Bear], hand: [Scout // Trail, Burn]", script)
    assert zones(state) == {"graveyard": {"Scout", "Bear", "Burn"}}


def test_715_3d_an_effect_that_exiles_it_instead_of_a_graveyard_lets_nobody_play_it() -> None:
    """614.6: Rest replaces the countered spell's way to the graveyard; it did not resolve."""
    mine = "mana: {R: 9}, battlefield: [Rest], hand: [Giant // Stomp, No]"
    state = end(mine, "cast Stomp paying {R}{R}; cast No targeting Stomp; all pass")
    assert zones(state)["exile"] == {"Giant", "No"} and ways(state) == set()
    assert code(mine, "cast Stomp; cast No targeting Stomp; all pass; cast Giant") != ""
    state = end(mine, "cast Stomp paying {R}{R}; all pass; cast Giant paying {R}{R}{R}; all pass; all pass")
    assert life(state) == 26


def test_715_3c_a_copy_is_an_adventure_and_ceases_to_exist() -> None:
    """Two times 5 life; one card in exile."""
    state = end(
        "mana: {R: 2}, hand: [Giant // Stomp, Twin]",
        "cast Stomp; cast Twin targeting Stomp; all pass; all pass; all pass",
    )
    assert life(state) == 30 and zones(state) == {"exile": {"Giant"}, "graveyard": {"Twin"}}
    assert sum(1 for r in state.rows.values() if r.cls.zone == "exile") == 1


def test_715_3a_only_the_alternative_characteristics_say_whether_and_for_what_it_is_cast() -> None:
    """The Adventure is no creature spell: nothing is taken off; as a noncreature spell it costs {1} more."""
    assert code("mana: {R: 1}, battlefield: [Guide], hand: [Giant // Stomp]", "cast Stomp") == "mana-short"
    assert code("mana: {R: 2}, battlefield: [Tax], hand: [Giant // Stomp]", "cast Stomp") == "mana-short"
    assert code("mana: {R: 3}, battlefield: [Tax], hand: [Giant // Stomp]", "cast Stomp; all pass") == ""
    assert code("mana: {R: 2}, battlefield: [Guide, Tax], hand: [Giant // Stomp]", "cast Giant; all pass") == ""


def test_715_4_in_every_other_zone_it_is_a_creature_card() -> None:
    state = end("graveyard: [Giant // Stomp], hand: [Raise]", "cast Raise targeting Giant; all pass")
    assert zones(state)["hand"] == {"Giant"}


def test_400_7_back_in_the_hand_it_is_a_new_object_and_may_go_on_its_adventure_anew() -> None:
    script = "cast Stomp paying {R}{R}; all pass; cast Giant paying {R}{R}{R}; all pass; all pass"
    script += "; cast Bounce targeting Giant; all pass; cast Stomp; all pass"
    state = end("mana: {R: 7}, hand: [Giant // Stomp, Bounce]", script)
    assert life(state) == 31 and zones(state)["exile"] == {"Giant"}


def test_715_3d_another_effect_lets_it_be_cast_as_an_adventure_from_exile() -> None:
    """The Adventure that was cast so is exiled as it resolves, and may then be cast once more."""
    mine = "mana: {R: 5}, library: [Giant // Stomp], hand: [Impulse]"
    script = "cast Impulse; all pass; cast Giant with back face paying {R}{R}; all pass"
    assert ways(end(mine, script.partition("; cast Giant")[0])) == {"p1: cast Giant", "p1: cast Giant with back face"}
    assert ways(end(mine, script)) == {"p1: cast Giant"}
    assert life(end(mine, f"{script}; cast Giant; all pass; all pass")) == 26


def test_options_offer_both_and_each_line_reads_back() -> None:
    position = laid("mana: {R: 3, G: 2}, hand: [Giant // Stomp, Town // Feast]")
    assert isinstance(position, Position)
    found = [option for option in options(position.state) if option.verb in ("cast", "play")]
    assert len(found) == 4 and not any(option.unknown for option in found)
    for option in found:
        choice = first(position.state, option)
        assert read_sentence(position.state, say(position.state, choice)) == choice


@pytest.mark.parametrize(("mana", "able"), [("{R: 3}", True), ("{R: 2}", False)])
def test_the_checker_knows_of_the_card_in_exile_by_itself(mana: str, able: bool) -> None:
    state = end(
        f"mana: {mana}, battlefield: [2 Mountain], hand: [Giant // Stomp]",
        "tap Mountain; tap Mountain; cast Stomp paying {R}{R}; all pass",
    )
    assert could_act(state) is able


@pytest.mark.parametrize("name", ["Elder // Riddle", "Wyrm // Sign"])
def test_a_part_that_is_not_understood_or_is_no_adventure_keeps_the_card_from_being_read(name: str) -> None:
    card = compile_card(_row(name))
    assert not card.complete and card.proto.back is None
    assert fully_usable(compile_card(_row("Giant // Stomp")))


@pytest.mark.parametrize(("what", "seen"), [("creature", "Giant"), ("instant and sorcery", "Stomp")])
def test_715_3a_what_may_be_cast_from_elsewhere_is_asked_of_what_it_is_cast_as(what: str, seen: str) -> None:
    """From the top of a library: creature spells let the Giant be cast, instants and sorceries let Stomp be cast."""
    mine = f"mana: {{R: 3}}, battlefield: [Watch {what}], library: [Giant // Stomp]"
    position = laid(mine)
    assert isinstance(position, Position)
    back = " with back face" if seen == "Stomp" else ""
    assert ways(position.state) == {f"p1: cast Giant from library{back}"}


@pytest.mark.parametrize(("what", "left"), [("creature", " with back face"), ("noncreature", "")])
def test_715_3a_what_cannot_be_cast_is_asked_of_what_it_is_cast_as(what: str, left: str) -> None:
    position = laid(f"mana: {{R: 3}}, battlefield: [Bar {what}], hand: [Giant // Stomp]")
    assert isinstance(position, Position) and ways(position.state) == {f"p1: cast Giant{left}"}


def test_707_10_a_copy_of_the_creature_spell_is_a_creature_token() -> None:
    """Each Giant that enters gives 1 life."""
    script = "cast Giant; cast Twin creature targeting Giant" + "; all pass" * 5
    state = end("mana: {R: 3}, hand: [Giant // Stomp, Twin creature]", script)
    assert life(state) == 22 and count(state, "Giant") == 2
