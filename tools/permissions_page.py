"""Writes docs/host/permissions.md anew."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.app.tables.table_permissions import as_markdown  # noqa: E402

if __name__ == "__main__":
    (ROOT / "docs" / "host" / "permissions.md").write_text(as_markdown(), "utf-8")
