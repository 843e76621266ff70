"""A combo on one screen: verdict, what it gives, how it wins, what it needs, one lap, how it stops; twelve lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from reiterate.judge.kinds import DECLINED, YES
from reiterate.refusals import EDITION
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.show import answer
from reiterate.show.answer_quantities import Quantity, number
from reiterate.show.answer_words import end_words, need_words, refused_words
from reiterate.show.brief import Brief
from reiterate.show.building_combo import ENDS_STEP, Lap, Shown
from reiterate.show.screen import HEAD, Page, cleaned, facts, rendered
from reiterate.show.screen_answer import screen
from reiterate.shown_text import plain

#: Lines that are shown without being asked for more.
LINES: Final = 12

#: Steps of a lap that are written out, or fewer; places of an opponent; steps before the first lap; the characters of each.
STEPS: Final = (8, 6, 4, 3, 2)
PLACES: Final = 3
FIRST: Final = 3
SHORT: Final = 60

#: Which of several like objects a script means, and whose; a player reads the name alone.
_WHICH: Final = re.compile(r"(?: #\d+)?(?: of p1\b)|(?: #\d+\b)")

#: Mana of a kind that is written symbol by symbol.
FEW: Final = 5

_HASTY: Final = "creature tokens with haste"
_TOKENS: Final = ".tokens."

Row = tuple[str, list[str]]


def combo_screen(found: Shown, page: Page, seconds: float | None = None, why: bool = False) -> str:
    """The screen of a combo; ``seconds``: how long it took. ``why``: the whole answer to its loop as well."""
    clean: answer.Answer = cleaned(found.answer)
    head = headline_of(clean.title, verdict(found, clean), page, seconds)
    return laid_out(head, lambda steps: _rows(found, clean, steps), found.answer, page, why)


def brief_of_combo(found: Shown) -> Brief:
    """A combo in short, for every format."""
    clean: answer.Answer = cleaned(found.answer)
    return Brief(clean.title, verdict(found, clean), list(_rows(found, clean, STEPS[0])))


def laid_out(
    head: RenderableType, rows: Callable[[int], Iterable[Row]], whole: answer.Answer, page: Page, why: bool
) -> str:
    """A head with rows under it, of so many lines at most; ``why``: all of them, and the ``whole`` answer.

    ``rows``: the rows with at most so many steps of a lap; fewer steps are written where the lines are too many.
    """
    text = ""
    for steps in STEPS:
        shown = [(name, [plain(line) for line in lines]) for name, lines in rows(steps)]
        text = rendered([head, facts(shown)], page)
        if why:
            return f"{text}\n{screen(whole, page)}"
        if len(text.splitlines()) <= LINES:
            break
    lines = text.splitlines()
    return text if len(lines) <= LINES else "".join(f"{line}\n" for line in (*lines[: LINES - 1], "(more: --why)"))


class Words:
    """The names of cards as they are said on the screen: what stands before a comma, where no other begins alike."""

    def __init__(self, names: Sequence[str]) -> None:
        heads = [name.split(",")[0] for name in names]
        pairs = zip(names, heads, strict=True)
        self.short = {name: head for name, head in pairs if heads.count(head) == 1 and head != name}

    def of(self, text: str, limit: int = 0) -> str:
        """A text with short names, cut off behind so many characters."""
        text = _WHICH.sub("", text)
        for name, head in self.short.items():
            text = text.replace(name, head)
        return text if not limit or len(text) <= limit else text[: limit - 3].rstrip() + "..."


def headline_of(title: str, said: str, page: Page, seconds: float | None) -> RenderableType:
    """The cards at the left, the verdict at the right, or below where both don't fit."""
    took = "" if seconds is None else f" ({seconds:.1f} s)"
    names, verdict = Text(title, HEAD), Text(f"{said}{took}", HEAD)
    if len(names) + len(verdict) + 3 > page.width:
        return Text("\n").join([names, verdict])
    line = Table.grid(expand=True)
    line.add_column()
    line.add_column(justify="right")
    line.add_row(names, verdict)
    return line


