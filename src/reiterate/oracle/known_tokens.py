"""The predefined tokens (111.10) that card text creates by name alone."""

from __future__ import annotations

from typing import Final

from reiterate.terms import language as n
from reiterate.terms.meanings import exploring

_GONE: Final = (n.TapCost(), n.SacrificeCost())


def _artifact(name: str, costs: tuple[n.Cost, ...], effect: n.Effect) -> n.Proto:
    """A colorless artifact token with one activated ability."""
    ability = n.Activated(costs, (effect,))
    return n.Proto(name, ("artifact",), (name,), abilities=(ability,), token=True)


_ANY_COLOR: Final = n.AddMana((), n.COLORS)
KNOWN_TOKENS: Final[dict[str, n.Proto]] = {
    "Treasure": _artifact("Treasure", _GONE, _ANY_COLOR),
    "Gold": _artifact("Gold", (n.SacrificeCost(),), _ANY_COLOR),
    "Food": _artifact("Food", (n.ManaCost(("2",)), *_GONE), n.GainLife(n.You(), n.Fixed(3))),
    "Blood": _artifact(
        "Blood",
        (n.ManaCost(("1",)), n.TapCost(), n.DiscardCost(n.Fixed(1)), n.SacrificeCost()),
        n.Draw(n.You(), n.Fixed(1)),
    ),
    # what its mana may not be spent on are nonartifact spells (111.10h)
    "Powerstone": _artifact(
        "Powerstone",
        (n.TapCost(),),
        n.AddMana(("C",), only="cast an artifact spell or activate an ability or pay anything else"),
    ),
    "Lander": _artifact(
        "Lander",
        (n.ManaCost(("2",)), *_GONE),
        n.Search(n.You(), n.Filter(types=("land",), supertypes=("basic",)), "battlefield", True),
    ),
    "Junk": n.Proto(
        "Junk",
        ("artifact",),
        ("Junk",),
        abilities=(n.Activated(_GONE, (n.ExileTop(n.You(), n.Fixed(1)), n.LetPlay(n.Result())), timing="sorcery"),),
        token=True,
    ),
    "Map": n.Proto(
        "Map",
        ("artifact",),
        ("Map",),
        abilities=(
            n.Activated(
                (n.ManaCost(("1",)), *_GONE),
                exploring(n.TargetRef(0)),
                (n.TargetSpec(n.Filter(types=("creature",), controller="you")),),
                timing="sorcery",
            ),
        ),
        token=True,
    ),
    "Clue": _artifact("Clue", (n.ManaCost(("2",)), n.SacrificeCost()), n.Draw(n.You(), n.Fixed(1))),
}
