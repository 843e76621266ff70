"""A combo in sentences for people: verdict, what it gives, how it wins, its start, its closed form, how it stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from reiterate.ask import answer
from reiterate.ask.answer_parts import Quantity, Refused, number
from reiterate.ask.answer_words import end_words, need_words, refused_words, symbols_of
from reiterate.ask.counter_words import net_name
from reiterate.combos.next_opponents import Aftermath
from reiterate.refusals import EDITION
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.turn.state_based_actions import DRAWN
from reiterate.worth.given import BARE, CREATURE_TOKENS, HASTE, LOCK, MILLS, OPPONENT, WIN, Given

#: The kind of mana in what is lacking where mana of any type will do.
ANY: Final = "any"

#: Mana of a kind that is written symbol by symbol.
FEW: Final = 5

#: Closed forms that are told.
FORMS: Final = 3

_ME: Final = "p1"

#: Steps that are not called by one word.
STEPS: Final = {"draw": "draw step", "end": "end step", "cleanup": "cleanup step"}
#: The rule by which a player loses who draws from an empty library, and the outcome where the proposer wins.
_NO_CARD: Final = "704.5b"
_WON: Final = "p1_wins"
_EMPTIED: Final = f"an opponent without a library, who loses by the next draw ({_NO_CARD})"

_ZONES: Final = ("library", "hand", "graveyard", "exile")

#: Copies of a card that play no part beside one that does.
_SPARE: Final = {1: "another"}
_MORE: Final = "more copies of"

#: The supertype of which a player keeps but one of each name (704.5j).
_LEGENDARY: Final = "legendary"

#: What opponents may do against an attack of any number of creatures.
_BLOCKED: Final = "more of them than can be blocked"

_CREATURES: Final = Given(CREATURE_TOKENS)
_HASTY: Final = Given(CREATURE_TOKENS, more=HASTE)
_MILLED: Final = Given(MILLS, whose=OPPONENT)
_TOKENS: Final = ".tokens."

#: The step in which a board begins unless a card asks for another one.
MAIN: Final = "main1"

#: What is said of what an outlet comes to.
_ENDS: Final = {"win": "you win", "mill": "an opponent has no library left"}

#: What is said of an outcome in the verdict.
_CALLED: Final[dict[str, str]] = {
    "infinite": "INFINITE",
    "draw": "DRAW",
    "draw unless somebody acts": "DRAW unless somebody acts",
    "once: win": "ONCE: you win",
    "once: mill": "ONCE: an opponent has no library left",
    "once: draw": "ONCE: the game is a draw",
}


def said_of_loop(
    whole: answer.Answer,
    part: answer.Combo,
    beyond: Mapping[str, Quantity] | None,
    until: int,
    over: tuple[str, str],
    after: Aftermath,
    unbounded: bool,
) -> answer.Said:
    """A loop of cards in sentences; where the answer holds no loop, only why not.

    In: the answer, and its part ``combo``. ``beyond``: what the laps before the first period change more than as many laps of the period do; None where that can't be told.
    ``until``: the last lap that this holds for, 0 for all. ``over``: the outcome of a game that is over at the loop's end, and the rule by which it is.
    ``after``: what is so behind the loop's end. ``unbounded``: nothing but the opponents' life bounds the loop.
    """
    loop = whole.loop
    if loop is None:
        why = "; ".join(words for each in whole.refusals for words in refused_words(each)[:1])
        verdict = f"found, but it can't be told: {why}"
        return answer.Said(verdict=verdict, gets="", wins="", start="", after="", stops="", assumed=[])
    return answer.Said(
        verdict=_verdict(part, loop, whole.refusals),
        gets=_emptied(after) + _gets(part, loop, unbounded),
        wins=_by_outlet(part) or _wins(part, loop) or _wins_later(part, after),
        start=_start(whole, part),
        after=_after(loop, beyond, until),
        stops=_stops_where(part, loop, over, after),
        assumed=_assumed(whole, part, loop),
    )


def said_of_once(whole: answer.Answer, part: answer.Combo) -> answer.Said:
    """A line that is played once in sentences. In: the answer, and its part ``combo``."""
    won, much = part.outcome == "once: win", _much(part)
    life = f"{part.life.text()} life{_of_each(part)}"
    return answer.Said(
        verdict=_verdict(part, None, whole.refusals),
        gets="; ".join([*([_EMPTIED] if part.outcome == "once: mill" else []), *([much] if much else [])]),
        wins=f"at the end of this line, with {life} to lose{_unblocked(part)}" if won else "",
        start=_start(whole, part),
        after="",
        stops="by itself: it is no loop, and nothing is repeated",
        assumed=[
            *whole.assumptions,
            *([f"your library is {part.library}"] if part.library else []),
            "permanents are untapped and not summoning sick",
            "the opponents' hands are unknown, and they do nothing",
        ],
    )


def _unblocked(part: answer.Combo) -> str:
    """What a line takes for granted in which creatures attack."""
    return ", if nobody blocks" if any(step.attacks for step in (*part.before, *part.lap)) else ""


def _much(part: answer.Combo) -> str:
    """What a line gives besides its win or an empty library, with how much of it; "" for nothing."""
    gains = [each for each in part.gains if each.most is not None and each.kind not in BARE]
    return ", ".join(f"{each.what} {each.most.text()}" for each in gains if each.most is not None)


# --- the verdict -------------------------------------------------------------------------------------------------


def page_verdict(whole: answer.Answer, part: answer.Combo) -> tuple[str, str]:
    """The verdict of a combo without the codes that say why nothing is proved, and these codes; "" for none.

    A loop that can't be told has the verdict of its sentences: that says why.
    """
    if whole.loop is None and not part.once:
        return part.said.verdict, ""
    return _verdict(part, whole.loop, ()), "" if part.proved else ", ".join(_codes(whole.refusals))


def _verdict(part: answer.Combo, loop: answer.Loop | None, refusals: Sequence[Refused]) -> str:
    """What a combo is, in a few words; then what it needs to start, if that is more than its cards."""
    outlet = part.outlet or None
    then = "" if outlet is None else f", then {_ENDS[outlet.outcome]} with {' and '.join(outlet.cards)}"
    said = f"{_called(part, loop)}{then}, {_proved(part, refusals)}"
    if part.idle:
        said = f"not this combo, for {without_idle(part)}: {said}"
    lacks = _lacks(part)
    return f"{said}; besides the cards it needs {lacks}" if lacks else said


def without_idle(part: answer.Combo) -> str:
    """What a loop that does without some cards is without them, and with them on the battlefield."""
    stopping = part.stopping or ()
    free = [name for name in part.idle if name not in stopping]
    parts = [f"it works without {' or '.join(_copies(part, free))}"] if free else []
    if stopping:
        there = " or ".join(stopping)
        parts.append(f"with {there} on the battlefield the same lines are no loop, and without {there} they are")
    return ", and ".join(parts)


def _copies(part: answer.Combo, names: Sequence[str]) -> list[str]:
    """Names of idle cards, each once; where another copy of one plays a part, that is said."""
    return [
        name if (many := names.count(name)) == part.cards.count(name) else f"{_SPARE.get(many, _MORE)} {name}"
        for name in dict.fromkeys(names)
    ]


def _called(part: answer.Combo, loop: answer.Loop | None) -> str:
    if part.outcome == "wins" and part.wins_in is not None:
        return f"WINS in iteration {part.wins_in.text()}"
    if part.outcome == "ends" and loop is not None:
        return "ENDS" if loop.end is None else f"ENDS after {number(loop.end.iteration.whole - 1)} iterations"
    return f"ONCE: {_much(part)}" if part.outcome == "once: much" else _CALLED[part.outcome]


def _proved(part: answer.Combo, refusals: Sequence[Refused]) -> str:
    """Whether the checker accepted the certificate; where it did not, why there is no proof."""
    if part.proved:
        return "proved"
    codes = _codes(refusals)
    return f"not proved ({', '.join(codes)})" if codes else "not proved"


def _codes(refusals: Sequence[Refused]) -> list[str]:
    """The codes that say why there is no certificate."""
    return [each.code for each in refusals if each.question in ("certify", "check")]


def _lacks(part: answer.Combo) -> str:
    """What is needed besides the cards: permanents, life, counters, mana, and what sets the loop off; "" for nothing."""
    permanents = [each for each in part.lacks if each.what == "permanent"]
    said = [each.words for each in permanents]
    parts = [_legends(words, said.count(words)) for words in dict.fromkeys(said) if _LEGENDARY in words]
    for each in permanents:
        if _LEGENDARY in each.words:
            continue
        what = each.words if said.count(each.words) == 1 else f"{'an' if each.name[0] in 'AEIOU' else 'a'} {each.name}"
        parts.append(what if each.count.amount == 1 else f"{what} ({each.count.text()} of them)")
    parts += [each.words for each in part.lacks if each.what in ("life", "counters", "cards")]
    parts += [f"{mana_of(part)} once"] if mana_of(part) else []
    return ", ".join([*parts, *(f"{e.words} once (here {e.name})" for e in part.lacks if e.what == "starter")])


def _legends(words: str, many: int) -> str:
    """So many legendary permanents, each with a name of its own (704.5j)."""
    return words if many == 1 else f"{words} ({many} of them, with unlike names)"


def mana_of(part: answer.Combo) -> str:
    """The mana that a combo needs, as a cost; "" for none."""
    return mana_text([(each.name, each.only, each.count) for each in part.lacks if each.what == "mana"])


def mana_text(pool: Sequence[tuple[str, str, Quantity]]) -> str:
    """Mana as a cost, from kinds with what each may be spent on alone: what pays for anything comes first."""
    first, rest = "", ""
    for kind, only, count in pool:
        many = count.amount
        if kind == ANY:
            first = f"{{{count.text()}}}"
        else:
            few = isinstance(many, int) and many <= FEW
            stays = len(kind) > 1
            rest += (
                f"{{{kind}}}" * many
                if few and not stays and isinstance(many, int)
                else f"{count.text()} {symbols_of(kind)}"
            )
            rest += f" only to {only}" if only else ""
    return first + rest


# --- the rest ----------------------------------------------------------------------------------------------------


def _gets(part: answer.Combo, loop: answer.Loop, unbounded: bool) -> str:
    kinds = {each.kind for each in loop.gains or ()}
    gains = [each for each in loop.gains or () if not _given(each).harms and each.kind not in BARE]
    if part.drawn:
        return "nothing: the game is a draw"
    lines = []
    endless = [each for each in gains if each.most is None]
    plain = [each for each in endless if each.alone and not each.beside]
    hasty = any(_given(each) == _HASTY for each in plain)
    named = [each.what for each in plain if not (hasty and _given(each) == _CREATURES)]
    seen = [each.what for each in endless if not each.alone and not each.beside]
    if named or seen:
        parts = [", ".join(named)] if named else []
        if seen:
            parts.append(f"for what sees it: {', '.join(seen)}")
        lines.append(f"infinite {'; '.join(parts)}" if named else f"infinite, {parts[0]}")
    for beside in dict.fromkeys(each.beside for each in endless if each.beside):
        lines.append(f"with {beside}: infinite {', '.join(each.what for each in endless if each.beside == beside)}")
    lines += _bounded(part, [each for each in gains if each.most is not None], unbounded)
    if LOCK in kinds:
        lines.insert(0, "no opponent takes a turn any more")
    if WIN in kinds:
        lines.insert(0, "you win the game")
    return "; ".join(lines) or "nothing that counts"


def _bounded(part: answer.Combo, gains: Sequence[answer.Gain], unbounded: bool) -> Iterator[str]:
    """What an end bounds: first what the board gives itself, then what something more beside it gives."""
    lives = unbounded and part.outcome == "wins" and not _much_life(part)
    numbers = not lives and not _much_life(part)  # else how much is a matter of the opponents' life
    for beside in dict.fromkeys(sorted((each.beside for each in gains), key=bool)):
        said = [
            f"{each.what} {each.most.text()}" if numbers and each.most is not None else each.what
            for each in gains
            if each.beside == beside
        ]
        first = [f"with {beside}"] * bool(beside) + ["infinite, as far as the opponents' life goes"] * lives
        yield ": ".join([*first, ", ".join(said)])


def _given(gain: answer.Gain) -> Given:
    """What a gain gives, without how much of it."""
    return Given(gain.kind, gain.of, gain.whose, gain.more)


def _much_life(part: answer.Combo) -> bool:
    """Whether the opponents have other life in the proof than was asked for."""
    return part.opponents_life != part.life


def _wins(part: answer.Combo, loop: answer.Loop) -> str:
    """How a loop wins with the life that was asked for, where that follows from it alone."""
    if part.wins_in is not None:
        life = f"{part.life.text()} life{_of_each(part)}"
        return f"in iteration {part.wins_in.text()}, with {life} to lose{_unblocked(part)}"
    if part.drawn:
        return ""
    endless = {_given(gain) for gain in loop.gains or () if gain.most is None}
    if _HASTY in endless:
        many = _lethal(part, loop.net or {})
        return many or f"attack this turn with the tokens, {_BLOCKED}"
    if _MILLED in endless:
        return "p2 draws from an empty library in the next draw step (704.5b)"
    return f"attack with the tokens next turn, {_BLOCKED}" if _CREATURES in endless else ""


def _by_outlet(part: answer.Combo) -> str:
    """What is played behind the iterations of a loop that wins by cards which it does without; "" for nothing."""
    outlet = part.outlet or None
    if outlet is None:
        return ""
    lines = "; ".join(map(_deed, outlet.deeds))
    many = f"{outlet.iterations.text()} iteration{'' if outlet.iterations.amount == 1 else 's'}"
    blocked = ", if nobody blocks" if outlet.attacks else ""
    life = f"{part.life.text()} life{_of_each(part)} to lose"
    against = f"with {life if outlet.library is None else f'{outlet.library.text()} cards in the library'}{blocked}"
    leaves = f", which leaves {_EMPTIED}" if outlet.outcome == "mill" else ""
    return f"after {many}, {against}: {lines}{leaves}"


def _deed(deed: answer.Deed) -> str:
    times = "" if deed.times.amount == 1 else f"{deed.times.text()} times: "
    return f"{times}{', '.join(deed.lines)}"


def _emptied(after: Aftermath) -> str:
    """The opponents without a library behind a loop, of how many cards, what is done before the laps included; "" for none."""
    gone = [f"p{seat + 1} has none of {number(cards)} cards left in the library" for seat, cards in after.emptied]
    return "".join(f"{each}, and loses by the next draw ({_NO_CARD}); " for each in gone) + (
        "in the iterations: " if gone else ""
    )


def _wins_later(part: answer.Combo, after: Aftermath) -> str:
    """How a loop that ends wins all the same: by the next draw, or with the other opponents as the target; "" where it doesn't."""
    if len(after.emptied) == _opponents(part) and after.drawing:
        who = " and ".join(f"p{seat + 1}" for seat, _ in after.emptied)
        return f"as {who} next draws a card: the library is empty ({_NO_CARD})"
    if after.beaten and not _much_life(part):
        first, *others = [f"p{seat + 1}" for seat in after.beaten]
        on = f"when {first} has lost, the same is repeated against {', then '.join(others)}, until no opponent is left"
        return f"{on} (played to that end, but not in the certificate)"
    return ""


