"""What only words of a card bring about: how long an effect lasts, copies, turns to come, a changed power, who has won.

A start in which it stands, and no card with such words, is told as words of no card. Every property, amount and kind of row of
the closed lists is either among these, or is listed here as a fact that any game can come to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from reiterate.certify.certificate import certify
from reiterate.check.accepted import NoCards
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims.made_words import Words
from reiterate.check.claims.whose_words import AMOUNTS, PROPERTIES, ROWS, words_of
from reiterate.check.start import game_lists
from reiterate.loops.loop import find_loop
from reiterate.rules.events.copying import with_exceptions
from reiterate.state.amount_slots import SLOTS, WHEN_GONE
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.properties import QUESTION_TEXT, WORD_CHANGES
from reiterate.terms import language as n
from reiterate.terms.code import to_json
from reiterate.terms.vocabulary import KEYWORD_COUNTERS
from tests.check.forging import Value
from tests.check.standing import card, lasting, saying, told
from tests.check.term_places import BEARS, BOOK, PLACES, kinds, table
from tests.support.as_shown import check_json
from tests.support.loop_cases import body_reader

(KIKI,) = BOOK.protos("Kiki-Jiki, Mirror Breaker")
(GOND,) = BOOK.protos("Presence of Gond")

#: Properties of which no word of a card has to tell: what a rule of the game, the file, or a choice in a game makes so.
FACTS: Final = frozenset(
    [
        "active",
        "who",
        "next",
        "passes",
        "range",
        "ask",
        "step",
        "attacked",
        "paying",
        "decked",
        "shuffled",
        "unseated",
        "discarded",
        "landed",
        "lost",
        "commander",
        "cast",
        "used",
        "triggered",
        "attacking",
        "blocked",
        "blocking",
        "struck",
        "assigned",
        "kept",
        "entered",
        "arrived",
        "under",
        "duration",
        "once",
        "choices",
        "words",
        "kind",
        "text",
    ]
) | {"partly shuffled", "commander arrived", "world settled", "attacked before"}
#: What was chosen as something entered; a way of casting; what a question holds.
FAMILIES: Final = ("chosen.", "kept chosen.", "attacked.", "how.", "used.", "spent.", "triggered.", "[0-9]{3}")
#: The place of a term is looked at with the terms.
OTHERWISE: Final = {place for _, place in PLACES} | {"phases", "deathtouched", "text"}

#: Amounts of which no word of a card has to tell.
PLAIN: Final = (
    r"life|cast before|mana\.|counter\.|turn\.|commander |damage|assigned|x|part|res |that|done|produced|mana times|did|how\.|times|left|low|\[0-9]"
    r"|last[. ]|mana spent|turned"
)


def properties() -> Iterator[str]:
    """Every name of a property of the closed lists, or the beginning of a family."""
    for kind in kinds().values():
        for pattern, _ in kind.props:
            families = [family for family in FAMILIES if pattern.replace("\\", "").startswith(family.replace("\\", ""))]
            yield from families or (name.replace("\\", "") for name in pattern.split("|"))


def test_every_property_is_brought_about_by_words_or_a_fact() -> None:
    known = {*FACTS, *FAMILIES, *PROPERTIES, *OTHERWISE, "sheltered"}  # compared in check/claims/named_facts.py
    assert sorted({*properties()} - known) == []
    assert sorted(FACTS & {*PROPERTIES}) == []


def test_every_amount_is_brought_about_by_words_or_a_fact() -> None:
    patterns = [slot.pattern.replace("\\", "") for slots in (*SLOTS.values(), WHEN_GONE) for slot in slots]
    loose = [p for p in patterns if not p.replace("(", "").startswith(tuple(AMOUNTS)) and not re.match(PLAIN, p)]
    assert sorted({*loose} - {"eot.(power|toughness)"}) == []


def test_every_kind_of_row_has_words_or_is_brought_about_by_some() -> None:
    silent = {name for name, kind in kinds().items() if not kind.card and kind.terms == ()}
    assert silent - {"game", "player", "frame", "pending"} == {*ROWS}


# --- each alone ---------------------------------------------------------------------------------------------------


ONE: Final = n.Fixed(1)
ME: Final = n.You()
BEARS_ROW: Final = card(BEARS)

#: What is brought about, as more of a player, of the game, or of p1's Bears; and an effect that does so.
DEEDS: Final[dict[str, tuple[str, Value, Any]]] = {
    "winning": ("player", {"props": {"winning": True}}, n.WinLose(ME, True)),
    "losing": ("player", {"props": {"losing": True}}, n.WinLose(ME, False)),
    "master": ("player", {"props": {"master": "p2"}}, n.ControlTurn(ME)),
    "next master": ("player", {"props": {"next master": "p2"}}, n.ControlTurn(ME)),
    "skip turns": ("player", {"num": {"skip turns": "1000000"}}, n.SkipTurn(ME)),
    "skip next untap": ("player", {"num": {"skip next untap": "1"}}, n.SkipNext(ME, "untap")),
    "turn of": ("game", {"props": {"turn of": "p2"}}, n.ExtraTurn(ME)),
    "after": ("game", {"props": {"after": "upkeep", "step": "upkeep"}}, n.ExtraSteps(ME, "upkeep", ONE)),
    "resume": ("game", {"props": {"resume": "main2"}}, n.ExtraPhases(("combat", "main"))),
    "added": ("game", {"props": {"added": "combat"}}, n.ExtraPhases(("combat",))),
    "eot.power": ("bears", {"num": {"eot.power": "1000000"}}, n.Pump(n.TargetRef(0), ONE, n.Fixed(0))),
    "eot.toughness": ("bears", {"num": {"eot.toughness": "1"}}, n.Pump(n.TargetRef(0), n.Fixed(0), ONE)),
    "deathtouched": ("bears", {"props": {"deathtouched": True}}, n.GainKeywords(n.TargetRef(0), ("deathtouch",))),
    "binds": ("bears", {"props": {"binds": True}}, n.Lasting(n.GainKeywords(n.TargetRef(0), ("flying",)), "tapped")),
}


@pytest.mark.parametrize("name", DEEDS)
def test_what_no_card_brings_about_is_told(name: str) -> None:
    where, more, effect = DEEDS[name]
    if where == "bears":
        bears = card(BEARS) | ({"num": more["num"]} if "num" in more else {})
        bears["class"] |= {"props": more["props"]} if "props" in more else {}
        of: dict[str, Any] = {}
    else:
        bears, of = BEARS_ROW, {where: more}
    assert [each.place for each in told([bears], **of).words] == [name]
    assert told([bears], saying(effect), **of) == NoCards((), ())


IT_GETS: Final = n.TargetRef(0)
NOTHING: Final = n.Fixed(0)
#: The same where an effect of the same kind brings about another value: what is brought about, and that effect.
OTHERWISE_SAID: Final[dict[str, tuple[str, Value, Any]]] = {
    "winning": ("player", {"props": {"winning": True}}, n.WinLose(ME, False)),
    "losing": ("player", {"props": {"losing": True}}, n.WinLose(ME, True)),
    "unlimited": ("player", {"props": {"unlimited": "game"}}, n.NoMaximumHandSize(ME, "next turn")),
    "skip next combat": ("player", {"num": {"skip next combat": "1"}}, n.SkipNext(ME, "untap")),
    "after": ("game", {"props": {"after": "upkeep"}}, n.ExtraSteps(ME, "upkeep", ONE, "phase")),
    "resume": ("game", {"props": {"resume": "main2"}}, n.ExtraSteps(ME, "upkeep", ONE)),
    "added": ("game", {"props": {"added": "beginning"}}, n.ExtraPhases(("combat",))),
    "eot.power": ("bears", {"num": {"eot.power": "1000000"}}, n.Pump(IT_GETS, NOTHING, ONE)),
    "eot.toughness": ("bears", {"num": {"eot.toughness": "1"}}, n.Pump(IT_GETS, ONE, NOTHING)),
    "is.monstrous": ("bears", {"props": {"is.monstrous": True}}, n.Designate(IT_GETS, "renowned")),
    "level": ("bears", {"props": {"level": 3}}, n.SetLevel(2)),
    "counter.flying": ("bears", {"num": {"counter.flying": "1"}}, n.RemoveCounters(IT_GETS, "flying", ONE)),
}


@pytest.mark.parametrize("name", OTHERWISE_SAID)
def test_what_a_card_brings_about_otherwise_is_told(name: str) -> None:
    """Who loses by a card doesn't win by it, and two steps of another kind are no step of this one."""
    where, more, effect = OTHERWISE_SAID[name]
    bears = card(BEARS)
    if where == "bears":
        bears |= {"num": more["num"]} if "num" in more else {}
        bears["class"] |= {"props": more["props"]} if "props" in more else {}
    found = told([bears], saying(effect), **({} if where == "bears" else {where: more}))
    assert [each.place for each in found.words] == [name]


