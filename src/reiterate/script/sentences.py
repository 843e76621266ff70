"""Sentences: one line of text to the choice it means in a state, and a choice to its canonical line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, TypeAlias

from reiterate.amounts import Amount, identical, parse_quantity, plain
from reiterate.refusals import AMBIGUOUS, ILLEGAL, INPUT, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access import choices
from reiterate.rules.access.choices import Choice, Pick
from reiterate.rules.access.option_slots import X
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import about, active_seat, number_prop, seats, stand_apart
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs.casting import castable_zones
from reiterate.rules.costs.permission import ALTERNATIVES
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, entry_text, nothing_asked, over_text
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.decisions.verify_answers import pick_question
from reiterate.rules.events.library import library
from reiterate.rules.events.targets import NONE, legal_targets
from reiterate.rules.events.waiting_triggers import waiting
from reiterate.rules.resolution import division
from reiterate.rules.resolution.put_triggers_on_stack import divided_by, trigger_targets
from reiterate.rules.resolution.stacking import effects_of, specs_of
from reiterate.rules.turn.state_based_actions import legends_like
from reiterate.rules.turn.turn_structure import STEP_NAMES, step_name
from reiterate.script import which_ability
from reiterate.script.combat_words import is_block, read_assign, read_attack, read_block
from reiterate.script.describe import (
    exact_name,
    find,
    find_target,
    in_hand,
    in_play,
    name_of,
    named,
    named_members,
    narrow,
    seat_named,
    shield,
    unshield,
)
from reiterate.script.forced import already
from reiterate.script.mana_words import read_pay
from reiterate.script.places import quantity
from reiterate.script.saying import CLAUSES, IN_COMBAT, NO_TARGET, ability_text, givings, line
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, State, player
from reiterate.state.normal_form import alike, is_single
from reiterate.state.properties import CARD, PASSES
from reiterate.terms.abilities import Triggered, is_mana_ability
from reiterate.terms.costs import EvidenceCost, ExileCost
from reiterate.terms.print_spelling import COLOR_WORDS

#: What is left of a sentence that is several passes: ("count", passes left), or ("to", step, whose turn (-1: anybody's),
#: how far it is (``_HERE``, ``_LEAVING``, ``_ON_THE_WAY``), what is discarded in cleanup steps on the way).
Passes: TypeAlias = tuple[object, ...]

# How far passing to a step has come: nobody has passed; the present step is still to be left; anything else.
_HERE: Final = "here"
_LEAVING: Final = "leaving"
_ON_THE_WAY: Final = "on the way"

_STEPS: Final = {
    "upkeep": "upkeep",
    "turn": "upkeep",
    "draw": "draw",
    "draw step": "draw",
    "main": "main1",
    "main phase": "main1",
    "first main phase": "main1",
    "combat": "combat",
    "beginning of combat": "combat",
    "end of combat": "endcombat",
    "declare attackers": "attackers",
    "declare blockers": "blockers",
    "combat damage": "damage",
    "first-strike damage": "firststrike",
    "second main": "main2",
    "second main phase": "main2",
    "end": "end",
    "end step": "end",
}
_PASS_TO: Final = re.compile(
    r"(?:all pass|pass|go) to (?:the )?(?:(next|my) |p(\d{1,2})'s )?(.+?)(?:\s+discarding\s+(.+))?"
)
_PREFIX: Final = re.compile(r"^(p\d{1,2})\s*:\s*", re.IGNORECASE)
_WAYS: Final = re.compile(
    r"\s+with\s+(?:its\s+|an\s+)?"
    r"(kicker(?:\s+(?:\{\w+(?:/\w+)?\})+)?|kicker|buyback|entwine|flashback|convoke|escape|evoke|jump-start|retrace|alternative cost|no mana cost)(?!\w)",
    re.IGNORECASE,
)
_VERBS: Final = "activate X, cast X, play X, pass, all pass, all pass to STEP, resolve the stack, target X, order X first, yes, no, choose X, keep X, attack with X, no attack, X blocks Y, no block, assign N to X, continue"
_PART: Final = re.compile(r"\s+\((number )?(\d+|\d*\*?10\^\d+) of them\)$", re.IGNORECASE)
_SYMBOLS: Final = re.compile(r"\{([WUBRGCP])\}")


def read_sentence(state: State, text: str) -> Choice | Passes | Refusal:
    """Read one line: a choice, or passes still to be made one by one (``passes_of``).

    Words like "with 3 +1/+1 counters" may name a member of a group that differs by equal steps.
    """
    try:
        return _read(state, text)
    except Unsupported as error:
        apart, parted = named_members(state, text) if error.refusal.code == "progression" else ((), state)
        if not apart:
            raise
        read = _read(parted, text)
        return replace(read, apart=apart) if isinstance(read, Choice) else read


def _without_stop(state: State, text: str) -> str:
    """A sentence without the stop at its end, unless that is part of a card's name."""
    low = text.casefold()
    names = {row.cls.proto.name for row in state.rows.values() if row.cls.proto is not None} if low[-1:] == "." else ()
    return text if any(name[-1:] == "." and low.endswith(name.casefold()) for name in names) else text.rstrip(".")


