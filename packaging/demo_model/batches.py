"""Batches of packed rows, each a function of its seed and number alone."""

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from demo_model.dimensions import MERGE, Dimensions
from demo_model.documents import Document, Frame, sample_document
from demo_model.long_documents import sample_long
from demo_model.mixtures import USUAL, Mixture
from demo_model.said.writing import Piece

# Batches are made in many processes anyway.
os.environ["TOKENIZERS_PARALLELISM"] = "false"
IGNORED = -100
# Patches of a row of frames: as many as the largest image has.
PATCHES = 576
# Rows from this length on also have long documents.
LONG = 2048
MOST_MISSES = 6
# Tokens of a row, unless longer conversations are wanted.
LENGTH = 576


@dataclass(frozen=True)
class Size:
    """Size of a batch: rows of `length` tokens, and rows of PATCHES patches for their frames.
    Without `vision_rows`, no conversation has images."""

    rows: int = 128
    length: int = LENGTH
    vision_rows: int = 144


class Full(Exception):
    """Raised if a row has no space left."""


@dataclass
class Encoded:
    """A text as tokens. `learned` marks what the assistant says; `positions` (3, n) are time, row
    and column; `pads` are the indices of the tokens that stand for cells."""

    tokens: NDArray[np.int64]
    learned: NDArray[np.bool_]
    positions: NDArray[np.int64]
    pads: NDArray[np.int64]


