"""Whole lines by the table of sentences: keyword abilities with costs, modes, activated, triggered and static abilities, spells."""

from __future__ import annotations

import dataclasses
from itertools import combinations, pairwise
from typing import Final

from reiterate.oracle import being_read
from reiterate.oracle.antecedents import Work
from reiterate.oracle.build import Setting, abilities_of
from reiterate.oracle.expanded import expanded
from reiterate.oracle.normal_text import Normal, loose, normalise
from reiterate.oracle.normal_text import Token as Word
from reiterate.oracle.nouns import NotRead
from reiterate.oracle.rephrase import enters_or, source_first
from reiterate.oracle.sentence_reader import Parse, SentenceReader, host_words
from reiterate.oracle.sentence_rules import reader_of
from reiterate.oracle.statics import freely
from reiterate.oracle.styles import styles
from reiterate.oracle.word_pieces import Words, split
from reiterate.oracle.worded import worded_keyword
from reiterate.oracle.words import subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Part, Term, children, replace, swap
from reiterate.terms.chosen_words import FROM_CHOSEN
from reiterate.terms.keywords import WITH_PARAMETER
from reiterate.terms.meanings import READ_BY_NAME, is_cycling, meaning
from reiterate.terms.print_abilities import show_clause
from reiterate.terms.print_nouns import Unprintable

_RESTRICTIONS: Final[dict[Words, tuple[str, str]]] = {
    ("activate", "only", "as", "a", "sorcery"): ("timing", "sorcery"),
    ("activate", "only", "once", "each", "turn"): ("limit", "turn"),
}
#: How many modes are chosen, at least and at most (0: all of them).
_CHOOSE: Final[dict[Words, tuple[int, int]]] = {
    ("choose", "1", "—"): (1, 1),
    ("choose", "2", "—"): (2, 2),
    ("choose", "3", "—"): (3, 3),
    ("choose", "1", "or", "both", "—"): (1, 2),
    ("choose", "1", "or", "more", "—"): (1, 0),
}
_ONCE: Final = (("this", "ability", "triggers", "only", "once", "each", "turn"),)


def read_words(words: Words, setting: Setting, parse: Parse) -> tuple[n.Ability, ...]:
    """The abilities of a line; raises ``NotRead``."""
    line = _Line(setting, parse)
    for rule in (line.keywords, line.special, line.modal, line.activated, line.triggered, line.rest):
        found = rule(words)
        if found:
            return found
    raise NotRead(0, "no line that is known")


