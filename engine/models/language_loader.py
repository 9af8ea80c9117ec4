"""Loading what renders and tokenizes a model's prompts: its tokenizer, processor and channels."""

from pathlib import Path
from typing import Any

from engine.models import library_setup as library_setup

# isort: split

import mlx_vlm.utils
from mlx_lm.tokenizer_utils import load as load_tokenizer

from engine.channels.detection import format_for
from engine.channels.markers import markers
from engine.checkpoints import tokenizer_bounds
from engine.models.load_failures import failures_explained
from engine.models.model_source import ModelSource
from engine.models.stop_ids import stop_ids_in
from engine.rendering.family_templates import family_template
from engine.rendering.model_language import MEDIA_IDS, Language

# Texts beside markers that the engine tokenizes in its own process.
OWN_TEXTS = ("\n", "\n\n")


def rehearse(source: ModelSource, view: Path) -> Language:
    """Load the tokenizer and the processor of a model as `load_model` does, without its weights.
    Raises Refused."""
    with failures_explained(source):
        tokenizer_bounds.check_tokenizer(view)
        language = load_language(
            source, view, load_processor(source, view) if source.vision else None
        )
        for text in OWN_TEXTS:
            language.tokenizer.encode(text, add_special_tokens=False)
        return language


def load_language(source: ModelSource, view: Path, processor: Any) -> Language:
    """Load the tokenizer, the processor and the channel format of a model."""
    config = source.config
    tokenizer = load_tokenizer(
        view, {"trust_remote_code": False}, eos_token_ids=sorted(stop_ids_in(config)) or None
    )
    if not tokenizer.has_chat_template and getattr(processor, "chat_template", None):
        tokenizer.chat_template = processor.chat_template
        tokenizer.has_chat_template = True
    borrowed = None if tokenizer.has_chat_template else family_template(tokenizer.get_vocab())
    if borrowed:
        tokenizer.chat_template = borrowed.text
        tokenizer.has_chat_template = True
    channels = format_for(tokenizer)
    return Language(
        name=source.name,
        family=config["model_type"],
        tokenizer=tokenizer,
        processor=processor,
        media_ids=_media_ids(config) if source.vision else {},
        channels=channels,
        markers=markers(channels, tokenizer),
        borrowed_template=borrowed.name if borrowed else "",
    )


def load_processor(source: ModelSource, view: Path) -> Any:
    """Load the processor as `mlx_vlm.utils.load` does, which needs the family's module."""
    mlx_vlm.utils.get_model_and_args(source.config)
    images = mlx_vlm.utils.load_image_processor(view, trust_remote_code=False)
    processor = mlx_vlm.utils.load_processor(
        view, eos_token_ids=sorted(stop_ids_in(source.config)) or None, trust_remote_code=False
    )
    if images is not None:
        processor.image_processor = images
    return processor


def _media_ids(config: dict[str, Any]) -> dict[str, int]:
    """Return the ids of the tokens that stand for media, with the family's own defaults."""
    family, _ = mlx_vlm.utils.get_model_and_args(config)
    made = family.ModelConfig.from_dict(config)
    found = {name: getattr(made, name, None) for name in MEDIA_IDS}
    return {name: value for name, value in found.items() if isinstance(value, int)}
