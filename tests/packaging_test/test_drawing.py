"""Images and videos show the scenes of their labels."""

import math
import random

import cv2
import numpy as np
import pytest

from demo_model.drawn import unknown
from demo_model.drawn.artefacts import Artefacts, as_jpeg, as_mp4, spoil
from demo_model.drawn.drawing import cell_labels, draw_scene, draw_video, frames, seen_image
from demo_model.drawn.palette import KNOWN, RANGES, distance, sample_rgb
from demo_model.shown.scenes import COLORS, SHAPES, Item, Scene, sample_scene
from demo_model.shown.shapes import outline
from demo_model.shown.videos import Leg, Mover, Video, sample_video

SEEDS = range(40)
# Too near to the edges for a window's frame or a text.
CORNERS = (
    Item("circle", "red", 0.11, 0.11, 0.1),
    Item("square", "blue", 0.87, 0.87, 0.1),
    Item("star", "green", 0.87, 0.13, 0.1),
    Item("cross", "purple", 0.5, 0.5, 0.1),
)


def to_lab(colors: np.ndarray) -> np.ndarray:
    """Convert RGB (n, 3) from 0 to 255 to CIELAB (n, 3)."""
    return cv2.cvtColor(colors.astype(np.float32)[None] / 255, cv2.COLOR_RGB2LAB)[0]


ANCHORS = [(name, rgb) for name, known in KNOWN.items() for rgb in known]
ANCHORS_LAB = to_lab(np.array([rgb for _, rgb in ANCHORS]))


def color_name(rgb: np.ndarray) -> str:
    """Return the name of the nearest well-known color."""
    away = np.linalg.norm(ANCHORS_LAB - to_lab(np.asarray(rgb)[None]), axis=1)
    return ANCHORS[int(away.argmin())][0]


def centre(image: np.ndarray, item: Item, around: int = 1) -> np.ndarray:
    """Return the median color at an item's center."""
    y, x = int(item.y * image.shape[0]), int(item.x * image.shape[1])
    part = image[y - around : y + around + 1, x - around : x + around + 1]
    return np.median(part.reshape(-1, 3), 0)


@pytest.mark.parametrize("name", COLORS)
def test_a_sampled_color_is_nearest_to_its_own_name(name: str):
    rng = random.Random(name)
    named = [color_name(np.array(sample_rgb(rng, name))) for _ in range(300)]
    assert named.count(name) >= 294


def test_each_color_name_has_its_own_color():
    for name, known in KNOWN.items():
        for rgb in known:
            others = [other for label, other in ANCHORS if label != name]
            assert min(distance(rgb, other) for other in others) > 14
    assert KNOWN.keys() == RANGES.keys() == set(COLORS)


def test_an_items_center_has_its_color_and_stands_out():
    rng = random.Random(4)
    right = total = 0
    for _ in range(120):
        scene = sample_scene(rng)
        width, height = (round(400 * math.sqrt(scene.aspect) ** sign) for sign in (1, -1))
        image = draw_scene(rng, scene, width, height)
        assert image.shape == (height, width, 3)
        for item in scene.items:
            total += 1
            right += color_name(centre(image, item)) == item.color
    assert right >= 0.98 * total


def test_a_named_background_has_its_color():
    rng = random.Random(5)
    for seed in range(60):
        scene = Scene(CORNERS, ("white", "black", "gray", "yellow", "brown")[seed % 5], 1.0)
        image = draw_scene(rng, scene, 200, 200)
        assert color_name(image[100, 30]) == scene.background


def test_each_item_stands_out_from_its_surroundings():
    rng = random.Random(6)
    for background in (None, "white", "black"):
        for _ in SEEDS:
            image = draw_scene(rng, Scene(CORNERS, background, 1.0), 200, 200)
            for item in CORNERS[:3]:
                x, y = int(item.x * 200), int(item.y * 200)
                beside = image[y, x + (30 if x < 100 else -30)]
                assert np.abs(centre(image, item) - beside).max() > 40