def verdict(found: Shown, clean: answer.Answer) -> str:
    """What a combo is, in a few words; first what it lacks to start, if that is more than its cards."""
    loop = clean.loop
    if loop is None:
        return "found, but it can't be told: " + "; ".join(
            words for each in clean.refusals for words in refused_words(each)[:1]
        )
    if _drawn(loop):
        said = (
            "DRAW, proved" if loop.kind is not None and loop.kind.draw == YES else "DRAW unless somebody acts, proved"
        )
    elif loop.endless:
        said = "INFINITE, proved"
    elif found.wins_at:
        said = f"WINS in lap {found.wins_at}, proved"
    else:
        said = f"ENDS{_laps(loop)}, proved"
    lacks = _lacks(found, loop)
    return f"ALMOST: needs {lacks}. With it: {said}" if lacks else said


def _laps(loop: answer.Loop) -> str:
    """After how many whole laps a loop ends; "" where that is not known."""
    return "" if loop.end is None else f" after {number(loop.end.iteration.whole - 1)} laps"


def _drawn(loop: answer.Loop) -> bool:
    """Whether the game is a draw by a loop, if nobody does anything else."""
    return loop.kind is not None and loop.kind.draw in (YES, DECLINED)


def _lacks(found: Shown, loop: answer.Loop) -> str:
    """What a loop needs besides its cards."""
    life = [f"{need.count.text()} life" for need in _needs(loop, "life") if need.count.text() != found.life]
    mana = mana_text([(n.name, n.only, n.count) for n in _needs(loop, "mana")], found.generic)
    return lacks_text(found.helpers, [*life, *_counters(found, loop), *_any_cards(loop)], mana, found.starters)


def _any_cards(loop: answer.Loop) -> list[str]:
    """Cards that a loop needs in hand whatever they are."""
    return [f"{n.count.text()} cards in hand" for n in _needs(loop, "object") if n.name == UNKNOWN_CARD.name]


def _counters(found: Shown, loop: answer.Loop) -> list[str]:
    """Counters that a loop needs on its cards and that they don't enter with."""
    more = []
    for need in _needs(loop, "object"):
        for kind, n in need.counters.items():
            enters_with = found.counters.get(need.name, {}).get(kind, 0)
            if need.name in found.cards and not (isinstance(n.amount, int) and n.amount <= enters_with):
                more.append(f"{n.text()} {kind} counter{'' if n.amount == 1 else 's'} on {plain(need.name)}")
    return more


def lacks_text(helpers: Mapping[str, tuple[str, int]], life: list[str], mana: str, starters: Mapping[str, str]) -> str:
    """What is needed besides the cards: permanents, life, mana, and what sets something off; "" for nothing."""
    parts = [words if many == 1 else f"{words} ({many} of them)" for words, many in helpers.values()]
    parts += [*life, *([f"{mana} once"] if mana else [])]
    return ", ".join([*parts, *(f"{words} once (here {plain(name)})" for name, words in starters.items())])


def _needs(loop: answer.Loop, what: str) -> list[answer.Need]:
    return [need for need in loop.needs or () if need.what == what]


def mana_text(pool: Sequence[tuple[str, str, Quantity]], generic: bool) -> str:
    """Mana as a cost, from kinds with what each may be spent on alone: what pays for anything comes first.

    ``generic``: no cost asks for colorless mana itself.
    """
    first, rest = "", ""
    for kind, only, count in pool:
        many = count.amount
        if kind == "C" and generic and not only:
            first = f"{{{count.text()}}}"
        else:
            few = isinstance(many, int) and many <= FEW
            rest += f"{{{kind}}}" * many if few and isinstance(many, int) else f"{count.text()} {{{kind}}}"
            rest += f" only to {only}" if only else ""
    return first + rest


# --- the rows ----------------------------------------------------------------------------------------------------


def _rows(found: Shown, clean: answer.Answer, steps: int) -> Iterator[Row]:
    loop = clean.loop
    words = Words(found.cards)
    if loop is None:
        return
    yield "you get", _gets(found, loop)
    won = _win(found, loop)
    if won:
        yield "you win", [won]
    yield "start", [words.of(_start(found, loop)), *_first(found, words)]
    yield "one lap", [steps_line(found.lap, words, steps, "(back to 1)")]
    after = _after(loop)
    if after:
        yield "after n", [words.of(after)]
    yield "stops", [_stops(found, loop)]
    yield "answers", [answers_line(found.lap, words)]
    assumed = _assumed(found, clean, loop)
    if assumed:
        yield "assumed", [assumed]


