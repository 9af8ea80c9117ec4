"""Makes conversations of exchanges."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from demo_model.said import german_talk, small_talk, tool_talk
from demo_model.said.exchanges import Chat, Exchange, Message, with_media
from demo_model.said.instructions import Instruction, as_it_is, effective, plain, sample
from demo_model.said.memory import Memory
from demo_model.said.refused import OF_PHOTOS
from demo_model.said.tool_definitions import Tool, app_tools, definitions, sample_tools
from demo_model.said.unseen import without_image, without_video

# Skills of answers to an image or video that comes without a question.
DESCRIBING = frozenset({"describe", "happens"})
NOTHING = frozenset({"nothing", "nichts"})
# Skills after which many later questions could be answered without looking.
REVEALING = DESCRIBING | {"count", "clip_count"}
# Upper bound of the exchanges about one image or video in a conversation.
MOST_SEEN = 5
LENGTHS = (1, 1, 2, 2, 3, 4, 5, 6)
SHORT_LENGTHS = (1, 1, 1, 2, 2, 3)
LONG_LENGTHS = (7, 8, 10, 12, 15, 18)
TOOL_SHARE = 0.34
# Share of conversations with tools, made for long rows, whose tools are the app's.
APP_TOOLS_SHARE = 0.7
LONG_TOOL_SHARE = 0.75
# Shares of German conversations: without tools, and with them.
GERMAN_SHARE = 0.14
GERMAN_TOOL_SHARE = 0.35
# Share of English among the small talk of a German conversation.
ENGLISH_SHARE = 0.1
# Share of the talk in which a system message in the middle changes how to answer.
MIDDLE_SHARE = 0.08
# Probability of other talk between two questions about images.
TALK_SHARE = 0.06
TALK_AT_END = 0.18
# Share of conversations about images that also offer tools.
SEEN_TOOL_SHARE = 0.1
# Share of the other talk that is about tools: with tools, and without.
TOOL_TALK_SHARES = (0.5, 0.05)
UNSEEN_SHARE = 0.06
WORDLESS_SHARE = 0.06
# Answers if there is nothing to see, by the kind of media and True for German.
UNSEEN = {
    ("image", False): without_image,
    ("video", False): without_video,
    ("image", True): german_talk.without_image,
    ("video", True): german_talk.without_video,
}


def text_chat(rng: random.Random, german: bool | None = None) -> Chat:
    """Return small talk, refusals and tools; the chat may end in a call. Without a language it has
    any, and German may be mixed with English."""
    tools = sample_tools(rng) if rng.random() < TOOL_SHARE else []
    return _talk(rng, sample(rng), tools, LENGTHS, german)


def long_chat(rng: random.Random) -> Chat:
    """Return talk of many turns, mostly with tools, most of which are the app's."""
    tools: list[Tool] = []
    if rng.random() < LONG_TOOL_SHARE:
        tools = app_tools(rng) if rng.random() < APP_TOOLS_SHARE else sample_tools(rng)
    return _talk(rng, sample(rng), tools, LONG_LENGTHS)


def tool_chats(rng: random.Random, count: int) -> list[Chat]:
    """Return short conversations that offer the same tools under the same system prompt."""
    instruction = sample(rng)
    tools = app_tools(rng) if rng.random() < APP_TOOLS_SHARE else sample_tools(rng)
    return [_talk(rng, instruction, tools, SHORT_LENGTHS) for _ in range(count)]


def _talk(
    rng: random.Random,
    instruction: Instruction,
    tools: list[Tool],
    lengths: Sequence[int],
    german: bool | None = None,
) -> Chat:
    memory = Memory()
    speak, count = _speaker(rng, memory, tools, german), rng.choice(lengths)
    if instruction.follow is as_it_is and rng.random() < MIDDLE_SHARE and count > 1:
        before = rng.randrange(1, count)
        exchanges = _spoken(instruction, memory, speak, before)
        changed = effective(rng)
        first, *others = _spoken(changed, memory, speak, count - before)
        exchanges += [(Message("system", changed.system), *first), *others]
    else:
        exchanges = _spoken(instruction, memory, speak, count)
    if tools and rng.random() < 0.45:
        exchanges[-1] = _until_call(rng, exchanges[-1])
    return Chat(_messages(exchanges), instruction.system, definitions(tools))


def seen_chat(
    rng: random.Random,
    groups: Sequence[list[Exchange]],
    kind: str = "image",
    german: bool = False,
) -> Chat:
    """Return a conversation about an image or video for each of `groups`.

    The media come in turn, each with its group's questions. The last group may ask about all of
    them; at times all come together in one message, and only the last group is asked. `kind`,
    "image" or "video", is what an early question misses; `german` is the language of the other
    talk.
    """
    instruction = sample(rng)
    if not any(map(instruction.follow, groups[-1])):
        instruction = plain(rng)
    exchanges: list[Exchange] = []
    together = len(groups) > 1 and rng.random() < 0.4
    waiting = 0
    for index, group in enumerate(groups):
        waiting += 1
        last = index == len(groups) - 1
        if together and not last:
            continue
        # Without a word before it, nobody knows that the answer is to be in German.
        alone = (len(groups) == 1 or not last) and (bool(exchanges) or not german)
        asked = _about(rng, [one for one in group if instruction.follow(one)], alone)
        if asked:
            exchanges += [with_media(asked[0], waiting), *asked[1:]]
            waiting = 0
    if rng.random() < UNSEEN_SHARE:
        exchanges.insert(0, _too_early(rng, groups[0], kind, german))
    exchanges = _followed(instruction, exchanges)
    tools = seen_tools(rng)
    exchanges = _with_talk(rng, exchanges, instruction, tools, german)
    return Chat(_messages(exchanges), instruction.system, definitions(tools))


