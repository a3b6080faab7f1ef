"""One module per family of slash commands; each only reads options, calls what is below, and shows the result."""

EXTENSIONS = (
    "cogs.rules",
    "cogs.game",
    "cogs.turn",
    "cogs.can",
    "cogs.range",
    "cogs.score",
    "cogs.show",
    "cogs.tally",
    "cogs.results",
    "cogs.mautoma",
    "cogs.calc",
    "cogs.help",
    "cogs.about",
    "cogs.settings",
    "cogs.still_open",
)
"""The modules that the client loads, each with a ``setup(bot: House)``."""
