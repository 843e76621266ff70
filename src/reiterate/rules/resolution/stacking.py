"""Spells and abilities put on the stack: cast, copied, countered; and what an Aura may enchant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from reiterate.amounts import Amount, at_least, equal, is_zero
from reiterate.refusals import Unsupported, unsupported
from reiterate.rules.access import faces, text_changes
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.questions import COPIES, OTHER_TARGET, Question, decide, note_objects
from reiterate.rules.access.state_access import (
    discard_row,
    in_game,
    new_row,
    push,
    seats,
    set_refs,
    single_out,
    split,
    tally,
    tell,
)
from reiterate.rules.access.unread_clauses import hindered
from reiterate.rules.characteristics.evaluate import card_fits, view
from reiterate.rules.characteristics.printed_characteristics import SPENT, proto_of, spent_runs
from reiterate.rules.characteristics.trigger_index import listeners
from reiterate.rules.events import commander, replacement, zones
from reiterate.rules.events.copying import understood, with_exceptions
from reiterate.rules.events.happenings import Happening, reads
from reiterate.rules.events.players import cast_named, history_read, remember
from reiterate.rules.events.targets import NONE, each_way, legal_targets, seen_from, with_x
from reiterate.rules.events.triggers import fire
from reiterate.rules.resolution import division
from reiterate.rules.resolution.put_triggers_on_stack import targeted
from reiterate.state.amount_slots import amounts_without, written
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import (
    BATTLEFIELD,
    GRAVEYARD,
    NOWHERE,
    SOURCED,
    STACK,
    Class,
    Prop,
    Ref,
    Reference,
    Row,
    State,
    make_class,
    one,
    player,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ABILITY,
    CARD,
    CAST_FROM,
    COPY,
    COUNT_CASTS,
    COUNT_CASTS_OF,
    COUNT_COPIES,
    COUNT_COUNTERED,
    EXILED_INSTEAD,
    HOW,
    NTH_TARGET,
    PRINTED,
    THIS_TURN,
    TURNED,
    USED,
    USED_UP,
    FlagName,
    X,
)
from reiterate.state.text_reads import CAST, SPENT_ON_IT, kinds_in
from reiterate.terms.abilities import Activated, Enchant, SpellAbility, Static, Triggered, is_mana_ability
from reiterate.terms.base import Ability, Term, replace
from reiterate.terms.effects_spells import Except
from reiterate.terms.meanings import SUSPEND
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, TargetSpec, This
from reiterate.terms.replacement_effects import EntersAs, OthersEnterAs
from reiterate.terms.static_effects import TurnedAsThough
from reiterate.terms.trigger_events import BecomesTarget

_NOTHING_ELSE: Final = Except()


def aura_spec(proto: Proto) -> TargetSpec | None:
    """What an Aura enchants (303.4a), None for what is none."""
    for ability in proto.abilities:
        if isinstance(ability, Enchant):
            return TargetSpec(ability.filter, zone=ability.zone)
    return None


def spell_abilities_of(proto: Proto, how: tuple[str, ...]) -> tuple[Ability, ...]:
    """The spell abilities of a card with the modes chosen (700.2)."""
    abilities: list[Ability] = []
    for ability in proto.abilities:
        if isinstance(ability, SpellAbility) and ability.modes:
            chosen = [m for i, m in enumerate(ability.modes, 1) if f"mode {i}" in how]
            abilities += [SpellAbility(m.effects, m.targets) for m in chosen]
        elif isinstance(ability, SpellAbility):
            abilities.append(ability)
    return tuple(abilities)


def effects_of(proto: Proto, how: tuple[str, ...] = ()) -> tuple[Term, ...]:
    """The effects of all lines of a spell with the modes chosen, each with its own numbers of targets."""
    return tuple(e for a in spell_abilities_of(proto, how) if isinstance(a, SpellAbility) for e in a.effects)


def specs_of(proto: Proto, how: tuple[str, ...] = ()) -> tuple[TargetSpec, ...]:
    """The targets that a spell of a card wants: those of all its lines, one after the other."""
    aura = aura_spec(proto)
    if aura is not None:
        return (aura,)
    return tuple(spec for a in spell_abilities_of(proto, how) if isinstance(a, SpellAbility) for spec in a.targets)


def spell_class(card: Class, seat: int, how: tuple[str, ...]) -> Class:
    """The class of a card as a spell that a player casts from where it is, in a way (601.2a, 601.2b)."""
    if faces.face_chosen(how):
        card = faces.turned_class(card, faces.face_chosen(how))
    props: list[tuple[str, Prop]] = [(CAST_FROM, card.zone), *((f"{HOW}{word}", True) for word in faces.otherwise(how))]
    own = faces.front_of(card)
    props += [(PRINTED, own)] if own is not None else []
    proto = proto_of(card)
    if own is not None and own.back is not None and proto == faces.disturbed(own):
        proto = own.back
    cls = make_class(CARD, STACK, proto=proto, owner=card.owner, controller=seat, props=tuple(props))
    return commander.carried(cls, card)


def spent_asked(draft: Draft, proto: Proto) -> tuple[str, ...]:
    """What is asked of the mana spent on a spell, by its own abilities and by what it may enter as a copy of (400.7d)."""
    protos = {row.cls.proto for row in draft.rows.values() if row.cls.proto is not None}
    asked = {run for each in protos for run in spent_runs(each)}
    copies = asked and (enters_as_copy(proto) or any(map(lets_enter_as_copy, protos)))
    return tuple(sorted({*spent_runs(proto), *(asked if copies else ())}))


@cache
def enters_as_copy(proto: Proto) -> bool:
    """Whether an object may enter as a copy of another one (707.5)."""
    return any(isinstance(each, Static) and isinstance(each.effect, EntersAs) for each in proto.abilities)


@cache
def lets_enter_as_copy(proto: Proto) -> bool:
    """Whether an object may let others enter as copies (616.1c)."""
    return any(isinstance(each, Static) and isinstance(each.effect, OthersEnterAs) for each in proto.abilities)


def with_spent(cls: Class, mana: Iterable[tuple[str, Amount]], asked: Sequence[str]) -> Class:
    """The class of a spell that remembers of the mana spent on it what is asked about (601.2h)."""
    if not asked:
        return cls
    total: dict[str, Amount] = {}
    for slot, amount in mana:
        kind = slot[0]
        total[kind] = total.get(kind, 0) + amount
    for run in asked:
        if at_least(total.get(run[0], 0), len(run), "601.2h"):
            cls = cls.with_prop(FlagName(f"{HOW}{SPENT}{run}"), True)
    return cls


_ACTIVATED: dict[tuple[Term, int, str], Class] = {}


def activated_class(ability: Activated, seat: int, kind: str = ABILITY) -> Class:
    """The class of an activated ability on the stack, or (a ``frame``) of one that doesn't use it."""
    at = (ability, seat, kind)
    found = _ACTIVATED.get(at)
    if found is None:
        zone = STACK if kind == ABILITY else NOWHERE
        found = _ACTIVATED[at] = make_class(kind, zone, term=ability, owner=seat, controller=seat)
    return found


