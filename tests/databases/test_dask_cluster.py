"""Rows on a Dask cluster: a real one of this machine, whose workers are killed and compared."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import msgspec
import pytest

from reiterate.databases.combo_rows import Row
from reiterate.databases.results_folder import ROWS, TIMES, Head, head_of
from reiterate.databases.row_outcomes import Asked
from reiterate.databases.row_worker import Limits
from reiterate.databases.row_workers import NoWorker
from reiterate.databases.surveying import Survey, survey

if find_spec("distributed") is None:
    pytest.skip("Dask is not installed: pip install 'reiterate[dask]'", allow_module_level=True)

import distributed

from reiterate.databases import dask_cluster

LIMITS: Final = Limits(seconds=0.0, megabytes=1_000, asked=Asked())

#: Built-in cards: a loop, what is no loop, a name that nobody knows, and lines that are no rows.
LINES: Final = (
    '{"id": "1", "cards": ["Midnight Guard", "Presence of Gond"], "produces": ["Infinite creature tokens"]}',
    '{"id": "2", "cards": ["Forest", "Island"]}',
    "no row",
    '{"id": "4", "cards": ["Midnight Guard", "Nobody at All"]}',
    '{"id": "5", "cards": ["Midnight Guard", "Presence of Gond"], "produces": ["Infinite mana"]}',
    *(f'{{"id": "{number}", "cards": ["Midnight Guard", "Forest"]}}' for number in range(6, 16)),
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, each a process with a nanny, which starts it again where it ends."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


@pytest.fixture(scope="module")
def head() -> Head:
    """What the answers depend on, without card files."""
    found = head_of(LIMITS, [])
    assert isinstance(found, Head)
    return found


def begun(file: Path, folder: Path, dask: str) -> Survey:
    """A survey that can begin."""
    found = survey(file, folder, dask=dask, seconds=0)
    assert isinstance(found, Survey), found
    return found


@pytest.mark.slow("a cluster starts, and processes of its own")
def test_a_worker_that_is_killed_changes_no_byte(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "combos.jsonl"
    file.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    sent: list[Any] = []
    real = distributed.Client.map

    def noted(client: Any, function: Any, *texts: Any, **more: Any) -> Any:
        sent.extend(text for each in texts for text in each)
        return real(client, function, *texts, **more)

    monkeypatch.setattr(distributed.Client, "map", noted)
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as watching:
        workers = watching.run(os.getpid)
        killed = 0
        found = begun(file, tmp_path / "dask", cluster.scheduler_address)
        for outcome in found:
            if outcome.number == 2:
                busy = [worker for worker, keys in watching.processing().items() if keys] or list(workers)
                killed = workers[busy[0]]
                os.kill(killed, signal.SIGKILL)
        assert found.refusal is None and killed
        assert killed not in watching.run(os.getpid).values()
    assert len(list(begun(file, tmp_path / "here", ""))) == len(LINES)
    assert (tmp_path / "dask" / ROWS).read_bytes() == (tmp_path / "here" / ROWS).read_bytes()
    assert len((tmp_path / "dask" / TIMES).read_text().splitlines()) == len(LINES) - 1
    assert sent and all(type(text) is str for text in sent)


@pytest.mark.slow("a cluster starts")
@pytest.mark.parametrize(
    ("other", "said"),
    [({"engine": "0" * 64}, "another version of reiterate"), ({"cards": "0" * 64}, "other cards (digest ")],
)
def test_workers_with_another_digest_are_refused(cluster: Any, head: Head, other: dict[str, str], said: str) -> None:
    wanted = msgspec.structs.replace(head, **other)
    row = Row(number=1, id="1", cards=("Forest", "Island"))
    with pytest.raises(NoWorker) as refused:
        list(dask_cluster.worked([row], cluster.scheduler_address, wanted, LIMITS, []))
    assert said in refused.value.refusal.message and refused.value.refusal.exit_code == 2


def test_a_worker_that_joins_with_another_digest_takes_no_row(head: Head, monkeypatch: pytest.MonkeyPatch) -> None:
    held = dask_cluster.Cards(msgspec.structs.replace(head, engine="0" * 64), LIMITS, [])
    held.setup(SimpleNamespace(state=SimpleNamespace(nthreads=1)))
    worker = SimpleNamespace(plugins={"cards": held})
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    for name in ("cards", "never taken"):
        with pytest.raises(dask_cluster.Differs):
            dask_cluster.came(name, "{}")
    assert dask_cluster.standing("cards", worker).startswith("another version of reiterate")


def test_card_files_that_are_elsewhere_are_those_remembered_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, named = tmp_path / "here.json", tmp_path / "named.json"
    here.touch()
    monkeypatch.setenv("REITERATE_CARDS", str(named))
    assert dask_cluster._here([str(here)]) == [here]
    assert dask_cluster._here([str(here), str(tmp_path / "elsewhere.json")]) == [named]


def test_an_address_where_nobody_answers_is_refused(head: Head, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.2)
    for address in ("tcp://127.0.0.1:9", "no address at all"):
        with pytest.raises(NoWorker) as refused:
            list(dask_cluster.worked([], address, head, LIMITS, []))
        assert "no Dask scheduler answers at" in refused.value.refusal.message
