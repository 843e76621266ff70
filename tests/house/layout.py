"""The guards of the layout: each returns its complaints, an empty list when all is well."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping

from tests.support.trees import nodes_of

PACKAGE = "reiterate"

#: The rooms in order: a room imports only from rooms above it, from itself and from other packages.
ORDER = (
    "lazy_module",
    "records",
    "refusals",
    "extras",
    "deadline",
    "untrusted_text",
    "decoded",
    "limits",
    "amounts",
    "terms",
    "state",
    "oracle",
    "cards",
    "rules",
    "loops",
    "check",
    "script",
    "boards",
    "shortcuts",
    "kinds",
    "judging",
    "certify",
    "survey",
    "worth",
    "combos",
    "games",
    "ask",
    "show",
    "databases",
    "discoveries",
    "examples",
    "schemas",
    "notebook",
    "api",
    "table",
    "service",
    "web",
    "client",
    "cli",
    "__main__",
)

#: The sub-rooms of ``rules`` in order: a sub-room imports only from those before it and from itself.
RULES_ORDER = ("access", "characteristics", "events", "costs", "resolution", "turn", "decisions", "positions")

#: Rooms that may import less than everything above them.
NARROW = {
    # Card text is read without a game.
    "oracle": frozenset({"refusals", "amounts", "terms"}),
    # The checker shares only the rules engine with the solver, and the states that it plays on.
    # Clauses that are not understood are read anew from their words; whose words stand in a start is asked of the terms.
    "check": frozenset({"lazy_module", "refusals", "untrusted_text", "amounts", "terms", "state", "rules", "oracle"}),
}

MAX_FILE = 800
MAX_FUNCTION = 60

#: The rooms where quantities live, and the names there that may grow without bound.
AMOUNT_ROOMS = ("state", "rules")
GROWABLE = frozenset(
    {"n", "x", "amount", "count", "counters", "damage", "life", "mana", "tokens", "triggers"}
    | {"power", "power_delta", "toughness", "toughness_delta"}
)
EXACT = frozenset({"Amount", "Traced", "Formula"})

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef

# --- imports -----------------------------------------------------------------------------------


def room(module: str) -> str:
    """The room of a module of the package; the package itself is the room ""."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def _absolute(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    base = parts[: len(parts) - node.level + is_package]
    return ".".join([*base, node.module] if node.module else base)


def imported(module: str, source: str, known: Iterable[str], is_package: bool = False) -> set[str]:
    """The modules of the package that ``module`` imports, submodules by their full name."""
    modules = set(known)
    found: set[str] = set()
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, module, is_package)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                found.add(full if full in modules else base)
    return {name for name in found if name.split(".")[0] == PACKAGE}


def allowed_rooms(importer: str) -> frozenset[str]:
    """The rooms from which the room ``importer`` may import."""
    if importer == "":  # the package's own face shows names of every room
        return frozenset(ORDER)
    above = frozenset(ORDER[: ORDER.index(importer)])
    extra = {"", importer} if importer in {"cli", "__main__"} else {importer}
    return NARROW.get(importer, above) | extra


def direction(imports: Mapping[str, set[str]]) -> list[str]:
    """Every import from a room that the importing room must not know."""
    complaints = []
    for module, targets in sorted(imports.items()):
        if room(module) not in {"", *ORDER}:
            complaints.append(f"{module}: the room {room(module)!r} has no place in ORDER")
            continue
        complaints += [
            f"{module} imports {target}"
            for target in sorted(targets)
            if room(target) not in allowed_rooms(room(module))
        ]
    return complaints


def rules_direction(imports: Mapping[str, set[str]]) -> list[str]:
    """Every import from a sub-room of ``rules`` that comes after the importing one, and every module in no sub-room."""
    place = {name: number for number, name in enumerate(RULES_ORDER)}
    complaints = []
    for module, targets in sorted(imports.items()):
        parts = module.split(".")
        if parts[:2] != [PACKAGE, "rules"] or len(parts) < 3:
            continue
        if parts[2] not in place:
            complaints.append(f"{module}: stands in no sub-room of RULES_ORDER")
            continue
        found = [target for target in sorted(targets) if target.startswith(f"{PACKAGE}.rules.")]
        complaints += [
            f"{module} imports {target}"
            for target in found
            if place.get(target.split(".")[2], len(place)) > place[parts[2]]
        ]
    return complaints


