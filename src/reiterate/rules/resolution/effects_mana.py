"""Effects that add mana, and the kinds of mana that permanents could produce (106)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import in_game
from reiterate.rules.characteristics.evaluate import colors_among, matches, view
from reiterate.rules.characteristics.layer_effects import chosen_filter
from reiterate.rules.characteristics.printed_characteristics import refuse_unknown
from reiterate.rules.events import commander
from reiterate.rules.events import players as mana_pool
from reiterate.rules.events.frames import Ask, Frame, Handler, players, quantity, source_handle, times_over
from reiterate.state.amount_slots import flagged
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, State, player
from reiterate.state.properties import MANA, PRODUCED
from reiterate.terms.abilities import Activated, could_add_mana, is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.effects_mana import (
    AddChosen,
    AddColorOf,
    AddMana,
    AddMixed,
    AddOfIdentity,
    AddPerColor,
    AddProduced,
    AddProducible,
    Adds,
    DoubleMana,
    naming_type,
    speaks_of_choice,
)
from reiterate.terms.quantities import THAT_COLOR, Devotion, Fixed
from reiterate.terms.references import Filter
from reiterate.terms.unusable import not_understood
from reiterate.terms.vocabulary import COLORS, MANA_KINDS


def _spent_on(draft: Draft, frame: Frame, only: str) -> str:
    """What added mana may be spent on (106.6), with the type that was chosen for its source in it (607.2d)."""
    if not speaks_of_choice(only):
        return only
    row = draft.rows.get(source_handle(frame))
    if row is None:
        raise unsupported("rule-607", "the chosen type of a source that is gone", "607.2d")
    (subtype,) = chosen_filter(Filter(chosen="type"), row).subtypes
    return naming_type(only, subtype)


def add_mana(draft: Draft, frame: Frame, effect: AddMana) -> Ask | None:
    """Add symbols, or one chosen kind, so many times."""
    only, chosen = _spent_on(draft, frame, effect.only), effect.symbols
    if effect.choice and in_game(draft, frame.controller):
        chosen = tuple(kind for kind in effect.choice if flagged(frame.num, f"{MANA}{kind}"))[:1]
        if not chosen:
            asked = Question("mana", frame.controller, words=effect.choice, text="a kind of mana")
            chosen = (decide(draft, asked).answer,)
    count: Term = effect.count
    if count == Devotion(THAT_COLOR) and chosen:
        count = Devotion(chosen[0])
    times = quantity(draft, frame, count) * times_over(frame)
    for symbol in chosen:
        mana_pool.add_mana(draft, frame.controller, symbol, times, only, effect.until)
    return None


def add_mixed(draft: Draft, frame: Frame, effect: AddMixed) -> Ask | None:
    """Mana in any combination of some kinds (106.4)."""
    amount = quantity(draft, frame, effect.amount)
    if is_zero(amount, "106.4") or not in_game(draft, frame.controller):
        return None
    times = times_over(frame)
    only = _spent_on(draft, frame, effect.only)
    if len(effect.kinds) == 1:
        mana_pool.add_mana(draft, frame.controller, effect.kinds[0], amount * times, only, effect.until)
        return None
    asked = Question("mixed", frame.controller, words=effect.kinds, low=amount, high=amount, text="kinds of mana")
    for kind, part in decide(draft, asked).pay:
        mana_pool.add_mana(draft, frame.controller, kind, part * times, only, effect.until)
    return None


def add_per_color(draft: Draft, frame: Frame, effect: AddPerColor) -> Ask | None:
    """One mana of each colour among permanents (106.5)."""
    for color in sorted(colors_among(draft, effect.filter, frame.controller, source_handle(frame))):
        only = _spent_on(draft, frame, effect.only)
        mana_pool.add_mana(draft, frame.controller, color, times_over(frame), only, effect.until)
    return None


def add_produced(draft: Draft, frame: Frame, effect: AddProduced) -> Ask | None:
    """One mana of any type that the permanent produced; nothing where it produced none (106.12)."""
    kinds = tuple(kind for kind in MANA_KINDS if flagged(frame.num, PRODUCED + kind))
    if not kinds or not in_game(draft, frame.controller):
        return None
    chosen = kinds[0]
    if len(kinds) > 1:
        chosen = decide(draft, Question("mana", frame.controller, words=kinds, text="a kind of mana")).answer
    mana_pool.add_mana(draft, frame.controller, chosen, 1)
    return None


def add_chosen(draft: Draft, frame: Frame, effect: AddChosen) -> Ask | None:
    """Nothing: where a colour was chosen for the source, its ability names that colour (607.5a)."""
    return None


def adds(draft: Draft, frame: Frame, effect: Adds) -> Ask | None:
    """A player other than the controller adds mana."""
    for seat in players(draft, frame, effect.who):
        ADDING[type(effect.mana)](draft, Frame(seat, frame.refs, frame.num, ()), effect.mana)
    return None


ADDING: Final[dict[type, Handler]] = {
    AddMana: add_mana,
    AddChosen: add_chosen,
    AddMixed: add_mixed,
    AddPerColor: add_per_color,
    AddProduced: add_produced,
    Adds: adds,
}


def held(state: State, seat: int) -> dict[str, Amount]:
    """A player's mana by kind, whatever it may be spent on."""
    row = state.rows[player(seat)]
    found: dict[str, Amount] = dict.fromkeys(MANA_KINDS, 0)
    for slot, amount in row.num.items():
        if slot.startswith(MANA):
            kind = slot[len(MANA)]
            found[kind] = found[kind] + amount
    return found


