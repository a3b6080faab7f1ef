"""The parts of the docs that tools write are up to date."""

from tools import glossary_page, import_picture


def test_the_pictures_show_the_imports_as_they_are() -> None:
    """``python -m tools.import_picture`` draws them anew."""
    text = import_picture.PAGE.read_text("utf-8")
    assert import_picture.drawn_into(text) == text


def test_the_glossary_shows_the_terms_of_the_reference() -> None:
    """``python -m tools.glossary_page`` writes them anew."""
    text = glossary_page.PAGE.read_text("utf-8")
    assert glossary_page.written_into(text) == text
