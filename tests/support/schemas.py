"""The published schemas, compiled once in a process. A compiled one answers in a seventieth of the time of a plain one."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError

from tests.support.files import ROOT

__all__ = ["ValidationError", "compiled", "schema", "validate"]


@cache
def _text(name: str, number: int) -> str:
    return (ROOT / "src" / "reiterate" / "schemas" / f"{name}-{number}.json").read_text(encoding="utf-8")


def schema(name: str, number: int = 1) -> Any:
    """A schema that ships in the package."""
    return json.loads(_text(name, number))


@cache
def compiled(name: str, number: int = 1) -> Draft202012Validator:
    """What says whether something fits that schema."""
    return Draft202012Validator(schema(name, number))


def validate(value: Any, name: str, number: int = 1) -> None:
    """Raises ``ValidationError`` where a value does not fit the schema of that name."""
    compiled(name, number).validate(value)
