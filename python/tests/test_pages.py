"""The documents: every example on the pages about Python runs and prints what it says."""

import doctest
import os
from pathlib import Path

import pytest

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def root() -> Path:
    """The repository."""
    given = os.environ.get("AGON_ROOT")
    return Path(given) if given else Path(__file__).parent.parent.parent


def blocks(page: str, kind: str) -> list[str]:
    """The blocks of code of one kind on a page."""
    parts = (root() / page).read_text(encoding="utf-8").split(f"```{kind}\n")[1:]
    return [part.split("```")[0] for part in parts]


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_examples_print_what_they_say(page: str) -> None:
    text = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(test.examples) > 30
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_programs_run(page: str) -> None:
    programs = blocks(page, "python")
    assert programs
    for program in programs:
        exec(compile(program, page, "exec"), {})