def belongs_there(cls: Class) -> bool:
    """Whether what is on the stack is a spell, or an ability that uses the stack and has its mode (112.1, 605.3b, 700.2)."""
    if isinstance(cls.term, Activated | Triggered):
        return not cls.term.modes and not (isinstance(cls.term, Activated) and is_mana_ability(cls.term))
    return cls.proto is not None and bool(cls.proto.types) and "land" not in cls.proto.types


def limit_flag(ability: Activated, index: int) -> FlagName:
    """The property of a permanent that an ability with a limit was activated: for this turn, or for good (602.5b)."""
    return FlagName(f"{USED if ability.limit == 'turn' else USED_UP}{index}")


def keeps_source(state: State, ability: Activated) -> bool:
    """Whether an activated ability on the stack remembers its source: it or a card of the game speaks of that, or it has targets (113.7a)."""
    read = reads(ability)
    return "This" in read or "Host" in read or bool(ability.targets) or bool(standing(state, SOURCED))


def aimed_at(targets: list[int]) -> dict[str, Reference]:
    """The references of a stack entry to its targets, each in its place; a negative number stands for none."""
    return {f"{NTH_TARGET}{i}": one(target) for i, target in enumerate(targets) if target >= 0}


def on_top(draft: Draft, what: str, row: Row) -> int:
    """Put an entry on top of the stack (405.2)."""
    entry = new_row(draft, what, row)
    push(draft, entry)
    return entry


