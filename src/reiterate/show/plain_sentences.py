"""A proved loop in a few sentences as players say them: what one iteration brings, how often it is done, who may answer.

The exact rows stand behind these sentences (``show/brief.py``). Nothing is said here that the answer does not hold typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.ask import answer
from reiterate.ask.answer_parts import Quantity, number
from reiterate.ask.answer_words import changes_words, end_words, period_words
from reiterate.ask.checked import Checked
from reiterate.ask.checked_words import DRAW
from reiterate.ask.counter_words import net_words
from reiterate.refusals import EDITION
from reiterate.script.saying import EMPTY
from reiterate.show.brief import listed

#: Changes of one iteration that are told, and places where others may answer.
MOST: Final = 5
PLACES: Final = 3

#: What counters on a creature change, besides being there.
_SIZE: Final = ("power", "toughness")


def loop_sentences(
    loop: answer.Loop,
    proposer: str | None,
    over: Sequence[str] | None = None,
    wins: str = "",
    assumed: Sequence[str] = (),
) -> list[str]:
    """A loop in sentences.

    In: the loop; who proposes; ``over``: on what opponents may answer in one iteration, None for the words of its places; how it wins,
    and what was assumed, or nothing.

    Example: "Each iteration: 1 more Elf Warrior token. Everything else is as it was before."
    """
    sentences = [*_changes(loop, proposer), _how_often(loop, proposer), _answers(loop, proposer, over)]
    sentences += [f"You win: {wins}."] if wins else []
    return [*sentences, *([f"Assumed: {'; '.join(assumed)}."] if assumed else [])]


def _changes(loop: answer.Loop, proposer: str | None) -> Iterator[str]:
    """What one iteration changes; that nothing else is changed is said where all changes are told."""
    if loop.net is None:
        return
    sized = {
        f"{name}.{part}" for name, dot, _ in (key.partition(".counters.") for key in loop.net) if dot for part in _SIZE
    }
    changes = changes_words(loop.net, loop.growing_net)
    growing = {each.name for each in loop.growing_net}
    changes |= {key: _more(each) for key, each in loop.net.items() if key not in growing}
    kept = {key: words for key, words in changes.items() if key not in sized}  # counters say it
    told = net_words(loop.net, kept, proposer, MOST)
    which = period_words(loop)
    which = which[:1].upper() + which[1:]
    if not told:
        yield f"{which} leaves everything as it was before."
        return
    turns = loop.kind is None or loop.kind.across_turns
    whole = loop.alike and not loop.growing_net and len(told) <= MOST and not turns
    yield f"{which}: {', '.join(told)}.{' Everything else is as it was before.' if whole else ''}"


def _more(change: Quantity) -> str:
    """A change as people count: "2 more", "1 less"."""
    if isinstance(change.amount, int):
        return f"{number(abs(change.amount))} {'less' if change.amount < 0 else 'more'}"
    return change.signed()


def _how_often(loop: answer.Loop, proposer: str | None) -> str:
    """How often a loop is done, and who decides that."""
    kind, ends = loop.kind, end_words(loop)
    if loop.end is not None:
        return (
            f"It goes on by itself: {ends}."
            if kind is not None and kind.kept_up_by == "nobody"
            else f"{ends[:1].upper()}{ends[1:]}."
        )
    if kind is None or kind.kept_up_by == "unknown":
        return "It never ends by itself."
    if kind.draw == "yes":
        return f"Nobody can end it, so the game is a draw (104.4b, {EDITION}.4)."
    if kind.draw == "if everybody declines to act":
        return f"The game is a draw unless {' or '.join(kind.to_ask)} does something else (104.4b, {EDITION}.5)."
    if kind.kept_up_by == "one player" and kind.players == [proposer]:
        return f"It can be repeated any number of times: say how often ({EDITION}.2a)."
    who = " or ".join(kind.players) or "whoever has another choice"
    return f"It goes on until {who} does something else ({EDITION}.5)."


def _answers(loop: answer.Loop, proposer: str | None, over: Sequence[str] | None) -> str:
    """Where opponents may answer within one iteration: on the stack, or while steps pass and nothing is there."""
    passed = [(each.player, each.over) for each in loop.places if each.over is not None and each.player != proposer]
    first = [f"“{thing}”" for who, thing in passed if thing != EMPTY and who == passed[0][0]]
    answered = first if over is None else over
    if not answered:
        return "Opponents could answer only while steps pass." if passed else "No opponent has a place to answer in it."
    names = list(dict.fromkeys(answered))
    more = f", or {len(names) - PLACES} more" if len(names) > PLACES else ""
    many = f"{len(answered)} place{'' if len(answered) == 1 else 's'}"
    where = f"{many} of each iteration: with {', or '.join(names[:PLACES])} on the stack{more}"
    if loop.kind is not None and loop.kind.nobody_else_could_act:
        return f"Opponents have priority at {where}. No opponent has anything to act with there."
    return f"Opponents could answer at {where}."


def checked_sentences(found: Checked, gains: Sequence[str]) -> list[str]:
    """What a certificate proves, in sentences. In: what was checked, and what the proposer gets, in words."""
    often = "any number of times" if found.endless else f"{found.iterations.text()} times" if found.iterations else ""
    if found.kind != "loop":
        return [f"This can be done once, and gives: {listed(gains)}." if gains else "This can be done once."]
    sentences = [f"This can be repeated {often}." if often else "This can be repeated."]
    sentences += [f"You get: {listed(gains)}."] if gains else []
    return [*sentences, f"It is kept up by {found.kept_up_by}{DRAW if found.draw else ''}."]
