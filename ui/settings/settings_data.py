"""The settings page about the data folder: its place and size, export, import and deletion."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton

from ui.look.language import tr
from ui.look.numbers import size_text
from ui.look.system_words import show_in_folder_text
from ui.settings.kept_place_list import PlaceList
from ui.settings.settings_page import SettingsPage
from ui.state.conversation_entry import HistoryFilter
from ui.state.settings import Settings
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.confirm import confirm
from ui.widgets.labels import breakable, plain_label, short_label
from ui.widgets.layouts import hbox


class DataPage(SettingsPage):
    """Sets nothing: it asks for actions on the data folder."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.settings_requests)
        self._workspace = workspace
        self._state = workspace.settings
        self.folder = plain_label("settings_line")
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_folder = push_button(show_in_folder_text(), tr("Show the folder with all data"))
        self.sizes = {name: short_label("settings_line") for name in _size_titles()}
        self.clear = push_button(tr("Clear"), tr("Clear the caches"))
        self.clear_prompts = push_button(tr("Clear"), tr("Clear the prompt cache"))
        self.remove = push_button(tr("Remove"), tr("Remove the backups"))
        self.export = push_button(tr("Export everything…"))
        self.take_in = push_button(tr("Import…"), tr("Import conversations"))
        self.delete = push_button(tr("Delete all conversations…"))
        self.places = PlaceList(workspace.data_requests)
        self._lay_out()
        self._connect()
        self._show_usage()
        self._show_deletable()
        workspace.data_requests.usage_requested.emit()

    def _show_usage(self) -> None:
        usage = self._state.usage
        self.folder.setText(breakable(self._state.data_folder))
        for name, label in self.sizes.items():
            label.setText(size_text(getattr(usage, name)) if usage else "…")
        self.places.show_places(usage.places if usage else ())
        self.clear.setEnabled(bool(usage and usage.caches))
        self.clear_prompts.setEnabled(bool(usage and usage.disk_cache))
        self.remove.setEnabled(bool(usage and usage.backups))

    def _show_deletable(self) -> None:
        """Enable "Delete all" if there is a conversation. This is called often and does not wait
        for the disk."""
        source = self._workspace.history.source
        there = any(
            source.entries(HistoryFilter(archived=None, deleted=deleted), 0, 1)
            for deleted in (False, True)
        )
        self.delete.setEnabled(there and not source.read_only)

    def _ask_to_remove_backups(self) -> None:
        confirm(
            self.window(),
            tr("Remove the backups?"),
            tr(
                "They are copies of the database from before an update, or of one that was "
                "damaged. This cannot be undone."
            ),
            tr("Remove"),
            self._workspace.data_requests.backups_removed.emit,
        )

    def _ask_to_delete_all(self) -> None:
        source = self._workspace.history.source
        count = len(source.conversation_ids()) + len(source.deleted_ids())
        confirm(
            self.window(),
            tr("Delete %n conversation(s)?", "", count),
            tr(
                "Chats and folders in Recently Deleted are included. Their images, videos and "
                "documents are deleted, too, and so are the backups. This cannot be undone."
            ),
            tr("Delete all"),
            self._workspace.data_requests.all_deleted.emit,
        )

    def _show(self, value: Settings) -> None:
        return

    def _connect(self) -> None:
        requests, data = self._workspace.requests, self._workspace.data_requests
        self.show_folder.clicked.connect(lambda: data.folder_opened.emit())
        self.clear.clicked.connect(lambda: data.caches_cleared.emit())
        self.clear_prompts.clicked.connect(lambda: data.disk_cache_cleared.emit())
        self.remove.clicked.connect(self._ask_to_remove_backups)
        self.export.clicked.connect(lambda: requests.everything_exported.emit())
        self.take_in.clicked.connect(lambda: requests.imported.emit())
        self.delete.clicked.connect(self._ask_to_delete_all)
        self._state.usage_changed.connect(self._show_usage)
        self._workspace.history.changed.connect(self._show_deletable)

    def _lay_out(self) -> None:
        where = hbox(spacing=8)
        where.addWidget(self.folder, 1)
        where.addWidget(self.show_folder)
        self.add_row(tr("Location"), where, _what_is_there(), tr("place folder path"), tall=True)
        self.add_row(
            tr("Size"), self._table(), words=tr("disk space caches previews backups"), tall=True
        )
        exported = tr(
            "One file with all conversations, their files and statistics, for importing again."
        )
        self.add_row(tr("Export and import"), _line(self.export, self.take_in), exported)
        gone = tr(
            "All conversations, including those in Recently Deleted, with drafts and files. This "
            "cannot be undone."
        )
        self.add_row(tr("Delete"), _line(self.delete), gone, tr("remove erase history"))
        left = tr(
            "These stay when you delete the app. If you are not coming back, delete them, "
            "too, and the entry “Duologue” in the keychain if you have set a token. Models "
            "of other programs and folders that you added are not listed."
        )
        words = tr("remove delete place models keychain")
        self.add_row(tr("Uninstall"), self.places, left, words, tall=True)

    def _table(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(3, 1)
        buttons = {
            "caches": self.clear,
            "disk_cache": self.clear_prompts,
            "backups": self.remove,
        }
        for row, (name, title) in enumerate(_size_titles().items()):
            grid.addWidget(short_label("settings_line", title), row, 0)
            size = self.sizes[name]
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
        "caches": tr("Previews (rebuilt when needed)"),
        "disk_cache": tr("Prompt cache (rebuilt when needed)"),
        "backups": tr("Backups of the database"),
        "total": tr("Total"),
    }


def _what_is_there() -> str:
    return tr(
        "Conversations, their files, settings, presets and prompts. Only your user account can "
        "read them."
    )


def _line(*buttons: QPushButton) -> QHBoxLayout:
    line = hbox(spacing=8)
    for button in buttons:
        line.addWidget(button)
    line.addStretch()
    return line
