"""Tiny checkpoints of real families with random weights: config, weights, tokenizer, template."""

from collections.abc import Callable
from pathlib import Path

from tests.kit.tiny_text import gemma3_text, gpt_oss, llama, mistral, qwen3, qwen3_5_text
from tests.kit.tiny_vision import gemma3, gemma4, gemma4_ple, qwen2_5_vl, qwen3_5, qwen3_vl

TEXT = (qwen3, llama, mistral, gemma3_text, gpt_oss, qwen3_5_text)
IMAGES = (qwen2_5_vl, qwen3_vl, qwen3_5, gemma3, gemma4, gemma4_ple)

FAMILIES: dict[str, Callable[[Path], None]] = {make.__name__: make for make in (*TEXT, *IMAGES)}
VISION: frozenset[str] = frozenset(make.__name__ for make in IMAGES)
