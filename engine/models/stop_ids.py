"""The tokens that end an answer: those of a model folder, and those that a person has added."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlx_lm.tokenizer_utils import TokenizerWrapper

    from engine.models.model_source import ModelSource


def own_stop_ids(
    source: "ModelSource", tokenizer: "TokenizerWrapper", processor: Any
) -> frozenset[int]:
    """Return every id that ends an answer, from config, generation config, tokenizer and
    processor."""
    found = set(tokenizer.eos_token_ids)
    for settings in (source.config, source.config.get("text_config") or {}, source.generation):
        found |= stop_ids_in(settings)
    for extra in getattr(processor, "additional_eos_token_ids", ()):
        found.add(extra if isinstance(extra, int) else tokenizer.convert_tokens_to_ids(extra))
    return frozenset(found)


def added_stop_ids(source: "ModelSource", tokenizer: "TokenizerWrapper") -> frozenset[int]:
    """Return the ids that a person has added, as far as the vocabulary has them."""
    if not source.profile.stop_ids:
        return frozenset()
    return frozenset(source.profile.stop_ids).intersection(tokenizer.get_vocab().values())


def stop_ids_in(settings: dict[str, Any]) -> set[int]:
    """Return the ids that end an answer in these settings; other values are ignored."""
    named = settings.get("eos_token_id")
    ids = named if isinstance(named, list) else [named]
    return {item for item in ids if isinstance(item, int)}