class Encoder:
    """Makes tokens of text, as the tokenizer and the processors do."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        vocabulary = tokenizer.get_vocab()
        self._pads = [vocabulary[f"<|{kind}_pad|>"] for kind in ("image", "video")]

    def encode(
        self, chats: Sequence[Sequence[Piece]], frames: Sequence[Frame] = (), start: int = 0
    ) -> list[Encoded]:
        """Encode each of `chats` from position `start` on. Only the first may show frames."""
        texts = [piece.text for pieces in chats for piece in pieces]
        found = iter(self.tokenizer.encode_batch_fast(texts, add_special_tokens=False))
        encoded = []
        for pieces in chats:
            ids = [next(found).ids for _ in pieces]
            learned = np.repeat([piece.learn for piece in pieces], [len(part) for part in ids])
            tokens = np.array([token for part in ids for token in part], np.int64)
            encoded.append(self._expanded(tokens, learned, frames, start))
            frames = ()
        return encoded

    def _expanded(
        self,
        tokens: NDArray[np.int64],
        learned: NDArray[np.bool_],
        frames: Sequence[Frame],
        start: int,
    ) -> Encoded:
        """Return the text with as many placeholders as there are cells."""
        counts, advance = np.ones_like(tokens), np.ones_like(tokens)
        at = np.flatnonzero(np.isin(tokens, self._pads)) if frames else np.array([], int)
        for index, frame in zip(at, frames, strict=True):
            counts[index] = frame.rows * frame.columns
            advance[index] = max(frame.rows, frame.columns)
        begins = start + np.cumsum(advance) - advance
        positions = np.tile(np.repeat(begins, counts), (3, 1))
        firsts = np.cumsum(counts) - counts
        pads = [np.arange(firsts[index], firsts[index] + counts[index]) for index in at]
        for cells, frame in zip(pads, frames, strict=True):
            positions[:, cells] += grid(frame)
        return Encoded(
            np.repeat(tokens, counts),
            np.repeat(learned, counts),
            positions,
            np.concatenate([np.array([], int), *pads]),
        )


def grid(frame: Frame) -> NDArray[np.int64]:
    """Return the positions (3, rows · columns) of a frame's cells. Source: Qwen2-VL's mRoPE."""
    rows, columns = np.divmod(np.arange(frame.rows * frame.columns), frame.columns)
    return np.stack([np.zeros_like(rows), rows, columns])


class Batch:
    """The arrays that `network.Dot` takes, filled row by row."""

    def __init__(self, size: Size) -> None:
        r, n, v = size.rows, size.length, size.vision_rows
        self.size = size
        self.tokens = np.zeros((r, n), np.int64)
        self.targets = np.full((r, n), IGNORED, np.int64)
        self.positions = np.zeros((3, r, n), np.int16)
        # The number of tokens before each one in its own conversation, as a model without eyes
        # counts them.
        self.order = np.zeros((r, n), np.int16)
        # The place in the row of the token before each one in its own conversation; for the first
        # one, its own place.
        self.previous = np.tile(np.arange(n, dtype=np.int16), (r, 1))
        # 0 is padding.
        self.documents = np.zeros((r, n), np.int32)
        self.branches = np.zeros((r, n), np.int32)
        self.pixels = np.zeros((v, PATCHES, Dimensions().patch_values), np.uint8)
        self.places = np.zeros((v, PATCHES, 2), np.uint8)
        self.sizes = np.ones((v, PATCHES, 2), np.uint8)
        self.frames = np.zeros((v, PATCHES), np.int16)
        # The place of each cell in rows · length; the place after the last is discarded.
        self.cells = np.full((v, PATCHES // MERGE**2), r * n, np.int64)
        self.labels = np.full((v, PATCHES // MERGE**2, 2), IGNORED, np.int64)
        self._used = [0] * r
        self._seen = [0] * v
        self._count = 0

    def arrays(self) -> dict[str, NDArray]:
        return {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}

    def room(self, row: int) -> int:
        return self.size.length - self._used[row]

    def add(self, row: int, document: Document, encoder: Encoder) -> None:
        """Add a document, with as many of its branches as fit. Raises Full."""
        frames = document.frames
        trunk = [[Piece(document.trunk, learn=False)]] if document.trunk else []
        trunks = encoder.encode(trunk, frames)
        start = trunks[0].positions.max() + 1 if trunks else 0
        branches = encoder.encode(document.branches, () if trunks else frames, start)
        if sum(len(text.tokens) for text in (*trunks, branches[0])) > self.room(row):
            raise Full
        where = self._rows_for(frames)
        self._count += 1
        start = self._used[row]
        before = row * self.size.length + start
        self._show(frames, where, before + (*trunks, *branches)[0].pads)
        for text in trunks:
            self._write(row, text, 0, range(0))
        told = range(start, self._used[row])
        for number, branch in enumerate(branches, 1):
            if len(branch.tokens) <= self.room(row):
                self._write(row, branch, number, told)

    def _write(self, row: int, encoded: Encoded, branch: int, told: range) -> None:
        """Write a branch, which follows the tokens at the places `told`; each token's target is the
        next one of its own branch."""
        at = slice(self._used[row], self._used[row] + len(encoded.tokens))
        self.tokens[row, at] = encoded.tokens
        self.positions[:, row, at] = encoded.positions
        self.order[row, at] = np.arange(len(told), len(told) + len(encoded.tokens))
        self.previous[row, at] = np.arange(at.start - 1, at.stop - 1)
        self.previous[row, at.start] = told[-1] if told else at.start
        self.documents[row, at] = self._count
        self.branches[row, at] = branch
        learned = np.where(encoded.learned[1:], encoded.tokens[1:], IGNORED)
        self.targets[row, at.start : at.stop - 1] = learned
        self._used[row] = at.stop

    def _rows_for(self, frames: tuple[Frame, ...]) -> list[int]:
        """Return the first rows that have space. Raises Full."""
        seen = list(self._seen)
        where = []
        for frame in frames:
            need = len(frame.patches)
            row = next((i for i, used in enumerate(seen) if used + need <= PATCHES), None)
            if row is None:
                raise Full
            seen[row] += need
            where.append(row)
        return where

    def _show(self, frames: tuple[Frame, ...], where: list[int], cells: NDArray[np.int64]) -> None:
        done = 0
        for frame, row in zip(frames, where, strict=True):
            start, count = self._seen[row], len(frame.patches)
            at = slice(start, start + count)
            self.pixels[row, at] = frame.patches
            self.places[row, at] = patch_places(frame)
            self.sizes[row, at] = (frame.rows * MERGE, frame.columns * MERGE)
            self.frames[row, at] = start + 1
            each = slice(start // MERGE**2, at.stop // MERGE**2)
            number = frame.rows * frame.columns
            self.cells[row, each] = cells[done : done + number]
            self.labels[row, each] = frame.labels
            self._seen[row] = at.stop
            done += number


def patch_places(frame: Frame) -> NDArray[np.int64]:
    """Return row and column (4 · rows · columns, 2) of each patch; the four patches of a cell are
    neighbors."""
    row, column, down, right = np.meshgrid(
        range(frame.rows), range(frame.columns), range(MERGE), range(MERGE), indexing="ij"
    )
    both = np.stack([row * MERGE + down, column * MERGE + right], -1)
    return both.reshape(-1, 2)


@cache
def encoder_of(folder: Path) -> Encoder:
    return Encoder(Tokenizer.from_file(str(folder / "tokenizer.json")))


def build(folder: Path, seed: str, size: Size, mixture: Mixture = USUAL) -> dict[str, NDArray]:
    """Return one batch, made with the tokenizer of `folder`."""
    encoder = encoder_of(folder)
    rng = random.Random(seed)
    batch = Batch(size)
    for row in range(size.rows):
        _fill(batch, row, rng, encoder, mixture)
    return batch.arrays()


def _fill(batch: Batch, row: int, rng: random.Random, encoder: Encoder, mixture: Mixture) -> None:
    """Add documents until one does not fit. For each LENGTH tokens there is one document of any
    kind; the others are short texts. Rows of LONG tokens also have those of `long_documents`."""
    text_only = not batch.size.vision_rows
    due = misses = 0
    while batch.room(row) > 40 and misses < MOST_MISSES:
        short = batch.size.length - batch.room(row) < due
        long = batch.size.length >= LONG and rng.random() < mixture.long_share
        room = batch.room(row)
        if long:
            document = sample_long(rng, room, mixture.long_kinds, text_only=text_only)
        else:
            document = sample_document(rng, mixture.kinds, short=short, text_only=text_only)
        try:
            batch.add(row, document, encoder)
        except Full:
            if short and not long:
                return
            misses += 1
        due += 0 if short or long else LENGTH
