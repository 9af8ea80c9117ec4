"""Held-out questions: the training's grammar with seeds that training never uses, in files as
people have them."""

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from demo_model.drawn.drawing import draw_scene, draw_video
from demo_model.judged.case import Case, as_engine
from demo_model.judged.text_talks import KINDS as TEXTS
from demo_model.said import (
    exact_forms,
    image_questions,
    instructions,
    several_images,
    video_questions,
)
from demo_model.said.chats import seen_chat, text_chat
from demo_model.said.english import ENGLISH
from demo_model.said.exchanges import Chat, Exchange, with_media
from demo_model.said.german import GERMAN
from demo_model.said.wording import Wording
from demo_model.shown.scenes import Scene, sample_scene
from demo_model.shown.videos import Video, sample_video
from engine.messages import ChatMessage, Media, MediaKind

GERMAN_SHARE = 0.35
# Upper bound of the questions in one conversation, each of another skill.
MOST_OF_ONE = 5
# Upper bound of the conversations about one image or video: it is drawn and encoded once.
TALKS_OF_ONE = 6
# A skill that comes only once in this many conversations may stay short of its count.
PATIENCE = 5_000
# Conversations that are sampled to find all skills.
DISCOVERY = 1_500
RATES = (8, 10, 12, 15, 20, 24, 25, 30)
USUAL_FRAMES = (4, 40)
MOST_FRAMES = 120

# Talk without looking, which is a skill of its own if the conversation has an image.
TALK = frozenset({"greet", "identity", "name", "recall", "repeat", "counting", "story"})
IMAGE_TALK = "picture_talk"

Write = Callable[[Path], tuple[Media, ...]]


@dataclass(frozen=True)
class Talk:
    """A conversation whose every answer may be asked for. `write` draws its images and videos into
    files that begin with a path."""

    chat: Chat
    write: Write
    german: bool = False

    def skill(self, index: int) -> str:
        name = self.chat.messages[index].skill
        if name in TALK and any(message.media for message in self.chat.messages[:index]):
            name = IMAGE_TALK
        return f"german {name}" if self.german else name

    def answers(self) -> list[int]:
        """Return the indices of the messages that show a skill."""
        messages = enumerate(self.chat.messages)
        return [
            index for index, message in messages if message.role == "assistant" and message.skill
        ]

    def case(self, index: int, media: tuple[Media, ...]) -> Case:
        """Return the case that asks for message `index`."""
        chat = self.chat
        said = as_engine(chat.messages[:index], media)
        system = (ChatMessage("system", chat.system),) if chat.system else ()
        tools = tuple(json.dumps(tool) for tool in chat.tools)
        return Case(self.skill(index), system + said, tools, chat.messages[index])


def held_out(
    count: int, seed: str, folder: Path, skills: frozenset[str], german: int | None = None
) -> Iterator[Case]:
    """Yield `count` cases of each skill, of all skills if none is named; of each skill in German
    `german`, if that is given. Files go into `folder`."""

    def due(skill: str) -> int:
        return count if german is None or not skill.startswith("german ") else german

    missing: Counter[str] = Counter({skill: due(skill) for skill in skills})
    number = last_new = 0
    while number - last_new < PATIENCE and (missing.total() or (not skills and number < DISCOVERY)):
        media: tuple[Media, ...] | None = None
        for talk in sample_talks(random.Random(f"held-out/{seed}/{number}")):
            if not skills:
                for name in {talk.skill(index) for index in talk.answers()} - missing.keys():
                    missing[name] = due(name)
            for index in _wanted(talk, missing):
                media = talk.write(folder / str(number)) if media is None else media
                missing[talk.skill(index)] -= 1
                yield talk.case(index, media)
        number += 1
        last_new = last_new if media is None else number


def _wanted(talk: Talk, missing: Counter[str]) -> list[int]:
    """Return one answer of each skill that is short of cases, those first that miss the most."""
    by_skill = {talk.skill(index): index for index in talk.answers()}
    short = [skill for skill in by_skill if missing[skill] > 0]
    chosen = sorted(short, key=lambda skill: -missing[skill])[:MOST_OF_ONE]
    return [by_skill[skill] for skill in chosen]


def sample_talks(rng: random.Random) -> list[Talk]:
    """Return a conversation, or several about the same image or video."""
    german = rng.random() < GERMAN_SHARE
    wording = GERMAN if german else ENGLISH
    return rng.choices(list(MAKERS), list(MAKERS.values()))[0](rng, wording)


def _one_image(rng: random.Random, wording: Wording) -> list[Talk]:
    scene, write = _image(rng)
    return _asked_alone(rng, image_questions.exchanges(rng, scene, wording), write, wording)


def _one_video(rng: random.Random, wording: Wording) -> list[Talk]:
    video, write = _video(rng)
    return _asked_alone(rng, video_questions.exchanges(rng, video, wording), write, wording)


def _asked_alone(
    rng: random.Random, exchanges: list[Exchange], write: Write, wording: Wording
) -> list[Talk]:
    """Return questions as if each were the only one; at times a system prompt says how to
    answer."""
    talks = []
    for asked in rng.sample(exchanges, min(TALKS_OF_ONE, len(exchanges))):
        instruction = instructions.sample(rng)
        followed = instruction.follow(asked)
        system = instruction.system if followed else ""
        chat = Chat(with_media(followed or asked, 1), system)
        talks.append(Talk(chat, write, wording is GERMAN))
    return talks


def _image_talk(rng: random.Random, wording: Wording) -> list[Talk]:
    scene, write = _image(rng)
    groups = [image_questions.exchanges(rng, scene, wording)]
    german = wording is GERMAN
    return [Talk(seen_chat(rng, groups, "image", german), write, german)]


