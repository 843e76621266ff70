"""Real cards that ask whether they were cast, copied as spells: the token that a copy becomes wasn't cast (707.10, 608.3f)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from reiterate.amounts import plain
from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import load
from reiterate.state.model import Ref, State
from reiterate.terms.base import Term, replace, walk
from reiterate.terms.conditions import WasCast
from reiterate.terms.proto import Proto
from tests.support.acting import handle
from tests.support.boards import creature, play
from tests.support.combats import run
from tests.support.files import needs_data, require_data
from tests.support.written import card

CARDS: Final = "cards.jsonl"

#: What stands in a line of the file where its card may ask how it was cast.
_ASKS: Final = re.compile(rb"\b(if|unless|as long as)\b[^.]*\b(cast it|cast this|(was|wasn't) cast)\b", re.IGNORECASE)
_PERMANENT: Final = frozenset({"artifact", "creature", "enchantment", "planeswalker"})

# --- two cards on boards worked out by hand -------------------------------------------------------------------------


@cache
def _book(*names: str) -> CardBook:
    """The built-in set, and real cards of these names with the words of the reference file."""
    lines = require_data(CARDS).read_bytes().splitlines()
    rows = [row for line in lines if any(name.encode() in line for name in names) for row in [json.loads(line)]]
    real = json.dumps([row for row in rows if row["name"] in names]).encode()
    return CardBook((read_source("real", real), builtin_source()))


def _played(text: str, *names: str) -> Result:
    """What comes of a board whose script is played to its end."""
    found = load(text, "board.yaml", _book(*names))
    assert not isinstance(found, Refusal), found
    result = run_position(found)
    assert not isinstance(result, Refusal), result
    return result


_LUTRI: Final = """format: position/2
players:
  p1:
    hand: ["Lutri, the Spellchaser", Double Major, Double Major]
    mana: {R: 3, G: 2, U: 2}
  p2: {}
script: |
  cast Lutri, the Spellchaser paying {R}{R}{R}
  cast Double Major targeting Lutri, the Spellchaser
  cast Double Major targeting Lutri, the Spellchaser
"""

_INAME: Final = """format: position/2
players:
  p1:
    hand: [Iname as One, Double Major]
    mana: {B: 10, G: 3, U: 1}
  p2: {}
script: |
  cast Iname as One paying 10 {B} and 2 {G}
  cast Double Major targeting Iname as One
