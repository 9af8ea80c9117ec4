"""The part of a model's page about its memory: load, unload, keep loaded, load at start."""

from dataclasses import replace

from PySide6.QtWidgets import QPushButton

from ui.look.language import tr, translated
from ui.look.numbers import share_text, size_text, time_left_text
from ui.models.section import Section, button_row
from ui.models.work_row import WorkRow
from ui.state.library_state import LibraryModel
from ui.state.workspace import Workspace
from ui.widgets.buttons import CheckBox, push_button
from ui.widgets.labels import plain_label


class LoadingSection(Section):
    """`show_model` is called with the model of the page, and again when it changes."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Loading"))
        self._workspace = workspace
        self._model: LibraryModel | None = None
        self._model_id = ""
        self.work = WorkRow()
        self.note = plain_label("settings_note")
        self.load = push_button(tr("Load"))
        self.load_anyway = push_button(tr("Load anyway"))
        self.unload = push_button(tr("Unload"))
        self.kept = CheckBox(tr("Keep loaded"))
        self.at_start = CheckBox(tr("Load at start"))
        self._lay_out()
        self._connect()

    def show_model(self, model: LibraryModel) -> None:
        self._model, self._model_id = model, model.model_id
        self._show()

    def _show(self) -> None:
        model = self._model
        if model is None:
            return
        engine, library = self._workspace.engine, self._workspace.library
        taken = {it.model_id: it.weight_bytes for it in engine.loaded}
        loaded, loading = model.model_id in taken, model.model_id in engine.loading
        misfit = not loaded and not loading and model.fit is not None and not model.fit.fits
        fatal = model.fit is not None and model.fit.fatal
        had_focus = self.work.cancel.hasFocus()
        self._show_state(
            taken.get(model.model_id, 0),
            engine.loading.get(model.model_id),
            engine.load_seconds_left(model.model_id),
            engine.load_failures.get(model.model_id, ""),
        )
        if had_focus and self.work.cancel.isHidden():
            self.kept.setFocus()
        self._show_misfit(misfit, fatal)
        for button, shown in (
            (self.load, not (loaded or loading or misfit)),
            (self.load_anyway, misfit and not fatal),
            (self.unload, loaded),
        ):
            self._show_button(button, shown)
        self.load.setEnabled(model.available and not model.problem)
        self.load_anyway.setEnabled(self.load.isEnabled())
        self.kept.setChecked(library.profile(model.model_id).kept)
        self.at_start.setChecked(model.model_id in library.at_start)

    def _show_state(
        self, taken: int, load: tuple[int, int] | None, left: float | None, failure: str
    ) -> None:
        """Show the bytes that the model takes, how far its load is, or why its last one failed."""
        done, total = load or (0, 0)
        if taken:
            size = size_text(taken)
            self.work.show_rest(tr("Loaded, {size} of weights in memory").format(size=size))
        elif total:
            share = share_text(done, total)
            words = tr("Loading, {share} in memory").format(share=share)
            self.work.show_work(words, done, total, time_left_text(left))
        elif load:
            self.work.show_work(tr("Waiting to load"), 0, 0)
        else:
            self.work.show_rest(translated(failure) or tr("Not loaded"))

    def _show_misfit(self, misfit: bool, fatal: bool) -> None:
        """Say what happens if a model is loaded that does not fit."""
        risk = tr(
            "The model does not fit into the memory that is free. Loaded anyway, it may slow down "
            "the whole computer."
        )
        refused = tr(
            "The model is larger than the memory of this computer; loading it would end Duologue."
        )
        self.note.setText(refused if fatal else risk)
        self.note.setVisible(misfit)

    def _show_button(self, button: QPushButton, shown: bool) -> None:
        """Show or hide a button. The focus of one that is hidden stays in this section."""
        had_focus = button.hasFocus() and not shown
        button.setVisible(shown)
        if had_focus:
            self.kept.setFocus()

    # --- what a person asks for ----------------------------------------------------------------

    def _load(self) -> None:
        self._workspace.model_requests.loaded.emit(self._model_id)

    def _load_anyway(self) -> None:
        profile = self._workspace.library.profile(self._model_id)
        self._workspace.profile_requests.changed.emit(replace(profile, anyway=True))
        self._load()

    def _cancel(self) -> None:
        self._workspace.model_requests.load_cancelled.emit(self._model_id)

    def _unload(self) -> None:
        self._workspace.model_requests.unloaded.emit(self._model_id)

    def _keep(self, on: bool) -> None:
        profile = self._workspace.library.profile(self._model_id)
        self._workspace.profile_requests.changed.emit(replace(profile, kept=on))

    def _load_at_start(self, on: bool) -> None:
        self._workspace.profile_requests.start_chosen.emit(self._model_id, on)

    # --- parts ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._workspace.engine.loaded_changed.connect(self._show)
        self._workspace.engine.loading_changed.connect(self._show)
        self._workspace.library.profile_changed.connect(self._on_profile)
        self.load.clicked.connect(self._load)
        self.load_anyway.clicked.connect(self._load_anyway)
        self.work.cancel.clicked.connect(self._cancel)
        self.unload.clicked.connect(self._unload)
        self.kept.clicked.connect(self._keep)
        self.at_start.clicked.connect(self._load_at_start)

    def _on_profile(self, model_id: str) -> None:
        if model_id == self._model_id:
            self._show()

    def _lay_out(self) -> None:
        kept = tr("Stays in memory when idle, and is never unloaded for another model.")
        start = tr("Loaded after the model of the first chat, if there is enough memory.")
        self.column.addWidget(self.work)
        self.column.addWidget(self.note)
        self.column.addLayout(button_row(self.load, self.load_anyway, self.unload))
        for box, about in ((self.kept, kept), (self.at_start, start)):
            box.setAccessibleDescription(about)
            self.column.addWidget(box)
            self.column.addWidget(plain_label("settings_note", about))
