"""Whose words stand in a start: of a card of that name, made of such words by the rules, or of no card.

Words stand in a start wherever a term can. A term may be a card or token, an ability or effect, an effect until end of turn, or
part of a property. It may be of a row, or of an object that is gone. What only words can bring about counts as words too: a turn to come, a changed power, a
copy, and how long an effect lasts. Play that led there is not shown. So words count as made where the rules could make
them of words of some card that is named in the start. Where that can't be told they count as words of no card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from reiterate.check.accepted import Lookup, NoCards, Unowned
from reiterate.check.claims.made_facts import Place, not_made_so
from reiterate.check.claims.made_words import CREATES, ON_THE_STACK, TURNS_INTO, Words, terms_in
from reiterate.check.claims.named_facts import not_named, tallies_not_named
from reiterate.check.claims.resolutions import Resolution, spell_lists
from reiterate.rules.access import faces, text_changes
from reiterate.rules.access.unread_clauses import assumed_like
from reiterate.rules.characteristics.continuous_effects import IN_LATER_TURNS, TURN, WHILE_THERE
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.amount_slots import names
from reiterate.state.model import EXILE, GAME, Class, Gone, State
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
    DESIGNATED,
    DIES_TO_EXILE,
    DURATION,
    EFFECT,
    ENCHANT,
    EOT_POWER,
    EOT_TOUGHNESS,
    EXILED_INSTEAD,
    FLASHBACK,
    FRAME,
    IN_EXTRA_TURN,
    LAST_KNOWN,
    LEAVES_TO_EXILE,
    LOSING,
    LOST,
    MANIFESTED,
    MASTER,
    MAY_ONLY_CAST,
    MAY_PLAY,
    NEXT_MASTER,
    ONCE,
    PAIRED,
    PENDING,
    PHASES,
    PLAYER,
    PRINTED,
    REST,
    RESUME,
    RETURN,
    SADDLED,
    SHIELD,
    SKIP_NEXT,
    SKIP_TURNS,
    STAYS_TAPPED,
    STEP,
    TOKEN,
    TURN_OF,
    UNLIMITED,
    WINNING,
    WORD_CHANGES,
)
from reiterate.terms.base import Term
from reiterate.terms.code import to_json
from reiterate.terms.effects_continuous import (
    ChangeText,
    ExileLeaving,
    Lasting,
    Pump,
)
from reiterate.terms.effects_permanents import (
    Designate,
    PairUp,
    Saddle,
    SetLevel,
    StaysTapped,
)
from reiterate.terms.effects_players import (
    ControlTurn,
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
    CastFree,
    GainFlashback,
    LetPlay,
)
from reiterate.terms.effects_zones import ExileUntil, Manifest, ManifestDread
from reiterate.terms.print_spelling import COLOR_NAMES
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.replacement_effects import (
    DamageInstead,
    TransformInstead,
    WinInstead,
)
from reiterate.terms.static_effects import Ascend, Bound, MayExert
from reiterate.terms.vocabulary import DESIGNATIONS
from reiterate.terms.word_changes import in_color

# --- whose words ---------------------------------------------------------------------------------

#: Tokens of one start that are looked up among those that any card creates, where nothing in it makes them.
TOKEN_BUDGET: Final = 24

#: Properties that are no terms, and what effects bring each of them about; nothing else does.
PROPERTIES: Final[dict[str, tuple[type, ...]]] = {
    FLASHBACK: (GainFlashback,),
    MAY_PLAY: (LetPlay,),
    MAY_ONLY_CAST: (LetPlay,),
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
    MANIFESTED: (Manifest, ManifestDread),
    **{f"{DESIGNATED}{each}": (Designate,) for each in DESIGNATIONS},
    CLASS_LEVEL: (SetLevel,),
    WINNING: (WinLose, WinInstead),
    LOSING: (WinLose, DamageInstead, TransformInstead),
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


def _designates(designation: str) -> Callable[[Any, Any], bool]:
    return lambda effect, _: bool(effect.designation == designation)


def _may_play(duration: str) -> tuple[str, ...]:
    """How long a card may be played by an effect, as it says it and as it becomes with a later turn (601.3)."""
    return (duration,) if duration in WHILE_THERE else (duration, IN_LATER_TURNS.get(duration, TURN))


def _added(effect: Any) -> tuple[str, ...]:
    """The phases that an effect adds (500.8), or the phase of a step (500.10)."""
    if isinstance(effect, ExtraPhases):
        return effect.phases
    return (effect.step,) if effect.after == "phase" else ()


def _whatever(_effect: Any, _value: Any) -> bool:
    """Such effects bring about every value."""
    return True


#: Which of those effects bring about a value, where some bring about others. Of an amount: what follows the beginning of its name.
VALUES: Final[dict[str, Callable[[Any, Any], bool]]] = {
    WINNING: lambda effect, _: isinstance(effect, WinInstead) or effect.wins,
    LOSING: lambda effect, _: isinstance(effect, DamageInstead | TransformInstead) or not effect.wins,
    UNLIMITED: lambda effect, until: effect.until == until,
    MAY_PLAY: lambda effect, until: until in _may_play(effect.duration),
    MAY_ONLY_CAST: lambda effect, _: effect.spells,
    CLASS_LEVEL: lambda effect, level: effect.level == level,
    **{f"{DESIGNATED}{each}": _designates(each) for each in DESIGNATIONS},
    AFTER: lambda effect, _: effect.after == "step",
    RESUME: lambda effect, _: isinstance(effect, ExtraPhases) or effect.after == "phase",
    ADDED: lambda effect, phase: phase in _added(effect),
    ADDED_STEP: lambda effect, step: effect.after == "step" and effect.step == step,
    SKIP_NEXT: lambda effect, what: effect.what == what,
    EOT_POWER: lambda effect, _: effect.power != Fixed(0),
    EOT_TOUGHNESS: lambda effect, _: effect.toughness != Fixed(0),
}

#: The keyword of whose source it is said that it dealt damage (702.2b).
_DEATHTOUCH: Final = "deathtouch"

#: Where whole cards stand.
_FACES: Final = (COPIABLE, COPIED, PRINTED)


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
        said_so = [
            *_not_said(place.cls, words),
            *_not_brought_about(place, words),
            *_not_left(start, place, words),
        ]
        told = {what for what, _ in said_so}
        made = (*not_made_so(start, place, words), *not_named(start, place, words))
        facts = [(what, why) for what, why in made if what not in told]
        for what, said in (*said_so, *facts):
            if place.cls.kind == CARD and what in ("proto", PRINTED) and isinstance(said, Proto):
                names[said.name] = None
            else:
                written = said if isinstance(said, str) else to_json(said)
                found.append(Unowned(place.row, f"{place.of}, {what}" if place.of else what, written))
    found += [Unowned(GAME, what, name) for what, name in tallies_not_named(start, words)]
    return NoCards(tuple(sorted(names)), tuple(found))


def _places(start: State) -> Iterator[Place]:
    for handle, row in start.rows.items():
        yield Place(handle, "", row.cls, row.num)
        for name, ref in row.refs.items():
            if isinstance(ref, Gone):
                yield Place(handle, name, ref.cls, ref.num)


def _faces(cls: Class) -> Iterator[Proto]:
    """The cards of a class: what it is, and what it is without a copy effect or a changed text."""
    for each in (cls.proto, *(cls.by_prop.get(name) for name in _FACES)):
        if isinstance(each, Proto) and each != UNKNOWN_CARD:
            yield each


# --- what is said ------------------------------------------------------------------------------------------------


def _gather(places: list[Place], words: Words, cards: Lookup | None) -> None:
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


def _gather_made(places: list[Place], words: Words, there: dict[Proto, None]) -> None:
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
        down = _is_manifested(cls, words)
        if not down and (cls.proto not in words.cards or not _copied(cls, words)):
            yield "proto", cls.proto
        elif cls.kind == CARD and _own(cls) not in words.fronts and not (down and _own(cls) == UNKNOWN_CARD):
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


def _is_manifested(cls: Class, words: Words) -> bool:
    """Whether a permanent is face down as some card manifests or cloaks cards, whatever its own card is (701.40a, 701.58a)."""
    if MANIFESTED not in cls.by_prop or cls.kind != CARD or not faces.is_down(cls):
        return False
    cloaked = {each.cloaked for each in words.of(Manifest)} | {False for _ in words.of(ManifestDread)}
    return any(cls.proto == faces.shown_down(each) for each in cloaked)


def _own(cls: Class) -> Proto:
    """The card that an object is, whatever copy effects and changed texts make of it (707.2, 612)."""
    own = cls.by_prop.get(PRINTED)
    return own if isinstance(own, Proto) else text_changes.copiable_of(cls)


def _copied(cls: Class, words: Words) -> bool:
    """Whether what an object is could come about: it is its card, a token that is created, or what an effect makes a copy."""
    return _comes_to_be(cls, text_changes.copiable_of(cls), words)


def _comes_to_be(cls: Class, now: Proto, words: Words) -> bool:
    """The same of what an object would be, such as without the copy effect that ends (707.2)."""
    own = _own(cls)
    if cls.kind == CARD:
        return not own.token and (now in (own, own.back, *own.halves) or words.copies(now, TURNS_INTO))
    if cls.kind == TOKEN:
        return now.token and (now in words.tokens or words.copies(now, CREATES))
    return not now.token and words.copies(now, ON_THE_STACK)


def _not_brought_about(place: Place, words: Words) -> Iterator[tuple[str, str]]:
    """What is no term, and what no effect of some card brings about: properties, amounts, and rows without an ability."""
    cls = place.cls
    for name, value in cls.props:
        if (
            (
                name in PROPERTIES
                and not words.bring(PROPERTIES[name], VALUES.get(name, _whatever), value)
                and not _set_out(cls, name, value)
                and not _is_past(cls, name)
            )
            or (name == WORD_CHANGES and cls.proto is not None and not _worded(cls, words))
            or (name == PHASES and value not in _phases(words))
            or (name == DEATHTOUCHED and _DEATHTOUCH not in words.texts)
        ):
            yield name, str(value)
    for name in names(place.num):
        begins = next((begin for begin in AMOUNTS if name.startswith(begin)), None)
        fits = VALUES.get(begins or "", _whatever)
        if begins is not None and not words.bring(AMOUNTS[begins], fits, name.removeprefix(begins)):
            yield name, "a change of nobody's"
    if cls.kind in ROWS and not words.bring(ROWS[cls.kind], VALUES.get(cls.kind, _whatever), cls.prop(STEP)):
        yield cls.kind, cls.kind


def _not_left(start: State, place: Place, words: Words) -> Iterator[tuple[str, Any]]:
    """What a resolution has left, where that is the rest of nobody's effects (608.2c)."""
    if place.cls.kind != FRAME:
        return
    row = start.rows[place.row]
    if place.of or not Resolution(start, row).is_left((*words.lists(), *spell_lists(start, row, words.cards))):
        yield REST, place.cls.prop(REST, ())


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
    if cls.kind in (ABILITY, PENDING):  # also one whose mode is asked for as it is put on the stack (603.3c)
        return cls.term in words.parts or words.triggers(cls.term)
    if cls.kind == DELAYED:
        return words.delays(cls.term, bool(cls.prop(ONCE)), until)
    if cls.kind == EFFECT:
        return words.lasts(cls.term, until)
    return cls.kind == SHIELD and words.shields(cls.term)


def _property_said(cls: Class, name: str, term: Any, words: Words) -> bool:
    if name == COPIABLE:
        return _worded(cls, words)
    if name == COPIED:
        ends = any(each.duration == TURN for each in words.of(BecomeCopy))
        return ends and PRINTED in cls.by_prop and term in words.cards and _comes_to_be(cls, term, words)
    if name in _FACES:
        return term in words.cards or (term == UNKNOWN_CARD and _is_manifested(cls, words))
    if name == REST:
        return True  # told as a whole
    if name == ENCHANT:
        return words.enchants(term)
    return name == LAST_KNOWN and isinstance(term, Proto) and words.remembers(term)
