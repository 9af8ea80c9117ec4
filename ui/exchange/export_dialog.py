"""Dialog that asks for the format and options of an export; the place is asked for afterwards."""

from collections.abc import Iterable
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.export_choice import ExportChoice, ExportFormat, ExportImages
from ui.widgets.buttons import CheckBox
from ui.widgets.combo_box import ComboBox
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import vbox

T = TypeVar("T", ExportFormat, ExportImages)
_WIDTH = 440


class ExportDialog(QDialog):
    """`title` names the conversation or counts several; `forms` are the formats on offer."""

    def __init__(
        self,
        title: str,
        forms: Iterable[ExportFormat],
        value: ExportChoice | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        value = value or ExportChoice()
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        names = _form_names()
        self.form = _choice(tr("Format"), [(names[it], it) for it in forms], value.form)
        self.images = _choice(tr("Images and files"), _images(), value.images)
        self.reasoning = CheckBox(tr("Include reasoning"))
        self.reasoning.setChecked(value.reasoning)
        self.numbers = CheckBox(tr("Include statistics"))
        self.numbers.setChecked(value.numbers)
        self.note = plain_label("settings_note")
        save, cancel = QDialogButtonBox.StandardButton.Save, QDialogButtonBox.StandardButton.Cancel
        self.buttons = QDialogButtonBox(save | cancel)
        self.buttons.button(save).setText(tr("Export…"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        rows = QFormLayout()
        rows.setSpacing(10)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows.addRow(tr("Format"), self.form)
        rows.addRow(tr("Images and files"), self.images)
        column = vbox(self, spacing=12, margins=(18, 16, 18, 14))
        column.addWidget(plain_label(text=breakable(title)))
        column.addLayout(rows)
        for widget in (self.reasoning, self.numbers, self.note):
            column.addWidget(widget)
        column.addStretch()
        column.addWidget(self.buttons)
        self.setMinimumWidth(theme.px(_WIDTH))
        self.form.currentIndexChanged.connect(self._show)
        self.images.currentIndexChanged.connect(self._show)
        self._show()
        self.form.setFocus(Qt.FocusReason.OtherFocusReason)

    def value(self) -> ExportChoice:
        return ExportChoice(
            self.form.currentData(),
            self.images.currentData(),
            self.reasoning.isChecked(),
            self.numbers.isChecked(),
        )

    def _show(self) -> None:
        """Show the note on the choice, and disable options that the format does not have."""
        choice = self.value()
        for widget in (self.images, self.reasoning, self.numbers):
            widget.setEnabled(choice.form.has_options)
        self.note.setText(_note(choice))
        # a wrapping label does not report a new height by itself
        self.adjustSize()


def _choice(name: str, entries: Iterable[tuple[str, T]], value: T) -> ComboBox:
    box = ComboBox()
    box.setAccessibleName(name)
    for text, data in entries:
        box.addItem(text, data)
    # a format of the last export may not be on offer now
    box.setCurrentIndex(max(0, box.findData(value)))
    return box


def _form_names() -> dict[ExportFormat, str]:
    return {
        ExportFormat.MARKDOWN: tr("Markdown"),
        ExportFormat.HTML: tr("HTML, one file"),
        ExportFormat.PDF: tr("PDF"),
        ExportFormat.CSV: tr("CSV, for spreadsheets"),
        ExportFormat.JSON: tr("JSON, complete, for importing again"),
    }


def _images() -> list[tuple[str, ExportImages]]:
    return [
        (tr("Small copies"), ExportImages.SMALL),
        (tr("Original files"), ExportImages.FULL),
        (tr("None"), ExportImages.NONE),
    ]


def _note(choice: ExportChoice) -> str:
    if choice.form is ExportFormat.JSON:
        return tr(
            "Everything: all versions of all messages, settings, statistics, the draft and the "
            "files."
        )
    if choice.form is ExportFormat.CSV:
        return tr("One row per answer, with its settings and statistics.")
    if choice.images is ExportImages.FULL and choice.form is not ExportFormat.PDF:
        return tr("Original files keep camera data such as location and time. Small copies do not.")
    if choice.form is ExportFormat.MARKDOWN and choice.images is not ExportImages.NONE:
        return tr("Files are saved in a folder next to the text.")
    if choice.form is ExportFormat.HTML:
        return tr("One file, with no scripts and nothing loaded from the web.")
    return tr("Only the versions shown now.")
