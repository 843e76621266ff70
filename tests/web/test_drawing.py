"""What pages draw, without a browser: escaped text, boards, plots, words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from reiterate.amounts.numerals import parse_quantity
from reiterate.boards.draft import Draft, token_of
from reiterate.refusals import Refusal
from reiterate.script.one_block import Lap, lap_of
from reiterate.service.http_server import SOCKET_MESSAGE
from reiterate.service.seat_links import Base, host_link, is_seat, seat_link
from reiterate.show.board_rows import in_combat
from reiterate.show.game_words import change_words, entry_words, path_words, place_words, script_words, told_changes
from reiterate.show.growth_scale import together
from reiterate.show.quantity_words import full_amount, in_short, short_amount, shortened, sized
from reiterate.table import samples
from reiterate.table.scenes import LINES
from reiterate.table.seat_words import LOWEST
from reiterate.web.answer_part import answer
from reiterate.web.board_drawing import Drawing, draw_board, phase_bar
from reiterate.web.builder_part import board as builder_board
from reiterate.web.choices_part import MORE_WAYS, again_asked, choices, first_steps, nothing_here, proposing
from reiterate.web.markup import Markup, amount_shown, inside, tag, with_symbols
from reiterate.web.mounting import STATIC
from reiterate.web.page_frame import MOST_BYTES, MOST_CHARACTERS, SHORT, policy, read, refusal, too_long
from reiterate.web.pictures import Pictures, pictures_of
from reiterate.web.record_part import happened, invites, judging, qr_code, seat_taken
from reiterate.web.shortcut_part import DASHES, draw_growth
from reiterate.web.site import Told
from tests.support.files import ROOT

GOOGOL = "1" + 100 * "0"


def permanent(name: str, count: str = "1", **more: Any) -> dict[str, Any]:
    """A permanent as the JSON of a board has it."""
    plain: dict[str, Any] = {
        "token": False,
        "labels": [],
        "tapped": False,
        "summoning_sick": False,
        "power": None,
        "toughness": None,
    }
    return {
        "name": name,
        "count": count,
        **plain,
        "counters": {},
        "amounts": {},
        "attached_to": "",
        "not_understood": False,
        "id": name,
        "host": "",
        **more,
    }


def player(name: str, *battlefield: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A player as the JSON of a board has it."""
    zones = dict.fromkeys(("library", "hand", "graveyard", "exile", "command", "poison"), "0")
    plain = {"name": name, "life": "20", **zones, "mana": [], "commander_damage": {}, "lost": "", "not_offered": []}
    return {**plain, "battlefield": list(battlefield), **more}


