"""Replacement effects (614) that change how much of something happens, or where it goes (616).

Where several apply and their order matters, the affected player chooses which comes first (616.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reiterate.amounts import Amount, equal, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access.faces import faces_of, in_graveyard
from reiterate.rules.access.influence import in_range, sees
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import turn_into
from reiterate.rules.access.unread_clauses import stop_itself
from reiterate.rules.characteristics.evaluate import card_fits, condition_holds, matches, recolored, statics, view
from reiterate.rules.characteristics.printed_characteristics import filter_holds, printed, proto_of
from reiterate.rules.events import commander
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, STACK, Class, Row, State, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ACTIVE,
    CAST_FROM,
    DIES_TO_EXILE,
    EXILED_INSTEAD,
    FINALITY_COUNTERS,
    HOW_FLASHBACK,
    HOW_JUMP_START,
    LEAVES_TO_EXILE,
    SHELTERED,
)
from reiterate.terms.abilities import Static
from reiterate.terms.base import replace
from reiterate.terms.meanings import AFTERMATH
from reiterate.terms.references import Filter
from reiterate.terms.replacement_effects import (
    ChangeCounters,
    Changed,
    ChangeDamage,
    ChangeDraw,
    ChangeLife,
    ChangeMill,
    ChangeTokens,
    DamageInstead,
    LifeInstead,
    ManaTimes,
    SkipDraw,
    WinInstead,
    ZoneInstead,
)
from reiterate.terms.static_effects import Are, CantHaveCounters, PlayerCant

#: How many members of a group may replace the same event one after the other.
GROUP_BUDGET: Final = 64


def in_force(state: State, kind: type) -> list[tuple[int, Any]]:
    """The static effects of a kind whose conditions hold, with their sources."""
    known = statics(state)
    if kind not in known.kinds:
        return []
    return [
        (source, ability.effect)
        for source, ability in known.applied
        if isinstance(ability.effect, kind) and _true(state, ability, source)
    ]


def _true(state: State, ability: Static, source: int) -> bool:
    return ability.condition is None or condition_holds(state, ability.condition, source)


def of_player(state: State, who: str, source: int, seat: int) -> bool:
    """Whether a player is one that an effect of a source is about: you, opponent or any."""
    mine = state.rows[source].cls.controller
    return (who == "any" or (who == "you") == (mine == seat)) and in_range(state, mine, seat)


def cant(state: State, seat: int, what: str) -> bool:
    """Whether a player can't do something (101.2)."""
    return any(e.what == what and of_player(state, e.who, s, seat) for s, e in in_force(state, PlayerCant))


def _change(draft: Draft, seat: int, amount: Amount, found: list[tuple[int, Changed]], rule: str) -> Amount:
    """An amount after all changes, in the order that the affected player chooses where it matters (616.1)."""
    todo: list[tuple[str, Changed]] = []
    for source, change in found:
        row = draft.rows[source]
        if not isinstance(row.n, int) or row.n > GROUP_BUDGET:
            raise unsupported("rule-616-group", f"more than {GROUP_BUDGET} alike replacement effects", "616.1")
        todo += [(proto_of(row.cls).name, change)] * row.n
    while todo and not is_zero(amount, rule):
        if any(change.none for _, change in todo):
            return 0
        first = 0
        if any(c.by != 1 for _, c in todo) and any(c.more for _, c in todo):
            names = tuple(dict.fromkeys(name for name, _ in todo))
            chosen = decide(draft, Question("order", seat, words=names, text="which replacement applies first"))
            first = next(i for i, (name, _) in enumerate(todo) if name == chosen.answer)
        _, change = todo.pop(first)
        amount = amount * change.by + change.more
        if less(amount, 0, rule):
            amount = 0
    return amount


def counters(
    draft: Draft, handle: int, row: Row, kind: str, amount: Amount, placer: int = -1, by_effect: bool = True
) -> Amount:
    """How many counters are put on an object (or enter with it, as ``row``) instead of ``amount`` (614.1a)."""
    seat = row.cls.controller
    if cant_have(draft, handle, row, kind):
        return 0
    found = [
        (source, e.change)
        for source, e in in_force(draft, ChangeCounters)
        if e.kind in ("", kind)
        and (by_effect or not e.effects)
        and counted(draft, e.filter, source, handle, row)
        and (e.who == "any" or of_player(draft, e.who, source, placer if placer >= 0 else seat))
    ]
    return _change(draft, seat, amount, found, "614.1a") if found else amount


def cant_have(state: State, handle: int, row: Row, kind: str) -> bool:
    """Whether counters of a kind can't be put on an object, or on what enters as ``row`` (101.2): no cost may ask for it (614.17b)."""
    return any(
        effect.kind in ("", kind) and counted(state, effect.filter, source, handle, row)
        for source, effect in in_force(state, CantHaveCounters)
    )


