"""The thinking budget limits the tokens of reasoning: the closing marker is forced, once."""

from typing import cast

import mlx.core as mx
import pytest

from engine.channels.token_router import TokenRouter
from engine.messages import Channel, SamplingParams
from engine.models.loader import LoadedModel
from engine.sampling.sampler import Sampler
from tests.engine.sampling.test_structured import (
    GEMMA,
    KIMI,
    byte_tokenizer,
    ids_of,
    markers_of,
    model_logits,
    shape_prompt,
)

WORD = 300


class Wisher:
    """A model that always wants a certain token."""

    def __init__(self, tokenizer, budget: int, *, opened: bool, prompt=(), **options) -> None:
        params = SamplingParams(thinking_budget=budget, **options)
        self._sample = Sampler(
            params,
            tokenizer,
            prompt,
            frozenset({tokenizer.eos_token_id}),
            markers_of(tokenizer),
            reasoning=opened,
        )
        self._size = max(tokenizer.get_vocab().values()) + 1

    def __call__(self, *wishes: int) -> list[int]:
        """The tokens that come of it."""
        return [self._one(wish) for wish in wishes]

    def _one(self, wish: int) -> int:
        logits = mx.zeros((1, self._size)).at[0, wish].add(5)
        token = cast("int", self._sample(logits).token.item())
        self._sample.observe(token)
        return token


@pytest.fixture(scope="module")
def marker_ids(dot: LoadedModel) -> tuple[int, int, int]:
    """Dot's start and end of reasoning, and a line break."""
    tokenizer = dot.tokenizer
    (line,) = ids_of(tokenizer, "\n")
    start, end = ids_of(tokenizer, "<think></think>")
    return start, end, line


@pytest.mark.parametrize("budget", [1, 2, 5, 20])
def test_a_block_of_the_prompt_has_exactly_the_budget(dot, marker_ids, budget: int) -> None:
    """Dot's template writes a line break before the closing marker, so the last token is one."""
    _, end, line = marker_ids
    wish = Wisher(dot.tokenizer, budget, opened=True)
    said = wish(*[WORD] * (budget + 5))
    assert said == [*[WORD] * (budget - 1), line, end, *[WORD] * 4]


@pytest.mark.parametrize("budget", [0, 1, 3])
def test_a_block_opened_by_the_model_has_the_budget(dot, marker_ids, budget: int) -> None:
    start, end, line = marker_ids
    wish = Wisher(dot.tokenizer, budget, opened=False)
    assert wish(WORD, start) == [WORD, start]
    block = [*[WORD] * (budget - 1), line] if budget else []
    assert wish(*[WORD] * (budget + 2)) == [*block, end, WORD]


def test_no_budget_closes_the_prompts_block_at_once(dot, marker_ids) -> None:
    assert Wisher(dot.tokenizer, 0, opened=True)(WORD, WORD) == [marker_ids[1], WORD]


def test_a_line_break_is_not_doubled(dot, marker_ids) -> None:
    _, end, line = marker_ids
    assert Wisher(dot.tokenizer, 3, opened=True)(WORD, line, WORD, WORD) == [WORD, line, WORD, end]


def test_a_used_up_budget_opens_no_more_blocks(dot, marker_ids) -> None:
    start, end, line = marker_ids
    wish = Wisher(dot.tokenizer, 2, opened=True)
    assert wish(WORD, WORD, WORD) == [WORD, line, end]
    said = wish(*[start] * 5)
    assert start not in said
    assert end not in said


def test_the_rest_of_a_budget_goes_to_the_next_block(dot, marker_ids) -> None:
    start, end, line = marker_ids
    wish = Wisher(dot.tokenizer, 4, opened=True)
    assert wish(WORD, WORD, end, WORD) == [WORD, WORD, end, WORD]
    assert wish(start, WORD, WORD, WORD) == [start, WORD, line, end]


def test_reasoning_within_the_budget_is_unchanged(dot, marker_ids) -> None:
    _, end, _ = marker_ids
    said = Wisher(dot.tokenizer, 9, opened=True)(WORD, WORD, end, *[WORD] * 20)
    assert said == [WORD, WORD, end, *[WORD] * 20]


def test_a_tool_call_ends_the_reasoning(dot, marker_ids) -> None:
    """No closing marker is forced into the call's text."""
    call = dot.tokenizer.tool_call_start_tokens[0]
    said = Wisher(dot.tokenizer, 3, opened=True)(WORD, call, *[WORD] * 9)
    assert said == [WORD, call, *[WORD] * 9]


