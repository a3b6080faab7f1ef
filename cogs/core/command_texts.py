"""Commands whose names and descriptions come from the catalogues: one decorator instead of three."""

from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.core.localization import Localized

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.app_commands.commands import Command, CommandCallback, GroupT, P, T


class CommandTexts:
    """The texts of a cog's commands and options, found by their keys.

    A command's key is ``<commands>.<command>``, an option's ``<options>.<option>``; each has the fields ``.name`` and
    ``.description``. ``options`` is ``commands`` where it is not given::

        texts = CommandTexts("tally.command")


        @texts.command("fill", "form", tally="which")
        async def fill(self, interaction: Interaction, tally: int, form: str) -> None: ...
    """

    def __init__(self, commands: str, options: str = "") -> None:
        self._commands = commands
        self._options = options or commands

    def command(
        self, command: str, /, *same: str, **others: str | tuple[str, str]
    ) -> "Callable[[CommandCallback[GroupT, P, T]], Command[GroupT, P, T]]":
        """Make a method the command of that key.

        ``same``: the parameters whose option has a key of the same name; ``others``: the keys of other parameters. Two
        keys are those of the name and of the description. A key with a dot is a whole one.
        """
        name, description = self.command_keys(command)
        made = app_commands.command(name=Localized(name), description=Localized(description))
        options = self.option_keys(*same, **others)

        def decorate(callback: Any) -> Any:
            if options:
                app_commands.rename(**{each: Localized(keys[0]) for each, keys in options.items()})(callback)
                app_commands.describe(**{each: Localized(keys[1]) for each, keys in options.items()})(callback)
            return made(callback)

        return decorate

    def command_keys(self, command: str) -> tuple[str, str]:
        """The keys of a command's name and description."""
        return _fields(f"{self._commands}.{command}", f"{self._commands}.{command}")

    def option_keys(self, *same: str, **others: str | tuple[str, str]) -> dict[str, tuple[str, str]]:
        """The keys of the options' names and descriptions, by parameter; arguments as of :meth:`command`."""
        pairs = {name: (name, name) for name in same}
        pairs |= {name: key if isinstance(key, tuple) else (key, key) for name, key in others.items()}
        return {name: _fields(self._whole(key), self._whole(about)) for name, (key, about) in pairs.items()}

    def _whole(self, key: str) -> str:
        return key if "." in key else f"{self._options}.{key}"


def _fields(name: str, description: str) -> tuple[str, str]:
    return f"{name}.name", f"{description}.description"
