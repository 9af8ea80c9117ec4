"""The options of a chat when its model changes: recommended for the model, or set by a preset."""

from collections.abc import Mapping
from dataclasses import replace

from engine.messages import ModelInfo, SamplingParams
from ui.state.chat_options import ChatOptions
from ui.state.preset import Presets
from ui.tabs.chat_tab import ChatTab


class ModelOptions:
    """`known` are the models that have been ready, by id."""

    def __init__(self, known: Mapping[str, ModelInfo], presets: Presets) -> None:
        self._known = known
        self._presets = presets

    def begin(self, tab: ChatTab) -> None:
        """Set the options that new chats with the tab's model begin with."""
        preset = self._presets.default_of(tab.model_id)
        tab.recommended = None if preset else self.recommended(tab.model_id)
        tab.chat.options.set(self._initial(tab.model_id))

    def change_model(self, tab: ChatTab, model_id: str) -> None:
        """Give the chat another model. An empty chat whose options nobody changed gets the options
        of a new chat with that model."""
        former, options = tab.model_id, replace(tab.chat.options.value, kv_8bit=())
        tab.set_model_id(model_id)
        if former != model_id and tab.empty and options == self._initial(former):
            self.begin(tab)
        self.follow(tab)

    def follow(self, tab: ChatTab) -> None:
        """Update the options that were left as recommended, once the model is known."""
        known = self._known.get(tab.model_id)
        if known and tab.recommended is not None and known.sampling != tab.recommended:
            former, tab.recommended = tab.recommended, known.sampling
            tab.chat.options.follow(former, known.sampling)

    def recommended(self, model_id: str) -> SamplingParams:
        known = self._known.get(model_id)
        return known.sampling if known else SamplingParams()

    def _initial(self, model_id: str) -> ChatOptions:
        preset = self._presets.default_of(model_id)
        return preset.options if preset else ChatOptions(sampling=self.recommended(model_id))
