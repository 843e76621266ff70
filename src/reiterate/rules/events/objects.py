"""Objects in the game: tokens made, permanents entering and leaving, tapping, counters, mana, attaching.

Each function is one kind of game event: replacement effects first, then it changes the state, counts the tally and
sets off triggers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from reiterate.amounts import Amount, in_total, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import (
    add,
    discard_row,
    new_row,
    put,
    refers,
    seats,
    set_refs,
    set_seq,
    single_out,
    split,
    tally,
    turn_into,
)
from reiterate.rules.characteristics.continuous_effects import BINDS, expire, flush, forgotten, stamp
from reiterate.rules.characteristics.derived import Around, condition_holds, matches, measure, power, toughness, view
from reiterate.rules.characteristics.layers import chosen_filter
from reiterate.rules.characteristics.printed_characteristics import (
    ARTIFACT_TYPES,
    CREATURE_TYPES,
    ENTERED,
    EVERY_TYPE,
    LAST_POWER,
    LAST_TOUGHNESS,
    Chars,
    as_last,
    filter_holds,
    proto_of,
)
from reiterate.rules.characteristics.static_characteristics import PLUS
from reiterate.rules.events import commander, replacement
from reiterate.rules.events.enters_choosing import with_choices
from reiterate.rules.events.library import history_read, shuffle
from reiterate.rules.events.life_loss import lose_life
from reiterate.rules.events.targets import could_enchant, enchant_spec
from reiterate.rules.events.triggers import Happening, fire, follow, reads
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    GRAVEYARD,
    LIBRARY,
    NO_NUM,
    NO_REFS,
    ORDER,
    Class,
    Ref,
    Reference,
    Row,
    State,
    make_class,
    one,
    player,
)
from reiterate.state.normal_form import is_single
from reiterate.state.slots import without, written
from reiterate.terms.abilities import Activated, Keyword, SpellCosts, Static
from reiterate.terms.base import Ability, Term, children, walk
from reiterate.terms.conditions import IsA, Kicked, WasCast
from reiterate.terms.effects_copies import Except
from reiterate.terms.filters import Filter
from reiterate.terms.keywords import KEYWORDS
from reiterate.terms.meanings import EVOKE, each_counts
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf
from reiterate.terms.references import This
from reiterate.terms.replacement_effects import (
    EntersAs,
    EntersChoosing,
    EntersPaying,
    EntersTapped,
    EntersWithCounters,
    HostSpared,
    OthersEnter,
    OthersEnterAs,
)
from reiterate.terms.static_effects import Are, Defines, LoseAbilities
from reiterate.terms.symbols import MANA_KINDS
from reiterate.terms.word_changes import BASIC_LANDS

COUNTER: Final = "counter."
NO_WORDS: Final[Mapping[int, str]] = {}
MANA: Final = "mana."
STUN: Final = "counter.stun"

#: How many permanents may enter at once where something is chosen for each of them.
CHOOSING_BUDGET: Final = 16

#: Counters that do something by the rules (122.1b, c, h), which is not implemented.
WITH_RULES: Final = frozenset({*KEYWORDS, "shield", "finality"})


def _known_kind(kind: str) -> None:
    if kind in WITH_RULES:
        raise unsupported("rule-122.1", f"{kind} counters, which do something by the rules", "122.1b")


# --- entering ----------------------------------------------------------------------------------------------------

_TOKEN_CLASSES: dict[tuple[Proto, int, bool], Class] = {}


def token_class(proto: Proto, seat: int, tapped: bool) -> Class:
    """The class of a token as it enters under a player's control, summoning sick (302.6)."""
    at = (proto, seat, tapped)
    found = _TOKEN_CLASSES.get(at)
    if found is None:
        found = _TOKEN_CLASSES[at] = make_class(
            "token", BATTLEFIELD, proto=proto, owner=seat, controller=seat, tapped=tapped, sick=True
        )
    return found


def create_tokens(draft: Draft, wanted: list[tuple[Proto, int, Amount]], tapped: bool) -> list[int]:
    """Players create tokens at the same time (111.2, 101.4), so that each sees the others enter; the rows of all that are made."""
    entering: list[Row] = []
    for proto, seat, count in wanted:
        number = replacement.tokens(draft, seat, count)
        row = Row(token_class(proto, seat, tapped), NO_NUM, number, NO_REFS)
        attached = None if is_zero(number, "111.2") else _attached(draft, row)
        if attached is not None:
            tally(draft, f"tokens.{proto.name}", number)
            entering += [as_it_enters(draft, each) for each in _one_by_one(attached)]
    made = place_together(draft, entering, "created")
    for handle in made:
        announce(draft, handle)
        row = draft.rows[handle]
        fire(draft, Happening("TokensMade", subject=handle, seat=row.cls.owner, count=row.n))
    return made


