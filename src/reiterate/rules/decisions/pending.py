"""What a state waits for, of whom, and the words for it."""

from __future__ import annotations

from typing import Final

from reiterate.oracle.grammar.printing import SELF, Unprintable, deed_words, host_words, show_deed
from reiterate.refusals import Refusal
from reiterate.rules.access.questions import COPIES, question_of
from reiterate.rules.costs.mana import refuse
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.state.model import GAME, STACK, Class, Gone, State
from reiterate.state.properties import ABILITY, ASKED, SOURCE, WHO
from reiterate.terms.abilities import Activated, Triggered

#: Possible answers that a refusal lists.
_WORDS_SHOWN: Final = 6


def asked(state: State) -> str:
    """What kind of decision the state waits for: priority, order, target, may, pick, cleanup, keep, attack, block,
    assign, toll, over."""
    value = state.rows[GAME].cls.by_prop.get(ASKED, "priority")
    assert isinstance(value, str)
    return value


def decider(state: State) -> int:
    """The seat of the player who decides now."""
    value = state.rows[GAME].cls.by_prop.get(WHO, 0)
    assert isinstance(value, int)
    return value


#: What is decided where a state waits for more than an action or a pass, and the lines that decide it.
_AWAITED: Final = {
    "order": ("the order of abilities that wait to be put on the stack", "order X first"),
    "target": ("the targets", "target X"),
    "may": ("whether to do it", "yes, or no"),
    TOLL: ("whether to pay", "yes, no, or a mana ability"),
    "pick": ("which objects", "choose X"),
    "cleanup": ("what to discard", "choose X"),
    "keep": ("which of the legends to keep", "keep X"),
    "attack": ("the attackers", "attack with X, or no attack"),
    "block": ("the blockers", "X blocks Y, or no block"),
    "assign": ("how combat damage is assigned", "assign N to X"),
    "continue": ("whether the effect goes on", "continue"),
}


def awaited(state: State, ask: str) -> tuple[str, str]:
    """What a state waits for in words, and the lines that decide it."""
    if ask in _AWAITED:
        return _AWAITED[ask]
    question = question_of(state)
    accepted = ", ".join(f"choose {word}" for word in question.words[:_WORDS_SHOWN]) or "choose X"
    return question.text or _AWAITED["pick"][0], accepted


def nothing_asked(state: State, what: str, rule: str) -> Refusal:
    """The refusal of an answer to what is not asked: it says what is asked, and of whom."""
    who, ask = f"p{decider(state) + 1}", asked(state)
    now = f"{who} has priority" if ask == "priority" else f"{who} decides first: {awaited(state, ask)[0]}"
    return refuse("nothing-asked", f"{what}: {now}", rule, lines_now(state))


def lines_now(state: State) -> str:
    """The lines that a state waits for, and of whom."""
    who, ask = f"p{decider(state) + 1}", asked(state)
    return (
        f"an action or a pass of {who}, who has priority" if ask == "priority" else f"{who}: {awaited(state, ask)[1]}"
    )


def over_text(state: State) -> str:
    """What a pass lets resolve: the words of the stack's top entry, "" for an empty stack."""
    stack = state.seqs.get(STACK)
    return entry_text(state, stack[0]) if stack else ""


_WORDS: dict[tuple[Class, str, str], str] = {}


def entry_text(state: State, handle: int) -> str:
    """The words of a stack entry: a spell's name, or what an ability does; whose ability it is where there are no words for that."""
    return entry_words(state, handle) or f"an ability of {_called_on_stack(state, handle)[0]}"


def _called_on_stack(state: State, handle: int) -> tuple[str, str]:
    """What an ability on the stack calls its source, and what that is attached to; "~" where the ability reads nothing of it."""
    source = state.rows[handle].refs.get(SOURCE)
    if source is None:
        return "~", "enchanted creature"
    whose = source.cls if isinstance(source, Gone) else state.rows[source.row].cls
    return label_of_class(whose), host_words(whose.proto) if whose.proto is not None else "enchanted creature"


def entry_words(state: State, handle: int) -> str:
    """The words of a stack entry: a spell's name, or what an ability does; "" where there are no words for that."""
    row = state.rows[handle]
    cls = row.cls
    if cls.proto is not None:
        return cls.proto.name
    name, host = _called_on_stack(state, handle)
    at = (cls, name, host)
    known = _WORDS.get(at)
    if known is None:
        assert isinstance(cls.term, (Activated, Triggered))
        try:
            text = show_deed(cls.term, name, host).rstrip(".")
        except Unprintable:
            text = ""
        known = _WORDS[at] = text
    return known


def begins_with_source(state: State, handle: int) -> bool:
    """Whether the words of an ability on the stack say what its source does: "~ gains haste". The ability has words."""
    term = state.rows[handle].cls.term
    if not isinstance(term, Activated | Triggered):
        return False
    first, second, *_ = deed_words(term)
    return first == SELF and second != "'s"


def asked_single(state: State) -> bool:
    """Whether an object may be chosen only as often as it is there.

    Not so for targets of several copies: one object may be the target of many, and a row that is named again is another object.
    """
    return question_of(state).text != COPIES


def label_of(state: State, handle: int) -> str:
    """A short name of a row for a message; an ability on the stack by its place there, top first."""
    if state.rows[handle].cls.kind == ABILITY and handle in state.stack:
        return f"ability #{state.stack.index(handle) + 1}"
    return label_of_class(state.rows[handle].cls)


def label_of_class(cls: Class) -> str:
    """A short name of a row of this class for a message."""
    return cls.proto.name if cls.proto is not None else f"p{cls.owner + 1}"
