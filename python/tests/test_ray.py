"""The lab on a Ray cluster: three nodes on this machine, of which one is killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import agon


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name: Ray puts sockets into it."""
    path = Path(tempfile.mkdtemp(prefix="agon-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


def using(folder: Path) -> list[str]:
    """The processes of this machine that know a folder by its name."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder).encode() in process.read_bytes():
                found.append(process.parent.name)
        except OSError:
            continue
    return found


def test_a_study_on_a_cluster_is_the_same_to_the_byte_whatever_dies(folder: Path) -> None:
    script = Path(__file__).with_name("on_ray.py")
    # Ray writes into the home folder too.
    environment = os.environ | {"HOME": str(folder), "RAY_TMPDIR": str(folder), "RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run(
        [sys.executable, str(script), str(folder)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout)
    assert found.pop("killed")
    # How much the victim had in hand depends on the machine; it was played again.
    found.pop("lost_with_the_node")
    # Ray may have given the dead worker the next block already, and then that one is lost with it.
    assert found.pop("lost_with_the_worker") >= 1
    assert found.pop("told") == [[0, 18_000], [18_000, 18_000]]
    resumed, games = found.pop("resumed_from")
    assert 4_500 < resumed < 13_500 and games == 18_000
    assert found.pop("refused").startswith("bad number of seconds `-1`")
    assert found == {
        "same_after_a_node_died": True,
        "every_block_once": True,
        "same_after_resuming": True,
        "merged": True,
        "same_after_a_worker_died": True,
        "tournament": True,
        "balance": True,
        "proof": True,
    }
    assert using(folder) == []


def test_what_makes_no_sense_on_a_cluster_is_refused(tmp_path: Path) -> None:
    def ask(**arguments: object) -> agon.Report:
        return agon.lab.match("tic-tac-toe", "easy", "random", games=4, **arguments)  # type: ignore[arg-type]

    with pytest.raises(agon.StudyError, match="nothing can be played on `moon`; there is `threads` or `ray`"):
        ask(on="moon")
    with pytest.raises(agon.StudyError, match="`save` is for games on this machine"):
        ask(on="ray", save=tmp_path / "games")
    with pytest.raises(agon.StudyError, match="`threads` is for games on this machine"):
        ask(on="ray", threads=2)
    with pytest.raises(agon.SolveError, match="only a position of a game for two that is not over"):
        agon.lab.prove("primi-composti", options={"players": 3})


def test_a_study_that_is_done_needs_no_cluster(tmp_path: Path) -> None:
    keep = tmp_path / "keep"
    here = agon.lab.match("tic-tac-toe", "easy", "random", games=20, keep=keep)
    # Ray is not even started.
    there = agon.lab.match("tic-tac-toe", "easy", "random", games=20, keep=keep, on="ray")
    assert there.text == here.text


def test_progress_is_shown_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    agon.lab.match("tic-tac-toe", "easy", "random", games=20, progress=True)
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    assert "20 of 20 games" in shown.rsplit("\r", 1)[-1]
