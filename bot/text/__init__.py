"""What the bot says, in three languages.

Words live in gettext catalogues, ``rules_data/text/<language>/<domain>.po``; all domains of a language are one
catalogue here. A msgid is a key (``help.first_steps``); its first part is the domain, hence the file. Code says which
key and which values, never a sentence.

    t("de", "settings.language.saved", language="Deutsch")
    tn("fr", "rule.matches", 3)
"""

from bot.text.catalogue import Catalogue, Catalogues, MissingText, be_strict, catalogues, read_catalogues, t, tn
from bot.text.formatting import either, joined, number
from bot.text.locale import DEFAULT, LOCALES, Locale, as_locale, endonym

__all__ = [
    "DEFAULT",
    "LOCALES",
    "Catalogue",
    "Catalogues",
    "Locale",
    "MissingText",
    "as_locale",
    "be_strict",
    "catalogues",
    "either",
    "endonym",
    "joined",
    "number",
    "read_catalogues",
    "t",
    "tn",
]
