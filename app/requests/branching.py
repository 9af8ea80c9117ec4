"""Versions of what was asked and answered in chats, and chats that begin as a part of another."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from app.requests.replies import Replies
from app.requests.request_options import Asked
from ui.state.transcript import Transcript
from ui.tabs.chat_tab import ChatTab


class Branching:
    """`asked` is what would be asked with in a chat now, `models` are those that can answer, names
    by their ids; `fork` opens a chat with the turns of another up to an index."""

    def __init__(
        self,
        replies: Replies,
        asked: Callable[[ChatTab], Asked],
        models: Callable[[], Mapping[str, str]],
        fork: Callable[[Transcript, int], object],
    ) -> None:
        self._replies = replies
        self._asked = asked
        self._models = models
        self._fork = fork

    def follow(self, tab: ChatTab) -> None:
        tab.message_actions.models = self._models
        tab.edit_submitted.connect(partial(self._replies.take_back, tab.transcript))
        tab.regenerate_requested.connect(partial(self._again, tab))
        tab.fork_requested.connect(partial(self._fork, tab.transcript))

    def _again(self, tab: ChatTab, index: int, count: int, model_id: str) -> None:
        asked = self._asked(tab)
        asked = replace(asked, model_id=model_id or asked.model_id)
        self._replies.regenerate(tab.transcript, index, asked, count)
