"""What a person can set for the next answer of a chat."""

from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from engine.messages import Overflow, SamplingParams


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """`tools` are the ids of those that the model may call, `files` those it may read with one;
    `kv_8bit` are the ids of the models that keep every conversation in 8 bit."""

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
        """Take over what a new model's makers recommend in each field that was left as the former's
        had it.

        Whether to think is a choice of its own and stays.
        """
        chosen = {it.name: getattr(self.sampling, it.name) for it in fields(SamplingParams)}
        own = {
            name: value
            for name, value in chosen.items()
            if name == "thinking" or value != getattr(former, name)
        }
        return replace(self, sampling=replace(recommended, **own))
