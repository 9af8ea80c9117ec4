"""The row of one next message above the composer: its text in one line, and what can be done."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.messages import addresses_of, model_name
from ui.composer.cost_words import attached_text
from ui.look.language import number, tr
from ui.state.next_messages import NextMessage
from ui.state.one_line_text import one_line
from ui.state.remote_words import header_words
from ui.state.requests import QuestionRequests
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel, show_text, tooltip
from ui.widgets.layouts import hbox

# Characters of a message that its row has; no line is longer.
_MOST = 300


class NextRow(QWidget):
    """`moved` has the number of places, below 0 for those before it. With the focus in it, Alt+Up
    and Alt+Down move the message."""

    edit_wanted = Signal(object)
    moved = Signal(object, int)
    removed = Signal(object)

    def __init__(
        self, message: NextMessage, requests: QuestionRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.message = message
        self._requests = requests
        self._text = ElidedLabel("next_text")
        self._attached = ElidedLabel("next_attached")
        self._attached.setText(attached_text([it.media.kind for it in self._attachments]))
        self._model = ElidedLabel("next_attached")
        self._edited = ElidedLabel("next_attached")
        self._edited.setText(tr("In the composer"))
        self._model.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        for label in (self._attached, self._edited):
            label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._text.setText(self.words)
        self._text.setToolTip(tooltip(message.question.text[:_MOST]))
        self.up = IconButton("chevron-up", tr("Move up"), 14)
        self.edit = IconButton("pencil", tr("Edit"), 14)
        self.send = IconButton("arrow-up", tr("Send now"), 14)
        self.remove = IconButton("x", tr("Remove"), 14)
        self.buttons = (self.up, self.edit, self.send, self.remove)
        self._build()

    @property
    def words(self) -> str:
        """Return the text in one line; a message without one is told by its attachments."""
        return one_line(self.message.question.text[:_MOST])

    def show_state(self, place: int, *, busy: bool, edited: bool, model_id: str) -> None:
        """Show which of the messages this is, and whether it is in the composer; `model_id` is the
        model that it goes to, if that is not the one of the chat."""
        self.up.setVisible(place > 0)
        for button in (self.edit, self.send, self.remove):
            button.setHidden(edited)
        self._edited.setVisible(edited)
        show_text(self._model, _goes_to(model_id))
        self._model.setToolTip(tooltip(self._model.text()))
        self._model.setMaximumWidth(self._model.sizeHint().width())
        self.send.setToolTip(tr("Send now and stop the running answer") if busy else tr("Send now"))
        parts = self.words, self._attached.text(), self._model.text()
        about = ", ".join(it for it in parts if it)
        name = tr("Queued message {number}: {text}").format(number=number(place + 1), text=about)
        self.setAccessibleName(name)
        for button in self.buttons:
            button.setAccessibleDescription(about)

    @property
    def _attachments(self) -> tuple:
        return self.message.question.attachments

    def _build(self) -> None:
        row = hbox(self, spacing=4, margins=(14, 1, 4, 1))
        row.addWidget(self._text, 1)
        row.addWidget(self._attached)
        # It has half of a narrow row.
        row.addWidget(self._model, 1)
        row.addWidget(self._edited)
        for button in self.buttons:
            row.addWidget(button)
        self._attached.setVisible(bool(self._attachments))
        for keys, move in (("Alt+Up", self._move_up), ("Alt+Down", self._move_down)):
            # the buttons would take the arrow keys
            shortcut = QShortcut(QKeySequence(keys), self, move)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.up.clicked.connect(self._move_up)
        self.edit.clicked.connect(self._edit)
        self.send.clicked.connect(self._send)
        self.remove.clicked.connect(self._remove)

    def _move_up(self) -> None:
        self.moved.emit(self.message, -1)

    def _move_down(self) -> None:
        self.moved.emit(self.message, 1)

    def _edit(self) -> None:
        self.edit_wanted.emit(self.message)

    def _send(self) -> None:
        self._requests.next_wanted.emit(self.message)

    def _remove(self) -> None:
        self.removed.emit(self.message)


def _goes_to(model_id: str) -> str:
    """Return which model a message goes to, and at which address if that is a server."""
    if not model_id:
        return ""
    parts = (
        tr("To {model}").format(model=model_name(model_id)),
        header_words(addresses_of((model_id,))),
    )
    return " · ".join(filter(None, parts))
