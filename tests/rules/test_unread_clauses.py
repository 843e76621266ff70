"""Clauses that are not understood and play no part (113, 602.1, 603.1): what stands on a board, and what is said beside it.

The results are worked out by hand from the rules. Nothing happens by an activated ability that nobody activates (602.2).
A triggered ability does something only where its event happens (603.2). Whatever a player could do keeps a loop of
mandatory actions from being a draw by itself, until that player declines (104.4b).
"""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.kinds.kinds import DECLINED, YES
from reiterate.loops.loop import Loop
from reiterate.loops.play import play
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.unread_clauses import unread_clauses
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.script.sentences import read_sentence
from tests.support.unread_boards import board, book, judged, loop_of, looped, refusal

NOT_KNOWN = "option-not-known"
UNREAD = "clause-not-understood"


def could(text: str) -> list[tuple[int, str]]:
    """Who could do what beside the loop of a board."""
    return sorted({(found.seat, found.what) for found in judged(text).could_act})


def test_104_4b_the_loop_alone_is_a_draw() -> None:
    kind = judged(board("Chime"))
    assert (kind.draw, kind.nobody_else) == (YES, True)


@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        (["Thinker"], [], [(0, "not known: Thinker's {5} ability")]),
        ([], ["Thinker"], [(1, "not known: Thinker's {5} ability")]),
        (["Muser"], [], [(0, "not known: Muser's {T} ability")]),
        (["{card: Thinker, tapped: yes}"], [], [(0, "not known: Thinker's {5} ability")]),
        (["{card: Sage, counters: {loyalty: 3}}"], [], [(0, "not known: Sage's +1 ability")]),
        (["Thinking Elf"], [], [(0, "not known: Thinking Elf's Sacrifice a Thinking Elf ability")]),
        (
            ["Everyone's Thinker"],
            [],
            [(0, "not known: Everyone's Thinker's {5} ability"), (1, "not known: Everyone's Thinker's {5} ability")],
        ),
    ],
)
def test_602_2_an_unread_ability_is_named_and_is_no_draw(
    mine: list[str], theirs: list[str], told: list[tuple[int, str]]
) -> None:
    text = board("Chime", *mine, theirs=tuple(theirs))
    assert could(text) == told
    kind = judged(text)
    assert kind.draw == DECLINED
    assert kind.nobody_else is False
    assert kind.to_ask == tuple(dict.fromkeys(seat for seat, _ in told))
    assert {found.unknown for found in kind.could_act} == {NOT_KNOWN}


def test_113_6_an_ability_of_a_card_in_a_graveyard_is_named_where_its_words_speak_of_that_zone() -> None:
    assert could(board("Chime", graveyard="Thinker")) == []
    assert could(board("Chime", graveyard="Buried Thinker")) == [(0, "not known: Buried Thinker's {5} ability")]


@pytest.mark.parametrize("silent", ["Listener", "Counter of Elves", "Early Riser"])
def test_603_2_a_trigger_whose_event_never_happens_changes_nothing(silent: str) -> None:
    kind = judged(board("Chime", silent))
    assert (kind.draw, kind.nobody_else) == (YES, True)
    assert looped(board("Chime", silent)).endless


def test_603_2_a_trigger_whose_event_happens_is_refused_by_name() -> None:
    found = refusal(board("Chime", "Gleaner"))
    assert (found.code, found.exit_code) == (UNREAD, 4)
    assert (
        found.message
        == 'Gleaner: what triggers is not understood: "Whenever you gain life, you contemplate the infinite."'
    )


def test_603_2_the_event_may_happen_in_the_middle_of_an_iteration() -> None:
    """Elves enter in every iteration: who counts them stops the loop, who listens to spells doesn't."""
    body = "activate Seed; all pass"
    assert refusal(board("Seed", "Counter of Elves", body=body, first="-")).code == UNREAD
    assert looped(board("Seed", "Listener", body=body, first="-")).endless


