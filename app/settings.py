"""The settings in `settings.json` of the application's folder."""

import json
import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.files import write_json
from app.logs import LEVELS
from ui.settings import Settings

log = logging.getLogger(__name__)

NAME = "settings.json"


def load(folder: Path) -> Settings:
    """What is missing or wrong in the file is as if it had never been set."""
    path = folder / NAME
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return _settings(found)
    except FileNotFoundError:
        log.info("%s is not there; the settings are the usual ones", path)
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s is not used, the settings are the usual ones: %s", path, error)
    return Settings()


def save(folder: Path, settings: Settings) -> None:
    """Raises OSError."""
    write_json(folder / NAME, asdict(settings))


def limit_bytes(gigabytes: float | None) -> int | None:
    return None if gigabytes is None else round(gigabytes * 1e9)


def _settings(found: Any) -> Settings:
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")
    usual = Settings()
    level = found.get("log_level", usual.log_level)
    limit = found.get("memory_limit_gb", usual.memory_limit_gb)
    if not isinstance(level, str) or level.lower() not in LEVELS:
        log.warning("log_level is %.99r; it must be one of %s", level, ", ".join(LEVELS))
        level = usual.log_level
    if limit is not None and not _is_size(limit):
        log.warning("memory_limit_gb is %.99r; it must be a number above 0, or null", limit)
        limit = usual.memory_limit_gb
    return Settings(level.lower(), limit)


def _is_size(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 < value <= 1e6
