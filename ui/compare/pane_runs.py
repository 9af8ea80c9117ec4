"""Keeps the headers of the panes at what their answers do: in words, and tokens a second."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer

from engine.messages import EngineStats, ModelInfo, Phase
from ui.compare.pane_view import PaneView
from ui.compare.pane_words import run_words
from ui.look.language import tr
from ui.look.numbers import speed_text
from ui.state.pane import PaneRun, beside, letter

# Often enough to be read.
_EVERY_MS = 100


class PaneRuns(QObject):
    """`models` are those that were ready once, by id; `name` names any; `masked` says that nothing
    may tell whose an answer is."""

    def __init__(
        self,
        panes: Callable[[], Sequence[PaneView]],
        models: Mapping[str, ModelInfo],
        name: Callable[[str], str],
        masked: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panes = panes
        self._models = models
        self._name = name
        self._masked = masked
        self._rates: dict[int, float] = {}
        self._states: Sequence[object] = []
        self._timer = QTimer(self, singleShot=True, interval=_EVERY_MS)
        self._timer.timeout.connect(self.show)

    def note(self) -> None:
        """A turn changed, as with every word. Who grows beside whom is noted where one began or
        ended, and shown a little later."""
        panes = self._panes()
        states = [(pane.pane_id, pane.reply and pane.reply.state) for pane in panes]
        if not self._timer.isActive():
            self._timer.start()
        if states == self._states:
            return
        self._states = states
        runs = self._runs(panes)
        for pane, run in zip(panes, runs, strict=True):
            batch, turns = beside(run, runs)
            pane.state.batch |= batch
            pane.state.turns |= turns

    def take(self, stats: EngineStats) -> None:
        self._rates = {
            it.request_id: it.generation_tps for it in stats.requests if it.phase is Phase.DECODE
        }
        self.show()

    def show(self) -> None:
        panes = self._panes()
        runs = self._runs(panes)
        for pane, run in zip(panes, runs, strict=True):
            pane.header.set_busy(pane.busy)
            words = run_words(run, runs, pane.state.batch, pane.state.turns)
            pane.header.set_caption(tr("Hidden until you vote") if self._masked() else words)
            pane.header.set_speed("" if self._masked() else self._speed(pane))

    def _runs(self, panes: Sequence[PaneView]) -> list[PaneRun]:
        return [self._run(index, pane) for index, pane in enumerate(panes)]

    def _run(self, index: int, pane: PaneView) -> PaneRun:
        settings = pane.settings
        info = self._models.get(settings.model_id)
        return PaneRun(
            pane.pane_id,
            letter(index),
            settings,
            self._name(settings.model_id),
            pane.reply,
            info is not None,
            info is None or info.batched,
        )

    def _speed(self, pane: PaneView) -> str:
        reply = pane.transcript.reply
        if reply is None:
            return ""
        rate = self._rates.get(reply.request_id, 0.0) if reply.growing else reply.generation_tps
        return speed_text(rate) if rate else ""
