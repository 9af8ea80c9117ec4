"""Dot is trained on the same input that the engine gives it."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mlx.core as mx
import numpy as np
import pytest
from PIL import Image

from demo_model.batches import IGNORED, LENGTH, PATCHES, Encoded, Encoder, Size, build, encoder_of
from demo_model.dimensions import CELL, frame_indices, image_grid, video_grid
from demo_model.documents import (
    Frame,
    Seen,
    patches,
    sample_document,
    tool_branches,
    written,
)
from demo_model.long_documents import sample_long
from demo_model.said.english import ENGLISH
from demo_model.said.exchanges import Chat, Message
from engine.media.budget import BUDGET
from engine.media.file_kind import identify
from engine.media.images import read_image
from engine.media.video_frames import open_video, read_video
from engine.messages import Generate, SamplingParams
from engine.prompts import processing
from engine.rendering import rendered_conversation
from engine.rendering.prompt_input import normalized
from tests.conftest import DOT
from tests.kit.images import ask, save_image, save_video

SIZE = Size(rows=6, length=448, vision_rows=14)
QUESTION = "What is it?"


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return encoder_of(DOT)


def seen_by_engine(dot, path: Path, media) -> tuple[list[int], dict[str, Any], np.ndarray]:
    """Return tokens, the processor's arrays, and positions (3, tokens)."""
    request = Generate(1, str(DOT), (ask(QUESTION, path),), SamplingParams())
    shapes = [processing.shape_of(item, dot) for item in media]
    text = rendered_conversation.render_conversation(
        normalized(request, request.messages, dot.markers), shapes, dot
    )
    tokens, arrays = processing.encode(text, media, dot)
    # Positions do not depend on the features, which take a second for a video.
    places = sum(tokens.count(it) for it in (dot.config.image_token_id, dot.config.video_token_id))
    features = mx.zeros((places, dot.config.text_config.hidden_size))
    prompt = dot.adapter.prompt(tokens, arrays | {"cached_image_features": features})
    positions = np.array(prompt.arrays["position_ids"])
    return tokens, arrays, positions.reshape(3, -1)


def seen_in_training(encoder: Encoder, seen: Seen) -> Encoded:
    """Return the training input up to the beginning of the answer."""
    chat = Chat((Message("user", QUESTION, media=1), Message("assistant", "Yes.")))
    pieces = written(random.Random(1), chat, [seen])
    assert [piece.learn for piece in pieces] == [False, True]
    return encoder.encode([pieces[:1]], seen.frames)[0]


def resized(pixels: Image.Image | np.ndarray, rows: int, columns: int) -> np.ndarray:
    image = Image.fromarray(np.asarray(pixels))
    return np.asarray(image.resize((columns * CELL, rows * CELL), Image.Resampling.BICUBIC))


def frame_of(first: np.ndarray, second: np.ndarray) -> Frame:
    rows, columns = first.shape[0] // CELL, first.shape[1] // CELL
    labels = np.zeros((rows * columns, 2), np.uint8)
    return Frame(rows, columns, patches(first, second), labels)


def same_pixels(frames: tuple[Frame, ...], values: mx.array) -> bool:
    ours = np.concatenate([frame.patches for frame in frames]) / 127.5 - 1
    return np.allclose(ours, np.array(values), atol=1e-5)


@pytest.mark.parametrize("size", [(640, 480), (200, 200), (97, 260), (1999, 700), (130, 90)])
def test_an_image_is_prepared_as_in_the_engine(dot, encoder, tmp_path, size) -> None:
    path = save_image(tmp_path / "p.png", ("red", "circle", 0.4, 0.5), size=size, radius=20)
    tokens, arrays, positions = seen_by_engine(dot, path, [read_image(identify(path))])
    shown = resized(read_image(identify(path)), *image_grid(*size))
    frame = frame_of(shown, shown)
    encoded = seen_in_training(encoder, Seen((frame,), (), []))
    assert encoded.tokens.tolist() == tokens
    assert same_pixels((frame,), arrays["pixel_values"])
    assert (encoded.positions == positions).all()
    assert (encoded.tokens[encoded.pads] == encoded.tokens[encoded.pads[0]]).all()


@pytest.mark.parametrize("frames", [4, 9, 17, 40])
def test_a_video_is_prepared_as_in_the_engine(dot, encoder, tmp_path, frames) -> None:
    path = save_video(tmp_path / "c.mp4", "red", "circle", "left", frames=frames)
    opened = open_video(identify(path), processing.video_sampling(dot))
    video = processing.Video(opened.plan, list(read_video(opened, BUDGET.frame_side)))
    processing.complete(video, dot)
    tokens, arrays, positions = seen_by_engine(dot, path, [video])
    indices = frame_indices(frames, 12)
    rows, columns = video_grid(320, 240, len(indices))
    pixels = [resized(frame, rows, columns) for frame in video.frames]
    pairs = range(0, len(indices), 2)
    shown = tuple(frame_of(pixels[i], pixels[i + 1]) for i in pairs)
    times = tuple((indices[i] + indices[i + 1]) / 2 / 12 for i in pairs)
    encoded = seen_in_training(encoder, Seen(shown, times, []))
    assert encoded.tokens.tolist() == tokens
    assert same_pixels(shown, arrays["pixel_values_videos"])
    assert (encoded.positions == positions).all()


