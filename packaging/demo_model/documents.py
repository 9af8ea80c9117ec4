"""Conversations about images and videos, ready to be packed into rows.

A document is a trunk and, if several questions are asked about the same image, branches that do not
see each other: each is learned as if it had been asked alone.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from demo_model.dimensions import CELL, MERGE, PATCH, frame_indices, image_grid, video_grid
from demo_model.drawn.drawing import cell_labels, frames, seen_image
from demo_model.said import image_questions, several_images, video_questions
from demo_model.said.chats import (
    describes,
    long_chat,
    seen_chat,
    seen_tools,
    talk_while_seeing,
    text_chat,
    tool_chats,
)
from demo_model.said.english import ENGLISH
from demo_model.said.exchanges import Chat, Exchange, with_media
from demo_model.said.german import GERMAN
from demo_model.said.instructions import sample as sample_instruction
from demo_model.said.memory import Memory
from demo_model.said.tool_definitions import definitions
from demo_model.said.wording import Wording
from demo_model.said.writing import Piece, write
from demo_model.shown.scenes import Scene, sample_scene
from demo_model.shown.videos import sample_video

MEDIA_END = "<|vision_end|>"
MESSAGE_END = "<|im_end|>\n"
VIDEO = f"<|vision_start|><|video_pad|>{MEDIA_END}"
# Shares of answers with reasoning, of descriptions without a question, and of German chats.
THINKING = 0.33
WORDLESS = 0.1
GERMAN_SHARE = 0.35
# Upper bounds of the questions about one image, and of those of one skill among them.
MOST_BRANCHES = 14
MOST_ALIKE = 2
# Upper bound of the conversations that share their tools' definitions.
MOST_TOOL_CHATS = 6
# Share of images with questions whose conversation also has talk about something else.
TALK = 0.3
# A shape that rests while another one moves is rare: most videos have two shapes, half of the
# second ones rest, and the one that rests is asked for twice.
TWO_MOVERS, SECOND_RESTS = 0.6, 0.5
RARE = "still_one"
VIDEO_HEIGHT = 480
RATES = (5, 8, 10, 12, 15, 20, 24, 25, 30)


@dataclass(frozen=True)
class Frame:
    """The content of one placeholder. `patches` uint8 (4 · rows · columns, values) has the four
    patches of a cell next to each other; `labels` uint8 (rows · columns, 2) is as in
    `drawing.cell_labels`."""

    rows: int
    columns: int
    patches: NDArray[np.uint8]
    labels: NDArray[np.uint8]


@dataclass(frozen=True)
class Seen:
    """An image (without times) or a video, with the questions that can be asked about it."""

    frames: tuple[Frame, ...]
    times: tuple[float, ...]
    exchanges: list[Exchange]

    @property
    def kind(self) -> str:
        return "video" if self.times else "image"


@dataclass(frozen=True)
class Document:
    """`branches` are alternatives that follow `trunk`, which is "" if there is only one. `frames`
    belong to the placeholders in trunk or branch."""

    branches: list[list[Piece]]
    frames: tuple[Frame, ...] = ()
    trunk: str = ""


def patches(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return two frames (height, width, 3) as patches, in the order of Qwen3-VL's processors."""
    pair = np.stack([first, second])
    rows, columns = first.shape[0] // CELL, first.shape[1] // CELL
    split = pair.reshape(2, rows, MERGE, PATCH, columns, MERGE, PATCH, 3)
    ordered = split.transpose(1, 4, 2, 5, 7, 0, 3, 6)
    return ordered.reshape(rows * columns * MERGE * MERGE, -1)


def show_image(rng: random.Random, scene: Scene, width: int, height: int) -> Frame:
    """Return Dot's view of an image of that size in pixels."""
    rows, columns = image_grid(width, height)
    pixels = seen_image(rng, scene, columns * CELL, rows * CELL)
    return Frame(rows, columns, patches(pixels, pixels), cell_labels(scene, rows, columns))


def see_image(rng: random.Random, wording: Wording, *, alike: bool = False) -> tuple[Seen, Scene]:
    """Return an image with its questions; if `alike`, several of its items have the same color."""
    width, height = image_size(rng)
    scene = sample_scene(rng, width / height)
    while alike and len({item.color for item in scene.items}) == len(scene.items):
        scene = sample_scene(rng, width / height)
    frame = show_image(rng, scene, width, height)
    return Seen((frame,), (), image_questions.exchanges(rng, scene, wording)), scene


