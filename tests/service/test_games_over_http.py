"""Games over HTTP, by the client against a real server: played on, followed, kept from whoever has no link."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reiterate.client import Begun, Client, Seat
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.service.game_host import STACK, THREADS
from reiterate.service.games import LATE, LONG_SCRIPT, LONG_TEXT, MOST_APART, QUEUED, TOLD, Games, Process, may_be_long
from reiterate.service.pool import Refused
from reiterate.service.problems import told_of
from reiterate.service.settings import Limits, Settings
from reiterate.table.past import MOST_TOLD
from tests.support.patience import PATIENCE
from tests.support.served import Served, serving, text_of

HIDDEN = """\
format: position/1
players:
  p1: {battlefield: [Island], hand: [Lightning Bolt]}
  p2: {battlefield: [Forest], hand: [Giant Growth]}
"""


MILLION = """\
format: position/1
players:
  p1:
    battlefield: [{card: Grizzly Bears, label: bears}, {card: Presence of Gond, attached to: bears}]
  p2: {battlefield: [Intruder Alarm, Mountain], hand: [Lightning Bolt]}
"""


@pytest.fixture
def tables(served: Served) -> Served:
    """A service with games."""
    return served


@pytest.fixture
def client(tables: Served) -> Iterator[Client]:
    with Client(f"http://127.0.0.1:{tables.port}") as found:
        yield found


def begun(client: Client, **asked: Any) -> tuple[Begun, dict[str, Seat]]:
    """A new game, and its seats by their names."""
    made = client.begin(**asked)
    assert isinstance(made, Begun), made
    return made, {who: client.seat(made.game, secret) for who, secret in made.secrets.items()}


def good(found: Any) -> Any:
    """What is no refusal."""
    assert not isinstance(found, Refusal), found
    return found


def told(found: object) -> str:
    """The code of a refusal."""
    assert isinstance(found, Refusal), found
    return found.code


def test_a_shortcut_is_proposed_cut_and_played_on(client: Client) -> None:
    """The story of the rulebook's example: propose, cut in lap 7, and the position is that of the command line's answer."""
    made, seats = begun(client, position=MILLION)
    assert made.last == 1 and set(seats) == {"p1", "p2", "judge", "spectator"}
    view = good(seats["p1"].view())
    assert view["decides"] == "p1" and view["may"]
    script = "repeat 1000000:\n  activate bears\n  all pass\n  all pass\n"
    assert seats["p1"].propose(script) == 2
    assert good(seats["p1"].view())["proposal"]["iterations"] == "1000000"
    end = good(seats["p2"].preview())
    assert any(each["path"] == "p1.tokens.Elf Warrior" and each["after"] == "1000000" for each in end["changes"])
    good(seats["p2"].view())
    last = seats["p2"].answer("cut 7.3")
    assert last == 3
    view = good(seats["p2"].view())
    assert view["decides"] == "p2" and view["proposal"] is None
    mine = next(each for each in view["board"]["players"] if each["name"] == "p1")
    assert [each["count"] for each in mine["battlefield"] if each["name"] == "Elf Warrior"] == ["6"]
    assert [each["kind"] for each in good(seats["spectator"].entries())] == ["position", "statement", "statement"]
    assert "format: position/" in str(seats["judge"].export("position"))


def test_two_can_not_both_be_first_and_a_replay_makes_no_second_entry(client: Client) -> None:
    _, seats = begun(client, example="million")
    assert seats["p1"].chat("hello", number=2) == 2
    assert seats["p1"].chat("hello", number=2) == 2  # sent again: the same entry
    assert told(seats["p2"].chat("me too", number=2)) == "not-next"
    assert told(seats["p1"].chat("other words", number=2)) == "not-next"
    assert told(seats["p1"].chat("ahead", number=9)) == "not-next"
    assert len(good(seats["p1"].entries())) == 2


def test_no_link_opens_another_seat(client: Client, tables: Served) -> None:
    made, seats = begun(client, position=HIDDEN)
    other, _ = begun(client, position=HIDDEN)
    for forged in (
        client.seat(made.game, "x" * 32),
        client.seat(made.game, ""),
        client.seat(made.game, other.secrets["p1"]),
        client.seat("no-such-game", made.secrets["p1"]),
        client.seat("../games/" + made.game, made.secrets["p1"]),
        client.seat(made.game, made.secrets["p1"] + "'; drop table games; --"),
    ):
        assert told(forged.view()) in ("no-such-seat", "no-such-page")
        assert told(forged.play("pass", number=2)) in ("no-such-seat", "no-such-page")
        assert told(forged.take_seat(number=2)) in ("no-such-seat", "no-such-page")
        assert [event.name for event in forged.follow()] == ["problem"]
    got = tables.ask("GET", f"/api/v1/games/{made.game}")
    assert got.status == 401 and got.headers["www-authenticate"].startswith("Bearer")
    assert tables.ask("GET", f"/api/v1/games/{made.game}?secret={made.secrets['p1']}").status == 401
    assert told(seats["p2"].play("pass", number=2)) != "no-such-seat"
    assert told(seats["p2"].rule("tournament", number=2)) == "not-the-judge"
    assert isinstance(seats["spectator"].play("pass", number=2), Refusal)


def test_what_is_hidden_is_in_no_byte_of_another_seat(client: Client) -> None:
    made, seats = begun(client, position=HIDDEN)
    assert "Lightning Bolt" in json.dumps(good(seats["p1"].view())) and "Giant Growth" in json.dumps(
        good(seats["p2"].view())
    )
    for who, hidden in (("p1", "Giant Growth"), ("p2", "Lightning Bolt"), ("spectator", "Lightning Bolt")):
        seat = seats[who]
        seen = [
            seat.view(),
            seat.entries(),
            seat.happened(),
            seat.export("position"),
            seat.preview(),
            seat.export("log"),
        ]
        assert hidden not in repr(seen), who
    assert "Giant Growth" in json.dumps(good(seats["judge"].view()))
    assert made.secrets["p2"] not in repr([good(seats["judge"].view()), seats["judge"].export("log")])


def test_a_link_is_exchanged_for_a_cookie(client: Client, tables: Served) -> None:
    made, _ = begun(client, example="million")
    at = f"/api/v1/games/{made.game}"
    wrong = tables.ask("POST", f"{at}/session", {"secret": "guess"})
    assert wrong.status == 401 and "set-cookie" not in wrong.headers
    got = tables.ask("POST", f"{at}/session", {"secret": made.secrets["p1"]})
    assert got.json == {"game": made.game, "who": "p1"}
    cookie = got.headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=strict", f"Path={at}"):
        assert word in cookie
    sent = cookie.split(";")[0]
    assert tables.ask("GET", at, cookie=sent).json["who"] == "p1"
    body = {"number": 2, "text": "hello"}
    cross = tables.ask("POST", f"{at}/chat", body, cookie=sent, origin="https://evil.example")
    assert (cross.status, cross.json["code"]) == (403, "cross-site")
    assert tables.ask("POST", f"{at}/chat", body, cookie=sent, origin=f"http://127.0.0.1:{tables.port}").status == 200
    assert "Max-Age=0" in tables.ask("DELETE", f"{at}/session").headers["set-cookie"]


def test_a_game_is_followed_and_taken_up_again_where_it_was_left(client: Client, tables: Served) -> None:
    made, seats = begun(client, example="million")
    seen: list[Any] = []
    enough = threading.Event()

    def follow() -> None:
        for event in client.seat(made.game, made.secrets["spectator"]).follow():
            seen.append(event)
            if len(seen) == 3:
                enough.set()
                return

    follower = threading.Thread(target=follow)
    follower.start()
    tables.until(lambda: len(seen) == 1)
    seats["p1"].chat("one")
    seats["p1"].chat("<script>alert(1)</script>")
    assert enough.wait(PATIENCE)
    follower.join()
    assert [(event.name, event.number) for event in seen] == [("entry", "1"), ("entry", "2"), ("entry", "3")]
    assert seen[2].json["body"]["text"] == "<script>alert(1)</script>"
    first = next(seats["p2"].follow(2))
    assert first.number == "3" and first.json["kind"] == "chat"
    tables.until(lambda: not tables.service.streams.total)


def test_a_long_game_is_told_page_by_page(client: Client) -> None:
    """Answers end after so many words; whoever follows is told all entries all the same, each once and in order."""
    made, seats = begun(client, example="million")
    many = MOST_TOLD // 1_900 + 10
    for number in range(many):
        good(seats["p1"].chat(f"{number} " + "x" * 1_900))
    first = good(seats["p2"].entries())
    assert 0 < len(first) < many and len(json.dumps(first)) < 1.5 * MOST_TOLD
    rest = good(seats["p2"].entries(first[-1]["number"]))
    assert [each["number"] for each in [*first, *rest]] == list(range(1, many + 2))
    followed = client.seat(made.game, made.secrets["spectator"]).follow()
    assert [next(followed).number for _ in range(many + 1)] == [str(number) for number in range(1, many + 2)]


def test_a_link_takes_its_own_seat_over_from_the_program(client: Client) -> None:
    made, seats = begun(client, example="million", programs={"p2": "passes"})
    other, _ = begun(client, example="million", programs={"p2": "passes"})
    assert told(seats["p1"].take_seat(2)) == "table-program"
    assert told(seats["judge"].take_seat(2)) == told(seats["spectator"].take_seat(2)) == "not-a-player"
    assert told(client.seat(made.game, other.secrets["p2"]).take_seat(2)) == "no-such-seat"
    assert good(seats["p1"].view())["programs"] == {"p2": "passes"}
    assert seats["p2"].take_seat() == 2 and seats["p2"].take_seat(2) == 2
    assert good(seats["p1"].view())["programs"] == {}
    assert good(seats["p1"].entries())[1]["body"] == {"what": "take the seat"}
    assert seats["p1"].play("activate bears") == 3 and seats["p1"].play("pass") == 4
    assert good(seats["p2"].view())["decides"] == "p2"
    assert good(client.seat(other.game, other.secrets["p2"]).view())["programs"] == {"p2": "passes"}


def test_undo_goes_back_by_agreement(client: Client) -> None:
    _, seats = begun(client, example="million")
    assert seats["p1"].play("activate bears") == 2
    board = good(seats["p1"].view())["board"]
    assert board["stack"]
    assert seats["p1"].ask_undo(1) == 3
    good(seats["p2"].view())
    assert seats["p2"].answer_undo(True) == 4
    assert good(seats["p1"].view())["board"]["stack"] == []


#: Laps that are written out one by one, which take minutes to play.
SHORT = 1.5
LAPS = "activate bears\nall pass\nall pass\n" * 3_000


def test_a_proposal_that_takes_too_long_ends_and_others_play_on(
    client: Client, tables: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proposal is broken off, and the process of the games goes on with what was answered."""
    games = tables.app.state.games
    made, slow = begun(client, example="million")
    _, quick = begun(client, example="million")
    assert quick["p1"].chat("before") == 2
    monkeypatch.setattr(games, "limits", replace(games.limits, choice=SHORT))
    process = tables.app.state.games.process
    found: list[object] = []

    def propose() -> None:
        with Client(f"http://127.0.0.1:{tables.port}") as own:
            found.append(own.seat(made.game, made.secrets["p1"]).propose(LAPS, number=2))

    thread = threading.Thread(target=propose)
    thread.start()
    tables.until(lambda: games.apart.process is not None and games.apart.process.waiting)
    monkeypatch.undo()  # the proposal has its end; what the others say has time
    said = 2
    while thread.is_alive():
        said += 1
        assert quick["p1"].chat(f"meanwhile {said}") == said
        thread.join(0.5)
    assert told(found[0]) == "time-spent"
    assert quick["p1"].chat("afterwards") == said + 1
    assert tables.app.state.games.process is process
    assert [entry["number"] for entry in good(quick["p2"].entries())] == list(range(1, said + 2))
    assert len(good(slow["p2"].entries())) == 1


