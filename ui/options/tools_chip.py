"""The chip that says how many tools are on, and opens their list."""

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ui.look.language import tr
from ui.options import tools_popup
from ui.state.tool_entry import ToolChoices
from ui.widgets.chip_button import ChipButton
from ui.widgets.file_dialog import file_dialog
from ui.widgets.popup_card import PopupCard


class ToolsChip(ChipButton):
    """Shows the tools that were chosen, and keeps those that are not there at the moment.

    `chosen` has the ids of tools, `files_chosen` the files they may read.
    """

    chosen = Signal(tuple)
    files_chosen = Signal(tuple)

    def __init__(self, tools: ToolChoices, parent: QWidget | None = None) -> None:
        super().__init__("wrench", tr("Tools"), _about(), parent)
        self._tools = tools
        self._chosen: tuple[str, ...] = ()
        self._files: tuple[Path, ...] = ()
        self._able = True
        self.setCheckable(True)
        self.clicked.connect(self.open)
        tools.changed.connect(self._show_tools)

    def set_able(self, able: bool) -> None:
        """Hide the chip if the model cannot call tools. If tools are chosen, the chip is shown
        disabled, and its tooltip says why they are not used."""
        self._able = able
        chosen = bool(self._tools.usable(self._chosen))
        self.setEnabled(able)
        self.setChecked(able and chosen)
        self.setVisible(able or chosen)
        about = _about() if able else tr("This model cannot call tools")
        self.setToolTip(about)
        self.setAccessibleDescription(about)

    def set_chosen(self, tools: tuple[str, ...], files: tuple[Path, ...]) -> None:
        if tools == self._chosen and files == self._files:
            return
        self._chosen, self._files = tools, files
        self._refresh()
        for popup in self._popups():
            popup.set_files(files)

    def open(self) -> None:
        self._refresh()
        popup = tools_popup.ToolsPopup(self._tools.requests, self)
        popup.toggled.connect(self._toggled)
        popup.files_changed.connect(self.files_chosen)
        popup.files_wanted.connect(lambda: self._choose_files(popup))
        self._fill(popup)
        popup.show_above(QRect(self.mapToGlobal(QPoint()), self.size()))

    def _show_tools(self) -> None:
        self._refresh()
        for popup in self._popups():
            self._fill(popup)

    def _popups(self) -> "list[tools_popup.ToolsPopup]":
        """Return the popup, if it is open. Only then is its module needed."""
        return [it for it in self.findChildren(PopupCard) if isinstance(it, tools_popup.ToolsPopup)]

    def _fill(self, popup: "tools_popup.ToolsPopup") -> None:
        popup.set_tools(self._tools.entries, self._tools.permissions, self._chosen)
        popup.set_files(self._files)

    def _toggled(self, tool_id: str, on: bool) -> None:
        others = tuple(it for it in self._chosen if it != tool_id)
        self.chosen.emit((*others, tool_id) if on else others)

    def _choose_files(self, popup: "tools_popup.ToolsPopup") -> None:
        # an open popup would grab the mouse; it opens again with the files
        popup.close()
        dialog = file_dialog(self, tr("Choose files the model may read"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._add_files)
        dialog.finished.connect(self.open)
        dialog.open()

    def _add_files(self, names: list[str]) -> None:
        added = (Path(name) for name in names)
        self.files_chosen.emit(tuple(dict.fromkeys((*self._files, *added))))

    def _refresh(self) -> None:
        count = len(self._tools.usable(self._chosen))
        # a press has toggled the button
        self.setChecked(self._able and count > 0)
        self.set_caption(tr("Tools · {count}").format(count=count) if count else tr("Tools"))
        name = tr("Tools, {count} on").format(count=count) if count else tr("Tools")
        self.setAccessibleName(name)


def _about() -> str:
    return tr("Let the model calculate, read files and more")
