"""The steps of the container file as a script: a wheel in an environment of its own, served, asked, and stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from reiterate.client import Begun, Client
from tests.support.files import ROOT
from tests.support.patience import PATIENCE

DEPLOY = ROOT / "deploy"


def run(*words: str, **environ: str) -> str:
    """What a command prints. Raises ``CalledProcessError``."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "REITERATE_CARDS")}
    done = subprocess.run(words, cwd=ROOT, env={**kept, **environ}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.soak
def test_the_steps_of_the_container_file_in_a_clean_environment(tmp_path: Path) -> None:
    """Everything is fetched by pip as pip is configured; nothing of this environment is used."""
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-input", "--no-deps", "-w", str(tmp_path / "dist"), ".")
    run(*pip)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    target = tmp_path / "installed"
    told = run("sh", str(DEPLOY / "install.sh"), str(target), str(wheel), "constraints.txt", PYTHON=sys.executable)
    assert "the server would listen on http://127.0.0.1:" in told
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "REITERATE_DATABASE": f"sqlite:///{tmp_path}/games.db",
        "REITERATE_HOST": "127.0.0.1",
        "REITERATE_PORT": "0",
    }
    command = ["sh", str(DEPLOY / "start.sh"), str(target)]
    with subprocess.Popen(command, env=environ, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stderr is not None
            address = json.loads(running.stderr.readline())["address"]
            port = address.rpartition(":")[2]
            run(str(target / "bin" / "python"), str(DEPLOY / "healthy.py"), port)
            with Client(address) as client:
                made = client.begin(example="million")
                assert isinstance(made, Begun), made
                assert client.seat(made.game, made.secrets["p1"]).play("activate bears") == 2
            backup = tmp_path / "backup.db"
            told = run(
                str(target / "bin" / "reiterate"), "backup", str(backup), "--database", environ["REITERATE_DATABASE"]
            )
            assert told == f"1 games with 2 entries are in {backup}\n"
            running.send_signal(signal.SIGTERM)
            lines = [json.loads(line) for line in running.stderr.read().splitlines()]
            assert running.wait(PATIENCE) == 0 and lines[-1]["event"] == "stopped"
        finally:
            running.kill()
    again = subprocess.run(
        [sys.executable, str(DEPLOY / "healthy.py"), port], capture_output=True, text=True, check=False
    )
    assert again.returncode == 1 and "not ready" in again.stderr


def test_the_container_file_names_what_is_there() -> None:
    """Each file that is copied is in the repository or made by `make wheel`, and the scripts are read by every shell."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    copied = [word for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE) for word in line.split()[:-1]]
    assert [name for name in copied if name != "dist/*.whl" and not (ROOT / name).is_file()] == []
    assert {"deploy/install.sh", "deploy/start.sh", "deploy/healthy.py"} <= set(copied)
    for script in ("install.sh", "start.sh"):
        run("sh", "-n", str(DEPLOY / script))
    assert "USER reiterate" in text and "sqlite:////data/games.db" in text
