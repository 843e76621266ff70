"""What stands at the place of a verdict, in words: who is dead, and what has changed since the matter was opened."""

from __future__ import annotations

from collections.abc import Iterator

from reiterate.amounts import Formula, Progression, is_zero, summed
from reiterate.ask.answer import Board, Player
from reiterate.ask.answer_parts import Quantity
from reiterate.ask.building_board import board_of
from reiterate.ask.verdict_phrases import many, player
from reiterate.ask.verdict_words import ended_in, whose_move
from reiterate.judging.ruling import Ruling
from reiterate.rules.decisions.pending import decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.turn_structure import STEP_NAMES


def stands(ruling: Ruling) -> list[str]:
    """What stands behind the ruling, a fact each, the telling ones first; nothing where nothing has changed.

    Where lines follow, whose move it is behind them stands first. Then the dead come: "p2 is dead in iteration 9", "p1 has 31 life". Then come permanents, the step with the stack, and zones.
    """
    before, now = board_of(ruling.case.position.state), board_of(ruling.state)
    found = [*_deaths(ruling, before, now), *_changes(before, now)]
    if ruling.place is not None and not over(ruling.state):
        before_then = decider(ruling.place)
        no_longer = "" if before_then == decider(ruling.state) else f", no longer {player(before_then)}"
        found.insert(0, f"'then' has been played since: {whose_move(ruling.state)}{no_longer}")
    moved = (before.active, before.step) != (now.active, now.step)
    grown = len(now.stack) != len(before.stack) or bool(found and now.stack)
    if (moved or grown) and not over(ruling.state):
        found.append(_where(now, moved))
    return [*found, *_zones(before, now)]


def _deaths(ruling: Ruling, before: Board, now: Board) -> Iterator[str]:
    last = ended_in(ruling) if over(ruling.state) else None
    within = "" if last is None else f" in iteration {many(last)}"
    for old, new in zip(before.players, now.players, strict=True):
        if new.lost == "lost" and not old.lost:
            yield f"{new.name} is dead{within} (life {new.life.text()})"


def _changes(before: Board, now: Board) -> Iterator[str]:
    """What is other than it was: life, mana, poison counters, permanents."""
    for old, new in zip(before.players, now.players, strict=True):
        if new.lost:
            continue
        if not _same(old.life, new.life):
            yield f"{new.name} has {new.life.text()} life"
        if not _same(old.poison, new.poison):
            yield f"{new.name} has {new.poison.text()} poison counters"
        pool = [(f"{each.amount.text()} {{{each.kind}}}", each.kind) for each in new.mana]
        if pool and [each.amount.text() for each in old.mana] != [each.amount.text() for each in new.mana]:
            yield f"{new.name} has {', '.join(text for text, _ in pool)} in the mana pool"
        yield from _permanents(old, new)


def _zones(before: Board, now: Board) -> Iterator[str]:
    """How many cards are in zones where there are other numbers of them than there were."""
    for old, new in zip(before.players, now.players, strict=True):
        for zone in () if new.lost else ("library", "hand", "graveyard", "exile"):
            there: Quantity = getattr(new, zone)
            if not _same(getattr(old, zone), there):
                cards = "no cards" if _none(there) else "1 card" if there.amount == 1 else f"{there.text()} cards"
                yield f"{new.name}'s {zone} has {cards}"


def _permanents(old: Player, new: Player) -> Iterator[str]:
    """Permanents of a player of which there are more or fewer than there were."""
    was, now = _counts(old), _counts(new)
    for name, count in now.items():
        if name not in was or not _equal(was[name], count):
            one = not isinstance(count, Formula) and count == 1
            yield f"{new.name} has {'' if one else f'{many(count)} '}{_noun(name)}{'s' if name[1] and not one else ''}"
    for name in was:
        if name not in now:
            yield f"{new.name} has no {_noun(name)}"


def _noun(name: tuple[str, bool]) -> str:
    """What permanents of a name are called; in: the name, and whether they are tokens."""
    return f"{name[0]} token" if name[1] else name[0]


def _counts(found: Player) -> dict[tuple[str, bool], int | Formula]:
    """How many permanents of each name a player has, tokens apart."""
    counts: dict[tuple[str, bool], int | Formula] = {}
    for each in found.battlefield:
        name = (each.name, each.token)
        count = each.count.amount
        assert not isinstance(count, Progression), "how many permanents there are is one number"
        counts[name] = summed([counts.get(name, 0), count])
    return counts


def _where(now: Board, moved: bool) -> str:
    """What is on the stack, and whose turn and which step it is. ``moved``: whether that is another one than it was."""
    top = now.stack[0].text if now.stack else ""
    more = f", and {len(now.stack) - 1} more below" if len(now.stack) > 1 else ""
    stack = f"on the stack: '{_short(top)}'{more}" if now.stack else "the stack is empty"
    return f"it is {now.active}'s {STEP_NAMES[now.step]}, {stack}" if moved else stack


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60].rstrip()}..."


def _same(one: Quantity, other: Quantity) -> bool:
    return one.text() == other.text()


def _none(one: Quantity) -> bool:
    return is_zero(one.amount) if isinstance(one.amount, int) else False


def _equal(one: int | Formula, other: int | Formula) -> bool:
    return many(one) == many(other)