def _gets(found: Shown, loop: answer.Loop) -> list[str]:
    gains = [each for each in loop.gains or () if not each.name.endswith("yourself")]
    if _drawn(loop):
        return ["nothing: the game is a draw"]
    lines = []
    endless = [each for each in gains if each.most is None]
    named = [_bare(each) for each in endless if each.alone]
    if _HASTY in named and "creature tokens" in named:
        named.remove("creature tokens")
    seen = [_bare(each) for each in endless if not each.alone]
    if named or seen:
        parts = [", ".join(named)] if named else []
        if seen:
            parts.append(f"for what sees it: {', '.join(seen)}")
        lines.append(f"infinite {'; '.join(parts)}" if named else f"infinite, {parts[0]}")
    last = [each for each in gains if each.most is not None and each.name != _bare(each)]
    if found.much_life and last:  # how much is a matter of the life that the proof gives the opponents
        lines.append(", ".join(_bare(each) for each in last))
    elif last:
        lines.append(", ".join(f"{_bare(each)} {each.most.text()}" for each in last if each.most is not None))
    if any(each.name == _bare(each) for each in gains):
        lines.insert(0, "you win the game")
    return ["; ".join(lines)] if lines else ["nothing that counts"]


def _bare(gain: answer.Gain) -> str:
    """A gain without how much of it there is."""
    first, _, rest = gain.name.partition(" ")
    return rest if first.lower().startswith(("infinite", "near-infinite")) else gain.name


