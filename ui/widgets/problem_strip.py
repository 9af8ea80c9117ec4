"""A strip with error messages, which stay until dismissed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from ui.look.language import number, tr, translated
from ui.widgets.buttons import IconButton, LinkButton
from ui.widgets.labels import breakable, plain_label, tooltip
from ui.widgets.layouts import vbox

# of those that are added; the others are counted until a person opens them
_FEW, _MOST = 2, 20


class ProblemStrip(QFrame):
    """One sentence, or one for each of several that came together; nothing is in the strip before
    the first. `dismissed` comes when a person wants them to be gone."""

    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("problem")
        self._sentences: list[str] = []
        self._room = _FEW
        self._built = False
        self.hide()

    def _build(self) -> None:
        self._built = True
        self._label = plain_label("problem_text")
        self.more = LinkButton(tr("Show all"), tr("Show all"))
        self.more.clicked.connect(self._open)
        dismiss = IconButton("x", tr("Dismiss"), 14)
        dismiss.clicked.connect(self.dismissed)
        column = vbox(spacing=0)
        column.addWidget(self._label)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 4, 4)
        row.addLayout(column, 1)
        row.addWidget(dismiss, 0, Qt.AlignmentFlag.AlignTop)

    def sentence(self) -> str:
        """The shown sentences."""
        return "\n".join(self._shown())

    def show_sentences(self, sentences: Sequence[str]) -> None:
        """Show these sentences instead. If they continue the shown ones, "Show all" stays."""
        if not self._sentences or list(sentences[: len(self._sentences)]) != self._sentences:
            self._room = _FEW
        self._show(list(sentences))

    def _open(self) -> None:
        self._room = _MOST
        self._show(self._sentences)

    def _show(self, sentences: list[str]) -> None:
        self._sentences = sentences
        if not (sentences or self._built):
            return
        if not self._built:
            self._build()
        text = "\n".join(map(translated, self._shown()))
        cut = len(sentences) > self._room
        self._label.setText(breakable(text))
        self._label.setToolTip(tooltip("\n".join(map(translated, sentences))) if cut else "")
        self.more.setVisible(cut and self._room == _FEW)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        if text:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _shown(self) -> list[str]:
        more = len(self._sentences) - self._room
        left_out = [tr("And {count} more.").format(count=number(more))] if more > 0 else []
        return [*self._sentences[: self._room], *left_out]
