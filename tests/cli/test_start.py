"""What a command imports: a question leaves alone what it doesn't need, so that it starts quickly."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.files import ROOT

pytestmark = pytest.mark.slow("starts whole commands")

EXAMPLE = "examples/guard-gond.yaml"

#: Packages that no command imports.
NEVER = {"click", "hypothesis", "jsonschema", "markdown_it", "pydantic", "typer"}
#: Packages and rooms that ``run --json`` leaves alone where its cards were compiled before.
UNASKED = {"flint", "pygments", "rich"} | {
    f"reiterate.{name}"
    for name in ("certify", "check", "kinds", "survey", "oracle.compile", "ask.building_loop", "show.screen")
}
#: What only showing or another question brings.
SCREEN = {"rich", "reiterate.show.screen"}

CODE = """
import json, sys
from reiterate.cli.main import command
try:
    command(sys.argv[2:])
finally:
    with open(sys.argv[1], "w") as file:
        json.dump(sorted(sys.modules), file)
"""


def imported(folder: Path, *words: str, runs: int = 2) -> set[str]:
    """The modules that a command has imported at its end: the second time that it runs, or the first time."""
    told = folder / "modules.json"
    for _ in range(runs):
        done = subprocess.run(
            [sys.executable, "-c", CODE, str(told), *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    found: set[str] = set(json.loads(told.read_text()))
    return found


def test_run_imports_what_it_needs(tmp_path: Path) -> None:
    found = imported(tmp_path, "run", EXAMPLE, "--json")
    assert found & (NEVER | UNASKED) == set()
    assert "reiterate.rules.decisions.step" in found


def test_a_screen_brings_what_draws_it_and_no_more(tmp_path: Path) -> None:
    found = imported(tmp_path, "run", EXAMPLE)
    assert found & (NEVER | UNASKED) - {"pygments"} == SCREEN


def test_help_imports_no_engine(tmp_path: Path) -> None:
    assert [name for name in imported(tmp_path, "--help") if name.startswith("reiterate.rules")] == []


@pytest.mark.parametrize(
    ("words", "room"),
    [
        (("find", EXAMPLE, "--json"), "reiterate.survey"),
        (("loop", EXAMPLE, "--json"), "reiterate.kinds"),
        (("certify", EXAMPLE, "--json", "-o", "build/start.cert"), "reiterate.certify"),
        (("cards", "coverage", "--cards", "examples/one.json"), "reiterate.oracle.compile"),
    ],
)
def test_other_questions_do_import_their_rooms(words: tuple[str, ...], room: str, tmp_path: Path) -> None:
    """The control: what ``run`` leaves alone is there for whoever asks for it."""
    if words[0] == "cards":
        (tmp_path / "one.json").write_text(json.dumps([{"name": "One", "oracle_text": "Flying"}]))
        words = (*words[:-1], str(tmp_path / "one.json"))
    if "-o" in words:
        words = (*words[:-1], str(tmp_path / "start.cert"))
    assert room in imported(tmp_path, *words, runs=1)


#: What each process of a table in the browser leaves alone until it is asked for it.
LEFT_ALONE = {
    "cli.opening": ("rich", "reiterate.judging", "reiterate.rules.decisions", "reiterate.survey"),
    "service.worker": ("rich", "reiterate.check", "reiterate.combos", "reiterate.judging", "reiterate.table.table"),
    "service.game_host": ("rich", "reiterate.certify", "reiterate.check", "reiterate.combos", "reiterate.worth"),
}


def test_a_process_of_a_table_begins_with_what_it_does_at_first() -> None:
    """The one with the pages draws what others have worked out; each of them begins with a part of the program."""
    code = (
        "import json, sys\n"
        "from importlib import import_module\n"
        "told = []\n"
        "for name in sys.argv[1:]:\n"
        "    import_module(f'reiterate.{name}')\n"
        "    told.append(sorted(sys.modules))\n"
        "print(json.dumps(told))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *LEFT_ALONE], capture_output=True, text=True, check=True)
    told = dict(zip(LEFT_ALONE, json.loads(done.stdout), strict=True))
    for name, rooms in LEFT_ALONE.items():
        assert [
            each for each in told[name] if each in rooms or each.startswith(tuple(f"{room}." for room in rooms))
        ] == []
    assert "reiterate.rules.decisions.step" in told["service.worker"]
    assert "reiterate.judging.ruling" in told["service.game_host"]  # the control: what is used is there


def test_nothing_is_looked_through_for_garbage_as_a_command_ends() -> None:
    """What is called last at the exit finds that all there is is passed over; before the command nothing is."""
    code = (
        "import atexit, gc, sys\n"
        "told = [gc.get_freeze_count()]\n"
        "atexit.register(lambda: print(*told, gc.get_freeze_count(), len(gc.get_objects()), file=sys.stderr))\n"
        "from reiterate.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "run", EXAMPLE, "--json"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    before, frozen, left = map(int, done.stderr.split())
    assert before == 0 and frozen > 10_000 and left < frozen / 10


def late_names(source: str) -> tuple[dict[str, str], dict[str, str]]:
    """The modules that stand for ``Later`` by their names: as type checkers see them, and as they are imported."""
    checked: dict[str, str] = {}
    late: dict[str, str] = {}
    for node in ast.parse(source).body:
        if not isinstance(node, ast.If) or ast.unparse(node.test) != "TYPE_CHECKING":
            continue
        for one in node.body:
            if isinstance(one, ast.ImportFrom):
                checked |= {alias.asname or alias.name: f"{one.module}.{alias.name}" for alias in one.names}
            elif isinstance(one, ast.Import):
                checked |= {alias.asname or alias.name: alias.name for alias in one.names}
        for one in node.orelse:
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call):
                assert ast.unparse(one.value.func) == "Later"
                late[ast.unparse(one.targets[0])] = ast.literal_eval(one.value.args[0])
    return checked, late


def test_what_is_imported_later_is_what_type_checkers_see() -> None:
    seen = 0
    for path in sorted((ROOT / "src" / "reiterate").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        checked, late = late_names(source)
        assert source.count("Later(") == len(late), path
        assert {name: checked.get(name) for name in late} == late, path
        seen += len(late)
    assert seen > 5


def test_who_stops_a_command_while_it_is_imported_reads_no_traceback() -> None:
    stop = (
        "import runpy, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'reiterate.cli.main':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "runpy.run_module('reiterate', run_name='__main__')\n"
    )
    ended = subprocess.run([sys.executable, "-c", stop], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")
