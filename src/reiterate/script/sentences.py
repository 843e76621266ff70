"""Sentences: one line of text to the choice it means in a state, and a choice to its canonical line."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from reiterate.amounts import parse_quantity
from reiterate.records import replace
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, ANSWER, ATTACK, BLOCK, CAST, GO_ON, MAY, PASS, Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import stand_apart
from reiterate.rules.decisions.pending import asked, decider, nothing_asked, over_text
from reiterate.script.combat_words import (
    is_block,
    read_block,
)
from reiterate.script.describe import exact_name, name_of, named_members, shield
from reiterate.script.only_answers import SAID, VERBS, about_targets, already, none_declared, said_aloud
from reiterate.script.places import seat_named
from reiterate.script.saying import IN_COMBAT, Spoken, spoken
from reiterate.script.sentence_clauses import said_twice
from reiterate.script.sentence_passes import Passes, read_passes
from reiterate.script.sentence_verbs import READERS, with_payment
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.normal_form import is_single

_PREFIX: Final = re.compile(r"^(p\d{1,2})\s*:\s*", re.IGNORECASE)
_VERBS: Final = "activate X, cast X, play X, pass, all pass, all pass to STEP, resolve the stack, target X, order X first, yes, no, choose X, keep X, attack with X, no attack, X blocks Y, no block, assign N to X, continue"
_ANSWERS: Final = re.compile(rf"\s*(?:p\d{{1,2}}\s*:\s*)?(?:{'|'.join(VERBS)})\b", re.IGNORECASE)
#: What a state may wait for that a line with a verb decides.
_ASKED_BY: Final = {
    "yes": ("may", "toll"),
    "no": ("may", "toll"),
    "choose": ("pick", "cleanup"),
    "keep": ("keep",),
    "target": ("target",),
    "assign": ("assign",),
}
_PART: Final = re.compile(r"\s+\((number )?(\d+|\d*\*?10\^\d+) of them\)$", re.IGNORECASE)


def read_sentence(state: State, text: str, said: int = 0) -> Choice | Passes | Refusal:
    """Read one line: a choice, or passes still to be made one by one (``passes_of``).

    ``said``: so many of the last choice's only answers were said before (``only_answers``).
    Words like "with 3 +1/+1 counters" may name a member of a group that differs by equal steps.
    """
    try:
        return _read(state, text, said)
    except Unsupported as error:
        apart, parted = named_members(state, text) if error.refusal.code == "progression" else ((), state)
        if not apart:
            raise
        read = _read(parted, text, said)
        return replace(read, apart=apart) if isinstance(read, Choice) else read


def _without_stop(state: State, text: str) -> str:
    """A sentence without the stop at its end, unless that is part of a card's name."""
    low = text.casefold()
    names = {row.cls.proto.name for row in state.rows.values() if row.cls.proto is not None} if low[-1:] == "." else ()
    return text if any(name[-1:] == "." and low.endswith(name.casefold()) for name in names) else text.rstrip(".")


def is_answer(text: str) -> bool:
    """Whether a line may say what was decided without asking."""
    return bool(_ANSWERS.match(text))


def _read(state: State, text: str, said: int) -> Choice | Passes | Refusal:
    """A line read; one that answers nothing that is asked may say an only answer."""
    if state.only[said:] and is_answer(text):
        aloud = _aloud(state, text, said)
        if aloud is not None:
            return aloud
    return _read_plainly(state, text)


def _aloud(state: State, text: str, said: int) -> Passes | Refusal | None:
    """What a line says as an only answer of the last choice (``SAID`` and how many are behind it); None for nothing."""
    body = _without_stop(state, text.strip())
    prefix = _PREFIX.match(body)
    speaker = seat_named(prefix.group(1)) if prefix is not None else None
    body = body if prefix is None else body[prefix.end() :]
    verb, _, words = shield(state, body).partition(" ")
    awaited = _answers_now(state, verb.lower())
    if awaited and not isinstance(_read_plainly(state, text), Refusal):
        return None
    if not awaited and already(state, decider(state) if speaker is None else speaker, verb.lower(), words.strip()):
        return None
    aloud = said_aloud(state, speaker, verb.lower(), words.strip(), said)
    if isinstance(aloud, Refusal):
        return None if awaited else aloud
    return None if aloud is None else (SAID, aloud)


