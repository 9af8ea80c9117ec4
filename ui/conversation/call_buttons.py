"""The buttons to decide about a waiting call."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ui.look.language import tr
from ui.state.called_tool import Decision
from ui.widgets.push_button import explain, push_button


class CallButtons(QWidget):
    """A suggestion is no reason to decide about its tool for ever."""

    decided = Signal(object)
    edit_pressed = Signal()

    def __init__(self, suggestion: bool) -> None:
        super().__init__()
        self.run, self.always = push_button(tr("Run")), push_button(tr("Always"))
        self.decline, self.never = push_button(tr("Don't run")), push_button(tr("Never"))
        self.edit = push_button(tr("Edit"))
        self.run.setProperty("primary", True)
        decisions = {
            self.run: Decision.ONCE,
            self.always: Decision.ALWAYS,
            self.decline: Decision.DECLINE,
            self.never: Decision.NEVER,
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button, decision in decisions.items():
            button.clicked.connect(lambda _=False, decision=decision: self.decided.emit(decision))
            self._place(row, button)
        self.edit.clicked.connect(self.edit_pressed)
        self._place(row, self.edit)
        row.addStretch()
        self.always.setVisible(not suggestion)
        self.never.setVisible(not suggestion)
        self.hide()

    def offer_lasting(self, on: bool) -> None:
        """Enable the lasting decisions, which also apply to other calls of the tool."""
        self.always.setEnabled(on)
        self.never.setEnabled(on)

    def set_tool(self, title: str) -> None:
        """Name the tool in tooltips and for screen readers."""
        explain(self.run, tr("Run {tool} once").format(tool=title))
        explain(self.always, tr("Always run {tool} without asking").format(tool=title))
        explain(self.decline, tr("Don't run {tool}; the model is told so").format(tool=title))
        explain(self.never, tr("Never offer {tool} to a model again").format(tool=title))
        explain(self.edit, tr("Change the arguments of {tool} first").format(tool=title))

    def _place(self, row: QHBoxLayout, button: QPushButton) -> None:
        # with a parent before it is shown or hidden: it would be a window otherwise
        button.setParent(self)
        row.addWidget(button)
