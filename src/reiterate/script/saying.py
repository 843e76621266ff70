"""Writing a choice in words, part by part or as a line, and mana that a sentence pays with.

Mana that a sentence pays with: ``{C}{C}{R}``, ``10^100 {C} and {R}``.

Writing a choice in words, part by part or as a line; the caller says how rows are named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final, TypeAlias

from reiterate.amounts import Amount, identical, parse_quantity, plain, value_of
from reiterate.oracle.grammar.printing import Unprintable, host_words, show, show_briefly, show_deed
from reiterate.refusals import INPUT, Refusal
from reiterate.rules.access.choice import (
    ACTIVATE,
    ANSWER,
    ASSIGN,
    ATTACK,
    BLOCK,
    CAST,
    GO_ON,
    ITSELF,
    KEEP,
    ORDER,
    PASS,
    PICK,
    PLAY,
    TARGET,
    Choice,
    Pick,
)
from reiterate.rules.access.faces import BACK, face_up
from reiterate.rules.access.questions import Question, asked_ability, question_of
from reiterate.rules.access.same_member import real_row, target_meant
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs.casting import ALTERNATIVES, costs_of, given_ways, spell_abilities
from reiterate.rules.costs.object_costs import HELPING
from reiterate.rules.costs.payment import announces_x
from reiterate.rules.decisions.verify_actions import abilities_at, mana_choice
from reiterate.rules.events.targets import NONE
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.positions.seen_by import casts_face_down
from reiterate.script.combat_words import say_assign, say_attack, say_block
from reiterate.script.describe import exact_name, name_of, target_name
from reiterate.script.places import digits
from reiterate.script.whose import ability_told, asked_sources, source_name
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, State
from reiterate.state.normal_form import indistinguishable
from reiterate.terms.abilities import Activated, Mode, SpellAbility, Triggered, is_mana_ability
from reiterate.terms.base import Term, with_fields
from reiterate.terms.costs import (
    DiscardCost,
    EvidenceCost,
    ExileCost,
    RemoveCountersCost,
    ReturnCost,
    SacrificeCost,
    TapCost,
    TapOthers,
    TapPower,
)
from reiterate.terms.effects_mana import STAYS
from reiterate.terms.print_spelling import COLOR_NAMES
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter
from reiterate.terms.vocabulary import PAYING

# --- mana words ----------------------------------------------------------------------------------

_MANA: Final = re.compile(
    r"(?:(?<!\d)(\d+|(?:\d+\*)?10\^\d+) )?\{((?:[WUBRGC](?: until (?:" + "|".join(STAYS) + r"))?|P))\}"
)
_BETWEEN: Final = re.compile(r"^(?:\s|,|\band\b)+|(?:\s|,|\band\b)+$")
#: Symbols of one kind that are written one by one.
_WRITTEN_OUT: Final = 20


def read_pay(clauses: dict[str, str]) -> tuple[tuple[str, Amount], ...] | Refusal:
    """Mana to pay with: "{C}{C}{R}", or "10^100 {C} and {R}"; every word of it has to be understood."""
    if "paying" not in clauses:
        return ()
    said = clauses["paying"]
    left = _BETWEEN.sub("", _MANA.sub(" ", said))
    if left or not _MANA.search(said):
        message = f"'{left or said}' is no mana to pay with"
        return Refusal(INPUT, "payment", message, "such as {C}{C}{R}, or 10^100 {C} and {R}", "118")
    paid: dict[str, int] = {}
    for number, kind in _MANA.findall(said):
        count = parse_quantity(number) if number else 1
        if isinstance(count, Refusal):
            return count
        paid[kind] = paid.get(kind, 0) + count
    return tuple(paid.items())


def say_mana(pay: tuple[tuple[str, Amount], ...]) -> str:
    """The words for mana that is paid."""
    counted = [(kind, plain(n)) for kind, n in pay]
    if all(n <= _WRITTEN_OUT for _, n in counted):
        return "".join(f"{{{kind}}}" * n for kind, n in counted)
    return " and ".join(f"{digits(n)} {{{kind}}}" for kind, n in counted)


# --- saying --------------------------------------------------------------------------------------

CLAUSES: Final = re.compile(
    r"\s+(targeting|sacrificing|discarding|tapping|returning|exiling|removing from|paying|choosing|with x\s*=|for(?=\s+(?:\{|[wubrgc]\b)))\s+",
    re.IGNORECASE,
)

#: How a chosen mode is written among the ways of a choice, before its number.
_MODE: Final = "mode "

#: How no target is named where there may be none.
NO_TARGET: Final = ("nothing", "no target")


def ability_text(state: State, row: int, ability: Activated) -> str:
    """The words of an activated ability."""
    proto = state.rows[row].cls.proto
    return _words_of(ability, proto.name, host_words(proto)) if proto is not None else _words_of(ability, "~", "it")


def deed_text(state: State, row: int, ability: Activated) -> str:
    """What an activated ability does, in words: its text without the costs."""
    proto = state.rows[row].cls.proto
    return _deed_of(ability, proto.name, host_words(proto)) if proto is not None else _deed_of(ability, "~", "it")


@lru_cache(maxsize=1024)
def _deed_of(ability: Activated, name: str, host: str) -> str:
    try:
        return show_deed(ability, name, host).rstrip(".")
    except Unprintable:
        return ""


@lru_cache(maxsize=1024)  # a script's lines are read again in every iteration
def _words_of(ability: Activated, name: str, host: str) -> str:
    try:
        return show(ability, name, host).rstrip(".")
    except Unprintable:
        return ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A choice in words, part by part: whoever shows it puts together the parts that there is room for.

    ``head``: the verb and what acts. ``ability``: the words of its ability where they tell it apart. ``how``: the clauses before the targets;
    ``targeting``: the targets and the clauses behind them. ``over``: what a pass lets resolve, None for all else.

    Example: "p1: activate Bird: draw a card targeting p2" has the head "activate Bird", and is "activate Bird targeting p2" in short.
    """

    player: int
    head: str
    ability: str = ""
    how: str = ""
    targeting: str = ""
    over: str | None = None

    @property
    def text(self) -> str:
        """The line without its player."""
        if self.over is not None:
            return f"{self.head} over {self.over}"
        return f"{self.head}{f': {self.ability}' if self.ability else ''}{self.how}{self.targeting}"

    @property
    def line(self) -> str:
        """The whole line, with the player in front."""
        return f"p{self.player + 1}: {self.text}"

    @property
    def brief(self) -> str:
        """The text without the words of an ability, or of what a pass lets resolve."""
        return f"{self.head}{'' if self.ability else self.how}{self.targeting}"

    @property
    def passes(self) -> bool:
        """Whether the choice is a pass, whatever that lets resolve."""
        return self.head == PASS


