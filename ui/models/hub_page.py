"""The page of a model on the hub: its card, its files, how it fits, and how to get it."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from ui.conversation.message_body import MessageBody
from ui.look.language import number, tr, translated
from ui.look.numbers import size_text
from ui.models.ability_row import AbilityRow
from ui.models.detail_page import DetailPage
from ui.models.get_button import GetButton
from ui.models.hub_words import fit_line, known_facts, lines, owner, short_name
from ui.models.memory_section import MemorySection
from ui.models.section import Section, button_row
from ui.state.hub_state import HubFile, HubModel, HubPage
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.labels import breakable, plain_label, short_label, show_text
from ui.widgets.layouts import bare_grid, clear_layout, vbox

MOST_FILES = 60


class GatedNotice(QFrame):
    """Tells how to get a model that its makers have gated."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._address = ""
        self.setObjectName("hub_gated")
        self.text = plain_label()
        self.ask = push_button(tr("Request access…"), tr("Open the page of the model in a browser"))
        self.token = push_button(tr("Enter token…"), tr("Open the settings for models"))
        column = vbox(self, spacing=8, margins=(16, 12, 16, 14))
        column.addWidget(self.text)
        column.addLayout(button_row(self.ask, self.token))
        self.ask.clicked.connect(self._open)
        self.token.clicked.connect(workspace.settings_requests.models_opened)
        workspace.hub.token_changed.connect(self._refresh)

    def show_model(self, model: HubModel, address: str) -> None:
        self._address = address
        self.setVisible(model.gated and not model.model_id)
        self.ask.setVisible(bool(address))
        self._refresh()

    def _refresh(self) -> None:
        told = tr("The makers of this model want to know who uses it.") + " "
        if self._workspace.hub.has_token:
            told += tr(
                "If you have not requested access yet, do so on the model's page on the hub."
            )
        else:
            told += tr("Request access on the model's page on the hub, then enter your token.")
        self.text.setText(told)

    def _open(self) -> None:
        self._workspace.link_opened.emit(self._address)


class FileGrid(QWidget):
    """The files of a model, those that are left out in a faint color with the reason."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = bare_grid(self, 16, 3, stretched=2)
        self._files: tuple[HubFile, ...] = ()

    def show_files(self, files: tuple[HubFile, ...]) -> None:
        if files == self._files:
            return
        self._files = files
        clear_layout(self._grid)
        for place, file in enumerate(files[:MOST_FILES]):
            texts = (breakable(file.name), size_text(file.size), translated(file.reason))
            self._add(place, texts, file.downloaded)
        if len(files) > MOST_FILES:
            left = tr("And {count} more.").format(count=number(len(files) - MOST_FILES))
            self._add(MOST_FILES, (left,), True)

    def _add(self, place: int, texts: Iterable[str], downloaded: bool) -> None:
        for column, text in enumerate(texts):
            label = short_label("hub_file" if downloaded else "hub_file_left_out", text)
            label.setWordWrap(column != 1)
            self._grid.addWidget(label, place, column, Qt.AlignmentFlag.AlignTop)


class HubPageView(DetailPage):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Back"))
        self._workspace = workspace
        self._page: HubPage | None = None
        self.owner = plain_label("settings_note")
        self.facts = plain_label("settings_note")
        self.abilities = AbilityRow()
        self.fit = plain_label("fit_verdict")
        self.problem = plain_label("model_problem")
        self.get = GetButton(workspace)
        self.again = push_button(tr("Try again"), tr("Ask the hub about this model again"))
        self.open = push_button(tr("Show on the hub…"), tr("Open the page in a browser"))
        self.gated = GatedNotice(workspace)
        self.memory = MemorySection()
        self.card = Section(tr("Model card"))
        self.text = self._card_body()
        self.files = Section(tr("Files"))
        self.grid = FileGrid()
        self._lay_out()
        self._connect()

    @property
    def repository(self) -> str:
        return self._page.model.repository if self._page else ""

    def show_page(self, page: HubPage) -> None:
        """Show a page, or the same one with more on it."""
        former, self._page = self._page, page
        other = former is None or former.model.repository != page.model.repository
        self._show_head(page)
        self.gated.show_model(page.model, page.address)
        self.memory.show_model(_as_listed(page.model))
        if other or former is None or former.card != page.card:
            self._show_card(page.card)
        self.grid.show_files(page.files)
        self.files.setVisible(bool(page.files))
        if other:
            self.scroll_to_top()

    def _show_card(self, card: str) -> None:
        """Show another card in a body of its own: a finished text takes no other."""
        self.text.hide()
        self.text.deleteLater()
        self.text = self._card_body()
        self.card.column.addWidget(self.text)
        self.text.append_markdown(card)
        self.text.finish()
        self.card.setVisible(bool(card))

    def _card_body(self) -> MessageBody:
        body = MessageBody(self.card)
        body.setAccessibleName(tr("Model card"))
        body.link_activated.connect(self._workspace.link_opened)
        return body

    def _show_head(self, page: HubPage) -> None:
        model = page.model
        self.title.setText(breakable(short_name(model)))
        self.owner.setText(owner(model))
        text = tr("Contacting {host}…").format(host=self._workspace.hub.host)
        shown = [*lines(model), text] if page.loading else lines(model)
        self.facts.setText("\n".join(map(breakable, shown)))
        self.abilities.show_facts(known_facts(model))
        show_text(self.fit, fit_line(model))
        problem = translated(page.problem or model.problem or model.unread)
        show_text(self.problem, breakable(problem))
        self.get.show_model(model)
        self.get.setEnabled(self.get.isEnabled() and not page.problem)
        # It keeps the keyboard while the hub is asked again. Once strict offline is off, that is
        # done without it.
        kept = page.loading and self.again.hasFocus()
        offline = self._workspace.settings.value.offline
        self.again.setVisible((bool(page.problem) and not offline) or kept)
        self.open.setVisible(bool(page.address))

    def go_back(self) -> None:
        self._workspace.hub_requests.page_opened.emit("")

    def _open(self) -> None:
        if self._page:
            self._workspace.link_opened.emit(self._page.address)

    def _ask_again(self) -> None:
        self._workspace.hub_requests.page_opened.emit(self.repository)

    def _connect(self) -> None:
        self.again.clicked.connect(self._ask_again)
        self.open.clicked.connect(self._open)

    def _lay_out(self) -> None:
        self.get.setProperty("primary", True)
        self.card.column.addWidget(self.text)
        self.files.column.addWidget(self.grid)
        head = vbox(spacing=8)
        for part in (self.title, self.owner, self.facts, self.abilities, self.fit, self.problem):
            head.addWidget(part)
        head.addLayout(button_row(self.get, self.again, self.open))
        self.column.addLayout(head)
        for part in (self.gated, self.memory, self.card, self.files):
            self.column.addWidget(part)
        self.column.addStretch()


def _as_listed(model: HubModel) -> LibraryModel:
    """Return a model for the section about memory, which knows models on this computer."""
    name = model.repository
    return LibraryModel(name, name, Place.OWN, model.facts, fit=model.fit)
