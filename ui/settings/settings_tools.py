"""The settings page about tools: their servers and permissions."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.options.option_fields import TextField
from ui.settings.server_editor import ServerEditor
from ui.settings.server_list import ServerList
from ui.settings.server_text import EXAMPLE, name_taken, read_servers
from ui.state.requests import SettingsRequests
from ui.state.settings import McpServer, Settings
from ui.state.tool_entry import ServerStatus, ToolEntry
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import FlowLayout, vbox


class ServerImport(QWidget):
    imported = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._taken: tuple[str, ...] = ()
        self.text = TextField(10, EXAMPLE)
        theme.set_font(self.text, 12, monospaced=True)
        self.text.setAccessibleName(tr("Servers as JSON"))
        self.problem = plain_label("option_problem")
        self.take_over = push_button(tr("Import servers"), tr("Add these servers to the list"))
        self.back = push_button(tr("Back"), tr("Import nothing"))
        buttons = FlowLayout()
        buttons.addWidget(self.take_over)
        buttons.addWidget(self.back)
        note = tr("Paste the JSON that other programs use for their servers:")
        column = vbox(self, spacing=8)
        column.addWidget(plain_label("settings_note", note))
        column.addWidget(self.text)
        column.addWidget(self.problem)
        column.addLayout(buttons)
        column.addStretch()
        self.take_over.clicked.connect(self.imported)
        self.back.clicked.connect(self.left)

    def begin(self, taken: tuple[str, ...]) -> None:
        """Show the field with the text pasted before. `taken` are the names of other servers."""
        self._taken = taken
        self.show_problem("")
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def take(self) -> tuple[McpServer, ...]:
        """Return the pasted servers. Raises ValueError with a sentence."""
        servers = read_servers(self.text.take())
        for server in servers:
            if server.name in self._taken:
                raise ValueError(name_taken(server.name))
        return servers

    def show_problem(self, sentence: str) -> None:
        show_text(self.problem, sentence)


class ToolsPage(QWidget):
    """Shows the list of servers, or in its place the editor of a server, which has a button to save
    it, or the import."""

    def __init__(self, requests: SettingsRequests) -> None:
        super().__init__()
        self._requests = requests
        self._servers: list[McpServer] = []
        self._permissions: tuple[tuple[str, str], ...] = ()
        self._statuses: dict[str, ServerStatus] = {}
        self._edited: int | None = None
        self._removed: tuple[int, McpServer] | None = None
        self.list = ServerList()
        self.editor = ServerEditor()
        self.importer = ServerImport()
        self._stack = QStackedWidget()
        for page in (self.list, self.editor, self.importer):
            self._stack.addWidget(page)
        vbox(self, spacing=0).addWidget(self._stack)
        self._connect()
        self._show_list()

    def put(self, value: Settings) -> None:
        """Show the settings in use; a server that is being edited stays as it is."""
        if (value.servers, value.permissions) != (tuple(self._servers), self._permissions):
            self._servers, self._permissions = list(value.servers), value.permissions
            self._fill_list()
        self.list.show_offline(value.offline)

    def mark_words(self, words: list[str]) -> Sequence[QWidget]:
        return self.list.mark_words(words)

    def set_statuses(self, statuses: Sequence[ServerStatus]) -> None:
        self._statuses = {status.name: status for status in statuses}
        if self._stack.currentWidget() is self.editor and self._edited is not None:
            self.editor.set_tools(self._tools_of(self._servers[self._edited]))
        # Change the rows in place: new ones would lose the keyboard focus.
        for row, server in zip(self.list.rows, self._servers, strict=True):
            row.show_state(server, self._status_of(server))
        self._fill_permissions()

    def _status_of(self, server: McpServer) -> ServerStatus | None:
        return self._statuses.get(server.name)

    def _tools_of(self, server: McpServer) -> tuple[ToolEntry, ...]:
        status = self._status_of(server)
        return status.tools if status else ()

    def _show_list(self) -> None:
        self._edited = None
        self._fill_list()
        self._stack.setCurrentWidget(self.list)

    def _fill_list(self) -> None:
        statuses = {it.name: status for it in self._servers if (status := self._status_of(it))}
        self.list.show_servers(self._servers, statuses)
        self._fill_permissions()

    def _fill_permissions(self) -> None:
        titles = {
            entry.tool_id: f"{entry.title} ({status.name})"
            for status in self._statuses.values()
            for entry in status.tools
        }
        self.list.show_permissions(self._permissions, titles)

    def _edit(self, index: int) -> None:
        self._open_editor(index, self._servers[index])

    def _add(self) -> None:
        self._open_editor(None, McpServer("", ""))

    def _open_editor(self, index: int | None, server: McpServer) -> None:
        self._edited = index
        taken = tuple(it.name for at, it in enumerate(self._servers) if at != index)
        self._stack.setCurrentWidget(self.editor)
        self.editor.put(server, taken, self._tools_of(server))
        self.editor.lock_name(index is not None)

    def _take_server(self) -> None:
        try:
            server = self.editor.take()
        except ValueError as error:
            self.editor.show_problem(str(error))
            return
        if self._edited is None:
            self._servers.append(server)
        else:
            self._servers[self._edited] = server
        self._show_list()
        self._tell()

    def _remove(self, index: int) -> None:
        self._removed = (index, self._servers.pop(index))
        self._fill_list()
        self.list.show_removed(self._removed[1].name)
        self.list.undo.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _bring_back(self) -> None:
        """Restore the removed server, unless another of the same name was added meanwhile."""
        if self._removed is None:
            return
        index, server = self._removed
        if server.name not in [it.name for it in self._servers]:
            self._servers.insert(index, server)
            self._fill_list()
            self._tell()
        self.list.show_removed("")

    def _toggle(self, index: int, on: bool) -> None:
        self._servers[index] = replace(self._servers[index], enabled=on)
        self.list.rows[index].show_state(
            self._servers[index], self._status_of(self._servers[index])
        )
        self._tell()

    def _import(self) -> None:
        self._stack.setCurrentWidget(self.importer)
        self.importer.begin(tuple(server.name for server in self._servers))

    def _take_import(self) -> None:
        try:
            self._servers += self.importer.take()
        except ValueError as error:
            self.importer.show_problem(str(error))
            return
        self.importer.text.clear()
        self._show_list()
        self._tell()

    def _reset(self, tool_id: str) -> None:
        self._permissions = tuple(pair for pair in self._permissions if pair[0] != tool_id)
        self._fill_list()
        self._requests.changed.emit({"permissions": self._permissions})

    def _tell(self) -> None:
        self._requests.changed.emit({"servers": tuple(self._servers)})

    def _connect(self) -> None:
        self.list.add.clicked.connect(self._add)
        self.list.take_in.clicked.connect(self._import)
        self.list.toggled.connect(self._toggle)
        self.list.edit_pressed.connect(self._edit)
        self.list.remove_pressed.connect(self._remove)
        self.list.reset_pressed.connect(self._reset)
        self.list.undo.clicked.connect(self._bring_back)
        self.editor.done_pressed.connect(self._take_server)
        self.editor.discarded.connect(self._show_list)
        self.importer.imported.connect(self._take_import)
        self.importer.left.connect(self._show_list)