#: What a pass over nothing lets resolve.
EMPTY: Final = "an empty stack"


def spoken(state: State, choice: Choice, name: Namer) -> Spoken:
    """A choice in words, in which ``name`` calls the rows."""
    if choice.verb == PASS:
        return Spoken(choice.player, PASS, over=None if choice.over is None else choice.over or EMPTY)
    ability, how, targeting = "", "", ""
    if choice.verb == ACTIVATE:
        head, ability, (how, targeting) = _say_activate(state, choice, name)
    elif choice.verb in (CAST, PLAY, KEEP):
        head, (how, targeting) = _say_card(state, choice, name), _say_clauses(state, choice, name)
    else:
        head = _say(state, choice, name)
    for word, part in (("number ", choice.member), ("", choice.count)):
        if not (type(part) is int and part == 0):
            behind = f" ({word}{digits(value_of(part))} of them)"
            how, targeting = (how, targeting + behind) if targeting else (how + behind, "")
    return Spoken(choice.player, head, ability, how, targeting)


def player_words(state: State, choice: Choice, line: str) -> str:
    """A choice as a player says it, where ``line`` says it to a script.

    Example: "activate Forest" is "Tap Forest: Add {G}", and "activate Walking Ballista: #2 targeting p2" is "Walking Ballista: 1 damage to p2".
    """
    if choice.verb == ACTIVATE and not choice.apart:
        ability, name = abilities_at(state, choice.row)[choice.index], proto_of(state.rows[choice.row].cls).name
        made = f" for {{{choice.answer}}}" if mana_choice(ability) else ""
        if is_mana_ability(ability) and any(isinstance(cost, TapCost) for cost in ability.costs):
            deed = deed_text(state, choice.row, ability) or ability_text(state, choice.row, ability)
            return f"Tap {name}: {deed}{''.join(_say_clauses(state, choice, name_of))}{made}"
        there = () if choice.sizes or NONE in choice.targets else choice.targets
        targets = tuple(_target_name(state, choice, each, name_of) for each in there)
        _, deed, told = in_short(state, choice.row, ability_of(ability, choice.how), targets, whole=False)
        if deed:
            left = replace(choice, targets=() if told else choice.targets, how=_without_modes(choice.how))
            return f"{name}: {deed}{''.join(_say_clauses(state, left, name_of))}{made}"
    modes = [mode_words(state, choice, word) for word in choice.how if is_mode(word)]
    if choice.verb == CAST and modes:
        plain_how = replace(choice, how=_without_modes(choice.how))
        head = f"{_say_card(state, choice, name_of)}{''.join(_say_clauses(state, plain_how, name_of))}"
        return f"{head[:1].upper()}{head[1:]}: {'; '.join(modes)}"
    if choice.verb == ANSWER and is_mode(choice.answer) and question_of(state).kind == "mode":
        group = (
            "" if type(choice.count) is int and choice.count == 0 else f" ({digits(value_of(choice.count))} of them)"
        )
        return mode_words(state, choice, choice.answer) + group
    if choice.verb == ORDER:
        return f"First: {ability_told(state, choice.row)}"
    none = (
        " with X = 0" if choice.verb == CAST and identical(choice.x, 0) and announces_x(_costs(state, choice)) else ""
    )
    return line[:1].upper() + line[1:] + none