@pytest.fixture(scope="module")
def batch() -> dict[str, np.ndarray]:
    return build(DOT, "test/0", SIZE)


def test_a_seed_gives_the_same_batch(batch) -> None:
    again, other = build(DOT, "test/0", SIZE), build(DOT, "test/1", SIZE)
    assert all((again[name] == batch[name]).all() for name in batch)
    assert (other["tokens"] != batch["tokens"]).any()


def test_targets_are_the_next_tokens_of_the_same_branch(batch) -> None:
    rows, at = np.nonzero(batch["targets"] != IGNORED)
    assert len(rows) > 100
    assert (batch["targets"][rows, at] == batch["tokens"][rows, at + 1]).all()
    for name in ("documents", "branches"):
        assert (batch[name][rows, at] == batch[name][rows, at + 1]).all()


def test_every_answer_is_learned_to_its_end(batch, encoder) -> None:
    tokenizer = encoder.tokenizer
    end, start = tokenizer.token_to_id("<|im_end|>"), tokenizer.token_to_id("<|im_start|>")
    assistant = tokenizer.encode("assistant").ids[0]
    begins = (batch["tokens"][:, :-1] == start) & (batch["tokens"][:, 1:] == assistant)
    assert (batch["targets"] == end).sum() == begins.sum()


def test_frame_cells_match_their_placeholders(batch, encoder) -> None:
    pads = {encoder.tokenizer.token_to_id(f"<|{kind}_pad|>") for kind in ("image", "video")}
    tokens = np.append(batch["tokens"].reshape(-1), 0)
    cells = batch["cells"][batch["frames"][:, ::4] > 0]
    assert len(set(cells.tolist())) == len(cells)
    assert set(tokens[cells].tolist()) <= pads
    assert np.isin(tokens, list(pads)).sum() == len(cells)
    nowhere = batch["cells"][batch["frames"][:, ::4] == 0]
    assert (nowhere == len(tokens) - 1).all()
    assert (batch["labels"][batch["frames"][:, ::4] == 0] == IGNORED).all()


def test_branches_continue_after_the_trunk(batch) -> None:
    """Positions continue as if each branch stood directly behind the image."""
    places = batch["positions"].max(0)
    found = 0
    for document in set(batch["documents"][batch["branches"] > 1].tolist()):
        own = batch["documents"] == document
        trunk = places[own & (batch["branches"] == 0)].max()
        for branch in set(batch["branches"][own].tolist()) - {0}:
            found += 1
            assert places[own & (batch["branches"] == branch)].min() == trunk + 1
    assert found > 5


def conversations(arrays: dict[str, np.ndarray]) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the row of each conversation and the places of its tokens, those of a trunk first."""
    for row, (documents, branches) in enumerate(
        zip(arrays["documents"], arrays["branches"], strict=True)
    ):
        for document in set(documents[documents > 0].tolist()):
            own = documents == document
            for branch in sorted(set(branches[own].tolist()) - {0}) or [0]:
                yield row, np.flatnonzero(own & ((branches == 0) | (branches == branch)))


def test_each_token_has_the_place_of_the_one_before_it(batch) -> None:
    for row, at in conversations(batch):
        assert batch["previous"][row, at].tolist() == [at[0], *at[:-1]]
    padding = batch["documents"] == 0
    assert (batch["previous"][padding] == np.nonzero(padding)[1]).all()


def test_a_model_without_eyes_learns_from_no_images() -> None:
    rng = random.Random(1)
    made = [sample_document(rng, short=False, text_only=True) for _ in range(60)]
    made += [sample_long(rng, 1000, text_only=True) for _ in range(30)]
    assert not any(document.frames for document in made)
    # Tools that several conversations share.
    assert any(document.trunk for document in made)
    arrays = build(DOT, "test/0", Size(rows=2, length=2048, vision_rows=0))
    assert (arrays["documents"] > 0).mean() > 0.9


def test_conversations_sharing_tools_are_encoded_as_if_alone(encoder) -> None:
    """Text cut after the tool definitions has the same tokens as the whole text."""
    for seed in range(20):
        document = tool_branches(random.Random(seed), ENGLISH)
        trunk = encoder.tokenizer.encode(document.trunk).ids
        assert "# Tools" in document.trunk
        for branch in document.branches:
            text = document.trunk + "".join(piece.text for piece in branch)
            (encoded,) = encoder.encode([branch])
            assert [*trunk, *encoded.tokens.tolist()] == encoder.tokenizer.encode(text).ids


def test_long_rows_hold_conversations_that_short_ones_cannot() -> None:
    def longest(length: int) -> int:
        batch = build(DOT, "test/0", Size(rows=6 * LENGTH // length, length=length, vision_rows=7))
        lengths = np.bincount(batch["documents"].ravel())[1:]
        return int(lengths.max())

    assert longest(LENGTH) <= LENGTH < longest(3 * LENGTH)


def test_rows_hold_whole_frames(batch) -> None:
    for frames, sizes in zip(batch["frames"], batch["sizes"], strict=True):
        for number in set(frames.tolist()) - {0}:
            rows, columns = sizes[frames == number][0].tolist()
            assert (frames == number).sum() == rows * columns <= PATCHES