"""


def _there(state: State, name: str) -> list[str]:
    """The kinds of what has a name on the battlefield."""
    rows = [row for row in state.rows.values() if row.cls.zone == "battlefield"]
    like = [row for row in rows if row.cls.proto is not None and row.cls.proto.name == name]
    return sorted(row.cls.kind for row in like for _ in range(plain(row.n)))


@needs_data(CARDS)
@pytest.mark.parametrize(
    ("passes", "stack", "there"),
    [
        (0, 3, []),
        (1, 3, []),  # the copy of Lutri above the other Double Major
        (2, 2, ["token"]),  # it wasn't cast: nothing copies Double Major, which would make the next Lutri
        (3, 2, ["token"]),
        (4, 1, ["token", "token"]),
        (5, 0, ["card", "token", "token"]),  # it was cast, and no instant is left to copy (603.3d)
    ],
)
def test_707_10_lutri_copied_by_two_double_majors_copies_neither_and_the_game_is_no_draw(
    passes: int, stack: int, there: list[str]
) -> None:
    result = _played(_LUTRI + "  all pass\n" * passes, "Lutri, the Spellchaser", "Double Major")
    assert (len(result.state.stack), _there(result.state, "Lutri, the Spellchaser")) == (stack, there)
    assert (result.facts["outcome"], result.facts["must_differ"]) == ("game_continues", "nobody")
    assert asked(result.state) == "priority"


@needs_data(CARDS)
def test_707_10_a_copied_iname_as_one_searches_no_library_and_the_card_does() -> None:
    names = ("Iname as One", "Double Major")
    token = _played(_INAME + "  all pass\n" * 2, *names).state
    assert (len(token.stack), _there(token, names[0]), asked(token)) == (1, ["token"], "priority")
    both = _played(_INAME + "  all pass\n" * 3, *names).state
    assert (len(both.stack), _there(both, names[0])) == (1, ["card", "token"])  # the ability of the card


# --- every such card ------------------------------------------------------------------------------------------------

_DOUBLE: Final = card("Copy target permanent spell.", "Instant", "{0}", "Double")
_RAISE: Final = card("Return target permanent card from your graveyard to the battlefield.", "Instant", "{0}", "Raise")
_WAIT: Final = card("You gain 1 life.", "Instant", "{0}", "Wait")
_FLASH: Final = card("You may cast spells as though they had flash.", name="Haste of the Wise")


def _asking() -> Iterator[Proto]:
    """The permanent cards that are read whole and ask how they were cast; each of them costs {0} here."""
    for line in require_data(CARDS).read_bytes().splitlines():
        if not _ASKS.search(line):
            continue
        found = compile_card(json.loads(line))
        asks: list[Term] = []
        for ability in found.proto.abilities:
            walk(ability, lambda node, asks=asks: asks.append(node) if isinstance(node, WasCast) else None)  # type: ignore[misc] # the default binds the list early
        if found.complete and asks and _PERMANENT & set(found.proto.types):
            yield replace(found.proto, mana_cost=("0",))


def _resolved(state: State, row: int) -> State:
    """What is on top of the stack resolves; triggered abilities wait, or lie on the stack."""
    while row in state.stack and asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    return state


def _noticed(state: State, name: str, kind: str) -> tuple[int, dict[str, Any]]:
    """How many abilities of a new permanent triggered, and the counters with which it entered."""
    (permanent,) = [
        row
        for row, found in state.rows.items()
        if found.cls.zone == "battlefield" and found.cls.kind == kind
        if found.cls.proto is not None and found.cls.proto.name == name
    ]
    sources = [row.refs["source"] for row in state.rows.values() if row.cls.kind == "ability"]
    return sum(isinstance(each, Ref) and each.row == permanent for each in sources), dict(state.rows[permanent].num)


def _board(proto: Proto, zone: str) -> State:
    """A card in a zone; a spell that may be copied on the stack; creatures, and what could be aimed at in a graveyard."""
    layout = Layout(2)
    layout.put(_FLASH, 0)
    layout.put(creature("Bear", 2, 2), 0)
    layout.put(creature("Elk", 2, 2), 1)
    layout.put(creature("Elf", 1, 1, cost=("G",)), 0, "graveyard")
    layout.put(proto, 0, zone)
    for helper in (_WAIT, _DOUBLE, _RAISE):
        layout.put(helper, 0, "hand")
    return run(layout.done(), "cast Wait")


@pytest.mark.slow("three boards for each card of the file that asks how it was cast")
@needs_data(CARDS)
def test_707_10_and_608_3f_no_token_from_a_copied_spell_of_any_card_counts_as_cast() -> None:
    """The token has what the card has that was put onto the battlefield, and the card that was cast has something else."""
    tried, wrong = 0, []
    for proto in _asking():
        tried += 1
        state = run(_board(proto, "hand"), f"cast {proto.name}")
        spell = handle(state, proto.name, "stack")
        state = run(state, f"cast Double targeting {proto.name}")
        state = _resolved(state, state.stack[0])
        state = _resolved(state, state.stack[0])
        token = _noticed(state, proto.name, "token")
        cast = _noticed(_resolved(state, spell), proto.name, "card")
        put = run(_board(proto, "graveyard"), f"cast Raise targeting {proto.name}")
        if not token == _noticed(_resolved(put, put.stack[0]), proto.name, "card") != cast:
            wrong.append(proto.name)
    assert not wrong
    assert tried >= 25
