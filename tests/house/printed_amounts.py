"""A plugin of mypy: outside of the room ``amounts`` nobody lets Python print an amount.

Python refuses to print a whole number of more than 4,300 digits, and a doubling loop has one after 15,000 iterations. An amount
becomes text by ``digits_text``, ``decimal_text``, ``quantity_json`` or ``count_in_script`` of ``reiterate.amounts``. What is an amount is told
by the declared type: one with ``Formula`` or ``Traced`` in it, even where a test has narrowed it to ``int``. A whole number that a file
takes out of an amount is one too, by whatever names it goes in that file.

What mypy shows no plugin is ``"%s" % a`` behind a literal: ``percent_formats`` finds that, and ``src`` has none.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Argument,
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    CastExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SetExpr,
    StarExpr,
    Statement,
    SymbolNode,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.types import CallableType, Instance, TupleType, Type, UnionType, get_proper_type

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
_HOLDERS: Final = frozenset(
    (
        *(f"builtins.{name}" for name in ("dict", "list", "set", "frozenset", "tuple")),
        *(f"typing.{name}" for name in ("Mapping", "MutableMapping", "Sequence", "MutableSequence", "Collection")),
        *(f"typing.{name}" for name in ("AbstractSet", "MutableSet")),
        *(f"collections.{name}" for name in ("defaultdict", "deque", "Counter", "OrderedDict", "ChainMap")),
        *("_collections_abc.dict_values", "_collections_abc.dict_items", "types.MappingProxyType"),
    )
)

#: Functions of the amounts that give a bare whole number of any length.
BARE: Final = frozenset(f"{ROOM}.{name}" for name in ("plain", "divided"))

MESSAGE: Final = "an amount is printed by Python, which refuses more than 4,300 digits: use reiterate.amounts.digits_text or decimal_text"

_LEVELS: Final = ("debug", "info", "warning", "warn", "error", "exception", "critical", "log")

#: What prints its arguments: functions, and the methods into which an f-string is turned.
_FUNCTIONS: Final = frozenset(
    (
        *(f"builtins.{name}" for name in ("str", "repr", "format", "ascii", "print")),
        *(f"{module}.{name}" for module in ("json", "yaml") for name in ("dump", "dumps", "safe_dump", "dump_all")),
        *(f"msgspec.{module}.encode" for module in ("json", "yaml", "toml")),
        *(f"pprint.{name}" for name in ("pprint", "pformat", "pp", "saferepr")),
        *(f"logging.{level}" for level in _LEVELS),
        *("warnings.warn", "reprlib.repr"),
    )
)
_METHODS: Final = frozenset(
    (
        *(f"builtins.str.{name}" for name in ("format", "format_map", "__mod__")),
        *(f"builtins.bytes.{name}" for name in ("__mod__",)),
        *(f"builtins.int.{name}" for name in ("__str__", "__repr__", "__format__")),
        *(f"json.encoder.JSONEncoder.{name}" for name in ("encode", "iterencode")),
        *(f"msgspec.json.Encoder.{name}" for name in ("encode", "encode_into", "encode_lines")),
        *(f"logging.{kind}.{level}" for kind in ("Logger", "LoggerAdapter") for level in _LEVELS),
        *(f"string.Template.{name}" for name in ("substitute", "safe_substitute")),
    )
)

#: Methods of a whole number that print it.
_OF_ITSELF: Final = ("__str__", "__repr__", "__format__")


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
    for expressions in context.args:
        for expression in expressions:
            _look(context, expression)
    for expressions, types in zip(context.args, context.arg_types, strict=True):
        for expression, typ in zip(expressions, types, strict=True):
            _look(context, expression, typ)
    call = context.context
    if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr) and call.callee.name in _OF_ITSELF:
        _look(context, call.callee.expr)
    return context.default_return_type


def _mapped(context: FunctionContext | MethodContext) -> Type:
    """``map(str, amounts)``."""
    printer = context.args[0][0] if context.args and context.args[0] else None
    prints = isinstance(printer, RefExpr) and printer.fullname in _FUNCTIONS
    if prints or (isinstance(printer, MemberExpr) and printer.name in ("format", *_OF_ITSELF)):
        for types in context.arg_types[1:]:
            for typ in types:
                proper = get_proper_type(typ)
                if isinstance(proper, Instance) and any(_is_amount(arg) for arg in proper.args):
                    _fail(context, context.context)
    return context.default_return_type


def _look(context: FunctionContext | MethodContext, expression: Expression, typ: Type | None = None) -> None:
    checker = context.api
    assert isinstance(checker, TypeChecker)
    if _Taken(checker).is_amount(expression) if typ is None else _is_amount(typ):
        _fail(context, expression)


def _fail(context: FunctionContext | MethodContext, place: Expression | object) -> None:
    checker = context.api
    assert isinstance(checker, TypeChecker)
    if not checker.tree.fullname.startswith((ROOM, *FREE)):
        checker.fail(MESSAGE, place)  # type: ignore[arg-type] # a place of the program


# --- where a whole number comes from -----------------------------------------------------------------------------


#: Attributes of a node that lead to what is not written below it.
_AWAY: Final = frozenset(("node", "info", "type", "names", "original_def", "unanalyzed_type"))


def _below(node: Node) -> Iterator[Node]:
    """The nodes right below one. Compiled visitors of mypy can't be derived from, so its attributes are read."""
    for name in getattr(type(node), "__mypyc_attrs__", None) or vars(node):
        held = [] if name in _AWAY else [getattr(node, name, None)]
        while held:
            each = held.pop()
            if isinstance(each, Statement | Expression | Argument):
                yield each
            elif isinstance(each, list | tuple):
                held.extend(each)


