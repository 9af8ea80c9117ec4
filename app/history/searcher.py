"""Searches on a thread of its own; only the latest query has to be answered."""

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

from app.database.database_errors import cause
from engine.sentences import Sentence, say
from ui.state.conversation_entry import Found, HistoryFilter

log = logging.getLogger(__name__)

Search = Callable[[str, HistoryFilter], list[Found]]
Answer = tuple[str, list[Found]] | Sentence


class Searcher:
    """Runs searches and calls `post` with an Answer on the search thread."""

    def __init__(self, search: Search, post: Callable[[Answer], None]) -> None:
        self._search = search
        self._post = post
        self._queries: SimpleQueue[tuple[str, HistoryFilter] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def ask(self, text: str, wanted: HistoryFilter) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="search", daemon=True)
            self._thread.start()
        self._queries.put((text, wanted))

    def close(self, timeout: float) -> bool:
        """Return False if a search is still running after `timeout` seconds."""
        if self._thread is None:
            return True
        self._queries.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (query := self._newest()) is not None:
            try:
                answer = (query[0], self._search(*query))
            except Exception as error:
                log.exception("the search failed")
                answer = say(
                    "The chats cannot be searched right now ({reason}). Try again later.",
                    reason=cause(error),
                )
            self._post(answer)

    def _newest(self) -> tuple[str, HistoryFilter] | None:
        query = self._queries.get()
        while query is not None and not self._queries.empty():
            query = self._queries.get()
        return query
