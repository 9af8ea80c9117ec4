"""What the pictures and clips of the composers would cost the models that are asked next."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal

from engine.messages import (
    Abort,
    Aborted,
    Command,
    Failed,
    Measure,
    Measured,
    Media,
    MediaCost,
    MediaKind,
    ModelInfo,
    ModelReady,
    ModelUnloaded,
    RequestEvent,
)
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow

Key = tuple[str, Media]
# The sentence of a refusal stands for a cost.
Cost = MediaCost | str


class Measuring(QObject):
    """Asks once for each of them and model, while the model is in memory; what is gone from the
    composers is asked no longer.

    `told` has an Attachment and its MediaCost, the sentence why it has none, or None.
    """

    told = Signal(object, object)

    def __init__(
        self,
        window: MainWindow,
        submit: Callable[[Command], None],
        ids: Iterator[int],
        model_of: Callable[[Tab], ModelInfo | None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._submit = submit
        self._ids = ids
        self._model_of = model_of
        self._in_memory: set[str] = set()
        self._asked: dict[int, Key] = {}
        self._open: dict[Key, int] = {}
        self._costs: dict[Key, Cost] = {}

    def follow(self, tab: Tab) -> None:
        tab.composer.attachments_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Tell what is known and ask for what is not, each of the model of its tab."""
        wanted: set[Key] = set()
        for tab in self._window.tabs():
            model = self._model_of(tab)
            if model and model.model_id in self._in_memory:
                wanted |= {
                    (model.model_id, attachment.media)
                    for attachment in tab.composer.attachments()
                    if model.vision or attachment.media.kind is MediaKind.TEXT
                }
        self._drop_all_but(wanted)
        for key in wanted:
            if key not in self._costs and key not in self._open:
                self._ask(key)
        self._tell()

    def take(self, event: RequestEvent) -> bool:
        """Whether it was ours alone."""
        if isinstance(event, ModelReady):
            self._in_memory.add(event.model.model_id)
            self._forget(event.model.model_id)
        elif isinstance(event, ModelUnloaded):
            self._in_memory.discard(event.model_id)
            self._forget(event.model_id)
        elif event.request_id in self._asked:
            self._answered(event)
            return True
        return False

    def _ask(self, key: Key) -> None:
        request_id = next(self._ids)
        self._asked[request_id], self._open[key] = key, request_id
        self._submit(Measure(request_id, *key))

    def _drop_all_but(self, wanted: set[Key]) -> None:
        for key in set(self._open) - wanted:
            self._submit(Abort(self._open.pop(key)))
        self._costs = {key: cost for key, cost in self._costs.items() if key in wanted}

    def _answered(self, event: RequestEvent) -> None:
        if not isinstance(event, Measured | Failed | Aborted):
            return
        key = self._asked.pop(event.request_id)
        if self._open.get(key) != event.request_id:
            return
        del self._open[key]
        if not isinstance(event, Aborted):
            self._costs[key] = event.cost if isinstance(event, Measured) else event.message
            self._tell()

    def _forget(self, model_id: str) -> None:
        """It came into memory or left it: what was asked of it has an end that counts no more."""
        self._costs = {key: cost for key, cost in self._costs.items() if key[0] != model_id}
        for key in [key for key in self._open if key[0] == model_id]:
            self._submit(Abort(self._open.pop(key)))
        self.refresh()

    def _tell(self) -> None:
        for tab in self._window.tabs():
            model = self._model_of(tab)
            for attachment in tab.composer.attachments():
                cost = self._costs.get((model.model_id, attachment.media)) if model else None
                tab.composer.set_cost(attachment, cost)
                self.told.emit(attachment, cost)
