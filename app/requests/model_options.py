"""The options of a chat when its model changes: recommended for the model, or set by a preset."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.requests.first_options import first_options
from engine.messages import ModelInfo, SamplingParams
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions, FirstPrompt
from ui.state.preset import Presets


class ModelOptions:
    """`known` are the models that have been ready, by id. `prompt_of` returns the system prompt
    that a new chat begins with."""

    def __init__(
        self,
        known: Mapping[str, ModelInfo],
        presets: Presets,
        prompt_of: Callable[[Chat], FirstPrompt],
    ) -> None:
        self._known = known
        self._presets = presets
        self.prompt_of = prompt_of

    def begin(self, chat: Chat) -> None:
        """Set the options that new chats with the chat's model begin with."""
        preset = self._presets.default_of(chat.model_id)
        chat.recommended = None if preset else self.recommended(chat.model_id)
        chat.options.first_prompt = self.prompt_of(chat)
        chat.options.set(self._initial(chat, chat.model_id))

    def renew_prompt(self, chat: Chat) -> None:
        """Note what the chat would begin with now. An empty chat whose system prompt nobody changed
        gets it."""
        former, chat.options.first_prompt = chat.options.first_prompt, self.prompt_of(chat)
        new = chat.options.first_prompt.text
        if chat.empty and chat.options.value.system_prompt == former.text != new:
            chat.options.change(system_prompt=new)

    def change_model(self, chat: Chat, model_id: str) -> None:
        """Give the chat another model. An empty chat whose options nobody changed gets the options
        of a new chat with that model."""
        former, options = chat.model_id, replace(chat.options.value, kv_8bit=())
        chat.set_model_id(model_id)
        if former != model_id and chat.empty and options == self._initial(chat, former):
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

    def _initial(self, chat: Chat, model_id: str) -> ChatOptions:
        preset = self._presets.default_of(model_id)
        return first_options(preset, self.recommended(model_id), chat.options.first_prompt)