def multiplies_counters(draft: Draft, row: Row, kind: str) -> bool:
    """Whether an effect multiplies the counters of a kind that something enters with."""
    return any(
        e.change.by != 1 and e.kind in ("", kind) and counted(draft, e.filter, source, -1, row)
        for source, e in in_force(draft, ChangeCounters)
    )


def counted(draft: State, filter: Filter, source: int, handle: int, row: Row) -> bool:
    """Whether counters on a permanent, or on what enters (``handle`` -1, as ``row``), are those of a source's effect."""
    mine = draft.rows[source].cls.controller
    if handle in draft.rows:
        return matches(draft, filter, handle, mine, source)
    if not in_range(draft, mine, row.cls.controller):
        return False
    fits = filter_holds(filter, row, None, mine)
    if any(_makes(draft, effect, at, row, filter, fits) for at, effect in in_force(draft, Are)):
        raise unsupported("rule-614.12", f"{proto_of(row.cls).name} would enter as something else", "614.12")
    return fits


def _makes(draft: State, effect: Are, at: int, row: Row, wanted: Filter, fits: bool) -> bool:
    """Whether an effect could make what enters something that a set asks for, or take that away (614.12)."""
    mine = draft.rows[at].cls.controller
    about = effect.subject
    if not effect.everywhere and not (isinstance(about, Filter) and filter_holds(about, row, None, mine)):
        return False
    if effect.instead or effect.chosen or (effect.sets_colors and (wanted.colors or wanted.any_colors)):
        return bool(wanted.subtypes or wanted.any_subtype or wanted.colors or wanted.any_colors) or effect.instead
    more = {*effect.types, *effect.subtypes, *effect.colors}
    asked = {*wanted.types, *wanted.any_of, *wanted.subtypes, *wanted.any_subtype, *wanted.colors, *wanted.any_colors}
    return not fits and bool(more & asked)


def _per_player(draft: Draft, seat: int, amount: Amount, kind: type, fits: Callable[[Any], bool]) -> Amount:
    if kind not in statics(draft).kinds:
        return amount
    found = [
        (source, e.change) for source, e in in_force(draft, kind) if fits(e) and of_player(draft, e.who, source, seat)
    ]
    return _change(draft, seat, amount, found, "614.1a") if found else amount


def tokens(draft: Draft, seat: int, amount: Amount) -> Amount:
    """How many tokens are created instead of ``amount``."""
    return _per_player(draft, seat, amount, ChangeTokens, lambda e: True)


def mill(draft: Draft, seat: int, amount: Amount) -> Amount:
    """How many cards are milled instead of ``amount``."""
    return _per_player(draft, seat, amount, ChangeMill, lambda e: True)


def draws(draft: Draft, seat: int, first: bool = False) -> Amount:
    """How many cards are drawn instead of one; ``first``: it is the first in that player's draw step."""
    return _per_player(draft, seat, 1, ChangeDraw, lambda e: not (first and e.later))


def skipped_draws(draft: Draft, seat: int, amount: Amount, own_step: bool) -> Amount:
    """How many of some draws a player skips, as they choose (614.6); what then keeps attackers off begins (508.1c).

    in: ``own_step``, whether it is that player's draw step. Raises ``Unsupported`` beside anything
    else that changes the draws.
    """
    found = [(s, e) for s, e in in_force(draft, SkipDraw) if draft.rows[s].cls.controller == seat]
    effects = {e for _, e in found if own_step or not e.step}
    if not effects or is_zero(amount, "614.6"):
        return 0
    if len(effects) > 1 or not equal(draws(draft, seat), 1, "616.1"):
        raise unsupported("rule-616.1", "a draw that may be skipped beside another effect on it", "616.1")
    if equal(amount, 1, "614.6"):
        asked = Question("order", seat, words=("draw", "skip"), text="whether to skip that draw")
        gone: Amount = 1 if decide(draft, asked).answer == "skip" else 0
    else:
        gone = decide(draft, Question("number", seat, (), (), 0, amount, "draws that are skipped")).count
    (effect,) = effects
    if effect.unless and not is_zero(gone, "614.6"):
        them = draft.rows[player(seat)].cls
        words = "/".join(f"{k.name} {k.parameter}".strip() for k in effect.unless)
        kept = {words, *them.prop(SHELTERED, "").split(";")} - {""}
        turn_into(draft, "", player(seat), them.with_prop(SHELTERED, ";".join(sorted(kept))))
    return gone


