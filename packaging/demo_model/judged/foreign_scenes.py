# ruff: noqa: E501  one shape after another, in their order
"""Scenes and videos placed and asked about by hand; training never sees them.

A scene is a paragraph: its name, background and aspect; its shapes with x, y and radius in percent;
then questions with their skill and answer. In a video, the path of each shape follows on a line:
times and places, in percent. Backgrounds: a color, or plain, soft or round for one without a name.
"""

from dataclasses import dataclass
from itertools import pairwise

from demo_model.judged import everyday_scenes
from demo_model.shown.scenes import COLORS, Item, Scene
from demo_model.shown.videos import DIRECTIONS, Leg, Mover, Video

SCENES = """
traffic light; white; 0.5
red circle 50 18 22, yellow circle 50 50 22, green circle 50 82 22
count: Tell me the number of things here > There are three shapes.
top: Which lamp is the top one? > The red circle is at the top.
exists: Could you spot a blue circle anywhere? > No, there is no blue circle.
count_shape: How many circles have you got there? > There are three circles.
neighbor: What is above the yellow circle? > The red circle is above the yellow circle.
describe: What do you see? > I see three shapes: a red circle, a yellow circle and a green circle.

row of five; soft; 2.2
red circle 12 50 15, blue square 31 50 15, green triangle 50 50 15, yellow star 69 50 15, purple cross 88 50 15
count: How many shapes stand in this row? > There are five shapes.
color: Tell me the colour of that star > The star is yellow.
color: And the colour of the cross, please? > The cross is purple.
shape: What is the blue thing there? > The blue shape is a square.
side: What is furthest to the left? > The red circle is on the left.
side: What stands at the far right? > The purple cross is on the right.
relation: Is the star to the left of the square? > No, the yellow star is to the right of the blue square.

big and small; plain; 1.5
blue circle 30 50 36, orange circle 78 50 14
compare: Which is larger, the blue circle or the orange circle? > The blue circle is bigger.
compare: Which one is the smallest? > The orange circle is the smallest shape.
count_shape: How many circles do you see in total? > There are two circles.
exists: Do you happen to see a blue square? > No, there is no blue square.

face; yellow; 1
black circle 30 30 9, black circle 70 30 9, brown triangle 50 52 9, red square 50 80 9
count_color: How many black things are in it? > There are two black shapes.
color: What's the colour of the triangle? > The triangle is brown.
background: What colour is behind the shapes? > The background is yellow.
missing: What colour is the star? > There is no star in the picture.
count: Count all of the shapes, would you? > There are four shapes.

ring of six; white; 1
red circle 50 16 11, orange square 79 33 11, yellow triangle 79 67 11, green star 50 84 11, blue cross 21 67 11, purple circle 21 33 11
count: How many shapes make up the ring? > There are six shapes.
top: What is the topmost shape? > The red circle is at the top.
top: Which one is the lowest of them all? > The green star is at the bottom.
count_shape: How many circles in this picture? > There are two circles.
color: In which colour is the star painted? > The star is green.
exists: Is a blue cross among them? > Yes, there is a blue cross.

four corners; gray; 1.33
red square 14 17 13, blue triangle 86 17 13, green circle 14 83 13, yellow star 86 83 13
where: Where's the red square? > The red square is in the top left.
where: Whereabouts is the blue triangle? > The blue triangle is in the top right.
where: And where is the green circle? > The green circle is in the bottom left.
where: In which corner sits the star? > The yellow star is in the bottom right.
count: How many shapes are in the corners? > There are four shapes.
missing: Where is the cross? > There is no cross in the picture.

touching pair; white; 1.4
red square 35 50 20, blue circle 62.6 50 20
describe: What's there to see? > I see two shapes: a red square and a blue circle.
relation: Is the blue circle left of the red square? > No, the blue circle is to the right of the red square.
count: How many shapes? > There are two shapes.
shape: Say, what shape is the red one? > The red shape is a square.

touching stack; soft; 0.8
purple triangle 50 28.5 20, orange square 50 58 24
relation: Is the triangle above the square? > Yes, the purple triangle is above the orange square.
count: How many objects here? > There are two shapes.
color: Colour of the square? > The square is orange.
exists: Any purple triangles to see? > Yes, there is a purple triangle.

lonely speck; plain; 1.33
red star 82 20 7
color: What is the colour of this little thing? > The star is red.
shape: And which shape has it? > The red shape is a star.
where: Where is it? > The red star is in the top right.
exists: Does a circle show up here? > No, there is no circle.

one huge cross; soft; 1
green cross 50 50 42
shape: Which shape is that? > The green shape is a cross.
where: Where is the cross? > The green cross is in the center.
count: How many shapes can you find? > There is one shape.
describe: Tell me about the picture > I see a green cross.

stars of a flag; blue; 1.5
white star 20 25 12, white star 50 25 12, white star 80 25 12, white star 20 75 12, white star 50 75 12, white star 80 75 12
count_shape: How many stars does the flag have? > There are six stars.
background: Which colour has the flag behind the stars? > The background is blue.
count_color: How many white shapes are there? > There are six white shapes.
exists: Is there a white circle too? > No, there is no white circle.

all red; white; 1.6
red circle 15 50 16, red square 38 50 16, red triangle 62 50 16, red star 85 50 16
count_color: How many red ones are there? > There are four red shapes.
side: Which shape is leftmost? > The red circle is on the left.
side: Which shape is rightmost? > The red star is on the right.
color: The triangle has which colour? > The triangle is red.
exists: Is anything in the picture green? > No, there is no green shape.

column of three; round; 0.45
pink square 50 18 22, gray star 50 50 22, brown cross 50 82 22
top: What do you see at the very top? > The pink square is at the top.
top: And at the very bottom? > The brown cross is at the bottom.
neighbor: What is below the gray star? > The brown cross is below the gray star.
color: What colour did they give the cross? > The cross is brown.
describe: List what you see > I see three shapes: a pink square, a gray star and a brown cross.

crosses and squares; plain; 1.2
blue cross 20 25 12, orange square 60 22 12, blue cross 82 60 12, orange square 32 75 12
count_shape: How many squares does it show? > There are two squares.
count_shape: How many crosses? > There are two crosses.
count_color: How many things are blue? > There are two blue shapes.
exists: Is there an orange cross? > No, there is no orange cross.
exists: Is there a blue cross? > Yes, there is a blue cross.

nearly alike; white; 1.5
pink circle 20 30 13, purple circle 50 70 13, red circle 80 30 13
exists: Can you find a purple circle? > Yes, there is a purple circle.
exists: Can you find an orange circle? > No, there is no orange circle.
side: Which circle is at the far left? > The pink circle is on the left.
top: Which circle is the lowest? > The purple circle is at the bottom.
relation: Is the pink circle right of the red circle? > No, the pink circle is to the left of the red circle.

night; black; 1.78
white circle 80 25 15, yellow star 20 30 8, yellow star 45 62 8
count_shape: How many stars are up there? > There are two stars.
color: What colour is the circle in the night? > The circle is white.
background: And the colour of the background? > The background is black.
compare: What's the biggest shape? > The white circle is the biggest shape.
where: Where do you see the circle? > The white circle is in the top right.

small next to large; white; 1.33
green square 50 50 30, red circle 12 14 6, blue circle 88 86 6
compare: Which shape is the biggest of all? > The green square is the biggest shape.
where: Where is the red circle? > The red circle is in the top left.
where: Where is the blue circle? > The blue circle is in the bottom right.
count_shape: How many circles are there? > There are two circles.
relation: Is the red circle below the green square? > No, the red circle is above the green square.

triangles only; soft; 1.6
yellow triangle 18 60 17, green triangle 50 40 17, brown triangle 82 60 17
count_shape: Number of triangles? > There are three triangles.
neighbor: What is to the left of the green triangle? > The yellow triangle is to the left of the green triangle.
shape: The brown one, what shape is it? > The brown shape is a triangle.
missing: What colour is the circle? > There is no circle in the picture.

left and right; gray; 2
orange cross 22 50 24, white square 78 50 24
side: What's on the left-hand side? > The orange cross is on the left.
side: What's on the right-hand side? > The white square is on the right.
color: White or black: what color is the square? > The square is white.
shape: What shape does the orange one have? > The orange shape is a cross.
exists: Do you see an orange square? > No, there is no orange square.

top and bottom; plain; 0.7
black star 50 22 22, green circle 50 78 22
top: What is at the top of this page? > The black star is at the top.
top: What is at the bottom of this page? > The green circle is at the bottom.
relation: Is the star under the circle? > No, the black star is above the green circle.
color: The circle's colour? > The circle is green.

crowd of eight; white; 1.5
red circle 12 22 9, blue circle 37 22 9, red square 63 22 9, green star 88 22 9, red circle 12 76 9, orange cross 37 76 9, blue square 63 76 9, pink triangle 88 76 9
count: How many shapes are in this crowd? > There are eight shapes.
count_color: How many are red? > There are three red shapes.
count_shape: How many squares can be seen? > There are two squares.
color: Tell me which colour the triangle is > The triangle is pink.
exists: Is there a green circle in the crowd? > No, there is no green circle.
exists: Is there a green star in the crowd? > Yes, there is a green star.

diagonal; soft; 1
purple square 20 20 13, gray circle 50 50 13, orange triangle 80 80 13
where: Where is the purple square? > The purple square is in the top left.
where: Where is the gray circle? > The gray circle is in the center.
relation: Is the orange triangle below the gray circle? > Yes, the orange triangle is below the gray circle.
shape: What is the gray one? > The gray shape is a circle.
shape: What do you call the shape which is orange? > The orange shape is a triangle.

dice; white; 1
black circle 25 25 10, black circle 75 25 10, black circle 50 50 10, black circle 25 75 10, black circle 75 75 10
count_shape: How many circles are on the dice? > There are five circles.
count: How many shapes is that? > There are five shapes.
exists: Do you see any squares? > No, there are no squares.
count_shape: How many crosses are there? > There are no crosses.

brown on pink; pink; 1.33
brown square 30 50 22, white cross 72 50 18
background: The background is of which colour? > The background is pink.
color: What colour has the square got? > The square is brown.
shape: What shape is the white thing? > The white shape is a cross.
describe: Describe what is shown > I see two shapes: a brown square and a white cross.

medals; plain; 1.6
yellow circle 50 34 20, gray circle 20 58 16, brown circle 80 66 16
top: Which circle is the highest? > The yellow circle is at the top.
side: Which circle is leftmost? > The gray circle is on the left.
relation: Is the brown circle to the right of the yellow circle? > Yes, the brown circle is to the right of the yellow circle.
count_shape: How many circles did you count? > There are three circles.
"""

