"""Discord's documented limits and tables."""

from __future__ import annotations

from typing import Final

DISCORD_EPOCH: Final = 1420070400000  # milliseconds

LOCALES: Final = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)

CONTENT_MAX: Final = 2000
EMBEDS_MAX: Final = 10
EMBED_TOTAL_MAX: Final = 6000
LEGACY_ROWS_MAX: Final = 5
V2_COMPONENTS_MAX: Final = 40
V2_TEXT_MAX: Final = 4000
COMMAND_CHARS_MAX: Final = 8000
COMMANDS_MAX: Final = {1: 100, 2: 15, 3: 15, 4: 1}
FILES_MAX: Final = 10
FILE_BYTES_MAX: Final = 10 * 1024 * 1024
REQUEST_BYTES_MAX: Final = 25 * 1024 * 1024
RENAMES: Final = (2, 600.0)
"""New names of one channel, within so many seconds."""
ACTIVE_THREADS_MAX: Final = 1000
AUTO_ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)
FOLLOWUPS_MAX_USER_INSTALL: Final = 5
EMOJI_BYTES_MAX: Final = 256 * 1024
APPLICATION_EMOJIS_MAX: Final = 2000
RESPONSE_DEADLINE: Final = 3.0  # seconds
INTERACTION_TTL: Final = 15 * 60.0  # seconds

# message flags
F_SUPPRESS_EMBEDS: Final = 1 << 2
F_HAS_THREAD: Final = 1 << 5
F_EPHEMERAL: Final = 1 << 6
F_LOADING: Final = 1 << 7
F_SUPPRESS_NOTIFICATIONS: Final = 1 << 12
F_V2: Final = 1 << 15
F_SETTABLE: Final = F_SUPPRESS_EMBEDS | F_EPHEMERAL | F_SUPPRESS_NOTIFICATIONS | F_V2

PERMISSION_BITS: Final = {
    name: 1 << bit
    for name, bit in {
        "create_instant_invite": 0,
        "kick_members": 1,
        "ban_members": 2,
        "administrator": 3,
        "manage_channels": 4,
        "manage_guild": 5,
        "add_reactions": 6,
        "view_audit_log": 7,
        "priority_speaker": 8,
        "stream": 9,
        "view_channel": 10,
        "send_messages": 11,
        "send_tts_messages": 12,
        "manage_messages": 13,
        "embed_links": 14,
        "attach_files": 15,
        "read_message_history": 16,
        "mention_everyone": 17,
        "use_external_emojis": 18,
        "view_guild_insights": 19,
        "connect": 20,
        "speak": 21,
        "mute_members": 22,
        "deafen_members": 23,
        "move_members": 24,
        "use_vad": 25,
        "change_nickname": 26,
        "manage_nicknames": 27,
        "manage_roles": 28,
        "manage_webhooks": 29,
        "manage_expressions": 30,
        "use_application_commands": 31,
        "request_to_speak": 32,
        "manage_events": 33,
        "manage_threads": 34,
        "create_public_threads": 35,
        "create_private_threads": 36,
        "use_external_stickers": 37,
        "send_messages_in_threads": 38,
        "use_embedded_activities": 39,
        "moderate_members": 40,
        "view_creator_monetization_analytics": 41,
        "use_soundboard": 42,
        "create_expressions": 43,
        "create_events": 44,
        "use_external_sounds": 45,
        "send_voice_messages": 46,
        "send_polls": 49,
        "use_external_apps": 50,
        "pin_messages": 51,
        "bypass_slowmode": 52,
    }.items()
}
ALL_PERMISSIONS: Final = sum(PERMISSION_BITS.values())


def permissions(*names: str) -> int:
    """The bit set of these permissions."""
    return sum(PERMISSION_BITS[name] for name in names)


def permission_names(value: int) -> list[str]:
    """The names of the permissions in a bit set."""
    return [name for name, bit in PERMISSION_BITS.items() if value & bit]


# Nobody may start threads unless a channel allows it: most places are as bots find them that were invited long ago.
EVERYONE_DEFAULT: Final = permissions(
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "add_reactions",
    "use_application_commands",
    "send_messages_in_threads",
    "use_external_emojis",
    "use_external_apps",
)
BOT_DEFAULT: Final = permissions(
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_application_commands",
    "send_messages_in_threads",
)

# gateway intents
I_GUILDS: Final = 1 << 0
I_MEMBERS: Final = 1 << 1
I_PRESENCES: Final = 1 << 8
I_GUILD_MESSAGES: Final = 1 << 9
I_DM_MESSAGES: Final = 1 << 12
I_MESSAGE_CONTENT: Final = 1 << 15
I_ALL: Final = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))
PRIVILEGED: Final = {I_PRESENCES: "presences", I_MEMBERS: "members", I_MESSAGE_CONTENT: "message_content"}

# (method, route) -> (requests, seconds)
RATE_LIMITS: Final = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): (5, 2.0),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): (5, 2.0),
    ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): (5, 2.0),
    ("PUT", "/applications/{application_id}/commands"): (2, 20.0),
    ("POST", "/channels/{channel_id}/typing"): (5, 5.0),
}
RATE_LIMIT_DEFAULT: Final = (10, 10.0)
GLOBAL_LIMIT: Final = (50, 1.0)
