"""One file knows all that decoding can raise: no other catches a stack that ran out, beside those listed with their reasons."""

from __future__ import annotations

import ast
from typing import Final

from tests.support.files import ROOT
from tests.support.trees import nodes_of

SOURCE: Final = ROOT / "src" / "reiterate"

#: The files that catch it, and why each does so for itself.
CATCHES: Final = {
    "check/form.py": "The checker imports no reader of the solver's; its budgets are asked while numbers are read.",
    "decoded.py": "It is the one place; each reader catches NotDecoded alone.",
}


def catches_a_full_stack(source: str) -> bool:
    """Whether some code catches RecursionError, by whatever expression names it."""
    return any(
        isinstance(name, ast.Name | ast.Attribute) and ast.unparse(name).endswith("RecursionError")
        for node in nodes_of(source)
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        for name in ast.walk(node.type)
    )


def test_what_catches_a_full_stack_is_listed_with_its_reason() -> None:
    found = {
        str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if catches_a_full_stack(path.read_text("utf-8"))
    }
    assert found == set(CATCHES)


def test_a_handler_is_seen_however_it_is_written() -> None:
    for handler in ("RecursionError", "(ValueError, RecursionError)", "(ValueError, builtins.RecursionError) as error"):
        assert catches_a_full_stack(f"try:\n    f()\nexcept {handler}:\n    pass\n")
    assert not catches_a_full_stack("raise RecursionError\n")
    assert not catches_a_full_stack("try:\n    f()\nexcept ValueError:\n    pass\n")
