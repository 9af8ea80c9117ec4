"""The options of the next answer in a chat."""

from dataclasses import field, fields, replace
from pathlib import Path

from engine.frozen import frozen
from engine.messages import Drafting, ModelInfo, Overflow, SamplingParams

# The percentage of long texts that is read unless another is chosen.
USUAL_SKIM = 30


@frozen
class FirstPrompt:
    """The system prompt that a new chat begins with; `origin` is a sentence that says where it was
    set."""

    text: str = ""
    origin: str = ""


@frozen
class ChatOptions:
    """`tools` are the ids of the tools that the model may call, `files` the files that it may read
    with one. `kv_8bit` are the ids of the models whose conversation caches have 8 bits. `skim` is
    the part of a long text that is read, in percent; 0 for all of it."""

    tools: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    system_prompt: str = ""
    sampling: SamplingParams = field(default_factory=SamplingParams)
    overflow: Overflow = Overflow.REFUSE
    kv_8bit: tuple[str, ...] = ()
    drafting: Drafting = Drafting.AUTO
    skim: int = 0

    @property
    def thinking(self) -> bool:
        return self.sampling.thinking

    def with_thinking(self, thinking: bool) -> "ChatOptions":
        return replace(self, sampling=replace(self.sampling, thinking=thinking))

    def supported_by(self, model: ModelInfo) -> "ChatOptions":
        """Return the options with thinking as the model does it: whether it thinks is not always a
        choice."""
        if model.always_thinks:
            return self.with_thinking(True)
        if model.thinking:
            return self
        return replace(self, sampling=replace(self.sampling, thinking=False, thinking_budget=None))

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