def board(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The JSON of a board."""
    plain = {"active": "p1", "step": "main1", "stack": [], "decides": "p1", "outcome": "", "status": "p1 has priority"}
    return {**plain, "players": list(players), **more}


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("b", "<i>", tag("i", "&")) == "<b>&lt;i&gt;<i>&amp;</i></b>"
    assert (
        tag("input", name='"><script>', value=None, disabled=True, checked=False)
        == '<input name="&quot;&gt;&lt;script&gt;" disabled>'
    )
    assert inside(["a", None, Markup("<br>"), [1, "b"]]) == "a<br>1b"
    assert tag("p", class_="x", data_do="y", for_="z") == '<p class="x" data-do="y" for="z"></p>'


@pytest.mark.parametrize("name", ["style", "onclick"])
def test_no_attribute_is_written_that_the_policy_forbids(name: str) -> None:
    with pytest.raises(AssertionError):
        tag("p", **{name: "x"})


def test_amounts_are_short_and_exact() -> None:
    assert short_amount(GOOGOL) == "10^100" and short_amount("1000000") == "1,000,000" and short_amount("-3") == "-3"
    assert short_amount({"formula": "2^(10^100)", "last": "1"}) == "2^(10^100)"
    assert full_amount(GOOGOL) == GOOGOL and full_amount("7" * 846) == "7" * 846
    assert amount_shown("7") == '<span class="amount">7</span>' and GOOGOL in amount_shown(GOOGOL)


def test_a_permanent_that_says_something_else_than_its_name_shows_its_own_words() -> None:
    faces = {"Grizzly Bears": {"text": ["Trample"]}}
    own = permanent("Grizzly Bears", text=["Lost: Trample"])
    for card, words in ((permanent("Grizzly Bears"), "Trample"), (own, "Lost: Trample")):
        drawn = draw_board(board(player("p1", card)), Drawing(me="p1", faces=faces))
        assert f'<span class="text">{words}</span>' in drawn


def test_a_board_is_laid_as_players_lay_it() -> None:
    elves = permanent("Elf Warrior", GOOGOL, token=True, power="1", toughness="1")
    bears = permanent("Grizzly Bears", tapped=True, labels=["bears"], counters={"+1/+1": "2"}, power="4", toughness="4")
    aura = permanent("Presence of Gond", attached_to="Grizzly Bears", host="Grizzly Bears")
    stack = [{"text": "untap all creatures", "source": "", "controller": "p2", "targets": ["p1"], "count": "1"}]
    drawn = draw_board(
        board(
            player("p1", elves, bears, aura, mana=[{"kind": "G", "only": "", "amount": "3"}]), player("p2"), stack=stack
        ),
        Drawing(
            me="p1",
            cards=[{"player": "p1", "zone": "hand", "name": "Giant Growth", "count": "2", "id": "7"}],
            faces={"Grizzly Bears": {"cost": "{1}{G}", "types": "Creature — Bear", "text": ["Trample"]}},
            changed={"p1.life": ("17", "20")},
            touch=lambda who, card, zone: {"data_do": "touch"} if "bears" in card.get("labels", ()) else None,
            on_stack=lambda number, entry: {"data_do": "stack", "id": f"stack-{number}"},
            names={"p2": "the program"},
        ),
    )
    text = re.sub(r"<[^>]+>", "|", drawn)
    assert drawn.index('data-player="p2"') < drawn.index("Stack") < drawn.index('data-player="p1"')
    for words in (
        "|10|^||100",
        "on Grizzly Bears",
        "2 +1/+1| counters",
        "4/4",
        "tapped",
        "Trample",
        "untap all creatures",
        "targeting p1",
    ):
        assert words in text, words
    assert "was 17" in text and "the program" in text and "Giant Growth" in text
    assert drawn.count('data-do="touch"') == 1 and 'id="stack-0"' in drawn


def test_the_line_above_the_board_calls_steps_and_phases_as_the_rules_do() -> None:
    """500.1: no word of the position file stands there."""
    bars = [phase_bar(board(step=step)) for step in ("main1", "combat", "endcombat")]
    assert [re.findall(r'class="now">([^<]*)', bar) for bar in bars] == [["main 1"], ["combat"], ["combat"]]
    assert [re.findall(r'class="status">(.*)</p>', bar)[0] for bar in bars] == [
        "<b>p1's turn</b>, first main phase: p1 has priority",
        "<b>p1's turn</b>, beginning of combat: p1 has priority",
        "<b>p1's turn</b>, end of combat: p1 has priority",
    ]
    assert "<b>turn 3 of p1</b>, first main phase" in phase_bar(board(), turn="3")
    assert "<b>turn 2*10^100 + 5 of p1</b>" in phase_bar(board(), turn=str(2 * 10**100 + 5))


@pytest.mark.parametrize(
    ("keywords", "types", "words"),
    [("", "creature", "summoning-sick"), ("haste", "creature", "came this turn"), ("", "artifact", "came this turn")],
)
def test_a_token_is_called_summoning_sick_where_that_holds_it_back(keywords: str, types: str, words: str) -> None:
    """302.6: it holds back creatures, and none with haste."""
    draft = Draft()
    size = "1" if types == "creature" else ""
    piece = draft.put_token("Elf", 0, token_of(size, size, types, "", keywords))
    assert not isinstance(piece, Refusal)
    draft.turn_sick(piece.number)
    assert f'class="mark">{words}<' in builder_board(draft)


def test_a_spell_on_the_stack_is_named_once() -> None:
    spell = {"text": "Lightning Bolt", "source": "Lightning Bolt", "controller": "p2", "count": "1", "targets": []}
    ability = {**spell, "text": "untap all creatures", "source": "Intruder Alarm"}
    drawn = str(draw_board(board(player("p1"), player("p2"), stack=[spell, ability])))
    assert drawn.count("Lightning Bolt") == 1 and "Intruder Alarm's ability" in drawn and "controlled by p2" in drawn


def test_what_was_played_by_hand_and_is_long_is_written_down_when_asked_for() -> None:
    button = 'data-do="write-down"'
    assert button in str(proposing(True, Lap(times="7"), False))
    assert button not in str(proposing(True, Lap("", "activate bears", "7"), False))
    assert button not in str(proposing(False, Lap(times="7"), False))


def test_a_count_too_long_is_not_cut_by_its_field() -> None:
    field = re.search(r'<input id="times"[^>]*maxlength="(\d+)"', str(proposing(False, Lap(times="7"), False)))
    assert field is not None
    assert isinstance(parse_quantity("9" * int(field[1])), Refusal)


def test_at_a_seat_of_the_program_there_is_a_button_to_take_the_seat() -> None:
    """The view holds which seats the program plays; the invitation says that its link can take the seat."""
    held = {"who": "p2", "programs": {"p2": "cuts once"}}
    drawn = str(seat_taken(held))
    assert (
        'data-do="take-seat"' in drawn
        and "The program plays p2, and you watch." in drawn
        and drawn.count("<button") == 1
    )
    assert seat_taken({**held, "who": "p1"}) is None and seat_taken({**held, "programs": {}}) is None
    links = dict.fromkeys(("p2", "p3"), "s" * 32)
    invited = str(invites(Base("http://here"), "game", links, {"p2": "program"}))
    assert "The program plays p2; whoever opens this link can take the seat." in invited
    assert "The program plays p3" not in invited
    assert "The program plays" not in str(invites(Base("http://here"), "game", links))


def test_the_players_are_invited_before_judge_and_spectator() -> None:
    links = dict.fromkeys(("judge", "p3", "spectator", "p2"), "s" * 32)
    assert re.findall("<h3>(.*?)</h3>", str(invites(Base("http://here"), "game", links))) == [
        "p2",
        "p3",
        "judge",
        "spectator",
    ]


def test_names_on_a_board_are_words() -> None:
    drawn = draw_board(board(player("p1", permanent("<img src=x onerror=alert(1)>"))))
    assert "<img" not in drawn and "&lt;img" in drawn


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("p1.life", "life of p1"),
        ("stack", "objects on the stack"),
        ("p1.tokens.Elf Warrior", "Elf Warrior tokens of p1"),
        ("p2.tokens.Elf Warrior.power", "total power of Elf Warrior tokens of p2"),
        ("p1.Grizzly Bears.tapped", "tapped Grizzly Bears of p1"),
        ("p1.Grizzly Bears.counters.+1/+1", "+1/+1 counters on Grizzly Bears of p1"),
        ("p1.Grizzly Bears.damage", "damage on Grizzly Bears of p1"),
        ("p1.graveyard", "cards in the graveyard of p1"),
        ("p1.mana.G", "mana G of p1"),
    ],
)
def test_numbers_of_a_board_in_words(path: str, words: str) -> None:
    assert path_words(path) == words


def test_changes_are_told_without_those_that_only_follow() -> None:
    paths = ["p1.tokens.Elf.power", "p1.tokens.Elf", "p1.tokens.Elf.toughness", "p2.life", "stack"]
    changes = [{"path": path, "before": "0", "after": GOOGOL} for path in paths]
    assert [each["path"] for each in told_changes(changes)] == ["p2.life", "p1.tokens.Elf", "stack"]
    assert change_words(changes[1]) == "Elf tokens of p1: 0 → 10^100"


def test_entries_and_places_in_words() -> None:
    def words(kind: str, **body: str) -> str:
        return entry_words({"kind": kind, "who": "p2", "body": body})

    assert words("choice", text="pass") == "p2: pass" and words("choice") == "p2 made a choice that stays hidden"
    assert (
        words("statement", what="answer", text="cut 1@7.5") == "p2 stops the shortcut at iteration 7, before choice 5"
    )
    assert words("statement", what="answer", text="accept") == "p2 accepts the shortcut"
    assert words("statement", what="propose", text="repeat 3:\n  pass\n") == "p2 proposes 3 times: pass"
    proposed = words("statement", what="propose", text=f"repeat {GOOGOL}:\n  pass\n")
    assert proposed == "p2 proposes 10^100 times: pass"
    assert words("choice", text=f"x{GOOGOL}") == f"p2: x{GOOGOL}"
    assert words("undo agreed", to="4").endswith("just after entry 4")
    assert place_words(f"1@{GOOGOL}.2") == "iteration 10^100, before choice 2"
    assert place_words("4@2/5@7.3") == "4@2/5@7.3" and place_words("4@7.3") == "iteration 7 of line 4, before choice 3"


def test_scripts_are_said_in_words() -> None:
    assert (
        script_words("activate bears\nrepeat 10^100:\n  activate bears\n  all pass\n")
        == "activate bears; 10^100 times: activate bears; all pass"
    )
    assert script_words("repeat until it ends:\n  pass\n") == "until it ends: pass"
    nested = "repeat 7:\n  pass\n  repeat X^2:\n    play Forest\n  all pass\npass\n"
    assert script_words(nested) == "7 times: pass; (X^2 times: play Forest); all pass; pass"
    assert script_words("pass") == "pass" and script_words("") == ""


def test_combat_is_told_of_each_creature_with_what_is_still_there() -> None:
    """506.4, 509.1h: a pile attacks, a blocked attacker stays blocked, and what is gone has no name."""
    told = samples.board(
        [
            samples.permanent("Green Bell", id="1", count="3", attacks="p2"),
            samples.permanent("Red Bell", id="2", attacks="5", blocked=True),
            samples.permanent("Still Bell", id="3", blocks="1"),
            samples.permanent("Green Bell", id="4", blocks=""),
            samples.permanent("Bell Ringer", id="5"),
            samples.permanent("Green Bell", id="6", attacks=""),
        ]
    )
    words = {name: [(each["words"], each["at"]) for each in marks] for name, marks in in_combat(told).items()}
    assert words == {
        "1": [("attack p2", "p2")],
        "2": [("attacks Bell Ringer, blocked", "")],
        "3": [("blocks Green Bell", "1")],
        "4": [("blocks", "")],
        "6": [("attacks", "")],
    }
    declared = {"1": [{"words": "2 of 3 attack", "at": "p2", "now": True}]}
    drawn = re.findall(r'class="fights">([^<]+)<', draw_board(told, Drawing(faces=samples.FACES, fights=declared)))
    assert sorted(drawn) == sorted(
        ["2 of 3 attack", "attacks Bell Ringer, blocked", "blocks Green Bell", "blocks", "attacks"]
    )


def growth(*lines: tuple[str, list[str]]) -> dict[str, Any]:
    """A growth as the table tells it."""
    logs = {"0": "", "10": "1", GOOGOL: "100"}
    drawn = [
        {"path": path, "points": [{"value": value, "log": logs[value]} for value in values]} for path, values in lines
    ]
    times = {"positions": [0, 60, 1000], "iterations": ["0", "10", GOOGOL]}
    ticks = [
        {"position": at, "iteration": each}
        for at, each in ((0, "0"), (120, "20"), (554, f"1{50 * '0'}"), (1000, GOOGOL))
    ]
    return {"block": 1, **times, "lines": drawn, "more": 0, "ticks": ticks, "scale": "log"}


def test_heights_of_a_plot_are_logarithms() -> None:
    drawn = draw_growth(growth(("p1.life", ["0", "10", GOOGOL])))
    heights = [float(y) for y in re.findall(r" cy=\"([\d.]+)\"", drawn)]
    bottom, low, top = heights
    assert bottom > low > top
    assert (bottom - low) / (bottom - top) == pytest.approx(1.3 / 100.3, abs=0.002)
    assert f"after 10^100: life of p1 {GOOGOL}" in drawn and 'role="img"' in drawn


def test_a_plot_says_its_scale_and_has_numbers_at_its_side() -> None:
    """Small numbers are drawn with even steps; others by their logarithms, with powers of ten at their heights."""
    far = draw_growth(growth(("p1.life", ["0", "10", GOOGOL])))
    assert "the number upwards, on a logarithmic scale" in far
    assert re.findall(r"10<tspan[^>]*>(\d+)</tspan>", far.split("across")[0]) == ["50", "100"]
    sides = [float(y) - 6 for y in re.findall(r'x="76" y="([\d.]+)"', far)]
    top = min(float(y) for y in re.findall(r" cy=\"([\d.]+)\"", far))
    assert sides[0] > sides[1] > sides[2] == pytest.approx(top, abs=0.11)
    near = draw_growth(growth(("p1.life", ["0", "10", "10"])))
    low, high, _ = (float(y) for y in re.findall(r" cy=\"([\d.]+)\"", near))
    assert "the number upwards, with even steps" in near and low > high
    assert re.findall(r'text-anchor="end"[^>]*>(\d+)</text>', near) == ["0", "10"]


def test_iterations_below_a_plot_say_their_scale_and_stand_at_their_places() -> None:
    grown = growth(("p1.life", ["0", "10", GOOGOL]))
    drawn = str(draw_growth(grown))
    words = "terations to the right, with even steps up to 20, then on a logarithmic scale"
    assert f"What grows: i{words}; the number" in drawn and f">I{words}; the number" in drawn
    below = drawn.split("across")[1].split("</svg>")[0]
    there = re.findall(r'text-anchor="(\w+)" x="([\d.]+)%"[^>]*>(.*?)</text>', below)
    told = [("start", 0, "0"), ("middle", 12, "20"), ("middle", 55.4, "1050"), ("end", 100, "10100")]
    assert [(anchor, float(x), re.sub("<[^>]*>", "", words)) for anchor, x, words in there] == told
    assert re.findall(r'd="M(\d+),0 V', drawn) == ["0", "120", "554", "1000"]  # each has its line
    far = str(draw_growth({**grown, "scale": "log_to_end"}))
    assert "then on a logarithmic scale, then a jump to the last one; the number" in far
    for amount, words in (
        ("1" + 39 * "0" + "7", "0201050" + "10^40 + 7".replace("^", "")),
        ("123456789012345", "020123,456,789,012,345"),
    ):
        grown["ticks"][-1]["iteration"] = amount
        below = str(draw_growth(grown)).split("across")[1].split("</svg>")[0].partition(">")[2]
        assert re.sub("<[^>]*>", "", below) == words  # a long number has the room of the one in the middle
    even = str(draw_growth({**grown, "scale": "even"}))
    assert "Iterations to the right, with even steps; the number" in even


def test_long_numbers_are_told_by_their_size() -> None:
    for number, words in (
        (31 * 10**20, "3.1×10^21"),
        (10**15, "10^15"),
        (10**15 - 1, "999,999,999,999,999"),
        (10**20 + 7, "10^20 + 7"),
        (3123456789012345678901, "≈3.12×10^21"),
        (9999 * 10**18, "≈10^22"),
        (83 * 10**42, "8.3×10^43"),
        (4 * 10**100, "4×10^100"),
        (10**100, "10^100"),
    ):
        assert sized(short_amount(str(number))) == words
    shown = str(amount_shown(str(31 * 10**20), reached=True))
    assert "exactly 3100000000000000000000" in re.sub("<[^>]*>|  ", "", shown) and "3,100" not in shown
    drawn = with_symbols("life of p1: 20 → 3,100,000,000,000,000,000,000, then 83*10^42")
    assert 'title="3,100,000,000,000,000,000,000"' in drawn
    assert re.sub("<[^>]*>", "", drawn) == "life of p1: 20 → 3.1×10^21, then 8.3×10^43"


def test_lines_of_a_plot_that_are_the_same_are_one() -> None:
    same = ["0", "10", GOOGOL]
    found = together(
        growth(("p1.tokens.Elf", same), ("p1.tokens.Elf.power", same), ("p2.life", ["10", "10", "0"]))["lines"]
    )
    assert [words for words, _ in found] == ["Elf tokens of p1", "life of p2"]


def test_all_lines_that_the_table_gives_are_drawn_and_others_are_counted() -> None:
    """Each has its own colour and its own dashes, which stand beside its words too."""
    many = [(f"p1.tokens.Elf {number}", ["0", "10" if number % 2 else GOOGOL, str(number)]) for number in range(LINES)]
    told = growth()
    told["lines"] = [
        {"path": path, "points": [{"value": value, "log": "1"} for value in values]} for path, values in many
    ]
    drawn = str(draw_growth(told))
    for number in range(LINES):
        assert drawn.count(f'class="line-{number}"') == drawn.count(f'class="key line-{number}"') == 1
        assert f"Elf {number} tokens of p1: <" in drawn and f'scope="col">Elf {number} tokens' in drawn
        assert len(re.findall(f'stroke-dasharray="{DASHES[number]}"', drawn)) == (2 if number else 0)
    assert len(set(DASHES)) == LINES and "more that change" not in drawn
    assert "and 3 more that change, not drawn" in draw_growth({**told, "more": 3})


def test_lines_of_a_plot_stand_out_from_the_sheet_in_light_and_dark() -> None:
    """Three to one at least, as graphics need it (WCAG 1.4.11), and no two lines share a colour."""
    css = (STATIC / "page.css").read_text(encoding="utf-8")
    names = re.findall(r"\.line-\d \{ color: var\((--[a-z-]+)\); \}", css)
    assert len(names) == LINES
    pairs = re.findall(r"(--[a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", css)
    for values in ({name: light for name, light, _ in pairs}, {name: dark for name, _, dark in pairs}):
        assert len({values[name] for name in names}) == LINES
        for name in names:
            assert contrast(values[name], values["--card"]) >= 3, name


def contrast(one: str, other: str) -> float:
    """How much two colours differ in lightness, as WCAG has it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_scripts_and_laps_lead_into_each_other() -> None:
    lap = "activate bears\nall pass\nall pass"
    assert Lap("", lap + "\n\n", " 10 ^ 100 ").script() == "repeat 10^100:\n  activate bears\n  all pass\n  all pass\n"
    assert Lap("", "pass", "9", "until it ends").script() == "repeat until it ends:\n  pass\n"
    assert Lap("", lap, "9", "once").script() == lap + "\n"
    assert lap_of(Lap("", lap, "1").script()) == lap


def test_links_hold_secrets_behind_the_sign_that_no_browser_sends() -> None:
    secrets = {"p1": "one", "p2": "two"}
    assert seat_link("http://x", "g", "p2", "two") == "http://x/game/g/p2#two"
    assert host_link("http://x", "g", "p1", secrets) == "http://x/game/g/p1#one,p2=two"
    drawn = qr_code("http://x/game/g/p2#two")
    assert drawn.startswith("<svg") and "two" not in drawn and "<path" in drawn and "style" not in drawn
    assert is_seat("p2", "a" * 32) and not is_seat("p2", "<b>" + "a" * 30) and not is_seat("p7", "a" * 32)


def test_pictures_come_from_where_a_person_says(tmp_path: Any) -> None:
    (tmp_path / "Grizzly Bears.jpg").write_bytes(b"x")
    (tmp_path / "secret.txt").write_bytes(b"x")
    folder = pictures_of(str(tmp_path))
    assert (
        isinstance(folder, Pictures)
        and folder.address("Grizzly Bears") == "/pictures/Grizzly%20Bears"
        and folder.source == ""
    )
    assert (
        folder.address("secret") == ""
        and folder.file("../Grizzly Bears") is None
        and folder.file("/etc/passwd") is None
    )
    template = pictures_of("https://cards.example/{name}.jpg")
    assert (
        isinstance(template, Pictures)
        and template.address("Who // What?") == "https://cards.example/Who%20%2F%2F%20What%3F.jpg"
    )
    assert (
        f"img-src 'self' {template.source};" in policy(template.source) and template.source == "https://cards.example"
    )
    assert pictures_of("") == Pictures()
    led_on = pictures_of("https://cards.example/{name}.jpg https://files.example")
    assert isinstance(led_on, Pictures) and led_on.source == "https://cards.example https://files.example"
    known = pictures_of("cards https://mirror.example:8443")
    assert isinstance(known, Pictures) and known.source == "https://cards.scryfall.io https://mirror.example:8443"
    for address, allowed in (
        ("https://cards.scryfall.io/normal/a.jpg?1", True),
        ("https://mirror.example:8443/a.jpg", True),
        ("http://cards.scryfall.io/a.jpg", False),
        ("https://cards.scryfall.io.evil.example/a.jpg", False),
        ("https://cards.scryfall.io@evil.example/a.jpg", False),
        ("javascript:alert(1)", False),
        ("https://[", False),
        ("", False),
    ):
        assert known.address("Some Card", address) == (address if allowed else ""), address
        assert Pictures().address("Some Card", address) == ""  # off, as long as nobody asks for them
    for wrong in (
        "cards *",
        "cards https://x.example/path",
        "cards 'unsafe-inline'",
        "https://x/{name} x.example",
        "https://x/; script-src *",
        "nowhere-there",
        "https://x/a.jpg",
        "https://{name}.example/",
        "https://x *.js/{name}",
    ):
        assert isinstance(pictures_of(wrong), Refusal), wrong


def test_words_of_a_browser_are_texts_and_not_many() -> None:
    assert read({"do": "play", "line": "pass"}) == {"do": "play", "line": "pass"}
    many = {str(n): "x" for n in range(30)}
    wrong: list[Any] = [[], "play", {"do": 1}, {"do": {"a": "b"}}, many, {"do": "x" * 200_000}, None]
    assert [read(each) for each in wrong] == [{}] * len(wrong)


def test_a_text_that_is_too_long_is_refused_with_its_length() -> None:
    """The browser tells the length alone; where one sends the text all the same, its length is what is left of it."""
    assert read({"do": "begin-text", "text": "x" * 120_000}) == {"do": "begin-text", "long": "120000"}
    said = too_long({"do": "begin-text", "long": "120000", "bytes": "0"})
    assert said is not None and said.message == "this text is too long: 120,000 characters, at most 100,000"
    said = too_long({"do": "begin-text", "long": "90000", "bytes": "300000"})
    assert said is not None and said.message == "this text is too long: 300,000 bytes as it is sent, at most 250,000"
    assert too_long(read({"do": "begin-text", "text": "x" * 99_000})) is None
    assert too_long({"do": "look", "long": "7" * 99, "bytes": "x"}) is None
    script = (ROOT / "src/reiterate/web/static/page.js").read_text("utf-8")
    assert f"MOST_CHARACTERS = {MOST_CHARACTERS};" in script and f"MOST_BYTES = {MOST_BYTES};" in script
    assert f"SHORT = {SHORT};" in script
    assert read({"do": "begin-text", "text": "x" * MOST_CHARACTERS})["text"]
    assert MOST_BYTES + 1_000 < SOCKET_MESSAGE


def chosen(*lines: str, **more: Any) -> dict[str, Any]:
    """The view of p1, who is to choose, as far as the choices are drawn from it."""
    plain = {
        "armed": True,
        "who": "p1",
        "decides": "p1",
        "last": 1,
        "programs": {},
        "question": {"text": "", "words": []},
        "more": False,
        "not_now": [],
        "title": "a game",
        "undo_stop": "",
        "names": {},
    }
    may = [
        {"number": number, "line": line, "object": "", "words": line, "kind": "pass" if line == "pass" else "other"}
        for number, line in enumerate(lines, 1)
    ]
    return {**plain, "board": board(player("p1"), player("p2")), "may": may, **more}


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("p1", "Play one iteration by hand"),
        ("p2", "Wait for a shortcut"),
        ("p6", "Wait for a shortcut"),
        ("judge", "Rule: choose a text"),
        ("spectator", "Watch: each entry"),
    ],
)
def test_what_to_try_is_told_by_seat(who: str, words: str) -> None:
    drawn = str(first_steps(chosen(who=who)))
    assert drawn.count("<li>") == 3 and words in drawn
    told = str(first_steps(chosen(who=who, programs={"p2": "cuts once"})))
    assert ("p2 is played by the program, which stops you once." in told) == (who != "p2")


