"""The foreign generator: scenes placed by hand match their labels, and files show them."""

import math
import random
import re
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from demo_model.judged import foreign, foreign_scenes
from demo_model.judged.foreign_drawing import draw, pixels, sample_look
from demo_model.judged.foreign_files import framed
from demo_model.judged.foreign_scenes import HandPlaced
from demo_model.said.english import ENGLISH
from demo_model.said.views import View, place
from demo_model.shown.scenes import COLORS, SHAPES, Item, Scene, sides
from demo_model.shown.videos import Video
from engine.media import file_kind
from engine.media.file_kind import identify
from engine.media.images import read_image
from engine.media.intake import examine_file

SCENES = foreign_scenes.scenes()
SAMPLED_VIDEOS = foreign_scenes.videos()
PLURALS = {shape + ("es" if shape == "cross" else "s"): shape for shape in SHAPES} | {"shapes": ""}
NUMBERS = {word: number for number, word in enumerate(ENGLISH.numbers)}
# These questions are about what was drawn by hand.
BY_HAND = sum(len(placed.asked) for placed in [*SCENES, *SAMPLED_VIDEOS])


def answered_scenes(skill: str) -> list[tuple[Scene, str]]:
    return [
        (placed.shown, asked.answer)
        for placed in SCENES
        for asked in placed.asked
        if asked.skill == skill and isinstance(placed.shown, Scene)
    ]


def items_like(scene: Scene, color: str, shape: str) -> list[Item]:
    """Return the items with a color and a shape; "" stands for any."""
    shape = "" if shape == "shape" else shape
    return [i for i in scene.items if color in ("", i.color) and shape in ("", i.shape)]


def test_there_are_enough_cases() -> None:
    assert len(SCENES) >= 24
    assert len(SAMPLED_VIDEOS) >= 8
    assert BY_HAND >= 120
    assert BY_HAND + foreign.SAMPLED * foreign.OF_ONE >= 300


@pytest.mark.parametrize("placed", SCENES, ids=lambda placed: placed.name)
def test_shapes_are_inside_and_apart(placed: HandPlaced) -> None:
    scene = placed.shown
    assert isinstance(scene, Scene)
    width, height = sides(scene.aspect)
    for item in scene.items:
        assert item.shape in SHAPES
        assert item.color in COLORS
        assert item.color != scene.background
        for share, side in ((item.x, width), (item.y, height)):
            assert 0.95 * item.radius < share * side < side - 0.95 * item.radius
    least = 0.8 if "touching" in placed.name else 1.0
    for a, b in combinations(scene.items, 2):
        distance = math.hypot((a.x - b.x) * width, (a.y - b.y) * height)
        assert distance > least * (a.radius + b.radius)


def test_counts_are_true() -> None:
    for skill in ("count", "count_shape", "count_color"):
        for scene, answer in answered_scenes(skill):
            told = re.fullmatch(r"There (?:is|are) (\w+) (?:(\w+) )?(\w+)\.", answer)
            assert told, answer
            number, color, names = told.groups()
            shape = PLURALS.get(names, names)
            expected = NUMBERS.get(number, 0)
            assert len(items_like(scene, color or "", shape)) == expected, answer


def test_exists_answers_match_the_scene() -> None:
    for scene, answer in answered_scenes("exists"):
        told = re.fullmatch(r"(Yes|No), there (?:is|are) (?:an?|no) (?:(\w+) )?(\w+)\.", answer)
        assert told, answer
        says, color, name = told.groups()
        there = bool(items_like(scene, color or "", PLURALS.get(name, name)))
        assert there == (says == "Yes"), answer
    for scene, answer in answered_scenes("missing"):
        told = re.fullmatch(r"There is no (\w+) in the picture\.", answer)
        assert told, answer
        assert not items_like(scene, "", told[1])


def test_colors_and_shapes_are_those_of_one_item() -> None:
    for scene, answer in answered_scenes("color"):
        told = re.fullmatch(r"The (\w+) is (\w+)\.", answer)
        assert told, answer
        assert [item.color for item in items_like(scene, "", told[1])] == [told[2]]
    for scene, answer in answered_scenes("shape"):
        told = re.fullmatch(r"The (\w+) shape is an? (\w+)\.", answer)
        assert told, answer
        assert [item.shape for item in items_like(scene, told[1], "")] == [told[2]]


