"""Loads the models that a person wants in memory from the start."""

from PySide6.QtCore import QObject

from app.requests.chat_models import ChatModels
from ui.state.library_state import LibraryState


class StartLoads(QObject):
    """Begins once the first model is ready, or could not be loaded: the chat in front comes first.
    One model follows the other, and none takes the memory of another."""

    def __init__(self, library: LibraryState, models: ChatModels) -> None:
        super().__init__(models)
        self._library = library
        self._models = models
        self._left: list[str] | None = None
        models.became_ready.connect(self._go_on)
        models.load_ended.connect(self._go_on)

    def _go_on(self) -> None:
        if self._left is None:
            self._left = sorted(self._library.at_start)
        if any(self._models.loading(it) for it in self._library.at_start):
            return
        while self._left:
            model_id = self._left.pop(0)
            if self._models.exists(model_id) and not self._models.in_memory(model_id):
                self._models.load_aside(model_id, evicts=False)
                return
        self._models.became_ready.disconnect(self._go_on)
        self._models.load_ended.disconnect(self._go_on)
