"""What tribes and artifact cards of results are called: by the packs that this server is offered, never by those of
another one."""

from collections.abc import Iterable
from typing import Final, Literal, Self

import msgspec

from bot.app.score_pad import component_key, pack_of_key
from bot.engine.components import Pack
from bot.engine.packs import field
from bot.text import Locale, t
from bot.text.game.names import in_language
from cogs.core.services import Interaction
from cogs.results.statistics_view import StatisticsView, is_shortened, shortened
from cogs.score_pad.pad_access import place_of

UNKNOWN: Final = "?"
Kind = Literal["tribe", "artifact_card"]


class ComponentNames:
    """Names in one language, nothing escaped. One of another pack than the bot's own says which, as packs are often
    copies of each other; where it is gone, identifiers are spelt out."""

    def __init__(self, locale: Locale, packs: Iterable[Pack]) -> None:
        self._locale = locale
        self._own, self._packs = field(), tuple(packs)

    @classmethod
    async def read_here(cls, interaction: Interaction, locale: Locale) -> Self:
        """By what tables here can choose."""
        registry = interaction.client.services.tables.repository.packs
        return cls(locale, [each.pack for each in await registry.offered(interaction.guild_id or 0)])

    def tribe(self, key: str) -> str:
        """The name of a tribe; of one that no result has any more there is none."""
        return UNKNOWN if is_shortened(key) else self._name("tribe", key)

    def card(self, key: str) -> str:
        """The name of an artifact card."""
        return self._name("artifact_card", key)

    def _name(self, kind: Kind, key: str) -> str:
        named, component = pack_of_key(key)
        if not named:
            return self._of(self._own, kind, component) or _spelt(component)
        for pack in self._packs:
            if component_key(pack.id, component) == key:
                name = self._of(pack, kind, component) or _spelt(component)
                return self._with_pack(name, in_language(self._locale, pack.name))
        return self._with_pack(_spelt(component), _spelt(named))

    def _of(self, pack: Pack, kind: Kind, component: str) -> str:
        found = getattr(pack, kind).get(component)
        return in_language(self._locale, found.name) if found else ""

    def _with_pack(self, name: str, pack: str) -> str:
        return t(self._locale, "results.of_pack", name=name, pack=pack)


async def with_whole_tribe(interaction: Interaction, view: StatisticsView) -> StatisticsView:
    """The page with the name of a tribe that its custom id had no room for; as it was, where no result here has it."""
    if not is_shortened(view.tribe):
        return view
    here = await interaction.client.services.store.result_statistics.tribes(place_of(interaction))
    tribe = next((each for each in here if shortened(each) == view.tribe), view.tribe)
    return msgspec.structs.replace(view, tribe=tribe)


def _spelt(identifier: str) -> str:
    """``Ash walkers`` for ``ash_walkers``."""
    words = identifier.replace("_", " ").strip()
    return words[:1].upper() + words[1:] or UNKNOWN
