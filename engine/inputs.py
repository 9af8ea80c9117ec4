"""A conversation to token ids and arrays: chat template, then the model's own processor."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import mlx.core as mx
import numpy as np
from PIL import Image

from engine import chat_template, sampling
from engine.clip_plan import ClipPlan, Sampling
from engine.errors import Refused
from engine.loader import LoadedModel
from engine.messages import ChatMessage, Generate, Overflow
from engine.reading import Reading

# What a processor without video support gets of one clip, as stills.
MAX_STILLS = 16


@dataclass
class Clip:
    plan: ClipPlan
    frames: list[np.ndarray] = field(default_factory=list)


# Decoded media of a request, in the order of the conversation.
LoadedMedia = list[Image.Image | Clip]


def check(request: Generate, model: LoadedModel) -> None:
    """Raises Refused for a request that this model can never answer."""
    if not any(message.content.strip() or message.media for message in request.messages):
        raise Refused("The question is empty. Type one, or drop a picture.")
    if not model.vision and any(message.media for message in request.messages):
        raise Refused(
            f"{model.info.name} reads text only. Remove the pictures and videos, or choose a "
            "vision model."
        )
    if any(message.media for message in request.messages if message.role != "user"):
        raise Refused("Pictures and videos can only stand in a user's message. Move them there.")
    if request.tools and not model.info.tools:
        raise Refused(f"{model.info.name} cannot call tools. Switch the tools off.")
    model.marked(request.channel_format)
    sampling.check(request.sampling, model.tokenizer, model.markers, request.tools, model.info.name)


@dataclass(frozen=True)
class Fitted:
    """A conversation that the model's context can hold: the prompt as its template wrote it, token
    ids, the processor's arrays, and how many of its oldest messages had to be left out."""

    text: str
    tokens: list[int]
    arrays: dict[str, Any]
    left_out: int