def life(draft: Draft, seat: int, amount: Amount, what: str) -> Amount:
    """How much life is gained or lost instead of ``amount``; ``what`` is gain or lose."""
    if what == "gain" and cant(draft, seat, "gain life"):
        return 0
    active = draft.game.prop(ACTIVE, 0)
    found = [
        (source, e.change)
        for source, e in in_force(draft, ChangeLife)
        if e.what == what
        and of_player(draft, e.who, source, seat)
        and (not e.turn or draft.rows[source].cls.controller == active)
    ]
    return _change(draft, seat, amount, found, "614.1a") if found else amount


def mana_times(state: State, seat: int) -> int:
    """How many times as much mana a permanent produces that a player taps for mana (106.12b, 614.1a)."""
    times = 1
    for source, effect in in_force(state, ManaTimes):
        row = state.rows[source]
        if row.cls.controller != seat:
            continue
        if not isinstance(row.n, int) or row.n > GROUP_BUDGET:
            raise unsupported("rule-616-group", f"more than {GROUP_BUDGET} alike replacement effects", "616.1")
        times *= effect.by**row.n
    return times


def life_instead(draft: Draft, seat: int) -> str:
    """What a player does instead of gaining life: "", "draw" or "lose"."""
    found = {e.what for source, e in in_force(draft, LifeInstead) if of_player(draft, e.who, source, seat)}
    if len(found) > 1:
        return decide(draft, Question("order", seat, words=tuple(sorted(found)), text="what replaces the gain")).answer
    return next(iter(found), "")


def instead_first(draft: Draft, seat: int) -> bool:
    """Whether what is done instead of gaining life replaces the gain before its amount is changed, as the player chooses (616.1)."""
    if cant(draft, seat, "gain life"):
        return False  # 119.7: nothing is gained and nothing replaced
    changing = [s for s, e in in_force(draft, ChangeLife) if e.what == "gain" and of_player(draft, e.who, s, seat)]
    if not changing:
        return False
    if len(changing) > 1 or not is_single(draft.rows[changing[0]].n):
        raise unsupported("rule-616.1", "several effects that change a gain of life which is replaced too", "616.1")
    first = next(s for s, e in in_force(draft, LifeInstead) if of_player(draft, e.who, s, seat))
    words = tuple(dict.fromkeys(proto_of(draft.rows[s].cls).name for s in (changing[0], first)))
    asked = Question("order", seat, words=words, text="which replacement applies first")
    return len(words) > 1 and decide(draft, asked).answer == words[1]


def damage_instead(state: State, seat: int) -> bool:
    """Whether damage that would be dealt to a player exiles cards from their graveyard instead."""
    return any(state.rows[source].cls.controller == seat for source, _ in in_force(state, DamageInstead))


def damage(
    draft: Draft,
    controller: int,
    source_row: Row | None,
    at: int,
    to_permanent: bool,
    seat: int,
    amount: Amount,
    combat: bool,
    hurt_creature: bool = False,
) -> Amount:
    """How much damage a source deals instead of ``amount``; ``seat``: the player damaged, or the permanent's.

    ``source_row``: the damage's source as it is or was, ``at``: its handle; ``hurt_creature``: the
    permanent is one.
    """
    found = []
    for source, e in in_force(draft, ChangeDamage):
        mine = draft.rows[source].cls.controller
        assert isinstance(e.source, Filter)
        if not (in_range(draft, mine, controller) and in_range(draft, mine, seat)):  # 801.13
            continue
        if not is_source(draft, e.source, mine, controller, source_row, at, source) or (combat and e.noncombat):
            continue
        if e.to == "opponent" and (seat == mine):
            continue
        if (e.to == "player" and to_permanent) or (e.to == "creature" and not to_permanent):
            continue
        if e.to == "creature or player" and to_permanent and not hurt_creature:
            continue
        found.append((source, e.change))
    return _change(draft, seat, amount, found, "614.1a") if found else amount


def is_source(draft: Draft, wanted: Filter, mine: int, controller: int, row: Row | None, at: int, own: int) -> bool:
    """Whether a source of damage is one of a set, as the controller ``mine`` of an effect sees it (609.7).

    in: who controls the source, its row as it is or was, its handle, and that of the effect's own source. Raises
    ``Unsupported`` for one that is not known.
    """
    if wanted.another and at == own and at in draft.rows:
        if is_single(draft.rows[at].n):
            return False
        raise unsupported("rule-609.7", "another source than each of a group", "609.7")
    if wanted.controller != "any" and (wanted.controller == "you") != (controller == mine):
        return False
    if row is None and _anyones(wanted) != Filter():
        raise unsupported("rule-609.7", "whether a source that is not known is one of a set", "609.7")
    if "permanent" in wanted.types and row is not None and row.cls.zone != BATTLEFIELD:
        return False  # 109.2: what is no source in the text's words is a permanent
    chars = view(draft, at) if at in draft.rows and draft.rows[at].cls.zone == BATTLEFIELD else None
    return row is None or filter_holds(_anyones(wanted), row, chars or recolored(draft, row), mine)