class _Origins:
    """What each name of a file is set to, and what each of its functions gives back."""

    def __init__(self, tree: MypyFile) -> None:
        self.values: defaultdict[SymbolNode, list[Expression]] = defaultdict(list)
        self.given: defaultdict[SymbolNode, list[Expression]] = defaultdict(list)
        met: set[int] = set()
        waiting: list[tuple[Node, SymbolNode | None]] = [(node, None) for node in tree.defs]
        while waiting:
            node, inside = waiting.pop()
            if id(node) not in met:
                met.add(id(node))
                self._read(node, inside)
                within = node if isinstance(node, FuncDef) else inside
                waiting.extend((each, within) for each in _below(node))

    def _read(self, node: Node, inside: SymbolNode | None) -> None:
        if isinstance(node, ReturnStmt) and node.expr is not None and inside is not None:
            self.given[inside].append(node.expr)
        elif isinstance(node, AssignmentStmt):
            for target in node.lvalues:
                self._set(target, node.rvalue)
        elif isinstance(node, OperatorAssignmentStmt):
            self._set(node.lvalue, node.rvalue)
        elif isinstance(node, AssignmentExpr):
            self._set(node.target, node.value)
        elif isinstance(node, CallExpr) and isinstance(node.callee, RefExpr) and isinstance(node.callee.node, FuncDef):
            self._call(node, node.callee.node)

    def _call(self, call: CallExpr, called: FuncDef) -> None:
        """A function is called: its parameters are set. One of another file may be known by its type alone."""
        there: list[Argument] = getattr(called, "arguments", [])
        by_name = {each.variable.name: each for each in there}
        for at, (name, value) in enumerate(zip(call.arg_names, call.args, strict=True)):
            meant = by_name.get(name) if name is not None else there[at] if at < len(there) else None
            if meant is not None:
                self.values[meant.variable].append(value)

    def _set(self, target: Expression, value: Expression) -> None:
        if isinstance(target, TupleExpr) and isinstance(value, TupleExpr) and len(target.items) == len(value.items):
            for one, its in zip(target.items, value.items, strict=True):
                self._set(one, its)
        elif isinstance(target, NameExpr) and isinstance(target.node, Var):
            self.values[target.node].append(value)


_FILES: Final[dict[int, tuple[MypyFile, _Origins]]] = {}


def _origins(tree: MypyFile) -> _Origins:
    """The origins of a file, read once."""
    known = _FILES.get(id(tree))
    if known is None or known[0] is not tree:
        found = _Origins(tree)
        _FILES.clear()
        known = _FILES[id(tree)] = tree, found
    return known[1]


#: Functions that give one of their arguments, or a number as long as one.
_AS_LONG: Final = frozenset(f"builtins.{name}" for name in ("max", "abs", "sum", "int", "round", "pow"))

