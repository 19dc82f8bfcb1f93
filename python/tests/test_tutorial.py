"""The tutorial: the notebook is made from the page, and both run from the first cell to the last, the training included."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import nbclient
import nbformat
import pytest

from .test_pages import root

#: What the tutorial has promised, checked in the notebook after its last cell.
CHECKS = """
assert before < 0.55, before
assert after > 0.6, (before, after)
rows = {row["player"]: row["elo"] for row in tournament.rows}
assert rows["trained"] > rows["medium"] > rows["random"], rows
"""
#: The same where there was a server.
ROOM_CHECKS = """
assert room.over and game.over and guest.winners is not None and room.record == guest.record
"""


def cells() -> list[tuple[str, str]]:
    """The page as cells: prose, and code."""
    text = (root() / "docs/tutorial.md").read_text(encoding="utf-8")
    # Links lead from the folder of the notebook.
    found: list[tuple[str, str]] = []
    for part in re.split(r"(```python\n.*?```\n)", text, flags=re.DOTALL):
        if part.startswith("```python\n"):
            found.append(("code", part.removeprefix("```python\n").removesuffix("```\n").strip()))
        elif part.strip():
            prose = re.sub(r"\]\((?!http|#)([^)]*)\)", lambda link: f"]({moved(link[1])})", part.strip())
            found.append(("markdown", prose))
    return found


def moved(link: str) -> str:
    """A link of the folder docs, from the folder examples."""
    return os.path.relpath(Path("docs", link), "examples").replace(os.sep, "/")


def notebook(parts: list[tuple[str, str]]) -> nbformat.NotebookNode:
    """The cells as a notebook without outputs, the same every time."""
    make = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    made = [make[kind](text, id=f"cell-{number}") for number, (kind, text) in enumerate(parts)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": kernel})


def test_the_notebook_is_the_page() -> None:
    path = root() / "examples/tutorial.ipynb"
    wanted = nbformat.writes(notebook(cells())) + "\n"
    if os.environ.get("AGON_BLESS") == "1":
        path.write_text(wanted, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == wanted, "AGON_BLESS=1 pytest tests/test_tutorial.py writes it anew"


def test_the_notebook_runs(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ["selfplay.py", "trained.py"]:
        shutil.copy(root() / "examples" / name, tmp_path)
    parts = cells()
    if "AGON_PROGRAM" in os.environ:
        monkeypatch.setenv("AGON_SERVER", request.getfixturevalue("server"))
        checks = CHECKS + ROOM_CHECKS
    else:
        # Without a program there is no server: everything before the room runs.
        parts = parts[: next(number for number, (_, text) in enumerate(parts) if "## Into a room" in text)]
        checks = CHECKS
    # Notebooks keep connections and histories in the home folder.
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    book = notebook([*parts, ("code", checks)])
    nbclient.NotebookClient(book, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    pictures = [output for cell in book.cells for output in cell.get("outputs", []) if "image/svg+xml" in output.get("data", {})]
    assert pictures, "a table shows itself"
