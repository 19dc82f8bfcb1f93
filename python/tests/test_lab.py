"""Studies: the same report by any number of threads, in pieces, from files, and by the command line."""

import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import agon


def test_a_report_has_every_form() -> None:
    report = agon.lab.match("primi-composti", "asc", "random", games=40, seed=1)
    assert report.columns == [
        "seat", "games", "won", "tied", "lost", "points", "points_low", "points_high", "elo", "elo_low", "elo_high", "nelo"
    ]  # fmt: skip
    row = report.rows[-1]
    assert (row["seat"], row["games"]) == ("all", 40) and isinstance(row["points"], float)
    assert report.text.startswith(report.title) and str(report) == report.text
    assert report.csv.splitlines()[0].startswith(",".join(report.columns) + ",command,seed,version,")
    assert report.html.startswith("<!doctype html>") and "<svg" in report.html
    assert json.loads(report.json) == report.data and report.data["seed"] == 1
    made = report.provenance
    assert made == report.data["provenance"] and made["seed"] == 1 and made["version"] == agon.__version__
    assert made["command"].startswith("agon match primi-composti asc random ")
    assert report.text.splitlines()[-2] == made["command"] and made["date"] in report.text.splitlines()[-1]
    assert "srcdoc" in report._repr_html_() and report.notes


def test_a_report_becomes_a_frame() -> None:
    report = agon.lab.table("tic-tac-toe", ["hard", "random"], games=10)
    pandas, polars = report.to_pandas(wide=True), report.to_polars(wide=True)
    assert list(pandas.columns) == polars.columns == report.columns
    assert len(pandas) == len(polars) == len(report.rows) == 4
    assert polars.to_dicts() == report.rows
    # In long form, a row for every number, and reports of different kinds go below one another.
    pandas, polars = report.to_pandas(), report.to_polars()
    assert list(pandas.columns) == polars.columns == list(report.long[0])
    assert len(pandas) == len(polars) == len(report.long) > 16
    row = pandas[(pandas.player == "hard") & (pandas.opponent == "random") & (pandas.measure == "win_first")].iloc[0]
    assert row.low <= row.value <= row.high and row.command == report.provenance["command"]
    other = agon.lab.match("gambit", "easy", "random", games=4)
    assert list(other.long[0]) == list(report.long[0])
    twice = agon.lab.table("tic-tac-toe", ["random", "random"], games=2)
    assert len(set(twice.columns)) == len(twice.columns)


def test_every_kind_of_study_is_reported() -> None:
    tournament = agon.lab.tournament("tic-tac-toe", ["easy", "hard", "random"], games=10)
    assert len(tournament.rows) == 3
    balance = agon.lab.balance("tic-tac-toe", "easy", vary={"size": [3, 4], "line": [3]}, games=4)
    assert len(balance.rows) == 2
    measured = agon.lab.balance("tic-tac-toe", ["easy", "random"], quality=4, games=4)
    assert [row["player"] for row in measured.rows] == ["easy", "random"]
    assert 0 <= float(measured.rows[1]["uncertainty"] or 0) <= 1 and "uncertainty" not in balance.columns
    trial = agon.lab.sprt("tic-tac-toe", "hard", "random", elo0=0, elo1=50, threads=2)
    assert trial.accepted == 50.0 and trial.won > trial.lost and trial.ratio >= trial.bounds[1]
    assert json.loads(trial.json)["accepted"] == 50.0 and "accepted: stronger by 50 Elo" in trial.text


def test_threads_make_no_difference() -> None:
    def play(threads: int) -> str:
        return agon.lab.table("primi-composti", ["asc", "greedy_rand"], games=60, threads=threads).text

    assert play(1) == play(3)
    one, three = (agon.lab.sprt("primi-composti", "asc", "random", elo1=60, threads=threads).text for threads in (1, 3))
    assert one == three