def test_603_6_an_event_of_an_opponents_turn_is_watched_too() -> None:
    """Nobody leaves the step: the upkeep never comes."""
    assert looped(board("Chime", theirs=("Early Riser",))).endless


@pytest.mark.parametrize("refused", ["Riddle", "Listed"])
def test_113_2_a_clause_that_could_do_something_by_itself_refuses_as_before(refused: str) -> None:
    found = refusal(board("Chime", refused))
    assert (found.code, found.exit_code) == (UNREAD, 4)
    assert refused in found.message


@pytest.mark.parametrize("opaque", ["Thinker", "Listener"])
def test_613_1f_nothing_may_take_an_unread_clause_away(opaque: str) -> None:
    """What takes abilities from all creatures might take this one in a later period."""
    assert refusal(board("Chime", opaque, "Deaf Bell")).code == UNREAD
    assert judged(board("Chime", "Deaf Bell")).draw == YES


def test_707_2_an_unread_clause_is_not_copied() -> None:
    mine, body = ("Mirror", "{card: Seed, label: S}", "Thinker"), "activate Mirror targeting {}; all pass"
    assert looped(board(*mine, body=body.format("S"), first="-")).endless
    found = refusal(board(*mine, body=body.format("Thinker"), first="-"))
    assert (found.code, found.rule) == (UNREAD, "707.2")
    assert "a clause that is copied" in found.message  # as it happens, not only where the token stands


def test_612_the_text_of_an_unread_clause_is_not_changed() -> None:
    found = refusal(board("Rewriter", "Thinker", body="activate Rewriter targeting Thinker; all pass", first="-"))
    assert (found.code, found.rule) == (UNREAD, "612")


def test_113_1_an_unread_ability_is_an_ability() -> None:
    """What asks for creatures with no abilities is answered: an ability is there, whatever it does; another face is none (715.4)."""
    found = load(board("Plain Lord", "Thinking Elf", "Grizzly Bears"), "board.yaml", book())
    assert isinstance(found, Position)
    creatures = [
        h for h, row in found.state.rows.items() if row.cls.proto is not None and "creature" in row.cls.proto.types
    ]
    sizes = {found.state.rows[h].cls.called: power(found.state, h) for h in creatures}
    assert sizes == {"called Thinking Elf": 1, "called Grizzly Bears": 4}


# --- cast, on the stack, entering and leaving -------------------------------------------------------------------------


RECAST: Final = "activate Uplift targeting {0}; all pass; activate Spring; cast {0}; all pass"


@pytest.mark.parametrize(
    "card",
    [
        "Thinker",
        "Muser",
        "Adventurer",
        "Buried Thinker",
        "Listener",
        "Counter of Elves",
        "Early Riser",
        "Audience",
        "Gaoler",
        "Elf Herd",
        "Own Herd",
        "Replacer",
        "Forgetter",
        "Heavy",
    ],
)
def test_113_6_a_permanent_spell_with_a_clause_that_does_nothing_on_the_stack_is_cast_again_and_again(
    card: str,
) -> None:
    """Abilities of a permanent function on the battlefield only: on the stack, in a hand and on the way nothing happens."""
    found = looped(board("Uplift", "Spring", card, body=RECAST.format(card), first="-"))
    assert found.endless


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("Riddle", "113.2"),
        ("Cheap", "601"),
        ("Dear", "601"),
        ("Picky", "601"),
        ("Kicked", "601"),
        ("Stacker", "601"),
        ("Crier", "601"),
        ("Greeter", "603.2"),
        ("Leaver", "603.2"),
        ("Latecomer", "614.1"),
        ("Last Words", "614.1"),
    ],
)
def test_601_what_matters_as_a_card_is_cast_enters_or_leaves_is_refused_by_name(card: str, rule: str) -> None:
    """A cost, a restriction, what happens as it is cast, as it enters, and as it leaves."""
    found = loop_of(board("Uplift", "Spring", card, body=RECAST.format(card), first="-"))
    refused = found if isinstance(found, Refusal) else found.end.refusal if found.end is not None else None
    assert refused is not None
    assert (refused.code, refused.exit_code, refused.rule) == (UNREAD, 4, rule)
    assert refused.message.startswith(f"{card}: ")


