"""Decides which parts of a processed prompt stay in memory and go to the disk."""

from engine.messages import Generate
from engine.models.cache_misses import Boundaries
from engine.models.prefix_cache import PrefixCache

# Shorter system prompts and tools are processed as fast as they are looked for.
SHARED_TOKENS = 128


def save_prompt(
    request: Generate, prompts: PrefixCache, key: list[int], boundaries: Boundaries
) -> None:
    """Pin the part before the first question, and write what may be saved to the disk."""
    beginning = key[: boundaries.first_question]
    if len(beginning) >= SHARED_TOKENS:
        prompts.pin(beginning)
        if request.shares_beginning:
            prompts.share_on_disk(beginning)
    if request.cache_name:
        prompts.save_to_disk(request.cache_name, key)
