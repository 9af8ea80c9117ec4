"""The options of the next answer in a chat."""

from collections.abc import Container
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.messages import ModelInfo, Overflow, SamplingParams


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """`tools` are the ids of the tools that the model may call, `files` the files that it may read
    with one. `kv_8bit` are the ids of the models whose conversation caches have 8 bits."""

    tools: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    system_prompt: str = ""
    sampling: SamplingParams = field(default_factory=SamplingParams)
    overflow: Overflow = Overflow.REFUSE
    kv_8bit: tuple[str, ...] = ()

    @property
    def thinking(self) -> bool:
        return self.sampling.thinking

    def with_thinking(self, thinking: bool) -> "ChatOptions":
        return replace(self, sampling=replace(self.sampling, thinking=thinking))

    def following(self, former: SamplingParams, recommended: SamplingParams) -> "ChatOptions":
        """Return the options with the new model's recommendation in each field that still had the
        former model's.

        `thinking` stays, as it is a choice of its own.
        """
        chosen = {it.name: getattr(self.sampling, it.name) for it in fields(SamplingParams)}
        own = {
            name: value
            for name, value in chosen.items()
            if name == "thinking" or value != getattr(former, name)
        }
        return replace(self, sampling=replace(recommended, **own))


class ChosenOptions(QObject):
    """The options chosen in a chat, including those that its model does not support.

    `changed` may come although the value is the same. Which models keep their caches in 8 bits is
    set for all chats, so that no other value can change it: `kv_chosen` asks for that, with the id
    of a model. `preset_chosen` has a Preset whose options are set already.
    """

    changed = Signal()
    kv_chosen = Signal(str, bool)
    preset_chosen = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.value = ChatOptions()

    def set(self, options: ChatOptions) -> None:
        self._set(replace(options, kv_8bit=self.value.kv_8bit))

    def change(self, **fields: Any) -> None:
        self.set(replace(self.value, **fields))

    def follow(self, former: SamplingParams, recommended: SamplingParams) -> None:
        """Adopt another model's recommendation: see ChatOptions.following."""
        self.set(self.value.following(former, recommended))

    def set_kv_8bit(self, models: tuple[str, ...]) -> None:
        """`models` are the ids of all models with 8-bit conversation caches."""
        self._set(replace(self.value, kv_8bit=models))

    def _set(self, options: ChatOptions) -> None:
        self.value = options
        self.changed.emit()


def usable(
    options: ChatOptions, model: ModelInfo | None, tools: Container[str] = ()
) -> ChatOptions:
    """Return the options without what a model does not support, and without tools that are not
    among the ids of `tools`. An unknown model (None) supports everything."""
    called = tuple(it for it in options.tools if it in tools)
    if model is None:
        return replace(options, tools=called)
    chosen = replace(options, tools=called if model.tools else ())
    if model.thinking:
        return chosen if model.thinking_switch else chosen.with_thinking(True)
    return replace(chosen, sampling=replace(chosen.sampling, thinking=False, thinking_budget=None))