def _one_by_one(row: Row) -> list[Row]:
    """The tokens of a row, each as a row of its own where each has something chosen as it enters (614.12a, 616.1g)."""
    if is_single(row.n) or not _asks(row.cls):
        return [row]
    if not isinstance(row.n, int) or row.n > CHOOSING_BUDGET:
        raise unsupported("rule-614.12a", "a choice for each of so many permanents as they enter", "614.12a")
    return [Row(row.cls, row.num, 1, row.refs)] * row.n


def _asks(cls: Class) -> bool:
    """Whether something is chosen for a permanent as it enters."""
    own = [a.effect for a in proto_of(cls).abilities if isinstance(a, Static)]
    chosen = [e.what for e in own if isinstance(e, EntersChoosing)]
    return any(isinstance(e, (EntersAs, EntersPaying)) for e in own) or any(
        f"chosen.{'player' if what == 'opponent' else what}" not in cls.by_prop for what in chosen
    )


def copiable(state: State, handle: int) -> Proto:
    """The copiable values of an object (707.2)."""
    return text_changes.copiable_of(state.rows[handle].cls)


def with_exceptions(proto: Proto, but: Except, token: bool) -> Proto:
    """Copied values with what the copying effect changes (707.9); a copy of a token or card as a token."""
    values = {f: getattr(proto, f) for f in Proto.__slots__}
    values["token"] = token
    kept = tuple(a for a in proto.abilities if not _defines_set(a, but))
    values["abilities"] = (*kept, *(a for a in but.abilities if a not in kept or _counts_again(a)))
    types, subtypes = proto.types, proto.subtypes
    if but.instead and but.types:
        types, subtypes = (), tuple(t for t in subtypes if t in ARTIFACT_TYPES and "artifact" in but.types)
    elif but.instead:
        subtypes = tuple(t for t in subtypes if t not in CREATURE_TYPES and t != EVERY_TYPE)
    values["types"] = (*types, *(t for t in but.types if t not in types))
    values["subtypes"] = (*subtypes, *(t for t in but.subtypes if t not in subtypes))
    if but.colors is not None:
        before = proto.colors if but.more_colors else ()
        values["colors"] = (*before, *(c for c in but.colors if c not in before))
    if but.power is not None:
        values["power"], values["toughness"] = but.power, but.toughness
    if but.costless:
        values["mana_cost"] = None
    if but.nonlegendary:
        values["supertypes"] = tuple(t for t in proto.supertypes if t != "legendary")
    return Proto(**values)


def with_itself(node: Any, ability: Ability) -> Any:
    """An effect, or a tuple of them, in which a copy that has "this ability" has the one given (707.9a)."""
    if isinstance(node, tuple):
        return tuple(with_itself(child, ability) for child in node)
    if isinstance(node, Except) and node.this_ability:
        return dataclasses.replace(node, this_ability=False, abilities=(*node.abilities, ability))
    if not isinstance(node, Term) or isinstance(node, (Ability, Except)):
        return node
    changed = {name: with_itself(child, ability) for name, child in children(node)}
    return dataclasses.replace(node, **changed)  # type: ignore[type-var] # a term is a dataclass


def keeping(but: Except, own: Proto) -> Except:
    """The exceptions of a copy effect on an object that has been this: the colours that it keeps are named (707.9c)."""
    if not but.own_color:
        return but
    colors = () if Keyword("devoid") in own.abilities else own.colors
    return dataclasses.replace(but, own_color=False, colors=colors)


def _counts_again(ability: Ability) -> bool:
    """Whether a second instance of an ability does something besides the first (707.9a); of most keywords it doesn't."""
    if isinstance(ability, Keyword):
        return each_counts(ability)
    return not isinstance(ability, Activated) or bool(ability.limit)


def _defines_set(ability: Ability, but: Except) -> bool:
    """Whether an ability defines a characteristic for which a copying effect gives a value: it isn't copied (707.9d)."""
    if isinstance(ability, Static) and isinstance(ability.effect, Defines):
        return but.power is not None
    if ability == Keyword("changeling"):
        return but.instead
    return ability == Keyword("devoid") and but.colors is not None and not but.more_colors


