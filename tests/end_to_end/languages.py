"""The languages in which long tests run."""

import pytest

ALL = ("de", "fr", "en")


def mostly(language: str) -> pytest.MarkDecorator:
    """Parametrize a long test by language: always in this one, in the others in ``make soak``.

    What is said is held for every language by short tests; a long test is about what happens.
    """
    others = [pytest.param(other, marks=pytest.mark.soak) for other in ALL if other != language]
    return pytest.mark.parametrize("language", [language, *others])
