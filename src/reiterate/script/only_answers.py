"""Lines that say the only answer of a decision: nobody was asked, so such a line does nothing.

The rules note each decision of a choice that had one answer. A line behind that choice may say it
aloud. A line that says another answer is refused with the one that there was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reiterate.amounts import Amount, equal, identical, parse_quantity, value_of
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import Pick
from reiterate.rules.access.questions import COPIES, NEW_TARGET, OnlyAnswer, Question
from reiterate.rules.resolution.put_triggers_on_stack import TARGETS
from reiterate.rules.turn.combat_damage import DEALT
from reiterate.script.describe import name_of, target_name, unshield
from reiterate.script.places import digits
from reiterate.script.saying import NO_TARGET, chosen_words, line_of_answer
from reiterate.script.sentence_clauses import read_picks
from reiterate.state.model import State
from reiterate.state.normal_form import alike

#: What is left of a line that says an only answer: how many notes of the last choice are behind it.
SAID: Final = "said"

#: The verbs of such lines.
VERBS: Final = ("yes", "no", "choose", "keep", "target", "assign")

_SHARE: Final = re.compile(r"(all|\d+|10\^\d+)\s+to\s+(.+)", re.IGNORECASE)
_KEPT: Final = re.compile(r"(?:(?:the|its|all|all the) )?(?:old |same )?targets?(?: unchanged)?", re.IGNORECASE)


def keeps_targets(words: str) -> bool:
    """Whether the words behind "keep" mean the targets that something has."""
    return bool(_KEPT.fullmatch(words.strip()))


def about_targets(question: Question) -> bool:
    """Whether a question is for the new targets of something on the stack (115.7d, 707.10c)."""
    return question.text == COPIES or question.text.startswith(NEW_TARGET)


def kept(question: Question) -> tuple[Pick, ...]:
    """The picks that keep the targets there are: the first object that is asked about, or none where it is gone."""
    gone = not identical(question.low, question.high)
    return () if gone else ((question.rows[0], question.high),)


def said_aloud(state: State, speaker: int | None, verb: str, words: str, begin: int) -> int | Refusal | None:
    """How many notes of only answers are behind the one that a line says; None where no note is of its kind.

    ``speaker``: who says it, None for anybody. ``begin``: so many notes were said before. A refusal
    where the line names another answer than the only one.
    """
    told: OnlyAnswer | None = None
    for number, note in enumerate(state.only[begin:], begin + 1):
        assert isinstance(note, OnlyAnswer)
        if (speaker is not None and note.choice.player != speaker) or not _of_its_kind(note.question, verb, words):
            continue
        if _says(note, verb, words):
            return number
        told = told or note
    if told is None:
        return None
    message = f"'{unshield(f'{verb} {words}'.strip())}' was no answer: there was only one"
    return Refusal(ILLEGAL, "only-answer", message, _expected(told), "608.2d")


def _of_its_kind(question: Question, verb: str, words: str) -> bool:
    """Whether such a line answers such a question."""
    objects = question.kind in ("object", "objects")
    if verb == "assign" or question.kind == DEALT:
        return verb == "assign" and question.kind == DEALT
    if verb in ("yes", "no"):
        return question.kind == "yes"
    if verb == "target":
        return objects and (question.text == TARGETS or about_targets(question))
    if verb == "keep":
        return objects and about_targets(question) and keeps_targets(words)
    return (objects and question.text != TARGETS) or question.kind not in ("yes", "object", "objects")


def _says(note: OnlyAnswer, verb: str, words: str) -> bool:
    """Whether a line says the answer that was the only one."""
    question, choice = note.question, note.choice
    if verb in ("yes", "no"):
        return choice.answer == verb
    if verb == "keep":
        return choice.picks[0][0] == question.rows[0]
    if verb == "assign":
        return _assigns(note, words)
    if question.kind not in ("object", "objects"):
        said = chosen_words(question, choice, lambda row: name_of(note.state, row))
        return unshield(words).strip().casefold().strip("{}") in (said.casefold(), choice.answer.casefold())
    if words.strip().lower() in (*NO_TARGET, "none"):
        return not choice.picks
    read = read_picks(note.state, words, list(question.rows), "object", choice.player)
    if isinstance(read, Refusal):
        return False
    if question.text == TARGETS:  # each in its place
        pairs = zip(read, choice.picks, strict=False)
        return len(read) == len(choice.picks) and all(alike(note.state, said[0], true[0]) for said, true in pairs)
    return _same(note.state, read, choice.picks)


def _assigns(note: OnlyAnswer, words: str) -> bool:
    """Whether words say the combat damage that a creature assigns: "2 to X", "all to p2"."""
    share = _SHARE.fullmatch(words)
    ((row, amount),) = note.choice.picks
    if share is None:
        return False
    said = amount if share.group(1).lower() == "all" else parse_quantity(share.group(1))
    if isinstance(said, Refusal) or not equal(said, amount, "510.1"):
        return False
    read = read_picks(note.state, share.group(2), [row], "creature", note.choice.player)
    return not isinstance(read, Refusal)


def _same(state: State, read: Sequence[Pick], true: Sequence[Pick]) -> bool:
    """Whether picks are of as many objects of each kind that nobody can tell apart."""
    kinds: list[tuple[int, Amount, Amount]] = []
    for picks, sign in ((read, 1), (true, -1)):
        for row, count in picks:
            at = next((i for i, (one, _, _) in enumerate(kinds) if alike(state, one, row)), -1)
            one, mine, theirs = kinds.pop(at) if at >= 0 else (row, 0, 0)
            kinds.append((one, mine + count, theirs) if sign > 0 else (one, mine, theirs + count))
    return all(equal(mine, theirs, "608.2d") for _, mine, theirs in kinds)


def _expected(note: OnlyAnswer) -> str:
    """The line that says the only answer."""
    if note.question.kind == DEALT:
        ((row, amount),) = note.choice.picks
        return f"assign {digits(value_of(amount))} to {target_name(note.state, row)}"
    verb = "target" if note.question.text == TARGETS else "choose"
    return line_of_answer(note.question, note.choice, lambda row: target_name(note.state, row), verb)
