"""The icons of the pictures as emojis of the application, so that texts, buttons and menus show the same signs.

Texts are written with Unicode signs everywhere. Every panel is sent through :meth:`ApplicationEmojis.applied`, which
puts the application's emojis in their place. Until those are known, and where they would make a message too long, the
Unicode signs stay.
"""

import asyncio
import hashlib
import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord

from bot.pictures.emoji_images import emoji_images
from bot.pictures.icons import icons_by_sign
from cogs.core.services import BotClient

log = logging.getLogger(__name__)

MOST_TEXT: Final = 4000
"""Characters of all texts of a message together, as Discord counts them: an emoji is some thirty."""
TEXT, BUTTON, MENU = 10, 2, 3
"""Types of components."""
HASH: Final = 4
"""Characters of the drawing's hash in a name, by which a changed drawing is noticed."""
INVALID_FORM: Final = 50035
_SELECTOR: Final = "\ufe0f"
_SUFFIX: Final = re.compile(rf"_[0-9a-f]{{{HASH}}}$")
_CODE: Final = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


class ApplicationEmojis:
    """What the application has of them; empty as long as nothing is known."""

    def __init__(self) -> None:
        self._by_sign: dict[str, discord.PartialEmoji] = {}
        self._signs: re.Pattern[str] | None = None

    def know(self, by_icon: Mapping[str, discord.PartialEmoji]) -> None:
        """Use these, by the name of the icon, from now on."""
        self._by_sign = {sign: by_icon[icon] for sign, icon in icons_by_sign().items() if icon in by_icon}
        alternatives = (f"{_SELECTOR}?".join(map(re.escape, sign)) for sign in self._by_sign)
        self._signs = re.compile(f"(?:{'|'.join(alternatives)}){_SELECTOR}?") if self._by_sign else None

    def doubt(self, error: discord.HTTPException) -> bool:
        """Whether Discord refused a message because it no longer has an emoji; then none is used until they are learnt
        anew."""
        if self._signs is None or error.code != INVALID_FORM or "emoji" not in error.text.casefold():
            return False
        self.know({})
        return True

    def emoji(self, sign: str) -> discord.PartialEmoji | None:
        """The application's emoji for a sign; None where there is none."""
        return self._by_sign.get(sign.replace(_SELECTOR, ""))

    def in_text(self, text: str) -> str:
        """The text with emojis in place of signs; what stands in code stays as it is."""
        if self._signs is None:
            return text
        code = _CODE.split(text)
        code[::2] = [self._signs.sub(self._written, part) for part in code[::2]]
        return "".join(code)

    def _written(self, found: re.Match[str]) -> str:
        """In a text the number alone counts; the name goes without its hash, which costs room and is read aloud."""
        emoji = self.emoji(found[0])
        assert emoji is not None, "the pattern is made of the signs that are known"
        return f"<:{_SUFFIX.sub('', emoji.name)}:{emoji.id}>"

    def applied(self, components: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The components of a message with emojis in place of signs. They are changed in place."""
        if self._signs is None:
            return components
        every = list(_walk(components))
        texts = [each for each in every if each["type"] == TEXT]
        written = [self.in_text(each["content"]) for each in texts]
        if sum(map(len, written)) <= MOST_TEXT:
            for each, text in zip(texts, written, strict=True):
                each["content"] = text
        for each in every:
            if each["type"] == BUTTON:
                self._apply(each)
            if each["type"] == MENU:
                self._apply_to_menu(each)
        return components

    def _apply_to_menu(self, menu: dict[str, Any]) -> None:
        """The text of a closed menu can show no emoji: its sign goes, the words say the same."""
        first, _, rest = (menu.get("placeholder") or "").partition(" ")
        if rest and self.emoji(first) is not None:
            menu["placeholder"] = rest
        for option in menu.get("options", ()):
            self._apply(option)

    def _apply(self, control: dict[str, Any]) -> None:
        """Discord shows such an emoji beside a label, not in it."""
        given, label = control.get("emoji"), control.get("label") or ""
        first, _, rest = label.partition(" ")
        sign = given["name"] if given and not given.get("id") else "" if given else first
        if (emoji := self.emoji(sign or "")) is None or (not given and not rest):
            return
        control["emoji"] = emoji.to_dict()
        if not given:
            control["label"] = rest


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        if accessory := component.get("accessory"):
            yield from _walk([accessory])


EMOJIS: Final = ApplicationEmojis()
"""Those of this process's application."""


def emoji_name(icon: str, image: bytes) -> str:
    """The name on Discord: that of the icon, and a short hash of its drawing."""
    return f"{icon}_{hashlib.sha256(image).hexdigest()[:HASH]}"


async def learn_emojis(client: BotClient) -> None:
    """Give the application the emojis that it lacks, take back those of older drawings, and use what there is. It is
    logged once if that fails, and the Unicode signs stay. Emojis of other names are left alone."""
    try:
        images = await asyncio.to_thread(emoji_images)
        names = {emoji_name(icon, image): icon for icon, image in images.items()}
        present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        _use(names, present)
        missing = [name for name in names if name not in present]
        for name in missing:
            present[name] = await client.create_application_emoji(name=name, image=images[names[name]])
        _use(names, present)
        for emoji in [emoji for name, emoji in present.items() if name not in names and _is_older(name, images)]:
            await emoji.delete()
        if missing:
            log.info("emojis uploaded", extra={"emojis": len(missing)})
    except Exception:
        log.warning("emojis not uploaded; the others are shown as Unicode", exc_info=True)


def _use(names: Mapping[str, str], present: Mapping[str, discord.Emoji]) -> None:
    known = {icon: present[name] for name, icon in names.items() if name in present}
    if len(known) == len(names):
        EMOJIS.know({icon: discord.PartialEmoji(name=emoji.name, id=emoji.id) for icon, emoji in known.items()})


def _is_older(name: str, images: Mapping[str, bytes]) -> bool:
    icon, _, digest = name.rpartition("_")
    return icon in images and re.fullmatch(rf"[0-9a-f]{{{HASH}}}", digest) is not None
