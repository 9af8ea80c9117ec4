"""Images and videos that training never sees: another library draws them, with other outlines,
noise and files, and people or another sampler place the shapes."""

import math
import os
import random
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication

from demo_model.judged import foreign_scenes
from demo_model.judged.case import Case, as_engine
from demo_model.judged.cases import save_video
from demo_model.judged.foreign_drawing import draw, pixels, sample_look, size_of, unknown
from demo_model.judged.foreign_files import framed, save, spoiled
from demo_model.said import image_questions
from demo_model.said.english import ENGLISH, NOTHING
from demo_model.said.exchanges import Exchange, Message, question
from demo_model.said.views import View
from demo_model.shown.scenes import COLORS, SHAPES, Item, Scene, sides
from demo_model.shown.videos import Video
from engine.messages import Media

SAMPLED = 100
OF_ONE = 2
UNKNOWN = 8
FRAMED = 0.2
# Sizes of a sampled shape and distances between two, in shares of the shorter side.
RADII = (0.06, 0.24)
GAP = 0.05
RATES = (9, 12, 18, 24)
# Container and codec.
FILMS = ((".avi", "MJPG"), (".mp4", "mp4v"), (".avi", "XVID"))
ASKED_OF_UNKNOWN = (
    "What do you see?",
    "Which shapes are in this picture?",
    "Describe this image, please.",
    "How many shapes are there?",
)
# Our own wordings of questions that the grammar words differently.
OWN_WORDS = {
    "color": ("Tell me the colour of that {x.one}", "{x.the}: which colour has it got?"),
    "exists": ("Could you find {x.a} anywhere?", "Any chance that {x.a} is in there?"),
    "count_shape": (
        "What number of {x.many} can you make out?",
        "Tell me how many {x.many} I drew",
    ),
}


def foreign_cases(seed: int, folder: Path) -> Iterator[Case]:
    """Yield all hand-placed questions, then sampled ones. Files go into `folder`."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # Without an application Qt draws neither text nor windows.
    _app = QApplication.instance() or QApplication([])
    for number, placed in enumerate([*foreign_scenes.scenes(), *foreign_scenes.videos()]):
        rng = random.Random(f"foreign/{seed}/hand/{number}")
        path = folder / f"hand-{number}"
        if isinstance(placed.shown, Video):
            media = write_video(rng, placed.shown, placed.background, path)
        else:
            media, _ = write_scene(rng, placed.shown, placed.background, path)
        for asked in placed.asked:
            yield _case(question(asked.question, asked.answer, "-", skill=asked.skill), media)
    for number in range(SAMPLED):
        yield from _sampled(random.Random(f"foreign/{seed}/{number}"), folder / str(number))
    for number in range(UNKNOWN):
        rng = random.Random(f"foreign/{seed}/unknown/{number}")
        media = save(rng, folder / f"unknown-{number}", spoiled(rng, pixels(unknown(rng))))
        asked = ASKED_OF_UNKNOWN[number % len(ASKED_OF_UNKNOWN)]
        yield _case(question(asked, NOTHING, "-", skill="nothing"), media)


def _case(exchange: Exchange, media: Media) -> Case:
    asked, expected = exchange
    return Case(
        f"foreign {expected.skill}",
        as_engine([Message("user", asked.text, media=1)], [media]),
        (),
        expected,
    )


def _sampled(rng: random.Random, path: Path) -> Iterator[Case]:
    """Yield the grammar's questions, and at times one in our own words."""
    scene = sample_placed(rng)
    media, scene = write_scene(rng, scene, scene.background or rng.choice(("plain", "soft")), path)
    exchanges = image_questions.exchanges(rng, scene, ENGLISH)
    for exchange in rng.sample(exchanges, min(OF_ONE, len(exchanges))):
        yield _case(exchange, media)
    yield _case(_in_own_words(rng, scene), media)


def _in_own_words(rng: random.Random, scene: Scene) -> Exchange:
    view, noun = View(scene, ENGLISH), ENGLISH.noun
    alone = [item for item in scene.items if view.shapes[item.shape] == 1]
    skill = rng.choice(("color", "exists", "count_shape") if alone else ("exists", "count_shape"))
    asked = rng.choice(OWN_WORDS[skill])
    if skill == "color":
        item = rng.choice(alone)
        name = noun(item.shape, "")
        answer = ENGLISH.say("color", x=name, color=item.color)
    elif skill == "exists":
        shape, color = rng.choice(scene.items).shape, rng.choice(COLORS)
        name = noun(shape, color)
        answer = ENGLISH.say("yes_exists" if view.things[shape, color] else "no_exists", x=name)
    else:
        shape = rng.choice(SHAPES)
        name = noun(shape, "")
        answer = ENGLISH.count(view.shapes[shape], name)
    return question(asked.format(x=name), answer, "-", skill=skill)


def sample_placed(rng: random.Random) -> Scene:
    """Return shapes of any kind, anywhere."""
    aspect = rng.choice((1.0, 1.25, 1.5, 1.78, 0.75, 0.6))
    background = rng.choice((None, None, "white", "black", "gray", *rng.sample(COLORS, 2)))
    names = [color for color in COLORS if color != background]
    width, height = sides(aspect)
    items: list[Item] = []
    for _ in range(rng.randint(1, 6)):
        radius = rng.uniform(*RADII) if len(items) < 2 else rng.uniform(RADII[0], 0.14)
        around = radius * 1.2 + 0.02
        for _ in range(60):
            x, y = rng.uniform(around, width - around), rng.uniform(around, height - around)
            if all(
                math.hypot(x - item.x * width, y - item.y * height)
                > 1.2 * (radius + item.radius) + GAP
                for item in items
            ):
                shape, color = rng.choice(SHAPES), rng.choice(names)
                items.append(Item(shape, color, x / width, y / height, radius))
                break
    return Scene(tuple(items), background, aspect)


def write_scene(
    rng: random.Random, scene: Scene, background: str, path: Path
) -> tuple[Media, Scene]:
    """Draw the scene into a file. If a window is drawn around it, return the scene that the window
    shows."""
    width, height = size_of(rng, scene.aspect)
    look = sample_look(rng, [item.color for item in scene.items], background)
    image = draw(scene, look, width, height)
    if scene.background is None and rng.random() < FRAMED:
        image, scene = framed(image, scene, path.name)
    return save(rng, path, spoiled(rng, pixels(image))), scene


def write_video(rng: random.Random, video: Video, background: str, path: Path) -> Media:
    width, height = size_of(rng, video.aspect)
    colors = [mover.item.color for mover in video.movers]
    look = sample_look(rng, colors, background)
    rate = rng.choice(RATES)
    total = round(video.seconds * rate)
    shown = [video.at(index / (total - 1)) for index in range(total)]
    frames = [pixels(draw(scene, look, width, height)) for scene in shown]
    suffix, codec = rng.choice(FILMS)
    return save_video(path.with_name(path.name + suffix), frames, rate, codec)
