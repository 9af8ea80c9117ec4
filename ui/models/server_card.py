"""The card of one server: its key, its test and its models."""

from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from ui.look.language import tr, translated
from ui.models.section import Section
from ui.models.server_models import ServerModels
from ui.state.remote_servers import RemoteModel, RemoteServer, RemoteServers, ServerTest
from ui.state.remote_words import leaves_words
from ui.widgets.buttons import push_button
from ui.widgets.confirm import confirm
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import hbox
from ui.widgets.plain_field import PlainLine


class ServerCard(Section):
    def __init__(
        self, state: RemoteServers, server: RemoteServer, parent: QWidget | None = None
    ) -> None:
        super().__init__(server.host, parent)
        self._state = state
        self.server = server
        host = server.host
        self.key = PlainLine()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setAccessibleName(tr("Key for {host}").format(host=host))
        self.keep_key = push_button(tr("Save"), tr("Save the key for {host}").format(host=host))
        self.forget_key = push_button(
            tr("Forget"), tr("Forget the key for {host}").format(host=host)
        )
        self.test = push_button(tr("Test"), tr("Get the models of {host}").format(host=host))
        self.remove = push_button(tr("Remove…"), tr("Remove {host}").format(host=host))
        self.consent = push_button(
            tr("Ask again"), tr("Ask again before a chat goes to {host}").format(host=host)
        )
        self.result = plain_label("settings_line")
        self.problem = plain_label("option_problem")
        self.key_note = plain_label("settings_note")
        self.models = ServerModels(host)
        self._lay_out()
        self._connect()
        self.show_server(server)

    def show_server(self, server: RemoteServer) -> None:
        self.server = server
        state, address = self._state, server.address
        self.key.setPlaceholderText(
            tr("Saved") if server.keyed else tr("Not every server needs one")
        )
        self.forget_key.setVisible(server.keyed)
        self.consent.setVisible(server.allowed)
        note = translated(state.key_notes.get(address, ""))
        show_text(self.key_note, breakable(note))
        test = state.tests.get(address, ServerTest())
        words = breakable(translated(test.sentence))
        for label, shown in ((self.result, not test.bad), (self.problem, test.bad)):
            label.setText(words)
            label.setVisible(bool(words) and shown)
        self.test.setEnabled(not test.runs)
        self.models.show_models(server.models)
        self.models.setVisible(bool(server.models))

    def _lay_out(self) -> None:
        server = self.server
        about = f"{server.api.value} · {server.address}\n{leaves_words((server.address,))}."
        self.column.addWidget(plain_label("settings_note", breakable(about)))
        title = QLabel(tr("Key"))
        title.setBuddy(self.key)
        row = hbox(spacing=8)
        row.addWidget(title)
        row.addWidget(self.key, 1)
        row.addWidget(self.keep_key)
        row.addWidget(self.forget_key)
        self.column.addLayout(row)
        self.column.addWidget(self.key_note)
        buttons = hbox(spacing=8)
        for button in (self.test, self.consent, self.remove):
            buttons.addWidget(button)
        buttons.addStretch()
        self.column.addLayout(buttons)
        self.column.addWidget(self.result)
        self.column.addWidget(self.problem)
        self.column.addWidget(self.models)

    def _connect(self) -> None:
        self.keep_key.clicked.connect(self._save_key)
        self.key.returnPressed.connect(self._save_key)
        self.forget_key.clicked.connect(self._forget_key)
        self.test.clicked.connect(self._test)
        self.remove.clicked.connect(self._ask_to_remove)
        self.consent.clicked.connect(self._ask_again)
        self.models.edited.connect(self._edit)

    def _save_key(self) -> None:
        if self.key.text().strip():
            self._state.key_set.emit(self.server.address, self.key.text())
            self.key.clear()
            self._test()

    def _forget_key(self) -> None:
        self._state.key_set.emit(self.server.address, "")

    def _test(self) -> None:
        self._state.tested.emit(self.server.address)

    def _ask_again(self) -> None:
        self._state.answered.emit(self.server.address, False)

    def _edit(self, models: tuple[RemoteModel, ...]) -> None:
        self._state.edited.emit(replace(self.server, models=models))

    def _ask_to_remove(self) -> None:
        confirm(
            self,
            tr("Remove {host}?").format(host=self.server.host),
            tr(
                "Its key is deleted from the keychain. Chats with its models stay, but need "
                "another model to continue."
            ),
            tr("Remove"),
            partial(self._state.removed.emit, self.server.address),
        )
