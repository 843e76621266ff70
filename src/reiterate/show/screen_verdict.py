"""A verdict on a screen: the sentence for the table, then why, whom to ask and what would change it; twelve lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from reiterate.amounts import digits_text
from reiterate.ask.answer_verdict import Asked, Otherwise, Reason, Verdict
from reiterate.ask.verdict_reasons import in_short
from reiterate.judging import verdict as v
from reiterate.judging.statements import ACCEPT, CUT, NO_ACTION, NUMBER
from reiterate.show.brief import Brief
from reiterate.show.screen import HEAD, Page, cleaned, grid, rendered

#: Lines of a verdict that are shown without being asked for more.
LINES: Final = 12
#: Letters of the first choices that stand on the screen: as many as there is room for.
LETTERS: Final = (240, 160, 88)
#: Reasons, and changes, that are shown without being asked for more.
REASONS: Final = 6
FEWER: Final = 4
CHANGES: Final = 2
#: Facts of what stands at the place that are shown without being asked for more.
MOST_FACTS: Final = 6

#: The texts by the names of their policies.
TEXTS: Final = {
    "comprehensive": "Comprehensive Rules",
    "comprehensive, section 421": "Comprehensive Rules, section 421",
    "tournament": "Tournament Rules (MTR) 4.4",
    "g18": "rule G.18 of 1999",
}
#: What may be said, with what stands behind it.
_PLACES: Final = {
    "N.C": "cut N.C (before choice C of iteration N)",
    "LINE@N.C": "cut LINE@N.C (before choice C of iteration N of the block at that line)",
    "LINE@1.C": "cut LINE@1.C (before choice C of that line)",
    "LINE": "cut LINE (before that line of the script)",
}
#: Outcomes of which it matters what else somebody could do.
_COULD_ACT: Final = (v.RUNS,)

_WHY: Final = " --why"
#: How often something more is left out of a screen that is too long.
MOST: Final = 5

#: A row: its head, its words, and the rules that make them matter.
Row = tuple[str, str, str]


def verdict_screen(found: Verdict, page: Page, why: bool = False) -> str:
    """The screen of a verdict; ``why``: every reason, change and choice, however many lines they take."""
    found = cleaned(found)
    for less in (0,) if why else range(MOST + 4):
        rows = verdict_rows(found, why, less)
        text = rendered([Text(found.sentence, HEAD), Text(""), grid(rows, "dim", "", "dim")], page)
        if why or len(text.splitlines()) <= LINES:
            return text
    kept = [*text.splitlines()[: LINES - 1], "(more: --why)"]
    return "".join(f"{line}\n" for line in kept)


def compared_screen(found: Mapping[str, Verdict], page: Page) -> str:
    """The sentences of the policies below each other, each with its citations."""
    rows = []
    for name, each in found.items():
        verdict = cleaned(each)
        citations = [cite for each in verdict.because for cite in each.citations]
        rows.append((name, verdict.sentence, _cited(citations, whole=False)))
    return rendered([grid(rows, "dim", "", "dim")], page)


def verdict_rows(found: Verdict, why: bool = False, less: int = 0) -> list[Row]:
    """Heads at the left, words in the middle, citations at the right. ``less``: how much is left out to be short."""
    rows: list[Row] = []
    many = REASONS if less < MOST else FEWER if less == MOST else FEWER - 1
    reasons = found.because if why or len(found.because) <= many else _fewer(found, many)
    rows += _headed("because", [(each.what, _cited(each.citations, why)) for each in reasons])
    facts = found.stands if why else found.stands[: max(2, MOST_FACTS - less) if less < MOST + 2 else MOST + 3 - less]
    left = len(found.stands) - len(facts)
    more = f"; {left} other {'change' if left == 1 else 'changes'}" if left else ""
    rows += _headed("now", [("; ".join(facts) + more, "")] if facts else [])
    rows += _headed("ask", [(_asked(each), "") for each in found.ask])
    if why or found.outcome in _COULD_ACT:
        able = found.could_act if why else list(dict.fromkeys(found.could_brief))[: max(0, min(2, MOST - 1 - less))]
        rows += _headed("could act", [(each, "") for each in able])
    if found.refusal is not None and found.refusal.expected:
        rows.append(("instead", found.refusal.expected, ""))
    told = found.differs if why else found.differs[: CHANGES if less < 3 else 1]
    rows += _headed("differs", [(_changed(each), "") for each in told])
    if found.outcome == v.UNDETERMINED:
        rows.append(
            (
                "find out",
                "play it step by step (reiterate play), lay out fewer objects, or name a smaller number of iterations",
                "",
            )
        )
    if why or less < MOST - 1:
        rows += _headed("assumed", [(each, "") for each in found.assumptions])
    rows += _headed("expected", [(f"{each.path}: {each.expected}, is {each.actual}", "") for each in found.differences])
    rows += _headed("shown", [(each, "") for each in _shown(found, why, LETTERS[min(less, 2)])])
    rows.append(("by", f"{TEXTS.get(found.policy, found.policy)}; rule numbers as of {found.edition}", ""))
    return rows


def _fewer(found: Verdict, many: int) -> list[Reason]:
    """So many reasons: the first ones, and what is owed, which comes last but where something may not be done."""
    if found.outcome == v.ILLEGAL:
        return found.because[:many]
    return [*found.because[: many - 1], found.because[-1]]


def _headed(head: str, rows: Sequence[tuple[str, str]]) -> list[Row]:
    """Rows under one head, which stands before the first."""
    return [(head if i == 0 else "", words, cites) for i, (words, cites) in enumerate(rows)]


def _asked(asked: Asked) -> str:
    means = f" ({'; '.join(asked.means)})" if asked.means else ""
    told = [_sayable(asked, each) for each in asked.may_say if each != NO_ACTION or ACCEPT not in asked.may_say]
    if ACCEPT in asked.may_say and NO_ACTION in asked.may_say:
        told[told.index(ACCEPT)] = f"{ACCEPT} ('{NO_ACTION}' says the same)"
    if not told:
        return f"{asked.player}{means}: shows the cycle first, twice in all"
    return f"{asked.player}{means}: {', or '.join(told)}"


def _sayable(asked: Asked, what: str) -> str:
    """What somebody may say, with what stands behind it."""
    if what == CUT:
        return _PLACES[asked.cut]
    if what == NUMBER:
        below = digits_text(int(asked.below)) if asked.below.isdecimal() else asked.below
        return f"number N, below {below}" if below else "number N"
    return what


def _changed(change: Otherwise) -> str:
    return f"{change.what}: {change.then}" if change.then else change.what


def _shown(found: Verdict, why: bool, letters: int) -> list[str]:
    """The first choices with their places, and the command that shows more."""
    players = len({made.player for made in found.made if made.passes})
    pieces = [f"{at} {line}" for at, line in in_short(found.made, players)]
    if why:
        return pieces if found.shown.endswith(_WHY) or not found.shown else [*pieces, found.shown]
    told = ""
    for number, piece in enumerate(pieces):
        longer = f"{told}; {piece}" if told else piece
        if number and len(longer) > letters:
            return [f"{told}; ..."]
        told = longer
    return [told] if told else []


def _cited(citations: Sequence[str], whole: bool) -> str:
    """Citations, those that follow one another put together: "MTR 4.4 par. 3", "732.2a-c".

    ``whole``: with the sentences of a paragraph, "MTR 4.4 par. 3 sent. 1-3".
    """
    found: list[str] = []
    last = ""
    for cite in citations if whole else dict.fromkeys(_SENTENCE.sub("", each) for each in citations):
        before, after = _END.fullmatch(last), _END.fullmatch(cite)
        follows = before is not None and after is not None and before[1] == after[1]
        if follows and before is not None and after is not None and ord(after[2]) == ord(before[2]) + 1:
            found[-1] = f"{found[-1].split('-')[0]}-{after[2]}"
        else:
            found.append(cite)
        last = cite
    return f"[{', '.join(found)}]" if found else ""


_END: Final = re.compile(r"(MTR .* sent\. |\d+\.\d+)(\d|[a-z])")
#: The number of a sentence behind that of its paragraph.
_SENTENCE: Final = re.compile(r" sent\. \d+$")


# --- a verdict in short ---------------------------------------------------------------------------


def brief_of_verdict(found: Verdict) -> Brief:
    """The brief of a judge's verdict."""
    rows: list[tuple[str, list[str]]] = []
    for head, words, cites in verdict_rows(found):
        line = f"{words} {cites}".rstrip()
        if head or not rows:
            rows.append((head, [line]))
        else:
            rows[-1][1].append(line)
    return Brief(found.title, found.sentence, rows, more="(more: --why)")


def brief_of_compared(found: Mapping[str, Verdict]) -> Brief:
    """What the policies say of one case, side by side: first whether they say the same."""
    said = list(dict.fromkeys(each.sentence for each in found.values()))
    first = next(iter(found.values()))
    verdict = f"all policies: {said[0]}" if len(said) == 1 else "the policies differ"
    return Brief(first.title, verdict, [(name, [each.sentence]) for name, each in found.items()], more="")
