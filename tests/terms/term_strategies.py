"""Hypothesis strategies for terms whose text is in the grammar; targets are numbered in the order of use."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from reiterate.oracle.gone import gone
from reiterate.terms import language as n
from reiterate.terms.base import replace
from reiterate.terms.check import problems
from reiterate.terms.vocabulary import WITH_PARAMETER

#: What mana may be spent on.
ONLY: Final = ("activate abilities", "cast a creature spell", "cast instant and sorcery spells or activate abilities")

fixed = st.integers(1, 12).map(n.Fixed)
controllers = st.sampled_from(["any", "you", "opponent"])
keywords = st.sampled_from([k for k in n.KEYWORDS if k not in WITH_PARAMETER])
counters = st.sampled_from(["+1/+1", "-1/-1", "charge"])
compares = st.builds(
    n.Compare,
    stat=st.sampled_from(["power", "toughness", "manavalue"]),
    op=st.sampled_from([">=", "<="]),
    value=st.integers(0, 9),
)
sizes = st.builds(n.Compare, st.just("size"), st.just("=="), st.integers(0, 9))
heads: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [
        {"types": ("creature",)},
        {"types": ("artifact",)},
        {"types": ("artifact", "creature")},
        {"types": ("land",)},
        {"types": ("creature",), "token": True},
        {"types": ("creature",), "token": False},
        {"types": ("creature",), "without_types": ("artifact",)},
        {"types": ("creature",), "colors": ("G",)},
        {"types": ("creature",), "without_colors": ("B",)},
        {"types": ("creature",), "tapped": True},
        {"types": ("creature",), "subtypes": ("Elf",)},
        {"types": ("creature",), "without_subtypes": ("Human",)},
        {"subtypes": ("Goblin",)},
        {"subtypes": ("Elf", "Warrior")},
        {"types": ("land",), "supertypes": ("basic",)},
        {"types": ("land",), "without_supertypes": ("basic",)},
        {"without_types": ("land",)},
        {},
    ]
)
lists: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [
        {"any_of": ("artifact", "enchantment")},
        {"any_of": ("artifact", "creature", "land")},
        {"any_subtype": ("Elf", "Goblin")},
        {"any_subtype": ("Elf", "Goblin"), "types": ("creature",)},
    ]
)


@st.composite
def filters(draw: st.DrawFn, another: bool = True) -> n.Filter:
    """Sets of permanents."""
    controller = draw(controllers)
    if draw(st.integers(0, 4)) == 0:
        return n.Filter(**draw(lists), controller=controller)
    quality: dict[str, Any] = draw(
        st.sampled_from([{}, {}, {"keyword": "flying"}, {"without_keyword": "flying"}, {"counter": "+1/+1"}])
        | (compares | sizes).map(lambda c: {"compare": c})
    )
    other = another and draw(st.booleans())
    return n.Filter(**draw(heads), **quality, controller=controller, another=other)


#: Sets whose phrase is a group: plural nouns that a verb can follow.
groups = filters().filter(lambda f: not f.any_of and not (f.any_subtype and not f.types) and not f.counter)
specs = st.one_of(
    filters().map(n.TargetSpec),
    st.sampled_from(["any", "opponent"]).map(lambda who: n.TargetSpec(None, who)),
    st.just(n.TargetSpec(n.Filter(any_of=("creature", "planeswalker", "battle")), "any")),
)
players: st.SearchStrategy[Any] = st.sampled_from([n.You(), n.EachPlayer(), n.EachPlayer(True)])


@st.composite
def counts(draw: st.DrawFn) -> Any:
    """A printed number, or one for each of a set."""
    if draw(st.integers(0, 3)):
        return draw(fixed)
    if not draw(st.integers(0, 3)):
        return draw(st.sampled_from([n.Party(), n.Different("power", n.Filter(("creature",), controller="you"))]))
    return n.CountOf(draw(groups), draw(st.integers(1, 3)))


#: Creature tokens.
tokens = st.builds(
    lambda size, colors, subs, given: n.Proto(
        " ".join(subs), ("creature",), subs, (), colors, None, size[0], size[1], None, given, True
    ),
    st.tuples(st.integers(0, 9), st.integers(1, 9)),
    st.sampled_from([(), ("W",), ("G",)]),
    st.sampled_from([("Elf", "Warrior"), ("Soldier",), ("Zombie",)]),
    st.lists(keywords, max_size=3, unique=True).map(lambda words: tuple(n.Keyword(w) for w in words)),
)


@st.composite
def effects(draw: st.DrawFn, targets: list[n.TargetSpec]) -> Any:
    """One effect; a target it needs is added to ``targets``."""

    def thing() -> Any:
        kind = draw(st.integers(0, 2))
        if kind == 0:
            return n.This()
        if kind == 1:
            return n.Each(draw(groups))
        targets.append(n.TargetSpec(draw(filters())))
        return n.TargetRef(len(targets) - 1)

    def anyone() -> Any:
        if draw(st.booleans()):
            return draw(players)
        targets.append(draw(specs))
        return n.TargetRef(len(targets) - 1)

    def someone() -> Any:
        if draw(st.booleans()):
            return draw(players)
        targets.append(n.TargetSpec(None, draw(st.sampled_from(["any", "opponent"]))))
        return n.TargetRef(len(targets) - 1)

    simple = [n.Tap, n.Untap, n.Destroy, n.Exile, n.ReturnToHand, n.TurnFaceDown]
    match draw(st.integers(0, 14)):
        case 0:
            return draw(st.sampled_from(simple))(thing())
        case 1:
            return draw(st.sampled_from([n.GainLife, n.LoseLife]))(someone(), draw(counts()))
        case 2:
            return draw(st.sampled_from([n.Draw, n.Mill, n.Discard]))(someone(), draw(counts()))
        case 3:
            return n.DealDamage(n.This(), anyone(), draw(counts()))
        case 4:
            return n.PutCounters(thing(), draw(counters), draw(counts()))
        case 5:
            sign = draw(st.sampled_from([1, -1]))
            power, toughness = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
            return n.Pump(thing(), n.Fixed(sign * power), n.Fixed(sign * toughness))
        case 6:
            words = draw(st.lists(keywords, min_size=1, max_size=3, unique=True))
            return n.GainKeywords(thing(), tuple(words))
        case 7:
            return n.CreateTokens(draw(counts()), draw(tokens), draw(players), draw(st.booleans()))
        case 8:
            what = draw(st.sampled_from(["block", "attack", "attack or block", "be blocked"]))
            return n.Forbid(thing(), what)
        case 9:
            kind = draw(st.sampled_from(n.MANA_KINDS))
            mana = [n.AddMana((kind, kind)), n.AddMana((), ("R", "G")), n.AddMana((), n.COLORS)]
            return replace(draw(st.sampled_from(mana)), only=draw(st.sampled_from(["", "", *ONLY])))
        case 10:
            return n.SacrificeChosen(draw(players), draw(filters()), draw(fixed))
        case 11:
            return n.Proliferate()
        case 13:
            targets.append(n.TargetSpec(draw(filters())))
            named = n.TargetRef(len(targets) - 1)
            watched: list[n.TriggerEvent] = [n.Dies(named), n.Leaves(named), n.DealsDamage(named, "player", True)]
            event = draw(st.sampled_from(watched))
            return n.Delayed(event, (n.Draw(n.You(), draw(fixed)),), ends=True)
        case 12:
            return n.Blight(draw(players), draw(fixed))
        case _:
            return n.May((n.Draw(n.You(), draw(fixed)),))


@st.composite
def bodies(draw: st.DrawFn) -> tuple[tuple[Any, ...], tuple[n.TargetSpec, ...]]:
    """One to three effects and their targets."""
    targets: list[n.TargetSpec] = []
    made = tuple(draw(effects(targets)) for _ in range(draw(st.integers(1, 3))))
    return made, tuple(targets)


costs: st.SearchStrategy[Any] = st.one_of(
    st.just(n.TapCost()),
    st.just(n.UntapCost()),
    st.sampled_from([("2",), ("1", "U"), ("R/W",), ("G/P",), ("C",), ("0",)]).map(n.ManaCost),
    fixed.map(n.LifeCost),
    st.builds(n.RemoveCountersCost, counters, fixed),
    st.builds(n.PutCountersCost, counters, fixed),
    st.just(n.SacrificeCost()),
    st.builds(n.SacrificeCost, filters(), fixed),
    fixed.map(n.DiscardCost),
)
who = st.sampled_from(["you", "opponent", "any"])
triggers: st.SearchStrategy[Any] = st.one_of(
    st.builds(n.Enters, st.one_of(st.just(n.This()), filters())),
    st.builds(n.Dies, filters(), st.just(True)),
    st.builds(n.Leaves, filters()),
    st.builds(n.BecomesTapped, filters()),
    st.builds(n.BecomesUntapped, st.just(n.This())),
    st.builds(n.BecomesDesignated, st.one_of(st.just(n.This()), filters()), st.sampled_from(n.DESIGNATIONS)),
    who.map(n.LifeGained),
    who.map(n.LifeLost),
    who.map(n.CardDrawn),
    st.builds(n.SpellCast, who, st.sampled_from([n.Filter(types=("creature",)), n.Filter(colors=("R",))])),
    st.builds(
        n.SpellCast,
        who,
        st.sampled_from([n.Filter(), n.Filter(types=("instant",)), n.Filter(subtypes=("Elf",))]),
        st.just(1),
    ),
    st.builds(
        n.DealsDamage,
        st.sampled_from([n.Filter(controller="you"), n.Filter(colors=("R",), controller="you", another=True)]),
        st.sampled_from(["any", "opponent", "you"]),
        source=st.just(True),
        noncombat=st.booleans(),
    ),
    st.builds(
        n.StepBegins,
        st.sampled_from(["upkeep", "draw", "combat", "end"]),
        st.sampled_from(["you", "opponent", "each"]),
    ),
)
conditions: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.builds(n.LifeIs, st.sampled_from([">=", "<="]), st.integers(1, 40)),
    st.builds(n.Controls, groups),
    st.builds(n.Controls, groups, st.sampled_from([">=", "<="]), st.integers(2, 9)),
    st.builds(n.IsDesignated, st.just(n.This()), st.sampled_from(n.DESIGNATIONS)),
    st.builds(n.StatIs, st.just(n.This()), compares.filter(lambda c: c.stat != "manavalue")),
)
statics: st.SearchStrategy[Any] = st.one_of(
    st.builds(
        n.GrantAbilities,
        st.one_of(st.just(n.This()), groups),
        st.lists(keywords, min_size=1, max_size=3, unique=True).map(lambda ws: tuple(map(n.Keyword, ws))),
    ),
    st.builds(n.ModifyPT, st.one_of(st.just(n.This()), groups), fixed, fixed),
    st.builds(n.BasePT, groups, st.integers(0, 9), st.integers(0, 9)),
    st.builds(n.DoesntUntap, st.one_of(st.just(n.This()), groups)),
    st.builds(n.UntapsToo, st.one_of(st.just(n.This()), groups)),
    st.builds(n.CantDo, groups, st.sampled_from(["block", "attack", "attack or block", "be blocked"])),
    st.builds(n.EntersWithCounters, counters, fixed),
    st.just(n.EntersTapped()),
    st.builds(n.CostReduction, st.integers(1, 5), st.integers(0, 1), st.none(), st.just("you"), st.booleans()),
    st.builds(n.CostReduction, st.integers(1, 5), whose=st.just("you"), keyword=st.sampled_from(["equip", "cycling"])),
)


#: Every kind of ability that has effects, static abilities and keywords.
_every: st.SearchStrategy[Any] = st.one_of(
    bodies().map(lambda b: n.SpellAbility(*b)),
    st.builds(
        lambda c, b, timing, limit: n.Activated(tuple(c), b[0], b[1], timing, limit),
        st.lists(costs, min_size=1, max_size=3),
        bodies(),
        st.sampled_from(["", "sorcery"]),
        st.sampled_from(["", "turn", "once", "exhaust"]),
    ),
    st.builds(
        lambda t, b, c, limit: n.Triggered(t, b[0], b[1], c, limit),
        triggers,
        bodies(),
        conditions,
        st.sampled_from(["", "turn"]),
    ),
    st.builds(n.Static, statics, conditions),
    keywords.map(n.Keyword),
    filters(another=False).map(n.Enchant),
)


def _of_the_language(ability: Any) -> bool:
    """Whether an ability is one that a card could have.

    What the parts above put together at random need not be: "another target creature" on a spell (``problems``
    refuses it), or "Sacrifice ~: ~ gains flying", which changes what has left (``gone``: read as not understood). What
    is refused has tests of its own: ``test_terms.py::test_typecheck_refuses`` and the tests of ``oracle/gone.py``.
    """
    return not problems(ability) and not gone(ability)


abilities: st.SearchStrategy[Any] = _every.filter(_of_the_language)
