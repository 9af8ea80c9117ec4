"""The button that names the model in use, and the menu to choose another."""

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from engine.messages import ModelInfo
from ui.look import theme
from ui.look.language import tr, translated
from ui.look.numbers import size_text
from ui.state.model_entry import ModelEntry
from ui.widgets.plain_label import tooltip

MAX_TEXT_WIDTH = 200
MAX_PATH_WIDTH = 260
CHEVRON = 14
DOT = QSize(14, 10)


class ModelMenu(QToolButton):
    chosen = Signal(str)
    folder_requested = Signal()
    unload_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: list[ModelEntry] = []
        self._model: ModelInfo | None = None
        self._loaded: dict[str, ModelInfo] = {}
        self._status = ""
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        # a click checks its entry before that model is loaded, or although it never is
        self._menu.aboutToShow.connect(self._fill_menu)
        self.setObjectName("model_menu")
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._refresh()

    def set_entries(self, entries: list[ModelEntry]) -> None:
        self._entries = list(entries)
        self._refresh()

    def set_model(self, model: ModelInfo | None, status: str = "") -> None:
        """`status` takes the place of the name while it lasts, such as "Loading Dot…"."""
        if (model, status) != (self._model, self._status):
            self._model, self._status = model, status
            self._refresh()

    def set_loaded(self, models: list[ModelInfo]) -> None:
        """Set the models in memory; the one in use need not be among them."""
        self._loaded = {model.model_id: model for model in models}
        self._refresh()

    def open_menu(self) -> None:
        """Below it, as a click does, with the first model under the keyboard."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        chosen = [action for action in self._menu.actions() if action.isChecked()]
        if chosen:
            self._menu.setActiveAction(chosen[0])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        size = theme.px(CHEVRON)
        left, top = self.width() - size - theme.px(8), (self.height() - size) // 2
        painter.drawPixmap(left, top, theme.pixmap("chevron-down", size=size))
        painter.end()

    def _refresh(self) -> None:
        model = self._model
        name = self._name(model.name, model.model_id) if model else tr("Choose a model")
        text = translated(self._status) or name
        metrics = self.fontMetrics()
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, theme.px(MAX_TEXT_WIDTH))
        self.setText(elided.replace("&", "&&"))
        self.setToolTip(tooltip(text) if elided != text else tr("Model"))
        self.setAccessibleName(tr("Model: {name}").format(name=text))
        self._tint()
        self._fill_menu()

    def _tint(self) -> None:
        c = theme.colors()
        color = c.orange if self._status else c.accent if self._model else c.faint
        size = QSize(theme.px(DOT.width()), theme.px(DOT.height()))
        self.setIconSize(size)
        self.setIcon(_dot(color, size))

    def _name(self, name: str, path: str) -> str:
        """Return the name, with the parent folder if another model has the same name."""
        known = {(entry.name, entry.path) for entry in self._entries}
        known |= {(model.name, model.model_id) for model in self._loaded.values()}
        shared = any(other == name and place != path for other, place in known)
        return f"{Path(path).parent.name}/{name}" if shared else name

    def _fill_menu(self) -> None:
        self._menu.clear()
        for title, built_in in ((tr("Built in"), True), (tr("Recent"), False)):
            self._add_section(title, [e for e in self._entries if e.built_in is built_in])
        self._menu.addSeparator()
        self._menu.addAction(tr("Open model folder…"), self.folder_requested.emit)
        for model in self._loaded.values():
            self._menu.addAction(self._unload_action(model))
        if not self._loaded:
            self._menu.addAction(tr("Unload")).setEnabled(False)

    def _add_section(self, title: str, entries: list[ModelEntry]) -> None:
        if entries:
            self._menu.addAction(title).setEnabled(False)
        for entry in entries:
            self._menu.addAction(self._entry_action(entry))

    def _entry_action(self, entry: ModelEntry) -> QAction:
        action = QAction(self._entry_text(entry), self._menu)
        action.setToolTip(tooltip(entry.path))
        action.setEnabled(entry.available)
        action.setCheckable(True)
        action.setChecked(self._model is not None and self._model.model_id == entry.path)
        action.triggered.connect(lambda: self.chosen.emit(entry.path))
        return action

    def _unload_action(self, model: ModelInfo) -> QAction:
        name = self._name(model.name, model.model_id)
        action = QAction(_columns(tr("Unload {name}").format(name=name), ""), self._menu)
        action.setToolTip(tooltip(model.model_id))
        action.triggered.connect(lambda: self.unload_requested.emit(model.model_id))
        return action

    def _entry_text(self, entry: ModelEntry) -> str:
        beside = translated(entry.detail) or ("" if entry.built_in else entry.path)
        if entry.path in self._loaded:
            beside = tr("● {size} in memory").format(
                size=size_text(self._loaded[entry.path].weight_bytes)
            )
        elif not entry.available:
            beside = tr("(not found)")
        metrics = self._menu.fontMetrics()
        beside = metrics.elidedText(beside, Qt.TextElideMode.ElideMiddle, theme.px(MAX_PATH_WIDTH))
        return _columns(self._name(entry.name, entry.path), beside)


def folder_dialog(parent: QWidget) -> QFileDialog:
    dialog = QFileDialog(parent, tr("Open model folder"))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def _columns(name: str, beside: str) -> str:
    """A menu puts what follows the tab in a column of its own at the right."""
    name, beside = (part.replace("\t", " ").replace("&", "&&") for part in (name, beside))
    return f"{name}\t{beside}" if beside else name


def _dot(color: str, size: QSize) -> QIcon:
    """Wider than high: a tool button puts its text close to its icon."""
    ratio = theme.finest_ratio()
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawEllipse(1, 1, size.height() - 2, size.height() - 2)
    painter.end()
    return QIcon(pixmap)
