"""The tabs that are open: a strip of them, of which one is in front."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.tab_strip import TabStrip


class OpenTabs(QObject):
    """The strip decides which one is in front; `shown` has its id. `changed` is told when one has
    come, gone or moved."""

    shown = Signal(int)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.strip = TabStrip()
        self.stack = QStackedWidget()
        self._tabs: dict[int, Tab] = {}
        self.strip.shown.connect(self._show)
        self.strip.moved.connect(self.changed)

    def add(self, tab: Tab, at: int = -1) -> None:
        self._tabs[tab.chat_id] = tab
        self.stack.addWidget(tab)
        self.strip.add(tab.chat_id, tab.title, at)
        if tab.busy:
            self.strip.set_active(tab.chat_id, True)
        self.changed.emit()

    def take(self, chat_id: int) -> Tab:
        """Close a tab, and return it. Nothing finds it among the window's widgets any more: what
        Qt has found for Python between here and its deletion would be kept for good."""
        tab = self._tabs.pop(chat_id)
        self.stack.removeWidget(tab)
        tab.hide()
        tab.setParent(None)
        self.strip.remove(chat_id)
        self.changed.emit()
        return tab

    def __contains__(self, chat_id: int) -> bool:
        return chat_id in self._tabs

    def __getitem__(self, chat_id: int) -> Tab:
        return self._tabs[chat_id]

    def __len__(self) -> int:
        return len(self._tabs)

    def all(self) -> list[Tab]:
        """Return the tabs in the order of the strip."""
        return [self._tabs[chat_id] for chat_id in self.strip.ids()]

    def current(self) -> Tab:
        """Raises LookupError when there is none."""
        tab = self.stack.currentWidget()
        if not isinstance(tab, Tab):
            raise LookupError("no tab is open")
        return tab

    def current_chat(self) -> ChatTab:
        """Raises LookupError where a comparison is in front."""
        tab = self.current()
        if not isinstance(tab, ChatTab):
            raise LookupError("no chat is in front")
        return tab

    def _show(self, chat_id: int) -> None:
        self.stack.setCurrentWidget(self._tabs[chat_id])
        self.shown.emit(chat_id)
