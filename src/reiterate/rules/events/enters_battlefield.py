"""Tokens and permanents entering the battlefield: replaced, as copies, with counters, with choices (111, 614.12, 707.5).

What is chosen for a permanent as it enters: a colour, a creature type, a player (614.1c, 607.2d).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from reiterate.amounts import Amount, decimal_text, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.questions import Question, decide, told_apart
from reiterate.rules.access.state_access import new_row, seats, set_seq, tally
from reiterate.rules.access.unread_clauses import stop_at, stop_itself, stop_where_met
from reiterate.rules.characteristics.board_facts import summed
from reiterate.rules.characteristics.continuous_effects import GAME_LONG, flush, last
from reiterate.rules.characteristics.evaluate import card_fits, condition_holds, matches, result_of, statics
from reiterate.rules.characteristics.layer_effects import chosen_filter
from reiterate.rules.characteristics.printed_characteristics import SPENT, filter_holds, proto_of, spent_runs
from reiterate.rules.characteristics.references import Around
from reiterate.rules.events import daytime, leaves_battlefield, replacement
from reiterate.rules.events.attaching import enters_attached
from reiterate.rules.events.copying import copiable, keeping, refuse_face_down, with_exceptions
from reiterate.rules.events.counters import refuse_kinds_with_rules, were_put
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.life import lose_life
from reiterate.rules.events.players import arrivals_kept, bless, history_read
from reiterate.rules.events.triggers import fire
from reiterate.state.amount_slots import amounts_without, written
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    GRAVEYARD,
    HAND,
    HISTORIC,
    NO_NUM,
    NO_REFS,
    Class,
    Row,
    make_class,
    player,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ARRIVED,
    CAST_FROM,
    CHOSEN,
    CHOSEN_PLAYER,
    COUNT_COUNTERS_OF,
    COUNT_ENTERS,
    COUNT_ENTERS_OF,
    COUNT_TOKENS_OF,
    COUNTER,
    ENTERED,
    HOW,
    LIFE,
    PRINTED,
    TIMESTAMPS,
    TOKEN,
    FlagName,
    TextName,
    X,
)
from reiterate.state.text_reads import counts_others, histories
from reiterate.terms.abilities import Keyword, SpellCosts, Static
from reiterate.terms.base import Ability, Term, replace, walk
from reiterate.terms.conditions import Condition, IsA, Kicked, Not, Spent, WasCast
from reiterate.terms.effects_continuous import GainKeywords
from reiterate.terms.effects_spells import Except
from reiterate.terms.meanings import PAID_SO, meaning
from reiterate.terms.proto import SAGA, Proto
from reiterate.terms.quantities import ColorsSpent, CountOf, Fixed
from reiterate.terms.references import Filter, This
from reiterate.terms.replacement_effects import (
    OWN_ENTERING,
    ChangeCounters,
    ChangeTokens,
    EntersAs,
    EntersChoosing,
    EntersDevouring,
    EntersPaying,
    EntersTapped,
    EntersWithCounters,
    MoreTokens,
    OthersEnter,
    OthersEnterAs,
)
from reiterate.terms.static_effects import Are, Ascend, CantHaveCounters, GrantAbilities, LoseAbilities
from reiterate.terms.vocabulary import COLORS
from reiterate.terms.word_changes import BASIC_LANDS

# --- enters choosing -----------------------------------------------------------------------------

#: Any creature type may be named; the empty list of words stands for all of them.
CREATURE_WORDS: Final[tuple[str, ...]] = ()


def with_choices(draft: Draft, cls: Class) -> Class:
    """The class with what its controller chooses as it enters (614.1c)."""
    for ability in proto_of(cls).abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, EntersChoosing):
            what = ability.effect.what
            if f"{CHOSEN}{what}" in cls.by_prop:
                continue
            words = COLORS if what == "color" else CREATURE_WORDS if what == "type" else _players(draft, cls, what)
            answer = decide(draft, Question(what, cls.controller, words=words, text=f"choose a {what}")).answer
            cls = cls.with_prop(CHOSEN_PLAYER if what == "opponent" else TextName(f"{CHOSEN}{what}"), answer)
    return cls


def _players(draft: Draft, cls: Class, what: str) -> tuple[str, ...]:
    return tuple(
        f"p{s + 1}"
        for s in seats(draft)
        if (what == "player" or s != cls.controller) and in_range(draft, cls.controller, s)  # 801.5a
    )


# --- enters battlefield --------------------------------------------------------------------------

#: How many permanents may enter at once where something is chosen for each of them.
CHOOSING_BUDGET: Final = 16
_TOKEN_CLASSES: dict[tuple[Proto, int, bool], Class] = {}


def token_class(proto: Proto, seat: int, tapped: bool) -> Class:
    """The class of a token as it enters under a player's control, summoning sick (302.6)."""
    at = (proto, seat, tapped)
    found = _TOKEN_CLASSES.get(at)
    if found is None:
        found = _TOKEN_CLASSES[at] = make_class(
            TOKEN, BATTLEFIELD, proto=proto, owner=seat, controller=seat, tapped=tapped, sick=True
        )
    return found


