"""Small random boards for the enumeration of choices: costs of every kind, taxes, reducers, mixed and restricted mana.

A board is all that its number says: ``board_of(seed)`` draws the same one each time. The drawing is uniform.
"""

from __future__ import annotations

import random
from typing import Any, Final

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import EXILE, GRAVEYARD, HAND, State
from reiterate.terms import language as n
from reiterate.terms.abilities import SpellCosts, Static
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed, XValue
from reiterate.terms.references import Filter, TargetSpec

KINDS: Final = ("W", "U", "B", "R", "G", "C")
CREATURE: Final = Filter(types=("creature",))
ANOTHER: Final = Filter(types=("creature",), another=True)
ARTIFACT: Final = Filter(types=("artifact",))
ANY: Final = Filter()
SYMBOLS: Final = ("W", "G", "R", "R", "C", "W/G", "G/R", "2/R", "2/W", "G/P", "R/W/P", "1", "1", "1", "2", "2", "3")
RESTRICTED: Final = (
    "cast creature spells",
    "cast instant and sorcery spells",
    "activate abilities",
    "cast spells from your graveyard",
)
FORGED: Final = Filter(types=("artifact", "creature"))


def board_of(seed: int) -> State:
    """The board with a number; the first player has priority."""
    return Drawn(random.Random(seed)).board()