def test_500_9_a_step_that_nobody_adds_is_told() -> None:
    of = {"kind": "step", "owner": 0, "controller": 0, "props": {"step": "untap"}}
    found = told([{"class": of, "n": "1"}], saying(n.ExtraSteps(ME, "upkeep", ONE)), steps=[3])
    assert [each.place for each in found.words] == ["step"]


@pytest.mark.parametrize("kind", sorted(KEYWORD_COUNTERS))
def test_122_1b_a_counter_with_a_keyword_is_of_what_puts_such_counters(kind: str) -> None:
    """Its keyword is an ability. A card with that keyword puts no counter."""
    bears = card(BEARS) | {"num": {f"counter.{kind}": "1"}}
    assert [each.place for each in told([bears]).words] == [f"counter.{kind}"]
    found = told([bears], saying(n.GainKeywords(IT_GETS, (kind,))))
    assert [each.place for each in found.words] == [f"counter.{kind}"]
    assert told([bears], saying(n.PutCounters(IT_GETS, kind, ONE))) == NoCards((), ())
    entering = n.Proto(
        "Bringer", ("creature",), power=1, toughness=1, abilities=(n.Static(n.EntersWithCounters(kind, ONE)),)
    )
    assert told([bears], entering) == NoCards((), ())


@pytest.mark.parametrize(
    ("says", "fine"),
    [
        ("turn", ("turn",)),
        ("next", ("next", "turn")),
        ("later", ("later", "exiled")),
        ("plot", ("plot", "plotted")),
        ("foretell", ("foretell", "foretold")),
    ],
)
def test_601_3_a_card_in_exile_may_be_played_for_as_long_as_a_card_says(says: str, fine: tuple[str, ...]) -> None:
    """Each of these stands in a start: a card that is plotted or foretold is one of a game."""
    effect = saying(n.LetPlay(IT_GETS, says))
    for until in ("turn", "next", "later", "exiled", "plot", "plotted", "foretell", "foretold"):
        found = told([card(BEARS, "exile", props={"may play": until})], effect)
        assert (found == NoCards((), ())) is (until in fine), until
    assert game_lists.complaint(last_exiled("game")) != "", "nothing lets a card be played for the rest of the game"


