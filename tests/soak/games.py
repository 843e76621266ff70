"""Random legal games and the laws that must hold at every place of them; what they reach of the language.

A game is a piece of data (``Game``): ``drawn`` draws it from the number of its part and its own, with a *theme*: a class
of the language that several of its cards have. ``play_game`` plays it in the same way each time, and every failure's
message holds it, so that it can be played again. The drawing is uniform on purpose: Hypothesis, looking for failures,
draws few values often, and so few of thousands of cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice, permutations, product
from typing import Any, Final

from reiterate.amounts import plain
from reiterate.games.dice import Dice
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import (
    ACTIVATE,
    ANSWER,
    ATTACK,
    BLOCK,
    CAST,
    MEMBER,
    PASS,
    PICKS,
    TARGET,
    Choice,
    Option,
    Slot,
    X,
)
from reiterate.rules.access.questions import Need
from reiterate.rules.access.results import Random
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.characteristics.evaluate import statics, view
from reiterate.rules.characteristics.printed_characteristics import Characteristics
from reiterate.rules.characteristics.trigger_index import listeners
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import prepare, verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.attaching import enchant_spec
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.rules.resolution import handlers
from reiterate.rules.turn import state_based_actions
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.sentences import read_sentence, say
from reiterate.state.events import CLASS, NEW, UNSETTLED, Draft, Event, replay
from reiterate.state.index import indexed
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, HAND, SET, STACK, WAITING, Class, Ref, Row, State, player
from reiterate.state.normal_form import explode, normal
from reiterate.terms.abilities import Enchant, Keyword, SpellCosts, Static, Triggered
from reiterate.terms.base import Term, field_names, with_fields
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import OWN_ENTERING
from tests.rules.decisions import slow_payment
from tests.soak.card_pool import by_name, by_tag, names_with, pool, tags_of
from tests.support.boards import FOREST

#: How often the costlier laws are checked: at one place in so many, chosen by the game's seed.
EVERY_STORE: Final = 24
EVERY_NORMAL: Final = 8
EVERY_SPOKEN: Final = 3
EVERY_EXPLODED: Final = 30
#: A game whose place can't be left without a rule that is not implemented goes back to a quiet place so often.
RETREATS: Final = 8
#: Payments that are tried at one place.
MOST_PAYMENTS: Final = 60
#: Groups are told apart one by one only on boards with at most so many things beyond the rows.
EXPLODED_MOST: Final = 12
WAYS: Final = 12
#: Orders in which like things that are picked are named, at most.
MOST_ORDERS: Final = 24
COMBAT_WAYS: Final = 200
#: How often what belongs to the theme of a game is chosen where it can be.
KEEN: Final = 0.6
CARDS_LAID_OUT: Final = (4, 11)
#: How often mana is made where not every card could be cast.
MANA_ELSEWHERE: Final = 0.3
MOST_X: Final = 6


@dataclass(frozen=True)
class Thing:
    """A card of the board: by name, whose, where, how many."""

    card: str
    seat: int
    place: str = BATTLEFIELD
    count: int = 1
    tapped: bool = False
    counters: int = 0


@dataclass(frozen=True)
class Game:
    """All that a random game depends on; cards with the class ``theme`` of the language are played first."""

    players: int
    things: tuple[Thing, ...]
    seed: int
    choices: int
    theme: str = ""


#: Where a card is laid out: on the battlefield (a spell in hand) or in hand most often.
PLACES: Final = (BATTLEFIELD, BATTLEFIELD, BATTLEFIELD, HAND, HAND, GRAVEYARD, "library")


def draw_thing(rng: random.Random, full: bool, players: int, theme: str) -> Thing:
    """A card of the pool: one of the theme, any, or one that has a class of the language drawn first."""
    cards, tags = pool(full), by_tag(full)
    kind = rng.choice(("theme", "theme", "any", "tag"))
    if kind == "any":
        number = rng.randrange(len(cards))
    else:
        number = rng.choice(tags[theme if kind == "theme" else rng.choice(tuple(tags))])
    odd = rng.randrange(8)
    tapped = odd in ((1, 2, 3) if kind == "theme" else (1,))
    count = rng.choice((1, 1, 1, 2, 3))
    return Thing(cards[number].name, rng.randrange(players), rng.choice(PLACES), count, tapped, 2 * (odd in (4, 5)))


def draw_game(rng: random.Random, full: bool, choices: int, theme: str) -> Game:
    """A game of two or three players with some cards, about half of them with one class of the language."""
    players = rng.choice((2, 2, 3))
    board = tuple(draw_thing(rng, full, players, theme) for _ in range(rng.randint(*CARDS_LAID_OUT)))
    return Game(players, board, rng.getrandbits(64), choices, theme)


def drawn(full: bool, part: int, parts: int, number: int, choices: int, draw: str = "") -> Iterator[Game]:
    """The games of a part of a draw, the same each time; all parts together have each theme equally often."""
    themes = tuple(by_tag(full))
    for i in range(number):
        rng = random.Random(f"part {part} game {i}{draw}")
        yield draw_game(rng, full, choices, themes[(i * parts + part) % len(themes)])


def lay_out(game: Game, full: bool) -> State:
    """The position that a game begins with: its cards, mana rocks, bears, and libraries of lands below cards."""
    protos = by_name(full)
    layout = Layout(game.players)
    auras: list[tuple[Proto, int]] = []
    decks: dict[int, list[tuple[Proto, Any]]] = {seat: [] for seat in layout.seats()}
    hosts = [layout.put(protos["Gauge Bear"], seat, n=2) for seat in layout.seats()]
    for thing in game.things:
        proto = protos[thing.card]
        spell = bool({"instant", "sorcery"} & set(proto.types))
        place = HAND if spell and thing.place == BATTLEFIELD else thing.place
        if place == "library":
            decks[thing.seat].append((proto, thing.count))
        elif place != BATTLEFIELD:
            layout.put(proto, thing.seat, place, thing.count)
        elif enchant_spec(proto.abilities) is not None:
            auras.append((proto, thing.seat))
        else:
            counters = {"+1/+1": thing.counters} if thing.counters and "creature" in proto.types else {}
            number = 1 if "legendary" in proto.supertypes else thing.count
            layout.put(proto, thing.seat, n=number, tapped=thing.tapped, counters=dict(counters))
    for i, (proto, seat) in enumerate(auras):
        layout.attach(layout.put(proto, seat), layout.single_out(hosts[i % len(hosts)]))
    for seat in layout.seats():
        layout.put(protos["Gauge Rock"], seat, n=3)
        layout.put(FOREST, seat, HAND)
        if game.seed & 1:
            layout.put(protos["Gauge Bear"], seat, GRAVEYARD)
        layout.library(seat, [*decks[seat], (FOREST, 20), (protos["Gauge Bear"], 20)])
        layout.set_player(seat, "life", 60)
    return layout.done()


# --- what is reached ---------------------------------------------------------------------------------------------


@dataclass
class Reached:
    """What games reached, and counts of what happened."""

    classes: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)

    def note(self, node: object) -> None:
        """A part of the language was carried out, with everything in it but the abilities that it gives."""
        self.classes.update(_own_tags(node))

    def step(self, state: State, choice: Choice, events: list[Event]) -> None:
        """What a step reached: the costs paid, the triggers set off, how things entered."""
        if choice.verb in (ACTIVATE, CAST):
            plan = prepare(state, choice)
            assert not isinstance(plan, Refusal)
            self.note(plan.costs)
            if choice.verb == ACTIVATE:
                self.note(abilities_at(state, choice.row)[choice.index].condition)
            self.classes["ability Activated" if choice.verb == ACTIVATE else "ability SpellAbility"] += 1
            if choice.verb == CAST:
                self._cast(state.rows[choice.row].cls, choice)
        for event in events:
            if event.op == NEW and isinstance(event.value, Row):
                self._appears(event.value.cls)
            elif event.op == CLASS and isinstance(event.value, Class):
                self._appears(event.value)

    def _cast(self, cls: Class, choice: Choice) -> None:
        assert cls.proto is not None
        for ability in cls.proto.abilities:
            if isinstance(ability, Keyword):
                self.classes[f"keyword {ability.name}"] += 1
            elif isinstance(ability, SpellCosts) and (not ability.how or ability.how in choice.how):
                self.classes["ability SpellCosts"] += 1
            elif isinstance(ability, Enchant):
                self.classes["ability Enchant"] += 1

    def _appears(self, cls: Class) -> None:
        if cls.zone == WAITING and isinstance(cls.term, Triggered):
            self.note(cls.term.trigger)
            self.note(cls.term.condition)
            self.classes["ability Triggered"] += 1
        elif cls.zone == BATTLEFIELD and cls.proto is not None:
            printed = cls.prop("printed")  # what entered as a copy
            for ability in cls.proto.abilities + (printed.abilities if isinstance(printed, Proto) else ()):
                if isinstance(ability, Static) and isinstance(ability.effect, OWN_ENTERING):
                    self.note(ability)

    def place(self, state: State) -> None:
        """What is in force at a place: static effects and keywords of permanents."""
        for _, ability in statics(state).applied:
            if not isinstance(ability.effect, OWN_ENTERING):
                self.note(ability)
        for handle, row in state.rows.items():
            if row.cls.zone == BATTLEFIELD:
                chars = view(state, handle)
                self.classes.update(f"keyword {word}" for word in chars.keywords)
                if any(isinstance(a, Keyword) for a in chars.abilities):
                    self.classes["ability Keyword"] += 1


_TAGS: dict[object, frozenset[str]] = {}


def _own_tags(node: object) -> frozenset[str]:
    """The tags of a term without the abilities and delayed effects inside it."""
    known = _TAGS.get(node)
    if known is None:
        known = _TAGS[node] = frozenset(tags_of(_without(node)))
    return known


#: Fields whose content is not carried out with the node: what is given to objects, done later, or only perhaps.
_LATER: Final = frozenset(
    {"abilities", "modes", "token", "effects", "then", "otherwise", "options", "first", "process", "gains", "loses"}
)


def _without(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(_without(part) for part in node)
    if not isinstance(node, Term):
        return ()
    parts = [_without(getattr(node, name)) for name in field_names(type(node)) if name not in _LATER]
    return (_Bare.of(node), *parts)


class _Bare:
    """A node with empty fields, for counting alone."""

    made: Final[dict[type, Any]] = {}

    @staticmethod
    def of(node: Term) -> Any:
        """An object of the node's class without any content but the name of a keyword."""
        if isinstance(node, Keyword):
            return Keyword(node.name)
        kind = type(node)
        if kind not in _Bare.made:
            _Bare.made[kind] = with_fields(node, dict.fromkeys(field_names(kind), ()))
        return _Bare.made[kind]


