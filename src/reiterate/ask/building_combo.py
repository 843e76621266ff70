"""Cards that were asked for by name as one ``answer/1``: what was found is certified, and the checker is asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from msgspec import UNSET
from msgspec.structs import replace

from reiterate.amounts import parse_quantity, value_of
from reiterate.ask import combo_words
from reiterate.ask.answer import Answer, Certificate, Deed, Gain, Lack, LackKind, Loop, Need, Outcome, Said
from reiterate.ask.answer import Combo as Part
from reiterate.ask.answer import Outlet as OutletPart
from reiterate.ask.answer_parts import Quantity, quantity
from reiterate.ask.building import Asking, answer_with_checked, certificate_of
from reiterate.ask.building import answer as answer_to
from reiterate.ask.building_loop import gain_of, lap_of, need_of, needs_of, played_lines
from reiterate.ask.building_refusals import refused_of
from reiterate.cards import CardBook
from reiterate.cards.names import named
from reiterate.cards.usable import unusable_words
from reiterate.combos.combo import STEPS, Asked, Combo, asked_of
from reiterate.combos.few_in_hand import most_in_hand
from reiterate.combos.helpers import STARTERS, Helper
from reiterate.combos.layouts import EXILED, Layout
from reiterate.combos.life_bounds import LifeBounds
from reiterate.combos.next_opponents import aftermath
from reiterate.combos.one_shots import AMOUNT, DRAW, NO_LIBRARY, WIN, What
from reiterate.combos.outlets import Outlet
from reiterate.combos.played_once import Single
from reiterate.combos.worth_telling import lap_of_end
from reiterate.kinds.kinds import DECLINED, YES
from reiterate.loops.loop import Loop as Engine
from reiterate.refusals import INPUT, Refusal, Unsupported
from reiterate.rules.access.state_access import seats, text_prop
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.script.position import Position
from reiterate.script.script import BodyReader, Line, Node, Repeat
from reiterate.shortcuts.net_change import Numbers, board_numbers, changed_amounts, first_period, net
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, player
from reiterate.state.properties import LIFE, OUTCOME, OUTCOME_RULE
from reiterate.survey.finder import find_on_board
from reiterate.survey.needs import Need as Needed
from reiterate.survey.needs import needs as needs_at
from reiterate.survey.script_of_play import nodes_of
from reiterate.worth import given
from reiterate.worth.gains import Gain as Won
from reiterate.worth.given import Given

if TYPE_CHECKING:
    from reiterate.check.accepted import Accepted

_ME: Final = "p1"

#: What a line that is played once comes to, as a gain.
_MAIN: Final = {WIN: given.WIN, NO_LIBRARY: given.EMPTIED}
_ONCE: Final[dict[What, Outcome]] = {
    WIN: "once: win",
    NO_LIBRARY: "once: mill",
    DRAW: "once: draw",
    AMOUNT: "once: much",
}

_NOTHING: Final = Said(verdict="", gets="", wins="", start="", after="", stops="", assumed=[])


@dataclass(frozen=True, slots=True)
class ComboAnswer:
    """What some cards do.

    ``answer``: the whole of it, with ``combo``, and ``loop`` or ``run``. ``certificate``: its text, "" where there is none.
    ``position``: the board with the script, which ``answer``, ``find_loop`` and ``certify`` take. ``outlet_certificate``: that of the loop with an
    outlet behind it, "" where there is no outlet.
    """

    answer: Answer
    certificate: str
    position: Position
    outlet_certificate: str = ""

    @property
    def combo(self) -> Part:
        """The part of the answer that speaks of the cards."""
        assert self.answer.combo is not None
        return self.answer.combo

    @property
    def proved(self) -> bool:
        """Whether the checker accepted the certificate."""
        return self.combo.proved

    @property
    def needs(self) -> list[Need] | None:
        """All that must be there at the start; None where that is not known."""
        return self.combo.needs

    @property
    def gains(self) -> list[Gain]:
        """What the proposer gets."""
        return self.combo.gains


def combo(
    names: Sequence[str],
    book: CardBook | None = None,
    *,
    life: int = 20,
    players: int = 2,
    others: Sequence[str] = (),
    steps: int | None = None,
    once: bool = True,
) -> ComboAnswer | Refusal:
    """Prove a combo from the names of its cards alone.

    In: ``names``, two to five names of cards, or parts of names. ``book``: the cards, None for the built-in ones.
    ``life``: each player's life total. ``players``: how many there are. ``others``: names of cards that the proposer has on
    the battlefield besides. ``steps``: how many choices the search may play, None for the usual number.
    ``once``: whether a line that is played once is looked for where no loop is found.
    Out: the loop or line of play that was found, certified, and verified by the checker. Or a refusal, such as that no loop
    was found, or that a number is too small. Raises nothing.
    """
    for what, said, least in (("life", life, 1), ("players", players, 2), ("steps", steps, 1)):
        if said is not None and said < least:
            return Refusal(INPUT, "count-not-a-number", f"{what}: {said} is too few", f"{least} or more")
    book = CardBook.builtin() if book is None else book
    asked = Asked(str(life), players, tuple(others), STEPS if steps is None else steps, once=once)
    found = asked_of(names, book, asked)
    return found if isinstance(found, Refusal) else combo_answer(found, asked, book)


def combo_answer(found: Combo | Single, asked: Asked, book: CardBook) -> ComboAnswer:
    """What a search found of some cards as an answer, with its certificate and its board.

    In: a loop or a line that ``combos.combo`` gave. ``asked``: the life, the players and the other cards that were asked for.
    ``book``: the cards; clauses of them that can't be used are told.
    """
    cards = [named(book, each) for each in asked.others]
    asked = dataclasses.replace(asked, others=tuple(each.name for each in cards if not isinstance(each, Refusal)))
    said = _once(found, asked) if isinstance(found, Single) else _loop(found, asked)
    known = [named(book, each) for each in (*found.cards, *asked.others)]
    unusable = unusable_words(card for card in known if not isinstance(card, Refusal))
    if not unusable:
        return said
    return dataclasses.replace(said, answer=replace(said.answer, combo=replace(said.combo, unusable=unusable)))


def _checked(text: str, said: Accepted | Refusal | None) -> tuple[Certificate | None, Refusal | None]:
    """A certificate with what the checker says of it; nothing for no text."""
    if said is None:
        return None, None
    refusal = said if isinstance(said, Refusal) else None
    return certificate_of(text, refusal is None), refusal


# --- loops -------------------------------------------------------------------------------------------------------


def _loop(found: Combo, asked: Asked) -> ComboAnswer:
    """The answer to a loop of cards."""
    whole, text, said = answer_with_checked(found.position, Asking(needed=False), ["loop", "certify"])
    certified, rejected = _checked(text, said)
    needs = needs_of(found.needs.needs)
    refusals = [*whole.refusals]
    refusals += [] if found.needs.refusal is None else [refused_of("needs", found.needs.refusal)]
    refusals += [] if rejected is None else [refused_of("check", rejected)]
    loop = None if whole.loop is None else replace(whole.loop, needs=needs)
    first = played_lines(found.found.start, BodyReader(nodes_of(found.found.prefix)), found.found.start)
    lap = lap_of(found.found.loop, found.found.start)
    outlet = None if found.outlet is None else _outlet(found.outlet, found.generic)
    lacks = _loop_lacks(found, needs or [], asked.life)
    if found.outlet is not None and needs is not None:
        needs += [_object(name, _zone(found.outlet.layout, name)) for name in found.outlet.cards]
    part = Part(
        cards=list(found.cards),
        others=list(asked.others),
        life=_exactly(asked.life),
        players=quantity(asked.players),
        outcome=_outcome(loop, found.wins_at),
        proved=_accepted(certified),
        said=_NOTHING,
        lacks=lacks,
        wins_in=quantity(found.wins_at) if found.wins_at else None,
        gains=[] if loop is None else loop.gains or [],
        needs=needs,
        before=first.steps,
        lap=lap.steps,
        answered_over=lap.answered_over,
        idle=list(found.idle),
        library=found.library,
        own_life=_exactly(found.ours),
        opponents_life=_exactly(found.theirs),
        steps=quantity(found.steps),
        file=found.text,
        stopping=list(found.stopping) or UNSET,
        outlet=outlet or UNSET,
    )
    told = replace(whole, asked=["combo"], loop=loop, certificate=certified, combo=part, refusals=refusals)
    engine = found.found.loop
    words = combo_words.said_of_loop(
        told, part, *_beyond(engine), _over(engine), aftermath(found.found), found.unbounded
    )
    beyond = "" if found.outlet is None else found.outlet.certificate.text
    return ComboAnswer(replace(told, combo=replace(part, said=words)), text, found.position, beyond)


def board_answer(position: Position, steps: int) -> ComboAnswer | Refusal:
    """A loop that is searched for on a board, told and checked as a loop of cards is.

    What the board holds is there at its start.

    In: a position of ``load`` in which p1 proposes; how many choices the search may play.
    """
    found = find_on_board(position.state, position.proposer, steps)
    if isinstance(found, Refusal):
        return found
    scripted = dataclasses.replace(position, script=found.script(), answers=[], end=None)
    whole, text, said = answer_with_checked(scripted, Asking(needed=False), ["loop", "certify"])
    certified, rejected = _checked(text, said)
    known = needs_at(found)
    needed = needs_of(known.needs)
    refusals = [*whole.refusals]
    refusals += [] if known.refusal is None else [refused_of("needs", known.refusal)]
    refusals += [] if rejected is None else [refused_of("check", rejected)]
    loop = None if whole.loop is None else replace(whole.loop, needs=needed)
    first = played_lines(found.start, BodyReader(nodes_of(found.prefix)), found.start)
    lap, over, end = lap_of(found.loop, found.start), _over(found.loop), found.loop.end
    won = end is not None and isinstance(end.iteration, int) and over[0] == f"{_ME}_wins"
    wins_at = lap_of_end(end) if end is not None and won else 0
    there = seats(found.start)
    life = max((found.start.rows[player(seat)].get(LIFE) for seat in there if seat != found.me), key=value_of)
    part = Part(
        cards=list(
            dict.fromkeys(
                each.name for each in needed or () if each.what == "object" and each.name != UNKNOWN_CARD.name
            )
        ),
        others=[],
        life=quantity(life),
        players=quantity(len(there)),
        outcome=_outcome(loop, wins_at),
        proved=_accepted(certified),
        said=_NOTHING,
        lacks=[],
        wins_in=quantity(wins_at) if wins_at else None,
        gains=[] if loop is None else loop.gains or [],
        needs=needed,
        before=first.steps,
        lap=lap.steps,
        answered_over=lap.answered_over,
        idle=[],
        library="",
        own_life=quantity(life),
        opponents_life=quantity(life),
        steps=quantity(found.steps),
        file="",
    )
    told = replace(whole, asked=["combo"], loop=loop, certificate=certified, combo=part, refusals=refusals)
    words = combo_words.said_of_loop(told, part, *_beyond(found.loop), over, aftermath(found), False)
    return ComboAnswer(replace(told, combo=replace(part, said=words)), text, scripted)


def _outlet(found: Outlet, generic: bool) -> OutletPart:
    """What cards win with behind iterations of a loop."""
    return OutletPart(
        cards=list(found.cards),
        iterations=quantity(found.iterations),
        outcome="win" if found.what == WIN else "mill",
        deeds=[_deed(node) for node in nodes_of(found.lines)],
        attacks=found.attacks,
        gains=[gain_of(each) for each in found.gains],
        library=None if found.library is None else quantity(found.library),
        mana=_mana([(kind, "", quantity(many)) for kind, many in found.mana], generic),
        file=found.text,
        certificate=certificate_of(found.certificate.text, True),
    )


def _deed(node: Node) -> Deed:
    """A line of a script, or a block of lines, as answers hold it."""
    body, times = (node.body, node.count) if isinstance(node, Repeat) else ((node,), 1)
    return Deed(times=quantity(times), lines=[each.text for each in body if isinstance(each, Line)])


def _over(loop: Engine) -> tuple[str, str]:
    """The outcome of a game that is over at a loop's end, and the rule by which it is; "" for both where it goes on."""
    if loop.end is None:
        return "", ""
    game = loop.end.state.game
    return text_prop(game, OUTCOME), text_prop(game, OUTCOME_RULE)


