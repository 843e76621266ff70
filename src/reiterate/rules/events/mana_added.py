"""Adding mana (106.4): what spells and abilities add, to whom, and what a permanent tapped for mana produced (106.12)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.characteristics.derived import colors_among
from reiterate.rules.events import objects as game_objects
from reiterate.rules.events.frames import Ask, Frame, Handler, players, quantity, source_handle, times_over
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.state.slots import flagged
from reiterate.terms.effects_mana import AddChosen, AddMana, AddMixed, AddPerColor, AddProduced, Adds
from reiterate.terms.filters import Filter
from reiterate.terms.symbols import MANA_KINDS

#: Among a frame's amounts: the kinds of mana that the permanent produced that was tapped for mana.
PRODUCED: Final = "produced."


def add_mana(draft: Draft, frame: Frame, effect: AddMana) -> Ask | None:
    """Add symbols, or one chosen kind, so many times."""
    times = quantity(draft, frame, effect.count) * times_over(frame)
    for symbol in effect.symbols:
        game_objects.add_mana(draft, frame.controller, symbol, times, effect.only)
    if effect.choice:
        chosen = [kind for kind in effect.choice if flagged(frame.num, f"mana.{kind}")]
        if not chosen:
            asked = Question("mana", frame.controller, words=effect.choice, text="a kind of mana")
            chosen = [decide(draft, asked).answer]
        game_objects.add_mana(draft, frame.controller, chosen[0], times, effect.only)
    return None


def _mixed(draft: Draft, frame: Frame, effect: AddMixed) -> Ask | None:
    amount = quantity(draft, frame, effect.amount)
    if is_zero(amount, "106.4"):
        return None
    times = times_over(frame)
    if len(effect.kinds) == 1:
        game_objects.add_mana(draft, frame.controller, effect.kinds[0], amount * times, effect.only)
        return None
    asked = Question("mixed", frame.controller, words=effect.kinds, low=amount, high=amount, text="kinds of mana")
    for kind, part in decide(draft, asked).pay:
        game_objects.add_mana(draft, frame.controller, kind, part * times, effect.only)
    return None


def _per_color(draft: Draft, frame: Frame, effect: AddPerColor) -> Ask | None:
    assert isinstance(effect.filter, Filter)
    for color in sorted(colors_among(draft, effect.filter, frame.controller, source_handle(frame))):
        game_objects.add_mana(draft, frame.controller, color, times_over(frame), effect.only)
    return None


def _produced(draft: Draft, frame: Frame, effect: AddProduced) -> Ask | None:
    """One mana of any type that the permanent produced; nothing where it produced none (106.12)."""
    kinds = tuple(kind for kind in MANA_KINDS if flagged(frame.num, PRODUCED + kind))
    if not kinds:
        return None
    chosen = kinds[0]
    if len(kinds) > 1:
        chosen = decide(draft, Question("mana", frame.controller, words=kinds, text="a kind of mana")).answer
    game_objects.add_mana(draft, frame.controller, chosen, 1)
    return None


def _no_choice(draft: Draft, frame: Frame, effect: AddChosen) -> Ask | None:
    """Nothing: where a colour was chosen for the source, its ability names that colour (607.5a)."""
    return None


def _adds(draft: Draft, frame: Frame, effect: Adds) -> Ask | None:
    """A player other than the controller adds mana."""
    for seat in players(draft, frame, effect.who):
        ADDING[type(effect.mana)](draft, Frame(seat, frame.refs, frame.num, ()), effect.mana)
    return None


ADDING: Final[dict[type, Handler]] = {
    AddMana: add_mana,
    AddChosen: _no_choice,
    AddMixed: _mixed,
    AddPerColor: _per_color,
    AddProduced: _produced,
    Adds: _adds,
}


def held(state: State, seat: int) -> dict[str, Amount]:
    """A player's mana by kind, whatever it may be spent on."""
    row = state.rows[player(seat)]
    found: dict[str, Amount] = dict.fromkeys(MANA_KINDS, 0)
    for slot, amount in row.num.items():
        if slot.startswith(game_objects.MANA):
            kind = slot.removeprefix(game_objects.MANA).partition("/")[0]
            found[kind] = found[kind] + amount
    return found


def produced(before: dict[str, Amount], after: dict[str, Amount]) -> dict[str, Amount]:
    """The kinds of mana that came into a pool, as amounts of a frame."""
    return {PRODUCED + kind: 1 for kind in MANA_KINDS if not is_zero(after[kind] - before[kind], "106.12")}
