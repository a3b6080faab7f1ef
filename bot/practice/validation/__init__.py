"""Discord's rules for requests of a bot, beyond the shape of the JSON.

Every check adds to a :class:`~bot.practice.errors.Problems`, so that one response reports all problems. Fields of a
wrong type are left to the OpenAPI check and skipped here.
"""