def enter(draft: Draft, row: Row, what: str) -> int:
    """Put a row onto the battlefield with the replacement effects that apply (614.12) and set off triggers."""
    handle = place(draft, as_it_enters(draft, row), what)
    announce(draft, handle)
    return handle


def as_it_enters(draft: Draft, row: Row) -> Row:
    """The row as it enters: what replaces that sees the battlefield without it, and without what comes with it (614.12)."""
    _refuse_lost(draft, row.cls)
    was = row
    row = _as_another(draft, row)
    if not is_single(row.n) and _asks(row.cls):
        raise unsupported("rule-614.12a", "a choice for each of several like permanents as they enter", "614.12a")
    row, more = _as_copy(draft, row)
    _refuse_lost(draft, row.cls)
    cls = with_choices(draft, row.cls)
    copied: dict[str, Amount] = {} if row is not was else row.num  # 107.3j: X of an ability that is copied is 0
    num = {slot: amount for slot, amount in row.num.items() if not slot.startswith(COUNTER)}
    counters: dict[str, list[Amount]] = {
        slot.removeprefix(COUNTER): [amount] for slot, amount in row.num.items() if slot.startswith(COUNTER)
    }
    own = proto_of(cls).abilities
    for i, ability in enumerate((*own, *more)):
        if isinstance(ability, Static) and _enters_so(draft, ability, Row(cls, row.num, row.n, row.refs)):
            if isinstance(ability.effect, EntersPaying):
                cls = _paying(draft, cls, row.n, ability.effect.life)
            elif isinstance(ability.effect, EntersTapped):
                cls = cls.but("tapped", True)
            elif isinstance(ability.effect, EntersWithCounters):
                kind = ability.effect.kind
                said = copied if i < len(own) else row.num
                around, entering = Around(cls.controller, row.refs, said), Row(cls, num, row.n, {})
                amount = measure(draft, around, _of_the_chosen(ability.effect.amount, entering))
                counters.setdefault(kind, []).append(amount)
    num = without(num, "x")
    for source, effect in replacement.in_force(draft, OthersEnter):
        if not in_range(draft, draft.rows[source].cls.controller, cls.controller):  # 801.13
            continue
        if _would_be(draft, effect.filter, draft.rows[source], Row(cls, num, row.n, {})):
            if effect.tapped:
                cls = cls.but("tapped", True)
            if effect.kind:
                counters.setdefault(effect.kind, []).append(draft.rows[source].n * effect.amount)
    loyalty = proto_of(cls).loyalty
    if loyalty is not None:
        counters.setdefault("loyalty", []).append(loyalty)
    for kind, amounts in counters.items():
        _enter_counters(draft, Row(cls, num, row.n, {}), num, kind, amounts)
    return Row(_remembering(cls), num, row.n, row.refs)


def _of_the_chosen(amount: Term, row: Row) -> Term:
    """A number of permanents of what was chosen as a row enters, with that put in (614.12)."""
    if isinstance(amount, CountOf) and amount.filter.chosen:
        return CountOf(chosen_filter(amount.filter, row), amount.each)
    return amount


def place(draft: Draft, row: Row, what: str) -> int:
    """Put a row onto the battlefield as it is, with a new timestamp (613.7d); ``announce`` follows."""
    if row.cls.ordered:
        flush(draft)
    if ENTERED in history_read(draft):
        row = Row(row.cls.with_prop(ENTERED, True), row.num, row.n, row.refs)
    handle = new_row(draft, what, row)
    if row.cls.ordered:
        set_seq(draft, ORDER, (*draft.seqs.get(ORDER, ()), handle))
    tally(draft, "etb", row.n)
    tally(draft, f"etb.{proto_of(row.cls).name}", row.n)
    return handle


def place_together(draft: Draft, rows: list[Row], what: str) -> list[int]:
    """Put rows onto the battlefield at the same time; players in turn order choose the timestamps of theirs (613.7m)."""
    made = [-1] * len(rows)
    for at in _by_timestamp(draft, rows):
        made[at] = place(draft, rows[at], what)
    return made


