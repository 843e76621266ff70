"""Meanings of productions run backwards: from a value to what the holes must hold for it.

A declaration is taken apart into its fields, and a tuple into its parts. A function of ``phrase_meanings`` is run backwards by the
way back that is declared beside it (``undoing``). A way back may be too generous: what it yields is put into the function again, and
only what makes the value is taken. A function without a way back is read and never printed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.chart import Match, NoMeaning, Value
from reiterate.terms import language as n
from reiterate.terms.base import Term, defaults, field_names

#: The ways back of functions: from a value to arguments that may make it.
UNDONE: Final[dict[Any, Callable[[Any], Iterator[tuple[Any, ...]]]]] = {}
#: The name of the place of a phrase, which says nothing on the way back.
PLACE: Final = "AT"

_Bound = Mapping[str, Value]


def undoing(function: Any) -> Callable[[Callable[[Any], Iterator[tuple[Any, ...]]]], Any]:
    """Declare the way back of a function."""

    def declared(back: Callable[[Any], Iterator[tuple[Any, ...]]]) -> Any:
        UNDONE[function] = back
        return back

    return declared


def match_of(node: ast.expr, names: Mapping[str, Any]) -> Match:
    """The way back of a meaning."""
    match node:
        case ast.Constant(value):
            return same(value)
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            return same(-value)
        case ast.Name(name):
            return same(names[name]) if name in names else _hole(name)
        case ast.Tuple(parts):
            return _tuple(parts, names)
        case ast.Call(ast.Name(name), positional, keywords):
            made = names.get(name)
            if isinstance(made, type) and issubclass(made, Term):
                given = {str(k.arg): k.value for k in keywords}
                given.update(zip(field_names(made), positional, strict=False))
                return _node(made, {field: match_of(part, names) for field, part in given.items()})
            return _undone(made, _tuple(positional, names))
    return lambda value, bound: iter(())


def head_of(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """What a meaning is at first sight: the kind of a node; or the length of a tuple with the kind of its first node.

    None where the meaning may be anything.
    """
    match node:
        case ast.Call(ast.Name(name)) if isinstance(names.get(name), type) and names[name] not in _POINTED:
            return names[name]
        case ast.Tuple(parts) if parts and not any(isinstance(part, ast.Starred) for part in parts):
            first = head_of(parts[0], names)
            return (len(parts), first if isinstance(first, type) else None)
    return None


def could_be(head: Any, value: Value) -> bool:
    """Whether a meaning could be a value at first sight."""
    if head is None or isinstance(value, leaves.Meant):
        return True
    if isinstance(head, tuple):
        length, first = head
        return isinstance(value, tuple) and len(value) == length and could_be(first, value[0])
    return type(value) is head


def same(known: Value) -> Match:
    """The way back of one value."""

    def match(value: Value, bound: _Bound) -> Iterator[_Bound]:
        if isinstance(value, leaves.Meant):
            value = value.ref  # the words say by themselves what they mean
        if value == known and type(value) is type(known):
            yield bound

    return match


def _hole(name: str) -> Match:
    def match(value: Value, bound: _Bound) -> Iterator[_Bound]:
        if name == PLACE:
            yield bound
        elif name not in bound:
            yield {**bound, name: value}
        elif bound[name] == value:
            yield bound

    return match


def _node(kind: type[Term], fields: Mapping[str, Match]) -> Match:
    plain = {name: value for name, value in defaults(kind).items() if name not in fields}
    parts = tuple(fields.items())

    def match(value: Value, bound: _Bound) -> Iterator[_Bound]:
        value = _POINTED.get(kind, _meant)(value, fields)
        if type(value) is kind and all(getattr(value, name) == default for name, default in plain.items()):
            yield from _all([(rule, getattr(value, name)) for name, rule in parts], bound)

    return match


def _meant(value: Value, fields: Mapping[str, Match]) -> Value:
    """What words that say it by themselves mean."""
    return value.ref if isinstance(value, leaves.Meant) else value


def _pointer(value: Value, fields: Mapping[str, Match]) -> Value:
    """Any pointer that could stand for what is meant: the one that the words ask for."""
    if isinstance(value, leaves.Meant):
        called = ("",) if "subtype" not in fields else (value.noun, "permanent") if value.noun not in _NAMELESS else ()
        fits = (what for what in value.words if any(True for _ in fields["what"](what, {})))
        made = (leaves.Pointer(what, 0, noun) for what in fits for noun in called)
        return next(
            (each for each in made if not each.subtype or any(True for _ in fields["subtype"](each.subtype, {}))), value
        )
    return value


#: What has no other word than "that creature" behind it, or "that token" and "that card", which are words of their own.
_NAMELESS: Final = ("", "creature")

#: How declarations that stand for what is not settled yet look at a value.
_POINTED: Final[dict[type[Term], Callable[[Value, Mapping[str, Match]], Value]]] = {
    leaves.Pointer: _pointer,
    leaves.Named: lambda value, fields: leaves.Named(0) if value == n.This() else value,
    leaves.Attached: lambda value, fields: leaves.Attached(0) if value == n.Host() else value,
}


def _all(parts: Sequence[tuple[Match, Value]], bound: _Bound) -> Iterator[_Bound]:
    if not parts:
        yield bound
        return
    (rule, value), rest = parts[0], parts[1:]
    for found in rule(value, bound):
        yield from _all(rest, found)


def _tuple(parts: Sequence[ast.expr], names: Mapping[str, Any]) -> Match:
    rules = [
        (isinstance(part, ast.Starred), match_of(part.value if isinstance(part, ast.Starred) else part, names))
        for part in parts
    ]

    def match(value: Value, bound: _Bound) -> Iterator[_Bound]:
        if isinstance(value, tuple):
            yield from _pieces(rules, value, bound)

    return match


def _pieces(rules: Sequence[tuple[bool, Match]], value: tuple[Value, ...], bound: _Bound) -> Iterator[_Bound]:
    """A tuple cut into its parts; a part with a star is one or more of its values."""
    if not rules:
        if not value:
            yield bound
        return
    (starred, rule), rest = rules[0], rules[1:]
    for size in range(1, len(value) - len(rest) + 1) if starred else (1,):
        if size > len(value):
            return
        for found in rule(value[:size] if starred else value[0], bound):
            yield from _pieces(rest, value[size:], found)


def _ways(function: Any, value: Value) -> list[tuple[Value, ...]]:
    """The arguments that make a value of a function; none for a value of another shape than it makes."""
    back = UNDONE.get(function)
    found: list[tuple[Value, ...]] = []
    try:
        for arguments in back(value) if back is not None else ():
            if _made(function, arguments) == value:
                found.append(arguments)
    except _OTHER_SHAPE:
        pass
    return found


#: What a way back raises for a value that the function never makes.
_OTHER_SHAPE: Final = (AttributeError, TypeError, ValueError, IndexError, KeyError)


def _made(function: Any, arguments: tuple[Value, ...]) -> Value:
    try:
        return function(*arguments)
    except (NoMeaning, *_OTHER_SHAPE):
        return NoMeaning


def _undone(function: Any, arguments: Match) -> Match:
    def match(value: Value, bound: _Bound) -> Iterator[_Bound]:
        for found in _ways(function, value):
            yield from arguments(found, bound)

    return match