def test_what_to_try_is_unfolded_while_a_game_is_young() -> None:
    assert " open>" in str(first_steps(chosen(last=2))) and " open>" not in str(first_steps(chosen(last=3)))


def test_an_empty_board_is_warned_of_with_a_way_to_a_full_one() -> None:
    warned = str(nothing_here(chosen(), []))
    assert 'role="note"' in warned and "nothing on this board" in warned and 'href="/"' in warned


@pytest.mark.parametrize(
    "full",
    [
        board(player("p1"), player("p2", permanent("Forest"))),
        board(player("p1"), player("p2", hand="1")),
        board(player("p1"), player("p2"), stack=[{}]),
        board(player("p1"), player("p2"), decides=""),
    ],
    ids=["a permanent", "a hand", "the stack", "a game that is over"],
)
def test_where_something_can_be_done_nobody_is_warned(full: dict[str, Any]) -> None:
    assert nothing_here(chosen(board=full), []) is None


def test_a_choice_is_a_players_sentence_with_its_line_small() -> None:
    may = [
        {"line": "activate Mountain", "object": "", "words": "Tap Mountain: Add {R}", "kind": "mana"},
        {"line": "pass", "object": "", "words": "Pass", "kind": "pass"},
    ]
    drawn = str(choices({**chosen(), "may": may}))
    assert "<span>Tap Mountain: Add <span" in drawn and '<small class="line">activate Mountain</small>' in drawn
    assert "<span>Pass</span>" in drawn and ">pass<" not in drawn