def fit(request: Generate, media: LoadedMedia, model: LoadedModel) -> Fitted:
    """Raises Refused."""
    messages = request.messages
    while True:
        text = render(replace(request, messages=messages), media, model)
        tokens, arrays = encode(text, media, model)
        if not tokens:
            raise Refused(
                f"The chat template of {model.info.name} leaves nothing of this question."
            )
        left_out = len(request.messages) - len(messages)
        # With room for an answer, where there is a choice.
        room = model.info.context - min(request.sampling.max_tokens, model.info.context // 4)
        if len(tokens) <= (room if left_out else model.info.context - 1):
            return Fitted(text, tokens, arrays, left_out)
        kept = _without_oldest(messages, room / len(tokens))
        if request.overflow is Overflow.REFUSE or len(kept) == len(messages):
            check_length(len(tokens), model)
            return Fitted(text, tokens, arrays, left_out)
        gone = sum(len(message.media) for message in messages) - sum(len(m.media) for m in kept)
        messages, media = kept, media[gone:]


def extended(
    tokens: list[int], arrays: dict[str, Any], said: list[int]
) -> tuple[list[int], dict[str, Any]]:
    """The prompt with text tokens after it; arrays that have a value per token grow with it."""
    count = len(said)
    added = {"attention_mask": 1, "token_type_ids": 0, "mm_token_type_ids": 0}
    longer = {
        key: mx.concatenate([arrays[key], mx.full((1, count), value, arrays[key].dtype)], axis=1)
        for key, value in added.items()
        if key in arrays
    }
    return tokens + said, arrays | longer


def check_length(tokens: int, model: LoadedModel) -> None:
    """Raises Refused where no token is left for an answer."""
    context = model.info.context
    if tokens >= context:
        raise Refused(
            f"This conversation has {tokens:,} tokens, and {model.info.name} reads at most "
            f"{context:,}. Start a new chat, ask with fewer pictures or less text, or let the "
            "oldest messages be left out (Options)."
        )


def _without_oldest(messages: tuple[ChatMessage, ...], share: float) -> tuple[ChatMessage, ...]:
    """Leave out whole exchanges, at least one, until about `share` of the text is left; what the
    system says and the last question stay."""
    system = [message for message in messages if message.role == "system"]
    rest = [message for message in messages if message.role != "system"]
    starts = [index for index, message in enumerate(rest) if message.role == "user"][1:]
    size = sum(len(message.content) for message in rest)
    for start in starts:
        left = sum(len(message.content) for message in rest[start:])
        if left <= share * size or start == starts[-1]:
            return (*system, *rest[start:])
    return messages


def render(request: Generate, media: LoadedMedia, model: LoadedModel) -> str:
    """The prompt as the model's chat template writes it; raises Refused."""
    if not model.tokenizer.has_chat_template:
        raise Refused(
            f"{model.info.name} has no chat template, so it cannot hold a conversation. "
            "Choose the instruct or chat version of the model."
        )
    left = iter(media)
    contents = [_content(message, left, model) for message in request.messages]
    try:
        return chat_template.apply(
            model.tokenizer,
            request.messages,
            contents,
            request.tools,
            thinking=request.sampling.thinking,
        )
    except Exception as error:
        raise Refused(
            f"The chat template of {model.info.name} does not accept this conversation: {error}"
        ) from error


def encode(prompt: str, media: LoadedMedia, model: LoadedModel) -> tuple[list[int], dict[str, Any]]:
    """Token ids with media placeholders expanded, and the processor's arrays."""
    if not model.vision:
        return model.tokenizer.encode(prompt, add_special_tokens=False), {}
    from mlx_vlm.utils import prepare_inputs, should_add_special_tokens  # noqa: PLC0415

    bos = model.tokenizer.bos_token
    add_special = should_add_special_tokens(model.info.family, model.processor)
    clips = [item for item in media if isinstance(item, Clip)] if model.video else []
    options: dict[str, Any] = {}
    if clips:
        options["videos"] = [np.stack(clip.frames).transpose(0, 3, 1, 2) for clip in clips]
        options["video_metadata"] = [_metadata(clip) for clip in clips]
    arrays = prepare_inputs(
        model.processor,
        images=[picture for item in media for picture in _pictures(item, model)] or None,
        prompts=prompt,
        image_token_index=getattr(model.config, "image_token_index", None),
        add_special_tokens=add_special and not (bos and prompt.startswith(bos)),
        **options,
    )
    return arrays["input_ids"].reshape(-1).tolist(), dict(arrays)


def _pictures(item: Image.Image | Clip, model: LoadedModel) -> list[Image.Image]:
    """What `item` adds to the pictures: itself, or a clip's frames where video is not native."""
    if isinstance(item, Image.Image):
        return [item]
    return [] if model.video else [Image.fromarray(frame) for frame in item.frames]


def clip_sampling(model: LoadedModel) -> Sampling:
    """As the processor declares, within what the budget allows."""
    if not model.video:
        return Sampling(min_frames=2, max_frames=MAX_STILLS)
    from mlx_vlm.utils import resolve_video_sampling  # noqa: PLC0415

    wanted, usual = resolve_video_sampling(model.processor, {}), Sampling()
    return Sampling(
        wanted.fps or usual.fps,
        wanted.min_frames or usual.min_frames,
        min(wanted.max_frames or usual.max_frames, usual.max_frames),
    )


def from_worker(reading: Reading, model: LoadedModel) -> Image.Image | Clip:
    """A clip, or the page of a document, that was read; raises Refused where there is no such
    page."""
    if reading.plan is not None:
        clip = Clip(reading.plan, reading.frames)
        complete(clip, model)
        return clip
    if not reading.frames:
        raise Refused(f"The document has only {reading.page_count} pages. Add it again.")
    return Image.fromarray(reading.frames[0])


def complete(clip: Clip, model: LoadedModel) -> None:
    """Repeat the last frame until the processor's least count, and an even one, is reached."""
    least = clip_sampling(model).min_frames if model.video else 1
    while len(clip.frames) < least or (model.video and len(clip.frames) % 2):
        clip.frames.append(clip.frames[-1])


def _metadata(clip: Clip) -> Any:
    from mlx_vlm.utils import VideoMetadata  # noqa: PLC0415

    indices = list(clip.plan.indices[: len(clip.frames)])
    indices += indices[-1:] * (len(clip.frames) - len(indices))
    height, width = clip.frames[0].shape[:2]
    return VideoMetadata(
        total_num_frames=clip.plan.total,
        fps=clip.plan.fps,
        frames_indices=indices,
        width=width,
        height=height,
        duration=clip.plan.seconds,
    )


def _content(message: ChatMessage, media: Iterator[Image.Image | Clip], model: LoadedModel) -> Any:
    """A message's content as chat templates expect it; its items are taken from `media`."""
    if not model.vision or message.role != "user":
        return message.content
    items = [next(media) for _ in message.media]
    clips = sum(isinstance(item, Clip) for item in items) if model.video else 0
    pictures = sum(len(_pictures(item, model)) for item in items)
    return _media_content(message.content, pictures, clips, model.info.family)


def _media_content(text: str, pictures: int, clips: int, family: str) -> Any:
    """Media stand before the text, in the way that the family's template asks for."""
    from mlx_vlm.prompt_utils import MODEL_CONFIG, get_message_json  # noqa: PLC0415

    if clips or family not in MODEL_CONFIG:
        parts = [{"type": "image"}] * pictures + [{"type": "video"}] * clips
        return [*parts, {"type": "text", "text": text}]
    found = get_message_json(
        family, text, role="user", skip_image_token=not pictures, num_images=pictures
    )
    return found["content"] if isinstance(found, dict) else found