def cycles(imports: Mapping[str, set[str]]) -> list[str]:
    """Every module that can reach itself by imports."""
    complaints = []
    for start in sorted(imports):
        seen: set[str] = set()
        todo = list(imports[start])
        while todo:
            module = todo.pop()
            if module not in seen:
                seen.add(module)
                todo += imports.get(module, ())
        if start in seen:
            complaints.append(f"{start} imports itself, directly or through other modules")
    return complaints


def late_imports(source: str) -> list[str]:
    """Every import inside a function."""
    if not re.search(r"^[^\S\n]+(import|from)\b|[:;][^\S\n]*(import|from)\b", source, re.MULTILINE):
        return []
    lines = {
        inner.lineno
        for node in _functions(source)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    }
    return [f"line {line}: import inside a function" for line in sorted(lines)]


def is_test_file(module: str) -> bool:
    """Whether a module's own name is that of a file of tests."""
    return module.rsplit(".", 1)[-1].startswith("test_")


#: An import, perhaps over several lines, in which a file of tests is named.
_SPEAKS_OF_TESTS = re.compile(r"\bimport\b[^=:]*?\btest_|\bfrom\s+\S*\btest_|\bimport\s+\S*\btest_")


def tests_imported(source: str) -> list[str]:
    """Every import of a file of tests. What several of them need stands in a module of helpers."""
    found: set[tuple[int, str]] = set()
    if not _SPEAKS_OF_TESTS.search(source):
        return []
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            found.update((node.lineno, alias.name) for alias in node.names if is_test_file(alias.name))
        elif isinstance(node, ast.ImportFrom) and is_test_file(node.module or ""):
            found.add((node.lineno, node.module or ""))
        elif isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == "tests"):
            found.update((node.lineno, alias.name) for alias in node.names if is_test_file(alias.name))
    return [f"line {line}: imports the tests of {module}" for line, module in sorted(found)]


def slow_without_reason(source: str) -> list[str]:
    """Every mark ``slow`` of a test without a reason of at least three words."""
    if "mark.slow" not in source:
        return []
    reasons = {
        id(node.func): node.args[0].value
        for node in nodes_of(source)
        if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Constant)
    }
    return [
        f"line {node.lineno}: slow, and no reason says why"
        for node in nodes_of(source)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node) == "pytest.mark.slow"
        and len(str(reasons.get(id(node), "")).split()) < 3
    ]


# --- sizes -------------------------------------------------------------------------------------


def _functions(source: str) -> Iterator[FunctionNode]:
    for node in nodes_of(source):
        if isinstance(node, FunctionNode):
            yield node


def long_file(source: str) -> list[str]:
    """A complaint when the file has more than MAX_FILE lines."""
    length = len(source.splitlines())
    return [f"{length} lines, at most {MAX_FILE}"] if length > MAX_FILE else []


def long_functions(source: str) -> list[str]:
    """Every function of more than MAX_FUNCTION lines."""
    lengths = ((node.name, (node.end_lineno or node.lineno) - node.lineno + 1) for node in _functions(source))
    return [f"{name}: {length} lines, at most {MAX_FUNCTION}" for name, length in lengths if length > MAX_FUNCTION]


# --- amounts -----------------------------------------------------------------------------------


def _annotated(source: str) -> Iterator[tuple[str, ast.expr]]:
    """Every annotated variable, field, attribute and parameter; results by the function's name."""
    for node in nodes_of(source):
        if isinstance(node, ast.AnnAssign):
            if isinstance(node.target, ast.Name):
                yield node.target.id, node.annotation
            elif isinstance(node.target, ast.Attribute):
                yield node.target.attr, node.annotation
        elif isinstance(node, ast.arg) and node.annotation is not None:
            yield node.arg, node.annotation
        elif isinstance(node, FunctionNode) and node.returns is not None:
            yield node.name, node.returns


def _words(annotation: ast.expr) -> set[str]:
    """The identifiers in an annotation, also in a quoted one."""
    return set(re.findall(r"[A-Za-z_]\w*", ast.unparse(annotation)))


