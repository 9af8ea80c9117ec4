"""Tokens to text as they come, with every byte that the model wrote.

mlx-lm's detokenizer for byte-level BPE takes a NUL for a letter and shows nothing while bytes come
that are no UTF-8; its general one repeats text where two characters of several bytes follow each
other.
"""

import codecs
from collections.abc import Callable, Sequence
from typing import Protocol

from mlx_lm.tokenizer_utils import (
    BPEStreamingDetokenizer,
    NaiveStreamingDetokenizer,
    SPMStreamingDetokenizer,
    StreamingDetokenizer,
)
from transformers.convert_slow_tokenizer import bytes_to_unicode

_BYTES = {letter: byte for byte, letter in bytes_to_unicode().items()}
_UTF8 = codecs.getincrementaldecoder("utf-8")
# Tokens that wait for an open character: it has four bytes at most.
LONGEST = 16
_SPACE = "\u2581".encode()


class Detokenizer(Protocol):
    """One reply's tokens in, text out; the bytes of an open character are held."""

    @property
    def last_segment(self) -> str:
        """Text since this was read last."""
        ...

    def reset(self) -> None: ...

    def add_token(self, token: int) -> None: ...

    def finalize(self) -> None:
        """Give up what is held: the reply ends, or a special token comes."""
        ...


def detokenizer_for(library: StreamingDetokenizer) -> Detokenizer:
    """Our own in place of one of mlx-lm's."""
    if isinstance(library, BPEStreamingDetokenizer):
        return ByteDetokenizer(library.tokenmap, trim=True)
    if isinstance(library, SPMStreamingDetokenizer):
        return ByteDetokenizer(library.tokenmap, trim=library.trim_space)
    if isinstance(library, NaiveStreamingDetokenizer):
        return WholeDetokenizer(library._tokenizer.decode)
    return library


class ByteDetokenizer:
    """For vocabularies of byte-level BPE, as text, and of SentencePiece, as bytes."""

    def __init__(self, vocabulary: Sequence[str | bytes | None], *, trim: bool) -> None:
        """`trim`: one space at the very beginning is none of the text."""
        self._vocabulary = vocabulary
        self._trim = trim
        self.reset()

    def reset(self) -> None:
        self._decoder = _UTF8("replace")
        self._text, self._begun = "", not self._trim

    @property
    def last_segment(self) -> str:
        text, self._text = self._text, ""
        return text

    def add_token(self, token: int) -> None:
        # A model's vocabulary can be longer than its tokenizer's.
        if token < len(self._vocabulary):
            self._write(self._decoder.decode(_bytes(self._vocabulary[token])))

    def finalize(self) -> None:
        self._write(self._decoder.decode(b"", final=True))

    def _write(self, text: str) -> None:
        if text and not self._begun:
            text, self._begun = text.removeprefix(" "), True
        self._text += text


class WholeDetokenizer:
    """For all others: `decode` makes text of tokens that it sees together with those before them.

    Text that ends with an open character waits for more tokens, but for `LONGEST` at most; so does
    a space, which some tokenizers take away before a comma.
    """

    def __init__(self, decode: Callable[[list[int]], str]) -> None:
        self._decode = decode
        self.reset()

    def reset(self) -> None:
        # The tokens that were given up last, and those that wait.
        self._before: list[int] = []
        self._waiting: list[int] = []
        self._text = ""

    @property
    def last_segment(self) -> str:
        text, self._text = self._text, ""
        return text

    def add_token(self, token: int) -> None:
        self._waiting.append(token)
        self._give(held=("\ufffd", " ") if len(self._waiting) < LONGEST else ())

    def finalize(self) -> None:
        self._give(held=())
        self._before = []

    def _give(self, held: tuple[str, ...]) -> None:
        known = self._decode(self._before) if self._before else ""
        text = self._decode(self._before + self._waiting)
        if text.endswith(held):
            return
        self._text += text[len(known) :]
        self._before, self._waiting = self._waiting, []


def _bytes(token: str | bytes | None) -> bytes:
    """The bytes that a token of the vocabulary stands for; none for a gap in its ids."""
    if isinstance(token, bytes):
        return token.replace(_SPACE, b" ")
    try:
        return bytes(_BYTES[letter] for letter in token or "")
    except KeyError:
        # An added token is plain text.
        return (token or "").encode()
