"""Shows which models load, with their progress, and cancels loads."""

from PySide6.QtCore import QObject

from app.requests.client import RequestClient
from engine.messages import LoadModel, LoadProgress, ModelReady, ModelUnloaded, Work
from ui.state.workspace import Workspace


class ModelLoads(QObject):
    """Knows the loads that a person began, and those that a question began."""

    def __init__(self, workspace: Workspace, client: RequestClient) -> None:
        super().__init__(workspace)
        self._engine = workspace.engine
        self._client = client
        # the newest progress by request id
        self._progress: dict[int, LoadProgress] = {}
        client.sent.connect(self._on_sent)
        client.load_progressed.connect(self._take)
        client.ended.connect(self._end)
        client.model_changed.connect(self._model_changed)
        workspace.model_requests.load_cancelled.connect(self.cancel)

    def cancel(self, model_id: str) -> None:
        for request_id, progress in self._progress.items():
            if progress.model_id == model_id:
                self._client.abort(request_id)

    def _on_sent(self, command: Work) -> None:
        loaded = {it.model_id for it in self._engine.loaded}
        if isinstance(command, LoadModel) and command.model_id not in loaded:
            self._take(LoadProgress(command.request_id, 0, 0, command.model_id))

    def _take(self, progress: LoadProgress) -> None:
        self._progress[progress.request_id] = progress
        self._show()

    def _end(self, request_id: int) -> None:
        if self._progress.pop(request_id, None) is not None:
            self._show()

    def _model_changed(self, event: ModelReady | ModelUnloaded) -> None:
        if isinstance(event, ModelReady):
            loads = self._progress.items()
            self._progress = {i: it for i, it in loads if it.model_id != event.model.model_id}
            self._show()

    def _show(self) -> None:
        """Show one load for each model, the one that has come farthest."""
        found: dict[str, tuple[int, int]] = {}
        for it in self._progress.values():
            found[it.model_id] = max(found.get(it.model_id, (0, 0)), (it.done, it.total))
        self._engine.set_loading(found)
