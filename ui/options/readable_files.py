"""The files that a model may read with a tool."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.look.language import tr
from ui.widgets.elided_label import ElidedLabel
from ui.widgets.icon_button import IconButton
from ui.widgets.link_button import LinkButton
from ui.widgets.plain_label import plain_label, tooltip
from ui.widgets.tinted_icon import TintedIcon


class ReadableFiles(QWidget):
    """The list of readable files. `removed` has the remaining files."""

    choose_pressed = Signal()
    removed = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._files: tuple[Path, ...] = ()
        title = QLabel(tr("Files the model may read"))
        title.setProperty("kind", "heading")
        self.choose = LinkButton(tr("Choose files…"), tr("Files the model may read"))
        self.choose.clicked.connect(self.choose_pressed)
        self.none = plain_label(
            "option_note", tr("None yet. It can read only what you choose here.")
        )
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.none)
        column.addLayout(self._list)

    def set_files(self, files: tuple[Path, ...]) -> None:
        self._files = files
        while item := self._list.takeAt(0):
            if row := item.widget():
                # at once, as the popup asks for its height before the event loop runs
                row.setParent(None)
                row.deleteLater()
        for path in files:
            self._list.addWidget(self._row(path))
        self.none.setVisible(not files)

    def _row(self, path: Path) -> QWidget:
        row = QWidget()
        name = ElidedLabel("file_name")
        name.setText(path.name)
        name.setToolTip(tooltip(str(path)))
        remove = IconButton("x", tr("Remove {name}").format(name=path.name), 12)
        remove.setToolTip(tr("Remove"))
        remove.clicked.connect(lambda: self._remove(path))
        line = QHBoxLayout(row)
        line.setContentsMargins(2, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(TintedIcon("file-text", 14), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(name, 1)
        line.addWidget(remove)
        return row

    def _remove(self, path: Path) -> None:
        self.removed.emit(tuple(file for file in self._files if file != path))