def last_exiled(until: str) -> Any:
    """The class of Grizzly Bears in exile that may be played for so long."""
    value = state_to_json(table())
    value["rows"].append(card(BEARS, "exile", props={"may play": until}))
    state = state_from_json(value)
    return state.rows[max(state.rows)].cls


def copied(now: n.Proto, below: n.Proto, **printed: Any) -> Value:
    """A card that is this until end of turn, and that behind it."""
    return card(now, props={"copied": to_json(below)} | {name: to_json(each) for name, each in printed.items()})


def test_707_2_what_a_copy_will_be_again_is_what_it_could_have_been() -> None:
    """Grizzly Bears that become Kiki-Jiki at end of turn: both cards are there, and nothing makes such a copy."""
    turn = saying(n.BecomeCopy(IT_GETS, n.TargetRef(1), "turn"))
    assert [each.place for each in told([copied(BEARS, KIKI)], KIKI, BEARS).words] == ["copied"]
    for effect in (saying(n.BecomeCopy(IT_GETS, n.TargetRef(1), "game")), KIKI):
        found = told([copied(KIKI, BEARS, printed=BEARS)], effect, KIKI, BEARS)
        assert "copied" in [each.place for each in found.words]
    assert told([copied(KIKI, BEARS, printed=BEARS)], turn, KIKI, BEARS) == NoCards((), ())
    assert [each.place for each in told([copied(BEARS, KIKI)], turn, KIKI, BEARS).words] == ["copied"]


