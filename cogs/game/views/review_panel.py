"""Where the reader lost points in a finished game: turns, what they did, and what would have been better."""

from collections.abc import Iterator

from bot.app.tables.game_reviews import LostPoints, Review, RunningReview
from bot.engine.view_codec import decode_view
from bot.players.advice_wording import advised_words
from bot.text import t, tn
from bot.text.game import action_words, capital, table_of
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import Panel
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import panel_of


def review_panel(found: TableSnapshot, review: Review) -> Panel:
    """The turns in which another move would have been worth most, in their order."""
    texts = [_title(found)]
    texts += ["\n".join(_turn(found, lost)) for lost in review.lost]
    if not review.lost:
        texts.append(t(found.locale, "review.none"))
    if review.moves < review.of:
        texts.append(f"-# {tn(found.locale, 'review.cut', review.moves, of=review.of)}")
    return panel_of([*texts, f"-# {t(found.locale, 'review.about')}"])


def progress_panel(found: TableSnapshot, running: RunningReview) -> Panel:
    """How far it is."""
    words = tn(found.locale, "review.looking", running.of, done=running.done) if running.of else ""
    return panel_of([_title(found), f"⏳ {words or t(found.locale, 'review.waiting')}"])


def _title(found: TableSnapshot) -> str:
    named = t(found.locale, "games.named", game=found.game)
    return f"### {sign('advice')} {t(found.locale, 'review.title')}\n-# {named}"


def _turn(found: TableSnapshot, lost: LostPoints) -> Iterator[str]:
    """In words of what was seen then."""
    locale, pack = found.locale, found.table.pack
    seen, _ = decode_view(lost.seen, {pack.hash: pack})
    then = table_of(seen, found.table.names)
    cost = tn(locale, "review.cost", max(1, round(lost.cost)))
    yield f"**{capital(t(locale, 'games.at', turn=lost.turn))}** · {cost}"
    yield t(locale, "review.taken", action=capital(action_words(locale, lost.taken, then)))
    yield t(locale, "review.better", move=advised_words(locale, then, lost.better))
