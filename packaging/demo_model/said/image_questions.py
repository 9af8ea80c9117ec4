"""Questions about an image, with the true answers."""

import random
from collections.abc import Callable, Sequence

from demo_model.said import image_places
from demo_model.said.exchanges import Exchange
from demo_model.said.views import View
from demo_model.said.wording import Asked, Noun, Wording
from demo_model.shown.scenes import COLORS, SHAPES, Scene

DESCRIBED = 7
# Questions for the number of all shapes: counting is the hardest.
COUNTED = 2
# Share of the questions for a color or a shape that offer two answers.
OFFERED = 0.3


def exchanges(rng: random.Random, scene: Scene, wording: Wording) -> list[Exchange]:
    """Return every kind of question that the scene answers clearly, once for each thing in it."""
    asked, view = Asked(rng, wording), View(scene, wording)
    if not view.items:
        _nothing(asked)
        return asked.exchanges
    _describe(asked, view)
    _count(asked, view)
    named = _color(asked, view)
    _missing(asked, lambda: _or(asked, "color"), _absent_shapes(rng, view)[:named], view)
    shaped = _shape(asked, view)
    _missing_colors(asked, view, shaped)
    _exists(asked, view)
    placed = image_places.where(asked, view)
    absent = [view.absent(rng) for _ in range(placed)]
    _missing(asked, lambda: rng.choice(image_places.KINDS_OF_WHERE), absent, view)
    image_places.ask(asked, view)
    _background(asked, scene)
    return asked.exchanges


def counts(rng: random.Random, scene: Scene, wording: Wording, number: int) -> list[Exchange]:
    """Return `number` questions for a number of things; those for several things offer two numbers.
    The scene has an item."""
    asked, view = Asked(rng, wording), View(scene, wording)
    while len(asked.exchanges) < number:
        _count(asked, view, offered=1.0)
    return rng.sample(asked.exchanges, number)


def _nothing(asked: Asked) -> None:
    rng, wording = asked.rng, asked.wording
    shape, color = rng.choice(SHAPES), rng.choice(COLORS)
    answer, looked = wording.say("nothing"), wording.say("look_for")
    thing = wording.noun(shape, "" if rng.random() < 0.5 else color)
    for kind in ("describe", "count", "color", "color_it", "shape_it", "where"):
        asked.add(kind, answer, looked, "nothing", wording.words["nothing"], x=thing)
    no = wording.say("no_exists", x=thing)
    asked.add("exists", no, looked, "nothing", wording.words["no"], x=thing)
    none = wording.count(0, thing)
    asked.add("count_thing", none, looked, "nothing", wording.words["none"], x=thing)


def _describe(asked: Asked, view: View) -> None:
    if len(view.items) <= DESCRIBED:
        asked.add("describe", view.description, view.description, "describe")


def _count(asked: Asked, view: View, offered: float = OFFERED) -> None:
    """Ask for numbers; that share of the questions for several things offers two."""
    noun, rng = asked.wording.noun, asked.rng
    for _ in range(COUNTED):
        name, number = noun("", ""), len(view.items)
        _counted(asked, view, "count", "count", name, number, "", offered=offered)
    absent = [shape for shape in SHAPES if shape not in view.shapes]
    shapes = [*view.shapes, *_one_of(rng, absent)]
    for shape in shapes:
        number, name = view.shapes[shape], noun(shape, "")
        found = _listed(view, name, [i for i in view.items if i.shape == shape])
        _counted(asked, view, "count_thing", "count_shape", name, number, found, offered=offered)
    absent = [color for color in COLORS if color not in view.colors]
    for color in [*view.colors, *_one_of(rng, absent)]:
        number, name = view.colors[color], noun("", color)
        found = _listed(view, name, [i for i in view.items if i.color == color])
        word = asked.wording.words[color]
        _counted(
            asked, view, "count_color", "count_color", name, number, found, word, offered=offered
        )


def _one_of(rng: random.Random, found: list[str]) -> list[str]:
    return [rng.choice(found)] if found else []


def _listed(view: View, name: Noun, items: list) -> str:
    """Return the counted things, if that is not everything."""
    if not items or len(items) == len(view.items):
        return ""
    return " " + view.wording.say("counted", names=name.many, all=view.named(items))


def _counted(
    asked: Asked,
    view: View,
    kind: str,
    skill: str,
    name: Noun,
    number: int,
    found: str,
    color: str = "",
    *,
    offered: float,
) -> None:
    wording, rng = asked.wording, asked.rng
    answer, word = wording.count(number, name), wording.number_word(number)
    if number > 1 and rng.random() < offered:
        kind = "count_or"
    # Nobody offers one of something.
    near = max(2, number + rng.choice((-1, 1)))
    near = near if near != number else number + 1
    n, m = (wording.numbers[one] for one in rng.sample((number, near), 2))
    asked.add(kind, answer, view.seen + found, skill, word, x=name, color=color, n=n, m=m)