def test_blocks_played_anywhere_make_the_whole() -> None:
    study = agon.Study("table", "primi-composti", ["asc", "desc"], games=50, seed=4)
    blocks = study.blocks()
    assert sum(end - first for _, _, first, end in blocks) == study.games == 200
    random.Random(1).shuffle(blocks)
    elsewhere = pickle.loads(pickle.dumps(study))
    lines = [elsewhere.play(block) for block in blocks]
    whole = study.run()
    assert study.report(lines).html == whole.html and study.report(lines).json == whole.json
    with pytest.raises(agon.StudyError, match="of 200 games are missing"):
        study.report(lines[1:])
    assert study.report(lines[1:], partial=True).rows
    with pytest.raises(agon.StudyError, match="are there twice"):
        study.report([*lines, lines[0]])
    with pytest.raises(agon.StudyError, match="bad line"):
        study.report(["{}"])
    other = agon.Study("match", "primi-composti", ["asc", "desc"], games=10, players=3)
    with pytest.raises(agon.StudyError):
        study.report([other.play(other.blocks()[0])])


def test_a_study_is_kept_resumed_and_merged(tmp_path: Path) -> None:
    study = agon.Study("match", "primi-composti", ["asc", "random"], games=30)
    keep, save = tmp_path / "kept", tmp_path / "records"
    whole = study.run(keep=keep, save=save)
    assert len(save.read_text().splitlines()) == 30
    agon.Table.replay(save.read_text().splitlines()[7])
    lines = keep.read_text().splitlines()
    assert len(lines) == 1 + len(study.blocks()) and lines[0] == study.json
    # Interrupted in the middle of a line, it goes on where it was.
    keep.write_text("\n".join(lines[:10]) + "\n" + lines[10][:7])
    assert study.run(keep=keep).text == whole.text
    assert sorted(keep.read_text().splitlines()) == sorted(lines)
    assert agon.lab.merge([keep]).text == whole.text
    with pytest.raises(agon.StudyError, match="holds another study"):
        agon.lab.match("primi-composti", "asc", "random", games=30, seed=9, keep=keep)
    with pytest.raises(agon.StudyError, match="is a run of 30 games; ask for as many"):
        agon.lab.match("primi-composti", "asc", "random", games=20, keep=keep)
    with pytest.raises(agon.StudyError, match="are there twice"):
        agon.lab.merge([keep, keep])
    with pytest.raises(agon.AgonError, match="no files to merge"):
        agon.lab.merge([])
    # More games extend it.
    longer = agon.lab.match("primi-composti", "asc", "random", games=80, keep=keep)
    assert longer.text == agon.lab.match("primi-composti", "asc", "random", games=80).text
    assert agon.lab.merge([keep]).json == longer.json


def test_a_sequential_test_is_kept(tmp_path: Path) -> None:
    def test(**arguments: object) -> agon.TrialResult:
        return agon.lab.sprt("primi-composti", "greedy_asc", "asc", elo1=60, **arguments)

    whole = test()
    assert test(games=10, keep=tmp_path / "kept").accepted is None
    assert test(keep=tmp_path / "kept").json == whole.json == test(keep=tmp_path / "kept").json
    # Who has won everything has a lower bound only.
    value, low, high = whole.elo
    assert low is not None and low > 0 and (value is None) == (high is None)


def test_games_begin_with_openings() -> None:
    book = ["# two openings", "tic-tac-toe~size=3~line=3~seed=0~b2\teven", "tic-tac-toe~size=3~line=3~seed=0~a1"]
    report = agon.lab.match("tic-tac-toe", "perfect", "perfect", games=8, openings=book)
    assert any("there are 2 different openings for 4 games" in note for note in report.notes)
    assert report.data["different"] <= 8 and report.data["different_exact"]
    with pytest.raises(agon.StudyError, match="the game is over there"):
        agon.lab.match("tic-tac-toe", "easy", "easy", openings=["tic-tac-toe~size=3~line=3~seed=0~a1~b1~a2~b2~a3"])
    with pytest.raises(agon.StudyError, match="it has no opening"):
        agon.lab.match("tic-tac-toe", "easy", "easy", openings=[])
    with pytest.warns(UserWarning, match="left out size=3 line=4"):
        balance = agon.lab.balance("tic-tac-toe", "easy", vary={"size": [3, 4], "line": [3, 4]}, games=2)
    assert len(balance.rows) == 3