def see_video(rng: random.Random, wording: Wording) -> Seen:
    video = sample_video(rng, two=TWO_MOVERS, rests=SECOND_RESTS)
    rate = rng.choice(RATES)
    total = max(4, round(video.seconds * rate))
    indices = frame_indices(total, rate)
    at = [index / (total - 1) for index in indices]
    rows, columns = video_grid(round(VIDEO_HEIGHT * video.aspect), VIDEO_HEIGHT, len(indices))
    pixels = frames(rng, video, at, columns * CELL, rows * CELL)
    pairs = range(0, len(indices), 2)
    shown = tuple(
        Frame(
            rows,
            columns,
            patches(pixels[i], pixels[i + 1]),
            cell_labels(video.at(at[i]), rows, columns),
        )
        for i in pairs
    )
    times = tuple((indices[i] + indices[i + 1]) / 2 / rate for i in pairs)
    asked = video_questions.exchanges(rng, video, wording)
    again = video_questions.exchanges(rng, video, wording)
    return Seen(shown, times, asked + [one for one in again if one[-1].skill == RARE])


def image_size(rng: random.Random) -> tuple[int, int]:
    """Return (width, height) in pixels, as in images that people have."""
    aspect = rng.choice((1.0, 4 / 3, 3 / 2, 16 / 9, 3 / 4, 2 / 3, rng.uniform(0.4, 2.5)))
    longer = round(200 * 10 ** rng.uniform(0, 1))
    shorter = max(120, round(longer / max(aspect, 1 / aspect)))
    return (longer, shorter) if aspect >= 1 else (shorter, longer)


def written(
    rng: random.Random, chat: Chat, seen: Iterable[Seen] = (), thinking: float = THINKING
) -> list[Piece]:
    """Return the text, with reasoning in a share `thinking` of all, and with what the processor
    writes for a video: a time and a placeholder for each pair of frames."""
    said = chat.messages[-1]
    reasons = bool(said.reasoning) and rng.random() < thinking
    pieces = write(chat, reasons, [one.kind for one in seen])
    videos = iter([one for one in seen if one.times])
    return [replace(piece, text=_timed(piece.text, videos)) for piece in pieces]


def _timed(text: str, videos: Iterator[Seen]) -> str:
    head, *rest = text.split(VIDEO)
    for part in rest:
        head += "".join(f"<{time:.1f} seconds>{VIDEO}" for time in next(videos).times) + part
    return head


def branched(rng: random.Random, seen: Seen, wording: Wording) -> Document:
    """Ask many questions about one image or video, each as if it were the only one."""
    instruction = sample_instruction(rng)
    german = wording is GERMAN
    tools = seen_tools(rng)
    asked_of_it = few_alike(rng, seen.exchanges)
    if rng.random() < TALK or tools:
        talk = talk_while_seeing(rng, Memory(), tools, german)
        asked_of_it.insert(rng.randrange(MOST_ALIKE + 1), talk)
    exchanges = [done for one in asked_of_it if (done := instruction.follow(one))]
    asked = exchanges[:MOST_BRANCHES]
    if not german:
        # Without a word, nobody knows that the answer is to be in German.
        asked = [maybe_wordless(rng, one) for one in asked]
    offered = definitions(tools)
    chats = [Chat(with_media(one, 1), instruction.system, offered) for one in asked]
    trunk, branches = split([written(rng, chat, [seen]) for chat in chats], media_end)
    return Document(branches, seen.frames, trunk)


def split(
    conversations: list[list[Piece]], end: Callable[[str], int]
) -> tuple[str, list[list[Piece]]]:
    """Return the common beginning of all, up to `end` in their first text, and the rest of each."""
    trunk = ""
    branches = []
    for first, *rest in conversations:
        at = end(first.text)
        trunk = first.text[:at]
        branches.append([Piece(first.text[at:], learn=False), *rest])
    return trunk, branches


def media_end(text: str) -> int:
    return text.rindex(MEDIA_END) + len(MEDIA_END)


