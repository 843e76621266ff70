"""Targets in a sentence and their parts of what is divided among them (601.2c, 601.2d)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from reiterate.amounts import Amount, parse_quantity
from reiterate.refusals import AMBIGUOUS, ILLEGAL, INPUT, Refusal
from reiterate.rules.access.choice import CAST, ITSELF, TARGET, Choice
from reiterate.rules.access.faces import BACK, back_of, face_up, turned
from reiterate.rules.access.state_access import about
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.targets import NONE, legal_targets
from reiterate.rules.resolution import division
from reiterate.rules.resolution.put_triggers_on_stack import divided_by, trigger_targets
from reiterate.rules.resolution.stacking import effects_of, specs_of
from reiterate.script.describe import (
    find,
    find_target,
    listing,
    named,
    narrow,
    stack_entry,
)
from reiterate.script.saying import NO_TARGET
from reiterate.state.model import GRAVEYARD, State
from reiterate.state.normal_form import alike
from reiterate.state.properties import CARD
from reiterate.terms.abilities import Triggered

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
        target = _target_of(state, words, made, len(found), actor)
        if isinstance(target, Refusal):
            return target
        found.append(target)
    return tuple(found), tuple(parts)


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
        if BACK in made.how and back_of(state.rows[made.row].cls) is not None:
            state = turned(state, made.row)
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
    found = find_target(state, words, made.player, without)
    if isinstance(found, Refusal):
        several = found.code in ("ambiguous-object", "no-such-object")
    else:
        lying = [r for r in state.rows.values() if r.cls.zone == GRAVEYARD and r.cls.kind == CARD]
        proto = state.rows[found].cls.proto
        name = proto.name if proto is not None else ""
        several = state.rows[found].cls.zone != GRAVEYARD and bool(name) and any(named(r, name) for r in lying)
    if not several:
        return found
    legal = [row for row in _legal(state, made, number) if row != without]
    if not isinstance(found, Refusal) and found in legal:
        return found
    again = find(state, *narrow(state, words, legal), "legal target")
    if not isinstance(again, Refusal) or again.code != "no-such-object" or not isinstance(found, Refusal):
        return found if isinstance(again, Refusal) and again.code == "no-such-object" else again
    if stack_entry(state, words) is not None:  # what is on the stack is told with its words, where that may be a target
        stacked = any(row in state.stack for row in legal)
        return found if stacked else listing(state, found, legal, _NO_TARGET_THERE)
    return listing(state, again, legal, _NO_TARGET_THERE)


def _target_of(state: State, words: str, made: Choice, number: int, actor: int) -> int | Refusal:
    if actor < 0:
        return _meant(state, words, made, number)
    alone = type(state.rows[actor].n) is int and state.rows[actor].n == 1
    if words.lower() == "itself":
        return actor if alone else ITSELF
    another = words.lower().startswith("another ")
    target = _meant(state, words, made, number, without=actor if another and alone else -1)
    if isinstance(target, Refusal) or another or words in state.labels:
        return target
    beside = not alone if target == actor else alike(state, actor, target)
    if target == actor and alone:
        others = _meant(state, words, made, number, without=actor)
        beside = not isinstance(others, Refusal) and alike(state, actor, others)
    if beside:
        message = f"'{words}' could be the acting object itself or another one"
        return Refusal(AMBIGUOUS, "ambiguous-object", message, f"itself, or another {words}")
    return target
