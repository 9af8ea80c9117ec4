"""The settings page about the local server, which answers other programs of this computer."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.settings.served_line import served_line
from ui.settings.setting_fields import CalmSpinBox
from ui.settings.settings_page import SettingsPage
from ui.state.settings import HIGHEST_PORT, LOWEST_PORT, Settings, origin_of
from ui.state.workspace import Workspace
from ui.widgets.buttons import CopyButton, push_button
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.confirm import confirm
from ui.widgets.layouts import hbox, vbox
from ui.widgets.number_hint import NumberHint
from ui.widgets.plain_field import FormField, PlainLine
from ui.widgets.switch import Switch

# Pixels of the texts of several lines.
_TEXT_HEIGHT = 150
_FIELD_WIDTH = 190


class ServerPage(SettingsPage):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.settings_requests)
        self._server = workspace.server
        # Those in use; a list that is being typed stays.
        self._origins: tuple[str, ...] = ()
        self._add_address()
        self._add_token()
        self._add_network()
        self._add_programs()
        self._add_lines()
        self._add_served()
        self._connect()
        self._show_server()
        self._show_served()

    def _add_address(self) -> None:
        self.switch = Switch(tr("Local server"))
        self.problem_row = self.add_switch(
            self.switch,
            tr(
                "Editors, agents and scripts on this computer can use your models through "
                "the APIs of OpenAI, Anthropic and Ollama. Other computers and web pages "
                "cannot unless you allow them. What they ask is kept neither in your history "
                "nor in the log."
            ),
            tr("server api openai anthropic ollama port http"),
        )
        self.address = _read_only(tr("Server address"))
        self.copy_address = _copy_button(tr("Copy the address"), self.address.text)
        self.address_row = self.add_row(
            tr("Address"),
            _beside(self.address, self.copy_address),
            words=tr("server base url v1 openai"),
        )
        self.port = CalmSpinBox()
        self.port.setAccessibleName(tr("Port"))
        self.port.setDecimals(0)
        self.port.setGroupSeparatorShown(False)
        self.port.setRange(LOWEST_PORT, HIGHEST_PORT)
        self.port.setKeyboardTracking(False)
        self.port.lineEdit().setTextMargins(7, 0, 7, 0)
        self.port_row = self.add_row(
            tr("Port"),
            self.port,
            tr("Change it if another program uses this port. Running requests end."),
            tr("server address number"),
        )
        NumberHint(self.port).told.connect(self.port_row.tell)

    def _add_token(self) -> None:
        self.token = _read_only(tr("Server token"))
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.copy_token = _copy_button(tr("Copy the token"), self.token.text)
        self.new_token = push_button(
            tr("Replace"), tr("Make a new token; the old one stops working")
        )
        self.token_row = self.add_row(
            tr("Token"),
            _beside(self.token, self.copy_token, self.new_token),
            tr("Each program has to send it."),
            tr("key password secret"),
        )

    def _add_network(self) -> None:
        self.network = Switch(tr("Other computers on my network"))
        self.network_row = self.add_switch(
            self.network,
            tr(
                "They reach the server at this computer's address on its network, with the "
                "token. Nothing is encrypted on the way."
            ),
            tr("server lan wifi address remote phone tablet"),
        )

    def _add_programs(self) -> None:
        self.window_first = Switch(tr("My chats first"))
        self.add_switch(
            self.window_first,
            tr(
                "New requests from other programs wait while an answer is being written in "
                "the window."
            ),
            tr("server priority fair"),
        )
        self.any_model = Switch(tr("Answer for any model name"))
        self.add_switch(
            self.any_model,
            tr(
                "Some programs ask for models by names of their own. With this on, the model "
                "for new chats answers; otherwise they get an error."
            ),
            tr("server alias claude gpt"),
        )
        self.origins = PlainLine()
        self.origins.setAccessibleName(tr("Allowed web pages"))
        self.origins.setPlaceholderText(tr("None"))
        self.origins.setMinimumWidth(theme.px(_FIELD_WIDTH))
        self.origins_row = self.add_row(
            tr("Allowed web pages"),
            self.origins,
            tr(
                "Some editors send an origin, as web pages do. List the origins to allow, "
                "such as http://localhost:3000, separated by spaces. They need the token, "
                "too."
            ),
            tr("server origin cors browser electron"),
        )

    def _add_lines(self) -> None:
        self.tool = CalmComboBox()
        self.tool.setAccessibleName(tr("Program to set up"))
        self.tool.setMinimumWidth(theme.px(_FIELD_WIDTH))
        self.lines = _text(tr("Configuration for the program"))
        self.lines.setPlaceholderText(
            tr("Turn on the local server to see what to enter in a program.")
        )
        self.copy_lines = _copy_button(tr("Copy the configuration"), self.lines.toPlainText)
        column = _column(self.lines)
        row = QHBoxLayout()
        row.addWidget(self.tool)
        row.addWidget(self.copy_lines)
        row.addStretch()
        column.insertLayout(0, row)
        self.add_row(
            tr("Set up a program"),
            column,
            tr("The configuration contains the token."),
            tr("claude codex opencode continue sdk"),
            tall=True,
        )

    def _add_served(self) -> None:
        self.served = _text(tr("Last requests"))
        self.served.setLineWrapMode(FormField.LineWrapMode.WidgetWidth)
        self.add_row(
            tr("Last requests"),
            _column(self.served),
            tr("The last 100 requests of other programs, without what was said."),
            tr("server log"),
            tall=True,
        )

    def _connect(self) -> None:
        self.switch.clicked.connect(lambda on: self._set(server_on=on))
        self.network.clicked.connect(self._take_network)
        self.window_first.clicked.connect(lambda on: self._set(window_first=on))
        self.any_model.clicked.connect(lambda on: self._set(server_any_model=on))
        self.port.valueChanged.connect(lambda value: self._set(server_port=int(value)))
        self.origins.editingFinished.connect(self._take_origins)
        self.new_token.clicked.connect(self._server.token_replaced)
        self.tool.currentIndexChanged.connect(self._show_lines)
        self._server.changed.connect(self._show_server)
        self._server.served_changed.connect(self._show_served)

    def _take_network(self, on: bool) -> None:
        if not on:
            self._set(server_address="")
            return
        # It is on once a person has agreed.
        self.network.setChecked(False)
        address = self._server.network
        self.network_row.tell("" if address else tr("This computer is not connected to a network."))
        if address:
            self.question = confirm(
                self.window(),
                tr("Let other computers reach the server at {address}?").format(address=address),
                tr(
                    "Every device on this network can then reach the server. Anyone with the "
                    "token can use your models. Prompts, answers and the token are not "
                    "encrypted, so others on the network could read them. Allow this only on "
                    "a network that you trust. It also applies on any other network where "
                    "this computer gets the same address."
                ),
                tr("Allow"),
                partial(self._set, server_address=address),
            )

    def _take_origins(self) -> None:
        origins = {it: origin_of(it) for it in self.origins.text().split()}
        found = tuple(dict.fromkeys(origins.values()))
        wrong = next((it for it, origin in origins.items() if not origin), "")
        self.origins_row.tell(
            tr("“{text}” is not an origin. Write one such as http://localhost:3000.").format(
                text=wrong
            )
            if wrong
            else ""
        )
        if not wrong and found != self._origins:
            self._set(server_origins=found)

    def _show(self, value: Settings) -> None:
        self.port.setValue(value.server_port)
        if value.server_origins != self._origins:
            self._origins = value.server_origins
            self.origins.setText(" ".join(self._origins))
        self.switch.setChecked(value.server_on)
        self.network.setChecked(bool(value.server_address))
        self.window_first.setChecked(value.window_first)
        self.any_model.setChecked(value.server_any_model)

    def _show_server(self) -> None:
        server = self._server
        running = bool(server.address)
        self.problem_row.tell(server.problem)
        self.address.setText(server.address)
        self.address.setPlaceholderText(tr("The server is off"))
        base = tr("Programs for the OpenAI API need /v1 at the end: {address}/v1")
        self.address_row.explain(base.format(address=server.address) if running else "")
        self.token.setText(server.token)
        self.token.setCursorPosition(0)
        self.token_row.tell(server.token_note)
        self.network.setEnabled(running or self.network.isChecked())
        for part in (self.copy_address, self.copy_token, self.new_token, self.copy_lines):
            part.setEnabled(running)
        names = [name for name, _ in server.lines]
        if names != [self.tool.itemText(number) for number in range(self.tool.count())]:
            self.tool.clear()
            self.tool.addItems(names)
        self.tool.setEnabled(running)
        self._show_lines()

    def _show_lines(self) -> None:
        lines = dict(self._server.lines).get(self.tool.currentText(), "")
        if lines != self.lines.toPlainText():
            self.lines.setPlainText(lines)

    def _show_served(self) -> None:
        lines = [served_line(it) for it in self._server.served]
        self.served.setPlainText("\n".join(lines) or tr("No requests yet."))


def _read_only(name: str) -> PlainLine:
    field = PlainLine()
    field.setReadOnly(True)
    field.setAccessibleName(name)
    field.setMinimumWidth(theme.px(_FIELD_WIDTH))
    return field


def _copy_button(what: str, text: Callable[[], str]) -> CopyButton:
    button = CopyButton(what)
    button.clicked.connect(lambda: button.copy_text(text()))
    return button


def _text(name: str) -> FormField:
    field = FormField(name)
    field.setReadOnly(True)
    field.setLineWrapMode(FormField.LineWrapMode.NoWrap)
    theme.set_font(field, 12, monospaced=True)
    field.setFixedHeight(theme.px(_TEXT_HEIGHT))
    return field


def _beside(*parts: QWidget) -> QHBoxLayout:
    row = hbox(spacing=8)
    for part in parts:
        row.addWidget(part)
    return row


def _column(field: FormField) -> QVBoxLayout:
    column = vbox(spacing=6)
    column.addWidget(field)
    return column
