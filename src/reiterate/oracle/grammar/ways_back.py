"""The ways back of the functions of ``phrase_meanings``: from what they make to their arguments.

Each may yield more than one way, and ways that are none: ``meaning_patterns`` puts them into the function again. A function that is not
here is only read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar import phrase_meanings as pm
from reiterate.oracle.grammar.meaning_patterns import UNDONE, undoing
from reiterate.oracle.known_tokens import KNOWN_TOKENS
from reiterate.oracle.words import subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Term, defaults, replace, swap, walk

Ways: TypeAlias = "Iterator[tuple[Any, ...]]"
_ONE: Final = n.Fixed(1)

# --- sets --------------------------------------------------------------------------------------------------------

#: The fields of a set in the order of their words.
_ORDER: Final = [
    "attacking",
    "blocking",
    "fighting",
    "tapped",
    "token",
    "commander",
    "hung",
    "without_subtypes",
    "without_colors",
    "without_supertypes",
    "without_types",
    "supertypes",
    "colorless",
    "colors",
    "any_colors",
    "any_subtype",
    "subtypes",
    "any_of",
    "types",
    "named",
    "without_name",
    "chosen",
    "namesake",
    "controller",
    "own",
    "keyword",
    "without_keyword",
    "bare",
    "compare",
    "counter",
    "fresh",
]
#: Behind a choice between types stand their posts: it is a head by itself.
_PLAIN: Final = defaults(n.Filter)


def _atoms(f: n.Filter) -> list[dict[str, Any]]:
    """What a set says, one thing each, in the order of the words."""
    found: list[dict[str, Any]] = []
    kinds = [kind for kind in f.without_types if kind not in ("instant", "sorcery")]
    permanent = len(kinds) + 2 == len(f.without_types)
    for name in _ORDER:
        value = getattr(f, name)
        if value == _PLAIN[name]:
            continue
        if name in ("any_of", "any_subtype", "any_colors") or not isinstance(value, tuple):
            found.append({name: value})
        elif name == "without_types" and permanent:
            found += [{name: (kind,)} for kind in kinds]
        else:
            found += [{name: (one,)} for one in value]
    if permanent:
        found.append({"without_types": ("instant", "sorcery")})
    if f.compare is not None and f.compare.stat == "size":  # "1/1" stands in front
        found.insert(0, found.pop(next(i for i, atom in enumerate(found) if "compare" in atom)))
    if f.token is True:  # "a creature token" has its noun at the end
        at = next(i for i, atom in enumerate(found) if "token" in atom)
        behind = max((i for i, atom in enumerate(found) if {"subtypes", "types", "any_of"} & {*atom}), default=at)
        found.insert(behind, found.pop(at))
    return found


def _set(atoms: Sequence[dict[str, Any]], another: bool) -> n.Filter:
    values: dict[str, Any] = {"another": another}
    for atom in atoms:
        for name, value in atom.items():
            values[name] = (*values.get(name, ()), *value) if isinstance(value, tuple) else value
    return n.Filter(**values)


@undoing(pm.merged)
def _merged(f: Any) -> Ways:
    if not isinstance(f, n.Filter):
        return
    atoms = _atoms(f)
    for at in range(1, len(atoms)):
        yield _set(atoms[:at], f.another), _set(atoms[at:], False)
    yield f, n.Filter()
    yield n.Filter(another=f.another), _set(atoms, False)
    for i, atom in enumerate(atoms[:-1]):  # what the words add behind all others
        if "controller" in atom or "without_types" in atom:
            yield _set([*atoms[:i], *atoms[i + 1 :]], f.another), _set([atom], False)


@undoing(pm.another)
def _another(f: Any) -> Ways:
    if isinstance(f, n.Filter) and f.another:
        yield (replace(f, another=False),)


@undoing(pm.of_yours)
def _of_yours(f: Any) -> Ways:
    if isinstance(f, n.Filter):
        yield (replace(f, controller="you"),)


@undoing(pm.mine)
def _mine(f: Any) -> Ways:
    if isinstance(f, n.Filter) and f.controller == "you":
        yield (replace(f, controller="any"),)


@undoing(pm.of_anybody)
def _of_anybody(f: Any) -> Ways:
    yield (f,)


@undoing(pm.into_yours)
def _into_yours(e: Any) -> Ways:
    if isinstance(e, n.ToGraveyard):
        yield (e.filter,)
    elif isinstance(e, n.Dies) and isinstance(e.subject, n.Filter) and e.subject.own:
        yield (replace(e.subject, own=False),)


@undoing(pm.several)
def _several(leaf: Any) -> Ways:
    if isinstance(leaf, leaves.AimSeveral) and leaf.spec.run:
        yield leaf.spec.run, replace(leaf.spec, run="", least=1, most=1), leaf.at
    elif isinstance(leaf, leaves.AimSeveral):
        yield (leaf.least, leaf.most), leaf.spec, leaf.at


@undoing(pm.divided)
def _divided(leaf: Any) -> Ways:
    if isinstance(leaf, leaves.Aim) and leaf.spec.divided:
        yield (leaf.spec.least, leaf.spec.most), replace(leaf.spec, divided=False, least=1, most=1), leaf.at


@undoing(pm.other_target)
def _other_target(spec: Any) -> Ways:
    if spec.other:
        yield (replace(spec, other=0),)


# --- numbers -----------------------------------------------------------------------------------------------------


def _once(q: Any) -> Ways:
    """A number of times, and of what."""
    if isinstance(q, n.CountOf) and q.each > 1:
        yield q.each, replace(q, each=1)
    elif isinstance(q, n.Times):
        yield q.by, q.of
    elif isinstance(q.ref if isinstance(q, leaves.Meant) else q, n.CountOf | n.Measured):
        yield 1, q


@undoing(pm.times)
def _times(q: Any) -> Ways:
    for value, of in _once(q):
        yield n.Fixed(value), of


@undoing(pm.each_time)
def _each_time(q: Any) -> Ways:
    for value, of in _once(q):
        yield value, of
        yield n.Fixed(value), of


@undoing(pm.lessened)
def _lessened(q: Any) -> Ways:
    if isinstance(q, n.Plus) and q.more < 0:
        yield q.of, -q.more


@undoing(pm.compared)
def _compared(c: Any) -> Ways:
    if isinstance(c, n.Compared):
        yield c.left, c.op, c.right


@undoing(pm.square)
def _square(c: Any) -> Ways:
    if isinstance(c, n.Compare) and c.stat == "size":
        yield ((c.value, c.value),)


@undoing(pm.bounded)
def _bounded(c: Any) -> Ways:
    if isinstance(c, n.Compare) and c.amount is not None:
        yield c.stat, c.op, swap(c.amount, n.This(), leaves.Named(0))


@undoing(pm.spent_of)
def _spent_of(c: Any) -> Ways:
    if isinstance(c, n.Spent) and len(set(c.mana)) == 1:
        yield c.mana[0], len(c.mana)


@undoing(pm.sequel)
def _sequel(effects: Any) -> Ways:
    if isinstance(effects, tuple):
        for at in range(1, len(effects)):
            yield effects[:at], effects[at:]


#: Verbs about the cards of a hand or a library.
_OF_CARDS: Final = (
    n.Draw, n.Discard, n.DiscardRandom, n.Mill, n.Scry, n.Surveil, n.Shuffle, n.ShuffleIn, n.PutBack, n.PutFromHand, n.RevealTop,
    n.LookAt, n.ExileTop,
)  # fmt: skip


@undoing(pm.in_turn)
def _in_turn(effects: Any) -> Ways:
    for at in range(1, len(effects)):
        if isinstance(effects[at - 1], _OF_CARDS) and isinstance(effects[at], _OF_CARDS):
            yield effects[:at], effects[at:]


@undoing(pm.digits)
def _digits(text: Any) -> Ways:
    yield (int(text),)


# --- who does what -----------------------------------------------------------------------------------------------

_SUBJECTS: Final = ("who", "object", "source", "subject", "one")


def subject_of(e: Any) -> Any:
    """Who or what the verb of an effect is about; None for what has no verb of its own."""
    found = _subject(e)
    return None if found is None else found[1]


def with_subject(e: Any, subject: Any) -> Any:
    """An effect about another subject."""
    if isinstance(e, n.Lasting):
        return replace(e, effect=with_subject(e.effect, subject))
    found = _subject(e)
    return e if found is None else replace(e, **{found[0]: subject})


def with_who(e: Any, who: Any) -> Any:
    """An effect of another player."""
    return replace(e, who=who)


def _subject(e: Any) -> tuple[str, Any] | None:
    if isinstance(e, n.Lasting):
        return _subject(e.effect)
    return next(((name, getattr(e, name)) for name in _SUBJECTS if getattr(e, name, None) is not None), None)


def _without(e: Any, s: Any) -> Any:
    """The effect with the subject left out where it is the subject of the verb."""
    if isinstance(e, n.Lasting):
        return replace(e, effect=_without(e.effect, s))
    if isinstance(e, n.ChooseOne):
        return swap(e, s, leaves.Subj())
    found = _subject(e)
    return e if found is None or found[1] != s else replace(e, **{found[0]: leaves.Subj()})


def spoken(effects: Any) -> Ways:
    """A subject, and what its verbs say of it."""
    first = effects[0]
    named = _subject(first.options[0][0]) if isinstance(first, n.ChooseOne) and first.options[0] else _subject(first)
    subjects: list[Any] = [named[1]] if named is not None else []
    if subjects and isinstance(subjects[0], n.ControllerOf):
        subjects.append(subjects[0].object)  # its controller does what it is said to do (701.44a, 701.50a)
    if isinstance(first, n.GainControl) and first.who is None:
        subjects.append(n.You())
    for s in subjects:
        first_only = tuple(_without(e, s) for e in effects)
        yield s, first_only
        if s == n.You():
            yield s, tuple(with_who(e, leaves.Subj()) if isinstance(e, n.GainControl) else e for e in first_only)
        everywhere = swap(effects, s, leaves.Subj())
        if everywhere != first_only:
            yield s, everywhere


#: What may be done with something of "theirs".
_OF_THEIRS: Final = (
    n.Mill, n.MillUntil, n.ForEachPlayer, n.ExileTop, n.Shuffle, n.ShuffleIn, n.RevealUntil, n.RevealDiscard
)  # fmt: skip


@undoing(pm.said)
def _spoken_of_theirs(effects: Any) -> Ways:
    """A subject and its verbs, each of them with and without "their"."""
    for s, verbs in spoken(effects):
        ways = [(e, leaves.Theirs(e)) if isinstance(e, _OF_THEIRS) and s != n.You() else (e,) for e in verbs]
        for way in product(*ways):
            yield s, way


@undoing(pm.theirs)
def _theirs(made: Any) -> Ways:
    yield (made.effect,)


def _half(q: Any, sign: str = "") -> str | None:
    if isinstance(q, n.Fixed):
        return f"{sign or ('-' if q.value < 0 else '+')}{abs(q.value)}"
    return f"{sign or '+'}X" if isinstance(q, n.XValue) else None


def _signs(power: Any, toughness: Any, minus: bool) -> Iterator[tuple[str, str]]:
    """The words of two changes: a half of nothing takes the sign of the other."""
    for signs in (("", ""), ("-", ""), ("", "-"), ("-", "-")):
        one, other = _half(power, signs[0]), _half(toughness, signs[1])
        none = [half for half, q in ((one, power), (other, toughness)) if q == n.Fixed(0)]
        if one and other and (len(none) != 1 or one[0] == other[0]):
            yield one, other


@undoing(pm.pump)
def _pump(e: Any) -> Ways:
    if isinstance(e, n.Pump) and e.but:
        if e.power == e.toughness == n.XValue():
            yield e.object, ("+X", "-X") if e.but == "toughness" else ("-X", "+X")
    elif isinstance(e, n.Pump):
        for m in _signs(e.power, e.toughness, e.minus):
            yield e.object, m


@undoing(pm.modify)
def _modify(e: Any) -> Ways:
    if isinstance(e, n.ModifyPT):
        for m in _signs(e.power, e.toughness, e.minus):
            yield e.subject, m


def _counted(power: Any, toughness: Any, minus: bool) -> Iterator[tuple[tuple[str, str], Any]]:
    """ "+1/+0 for each ...": the halves as numbers, and what is counted."""
    counted = [q for q in (power, toughness) if not isinstance(q, n.Fixed | n.XValue | n.ThatMuch)]
    if counted:
        (_, of), *_ = [*_once(counted[0]), (1, counted[0])]
        sign = "-" if minus else "+"
        halves = []
        for q in (power, toughness):
            times = next(_once(q), (0, None))[0]
            halves.append(f"{sign}{times or abs(getattr(q, 'value', 0))}")
        yield (halves[0], halves[1]), of


@undoing(pm.pump_each)
def _pump_each(e: Any) -> Ways:
    if isinstance(e, n.Pump) and not e.but:
        for m, of in _counted(e.power, e.toughness, e.minus):
            yield e.object, m, of


@undoing(pm.modify_each)
def _modify_each(e: Any) -> Ways:
    if isinstance(e, n.ModifyPT):
        for m, of in _counted(e.power, e.toughness, e.minus):
            yield e.subject, m, of


@undoing(pm.modify_where)
def _modify_where(e: Any) -> Ways:
    if isinstance(e, n.ModifyPT):
        for q in (e.power, e.toughness):
            if not isinstance(q, n.Fixed):
                halves = [n.XValue() if half == q else half for half in (e.power, e.toughness)]
                for m in _signs(halves[0], halves[1], e.minus):
                    yield e.subject, m, q


@undoing(pm.base_size)
def _base_size(e: Any) -> Ways:
    if isinstance(e, n.SetBasePT):
        yield e.object, (e.power, e.toughness)


@undoing(pm.static_size)
def _static_size(e: Any) -> Ways:
    if isinstance(e, n.BasePT):
        yield e.subject, (e.power, e.toughness)


@undoing(pm.lasting)
def _lasting(effects: Any) -> Ways:
    if all(isinstance(e, n.Lasting) for e in effects):
        if len({e.until for e in effects}) == 1:
            yield tuple(e.effect for e in effects), effects[0].until
    elif not any(isinstance(e, n.Lasting) for e in effects):
        yield effects, "turn"


UNDONE[pm.lasting_all] = _lasting


@undoing(pm.damage)
def _damage(effects: Any) -> Ways:
    if all(isinstance(e, n.DealDamage) for e in effects):
        yield effects[0].source, tuple((e.amount, e.to) for e in effects)


@undoing(pm.where)
def _where(effects: Any) -> Ways:
    found: dict[Any, None] = {}

    def visit(node: Term) -> None:
        if isinstance(node, n.CountOf | n.Measured):
            found[node] = None

    walk(effects, visit)
    for q in found:
        yield swap(effects, q, n.XValue()), q


@undoing(pm.half_life)
def _half_life(e: Any) -> Ways:
    if isinstance(e, n.ForEachPlayer):
        yield e.who, True
        yield e.who, False


@undoing(pm.half_hand)
def _half_hand(e: Any) -> Ways:
    if isinstance(e, n.ForEachPlayer):
        yield e.who, True
        yield e.who, False


@undoing(pm.half_of)
def _half_of(e: Any) -> Ways:
    if isinstance(e, n.ForEachPlayer) and isinstance(e.effects[0], n.SacrificeChosen):
        yield e.who, e.effects[0].filter, True
        yield e.who, e.effects[0].filter, False


@undoing(pm.discard_hand)
def _discard_hand(e: Any) -> Ways:
    if isinstance(e, n.ForEachPlayer):
        yield (e.who,)


@undoing(pm.may_draw)
def _may_draw(effects: Any) -> Ways:
    if len(effects) == 1 and isinstance(effects[0], n.May) and isinstance(effects[0].effects[0], n.Draw):
        yield effects[0].who, effects[0].effects[0].amount


@undoing(pm.may_copy)
def _may_copy(effects: Any) -> Ways:
    who = effects[0].who if len(effects) == 1 and isinstance(effects[0], n.May) else n.You()
    if who != n.You() and effects[0].effects == (n.CopySpell(n.This(), True, who=who),):
        yield (who,)


def fields(function: Any, kind: type[Term], *paths: str | tuple[str, ...]) -> None:
    """A function that makes one node: which of its fields are its arguments; several are one tuple."""

    def back(e: Any) -> Ways:
        if isinstance(e, kind):
            found = [
                getattr(e, path) if isinstance(path, str) else tuple(getattr(e, name) for name in path)
                for path in paths
            ]
            while found:  # the last ones may be left out
                yield tuple(found)
                found.pop()

    UNDONE[function] = back


fields(pm.gain_game, n.Become, "object", "abilities")
fields(pm.player_counters, n.PutPlayerCounters, "who", ("kind", "amount"))
fields(pm.sacrificed, n.SacrificeObject, "object")
fields(pm.put_counters, n.PutCounters, "object", ("kind", "amount"))
fields(pm.remove_counters, n.RemoveCounters, "object", ("kind", "amount"))
fields(pm.distribute, n.Distribute, ("kind", "amount"), "to")
fields(pm.shuffled_in, n.Shuffle, "object")
fields(pm.created, n.CreateTokens, ("count", "token", "tapped"), "who")
fields(pm.remove_cost, n.RemoveCountersCost, ("kind", "amount"), "filter")
fields(pm.put_cost, n.PutCountersCost, ("kind", "amount"))
fields(pm.own, leaves.Own, "condition", "at")
fields(pm.any_color, n.AddMana, "count")


def _returned(e: Any) -> Ways:
    if isinstance(e, n.ReturnToBattlefield) and not e.attach and e.host is None:
        how = (e.control, e.tapped, True) if e.transformed else (e.control, e.tapped)
        yield e.object, how, (e.counter, e.counters)
        yield e.object, how


UNDONE[pm.returned] = _returned


@undoing(pm.returned_onto)
def _returned_onto(e: Any) -> Ways:
    if isinstance(e, n.ReturnToBattlefield) and e.host is not None:
        yield e.object, e.host


def searched(e: n.Search) -> tuple[Any, ...]:
    """What a search is said of: the set, and where the cards go, tapped or not, shown or not, with which counter."""
    return e.filter, (e.to, e.tapped, e.to in ("hand", "library") and e.filter != n.Filter(), e.counter)


@undoing(pm.search)
def _search(e: Any) -> Ways:
    if isinstance(e, n.Search):
        yield searched(e)


@undoing(pm.search_any)
def _search_any(e: Any) -> Ways:
    if isinstance(e, n.Search) and not e.amount:
        yield searched(e)


@undoing(pm.search_some)
def _search_some(e: Any) -> Ways:
    if isinstance(e, n.Search):
        yield e.amount, *searched(e)


@undoing(pm.gain_control)
def _gain_control(e: Any) -> Ways:
    if isinstance(e, n.GainControl):
        yield e.object, e.duration, n.You() if e.who is None else e.who


@undoing(pm.to_hand)
def _to_hand(e: Any) -> Ways:
    if isinstance(e, n.ReturnToHand | n.Move):
        yield (e.object,)


@undoing(pm.put_chosen)
def _put_chosen(e: Any) -> Ways:
    if isinstance(e, n.ChooseOne):
        puts = [option[0] for option in e.options if len(option) == 1 and isinstance(option[0], n.PutCounters)]
        if len(puts) == len(e.options):
            yield puts[0].object, tuple((put.kind, put.amount) for put in puts)


@undoing(pm.put_counters_each)
def _put_counters_each(e: Any) -> Ways:
    if isinstance(e, n.PutCounters):
        for value, of in _once(e.amount):
            yield e.object, (e.kind, n.Fixed(value)), of


@undoing(pm.two_targets)
def _two_targets(effects: Any) -> Ways:
    kinds: dict[type, str] = {n.Destroy: "destroy", n.Exile: "exile", n.Tap: "tap", n.Untap: "untap"}
    if len(effects) == 1 and type(effects[0]) in kinds and isinstance(effects[0].object, leaves.AimBoth):
        yield kinds[type(effects[0])], effects[0].object.first, effects[0].object.second, 0


@undoing(pm.adapts)
def _adapts(effects: Any) -> Ways:
    if len(effects) == 1 and isinstance(effects[0], n.Branch) and isinstance(effects[0].then[0], n.PutCounters):
        yield (effects[0].then[0].amount,)


# --- mana and tokens ---------------------------------------------------------------------------------------------


@undoing(pm.added_mana)
def _added_mana(e: Any) -> Ways:
    if isinstance(e, n.AddMana) and not (e.only or e.until):
        groups = (e.symbols,) if not e.choice else tuple((symbol,) for symbol in e.choice)
        yield (groups,) if e.count == _ONE else (groups, e.count)
        if 1 < len(e.choice) < len(n.COLORS) and isinstance(e.count, n.Fixed) and e.count.value > 1:
            yield (tuple((symbol,) * e.count.value for symbol in e.choice),)


@undoing(pm.add_mana)
def _add_mana(effects: Any) -> Ways:
    if len(effects) == 1:
        yield from _added_mana(effects[0])


@undoing(pm.add_mana_each)
def _add_mana_each(effects: Any) -> Ways:
    if len(effects) == 1:
        yield from _added_mana(effects[0])


@undoing(pm.token)
def _token(t: Any) -> Ways:
    if isinstance(t, n.Proto) and t.power is not None:
        words = [("color", c) for c in t.colors] or [("color", "")]
        words += (
            [("super", w) for w in t.supertypes] + [("sub", w) for w in t.subtypes] + [("type", w) for w in t.types]
        )
        size = (t.power, t.toughness)
        yield (size, tuple(words), t.abilities) if t.abilities else (size, tuple(words))


@undoing(pm.known_token)
def _known_token(t: Any) -> Ways:
    if KNOWN_TOKENS.get(t.name) == t:
        yield (t.name,)


@undoing(pm.spelled_token)
def _spelled_token(t: Any) -> Ways:
    if t.name in KNOWN_TOKENS and len(t.abilities) == 1:
        yield t.name, t.abilities[0]


@undoing(pm.named_token)
def _named_token(t: Any) -> Ways:
    if t.supertypes == ("legendary",) and t.name != " ".join(t.subtypes):
        yield replace(t, name=" ".join(t.subtypes), supertypes=()), t.name


@undoing(pm.called_token)
def _called_token(t: Any) -> Ways:
    if isinstance(t, n.Proto) and t.name != " ".join(t.subtypes) and not t.supertypes:
        yield replace(t, name=" ".join(t.subtypes)), t.name


@undoing(pm.created_each)
def _created_each(e: Any) -> Ways:
    if isinstance(e, n.CreateTokens):
        for value, of in _once(e.count):
            yield (n.Fixed(value), e.token, e.tapped), of


# --- words -------------------------------------------------------------------------------------------------------


@undoing(pm.joined)
def _joined(text: Any) -> Ways:
    first, space, rest = text.partition(" ")
    if space:
        yield first, rest


@undoing(pm.enchant_quote)
def _enchant_quote(ability: Any) -> Ways:
    made = isinstance(ability, n.Enchant) and ability.made
    yield (leaves.Quoted(f"enchant creature {'put onto the battlefield with ~ .' if made else 'card in a graveyard'}"),)


@undoing(pm.from_quality)
def _from_quality(text: Any) -> Ways:
    yield (text.removeprefix("from "),)


@undoing(pm.sub_plural)
def _sub_plural(text: Any) -> Ways:
    yield from ((subtype,) for subtype in _singulars(text))


def _singulars(word: str) -> Iterator[str]:
    known = subtypes().get(word)
    if known is not None:
        yield known


@undoing(pm.braced)
def _braced(text: Any) -> Ways:
    if text.startswith("{") and text.endswith("}"):
        yield (tuple(text[1:-1].split("}{")),)


@undoing(pm.payment)
def _payment(text: Any) -> Ways:
    words = text.split()
    if len(words) == 3 and words[1].isdecimal():
        yield (int(words[1]),)
    elif len(words) == 4 and words[0].startswith("{"):
        yield int(words[2]), tuple(words[0][1:-2].split("}{"))


@undoing(pm.kicker)
def _kicker(text: Any) -> Ways:
    if text.startswith("kicker {"):
        yield from _braced(text.removeprefix("kicker "))


@undoing(pm.chosen_protection)
def _chosen_protection(effects: Any) -> Ways:
    first = effects[0]
    if isinstance(first, n.ChooseOne) and isinstance(first.options[0][0], n.GainAbilities):
        yield (first.options[0][0].object,)


@undoing(pm.mixed_keywords)
def _mixed_keywords(keywords: Any) -> Ways:
    yield (keywords,)


# --- cards taken from among others -------------------------------------------------------------------------------


@undoing(pm.may)
def _may(effects: Any) -> Ways:
    if isinstance(effects, tuple) and len(effects) == 1:
        (one,) = effects
        if isinstance(one, n.May) and one.who == n.You():
            yield (one.effects,)
        elif isinstance(one, n.Take) and one.may:
            yield ((replace(one, may=False),),)


@undoing(pm.taken)
def _taken(e: Any) -> Ways:
    if isinstance(e, n.Take) and not e.shown:
        yield replace(e, to="", tapped=False), (e.to, e.tapped)


@undoing(pm.shown)
def _shown(e: Any) -> Ways:
    if isinstance(e, n.Take) and e.shown:
        yield (replace(e, to="", shown=False),)


@undoing(pm.milled)
def _milled(e: Any) -> Ways:
    if isinstance(e, n.Take) and e.milled:
        yield (replace(e, milled=False),)
