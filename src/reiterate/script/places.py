"""Places: the point just before an elementary choice, as people write it; counts; and the words for steps and phases.

Places are written ``2``, ``7.3``, ``4@7.3``, ``4@2/5@7.3``, or in words. Counts are iterations of a block, or how often it is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from reiterate.amounts import Formula, count_in_script, digits_text, parse_quantity, power_sum, quantity_json
from reiterate.refusals import INPUT, Refusal
from reiterate.rules.turn.step_names import STEP_NAMES

# --- seats ---------------------------------------------------------------------------------------


def seat_named(text: str) -> int | None:
    """The seat of "p1", "P2"; None for anything else."""
    found = re.fullmatch(r"[pP](\d{1,2})", text.strip())
    return int(found.group(1)) - 1 if found else None


# --- step words ----------------------------------------------------------------------------------

#: The step that each word means. "turn" is the first step of a turn in which somebody has priority.
STEPS: Final = {
    "upkeep": "upkeep",
    "turn": "upkeep",
    "draw": "draw",
    "draw step": "draw",
    "main": "main1",
    "main phase": "main1",
    "first main phase": "main1",
    "combat": "combat",
    "beginning of combat": "combat",
    "start of combat": "combat",
    "end of combat": "endcombat",
    "declare attackers": "attackers",
    "declare blockers": "blockers",
    "combat damage": "damage",
    "first-strike damage": "firststrike",
    "second main": "main2",
    "second main phase": "main2",
    "end": "end",
    "end of turn": "end",
    "end step": "end",
}
_EACH: Final = STEPS | {name: step for step, name in STEP_NAMES.items()}


def step_meant(words: str) -> str:
    """The step that words mean, such as "the end step"; "" for words that mean none."""
    told = " ".join(words.casefold().split()).removeprefix("the ")
    return _EACH.get(told) or _EACH.get(told.removesuffix(" step"), "")


# --- places --------------------------------------------------------------------------------------

_ACCEPTED: Final = "a place such as 2, 4@7.3 or 4@2/5@7.3 (line @ iteration . choice), or iteration 7 with the untap trigger on the stack, or at the beginning of combat"
_TOWER: Final = re.compile(r"(\d{1,4})\^\((.+)\)")
_SIGNS: Final = re.compile(r"([+-])")
#: Powers in the exponent of a count that a person may write.
MAX_TOWER: Final = 8
#: Counts in a sum that a person may write.
MAX_SUMMANDS: Final = 64

_BLOCK: Final = re.compile(r"(?:(\d{1,6})@)?([0-9^*+-]+)(?:\.(\d{1,6}))?")


#: An iteration, a step, and what is on the stack, as a place in words says them.
_ITERATION: Final = r"(?:iteration\s+([0-9^*+ -]+?)(?:\s+of\s+line\s+(\d{1,6}))?|(?:(\d{1,6})@)?([0-9^*+-]+))"
_STEP: Final = (
    r"(?:(?:at|in|during|on)\s+)?(?:the\s+)?(?:(my|p\d{1,2})(?:['’]s)?\s+)?([a-z][a-z -]*?)(?:\s+of\s+(p\d{1,2}))?"
)
_STACK: Final = r"with\s+(?:the\s+|an?\s+)?(\S.*?)\s+on\s+the\s+stack"
_BY_STEP: Final = re.compile(
    rf"(?:{_ITERATION}\s*,?\s+)?{_STEP}(?:\s+(?:of|in)\s+{_ITERATION})?(?:\s*,?\s+{_STACK})?", re.IGNORECASE
)
_BY_STACK: Final = re.compile(rf"{_ITERATION}\s+{_STACK}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """Outermost block first: (line, iteration) pairs, then the choice within the innermost iteration.

    ``line`` is the line of a place outside a block; block line 0 means the script's only block. A place in words has,
    instead of the choice, ``words`` (what is on the stack there), a ``step``, or both. ``whose``: of whose turn the step
    is: "my", a player, or "" for anybody's. It is the first such place at which the player who names it has priority.
    Without an iteration it is the first one of the whole sequence.
    """

    path: tuple[tuple[int, int], ...]
    line: int
    choice: int
    words: str = ""
    step: str = ""
    whose: str = ""

    @property
    def in_words(self) -> bool:
        """Whether the place is said in words, so that its choice is still to be found."""
        return bool(self.words or self.step)

    def __str__(self) -> str:
        if self.in_words:
            return " ".join(self._told())
        if not self.path:
            return str(self.line) if self.choice == 1 else f"{self.line}.{self.choice}"
        blocks = "/".join((f"{n}@" if n else "") + count_in_script(i) for n, i in self.path)
        return f"{blocks}.{self.choice}"

    def _told(self) -> Iterator[str]:
        """The parts of a place in words."""
        if self.path:
            (line, iteration), *_ = self.path
            yield f"iteration {count_in_script(iteration)}" + (f" of line {line}" if line else "")
        if self.step:
            whose = {"": "the", "my": "my"}.get(self.whose, f"{self.whose}'s")
            yield f"{'at' if self.step == 'combat' else 'in'} {whose} {STEP_NAMES[self.step]}"
        if self.words:
            yield f"with {self.words} on the stack"


def quantity(text: str) -> int | Refusal:
    """A count or iteration: decimal digits, ``10^N``, or a sum or difference of those, such as ``10^100-1``."""
    parts = _SIGNS.split(text)
    if len(parts) > 2 * MAX_SUMMANDS:
        return Refusal(INPUT, "count-too-large", f"a sum of more than {MAX_SUMMANDS} counts", "a shorter sum")
    total = 0
    for sign, part in zip(["+", *parts[1::2]], parts[::2], strict=True):
        value = parse_quantity(part.strip() if parts[0].strip() else text.strip())  # a sign in front is no count
        if isinstance(value, Refusal):
            return replace(value, expected=f"{value.expected}, or a sum of those such as 10^99+7")
        total += value if sign == "+" else -value
    return total if total >= 0 else Refusal(INPUT, "count-not-a-number", f"{text.strip()} is below 0", "a count")


def digits(n: int | Formula) -> str:
    """A count as a line of a script says it: in full, or as a formula where it has thousands of digits."""
    found = quantity_json(n)
    return found if isinstance(found, str) else str(found.get("formula", digits_text(n)))


def parse_count(text: str, depth: int = 0) -> int | Formula | Refusal:
    """A count as ``quantity`` reads it, or a power with such a count, or another power, in brackets: ``2^(10^100)``."""
    found = _TOWER.fullmatch(text.strip())
    if found is None or depth > MAX_TOWER:
        return quantity(text)
    exponent = parse_count(found.group(2), depth + 1)
    if isinstance(exponent, Refusal):
        return exponent
    base = int(found.group(1))
    return power_sum([({base: exponent}, 1)]) if base > 1 else quantity(text)


def parse_place(text: str) -> Place | Refusal:
    """Read a place: the point just before a choice, as people write it; a refusal quotes what is no place.

    A number is a line of the script. ``4@7.3`` is choice 3 of iteration 7 of the block at line 4, and ``7.3`` the same of the
    only block. ``4@2/5@7.3`` is inside of a block in a block. Words name a step, or what is on top of the stack.

    >>> str(parse_place("4@7.3")), str(parse_place("2"))
    ('4@7.3', '2')
    """
    written = text.strip()
    refused = Refusal(INPUT, "place", f"'{written[:60]}' is not a place", _ACCEPTED, "732.2b")
    if re.fullmatch(r"\d{1,6}", written):
        return Place((), int(written), 1)
    told = _in_words(written)
    if told is not None:
        return told
    path: list[tuple[int, int]] = []
    parts = written.split("/")
    choice = 1
    for i, part in enumerate(parts):
        found = _BLOCK.fullmatch(part.strip())
        if found is None:
            return refused
        line, iteration_text, choice_text = found.groups()
        if i == len(parts) - 1:
            if choice_text is None:
                return refused
            choice = int(choice_text)
        elif choice_text is not None:
            return refused
        if line is None and len(parts) > 1:
            return refused
        iteration = quantity(iteration_text)
        if isinstance(iteration, Refusal):
            return iteration
        path.append((int(line) if line else 0, iteration))
    if choice < 1 or any(iteration < 1 for _, iteration in path):
        return refused
    return Place(tuple(path), 0, choice)


def _in_words(written: str) -> Place | Refusal | None:
    """A place in words: an iteration with a step, with what is on the stack, or with both; or a step alone. None for no such words."""
    found = _BY_STACK.fullmatch(written)
    step, whose, words = "", "", ""
    if found is not None:
        one, of_line, at_line, other, words = found.groups()
    else:
        found = _BY_STEP.fullmatch(written)
        if found is None or not (step := step_meant(found.group(6))):
            return None
        one, of_line, at_line, other = next(
            (g for g in (found.groups()[:4], found.groups()[7:11]) if any(g)), (None,) * 4
        )
        whose, words = (found.group(5) or found.group(7) or "").lower(), found.group(12) or ""
    path: tuple[tuple[int, int], ...] = ()
    if one or other:
        iteration = quantity(one or other)
        if isinstance(iteration, Refusal):
            return iteration
        if iteration < 1:
            return None
        path = ((int(of_line or at_line or 0), iteration),)
    return Place(path, 0, 1, words, step, whose)
