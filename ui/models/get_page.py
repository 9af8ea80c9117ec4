"""The page of the models window that searches the hub: recommendations, results, one model."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from ui.look import theme
from ui.look.language import number, tr, translated
from ui.models.hub_page import HubPageView
from ui.models.hub_rows import HubRows
from ui.state.hub_state import HubModel
from ui.state.workspace import Workspace
from ui.widgets.buttons import LinkButton, push_button
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import hbox, scroll_area, vbox
from ui.widgets.search_line import SearchLine

# Milliseconds after the last movement before the hub is asked what is in sight.
REST_MS = 150
MOST_WORDS = 200


class GetPage(QWidget):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._state = workspace.hub
        self.search = SearchLine(
            tr("Search for models, such as “qwen vision”"), tr("Search the hub for models")
        )
        self.find_button = push_button(tr("Search"))
        self.settings = LinkButton(
            tr("Token, mirror and proxy…"), tr("Opens the settings for models")
        )
        self.privacy = plain_label("settings_note")
        self.heading = plain_label()
        self.note = plain_label("settings_note")
        self.problem = plain_label("model_problem")
        self.rows = HubRows(workspace)
        self.page = HubPageView(workspace)
        self._stack = QStackedWidget()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._lay_out()
        self._connect()
        self.refresh()
        self._show_page()

    @property
    def shows_model(self) -> bool:
        return self._stack.currentWidget() is self.page

    def refresh(self) -> None:
        """Show the results, or the recommendations while nothing is searched."""
        state = self._state
        host = tr("Searches and model pages are requested from {host}. Nothing else is sent.")
        self.privacy.setText(host.format(host=state.host))
        show_text(self.problem, breakable(translated(state.problem)))
        self.heading.setText(self._heading())
        show_text(self.note, self._note())
        self.rows.set_models(self._models())
        self._rest.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rest.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rest.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back with Escape, then clear the search; the window closes with the next one."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.shows_model:
            self._workspace.hub_requests.page_opened.emit("")
        elif self.search.text() or self._state.searched:
            self.search.clear()
            self._search()
        else:
            super().keyPressEvent(event)

    def _models(self) -> Sequence[HubModel]:
        return self._state.models if self._state.searched else self._state.recommended

    def _heading(self) -> str:
        state = self._state
        if not state.searched:
            return tr("Recommended for this computer")
        if state.searching:
            return tr("Searching…")
        if state.problem:
            return ""
        count = len(state.models)
        if not count:
            return tr("No models for “{words}”").format(words=state.searched)
        return tr("%n model(s) for “{words}”", "", count).format(words=state.searched)

    def _note(self) -> str:
        state = self._state
        if not state.searched:
            text = tr(
                "For {memory} GB of memory. Models that see images come first, then "
                "the others, each from the best on."
            )
            return text.format(memory=number(state.memory)) if state.recommended else ""
        if state.models or state.searching or state.problem:
            return ""
        return tr("Try fewer words, or the maker's name. Only models for MLX are searched.")

    def _search(self) -> None:
        self._workspace.hub_requests.searched.emit(self.search.text().strip())

    def _follow_text(self, text: str) -> None:
        """Show the recommendations again once the field is empty."""
        if not text and self._state.searched:
            self._search()

    def _ask_about_sight(self) -> None:
        """Have the models in sight described, of those that were searched."""
        if not self.isVisible() or self.shows_model or not self._state.searched:
            return
        sight = self.rows.in_sight(self._area)
        known = (it.facts or it.problem or it.unread for it in sight)
        wanted = tuple(it.repository for it, told in zip(sight, known, strict=True) if not told)
        if wanted:
            self._workspace.hub_requests.described.emit(wanted)

    def _show_page(self) -> None:
        page = self._state.page
        if page is None:
            self._show_list()
            return
        fresh = not self.shows_model
        self.page.show_page(page)
        self._stack.setCurrentWidget(self.page)
        if fresh and self.isVisible():
            self.page.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_list(self) -> None:
        """Show the results, and give the keyboard back to the row that was opened."""
        left = self.page.repository if self.shows_model else ""
        self._stack.setCurrentIndex(0)
        self._rest.start()
        row = next((it for it in self.rows.rows if it.model.repository == left), None)
        if row and self.isVisible():
            row.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect(self) -> None:
        requests = self._workspace.hub_requests
        self._state.changed.connect(self.refresh)
        self._state.recommended_changed.connect(self.refresh)
        self._state.page_changed.connect(self._show_page)
        self._workspace.settings.changed.connect(self.refresh)
        self.search.returnPressed.connect(self._search)
        self.search.textChanged.connect(self._follow_text)
        self.find_button.clicked.connect(self._search)
        self.settings.clicked.connect(self._workspace.settings_requests.models_opened)
        self.rows.opened.connect(requests.page_opened)
        self._rest.timeout.connect(self._ask_about_sight)
        theme.look.changed.connect(self._rest.start)
        self._area.verticalScrollBar().valueChanged.connect(self._rest.start)

    def _lay_out(self) -> None:
        self.search.setMaxLength(MOST_WORDS)
        self.search.setText(self._state.searched)
        theme.set_font(self.heading, 14, QFont.Weight.DemiBold)
        field = hbox(spacing=8)
        field.addWidget(self.search, 1)
        field.addWidget(self.find_button)
        about = QHBoxLayout()
        about.addWidget(self.privacy, 1)
        about.addWidget(self.settings)
        inside = QWidget()
        inside.setObjectName("model_page")
        column = vbox(inside, spacing=4)
        for part in (self.problem, self.heading, self.note, self.rows):
            column.addWidget(part)
        column.addStretch()
        self._area = scroll_area(inside)
        listed = QWidget()
        page = vbox(listed, spacing=8)
        page.addLayout(field)
        page.addLayout(about)
        page.addWidget(self._area, 1)
        for each in (listed, self.page):
            self._stack.addWidget(each)
        vbox(self, spacing=0).addWidget(self._stack)
