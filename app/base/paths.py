"""Paths of the files that ship with the application, and names of models for people."""

import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from engine.plain_names import folder_name

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
DOT = RESOURCES / "dot"


def model_name(model_id: str) -> str:
    """Return the name of a model's folder. The built-in model is Dot, even in the folder of an
    earlier installation."""
    path = Path(model_id)
    return "Dot" if path.parts[-2:] == DOT.parts[-2:] else folder_name(path)


def data_home() -> Path:
    """Return the data folder; the environment variable DUOLOGUE_HOME overrides it."""
    given = os.environ.get("DUOLOGUE_HOME")
    where = QStandardPaths.StandardLocation.AppDataLocation
    return Path(given or QStandardPaths.writableLocation(where))
