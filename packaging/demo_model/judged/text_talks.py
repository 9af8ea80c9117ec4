"""Held-out talk about texts and tools: copies, edits, told facts at any depth, many tools."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from demo_model.judged.case import Case, as_engine
from demo_model.said import copying, many_tools, told_facts
from demo_model.said.exchanges import Chat, Message, question
from demo_model.said.filling import sentence

MOST_LINES = 12
TOLD_LETTERS = 1200
TOOLS = 20
# The depth table: tokens of the text, and the share of it before the fact.
LENGTHS = (2_000, 4_000, 8_000, 16_000)
DEPTHS = (0.1, 0.5, 0.9)
# Letters of a sentence in a token, by True if it is German.
LETTERS = {False: 1.9, True: 1.65}
MODES = ("off", "on")


def copy_chat(rng: random.Random, german: bool) -> Chat:
    return Chat(copying.exchange(rng, german, rng.randint(1, MOST_LINES)))


def told_chat(rng: random.Random, german: bool) -> Chat:
    at_once = rng.random() < told_facts.AT_ONCE
    told, asked = told_facts.reading(rng, german, TOLD_LETTERS, 6, at_once=at_once)
    before = (message for one in told for message in one)
    return Chat((*before, *rng.choice(asked)))


def agent_chat(rng: random.Random, german: bool) -> Chat:
    deeds = many_tools.sample_deeds(rng, TOOLS)
    tools = tuple(many_tools.definition(rng, deed) for deed in deeds)
    return Chat(many_tools.request(rng, deeds, german), "", tools)


KINDS: tuple[Callable[[random.Random, bool], Chat], ...] = (copy_chat, told_chat, agent_chat)


def depth_cases(count: int, seed: str, index: int = 0, workers: int = 1) -> Iterator[Case]:
    """Yield `count` cases for each length and depth; every third text is in German.

    The cases of a text follow each other, so that an engine that answers them one by one reads it
    once. Of several workers each has its own texts, of all lengths.
    """
    for number in range(count):
        for place, length in enumerate(LENGTHS):
            if (number + place) % workers == index:
                rng = random.Random(f"held-out/depth/{seed}/{number}/{length}")
                yield from deep_cases(rng, number % 3 == 2, length, DEPTHS)


def deep_cases(
    rng: random.Random, german: bool, length: int, depths: Sequence[float]
) -> list[Case]:
    """Return a question for each of `depths`, all after the same text of `length` tokens."""
    names = told_facts.names(rng, len(depths))
    facts = [told_facts.fact(rng, german, name) for name in names]
    parts: list[str] = []
    letters = 0
    while letters < length * LETTERS[german]:
        parts.append(sentence(rng, german))
        letters += len(parts[-1]) + 1
    # The last first, so that no place moves.
    for depth, fact in sorted(zip(depths, facts, strict=True), key=lambda one: -one[0]):
        parts.insert(round(depth * len(parts)), fact.told)
    text = Message("user", " ".join(parts))
    read = Message("assistant", told_facts.READ[german])
    cases = []
    for depth, fact in zip(depths, facts, strict=True):
        reasoning = told_facts.FOUND[german].format(fact.told)
        asked, expected = question(fact.asked, fact.told, reasoning, skill="depth")
        messages = as_engine((text, read, asked), ())
        cases.append(Case(f"{length} at {depth}", messages, (), expected))
    return cases


def depth_table(shares: dict[str, float]) -> Iterable[str]:
    """Return lines with the share of facts found, by length and depth; `shares` are by skill and
    mode, as in `evaluate.table`."""
    yield "tokens" + "".join(f"{f'at {depth}, {mode}':>14}" for depth in DEPTHS for mode in MODES)
    for length in LENGTHS:
        columns = [f"{length} at {depth}, thinking {mode}" for depth in DEPTHS for mode in MODES]
        found = (f"{shares[name]:.1%}" if name in shares else "-" for name in columns)
        yield f"{length:6}" + "".join(f"{share:>14}" for share in found)
