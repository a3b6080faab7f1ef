"""Results as plays of other programs.

BG Stats takes one play from a link, ``https://app.bgstatsapp.com/createPlay.html?data=…`` with JSON behind it, which it
opens on a phone; so the file is a page of such links. The fields are those that public programs with such links write
(``sourceName``, ``sourcePlayId``, ``playDate``, ``game``, ``players``); a description by the app's makers was not at
hand.

BoardGameGeek has no import of files. Its XML API2 gives plays as ``<plays><play>…``
(https://boardgamegeek.com/wiki/page/BGG_XML_API2, *Plays*), and programs that log plays there read this shape.
"""

from __future__ import annotations

import html
from datetime import UTC
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import msgspec

from bot.app.score_pad.details import moment_played
from bot.app.score_pad.model import computer_of
from bot.app.score_pad.ranking import ranked_seats
from bot.app.tables import Named
from bot.app.tables.wording import named_words
from bot.text import t

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.app.score_pad.model import ScorePad
    from bot.app.score_pad.ranking import RankedSeat
    from bot.app.score_pad.results_export import People
    from bot.store import StoredScorePad
    from bot.text import Locale

GAME: Final = "Revive"
BGG_ID: Final = 332772
"""Revive at BoardGameGeek, as a public copy of its list of games has it."""
SOURCE: Final = "Revive Referee"
LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
Pair = tuple["StoredScorePad", "ScorePad"]


def plays_for_bg_stats(results: Sequence[Pair], people: People, locale: Locale) -> str:
    """A page of links, each of which adds one result to BG Stats."""
    lines = [_link(stored, pad, people, locale) for stored, pad in results]
    title, how = html.escape(t(locale, "results.bgstats.title")), html.escape(t(locale, "results.bgstats.how"))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    style = "<style>body{font:1rem sans-serif;margin:1rem}li{margin:.8rem 0}</style>"
    listed = "\n".join(f"<li>{line}</li>" for line in lines)
    body = f"<h1>{title}</h1><p>{how}</p><ol>\n{listed}\n</ol>"
    return f'<!doctype html>\n<html lang="{locale}"><head>{head}{style}</head><body>{body}</body></html>\n'


def _link(stored: StoredScorePad, pad: ScorePad, people: People, locale: Locale) -> str:
    play = bg_stats_play(stored, pad, people, locale)
    told = ", ".join(f"{player['name']} {player['score']}" for player in play["players"])
    data = quote(msgspec.json.encode(play).decode(), safe="")
    label = html.escape(f"{play['playDate'][:10]} · {told}")
    return f'<a href="{LINK}{data}">{label}</a>'


def bg_stats_play(stored: StoredScorePad, pad: ScorePad, people: People, locale: Locale) -> dict[str, Any]:
    """One result as BG Stats takes it. ``sourcePlayId`` lets it know a play that it has already."""
    assert stored.closed_at is not None, "a result is closed"
    game = {"name": GAME, "sourceGameId": "revive", "bggId": BGG_ID, "highestWins": True, "noPoints": False}
    players = [
        {
            "name": (name := _called(stored, pad, standing.seat, people, locale)),
            "sourcePlayerId": f"{stored.place}:{name}",
            "startPlayer": standing.seat == pad.details.starter,
            "score": str(standing.total),
            "rank": standing.rank,
            "winner": _won(pad, standing),
        }
        for standing in ranked_seats(pad)
    ]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{stored.place}-{stored.id}",
        "playDate": f"{moment_played(pad, stored.closed_at).astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "location": pad.details.place,
        "comments": pad.details.note,
        "game": game,
        "players": players,
    }


def plays_for_bgg(results: Iterable[Pair], people: People, locale: Locale) -> str:
    """The plays as BoardGameGeek's XML API2 gives those of somebody."""
    from lxml import etree

    listed = list(results)
    plays = etree.Element("plays", username="", userid="0", total=str(len(listed)), page="1")
    for stored, pad in listed:
        plays.append(_play(stored, pad, people, locale))
    return str(etree.tostring(plays, encoding="unicode", pretty_print=True))


def _play(stored: StoredScorePad, pad: ScorePad, people: People, locale: Locale) -> Any:
    from lxml import etree

    assert stored.closed_at is not None, "a result is closed"
    day = f"{moment_played(pad, stored.closed_at).astimezone(UTC):%Y-%m-%d}"
    counted = {"quantity": "1", "length": "0", "incomplete": "0", "nowinstats": "0"}
    counted["location"] = _valid(pad.details.place)
    play = etree.Element("play", id=str(stored.id), date=day, **counted)
    item = etree.SubElement(play, "item", name=GAME, objecttype="thing", objectid=str(BGG_ID))
    etree.SubElement(etree.SubElement(item, "subtypes"), "subtype", value="boardgame")
    if pad.details.note:
        etree.SubElement(play, "comments").text = _valid(pad.details.note)
    players = etree.SubElement(play, "players")
    for standing in ranked_seats(pad):
        told = {"startposition": str(standing.seat + 1), "color": pad.players[standing.seat].tribe, "new": "0"}
        ranked = {"score": str(standing.total), "rating": "0", "win": str(int(_won(pad, standing)))}
        name = _called(stored, pad, standing.seat, people, locale)
        etree.SubElement(players, "player", username="", userid="0", name=_valid(name), **told, **ranked)
    return play


def _won(pad: ScorePad, standing: RankedSeat) -> bool:
    """Nobody wins a game for one by its place."""
    return standing.rank == 1 and len(pad.players) > 1


def _called(stored: StoredScorePad, pad: ScorePad, seat: int, people: People, locale: Locale) -> str:
    """What somebody is called where a name is needed."""
    player, told = pad.players[seat], people.get((stored.id, seat))
    computer = bool(told.computer if told else computer_of(pad, player))
    name = "" if computer else told.person if told else player.name
    return name or named_words(locale, Named(seat, "", computer=computer))


def _valid(text: str) -> str:
    """Without characters that XML does not have."""
    return "".join(sign for sign in text if sign.isprintable())
