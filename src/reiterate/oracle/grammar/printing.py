"""Abilities as text: the way back through antecedents and productions, and the spelling of the words.

``show`` prints one ability, ``show_clause`` those of one line. What no production says is ``Unprintable``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Self

from reiterate.oracle.grammar import leaves, ways_back, ways_back_lines
from reiterate.oracle.grammar.leaves import NotRead
from reiterate.oracle.grammar.lexicon import ADJECTIVES, ROMANS
from reiterate.oracle.grammar.line_meanings import equips
from reiterate.oracle.grammar.reading import grammar, together
from reiterate.oracle.grammar.referring import Referring
from reiterate.oracle.grammar.speaker import KEPT, Speaker, Words
from reiterate.oracle.grammar.walks import inside
from reiterate.oracle.words import CARD_TYPES, SUPERTYPES, subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Part, Term, replace, swap
from reiterate.terms.meanings import is_equip
from reiterate.terms.print_spelling import COLOR_NAMES, COLOR_WORDS, article, listed, number_word, plural

#: What the source is called in the words of its own text, and what it is attached to, before they get their names.
SELF: Final = "~"
HOST: Final = "enchanted creature"
EQUIPPED: Final = "equipped creature"
FORTIFIED: Final = "fortified land"


class Unprintable(Exception):
    """A term that no production says."""


# --- the lexicon backwards ---------------------------------------------------------------------------------------


def _text(known: Callable[[str], bool]) -> Callable[[Any], str | None]:
    return lambda value: value if isinstance(value, str) and known(value) else None


def _number(least: int) -> Callable[[Any], str | None]:
    return lambda value: str(value) if type(value) is int and value >= least else None


def _adjective(f: Any) -> str | None:
    if isinstance(f, n.Filter) and len(f.without_subtypes) == 1 and f == n.Filter(without_subtypes=f.without_subtypes):
        return f"non-{f.without_subtypes[0]}"
    return next((word for word, known in ADJECTIVES.items() if known == f), None)


def _walk(word: Any) -> str | None:
    return f"{word.lower()}walk" if isinstance(word, str) else None


def _braced(symbol: Any) -> str | None:
    return f"{{{symbol}}}" if isinstance(symbol, str) else None


class Quote(str):
    """A text in quotes among other words: its own ``words``, and the ``ability`` that they say."""

    __slots__ = ("ability", "words")

    words: Words
    ability: n.Ability

    def __new__(cls, words: Words, ability: n.Ability) -> Self:
        made = super().__new__(cls, f'" {" ".join(words)} "')
        made.words, made.ability = words, ability
        return made


def _quoted(ability: Any) -> Quote | None:
    if not isinstance(ability, n.Ability) or isinstance(ability, leaves.Open | n.Keyword):
        return None
    words = tuple(ability.text.split()) if isinstance(ability, leaves.Quoted) else _words((ability,))
    return Quote(words, ability)


SPELLED: Final[dict[str, Callable[[Any], str | None]]] = {
    "int": _number(0),
    "roman": lambda v: next((word.upper() for word, number in ROMANS.items() if number == v), None),
    "several": _number(2),
    "type.s": _text(CARD_TYPES.__contains__),
    "type.p": lambda w: plural(w) if w in CARD_TYPES else None,
    "sub.s": _text(lambda w: w in subtypes()),
    "sub.p": lambda w: plural(w) if isinstance(w, str) and w in subtypes() else None,
    "creaturetype": _text(lambda w: w in subtypes()),
    "supertype": _text(SUPERTYPES.__contains__),
    "adj": _adjective,
    "color": lambda w: COLOR_NAMES.get(w) if isinstance(w, str) else None,
    "colorname": _text(COLOR_WORDS.__contains__),
    "size": lambda v: f"{v[0]}/{v[1]}" if isinstance(v, tuple) and len(v) == 2 and type(v[0]) is int else None,
    "modifier": lambda v: f"{v[0]}/{v[1]}",
    "kindword": _text(lambda w: bool(w) and " " not in w),
    "mana": _braced,
    "costsymbol": _braced,
    "generic": lambda v: f"{{{v}}}" if type(v) is int else None,
    "quoted": _quoted,
    "loyalty": lambda v: "0" if v == 0 else f"{v:+d}" if type(v) is int else None,
    "seat": lambda v: f"p{v.seat + 1}" if isinstance(v, n.Seat) else None,
    "word": _text(lambda w: " " not in w),
    "title": _text(bool),
    "walk": _walk,
    "typecycling": lambda w: f"{w.lower()}cycling" if isinstance(w, str) else None,
}


#: Where ways back are declared: all of them before something is said.
WAYS: Final = (ways_back, ways_back_lines)


@cache
def speaker() -> Speaker:
    """The one grammar, spoken."""
    return Speaker(grammar(), SPELLED)


# --- abilities ---------------------------------------------------------------------------------------------------


def fits(group: Term) -> bool:
    """Whether a sentence can be said."""
    return speaker().say("unconditional", (group,)) is not None


def _mode(mode: n.Mode, **known: Any) -> tuple[Term, ...]:
    return tuple(Referring(mode.targets, fits, **known).sentences(mode.effects))


def _most(modes: tuple[n.Mode, ...]) -> int:
    """How many modes a triggered ability has whose ways to choose one or more of them are these; 1 where they are its modes."""
    most = len(modes).bit_length()
    try:
        return most if 1 < most < len(modes) == 2**most - 1 and together(modes[:most], 1, most) == list(modes) else 1
    except NotRead:
        return 1


def _asked(condition: Any, **known: Any) -> Any:
    return Referring((), fits, **known).plain_back(condition)


def _names_source(asked: Any) -> bool:
    """Whether the words of a condition name the source, so that "it" behind them could be that."""
    own = [part for part in inside(asked) if isinstance(part, leaves.Own)]
    return sum(part == n.This() for part in inside(asked)) > sum(part == n.This() for o in own for part in inside(o))


def _plain_equip(a: n.Activated) -> bool:
    (plain,) = equips(a.costs)
    return is_equip(a) and isinstance(plain, n.Activated) and a.targets == plain.targets


def with_x(costs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Costs with the {X} of which the text says what it is."""
    symbols = tuple(symbol for cost in costs for symbol in getattr(cost, "symbols", ()))
    return (n.ManaCost(("X", *symbols)), *(cost for cost in costs if not isinstance(cost, n.ManaCost)))


