"""The button that names the model in use, and the menu to choose another."""

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QToolButton, QWidget

from engine.messages import ModelInfo, address_and_name, host_of, is_remote
from ui.look import theme
from ui.look.language import tr, translated
from ui.look.numbers import size_text
from ui.models.model_words import fit_words, place_text
from ui.state.engine_state import EngineState
from ui.state.library_state import LibraryState
from ui.state.load_words import load_text
from ui.state.model_entry import ModelEntry, full_name
from ui.state.remote_words import header_words
from ui.state.requests import LibraryRequests, ModelRequests
from ui.widgets.buttons import ToolButton, draw_chevron
from ui.widgets.file_dialog import folder_dialog
from ui.widgets.labels import literal, tooltip
from ui.widgets.menu import Menu

# Pixels that the name has at any width.
MAX_TEXT_WIDTH = 200
FEWEST_LETTERS = 8
# Pixels around the name: its dot, its arrow and the padding.
_AROUND = 64
MAX_PATH_WIDTH = 260
DOT = QSize(14, 10)
GLOBE = QSize(19, 14)


class ModelMenu(ToolButton):
    """Shows the model and the models of an EngineState, with their fit from a LibraryState."""

    def __init__(
        self,
        engine: EngineState,
        requests: ModelRequests,
        library_requests: LibraryRequests,
        library: LibraryState,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._requests = requests
        self._library_requests = library_requests
        self._library = library
        self._room = self._share = theme.px(MAX_TEXT_WIDTH)
        self._menu = Menu(self)
        self._menu.setToolTipsVisible(True)
        # A click checks its entry before that model is loaded, even if it never will be.
        self._menu.aboutToShow.connect(self._fill_menu)
        self.setObjectName("model_menu")
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        engine.model_changed.connect(self._refresh)
        engine.entries_changed.connect(self._refresh)
        engine.loaded_changed.connect(self._refresh)
        library.changed.connect(self._library_changed)
        engine.loading_changed.connect(self._show_load)
        self._refresh()
        theme.look.changed.connect(self._refresh)

    def set_room(self, width: int, share: int) -> None:
        """Shorten a long name to a button of `share` pixels, or of `width` if that is less, but not
        below a few letters."""
        rooms = width - theme.px(_AROUND), share - theme.px(_AROUND)
        if rooms != (self._room, self._share):
            self._room, self._share = rooms
            self._show_name()

    def open_menu(self) -> None:
        """Open the menu below the button, with the keyboard at the model in use."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        chosen = [action for action in self._menu.actions() if action.isChecked()]
        if chosen:
            self._menu.setActiveAction(chosen[0])

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_chevron(self)

    def _choose_folder(self) -> None:
        choose_model_folder(self.window(), self._requests)

    def _library_changed(self) -> None:
        """Leave an open menu as it is: its entries must not move under a click."""
        if not self._menu.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        self._show_name()
        self._tint()
        self._fill_menu()

    def _show_name(self) -> None:
        """Show the name of the model, or how far it is loaded."""
        model, status = self._engine.model, self._engine.status
        name = self._name(model.name, model.model_id) if model else tr("Choose a model")
        loading = self._engine.front_load is not None
        words = tr("Loading {name}…").format(name=name) if loading else name
        text = translated(status) or words
        metrics = self.fontMetrics()
        room = min(max(theme.px(MAX_TEXT_WIDTH), self._share), self._room)
        progress = load_text(self._engine, model.model_id) if model else ""
        room -= metrics.horizontalAdvance(progress)
        # the progress says that it loads
        shown = name if progress and metrics.horizontalAdvance(text) > room else text
        half = FEWEST_LETTERS // 2
        room = max(room, metrics.horizontalAdvance(f"{shown[:half]}…{shown[-half:]}"))
        elided = metrics.elidedText(shown, Qt.TextElideMode.ElideMiddle, room)
        self.setText(" ".join(filter(None, (literal(elided), progress))))
        self.setToolTip(tooltip(text) if elided != text else tr("Model"))
        self.setAccessibleName(tr("Model: {name}").format(name=text))

    def _show_load(self) -> None:
        """Leave the menu as it is, which may be open."""
        self._show_name()
        self._tint()

    def _tint(self) -> None:
        c, engine = theme.colors(), self._engine
        loading = engine.status or engine.front_load is not None
        color = c.orange if loading else c.accent if engine.model else c.faint
        if engine.model and engine.model.address:
            size = QSize(theme.px(GLOBE.width()), theme.px(GLOBE.height()))
            self.setIconSize(size)
            self.setIcon(_globe(c.orange, size))
            return
        size = QSize(theme.px(DOT.width()), theme.px(DOT.height()))
        self.setIconSize(size)
        self.setIcon(_dot(color, size))

    def _name(self, name: str, path: str) -> str:
        """Return the name, with that of the maker if another model has the same name."""
        known = {(entry.name, entry.path) for entry in self._engine.entries}
        known |= {(model.name, model.model_id) for model in self._engine.loaded}
        shared = any(other == name and place != path for other, place in known)
        if is_remote(path):
            return f"{name} ({host_of(address_and_name(path)[0])})" if shared else name
        return full_name(name, path) if shared else name

    def _fill_menu(self) -> None:
        self._menu.clear()
        others = [it for it in self._engine.entries if not it.built_in]
        self._add_section(tr("Built in"), [it for it in self._engine.entries if it.built_in])
        self._add_section(tr("Favorites"), [it for it in others if it.favorite])
        local = [it for it in others if not it.address]
        self._add_section(tr("Recent"), [it for it in local if it.used and not it.favorite])
        self._add_section(tr("On this computer"), [it for it in local if not it.used])
        self._add_section(tr("Servers"), [it for it in others if it.address])
        self._menu.addSeparator()
        open_page = self._library_requests.window_opened.emit
        self._menu.addAction(tr("Models…"), partial(open_page, "library"))
        self._menu.addAction(tr("Get models…"), partial(open_page, "get"))
        self._menu.addAction(tr("Open model folder…"), self._choose_folder)
        self._menu.addAction(tr("Models on servers…"), partial(open_page, "servers"))
        for model in self._engine.loaded:
            self._menu.addAction(self._unload_action(model))
        if not self._engine.loaded:
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
        model = self._engine.model
        action.setChecked(model is not None and model.model_id == entry.path)
        action.triggered.connect(lambda: self._requests.chosen.emit(entry.path))
        return action

    def _unload_action(self, model: ModelInfo) -> QAction:
        name = self._name(model.name, model.model_id)
        action = QAction(_columns(tr("Unload {name}").format(name=name), ""), self._menu)
        action.setToolTip(tooltip(model.model_id))
        action.triggered.connect(lambda: self._requests.unloaded.emit(model.model_id))
        return action

    def _entry_text(self, entry: ModelEntry) -> str:
        model = self._library.find(entry.path)
        sizes = {it.model_id: it.weight_bytes for it in self._engine.loaded}
        if entry.path in sizes:
            beside = tr("● {size} in memory").format(size=size_text(sizes[entry.path]))
            if entry.detail and not entry.built_in:
                beside = f"{beside}, {translated(entry.detail)}"
        elif not entry.available:
            beside = tr("(not found)")
        elif entry.address:
            beside = header_words((entry.address,))
        elif model and model.fit and not model.fit.fits and not entry.detail:
            beside = fit_words(model.fit)
        else:
            place = place_text(model.place) if model else entry.path
            beside = translated(entry.detail) or ("" if entry.built_in else place)
        metrics = self._menu.fontMetrics()
        beside = metrics.elidedText(beside, Qt.TextElideMode.ElideMiddle, theme.px(MAX_PATH_WIDTH))
        return _columns(self._name(entry.name, entry.path), beside)


def choose_model_folder(window: QWidget, requests: ModelRequests) -> None:
    """Ask for a folder with a model, and choose that model."""
    dialog = folder_dialog(window, tr("Open model folder"))
    dialog.fileSelected.connect(requests.chosen)
    dialog.open()


def _columns(name: str, beside: str) -> str:
    """Join two texts by a tab, which a menu shows as two columns."""
    name, beside = (literal(part.replace("\t", " ")) for part in (name, beside))
    return f"{name}\t{beside}" if beside else name


def _globe(color: str, size: QSize) -> QIcon:
    """Return the mark of a model that is not on this computer, in an icon like that of `_dot`."""
    pixmap = _empty(size)
    painter = QPainter(pixmap)
    painter.drawPixmap(0, 0, theme.pixmap("globe", color, size.height()))
    painter.end()
    return QIcon(pixmap)


def _empty(size: QSize) -> QPixmap:
    ratio = theme.finest_ratio()
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def _dot(color: str, size: QSize) -> QIcon:
    """Return a dot in an icon that is wider than high: a tool button puts its text close to it."""
    pixmap = _empty(size)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawEllipse(1, 1, size.height() - 2, size.height() - 2)
    painter.end()
    return QIcon(pixmap)