def _video_talk(rng: random.Random, wording: Wording) -> list[Talk]:
    video, write = _video(rng)
    german = wording is GERMAN
    groups = [video_questions.exchanges(rng, video, wording)]
    return [Talk(seen_chat(rng, groups, "video", german), write, german)]


def _images_talk(rng: random.Random, wording: Wording) -> list[Talk]:
    """Return a conversation with two or three images."""
    images = [_image(rng) for _ in range(rng.choice((2, 2, 3)))]
    groups = [image_questions.exchanges(rng, scene, wording) for scene, _ in images[:-1]]
    scenes = [scene for scene, _ in images]
    groups.append(several_images.exchanges(rng, scenes, wording))

    def write(path: Path) -> tuple[Media, ...]:
        written = [
            write_one(path.with_name(f"{path.name}-{number}"))
            for number, (_, write_one) in enumerate(images, 1)
        ]
        return tuple(media for one in written for media in one)

    german = wording is GERMAN
    return [Talk(seen_chat(rng, groups, "image", german), write, german)]


def _text_talk(rng: random.Random, wording: Wording) -> list[Talk]:
    german = wording is GERMAN
    return [Talk(text_chat(rng, german), _nothing, german)]


def _exact_form(rng: random.Random, wording: Wording) -> list[Talk]:
    scene, write = _image(rng)
    asked = exact_forms.exchanges(rng, scene, wording)
    asked = asked or image_questions.exchanges(rng, scene, wording)
    chosen = rng.sample(asked, min(TALKS_OF_ONE, len(asked)))
    return [Talk(Chat(with_media(one, 1)), write, wording is GERMAN) for one in chosen]


def _about_a_text(rng: random.Random, wording: Wording) -> list[Talk]:
    german = wording is GERMAN
    return [Talk(rng.choice(TEXTS)(rng, german), _nothing, german)]


MAKERS: dict[Callable[[random.Random, Wording], list[Talk]], float] = {
    _one_image: 0.32,
    _image_talk: 0.1,
    _images_talk: 0.12,
    _one_video: 0.18,
    _video_talk: 0.06,
    _text_talk: 0.22,
    _exact_form: 0.12,
    _about_a_text: 0.2,
}


def _nothing(path: Path) -> tuple[Media, ...]:
    return ()


def _image(rng: random.Random) -> tuple[Scene, Write]:
    """Return a scene, and a function that draws it as PNG or JPEG in a size that people have."""
    width, height = sample_size(rng)
    scene = sample_scene(rng, width / height)
    quality = rng.choice((0, rng.randint(60, 95)))
    # Its own random numbers, so that the questions do not depend on the drawing.
    seed = rng.random()

    def write(path: Path) -> tuple[Media, ...]:
        pixels = draw_scene(random.Random(seed), scene, width, height)
        return (save_image(path, pixels, quality),)

    return scene, write


def sample_size(rng: random.Random) -> tuple[int, int]:
    """Return (width, height) in pixels, mostly of medium size."""
    aspect = math.exp(rng.uniform(math.log(0.5), math.log(2)))
    aspect = rng.choice((1.0, 4 / 3, 3 / 2, 16 / 9, 3 / 4, 2 / 3, 9 / 16, aspect))
    bounds = (300, 1200) if rng.random() < 0.85 else (200, 2000)
    longer = round(math.exp(rng.uniform(math.log(bounds[0]), math.log(bounds[1]))))
    shorter = round(longer / max(aspect, 1 / aspect))
    return (longer, shorter) if aspect >= 1 else (shorter, longer)


def save_image(path: Path, pixels: NDArray[np.uint8], quality: int) -> Media:
    """Save as JPEG of that quality, or as PNG if it is 0; `path` has no suffix."""
    path = path.with_name(path.name + (".jpg" if quality else ".png"))
    if quality:
        Image.fromarray(pixels).save(path, quality=quality)
    else:
        Image.fromarray(pixels).save(path, compress_level=1)
    return Media(MediaKind.IMAGE, path)


def _video(rng: random.Random) -> tuple[Video, Write]:
    """Return a video, and a function that writes it as MP4."""
    video = sample_video(rng)
    least, most = USUAL_FRAMES if rng.random() < 0.9 else (USUAL_FRAMES[0], MOST_FRAMES)
    rates = [rate for rate in RATES if least <= video.seconds * rate <= most]
    rate = rng.choice(rates or RATES[:1])
    total = max(least, round(video.seconds * rate))
    shorter = rng.choice((160, 240, 320, 480))
    width = 2 * round(shorter * max(1.0, video.aspect) / 2)
    height = 2 * round(shorter * max(1.0, 1 / video.aspect) / 2)
    seed = rng.random()

    def write(path: Path) -> tuple[Media, ...]:
        times = [index / (total - 1) for index in range(total)]
        frames = draw_video(random.Random(seed), video, times, width, height)
        return (save_video(path.with_name(path.name + ".mp4"), frames, rate),)

    return video, write


def save_video(
    path: Path, frames: Iterable[NDArray[np.uint8]], rate: float, codec: str = "mp4v"
) -> Media:
    """Save frames (height, width, 3) in RGB, whose sides are even."""
    frames = list(frames)
    height, width = frames[0].shape[:2]
    fourcc = cv2.VideoWriter.fourcc(*codec)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, fourcc, rate, (width, height))
    for frame in frames:
        writer.write(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))
    writer.release()
    return Media(MediaKind.VIDEO, path)
