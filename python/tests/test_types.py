"""The types that editors and type checkers see are those of the module."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def check(*arguments: str) -> None:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=HERE.parent, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_those_of_the_module() -> None:
    check("-m", "mypy.stubtest", "agon._agon", "--mypy-config-file", "pyproject.toml")


def test_package_and_tests_are_typed() -> None:
    check("-m", "mypy", "--config-file", "pyproject.toml", "--package", "agon", "--package", "tests")