def _read(state: State, text: str) -> Choice | Passes | Refusal:
    body = _without_stop(state, text.strip())
    if asked(state) == "over":
        return Refusal(ILLEGAL, "game-over", "the game is over", "a script that stops there", "104.1")
    seat = decider(state)
    prefix = _PREFIX.match(body)
    if prefix is not None:
        said = seat_named(prefix.group(1))
        assert said is not None
        seat = said
        body = body[prefix.end() :]
    low = body.lower()
    twice = _said_twice(body)
    if twice:
        expected = f"one '{twice}' clause; 'and' joins what belongs to it"
        return Refusal(INPUT, "clause-twice", f"'{twice}' stands twice in the line", expected, "601.2")
    passes = _passes(state, low, seat)
    if passes is not None:
        return passes
    if low in ("pass", "pass priority") or low.startswith("pass over "):
        over = body[len("pass over ") :] if low.startswith("pass over ") else over_text(state)
        return Choice(choices.PASS, seat, over="" if over == "an empty stack" else over)
    if low in ("yes", "no"):
        return Choice(choices.ANSWER if asked(state) == "answer" else choices.MAY, seat, answer=low)
    if low in ("continue", "repeat the process"):
        return Choice(choices.GO_ON, seat)
    if low in ("no attack", "no attackers", "attack with nothing"):
        return Choice(choices.ATTACK, seat, answer="none")
    if low in ("no block", "no blocks", "no blockers"):
        return Choice(choices.BLOCK, seat, answer="none")
    if asked(state) == "block" and is_block(body):
        return _paying(read_block)(state, seat, shield(state, body))
    verb, _, rest = shield(state, body).partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is None and is_block(body):
        return nothing_asked(state, "nobody is asked to block now", "509.1")
    if reader is None or not rest.strip():
        return Refusal(INPUT, "not-a-sentence", f"'{body[:80]}' is not a sentence of the script", _VERBS)
    if already(state, seat, verb.lower(), rest.strip()):
        return ("count", 0)
    part = _PART.search(rest)
    if part is None:
        return reader(state, seat, rest.strip())
    number = parse_quantity(part.group(2))
    read = reader(state, seat, rest[: part.start()].strip())
    if isinstance(read, Refusal):
        return read
    if isinstance(number, Refusal):
        return number
    return replace(read, member=number) if part.group(1) else replace(read, count=number)


def _passes(state: State, low: str, speaker: int) -> Passes | Refusal | None:
    everyone = len(seats(state)) - number_prop(state.game, PASSES)
    if low in ("all pass", "everyone passes", "all players pass"):
        if asked(state) == "priority" and not state.stack:
            message = "the stack is empty: passing would end the step"
            return Refusal(
                ILLEGAL, "empty-stack", message, "'all pass to STEP', such as 'all pass to end step'", "117.4"
            )
        return ("count", everyone)
    if low == "resolve the stack":
        if any(not isinstance(state.rows[h].n, int) for h in state.stack):
            message = "the number of abilities on the stack changes from iteration to iteration"
            return Refusal(UNSUPPORTED, "growth-not-covered", message, "'for each trigger:'", "405")
        entries = sum(plain(state.rows[h].n) for h in state.stack)
        return ("count", everyone + (entries - 1) * len(seats(state))) if entries else ("count", 0)
    found = _PASS_TO.fullmatch(low)
    if found is None:
        return None
    word, whose, name, discarded = found.groups()
    step = _STEPS.get(name)
    if step is None:
        return Refusal(INPUT, "not-a-step", f"'{name}' is no step or phase", ", ".join(_STEPS))
    seat = speaker if word == "my" else -1 if whose is None else int(whose) - 1
    if whose is not None and seat not in seats(state):
        return Refusal(INPUT, "no-such-player", f"p{whose} takes no turns here", "a player still in the game", "102.1")
    leaving = word == "next" and step_name(state) == step
    return ("to", step, seat, _LEAVING if leaving else _HERE, discarded or "")


