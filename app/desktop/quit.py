"""Quits while work is going on: asks once and saves the answers generated so far."""

import sys
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from app.settings.preferences import Preferences
from ui.look.language import tr, translated
from ui.state.next_messages import Pause
from ui.widgets.layouts import raise_window
from ui.window.main_window import MainWindow

# An answer stops within one piece of work; a hanging one must not delay quitting any longer.
STOP_MS = 3000
# Nobody reports that a session did not end after all.
SESSION_MS = 60_000


class Saving(Protocol):
    """The store, as far as quitting needs it."""

    def when_saved(self, function: Callable[[], None]) -> None:
        """Call `function` once everything is on disk or cannot be written now."""
        ...

    def flush(self) -> bool:
        """Write everything now. Return True if it is on disk."""
        ...

    def at_risk(self) -> str:
        """Return the reason work would be lost, or ""."""
        ...


class Quitter(QObject):
    """Asks, stops answers, waits until they are saved and quits.

    `settle` hands all that is open to the store. Closing the window quits too, unless it
    `hides_on_close` (macOS).
    """

    def __init__(
        self,
        window: MainWindow,
        preferences: Preferences,
        store: Saving,
        settle: Callable[[], None],
        *,
        quit_application: Callable[[], None] = QGuiApplication.quit,
        hides_on_close: bool = sys.platform == "darwin",
    ) -> None:
        super().__init__(window)
        self._window = window
        self._conversations = window.workspace.conversations
        self._conversions = window.workspace.conversions
        self._transfers = window.workspace.transfers
        self._preferences = preferences
        self._store = store
        self._settle = settle
        self._quit_application = quit_application
        self._hides_on_close = hides_on_close
        self._dialog: QMessageBox | None = None
        # The open question has named work whose end the window shows.
        self._named_work = False
        # The question has named changes that cannot be saved; the user has accepted to lose them.
        self._named_risk = self._accepts_risk = False
        self._quitting = self._has_quit = False
        self._stop_timeout = QTimer(self, singleShot=True, interval=STOP_MS)
        self._stop_timeout.timeout.connect(self._end_or_ask)
        self._session_ends = QTimer(self, singleShot=True, interval=SESSION_MS)
        window.installEventFilter(self)
        self._transfers.changed.connect(self.name_rest)
        self._conversions.changed.connect(self.name_rest)

    def may_quit(self) -> bool:
        """Return True if nothing would be lost, or if the user wants to quit a second time."""
        if self._quitting:
            return True
        self._settle()
        losses = self._losses()
        if not (losses or self._conversations.busy_transcripts):
            if self._store.flush() or self._session_ends.isActive():
                return True
            # The store gives the reason a moment later; only then can a question name it.
            self._stop_answers()
            return False
        # the setting is about answers, which are saved as far as they are written
        asks = bool(losses) or self._preferences.value.ask_to_quit
        if self._session_ends.isActive():
            self.quit()
        elif self._dialog is not None:
            self._accept()
        elif not asks:
            self._stop_answers()
        else:
            self._ask(losses)
        return False

    def expect(self) -> None:
        """Expect the end of the session, in which no user is there to answer."""
        self._session_ends.start()

    def quit(self) -> None:
        """Quit without asking: stop answers, save them, leave."""
        self._accepts_risk = True
        if self._quitting:
            self._end()
        else:
            self._stop_answers()

    def update(self) -> None:
        """Continue quitting when the last answer has ended. Before, let an open question name what
        is left."""
        if not self._quitting:
            self.name_rest()
        elif not self._conversations.busy:
            # Other receivers of this signal still have to store the end of the answer.
            QTimer.singleShot(0, self, self._save_rest)

    def name_rest(self) -> None:
        """Let an open question name what is left when an answer, an export, an import or a
        conversion has ended, or when the database can be written again or not any more. If nothing
        is left, quit as the user wanted, unless the question has named work: the window shows how
        that ended."""
        if self._dialog is None or self._quitting:
            return
        losses = self._losses()
        answers = self._preferences.value.ask_to_quit and self._conversations.busy_transcripts
        if losses or answers:
            self._name(self._dialog, losses)
        elif self._named_work:
            self._dialog.close()
        else:
            self._stop_answers()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self._window or event.type() != QEvent.Type.Close:
            return False
        if self._quitting:
            return False
        if self._hides_on_close:
            self._window.hide()
        elif self.may_quit():
            return False
        event.ignore()
        return True

    def _losses(self) -> list[tuple[str, str]]:
        """Return each thing that quitting would lose, beyond the rest of an answer, with the
        question to ask if it is the only one."""
        found: list[tuple[str, str]] = []
        if at_risk := self._store.at_risk():
            found.append((translated(at_risk), tr("Quit and lose these changes?")))
        if temporary := len(self._conversations.temporary):
            text = tr("%n temporary chat(s) (is|are) open.", "", temporary)
            found.append((text, tr("Quit? Temporary chats are not saved and will be lost.")))
        if converted := len(self._conversions.running):
            text = tr("%n model(s) (is|are) being converted.", "", converted)
            found.append((text, tr("Quit? Unfinished conversions are not kept.")))
        if unasked := self._conversations.unasked_prompts:
            text = tr("%n prompt(s) of a list (has|have) not been asked yet.", "", unasked)
            question = tr("Quit? The answers so far are kept; the other prompts are not asked.")
            found.append((text, question))
        for transfer in self._transfers.running:
            text = tr("{work} has not finished yet.").format(work=transfer.title)
            found.append((text, transfer.quit_question))
        return found

    def _accept(self) -> None:
        """Quit, and lose what the question names."""
        self._accepts_risk = self._named_risk
        self._stop_answers()

    def _stop_answers(self) -> None:
        """Begin to quit, which continues once the answers have ended."""
        self._quitting = True
        if self._dialog is not None:
            self._dialog.close()
        for conversation in self._conversations:
            # nothing new is asked while this waits for the end of answers
            conversation.next_messages.set_pause(Pause.STOPPED)
        for comparison in self._conversations.comparisons:
            comparison.list_requests.stopped.emit()
        for conversation in self._conversations.busy:
            conversation.requests.stopped.emit()
        self._stop_timeout.start()
        self.update()

    def _save_rest(self) -> None:
        """Save what is not with the store yet, such as a draft, then quit or ask."""
        self._settle()
        self._store.when_saved(self._end_or_ask)

    def _end_or_ask(self) -> None:
        """Quit, unless the last changes cannot be saved and no question has named that."""
        if not self._quitting:
            return
        if self._accepts_risk or not self._store.at_risk():
            self._end()
            return
        self._quitting = False
        self._stop_timeout.stop()
        self._ask(self._losses())

    def _end(self) -> None:
        if not self._has_quit:
            self._has_quit = True
            self._quit_application()

    def _ask(self, losses: list[tuple[str, str]]) -> None:
        self._dialog = dialog = QMessageBox(self._window)
        dialog.setIcon(QMessageBox.Icon.Question)
        dialog.setTextFormat(Qt.TextFormat.PlainText)
        self._name(dialog, losses)
        quit_button = dialog.addButton(tr("Quit"), QMessageBox.ButtonRole.AcceptRole)
        cancel = dialog.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        dialog.setDefaultButton(cancel)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_dialog)
        quit_button.clicked.connect(self._accept)
        # On macOS the question is a sheet of the window, which closing has hidden.
        raise_window(self._window)
        if QApplication.activeModalWidget() is None:
            dialog.open()
        else:
            # A second sheet would wait there for the end of the first one.
            dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
            dialog.show()

    def _name(self, dialog: QMessageBox, losses: list[tuple[str, str]]) -> None:
        """Write the losses into the dialog, or the answers if those are all that quitting ends."""
        self._named_risk = bool(self._store.at_risk())
        self._named_work |= bool(self._transfers.running or self._conversions.running)
        if losses:
            # Two exports of everything have the same sentence and the same question.
            text = "\n".join(dict.fromkeys(text for text, _ in losses))
            question, *others = dict.fromkeys(question for _, question in losses)
            if others:
                question = tr("Quit? Some or all of this will be lost.")
        else:
            count = len(self._conversations.busy_transcripts)
            text = tr("%n answer(s) (is|are) still being written.", "", count)
            question = tr("Quit? What is written so far is kept.")
        dialog.setText(text)
        dialog.setInformativeText(question)

    def _forget_dialog(self) -> None:
        self._dialog = None
        self._named_work = False
