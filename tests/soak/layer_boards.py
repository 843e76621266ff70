"""Random boards of continuous effects that meet in the layers (613), compared with the slow reference."""

from __future__ import annotations

import random
from typing import Any, Final

from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Row, State
from reiterate.terms import language as n
from tests.soak.compared_games import Compared, compare_characteristics
from tests.soak.reference_613 import Beyond

_TYPES: Final = ("creature", "artifact", "enchantment", "land")
_WORDS: Final = ("flying", "haste")
_SETS: Final = ("type", "type", "color", "no color", "keyword", "subtype", "controller")


def _set(rng: random.Random) -> n.Filter:
    """A set of permanents by what effects change."""
    more: dict[str, Any] = {"another": rng.random() < 0.2}
    if rng.random() < 0.15:
        more["tapped"] = rng.random() < 0.5
    match rng.choice(_SETS):
        case "type":
            return n.Filter((rng.choice(_TYPES),), **more)
        case "color":
            return n.Filter(("creature",), colors=(rng.choice("WB"),), **more)
        case "no color":
            return n.Filter(("creature",), without_colors=(rng.choice("WB"),), **more)
        case "keyword":
            return n.Filter(("creature",), keyword=rng.choice(_WORDS), **more)
        case "subtype":
            return n.Filter(subtypes=(rng.choice(("Elf", "Goblin", "Forest")),), **more)
    return n.Filter(("creature",), controller=rng.choice(("you", "opponent")), **more)


def _effect(rng: random.Random, granted: bool = False) -> Any:
    """A static effect of some layer on a set, the source, or what it is attached to."""
    on = rng.choice((_set(rng), _set(rng), _set(rng), n.This(), n.Host()))
    match rng.randrange(10):
        case 0:
            return n.Are(on, types=(rng.choice(_TYPES),), power=rng.choice((None, 1, 4)))
        case 1:
            return n.Are(on, types=("creature",), subtypes=("Elf",), power=2, toughness=3)
        case 2:
            return n.Are(on, colors=(rng.choice("WB"),), sets_colors=rng.random() < 0.5)
        case 3:
            return n.GrantAbilities(on, (n.Keyword(rng.choice(_WORDS)),))
        case 4 if not granted:
            return n.GrantAbilities(on, (n.Static(_effect(rng, True)),))
        case 5:
            return n.LoseAbilities(on, rng.choice(((), ("flying",), ("haste",))))
        case 6:
            return n.BasePT(on, rng.randint(0, 3), rng.randint(1, 3))
        case 7:
            return n.NotType("creature") if rng.random() < 0.3 else n.Are(on, subtypes=(rng.choice(("Forest", "Elf")),))
        case 8:
            return n.ModifyPT(on, rng.choice((n.Fixed(-1), n.CountOf(_set(rng)))), n.Fixed(1))
    return n.ModifyPT(on, n.Fixed(rng.randint(-1, 2)), n.Fixed(1))


def _card(rng: random.Random, number: int) -> n.Proto:
    types = (rng.choice(_TYPES),) if rng.random() < 0.8 else ("artifact", "creature")
    creature = "creature" in types
    size: tuple[int | None, int | None] = (rng.randint(0, 3), rng.randint(1, 3)) if creature else (None, None)
    subtypes = rng.choice(((), ("Elf",), ("Goblin",))) if creature else ()
    conditions = (None, None, None, n.YourTurn(), n.Controls(n.Filter(("artifact",))))
    abilities: list[Any] = []
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        keyword = n.Keyword(rng.choice(_WORDS))
        abilities.append(keyword if rng.random() < 0.25 else n.Static(_effect(rng), rng.choice(conditions)))
    if creature and rng.random() < 0.1:
        count = n.CountOf(n.Filter(("creature",)))
        abilities.append(n.Static(n.Defines(count, count)))
        size = (None, None)
    colors = rng.choice(((), ("W",), ("B",), ("W", "B")))
    return n.Proto(f"Card {number}", types, subtypes, (), colors, ("1",), *size, None, tuple(abilities))


_MARKS: Final = (
    n.GainKeywords(n.This(), ("flying",)),
    n.LoseKeywords(n.This(), ("haste",)),
    n.SetBasePT(n.This(), 1, 1),
    n.SwitchPT(n.This()),
)


def layers_board(rng: random.Random) -> State:
    """Two to six permanents with effects on each other, some of them groups, attached, or changed until end of turn."""
    layout = Layout(2)
    rows: list[int] = []
    for number in range(rng.randint(2, 6)):
        proto = _card(rng, number)
        creature = "creature" in proto.types
        counters = {"+1/+1": 1} if creature and rng.random() < 0.2 else {}
        row = layout.put(proto, rng.randrange(2), n=rng.choice((1, 1, 1, 2)), tapped=rng.random() < 0.3, counters=dict(counters))  # fmt: skip
        rows.append(row)
        if creature and rng.random() < 0.2:
            was = layout.rows[row]
            layout.rows[row] = Row(was.cls.but("marks", (rng.choice(_MARKS),)), was.num, was.n, was.refs)
    if all(type(layout.rows[row].n) is int and layout.rows[row].n == 1 for row in rows[:2]):
        layout.attach(rows[1], rows[0])
    if rng.random() < 0.15:  # drawn last: the rest of a board is as it was before there were such counters
        layout.rows[rng.choice(rows)].num[f"counter.{rng.choice(_WORDS)}"] = rng.choice((1, 1, 2))
    return layout.done()


def play_layers(number: int, part: str = "0") -> Compared:
    """Compare the characteristics of random boards; ``AssertionError`` names the number of the board that fails."""
    report = Compared()
    for i in range(number):
        state = layers_board(random.Random(f"layers {part} {i}"))
        try:
            compare_characteristics(state)
            report.checks += 1
        except Beyond as beyond:
            report.beyond[str(beyond)] += 1
        except Unsupported as refused:
            report.beyond[refused.refusal.code] += 1
        except AssertionError as failed:
            raise AssertionError(f"layers {part} {i}: {failed}") from failed
    return report