def _by_timestamp(draft: Draft, rows: list[Row]) -> list[int]:
    """The places of rows in a list, in the order of their timestamps; asked for only where it could matter."""
    if sum(row.cls.ordered for row in rows) < 2:
        return list(range(len(rows)))
    found = [at for at, row in enumerate(rows) if not row.cls.ordered]
    for seat in seats(draft):
        mine = [at for at, row in enumerate(rows) if row.cls.ordered and row.cls.controller == seat]
        while mine:
            names = tuple(dict.fromkeys(proto_of(rows[at].cls).name for at in mine))
            asked = Question("order", seat, words=names, text="which has the earliest timestamp")
            word = decide(draft, asked).answer
            found.append(mine.pop(next(i for i, at in enumerate(mine) if proto_of(rows[at].cls).name == word)))
    return found


def announce(draft: Draft, handle: int) -> None:
    """Set off what triggers on a row that has entered, and on the counters that it entered with (603.6a)."""
    row = draft.rows[handle]
    fire(draft, Happening("Enters", subject=handle, count=row.n))
    for slot, amount in row.num.items():
        if slot.startswith(COUNTER) and written(row.num, slot):  # 122.6, 122.6a: its controller put them
            kind = slot.removeprefix(COUNTER)
            fire(draft, Happening("CountersPut", handle, row.cls.controller, amount, row.n, step=kind))


def _would_be(draft: Draft, wanted: Filter, source: Row, row: Row) -> bool:
    """Whether what enters will be one of a set of a source's effect (614.12); refused where effects change what it is."""
    for other, effect in replacement.in_force(draft, Are):
        about = effect.subject
        mine = draft.rows[other].cls.controller
        if effect.everywhere or (isinstance(about, Filter) and filter_holds(about, row, None, mine)):
            raise unsupported("rule-614.12", f"{proto_of(row.cls).name} would enter as something else", "614.12")
    if any(
        isinstance(a, Static) and isinstance(a.effect, Are) and a.effect.subject == This()
        for a in proto_of(row.cls).abilities
    ):
        raise unsupported("rule-614.12", f"{proto_of(row.cls).name} makes itself something else as it enters", "614.12")
    if wanted.compare is not None or wanted.keyword or wanted.without_keyword or wanted.tapped is not None:
        raise unsupported("rule-614.12", "what enters, by its size, keywords or state", "614.12")
    return filter_holds(chosen_filter(wanted, source), row, None, source.cls.controller)


def _paying(draft: Draft, cls: Class, n: Amount, price: Amount) -> Class:
    """The class of what enters untapped if its controller pays life, else tapped (614.1c)."""
    seat = cls.controller
    if not (type(n) is int and n == 1):
        raise unsupported("rule-614.1c", "a group whose members are paid for as they enter", "614.1c")
    able = not less(draft.rows[player(seat)].get("life"), price, "119.4")
    words = ("no", "yes") if able else ("no",)
    asked = Question("yes", seat, words=words, text=f"pay {price} life as {proto_of(cls).name} enters")
    if decide(draft, asked).answer == "yes":
        lose_life(draft, seat, price)
        return cls
    return cls.but("tapped", True)


#: What a permanent's own abilities do as it enters.
_ENTERING: Final = (EntersTapped, EntersWithCounters, EntersPaying, EntersAs, EntersChoosing)


def _refuse_lost(draft: Draft, cls: Class) -> None:
    """Refuse what enters in its own way where effects take the abilities of what enters (614.12)."""
    for ability in proto_of(cls).abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, _ENTERING):
            break
    else:
        return
    taken = [*replacement.in_force(draft, LoseAbilities), *replacement.in_force(draft, Are)]
    for source, effect in taken:
        lost = (effect.clear or _sets_land_type(effect)) if isinstance(effect, Are) else not effect.keywords
        fits = isinstance(effect.subject, Filter) and filter_holds(
            effect.subject, Row(cls, {}, 1, {}), None, draft.rows[source].cls.controller
        )
        if lost and fits:
            raise unsupported("rule-614.12", f"{proto_of(cls).name} would enter without abilities", "614.12")


def _sets_land_type(effect: Are) -> bool:
    """Whether lands lose their other abilities because their land type is set (305.7)."""
    return effect.instead and (effect.chosen == "land" or any(t in BASIC_LANDS for t in effect.subtypes))


def _enters_so(draft: Draft, ability: Static, row: Row) -> bool:
    """Whether a condition of an "enters tapped" or "enters with counters" holds for what is entering."""
    wanted = ability.condition
    if isinstance(wanted, IsA) and wanted.object == This() and isinstance(wanted.filter, Filter):
        return _would_be(draft, wanted.filter, row, row)
    return wanted is None or condition_holds(draft, wanted, -1, row.cls.controller, row)


