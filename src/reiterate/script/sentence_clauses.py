"""Clauses of a sentence: what is paid with, X, ways of casting, picked objects (601.2b to 601.2f)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from reiterate.amounts import identical, parse_quantity
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import Choice, Pick
from reiterate.rules.access.faces import BACK
from reiterate.rules.access.option_slots import X
from reiterate.rules.decisions.options import options
from reiterate.script.describe import (
    find,
    in_hand,
    in_play,
    narrow,
    seat_named,
    stack_entry,
    target_name,
)
from reiterate.script.mana_words import read_pay
from reiterate.script.places import quantity
from reiterate.script.saying import CLAUSES, givings
from reiterate.script.sentence_targets import read_targets, with_parts
from reiterate.state.model import GRAVEYARD, HAND, STACK, State, player
from reiterate.terms.costs import EvidenceCost, ExileCost

_WAYS: Final = re.compile(
    r"\s+with\s+(?:its\s+|an\s+|the\s+)?"
    r"(kicker(?:\s+(?:\{\w+(?:/\w+)?\})+)?|kicker|buyback|casualty|entwine|flashback|convoke|improvise|delve|escape|evoke|dash|blitz|warp|foretell|spectacle|surge|offspring|jump-start|retrace|back face|alternative cost|no mana cost)(?!\w)",
    re.IGNORECASE,
)


#: How a card is cast as what it is face down (702.37c).
_DOWN: Final = re.compile(r"\s+face down(?=\s|$)", re.IGNORECASE)

#: Objects that a refusal lists.
_SHOWN: Final = 8


def split_clauses(text: str) -> tuple[str, dict[str, str]]:
    """The head of a sentence and its clauses by their names."""
    parts = CLAUSES.split(text)
    clauses: dict[str, str] = {}
    for word, said in zip(parts[1::2], parts[2::2], strict=True):
        clauses[_named(word)] = said.strip()
    return parts[0].strip(), clauses


def _named(word: str) -> str:
    """What a clause is called by: its words, of "with x =" the first."""
    return "with" if word.lower().startswith("with") else " ".join(word.lower().split())


@lru_cache(maxsize=1024)  # a script's lines are read again in every iteration
def said_twice(text: str) -> str:
    """The first word of a clause that stands twice, so that one of the two would be lost; "" if none does."""
    words = [_named(word) for word in CLAUSES.split(text)[1::2]]
    return next((word for word in words if words.count(word) > 1), "")


def read_picks(state: State, words: str, among: list[int], what: str, speaker: int = -1) -> tuple[Pick, ...] | Refusal:
    """Rows and counts that words name among candidates: "2 X and p1"; of a speaker "me", too."""
    found: list[Pick] = []
    for part in re.split(r"\s+and\s+|,\s+(?=\d)", words):
        number = re.match(r"(\d+|10\^\d+)\s+(.+)", part)
        count: int | Refusal = parse_quantity(number.group(1)) if number else 1
        if isinstance(count, Refusal):
            return count
        said = number.group(2) if number else part
        seat = speaker if said.lower() in ("me", "myself") and speaker >= 0 else seat_named(said)
        if seat is not None and player(seat) in among:
            found.append((player(seat), count))
            continue
        row = _picked(state, said, among, what)
        if isinstance(row, Refusal):
            return row
        found.append((row, count))
    return tuple(found)


def _picked(state: State, words: str, among: list[int], what: str) -> int | Refusal:
    """The object that words mean among candidates: on the stack also by its place, or by its source."""
    stacked = any(state.rows[handle].cls.zone == STACK for handle in among)
    entry = stack_entry(state, words) if stacked else None
    if entry is None:
        return find(state, *narrow(state, words, among), what)
    if isinstance(entry, Refusal) or entry in among:
        return entry
    names = ", ".join(target_name(state, handle) for handle in among[:_SHOWN])
    return Refusal(ILLEGAL, "not-that-one", f"'{words}' can't be meant here", names)


def _given(state: State, clauses: dict[str, str], made: Choice) -> tuple[Pick, ...] | Refusal:
    """The objects named for costs, in the order of the costs."""
    found: tuple[Pick, ...] = ()
    if not any(word in clauses for word in _GIVEN):
        return found
    costs = givings(state, made)
    for word in dict.fromkeys((*(word for word, _ in costs), *_GIVEN)):
        if word in clauses:
            among = _among(state, word, made.player)
            zones = {cost.zone for said, cost in costs if said == word and isinstance(cost, ExileCost)}
            zones |= {GRAVEYARD for said, cost in costs if said == word and isinstance(cost, EvidenceCost)}
            if zones:  # of cards that bear one name, those where the cost takes them from
                among = [handle for handle in among if state.rows[handle].cls.zone in zones]
            picks = read_picks(state, clauses[word], among, "object")
            if isinstance(picks, Refusal):
                return picks
            found += picks
    return found


#: The clauses that name what is paid with.
_GIVEN: Final = ("sacrificing", "tapping", "returning", "discarding", "exiling", "removing from")


def _among(state: State, word: str, seat: int) -> list[int]:
    """The objects that such a clause may name."""
    if word == "discarding":
        return in_hand(state, seat)
    mine = in_play(state, seat)
    if word != "exiling":
        return mine
    cards = [h for h, r in state.rows.items() if r.cls.zone in (GRAVEYARD, HAND) and r.cls.owner == seat]
    return [*cards, *mine]


def way_of_casting(text: str, clauses: dict[str, str]) -> tuple[str, tuple[str, ...]]:
    """The head of a sentence without its ways of casting, and those: "with kicker", "choosing mode 2"."""
    ways = tuple(_way(word) for word in _WAYS.findall(text))
    text, down = _DOWN.subn("", text)
    ways += (BACK,) * down
    for clause, said in clauses.items():  # "targeting X with buyback"
        ways += tuple(_way(word) for word in _WAYS.findall(said))
        clauses[clause] = _WAYS.sub("", said).strip()
    if "choosing" in clauses:
        ways += tuple(word.strip().lower() for word in clauses["choosing"].split(" and "))
    return _WAYS.sub("", text).strip(), ways


def _way(said: str) -> str:
    """A way of casting as the rules name it: "kicker {2}{B}" has its cost behind it."""
    word, _, cost = said.lower().partition(" {")
    return f"{word} {{{cost.upper()}" if cost else word


def _number_x(clauses: dict[str, str]) -> int | Refusal:
    said = clauses.get("with")
    return 0 if said is None or said.lower() == "all" else quantity(said)


def _with_all(state: State, choice: Choice, clauses: dict[str, str]) -> Choice | Refusal:
    """``with X = all``: the choice with the greatest X that its cost allows now (107.3, 601.2b)."""
    if clauses.get("with", "").lower() != "all":
        return choice
    same = (choice.verb, choice.row, choice.index, choice.how)
    found = [o for o in options(state) if (o.verb, o.row, o.index, o.how) == same and not o.unknown]
    slot = found[0].slot(X) if found else None
    if slot is None or identical(slot.high, -1):
        message = "no limit is known for X here, so 'all' has no meaning"
        return Refusal(ILLEGAL, "no-greatest-x", message, "with X = a number", "107.3")
    return replace(choice, x=slot.high)


def announced(state: State, clauses: dict[str, str], made: Choice, actor: int = -1) -> Choice | Refusal:
    """The choice with what its clauses announce: targets and their parts, costs, X and the payment (601.2b to 601.2f)."""
    if not clauses:
        return made
    picks = _given(state, clauses, made)
    if isinstance(picks, Refusal):
        return picks
    shared = read_targets(state, clauses, made, actor)
    if isinstance(shared, Refusal):
        return shared
    x, pay = _number_x(clauses), read_pay(clauses)
    if isinstance(x, Refusal):
        return x
    if isinstance(pay, Refusal):
        return pay
    chosen = _with_all(state, replace(made, targets=shared[0], picks=picks, pay=pay, x=x), clauses)
    return chosen if isinstance(chosen, Refusal) else with_parts(state, chosen, shared[1])
