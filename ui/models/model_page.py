"""The page of a model: its facts, its memory, what works with it, and how it is treated."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.messages import ModelInfo
from ui.look.language import tr, translated
from ui.look.numbers import size_text
from ui.look.system_words import show_in_folder_text
from ui.models import model_actions
from ui.models.ability_row import AbilityRow
from ui.models.checked_section import CheckedSection
from ui.models.convert_section import ConvertSection
from ui.models.detail_page import DetailPage
from ui.models.feature_section import FeatureSection
from ui.models.loading_section import LoadingSection
from ui.models.memory_section import MemorySection
from ui.models.model_words import (
    bits_words,
    facts_line,
    place_text,
    problem_of,
    usable,
)
from ui.models.profile_section import ProfileSection
from ui.models.section import FactGrid, Section, button_row
from ui.models.use_button import UseButton
from ui.state.library_state import LibraryModel
from ui.state.workspace import Workspace
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import hbox, vbox


class ModelPage(DetailPage):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(tr("All models"), parent)
        self._workspace = workspace
        self.model: LibraryModel | None = None
        self.facts = plain_label("settings_note")
        self.abilities = AbilityRow()
        self.problem = plain_label("model_problem")
        self.star = IconButton("star", tr("Favorite"))
        self.use = UseButton(workspace)
        self.show_folder = push_button(show_in_folder_text())
        self.delete = push_button(tr("Move to trash…"))
        self.memory = MemorySection()
        self.loading = LoadingSection(workspace)
        self.features = FeatureSection()
        self.profile = ProfileSection(workspace)
        self.bits = Section(tr("Bits per weight"))
        self.layers = FactGrid()
        self.checked = CheckedSection(workspace)
        self.convert = ConvertSection(workspace)
        self.files = Section(tr("Files"))
        self.paths = FactGrid()
        self.stripped = Section(tr("Not loaded, for safety"))
        self.notes = plain_label("settings_line")
        self._lay_out()
        self._connect()

    def show_model(self, model: LibraryModel) -> None:
        """Show a model, or the same one with other facts."""
        if model == self.model:
            return
        other = self.model is None or self.model.model_id != model.model_id
        self.model = model
        self._show_head(model)
        self.memory.show_model(model, self._info())
        self.features.show_model(model, self._info())
        self._show_files(model)
        self.checked.show_model(model)
        can_run = usable(model)
        for section in (self.loading, self.profile, self.convert):
            section.show_model(model)
            section.setVisible(can_run)
        if other:
            self.scroll_to_top()

    def _show_head(self, model: LibraryModel) -> None:
        problem = problem_of(model)
        self.title.setText(breakable(model.name))
        show_text(self.facts, facts_line(model))
        self.abilities.show_facts(model.facts)
        show_text(self.problem, breakable(problem))
        self.use.setEnabled(not problem)
        self.show_folder.setEnabled(model.available)
        self.delete.setVisible(model_actions.deletable(model))
        self.star.setChecked(model.favorite)
        self.star.set_icon("star-filled" if model.favorite else "star")
        about = model_actions.favorite_text(model)
        self.star.setToolTip(about)
        self.star.setAccessibleName(about)

    def _show_files(self, model: LibraryModel) -> None:
        rows = [
            (tr("Folder"), model.model_id),
            (tr("Place"), place_text(model.place)),
            (tr("Size"), size_text(model.size)),
            (tr("Repository"), model.repository),
            (tr("License"), model.facts.licence if model.facts else ""),
        ]
        self.paths.show_rows([row for row in rows if row[1]])
        self.notes.setText(breakable("\n".join(map(translated, model.notes))))
        self.stripped.setVisible(bool(model.notes))
        layers = model.facts.layer_bits if model.facts else ()
        self.layers.show_rows([(translated(kind), bits_words(bits)) for kind, bits in layers])
        self.bits.setVisible(bool(layers))

    def _info(self) -> ModelInfo | None:
        """Return what is known of the model while it is loaded."""
        model_id = self.model.model_id if self.model else ""
        loaded = self._workspace.engine.loaded
        return next((it for it in loaded if it.model_id == model_id), None)

    def _show_loaded(self) -> None:
        if self.model:
            self.memory.show_model(self.model, self._info())
            self.features.show_model(self.model, self._info())

    # --- what a person asks for ----------------------------------------------------------------

    def go_back(self) -> None:
        self._workspace.library.shown.emit("")

    def _use(self) -> None:
        if self.model:
            model_actions.use(self._workspace, self.model)

    def _toggle_favorite(self) -> None:
        if self.model:
            # the answer of the library checks it
            self.star.setChecked(self.model.favorite)
            model_actions.toggle_favorite(self._workspace, self.model)

    def _show_folder(self) -> None:
        if self.model:
            model_actions.show_in_folder(self._workspace, self.model)

    def _delete(self) -> None:
        if self.model:
            model_actions.ask_to_delete(self._workspace, self.model, self.window())

    # --- parts ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._workspace.engine.loaded_changed.connect(self._show_loaded)
        self.use.clicked.connect(self._use)
        self.star.clicked.connect(self._toggle_favorite)
        self.show_folder.clicked.connect(self._show_folder)
        self.delete.clicked.connect(self._delete)

    def _lay_out(self) -> None:
        self.star.setCheckable(True)
        self.bits.column.addWidget(self.layers)
        self.files.column.addWidget(self.paths)
        self.stripped.column.addWidget(self.notes)
        self.column.addLayout(self._head())
        first = (self.stripped, self.memory, self.loading, self.features, self.profile)
        for section in (*first, self.bits, self.checked, self.convert, self.files):
            self.column.addWidget(section)
        self.column.addStretch()

    def _head(self) -> QVBoxLayout:
        top = hbox(spacing=8)
        top.addWidget(self.title, 1)
        top.addWidget(self.star, 0, Qt.AlignmentFlag.AlignTop)
        head = vbox(spacing=8)
        head.addLayout(top)
        for part in (self.facts, self.abilities, self.problem):
            head.addWidget(part)
        head.addLayout(button_row(self.use, self.show_folder, self.delete))
        return head
