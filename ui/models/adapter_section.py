"""The card of a model's page with its LoRA adapters."""

from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtWidgets import QWidget

from engine.messages import ModelProfile, model_name
from ui.look.language import tr, translated
from ui.models.section import Section, button_row
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.confirm import confirm
from ui.widgets.file_dialog import folder_dialog
from ui.widgets.labels import breakable, plain_label, short_label, show_text
from ui.widgets.layouts import clear_layout, vbox


class AdapterSection(Section):
    """Lists the models that are this one with an adapter; on the page of such a model, itself."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Adapters"))
        self._library = workspace.library
        self._requests = workspace.profile_requests
        self._opened = workspace.library_requests.page_opened
        self._model_id = ""
        self.about = plain_label("settings_note")
        self.rows: dict[str, AdapterRow] = {}
        self.attach = push_button(tr("Attach adapter…"))
        self.problem = plain_label("option_problem")
        self._list = vbox(spacing=8)
        self.column.addWidget(self.about)
        self.column.addLayout(button_row(self.attach))
        self.column.addWidget(self.problem)
        self.column.addLayout(self._list)
        self.attach.clicked.connect(self._choose_folder)
        self._library.adapter_answered.connect(self._on_answer)
        self._library.profile_changed.connect(self._show_rows)

    def show_model(self, model_id: str) -> None:
        self._model_id = model_id
        self.attach.setEnabled(True)
        self.problem.hide()
        self._show_rows()

    def _show_rows(self) -> None:
        profile = self._library.profile(self._model_id)
        listed = [profile] if profile.adapter else self._library.with_adapters(self._model_id)
        self.attach.setVisible(not profile.adapter)
        self.about.setText(_about(profile))
        clear_layout(self._list)
        self.rows = {it.model_id: AdapterRow(it, self) for it in listed}
        for row in self.rows.values():
            row.compare.clicked.connect(partial(self._compare, row.profile))
            row.remove.clicked.connect(partial(self._ask_to_remove, row.profile))
            self._list.addWidget(row)
        order = [self.attach, *(it for row in self.rows.values() for it in row.buttons)]
        for before, button in pairwise(order):
            self.setTabOrder(before, button)

    def _choose_folder(self) -> None:
        dialog = folder_dialog(self, tr("Attach adapter"))
        dialog.fileSelected.connect(self._attach)
        dialog.open()

    def _attach(self, folder: str) -> None:
        self.problem.hide()
        self.attach.setEnabled(False)
        self._requests.adapter_attached.emit(self._model_id, folder)

    def _on_answer(self, base: str, model_id: str, problem: str) -> None:
        if base != self._model_id:
            return
        self.attach.setEnabled(True)
        show_text(self.problem, breakable(translated(problem)))

    def _compare(self, profile: ModelProfile) -> None:
        self._requests.compared.emit((profile.folder, profile.model_id))

    def _ask_to_remove(self, profile: ModelProfile) -> None:
        name = Path(profile.model_id).name
        confirm(
            self,
            tr("Remove “{name}”?").format(name=name),
            tr(
                "The files of the adapter and of the model stay where they are. Chats with "
                "“{name}” will need another model."
            ).format(name=name),
            tr("Remove"),
            partial(self._remove, profile),
        )

    def _remove(self, profile: ModelProfile) -> None:
        if profile.model_id == self._model_id:
            self._opened.emit(profile.folder)
        self._requests.adapter_removed.emit(profile.model_id)


class AdapterRow(QWidget):
    """One model with an adapter."""

    def __init__(self, profile: ModelProfile, parent: QWidget) -> None:
        super().__init__(parent)
        self.profile = profile
        name = Path(profile.model_id).name
        self.compare = push_button(
            tr("Compare with and without"),
            tr("Compare {name} with its base model").format(name=name),
        )
        self.remove = push_button(tr("Remove…"), tr("Remove {name}").format(name=name))
        self.buttons = (self.compare, self.remove)
        path = plain_label("settings_note", breakable(profile.adapter))
        column = vbox(self, spacing=4)
        column.addWidget(short_label(text=name, kind="heading"))
        column.addWidget(path)
        column.addLayout(button_row(*self.buttons))


def _about(profile: ModelProfile) -> str:
    if profile.adapter:
        base = model_name(profile.folder)
        return tr("This model is {base} with a LoRA adapter.").format(base=base)
    return tr(
        "A LoRA adapter, trained with mlx-lm or mlx-vlm, changes how the model answers. The "
        "model with the adapter is listed separately, next to this one."
    )
