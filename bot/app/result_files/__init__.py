"""Results out of the bot and into it again: files of results, what is in a file, and what becomes of it.

told = await results_file(store, place, "csv", "de")           # out
read = await ResultFiles().read(data, "results.csv")           # in: in a process of its own, nothing is kept
preview = await preview_of(store, place, read)
await keep_results(store, place, channel, preview, who, "de")  # in one transaction
"""

from bot.app.result_files.pending_imports import PendingImport, PendingImports
from bot.app.result_files.result_file_model import FileMistake, FileRefused, ReadFile, ReadResult
from bot.app.result_files.result_file_process import LARGEST, ResultFiles, TooManyFiles, read_file_here
from bot.app.result_files.result_import import ImportPreview, keep_results, preview_of
from bot.app.result_files.results_file import KINDS, MOST_IN_FILE, Kind, ResultsFile, results_files

__all__ = [
    "KINDS",
    "LARGEST",
    "MOST_IN_FILE",
    "FileMistake",
    "FileRefused",
    "ImportPreview",
    "Kind",
    "PendingImport",
    "PendingImports",
    "ReadFile",
    "ReadResult",
    "ResultFiles",
    "ResultsFile",
    "TooManyFiles",
    "keep_results",
    "preview_of",
    "read_file_here",
    "results_files",
]
