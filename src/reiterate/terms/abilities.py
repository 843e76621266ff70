"""Abilities of cards and tokens (113.3): activated, triggered, static, keyword and spell abilities."""

from __future__ import annotations

from functools import cache

from reiterate.terms.base import Ability, Term, walk
from reiterate.terms.conditions import Condition
from reiterate.terms.costs import Cost, LoyaltyCost
from reiterate.terms.effects_mana import ManaEffect
from reiterate.terms.effects_structure import Delayed, Effect, Reflexive
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Filter, TargetRef, TargetSpec
from reiterate.terms.static_effects import StaticEffect
from reiterate.terms.trigger_events import TriggerEvent, WhenDone


class Keyword(Ability):
    """A keyword ability (702), lower case, with its parameter text if it has one."""

    name: str
    parameter: str = ""


class Mode(Term):
    """One mode of a modal spell or ability (700.2)."""

    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()


class Activated(Ability):
    """An activated ability (602). ``timing``: "", sorcery or instant (602.5d, 602.5e), or cast: any time its card could be cast.

    ``action``: it is no ability, but a special action by this keyword: it uses no stack (116.2). ``zone`` "face down": of
    a card that is face down on the battlefield (702.37e).

    ``limit``: "", turn (once each turn), once (602.5b), or exhaust, which is once too and has a name (702.177a).
    ``less``: so much less generic mana it costs (601.2f, 602.2b), with ``less_if`` only while that holds. Both may ask about
    the one target, which is chosen before costs are worked out (601.2c). ``more``: so much more, the {X} of a cost whose
    text says what X is, so that nobody announces it (107.3c).
    """

    costs: tuple[Cost, ...]
    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()
    timing: str = ""
    limit: str = ""
    condition: Condition | None = None  # "activate only if ..."
    zone: str = "battlefield"
    modes: tuple[Mode, ...] = ()
    less: Quantity | None = None
    more: Quantity | None = None
    action: str = ""
    less_if: Condition | None = None


class Triggered(Ability):
    """A triggered ability (603). ``condition``: intervening if. ``limit``: "" or turn (once each turn).

    ``zone``: where it works (113.6): the battlefield, exile, or the graveyard that it moves its card out of (113.6m).
    """

    trigger: TriggerEvent | WhenDone
    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()
    condition: Condition | None = None
    limit: str = ""
    modes: tuple[Mode, ...] = ()
    zone: str = "battlefield"


class Static(Ability):
    """A static ability (604); ``condition``: "as long as ..."."""

    effect: StaticEffect
    condition: Condition | None = None


class SpellAbility(Ability):
    """What an instant or sorcery does as it resolves (113.3a); of its modes ``least`` to ``most`` are chosen (700.2, 601.4)."""

    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()
    modes: tuple[Mode, ...] = ()
    least: int = 1  # discrete: printed
    most: int = 1  # discrete: printed
    kicked: tuple[int, ...] = ()  # discrete: the least and greatest number where the spell was kicked, if another


class SpellCosts(Ability):
    """Additional costs of casting the card (601.2f), or with ``how`` an optional or alternative one: kicker, flashback.

    ``condition``: an alternative cost may be chosen only while it holds (118.9).
    """

    costs: tuple[Cost, ...]
    how: str = ""
    condition: Condition | None = None


class Enchant(Ability):
    """Enchant [filter] (702.5); ``zone`` graveyard for a card there, ``made``: a creature the Aura itself returned."""

    filter: Filter
    zone: str = "battlefield"
    made: bool = False


class Inert(Ability):
    """A clause that is understood and known to do nothing in what is implemented.

    ``kind``: why it does nothing, one of ``terms/unusable.py::INERT_KINDS``.
    """

    text: str
    kind: str


class NotUnderstood(Ability):
    """A clause carried along unread, with the span of the first word that could not be read."""

    text: str
    start: int  # discrete: character position in ``text``
    end: int  # discrete: character position in ``text``


class Carried(NotUnderstood):
    """An unread clause that does nothing unless somebody uses it: an activated ability, a way of casting, another face.

    ``what``: activated, casting or face. ``zones``: where it may be used. ``anybody``: by other players too.
    ``mana``: it may be a mana ability (605.1a). ``used``: the words of what is used, such as "{5}{G}{U} ability".
    """

    what: str
    used: str
    zones: tuple[str, ...] = ()
    anybody: bool = False
    mana: bool = False


class Watched(NotUnderstood):
    """An unread triggered ability whose event is read (603.1): it does nothing as long as the event does not happen.

    ``anywhere``: its words name a zone, so that it may work outside the battlefield (113.6).
    """

    trigger: TriggerEvent
    anywhere: bool = False


class Unmet(NotUnderstood):
    """An unread static ability whose subject is read (604.1, 614.1): it does nothing as long as nothing meets the subject.

    ``event``: what would have to happen. Of the card itself: enters, leaves, attacks, or begins tapped (a turn of its
    controller begins while the card is tapped). Of players, whom ``who`` says (you, opponent or any): draw, gain, lose, mill,
    create, or cast (a spell). Or subject: a permanent of the set ``subject`` is there. ``words``: the subject in words. ``anywhere``: as of ``Watched``.
    """

    event: str
    words: str
    who: str = ""
    subject: Filter | None = None
    anywhere: bool = False


class Assumed(NotUnderstood):
    """An unread clause of which a person has said that it does not matter here."""


@cache
def is_mana_ability(ability: Activated) -> bool:
    """Whether an activated ability is a mana ability (605.1a): it could add mana, has no target, is no loyalty ability."""
    loyal = any(isinstance(cost, LoyaltyCost) for cost in ability.costs)
    return not ability.targets and not loyal and could_add_mana(ability.effects)


@cache
def costs_by_target(ability: Activated) -> bool:
    """Whether how much less an activated ability costs is asked about its target (601.2c, 601.2f)."""
    found: list[Term] = []
    for part in (ability.less, ability.less_if):
        if part is not None:
            walk(part, found.append)
    return any(isinstance(node, TargetRef) for node in found)


def could_add_mana(effects: tuple[Term, ...]) -> bool:
    """Whether effects could add mana as they are carried out, behind a choice or a condition too (605.1a)."""
    return any(isinstance(e, ManaEffect) or could_add_mana(_inside(e)) for e in effects)


def _inside(effect: Term) -> tuple[Term, ...]:
    """The effects that are carried out as part of one; none of a later trigger or of what it creates."""
    terms: tuple[Term, ...] = tuple(e for option in getattr(effect, "options", ()) for e in option)
    for name in () if isinstance(effect, Delayed | Reflexive) else ("first", "then", "otherwise", "effects"):
        terms += getattr(effect, name, ())
    return terms
