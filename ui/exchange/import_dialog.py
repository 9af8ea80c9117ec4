"""Dialog that tells what can be imported, and asks for a file or folder."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.widgets.plain_label import breakable, plain_label
from ui.widgets.push_button import push_button

_WIDTH = 460


class ImportDialog(QDialog):
    """`lmstudio` is LM Studio's conversation folder on this computer, or "" if there is none."""

    file_wanted = Signal()
    folder_wanted = Signal()
    place_wanted = Signal(str)

    def __init__(self, lmstudio: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import conversations"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.file_button = push_button(
            tr("Choose a file…"), tr("A .json or .zip file with conversations")
        )
        self.folder_button = push_button(
            tr("Choose a folder…"), tr("A folder of LM Studio conversations")
        )
        self.place_button = push_button(tr("Import from LM Studio"), lmstudio)
        self.place_button.setVisible(bool(lmstudio))
        self.cancel_button = push_button(tr("Cancel"))
        texts = (
            tr("From Duologue: a .json file, or the .zip file with everything."),
            tr("From ChatGPT: the .zip file that it sends you, or its conversations.json."),
            tr("From LM Studio: a .conversation.json file, or the folder with all of them."),
            tr("Nothing you already have is duplicated."),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        for text in texts:
            column.addWidget(plain_label("settings_note", text))
        if lmstudio:
            column.addWidget(plain_label("settings_note", breakable(lmstudio)))
        column.addSpacing(4)
        for button, wanted in (
            (self.place_button, lambda: self.place_wanted.emit(lmstudio)),
            (self.file_button, self.file_wanted.emit),
            (self.folder_button, self.folder_wanted.emit),
            (self.cancel_button, None),
        ):
            column.addWidget(button)
            self._follow(button, wanted)
        self.setMinimumWidth(theme.px(_WIDTH))
        (self.place_button if lmstudio else self.file_button).setFocus()

    def _follow(self, button: QPushButton, wanted: Callable[[], object] | None) -> None:
        button.clicked.connect(self.reject if wanted is None else self.accept)
        if wanted is not None:
            button.clicked.connect(lambda: wanted())
