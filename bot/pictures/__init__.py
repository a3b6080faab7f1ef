"""Pictures of a table, drawn from what somebody may see of it; words for the same beside each.

::

    renderer = Renderer()
    await renderer.warm_up(pack)                                           # at start
    picture = await renderer.board(view, "de", "dark", names=names)        # None where it could not be drawn
    picture.png, picture.alt, picture.name

``Renderer`` draws beside the event loop and keeps what it drew; the functions of the same names draw at once.
"""

from bot.pictures.board_picture import board
from bot.pictures.choice_picture import Numbered, choice
from bot.pictures.component_picture import component
from bot.pictures.layers.map_region import SECTORS
from bot.pictures.layers.overlay import Overlay, offers_overlay, reach_overlay, way_overlay
from bot.pictures.lobby_picture import Agreed, Sitting, lobby
from bot.pictures.market_picture import market
from bot.pictures.picture import ALT_MOST, Picture
from bot.pictures.player_board_picture import AREAS, player_board
from bot.pictures.render.renderer import Renderer
from bot.pictures.score_sheet import Row, score_pad_sheet, score_sheet
from bot.pictures.table_map import table_map, targets_map
from bot.pictures.themes import THEMES, ThemeName
from bot.pictures.tile_rotations import orientation_choice

__all__ = [
    "ALT_MOST",
    "AREAS",
    "SECTORS",
    "THEMES",
    "Agreed",
    "Numbered",
    "Overlay",
    "Picture",
    "Renderer",
    "Row",
    "Sitting",
    "ThemeName",
    "board",
    "choice",
    "component",
    "lobby",
    "market",
    "offers_overlay",
    "orientation_choice",
    "player_board",
    "reach_overlay",
    "score_pad_sheet",
    "score_sheet",
    "table_map",
    "targets_map",
    "way_overlay",
]
