"""Writes a compiled catalogue a language, so that the bot starts sooner: ``python -m tools.compile_catalogues``.

The Makefile calls it before the bot and the tests start. The files are not kept in the repository.
"""

import sys
from pathlib import Path

from bot.text.catalogue_files import write_compiled

if __name__ == "__main__":
    try:
        write_compiled(Path(__file__).parents[1] / "rules_data" / "text")
    except ValueError as problem:
        sys.exit(str(problem))
