"""One line of card text by the one grammar: normal form, chart, antecedents, typecheck; all readings, compared as terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any, Final

from reiterate.oracle.gone import gone
from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.antecedents import Pass
from reiterate.oracle.grammar.chart import Build, Chart, Grammar, Production, TooMany
from reiterate.oracle.grammar.following import sentences
from reiterate.oracle.grammar.leaves import NotRead
from reiterate.oracle.grammar.lexicon import LEXICAL
from reiterate.oracle.grammar.line_meanings import equips
from reiterate.oracle.grammar.meaning_names import NAMES
from reiterate.oracle.grammar.meaning_patterns import same
from reiterate.oracle.grammar.notation import grammar_of, productions_of
from reiterate.oracle.grammar.pointing import POINTERS
from reiterate.oracle.grammar.walks import inside, leaves_of, put_in, spread
from reiterate.terms import language as n
from reiterate.terms.base import Part, Term, replace, swap
from reiterate.terms.check import problems
from reiterate.terms.meanings import READ_BY_NAME, is_cycling, is_equip, meaning
from reiterate.terms.references import DEFENDING
from reiterate.terms.vocabulary import KEYWORDS, WITH_PARAMETER

_FILES: Final = (
    "nouns", "amounts", "instructions", "being", "sentences", "events", "conditions", "costs", "statics", "lines"
)  # fmt: skip
#: How deep texts in quotes may nest.
MAX_DEPTH: Final = 3


def _constant(value: str) -> Build:
    return lambda at, values: value


def _keyword_productions() -> list[Production]:
    """The keywords of the language by their names: those that something may have, and those that may stand in a line."""
    made = []
    for name in KEYWORDS:
        if name in WITH_PARAMETER:
            continue
        words = tuple(name.split())
        made.append(Production("keyword", words, _constant(name), f"keyword {name}", same(name)))
        if name in READ_BY_NAME or meaning(n.Keyword(name)):
            made.append(Production("linekeyword", words, _constant(name), f"line {name}", same(name)))
    return made


@cache
def grammar() -> Grammar:
    """The grammar of all files of productions. Raises ``BadGrammar``."""
    files = resources.files("reiterate.oracle.grammar").joinpath("productions")
    found = [_keyword_productions()]
    found += [productions_of(files.joinpath(f"{name}.txt").read_text("utf-8"), NAMES) for name in _FILES]
    return grammar_of(found, LEXICAL, ("line", "spelltext"))


@dataclass(frozen=True, slots=True)
class Context:
    """What a line's reading needs of its card."""

    name: str = ""
    spell: bool = False
    host: str = "enchanted creature"
    attached: bool = False
    has_x: bool = False
    types: tuple[str, ...] = ()
    legendary: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """The readings of a text: all that mean something. ``position``: of the word in its normal text where reading stopped."""

    readings: tuple[tuple[n.Ability, ...], ...]
    position: int = 0
    why: str = ""


class _NotQuoted(NotRead):
    """A text in quotes that is not read; ``position`` inside it."""

    def __init__(self, text: str, inner: Read) -> None:
        super().__init__(0, inner.why or "a text in quotes that means several things")
        self.text = text
        self.inner = inner


def readings(words: tuple[str, ...], context: Context, depth: int = 0) -> Read:
    """All readings of the words of a line, without leaves, each well-formed, no two alike."""
    marked, places = with_stops(words)
    chart = Chart(grammar(), marked)
    try:
        found = chart.whole("spelltext" if context.spell else "line")
    except TooMany:
        return Read((), places[chart.furthest], "too many readings")
    done: dict[tuple[n.Ability, ...], None] = {}
    position, why = places[chart.furthest], "no word that could stand here"
    for value in found:
        try:
            done[_finished(value, context, depth)] = None
        except _NotQuoted as error:
            position = places[marked.index(f'" {error.text}"')] + 2 + error.inner.position
            why = error.why
        except NotRead as error:
            position, why = places[min(error.position, len(marked))], error.why
    return Read(tuple(done), position, why)