def _enter_counters(draft: Draft, row: Row, num: dict[str, Amount], kind: str, amounts: list[Amount]) -> None:
    """What enters gets counters, as many as replacement effects make of all of them, once (614.5, 614.16)."""
    _known_kind(kind)
    given = [amount for amount in amounts if not is_zero(amount, "122.6")]
    if len(given) > 1 and replacement.multiplies_counters(draft, row, kind):
        raise unsupported("rule-616.1", "counters that something enters with, added to and multiplied", "616.1")
    amount: Amount = 0
    for part in given:
        amount = amount + part
    amount = replacement.counters(draft, -1, row, kind, amount)
    if not is_zero(amount, "122.6"):
        num[COUNTER + kind] = num.get(COUNTER + kind, 0) + amount
        tally(draft, f"counters.{kind}", amount * row.n)


_READS_CAST: dict[Proto, bool] = {}


def _remembering(cls: Class) -> Class:
    """The class without what nothing on it reads: how it was cast."""
    proto = proto_of(cls)
    known = _READS_CAST.get(proto)
    if known is None:
        found: list[Term] = []
        walk(proto, lambda node: found.append(node) if isinstance(node, (WasCast, Kicked)) else None)
        evoked = any(isinstance(a, SpellCosts) and a.how == EVOKE for a in proto.abilities)
        known = _READS_CAST[proto] = bool(found) or evoked
    if known or not cls.props:
        return cls
    kept = tuple((k, v) for k, v in cls.props if k != "cast" and not k.startswith("how."))
    return cls.but("props", kept)


def _as_another(draft: Draft, row: Row) -> Row:
    """The row as a copy of a permanent that lets others enter so (616.1c), before anything else replaces its entering.

    Raises ``Unsupported`` where it could become a copy in two ways.
    """
    found: dict[Proto, None] = {}
    for source, effect in replacement.in_force(draft, OthersEnterAs):
        mine = draft.rows[source]
        if in_range(draft, mine.cls.controller, row.cls.controller) and _would_be(draft, effect.filter, mine, row):
            found[with_exceptions(copiable(draft, source), Except(), row.cls.kind == "token")] = None
    if not found:
        return row
    own = proto_of(row.cls)
    if len(found) > 1 or any(isinstance(a, Static) and isinstance(a.effect, EntersAs) for a in own.abilities):
        raise unsupported("rule-616.1c", f"{own.name} would enter as a copy in two ways", "616.1c")
    (proto,) = found
    if proto == own:
        return row
    cls = text_changes.with_copiable(row.cls, proto).with_prop(
        "printed", row.cls.prop("printed") or text_changes.copiable_of(row.cls)
    )
    copy = _attached(draft, Row(cls, row.num, row.n, row.refs))
    if copy is None:
        raise unsupported("rule-303.4g", "what enters as a copy of an Aura with nothing to enchant", "303.4g")
    return copy


def _as_copy(draft: Draft, row: Row) -> tuple[Row, tuple[Term, ...]]:
    """The row as a copy of what its controller chooses, if it may enter as one (614.1c, 707.5), and how else it enters.

    What it is a copy of may say so again; then only the last effect says how else it enters (616.1f, 707.9e).
    """
    found, more = _as_copy_once(draft, row)
    while found is not row:
        row = found
        found, again = _as_copy_once(draft, row)
        more = more if found is row else again
    return row, more


def _as_copy_once(draft: Draft, row: Row) -> tuple[Row, tuple[Term, ...]]:
    """The row as a copy of what is chosen for one of its abilities, and how else it enters; itself where nothing is."""
    for ability in proto_of(row.cls).abilities:
        if not (isinstance(ability, Static) and isinstance(ability.effect, EntersAs)):
            continue
        seat, wanted = row.cls.controller, ability.effect.filter
        assert isinstance(wanted, Filter)
        assert isinstance(ability.effect.but, Except)
        rows = [h for h, r in draft.rows.items() if r.cls.zone == BATTLEFIELD and matches(draft, wanted, h, seat, -1)]
        chosen = decide(draft, Question("object", seat, rows=tuple(rows), low=0, text="enter as a copy of"))
        if chosen.picks:
            but = keeping(ability.effect.but, text_changes.copiable_of(row.cls))
            proto = with_exceptions(copiable(draft, chosen.picks[0][0]), but, row.cls.kind == "token")
            own = row.cls.prop("printed") or text_changes.copiable_of(row.cls)
            cls = text_changes.with_copiable(row.cls, proto)
            copy = _attached(draft, Row(cls.with_prop("printed", own), row.num, row.n, row.refs))
            if copy is None:
                raise unsupported("rule-303.4g", "what enters as a copy of an Aura with nothing to enchant", "303.4g")
            return copy, ability.effect.but.entering
    return row, ()


