"""`reiterate table` on the local network: asked for by name, with links that other machines can open."""

from __future__ import annotations

import json
import shlex
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reiterate.cli import opening
from reiterate.service import http_server
from reiterate.service.seat_links import Base, base_of, others_open, own_address, reachable_address, same_port
from reiterate.web.answer_part import sits_down
from reiterate.web.record_part import invites
from tests.support.browsers import OpenTable, Visitor, open_table
from tests.support.command_line import in_process

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--host", "0.0.0.0"], "public-address"),
        (["--host", "192.0.2.7"], "public-address"),
        (["--host", "no.such.name.invalid", "--public"], "address"),
        (["--port", "99999"], "address"),
    ],
)
def test_a_wrong_address_is_refused(words: list[str], code: str, tmp_path: Path) -> None:
    exit_code, text = in_process("table", "--check", "--database", f"sqlite:///{tmp_path / 'games.db'}", *words)
    assert exit_code == 2 and f"({code})" in text and "Traceback" not in text


@pytest.mark.parametrize(
    ("words", "address"),
    [([], "http://127.0.0.1:"), (["--host", "0.0.0.0", "--public"], "http://0.0.0.0:"), (["--host", "::1"], "http://[::1]:")],
)  # fmt: skip
def test_a_right_address_is_said(words: list[str], address: str, tmp_path: Path) -> None:
    exit_code, text = in_process("table", "--check", "--database", f"sqlite:///{tmp_path / 'games.db'}", *words)
    assert exit_code == 0 and text.startswith(f"the server would listen on {address}")


def test_links_name_an_address_that_a_phone_can_open() -> None:
    assert reachable_address("http://0.0.0.0:8421", lambda six: "" if six else "192.0.2.7") == "http://192.0.2.7:8421"
    assert (
        reachable_address("http://[::]:8421", lambda six: "2001:db8::7" if six else "") == "http://[2001:db8::7]:8421"
    )
    assert reachable_address("http://0.0.0.0:8421", lambda _: "") == "http://127.0.0.1:8421"
    assert reachable_address("http://[::]:8421", lambda _: "") == "http://[::1]:8421"
    for address in ("http://127.0.0.1:8421", "http://192.0.2.9:80", "http://[::1]:8421"):
        assert reachable_address(address, lambda _: "192.0.2.7") == address


SECRETS = {"p1": "1" * 32, "p2": "2" * 32, "judge": "j" * 32}


def own(six: bool) -> str:
    return "2001:db8::7" if six else "192.0.2.7"


@pytest.mark.parametrize(
    ("asked", "listens", "expected"),
    [
        ("http://127.0.0.1:8421", "0.0.0.0", Base("http://192.0.2.7:8421")),
        ("http://localhost:8421", "0.0.0.0", Base("http://192.0.2.7:8421")),
        ("http://[::1]:8421", "::", Base("http://[2001:db8::7]:8421")),
        ("http://0.0.0.0:8421", "0.0.0.0", Base("http://192.0.2.7:8421")),
        ("http://[::]:8421", "::", Base("http://[2001:db8::7]:8421")),
        ("http://[0:0:0:0:0:0:0:0]:8421", "::", Base("http://[2001:db8::7]:8421")),
        ("http://192.0.2.7:8421", "192.0.2.7", Base("http://192.0.2.7:8421")),
        ("https://table.example.org", "127.0.0.1", Base("https://table.example.org")),
    ],
)
def test_links_on_a_page_name_what_others_reach(asked: str, listens: str, expected: Base) -> None:
    assert base_of(asked, listens, "reiterate table", own) == expected


@pytest.mark.parametrize(
    ("asked", "listens", "address"),
    [
        ("http://127.0.0.1:8421", "127.0.0.1", own),
        ("http://localhost:8421", "127.0.0.1", own),
        ("http://[::1]:8421", "::1", own),
        ("http://127.0.0.1:8421", "0.0.0.0", lambda _: ""),
        ("http://0.0.0.0:8421", "0.0.0.0", lambda _: ""),
    ],
)
def test_where_nobody_else_reaches_the_server_the_command_for_it_is_known(
    asked: str, listens: str, address: Callable[[bool], str]
) -> None:
    command = "reiterate table --host 0.0.0.0 --public --port 8421"
    then = "http://192.0.2.7:8421" if address is own else ""
    here = asked.replace("0.0.0.0", "127.0.0.1")
    assert base_of(asked, listens, "reiterate table", address) == Base(here, command, then)
    told = others_open(Base(here, command, then))
    assert (then in told) if then else "no address in a network" in told


