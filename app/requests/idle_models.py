"""Unloads models that nobody has used for a while."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.requests.chat_models import ChatModels
from app.requests.client import RequestClient
from engine.messages import EngineStats, ModelInfo, Work
from ui.state.workspace import Workspace

# Milliseconds between two looks.
INTERVAL = 20_000


class IdleModels(QObject):
    """Asking a model, typing a question to it and loading it are its uses. Models that are kept
    loaded stay; the others are loaded again by the next question to them. `clock` is in seconds."""

    def __init__(
        self,
        workspace: Workspace,
        client: RequestClient,
        models: ChatModels,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._client = client
        self._models = models
        self._clock = clock
        self._used: dict[str, float] = {}
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.timeout.connect(self.unload_idle)
        client.sent.connect(self._on_sent)
        client.stats_arrived.connect(self._on_stats)
        models.became_ready.connect(self._on_ready)
        workspace.settings.changed.connect(self._follow_settings)
        self._follow_settings()

    def unload_idle(self) -> None:
        seconds = 60 * self._workspace.settings.value.unload_after
        if not seconds:
            return
        now = self._clock()
        for model in self._workspace.engine.loaded:
            model_id = model.model_id
            unused = now - self._used.get(model_id, now) >= seconds
            kept = self._workspace.library.profile(model_id).kept
            if unused and not kept and not self._client.uses(model_id):
                self._models.unload(model_id)

    def _follow_settings(self) -> None:
        """Look only while models may be unloaded."""
        if not self._workspace.settings.value.unload_after:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _on_sent(self, command: Work) -> None:
        self._use(getattr(command, "model_id", ""))

    def _on_stats(self, stats: EngineStats) -> None:
        for request in stats.requests:
            self._use(request.model_id)

    def _on_ready(self, model: ModelInfo) -> None:
        self._use(model.model_id)

    def _use(self, model_id: str) -> None:
        self._used[model_id] = self._clock()
