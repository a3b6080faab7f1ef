"""Pictures of a table, drawn from what somebody may see of it."""

from bot.pictures.board import SECTORS, board
from bot.pictures.overlay import Overlay, offers_overlay, reach_overlay, way_overlay
from bot.pictures.picture import Picture
from bot.pictures.themes import THEMES, ThemeName

__all__ = [
    "SECTORS",
    "THEMES",
    "Overlay",
    "Picture",
    "ThemeName",
    "board",
    "offers_overlay",
    "reach_overlay",
    "way_overlay",
]