def _lethal(part: answer.Combo, net: answer.Quantities) -> str:
    """How many tokens are lethal where a lap makes one of a known power; "" where that is not so."""
    power = next((each for key, each in net.items() if _TOKENS in key and key.endswith(".power")), None)
    tokens = next((each for key, each in net.items() if _TOKENS in key and key.count(".") == 2), None)
    if power is None or tokens is None or tokens.amount != 1:
        return ""
    if not isinstance(power.amount, int) or not isinstance(part.life.amount, int) or power.amount <= 0:
        return ""
    each, opponents = -(-part.life.amount // power.amount), _opponents(part)
    split = f" ({number(each)} for each opponent)" if opponents > 1 else ""
    lethal = f"{number(each * opponents)} tokens{split} are lethal for {part.life.text()} life{_of_each(part)}"
    return f"attack this turn: {lethal}, if nobody blocks"


def _opponents(part: answer.Combo) -> int:
    """How many opponents there are."""
    return part.players.amount - 1 if isinstance(part.players.amount, int) else 1


def _of_each(part: answer.Combo) -> str:
    """That each of several opponents has that much life; "" for one opponent."""
    return " of each opponent" if _opponents(part) > 1 else ""


def _start(whole: answer.Answer, part: answer.Combo) -> str:
    """What must be there: the cards where they are, what lies beside them, and mana."""
    if part.needs is None:
        return "what it needs at least is not known"
    beside = {each.name: each for each in part.lacks if each.what in ("permanent", "starter") and not each.on}
    objects = [need for need in part.needs if need.what == "object" and need.name != UNKNOWN_CARD.name]
    players = whole.position.players if whole.position is not None else []
    hosts = {each.name: each.attached_to for player in players for each in player.battlefield}
    words = [need_words(need, _ME, hosts.get(need.name, "")) for need in objects if need.name not in beside]
    helpers = [(need, beside[need.name]) for need in objects if need.name in beside]
    words += [_helper(need, lack) for need, lack in helpers if _LEGENDARY not in lack.words]
    legends = Counter(lack.words for _, lack in helpers if _LEGENDARY in lack.words)
    words += [_legends(each, many) for each, many in legends.items()]
    words += [each.words for each in part.lacks if each.what == "cards"]
    begun = whole.position.step if whole.position is not None else MAIN
    own = whole.position is None or whole.position.active == _ME
    whose = "your" if own else "an opponent's"
    when = [] if own and begun == MAIN else [f"in {whose} {STEPS.get(begun, begun)}"]
    if part.outlet and part.outlet.mana:
        pool = mana_text([(each.name, each.only, each.count) for each in part.outlet.mana])
        words.append(f"{pool} for {' and '.join(part.outlet.cards)}")
    return "; ".join([*when, *words, mana_of(part) or "no mana"])


def _helper(need: answer.Need, lack: answer.Lack) -> str:
    """What lies beside the cards: by its name, or by its kind where any of that kind is meant."""
    said = need_words(need, _ME)
    if f"a {need.name}".lower() not in lack.words.lower() or lack.words.lower() == f"a {need.name}".lower():
        return said
    many = "" if need.count.amount == 1 else f" ({need.count.text()} of them)"
    return f"{lack.words}{many}{' untapped' if need.untapped else ''}"


def _after(loop: answer.Loop, beyond: Mapping[str, Quantity] | None, until: int) -> str:
    """The closed form of what a loop changes on the board: exact after every lap that is named."""
    if loop.alike and loop.net and beyond is not None:
        size = "" if loop.period.amount == 1 else f" (n counts every {loop.period.text()} iterations)"
        kept = {key: each for key, each in loop.net.items() if not key.endswith((".power", ".toughness"))}
        told = [_changed(key, each, beyond.get(key)) for key, each in kept.items()]
        first = _first_lap(loop)
        if until:
            size += f" (n from {max(first, 1)} to {until})"
        elif beyond and first > 1:
            size += f" (n from {first} on)"
        return ", ".join(told) + size if told else ""
    last = loop.segments[-1] if loop.segments else None
    forms = [f"{_slot(form.name)}: {form.form}" for form in last.forms if form.name.startswith("p")] if last else []
    if not forms or last is None:
        return "the position comes back" if loop.net == {} else ""
    return f"{'; '.join(forms[:FORMS])} (counted from iteration {last.start.text()})"


def _changed(key: str, each: Quantity, beyond: Quantity | None) -> str:
    """What a key comes to after n laps; of objects that change otherwise at first, what each lap adds."""
    if beyond is not None and (".counters." in key or key.endswith(".damage")):
        return f"{each.text()} {_slot(key)} more each time"
    return f"{_form(each, beyond)} {_slot(key)}"


def _first_lap(loop: answer.Loop) -> int:
    """The first lap whose end the period's changes are told of."""
    start, size = loop.period_start.amount, loop.period.amount
    return (start - 1) // size if isinstance(start, int) and isinstance(size, int) and size else 0


def _form(each: Quantity, beyond: Quantity | None) -> str:
    """A change after n laps: ``2n``, ``(n - 1)``, ``(1 - n)``."""
    n = _times(each)
    if beyond is None:
        return n
    text = beyond.text()
    if n.startswith("-") and not text.startswith("-"):
        return f"({text} - {n[1:]})"
    return f"({n} - {text[1:]})" if text.startswith("-") else f"({n} + {text})"


def _times(n: Quantity) -> str:
    return "n" if n.amount == 1 else "-n" if n.amount == -1 else f"{n.text()}n"


def _slot(key: str) -> str:
    """A slot of a board in words: ``p1.tokens.Elf Warrior``, ``p1.mana.G``, ``p2.life``."""
    player, _, rest = key.partition(".")
    whose = "" if player == _ME else f" of {player}"
    kind, _, name = rest.partition(".")
    if kind == "mana":
        symbol, _, only = name.partition("/")
        return f"{{{symbol}}}{f' only to {only}' if only else ''}{whose}"
    if kind in _ZONES and name:
        return f"{'cards' if name == UNKNOWN_CARD.name else name} in the {kind}{whose}"
    if rest.endswith((".eot.power", ".eot.toughness")):
        name, _, part = rest.rpartition(".eot.")
        return f"{part} of {name.removeprefix('tokens.')}{whose} more until end of turn"
    return net_name(key, _ME)


def _stops_where(part: answer.Combo, loop: answer.Loop, over: tuple[str, str], after: Aftermath) -> str:
    """How a loop stops; with what life of the opponents, where the proof has other life than was asked for, and who is left."""
    said = _stops(loop, over)
    if loop.end is not None and _much_life(part):
        said = f"with {part.opponents_life.text()} life of each opponent, {said}"
    if after.lost:
        gone, left = (" and ".join(f"p{seat + 1}" for seat in each) for each in (after.lost, after.left))
        said += f"; {gone} {'has' if len(after.lost) == 1 else 'have'} lost, and {left} {'is' if len(after.left) == 1 else 'are'} left"
    return said


def _stops(loop: answer.Loop, over: tuple[str, str]) -> str:
    kind = loop.kind
    if loop.end is not None and kind is not None and kind.within_resolution:
        return f"by itself, after {number(loop.end.iteration.whole - 1)} rounds of one resolution"
    if loop.end is not None and over[1] == _NO_CARD and over[0] not in (_WON, DRAWN):
        last = f" after {number(loop.end.iteration.whole - 1)} iterations"
        return f"when your library is used up: you draw from an empty one{last}, and lose ({_NO_CARD})"
    if loop.end is not None:
        lost = ", and you have lost" if over[0] not in ("", _WON, DRAWN) else ""
        drawn = ", and drawn (104.4a)" if over[0] == DRAWN else ""
        return f"{end_words(loop)}{lost}{drawn}"
    if kind is None:
        return "it never ends by itself"
    if kind.kept_up_by == "one player" and kind.players == [_ME]:
        return f"when you say so: name a number ({EDITION}.2a); no drawn game"
    if kind.draw == "yes":
        return f"never: nobody can end it, so the game is a draw (104.4b, {EDITION}.4)"
    if kind.draw == "if everybody declines to act":
        return f"when {' or '.join(kind.to_ask)} does something else; else the game is a draw (104.4b, {EDITION}.5)"
    if kind.kept_up_by == "nobody":
        return f"never by itself; whoever has another choice may end it ({EDITION}.5)"
    if kind.players:
        return f"when {' or '.join(kind.players)} no longer keeps it up"
    return "it is not known who could end it"


def _assumed(whole: answer.Answer, part: answer.Combo, loop: answer.Loop) -> list[str]:
    """What a proof takes for granted, and what is not known of the loop."""
    parts = list(whole.assumptions)
    if loop.kind is not None and loop.kind.unknown_cards:
        parts.append(f"the hand of {', '.join(loop.kind.unknown_cards)} is unknown")
    if part.library:
        parts.append(f"your library is {part.library}")
    if part.outlet:
        parts.append(f"opponents do nothing as {' and '.join(part.outlet.cards)} is used")
    if part.own_life != part.life and not any(each.what == "life" for each in (*(part.needs or ()), *part.lacks)):
        parts.append(f"you have {part.own_life.text()} life in the proof")
    if _much_life(part):
        parts.append(f"each opponent has {part.opponents_life.text()} life in the proof")
    players = whole.position.players if whole.position is not None else []
    there = {each.name for player in players for each in player.battlefield}
    stopping = part.stopping or ()
    free = [name for name in part.idle if name not in stopping]
    for which, where in (
        ([name for name in free if name in there], ""),
        ([name for name in free if name not in there], " (not on the battlefield of the proof)"),
    ):
        parts += [f"plays no part: {', '.join(_copies(part, which))}{where}"] if which else []
    parts += [f"not on the battlefield: {', '.join(stopping)}"] if stopping else []
    return [*parts, *(refused_words(each)[0] for each in whole.refusals if each.question in ("kind", "needs"))]
