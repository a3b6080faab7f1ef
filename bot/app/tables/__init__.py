"""The application: lobbies, running games, notices, votes, files. Commands in, results out; no Discord in here.

How the cogs use it::

    tables = Tables(store.games, packs=[field()], notices=port)      # a NoticePort: sends a Notice, says if it arrived
    await tables.load()                                              # quick: an index of the open tables
    tables.listen(callback)                                          # Changed after every commit, in order
    async with tables: ...                                           # runs computer players and the notices' clock

    status = await tables.lobby.open(caller, options, locale)        # join, leave, tribe, option, computer, start …
    game = tables.here(channel)                                      # the open table of a channel, else TableRefusal
    controls = await tables.play.offers(game, user)                  # token, offers, decision
    acted = await tables.play.act(caller, controls.token, action)    # TableRefusal, or the engine's Refused
    await tables.administration.pause(caller, game)                            # pause, resume, end, replace, repair …
    await tables.files.export(caller, game)                          # and import_

Every refusal is an exception: ``TableRefusal`` (a reason code; ``words.refused(locale, refusal)`` is its sentence) or
the engine's ``Refused`` (``bot.text.game.refusals.refuse`` is its sentence).
"""

from bot.app.tables.facade import Clock, NoticePort, Tables
from bot.app.tables.model import (
    FEWEST,
    MOST,
    OPEN_STAGES,
    STRENGTHS,
    USUAL,
    Acted,
    Ballot,
    Caller,
    Changed,
    Chosen,
    Controls,
    Exported,
    Logged,
    LoggedAct,
    Move,
    Named,
    Notice,
    Notices,
    PlayerSettings,
    Reason,
    Seat,
    Stage,
    Status,
    Strength,
    TableRefusal,
    Voted,
    What,
    Where,
    all_named,
    named,
)
from bot.app.tables.pack_registry import OfferedPack
from bot.app.tables.server_pack_offers import AddedPack, PackFileRefused
from bot.store.stored_games import Shown

__all__ = [
    "FEWEST",
    "MOST",
    "OPEN_STAGES",
    "STRENGTHS",
    "USUAL",
    "Acted",
    "AddedPack",
    "Ballot",
    "Caller",
    "Changed",
    "Chosen",
    "Clock",
    "Controls",
    "Exported",
    "Logged",
    "LoggedAct",
    "Move",
    "Named",
    "Notice",
    "NoticePort",
    "Notices",
    "OfferedPack",
    "PackFileRefused",
    "PlayerSettings",
    "Reason",
    "Seat",
    "Shown",
    "Stage",
    "Status",
    "Strength",
    "TableRefusal",
    "Tables",
    "Voted",
    "What",
    "Where",
    "all_named",
    "named",
]