def test_places_sides_and_relations_are_true() -> None:
    for scene, answer in answered_scenes("where"):
        told = re.fullmatch(r"The (\w+) (\w+) is (.+)\.", answer)
        assert told, answer
        (item,) = items_like(scene, told[1], told[2])
        assert ENGLISH.words[place(item.x, item.y)] == told[3]
    for scene, answer in answered_scenes("half"):
        told = re.fullmatch(r"The (\w+) (\w+) is .* (\w+)\.", answer)
        assert told, answer
        (item,) = items_like(scene, told[1], told[2])
        assert told[3] in place(item.x, item.y), answer
    ends = {"left": "x", "right": "-x", "top": "y", "bottom": "-y"}
    for scene, answer in answered_scenes("side") + answered_scenes("top"):
        told = re.fullmatch(r"An? (\w+) (\w+) is .* (\w+)\.", answer.replace("The", "A", 1))
        assert told, answer
        axis = ends[told[3]]
        sign = -1 if axis[0] == "-" else 1
        first = min(scene.items, key=lambda item: sign * getattr(item, axis[-1]))
        assert (first.color, first.shape) == (told[1], told[2]), answer
    for scene, answer in answered_scenes("relation") + answered_scenes("neighbor"):
        told = re.fullmatch(
            r"(?:Yes, |No, )?the (\w+) (\w+) is (?:to the )?(\w+)(?: of)? the (\w+) (\w+)\.",
            answer[0].lower() + answer[1:] if answer.startswith("The") else answer,
        )
        assert told, answer
        (a,), (b,) = items_like(scene, told[1], told[2]), items_like(scene, told[4], told[5])
        gaps = {"left": b.x - a.x, "right": a.x - b.x, "above": b.y - a.y, "below": a.y - b.y}
        assert gaps[told[3]] > 0.1, answer


def test_descriptions_and_sizes_are_true() -> None:
    for scene, answer in answered_scenes("describe"):
        view = View(scene, ENGLISH)
        for item in scene.items:
            assert view.noun(item).a in answer
        assert answer.count(" a ") + answer.count(" an ") == len(scene.items)
    for scene, answer in answered_scenes("compare"):
        told = re.match(r"The (\w+) (\w+) is (?:the )?(\w+)", answer)
        assert told, answer
        (item,) = items_like(scene, told[1], told[2])
        order = sorted(scene.items, key=lambda item: item.radius)
        assert item is (order[0] if told[3].startswith("small") else order[-1])


def test_described_movements_are_true() -> None:
    compared = 0
    for placed in SAMPLED_VIDEOS:
        video = placed.shown
        assert isinstance(video, Video)
        for asked in placed.asked:
            for mover in video.movers:
                says = f"the {mover.item.color} {mover.item.shape} moves "
                if says not in asked.answer.lower() or "first" in asked.answer:
                    continue
                told = asked.answer.lower().split(says)[1].split(".")[0]
                assert told == ENGLISH.moves(mover.directions, mover.stops).removeprefix("moves ")
                compared += 1
    assert compared > 10


def test_a_window_around_a_image_moves_its_shapes(qapp: QApplication) -> None:
    scene = Scene((Item("circle", "red", 0.25, 0.5, 0.2),), None, 2.0)
    image = draw(scene, sample_look(random.Random(1), ["red"], "plain"), 400, 200)
    shot, moved = framed(image, scene, "a picture")
    item = moved.items[0]
    shown = pixels(shot)
    height, width = shown.shape[:2]
    assert height > 200
    red, green, blue = shown[int(item.y * height), int(item.x * width)].tolist()
    assert red > 180 > 120 > max(green, blue)
    edge = item.x * width + 0.8 * item.radius * min(width, height)
    assert np.abs(shown[int(item.y * height), int(edge)].astype(int) - (red, green, blue)).max() < 9


def test_cases_can_be_read(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With a third of those by hand, six sampled scenes have files of each kind.
    monkeypatch.setattr(foreign, "SAMPLED", 6)
    placed = foreign_scenes.scenes()[::3]
    monkeypatch.setattr(foreign_scenes, "scenes", lambda: placed)
    cases = list(foreign.foreign_cases(3, tmp_path))
    assert len(cases) >= len(placed) + foreign.SAMPLED * foreign.OF_ONE
    paths = {media.path for case in cases for media in case.media}
    assert {it.suffix for it in paths} == {".avi", ".jpg", ".mp4", ".png", ".webp"}
    for media in {media for case in cases for media in case.media}:
        if media.path.suffix not in (".mp4", ".avi"):
            assert examine_file(identify(media.path)).items == (media,)
            assert min(read_image(identify(media.path)).size) >= 200
        else:
            assert identify(media.path).kind in file_kind.VIDEOS
            assert cv2.VideoCapture(str(media.path)).get(cv2.CAP_PROP_FRAME_COUNT) >= 4
