"""The folder with everything that the application stores."""

import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths


def data_home() -> Path:
    """Return the data folder; the environment variable DUOLOGUE_HOME overrides it."""
    given = os.environ.get("DUOLOGUE_HOME")
    where = QStandardPaths.StandardLocation.AppDataLocation
    return Path(given or QStandardPaths.writableLocation(where))
