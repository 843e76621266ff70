"""The present engine beside other engines on one loop: processor time of an iteration, peak memory, where each stops.

The loop: Presence of Gond on a creature, Intruder Alarm, one Elf Warrior an iteration. An engine is a command that is
given a number of iterations as its last word, plays them one by one, and prints the number of Elf Warriors as its
last line. ``docs/speed.md`` says how such a command is made for two engines. An engine without a command is skipped.
"""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

#: What is measured is the difference of the two numbers of iterations, so that starting an engine costs nothing.
FEW: Final = 10
MANY: Final = 400
RUNS: Final = 3
#: Seconds after which a run of an engine is ended.
PATIENCE: Final = 600

OWN: Final = "reiterate, one by one"
#: Engines, each with the environment variable that holds its command.
PEERS: Final = {"phase-rs": "REITERATE_PEER_PHASE_RS", "XMage": "REITERATE_PEER_XMAGE", "Forge": "REITERATE_PEER_FORGE"}


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of an engine: what it printed last, processor seconds of all its processes, peak kilobytes of the largest."""

    told: str
    seconds: float
    peak: int


class Failed(Exception):
    """An engine's run that gives no figure; the text says why."""


def run(command: Sequence[str], iterations: int) -> Ran:
    """Run an engine; raises ``Failed`` where the run ends badly, too late, or without a last line."""
    before = os.times()
    try:
        done = subprocess.run(
            [*command, str(iterations)], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except OSError as error:
        raise Failed(f"the command can't be run ({error.strerror})") from error
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{iterations} iterations took more than {PATIENCE} s") from error
    after = os.times()
    lines = done.stdout.split()
    if done.returncode or not lines:
        raise Failed(f"{iterations} iterations ended with exit code {done.returncode}")
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return Ran(lines[-1], seconds, _peak_of_children())


def _peak_of_children() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def milliseconds_of(command: Sequence[str]) -> tuple[float, int]:
    """Processor milliseconds of one iteration, and peak kilobytes; raises ``Failed``, also for another number of tokens."""
    found = []
    peak = 0
    for _ in range(RUNS):
        few, many = run(command, FEW), run(command, MANY)
        for ran, wanted in ((few, FEW), (many, MANY)):
            if ran.told != str(wanted):
                raise Failed(f"{wanted} iterations gave {ran.told[:40]} Elf Warriors")
        found.append((many.seconds - few.seconds) / (MANY - FEW) * 1000)
        peak = max(peak, many.peak)
    return statistics.median(found), peak


def commands(environ: dict[str, str]) -> Iterator[tuple[str, list[str] | None]]:
    """Each engine with its command, None where there is none; the present engine first."""
    yield OWN, [sys.executable, "-m", "benchmarks.peer_loop"]
    for name, variable in PEERS.items():
        said = environ.get(variable)
        yield name, shlex.split(said) if said else None


def main() -> None:
    """Print the table."""
    own = None
    for name, command in commands(dict(os.environ)):
        if command is None:
            print(f"{name:<24} skipped: {PEERS[name]} names no command (docs/speed.md)")
            continue
        try:
            each, peak = milliseconds_of(command)
        except Failed as why:
            print(f"{name:<24} no figure: {why}")
            continue
        own = own or each
        print(f"{name:<24} {each:>10.3f} ms an iteration {each / own:>9.1f} times ours {peak / 1024:>8.0f} MB")


if __name__ == "__main__":
    main()