def passes_of(state: State, rest: Passes) -> tuple[Choice, Passes] | Refusal | None:
    """The next pass of a sentence that is several, and what is then left; None when it is done."""
    if rest[0] == "count":
        left = rest[1]
        assert isinstance(left, int)
        if left == 0:
            return None
        if asked(state) == "over":
            return Refusal(ILLEGAL, "game-over", "the game is over", "a script that stops there", "104.1")
        return Choice(choices.PASS, decider(state), over=over_text(state)), ("count", left - 1)
    return _pass_to(state, rest)


def _pass_to(state: State, rest: Passes) -> tuple[Choice, Passes] | Refusal | None:
    """The next pass on the way to a step, or the discard of a cleanup step on the way (514.1); None on arrival.

    One arrives where the stack is empty, or at the first question that the step asks.
    """
    _, step, seat, way, discarded = rest
    assert isinstance(discarded, str)
    ask = asked(state)
    if ask == "over":
        return Refusal(ILLEGAL, "game-over", "the game is over", "a script that stops there", "104.1")
    there = step_name(state) == step and seat in (-1, active_seat(state))
    if there and way == _ON_THE_WAY and not (ask == "priority" and state.stack):
        return None
    if there and way == _HERE and (ask in ("attack", "block") or (ask == "priority" and not state.stack)):
        name = STEP_NAMES[str(step)]
        expected = f"a later step, or 'all pass to next {step}'"
        return Refusal(ILLEGAL, "already-there", f"it is already the {name}", expected, "500.1")
    ends = ask == "priority" and not state.stack and number_prop(state.game, PASSES) + 1 >= len(seats(state))
    leaving = way == _LEAVING and there and not ends  # the same step may follow, an additional one (500.9)
    onward = ("to", step, seat, _LEAVING if leaving else _ON_THE_WAY, discarded)
    if ask == "cleanup" and discarded:
        among, excess = pick_question(state)
        row = find(state, *narrow(state, discarded, among), "card in hand")
        return (
            row if isinstance(row, Refusal) else (Choice(choices.PICK, decider(state), picks=((row, excess),)), onward)
        )
    if ask != "priority":
        return Refusal(ILLEGAL, "decision-first", f"a decision comes first ({ask})", "a line that makes it", "117.3")
    return Choice(choices.PASS, decider(state), over=over_text(state)), onward


# --- clauses -----------------------------------------------------------------------------------------------------


def _split(text: str) -> tuple[str, dict[str, str]]:
    """The head of a sentence and its clauses by their first word."""
    parts = CLAUSES.split(text)
    clauses: dict[str, str] = {}
    for word, said in zip(parts[1::2], parts[2::2], strict=True):
        clauses[word.lower().split()[0]] = said.strip()
    return parts[0].strip(), clauses


@lru_cache(maxsize=1024)  # a script's lines are read again in every iteration
def _said_twice(text: str) -> str:
    """The first word of a clause that stands twice, so that one of the two would be lost; "" if none does."""
    words = [word.lower().split()[0] for word in CLAUSES.split(text)[1::2]]
    return next((word for word in words if words.count(word) > 1), "")


#: A target with its part of what is divided among them: "3 to X", "the rest to Y".
_SHARE: Final = re.compile(r"(\d+|\d*\*?10\^\d+|the rest|rest) to (.+)", re.IGNORECASE)
#: Stands for the part that is left: how much that is is known with the whole choice.
_REST: Final = -1


def _shared(
    state: State, clauses: dict[str, str], made: Choice, actor: int = -1
) -> tuple[tuple[int, ...], tuple[int, ...]] | Refusal:
    """The targets named for a choice, and their parts of what is divided among them (601.2d)."""
    if "targeting" not in clauses:
        return (), ()
    found = []
    parts: list[int] = []
    for words in re.split(r"\s+and\s+|,\s+(?=\d|the rest)", clauses["targeting"]):
        share = _SHARE.fullmatch(words)
        if share is not None:
            said = share.group(1).lower()
            part = _REST if "rest" in said else parse_quantity(said)
            if isinstance(part, Refusal):
                return part
            parts.append(part)
            words = share.group(2)
        elif parts:
            return Refusal(INPUT, "division", f"no part is said for '{words}'", "'2 to X and the rest to Y'", "601.2d")
        if words.lower() in NO_TARGET:
            found.append(NONE)
            continue
        target = _target_of(state, words, made, len(found), actor)
        if isinstance(target, Refusal):
            return target
        found.append(target)
    return tuple(found), tuple(parts)