def create_tokens(draft: Draft, wanted: list[tuple[Proto, int, Amount]], tapped: bool) -> list[int]:
    """Players create tokens at the same time (111.2, 101.4), so that each sees the others enter; the rows of all that are made."""
    entering: list[Row] = []
    for proto, seat, count in [*wanted, *_beside(draft, wanted)]:
        stop_at(draft, "create", seat)
        number = replacement.tokens(draft, seat, count)
        row = Row(token_class(proto, seat, tapped), NO_NUM, number, NO_REFS)
        attached = None if is_zero(number, "111.2") else enters_attached(draft, row)
        if attached is not None:
            tally(draft, f"{COUNT_TOKENS_OF}{proto.name}", number)
            entering += [as_it_enters(draft, each) for each in _one_by_one(draft, attached)]
    made = place_together(draft, entering, "created")
    for handle in made:
        announce(draft, handle)
        row = draft.rows[handle]
        fire(draft, Happening("TokensMade", subject=handle, seat=row.cls.owner, count=row.n))
    return made


def _beside(draft: Draft, wanted: list[tuple[Proto, int, Amount]]) -> list[tuple[Proto, int, Amount]]:
    """Tokens of another kind that are created beside those (614.1a).

    Raises ``Unsupported`` where it matters which of several effects is applied first (616.1).
    """
    more: list[tuple[Proto, int, Amount]] = []
    for seat in dict.fromkeys(seat for _, seat, _ in wanted) if MoreTokens in statics(draft).kinds else ():
        made = [(token_class(proto, seat, False), count) for proto, whose, count in wanted if whose == seat]
        there = [(cls, count) for cls, count in made if not is_zero(count, "111.2")]
        found = [
            at for at in replacement.in_force(draft, MoreTokens) if replacement.of_player(draft, at[1].who, at[0], seat)
        ]
        several = len(found) > 1 or any(not is_single(draft.rows[source].n) for source, _ in found)
        if several and any(effect != replace(found[0][1], each=False) for _, effect in found):
            raise unsupported("rule-616.1", "several effects that create more tokens of other kinds", "616.1")
        for source, effect in found:
            fitting = [
                n
                for cls, n in there
                if replacement.counted(draft, effect.filter, source, -1, Row(cls, NO_NUM, n, NO_REFS))
            ]
            if not fitting:
                continue
            if any(
                replacement.of_player(draft, e.who, at, seat) for at, e in replacement.in_force(draft, ChangeTokens)
            ):
                raise unsupported("rule-616.1", "another number of tokens beside more tokens of other kinds", "616.1")
            more.append((effect.token, seat, sum(fitting[1:], fitting[0]) if effect.each else draft.rows[source].n))
    return more


def _one_by_one(draft: Draft, row: Row) -> list[Row]:
    """The tokens of a row, each as a row of its own where each has something chosen as it enters (614.12a, 616.1g)."""
    if is_single(row.n) or not _asks(draft, row):
        return [row]
    if not isinstance(row.n, int) or row.n > CHOOSING_BUDGET:
        raise unsupported("rule-614.12a", "a choice for each of so many permanents as they enter", "614.12a")
    return [Row(row.cls, row.num, 1, row.refs)] * row.n