def act_words(state: State, row: int, ability: Activated) -> str:
    """An ability as it stands on the object that has it: its costs, and what it does."""
    costs, deed, _ = in_short(state, row, ability)
    return f"{costs}: {deed}" if costs else deed


def in_short(
    state: State, row: int, ability: Activated, targets: tuple[str, ...] = (), whole: bool = True
) -> tuple[str, str, bool]:
    """Costs and deed of an ability in few words, and whether its targets are named there. Without words of a deed it stands whole."""
    proto = state.rows[row].cls.proto
    costs, deed, told = _in_short(ability, targets, host_words(proto) if proto is not None else "it", whole)
    return costs, deed or ability_text(state, row, ability), told


@lru_cache(maxsize=1024)
def _in_short(ability: Activated, targets: tuple[str, ...], host: str, whole: bool) -> tuple[str, str, bool]:
    try:
        return show_briefly(ability, targets, host, whole)
    except Unprintable:
        return "", "", False


def ability_of(ability: Activated, how: tuple[str, ...]) -> Activated:
    """An ability with the one mode that was chosen; as it is without one, or with several (700.2)."""
    chosen = [int(word.removeprefix(_MODE)) for word in how if is_mode(word)]
    if len(chosen) != 1 or not 0 < chosen[0] <= len(ability.modes):
        return ability
    mode = ability.modes[chosen[0] - 1]
    return with_fields(ability, {"effects": mode.effects, "targets": mode.targets, "modes": ()})


def _without_modes(how: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in how if not is_mode(word))


def is_mode(word: str) -> bool:
    """Whether a word among the ways of a choice is a mode: "mode 2"."""
    return word.startswith(_MODE)