def test_a_list_that_lacks_ways_says_so() -> None:
    assert MORE_WAYS in str(choices(chosen("activate Mountain", more=True)))
    assert MORE_WAYS not in str(choices(chosen("activate Mountain")))


def test_what_is_not_now_is_no_button_and_says_why() -> None:
    owed = {"line": "pass", "why": "p1 must choose differently here than was proposed", "rule": "732.2c"}
    drawn = str(choices(chosen("activate <Mountain>", not_now=[owed])))
    told = drawn[drawn.index('class="not-now"') :].split("</ul>")[0]
    assert "not now, because p1 must choose differently here than was proposed (rule 732.2c)" in told
    assert "<button" not in told and 'data-line="pass"' not in drawn
    assert "not-now" not in str(choices(chosen("pass")))


def test_buttons_of_a_choice_and_of_the_way_back_have_words() -> None:
    drawn = str(choices(chosen("cast Bear Cub")))
    assert ">Edit</button>" in drawn and 'aria-label="Edit the line cast Bear Cub"' in drawn
    entries = [
        {
            "entry": {"number": number, "kind": "choice", "who": "p2", "body": {"text": "pass"}},
            "changes": [],
            "onto": [],
            "off": [],
        }
        for number in (1, 2)
    ]
    past = str(happened(entries, chosen(last=2, undo=None, undo_from=1)))
    assert past.count(">Go back</button>") == 1 and 'aria-label="Go back to just after entry 1, if all agree"' in past


