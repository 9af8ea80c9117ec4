"""The list of tool servers, and the permissions that people gave for good."""

import shlex
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from ui.look import theme
from ui.look.language import tr, translated
from ui.options.tool_row import permission_words
from ui.settings.setting_fields import page_area
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerState, ServerStatus
from ui.widgets.buttons import CheckBox, IconButton, LinkButton, push_button
from ui.widgets.labels import ElidedLabel, literal, plain_label, short_label, show_text, tooltip
from ui.widgets.layouts import clear_layout, hbox, vbox

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
        self.state = short_label("call_state")
        self.edit = IconButton("pencil", tr("Edit {name}").format(name=server.name), 15)
        self.remove = IconButton("trash-2", tr("Remove {name}").format(name=server.name), 15)
        self.edit.setToolTip(tr("Edit", "a server"))
        self.remove.setToolTip(tr("Remove"))
        command = f"{server.command} {shlex.join(server.arguments)}".strip()
        line = ElidedLabel("server_command", command)
        theme.set_font(line, 11, monospaced=True)
        line.setToolTip(tooltip(command))
        self._line = line
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.problem = plain_label("option_problem")
        head = hbox(spacing=4)
        head.addWidget(self.box, 1)
        head.addWidget(self.state)
        head.addWidget(self.edit)
        head.addWidget(self.remove)
        below = vbox(spacing=3, margins=(_INDENT, 0, 0, 0))
        below.addWidget(line)
        below.addWidget(self.problem)
        column = vbox(self, spacing=0, margins=(0, 0, 0, 8))
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
        show_text(self.problem, translated(problem))


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
    return literal(text)


class ServerList(QWidget):
    """`toggled`, `edit_pressed` and `remove_pressed` have the place of a server in the list."""

    toggled = Signal(int, bool)
    edit_pressed = Signal(int)
    remove_pressed = Signal(int)
    reset_pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.add = push_button(tr("Add…"), tr("Add a server"))
        self.take_in = push_button(tr("Import…"), tr("Import servers from JSON"))
        self.rows: list[ServerRow] = []
        self.resets: dict[str, LinkButton] = {}
        self._servers, self._permissions = vbox(spacing=2), vbox(spacing=2)
        self._headings = (
            short_label(text=tr("Tool servers (MCP)"), kind="heading"),
            short_label(text=tr("Permissions"), kind="heading"),
        )
        self._offline = plain_label("option_problem", offline_note())
        self._offline.hide()
        self._removed = QWidget()
        self._removed_name = plain_label("settings_note")
        self.undo = LinkButton(tr("Undo"), tr("Restore the server"))
        self._lay_out()

    def show_servers(self, servers: Sequence[McpServer], statuses: dict[str, ServerStatus]) -> None:
        clear_layout(self._servers)
        self.rows = [ServerRow(server, statuses.get(server.name)) for server in servers]
        for index, row in enumerate(self.rows):
            row.toggled.connect(lambda on, index=index: self.toggled.emit(index, on))
            row.edit_pressed.connect(_sender(self.edit_pressed.emit, index))
            row.remove_pressed.connect(_sender(self.remove_pressed.emit, index))
            self._servers.addWidget(row)
        if not servers:
            self._servers.addWidget(plain_label("option_note", tr("No servers yet.")))

    def show_permissions(
        self, permissions: Sequence[tuple[str, str]], titles: dict[str, str]
    ) -> None:
        clear_layout(self._permissions)
        self.resets = {}
        for tool_id, permission in permissions:
            title = titles.get(tool_id, tool_id)
            reset = LinkButton(
                tr("Ask again"), tr("Ask again before {tool} runs").format(tool=title)
            )
            reset.clicked.connect(_sender(self.reset_pressed.emit, tool_id))
            self.resets[tool_id] = reset
            self._permissions.addWidget(
                _permission(title, permission_words(tool_id, permission), reset)
            )
        if not permissions:
            told = tr("Duologue asks you before each call of every tool.")
            self._permissions.addWidget(plain_label("option_note", told))

    def show_offline(self, offline: bool) -> None:
        self._offline.setVisible(offline)

    def show_removed(self, name: str) -> None:
        """Show that a server was removed and can be restored; "" hides the note."""
        self._removed_name.setText(tr("{name} was removed.").format(name=name))
        self._removed.setVisible(bool(name))

    def mark_words(self, words: list[str]) -> Sequence[QWidget]:
        """Mark and return the servers and headings with all of these words."""
        found: list[QWidget] = [row for row in self.rows if words and row.says(words)]
        found += [it for it in self._headings if words and _says(it, words)]
        for widget in (*self.rows, *self._headings):
            widget.setProperty("found", widget in found)
            widget.style().polish(widget)
        return found

    def _lay_out(self) -> None:
        self._removed.hide()
        removed = QHBoxLayout(self._removed)
        removed.setContentsMargins(0, 0, 0, 0)
        removed.addWidget(self._removed_name, 1)
        removed.addWidget(self.undo)
        head = hbox(spacing=8)
        head.addWidget(self._headings[0], 1)
        head.addWidget(self.add)
        head.addWidget(self.take_in)
        inside = QWidget()
        inside.setObjectName("server_list")
        stack = vbox(inside, spacing=6, margins=(0, 0, 8, 0))
        stack.addLayout(head)
        about = tr(
            "Programs that add tools for the models, over the Model Context Protocol. They run "
            "on this computer with your permissions: add only those you trust."
        )
        stack.addWidget(plain_label("settings_note", about))
        stack.addWidget(self._offline)
        stack.addWidget(self._removed)
        stack.addLayout(self._servers)
        stack.addSpacing(14)
        stack.addWidget(self._headings[1])
        stack.addLayout(self._permissions)
        stack.addStretch()
        vbox(self, spacing=0).addWidget(page_area(inside))


def _permission(title: str, words: str, reset: QWidget) -> QWidget:
    row = QWidget()
    line = hbox(row, spacing=12)
    line.addWidget(plain_label(text=title), 1)
    line.addWidget(short_label("settings_note", words))
    line.addWidget(reset)
    return row


def offline_note() -> str:
    return tr("Strict offline is on: servers are not started, since they could connect.")


def _says(heading: QLabel, words: list[str]) -> bool:
    text = " ".join((heading.text(), tr("Tools"), "MCP")).casefold()
    return all(word in text for word in words)


def _sender(emit: Callable[..., None], value: object) -> Callable[[], None]:
    return lambda: emit(value)
