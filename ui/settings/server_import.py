"""A field for the servers of another program, pasted as JSON."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.options.option_fields import TextField
from ui.settings.server_text import EXAMPLE, name_taken, read_servers
from ui.state.settings import McpServer
from ui.widgets.plain_label import plain_label
from ui.widgets.push_button import push_button


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
        self.take_over = push_button(
            tr("Import servers"), tr("Take the servers over into the list")
        )
        self.back = push_button(tr("Back"), tr("Import nothing"))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.take_over)
        buttons.addWidget(self.back)
        buttons.addStretch()
        note = tr("Paste the JSON that other programs use for their servers:")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
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
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