def told_entry(number: int, kind: str = "choice", **body: str) -> dict[str, Any]:
    """An entry of p2 as a page has it."""
    words = body or {"text": "pass"}
    return {"entry": {"number": number, "kind": kind, "who": "p2", "body": words}, "changes": [], "onto": [], "off": []}


def ways_back(entries: list[dict[str, Any]], **view: Any) -> list[int]:
    """The entries with a way back to them, by the page."""
    past = str(happened(entries, chosen(last=len(entries), **{"undo": None, "undo_from": 1, **view})))
    return sorted(map(int, re.findall(r'data-to="(\d+)"', past)))


def test_a_way_back_is_offered_only_where_it_is_not_surely_refused() -> None:
    played = [told_entry(number) for number in range(1, 6)]
    assert ways_back(played) == [1, 2, 3, 4]
    assert ways_back([*played, told_entry(6, "chat")]) == [1, 2, 3, 4]  # 5 is the position as it is
    assert ways_back(played, undo_from=3) == [3, 4]
    for why, words in LOWEST.items():
        told = str(happened(played, chosen(last=5, undo=None, undo_from=3, undo_stop=why)))
        assert words in told and sum(each in told for each in LOWEST.values()) == 1
    assert "No way back" not in str(happened(played, chosen(last=5, undo=None, undo_from=1)))
    assert ways_back(played, undo_from=0) == ways_back(played, undo={"player": "p1"}) == []
    undone = [*played, told_entry(6, "statement", what="ask undo", to="2"), told_entry(7, "undo agreed", to="2")]
    assert ways_back([*undone, told_entry(8)]) == [1, 2]  # 3 to 5 were taken back


