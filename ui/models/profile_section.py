"""The part of a model's page with what is chosen for it: defaults, template, stops, adapters, the
model that drafts."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engine.messages import NOBODY
from ui.models.adapter_section import AdapterSection
from ui.models.default_section import DefaultSection
from ui.models.draft_section import DraftSection
from ui.models.stop_section import StopSection
from ui.models.template_section import TemplateSection
from ui.state.library_state import LibraryModel
from ui.state.workspace import Workspace
from ui.widgets.layouts import vbox

# The template is read in a process of its own, and not for a page that is only passed by.
_READ_MS = 400


class ProfileSection(QWidget):
    """`show_model` is called with the model of the page, and again when it changes."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._model_id = ""
        self.defaults = DefaultSection(workspace)
        self.template = TemplateSection(workspace)
        self.stops = StopSection(workspace)
        self.adapters = AdapterSection(workspace)
        self.drafting = DraftSection(workspace)
        self._sections = (
            self.defaults,
            self.template,
            self.stops,
            self.adapters,
            self.drafting,
        )
        self._read = QTimer(self, singleShot=True, interval=_READ_MS)
        self._read.timeout.connect(self._try)
        column = vbox(self, spacing=12)
        for section in self._sections:
            column.addWidget(section)
        column.addStretch()

    def show_model(self, model: LibraryModel) -> None:
        if model.model_id == self._model_id:
            return
        self._model_id = model.model_id
        for section in self._sections:
            section.show_model(model.model_id)
        self._read.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._read.start()

    def _try(self) -> None:
        if not self._model_id or not self.isVisible():
            return
        library = self._workspace.library
        self.drafting.look()
        known = library.trials.get(self._model_id)
        if known is None or known.request_id == NOBODY:
            profile = library.profile(self._model_id)
            self._workspace.profile_requests.tried.emit(profile, ())