class _Line:
    """Reads one line."""

    def __init__(self, setting: Setting, parse: Parse) -> None:
        self.setting = setting
        self.parse = parse
        self.unread: set[Words] = set()  # parts that are no static abilities: lists would be tried over and over

    def reader(self, trigger: n.TriggerEvent | None = None, has_x: bool = False) -> SentenceReader:
        """A fresh reader of effects."""
        return reader_of(self.parse, self.setting, Work(self.setting.quote, trigger, has_x))

    # keywords

    def keywords(self, words: Words) -> tuple[n.Ability, ...]:
        """A list of keywords, some with a parameter."""
        found: list[n.Ability] = []
        rest = words[:-1] if words[-1:] == (".",) else words
        for part in _commas(rest):
            made = _keyword(part)
            if made is None:
                return ()
            found += made
        return tuple(found)

    # keyword abilities with costs

    def special(self, words: Words) -> tuple[n.Ability, ...]:
        """Equip, kicker, buyback, flashback, additional costs, enchant in a graveyard."""
        rest = words[:-1] if words[-1:] == (".",) else words
        head = rest[:1]
        tail = rest[2:] if rest[1:2] == ("—",) else rest[1:]
        if rest == ("enchant", "creature", "card", "in", "a", "graveyard"):
            return (n.Enchant(n.Filter(types=("creature",)), zone="graveyard"),)
        if head == ("equip",) and tail:
            mine = n.Filter(types=("creature",), controller="you")
            costs = self.reader(has_x=False).costs(tail)
            return (n.Activated(costs, (n.AttachTo(n.TargetRef(0)),), (n.TargetSpec(mine),), timing="sorcery"),)
        cycling = _cycling(rest)
        if cycling is not None:
            costs = (*self.reader(has_x=True).costs(cycling[1]), n.DiscardThis())
            return (n.Activated(costs, (cycling[0],), zone="hand"),)  # type: ignore[arg-type] # parts of the language
        both = _kickers(tail) if head == ("kicker",) else ()
        if both:
            return both
        if head in (("kicker",), ("buyback",), ("flashback",), ("evoke",), ("escape",), ("entwine",)) and tail:
            return (n.SpellCosts(self.reader(has_x=True).costs(tail), head[0]),)
        stands_for = expanded(self.reader(), rest)
        if stands_for:
            return stands_for
        if rest == ("jump-start",):
            return (n.SpellCosts((n.DiscardCost(),), "jump-start"),)
        if rest == ("retrace",):
            return (n.SpellCosts((n.DiscardCost(filter=n.Filter(types=("land",))),), "retrace"),)
        instead = self.instead(rest)
        if instead is not None:
            return (instead,)
        for start in _ADDITIONAL:
            if rest[: len(start)] == start:
                return (n.SpellCosts(self.reader(has_x=True).costs(rest[len(start) :])),)
        return ()

    def instead(self, words: Words) -> n.SpellCosts | None:
        """ "if ..., you may ... rather than pay this spell's mana cost" (118.9)."""
        condition: n.Condition | None = None
        if words[:1] == ("if",) and "," in words:
            at = words.index(",")
            if words[at + 1 : at + 3] != ("you", "may") or not {"cast", "rather"} & set(words[at + 1 :]):
                return None
            condition, words = self.reader().condition(words[1:at]), words[at + 1 :]
        if words[:2] != ("you", "may"):
            return None
        for name in (("~",), ("this", "spell")):
            if condition is not None and words == ("you", "may", "cast", *name, *_FOR_NOTHING):
                return n.SpellCosts((), "alternative cost", condition)
            end = ("rather", "than", "pay", *name, "'s", "mana", "cost")
            if words[-len(end) :] != end:
                continue
            costs: tuple[n.Cost, ...] = ()
            for part in split(words[2 : -len(end)], "and"):
                mana = part[:1] == ("pay",) and part[1:2] and part[1].startswith("{")
                costs += self.reader(has_x=self.setting.has_x).costs(part[1:] if mana else part)
            return n.SpellCosts(costs, "alternative cost", condition)
        return None

    # modes

    def modal(self, words: Words) -> tuple[n.Ability, ...]:
        """ "choose one —" alone, or as what a trigger does."""
        if "•" not in words:
            return ()
        first = words.index("•")
        head, kicked = _if_kicked(words[:first])
        size = next((size for size in (3, 5) if head[-size:] in _CHOOSE), 0)
        if not size:
            return ()
        modes_words = _bullets(words[first:])
        least, most = _CHOOSE[head[-size:]]
        most = most or len(modes_words)
        before = head[:-size]
        if kicked and (before or not self.setting.spell or (least, most) != (1, 1)):
            raise NotRead(0, "modes of a kicked spell")
        if kicked[1:] > (len(modes_words),) or ("both" in words[:first] and len(modes_words) != 2):
            raise NotRead(0, "more or fewer modes than a kicked spell has")
        trigger = condition = None
        if before[-1:] == (":",):
            return self.activated_modes(before, modes_words, (least, most))
        if before:
            if before[-1] != "," or before[0] not in ("when", "whenever", "at"):
                raise NotRead(0, "modes of something else")
            trigger, condition = self.trigger_of(before[:-1])
        modes = []
        for mode_words in modes_words:
            at = next((i for i, w in enumerate(mode_words[:4]) if w == "—"), -1)
            reader = self.reader(trigger, self.setting.has_x)
            effects = reader.effects(mode_words[at + 1 :])
            modes.append(n.Mode(effects, tuple(reader.work.targets)))
        if kicked:
            kicked = (kicked[0], kicked[1] or len(modes))
        several = (least, most) != (1, 1) or bool(kicked)
        if several and (most > len(modes) or any(spec.divided for mode in modes for spec in mode.targets)):
            raise NotRead(0, "several modes, one of which divides something")
        if trigger is not None and several:
            modes = _together(modes, least, most)
        if trigger is not None:
            return (n.Triggered(trigger, (), (), condition, modes=tuple(modes)),)
        if self.setting.spell:
            return (n.SpellAbility((), (), tuple(modes), least, most, kicked),)
        raise NotRead(0, "modes of no spell and no trigger")

    def activated_modes(self, costs: Words, modes: list[Words], number: tuple[int, int]) -> tuple[n.Ability, ...]:
        """ "{T}: Choose one —" as an activated ability for each mode: which one is chosen as it is activated (602.2b)."""
        if number != (1, 1):
            raise NotRead(0, "several modes of an activated ability")
        made: list[n.Ability] = []
        for words in modes:
            at = next((i for i, w in enumerate(words[:4]) if w == "—"), -1)
            for ability in self.activated((*costs, *words[at + 1 :])):
                assert isinstance(ability, n.Activated)
                plain = not (ability.limit or ability.timing or ability.condition)
                if not plain or any(isinstance(c, n.LoyaltyCost) for c in ability.costs):
                    raise NotRead(0, "a restriction that several modes share")
                made.append(ability)
        return tuple(made)

    # activated abilities

    def activated_at(self, words: Words) -> int | None:
        """Where the colon of an activated ability stands."""
        return words.index(":") if ":" in words else None

    def activated(self, words: Words) -> tuple[n.Ability, ...]:
        """ "costs: effects"."""
        at = self.activated_at(words)
        if at is None:
            return ()
        costs = self.reader(has_x=True).costs(words[:at])
        announced = any("X" in getattr(c, "symbols", ()) or getattr(c, "amount", None) == n.XValue() for c in costs)
        body, extra = _restrictions(source_first(words[:at], words[at + 1 :]))
        body, buried = _from_graveyard(body)
        where: dict[str, str] = {}
        condition: n.Condition | None = None
        for sentence in extra:
            if sentence in _RESTRICTIONS:
                key, value = _RESTRICTIONS[sentence]
                where[key] = value
                continue
            if condition is not None:
                raise NotRead(0, "two conditions")
            if sentence == _YOUR_TURN:
                condition = n.YourTurn()
            elif sentence == _NOT_ZERO:
                condition = n.Compared(n.XValue(), ">=", n.Fixed(1))
            else:
                condition = self.reader().condition(sentence[3:])
        reader = self.reader(has_x=announced)
        effects = reader.effects(body)
        if reader.work.paid and not _gives_up(costs, body):
            raise NotRead(0, "nothing that was given up")
        zone = next((c.zone for c in costs if isinstance(c, n.ExileCost) and c.filter is None), "battlefield")
        if n.DiscardThis() in costs:
            zone = "hand"
        if buried:
            if zone != "battlefield" or any(isinstance(c, _OF_PERMANENT) for c in costs):
                raise NotRead(0, "a cost of another zone than the graveyard")
            zone = "graveyard"
        targets = tuple(reader.work.targets)
        made = n.Activated(costs, effects, targets, condition=condition, zone=zone, **where)  # type: ignore[arg-type] # parts of the language
        if is_cycling(made):
            raise NotRead(0, "cycling in other words")
        return (made,)

    # triggered abilities

    def trigger_of(self, words: Words) -> tuple[n.TriggerEvent, n.Condition | None]:
        """The event and the intervening if of the words in front of the effects."""
        commas = [i for i, word in enumerate(words) if word == ","]
        for at in [len(words), *commas]:
            try:
                event = self.reader().event(words[:at])
            except NotRead:
                continue
            rest = words[at + 1 :]
            if not rest:
                return event, None
            if rest[0] != "if":
                continue
            return event, self.reader(event).condition(rest[1:])
        raise NotRead(0, "no event that is known")

    def triggered(self, words: Words) -> tuple[n.Ability, ...]:
        """ "when ..., ..."."""
        if words[:1] not in (("when",), ("whenever",), ("at",)):
            return ()
        both = enters_or(words)
        if both is not None and any(words[-len(end) :] == end for end in ((*once, ".") for once in _ONCE)):
            raise NotRead(0, "two events of an ability that triggers once each turn")
        if both is not None:
            return tuple(ability for part in both for ability in self.triggered(part))
        limit = ""
        while words and words[-1] == ".":
            words = words[:-1]
        for end in _ONCE:
            if words[-len(end) :] == end:
                words, limit = words[: -len(end)], "turn"
        commas = [i for i, word in enumerate(words) if word == ","]
        problem: NotRead | None = None
        for at in commas:
            if words[at + 1 : at + 2] == ("if",):
                continue  # a condition behind the event is an intervening one (603.4), no part of the effects
            try:
                event, condition = self.trigger_of(words[:at])
            except NotRead as error:
                problem = problem or error
                continue
            try:
                reader = self.reader(event)
                effects = reader.effects(words[at + 1 :])
                if reader.work.paid:
                    raise NotRead(0, "nothing that was sacrificed")
            except NotRead as error:
                problem = error
                continue
            if condition is not None and _else_of(effects, words):
                problem = NotRead(0, "an otherwise that may be about the condition")
                continue
            targets = tuple(reader.work.targets)
            return (n.Triggered(event, effects, targets, condition, limit),)
        raise problem or NotRead(0, "no effects")

    # static abilities and spells

    def rest(self, words: Words) -> tuple[n.Ability, ...]:
        """A spell's effects, or static abilities sentence by sentence."""
        while words and words[-1] == ".":
            words = words[:-1]
        if self.setting.spell:
            made = self.static(words, quiet=True)
            if made:
                return made
            reader = self.reader(has_x=self.setting.has_x)
            effects = reader.effects(words)
            if reader.work.paid and "exiled" in words:
                raise NotRead(0, "what was exiled, of a spell")
            return (n.SpellAbility(effects, tuple(reader.work.targets)),)
        return self.static(words)

    def static(self, words: Words, quiet: bool = False) -> tuple[n.Static, ...]:
        """Static abilities by templates, with "as long as" in front or behind."""
        try:
            return self._static(words)
        except NotRead:
            if quiet:
                return ()
            raise

    def _static(self, words: Words) -> tuple[n.Static, ...]:
        if words in self.unread:
            raise NotRead(0, "no static ability that is known")
        try:
            return tuple(_of_subject(ability, words) for ability in self._one_static(words))
        except NotRead:
            self.unread.add(words)
            raise

    def _one_static(self, words: Words) -> tuple[n.Static, ...]:
        reader = self.reader()
        if "." in words and ("as", "long") in pairwise(words):  # a condition covers its own sentence
            sentences = split(words, ".")
            if len(sentences) > 1:
                return tuple(ability for sentence in sentences for ability in self._static(sentence))
        if words[:3] == ("as", "long", "as"):
            for i, word in enumerate(words):
                if word == ",":
                    try:
                        condition = reader.condition(words[3:i])
                    except NotRead:
                        continue
                    return tuple(replace(a, condition=condition) for a in self._static(words[i + 1 :]))
            raise NotRead(0, "no condition that is known")
        at = next((i for i in range(len(words)) if words[i : i + 3] == ("as", "long", "as")), -1)
        if at > 0:
            condition = reader.condition(words[at + 3 :])
            return tuple(replace(a, condition=condition) for a in self._static(words[:at]))
        special = _where(reader, words) or _defines(reader, words)
        if special:
            return special
        try:
            return (n.Static(reader.template("static", words)),)
        except NotRead:
            pass
        from_grammar = self.by_grammar(words) or self.of_chosen(words)
        if from_grammar:
            return from_grammar
        for rule in (being_read.static, lambda r, w: freely(r, w, self._static)):
            try:
                return rule(reader, words)
            except NotRead:
                pass
        for i, word in enumerate(words):
            if word in (".", "and", ",") and 0 < i < len(words) - 1:
                try:
                    left = self._static(words[:i])
                    return (*left, *self._static(_with_subject(words[:i], words[i + 1 :])))
                except NotRead:
                    continue
        raise NotRead(0, "no static ability that is known")

    def of_chosen(self, words: Words) -> tuple[n.Static, ...]:
        """ "other creatures you control of the chosen type get +1/+1": the same about a set with a chosen type."""
        at = next((i for i in range(len(words)) if words[i : i + 4] == ("of", "the", "chosen", "type")), 0)
        if not at or words[at + 4 : at + 5] not in (("get",), ("gets",), ("have",), ("has",)):
            return ()
        found = self.by_grammar((*words[:at], *words[at + 4 :]))
        effect = found[0].effect if len(found) == 1 and isinstance(found[0], n.Static) else None
        if not isinstance(effect, n.ModifyPT | n.GrantAbilities) or not isinstance(effect.subject, n.Filter):
            return ()
        return (n.Static(replace(effect, subject=replace(effect.subject, chosen="type"))),)

    def by_grammar(self, words: Words) -> tuple[n.Static, ...]:
        """A static ability that the grammar reads."""
        from_text = "".join(f"{word} " for word in (*words, "."))
        try:
            found = abilities_of(self.parse(from_text), dataclasses.replace(self.setting, spell=False))
        except NotRead:
            return ()
        statics = tuple(a for a in found if isinstance(a, n.Static))
        return statics if statics == found and _prints_back(found, words) else ()


