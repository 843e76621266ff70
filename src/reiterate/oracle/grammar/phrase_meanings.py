"""What productions mean where a declaration alone doesn't say it: normal forms, lists, and words that mean nothing together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.chart import NoMeaning
from reiterate.oracle.known_tokens import KNOWN_TOKENS
from reiterate.terms import language as n
from reiterate.terms.base import Term, defaults, replace, swap, walk
from reiterate.terms.effects_continuous import LastingEffect
from reiterate.terms.print_spelling import COLOR_WORDS, plural
from reiterate.terms.references import BOUNDS, BY_X

ANY: Final = n.Filter(any_of=("creature", "planeswalker", "battle"))
_THIS: Final = n.This()
_YOU: Final = n.You()
_ONE: Final = n.Fixed(1)
_THAT: Final = n.ThatPlayer()
_NO_FILTER: Final = n.Filter()


# --- sets --------------------------------------------------------------------------------------------------------


def merged(f: n.Filter, g: n.Filter) -> n.Filter:
    """The set of what is in both. Two controllers, or two comparisons, mean nothing."""
    counted = f.compare.amount if f.compare is not None else None
    if isinstance(counted, n.CountOf) and counted.filter.controller == "any" and g.controller != "any":
        raise NoMeaning  # "the number of Forests you control": who controls is said of what is counted
    values = {}
    for name, plain in defaults(n.Filter).items():
        a, b = getattr(f, name), getattr(g, name)
        if b == plain:
            values[name] = a
        elif a == plain:
            values[name] = b
        elif isinstance(a, tuple):
            values[name] = (*a, *b)
        else:
            raise NoMeaning
    return n.Filter(**values)


def another(f: n.Filter) -> n.Filter:
    """The set without the source."""
    return replace(f, another=True)


def of_yours(f: n.Filter) -> n.Filter:
    """The set of which something is said that only the controller's own can be: what they attack with."""
    if f.controller != "you":
        raise NoMeaning
    return replace(f, controller="any")


def mine(f: n.Filter) -> n.Filter:
    """A set of permanents of the controller, of which no other controller is said."""
    if f.controller != "any":
        raise NoMeaning
    return replace(f, controller="you")


def of_anybody(f: n.Filter) -> n.Filter:
    """A set of which no controller is said."""
    if f.controller != "any":
        raise NoMeaning
    return f


def into_yours(f: n.Filter) -> Term:
    """A permanent of a set is put into your graveyard, which is its owner's (400.3): tokens die, and cards are found there."""
    if f.token is False:
        return n.ToGraveyard("you", f, origin="battlefield")
    return n.Dies(merged(f, n.Filter(own=True)))


def several(number: tuple[int, int] | str, spec: n.TargetSpec, at: int) -> Term:
    """Several targets of one kind, as many as are said or announced (601.2c)."""
    if isinstance(number, str):
        return leaves.AimSeveral(replace(spec, run=number, least=0, most=0), 0, 0, at)
    least, most = number
    if most > 9:
        raise NoMeaning
    return leaves.AimSeveral(spec, least, most, at)


def hosted(subtype: str, at: int) -> Term:
    """ "Enchanted Forest"."""
    return leaves.Attached(at)


def divided(number: tuple[int, int], spec: n.TargetSpec, at: int) -> Term:
    """The targets among which something is divided (601.2d)."""
    return leaves.Aim(replace(spec, divided=True, least=number[0], most=number[1]), at)


def other_target(spec: n.TargetSpec) -> n.TargetSpec:
    """A target other than the one in front."""
    return replace(spec, other=1)


# --- numbers -----------------------------------------------------------------------------------------------------


def times(amount: n.Quantity, of: n.Quantity) -> n.Quantity:
    """So much for each of what is counted."""
    if not isinstance(amount, n.Fixed):
        raise NoMeaning
    return by(of, amount.value)


