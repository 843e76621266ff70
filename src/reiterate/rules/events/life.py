"""Life that players gain and lose (119), and what keeps a life total from being reduced to 0 or less (614.1a)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, in_total, is_zero, less, more
from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import add, in_game, tally, tell, turn_into
from reiterate.rules.access.unread_clauses import stop_at
from reiterate.rules.events import daytime, replacement
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.players import draw, remember
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.model import player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    COUNT_LIFE_GAINED_BY,
    COUNT_LIFE_GAINS_OF,
    COUNT_LIFE_LOST_BY,
    LIFE,
    LOSING,
    LOST,
)
from reiterate.state.text_reads import LIFE_LOST
from reiterate.terms.replacement_effects import TransformInstead


def gain_life(draft: Draft, seat: int, amount: Amount, count: Amount = 1) -> Amount:
    """A player gains life, ``count`` times at once; gaining 0 is no event (119.9). How much is gained."""
    if is_zero(amount, "119.9") or not in_game(draft, seat):
        return 0
    stop_at(draft, "gain", seat)
    instead = replacement.life_instead(draft, seat)
    if not (instead and replacement.instead_first(draft, seat)):
        amount = replacement.life(draft, seat, amount, "gain")
    if is_zero(amount, "119.9"):
        return 0
    if instead == "lose":
        lose_life(draft, seat, amount, count)
        return 0
    if instead:
        tell(draft, f"would gain life: {instead} instead", player(seat), "", amount)
        draw(draft, seat, in_total(amount, count))
        return 0
    total = in_total(amount, count)
    add(draft, "gained life", player(seat), LIFE, total)
    tally(draft, f"{COUNT_LIFE_GAINED_BY}p{seat + 1}", total)
    tally(draft, f"{COUNT_LIFE_GAINS_OF}p{seat + 1}", count)
    remember(draft, seat, "life gained", total)
    fire(draft, Happening("LifeGained", seat=seat, amount=amount, count=count))
    return total


def set_life(draft: Draft, seat: int, amount: Amount) -> None:
    """A life total becomes an amount: the player gains or loses the difference (119.5)."""
    now = draft.rows[player(seat)].get(LIFE)
    if less(now, amount, "119.5"):
        gain_life(draft, seat, amount - now)
    else:
        lose_life(draft, seat, now - amount)


#: What a loss of life says that is the result of damage (120.3a).
BY_DAMAGE: Final = "damage"

#: With a player: in which batch their life total changed, and in which an effect kept it from being reduced to 0 or less.
_CHANGED: Final = "life total changed"
_KEPT: Final = "life total kept"


def lose_life(draft: Draft, seat: int, amount: Amount, count: Amount = 1, by: str = "") -> None:
    """A player loses life, ``count`` times at once (119.3); losing 0 is no event. ``by``: "damage" for a result of that."""
    if is_zero(amount, "119.3") or draft.rows[player(seat)].cls.prop(LOST):
        return
    stop_at(draft, "lose", seat)
    amount = replacement.life(draft, seat, amount, "lose")
    if is_zero(amount, "119.3"):
        return
    total = in_total(amount, count)
    if _turned_instead(draft, seat, amount, count, by == BY_DAMAGE):
        return
    add(draft, "lost life", player(seat), LIFE, -total)
    tally(draft, f"{COUNT_LIFE_LOST_BY}p{seat + 1}", total)
    remember(draft, seat, LIFE_LOST, total)
    fire(draft, Happening("LifeLost", seat=seat, amount=amount, count=count, step=by))


#: Why it can't be told what such an effect replaces.
TWO_CHANGES: Final = "changes of a life total at the same time, of which one is replaced where it would be reduced to 0"


def keeping(draft: Draft, seat: int, damaged: bool) -> tuple[list[tuple[int, TransformInstead]], bool]:
    """What keeps a player's life total from being reduced to 0 or less, and whether it changed at the same time before.

    ``damaged``: the change is a result of damage, which is remembered then. Raises ``Unsupported`` behind one that was replaced (616.1).
    """
    found = [(s, e) for s, e in replacement.in_force(draft, TransformInstead) if draft.rows[s].cls.controller == seat]
    if not damaged:
        return found, False
    if draft.batched.get((_KEPT, seat), -1) == draft.batch:
        raise unsupported("rule-616.1", TWO_CHANGES, "616.1")
    before = draft.batched.get((_CHANGED, seat), -1) == draft.batch
    if found:
        draft.batched[_CHANGED, seat] = draft.batch
    return found, before


def _turned_instead(draft: Draft, seat: int, amount: Amount, count: Amount, damaged: bool) -> bool:
    """Whether a loss of life is replaced: a permanent transforms and the life total becomes a number, or the player loses (614.1a).

    Raises ``Unsupported`` where something else could be applied first or happens at the same time (616.1).
    """
    found, before = keeping(draft, seat, damaged)
    if not found or more(draft.rows[player(seat)].get(LIFE), in_total(amount, count), "614.1a"):
        return False
    ((source, effect), *others) = found
    if others or before or not is_single(count) or not is_single(draft.rows[source].n):
        raise unsupported("rule-616.1", TWO_CHANGES, "616.1")
    if not is_zero(replacement.life(draft, seat, 1, "lose") - 1, "616.1"):
        raise unsupported("rule-616.1", "a loss of life that is changed and replaced", "616.1")
    turned = not daytime.is_bound(draft, source) and daytime.turn_over(draft, source)
    tell(draft, "life total kept", player(seat))
    set_life(draft, seat, effect.life)
    if damaged:
        draft.batched[_KEPT, seat] = draft.batch
    if turned:
        daytime.told(draft, [source])
    elif not replacement.cant(draft, seat, "lose the game"):
        turn_into(draft, "loses by effect", player(seat), draft.rows[player(seat)].cls.with_prop(LOSING, True))
    return True
