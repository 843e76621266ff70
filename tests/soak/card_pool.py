"""The cards of the long random games: everything that compiles completely, and gauge cards for what no such card has.

``python -m tests.soak.card_pool`` compiles the reference data once and keeps the result in ``build``; the name of the
file says from which cards and which readers it was made.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from reiterate.cards.sources import ReadSource, builtin_source
from reiterate.oracle.compile import compile_card
from reiterate.terms import language as n
from reiterate.terms.base import walk
from reiterate.terms.code import from_json, to_json
from tests.support.card_files import source_of
from tests.support.files import ROOT, data_file

CARDS: Final = "cards.jsonl"
#: Every so many cards of the reference data play in the ordinary run.
STRIDE: Final = 150

#: The unions of the language whose classes must be reached, by the name that the report gives them.
UNIONS: Final[dict[str, tuple[type, ...]]] = {
    name: tuple(dict.fromkeys(get_args(union)))
    for name, union in {
        "effect": n.Effect,
        "cost": n.Cost,
        "trigger": n.TriggerEvent,
        "static effect": n.StaticEffect,
        "condition": n.Condition,
        "quantity": n.Quantity,
        "object": n.ObjectRef,
        "player": n.PlayerRef,
        "ability": n.Ability,
    }.items()
}

#: Classes that no game reaches, each with the reason.
NEVER: Final[dict[str, str]] = {
    "ability Inert": "does nothing by definition",
    "ability NotUnderstood": "only cards that are understood play",
    "effect GainActivated": "in no card of the pool: tests/rules/cr_100_concepts/test_100_forms_of_examples.py shows it",
    "static effect LoyaltyMore": "in no card of the pool: tests/rules/cr_601_casting/test_606_loyalty_costs.py shows it",
}


def wanted() -> set[str]:
    """What a full run must reach: every class of the unions and every keyword."""
    found = {f"{name} {made.__name__}" for name, union in UNIONS.items() for made in union}
    return (found | {f"keyword {word}" for word in n.KEYWORDS}) - NEVER.keys()


def tags_of(node: Any) -> set[str]:
    """The classes of the unions, and the keywords, in a term or a tuple of terms."""
    found: set[str] = set()

    def visit(part: Any) -> None:
        kind = type(part)
        found.update(f"{name} {kind.__name__}" for name, union in UNIONS.items() if kind in union)
        if isinstance(part, n.Keyword):
            found.add(f"keyword {part.name}")

    walk(node, visit)
    return found


# --- the pool ----------------------------------------------------------------------------------------------------


def _complete(source: ReadSource, stride: int = 1) -> list[n.Proto]:
    cards = (compile_card(json.loads(source.text(place))) for place in source.cards[::stride])
    return [card.proto for card in cards if card.complete]


def _stamp(path: Path) -> str:
    """A name for what the reference data compiles to with the readers of now."""
    digest = hashlib.sha256(path.read_bytes())
    package = ROOT / "src" / "reiterate"
    for room in ("oracle", "terms"):
        for part in sorted((package / room).rglob("*")):
            if part.suffix in (".py", ".json", ".txt"):
                digest.update(part.read_bytes())
    return digest.hexdigest()[:16]


def _reference(path: Path) -> list[n.Proto]:
    """The complete cards of the reference data, from the file in ``build`` where that is of now."""
    kept = ROOT / "build" / f"soak-cards-{_stamp(path)}.json"
    if kept.is_file():
        return [from_json([row])[0] for row in json.loads(kept.read_text(encoding="utf-8"))]
    found = _complete(source_of(path))
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(json.dumps([to_json(proto) for proto in found]), encoding="utf-8")
    return found


@cache
def pool(full: bool) -> tuple[n.Proto, ...]:
    """The cards of the games by name: the built-in set, the reference data or with ``full`` False a part of it."""
    found = {proto.name: proto for proto in GAUGES}
    path = data_file(CARDS)
    if path is not None and full:
        found.update((proto.name, proto) for proto in _reference(path))
    elif path is not None:
        found.update((proto.name, proto) for proto in _complete(source_of(path), STRIDE))
    found.update((proto.name, proto) for proto in _complete(builtin_source()))
    return tuple(found[name] for name in sorted(found))


@cache
def by_name(full: bool) -> dict[str, n.Proto]:
    """The cards of the pool by name."""
    return {proto.name: proto for proto in pool(full)}


@cache
def by_tag(full: bool) -> dict[str, tuple[int, ...]]:
    """For each class and keyword the numbers of the cards in the pool that have it."""
    found: dict[str, list[int]] = {}
    for number, proto in enumerate(pool(full)):
        for tag in tags_of(proto):
            found.setdefault(tag, []).append(number)
    return {tag: tuple(found[tag]) for tag in sorted(found) if tag not in NEVER}


@cache
def names_with(full: bool, tag: str) -> frozenset[str]:
    """The names of the cards that have a class or keyword; none for ``""``."""
    cards = pool(full)
    return frozenset(cards[number].name for number in by_tag(full).get(tag, ()))


# --- gauge cards -------------------------------------------------------------------------------------------------

_TOKEN: Final = n.Proto("Beast", ("creature",), ("Beast",), colors=("G",), power=1, toughness=1, token=True)
_MINE: Final = n.Filter(types=("creature",), controller="you")
_ONE: Final = n.Fixed(1)
_GAIN: Final = n.GainLife(n.You(), _ONE)


def _gauge(name: str, *abilities: n.Ability) -> n.Proto:
    """A creature with abilities that no complete card has, or few."""
    return n.Proto(
        f"Gauge of {name}", ("creature",), ("Homunculus",), mana_cost=("1",), power=1, toughness=3, abilities=abilities
    )


def _act(name: str, *effects: Any, costs: tuple[n.Cost, ...] = ()) -> n.Proto:
    """A creature that does something for {1} and other costs."""
    return _gauge(name, n.Activated((n.ManaCost(("1",)), *costs), effects))


GAUGES: Final = (
    n.Proto(
        "Gauge Rock",
        ("artifact",),
        mana_cost=("1",),
        abilities=(n.Activated((n.TapCost(),), (n.AddMana(n.MANA_KINDS * 4),)),),
    ),
    n.Proto("Gauge Bear", ("creature",), ("Bear",), colors=("G",), mana_cost=("1", "G"), power=2, toughness=2),
    n.Proto(
        "Gauge Walker",
        ("planeswalker",),
        mana_cost=("1",),
        loyalty=4,
        abilities=(
            n.Activated((n.LoyaltyCost(1),), (_GAIN,)),
            n.Activated((n.LoyaltyCost(-2),), (n.CreateTokens(_ONE, _TOKEN),)),
        ),
    ),
    _act("Bottoms", _GAIN, costs=(n.BottomCost(),)),
    _act("Mills", _GAIN, costs=(n.MillCost(_ONE),)),
    _act("Turns", n.LoseLife(n.ActivePlayer(), _ONE)),
    _act("Sums", n.GainLife(n.You(), n.Plus(n.CountOf(_MINE), 1))),
    _act("Repeats", n.RepeatProcess((n.LoseLife(n.You(), _ONE),), n.Compared(n.LifeTotal(n.You()), ">=", n.Fixed(50)))),
    _act("Types", n.Branch(n.IsA(n.This(), n.Filter(types=("creature",))), (_GAIN,))),
    _act("Saddles", n.Branch(n.IsSaddled(), (_GAIN,))),
    _act("Wastes", n.Branch(n.Discarded(), (_GAIN,))),
    _gauge(
        "Times",
        n.Triggered(n.LastCounter("time"), (_GAIN,)),
        n.Activated((n.ManaCost(("1",)),), (n.PutCounters(n.This(), "time", _ONE),)),
        n.Activated((n.RemoveCountersCost("time", _ONE),), (_GAIN,)),
    ),
    _act("Digs", n.MillUntil(n.You(), n.Filter(types=("creature",)), n.Fixed(3))),
    _act("Gifts", n.GainAbilities(n.This(), (n.Activated((n.ManaCost(("1",)),), (_GAIN,)),))),
    _act("Lasts", n.Lasting(n.Pump(n.This(), _ONE, _ONE), "next turn")),
    _act("Stays", n.Lasting(n.GainKeywords(n.This(), ("flying",)), "next end")),
    _act("Halves", n.GainLife(n.You(), n.Half(n.Fixed(5), up=True)), n.SetLife(n.You(), n.Fixed(40))),
    _act("Evidence", _GAIN, costs=(n.EvidenceCost(2),)),
    _act("Turning", _GAIN, costs=(n.UntapCost(),)),
    _gauge("Sizes", n.Static(n.ModifyPT(n.This(), _ONE, _ONE), n.StatIs(n.This(), n.Compare("power", "<=", 3)))),
    _gauge(
        "Losses",
        n.Triggered(n.Discards("you"), (_GAIN,)),
        n.Activated((n.ManaCost(("1",)),), (n.Discard(n.You(), _ONE),)),
    ),
    _gauge(
        "Marks",
        n.Triggered(n.CountersPut(n.This(), "+1/+1"), (_GAIN,)),
        n.Activated((n.ManaCost(("1",)),), (n.PutCounters(n.This(), "+1/+1", _ONE),)),
    ),
    _gauge(
        "Choices",
        n.Static(n.EntersChoosing("player")),
        n.Activated((n.ManaCost(("1",)),), (n.LoseLife(n.ChosenPlayer(), _ONE),)),
    ),
    _gauge("Fires", n.Static(n.ChangeDamage(n.Filter(controller="you"), "any", n.Changed(2)))),
    _gauge("Sleep", n.Static(n.NotType("creature"), n.Not(n.YourTurn()))),
    _gauge("Growth", n.Static(n.ModifyPT(n.This(), _ONE, _ONE), n.HasCounter(n.This(), "+1/+1"))),
    _gauge(
        "Makers",
        n.Triggered(n.TokensMade("you", n.Filter()), (_GAIN,)),
        n.Activated((n.ManaCost(("1",)),), (n.CreateTokens(_ONE, _TOKEN),)),
    ),
)


def main() -> None:
    """Compile the cards of the reference data and keep them."""
    path = data_file(CARDS)
    cards = pool(full=True)
    tags = by_tag(full=True)
    source = "the built-in set" if path is None else f"the built-in set and {CARDS}"
    print(f"{len(cards)} cards of {source}; in no card: {', '.join(sorted(wanted() - tags.keys())) or 'nothing'}")


if __name__ == "__main__":
    main()
