"""What comes of a row: its cards are proved, compared with what the row claims, and a correction is drafted.

Claims of combo data beside gains: what is claimed, without how much of it, in the words that gains use.

The draft of a correction: what a database says of a row, what is proved, and what an editor could write instead.

What comes of a row: its cards are proved from their names, and what they give is compared with what the row claims.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

from reiterate.ask.answer import Combo as Part
from reiterate.ask.answer import Gain, Step
from reiterate.ask.answer_json import as_json
from reiterate.ask.building_combo import ComboAnswer, combo
from reiterate.ask.combo_words import without_idle
from reiterate.cards import CardBook
from reiterate.cards.names import named
from reiterate.combos.alone import without
from reiterate.databases.combo_rows import Broken, Row
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.show.screen_combo import combo_rows
from reiterate.worth.given import COPIES, DRAW_GAME, Given

# --- claimed -------------------------------------------------------------------------------------

#: Words of the data that say of one opponent, or of all one's creatures, what ours say without: two players, one board.
COARSER: Final = {
    "+1/+1 counters on creatures you control": "+1/+1 counters on a creature",
    "+1/+1 counters on certain creatures": "+1/+1 counters on a creature",
    "large creature": "large creature until end of turn",
    "damage to most creatures": "damage to creatures",
    "powerful creatures you control until end of turn": "powerful creature until end of turn",
    "Target opponent loses the game": "Win the game",
    "Target player loses the game": "Win the game",
}

#: Who it is for: of two players each of these is the opponent.
_FOR: Final = re.compile(
    r" (?:for|to) (?:one|each|target|some|any number of(?: target)?|up to \w+ target) (?:opponent|player)s?$"
)

#: What ours say of an opponent without naming one, and what they say of opponents in the plural.
_BARE: Final = ("damage", "combat damage", "mill", "lifeloss")
_PLURAL: Final = ("ETB", "tokens")

#: When it comes. A line is over in its player's next turn at the latest, so what it wins it has won by then.
_LATER: Final = re.compile(r" at the beginning of (?:your|their) next upkeep$")

#: Copies of a spell, however the data say which one; ours say besides whether abilities alone are copied.
_COPIED: Final = re.compile(
    r"copies of (?:the cast(?:ed)? )?instant (?:and|or) sorcery(?: spells)?(?: on the stack)?"
    r"(?: (?:that )?you control)?"
)
_OF_A_SPELL: Final = "copies of an instant or sorcery spell"

#: Copies of all permanents of a kind: tokens copy any one of them again and again.
_ALL: Final = re.compile(r"((?:creature )?)(?:token )?copies of (?:all|any) ")

_TAPPED: Final = re.compile(r"tapped (.* tokens)")

#: Mana under a restriction (106.6): which mana, and the restriction. Texts speak of one spell or ability, or of several.
_RESTRICTED: Final = re.compile(r"(.+? mana)( that can(?: only|'t) be spent to .+)")
_ONE_SPELL: Final = re.compile(r"\bcast an? ((?:[^ ]+ )*?)spell\b")

COLORS: Final = ("white", "blue", "black", "red", "green")

#: Which colors: each one that permanents have, or mana symbols of their costs (700.5).
_AMONG: Final = ("of colors among permanents you control", "among colors with which you have devotion")

#: Kinds of permanents with a wider one that they belong to, the widest first.
_WITHIN: Final = (
    ("permanents", "nonland permanents"),
    ("permanents", "lands"),
    ("nonland permanents", "creatures"),
    ("nonland permanents", "artifacts"),
    ("creatures", "legendary creatures"),
    ("creatures", "artifact creatures"),
    ("creatures", "nonlegendary creatures"),
    ("permanents", "noncreature permanents"),
    ("noncreature permanents", "artifacts"),
    ("noncreature permanents", "enchantments"),
    ("noncreature permanents", "lands"),
)

_KINDS: Final = sorted({kind for both in _WITHIN for kind in both})
_OF_COPIES: Final = ("copies of {}", "copies of {} you control")
_AS_CREATURES: Final = tuple(f"creature {form}" for form in _OF_COPIES)
_OF_MANA: Final = "mana {} you control can produce"
_OF_KINDS: Final = (
    "untap of {} you control",
    _OF_MANA,
    "blinking of {}",
    *_OF_COPIES,
    *_AS_CREATURES,
)

#: The permanents that tap for mana: no printed one of another kind does, such as an enchantment that is neither of these.
_TAPPING: Final = {"permanents": ("artifacts", "creatures", "lands"), "nonland permanents": ("artifacts", "creatures")}

#: What follows from words alone: a word, and those of which it says no more than they do together.
FOLLOWS: Final = (
    *((form.format(narrow), {form.format(wide)}) for form in _OF_KINDS for wide, narrow in _WITHIN),
    *((form.format(kind), {f"creature {form.format(kind)}"}) for form in _OF_COPIES for kind in _KINDS),
    *((own.format(kind), {anyones.format(kind)}) for anyones, own in (_OF_COPIES, _AS_CREATURES) for kind in _KINDS),
    *((_OF_MANA.format(wide), {_OF_MANA.format(kind) for kind in kinds}) for wide, kinds in _TAPPING.items()),
    *((f"{color} mana", {"colored mana"}) for color in COLORS),
    *(
        (
            f"non-{color} mana of colors among permanents you control",
            {f"{each} mana" for each in COLORS if each != color},
        )
        for color in COLORS
    ),
    *((f"mana {among}", {f"{color} mana" for color in COLORS}) for among in _AMONG),
    ("colored mana", {f"{color} mana" for color in COLORS}),
    (_OF_A_SPELL, {"copies of spells and abilities", "magecraft triggers"}),
    ("Each opponent loses the game", {"Win the game"}),
    *((f"{kind} counters", {f"{kind} counters on a creature"}) for kind in ("+1/+1", "-1/-1")),
    ("large creature until end of turn", {"+1/+1 counters on a creature"}),
    ("looting", {"rummaging"}),  # again and again, each discard stands between two draws
    ("rummaging", {"looting"}),
    ("draw triggers for an opponent", {"card draw for an opponent"}),
    ("damage to all players", {"damage", "damage to yourself"}),
    ("lifeloss for all players", {"lifeloss", "lifeloss for yourself"}),
)

ENDLESS: Final = ("Infinite", "Near-infinite", "Infinitely", "Near-infinitely")


def word(claim: str) -> str:
    """What is claimed, without how much of it."""
    much, _, what = claim.partition(" ")
    found = _LATER.sub("", what if much in ENDLESS else claim)
    whose = _FOR.search(found)
    if whose is not None:
        found = found[: whose.start()]
        if found not in _BARE:
            found += " for opponents" if found.endswith(_PLURAL) else " for an opponent"
    found = _many(_ALL.sub(r"\1copies of ", found))
    return _OF_A_SPELL if _COPIED.fullmatch(found) else COARSER.get(found, found)


def _many(what: str) -> str:
    """The words of mana under a restriction, with that in the plural; other words as they are."""
    found = _RESTRICTED.fullmatch(what)
    return what if found is None else _ONE_SPELL.sub(r"cast \1spells", what).replace("an ability", "abilities")


def implied_claims(gains: Iterable[str]) -> set[str]:
    """What gains say and what follows from that by the words alone; ``gains``: each without how much of it."""
    words = {COARSER.get(what, what) for what in map(_many, gains)}
    words |= {tokens[1] for what in words if (tokens := _TAPPED.fullmatch(what)) is not None}
    restricted = [found.groups() for what in words if (found := _RESTRICTED.fullmatch(what)) is not None]
    words |= {f"{each} mana{only}" for mana, only in restricted if mana == "colored mana" for each in COLORS}
    for more, together in FOLLOWS:
        if together <= words:
            words.add(more)
    return words


def lacking(claims: Iterable[str], gains: Iterable[str], drawn: bool = False) -> list[str]:
    """The claims that no gain holds; ``gains``: each without how much of it. ``drawn``: the game is a draw unless somebody acts."""
    held = implied_claims([*gains, Given(DRAW_GAME).words] if drawn else gains)
    return [claim for claim in claims if not _held(word(claim), held)]


def _held(claimed: str, held: set[str]) -> bool:
    """Whether words are among those that are held. Mana of a kind that may be spent on anything is more than the same under a restriction."""
    restricted = _RESTRICTED.fullmatch(claimed)
    return claimed in held or (restricted is not None and restricted[1] in held)


def _told(gain: Gain) -> str:
    """A gain with what has to lie beside the cards for it."""
    return f"{gain.name} (with {gain.beside})" if gain.beside else gain.name


# --- drafts --------------------------------------------------------------------------------------


def draft(row: Row, part: Part, differences: Sequence[str]) -> str:
    """The text of a correction."""
    lines = [
        f"Combo {row.id}: {' + '.join(row.cards)}",
        f"Listed: {', '.join(row.claims) or 'nothing'}",
        f"Differs: {'; '.join(differences)}",
        f"Proved: {part.said.verdict}",
        f"Results: {', '.join(map(_told, part.gains)) or 'none'}",
    ]
    lines += [f"Prerequisites: {part.said.start}"] if part.said.start else []
    steps = _steps([*part.before, *part.lap])
    lines += ["Steps:", *(f"  {number}. {step}" for number, step in enumerate(steps, 1))]
    lines += [f"Ends: {part.said.stops}"] if part.said.stops else []
    lines.append("The certificate of this row proves it; 'reiterate check' checks that without a search.")
    return "\n".join(lines) + "\n"


def _steps(done: Sequence[Step]) -> list[str]:
    """What is done, in order; what is done several times in a row is one step."""
    said = [f"{'resolves: ' if step.resolves else ''}{step.does or step.text}" for step in done]
    runs = [(words, sum(1 for _ in run)) for words, run in groupby(said)]
    return [f"{words} ({many} times)" if many > 1 else words for words, many in runs]


# --- row outcomes --------------------------------------------------------------------------------

#: What can come of a row.
LOOP: Final = "loop"  # a certified loop that gives what is claimed
ONCE: Final = "once"  # a certified line that is played once
DIFFERS: Final = "differs"  # certified, but not what is claimed
REFUSED: Final = "refused"  # a clause, a card, or what can't be certified
NOT_FOUND: Final = "not found"
BUDGET: Final = "budget"  # more seconds or memory than a row may take
BUG: Final = "bug"
BROKEN: Final = "broken"  # the row can't be read

Came: TypeAlias = Literal["loop", "once", "differs", "refused", "not found", "budget", "bug", "broken"]

#: All of them in the order of a report, with what each is called.
CALLED: Final[dict[Came, str]] = {
    LOOP: "certified loop",
    ONCE: "certified line that is played once",
    DIFFERS: "certified, but not what is claimed",
    REFUSED: "refused",
    NOT_FOUND: "not found",
    BUDGET: "over a limit of time or memory",
    BUG: "a bug of ours",
    BROKEN: "a row that can't be read",
}

#: What has a certificate.
CERTIFIED: Final = (LOOP, ONCE, DIFFERS)

#: How a row differs that claims what has no bound, and whose cards are played once, or whose loop ends.
PLAYED_ONCE: Final = "no loop was found, and a line that is played once"
LOOP_ENDS: Final = "the loop ends"

#: Outcomes of a loop that goes on for ever or wins.
_NO_END: Final = ("infinite", "wins")

#: A claim of what has no bound.
_ENDLESS: Final = ("Infinite ", "Infinitely ")

#: Steps of a line that are told.
_STEPS: Final = 60

#: The code of a refusal for a name that is no card's.
UNKNOWN_CARD: Final = "card-unknown"

#: The code of a refusal for a clause that is not understood.
UNREAD: Final = "clause-not-understood"


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row with what came of it (docs/survey.md).

    ``how``: why it is no more than that, in a sentence. ``code``, ``rule``, ``card``: of a refusal. ``outcome``: as ``answer/1`` has it. ``lacks``: the claims that are not held. ``told``: the rows of the
    combo's screen. ``answered_over``: over what an opponent may answer. ``position``: the position file with board and script. ``board``: the start as ``answer/1`` has it.
    ``draft``: of a correction to the database. ``only_copies``: the loop gives nothing but copies of spells.
    ``without``: the card without which the board has a loop that gives as much; "" for none, or where ``Asked`` does not ask for that.
    """

    number: int
    key: str
    came: Came
    id: str = ""
    cards: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    how: str = ""
    code: str = ""
    rule: str = ""
    card: str = ""
    verdict: str = ""
    outcome: str = ""
    gains: tuple[str, ...] = ()
    only_copies: bool = False
    lacks: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    told: tuple[tuple[str, tuple[str, ...]], ...] = ()
    answered_over: tuple[str, ...] = ()
    needs: list[Any] = []
    draft: str = ""
    position: str = ""
    board: Any = None
    certificate: str = ""
    without: str = ""

    @property
    def endless(self) -> bool:
        """Whether a loop was proved that has no end or wins, and that gives more than copies of spells."""
        # a copy of a spell that goes round makes no difference by itself
        return self.came == LOOP and self.outcome in _NO_END and not self.only_copies


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How each row is asked for: the life of each player, how many there are, and how many choices a search may play; None for the usual number.

    ``once``: whether a line that is played once is looked for where no loop is found. ``alone``: whether the board of an endless loop is solved again
    without each of its cards.
    """

    life: int = 20
    players: int = 2
    steps: int | None = None
    once: bool = True
    alone: bool = False


def outcome(row: Row, book: CardBook, asked: Asked) -> Outcome:
    """What comes of a row. One row never takes another down: a bug of ours is an outcome, too."""
    try:
        missing = next((card for card in map(book.find, row.cards) if isinstance(card, Refusal)), None)
        if missing is not None:  # the whole name, for a part of it may be another card's
            return refused_outcome(row, _perhaps(missing, book), missing.where.span)
        found = combo(row.cards, book, life=asked.life, players=asked.players, steps=asked.steps, once=asked.once)
        if isinstance(found, Refusal):
            return refused_outcome(row, found, _unread(row, book) if found.code == UNREAD else "")
        proved = _proved(row, found)
        if asked.alone and proved.endless:
            proved = msgspec.structs.replace(proved, without=without(row.cards, proved.position, book))
        return proved
    except MemoryError:
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        how = f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"
        return _outcome(row, BUG, how=how)


def broken(row: Broken) -> Outcome:
    """The outcome of a row that can't be read."""
    return Outcome(number=row.number, key=row.key, came=BROKEN, how=row.why)


