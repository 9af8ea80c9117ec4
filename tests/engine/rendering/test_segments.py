"""Cached segments give the tokens of the whole text."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers, trainers
from tokenizers.processors import TemplateProcessing
from transformers import PreTrainedTokenizerFast

from engine.models.loader import LoadedModel, examine_model, load_model
from engine.prompts import processing
from engine.rendering.segments import AT_ONCE, Segments

WORDS = (
    *(" ", "  ", "\n", "\n\n", "\r\n", "\t", "\0", "\ufeff", "a", "x", "!", "<", "|", "1234"),
    *(" the", "What is it?", "im_end|>", "é", "e\u0301", "你好", "привет", "مرحبا", "नमस्ते"),
    *("🙂", "👩‍👩‍👧", "한국어", "ไทย", "ﬁ"),
)
ENDS = "<|im_start|>", "<|im_end|>", "<s>", "[INST]", "<left>", "<word>"
# Tokens that overlap a special token in raw text and are found before it, or stand beside it.
OVERLAPS = "a<|im_", "<|im_end|>!", "x<", "\n\n", "<think>"


def trained_tokenizer(kind: str) -> Tokenizer:
    """Return a tokenizer built as the families build theirs, trained on a few words."""
    whole = Tokenizer(models.Unigram() if kind == "unigram" else models.BPE())
    options: dict[str, Any] = {"vocab_size": 600, "show_progress": False}
    if kind.startswith("bytes"):
        spaced = kind == "bytes, prefix space"
        whole.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=spaced)
        whole.normalizer = normalizers.NFC()
        options["initial_alphabet"] = pre_tokenizers.ByteLevel.alphabet()
    elif kind == "prepended":
        parts = [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
        whole.normalizer = normalizers.Sequence(parts)
    else:
        scheme = "always" if kind == "unigram" else kind
        whole.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme)
    if kind == "unigram":
        trainer = trainers.UnigramTrainer(**options, unk_token="<unk>", special_tokens=["<unk>"])
    else:
        trainer = trainers.BpeTrainer(**options)
    whole.train_from_iterator(["".join(WORDS), "the quick brown fox  jumps\n\n"] * 20, trainer)
    whole.add_special_tokens(
        [
            AddedToken(
                name,
                normalized=name == "[INST]",
                rstrip=name == "<|im_end|>",
                lstrip=name == "<left>",
                single_word=name == "<word>",
            )
            for name in ENDS
        ]
    )
    whole.add_tokens([AddedToken(name, normalized=False) for name in OVERLAPS])
    return whole


def assert_same_tokens(tokenizer: Any, pieces: tuple[str, ...], texts: int) -> None:
    chance = random.Random(7)
    segments = Segments(tokenizer)
    for _ in range(texts):
        text = "".join(chance.choices(pieces, k=chance.randint(0, 30)))
        for add in (False, True):
            expected = tokenizer.encode(text, add_special_tokens=add)
            assert segments.encode(text, add_special_tokens=add) == expected, repr(text)


def tokenizer_in(model: LoadedModel) -> Any:
    processor = model.processor
    return getattr(processor, "tokenizer", processor) if model.vision else model.tokenizer


# All tokenizers there are: the other tiny families have one of these two.
@pytest.mark.parametrize("family", ["dot", "qwen3", "gemma3"], indirect=True)
def test_segments_give_the_tokens_of_the_whole_text(family: Path) -> None:
    mine = tokenizer_in(load_model(examine_model(str(family))))
    specials = [str(token) for token in mine.added_tokens_decoder.values()]
    assert_same_tokens(mine, (*specials, *WORDS), 200)


@pytest.mark.parametrize("begins", [False, True], ids=["", "begun"])
@pytest.mark.parametrize("split", [False, True], ids=["", "specials as text"])
@pytest.mark.parametrize(
    "kind",
    ["bytes", "bytes, prefix space", "first", "always", "never", "prepended", "unigram"],
)
def test_segments_work_with_any_normalization(kind: str, split: bool, begins: bool) -> None:
    whole = trained_tokenizer(kind)
    if begins:
        start = whole.token_to_id("<s>")
        whole.post_processor = TemplateProcessing(single="<s> $A", special_tokens=[("<s>", start)])
    mine = PreTrainedTokenizerFast(tokenizer_object=whole, split_special_tokens=split)
    assert_same_tokens(mine, (*ENDS, *OVERLAPS, *WORDS), 100)


def test_half_a_character_is_read_as_an_unknown_one(dot: LoadedModel) -> None:
    """Lists of prompts, imported chats and schemas of tools can have one."""
    segments = Segments(tokenizer_in(dot))
    text, halves = "a\ufffd<|im_end|>\ufffd", "a\ud83d<|im_end|>\udc00"
    assert segments.encode(halves) == segments.encode(text)
    assert processing.encode(halves, [], dot)[0] == segments.encode(text)


class WatchedTokenizer:
    """A tokenizer, and what it was asked."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.seen: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]:
        self.seen.append(text)
        return self._inner.encode(text, add_special_tokens=add_special_tokens)


@pytest.fixture
def watched_tokenizer(dot: LoadedModel) -> Iterator[WatchedTokenizer]:
    yield WatchedTokenizer(tokenizer_in(dot))


@pytest.mark.parametrize("add", [False, True])
def test_a_cached_segment_is_tokenized_once(
    watched_tokenizer: WatchedTokenizer, dot: LoadedModel, add: bool
) -> None:
    segments = Segments(watched_tokenizer)
    asked = "".join(
        f"<|im_start|>user\nquestion {n} {'word ' * 300}<|im_end|>\n" for n in range(50)
    )
    pieces = sum(1 for _ in segments.learn(asked))
    assert pieces >= len(asked) // AT_ONCE - 1 > 0
    watched_tokenizer.seen.clear()
    more = asked + "<|im_start|>user\nnew<|im_end|>\n"
    expected = tokenizer_in(dot).encode(more, add_special_tokens=add)
    assert segments.encode(more, add_special_tokens=add) == expected
    assert watched_tokenizer.seen == ["<|im_start|>user\nnew"]
