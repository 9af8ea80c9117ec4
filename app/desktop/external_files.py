"""Opens files, folders and links that are pasted, or handed to Duologue from outside its window."""

import os
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from app.desktop import duologue_links
from engine.errors import Refused
from engine.sentences import say, say_all
from ui.state.chat import Chat
from ui.state.conversation import Conversation
from ui.state.notice import Notice
from ui.state.question import Question
from ui.widgets.layouts import raise_window
from ui.window import file_drops
from ui.window.main_window import MainWindow

# Identify the notices about files and about texts by others.
OPENING, FOREIGN = "opening", "text by others"
_MAX_SHOWN = 300
FROM_LINK = say("This text comes from a link. Read it before you send it.")
FROM_SERVICE = say("This comes from another program. Read it before you send it.")


class ExternalFiles(QObject):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._foreign: tuple[Chat, str, str] | None = None
        window.workspace.conversations.front_changed.connect(self._show_foreign)
        window.workspace.conversations.closed.connect(self._forget_closed)
        window.workspace.conversations.follow(self._follow)

    def open(self, places: list[Path | str]) -> None:
        """Take files and folders as if they were dropped on the window, and texts as links. The
        window is raised in any case."""
        raise_window(self._window)
        self._open_files([it for it in places if isinstance(it, Path)])
        for link in (it for it in places if isinstance(it, str)):
            self._open_link(link)

    def take_selection(self, text: str, image: QImage, files: list[Path]) -> None:
        """Put what is selected in another program into an empty chat; each may be empty."""
        raise_window(self._window)
        self._fill(text, FROM_SERVICE)
        if files:
            self._open_files(files)
        if (chat := self._window.workspace.conversations.front_chat) and not image.isNull():
            chat.attachment_requests.image_pasted.emit(image)

    def _follow(self, conversation: Conversation) -> None:
        """Take pasted files as if they were dropped."""
        conversation.attachment_requests.files_pasted.connect(self._open_files)

    def _fill(self, text: str, notice: str) -> None:
        """Put a text by others into an empty chat, or before an earlier one that still waits. It is
        not sent, and becomes a file if it is long."""
        workspace = self._window.workspace
        if self._foreign:
            workspace.conversations.show(self._foreign[0])
        else:
            workspace.requests.new_chat.emit()
        if chat := workspace.conversations.front_chat:
            if len(text) > duologue_links.MAX_TEXT:
                chat.attachment_requests.text_pasted.emit(text)
            elif text.strip():
                chat.draft.restore(Question(text.strip()))
                self._watch(chat, text, notice)
                return
        workspace.notices.show(notice, cause=FOREIGN)

    def _watch(self, chat: Chat, text: str, notice: str) -> None:
        """Show a notice as long as the text of others stands in the draft in front."""
        self._forget()
        self._foreign = chat, _words(text), notice
        chat.draft.changed.connect(self._look)
        self._show_foreign()

    def _look(self) -> None:
        """Take the notice back once the text was sent or removed."""
        if self._foreign and self._foreign[1] not in _words(self._foreign[0].draft.question.text):
            self._forget()

    def _show_foreign(self) -> None:
        workspace = self._window.workspace
        if self._foreign is None:
            return
        chat, _, notice = self._foreign
        if workspace.conversations.front is chat:
            workspace.notices.tell(Notice(notice, cause=FOREIGN, stays=True))
        else:
            workspace.notices.end(FOREIGN)

    def _forget_closed(self, conversation: Conversation) -> None:
        if self._foreign and self._foreign[0] is conversation:
            self._forget()

    def _forget(self) -> None:
        if self._foreign:
            self._foreign[0].draft.changed.disconnect(self._look)
            self._foreign = None
            self._window.workspace.notices.end(FOREIGN)

    def _open_link(self, link: str) -> None:
        workspace = self._window.workspace
        try:
            wanted = duologue_links.parse_link(link)
        except Refused as error:
            workspace.notices.show(str(error), "error", OPENING)
            return
        if isinstance(wanted, duologue_links.AskLink):
            self._fill(wanted.text, FROM_LINK)
        else:
            workspace.library_requests.window_opened.emit("get")
            workspace.hub_requests.page_opened.emit(wanted.repository)

    def _open_files(self, paths: list[Path]) -> None:
        # Not of Path, whose questions raise for a name that is too long or a folder that is closed.
        found = [path for path in paths if os.path.isdir(path) or os.path.isfile(path)]
        if found:
            file_drops.offer_files(self._window.workspace, found)
        sentences = [_not_opened(path) for path in paths if path not in found]
        self._window.workspace.notices.end(OPENING)
        if sentences:
            self._window.workspace.notices.show(say_all(sentences), "error", OPENING)


def _words(text: str) -> str:
    return " ".join(text.split())


def _not_opened(path: Path) -> str:
    if os.path.exists(path):
        return say("{path} is a device or a pipe, not a file.", path=_shown(path))
    return say("{path} does not exist.", path=_shown(path))


def _shown(path: Path) -> str:
    """Return a path that may be hostile as one short line."""
    text = "".join(it if it.isprintable() else "\ufffd" for it in str(path))
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
