"""Edits the settings of a tool server: a value goes in, `take()` returns the edited one."""

import shlex
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.options.option_fields import TextField
from ui.settings.server_text import (
    name_taken,
    read_environment,
    split_arguments,
    written_environment,
)
from ui.settings.setting_fields import page_area
from ui.state.settings import McpServer
from ui.state.tool_entry import ToolEntry
from ui.widgets.buttons import CheckBox, push_button
from ui.widgets.labels import literal, plain_label, show_text, tooltip
from ui.widgets.layouts import hbox, vbox
from ui.widgets.plain_field import PlainLine

_TITLE_WIDTH = 340


class ServerEditor(QWidget):
    done_pressed = Signal()
    discarded = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._value = McpServer("", "")
        self._taken: tuple[str, ...] = ()
        self.name, self.command, self.arguments = PlainLine(), PlainLine(), PlainLine()
        self.environment = TextField(3, tr("KEY=value, one per line"))
        self.boxes: dict[str, CheckBox] = {}
        self.none = plain_label("option_note", tr("Available once the server is running."))
        self.problem = plain_label("option_problem")
        self.done = push_button(tr("Save"), tr("Save the server and start it"))
        self.discard = push_button(tr("Discard"), tr("Discard the changes to the server"))
        self._tools = QVBoxLayout()
        self._lay_out()
        self.done.clicked.connect(self.done_pressed)
        self.discard.clicked.connect(self.discarded)

    def put(self, server: McpServer, taken: tuple[str, ...], tools: tuple[ToolEntry, ...]) -> None:
        """`taken` are the names of the other servers."""
        self._value, self._taken = server, taken
        self.name.setText(server.name)
        self.command.setText(server.command)
        self.arguments.setText(shlex.join(server.arguments))
        self.environment.put(written_environment(server.environment))
        self._clear_tools()
        self.set_tools(tools)
        self.show_problem("")

    def lock_name(self, locked: bool) -> None:
        """Lock the name of a server in use, to which permissions and the options of chats refer."""
        self.name.setToolTip(locked_note() if locked else "")
        self.name.setEnabled(not locked)
        (self.command if locked else self.name).setFocus(Qt.FocusReason.OtherFocusReason)

    def set_tools(self, tools: tuple[ToolEntry, ...]) -> None:
        """Add a box for each listed tool; existing boxes stay unchanged."""
        for entry in tools:
            if entry.tool_id not in self.boxes:
                self.boxes[entry.tool_id] = box = CheckBox(_elided(entry.title, self))
                box.setAccessibleName(entry.title)
                box.setToolTip(tooltip(entry.description))
                box.setChecked(entry.tool_id not in self._value.disabled_tools)
                self._tools.addWidget(box)
        self.none.setVisible(not self.boxes)

    def take(self) -> McpServer:
        """Return the edited server. Raises ValueError with a sentence."""
        name, command = self.name.text().strip(), self.command.text().strip()
        if not name:
            raise ValueError(tr("Give the server a name."))
        if name in self._taken:
            raise ValueError(name_taken(name))
        if not command:
            raise ValueError(tr("Type the command that starts the server."))
        return replace(
            self._value,
            name=name,
            command=command,
            arguments=split_arguments(self.arguments.text()),
            environment=self._environment(),
            disabled_tools=self._disabled_tools(),
        )

    def show_problem(self, sentence: str) -> None:
        show_text(self.problem, sentence)

    def _environment(self) -> tuple[tuple[str, str], ...]:
        """Return the environment; an unedited field keeps values that it cannot show, such as two
        lines."""
        text = self.environment.take()
        if text == written_environment(self._value.environment):
            return self._value.environment
        return read_environment(text)

    def _disabled_tools(self) -> tuple[str, ...]:
        """Return the disabled tools; those of tools that are not listed stay as they were."""
        former = self._value.disabled_tools
        off = [tool_id for tool_id, box in self.boxes.items() if not box.isChecked()]
        kept = [it for it in former if it in off or it not in self.boxes]
        return (*kept, *(it for it in off if it not in former))

    def _clear_tools(self) -> None:
        for box in self.boxes.values():
            box.setParent(None)
            box.deleteLater()
        self.boxes.clear()

    def _lay_out(self) -> None:
        for field in (self.command, self.arguments, self.environment):
            theme.set_font(field, 12, monospaced=True)
        self.name.setPlaceholderText(tr("Files"))
        self.command.setPlaceholderText("npx")
        self.arguments.setPlaceholderText(tr('-y a-server "/folder with spaces"'))
        inside = QWidget()
        inside.setObjectName("server_list")
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        fields = {
            tr("Name"): self.name,
            tr("Command"): self.command,
            tr("Arguments"): self.arguments,
            tr("Environment"): self.environment,
        }
        top = Qt.AlignmentFlag.AlignTop
        for row, (title, field) in enumerate(fields.items()):
            field.setAccessibleName(title)
            label = QLabel(title)
            label.setBuddy(field)
            label.setContentsMargins(0, 5, 0, 0)
            grid.addWidget(label, row, 0, top)
            grid.addWidget(field, row, 1)
        tools = vbox(spacing=6)
        tools.addWidget(self.none)
        tools.addLayout(self._tools)
        grid.addWidget(QLabel(tr("Tools")), len(fields), 0, top)
        grid.addLayout(tools, len(fields), 1)
        grid.setRowStretch(len(fields) + 1, 1)
        buttons = hbox(spacing=8)
        buttons.addWidget(self.done)
        buttons.addWidget(self.discard)
        buttons.addStretch()
        column = vbox(self, spacing=10)
        column.addWidget(page_area(inside), 1)
        column.addWidget(self.problem)
        column.addLayout(buttons)


def locked_note() -> str:
    return tr("To give it another name, add the server again and remove this one.")


def _elided(title: str, widget: QWidget) -> str:
    elide = Qt.TextElideMode.ElideRight
    return literal(widget.fontMetrics().elidedText(title, elide, theme.px(_TITLE_WIDTH)))