def _attached(draft: Draft, row: Row) -> Row | None:
    """A row that enters, attached as its controller chooses if it is an Aura (303.4f); None if it can enchant nothing."""
    proto = proto_of(row.cls)
    if "Aura" not in proto.subtypes or "host" in row.refs:
        return row
    if not (type(row.n) is int and row.n == 1):
        raise unsupported("rule-303.4f", "several Auras that enter together as like tokens", "303.4f")
    rows = could_enchant(draft, enchant_spec(proto.abilities), row.cls.controller, -1, row)
    if not rows:
        return None
    asked = Question("object", row.cls.controller, rows=tuple(rows), text="what the Aura enchants")
    host = single_out(draft, decide(draft, asked).picks[0][0])
    return Row(row.cls, row.num, row.n, {**row.refs, "host": one(host)})


# --- tapping -----------------------------------------------------------------------------------------------------


def tap(draft: Draft, handle: int) -> None:
    """Tap a permanent (or all of a row); nothing happens to what is tapped already (701.26a)."""
    row = draft.rows[handle]
    if row.cls.tapped:
        return
    turn_into(draft, "tapped", handle, row.cls.but("tapped", True))
    tally(draft, "taps", row.n)
    fire(draft, Happening("BecomesTapped", subject=handle, count=row.n))


def untap(draft: Draft, handle: int) -> None:
    """Untap a permanent (or all of a row); nothing happens to what is untapped already (701.26b)."""
    row = draft.rows[handle]
    if not row.cls.tapped:
        return
    if not is_zero(row.get(STUN), "122.1d"):
        remove_counters(draft, handle, "stun", 1)
        return
    turn_into(draft, "untapped", handle, row.cls.but("tapped", False))
    if BINDS in row.cls.by_prop:
        expire(draft)
    tally(draft, "untaps", row.n)
    fire(draft, Happening("BecomesUntapped", subject=handle, count=row.n))


# --- leaving -----------------------------------------------------------------------------------------------------


def leave_all(
    draft: Draft, handles: list[int], zone: str, what: str, place: str = "", said: Mapping[int, str] = NO_WORDS
) -> list[int]:
    """Move permanents from the battlefield at the same time; leaving abilities look back (603.10a).

    ``said``: of some of them other words than ``what`` for what happened.
    out: the rows of the cards where they now are (tokens cease to exist, 704.5d).
    """
    to = {handle: replacement.destination(draft, handle, draft.rows[handle].cls, zone) for handle in handles}
    draft.batch += 1
    for handle in handles:
        row = draft.rows[handle]
        fire(draft, Happening("Leaves", subject=handle, count=row.n, row=row))
        if to[handle] == GRAVEYARD:
            proto = proto_of(row.cls)
            tally(draft, "dies", row.n) if "creature" in view(draft, handle).types else None
            tally(draft, f"dies.{proto.name}", row.n)
            fire(draft, Happening("Dies", subject=handle, count=row.n, row=row))
            if row.cls.kind == "card":
                fire(draft, Happening("ToGraveyard", subject=handle, seat=row.cls.owner, count=row.n, row=row))
    known = {handle: last_known(draft, handle) for handle in handles}
    for handle in handles:
        _hand_on(draft, handle)
    owners = {handle: draft.rows[handle].cls.owner for handle in handles}
    made: list[int] = []
    for handle in handles:
        row = draft.rows[handle]
        fresh = -1
        if row.cls.kind == "card":
            fresh = _card_of(draft, row, to[handle], place)
            made.append(fresh)
            follow(draft, handle, fresh)
        discard_row(draft, handle, said.get(handle, what), known[handle])
    if any(getattr(ref, "mode", "") == "each" for h in made for ref in draft.rows[h].refs.values()):
        raise AssertionError("a card outside the battlefield has no partners")
    forgotten(draft)
    for handle in [h for h, place_of in to.items() if place_of == LIBRARY and zone != LIBRARY]:
        shuffle(draft, owners[handle])  # a replacement that puts it there shuffles it in (701.24)
    return [handle for handle in made if handle in draft.rows]