def _asks(draft: Draft, row: Row) -> bool:
    """Whether something is chosen for a permanent as it enters."""
    cls = row.cls
    own = [
        a.effect for a in (*entering_abilities(proto_of(cls).abilities), *_granted(draft, row)) if isinstance(a, Static)
    ]
    chosen = [e.what for e in own if isinstance(e, EntersChoosing)]
    return any(
        isinstance(e, (EntersAs, EntersPaying, EntersDevouring)) or getattr(e, "may", False) for e in own
    ) or any(f"{CHOSEN}{'player' if what == 'opponent' else what}" not in cls.by_prop for what in chosen)


def enter(draft: Draft, row: Row, what: str) -> int:
    """Put a row onto the battlefield with the replacement effects that apply (614.12) and set off triggers."""
    (handle,) = place_together(draft, [as_it_enters(draft, row)], what)
    announce(draft, handle)
    return handle


def as_it_enters(draft: Draft, row: Row) -> Row:
    """The row as it enters: what replaces that sees the battlefield without it, and without what comes with it (614.12)."""
    if _plainly(draft, row):
        return row
    _refuse_lost(draft, row)
    row = daytime.as_it_enters(draft, row)
    was = row
    row = _as_another(draft, row)
    if not is_single(row.n) and _asks(draft, row):
        raise unsupported("rule-614.12a", "a choice for each of several like permanents as they enter", "614.12a")
    row, more = _as_copy(draft, row)
    if proto_of(row.cls) != proto_of(was.cls):
        row = Row(_spent_as(without_payments(row.cls), was.cls), row.num, row.n, row.refs)
    _refuse_lost(draft, row)
    cls = with_choices(draft, row.cls)
    copied: dict[str, Amount] = {} if row is not was else row.num  # 107.3j: X of an ability that is copied is 0
    num = {slot: amount for slot, amount in row.num.items() if not slot.startswith(COUNTER)}
    counters: dict[str, list[Amount]] = {
        slot.removeprefix(COUNTER): [amount] for slot, amount in row.num.items() if slot.startswith(COUNTER)
    }
    own = (*entering_abilities(proto_of(cls).abilities), *_granted(draft, Row(cls, num, row.n, row.refs)))
    for i, ability in enumerate((*own, *more)):
        if isinstance(ability, Static) and _enters_so(draft, ability, Row(cls, row.num, row.n, row.refs)):
            if isinstance(ability.effect, EntersPaying):
                cls = _paying(draft, cls, row.n, ability.effect)
            elif isinstance(ability.effect, EntersTapped):
                cls = cls.but("tapped", True)
            elif isinstance(ability.effect, EntersDevouring):
                each = ability.effect.each
                counters.setdefault("+1/+1", []).append(_devoured(draft, cls, ability.effect, own) * each)
            elif isinstance(ability.effect, EntersWithCounters):
                if ability.effect.may and not _wants_counters(draft, Row(cls, num, row.n, {}), ability.effect):
                    if ability.effect.otherwise:
                        cls = cls.but("marks", (*cls.marks, GainKeywords(This(), ability.effect.otherwise)))
                    continue
                kind = ability.effect.kind
                said = copied if i < len(own) else row.num
                entering = Row(cls, num, row.n, {})
                last = entering if isinstance(ability.effect.amount, ColorsSpent) else None
                around = Around(cls.controller, row.refs, said, -1, last)
                amount = result_of(draft, around, _of_the_chosen(ability.effect.amount, entering))
                counters.setdefault(kind, []).append(amount)
    num = amounts_without(num, X)
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
    if SAGA in proto_of(cls).subtypes:  # 714.3a
        counters.setdefault("lore", []).append(1)
    for kind, amounts in counters.items():
        _enter_counters(draft, Row(cls, num, row.n, {}), num, kind, amounts)
    return Row(_remembering(cls), num, row.n, row.refs)