def _answers_now(state: State, verb: str) -> bool:
    """Whether a line with such a verb may answer what is asked now."""
    ask = asked(state)
    if ask != "answer":
        return ask in _ASKED_BY[verb]
    question = question_of(state)
    if verb in ("yes", "no"):
        return question.kind == "yes"
    return verb == "choose" or about_targets(question)


def _read_plainly(state: State, text: str) -> Choice | Passes | Refusal:
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
    twice = said_twice(body)
    if twice:
        expected = f"one '{twice}' clause; 'and' joins what belongs to it"
        return Refusal(INPUT, "clause-twice", f"'{twice}' stands twice in the line", expected, "601.2")
    passes = read_passes(state, low, seat)
    if passes is not None:
        return passes
    if low in ("pass", "pass priority") or low.startswith("pass over "):
        over = body[len("pass over ") :] if low.startswith("pass over ") else over_text(state)
        return Choice(PASS, seat, over="" if over == "an empty stack" else over)
    if low in ("yes", "no"):
        return Choice(ANSWER if asked(state) == "answer" else MAY, seat, answer=low)
    if low in ("continue", "repeat the process"):
        return Choice(GO_ON, seat)
    if low in ("no attack", "no attackers", "attack with nothing"):
        if none_declared(state, ATTACK):
            return ("count", 0)
        return Choice(ATTACK, seat, answer="none")
    if low in ("no block", "no blocks", "no blockers"):
        if none_declared(state, BLOCK):
            return ("count", 0)
        return Choice(BLOCK, seat, answer="none")
    if asked(state) == "block" and is_block(body):
        return with_payment(read_block)(state, seat, shield(state, body))
    verb, _, rest = shield(state, body).partition(" ")
    reader = READERS.get(verb.lower())
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


def say(state: State, choice: Choice) -> str:
    """The canonical line of a choice, with the player in front; it reads back to a choice alike."""
    return said_and_read(state, choice)[0].line


def said_of(state: State, choice: Choice) -> Spoken:
    """The words of ``say``, part by part."""
    return said_and_read(state, choice)[0]


def plain_line(state: State, choice: Choice) -> str:
    """The line of a choice without its player in which each row has its own name; rows that are alike share it."""
    return spoken(state, choice, name_of).text


def said_and_read(state: State, choice: Choice) -> tuple[Spoken, bool]:
    """The words of ``say``, and whether they were read back on the way."""
    if choice.apart:
        return said_and_read(stand_apart(state, choice.apart).done(), replace(choice, apart=()))[0], False
    said = spoken(state, choice, name_of)
    named = [choice.row, *choice.targets, *(row for row, _ in choice.picks)]
    rows = [row for row in named if row != -1]  # one that stands twice is itself, or another one of its group
    elsewhere = choice.verb == ACTIVATE and state.rows[choice.row].cls.zone != BATTLEFIELD
    several = any(not is_single(count) for _, count in choice.picks)
    anywhere = choice.verb == ANSWER and bool(choice.picks)  # a question may ask of several zones
    if len(rows) < 2 and not elsewhere and not several and not anywhere and not choice.targets:
        return said, False
    read = read_sentence(state, said.line)  # each name may fit while all of them together don't
    if isinstance(read, Choice) and _named_rows(read) == _named_rows(choice):
        return said, True
    if choice.verb in IN_COMBAT:
        return spoken(state, choice, partial(exact_name, place=False)), False
    if choice.verb in (ACTIVATE, CAST) and not elsewhere:
        said = spoken(
            state, choice, partial(_exact_besides, choice.row)
        )  # what acts keeps its name where that is enough
        read = read_sentence(state, said.line)
        if isinstance(read, Choice) and _named_rows(read) == _named_rows(choice):
            return said, True
    return spoken(state, choice, exact_name), False


def _exact_besides(own: int, state: State, handle: int) -> str:
    """What calls a row exactly, unless it is ``own``."""
    return name_of(state, handle) if handle == own else exact_name(state, handle)


def _named_rows(choice: Choice) -> tuple[object, ...]:
    return (choice.row, choice.targets, choice.picks, choice.sizes)


def line_of(state: State, choice: Choice) -> str:
    """The line of a choice as it may be repeated: a pass is one whatever it lets resolve."""
    return f"p{choice.player + 1}: {PASS}" if choice.verb == PASS else say(state, choice)