def opened(a: Any) -> Any:
    """An ability as its line says it: with sentences of leaves."""
    if isinstance(a, n.Activated):
        said = Referring(a.targets, fits, a.costs).sentences(a.effects)
        if a.zone == "graveyard" and not any(getattr(cost, "zone", "") == "graveyard" for cost in a.costs):
            said[0] = swap(said[0], n.This(), leaves.Pointer("buried", 0))  # 113.6m
        costs = a.costs if a.more is None else with_x(a.costs)
        less, less_if = _asked(swap((a.less, a.less_if), n.TargetRef(0), leaves.Targeted()))
        more = _asked(a.more)
        zone = "hand" if a.zone == "hand" and n.DiscardThis() not in a.costs else ""
        made = leaves.Open("activated", tuple(said), costs, None, _asked(a.condition), a.timing, a.limit, zone=zone)
        if _plain_equip(a):
            made = replace(made, kind="equip", groups=(), timing="")
        return replace(made, less=less, more=more, less_if=less_if)
    if isinstance(a, n.Triggered):
        asked = _asked(a.condition, trigger=a.trigger)
        speaks = Referring(a.targets, fits, trigger=a.trigger)
        speaks.named_self = _names_source(asked)
        groups = tuple(speaks.sentences(a.effects))
        if a.zone == "graveyard" and not any(isinstance(part, n.InGraveyard) for part in inside(a.condition)):
            groups = swap(groups, n.This(), leaves.Pointer("buried", 0))  # 113.6m
        event: Any = a.trigger  # one of the rules alone, too
        none = a.modes[-1:] == (n.Mode(()),)  # "choose up to one"
        most = 1 if none else _most(a.modes)
        modes = tuple(_mode(mode, trigger=a.trigger) for mode in a.modes[: -1 if none else most if most > 1 else None])
        return leaves.Open("triggered", groups, (), event, asked, "", a.limit, modes, 0 if none else 1, most)
    if isinstance(a, n.SpellAbility):
        groups = tuple(Referring(a.targets, fits, spell=True).sentences(a.effects))
        modes = tuple(_mode(mode, spell=True) for mode in a.modes)
        return leaves.Open("spell", groups, modes=modes, least=a.least, most=a.most, kicked=a.kicked)
    return a


