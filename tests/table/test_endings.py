"""Games at the table that end: a draw by a loop, conceding and leaving, rulings with effect, a rematch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.refusals import Refusal
from reiterate.table.past import Page
from reiterate.table.seat_view import MaySay, View
from reiterate.table.seats import JUDGE
from reiterate.table.table import Accepted, Created, Table
from tests.support.own_cards import own_book
from tests.table.laid_table import BOND, LAP, RULEBOOK, THREE, Sitting, opened, quick_folder, seated, taken_seats

#: Cards of our own beside the built-in set.
OWN = {
    "Edict": ("Sorcery", "Each player sacrifices a creature."),
    "Flip": ("Instant", "Tap or untap target creature."),
    "Ox": ("Creature — Ox", ""),
    "Ram": ("Creature — Sheep", ""),
    "Bead": ("Artifact", "Sacrifice Bead: You gain 1 life."),
    "Waker": ("Artifact", "Whenever you gain life, untap each artifact. You gain 1 life."),
    "Peg": ("Artifact", "{T}: Put a charge counter on Peg."),
}
BOOK = own_book(OWN)

#: The Waker triggers itself and untaps the Peg.
PEG: Final = """format: position/1
players:
  p1: {battlefield: [Bead, Waker]}
  p2: {battlefield: [Peg]}
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def view(game: Sitting, who: str) -> View:
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return found


def done(found: Accepted | Refusal) -> Accepted:
    assert isinstance(found, Accepted), found
    return found


def told(game: Sitting, who: str, after: int) -> Page:
    found = game.table.entries(game[who], after)
    assert isinstance(found, Page), found
    return found


