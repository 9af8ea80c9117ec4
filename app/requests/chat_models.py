"""Loads and unloads models, and knows which model each chat asks."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.base.paths import DOT
from app.models.library import Library
from app.requests.client import RequestClient
from app.requests.model_notices import ModelNotices
from app.requests.model_options import ModelOptions
from engine.messages import (
    Aborted,
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
from engine.plain_names import model_name
from engine.remote_ids import is_remote
from engine.sentences import say
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.notice import Notice
from ui.state.pane import MOST_PANES
from ui.state.preset import Preset
from ui.state.workspace import Workspace

# The cause of the notice about the last load that failed.
LOAD = "load"


class ChatModels(QObject):
    """A chat names its model by the model's folder. A model may leave memory at any time; the
    engine loads it again for the next request.

    `chosen` is the model of a new chat, and `current` the ModelInfo of the chat in front. Other
    models stay loaded until they are unloaded or the engine needs their memory. `known` are all
    models that have been ready, loaded or not. `awaited` are the models of questions that are held
    until they can be sent: their loads continue when another model is chosen.

    `became_ready` has a ModelInfo, `unloaded` the id of a model that left memory, `load_ended` the
    Failed or Aborted of a load.
    """

    became_ready = Signal(object)
    unloaded = Signal(str)
    load_ended = Signal(object)

    def __init__(self, workspace: Workspace, client: RequestClient, library: Library) -> None:
        super().__init__(workspace)
        self._conversations = workspace.conversations
        self._engine = workspace.engine
        self._notices = workspace.notices
        self._client = client
        self._library = library
        # The models of the loads that have not ended, by request id.
        self._loads: dict[int, str] = {}
        self.known: dict[str, ModelInfo] = {}
        self.awaited: set[str] = set()
        self._workspace = workspace
        self._settings = workspace.settings
        self._options = ModelOptions(self.known, workspace)
        self._loaded: dict[str, ModelInfo] = {}
        # Models that load, though no chat waits for them.
        self._aside: set[str] = set()
        # Models in the trash, until they are asked for again.
        self._trashed: set[str] = set()
        # What a chat goes back to if its new model cannot be loaded.
        self._previous: dict[Chat, str] = {}
        self._model_notices = ModelNotices(workspace.notices)
        self._failed = ""
        self.chosen = self._last_ready = str(DOT)
        self._conversations.front_changed.connect(self.show)
        self._conversations.closed.connect(self._forget)
        library.trashed.connect(self._forget_model)
        workspace.model_requests.chosen.connect(self.load)
        workspace.model_requests.loaded.connect(self.load_aside)
        workspace.model_requests.unloaded.connect(self.unload)
        client.model_changed.connect(self._model_changed)
        workspace.settings.changed.connect(self.renew_prompts)
        workspace.remote.changed.connect(self.show)

    # --- chats -------------------------------------------------------------------------------

    def begin(self, chat: Chat) -> None:
        """Give a new chat its first model, with the options that are set for it."""
        self._follow(chat)
        chat.set_model_id(self.choose_first())
        self._options.begin(chat)
        self._use_model_of_folder(chat)
        chat.set_model(self.info(chat.model_id))

    def choose_first(self) -> str:
        """Choose the model that the settings name for new chats, and return its id. If they name
        none, or its folder is gone, return the id of the model that was chosen last."""
        default = self._settings.value.default_model
        found = not default or self.exists(default)
        self._model_notices.show_default_missing("" if found else default)
        if default and found and default != self.chosen:
            self._choose(default)
        return self.chosen

    def renew_prompts(self) -> None:
        """Let the open chats know which system prompt a new chat begins with."""
        for chat in self._conversations.chats:
            self._options.renew_prompt(chat)

    def restore(
        self,
        chat: Chat,
        model_id: str,
        options: ChatOptions,
        recommended: SamplingParams | None,
    ) -> None:
        """Give a chat the model and options of an earlier run; the model is loaded once it is
        asked."""
        self._follow(chat)
        chat.set_model_id(model_id)
        chat.options.set(options)
        chat.recommended = recommended
        self._options.note_prompt(chat)
        self._options.follow(chat)
        chat.set_model(self.info(model_id))

    def choose(self, chat: Chat, model_id: str) -> None:
        """Change the model of a chat; its next question waits until the model is ready."""
        if chat.model_id in self.known or chat not in self._previous:
            self._previous[chat] = chat.model_id
        self._options.change_model(chat, model_id)
        chat.next_messages.model_chosen()
        self._choose(model_id)

    def info(self, model_id: str) -> ModelInfo | None:
        """Return what is known of a model. One that was never loaded counts as able to do
        everything. None if the model cannot be asked."""
        if is_remote(model_id):
            # what a chat may send, and that it leaves this computer, is known at once
            return self._workspace.remote.info(model_id)
        if model_id in self.known or not self.exists(model_id):
            return self.known.get(model_id)
        note = say("Known once the model is loaded.")
        return ModelInfo(
            model_id, model_name(model_id), "", True, True, True, 0, 0, 0.0, kv_note=note
        )

    @property
    def current(self) -> ModelInfo | None:
        front = self._front()
        return self.known.get(front.model_id if front else self.chosen)

    # --- models ------------------------------------------------------------------------------

    def load_first(self) -> None:
        self.ensure_loading(self.chosen)
        self.show()

    def load(self, model_id: str) -> None:
        """Choose a model for the chat in front, or add it to the comparison in front. The notice
        about an earlier load is outdated."""
        self._notices.end(LOAD)
        front = self._conversations.front
        if isinstance(front, Chat):
            self.choose(front, model_id)
        elif isinstance(front, ComparedChat):
            self._compare(front, model_id)
        else:
            self._choose(model_id)

    def ensure_loading(self, model_id: str) -> None:
        """Load a model unless it is being loaded."""
        if not self.loading(model_id):
            self._load(model_id)
            self.show()

    def load_aside(self, model_id: str, *, evicts: bool = True) -> None:
        """Load a model for no chat; this goes on whatever is chosen meanwhile. Unless it `evicts`,
        it fails rather than take the memory of another model."""
        if not self.in_memory(model_id) and not self.loading(model_id):
            self._aside.add(model_id)
            self._load(model_id, evicts=evicts)
        self.show()

    def in_memory(self, model_id: str) -> bool:
        return model_id in self._loaded

    def loading(self, model_id: str) -> bool:
        return model_id in self._loads.values()

    def unload(self, model_id: str) -> None:
        """Unload a model. The next question to it loads it again."""
        self._client.send(partial(UnloadModel, model_id=model_id), self._on_unload_event)

    def note_answer(self, model_id: str) -> None:
        """Note that a model has answered, in a chat or a comparison."""
        self._library.answered(model_id)

    def exists(self, model_id: str) -> bool:
        """Return True if the folder of the model still exists."""
        return bool(model_id) and self._library.exists(model_id)

    def can_answer(self, model_id: str) -> bool:
        return self.in_memory(model_id) or self.exists(model_id)

    def show(self) -> None:
        """Show the model of the chat in front in the window, and to each chat what its own model
        can do."""
        front = self._front()
        model_id = front.model_id if front else self.chosen
        loading = model_id not in self._loaded and self.loading(model_id)
        status = say("Loading {name}…", name=model_name(model_id)) if loading else ""
        self._engine.set_model(self.info(model_id), status)
        for chat in self._conversations.chats:
            chat.set_model(self.info(chat.model_id))
        known = model_id in self.known and not is_remote(model_id)
        found = loading or known or self.exists(model_id)
        self._model_notices.show_missing(None if found else front)

    # --- inside ------------------------------------------------------------------------------

    def _show_loaded(self) -> None:
        """Show the models in the memory of this computer."""
        self._engine.set_loaded([it for it in self._loaded.values() if not it.address])

    def _front(self) -> Chat | None:
        return self._conversations.front_chat

    def _use_model_of_folder(self, chat: Chat) -> None:
        """Give a new chat the model that the preset of its folder names."""
        preset = self._workspace.presets.get(chat.folder_settings.preset)
        if preset and preset.model_id and preset.model_id != chat.model_id:
            self.choose(chat, preset.model_id)

    def _follow(self, chat: Chat) -> None:
        chat.options.preset_chosen.connect(partial(self._apply, chat))
        chat.folder_changed.connect(partial(self._options.note_prompt, chat))

    def _forget(self, conversation: Conversation) -> None:
        if isinstance(conversation, Chat):
            self._previous.pop(conversation, None)

    def _apply(self, chat: Chat, preset: Preset) -> None:
        """Take over the model of a preset. Its options are independent of the recommended ones."""
        chat.recommended = None if preset.name else self._options.recommended(chat.model_id)
        if preset.model_id and preset.model_id != chat.model_id:
            self.choose(chat, preset.model_id)

    def _compare(self, chat: ComparedChat, model_id: str) -> None:
        if chat.use_model(model_id):
            return
        if chat.masked:
            sentence = say(
                "The models are hidden until you vote or choose “Show names”. Then add this model."
            )
        else:
            sentence = say(
                "A comparison can have at most {count} panes. Remove one, then add this model.",
                count=MOST_PANES,
            )
        self._notices.show(sentence, cause=LOAD)

    def _choose(self, model_id: str) -> None:
        self.chosen = model_id
        self._cancel_unwanted_loads()
        self._load(model_id)
        self.show()

    def _cancel_unwanted_loads(self) -> None:
        chats = {chat.model_id for chat in self._conversations.chats}
        wanted = chats | self.awaited | self._aside | {self.chosen}
        for request_id, model_id in tuple(self._loads.items()):
            if model_id not in wanted:
                self._client.abort(request_id)

    def _load(self, model_id: str, *, evicts: bool = True) -> None:
        self._trashed.discard(model_id)
        self._engine.note_load_failure(model_id, "")
        command = partial(LoadModel, model_id=model_id, evicts=evicts)
        self._loads[self._client.send(command, self._on_event)] = model_id

    def _on_event(self, event: RequestEvent) -> None:
        """Take an event of a load; a load that worked ends with a change of the model."""
        if isinstance(event, Waiting):
            cause = _waiting_cause(event.request_id)
            self._notices.tell(Notice(event.reason, cause=cause, stays=True))
        elif isinstance(event, Failed | Aborted):
            self._load_failed(event)
            self.load_ended.emit(event)

    def _on_unload_event(self, event: RequestEvent) -> None:
        """Take an event of an unload; one that worked ends with a change of the model."""
        if isinstance(event, Failed):
            self._notices.show(event.message, "error", LOAD)

    def _model_changed(self, event: ModelReady | ModelUnloaded) -> None:
        if isinstance(event, ModelReady) and self._in_trash(event.model.model_id):
            # The engine had loaded it before it was told to unload it.
            if event.request_id in self._loads:
                self._on_event(Aborted(event.request_id))
        elif isinstance(event, ModelReady):
            self._ready(event)
            self.became_ready.emit(event.model)
        else:
            self._on_unloaded(event)
            self.unloaded.emit(event.model_id)

    def _in_trash(self, model_id: str) -> bool:
        """Return True unless the model was put back, or downloaded again into the same folder."""
        return model_id in self._trashed and not self.exists(model_id)

    def _ready(self, event: ModelReady) -> None:
        model = event.model
        self._loaded[model.model_id] = self.known[model.model_id] = model
        if self._loads.pop(event.request_id, None) is not None:
            self._notices.end(_waiting_cause(event.request_id))
            if model.model_id not in self._aside:
                self._library.used(model.model_id)
        self._aside.discard(model.model_id)
        if model.model_id == self._failed:
            self._notices.end(LOAD)
        if model.model_id == self.chosen:
            self._last_ready = self.chosen
        self._previous = {
            chat: former
            for chat, former in self._previous.items()
            if chat.model_id not in self.known
        }
        self._show_loaded()
        chats = [chat for chat in self._conversations.chats if chat.model_id == model.model_id]
        for chat in chats:
            self._options.follow(chat)
        self.show()
        if chats or model.model_id == self.chosen:
            self._model_notices.show_particulars(model)

    def _on_unloaded(self, event: ModelUnloaded) -> None:
        """Note that a model left memory; it can still be asked."""
        self._loaded.pop(event.model_id, None)
        self._show_loaded()

    def _forget_model(self, model_id: str) -> None:
        """Let no new chat begin with a model that is in the trash, and none go back to it. It may
        still be loading, or have been loaded while it was moved."""
        self._trashed.add(model_id)
        self.unload(model_id)
        self.known.pop(model_id, None)
        if self._last_ready == model_id:
            self._last_ready = str(DOT)
        self._previous = {chat: it for chat, it in self._previous.items() if it != model_id}
        self._go_back(model_id)
        self.show()

    def _load_failed(self, event: Failed | Aborted) -> None:
        """Leave the models as they were before the load."""
        model_id = self._loads.pop(event.request_id)
        self._notices.end(_waiting_cause(event.request_id))
        if isinstance(event, Failed):
            self._failed = model_id
            self._engine.note_load_failure(model_id, event.message)
            self._notices.show(event.message, "error", LOAD)
        if not self.loading(model_id) and model_id not in (*self.known, *self._aside):
            self._go_back(model_id)
        self._aside.discard(model_id)
        self.show()

    def _go_back(self, model_id: str) -> None:
        if self.chosen == model_id:
            self.chosen = self._last_ready
        for chat in self._conversations.chats:
            if chat.model_id == model_id and (chat in self._previous or chat.empty):
                self._options.change_model(chat, self._previous.pop(chat, self.chosen))
        if self.chosen not in self.known and model_id != self.chosen:
            # its first load may have been cancelled
            self.ensure_loading(self.chosen)


def _waiting_cause(request_id: int) -> str:
    """Return the cause of the notice about a load that waits."""
    return f"waits {request_id}"