def _kickers(words: Words) -> tuple[n.SpellCosts, ...]:
    """ "{W} and/or {2}{B}": two kicker costs, each named with its cost (702.33b)."""
    at = words.index("and") if "and" in words else 0
    if not at or words[at : at + 3] != ("and", "/", "or"):
        return ()
    costs = (words[:at], words[at + 3 :])
    if not all(cost and all(symbol.startswith("{") for symbol in cost) for cost in costs) or costs[0] == costs[1]:
        return ()
    return tuple(
        n.SpellCosts((n.ManaCost(tuple(symbol.strip("{}") for symbol in cost)),), f"kicker {''.join(cost)}")
        for cost in costs
    )


def _else_of(effects: tuple[Term, ...], words: Words) -> bool:
    """Whether "otherwise" may speak of the condition in front and not of what may or can't be done (603.4)."""
    first = effects[0]
    if "otherwise" not in words or not isinstance(first, n.IfDone) or not first.otherwise:
        return False
    return not any(isinstance(effect, n.May | n.MayPay) for effect in first.first)


def _if_kicked(head: Words) -> tuple[Words, tuple[int, ...]]:
    """The head of modes, and the least and greatest number of "if this spell was kicked, choose both instead" (0: all)."""
    for number, found in _INSTEAD.items():
        tail = (".", "if", "~", "was", "kicked", ",", "choose", *number, "instead", ".")
        if head[-len(tail) :] == tail:
            return (*head[: -len(tail)], "—"), found
    return head, ()


