"""Questions about an image or a video, for conversations that have none."""

import random

from demo_model.said.exchanges import Exchange, question
from demo_model.said.refused import OF_PHOTOS
from demo_model.said.typed import phrases
from demo_model.shown.scenes import COLORS, SHAPES

NO_IMAGE = "I do not see a picture. Drop one into the chat and ask again."
NO_VIDEO = "I do not see a video. Drop one into the chat and ask again."

IMAGE_QUESTIONS = (
    *phrases("""
What do you see?|What is in the picture?|Describe the image.|Describe this picture.|What does
the picture show?|Tell me what you see.|What can you see?|What is this?|Look at this
picture.|What is on the image?|Can you see my picture?|Do you see the photo?|Explain this
image.|What is shown here?|What is in this photo?|Here is a picture.|What do you think of my
picture?|Is the picture blurry?

What color is the {shape}?|What color is it?|Which color does the {shape} have?|What is the
color of the {shape}?|Is the {shape} {color}?|Tell me the color of the {shape}.|What color is
the background?|Which color is behind the shapes?|Name the colors in the picture.

What shape is it?|What shape is the {color} one?|Which shape is {color}?|What is the {color}
thing?|Name the shape.|Which shapes do you see?|What shape is this?|Is it a {shape}?

How many shapes are there?|How many {shape}s are there?|How many {color} shapes do you
see?|Count the shapes.|Count the {shape}s.|How many things are in the picture?|How many {color}
{shape}s are there?

Where is the {shape}?|Where is the {color} {shape}?|In which part of the picture is the
{shape}?|Is the {shape} on the left?|Where can I find the {color} one?

What is on the left?|What is on the right?|What is at the top?|Which shape is at the
bottom?|What is in the middle?|What is the leftmost shape?|What is next to the {shape}?|What is
above the {shape}?

Is there a {shape}?|Is there a {color} {shape}?|Do you see a {color} {shape}?|Can you see a
{shape} in the picture?|Does the picture show a {shape}?|Are there any {shape}s?

Is the {shape} to the left of the {shape}?|Is the {color} {shape} above the {color}
{shape}?|Which shape is bigger?|Which one is smaller?|What is the biggest shape?|Is the {shape}
bigger than the {shape}?|Do the two pictures show the same?|What is different in the second
picture?|What was in the first picture?
"""),
    OF_PHOTOS,
)
VIDEO_QUESTIONS = phrases("""
What happens in the video?|What happens?|Describe the video.|What do you see in the video?|What
is going on in this clip?|What does the video show?|Tell me what happens in this
video.|Summarize the clip.|Watch this video.|Can you see my video?|How long is the video?

Which way does the {shape} move?|In which direction does the {color} {shape} move?|Where does
the {shape} go?|Which direction does it move?|Where is the {color} shape moving?|How does the
{shape} move?|Which way is it going?

Does the {shape} move to the left?|Does it move up?|Does the {shape} stop?|Does the {color}
{shape} turn?|Is the {shape} moving?|Does anything move?|Which shape moves?|What color is the
moving shape?|Does it go down?|Which shape stays where it is?

Where is the {shape} at the end?|Where is the {shape} at the start?|What happens first?|What
does the {shape} do after that?|Where does the {shape} start?|How many shapes move in the
video?|What do you see at the end of the clip?
""")
GERMAN_IMAGE_QUESTIONS = phrases("""
Was siehst du?|Was ist auf dem Bild?|Beschreibe das Bild.|Was zeigt das Bild?|Was ist das?|Was
siehst du auf dem Bild?|Erkläre das Bild.

Welche Farbe hat der Kreis?|Welche Farbe hat das Quadrat?|Welche Farbe hat der Stern?|Welche
Farbe hat das Dreieck?|Welche Farbe hat das Kreuz?|Welche Farbe hat es?|Welche Farbe hat der
Hintergrund?

Wie viele Formen siehst du?|Wie viele Kreise gibt es?|Wie viele Sterne sind da?|Zähle die
Formen.|Wie viele Dreiecke sind auf dem Bild?

Wo ist der Kreis?|Wo ist das Dreieck?|Wo ist der Stern?|Was ist links?|Was ist rechts?|Was ist
oben?|Was ist unten?|Welche Form ist das?

Gibt es einen Kreis?|Siehst du einen Stern?|Siehst du ein rotes Quadrat?|Gibt es ein Kreuz?|Ist
da ein blauer Kreis?
""")
GERMAN_VIDEO_QUESTIONS = phrases("""
Was passiert im Video?|Was passiert?|Beschreibe das Video.|Was siehst du im Video?|Was zeigt der
Clip?

Wohin bewegt sich der Kreis?|Wohin bewegt sich das Quadrat?|In welche Richtung bewegt sich der
Stern?|Wohin geht das Dreieck?|Bewegt sich der Kreis nach links?|Bewegt sich etwas?|Wo ist der
Kreis am Ende?
""")


def without_image(asked: str) -> Exchange:
    """Return a question about an image, and the answer that there is none."""
    return question(asked, NO_IMAGE, "There is no picture in this chat.", skill="no_picture")


def without_video(asked: str) -> Exchange:
    """Return a question about a video, and the answer that there is none."""
    return question(asked, NO_VIDEO, "There is no video in this chat.", skill="no_video")


def image_question(rng: random.Random, german: bool = False) -> str:
    return _asked(rng, GERMAN_IMAGE_QUESTIONS if german else IMAGE_QUESTIONS)


def video_question(rng: random.Random, german: bool = False) -> str:
    return _asked(rng, GERMAN_VIDEO_QUESTIONS if german else VIDEO_QUESTIONS)


def _asked(rng: random.Random, questions: tuple[tuple[str, ...], ...]) -> str:
    """Return a question of a random kind."""
    text = rng.choice(rng.choice(questions))
    while "{shape}" in text:
        text = text.replace("{shape}", rng.choice(SHAPES), 1)
    while "{color}" in text:
        text = text.replace("{color}", rng.choice(COLORS), 1)
    return text.replace("crosss", "crosses").replace(" a orange", " an orange")
