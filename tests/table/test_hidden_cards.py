"""Hidden cards: whatever the others hold, and whatever lies in a library, a chair is told the same to the letter."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reiterate import extras
from reiterate.games.kinds_of_choices import NO_NUMBER
from reiterate.refusals import Refusal
from reiterate.rules.positions.seen_by import shown_in
from reiterate.script.position import Position, load
from reiterate.state.model import LIBRARY
from reiterate.table.hiding import everybodys, hidden_rows, reveals, seen_from, stays_hidden
from reiterate.table.scenes import Scene, Wanted
from reiterate.table.seat_view import View
from tests.table.laid_table import BOOK, SECRETS, Sitting, everything, opened, quick_folder, seated, text_of

#: What p1 does and says in each of the two games, in order; "pass" is said by whoever decides.
ACTS = (
    "activate Old Bell of p1", "passes", "activate Old Bell of p1", "passes", "again 3", "preview 2.1", "ruling comprehensive",
    "accept", "propose repeat 10^30:\n  activate Old Bell of p1\n  pass\n  pass", "accept", "certificate", "sheet", "replay",
    "propose p2: cast {} targeting p1", "play cast {} targeting p1", "undo", "log", "ruling tournament",
)  # fmt: skip


def board(own: Sequence[str], other: Sequence[str], libraries: Sequence[Sequence[str]]) -> str:
    """Two players with some cards in hands and libraries, and an Old Bell each."""
    lines = [
        f"  p{seat + 1}: {{hand: [{', '.join(hand)}], library: [{', '.join(deck)}], "
        "mana: {R: 1, W: 1, G: 1, U: 1}, battlefield: [Old Bell]}\n"
        for seat, (hand, deck) in enumerate(zip((own, other), libraries, strict=True))
    ]
    return "format: position/1\nplayers:\n" + "".join(lines)


def told(game: Sitting, name: str) -> list[str]:
    """Every word that p1 and a spectator are told while the acts are done; ``name``: a card that p1 names."""
    table, found = game.table, []
    for act in ACTS:
        word, _, rest = act.partition(" ")
        p1, p2, number = game["p1"], game["p2"], game.next
        rest = rest.format(name)
        if word == "passes":
            game.play("p1", "pass")
            game.play("p2", "pass")
        elif word in ("again", "propose"):
            found.append(text_of((table.again if word == "again" else table.propose)(p1, number, rest)))
        elif word == "accept":
            found.append(text_of(table.answer(p2, number, "accept")))
        elif word in ("ruling", "preview"):
            call = table.ruling if word == "ruling" else table.preview
            found += [text_of(call(game[who], rest)) for who in ("p1", "spectator")]
        elif word in ("certificate", "sheet", "replay", "log"):
            found += [text_of(table.export(game[who], word)) for who in ("p1", "spectator")]
        elif word == "undo":
            found.append(text_of(table.ask_undo(p1, number, 2)))
        else:
            found.append(text_of(table.play(p1, number, act.removeprefix("play ").format(name))))
        found += [everything(game, who) for who in ("p1", "spectator")]
        found.append(text_of(table.why_not(p1, [name])))
        if word == "sheet":
            found.append(text_of(table.export(p1, "position")))
    times = re.compile(r'"(at|since)": "[^"]*"')
    return [times.sub("", text).replace(game.made.game, "GAME").replace(name, "NAME") for text in found]


CARDS = st.lists(st.sampled_from(SECRETS), min_size=9, max_size=9, unique=True)


@pytest.mark.slow("plays each drawn game twice and looks at everything")
@settings(max_examples=2)
@given(CARDS, st.data())
def test_what_a_chair_is_told_is_the_same_whatever_is_hidden_from_it(cards: list[str], data: st.DataObject) -> None:
    """p1's hand is the same in both games; all libraries and p2's hand differ. p1 names a card of p2's hand in one of them."""
    own, rest = cards[:2], cards[2:]
    shuffled = data.draw(st.permutations(rest))
    assume(shuffled[0] != rest[0])
    seen = []
    with quick_folder() as folder, opened(folder) as table:
        for hidden in (rest, shuffled):
            game = seated(table, board(own, hidden[:3], (hidden[3:5], hidden[5:])))
            seen.append(told(game, rest[0]))
    assert seen[0] == seen[1]
    known = "".join(seen[0])
    assert [name for name in rest if name in known] == [] and own[0] in known