VIDEOS = """
crossing ball; white; 1.33; 2
red circle 14: 0 15 50, 100 85 52
direction: Where is the ball going? > The red circle moves to the right.
clip_color: What colour is the thing that moves? > The circle is red.
direction_check: Does the circle move to the left? > No, the red circle moves to the right.
happens: Say what happens in this film > The red circle moves to the right.

falling square; soft; 1; 1.5
blue square 15: 0 50 18, 100 50 82
direction: Which way is the square falling? > The blue square moves down.
clip_shape: What shape moves? > The blue square moves.
direction_check: Is it true that the square goes up? > No, the blue square moves down.

rising star; black; 0.75; 2
yellow star 18: 0 48 85, 100 52 16
direction: In what direction does the star fly? > The yellow star moves up.
happens: What is going on? > The yellow star moves up.
clip_color: Which colour does the flying star have? > The star is yellow.

to the left; plain; 1.6; 1
green triangle 16: 0 86 48, 100 14 52
direction: Where does the triangle travel to? > The green triangle moves to the left.
happens: Describe this clip > The green triangle moves to the left.

one rests; white; 1.33; 2
orange cross 14: 0 15 25, 100 85 25
blue circle 14: 0 50 74
still_one: Which shape stays put? > The blue circle does not move.
direction: Where does the cross go? > The orange cross moves to the right.
moves: Does the circle move? > No, the blue circle does not move.
clip_count: How many shapes are in the clip? > There are two shapes.

against each other; soft; 1.5; 2
purple square 13: 0 15 25, 100 85 25
red star 13: 0 85 75, 100 15 75
direction: Which way does the square go? > The purple square moves to the right.
direction: Which way does the star go? > The red star moves to the left.
happens: What moves where? > The purple square moves to the right. The red star moves to the left.

nothing moves; gray; 1; 1
pink circle 20: 0 50 50
moves: Is the circle moving at all? > No, the pink circle does not move.
moves: Does anything move in this film? > No, nothing moves.

stops halfway; white; 1.6; 3
black circle 14: 0 14 50, 50 80 50, 100 80 50
stops: Does the circle stop in the end? > Yes, the black circle moves to the right and then stops.
direction: Which way does the circle move? > The black circle moves to the right and then stops.

turns a corner; plain; 1; 3
blue star 14: 0 17 20, 50 80 20, 100 80 82
turns: Does the star change direction on its way? > Yes, the blue star moves to the right and then down.
turns: Where does the star go first? > The blue star first moves to the right.
happens: What happens here? > The blue star moves to the right and then down.
"""


