"""Questions about the places and sizes of the shapes in an image."""

import random
from collections.abc import Callable

from demo_model.said.views import View, place
from demo_model.said.wording import OPPOSITE, Asked, Noun
from demo_model.shown.scenes import Item

APART = 0.12
RELATED = 0.15
LARGER = 1.4
MANY = 4
# Positions of one shape relative to another.
WAYS = ("left", "right", "above", "below")
# Kinds of questions for the half of the image, with its halves.
HALVES = {"left_or_right": ("left", "right"), "top_or_bottom": ("top", "bottom")}
# Kinds of questions for a place; half of the questions name no part of the image.
KINDS_OF_WHERE = (*3 * ("where",), "corner", *HALVES)


def distance(a: Item, way: str, b: Item) -> float:
    """Return how far `a` is to that side of `b`, as a share of the image; below 0 on the other
    side."""
    along = a.x - b.x if way in ("left", "right") else a.y - b.y
    return along if way in ("right", "below") else -along


def where(asked: Asked, view: View) -> int:
    """Ask where each item is, and return how many were asked by name."""
    wording = asked.wording
    clear = [i for i in view.items if view.unique(i) and place(i.x, i.y)]
    for item in clear:
        kind, name = _kind_of_where(asked.rng, place(item.x, item.y))
        answer = wording.say("where", x=view.noun(item), place=wording.words[name])
        word = wording.words["word_" + name]
        x = view.refer(asked.rng, item)
        asked.add(kind, answer, view.seen_places, "where", word, x=x)
        if len(view.items) == 1 and kind not in HALVES:
            asked.add("where_it", answer, view.seen_places, "where", word)
    return len(clear)


def _kind_of_where(rng: random.Random, name: str) -> tuple[str, str]:
    """Return a kind of question that the name of a place can answer, and the part of the name that
    answers it."""
    kind = rng.choice(KINDS_OF_WHERE)
    half = [half for half in HALVES.get(kind, ()) if half in name]
    if half or (kind == "corner" and " " in name):
        return kind, half[0] if half else name
    return "where", name


def ask(asked: Asked, view: View) -> None:
    """Ask about sides, relations and sizes."""
    if len(view.items) < 2:
        return
    _side(asked, view, "left", "side", lambda item: item.x)
    _side(asked, view, "right", "side", lambda item: 1 - item.x)
    _side(asked, view, "top", "top", lambda item: item.y)
    _side(asked, view, "bottom", "top", lambda item: 1 - item.y)
    unique = [item for item in view.items if view.unique(item)]
    for item in asked.rng.sample(unique, min(MANY, len(unique))):
        _relation(asked, view, item, unique)
        _relative(asked, view, item, unique)
        _neighbor(asked, view, item)
    _compare(asked, view, unique)
    _extreme(asked, view, "biggest", sorted(view.items, key=lambda i: -i.radius))
    _extreme(asked, view, "smallest", sorted(view.items, key=lambda i: i.radius))


def _side(asked: Asked, view: View, side: str, skill: str, edge: Callable[[Item], float]) -> None:
    """Ask about a side; `edge` is the distance from that side of the image."""
    near, following = sorted(view.items, key=edge)[:2]
    if edge(near) >= 0.5 or edge(following) - edge(near) < APART:
        return
    alone = edge(near) < 0.45 and edge(following) > 0.55
    kind = f"side_{side}" if alone and asked.rng.random() < 0.6 else f"side_{side}_most"
    wording = asked.wording
    answer = wording.say("side", x=view.noun(near), place=wording.words[side])
    seen = view.seen if skill == "side" else view.seen_down
    asked.add(kind, answer, seen, skill, wording.words[near.shape])


def _asked_way(asked: Asked, way: str) -> str:
    return asked.rng.choice(asked.wording.words["asked_rel_" + way].split("|"))


def _seen(view: View, way: str) -> str:
    return view.seen if way in ("left", "right") else view.seen_down


def _relation(asked: Asked, view: View, item: Item, unique: list[Item]) -> None:
    """Ask if the item is on one side of another; the answer keeps to the axis asked about."""
    rng, wording = asked.rng, asked.wording
    ways = [(w, o) for o in unique for w in WAYS if distance(item, w, o) >= RELATED]
    if not ways:
        return
    way, other = rng.choice(ways)
    says = "yes" if rng.random() < 0.5 else "no"
    answer = wording.say(
        f"{says}_relation",
        x=view.noun(item),
        way=wording.words["rel_" + way],
        y=view.noun(other),
    )
    asked.add(
        "relation",
        answer,
        _seen(view, way),
        "relation",
        wording.words[says],
        x=view.refer(rng, item),
        way=_asked_way(asked, way if says == "yes" else OPPOSITE[way]),
        y=view.refer(rng, other),
    )


