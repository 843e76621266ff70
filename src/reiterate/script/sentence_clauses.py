"""Clauses of a sentence: costs, X, ways of casting, picked objects, and targets with their parts (601.2b to 601.2f).

Targets in a sentence and their parts of what is divided among them (601.2c, 601.2d).

Clauses of a sentence: what is paid with, X, ways of casting, picked objects (601.2b to 601.2f).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from reiterate.amounts import Amount, identical, parse_quantity
from reiterate.records import replace
from reiterate.refusals import AMBIGUOUS, ILLEGAL, INPUT, Refusal
from reiterate.rules.access.choice import ACTIVATE, CAST, ITSELF, TARGET, Choice, Pick, X
from reiterate.rules.access.faces import BACK, face_chosen, face_up, other_faces, turned
from reiterate.rules.access.same_member import same_as
from reiterate.rules.access.state_access import about
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.targets import NONE, legal_targets
from reiterate.rules.resolution import division
from reiterate.rules.resolution.put_triggers_on_stack import divided_by, own_row, trigger_targets
from reiterate.rules.resolution.stacking import effects_of, specs_of
from reiterate.script.describe import (
    find,
    find_target,
    in_hand,
    in_play,
    listing,
    named,
    narrow,
    stack_entry,
    target_name,
)
from reiterate.script.places import quantity, seat_named
from reiterate.script.saying import CLAUSES, NO_TARGET, givings, read_pay
from reiterate.state.model import GRAVEYARD, HAND, STACK, State, player
from reiterate.state.normal_form import indistinguishable, is_single
from reiterate.state.properties import CARD
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term
from reiterate.terms.costs import EvidenceCost, ExileCost
from reiterate.terms.references import Filter

# --- sentence targets ----------------------------------------------------------------------------

#: A target with its part of what is divided among them: "3 to X", "the rest to Y".
_SHARE: Final = re.compile(r"(\d+|\d*\*?10\^\d+|the rest|rest) to (.+)", re.IGNORECASE)


#: What is said where nothing could be a target.
_NO_TARGET_THERE: Final = "nothing here is a legal target"

#: Stands for the part that is left; its size is known with the whole choice.
_REST: Final = -1


def read_targets(
    state: State, clauses: dict[str, str], made: Choice, actor: int = -1
) -> tuple[tuple[int, ...], tuple[int, ...]] | Refusal:
    """The targets named for a choice, and their parts of what is divided among them (601.2d)."""
    if "targeting" not in clauses:
        return (), ()
    found = []
    parts: list[int] = []
    for words in re.split(r"\s+and\s+|,\s+(?=\d|the rest)", clauses["targeting"]):
        share = _SHARE.fullmatch(words)
        if share is not None:
            said = share.group(1).lower()
            part = _REST if "rest" in said else parse_quantity(said)
            if isinstance(part, Refusal):
                return part
            parts.append(part)
            words = share.group(2)
        elif parts:
            return Refusal(
                INPUT, "division", f"no number says how much '{words}' gets", "'2 to X and the rest to Y'", "601.2d"
            )
        if words.lower() in NO_TARGET:
            found.append(NONE)
            continue
        again = _the_same(state, words)
        target = _target_of(state, words, made, len(found), actor) if again is None else again
        if isinstance(target, Refusal):
            return target
        found.append(target)
    return tuple(found), tuple(parts)


#: An object that is a target already: "target 1".
_AGAIN: Final = re.compile(r"target ([1-9]\d{0,5})", re.IGNORECASE)


def _the_same(state: State, words: str) -> int | None:
    """What names the target whose number words say; None where they say none."""
    again = _AGAIN.fullmatch(words)
    return None if again is None or words in state.labels else same_as(int(again.group(1)) - 1)


def with_parts(state: State, choice: Choice, parts: tuple[int, ...]) -> Choice | Refusal:
    """The choice with the parts of its targets; "the rest" is worked out."""
    if not parts:
        return choice
    if parts.count(_REST) > 1:
        return Refusal(INPUT, "division", "'the rest' stands twice in the line", "'2 to X and the rest to Y'", "601.2d")
    sizes: tuple[Amount, ...] = parts
    if _REST in parts:
        whole = _whole(state, choice)
        if whole is None:
            return Refusal(ILLEGAL, "division", "nothing is divided here", "targets without numbers", "601.2d")
        for part in parts:
            whole = whole - part if part != _REST else whole
        sizes = tuple(whole if part == _REST else part for part in parts)
    return replace(choice, sizes=sizes)


def _whole(state: State, choice: Choice) -> Amount | None:
    """How much is divided among the targets of a choice; None for nothing."""
    if choice.verb == TARGET:
        term = state.rows[about(state)].cls.term
        fine = isinstance(term, Triggered) and division.divided(term.targets) is not None
        return divided_by(state, about(state)) if fine else None
    if choice.verb == CAST:
        proto = face_up(proto_of(state.rows[choice.row].cls), choice.how)
        specs, effects = specs_of(proto, choice.how), effects_of(proto, choice.how)
    else:
        ability = abilities_at(state, choice.row)[choice.index]
        specs, effects = ability.targets, ability.effects
    return division.of_choice(state, effects, choice) if division.divided(specs) is not None else None


def _legal(state: State, made: Choice, number: int) -> list[int]:
    """The rows that target ``number`` (from 0) of a choice could be (601.2c, 603.3d)."""
    if made.verb == TARGET:
        waiting_for = trigger_targets(state, about(state)) if asked(state) == "target" else []
        return [row for row in waiting_for[min(number, len(waiting_for) - 1)] if row >= 0] if waiting_for else []
    if made.verb == CAST:
        word = face_chosen(made.how)
        if word in other_faces(state.rows[made.row].cls):
            state = turned(state, made.row, word)
        specs = specs_of(proto_of(state.rows[made.row].cls), made.how)
    else:
        abilities = abilities_at(state, made.row)
        modes = abilities[made.index].modes if made.index < len(abilities) else ()
        chosen = [mode for i, mode in enumerate(modes, 1) if f"mode {i}" in made.how]
        specs = chosen[0].targets if chosen else abilities[made.index].targets if made.index < len(abilities) else ()
    if not specs:
        return []
    spec = specs[min(number, len(specs) - 1)]
    return legal_targets(state, spec, made.player, made.row, casting=made.verb == CAST)


def _meant(state: State, words: str, made: Choice, number: int, without: int = -1) -> int | Refusal:
    """What a target's words mean; where they fit several things, the one that is a legal target."""
    target = find_target(state, words, made.player, without)
    if isinstance(target, Refusal):
        several = target.code in ("ambiguous-object", "no-such-object")
    else:
        lying = [r for r in state.rows.values() if r.cls.zone == GRAVEYARD and r.cls.kind == CARD]
        proto = state.rows[target].cls.proto
        name = proto.name if proto is not None else ""
        several = state.rows[target].cls.zone != GRAVEYARD and bool(name) and any(named(r, name) for r in lying)
    if not several:
        return target
    legal = [row for row in _legal(state, made, number) if row != without]
    if not isinstance(target, Refusal) and target in legal:
        return target
    again = find(state, *narrow(state, words, legal), "legal target")
    if not isinstance(again, Refusal) or again.code != "no-such-object" or not isinstance(target, Refusal):
        return target if isinstance(again, Refusal) and again.code == "no-such-object" else again
    if stack_entry(state, words) is not None:  # what is on the stack is told with its words, where that may be a target
        stacked = any(row in state.stack for row in legal)
        return target if stacked else listing(state, target, legal, _NO_TARGET_THERE)
    return listing(state, again, legal, _NO_TARGET_THERE)


