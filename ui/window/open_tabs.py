"""The tabs of the open conversations: a strip of them, of which one is in front."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.compare import compare_tab, results_window
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.workspace import Workspace
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.tab_strip import TabStrip


class OpenTabs(QObject):
    """Shows the open conversations of a workspace, each in a tab. `added` has a new Tab, `shown`
    comes when another tab is in front."""

    added = Signal(object)
    shown = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._conversations = workspace.conversations
        # with a parent from the start: the strip may show itself, and must not be a window then
        self.strip = TabStrip(workspace.requests, parent)
        self.stack = QStackedWidget(parent)
        self._tabs: dict[int, Tab] = {}
        self.strip.tabMoved.connect(self._sort)
        self._conversations.follow(self._add)
        self._conversations.front_changed.connect(self._show_front)
        # only now, as the strip brings the first of its tabs to the front
        self.strip.shown.connect(self._bring_to_front)
        self._show_front()

    def take(self, chat_id: int) -> Tab:
        """Close a tab, and return it. Nothing finds it among the window's widgets any more: what
        Qt has found for Python between here and its deletion would be kept for good."""
        tab = self._tabs.pop(chat_id)
        if front := self._conversations.front:
            # the stack would choose another one than the strip, and move the keyboard to it
            self.stack.setCurrentWidget(self._tabs[front.chat_id])
        self.stack.removeWidget(tab)
        tab.hide()
        tab.setParent(None)
        self.strip.remove(chat_id)
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

    def title_of(self, request_id: int) -> str:
        """Return the title of the request's tab, or the name of a request without one, or ""."""
        owners = (
            tab.title for tab in self.all() if any(it.has(request_id) for it in tab.transcripts)
        )
        engine = self._workspace.engine
        named = engine.request_names.get(request_id) or engine.client_names.get(request_id, "")
        return next(owners, named)

    def _add(self, conversation: Conversation) -> None:
        chat_id = conversation.chat_id
        # with its parent from the start: later, all that is in it would be styled again
        self._tabs[chat_id] = tab = _tab_of(conversation, self._workspace, self.stack)
        self.stack.addWidget(tab)
        place = list(self._conversations).index(conversation)
        self.strip.add(chat_id, tab.title, place, temporary=conversation.temporary)
        self.strip.set_activity(chat_id, conversation.activity)
        self.added.emit(tab)

    def _show_front(self) -> None:
        front = self._conversations.front
        if front is not None:
            self.strip.show_tab(front.chat_id)
            self.stack.setCurrentWidget(self._tabs[front.chat_id])
            self.shown.emit()

    def _bring_to_front(self, chat_id: int) -> None:
        conversation = self._conversations.find(chat_id)
        if conversation is not None:
            self._conversations.set_front(conversation)

    def _sort(self) -> None:
        self._conversations.sort(self.strip.ids())


def _tab_of(conversation: Conversation, workspace: Workspace, parent: QWidget) -> Tab:
    if isinstance(conversation, ComparedChat):
        tab = compare_tab.CompareTab(conversation, workspace, parent)
        results_window.Results(tab)
        return tab
    assert isinstance(conversation, Chat)
    return ChatTab(conversation, workspace, parent)
