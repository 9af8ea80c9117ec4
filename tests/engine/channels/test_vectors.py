"""Collected model output of many families, split into reasoning, answer and calls."""

import random
from typing import Any

import pytest
from mlx_lm.tokenizer_utils import BPEStreamingDetokenizer, TokenizerWrapper
from tokenizers import Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast
from transformers.convert_slow_tokenizer import bytes_to_unicode

from engine.channels.format import Format
from engine.channels.known_formats import FORMATS
from engine.channels.token_router import TokenRouter
from engine.messages import Channel, Delta
from engine.requests.reply import Reply
from tests.engine.channels import vectors_io as io

CHANNELS = io.load("channel_vectors")
TEXT = [vector for vector in CHANNELS if vector.get("requires") != "token_ids"]


def named(vectors: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("vector", vectors, ids=[vector["id"] for vector in vectors])


def test_vectors_are_routed_as_tokens() -> None:
    """Whole, by segment, by character or at random, the result is the expected one."""
    for vector in CHANNELS:
        with io.noted(vector):
            fmt, fed = io.format_of(vector), io.segments(vector)
            found = io.route_vector(fmt, io.join_ordinary(fed), vector)
            io.check_vector(vector, found)
            assert io.route_vector(fmt, fed, vector) == found
            check_other_splits(fmt, fed, vector, found)


def test_vectors_are_routed_as_plain_text() -> None:
    """The result is the same if the vocabulary has none of the markers, so that all of it is
    text."""
    for vector in TEXT:
        with io.noted(vector):
            fmt = io.format_of(vector).as_text
            fed = [(text, False) for text, _ in io.segments(vector)]
            found = io.route_vector(fmt, io.join_ordinary(fed), vector)
            io.check_vector(vector, found)
            if chunks := vector["input"].get("chunks"):
                assert io.route_vector(fmt, [(text, False) for text in chunks], vector) == found
            check_other_splits(fmt, fed, vector, found)


def check_other_splits(
    fmt: Format, fed: list[io.Fed], vector: dict[str, Any], found: io.Split
) -> None:
    assert io.route_vector(fmt, io.characters(fed), vector) == found
    rng = random.Random(vector["id"])
    for _ in range(1 if len(found.content) > 10_000 else 4):
        assert io.route_vector(fmt, io.at_random(fed, rng), vector) == found


def tokenizer_for(tokens: list[bytes]) -> tuple[TokenizerWrapper, list[int]]:
    """A vocabulary of just these tokens, byte by byte as BPE writes them, and their ids."""
    spelled = bytes_to_unicode()
    words = ["".join(spelled[byte] for byte in token) for token in tokens]
    vocabulary = {word: at for at, word in enumerate(dict.fromkeys(words))}
    inner = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    inner.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=inner)
    detokenizer: Any = BPEStreamingDetokenizer
    return TokenizerWrapper(fast, detokenizer), [vocabulary[word] for word in words]


@named(io.load("utf8_vectors"))
def test_bytes_become_characters(vector: dict[str, Any]) -> None:
    hexes = [
        each
        for token in vector["tokens_hex"]
        for each in ([token["rep"]] * token["n"] if isinstance(token, dict) else [token])
    ]
    tokenizer, ids = tokenizer_for([bytes.fromhex(each) for each in hexes])
    router = TokenRouter(FORMATS["plain"], tokenizer.detokenizer, Channel.CONTENT)
    deltas = [text for token in ids for _, text in router.feed(token)]
    deltas += [text for _, text in router.flush()]
    expect = vector["expect"]
    assert "".join(deltas) in [io.text_of(expect["text"]), *expect.get("accept_text_also", ())]
    if expect["no_replacement_in_deltas"]:
        assert not any("\ufffd" in delta for delta in deltas)


@pytest.mark.parametrize("by", ["chunk", "character"])
@named(io.load("stop_vectors"))
def test_stop_strings_follow_the_vectors(vector: dict[str, Any], by: str) -> None:
    """Cut exactly, across tokens; shown text never grows back."""
    chunks = vector["chunks"] if by == "chunk" else list("".join(vector["chunks"]))
    tokenizer, ids = tokenizer_for([chunk.encode() for chunk in chunks])
    fmt = FORMATS[vector["family"]].as_text
    start = Channel.REASONING if vector["prompt_open_thinking"] else Channel.CONTENT
    reply = Reply(tokenizer, fmt, start, tuple(vector["stop"]), ())
    events = []
    for token in ids:
        events += reply.feed(1, token)
        if reply.stopped:
            break
    else:
        events += reply.flush(1)
    deltas = [event for event in events if isinstance(event, Delta)]
    shown = dict.fromkeys(Channel, "")
    for delta in deltas:
        shown[delta.channel] += delta.text
    wanted = [vector["expect"], *vector.get("accept_also", ())]
    found = (shown[Channel.CONTENT], shown[Channel.REASONING], reply.stopped)
    assert found in [
        (each["content"] or "", each["reasoning"] or "", each["matched_stop"] is not None)
        for each in wanted
    ]
    for text in vector.get("never_emitted", ()):
        assert all(text not in delta.text for delta in deltas)