def refused_outcome(row: Row, refusal: Refusal, card: str = "") -> Outcome:
    """The outcome of a row whose question was refused; ``card``: the one that it is refused for, "" for none."""
    searched = refusal.code == "combo-not-found"
    over = refusal.kind == UNDETERMINED and not searched
    came: Came = NOT_FOUND if searched else BUDGET if over else REFUSED
    return _outcome(row, came, how=refusal.message, code=refusal.code, rule=refusal.rule, card=card)


def _perhaps(missing: Refusal, book: CardBook) -> Refusal:
    """The refusal of a name, with the card that a person would mean by that: a reader can tell whether the row means the same."""
    meant = named(book, missing.where.span) if missing.code == UNKNOWN_CARD else missing
    if isinstance(meant, Refusal):
        return missing
    message = f"{missing.message}; perhaps {meant.name} is meant: a row has whole names"
    return replace(missing, message=message)


def _unread(row: Row, book: CardBook) -> str:
    """The first card of a row with a clause that is not understood."""
    cards = [card for card in map(book.find, row.cards) if not isinstance(card, Refusal)]
    return next((card.name for card in cards if card.missing), "")


def unknown(found: Outcome) -> bool:
    """Whether a row names a card that nobody knows."""
    return found.code == UNKNOWN_CARD