def mode_words(state: State, choice: Choice, mode: str) -> str:
    """What a mode of a spell or an ability does, in words; its number, "mode 2", where no words are known (700.2).

    In: the choice that casts, activates, or answers which mode an ability has that waits to be put on the stack.
    """
    abilities: tuple[Term | None, ...]
    if choice.verb == ACTIVATE:
        abilities = (abilities_at(state, choice.row)[choice.index],)
    elif choice.verb == CAST:
        abilities = tuple(spell_abilities(proto_of(state.rows[choice.row].cls)))
    else:
        abilities = (asked_ability(state),)
    modes = {each.modes for each in abilities if isinstance(each, SpellAbility | Activated | Triggered) and each.modes}
    number = int(mode.removeprefix(_MODE)) - 1
    if len(modes) != 1 or number >= len(next(iter(modes))):
        return mode
    name = asked_sources(state) if choice.verb == ANSWER else source_name(state, choice.row)
    return _mode_of(next(iter(modes))[number], name) or mode


@lru_cache(maxsize=1024)
def _mode_of(mode: Mode, name: str) -> str:
    try:
        return show(SpellAbility(mode.effects, mode.targets), name).rstrip(".")
    except Unprintable:
        return ""


#: What calls a row: by its name where that is enough, or exactly.
Namer: TypeAlias = Callable[[State, int], str]


def _say_card(state: State, choice: Choice, name: Namer) -> str:
    """What is done with a card: it is cast, played, or kept."""
    called = partial(exact_name, place=False) if name is exact_name else name
    zone = state.rows[choice.row].cls.zone
    if choice.verb != KEEP and zone != HAND:
        called = name_of
    whence = _whence(state, choice) if choice.verb != KEEP else ""
    return f"{choice.verb} {called(state, choice.row)}{whence}"


def _say(state: State, choice: Choice, name: Namer) -> str:
    verb = choice.verb
    if verb == TARGET:
        return "target " + (_say_targets(state, choice, name) or NO_TARGET[0])
    if verb == ORDER:
        mine = [h for h in waiting_abilities(state) if state.rows[h].cls.controller == choice.player]
        return f"order #{mine.index(choice.row) + 1} first"
    if verb == GO_ON:
        return "continue"
    if verb == ANSWER:
        return _say_answer(state, choice, name)
    if verb == PICK:
        return "choose " + " and ".join(_say_pick(state, pick, name) for pick in choice.picks)
    if verb in IN_COMBAT:
        paying = f" paying {say_mana(choice.pay)}" if choice.pay else ""
        return IN_COMBAT[verb](state, choice, name) + paying
    return choice.answer


def _whence(state: State, choice: Choice) -> str:
    """Where a card is played from, where its name and the way of casting alone could mean another one."""
    cls = state.rows[choice.row].cls
    if cls.zone in (COMMAND, LIBRARY):
        return f" from {'command zone' if cls.zone == COMMAND else cls.zone}"
    if cls.zone == HAND or any(ALTERNATIVES.get(how) for how in choice.how):
        return ""
    like = {
        row.cls.zone
        for row in state.rows.values()
        if row.cls.owner == cls.owner and row.cls.proto is not None and row.cls.proto.name == proto_of(cls).name
    }
    return f" from {cls.zone}" if like & {HAND, GRAVEYARD, EXILE, LIBRARY, COMMAND} != {cls.zone} else ""


IN_COMBAT: Final = {ATTACK: say_attack, BLOCK: say_block, ASSIGN: say_assign}


def _say_answer(state: State, choice: Choice, name: Namer) -> str:
    """The line of an answer in the middle of something."""
    return line_of_answer(question_of(state), choice, lambda row: _called(state, row, name))


def line_of_answer(question: Question, choice: Choice, name: Callable[[int], str], verb: str = "choose") -> str:
    """The line of an answer to a question, in which ``name`` calls the rows; ``verb``: what stands before a chosen thing."""
    chosen = chosen_words(question, choice, name)
    return chosen if question.kind == "yes" and not choice.picks and not choice.pay else f"{verb} {chosen}"