@contextmanager
def watched(reached: Reached) -> Iterator[None]:
    """While this is open, every effect that is carried out is noted."""
    before = dict(handlers.HANDLERS)

    def noting(handler: Any) -> Any:
        def handle(draft: Any, frame: Any, effect: Any) -> Any:
            asked_for = handler(draft, frame, effect)
            reached.note(effect)
            return asked_for

        return handle

    handlers.HANDLERS.update({kind: noting(handler) for kind, handler in before.items()})
    try:
        yield
    finally:
        handlers.HANDLERS.update(before)


# --- laws --------------------------------------------------------------------------------------------------------


def identical(a: State, b: State) -> bool:
    """Whether two states are the same to the last handle."""
    if a.rows.keys() != b.rows.keys() or _full(a.seqs) != _full(b.seqs):
        return False
    if (a.tally, a.labels) != (b.tally, b.labels):
        return False
    return all(_same_row(row, b.rows[handle]) for handle, row in a.rows.items())


def _full(seqs: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {name: seq for name, seq in seqs.items() if seq}


def _same_row(a: Row, b: Row) -> bool:
    if a.cls is not b.cls or a.n != b.n or a.refs.keys() != b.refs.keys():
        return False
    if any(a.get(slot) != b.get(slot) for slot in a.num.keys() | b.num.keys()):
        return False
    return all(
        ref == b.refs[slot] if isinstance(ref, Ref) else repr(ref) == repr(b.refs[slot]) for slot, ref in a.refs.items()
    )


def cards_owned(state: State) -> Counter[int]:
    """How many cards each player owns, anywhere."""
    found: Counter[int] = Counter()
    for row in state.rows.values():
        if row.cls.kind == "card":
            found[row.cls.owner] += plain(row.n)
    return found


def check_places(state: State) -> None:
    """Every row stands for something, is in the sequence of its zone exactly once, and refers to rows that exist."""
    listed: Counter[tuple[str, int]] = Counter()
    for name, seq in state.seqs.items():
        zone = name.partition(".")[0]
        if zone in (STACK, "library"):
            listed.update((zone, handle) for handle in seq)
    for handle, row in state.rows.items():
        assert plain(row.n) > 0, f"a row of nothing: {row!r}"
        zone = row.cls.zone
        if zone in (STACK, "library"):
            assert listed.pop((zone, handle), 0) == 1, f"not once in its zone's order: {row!r}"
        for slot, ref in row.refs.items():
            assert not isinstance(ref, Ref) or ref.row in state.rows, f"{slot} of {row!r} refers to nothing"
    assert not listed, f"in a zone's order and not in the zone: {listed}"


def check_store(state: State) -> None:
    """A state goes to JSON and back the same."""
    written = state_to_json(state)
    assert state_to_json(state_from_json(written)) == written, "JSON and back is another state"


def check_normal(state: State) -> None:
    """The normal form of a normal form is itself, and it is the same position."""
    once = normal(state)
    assert identical(normal(once), once), "the normal form is not normal"


def check_kept(state: State) -> None:
    """What is kept of characteristics is what comes out without it, and no kind of event is kept as unheard that is heard."""
    anew = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)
    kept = {handle: known for handle, known in state.view.items() if isinstance(known, Characteristics)}
    for handle, known in kept.items():
        if handle in state.rows:
            found = view(anew, handle)
            for field in Characteristics.__slots__:
                assert getattr(found, field) == getattr(known, field), (
                    f"{field} of {state.rows[handle]!r} is kept wrong"
                )
    for row, handle in [(row, handle) for handle, row in state.rows.items() if row.cls.zone == BATTLEFIELD]:
        for kind in view(anew, handle).triggers:
            assert handle in listeners(state, kind), f"{kind} of {row!r} is not heard"
    assert indexed(state) == indexed(anew), "the index of rows is another one"
    assert list(state.rows) == sorted(state.rows), "the rows are not in order of age"
    left = state.view.get(UNSETTLED)
    drafts = Draft(anew), Draft(state)
    try:
        now, then = (state_based_actions._find(d, state_based_actions._to_look_at(d)) for d in drafts)
    except (Unsupported, Need):
        return
    for field in type(now).__slots__:
        assert getattr(now, field) == getattr(then, field), f"{field} of the next check, with {left} to look at"


