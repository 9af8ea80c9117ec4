"""The left column: all conversations, the search in them, and the memory in use."""

from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QStackedWidget,
)

from ui.history.deleted_note import DeletedNote
from ui.history.found_list import FoundList
from ui.history.history_list import HistoryList
from ui.history.scope_button import ScopeButton
from ui.history.search_row import SearchRow
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import memory_used, or_nothing, size_text
from ui.state.conversation import Activity
from ui.state.conversation_entry import Found, HistoryFilter
from ui.state.figures import memory_in_use
from ui.state.workspace import Workspace
from ui.widgets.buttons import IconButton
from ui.widgets.labels import plain_label, short_label, tooltip
from ui.widgets.layouts import vbox
from ui.window.sidebar_width import GRIP, SidebarGrip

BAR_STEPS = 1000


class Sidebar(QFrame):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self._workspace = workspace
        self._history = workspace.history
        self._answered = ""
        self.hide_button = IconButton("panel-left", tr("Hide sidebar"))
        self.new_button = IconButton("square-pen", tr("New chat"))
        self.appearance_button = IconButton("moon", tr("Light or dark"))
        self.settings_button = IconButton("settings", tr("Settings"))
        self.search = SearchRow(lambda: self._history.source.models())
        self.scope = ScopeButton(workspace)
        self.list = HistoryList(workspace)
        self.found = FoundList(workspace.requests)
        self.note = DeletedNote(workspace)
        self.empty = plain_label("history_empty")
        self._pages = QStackedWidget()
        self._memory_title = short_label(text=tr("Memory"), kind="caption")
        self._memory = short_label(kind="value")
        self._bar = QProgressBar()
        self.grip = SidebarGrip(self)
        self._lay_out()
        self._connect()
        self._fit()
        theme.look.changed.connect(self._fit)
        self._show_source()
        self._show_memory()

    # --- the history -----------------------------------------------------------------------

    def show_conversation(self, conversation_id: int) -> None:
        """Mark the conversation in front."""
        self.list.show_conversation(conversation_id)

    def set_activity(self, conversation_id: int, activity: Activity) -> None:
        self.list.history.set_activity(conversation_id, activity)

    def search_all(self) -> None:
        """Open the search, wherever the list stood."""
        self.scope.set_scope()
        self.open_search()

    def open_search(self) -> None:
        self.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.field.selectAll()

    def rename(self, conversation_id: int) -> bool:
        """Rename the row with the keyboard, else this conversation; False if it is not listed."""
        focused = QApplication.focusWidget()
        if focused is not None and (focused is self.list or self.list.isAncestorOf(focused)):
            self.list.rename()
            return True
        anywhere, only = HistoryFilter(archived=None), [conversation_id]
        found = self._history.source.entries(anywhere, 0, 1, only)
        if not found:
            return False
        self.search.field.clear()
        if not self.list.history.index_of(conversation_id).isValid():
            self.search.set_filter(HistoryFilter())
            self.scope.set_scope(archived=found[0].archived)
        return self.list.rename_conversation(found[0])

    @property
    def filter(self) -> HistoryFilter:
        """The filter of the list; the search uses the same, but includes the archive."""
        scope = self.scope.scope
        return replace(
            self.search.filter,
            archived=scope.archived,
            deleted=scope.deleted,
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self.list.history.go_to_today()

    # --- inside ----------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.grip.setGeometry(self.width() - GRIP, 0, GRIP, self.height())
        self.grip.raise_()

    def _fit(self) -> None:
        """Follow the look and the zoom."""
        self.list.fit()
        self.found.doItemsLayout()
        self.appearance_button.set_icon("sun" if theme.colors().dark else "moon")

    def _show_source(self) -> None:
        self.list.history.set_source(self._history.source)
        self._show_page()

    def _refresh(self, changed: Collection[int]) -> None:
        self.list.refresh(changed)
        if self.search.text:
            self._search()
        self._show_page()

    def _show_found(self, text: str, found: list[Found]) -> None:
        """Show the results for `text` if it is still the search text."""
        if text == self.search.text:
            self._answered = text
            folders = {it.folder_id: it.name for it in self._history.source.folders()}
            self.found.found.set_found(found, folders)
            self._show_page()

    def _show_memory(self) -> None:
        """Show the memory in use, with a bar that is full at the engine's limit."""
        stats = self._workspace.engine.stats
        active_bytes, limit = stats.active_memory, stats.memory_limit
        used = memory_used(active_bytes)
        self._memory.setText(or_nothing(size_text, used))
        self._bar.setValue(round(BAR_STEPS * min(1.0, active_bytes / limit)) if limit else 0)
        sizes = {"used": size_text(used), "limit": size_text(limit)}
        share = tr("{used} of at most {limit} in use").format(**sizes) if limit else ""
        about = tooltip("\n".join(filter(None, (share, memory_in_use().about))))
        for part in (self._memory_title, self._memory, self._bar):
            part.setToolTip(about)

    def _filter_changed(self) -> None:
        self.list.history.set_filter(self.filter)
        if self.search.text:
            self._search()
        self._show_page()

    def _search(self) -> None:
        """Search the archive too, since a person may not know that a chat is archived."""
        wanted = replace(self.filter, archived=self.scope.scope.archived or None)
        self._workspace.history_requests.searched.emit(self.search.text, wanted)

    def _searched(self, text: str) -> None:
        if text:
            self._search()
        else:
            self._answered = ""
            self.found.found.set_found([])
        self._show_page()

    def _show_page(self) -> None:
        """Show the list, the search results, or why there are none."""
        searching = bool(self.search.text)
        if searching and not self._answered:
            # Keep what is shown until the results are there.
            return
        view = self.found if searching else self.list
        nothing = view.model().rowCount() == 0
        self.note.setVisible(self.scope.scope.deleted)
        self.note.empty.setVisible(self.list.history.rowCount() > 0)
        if nothing:
            self.empty.setText(self._why_empty())
        self._pages.setCurrentWidget(self.empty if nothing else view)

    def _why_empty(self) -> str:
        if text := self.search.text:
            return self._nothing_found().format(text=text)
        if self.search.filter != HistoryFilter():
            return tr("No chats match the filter.")
        if self.scope.scope.deleted:
            return tr("Nothing was deleted recently.")
        if self.scope.scope.archived:
            return tr("The archive is empty.")
        return tr("No chats yet. Your chats will appear here.")

    def _nothing_found(self) -> str:
        if self.scope.scope.deleted:
            return tr("Nothing found for “{text}” in Recently Deleted.")
        if self.scope.scope.archived:
            return tr("Nothing found for “{text}” in the archive.")
        return tr("Nothing found for “{text}”.")

    def _go_down(self) -> None:
        view = self.found if self.search.text else self.list
        if view.model().rowCount():
            view.go_to_first()

    def _entered(self) -> None:
        if self.search.text:
            self.found.open_first()

    def _leave_search(self) -> None:
        self.search.field.clear()
        self.open_search()

    def _toggle_appearance(self) -> None:
        toggled = theme.toggled(theme.appearance())
        self._workspace.settings_requests.appearance_chosen.emit(toggled)

    def _connect(self) -> None:
        workspace = self._workspace
        self.new_button.clicked.connect(lambda: workspace.requests.new_chat.emit())
        self.settings_button.clicked.connect(lambda: workspace.settings_requests.opened.emit())
        self.appearance_button.clicked.connect(self._toggle_appearance)
        workspace.engine.stats_changed.connect(self._show_memory)
        self._history.source_changed.connect(self._show_source)
        self._history.changed.connect(self._refresh)
        self._history.found.connect(self._show_found)
        self.search.searched.connect(self._searched)
        self.search.filtered.connect(self._filter_changed)
        self.search.field.went_down.connect(self._go_down)
        self.search.field.returnPressed.connect(self._entered)
        self.scope.changed.connect(self._filter_changed)
        self.list.left_upwards.connect(self.open_search)
        self.found.left_upwards.connect(self.open_search)
        self.found.left.connect(self._leave_search)

    def _lay_out(self) -> None:
        layout = vbox(self, spacing=8, margins=(10, 10, 10, 12))
        top = QHBoxLayout()
        top.addWidget(self.hide_button)
        top.addStretch()
        top.addWidget(self.settings_button)
        top.addWidget(self.appearance_button)
        top.addWidget(self.new_button)
        layout.addLayout(top)
        layout.addWidget(self.search)
        # Its right-to-left direction, which puts the arrow after the text, must not mirror this.
        layout.addWidget(self.scope, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        layout.addWidget(self.note)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        for page in (self.list, self.found, self.empty):
            self._pages.addWidget(page)
        layout.addWidget(self._pages, 1)
        foot = QGridLayout()
        foot.setContentsMargins(10, 4, 10, 0)
        foot.addWidget(self._memory_title, 0, 0)
        foot.addWidget(self._memory, 0, 1, Qt.AlignmentFlag.AlignRight)
        foot.addWidget(self._bar, 1, 0, 1, 2)
        layout.addLayout(foot)
        self._bar.setRange(0, BAR_STEPS)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Memory in use, out of the limit"))
