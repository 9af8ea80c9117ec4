"""Where programs of servers are looked for."""

import os
import sys
from pathlib import Path

# An application that is started from Finder is not told of these, where npx, uvx and docker are.
MACOS = ("/opt/homebrew/bin", "/usr/local/bin", "~/.local/bin", "~/.cargo/bin", "~/.bun/bin")


def search_path(platform: str = sys.platform) -> str:
    """The PATH of this process, and on macOS the usual folders that it lacks."""
    known = os.environ.get("PATH", os.defpath).split(os.pathsep)
    usual = [str(Path(folder).expanduser()) for folder in MACOS if platform == "darwin"]
    return os.pathsep.join(dict.fromkeys([*known, *usual]))