def by(of: n.Quantity, value: int) -> n.Quantity:
    """A quantity a printed number of times."""
    if value == 1:
        return of
    if isinstance(of, n.CountOf):
        return replace(of, each=of.each * value)
    return n.Times(of, value)


def compared(left: n.Quantity, op: str, right: n.Quantity) -> n.Condition:
    """Two quantities; a size of the source or of its host has a condition of its own."""
    if isinstance(left, n.StatOf) and isinstance(left.object, leaves.Named | leaves.Attached):
        raise NoMeaning
    return n.Compared(left, op, right)


def each_time(amount: int | n.Quantity, of: n.Quantity) -> n.Quantity:
    """A printed number for each of what is counted, as a number of times."""
    value = amount.value if isinstance(amount, n.Fixed) else amount
    if not isinstance(value, int):
        raise NoMeaning
    return of if value == 1 else n.Times(of, value)


#: Words for a permanent that was given up just now: its numbers stay known (608.2h).
_GIVEN_UP: Final = ("sacrificed", "exiled as a cost", "given up")


def square(size: tuple[int, int]) -> n.Compare:
    """ "1/1" in front of a creature: its power and its toughness, which are one number."""
    if size[0] != size[1]:
        raise NoMeaning
    return n.Compare("size", "==", size[0])


def bounded(stat: str, op: str, amount: n.Quantity) -> n.Compare:
    """A number compared with what is counted: of the source, of what was given up, or of nothing that words only point to."""
    seen: list[Term] = []
    walk(amount, seen.append)
    seen = [e for e in seen if not (isinstance(e, leaves.Pointer) and e.what in _GIVEN_UP)]
    if any(
        isinstance(e, leaves.Aim | leaves.Pointer | leaves.Attached | n.XValue | n.ColorsSpent | n.Done) for e in seen
    ):
        raise NoMeaning
    for named in [e for e in seen if isinstance(e, leaves.Named)]:
        amount = swap(amount, named, _THIS)
    return n.Compare(stat, op, 0, amount)


def sequel(first: tuple[Any, ...], then: tuple[Any, ...]) -> tuple[Any, ...]:
    """One clause and those behind it. A duration behind what has none may be about both (611.2a)."""
    if any(getattr(e, "duration", "") == "game" for e in _chosen(first)) and any(map(_ends, _chosen(then))):
        raise NoMeaning
    return (*first, *then)


