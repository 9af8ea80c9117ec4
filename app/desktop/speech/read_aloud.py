"""Reads answers aloud, sentence by sentence, also while they are being written."""

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.desktop.speech import system_voice, text_language
from app.desktop.speech.voice import NO_VOICE, Voice
from ui.look.language import tr
from ui.markdown import spoken_text
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.notice import Notice
from ui.state.pane import PaneState
from ui.state.turn import Turn
from ui.state.workspace import Workspace

# Identifies the notice with the buttons.
READING = "reading aloud"
# Until a growing answer is looked at again.
_SOON_MS = 200


class ReadAloud(QObject):
    """Reads one answer at a time, as the requests of conversations and the window say. A paused
    answer goes on with the sentence that was interrupted."""

    def __init__(self, workspace: Workspace, voice: Voice | None = None) -> None:
        """Without `voice`, that of the system is used."""
        super().__init__(workspace)
        self._workspace = workspace
        self._reading = workspace.reading
        self._voice = voice
        self._spoken: spoken_text.SpokenText | None = None
        self._done = 0
        self._sentences: list[str] = []
        # The number of sentences that were spoken to their end.
        self._spoken_count = 0
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self._go_on)
        if voice is not None:
            self._listen(voice)
        workspace.conversations.follow(self._follow)
        workspace.conversations.closed.connect(self._stop_if_gone)
        requests = workspace.reading_requests
        requests.started.connect(self.start)
        requests.pause_toggled.connect(self.toggle_pause)
        requests.stopped.connect(self.stop)
        if application := QCoreApplication.instance():
            application.aboutToQuit.connect(self.stop)

    def start(self, turn: Turn) -> None:
        """Read an answer from its beginning, instead of the one that is being read."""
        self.stop()
        if self._voice is None:
            self._voice = system_voice.system_voice()
            if self._voice is None:
                self._workspace.notices.show(NO_VOICE, cause=READING)
                return
            self._voice.setParent(self)
            self._listen(self._voice)
        self._spoken = spoken_text.SpokenText(name_tables=True)
        self._done = self._spoken_count = 0
        self._sentences = [tr("Reasoning, not read aloud")] if turn.reasoning else []
        self._reading.set(turn)
        self._tell()
        self._go_on()

    def toggle_pause(self) -> None:
        turn, paused = self._reading.turn, not self._reading.paused
        if turn is None or self._voice is None:
            return
        self._reading.set(turn, paused=paused)
        self._tell()
        if paused:
            self._voice.stop()
            self._soon.stop()
        else:
            self._go_on()

    def stop(self) -> None:
        if self._reading.turn is None:
            return
        if self._voice is not None:
            self._voice.stop()
        self._end()

    def _listen(self, voice: Voice) -> None:
        voice.finished.connect(self._next)
        voice.failed.connect(self._fail)

    def _follow(self, conversation: Conversation) -> None:
        if isinstance(conversation, Chat):
            conversation.message_requests.read_aloud.connect(self.start)
            conversation.transcript.nodes_removed.connect(self._stop_if_gone)
        elif isinstance(conversation, ComparedChat):
            conversation.pane_added.connect(self._follow_pane)
            conversation.panes_changed.connect(self._stop_if_gone)
            for pane in conversation.panes:
                self._follow_pane(pane)

    def _follow_pane(self, pane: PaneState) -> None:
        pane.message_requests.read_aloud.connect(self.start)

    def _stop_if_gone(self) -> None:
        """Stop if the answer was deleted, or its pane or conversation is no longer open."""
        turn = self._reading.turn
        opened = (it for found in self._workspace.conversations for it in found.transcripts)
        if turn is not None and not any(turn in it.all_turns() for it in opened):
            self.stop()

    def _next(self) -> None:
        """Go on after a sentence was spoken."""
        del self._sentences[:1]
        self._spoken_count += 1
        self._go_on()

    def _go_on(self) -> None:
        """Speak the first sentence that is left; an answer that still grows may bring more."""
        turn = self._reading.turn
        if turn is None or self._voice is None or self._reading.paused:
            return
        self._take(turn)
        if self._sentences:
            self._reading.begin_sentence(self._spoken_count, self._sentences[0])
            self._voice.speak(self._sentences[0], text_language.language_of(turn.content))
        elif turn.growing:
            self._soon.start()
        else:
            self._end()

    def _take(self, turn: Turn) -> None:
        assert self._spoken
        self._spoken.add(turn.content[self._done :])
        self._done = len(turn.content)
        self._sentences += self._spoken.take() if turn.growing else self._spoken.end()

    def _fail(self, sentence: str) -> None:
        self._end()
        self._workspace.notices.show(sentence, "error", READING)

    def _end(self) -> None:
        self._soon.stop()
        self._sentences = []
        self._reading.set(None)
        self._workspace.notices.end(READING)

    def _tell(self) -> None:
        """Show a notice that pauses and stops."""
        paused = self._reading.paused
        self._workspace.notices.tell(
            Notice(
                tr("Reading paused.") if paused else tr("Reading the answer aloud…"),
                cause=READING,
                action=tr("Resume") if paused else tr("Pause"),
                do=self.toggle_pause,
                stays=True,
                other=tr("Stop"),
                do_other=self.stop,
            )
        )
