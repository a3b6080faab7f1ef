"""Where every sub-command ends: with a sentence and an exit status, never with a traceback to be read."""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn, TextIO

import typer
from rich.console import Console
from typer.core import TyperGroup
from typer.exceptions import TyperException

from bot.exits import CannotRun, Exit
from bot.logs import redact
from bot.settings import WrongSetting, read_settings

MISTAKE: Final = "This is a mistake in the program. Please report it with the lines above."
NARROWEST: Final = 80
"""Columns of a page that goes to a pipe or a file."""


class CommandGroup(TyperGroup):
    """The group of all sub-commands: whatever keeps one from its work is said in a sentence."""

    def make_context(self, *given: Any, **more: Any) -> Any:
        """Reads the arguments, and prints the help."""
        with _written_out():
            return super().make_context(*given, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run a sub-command; a failure ends the program with a sentence and an exit status."""
        try:
            with _written_out():
                return super().invoke(ctx)
        except CannotRun as problem:
            stop(str(problem), problem.status)
        except OSError as error:
            stop(_about_a_file(error), Exit.FAILED)
        except (TyperException, typer.Exit, typer.Abort):
            raise
        except Exception:
            stop(redact(_secrets(), traceback.format_exc()) + MISTAKE, Exit.FAILED)


class Page(Console):
    """A console for tables: whole lines in a pipe, and an end of its own where nobody reads on."""

    def __init__(self) -> None:
        super().__init__()
        if not self.is_terminal:
            self.width = max(self.width, NARROWEST)

    def say(self, text: str) -> None:
        """Print a text as it is; brackets in it mean nothing."""
        self.print(text, markup=False, highlight=False, soft_wrap=True)

    def on_broken_pipe(self) -> None:
        """Raise, so that the program ends with the status for a reader that has gone."""
        raise BrokenPipeError


def stop(sentence: str, status: int) -> NoReturn:
    """End with a sentence on standard error."""
    typer.echo(sentence, err=True)
    raise typer.Exit(status)


def _about_a_file(error: OSError) -> str:
    """A file that was named on the command line cannot be used, or something else outside of the program."""
    if error.filename is None:
        return f"It cannot go on: {error.strerror or error}."
    return f"{error.filename}: {error.strerror}; name another file or folder, or let your user read and write there."


@contextmanager
def _written_out() -> Iterator[None]:
    """What is still in the buffer is written here, where a closed pipe is expected, and not when Python ends."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _let_go(sys.stdout)
        raise typer.Exit(Exit.READER_GONE) from None
    except SystemExit:  # what Rich does for a help page that nobody reads
        raise typer.Exit(Exit.READER_GONE) from None


def _let_go(stream: TextIO) -> None:
    """Write what is left of the output to nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _secrets() -> tuple[str, ...]:
    try:
        return read_settings().secrets
    except WrongSetting:
        return ()