def _anyones(filter: Filter) -> Filter:
    return replace(filter, controller="any")


def wins_instead(state: State, seat: int) -> bool:
    """Whether a player wins instead of drawing from an empty library."""
    return any(state.rows[source].cls.controller == seat for source, _ in in_force(state, WinInstead))


def destination(draft: Draft, handle: int, cls: Class, zone: str) -> str:
    """The zone that an object goes to instead of ``zone`` (614.6); a commander's owner is asked last (903.9b)."""
    stop_itself(cls, "leaves")
    if cls.zone == STACK and (cls.prop(HOW_FLASHBACK) or cls.prop(HOW_JUMP_START) or _after(cls)):  # 702.34a, 702.133a
        return commander.instead(draft, cls, EXILE)
    if cls.zone == STACK and zone == GRAVEYARD and cls.prop(EXILED_INSTEAD):
        return commander.instead(draft, cls, EXILE)
    if cls.zone == BATTLEFIELD and cls.prop(LEAVES_TO_EXILE):  # 614.5: whatever else moves it somewhere, this does then
        return commander.instead(draft, cls, EXILE)
    there = _destination(draft, handle, cls, zone)
    if cls.zone == BATTLEFIELD and zone == GRAVEYARD and _exiled_instead(draft, handle, cls):
        if there not in (GRAVEYARD, EXILE):
            raise unsupported("rule-616.1", "several effects on where a permanent goes that dies", "616.1")
        there = EXILE
    return commander.instead(draft, cls, there)


def _exiled_instead(draft: Draft, handle: int, cls: Class) -> bool:
    """Whether what would be put into a graveyard from the battlefield is exiled: by an effect, or a finality counter (122.1h)."""
    row = draft.rows.get(handle)
    counted = row is not None and not is_zero(row.get(FINALITY_COUNTERS), "122.1h")
    return counted or cls.prop(DIES_TO_EXILE)


def _after(cls: Class) -> bool:
    """Whether a spell with aftermath was cast from a graveyard (702.127a)."""
    there = cls.proto is not None and AFTERMATH in cls.proto.abilities
    return there and cls.prop(CAST_FROM) == GRAVEYARD


def _fits_as_card(draft: Draft, filter: Filter, row: Row, seat: int, fits: bool) -> bool:
    """Whether what has its back face up would fit a set of cards as what it is in a graveyard; ``fits`` for all else."""
    there = in_graveyard(row)
    turned = there is not None and there.cls.proto is not None and row.cls.proto in faces_of(there.cls.proto).values()
    return card_fits(draft, filter, there, seat) if there is not None and turned else fits


def _destination(draft: Draft, handle: int, cls: Class, zone: str) -> str:
    """The same by static abilities; where several apply the controller chooses, or the owner of what has none (616.1)."""
    if zone != GRAVEYARD or cls.proto is None:
        return zone
    row = draft.rows[handle]
    found: dict[str, str] = {}
    for source, e in in_force(draft, ZoneInstead):
        if e.source_only or not sees(draft, draft.rows[source].cls.controller, handle):
            continue
        if not of_player(draft, e.whose, source, cls.owner) or (e.dies and cls.zone != BATTLEFIELD):
            continue
        if e.filter is not None:
            seat = draft.rows[source].cls.controller
            fits = matches(draft, e.filter, handle, seat, source)
            if not e.dies and fits != _fits_as_card(draft, e.filter, row, seat, fits):
                name = proto_of(cls).name
                raise unsupported(
                    "rule-712.8", f"which face of {name} is looked at as it goes to a graveyard", "712.8a"
                )
            if not fits:
                continue
        found[proto_of(draft.rows[source].cls).name] = e.to
    for ability in (view(draft, handle) if cls.zone == BATTLEFIELD else printed(cls)).statics:
        effect = ability.effect
        if not isinstance(effect, ZoneInstead) or not effect.source_only or not _true(draft, ability, handle):
            continue
        if not effect.dies or cls.zone == BATTLEFIELD:
            found[proto_of(row.cls).name] = effect.to
    if len(set(found.values())) > 1:
        chooser = cls.controller if cls.zone in (BATTLEFIELD, STACK) else cls.owner  # 108.4
        asked = Question("order", chooser, words=tuple(found), text="which replacement applies")
        return found[decide(draft, asked).answer]
    return next(iter(found.values()), zone)
