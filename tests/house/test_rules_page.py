"""The page on the rules: its map names every file of every sub-room, and what it says where to find is there."""

from __future__ import annotations

import re

import pytest

from tests.house.layout import RULES_ORDER
from tests.support.files import ROOT

RULES = ROOT / "src" / "reiterate" / "rules"
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")


def section(title: str, page: str = PAGE) -> str:
    """The text below a heading, up to the next heading."""
    return re.split(rf"^#+ {re.escape(title)}$", page, flags=re.M)[1].split("\n#")[0]


def missing_and_foreign(sub_room: str, page: str = PAGE) -> set[str]:
    """The files of a sub-room that its part of the page lacks, and files that it names and the sub-room lacks."""
    named = set(re.findall(r"`(\w+)\.py`", section(sub_room, page)))
    there = {path.stem for path in (RULES / sub_room).glob("*.py")} - {"__init__"}
    return named ^ there


def not_there(page: str = PAGE) -> list[str]:
    """The functions that the table "Where to find" names and that don't stand in the file in front of them."""
    found = []
    for line in section("Where to find", page).splitlines():
        text = ""
        for quoted in re.findall(r"`([^`]+)`", line.split("|")[2] if line.count("|") > 2 else ""):
            if quoted.endswith(".py"):
                text = (RULES / quoted).read_text("utf-8")
            elif text and not re.search(rf"^(def|class) {quoted}\b", text, flags=re.M):
                found.append(quoted)
    return found


@pytest.mark.parametrize("sub_room", RULES_ORDER)
def test_the_map_names_every_file_of_a_sub_room(sub_room: str) -> None:
    assert missing_and_foreign(sub_room) == set()


def test_what_is_said_where_to_find_is_there() -> None:
    assert section("Where to find").count(".py`") > 8
    assert not_there() == []


def test_a_file_that_the_map_lacks_is_noticed() -> None:
    assert missing_and_foreign("costs", PAGE.replace("`bill.py`", "a file")) == {"bill"}
    assert missing_and_foreign("costs", PAGE.replace("`bill.py`", "`bills.py`")) == {"bill", "bills"}
    assert not_there(PAGE.replace("`put_waiting`", "`put_them`")) == ["put_them"]
