"""Facts of a start that are no words: each is one that the words of some card make so, with its sign and size, or is told."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.check.accepted import NoCards
from reiterate.check.claims import made_facts
from reiterate.terms import language as n
from reiterate.terms.code import to_json
from tests.check.forging import Value
from tests.check.standing import card, lasting, saying, told
from tests.check.term_places import BEARS

ME: Final = n.You()
IT: Final = n.TargetRef(0)
ONE: Final = n.Fixed(1)
LIFE: Final = n.GainLife(ME, ONE)
MANY: Final = n.CountOf(n.Filter(types=("creature",)))
NOTHING: Final = NoCards((), ())


def places(found: NoCards) -> list[str]:
    """Where something was told."""
    return [each.place for each in found.words]


def sized(power: str, toughness: str) -> Value:
    """Grizzly Bears that are changed until end of turn."""
    changed = {"eot.power": power, "eot.toughness": toughness}
    return card(BEARS) | {"num": {name: amount for name, amount in changed.items() if amount != "0"}}


def pump(power: Any, toughness: Any, **more: Any) -> n.Pump:
    """A change until end of turn, by numbers or by what is counted."""
    parts = [n.Fixed(part) if isinstance(part, int) else part for part in (power, toughness)]
    return n.Pump(IT, parts[0], parts[1], **more)


#: Effects, and changes with whether these effects come to them.
SIZES: Final[dict[str, tuple[tuple[n.Pump, ...], dict[tuple[str, str], bool]]]] = {
    "+1/+1": (
        (pump(1, 1),),
        {("1", "1"): True, ("1000000", "1000000"): True, ("2", "1"): False, ("1", "0"): False, ("-1", "-1"): False},
    ),
    "+3/+3": ((pump(3, 3),), {("3", "3"): True, ("9", "9"): True, ("1", "1"): False, ("10", "10"): False}),
    "-2/-2": ((pump(-2, -2),), {("-2", "-2"): True, ("-4", "-4"): True, ("2", "2"): False, ("-3", "-3"): False}),
    "+1/+0 and +0/+1": ((pump(1, 0), pump(0, 1)), {("7", "2"): True, ("-7", "2"): False}),
    "+2/+0 and +3/+0": (
        (pump(2, 0), pump(3, 0)),
        {("2", "0"): True, ("5", "0"): True, ("7", "0"): True, ("1000001", "0"): True, ("1", "0"): False},
    ),
    "+2/+2 and -1/-1": ((pump(2, 2), pump(-1, -1)), {("1", "1"): True, ("-5", "-5"): True, ("1", "2"): False}),
    "+1/-1": ((pump(1, -1),), {("4", "-4"): True, ("-4", "4"): False}),
    "+X/+X": ((pump(MANY, MANY),), {("17", "17"): True, ("17", "16"): False, ("-1", "-1"): False}),
    "-X/-X": ((pump(MANY, MANY, minus=True),), {("-17", "-17"): True, ("17", "17"): False}),
    "+X/-X": ((pump(MANY, MANY, but="toughness"),), {("5", "-5"): True, ("5", "5"): False}),
    "+X/+1": ((pump(MANY, 1),), {("17", "1"): True, ("17", "0"): False, ("0", "2"): True}),
    "three": ((pump(4, 1), pump(1, 4), pump(1, 1)), {("6", "6"): True, ("5", "5"): True, ("4", "0"): False}),
}


@pytest.mark.parametrize("name", SIZES)
def test_613_4c_a_change_is_one_that_effects_come_to(name: str) -> None:
    effects, asked = SIZES[name]
    for (power, toughness), fine in asked.items():
        found = told([sized(power, toughness)], saying(*effects))
        assert (found == NOTHING) is fine, (power, toughness)
        assert fine or len(found.words) == 1


# --- ways of casting ---------------------------------------------------------------------------------------------

KICKED: Final = n.Proto(
    "Bringer",
    ("sorcery",),
    mana_cost=("1",),
    abilities=(n.SpellAbility((LIFE,)), n.SpellCosts((n.ManaCost(("1",)),), "kicker")),
)
CHARM: Final = n.Proto(
    "Bringer",
    ("instant",),
    mana_cost=("1",),
    abilities=(n.SpellAbility((), modes=(n.Mode((LIFE,)), n.Mode((n.Draw(ME, ONE),)))),),
)
PLAIN: Final = saying(LIFE)


def cast(proto: n.Proto, *how: str) -> NoCards:
    """What is told of a spell that was cast in a way."""
    row = card(proto, "stack", props={f"how.{word}": True for word in how})
    found: NoCards = told([row], proto, stack=[3])
    return found


@pytest.mark.parametrize(
    "word",
    [
        "flashback",
        "kicker",
        "jump-start",
        "escape",
        "no mana cost",
        "convoke",
        "evoke",
        "mode 1",
        "spent GG",
        "suspend",
    ],
)
def test_601_2b_a_way_of_casting_that_nobody_gives_is_told(word: str) -> None:
    assert places(cast(PLAIN, word)) == [f"how.{word}"]
    bears = card(BEARS, props={f"how.{word}": True})
    assert places(told([bears])) == [f"how.{word}"]


def test_601_2b_a_way_of_casting_is_one_of_the_card_or_of_an_effect() -> None:
    assert cast(KICKED, "kicker") == NOTHING
    assert cast(CHARM, "mode 2") == NOTHING
    assert places(cast(CHARM, "mode 3")) == ["how.mode 3"]
    assert places(cast(CHARM, "mode 1", "mode 2")) == ["how.mode 1", "how.mode 2"], "one mode is chosen"
    lets = n.Proto(
        "Bringer",
        ("artifact",),
        mana_cost=("1",),
        abilities=(n.Static(n.GraveyardCast(n.Filter(types=("creature",)), "flashback")),),
    )
    bears = card(BEARS, "stack", props={"how.flashback": True})
    assert told([bears], lets, stack=[3]) == NOTHING
    assert places(told([bears], KICKED, stack=[3])) == ["how.flashback"], "another card's way"


def test_601_2b_an_ability_was_cast_in_no_way() -> None:
    of = {"kind": "frame", "owner": 0, "controller": 0, "props": {"rest": to_json((n.May((LIFE,)),))}}
    able = n.Proto("Bringer", ("artifact",), mana_cost=("1",), abilities=(n.Activated((), (n.May((LIFE,)),)),))
    assert told([{"class": of, "n": "1"}], able) == NOTHING
    assert places(told([{"class": of, "n": "1", "num": {"how.kicker": "1"}}], able)) == ["how.kicker"]


# --- steps -------------------------------------------------------------------------------------------------------


def in_step(now: str, after: str, *abilities: Any) -> NoCards:
    """What is told of an added step, behind another one."""
    bringer = n.Proto("Bringer", ("artifact",), mana_cost=("1",), abilities=abilities)
    found: NoCards = told([], bringer, game={"props": {"after": after, "step": now}})
    return found


def test_500_9_an_added_step_is_one_that_is_added_and_follows_where_it_is_added() -> None:
    adds = n.ExtraSteps(ME, "upkeep", ONE)
    upkeep = n.Triggered(n.StepBegins("upkeep", "you"), (adds,))
    assert in_step("upkeep", "upkeep", upkeep) == NOTHING
    assert places(in_step("upkeep", "end", upkeep)) == ["after"]
    assert places(in_step("main1", "upkeep", upkeep)) == ["after"]
    whenever = n.Activated((), (adds,))
    assert in_step("upkeep", "end", whenever) == NOTHING
    assert places(in_step("upkeep", "untap", whenever)) == ["after"], "nobody has priority in an untap step (502.4)"


def test_500_8_what_follows_added_phases_is_a_phase() -> None:
    phases = saying(n.ExtraPhases(("combat", "main")))
    assert told([], phases, game={"props": {"resume": "main2"}}) == NOTHING
    assert places(told([], phases, game={"props": {"resume": "damage"}})) == ["resume"]


# --- what stays tapped -------------------------------------------------------------------------------------------


def tapped(whose: str) -> Value:
    """Grizzly Bears of p1's that don't untap in somebody's untap step."""
    return card(BEARS, tapped=True, props={"stays tapped": whose})