def check_payment(state: State, choice: Choice, after: State, events: list[Event], reached: Reached) -> None:
    """What was paid is what is owed, and of all that could be said to be paid ``verify`` takes what pays it and no more.

    A choice that is taken back to ask something first has paid nothing yet.
    """
    ability = abilities_at(state, choice.row)[choice.index] if choice.verb == ACTIVATE else None
    x = plain(choice.x)
    owed = (
        slow_payment.of_spell(state, choice.row, choice.how, x)
        if ability is None
        else slow_payment.of_ability(state, choice.row, ability, x)
    )
    pool = slow_payment.pool_of(state, choice.player)
    symbols = sum("P" in symbol for symbol in owed.symbols) if owed is not None else 0
    if owed is None or pool is None or (not owed.symbols and not owed.more):
        return
    spent: Counter[str] = Counter()
    for event in events:
        if event.what == "spent mana":
            spent[event.key.removeprefix("mana.")] -= plain(event.amount)
    if not spent and asked(after) == "answer":
        return
    by_life = [k for k in range(symbols + 1) if slow_payment.pays(owed, {**spent, "P": k})]
    assert by_life, f"{dict(spent)} is paid for {owed}"
    reached.told["laws: payments"] += 1
    most = max(generic + len(singles) for singles, generic in slow_payment.ways(owed)) + 1
    life = min(symbols, plain(state.rows[player(choice.player)].get("life")) // 2)
    every = slow_payment.payments(owed, {**pool, "P": life}, most)
    if len(every) > MOST_PAYMENTS or any("/" in slot for slot in spent):
        return
    for paid in every:
        if paid:
            refused = verify(state, replace(choice, pay=tuple(paid.items())))
            if refused is None or refused.code in ("payment", "mana-short"):
                assert (refused is None) == slow_payment.pays(owed, paid), f"{paid} for {owed}: {refused}"
                reached.told["laws: payments tried"] += 1


def check_spoken(state: State, choice: Choice, after: State) -> None:
    """The sentence of a choice reads back to a choice that does the same."""
    line = say(state, replace(choice, results=()))  # what comes at random is said by lines of its own
    spoken = read_sentence(state, line)
    assert isinstance(spoken, Choice), f"{line!r} of {choice} reads as {spoken}"
    spoken = replace(spoken, results=choice.results)
    if spoken != choice:
        assert verify(state, spoken) is None, f"{line!r} of {choice} reads back to an illegal {spoken}"
        if asked(after) == "answer":
            return  # the question keeps the choice itself, by whichever of two alike rows it was made
        assert same(step(state, spoken)[0], after), f"{line!r} of {choice} reads back to {spoken}"


def check_exploded(state: State, choice: Choice, after: State, reached: Reached) -> None:
    """With every object of a group by itself some choice ends in the same position (law 3)."""
    refs = (ref for at in (state, after) for row in at.rows.values() for ref in row.refs.values())
    if any(isinstance(ref, Ref) and ref.mode == SET for ref in refs):
        return  # "those creatures", "the exiled cards" as one reference have no exploded form
    if "answer" in (asked(state), asked(after)):
        return  # a question names rows
    if choice.results:
        return  # what came at random is thrown once
    if choice.verb == BLOCK and len(choice.picks) > 1:
        return  # not every block by several is written out: tests/rules/cr_506_combat/test_509_groups_in_combat.py compares those
    in_groups = sum(plain(r.n) - 1 for r in state.rows.values() if r.cls.zone != "library")
    if in_groups > EXPLODED_MOST or plain(choice.count) > 1 or any(plain(count) > 1 for _, count in choice.picks):
        return
    apart = explode(state)
    assert same(state, apart), "the exploded position is another one"
    cls = state.rows[choice.row].cls if choice.row >= 0 else None
    tried = 0
    for option in options(apart):
        acting = apart.rows[option.row].cls if option.row >= 0 else None
        if option.unknown or (option.verb, option.index, option.how) != (choice.verb, choice.index, choice.how):
            continue
        if acting is not cls:
            continue
        for instance in instances(apart, option, 80):
            tried += 1
            try:
                for other in _named_in_order(apart, instance, [_class_of(state, row) for row, _ in choice.picks]):
                    if any(same(end, after) for end in islice(_ordered(step(apart, other)[0], after), 80)):
                        reached.told["laws: exploded play ends alike"] += 1
                        return
            except Unsupported:
                return
    assert tried >= 80, f"{choice}: no choice of the exploded game ends in the same position"


def _class_of(state: State, row: int) -> Class | None:
    return state.rows[row].cls if row in state.rows else None


def _named_in_order(apart: State, choice: Choice, wanted: Sequence[Class | None]) -> Iterator[Choice]:
    """The choice, and with what is picked named so that its classes come in the wanted order.

    The order in which a player names what they pick is kept: what resolves may remember it (608.2h), and what several
    players pick one after the other is kept until all have chosen (101.4).
    """
    yield choice
    like: dict[Class | None, list[tuple[int, Any]]] = {}
    for pick in choice.picks:
        like.setdefault(_class_of(apart, pick[0]), []).append(pick)
    if len(choice.picks) < 2 or Counter(wanted) != {cls: len(picks) for cls, picks in like.items()}:
        return
    for orders in islice(product(*(permutations(picks) for picks in like.values())), MOST_ORDERS):
        left = dict(zip(like, map(iter, orders), strict=True))
        yield replace(choice, picks=tuple(next(left[cls]) for cls in wanted))


def _ordered(state: State, wanted: State) -> Iterator[State]:
    """The position, or behind questions for the order of triggers that the wanted one doesn't ask (603.3b): every order."""
    if asked(state) != "order" or asked(wanted) == "order":
        yield state
        return
    for option in options(state):
        for choice in instances(state, option, 80):
            yield from _ordered(step(state, choice)[0], wanted)


# --- play --------------------------------------------------------------------------------------------------------


class GameFailed(AssertionError):
    """A law is broken, or the engine fell over; the message says in which game."""


@dataclass
class Walk:
    """A game on its way: where it is, where it was last quiet, and what is not tried again."""

    state: State
    rng: random.Random
    reached: Reached
    themed: frozenset[str] = frozenset()
    made: list[str] = field(default_factory=list)
    quiet: tuple[State, int] | None = None
    banned: set[tuple[str, str, int]] = field(default_factory=set)
    acted: tuple[str, str, int] | None = None
    retreats: int = 0


def key_of(state: State, made: Choice | Option) -> tuple[str, str, int]:
    """What is tried, by name."""
    proto = state.rows[made.row].cls.proto if made.row >= 0 else None
    return (made.verb, "" if proto is None else proto.name, made.index)


def play_game(game: Game, full: bool, reached: Reached) -> None:
    """Play a game to its end, or up to its number of choices, checking the laws. Raises ``GameFailed``."""
    state = lay_out(game, full)
    walk = Walk(state, random.Random(game.seed), reached, names_with(full, game.theme))
    owned = cards_owned(state)
    try:
        while len(walk.made) < game.choices and asked(walk.state) != "over":
            if not advance(walk, owned):
                break
    except Exception as error:
        last = " / ".join(walk.made[-4:])
        text = f"{type(error).__name__}: {error}\nafter choice {len(walk.made)} ({last})\nof {game!r}, full={full}"
        raise GameFailed(text) from error
    reached.lengths.append(len(walk.made))
    reached.told["games over" if asked(walk.state) == "over" else "games"] += 1


def reduced(game: Game, full: bool) -> GameFailed | None:
    """The failure of a game with as few of its cards as it can be seen with; None if the game doesn't fail."""
    try:
        play_game(game, full, Reached())
    except GameFailed as failed:
        for i in range(len(game.things)):
            fewer = reduced(replace(game, things=game.things[:i] + game.things[i + 1 :]), full)
            if fewer is not None:
                return fewer
        return failed
    return None


def advance(walk: Walk, owned: Counter[int]) -> bool:
    """One choice more, or back to a quiet place; False when neither is possible."""
    state = walk.state
    if asked(state) == "priority" and not state.stack and walk.acted is None:
        walk.quiet = (state, len(walk.made))
    try:
        proposals = _proposals(walk)
    except Unsupported as error:
        walk.reached.told[f"refused: {error.refusal.code}"] += 1
        return _retreat(walk)
    for choice in proposals:
        try:
            refused = verify(state, choice)
            if refused is not None:
                assert refused.kind == UNSUPPORTED, f"an option that is illegal: {choice}: {refused}"
                raise Unsupported(refused)
            choice, after, events = _taken(walk, choice)
            _check(walk, choice, after, events, owned)  # what the permanents are then may not be known, either
        except Unsupported as error:
            walk.reached.told[f"refused: {error.refusal.code}"] += 1
            continue
        if choice.verb != PASS and walk.acted is None and asked(state) == "priority" and not state.stack:
            walk.acted = key_of(state, choice)
        elif asked(after) == "priority" and not after.stack:
            walk.acted = None
        walk.made.append(f"{choice.verb} {key_of(state, choice)[1]}".strip())
        walk.reached.told[f"choice {choice.verb}"] += 1
        walk.state = after
        return True
    return _retreat(walk)


def _taken(walk: Walk, choice: Choice) -> tuple[Choice, State, list[Event]]:
    """A choice with what came at random as it was made, the position behind it, and its events."""
    try:
        return choice, *step(walk.state, choice)
    except Random:
        choice = Dice(source=walk.rng).thrown(walk.state, choice)
        after = step(walk.state, choice)
        walk.reached.told["thrown"] += 1
        return choice, *after


def _proposals(walk: Walk) -> Iterator[Choice]:
    """Random choices at a place, acting more often than passing; each option once. Raises ``Unsupported``."""
    found = [o for o in options(walk.state) if not o.unknown and key_of(walk.state, o) not in walk.banned]
    rng = walk.rng
    rng.shuffle(found)
    if asked(walk.state) == "priority":
        eager = rng.random() < (0.75 if not walk.state.stack else 0.3)
        keen = rng.random() < KEEN
        taps = _wants_mana(walk)
        found.sort(key=lambda o: _weight(walk, o, eager, keen, taps))
    return (_instance(walk, option) for option in found)


def _instance(walk: Walk, option: Option) -> Choice:
    """One of the ways of choosing an option at random."""
    rng, state = walk.rng, walk.state
    if option.verb in (ATTACK, BLOCK):
        every = list(instances(state, option, COMBAT_WAYS))
        with_theme = [c for c in every if any(_is_themed(walk, row) for row, _ in c.picks)]
        every = with_theme if with_theme and rng.random() < KEEN else every
    else:
        slots = tuple(_narrowed(rng, slot) for slot in option.slots)
        every = list(instances(state, replace(option, slots=slots), WAYS))
        every = every or list(instances(state, option, WAYS))  # targets that have to differ, drawn alike
    assert every, f"an option without an instance: {option}"
    return rng.choice(every)


def _narrowed(rng: random.Random, slot: Slot) -> Slot:
    """A slot that leaves one way at random, where the first few ways of the option would all be alike in it."""
    if slot.name == TARGET:
        return replace(slot, rows=(rng.choice(slot.rows),))
    if slot.name == ANSWER:
        return replace(slot, words=(rng.choice(slot.words),))
    if slot.name == MEMBER:
        one = rng.randint(plain(slot.low), plain(slot.high))
        return replace(slot, low=one, high=one)
    if slot.name == X:
        least, top = plain(slot.low), plain(slot.high)
        return replace(slot, low=rng.randint(least, max(least, min(top, MOST_X) if top >= 0 else MOST_X)))
    if slot.name == PICKS and not slot.kinds:
        return replace(slot, rows=tuple(rng.sample(slot.rows, len(slot.rows))))
    return slot


def _is_themed(walk: Walk, row: int) -> bool:
    proto = walk.state.rows[row].cls.proto if row >= 0 else None
    return proto is not None and proto.name in walk.themed


def _wants_mana(walk: Walk) -> bool:
    """Whether mana is made: at a time at which any card may be played, at another one now and then."""
    state = walk.state
    seat = decider(state)
    if state.rows[player(seat)].get("mana.C") > 0:
        return False
    return (seat == active_seat(state) and step_name(state) in ("main1", "main2")) or walk.rng.random() < MANA_ELSEWHERE


def _weight(walk: Walk, option: Option, eager: bool, keen: bool, taps: bool) -> int:
    """What is tried first: the theme if ``keen``, something that is done if ``eager``, then a pass."""
    if option.verb == PASS:
        return 2
    proto = walk.state.rows[option.row].cls.proto
    rock = proto is not None and proto.name in ("Gauge Rock", "Forest") and option.verb == ACTIVATE
    if keen and _is_themed(walk, option.row):
        return 0
    if rock and not taps:
        return 3
    return 1 if eager or (rock and keen) else 3


def _retreat(walk: Walk) -> bool:
    """Back to the last quiet place without what was done from there; False when there is none."""
    if walk.quiet is None or walk.retreats >= RETREATS:
        walk.reached.told["games that could not go on"] += 1
        return False
    walk.retreats += 1
    walk.banned.add(walk.acted or (PASS, "", 0))
    walk.state, length = walk.quiet
    del walk.made[length:]
    walk.acted = None
    return True


def _check(walk: Walk, choice: Choice, after: State, events: list[Event], owned: Counter[int]) -> None:
    """The laws at one place; the costly ones now and then."""
    state, rng, reached = walk.state, random.Random(len(walk.made) ^ walk.rng.getrandbits(32)), walk.reached
    check_places(after)
    lost = any(row.cls.prop("lost") for row in after.rows.values() if row.cls.kind == "player")
    assert lost or cards_owned(after) == owned, f"cards owned {owned}, now {cards_owned(after)}"
    assert player(0) in after.rows or lost
    assert identical(replay(state, events), after), "the replayed log is another state"
    reached.step(state, choice, events)
    if choice.verb in (ACTIVATE, CAST):
        check_payment(state, choice, after, events, reached)
    if rng.randrange(EVERY_SPOKEN) == 0:
        check_spoken(state, choice, after)
        reached.told["laws: sentences read back"] += 1
    if rng.randrange(EVERY_NORMAL) == 0:
        check_normal(after)
        check_kept(after)
        reached.place(after)
        reached.told["laws: normal forms"] += 1
    if rng.randrange(EVERY_STORE) == 0:
        check_store(after)
        reached.told["laws: JSON and back"] += 1
    if rng.randrange(EVERY_EXPLODED) == 0:
        check_exploded(state, choice, after, reached)
