"""What a person can set for the next answer of a chat."""

from dataclasses import dataclass, field, replace

from engine.messages import Overflow, SamplingParams


@dataclass(frozen=True, slots=True)
class ChatOptions:
    calculator: bool = False
    system_prompt: str = ""
    sampling: SamplingParams = field(default_factory=SamplingParams)
    overflow: Overflow = Overflow.REFUSE

    @property
    def thinking(self) -> bool:
        return self.sampling.thinking

    def with_thinking(self, thinking: bool) -> "ChatOptions":
        return replace(self, sampling=replace(self.sampling, thinking=thinking))

    def following(self, former: SamplingParams, recommended: SamplingParams) -> "ChatOptions":
        """Take over what a new model's makers recommend where the former's was left as it is.

        Whether to think is a choice of its own and stays.
        """
        thinking = self.sampling.thinking
        if self.sampling != replace(former, thinking=thinking):
            return self
        return replace(self, sampling=replace(recommended, thinking=thinking))