def in_turn(first: tuple[Any, ...], then: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is done to cards, and what is done to cards then: the second would find others if it came first."""
    return (*first, *then)


def _chosen(effects: tuple[Any, ...]) -> Iterator[Any]:
    """Effects one by one, each that may be chosen among them; not those that a keyword action stands for."""
    for effect in effects:
        if isinstance(effect, n.ChooseOne):
            for option in effect.options:
                yield from _chosen(option)
        elif isinstance(effect, n.May):
            yield from _chosen(effect.effects)
        else:
            yield effect


def _ends(effect: Any) -> bool:
    """Whether an effect has a duration other than the rest of the game."""
    return isinstance(effect, n.Lasting | n.SwitchPT | LastingEffect) and getattr(effect, "duration", "turn") == "turn"


def lessened(of: n.Quantity, value: int) -> n.Quantity:
    """An amount less a printed number (107.1b)."""
    if value == 0:
        raise NoMeaning
    return n.Plus(of, -value)


def below(left: n.Quantity, value: int) -> n.Condition:
    """Less than a number."""
    if value == 0:
        raise NoMeaning
    return n.Compared(left, "<=", n.Fixed(value - 1))


def digits(value: int) -> str:
    """A number as the parameter of a keyword."""
    return str(value)


# --- who does what -----------------------------------------------------------------------------------------------


def theirs(effect: Term) -> Term:
    """ "... their library", said of a verb: whose it is must be named in front."""
    return leaves.Theirs(effect)


def said(subject: Term, verbs: tuple[Term, ...]) -> tuple[Term, ...]:
    """What a subject does; "you" do nothing with what is "theirs", for that is somebody else's."""
    if subject == n.You() and any(isinstance(verb, leaves.Theirs) for verb in verbs):
        raise NoMeaning
    plain = tuple(verb.effect if isinstance(verb, leaves.Theirs) else verb for verb in verbs)
    made: tuple[Term, ...] = swap(plain, leaves.Subj(), subject)
    return made


def _halves(m: tuple[str, str]) -> tuple[n.Quantity, n.Quantity, bool]:
    made: list[n.Quantity] = [n.XValue() if "X" in half else n.Fixed(int(half)) for half in m]
    signs = {half[0] for half in m if "X" in half or int(half)}
    if len(signs) > 1 and any("X" in half for half in m):
        raise NoMeaning  # one sign is said of both halves
    return made[0], made[1], any(half.startswith("-") and "X" in half for half in m)


_UNLIKE: Final = {("+X", "-X"): "toughness", ("-X", "+X"): "power"}


def pump(subject: Any, m: tuple[str, str]) -> Term:
    """ "gets +1/+1", and "+X/-X"."""
    if m in _UNLIKE:
        return n.Pump(subject, n.XValue(), n.XValue(), but=_UNLIKE[m])
    power, toughness, minus = _halves(m)
    return n.Pump(subject, power, toughness, minus)


def _each(m: tuple[str, str], of: n.Quantity) -> tuple[n.Quantity, n.Quantity, bool]:
    power, toughness, _ = _halves(m)
    if not isinstance(power, n.Fixed) or not isinstance(toughness, n.Fixed):
        raise NoMeaning
    minus = power.value < 0 or toughness.value < 0
    if minus and (power.value > 0 or toughness.value > 0):
        raise NoMeaning
    halves = [by(of, abs(half.value)) if half.value else half for half in (power, toughness)]
    return halves[0], halves[1], minus


def pump_each(subject: Term, m: tuple[str, str], of: n.Quantity) -> Term:
    """ "gets +1/+0 for each ..."."""
    return n.Pump(subject, *_each(m, of))  # type: ignore[arg-type] # a leaf stands for an object


def modify(subject: Any, m: tuple[str, str]) -> Term:
    """A static "gets +1/+1"."""
    power, toughness, _ = _halves(m)
    if n.XValue() in (power, toughness):
        raise NoMeaning
    return n.ModifyPT(subject, power, toughness)


def modify_each(subject: Any, m: tuple[str, str], of: n.Quantity) -> Term:
    """A static "gets +1/+1 for each ..."."""
    return n.ModifyPT(subject, *_each(m, of))


def modify_where(subject: Any, m: tuple[str, str], of: n.Quantity) -> Term:
    """A static "gets +X/+X, where X is ...", or "-X/-X"."""
    power, toughness, minus = _halves(m)
    if n.XValue() not in (power, toughness) or (
        minus and any(half not in (n.XValue(), n.Fixed(0)) for half in (power, toughness))
    ):
        raise NoMeaning
    return n.ModifyPT(subject, swap(power, n.XValue(), of), swap(toughness, n.XValue(), of), minus)


def base_size(subject: Any, size: tuple[int, int]) -> Term:
    """ "has base power and toughness 1/1"."""
    return n.SetBasePT(subject, *size)


def static_size(subject: Any, size: tuple[int, int]) -> Term:
    """A static "has base power and toughness 1/1"."""
    return n.BasePT(subject, *size)


def lasting(effects: tuple[Any, ...], until: str) -> tuple[Term, ...]:
    """Effects with their duration; until end of turn is how they last by themselves."""
    if until == "turn":
        return effects
    if any(not isinstance(effect, LastingEffect) for effect in effects):
        raise NoMeaning
    return tuple(n.Lasting(effect, until) for effect in effects)


def lasting_all(effects: tuple[Any, ...], until: str) -> tuple[Term, ...]:
    """A list with its duration in front: what has none by itself is done at once."""
    if until != "turn" and len(effects) > 1 and any(isinstance(e, n.Become) for e in effects):
        raise NoMeaning
    return lasting(effects, until)


def damage(subject: Any, parts: tuple[tuple[Any, Any], ...]) -> tuple[Term, ...]:
    """Damage to one or to several at the same time (120.3)."""
    return tuple(n.DealDamage(subject, to, amount, with_last=i > 0) for i, (amount, to) in enumerate(parts))


def where(effects: tuple[Term, ...], amount: n.Quantity) -> tuple[Term, ...]:
    """A sentence with an X, and what that X is."""
    seen: list[Term] = []
    walk(effects, seen.append)
    bounds = [e for e in seen if isinstance(e, n.Compare) and e.op in BOUNDS]
    if (n.XValue() not in seen and not bounds) or any(isinstance(e, n.Delayed | n.Reflexive) for e in effects):
        raise NoMeaning
    if any(isinstance(e, leaves.AimSeveral) and e.spec.run in BY_X for e in seen):
        raise NoMeaning
    for one in bounds:
        effects = swap(effects, one, bounded(one.stat, BOUNDS[one.op], amount))
    made: tuple[Term, ...] = swap(effects, n.XValue(), amount)
    return made


def half_life(who: Any, up: bool) -> Term:
    """ "loses half their life"."""
    return n.ForEachPlayer(who, (n.LoseLife(_THAT, n.Half(n.LifeTotal(_THAT), up)),))


def half_hand(who: Any, up: bool) -> Term:
    """ "discards half the cards in their hand"."""
    return n.ForEachPlayer(who, (n.Discard(_THAT, n.Half(n.CardsIn("hand", _THAT), up)),))


def half_of(who: Any, f: n.Filter, up: bool) -> Term:
    """ "sacrifices half the creatures they control"."""
    return n.ForEachPlayer(who, (n.SacrificeChosen(_THAT, f, n.Half(n.HeldBy(f, _THAT), up)),))


def discard_hand(who: Any) -> Term:
    """ "discards their hand" (701.9, 101.4)."""
    return n.ForEachPlayer(who, (n.Discard(_THAT, n.CardsIn("hand", _THAT)),))


def may_draw(who: Any, amount: n.Quantity) -> tuple[Term, ...]:
    """What another player may do is read of drawing alone."""
    if who == _YOU:
        raise NoMeaning
    return (n.May((n.Draw(who, amount),), who),)


def may_copy(who: Any) -> tuple[Term, ...]:
    """ "That player may copy this spell and may choose a new target for that copy": who copies it controls the copy (707.10)."""
    if who == _YOU:
        raise NoMeaning
    return (n.May((n.CopySpell(n.This(), True, who=who),), who),)


def may(acts: tuple[Any, ...]) -> tuple[Term, ...]:
    """What the controller may do. Of cards to take from among others they take none; the rest is put away all the same."""
    if isinstance(acts[0], n.LookAt) or not any(isinstance(act, n.Take | n.PutRest) for act in acts):
        return (n.May(acts),)
    if len(acts) > 1 or not isinstance(acts[0], n.Take) or acts[0].may:
        raise NoMeaning  # whether the rest is put away where none is taken isn't said
    return (replace(acts[0], may=True),)


def taken(picked: n.Take, to: tuple[str, bool]) -> Term:
    """Cards put into a zone from among those looked at; one that goes on top of the library stays there as the rest leaves."""
    if to[0] == "library" and picked.amount != 1:
        raise NoMeaning
    return replace(picked, to=to[0], tapped=to[1])


def shown(picked: n.Take) -> Term:
    """Cards revealed, and put into the hand."""
    return replace(picked, to="hand", shown=True)


def top_taken(f: n.Filter, to: tuple[str, bool]) -> Term:
    """The one card looked at, which may be taken where it is of a set; into the hand it is revealed."""
    return n.Take(f, to[0], 1, tapped=to[1], shown=to[0] == "hand", may=True)


def milled(picked: n.Take) -> Term:
    """Cards from among those that were milled."""
    return replace(picked, milled=True)


def gain_control(what: Any, duration: str, who: Any) -> Term:
    """ "gains control of", "gain control of": None stands for the controller."""
    return n.GainControl(what, duration, None if who == _YOU else who)


def gain_game(what: Any, abilities: tuple[n.Ability, ...]) -> Term:
    """Abilities gained without a duration."""
    return n.Become(what, "game", abilities=abilities)


def player_counters(who: Any, counters: tuple[str, n.Quantity]) -> Term:
    """ "gets two poison counters"."""
    return n.PutPlayerCounters(who, *counters)


# --- what is done to objects -------------------------------------------------------------------------------------


def sacrificed(what: Any) -> Term:
    """ "sacrifice it": what isn't a target nor a set."""
    if isinstance(what, leaves.Aim | leaves.AimSeveral):
        raise NoMeaning
    return n.SacrificeObject(what)


def to_hand(what: Any) -> Term:
    """To its owner's hand: a card in a graveyard is moved, a permanent returned."""
    card = isinstance(what, leaves.Pointer) and what.what in ("exiled", "one exiled")
    if card or (isinstance(what, leaves.Aim | leaves.AimSeveral) and what.spec.zone != "battlefield"):
        return n.Move(what, "hand")
    return n.ReturnToHand(what)


def returned(what: Any, how: tuple[str, bool] | tuple[str, bool, bool], counters: tuple[str, int] = ("", 0)) -> Term:
    """To the battlefield: under whose control, whether tapped and transformed, and with which counters."""
    control, tapped, transformed = how if len(how) == 3 else (*how, False)
    return n.ReturnToBattlefield(what, control, tapped, *counters, transformed=transformed)


def returned_onto(what: Any, host: Any) -> Term:
    """ "attached to that creature": of targets, and of the source in the graveyard, so that what is returned is there."""
    if not isinstance(what, leaves.Aim | leaves.AimSeveral) and getattr(what, "what", "") != "buried":
        raise NoMeaning
    return n.ReturnToBattlefield(what, "you", host=host)


def put_counters(what: Any, counters: tuple[str, n.Quantity]) -> Term:
    """ "put two charge counters on it"."""
    return n.PutCounters(what, *counters)


def put_all(what: Any, several: tuple[tuple[str, n.Quantity], ...]) -> tuple[Term, ...]:
    """ "put a +1/+1 counter and a flying counter on it"."""
    return tuple(n.PutCounters(what, *counters) for counters in several)


def put_chosen(what: Any, several: tuple[tuple[str, n.Quantity], ...]) -> Term:
    """ "put your choice of a flying counter or a reach counter on it"."""
    return n.ChooseOne(tuple((n.PutCounters(what, *counters),) for counters in several))


def put_counters_each(what: Any, counters: tuple[str, n.Quantity], of: n.Quantity) -> Term:
    """ "put a counter on it for each ..."."""
    return n.PutCounters(what, counters[0], times(counters[1], of))


def remove_counters(what: Any, counters: tuple[str, n.Quantity]) -> Term:
    """ "remove two charge counters from it"."""
    return n.RemoveCounters(what, *counters)


def distribute(counters: tuple[str, n.Quantity], to: Any) -> Term:
    """ "distribute two counters among ..."."""
    return n.Distribute(counters[1], counters[0], to)


def two_targets(verb: str, first: n.TargetSpec, second: n.TargetSpec, at: int) -> tuple[Term, ...]:
    """One verb for two targets of unlike kinds."""
    if any(spec.zone != "battlefield" or spec.players or spec.optional for spec in (first, second)):
        raise NoMeaning
    kinds: dict[str, Any] = {"destroy": n.Destroy, "exile": n.Exile, "tap": n.Tap, "untap": n.Untap}
    return (kinds[verb](leaves.AimBoth(first, second, at)),)


def shuffled_in(what: Any) -> Term:
    """Something shuffled into its owner's library."""
    return n.Shuffle(n.OwnerOf(what), what)


def adapts(amount: n.Quantity) -> tuple[Term, ...]:
    """ "Adapt 1" (701.46a)."""
    more = n.PutCounters(_THIS, "+1/+1", amount)
    return (n.Branch(n.Not(n.HasCounter(_THIS, "+1/+1")), (more,)),)


def search(f: n.Filter, how: tuple[str, bool, bool, str], number: int = 1) -> n.Search:
    """Up to so many cards searched for: what has to be of a set is shown where it goes to a hidden zone (701.23)."""
    to, tapped, shown, counter = how
    if shown != (to in ("hand", "library") and f != n.Filter()):
        raise NoMeaning
    return n.Search(_YOU, f, to, tapped, number, counter)


def search_some(number: int, f: n.Filter, how: tuple[str, bool, bool, str]) -> Term:
    """``search`` with its number in front; 0 stands for any number."""
    if not number:
        raise NoMeaning
    return search(f, how, number)


def search_any(f: n.Filter, how: tuple[str, bool, bool, str]) -> Term:
    """``search`` for any number of cards."""
    return search(f, how, 0)


# --- mana --------------------------------------------------------------------------------------------------------


def added_mana(groups: tuple[tuple[str, ...], ...], count: n.Quantity = _ONE) -> Term:
    """ "{C}{C}", "{R} or {G}", or "{R}{R} or {G}{G}": one kind, that often."""
    if len(groups) == 1:
        return n.AddMana(groups[0], (), count)
    times = len(groups[0])
    if any(len(group) != times or len({*group}) != 1 for group in groups) or (times > 1 and count != _ONE):
        raise NoMeaning
    return n.AddMana((), tuple(group[0] for group in groups), count if times == 1 else n.Fixed(times))


def add_mana(groups: tuple[tuple[str, ...], ...]) -> tuple[Term, ...]:
    """Mana that is added."""
    return (added_mana(groups),)


def add_mana_each(groups: tuple[tuple[str, ...], ...], of: n.Quantity) -> tuple[Term, ...]:
    """Mana that is added for each of what is counted: where there is a choice of kinds, each mana is of one of them (106.4)."""
    made = added_mana(groups, of)
    return (n.AddMixed(of, made.choice) if isinstance(made, n.AddMana) and made.choice else made,)


def add_many_of(kind: str, times: int) -> tuple[Term, ...]:
    """ "Six {R}": so many symbols of one kind."""
    if times < 1:
        raise NoMeaning
    return (n.AddMana((kind,) * times),)


def any_color(amount: n.Quantity) -> Term:
    """One mana of any colour; several would be chosen one by one."""
    if amount != _ONE:
        raise NoMeaning
    return n.AddMana(choice=n.COLORS, count=amount)


# --- tokens ------------------------------------------------------------------------------------------------------


def token(size: tuple[int, int], words: tuple[tuple[str, str], ...], abilities: tuple[n.Ability, ...] = ()) -> n.Proto:
    """The characteristics of a creature token."""
    of = {kind: [w for k, w in words if k == kind] for kind in ("color", "super", "sub", "type")}
    if "creature" not in of["type"] or not of["sub"] or not of["color"] or (len(of["color"]) > 1 and "" in of["color"]):
        raise NoMeaning  # "colorless" is said
    return n.Proto(
        name=" ".join(of["sub"]),
        types=tuple(of["type"]),
        subtypes=tuple(of["sub"]),
        supertypes=tuple(of["super"]),
        colors=tuple(c for c in of["color"] if c),
        power=size[0],
        toughness=size[1],
        abilities=abilities,
        token=True,
    )


def known_token(name: str) -> n.Proto:
    """A predefined token (111.10)."""
    found = KNOWN_TOKENS.get(name)
    if found is None:
        raise NoMeaning
    return found


def spelled_token(name: str, quoted: n.Ability) -> n.Proto:
    """A predefined token spelled out; whether its ability is that one is seen when the quote is read."""
    return replace(known_token(name), abilities=(quoted,))


def created(tokens: tuple[n.Quantity, n.Proto, bool], who: Any) -> Term:
    """Tokens that a player creates."""
    count, made, tapped = tokens
    return n.CreateTokens(count, made, who, tapped)


def created_each(tokens: tuple[n.Quantity, n.Proto, bool], of: n.Quantity) -> Term:
    """ "for each ..., create a token"."""
    count, made, tapped = tokens
    return n.CreateTokens(times(count, of), made, _YOU, tapped)


_SMALL: Final = ("of", "the", "to", "in", "and")


def named_token(made: n.Proto, name: str) -> n.Proto:
    """A legendary token with a name of its own (111.4)."""
    return replace(called_token(made, name), supertypes=("legendary",))


def called_token(made: n.Proto, name: str) -> n.Proto:
    """A token with a name of its own (111.4)."""
    words = name.split()
    if words[0] in _SMALL or "with" in words or not all(part.isalpha() for word in words for part in word.split("-")):
        raise NoMeaning
    spelled = " ".join(w if w in _SMALL else "-".join(p[0].upper() + p[1:] for p in w.split("-")) for w in words)
    return replace(made, name=spelled)


def joined(first: str, second: str) -> str:
    """Two words as one text."""
    return f"{first} {second}"


def enchant_quote(quoted: leaves.Quoted) -> n.Enchant:
    """The enchant abilities that one Aura changes."""
    text = quoted.text.strip().removesuffix(".").strip()
    if text == "enchant creature card in a graveyard":
        return n.Enchant(n.Filter(types=("creature",)), zone="graveyard")
    if text.startswith("enchant creature put onto the battlefield"):
        return n.Enchant(n.Filter(types=("creature",)), made=True)
    raise NoMeaning


# --- keywords ----------------------------------------------------------------------------------------------------


def from_quality(quality: str) -> str:
    """What protection is from, as its parameter."""
    return f"from {quality}"


def sub_plural(subtype: str) -> str:
    """A subtype as it stands behind "protection from"."""
    return plural(subtype)


def braced(symbols: tuple[str, ...]) -> str:
    """Symbols as the parameter of a keyword."""
    return "".join(f"{{{symbol}}}" for symbol in symbols)


def payment(life: int, symbols: tuple[str, ...] = ()) -> str:
    """A payment of life as the parameter of ward, behind one of mana."""
    return f"{braced(symbols)}, pay {life} life" if symbols else f"pay {life} life"


def chosen_protection(what: Any) -> tuple[Term, ...]:
    """ "gains protection from the color of your choice": chosen as it happens (608.2d)."""
    options = [(n.GainAbilities(what, (n.Keyword("protection", f"from {name}"),)),) for name in COLOR_WORDS]
    return (n.ChooseOne(tuple(options)),)


def mixed_keywords(keywords: tuple[n.Keyword, ...]) -> tuple[n.Keyword, ...]:
    """Keywords of which one has something behind its name; plain ones are gained by name."""
    if not any(keyword.parameter for keyword in keywords):
        raise NoMeaning
    return keywords


def kicker(symbols: tuple[str, ...]) -> str:
    """One of several kicker costs by its name (702.33f)."""
    return f"kicker {braced(symbols)}"


# --- conditions and costs ----------------------------------------------------------------------------------------


def own(condition: n.Condition, at: int) -> Term:
    """A condition on the source, said of "it"."""
    return leaves.Own(condition, at)


def spent_of(color: str, value: int) -> n.Condition:
    """So much mana of one colour was spent."""
    if not 0 < value < 10:
        raise NoMeaning
    return n.Spent((color,) * value)


def remove_cost(counters: tuple[str, n.Quantity], f: n.Filter | None = None) -> Term:
    """Counters removed as a cost."""
    return n.RemoveCountersCost(*counters, f)


def put_cost(counters: tuple[str, n.Quantity]) -> Term:
    """Counters put on the source as a cost."""
    return n.PutCountersCost(*counters)