def put_spell(
    draft: Draft,
    cls: Class,
    num: dict[str, Amount],
    seat: int,
    targets: list[int],
    what: str = "cast",
    spent: Amount | None = 0,
) -> int:
    """Put a spell on the stack with its targets, all of its costs paid before, and set off what watches casting (601.2i).

    ``spent``: how much mana is spent on it. Raises ``Unsupported`` where that is not told (None) and a card reads it.
    """
    entry = announce_spell(draft, cls, num, seat, targets, what, spent)
    become_cast(draft, entry, seat, spent)
    return entry


def announce_spell(
    draft: Draft,
    cls: Class,
    num: dict[str, Amount],
    seat: int,
    targets: list[int],
    what: str = "cast",
    spent: Amount | None = 0,
) -> int:
    """Put a spell on the stack with its targets (601.2a, 601.2c): it is cast once its costs are paid, see ``become_cast``."""
    if spent is None and SPENT_ON_IT in history_read(draft):
        raise unsupported("rule-601.2h", "the mana spent on a spell that is cast as something resolves", "601.2h")
    unknown = hindered(draft, seat)
    if unknown is not None:
        raise Unsupported(unknown)
    entry = on_top(draft, what, Row(cls, num, 1, aimed_at(targets)))
    targeted(draft, entry, seat, targets, 1, "spell")
    return entry


def become_cast(draft: Draft, entry: int, seat: int, spent: Amount | None) -> None:
    """A spell on the stack becomes cast, and what watches casting is set off (601.2i): what was given up for it watches no more."""
    proto = proto_of(draft.rows[entry].cls)
    tally(draft, COUNT_CASTS, 1)
    tally(draft, f"{COUNT_CASTS_OF}{proto.name}", 1)
    before = draft.rows[player(seat)].get(THIS_TURN + CAST)
    remember(draft, seat, CAST, 1)
    for each in seats(draft):
        if in_range(draft, each, seat):
            remember(draft, each, "spells cast by all", 1)
    for kind, filter in kinds_in(history_read(draft)).items():
        if card_fits(draft, filter, draft.rows[entry], seat, entry):
            remember(draft, seat, kind, 1)
    cast_named(draft, seat, proto.name)
    fire(draft, Happening("SpellCast", subject=entry, seat=seat, amount=0 if spent is None else spent))
    fire(draft, Happening("CastOrCopied", subject=entry, seat=seat))
    fire(draft, Happening("CastsNth", seat=seat, amount=before))
    aimed = [
        ref.row for slot, ref in draft.rows[entry].refs.items() if slot.startswith(NTH_TARGET) and isinstance(ref, Ref)
    ]
    targeted(draft, entry, seat, aimed, 1, "cast")  # "whenever you cast a spell that targets": not before 601.2i


