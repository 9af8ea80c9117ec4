"""The list of the models on this computer, with its filter and its buttons."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from ui.look.language import number, sentence_case, tr
from ui.look.numbers import size_text
from ui.look.system_words import show_in_folder_text
from ui.models import model_actions
from ui.models.folder_button import FolderButton
from ui.models.library_table import FILTERS, LibraryFilter, LibraryTable
from ui.models.library_view import LibraryView
from ui.models.model_words import BETWEEN, problem_of, usable
from ui.models.section import button_row
from ui.models.use_button import UseButton
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.combo_box import ComboBox
from ui.widgets.labels import plain_label, show_text, tooltip
from ui.widgets.layouts import hbox, vbox
from ui.widgets.search_line import SearchLine

# The second is for keyboards of a Mac.
DELETE_KEYS = ("Shift+Del", "Ctrl+Backspace")


class LibraryList(QWidget):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._library = workspace.library
        self.search = SearchLine(tr("Filter by name, family or place"), tr("Filter the models"))
        self.kind = ComboBox()
        self.folders = FolderButton(workspace)
        self.table = LibraryTable()
        self.view = LibraryView(self.table)
        self.status = plain_label("library_status")
        self.use = UseButton(workspace)
        self.open = push_button(tr("Open page"))
        self.show_folder = push_button(show_in_folder_text())
        self.delete = push_button(tr("Move to trash…"))
        self.nothing = plain_label("library_nothing")
        self.get = push_button(tr("Get models…"))
        self.add = push_button(tr("Add folder…"))
        self._invitation = QWidget()
        self._lay_out()
        self._connect()
        look = self._library.look
        self.view.sort_by(look.column, look.descending)
        self.refresh()

    def refresh(self) -> None:
        """Show the models of the state; the chosen row and the place stay."""
        self.view.update_rows(self._put_models)
        self._show_emptiness()

    def take_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _put_models(self) -> None:
        self.table.set_models(self._library.models)

    def _put_filter(self) -> None:
        words = tuple(self.search.text().casefold().split())
        self.table.set_filter(LibraryFilter(words, FILTERS[self.kind.currentIndex()]))

    def _filter(self) -> None:
        self.view.update_rows(self._put_filter)
        self._show_emptiness()

    def _show_place(self) -> None:
        """Show what can be done with the current model, and why it cannot be used; else the count
        of the models."""
        self._show_buttons()
        model = self.view.current()
        text = (problem_of(model) if model else "") or self._count()
        self.status.setText(text)

    def _show_emptiness(self) -> None:
        """Show why there are no models to see."""
        only_ours = all(it.place is Place.BUILT_IN for it in self._library.models)
        self._invitation.setVisible(only_ours and not self._library.scanning)
        show_text(self.nothing, self._reason())

    def _count(self) -> str:
        models, shown = self._library.models, self.table.rowCount()
        texts = [tr("%n model(s)", "", len(models))] if models else []
        if shown != len(models):
            text = tr("{shown} of {all} models")
            texts = [text.format(shown=number(shown), all=number(len(models)))]
        if size := sum(it.size for it in models):
            texts.append(size_text(size))
        if self._library.scanning:
            texts.append(tr("searching the folders…"))
        return sentence_case(BETWEEN.join(texts))

    def _reason(self) -> str:
        """Return why no model is listed."""
        if self.table.rowCount():
            return ""
        if self._library.models:
            return tr("No models match the filter.")
        return tr("Searching the folders…") if self._library.scanning else tr("No models yet.")

    def _show_buttons(self) -> None:
        model = self.view.current()
        self.use.setEnabled(model is not None and usable(model))
        self.use.setToolTip(tooltip(problem_of(model)) if model else "")
        self.open.setEnabled(model is not None)
        self.show_folder.setEnabled(model is not None and model.available)
        deletable = model is not None and model_actions.deletable(model)
        self.delete.setEnabled(deletable)
        why = tr("Duologue deletes only models that it has downloaded itself.")
        self.delete.setToolTip("" if deletable else tooltip(why))

    # --- what a person asks for ----------------------------------------------------------------

    def _use(self) -> None:
        if model := self.view.current():
            model_actions.use(self._workspace, model)

    def _open_page(self) -> None:
        if model := self.view.current():
            self._library.shown.emit(model.model_id)

    def _open_row(self, row: int) -> None:
        if model := self.table.model_at(row):
            self._library.shown.emit(model.model_id)

    def _show_folder(self) -> None:
        if model := self.view.current():
            model_actions.show_in_folder(self._workspace, model)

    def _delete(self) -> None:
        if model := self.view.current():
            model_actions.ask_to_delete(self._workspace, model, self.window())

    def _toggle_favorite(self, model: LibraryModel) -> None:
        model_actions.toggle_favorite(self._workspace, model)

    def _use_model(self, model: LibraryModel) -> None:
        model_actions.use(self._workspace, model)

    def _open_menu(self, model: LibraryModel, at: QPoint) -> QMenu:
        return model_actions.open_menu(self._workspace, model, self.view, at)

    def _open_get(self) -> None:
        self._workspace.library_requests.window_opened.emit("get")

    def _remember_order(self) -> None:
        column, descending = self.view.sorted_by()
        look = replace(self._library.look, column=column, descending=descending)
        self._library.set_look(look)

    # --- parts ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._library.changed.connect(self.refresh)
        self.search.textChanged.connect(self._filter)
        self.kind.currentIndexChanged.connect(self._filter)
        self.view.current_changed.connect(self._show_place)
        self.view.favorite_toggled.connect(self._toggle_favorite)
        self.view.used.connect(self._use_model)
        self.view.opened.connect(self._open_row)
        self.view.menu_opened.connect(self._open_menu)
        self.view.horizontalHeader().sortIndicatorChanged.connect(self._remember_order)
        self.use.clicked.connect(self._use)
        self.open.clicked.connect(self._open_page)
        self.show_folder.clicked.connect(self._show_folder)
        self.delete.clicked.connect(self._delete)
        self.get.clicked.connect(self._open_get)
        self.add.clicked.connect(self.folders.choose)
        context = Qt.ShortcutContext.WidgetShortcut
        for keys in DELETE_KEYS:
            QShortcut(QKeySequence(keys), self.view, self._delete, context=context)

    def _lay_out(self) -> None:
        self.kind.setAccessibleName(tr("Models to show"))
        self.kind.addItems(_kind_texts())
        top = hbox(spacing=8)
        top.addWidget(self.search, 1)
        top.addWidget(self.kind)
        top.addWidget(self.folders)
        foot = button_row(self.use, self.open, self.show_folder, self.delete)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        QVBoxLayout(self.view.viewport()).addWidget(self.nothing)
        self._lay_out_invitation()
        column = vbox(self, spacing=10)
        column.addLayout(top)
        column.addWidget(self.view, 1)
        column.addWidget(self._invitation)
        column.addWidget(self.status)
        column.addLayout(foot)

    def _lay_out_invitation(self) -> None:
        self._invitation.setObjectName("library_invitation")
        row = hbox(self._invitation, spacing=8, margins=(14, 12, 14, 12))
        text = tr("Download a model that fits this computer, or add a folder that has some.")
        row.addWidget(plain_label("library_note", text), 1)
        row.addWidget(self.add)
        row.addWidget(self.get)


def _kind_texts() -> list[str]:
    """Return the texts of FILTERS."""
    return [
        tr("All models"),
        tr("Fits in memory"),
        tr("Favorites"),
        tr("Sees images"),
        tr("Watches videos"),
        tr("Thinks"),
        tr("Calls tools"),
    ]
