"""An image is encoded once, in any prompt, with the same result."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import mlx.core as mx
import numpy as np
import pytest

from engine.media.budget import BUDGET
from engine.media.file_kind import identify
from engine.media.images import read_image
from engine.media.video_frames import open_video, read_video
from engine.messages import (
    EngineStats,
    Generate,
    LoadModel,
    Measure,
    Media,
    MediaKind,
    UnloadModel,
)
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.models.prompt import Prompt
from engine.prompts import processing
from engine.prompts.fitting import Fitted, extended
from engine.prompts.processing import Decoded
from engine.rendering.prompt_input import PromptInput
from engine.rendering.render import render_prompt, returned
from engine.rendering.rendered_conversation import render_conversation
from engine.vision.towers import FAMILIES as KNOWN
from engine.vision.towers import VisionPiece, content_key
from engine.vision.vision import Vision
from engine.vision.vision_cache import FACTORS, SPAN, VisionCache, digest, summed
from tests.engine.models.test_families import GREEDY
from tests.kit.images import ask, save_image, save_small_video
from tests.kit.tiny_models import FAMILIES, VISION


def vision_part(model: LoadedModel) -> Vision:
    assert model.adapter.vision is not None
    return model.adapter.vision


# The tower of gemma4_ple is that of gemma4.
@pytest.fixture(scope="module", params=sorted(VISION - {"gemma4_ple"}))
def vision_model(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> LoadedModel:
    folder = tmp_path_factory.mktemp("family") / request.param
    FAMILIES[request.param](folder)
    return load_model(examine_model(str(folder)))


@pytest.fixture(autouse=True)
def emptied(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "vision_model" in request.fixturenames:
        features(request.getfixturevalue("vision_model")).clear()


@pytest.fixture(scope="module")
def media_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("files")
    red, blue = ("red", "circle", 0.4, 0.5), ("blue", "square", 0.6, 0.4)
    return {
        "red": save_image(folder / "a.png", red, size=(160, 120)),
        "same": save_image(folder / "again.png", red, size=(160, 120)),
        "blue": save_image(folder / "b.png", blue, size=(96, 200)),
        "clip": save_small_video(folder / "c.mp4", "red", "circle", "left", frames=24),
    }


def features(model: LoadedModel) -> VisionCache:
    found = vision_part(model).features
    assert found is not None
    return found


def decoded_media(model: LoadedModel, path: Path) -> Decoded:
    if path.suffix != ".mp4":
        return read_image(identify(path))
    video = open_video(identify(path), processing.video_sampling(model))
    made = processing.Video(video.plan, list(read_video(video, BUDGET.frame_side)))
    processing.complete(made, model)
    return made


def counting_prompt(*paths: Path) -> PromptInput:
    return PromptInput((ask("count", *paths),))


def rendered_media(model: LoadedModel, media: list[Decoded], *paths: Path) -> str:
    return render_conversation(
        counting_prompt(*paths), [processing.shape_of(each, model) for each in media], model
    )


def encoded(model: LoadedModel, *paths: Path) -> tuple[list[int], dict[str, Any]]:
    """Return the processor's output for all media at once."""
    media = [decoded_media(model, path) for path in paths]
    return processing.encode(rendered_media(model, media, *paths), media, model)


def joined(model: LoadedModel, *paths: Path) -> tuple[list[int], dict[str, Any], list[VisionPiece]]:
    """Return the joined output of the processor, called once for each medium."""
    media = [decoded_media(model, path) for path in paths]
    items = [processing.processed(each, model) for each in media]
    writing = render_prompt(counting_prompt(*paths), [item.medium for item in items], model)
    return processing.joined_prompt(returned(writing), items, model)


def embedded(model: LoadedModel, *paths: Path) -> dict[str, np.ndarray]:
    """Return all inputs of the language model."""
    tokens, arrays, pieces = joined(model, *paths)
    found = {piece.key: vision_part(model).encode(piece) for piece in pieces}
    prompt = model.adapter.prompt(tokens, arrays, pieces, found)
    values = {"embeds": prompt.embeds} | prompt.arrays
    for index, deeper in enumerate(values.pop("deepstack_visual_embeds", ())):
        values[f"deeper {index}"] = deeper
    return {name: np.array(each) for name, each in values.items() if isinstance(each, mx.array)}


def counts(model: LoadedModel) -> tuple[int, int]:
    found = features(model)
    hits, misses = found.hits, found.misses
    found.hits = found.misses = 0
    return hits, misses


def test_every_tiny_family_is_covered(vision_model) -> None:
    assert vision_model.info.family in KNOWN


