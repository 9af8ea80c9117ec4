"""The command palette: a popup that runs a command, or opens a chat or a page of the settings."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QWidget,
)

from engine.frozen import frozen
from ui.history.row_words import title_of
from ui.look import theme
from ui.look.language import tr
from ui.settings.page_titles import page_titles
from ui.state.conversation_entry import HistoryFilter
from ui.state.workspace import Workspace
from ui.widgets.command_table import shown_keys
from ui.widgets.labels import plain_label
from ui.widgets.layouts import vbox
from ui.widgets.popup_card import PopupCard
from ui.widgets.row_list import ITEM, Index, RowList, RowModel, RowPainter, paint_line
from ui.widgets.search_line import SearchLine
from ui.window.palette_matching import best
from ui.window.window_menu import WindowMenus

WIDTH, ROW_HEIGHT, SHOWN_ROWS = 560, 34, 11
# The newest chats can be opened by title; searching all messages finds the others.
MOST_CHATS = 1000
MOST_FOUND = 100
_MARGIN = 8
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: SHOWN_ROWS - 1,
    Qt.Key.Key_PageUp: 1 - SHOWN_ROWS,
}
_RUNNING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@frozen
class PaletteEntry:
    """`place` is the menu of a command, or the kind of another entry."""

    text: str
    place: str
    run: Callable[[], object]
    keys: str = ""
    enabled: bool = True

    @property
    def words(self) -> str:
        return f"{self.text} {self.place}"

    @property
    def spoken(self) -> str:
        state = "" if self.enabled else tr("not available now")
        return ", ".join(filter(None, (self.text, self.place, self.keys, state)))


def palette_entries(
    workspace: Workspace, menus: WindowMenus, open_settings: Callable[[str], object]
) -> list[PaletteEntry]:
    """Return all commands, pages of the settings, prompts and chats. Called before the palette has
    the focus, since the commands of a text field ask for the focused one."""
    pages = [
        PaletteEntry(title, tr("Settings"), partial(open_settings, name))
        for name, title in page_titles().items()
    ]
    return [*_commands(menus), *pages, *_prompts(workspace), *_chats(workspace)]


def _commands(menus: WindowMenus) -> list[PaletteEntry]:
    pairs = zip(menus.commands, menus.shortcuts, strict=True)
    return [
        PaletteEntry(
            command.text,
            shortcut.menu,
            command.run,
            shown_keys(shortcut, menus.keys),
            command.enabled is None or command.enabled(),
        )
        for command, shortcut in pairs
    ]


def _prompts(workspace: Workspace) -> list[PaletteEntry]:
    """Return the stored prompts, which go into the question of the conversation in front."""
    front = workspace.conversations.front
    if front is None:
        return []
    return [
        PaletteEntry(it.name, tr("Prompt"), partial(front.prompt_sought.emit, it))
        for it in workspace.prompts.all()
    ]


def _chats(workspace: Workspace) -> list[PaletteEntry]:
    kinds = {False: tr("Chat"), True: tr("Comparison")}
    found = workspace.history.source.entries(HistoryFilter(archived=None), 0, MOST_CHATS)
    return [
        PaletteEntry(
            title_of(it),
            tr("Archive") if it.archived else kinds[it.comparison],
            partial(workspace.requests.opened.emit, it.conversation_id, 0),
        )
        for it in found
    ]


class CommandPalette(PopupCard):
    """Runs the chosen entry after it has closed, with the focus where it was before. The focus
    stays in the search field; arrow keys move the chosen row below it."""

    def __init__(self, entries: Iterable[PaletteEntry], parent: QWidget) -> None:
        width = min(theme.px(WIDTH), parent.width() - 2 * _MARGIN)
        super().__init__("palette", tr("Command palette"), width, parent)
        self._window = parent.window()
        self._entries = list(entries)
        self.search = SearchLine(
            tr("Run a command, or open a chat or a setting"),
            tr("Search commands, chats and settings"),
        )
        self.list = RowList(tr("Commands, chats and settings"))
        self.found = PaletteModel(self.list)
        self.nothing = plain_label("settings_note", tr("No command, chat or setting matches."))
        self._lay_out()
        self._find()
        self.search.textChanged.connect(self._find)
        self.list.clicked.connect(self._run)
        self._place(parent)
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that the search field leaves."""
        if event.key() in _RUNNING:
            self._run(self.list.currentIndex())
        elif step := _STEPS.get(Qt.Key(event.key())):
            self._step(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _find(self) -> None:
        found = best(self.search.text(), self._entries, lambda entry: entry.words)
        limit = MOST_FOUND if self.search.text().strip() else len(found)
        self.found.set_items(found[:limit])
        self.list.setVisible(bool(found))
        self.nothing.setVisible(not found)
        self._choose(next(iter(self._enabled_rows()), None))

    def _step(self, by: int) -> None:
        """Move among the enabled rows; from the last to the first and back only by one."""
        rows = self._enabled_rows()
        current = self.list.currentIndex().row()
        if current not in rows:
            return
        place = rows.index(current) + by
        wraps = abs(by) == 1
        self._choose(rows[place % len(rows) if wraps else min(max(place, 0), len(rows) - 1)])

    def _enabled_rows(self) -> list[int]:
        return [row for row, entry in enumerate(self.found.items) if entry.enabled]

    def _choose(self, row: int | None) -> None:
        """Choose a row and let a screen reader announce it, since the focus does not move."""
        self.list.setCurrentIndex(self.found.index(-1 if row is None else row))
        if row is not None and self.isVisible():
            spoken = self.found.items[row].spoken
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.search, spoken))

    def _run(self, index: QModelIndex) -> None:
        entry = index.data(ITEM) if index.isValid() else None
        if not isinstance(entry, PaletteEntry) or not entry.enabled:
            return
        window = self._window
        self.close()
        window.activateWindow()
        (window.focusWidget() or window).setFocus(Qt.FocusReason.PopupFocusReason)
        entry.run()

    def _place(self, parent: QWidget) -> None:
        """Stand below the upper edge of the window, in its middle."""
        rows = theme.px(ROW_HEIGHT) * SHOWN_ROWS
        wanted = rows + self.search.sizeHint().height() + 3 * _MARGIN
        self.setFixedHeight(min(wanted, parent.height() - 2 * _MARGIN))
        left = (parent.width() - self.width()) // 2
        top = min(theme.px(72), parent.height() - self.height() - _MARGIN)
        self.move(parent.mapToGlobal(parent.rect().topLeft()))
        self.move(self.x() + left, self.y() + top)

    def _lay_out(self) -> None:
        rows = self.list
        rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        rows.setModel(self.found)
        rows.setItemDelegate(PalettePainter(ROW_HEIGHT, rows))
        rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        column = vbox(self, spacing=_MARGIN, margins=(_MARGIN, _MARGIN, _MARGIN, _MARGIN))
        column.addWidget(self.search)
        column.addWidget(self.nothing)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(10, 4, 10, 0)
        column.addWidget(rows, 1)


