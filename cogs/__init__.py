"""One module per family of slash commands; each only reads options, calls what is below, and shows the result."""

EXTENSIONS = (
    "cogs.rules.cog",
    "cogs.game.game_cog",
    "cogs.game.own_games_cog",
    "cogs.game.turn_cog",
    "cogs.game.can_cog",
    "cogs.game.range_cog",
    "cogs.game.score_cog",
    "cogs.game.show_cog",
    "cogs.score_pad.cog",
    "cogs.results.results_cog",
    "cogs.automa.cog",
    "cogs.calculator.cog",
    "cogs.general.help_cog",
    "cogs.general.about_cog",
    "cogs.general.settings_cog",
    "cogs.general.privacy_cog",
    "cogs.general.still_open_cog",
    "cogs.general.data_retention_cog",
)
"""The modules that the client loads, each with a ``setup(bot: House)``."""