def _divided(state: State, choice: Choice, parts: tuple[int, ...]) -> Choice | Refusal:
    """The choice with the parts of its targets; "the rest" is worked out."""
    if not parts:
        return choice
    if parts.count(_REST) > 1:
        return Refusal(INPUT, "division", "there is one rest", "'2 to X and the rest to Y'", "601.2d")
    sizes: tuple[Amount, ...] = parts
    if _REST in parts:
        whole = _whole(state, choice)
        if whole is None:
            return Refusal(ILLEGAL, "division", "nothing is divided here", "targets without numbers", "601.2d")
        for part in parts:
            whole = whole - part if part != _REST else whole
        sizes = tuple(whole if part == _REST else part for part in parts)
    return replace(choice, sizes=sizes)


def _whole(state: State, choice: Choice) -> Amount | None:
    """How much is divided among the targets of a choice; None for nothing."""
    if choice.verb == choices.TARGET:
        term = state.rows[about(state)].cls.term
        fine = isinstance(term, Triggered) and division.divided(term.targets) is not None
        return divided_by(state, about(state)) if fine else None
    if choice.verb == choices.CAST:
        proto = proto_of(state.rows[choice.row].cls)
        specs, effects = specs_of(proto, choice.how), effects_of(proto, choice.how)
    else:
        ability = abilities_at(state, choice.row)[choice.index]
        specs, effects = ability.targets, ability.effects
    return division.of_choice(state, effects, choice) if division.divided(specs) is not None else None


def _legal(state: State, made: Choice, number: int) -> list[int]:
    """The rows that target ``number`` (from 0) of a choice could be (601.2c, 603.3d)."""
    if made.verb == choices.TARGET:
        waiting_for = trigger_targets(state, about(state)) if asked(state) == "target" else []
        return [row for row in waiting_for[min(number, len(waiting_for) - 1)] if row >= 0] if waiting_for else []
    if made.verb == choices.CAST:
        specs = specs_of(proto_of(state.rows[made.row].cls), made.how)
    else:
        abilities = abilities_at(state, made.row)
        modes = abilities[made.index].modes if made.index < len(abilities) else ()
        chosen = [mode for i, mode in enumerate(modes, 1) if f"mode {i}" in made.how]
        specs = chosen[0].targets if chosen else abilities[made.index].targets if made.index < len(abilities) else ()
    return legal_targets(state, specs[min(number, len(specs) - 1)], made.player, made.row) if specs else []


def _meant(state: State, words: str, made: Choice, number: int, without: int = -1) -> int | Refusal:
    """What a target's words mean; where they fit several things, the one that is a legal target."""
    found = find_target(state, words, made.player, without)
    if isinstance(found, Refusal):
        several = found.code in ("ambiguous-object", "no-such-object")
    else:
        lying = [r for r in state.rows.values() if r.cls.zone == GRAVEYARD and r.cls.kind == CARD]
        proto = state.rows[found].cls.proto
        name = proto.name if proto is not None else ""
        several = state.rows[found].cls.zone != GRAVEYARD and bool(name) and any(named(r, name) for r in lying)
    if not several:
        return found
    legal = [row for row in _legal(state, made, number) if row != without]
    if not isinstance(found, Refusal) and found in legal:
        return found
    again = find(state, *narrow(state, words, legal), "legal target")
    return found if isinstance(again, Refusal) and again.code == "no-such-object" else again


def _target_of(state: State, words: str, made: Choice, number: int, actor: int) -> int | Refusal:
    if actor < 0:
        return _meant(state, words, made, number)
    alone = type(state.rows[actor].n) is int and state.rows[actor].n == 1
    if words.lower() == "itself":
        return actor if alone else choices.ITSELF
    another = words.lower().startswith("another ")
    target = _meant(state, words, made, number, without=actor if another and alone else -1)
    if isinstance(target, Refusal) or another or words in state.labels:
        return target
    beside = not alone if target == actor else alike(state, actor, target)
    if target == actor and alone:
        others = _meant(state, words, made, number, without=actor)
        beside = not isinstance(others, Refusal) and alike(state, actor, others)
    if beside:
        message = f"'{words}' could be the acting object itself or another one"
        return Refusal(AMBIGUOUS, "ambiguous-object", message, f"itself, or another {words}")
    return target


