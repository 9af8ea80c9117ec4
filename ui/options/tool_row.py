"""A tool that can be switched on for a chat."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QWidget

from ui.look.language import tr, translated
from ui.state.requests import ToolRequests
from ui.state.settings import NEVER
from ui.state.tool_entry import ToolEntry
from ui.widgets.buttons import CheckBox, LinkButton
from ui.widgets.labels import literal, plain_label, tooltip
from ui.widgets.layouts import vbox

INDENT = 23
_LONGEST = 120
_TITLE_WIDTH = 300


class WideCheckBox(CheckBox):
    """A check box that can be clicked anywhere on its line."""

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)


class ToolRow(QWidget):
    """A row of the list of tools. A tool that is never offered cannot be switched on."""

    toggled = Signal()

    def __init__(self, entry: ToolEntry, permission: str, on: bool, requests: ToolRequests) -> None:
        super().__init__()
        self.entry = entry
        self._requests = requests
        self.box = WideCheckBox(self._title())
        self.box.setAccessibleName(translated(entry.title))
        self.box.setAccessibleDescription(translated(entry.description))
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box.setChecked(on and permission != NEVER)
        self.box.setEnabled(permission != NEVER)
        self.box.clicked.connect(self.toggled)
        column = vbox(self, spacing=1, margins=(0, 0, 0, 8))
        column.addWidget(self.box)
        for line in self._lines(permission):
            column.addLayout(line)

    @property
    def on(self) -> bool:
        return self.box.isChecked()

    @property
    def has_keyboard(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def matches(self, words: str) -> bool:
        """Return True if each of the words occurs in the description of the tool."""
        entry = self.entry
        shown = f"{translated(entry.title)} {translated(entry.description)}"
        text = f"{shown} {entry.name} {entry.group}".casefold()
        return all(word in text for word in words.casefold().split())

    def _title(self) -> str:
        elide = Qt.TextElideMode.ElideRight
        text = self.fontMetrics().elidedText(translated(self.entry.title), elide, _TITLE_WIDTH)
        return literal(text)

    def _lines(self, permission: str) -> list[QHBoxLayout]:
        lines = []
        if about := " ".join(translated(self.entry.description).split()):
            note = plain_label("option_note", _short(about))
            note.setToolTip(tooltip(about) if len(about) > _LONGEST else "")
            lines.append(_line(note))
        if permission:
            about = tr("Ask again before {tool} runs").format(tool=translated(self.entry.title))
            reset = LinkButton(tr("Ask again"), about)
            reset.clicked.connect(lambda: self._requests.permission_reset.emit(self.entry.tool_id))
            words = permission_words(self.entry.tool_id, permission)
            lines.append(_line(plain_label("tool_permission", words), reset))
        return lines


def permission_words(tool_id: str, permission: str) -> str:
    """Return the scope of a permission: built-in tools do not change."""
    if permission == NEVER:
        return tr("Never offered to a model")
    if "/" in tool_id:
        return tr("Runs without asking until it changes")
    return tr("Runs without asking")


def _line(label: QWidget, button: QWidget | None = None) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setContentsMargins(INDENT, 0, 0, 0)
    line.addWidget(label, 1)
    if button:
        line.addWidget(button)
    return line


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
