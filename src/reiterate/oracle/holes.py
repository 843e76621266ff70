"""The holes of the table of sentences: for each type of hole the function that reads the words in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reiterate.oracle.nouns import NO_PERMANENTS, NotRead, ruled_counter
from reiterate.oracle.sentence_reader import INSTANT_OR_SORCERY, SentenceReader
from reiterate.oracle.word_pieces import Words, split
from reiterate.oracle.worded import worded_keyword, worded_list
from reiterate.oracle.words import CARD_TYPES, creature_types, subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace
from reiterate.terms.hole_words import WORDED
from reiterate.terms.keywords import WITH_PARAMETER
from reiterate.terms.print_spelling import COLOR_WORDS, plural


def special_target(reader: SentenceReader, words: Words) -> n.TargetSpec | None:
    """Targets that the grammar does not read: optional ones, cards in graveyards, spells."""
    if words[:3] == ("up", "to", "1"):
        rest = words[3:]
        another = rest[:1] == ("other",)
        rest = rest[1:] if another else rest
        plain = special_target(reader, rest)
        if plain is None:
            found = reader.object(("another", *rest) if another else rest)
            plain = reader.work.targets.pop()
            assert isinstance(found, n.TargetRef)
        elif another:
            if plain.zone != "battlefield" or plain.filter is None:
                raise reader.fail(words, "another card or spell than the source")
            plain = replace(plain, filter=replace(plain.filter, another=True))
        return replace(plain, optional=True)
    another = words[:2] == ("another", "target")
    if words[:1] != ("target",) and not another:
        return None
    rest = words[2:] if another else words[1:]
    for end, whose in _GRAVEYARDS:
        if rest[-len(end) :] == end:
            if another:
                raise reader.fail(words, "another card than the source")
            return n.TargetSpec(reader.card(rest[: -len(end)]), zone="graveyard", whose=whose)
    kind = _ABILITIES.get(rest)
    if kind is not None and not another:
        return n.TargetSpec(n.Filter(), zone="stack", whose=kind[1], ability=kind[0])
    if rest == ("spell", "or", "permanent") and not another:
        return n.TargetSpec(n.Filter(), zone="battlefield or stack")
    for tail, whose in _SPELLS:
        if rest[-len(tail) :] == tail:
            if another:
                raise reader.fail(words, "another spell than the source")
            return n.TargetSpec(_spell(reader, rest[: -len(tail)]), zone="stack", whose=whose)
    if rest[-3:-1] == ("not", "named"):
        return n.TargetSpec(replace(reader.set_of(rest), another=another))
    if rest[-4:] == ("creature", "you", "don't", "control"):
        mine = reader.set_of((*rest[:-3], "an", "opponent", "controls"))
        return n.TargetSpec(replace(mine, another=another))
    if rest[:1] == ("attacking",):
        return n.TargetSpec(replace(reader.set_of(rest), another=another))
    if rest[-2:] == ("this", "turn") and not another:
        return n.TargetSpec(reader.set_of(rest))
    return None


_GRAVEYARDS: Final = (
    (("in", "your", "graveyard"), "you"),
    (("from", "your", "graveyard"), "you"),
    (("in", "a", "graveyard"), "any"),
    (("from", "a", "graveyard"), "any"),
    (("from", "an", "opponent", "'s", "graveyard"), "opponent"),
    (("in", "an", "opponent", "'s", "graveyard"), "opponent"),
)
_ABILITIES: Final[dict[Words, tuple[str, str]]] = {
    (*words, "ability", *tail): (kind, whose)
    for words, kind in (
        (("triggered",), "triggered"),
        (("activated",), "activated"),
        (("activated", "or", "triggered"), "any"),
    )
    for tail, whose in (((), "any"), (("you", "control"), "you"), (("an", "opponent", "controls"), "opponent"))
}
_SPELLS: Final = ((("spell", "you", "control"), "you"), (("spell",), "any"))


def _spell(reader: SentenceReader, words: Words) -> n.Filter:
    if not words:
        return n.Filter(types=())
    if words in INSTANT_OR_SORCERY:
        return INSTANT_OR_SORCERY[words]
    if len(words) == 1 and words[0] in COLOR_WORDS:
        return n.Filter(colors=(COLOR_WORDS[words[0]],))
    if words[-1] == "permanent":
        found = _spell(reader, words[:-1])
        return replace(found, without_types=(*found.without_types, *NO_PERMANENTS))
    if words == ("noncreature",):
        return n.Filter(without_types=("creature",))
    return reader.set_of(words)


def _others(reader: SentenceReader, words: Words) -> n.Each:
    """All of a set but what was chosen: in an ability of a permanent without targets before, "other" is than the source."""
    if not (reader.setting.spell or reader.work.targets):
        raise reader.fail(words, "others than the source")
    return n.Each(reader.set_of(words))


def _int(reader: SentenceReader, words: Words) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise reader.fail(words, "no number")
    return int(words[0])


def _generic(reader: SentenceReader, words: Words) -> n.Fixed:
    symbol = words[0].strip("{}")
    if len(words) != 1 or not symbol.isdecimal() or not words[0].startswith("{"):
        raise reader.fail(words, "no generic mana")
    return n.Fixed(int(symbol))


def _symbol(reader: SentenceReader, words: Words) -> Words:
    found = tuple(word.strip("{}") for word in words)
    if any(f not in n.MANA_KINDS for f in found):
        raise reader.fail(words, "no kind of mana")
    return found


def _kinds(reader: SentenceReader, words: Words) -> Words:
    return _symbol(reader, tuple(w for w in words if w not in ("and/or", "or", "and", "/")))


def _kind(reader: SentenceReader, words: Words) -> str:
    if len(words) != 1 or not (words[0][0] in "+-" or words[0].isalpha()) or ruled_counter(words[0]):
        raise reader.fail(words, "no kind of counter")
    return words[0]


def _color(reader: SentenceReader, words: Words) -> str:
    if len(words) != 1 or words[0] not in COLOR_WORDS:
        raise reader.fail(words, "no color")
    return COLOR_WORDS[words[0]]


def _subs(reader: SentenceReader, words: Words) -> Words:
    known = subtypes()
    if not all(word in known for word in words):
        raise reader.fail(words, "no subtypes")
    return tuple(known[word] for word in words)


def _subtype(reader: SentenceReader, words: Words) -> str:
    if len(words) != 1:
        raise reader.fail(words, "no subtype")
    return _subs(reader, words)[0]


def _except(reader: SentenceReader, words: Words) -> n.Except:
    """What a copy has besides (707.9): abilities, types, another size, not legendary."""
    done = n.Except()
    for part in _parts_of_except(words):
        done = _one_except(reader, done, part)
    return done


def _parts_of_except(words: Words) -> list[Words]:
    """Split at joiners in front of a new clause."""
    found: list[Words] = []
    here: list[str] = []
    for i, word in enumerate(words):
        following = words[i + 1 : i + 2]
        new = following and following[0] in ("it", "it's", "its", "they're", "they", "the", "has", "isn't", "~")
        if word in (",", "and") and (new or following == ("and",)):
            if here:
                found.append(tuple(here))
            here = []
            continue
        here.append(word)
    if here:
        found.append(tuple(here))
    return found


_COPIED_IS_LEGENDARY: Final = tuple(
    (*which.split(), "is", "legendary")
    for which in (
        "that creature",
        "equipped creature",
        "enchanted creature",
        "that permanent",
        "the spell",
        "the chosen creature",
    )
)
_NOT_LEGENDARY: Final = frozenset(
    {
        "it isn't legendary",
        "it's not legendary",
        "the token isn't legendary",
        "they aren't legendary",
        "they're not legendary",
    }
)


def _one_except(reader: SentenceReader, done: n.Except, words: Words) -> n.Except:
    if " ".join(words) in _NOT_LEGENDARY:
        return replace(done, nonlegendary=True)
    if words[:2] == ("the", "token"):
        words = ("it", *words[2:])
    if words == ("it", "has", "no", "mana", "cost"):
        return replace(done, costless=True)
    if words == ("it", "has", "this", "ability"):
        return replace(done, this_ability=True)
    if words == ("it", "doesn't", "copy", "that", "creature", "'s", "color"):
        return replace(done, own_color=True)
    if words[:1] == ("isn't",):
        words = ("it", *words)
    if words[:3] == ("those", "creatures", "aren't"):
        words = ("it", "isn't", *words[3:])
    if words[:4] == ("it", "isn't", "legendary", "if") and words[4:] in _COPIED_IS_LEGENDARY:
        return replace(done, nonlegendary=True)  # if what is copied is legendary: else it makes no difference
    if words[:-1] == ("that", "the", "copy", "is") and words[-1] in COLOR_WORDS:
        return replace(done, colors=(COLOR_WORDS[words[-1]],))
    if words[:3] == ("it", "enters", "with"):
        return replace(done, entering=(*done.entering, _entering(reader, words[3:])))
    if len(words) == 2 and words[0] == "it's" and "/" in words[1] and words[1][0].isdecimal():
        power, _, toughness = words[1].partition("/")
        return replace(done, power=int(power), toughness=int(toughness))
    if words[:2] in (("it", "has"), ("they", "have")) or words[:1] == ("has",):
        rest = words[2:] if words[0] != "has" else words[1:]
        given: tuple[n.Ability, ...] = ()
        for part in split(tuple("," if w == "and" else w for w in rest), ","):
            if len(part) == 1 and part[0].startswith('"'):
                given += reader.quotes(part)
            else:
                given += tuple(n.Keyword(k) for k in reader.keywords(part))
        return replace(done, abilities=(*done.abilities, *given))
    if words[:1] in (("it's",), ("they're",)) or words[:2] == ("it", "is"):
        rest = words[1:] if words[0] in ("it's", "they're") else words[2:]
        if not rest or (words[0] != "they're" and rest[0] not in ("a", "an")):
            raise reader.fail(words, "no exception of a copy")
        return _as_also(reader, done, rest)
    raise reader.fail(words, "no exception of a copy")


def _as_also(reader: SentenceReader, done: n.Except, words: Words) -> n.Except:
    """ "it's a 1/1 red Balloon creature in addition to its other colors and types"."""
    at = next((i for i in range(len(words)) if words[i : i + 3] == ("in", "addition", "to")), -1)
    if words[:1] not in (("a",), ("an",)) and not words[0][0].isdecimal():
        raise reader.fail(words, "no exception of a copy")
    tail: Words = words[at + 5 :] if words[at + 4 : at + 5] == ("other",) else ()
    if at < 0:
        return _as_only(reader, done, words)
    if tail not in (("types",), ("colors", "and", "types"), ("creature", "types")):
        raise reader.fail(words, "no exception of a copy")
    for word in words[1 if words[0] in ("a", "an") else 0 : at]:
        if "/" in word and word[0].isdecimal():
            power, _, toughness = word.partition("/")
            done = replace(done, power=int(power), toughness=int(toughness))
        elif word in COLOR_WORDS:
            done = replace(done, colors=(*(done.colors or ()), COLOR_WORDS[word]), more_colors="colors" in tail)
        elif word in CARD_TYPES or word in [plural(t) for t in CARD_TYPES]:
            done = replace(done, types=(*done.types, word if word in CARD_TYPES else word[:-1]))
        elif word in subtypes():
            done = replace(done, subtypes=(*done.subtypes, subtypes()[word]))
        else:
            raise reader.fail(words, "no exception of a copy")
    return done


def _as_only(reader: SentenceReader, done: n.Except, words: Words) -> n.Except:
    """ "it's a 1/1 green Frog": other creature types and colours; "it's an artifact": nothing else (205.1a)."""
    if done.instead or done.types or done.subtypes:
        raise reader.fail(words, "types of a copy twice")
    if words == ("an", "artifact"):
        return replace(done, types=("artifact",), instead=True)
    known = subtypes()
    for word in words[1:] if words[0] in ("a", "an") else words:
        if "/" in word and word[0].isdecimal():
            power, _, toughness = word.partition("/")
            done = replace(done, power=int(power), toughness=int(toughness))
        elif word in COLOR_WORDS:
            done = replace(done, colors=(*(done.colors or ()), COLOR_WORDS[word]))
        elif known.get(word) in creature_types():
            done = replace(done, subtypes=(*done.subtypes, known[word]), instead=True)
        else:
            raise reader.fail(words, "no exception of a copy")
    if not done.instead:
        raise reader.fail(words, "no creature types of a copy")
    return done


def _entering(reader: SentenceReader, words: Words) -> n.Static:
    """ "X additional +1/+1 counters on it", "an additional loyalty counter on it if it's a planeswalker" (614.1c)."""
    at = next((i for i in range(len(words)) if words[i : i + 2] == ("on", "it")), -1)
    tail = words[at + 2 :]
    if at != 4 or words[1] != "additional" or words[3] not in ("counter", "counters"):
        raise reader.fail(words, "no counters that a copy enters with")
    amount = n.XValue() if words[0] == "X" else reader.number(words[:1])
    kind: str = HOLES["kind"](reader, words[2:3])
    effect = n.EntersWithCounters(kind, amount)
    if not tail:
        return n.Static(effect)
    if tail[:3] not in (("if", "it's", "a"), ("if", "it's", "an")) or len(tail) != 4 or tail[3] not in CARD_TYPES:
        raise reader.fail(words, "no condition on what a copy is")
    return n.Static(effect, n.IsA(n.This(), n.Filter(types=(tail[3],))))


def _source(reader: SentenceReader, words: Words) -> n.Filter:
    """Sources of damage: "a red source you control", "a source", or permanents by one of them (109.2)."""
    at = words.index("source") if "source" in words else -1
    if at < 0:
        found = reader.one_of(words)
        return replace(found, types=(*found.types, "permanent"))
    colors, whose = words[1:at], words[at + 1 :]
    known: dict[Words, str] = {(): "any", ("you", "control"): "you", ("an", "opponent", "controls"): "opponent"}
    if words[0] not in ("a", "an") or len(colors) > 1 or whose not in known:
        raise reader.fail(words, "no sources of damage")
    if any(word not in COLOR_WORDS for word in colors):
        raise reader.fail(words, "no sources of damage")
    return n.Filter(colors=tuple(COLOR_WORDS[word] for word in colors), controller=known[whose])


def _a_spell(reader: SentenceReader, words: Words) -> n.Filter:
    """ "an instant or sorcery spell", "a spell with mana value 3 or less"."""
    if words[-4:] == ("of", "the", "chosen", "color"):
        plain = words[:-4]
        return replace(n.Filter() if plain == ("a", "spell") else _a_spell(reader, plain), chosen="color")
    at = words.index("spell") if "spell" in words else 0
    if at and words[0] in ("a", "an") and words[at + 1 : at + 4] == ("with", "mana", "value"):
        return reader.card((*words[1:at], "card", *words[at + 1 :]))
    if words[0] not in ("a", "an") or words[-1] != "spell" or len(words) < 3:
        raise reader.fail(words, "no spell of a set")
    return _spell(reader, words[1:-1])


def _spells_of(reader: SentenceReader, words: Words) -> n.Filter | None:
    if words == ("spells",):
        return n.Filter()
    if words[-1:] != ("spells",):
        raise reader.fail(words, "no spells")
    plain = tuple(w for w in words[:-1] if w not in ("and", "or", ",", "spells"))
    if len(plain) > 1 and "and" in words:  # "Goblin spells and Rogue spells", "artifact and enchantment spells"
        if all(w in CARD_TYPES for w in plain):
            return n.Filter(any_of=plain)
        if all(w in subtypes() for w in plain):
            return n.Filter(any_subtype=tuple(subtypes()[w] for w in plain))
        raise reader.fail(words, "spells of several sets")
    try:
        return _spell(reader, words[:-1])
    except NotRead:
        return reader.set_of((*words[:-1], "permanents"))


def _enchant(reader: SentenceReader, words: Words) -> n.Enchant:
    inner = tuple(words[0].strip('" ').split()) if len(words) == 1 else ()
    if inner[-1:] == (".",):
        inner = inner[:-1]
    if inner == ("enchant", "creature", "card", "in", "a", "graveyard"):
        return n.Enchant(n.Filter(types=("creature",)), zone="graveyard")
    if inner[:6] == ("enchant", "creature", "put", "onto", "the", "battlefield"):
        return n.Enchant(n.Filter(types=("creature",)), made=True)
    raise reader.fail(words, "no enchant ability")


def _any_of(reader: SentenceReader, words: Words) -> n.Filter:
    """ "any creature on the battlefield", "a creature you control"."""
    if words[:1] == ("any",) and words[-3:] == ("on", "the", "battlefield"):
        return reader.set_of(words[1:-3])
    if words[:1] == ("any",):
        return reader.set_of(words[1:])
    return reader.one_of(words)


def _one_card(reader: SentenceReader, words: Words) -> n.Filter:
    """ "a creature card"."""
    if words[0] not in ("a", "an"):
        raise reader.fail(words, "not a card of a set")
    return reader.card(words[1:])


def _divided(reader: SentenceReader, words: Words) -> n.TargetRef:
    """The targets among which something is divided: "1 , 2 , or 3 target creatures", "any number of targets"."""
    numbers, rest = _how_many(reader, words)
    another = rest[:1] == ("other",)
    rest = rest[1:] if another else rest
    if rest == ("targets",):
        spec = n.TargetSpec(n.Filter(any_of=("creature", "planeswalker", "battle"), another=another), "any")
    elif rest[:1] == ("target",) and rest[-4:] == ("and", "/", "or", "players"):
        spec = n.TargetSpec(replace(reader.set_of(rest[1:-4]), another=another), "any")
    elif rest[:1] == ("target",):
        spec = n.TargetSpec(replace(reader.set_of(rest[1:]), another=another))
    else:
        raise reader.fail(words, "no targets that something is divided among")
    found = reader.work.new_target(replace(spec, divided=True, least=numbers[0], most=numbers[1]))
    assert isinstance(found, n.TargetRef)
    return found


def _how_many(reader: SentenceReader, words: Words) -> tuple[tuple[int, int], Words]:
    """The least and the greatest number of targets (0: any), and the words behind."""
    if words[:3] == ("any", "number", "of"):
        return (0, 0), words[3:]
    if words[:2] == ("up", "to") and words[2].isdecimal():
        return (0, int(words[2])), words[3:]
    for most in range(2, 10):
        listed = [str(i) for i in range(1, most + 1)]
        spelled = (*" , ".join(listed[:-1]).split(), *((",",) if most > 2 else ()), "or", listed[-1])
        if words[: len(spelled)] == spelled:
            return (1, most), words[len(spelled) :]
    raise reader.fail(words, "no number of targets")


def _protection(reader: SentenceReader, words: Words) -> tuple[n.Keyword, ...]:
    """The quality behind "protection from": a colour."""
    if len(words) != 1 or words[0] not in COLOR_WORDS:
        raise reader.fail(words, "no colour to be protected from")
    return (n.Keyword("protection", f"from {words[0]}"),)


def _kicker(reader: SentenceReader, words: Words) -> str:
    """One of several kicker costs: "{2}{B}" (702.33f)."""
    if not words or not all(word.startswith("{") for word in words):
        raise reader.fail(words, "no kicker cost")
    return f"kicker {''.join(words)}"


def _worded(reader: SentenceReader, words: Words) -> tuple[n.Keyword, ...]:
    """Keywords, one of them with something behind or inside its name."""
    found = worded_list(words)
    if found is None:
        raise reader.fail(words, "no keyword of that kind")
    return tuple(found)


def _evasions(reader: SentenceReader, words: Words) -> tuple[n.Keyword, ...]:
    """ "Flying and/or islandwalk": keywords, with landwalk among them."""
    found: list[n.Keyword] = []
    for part in split(tuple("," if word == "/" else word for word in words if word not in ("and", "or")), ","):
        plain = " ".join(part) in n.KEYWORDS and " ".join(part) not in WITH_PARAMETER
        more = [n.Keyword(" ".join(part))] if plain else worded_keyword(part)
        if more is None:
            raise reader.fail(words, "no keywords")
        found += more
    return tuple(found)


def _adding(reader: SentenceReader, words: Words) -> Term:
    """What a player adds: "{G}", "an additional one mana of any color"."""
    found = reader.effects(("add", *(words[2:] if words[:2] == ("an", "additional") else words)))
    if len(found) != 1 or isinstance(found[0], n.Adds) or not isinstance(found[0], n.ManaEffect):
        raise reader.fail(words, "no mana")
    return found[0]


def _words_of(kind: str) -> Callable[[SentenceReader, Words], Any]:
    """The rule of a hole with a closed set of words."""
    known = {tuple(words.split()): value for words, value in WORDED[kind]}

    def rule(reader: SentenceReader, words: Words) -> Any:
        if words not in known:
            raise reader.fail(words, "none of the words that can stand here")
        return known[words]

    return rule


HOLES: Final[dict[str, Callable[[SentenceReader, Words], Any]]] = {
    **{kind: _words_of(kind) for kind in WORDED},
    "object": lambda r, w: r.object(w),
    "possessive": lambda r, w: r.object(w),
    "player": lambda r, w: r.player(w),
    "receiver": lambda r, w: r.receiver(w),
    "subject": lambda r, w: r.subject(w),
    "one": lambda r, w: r.one_of(w),
    "many": lambda r, w: r.set_of(w),
    "noun": lambda r, w: r.set_of(w),
    "others": _others,
    "acard": _one_card,
    "card": lambda r, w: r.card(w),
    "cards": lambda r, w: r.card(w),
    "anyof": _any_of,
    "spells": _spells_of,
    "source": _source,
    "aspell": _a_spell,
    "n": lambda r, w: r.number(w),
    "int": _int,
    "amount": lambda r, w: r.number(w),
    "generic": _generic,
    "q": lambda r, w: r.quantity(w),
    "foreach": lambda r, w: r.template("foreach", w),
    "cardsin": lambda r, w: r.quantity(("the", "number", "of", *w)),
    "cond": lambda r, w: r.condition(w),
    "statecond": lambda r, w: r.condition(w),
    "event": lambda r, w: r.event(w),
    "effects": lambda r, w: r.effects(w),
    "cost": lambda r, w: r.costs(w),
    "quotes": lambda r, w: r.quotes(w),
    "quotedenchant": _enchant,
    "keywords": lambda r, w: r.keywords(w),
    "given": lambda r, w: r.given(w),
    "kind": _kind,
    "kinds": _kinds,
    "symbol": _symbol,
    "color": _color,
    "subs": _subs,
    "subtype": _subtype,
    "except": _except,
    "divided": _divided,
    "adding": _adding,
    "kicker": _kicker,
    "protection": _protection,
    "evasions": _evasions,
    "worded": _worded,
}
