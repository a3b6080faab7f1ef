"""How rules look: one entry, one word, a choice of entries, an honest no; and the controls on them.

Controls keep everything in their custom ids, so they outlive a restart: ``rule:<what>:<name>:<language>:<trail>``. The
name is an entry's id, or a term's with ``~`` before it. The trail is how the person came here: four letters per
entry, the last five of them. On a message that all can see, a control answers the one who pressed it in private.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import partial, reduce
from typing import Any, Final, Self

import discord
from discord import ui
from msgspec import Struct

from bot.reference import Entry, Reference, SearchResult, Source, Term, Verdict
from bot.text import LOCALES, Locale, as_locale, endonym, t
from cogs.core.escaping import escaped
from cogs.core.localization import private_locale, public_locale
from cogs.core.persistent_ui import (
    ACCENT,
    Panel,
    PersistentButton,
    edit_in_place,
    is_private,
    reply_privately,
    text_panel,
)
from cogs.core.question_answers import QuestionAnswer
from cogs.core.services import Interaction

TERM: Final = "~"
STEPS: Final = 5
CODE: Final = 4
"""Letters that stand for an entry in a trail."""
DOUBTFUL: Final = 0xC08A2B
UNCOVERED: Final = 0x8A8F98

AT: Final = r"(?P<name>~?[a-z][a-z0-9_.]*):(?P<locale>de|fr|en):(?P<trail>[a-z2-7]*)"


class Page(Struct, frozen=True):
    """What is shown: an entry or ``~term``, in which language, and how one came there."""

    name: str
    locale: Locale
    trail: str = ""

    def __str__(self) -> str:
        return f"{self.name}:{self.locale}:{self.trail}"

    def onward(self, name: str) -> "Page":
        """The page of another entry, with this one in its trail."""
        return Page(name, self.locale, (self.trail + code(self.name))[-STEPS * CODE :])

    def back(self, reference: Reference) -> "Page | None":
        """The page before; None at the start of the trail, or where that entry is no longer there."""
        last = self.trail[-CODE:]
        found = next((name for name in reference.book.entries if code(name) == last), None)
        return Page(found, self.locale, self.trail[:-CODE]) if last and found else None


def code(name: str) -> str:
    """The entry's letters in a trail; they depend on its id alone."""
    return base64.b32encode(hashlib.blake2s(name.encode(), digest_size=3).digest()).decode()[:CODE].lower()


class _RuleButton(PersistentButton, template=r"(?!)"):
    """A button that knows which page it belongs to."""

    @property
    def page(self) -> Page:
        state = self.state
        return Page(state["name"], as_locale(state["locale"]) or "en", state["trail"])


class OpenPage(_RuleButton, template=r"rule:(?P<what>open|see|back|in):" + AT):
    """Goes to an entry: from a choice, by "see also", back, or the same one in another language."""

    @classmethod
    def to(cls, page: Page, label: str, what: str = "open", style: discord.ButtonStyle | None = None) -> Self:
        """The button for a page."""
        style = style or discord.ButtonStyle.secondary
        return cls(ui.Button(label=label[:80], custom_id=f"rule:{what}:{page}", style=style))

    async def used(self, interaction: Interaction) -> None:
        """Show the page."""
        await show(interaction, self.page)


class ShowToAll(_RuleButton, template=r"rule:all:" + AT):
    """Posts the entry into the channel, in the channel's language."""

    @classmethod
    def of(cls, page: Page) -> Self:
        """The button for a page."""
        label = t(page.locale, "rule.show_to_all")
        return cls(ui.Button(label=label, custom_id=f"rule:all:{page}", style=discord.ButtonStyle.primary))

    async def used(self, interaction: Interaction) -> None:
        """Post the page in the channel."""
        page = Page(self.page.name, public_locale(interaction))
        by = escaped(interaction.user.display_name, 60)
        panel = page_panel(interaction.client.services.reference, page, public=True, shown_by=by)
        if panel is None:
            await reply_privately(interaction, gone_panel(private_locale(interaction)))
        else:
            await interaction.response.send_message(view=panel, allowed_mentions=discord.AllowedMentions.none())