def chosen_words(question: Question, choice: Choice, name: Callable[[int], str]) -> str:
    """What an answer chooses, without a verb: "2 Goblin", "red", "yes"."""
    kind = question.kind
    if choice.picks:
        return " and ".join(_counted(count, name(row)) for row, count in choice.picks)
    if kind == "number" and not choice.answer:
        return digits(value_of(choice.count))
    if choice.pay:
        return "".join(f"{{{k}}}" * plain(n) for k, n in choice.pay)
    if kind == "yes":
        return choice.answer
    if kind in ("color", "mana"):
        return COLOR_NAMES.get(choice.answer, choice.answer)
    return choice.answer or "nothing"


def _say_pick(state: State, pick: Pick, name: Namer) -> str:
    row, count = pick
    return _counted(count, _called(state, row, name) if row >= 0 else words_for_the_same(row))


def _called(state: State, row: int, name: Namer) -> str:
    """What calls an object that is picked: an ability by its place on the stack."""
    return target_name(state, row) if name is name_of else name(state, row)


def _counted(count: Amount, called: str) -> str:
    number = plain(count)
    return called if number == 1 else f"{digits(number)} {called}"


def _say_activate(state: State, choice: Choice, name: Namer) -> tuple[str, str, tuple[str, str]]:
    """What is activated, the words of the ability where there are several, and the clauses."""
    abilities = abilities_at(state, choice.row)
    words = _ability_words(state, choice, abilities) if len(set(abilities)) > 1 else ""
    how, targeting = _say_clauses(state, choice, name)
    made = f" for {{{choice.answer}}}" if mana_choice(abilities[choice.index]) else ""
    clauses = (how, targeting + made) if targeting else (how + made, "")
    return f"activate {name(state, choice.row)}", words, clauses


def _ability_words(state: State, choice: Choice, abilities: tuple[Activated, ...]) -> str:
    """The effect of the ability where that tells it apart, else its number."""
    texts = [ability_text(state, choice.row, a) for a in abilities]
    words = deed_text(state, choice.row, abilities[choice.index])
    fitting = {abilities[i] for i, text in enumerate(texts) if words.casefold() in text.casefold()}
    readable = words and not CLAUSES.search(words) and ":" not in words
    return words if readable and fitting == {abilities[choice.index]} else f"#{choice.index + 1}"


def _target_name(state: State, choice: Choice, target: int, name: Namer) -> str:
    """A target's words, told from the acting object."""
    if target == NONE:
        return "nothing"
    if target == ITSELF or target_meant(target) >= 0:
        return words_for_the_same(target)
    if choice.verb != ACTIVATE:
        return target_name(state, target) if name is name_of else name(state, target)
    row = state.rows[choice.row]
    if target == choice.row:
        alone = type(row.n) is int and row.n == 1
        return "itself" if alone else f"another {name(state, target)}"
    called = target_name(state, target) if name is name_of else name(state, target)
    return (
        f"another {called}" if indistinguishable(state, choice.row, target) and called not in state.labels else called
    )


def words_for_the_same(named: int) -> str:
    """What calls an object that a choice has named before: what acts, or one of its targets."""
    number = target_meant(named)
    return f"target {number + 1}" if number >= 0 else "itself"


def _say_targets(state: State, choice: Choice, name: Namer) -> str:
    """The targets of a choice, those that something is divided among with their parts."""
    names = [_target_name(state, choice, t, name) for t in choice.targets]
    alone = len(names) - len(choice.sizes)
    parts = [f"{digits(value_of(part))} to " for part in choice.sizes]
    return " and ".join([*names[:alone], *(part + said for part, said in zip(parts, names[alone:], strict=True))])


#: The words for what costs do to the objects named for them.
_GIVING: Final[dict[type, str]] = {
    DiscardCost: "discarding",
    TapOthers: "tapping",
    ReturnCost: "returning",
    ExileCost: "exiling",
    EvidenceCost: "exiling",
    TapPower: "tapping",
    SacrificeCost: "sacrificing",
    RemoveCountersCost: "removing from",
}