def state(text: str) -> Position:
    found = load(text, "board.yaml", BOOK)
    assert isinstance(found, Position), found
    return found


def test_401_2_nobody_sees_a_library_and_everybody_counts_it() -> None:
    start = state(board(SECRETS[:2], SECRETS[2:4], (SECRETS[4:7], SECRETS[7:9]))).state
    assert len(hidden_rows(start)) == 9
    for who, many in (("p1", 2), ("p2", 2), ("spectator", 0), ("judge", 9)):
        assert len(hidden_rows(seen_from(start, who))) == many
    assert sum(row.n == 3 for row in everybodys(start).rows.values() if row.cls.zone == LIBRARY) == 1


def test_400_2_the_hand_of_a_player_who_has_lost_stays_hidden() -> None:
    """p1 draws from an empty library and loses: p2 has won, and p1's cards are no less hidden than before."""
    empty = board(SECRETS[:2], SECRETS[2:4], ((), SECRETS[4:5])).replace("[Old Bell]", "[Open Book]")
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, empty)
        game.play("p1", "activate Open Book of p1", "pass")
        game.play("p2", "pass")
        view = table.view(game["p2"])
        assert isinstance(view, View) and view.board.status == "p2 has won (704.5b)" and view.decides == ""
        for who in ("p2", "spectator"):
            assert not [name for name in SECRETS[:2] if name in everything(game, who)]
            assert not [name for name in SECRETS[:2] if name in text_of(table.export(game[who], "position"))]
        assert SECRETS[0] in text_of(table.view(game["p1"]))


DRAWING = board((), (), (SECRETS[:3], SECRETS[3:5])).replace("[Old Bell]", "[Open Book, Long Glass]")


def test_a_card_that_was_drawn_is_shown_to_nobody_else_and_no_undo_puts_it_back() -> None:
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, DRAWING)
        game.play("p1", "activate Open Book of p1")
        before = game.now.game.state
        game.play("p1", "pass")
        game.play("p2", "pass")
        after = game.now.game.state
        assert shown_in(before, after) == {} and reveals(before, after)
        assert SECRETS[0] in text_of(table.view(game["p1"])) and SECRETS[0] not in text_of(table.view(game["p2"]))
        refused = table.ask_undo(game["p1"], game.next, 2)
        assert isinstance(refused, Refusal) and refused.code == "undo-revealed"


def test_701_22_who_looks_at_cards_sees_them_and_the_order_is_told_to_nobody() -> None:
    """Scry 2: p1 sees both cards, keeps them on top and orders them. The line that names the order is p1's alone."""
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, DRAWING)
        game.play("p1", "activate Long Glass of p1", "pass")
        game.play("p2", "pass")
        for _ in range(2):
            game.play("p1", "choose top")
        view = table.view(game["p1"])
        assert isinstance(view, View) and view.question.words == sorted(view.question.words, key=SECRETS.index)
        game.play("p1", f"choose {SECRETS[1]}")
        assert SECRETS[1] in text_of(table.entries(game["p1"])) and SECRETS[1] in text_of(table.entries(game["judge"]))
        for who in ("p2", "spectator"):
            assert not [name for name in SECRETS[:3] if name in everything(game, who)]
        game.play("p1", "activate Open Book of p1", "pass")
        game.play("p2", "pass")
        assert SECRETS[1] in text_of(table.view(game["p1"]))


