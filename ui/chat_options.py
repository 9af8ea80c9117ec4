"""What a person can set for the next answer of a chat."""

from dataclasses import dataclass, field

from engine.messages import SamplingParams


@dataclass(frozen=True, slots=True)
class ChatOptions:
    thinking: bool = False
    calculator: bool = False
    system_prompt: str = ""
    sampling: SamplingParams = field(default_factory=SamplingParams)
