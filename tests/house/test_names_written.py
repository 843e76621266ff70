"""Each name of a property, slot, reference or tally that the rules read is written somewhere."""

from __future__ import annotations

from functools import cache

import pytest

from tests.house.name_flow import PROPERTY, REFERENCE, SLOT, TALLY, flow, meets, unwritten
from tests.support.files import ROOT

ROOMS = ("rules", "state", "loops", "kinds", "shortcuts", "script")

#: Names that are read and that no source writes in a way that can be seen, each with the reason.
EXCEPTIONS: dict[tuple[str, str], str] = {}

#: The closed list of what amounts may be called; it writes none of them.
LIST = "state/amount_slots.py"


@cache
def sources() -> dict[str, str]:
    """The sources of the rooms that write states and read them."""
    base = ROOT / "src" / "reiterate"
    return {
        path.relative_to(base).as_posix(): path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in sorted((base / room).rglob("*.py"))
        if path.relative_to(base).as_posix() != LIST
    }


@pytest.mark.slow("goes through all sources")
def test_every_name_that_is_read_is_written_somewhere() -> None:
    assert [found for found in unwritten(sources()) if found not in EXCEPTIONS] == []
    assert all(len(reason.split()) > 3 for reason in EXCEPTIONS.values())


def test_there_is_much_to_look_at() -> None:
    reads, writes = flow(sources())
    assert len({name for kind, name in reads if kind == PROPERTY}) > 40
    assert len({name for kind, name in reads if kind == SLOT}) > 20
    assert len({name for kind, name in reads if kind == REFERENCE}) > 10
    assert len(writes) > 500


@pytest.mark.slow("reads the flow of names through all sources")
@pytest.mark.parametrize(
    ("path", "good", "broken", "found"),
    [
        ("rules/decisions/step_actions.py", ".with_prop(LANDED,", '.with_prop("has landed",', (PROPERTY, "landed")),
        (
            "rules/access/influence.py",
            ".with_prop(UNSEATED,",
            '.with_prop("left before",',
            (PROPERTY, "unseated"),
        ),
        (
            "rules/resolution/effects_continuous.py",
            ".with_prop(ENCHANT,",
            '.with_prop("enchants",',
            (PROPERTY, "enchant"),
        ),
    ],
)
def test_a_name_that_is_not_written_any_more_is_found(
    path: str, good: str, broken: str, found: tuple[str, str]
) -> None:
    text = sources()[path]
    assert good in text, "the piece that is broken here has changed: break another one"
    assert found not in unwritten(sources())
    assert found in unwritten({name: source.replace(good, broken) for name, source in sources().items()})


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('cls.prop("a")', [(PROPERTY, "a")]),
        ('cls.prop("a")\ncls.with_prop("a", True)', []),
        ('cls.prop("a")\nprops = (("a", True),)', []),
        ('A: Final = "a"\ncls.prop(A)', [(PROPERTY, "a")]),
        ('A: Final = "a"\ncls.prop(A)\ncls.with_prop(A, 1)', []),
        ('A: Final = FlagName("a")\ncls.prop(A)', [(PROPERTY, "a")]),
        ('cls.prop(f"used.{i}")\ncls.with_prop("used.loyalty", 1)', []),
        ('cls.prop("used.loyalty")\ncls.with_prop(f"used.{i}", 1)', []),
        ('row.get("damage")', [(SLOT, "damage")]),
        ('row.get("damage")\nadd(draft, "", row, "damage", 1)', []),
        ('draft.rows[h].get("damage")', [(SLOT, "damage")]),
        ('row.refs.get("host")\nrow.refs["on"]', [(REFERENCE, "host"), (REFERENCE, "on")]),
        ('row.refs.get("host")\nrefs = {"host": ref}', []),
        ('state.tally.get("a")', [(TALLY, "a")]),
        ('table.get("a")', []),
    ],
)
def test_what_counts_as_read_and_as_written(source: str, found: list[tuple[str, str]]) -> None:
    assert unwritten({"a.py": source}) == found


def test_beginnings_meet_what_they_begin() -> None:
    assert meets("used.*", "used.loyalty") and meets("used.loyalty", "used.*") and meets("a.*", "a.b.*")
    assert not meets("used.*", "chosen.x") and not meets("a", "b")
