"""Terms as JSON values and back.

A node is an object with its class under "node" and its fields that differ from their defaults;
tuples are lists. Reading is strict: an unknown node, an unknown or missing field, or a value of
another type raises ``BadTerm``.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from reiterate.terms import language
from reiterate.terms.abilities import Inert
from reiterate.terms.base import Ability, Term, children, defaults, field_names
from reiterate.terms.unusable import BEGINS, COMBAT, DECK, MODAL, OPENS, OPTION, TURNED

_KEY: Final = "node"

#: Every node by its name.
NODES: Final[Mapping[str, type[Term]]] = {
    name: made
    for name, made in sorted(vars(language).items())
    if isinstance(made, type) and issubclass(made, Term) and made not in (Term, Ability)
}


class BadTerm(ValueError):
    """A JSON value that is no term; the text says where and why."""


def to_json(value: Any) -> Any:
    """A term, or a tuple of terms, as a value of dicts, lists, strings, numbers, booleans and None."""
    if isinstance(value, Term):
        made: dict[str, Any] = {_KEY: type(value).__name__}
        optional = defaults(type(value))
        for name, content in children(value):
            if name not in optional or content != optional[name]:
                made[name] = to_json(content)
        return made
    if isinstance(value, tuple):
        return [to_json(one) for one in value]
    return value


def from_json(value: Any) -> Any:
    """The term, or tuple of terms, of a JSON value. Raises ``BadTerm``."""
    if isinstance(value, list):
        return tuple(from_json(one) for one in value)
    return _node(value, "$")


def _node(value: Any, path: str) -> Term:
    if not isinstance(value, dict) or not isinstance(value.get(_KEY), str):
        raise BadTerm(f"{path}: not an object with {_KEY!r}")
    name = value[_KEY]
    made = NODES.get(name)
    if made is None:
        raise BadTerm(f"{path}: no node is called {name!r}")
    if made is Inert and set(value) == {_KEY, "text", "why"}:
        value = _earlier_inert(value, path)
    hints = _hints(name)
    unknown = sorted(set(value) - set(hints) - {_KEY})
    if unknown:
        raise BadTerm(f"{path}: {name} has no field {unknown[0]!r}")
    given = {k: _value(v, hints[k], f"{path}.{k}") for k, v in value.items() if k != _KEY}
    missing = [name for name in _required(name) if name not in given]
    if missing:
        raise BadTerm(f"{path}: {name} lacks the field {missing[0]!r}")
    return made(**given)


#: Why an inert clause does nothing as files of earlier versions say it, by sentences; and the text of one that is a choice.
_EARLIER_WHY: Final[Mapping[str, str]] = {
    "deck: matters only before the game begins": DECK,
    "option: a way of casting or an ability of another zone that nobody uses here": OPTION,
    "combat: matters only when creatures block": COMBAT,
    "begins: matters only before the first turn, when the card may be put onto the battlefield": BEGINS,
    "opens: matters only before the first turn, and is not offered there": OPENS,
    "option: the card can't be turned over or played as its back face here": TURNED,
}
_EARLIER_MODAL: Final = "back face of the layout modal_dfc"


def _earlier_inert(value: Mapping[str, Any], path: str) -> dict[str, Any]:
    """An inert clause of an earlier file as it is written now."""
    kind = _EARLIER_WHY.get(value["why"]) if isinstance(value["why"], str) else None
    if kind is None:
        raise BadTerm(f"{path}: {value['why']!r} is no reason of an inert clause")
    kind = MODAL if kind == TURNED and value["text"] == _EARLIER_MODAL else kind
    return {_KEY: value[_KEY], "text": value["text"], "kind": kind}


@cache
def _hints(name: str) -> dict[str, Any]:
    """The types of a node's fields."""
    made: Any = NODES[name]
    hints = get_type_hints(made)
    return {name: hints[name] for name in field_names(made)}


@cache
def _required(name: str) -> tuple[str, ...]:
    """The fields of a node without a default."""
    optional = defaults(NODES[name])
    return tuple(field for field in field_names(NODES[name]) if field not in optional)


def _value(value: Any, hint: Any, path: str) -> Any:
    """The value of a field of the type ``hint``."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union(value, get_args(hint), path)
    if origin is tuple:
        if not isinstance(value, list):
            raise BadTerm(f"{path}: not a list")
        inner = get_args(hint)[0]
        return tuple(_value(one, inner, f"{path}[{i}]") for i, one in enumerate(value))
    if isinstance(hint, type) and issubclass(hint, Term):
        found = _node(value, path)
        if not isinstance(found, hint):
            raise BadTerm(f"{path}: {type(found).__name__} can't stand here")
        return found
    if type(value) is not hint:
        raise BadTerm(f"{path}: {value!r} is no {getattr(hint, '__name__', hint)}")
    return value


def _union(value: Any, options: tuple[Any, ...], path: str) -> Any:
    """The value as one of several types."""
    if value is None and type(None) in options:
        return None
    if isinstance(value, dict):
        found = _node(value, path)
        fits = tuple(o for o in options if isinstance(o, type))
        if not isinstance(found, fits):
            raise BadTerm(f"{path}: {type(found).__name__} can't stand here")
        return found
    for option in options:
        if get_origin(option) is tuple and isinstance(value, list):
            return _value(value, option, path)
        if type(value) is option:
            return value
    raise BadTerm(f"{path}: {value!r} can't stand here")