_INSTEAD: Final[dict[Words, tuple[int, int]]] = {("both",): (2, 2), ("2",): (2, 2), ("any", "number"): (0, 0)}


def _together(modes: list[n.Mode], least: int, most: int) -> list[n.Mode]:
    """One mode for each way to choose so many of them (700.2d): what they do in printed order, targets one behind the other."""
    found = []
    for many in range(least, most + 1):
        for some in combinations(modes, many):
            effects: tuple[n.Effect, ...] = ()
            targets: tuple[n.TargetSpec, ...] = ()
            for mode in some:
                moved = mode.effects
                for i in range(len(mode.targets) - 1, -1, -1) if targets else ():
                    moved = swap(moved, n.TargetRef(i), n.TargetRef(i + len(targets)))
                    for count in range(1, len(mode.targets) + 1):
                        moved = swap(moved, n.Targets(i, count), n.Targets(i + len(targets), count))
                effects, targets = (*effects, *moved), (*targets, *mode.targets)
            found.append(n.Mode(effects, targets))
    if len(found) > _WAYS:
        raise NotRead(0, "many ways to choose modes")
    return found


#: The greatest number of ways to choose modes of a triggered ability that is read.
_WAYS: Final = 15


def _of_subject(ability: n.Static, words: Words) -> n.Static:
    """ "Equipped creature gets +X/+X, where X is its mana value": what the sentence is about, not the source."""
    subject = getattr(getattr(ability, "effect", None), "subject", n.This())
    if subject == n.This() or not _ITS & set(pairwise(words)):
        return ability
    effect = ability.effect
    sizes = (effect.power, effect.toughness) if isinstance(effect, n.ModifyPT) else ()
    read = (*sizes, ability.condition)
    if _of_host(read) == read:
        return ability
    if subject != n.Host() or "~" in words:
        raise NotRead(0, "a number of each of a set, or of one of two things")
    if isinstance(effect, n.ModifyPT):
        if not {*sizes} <= {n.Fixed(0), n.StatOf("manavalue", n.This())}:
            raise NotRead(0, "a size that is added to itself")
        effect = replace(effect, power=_of_host(effect.power), toughness=_of_host(effect.toughness))
    return replace(ability, effect=effect, condition=_of_host(ability.condition))