def with_stops(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words with a full stop behind a text in quotes that ends its sentence, and where each stands in the normal text."""
    found: list[str] = []
    places = [0]
    for word, following in zip(words, (*words, ".")[1:], strict=True):
        found.append(word)
        places.append(places[-1] + len(word) + 1)
        if word.startswith('"') and word.endswith('. "') and following not in (",", "and", ".", "until"):
            found.append(".")
            places.append(places[-1])
    return tuple(found), tuple(places)


def _finished(abilities: tuple[Any, ...], context: Context, depth: int) -> tuple[n.Ability, ...]:
    """The abilities of a reading without leaves. Raises ``NotRead``."""
    made: list[n.Ability] = []
    for ability in abilities:
        if isinstance(ability, leaves.Open):
            made.append(_opened(ability, context, depth))
        elif isinstance(ability, n.Static):
            made.append(_static(ability, context, depth))
        elif isinstance(ability, n.SpellCosts):
            made.append(replace(ability, condition=_pass(context, depth).plain(ability.condition)))
        else:
            made.append(ability)
    done = tuple(made)
    for left in spread(done):
        raise NotRead(getattr(left, "at", 0), f"a {type(left).__name__} that means nothing here")
    wrong = [p for a in done for p in problems(a, attached=context.attached)]
    wrong += [why for why in map(gone, done) if why]
    still = [a for a in done if isinstance(a, n.Static | n.SpellAbility)]
    if any(isinstance(e, n.Filter) and e.controller == DEFENDING for e in inside(tuple(still))):
        wrong.append("what a defending player controls, where no creature is said to attack")
    if context.spell and n.CastFree(n.This()) in inside(done):
        wrong.append("a spell that is cast by its own effect")  # how it may be cast is no effect (118.9)
    if wrong:
        raise NotRead(0, wrong[0])
    return done


def _quoter(depth: int) -> Callable[[str], tuple[n.Ability, ...]]:
    """The reader of texts in quotes at a depth of nesting."""

    def quote(text: str) -> tuple[n.Ability, ...]:
        if depth >= MAX_DEPTH:
            raise _NotQuoted(text, Read((), 0, "texts in quotes nest too deep"))
        found = readings(tuple(text.split()), Context(attached=False), depth + 1)
        if len(found.readings) != 1:
            raise _NotQuoted(text, found)
        return found.readings[0]

    return quote


def _pass(context: Context, depth: int, **known: Any) -> Pass:
    return Pass(_quoter(depth), POINTERS, context.spell, **known)


def _opened(a: leaves.Open, context: Context, depth: int) -> n.Ability:
    rule = {"activated": _activated, "equip": _equip, "triggered": _triggered, "spell": _spell}[a.kind]
    return rule(a, context, depth)


#: Costs that only a permanent pays with itself.
_OF_PERMANENT: Final = (n.TapCost, n.UntapCost, n.LoyaltyCost, n.RemoveCountersCost, n.PutCountersCost)


def _without_x(costs: Any) -> tuple[Any, ...]:
    """Costs with one {X} of which the text says what it is (107.3c), without that {X}."""
    symbols = [symbol for cost in costs for symbol in getattr(cost, "symbols", ())]
    if symbols.count("X") != 1:
        raise NotRead(0, "what X is, where the cost has no X or several")
    rest = tuple(symbol for symbol in symbols if symbol != "X")
    others = tuple(cost for cost in costs if not isinstance(cost, n.ManaCost))
    return (n.ManaCost(rest), *others) if rest else others


def _activated(a: leaves.Open, context: Context, depth: int) -> n.Ability:
    costs: Any = a.costs if a.more is None else _without_x(a.costs)
    announced = any("X" in getattr(c, "symbols", ()) or getattr(c, "amount", None) == n.XValue() for c in costs)
    work = _pass(context, depth, has_x=announced, source_first=_names_source(costs))
    effects = sentences(work, a.groups)
    effects = _as_announced(costs, effects)
    if work.paid and not _gives_up(costs, work.paid):
        raise NotRead(0, "nothing that was given up")
    condition = _pass(context, depth, has_x=True).plain(a.condition)
    zone = next((c.zone for c in costs if isinstance(c, n.ExileCost) and c.filter is None), "battlefield")
    if n.DiscardThis() in costs or a.zone:
        zone = "hand"
    if work.buried:
        if zone != "battlefield" or any(isinstance(c, _OF_PERMANENT) for c in costs):
            raise NotRead(0, "a cost of another zone than the graveyard")
        zone = "graveyard"
    asked = swap((a.less, a.less_if), leaves.Targeted(), n.TargetRef(0))
    less, less_if = _pass(context, depth, has_x=True).plain(asked)
    more = _pass(context, depth).plain(a.more)
    made = n.Activated(
        costs, effects, tuple(work.targets), a.timing, a.limit, condition, zone, (), less, more, "", less_if
    )
    if is_cycling(made) or is_equip(made):
        raise NotRead(0, "a keyword ability in other words")
    return made


def _equip(a: leaves.Open, context: Context, depth: int) -> n.Ability:
    """Equip, to a creature of the controller (702.6a), with what is said of its cost and of when it is activated."""
    plain = _activated(replace(a, groups=()), context, depth)
    (equip,) = equips(a.costs)
    assert isinstance(plain, n.Activated) and isinstance(equip, n.Activated)
    return replace(plain, effects=equip.effects, targets=equip.targets, timing=equip.timing)


def _as_announced(costs: tuple[Any, ...], effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """Effects in which the counters that were removed are the X announced, where a cost removes X of them (107.3a)."""
    announced = [c for c in costs if isinstance(c, n.RemoveCountersCost) and c.amount == n.XValue()]
    for kind in ("", announced[0].kind) if len(announced) == 1 else ():
        effects = swap(effects, n.CountersRemoved(kind), n.XValue())
    return effects


def _names_source(costs: tuple[Any, ...]) -> bool:
    """Whether costs named the source last: "Remove a counter from ~: It deals ..."."""
    for cost in reversed(costs):
        if isinstance(cost, n.ManaCost | n.TapCost | n.UntapCost | n.LifeCost | n.EnergyCost | n.LoyaltyCost):
            continue
        if isinstance(cost, n.DiscardThis | n.BottomCost | n.PutCountersCost):
            return True
        return getattr(cost, "filter", True) is None
    return False


def _gives_up(costs: tuple[Any, ...], how: str) -> bool:
    """Whether costs take a permanent that the words may speak of: an exiled or a sacrificed one."""
    if how == "exiled":
        return any(isinstance(c, n.ExileCost) and c.filter is not None and c.zone == "battlefield" for c in costs)
    return any(isinstance(c, n.SacrificeCost) and c.filter is not None for c in costs)


def _triggered(a: leaves.Open, context: Context, depth: int) -> n.Ability:
    outer = _pass(context, depth)
    event = outer.plain(a.trigger)
    condition = _pass(context, depth, trigger=event).plain(a.condition)
    if a.modes:
        modes = [_mode(groups, context, depth, event) for groups in a.modes]
        if (a.least, a.most) != (1, 1):
            modes = together(modes, a.least, a.most)
        return n.Triggered(event, (), (), condition, modes=tuple(modes))
    work = _pass(context, depth, trigger=event)
    if a.condition is not None and not any(isinstance(leaf, leaves.Attached) for leaf in leaves_of(a.trigger)):
        work.named_host = any(isinstance(leaf, leaves.Attached) for leaf in leaves_of(a.condition))
        work.named_self = isinstance((leaves_of(a.condition) or (None,))[-1], leaves.Named)
    effects = sentences(work, a.groups)
    if work.paid:
        raise NotRead(0, "nothing that was sacrificed")
    there = any(isinstance(part, n.InGraveyard) for part in inside(condition))  # 113.6b
    zone = "graveyard" if work.buried or there else "battlefield"
    if zone == "graveyard" and (a.limit or not _happens_elsewhere(event)):
        raise NotRead(0, "an event that an ability of a card in the graveyard does not watch")
    if condition is not None and any(isinstance(g, leaves.Follow) and g.words == "otherwise" for g in a.groups):
        first = effects[0]
        plain = isinstance(first, n.IfDone) and not any(isinstance(e, n.May | n.MayPay) for e in first.first)
        if plain and first.otherwise:
            raise NotRead(0, "an otherwise that may be about the condition")
    return n.Triggered(event, effects, tuple(work.targets), condition, a.limit, zone=zone)


#: What an ability of a card in a graveyard may watch: what leaves a graveyard's cards as they were before and after.
_FROM_GRAVEYARD: Final = (
    n.StepBegins, n.Enters, n.Dies, n.Leaves, n.Attacks, n.AttacksWith, n.BecomesTapped, n.DealsDamage, n.Sacrifices,
    n.SpellCast, n.CastOrCopied, n.CastsNth, n.LifeGained, n.LifeLost, n.CardDrawn, n.DrawsNth, n.TokensMade, n.TurnedUp,
)  # fmt: skip


def _happens_elsewhere(event: Any) -> bool:
    """Whether an event is about other objects than the source, in whatever zone that is (113.6m).

    What looks back in time sees a graveyard as it was before (603.10a). A card put into a graveyard from elsewhere would see
    those put there with it: that is not read. Nor is what asks of all permanents whether deaths are one event (603.2c).
    """
    if isinstance(event, n.Dies) and event.batch:
        return False
    if isinstance(event, n.ToGraveyard):
        return event.origin == "battlefield" and not event.subject_this
    named = any(isinstance(part, n.This | n.Host) for part in inside(event))
    return isinstance(event, _FROM_GRAVEYARD) and not named and not getattr(event, "or_this", False)


def _mode(groups: tuple[Term, ...], context: Context, depth: int, event: Any = None) -> n.Mode:
    work = _pass(context, depth, trigger=event, has_x=context.has_x)
    effects = sentences(work, groups)
    if work.buried:
        raise NotRead(0, "a card returned from the graveyard as one of several modes")
    return n.Mode(effects, tuple(work.targets))


#: The greatest number of ways to choose modes of a triggered ability that is read.
_WAYS: Final = 15


def together(modes: Sequence[n.Mode], least: int, most: int) -> list[n.Mode]:
    """One mode for each way to choose so many of them (700.2d): targets one behind the other.

    The printed ones keep their numbers: choosing none stands last.
    """
    if most > len(modes) or any(spec.divided or spec.run for mode in modes for spec in mode.targets):
        raise NotRead(0, "several modes, one of which divides something or has as many targets as are announced")
    found = []
    for many in (*range(max(least, 1), most + 1), *([0] if least == 0 else ())):
        for some in combinations(modes, many):
            effects: tuple[n.Effect, ...] = ()
            targets: tuple[n.TargetSpec, ...] = ()
            for mode in some:
                moved = mode.effects
                for i in range(len(mode.targets) - 1, -1, -1) if targets else ():
                    moved = swap(moved, n.TargetRef(i), n.TargetRef(i + len(targets)))
                    for count in range(1, len(mode.targets) + 1):
                        moved = swap(moved, n.Targets(i, count), n.Targets(i + len(targets), count))
                effects, targets = (*effects, *moved), (*targets, *mode.targets)
            found.append(n.Mode(effects, targets))
    if len(found) > _WAYS:
        raise NotRead(0, "many ways to choose modes")
    return found


def _spell(a: leaves.Open, context: Context, depth: int) -> n.Ability:
    if a.modes:
        modes = [_mode(groups, context, depth) for groups in a.modes]
        several = (a.least, a.most) != (1, 1) or bool(a.kicked)
        if several and (
            a.most > len(modes) or any(spec.divided or spec.run for mode in modes for spec in mode.targets)
        ):
            raise NotRead(0, "several modes, one of which divides something or has as many targets as are announced")
        return n.SpellAbility((), (), tuple(modes), a.least, a.most, a.kicked)
    work = _pass(context, depth, has_x=context.has_x)
    effects = sentences(work, a.groups)
    if work.paid == "exiled" or work.buried:
        raise NotRead(0, "what was exiled, of a spell")
    return n.SpellAbility(effects, tuple(work.targets))


def _static(a: n.Static, context: Context, depth: int) -> n.Static:
    """A static ability: "its" is what the sentence is about."""
    subject: Any = getattr(a.effect, "subject", leaves.Named(0))
    known: dict[Term, Any] = {}
    for leaf in leaves_of(a):
        if isinstance(leaf, leaves.Named):
            known[leaf] = n.This()
        elif isinstance(leaf, leaves.Attached):
            known[leaf] = n.Host()
        elif isinstance(leaf, leaves.Own):
            known[leaf] = leaf.condition
        elif isinstance(leaf, leaves.Pointer) and leaf.what in ("its", "it"):
            if isinstance(subject, n.Filter):
                raise NotRead(leaf.at, "a number of each of a set")
            known[leaf] = n.Host() if isinstance(subject, leaves.Attached | n.Host) else n.This()
        elif isinstance(leaf, leaves.Pointer) and leaf.what == "exiled":
            known[leaf] = n.Linked()
        else:
            raise NotRead(leaf.at, "a target or an it in a static ability")
    quote = _quoter(depth)
    for part in inside(a):
        if isinstance(part, leaves.Quoted):
            known[part] = quote(part.text)
    made: Part = put_in(a, known)
    if any(isinstance(part, n.XValue) for part in inside(made)) and not (
        context.has_x and isinstance(a.effect, n.EntersWithCounters | n.EntersAs)
    ):
        raise NotRead(0, "an X that is not announced")
    assert isinstance(made, n.Static)
    return made
