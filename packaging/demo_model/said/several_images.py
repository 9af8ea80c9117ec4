"""Questions about one of several images, and about which of them shows something."""

import random
from collections.abc import Sequence

from demo_model.said.exchanges import Exchange
from demo_model.said.views import View
from demo_model.said.wording import Asked, Wording
from demo_model.shown.scenes import Scene

ORDINALS = ("first", "second", "third")
DESCRIBED = 7


def exchanges(rng: random.Random, scenes: Sequence[Scene], wording: Wording) -> list[Exchange]:
    """Return questions that can be asked when all of the two or three `scenes` were shown."""
    asked = Asked(rng, wording)
    views = [View(scene, wording) for scene in scenes]
    if any(not view.items for view in views):
        return []
    for index, view in enumerate(views):
        _earlier(asked, view, index, len(views))
    _which_shows(asked, views)
    _which_more(asked, views)
    return asked.exchanges


def _called(asked: Asked, index: int, number: int) -> str:
    """Return a name of the image, such as "the picture before" if that can only be the first."""
    names = asked.wording.words["pictures_" + ORDINALS[index]].split("|")
    if index == number - 1:
        names += asked.wording.words["pictures_last"].split("|")
    elif number == 2:
        names += asked.wording.words["pictures_before"].split("|")
    return asked.rng.choice(names)


def _seen(asked: Asked, view: View, index: int) -> str:
    name = asked.wording.words[f"picture_{index + 1}"]
    return asked.wording.say("in_picture", picture=name, seen=view.named(view.items))


def _earlier(asked: Asked, view: View, index: int, number: int) -> None:
    """Ask about an earlier image; the answers are those that it would get alone."""
    rng, wording = asked.rng, asked.wording
    seen = _seen(asked, view, index)

    def add(kind: str, answer: str, word: str = "", **blanks: object) -> None:
        image = _called(asked, index, number)
        asked.add("earlier_" + kind, answer, seen, "earlier", word, picture=image, **blanks)

    if len(view.items) <= DESCRIBED:
        add("describe", view.description)
    count = len(view.items)
    add("count", wording.count(count, wording.noun("", "")), wording.number_word(count))
    single = [item for item in view.items if view.shapes[item.shape] == 1]
    if single:
        item = rng.choice(single)
        name, color = wording.noun(item.shape, ""), wording.words[item.color]
        add("color", wording.say("color", x=name, color=color), color, x=name)
    there = rng.choice(view.items)
    for says, thing in (("yes", (there.shape, there.color)), ("no", view.absent(rng))):
        name = wording.noun(*thing)
        add("exists", wording.say(f"{says}_exists", x=name), wording.words[says], x=name)


def _all_seen(asked: Asked, views: list[View]) -> str:
    return " ".join(_seen(asked, view, index) for index, view in enumerate(views))


def _which(asked: Asked, index: int) -> tuple[str, str]:
    """Return the image's name in an answer, and its word."""
    words = asked.wording.words
    return words[f"picture_{index + 1}"], words["ordinal_" + ORDINALS[index]]


def _which_shows(asked: Asked, views: list[View]) -> None:
    """Ask for a thing that one image shows once, by its shape or in full, and for one that none
    shows."""
    rng, wording, seen = asked.rng, asked.wording, _all_seen(asked, views)
    for bare in (True, False):
        found = [
            (index, item)
            for index, view in enumerate(views)
            for item in view.items
            if _only_here(views, item.shape, "" if bare else item.color)
        ]
        if not found:
            continue
        index, item = rng.choice(found)
        image, word = _which(asked, index)
        answer = wording.say("which_shows", picture=image, x=views[index].noun(item))
        name = wording.noun(item.shape, "" if bare else item.color)
        asked.add("which_shows", answer, seen, "which_picture", word, x=name)
    thing = rng.choice(views).absent(rng)
    if not any(thing in view.things for view in views):
        name = wording.noun(*thing)
        answer = wording.say("which_none", x=name)
        asked.add("which_shows", answer, seen, "which_picture", wording.words["none"], x=name)


def _only_here(views: list[View], shape: str, color: str) -> bool:
    """Return True if there is one such thing in all images together."""
    return sum(v.things[shape, color] if color else v.shapes[shape] for v in views) == 1


def _which_more(asked: Asked, views: list[View]) -> None:
    counts = [len(view.items) for view in views]
    seen = _all_seen(asked, views)
    ends = [("which_most", max(counts))]
    if len(views) == 2:
        ends = [("which_more", max(counts)), ("which_fewer", min(counts))]
    for kind, extreme in ends:
        if counts.count(extreme) == 1:
            image, word = _which(asked, counts.index(extreme))
            answer = asked.wording.say(kind, picture=image)
            asked.add(kind, answer, seen, "which_picture", word)