def copy_on_stack(
    draft: Draft, handle: int, seat: int, count: Amount, retarget: bool, but: Except = _NOTHING_ELSE
) -> None:
    """Copy a spell or ability on the stack ``count`` times (707.10), with new targets where chosen.

    ``but``: what the copies have besides or instead of the copied values (707.9).
    """
    if not in_game(draft, seat):
        return  # 800.4b
    row = draft.rows[handle]
    if faces.is_down(row.cls):
        raise unsupported("rule-708.4", "a copy of a face-down spell", "708.4")
    if row.cls.proto is not None:
        cls = copy_class(row.cls, seat, but)
    else:
        cls = row.cls.but("owner", seat).but("controller", seat)
    tally(draft, COUNT_COPIES, count)
    targets = [s for s in sorted(row.refs) if s.startswith(NTH_TARGET)]
    num = amounts_without(row.num, TURNED)  # 701.27f: this copy is put on the stack now
    made = new_row(draft, "copied", Row(cls, num if written(row.num, TURNED) else row.num, count, row.refs))
    push(draft, made)
    if row.cls.proto is not None:
        fire(draft, Happening("CastOrCopied", subject=made, seat=seat, count=count))
    parts = [made]
    if retarget and targets:
        parts = _with_new_targets(draft, made, row, seat, targets)
    _refuse_watched(draft, row, parts, targets)


def _refuse_watched(draft: Draft, copied: Row, parts: list[int], targets: list[str]) -> None:
    """Refuse copies that keep a target, where something watches what becomes one: the rules don't say whether it does (707.10)."""
    kept = {
        ref.row
        for part in parts
        for slot in targets
        if isinstance(ref := draft.rows[part].refs.get(slot), Ref) and ref == copied.refs[slot]
    }
    for handle in listeners(draft, "BecomesTarget") if kept else ():
        row = draft.rows.get(handle)
        if row is None or row.cls.zone != BATTLEFIELD:
            continue
        for ability in view(draft, handle).triggers.get("BecomesTarget", ()):
            trigger = ability.trigger
            assert isinstance(trigger, BecomesTarget)
            if trigger.what != "cast" and (handle in kept or not isinstance(trigger.subject, This)):
                raise unsupported("rule-707.10", "whether what a copy keeps as its target becomes its target", "707.10")


def _with_new_targets(draft: Draft, made: int, row: Row, seat: int, targets: list[str]) -> list[int]:
    """Let a player choose new targets for copies of what is on the stack (707.10c); the rows of the copies then."""
    specs = ways_of(row.cls)
    if len(targets) > 1 and division.divided(specs) is not None:
        raise unsupported("rule-707.10c", "new targets for a copy that divides something among several", "707.10c")
    run = division.run_of(specs)
    if len(targets) > 1 and (
        any(spec.other for spec in specs) or (run is not None and run.run)
    ):  # of a single target nothing has to differ
        _retarget_unlike(draft, made, row, seat)
        return [made]
    parts = [made]
    for slot in targets:
        spec = with_x(division.spec_of(specs, int(slot.removeprefix(NTH_TARGET))), row.num.get(X, 0))
        source, last = (made, None) if row.cls.proto is not None else seen_from(row, spec)
        aimed: list[int] = []
        for part in parts:  # each copy may have a target that another one has got by now
            legal = [r for r in legal_targets(draft, spec, seat, source, last) if r not in (made, *parts, *aimed)]
            aimed += _retarget(draft, part, slot, seat, legal)
        parts = aimed
    return parts


def _retarget_unlike(draft: Draft, made: int, copied: Row, seat: int) -> None:
    """Let a player choose the targets of a copy one after the other, where some have to differ (115.3, 707.10c).

    Only the final set counts (115.7e): what one target was another one may become, as long as all can be chosen. A target that is
    gone may stay so. ``copied``: what the copy is of. Raises ``Unsupported`` for several copies at once.
    """
    if not is_single(draft.rows[made].n):
        raise unsupported("rule-707.10c", "new targets for several copies at once with targets that differ", "707.10c")
    specs = ways_of(copied.cls)
    refs = dict(copied.refs)
    numbers = [int(slot.removeprefix(NTH_TARGET)) for slot in refs if slot.startswith(NTH_TARGET)]
    rows: list[list[int]] = []
    others: list[int] = []
    for number in range(max(numbers) + 1):
        spec = with_x(division.spec_of(specs, number), copied.num.get(X, 0))
        among = number - (len(specs) - 1) if spec.run else 0  # each of a run is another one
        others.append(spec.other + among)
        if number not in numbers:
            rows.append([NONE])
            continue
        source, last = (made, None) if copied.cls.proto is not None else seen_from(copied, spec)
        old = refs[f"{NTH_TARGET}{number}"]
        now = old.row if isinstance(old, Ref) and old.row in draft.rows else NONE
        rows.append([now, *(r for r in legal_targets(draft, spec, seat, source, last) if r not in (now, made))])
    chosen = _differing(draft, seat, made, others, rows)
    fresh: list[int] = []
    for number in sorted(numbers):
        if chosen[number] != rows[number][0]:
            fresh.append(single_out(draft, chosen[number]))
            refs[f"{NTH_TARGET}{number}"] = one(fresh[-1])
    if fresh:
        set_refs(draft, made, refs)
        targeted(draft, made, draft.rows[made].cls.controller, fresh, 1, _kind(draft, made))


