"""The page of the models window with the servers on other computers."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.look.language import tr, translated
from ui.models.section import Section
from ui.models.server_card import ServerCard
from ui.state.remote_servers import RemoteApi
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import hbox, scroll_area, vbox
from ui.widgets.plain_field import PlainLine


class ServersPage(QWidget):
    """`cards` are the servers by their addresses, in the order in which they were added."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = workspace.remote
        self.cards: dict[str, ServerCard] = {}
        self.address = PlainLine()
        self.address.setPlaceholderText("http://192.168.1.20:8080/v1")
        self.address.setAccessibleName(tr("Server address"))
        self.api = CalmComboBox()
        self.api.setAccessibleName(tr("Server API"))
        self.api.addItem(tr("OpenAI-compatible"), RemoteApi.OPENAI)
        self.api.addItem(tr("Anthropic-compatible"), RemoteApi.ANTHROPIC)
        self.add = push_button(tr("Add"), tr("Add the server"))
        self.problem = plain_label("option_problem")
        self._column = QVBoxLayout()
        self._lay_out()
        self.add.clicked.connect(self._add)
        self.address.returnPressed.connect(self._add)
        self._state.changed.connect(self._show)
        self._show()

    def _add(self) -> None:
        before = set(self.cards)
        self._state.added.emit(self.address.text(), self.api.currentData())
        for address in self.cards.keys() - before:
            self.address.clear()
            self._state.tested.emit(address)

    def _show(self) -> None:
        show_text(self.problem, breakable(translated(self._state.problem)))
        servers = {it.address: it for it in self._state.servers}
        for address in self.cards.keys() - servers.keys():
            card = self.cards.pop(address)
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        for place, (address, server) in enumerate(servers.items()):
            if card := self.cards.get(address):
                card.show_server(server)
            else:
                self.cards[address] = card = ServerCard(self._state, server, self)
                self._column.insertWidget(place, card)
                card.show()

    def _lay_out(self) -> None:
        adding = Section(tr("Add a server"))
        about = tr(
            "Ask models on another computer or at a service, using its address and your key. "
            "Such chats leave this computer; the window says so wherever you write one, and "
            "asks before the first is sent. The key stays in this computer's keychain."
        )
        adding.column.addWidget(plain_label("settings_note", about))
        row = hbox(spacing=8)
        row.addWidget(self.address, 1)
        row.addWidget(self.api)
        row.addWidget(self.add)
        adding.column.addLayout(row)
        adding.column.addWidget(self.problem)
        inside = QWidget()
        inside.setObjectName("model_page")
        column = vbox(inside, spacing=12, margins=(0, 4, 10, 8))
        column.addWidget(adding)
        self._column.setSpacing(12)
        column.addLayout(self._column)
        column.addStretch()
        vbox(self, spacing=0).addWidget(scroll_area(inside))