def _proved(row: Row, found: ComboAnswer) -> Outcome:
    part = found.combo
    gains = tuple(map(_told, part.gains))
    lacks = tuple(lacking(row.claims, (gain.what for gain in part.gains), part.drawn))
    differences = tuple(_differences(row, part, lacks))
    if not part.proved:
        came: Came = REFUSED
        differences = (part.said.verdict,)
    elif differences:
        came = DIFFERS
    else:
        came = ONCE if part.once else LOOP
    told = tuple((head, tuple(lines)) for head, lines in combo_rows(part, _STEPS))
    answer = as_json(found.answer)
    how = "; ".join(differences)
    return _outcome(
        row,
        came,
        how=how,
        code="uncertified" if came == REFUSED else "",
        verdict=part.said.verdict,
        outcome=part.outcome if part.proved else "",
        gains=gains,
        only_copies=all(gain.kind == COPIES for gain in part.gains),
        lacks=lacks,
        idle=tuple(part.idle),
        told=told,
        answered_over=tuple(part.answered_over),
        needs=answer["combo"]["needs"] or [],
        draft=draft(row, part, differences) if came == DIFFERS else "",
        position=part.file,
        board=answer["position"],
        certificate=found.certificate if part.proved else "",
    )


def _differences(row: Row, part: Part, lacks: Sequence[str]) -> Iterator[str]:
    """How a proved combo differs from what its row claims."""
    if part.idle:
        yield without_idle(part)
    if any(claim.startswith(_ENDLESS) for claim in row.claims):
        if part.once:
            yield PLAYED_ONCE
        elif part.outcome == "ends":
            yield f"{LOOP_ENDS}: {part.said.verdict}"
    if lacks:
        yield f"not shown: {', '.join(lacks)}"


def _outcome(row: Row, came: Came, **more: Any) -> Outcome:
    return Outcome(
        number=row.number,
        key=row.key,
        came=came,
        id=row.id,
        cards=row.cards,
        claims=row.claims,
        beside=row.beside,
        **more,
    )