def seen_tools(rng: random.Random) -> list[Tool]:
    """Return the tools of such a chat, mostly none. The definition of the tool that reads files is
    long, so it is rarely there."""
    if rng.random() > SEEN_TOOL_SHARE:
        return []
    tools = app_tools(rng)
    return tools if rng.random() < 0.3 else [tool for tool in tools if tool.kind != "file"]


def talk_while_seeing(
    rng: random.Random, memory: Memory, tools: list[Tool], german: bool
) -> Exchange:
    """Return an exchange that is not about the image or video of the conversation."""
    if rng.random() < TOOL_TALK_SHARES[not tools]:
        return tool_talk.exchange(rng, memory, tools, german)
    return small_talk.exchange(rng, memory, german=german, seeing=True)


def _speaker(
    rng: random.Random, memory: Memory, tools: list[Tool], german: bool | None
) -> Callable[[], Exchange]:
    """Return a function that makes the next exchange; `german` is None for either language."""
    speaks_german, english_share = bool(german), 0.0
    if german is None:
        speaks_german = rng.random() < (GERMAN_TOOL_SHARE if tools else GERMAN_SHARE)
        english_share = ENGLISH_SHARE
    tool_share = 0.65 if tools else 0.12

    def speak() -> Exchange:
        if rng.random() < tool_share:
            return tool_talk.exchange(rng, memory, tools, speaks_german)
        now_german = speaks_german and rng.random() >= english_share
        return small_talk.exchange(rng, memory, german=now_german)

    return speak


def _spoken(
    instruction: Instruction, memory: Memory, speak: Callable[[], Exchange], count: int
) -> list[Exchange]:
    """Return that many exchanges that follow the instruction; facts from dropped ones are not
    remembered."""
    spoken: list[Exchange] = []
    while len(spoken) < count:
        before = replace(memory)
        followed = instruction.follow(speak())
        if followed:
            spoken.append(followed)
        else:
            memory.name, memory.result = before.name, before.result
    return spoken


def _until_call(rng: random.Random, exchange: Exchange) -> Exchange:
    """Return the exchange up to one of its calls."""
    calls = [index for index, message in enumerate(exchange) if message.call]
    return exchange[: rng.choice(calls) + 1] if calls else exchange


def _about(rng: random.Random, group: list[Exchange], alone: bool) -> list[Exchange]:
    """Return some of the exchanges about an image, mostly with revealing ones at the end. If it is
    meant `alone`, the image may come without a question."""
    group = rng.sample(group, len(group))
    count = rng.randint(1, MOST_SEEN)
    revealing = [one for one in group if one[-1].skill in REVEALING]
    others = [one for one in group if one[-1].skill not in REVEALING]
    describing = [one for one in group if describes(one[-1])]
    if alone and describing and rng.random() < WORDLESS_SHARE:
        first, *rest = describing[0]
        wordless = replace(first, text=rng.choice(("", "", "?", "??")))
        return [(wordless, *rest), *others[: count - 1]]
    if rng.random() < 0.15 or not others:
        return group[:count]
    if revealing and rng.random() < 0.5:
        return [*others[: count - 1], revealing[0]]
    return others[:count]


def describes(answer: Message) -> bool:
    """Return True if the answer suits an image that comes without a question, also one that shows
    nothing that Dot knows."""
    return answer.skill in DESCRIBING or (answer.skill == "nothing" and answer.word in NOTHING)


def _too_early(rng: random.Random, group: list[Exchange], kind: str, german: bool) -> Exchange:
    """Return a question of the group, asked before there is anything to see; only one that tells an
    image from a video."""
    telling = [one for one in group if not one[-1].skill.startswith("clip_")]
    return UNSEEN[kind, german](rng.choice(telling or group)[0].text)


def _with_talk(
    rng: random.Random,
    exchanges: list[Exchange],
    instruction: Instruction,
    tools: list[Tool],
    german: bool,
) -> list[Exchange]:
    """Insert other talk here and there."""
    memory = Memory()

    def speak() -> Exchange:
        return talk_while_seeing(rng, memory, tools, german)

    mixed: list[Exchange] = []
    for exchange in exchanges:
        if rng.random() < TALK_SHARE:
            mixed += _spoken(instruction, memory, speak, 1)
        mixed.append(exchange)
    # Only the last answer may have reasoning.
    if rng.random() < TALK_AT_END:
        mixed += _spoken(instruction, memory, speak, 1)
    if not german and rng.random() < TALK_SHARE / 2:
        of_photo = small_talk.refusal(rng, rng.choice(OF_PHOTOS))
        mixed += _followed(instruction, [of_photo])
    return mixed


def _followed(instruction: Instruction, exchanges: list[Exchange]) -> list[Exchange]:
    """Return the exchanges that can follow the instruction, changed as it asks."""
    return [done for one in exchanges if (done := instruction.follow(one))]


def _messages(exchanges: Sequence[Exchange]) -> tuple[Message, ...]:
    return tuple(message for exchange in exchanges for message in exchange)
