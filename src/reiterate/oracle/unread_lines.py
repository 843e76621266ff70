"""What can be said of a line that is not read.

Somebody has to use the line, or it waits for an event, or it is about some objects or players.

An activated ability is told by its shape, cost and colon (602.1a). Ways of casting and other faces stand in a closed
list. Of a triggered ability the event is read, with another effect in the place of its own (603.1). Of a static ability
the subject is read: the card itself, a player who would do something, or a set of permanents (604.1, 614.1). What fits none
of these stays ``NotUnderstood`` (law 9).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from reiterate.oracle.face import CARRIED_FACES
from reiterate.oracle.normal_text import without_reminders
from reiterate.terms.abilities import Carried, Keyword, NotUnderstood, Static, Triggered, Unmet, Watched
from reiterate.terms.base import Ability
from reiterate.terms.effects_players import GainLife
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, You
from reiterate.terms.static_effects import GrantAbilities
from reiterate.terms.trigger_events import StateIs, TriggerEvent, WhenDone
from reiterate.terms.unusable import unhandled

ACTIVATED: Final = "activated"
CASTING: Final = "casting"
FACE: Final = "face"

#: Reads a line with the rest of its card known.
ReadLine = Callable[[str], tuple[Ability, ...]]

_QUOTED: Final = re.compile(r'["“][^"“”]*["”]')

#: A name without meaning in front of an ability (207.2d): words and a dash.
_WORDED: Final = re.compile(r"(?!When|At |If |As )[A-Z0-9][\w'’,!/ -]{0,40} — ")

# --- what somebody has to use ------------------------------------------------------------------------------------

_FIRST_COST: Final = re.compile(
    r"(?:(?:\{[^{}]+\})+|(?:Pay|Sacrifice|Discard|Exile|Tap|Untap|Remove|Return|Put|Reveal|Mill|Collect|Unattach|Forage)"
    r"(?= )|Forage)(?=,| |$)"
)
_NO_COST: Final = re.compile(
    r"[.\"“”•|]|\b(?:when|whenever|if|unless|would|instead|choose one|becomes?|gains?|has|have)\b"
)
_LOYALTY: Final = re.compile(r"(?:[+−–-](?:\d+|X)|0)")
_LEVEL: Final = re.compile(r"Level \d")
_ANYBODY: Final = re.compile(r"\b(?:players?|opponents?)\b[^.]*\bactivate")
_ELSEWHERE: Final = re.compile(r"\b(?:graveyard|hand|exile|exiled|command|library|anywhere|this card)\b", re.IGNORECASE)
#: Costs that a card in a hand may pay itself with (113.6j).
_FROM_HAND: Final = re.compile(r"\b(?:discard|reveal)\b", re.IGNORECASE)
_MANA: Final = re.compile(r"\badds?\b|\bmana\b", re.IGNORECASE)
_TARGET: Final = re.compile(r"\btarget\b", re.IGNORECASE)

_ALL: Final = ("hand", "graveyard", "exile", "command")
_ACTIVE: Final = ("battlefield", *_ALL)

#: Keywords that stand for activated abilities (702), and where those work.
_KEYWORDS: Final = (
    (re.compile(r"(?:Equip|Fortify|Outlast|Transfigure|Saddle|Aura swap)\b.*"), ("battlefield",)),
    (re.compile(r"(?:[A-Z][a-z]+(?: [a-z]+)* ?)?[Cc]ycling ?[{—].*"), ("hand",)),
    (re.compile(r"(?:Reinforce|Transmute|Ninjutsu)\b.*"), ("hand", "command")),
    (re.compile(r"(?:Embalm|Eternalize|Scavenge|Unearth|Encore)\b.*"), ("graveyard",)),
)

_THIS: Final = r"(?:this spell|this card|~)"

#: Ways of casting a card, and what it costs to cast it: nothing of them is done in any other course (601.2b, 118.8, 118.9).
_CASTING: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:Flashback|Kicker|Multikicker|Buyback|Overload|Evoke|Spectacle|Surge|Prowl|Dash|Blitz|Cleave|Emerge|Awaken"
        r"|Entwine|Replicate|Escalate|Strive|Squad|Offspring|Prototype|Disguise|Morph|Megamorph|Foretell|Plot|Bestow"
        r"|Escape|Freerunning|Harmonize|Mayhem|Impending)(?: [^.]*\{| ?—)[^.]*\.?",
        r"(?:Retrace|Conspire|Bargain|Delve|Improvise|Convoke|Assist|Undaunted|Jump-start)",
        r"(?:Affinity for|Casualty) [^.]*",
        rf"(?:If [^.]*, you|You) may [^.]* rather than pay {_THIS}(?:'s)? mana cost\.",
        rf"(?:If [^.]*, you|You) may cast {_THIS} without paying its mana cost\.",
        rf"As an additional cost to cast {_THIS}, [^.]*\.",
        rf"{_THIS} costs [^.]* (?:less|more) to cast(?: [^.]*)?\.",
        rf"[Cc]ast {_THIS} only [^.]*\.",
    )
)
_ONCE_CAPITAL: Final = re.compile(r"^This (spell|card)")

# --- what waits for an event -------------------------------------------------------------------------------------

_BEGINS: Final = re.compile(r"(?:When|Whenever|At the beginning of)\b")
#: With what an effect begins: commands, and who or what does something.
_EFFECT: Final = re.compile(
    r"(?:you|your|target|each|that|those|it|its|they|their|if|unless|until|for|this|the|all|up to|any|both|enchanted|equipped"
    r"|another target|an opponent|a player|players|defending player|add|amass|attach|blight|bolster|change|choose|conjure|connive"
    r"|copy|counter|create|deal|destroy|detain|discard|distribute|double|draw|earthbend|exchange|exile|explore|fight|flip|gain|goad"
    r"|cloak|have|incubate|investigate|learn|look|lose|manifest|may|mill|monstrosity|move|note|pay|populate|prevent|proliferate|put|regain"
    r"|regenerate|remove|return|reveal|roll|sacrifice|scry|search|seek|shuffle|surveil|switch|take|tap|transform|turn|untap"
    r"|venture|~)\b",
    re.IGNORECASE,
)
#: Words that an event or a set of permanents may have, and commas behind which an event may end.
_WORDS_BUDGET: Final = 40
_COMMA_BUDGET: Final = 6
#: A list that goes on behind the place of a cut: its last part has a comma behind it too.
_DEED: Final = r"(?:activate|cast|create|discard|draw|gain|lose|mill|play|sacrifice|scry|surveil)\b[^,]*"
_LIST: Final = re.compile(rf", (?:or|and|and/or) [^,]*,|^{_DEED} (?:or|and) {_DEED},")
_AGAIN: Final = re.compile(r"\btriggers?\b(?! only once each turn)")


# --- what is about something that is not there -------------------------------------------------------------------

#: A card that speaks of itself: by its name, or by what it is.
_ITSELF: Final = re.compile(
    r"\b[Tt]his (?:creature|artifact|enchantment|land|permanent|planeswalker|Aura|Equipment|token)\b"
)
#: Sentences of one part about the card itself, and the event that each waits for (614.1c, 508.1c).
_ABOUT_ITSELF: Final = (
    (re.compile(r"~ enters(?: the battlefield)? (?:tapped|with) [^.,;]*\."), "enters"),
    (re.compile(r"~ enters(?: the battlefield)? tapped\."), "enters"),
    (re.compile(r"As ~ enters(?: the battlefield)?, [^.;]*\."), "enters"),
    (re.compile(r"You may have ~ enter(?: the battlefield)? (?:as|tapped|with) [^.;]*\."), "enters"),
    (re.compile(r"If ~ would enter(?: the battlefield)?, [^.;]*\."), "enters"),
    (
        re.compile(r"If ~ would (?:die|leave the battlefield|be put into (?:a|your) graveyard)(?: [^.,;]*)?, [^.;]*\."),
        "leaves",
    ),
    (re.compile(r"~ can't attack(?! or)(?: [^.,;]*)?\."), "attacks"),
)
#: A second part of a sentence, which may be about something else than how the card enters, leaves or attacks.
_SECOND: Final = re.compile(
    r"\band (?!with\b|choose\b|exile\b|put\b|discard\b|reveal\b|shuffle\b|a\b|an\b|take\b)"
    r"|\b~ (?:has|gets?|is|can't|can|doesn't|loses?|gains?|deals?|becomes?)\b(?! attack)|\bblock"
)

#: What a player would do (614.1a): what is asked besides only makes it rarer.
_PLAYERS: Final = {"you": "you", "an opponent": "opponent", "a player": "any"}
_WHAT: Final = {
    "draw": "draw a card",
    "gain": "gain life",
    "lose": "lose life",
    "mill": "mill a card",
    "create": "create a token",
}
_WOULD: Final = re.compile(
    r"If (you|an opponent|a player) would (draw (?=a card|one or more cards|cards)|gain (?=life)|lose (?=life)|mill |create )[^.;]*, [^.]*\."
    r"(?: (?:If (?:it|that|they|you do|the)|Otherwise|Then|That player|They|It)\b[^.]*\.)*"
)

#: What only keeps players from casting spells, or lets spells cost more (601.3, 601.2f): nothing where nobody casts.
_CAST_BY: Final = {
    "each opponent": "opponent",
    "your opponents": "opponent",
    "opponents": "opponent",
    "players": "any",
    "each player": "any",
    "you": "you",
}
_FEWER_CASTS: Final = re.compile(
    r"(Each opponent|Your opponents|Opponents|Players|Each player|You) (?:can't cast|can cast(?=[^.]* only )) [^.,;:]*\."
)
_DEARER: Final = re.compile(
    r"(?:[A-Z][\w' -]*? )?[Ss]pells( your opponents cast| you cast)? (?:[^.,;:]* )?cost [^.,;:]* more to cast(?: [^.,;:]*)?\."
)
_CASTERS: Final = {"opponent": "an opponent casts", "you": "you cast", "any": "a player casts"}
_PAYERS: Final = {" your opponents cast": "opponent", " you cast": "you"}
#: What else such a sentence may do, or allow.
_BESIDES: Final = re.compile(
    r"\b(?:less|may|and|instead|activate|play|this|~)\b|\bor (?!sorcery\b|sorceries\b|libraries\b|exile\b)",
    re.IGNORECASE,
)
#: A turn that begins while the card is tapped (614.10).
_BEGINS_TAPPED: Final = re.compile(r"If you would begin your turn while ~ is tapped, [^.;]*\.(?: If you do, [^.;]*\.)?")

#: A set of permanents and what is said of all of them, in one part.
_OF_A_SET: Final = re.compile(
    r"([A-Z][^.,;:]*?) (?:have|has|get|gets|gain|gains|can't|can|enter|enters|lose|loses|don't|doesn't|attack|attacks|block"
    r"|blocks|deal|deals|must|may|are|is) ([^.,;:]*)\."
)


def of_line(unread: NotUnderstood, name: str, types: tuple[str, ...], read: ReadLine) -> NotUnderstood:
    """What an unread line is: carried, watched, or not understood as before.

    in: the line as it was given up, the card's name and types, and a reader of lines of this card. Raises nothing.
    """
    text = without_reminders(unread.text)
    not_understood: NotUnderstood | None = _used(text, unread, types) or _cast(text, unread, name)
    not_understood = not_understood or _watched(text, unread, name, read)
    if not_understood is None and not {"instant", "sorcery"} & set(types):
        not_understood = _unmet(text, unread, name, read)
    return unread if not_understood is None else not_understood


def of_marker(unread: NotUnderstood) -> NotUnderstood:
    """What stands for something outside the text: another face is carried, all else is not understood."""
    if unread.text not in CARRIED_FACES:
        return unread
    return Carried(unread.text, unread.start, unread.end, FACE, "other face", _ALL)


def _used(text: str, unread: NotUnderstood, types: tuple[str, ...]) -> Carried | None:
    """An unread activated ability: a cost, a colon outside quotes, an effect (602.1a); or a keyword for one."""
    span = (unread.text, unread.start, unread.end)
    for pattern, zones in _KEYWORDS:
        if pattern.fullmatch(text) and ":" not in text and "." not in text:
            return Carried(*span, ACTIVATED, f"{text} ability", zones)
    worded = _WORDED.match(text)
    body = text[worded.end() :] if worded else text
    cost, colon, effect = body.partition(":")
    if not colon or not effect.startswith(" ") or not is_cost(cost, types) or _LEVEL.match(effect.strip()):
        return None
    moves = _ELSEWHERE.search(body) or _FROM_HAND.search(cost)
    where: tuple[str, ...] = _ACTIVE if moves else ("battlefield",)
    loyal = bool(_LOYALTY.fullmatch(cost))
    mana = bool(_MANA.search(effect)) and not loyal
    return Carried(*span, ACTIVATED, f"{cost} ability", where, bool(_ANYBODY.search(effect)), mana)


def is_cost(cost: str, types: tuple[str, ...]) -> bool:
    """Whether the words in front of a colon have the shape of a cost: symbols, a command that pays, or loyalty."""
    if _LOYALTY.fullmatch(cost):
        return "planeswalker" in types
    return bool(_FIRST_COST.match(cost)) and not _NO_COST.search(cost)


def _cast(text: str, unread: NotUnderstood, name: str) -> Carried | None:
    """A way of casting the card, or what it costs to cast it."""
    plain = _ONCE_CAPITAL.sub(r"this \1", text.replace(name, "~") if name else text)
    if _QUOTED.search(plain) or not any(pattern.fullmatch(plain) for pattern in _CASTING):
        return None
    return Carried(unread.text, unread.start, unread.end, CASTING, f"way of casting ({text.rstrip('.')})", _ALL)


def _watched(text: str, unread: NotUnderstood, name: str, read: ReadLine) -> Watched | None:
    """An unread triggered ability whose event is read: the first part up to a comma that is an event as it stands."""
    worded = _WORDED.match(text)
    body = text[worded.end() :] if worded else text
    if not _BEGINS.match(body):
        return None
    quotes = [found.span() for found in _QUOTED.finditer(body)]
    for comma in [found.start() for found in re.finditer(", ", body)][:_COMMA_BUDGET]:
        if any(begin < comma < end for begin, end in quotes):
            return None
        event = event_of(body[:comma], read)
        if event is None:
            continue
        rest = body[comma + 2 :]
        if not _goes_on_as_effect(rest, name):
            return None
        return Watched(unread.text, unread.start, unread.end, event, bool(_ELSEWHERE.search(body)))
    return None


def _goes_on_as_effect(rest: str, name: str) -> bool:
    """Whether words behind an event are its effect, and no more of a list of events (603.1)."""
    plain = rest.replace(name, "~") if name else rest
    sentence = _QUOTED.sub("", plain).partition(".")[0]
    return (
        (plain.startswith("~") or bool(_EFFECT.match(plain)))
        and not _LIST.search(sentence)
        and not _AGAIN.search(plain)
    )


def event_of(words: str, read: ReadLine) -> TriggerEvent | None:
    """The event that words in front of a comma say, read with an effect that is known; None where they say none."""
    found = read(f"{words}, you gain 1 life.") if len(words.split()) <= _WORDS_BUDGET else ()
    if len(found) != 1 or not isinstance(found[0], Triggered) or unhandled(found[0]):
        return None
    (ability,) = found
    assert isinstance(ability, Triggered)
    if isinstance(ability.trigger, WhenDone | StateIs):
        return None
    return ability.trigger if ability == Triggered(ability.trigger, (GainLife(You(), Fixed(1)),)) else None


def _unmet(text: str, unread: NotUnderstood, name: str, read: ReadLine) -> Unmet | None:
    """An unread static ability of which the subject is read."""
    span = (unread.text, unread.start, unread.end)
    plain = _QUOTED.sub("", _ITSELF.sub("~", text.replace(name, "~") if name else text))
    anywhere = bool(_ELSEWHERE.search(text))
    if not _SECOND.search(plain):
        for pattern, event in _ABOUT_ITSELF:
            if pattern.fullmatch(plain):
                return Unmet(*span, event, f"{name} {event}", anywhere=event == "attacks" and anywhere)
    would = _WOULD.fullmatch(plain)
    if would:
        event = would[2].strip()
        return Unmet(*span, event, f"{would[1]} would {_WHAT[event]}", _PLAYERS[would[1]], anywhere=anywhere)
    fewer, dearer = _FEWER_CASTS.fullmatch(text), _DEARER.fullmatch(text)
    if (
        (fewer or dearer)
        and not _QUOTED.search(text)
        and not _BESIDES.search(text.replace(name, "~") if name else text)
    ):
        who = _CAST_BY[fewer[1].lower()] if fewer else _PAYERS.get(dearer[1] or "", "any") if dearer else ""
        return Unmet(*span, "cast", f"{_CASTERS[who]} a spell", who, anywhere=anywhere)
    if _BEGINS_TAPPED.fullmatch(plain):
        return Unmet(*span, "begins tapped", f"your turn begins while {name} is tapped", "you", anywhere=anywhere)
    of_set = None if _QUOTED.search(text) else _OF_A_SET.fullmatch(text)
    if not of_set or re.search(r"\b(?:and|then)\b", of_set[2]):
        return None
    subject = subject_of(of_set[1], read)
    if subject is None:
        return None
    words = f"{of_set[1][0].lower()}{of_set[1][1:]}"
    return Unmet(*span, "subject", words, subject=subject, anywhere=anywhere)


def subject_of(words: str, read: ReadLine) -> Filter | None:
    """The set of permanents that words name, read with an ability that they are said to have; None where they name none."""
    for verb in ("have", "has") if len(words.split()) <= _WORDS_BUDGET else ():
        found = read(f"{words} {verb} flying.")
        if len(found) == 1 and isinstance(found[0], Static) and isinstance(found[0].effect, GrantAbilities):
            subject = found[0].effect.subject
            if isinstance(subject, Filter) and found[0] == Static(GrantAbilities(subject, (Keyword("flying"),))):
                return subject
    return None