def _beyond(loop: Engine) -> tuple[dict[str, Quantity] | None, int]:
    """What the iterations before the first period change, beyond as many of the period; None where that can't be told.

    Also the last lap up to which changes follow the first period, 0 where they do up to the end or for ever.
    """
    first, size = first_period(loop)
    each = net(loop)
    if each is None or not isinstance(first, int) or first % size:
        return None, 0
    more = _unlike(loop, each, size, first // size)
    if more is None:
        return None, 0
    until = 0
    if loop.end is not None and isinstance(loop.end.iteration, int):
        last = (loop.end.iteration - 1) // size
        periods = loop.segments[0].periods if loop.segments else 0
        if last > first // size and _unlike(loop, each, size, last) != more:
            until = first // size + (periods if isinstance(periods, int) else 0)
    return {key: quantity(n) for key, n in sorted(more.items())}, until


def _unlike(loop: Engine, each: Numbers, size: int, laps: int) -> Numbers | None:
    """What so many laps change on the board, beyond ``each`` as often; None where that can't be told."""
    there = loop.reach(laps * size)
    if isinstance(there, Refusal):
        return None
    try:
        numbers = changed_amounts(board_numbers(loop.heads[0]), board_numbers(there))
    except Unsupported:
        return None
    more = {key: numbers.get(key, 0) - n * laps for key, n in each.items()}
    return {key: n for key, n in more.items() if n}


def _exactly(life: str) -> Quantity:
    found = parse_quantity(life)
    assert not isinstance(found, Refusal)
    return quantity(found)


def _accepted(certified: Certificate | None) -> bool:
    return certified is not None and certified.accepted is True


def _outcome(loop: Loop | None, wins_at: int) -> Outcome:
    """What a loop comes to."""
    kind = None if loop is None else loop.kind
    if kind is not None and kind.draw in (YES, DECLINED):
        return "draw" if kind.draw == YES else "draw unless somebody acts"
    if loop is not None and loop.endless:
        return "infinite"
    return "wins" if wins_at else "ends"


def _held(many: str) -> str:
    """So many cards in hand, in words."""
    return f"{many} card{'' if many == '1' else 's'} in hand"


def _loop_lacks(found: Combo, needs: Sequence[Need], life: str) -> list[Lack]:
    """What a loop needs besides its cards."""
    lacks = [*_beside(found.helpers, found.starters, found.against), *_milled(found.milled)]
    cards = [each for each in needs if each.what == "object" and each.name == UNKNOWN_CARD.name and each.player == _ME]
    lacks += [_lack("cards", "", each.count, _held(each.count.text())) for each in cards]
    few = most_in_hand(found.found)
    if few >= 0:
        words = f"{_held(str(few))} or fewer" if few else "no cards in hand"
        lacks.append(_lack("cards", "", quantity(few), words))
    lives = [each for each in needs if each.what == "life" and each.count.text() != life]
    if found.life is not None:
        lives = []
        lacks.append(_life_lacking(found.life))
    lacks += [_lack("life", "", each.count, f"{each.count.text()} life") for each in lives]
    for each in needs:
        if each.what == "object" and each.name in found.cards:
            lacks += _counters_lacking(each.name, each.counters, found.counters.get(each.name, {}))
    mana = [(each.name, each.only, each.count) for each in needs if each.what == "mana"]
    return [*lacks, *_mana(mana, found.generic)]


def _beside(
    helpers: Sequence[tuple[Helper, int]], starters: Sequence[str], against: Sequence[tuple[Helper, int]]
) -> list[Lack]:
    """Permanents beside the cards, those that an opponent has to have, and what sets a loop off."""
    found = [_lack("permanent", helper.name, quantity(many), helper.words) for helper, many in helpers]
    found += [_lack("permanent", helper.name, quantity(many), helper.words, on="p2") for helper, many in against]
    return found + [_lack("starter", STARTERS[kind][0], quantity(1), STARTERS[kind][2]) for kind in starters]


def _mana(pool: Sequence[tuple[str, str, Quantity]], generic: bool) -> list[Lack]:
    """Mana by its kinds; ``generic``: no cost asks for colorless mana itself, so that any will do."""
    found = []
    for kind, only, many in pool:
        name = combo_words.ANY if kind == "C" and generic and not only else kind
        found.append(_lack("mana", name, many, combo_words.mana_text([(name, only, many)]), only=only))
    return found


def _lack(what: LackKind, name: str, count: Quantity, words: str, *, on: str = "", only: str = "") -> Lack:
    return Lack(what=what, name=name, count=count, words=words, on=on, only=only)


# --- lines that are played once ----------------------------------------------------------------------------------


def _once(found: Single, asked: Asked) -> ComboAnswer:
    """The answer to a line of play that is played once."""
    layout, position = found.layout, found.position
    certified, rejected = _checked(found.certificate.text, found.certificate.checked)
    whole = answer_to(position, ["run"])
    lap = played_lines(position.state, BodyReader(position.script), position.state)
    mana = [(kind, "", quantity(many)) for kind, many in layout.mana]
    main = _MAIN.get(found.what)
    told = [] if main is None else [Won(Given(main), 1)]
    part = Part(
        cards=list(found.cards),
        others=list(asked.others),
        life=_exactly(asked.life),
        players=quantity(asked.players),
        outcome=_ONCE[found.what],
        proved=_accepted(certified),
        said=_NOTHING,
        lacks=[*_once_lacks(found), *_mana(mana, found.generic)],
        wins_in=None,
        gains=[gain_of(each) for each in (*told, *(gain for gain in found.gains if gain.given.kind != given.WIN))],
        needs=_once_needs(found),
        before=[],
        lap=lap.steps,
        answered_over=lap.answered_over,
        idle=[],
        library=layout.library,
        own_life=_exactly(layout.life or asked.life),
        opponents_life=_exactly(asked.life),
        steps=None,
        file=found.text,
    )
    refusals = [*whole.refusals, *([] if rejected is None else [refused_of("check", rejected)])]
    answer = replace(whole, asked=["combo"], certificate=certified, combo=part, refusals=refusals)
    said = combo_words.said_of_once(answer, part)
    return ComboAnswer(replace(answer, combo=replace(part, said=said)), found.certificate.text, position)


def _once_lacks(found: Single) -> list[Lack]:
    """What a line needs besides its cards, but for mana: permanents, life, an opponent's library, what sets something off."""
    layout = found.layout
    lacks = _beside(layout.helpers, layout.starters, layout.against)
    for name in found.cards:
        lacks += _counters_lacking(name, _counters_of(layout, name), found.counters.get(name, {}))
    if found.life is not None:
        lacks.append(_life_lacking(found.life))
    return [*lacks, *_milled(layout.theirs)]


def _life_lacking(life: LifeBounds) -> Lack:
    """The life totals with which a line or a loop was proved, where it was not with the one that was asked for."""
    least, most, told = quantity(life.least), quantity(life.number), quantity(life.number).text()
    if life.most is None:
        words = f"{told} life or more"
    elif life.least == life.most:
        words = f"{told} life for this line"
    else:
        words = f"{told} life or less" if life.least == 1 else f"{least.text()} to {told} life"
    return _lack("life", "", most, words)


def _milled(theirs: str) -> list[Lack]:
    """An opponent's library of so many cards, or of so many of one name; nothing for ""."""
    many, _, name = theirs.partition(" ")
    words = f"an opponent's library of {many} {name or 'cards'}"
    return [_lack("cards", name, _exactly(many), words, on="p2")] if many else []


def _once_needs(found: Single) -> list[Need]:
    """What lies on the board of a line: each card where it begins, what was laid beside them, and mana."""
    layout = found.layout
    needs = [replace(_object(name, _zone(layout, name)), counters=_counters_of(layout, name)) for name in found.cards]
    needs += [_object(helper.name, helper.zone, many) for helper, many in layout.helpers]
    needs += [_object(helper.name, BATTLEFIELD, many, seat=1) for helper, many in layout.against]
    needs += [_object(STARTERS[kind][0], HAND) for kind in layout.starters]
    for kind, many in layout.mana:
        needs.append(need_of(Needed("mana", many, kind, 0)))
    return needs


def _counters_of(layout: Layout, name: str) -> dict[str, Quantity]:
    """The counters that a card of a layout has."""
    there = next((entry.get("counters") for entry in layout.battlefield if entry.get("card") == name), None)
    return {str(kind): _exactly(str(n)) for kind, n in there.items()} if isinstance(there, dict) else {}


def _counters_lacking(name: str, counters: Mapping[str, Quantity], enters_with: Mapping[str, int]) -> list[Lack]:
    """Counters beyond those that a card enters with."""
    more = {kind: many for kind, many in counters.items() if many.whole > enters_with.get(kind, 0)}
    words = {
        kind: f"{many.text()} {kind} counter{'' if many.amount == 1 else 's'} on {name}" for kind, many in more.items()
    }
    return [_lack("counters", kind, many, words[kind], on=name) for kind, many in more.items()]


def _zone(layout: Layout, name: str) -> str:
    """The zone in which a card of a layout begins."""
    exiled = [each for entry in layout.battlefield for each in _names(entry.get(EXILED))]
    zones = ((HAND, layout.hand), (GRAVEYARD, layout.graveyard), (EXILE, exiled))
    return next((zone for zone, names in zones if name in names), BATTLEFIELD)


def _names(value: object) -> Sequence[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list | tuple) else []


def _object(name: str, zone: str, many: int = 1, seat: int = 0) -> Need:
    return need_of(Needed("object", many, name, seat, zone))