class Vote(_RuleButton, template=r"rule:(?P<vote>yes|no):" + AT):
    """Whether the entry helped; kept without a name."""

    @classmethod
    def of(cls, page: Page, *, helpful: bool) -> Self:
        """One of the two buttons of a page."""
        label, emoji = t(page.locale, "rule.helpful" if helpful else "rule.not_helpful"), "👍" if helpful else "👎"
        return cls(ui.Button(label=label, emoji=emoji, custom_id=f"rule:{'yes' if helpful else 'no'}:{page}"))

    async def used(self, interaction: Interaction) -> None:
        """Store the vote, and thank the person."""
        services, page = interaction.client.services, self.page
        await services.store.search_feedback.record_vote(page.name, self.state["vote"] == "yes", page.locale)
        panel = page_panel(services.reference, page, thanked=True) if is_private(interaction) else None
        if panel is None:
            await reply_privately(interaction, text_panel(t(private_locale(interaction), "rule.thanks")))
        else:
            await edit_in_place(interaction, panel)


CONTROLS: Final = (OpenPage, ShowToAll, Vote)


async def show(interaction: Interaction, page: Page) -> None:
    """Show a page to the person: in place where the message is theirs alone, else as a private message."""
    panel = page_panel(interaction.client.services.reference, page) or gone_panel(private_locale(interaction))
    await (edit_in_place if is_private(interaction) else reply_privately)(interaction, panel)


def page_panel(
    reference: Reference,
    page: Page,
    *,
    asked: str = "",
    public: bool = False,
    shown_by: str = "",
    thanked: bool = False,
) -> Panel | None:
    """An entry or a term with its controls; None where there is none of that name (any more).

    :param asked: the question it answers, as the person wrote it.
    :param public: for a message that all can see.
    """
    if page.name.startswith(TERM):
        term = reference.term(page.name.removeprefix(TERM))
        return _term_panel(term, page, public) if term else None
    entry = reference.entry(page.name)
    if entry is None:
        return None
    notes = [t(page.locale, "rule.asked", question=escaped(asked))] if asked else []
    notes += [t(page.locale, "rule.shown_by", person=shown_by)] if shown_by else []
    panel = Panel()
    panel.add_item(ui.Container(*_entry_items(entry, page.locale, notes), accent_colour=ACCENT))
    panel.add_item(ui.ActionRow(*_see_also(reference, entry, page)))
    panel.add_item(ui.ActionRow(*_ways(reference, page, public)))
    panel.add_item(ui.ActionRow(*_votes(page, thanked)))
    return panel


def finding_panel(reference: Reference, finding: SearchResult, locale: Locale, *, public: bool = False) -> Panel:
    """What to show for a question: the answer, a choice, or that the rules do not cover it."""
    if finding.verdict is Verdict.ANSWER:
        page = Page(finding.matches[0].entry.id, locale)
        panel = page_panel(reference, page, asked=finding.question, public=public)
        assert panel is not None, "what is found is in the reference"
        return panel
    buttons = [
        OpenPage.to(Page(match.entry.id, locale), match.entry.words(locale).title, style=discord.ButtonStyle.primary)
        for match in finding.matches
    ]
    panel = Panel()
    colour = DOUBTFUL if finding.verdict.covered else UNCOVERED
    panel.add_item(ui.Container(*map(ui.TextDisplay, _finding_texts(finding, locale)), accent_colour=colour))
    if buttons:
        panel.add_item(ui.ActionRow(*buttons))
    return panel


def told_panel(reference: Reference, finding: SearchResult, told: QuestionAnswer, locale: Locale) -> Panel:
    """What is so at the asker's table, and under it the rule that it follows from."""
    found = finding.matches[0].entry if finding.verdict is Verdict.ANSWER else None
    entry = (reference.entry(told.rule) if told.rule else None) or found
    texts = [f"-# {t(locale, 'rule.asked', question=escaped(finding.question))}", told.text]
    buttons = [*told.buttons]
    if entry is not None:
        words = entry.words(locale)
        texts.append(f"### {words.title}\n{_unlisted(words.answer)}")
        buttons.append(OpenPage.to(Page(entry.id, locale), t(locale, "rule.whole")))
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    if buttons:
        panel.add_item(ui.ActionRow(*buttons))
    return panel


def gone_panel(locale: Locale) -> Panel:
    """What is shown for an entry that is no longer in the reference."""
    return text_panel(t(locale, "rule.gone"))


