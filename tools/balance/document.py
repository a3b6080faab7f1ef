"""Where the pack is shown, and where figures and plots of its games are kept."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "develop" / "field.md"
MEASUREMENTS = ROOT / "docs" / "measurements" / "pack_balance.md"
PICTURES = ROOT / "docs" / "measurements" / "pack_balance"
