"""Scenes and videos keep the promises that drawing and questions rely on."""

import itertools
import math
import random
from functools import cache

import cv2
import numpy as np
import pytest

from demo_model.shown.arrangements import touching_way
from demo_model.shown.items import hull
from demo_model.shown.scenes import COLORS, SHAPES, Item, Scene, reach, sample_scene, sides
from demo_model.shown.videos import DIRECTIONS, STEPS, Leg, Mover, Video, sample_video

TURNED = {"square": 0.2, "circle": 0.0}


@cache
def sampled_scenes() -> tuple[Scene, ...]:
    rng = random.Random(7)
    return tuple(sample_scene(rng) for _ in range(600))


@cache
def sampled_videos() -> tuple[Video, ...]:
    rng = random.Random(8)
    return tuple(sample_video(rng) for _ in range(300))


def scenes(count: int = 600) -> tuple[Scene, ...]:
    return sampled_scenes()[:count]


def videos(count: int = 300) -> tuple[Video, ...]:
    return sampled_videos()[:count]


def masks(scene: Scene, side: int = 500) -> list[np.ndarray]:
    """Return the convex hull of each item as pixels; the shorter side has `side` of them."""
    width, height = sides(scene.aspect)
    made = []
    for item in scene.items:
        mask = np.zeros((round(height * side), round(width * side)), np.uint8)
        center = np.array([item.x * width, item.y * height])
        points = (hull(item) + center) * side
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
        made.append(mask)
    return made


def common(first: np.ndarray, second: np.ndarray) -> int:
    """Return the pixels in both masks, without those of their edges."""
    cross = np.ones((3, 3), np.uint8)
    return cv2.countNonZero(cv2.bitwise_and(cv2.erode(first, cross), cv2.erode(second, cross)))


def test_every_count_shape_color_and_background_appears():
    made = scenes()
    items = [item for scene in made for item in scene.items]
    assert {len(scene.items) for scene in made} == set(range(10))
    assert {item.shape for item in items} == set(SHAPES)
    assert {item.color for item in items} == set(COLORS)
    assert {scene.background for scene in made} == {None, *COLORS}


def test_aspects_are_between_tall_and_wide():
    aspects = np.array([scene.aspect for scene in scenes()])
    assert aspects.min() < 0.55
    assert aspects.max() > 1.9
    assert ((aspects >= 0.4) & (aspects <= 2.5)).all()
    assert ((aspects >= 0.6) & (aspects <= 1.8)).mean() > 0.8


def test_a_given_aspect_is_kept():
    assert sample_scene(random.Random(1), 0.4).aspect == 0.4


def test_few_images_show_nothing_and_those_have_no_background():
    empty = [scene for scene in scenes() if not scene.items]
    assert 5 <= len(empty) <= 40
    assert {scene.background for scene in empty} == {None}


def test_items_are_sorted_differ_from_the_background_and_are_inside():
    for scene in scenes():
        width, height = sides(scene.aspect)
        assert [i.x for i in scene.items] == sorted(i.x for i in scene.items)
        for item in scene.items:
            assert item.color != scene.background
            assert reach(item) / width <= item.x <= 1 - reach(item) / width
            assert reach(item) / height <= item.y <= 1 - reach(item) / height


def test_radii_are_small_and_large_and_the_crowd_is_small():
    made = scenes()
    radii = [item.radius for scene in made for item in scene.items]
    assert min(radii) < 0.05
    assert 0.36 < max(radii) <= 0.4
    alone = np.mean([i.radius for s in made if len(s.items) == 1 for i in s.items])
    crowd = np.mean([i.radius for s in made if len(s.items) == 7 for i in s.items])
    assert crowd < alone / 2


def test_no_two_items_overlap():
    for scene in scenes(150):
        for first, second in itertools.combinations(masks(scene), 2):
            assert common(first, second) == 0


def test_touching_items_appear_and_differ_in_color():
    touching = 0
    for scene in scenes(300):
        pairs = itertools.combinations(zip(scene.items, masks(scene), strict=True), 2)
        for (one, first), (other, second) in pairs:
            if cv2.bitwise_and(cv2.dilate(first, np.ones((3, 3), np.uint8)), second).any():
                touching += 1
                assert one.color != other.color
    assert touching > 20


@pytest.mark.parametrize(
    ("other", "expected"), [("square", 2 * 0.89 * 0.1), ("circle", 0.189)], ids=str
)
def test_a_shape_moves_as_near_as_possible(other: str, expected: float):
    square = hull(Item("square", "red", 0, 0, 0.1))
    way = touching_way(hull(Item(other, "red", 0, 0, 0.1)), square, np.array([1.0, 0.0]))
    assert way == pytest.approx(expected, abs=1e-3)


