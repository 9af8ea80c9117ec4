"""A model without its weights: tokenizer, processor and output format."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.detection import format_for
from engine.channels.format import Format
from engine.channels.known_formats import FORMATS
from engine.channels.markers import Markers, markers
from engine.errors import Refused
from engine.rendering.accepted_messages import Accepted
from engine.rendering.control_tokens import ControlTokens, control_tokens
from engine.rendering.segments import Segments

FORMAT_NAMES = tuple(sorted({row.name for row in FORMATS.values()}))
# Names, in configurations, of the ids of tokens that stand for media.
MEDIA_IDS = (
    "image_token_id",
    "image_token_index",
    "video_token_id",
    "video_token_index",
    "audio_token_id",
)


@dataclass
class Language:
    """Everything that rendering and tokenizing for a model need. `processor` is None for text
    models. `media_ids` maps names in the configuration to the ids of tokens that stand for media.
    `borrowed_template` names the family whose built-in template is used, since the model has none.
    """

    name: str
    family: str
    tokenizer: TokenizerWrapper
    processor: Any
    media_ids: Mapping[str, int]
    channels: Format
    markers: Markers
    borrowed_template: str = ""

    @property
    def vision(self) -> bool:
        return self.processor is not None

    @cached_property
    def _marked(self) -> dict[str, tuple[Format, Markers]]:
        """Formats and markers by the name of the chosen format. Finding them takes 0.1 s with a
        vocabulary of 150,000 tokens."""
        return {}

    @cached_property
    def accepted(self) -> dict[str, Accepted]:
        """The orders of messages that a chat template takes, by its text, once they were tried."""
        return {}

    @cached_property
    def control(self) -> ControlTokens:
        return control_tokens(self.tokenizer)

    @cached_property
    def segments(self) -> Segments:
        """The tokenizer, with a cache."""
        inner = getattr(self.processor, "tokenizer", self.processor)
        return Segments(inner if self.vision else self.tokenizer)

    def marked(self, channel_format: str) -> tuple[Format, Markers]:
        """Return the format and markers of reasoning and calls: the model's own, or those that a
        person chose. Raises Refused for an unknown format."""
        if channel_format in ("", self.channels.name):
            return self.channels, self.markers
        if channel_format not in FORMATS:
            raise Refused(
                "There is no output format called {channel_format}. Choose one of these: {names}.",
                channel_format=channel_format,
                names=", ".join(FORMAT_NAMES),
            )
        if channel_format not in self._marked:
            found = format_for(self.tokenizer, channel_format)
            self._marked[channel_format] = found, markers(found, self.tokenizer)
        return self._marked[channel_format]
