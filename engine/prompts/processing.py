"""Turn decoded media into model inputs with the model's processor, one by one or all at once.

Processed one by one, an image that is cached need not be decoded for a follow-up question.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import mlx.core as mx
import numpy as np
from PIL import Image

from engine.errors import Refused
from engine.media.frame_plan import FrameSampling, VideoPlan
from engine.media.images import padded, padded_frame
from engine.media.worker_client import WorkerClient
from engine.messages import MediaCost
from engine.models.device_memory import device_kind
from engine.models.loader import LoadedModel
from engine.models.measured_cost import nbytes
from engine.rendering.control_tokens import spaced
from engine.rendering.message_content import Shape
from engine.rendering.render import RenderedPrompt, needs_bos
from engine.vision.item_cache import Item
from engine.vision.tower_cost import patches_of, tower_peak
from engine.vision.towers import MISMATCH, VisionPiece, moved_to

# Frames of one video that a processor without video support gets, as images.
MAX_STILLS = 16
# Memory of a vision tower that cannot be called on its own, as a multiple of its input pixels.
TOWER_FACTOR = 6
# Arrays with a row for each image or video, and the array with a value for each prompt token.
GRIDS = ("image_grid_thw", "video_grid_thw")
TOKEN_TYPES = "mm_token_type_ids"


@dataclass
class Video:
    """A decoded video; frames are RGB uint8 (height, width, 3)."""

    plan: VideoPlan
    frames: list[np.ndarray] = field(default_factory=list)


Decoded = Image.Image | Video


def video_sampling(model: LoadedModel) -> FrameSampling:
    """Return the sampling that the model's processor declares, within our defaults."""
    if not model.video:
        return FrameSampling(max_frames=MAX_STILLS)
    from mlx_vlm.utils import resolve_video_sampling  # noqa: PLC0415

    wanted, usual = resolve_video_sampling(model.processor, {}), FrameSampling()
    return FrameSampling(
        wanted.fps or usual.fps,
        wanted.min_frames or usual.min_frames,
        min(wanted.max_frames or usual.max_frames, usual.max_frames),
        wanted.frame_factor or usual.frame_factor,
    )


def from_worker(worker: WorkerClient, model: LoadedModel) -> Decoded:
    """Return the decoded video or document page; raises Refused if the page does not exist."""
    if worker.plan is not None:
        video = Video(worker.plan, [padded_frame(frame) for frame in worker.frames])
        complete(video, model)
        return video
    if not worker.frames:
        raise Refused("The document has only %n page(s). Add it again.", "", worker.page_count)
    return padded(Image.fromarray(worker.frames[0]))


def complete(video: Video, model: LoadedModel) -> None:
    """Repeat the last frame of a video with too few frames for the processor."""
    least = video_sampling(model).frame_factor if model.video else 1
    video.frames += video.frames[-1:] * (least - len(video.frames))


def shape_of(decoded: Decoded, model: LoadedModel) -> Shape:
    if isinstance(decoded, Video) and model.video:
        return Shape(images=0, videos=1)
    return Shape(images=len(_images(decoded, model)))


def encode(
    prompt: str, media: Sequence[Decoded], model: LoadedModel, *, start: bool = True
) -> tuple[list[int], dict[str, Any]]:
    """Return token ids with expanded media placeholders, and the processor's arrays. The prompt of
    the `start` of a conversation gets its beginning-of-text token."""
    from mlx_vlm.utils import prepare_inputs  # noqa: PLC0415

    videos = [item for item in media if isinstance(item, Video)] if model.video else []
    options: dict[str, Any] = {}
    if videos:
        options["videos"] = [np.stack(video.frames).transpose(0, 3, 1, 2) for video in videos]
        options["video_metadata"] = [_metadata(video) for video in videos]
    arrays = prepare_inputs(
        model.processor,
        images=[image for item in media for image in _images(item, model)] or None,
        prompts=spaced(prompt),
        image_token_index=getattr(model.config, "image_token_index", None),
        add_special_tokens=start and needs_bos(prompt, model),
        **options,
    )
    return arrays["input_ids"].reshape(-1).tolist(), dict(arrays)


def processed(decoded: Decoded, model: LoadedModel) -> Item:
    """Return the item of one image or video; raises Refused if the template has no place for it."""
    shape = shape_of(decoded, model)
    mark = _mark(shape, model)
    parts = [decoded] if shape.videos else _images(decoded, model)
    made = [encode(mark, [part], model, start=False) for part in parts]
    vision = model.adapter.vision
    if vision is None:
        return Item(shape, mark, cost=_cost(decoded, shape, made, [], model))
    texts, arrays, pieces = [], [], []
    for tokens, values in made:
        texts.append(_decoded_text(tokens, model))
        arrays.append({name: values[name] for name in GRIDS if name in values})
        if TOKEN_TYPES in values:
            arrays[-1][TOKEN_TYPES] = _types(tokens, values[TOKEN_TYPES])
        pieces += vision.pieces(tokens, values)
    cost = _cost(decoded, shape, made, pieces, model)
    return Item(shape, mark, tuple(texts), tuple(arrays), tuple(pieces), cost)


def _mark(shape: Shape, model: LoadedModel) -> str:
    """Return what stands in a prompt for one image or video; raises Refused if it has no place."""
    image, video = model.writer.marks
    if shape.videos and not video:
        raise Refused(
            "The chat template of {model} does not support videos. Send images instead.",
            model=model.info.name,
        )
    return video if shape.videos else image