#: Signs between two numbers that may give one as long as either.
_SIGNS: Final = frozenset(("+", "-", "*", "//", "**", "<<", ">>", "|", "^", "and", "or"))


class _Taken:
    """Whether an expression is an amount, holds one, or is a whole number that was taken out of one."""

    def __init__(self, checker: TypeChecker) -> None:
        self.checker = checker
        self.met: set[object] = set()

    def is_amount(self, node: Expression) -> bool:
        """Told by declared types, and by what the names of this file are set to."""
        bare = isinstance(node, CallExpr) and isinstance(node.callee, RefExpr) and node.callee.fullname in BARE
        return bare or any(map(_is_amount, self._types(node))) or any(map(self.is_amount, self._parts(node)))

    def _types(self, node: Expression) -> Iterator[Type]:
        known = self.checker.lookup_type_or_none(node)
        if isinstance(node, NameExpr):
            if isinstance(node.node, Var) and node.node.type is not None:
                yield node.node.type
        elif isinstance(node, MemberExpr) and known is not None:
            with self.checker.msg.filter_errors():
                yield self.checker.expr_checker.analyze_ref_expr(node)
        elif isinstance(node, IndexExpr | CallExpr):
            if known is not None:
                yield known
            elif isinstance(node, CallExpr) and isinstance(node.callee, RefExpr):
                typ: object = getattr(node.callee.node, "type", None)
                if isinstance(typ, CallableType):
                    yield typ.ret_type

    def _parts(self, node: Expression) -> Iterator[Expression]:
        """What an expression is made of, as far as its digits are theirs."""
        if isinstance(node, NameExpr):
            if isinstance(node.node, Var) and _may_be_number(node.node.type):
                yield from self._once(node.node, _origins(self.checker.tree).values)
        elif isinstance(node, ConditionalExpr):
            yield from (node.if_expr, node.else_expr)
        elif isinstance(node, OpExpr):
            yield from (node.left, node.right) if node.op in _SIGNS else ()
        elif isinstance(node, UnaryExpr | CastExpr | StarExpr):
            yield from () if isinstance(node, UnaryExpr) and node.op == "not" else (node.expr,)
        elif isinstance(node, AssignmentExpr):
            yield node.value
        elif isinstance(node, ListExpr | TupleExpr | SetExpr):
            yield from node.items
        elif isinstance(node, DictExpr):
            yield from (each for pair in node.items for each in pair if each is not None)
        elif isinstance(node, CallExpr) and isinstance(node.analyzed, CastExpr):
            yield node.analyzed.expr
        elif isinstance(node, CallExpr) and isinstance(node.callee, RefExpr):
            if node.callee.fullname in _AS_LONG:
                yield from node.args
            elif isinstance(node.callee.node, FuncDef) and _gives_number(node.callee.node):
                yield from self._once(node.callee.node, _origins(self.checker.tree).given)

    def _once(self, key: SymbolNode, table: Mapping[SymbolNode, list[Expression]]) -> Iterator[Expression]:
        """What a name is set to or a function gives, the first time that it is met."""
        if key not in self.met:
            self.met.add(key)
            yield from table.get(key, ())


def _gives_number(called: FuncDef) -> bool:
    """Whether a function gives a whole number, or may."""
    typ = get_proper_type(called.type)
    return isinstance(typ, CallableType) and _may_be_number(typ.ret_type)


def _may_be_number(typ: Type | None) -> bool:
    """Whether a type is that of a whole number, or has one in it; one that is not known yet may be."""
    proper = get_proper_type(typ)
    if proper is None:
        return True
    if isinstance(proper, UnionType | TupleType):
        return any(map(_may_be_number, proper.items))
    if not isinstance(proper, Instance):
        return False
    held = proper.args if proper.type.fullname in _HOLDERS else ()
    return proper.type.fullname == "builtins.int" or any(map(_may_be_number, held))


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


# --- behind a literal --------------------------------------------------------------------------------------------


def percent_formats(nodes: Iterable[ast.AST]) -> list[int]:
    """The lines in which ``%`` stands behind a text: ``"%s" % a``."""
    return [
        node.lineno
        for node in nodes
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and (isinstance(node.left, ast.JoinedStr) or isinstance(getattr(node.left, "value", None), str | bytes))
    ]


def plugin(version: str) -> type[Plugin]:
    """What mypy asks a plugin for."""
    return PrintedAmounts
