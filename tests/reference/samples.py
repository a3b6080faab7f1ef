"""Entries for tests of the loader."""


def entry_yaml(name: str, see: str) -> str:
    """A sound entry as YAML; the words of each language tell which entry they belong to."""
    return f"""\
- id: {name}
  scope: base
  certainty: stated
  sources:
    - {{document: "000", section: "Entfernung"}}
  see: [{see}]
{_words(name, "en")}{_words(name, "de")}{_words(name, "fr")}"""


def _words(name: str, locale: str) -> str:
    return f"""\
  {locale}:
    title: Title {name} {locale}
    answer: 0 food; a target beside one of your own pieces costs nothing.
    rule: >-
      Only the spaces in between are counted, and between two neighbours there is none, so nothing is paid.
    example: Your building touches the desert, so you pay 0 food.
    aliases: [{", ".join(f"{name} {locale} {n}" for n in range(1, 6))}]
"""


def glossary_yaml(entry: str) -> str:
    words = "{{term: {0}, definition: What a wheel is good for in the game.}}"
    return (
        "- id: gear\n  entry: "
        + entry
        + "".join(f"\n  {x}: {words.format('wheel ' + x)}" for x in ("en", "de", "fr"))
        + "\n"
    )
