"""The page of the settings about what is kept: where, how much, and how to have it or be rid of
it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from ui.look.language import tr
from ui.look.numbers import size_text
from ui.settings.settings_page import SettingsPage
from ui.state.settings import DiskUsage, Settings
from ui.widgets.plain_label import breakable, plain_label
from ui.widgets.push_button import push_button


class DataPage(SettingsPage):
    """Sets nothing: it asks for what is to be done."""

    folder_requested = Signal()
    caches_requested = Signal()
    backups_requested = Signal()
    export_requested = Signal()
    import_requested = Signal()
    delete_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.folder = plain_label("settings_line")
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_folder = push_button(tr("Show in folder"), tr("Show the folder with all data"))
        self.sizes = {name: plain_label("settings_line") for name in _size_titles()}
        self.clear = push_button(tr("Clear"), tr("Clear the caches"))
        self.remove = push_button(tr("Remove"), tr("Remove the backups"))
        self.export = push_button(tr("Export everything…"))
        self.take_in = push_button(tr("Import…"), tr("Import conversations"))
        self.delete = push_button(tr("Delete all conversations…"))
        self._lay_out()
        self._connect()
        self.set_usage(None)

    def set_folder(self, folder: str) -> None:
        self.folder.setText(breakable(folder))

    def set_usage(self, usage: DiskUsage | None) -> None:
        """None while it is being found out."""
        for name, label in self.sizes.items():
            label.setText(size_text(getattr(usage, name)) if usage else "…")
        self.clear.setEnabled(bool(usage and usage.caches))
        self.remove.setEnabled(bool(usage and usage.backups))

    def _show(self, value: Settings) -> None:
        return

    def _connect(self) -> None:
        buttons = {
            self.show_folder: self.folder_requested,
            self.clear: self.caches_requested,
            self.remove: self.backups_requested,
            self.export: self.export_requested,
            self.take_in: self.import_requested,
            self.delete: self.delete_requested,
        }
        for button, signal in buttons.items():
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())

    def _lay_out(self) -> None:
        where = QVBoxLayout()
        where.setSpacing(6)
        where.addWidget(self.folder)
        where.addLayout(_line(self.show_folder))
        self.add_row(tr("Where everything is"), where, _what_is_there(), tr("place folder path"))
        self.add_row(tr("Size"), self._table(), words=tr("disk space caches previews backups"))
        exported = tr("One file with all conversations, their files and figures, to be imported.")
        self.add_row(tr("Export and import"), _line(self.export, self.take_in), exported)
        gone = tr(
            "All conversations, also those in Recently Deleted, with drafts and files. This cannot "
            "be undone."
        )
        self.add_row(tr("Delete"), _line(self.delete), gone, tr("remove erase history"))

    def _table(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(3, 1)
        buttons = {"caches": self.clear, "backups": self.remove}
        for row, (name, title) in enumerate(_size_titles().items()):
            label = QLabel(title)
            label.setObjectName("settings_line")
            grid.addWidget(label, row, 0)
            size = self.sizes[name]
            size.setWordWrap(False)
            size.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            size.setAccessibleName(title)
            grid.addWidget(size, row, 1)
            if name in buttons:
                grid.addWidget(buttons[name], row, 2)
        return grid


def _size_titles() -> dict[str, str]:
    return {
        "database": tr("Conversations"),
        "attachments": tr("Images, videos and documents"),
        "caches": tr("Previews, which can be made again"),
        "backups": tr("Backups of the database"),
        "total": tr("Together"),
    }


def _what_is_there() -> str:
    return tr(
        "Conversations, their files, settings and presets. Nobody else on this computer may "
        "read them."
    )


def _line(*buttons: QPushButton) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setSpacing(8)
    for button in buttons:
        line.addWidget(button)
    line.addStretch()
    return line
