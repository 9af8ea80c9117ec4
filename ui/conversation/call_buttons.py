"""What a person can decide about a call that waits."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ui.state.called_tool import Decision
from ui.widgets.push_button import explain, push_button


class CallButtons(QWidget):
    """A suggestion is no reason to decide about its tool for ever."""

    decided = Signal(object)
    edit_pressed = Signal()

    def __init__(self, suggestion: bool) -> None:
        super().__init__()
        self.run, self.always = push_button("Run"), push_button("Always")
        self.decline, self.never = push_button("Don't run"), push_button("Never")
        self.edit = push_button("Edit")
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
        """What holds for the tool decides about its other calls too."""
        self.always.setEnabled(on)
        self.never.setEnabled(on)

    def set_tool(self, title: str) -> None:
        """What the buttons are about, for tooltips and screen readers."""
        explain(self.run, f"Run {title} once")
        explain(self.always, f"Always run {title} without asking")
        explain(self.decline, f"Don't run {title}; the model is told so")
        explain(self.never, f"Never offer {title} to a model again")
        explain(self.edit, f"Change the arguments of {title} first")

    def _place(self, row: QHBoxLayout, button: QPushButton) -> None:
        # with a parent before it is shown or hidden: it would be a window otherwise
        button.setParent(self)
        row.addWidget(button)
