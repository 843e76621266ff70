"""Whose words stand in a start: of a card of that name, made of such words by the rules, or of no card.

Words that cards say, and words that the rules make of them: tokens, copies, effects in force, delayed abilities.

All parts of the cards' terms are gathered. Each form in which the rules write such a part into a state has one method here.
Where it can't be told that words are made so, they are not taken for made.

Words stand in a start wherever a term can. A term may be a card or token, an ability or effect, an effect until end of turn, or
part of a property. It may be of a row, or of an object that is gone. What only words can bring about counts as words too: a turn to come, a changed power, a
copy, and how long an effect lasts. Play that led there is not shown. So words count as made where the rules could make
them of words of some card that is named in the start. Where that can't be told they count as words of no card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from reiterate.amounts import Amount
from reiterate.check.accepted import Lookup, NoCards, Unowned
from reiterate.check.work import spend
from reiterate.rules.access import faces, text_changes
from reiterate.rules.access.unread_clauses import assumed_like
from reiterate.rules.characteristics.continuous_effects import GAME_LONG, REBOUND, TURN, held_by_you
from reiterate.rules.events.copying import keeping, with_exceptions, with_itself
from reiterate.rules.events.triggers import of_player
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.positions.under_way import with_mode
from reiterate.rules.resolution.resolving import effects_of_spell
from reiterate.state.amount_slots import names
from reiterate.state.model import EXILE, Class, Gone, State
from reiterate.state.properties import (
    ABILITY,
    ADDED,
    ADDED_PHASE,
    ADDED_STEP,
    ADDED_TURN,
    AFTER,
    BINDS,
    BLESSED,
    CARD,
    CAST_LATELY,
    CHOSEN_COLOR,
    CLASS_LEVEL,
    COPIABLE,
    COPIED,
    DAYTIME,
    DEATHTOUCHED,
    DELAYED,
    DIES_TO_EXILE,
    DURATION,
    EFFECT,
    ENCHANT,
    EOT_POWER,
    EOT_TOUGHNESS,
    EXILED_INSTEAD,
    FLASHBACK,
    IN_EXTRA_TURN,
    LAST_KNOWN,
    LEAVES_TO_EXILE,
    LOSING,
    LOST,
    MASTER,
    MAY_ONLY_CAST,
    MAY_PLAY,
    NEXT_MASTER,
    ONCE,
    PAIRED,
    PHASES,
    PLAYER,
    PRINTED,
    REST,
    RESUME,
    RETURN,
    SADDLED,
    SHELTERED,
    SHIELD,
    SKIP_NEXT,
    SKIP_TURNS,
    STAYS_TAPPED,
    TOKEN,
    TURN_OF,
    UNLIMITED,
    WINNING,
    WORD_CHANGES,
)
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts, Triggered
from reiterate.terms.base import Part, Term, children, replace, swap, with_fields
from reiterate.terms.code import to_json
from reiterate.terms.conditions import Kicked
from reiterate.terms.effects_continuous import (
    ATTACK_PLAYER,
    Become,
    ChangeText,
    ExchangeControl,
    ExileLeaving,
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
)
from reiterate.terms.effects_permanents import (
    PairUp,
    Regenerate,
    SacrificeChosen,
    SacrificeObject,
    Saddle,
    SetLevel,
    StaysTapped,
)
from reiterate.terms.effects_players import (
    ControlTurn,
    ExchangeLife,
    ExtraPhases,
    ExtraSteps,
    ExtraTurn,
    NoMaximumHandSize,
    SkipNext,
    SkipTurn,
    WinLose,
)
from reiterate.terms.effects_spells import (
    BecomeCopy,
    CastCopy,
    CastFree,
    CopyForEach,
    CopySpell,
    CopyToken,
    Except,
    GainFlashback,
    LetPlay,
    Populate,
)
from reiterate.terms.effects_structure import Again, Branch, Delayed, ForEachPlayer, IfDone, Reflexive, RepeatProcess
from reiterate.terms.effects_zones import ExileUntil
from reiterate.terms.meanings import AT_NEXT_END, PAID_SO, meaning
from reiterate.terms.print_spelling import COLOR_NAMES
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, Result, Seat, ThatPlayer, This
from reiterate.terms.replacement_effects import DamageInstead, EntersAs, OthersEnterAs, SkipDraw, WinInstead
from reiterate.terms.static_effects import Ascend, Bound, MayExert
from reiterate.terms.trigger_events import WhenDone
from reiterate.terms.word_changes import in_color

# --- made words ----------------------------------------------------------------------------------

#: What makes a copy: of a permanent, of a token, of a spell; and what makes any of them.
TURNS_INTO: Final = (EntersAs, OthersEnterAs, BecomeCopy)
CREATES: Final = (CopyToken, CopyForEach, Populate, CopySpell, *TURNS_INTO)
ON_THE_STACK: Final = (CopySpell, CastCopy)
COPIERS: Final = (*CREATES, CastCopy)

_THIS: Final = This()
_REBOUND: Final = Keyword("rebound")


class Words:
    """What cards say: ``parts`` of their terms, and those by kind. ``cards``: whole cards, faces, tokens and copies."""

    __slots__ = ("by_kind", "cards", "fronts", "parts", "seats", "texts", "tokens")

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.cards: dict[Proto, None] = {}
        self.fronts: dict[Proto, None] = {}  # of these the cards of their names: no back face, token or copy
        self.tokens: dict[Proto, None] = {}  # tokens that the words create
        self.parts: set[Term] = set()
        self.by_kind: dict[type, list[Any]] = {}
        self.texts: set[str] = set()  # single words in the parts: names, types, keywords

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
        known = [part for part in self.parts if isinstance(part, Triggered)]
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

    # --- a resolution under way ----------------------------------------------------------------------------------

    def goes_on(self, effect: Term) -> bool:
        """Whether an effect that is still to come is one of a card (608.2c), for one player of several too (101.4)."""
        if effect in self.parts:
            return True
        if isinstance(effect, Again):
            return effect.process in self.parts
        if isinstance(effect, Branch):
            return any(Branch(each.condition, (Again(each),)) == effect for each in self.of(RepeatProcess))
        if isinstance(effect, IfDone):
            return any(replace(each, first=()) == effect for each in self.of(IfDone))
        if effect == SacrificeObject(Result(), by_controller=True):
            return bool(self.of(SacrificeChosen))
        who = getattr(effect, "who", None)
        return isinstance(who, Seat) and any(replace(each, who=who) == effect for each in self.of(type(effect)))


def _begins(said: Term, effect: Term) -> bool:
    """Whether an effect on an object is what a card says, about it."""
    if isinstance(said, GainControl):  # who gains it is told by the effect's controller
        return effect == GainControl(_THIS, said.duration)
    if isinstance(said, Pump) and isinstance(effect, Pump) and effect.object == _THIS and _pumps(said, effect):
        return True
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
    sign = -1 if card.minus else 1
    pairs = ((card.power, effect.power), (card.toughness, effect.toughness))
    halves = all(
        isinstance(now, Fixed) and (not isinstance(said, Fixed) or now == Fixed(said.value * sign))
        for said, now in pairs
    )
    return not effect.minus and halves


def terms_in(value: Any) -> Iterable[Term]:
    """The terms of a property, which may be a tuple."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from terms_in(each)