def test_a_choice_of_a_card_that_comes_to_a_public_zone_may_be_read_by_all() -> None:
    text = board(SECRETS[:2], SECRETS[2:4], (SECRETS[4:5], SECRETS[5:6])).replace("[Old Bell]", "[Cold Hand]")
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, text)
        game.play("p1", "activate Cold Hand of p1 targeting p2", "pass")
        game.play("p2", "pass")
        before = game.now.game.state
        assert SECRETS[2] in text_of(table.view(game["p1"])) and SECRETS[2] not in text_of(
            table.view(game["spectator"])
        )
        game.play("p1", f"choose {SECRETS[2]}")
        choice = game.now.game.watcher.in_play.history.line[-1][1]
        assert not stays_hidden(before, choice, game.now.game.state)
        assert SECRETS[2] in text_of(table.entries(game["spectator"]))
        assert SECRETS[3] not in text_of(table.view(game["p1"]))


def discarding(text: str, names: Sequence[str]) -> dict[str, str]:
    """What each chair is told of a shortcut that p1 proposes: p1 reveals the own hand of these cards, and discards."""
    hand = f"hand: [{', '.join(names)}]"
    board = (
        f"format: position/1\nplayers:\n  p1: {{{hand}, battlefield: [Cold Hand]}}\n  p2: {{battlefield: [Old Bell]}}\n"
    )
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, board)
        made = table.propose(game["p1"], game.next, text)
        assert not isinstance(made, Refusal), made
        found = {}
        for who in ("p1", "p2", "spectator", "judge"):
            scenes = [table.scene(game[who], Wanted(choice=place)) for place in range(4)]
            assert all(isinstance(each, Scene) for each in scenes)
            looks = [*scenes, table.growth(game[who], "", 0), table.preview(game[who], ""), table.view(game[who])]
            found[who] = "\n".join(map(text_of, looks))
        return found


def test_400_2_a_shortcut_that_waits_shows_no_card_that_it_would_reveal() -> None:
    """The proposer's only card would be discarded. Nobody names it, so the others see it once it has been discarded."""
    told = discarding("repeat 1:\n  activate Cold Hand of p1 targeting p1\n  pass\n  pass", SECRETS[:1])
    assert [who for who, text in told.items() if SECRETS[0] in text] == ["p1", "judge"]
    assert '"zone": "graveyard", "name": ""' in told["p2"] and '"zone": "graveyard", "name": ""' not in told["p1"]


def test_732_2a_a_card_that_a_proposal_names_is_named_to_all() -> None:
    text = f"repeat 1:\n  activate Cold Hand of p1 targeting p1\n  pass\n  pass\n  choose {SECRETS[1]}"
    told = discarding(text, SECRETS[:2])
    assert all(SECRETS[1] in text for text in told.values())
    assert [who for who, text in told.items() if SECRETS[0] in text] == ["p1", "judge"]


def test_nothing_of_the_base_installation_imports_what_the_extra_brings() -> None:
    source = (
        "import sys, reiterate.api, reiterate.cli.main, reiterate.cli.hot_seat; sys.exit('sqlalchemy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", source], check=False).returncode == 0
    found = extras.missing("the table", ("sqlalchemy", "no_such_module"))
    assert found is not None and found.exit_code == 2
    assert "no_such_module" in found.message and "reiterate[web]" in found.expected
    assert extras.missing("the table") is None


def test_what_was_shown_by_hand_is_told_to_nobody_where_it_named_a_card_that_stays_hidden() -> None:
    """Scry 2 by hand, twice: the lap holds the line that orders two cards by name, and only p1 has read it."""
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, DRAWING)
        for _ in range(2):
            game.play("p1", "activate Long Glass of p1", "pass")
            game.play("p2", "pass")
            game.play("p1", "choose top", "choose top", f"choose {SECRETS[1]}")
        for who in ("p2", "spectator"):
            for policy in ("comprehensive", "tournament"):
                words = text_of(table.ruling(game[who], policy))
                assert words and not [name for name in SECRETS if name in words], words
        for found in (
            table.again(game["p1"], game.next, "2"),
            table.rule(game["judge"], game.next, "comprehensive"),
            table.ruling(game["p2"], "comprehensive"),
        ):
            assert isinstance(found, Refusal) and found.code == "hidden-cards", found
        assert table.again(game["p1"], game.next, " ") == NO_NUMBER
        assert not [name for name in SECRETS[:3] if name in everything(game, "p2")]
