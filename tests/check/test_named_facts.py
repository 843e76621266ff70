"""Words in the names and values of facts: a kind of counters, a restriction of mana, a choice, a name. Some card has to bring them."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from reiterate.certify.form import canonical
from reiterate.check.accepted import NoCards
from reiterate.check.certificate import check
from reiterate.check.claims.named_facts import EFFECTS, NUMBERS
from reiterate.check.claims.whose_words import words_of
from reiterate.check.start import game_lists
from reiterate.refusals import Refusal
from reiterate.state import properties
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.terms import language as n
from tests.check.forging import GOND, text_of
from tests.check.standing import card, saying, told
from tests.check.term_places import BEARS, BOOK, table

IT: Final = n.TargetRef(0)
ONE: Final = n.Fixed(1)


def with_counters(kind: str) -> Any:
    """p1's Bears with a counter."""
    return card(BEARS) | {"num": {f"counter.{kind}": "1"}}


def places(found: NoCards) -> list[str]:
    """Where words of no card are told."""
    return [each.place for each in found.words]


@pytest.mark.parametrize("name", sorted(EFFECTS))
def test_122_1_a_counter_that_is_an_effect_is_of_what_puts_such_counters(name: str) -> None:
    """Keyword, stun and finality counters make abilities and replacement effects (122.1b, d, h)."""
    kind = name.removeprefix("counter.")
    assert places(told([with_counters(kind)])) == [name]
    assert places(told([with_counters(kind)], saying(n.RemoveCounters(IT, kind, ONE)))) == [name]
    assert told([with_counters(kind)], saying(n.PutCounters(IT, kind, ONE))) == NoCards((), ())


def test_122_1_every_counter_that_replaces_something_is_an_effect() -> None:
    assert {"counter.stun", "counter.finality"} < EFFECTS
    assert EFFECTS - {"counter.stun", "counter.finality"} == properties.KEYWORD_COUNTED


@pytest.mark.parametrize("kind", sorted(NUMBERS - {"poison", "energy", "experience"}))
def test_122_1_a_counter_that_is_a_size_or_a_number_is_a_fact(kind: str) -> None:
    assert told([with_counters(kind)]) == NoCards((), ())


@pytest.mark.parametrize("kind", ["poison", "energy", "experience"])
def test_122_1_what_a_player_has_counters_of_is_a_fact(kind: str) -> None:
    assert told([], player={"num": {f"counter.{kind}": "5"}}) == NoCards((), ())


def test_122_1_another_kind_of_counters_is_one_that_some_card_names() -> None:
    assert places(told([with_counters("blaze")])) == ["counter.blaze"]
    assert told([with_counters("blaze")], saying(n.RemoveCounters(IT, "blaze", ONE))) == NoCards((), ())


ONLY: Final = "cast creature spells"


def test_106_6_mana_that_may_be_spent_on_something_alone_is_of_what_adds_it() -> None:
    mana = {"num": {f"mana.R/{ONLY}": "5"}}
    assert places(told([], player=mana)) == [f"mana.R/{ONLY}"]
    other = n.AddMana(("R",), only="cast artifact spells")
    assert places(told([], saying(other), player=mana)) == [f"mana.R/{ONLY}"]
    assert told([], saying(n.AddMana(("R",), only=ONLY)), player=mana) == NoCards((), ())
    assert told([], player={"num": {"mana.R": "5"}}) == NoCards((), ())


def test_500_5_mana_that_stays_is_of_what_adds_it() -> None:
    name = "mana.R until end of turn"
    mana = {"num": {name: "5"}}
    assert places(told([], player=mana)) == [name]
    assert places(told([], saying(n.AddMana(("R",), until="end of combat")), player=mana)) == [name]
    assert told([], saying(n.AddMana(("G",), until="end of turn")), player=mana) == NoCards((), ())


def test_607_2d_mana_remembers_the_type_that_was_chosen() -> None:
    said = n.AddMana(("R",), only="cast a creature spell of the chosen type")
    for kind, right in (("Elf", True), ("Lie", False)):
        name = f"mana.R/cast an {kind} creature spell"
        found = told([], saying(said), player={"num": {name: "5"}}) if right else None
        assert found is None or found == NoCards((), ())


