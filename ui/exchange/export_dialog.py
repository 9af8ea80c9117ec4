"""How a conversation is exported, before it is asked where to."""

from collections.abc import Iterable
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from ui import theme
from ui.exchange.export_choice import ExportChoice, Form, Pictures
from ui.language import tr
from ui.widgets.check_box import CheckBox
from ui.widgets.combo_box import ComboBox
from ui.widgets.plain_label import breakable, plain_label

T = TypeVar("T", Form, Pictures)
_WIDTH = 440


class ExportDialog(QDialog):
    """`title` is that of the conversation, or says how many there are."""

    def __init__(
        self, title: str, value: ExportChoice | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        value = value or ExportChoice()
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form = _choice(tr("Format"), _forms(), value.form)
        self.pictures = _choice(tr("Pictures and files"), _pictures(), value.pictures)
        self.reasoning = CheckBox(tr("With the reasoning"))
        self.reasoning.setChecked(value.reasoning)
        self.numbers = CheckBox(tr("With the numbers of each answer"))
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
        rows.addRow(tr("Pictures and files"), self.pictures)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addWidget(plain_label("run_about", breakable(title)))
        column.addLayout(rows)
        for widget in (self.reasoning, self.numbers, self.note):
            column.addWidget(widget)
        column.addStretch()
        column.addWidget(self.buttons)
        self.setMinimumWidth(theme.px(_WIDTH))
        self.form.currentIndexChanged.connect(self._show)
        self.pictures.currentIndexChanged.connect(self._show)
        self._show()
        self.form.setFocus(Qt.FocusReason.OtherFocusReason)

    def value(self) -> ExportChoice:
        return ExportChoice(
            self.form.currentData(),
            self.pictures.currentData(),
            self.reasoning.isChecked(),
            self.numbers.isChecked(),
        )

    def _show(self) -> None:
        """What can be chosen of this form, and what it means."""
        choice = self.value()
        chosen = choice.form is not Form.JSON
        for widget in (self.pictures, self.reasoning, self.numbers):
            widget.setEnabled(chosen)
        self.note.setText(_note(choice))
        # as high as the note needs: a label that wraps does not say so by itself
        self.adjustSize()


def _choice(name: str, entries: Iterable[tuple[str, T]], value: T) -> ComboBox:
    box = ComboBox()
    box.setAccessibleName(name)
    for text, data in entries:
        box.addItem(text, data)
    box.setCurrentIndex(box.findData(value))
    return box


def _forms() -> list[tuple[str, Form]]:
    return [
        (tr("Markdown"), Form.MARKDOWN),
        (tr("HTML, one file"), Form.HTML),
        (tr("PDF"), Form.PDF),
        (tr("JSON, complete, to import again"), Form.JSON),
    ]


def _pictures() -> list[tuple[str, Pictures]]:
    return [
        (tr("Small copies"), Pictures.SMALL),
        (tr("Original files"), Pictures.FULL),
        (tr("None"), Pictures.NONE),
    ]


def _note(choice: ExportChoice) -> str:
    if choice.form is Form.JSON:
        return tr(
            "Everything: all versions of all messages, settings, numbers, the draft and the files."
        )
    if choice.pictures is Pictures.FULL and choice.form is not Form.PDF:
        return tr(
            "Original files keep what a camera wrote into them, such as place and time. Small "
            "copies do not."
        )
    if choice.form is Form.MARKDOWN and choice.pictures is not Pictures.NONE:
        return tr("The files come into a folder beside the text.")
    if choice.form is Form.HTML:
        return tr("One file that fetches and runs nothing.")
    return tr("The versions of the messages that are shown now.")