#: Words for a number of what a sentence is about.
_ITS: Final = frozenset({("its", "power"), ("its", "toughness"), ("its", "mana")})


def _of_host(node: Part) -> Part:
    """A quantity or condition with what it says of the source said of what that is attached to."""
    if isinstance(node, tuple):
        return tuple(_of_host(child) for child in node)
    if node == n.This():
        return n.Host()
    return type(node)(**{name: _of_host(child) for name, child in children(node)}) if isinstance(node, Term) else node


def _cycling(words: Words) -> tuple[Term, Words] | None:
    """What cycling or typecycling does, and the words of its cost (702.29)."""
    at = next((i for i, word in enumerate(words[:2]) if word.endswith("cycling")), -1)
    cost = words[at + 2 :] if words[at + 1 : at + 2] == ("—",) else words[at + 1 :]
    if at < 0 or not cost:
        return None
    kind = words[at].removesuffix("cycling")
    if not kind and at == 0:
        return n.Draw(n.You(), n.Fixed(1)), cost
    before = words[:at]
    if kind == "land" and before in ((), ("basic",)):
        return n.Search(n.You(), n.Filter(types=("land",), supertypes=before), "hand"), cost
    known = subtypes()
    if before or kind.capitalize() not in known:
        return None
    return n.Search(n.You(), n.Filter(subtypes=(known[kind.capitalize()],)), "hand"), cost


