"""What the cards of a start say, and the words that the rules make of it: tokens, copies, effects in force, delayed abilities.

All parts of the cards' terms are gathered. Each form in which the rules write such a part into a state has one method here.
Where it can't be told that words are made so, they are not taken for made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from reiterate.check.work import spend
from reiterate.rules.access.faces import shown_down
from reiterate.rules.characteristics.continuous_effects import GAME_LONG, REBOUND, TURN, held_by_you
from reiterate.rules.events.copying import keeping, with_exceptions, with_itself
from reiterate.rules.events.triggers import of_player
from reiterate.rules.positions.under_way import with_mode
from reiterate.rules.resolution.resolving import effects_of, effects_of_spell
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts, Triggered
from reiterate.terms.base import Part, Term, children, replace, swap, walk, with_fields
from reiterate.terms.conditions import HasCounter, Kicked
from reiterate.terms.costs import RemoveCountersCost
from reiterate.terms.effects_continuous import (
    ATTACK_PLAYER,
    Become,
    ExchangeControl,
    Forbid,
    GainAbilities,
    GainActivated,
    GainControl,
    GainKeywords,
    Lasting,
    LoseKeywords,
    Pump,
    Require,
    SetBasePT,
    SwapEnchant,
    signs_of,
)
from reiterate.terms.effects_permanents import (
    DoubleCounters,
    Regenerate,
    RemoveCounters,
)
from reiterate.terms.effects_players import (
    ExchangeLife,
)
from reiterate.terms.effects_spells import (
    BecomeCopy,
    CastCopy,
    CopyForEach,
    CopySpell,
    CopyToken,
    Except,
    Populate,
)
from reiterate.terms.effects_structure import Delayed, ForEachPlayer, Reflexive
from reiterate.terms.effects_zones import Manifest, ManifestDread
from reiterate.terms.meanings import AT_NEXT_END, PAID_SO, meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountersOn, CountersRemoved, Fixed
from reiterate.terms.references import DEFENDING, SEAT, Each, Filter, Seat, ThatPlayer, This
from reiterate.terms.replacement_effects import (
    ChangeCounters,
    EntersAs,
    EntersWithCounters,
    OthersEnterAs,
)
from reiterate.terms.static_effects import CantHaveCounters
from reiterate.terms.trigger_events import CountersPut, LastCounter, WhenDone

#: What makes a copy: of a permanent, of a token, of a spell; and what makes any of them.
TURNS_INTO: Final = (EntersAs, OthersEnterAs, BecomeCopy)
CREATES: Final = (CopyToken, CopyForEach, Populate, CopySpell, *TURNS_INTO)
ON_THE_STACK: Final = (CopySpell, CastCopy)
COPIERS: Final = (*CREATES, CastCopy)

#: What only asks for counters, takes them away or changes how many there are.
ASKS_COUNTERS: Final = (
    Filter,
    HasCounter,
    CountersOn,
    CountersRemoved,
    RemoveCounters,
    RemoveCountersCost,
    DoubleCounters,
    ChangeCounters,
    CantHaveCounters,
    CountersPut,
    LastCounter,
)
#: The fields in which everything else says which counters it puts.
_KIND_OF_COUNTERS: Final = ("kind", "counter", "counters")

_THIS: Final = This()
_REBOUND: Final = Keyword("rebound")


class Words:
    """What cards say: ``parts`` of their terms, and those by kind. ``cards``: whole cards, faces, tokens and copies."""

    __slots__ = ("by_kind", "cards", "counters", "fronts", "parts", "seats", "texts", "tokens")

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.cards: dict[Proto, None] = {}
        self.fronts: dict[Proto, None] = {}  # of these the cards of their names: no back face, token or copy
        self.tokens: dict[Proto, None] = {}  # tokens that the words create
        self.parts: set[Term] = set()
        self.by_kind: dict[type, list[Any]] = {}
        self.texts: set[str] = set()  # single words in the parts: names, types, keywords
        self.counters: set[str] = set()  # kinds of counters that the words put on something

    def add(self, card: Proto) -> None:
        """A card, or what is made of one, with all that it says."""
        if card in self.cards:
            return
        self.cards[card] = None
        self._gather(card)
        if {"instant", "sorcery"} & {*card.types}:
            self._gather(effects_of_spell(card, ()))

    def _gather(self, part: Part) -> None:
        """A part with all below it, and with the other forms in which the rules write it."""
        todo: list[Part] = [part]
        while todo:
            each = todo.pop()
            if isinstance(each, str):
                self.texts.add(each)
            elif isinstance(each, tuple):
                todo += each
            elif isinstance(each, Term) and each not in self.parts:
                spend(1)
                self.parts.add(each)
                self.by_kind.setdefault(type(each), []).append(each)
                if not isinstance(each, ASKS_COUNTERS):
                    self.counters.update(str(getattr(each, name, "")) for name in _KIND_OF_COUNTERS)
                todo += [child for _, child in children(each)]
                todo += self._other_forms(each)

    def _other_forms(self, part: Term) -> list[Part]:
        """Words that stand for a part: the meaning of a keyword, an ability with its mode, one that triggers on what was done."""
        parts: list[Part] = []
        if isinstance(part, Proto):
            self.cards.setdefault(part)  # another face, or a token that is made
            parts += [effects_of_spell(part, ())] if part.halves else []
            if part.token:
                self.tokens.setdefault(part)
        elif isinstance(part, Keyword):
            parts += (*meaning(part), *((REBOUND,) if part == _REBOUND else ()))
        elif isinstance(part, Activated | Triggered | SpellAbility):
            parts += [with_itself(part.effects, part)]
            if not isinstance(part, SpellAbility):
                parts += [with_mode(part, i) for i in range(1, len(part.modes) + 1)]
        elif isinstance(part, Manifest | ManifestDread):
            parts.append(shown_down(isinstance(part, Manifest) and part.cloaked))
        elif isinstance(part, Delayed):
            parts.append(Triggered(part.trigger, part.effects))
        elif isinstance(part, Reflexive):
            parts.append(Triggered(WhenDone(), part.effects, part.targets))
        elif isinstance(part, ForEachPlayer):
            parts += [swap(part.effects, ThatPlayer(), Seat(seat)) for seat in range(self.seats)]
        elif isinstance(part, SpellCosts):
            parts += [*PAID_SO.get(part.how, ()), *([AT_NEXT_END[part.how]] if part.how in AT_NEXT_END else [])]
            parts += [Kicked(part.how)] if part.how in PAID_SO else []
        return parts

    def of(self, kind: type) -> list[Any]:
        """All gathered parts of the cards' terms that are of a kind, such as ``Triggered``; [] where there are none."""
        return self.by_kind.get(kind, [])

    # --- cards and tokens ----------------------------------------------------------------------------------------

    def bring(self, effects: tuple[type, ...], fits: Callable[[Any, Any], bool], value: object) -> bool:
        """Whether some effect of these kinds brings a value about."""
        return any(fits(each, value) for kind in effects for each in self.of(kind))

    def copies(self, card: Proto, makers: tuple[type, ...] = COPIERS) -> bool:
        """Whether a card is a copy of another one of its name, with what such an effect changes (707.2, 707.9)."""
        changes = {getattr(each, "but", Except()): None for kind in makers for each in self.of(kind)}
        named = [each for each in self.cards if each.name == card.name] if changes else []
        for exceptions in changes if named else ():
            spend(len(named))
            kept = [keeping(exceptions, own) for own in self.cards] if exceptions.own_color else [exceptions]
            if any(with_exceptions(each, but, card.token) == card for each in named for but in kept):
                return True
        return False

    def remembers(self, last: Proto) -> bool:
        """Whether what is gone was so, as last known (608.2h): its words are keywords and types of somebody, and no others."""
        plain = replace(last, abilities=())
        said = {word.name for word in last.abilities if isinstance(word, Keyword) and not word.parameter}
        named = [each for each in self.cards if each.name == last.name and each.mana_cost == last.mana_cost]
        words = {*plain.types, *plain.subtypes, *plain.supertypes, *plain.colors, *said}
        return bool(named) and len(said) == len(last.abilities) and words <= self.texts and plain.back is None

    # --- what lasts ----------------------------------------------------------------------------------------------

    def triggers(self, term: Term) -> bool:
        """Whether a triggered ability is some card's, with the player of its event in place of "that player" (603.3d)."""
        known = [form for part in self.of(Triggered) for form in (part, *self._against(part))]
        return any(of_player(part, seat) == term for part in known for seat in range(self.seats))

    def lasts(self, effect: Term, until: str = TURN) -> bool:
        """Whether an effect on an object is one that a card begins, for so long (611.2, 611.2a, 611.2c)."""
        if isinstance(effect, GainKeywords | LoseKeywords):
            gained = {word for each, lasts in self._begun(type(effect)) if lasts == until for word in each.keywords}
            return effect.object == _THIS and {*effect.keywords} <= gained
        if effect == GainControl(_THIS, GAME_LONG) and until == GAME_LONG and self.of(ExchangeControl):
            return True
        if isinstance(effect, SetBasePT) and until == GAME_LONG and self.of(ExchangeLife):
            return effect.object == _THIS and effect.power in self._powers()
        if isinstance(effect, Require) and isinstance(effect.whom, Seat):
            said = effect == Require(_THIS, ATTACK_PLAYER, effect.whom) and 0 <= effect.whom.seat < self.seats
            return until == TURN and said and any(not each.attacking for each in self.of(CopyForEach))
        if isinstance(effect, Forbid | Require) and isinstance(effect.object, Each):
            begun = [each for each, lasts in self._begun(type(effect)) if lasts == until]
            return any(_on_set(each, each.object) == effect for each in begun if isinstance(each.object, Each))
        if isinstance(effect, GainAbilities) and until == TURN and self.of(GainActivated) and effect.object == _THIS:
            given = effect.abilities
            if all(isinstance(each, Activated) and each in self.parts for each in given):
                return True
        return any(lasts == until and _begins(each, effect) for each, lasts in self._begun(type(effect)))

    def _powers(self) -> set[int]:
        """The base powers that something can have: printed, or set by an effect with a number of its own."""
        printed = (each.power for each in (*self.cards, *self.of(SetBasePT), *self.of(Become)))
        return {power for power in printed if isinstance(power, int)}

    def _begun(self, kind: type) -> Iterator[tuple[Any, str]]:
        """The effects of a kind, each with how long it lasts."""
        for each in self.of(kind):
            yield each, getattr(each, "duration", TURN)
        for lasting in self.of(Lasting):
            if isinstance(lasting.effect, kind):
                yield lasting.effect, lasting.until
        if kind is GainKeywords:  # 702.136a
            for enters in self.of(EntersWithCounters):
                yield GainKeywords(_THIS, enters.otherwise), GAME_LONG

    def shields(self, effect: Term) -> bool:
        """Whether a shield is one that a card puts up (615, 614.9, 701.19)."""
        if effect == Regenerate(_THIS):
            return bool(self.of(Regenerate))
        sets = ((each, getattr(each, "object", getattr(each, "to", None))) for each in self.of(type(effect)))
        if any(isinstance(named, Each) and _on_set(each, named) == effect for each, named in sets):
            return True
        return effect in self.parts or any(_on_this(each) == effect for each in self.of(type(effect)))

    def delays(self, ability: Term, once: bool, until: str) -> bool:
        """Whether a delayed ability is one that a card sets up, once or for a turn (603.7b), or rebound (702.88a) or dash does (702.109a)."""
        if until == GAME_LONG and once and ability in (REBOUND, *AT_NEXT_END.values()):
            return (_REBOUND if ability == REBOUND else ability) in self.parts
        alike = [each for each in self.of(Delayed) if Triggered(each.trigger, each.effects) == ability]
        return (once, until) in [(each.once, GAME_LONG if each.once and not each.ends else TURN) for each in alike]

    def enchants(self, ability: Term) -> bool:
        """Whether an Aura gains this "enchant" by the words of a card (702.5)."""
        return any(each.gains == ability for each in self.of(SwapEnchant))

    # --- what resolves -------------------------------------------------------------------------------------------

    def lists(self) -> Iterator[tuple[Term, ...]]:
        """The effects of each ability, in order, as it begins to resolve (608.2c)."""
        for kind in (Activated, Triggered):
            for ability in self.of(kind):
                yield effects_of(ability)
                yield from (effects_of(each) for each in self._against(ability))

    def _against(self, ability: Any) -> Iterator[Any]:
        """An ability with each player as "defending player", as it triggers on what attacks them (508.5)."""
        parts: list[Term] = []
        if isinstance(ability, Triggered):
            walk(ability, parts.append)
        sets = {part for part in parts if isinstance(part, Filter) and part.controller == DEFENDING}
        for seat in range(self.seats) if sets else ():
            made = ability
            for each in sets:
                made = swap(made, each, replace(each, controller=f"{SEAT}{seat}"))
            yield made


