"""Why nothing may be done with a card of one's own now, in one sentence for each thing that its player might think of.

Everything is worked out on what the player sees, so no reason tells of a hidden card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from reiterate.games import game as games
from reiterate.games.offered import listed
from reiterate.refusals import ILLEGAL, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, ATTACK, BLOCK, CAST, PLAY, Choice, Option
from reiterate.rules.characteristics.evaluate import is_creature
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs.mana import ManaShort
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at, spell_specs
from reiterate.rules.events.combat_state import attackers_of
from reiterate.rules.events.targets import legal_targets
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.turn.declare_attackers import attacker_refusal
from reiterate.rules.turn.declare_blockers import blocker_refusal, pair_refusal
from reiterate.script.naming_words import in_a_row
from reiterate.script.saying import ability_text
from reiterate.script.sentences import said_of
from reiterate.shortcuts.mana_first import mana_first, ways, with_plenty
from reiterate.state.model import BATTLEFIELD, HAND, State
from reiterate.state.properties import CARD, TOKEN
from reiterate.table.actions import turn_of
from reiterate.table.hiding import seen_from
from reiterate.table.rounds import Round
from reiterate.table.seat_view import NotNow, owed_lines
from reiterate.table.seats import seat_of
from reiterate.terms.references import TargetSpec

#: Reasons that are told of one card, and names of it that are looked at: the printed one and its labels.
MOST: Final = 6
MOST_NAMES: Final = 8

Reasons: TypeAlias = list[NotNow]

#: Refusals that speak of how a line is said, and not of what hinders it.
_OF_WORDS: Final = frozenset({"targets", "how", "mode", "payment-ambiguous", "mana-kind", "division", "x"})


def why_not(now: Round, who: str, names: Sequence[str]) -> Reasons:
    """Why a player may do nothing with a card of these names, by its printed name or a label; [] where something may be done.

    In: the chair; what the card is called.
    """
    seat, names = seat_of(who), names[:MOST_NAMES]
    if seat is None or not names:
        return []
    state = seen_from(now.game.state, who)
    if now.opening is not None:
        return [NotNow(line=names[0], why="opening hands are kept first", rule="103.5")]
    if now.game.proposal is not None:
        return [NotNow(line=names[0], why="a shortcut is proposed, and answers come first", rule="732.2b")]
    refused = turn_of(now.game, seat)
    if refused is not None:
        return [NotNow(line=names[0], why=refused.message, rule=refused.rule)]
    creatures = [row for row in _called(state, decider(state), names) if state.rows[row].cls.zone == BATTLEFIELD]
    creatures = [row for row in creatures if is_creature(state, row)] if asked(state) in (ATTACK, BLOCK) else []
    if creatures:
        return list({each.why: each for each in _no_part(state, asked(state), creatures)}.values())[:MOST]
    if asked(state) != "priority":
        why = "nobody has priority before the choice that is asked has been made"
        return [NotNow(line=names[0], why=why, rule="117.1")]
    found: dict[tuple[str, str], NotNow] = {}
    for handle in _called(state, decider(state), names):
        if found and state.rows[handle].cls.zone not in (HAND, BATTLEFIELD):
            continue
        for line, refused in _reasons(now, state, handle):
            if refused is None:
                return []
            found.setdefault((line, refused.message), NotNow(line=line, why=refused.message, rule=refused.rule))
    return list(found.values())[:MOST]


def _no_part(state: State, verb: str, rows: Sequence[int]) -> Iterator[NotNow]:
    """Why creatures can't be declared as attackers, or as blockers of anything that attacks."""
    seat = decider(state)
    for row in rows:
        if verb == ATTACK:
            refused = attacker_refusal(state, row, seat)
        else:
            pairs = [pair_refusal(state, row, attacker) for attacker in attackers_of(state, seat)]
            refused = blocker_refusal(state, row, seat) or (pairs[0] if pairs and all(pairs) else None)
        if refused is not None:
            yield NotNow(
                line=f"{verb} with {proto_of(state.rows[row].cls).name}", why=refused.message, rule=refused.rule
            )