def small_ints(source: str) -> list[str]:
    """Every growable name annotated with ``int`` (also inside a container) and no exact amount.

    A line says why its quantity can't grow with the comment ``# discrete: <why>``.
    """
    excused = {line for line, text in comments(source) if re.search(r"#\s*discrete:\s*\w+\W+\w+", text)}
    return [
        f"line {annotation.lineno}: {name} is annotated {ast.unparse(annotation)}"
        for name, annotation in _annotated(source)
        if name in GROWABLE
        and "int" in _words(annotation)
        and not EXACT & _words(annotation)
        and annotation.lineno not in excused
    ]


# --- comments ----------------------------------------------------------------------------------

_MARKER = re.compile(
    r"type:\s*ignore(?:\[[^]]*\])?"
    r"|(?:ruff:\s*)?noqa(?::\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*)?"
    r"|pragma:\s*no\s*cover"
    r"|mypy:\s*\S+"
)


def comments(source: str) -> list[tuple[int, str]]:
    """The comments of a source text with their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def bare_excuses(source: str) -> list[str]:
    """Every comment that silences a check without a reason of at least two words."""
    if not _MARKER.search(source):
        return []
    complaints = []
    for line, text in comments(source):
        if _MARKER.search(text) and len(re.findall(r"[A-Za-z]\w*", _MARKER.sub("", text))) < 2:
            complaints.append(f"line {line}: no reason after {text!r}")
    return complaints


# --- words -------------------------------------------------------------------------------------

# Written in pieces, so that this file passes its own guard.
_FOREIGN = re.compile(r"(?<![\w.])/(?:work|root)/|\bpypi" r"\.org\b|\bfiles\.python" r"hosted\.org\b")
#: One of these stands in each text in which that is found; to look for them takes a tenth of the time.
_OF_OTHERS = (*(f"/{folder}/" for folder in ("work", "root")), *(f"{host}.org" for host in ("pypi", "pythonhosted")))


def foreign_words(text: str) -> list[str]:
    """Every line with an absolute path of one machine or the host of a package registry."""
    if not any(word in text for word in _OF_OTHERS):
        return []
    return [
        f"line {number}: {match[0]!r}"
        for number, line in enumerate(text.splitlines(), 1)
        if (match := _FOREIGN.search(line))
    ]


# --- amounts that are not there ----------------------------------------------------------------


def presence(source: str) -> list[str]:
    """Every place that asks whether an amount of a row is written: an absent amount is 0, and a written 0 is absent.

    in: a module. Found are ``in num``, ``num.get(name)``, ``num[name]``, ``for name in num``, ``if num``, ``len(num)``,
    ``num == other`` and what takes keys out, of anything that is called ``num``.
    """
    found: set[int] = set()
    if not re.search(r"\bnum\b", source):
        return []
    for node in nodes_of(source):
        if any(_is_num(part) for part in _asked_of(node)):
            found.add(node.lineno)  # type: ignore[attr-defined]  # all of these nodes have one
    return [f"line {line}: asks whether an amount is there" for line in sorted(found)]


def _is_num(node: ast.AST) -> bool:
    """Whether an expression is the amounts of a row, or their names."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "keys":
        node = node.func.value
    return (isinstance(node, ast.Attribute) and node.attr == "num") or (isinstance(node, ast.Name) and node.id == "num")


def _asked_of(node: ast.AST) -> list[ast.AST]:
    """The parts of a node whose presence it depends on."""
    match node:
        case ast.Compare(left, ops, comparators):
            known = (ast.In, ast.NotIn, ast.Eq, ast.NotEq)
            sides = [each for op, each in zip(ops, comparators, strict=True) if isinstance(op, known)]
            return [*sides, *([left] if isinstance(ops[0], (ast.Eq, ast.NotEq)) else [])]
        case ast.Subscript(value, _, ast.Load()):
            return [value]
        case ast.Call(ast.Attribute(value, "get"), args, []) if len(args) == 1:
            return [value]
        case ast.Call(ast.Attribute(value, "pop" | "setdefault" | "popitem")):
            return [value]
        case ast.Call(ast.Name("len" | "bool" | "any" | "all" | "list" | "sorted" | "set" | "tuple"), [value]):
            return [value]
        case ast.BoolOp(_, values):
            return list(values)
        case ast.UnaryOp(ast.Not(), value):
            return [value]
        case ast.If(test) | ast.IfExp(test) | ast.While(test):
            return [test]
        case ast.For(_, value):
            return [value]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return [each.iter for each in node.generators]
    return []