def test_a_process_of_games_that_gives_no_sign_of_life_is_replaced(
    client: Client, tables: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One large multiplication stops all threads of a process, as a signal does here. What was answered is there afterwards."""
    games = tables.app.state.games
    _, seats = begun(client, example="million")
    assert seats["p1"].chat("before") == 2
    monkeypatch.setattr(games, "limits", replace(games.limits, choice=SHORT))
    process = games.process
    os.kill(process.process.pid, signal.SIGSTOP)
    assert told(seats["p1"].chat("meanwhile", number=3)) == "time-spent"

    def replaced() -> bool:
        seats["p1"].entries()
        return games.process is not process

    tables.until(replaced, 0.3)
    monkeypatch.undo()
    assert [entry["number"] for entry in good(seats["p1"].entries())] == [1, 2]


@pytest.mark.skipif(not Path("/proc/self/limits").is_file(), reason="this system does not tell the limits of a process")
def test_stacks_of_threads_take_nothing_from_the_memory_of_games(tables: Served) -> None:
    """The system counts a stack whole: 48 of them took 384 of a thousand megabytes, and games got no memory at 600."""
    games = tables.app.state.games
    told = Path(f"/proc/{games.process.process.pid}/limits").read_text()
    data = next(int(line.split()[3]) for line in told.splitlines() if line.startswith("Max data size"))
    assert data >= (games.limits.megabytes + THREADS * STACK) * 1_000_000


def proposed_at_once(client: Client, tables: Served, script: str, many: int) -> list[str]:
    """The codes with which so many games of one client refuse a proposal that costs minutes; all are made at once, and the last one is stopped."""
    games = tables.app.state.games
    found: list[str] = []

    def propose(made: Begun) -> None:
        with Client(f"http://127.0.0.1:{tables.port}") as own:
            answer = own.seat(made.game, made.secrets["p1"]).propose(script, number=2)
            found.append(answer.code if isinstance(answer, Refusal) else "")

    threads = [threading.Thread(target=propose, args=(begun(client, position=MILLION)[0],)) for _ in range(many)]
    for thread in threads:
        thread.start()
    tables.until(lambda: len(found) >= many - 1)
    process = games.apart.process
    for number in [*process.waiting]:
        process.reader.get_loop().call_soon_threadsafe(process.stop, number)
    for thread in threads:
        thread.join()
    return found


def test_a_client_has_one_long_call_under_way(client: Client, tables: Served) -> None:
    """Of four proposals that cost minutes three are turned away once they are long, and told so."""
    found = proposed_at_once(client, tables, LAPS, 4)
    assert sorted(found) == ["stopped", *["too-many-at-once"] * 3]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Process, str]]:
    """Which process is asked which calls, from now on."""
    noted: list[tuple[Process, str]] = []
    call = Process.call

    async def noting(process: Process, number: int, message: dict[str, Any]) -> dict[str, Any]:
        noted.append((process, message["call"]))
        return await call(process, number, message)

    monkeypatch.setattr(Process, "call", noting)
    return noted


def test_what_costs_minutes_is_played_apart(client: Client, tables: Served, asked: list[tuple[Process, str]]) -> None:
    """The process of the other games takes no part in it."""
    games = tables.app.state.games
    assert sorted(proposed_at_once(client, tables, LAPS, 2)) == ["stopped", "too-many-at-once"]
    assert games.apart.process is not games.process
    assert [process for process, call in asked if call == "propose"] == [games.apart.process] * 2
    assert {call for process, call in asked if process is games.process} == {"create"}


def test_a_game_that_is_played_apart_goes_on_as_before(client: Client, tables: Served) -> None:
    """What was played before is there, what is said there is told to all, and the other process knows it too where it is asked again."""
    games = tables.app.state.games
    lap = "activate bears\nall pass\nall pass\n"
    long = lap * (LONG_SCRIPT // len(lap) + 1)
    made, seats = begun(client, position=MILLION)
    assert good(seats["p1"].chat("before")) == 2
    nobody = client.seat(made.game, "x" * 32)
    for seat, why in (
        (seats["p2"], "not-your-decision"),
        (seats["spectator"], "not-a-player"),
        (nobody, "no-such-seat"),
    ):
        assert told(seat.propose(long, number=3)) == why and made.game not in games.costly
    assert good(seats["p1"].propose(long)) == 3 and made.game in games.costly
    assert good(seats["p2"].answer("accept", number=4)) == 4
    assert good(seats["p1"].play("activate bears", number=5)) == 5
    view = good(seats["p1"].view())
    games.costly.clear()
    assert good(seats["p1"].view()) == view
    assert good(seats["p1"].chat("beside the others again")) == 6
    assert [entry["number"] for entry in good(seats["p2"].entries())] == [1, 2, 3, 4, 5, 6]


def test_so_many_games_are_played_apart() -> None:
    """Nobody fills the memory by naming games."""
    games = Games(Settings())
    assert games._play_apart("0") and not games._play_apart("0") and not games._play_apart("")
    for number in range(MOST_APART + 5):
        games._play_apart(str(number))
    assert len(games.costly) == MOST_APART and "4" not in games.costly and "5" in games.costly


def test_a_game_whose_call_has_worked_long_is_played_apart(
    client: Client, tables: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was asked, and whatever has come of it; what is not of one game moves none."""
    games = tables.app.state.games
    made, seats = begun(client, position=MILLION)
    games.costly.clear()
    assert good(seats["p1"].chat("before")) == 2 and not games.costly
    monkeypatch.setattr("reiterate.service.games.COSTLY", 0.0)
    assert told(seats["p1"].play("no such line", number=3)) and list(games.costly) == [made.game]
    assert good(seats["p1"].chat("apart")) == 3
    assert games.apart.process is not None and games.apart.process.alive
    assert "" not in games.costly


def test_a_new_game_from_a_long_text_is_played_apart(
    client: Client, tables: Served, asked: list[tuple[Process, str]]
) -> None:
    """Reading the board may be long work, and so may each look at it."""
    games = tables.app.state.games
    crowd = "".join(f", {{token: Ox {number}, power: 1, toughness: 1}}" for number in range(LONG_TEXT // 40))
    text = MILLION.replace("attached to: bears}", "attached to: bears}" + crowd)
    assert len(text) > LONG_TEXT and may_be_long({"decks": [text[: LONG_TEXT // 2 + 1]] * 2})
    made, seats = begun(client, position=text)
    assert made.game in games.costly and good(seats["p1"].view())["decides"] == "p1"
    assert [call for _, call in asked] == ["create", "view"]
    assert {process for process, _ in asked} == {games.apart.process} != {games.process}
    assert not may_be_long({"position": MILLION, "script": MILLION, "decks": [], "programs": {}, "number": 3})


def test_a_process_that_starts_while_the_server_stops_is_ended() -> None:
    games = Games(Settings())
    ended: list[object] = []

    async def story() -> None:
        async def started(_settings: Settings, _nicer: int) -> Process:
            games.end_streams()
            return Process(None)  # type: ignore[arg-type] # nothing is asked of it

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Process, "started", started)
            patched.setattr(games, "_end", ended.append)
            with pytest.raises(Refused, match="about to stop"):
                await games._process(games.apart)

    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, story()).result(PATIENCE)
    assert len(ended) == 1 and games.apart.process is None


@pytest.mark.parametrize(("code", "after"), [("too-many-at-once", "1"), ("table-database", "5"), ("not-next", None)])
def test_who_comes_at_the_wrong_time_is_told_when_to_come(tables: Served, code: str, after: str | None) -> None:
    """A refusal of the game itself says so as one of the server does."""
    refusal = told_of(Refusal(UNDETERMINED, code, "this came at the wrong time"))
    assert tables.app.state.games_http.told(None, {"refusal": refusal}).headers.get("retry-after") == after


def test_past_its_capacity_a_server_refuses_at_once_and_says_when_to_come_again() -> None:
    """Many calls alone are no sign of that, nor is one that has waited long while few are under way."""
    games = Games(Settings(limits=Limits()))

    async def refused(late: float, many: int) -> Refused | None:
        process = games.together.process = Process(None)  # type: ignore[arg-type] # nothing is asked of it
        process.late, process.waiting = late, dict.fromkeys(range(many), asyncio.get_running_loop().create_future())
        games.stopping = True  # who is not refused goes no further than this
        try:
            await games.call("view", "game", "secret", {})
        except Refused as error:
            return error if "than it can do at once" in error.refusal.message else None
        raise AssertionError

    with ThreadPoolExecutor(1) as apart:

        def ask(late: float, many: int) -> Refused | None:
            return apart.submit(asyncio.run, refused(late, many)).result(PATIENCE)

        full = ask(LATE + 1, QUEUED)
        assert full is not None and (full.status, full.after) == (503, 4) and "in 4 seconds" in full.refusal.expected
        assert ask(LATE + 1, QUEUED - 1) is None and ask(LATE, 10 * QUEUED) is None


def test_who_follow_with_one_secret_are_told_by_one_question() -> None:
    """Chat in a game that many follow costs the process of the games one look for all of them."""
    games = Games(Settings())
    calls: list[tuple[str, int]] = []
    written = {1: '[{"number": 2}]', 2: "[]"}

    async def made(call: str, message: dict[str, Any], handle: Any = None, long: bool = False) -> dict[str, Any]:
        calls.append((message["secret"], message["asked"]["after"]))
        await asyncio.sleep(0)
        return {"text": written[message["asked"]["after"]]}

    async def story() -> None:
        with games.following("g"), games.following("g"):
            told = await asyncio.gather(*(games.entries("g", secret, 1) for secret in "aabab"))
            assert [each["text"] for each in told] == [written[1]] * 5 and sorted(calls) == [("a", 1), ("b", 1)]
            await asyncio.gather(*(games.entries("g", "a", 2) for _ in range(3)))
            assert calls.count(("a", 2)) == 3  # that there are none is asked again
            for after in range(3, 30):
                written[after] = written[1]
                await games.entries("g", "a", after)
            assert len(games.followed["g"].told) == TOLD  # whoever asks from many places fills no memory
            games.tell("g")
            await games.entries("g", "a", 1)
            assert calls.count(("a", 1)) == 2

    games._made = made  # type: ignore[method-assign] # no process is needed
    with ThreadPoolExecutor(1) as apart:  # tests of browsers leave a running loop in the thread of tests
        apart.submit(asyncio.run, story()).result()


def test_a_game_that_is_exported_goes_on_elsewhere(client: Client) -> None:
    _, seats = begun(client, example="million")
    seats["p1"].play("activate bears")
    log = seats["judge"].export("log")
    assert isinstance(log, str)
    _, again = begun(client, log=log)
    assert good(again["p1"].view())["board"] == good(seats["p1"].view())["board"]
    assert told(seats["p1"].export("log")) == "not-the-judge"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "shape"),
        ({"example": "million", "position": HIDDEN}, "shape"),
        ({"example": "no such"}, "no-such-demo"),
        ({"position": "dance"}, "shape"),
        ({"example": "million", "programs": {"p9": "passes"}}, "no-such-player"),
        ({"example": "million", "colour": "red"}, "unknown-key"),
        ({"log": "{}"}, "game-damaged"),
    ],
)
def test_a_game_that_can_not_be_is_refused(client: Client, asked: dict[str, Any], code: str) -> None:
    found = client.begin(**asked)
    assert isinstance(found, Refusal) and found.exit_code == 2
    assert found.code == code


def test_games_of_a_client_are_counted(tmp_path: Path) -> None:
    limits = Limits(rate=10_000, burst=10_000, games=2, grace=1)
    url = f"sqlite:///{tmp_path}/games.db"
    with serving(Settings(port=0, database=url, limits=limits, workers_first=False)) as few:  # nobody asks a worker
        with Client(f"http://127.0.0.1:{few.port}") as client:
            codes = [
                told(made) if isinstance(made, Refusal) else ""
                for made in (client.begin(example="million") for _ in range(3))
            ]
        assert codes == ["", "", "too-many-requests"]


def test_the_client_asks_what_the_command_line_asks(client: Client) -> None:
    text = text_of("million")
    assert good(client.ask("loop", position=text))["loop"]["endless"] is True
    certificate = client.certificate(text)
    assert isinstance(certificate, str) and good(client.check(certificate))["certificate"]["accepted"] is True
    assert told(client.ask("run", position="dance")) == "shape"
    assert client.names(like="midnihgt gaurd") == client.names(begin="midnight gua")
    assert good(client.cards("Island"))["cards"][0]["complete"] is True
    assert good(client.explain("mana-short"))["rows"]
    assert isinstance(client.board("midnight guard", "presence of gond"), str)
    events = list(client.progress("loop", position=text))
    assert events[-1].name == "answer" and events[-1].json["loop"]["endless"] is True
    assert told(client.explain("xyzzy")) == "no-such-word"


def test_people_are_called_by_their_names_and_an_earlier_position_is_looked_at(client: Client) -> None:
    _, seats = begun(client, example="million")
    assert seats["p1"].be_called("Anna") == 2 and good(seats["p2"].view())["names"] == {"p1": "Anna"}
    assert told(seats["spectator"].be_called("Ben")) == "not-a-player"
    before = good(seats["p2"].view())["board"]
    assert seats["p1"].play("activate bears") == 3
    found = good(seats["p2"].behind(2))
    assert (found["number"], found["board"]) == (2, before)
    assert good(seats["p2"].behind(3))["board"]["stack"] and told(seats["p2"].behind(9)) == "no-such-place"
