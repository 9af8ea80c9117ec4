"""The progress of a prompt list, with buttons to pause and stop it, and its result."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame

from ui.look.language import number, tr, translated
from ui.state.one_line_text import one_line
from ui.state.prompt_list import PromptProgress, RunState
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.labels import ElidedLabel, tooltip
from ui.widgets.layouts import hbox, vbox
from ui.widgets.work_bar import WorkBar


class RunStrip(QFrame):
    """The progress of a list; hidden while there is none. Pausing lets the current prompt
    finish."""

    def __init__(self) -> None:
        super().__init__()
        self.label = ElidedLabel()
        self.bar = WorkBar(tr("Run progress"))
        self.pause_button = push_button(tr("Pause"))
        self.stop_button = push_button(tr("Stop"), tr("Stop the run and its answers"))
        self.results_button = push_button(tr("Results"))
        self.close_button = IconButton("x", tr("Dismiss"), 14)
        self._state: RunState | None = None
        self._lay_out()
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def show_progress(self, progress: PromptProgress) -> None:
        state, ended = progress.state, progress.state.ended
        self.bar.show_work(progress.done, progress.total)
        if state is not RunState.RUNNING:
            # a pause would count as work
            self.bar.restart()
        self.bar.setVisible(not ended)
        self.label.setText(_caption(progress, self.bar.time_left()))
        problems = map(translated, progress.problems)
        self.label.setToolTip(tooltip("\n".join((self.label.text(), *problems))))
        self.label.setAccessibleName(self.label.text())
        going_on = state is RunState.RUNNING
        self.pause_button.setText(tr("Pause") if going_on else tr("Resume"))
        for button in (self.pause_button, self.stop_button):
            button.setVisible(not ended)
        self.results_button.setVisible(ended)
        self.close_button.setVisible(ended)
        self.show()
        if state is not self._state:
            self._state = state
            self.setAccessibleName(self.label.text())
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _lay_out(self) -> None:
        row = hbox(spacing=8)
        row.addWidget(self.label, 1)
        for widget in (self.pause_button, self.stop_button, self.results_button):
            row.addWidget(widget)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignVCenter)
        column = vbox(self, spacing=6, margins=(2, 2, 2, 4))
        column.addLayout(row)
        column.addWidget(self.bar)


def _caption(progress: PromptProgress, left: str) -> str:
    if progress.state.ended:
        return _summary(progress)
    if progress.state is RunState.PAUSED:
        return tr("Paused after {done} of {total}").format(
            done=number(progress.done), total=number(progress.total)
        ) + _failures(progress)
    at = tr("Prompt {at} of {total}").format(
        at=number(min(progress.done + 1, progress.total)), total=number(progress.total)
    )
    if progress.state is RunState.PAUSING:
        at = tr("{at}, pausing after this one").format(at=at)
    left = f" · {left}" if left else ""
    return f"{at}{_failures(progress)}{left} · {one_line(progress.text)}"


def _summary(progress: PromptProgress) -> str:
    if progress.state is RunState.STOPPED:
        head = tr("Stopped after {done} of {total}").format(
            done=number(progress.done), total=number(progress.total)
        )
    else:
        head = tr("Finished: %n prompt(s)", "", progress.total)
    failures = _failures(progress)
    return head + (failures or " · " + tr("none failed"))


def _failures(progress: PromptProgress) -> str:
    text = ""
    if progress.failed:
        text += " · " + tr("%n with a failed answer", "", progress.failed)
    if progress.problems:
        text += " · " + tr("%n not asked", "", len(progress.problems))
    return text
