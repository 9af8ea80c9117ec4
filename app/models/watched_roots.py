"""Keeps the listings of all roots up to date: disks that come, go, or do not answer."""

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.base.chores import Chores
from app.base.mailbox import Mailbox
from app.models import facts_file, root_reader
from app.models.roots import Root, known_roots
from ui.state.library_state import Place

# How often the roots are looked at, and after how long one that does not answer is away.
POLL_MS = 4_000
AWAY_SECONDS = 3.0
# Seconds to wait for a thread at the end; a disk that does not answer is not waited for.
CLOSE_SECONDS = 0.3

FindRoots = Callable[[Iterable[str]], tuple[Root, ...]]


def roots_of_this_computer(home: Path) -> FindRoots:
    """Return the function that finds the roots, given the added folders."""
    return partial(known_roots, home, Path.home(), dict(os.environ))


class WatchedRoots(QObject):
    """One reader for each root. `listings` are the newest, in the order of the roots; roots that
    have not been read yet have none. `completed` has a Listing. Nothing is read before `seek`."""

    changed = Signal()
    completed = Signal(object)

    def __init__(self, home: Path, find_roots: FindRoots, parent: QObject | None = None) -> None:
        """`find_roots` is called on a thread."""
        super().__init__(parent)
        self._home = home
        self._find_roots = find_roots
        self._readers: dict[Root, root_reader.RootReader] = {}
        self._listings: dict[Root, root_reader.Listing] = {}
        # When models were left out, by path.
        self._left_out: dict[str, float] = {}
        self._was_in_front = False
        self._chores = Chores("roots", self)
        self._mailbox = Mailbox(self)
        self._mailbox.arrived.connect(self._take)
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self.look)

    @property
    def listings(self) -> "list[root_reader.Listing]":
        return [self._listings[root] for root in self._readers if root in self._listings]

    @property
    def scanning(self) -> bool:
        """True until each root has been read, or is known to be away."""
        found = (self._listings.get(root) for root in self._readers)
        return any(listing is None or not listing.complete for listing in found)

    def seek(self, folders: tuple[str, ...], models: tuple[str, ...]) -> None:
        """Find the roots, with the added `folders`, and read the new ones. `models` outside of all
        roots become roots as well."""
        self._poll.start()
        self._chores.do(partial(self._find, folders, models), self._set_roots)

    def ask(self, *, anew: bool) -> None:
        """Ask for new listings; with `anew`, roots that seem unchanged are searched as well."""
        for reader in self._readers.values():
            reader.ask(anew=anew)

    def leave_out(self, model_id: str) -> None:
        """Take a model that is gone out of the listings, until a search that begins later finds it
        again."""
        self._left_out[model_id] = time.monotonic()
        self._listings = {root: self._shown(it) for root, it in self._listings.items()}

    def look(self) -> None:
        """Look for disks that come or go, while the application is in front. Other programs may
        have changed models while it was not."""
        app = QGuiApplication.instance()
        in_front = not isinstance(app, QGuiApplication) or (
            app.applicationState() == Qt.ApplicationState.ApplicationActive
        )
        if in_front:
            self.ask(anew=not self._was_in_front)
        self._was_in_front = in_front
        self.find_silent()

    def find_silent(self) -> None:
        """Count roots that do not answer as away, until they do."""
        for root, reader in self._readers.items():
            former = self._listings.get(root, root_reader.Listing(root, (), complete=False))
            if reader.silence > AWAY_SECONDS and (former.available or not former.complete):
                self._set(replace(former, available=False, complete=True))

    def close(self) -> None:
        """End the threads. One that waits for a disk ends with the process."""
        self._poll.stop()
        self._chores.close()
        self._mailbox.close()
        for reader in self._readers.values():
            reader.close()
        for reader in self._readers.values():
            reader.join(CLOSE_SECONDS)

    def _find(self, folders: tuple[str, ...], models: tuple[str, ...]) -> tuple[Root, ...]:
        """Called on a thread."""
        roots = self._find_roots(folders)
        loose = (it for it in dict.fromkeys(models) if not _is_inside(Path(it), roots))
        return (*roots, *(Root(it, Place.ADDED) for it in loose))

    def _take(self, listings: "list[root_reader.Listing]") -> None:
        for it in listings:
            if it.root in self._readers:
                self._readers[it.root].heard(complete=it.complete)
                self._set(it)

    def _set_roots(self, roots: tuple[Root, ...]) -> None:
        former = self._readers
        for root in set(former) - set(roots):
            former[root].close()
            self._listings.pop(root, None)
        self._readers = {root: former.get(root) or self._reader(root) for root in roots}
        for root in roots:
            if root not in former:
                self._readers[root].ask(anew=True)
        self.changed.emit()

    def _reader(self, root: Root) -> "root_reader.RootReader":
        path = facts_file.facts_file(self._home, root)
        return root_reader.RootReader(root, path, self._mailbox.post)

    def _set(self, listing: "root_reader.Listing") -> None:
        former = self._listings.get(listing.root)
        listing = self._shown(listing)
        self._listings[listing.root] = listing
        if listing is not former:
            self.changed.emit()
        if listing.complete:
            self.completed.emit(listing)

    def _shown(self, listing: "root_reader.Listing") -> "root_reader.Listing":
        """Return the listing without the models that were left out after its search had begun."""
        models = tuple(
            it for it in listing.models if self._left_out.get(it.path, -1.0) < listing.begun
        )
        return listing if models == listing.models else replace(listing, models=models)


def _is_inside(model: Path, roots: Iterable[Root]) -> bool:
    """Return True if the search of a root finds the model: not an older commit in a cache."""
    if model.parent.name == "snapshots":
        return False
    return any(model.is_relative_to(root.path) for root in roots)
