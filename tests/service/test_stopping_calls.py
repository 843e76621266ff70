"""A call to a game that its caller stops: refused by name, in the same process, while other games go on."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from reiterate.cards import CardBook
from reiterate.deadline import OutOfTime, at_most, check, stoppable
from reiterate.service import games as room
from reiterate.service.game_host import Host
from reiterate.service.games import Games, UnderWay
from reiterate.service.processes import read_frame
from reiterate.service.settings import Limits, Settings
from reiterate.service.worker import Line
from reiterate.table.table import Table
from tests.support.apart import run_apart

#: Laps that are written out one by one, which take minutes to play.
LAPS = "activate bears\nall pass\nall pass\n" * 3_000


def test_bounded_work_ends_when_another_thread_says_so() -> None:
    stopped = threading.Event()
    with stoppable(stopped), at_most(1_200):
        check()
        threading.Thread(target=stopped.set).start()
        stopped.wait()
        with pytest.raises(OutOfTime):
            check()
    with at_most(1_200):
        check()  # the next work of this thread is not stopped


def test_a_wait_for_the_turn_of_long_work_is_stopped() -> None:
    holds, leave, stopped = threading.Event(), threading.Event(), threading.Event()

    def holder() -> None:
        with at_most(1_200, lane=True):
            _long()
            holds.set()
            leave.wait()

    thread = threading.Thread(target=holder)
    thread.start()
    try:
        holds.wait()
        threading.Timer(0.3, stopped.set).start()
        with pytest.raises(OutOfTime), stoppable(stopped), at_most(1_200, lane=True):
            _long()
        assert stopped.is_set()
    finally:
        leave.set()
        thread.join()


def test_a_call_needs_no_thread_that_cannot_be_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.BytesIO()
    table = Table.open(f"sqlite:///{tmp_path}/games.db", CardBook.builtin())
    assert isinstance(table, Table)
    with table:
        host = Host(table, Line(said))

        def refuse(_thread: threading.Thread) -> None:
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(threading.Thread, "start", refuse)
        for number in range(20):
            host.take({"id": number, "call": "last", "game": "none"})
        host.finish()
        monkeypatch.undo()
    said.seek(0)
    assert {read_frame(said)["id"] for _ in range(20)} == set(range(20))


def _long() -> None:
    """Work until the work is long and has its turn."""
    end = time.thread_time() + 0.5
    while time.thread_time() < end:
        check()


async def _story(folder: Path) -> None:
    settings = Settings(database=f"sqlite:///{folder / 'games.db'}", limits=Limits(choice=1_200))
    games = Games(settings)
    assert await games.start() is None
    try:
        await _stop_a_proposal(games)
    finally:
        await games.stop()


async def _stop_a_proposal(games: Games) -> None:
    async def ask(of: dict[str, Any], call: str, handle: UnderWay | None = None, **asked: Any) -> dict[str, Any]:
        return await games.call(call, of["game"], of["secrets"]["p1"], asked, handle)

    nothing = {"position": "", "log": "", "title": "", "programs": {}, "example": "million"}
    slow, quick = [json.loads((await games.call("create", "", "", nothing))["text"]) for _ in range(2)]
    process, handle = games.process, UnderWay()
    proposal = asyncio.ensure_future(ask(slow, "propose", handle, number=2, script=LAPS))
    for number in (2, 3):
        await asyncio.sleep(0.5)
        assert "text" in await ask(quick, "chat", number=number, text="meanwhile", to="all")
    assert not proposal.done()
    handle.stop()
    found = await proposal
    assert found["refusal"]["code"] == "stopped"
    assert games.process is process and process is not None and process.alive
    view = json.loads((await ask(slow, "view"))["text"])
    assert view["last"] == 1 and view["proposal"] is None
    assert "text" in await ask(slow, "play", UnderWay(), number=2, line="activate bears")
    assert games.under_way == {}
    late = UnderWay()
    late.stop()
    assert (await ask(quick, "propose", late, number=4, script=LAPS))["refusal"]["code"] == "stopped"
    assert json.loads((await ask(quick, "view"))["text"])["last"] == 3


def test_a_stopped_proposal_is_refused_by_name_and_all_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "STOPPING", 60.0)  # so the answer is that of the process, however busy the machine is
    run_apart(_story(tmp_path))
