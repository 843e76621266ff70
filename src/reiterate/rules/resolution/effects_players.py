"""Effects on players, and on turns: life, winning and losing (119, 104), turns, phases and steps (500.7 to 500.11, 722).

Effects on players: life, winning and losing (119, 104).

Effects that add, skip or take over turns, phases and steps (500.7 to 500.11, 722).
"""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, less
from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import add, in_game, tally, tell, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import toughness, view
from reiterate.rules.events import damage, turn_changes
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import Ask, Frame, nothing_came, objects, players, quantity, set_done, things
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.players import remember
from reiterate.rules.events.replacement import cant
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.model import player
from reiterate.state.properties import (
    COUNT_TURNS_SKIPPED,
    COUNT_TURNS_SKIPPED_OF,
    LIFE,
    LOSING,
    NEXT_MASTER,
    SKIP_TURNS,
    UNLIMITED,
    WINNING,
)
from reiterate.terms.effects_continuous import SetBasePT
from reiterate.terms.effects_players import (
    Bend,
    ControlTurn,
    ExchangeLife,
    ExtraPhases,
    ExtraSteps,
    ExtraTurn,
    GainLife,
    KeepMana,
    LoseLife,
    NoMaximumHandSize,
    SetLife,
    SkipNext,
    SkipTurn,
    WinLose,
)
from reiterate.terms.references import This
from reiterate.terms.trigger_events import BENT, Bends

# --- effects players -----------------------------------------------------------------------------


def gain_life(draft: Draft, frame: Frame, effect: GainLife) -> Ask | None:
    """Players gain life (119.3)."""
    gained = [
        damage.gain_life(draft, seat, quantity(draft, frame, effect.amount))
        for seat in players(draft, frame, effect.who)
    ]
    frame.averted = nothing_came(frame, gained, "119.9")
    return None


def bend(draft: Draft, frame: Frame, effect: Bend) -> Ask | None:
    """The controller has bent an element: what watches it triggers, and the turn remembers it (701.65b, 701.66b, 702.189b)."""
    if effect.object is None or things(draft, frame, effect.object):
        remember(draft, frame.controller, BENT[effect.element], 1)
        fire(draft, Happening(Bends.__name__, seat=frame.controller, step=effect.element))
    return None


def lose_life(draft: Draft, frame: Frame, effect: LoseLife) -> Ask | None:
    """Players lose life (119.3)."""
    total: Amount = 0
    for seat in players(draft, frame, effect.who):
        before = draft.rows[player(seat)].get(LIFE)
        damage.lose_life(draft, seat, quantity(draft, frame, effect.amount))
        total = total + before - draft.rows[player(seat)].get(LIFE)
    set_done(frame, total)
    frame.averted = nothing_came(frame, [total], "119.3")
    return None


def win_lose(draft: Draft, frame: Frame, effect: WinLose) -> Ask | None:
    """Players win or lose the game, unless they can't (104.2b, 104.3e)."""
    for seat in players(draft, frame, effect.who):
        if cant(draft, seat, "win the game" if effect.wins else "lose the game"):
            continue
        cls = draft.rows[player(seat)].cls
        turn_into(draft, "", player(seat), cls.with_prop(WINNING if effect.wins else LOSING, True))
        tell(draft, "wins by effect" if effect.wins else "loses by effect", player(seat))
    return None


def set_life(draft: Draft, frame: Frame, effect: SetLife) -> Ask | None:
    """A life total becomes a number (119.5)."""
    for seat in players(draft, frame, effect.who):
        damage.set_life(draft, seat, quantity(draft, frame, effect.amount, signed=True))
    return None


def exchange_life(draft: Draft, frame: Frame, effect: ExchangeLife) -> Ask | None:
    """A life total and a toughness are exchanged (701.12)."""
    from_rows = objects(draft, frame, effect.object)
    for seat in players(draft, frame, effect.who):
        if not from_rows:
            continue
        handle = from_rows[0]
        life = draft.rows[player(seat)].get(LIFE)
        out = view(draft, handle).base
        if out is None or not isinstance(life, int):
            raise unsupported("rule-701.12", "exchanging a life total that grows", "701.12")
        now = toughness(draft, handle)
        if less(life, now, "119.7") and replacement.cant(draft, seat, "gain life"):
            frame.failed = True  # 119.7: the exchange doesn't happen
            continue
        damage.set_life(draft, seat, now)
        made = SetBasePT(This(), _plain(out[0]), life)
        continuous_effects.last(draft, made, handle, frame.controller, continuous_effects.GAME_LONG)
    return None


def _plain(amount: Amount) -> int:
    if not isinstance(amount, int):
        raise unsupported("growth-not-covered", "a base power that grows", "613.4b")
    return amount


# --- effects turns -------------------------------------------------------------------------------


def extra_turn(draft: Draft, frame: Frame, effect: ExtraTurn) -> Ask | None:
    """Players take extra turns (500.7)."""
    count: Amount = 1 if effect.count is None else quantity(draft, frame, effect.count)
    for seat in players(draft, frame, effect.who) if at_least(count, 1, "500.7") else ():
        turn_changes.extra_turn(draft, seat, count)
    return None


def skip_turn(draft: Draft, frame: Frame, effect: SkipTurn) -> Ask | None:
    """Players skip their next turns (500.11)."""
    for seat in players(draft, frame, effect.who):
        tally(draft, COUNT_TURNS_SKIPPED, 1)
        tally(draft, f"{COUNT_TURNS_SKIPPED_OF}p{seat + 1}", 1)
        add(draft, "skips a turn", player(seat), SKIP_TURNS, 1)
    return None


def no_maximum_hand_size(draft: Draft, frame: Frame, effect: NoMaximumHandSize) -> Ask | None:
    """Players have no maximum hand size for a time (402.2)."""
    for seat in players(draft, frame, effect.who):
        them = draft.rows[player(seat)].cls
        if them.prop(UNLIMITED, "") != "game":
            turn_into(draft, "", player(seat), them.with_prop(UNLIMITED, effect.until))
    return None


def keep_mana(draft: Draft, frame: Frame, effect: KeepMana) -> Ask | None:
    """A player doesn't lose unspent mana of some kinds this turn, also what is added later (500.5, 611.2c)."""
    continuous_effects.last_for_all(draft, effect, frame.controller, continuous_effects.TURN)
    return None


def skip_next(draft: Draft, frame: Frame, effect: SkipNext) -> Ask | None:
    """Players skip their next step or phase of a kind (500.11)."""
    for seat in players(draft, frame, effect.who):
        turn_changes.skip_next(draft, seat, effect.what)
    return None


def extra_steps(draft: Draft, frame: Frame, effect: ExtraSteps) -> Ask | None:
    """Additional steps after one (500.9, 500.10)."""
    for seat in players(draft, frame, effect.who):
        turn_changes.extra_steps(draft, seat, effect.step, quantity(draft, frame, effect.amount), effect.after)
    return None


def extra_phases(draft: Draft, frame: Frame, effect: ExtraPhases) -> Ask | None:
    """Additional phases after this one (500.8)."""
    turn_changes.extra_phases(draft, frame.controller, effect.phases)
    return None


def control_turn(draft: Draft, frame: Frame, effect: ControlTurn) -> Ask | None:
    """The controller controls players during their next turns (722)."""
    for seat in players(draft, frame, effect.who) if in_game(draft, frame.controller) else ():  # 800.4b
        them = draft.rows[player(seat)].cls
        turn_into(draft, "will be controlled", player(seat), them.with_prop(NEXT_MASTER, f"p{frame.controller + 1}"))
    return None
