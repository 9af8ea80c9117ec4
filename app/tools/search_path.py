"""The folders in which server programs are searched for."""

import os
import sys
from pathlib import Path

# Applications started from Finder lack these folders, which contain npx, uvx and docker.
MACOS = ("/opt/homebrew/bin", "/usr/local/bin", "~/.local/bin", "~/.cargo/bin", "~/.bun/bin")


def search_path(platform: str = sys.platform) -> str:
    """Return the PATH of this process, extended on macOS by common folders."""
    known = os.environ.get("PATH", os.defpath).split(os.pathsep)
    usual = [str(Path(folder).expanduser()) for folder in MACOS if platform == "darwin"]
    return os.pathsep.join(dict.fromkeys([*known, *usual]))
