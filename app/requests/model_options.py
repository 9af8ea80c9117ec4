"""The options of a chat when its model changes: recommended for the model, or set by a preset."""

from collections.abc import Mapping
from dataclasses import replace

from app.requests.first_options import (
    first_options,
    first_preset,
    first_prompt,
    from_settings,
    settings_prompt,
)
from engine.messages import ModelInfo, SamplingParams
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions
from ui.state.workspace import Workspace


class ModelOptions:
    """`known` are the models that have been ready, by id."""

    def __init__(self, known: Mapping[str, ModelInfo], workspace: Workspace) -> None:
        self._known = known
        self._workspace = workspace

    def begin(self, chat: Chat) -> None:
        """Set the options that new chats with the chat's folder and model begin with."""
        preset = first_preset(self._workspace, chat)
        chat.recommended = None if preset else self.recommended(chat.model_id)
        self.note_prompt(chat)
        chat.options.set(self._initial(chat))

    def note_prompt(self, chat: Chat) -> None:
        """Note which system prompt the chat would begin with now."""
        chat.options.first_prompt = first_prompt(self._workspace, chat)

    def renew_prompt(self, chat: Chat) -> None:
        """Adopt the system prompt of the settings as what the chat begins with, unless its folder
        or preset has one. An empty chat whose system prompt nobody changed gets it."""
        former, new = chat.options.first_prompt, settings_prompt(self._workspace)
        if not from_settings(former):
            return
        chat.options.first_prompt = new
        if chat.empty and chat.options.value.system_prompt == former.text != new.text:
            chat.options.change(system_prompt=new.text)

    def change_model(self, chat: Chat, model_id: str) -> None:
        """Give the chat another model. An empty chat whose options nobody changed gets the options
        of a new chat with that model."""
        unchanged = replace(chat.options.value, kv_8bit=()) == self._initial(chat)
        former = chat.model_id
        chat.set_model_id(model_id)
        if former != model_id and chat.empty and unchanged:
            self.begin(chat)
        self.follow(chat)

    def follow(self, chat: Chat) -> None:
        """Update the options that were left as recommended, once the model is known."""
        known = self._known.get(chat.model_id)
        if known and chat.recommended is not None and known.sampling != chat.recommended:
            former, chat.recommended = chat.recommended, known.sampling
            chat.options.follow(former, known.sampling)

    def recommended(self, model_id: str) -> SamplingParams:
        known = self._known.get(model_id)
        return known.sampling if known else SamplingParams()

    def _initial(self, chat: Chat) -> ChatOptions:
        preset = first_preset(self._workspace, chat)
        return first_options(preset, self.recommended(chat.model_id), chat.options.first_prompt)