#: What a keyword ability begins with that is a sentence.
_SENTENCES: Final = frozenset({"as", "if", "you", "~"})


def _words(abilities: tuple[Any, ...]) -> Words:
    """The words of the abilities of one line. Raises ``Unprintable``."""
    spoken = speaker()
    found = spoken.say("keywordline", abilities) or spoken.say("special", abilities)
    if found is not None and found[0] not in _SENTENCES and found[-1] == ".":
        return found[:-1]
    if found is None:
        try:
            found = spoken.say("spelltext", tuple(opened(a) for a in abilities))
        except NotRead as error:
            raise Unprintable(error.why) from error
    if found is None:
        raise Unprintable(f"no words for {abilities}")
    return found


def show_clause(abilities: Sequence[n.Ability], self_name: str = SELF, host: str = HOST) -> str:
    """The text of the abilities of one line: one sentence where one production says them. Raises ``Unprintable``."""
    try:
        return _shown(tuple(abilities), self_name, host)
    except Unprintable:
        if len(abilities) < 2:
            raise
    return " ".join(show(ability, self_name, host) for ability in abilities)


def show_lines(abilities: Sequence[n.Ability], self_name: str = SELF, host: str = HOST) -> list[str]:
    """The abilities of an object as lines of text.

    Where one production says several abilities, as that of a keyword may, they stand in one line. An ability that no
    production says is left out.
    """
    found: list[str] = []
    rest = tuple(abilities)
    while rest:
        many = 1
        for count in range(min(len(rest), _MOST_TOGETHER), 0, -1):
            try:
                found.append(_shown(rest[:count], self_name, host))
            except Unprintable:
                continue
            many = count
            break
        rest = rest[many:]
    return found


#: The most abilities that one keyword stands for on its card.
_MOST_TOGETHER: Final = 4


def show(ability: n.Ability, self_name: str = SELF, host: str = HOST) -> str:
    """The text of one ability. Raises ``Unprintable`` for what no production says."""
    return _shown((ability,), self_name, host)


@lru_cache(maxsize=KEPT)
def _shown(abilities: tuple[n.Ability, ...], self_name: str, host: str) -> str:
    if len(abilities) == 1 and isinstance(abilities[0], n.NotUnderstood | n.Inert):
        return abilities[0].text
    return spelled(_words(abilities), self_name, host, of=abilities)


def _unlinked(ability: n.Activated | n.Triggered) -> n.Activated | n.Triggered:
    """An ability without what another ability of its object remembers of it (607.2): no words of its own say that."""
    for node in inside(ability):
        if isinstance(node, n.Move) and node.link and node.zone == "exile":
            ability = swap(ability, node, n.Exile(node.object))
    return ability


def show_deed(ability: n.Activated | n.Triggered, self_name: str = SELF, host: str = HOST) -> str:
    """What an ability does, without its costs or its event. Raises ``Unprintable``."""
    return spelled(deed_words(ability), self_name, host, isinstance(ability, n.Activated), (ability,))


def deed_words(ability: n.Activated | n.Triggered) -> Words:
    """The words of what an ability does, one by one: ``("~", "gains", "haste", ".")``. Raises ``Unprintable``."""
    try:
        words = speaker().say("spelltext", (opened(_unlinked(ability)),)) or ()
    except NotRead as error:
        raise Unprintable(error.why) from error
    if isinstance(ability, n.Triggered):
        event = speaker().say("event", ability.trigger) or ()
        words = words[len(event) + 1 :]
    else:
        words = words[words.index(":") + 1 :] if ":" in words else ()
    if not words:
        raise Unprintable(f"no words for {ability}")
    return words


#: Categories of the grammar that say one target.
_TARGETS: Final = ("eithertarget", "objecttarget", "playertarget", "spelltarget")


#: Verbs before which whoever acts need not be named.
_BEGIN: Final = ("deals", "gains", "gets", "gain", "draw")


