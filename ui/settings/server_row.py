"""A tool server in the settings: its switch, its state and its buttons."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr, translated
from ui.settings.server_text import joined_arguments
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerState, ServerStatus
from ui.widgets.check_box import CheckBox
from ui.widgets.elided_label import ElidedLabel
from ui.widgets.icon_button import IconButton
from ui.widgets.plain_label import plain_label, tooltip

_INDENT = 23
_TONES = {ServerState.READY: "green", ServerState.FAILED: "red"}


class ServerRow(QWidget):
    toggled = Signal(bool)
    edit_pressed = Signal()
    remove_pressed = Signal()

    def __init__(self, server: McpServer, status: ServerStatus | None) -> None:
        super().__init__()
        self.box = CheckBox(_shortened(server.name))
        self.box.setAccessibleName(tr("Use the server {name}").format(name=server.name))
        self.box.setChecked(server.enabled)
        self.state = plain_label("call_state")
        self.state.setWordWrap(False)
        self.edit = IconButton("square-pen", tr("Edit {name}").format(name=server.name), 15)
        self.remove = IconButton("trash-2", tr("Remove {name}").format(name=server.name), 15)
        self.edit.setToolTip(tr("Edit", "a server"))
        self.remove.setToolTip(tr("Remove"))
        line = ElidedLabel("server_command")
        theme.set_font(line, 11, monospaced=True)
        line.setText(f"{server.command} {joined_arguments(server.arguments)}".strip())
        line.setToolTip(tooltip(line.text()))
        self._line = line
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.problem = plain_label("option_problem")
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.box, 1)
        head.addWidget(self.state)
        head.addWidget(self.edit)
        head.addWidget(self.remove)
        below = QVBoxLayout()
        below.setContentsMargins(_INDENT, 0, 0, 0)
        below.setSpacing(3)
        below.addWidget(line)
        below.addWidget(self.problem)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(below)
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box.clicked.connect(self.toggled)
        self.edit.clicked.connect(self.edit_pressed)
        self.remove.clicked.connect(self.remove_pressed)
        self.show_state(server, status)

    def says(self, words: list[str]) -> bool:
        """Return True if each of the words, in lower case, occurs in the name or command."""
        text = f"{self.box.text()} {self._line.text()}".casefold()
        return all(word in text for word in words)

    def show_state(self, server: McpServer, status: ServerStatus | None) -> None:
        self.state.setText(status_text(server, status))
        tone = _TONES.get(status.state, "dim") if status and server.enabled else "dim"
        self.state.setProperty("tone", tone)
        self.state.style().polish(self.state)
        problem = status.problem if status and server.enabled else ""
        self.problem.setText(translated(problem))
        self.problem.setVisible(bool(problem))


def status_text(server: McpServer, status: ServerStatus | None) -> str:
    if not server.enabled:
        return tr("Off")
    if status is None or status.state is ServerState.OFF:
        return tr("Not started")
    match status.state:
        case ServerState.READY:
            return tr("%n tool(s)", "", len(status.tools))
        case ServerState.STARTING:
            return tr("Starting…")
    return tr("Failed")


def _shortened(name: str) -> str:
    text = name if len(name) <= 40 else f"{name[:39]}…"
    return text.replace("&", "&&")