def test_reasoning_after_a_tool_call_is_still_limited(dot, marker_ids) -> None:
    _, end, line = marker_ids
    call, over = ids_of(dot.tokenizer, "<tool_call></tool_call>")
    said = Wisher(dot.tokenizer, 3, opened=True)(WORD, call, *[WORD] * 9, over, *[WORD] * 4)
    assert said == [WORD, call, *[WORD] * 9, over, WORD, line, end, WORD]


HARMONY = ("<|start|>", "<|channel|>", "<|message|>", "<|end|>", "<|return|>")


def test_harmony_forces_the_final_message_after_the_analysis() -> None:
    """Ending the analysis is not enough: the final message must follow."""
    tokenizer = byte_tokenizer(HARMONY)
    opened = ids_of(tokenizer, "<|channel|>analysis<|message|>")
    close = ids_of(tokenizer, "<|end|><|start|>assistant<|channel|>final<|message|>")
    (letter,) = ids_of(tokenizer, "a")
    wish = Wisher(tokenizer, 2, opened=False)
    count = 2 + len(close) + 3
    assert wish(*opened, *[letter] * count) == [*opened, letter, letter, *close, *[letter] * 3]
    assert wish(opened[0], *opened[1:]) != opened


def test_the_end_of_the_reply_is_not_followed_by_a_marker(dot) -> None:
    stop = dot.tokenizer.eos_token_id
    assert Wisher(dot.tokenizer, 3, opened=True)(WORD, stop, WORD) == [WORD, stop, WORD]


def test_markers_may_have_several_ids() -> None:
    """A part of the marker alone neither opens nor closes anything."""
    tokenizer = byte_tokenizer(GEMMA)
    channel, word, letter, end = ids_of(tokenizer, "<|channel>thoughta<channel|>")
    wish = Wisher(tokenizer, 2, opened=False)
    assert wish(word, word, letter, letter) == [word, word, letter, letter]
    assert wish(channel, word, word, letter, letter) == [channel, word, word, letter, end]
    assert wish(word, channel, letter, word) == [word, channel, letter, word]
    assert wish(channel, word)[1] != word


def test_a_closing_marker_of_several_ids_is_completed_not_repeated() -> None:
    """The budget ends in the middle of the marker that the model itself writes."""
    tokenizer = byte_tokenizer(KIMI)
    close, word, mark, letter = ids_of(tokenizer, "<|close|>think<|sep|>a")
    whole = [close, word, mark]
    assert Wisher(tokenizer, 1, opened=True)(*[letter] * 5) == [letter, *whole, letter]
    assert Wisher(tokenizer, 2, opened=True)(letter, close, *[letter] * 3) == [
        letter,
        *whole,
        letter,
    ]
    # Tokens of the marker still count for a later block.
    start = ids_of(tokenizer, "<|open|>think<|sep|>")
    wish = Wisher(tokenizer, 2, opened=True)
    assert wish(letter, *whole, *start) == [letter, *whole, *start]
    assert wish(letter, letter) == [letter, close]


@pytest.mark.parametrize(
    ("template", "breaks"),
    [("a{{ '\\n<channel|>' }}", 1), ("a\n<channel|>", 1), ("a<channel|>", 0)],
)
def test_the_line_break_is_that_of_the_template(template: str, breaks: int) -> None:
    tokenizer = byte_tokenizer(GEMMA, template)
    letter, line, end = ids_of(tokenizer, "a\n<channel|>")
    said = Wisher(tokenizer, 3, opened=True)(*[letter] * 4)
    assert said == [letter, letter, line if breaks else letter, end]


def test_dot_keeps_to_its_thinking_budget(dot, marker_ids) -> None:
    """The budget holds for the real model, with penalties and logprobs."""
    start, end, _ = marker_ids
    prompt = shape_prompt(dot, thinking=True)
    params = SamplingParams(
        thinking=True,
        thinking_budget=4,
        top_logprobs=3,
        presence_penalty=0.2,
        temperature=0.5,
        seed=1,
    )
    sample = Sampler(params, dot.tokenizer, prompt, dot.stop_ids, dot.markers, reasoning=False)
    said: list[int] = []
    for logits in model_logits(dot, prompt, said):
        choice = sample(logits)
        assert choice.logprobs is not None
        said.append(cast("int", choice.token.item()))
        sample.observe(said[-1])
        if said[-1] in dot.stop_ids or len(said) == 100:
            break
    assert said[-1] in dot.stop_ids
    assert said[0] == start
    assert said.index(end) == 5
    router = TokenRouter(dot.channels, dot.tokenizer.detokenizer, Channel.CONTENT)
    pieces = [piece for token in said for piece in router.feed(token)] + router.flush()
    assert "".join(text for channel, text in pieces if channel is Channel.CONTENT).strip()