def _win(found: Shown, loop: answer.Loop) -> str:
    """How a loop wins with the life that was asked for, where that follows from it alone."""
    if found.wins_at:
        return f"in lap {found.wins_at}, with {found.life} life to lose"
    gains = {gain.name for gain in loop.gains or ()}
    if f"Infinite {_HASTY}" in gains:
        power = next(
            (each for key, each in (loop.net or {}).items() if _TOKENS in key and key.endswith(".power")), None
        )
        tokens = next((each for key, each in (loop.net or {}).items() if _TOKENS in key and key.count(".") == 2), None)
        if (
            power is not None
            and tokens is not None
            and tokens.amount == 1
            and isinstance(power.amount, int)
            and power.amount > 0
        ):
            many = -(-int(found.life) // power.amount)
            return f"attack this turn: {many} tokens are lethal for {found.life} life, if nobody blocks"
        return "attack this turn with the tokens"
    if "Infinite mill" in gains:
        return "p2 draws from an empty library in the next draw step (704.5b)"
    if "Infinite creature tokens" in gains:
        return "attack with the tokens next turn"
    return ""


def _start(found: Shown, loop: answer.Loop) -> str:
    if loop.needs is None:
        return "what it needs at least is not known"
    cards = [
        need for need in _needs(loop, "object") if need.name not in (*found.helpers, *found.starters, UNKNOWN_CARD.name)
    ]
    words = [need_words(need, "p1") for need in cards]
    beside = [f"{name} (untapped)" for name in found.helpers if any(n.name == name and n.untapped for n in loop.needs)]
    mana = mana_text([(n.name, n.only, n.count) for n in _needs(loop, "mana")], found.generic)
    return "; ".join([*words, *beside, mana or "no mana"])


def _first(found: Shown, words: Words) -> list[str]:
    """What is done once before the first lap, as one line; none where the first lap begins at once."""
    return [f"then, once: {steps_line(found.first, words, FIRST, '')}"] if found.first.steps else []


def steps_line(lap: Lap, words: Words, most: int, last: str) -> str:
    """The first steps of a lap in order, ``last`` behind them; what resolves is told with what it is of."""
    steps = []
    for i, step in enumerate(lap.steps[:most], 1):
        who = f"{step.player} " if step.player not in ("", "p1") else ""
        said = words.of(step.text)
        name, _, effect = said.partition(": ")
        if step.resolves and effect.startswith(f"{name} "):
            said = effect  # the ability names its source itself
        resolves = "resolves: " if step.resolves and step.text != ENDS_STEP else ""
        steps.append(f"{i} {resolves or who}{words.of(said, SHORT)}")
    more = len(lap.steps) - len(steps)
    return "   ".join([*steps, f"... {more} more step{'' if more == 1 else 's'}" if more > 0 else last]).rstrip()


def _after(loop: answer.Loop) -> str:
    """The closed form of what a loop changes on the board."""
    if loop.alike and loop.net:
        size = "" if loop.period.amount == 1 else f" (each lap is {loop.period.text()} iterations)"
        parts = [
            f"{_times(n)} {_slot(key)}" for key, n in loop.net.items() if not key.endswith((".power", ".toughness"))
        ]
        return ", ".join(parts) + size if parts else ""
    last = loop.segments[-1] if loop.segments else None
    forms = [f"{_slot(form.name)}: {form.form}" for form in last.forms if form.name.startswith("p")] if last else []
    if not forms or last is None:
        return "the position comes back" if loop.net == {} else ""
    return f"{'; '.join(forms[:PLACES])} (counted from iteration {last.start.text()})"


def _times(n: Quantity) -> str:
    return "n" if n.amount == 1 else "-n" if n.amount == -1 else f"{n.text()}n"


def _slot(key: str) -> str:
    """A slot of a board in words: ``p1.tokens.Elf Warrior``, ``p1.mana.G``, ``p2.life``."""
    player, _, rest = key.partition(".")
    whose = "" if player == "p1" else f" of {player}"
    kind, _, name = rest.partition(".")
    if kind == "tokens":
        return f"{name} tokens{whose}"
    if kind == "mana":
        return f"{{{name}}}{whose}"
    return f"{rest.replace('.counters.', ' counters: ')}{whose}"


def _stops(found: Shown, loop: answer.Loop) -> str:
    kind = loop.kind
    if loop.end is not None and kind is not None and kind.within_resolution:
        return f"by itself, after {number(loop.end.iteration.whole - 1)} rounds of one resolution"
    if loop.end is not None:
        return end_words(loop)
    if kind is None:
        return "it never ends by itself"
    if kind.kept_up_by == "one player" and kind.players == ["p1"]:
        return f"when you say so: name a number ({EDITION}.2a); no draw"
    if kind.draw == YES:
        return f"never: nobody can end it, so the game is a draw (104.4b, {EDITION}.4)"
    if kind.draw == DECLINED:
        return f"when {' or '.join(kind.to_ask)} does something else; else the game is a draw (104.4b, {EDITION}.5)"
    if kind.kept_up_by == "nobody":
        return f"never by itself; whoever has another choice may end it ({EDITION}.5)"
    return f"kept up by {', '.join(kind.players) or kind.kept_up_by}"


def answers_line(lap: Lap, words: Words) -> str:
    many = len(lap.answers)
    if not many:
        return "none: no opponent has priority in a lap"
    over = list(dict.fromkeys(words.of(each, SHORT).replace("s's ", "s' ") for each in lap.answers))
    more = f", or {len(over) - PLACES} more" if len(over) > PLACES else ""
    return f"{many} place{'' if many == 1 else 's'} a lap: with {', or '.join(over[:PLACES])} on the stack{more}"


def _assumed(found: Shown, clean: answer.Answer, loop: answer.Loop) -> str:
    parts = list(clean.assumptions)
    if loop.kind is not None and loop.kind.unknown_cards:
        parts.append(f"the hand of {', '.join(loop.kind.unknown_cards)} is unknown")
    if found.library:
        parts.append(f"your library is {found.library}")
    if found.ours != found.life and not _needs(loop, "life"):
        parts.append(f"you have {found.ours} life in the proof")
    if found.much_life:
        parts.append("each opponent has 10^100 life in the proof")
    if found.idle:
        parts.append(f"plays no part: {', '.join(plain(name) for name in found.idle)}")
    for each in clean.refusals:
        if each.question in ("kind", "needs"):
            parts.append(refused_words(each)[0])
    return "; ".join(parts)
