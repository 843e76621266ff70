"""Rows on a Dask cluster: a real one of this machine, whose workers are killed and compared."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import msgspec
import pytest

from reiterate.databases import row_workers
from reiterate.databases.results_folder import ROWS, TIMES
from reiterate.databases.surveying import Survey, survey
from reiterate.databases.text_workers import Digests, NoWorker, Program, digests_of
from reiterate.discoveries.discovering import ROUNDS, Discovering, discover
from reiterate.refusals import Refusal

if find_spec("distributed") is None:
    pytest.skip("Dask is not installed: pip install 'reiterate[dask]'", allow_module_level=True)

import distributed

from reiterate.databases import dask_cluster

#: No text comes to a process of this program.
PROGRAM: Final = Program(module="nothing", words="", patience=0.0)

#: Built-in cards: a loop, what is no loop, a name that nobody knows, and lines that are no rows.
LINES: Final = (
    '{"id": "1", "cards": ["Midnight Guard", "Presence of Gond"], "produces": ["Infinite creature tokens"]}',
    '{"id": "2", "cards": ["Forest", "Island"]}',
    "no row",
    '{"id": "4", "cards": ["Midnight Guard", "Nobody at All"]}',
    '{"id": "5", "cards": ["Midnight Guard", "Presence of Gond"], "produces": ["Infinite mana"]}',
    *(f'{{"id": "{number}", "cards": ["Midnight Guard", "Forest"]}}' for number in range(6, 16)),
)


#: Two loops, and pairs that are none: one of them is searched in three rounds, for little.
PLANTED: Final = ("Midnight Guard", "Presence of Gond", "Devoted Druid", "Vizier of Remedies", "Grizzly Bears")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, each a process with a nanny, which starts it again where it ends."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


@pytest.fixture(scope="module")
def digests() -> Digests:
    """What the answers depend on, without card files."""
    found = digests_of([])
    assert isinstance(found, Digests)
    return found


@contextmanager
def one_is_killed(cluster: Any) -> Iterator[Callable[[], None]]:
    """What kills a worker that works on something, to be called once; another one stands in its place in the end."""
    killed: list[int] = []
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as watching:
        workers = watching.run(os.getpid)

        def kill() -> None:
            busy = [worker for worker, keys in watching.processing().items() if keys] or list(workers)
            killed.append(workers[busy[0]])
            os.kill(killed[0], signal.SIGKILL)

        yield kill
        assert len(killed) == 1
        assert killed[0] not in watching.run(os.getpid).values()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All that is given to the cluster from here on."""
    found: list[Any] = []
    real = distributed.Client.map

    def noted(client: Any, function: Any, *texts: Any, **more: Any) -> Any:
        found.extend(text for each in texts for text in each)
        return real(client, function, *texts, **more)

    monkeypatch.setattr(distributed.Client, "map", noted)
    return found


def begun(file: Path, folder: Path, dask: str) -> Survey:
    """A survey that can begin."""
    found = survey(file, folder, dask=dask, seconds=0)
    assert isinstance(found, Survey), found
    return found


@pytest.mark.slow("a cluster starts, and processes of its own")
def test_a_worker_that_is_killed_changes_no_byte(cluster: Any, tmp_path: Path, sent: list[Any]) -> None:
    file = tmp_path / "combos.jsonl"
    file.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    with one_is_killed(cluster) as kill:
        found = begun(file, tmp_path / "dask", cluster.scheduler_address)
        for outcome in found:
            if outcome.number == 2:
                kill()
        assert found.refusal is None
    assert len(list(begun(file, tmp_path / "here", ""))) == len(LINES)
    assert (tmp_path / "dask" / ROWS).read_bytes() == (tmp_path / "here" / ROWS).read_bytes()
    assert len((tmp_path / "dask" / TIMES).read_text().splitlines()) == len(LINES) - 1
    assert sent and all(type(text) is str for text in sent)


def search(folder: Path, dask: str = "") -> Discovering | Refusal:
    """A search among planted loops, and cards that loop with none."""
    among = folder.parent / "among.txt"
    among.write_text("".join(f"1 {name}\n" for name in PLANTED), encoding="utf-8")
    return discover(folder, among=among, workers=1, dask=dask, seconds=0)