def test_each_item_is_one_connected_part():
    rng = random.Random(7)
    for _ in SEEDS:
        image = draw_scene(rng, Scene(CORNERS, "white", 1.0), 300, 300).astype(int)
        differs = np.abs(image - image[75, 150]).max(2) > 30
        parts, _, stats, _ = cv2.connectedComponentsWithStats(differs.astype(np.uint8))
        assert parts - 1 == len(CORNERS)
        assert stats[1:, cv2.CC_STAT_AREA].min() > 900


def test_the_same_seed_gives_the_same_image_and_frames():
    scene = sample_scene(random.Random(1))
    video = sample_video(random.Random(1))
    first, again, other = (seen_image(random.Random(seed), scene, 96, 96) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
    first, again = (frames(random.Random(1), video, [0, 0.5, 1], 96, 96) for _ in range(2))
    assert (first == again).all()


@pytest.mark.parametrize("size", [(192, 192), (208, 160), (112, 288), (304, 112)])
def test_images_have_the_requested_size(size: tuple[int, int]):
    width, height = size
    rng = random.Random(2)
    for _ in SEEDS:
        image = seen_image(rng, sample_scene(rng, width / height), width, height)
        assert image.shape == (height, width, 3)
        assert image.dtype == np.uint8


def test_colors_survive_files_and_scaling():
    rng = random.Random(9)
    right = total = 0
    for _ in range(150):
        scene = sample_scene(rng, 1.0)
        image = seen_image(rng, scene, 192, 192)
        for item in scene.items:
            total += 1
            right += color_name(centre(image, item)) == item.color
    assert right >= 0.94 * total


def test_the_largest_sizes_are_drawn():
    scene = sample_scene(random.Random(1), 2.5)
    assert draw_scene(random.Random(1), scene, 2000, 800).shape == (800, 2000, 3)


def test_frames_differ_only_where_something_moves():
    mover = Mover(Item("circle", "red", 0.2, 0.3, 0.1), (Leg("right", 1.0, 0.8, 0.3),))
    still = Mover(Item("square", "blue", 0.5, 0.75, 0.1))
    video = Video((mover, still), None, 1.0, 2.0)
    for seed in SEEDS:
        shown = draw_video(random.Random(seed), video, [0, 0.5, 1], 160, 160).astype(int)
        assert np.abs(shown[0] - shown[2])[80:].max() == 0
        assert np.abs(shown[0] - shown[1])[48, 32].max() > 40
        assert np.abs(shown[1][48, 80] - shown[0][48, 32]).max() <= 2


def test_frames_show_the_movement_of_a_shape():
    rng = random.Random(11)
    seen = 0
    for _ in SEEDS:
        video = sample_video(rng)
        first = video.movers[0]
        if len(video.movers) > 1 or len(first.legs) != 1:
            continue
        shown = draw_video(rng, video, [0, 1], 120, 120).astype(int)
        changed = np.abs(shown[1] - shown[0]).max(2) > 40
        ys, xs = np.nonzero(changed)
        spread = {"left": xs, "right": xs, "up": ys, "down": ys}[first.directions[0]]
        assert np.ptp(spread) > 25
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("width", [96, 112])
def test_frames_have_the_requested_size(width: int):
    rng = random.Random(12)
    for _ in SEEDS:
        video = sample_video(rng)
        assert frames(rng, video, [0, 0.3, 0.6, 1], width, 80).shape == (4, 80, width, 3)


def test_a_film_keeps_its_frames():
    video = sample_video(random.Random(13))
    shown = draw_video(random.Random(13), video, [i / 9 for i in range(10)], 128, 96)
    read = as_mp4(list(shown), 15)
    assert len(read) == 10
    assert np.abs(np.stack(read).astype(int) - shown).mean() < 8


def test_a_poorer_file_is_farther_from_the_image():
    image = draw_scene(random.Random(1), Scene(CORNERS, "white", 1.0), 200, 200)
    poor, good = (np.abs(as_jpeg(image, q).astype(int) - image).mean() for q in (30, 95))
    assert 0 < good < poor < 10


@pytest.mark.parametrize(
    "artefacts",
    [
        Artefacts(gains=(1.05, 1.0, 0.95)),
        Artefacts(blur=0.8),
        Artefacts(noise=10),
        Artefacts(steps=32),
        Artefacts(jpeg=40),
    ],
    ids=["gains", "blur", "noise", "steps", "jpeg"],
)
def test_each_artefact_changes_the_image_a_little(artefacts: Artefacts):
    rng = random.Random(1)
    image = draw_scene(rng, Scene(CORNERS, None, 1.0), 200, 200)
    before = image.copy()
    error = np.abs(spoil(rng, image, artefacts, 1.0).astype(int) - image).mean()
    assert 0 < error < 20
    assert (image == before).all()


def test_cells_inside_an_item_have_its_label():
    scene = Scene(
        (Item("square", "red", 0.25, 0.5, 0.5), Item("star", "gray", 0.8, 0.2, 0.2)), None, 2
    )
    labels = cell_labels(scene, 8, 16).reshape(8, 16, 2)
    assert labels.dtype == np.uint8
    assert (labels[1:7, 1:7] == (1, 2)).all()
    assert (labels[1, 12] == (11, 4)).all()
    assert (labels[5:, 10:] == 0).all()
    assert {tuple(label) for label in labels.reshape(-1, 2)} == {(0, 0), (1, 2), (11, 4)}


@pytest.mark.parametrize("x", [0.5, 0.52, 0.55])
def test_a_small_item_has_at_least_the_cell_of_its_center(x: float):
    labels = cell_labels(Scene((Item("circle", "green", x, 0.5, 0.02),), None, 1.0), 12, 12)
    assert (labels.reshape(12, 12, 2)[6, int(x * 12)] == (4, 1)).all()


def test_a_cell_of_two_items_has_the_larger_ones_label():
    items = (Item("square", "red", 0.3, 0.5, 0.2), Item("square", "blue", 0.66, 0.5, 0.2))
    labels = cell_labels(Scene(items, None, 1.0), 1, 2)
    assert [tuple(label) for label in labels] == [(1, 2), (5, 2)]


def test_every_sampled_item_has_a_cell():
    rng = random.Random(14)
    for _ in range(200):
        scene = sample_scene(rng, 1.0)
        seen = {tuple(label) for label in cell_labels(scene, 12, 12).tolist()}
        kinds = {(COLORS.index(i.color) + 1, SHAPES.index(i.shape) + 1) for i in scene.items}
        assert kinds <= seen <= kinds | {(0, 0)}


def normalised(points: np.ndarray) -> np.ndarray:
    """Return a filled outline, scaled until its longer side fills 100 pixels."""
    low, high = points.min(0), points.max(0)
    fitted = (points - (low + high) / 2) / (high - low).max() * 96 + 50
    mask = np.zeros((100, 100), np.uint8)
    cv2.fillPoly(mask, [np.round(fitted).astype(np.int32)], 1)
    return mask


@pytest.mark.parametrize("sign", unknown.SIGNS)
def test_unknown_signs_look_like_none_of_the_shapes(sign):
    mine = normalised(sign())
    for shape in SHAPES:
        for turn in range(0, 360, 15):
            other = normalised(outline(shape, math.radians(turn)))
            common = np.count_nonzero(mine & other) / np.count_nonzero(mine | other)
            assert common < 0.8


def test_images_of_nothing_known_differ_from_each_other():
    rng = random.Random(15)
    scene = Scene((), None, 1.0)
    made = [draw_scene(rng, scene, 120, 120) for _ in range(60)]
    means = {tuple(image.mean((0, 1)).round().tolist()) for image in made}
    assert len(means) > 40
    assert not cell_labels(scene, 12, 12).any()