def produced(before: dict[str, Amount], after: dict[str, Amount]) -> dict[str, Amount]:
    """The kinds of mana that came into a pool, as amounts of a frame."""
    return {PRODUCED + kind: 1 for kind in MANA_KINDS if not is_zero(after[kind] - before[kind], "106.12")}


def _one_of(draft: Draft, frame: Frame, kinds: set[str]) -> None:
    """Add one mana of a kind that the controller chooses among these; none where there is none (106.5)."""
    ways: tuple[str, ...] = tuple(kind for kind in MANA_KINDS if kind in kinds)
    if not ways or not in_game(draft, frame.controller):
        return
    chosen = ways[0]
    if len(ways) > 1:
        chosen = decide(draft, Question("mana", frame.controller, words=ways, text="a kind of mana")).answer
    mana_pool.add_mana(draft, frame.controller, chosen, times_over(frame))


def add_color_of(draft: Draft, frame: Frame, effect: AddColorOf) -> Ask | None:
    """One mana of a colour among permanents (106.5)."""
    _one_of(draft, frame, colors_among(draft, effect.filter, frame.controller, source_handle(frame)))
    return None


def add_of_identity(draft: Draft, frame: Frame, effect: AddOfIdentity) -> Ask | None:
    """One mana of a colour in the identity of the controller's commanders (903.4)."""
    _one_of(draft, frame, commander.identity(draft, frame.controller))
    return None


def add_producible(draft: Draft, frame: Frame, effect: AddProducible) -> Ask | None:
    """One mana of a kind that permanents could produce (106.7)."""
    _one_of(draft, frame, producible(draft, effect, frame.controller, source_handle(frame)))
    return None


def double_mana(draft: Draft, frame: Frame, effect: DoubleMana) -> Ask | None:
    """As much again of each kind of mana, with no restriction on what it may be spent on (106.6)."""
    more: list[tuple[str, Amount]] = []
    for slot, amount in draft.rows[player(frame.controller)].num.items():
        if slot.startswith(MANA) and not is_zero(amount, "106.6"):
            kind = slot[len(MANA)]
            times = times_over(frame)
            if type(times) is not int or times != 1:
                raise unsupported("rule-106.6", "unspent mana that several abilities double at once", "106.6")
            more.append((kind, amount))
    for kind, amount in more:
        mana_pool.add_mana(draft, frame.controller, kind, amount)
    return None


def producible(state: State, effect: AddProducible, controller: int, source: int) -> set[str]:
    """The kinds of mana that permanents of the set could produce, costs and who may activate left aside (106.7).

    What several permanents could produce may depend on each other: the least answer that holds for
    all of them at once. Raises ``Unsupported`` where a mana ability's kinds can't be told.
    """
    known: dict[int, set[str]] = {}
    found: set[str] = set()
    while True:
        reached = _through(state, effect, controller, source, known)
        before = {handle: set(kinds) for handle, kinds in known.items()}
        for handle in list(known):
            known[handle] = _of_permanent(state, handle, known)
        if reached == found and before == known:
            return found
        found = reached


def could_add(state: State, ability: Activated, handle: int) -> set[str]:
    """The kinds of mana that a mana ability of a permanent would add if it were activated now.

    Raises ``Unsupported`` where they can't be told before, such as where an amount is announced.
    """
    found: set[str] = set()
    for effect in (*ability.effects, *(each for mode in ability.modes for each in mode.effects)):
        if isinstance(effect, AddProducible):
            found |= producible(state, effect, state.rows[handle].cls.controller, handle)
        else:
            found |= _of_effect(state, effect, state.rows[handle].cls.controller, handle, {})
    return found


def _through(state: State, effect: AddProducible, controller: int, source: int, known: dict[int, set[str]]) -> set[str]:
    """What an ability could add by what is known of the permanents of its set; those that are new are noted."""
    found: set[str] = set()
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, effect.filter, handle, controller, source):
            found |= known.setdefault(handle, set())
    return found & {*COLORS} if effect.colored else found


def _of_permanent(state: State, handle: int, known: dict[int, set[str]]) -> set[str]:
    """The kinds of mana that a permanent's mana abilities could produce."""
    cls = state.rows[handle].cls
    refuse_unknown(cls, "the mana that it could produce", "106.7")
    chars = view(state, handle)
    triggered = [a for abilities in chars.triggers.values() for a in abilities if could_add_mana(a.effects)]
    if triggered or not_understood(chars.abilities) is not None:
        raise unsupported("rule-106.7", "what a permanent with such an ability could produce", "106.7")
    found: set[str] = set()
    for ability in chars.activated:
        if is_mana_ability(ability):
            for effect in (*ability.effects, *(e for mode in ability.modes for e in mode.effects)):
                found |= _of_effect(state, effect, cls.controller, handle, known)
    return found


def _of_effect(state: State, effect: Term, controller: int, handle: int, known: dict[int, set[str]]) -> set[str]:
    """The kinds of mana that an effect would add if it were carried out now."""
    match effect:
        case AddMana(symbols, choice, Fixed(value)) if value > 0:
            return {*symbols, *choice}
        case AddMixed(Fixed(value), kinds) if value > 0:
            return {*kinds}
        case AddPerColor(Filter() as of) | AddColorOf(Filter() as of):
            return colors_among(state, of, controller, handle)
        case AddOfIdentity():
            return commander.identity(state, controller)
        case AddProducible():
            return _through(state, effect, controller, handle, known)
    if could_add_mana((effect,)):
        raise unsupported("rule-106.7", "what a permanent with such an ability could produce", "106.7")
    return set()
