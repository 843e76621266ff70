"""Split cards (709): one half is cast, with fuse both (702.102), with aftermath one from a graveyard (702.127).

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
from reiterate.rules.characteristics.printed_characteristics import mana_value, proto_of
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.script.position import Position, load
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from tests.support.shown import shows

#: Name: of each half its type line, mana cost and text.
SPLIT: Final[dict[str, tuple[tuple[str, str, str], tuple[str, str, str]]]] = {
    "Warm // Cold": (
        ("Instant", "{1}{R}", "You gain 5 life."),
        ("Sorcery", "{U}", "Destroy target creature."),
    ),
    "Here // There": (
        ("Sorcery", "{R}", "You gain 1 life.\nFuse"),
        ("Sorcery", "{2}{G}", "Destroy target creature. You gain 2 life.\nFuse"),
    ),
    "Now // Later": (
        ("Sorcery", "{R}", "You gain 1 life."),
        ("Sorcery", "{U}", "You gain 3 life.\nAftermath"),
    ),
    "Plain // Odd": (("Sorcery", "{R}", "You gain 1 life."), ("Sorcery", "{U}", "Transmogrify everything.")),
}
PLAIN: Final = {
    "Bear": ("Creature — Bear", "{G}", "2/2", ""),
    "Kill": ("Instant", "{0}", "", "Destroy target creature."),
    "No": ("Instant", "{0}", "", "Counter target spell."),
    "Twin": ("Instant", "{0}", "", "Copy target instant or sorcery spell."),
    "Raise": ("Instant", "{0}", "", "Return target instant card from your graveyard to your hand."),
    "Impulse": (
        "Sorcery",
        "{0}",
        "",
        "You may cast target instant or sorcery card from your graveyard without paying its mana cost.",
    ),
    "Fewer": ("Enchantment", "{0}", "", "Red spells you cast cost {1} less to cast."),
}


def _half(name: str, part: tuple[str, str, str]) -> dict[str, Any]:
    return {"name": name, "type_line": part[0], "mana_cost": part[1], "oracle_text": part[2]}


def _row(name: str) -> dict[str, Any]:
    parts = [_half(*one) for one in zip(name.split(" // "), SPLIT[name], strict=True)]
    return {"name": name, "layout": "split", "card_faces": parts}


def _plain(name: str) -> dict[str, Any]:
    types, cost, size, text = PLAIN[name]
    made: dict[str, Any] = {"name": name, "type_line": types, "mana_cost": cost, "oracle_text": text}
    return made | dict(zip(("power", "toughness"), size.split("/"), strict=True)) if size else made


@cache
def book() -> CardBook:
    rows = [*map(_plain, PLAIN), *map(_row, SPLIT)]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def played(mine: str, script: str = "all pass") -> Result | Refusal:
    lines = "".join(f"  {line}\n" for line in script.split("; "))
    text = f"format: position/1\nplayers:\n  p1: {{{mine}}}\n  p2: {{battlefield: [Bear]}}\nscript: |\n{lines}"
    position: Position | Refusal = load(text, "board.yaml", book())
    return position if isinstance(position, Refusal) else run_position(position)


def end(mine: str, script: str = "all pass") -> State:
    result = played(mine, script)
    assert isinstance(result, Result), result
    return result.state


def code(mine: str, script: str) -> str:
    result = played(mine, script)
    return result.code if isinstance(result, Refusal) else ""


def start(mine: str) -> State:
    text = f"format: position/1\nplayers:\n  p1: {{{mine}}}\n  p2: {{battlefield: [Bear]}}\n"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    return position.state


def zones(state: State) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in state.rows.values():
        if row.cls.proto is not None and row.cls.proto.types and row.cls.kind == "card":
            found.setdefault(row.cls.zone, set()).add(row.cls.proto.name)
    return found


def life(state: State) -> object:
    return state.rows[1].get("life")


def ways(state: State) -> set[tuple[str, ...]]:
    """The ways of casting that are offered; what each says reads as the same choice."""
    found = [option for option in options(state) if option.verb == "cast"]
    assert not any(option.unknown for option in found)
    for option in found:
        made = first(state, option)
        assert read_sentence(state, say(state, made)) == made
    return {option.how for option in found}


def test_709_4_elsewhere_it_has_the_characteristics_of_both_halves() -> None:
    card = compile_card(_row("Warm // Cold"))
    proto = card.proto
    assert fully_usable(card) and proto.name == "Warm // Cold"
    assert (proto.types, proto.colors, mana_value(proto)) == (("instant", "sorcery"), ("U", "R"), 3)
    state = end("mana: {}, hand: [Raise], graveyard: [Warm // Cold]", "cast Raise targeting Warm // Cold; all pass")
    assert zones(state)["hand"] == {"Warm // Cold"}  # 709.4c: an instant card


def test_709_3_one_half_is_chosen_and_paid_for() -> None:
    both = "mana: {R: 2, U: 1}, hand: [Warm // Cold]"
    assert ways(start(both)) == {("left half",), ("right half",)}
    assert ways(start("mana: {U: 1}, hand: [Warm // Cold]")) == {("right half",)}
    state = end(both, "cast Warm paying {R}{R}; all pass")
    assert (life(state), zones(state)["graveyard"]) == (25, {"Warm // Cold"})
    state = end(both, "cast Cold targeting Bear; all pass")
    assert (life(state), zones(state)["graveyard"], state.rows[1].get("mana.R")) == (20, {"Warm // Cold", "Bear"}, 2)
    assert code(both, "cast Warm // Cold") == "how"
    assert code(both, "cast Warm // Cold with both halves") == "how"


def test_709_3b_on_the_stack_it_has_the_characteristics_of_that_half_alone() -> None:
    state = end("mana: {R: 2}, hand: [Warm // Cold]", "cast Warm")
    proto = proto_of(state.rows[state.stack[-1]].cls)
    assert (proto.name, proto.types, proto.colors, mana_value(proto)) == ("Warm", ("instant",), ("R",), 2)
    assert zones(end("mana: {R: 2}, hand: [Warm // Cold, No]", "cast Warm; cast No targeting Warm; all pass"))[
        "graveyard"
    ] == {"Warm // Cold", "No"}
    assert (
        life(
            end(
                "mana: {R: 2}, hand: [Warm // Cold, Twin]",
                "cast Warm; cast Twin targeting Warm; all pass; all pass; all pass",
            )
        )
        == 30
    )


def test_709_3a_only_the_chosen_half_says_what_it_costs_and_when_it_is_cast() -> None:
    fewer = "battlefield: [Fewer], mana: {R: 1, U: 1}, hand: [Warm // Cold]"
    assert ways(start(fewer)) == {("left half",), ("right half",)}
    assert (
        code("mana: {R: 2, U: 1}, hand: [Warm // Cold]", "cast Warm paying {R}{R}; cast Cold targeting Bear")
        == "no-such-object"
    )
    assert could_act(start("mana: {U: 1}, hand: [Warm // Cold]"))


@shows("fuse")
def test_702_102_with_fuse_both_halves_are_cast_from_the_hand_left_before_right() -> None:
    mine = "mana: {R: 3, G: 1}, hand: [Here // There]"
    assert ways(start(mine)) == {("left half",), ("right half",), ("both halves",)}
    state = end(mine, "cast Here // There with both halves targeting Bear")
    proto = proto_of(state.rows[state.stack[-1]].cls)
    assert (mana_value(proto), proto.colors, state.rows[1].get("mana.R")) == (4, ("R", "G"), 0)
    state = end(mine, "cast Here // There with both halves targeting Bear; all pass")
    assert (life(state), zones(state)) == (23, {"graveyard": {"Here // There", "Bear"}})
    assert ways(start("mana: {R: 2, G: 1}, hand: [Here // There]")) == {("left half",), ("right half",)}


def test_608_2b_a_fused_spell_without_a_legal_target_does_nothing() -> None:
    mine = "mana: {R: 3, G: 1}, hand: [Here // There, Kill]"
    state = end(
        mine, "cast Here // There with both halves targeting Bear; cast Kill targeting Bear; all pass; all pass"
    )
    assert life(state) == 20 and not state.stack and "Here // There" in zones(state)["graveyard"]


@shows("aftermath")
def test_702_127a_a_half_with_aftermath_is_cast_from_the_graveyard_alone_and_exiled() -> None:
    mine = "mana: {R: 1, U: 1}, hand: [Now // Later]"
    assert ways(start(mine)) == {("left half",)}
    assert code(mine, "cast Later") == "only-if"
    there = "mana: {R: 1, U: 1}, graveyard: [Now // Later]"
    assert ways(start(there)) == {("right half",)}
    state = end(mine, "cast Now; all pass; cast Later; all pass")
    assert (life(state), zones(state)["exile"]) == (24, {"Now // Later"})
    countered = end(f"{there}, hand: [No]", "cast Later; cast No targeting Later; all pass")
    assert zones(countered)["exile"] == {"Now // Later"}


def test_709_3_as_something_resolves_the_choice_of_a_half_is_refused_by_name() -> None:
    mine = "hand: [Impulse], graveyard: [Warm // Cold]"
    assert code(mine, "cast Impulse targeting Warm // Cold; all pass; yes") == "rule-709.3"


@pytest.mark.parametrize("name", ["Plain // Odd"])
def test_law_9_a_card_with_a_half_that_is_not_understood_is_not_cast(name: str) -> None:
    assert not compile_card(_row(name)).complete
    assert code(f"mana: {{R: 1}}, hand: [{name}]", "cast Plain") == "clause-not-understood"