def test_603_2_who_hears_spells_hears_the_spell_that_is_cast_again() -> None:
    text = board("Uplift", "Spring", "Thinker", "Audience", body=RECAST.format("Thinker"), first="-")
    found = refusal(text)
    assert (found.code, found.rule) == (UNREAD, "603.2")
    assert found.message.startswith("Audience: ")


def test_604_1_a_set_is_met_by_the_creature_that_is_cast_again() -> None:
    text = board("Uplift", "Spring", "Adventurer", "Elf Herd", body=RECAST.format("Adventurer"), first="-")
    found = refusal(text)
    assert (found.code, found.message.split(":")[0]) == (UNREAD, "Elf Herd")


def test_613_1f_what_takes_abilities_away_takes_them_as_the_creature_enters() -> None:
    mine = ("Uplift", "Spring", "Deaf Bell", "{card: Adventurer, label: it}")
    text = board(*mine, body=RECAST.format("Adventurer"), first="-")
    assert refusal(text).rule == "613.1f"
    empty = board("Uplift", "Spring", "Deaf Bell", body="activate Spring; cast Adventurer; all pass", first="-")
    found = refusal(empty.replace("hand: 0", "hand: [Adventurer]", 1))
    assert (found.code, found.rule) == (UNREAD, "613.1f")


def test_112_1_an_instant_with_an_unread_clause_is_not_cast() -> None:
    text = board("Spring", body="activate Spring; cast Free Thought; all pass", first="-")
    found = loop_of(text.replace("hand: 0", "hand: [Free Thought]", 1))
    assert isinstance(found, Loop)
    assert found.end is not None
    assert found.end.refusal is not None
    assert found.end.refusal.code == UNREAD


def test_707_10_a_spell_with_an_unread_clause_is_not_copied() -> None:
    body = "activate Uplift targeting {0}; all pass; activate Spring; cast {0}; activate Echo targeting {0}; all pass; all pass"
    found = refusal(board("Uplift", "Spring", "Echo", "Thinker", body=body.format("Thinker"), first="-"))
    assert (found.code, found.rule) == (UNREAD, "707.2")
    assert "a clause that is copied" in found.message  # as it happens, not only where the token stands


def test_701_6_a_spell_with_an_unread_clause_is_countered_and_comes_back() -> None:
    """In a graveyard it does nothing, unless its words name that zone: then its ability may be used there."""
    body = (
        "activate Uplift targeting {0}; all pass; activate Spring; cast {0}; activate Stop targeting {0}; all pass;"
        " activate Salvage targeting {0}; all pass; activate Spring; cast {0}; all pass"
    )
    mine = ("Uplift", "Spring", "Stop", "Salvage")
    assert looped(board(*mine, "Thinker", body=body.format("Thinker"), first="-")).endless
    text = board(*mine, "Buried Thinker", body=body.format("Buried Thinker"), first="-")
    assert looped(text).endless
    assert (0, "not known: Buried Thinker's {5} ability") in could(text)


@pytest.mark.parametrize(
    "lines",
    [
        "activate Spring; cast Last Words; activate Stop targeting Last Words; all pass",
        "activate Purge; all pass; choose Last Words",
        "activate Spring; cast Last Words; all pass; activate Ender targeting Last Words; all pass",
    ],
)
def test_614_1_what_may_be_said_of_a_card_that_goes_to_a_graveyard_is_refused_wherever_it_comes_from(
    lines: str,
) -> None:
    """Countered, discarded, destroyed: nothing says that the words are about the battlefield alone."""
    text = board("Spring", "Stop", "Purge", "Ender", body=lines, first="-").replace("hand: 0", "hand: [Last Words]", 1)
    found = loop_of(text)
    refused = found if isinstance(found, Refusal) else found.end.refusal if found.end is not None else None
    assert refused is not None
    assert (refused.code, refused.message.split(":")[0]) == (UNREAD, "Last Words")