# --- whose words ---------------------------------------------------------------------------------

#: Tokens of one start that are looked up among those that any card creates, where nothing in it makes them.
TOKEN_BUDGET: Final = 24

#: Properties that are no terms, and what effects bring each of them about; nothing else does.
PROPERTIES: Final[dict[str, tuple[type, ...]]] = {
    FLASHBACK: (GainFlashback,),
    MAY_PLAY: (LetPlay,),
    MAY_ONLY_CAST: (LetPlay,),
    SHELTERED: (SkipDraw,),
    UNLIMITED: (NoMaximumHandSize,),
    BLESSED: (Ascend,),
    DAYTIME: (Bound,),
    CAST_LATELY: (Bound,),
    EXILED_INSTEAD: (CastFree,),
    DIES_TO_EXILE: (ExileLeaving,),
    LEAVES_TO_EXILE: (ExileLeaving,),
    BINDS: (Lasting,),
    STAYS_TAPPED: (StaysTapped, MayExert),
    PAIRED: (PairUp,),
    SADDLED: (Saddle,),
    CLASS_LEVEL: (SetLevel,),
    WINNING: (WinLose, WinInstead),
    LOSING: (WinLose, DamageInstead),
    MASTER: (ControlTurn,),
    NEXT_MASTER: (ControlTurn,),
    TURN_OF: (ExtraTurn,),
    IN_EXTRA_TURN: (ExtraTurn,),
    AFTER: (ExtraSteps,),
    RESUME: (ExtraPhases, ExtraSteps),
    ADDED: (ExtraPhases, ExtraSteps),
}