def _picks(state: State, words: str, among: list[int], what: str) -> tuple[Pick, ...] | Refusal:
    found: list[Pick] = []
    for part in re.split(r"\s+and\s+|,\s+(?=\d)", words):
        number = re.match(r"(\d+|10\^\d+)\s+(.+)", part)
        count: int | Refusal = parse_quantity(number.group(1)) if number else 1
        if isinstance(count, Refusal):
            return count
        seat = seat_named(number.group(2) if number else part)
        if seat is not None and player(seat) in among:
            found.append((player(seat), count))
            continue
        words_of, here = narrow(state, number.group(2) if number else part, among)
        row = find(state, words_of, here, what)
        if isinstance(row, Refusal):
            return row
        found.append((row, count))
    return tuple(found)


def _given(state: State, clauses: dict[str, str], made: Choice) -> tuple[Pick, ...] | Refusal:
    """What is named for costs, in the order of the costs."""
    found: tuple[Pick, ...] = ()
    if not any(word in clauses for word in _GIVEN):
        return found
    costs = givings(state, made)
    for word in dict.fromkeys((*(word for word, _ in costs), *_GIVEN)):
        if word in clauses:
            among = _among(state, word, made.player)
            zones = {cost.zone for said, cost in costs if said == word and isinstance(cost, ExileCost)}
            zones |= {GRAVEYARD for said, cost in costs if said == word and isinstance(cost, EvidenceCost)}
            if zones:  # of cards that bear one name, those where the cost takes them from
                among = [handle for handle in among if state.rows[handle].cls.zone in zones]
            picks = _picks(state, clauses[word], among, "object")
            if isinstance(picks, Refusal):
                return picks
            found += picks
    return found


#: The clauses that name what is paid with.
_GIVEN: Final = ("sacrificing", "tapping", "returning", "discarding", "exiling")


def _among(state: State, word: str, seat: int) -> list[int]:
    """The objects that such a clause may name."""
    if word == "discarding":
        return in_hand(state, seat)
    mine = in_play(state, seat)
    if word != "exiling":
        return mine
    cards = [h for h, r in state.rows.items() if r.cls.zone in (GRAVEYARD, HAND) and r.cls.owner == seat]
    return [*cards, *mine]


def _how(text: str, clauses: dict[str, str]) -> tuple[str, tuple[str, ...]]:
    """The head of a sentence without its ways of casting, and those: "with kicker", "choosing mode 2"."""
    ways = tuple(_way(word) for word in _WAYS.findall(text))
    for clause, said in clauses.items():  # "targeting X with buyback"
        ways += tuple(_way(word) for word in _WAYS.findall(said))
        clauses[clause] = _WAYS.sub("", said).strip()
    if "choosing" in clauses:
        ways += tuple(word.strip().lower() for word in clauses["choosing"].split(" and "))
    return _WAYS.sub("", text).strip(), ways


def _way(said: str) -> str:
    """A way of casting as the rules name it: "kicker {2}{B}" has its cost behind it."""
    word, _, cost = said.lower().partition(" {")
    return f"{word} {{{cost.upper()}" if cost else word


def _number_x(clauses: dict[str, str]) -> int | Refusal:
    said = clauses.get("with")
    return 0 if said is None or said.lower() == "all" else quantity(said)


def _with_all(state: State, choice: Choice, clauses: dict[str, str]) -> Choice | Refusal:
    """``with X = all``: the choice with the greatest X that its cost allows now (107.3, 601.2b)."""
    if clauses.get("with", "").lower() != "all":
        return choice
    same = (choice.verb, choice.row, choice.index, choice.how)
    found = [o for o in options(state) if (o.verb, o.row, o.index, o.how) == same and not o.unknown]
    slot = found[0].slot(X) if found else None
    if slot is None or identical(slot.high, -1):
        message = "nothing says how large X could be here"
        return Refusal(ILLEGAL, "no-greatest-x", message, "with X = a number", "107.3")
    return replace(choice, x=slot.high)


# --- verbs -------------------------------------------------------------------------------------------------------