UNREAD: Final = {Verdict.NOTHING: "rule.nothing_asked", Verdict.LANGUAGE: "rule.other_language"}
TOLD: Final = {
    Verdict.OFFER: ("rule.which", "rule.which.hint"),
    Verdict.SEVERAL: ("rule.several", "rule.several.hint"),
    Verdict.REFUSE: ("rule.not_covered", "rule.not_covered.hint"),
}


def _finding_texts(finding: SearchResult, locale: Locale) -> list[str]:
    if finding.verdict in UNREAD:
        return [t(locale, UNREAD[finding.verdict], example=f"*{t(locale, 'rule.example_question')}*")]
    title, hint = TOLD[finding.verdict]
    asked = t(locale, "rule.asked", question=escaped(finding.question))
    return [f"-# {asked}", f"### {t(locale, title)}\n{t(locale, hint)}"]


def _entry_items(entry: Entry, locale: Locale, notes: list[str]) -> Iterable[ui.Item[Any]]:
    words = entry.words(locale)
    yield from (ui.TextDisplay(f"-# {note}") for note in notes)
    yield ui.TextDisplay(f"## {words.title}\n{_unlisted(words.answer)}")
    yield ui.Separator()
    yield ui.TextDisplay(words.rule)
    yield ui.TextDisplay(t(locale, "rule.example", example=words.example))
    yield ui.Separator()
    yield ui.TextDisplay(f"-# {footer(entry, locale)}")


def _unlisted(text: str) -> str:
    """``18. You have …`` is a number and a full stop here, not the beginning of a list."""
    return re.sub(r"^(\d+)\.", r"\1\\.", text)


def footer(entry: Entry, locale: Locale) -> str:
    """Where the rule is written, which part of the game it belongs to, and how certain it is."""
    cited = dict.fromkeys(_cited(source, locale) for source in entry.sources)
    certainty = t(locale, f"rule.certainty.{entry.certainty}")
    scope = t(locale, f"rule.scope.{entry.scope}")
    return t(locale, "rule.source", source=reduce(partial(_beside, locale), cited), certainty=f"{scope} · {certainty}")


def _beside(locale: Locale, before: str, after: str) -> str:
    return t(locale, "rule.source.between", before=before, after=after)


def _cited(source: Source, locale: Locale) -> str:
    document = t(locale, f"rule.document.{source.document}")
    if source.document in ("bot", "reviews"):
        return document  # their sections are of this project's papers, which no player has before them
    return t(locale, "rule.cited", document=document, section=source.section)


def _see_also(reference: Reference, entry: Entry, page: Page) -> Iterable[OpenPage]:
    others = (other for name in entry.see if (other := reference.entry(name)))
    for other in others:
        yield OpenPage.to(page.onward(other.id), other.words(page.locale).title, "see")


def _ways(reference: Reference, page: Page, public: bool) -> Iterable[PersistentButton]:
    if (before := page.back(reference)) and not public:
        yield OpenPage.to(before, f"‹ {t(page.locale, 'rule.back')}", "back")
    for locale in LOCALES:
        if locale != page.locale:
            yield OpenPage.to(Page(page.name, locale, page.trail), endonym(locale), "in")
    if not public:
        yield ShowToAll.of(page)


def _votes(page: Page, thanked: bool) -> Iterable[ui.Item[Any]]:
    if thanked:
        label = t(page.locale, "rule.thanks")
        yield ui.Button(label=label, disabled=True, custom_id="rule:thanked", style=discord.ButtonStyle.secondary)
    else:
        yield Vote.of(page, helpful=True)
        yield Vote.of(page, helpful=False)


def _term_panel(term: Term, page: Page, public: bool) -> Panel:
    locale = page.locale
    words = term.words(locale)
    forms = [t(locale, "rule.term.plural", plural=words.plural)] if words.plural else []
    forms += [t(locale, "rule.term.also", also=", ".join(words.also))] if words.also else []
    others = " · ".join(f"{endonym(other)}: **{term.words(other).term}**" for other in LOCALES if other != locale)
    texts = [f"-# {t(locale, 'rule.term')}", f"## {words.term}\n{words.definition}", *forms, others]
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    rule = OpenPage.to(Page(term.entry, locale), t(locale, "rule.term.open"), style=discord.ButtonStyle.primary)
    languages = (OpenPage.to(Page(page.name, other), endonym(other), "in") for other in LOCALES if other != locale)
    panel.add_item(ui.ActionRow(rule, *languages, *([] if public else [ShowToAll.of(page)])))
    return panel