def test_images_are_cached_by_content(vision_model, media_files) -> None:
    counts(vision_model)
    first = embedded(vision_model, media_files["red"])
    assert counts(vision_model) == (0, 1)
    again = embedded(vision_model, media_files["same"])
    assert counts(vision_model) == (1, 0)
    assert first.keys() == again.keys()
    assert all(np.array_equal(first[name], again[name]) for name in first)


def test_only_the_new_one_of_two_images_is_encoded(vision_model, media_files) -> None:
    cold = embedded(vision_model, media_files["red"], media_files["blue"])
    features(vision_model).clear()
    embedded(vision_model, media_files["red"])
    counts(vision_model)
    warm = embedded(vision_model, media_files["red"], media_files["blue"])
    assert counts(vision_model) == (1, 1)
    assert all(np.array_equal(cold[name], warm[name]) for name in cold)
    turned = embedded(vision_model, media_files["blue"], media_files["red"])
    assert counts(vision_model) == (2, 0)
    assert not np.array_equal(turned["embeds"], warm["embeds"])


def test_frame_groups_are_cached_separately(vision_model, media_files) -> None:
    first = embedded(vision_model, media_files["clip"])
    _, groups = counts(vision_model)
    assert groups >= 2
    again = embedded(vision_model, media_files["clip"])
    assert counts(vision_model) == (groups, 0)
    assert all(np.array_equal(first[name], again[name]) for name in first)


def test_features_equal_those_of_the_library(vision_model, media_files) -> None:
    """The reference encodes all images of a prompt in one call: equal within rounding."""
    for paths in [("red",), ("red", "blue"), ("clip",)]:
        ours = embedded(vision_model, *(media_files[name] for name in paths))
        tokens, arrays = encoded(vision_model, *(media_files[name] for name in paths))
        theirs = np.array(vision_model.adapter.prompt(tokens, arrays).embeds)
        assert np.abs(ours["embeds"] - theirs).max() <= 1e-4 * np.abs(theirs).max()


def test_a_video_next_to_an_image_is_encoded(vision_model, media_files) -> None:
    """The library drops the video or fails for some families."""
    both = embedded(vision_model, media_files["red"], media_files["clip"])["embeds"]
    alone = embedded(vision_model, media_files["clip"])["embeds"]
    mixed = places(content(vision_model, media_files["red"], media_files["clip"])[1][1:])
    assert np.array_equal(
        both[:, mixed], alone[:, places(content(vision_model, media_files["clip"])[1])]
    )


def places(pieces: list[VisionPiece]) -> list[int]:
    return [place for piece in pieces for place in piece.places]


def content(model: LoadedModel, *paths: Path) -> tuple[list[int], list[VisionPiece]]:
    tokens, _, pieces = joined(model, *paths)
    return content_key(tokens, pieces), pieces


@pytest.mark.parametrize(
    "names", [("red",), ("clip",), ("red", "blue"), ("clip", "blue", "red"), ("clip", "clip"), ()]
)
def test_encoding_one_by_one_equals_encoding_all_at_once(vision_model, media_files, names) -> None:
    paths = [media_files[name] for name in names]
    tokens, arrays = encoded(vision_model, *paths)
    ours, values, pieces = joined(vision_model, *paths)
    assert ours == tokens
    for name in values:
        assert np.array_equal(np.array(values[name]), np.array(arrays[name])), name
    theirs = vision_part(vision_model).pieces(tokens, arrays)
    assert [(each.key, each.places) for each in pieces] == [
        (each.key, each.places) for each in theirs
    ]


def test_a_key_depends_on_the_content_of_an_image(vision_model, media_files) -> None:
    red, pieces = content(vision_model, media_files["red"])
    tokens, _ = encoded(vision_model, media_files["red"])
    assert content(vision_model, media_files["same"])[0] == red
    assert red != content(vision_model, media_files["blue"])[0]
    places = set(pieces[0].places)
    assert all((number < 0) == (index in places) for index, number in enumerate(red))
    assert [number for number in red if number >= 0] == [
        token for index, token in enumerate(tokens) if index not in places
    ]


def test_images_in_the_cached_prefix_need_no_encoding(vision_model, media_files) -> None:
    tokens, arrays, pieces = joined(vision_model, media_files["red"], media_files["blue"])
    found = {pieces[1].key: vision_part(vision_model).encode(pieces[1])}
    prompt = vision_model.adapter.prompt(tokens, arrays, pieces, found)
    start = pieces[1].places[0]
    whole = embedded(vision_model, media_files["red"], media_files["blue"])["embeds"]
    assert np.array_equal(np.array(prompt.embeds)[:, start:], whole[:, start:])


