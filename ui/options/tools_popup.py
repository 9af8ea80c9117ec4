"""The popup with the tools of a chat: switches, permissions and readable files."""

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine.messages import say
from ui.look import theme
from ui.look.language import tr, translated
from ui.options.tool_row import ToolRow
from ui.state.requests import ToolRequests
from ui.state.tool_entry import ToolEntry
from ui.widgets.buttons import IconButton, LinkButton
from ui.widgets.labels import ElidedLabel, plain_label, short_label, tooltip
from ui.widgets.layouts import clear_layout, hbox, scroll_area, vbox
from ui.widgets.plain_field import PlainLine
from ui.widgets.popup_card import PopupCard
from ui.widgets.tinted_icon import TintedIcon


class ReadableFiles(QWidget):
    """The list of readable files. `removed` has the remaining files."""

    choose_pressed = Signal()
    removed = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._files: tuple[Path, ...] = ()
        title = short_label(text=tr("Files the model may read"), kind="heading")
        self.choose = LinkButton(tr("Choose files…"), tr("Files the model may read"))
        self.choose.clicked.connect(self.choose_pressed)
        self.none = plain_label(
            "option_note", tr("None yet. The model can read only what you choose here.")
        )
        self._list = vbox(spacing=2)
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.choose)
        column = vbox(self, spacing=4, margins=(0, 2, 0, 8))
        column.addLayout(head)
        column.addWidget(self.none)
        column.addLayout(self._list)

    def set_files(self, files: tuple[Path, ...]) -> None:
        self._files = files
        clear_layout(self._list)
        for path in files:
            self._list.addWidget(self._row(path))
        self.none.setVisible(not files)

    def _row(self, path: Path) -> QWidget:
        row = QWidget()
        name = ElidedLabel("file_name", path.name)
        name.setToolTip(tooltip(str(path)))
        remove = IconButton("x", tr("Remove {name}").format(name=path.name), 12)
        remove.setToolTip(tr("Remove"))
        remove.clicked.connect(lambda: self._remove(path))
        line = hbox(row, spacing=8, margins=(2, 0, 0, 0))
        line.addWidget(TintedIcon("file-text", 14), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(name, 1)
        line.addWidget(remove)
        return row

    def _remove(self, path: Path) -> None:
        self.removed.emit(tuple(file for file in self._files if file != path))


WIDTH = 370
MAX_HEIGHT = 560
_BAR = 10
SEARCH_ABOVE = 8
READ_FILE = "read_file"
NO_TOOLS = say("There are no tools. Add a server that offers some.")
NONE_FOUND = say("No tools found.")


class ToolsPopup(PopupCard):
    """`toggled` has the id of a tool and True if it is on now."""

    toggled = Signal(str, bool)
    files_changed = Signal(tuple)
    files_wanted = Signal()

    def __init__(self, requests: ToolRequests, parent: QWidget | None = None) -> None:
        super().__init__("tools", tr("Tools"), theme.px(WIDTH), parent)
        self._requests = requests
        self._head = QWidget(self)
        self.search = PlainLine(self._head)
        self._inside = QWidget()
        self._inside.setObjectName("tool_list")
        self._list = vbox(spacing=0)
        self.files = ReadableFiles()
        self.note = plain_label("option_note")
        self.servers = LinkButton(tr("Manage servers…"), tr("Servers that add tools"))
        self.rows: list[ToolRow] = []
        self._headings: dict[str, QLabel] = {}
        self._lay_out()
        self._connect()

    def set_tools(
        self, entries: tuple[ToolEntry, ...], permissions: dict[str, str], on: tuple[str, ...]
    ) -> None:
        """Show tools, of which those in `on` are on. The search and the focus stay."""
        focused = next((it.entry.tool_id for it in self.rows if it.has_keyboard), "")
        self._clear()
        groups = list(dict.fromkeys(entry.group for entry in entries))
        for group in sorted(groups, key=bool):
            self._add_heading(group)
            for entry in entries:
                if entry.group == group:
                    self._add(entry, permissions.get(entry.tool_id, ""), entry.tool_id in on)
        self._head.setVisible(len(entries) > SEARCH_ABOVE)
        self._filter()
        self._order()
        for row in self.rows:
            if row.entry.tool_id == focused:
                row.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_files(self, files: tuple[Path, ...]) -> None:
        self.files.set_files(files)
        self._order()
        self._fit()

    def show_above(self, anchor: QRect) -> None:
        """Open above `anchor`, which is in global coordinates."""
        self._anchor = anchor
        self._fit()
        self.show()
        # the style sheet applies to heights only now
        self._fit()
        boxes = [row.box for row in self.rows if row.box.isEnabled()]
        first = self.search if not self._head.isHidden() else [*boxes, self.servers][0]
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def _clear(self) -> None:
        clear_layout(self._list)
        self.rows.clear()
        self._headings.clear()

    def _add_heading(self, group: str) -> None:
        heading = plain_label("tool_group", group or tr("Built in"))
        # in line with the boxes below it
        heading.setIndent(0)
        self._headings[group] = heading
        self._list.addWidget(heading)

    def _add(self, entry: ToolEntry, permission: str, on: bool) -> None:
        row = ToolRow(entry, permission, on, self._requests)
        row.toggled.connect(lambda: self._toggled(row))
        self.rows.append(row)
        self._list.addWidget(row)

    def _order(self) -> None:
        """Let Tab go from top to bottom: Qt puts what is added later behind all others."""
        parts = [*self.rows, self.files]
        buttons = [button for part in parts for button in part.findChildren(QAbstractButton)]
        for before, button in pairwise([*buttons, self.servers]):
            self.setTabOrder(before, button)

    def _toggled(self, row: ToolRow) -> None:
        self._fit()
        self.toggled.emit(row.entry.tool_id, row.on)

    def _filter(self) -> None:
        words = "" if self._head.isHidden() else self.search.text()
        for row in self.rows:
            row.setVisible(row.matches(words))
        shown = [row for row in self.rows if not row.isHidden()]
        for group, heading in self._headings.items():
            heading.setVisible(any(row.entry.group == group for row in shown))
        self.note.setText(translated(NONE_FOUND if self.rows else NO_TOOLS))
        self.note.setVisible(not shown)
        self._fit()

    def _fit(self) -> None:
        """Take the height that the content needs; the lower edge stays."""
        reads = any(row.entry.tool_id == READ_FILE and row.on for row in self.rows)
        self.files.setVisible(reads)
        if self._anchor.isNull():
            return
        self._stack.activate()
        # with room for a scroll bar, so that lines break the same if it appears
        height = self._stack.heightForWidth(self.width() - 2 - _BAR)
        around = self._around()
        self.place_above(self._anchor, min(height + around, theme.px(MAX_HEIGHT)))

    def _around(self) -> int:
        head = self._head.sizeHint().height() if not self._head.isHidden() else 0
        return head + self._foot.sizeHint().height() + 2

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.files.choose_pressed.connect(self.files_wanted)
        self.files.removed.connect(self.files_changed)
        self.servers.clicked.connect(self._open_servers)

    def _open_servers(self) -> None:
        self.close()
        self._requests.servers_opened.emit()

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(tr("Search tools"))
        self.search.setAccessibleName(tr("Search tools"))
        self._stack = stack = vbox(self._inside, spacing=0, margins=(16, 10, 12, 4))
        stack.addLayout(self._list)
        stack.addWidget(self.note)
        stack.addWidget(self.files)
        stack.addStretch()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(14, 12, 14, 2)
        head.addWidget(self.search)
        self._foot = QHBoxLayout()
        self._foot.setContentsMargins(12, 6, 12, 8)
        self._foot.addWidget(self.servers)
        self._foot.addStretch()
        column = QVBoxLayout(self)
        # inside the painted border
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(scroll_area(self._inside), 1)
        column.addLayout(self._foot)