def givings(state: State, choice: Choice) -> list[tuple[str, Term | None]]:
    """The words for the costs for which objects are named, each with its cost, in the order in which they are named."""
    costs: tuple[Term, ...] = ()
    if choice.verb == ACTIVATE:
        costs = abilities_at(state, choice.row)[choice.index].costs
    elif choice.verb == CAST:
        costs = _costs(state, choice)
    found: list[tuple[str, Term | None]] = [
        (_GIVING[type(cost)], cost)
        for cost in costs
        if type(cost) in _GIVING and (isinstance(cost, DiscardCost) or getattr(cost, "filter", cost) is not None)
    ]
    helping = [HELPING[word].does for word in PAYING if word in choice.how]
    if "tap" in helping:
        found.append(("tapping", None))
    if "exile" in helping:
        found.append(("exiling", ExileCost(GRAVEYARD, Filter())))
    return found


def _costs(state: State, choice: Choice) -> tuple[Term, ...]:
    """The costs of a spell that is cast."""
    proto = face_up(proto_of(state.rows[choice.row].cls), choice.how)
    return costs_of(proto, choice.how, given_ways(state, choice.row))


def picked_for(state: State, choice: Choice) -> Iterator[tuple[Pick, str, Term | None]]:
    """The picks of a choice that acts, each with the words for the cost that it is for, and that cost; None for a helping payment."""
    words = givings(state, choice) or [("sacrificing", None)]
    at, taken = 0, 0
    for pick in choice.picks:
        while at < len(words) - 1 and (
            _paid(words[at][1], taken) or not _there(state, words[at][1], real_row(choice, pick[0]))
        ):
            at, taken = at + 1, 0
        number = value_of(pick[1])
        taken += number if isinstance(number, int) else 0
        yield pick, *words[at]


def _given(state: State, choice: Choice) -> list[tuple[str, list[Pick]]]:
    """The picks of a choice by the words of the costs that they are for."""
    found: list[tuple[str, list[Pick]]] = []
    for pick, word, _ in picked_for(state, choice):
        if found and found[-1][0] == word:
            found[-1][1].append(pick)
        else:
            found.append((word, [pick]))
    return found


def _paid(cost: Term | None, taken: int) -> bool:
    if isinstance(cost, RemoveCountersCost):  # all of them come from one permanent
        return taken >= 1
    amount = getattr(cost, "amount", None)
    wanted = amount.value if isinstance(amount, Fixed) else 1 if amount is None and cost is not None else None
    return wanted is not None and taken >= wanted


def _there(state: State, cost: Term | None, row: int) -> bool:
    zone = state.rows[row].cls.zone
    if isinstance(cost, DiscardCost):
        return zone == HAND
    if isinstance(cost, EvidenceCost):
        return zone == GRAVEYARD
    return zone == (cost.zone if isinstance(cost, ExileCost) else BATTLEFIELD)


def _say_clauses(state: State, choice: Choice, name: Namer) -> tuple[str, str]:
    """The clauses behind what acts: those before the targets; the targets with those behind them."""
    how = "".join(f" with {word}" for word in choice.how if not is_mode(word))
    if casts_face_down(state, choice):
        how = how.replace(f" with {BACK}", " face down")
    modes = [word for word in choice.how if is_mode(word)]
    if modes:
        how += " choosing " + " and ".join(modes)
    text = " targeting " + _say_targets(state, choice, name) if choice.targets else ""
    for word, picks in _given(state, choice):
        text += f" {word} " + " and ".join(_say_pick(state, p, name) for p in picks)
    if choice.pay:
        text += " paying " + say_mana(choice.pay)
    if not (type(choice.x) is int and choice.x == 0):
        text += f" with X = {digits(value_of(choice.x))}"
    return (how, text) if choice.targets else (how + text, "")
