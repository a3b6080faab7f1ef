"""The map in plain text: a compact chart in fixed-width characters, its legend, and a list for screen readers.

Pure functions from a view to text. The signs are the same in every language; the legend explains them.
"""

from bot.text.board.chart import WIDTH, chart
from bot.text.board.legend import legend, pieces_legend
from bot.text.board.screen_reader import LISTED, listing, tile_line, tiles_listing

__all__ = ["LISTED", "WIDTH", "chart", "legend", "listing", "pieces_legend", "tile_line", "tiles_listing"]