def test_a_spell_with_an_unread_clause_is_listed_as_what_it_is() -> None:
    position = load(board("Spring").replace("hand: 0", "hand: [Thinker]", 1), "board.yaml", book())
    assert isinstance(position, Position)
    state = position.state
    assert unread_clauses(state) == []
    for line in ("activate Spring", "cast Thinker"):
        read = read_sentence(state, line)
        assert isinstance(read, Choice), read
        state = step(state, read)[0]
    (found,) = unread_clauses(state)
    assert (found.name, found.state, found.kind) == ("Thinker", "carried", "activated")
    assert state.rows[found.row].cls.zone == "stack"


def test_118_12_a_payment_may_be_made_with_mana_of_an_unread_ability() -> None:
    """Who could make mana is asked before the payment, as with a mana ability that is read (608.2g, 605.3a)."""
    paying = board("Tolling Chime", "Muser", first="activate Spark; all pass", body="all pass; no")
    kind = judged(paying)
    assert {found.what for found in kind.could_act} == {"not known: Muser's {T} ability"}
    position = load(paying, "board.yaml", book())
    assert isinstance(position, Position)
    played = play(position.state, BodyReader(position.script[:2]))  # the payment is asked for
    again = play(played.state, BodyReader(position.script[1:2]))
    assert (asked(played.state), asked(again.state)) == ("priority", "toll")
    assert kind.draw == DECLINED
    assert judged(board("Tolling Chime")).draw == YES


@pytest.mark.parametrize(
    "silent", ["Gaoler", "Elf Herd", "Own Herd", "Envy", "Forgetter", "Latecomer", "Last Words", "Heavy"]
)
def test_604_1_what_is_about_nothing_that_is_there_changes_nothing(silent: str) -> None:
    kind = judged(board("Chime", silent))
    assert (kind.draw, kind.nobody_else) == (YES, True)


@pytest.mark.parametrize(
    ("mine", "theirs", "body"),
    [
        (["Chime", "Replacer"], [], ""),
        (["Chime", "Gaoler"], ["Grizzly Bears"], ""),
        (["Chime", "Elf Herd", "Own Herd"], [], ""),
        (["Chime", "Own Herd", "Own Herd"], [], ""),
        (["Chime", "Gaoler", "Painter"], [], ""),
        (["Elf Herd", "Seed"], [], "activate Seed; all pass"),
        (["Own Herd", "Seed"], [], "activate Seed; all pass"),
        (["Elf Herd", "Firefly"], [], "activate Firefly; all pass"),
        (["Envy", "Leecher"], [], "activate Leecher; all pass"),
        (["Latecomer", "Blinker"], [], "activate Blinker targeting Latecomer; all pass"),
        (["Last Words", "Ender"], [], "activate Ender targeting Last Words; all pass"),
        (["Gaoler", "Gift", "Heavy"], [], "activate Gift targeting p2 and Heavy; all pass"),
    ],
)
def test_604_1_what_is_met_is_refused_by_name(mine: list[str], theirs: list[str], body: str) -> None:
    """What a clause is about is there, comes, or happens: at the start, or in the middle of an iteration."""
    text = board(*mine, theirs=tuple(theirs), body=body or "all pass", first="-" if body else "")
    found = refusal(text)
    assert (found.code, found.exit_code) == (UNREAD, 4)
    assert any(found.message.startswith(f"{name}: ") for name in mine)


@pytest.mark.parametrize(
    ("mine", "body"),
    [
        (["Gaoler", "Seed"], "activate Seed; all pass"),
        (["Gaoler", "Firefly"], "activate Firefly; all pass"),
        (["Replacer", "Leecher"], "activate Leecher; all pass"),
        (["Latecomer", "Blinker", "Chime"], "activate Blinker targeting Chime; all pass"),
    ],
)
def test_604_1_the_same_deed_beside_a_clause_about_something_else(mine: list[str], body: str) -> None:
    assert looped(board(*mine, body=body, first="-")).endless


