"""What a load has done to a server, in rows as it goes and in lines at the end."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from benchmarks.load_games import Measured, Play
from benchmarks.load_server import Used, metrics, used_by
from benchmarks.times import Times

if TYPE_CHECKING:
    from benchmarks.load_pages import Pages, Seen

#: Seconds between two looks at memory.
LOOKED: Final = 10.0

#: Memory counts as flat where the second half of a run grows by less than this part of it in half an hour.
FLAT: Final = 0.02
HALF_HOUR: Final = 1_800.0

#: Seconds that the second half has to last before memory is said to be flat or not.
SHORTEST: Final = 600.0

#: What is aimed at: seconds of 99 of 100 choices, and of a move of the slider.
CHOICE: Final = 0.150
SLIDER: Final = 0.100

#: A figure of the games among those of `/metrics`.
_TABLE: Final = 'reiterate_table{state="%s"}'

#: What is known of all processes at a moment: of the server, of this program with its browser, of the machine, and `/metrics`.
Moment = tuple[dict[int, Used], dict[int, Used], float, dict[str, float]]


@dataclass(slots=True)
class Memory:
    """Looks at the memory of the server: seconds, choices until then, and the bytes of all its processes."""

    points: list[tuple[float, int, int]] = field(default_factory=list)

    def late(self) -> list[tuple[float, int, int]]:
        """The second half of the looks."""
        return self.points[len(self.points) // 2 :]

    def told(self) -> list[str]:
        """By how much memory grew in the second half, and whether it is flat."""
        late = self.late()
        if len(late) < 3:
            return ["memory: too few looks at it"]
        hourly = slope([(seconds, held) for seconds, _, held in late])
        choice = slope([(choices, held) for _, choices, held in late])
        middle = statistics.fmean(held for _, _, held in late)
        first, last = (self.points[at][2] / 1e6 for at in (0, -1))
        part, lasted = hourly * HALF_HOUR / middle, late[-1][0] - late[0][0]
        flat = "too short to say whether it is flat" if lasted < SHORTEST else "flat" if part < FLAT else "NOT FLAT"
        return [
            f"memory of the server's processes (PSS): {first:.0f} to {last:.0f} MB, most {max(p[2] for p in self.points) / 1e6:.0f} MB",
            f"memory in the second half ({lasted / 60:.0f} min, {middle / 1e6:.0f} MB): {choice * 10_000 / 1e6:+.2f} MB in 10,000 choices,"
            f" {hourly * 3600 / 1e6:+.1f} MB in an hour, {100 * part:+.1f} % in half an hour (flat: under {100 * FLAT:.0f} %): {flat}",
        ]


def slope(points: list[tuple[float, int]] | list[tuple[int, int]]) -> float:
    """By how many bytes memory grows with a step of the first figure: the straight line through all points."""
    if len({at for at, _ in points}) < 2:
        return 0.0
    return statistics.linear_regression([at for at, _ in points], [held for _, held in points]).slope


class Rows:
    """Rows that are printed as the load goes on, and the whole of them."""

    HEAD: Final = (
        "min   choices  p50/p99/most ms    looks p50/p99  page p50/p99  slider p50/p95  late p99  new  commit  <=10ms"
        "    games+http+others=all MB  wrong"
    )

    def __init__(self, play: Play, pages: Pages | None, memory: Memory, pid: int, port: int, every: float) -> None:
        self.play = play
        self.pages = pages
        self.memory = memory
        self.pid = pid
        self.port = port
        self.every = every
        self.whole = Measured()
        self.seen: Seen | None = None
        self.told: dict[str, float] = {}
        self.begun = self.last = 0.0

    async def begin(self) -> None:
        """Begin to measure."""
        self.begun = self.last = time.monotonic()
        self.told = await metrics(self.port)
        if self.pages is not None:
            self.seen = type(self.pages.seen)()
        print(self.HEAD, flush=True)

    async def write(self, until: float) -> None:
        """Look at memory and print rows until a time by ``time.monotonic``."""
        while (now := time.monotonic()) < until:
            used = used_by(self.pid)
            made = len(self.whole.choices) + len(self.play.found.choices)
            self.memory.points.append((now - self.begun, made, sum(each.memory for each in used.values())))
            if now - self.last >= self.every:
                await self.row(used)
            await asyncio.sleep(min(LOOKED, max(0.0, until - time.monotonic())))
        await self.row(used_by(self.pid))

    async def row(self, used: dict[int, Used]) -> None:
        """Print what was measured since the last row, and add it to the whole."""
        self.last = time.monotonic()
        now = await metrics(self.port)
        found, self.play.found = self.play.found, Measured()
        pages = slider = "-"
        wrong = found.wrong.total()
        if self.pages is not None:
            seen, self.pages.seen = self.pages.seen, type(self.pages.seen)()
            pages = f"{_ms(seen.shown, 0.5)}/{_ms(seen.shown, 0.99)}"
            slider = f"{_ms(seen.painted, 0.5)}/{_ms(seen.painted, 0.95)}"
            wrong += seen.wrong.total()
            assert self.seen is not None
            self.seen.add(seen)
        together, soon = commits(self.told, now)
        held = {
            name: sum(each.memory for each in used.values() if each.name == name) / 1e6
            for name in ("game_host", "http")
        }
        every = sum(each.memory for each in used.values()) / 1e6
        choices = f"{_ms(found.choices, 0.5)}/{_ms(found.choices, 0.99)}/{1000 * found.choices.longest:.0f}"
        looks = f"{_ms(found.views, 0.5)}/{_ms(found.views, 0.99)}"
        memory = f"{held['game_host']:.0f}+{held['http']:.0f}+{every - sum(held.values()):.0f}={every:.0f}"
        print(
            f"{(self.last - self.begun) / 60:4.1f} {len(found.choices):>8,}  {choices:<17}  {looks:<13}  {pages:<12}  {slider:<14}"
            f"  {_ms(found.late, 0.99):<8}  {found.begun_anew:<3}  {together:<6.2f}  {100 * soon:<6.1f}%  {memory:<26}  {wrong or ''}",
            flush=True,
        )
        self.whole.add(found)
        self.told = now

    def close(self) -> None:
        """Add what came behind the last row."""
        self.whole.add(self.play.found)
        if self.pages is not None and self.seen is not None:
            self.seen.add(self.pages.seen)


def _ms(times: Times, share: float) -> str:
    return f"{1000 * times.part(share):.0f}"


def commits(before: dict[str, float], now: dict[str, float]) -> tuple[float, float]:
    """Of the entries between two moments: how many one commit held, and the part that was on the disk within 10 ms."""
    many, writes, soon = (
        now.get(_TABLE % name, 0.0) - before.get(_TABLE % name, 0.0)
        for name in ("commits", "writes", "writes_in_10_ms")
    )
    return (writes / many if many else 0.0), (soon / writes if writes else 0.0)


def report(rows: Rows, before: Moment, after: Moment, passed: float) -> bool:
    """Print the whole; out: whether nothing went wrong."""
    found, seen = rows.whole, rows.seen
    print(
        f"in {passed / 60:.1f} minutes, {sum(bool(game.decides) for game in rows.play.games):,} games open in the end, {len(found.choices) / passed:.0f} choices a second:"
    )
    print(
        f"choice: {len(found.choices):,}, {found.choices.told(0.5, 0.99, 0.999)}; aim of p99 {1000 * CHOICE:.0f} ms: {_kept(found.choices, 0.99, CHOICE)}"
    )
    print(f"look: {len(found.views):,}, {found.views.told(0.5, 0.99)}")
    for board, (many, acts) in found.ended.items():
        print(
            f"games that were over and begun anew: {many:,} with {board.count('  p')} players, after {acts / many:.0f} acts"
        )
    if found.events:
        print(f"events read: {found.events:,}")
    if seen is not None:
        _of_pages(seen)
    _of_commits(before[3], after[3])
    for line in rows.memory.told():
        print(line)
    _of_processes(before, after, passed, len(found.choices) or 1)
    print(f"the client's own waking: late by {found.late.told(0.5, 0.99)}")
    _of_calls(before[3], after[3])
    wrong = found.wrong + (seen.wrong if seen is not None else type(found.wrong)())
    print(f"went wrong: {dict(wrong) or 'nothing'}", flush=True)
    return not wrong


def _kept(times: Times, share: float, aim: float) -> str:
    return "kept" if times.part(share) < aim else "MISSED"


def _of_pages(seen: Seen) -> None:
    if seen.shown.total:
        print(
            f"pages: {seen.redraws:,} redraws; opened anew {seen.opened:,}; from asking to the entry on the page {seen.shown.told(0.5, 0.99)}"
        )
    if seen.painted.total:
        print(told_of_slider("slider while all play", seen.painted))
        print(f"the same until the page has changed: {seen.drawn.told(0.5, 0.95, 0.99)}")


def told_of_slider(title: str, times: Times) -> str:
    """The line of a slider: from a move to the screen."""
    return f"{title}: {len(times):,} moves, {times.told(0.5, 0.95, 0.99)}; aim of p95 {1000 * SLIDER:.0f} ms: {_kept(times, 0.95, SLIDER)}"


def _of_commits(before: dict[str, float], now: dict[str, float]) -> None:
    together, soon = commits(before, now)
    writes = now.get(_TABLE % "writes", 0.0) - before.get(_TABLE % "writes", 0.0)
    spent = now.get(_TABLE % "write_ms", 0.0) - before.get(_TABLE % "write_ms", 0.0)
    if writes:
        print(
            f"commits: {together:.2f} entries each, most {now[_TABLE % 'most_together']:.0f}; an entry is on the disk after"
            f" {spent / writes:.1f} ms on average, {100 * soon:.2f} % within 10 ms, the slowest since the start {now[_TABLE % 'longest_write_ms']:.0f} ms"
        )


def _of_processes(before: Moment, after: Moment, passed: float, choices: int) -> None:
    total = 0.0
    for old, now in ((before[0], after[0]), (before[1], after[1])):
        spent: dict[str, float] = {}
        for pid, used in now.items():
            name = "client" if pid == os.getpid() else used.name
            spent[name] = spent.get(name, 0.0) + used.seconds - (old[pid].seconds if pid in old else 0.0)
        for name, seconds in spent.items():
            print(f"{name}: {100 * seconds / passed:.1f} % of a core, {1000 * seconds / choices:.2f} ms a choice")
        total += sum(spent.values())
    others = after[2] - before[2] - total
    print(f"all other programs of the machine: {100 * others / passed:.1f} % of a core")


def _of_calls(before: dict[str, float], now: dict[str, float]) -> None:
    """The calls in the process of the games, as that process has measured them: what the client can't have slowed down."""
    start = "reiterate_call_seconds_sum"
    for name in sorted(each for each in now if each.startswith(start)):
        count = name.replace("_sum", "_count")
        calls = now[count] - before.get(count, 0.0)
        if calls:
            label = name.removeprefix(start).strip("{}")
            fast = name.replace("_sum", "_bucket").replace("}", ',le="0.1"}')
            within = (now[fast] - before.get(fast, 0.0)) / calls
            took = 1000 * (now[name] - before.get(name, 0.0)) / calls
            print(f"{label}: {calls:,.0f} calls, {took:.2f} ms each, {100 * within:.2f} % within 100 ms")
