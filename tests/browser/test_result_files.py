"""A file of results in the page: sent, looked at, taken, and handed out again, in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.conftest import Address, Tab

IMPORT = {"en": "results import", "de": "ergebnisse einlesen", "fr": "résultats importer"}
EXPORT = {"en": "results export", "de": "ergebnisse exportieren", "fr": "résultats exporter"}
MODERATOR = {"en": "Robin", "de": "Toni", "fr": "Dominique"}
ADDED = {"en": "2 results were added", "de": "2 Ergebnisse wurden hinzugefügt", "fr": "2 résultats ont été ajoutés"}
FILE = """result;closed_at;player;total;track;shoe_size
1;31.01.2026;Ada;50;50;38
1;31.01.2026;Bruno *the* @everyone;41;41;44
2;2026-02-07;Ada;61;61;38
2;2026-02-07;Chloé;61;61;37
3;05/06/2026;Ada;47;47;38
4;2026-02-09;Ada;47;46;38
5;2999-01-31;Ada;many;;38
"""


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_a_file_is_shown_taken_and_handed_out(
    real: Address, visit: Callable[..., Tab], tmp_path: Path, language: str, size: str
) -> None:
    tab = visit(real, language, size, person=MODERATOR[language])
    tab.name = f"files-{tab.name}"
    file = tmp_path / "results.csv"
    file.write_text(FILE.replace("Ada", f"Ada {size}"), encoding="utf-8")
    preview = sent(tab, file)
    tab.shot("1-preview")
    assert tab.fits()
    assert "closed_at" in preview.inner_text()
    assert preview.locator("button.primary").count() == 1
    preview.locator("button.primary").click()
    preview.get_by_text(ADDED[language]).wait_for()
    tab.settle()
    tab.shot("2-added")
    again = sent(tab, file)
    tab.shot("3-again")
    assert again.locator("button.primary").count() == 0
    given = tab.run(EXPORT[language])
    tab.shot("4-export")
    with tab.page.expect_download() as download:
        given.locator(".file a").click()
    assert f"Ada {size}" in download.value.path().read_text(encoding="utf-8-sig")


def sent(tab: Tab, file: Path) -> Locator:
    """Send a file to the bot; its answer."""
    tab.settle()
    before = tab.messages.count()
    tab.start_command(IMPORT[tab.language])
    tab.page.locator("form.command input[type=file]").set_input_files(file)
    tab.page.locator("form.command button[type=submit]").click()
    return tab.arrived(before)
