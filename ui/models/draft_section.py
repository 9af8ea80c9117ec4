"""The card of a model's page with the smaller model that drafts for it."""

from dataclasses import replace

from PySide6.QtWidgets import QHBoxLayout, QLabel

from engine.messages import model_name
from ui.look.language import tr
from ui.look.numbers import size_text
from ui.models.section import Section
from ui.state.model_entry import distinct_names
from ui.state.workspace import Workspace
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.labels import breakable, plain_label


class DraftSection(Section):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Drafting"))
        self._library = workspace.library
        self._requests = workspace.profile_requests
        self._model_id = ""
        self._drafters: tuple[str, ...] = ()
        self.choice = CalmComboBox()
        self.about = plain_label("settings_note")
        self._lay_out()
        self.choice.activated.connect(self._choose)
        self._library.drafters_found.connect(self._take)
        self._library.profile_changed.connect(self._on_profile)

    def show_model(self, model_id: str) -> None:
        self._model_id, self._drafters = model_id, ()
        self._show(tr("Looking for models that can draft…"))

    def look(self) -> None:
        """Ask which models can draft. Their files are read, so not for a page that is only passed
        by."""
        self._requests.drafters_wanted.emit(self._model_id)

    def _take(self, model_id: str, drafters: tuple[str, ...]) -> None:
        if model_id == self._model_id:
            self._drafters = drafters
            self._show()

    def _on_profile(self, model_id: str) -> None:
        if model_id == self._model_id:
            self._show()

    def _choose(self) -> None:
        profile = self._library.profile(self._model_id)
        self._requests.changed.emit(replace(profile, draft_model=self.choice.currentData()))

    def _show(self, about: str = "") -> None:
        chosen = self._library.profile(self._model_id).draft_model
        models = {it.model_id: it for it in self._library.models}
        names = distinct_names({it: model.name for it, model in models.items()})
        self.choice.clear()
        self.choice.addItem(tr("None"), "")
        # One that is gone stays in sight, so that a person can choose another.
        for it in dict.fromkeys((*self._drafters, *filter(None, [chosen]))):
            name = names.get(it) or model_name(it)
            if model := models.get(it):
                name = f"{name} · {size_text(model.size)}"
            elif not self._library.scanning:
                name = tr("{name} (not found)").format(name=name)
            self.choice.addItem(name, it)
        self.choice.setCurrentIndex(max(0, self.choice.findData(chosen)))
        self.choice.setEnabled(self.choice.count() > 1)
        self.about.setText(breakable(about or self._about()))

    def _about(self) -> str:
        if self.choice.count() > 1:
            return tr(
                "A smaller model guesses the next words, and this one checks several at "
                "once. The answers stay the same, but both models take memory."
            )
        return tr(
            "None of your models can draft for this one. Drafting takes a smaller model with "
            "the same vocabulary, usually of the same family."
        )

    def _lay_out(self) -> None:
        title = QLabel(tr("Draft model"))
        title.setBuddy(self.choice)
        self.choice.setAccessibleName(tr("Draft model"))
        row = QHBoxLayout()
        row.addWidget(title)
        row.addWidget(self.choice, 1)
        self.column.addLayout(row)
        self.column.addWidget(self.about)
