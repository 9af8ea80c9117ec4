"""Parts that were tokenized before give the tokens of the whole text."""

import random
from pathlib import Path
from typing import Any

from engine.loader import LoadedModel, examine, load
from engine.segments import AT_ONCE, Segments


def tokenizer(model: LoadedModel) -> Any:
    processor = model.processor
    return getattr(processor, "tokenizer", processor) if model.vision else model.tokenizer


def test_the_tokens_are_those_of_the_whole(family: Path) -> None:
    model = load(examine(str(family)))
    mine = tokenizer(model)
    specials = [str(token) for token in mine.added_tokens_decoder.values()]
    pieces = [
        *specials,
        " ",
        "\n",
        "\n\n",
        "  ",
        "a",
        "What is it?",
        "1234",
        "é",
        "🙂",
        " the",
        "<",
        "|",
    ]
    chance = random.Random(7)
    segments = Segments(mine)
    for _ in range(200):
        text = "".join(chance.choices(pieces, k=chance.randint(0, 30)))
        for add in (False, True):
            expected = mine.encode(text, add_special_tokens=add)
            assert segments.encode(text, add_special_tokens=add) == expected, repr(text)


def test_what_is_known_is_tokenized_once(dot: LoadedModel) -> None:
    class Watched:
        def __init__(self) -> None:
            self.seen: list[str] = []

        def __getattr__(self, name: str) -> Any:
            return getattr(tokenizer(dot), name)

        def encode(self, text: str, *, add_special_tokens: bool) -> list[int]:
            self.seen.append(text)
            return tokenizer(dot).encode(text, add_special_tokens=add_special_tokens)

    watched = Watched()
    segments = Segments(watched)
    asked = "".join(
        f"<|im_start|>user\nquestion {n} {'word ' * 300}<|im_end|>\n" for n in range(50)
    )
    pieces = sum(1 for _ in segments.learn(asked))
    assert pieces >= len(asked) // AT_ONCE - 1 > 0
    watched.seen.clear()
    assert segments.encode(asked + "<|im_start|>user\nnew<|im_end|>\n") == tokenizer(dot).encode(
        asked + "<|im_start|>user\nnew<|im_end|>\n", add_special_tokens=False
    )
    assert watched.seen == ["<|im_start|>user\nnew"]