@dataclass(frozen=True)
class Asked:
    """A question of a skill, and its answer."""

    skill: str
    question: str
    answer: str


@dataclass(frozen=True)
class HandPlaced:
    """`background` is a color, or the kind of a background without a name."""

    name: str
    background: str
    shown: Scene | Video
    asked: tuple[Asked, ...]


def scenes() -> list[HandPlaced]:
    texts = (SCENES, everyday_scenes.SCENES)
    return [_scene(paragraph) for text in texts for paragraph in text.strip().split("\n\n")]


def videos() -> list[HandPlaced]:
    return [_video(paragraph) for paragraph in VIDEOS.strip().split("\n\n")]


def _scene(paragraph: str) -> HandPlaced:
    head, shapes, *rest = paragraph.splitlines()
    name, background, aspect = head.split("; ")
    items = []
    for shape in shapes.split(", "):
        color, kind, *numbers = shape.split()
        x, y, radius = (float(number) / 100 for number in numbers)
        items.append(Item(kind, color, x, y, radius))
    scene = Scene(tuple(items), _named(background), float(aspect))
    return HandPlaced(name, background, scene, _questions(rest))


def _video(paragraph: str) -> HandPlaced:
    head, *rest = paragraph.splitlines()
    name, background, aspect, seconds = head.split("; ")
    movers = tuple(_mover(line) for line in rest if ">" not in line)
    video = Video(movers, _named(background), float(aspect), float(seconds))
    return HandPlaced(name, background, video, _questions([line for line in rest if ">" in line]))


def _mover(line: str) -> Mover:
    shape, way = line.split(": ")
    color, kind, radius = shape.split()
    points = [tuple(float(n) / 100 for n in point.split()) for point in way.split(", ")]
    item = Item(kind, color, points[0][1], points[0][2], float(radius) / 100)
    return Mover(item, tuple(_leg(*start[1:], *end) for start, end in pairwise(points)))


def _leg(x: float, y: float, until: float, to_x: float, to_y: float) -> Leg:
    across, down = to_x - x, to_y - y
    ways = {"left": -across, "right": across, "up": -down, "down": down}
    direction = max(DIRECTIONS, key=lambda name: ways[name])
    return Leg(direction if ways[direction] > 0 else "", until, to_x, to_y)


def _named(background: str) -> str | None:
    return background if background in COLORS else None


def _questions(lines: list[str]) -> tuple[Asked, ...]:
    asked = []
    for line in lines:
        skill, _, rest = line.partition(": ")
        asked.append(Asked(skill, *rest.split(" > ")))
    return tuple(asked)
