"""Documents as long as a row allows: texts to read, to copy and to edit, many tools, late
questions about an early image."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from demo_model.documents import (
    THINKING,
    Document,
    Seen,
    few_alike,
    media_end,
    message_end,
    see_image,
    split,
    written,
)
from demo_model.said import (
    copying,
    exact_forms,
    image_questions,
    many_tools,
    small_talk,
    told_facts,
)
from demo_model.said.english import ENGLISH
from demo_model.said.exchanges import Chat, Exchange, Message, with_media
from demo_model.said.german import GERMAN

# Letters in a token of a text to read, by True if it is German, told at once and bit by bit.
AT_ONCE_LETTERS = {False: 1.92, True: 1.69}
BIT_BY_BIT_LETTERS = {False: 1.53, True: 1.4}
GERMAN_SHARE = 0.4
MOST_QUESTIONS = 24
# Power of the length of texts to read: that of half of them is over 0.87 of the room.
FULL = 0.2
# Questions about a text to read: more of them would leave less room between a fact and them.
MOST_READ = 12
# Tokens that a question and its answer take, those of a line, of a tool's definition, of requests
# to an agent, of a brief definition, of one request and of small talk, roughly.
QUESTION = 60
LINE = 18
DEFINITION = 120
REQUESTS = 300
BRIEF_DEFINITION = 55
REQUEST = 45
TALK = 70
IMAGE = 250
MOST_TOOLS = 40
# Share of early images that come with a greeting, and images whose kinds are asked in JSON.
GREETED = 0.4
MOST_LISTED = 5
GREETINGS = {
    False: ("Hello", "Hello!", "Hi", "Hi, look at this.", "Good morning!"),
    True: ("Hallo", "Hallo!", "Hi", "Hallo, schau mal.", "Guten Morgen!"),
}
MOST_REQUESTS = 12
# Documents of requests: the most of a document, the fewest tools, the shares of documents with few
# verbs and nouns and with brief definitions, and that of answers with reasoning: without it, it is
# harder to learn that a tool is missing.
MOST_CALLS = 48
FEWEST_TOOLS = 4
FEW_SHARE = 0.4
BRIEF_SHARE = 0.5
REASONED = 0.2
# Upper bound of the texts to copy in a document, and the tokens of one, at least.
MOST_COPIES = 24
COPY = 240
# Share in German of images whose questions all ask for numbers.
COUNTED_IN_GERMAN = 0.7


def _messages(exchanges: Sequence[Exchange]) -> tuple[Message, ...]:
    return tuple(message for one in exchanges for message in one)


def texts_to_read(rng: random.Random, german: bool, room: int) -> Document:
    """Ask many questions about one long text, each as if it were the only one."""
    count = max(2, min(MOST_READ, room // (2 * QUESTION)))
    at_once = rng.random() < told_facts.AT_ONCE
    in_token = (AT_ONCE_LETTERS if at_once else BIT_BY_BIT_LETTERS)[german]
    letters = max(100, round((room - count * QUESTION) * in_token))
    told, asked = told_facts.reading(rng, german, letters, count, at_once=at_once)
    before = _messages(told)
    chats = [Chat((*before, *one)) for one in asked]
    conversations = [written(rng, chat) for chat in chats]
    # Every conversation begins alike: the first pieces are the trunk.
    shared = 2 * len(told)
    trunk = "".join(piece.text for piece in conversations[0][:shared])
    branches = [pieces[shared:] for pieces in conversations]
    return Document(branches, (), trunk)


def texts_to_copy(rng: random.Random, german: bool, room: int) -> Document:
    count = rng.choice((1, 2, rng.randint(3, MOST_COPIES)))
    count = max(1, min(count, room // COPY))
    # Each line is read and written.
    most = max(1, (room // count - QUESTION) // (2 * LINE))
    lines = [most if rng.random() < 0.5 else rng.randint(1, most) for _ in range(count)]
    exchanges = [copying.exchange(rng, german, number) for number in lines]
    return Document([written(rng, Chat(_messages(exchanges)))])


def talks_with_tools(rng: random.Random, german: bool, room: int) -> Document:
    count = min(MOST_TOOLS, (room - REQUESTS) // DEFINITION)
    if count < 1:
        return texts_to_copy(rng, german, room)
    deeds = many_tools.sample_deeds(rng, count)
    talks = []
    for _ in range(MOST_REQUESTS):
        asked = [many_tools.request(rng, deeds, german) for _ in range(rng.choice((1, 1, 2)))]
        if len(asked[-1]) > 2 and rng.random() < 0.5:
            asked[-1] = asked[-1][:2]
        talks.append(asked)
    return _with_tools(rng, deeds, talks)


def tool_requests(rng: random.Random, german: bool, room: int) -> Document:
    """Ask for few or many tools, half of which are missing: what most needs practice."""
    brief = rng.random() < BRIEF_SHARE
    size = BRIEF_DEFINITION if brief else DEFINITION
    most = min(MOST_TOOLS, (room - REQUESTS) // size)
    if most < FEWEST_TOOLS:
        return texts_to_copy(rng, german, room)
    count = round(FEWEST_TOOLS * (most / FEWEST_TOOLS) ** rng.random())
    few = rng.random() < FEW_SHARE
    deeds = many_tools.few_deeds(rng)[:most] if few else many_tools.sample_deeds(rng, count)
    number = min(MOST_CALLS, (room - size * len(deeds)) // REQUEST)
    talks = [[many_tools.call_or_none(rng, deeds, german)] for _ in range(number)]
    return _with_tools(rng, deeds, talks, brief=brief, thinking=REASONED)


def _with_tools(
    rng: random.Random,
    deeds: Sequence[many_tools.Deed],
    talks: Sequence[Sequence[Exchange]],
    *,
    brief: bool = False,
    thinking: float = THINKING,
) -> Document:
    """Make conversations that offer the same tools, whose definitions are the trunk."""
    offered = tuple(many_tools.definition(rng, deed, brief=brief) for deed in deeds)
    chats = [Chat(_messages(talk), "", offered) for talk in talks]
    trunk, branches = split([written(rng, chat, (), thinking) for chat in chats], message_end)
    return Document(branches, (), trunk)


def late_questions(rng: random.Random, german: bool, room: int) -> Document:
    """Ask about an early image after much other talk."""
    seen, scene = see_image(rng, GERMAN if german else ENGLISH)
    wording = GERMAN if german else ENGLISH
    asked = few_alike(rng, seen.exchanges + exact_forms.exchanges(rng, scene, wording))
    count = min(60, (room - IMAGE) // TALK)
    if not asked or count < 1:
        return texts_to_copy(rng, german, room)
    talk = small_talk.exchanges(rng, count, german, seeing=True)
    first, *late = asked[:4]
    described = [one for one in seen.exchanges if one[-1].skill == "describe"]
    if described and rng.random() < GREETED:
        # The image is shown with a greeting, and asked about only later.
        late.append(first)
        said = rng.choice(described)
        first = (replace(said[0], text=rng.choice(GREETINGS[german])), *said[1:])
    chat = Chat(_messages([with_media(first, 1), *talk, *late]))
    return Document([written(rng, chat, [seen])], seen.frames)


def exact_answers(rng: random.Random, german: bool, room: int) -> Document:
    """Ask for every exact form about one image."""
    wording = GERMAN if german else ENGLISH
    seen, scene = see_image(rng, wording)
    asked = exact_forms.exchanges(rng, scene, wording) + exact_forms.exchanges(rng, scene, wording)
    listed = exact_forms.enumerated(rng, few_alike(rng, seen.exchanges), wording)
    asked += listed[:MOST_LISTED]
    if not asked:
        return texts_to_copy(rng, german, room)
    return _about_image(rng, replace(seen, exchanges=asked))


def numbers_asked(rng: random.Random, german: bool, room: int) -> Document:
    """Ask only for numbers in one image; the questions for several things offer two numbers. The
    language is drawn here, mostly German. `german` is that of the text to copy without room."""
    wording = GERMAN if rng.random() < COUNTED_IN_GERMAN else ENGLISH
    number = min(MOST_QUESTIONS, (room - IMAGE) // QUESTION)
    if number < 1:
        return texts_to_copy(rng, german, room)
    seen, scene = see_image(rng, wording, alike=True)
    asked = image_questions.counts(rng, scene, wording, number)
    return _about_image(rng, replace(seen, exchanges=asked))


def _about_image(rng: random.Random, seen: Seen) -> Document:
    """Ask each of the questions as if it were the only one."""
    chats = [Chat(with_media(one, 1)) for one in seen.exchanges]
    trunk, branches = split([written(rng, chat, [seen]) for chat in chats], media_end)
    return Document(branches, seen.frames, trunk)


LongKinds = dict[Callable[[random.Random, bool, int], Document], float]
TEXT_KINDS: LongKinds = {
    texts_to_read: 0.20,
    texts_to_copy: 0.55,
    talks_with_tools: 0.42,
    tool_requests: 0.60,
}
KINDS: LongKinds = TEXT_KINDS | {late_questions: 0.11, exact_answers: 0.11, numbers_asked: 0.10}


def sample_long(
    rng: random.Random, room: int, kinds: LongKinds = KINDS, *, text_only: bool = False
) -> Document:
    """Return a document of any of `kinds`, which have weights, and of any length up to about `room`
    tokens; if `text_only`, one without images. Most texts to read are almost that long: a fact as
    far away as a model has never seen is not found."""
    german = rng.random() < GERMAN_SHARE
    weights = {kind: kinds[kind] for kind in TEXT_KINDS} if text_only else kinds
    make = rng.choices(list(weights), list(weights.values()))[0]
    power = FULL if make is texts_to_read else 0.5
    return make(rng, german, round(room * rng.random() ** power))
