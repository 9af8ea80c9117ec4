"""Long documents: they fit their rows, and rows hold them as if each stood alone."""

import random
from itertools import chain

import numpy as np
import pytest

from demo_model.batches import IGNORED, LONG, Encoded, Size, build, encoder_of
from demo_model.documents import Document
from demo_model.long_documents import (
    KINDS,
    late_questions,
    texts_to_copy,
    texts_to_read,
    tool_requests,
)
from demo_model.mixtures import MIXTURES, USUAL, Mixture
from demo_model.said.german_talk import NO_IMAGE as GERMAN_NO_IMAGE
from demo_model.said.unseen import NO_IMAGE
from demo_model.said.writing import Piece
from tests.conftest import DOT

ENCODER = encoder_of(DOT)


def conversation(document: Document) -> Encoded:
    """Return the trunk with the first branch."""
    pieces = [Piece(document.trunk, learn=False), *document.branches[0]]
    return ENCODER.encode([pieces], document.frames)[0]


def test_late_talk_never_denies_the_image() -> None:
    """The image stands at the beginning of the chat, so an answer that denies it is wrong."""
    for seed in range(20):
        document = late_questions(random.Random(seed), seed % 2 == 0, 4000)
        said = "".join(piece.text for branch in document.branches for piece in branch)
        assert not any(denial in said for denial in (NO_IMAGE, GERMAN_NO_IMAGE)), seed


def ids(text: str) -> list[int]:
    return ENCODER.tokenizer.encode(text, add_special_tokens=False).ids


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("room", [500, 1500])
def test_nearly_all_documents_fit_their_room(make, room) -> None:
    """A row drops the others."""
    lengths = [
        len(conversation(make(random.Random(seed), seed % 2 == 0, room)).tokens)
        for seed in range(20)
    ]
    # A tenth of the late questions do not fit in the smallest room.
    assert sum(it > 1.2 * room for it in lengths) <= 3


def test_long_copies_fill_eight_thousand_tokens() -> None:
    lengths = [
        len(conversation(texts_to_copy(random.Random(seed), False, 8192)).tokens)
        for seed in range(12)
    ]
    assert 6500 < max(lengths) <= 8192


@pytest.mark.parametrize("german", [False, True])
def test_texts_to_read_reach_over_nearly_all_of_their_room(german) -> None:
    """A fact that is farther away than any of the training is not found."""
    lengths = [
        len(conversation(texts_to_read(random.Random(seed), german, 8192)).tokens)
        for seed in range(8)
    ]
    assert min(lengths) > 0.83 * 8192
    assert max(lengths) <= 8192


def test_branches_are_encoded_as_if_alone() -> None:
    for number, make in enumerate(KINDS):
        document = make(random.Random(f"alone/{number}"), False, 900)
        for branch in document.branches:
            parts = [document.trunk, *(piece.text for piece in branch)]
            assert list(chain(*map(ids, parts))) == ids("".join(parts))


def test_a_batch_has_the_documents_of_its_mixture() -> None:
    (call,) = ids("<tool_call>")
    for kind, most in ((tool_requests, True), (texts_to_read, False)):
        mixture = Mixture(1, USUAL.kinds, dict.fromkeys(KINDS, 0.0) | {kind: 1})
        arrays = build(DOT, "test/mixture", Size(rows=2, length=LONG, vision_rows=2), mixture)
        called = np.unique(arrays["documents"][arrays["tokens"] == call])
        assert (np.isin(arrays["documents"], called).mean() > 0.6) == most


@pytest.mark.parametrize("mixture", MIXTURES.values(), ids=MIXTURES)
def test_every_mixture_weighs_every_kind(mixture: Mixture) -> None:
    assert mixture.kinds.keys() == USUAL.kinds.keys()
    assert mixture.long_kinds.keys() == USUAL.long_kinds.keys()


@pytest.fixture(scope="module")
def rows() -> dict[str, np.ndarray]:
    return build(DOT, "test/long", Size(rows=3, length=LONG, vision_rows=12))


def test_a_long_row_reads_as_if_each_conversation_stood_alone(rows) -> None:
    """Tokens that a branch sees, as `network.sees` has it, are a conversation from its first token
    to its last, at positions that leave no gap."""
    seen = 0
    pads = [ids(f"<|{kind}_pad|>")[0] for kind in ("image", "video")]
    for row in range(len(rows["tokens"])):
        documents, branches = rows["documents"][row], rows["branches"][row]
        for document in set(documents[documents > 0].tolist()):
            own = documents == document
            for branch in sorted(set(branches[own].tolist()) - {0}) or [0]:
                at = own & ((branches == 0) | (branches == branch))
                tokens = rows["tokens"][row, at].tolist()
                if np.isin(tokens, pads).any():
                    continue
                text = ENCODER.tokenizer.decode(tokens, skip_special_tokens=False)
                assert text.startswith("<|im_start|>") and text.endswith("<|im_end|>")
                assert ids(text) == tokens
                places = rows["positions"][:, row, at]
                assert (places == np.arange(len(tokens))).all()
                seen += len(tokens) > 400
    assert seen > 1


def test_targets_of_long_rows_are_the_next_tokens_of_the_same_branch(rows) -> None:
    row, at = np.nonzero(rows["targets"] != IGNORED)
    assert len(row) > 100
    assert (rows["targets"][row, at] == rows["tokens"][row, at + 1]).all()
    for name in ("documents", "branches"):
        assert (rows[name][row, at] == rows[name][row, at + 1]).all()
