"""The example of every function of the engine's interface runs as it stands."""

import doctest
from types import FunctionType

import pytest

from bot import engine
from bot.engine import actions, api
from bot.engine.packs import field
from bot.engine.state import Options, SeatSetup, Setup

FUNCTIONS = {
    found.__qualname__: found
    for module, names in ((engine, engine.__all__), (api, dir(api)))
    for name in names
    if isinstance(found := getattr(module, name), FunctionType)
    and not name.startswith("_")
    and (module is engine or found.__module__ == api.__name__)
}
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def names() -> dict[str, object]:
    """What an example may use without importing it: the table of the package's own example, and what acts on it."""
    pack = field()
    options = Options(artifact_card="deal")
    setup = Setup(seats=(SeatSetup(), SeatSetup()), pack=pack.hash, seed=7, options=options)
    known = {name: getattr(engine, name) for name in engine.__all__} | vars(actions) | vars(api)
    mine = {"pack": pack, "setup": setup, "game": engine.new_game(setup, pack)}
    return known | mine | {"Setup": Setup, "SeatSetup": SeatSetup, "Options": Options}


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_the_example_runs(name: str) -> None:
    examples = doctest.DocTestFinder(recurse=False).find(FUNCTIONS[name], name, globs=names())
    assert any(found.examples for found in examples), f"{name} has no example"
    for found in examples:
        report: list[str] = []
        doctest.DocTestRunner(optionflags=FLAGS).run(found, out=report.append)
        assert report == []


def test_the_example_of_the_package_runs() -> None:
    found = doctest.DocTestFinder(recurse=False).find(engine, "bot.engine", globs=dict(vars(engine)))
    report: list[str] = []
    for each in found:
        assert each.examples
        doctest.DocTestRunner(optionflags=FLAGS).run(each, out=report.append)
    assert report == []
