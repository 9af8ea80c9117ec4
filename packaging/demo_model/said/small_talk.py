"""Conversation without looking: greetings, names, repeating, counting, stories, refusals."""

import random
import string
from collections.abc import Callable
from itertools import accumulate

from demo_model.said.english import NUMBERS
from demo_model.said.exchanges import Exchange, question
from demo_model.said.german_talk import german_exchange
from demo_model.said.memory import Memory, invented_name, invented_word
from demo_model.said.refused import REFUSAL, WORDS, refused_question
from demo_model.said.small_talk_phrases import (
    ANY_STORY,
    ASK_NAME,
    COUNT,
    COUNT_TO,
    FIXED,
    PLACES,
    REPEAT,
    STORY,
    TELL_NAME,
    WORDS_TO_REPEAT,
)
from demo_model.said.typed import sloppy
from demo_model.said.unseen import (
    image_question,
    video_question,
    without_image,
    without_video,
)
from demo_model.shown.scenes import COLORS, SHAPES

UNCLEAR = "I did not understand that. Ask me about the shapes and colors in a picture."
NO_NAME = "You did not tell me your name yet."
LONGEST_COUNT = 30
# Who a story is about if nobody asks for somebody.
ANYTHING = ("star", "yellow")
# Share of talk that asks for a name that was told.
RECALL_SHARE = 0.3


def exchange(
    rng: random.Random, memory: Memory, *, german: bool = False, seeing: bool = False
) -> Exchange:
    """Return any small talk, or a refusal; `seeing`: the conversation has an image or a video."""
    if german:
        return german_exchange(rng, memory, seeing)
    if memory.name and rng.random() < RECALL_SHARE:
        return _recall(rng, memory)
    make = rng.choices(MAKERS, cum_weights=SEEING_UP_TO if seeing else UP_TO)[0]
    return make(rng, memory)


def exchanges(
    rng: random.Random, count: int, german: bool = False, *, seeing: bool = False
) -> list[Exchange]:
    """Return that many exchanges in a row; a name told in one is known in the next."""
    memory = Memory()
    return [exchange(rng, memory, german=german, seeing=seeing) for _ in range(count)]


def no_image(rng: random.Random, memory: Memory) -> Exchange:
    """Return a question about an image if there is none; `memory` does not matter."""
    return without_image(sloppy(rng, image_question(rng)))


def no_video(rng: random.Random, memory: Memory) -> Exchange:
    """Return a question about a video if there is none; `memory` does not matter."""
    return without_video(sloppy(rng, video_question(rng)))


def refusal(rng: random.Random, asked: str) -> Exchange:
    """Return the answer to a question that Dot cannot answer."""
    reasoning = "This is not about shapes, colors or small talk. I do not know it."
    return question(sloppy(rng, asked), REFUSAL, reasoning, skill="refuse")


def _fixed(rng: random.Random, memory: Memory) -> Exchange:
    return rng.choice(FIXED).exchange(rng)


def _name(rng: random.Random, memory: Memory) -> Exchange:
    """Tell a name, at times another one than before, or ask for it."""
    if rng.random() < 0.75:
        memory.name = invented_name(rng)
        told = sloppy(rng, rng.choice(TELL_NAME)).replace("{}", memory.name)
        answer = f"Nice to meet you, {memory.name}!"
        return question(told, answer, f"The user is called {memory.name}.", skill="name")
    return _recall(rng, memory)


def _recall(rng: random.Random, memory: Memory) -> Exchange:
    asked = sloppy(rng, rng.choice(ASK_NAME))
    if not memory.name:
        return question(asked, NO_NAME, "The user did not tell a name.", skill="recall")
    reasoning = f"The user said the name is {memory.name}."
    answer = f"Your name is {memory.name}."
    return question(asked, answer, reasoning, skill="recall", word=memory.name)


