"""Parts of answers in words, for every screen: ends, periods, kinds, gains. Nothing here knows of tables or colours."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from reiterate.amounts import plain
from reiterate.ask import answer, answer_parts
from reiterate.ask.answer_parts import Quantity, number
from reiterate.lazy_module import Later
from reiterate.loops.loop import ending_place
from reiterate.refusals import EDITION
from reiterate.rules.decisions.not_offered import NOT_KNOWN
from reiterate.state.model import BATTLEFIELD

if TYPE_CHECKING:
    from reiterate.worth import given
else:
    given = Later("reiterate.worth.given")

#: What a choice of a loop is, by its role; other roles go on whatever is answered.
_ROLES: Final = {
    "acts": "acts",
    "forced": "has no other answer",
    "leaves": "could end it",
    "ends": "ends it, as it is answered",
    "unknown": "is not known to go on",
}
_OTHER_ROLES: Final = "goes on whatever is answered"

PASSES: Final = "passes"

#: A fact in a table: what it is called, and the lines that tell it.
Row = tuple[str, list[str]]


def refused_words(refused: answer_parts.Refused) -> list[str]:
    """A refusal in one or two lines of text: the message with its rule and code, and what would be accepted, where that is known."""
    rule = f" [{refused.rule}]" if refused.rule else ""
    found = [f"{refused.message}{rule} ({refused.code})"]
    return [*found, f"accepted would be: {refused.expected}"] if refused.expected else found


def script_words(lines: list[answer.ScriptLine]) -> list[str]:
    """Lines of a script with their numbers in a margin of three columns; a line without a number has blanks there.

    >>> script_words([answer.ScriptLine(number=None, text="all pass")])
    ['     all pass']
    """
    return [f"{'' if each.number is None else each.number.in_digits():>3}  {each.text}" for each in lines]


# --- run ---------------------------------------------------------------------------------------------------------


def verdict_words(found: answer.Answer, run: answer.Run) -> list[str]:
    """What came of a shortcut, in lines of text: taken or refused, who must choose differently, what was assumed and declared.

    In: the answer, and its part ``run``.
    """
    if run.refusal is not None:
        first, *rest = refused_words(run.refusal)
        return [f"refused: {first}", *rest]
    facts = run.facts
    lines = ["the shortcut is taken"]
    if facts.each_loop:
        first, *others = (each.text() for each in facts.each_loop)
        more = "".join(f", then {each} of the next" for each in others)
        lines = [
            f"the shortcut is taken: {first} complete iterations of one loop{more}{', and part of one more' if facts.partial else ''}"
        ]
    elif facts.iterations is not None and facts.iterations.amount:
        many = f"{facts.iterations.text()} complete iteration{'' if facts.iterations.amount == 1 else 's'}"
        lines = [f"the shortcut is taken: {many}{', the next one partly' if facts.partial else ''}"]
    if facts.must_change is not None:
        lines.append(f"{facts.must_change} must now choose differently than was proposed [{EDITION}.2c]")
    if facts.must_differ is not None:
        lines.append(f"the position has come back: {facts.must_differ} may not act again as before [{EDITION}.3]")
    return [
        *lines,
        *assumed_lines(found),
        *(f"declared: {each}" for each in found.declared),
    ]


def assumed_lines(found: answer.Answer) -> list[str]:
    """A line of text for each assumption; the answer holds only with all of them."""
    return [f"assumed: {each}" for each in found.assumptions]


def stretch_words(stretch: answer.Stretch) -> str:
    """How iterations were done: jumped or iterated, which of them, and how many make a period."""
    size = "" if stretch.period.amount == 1 else f" ({stretch.period.text()} iterations make one period)"
    if stretch.until is None:
        return f"from iteration {stretch.start.text()} on it repeats without end{size}: jumped"
    how = "iterated, without a closed form" if stretch.how == "iterated" else "jumped"
    return f"iterations {stretch.start.text()} to {stretch.until.text()}: {how}{size}"


# --- loops -------------------------------------------------------------------------------------------------------


def end_words(loop: answer.Loop) -> str:
    """Whether and where a loop ends."""
    end = loop.end
    if end is None:
        return "it never ends by itself"
    rule = f" [{end.rule}]" if end.rule else ""
    return f"it ends {_place(end.iteration, end.choice_number)}: {end.reason}{rule}"


def _place(iteration: Quantity | None, choice: Quantity | None) -> str:
    assert iteration is not None and choice is not None
    assert isinstance(choice.amount, int)
    return ending_place(iteration.whole, choice.amount)


def period_words(loop: answer.Loop) -> str:
    """The iterations that net and gross changes are told of, at the beginning of a sentence."""
    size = loop.period
    if loop.alike or loop.growing_net or loop.growing_gross:
        return "each iteration" if size.amount == 1 else f"each {size.text()} iterations"
    first = loop.period_start.whole
    if size.amount == 1:
        return f"iteration {number(first)}"
    return f"iterations {number(first)} to {number(first + size.whole - 1)}"


def changes_words(numbers: answer.Quantities, growing: list[answer.Change]) -> dict[str, str]:
    """The changes of one period in words, by name and in order of the names.

    In: ``numbers``, what changes by the same number each time; this has its sign, as "+2". ``growing``: what changes
    otherwise; of it the changes of the first periods are told.
    """
    later = {each.name: each.first for each in growing}
    return {
        key: _by_turns(later[key]) if key in later else numbers[key].signed()
        for key in sorted(numbers.keys() | later.keys())
    }


def _by_turns(first: list[Quantity]) -> str:
    rising = all(abs(plain(b.whole)) > abs(plain(a.whole)) for a, b in pairwise(first))
    return (
        f"{', then '.join(each.signed() for each in first)}, ... ({'growing' if rising else 'not the same each time'})"
    )


def gain_words(gains: list[answer.Gain], draw: bool, short: bool = False) -> list[str]:
    """The gains in words, a line each; those that do nothing by themselves come behind the others.

    In: ``draw``, the game is a draw, so nothing is gained. ``short``: of an amount that is a formula nothing but the formula is told.
    """
    if draw:
        return ["nothing, the game is a draw"]
    lines = []
    for gain in sorted(gains, key=lambda each: (bool(each.beside), not each.alone, each.name)):
        amount = None if gain.kind in given.BARE else gain.most
        most = "" if amount is None else f": {amount.short() if short else amount.text()}"
        beside = f", with {gain.beside}" if gain.beside else ""
        lines.append(f"{gain.name}{most}{beside}{'' if gain.alone else ' (nothing by itself)'}")
    return lines or ["nothing"]


# --- kinds -------------------------------------------------------------------------------------------------------


def kind_rows(kind: answer.Kind) -> list[Row]:
    """The kind of a loop as rows of a table, each a heading with its lines. Who acts and chooses stands beside the places of the loop."""
    unknown = [f"not known: {kind.not_known}"] if kind.not_known else []
    rows: list[Row] = [("kept up by", [keeper_words(kind), *unknown])]
    if len(kind.kernels) > 1:
        rows.append(("each of these is enough", ["; ".join(kernel) for kernel in kind.kernels]))
    if kind.riders:
        rows.append(("it goes on without", kind.riders))
    if kind.only_turns:
        rows.append(("no loop", ["turns pass, other cards are drawn in each, and nobody keeps anything up"]))
    rows.append(("objects of", [f"{', '.join(kind.objects_of) or 'nobody'} [104.4f]"]))
    rows.append(("determined", ["yes" if kind.determined else f"no: {kind.read}"]))
    rows.append(("ends", [_ending(kind.ends)]))
    if kind.could_act:
        rows.append(("could act outside the loop", [possible_words(each) for each in kind.could_act]))
    if kind.could_act_not_known:
        rows.append(("not all known", [f"what else could be done: {kind.could_act_not_known}"]))
    if kind.unknown_cards:
        rows.append(("unknown cards in hand", [", ".join(kind.unknown_cards)]))
    rows.append(("draw", [draw_words(kind)]))
    if kind.must_differ is not None:
        rows.append(("the position comes back", [f"{kind.must_differ} must choose differently [{EDITION}.3]"]))
    return rows


def keeper_words(kind: answer.Kind) -> str:
    """Who keeps a loop up, and whether within a turn."""
    return (", ".join(kind.players) or kind.kept_up_by) + _where(kind)


def _where(kind: answer.Kind) -> str:
    if kind.within_resolution:
        return ", inside one resolution"
    return ", across turns" if kind.across_turns else ", within a turn"


def _while(span: answer.Span) -> str:
    first, until = span.first, span.holds_until
    if until is None:
        return "" if first.amount == 1 else f", from iteration {first.text()} on"
    if until.whole == first.whole + 1:
        return f", iteration {first.text()}"
    return f", iterations {first.text()} to {number(until.whole - 1)}"


def statement_words(statement: answer.Statement, scripted: str = "") -> str:
    """What is true of a choice; the choice itself where it is not the ``scripted`` one."""
    what = _ROLES.get(statement.role, _OTHER_ROLES)
    other = "" if statement.choice == scripted else f"{statement.choice}: "
    witness = f" ({statement.witness})" if statement.witness else ""
    return f"{other}{what}{witness}{_while(statement)}"


def possible_words(possible: answer.Possible) -> str:
    """Something that a player could do outside the loop, and for how long."""
    said = possible.not_known in ("", NOT_KNOWN)  # what is carried unread says so itself
    unsure = "" if said else f" (not known whether: {possible.not_known})"
    paying = f", which would pay for: {'; '.join(possible.pays_for)}" if possible.pays_for else ""
    return f"{possible.player}: {possible.what}{unsure}{_while(possible)}{paying}"


def _ending(end: answer.Ending) -> str:
    if end.when == "never":
        return "never by itself"
    if end.when == "at":
        outcome = f", {end.outcome}" if end.outcome else ""
        return f"{_place(end.iteration, end.choice_number)}: {end.reason}{outcome}"
    return f"not known: {end.reason}"


def draw_words(kind: answer.Kind) -> str:
    """Whether the game is a draw by the loop, for whom, and why."""
    rule = f"{'104.4b' if kind.draw_of_all else '104.4f'}, {EDITION}"
    whom = "" if kind.draw_of_all else f", for {', '.join(kind.draw_players)} alone"
    if kind.draw == "yes":
        asked = any(each.role == "continues" for each in kind.statements)
        why = "it goes on whatever is answered" if asked else "only mandatory actions"
        return f"yes{whom}: {why}, and nobody could do anything else [{rule}.4]"
    if kind.draw == "if everybody declines to act":
        return (
            f"if each of {', '.join(kind.to_ask)}, asked in turn order, declines to do anything else{whom} [{rule}.5]"
        )
    return "no" if kind.draw == "no" else "not known"


# --- needs -------------------------------------------------------------------------------------------------------


def symbols_of(name: str) -> str:
    """The name of mana with its kind as a symbol: "{R} until end of turn"."""
    return f"{{{name[:1]}}}{name[1:]}"


def need_words(need: answer.Need, proposer: str | None, on: str = "") -> str:
    """A need in words: objects with their zone, mana, or life; another player's with the player. ``on``: what it is attached to."""
    many = need.count.text()
    if need.what == "life":
        return f"{many} life"
    if need.what == "mana":
        return f"{many} {symbols_of(need.name)} mana" + (f" only to {need.only}" if need.only else "")
    state = [
        ("untapped", need.untapped),
        ("tapped", need.tapped is True),
        ("not summoning sick", need.not_summoning_sick),
    ]
    more = [f"on {on}"] if on else []
    more += [word for word, needed in state if needed]
    for kind, n in need.counters.items():
        more.append(f"{n.text()} {kind} counter{'' if n.amount == 1 else 's'}")
    where = "" if need.zone == BATTLEFIELD else f" in {need.zone}"
    who = "" if need.player == proposer else f" of {need.player}"
    first = "" if need.count.amount == 1 else f"{many} "
    return f"{first}{need.name}{where}{who}{' (' + ', '.join(more) + ')' if more else ''}"