def _prints_back(found: tuple[n.Ability, ...], words: Words) -> bool:
    """Whether static abilities print as the words that they were read from."""
    wanted = loose(Normal(tuple(Word(word, 0, 0) for word in words)))
    for style in styles("".join(f"{word} " for word in words)):
        try:
            printed = show_clause(found, host=host_words(words), style=style)
        except Unprintable:
            continue
        if loose(normalise(printed.removesuffix("."))) == wanted:
            return True
    return False


def _with_subject(left: Words, right: Words) -> Words:
    """The second half of "enchanted creature gets ... and ...", with the subject in front."""
    for verb in ("gets", "get", "has", "have", "loses", "lose", "assigns", "assign"):
        if (
            verb in left
            and right[:1]
            and right[0] in ("gets", "get", "has", "have", "loses", "lose", "assigns", "assign", "can't")
        ):
            return (*left[: left.index(verb)], *right)
    return right


def _where(reader: SentenceReader, words: Words) -> tuple[n.Static, ...]:
    """ "~ gets +X/+0, where X is ..."; "gets +1/+1 for each ..." of what the grammar does not count."""
    for verb in ("gets", "get"):
        if verb not in words:
            continue
        at = words.index(verb)
        change = words[at + 1] if at + 1 < len(words) else ""
        rest = words[at + 2 :]
        if "/" not in change or change[0] != "+":
            return ()
        power, _, toughness = change.partition("/")
        if rest[:4] == (",", "where", "X", "is"):
            amount = reader.quantity(rest[4:])
            halves = [amount if "X" in half else n.Fixed(int(half)) for half in (power, toughness)]
        elif rest[:2] == ("for", "each"):
            amount = reader.template("foreach", rest[2:])
            halves = []
            for half in (power, toughness):
                times = int(half)
                halves.append(amount if times == 1 else n.Fixed(0) if times == 0 else _times(amount, times))
        else:
            return ()
        subject = _subject(reader, words[:at])
        return (n.Static(n.ModifyPT(subject, *halves)),)
    return ()


def _times(amount: n.Quantity, by: int) -> n.Quantity:
    return n.Times(amount, by)


def _subject(reader: SentenceReader, words: Words) -> n.Subject:
    if words == ("~",):
        return n.This()
    if len(words) == 2 and words[0] in ("enchanted", "equipped"):
        return n.Host()
    return reader.set_of(words)