def _plainly(draft: Draft, row: Row) -> bool:
    """Whether a row enters as it is: neither anything of its own nor an effect says how it enters."""
    cls = row.cls
    if cls.static or cls.zone != BATTLEFIELD or cls.props:
        return False
    proto = proto_of(cls)
    if row.num is not NO_NUM or proto.loyalty is not None or SAGA in proto.subtypes:
        return False
    if entering_abilities(proto.abilities) is not proto.abilities:
        return False
    kinds = statics(draft).kinds
    return OthersEnter not in kinds and OthersEnterAs not in kinds and not _giving(draft)


@lru_cache(maxsize=4_096)
def entering_abilities(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Abilities with what their keywords say of how a permanent enters behind each (702.136a); the same ones where none does."""
    found: list[Ability] = []
    for ability in abilities:
        found.append(ability)
        if isinstance(ability, Keyword):
            found += (a for a in meaning(ability) if isinstance(a, Static) and isinstance(a.effect, OWN_ENTERING))
    return tuple(found) if len(found) > len(abilities) else abilities


def _how_entering(abilities: tuple[Ability, ...]) -> tuple[Static, ...]:
    """Those of some abilities that say how their permanent enters."""
    known = entering_abilities(abilities)
    return tuple(a for a in known if isinstance(a, Static) and isinstance(a.effect, OWN_ENTERING))


def _giving(draft: Draft) -> list[tuple[int, Static]]:
    """The static abilities in force that give permanents an ability by which those enter in another way, with their sources."""
    known = statics(draft)
    if GrantAbilities not in known.kinds:
        return []
    return [
        (source, ability)
        for source, ability in known.applied
        if isinstance(ability.effect, GrantAbilities) and _how_entering(ability.effect.abilities)
    ]


def _granted(draft: Draft, row: Row) -> tuple[Static, ...]:
    """What effects of others, and its own, give a permanent that says how it enters (614.12), each as often as it is given."""
    found: list[Static] = []
    for source, ability in _giving(draft):
        assert isinstance(ability.effect, GrantAbilities)
        mine, wanted = draft.rows[source], ability.effect.subject
        if not isinstance(wanted, Filter) or not in_range(draft, mine.cls.controller, row.cls.controller):
            continue  # what it gives itself, or what it is attached to, is there already
        if ability.condition is not None and not condition_holds(draft, ability.condition, source):
            continue
        if _would_be(draft, wanted, mine, row):
            if not isinstance(mine.n, int) or mine.n > CHOOSING_BUDGET:
                raise unsupported("rule-614.12", "so many permanents that give what enters an ability each", "614.12")
            found += _how_entering(ability.effect.abilities) * mine.n
    for own in proto_of(row.cls).abilities:
        given = own.effect if isinstance(own, Static) and isinstance(own.effect, GrantAbilities) else None
        if given is None or not _how_entering(given.abilities):
            continue
        of_others = isinstance(given.subject, Filter) and (
            given.subject.another or not _would_be(draft, given.subject, row, row)
        )
        if of_others or not (
            isinstance(given.subject, (Filter, This)) and isinstance(own, Static) and _enters_so(draft, own, row)
        ):
            continue
        found += _how_entering(given.abilities)
    return tuple(found)


def _of_the_chosen(amount: Term, row: Row) -> Term:
    """A number of permanents of what was chosen as a row enters, with that put in (614.12)."""
    if isinstance(amount, CountOf) and amount.filter.chosen:
        return CountOf(chosen_filter(amount.filter, row), amount.each)
    return amount


def place(draft: Draft, row: Row, what: str) -> int:
    """Put a row onto the battlefield as it is, with a new timestamp (613.7d); ``announce`` follows."""
    stop_itself(row.cls, "enters")
    if row.cls.ordered:
        flush(draft)
    if ENTERED in histories(proto_of(row.cls)) or (HISTORIC in draft.index and ENTERED in history_read(draft)):
        row = Row(row.cls.with_prop(ENTERED, True), row.num, row.n, row.refs)
    if arrivals_kept(draft) or ARRIVED in histories(proto_of(row.cls)):
        row = Row(row.cls.with_prop(ARRIVED, "new"), row.num, row.n, row.refs)
    handle = new_row(draft, what, row)
    stop_where_met(draft)
    if row.cls.ordered:
        set_seq(draft, TIMESTAMPS, (*draft.seqs.get(TIMESTAMPS, ()), handle))
    tally(draft, COUNT_ENTERS, row.n)
    tally(draft, f"{COUNT_ENTERS_OF}{proto_of(row.cls).name}", row.n)
    return handle


def place_together(draft: Draft, rows: list[Row], what: str) -> list[int]:
    """Put rows onto the battlefield at the same time; players in turn order choose the timestamps of theirs (613.7m)."""
    made = [-1] * len(rows)
    draft.entering += 1
    gained = [row.cls.marks for row in rows]  # an effect of its own begins as it is there (702.136a)
    rows = [Row(row.cls.but("marks", ()), row.num, row.n, row.refs) if row.cls.marks else row for row in rows]
    for at in _by_timestamp(draft, rows):
        made[at] = place(draft, rows[at], what)
    for at, effects in enumerate(gained):
        for effect in effects:
            last(draft, effect, made[at], rows[at].cls.controller, GAME_LONG)
    if Ascend in statics(draft).kinds:
        bless(draft, dict.fromkeys(row.cls.controller for row in rows))
    return made


def _by_timestamp(draft: Draft, rows: list[Row]) -> list[int]:
    """The places of rows in a list, in the order of their timestamps; asked for only where it could matter."""
    if len(rows) < 2 or sum(row.cls.ordered for row in rows) < 2:
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
            were_put(draft, handle, slot.removeprefix(COUNTER), amount, row.cls.controller)


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


def _paying(draft: Draft, cls: Class, n: Amount, effect: EntersPaying) -> Class:
    """The class of what enters untapped if its controller pays life, or reveals a card, else tapped (614.1c)."""
    seat, price = cls.controller, effect.life
    if not (type(n) is int and n == 1):
        raise unsupported("rule-614.1c", "a group whose members are paid for as they enter", "614.1c")
    if effect.reveal is not None:
        return _revealing(draft, cls, effect.reveal)
    able = not less(draft.rows[player(seat)].get(LIFE), price, "119.4")
    words = ("no", "yes") if able else ("no",)
    text = f"pay {decimal_text(price)} life as {proto_of(cls).name} enters"
    asked = Question("yes", seat, words=words, text=text, cost=True)
    if decide(draft, asked).answer == "yes":
        lose_life(draft, seat, price)
        return cls
    return cls.but("tapped", True)


def _revealing(draft: Draft, cls: Class, wanted: Filter) -> Class:
    """The class of what enters untapped if its controller reveals a card of a set from their hand (701.20a), else tapped."""
    seat = cls.controller
    if filter_holds(wanted, Row(cls, NO_NUM, 1, NO_REFS), None, seat):
        raise unsupported("rule-614.12", "a card that may be revealed for itself as it enters", "614.12")
    hand = [(h, row) for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
    able = any(card_fits(draft, wanted, row, seat, h) for h, row in hand)
    words = ("no", "yes") if able else ("no",)
    asked = Question("yes", seat, words=words, text=f"reveal a card as {proto_of(cls).name} enters", cost=True)
    return cls if decide(draft, asked).answer == "yes" else cls.but("tapped", True)


#: What else may say of a permanent how it enters: where its source is sacrificed for it, the order matters (616.1).
_SAYING: Final = (OthersEnter, OthersEnterAs, ChangeCounters, CantHaveCounters, GrantAbilities, LoseAbilities, Are)


def _devoured(draft: Draft, cls: Class, effect: EntersDevouring, own: tuple[Ability, ...]) -> Amount:
    """How many permanents the controller of what enters sacrifices as it enters (702.82a): of those that are there (614.13a).

    Raises ``Unsupported`` where it matters which of several effects is applied first (616.1).
    """
    seat, name = cls.controller, proto_of(cls).name
    there = [h for h, row in draft.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.controller == seat]
    rows = [h for h in there if matches(draft, effect.filter, h, seat, -1)]
    if not rows:
        return 0
    told_apart(draft, rows)
    most = summed(draft.rows[h].n for h in rows)
    asked = Question("objects", seat, rows=tuple(rows), low=0, high=most, text=f"sacrificed as {name} enters")
    picks = decide(draft, asked).picks
    if not picks:
        return 0
    counting = [a.effect for a in own if isinstance(a, Static) and isinstance(a.effect, EntersWithCounters)]
    saying = {source for kind in _SAYING for source, _ in replacement.in_force(draft, kind)}
    if any(not isinstance(e.amount, Fixed) for e in counting) or any(row in saying for row, _ in picks):
        raise unsupported("rule-616.1", f"what is sacrificed as {name} enters and says how it enters", "616.1")
    chosen = [leaves_battlefield.split_off(draft, row, count) for row, count in picks]
    for row in chosen:
        leaves_battlefield.tally_sacrifice(draft, row)
    leaves_battlefield.leave_all(draft, chosen, GRAVEYARD, "sacrificed")
    return summed(count for _, count in picks)


def _wants_counters(draft: Draft, row: Row, effect: EntersWithCounters) -> bool:
    """Whether the controller of what enters lets it enter with counters that it may have (614.1c).

    Where there is something else instead, what can't have counters doesn't enter with them (101.2).
    """
    cls = row.cls
    if effect.otherwise and replacement.cant_have(draft, -1, row, effect.kind):
        return False
    text = f"{proto_of(cls).name} enters with an additional counter"
    if effect.otherwise:
        text += f", or it gains {', '.join(effect.otherwise)}"
    return decide(draft, Question("yes", cls.controller, words=("no", "yes"), text=text)).answer == "yes"


def _refuse_lost(draft: Draft, row: Row) -> None:
    """Refuse what enters in its own way where effects take the abilities of what enters (614.12)."""
    cls = row.cls
    if not _how_entering(proto_of(cls).abilities) and not _granted(draft, row):
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
    return ability.condition is None or _holds_entering(draft, ability.condition, row)


def _holds_entering(draft: Draft, wanted: Condition, row: Row) -> bool:
    """Whether a condition holds for what is entering, which is nowhere yet (614.12)."""
    if isinstance(wanted, Not):
        return not _holds_entering(draft, wanted.condition, row)
    if isinstance(wanted, IsA) and wanted.object == This() and isinstance(wanted.filter, Filter):
        return _would_be(draft, wanted.filter, row, row)
    return condition_holds(draft, wanted, -1, row.cls.controller, row)


def _enter_counters(draft: Draft, row: Row, num: dict[str, Amount], kind: str, amounts: list[Amount]) -> None:
    """What enters gets counters, as many as replacement effects make of all of them, once (614.5, 614.16)."""
    refuse_kinds_with_rules(kind)
    given = [amount for amount in amounts if not is_zero(amount, "122.6")]
    if len(given) > 1 and replacement.multiplies_counters(draft, row, kind):
        raise unsupported("rule-616.1", "counters that something enters with, added to and multiplied", "616.1")
    amount: Amount = 0
    for part in given:
        amount = amount + part
    amount = replacement.counters(draft, -1, row, kind, amount, by_effect=kind != "lore")  # 714.3a is no effect (609.1)
    if not is_zero(amount, "122.6"):
        num[COUNTER + kind] = num.get(COUNTER + kind, 0) + amount
        tally(draft, f"{COUNT_COUNTERS_OF}{kind}", amount * row.n)


#: What is not linked to one ability alone (702.138b).
ESCAPED: Final = f"{HOW}escape"

_READS_CAST: dict[Proto, bool] = {}


def reads_cast(proto: Proto) -> bool:
    """Whether an ability asks how its object was cast."""
    known = _READS_CAST.get(proto)
    if known is None:
        terms: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, WasCast | Kicked | Spent | ColorsSpent) or counts_others(node):
                terms.append(node)

        walk(proto, visit)
        paid_so = any(isinstance(a, SpellCosts) and a.how in PAID_SO for a in proto.abilities)
        known = _READS_CAST[proto] = bool(terms) or paid_so
    return known


def _remembering(cls: Class) -> Class:
    """The class without what nothing on it reads: how it was cast."""
    if reads_cast(proto_of(cls)) or not cls.props:
        return cls
    kept = tuple((k, v) for k, v in cls.props if k != CAST_FROM and not k.startswith(HOW))
    return cls.but("props", kept)


def without_payments(cls: Class) -> Class:
    """The class of a copy without the costs that were paid for it as a spell: its abilities are linked to others (607.2i, 607.5).

    That it escaped is a fact about the spell (702.138b).
    """
    kept = tuple((k, v) for k, v in cls.props if not k.startswith(HOW) or k == ESCAPED)
    return cls if len(kept) == len(cls.props) else cls.but("props", kept)


def _spent_as(cls: Class, spell: Class) -> Class:
    """The class of a copy that remembers of the mana spent on the spell that it was what its abilities ask about (400.7d)."""
    for run in spent_runs(proto_of(cls)):
        name = FlagName(f"{HOW}{SPENT}{run}")
        if spell.prop(name):
            cls = cls.with_prop(name, True)
    return cls


def _as_another(draft: Draft, row: Row) -> Row:
    """The row as a copy of a permanent that lets others enter so (616.1c), before anything else replaces its entering.

    Raises ``Unsupported`` where it could become a copy in two ways.
    """
    found: dict[Proto, None] = {}
    for source, effect in replacement.in_force(draft, OthersEnterAs):
        mine = draft.rows[source]
        if in_range(draft, mine.cls.controller, row.cls.controller) and _would_be(draft, effect.filter, mine, row):
            found[with_exceptions(copiable(draft, source), Except(), row.cls.kind == TOKEN)] = None
    if not found:
        return row
    own = proto_of(row.cls)
    if len(found) > 1 or any(isinstance(a, Static) and isinstance(a.effect, EntersAs) for a in own.abilities):
        raise unsupported("rule-616.1c", f"{own.name} would enter as a copy in two ways", "616.1c")
    (proto,) = found
    if proto == own:
        return row
    refuse_face_down(own, proto)
    cls = text_changes.with_copiable(row.cls, proto).with_prop(
        PRINTED, row.cls.prop(PRINTED) or text_changes.copiable_of(row.cls)
    )
    copy = enters_attached(draft, Row(cls, row.num, row.n, row.refs))
    if copy is None:
        raise unsupported("rule-303.4g", "what enters as a copy of an Aura with nothing to enchant", "303.4g")
    return copy


def _as_copy(draft: Draft, row: Row) -> tuple[Row, tuple[Term, ...]]:
    """The row as a copy of what its controller chooses, if it may enter as one (614.1c, 707.5), and how else it enters.

    What it is a copy of may say so again; then only the last effect says how else it enters
    (616.1f, 707.9e).
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
        rows = [h for h, r in draft.rows.items() if r.cls.zone == BATTLEFIELD and matches(draft, wanted, h, seat, -1)]
        chosen = decide(draft, Question("object", seat, rows=tuple(rows), low=0, text="enter as a copy of"))
        if chosen.picks:
            but = keeping(ability.effect.but, text_changes.copiable_of(row.cls))
            proto = with_exceptions(copiable(draft, chosen.picks[0][0]), but, row.cls.kind == TOKEN)
            refuse_face_down(row.cls.proto, proto)
            own = row.cls.prop(PRINTED) or text_changes.copiable_of(row.cls)
            cls = text_changes.with_copiable(row.cls, proto)
            copy = enters_attached(draft, Row(cls.with_prop(PRINTED, own), row.num, row.n, row.refs))
            if copy is None:
                raise unsupported("rule-303.4g", "what enters as a copy of an Aura with nothing to enchant", "303.4g")
            return copy, ability.effect.but.entering
    return row, ()