@pytest.mark.parametrize(
    ("asked", "near"), [("http://0.0.0.0:8421", "http://127.0.0.1:8421"), ("http://[::]:8421", "http://[::1]:8421")]
)
def test_without_a_network_no_link_names_an_address_that_stands_for_all(asked: str, near: str) -> None:
    found = base_of(asked, "0.0.0.0", "reiterate table", lambda _: "")
    assert found == Base(near, "reiterate table --host 0.0.0.0 --public --port 8421")


@pytest.mark.parametrize(
    ("opponent", "ending"), [("person", " --opponent person"), ("passes", " --opponent passes"), ("cuts", ".db")]
)
def test_the_command_that_lets_others_in_keeps_who_plays_p2(
    opponent: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[str] = []
    monkeypatch.setattr(opening, "open_table", lambda _settings, _pictures, begun, *_: commands.append(begun.command))
    exit_code, text = in_process("table", "--opponent", opponent, "--database", f"sqlite:///{tmp_path / 'games.db'}")
    assert exit_code == 0, text
    assert len(commands) == 1 and commands[0].endswith(ending)


def test_the_command_that_lets_others_in_keeps_cards_pictures_and_database_but_no_password() -> None:
    files, where = ["cards.jsonl", "my cards.jsonl"], "https://example.org/{name}.jpg"
    given = files, where, "postgresql+psycopg://me:secret@db/games"
    kept = ["--cards", files[0], "--cards", files[1], "--pictures", where]
    kept += ["--database", "postgresql+psycopg://me:***@db/games"]
    assert shlex.split(opening.same_server("table", *given)) == ["reiterate", "table", *kept]


def test_the_command_that_lets_others_in_to_a_service_keeps_its_database(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []
    monkeypatch.setattr(http_server, "serve_http", lambda _s, _q, mount: commands.append(mount.keywords["command"]))
    exit_code, text = in_process("serve", "--pages", "--database", "sqlite:///games of ours.db")
    assert exit_code == 0, text
    assert [shlex.split(each) for each in commands] == [
        ["reiterate", "serve", "--database", "sqlite:///games of ours.db", "--pages"]
    ]


def test_a_code_that_no_phone_can_use_is_not_shown() -> None:
    """An invitation has words and the command where only this machine reaches the server, else codes."""
    others = {who: secret for who, secret in SECRETS.items() if who != "p1"}
    far, near = Base("http://192.0.2.7:8421"), Base("http://127.0.0.1:8421", "reiterate table --host 0.0.0.0 --public")
    drawn = invites(near, "g", others)
    assert "<svg" not in drawn and "Only this machine opens these links" in drawn and near.command in drawn
    assert f"{near.address}/game/g/p2#{SECRETS['p2']}" in drawn
    drawn = invites(far, "g", others)
    assert drawn.count("<svg") == 2 and "Only this machine" not in drawn
    assert f"{far.address}/game/g/p2#{SECRETS['p2']}" in drawn
    own = sits_down({"game": "g", "secrets": SECRETS})
    assert 'href="/game/g/p1#' in own  # one's own seat stays where the browser is


@pytest.mark.slow("a server with pages is started")
@pytest.mark.parametrize("width", [360, 1280])
def test_terminal_and_invitation_say_what_lets_others_in(browser: Browser, table: OpenTable, width: int) -> None:
    """Without an option the table is for this machine: the command to copy, and the address that others then open."""
    at = next(number for number, line in enumerate(table.lines) if line.startswith("Only this machine"))
    command, then = table.lines[at + 1].strip(), table.lines[at + 2]
    assert command.startswith("reiterate table") and f"--host 0.0.0.0 --public --port {table.port}" in command
    far = f"http://{own_address(False)}:{table.port}/" if own_address(False) not in ("", "127.0.0.1") else "no address"
    assert far in then
    one = Visitor(browser, table.host_link, width)
    one.page.click("#invite")
    one.see("#invites .only-here > summary", "Only this machine opens these links.")
    one.page.click("#invites .only-here > summary")
    assert one.text("#invites .only-here code") == command and far in one.text("#invites .only-here")
    assert one.page.get_attribute("#invites .only-here button", "data-copy") == command
    assert one.page.locator("#invites .qr").count() == 0
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    one.close()


DECK = "4 Grizzly Bears\n20 Forest\n"


@pytest.fixture
def decks(tmp_path: Path) -> list[str]:
    files = [tmp_path / "bears.txt", tmp_path / "elves.txt"]
    for file in files:
        file.write_text(DECK, encoding="utf-8")
    return [str(file) for file in files]


def test_a_table_of_decks_could_begin(decks: list[str], tmp_path: Path) -> None:
    words = ("table", "--check", "--database", f"sqlite:///{tmp_path / 'games.db'}", "--decks")
    assert in_process(*words, *decks)[0] == 0


@pytest.mark.parametrize(
    ("text", "place"),
    [("4 Grizzly Bears\n20 Forrrest\n", "bears.txt:2"), ("4 Grizzly\x00\n", "bears.txt"), ("", "bears.txt")],
)
def test_a_wrong_deck_is_refused_with_its_file(text: str, place: str, decks: list[str], tmp_path: Path) -> None:
    Path(decks[0]).write_text(text, encoding="utf-8")
    words = ("table", "--check", "--database", f"sqlite:///{tmp_path / 'games.db'}", "--decks")
    exit_code, said = in_process(*words, *decks)
    assert exit_code == 2 and place in said and "Traceback" not in said


def test_one_deck_and_a_file_that_is_not_there_are_refused(decks: list[str], tmp_path: Path) -> None:
    words = ("table", "--check", "--database", f"sqlite:///{tmp_path / 'games.db'}", "--decks")
    assert in_process(*words, decks[0])[0] == 2
    exit_code, said = in_process(*words, decks[0], str(tmp_path / "nothing.txt"))
    assert exit_code == 2 and "nothing.txt" in said


def test_the_command_that_opens_the_same_links_keeps_their_address() -> None:
    assert same_port("reiterate table", "127.0.0.1", False, "http://127.0.0.1:8421") == "reiterate table --port 8421"
    far = same_port("reiterate table", "0.0.0.0", True, "http://0.0.0.0:8421")
    assert far == "reiterate table --host 0.0.0.0 --public --port 8421"


def test_where_no_data_folder_is_known_the_table_says_that_its_games_do_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[opening.Opening] = []
    monkeypatch.setattr(opening, "open_table", lambda _settings, _pictures, given, *_: begun.append(given))
    monkeypatch.setenv("REITERATE_FOLDER", "off")
    in_process("table")
    in_process("table", "--database", f"sqlite:///{tmp_path / 'games.db'}")
    monkeypatch.setenv("REITERATE_FOLDER", str(tmp_path))
    in_process("table")
    assert [each.stays for each in begun] == [False, True, True]


@pytest.mark.slow("a table is opened twice")
def test_a_table_of_decks_says_who_reaches_it_and_leads_back_to_its_game_when_it_is_opened_again(
    browser: Browser, decks: list[str], tmp_path: Path
) -> None:
    with open_table(tmp_path, "--opponent", "person", "--decks", *decks, "--seed", "one") as first:
        link, port, text = first.host_link, first.port, "\n".join(first.lines)
        command = f"reiterate table --database sqlite:///{tmp_path / 'games.db'} --opponent person"
        assert f"{command} --host 0.0.0.0 --public --port {port}" in text
        assert "reiterate cards add FILE" in text and f"{first.address}/" in text.split()
        asked = urllib.request.Request(
            f"{first.address}/api/v1/games/{first.links['p1'].split('/')[4]}",
            headers={"authorization": f"Bearer {first.links['p1'].partition('#')[2]}"},
        )
        with urllib.request.urlopen(asked) as got:
            view = json.load(got)
        assert view["title"] == "bears against elves"
        assert [each["kept"] for each in view["hands"]] == [False, False]  # hands are kept first (103.5)
    at = next(number for number, line in enumerate(first.lines) if line.startswith("Your seat, p1."))
    assert (
        "for you alone" in first.lines[at] and "secrets of all seats" in first.lines[at] and "Invite" in first.lines[at]
    )
    assert first.lines[at + 1].strip() == link and "the way back to your seat" in first.lines[at + 2]
    back = next(number for number, line in enumerate(first.lines) if line.startswith("To come back to this game"))
    assert shlex.split(first.lines[back + 1])[:2] == ["reiterate", "table"]
    assert first.lines[back + 1].endswith(f"--opponent person --port {port}") and "earlier game" not in text
    with open_table(tmp_path, "--opponent", "person", port=port) as again:
        assert "The database holds 1 earlier game." in "\n".join(again.lines) and again.host_link != link
        one = Visitor(browser, link, 360)
        one.see("#choices h2", "Your choice")
        assert one.page.url.startswith(link.partition("#")[0])
        one.close()
    assert opening.earlier_games(2, "http://192.0.2.7:8421").startswith("The database holds 2 earlier games.")
