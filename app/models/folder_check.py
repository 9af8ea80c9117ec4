"""Tells if a folder is there without waiting for a disk that hangs."""

from pathlib import Path
from threading import Thread

# Seconds that a disk may take to answer. One that sleeps or is away takes longer.
PATIENCE = 0.05


class FolderCheck:
    """Used on one thread. A disk is asked on another, once until it answers."""

    def __init__(self) -> None:
        self._threads: dict[str, Thread] = {}
        self._found: dict[str, bool] = {}

    def is_there(self, folder: str) -> bool:
        """Return True for a folder, and for one whose disk has never answered."""
        former = self._threads.get(folder)
        if former is None or not former.is_alive():
            thread = Thread(target=self._look, args=(folder,), name="folder check", daemon=True)
            self._threads[folder] = thread
            thread.start()
            thread.join(PATIENCE)
        return self._found.get(folder, True)

    def _look(self, folder: str) -> None:
        self._found[folder] = Path(folder).is_dir()
