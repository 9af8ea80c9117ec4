"""Keeps the headers of the panes at what their answers do: in words, and tokens a second."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from engine.messages import EngineStats, Phase
from ui.compare.pane_view import PaneView
from ui.compare.pane_words import run_words
from ui.look.language import tr
from ui.look.numbers import speed_text
from ui.state.answer_stats import stats_of_answer
from ui.state.compared_chat import ComparedChat
from ui.state.engine_state import EngineState
from ui.state.load_words import load_text

# Often enough to be read.
_EVERY_MS = 100


class PaneRuns(QObject):
    """`panes` returns the views of the panes, from left to right."""

    def __init__(
        self,
        chat: ComparedChat,
        panes: Callable[[], Sequence[PaneView]],
        engine: EngineState,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._chat = chat
        self._panes = panes
        self._rates: dict[int, float] = {}
        self._timer = QTimer(self, singleShot=True, interval=_EVERY_MS)
        self._timer.timeout.connect(self.show)

    def show_soon(self) -> None:
        """Update the headers a little later, as turns change with every token."""
        if not self._timer.isActive():
            self._timer.start()

    def take(self, stats: EngineStats) -> None:
        self._rates = {
            it.request_id: it.generation_tps for it in stats.requests if it.phase is Phase.DECODE
        }
        self.show()

    def show(self) -> None:
        runs, masked = self._chat.runs(), self._chat.masked
        for pane, run in zip(self._panes(), runs, strict=True):
            pane.header.set_busy(pane.busy)
            load = load_text(self._engine, run.settings.model_id)
            words = run_words(run, runs, pane.state.batch, pane.state.turns, load)
            pane.header.set_caption(tr("Hidden until you vote") if masked else words)
            pane.header.set_speed("" if masked else self._speed(pane))

    def _speed(self, pane: PaneView) -> str:
        reply = pane.transcript.reply
        if reply is None:
            return ""
        live = self._rates.get(reply.request_id, 0.0)
        rate = live if reply.growing else stats_of_answer(reply).generation_tps
        return speed_text(rate) if rate else ""
