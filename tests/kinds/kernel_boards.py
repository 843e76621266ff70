"""Boards of loops with riders, several kernels and choices beside actions; each ruling was worked out from the texts by hand.

The texts: MTR 4.4 paragraph 2 ("involved in maintaining the loop"), 7 (choices) and 8 (irrelevant changes); 732.3 to 732.6.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import DECLINED, NO, Kind
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.played_script import PlayedScript
from tests.support.kinds_board import board

#: Cards by name; those with "Mite" in their name are 1/6 creatures, the others artifacts.
TEXTS: Final[Mapping[str, str]] = {
    "Spark": "Sacrifice Spark: You gain 1 life.",
    "Chime": "Whenever you gain life, you gain 1 life.",
    "Soft Chime": "Whenever you gain life, you may gain 1 life.",
    "Toll Chime": "Whenever you gain life, you gain 1 life unless you pay {1}.",
    "Draining Chime": "Whenever you gain life, each opponent loses 1 life. You gain 1 life.",
    "Costly Chime": "Whenever you put one or more charge counters on Costly Chime, put a charge counter on Costly Chime. You lose 1 life.",
    "Winder": "Sacrifice Winder: Put a charge counter on target artifact.",
    "Gauge": "{0}: Put a charge counter on Gauge.",
    "Cup": "{0}: You gain 1 life.",
    "Gong": "{T}: You gain 1 life.",
    "Tuner": "Whenever you gain life, untap each artifact you control.",
    "Purse": "{T}: Add {C}.",
    "Press": "{1}: Put a charge counter on Press.",
    "Lever": "{T}: Untap target artifact.",
    "Wings": "{0}: Target creature gains flying until end of turn.",
    "Net": "{0}: Target creature loses flying until end of turn.",
    "Costly Wings": "Pay 1 life: Target creature gains flying until end of turn.",
    "Soft Milk": "Whenever an opponent gains life, you may gain 1 life.",
    "Soft Breaker": "Whenever an opponent gains life, you may destroy all artifacts.",
    "Bell": "At the beginning of your upkeep, target player gains 5 life.",
    "Deathless Idol": "You can't lose the game and your opponents can't win the game.",
    "Clay Mite": "Vigilance",
    "Chapel": "{T}: You gain 2 life.",
    "Oil": "{0}: Untap target artifact.",
    "Ringing Gauge": "{0}: Put a charge counter on Ringing Gauge.\nWhenever you put one or more charge counters on Ringing Gauge, untap Ringing Gauge.",
    "Woodwind": "Whenever you tap a land for mana, you gain 1 life.",
    "Siphon": "{0}: Target player loses 1 life and you gain 1 life.",
}


@dataclass(frozen=True)
class Ruled:
    """A board and its ruling: the kernels, each as players with what they do, the riders, and what follows."""

    text: str
    kernels: tuple[tuple[str, ...], ...]
    riders: tuple[str, ...] = ()
    draw: str = NO
    keepers: tuple[int, ...] = ()


MITE: Final = "{card: Clay Mite, label: mite}"
GAUGE: Final = "{card: Gauge, label: gauge}"
GONG: Final = "{card: Gong, label: gong}"
RINGING: Final = "{card: Ringing Gauge, label: gauge}"
CHAPEL: Final = "{card: Chapel, label: chapel}, Oil"
PRAY: Final = "  activate chapel\n  all pass\n"
OIL: Final = "  activate Oil targeting chapel\n  all pass\n"
IDOL: Final = "library: 0, hand: 0, [Deathless Idol]"
TURNS: Final = "all pass to draw step\nall pass to end step\nall pass to upkeep\n"
END: Final = "  all pass to end step\n" + "".join(f"  {line}\n" for line in TURNS.splitlines())
WOOD: Final = "{card: Forest, label: wood}"
ADD: Final = "  activate gauge\n  all pass\n"
P2_ADDS: Final = "  pass\n  p2: activate gauge\n  all pass\n"


def chime(p1: str, p2: str, lap: str, first: str = "Chime") -> str:
    """A loop that goes on by itself: a life gained, and a trigger for each."""
    return board(f"hand: 0, [Spark, {first}{p1}]", f"hand: 0, [{p2}]", f"activate Spark\nall pass\nrepeat 10:\n{lap}")


def gong(p1: str, p2: str, lap: str, p3: str = "") -> str:
    """A loop that one player keeps up by tapping the gong, which untaps by itself."""
    return board(
        f"hand: 0, [{GONG}, Tuner{p1}]", f"hand: 0, [{p2}]", f"repeat 10:\n{lap}", f"hand: 0, [{p3}]" if p3 else ""
    )


RULED: Final[Mapping[str, Ruled]] = {
    # nobody can stop the chime; who adds counters may go on or not, and is asked (732.4, 732.5)
    "its own player's rider on what nobody keeps up": Ruled(
        chime(f", {GAUGE}", "", ADD + "  all pass"), ((),), ("p1: activate gauge",), DECLINED
    ),
    "another player's rider on what nobody keeps up": Ruled(
        chime("", GAUGE, P2_ADDS + "  all pass"), ((),), ("p2: activate gauge",), DECLINED
    ),
    # paying for a rider with mana that is made in the lap is two riders: leaving out one alone changes nothing of that
    "a rider that pays for itself": Ruled(
        gong(
            ", {card: Purse, label: purse}, {card: Press, label: press}",
            "",
            "  activate gong\n  all pass\n  all pass\n  activate purse\n  activate press\n  all pass",
        ),
        (("p1: activate gong",),),
        ("p1: activate purse", "p1: activate press"),
        keepers=(0,),
    ),
    "a keeper's own rider": Ruled(
        gong(f", {GAUGE}", "", ADD + "  activate gong\n  all pass\n  all pass"),
        (("p1: activate gong",),),
        ("p1: activate gauge",),
        keepers=(0,),
    ),
    # p2 can't add a counter over a trigger that is not there; and adding counters alone is not this loop
    "another player's rider over a keeper's trigger": Ruled(
        gong("", GAUGE, "  activate gong\n  all pass\n" + P2_ADDS + "  all pass"),
        (("p1: activate gong",),),
        ("p2: activate gauge",),
        keepers=(0,),
    ),
    "another player's rider between the laps": Ruled(
        gong("", GAUGE, "  activate gong\n  all pass\n  all pass\n" + P2_ADDS),
        (("p1: activate gong",),),
        ("p2: activate gauge",),
        keepers=(0,),
    ),
    # without the chapel the oil untaps nothing, and the cup needs neither: what can be repeated for nothing sustains nothing else
    "a free action, and an engine one action of which is free as well": Ruled(
        board(
            f"hand: 0, [{CHAPEL}, {{card: Cup, label: cup}}]",
            "hand: 0, []",
            f"repeat 10:\n{PRAY}  activate cup\n  all pass\n{OIL}",
        ),
        (("p1: activate chapel", "p1: activate Oil targeting chapel"),),
        ("p1: activate cup",),
        keepers=(0,),
    ),
    "another player's free action beside an engine of two actions": Ruled(
        board(
            f"hand: 0, [{CHAPEL}]",
            "hand: 0, [{card: Cup, label: cup}]",
            f"repeat 10:\n{PRAY}  pass\n  p2: activate cup\n  all pass\n{OIL}",
        ),
        (("p1: activate chapel", "p1: activate Oil targeting chapel"),),
        ("p2: activate cup",),
        keepers=(0,),
    ),
    # what the rider brings with it is part of the rider
    "a rider with a trigger of its own": Ruled(
        gong(f", {RINGING}", "", ADD + "  all pass\n  activate gong\n  all pass\n  all pass"),
        (("p1: activate gong",),),
        ("p1: activate gauge",),
        keepers=(0,),
    ),
    "another player's rider with a trigger of its own": Ruled(
        gong("", RINGING, "  activate gong\n  all pass\n  all pass\n" + P2_ADDS + "  all pass"),
        (("p1: activate gong",),),
        ("p2: activate gauge",),
        keepers=(0,),
    ),
    # two free actions: neither needs the other, and nothing else is there
    "two free actions of two players": Ruled(
        board(
            "hand: 0, [{card: Cup, label: cup}]",
            f"hand: 0, [{GAUGE}]",
            f"repeat 10:\n  activate cup\n  all pass\n{P2_ADDS}",
        ),
        (("p1: activate cup",), ("p2: activate gauge",)),
        keepers=(0, 1),
    ),
    # each of two engines goes on without the other
    "either of two players' engines": Ruled(
        board(
            f"hand: 0, [{GONG}, Tuner]",
            "hand: 0, [{card: Gong, label: other}, Tuner]",
            "repeat 10:\n  activate gong\n  all pass\n  all pass\n  pass\n  p2: activate other\n  all pass\n  all pass",
        ),
        (("p1: activate gong",), ("p2: activate other",)),
        keepers=(0, 1),
    ),
    # the same where one engine has a trigger, and the other one has none
    "either of two engines of two kinds": Ruled(
        board(
            f"hand: 0, [{GONG}, Tuner]",
            f"hand: 0, [{CHAPEL}]",
            "repeat 10:\n  activate gong\n  all pass\n  all pass\n  pass\n  p2: activate chapel\n  all pass\n  pass\n"
            "  p2: activate Oil targeting chapel\n  all pass",
        ),
        (("p1: activate gong",), ("p2: activate chapel", "p2: activate Oil targeting chapel")),
        keepers=(0, 1),
    ),
    # neither lever is untapped without the other one
    "two players' actions, both needed": Ruled(
        board(
            "hand: 0, [{card: Lever, label: one}]",
            "hand: 0, [{card: Lever, label: two}]",
            "activate one targeting one\nall pass\npass\n"
            "repeat 10:\n  p2: activate two targeting one\n  all pass\n  activate one targeting two\n  all pass\n  pass",
        ),
        (("p2: activate two targeting one", "p1: activate one targeting two"),),
        keepers=(0, 1),
    ),
    # in a circle each gives what the next takes: two of the three would bring nothing back (732.3)
    "three players in a circle": Ruled(
        board(
            "hand: 0, [Siphon]",
            "hand: 0, [Siphon]",
            "repeat 10:\n  activate Siphon targeting p2\n  all pass\n  pass\n  p2: activate Siphon targeting p3\n  all pass\n"
            "  pass\n  pass\n  p3: activate Siphon targeting p1\n  all pass",
            "hand: 0, [Siphon]",
        ),
        (
            (
                "p1: activate Siphon of p1 targeting p2",
                "p2: activate Siphon of p2 targeting p3",
                "p3: activate Siphon of p3 targeting p1",
            ),
        ),
        keepers=(0, 1, 2),
    ),
    # the example of 732.3: each player could go on alone, so both are involved
    "wings and net": Ruled(
        board(
            f"hand: 0, [Wings, {MITE}]",
            "hand: 0, [Net]",
            "repeat 10:\n  activate Wings targeting mite\n  all pass\n  pass\n  p2: activate Net targeting mite\n  all pass",
        ),
        (("p1: activate Wings targeting mite",), ("p2: activate Net targeting mite",)),
        keepers=(0, 1),
    ),
    # what is free and takes back what another player paid for is no mere addition: wings alone would change nothing any more
    "costly wings and net": Ruled(
        board(
            f"hand: 0, [Costly Wings, {MITE}]",
            "hand: 0, [Net]",
            "repeat 10:\n  activate Costly Wings targeting mite\n  all pass\n  pass\n  p2: activate Net targeting mite\n  all pass",
        ),
        (("p1: activate Costly Wings targeting mite",), ("p2: activate Net targeting mite",)),
        keepers=(0, 1),
    ),
    # a choice keeps the loop up, and the counters do not (MTR 4.4 paragraph 7)
    "a choice, and a rider of the same player": Ruled(
        chime(f", {GAUGE}", "", ADD + "  all pass\n  yes", "Soft Chime"),
        (("p1: yes",),),
        ("p1: activate gauge",),
        keepers=(0,),
    ),
    "a choice, and a rider of another player": Ruled(
        chime("", GAUGE, P2_ADDS + "  all pass\n  yes", "Soft Chime"),
        (("p1: yes",),),
        ("p2: activate gauge",),
        keepers=(0,),
    ),
    "three players: an engine, a rider, and an answer that changes nothing": Ruled(
        gong(
            "",
            GAUGE,
            "  activate gong\n  all pass\n  all pass\n  no\n  pass\n  p2: activate gauge\n  all pass\n  all pass",
            "Soft Milk",
        ),
        (("p1: activate gong",),),
        ("p2: activate gauge",),
        keepers=(0,),
    ),
    # it ends by itself, with or without the counters: played to its end, and nobody keeps it up
    "a rider on what ends by itself": Ruled(
        chime(f", {GAUGE}", "", ADD + "  all pass", "Draining Chime"),
        ((),),
        ("p1: activate gauge",),
    ),
    # without the cup p1 is dead after 20 iterations: a loop that ends is no kernel of one that never does
    "what looks like a rider and is none": Ruled(
        board(
            "hand: 0, [Winder, {card: Costly Chime, label: chime}, {card: Cup, label: cup}]",
            "hand: 0, []",
            "activate Winder targeting chime\nall pass\nrepeat 10:\n  activate cup\n  all pass\n  all pass",
        ),
        (("p1: activate cup",),),
        keepers=(0,),
    ),
    # 732.6: nobody has to pay, and nobody has to add counters
    "a rider on what goes on unless somebody pays": Ruled(
        chime(f", {GAUGE}", "", ADD + "  all pass\n  no", "Toll Chime"),
        ((),),
        ("p1: activate gauge",),
        DECLINED,
    ),
    # each siphon takes back what the other one did; the cup could be used alone, whatever they do
    "a free action beside two free ones that need one another": Ruled(
        board(
            "hand: 0, [Siphon]",
            "hand: 0, [Siphon]",
            "repeat 10:\n  activate Siphon targeting p2\n  all pass\n  pass\n  p2: activate Siphon targeting p1\n  all pass\n"
            "  pass\n  pass\n  p3: activate cup\n  all pass\n",
            "hand: 0, [{card: Cup, label: cup}]",
        ),
        (("p1: activate Siphon of p1 targeting p2", "p2: activate Siphon of p2 targeting p1"),),
        ("p3: activate cup",),
        keepers=(0, 1),
    ),
    # the bell rings in each of p1's turns; passing turns is no action
    "a rider across turns": Ruled(
        board(
            IDOL.replace("[", f"[Bell, {GAUGE}, "),
            IDOL,
            TURNS
            + "repeat 10:\n  target p2\n"
            + ADD
            + "  all pass to end step\n"
            + "".join("  " + line + "\n" for line in TURNS.splitlines()),
        ),
        ((),),
        ("p1: activate gauge",),
        DECLINED,
    ),
    # p2 taps a land in each turn of p1's and pays for nothing with it: that changes nothing (106.4, MTR 4.4 par. 8)
    "a land that is tapped for nothing in each turn": Ruled(
        board(
            IDOL.replace("[", f"[{GONG}, "),
            IDOL.replace("[", f"[{WOOD}, "),
            f"{TURNS}repeat 10:\n  activate gong\n  all pass\n  pass\n  p2: tap wood\n{END}",
        ),
        (("p1: activate gong",),),
        ("p2: activate wood",),
        keepers=(0,),
    ),
    # turns pass in which nobody can lose and nothing changes; who taps a land is asked
    "nothing but a land that is tapped for nothing": Ruled(
        board(IDOL.replace("[", f"[{WOOD}, "), IDOL, f"{TURNS}repeat 10:\n  tap wood\n{END}"),
        ((),),
        ("p1: activate wood",),
        DECLINED,
    ),
    # a life for each land that is tapped is no mere mana: it is repeated alone as well as the gong is
    "a land whose tapping is heard": Ruled(
        board(
            IDOL.replace("[", f"[{GONG}, "),
            IDOL.replace("[", f"[{WOOD}, Woodwind, "),
            f"{TURNS}repeat 10:\n  activate gong\n  all pass\n  pass\n  p2: tap wood\n  all pass\n{END}",
        ),
        (("p1: activate gong",), ("p2: activate wood",)),
        keepers=(0, 1),
    ),
    # without it nothing is repeated but turns
    "an action across turns": Ruled(
        board(
            IDOL.replace("[", f"[{GAUGE}, "),
            IDOL,
            TURNS
            + "repeat 10:\n"
            + ADD
            + "  all pass to end step\n"
            + "".join("  " + line + "\n" for line in TURNS.splitlines()),
        ),
        (("p1: activate gauge",),),
        keepers=(0,),
    ),
}


@cache
def book() -> CardBook:
    """The cards of this file before the built-in ones."""
    creature = {"type_line": "Creature — Construct", "power": "1", "toughness": "6"}
    rows = [
        {"name": name, "mana_cost": "{1}", "oracle_text": text}
        | (creature if "Mite" in name else {"type_line": "Artifact"})
        for name, text in TEXTS.items()
    ]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def loop_at(text: str) -> Loop:
    """The loop of a position's first block."""
    found = load(text, "board.yaml", book())
    assert isinstance(found, Position), found
    at = next(i for i, node in enumerate(found.script) if isinstance(node, Repeat))
    node = found.script[at]
    assert isinstance(node, Repeat)
    before = PlayedScript(found.state)
    refused = before.extend(found.script[:at], found.proposer)
    assert refused is None, refused
    return find_loop(before.final, BodyReader(node.body))


def kind_at(text: str) -> Kind:
    """What kind of loop a position's first block is."""
    found = kind_of(loop_at(text))
    assert not isinstance(found, Refusal), found
    return found
