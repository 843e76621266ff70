"""Words for one ability or spell among others, and which of several a sentence means (113.7, 602.1).

Which of several abilities a sentence means: the one that its other words fit (602.1).

Words narrow down and never rule out all: what no ability fits is refused later, with its own
reason.

Words for one ability or spell among others: its own words, or its source's name (113.7).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from reiterate.rules.access.unread_clauses import ACTIVATED, unread_texts
from reiterate.rules.costs import payment
from reiterate.rules.decisions.pending import entry_text
from reiterate.rules.decisions.verify_actions import mana_choice
from reiterate.script.whose import sources_of
from reiterate.state.model import Class, Gone, State
from reiterate.state.properties import SOURCE
from reiterate.terms.abilities import Activated, Triggered, is_mana_ability
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import (
    DiscardCost,
    ExileCost,
    RemoveCountersCost,
    ReturnCost,
    SacrificeCost,
    TapCost,
    TapOthers,
)
from reiterate.terms.effects_mana import AddMana, AddMixed, ManaEffect
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.vocabulary import MANA_KINDS

# --- which ability -------------------------------------------------------------------------------

_SYMBOL: Final = re.compile(r"[WUBRGC]")
_COSTS: Final = {
    "sacrificing": SacrificeCost,
    "discarding": DiscardCost,
    "tapping": TapOthers,
    "returning": ReturnCost,
    "exiling": ExileCost,
    "removing from": RemoveCountersCost,
}


def mana_said(clauses: dict[str, str]) -> tuple[str, ...]:
    """The mana behind "for": ("C", "C") of "for {C}{C}"; () where nothing is said of mana."""
    if "for" not in clauses:
        return ()
    said = clauses["for"].strip().upper()
    return () if re.sub(r"[{}WUBRGC\s]", "", said) else tuple(_SYMBOL.findall(said))


def kinds_said(clauses: dict[str, str]) -> tuple[str, ...]:
    """The kinds of mana behind "for", each once: ("B",) of "for {B}{B}"; () where nothing is said of mana."""
    return tuple(dict.fromkeys(mana_said(clauses)))


def makes(ability: Activated, kinds: Sequence[str]) -> bool:
    """Whether an ability could add mana of all these kinds, as its words say."""
    found: set[str] = set()

    def visit(node: Term) -> None:
        if isinstance(node, AddMana):
            found.update(node.symbols, node.choice)
        elif isinstance(node, AddMixed):
            found.update(node.kinds)
        elif isinstance(node, ManaEffect):
            found.update(MANA_KINDS)  # what it adds depends on the board

    walk(ability.effects, visit)
    return found.issuperset(kinds)


def makes_exactly(ability: Activated, said: Sequence[str]) -> bool:
    """Whether an ability adds this mana and no other, as its words say; an amount that depends on the board is none."""
    total: list[str] = []
    wanted = sorted(said)
    for effect in ability.effects:
        if isinstance(effect, AddMana) and isinstance(effect.count, Fixed):
            chosen = next((kind for kind in effect.choice if kind in wanted), "")
            total += [*effect.symbols, *([chosen] if effect.choice else ())] * effect.count.value
        elif isinstance(effect, ManaEffect):
            return False
    return sorted(total) == wanted


def answer_of(ability: Activated, clauses: dict[str, str]) -> str:
    """The kind of mana that is chosen; "" where the ability offers no choice and makes what is said."""
    kinds = kinds_said(clauses)
    if kinds and not mana_choice(ability) and is_mana_ability(ability) and makes(ability, kinds):
        return ""
    if len(kinds) == 1 and kinds[0] in mana_choice(ability) and makes_exactly(ability, mana_said(clauses)):
        return kinds[0]
    return clauses.get("for", "").strip("{} ")


#: The words that stand in an ability which the clause of a line may be about.
_ABOUT: Final = {
    "for": "add ",
    "targeting": "target",
    "sacrificing": "sacrifice",
    "discarding": "discard",
    "tapping": "tap",
    "returning": "return",
    "exiling": "exile",
    "removing from": "remove ",
}


def unread_meant(card: Proto, words: str, clauses: dict[str, str], tap: bool = False) -> str:
    """The words of an ability that was not read, and that a line may mean as well; "" where it can mean none.

    ``words``: what the line says of the ability. ``tap``: it says "tap X", which means a mana ability with {T} in its cost.
    """
    told = [*([words] if words else []), *(about for word, about in _ABOUT.items() if word in clauses)]
    told += ["{t}", "add "] if tap else []
    texts = unread_texts(card, ACTIVATED)
    return next((text for text in texts if all(each.casefold() in text.casefold() for each in told)), "")


def narrowed(
    abilities: Sequence[Activated], fitting: list[int], clauses: dict[str, str], tap: bool = False
) -> list[int]:
    """Of the abilities that fit so far, those that the clauses of the sentence fit too. ``tap``: it says "tap X"."""
    kinds = kinds_said(clauses)
    tests: list[Callable[[Activated], bool]] = []
    if tap:
        tests.append(lambda a: any(isinstance(cost, TapCost) for cost in a.costs))
    if kinds:
        tests.append(lambda a: is_mana_ability(a) and makes(a, kinds))
        tests.append(lambda a: is_mana_ability(a) and makes_exactly(a, mana_said(clauses)))
    if "targeting" in clauses:
        tests.append(lambda a: bool(a.targets) or any(mode.targets for mode in a.modes))
    if "with" in clauses:
        tests.append(lambda a: payment.announces_x(a.costs))
    if "choosing" in clauses:
        tests.append(lambda a: bool(a.modes))
    for word, cost in _COSTS.items():
        if word in clauses:
            tests.append(lambda a, cost=cost: any(type(each) is cost for each in a.costs))  # type: ignore[misc] # bound now
    for fits in tests:
        fitting = [i for i in fitting if fits(abilities[i])] or fitting
    return fitting


# --- stack words ---------------------------------------------------------------------------------

_OF: Final = re.compile(r"(?:the\s+)?(trigger|ability|spell)s?\s+of\s+(.+)", re.IGNORECASE)
_NOUN: Final = re.compile(r"(.*?)(?:['’]s)?\s*\b(trigger|ability|spell)s?", re.IGNORECASE)


def fitting(state: State, entries: list[int], words: str) -> list[int]:
    """The entries that words mean: those whose text has them; where there is none, those of a source of that name."""
    whole = words.strip().casefold()
    plainly = [h for h in entries if whole in entry_text(state, h).casefold()]
    if plainly:
        return plainly
    found = _OF.fullmatch(words.strip())
    if found is not None:
        kind, rest, owned = found.group(1), found.group(2), True
    else:
        noun = _NOUN.fullmatch(words.strip())
        kind, rest = (noun.group(2), noun.group(1)) if noun is not None else ("", words.strip())
        owned = False
    entries = [h for h in entries if _is_a(state, h, kind.casefold())]
    said = rest.strip().casefold()
    by_text = [] if owned else [h for h in entries if said in entry_text(state, h).casefold()]
    return by_text or [h for h in entries if said in called_sources(state, h)]


def _is_a(state: State, handle: int, kind: str) -> bool:
    term = state.rows[handle].cls.term
    if kind == "trigger":
        return isinstance(term, Triggered)
    if kind == "ability":
        return isinstance(term, Activated | Triggered)
    return kind != "spell" or term is None


def called_sources(state: State, handle: int) -> set[str]:
    """The names of an entry's source: in full, before its comma, and its labels.

    Where the entry needs no source and keeps none, all that may have made it are meant.
    """
    source = state.rows[handle].refs.get(SOURCE)
    if isinstance(source, Gone):
        return _names(state, -1, source.cls)
    term = state.rows[handle].cls.term
    rows = [source.row] if source is not None else [] if term is None else sources_of(state, term)
    return {name for row in rows for name in _names(state, row, state.rows[row].cls)}


def _names(state: State, handle: int, cls: Class) -> set[str]:
    name = cls.proto.name.casefold() if cls.proto is not None else ""
    labels = {label.casefold() for label, row in state.labels.items() if row == handle}
    return {name, name.partition(",")[0], *labels} - {""}