class Drawn:
    """Draws the parts of one board."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.named = 0

    def board(self) -> State:
        rng = self.rng
        layout = Layout(2, step=rng.choice(("main1", "main1", "main1", "end")))
        for _ in range(rng.choice((0, 1, 1, 2))):
            layout.put(self.static(), rng.choice((0, 0, 1)))
        for _ in range(rng.randint(0, 2)):
            layout.put(self.plain(), 0, n=rng.choice((1, 1, 2)), tapped=rng.random() < 0.2, sick=rng.random() < 0.2)
        if rng.random() < 0.5:
            layout.put(self.plain(), 1)
        if rng.random() < 0.7:
            layout.put(self.acting(), 0, n=rng.choice((1, 1, 2)), counters={"charge": rng.randint(0, 2)})
        for _ in range(rng.randint(1, 2)):
            zone = rng.choice((HAND, HAND, HAND, GRAVEYARD, EXILE))
            layout.put(self.spell(), 0, zone, n=rng.choice((1, 1, 1, 2)))
        if rng.random() < 0.4:
            layout.put(Proto("Field", ("land",)), 0, rng.choice((HAND, GRAVEYARD)))
        for _ in range(rng.randint(0, 2)):
            layout.put(self.plain(), 0, rng.choice((HAND, GRAVEYARD)), n=rng.choice((1, 2)))
        if rng.random() < 0.3:
            layout.library(0, [(self.spell(), 1), (self.plain(), 3)])
        self.pool(layout)
        layout.set_player(0, "life", rng.choice((1, 3, 4, 5, 20)))
        return layout.done()

    def pool(self, layout: Layout) -> None:
        rng = self.rng
        for kind in rng.sample(KINDS, rng.choice((0, 1, 2, 2, 3, 3))):
            layout.set_player(0, f"mana.{kind}", rng.randint(1, 3))
        if rng.random() < 0.3:
            layout.set_player(0, f"mana.{rng.choice('GRC')}/{rng.choice(RESTRICTED)}", rng.randint(1, 2))

    def name(self) -> str:
        self.named += 1
        return f"Card {self.named}"

    def plain(self) -> Proto:
        types = self.rng.choice((("creature",), ("creature",), ("artifact",), ("artifact", "creature")))
        strength: tuple[Any, Any] = (1, 1) if "creature" in types else (None, None)
        return Proto(self.name(), types, (), (), self.colors(), ("1",), *strength)

    def colors(self) -> tuple[str, ...]:
        return self.rng.choice(((), ("W",), ("G",), ("G", "R")))

    def mana(self, x: bool = True) -> tuple[str, ...]:
        """A mana cost."""
        rng = self.rng
        some = [rng.choice(SYMBOLS) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]
        if x and rng.random() < 0.2:
            some.append("X")
        return tuple(some) or ("0",)

    def cost(self, own: bool) -> Any:
        """One part of a cost that isn't mana; ``own``: of a permanent."""
        rng = self.rng
        filter = rng.choice((CREATURE, CREATURE, ARTIFACT, ANOTHER, FORGED))
        found: list[Any] = [
            n.SacrificeCost(filter, Fixed(rng.choice((1, 1, 2)))),
            n.DiscardCost(Fixed(1)),
            n.DiscardCost(Fixed(1), CREATURE),
            n.LifeCost(Fixed(rng.choice((1, 2, 3)))),
            n.TapOthers(filter, Fixed(1)),
            n.ReturnCost(filter),
            n.ExileCost(GRAVEYARD, ANY, Fixed(rng.choice((1, 2)))),
            n.EvidenceCost(rng.choice((1, 2))),
            n.MillCost(Fixed(2)),
        ]
        if own:
            found += [
                *(n.TapCost(), n.TapCost(), n.UntapCost(), n.SacrificeCost()),
                *(n.RemoveCountersCost("charge", Fixed(1)), n.PutCountersCost("charge", Fixed(1))),
            ]
        return rng.choice(found)

    def costs(self, own: bool, x: bool = True) -> tuple[Any, ...]:
        rng = self.rng
        some: list[Any] = [n.ManaCost(self.mana(x))] if rng.random() < 0.8 else []
        some += [self.cost(own) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
        if own and x and rng.random() < 0.15:
            some.append(n.SacrificeCost(CREATURE, XValue()))
        return tuple(some) or (n.ManaCost(("1",)),)

    def targets(self) -> tuple[TargetSpec, ...]:
        rng = self.rng
        one = rng.choice((TargetSpec(CREATURE), TargetSpec(CREATURE, "any"), TargetSpec(ARTIFACT, optional=True)))
        if rng.random() < 0.15:
            return (one, TargetSpec(one.filter, one.players, other=1))
        return (one,) if rng.random() < 0.5 else ()

    def effects(self, targets: tuple[TargetSpec, ...]) -> tuple[Any, ...]:
        found = tuple(n.GainLife(n.You(), Fixed(1)) for _ in targets)
        return found or (n.GainLife(n.You(), Fixed(2)),)

    def acting(self) -> Proto:
        """A permanent with activated abilities."""
        abilities = []
        for _ in range(self.rng.choice((1, 1, 2))):
            targets = self.targets()
            modes = (
                n.Mode(self.effects(())),
                n.Mode(self.effects(targets), targets),
            )
            modal = self.rng.random() < 0.15
            mana = not targets and self.rng.random() < 0.2
            effects: tuple[Any, ...] = (n.AddMana((), choice=("R", "G")),) if mana else self.effects(targets)
            timing = self.rng.choice(("", "", "sorcery"))
            made = n.Activated(self.costs(own=True), effects, targets, timing)
            abilities.append(n.Activated(made.costs, (), (), timing, modes=modes) if modal and not mana else made)
        return Proto(self.name(), ("artifact", "creature"), (), (), self.colors(), ("2",), 1, 1, None, tuple(abilities))

    def spell(self) -> Proto:
        """A card to be cast, with additional, optional and alternative costs."""
        rng = self.rng
        abilities: list[Any] = []
        permanent = rng.random() < 0.4
        types = rng.choice((("creature",), ("artifact",))) if permanent else rng.choice((("instant",), ("sorcery",)))
        if not permanent and rng.random() < 0.25:
            targets = self.targets()
            modes = (n.Mode(self.effects(())), n.Mode(self.effects(targets), targets), n.Mode(self.effects(())))
            abilities.append(n.SpellAbility((), (), modes, 1, rng.choice((1, 2))))
        elif not permanent:
            targets = self.targets()
            abilities.append(n.SpellAbility(self.effects(targets), targets))
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            abilities.append(self.way(abilities))
        if rng.random() < 0.1:
            abilities.append(Static(n.MayCastFrom(rng.choice((GRAVEYARD, EXILE)))))
        if rng.random() < 0.15:
            abilities.append(Static(n.SpellCost("you", None, CountOf(ARTIFACT), rng.random() < 0.7, this=True)))
        keywords = (n.Keyword("flash"),) if permanent and rng.random() < 0.4 else ()
        strength: tuple[Any, Any] = (2, 2) if types == ("creature",) else (None, None)
        mana = None if rng.random() < 0.05 else self.mana()
        return Proto(self.name(), types, (), (), self.colors(), mana, *strength, None, (*keywords, *abilities))

    def way(self, before: list[Any]) -> SpellCosts:
        taken = {a.how for a in before if isinstance(a, SpellCosts)}
        ways = ["", "kicker", "buyback", "flashback", "alternative cost", "retrace", "jump-start", "escape"]
        how = self.rng.choice([way for way in ways if not way or way not in taken])
        return SpellCosts(self.costs(own=False, x=how in ("", "flashback", "alternative cost")), how)

    def static(self) -> Proto:
        """A permanent that changes what may be cast or activated, or for how much."""
        rng = self.rng
        who = rng.choice(("you", "opponent", "any"))
        spells = rng.choice(
            (None, CREATURE, Filter(without_types=("creature",)), Filter(any_of=("instant", "sorcery")))
        )
        mine = Filter(types=("creature",), controller="you")
        found: list[Any] = [
            *(n.SpellCost(who, spells, Fixed(rng.randint(1, 2)), less) for less in (True, False) * 4),
            n.SpellCost("you", spells, CountOf(CREATURE)),
            n.CostReduction(rng.randint(1, 2), rng.choice((0, 1)), rng.choice((None, mine)), "you"),
            n.CostReduction(rng.randint(1, 2), rng.choice((0, 1)), CREATURE, mana_abilities=False),
            n.PlayerCant(who, "cast", spells),
            n.MayPlay(GRAVEYARD, rng.choice(("cards", "spells", "lands")), ANY),
            n.MayPlay("library", "cards", ANY),
            n.MayPlay(HAND, "spells", rng.choice((ANY, CREATURE)), free=True),
            n.GraveyardCast(
                Filter(without_types=("land",)), "escape", (n.ExileCost(GRAVEYARD, Filter(another=True), Fixed(1)),)
            ),
            n.GraveyardCast(spells or ANY, "flashback"),
            n.MoreLands(1),
            n.TurnedAsThough(Filter(types=("creature",)), "flash"),
            n.CantDo(CREATURE, rng.choice(("be activated", "be activated unless mana"))),
            n.GrantAbilities(CREATURE, (n.Keyword(rng.choice(("hexproof", "shroud"))),)),
        ]
        return Proto(self.name(), ("enchantment",), (), (), (), ("2",), abilities=(Static(rng.choice(found)),))