def _differing(draft: Draft, seat: int, made: int, others: list[int], rows: list[list[int]]) -> list[int]:
    """The targets that a player chooses out of these rows, of which the first of each stays as it is (``NONE``: it is gone)."""
    chosen: list[int] = []
    for at, there in enumerate(rows):
        before = [[row] for row in chosen]
        able = [r for r in there if next(each_way(draft, others, [*before, [r], *rows[at + 1 :]], made, False), None)]
        objects = [r for r in able if r != NONE]
        text = COPIES if able[0] == there[0] else OTHER_TARGET
        if not objects:
            chosen.append(NONE)
        elif len(able) == 1:
            note_objects(draft, seat, objects, [(objects[0], 1)], text)
            chosen.append(objects[0])
        else:
            asked = Question("objects", seat, rows=tuple(objects), low=int(NONE not in able), high=1, text=text)
            picks = decide(draft, asked).picks
            chosen.append(picks[0][0] if picks else NONE)
    return chosen


def _retarget(draft: Draft, part: int, slot: str, seat: int, legal: list[int]) -> list[int]:
    """Let a player choose one target of like copies, which may stay as it is, even an illegal one (707.10c).

    ``legal``: what it may become. Gives the rows of the copies by their targets.
    """
    old = draft.rows[part].refs.get(slot)
    count = draft.rows[part].n
    now = old.row if isinstance(old, Ref) and old.row in draft.rows else -1
    rows = legal if now < 0 else [now, *(row for row in legal if row != now)]
    if not legal or rows == [now]:
        if now >= 0:
            note_objects(draft, seat, rows, [(now, count)], COPIES)
        return [part]
    asked = Question("objects", seat, rows=tuple(rows), low=count if now >= 0 else 0, high=count, text=COPIES)
    return _aim_copies(draft, part, slot, list(decide(draft, asked).picks), every=now >= 0)


#: What belongs to the act of casting, and is no decision made for the spell: a copy has nothing of it (707.10).
_OF_CASTING: Final = (EXILED_INSTEAD, f"{HOW}{SUSPEND}")


def copy_class(cls: Class, seat: int, but: Except = _NOTHING_ELSE) -> Class:
    """The class of a player's copies of a spell (707.10). ``but``: what they have besides (707.9).

    A copy has the copiable values and the decisions made for the spell. A copy isn't cast and has no card, so it has nothing
    of either. Nor has it anything of a commander (903.3) or of a changed text (707.2).
    """
    made = make_class(COPY, STACK, proto=understood(proto_of(cls)), owner=seat, controller=seat, props=cls.props)
    made = text_changes.plain(made)
    if but != _NOTHING_ELSE:
        made = made.but("proto", with_exceptions(proto_of(made), but, token=False))
    decided = tuple(
        (name, value)
        for name, value in made.props
        if name.startswith(HOW) and name not in _OF_CASTING and not name.startswith(HOW + SPENT)
    )
    return made.but("props", decided)


