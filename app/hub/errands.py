"""Runs work that asks the hub on threads, and gives the results to the Qt thread."""

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject

from app.base.mailbox import Mailbox
from app.hub import hub_client
from app.hub.access import HubAccess
from app.hub.hub_problems import Stopped
from engine.errors import Refused
from engine.sentences import say

log = logging.getLogger(__name__)

_FAULT = say("The hub could not be asked: something unexpected happened. Try again.")


class Errand:
    """One piece of work. Its result goes to `done`, the sentence of a failure to `failed`, both on
    the Qt thread; nothing comes after `stop`."""

    def __init__(
        self,
        access: HubAccess,
        work: "Callable[[hub_client.HubClient], Any]",
        done: Callable[[Any], None],
        failed: Callable[[str], None],
    ) -> None:
        self.done, self.failed = done, failed
        self.stopped = False
        self.thread: Thread | None = None
        self._access = access
        self._work = work
        self._client: hub_client.HubClient | None = None

    def stop(self) -> None:
        self.stopped = True
        if client := self._client:
            client.stop()

    def run(self) -> Any:
        """Do the work on a worker thread. Raises Refused or Stopped."""
        self._client = client = hub_client.HubClient(self._access)
        try:
            if self.stopped:
                raise Stopped
            return self._work(client)
        finally:
            client.close()


class Errands(QObject):
    """Up to `at_once` errands run, each on a thread; the others wait, in order. Used on the Qt
    thread."""

    def __init__(self, at_once: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._at_once = at_once
        self._waiting: deque[Errand] = deque()
        self._running: list[Errand] = []
        self._results = Mailbox(self, frame_ms=0)
        self._results.arrived.connect(self._on_results)
        self._closed = False

    def add(
        self,
        access: HubAccess,
        work: "Callable[[hub_client.HubClient], Any]",
        done: Callable[[Any], None],
        failed: Callable[[str], None],
    ) -> Errand:
        errand = Errand(access, work, done, failed)
        if not self._closed:
            self._waiting.append(errand)
            self._start()
        return errand

    def stop_all(self) -> None:
        """Stop what runs and forget what waits."""
        self._waiting.clear()
        for errand in self._running:
            errand.stop()

    def close(self, timeout: float) -> bool:
        """Stop everything. Return False if a thread has not ended after `timeout` seconds."""
        self._closed = True
        self.stop_all()
        self._results.close()
        end = monotonic() + timeout
        threads = [it.thread for it in self._running if it.thread]
        for thread in threads:
            thread.join(max(0.0, end - monotonic()))
        return not any(it.is_alive() for it in threads)

    def _start(self) -> None:
        self._waiting = deque(it for it in self._waiting if not it.stopped)
        # A stopped errand gives its place away: its thread may wait for a server.
        busy = sum(not it.stopped for it in self._running)
        while self._waiting and busy < self._at_once:
            errand = self._waiting.popleft()
            work = partial(_run, errand, self._results.post)
            errand.thread = Thread(target=work, name="hub", daemon=True)
            self._running.append(errand)
            errand.thread.start()
            busy += 1

    def _on_results(self, results: list[tuple[Errand, Any]]) -> None:
        for errand, result in results:
            with suppress(ValueError):
                self._running.remove(errand)
            if errand.stopped:
                continue
            if isinstance(result, Exception):
                errand.failed(str(result) if isinstance(result, Refused) else _FAULT)
            else:
                errand.done(result)
        self._start()


def _run(errand: Errand, post: Callable[[Any], None]) -> None:
    try:
        result = errand.run()
    except (Refused, Stopped) as error:
        result = error
    except Exception as error:
        # Whoever waits must hear of any failure.
        log.warning("asking the hub failed", exc_info=True)
        result = error
    post((errand, result))
