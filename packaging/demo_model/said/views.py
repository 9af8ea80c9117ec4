"""A scene as questions need it: in reading order, counted, and named in a language."""

import random
from collections import Counter
from functools import cached_property

from demo_model.said.wording import Noun, Wording
from demo_model.shown.scenes import COLORS, SHAPES, Item, Scene

# A share of the width or height is in a third if it is this far from the next third.
FIRST_ENDS, MIDDLE, LAST_STARTS = 0.29, (0.39, 0.61), 0.71
PLACES = (
    ("top left", "top", "top right"),
    ("left", "center", "right"),
    ("bottom left", "bottom", "bottom right"),
)


def third(share: float) -> int | None:
    """Return 0, 1 or 2, or None near a border between thirds, where people would disagree."""
    if share < FIRST_ENDS:
        return 0
    if share > LAST_STARTS:
        return 2
    return 1 if MIDDLE[0] < share < MIDDLE[1] else None


def place(x: float, y: float) -> str:
    """Return the name of the place in a 3 x 3 grid, "" if it is not clear."""
    column, row = third(x), third(y)
    return "" if column is None or row is None else PLACES[row][column]


class View:
    """`items` are from left to right. Things are (shape, color)."""

    def __init__(self, scene: Scene, wording: Wording) -> None:
        self.wording = wording
        self.items = sorted(scene.items, key=lambda item: (round(item.x, 2), item.y))
        self.things = Counter((item.shape, item.color) for item in self.items)
        self.shapes = Counter(item.shape for item in self.items)
        self.colors = Counter(item.color for item in self.items)

    def noun(self, item: Item) -> Noun:
        return self.wording.noun(item.shape, item.color)

    def named(self, items: list[Item]) -> str:
        """Return an enumeration in the form that "I see" needs."""
        return self.wording.all_of([self.noun(item).a_acc for item in items])

    @cached_property
    def seen(self) -> str:
        """Return what is in the image from left to right, as the start of reasoning."""
        return self.wording.say("see", all=self.named(self.items))

    @cached_property
    def seen_down(self) -> str:
        items = sorted(self.items, key=lambda item: item.y)
        return self.wording.say("top_down", all=self.named(items))

    @cached_property
    def seen_places(self) -> str:
        return self.wording.say("see", all=self.wording.all_of([self._at(i) for i in self.items]))

    def _at(self, item: Item) -> str:
        name, where = self.noun(item).a_acc, place(item.x, item.y)
        return f"{name} {self.wording.words[where]}" if where else name

    @cached_property
    def description(self) -> str:
        """Return the answer that lists everything."""
        if len(self.items) == 1:
            return self.seen
        number = self.wording.numbers[len(self.items)]
        return self.wording.say("see_many", n=number, all=self.named(self.items))

    def unique(self, item: Item) -> bool:
        """Return True if color and shape identify the item."""
        return self.things[item.shape, item.color] == 1

    def refer(self, rng: random.Random, item: Item) -> Noun:
        """Return a name for a unique item in a question."""
        chance = rng.random()
        if chance < 0.4 and self.shapes[item.shape] == 1:
            return self.wording.noun(item.shape, "")
        if chance > 0.92 and self.colors[item.color] == 1:
            return self.wording.noun("", item.color)
        return self.noun(item)

    def absent(self, rng: random.Random) -> tuple[str, str]:
        """Return a shape with a color that is not in the image, mostly one that nearly is."""
        while True:
            near, other = rng.choice(self.items), rng.choice(self.items)
            chance = rng.random()
            if chance < 0.35:
                thing = (near.shape, other.color)
            elif chance < 0.6:
                thing = (near.shape, rng.choice(COLORS))
            elif chance < 0.85:
                thing = (rng.choice(SHAPES), near.color)
            else:
                thing = (rng.choice(SHAPES), rng.choice(COLORS))
            if thing not in self.things:
                return thing
