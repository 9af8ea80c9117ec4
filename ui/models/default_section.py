"""The card of a model's page with what new chats with it begin with, and its channel format."""

from PySide6.QtWidgets import QLabel

from ui.look.language import number, tr
from ui.models.section import Section
from ui.options.format_choice import FormatChoice
from ui.state.preset import Preset
from ui.state.workspace import Workspace
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import hbox

_SHOWN = 160


class DefaultSection(Section):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Defaults"))
        self._presets = workspace.presets
        self._engine = workspace.engine
        self._library = workspace.library
        self._model_id = ""
        self.preset = CalmComboBox()
        self.about = plain_label("settings_note")
        self.format = FormatChoice("", workspace.model_requests)
        self._lay_out()
        self.preset.activated.connect(self._choose)
        self._presets.changed.connect(self._show_presets)
        self._engine.formats_changed.connect(self._show_formats)
        self._engine.loaded_changed.connect(self._show_formats)
        self._library.tried.connect(self._show_formats)

    def show_model(self, model_id: str) -> None:
        self._model_id = self.format.model_id = model_id
        self._show_presets()
        self._show_formats()

    def _choose(self) -> None:
        self._presets.set_default(self._model_id, self.preset.currentData())

    def _show_presets(self) -> None:
        self.preset.clear()
        self.preset.addItem(tr("As recommended for the model"), "")
        for preset in self._presets.all():
            self.preset.addItem(preset.name, preset.name)
        chosen = self._presets.default_of(self._model_id)
        self.preset.setCurrentIndex(max(0, self.preset.findData(chosen.name if chosen else "")))
        self.about.setText(breakable(_about(chosen)))

    def _show_formats(self) -> None:
        engine = self._engine
        loaded = {it.model_id: it.channel_format for it in engine.loaded}
        trial = self._library.trials.get(self._model_id)
        detected = loaded.get(self._model_id) or (trial.channel_format if trial else "")
        chosen = engine.chosen_formats.get(self._model_id, "")
        self.format.set_formats(list(engine.format_names), chosen, detected)

    def _lay_out(self) -> None:
        title = QLabel(tr("New chats begin with"))
        title.setBuddy(self.preset)
        self.preset.setAccessibleName(tr("New chats begin with"))
        self.preset.setMinimumWidth(210)
        row = hbox(spacing=10)
        row.addWidget(title)
        row.addWidget(self.preset)
        row.addStretch()
        self.column.addLayout(row)
        self.column.addWidget(self.about)
        self.column.addWidget(self.format)


def _about(preset: Preset | None) -> str:
    if preset is None:
        return tr(
            "A preset holds a system prompt, sampling options and tools. Save one in the options "
            "of a chat, and choose it here."
        )
    sampling = preset.options.sampling
    said = [tr("Temperature {value}").format(value=number(sampling.temperature, None))]
    if prompt := " ".join(preset.options.system_prompt.split()):
        shown = prompt if len(prompt) <= _SHOWN else f"{prompt[:_SHOWN]}…"
        said.append(tr("System prompt: {text}").format(text=shown))
    return " · ".join(said)