# --- casting, and turns that begin ---------------------------------------------------------------------------------


CAST_FREELY: Final = "activate Uplift targeting Free Bear; all pass; activate Spring; cast Free Bear; all pass"


@pytest.mark.parametrize(
    ("mine", "theirs", "about"),
    [
        ("Slow Law", "", False),
        ("Toll", "", False),
        ("Own Law", "", True),
        ("Wide Toll", "", True),
        ("", "Slow Law", True),
        ("", "Toll", True),
        ("", "Own Law", False),
        ("", "Wide Toll", True),
    ],
)
def test_601_3_what_hinders_casting_does_nothing_where_nobody_whom_it_is_about_casts(
    mine: str, theirs: str, about: bool
) -> None:
    there = [name for name in ("Uplift", "Spring", "Free Bear", mine) if name]
    text = board(*there, theirs=(theirs,) if theirs else (), body=CAST_FREELY, first="-")
    found = loop_of(text)
    if not about:
        assert isinstance(found, Loop), found
        assert found.endless
        return
    refused = found if isinstance(found, Refusal) else found.end.refusal if found.end is not None else None
    assert refused is not None
    assert (refused.code, refused.message.split(":")[0]) == (UNREAD, mine or theirs)


def test_601_3_whether_an_opponent_may_cast_is_not_known() -> None:
    """Free Thought's like could be cast but for the law: that is told as not known, and nobody calls the loop a draw."""
    text = board("Chime", "Slow Law").replace(
        "  p2:\n    hand: 0", "  p2:\n    mana: {R: 1}\n    hand: [Lightning Bolt]"
    )
    kind = judged(text)
    assert kind.draw == DECLINED
    assert [(found.seat, found.unknown) for found in kind.could_act] == [(1, UNREAD)]
    free = judged(text.replace("      - Slow Law\n", ""))
    assert [(found.seat, found.unknown) for found in free.could_act] == [(1, "")]
    short = judged(text.replace("mana: {R: 1}", "mana: {}"))
    assert short.draw == YES  # without mana there is no option, whatever the law says


@pytest.mark.parametrize(("line", "refused"), [("activate Tapper targeting Slow Vault; all pass; ", True), ("", False)])
def test_614_10_a_turn_that_begins_while_it_is_tapped_is_refused(line: str, refused: bool) -> None:
    """Its controller's turn alone: the opponent's turn in between begins whatever is tapped."""
    board_text = board("Slow Vault", "Tapper", body="all pass to next upkeep", first=line + "all pass to next upkeep")
    found = loop_of(board_text)
    if refused:
        assert isinstance(found, Refusal), found
        assert (found.code, found.message.split(":")[0]) == (UNREAD, "Slow Vault")
    else:
        assert isinstance(found, Loop), found


def test_508_1_who_can_t_attack_for_an_unread_reason_does_not() -> None:
    text = board("Heavy", "Own Herd", body="all pass to declare attackers; attack with {}", first="-")
    found = refusal(text.format("Heavy"))
    assert (found.code, found.rule) == (UNREAD, "603.2")
    assert looped(text.format("Own Herd")).end is not None  # the next iteration begins in that step


def test_unread_clauses_are_listed_for_those_who_ask() -> None:
    position = load(board("Thinker", "Listener", "Riddle", graveyard="Listener"), "board.yaml", book())
    assert isinstance(position, Position)
    found = [(one.name, one.state, one.kind, one.obligation) for one in unread_clauses(position.state)]
    listening = ("Listener", "silent", "trigger", "never: Whenever an opponent casts a spell")
    assert found == [
        ("Thinker", "carried", "activated", "nobody uses it: {5} ability"),
        listening,
        ("Riddle", "refused", "", ""),
        listening,
    ]
