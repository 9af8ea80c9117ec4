"""The engine as the window shows it: its models, its numbers and its running requests."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine.messages import EngineStats, ModelInfo
from ui.state.model_entry import ModelEntry, names_by_id
from ui.state.work_speed import WorkDone

# Names of ended requests that may still be shown.
MAX_CLIENT_NAMES = 500


class EngineState(QObject):
    """`model` is that of the chat in front, None if it cannot be asked; `status` says that the
    model loads. `loading` are the models that load, by id, with the bytes that are in memory and
    those of all weights, 0 until they are known. `load_failures` say why the last load of a model
    failed, by its id. `entries` are the models to choose from and
    `loaded` those in memory. `format_names` are the channel formats there are, `chosen_formats`
    those that a person has chosen, by model id. `request_names` are in words, by the ids of
    requests that belong to no conversation.
    """

    model_changed = Signal()
    entries_changed = Signal()
    loaded_changed = Signal()
    loading_changed = Signal()
    formats_changed = Signal()
    stats_changed = Signal()

    def __init__(
        self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.model: ModelInfo | None = None
        self.status = ""
        self.entries: tuple[ModelEntry, ...] = ()
        self.loaded: tuple[ModelInfo, ...] = ()
        self.loading: dict[str, tuple[int, int]] = {}
        self.load_failures: dict[str, str] = {}
        self._loads: dict[str, WorkDone] = {}
        self.format_names: tuple[str, ...] = ()
        self.chosen_formats: dict[str, str] = {}
        self.stats = EngineStats()
        self.request_names: dict[int, str] = {}
        self.client_names: dict[int, str] = {}

    @property
    def available(self) -> dict[str, str]:
        """The names of the models that can be asked, by id."""
        return names_by_id(self.entries)

    @property
    def front_load(self) -> tuple[int, int] | None:
        """The bytes of the load of `model`, as in `loading`; None if it does not load. A question
        loads its model without a `status`."""
        return self.loading.get(self.model.model_id) if self.model else None

    def load_seconds_left(self, model_id: str) -> float | None:
        """Return how long the load of a model still takes; None while that is not known."""
        load = self._loads.get(model_id)
        return load.seconds_left if load else None

    def set_model(self, model: ModelInfo | None, status: str = "") -> None:
        self.model, self.status = model, status
        self.model_changed.emit()

    def set_entries(self, entries: list[ModelEntry]) -> None:
        self.entries = tuple(entries)
        self.entries_changed.emit()

    def set_loaded(self, models: list[ModelInfo]) -> None:
        self.loaded = tuple(models)
        for model in models:
            self.note_load_failure(model.model_id, "")
        self.loaded_changed.emit()

    def set_loading(self, loading: dict[str, tuple[int, int]]) -> None:
        if loading != self.loading:
            self.loading = loading
            self._loads = {it: self._loads.get(it) or WorkDone(self._clock) for it in loading}
            for model_id, (done, total) in loading.items():
                self._loads[model_id].add(done, total)
            self.loading_changed.emit()

    def note_load_failure(self, model_id: str, sentence: str) -> None:
        """Note why the load of a model failed; "" once it is loaded again."""
        if sentence == self.load_failures.get(model_id, ""):
            return
        if sentence:
            self.load_failures[model_id] = sentence
        else:
            del self.load_failures[model_id]
        self.loading_changed.emit()

    def set_formats(self, names: list[str], chosen: dict[str, str]) -> None:
        self.format_names, self.chosen_formats = tuple(names), dict(chosen)
        self.formats_changed.emit()

    def set_stats(self, stats: EngineStats) -> None:
        self.stats = stats
        self.stats_changed.emit()

    def name_client(self, request_id: int, client: str) -> None:
        """Name a request of another program, which is known after its end, too."""
        self.client_names[request_id] = client
        if len(self.client_names) > MAX_CLIENT_NAMES:
            del self.client_names[next(iter(self.client_names))]

    def name_request(self, request_id: int, words: str) -> None:
        """Name a request that belongs to no conversation; "" once it has ended."""
        if words:
            self.request_names[request_id] = words
        else:
            self.request_names.pop(request_id, None)