def _activate(state: State, seat: int, text: str) -> Choice | Refusal:
    head, clauses = _split(text)
    object_words, _, ability_words = head.partition(":")
    among = in_play(state, seat)
    object_words, how = _how(object_words, clauses)
    row = find(state, *narrow(state, object_words, among), "permanent you control")
    if isinstance(row, Refusal):
        elsewhere = find(state, *narrow(state, object_words, active_cards(state, seat)), "card with an ability")
        row = elsewhere if not isinstance(elsewhere, Refusal) else row
    if isinstance(row, Refusal):
        anywhere = find(state, object_words, in_play(state), "permanent")
        if not isinstance(anywhere, Refusal):
            message = f"p{seat + 1} does not control {name_of(state, anywhere)}"
            return Refusal(ILLEGAL, "not-controller", message, "a permanent you control", "602.2")
        return row
    index = _ability_index(state, row, ability_words.strip(), clauses)
    if isinstance(index, Refusal):
        return index
    modes = len(abilities_at(state, row)[index].modes) if index < len(abilities_at(state, row)) else 0
    wrong = next((word for word in how if word not in {f"mode {i}" for i in range(1, modes + 1)}), "")
    if wrong:
        expected = f"choosing mode 1 to mode {modes}" if modes else "no such words"
        return Refusal(INPUT, "how", f"'{wrong}' is no way to activate that", expected, "602.2b")
    known = abilities_at(state, row)
    answer = which_ability.answer_of(known[index], clauses) if index < len(known) else ""
    return _announced(state, clauses, Choice(choices.ACTIVATE, seat, row, index, answer=answer, how=how), row)


def _announced(state: State, clauses: dict[str, str], made: Choice, actor: int = -1) -> Choice | Refusal:
    """The choice with what its clauses announce: targets and their parts, costs, X and the payment (601.2b to 601.2f)."""
    if not clauses:
        return made
    picks = _given(state, clauses, made)
    if isinstance(picks, Refusal):
        return picks
    shared = _shared(state, clauses, made, actor)
    if isinstance(shared, Refusal):
        return shared
    x, pay = _number_x(clauses), read_pay(clauses)
    if isinstance(x, Refusal):
        return x
    if isinstance(pay, Refusal):
        return pay
    chosen = _with_all(state, replace(made, targets=shared[0], picks=picks, pay=pay, x=x), clauses)
    return chosen if isinstance(chosen, Refusal) else _divided(state, chosen, shared[1])


def _tap(state: State, seat: int, text: str) -> Choice | Refusal:
    """``tap X``: its mana ability."""
    head, clauses = _split(text)
    other = next((word for word in clauses if word != "for"), "")
    if other:
        return Refusal(INPUT, "not-a-sentence", f"'{other}' is nothing that tap X takes", "tap X, tap X for {G}")
    among = in_play(state, seat)
    row = find(state, head, [h for h in among if not state.rows[h].cls.tapped], "permanent you control")
    if isinstance(row, Refusal) and row.kind != AMBIGUOUS:
        row = find(state, head, among, "permanent you control")
    if isinstance(row, Refusal):
        return row
    abilities = abilities_at(state, row)
    every = [i for i, a in enumerate(abilities) if is_mana_ability(a)]
    found = which_ability.narrowed(abilities, every, clauses, tap=True)
    if len({abilities[i] for i in found}) != 1:
        return Refusal(
            AMBIGUOUS,
            "which-ability",
            f"'{head}' has {len(every)} mana abilities",
            "tap X for {G}, activate X: words of it",
        )
    answer = which_ability.answer_of(abilities[found[0]], clauses)
    return Choice(choices.ACTIVATE, seat, row, found[0], answer=answer)


def _ability_index(state: State, row: int, words: str, clauses: dict[str, str]) -> int | Refusal:
    abilities = abilities_at(state, row)
    words = unshield(words)
    name = name_of(state, row)
    if not abilities:
        return Refusal(ILLEGAL, "no-such-ability", f"{name} has no activated ability now", "another permanent", "602.1")
    if words.startswith("#") and words[1:].isdigit():
        return int(words[1:]) - 1
    texts = [ability_text(state, row, a) for a in abilities]
    fitting = [i for i, text in enumerate(texts) if words.casefold() in text.casefold()]
    if not words and "targeting" in clauses:
        fitting = [i for i in fitting if abilities[i].targets]
    elif not words and len(fitting) > 1:
        without = [i for i in fitting if not abilities[i].targets]
        fitting = without if len(without) == 1 and len(fitting) == 1 else fitting
    first = [i for i in fitting if words and texts[i].casefold().startswith(words.casefold())]
    if len({abilities[i] for i in first}) == 1:
        return first[0]
    fitting = which_ability.narrowed(abilities, fitting, clauses)
    if len({abilities[i] for i in fitting}) == 1:
        return fitting[0]
    if not fitting:
        message = f"{name} has no ability " + (f"with '{words}'" if words else "that has targets")
        return Refusal(ILLEGAL, "no-such-ability", message, " | ".join(texts), "602.1")
    message = f"{name} has more than one ability that fits '{words}'"
    return Refusal(AMBIGUOUS, "which-ability", message, "activate X: and words of one of: " + " | ".join(texts))