def test_placeholders_that_do_not_match_are_an_error(vision_model, media_files) -> None:
    tokens, arrays = encoded(vision_model, media_files["red"], media_files["blue"])
    pieces = vision_part(vision_model).pieces(tokens, arrays)
    shorter = tokens[: pieces[1].places[0]]
    with pytest.raises(ValueError, match="do not match its images"):
        vision_part(vision_model).pieces(shorter, arrays)


# --- placeholders that the model wrote itself ----------------------------------------------


def media_ids(model: LoadedModel) -> list[int]:
    names = ("image_token_id", "image_token_index", "video_token_id")
    return sorted({getattr(model.config, name, None) or 0 for name in names} - {0})


def with_written(model: LoadedModel, written: list[int], *paths: Path) -> dict[str, np.ndarray]:
    """All that the language model gets where `written` stands before, between and after images."""
    tokens, arrays, pieces = joined(model, *paths)
    found = {piece.key: vision_part(model).encode(piece) for piece in pieces}
    cuts = [1, pieces[0].places[-1] + 2, len(tokens)]
    shifted = [
        replace(
            it, places=tuple(at + len(written) * sum(cut <= at for cut in cuts) for at in it.places)
        )
        for it in pieces
    ]
    parts = [tokens[a:b] + written for a, b in pairwise([0, *cuts])]
    whole = [token for part in parts for token in part]
    grids = {name: arrays[name] for name in processing.GRIDS if name in arrays}
    given = grids | {"attention_mask": mx.ones((1, len(whole)), dtype=mx.int64)}
    prompt = model.adapter.prompt(whole, given, shifted, found)
    values = {"embeds": prompt.embeds, "tokens": mx.array(whole)} | prompt.arrays
    return {name: np.array(each) for name, each in values.items() if isinstance(each, mx.array)}


def test_a_placeholder_outside_the_images_is_an_ordinary_token(vision_model, media_files) -> None:
    """The images stay as they are, and so do the positions of all tokens."""
    start = getattr(vision_model.config, "vision_start_token_id", None) or 9
    ordinary = [10 + at for at in range(len(media_ids(vision_model)))]
    spelled = [each for token in media_ids(vision_model) for each in (start, token)]
    plain = [each for token in ordinary for each in (start, token)]
    found = with_written(vision_model, spelled, media_files["red"], media_files["blue"])
    expected = with_written(vision_model, plain, media_files["red"], media_files["blue"])
    assert found.keys() == expected.keys()
    assert not np.array_equal(found["tokens"], expected["tokens"])
    same = found["tokens"] == expected["tokens"]
    table = vision_model.adapter.prompt(media_ids(vision_model), {}).embeds
    for name in found.keys() - {"embeds", "per_layer_inputs", "tokens"}:
        assert np.array_equal(found[name], expected[name]), name
    for name in found.keys() & {"embeds", "per_layer_inputs"}:
        assert np.array_equal(found[name][:, same], expected[name][:, same]), name
    assert np.array_equal(found["embeds"][:, ~same], np.tile(np.array(table), (1, 3, 1)))


def logits_after(model: LoadedModel, prompt: Prompt) -> np.ndarray:
    """Return the logits after a prompt in one chunk."""
    cache = model.adapter.new_cache()
    return np.array(model.adapter.prefill(prompt, 0, len(prompt.tokens), cache))


def decoded_after(model: LoadedModel, prompt: Prompt, said: list[int]) -> np.ndarray:
    """Return the logits where the model writes `said` after the prompt, token by token."""
    cache, at = model.adapter.new_cache(), len(prompt.tokens)
    found = model.adapter.prefill(prompt, 0, at, cache)
    for place, token in enumerate(said, start=at):
        found = model.adapter.decode_block(mx.array([[token]]), [place], [prompt], cache)[:, -1]
    return np.array(found)


def near(one: np.ndarray, other: np.ndarray) -> bool:
    return bool(np.abs(one - other).max() <= 1e-4 * np.abs(other).max())


def test_generated_placeholders_prefill_as_they_were_decoded(vision_model, media_files) -> None:
    """The answer contains placeholders, as after Stop, an eviction and Continue."""
    adapter = vision_model.adapter
    tokens, arrays, pieces = joined(vision_model, media_files["red"])
    found = {piece.key: vision_part(vision_model).encode(piece) for piece in pieces}
    said = [20, *media_ids(vision_model), 21, 22]
    whole = extended(Fitted(PromptInput(()), [], "", tokens, arrays, pieces), said)
    again = adapter.prompt(whole.tokens, whole.arrays, pieces, found)
    before = adapter.prompt(tokens, arrays, pieces, found)
    assert near(logits_after(vision_model, again), decoded_after(vision_model, before, said))


