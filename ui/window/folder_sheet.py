"""The settings of a folder: its name, and what its new chats begin with."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QListWidget,
    QWidget,
)

from ui.composer.add_menu import file_filters
from ui.look import theme
from ui.look.language import tr, translated
from ui.options.option_fields import TextField
from ui.state.attachment import Attachment
from ui.state.conversation_entry import LONGEST_FOLDER, Folder
from ui.state.folder_settings import FolderSettings
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.file_dialog import file_dialog
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import hbox, vbox
from ui.widgets.plain_field import PlainLine

SIZE = QSize(560, 540)
_LINES = 6
_FILES_HEIGHT = 90
_MOST_PROBLEMS = 3


class FolderSheet(QDialog):
    """Shows the settings of one folder; `app` reads them and the files that are added. Nothing is
    saved before Save is pressed."""

    def __init__(self, workspace: Workspace, folder: Folder, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Folder settings"))
        self.resize(theme.px(SIZE.width()), theme.px(SIZE.height()))
        self.folder = folder
        self._requests = workspace.history_requests
        self._attachments: list[Attachment] = []
        self._pending = 0
        self._name_problem = ""
        self._problems: list[str] = []
        self.name = PlainLine(folder.name)
        self.name.setMaxLength(LONGEST_FOLDER)
        self.instructions = TextField(_LINES, tr("For example: Answer in two sentences."))
        self.preset = CalmComboBox()
        self.files = QListWidget()
        self.add_button = push_button(tr("Add files…"))
        self.remove_button = push_button(tr("Remove"), tr("Remove the selected files"))
        self.problem = plain_label("option_problem")
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self._offer_presets([it.name for it in workspace.presets.all()])
        self._lay_out()
        self._connect(workspace)
        self._show_files()
        self._requests.folder_settings_wanted.emit(folder.folder_id)

    def done(self, result: int) -> None:
        """Stop reading files, whichever way the sheet is closed."""
        self._requests.folder_files_cancelled.emit(self.folder.folder_id)
        super().done(result)

    def save(self) -> None:
        number, name = self.folder.folder_id, " ".join(self.name.text().split())
        if not name:
            self._show_name_problem(tr("Type a name first."))
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if name != self.folder.name:
            self._requests.folder_renamed.emit(number, name)
        settings = FolderSettings(
            self.instructions.take().strip(), self.preset.currentData(), tuple(self._attachments)
        )
        self._requests.folder_settings_set.emit(number, settings)
        self.accept()

    # --- inside ----------------------------------------------------------------------------

    def _show_settings(self, folder_id: int, settings: FolderSettings) -> None:
        if folder_id != self.folder.folder_id:
            return
        self.instructions.put(settings.instructions)
        if settings.preset and self.preset.findData(settings.preset) < 0:
            gone = tr("{name} (deleted)").format(name=settings.preset)
            self.preset.addItem(gone, settings.preset)
        self.preset.setCurrentIndex(self.preset.findData(settings.preset))
        self._attachments = list(settings.attachments)
        self._show_files()

    def _take_files(
        self, folder_id: int, attachments: tuple[Attachment, ...], problem: str
    ) -> None:
        if folder_id != self.folder.folder_id:
            return
        self._pending -= 1
        there = {it.media for it in self._attachments}
        self._attachments += [it for it in attachments if it.media not in there]
        again = next((it for it in attachments if it.media in there), None)
        if again:
            problem = tr("{name} is in the list already.").format(name=_title(again))
        if problem:
            self._problems.append(problem)
        self._show_files()

    def _show_files(self) -> None:
        self.files.clear()
        for it in self._attachments:
            self.files.addItem(" · ".join(filter(None, it.words)))
        self._show_problems()
        self.remove_button.setEnabled(bool(self.files.selectedIndexes()))
        reading = tr("Reading…") if self._pending > 0 else tr("Add files…")
        self.add_button.setText(reading)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(self._pending <= 0)

    def _show_name_problem(self, problem: str) -> None:
        self._name_problem = problem
        self._show_problems()

    def _show_problems(self) -> None:
        lines = [translated(it) for it in self._problems[:_MOST_PROBLEMS]]
        if more := len(self._problems) - len(lines):
            lines.append(tr("And %n more.", "", more))
        lines = [*filter(None, [self._name_problem]), *lines]
        show_text(self.problem, "\n".join(lines))

    def _choose_files(self) -> None:
        dialog = file_dialog(self, tr("Add files to the folder"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(file_filters())
        dialog.filesSelected.connect(self.offer)
        dialog.open()

    def offer(self, names: list[str]) -> None:
        """Add files, which are copied and checked first."""
        self._problems.clear()
        self._pending += len(names)
        self._show_files()
        self._requests.folder_files_offered.emit(
            self.folder.folder_id, [Path(name) for name in names]
        )

    def _remove_files(self) -> None:
        chosen = {it.row() for it in self.files.selectedIndexes()}
        self._attachments = [it for at, it in enumerate(self._attachments) if at not in chosen]
        self._show_files()

    def _offer_presets(self, names: list[str]) -> None:
        self.preset.addItem(tr("None"), "")
        for name in names:
            self.preset.addItem(name, name)

    def _connect(self, workspace: Workspace) -> None:
        workspace.history.folder_settings_read.connect(self._show_settings)
        workspace.history.folder_files_read.connect(self._take_files)
        self.name.textEdited.connect(lambda: self._show_name_problem(""))
        self.add_button.clicked.connect(self._choose_files)
        self.remove_button.clicked.connect(self._remove_files)
        self.files.itemSelectionChanged.connect(
            lambda: self.remove_button.setEnabled(bool(self.files.selectedIndexes()))
        )
        self.buttons.accepted.connect(self.save)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        self.files.setObjectName("folder_files")
        self.files.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.files.setMinimumHeight(theme.px(_FILES_HEIGHT))
        beside = hbox(spacing=8)
        beside.addWidget(self.add_button)
        beside.addWidget(self.remove_button)
        beside.addStretch()
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        fields = {
            tr("Name"): self.name,
            tr("Instructions"): self.instructions,
            tr("Preset"): self.preset,
            tr("Files"): self.files,
        }
        for row, (title, field) in enumerate(fields.items()):
            field.setAccessibleName(title)
            label = QLabel(title)
            label.setBuddy(field)
            label.setContentsMargins(0, 5, 0, 0)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, row, 1)
        grid.setRowStretch(len(fields) - 1, 1)
        grid.addLayout(beside, len(fields), 1)
        grid.addWidget(self.problem, len(fields) + 1, 1)
        column = vbox(self, spacing=12, margins=(18, 16, 18, 14))
        column.addLayout(grid, 1)
        column.addWidget(plain_label("inspect_note", _note()))
        column.addWidget(self.buttons)


def _title(attachment: Attachment) -> str:
    return attachment.title or attachment.media.path.name


def _note() -> str:
    return tr(
        "New chats in this folder begin with these settings. The files are attached to their first "
        "message, and the line below it says how many tokens they use. Chats that exist already "
        "don't change."
    )
