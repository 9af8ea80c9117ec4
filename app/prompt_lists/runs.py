"""Runs prompt lists in comparisons: reads, starts, pauses and stops them."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.chats.comparisons import Comparisons
from app.prompt_lists import pasted_prompts, prompt_files
from app.prompt_lists.prompt_media import ListedFiles
from app.prompt_lists.prompt_run import OnLoaded, PromptRun
from engine.errors import Refused
from ui.look.language import tr
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.prompt_list import ListedPrompt, Split
from ui.state.workspace import Workspace


class PromptRuns(QObject):
    """Runs at most one list at a time in each comparison."""

    def __init__(self, workspace: Workspace, comparisons: Comparisons, files: ListedFiles) -> None:
        super().__init__(workspace)
        self._notices = workspace.notices
        self._comparisons = comparisons
        self._files = files
        self._runs: dict[int, PromptRun] = {}
        self._file_requests: dict[int, list[int]] = {}
        workspace.conversations.follow(self._follow)
        workspace.conversations.closed.connect(self._forget)

    def _follow(self, conversation: Conversation) -> None:
        if not isinstance(conversation, ComparedChat):
            return
        chat_id, requests = conversation.chat_id, conversation.list_requests
        conversation.requests.stopped.connect(partial(self._control, chat_id, PromptRun.pause))
        requests.opened.connect(partial(self._open, conversation))
        requests.pasted.connect(partial(self._split, conversation))
        requests.started.connect(partial(self._begin, conversation))
        requests.stopped.connect(partial(self._stop, chat_id))
        requests.pause_toggled.connect(partial(self._control, chat_id, PromptRun.toggle_pause))

    def _open(self, chat: ComparedChat, path: Path) -> None:
        """Offer the prompts of a list, or show a notice if the list cannot be read."""
        try:
            prompts = prompt_files.read_prompts(path)
        except Refused as error:
            self._notices.show(str(error), "error")
            return
        chat.list_offered.emit(path.name, tuple(prompts))

    def _split(self, chat: ComparedChat, text: str, split: Split) -> None:
        """Show how a pasted text is split into prompts, or why it cannot be."""
        try:
            kind, found = pasted_prompts.pasted_prompts(tr("the pasted text"), text, split)
        except Refused as error:
            chat.paste_split.emit(split, (), str(error))
        else:
            chat.paste_split.emit(kind, found, "")

    def _begin(self, chat: ComparedChat, prompts: Sequence[ListedPrompt], fresh: bool) -> None:
        run = PromptRun(
            chat.comparison,
            prompts,
            partial(self._read, chat.chat_id),
            partial(self._comparisons.ask, chat, fresh=fresh, unattended=True),
            partial(self._comparisons.stop, chat),
            lambda: chat.busy,
            chat,
        )
        former = self._runs.get(chat.chat_id)
        if former is not None:
            former.deleteLater()
        self._runs[chat.chat_id] = run
        chat.busy_changed.connect(run.wake)
        run.progressed.connect(chat.show_progress)
        run.start()

    def _read(self, chat_id: int, prompt: ListedPrompt, loaded: OnLoaded) -> None:
        number = self._files.read(chat_id, prompt, loaded)
        self._file_requests.setdefault(chat_id, []).append(number)

    def _control(self, chat_id: int, action: Callable[[PromptRun], None]) -> None:
        if run := self._runs.get(chat_id):
            action(run)

    def _stop(self, chat_id: int) -> None:
        self._control(chat_id, PromptRun.stop)

    def _forget(self, conversation: Conversation) -> None:
        """Stop the run, and drop it with the copies of its files."""
        self._stop(conversation.chat_id)
        self._runs.pop(conversation.chat_id, None)
        for number in self._file_requests.pop(conversation.chat_id, []):
            self._files.forget(number)