def test_a_file_of_blocks_is_written_by_many(tmp_path: Path) -> None:
    study = agon.Study("match", "tic-tac-toe", ["hard", "random"], games=12)
    blocks = study.blocks()
    first = agon.Keep(tmp_path / "kept", study)
    assert first.done == [] and first.blocks == []
    for block in blocks[:5]:
        first.add(study.play(block))
    second = agon.Keep(tmp_path / "kept", study)
    assert second.blocks == blocks[:5] and len(second.done) == 5
    lines = second.done + [study.play(block) for block in blocks[5:]]
    assert study.report(lines).text == study.run().text


def test_progress_is_told_and_may_stop_the_study() -> None:
    heard: list[tuple[int, int]] = []
    agon.lab.match("primi-composti", "asc", "random", games=20, progress=lambda *counts: heard.append(counts))
    assert heard[-1] == (20, 20)

    class Enough(Exception):
        pass

    def enough(played: int, games: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        agon.lab.match("infiltration", "expert", "expert", games=1_000_000, progress=enough)


def test_another_program_plays(tmp_path: Path) -> None:
    player = tmp_path / "player.py"
    player.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    event = json.loads(line)\n"
        "    if event['event'] == 'turn':\n"
        "        print(event['legal'][0], flush=True)\n"
    )
    report = agon.lab.match("tic-tac-toe", f"cmd:python3 {player}", "random", games=4, threads=1)
    assert report.rows[-1]["games"] == 4


def test_what_is_wrong_is_said() -> None:
    wrong: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: agon.lab.match("gambit", "x", "easy"), agon.PlayerError, "unknown player `x`; there is `easy`, "),
        (lambda: agon.lab.tournament("gambit", ["easy"]), agon.StudyError, "a tournament needs two players at least"),
        (lambda: agon.lab.match("gambit", "easy", "hard", games=0), agon.NumberError, "bad number of games `0`; "),
        (lambda: agon.lab.match("gambit", "easy", "hard", threads=0), agon.NumberError, "bad number of threads `0`; "),
        (lambda: agon.lab.match("gambit", "easy", "hard", size=3), agon.OptionError, "unknown option `size` of gambit"),
        (
            lambda: agon.lab.balance("tic-tac-toe", vary={"size": []}),
            agon.StudyError,
            "cannot vary `size`: no value is given",
        ),
        (lambda: agon.lab.sprt("gambit", "easy", "hard", elo0=5, elo1=5), agon.StudyError, "elo0 5 must be less than"),
        (
            lambda: agon.Study("race", "gambit", []),  # type: ignore[arg-type]
            agon.StudyError,
            "unknown study `race`; there is `match`, `table`, `tournament` or `balance`",
        ),
        (lambda: agon.Study.read("{}"), agon.StudyError, "bad study `{}`: "),
        (
            lambda: agon.Study("match", "gambit", ["easy", "random"]).play((0, 9, 0, 5)),
            agon.StudyError,
            "no block (0, 9, 0, 5) of this study; `blocks` lists them",
        ),
    ]
    for call, kind, said in wrong:
        with pytest.raises(kind) as raised:
            call()
        assert str(raised.value).startswith(said)


def test_the_command_line_prints_the_same(program: Callable[..., str]) -> None:
    table = agon.lab.table("primi-composti", ["asc", "greedy_rand"], games=40, seed=2)
    words = "table primi-composti --players asc,greedy_rand --games 40 --seed 2 --format".split()
    assert program(*words, "text") == table.text
    assert program(*words, "csv") == table.csv
    assert program(*words, "html") == table.html
    assert program(*words, "json").strip() == table.json
    balance = agon.lab.balance("tic-tac-toe", "easy", vary={"size": [3, 4]}, games=10)
    assert program(*"balance tic-tac-toe --player easy --vary size=3,4 --games 10".split()) == balance.text
    trial = agon.lab.sprt("tic-tac-toe", "hard", "random", elo1=50)
    assert program(*"sprt tic-tac-toe hard random --elo1 50".split()) == trial.text
    assert program(*"sprt tic-tac-toe hard random --elo1 50 --json".split()).strip() == trial.json