def active_cards(state: State, seat: int) -> list[int]:
    """Cards of a player off the battlefield that have something to do where they are."""
    return [
        h
        for h, r in state.rows.items()
        if r.cls.zone in (GRAVEYARD, HAND, EXILE)
        and r.cls.owner == seat
        and r.cls.kind == CARD
        and abilities_at(state, h)
    ]


#: Where a card is played from, behind its name.
_WHENCE: Final = re.compile(
    r"\s+from (?:the |my )?(hand|graveyard|exile|command zone|(?:top of (?:the |my )?)?library)$", re.IGNORECASE
)


def _cast(state: State, seat: int, text: str) -> Choice | Refusal:
    head, clauses = _split(text)
    head, how = _how(head, clauses)
    row = _card_to_play(state, seat, head, tuple(ALTERNATIVES[word] for word in how if ALTERNATIVES.get(word)))
    if isinstance(row, Refusal):
        return row
    return _announced(state, clauses, Choice(choices.CAST, seat, row, how=how))


def _card_to_play(state: State, seat: int, words: str, zones: tuple[str, ...] = ()) -> int | Refusal:
    """The card that a player means to play: in the hand, or where the words or the way of casting say that it lies."""
    whence = _WHENCE.search(words)
    name = words[: whence.start()] if whence is not None else words
    row = find(state, name, in_hand(state, seat), "card in hand")
    if whence is not None:
        zones = (whence.group(1).lower().removesuffix(" zone").split()[-1],)
    if zones == (HAND,) or not (zones or isinstance(row, Refusal)):
        return row
    zones = zones or ("graveyard", "exile", "command", LIBRARY)
    top = state.seqs.get(library(seat), ())[:1]
    cards = [
        h
        for h, r in state.rows.items()
        if r.cls.zone in zones
        and r.cls.owner == seat
        and r.cls.kind == CARD
        and (r.cls.zone != LIBRARY or h in top)
        and castable_zones(state, h)
    ]
    elsewhere = find(state, name, cards, "card that may be played")
    return row if isinstance(elsewhere, Refusal) and isinstance(row, Refusal) else elsewhere


def _play(state: State, seat: int, text: str) -> Choice | Refusal:
    row = _card_to_play(state, seat, text)
    return row if isinstance(row, Refusal) else Choice(choices.PLAY, seat, row)


def _target(state: State, seat: int, text: str) -> Choice | Refusal:
    if text.lower() in NO_TARGET and verify(state, Choice(choices.TARGET, seat)) is None:
        return Choice(choices.TARGET, seat)  # of any number of targets none (115.6)
    shared = _shared(state, {"targeting": text}, Choice(choices.TARGET, seat))
    if isinstance(shared, Refusal):
        return shared
    return _divided(state, Choice(choices.TARGET, seat, targets=shared[0]), shared[1])


def _order(state: State, seat: int, text: str) -> Choice | Refusal:
    words = re.sub(r"\s+first$", "", unshield(text), flags=re.IGNORECASE).casefold()
    mine = [h for h in waiting(state) if state.rows[h].cls.controller == seat]
    if words.startswith("#") and words[1:].isdigit() and 1 <= int(words[1:]) <= len(mine):
        return Choice(choices.ORDER, seat, mine[int(words[1:]) - 1])
    fitting = [h for h in mine if words in entry_text(state, h).casefold()]
    texts = " | ".join(f"#{i} {entry_text(state, h)}" for i, h in enumerate(mine, 1))
    if not mine:
        return nothing_asked(state, "no abilities wait to be put in order now", "603.3b")
    if not fitting:
        return Refusal(ILLEGAL, "order", f"no waiting ability fits '{text}'", texts, "603.3b")
    if len({entry_text(state, h) for h in fitting}) > 1:
        return Refusal(AMBIGUOUS, "order", f"'{text}' fits more than one waiting ability", texts, "603.3b")
    return Choice(choices.ORDER, seat, fitting[0])