def _color(asked: Asked, view: View) -> int:
    """Ask for colors, and return how many were asked by the name of the shape."""
    wording = asked.wording
    named = [item for item in view.items if view.shapes[item.shape] == 1]
    for item in named:
        name, color = wording.noun(item.shape, ""), wording.words[item.color]
        answer = wording.say("color", x=name, color=color)
        blanks = _either(asked, item.color)
        asked.add(_or(asked, "color"), answer, view.seen, "color", color, x=name, **blanks)
        if len(view.items) == 1:
            asked.add("color_it", answer, view.seen, "color", color)
    return len(named)


def _shape(asked: Asked, view: View) -> int:
    """Ask for shapes, and return how many were asked by the name of the color."""
    wording = asked.wording
    named = [item for item in view.items if view.colors[item.color] == 1]
    for item in named:
        name, shape = wording.noun("", item.color), wording.noun(item.shape, "")
        answer, word = wording.say("shape", x=name, y=shape), wording.words[item.shape]
        color = wording.words[item.color]
        blanks = _either_shape(asked, item.shape)
        kind = _or(asked, "shape")
        asked.add(kind, answer, view.seen, "shape", word, x=name, color=color, **blanks)
        if len(view.items) == 1:
            asked.add("shape_it", answer, view.seen, "shape", word)
    return len(named)


def _or(asked: Asked, kind: str) -> str:
    """Return a kind of question, or by chance the kind that also offers two answers."""
    return f"{kind}_or" if asked.rng.random() < OFFERED else kind


def _either(asked: Asked, color: str) -> dict[str, str]:
    """Return the color and another one, in any order, as a question offers them."""
    one, other = _pair(asked.rng, color, COLORS)
    return {"one": asked.wording.words[one], "other": asked.wording.words[other]}


def _either_shape(asked: Asked, shape: str) -> dict[str, Noun]:
    """Return the shape and another one, in any order, as a question offers them."""
    one, other = _pair(asked.rng, shape, SHAPES)
    return {"one": asked.wording.noun(one, ""), "other": asked.wording.noun(other, "")}


def _pair(rng: random.Random, name: str, names: Sequence[str]) -> list[str]:
    other = rng.choice([one for one in names if one != name])
    return rng.sample((name, other), 2)


def _absent_shapes(rng: random.Random, view: View) -> list[tuple[str, str]]:
    absent = [shape for shape in SHAPES if shape not in view.shapes]
    return [(shape, "") for shape in rng.sample(absent, len(absent))]


def _missing(
    asked: Asked, kind: Callable[[], str], things: list[tuple[str, str]], view: View
) -> None:
    rng, wording = asked.rng, asked.wording
    for shape, color in things:
        bare = color and shape not in view.shapes and rng.random() < 0.5
        name = wording.noun(shape, "" if bare else color)
        answer = wording.say("missing", x=name)
        blanks = _either(asked, rng.choice(COLORS))
        asked.add(kind(), answer, view.seen, "missing", wording.words["none"], x=name, **blanks)


def _missing_colors(asked: Asked, view: View, number: int) -> None:
    """Ask for the shape of something in a color that nothing has."""
    wording = asked.wording
    absent = [color for color in COLORS if color not in view.colors]
    for color in asked.rng.sample(absent, min(number, len(absent))):
        name, word = wording.noun("", color), wording.words["none"]
        answer = wording.say("missing", x=name)
        blanks = _either_shape(asked, asked.rng.choice(SHAPES))
        kind, color_word = _or(asked, "shape"), wording.words[color]
        asked.add(kind, answer, view.seen, "missing", word, x=name, color=color_word, **blanks)


def _exists(asked: Asked, view: View) -> None:
    rng = asked.rng
    for shape, color in rng.sample(list(view.things), min(3, len(view.things))):
        _whether(asked, view, shape, color, True)
        _whether(asked, view, *view.absent(rng), False)
    shape = rng.choice([shape for shape in SHAPES if shape not in view.shapes] or [""])
    if shape:
        _whether(asked, view, rng.choice(list(view.shapes)), "", True)
        _whether(asked, view, shape, "", False)
    color = rng.choice([color for color in COLORS if color not in view.colors] or [""])
    if color:
        _whether(asked, view, "", rng.choice(list(view.colors)), True)
        _whether(asked, view, "", color, False)


def _whether(asked: Asked, view: View, shape: str, color: str, there: bool) -> None:
    wording, says = asked.wording, "yes" if there else "no"
    name = wording.noun(shape, color)
    answer = wording.say(f"{says}_exists", x=name)
    kind = "exists" if shape else "exists_color"
    if shape and color and asked.rng.random() < OFFERED:
        kind = "exists_of"
    blanks = {"color": wording.words.get(color, ""), "bare": wording.noun(shape, "")}
    asked.add(kind, answer, view.seen, "exists", wording.words[says], x=name, **blanks)


def _background(asked: Asked, scene: Scene) -> None:
    if scene.background:
        wording = asked.wording
        color = wording.words[scene.background]
        answer, looked = wording.say("background", color=color), wording.say("behind")
        blanks = _either(asked, scene.background)
        asked.add(_or(asked, "background"), answer, looked, "background", color, **blanks)
