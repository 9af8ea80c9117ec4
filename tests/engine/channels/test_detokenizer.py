"""Every byte that a model writes comes through, with every kind of tokenizer."""

from typing import Any

import pytest
from mlx_lm.tokenizer_utils import (
    BPEStreamingDetokenizer,
    NaiveStreamingDetokenizer,
    SPMStreamingDetokenizer,
    TokenizerWrapper,
)
from tokenizers import AddedToken, Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast
from transformers.convert_slow_tokenizer import bytes_to_unicode

from engine.channels.known_formats import FORMATS
from engine.channels.token_router import TokenRouter
from engine.messages import Channel

# Vocabularies have added tokens as text; the last three contain letters that also name bytes.
ADDED = ["｜", "x y", "é", "Ā", "naïve"]
FALLBACK = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]


def wrapped(words: list[str], decoder: Any, detokenizer: Any) -> TokenizerWrapper:
    inner = Tokenizer(models.BPE({word: at for at, word in enumerate(words)}, []))
    inner.decoder = decoder
    inner.add_tokens([AddedToken(each, special=False, normalized=False) for each in ADDED])
    return TokenizerWrapper(PreTrainedTokenizerFast(tokenizer_object=inner), detokenizer)


def byte_level(detokenizer: Any) -> TokenizerWrapper:
    spelled = bytes_to_unicode()
    return wrapped([spelled[value] for value in range(256)], decoders.ByteLevel(), detokenizer)


def fallback(detokenizer: Any) -> TokenizerWrapper:
    """Return a tokenizer with letters as tokens, and other characters as bytes."""
    words = [f"<0x{value:02X}>" for value in range(256)]
    words[0x21:0x7F] = [chr(value) for value in range(0x21, 0x7F)]
    return wrapped(words, decoders.Sequence(FALLBACK), detokenizer)


KINDS = {
    "byte-level BPE": lambda: byte_level(BPEStreamingDetokenizer),
    "SentencePiece": lambda: fallback(SPMStreamingDetokenizer),
    "byte-level, decoded as a whole": lambda: byte_level(NaiveStreamingDetokenizer),
    "SentencePiece, decoded as a whole": lambda: fallback(NaiveStreamingDetokenizer),
}


@pytest.fixture(scope="module", params=KINDS)
def each_tokenizer(request: pytest.FixtureRequest) -> TokenizerWrapper:
    return KINDS[request.param]()


def routed_pieces(tokenizer: TokenizerWrapper, tokens: list[int]) -> list[str]:
    router = TokenRouter(FORMATS["plain"], tokenizer.detokenizer, Channel.CONTENT)
    found = ["".join(text for _, text in router.feed(token)) for token in tokens]
    return [*found, "".join(text for _, text in router.flush())]


def test_every_character_below_256_is_decoded(each_tokenizer) -> None:
    for value in range(256):
        text = f"a{chr(value)}b"
        assert "".join(routed_pieces(each_tokenizer, list(text.encode()))) == text


def test_every_byte_in_bad_utf8_leaves_its_neighbors(each_tokenizer) -> None:
    for value in range(0x80, 256):
        found = "".join(routed_pieces(each_tokenizer, [*b"ab", value, *b"cd"]))
        assert found.replace("\ufffd", "") == "abcd"
        assert "\ufffd" in found


def test_a_character_appears_with_its_last_byte(each_tokenizer) -> None:
    *early, last, rest = routed_pieces(each_tokenizer, list("😀".encode()))
    assert (early, last, rest) == (["", "", ""], "😀", "")


@pytest.mark.parametrize("text", ["a😀é\0社", "😀😀é社会👨‍👩‍👧", "a  b\n\n  c ", "\0\0", "x ,y"])
def test_consecutive_characters_are_decoded(each_tokenizer, text: str) -> None:
    assert "".join(routed_pieces(each_tokenizer, list(text.encode()))) == text


def test_code_that_begins_a_reply_keeps_its_indentation() -> None:
    tokenizer = KINDS["byte-level BPE"]()
    assert "".join(routed_pieces(tokenizer, list(b"    return"))) == "    return"


def test_a_reply_may_end_in_the_middle_of_a_character(each_tokenizer) -> None:
    found = "".join(routed_pieces(each_tokenizer, list("ok😀".encode())[:-1]))
    assert found.rstrip("\ufffd") == "ok"


def test_invalid_bytes_do_not_hold_back_the_rest(each_tokenizer) -> None:
    found = routed_pieces(each_tokenizer, [*b"\xff" * 200, *b"ok"])
    assert "".join(found[:100])
    assert "".join(found).endswith("ok")


def test_added_tokens_match_the_tokenizer(each_tokenizer) -> None:
    for text in ADDED:
        tokens = [*b"ab", each_tokenizer.convert_tokens_to_ids(text), *b"cd"]
        assert "".join(routed_pieces(each_tokenizer, tokens)) == each_tokenizer.decode(tokens)


def test_an_id_beyond_the_vocabulary_has_no_text(each_tokenizer) -> None:
    assert "".join(routed_pieces(each_tokenizer, [*b"ab", 9_999, *b"c"])) == "abc"