def test_reduced_palettes_make_counting_by_color_and_shape_worth_asking():
    crowds = [scene for scene in scenes() if len(scene.items) >= 4]
    few = [s for s in crowds if len({i.color for i in s.items}) == 2]
    alike = [s for s in crowds if len({(i.color, i.shape) for i in s.items}) < len(s.items)]
    assert len(few) > 0.15 * len(crowds)
    assert len(alike) > 0.3 * len(crowds)


def test_a_square_is_never_a_diamond():
    turned = [item for scene in scenes() for item in scene.items if item.rotation]
    assert turned
    for item in turned:
        assert abs(item.rotation) <= TURNED.get(item.shape, math.pi)


def test_the_same_seed_gives_the_same_scene_and_video():
    assert sample_scene(random.Random(3)) == sample_scene(random.Random(3))
    assert sample_video(random.Random(3)) == sample_video(random.Random(3))


def test_a_shape_follows_its_leg():
    legs = (Leg("right", 0.5, 0.8, 0.5), Leg("", 0.75, 0.8, 0.5), Leg("up", 1.0, 0.8, 0.1))
    video = Video((Mover(Item("star", "red", 0.2, 0.5, 0.1), legs),), None, 1.0, 2.0)
    seen = [video.at(time).items[0] for time in (0, 0.25, 0.5, 0.7, 0.875, 1)]
    places = [(round(item.x, 6), round(item.y, 6)) for item in seen]
    assert places == [(0.2, 0.5), (0.5, 0.5), (0.8, 0.5), (0.8, 0.5), (0.8, 0.3), (0.8, 0.1)]


def test_an_eased_leg_starts_and_ends_slowly():
    mover = Mover(Item("star", "red", 0.0, 0.5, 0.1), (Leg("right", 1.0, 1.0, 0.5, eased=True),))
    x = mover.path([0, 0.1, 0.5, 0.9, 1])[:, 0]
    assert x[1] < 0.05
    assert x[2] == pytest.approx(0.5)
    assert x[3] > 0.95


def test_a_video_starts_with_the_items_of_its_movers_in_their_order():
    for video in videos(50):
        assert video.at(0).items == tuple(mover.item for mover in video.movers)


def test_shapes_move_far_along_their_legs_and_hardly_sideways():
    for video in videos():
        for mover in video.movers:
            free = [1 - 2 * reach(mover.item) / side for side in sides(video.aspect)]
            start = 0.0
            for leg in mover.legs:
                way = np.subtract(*mover.path([leg.until, start])) / free
                start = leg.until
                step = np.array(STEPS.get(leg.direction, (0, 0)))
                assert way @ step >= 0.25 * bool(leg.direction) - 1e-9
                assert abs(way @ step[::-1]) <= 0.1
                if not leg.direction:
                    assert np.abs(way).max() < 1e-9


def test_two_shapes_never_meet_and_differ():
    pairs = [video for video in videos() if len(video.movers) == 2]
    assert len(pairs) > 60
    for video in pairs:
        first, second = video.movers
        assert first.item.color != second.item.color
        assert not set(first.directions) & set(second.directions)
        for time in np.linspace(0, 1, 41):
            one, other = video.at(float(time)).items
            way = np.subtract((one.x, one.y), (other.x, other.y)) * sides(video.aspect)
            assert np.hypot(*way) >= reach(one) + reach(other)


def test_a_video_stays_inside():
    for video in videos(100):
        for mover in video.movers:
            edge = reach(mover.item) / np.array(sides(video.aspect))
            path = mover.path(np.linspace(0, 1, 21))
            assert (path >= edge).all()
            assert (path <= 1 - edge).all()


def test_every_kind_of_motion_appears():
    made = videos()
    movers = [mover for video in made for mover in video.movers]
    still = sum(not any(m.legs for m in video.movers) for video in made)
    assert 0.03 * len(made) < still < 0.2 * len(made)
    assert {m.directions[0] for m in movers if m.directions} == set(DIRECTIONS)
    straight = [m for m in movers if len(m.legs) == 1]
    assert len(straight) > 0.3 * len(movers)
    turns = {m.directions for m in movers if len(m.directions) == 2}
    assert ("left", "right") in turns
    assert ("left", "up") in turns
    assert any(sum(bool(m.legs) for m in video.movers) == 2 for video in made)


def test_stopped_shapes_rest_for_long():
    stopping = [m for video in videos() for m in video.movers if m.stops]
    assert len(stopping) > 20
    for mover in stopping:
        assert 1 - mover.legs[-2].until >= 0.3 - 1e-9


def test_short_videos_have_one_leg_at_most():
    made = videos()
    assert min(video.seconds for video in made) < 0.5
    assert max(video.seconds for video in made) > 5
    assert all(len(m.legs) <= 1 for video in made if video.seconds < 1.4 for m in video.movers)
