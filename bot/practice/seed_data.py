"""The people and servers at the start. Their ids never change, so stored settings and games stay valid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice import limits

if TYPE_CHECKING:
    from bot.practice.directory import Directory
    from bot.practice.model import Guild

BASE = 1_100_000_000_000_000_000
APP_ID = BASE

ALEX, ROBIN, KIM, TONI, CAMILLE, DOMINIQUE = (BASE + 1000 * n for n in range(1, 7))
EISZEIT, GRAND_FROID, DEEP_FREEZE = BASE + 20_000, BASE + 30_000, BASE + 40_000
SPIELTISCH, REGELFRAGEN, ENGLISH_TABLE = (EISZEIT + 100 * n for n in range(1, 4))
TABLE_DE_JEU, QUESTIONS, THREAD = (GRAND_FROID + 100 * n for n in range(1, 4))
GAME_TABLE, RULE_QUESTIONS = (DEEP_FREEZE + 100 * n for n in range(1, 3))
SPIELEABEND, SOIREE, GAME_NIGHT = (guild + 900 for guild in (EISZEIT, GRAND_FROID, DEEP_FREEZE))
"""Channels in which the bot may start threads."""

PEOPLE = (
    (ALEX, "Alex", "en-US"),
    (ROBIN, "Robin", "en-GB"),
    (KIM, "Kim", "de"),
    (TONI, "Toni", "de"),
    (CAMILLE, "Camille", "fr"),
    (DOMINIQUE, "Dominique", "fr"),
)
MODERATOR = limits.permissions("manage_guild", "manage_channels", "manage_messages")


def build(directory: Directory) -> None:
    """Create three servers in three languages with everybody in each. Toni, Dominique and Robin moderate one each."""
    for key, name, locale in PEOPLE:
        installed = key == ROBIN
        person = directory.create_user(name.lower(), global_name=name, locale=locale, user_installed=installed, id=key)
        directory.dm(person, id=key + 1)
    german = directory.create_guild("Eiszeit", directory.users[TONI], locale="de", id=EISZEIT)
    directory.create_channel(german, "spieltisch", topic="Hier wird gespielt", id=SPIELTISCH)
    directory.create_channel(german, "regelfragen", topic="Wie war das noch mal?", id=REGELFRAGEN)
    directory.create_channel(german, "english-table", topic="For guests", id=ENGLISH_TABLE)
    french = directory.create_guild("Grand Froid", directory.users[DOMINIQUE], locale="fr", id=GRAND_FROID)
    table = directory.create_channel(french, "table-de-jeu", topic="On joue ici", id=TABLE_DE_JEU)
    directory.create_channel(french, "questions-de-règles", topic="C'était comment, déjà ?", id=QUESTIONS)
    directory.create_thread(table, "Partie du jeudi", directory.users[CAMILLE], id=THREAD)
    english = directory.create_guild("Deep Freeze", directory.users[ROBIN], locale="en-US", id=DEEP_FREEZE)
    directory.create_channel(english, "game-table", topic="Where we play", id=GAME_TABLE)
    directory.create_channel(english, "rule-questions", topic="How did that go again?", id=RULE_QUESTIONS)
    _with_threads(directory, german, "spieleabend", "Jede Partie in ihrem Thread", SPIELEABEND)
    _with_threads(directory, french, "soirée-jeux", "Chaque partie dans son fil", SOIREE)
    _with_threads(directory, english, "game-night", "Each game in its thread", GAME_NIGHT)
    _people(directory, german, "Spielleitung", TONI)
    _people(directory, french, "Animation", DOMINIQUE)
    _people(directory, english, "Hosts", ROBIN)


def _with_threads(directory: Directory, guild: Guild, name: str, topic: str, key: int) -> None:
    channel = directory.create_channel(guild, name, topic=topic, id=key)
    directory.allow(channel, directory.bot_role(guild), allow=limits.permissions("create_public_threads"))


def _people(directory: Directory, guild: Guild, role_name: str, moderator: int) -> None:
    role = directory.create_role(
        guild, role_name, permissions=MODERATOR, mentionable=True, color=0x3F7D8C, id=guild.id + 10
    )
    for key, _, _ in PEOPLE:
        if key not in guild.members:
            directory.add_member(guild, directory.users[key], roles=[role] if key == moderator else [])
    for thread in guild.threads.values():
        thread.thread_members.update(key for key, _, _ in PEOPLE)
