"""The models that are loaded, and the one that is asked next."""

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject

from app.library import Library
from app.paths import DOT
from engine.messages import (
    Abort,
    Command,
    Failed,
    LoadModel,
    ModelInfo,
    ModelReady,
    ModelUnloaded,
    RequestEvent,
    SamplingParams,
    UnloadModel,
    Waiting,
)
from engine.sentences import say, say_all
from ui.window.main_window import MainWindow


class Models(QObject):
    """`chosen` is the folder of the model that is asked next, `current` what is known of it once it
    was ready; the engine may drop it from memory meanwhile, and loads it again when it is asked.

    Other models stay loaded beside it, until they are unloaded or the engine needs their memory.
    `known` are all that have been ready, loaded or not. `awaited` are the models that questions are
    kept for: their loads go on when another model is chosen.
    """

    def __init__(
        self,
        window: MainWindow,
        submit: Callable[[Command], None],
        library: Library,
        ids: Iterator[int],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._submit = submit
        self._library = library
        self._ids = ids
        self._requests: dict[int, LoadModel | UnloadModel] = {}
        self.known: dict[str, ModelInfo] = {}
        self.awaited: set[str] = set()
        self._loaded: dict[str, ModelInfo] = {}
        self._told: set[str] = set()
        self._wait = ""
        self.chosen = str(DOT)
        self.current: ModelInfo | None = None
        self.recommended = SamplingParams()
        window.set_models(library.entries())

    def load(self, model_id: str) -> None:
        """What is asked from now on is for this model, and waits for it."""
        self.chosen = model_id
        self._cancel_others()
        if model_id in self._loaded:
            self._use(self._loaded[model_id])
        self._request(LoadModel(next(self._ids), model_id))
        self._show()

    def make_known(self, model_id: str) -> None:
        """Load it, unless that has been asked for."""
        if not self.loading(model_id):
            self._request(LoadModel(next(self._ids), model_id))
            self._show()

    def in_memory(self, model_id: str) -> bool:
        return model_id in self._loaded

    def loading(self, model_id: str) -> bool:
        return model_id in self._loads().values()

    def unload(self, model_id: str) -> None:
        self._request(UnloadModel(next(self._ids), model_id))

    def take(self, event: RequestEvent) -> bool:
        """Whether `event` is of a model; if not, it belongs to a chat."""
        ours = event.request_id in self._requests
        if isinstance(event, ModelReady):
            self._ready(event)
        elif isinstance(event, ModelUnloaded):
            self._unloaded(event)
        elif ours and isinstance(event, Waiting):
            self._wait = event.reason
            self._window.show_notice(event.reason)
        elif ours:
            self._load_ended(event)
        else:
            return False
        return True

    def _loads(self) -> dict[int, str]:
        """The models of the loads that have not ended, by request."""
        return {
            request_id: command.model_id
            for request_id, command in self._requests.items()
            if isinstance(command, LoadModel)
        }

    def _cancel_others(self) -> None:
        for request_id, model_id in self._loads().items():
            if model_id != self.chosen and model_id not in self.awaited:
                self._submit(Abort(request_id))

    def _request(self, command: LoadModel | UnloadModel) -> None:
        self._requests[command.request_id] = command
        self._submit(command)

    def _ready(self, event: ModelReady) -> None:
        model = event.model
        self._loaded[model.model_id] = self.known[model.model_id] = model
        if self._requests.pop(event.request_id, None) is not None:
            self._window.end_notice(self._wait)
            self._library.used(model.model_id)
            self._window.set_models(self._library.entries())
        self._window.set_loaded(list(self._loaded.values()))
        if model.model_id == self.chosen:
            self._use(model)
            self._tell(model)

    def _use(self, model: ModelInfo) -> None:
        former, self.recommended = self.recommended, model.sampling
        self.current = model
        self._show()
        for tab in self._window.living_chats():
            tab.composer.follow_model(former, self.recommended)

    def _unloaded(self, event: ModelUnloaded) -> None:
        """One that the engine dropped by itself is still the one to ask."""
        self._loaded.pop(event.model_id, None)
        wanted = self._requests.pop(event.request_id, None) is not None
        self._window.set_loaded(list(self._loaded.values()))
        if wanted and self.current and self.current.model_id == event.model_id:
            self.current = None
            self._show()

    def _load_ended(self, event: RequestEvent) -> None:
        """A load that failed leaves the model as it was; one that worked is ModelReady."""
        model_id = self._requests.pop(event.request_id).model_id
        self._window.end_notice(self._wait)
        if isinstance(event, Failed):
            self._window.show_notice(event.message, "error")
        if self.chosen == model_id and not self.loading(model_id):
            self._go_back(model_id)
        self._show()

    def _go_back(self, model_id: str) -> None:
        if self.current:
            self.chosen = self.current.model_id
        elif model_id != str(DOT):
            # its first load may have been cancelled
            self.load(str(DOT))

    def _show(self) -> None:
        loading = self.chosen not in self._loaded and self.loading(self.chosen)
        status = say("Loading {name}…", name=_name(self.chosen)) if loading else ""
        self._window.set_model(self.current, status)
        for tab in self._window.living_chats():
            tab.composer.set_model(self.current)

    def _tell(self, model: ModelInfo) -> None:
        """What is particular about a model, once."""
        alone = (
            "" if model.batched else say("{model} answers one request at a time.", model=model.name)
        )
        notice = say_all((model.notice, alone))
        if notice and model.model_id not in self._told:
            self._told.add(model.model_id)
            self._window.show_notice(notice)


def _name(model_id: str) -> str:
    return "Dot" if Path(model_id) == DOT else Path(model_id).name