def _repeat(rng: random.Random, memory: Memory) -> Exchange:
    words = [
        rng.choice(WORDS_TO_REPEAT) if rng.random() < 0.7 else invented_word(rng)
        for _ in range(rng.randint(1, 6))
    ]
    said = " ".join(words)
    if rng.random() < 0.3:
        said = said.capitalize() + rng.choice((".", "!", ""))
    asked = sloppy(rng, rng.choice(REPEAT)).replace("{}", said)
    word = said if len(words) == 1 else ""
    return question(asked, said, "I repeat the words.", skill="repeat", word=word)


def _counting(rng: random.Random, memory: Memory) -> Exchange:
    first = rng.choice((1, 1, 1, 0, rng.randint(2, 20), rng.randint(2, 90)))
    last = first + rng.choice((4, 9, 9, 19, rng.randint(2, LONGEST_COUNT - 1)))
    if rng.random() < 0.1:
        first, last = last, first
    asked = sloppy(rng, rng.choice(COUNT)).format(_written(rng, first), _written(rng, last))
    if first == 1 and rng.random() < 0.5:
        asked = sloppy(rng, rng.choice(COUNT_TO)).format(_written(rng, last))
    step = 1 if first < last else -1
    numbers = ", ".join(str(number) for number in range(first, last + step, step))
    reasoning = f"I count from {first} to {last}."
    return question(asked, f"{numbers}.", reasoning, skill="counting")


def _written(rng: random.Random, number: int) -> str:
    """Return a number in digits, or at times in words."""
    return NUMBERS[number] if 0 < number < len(NUMBERS) and rng.random() < 0.25 else str(number)


def _story(rng: random.Random, memory: Memory) -> Exchange:
    anything = rng.random() < 0.35
    shape, color = ANYTHING if anything else (rng.choice(SHAPES), rng.choice(COLORS))
    friend = rng.choice([other for other in SHAPES if other != shape])
    named = f"{'an' if color == 'orange' else 'a'} {color} {shape}"
    asked = sloppy(rng, rng.choice(ANY_STORY if anything else STORY)).format(named)
    told = (
        f"Once there was {named}. It lived alone {rng.choice(PLACES)} and wanted a friend. "
        f"One day the {color} {shape} met a small {friend}. They played all day and counted one, "
        f"two, three. In the evening the {color} {shape} was tired but happy. The end."
    )
    return question(asked, told, f"The story is about {named}.", skill="story")


def _refused(rng: random.Random, memory: Memory) -> Exchange:
    return refusal(rng, refused_question(rng))


def _unclear(rng: random.Random, memory: Memory) -> Exchange:
    reasoning = "I do not understand this."
    return question(_gibberish(rng), UNCLEAR, reasoning, skill="unclear")


def _gibberish(rng: random.Random) -> str:
    kind = rng.randrange(6)
    if kind == 0:
        return "".join(rng.choices(string.ascii_lowercase + "    ", k=rng.randint(3, 18))).strip()
    if kind == 1:
        row = rng.choice(("asdfghjkl", "qwertyuiop", "yxcvbnm", "zxcvbnm"))
        start = rng.randrange(len(row) - 3)
        return row[start : start + rng.randint(3, 6)] * rng.choice((1, 1, 2))
    if kind == 2:
        return rng.choice("?!.,;#%&+*") * rng.randint(1, 4)
    if kind == 3:
        return " ".join(invented_word(rng) for _ in range(rng.randint(1, 4)))
    if kind == 4:
        return str(rng.randint(0, 99999))
    return rng.choice(WORDS["animal"] + WORDS["object"])


Maker = Callable[[random.Random, Memory], Exchange]
SHARES: tuple[tuple[Maker, int], ...] = (
    (_fixed, 24),
    (_name, 14),
    (_repeat, 8),
    (_counting, 6),
    (_story, 4),
    (_refused, 24),
    (no_image, 11),
    (no_video, 5),
    (_unclear, 4),
)
MAKERS = [make for make, _ in SHARES]
UP_TO = list(accumulate(share for _, share in SHARES))
# Talk without what is only said if there is no image.
SEEING_UP_TO = list(
    accumulate(0 if make in (no_image, no_video, _unclear) else share for make, share in SHARES)
)
