"""Files that are dropped, chosen or pasted: from their paths to what the composer shows."""

from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QImage

from app.previews import Preview, Previews
from ui.chat_tab import ChatTab
from ui.main_window import MainWindow


class Attachments(QObject):
    """Knows how many files of each chat are still being read. Pasted pictures go to `folder`."""

    def __init__(self, window: MainWindow, previews: Previews, folder: Path) -> None:
        super().__init__(window)
        self._window = window
        self._previews = previews
        self._folder = folder
        self._pending: dict[int, int] = {}

    def offer(self, tab: ChatTab, paths: list[Path]) -> None:
        self._pending[tab.chat_id] = self._pending.get(tab.chat_id, 0) + len(paths)
        tab.composer.set_pending(self._pending[tab.chat_id])
        for path in paths:
            self._previews.request(tab.chat_id, path)

    def paste(self, tab: ChatTab, image: QImage) -> None:
        path = self._folder / f"Pasted picture {uuid4().hex[:8]}.png"
        self._folder.mkdir(parents=True, exist_ok=True)
        if image.save(str(path)):
            self.offer(tab, [path])
        else:
            tab.composer.show_problem(f"The pasted picture could not be saved in {self._folder}.")

    @Slot(list)
    def on_previews(self, previews: list[Preview]) -> None:
        tabs = {tab.chat_id: tab for tab in self._window.chats()}
        for preview in previews:
            tab = tabs.get(preview.chat_id)
            if tab is None:
                continue
            self._pending[tab.chat_id] -= 1
            tab.composer.set_pending(self._pending[tab.chat_id])
            if preview.problem:
                tab.composer.show_problem(preview.problem)
            for attachment in preview.attachments:
                tab.composer.add_attachment(attachment)