def _hand_on(draft: Draft, handle: int) -> None:
    """Abilities of a source that leaves keep what it was attached to and what was linked to it, if they speak of that.

    So "enchanted creature" and "the exiled card" still mean the same objects (113.7a, 607.2a, 608.2h).
    """
    held = {slot: ref for slot, ref in draft.rows[handle].refs.items() if slot == "host" or slot.startswith("link")}
    if not held:
        return
    for other, row in list(draft.rows.items()):
        source = row.refs.get("source")
        if isinstance(source, Ref) and source.row == handle:
            rest = row.cls.prop("rest", ())
            more = _spoken_of(held, row.refs, row.cls.term, rest if isinstance(rest, tuple) else ())
            if more:
                set_refs(draft, other, {**row.refs, **more})
    for frame in draft.frames:
        source = frame.refs.get("source")
        if isinstance(source, Ref) and source.row == handle:
            frame.refs = {**frame.refs, **_spoken_of(held, frame.refs, None, frame.rest)}


def _spoken_of(
    held: dict[str, Reference], own: dict[str, Reference], ability: Term | None, rest: tuple[object, ...]
) -> dict[str, Reference]:
    """The references of a source that its ability, or the rest of it, reads and hasn't got."""
    read = set(reads(ability))
    for node in rest:
        if isinstance(node, Term):
            walk(node, lambda part: read.add(type(part).__name__))
    host = "Host" in read and "host" not in own
    link = "Linked" in read and not any(slot.startswith("link") for slot in own)
    return {slot: ref for slot, ref in held.items() if (host if slot == "host" else link)}


def last_known(draft: Draft, handle: int) -> Row | None:
    """A permanent as it is remembered (608.2h), where something refers to it."""
    now = view(draft, handle)
    for thing in (*draft.frames, *draft.rows.values()):
        if thing.refs and refers(thing.refs, handle):
            return _remembered(draft, handle, now)
    return None


def remembered(state: State, handle: int) -> Row:
    """A permanent with what effects make of it now: what is known of it when it has left (113.7a, 608.2h)."""
    if state.rows[handle].cls.zone != BATTLEFIELD:
        return state.rows[handle]
    return _remembered(state, handle, view(state, handle))


def _remembered(state: State, handle: int, now: Chars) -> Row:
    row = state.rows[handle]
    sizes: dict[str, Amount] = {}
    if now.base is not None:
        sizes = {LAST_POWER: power(state, handle), LAST_TOUGHNESS: toughness(state, handle)}
    return Row(as_last(row.cls, now), {**row.num, **sizes}, row.n, row.refs)


def _card_of(draft: Draft, row: Row, zone: str, place: str = "") -> int:
    """The card of a permanent that leaves, as a new object in its owner's zone."""
    own = row.cls.prop("printed") or text_changes.copiable_of(row.cls)
    assert isinstance(own, Proto)
    cls = commander.carried(card_class(own, zone, row.cls.owner), row.cls)
    handle = new_row(draft, "", Row(cls, NO_NUM, row.n, NO_REFS))
    if zone == LIBRARY:
        name = f"library.{row.cls.owner}"
        seq = draft.seqs.get(name, ())
        set_seq(draft, name, (*seq, handle) if place == "bottom" else (handle, *seq))
    return handle


def card_class(proto: Proto, zone: str, owner: int) -> Class:
    """The class of a card in a zone other than the battlefield and the stack."""
    return make_class("card", zone, proto=proto, owner=owner, controller=owner)


def destroyable(state: State, handles: list[int]) -> list[int]:
    """Those of the permanents that destroying moves: not the indestructible ones (701.8, 702.12)."""
    return [h for h in handles if "indestructible" not in view(state, h).keywords]


def spared(draft: Draft, handles: list[int]) -> list[int]:
    """Replace what would be destroyed by the Auras that are destroyed instead (702.89a): what is destroyed then.

    The permanent's controller chooses among several (616.1); its damage is removed.
    """
    armor = [source for source, _ in replacement.in_force(draft, HostSpared)]
    if not armor:
        return handles
    found: list[int] = []
    for handle in handles:
        mine = [a for a in armor if isinstance(ref := draft.rows[a].refs.get("host"), Ref) and ref.row == handle]
        if any(not (type(draft.rows[a].n) is int and draft.rows[a].n == 1) for a in mine):
            raise unsupported("rule-702.89", "a group of Auras of which one is destroyed instead", "702.89a")
        if not mine:
            found.append(handle)
            continue
        chosen = mine[0]
        if len(mine) > 1:
            asked = Question("object", draft.rows[handle].cls.controller, rows=tuple(mine), text="destroyed instead")
            chosen = decide(draft, asked).picks[0][0]
        if written(draft.rows[handle].num, "damage"):
            put(draft, "lost damage", handle, "damage", 0)
        if draft.rows[handle].cls.prop("deathtouched"):  # 704.5h: of damage that is gone
            turn_into(draft, "", handle, draft.rows[handle].cls.with_prop("deathtouched", False))
        found += [a for a in destroyable(draft, [chosen]) if a not in found and a not in handles]
    return found