def test_502_3_what_stays_tapped_does_so_in_the_step_of_whoever_has_the_effect() -> None:
    theirs, mine = saying(n.StaysTapped(IT)), saying(n.StaysTapped(IT, yours=True))
    assert told([tapped("controller")], theirs) == NOTHING
    assert places(told([tapped("controller")], mine)) == ["stays tapped"]
    assert places(told([tapped("p1")], theirs)) == ["stays tapped"]
    assert told([tapped("p1")], mine) == NOTHING
    assert places(told([tapped("p2")], mine)) == ["stays tapped"], "p1 has the card"
    assert places(told([tapped("p7")], mine)) == ["stays tapped"], "nobody sits there"
    assert told([tapped("p2")], saying(n.StaysTapped(IT, yours=True), n.GainControl(IT, "game"))) == NOTHING


# --- as it last was ----------------------------------------------------------------------------------------------


def gone(power: str, toughness: str, **num: str) -> Value:
    """Grizzly Bears that are linked to Grizzly Bears that have left, with the size that these had."""
    of = card(BEARS)["class"]
    return card(BEARS) | {
        "refs": {
            "link0": {"mode": "gone", "class": of, "num": {"last.power": power, "last.toughness": toughness} | num}
        }
    }


def test_608_2h_a_size_as_it_last_was_is_one_that_something_gave() -> None:
    anthem = n.Proto(
        "Bringer",
        ("enchantment",),
        mana_cost=("1",),
        abilities=(n.Static(n.ModifyPT(n.Filter(types=("creature",)), ONE, ONE)),),
    )
    assert told([gone("2", "2")]) == NOTHING
    assert told([gone("5", "5", **{"counter.+1/+1": "3"})]) == NOTHING
    assert places(told([gone("1000000", "2")])) == ["link0, last.power"]
    assert places(told([gone("5", "5")])) == ["link0, last.power"]
    assert told([gone("4", "4")], anthem) == NOTHING
    assert places(told([gone("1", "1")], anthem)) == ["link0, last.power"]
    assert places(told([gone("4", "2")], anthem)) == ["link0, last.power"]
    becomes = saying(n.SetBasePT(IT, 7, 1))
    assert told([gone("7", "1")], becomes) == NOTHING
    assert places(told([gone("8", "1")], becomes)) == ["link0, last.power"]
    assert told([gone("1", "7")], saying(n.SetBasePT(IT, 7, 1), n.SwitchPT(IT))) == NOTHING