def encoding_peak(pixels: int, pieces: Sequence[VisionPiece], model: LoadedModel) -> int:
    """Return the peak bytes of encoding `pieces` one by one: `pixels` (their bytes in memory), the
    largest run of the tower, and all features until the prompt is built."""
    vision = model.adapter.vision
    if not pieces or vision is None:
        return 0
    config = model.config.vision_config
    patches = patches_of(config, max(piece.nbytes for piece in pieces))
    places = sum(len(piece.places) for piece in pieces)
    layers = 1 + len(getattr(config, "deepstack_visual_indexes", None) or ())
    # features are there twice when they are joined with those of other images
    features = 2 * layers * model.cost.embeds * places
    return pixels + tower_peak(config, patches, vision.width, device_kind()) + features


def joined_prompt(
    written: RenderedPrompt, items: Sequence[Item], model: LoadedModel
) -> tuple[list[int], dict[str, Any], list[VisionPiece]]:
    """Return token ids of a prompt with its media, arrays other than pixels, and the pieces at
    their places.

    Equals what `encode` makes of the whole prompt, which is used for families whose towers cannot
    be called separately.
    """
    tokens = written.tokens
    if not model.vision:
        return tokens, {}, []
    if model.adapter.vision is None:
        return *encode(written.text, [item.decoded for item in items], model), []
    pieces = _placed(tokens, [piece for item in items for piece in item.pieces])
    values = [each for item in items for each in item.arrays]
    arrays: dict[str, Any] = {"attention_mask": mx.ones((1, len(tokens)), dtype=mx.int64)}
    for name in GRIDS:
        if rows := [each[name] for each in values if name in each]:
            arrays[name] = mx.concatenate(rows)
    types = {token: kind for each in values for token, kind in each.get(TOKEN_TYPES, {}).items()}
    if types:
        row = [types.get(token, 0) for token in tokens]
        arrays[TOKEN_TYPES] = mx.array(row, dtype=mx.int64)[None]
    return tokens, arrays, pieces


def _placed(tokens: list[int], pieces: list[VisionPiece]) -> list[VisionPiece]:
    """Give each piece the next free placeholders of its token. Raises ValueError if pieces and
    placeholders do not match."""
    ids = np.asarray(tokens)
    free = {kind: np.flatnonzero(ids == kind) for kind in {piece.token for piece in pieces}}
    found = []
    for piece in pieces:
        count = len(piece.places)
        mine, free[piece.token] = free[piece.token][:count], free[piece.token][count:]
        if len(mine) != count:
            raise ValueError(MISMATCH)
        found.append(moved_to(piece, mine))
    if any(len(rest) for rest in free.values()):
        raise ValueError(MISMATCH)
    return sorted(found, key=lambda piece: piece.places)


def _types(tokens: list[int], types: mx.array) -> dict[int, int]:
    """Return the type of each token id that is not text."""
    pairs = zip(tokens, np.array(types).reshape(-1).tolist(), strict=True)
    return {token: kind for token, kind in pairs if kind}


def _tokenizer(model: LoadedModel) -> Any:
    return getattr(model.processor, "tokenizer", model.processor)


def _decoded_text(tokens: list[int], model: LoadedModel) -> str:
    return _tokenizer(model).decode(
        tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False
    )


def _cost(
    decoded: Decoded,
    shape: Shape,
    made: list[tuple[list[int], dict[str, Any]]],
    pieces: list[VisionPiece],
    model: LoadedModel,
) -> MediaCost:
    tokens = sum(len(ids) for ids, _ in made)
    pixels = sum(nbytes(list(_pixels(arrays))) for _, arrays in made)
    width, height = _sent_size(decoded, made[0][1], model)
    seen = encoding_peak(pixels, pieces, model) if pieces else pixels * TOWER_FACTOR
    return MediaCost(
        width,
        height,
        frames=len(decoded.frames) if isinstance(decoded, Video) else 1,
        tokens=tokens,
        memory=seen + (model.cost.cache.full + model.cost.embeds) * tokens,
        images=shape.images if isinstance(decoded, Video) else 0,
    )


def _sent_size(decoded: Decoded, arrays: dict[str, Any], model: LoadedModel) -> tuple[int, int]:
    """Return width and height of an image or frame after the processor, from its grid or pixels; as
    decoded if neither shows it."""
    for name in GRIDS:
        if name in arrays:
            _, rows, columns = arrays[name].tolist()[0]
            side = model.config.vision_config.patch_size
            return columns * side, rows * side
    for pixels in _pixels(arrays):
        if pixels.ndim == 4 and pixels.shape[1] == 3:
            return pixels.shape[3], pixels.shape[2]
    if isinstance(decoded, Video):
        return decoded.frames[0].shape[1], decoded.frames[0].shape[0]
    return decoded.size


def _pixels(arrays: dict[str, Any]) -> Iterator[mx.array]:
    for name, value in arrays.items():
        if name.startswith("pixel_values"):
            yield from value if isinstance(value, list) else [value]


def _images(item: Decoded, model: LoadedModel) -> list[Image.Image]:
    """Return the images of an item: itself, or its frames if the model has no native video."""
    if isinstance(item, Image.Image):
        return [item]
    return [] if model.video else [Image.fromarray(frame) for frame in item.frames]


def _metadata(video: Video) -> Any:
    from mlx_vlm.utils import VideoMetadata  # noqa: PLC0415

    indices = list(video.plan.indices[: len(video.frames)])
    indices += indices[-1:] * (len(video.frames) - len(indices))
    height, width = video.frames[0].shape[:2]
    return VideoMetadata(
        total_num_frames=video.plan.total,
        fps=video.plan.fps,
        frames_indices=indices,
        width=width,
        height=height,
        duration=video.plan.seconds,
    )