def _target_of(state: State, words: str, made: Choice, number: int, actor: int) -> int | Refusal:
    if actor < 0:
        own = own_row(state, about(state)) if made.verb == TARGET and asked(state) == "target" else -1
        return ITSELF if words.lower() == "itself" and own >= 0 else _meant(state, words, made, number)
    alone = type(state.rows[actor].n) is int and state.rows[actor].n == 1
    if words.lower() == "itself":
        return actor if alone else ITSELF
    another = words.lower().startswith("another ")
    target = _meant(state, words, made, number, without=actor if another and alone else -1)
    if isinstance(target, Refusal) or another or words in state.labels:
        return target
    beside = not alone if target == actor else indistinguishable(state, actor, target)
    if target == actor and alone:
        others = _meant(state, words, made, number, without=actor)
        beside = not isinstance(others, Refusal) and indistinguishable(state, actor, others)
    if beside:
        message = f"'{words}' could be the acting object itself or another one"
        return Refusal(AMBIGUOUS, "ambiguous-object", message, f"itself, or another {words}")
    return target


# --- sentence clauses ----------------------------------------------------------------------------

_WAYS: Final = re.compile(
    r"\s+with\s+(?:its\s+|an\s+|the\s+)?"
    r"(kicker(?:\s+(?:\{\w+(?:/\w+)?\})+)?|kicker|buyback|casualty|entwine|flashback|convoke|improvise|delve|escape|evoke|dash|blitz|warp|foretell|spectacle|surge|offspring|jump-start|retrace|mayhem|airbend|prototype|disturb|back face|left half|right half|both halves|alternative cost|no mana cost)(?!\w)",
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


def read_picks(
    state: State, words: str, among: list[int], what: str, speaker: int = -1, made: Choice | None = None
) -> tuple[Pick, ...] | Refusal:
    """Rows and counts that words name among candidates: "2 X and p1"; of a speaker "me", too.

    ``made``: what is paid for. "itself" is then what acts, and "target 1" its first target.
    """
    picks: list[Pick] = []
    for part in re.split(r"\s+and\s+|,\s+(?=\d)", words):
        number = re.match(r"(\d+|10\^\d+)\s+(.+)", part)
        count: int | Refusal = parse_quantity(number.group(1)) if number else 1
        if isinstance(count, Refusal):
            return count
        said = number.group(2) if number else part
        seat = speaker if said.lower() in ("me", "myself") and speaker >= 0 else seat_named(said)
        if seat is not None and player(seat) in among:
            picks.append((player(seat), count))
            continue
        before = _named_before(state, said, made) if made is not None else None
        row = _picked(state, said, among, what) if before is None else before
        if isinstance(row, Refusal):
            return row
        picks.append((row, count))
    return tuple(picks)


def _named_before(state: State, words: str, made: Choice) -> int | None:
    """What is paid with where that is what acts, or a target; None for all other words."""
    if words.lower() == "itself" and made.verb == ACTIVATE:
        return made.row if is_single(state.rows[made.row].n) else ITSELF
    return _the_same(state, words)


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
            others = _without_itself(state, made, among, [cost for said, cost in costs if said == word])
            picks = read_picks(state, clauses[word], others, "object", made=made)
            if isinstance(picks, Refusal) and others != among:
                picks = read_picks(state, clauses[word], among, "object", made=made)
            if isinstance(picks, Refusal):
                return picks
            found += picks
    return found


def _without_itself(state: State, made: Choice, among: list[int], costs: Sequence[Term | None]) -> list[int]:
    """Objects without the acting one, where each of the costs asks for another one: one of a like name may be meant."""
    wanted = [getattr(cost, "filter", None) for cost in costs]
    if not wanted or not all(isinstance(each, Filter) and each.another for each in wanted):
        return among
    return [handle for handle in among if handle != made.row or not is_single(state.rows[handle].n)]


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


def with_announcements(state: State, clauses: dict[str, str], made: Choice, actor: int = -1) -> Choice | Refusal:
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