def test_a_long_number_is_short_and_its_exact_text_is_there() -> None:
    tower = {"formula": f"2^({'3*10^100 + ' * 9}1)", "last": "1"}
    drawn = str(draw_board(board(player("p1", life=GOOGOL), player("p2", life=tower))))
    text = re.sub(r"<[^>]+>", "", drawn)
    assert f"10^100 exactly {GOOGOL}" in text and tower["formula"] in text
    assert (
        "…" in text and f">{shortened(tower['formula']).replace('3*', '3×')} exactly " in f">{text.split('life ')[1]}"
    )
    assert (
        in_short(f"repeat {'7' * 31}: x{'7' * 31} {'7' * 30}")
        == f"repeat {short_amount('7' * 31)}: x{'7' * 31} {'7' * 30}"
    )


def test_the_first_digits_of_a_number_are_not_told_as_a_number() -> None:
    assert in_short(f"'{'9' * 40}…' is no life total, {'9' * 40} is") == f"'{'9' * 40}…' is no life total, 10^40 - 1 is"


def test_an_ability_on_the_stack_names_its_source_once() -> None:
    bare = {
        "text": "an ability of Bear Cub",
        "source": "Bear Cub",
        "controller": "p2",
        "count": "1",
        "targets": ["p1"],
        "no_words": True,
    }
    unknown = {**bare, "text": "draw a card", "source": "", "no_words": False}
    drawn = str(draw_board(board(player("p1"), player("p2"), stack=[bare, unknown])))
    assert drawn.count("Bear Cub") == 1 and "Bear Cub's ability" in drawn and ">p2's ability</span>" in drawn
    assert drawn.count("targeting p1") == 2 and "draw a card" in drawn