def _begins(said: Term, effect: Term) -> bool:
    """Whether an effect on an object is what a card says, about it."""
    if isinstance(said, GainControl):  # who gains it is told by the effect's controller
        return effect == GainControl(_THIS, said.duration)
    if isinstance(said, Pump) and isinstance(effect, Pump) and effect.object == _THIS and _pumps(said, effect):
        return True
    if isinstance(said, Become) and isinstance(effect, Become) and said.valued and effect.power == effect.toughness:
        said = replace(said, power=effect.power, toughness=effect.toughness, valued=False)
    return _on_this(said) == effect


def _on_this(effect: Term) -> Term | None:
    """An effect as it is written on the object that it is about; None for one about no object."""
    return with_fields(effect, {"object": _THIS}) if hasattr(effect, "object") else None


def _on_set(effect: Term, named: Each) -> Term:
    """An effect on a set as it lasts (611.2c)."""
    made: Term = swap(effect, named, held_by_you(named))
    return made


def _pumps(card: Pump, effect: Pump) -> bool:
    """Whether a lasting change of power and toughness is that of a card: what it reads is known as it begins (608.2h)."""
    pairs = zip((card.power, card.toughness), (effect.power, effect.toughness), signs_of(card), strict=True)
    halves = all(
        isinstance(now, Fixed) and (not isinstance(said, Fixed) or now == Fixed(said.value * sign))
        for said, now, sign in pairs
    )
    return not effect.minus and not effect.but and halves


def terms_in(value: Any) -> Iterable[Term]:
    """The terms of a property, which may be a tuple."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from terms_in(each)
