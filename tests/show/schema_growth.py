"""What a later schema of a frozen form may change: fields may be added that need not be there, and nothing else."""

from __future__ import annotations

from typing import Any, Final

#: What is no promise of answers: words for people, the words of open lists, which may become more, and the schema's own name,
#: which ``tests/show/test_schemas.py`` holds.
_FREE: Final = frozenset({"description", "title", "examples", "$id"})


def broken(frozen: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """The promises of a frozen schema that a later one breaks, a line each.

    In: two schemas whose parts stand under ``$defs``. Out: nothing where each answer that fits the later schema fits the
    frozen one too, and says at least as much.
    """
    found = [] if _said(frozen) == _said(now) else [f"the whole: {_said(frozen)} has become {_said(now)}"]
    for name, part in frozen["$defs"].items():
        later = now["$defs"].get(name)
        if later is None:
            found.append(f"{name}: the part is gone; a new form answer/2 may leave it out")
        elif "properties" in part:
            found += _fields(name, part, later)
        elif _said(part) != _said(later):
            found.append(f"{name}: {_said(part)} has become {_said(later)}")
    return found


def _said(part: Any) -> Any:
    """A schema without what is no promise."""
    if isinstance(part, list):
        return [_said(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: _said(each) for key, each in part.items() if key not in (*_FREE, "$defs")}


def _fields(name: str, part: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """The promises that one part breaks."""
    found = []
    fields, later = part["properties"], now.get("properties", {})
    for field, frozen in fields.items():
        if field not in later:
            found.append(f"{name}.{field}: the field is gone; clients read it")
        elif _said(frozen) != _said(later[field]):
            found.append(f"{name}.{field}: {_said(frozen)} has become {_said(later[field])}")
    required, needed = set(part.get("required", ())), set(now.get("required", ()))
    found += [f"{name}.{field}: may be left out now; clients rely on it" for field in sorted(required - needed)]
    found += [f"{name}.{field}: must be there, and older answers lack it" for field in sorted(needed - required)]
    rest = {"properties", "required"}
    before, after = ({key: each for key, each in _said(one).items() if key not in rest} for one in (part, now))
    if before != after:
        found.append(f"{name}: {before} has become {after}")
    return found
