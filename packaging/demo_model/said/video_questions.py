"""Questions about a video, with the true answers."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from demo_model.said.exchanges import Exchange
from demo_model.said.views import PLACES, View, place
from demo_model.said.wording import OPPOSITE, Asked, Noun, Wording, turns
from demo_model.shown.scenes import Item, Scene
from demo_model.shown.videos import DIRECTIONS, Mover, Video

ACROSS, DOWN = ("left", "middle", "right"), ("top", "middle", "bottom")
ENDS = {"left": ACROSS, "right": ACROSS, "up": DOWN, "down": DOWN}
# Most sampled shapes move straight on to the end; such questions are kept as often as others.
MOVING_KEPT, GOING_ON_KEPT, STRAIGHT_KEPT, ANY_KEPT = 0.3, 0.3, 0.4, 0.15


@dataclass(frozen=True)
class Watched:
    """The names of a mover: `name` in full, `refer` in questions."""

    mover: Mover
    name: Noun
    refer: Noun
    moves: str
    path: str

    @property
    def turns(self) -> Sequence[str]:
        return turns(self.mover.directions)

    @property
    def turns_back(self) -> bool:
        """Return True if the mover goes both ways along one line, which stays straight."""
        first = self.turns[0]
        return set(self.turns) == {first, OPPOSITE[first]}


def exchanges(rng: random.Random, video: Video, wording: Wording) -> list[Exchange]:
    """Return every kind of question that the video answers clearly, once for each shape in it."""
    asked = Asked(rng, wording)
    start = View(
        Scene(tuple(m.item for m in video.movers), video.background, video.aspect), wording
    )
    if not start.items:
        looked, nothing = wording.say("look_for"), wording.say("nothing")
        asked.add("clip_happens", nothing, looked, "nothing", wording.words["nothing"])
        return asked.exchanges
    movers = {id(mover.item): mover for mover in video.movers}
    shown = [_watched(asked, start, movers[id(item)]) for item in start.items]
    story = " ".join(one.path for one in shown)
    told = " ".join(wording.say("moves", x=one.name, moves=one.moves) for one in shown)
    asked.add("clip_happens", told, story, "happens")
    _identity(asked, start)
    _still_one(asked, shown, story)
    _moves_any(asked, shown, story, told)
    for one in shown:
        if start.unique(one.mover.item):
            _about(asked, one)
    return asked.exchanges


def _about(asked: Asked, one: Watched) -> None:
    _moves(asked, one)
    _direction(asked, one)
    if one.turns:
        _direction_check(asked, one)
        _stops(asked, one)
        _turns(asked, one)


def _watched(asked: Asked, start: View, mover: Mover) -> Watched:
    rng, wording = asked.rng, asked.wording
    name = start.noun(mover.item)
    refer = start.refer(rng, mover.item)
    if len(start.items) == 1 and rng.random() < 0.35:
        refer = wording.noun("", "")
    moves = wording.moves(mover.directions, mover.stops)
    return Watched(mover, name, refer, moves, _path(wording, mover, name))


def _path(wording: Wording, mover: Mover, name: Noun) -> str:
    """Describe the mover, step by step."""
    if not mover.directions:
        return wording.say("stays_all", x=name)
    places = [(mover.item.x, mover.item.y), *((leg.x, leg.y) for leg in mover.legs)]
    ways = turns(mover.directions)
    names = [_end(at, ways[0]) if len(ways) == 1 else _coarse_place(at) for at in places]
    steps = [wording.say("starts", x=name, place=wording.words[names[0]])]
    for leg, (before, after) in zip(mover.legs, pairwise(names), strict=True):
        if not leg.direction:
            steps.append(wording.say("stays", it=name.it))
        elif before == after:
            way = wording.words["far_" + leg.direction]
            steps.append(wording.say("gets_farther", it=name.it, way=way))
        else:
            steps.append(wording.say("gets", it=name.it, place=wording.words[after]))
    return " ".join(steps)


def _end(at: tuple[float, float], direction: str) -> str:
    """Return where that is along the path: one of two ends, or the middle."""
    along = at[0] if direction in ("left", "right") else at[1]
    return ENDS[direction][_third(along)]


def _coarse_place(at: tuple[float, float]) -> str:
    return PLACES[_third(at[1])][_third(at[0])]


def _third(along: float) -> int:
    return (along > 0.4) + (along > 0.6)


def _moves(asked: Asked, one: Watched) -> None:
    """Ask what moves; yes and no are as frequent for what moves as for what does not."""
    if one.turns and asked.rng.random() > MOVING_KEPT:
        return
    kind = asked.rng.choice(("moves", "moves_not"))
    says = "yes" if bool(one.turns) == (kind == "moves") else "no"
    answer = asked.wording.say(f"{says}_moves", x=one.name, moves=one.moves)
    asked.add(kind, answer, one.path, "moves", asked.wording.words[says], x=one.refer)


def _direction(asked: Asked, one: Watched) -> None:
    wording = asked.wording
    answer = wording.say("moves", x=one.name, moves=one.moves)
    word = wording.words["word_" + one.turns[0]] if len(one.turns) == 1 else ""
    word = word if one.turns else wording.words["nowhere"]
    asked.add("direction", answer, one.path, "direction", word, x=one.refer)


def _direction_check(asked: Asked, one: Watched) -> None:
    if len(one.turns) > 1:
        return
    rng, wording = asked.rng, asked.wording
    way = one.turns[0]
    says = "yes" if rng.random() < 0.5 else "no"
    if says == "no":
        others = [other for other in DIRECTIONS if other != way]
        way = OPPOSITE[way] if rng.random() < 0.5 else rng.choice(others)
    answer = wording.say(f"{says}_moves", x=one.name, moves=one.moves)
    name = rng.choice(wording.words["asked_" + way].split("|"))
    word = wording.words[says]
    asked.add("direction_check", answer, one.path, "direction_check", word, x=one.refer, way=name)


def _identity(asked: Asked, start: View) -> None:
    """Ask for colors, shapes, their number, and what is there."""
    wording, items = asked.wording, start.items
    count = wording.count(len(items), wording.noun("", ""))
    asked.add("clip_count", count, start.seen, "clip_count", wording.number_word(len(items)))
    for item in items:
        _color(asked, start, item)
        _shape(asked, start, item)
        _whether(asked, start, item.shape, item.color, True)
        _whether(asked, start, *start.absent(asked.rng), False)


def _color(asked: Asked, start: View, item: Item) -> None:
    if start.shapes[item.shape] > 1:
        return
    wording, color = asked.wording, asked.wording.words[item.color]
    name = wording.noun(item.shape, "")
    answer = wording.say("color", x=name, color=color)
    asked.add("clip_color", answer, start.seen, "clip_color", color, x=name)
    if len(start.items) == 1:
        asked.add("clip_color_it", answer, start.seen, "clip_color", color)


def _shape(asked: Asked, start: View, item: Item) -> None:
    if start.colors[item.color] > 1:
        return
    wording = asked.wording
    color, word = wording.words[item.color], wording.words[item.shape]
    name, shape = wording.noun("", item.color), wording.noun(item.shape, "")
    answer = wording.say("shape", x=name, y=shape)
    asked.add("clip_shape", answer, start.seen, "clip_shape", word, x=name, color=color)
    if len(start.items) == 1:
        asked.add("clip_shape_it", answer, start.seen, "clip_shape", word)


def _whether(asked: Asked, start: View, shape: str, color: str, there: bool) -> None:
    wording, says = asked.wording, "yes" if there else "no"
    name = wording.noun(shape, color)
    answer, word = wording.say(f"{says}_exists", x=name), wording.words[says]
    asked.add("clip_exists", answer, start.seen, "clip_exists", word, x=name)


def _still_one(asked: Asked, shown: list[Watched], story: str) -> None:
    """Ask which shape moves and which does not, if there is one of each."""
    wording = asked.wording
    still = [one for one in shown if not one.turns]
    moving = [one for one in shown if one.turns]
    if len(still) == 1 and moving:
        answer = wording.say("moves", x=still[0].name, moves=still[0].moves)
        word = wording.words[still[0].mover.item.shape]
        asked.add("still_one", answer, story, "still_one", word)
    if len(moving) != 1:
        return
    item = moving[0].mover.item
    name, shape = wording.noun(item.shape, ""), wording.noun(item.shape, item.color)
    color, word = wording.words[item.color], wording.words[item.shape]
    answer = wording.say("color", x=name, color=color)
    asked.add("clip_color_moving", answer, story, "clip_color", color)
    answer = wording.say("moves_it", x=shape)
    asked.add("clip_shape_moving", answer, story, "clip_shape", word)


def _moves_any(asked: Asked, shown: list[Watched], story: str, told: str) -> None:
    wording = asked.wording
    says = "yes" if any(one.turns for one in shown) else "no"
    answer = wording.say("none_moves")
    if says == "yes":
        if asked.rng.random() > ANY_KEPT:
            return
        answer = wording.say(
            "answered", yes=wording.words["yes"].capitalize(), told=told[0].lower() + told[1:]
        )
    asked.add("moves_any", answer, story, "moves", wording.words[says])


def _stops(asked: Asked, one: Watched) -> None:
    """Ask if a shape stops; a rest in between leaves that open."""
    rests = any(not leg.direction for leg in one.mover.legs)
    wording, mover = asked.wording, one.mover
    if not mover.stops and (rests or asked.rng.random() > GOING_ON_KEPT):
        return
    kind = asked.rng.choice(("stops", "stops_not"))
    says = "yes" if mover.stops == (kind == "stops") else "no"
    key = f"{says}_moves" if mover.stops else f"{says}_whole"
    answer = wording.say(key, x=one.name, moves=one.moves)
    asked.add(kind, answer, one.path, "stops", wording.words[says], x=one.refer)
    where = place(mover.legs[-1].x, mover.legs[-1].y)
    if not mover.stops:
        answer = wording.say("stop_never", x=one.name)
        asked.add("stop_place", answer, one.path, "stops", wording.words["nowhere"], x=one.refer)
    elif where:
        answer = wording.say("stop_place", x=one.name, place=wording.words[where])
        word = wording.words["word_" + where]
        asked.add("stop_place", answer, one.path, "stops", word, x=one.refer)


def _turns(asked: Asked, one: Watched) -> None:
    wording, turned = asked.wording, len(one.turns) > 1
    if not turned and asked.rng.random() > STRAIGHT_KEPT:
        return
    # "No turn" may be asked of the direction or of the line, together as often as "turn".
    kinds = ("keeps_direction",) * 2 if one.turns_back else ("keeps_direction", "goes_straight")
    kind = asked.rng.choice(("turns", "turns", *kinds))
    says = "yes" if turned == (kind == "turns") else "no"
    answer = wording.say(f"{says}_moves", x=one.name, moves=one.moves)
    asked.add(kind, answer, one.path, "turns", wording.words[says], x=one.refer)
    if len(one.turns) == 2:
        for key, way in zip(("first", "then"), one.turns, strict=True):
            answer = wording.say(key, x=one.name, way=wording.words["move_" + way])
            word = wording.words["word_" + way]
            asked.add("turns_" + key, answer, one.path, "turns", word, x=one.refer)
