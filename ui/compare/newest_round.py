"""The newest question of a blind pane and its answer, without anything that could tell the
model."""

from PySide6.QtCore import QObject

from engine.messages import say
from ui.state.transcript import Transcript
from ui.state.turn import Turn

# The fields of a turn that may be seen before the vote. All others stay hidden, those that are
# added to Turn later too: numbers, tokens and ids can tell which model wrote an answer.
SHOWN_FIELDS = (
    "role",
    "content",
    "reasoning",
    "attachments",
    "places",
    "pinned",
    "tool_calls",
    "state",
    "reason",
    "continues",
    "interrupted",
)
HIDDEN_ERROR = say("This answer failed. You will see why when the names are shown.")


class NewestRound(Transcript):
    """A copy of the turns of `source` from the index `start` on, which follows their changes.
    Earlier turns are omitted, since their answers could tell the model too."""

    def __init__(self, source: Transcript, start: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._start = start
        for index in range(start, len(source.turns)):
            self._add_copy(index)
        source.turn_added.connect(self._add_copy)
        source.turn_changed.connect(self._update_copy)
        source.turns_dropped.connect(self._drop_copies)
        source.scroll_wanted.connect(self._write_scroll)
        self.scrolled.connect(source.scrolled)

    @property
    def busy(self) -> bool:
        return self._source.busy

    def _write_scroll(self) -> None:
        """Let the view of these turns say where it stands, and keep that for a restart."""
        self.scroll_wanted.emit()
        self._source.scroll = self.scroll

    def _add_copy(self, index: int) -> None:
        turn = Turn(self._source.turns[index].role)
        _copy_shown(self._source.turns[index], turn)
        self.add(turn)

    def _update_copy(self, index: int) -> None:
        at = index - self._start
        if at >= 0:
            _copy_shown(self._source.turns[index], self.turns[at])
            self.turn_changed.emit(at)

    def _drop_copies(self, first: int) -> None:
        start = max(0, first - self._start)
        self._start = min(self._start, first)
        self.branch_after(start - 1)


def _copy_shown(source: Turn, copy: Turn) -> None:
    for name in SHOWN_FIELDS:
        setattr(copy, name, getattr(source, name))
    # an error may name the model, or a limit that only one of the models has
    copy.error = HIDDEN_ERROR if source.error else ""