def _called(state: State, seat: int, names: Sequence[str]) -> list[int]:
    """A player's own cards of these names that the player knows: in hand, on the battlefield, and in zones that all see."""
    wanted = {name.casefold() for name in names}
    labels = {handle: label.casefold() for label, handle in state.labels.items()}
    found = []
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.kind not in (CARD, TOKEN) or cls.proto is None or cls.proto == UNKNOWN_CARD:
            continue
        mine = cls.controller == seat if cls.zone == BATTLEFIELD else cls.owner == seat
        known = cls.zone in (BATTLEFIELD, HAND, "graveyard", "exile", "command")
        if mine and known and (cls.proto.name.casefold() in wanted or labels.get(handle) in wanted):
            found.append(handle)
    return sorted(found, key=lambda handle: state.rows[handle].cls.zone not in (HAND, BATTLEFIELD))


def _reasons(now: Round, state: State, handle: int) -> Iterator[tuple[str, Refusal | None]]:
    """What might be done with a card, and why it may not; None where it may."""
    row = state.rows[handle]
    name, seat = proto_of(row.cls).name, decider(state)
    may, rich = _options(state), with_plenty(state)
    lines: list[tuple[str, Choice, tuple[TargetSpec, ...]]] = []
    if row.cls.zone == HAND:
        verb = PLAY if "land" in proto_of(row.cls).types else CAST
        lines.append((f"{verb} {name}", Choice(verb, seat, handle), spell_specs(state, handle) if verb == CAST else ()))
    abilities = abilities_at(state, handle)
    for index, ability in enumerate(abilities):
        words = f"activate {name}" + (f": {ability_text(state, handle, ability)}" if len(abilities) > 1 else "")
        lines.append((words, Choice(ACTIVATE, seat, handle, index=index), ability.targets))
    if not lines:
        where = f"on the {BATTLEFIELD}" if row.cls.zone == BATTLEFIELD else f"in the {row.cls.zone}"
        yield name, _plainly(f"it has no ability that is activated {where}", "602.1")
    for line, choice, specs in lines:
        if _found(may, choice) is not None:
            yield line, _owed(now, state, choice)
            continue
        option = _found(rich, choice)
        yield line, _refused(state, choice, specs) if option is None else _short(state, option)


def _owed(now: Round, state: State, choice: Choice) -> Refusal | None:
    """Why what is legal may not be done all the same, because another choice is owed (732.2c, 732.3); None where it may."""
    if not games.owes(now.game):
        return None
    owed = owed_lines(now, state)
    same = [
        line
        for line, one in listed(state).choices.items()
        if (one.verb, one.row, one.index) == (choice.verb, choice.row, choice.index)
    ]
    return next((owed[line] for line in same), None) if all(line in owed for line in same) else None


def _options(state: State) -> list[Option]:
    try:
        return options(state)
    except Unsupported:
        return []


def _found(among: list[Option], choice: Choice) -> Option | None:
    """The option that a choice is one of."""
    like = (choice.verb, choice.row, choice.index)
    return next((one for one in among if not one.unknown and (one.verb, one.row, one.index) == like), None)


def _short(state: State, option: Option) -> Refusal:
    """The refusal of what mana alone would allow: what is lacking, and which mana abilities come first (601.2g)."""
    filled = ways(state, option, 1)
    refused = verify(state, filled[0]) if filled else None
    if refused is None:
        return _plainly("")
    if not isinstance(refused, ManaShort):
        return _plainly(refused.message, refused.rule)
    message = f"{refused.cost} is lacking"
    first = mana_first(state, filled[0])
    if first:
        message += f": {', then '.join(in_a_row(said_of(state, each).text for each in first))} first"
    return _plainly(message, "601.2g" if first else refused.rule)


def _refused(state: State, choice: Choice, specs: tuple[TargetSpec, ...]) -> Refusal:
    """The refusal of what no mana would allow; where a target is wanted, of the choice with the first legal one."""
    try:
        refused = verify(state, choice)
        if refused is not None and refused.code == "targets":
            casting = choice.verb == CAST
            there = [legal_targets(state, spec, choice.player, choice.row, casting=casting) for spec in specs]
            if any(not rows and not spec.optional and spec.least for rows, spec in zip(there, specs, strict=True)):
                return _plainly("no legal target is there", "601.2c")
            refused = verify(state, replace(choice, targets=tuple(rows[0] for rows in there if rows)))
    except Unsupported as error:
        refused = error.refusal
    if refused is None or refused.code in _OF_WORDS:
        return _plainly("nothing of it is legal here", "601.2" if refused is None else refused.rule)
    return refused


def _plainly(message: str, rule: str = "") -> Refusal:
    return Refusal(ILLEGAL, "not-now", message, rule=rule)
