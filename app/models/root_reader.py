"""Reads the models of one root on a thread of its own: a disk may be slow, or never answer."""

import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from app.models.facts_file import load_facts, save_facts
from app.models.folder_walk import find_models
from app.models.found_model import FoundModel
from app.models.roots import Root
from engine.checkpoints import description, folder_files
from engine.checkpoints.model_files import ModelFiles
from engine.checkpoints.model_settings import unreadable
from engine.errors import Refused
from engine.frozen import frozen
from engine.sentences import say

log = logging.getLogger(__name__)

# Seconds between two listings while many models are read for the first time.
LISTING_SECONDS = 0.4


@frozen
class Listing:
    """The models of a root, `available` unless its disk is away. More follow until it is
    `complete`. All were there at `begun` or later: when the search began that found them, or the
    one before while some are still known from that; 0.0 for models of an earlier run. `weightless`
    are folders that lack weights to be models."""

    root: Root
    models: tuple[FoundModel, ...]
    available: bool = True
    complete: bool = True
    begun: float = 0.0
    weightless: tuple[str, ...] = ()


class _Closed(Exception):
    """The reader was closed."""


class RootReader:
    """Posts listings of a root when asked; one that did not change is not searched unless that is
    asked for. The public methods belong to the Qt thread, all others to the thread that reads."""

    def __init__(self, root: Root, facts: Path, post: Callable[[Listing], None]) -> None:
        self.root = root
        # when the request was made that is not answered completely, and when something came last
        self._asked: float | None = None
        self._heard = 0.0
        self._facts = facts
        self._post = post
        self._inbox: SimpleQueue[bool | None] = SimpleQueue()
        self._closed = False
        self._thread: Thread | None = None

    def ask(self, *, anew: bool) -> None:
        """Ask for a listing; with `anew`, the root is searched even if it seems unchanged."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="models", daemon=True)
            self._thread.start()
        elif self._asked is not None and not anew:
            return
        self._asked = self._asked or time.monotonic()
        self._inbox.put(anew)

    def heard(self, *, complete: bool) -> None:
        """Note that a listing has arrived."""
        self._heard = time.monotonic()
        if complete:
            self._asked = None

    @property
    def silence(self) -> float:
        """The seconds for which a request has been waiting for the next listing."""
        return 0.0 if self._asked is None else time.monotonic() - max(self._asked, self._heard)

    def close(self) -> None:
        """End the thread with its current step; a disk that does not answer is not waited for."""
        self._closed = True
        self._inbox.put(None)

    def join(self, timeout: float) -> None:
        if self._thread is not None:
            self._thread.join(timeout)

    def _run(self) -> None:
        listing, mark = Listing(self.root, tuple(load_facts(self._facts)), complete=False), None
        if listing.models:
            self._post(listing)
        try:
            while (anew := self._inbox.get()) is not None:
                anew = anew or self._asked_anew()
                found = _mark(self.root.path)
                if found is None:
                    listing = _away(listing)
                elif anew or found != mark or not listing.available:
                    listing = self._search(listing)
                mark = found
                self._post(listing)
        except _Closed:
            return

    def _asked_anew(self) -> bool:
        """Take all requests that wait, and return True if one of them asks for a search."""
        waiting = [self._inbox.get() for _ in range(self._inbox.qsize())]
        if None in waiting:
            raise _Closed
        return any(waiting)

    def _search(self, former: Listing) -> Listing:
        begun, weightless = time.monotonic(), list[str]()
        try:
            models = tuple(self._models(former, weightless))
            if former.models and not models and not _same_disk(former):
                # the disk was unmounted, and left an empty folder
                return _away(former)
        except (OSError, ValueError) as error:
            log.info("%s cannot be read: %s", self.root.path, error)
            return _away(former)
        if models != former.models:
            save_facts(self._facts, models)
        return Listing(self.root, models, begun=begun, weightless=tuple(weightless))

    def _models(self, former: Listing, weightless: list[str]) -> Iterator[FoundModel]:
        """Yield the models; those that changed are read again."""
        known = {it.path: it for it in former.models}
        done: list[FoundModel] = []
        posted = time.monotonic()
        for found in find_models(self.root.path, self._check, weightless):
            earlier = known.get(found.path)
            same = earlier is not None and earlier.state == found.state
            done.append(_again(earlier, found) if earlier and same else _with_facts(found))
            yield done[-1]
            if time.monotonic() - posted > LISTING_SECONDS:
                paths = {it.path for it in done}
                left = [it for path, it in known.items() if path not in paths]
                self._post(Listing(self.root, (*done, *left), complete=False, begun=former.begun))
                posted = time.monotonic()

    def _check(self) -> None:
        if self._closed:
            raise _Closed


def _mark(path: str) -> tuple[int, int, int] | None:
    """Return a value that changes when folders are added to a root or its disk is another one;
    None if the root is away."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns


def _away(listing: Listing) -> Listing:
    return replace(listing, available=False, complete=True)


def _same_disk(listing: Listing) -> bool:
    """Return True if one of the models was found on the disk that is there now."""
    disk = f"{os.stat(listing.root.path).st_dev}:"
    return any(it.identity.startswith(disk) for it in listing.models)


def _again(former: FoundModel, found: FoundModel) -> FoundModel:
    return replace(found, facts=former.facts, problem=former.problem, notes=former.notes)


def _with_facts(found: FoundModel) -> FoundModel:
    """Read the facts of a model; one that is damaged gets a sentence."""
    folder = Path(found.path)
    try:
        if folder.is_file():
            names = frozenset((folder.name,))
            return replace(found, problem=description.problem_of(ModelFiles({}, (), names=names)))
        files = folder_files.read_model_files(folder)
        return replace(
            found,
            facts=description.describe(files) if files.config else None,
            problem=description.problem_of(files),
            notes=folder_files.stripped_notes(folder),
        )
    except Refused as refusal:
        problem = str(refusal)
    except OSError as error:
        problem = unreadable(folder, error)
    except Exception:
        # whatever a damaged file makes fail: one model must not hide the others
        log.warning("%r could not be described", found.path, exc_info=True)
        problem = say("Its files are damaged. Download the model again.")
    return replace(found, problem=problem)
