"""Keyword abilities that a line says and that are read as the abilities they stand for (702).

Keywords that other texts give or ask for by name are part of the language (``terms/keywords.py``).
The ones here are not: a text that names one of them elsewhere is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.terms import language as n
from reiterate.terms.base import replace

_THIS: Final = n.This()
_ONE: Final = n.Fixed(1)
_GERM: Final = n.Proto(
    "Phyrexian Germ", ("creature",), ("Phyrexian", "Germ"), (), ("B",), None, 0, 0, None, (), token=True
)


def expanded(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """The abilities of a line that is one of these keywords, () for any other line; raises ``NotRead``."""
    rule = _RULES.get(words[:1]) or _RULES.get(words[:2])
    return rule(reader, words) if rule is not None else ()


def _champion(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Champion a creature (702.72a): exiled until this leaves, by two linked abilities (607.2k)."""
    wanted = replace(reader.one_of(words[1:]), controller="you", another=True)
    given_up = n.MoveChosen(n.You(), _ONE, ("battlefield",), wanted, "exile", link=True)
    unless = n.IfDone((n.May((given_up,)),), (), (n.SacrificeObject(_THIS),))
    back = n.ReturnToBattlefield(n.Linked(), "owner")
    return (n.Triggered(n.Enters(_THIS), (unless,)), n.Triggered(n.Leaves(_THIS), (back,)))


def _living_weapon(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Living weapon (702.92a)."""
    if len(words) != 2:
        raise reader.fail(words, "more than a keyword")
    return (n.Triggered(n.Enters(_THIS), (n.CreateTokens(_ONE, _GERM), n.AttachTo(n.Result()))),)


def _umbra_armor(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Umbra armor, once called totem armor (702.89a)."""
    if len(words) != 2:
        raise reader.fail(words, "more than a keyword")
    return (n.Static(n.HostSpared()),)


def _number(reader: SentenceReader, words: Words) -> int:
    if len(words) != 2 or not words[1].isdecimal() or words[1] == "0":
        raise reader.fail(words, "no number of counters")
    return int(words[1])


def _graft(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Graft 2 (702.58a)."""
    enters = n.Static(n.EntersWithCounters("+1/+1", n.Fixed(_number(reader, words))))
    there = n.PutCounters(n.That(), "+1/+1", _ONE)
    moved = n.IfDone((there,), (n.RemoveCounters(_THIS, "+1/+1", _ONE),))  # 122.5: both or none of it
    here = n.Branch(n.OnBattlefield(), (n.May((moved,)),))
    another = n.Enters(n.Filter(types=("creature",), another=True))
    return (enters, n.Triggered(another, (here,), condition=n.HasCounter(_THIS, "+1/+1")))


def _modular(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Modular 2 (702.43a): the counters are counted on the permanent as it last was."""
    enters = n.Static(n.EntersWithCounters("+1/+1", n.Fixed(_number(reader, words))))
    handed = n.May((n.PutCounters(n.TargetRef(0), "+1/+1", n.CountersOn("+1/+1", _THIS)),))
    target = n.TargetSpec(n.Filter(types=("artifact", "creature")))
    return (enters, n.Triggered(n.Dies(_THIS), (handed,), (target,)))


def _fading(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Fading 5 (702.32a)."""
    enters = n.Static(n.EntersWithCounters("fade", n.Fixed(_number(reader, words))))
    less = n.IfDone((n.RemoveCounters(_THIS, "fade", _ONE),), (), (n.SacrificeObject(_THIS),))
    return (enters, n.Triggered(n.StepBegins("upkeep", "you"), (less,)))


def _cumulative_upkeep(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Cumulative upkeep {1}, or — pay 1 life (702.24a): each instance counts all age counters there are (702.24b)."""
    rest = words[3:] if words[2:3] == ("—",) else words[2:]
    rest = rest[:-1] if rest[-1:] == (".",) else rest
    if len(rest) == 3 and rest[1] == "or" and all(len(w) == 3 and w[0] == "{" and w[1] in "WUBRG" for w in rest[::2]):
        costs: tuple[n.Cost, ...] = (n.ManaCost((f"{rest[0][1]}/{rest[2][1]}",)),)  # chosen for each counter apart
    else:
        costs = reader.costs(rest)
    for cost in costs:
        known = isinstance(cost, n.ManaCost | n.LifeCost | n.SacrificeCost | n.DiscardCost)
        if not known or cost == n.SacrificeCost():  # itself can't be sacrificed more often than once
            raise reader.fail(words, "no cost that is paid for each counter")
        if isinstance(cost, n.ManaCost) and "X" in cost.symbols:
            raise reader.fail(words, "an X that nobody announces")
    grows = n.PutCounters(_THIS, "age", _ONE)
    paid = n.MayPay(n.You(), costs, (), (n.SacrificeObject(_THIS),), times=n.CountersOn("age", _THIS))
    return (n.Triggered(n.StepBegins("upkeep", "you"), (grows, paid), condition=n.OnBattlefield()),)


def _echo(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Echo {2}{G}, or — discard a card (702.30a)."""
    rest = words[2:] if words[1:2] == ("—",) else words[1:]
    rest = rest[:-1] if rest[-1:] == (".",) else rest
    costs = reader.costs(rest) if rest else ()
    if not costs or any(isinstance(cost, n.ManaCost) and "X" in cost.symbols for cost in costs):
        raise reader.fail(words, "no echo cost")
    paid = n.MayPay(n.You(), costs, (), (n.SacrificeObject(_THIS),))
    return (n.Triggered(n.StepBegins("upkeep", "you"), (paid,), condition=n.Arrived()),)


_FROM_GRAVEYARD: Final = n.ExileCost("graveyard")


def _costs(reader: SentenceReader, words: Words) -> tuple[n.Cost, ...]:
    """The cost behind a keyword, and exiling the card from its owner's graveyard."""
    rest = words[2:] if words[1:2] == ("—",) else words[1:]
    if not rest:
        raise NotRead(0, "no cost behind the keyword")
    return (*reader.costs(rest), _FROM_GRAVEYARD)


def _scavenge(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Scavenge {2}{G} (702.97a): the power is that of the card that was exiled."""
    put = n.PutCounters(n.TargetRef(0), "+1/+1", n.StatOf("power", _THIS))
    target = n.TargetSpec(n.Filter(types=("creature",)))
    return (n.Activated(_costs(reader, words), (put,), (target,), timing="sorcery", zone="graveyard"),)


def _embalm(reader: SentenceReader, words: Words) -> tuple[n.Ability, ...]:
    """Embalm {2}{W} (702.128a) and eternalize (702.129a): a token that is a copy of the card, a Zombie without mana cost."""
    but = n.Except(subtypes=("Zombie",), colors=("W",), costless=True)
    if words[0] == "eternalize":
        but = replace(but, colors=("B",), power=4, toughness=4)
    made = n.CopyToken(_ONE, _THIS, n.You(), but)
    return (n.Activated(_costs(reader, words), (made,), timing="sorcery", zone="graveyard"),)


_RULES: Final[dict[Words, Callable[[SentenceReader, Words], tuple[n.Ability, ...]]]] = {
    ("champion",): _champion,
    ("living", "weapon"): _living_weapon,
    ("umbra", "armor"): _umbra_armor,
    ("totem", "armor"): _umbra_armor,
    ("graft",): _graft,
    ("modular",): _modular,
    ("fading",): _fading,
    ("cumulative", "upkeep"): _cumulative_upkeep,
    ("echo",): _echo,
    ("scavenge",): _scavenge,
    ("embalm",): _embalm,
    ("eternalize",): _embalm,
}
