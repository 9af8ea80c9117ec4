"""The search field of the history, and the filters beside it."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.conversation_entry import HistoryFilter
from ui.widgets.buttons import IconButton, LinkButton
from ui.widgets.labels import ElidedLabel, literal
from ui.widgets.layouts import hbox, vbox
from ui.widgets.menu import PopupMenu
from ui.widgets.search_line import SearchLine

PAUSE_MS = 80
_MOST = 200
_SIGN, _SIGN_LEFT = 15, 8


class SearchRow(QWidget):
    """`searched` has the text to search for once typing pauses, "" to end the search. `filtered`
    has a HistoryFilter, of which this row sets the model and the kinds of media."""

    searched = Signal(str)
    filtered = Signal(object)

    def __init__(self, models: Callable[[], list[str]]) -> None:
        super().__init__()
        self._models = models
        self._filter = HistoryFilter()
        self._said = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._say)
        self.field = SearchField()
        self.field.setMaxLength(_MOST)
        self.button = IconButton("list-filter", tr("Filter chats"))
        self.button.setCheckable(True)
        self.button.clicked.connect(self._open_menu)
        self._state = QWidget()
        self._words = ElidedLabel("filter_words")
        self.clear_button = LinkButton(tr("Clear"), tr("Show the chats of all models again"))
        self.clear_button.clicked.connect(lambda: self.set_filter(HistoryFilter()))
        self._lay_out()
        self._show()
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._say_now)

    @property
    def text(self) -> str:
        return self._said

    @property
    def filter(self) -> HistoryFilter:
        return self._filter

    def set_filter(self, wanted: HistoryFilter) -> None:
        if wanted != self._filter:
            self._filter = wanted
            self._show()
            self.filtered.emit(wanted)
        else:
            self._show()

    def menu(self) -> QMenu:
        """The filters there are, to be shown."""
        menu = PopupMenu(self)
        now = self._filter
        choices = (
            (tr("With images"), now.has_image, {"has_image": not now.has_image}),
            (tr("With videos"), now.has_video, {"has_video": not now.has_video}),
        )
        for text, chosen, changes in choices:
            self._choice(menu, text, chosen, changes)
        menu.addSeparator()
        group = QActionGroup(menu)
        group.addAction(self._choice(menu, tr("All models"), not now.model, {"model": ""}))
        for name in self._models():
            text = literal(name)
            group.addAction(self._choice(menu, text, now.model == name, {"model": name}))
        menu.addSeparator()
        clear = menu.addAction(tr("Clear filters"), lambda: self.set_filter(HistoryFilter()))
        clear.setEnabled(now != HistoryFilter())
        menu.aboutToHide.connect(self._show)
        return menu

    def _choice(self, menu: QMenu, text: str, chosen: bool, changes: dict) -> QAction:
        action = menu.addAction(text, lambda: self.set_filter(replace(self._filter, **changes)))
        action.setCheckable(True)
        action.setChecked(chosen)
        return action

    def _open_menu(self) -> None:
        self.menu().popup(self.button.mapToGlobal(QPoint(0, self.button.height())))

    def _show(self) -> None:
        now = self._filter
        words = (
            now.model,
            tr("images") if now.has_image else "",
            tr("videos") if now.has_video else "",
        )
        told = ", ".join(it for it in words if it)
        self.button.setChecked(bool(told))
        self._state.setVisible(bool(told))
        self._words.setText(tr("Only {names}").format(names=told) if told else "")
        about = tr("Filter chats: only {names}").format(names=told) if told else tr("Filter chats")
        self.button.setAccessibleName(about)

    def _typed(self, text: str) -> None:
        # An empty field ends the search at once.
        if text.strip():
            self._pause.start()
        else:
            self._say_now()

    def _say_now(self) -> None:
        self._pause.stop()
        self._say()

    def _say(self) -> None:
        text = self.field.text().strip()
        if text != self._said:
            self._said = text
            self.searched.emit(text)

    def _lay_out(self) -> None:
        column = vbox(self, spacing=4)
        row = hbox(spacing=4)
        row.addWidget(self.field, 1)
        row.addWidget(self.button)
        column.addLayout(row)
        state = hbox(self._state, spacing=6, margins=(10, 0, 0, 0))
        state.addWidget(self._words, 1)
        state.addWidget(self.clear_button)
        column.addWidget(self._state)


class SearchField(SearchLine):
    """Escape clears the field, and leaves it once it is empty."""

    went_down = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Search"), tr("Search all chats"))
        self._fit()
        theme.look.changed.connect(self._fit)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign of a search. As an action of the field it would not grow with the zoom."""
        super().paintEvent(event)
        size = theme.px(_SIGN)
        painter = QPainter(self)
        top = (self.height() - size) // 2
        painter.drawPixmap(theme.px(_SIGN_LEFT), top, theme.pixmap("search", size=size))
        painter.end()

    def _fit(self) -> None:
        self.setTextMargins(theme.px(_SIGN + 6), 0, 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear() if self.text() else self.left.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.went_down.emit()
        else:
            super().keyPressEvent(event)
