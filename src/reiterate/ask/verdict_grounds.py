"""Grounds of a verdict in words: each ground that a ruling holds as data, as one sentence of the field."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from reiterate.ask.verdict_phrases import many, player
from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.statements import JUDGE
from reiterate.judging.verdict import Because, Remark

_Words = Callable[[Because], str]


def ground_words(each: Because) -> str:
    """A ground in words; a situation of the loop is told by its findings, and has none here."""
    return _GROUNDS[each.what](each) if each.what in v.GROUNDS else each.what


def remark_words(remark: Remark, arbiter: bool) -> str:
    """What was said without naming a place. ``arbiter``: whether the text lets a judge decide what is a loop."""
    if remark.seat == JUDGE:
        if remark.what == said.IS_NO_LOOP:
            return "the judge rules that it is no loop: a sequence may be proposed all the same"
        return "the judge rules that it is a loop"
    who = player(remark.seat)
    what = f"{who} calls a judge" if remark.what == said.CALL_JUDGE else f"{who} objects, and names no place"
    if remark.heard:
        return f"{what}: the judge has ruled"
    if arbiter:
        return f"{what}: until a judge rules, what is said here stands"
    return f"{what}: only a place or a number stops the loop earlier"


def _who(each: Because) -> str:
    return "" if each.seat is None else player(each.seat)


def _number(each: Because) -> str:
    return "" if each.number is None else many(each.number)


def _shown(each: Because) -> str:
    if each.number == 0:
        return "the cycle was not shown yet"
    return "the cycle was shown once" if each.number == 1 else f"the cycle was shown {_number(each)} times"


_GROUNDS: Final = MappingProxyType[str, _Words](
    {
        v.FOUND: lambda each: each.words,
        v.NO_SENTENCE: lambda each: f"the text says nothing of such a loop: {each.words}",
        v.DEPEND: lambda each: each.words,
        v.DEPEND_NOT_KNOWN: lambda each: f"whether the actions depend on one another is not known: {each.words}",
        v.DEPEND_ASKED: lambda each: (
            "the players say it: with 'independent: yes' later numbers may be higher, with 'no' only lower"
        ),
        v.STALLS: lambda each: "the judge rules that this uses up time",
        v.RULED_NO_LOOP: lambda each: "the judge rules that this is no loop",
        v.RULED_A_LOOP: lambda each: "the judge rules that this is a loop",
        v.CHOICE_FOUND: lambda each: f"the judge finds another choice of {_who(each)}",
        v.HIDDEN_CARDS: lambda each: f"hidden cards of {_who(each)} decide whether another choice exists",
        v.SAME_STATE: lambda each: "whether the game state is then the same one the text leaves open",
        v.MEANINGFUL_CHANGE: lambda each: "whether that is a meaningful change a judge says",
        v.BESIDE_CHANGES: lambda each: "the loop brings the position back, but what is done beside it changes the game",
        v.CONCEDES: lambda each: f"{_who(each)} concedes, and what {_who(each)} owns leaves the game",
        v.OPTS_OUT: lambda each: f"{_who(each)} does not take the shortcut",
        v.HAS_TO_NAME: lambda each: f"{_who(each)} keeps the loop up and has to name a number: 'indefinitely' is none",
        v.DIFFERS: lambda each: "not every iteration is the same",
        v.UNCHANGED: lambda each: "nothing relevant has changed since this loop was shortcut",
        v.SPANS_TURNS: lambda each: "the loop spans turns, and each iteration changes the game",
        v.SHOWN: _shown,
        v.READ: lambda each: each.words,
        v.BY_CHOICES: lambda each: "choices sustain the loop",
        v.PLAYED_OUT: lambda each: f"chance is in it ({each.words}), so nobody names a number and it is played out",
        v.ALL_RESULTS: lambda each: (
            f"if everybody passes, all {_number(each)} results that could come lead to one outcome"
        ),
        v.ONLY_TURNS: lambda each: "turns pass, other cards are drawn in each, and nobody keeps anything up",
        v.ONE_IS_NO_DRAW: lambda each: "a loop that one player alone keeps up is no draw: that player names a number",
        v.STOPS: lambda each: f"it stops in iteration {_number(each)}: {each.words}",
        v.STOPS_BEFORE_THE_END: lambda each: (
            f"the script stops in iteration {_number(each)}, before the loop has ended: {each.words}"
        ),
        v.PROPOSED: lambda each: "a shortcut is proposed",
        v.ANSWERED: lambda each: "all others have answered",
        v.TAKEN: lambda each: "the shortcut is taken",
        v.CAME_BACK: lambda each: "actions of several players brought this position back",
        v.BACK_ALONE: lambda each: f"{_who(each)} alone brought this position back, whatever was done between",
        v.BACK_BY_CHANCE: lambda each: (
            f"{_who(each)} alone brought this position back, though what came between was random"
        ),
        v.NOTHING_BACK: lambda each: "no position came back by actions of several players",
        v.DIFFERENCE: lambda each: each.words,
        v.UNLIKE: lambda each: f"unlike an earlier position, {each.words}",
    }
)
#: What follows either way, where something decides that nobody can see or the text leaves open.
_EITHER_WAY: Final = MappingProxyType[str, Callable[[Because], tuple[str, str]]](
    {
        v.HIDDEN_CARDS: lambda each: (
            f"if hidden cards of {_who(each)} allow a choice that ends the loop, {_who(each)} must choose differently",
            "if they do not, nobody keeps the loop up",
        ),
        v.SAME_STATE: lambda each: (
            f"if that change does not count, {_who(each)} must choose differently",
            "if it counts, no position comes back, and the sequence may be proposed",
        ),
        v.MEANINGFUL_CHANGE: lambda each: (
            "if the change is not meaningful ('judge: is a loop'), each player names a number, or goes on indefinitely",
            "if it is meaningful ('judge: is no loop'), the game goes on without a shortcut",
        ),
    }
)


def either_way(each: Because) -> tuple[str, str]:
    """What follows if it is so, and if it is not. In: the ``turns_on`` of a verdict."""
    return _EITHER_WAY[each.what](each)


#: The grounds that have words; a test asks that none is missing.
TOLD: Final = frozenset(_GROUNDS)