@pytest.mark.parametrize(
    ("kind", "effect"),
    [
        ("turn", n.ExtraTurn(ME)),
        ("phase", n.ExtraPhases(("combat", "main"))),
        ("phase", n.ExtraPhases(("main", "combat", "main"))),
        ("step", n.ExtraSteps(ME, "upkeep", ONE)),
    ],
    ids=lambda part: str(part)[:24],
)
def test_turns_phases_and_steps_of_nobody_are_told(kind: str, effect: Any) -> None:
    props = {"phase": {"phases": ["combat", "main"]}, "step": {"step": "upkeep"}}.get(kind)
    of = {"kind": kind, "owner": 0, "controller": 0} | ({"props": props} if props else {})
    rows: list[Value] = [{"class": of, "n": "1"}]
    seqs: dict[str, Any] = {f"{kind}s": [3]}
    assert kind in [each.place for each in told(rows, **seqs).words]
    assert told(rows, saying(effect), **seqs) == NoCards((), ())


def test_phases_in_an_order_that_nobody_says_are_told() -> None:
    of = {"kind": "phase", "owner": 0, "controller": 0, "props": {"phases": ["main", "main"]}}
    found = told([{"class": of, "n": "1"}], saying(n.ExtraPhases(("combat", "main"))), phases=[3])
    assert [each.place for each in found.words] == ["phases"]


def test_610_3_what_comes_back_by_words_of_nobody_is_told() -> None:
    until = {"kind": "until", "zone": "effects", "owner": 0, "controller": 0}
    refs = {"on": {"mode": "one", "row": 3}, "card0": {"mode": "one", "row": 4}}
    rows = [card(BEARS), card(BEARS, "exile"), {"class": until, "n": "1", "refs": refs}]
    assert [each.place for each in told(rows).words] == ["until"]
    assert told(rows, saying(n.ExileUntil(n.TargetRef(0)))) == NoCards((), ())


def parts(proto: n.Proto, kind: Any) -> list[Any]:
    """The parts of a kind of a card's words."""
    words = Words(2)
    words.add(proto)
    found: list[Any] = words.of(kind)
    return found


# --- for how long -------------------------------------------------------------------------------------------------


def delayed_of(proto: n.Proto) -> n.Triggered:
    """The delayed ability that a card sets up."""
    (found,) = parts(proto, n.Delayed)
    return n.Triggered(found.trigger, found.effects)


@pytest.mark.parametrize(
    ("props", "fine"),
    [
        ({"duration": "game", "once": True}, True),
        ({"duration": "game"}, False),
        ({"duration": "turn"}, False),
        ({"duration": "turn", "once": True}, False),
    ],
)
def test_603_7b_a_delayed_ability_triggers_as_often_as_its_card_says(props: Value, fine: bool) -> None:
    """With its "once" taken away it would trigger at the end of every turn."""
    found = told([card(KIKI), lasting("delayed", delayed_of(KIKI), **props)])
    assert (found == NoCards((), ())) is fine


@pytest.mark.parametrize(("once", "duration"), [(True, "game"), (False, "turn")])
def test_603_7b_so_does_one_that_triggers_for_a_turn(once: bool, duration: str) -> None:
    gain = (n.GainLife(ME, ONE),)
    effect = n.Delayed(n.LifeLost("opponent"), gain, once=once)
    for other in ({"duration": "game"}, {"duration": "turn"}):
        for flag in ({}, {"once": True}):
            found = told([lasting("delayed", n.Triggered(effect.trigger, gain), **other, **flag)], saying(effect))
            assert (found == NoCards((), ())) is (other["duration"] == duration and bool(flag) is once)