def test_without_images_a_placeholder_prefills_as_it_was_decoded(vision_model) -> None:
    said = [*media_ids(vision_model), 12, 13]
    again, before = (vision_model.adapter.prompt(tokens, {}) for tokens in ([11, *said], [11]))
    assert near(logits_after(vision_model, again), decoded_after(vision_model, before, said))


# --- in the engine -----------------------------------------------------------------------


def test_weights_and_images_that_are_not_sent_yet_are_in_the_stats(
    bench, tmp_path: Path, media_files
) -> None:
    FAMILIES["qwen3_vl"](tmp_path / "tiny")
    model_id = str(tmp_path / "tiny")
    [ready] = bench.run(LoadModel(1, model_id))
    loaded = bench.stats_now()
    assert loaded.model_memory == ready.model.weight_bytes
    bench.run(Measure(2, model_id, Media(MediaKind.IMAGE, media_files["red"])))
    measured = bench.stats_now()
    grown = measured.active_memory - loaded.active_memory
    # The sizes of the image, a few bytes, are beside its pixels.
    assert 0 < measured.vision_memory == pytest.approx(grown, abs=100)


def test_hits_misses_and_bytes_are_in_the_stats(bench, tmp_path: Path, media_files) -> None:
    FAMILIES["qwen3_vl"](tmp_path / "tiny")
    model_id = str(tmp_path / "tiny")
    for number, paths in enumerate([("red",), ("red", "blue"), ("blue",)], start=1):
        question = ask("count", *(media_files[name] for name in paths))
        bench.run(Generate(number, model_id, (question,), GREEDY))
    stats = bench.stats_now()
    # The first image of the second question was read before, so nobody asks for its features.
    assert (stats.vision_hits, stats.vision_misses) == (1, 2)
    assert stats.vision_memory > 0
    bench.run(UnloadModel(4, model_id))
    assert bench.stats_now() == EngineStats(
        last=stats.last,
        memory_limit=stats.memory_limit,
        active_memory=bench.stats_now().active_memory,
        peak_memory=bench.stats_now().peak_memory,
        cache_memory=bench.stats_now().cache_memory,
        models=bench.stats_now().models,
    )


# --- the cache alone ---------------------------------------------------------------------


def test_the_least_recently_used_features_are_evicted_at_the_limit() -> None:
    one = (mx.zeros((10, 10)), mx.zeros((10, 10)))
    cache = VisionCache(3 * 800)
    for name in (b"a", b"b", b"c"):
        cache.put(name, one)
    assert cache.get(b"a") is not None
    cache.put(b"d", one)
    assert [cache.get(name) is not None for name in (b"a", b"b", b"c", b"d")] == [
        True,
        False,
        True,
        True,
    ]
    assert (cache.nbytes, len(cache), cache.hits, cache.misses) == (2400, 3, 4, 1)
    cache.put(b"large", (mx.zeros((100, 100)),))
    assert cache.get(b"large") is None
    assert cache.evict()
    cache.clear()
    assert (cache.nbytes, len(cache), cache.evict()) == (0, 0, False)


@pytest.mark.parametrize("sums", [False, True], ids=["on the host", "as on a GPU"])
def test_a_digest_depends_on_pixels_and_grid(sums: bool) -> None:
    pixels = mx.arange(10_000).astype(mx.float32)
    negated = mx.where(mx.arange(10_000) == 9_999, -pixels, pixels)
    swapped = mx.concatenate([pixels[1:2], pixels[:1], pixels[2:]])
    shifted = mx.concatenate([pixels[5000:], pixels[:5000]])
    others = [pixels, negated, swapped, shifted, pixels[:-1], pixels.astype(mx.bfloat16)]
    others.append(mx.pad(pixels, (0, 1)))
    found = {digest(each, [1, 4, 6], sums=sums) for each in others}
    found.add(digest(pixels, [1, 6, 4], sums=sums))
    assert len(found) == len(others) + 1
    lower = mx.concatenate([pixels, pixels]).reshape(2, 10_000)[1]
    assert digest(lower, [1, 4, 6], sums=sums) == digest(pixels, [1, 4, 6], sums=sums)


def test_sums_equal_exact_integer_sums() -> None:
    values = mx.random.normal((3, 2000), key=mx.random.key(1))
    words = np.zeros(2 * SPAN, dtype=np.uint64)
    words[:6000] = np.array(values).reshape(-1).view(np.uint32)
    expected = (words.reshape(1, 2, SPAN) * FACTORS[:, None]).sum(axis=2)
    assert np.array_equal(np.array(summed(values)), expected)
