"""The examples in the documentation run, in Rust's comments and in Python's."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import agon

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def modules() -> Iterator[ModuleType]:
    yield agon
    for info in pkgutil.iter_modules(agon.__path__):
        # A module that needs a package of its own is tested where that is installed.
        try:
            yield importlib.import_module(f"agon.{info.name}")
        except ModuleNotFoundError:
            continue


def documented() -> Iterator[tuple[str, str]]:
    """Everything that has documentation, by name."""
    seen = set()
    for module in modules():
        yield module.__name__, module.__doc__ or ""
        for name, thing in vars(module).items():
            if name.startswith("_") or id(thing) in seen or inspect.ismodule(thing):
                continue
            if not (inspect.isclass(thing) or callable(thing)) or not str(thing.__module__).startswith("agon"):
                continue
            seen.add(id(thing))
            yield f"{module.__name__}.{name}", thing.__doc__ or ""
            for part, inner in vars(thing).items() if inspect.isclass(thing) else ():
                text = getattr(inner, "__doc__", None)
                if not part.startswith("__") and isinstance(text, str):
                    yield f"{module.__name__}.{name}.{part}", text


@pytest.mark.parametrize(("name", "text"), [pytest.param(name, text, id=name) for name, text in documented()])
def test_examples_print_what_they_say(name: str, text: str) -> None:
    assert text, f"{name} has no documentation"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)
