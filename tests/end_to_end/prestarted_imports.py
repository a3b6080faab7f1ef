"""What every bot imports, reads and works out at its start, once for all that are forked from here."""

import gc
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

WORKED_OUT = (
    "phrases",
    "intents",
    "Lexical",
    "SpellingCorrection",
    "LanguageDetector",
    "EntryPriors",
    "Intents",
    "OutOfScope",
)
"""Parts of the search that depend on the reference alone, and need no language model."""


def once(make: Callable[..., Any]) -> Callable[..., Any]:
    """What makes a thing from the same things only once."""
    made: dict[tuple[int, ...], tuple[Any, tuple[Any, ...]]] = {}

    def remembered(*given: Any) -> Any:
        key = tuple(map(id, given))
        if key not in made:
            made[key] = make(*given), given  # what was given stays, so that its id stays its own
        return made[key][0]

    return remembered


def read_reference() -> None:
    """Open the reference once; a bot that opens it finds everything but the language model made."""
    search, reference = import_module("bot.reference.search"), import_module("bot.reference")
    for name in WORKED_OUT:
        vars(search)[name] = once(vars(search)[name])
    search.SpellingClasses.read = once(search.SpellingClasses.read)
    reference.Reference.open(lexical=True)


def warm_up_pictures() -> None:
    """Draw once what a bot draws at its start, so that it finds fonts and signs read."""
    renderer: ModuleType = import_module("bot.pictures.render.renderer")
    vars(renderer)["_warm_up"](import_module("bot.engine.packs").field())
    vars(renderer)["_warm_up"] = lambda pack: None


gc.disable()
for module in ("bot.__main__", "bot.cli.run_command", "bot.practice.launch"):
    import_module(module)
del sys.modules["bot.__main__"]  # it is run as the main module
for extension in import_module("cogs").EXTENSIONS:
    import_module(extension)
read_reference()
warm_up_pictures()
text = import_module("bot.text")
for locale in text.LOCALES:
    text.t(locale, "error.working")
gc.enable()
gc.freeze()
