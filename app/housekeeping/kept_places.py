"""The folders and files that stay on a computer when the program is deleted."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from app.housekeeping.data_folder import size_of
from ui.state.settings import KeptPlace, PlaceKind

MODELS = "models"
# The macOS bundle has this name, and the system names after it what it keeps for the bundle.
IDENTIFIER = "org.duologue.Duologue"
_OF_MACOS = (
    f"Library/Preferences/{IDENTIFIER}.plist",
    f"Library/Saved Application State/{IDENTIFIER}.savedState",
    f"Library/Caches/{IDENTIFIER}",
    f"Library/HTTPStorages/{IDENTIFIER}",
)


def kept_places(
    home: Path, person: Path, platform: str = sys.platform, chosen: str = ""
) -> tuple[KeptPlace, ...]:
    """Return the places that exist, with their sizes: the data folder without its models, the
    models, the folder that was `chosen` for downloads, and what the system keeps in the home folder
    of the `person`. Walks through them."""
    models = home / MODELS
    found = [
        KeptPlace(PlaceKind.DATA, str(home), size_of(home, models)),
        KeptPlace(PlaceKind.MODELS, str(models), size_of(models)),
    ]
    if chosen:
        found.append(KeptPlace(PlaceKind.CHOSEN, chosen, size_of(Path(chosen))))
    if platform == "darwin":
        found += [KeptPlace(PlaceKind.SYSTEM, str(it), size_of(it)) for it in _of_macos(person)]
    return tuple(it for it in found if os.path.exists(it.path))


def _of_macos(person: Path) -> Iterator[Path]:
    return (person / name for name in _OF_MACOS)