def cast_copy_class(proto: Proto, zone: str, seat: int, how: Iterable[str]) -> Class:
    """The class of a copy of a card that a player casts from the zone of the card.

    It is a copy on the stack, and it was cast (707.12).
    """
    props: tuple[tuple[str, str | bool], ...] = ((CAST_FROM, zone), *((f"{HOW}{word}", True) for word in how))
    return make_class(COPY, STACK, proto=understood(proto), owner=seat, controller=seat, props=props)


def ways_of(cls: Class) -> tuple[TargetSpec, ...]:
    """The targets that a spell or ability on the stack has, in the way in which it was cast."""
    if cls.proto is not None:
        return specs_of(cls.proto, _how(cls))
    wanted: tuple[TargetSpec, ...] = getattr(cls.term, "targets", ())
    return wanted


def _how(cls: Class) -> tuple[str, ...]:
    return tuple(name.removeprefix(HOW) for name, _ in cls.props if name.startswith(HOW))


def _aim_copies(draft: Draft, made: int, slot: str, picks: list[tuple[int, Amount]], every: bool) -> list[int]:
    """Give groups of copies their targets: the part that is aimed elsewhere becomes a row of its own on the stack.

    A pick is of one object, however many copies are aimed at it. Where a row is picked again, that is another one of it.

    ``every``: the picks are for all of them; else what is left keeps the target that it had. Gives the rows of the groups.
    """
    rest = made
    parts: list[int] = []
    for i, (target, count) in enumerate(picks, 1):
        whole = i == len(picks) if every else equal(count, draft.rows[rest].n, "707.10c")
        part = rest if whole else split(draft, rest, count, front=True)
        parts.append(part)
        refs = dict(draft.rows[part].refs)
        if not (isinstance(refs.get(slot), Ref) and getattr(refs[slot], "row", -1) == target):
            named = single_out(draft, target)
            refs[slot] = one(named)
            set_refs(draft, part, refs)
            targeted(draft, part, draft.rows[part].cls.controller, [named], draft.rows[part].n, _kind(draft, part))
    return parts if rest in parts else [*parts, rest]


def _kind(draft: Draft, copy: int) -> str:
    """What a copy on the stack is: of a spell a spell, of an ability an ability (707.10)."""
    return "spell" if draft.rows[copy].cls.proto is not None else "ability"


def counter(draft: Draft, handle: int, zone: str = GRAVEYARD, place: str = "") -> bool:
    """Counter a spell or ability (701.6a); False if it can't be countered. ``zone``: where a card goes (614.1a)."""
    row = draft.rows[handle]
    for ability in row.cls.proto.abilities if row.cls.proto is not None else ():
        effect = ability.effect if isinstance(ability, Static) else None
        if isinstance(effect, TurnedAsThough) and effect.what == "can't be countered":
            tell(draft, "can't be countered", handle)
            return False
    if row.cls.proto is not None and _kept_from_countering(draft, handle):
        tell(draft, "can't be countered", handle)
        return False
    if not is_zero(row.n - 1, "701.6"):
        handle = split(draft, handle, 1, front=True)
    tally(draft, COUNT_COUNTERED, 1)
    leave_stack(draft, handle, zone, "countered", place)
    return True


def _kept_from_countering(draft: Draft, handle: int) -> bool:
    """Whether a static ability of another object says that a spell can't be countered (101.2, 604.1)."""
    row = draft.rows[handle]
    for source, effect in replacement.in_force(draft, TurnedAsThough):
        if effect.what != "can't be countered" or not isinstance(effect.subject, Filter):
            continue
        whose, anyones = effect.subject.controller, replace(effect.subject, controller="any")
        mine = replacement.of_player(draft, whose, source, row.cls.controller)
        if mine and card_fits(draft, anyones, row, row.cls.controller, handle, source):
            return True
    return False


def leave_stack(draft: Draft, handle: int, zone: str, what: str, place: str = "") -> int:
    """A spell or ability leaves the stack: a card goes to its owner's zone, anything else is gone."""
    row = draft.rows[handle]
    if row.cls.kind != CARD:
        discard_row(draft, handle, what)
        return -1
    return zones.move(draft, handle, zone, what, place)
