"""Records that are made very often: frozen for whoever checks types, made as quickly as plain classes.

A frozen dataclass takes ten times as long to be made: each field goes through ``object.__setattr__``. Nothing writes to a
record after it was made, which mypy checks as for any frozen dataclass. It has the same equality, hash and words.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as record
    from dataclasses import replace
else:
    from dataclasses import dataclass, fields

    def record(*, frozen: bool, slots: bool) -> Any:
        """As ``dataclass(frozen=True, slots=True)``."""
        assert frozen
        return dataclass(slots=slots, unsafe_hash=True)

    def replace(one: Any, /, **changes: Any) -> Any:
        """As ``dataclasses.replace``, of a record all of whose fields are given as it is made."""
        at, read = _fields(type(one))
        values = [*read(one)]
        for name, value in changes.items():
            values[at[name]] = value
        return type(one)(*values)

    @cache
    def _fields(kind: type) -> tuple[dict[str, int], Any]:
        """Where each field of a record stands, and what reads their values."""
        names = [each.name for each in fields(kind)]
        assert len(names) > 1  # of one name the getter reads no tuple
        return {name: at for at, name in enumerate(names)}, attrgetter(*names)


__all__ = ["record", "replace"]
