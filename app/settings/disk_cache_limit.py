"""The most disk space that prompt caches may take."""

import logging
import shutil
from pathlib import Path

from ui.state.settings import AUTOMATIC_GB

log = logging.getLogger(__name__)

GB = 1_000_000_000
# The automatic limit: this share of the free disk, and at most so many gigabytes.
FREE_SHARE = 0.1
MOST_GB = 20


def disk_cache_limit(chosen_gb: int, home: Path) -> int:
    """Return the limit in bytes of prompt caches in the data folder, for the chosen setting."""
    if chosen_gb != AUTOMATIC_GB:
        return chosen_gb * GB
    try:
        # The folder may be created later.
        present = next(it for it in (home, *home.absolute().parents) if it.exists())
        free = shutil.disk_usage(present).free
    except OSError as error:
        log.warning("the free disk space is unknown: %s", error)
        return 0
    return int(min(MOST_GB * GB, FREE_SHARE * free))
