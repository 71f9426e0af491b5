"""Which browser the scripts use."""

import shutil
import sys

BROWSERS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")


def find() -> str:
    """Return the path of a browser; end the script where there is none."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        sys.exit("there is no Chromium on this machine (on Debian: apt-get install chromium)")
    return path