HASTE: Final = n.GainKeywords(n.TargetRef(0), ("haste",))
UNTIL: Final = ("turn", "game", "next turn", "next end", "tapped", "battlefield", "controlled")
#: Effects that last, as a card says them, with how they stand in force and for how long they do.
LAST: Final[dict[str, tuple[Any, Any, str]]] = {
    "keywords": (HASTE, n.GainKeywords(n.This(), ("haste",)), "turn"),
    "keywords, as long as": (n.Lasting(HASTE, "tapped"), n.GainKeywords(n.This(), ("haste",)), "tapped"),
    "keywords, until the next turn": (n.Lasting(HASTE, "next turn"), n.GainKeywords(n.This(), ("haste",)), "next turn"),
    "control": (n.GainControl(n.TargetRef(0), "game"), n.GainControl(n.This(), "game"), "game"),
    "control for a turn": (n.GainControl(n.TargetRef(0), "turn"), n.GainControl(n.This(), "turn"), "turn"),
    "size": (n.Pump(n.TargetRef(0), n.Fixed(3), n.Fixed(3)), n.Pump(n.This(), n.Fixed(3), n.Fixed(3)), "turn"),
    "becoming": (
        n.Become(n.TargetRef(0), "game", types=("artifact",)),
        n.Become(n.This(), "game", types=("artifact",)),
        "game",
    ),
    "exchanged": (n.ExchangeControl(n.TargetRef(0), n.TargetRef(1)), n.GainControl(n.This(), "game"), "game"),
    "a size exchanged": (
        n.ExchangeLife(ME, n.TargetRef(0)),
        n.SetBasePT(n.This(), 2, 20),
        "game",
    ),
}


@pytest.mark.parametrize("until", UNTIL)
@pytest.mark.parametrize("name", LAST)
def test_611_2a_an_effect_lasts_as_long_as_its_card_says(name: str, until: str) -> None:
    """Giant Growth for the rest of the game is nobody's."""
    effect, term, said = LAST[name]
    within = isinstance(effect, n.Lasting) and until == "turn"  # the last turn of one that lasts until its end
    found = told([BEARS_ROW, lasting("effect", term, duration=until)], saying(effect))
    assert (found == NoCards((), ())) is (until == said or within)


def test_701_12_an_exchange_sets_a_power_that_something_has() -> None:
    """It makes the toughness what the life total was, and leaves the power as it is."""
    exchange = saying(n.ExchangeLife(ME, n.TargetRef(0)))
    for power, fine in ((2, True), (1_000_000, False)):
        row = lasting("effect", n.SetBasePT(n.This(), power, 20), duration="game")
        assert (told([BEARS_ROW, row], exchange) == NoCards((), ())) is fine


# --- copies, tokens and faces ------------------------------------------------------------------------------------

#: Grizzly Bears as copies: as they are, and with haste.
HASTE_TOO: Final = n.Except(abilities=(n.Keyword("haste"),))
HASTY: Final = with_exceptions(BEARS, HASTE_TOO, False)
PLAIN_TOKEN: Final = with_exceptions(BEARS, n.Except(), True)
HASTY_TOKEN: Final = with_exceptions(BEARS, HASTE_TOO, True)
IT: Final = n.TargetRef(0)
#: Effects that make copies with haste, each with what becomes a copy by it: a card, a token, a spell.
COPIERS: Final[dict[str, tuple[Any, str]]] = {
    "enters as": (n.EntersAs(n.Filter(), HASTE_TOO), "card token"),
    "becomes": (n.BecomeCopy(n.This(), IT, "game", HASTE_TOO), "card token"),
    "token": (n.CopyToken(ONE, IT, ME, HASTE_TOO), "token"),
    "spell": (n.CopySpell(IT, but=HASTE_TOO), "token copy"),
}


def copying(effect: Any) -> n.Proto:
    """A card with an effect that makes copies."""
    if isinstance(effect, n.EntersAs):
        return n.Proto("Bringer", ("creature",), mana_cost=("1",), power=0, toughness=0, abilities=(n.Static(effect),))
    return saying(effect)


def copies() -> Iterator[tuple[str, str, Value]]:
    """A kind of object, whether it has left, and a row of one that is Grizzly Bears with haste."""
    printed: dict[str, Any] = {"props": {"printed": to_json(BEARS)}}
    yield "card", "a card that has become a copy", card(HASTY, **printed)
    yield "token", "a token", card(HASTY_TOKEN, kind="token")
    yield "copy", "a copy of a spell", card(HASTY, "stack", kind="copy")