@pytest.mark.slow("a cluster starts, and processes of its own")
def test_a_search_with_a_worker_that_is_killed_has_the_same_bytes(
    cluster: Any, tmp_path: Path, sent: list[Any]
) -> None:
    with one_is_killed(cluster) as kill:
        found = search(tmp_path / "dask", cluster.scheduler_address)
        assert isinstance(found, Discovering), found
        loops = iter(found)
        next(loops)
        kill()
        assert len(list(loops)) == 1
        assert found.refusal is None and found.round == len(ROUNDS)
    here = search(tmp_path / "here")
    assert isinstance(here, Discovering) and len(list(here)) == found.found == 2
    assert here.came == found.came
    files = sorted(path.relative_to(tmp_path / "here") for path in (tmp_path / "here").rglob("*.jsonl"))
    assert sorted(path.relative_to(tmp_path / "dask") for path in (tmp_path / "dask").rglob("*.jsonl")) == files
    for file in files:
        if file.name != TIMES:
            assert (tmp_path / "dask" / file).read_bytes() == (tmp_path / "here" / file).read_bytes(), file
    assert sent and all(type(text) is str for text in sent)


@pytest.mark.slow("a cluster starts")
def test_a_search_on_workers_with_other_cards_is_refused(
    cluster: Any, digests: Digests, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = msgspec.structs.replace(digests, cards="0" * 64)
    monkeypatch.setattr(row_workers, "digests_of", lambda files: other)
    found = search(tmp_path / "dask", cluster.scheduler_address)
    assert isinstance(found, Refusal) and found.exit_code == 2
    assert "other cards (digest " in found.message
    assert not (tmp_path / "dask").exists()


@pytest.mark.slow("a cluster starts")
def test_who_leaves_a_cluster_leaves_nothing_there(cluster: Any, digests: Digests) -> None:
    def held(dask_worker: Any) -> list[str]:
        return [name for name in dask_worker.plugins if name.startswith("reiterate-")]

    with distributed.Client(cluster.scheduler_address, set_as_default=False) as watching:
        with dask_cluster.Cluster(cluster.scheduler_address, PROGRAM, digests, []):
            assert all(len(names) == 1 for names in watching.run(held).values())
        assert not any(watching.run(held).values())


@pytest.mark.slow("a cluster starts")
@pytest.mark.parametrize(
    ("other", "said"),
    [({"engine": "0" * 64}, "another version of reiterate"), ({"cards": "0" * 64}, "other cards (digest ")],
)
def test_workers_with_another_digest_are_refused(
    cluster: Any, digests: Digests, other: dict[str, str], said: str
) -> None:
    wanted = msgspec.structs.replace(digests, **other)
    with (
        pytest.raises(NoWorker) as refused,
        dask_cluster.Cluster(cluster.scheduler_address, PROGRAM, wanted, []),
    ):
        pass
    assert said in refused.value.refusal.message and refused.value.refusal.exit_code == 2


def test_a_worker_that_joins_with_another_digest_takes_no_text(
    digests: Digests, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = dask_cluster.Cards(PROGRAM, msgspec.structs.replace(digests, engine="0" * 64), [])
    held.setup(SimpleNamespace(state=SimpleNamespace(nthreads=1)))
    worker = SimpleNamespace(plugins={"cards": held})
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    for name in ("cards", "never taken"):
        with pytest.raises(dask_cluster.Differs):
            dask_cluster.answered(name, "{}")
    assert dask_cluster.standing("cards", worker).startswith("another version of reiterate")


def test_a_worker_whose_processes_were_ended_gives_no_answer(digests: Digests) -> None:
    held = dask_cluster.Cards(PROGRAM, digests, [])
    worker = SimpleNamespace(state=SimpleNamespace(nthreads=1))
    held.setup(worker)
    held.teardown(worker)
    with pytest.raises(dask_cluster.Failed):
        held.answer("{}")
    held.teardown(worker)


def test_card_files_that_are_elsewhere_are_those_remembered_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, named = tmp_path / "here.json", tmp_path / "named.json"
    here.touch()
    monkeypatch.setenv("REITERATE_CARDS", str(named))
    assert dask_cluster._here([str(here)]) == [here]
    assert dask_cluster._here([str(here), str(tmp_path / "elsewhere.json")]) == [named]


def test_an_address_where_nobody_answers_is_refused(digests: Digests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.2)
    for address in ("tcp://127.0.0.1:9", "no address at all"):
        with pytest.raises(NoWorker) as refused, dask_cluster.Cluster(address, PROGRAM, digests, []):
            pass
        assert "no Dask scheduler answers at" in refused.value.refusal.message