def tally_sacrifice(draft: Draft, handle: int) -> None:
    """Count a sacrifice (701.21) and set off what watches it."""
    row = draft.rows[handle]
    tally(draft, "sacrifices", row.n)
    fire(draft, Happening("Sacrifices", subject=handle, seat=row.cls.controller, count=row.n, row=row))


def split_off(draft: Draft, handle: int, count: Amount) -> int:
    """``count`` members of a row as a row of their own."""
    return split(draft, handle, count)


# --- counters and mana -------------------------------------------------------------------------------------------


def put_counters(
    draft: Draft, handle: int, kind: str, amount: Amount, placer: int = -1, by_effect: bool = True
) -> None:
    """Put counters on each member of a row (122.1), as many as replacement effects make of them."""
    if is_zero(amount, "122.1"):
        return
    _known_kind(kind)
    amount = replacement.counters(draft, handle, draft.rows[handle], kind, amount, placer, by_effect)
    if is_zero(amount, "122.1"):
        return
    add(draft, "got counters", handle, COUNTER + kind, amount)
    row = draft.rows[handle]
    tally(draft, f"counters.{kind}", in_total(amount, row.n))
    fire(draft, Happening("CountersPut", subject=handle, seat=placer, amount=amount, count=row.n, step=kind))


def remove_counters(draft: Draft, handle: int, kind: str, amount: Amount) -> Amount:
    """Remove that many counters of a kind, or all there are (122.1); how many were removed."""
    present = draft.rows[handle].get(COUNTER + kind)
    gone = present if less(present, amount, "122.1") else amount
    if not is_zero(gone, "122.1"):
        add(draft, "lost counters", handle, COUNTER + kind, -gone)
    return gone


def add_mana(draft: Draft, seat: int, kind: str, amount: Amount, only: str = "") -> None:
    """Add mana of one kind to a player's pool (106.4); ``only``: what it may be spent on (106.6)."""
    assert kind in MANA_KINDS, kind
    if is_zero(amount, "106.4"):
        return
    add(draft, "added mana", player(seat), f"{MANA}{kind}/{only}" if only else MANA + kind, amount)
    tally(draft, f"mana.{kind}", amount)


def spend_mana(draft: Draft, seat: int, kind: str, amount: Amount) -> None:
    """Take mana out of a player's pool as payment."""
    add(draft, "spent mana", player(seat), MANA + kind, -amount)


def hand_size(state: State, seat: int) -> Amount:
    """How many cards a player has in hand."""
    total: Amount = 0
    for row in state.rows.values():
        if row.cls.zone == "hand" and row.cls.owner == seat:
            total = total + row.n
    return total


def in_game(state: State, seat: int) -> bool:
    """Whether a player is still in the game."""
    return not state.rows[player(seat)].cls.prop("lost")


def attach(draft: Draft, handle: int, host: Reference) -> None:
    """Attach a permanent to what it enchants or equips, with a new timestamp (303.4, 301.5, 613.7e)."""
    set_refs(draft, handle, {**draft.rows[handle].refs, "host": host})
    stamp(draft, handle)
    draft.view.clear()


def counter_pairs(row: Row) -> Amount | None:
    """How many pairs of +1/+1 and -1/-1 counters each member of a row has (704.5q); None for none."""
    minus, plus = row.get(COUNTER + "-1/-1"), row.get(PLUS)
    if is_zero(minus, "704.5q") or is_zero(plus, "704.5q"):
        return None
    return minus if less(minus, plus, "704.5q") else plus


def annihilate(draft: Draft, handle: int, pairs: Amount) -> None:
    """Remove pairs of +1/+1 and -1/-1 counters (704.5q)."""
    row = draft.rows[handle]
    put(draft, "", handle, PLUS, row.get(PLUS) - pairs)
    put(draft, "", handle, COUNTER + "-1/-1", row.get(COUNTER + "-1/-1") - pairs)
