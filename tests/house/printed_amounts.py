"""A plugin of mypy: outside of the room ``amounts`` nobody prints an amount with ``str``, ``repr``, ``format`` or an f-string.

Python refuses to print a whole number of more than 4,300 digits, and a doubling loop has one after 15,000 iterations. An amount
becomes text by ``digits_text``, ``decimal_text``, ``quantity_json`` or ``count_in_script`` of ``reiterate.amounts``. What is an amount is told
by the declared type: one with ``Formula`` or ``Traced`` in it, even where a test has narrowed it to ``int``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, RefExpr
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

#: The room in which amounts are printed.
ROOM: Final = "reiterate.amounts"

#: Where amounts are small, and a long one that is printed fails at once: no user meets it.
FREE: Final = ("tests.", "benchmarks.")

#: Types that only an amount has, or a part of one.
AMOUNTS: Final = frozenset(
    f"{ROOM}.{name}"
    for name in (
        "formula.Formula",
        "traced.Traced",
        "polynomials.Poly",
        "progression.Members",
        "progression.Progression",
    )
)

#: What prints all that it holds.
_HOLDERS: Final = frozenset(f"builtins.{name}" for name in ("dict", "list", "set", "frozenset", "tuple"))

#: Functions of the amounts that give a bare whole number of any length.
BARE: Final = frozenset(f"{ROOM}.{name}" for name in ("plain", "divided"))

MESSAGE: Final = "an amount is printed by Python, which refuses more than 4,300 digits: use reiterate.amounts.digits_text or decimal_text"

#: What prints its arguments: functions, and the method into which an f-string is turned.
_FUNCTIONS: Final = ("builtins.str", "builtins.repr", "builtins.format", "builtins.ascii", "builtins.print")
_METHODS: Final = ("builtins.str.format", "builtins.int.__str__", "builtins.int.__repr__", "builtins.int.__format__")


class PrintedAmounts(Plugin):
    """Reports each amount that Python is to print."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """A hook for what prints."""
        if fullname == "builtins.map":
            return _mapped
        return _called if fullname in _FUNCTIONS else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """A hook for what prints."""
        return _called if fullname in _METHODS else None


def _called(context: FunctionContext | MethodContext) -> Type:
    for expressions, types in zip(context.args, context.arg_types, strict=True):
        for expression, typ in zip(expressions, types, strict=True):
            _look(context, expression, typ)
    return context.default_return_type


def _mapped(context: FunctionContext | MethodContext) -> Type:
    """``map(str, amounts)``."""
    printer = context.args[0][0] if context.args and context.args[0] else None
    if isinstance(printer, NameExpr) and printer.fullname in _FUNCTIONS:
        for types in context.arg_types[1:]:
            for typ in types:
                proper = get_proper_type(typ)
                if isinstance(proper, Instance) and any(_is_amount(arg) for arg in proper.args):
                    context.api.fail(MESSAGE, context.context)
    return context.default_return_type


def _look(context: FunctionContext | MethodContext, expression: Expression, typ: Type) -> None:
    assert isinstance(context.api, TypeChecker)
    if context.api.tree.fullname.startswith((ROOM, *FREE)):
        return
    if _is_bare(expression) or any(map(_is_amount, _types(context.api, expression, typ))):
        context.api.fail(MESSAGE, expression)


def _is_bare(expression: Expression) -> bool:
    """Whether an expression reads an amount as a whole number."""
    return (
        isinstance(expression, CallExpr)
        and isinstance(expression.callee, RefExpr)
        and expression.callee.fullname in BARE
    )


def _types(checker: TypeChecker, expression: Expression, typ: Type) -> Iterator[Type]:
    """The type of an expression, and the one that its name was declared with."""
    yield typ
    if isinstance(expression, NameExpr | MemberExpr):
        yield checker.expr_checker.analyze_ref_expr(expression)
    if (
        isinstance(expression, CallExpr)
        and isinstance(expression.callee, RefExpr)
        and expression.callee.fullname in BARE
    ):
        yield next(iter(_amount_types(checker)))


def _amount_types(checker: TypeChecker) -> Iterator[Type]:
    yield checker.named_type("reiterate.amounts.formula.Formula")


def _is_amount(typ: Type, depth: int = 3) -> bool:
    """Whether a type has an amount in it, looked for in holders of holders; types that hold themselves have no end."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType | TupleType):
        parts = proper.items
    elif not isinstance(proper, Instance):
        return False
    elif proper.type.fullname in AMOUNTS:
        return True
    else:
        parts = list(proper.args) if proper.type.fullname in _HOLDERS else []
    return depth > 0 and any(_is_amount(part, depth - 1) for part in parts)


def plugin(version: str) -> type[Plugin]:
    """What mypy asks a plugin for."""
    return PrintedAmounts
