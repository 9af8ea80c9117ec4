"""The field for the name of a preset."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from ui.look.language import tr
from ui.widgets.buttons import CheckBox, IconButton, push_button
from ui.widgets.labels import literal, plain_label
from ui.widgets.layouts import hbox, vbox
from ui.widgets.plain_field import PlainLine

LONGEST = 80


class PresetName(QWidget):
    """`given` has the name, and whether the model goes with it. `taken` says which names are
    others' already."""

    given = Signal(str, bool)
    ended = Signal()

    def __init__(self, taken: Callable[[str], bool]) -> None:
        super().__init__()
        self._taken = taken
        self._former = ""
        self.line = PlainLine()
        self.line.setMaxLength(LONGEST)
        self.line.setPlaceholderText(tr("Preset name"))
        self.line.setAccessibleName(tr("Preset name"))
        self.model = CheckBox("")
        self.problem = plain_label("option_problem")
        self._save = push_button(tr("Save"))
        cancel = IconButton("x", tr("Cancel"), 13)
        row = hbox(spacing=6)
        row.addWidget(self.line, 1)
        row.addWidget(self._save)
        row.addWidget(cancel)
        column = vbox(self, spacing=4, margins=(0, 4, 0, 2))
        column.addLayout(row)
        column.addWidget(self.model)
        column.addWidget(self.problem)
        self.line.returnPressed.connect(self._give)
        self.line.textEdited.connect(lambda: self.problem.hide())
        self._save.clicked.connect(self._give)
        cancel.clicked.connect(self.end)
        self.hide()

    def ask(self, former: str, model_name: str = "") -> None:
        """Ask for a name instead of `former`; for a model with a name, also if the preset includes
        it."""
        self._former = former
        self.line.setText(former)
        self.line.selectAll()
        self.model.setVisible(bool(model_name))
        self.model.setChecked(False)
        self.model.setText(tr("With the model {name}").format(name=literal(model_name)))
        self.problem.hide()
        self.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        self.hide()
        self.ended.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Return and Escape from the popup around."""
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _give(self) -> None:
        name = " ".join(self.line.text().split())
        if not name:
            self._refuse(tr("Type a name first."))
        elif name != self._former and self._taken(name):
            self._refuse(
                tr("There is already a preset called {name}. Choose another name.").format(
                    name=name
                )
            )
        else:
            with_model = self.model.isChecked() and not self.model.isHidden()
            self.end()
            self.given.emit(name, with_model)

    def _refuse(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.show()