#: The same of amounts, by how their names begin, and of kinds of rows without an ability.
AMOUNTS: Final[dict[str, tuple[type, ...]]] = {
    EOT_POWER: (Pump,),
    EOT_TOUGHNESS: (Pump,),
    SKIP_TURNS: (SkipTurn,),
    SKIP_NEXT: (SkipNext,),
}
ROWS: Final[dict[str, tuple[type, ...]]] = {
    RETURN: (ExileUntil,),
    ADDED_TURN: (ExtraTurn,),
    ADDED_PHASE: (ExtraPhases, ExtraSteps),
    ADDED_STEP: (ExtraSteps,),
}

#: The keyword of whose source it is said that it dealt damage (702.2b).
_DEATHTOUCH: Final = "deathtouch"

#: Where whole cards stand.
_FACES: Final = (COPIABLE, COPIED, PRINTED)


@dataclass(frozen=True, slots=True)
class _Place:
    """A class at a row, with its amounts; ``of``: "" for the row's own, else the reference to what is gone."""

    row: int
    of: str
    cls: Class
    num: Mapping[str, Amount]


def words_of(start: State, cards: Lookup | None) -> NoCards:
    """The names under which no card is found that is the same, and the words that are of no card.

    ``cards``: the cards of a name; none to compare with where it is None.
    """
    places = list(_places(start))
    words = Words(sum(row.cls.kind == PLAYER for row in start.rows.values()))
    _gather(places, words, cards)
    names: dict[str, None] = {}
    found: list[Unowned] = []
    for place in places:
        for what, said in (*_not_said(place.cls, words), *_not_brought_about(place, words)):
            if place.cls.kind == CARD and what in ("proto", PRINTED) and isinstance(said, Proto):
                names[said.name] = None
            else:
                written = said if isinstance(said, str) else to_json(said)
                found.append(Unowned(place.row, f"{place.of}, {what}" if place.of else what, written))
    return NoCards(tuple(sorted(names)), tuple(found))


def _places(start: State) -> Iterator[_Place]:
    for handle, row in start.rows.items():
        yield _Place(handle, "", row.cls, row.num)
        for name, ref in row.refs.items():
            if isinstance(ref, Gone):
                yield _Place(handle, name, ref.cls, ref.num)


def _faces(cls: Class) -> Iterator[Proto]:
    """The cards of a class: what it is, and what it is without a copy effect or a changed text."""
    for each in (cls.proto, *(cls.by_prop.get(name) for name in _FACES)):
        if isinstance(each, Proto) and each != UNKNOWN_CARD:
            yield each


# --- what is said ------------------------------------------------------------------------------------------------


def _gather(places: list[_Place], words: Words, cards: Lookup | None) -> None:
    """Cards of their names first; then what is made of them, and of that, until nothing more is."""
    there = dict.fromkeys(face for place in places for face in _faces(place.cls))
    for face in there:
        found = list(cards(face.name)) if cards is not None else []
        if any(assumed_like(each, face) == face for each in found):
            words.add(face)
            if not face.token and not any(each.back == face or face in each.halves for each in found):
                words.fronts[face] = None
    _gather_made(places, words, there)
    if cards is None:
        return
    nobodys = [face for face in there if face.token and face not in words.cards]
    for token in nobodys[:TOKEN_BUDGET]:
        if token in cards(f"{token.name} token"):
            words.add(token)
            words.tokens[token] = None
    _gather_made(places, words, there)


def _gather_made(places: list[_Place], words: Words, there: dict[Proto, None]) -> None:
    before = -1
    while len(words.cards) != before:
        before = len(words.cards)
        for face in there:
            if face in words.cards or words.copies(face):
                words.add(face)
        for place in places:
            cls = place.cls
            if _worded(cls, words) and cls.proto is not None:
                words.add(cls.proto)
            color = cls.by_prop.get(CHOSEN_COLOR)
            if cls.proto is not None and cls.proto in words.cards and color in COLOR_NAMES:
                words.add(in_color(cls.proto, str(color)))


def _worded(cls: Class, words: Words) -> bool:
    """Whether a class has a changed text, by an effect of some card, of what is said without that (612)."""
    plain = cls.by_prop.get(COPIABLE)
    changed = WORD_CHANGES in cls.by_prop and bool(words.of(ChangeText))
    return (
        changed and isinstance(plain, Proto) and plain in words.cards and text_changes.with_copiable(cls, plain) is cls
    )


