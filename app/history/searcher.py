"""Searches on a thread of its own; only the latest query has to be answered."""

import logging
from collections.abc import Callable

from app.base.work_thread import WorkThread
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
        self._thread = WorkThread("search")
        self._latest: tuple[str, HistoryFilter] | None = None

    def ask(self, text: str, wanted: HistoryFilter) -> None:
        self._latest = query = text, wanted
        self._thread.start(lambda: self._answer(query))

    def close(self, timeout: float) -> bool:
        """Begin no other search. Return False if one is still running after `timeout` seconds."""
        self._latest = None
        return self._thread.close(timeout)

    def _answer(self, query: tuple[str, HistoryFilter]) -> None:
        if query is not self._latest:
            return
        try:
            answer = (query[0], self._search(*query))
        except Exception as error:
            log.exception("the search failed")
            answer = say(
                "The chats cannot be searched right now ({reason}). Try again later.",
                reason=cause(error),
            )
        self._post(answer)