def _choose(state: State, seat: int, text: str) -> Choice | Refusal:
    if asked(state) == "answer":
        return _answer(state, seat, text)
    if asked(state) not in ("pick", "cleanup"):
        return nothing_asked(state, "nothing asks to choose objects now", "608.2d")
    picks = _picks(state, text, pick_question(state)[0], "object to choose")
    return picks if isinstance(picks, Refusal) else Choice(choices.PICK, seat, picks=picks)


def _answer(state: State, seat: int, text: str) -> Choice | Refusal:
    """``choose X`` as the answer to a question in the middle of something."""
    question = question_of(state)
    kind = question.kind
    if text.lower() in ("nothing", "none"):
        return Choice(choices.ANSWER, seat)
    if kind in ("object", "objects"):
        picks = _picks(state, text, list(question.rows), "object to choose")
        return picks if isinstance(picks, Refusal) else Choice(choices.ANSWER, seat, picks=picks)
    if kind == "number":
        count = parse_quantity(text)
        return count if isinstance(count, Refusal) else Choice(choices.ANSWER, seat, count=count)
    if kind in ("mixed", "pay"):
        found = _SYMBOLS.findall(text)
        if _SYMBOLS.sub("", text).strip():
            return Refusal(INPUT, "payment", f"'{text}' is not mana alone", "mana symbols such as {G}{G}", "106.4")
        return Choice(choices.ANSWER, seat, pay=tuple((k, found.count(k)) for k in dict.fromkeys(found)))
    word = unshield(text).strip().strip("{}")
    if kind in ("color", "mana"):
        word = COLOR_WORDS.get(word.lower(), word.upper())
    elif kind == "word":
        word = next((one for one in question.words if one.lower() == word.lower()), word)
    elif kind in ("type", "other type"):
        word = word[:1].upper() + word[1:]
    elif kind != "order":
        word = word.lower()
    return Choice(choices.ANSWER, seat, answer=word)


def _keep(state: State, seat: int, text: str) -> Choice | Refusal:
    if asked(state) != "keep":
        return nothing_asked(state, "no legend rule asks now", "704.5j")
    row = find(state, text, legends_like(state, about(state)), "legend")
    return row if isinstance(row, Refusal) else Choice(choices.KEEP, seat, row)


def _paying(reader: Callable[[State, int, str], Choice | Refusal]) -> Callable[[State, int, str], Choice | Refusal]:
    """The reader of a declaration that says at its end which mana pays for it (508.1i, 509.1f)."""

    def read(state: State, seat: int, text: str) -> Choice | Refusal:
        head, clauses = _split(text)
        if "paying" not in clauses:
            return reader(state, seat, text)
        found, pay = reader(state, seat, head), read_pay(clauses)
        if isinstance(found, Refusal):
            return found
        return pay if isinstance(pay, Refusal) else replace(found, pay=pay)

    return read


_READERS: Final = {
    "activate": _activate,
    "tap": _tap,
    "cast": _cast,
    "play": _play,
    "target": _target,
    "order": _order,
    "choose": _choose,
    "keep": _keep,
    "attack": _paying(read_attack),
    "assign": read_assign,
}


# --- writing -----------------------------------------------------------------------------------------------------


def say(state: State, choice: Choice) -> str:
    """The canonical line of a choice, with the player in front; it reads back to a choice alike."""
    if choice.apart:
        state, choice = stand_apart(state, choice.apart).done(), replace(choice, apart=())
    text = line(state, choice, name_of)
    rows = {choice.row, *choice.targets, *(row for row, _ in choice.picks)} - {-1}
    elsewhere = choice.verb == choices.ACTIVATE and state.rows[choice.row].cls.zone != BATTLEFIELD
    several = any(not is_single(count) for _, count in choice.picks)
    anywhere = choice.verb == choices.ANSWER and bool(choice.picks)  # a question may ask of several zones
    if len(rows) < 2 and not elsewhere and not several and not anywhere and not choice.targets:
        return text
    read = read_sentence(state, text)  # each name may fit while all of them together don't
    if isinstance(read, Choice) and _named_rows(read) == _named_rows(choice):
        return text
    if choice.verb in IN_COMBAT:
        return line(state, choice, partial(exact_name, place=False))
    return line(state, choice, exact_name)


def _named_rows(choice: Choice) -> tuple[object, ...]:
    return (choice.row, choice.targets, choice.picks, choice.sizes)
