"""Incremental detokenizing that keeps every byte that the model wrote.

mlx-lm's detokenizer for byte-level BPE takes a NUL for a letter, shows nothing while bytes come
that are not UTF-8, and removes a space from the indentation of code that begins a reply. Its
general one repeats text if two characters of several bytes follow each other.
"""

import codecs
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from mlx_lm.tokenizer_utils import (
    BPEStreamingDetokenizer,
    NaiveStreamingDetokenizer,
    SPMStreamingDetokenizer,
    StreamingDetokenizer,
    TokenizerWrapper,
)
from transformers.convert_slow_tokenizer import bytes_to_unicode

_BYTES = {letter: byte for byte, letter in bytes_to_unicode().items()}
_UTF8 = codecs.getincrementaldecoder("utf-8")
# Tokens that are held for an incomplete character, which has four bytes at most.
MAX_PENDING = 16
_SPACE = "\u2581".encode()


class Detokenizer(Protocol):
    """Takes the tokens of one reply and returns text; the bytes of an incomplete character are
    held."""

    @property
    def last_segment(self) -> str:
        """The text since this property was read last."""
        ...

    def reset(self) -> None: ...

    def add_token(self, token: int) -> None: ...

    def finalize(self) -> None:
        """Release held bytes: the reply ends, or a special token follows."""
        ...


def detokenizer_for(library: StreamingDetokenizer) -> Detokenizer:
    """Return our replacement for one of mlx-lm's detokenizers."""
    if isinstance(library, BPEStreamingDetokenizer):
        return ByteDetokenizer(library.tokenmap, trim=False)
    if isinstance(library, SPMStreamingDetokenizer):
        return ByteDetokenizer(library.tokenmap, trim=library.trim_space)
    if isinstance(library, NaiveStreamingDetokenizer):
        return WholeDetokenizer(library._tokenizer.decode)
    return library


def token_texts(tokenizer: TokenizerWrapper, tokens: Iterable[int]) -> dict[int, str]:
    """Return the text of each token on its own."""
    library = tokenizer.detokenizer
    found = {token: token_bytes(library, token) for token in tokens}
    return {
        token: tokenizer.decode([token]) if raw is None else raw.decode(errors="replace")
        for token, raw in found.items()
    }


def token_bytes(library: StreamingDetokenizer, token: int) -> bytes | None:
    """Return the bytes of a token, None if the vocabulary does not tell."""
    if not isinstance(library, BPEStreamingDetokenizer | SPMStreamingDetokenizer):
        return None
    vocabulary: Sequence[str | bytes | None] = library.tokenmap
    return _bytes(vocabulary[token]) if token < len(vocabulary) else None


class ByteDetokenizer:
    """Detokenizes vocabularies of byte-level BPE, given as text, and of SentencePiece, given as
    bytes."""

    def __init__(self, vocabulary: Sequence[str | bytes | None], *, trim: bool) -> None:
        """`trim`: one space at the very beginning is not part of the text, as SentencePiece adds
        it."""
        self._vocabulary = vocabulary
        self._trim = trim
        self.reset()

    def reset(self) -> None:
        self._decoder = _UTF8("replace")
        self._text, self._at_start = "", self._trim

    @property
    def last_segment(self) -> str:
        text, self._text = self._text, ""
        return text

    def add_token(self, token: int) -> None:
        # A model's vocabulary can be larger than its tokenizer's.
        if token < len(self._vocabulary):
            self._write(self._decoder.decode(_bytes(self._vocabulary[token])))

    def finalize(self) -> None:
        self._write(self._decoder.decode(b"", final=True))

    def _write(self, text: str) -> None:
        if text and self._at_start:
            text, self._at_start = text.removeprefix(" "), False
        self._text += text


class WholeDetokenizer:
    """Detokenizes all other vocabularies: `decode` gets new tokens together with those before them.

    Text that ends with an incomplete character is held for at most `MAX_PENDING` tokens. So is a
    space, which some tokenizers remove before a comma.
    """

    def __init__(self, decode: Callable[[list[int]], str]) -> None:
        self._decode = decode
        self.reset()

    def reset(self) -> None:
        # The tokens that were written last, and those that are held.
        self._before: list[int] = []
        self._waiting: list[int] = []
        self._text = ""

    @property
    def last_segment(self) -> str:
        text, self._text = self._text, ""
        return text

    def add_token(self, token: int) -> None:
        self._waiting.append(token)
        self._flush(held=("\ufffd", " ") if len(self._waiting) < MAX_PENDING else ())

    def finalize(self) -> None:
        self._flush(held=())
        self._before = []

    def _flush(self, held: tuple[str, ...]) -> None:
        written = self._decode(self._before) if self._before else ""
        text = self._decode(self._before + self._waiting)
        if text.endswith(held):
            return
        self._text += text[len(written) :]
        self._before, self._waiting = self._waiting, []


@lru_cache(maxsize=1 << 14)
def _bytes(token: str | bytes | None) -> bytes:
    """Return the bytes that a token of the vocabulary stands for; none for a gap in its ids."""
    if isinstance(token, bytes):
        return token.replace(_SPACE, b" ")
    try:
        return bytes(_BYTES[letter] for letter in token or "")
    except KeyError:
        # An added token is spelled as plain text.
        return (token or "").encode()