def _relative(asked: Asked, view: View, item: Item, unique: list[Item]) -> None:
    """Ask where the item is relative to another that is clearly on one side of it."""
    rng, wording = asked.rng, asked.wording
    ways = [(way, other) for other in unique if (way := _only_way(item, other))]
    if not ways:
        return
    way, other = rng.choice(ways)
    answer = wording.say(
        "neighbor", x=view.noun(item), way=wording.words["rel_" + way], y=view.noun(other)
    )
    x, y = view.refer(rng, item), view.refer(rng, other)
    asked.add("relative", answer, _seen(view, way), "neighbor", x=x, y=y)


def _only_way(item: Item, other: Item) -> str:
    """Return the one side of the other on which the item is, "" if it is on two sides or none."""
    far = [way for way in WAYS if distance(item, way, other) >= RELATED]
    near = [way for way in WAYS if distance(item, way, other) >= RELATED / 2]
    return far[0] if len(far) == len(near) == 1 else ""


def _neighbor(asked: Asked, view: View, item: Item) -> None:
    """Ask what is on one side of the item: one other, or nothing."""
    rng, wording = asked.rng, asked.wording
    way = rng.choice(WAYS)
    others = [other for other in view.items if other is not item]
    there = [other for other in others if distance(other, way, item) > -0.05]
    if len(there) > 1 or any(distance(other, way, item) < RELATED for other in there):
        return
    told: dict[str, str | Noun] = {"way": wording.words["rel_" + way], "y": view.noun(item)}
    if there:
        answer = wording.say("neighbor", x=view.noun(there[0]), **told)
        word = wording.words[there[0].shape]
    else:
        answer, word = wording.say("no_neighbor", **told), wording.words["nothing"]
    x = view.refer(rng, item)
    seen = _seen(view, way)
    asked.add("neighbor", answer, seen, "neighbor", word, x=x, way=_asked_way(asked, way))


def _sized(view: View) -> str:
    """Describe the items, the extremes with their sizes."""
    radii = [item.radius for item in view.items]
    limits = min(radii) * LARGER, max(radii) / LARGER
    return view.wording.say(
        "see", all=view.wording.all_of([_size(view, i, limits) for i in view.items])
    )


def _size(view: View, item: Item, limits: tuple[float, float]) -> str:
    small, big = item.radius < limits[0], item.radius > limits[1]
    name = view.noun(item)
    if small == big:
        return name.a_acc
    return view.wording.phrases["small" if small else "big"].format(x=name)


def _compare(asked: Asked, view: View, unique: list[Item]) -> None:
    pairs = [(a, b) for a in unique for b in unique if a.radius >= b.radius * LARGER]
    if not pairs:
        return
    rng, wording = asked.rng, asked.wording
    pair = rng.choice(pairs)
    names = [view.refer(rng, item) for item in rng.sample(pair, 2)]
    for kind, item in zip(("bigger", "smaller"), pair, strict=True):
        answer, word = wording.say(kind, x=view.noun(item)), wording.words[item.shape]
        asked.add(kind, answer, _sized(view), "compare", word, x=names[0], y=names[1])
    first, second = rng.sample(pair, 2)
    x, y = view.refer(rng, first), view.refer(rng, second)
    size = "bigger" if first is pair[0] else "smaller"
    answer = wording.say(size, x=view.noun(first))
    asked.add("size_or", answer, _sized(view), "compare", wording.words[first.shape], x=x, y=y)
    kind = rng.choice(("bigger", "smaller"))
    says = "yes" if kind == size else "no"
    answer = wording.say(f"{says}_{kind}", x=view.noun(first))
    asked.add(f"{kind}_check", answer, _sized(view), "compare", wording.words[says], x=x, y=y)


def _extreme(asked: Asked, view: View, kind: str, ordered: list[Item]) -> None:
    """Ask for the largest or smallest item. `ordered`: the item in question comes first."""
    first, second = ordered[:2]
    ratio = max(first.radius, second.radius) / min(first.radius, second.radius)
    if ratio >= LARGER and view.unique(first):
        wording = asked.wording
        answer = wording.say(kind, x=view.noun(first))
        asked.add(kind, answer, _sized(view), "compare", wording.words[first.shape])