@pytest.mark.parametrize(("kind", "what", "row"), list(copies()), ids=lambda part: str(part)[:20])
@pytest.mark.parametrize("by", COPIERS)
def test_707_9_a_copy_with_haste_is_of_an_effect_that_makes_such_copies(
    by: str, kind: str, what: str, row: Value
) -> None:
    effect, kinds_of = COPIERS[by]
    seqs: dict[str, Any] = {"stack": [3]} if kind == "copy" else {}
    found = told([row], copying(effect), BEARS, **seqs)
    assert (found == NoCards((), ())) is (kind in kinds_of.split()), what


@pytest.mark.parametrize("zone", ["battlefield", "hand", "graveyard", "library", "exile", "command", "stack"])
def test_707_2_a_card_that_is_no_copy_is_the_card_of_its_name(zone: str) -> None:
    """A copy is a copy on the battlefield or the stack alone, and what it is below that is known (707.9, 400.7)."""
    seqs: dict[str, Any] = {"library": {"library.0": [3]}, "stack": {"stack": [3]}}.get(zone, {})
    found = told([card(HASTY, zone)], *(copying(effect) for effect, _ in COPIERS.values()), BEARS, KIKI, **seqs)
    assert found.others == ("Grizzly Bears",)
    assert told([card(BEARS, zone)], KIKI, **seqs) == NoCards((), ())


@pytest.mark.parametrize("zone", ["battlefield", "hand", "graveyard"])
def test_111_1_a_token_is_no_card_and_a_card_no_token(zone: str) -> None:
    (elf,) = (made.token for made in parts(GOND, n.CreateTokens))
    assert told([card(elf, zone)], GOND).others == ("Elf Warrior",)
    if zone == "battlefield":
        assert told([card(elf, kind="token")], GOND) == NoCards((), ())
        assert [each.place for each in told([card(BEARS, kind="token")], GOND, BEARS, KIKI).words] == ["proto"]


def test_111_1_a_token_that_copies_a_card_is_made_by_an_effect_that_copies() -> None:
    assert [each.place for each in told([card(PLAIN_TOKEN, kind="token")], BEARS).words] == ["proto"]
    assert told([card(HASTY_TOKEN, kind="token")], BEARS, KIKI) == NoCards((), ())


BACK: Final = n.Proto(
    "Back", ("land",), ("Forest",), abilities=(n.Activated((n.TapCost(),), (n.AddMana(("G",) * 9),)),)
)
FRONT: Final = n.Proto("Front", ("sorcery",), mana_cost=("2",), back=BACK)


def faces(name: str) -> list[n.Proto]:
    """What a book has under these names: the back face with its card before it."""
    return [FRONT] if name == "Front" else [FRONT, BACK] if name == "Back" else []


@pytest.mark.parametrize("zone", ["battlefield", "hand", "graveyard"])
def test_712_8a_a_back_face_is_no_card_and_stands_on_the_battlefield_alone(zone: str) -> None:
    def found(row: Value) -> NoCards:
        value = state_to_json(table())
        value["rows"].append(row)
        return words_of(state_from_json(value), faces)

    assert found(card(FRONT, zone)) == NoCards((), ())
    assert found(card(BACK, zone)).others == ("Back",)
    if zone == "battlefield":
        assert found(card(BACK, props={"printed": to_json(FRONT)})) == NoCards((), ())


# --- a certificate that rests on it -------------------------------------------------------------------------------


def test_104_2b_a_game_that_is_won_by_nobodys_words_is_no_proof_of_cards() -> None:
    """An empty board on which p2 is about to lose, as attackers are declared."""
    value = state_to_json(table())
    value["rows"][0]["class"]["props"] |= {"ask": "attack", "step": "attackers", "who": 0, "active": 0}
    value["rows"][2]["class"]["props"] = {"losing": True}
    text = certify(find_loop(state_from_json(value), body_reader("no attack\nall pass")))
    assert isinstance(text, str), text
    found = check(text, BOOK.protos)
    assert isinstance(found, Accepted), found
    assert [each.place for each in found.nobodys.words] == ["losing"]
    assert check_json(found)["proved_cards"] is False


def test_the_words_of_a_question_are_no_changed_text() -> None:
    """Both stand under the name "text"."""
    assert {QUESTION_TEXT, WORD_CHANGES} == {"text"}
    of = {"kind": "pending", "owner": 0, "controller": 0, "props": {"text": "choose one", "ask": "answer"}}
    assert told([{"class": of, "n": "1"}]) == NoCards((), ())