def test_107_3a_the_stack_shows_an_announced_x() -> None:
    spell = {"text": "Blaze", "source": "Blaze", "controller": "p1", "count": "1", "targets": ["p2"]}
    drawn = [
        str(draw_board(board(player("p1"), stack=[each])))
        for each in (spell, {**spell, "x": "0"}, {**spell, "x": GOOGOL})
    ]
    assert "X = " not in drawn[0] and '<b>X = <span class="amount">0</span></b>' in drawn[1]
    assert "<b>X = " in drawn[2] and f'title="{GOOGOL}"' in drawn[2]


def test_symbols_are_drawn_wherever_words_stand() -> None:
    """An answer, a refusal, a change, a ruling, and the legend of a plot: no brace is left (107.4)."""
    rows = [["start", ["1 activate it for {2}{U}"]]]
    found = {"title": "", "verdict": "INFINITE, proved; besides the cards it needs {2} once", "file": "", "rows": rows}
    told = Told("zone", "pay {R/W} first", "mana", "118.3", "")
    because = {"sentence": "p1 pays {G}", "because": [{"what": "{T} is a cost", "cites": ""}], "ask": [], "title": ""}
    growth = {
        "positions": [0, 1000],
        "iterations": ["0", "1"],
        "ticks": [{"position": 0, "iteration": "0"}, {"position": 1000, "iteration": "1"}],
        "scale": "even",
        "more": 0,
        "lines": [{"path": "p1.mana.R", "points": [{"value": "0", "log": ""}, {"value": "1", "log": "0"}]}],
    }
    view = {"ruling": None, "who": "p1"}
    for drawn in (
        answer(found, True, 1),
        refusal(told),
        judging({"a text": because}, view),
        draw_growth(growth),
    ):
        words = re.sub(r"<[^>]*>", "", re.sub(r"<(?:title|svg)[^>]*>.*?</(?:title|svg)>", "", str(drawn)))
        assert not re.search(r"\{[0-9A-Z/]+\}", words), words
    assert str(answer(found, True, 1)).count('class="sym') == 3