class PaletteModel(RowModel):
    """The entries that match the search."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        enabled = self.items[index.row()].enabled
        flag = Qt.ItemFlag
        return flag.ItemIsEnabled | flag.ItemIsSelectable if enabled else flag.NoItemFlags

    def shown(self, item: PaletteEntry) -> str:
        return item.text

    def spoken(self, item: PaletteEntry) -> str:
        return item.spoken


class PalettePainter(RowPainter):
    """Paints an entry: its text and place at the left, its keys at the right."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        entry: PaletteEntry = index.data(ITEM)
        c = theme.colors()
        ink, dim = (c.text, c.dim) if entry.enabled else (c.faint, c.faint)
        middle = Qt.AlignmentFlag.AlignVCenter
        area = rect.adjusted(12, 0, -12, 0)
        beside = _width(painter, entry.keys, 12)
        right = area.adjusted(area.width() - beside, 0, 0, 0)
        paint_line(painter, right, entry.keys, 12, dim, middle)
        area.adjust(0, 0, -beside - theme.px(16) if beside else 0, 0)
        # The place gives way to the text, not the text to the place.
        taken = min(_width(painter, entry.text, 13), area.width())
        paint_line(painter, area, entry.text, 13, ink, middle)
        area.adjust(taken + theme.px(10), 0, 0, 0)
        if area.width() > theme.px(40):
            paint_line(painter, area, entry.place, 11, dim, middle)


def _width(painter: QPainter, text: str, pixels: int) -> int:
    """Return the width of a line painted by `paint_line`, with room for rounding."""
    painter.setFont(theme.font(pixels, QFont.Weight.Normal))
    return painter.fontMetrics().horizontalAdvance(text) + 2 if text else 0