def code(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.code


def bond(table: Table, hand: str = "", more: str = "", programs: dict[str, str] | None = None) -> Sitting:
    return seated(table, BOND.format(hand=f"hand: {hand}\n    " if hand else "", more=more), programs)


def laps(game: Sitting, many: int) -> None:
    """Start the loop, and pass so often."""
    game.play("p1", "activate Spike Feeder: gain 2 life")
    passes(game, many)


def passes(game: Sitting, many: int) -> None:
    for _ in range(many):
        who = view(game, "spectator").decides
        if not who:
            return
        game.play(who, "pass")


@contextmanager
def again(folder: Path, game: Sitting) -> Iterator[Sitting]:
    """The same game at a table that was started anew."""
    game.table.close()
    with opened(folder, BOOK) as table:
        chairs = {who: table.enter(game.made.game, secret) for who, secret in game.made.links.items()}
        yield Sitting(table, game.made, chairs)  # type: ignore[arg-type] # none is refused


def same_everywhere(folder: Path, game: Sitting) -> None:
    """The log leads to the same outcome: in a new process, and in a game that begins with it."""
    chairs = (*(f"p{seat + 1}" for seat in range(game.now.players)), JUDGE, "spectator")
    views = {who: as_json(view(game, who)) for who in chairs}
    log = game.table.export(game[JUDGE], "log")
    assert not isinstance(log, Refusal)
    with again(folder, game) as later:
        for who in chairs:
            assert as_json(view(later, who)) == views[who]
        made = later.table.load(log.text)
        assert isinstance(made, Created), made
        copy = taken_seats(later.table, made)
        for who in chairs:
            assert as_json(view(copy, who)) == {**views[who], "game": made.game}


# --- a draw -------------------------------------------------------------------------------------------------------


def test_104_4b_the_example_is_a_draw_as_soon_as_its_loop_is_proved(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        made = table.create_example("draw")
        assert isinstance(made, Created)
        game = taken_seats(table, made)
        laps(game, 30)
        for who in ("p1", "p2", JUDGE, "spectator"):
            ended = view(game, who).ended
            assert ended is not None and (ended.outcome, ended.rule, ended.winners) == ("draw", "104.4b", [])
        assert view(game, "p1").board.outcome == "draw"
        last = told(game, "p2", game.last - 1)[0]
        assert (last.kind, last.who, last.body["outcome"]) == ("outcome", "table", "draw")
        found = table.play(game["p1"], game.next, "pass")
        assert code(found) == "game-over" and "104.4b" in found.message  # type: ignore[union-attr] # a refusal
        assert code(table.say(game["p1"], game.next, "number 9")) == "game-over"
        done(table.chat(game["p1"], game.next, "well played"))
        same_everywhere(folder, game)


def test_104_4b_a_hidden_hand_is_asked_and_all_decline(folder: Path) -> None:
    """p2 holds a land, which nobody else knows: p2 is asked, and the game goes on until p2 has declined."""
    with opened(folder, BOOK) as table:
        game = bond(table, "[Forest]")
        laps(game, 14)
        asked = view(game, "spectator").draw
        assert asked is not None and asked.to_ask == asked.waiting == ["p2"]
        assert "p2" in view(game, "p1").waits_for
        assert view(game, "p2").says[:2] == [MaySay(what="concede"), MaySay(what="no action")]
        assert MaySay(what="no action") not in view(game, "p1").says
        done(table.say(game["p1"], game.next, "no action"))  # nobody asked p1
        assert view(game, "p1").ended is None
        done(table.say(game["p2"], game.next, "no action"))
        ended = view(game, "p1").ended
        assert ended is not None and ended.outcome == "draw"
        same_everywhere(folder, game)


def test_732_4_who_is_asked_acts_instead(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = bond(table, more="Seal of Cleansing, ")
        laps(game, 13)
        asked = view(game, "p1").draw
        assert asked is not None and asked.waiting == ["p2"]
        passes(game, 1 if view(game, "p1").decides == "p1" else 0)
        game.play("p2", "activate Seal of Cleansing targeting Exquisite Blood")
        assert view(game, "p1").draw is None
        passes(game, 12)
        assert view(game, "p1").ended is None and view(game, "p1").draw is None


def test_104_4b_a_program_declines(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = bond(table, "[Forest]", programs={"p2": "passes"})
        game.play("p1", "activate Spike Feeder: gain 2 life")
        for _ in range(20):
            if view(game, "p1").decides == "p1":
                game.play("p1", "pass")
        ended = view(game, "p1").ended
        assert ended is not None and ended.outcome == "draw"


def test_104_4b_what_somebody_adds_to_each_lap_keeps_nothing_up(folder: Path) -> None:
    """p1's Waker triggers itself and untaps p2's Peg, which p2 taps in each lap. p2 is asked, and declines."""
    with opened(folder, BOOK) as table:
        game = seated(table, PEG)
        game.play("p1", "activate Bead")
        passes(game, 2)
        assert view(game, "p1").draw is None
        for _ in range(2):
            game.play("p1", "pass")
            game.play("p2", "activate Peg")
            passes(game, 4)
            asked = view(game, "spectator").draw
            assert asked is not None and asked.waiting == ["p2"]
        verdict = table.ruling(game["p1"], "comprehensive")
        assert not isinstance(verdict, Refusal) and verdict.sentence == "It's a draw, unless p2 acts.", verdict
        done(table.say(game["p2"], game.next, "no action"))
        ended = view(game, "p1").ended
        assert ended is not None and (ended.outcome, ended.rule) == ("draw", "104.4b")
        same_everywhere(folder, game)


def test_a_loop_that_somebody_keeps_up_is_no_draw(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        for _ in range(3):
            game.play("p1", "activate Midnight Guard")
            passes(game, 4)
        assert view(game, "p1").draw is None and view(game, "p1").ended is None


# --- rulings ------------------------------------------------------------------------------------------------------


def test_a_ruling_of_a_draw_ends_the_game_and_can_be_taken_back(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        game.play("p1", "activate Midnight Guard")
        first = done(table.rule(game[JUDGE], game.next, "comprehensive", own="draw")).number
        for who in ("p1", "p3", "spectator"):
            seen = view(game, who)
            assert seen.ended is not None and seen.ended.outcome == "draw"
            # no loop was proved, and nobody declined: a judge's word is no draw by 104.4b
            assert (seen.ended.why, seen.ended.rule) == ("the judge has ruled so", "100.6")
            assert seen.ruling is not None and (seen.ruling.sentence, seen.ruling.newest) == ("draw", True)
        done(table.rule(game[JUDGE], game.next, "comprehensive", own="p2 wins"))
        seen = view(game, "p1")
        assert seen.ended is not None and seen.ended.winners == ["p2"]
        assert seen.ended.why == "the judge has ruled so"  # p3 is still there
        assert seen.ruling is not None and seen.ruling.takes_back == first
        kinds = [(each.kind, each.body.get("ruling", "")) for each in told(game, "p1", first)]
        assert kinds == [("undo agreed", str(first)), ("ruling", "")]
        same_everywhere(folder, game)


def test_take_back_alone_rules_nothing(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        assert code(table.rule(game[JUDGE], game.next, "comprehensive", own="take back")) == "nothing-to-take-back"
        done(table.rule(game[JUDGE], game.next, "comprehensive", own="p1 wins"))
        assert code(table.play(game["p1"], game.next, "pass")) == "game-over"
        done(table.rule(game[JUDGE], game.next, "comprehensive", own="take back"))
        assert view(game, "p2").ended is None and view(game, "p2").ruling is None
        game.play("p1", "pass")
        assert code(table.rule(game[JUDGE], game.next, "comprehensive", own="take back")) == "nothing-to-take-back"
        assert code(table.rule(game["p1"], game.next, "comprehensive", own="p1 wins")) == "not-the-judge"


def test_a_ruling_on_a_loop_is_announced_with_its_reasons_and_replaced(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        for who, line in (("p1", "activate Midnight Guard"), *(("p1", "pass"), ("p2", "pass")) * 2):
            game.play(who, line)
        done(table.say(game["p1"], game.next, "number 1000"))
        done(table.say(game["p2"], game.next, "number 7"))
        first = done(table.rule(game[JUDGE], game.next, "tournament", LAP.format(1))).number
        seen = view(game, "spectator").ruling
        assert seen is not None and seen.sentence == "After 7 iterations p2 has priority." and seen.because
        assert view(game, "p1").board.players[0].battlefield
        elves = as_json(view(game, "p1"))["board"]
        done(table.say(game["p2"], game.next, "number 3"))
        found = table.rule(game[JUDGE], game.next, "tournament", LAP.format(1))
        assert isinstance(found, Refusal)  # p2 has named 7 and 3
        assert as_json(view(game, "p1"))["board"] == elves
        second = view(game, "p1").ruling
        assert second is not None and second.number == first


# --- conceding and leaving ----------------------------------------------------------------------------------------


def test_104_3a_of_two_the_other_one_wins_and_both_play_again(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        game.play("p1", "activate Midnight Guard")
        assert code(table.rematch(game["p1"], game.next)) == "not-over"
        done(table.say(game["p1"], game.next, "Concede"))
        ended = view(game, "spectator").ended
        assert ended is not None and (ended.winners, ended.rule) == (["p2"], "104.3a") and "p1 conceded" in ended.why
        assert code(table.concede(game["p2"], game.next)) == "game-over"
        assert view(game, "p1").says == [MaySay(what="want a rematch")]
        done(table.rematch(game["p2"], game.next))
        assert view(game, "p2").rematch == ["p2"] and view(game, "p2").says == []
        done(table.rematch(game["p1"], game.next))
        fresh = view(game, "p1")
        assert fresh.ended is None and fresh.decides == "p1"
        game.play("p1", "activate Midnight Guard")
        assert code(table.ask_undo(game["p1"], game.next, 2)) == "nothing-to-undo"
        same_everywhere(folder, game)


def test_800_4a_a_bystander_leaves_and_the_proposal_goes_on(folder: Path) -> None:
    """p2 has cut, p3 leaves: what p2 has said stands, and the shortcut is taken, for nobody else is asked."""
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        done(table.propose(game["p1"], game.next, LAP.format(1000)))
        done(table.answer(game["p2"], game.next, "cut 7.3"))
        done(table.concede(game["p3"], game.next))
        seen = view(game, "p1")
        assert seen.left == ["p3"] and seen.ended is None and seen.proposal is None
        assert seen.decides == "p2" and seen.board.stack
        assert code(table.play(game["p2"], game.next, "pass")) == "must-differ"
        game.play("p2", "cast Lightning Bolt targeting Midnight Guard")
        assert code(table.play(game["p3"], game.next, "pass")) == "not-your-decision"
        same_everywhere(folder, game)


def test_800_4a_who_is_to_answer_leaves_and_the_next_one_is_asked(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        done(table.propose(game["p1"], game.next, LAP.format(1000)))
        done(table.concede(game["p2"], game.next))
        seen = view(game, "p3")
        assert seen.proposal is not None and seen.proposal.to_answer == ["p3"] and seen.decides == "p3"
        done(table.answer(game["p3"], game.next, "accept"))
        there = as_json(view(game, "p1"))["board"]["players"][0]["battlefield"]
        assert {each["name"]: each["count"] for each in there}["Elf Warrior"] == "1000"


def test_800_4a_the_proposer_leaves_and_nothing_is_proposed(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        done(table.propose(game["p1"], game.next, LAP.format(1000)))
        done(table.answer(game["p2"], game.next, "accept"))
        done(table.concede(game["p1"], game.next))
        seen = view(game, "p3")
        assert seen.proposal is None and seen.left == ["p1"] and seen.decides == "p2"
        same_everywhere(folder, game)


def test_an_undo_leads_back_behind_a_concession_if_all_agree(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        game.play("p1", "activate Midnight Guard")
        to = game.last
        done(table.concede(game["p3"], game.next))
        done(table.ask_undo(game["p1"], game.next, to))
        done(table.answer_undo(game["p2"], game.next, True))
        assert view(game, "p1").left == ["p3"]
        done(table.answer_undo(game["p3"], game.next, True))
        assert view(game, "p1").left == []


def test_the_others_agree_to_remove_who_is_gone(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        assert code(table.remove(game["p1"], game.next, "p1")) == "no-such-player"
        assert code(table.remove(game["spectator"], game.next, "p1")) == "not-a-player"
        done(table.remove(game["p1"], game.next, "p3"))
        asked = view(game, "p2").removing[0]
        assert (asked.player, asked.agreed, asked.waiting) == ("p3", ["p1"], ["p2"])
        done(table.remove(game["p2"], game.next, "p3"))
        assert view(game, "p3").left == ["p3"] and view(game, "p3").says == []
        assert code(table.remove(game["p1"], game.next, "p2")) == "not-enough"
        done(table.rule(game[JUDGE], game.next, "comprehensive", own="remove p2"))
        ended = view(game, "p1").ended
        assert ended is not None and (ended.winners, ended.rule) == (["p1"], "104.3k")
        same_everywhere(folder, game)


def test_a_player_who_acts_is_not_gone(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        done(table.remove(game["p2"], game.next, "p1"))
        game.play("p1", "pass")
        assert view(game, "p2").removing == []


def test_the_time_limit_is_told_by_a_clock_that_is_given(folder: Path) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    table = Table.open(f"sqlite:///{folder / 'games.db'}", BOOK, clock=lambda: now[0])
    assert isinstance(table, Table)
    with table:
        made = table.create(RULEBOOK, limit=60)
        assert isinstance(made, Created)
        game = taken_seats(table, made)
        assert view(game, "p2").limit == 60 and MaySay(what="time is over", player="p1") in view(game, "p2").says
        now[0] += timedelta(seconds=59)
        found = table.time_over(game["p2"], game.next)
        assert code(found) == "time-left" and "1 second" in found.message  # type: ignore[union-attr] # a refusal
        game.play("p1", "pass")
        now[0] += timedelta(seconds=59)
        done(table.chat(game["p1"], game.next, "thinking"))
        assert code(table.time_over(game["p1"], game.next)) == "time-left"
        now[0] += timedelta(seconds=1)
        assert code(table.time_over(game["p2"], game.next)) == "not-waited-for"
        assert code(table.time_over(game["spectator"], game.next)) == "not-a-player"
        done(table.time_over(game["p1"], game.next))
        ended = view(game, "p2").ended
        assert ended is not None and ended.winners == ["p1"]
    with opened(folder, BOOK) as other:
        assert code(other.time_over(game["p1"], 99)) in ("game-over", "not-next", "not-waited-for")
        unlimited = seated(other, RULEBOOK)
        assert code(other.time_over(unlimited["p2"], unlimited.next)) == "no-limit"
        assert isinstance(other.create(RULEBOOK, limit=-1), Refusal)


def test_103_3_a_rematch_shuffles_the_decks_anew(folder: Path) -> None:
    deck = "20 Forest\n20 Grizzly Bears\n20 Mountain"
    with opened(folder, BOOK) as table:
        made = table.create_dealt([deck, deck], "a seed")
        assert isinstance(made, Created)
        game = taken_seats(table, made)
        before = game.now.entries[0].said.text
        done(table.concede(game["p1"], game.next))
        done(table.rematch(game["p1"], game.next))
        done(table.rematch(game["p2"], game.next))
        body = game.now.entries[game.last - 1].said
        assert body.kind == "rematch begins" and body.text != before
        for name in ("Forest", "Grizzly Bears", "Mountain"):
            assert body.text.count(name) == before.count(name)
        seen = told(game, "p1", game.last - 1)[0]
        assert "text" not in seen.body
        assert view(game, "p1").ended is None
        same_everywhere(folder, game)


def test_an_undo_asks_who_left_only_where_it_would_bring_them_back(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, THREE)
        game.play("p1", "pass")
        before = game.last
        done(table.concede(game["p3"], game.next))
        behind = game.last
        game.play("p2", "pass")
        for to, waiting in ((behind, ["p2"]), (before, ["p2", "p3"])):
            done(table.ask_undo(game["p1"], game.next, to))
            undo = view(game, "p2").undo
            assert undo is not None and undo.waiting == waiting
            done(table.answer_undo(game["p2"], game.next, to == before))
        done(table.answer_undo(game["p3"], game.next, True))
        assert view(game, "p1").left == []


def scrying(table: Table) -> Sitting:
    """A game of three in which an ability of p1 resolves, and p1 is asked how to scry."""
    seer = "    library: [Forest, Island]\n    battlefield:\n      - Viscera Seer\n      - Grizzly Bears\n"
    game = seated(table, THREE.replace("    battlefield:\n", seer, 1))
    game.play("p1", "activate Viscera Seer sacrificing Grizzly Bears", "pass")
    game.play("p2", "pass")
    game.play("p3", "pass")
    assert view(game, "p1").decides == "p1" and view(game, "p1").question.asked == "answer"
    return game


def test_104_3k_who_is_gone_is_removed_while_their_answer_is_waited_for(folder: Path) -> None:
    """Nobody scries for p1, and the next player has priority (800.4j)."""
    with opened(folder, BOOK) as table:
        game = scrying(table)
        for who in ("p2", "p3"):
            done(table.remove(game[who], game.next, "p1"))
        assert view(game, "p2").left == ["p1"] and view(game, "p2").decides == "p2"
        assert view(game, "p2").question.asked == "priority"
        same_everywhere(folder, game)


def test_104_3a_a_player_concedes_while_another_one_is_asked_in_the_middle_of_a_resolution(folder: Path) -> None:
    """p1 is asked on, and scries; what leads to it is the same in a new process."""
    with opened(folder, BOOK) as table:
        game = scrying(table)
        done(table.concede(game["p3"], game.next))
        assert view(game, "p2").left == ["p3"] and view(game, "p1").decides == "p1"
        assert view(game, "p1").question.asked == "answer" and "Forest" not in str(as_json(view(game, "p2")))
        assert code(table.concede(game["p3"], game.next)) == "has-left"
        with again(folder, game) as later:
            later.play("p1", "choose bottom")
            assert view(later, "p1").decides == "p1" and view(later, "p1").question.asked == "priority"
            same_everywhere(folder, later)


OXEN = """format: position/1
players:
  p1: {hand: [Edict, Flip]}
  p2: {battlefield: [Ox, Ram]}
  p3: {battlefield: [Ox, Ram]}
"""


def test_608_2m_the_player_of_a_spell_concedes_and_the_others_choose_on(folder: Path) -> None:
    """Each player sacrifices a creature: p1 leaves with the card, and the other two choose and sacrifice together (101.4)."""
    with opened(folder, BOOK) as table:
        game = seated(table, OXEN)
        game.play("p1", "cast Edict", "pass")
        game.play("p2", "pass")
        game.play("p3", "pass")
        assert view(game, "p1").decides == "p2"
        done(table.concede(game["p1"], game.next))
        assert view(game, "p3").decides == "p2" and not view(game, "p3").board.stack
        game.play("p2", "choose Ox")
        assert sorted(names(game, "battlefield")) == ["Ox", "Ox", "Ram", "Ram"]
        game.play("p3", "choose Ram")
        assert sorted(names(game, "graveyard")) == ["Ox", "Ram"] and sorted(names(game, "battlefield")) == ["Ox", "Ram"]
        assert view(game, "p3").decides == "p2"
        same_everywhere(folder, game)


def names(game: Sitting, zone: str) -> list[str]:
    """The names of the cards in a zone, of everybody."""
    rows = game.now.game.state.rows.values()
    return [row.cls.proto.name for row in rows if row.cls.zone == zone and row.cls.proto is not None]


def test_800_4g_the_next_player_names_who_chooses_for_a_player_who_has_conceded(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, OXEN)
        game.play("p1", "cast Flip targeting Ox of p3", "pass")
        game.play("p2", "pass")
        game.play("p3", "pass")
        assert view(game, "p1").question.words == ["tap", "untap"]
        done(table.concede(game["p1"], game.next))
        asked = view(game, "p2")
        assert (asked.decides, asked.question.words) == ("p2", ["p2", "p3"]) and "p1" in asked.question.text
        game.play("p2", "choose p3")
        assert (view(game, "p3").decides, view(game, "p3").question.words) == ("p3", ["tap", "untap"])
        same_everywhere(folder, game)