def test_steps_of_a_lap_stand_in_lines_of_their_own() -> None:
    found = {
        "title": "",
        "verdict": "",
        "file": "",
        "rows": [["repeat", ["1 activate it   2 resolves   (back to 1)"]]],
    }
    assert "<p>1 activate it</p><p>2 resolves</p><p>(back to 1)</p>" in str(answer(found, True, 1))


def test_the_codes_of_a_verdict_stand_behind_its_words() -> None:
    found = {"title": "A", "verdict": "INFINITE, not proved", "codes": "certificate-budget", "rows": [], "file": ""}
    assert '<p class="small-text">No certificate' in answer(found, False, 1)


def test_a_ruling_that_is_refused_says_words_and_shows_its_code_to_whoever_points_at_them() -> None:
    drawn = str(
        judging({"comprehensive": Told("no-loop", "nothing came back", "an iteration")}, {"who": "p1", "ruling": None})
    )
    assert ">Nothing came back. Try: an iteration<" in drawn
    assert 'title="code: no-loop"' in drawn and drawn.count("no-loop") == 2


def test_until_it_ends_is_recommended_only_where_the_loop_itself_ends() -> None:
    """A loop that attackers win never ends by itself, so there a number is said."""
    for drawn in (
        proposing(False, Lap("", "all pass", "7"), False),
        again_asked({"again": 1, "proposal": None}, "pass"),
    ):
        said = next(each for each in re.split(r"(?<=[.>])", str(drawn)) if "choose “until it ends”" in each)
        assert "Where the loop itself ends or wins" in said


def test_creatures_lie_in_front_on_both_halves_whoever_looks() -> None:
    """A judge has no half of their own: the first player's lies near, with the lands behind its creatures."""
    land, bears = permanent("Forest"), permanent("Grizzly Bears", power="2", toughness="2")
    faces = {"Forest": {"types": "Basic Land — Forest"}}
    for me in ("judge", "p1"):
        drawn = str(
            draw_board(board(player("p1", land, bears), player("p2", land, bears)), Drawing(me=me, faces=faces))
        )
        assert re.findall('aria-label="(lands|creatures)"', drawn) == ["lands", "creatures", "creatures", "lands"]
