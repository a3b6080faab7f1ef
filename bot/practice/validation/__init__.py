"""Discord's rules for what a bot may send, beyond the shape of the JSON.

Every check adds to a :class:`~bot.practice.errors.Problems`, so that one answer can carry everything that is wrong.
Fields of a wrong type are left to the OpenAPI check; here they are passed over.
"""
