"""Dot's tokenizer: byte-level BPE learned from its own conversations.

PYTHONPATH=packaging python -m demo_model.tokens FOLDER
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from tokenizers import AddedToken, Tokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence, Split
from tokenizers.trainers import BpeTrainer

from demo_model.dimensions import CONTEXT, Dimensions
from demo_model.documents import sample_text

# In this order: <|endoftext|> is 0 and pads batches.
SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
# Single tokens that are part of the text.
MARKERS = (
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "<tool_response>",
    "</tool_response>",
)
CONVERSATIONS = 6_000


def corpus(count: int) -> Iterator[str]:
    for number in range(count):
        text = sample_text(random.Random(f"tokens/{number}"))
        for marker in (*SPECIAL, *MARKERS):
            text = text.replace(marker, "\n")
        yield text


def train() -> Tokenizer:
    """Train a tokenizer in which digits and line ends are tokens of their own, so that texts joined
    at them split alike."""
    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = Sequence(
        [
            Split("\n", "isolated"),
            Digits(individual_digits=True),
            ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = ByteLevelDecoder()
    trainer = BpeTrainer(
        vocab_size=Dimensions().vocab_size - len(MARKERS),
        special_tokens=list(SPECIAL),
        initial_alphabet=ByteLevel.alphabet(),
        min_frequency=4,
        show_progress=False,
    )
    tokenizer.train_from_iterator(corpus(CONVERSATIONS), trainer)
    tokenizer.add_tokens([AddedToken(text, special=False, normalized=False) for text in MARKERS])
    return tokenizer


def save(tokenizer: Tokenizer, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": "<|im_end|>",
        "pad_token": "<|endoftext|>",
        "model_max_length": CONTEXT,
        "clean_up_tokenization_spaces": False,
        "extra_special_tokens": {
            "image_token": "<|image_pad|>",
            "video_token": "<|video_pad|>",
            "vision_bos_token": "<|vision_start|>",
            "vision_eos_token": "<|vision_end|>",
        },
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    tokenizer = train()
    save(tokenizer, folder)
    sample = "".join(corpus(300))
    share = len(sample) / len(tokenizer.encode(sample).ids)
    print(f"{tokenizer.get_vocab_size()} tokens, {share:.2f} characters a token")


if __name__ == "__main__":
    main()
