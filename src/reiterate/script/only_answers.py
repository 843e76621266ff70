"""Lines that say the only answer of a decision, or one legal answer: nobody was asked, so such a line does nothing.

Lines that say the only answer of a decision: nobody was asked, so such a line does nothing.

The rules note each decision of a choice that had one answer. A line behind that choice may say it
aloud. A line that says another answer is refused with the one that there was.

Lines that answer a question with one legal answer: nobody was asked, so such a line does nothing.

So a script still reads where the object that gave a second answer is gone. The answer may be a target, a mode, an
order of abilities, or a declaration of nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.amounts import Amount, equal, identical, parse_quantity, value_of
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import ATTACK, Pick
from reiterate.rules.access.questions import COPIES, NEW_TARGET, OnlyAnswer, Question
from reiterate.rules.access.state_access import number_prop
from reiterate.rules.decisions.pending import asked
from reiterate.rules.events.combat_state import attacked, attackers, blockers
from reiterate.rules.events.targets import legal_targets
from reiterate.rules.resolution.put_triggers_on_stack import TARGETS
from reiterate.rules.turn.combat_damage import DEALT
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.describe import find_target, name_of, target_name, unshield
from reiterate.script.places import digits
from reiterate.script.saying import NO_TARGET, chosen_words, line_of_answer
from reiterate.script.sentence_clauses import read_picks
from reiterate.script.which_ability import fitting
from reiterate.state.model import Ref, State
from reiterate.state.normal_form import indistinguishable
from reiterate.state.properties import BLOCKED, FIRST_TARGET, PASSES, SOURCE
from reiterate.terms.abilities import Triggered

# --- only answers --------------------------------------------------------------------------------

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
    only_answer: OnlyAnswer | None = None
    for number, note in enumerate(state.only[begin:], begin + 1):
        assert isinstance(note, OnlyAnswer)
        if (speaker is not None and note.choice.player != speaker) or not _of_its_kind(note.question, verb, words):
            continue
        if _says(note, verb, words):
            return number
        only_answer = only_answer or note
    if only_answer is None:
        return None
    message = f"'{unshield(f'{verb} {words}'.strip())}' was no answer: there was only one"
    return Refusal(ILLEGAL, "only-answer", message, _expected(only_answer), "608.2d")


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
        return len(read) == len(choice.picks) and all(
            indistinguishable(note.state, said[0], true[0]) for said, true in pairs
        )
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
            at = next((i for i, (one, _, _) in enumerate(kinds) if indistinguishable(state, one, row)), -1)
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


# --- forced --------------------------------------------------------------------------------------

_MODE: Final = re.compile(r"mode (\d{1,2})", re.IGNORECASE)


def already(state: State, seat: int, verb: str, words: str) -> bool:
    """Whether a line of a player says what was done without asking, because there was nothing else to answer.

    That is looked for where nobody has passed since: among the triggered abilities on top of the
    stack (603.3b to 603.3d). An order is said of one ability alone: alike ones have none.
    """
    if verb not in ("target", "order", "choose"):
        return False
    if asked(state) != "priority" or number_prop(state.game, PASSES):
        return False
    mine = [h for h in _triggered(state) if state.rows[h].cls.controller == seat]
    if verb == "target":
        return any(_only_target(state, h, words) for h in mine)
    if verb == "order":
        said = re.sub(r"\s+first$", "", unshield(words), flags=re.IGNORECASE)
        alone = len(mine) == 1 and type(state.rows[mine[0]].n) is int and state.rows[mine[0]].n == 1
        return alone and (said == "#1" or bool(fitting(state, mine, said)))
    mode = _MODE.fullmatch(words.strip())
    return verb == "choose" and mode is not None and any(_only_mode(state, h, int(mode.group(1))) for h in mine)


def none_declared(state: State, verb: str) -> bool:
    """Whether "no attack" or "no block" says what has come of a declaration: nobody could, or nobody did (508.1, 509.1).

    That is so in the step of the declaration, as long as nobody has passed in it.
    """
    if asked(state) != "priority" or number_prop(state.game, PASSES):
        return False
    if verb == ATTACK:
        return step_name(state) == "attackers" and not attacked(state)
    blocked = any(state.rows[handle].cls.prop(BLOCKED) for handle in attackers(state))
    return step_name(state) == "blockers" and not blocked and not blockers(state)


def _triggered(state: State) -> Iterator[int]:
    """The triggered abilities on top of the stack."""
    for handle in state.stack:
        if not isinstance(state.rows[handle].cls.term, Triggered):
            return
        yield handle


def _source(state: State, handle: int) -> int:
    ref = state.rows[handle].refs.get(SOURCE)
    return ref.row if isinstance(ref, Ref) else -1


def _only_target(state: State, handle: int, words: str) -> bool:
    """Whether the words mean the target of an ability, and it has no other legal one."""
    row = state.rows[handle]
    term, target = row.cls.term, row.refs.get(FIRST_TARGET)
    assert isinstance(term, Triggered)
    if len(term.targets) != 1 or term.targets[0].optional or term.targets[0].run or not isinstance(target, Ref):
        return False
    legal = legal_targets(state, term.targets[0], row.cls.controller, _source(state, handle))
    if legal != [target.row]:
        return False
    named = find_target(state, words, row.cls.controller)
    return named == target.row or (isinstance(named, Refusal) and named.code == "ambiguous-object")


def _only_mode(state: State, handle: int, number: int) -> bool:
    """Whether an ability was put on the stack with this mode, and with each other one it could not have been (700.2b)."""
    row = state.rows[handle]
    term = row.cls.term
    assert isinstance(term, Triggered)
    for other in state.rows.values():
        for printed in other.cls.proto.abilities if other.cls.proto is not None else ():
            if (
                not isinstance(printed, Triggered)
                or printed.trigger != term.trigger
                or not 0 < number <= len(printed.modes)
            ):
                continue
            mode = printed.modes[number - 1]
            rest = [each for i, each in enumerate(printed.modes, 1) if i != number]
            if (mode.effects, mode.targets) == (term.effects, term.targets):
                source = _source(state, handle)
                return all(
                    any(
                        not spec.optional and spec.least and not legal_targets(state, spec, row.cls.controller, source)
                        for spec in each.targets
                    )
                    for each in rest
                )
    return False