def message_end(text: str) -> int:
    """Return the end of the first message."""
    return text.index(MESSAGE_END) + len(MESSAGE_END)


def maybe_wordless(rng: random.Random, exchange: Exchange) -> Exchange:
    """Drop the question by chance if the answer describes what is seen."""
    first, *rest = exchange
    if not describes(exchange[-1]) or rng.random() > WORDLESS:
        return exchange
    return (replace(first, text=rng.choice(("", "", "?"))), *rest)


def few_alike(rng: random.Random, exchanges: list[Exchange]) -> list[Exchange]:
    """Return the exchanges in any order, with at most MOST_ALIKE of a skill."""
    count: dict[str, int] = {}
    kept = []
    for exchange in rng.sample(exchanges, len(exchanges)):
        skill = exchange[-1].skill
        count[skill] = count.get(skill, 0) + 1
        # Images of nothing known are rare enough.
        if count[skill] <= MOST_ALIKE or skill == "nothing":
            kept.append(exchange)
    return kept


def in_turns(
    rng: random.Random, seen: list[Seen], groups: list[list[Exchange]], wording: Wording
) -> Document:
    """Make a conversation in which one answer follows the other."""
    chat = seen_chat(rng, groups, seen[0].kind, wording is GERMAN)
    frames = tuple(frame for one in seen for frame in one.frames)
    return Document([written(rng, chat, seen)], frames)


def image_branches(rng: random.Random, wording: Wording) -> Document:
    return branched(rng, see_image(rng, wording)[0], wording)


def image_turns(rng: random.Random, wording: Wording) -> Document:
    seen, _ = see_image(rng, wording)
    return in_turns(rng, [seen], [few_alike(rng, seen.exchanges)], wording)


def several(rng: random.Random, wording: Wording) -> Document:
    both = [see_image(rng, wording) for _ in range(rng.choice((2, 2, 3)))]
    seen = [one for one, _ in both]
    groups = [few_alike(rng, one.exchanges) for one in seen]
    asked = several_images.exchanges(rng, [scene for _, scene in both], wording)
    groups[-1] = few_alike(rng, asked) or groups[-1]
    return in_turns(rng, seen, groups, wording)


def video_branches(rng: random.Random, wording: Wording) -> Document:
    return branched(rng, see_video(rng, wording), wording)


def video_turns(rng: random.Random, wording: Wording) -> Document:
    seen = see_video(rng, wording)
    return in_turns(rng, [seen], [few_alike(rng, seen.exchanges)], wording)


def text(rng: random.Random, wording: Wording) -> Document:
    return Document([written(rng, text_chat(rng))])


def tool_branches(rng: random.Random, wording: Wording) -> Document:
    """Make conversations with the same tools, whose definitions are the trunk."""
    chats = tool_chats(rng, MOST_TOOL_CHATS)
    trunk, branches = split([written(rng, chat) for chat in chats], message_end)
    return Document(branches, (), trunk)


def long_text(rng: random.Random, wording: Wording) -> Document:
    return Document([written(rng, long_chat(rng))])


Kinds = dict[Callable[[random.Random, Wording], Document], float]
TEXT_KINDS: Kinds = {text: 0.12, tool_branches: 0.09, long_text: 0.09}
KINDS: Kinds = {
    image_branches: 0.42,
    image_turns: 0.10,
    several: 0.14,
    video_branches: 0.34,
    video_turns: 0.05,
} | TEXT_KINDS


def sample_document(
    rng: random.Random, kinds: Kinds = KINDS, *, short: bool, text_only: bool = False
) -> Document:
    """Return a conversation of any of `kinds`, which have weights. If `text_only`, it has no
    images; if `short`, it is also a short one."""
    wording = GERMAN if rng.random() < GERMAN_SHARE else ENGLISH
    weights = {kind: kinds[kind] for kind in TEXT_KINDS} if text_only else kinds
    kind = text if short else rng.choices(list(weights), list(weights.values()))[0]
    return kind(rng, wording)


def sample_text(rng: random.Random) -> str:
    """Return what the tokenizer learns from: a conversation without its images."""
    document = sample_document(rng, short=False)
    said = "\n".join("".join(piece.text for piece in pieces) for pieces in document.branches)
    return document.trunk + said
