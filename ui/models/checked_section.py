"""The part of a converted model's page with the result of its newest check."""

from engine.messages import model_name
from ui.history.sections import spoken_date
from ui.look.language import tr
from ui.models.check_result import CheckResult
from ui.models.section import Section
from ui.state.conversions import SavedCheck
from ui.state.library_state import LibraryModel
from ui.state.workspace import Workspace
from ui.widgets.labels import breakable, plain_label


class CheckedSection(Section):
    """Hidden for a model without a result. `show_model` is called with the model of the page."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Check against the original"))
        self._library = workspace.library
        self._state = workspace.conversions
        self._model_id = ""
        self.about = plain_label("settings_note")
        self.result = CheckResult()
        self.column.addWidget(self.about)
        self.column.addWidget(self.result)
        self.hide()
        self._state.changed.connect(self._changed)

    def show_model(self, model: LibraryModel) -> None:
        self._model_id = model.model_id
        self._show(self._state.newest_check(model.model_id))

    def _changed(self, model_id: str) -> None:
        if model_id == self._model_id:
            self._show(self._state.newest_check(model_id))

    def _show(self, check: SavedCheck | None) -> None:
        self.setVisible(check is not None)
        if check is not None:
            original = check.divergence.model_id
            found = self._library.find(original)
            text = tr("Compared with {original}, {date}").format(
                original=found.name if found else model_name(original),
                date=spoken_date(check.ended),
            )
            self.about.setText(breakable(text))
            self.result.show_divergence(check.divergence)
