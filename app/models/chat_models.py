"""The models that are loaded, and the one that each chat asks."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.base.paths import DOT, model_name
from app.models.library import Library
from app.models.model_notices import ModelNotices
from app.models.model_options import ModelOptions
from app.models.presets import PresetFile
from app.models.request_options import Asked
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
from engine.sentences import say
from ui.state.chat_options import ChatOptions
from ui.state.notice import Notice
from ui.state.preset import Preset
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow

# The cause of the notice about the last load that failed.
LOAD = "load"


class Models(QObject):
    """Each chat has its model, by the folder; `chosen` is the one that a new chat begins with, and
    `current` what is known of that of the chat in front, once it was ready. The engine may drop a
    model from memory, and loads it again when it is asked.

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
        self.presets = PresetFile(library.folder, window).presets
        self._options = ModelOptions(self.known, self.presets)
        self._loaded: dict[str, ModelInfo] = {}
        # unloaded by a person: not asked until chosen again
        self._put_away: set[str] = set()
        # of chats whose model was chosen and is not ready yet: the one before it
        self._former: dict[ChatTab, str] = {}
        self._notices = ModelNotices(window)
        self._failed = ""
        self.chosen = self._last = str(DOT)
        window.set_models(library.entries())
        window.current_chat_changed.connect(self.show)

    # --- chats -------------------------------------------------------------------------------

    def begin(self, tab: ChatTab) -> None:
        """A new chat: with the model chosen last, and what is set for that."""
        self._follow(tab)
        tab.set_model_id(self.chosen)
        self._options.begin(tab)
        tab.set_model(self.info(self.chosen))

    def bring_back(
        self,
        tab: ChatTab,
        model_id: str,
        options: ChatOptions,
        recommended: SamplingParams | None,
    ) -> None:
        """A chat of an earlier run, as it was. Nothing is loaded before it is asked."""
        self._follow(tab)
        tab.set_model_id(model_id)
        tab.composer.set_options(options)
        tab.recommended = recommended
        self._options.follow(tab)
        tab.set_model(self.info(model_id))

    def choose(self, tab: ChatTab, model_id: str) -> None:
        """What is asked from now on in this chat is for this model, and waits for it."""
        if tab.model_id in self.known or tab not in self._former:
            self._former[tab] = tab.model_id
        self._options.give(tab, model_id)
        self._choose(model_id)

    def asked(self, tab: ChatTab) -> Asked:
        return Asked(tab.model_id, tab.composer.options(), tab.recommended)

    def info(self, model_id: str) -> ModelInfo | None:
        """What is known of a model; of one that was not loaded yet, that it may be able to do
        anything; None where it cannot be asked."""
        if model_id in self._put_away:
            return None
        if model_id in self.known or not self.there(model_id):
            return self.known.get(model_id)
        note = say("This is known once the model is loaded.")
        return ModelInfo(
            model_id, model_name(model_id), "", True, True, True, 0, 0, 0.0, kv_note=note
        )

    def of(self, tab: object) -> ModelInfo | None:
        """What is known of the model of a chat; beside chats, of the one chosen last."""
        model_id = tab.model_id if isinstance(tab, ChatTab) else self.chosen
        return None if model_id in self._put_away else self.known.get(model_id)

    @property
    def current(self) -> ModelInfo | None:
        return self.of(self._front())

    # --- models ------------------------------------------------------------------------------

    def load_first(self) -> None:
        self.make_known(self.chosen)
        self.show()

    def load(self, model_id: str) -> None:
        """Chosen for the chat in front; what was said of a load before is over."""
        self._window.end_notice(LOAD)
        front = self._front()
        if front is not None:
            self.choose(front, model_id)
        else:
            self._choose(model_id)

    def make_known(self, model_id: str) -> None:
        """Load it, unless that has been asked for."""
        if not self.loading(model_id):
            self._request(LoadModel(next(self._ids), model_id))
            self.show()

    def in_memory(self, model_id: str) -> bool:
        return model_id in self._loaded

    def loading(self, model_id: str) -> bool:
        return model_id in self._loads().values()

    def unload(self, model_id: str) -> None:
        self._request(UnloadModel(next(self._ids), model_id))

    def there(self, model_id: str) -> bool:
        """Whether there still is a folder of it."""
        return bool(model_id) and Path(model_id).is_dir()

    def take(self, event: RequestEvent) -> bool:
        """Whether `event` is of a model; if not, it belongs to a chat."""
        ours = event.request_id in self._requests
        if isinstance(event, ModelReady):
            self._ready(event)
        elif isinstance(event, ModelUnloaded):
            self._unloaded(event)
        elif ours and isinstance(event, Waiting):
            waits = Notice(event.reason, cause=_waits(event.request_id), stays=True)
            self._window.notice.tell(waits)
        elif ours:
            self._load_ended(event)
        else:
            return False
        return True

    def show(self) -> None:
        """The model of the chat in front, and to each chat what its own can do."""
        front = self._front()
        model_id = front.model_id if front else self.chosen
        loading = model_id not in self._loaded and self.loading(model_id)
        status = say("Loading {name}…", name=model_name(model_id)) if loading else ""
        self._window.set_model(self.info(model_id), status)
        for tab in self._window.chats():
            tab.set_model(self.info(tab.model_id))
        there = loading or model_id in self.known or self.there(model_id)
        self._notices.tell_missing(None if there else front)

    # --- inside ------------------------------------------------------------------------------

    def _front(self) -> ChatTab | None:
        try:
            return self._window.current_chat()
        except LookupError:
            return None

    def _follow(self, tab: ChatTab) -> None:
        tab.composer.set_presets(self.presets)
        tab.composer.preset_chosen.connect(partial(self._apply, tab))
        tab.destroyed.connect(lambda: self._former.pop(tab, None))

    def _apply(self, tab: ChatTab, preset: Preset) -> None:
        """Its options stand for themselves, but for those that the makers recommend."""
        tab.recommended = None if preset.name else self._options.recommended(tab.model_id)
        if preset.model_id and preset.model_id != tab.model_id:
            self.choose(tab, preset.model_id)

    def _choose(self, model_id: str) -> None:
        self.chosen = model_id
        self._put_away.discard(model_id)
        self._cancel_others()
        self._request(LoadModel(next(self._ids), model_id))
        self.show()

    def _loads(self) -> dict[int, str]:
        """The models of the loads that have not ended, by request."""
        return {
            request_id: command.model_id
            for request_id, command in self._requests.items()
            if isinstance(command, LoadModel)
        }

    def _cancel_others(self) -> None:
        """Of models that no chat is for."""
        wanted = {tab.model_id for tab in self._window.chats()} | self.awaited | {self.chosen}
        for request_id, model_id in self._loads().items():
            if model_id not in wanted:
                self._submit(Abort(request_id))

    def _request(self, command: LoadModel | UnloadModel) -> None:
        self._requests[command.request_id] = command
        self._submit(command)

    def _ready(self, event: ModelReady) -> None:
        model = event.model
        self._loaded[model.model_id] = self.known[model.model_id] = model
        if self._requests.pop(event.request_id, None) is not None:
            self._window.end_notice(_waits(event.request_id))
            self._library.used(model.model_id)
            self._window.set_models(self._library.entries())
        if model.model_id == self._failed:
            self._window.end_notice(LOAD)
        if model.model_id == self.chosen:
            self._last = self.chosen
        self._former = {tab: it for tab, it in self._former.items() if self._awaits(tab)}
        self._window.set_loaded(list(self._loaded.values()))
        chats = [tab for tab in self._window.chats() if tab.model_id == model.model_id]
        for tab in chats:
            self._options.follow(tab)
        self.show()
        if chats or model.model_id == self.chosen:
            self._notices.tell(model)

    def _awaits(self, tab: ChatTab) -> bool:
        return tab.model_id not in self.known

    def _unloaded(self, event: ModelUnloaded) -> None:
        """One that the engine dropped by itself is still the one to ask."""
        self._loaded.pop(event.model_id, None)
        wanted = self._requests.pop(event.request_id, None) is not None
        self._window.set_loaded(list(self._loaded.values()))
        if wanted:
            self._put_away.add(event.model_id)
            self.show()

    def _load_ended(self, event: RequestEvent) -> None:
        """A load that failed leaves the models as they were; one that worked is ModelReady."""
        model_id = self._requests.pop(event.request_id).model_id
        self._window.end_notice(_waits(event.request_id))
        if isinstance(event, Failed):
            self._failed = model_id
            self._window.show_notice(event.message, "error", LOAD)
        if not self.loading(model_id) and model_id not in self.known:
            self._go_back(model_id)
        self.show()

    def _go_back(self, model_id: str) -> None:
        if self.chosen == model_id:
            self.chosen = self._last if self._last != model_id else str(DOT)
        for tab in self._window.chats():
            if tab.model_id == model_id and (tab in self._former or tab.empty):
                self._options.give(tab, self._former.pop(tab, self.chosen))
        if self.chosen not in self.known and model_id != self.chosen:
            # its first load may have been cancelled
            self.make_known(self.chosen)


def _waits(request_id: int) -> str:
    """The cause of the notice about a load that waits."""
    return f"waits {request_id}"
