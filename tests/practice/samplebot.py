"""A small, well-behaved bot that uses every kind of command, component and form; not the real one."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import signal
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from PIL import Image

WORDS = ("berry", "bench", "cedar", "delta", "ember", "fjord", "grove", "hazel")
TEXTS = {
    "de": {
        "find": "finde",
        "Look up a word": "Schlägt ein Wort nach",
        "word": "wort",
        "The word": "Das Wort",
        "Red": "Rot",
        "Blue": "Blau",
        "Shout": "Laut rufen",
        "Who is it": "Wer ist das",
    },
    "fr": {
        "find": "trouver",
        "Look up a word": "Cherche un mot",
        "word": "mot",
        "The word": "Le mot",
        "Red": "Rouge",
        "Blue": "Bleu",
        "Shout": "Crier",
        "Who is it": "Qui est-ce",
    },
}
MARKDOWN = """# Heading one
## Heading two
### Heading three
-# small print
**bold** *italic* _also_ __underline__ ~~strike~~ ***both*** `code` ||secret||
> quoted **text**
> second line
- item
  - inner
- another
1. first
2. second
```py
print("<b>not html</b>")
```
<t:1760000000:R> <t:1760000000:D> [link](https://example.com/a) <https://example.com/b>
\\*plain\\* snake_case_name 2 * 3 * 4
<script>alert(1)</script> {person} {channel} {command}"""

Interaction = discord.Interaction[Any]


class Translator(app_commands.Translator):
    async def translate(self, string: locale_str, locale: discord.Locale, context: Any) -> str | None:
        return TEXTS.get(locale.value, {}).get(string.message)


def png(colour: str, width: int, height: int) -> io.BytesIO:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    out.seek(0)
    return out


# ------------------------------------------------------------------------------------------------ components
class Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button that survives restarts: its number is in the custom id."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {n}", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str]) -> Counter:
        return cls(int(match["n"]))

    async def callback(self, interaction: Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Counter(self.n + 1))
        await interaction.response.edit_message(content=f"counted {self.n + 1}", view=view)


class Panel(discord.ui.View):
    @discord.ui.button(label="Hello", style=discord.ButtonStyle.primary)
    async def hello(self, interaction: Interaction, button: discord.ui.Button[Panel]) -> None:
        button.disabled = True
        await interaction.response.edit_message(content=f"hello {interaction.user.display_name}", view=self)

    @discord.ui.button(label="Later", emoji="⏰")
    async def later(self, interaction: Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer()
        await asyncio.sleep(0.1)
        await interaction.edit_original_response(content="edited later")

    @discord.ui.button(label="Yes", style=discord.ButtonStyle.success)
    async def form(self, interaction: Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Broken", style=discord.ButtonStyle.danger)
    async def broken(self, interaction: Interaction, _: discord.ui.Button[Panel]) -> None:
        """Answers nothing at all."""

    @discord.ui.button(emoji="🎲", disabled=True)
    async def off(self, interaction: Interaction, _: discord.ui.Button[Panel]) -> None:
        """Can never be pressed."""

    @discord.ui.select(
        placeholder="Pick colours",
        min_values=1,
        max_values=2,
        options=[
            discord.SelectOption(label=x.title(), value=x, description=f"as {x} as can be")
            for x in ("red", "green", "blue")
        ],
    )
    async def pick(self, interaction: Interaction, select: discord.ui.Select[Panel]) -> None:
        await interaction.response.send_message("picked " + ", ".join(select.values), ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect[Any], placeholder="Pick a user")
    async def user(self, interaction: Interaction, select: discord.ui.UserSelect[Panel]) -> None:
        await interaction.response.send_message(f"user {select.values[0].display_name}")


class MorePanels(discord.ui.View):
    @discord.ui.select(cls=discord.ui.RoleSelect[Any], placeholder="Pick a role")
    async def role(self, interaction: Interaction, select: discord.ui.RoleSelect[MorePanels]) -> None:
        await interaction.response.send_message(f"role {select.values[0].name}", ephemeral=True)

    @discord.ui.select(cls=discord.ui.MentionableSelect[Any], placeholder="Pick anybody", min_values=0, max_values=3)
    async def anybody(self, interaction: Interaction, select: discord.ui.MentionableSelect[MorePanels]) -> None:
        await interaction.response.send_message(f"{len(select.values)} picked", ephemeral=True)

    @discord.ui.select(
        cls=discord.ui.ChannelSelect[Any], placeholder="Pick a channel", channel_types=[discord.ChannelType.text]
    )
    async def channel(self, interaction: Interaction, select: discord.ui.ChannelSelect[MorePanels]) -> None:
        await interaction.response.send_message(f"channel {select.values[0].name}", ephemeral=True)


class Form(discord.ui.Modal, title="Form"):
    note: Any = discord.ui.TextDisplay("Some **words** first.")
    name: Any = discord.ui.Label(text="Name", component=discord.ui.TextInput(min_length=2, max_length=20))
    story: Any = discord.ui.Label(
        text="Story",
        description="as long as you like",
        component=discord.ui.TextInput(style=discord.TextStyle.paragraph, required=False),
    )
    colour: Any = discord.ui.Label(
        text="Colour",
        component=discord.ui.Select(options=[discord.SelectOption(label=x) for x in ("Red", "Green", "Blue")]),
    )
    proof: Any = discord.ui.Label(text="Proof", component=discord.ui.FileUpload(required=False, min_values=0))
    agree: Any = None

    async def on_submit(self, interaction: Interaction) -> None:
        files = self.proof.component.values
        data = (await files[0].read()).decode() if files else "-"
        colour = self.colour.component.values[0]
        await interaction.response.send_message(f"{self.name.component.value} likes {colour}, file={data}")


class Boxes(discord.ui.Modal, title="Boxes"):
    size: Any = discord.ui.Label(
        text="Size",
        component=discord.ui.RadioGroup(options=[discord.RadioGroupOption(label=x, value=x) for x in ("S", "L")]),
    )
    extras: Any = discord.ui.Label(
        text="Extras",
        component=discord.ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label=x, value=x) for x in ("ice", "snow", "fog")],
            min_values=0,
            max_values=2,
            required=False,
        ),
    )
    agree: Any = discord.ui.Label(text="Agree", component=discord.ui.Checkbox())

    def __init__(self, friend: discord.User | discord.Member) -> None:
        super().__init__()
        self.friends = discord.ui.UserSelect[Any](required=False, default_values=[friend])
        self.add_item(discord.ui.Label(text="Friend", component=self.friends))

    async def on_submit(self, interaction: Interaction) -> None:
        size, extras = self.size.component.value, sorted(self.extras.component.values)
        friends = [friend.display_name for friend in self.friends.values]
        await interaction.response.send_message(f"{size} with {extras}, agree={self.agree.component.value}, {friends}")


class Press(discord.ui.Button[Any]):
    def __init__(self) -> None:
        super().__init__(label="Press", custom_id="card:press")

    async def callback(self, interaction: Interaction) -> None:
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.TextDisplay("pressed"))
        await interaction.response.edit_message(view=view, attachments=[])


class Card(discord.ui.LayoutView):
    def __init__(self) -> None:
        super().__init__()
        thumb = discord.ui.Thumbnail[Any]("attachment://a.png", description="a red square")
        gallery = discord.ui.MediaGallery[Any](
            discord.MediaGalleryItem("attachment://a.png", description="the red one"),
            discord.MediaGalleryItem("attachment://b.png", description="the blue one", spoiler=True),
        )
        box = discord.ui.Container[Any](accent_colour=0x5865F2)
        for item in (
            discord.ui.TextDisplay[Any]("# Card\nSome **text**"),
            discord.ui.Section[Any](discord.ui.TextDisplay("with a picture"), accessory=thumb),
            discord.ui.Separator[Any](spacing=discord.SeparatorSpacing.large),
            discord.ui.Section[Any](discord.ui.TextDisplay("section text"), accessory=Press()),
            gallery,
            discord.ui.File[Any]("attachment://note.txt"),
        ):
            box.add_item(item)
        self.add_item(box)
        row = discord.ui.ActionRow[Any]()
        row.add_item(discord.ui.Button(label="Docs", url="https://example.com/docs"))
        self.add_item(row)


class Grow(discord.ui.Button[Any]):
    def __init__(self) -> None:
        super().__init__(label="Grow", custom_id="grow:more")

    async def callback(self, interaction: Interaction) -> None:
        picture = discord.File(png("green", 900, 700), "late.png")
        await interaction.response.edit_message(view=Growing(pictured=True), attachments=[picture])


class GrowMenu(discord.ui.Select[Any]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"Way {n}", value=str(n)) for n in range(1, 6)]
        super().__init__(placeholder="Which way", custom_id="grow:menu", options=options, max_values=2)

    async def callback(self, interaction: Interaction) -> None:
        await interaction.response.send_message("way " + " and ".join(sorted(self.values)))


class Growing(discord.ui.LayoutView):
    """A message that gets its picture later, above its menu."""

    def __init__(self, *, pictured: bool = False) -> None:
        super().__init__(timeout=None)
        if pictured:
            item = discord.MediaGalleryItem("attachment://late.png", description="a green field")
            self.add_item(discord.ui.MediaGallery[Any](item))
        for part in (GrowMenu(), Grow()):
            row = discord.ui.ActionRow[Any]()
            row.add_item(part)
            self.add_item(row)


# ------------------------------------------------------------------------------------------------ the bot
class Bot(commands.AutoShardedBot):
    async def setup_hook(self) -> None:
        await self.tree.set_translator(Translator())
        self.add_dynamic_items(Counter)
        await self.tree.sync()


bot = Bot(
    command_prefix=commands.when_mentioned,
    intents=discord.Intents.default(),
    help_command=None,
    allowed_mentions=discord.AllowedMentions.none(),
)


@bot.tree.command(description="Says pong")
async def ping(interaction: Interaction) -> None:
    await interaction.response.send_message("pong")


@bot.tree.command(name=locale_str("find"), description=locale_str("Look up a word"))
@app_commands.rename(word=locale_str("word"))
@app_commands.describe(word=locale_str("The word"))
async def find(interaction: Interaction, word: str) -> None:
    await interaction.response.send_message(f"found {word}", ephemeral=True)


@find.autocomplete("word")
async def find_word(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=w.title(), value=w) for w in WORDS if current.lower() in w]


@bot.tree.command(description="Turn to a page")
async def page(interaction: Interaction, number: int) -> None:
    await interaction.response.send_message(f"page {number}")


@page.autocomplete("number")
async def find_page(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    return [app_commands.Choice(name=f"Page {n}", value=n) for n in (11, 12, 23) if current in str(n)]


@bot.tree.command(description="Colour choice")
@app_commands.choices(
    colour=[app_commands.Choice(name=locale_str("Red"), value=1), app_commands.Choice(name=locale_str("Blue"), value=2)]
)
async def paint(
    interaction: Interaction,
    colour: app_commands.Choice[int],
    times: app_commands.Range[int, 1, 5] = 1,
    who: discord.Member | None = None,
    loud: bool = False,
) -> None:
    name = who.display_name if who else "nobody"
    await interaction.response.send_message(f"{colour.value}x{times} {name} in {interaction.locale.value} {loud}")


@bot.tree.command(description="Buttons and menus")
async def panel(interaction: Interaction) -> None:
    await interaction.response.send_message("panel", view=Panel())


@bot.tree.command(description="More menus")
async def menus(interaction: Interaction) -> None:
    await interaction.response.send_message("menus", view=MorePanels())


@bot.tree.command(description="A form")
async def form(interaction: Interaction) -> None:
    await interaction.response.send_modal(Form())


@bot.tree.command(description="A form with boxes")
async def boxes(interaction: Interaction) -> None:
    await interaction.response.send_modal(Boxes(interaction.user))


@bot.tree.command(description="Sends files")
async def file(interaction: Interaction, text: str, source: discord.Attachment | None = None) -> None:
    if source:
        text += (await source.read()).decode()
    embed = discord.Embed(title="File", description="see **below**", colour=0xFF0000)
    embed.add_field(name="one", value="1", inline=True).add_field(name="two", value="2", inline=True)
    embed.set_image(url="attachment://a.png").set_footer(text="the foot").set_author(name="an author")
    note = discord.File(io.BytesIO(text.encode()), "note.txt", description="a note")
    picture = discord.File(png("blue", 120, 60), "b.png", description="a blue rectangle")
    await interaction.response.send_message(
        embed=embed, files=[note, discord.File(png("red", 200, 80), "a.png"), picture]
    )


@bot.tree.command(description="All the markdown")
async def markdown(interaction: Interaction) -> None:
    assert interaction.channel
    known = await bot.tree.fetch_commands()
    text = MARKDOWN.format(
        person=interaction.user.mention,
        channel=f"<#{interaction.channel.id}>",
        command=next(c.mention for c in known if c.name == "find"),
    )
    await interaction.response.send_message(text)


@bot.tree.command(description="Slow work")
async def slow(interaction: Interaction, seconds: float = 0.3, secret: bool = False) -> None:
    await interaction.response.defer(ephemeral=secret, thinking=True)
    await asyncio.sleep(seconds)
    await interaction.followup.send("done")
    await interaction.followup.send("one more", ephemeral=True)
    await interaction.edit_original_response(content="really done")


@bot.tree.command(description="Answers nothing")
async def silent(interaction: Interaction) -> None:
    """The person sees that the application did not respond."""


@bot.tree.command(description="Components in a layout")
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def card(interaction: Interaction) -> None:
    files = [discord.File(png("red", 300, 200), "a.png"), discord.File(png("blue", 300, 200), "b.png")]
    files.append(discord.File(io.BytesIO(b"a note"), "note.txt"))
    await interaction.response.send_message(view=Card(), files=files)


@bot.tree.command(description="A picture that comes late")
async def grow(interaction: Interaction) -> None:
    await interaction.response.send_message(view=Growing())


@bot.tree.command(description="A button that outlives a restart")
async def persist(interaction: Interaction) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(Counter(0))
    await interaction.response.send_message("persistent", view=view)


group = app_commands.Group(
    name="admin",
    description="For moderators",
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
)


@group.command(description="Messages, a thread, a direct message")
async def work(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    async with channel.typing():
        message = await channel.send("hello @everyone", allowed_mentions=discord.AllowedMentions(everyone=True))
    thread = await message.create_thread(name="talk")
    users = discord.AllowedMentions(users=True)
    await thread.send(f"in thread {interaction.user.mention}", allowed_mentions=users)
    await message.edit(content="edited")
    count = [m async for m in channel.history(limit=5)]
    await interaction.user.send("direct")
    temporary = await channel.send("temporary")
    await temporary.delete()
    await interaction.followup.send(f"history={len(count)}")


bot.tree.add_command(group)


@bot.tree.context_menu(name=locale_str("Shout"))
async def shout(interaction: Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(message.content.upper() or "(nothing)")


@bot.tree.context_menu(name=locale_str("Who is it"))
async def who_is(interaction: Interaction, user: discord.User) -> None:
    await interaction.response.send_message(user.name, ephemeral=True)


@bot.command()
async def hi(ctx: commands.Context[Bot]) -> None:
    await ctx.reply("hi there", mention_author=True)


async def main() -> None:
    """Run until SIGTERM."""
    loop = asyncio.get_running_loop()
    running = asyncio.create_task(bot.start(os.environ["DISCORD_TOKEN"]))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, running.cancel)
    async with bot:
        with contextlib.suppress(asyncio.CancelledError):
            await running


if __name__ == "__main__":
    discord.utils.setup_logging()
    asyncio.run(main())