# --- what was set off --------------------------------------------------------------------------------------------


def on_stack(term: Any, **refs: int) -> Value:
    """A triggered ability of p1's on the stack."""
    of = {"kind": "ability", "zone": "stack", "owner": 0, "controller": 0, "term": to_json(term)}
    named = {name: {"mode": "one", "row": row} for name, row in refs.items()}
    return {"class": of, "n": "1"} | ({"refs": named} if named else {})


def test_603_7_a_delayed_ability_that_triggers_all_turn_is_in_force_while_it_is_on_the_stack() -> None:
    effect = n.Delayed(n.LifeLost("opponent"), (LIFE,), once=False)
    ability = n.Triggered(effect.trigger, (LIFE,))
    assert places(told([on_stack(ability)], saying(effect), stack=[3])) == ["ability"]
    there = lasting("delayed", ability, duration="turn")
    assert told([on_stack(ability), there], saying(effect), stack=[3]) == NOTHING


def test_603_7c_a_delayed_ability_remembers_what_it_is_about() -> None:
    effect = n.Delayed(n.LifeLost("opponent"), (n.GainLife(n.ControllerOf(n.That()), ONE),))
    ability = n.Triggered(effect.trigger, effect.effects)
    assert places(told([on_stack(ability), card(BEARS)], saying(effect), stack=[3])) == ["ability"]
    assert told([on_stack(ability, that=4), card(BEARS)], saying(effect), stack=[3]) == NOTHING


@pytest.mark.parametrize("delayed", [False, True])
def test_603_2_what_triggers_as_a_step_begins_is_on_the_stack_in_that_step(delayed: bool) -> None:
    begins = n.StepBegins("end", "each")
    ability = n.Triggered(begins, (LIFE,))
    able = n.Proto("Bringer", ("artifact",), mana_cost=("1",), abilities=(ability,))
    bringer = saying(n.Delayed(begins, (LIFE,))) if delayed else able
    for step, fine in (("end", True), ("main1", False), ("upkeep", False)):
        found = told([on_stack(ability)], bringer, game={"props": {"step": step}}, stack=[3])
        assert (places(found) == []) is fine, step


def test_sums_of_two_changes_in_one_direction_are_worked_out_without_counting() -> None:
    """Small ones as by trying them all; numbers of a hostile card file, for which all can't be tried, at once."""
    for one in range(1, 8):
        for other in range(1, 8):
            for wanted in range(40):
                tried = any((wanted - times * other) % one == 0 for times in range(wanted // other + 1))
                for sign in (1, -1):
                    pairs = [(sign * n, 2 * sign * n) for n in (wanted, one, other)]
                    assert made_facts._on_a_line(pairs[0], pairs[1], pairs[2]) is tried
    huge = 10**30
    assert made_facts._on_a_line((3 * huge + 1, 0), (huge, 0), (huge + 1, 0))
    assert not made_facts._on_a_line((huge - 1, 0), (huge, 0), (huge + 1, 0))
    assert not made_facts._on_a_line((-huge, 0), (huge, 0), (huge + 1, 0))