def show_briefly(
    ability: n.Activated, targets: Sequence[str] = (), host: str = HOST, whole: bool = True
) -> tuple[str, str, bool]:
    """An activated ability in few words, for whoever knows whose it is: its costs, what it does, and whether its targets stand there.

    ``targets``: what stands for the words of its targets: "1 damage to p2" for "~ deals 1 damage to any target".
    ``whole``: all sentences, and not the first one alone. Raises ``Unprintable``.
    """
    words = _of_itself(deed_words(ability))
    if not whole:
        words = [*words[: words.index(".")], *("…" for _ in words[words.index(".") + 1 :][:1])]
    marked = _marked(words, ability.targets) if targets and len(targets) == len(ability.targets) else []
    words = marked or words
    if words[0] in (SELF, "you") and words[1] in _BEGIN:
        del words[0]
    if words[0] == "deals":
        del words[0]
    text = spelled(words, "it", host, capital=False, of=(ability,)).rstrip(".")
    for number, name in enumerate(targets if marked else ()):
        text = text.replace(chr(_STANDS + number), name)
    all_words = _of_itself(speaker().say("spelltext", (opened(_unlinked(ability)),)) or ())
    costs = all_words[: all_words.index(":")] if ":" in all_words else []
    return spelled(costs, "it", host, of=(ability,)), text, bool(marked)


def _marked(words: Sequence[str], targets: Sequence[n.TargetSpec]) -> list[str]:
    """Words in which a sign stands for those of each target; [] where the words of one are not found."""
    found, at = list(words), 0
    for number, spec in enumerate(targets):
        said = list(next(filter(None, (speaker().say(category, spec) for category in _TARGETS)), ()))
        at = next((i for i in range(at, len(found)) if said and found[i : i + len(said)] == said), -1)
        if at < 0:
            return []
        found[at : at + len(said)] = [chr(_STANDS + number)]
    return found


def _of_itself(words: Words) -> list[str]:
    """Words in which what is said of itself has no name: "its power"."""
    found: list[str] = []
    for word in words:
        if word == "'s" and found[-1:] == [SELF]:
            found[-1] = "its"
        else:
            found.append(word)
    return found


def show_event(event: n.TriggerEvent, self_name: str = SELF) -> str:
    """The event of a triggered ability, as its sentence begins: "Whenever a creature dies". Raises ``Unprintable``."""
    words = speaker().say("event", event)
    if words is None:
        raise Unprintable(f"no words for {event}")
    return spelled(words, self_name)


def host_words(proto: n.Proto) -> str:
    """What a card's text calls the object to which it is attached (303.4, 301.5): "equipped creature", "enchanted land"."""
    if "Equipment" in proto.subtypes:
        return EQUIPPED
    if "Fortification" in proto.subtypes:
        return FORTIFIED
    enchants = next((each.filter for each in proto.abilities if isinstance(each, n.Enchant)), None)
    if enchants is None or enchants.subtypes or enchants.any_subtype:
        return HOST if enchants is None else "enchanted permanent"
    return f"enchanted {enchants.types[0] if len(enchants.types) == 1 and not enchants.any_of else 'permanent'}"


# --- spelling ----------------------------------------------------------------------------------------------------

#: In front of these, and behind those, a number is written in digits.
_DIGITS_BEFORE: Final = re.compile(r"(life|damage|or (less|greater)\b|or (more|less) life|mana value)")
_DIGITS_BEHIND: Final = re.compile(
    r"\b(scry|surveil|blights?|discover|reinforce|adapt|toxic|annihilator|firebending|devour(?: \w+)?|graft|modular|fading|bushido|soulshift|fabricate|afflict|afterlife"
    r"|bloodthirst|suspend|vanishing|level|saddle|monstrosity|renown|casualty|evidence|expend|plus|minus|is|\+|exactly)$"
)
_NUMBER: Final = re.compile(r"(?<![\w/+{-])(\d+)(?![\w/}])")


