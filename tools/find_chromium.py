"""Says which Chromium the browser tests will use, or how to get one. Exit status 1 where there is none."""

import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> int:
    """Print what was found; the exit status is 0 where there is a browser."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        print(f"No Chromium found (looked for {', '.join(NAMES)}). On Debian and Ubuntu: apt-get install chromium")
        return 1
    print(f"Browser tests with {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
