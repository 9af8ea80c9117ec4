"""The window about a newer version: what is new in it, and its download."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from ui.conversation.message_body import MessageBody
from ui.look import theme
from ui.look.language import tr, translated
from ui.look.numbers import share_text
from ui.look.system_words import show_in_folder_text
from ui.state.updates import UpdateStatus, UpdateStep
from ui.state.workspace import Workspace
from ui.widgets.buttons import LinkButton, push_button
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import hbox, resize_window, scroll_area, vbox
from ui.widgets.own_window import begin_window
from ui.widgets.work_bar import WorkBar

SIZE = QSize(620, 560)


class UpdateWindow(QDialog):
    """Shows the release of a workspace, and follows its download. The notes are untrusted text:
    nothing in them is loaded."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._state = workspace.updates
        self._notes: str | None = None
        begin_window(self, tr("New version"))
        self.title = plain_label()
        theme.set_font(self.title, 17, QFont.Weight.DemiBold)
        self.text = MessageBody()
        self.page = LinkButton(tr("Release page"), tr("Open the release page in the browser"))
        self.bar = WorkBar(tr("Download progress"))
        self.line = plain_label("settings_note")
        self.main = push_button("")
        self.folder = push_button(show_in_folder_text(), tr("Show the downloaded file"))
        self.close_button = push_button(tr("Close"))
        self._lay_out()
        self._connect()
        self._show()

    def _show(self) -> None:
        status = self._state.status
        release = status.release
        if release is None:
            self.close()
            return
        words = tr("Duologue {version} is available").format(version=release.version)
        self.title.setText(words)
        self._show_notes(release.notes)
        step = status.step
        self.bar.setVisible(step is UpdateStep.DOWNLOADING)
        self.bar.show_work(status.done, release.size)
        left = self.bar.time_left() if step is UpdateStep.DOWNLOADING else ""
        self.line.setText(breakable(" · ".join(filter(None, (_line(status), left)))))
        self.main.setText(_main_text(step))
        self.main.setVisible(bool(release.asset))
        self.main.setEnabled(step is not UpdateStep.CHECKING)
        self.folder.setVisible(step is UpdateStep.OPENABLE)

    def _show_notes(self, notes: str) -> None:
        if notes == self._notes:
            return
        self._notes = notes
        self.text.clear()
        self.text.append_markdown(notes or tr("This release has no notes."))
        self.text.finish()

    def _act(self) -> None:
        """Download, cancel or open, as the button says."""
        requests = self._workspace.update_requests
        step = self._state.status.step
        if step is UpdateStep.DOWNLOADING:
            requests.cancelled.emit()
        elif step is UpdateStep.OPENABLE:
            requests.opened.emit()
        else:
            requests.downloaded.emit()

    def _open_page(self) -> None:
        if release := self._state.status.release:
            self._workspace.link_opened.emit(release.page)

    def _connect(self) -> None:
        self._state.changed.connect(self._show)
        self.text.link_activated.connect(self._workspace.link_opened)
        self.page.clicked.connect(self._open_page)
        self.main.clicked.connect(self._act)
        self.folder.clicked.connect(self._workspace.update_requests.shown)
        self.close_button.clicked.connect(self.close)

    def _lay_out(self) -> None:
        self.text.setAccessibleName(tr("Release notes"))
        self.main.setDefault(True)
        inside = QWidget()
        notes = QVBoxLayout(inside)
        notes.setContentsMargins(0, 0, 8, 0)
        notes.addWidget(self.text)
        notes.addStretch()
        buttons = hbox(spacing=8)
        buttons.addWidget(self.page)
        buttons.addStretch()
        for button in (self.folder, self.close_button, self.main):
            buttons.addWidget(button)
        column = vbox(self, spacing=10, margins=(20, 18, 20, 16))
        column.addWidget(self.title)
        column.addWidget(scroll_area(inside), 1)
        column.addWidget(self.bar)
        column.addWidget(self.line)
        column.addLayout(buttons)
        resize_window(self, SIZE)


def _main_text(step: UpdateStep) -> str:
    if step is UpdateStep.DOWNLOADING:
        return tr("Cancel")
    return tr("Open") if step is UpdateStep.OPENABLE else tr("Download")


def _line(status: UpdateStatus) -> str:
    release = status.release
    if status.problem:
        return translated(status.problem)
    if release is None or not release.asset:
        return tr(
            "This copy cannot update itself. The release page explains how to get this version."
        )
    if status.step is UpdateStep.DOWNLOADING:
        return share_text(status.done, release.size)
    if status.step is UpdateStep.OPENABLE:
        words = tr(
            "{path} was downloaded, and its signature is valid. Quit Duologue before you replace "
            "it."
        )
        return words.format(path=status.path)
    return tr(
        "{name} will be saved in Downloads and opened only if its signature is valid."
    ).format(name=release.asset)
