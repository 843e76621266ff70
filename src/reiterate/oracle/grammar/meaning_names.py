"""What the meanings of productions may name: declarations, leaves, functions of ``phrase_meanings``, and a few values."""

from __future__ import annotations

from typing import Any, Final

from reiterate.oracle.grammar import action_meanings, being_meanings, leaves, line_meanings, phrase_meanings
from reiterate.terms import language
from reiterate.terms.base import Term
from reiterate.terms.conditions import BEHIND_UPKEEP, COMBAT
from reiterate.terms.vocabulary import COLORS


def _nodes(module: Any) -> dict[str, Any]:
    return {name: made for name, made in vars(module).items() if isinstance(made, type) and issubclass(made, Term)}


def _functions(module: Any) -> dict[str, Any]:
    """The functions of a module by their names without low lines: the notation has none."""
    own = {name: made for name, made in vars(module).items() if getattr(made, "__module__", "") == module.__name__}
    return {name.replace("_", ""): made for name, made in own.items() if callable(made) and not name.startswith("_")}


NAMES: Final[dict[str, Any]] = {
    **_functions(phrase_meanings),
    **_functions(being_meanings),
    **_functions(line_meanings),
    **_functions(action_meanings),
    **_nodes(language),
    **_nodes(leaves),
    "Being": being_meanings.Being,
    "OtherTarget": phrase_meanings.other_target,
    "ANY": phrase_meanings.ANY,
    "BEHIND_UPKEEP": BEHIND_UPKEEP,
    "COLORS": COLORS,
    "COMBAT": COMBAT,
    "SUBJ": leaves.Subj(),
}