def _defines(reader: SentenceReader, words: Words) -> tuple[n.Static, ...]:
    """Characteristic-defining power and toughness (604.3)."""
    both = ("~", "'s", "power", "and", "toughness", "are", "each", "equal", "to")
    if words[: len(both)] == both:
        amount = reader.quantity(words[len(both) :])
        return (n.Static(n.Defines(amount, amount)),)
    tail = ("and", "its", "toughness", "is", "equal", "to", "that", "number", "plus", "1")
    head = ("~", "'s", "power", "is", "equal", "to")
    if words[: len(head)] == head and words[-len(tail) :] == tail:
        amount = reader.quantity(words[len(head) : -len(tail)])
        return (n.Static(n.Defines(amount, n.Plus(amount, 1))),)
    for stat in ("power", "toughness"):
        head = ("~", "'s", stat, "is", "equal", "to")
        if words[: len(head)] == head:
            amount = reader.quantity(words[len(head) :])
            return (n.Static(n.Defines(amount if stat == "power" else None, amount if stat == "toughness" else None)),)
    return ()


_ADDITIONAL: Final = (
    ("as", "an", "additional", "cost", "to", "cast", "~", ","),
    ("as", "an", "additional", "cost", "to", "cast", "this", "spell", ","),
)


_FOR_NOTHING: Final = ("without", "paying", "its", "mana", "cost")


def _commas(words: Words) -> list[Words]:
    found: list[Words] = []
    here: list[str] = []
    for word in words:
        if word == ",":
            found.append(tuple(here))
            here = []
        else:
            here.append(word)
    return [*found, tuple(here)]


def _keyword(words: Words) -> list[n.Ability] | None:
    name = " ".join(words)
    if name in WITH_PARAMETER:
        return None  # nothing without what stands behind it
    if name in READ_BY_NAME or (name in n.KEYWORDS and meaning(n.Keyword(name, ""))):
        return [n.Keyword(name)]
    if words in (_CHOSEN_COLOR, ("~", "has", *_CHOSEN_COLOR)):
        return [n.Keyword("protection", FROM_CHOSEN)]
    found = worded_keyword(words)
    return None if found is None else [*found]


_CHOSEN_COLOR: Final = ("protection", "from", "the", "chosen", "color")


def _bullets(words: Words) -> list[Words]:
    found: list[Words] = []
    here: list[str] = []
    for word in words:
        if word == "•":
            if here:
                found.append(tuple(here))
            here = []
        else:
            here.append(word)
    return [*found, tuple(here)]


_YOUR_TURN: Final = ("activate", "only", "during", "your", "turn")
_NOT_ZERO: Final = ("X", "can't", "be", "0")


#: Costs that only a permanent pays with itself.
_OF_PERMANENT: Final = (n.TapCost, n.UntapCost, n.LoyaltyCost, n.RemoveCountersCost, n.PutCountersCost)


def _from_graveyard(body: Words) -> tuple[Words, bool]:
    """ "Return this card from your graveyard to ...": the ability functions only in the graveyard (113.6m)."""
    head = body[:5]
    if head[:1] == ("return",) and body[1:2] == ("~",) and body[2:5] == ("from", "your", "graveyard"):
        return (*body[:2], *body[5:]), True
    if body[:6] == ("return", "this", "card", "from", "your", "graveyard"):
        return ("return", "~", *body[6:]), True
    return body, False


def _gives_up(costs: tuple[n.Cost, ...], body: Words) -> bool:
    """Whether costs take a permanent that the words may speak of: an exiled or a sacrificed one."""
    if "exiled" in body:
        return "exile" not in body and any(
            isinstance(c, n.ExileCost) and c.filter is not None and c.zone == "battlefield" for c in costs
        )
    return any(isinstance(c, n.SacrificeCost) and c.filter is not None for c in costs)


def _restrictions(words: Words) -> tuple[Words, list[Words]]:
    """The effects of an activated ability, and the sentences that restrict its activation."""
    sentences: list[Words] = []
    here: list[str] = []
    for word in words:
        if word == ".":
            sentences.append(tuple(here))
            here = []
        else:
            here.append(word)
    if here:
        sentences.append(tuple(here))
    extra = []
    while sentences and (
        sentences[-1] in (*_RESTRICTIONS, _NOT_ZERO, _YOUR_TURN) or sentences[-1][:3] == ("activate", "only", "if")
    ):
        extra.append(sentences.pop())
    body: list[str] = []
    for sentence in sentences:
        body += [*sentence, "."]
    return tuple(body), extra
