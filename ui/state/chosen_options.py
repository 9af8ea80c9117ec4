"""The options that a person chose in a chat, and what its model supports."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.messages import ModelInfo, SamplingParams
from ui.state.chat_options import ChatOptions, FirstPrompt
from ui.state.preset import Preset, Presets
from ui.state.tool_entry import ToolChoices


class ChosenOptions(QObject):
    """The options chosen in a chat. `usable` are those without missing and forbidden tools; a
    request leaves out what its model does not support. `model` is the chat's model, None if it is
    unknown, which counts as able to do everything. `tools` are those to choose from. `presets` can
    be chosen, if there are any. `first_prompt` is the system prompt that the chat would begin with
    now.

    `changed` may come although the value is the same. `abilities_changed` comes when the model or
    the tools have changed, `preset_chosen` has a Preset whose options are set already. `kv_chosen`
    has the id of a model, and True if its conversation caches should have 8 bits.

    Which models keep their caches in 8 bits is set for all chats, so that no other value can change
    it.
    """

    changed = Signal()
    abilities_changed = Signal()
    preset_chosen = Signal(object)
    kv_chosen = Signal(str, bool)

    def __init__(self, tools: ToolChoices | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.value = ChatOptions()
        self.model: ModelInfo | None = None
        self.presets: Presets | None = None
        self.first_prompt = FirstPrompt()
        self.tools = tools or ToolChoices(self)
        self.tools.changed.connect(self.abilities_changed)

    @property
    def can_think(self) -> bool:
        return self.model is None or self.model.thinking

    @property
    def must_think(self) -> bool:
        """Return True if the model's template cannot switch reasoning off."""
        return self.model is not None and self.model.always_thinks

    @property
    def can_call(self) -> bool:
        return self.model is None or self.model.tools

    @property
    def usable(self) -> ChatOptions:
        return self.usable_of(self.value)

    def usable_of(self, options: ChatOptions) -> ChatOptions:
        return replace(options, tools=self.tools.usable(options.tools))

    def set(self, options: ChatOptions) -> None:
        self._set(replace(options, kv_8bit=self.value.kv_8bit))

    def change(self, **fields: Any) -> None:
        self.set(replace(self.value, **fields))

    def set_thinking(self, thinking: bool) -> None:
        self.set(self.value.with_thinking(thinking))

    def use(self, preset: Preset) -> None:
        """Take over the options of a preset; the readable files stay."""
        self.set(replace(preset.options, files=self.value.files))
        self.preset_chosen.emit(preset)

    def follow(self, former: SamplingParams, recommended: SamplingParams) -> None:
        """Adopt another model's recommendation: see ChatOptions.following."""
        self.set(self.value.following(former, recommended))

    def set_model(self, model: ModelInfo | None) -> None:
        if model != self.model:
            self.model = model
            self.abilities_changed.emit()

    def set_kv_8bit(self, models: tuple[str, ...]) -> None:
        """`models` are the ids of all models with 8-bit conversation caches."""
        self._set(replace(self.value, kv_8bit=models))

    def _set(self, options: ChatOptions) -> None:
        self.value = options
        self.changed.emit()
