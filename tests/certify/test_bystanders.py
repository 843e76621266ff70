"""What is needed of wide boards: told of many rows at once, it is what plays without each of them alone show."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any, Final

import pytest

from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify import needs
from reiterate.certify.chain import certify_plainly
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims import needs as checked_needs
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from tests.check.mutants import with_change
from tests.support.dice import dice

#: What the artifact of each board can do, at no cost.
ABILITIES: Final = {
    "nothing": "{0}: You gain 1 life.",
    "three creatures": "{0}: You gain 1 life. Activate only if you control three or more creatures.",
    "power 5": "{0}: You gain 1 life. Activate only if you control a creature with power 5 or greater.",
    "for each creature": "{0}: You gain 1 life for each creature you control.",
    "greatest power": "{0}: You gain X life, where X is the greatest power among creatures you control.",
    "a counter on each": "{0}: Put a +1/+1 counter on each creature you control.",
    "one creature": "{0}: Put a +1/+1 counter on target creature you control.",
    "a token each": "{0}: Create a 2/2 green Bear creature token.",
}
#: Bystanders: a size, and words.
CREATURES: Final = {"Bear": ((2, 2), ""), "Shell": ((0, 0), ""), "Guard": ((1, 3), "Vigilance"), "Lone": ((1, 1), "")}
LORD: Final = "Other creatures you control get +1/+1."


@cache
def book() -> CardBook:
    """An engine for each ability, and the creatures."""
    facts: list[dict[str, Any]] = [
        {"name": f"Engine {i}", "type_line": "Artifact", "oracle_text": text}
        for i, text in enumerate(ABILITIES.values())
    ]
    sized = {**CREATURES, "Lord": ((2, 2), LORD)}
    for name, ((power, toughness), words) in sized.items():
        size = {"power": str(power), "toughness": str(toughness)}
        facts.append({"name": name, "type_line": "Creature — Bear", "oracle_text": words, **size})
    return CardBook((read_source("bystanders", json.dumps(facts).encode()), builtin_source()))


def board(kind: str, creatures: list[tuple[str, int]]) -> str:
    """The certificate of an engine beside some creatures with counters."""
    engine = f"Engine {list(ABILITIES).index(kind)}"
    rows = [
        f"      - {{card: {name}, counters: {{+1/+1: {n}}}}}\n" if n else f"      - {name}\n" for name, n in creatures
    ]
    target = " targeting oldest Lone" if kind == "one creature" else ""
    lone = "      - Lone\n" if target else ""
    text = (
        f"format: position/1\nplayers:\n  p1:\n    battlefield:\n      - {engine}\n{lone}{''.join(rows)}"
        f"  p2: {{}}\nscript: |\n  repeat 5:\n    activate {engine}{target}\n    all pass\n"
    )
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    made = certify_plainly(study.part.loop)
    assert isinstance(made, str), made
    return made


def told(text: str) -> Any:
    return json.loads(text)["claim"]["needs"]


def random_creatures(dice: random.Random) -> list[tuple[str, int]]:
    names = dice.sample(sorted(CREATURES), dice.randrange(1, 3)) + ["Lord"] * (dice.random() < 0.15)
    found = {(dice.choice(names), dice.choice((0, 1, 1, 2, 3, 4, 5))) for _ in range(dice.randrange(1, 7))}
    return sorted({(name, n or int(name == "Shell")) for name, n in found})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ABILITIES)
def test_what_is_told_of_many_rows_at_once_is_what_a_play_without_each_shows(
    kind: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    creatures = random_creatures(dice(f"{kind} {seed}"))
    if kind in ("three creatures", "power 5"):
        creatures += [("Bear", 20), ("Guard", 21), ("Guard", 22)][: 3 if kind == "three creatures" else 1]
    together = board(kind, creatures)
    assert isinstance(check(together), Accepted)
    monkeypatch.setattr(needs, "spared", lambda *_: set())
    alone = board(kind, creatures)
    assert told(together) == told(alone) != "unknown"
    monkeypatch.setattr(checked_needs, "not_needed", lambda *_: set())
    assert isinstance(check(alone), Accepted)


@pytest.mark.parametrize("others", range(1, 10))
def test_a_period_of_several_iterations_is_found_from_whichever_begins_it(others: int) -> None:
    """Creatures overtake each other in turn: where some are alike by chance, no period begins, or one that is soon over."""
    rng = dice("others", others)
    creatures = [("Lone", rng.randrange(6)) for _ in range(others)]
    assert isinstance(check(board("one creature", creatures)), Accepted), creatures


def needed_creatures(text: str) -> list[tuple[str, str, str]]:
    """What is needed of creatures in a certificate that the checker accepts."""
    assert isinstance(check(text), Accepted)
    rows = json.loads(text)["start"]["rows"]
    found = [(rows[need["row"]]["class"].get("proto", {}).get("name", ""), need) for need in told(text)]
    return sorted((name, need["what"], need["least"]) for name, need in found if name in CREATURES)


def test_all_of_three_creatures_are_needed_and_none_of_four() -> None:
    bears = [("Bear", n) for n in (1, 2, 3, 4)]
    assert needed_creatures(board("three creatures", bears[:3])) == [("Bear", "n", "1")] * 3
    assert needed_creatures(board("three creatures", bears)) == []


def test_the_one_creature_with_enough_counters_is_needed_with_them() -> None:
    found = needed_creatures(board("power 5", [("Bear", n) for n in (1, 2, 4)]))
    assert found == [("Bear", "counter.+1/+1", "3"), ("Bear", "n", "1")]
    assert needed_creatures(board("power 5", [("Bear", n) for n in (1, 3, 4)])) == []


def test_wide_boards_are_told_of_by_a_few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "BUDGET", 60)
    monkeypatch.setattr(checked_needs, "CHOICE_BUDGET", 60)
    text = board("nothing", [("Bear", n) for n in range(1, 121)])
    assert len(told(text)) == 1
    assert isinstance(check(text), Accepted)
    value = json.loads(text)
    bear = next(
        i for i, row in enumerate(value["start"]["rows"]) if row["class"].get("proto", {}).get("name") == "Bear"
    )
    for what, least in (("n", "1"), ("counter.+1/+1", "1")):
        more = sorted([*told(text), {"row": bear, "what": what, "least": least}], key=lambda need: int(need["row"]))
        found = check(with_change(value, ("claim", "needs"), more))
        assert isinstance(found, Refusal) and found.code == "certificate-needs"


def test_creatures_that_the_road_touches_are_asked_about_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    spared: list[set[Any]] = []
    found = needs.spared

    def noted(*parts: Any) -> set[Any]:
        spared.append(found(*parts))
        return spared[-1]

    monkeypatch.setattr(needs, "spared", noted)
    bears = [("Bear", n) for n in (1, 2, 3)]
    assert told(board("a counter on each", bears)) != "unknown"
    assert told(board("greatest power", bears)) != "unknown"
    assert spared == [set(), set()]
    board("for each creature", bears)
    assert len(spared[-1]) == 6
