"""Drawn boards with loops after which something may be owed: who keeps them up, and what players have besides."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

TEXTS: Final = {
    "Spark": "Sacrifice Spark: You gain 1 life.",
    "Chime": "Whenever you gain life, you gain 1 life.",
    "Toll": "Whenever you gain life, you gain 1 life unless you pay {1}.",
    "Gift": "Whenever you gain life, you may gain 1 life.",
    "Hammer": "Sacrifice Hammer: Destroy all artifacts.",
    "Dear Hammer": "{1}, Sacrifice Dear Hammer: Destroy all artifacts.",
    "Bell": "{0}: You gain 1 life.",
    "Other Bell": "{0}: You gain 1 life.",
    "Cup": "{0}: Target player gains 1 life.",
    "Siphon": "{0}: Target player loses 1 life. You gain 1 life.",
    "Envy": "Whenever an opponent gains life, you may gain 1 life.",
    "Lamp": "{T}: You gain 1 life.",
    "Other Lamp": "{T}: You gain 2 life.",
    "Waker": "Whenever you gain life, untap each artifact you control.",
    "Oil": "{0}: Untap target artifact.",
    "Sting": "{T}: Target player loses 1 life.",
    "Pond": "Skip your draw step.",
    "Scroll": "{0}: Draw a card.",
    "Mirror": "{1}: You gain 1 life.",
}

#: What players have besides the loop: ways to break it, riders, and lands.
BESIDES: Final = ("Hammer", "Dear Hammer", "Bell", "Cup", "Forest", "Mirror")
POLICIES: Final = ("comprehensive", "tournament", "g18")
#: Loops of the law: who keeps them up, and by what.
KINDS: Final = ("one", "engine", "several", "choosers", "turns", "nobody", "unless", "may")


@dataclass(frozen=True)
class OwedBoard:
    """A position text, the lines that are played first, and the lines of one lap."""

    players: int
    text: str
    first: tuple[str, ...]
    lap: tuple[str, ...]

    @property
    def script(self) -> str:
        return "repeat 1:\n" + "".join(f"  {line}\n" for line in self.lap)


def owed_board(kind: str, dice: Random) -> OwedBoard:
    """A board of two to six players with a loop that one of them keeps up, or several, or nobody.

    ``unless``: nobody keeps it up, and its player may pay; ``may``: a choice keeps it up. ``engine``: two actions of p1 do, and
    somebody drinks beside them; ``choosers``: a choice of each of two players; ``turns``: an action in the turn of each of two.
    """
    players = dice.randint(2, 3 if kind == "turns" else 6)
    have = [[dice.choice(BESIDES) for _ in range(dice.randint(0, 2))] for _ in range(players)]
    if kind == "several":
        acting = sorted(dice.sample(range(players), dice.randint(2, players)))
        have = [[*own, *(["Siphon"] if seat in acting else [])] for seat, own in enumerate(have)]
        lap: list[str] = []
        at = 0
        for seat, victim in zip(acting, acting[1:] + acting[:1], strict=True):
            lap += ["pass"] * (seat - at) + [f"p{seat + 1}: activate Siphon targeting p{victim + 1}", "all pass"]
            at = 0
    elif kind == "engine":
        rider = dice.randrange(players)
        have[0] += ["Lamp", "Oil"]
        have[rider] = [one for one in have[rider] if one != "Bell"] + ["Bell"]
        rings = [*["pass"] * rider, f"p{rider + 1}: activate Bell of p{rider + 1}", "all pass"]
        lap = ["activate Lamp", "all pass", *rings, "activate Oil targeting Lamp", "all pass"]
    elif kind == "turns":
        have = [["Pond"] for _ in have]
        have[0].append("Lamp")
        have[1].append("Sting")
        lap = [
            "activate Lamp",
            "all pass",
            "all pass to p2's main phase",
            "p2: activate Sting targeting p1",
            "all pass",
        ]
        lap += [f"all pass to p{seat}'s main phase" for seat in (*range(3, players + 1), 1)]
    elif kind == "choosers":
        other = dice.randrange(1, players)
        have[0].append("Envy")
        have[other] += ["Envy", "Spark"]
        lap = ["all pass", "p1: yes", "all pass", f"p{other + 1}: yes"]
    elif kind == "one":
        have[0] = [one for one in have[0] if one != "Bell"] + ["Bell"]
        lap = ["activate Bell", "all pass"]
    else:
        heard, answers = {"nobody": ("Chime", []), "unless": ("Toll", ["no"]), "may": ("Gift", ["yes"])}[kind]
        have[0] += ["Spark", heard, *(["Forest"] if kind == "unless" else [])]
        lap = ["all pass", *answers]
        if kind == "nobody" and dice.random() < 0.5:  # somebody rings along, which keeps nothing up
            rider = dice.randrange(players)
            have[rider] = [one for one in have[rider] if one != "Bell"] + ["Bell"]
            lap += [*["pass"] * rider, f"p{rider + 1}: activate Bell of p{rider + 1}", "all pass"]
    first: tuple[str, ...] = ()
    if kind in ("nobody", "unless", "may"):
        first = ("activate Spark", "all pass")
    elif kind == "choosers":
        first = (*["pass"] * other, f"p{other + 1}: activate Spark", "all pass")
    rows = "".join(f"  p{seat}: {{battlefield: [{', '.join(own)}]}}\n" for seat, own in enumerate(have, 1))
    return OwedBoard(players, f"format: position/1\nplayers:\n{rows}", first, tuple(lap))