@pytest.mark.parametrize(
    ("what", "right", "wrong"),
    [("color", "W", "white"), ("type", "Elf", "Whenever you win"), ("player", "p2", "p9"), ("opponent", "p2", "p9")],
)
def test_607_2d_a_choice_is_of_what_is_chosen_for(what: str, right: str, wrong: str) -> None:
    name = "chosen.player" if what == "opponent" else f"chosen.{what}"
    chooser = n.Proto("Chooser", ("artifact",), abilities=(n.Static(n.EntersChoosing(what)),))
    if what not in ("player", "opponent"):
        assert places(told([card(BEARS, props={name: right})])) == [name]
        assert places(told([card(chooser, props={name: wrong})], chooser)) == [name]
    assert told([card(chooser, props={name: right})], chooser) == NoCards((), ())
    assert name in places(told([card(BEARS, props={name: "p1" if "player" in name else right})]))


@pytest.mark.parametrize("name", ["chosen.word", "chosen.name", "chosen.land"])
def test_what_nothing_chooses_for_a_permanent_stands_in_no_state(name: str) -> None:
    value = state_to_json(table())
    value["rows"].append(card(BEARS, props={name: "hello"}))
    made = state_from_json(value)
    assert game_lists.complaint(made.rows[max(made.rows)].cls) != ""


def test_201_2_a_spell_cast_before_is_of_a_name_that_is_there() -> None:
    def before(name: str) -> Any:
        return told([card(BEARS)], player={"num": {f"cast before.{name}": "1"}})

    assert places(before("Evil words of mine")) == ["cast before.Evil words of mine"]
    assert before("Grizzly Bears") == NoCards((), ())


def test_508_1c_what_may_attack_all_the_same_is_as_an_effect_says() -> None:
    effect = n.SkipDraw(unless=(n.Keyword("flying"), n.Keyword("landwalk", "island")))
    says = n.Proto("Sheltering", ("enchantment",), abilities=(n.Static(effect),))
    for value, right in (("flying/landwalk island", True), ("flying", False)):
        found = told([], says, player={"props": {"sheltered": value}})
        assert places(found) == ([] if right else ["sheltered"])


# --- tallies -----------------------------------------------------------------------------------------------------


def test_every_tally_that_play_counts_is_on_the_list() -> None:
    """The list of the checker is its own; the engine declares the names in ``state.properties``."""
    declared = {name: value for name, value in vars(properties).items() if name.startswith("COUNT_")}
    assert len(declared) > 30
    ends = ("", "p1", "Bear", "trigger", "W", "combat phases", "upkeep steps")
    assert [
        name for name, value in declared.items() if not any(game_lists.is_counted(value + end) for end in ends)
    ] == []
    assert all(map(game_lists.is_counted, ("untap skipped.p2", "scry", "surveil")))
    assert not any(map(game_lists.is_counted, ("I win", "casts of mine", "damage.me", "mana.red", "extra life")))


@pytest.mark.parametrize("name", ["I win", "damage.you", "extra words steps"])
def test_a_tally_of_nothing_stands_in_no_state(name: str) -> None:
    value = json.loads(text_of(GOND))
    value["start"]["tally"][name] = "10"
    found = check(canonical(value))
    assert isinstance(found, Refusal) and found.code == "certificate-base"
    assert f"the tally {name!r}, under which play counts nothing" in found.message


@pytest.mark.parametrize(
    ("name", "place"),
    [("tokens.Evil words", "tally tokens."), ("counters.evil", "tally counters."), ("tokens.Grizzly Bears", "")],
)
def test_a_tally_about_a_name_that_is_not_there_is_told(name: str, place: str) -> None:
    value = state_to_json(table())
    value["rows"].append(card(BEARS))
    value["tally"] = {name: "3"}
    assert places(words_of(state_from_json(value), BOOK.protos)) == [place] * bool(place)