def spelled(
    words: Sequence[str], self_name: str = SELF, host: str = HOST, capital: bool = True, of: Sequence[n.Ability] = ()
) -> str:
    """Words of the normal form as a sentence of a card.

    ``capital``: of the first word. ``of``: the abilities that the words say; what has an ability in quotes is called by its kind.
    """
    kept = [word for word in words if isinstance(word, Quote)]
    kinds = _kinds_given(of, host) if kept else {}
    quotes = [f'"{spelled(q.words, f"this {kinds.get(q.ability, ANY_KIND)}", of=(q.ability,))}"' for q in kept]
    signs = iter(range(_KEPT, _KEPT + len(quotes)))
    text = " ".join(chr(next(signs)) if isinstance(word, Quote) else word for word in words)
    text = re.sub(r"(?<=\}) (?=\{)", "", text)
    text = re.sub(rf"\b(?:{_COLOR} )+{_COLOR}\b", lambda found: listed(found[0].split()), text)
    text = re.sub(r"[\w{}/-]+(?: or [\w{}/-]+){2,}", lambda found: listed(found[0].split(" or "), "or"), text)
    text = _NUMBER.sub(lambda found: _number_words(text, found), text)
    text = re.sub(r"\ba (?=([\w-]+))", lambda found: article(found[1]).split()[0] + " ", text)
    text = text.replace(HOST, host).replace(SELF, self_name)
    text = re.sub(
        r" — (?=\{[^:]*$)", lambda f: "—" if text[: f.start()][-1:].isdecimal() else " ", text
    )  # a keyword's cost; costs in front of a colon keep the dash
    text = re.sub(r"^([\w ]+) — (\w)(?=[^:•]*$)", lambda f: f"{f[1]}—{f[2].upper()}", text)
    text = re.sub(r" (?=[,.:]|'s\b|'(?= ))", "", text).replace(" / ", "/").replace("[ + ", "[+").replace(" ]", "]")
    begins = r"(^|[.:•] |^[a-z ]+ — )([a-z])" if capital else r"([.:•] )([a-z])"
    text = re.sub(begins, lambda f: f[1] + f[2].upper(), text)
    text = re.sub(f"([{chr(_KEPT)}-{chr(_KEPT + 99)}])\\.", r"\1", text) if quotes else text
    return "".join(quotes[ord(sign) - _KEPT] if _KEPT <= ord(sign) < _KEPT + len(quotes) else sign for sign in text)


def _kinds_given(abilities: Sequence[n.Ability], host: str) -> dict[n.Ability, str]:
    """What the objects are that some abilities give others to, by the ability that is given: "creature"; those of no one kind are left out."""
    kinds: dict[n.Ability, str] = {}
    for ability in abilities:
        for holder in (ability, *getattr(ability, "modes", ())):
            targets = getattr(holder, "targets", ())
            for node in inside(holder):
                if isinstance(node, n.GainAbilities | n.GrantAbilities):
                    to = node.object if isinstance(node, n.GainAbilities) else node.subject
                    kind = _kind_of(to, targets, host)
                    kinds |= {given: kind for given in node.abilities if kind}
    return kinds


def _kind_of(to: Part, targets: Sequence[n.TargetSpec], host: str) -> str:
    """What an object is that is given an ability; "" where its kind is not known."""
    if isinstance(to, n.Host):
        return _HOSTS.get(host, "")
    if isinstance(to, n.Paired):
        return "creature"  # 702.95a
    if isinstance(to, n.TargetRef):
        return _kind_of(targets[to.index].filter, (), host) if to.index < len(targets) else ""
    if isinstance(to, n.Each):
        return _kind_of(to.filter, (), host)
    if not isinstance(to, n.Filter) or to.any_of:
        return ""
    return next((kind for kind in KINDS if kind in to.types), "")


#: What an ability in quotes calls the object that has it; of several kinds the first one that fits.
KINDS: Final = ("creature", "land", "artifact", "enchantment")
ANY_KIND: Final = "permanent"
#: What a host is, by its words.
_HOSTS: Final = {EQUIPPED: "creature", FORTIFIED: "land"} | {f"enchanted {kind}": kind for kind in KINDS}

_COLOR: Final = f"(?:{'|'.join(COLOR_WORDS)})"
#: Signs that stand for texts in quotes while the text around them is spelled.
_KEPT: Final = 0xE000
#: Signs that stand for the names of targets.
_STANDS: Final = 0xF000


def _number_words(text: str, found: re.Match[str]) -> str:
    before, behind = text[: found.start()].rstrip(), text[found.end() :].lstrip()
    if _DIGITS_BEFORE.match(behind) or _DIGITS_BEHIND.search(before):
        return found[1]
    return number_word(int(found[1]))