# --- what is not said --------------------------------------------------------------------------------------------


def _not_said(cls: Class, words: Words) -> Iterator[tuple[str, Term | str]]:
    """The terms of a class that nobody's words are, each with where it stands."""
    if cls.proto is not None and cls.proto != UNKNOWN_CARD:
        if cls.proto not in words.cards or not _copied(cls, words):
            yield "proto", cls.proto
        elif cls.kind == CARD and _own(cls) not in words.fronts:
            yield PRINTED if PRINTED in cls.by_prop else "proto", _own(cls)
    if cls.term is not None and not _term_said(cls, words):
        yield "ability", cls.term
    for mark in cls.marks:
        if not words.lasts(mark):
            yield "until end of turn", mark
    for name, value in cls.props:
        for term in terms_in(value):
            if not _property_said(cls, name, term, words):
                yield name, term


def _own(cls: Class) -> Proto:
    """The card that an object is, whatever copy effects and changed texts make of it (707.2, 612)."""
    own = cls.by_prop.get(PRINTED)
    return own if isinstance(own, Proto) else text_changes.copiable_of(cls)


def _copied(cls: Class, words: Words) -> bool:
    """Whether what an object is could come about: it is its card, a token that is created, or what an effect makes a copy."""
    own, now = _own(cls), text_changes.copiable_of(cls)
    if cls.kind == CARD:
        return not own.token and (now in (own, own.back, *own.halves) or words.copies(now, TURNS_INTO))
    if cls.kind == TOKEN:
        return now.token and (now in words.tokens or words.copies(now, CREATES))
    return not now.token and words.copies(now, ON_THE_STACK)


def _not_brought_about(place: _Place, words: Words) -> Iterator[tuple[str, str]]:
    """What is no term, and what no effect of some card brings about: properties, amounts, and rows without an ability."""
    cls = place.cls
    for name, value in cls.props:
        if (
            (
                name in PROPERTIES
                and not any(map(words.of, PROPERTIES[name]))
                and not _set_out(cls, name, value)
                and not _is_past(cls, name)
            )
            or (name == WORD_CHANGES and cls.proto is not None and not _worded(cls, words))
            or (name == PHASES and value not in _phases(words))
            or (name == DEATHTOUCHED and _DEATHTOUCH not in words.texts)
        ):
            yield name, str(value)
    for name in names(place.num):
        effects = next((effects for begin, effects in AMOUNTS.items() if name.startswith(begin)), None)
        if effects is not None and not any(map(words.of, effects)):
            yield name, "a change of nobody's"
    if cls.kind in ROWS and not any(map(words.of, ROWS[cls.kind])):
        yield cls.kind, cls.kind


def _is_past(cls: Class, name: str) -> bool:
    """Whether a player has lost by words of a card that left the game with that player (800.4a)."""
    return name == LOSING and LOST in cls.by_prop


def _set_out(cls: Class, name: str, value: object) -> bool:
    """Whether a property says of an adventurer card that it may be played from exile, for it went on its adventure (715.3d)."""
    return name == MAY_PLAY and value == faces.WHILE_EXILED and cls.zone == EXILE and faces.may_set_out(cls)


def _phases(words: Words) -> Iterator[object]:
    """The phases that are to come: the last ones of those that some effect adds, or one of a step (500.8, 500.9)."""
    yield from (each.phases[begun:] for each in words.of(ExtraPhases) for begun in range(len(each.phases)))
    yield from ((each.step,) for each in words.of(ExtraSteps) if each.after == "phase")


def _term_said(cls: Class, words: Words) -> bool:
    assert cls.term is not None
    until = str(cls.prop(DURATION))
    if cls.kind == ABILITY:
        return cls.term in words.parts or words.triggers(cls.term)
    if cls.kind == DELAYED:
        return words.delays(cls.term, bool(cls.prop(ONCE)), until)
    if cls.kind == EFFECT:
        return words.lasts(cls.term, until)
    return cls.kind == SHIELD and words.shields(cls.term)


def _property_said(cls: Class, name: str, term: Any, words: Words) -> bool:
    if name == COPIABLE:
        return _worded(cls, words)
    if name in _FACES:
        return term in words.cards
    if name == REST:
        return words.goes_on(term)
    if name == ENCHANT:
        return words.enchants(term)
    return name == LAST_KNOWN and isinstance(term, Proto) and words.remembers(term)
