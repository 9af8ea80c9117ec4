"""Answers match a JSON schema, from Dot and from models that know nothing of JSON."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import mlx.core as mx
import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from tokenizers import AddedToken, Tokenizer, decoders
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel
from transformers import PreTrainedTokenizerFast

from engine.channels.detection import format_for
from engine.channels.markers import Markers, markers
from engine.channels.token_router import TokenRouter, start_channel
from engine.errors import Refused
from engine.messages import Channel, ModelProfile, SamplingParams
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.sampling import sampler
from engine.sampling.sampler import Sampler
from tests.kit import tiny_models

OBJECT = {
    "type": "object",
    "properties": {"a": {"type": "integer", "minimum": 0, "maximum": 99}, "b": {"type": "boolean"}},
    "required": ["a", "b"],
    "additionalProperties": False,
}
COLORS = ["red", "dark blue", "绿"]
NESTED = {
    "type": "object",
    "properties": {
        "box": OBJECT,
        "colors": {"type": "array", "items": {"enum": COLORS}, "minItems": 1, "maxItems": 2},
    },
    "required": ["box", "colors"],
    "additionalProperties": False,
}


def _is_object(value: Any) -> bool:
    return set(value) == {"a", "b"} and 0 <= value["a"] <= 99 and isinstance(value["b"], bool)


# A schema, and a check of its values.
SCHEMAS: dict[str, tuple[dict[str, Any], Callable[[Any], bool]]] = {
    "object": (OBJECT, _is_object),
    "enum": ({"enum": [*COLORS, 5, None]}, lambda value: value in [*COLORS, 5, None]),
    "array": (
        {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "maxItems": 4},
        lambda value: 2 <= len(value) <= 4 and all(isinstance(item, bool) for item in value),
    ),
    "nested": (
        NESTED,
        lambda value: (
            _is_object(value["box"])
            and 1 <= len(value["colors"]) <= 2
            and set(value["colors"]) <= set(COLORS)
        ),
    ),
    "string": (
        {"type": "string", "minLength": 2, "maxLength": 8},
        lambda value: isinstance(value, str) and 2 <= len(value) <= 8,
    ),
    "pattern": (
        {"type": "string", "pattern": "^[a-f]{3}-[0-9]+$", "maxLength": 9},
        lambda value: bool(re.fullmatch("[a-f]{3}-[0-9]+", value)) and len(value) <= 9,
    ),
}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    folder = tmp_path_factory.mktemp("tiny") / "qwen3"
    tiny_models.qwen3(folder)
    return load_model(examine_model(str(folder)))


@pytest.fixture(scope="module")
def dot(dot_and_dash: ModelProfile) -> LoadedModel:
    return load_model(examine_model(dot_and_dash.model_id))


@pytest.fixture(scope="module", params=["dot", "tiny"])
def model(request: pytest.FixtureRequest) -> LoadedModel:
    return request.getfixturevalue(request.param)


def shape_prompt(model: LoadedModel, *, thinking: bool = False) -> list[int]:
    text = model.tokenizer.apply_chat_template(
        [{"role": "user", "content": "Name a red shape"}],
        tokenize=False,
        add_generation_prompt=True,
        enable_thinking=thinking,
    )
    return model.tokenizer.encode(cast("str", text), add_special_tokens=False)


def random_logits(size: int, seed: int) -> Iterator[mx.array]:
    """Make a model that knows nothing at all."""
    key = mx.random.key(seed)
    while True:
        key, now = mx.random.split(key)
        yield mx.random.normal((1, size), key=now) * 4


def model_logits(model: LoadedModel, prompt: list[int], said: Sequence[int]) -> Iterator[mx.array]:
    """Return the logits of `model` after the prompt and the tokens `said` so far."""
    cache, ready = model.adapter.new_cache(), model.adapter.prompt(prompt, {})
    yield model.adapter.prefill(ready, 0, len(prompt), cache)
    while True:
        position = len(prompt) + len(said) - 1
        last = mx.array([[said[-1]]])
        yield model.adapter.decode_block(last, [position], [ready], cache)[:, -1]


def reply(
    model: LoadedModel, source: str, *, limit: int = 300, reasoning: bool = False, **options: Any
) -> list[int]:
    """Return the reply's tokens; unless `limit` cuts it, the last is the one that ends it."""
    prompt = shape_prompt(model, thinking=reasoning)
    sample = Sampler(
        SamplingParams(**options),
        model.tokenizer,
        prompt,
        model.stop_ids,
        model.markers,
        reasoning=start_channel(model.tokenizer, prompt, model.channels) is Channel.REASONING,
    )
    said: list[int] = []
    size = model_size(model)
    logits = (
        model_logits(model, prompt, said)
        if source == "model"
        else random_logits(size, options.get("seed") or 0)
    )
    while len(said) < limit and not set(said[-1:]) & model.stop_ids:
        token = cast("int", sample(next(logits)).token.item())
        said.append(token)
        sample.observe(token)
    return said


def model_size(model: LoadedModel) -> int:
    return max(model.tokenizer.get_vocab().values()) + 1


def text_by_channel(model: LoadedModel, said: list[int], start: Channel = Channel.CONTENT) -> dict:
    """Return the reply's text by channel, as it is routed for the window."""
    router = TokenRouter(model.channels, model.tokenizer.detokenizer, start)
    text = dict.fromkeys(Channel, "")
    for token in said:
        for channel, piece in router.feed(token):
            text[channel] += piece
    for channel, piece in router.flush():
        text[channel] += piece
    return text


@pytest.mark.parametrize("name", SCHEMAS)
@pytest.mark.parametrize(
    ("model", "source", "temperature"),
    [
        ("dot", "model", 1.0),
        ("dot", "noise", 1.0),
        ("tiny", "model", 0.0),
        ("tiny", "noise", 0.0),
        ("tiny", "noise", 3.0),
    ],
    indirect=["model"],
)
def test_the_answer_fits_its_schema(
    model: LoadedModel, source: str, name: str, temperature: float
) -> None:
    schema, fits = SCHEMAS[name]
    # Noise takes other paths through the grammar with each seed, and costs no passes of a model.
    for seed in range(3 if temperature and source == "noise" else 1):
        said = reply(
            model, source, temperature=temperature, seed=seed, json_schema=json.dumps(schema)
        )
        assert said[-1] in model.stop_ids
        answer = text_by_channel(model, said)[Channel.CONTENT]
        assert fits(json.loads(answer)), answer


@pytest.mark.parametrize(
    "options",
    [
        {"top_k": 1},
        {"top_p": 0.01},
        {"min_p": 1.0},
        {"presence_penalty": 5.0, "frequency_penalty": 5.0, "repetition_penalty": 2.0},
        {"logit_bias": ((97, 100),)},
    ],
)
def test_other_options_work_with_a_grammar(tiny, options: dict[str, Any]) -> None:
    schema = json.dumps(OBJECT)
    said = reply(tiny, "noise", temperature=1.0, seed=1, json_schema=schema, **options)
    assert _is_object(json.loads(text_by_channel(tiny, said)[Channel.CONTENT]))


@pytest.mark.parametrize("pad", [" ", "\n", "\n "])
def test_padding_is_bounded(tiny, pad: str) -> None:
    """A random model would write white space forever if it were allowed to."""
    schema = json.dumps({"type": "array", "items": OBJECT, "minItems": 2, "maxItems": 2})
    bias = tuple((token, 100.0) for token in ids_of(tiny.tokenizer, pad))
    said = reply(tiny, "noise", limit=1500, logit_bias=bias, json_schema=schema)
    answer = text_by_channel(tiny, said)[Channel.CONTENT]
    assert len(json.loads(answer)) == 2
    assert pad in answer


def test_a_truncated_reply_is_the_start_of_valid_json(tiny) -> None:
    said = reply(tiny, "noise", limit=4, json_schema=json.dumps(NESTED))
    assert len(said) == 4
    assert text_by_channel(tiny, said)[Channel.CONTENT].startswith("{")


@pytest.mark.parametrize("seed", range(4))
def test_the_grammar_begins_after_reasoning_that_the_prompt_opened(tiny, seed: int) -> None:
    """The tiny model's template ends with an open marker if thinking is on."""
    prompt = shape_prompt(tiny, thinking=True)
    assert start_channel(tiny.tokenizer, prompt, tiny.channels) is Channel.REASONING
    end = tiny.tokenizer.think_end_id
    said = reply(
        tiny,
        "noise",
        reasoning=True,
        seed=seed,
        thinking=True,
        # Noise seldom closes its reasoning by itself.
        logit_bias=((end, 6.0), *((stop, 9.0) for stop in tiny.stop_ids)),
        json_schema=json.dumps(OBJECT),
    )
    text = text_by_channel(tiny, said, Channel.REASONING)
    assert end in said
    assert text[Channel.REASONING]
    assert _is_object(json.loads(text[Channel.CONTENT]))
    assert said[-1] in tiny.stop_ids


def test_a_model_may_open_its_reasoning_itself(dot) -> None:
    options = {"thinking": True, "json_schema": json.dumps(OBJECT), "temperature": 1.0, "seed": 1}
    said = reply(dot, "model", reasoning=True, **options)
    assert said[0] == dot.tokenizer.think_start_id
    text = text_by_channel(dot, said)
    assert text[Channel.REASONING]
    assert _is_object(json.loads(text[Channel.CONTENT]))


def test_a_model_may_skip_its_reasoning(dot) -> None:
    said = reply(dot, "noise", thinking=True, json_schema=json.dumps(OBJECT))
    assert dot.tokenizer.think_start_id not in said
    assert _is_object(json.loads(text_by_channel(dot, said)[Channel.CONTENT]))


def test_reasoning_is_not_opened_if_switched_off(dot) -> None:
    bias = ((dot.tokenizer.think_start_id, 100),)
    said = reply(dot, "noise", logit_bias=bias, json_schema=json.dumps(OBJECT))
    assert dot.tokenizer.think_start_id not in said


def test_markers_stay_out_of_strings(dot) -> None:
    """A marker's id would start another channel in the middle of the answer."""
    markers = [token for token in dot.tokenizer.added_tokens_decoder if token not in dot.stop_ids]
    assert len(markers) > 5
    said = reply(
        dot,
        "noise",
        logit_bias=tuple((token, 100) for token in markers),
        json_schema='{"type": "string", "minLength": 5, "maxLength": 9}',
    )
    assert not set(markers) & set(said)
    assert 5 <= len(json.loads(text_by_channel(dot, said)[Channel.CONTENT])) <= 9


def test_markers_that_are_ordinary_tokens_stay_out_of_strings() -> None:
    tokenizer = byte_tokenizer((), words=("<think>", "</think>"))
    (stop,) = ids_of(tokenizer, "<end>")
    marker = tokenizer.think_start_id
    params = SamplingParams(json_schema='{"type": "string"}', logit_bias=((marker or 0, 100),))
    sample = Sampler(
        params, tokenizer, (), frozenset({stop}), markers_of(tokenizer), reasoning=False
    )
    (quote,) = ids_of(tokenizer, '"')
    sample.observe(quote)
    assert sample(mx.zeros((1, stop + 1))).token.item() != marker


@pytest.mark.parametrize("breaks", [0, 1, 2])
def test_up_to_two_line_breaks_may_follow_the_reasoning(dot, breaks: int) -> None:
    end, brk = dot.tokenizer.think_end_id, dot.tokenizer.encode("\n", add_special_tokens=False)[0]
    sample = Sampler(
        SamplingParams(json_schema=json.dumps(OBJECT)),
        dot.tokenizer,
        (),
        dot.stop_ids,
        dot.markers,
        reasoning=True,
    )
    for token in (end, *[brk] * breaks):
        sample.observe(token)
    found = sample(mx.zeros((1, 1024)).at[0, brk].add(5)).token.item()
    assert (found == brk) == (breaks < 2)


def test_every_stop_id_ends_a_complete_answer_and_nothing_else_does(dot) -> None:
    """This includes a stop id that the grammar library does not know."""
    for stop in sorted(dot.stop_ids):
        sample = Sampler(
            SamplingParams(json_schema='{"const": 7}'),
            dot.tokenizer,
            (),
            dot.stop_ids,
            dot.markers,
            reasoning=False,
        )
        likely = mx.zeros((1, 1024)).at[0, stop].add(5)
        first = cast("int", sample(likely).token.item())
        assert dot.tokenizer.decode([first]) == "7"
        sample.observe(first)
        assert sample(likely).token.item() == stop
        # The decoder is one step ahead when it learns of the end: this must not fail.
        sample.observe(stop)
        sample(likely)
    assert len(dot.stop_ids) > 1


def test_a_padded_vocabulary_works_with_a_grammar(tiny) -> None:
    """Models have more logits than their tokenizer has ids."""
    sample = Sampler(
        SamplingParams(json_schema='{"const": 7}'),
        tiny.tokenizer,
        (),
        tiny.stop_ids,
        tiny.markers,
        reasoning=False,
    )
    padded = mx.zeros((1, 1000)).at[0, 900].add(9)
    first = cast("int", sample(padded).token.item())
    assert tiny.tokenizer.decode([first]) == "7"
    sample.observe(first)
    assert sample(padded).token.item() in tiny.stop_ids


def test_a_grammar_that_allows_no_token_is_an_error(tiny) -> None:
    """No token is drawn from an empty distribution: here the model lacks the ids that it would
    need."""
    sample = Sampler(
        SamplingParams(json_schema='{"const": 7}'),
        tiny.tokenizer,
        (),
        tiny.stop_ids,
        tiny.markers,
        reasoning=False,
    )
    with pytest.raises(RuntimeError, match="allows no token"):
        sample(mx.zeros((1, 3)))


# Markers of several ids: Gemma 4's, a control token and a word, and those of Kimi K3.
GEMMA = ("<|channel>", "<channel|>")
KIMI = ("<|open|>", "<|close|>", "<|sep|>", "<|end_of_msg|>")


def byte_tokenizer(
    control: tuple[str, ...], chat_template: str = "", words: tuple[str, ...] = ()
) -> TokenizerWrapper:
    """Return a tokenizer of single bytes, `words`, the words of markers, and `control` tokens."""
    ordinary = {letter: i for i, letter in enumerate((*ByteLevel.alphabet(), *words))}
    letters = Tokenizer(BPE(ordinary, []))
    letters.pre_tokenizer = ByteLevel(add_prefix_space=False)
    letters.decoder = decoders.ByteLevel()
    letters.add_tokens([AddedToken(word, special=False) for word in ("thought", "think")])
    letters.add_special_tokens([AddedToken(t, special=True) for t in ("<end>", *control)])
    fast = PreTrainedTokenizerFast(tokenizer_object=letters, eos_token="<end>")
    fast.chat_template = chat_template
    return TokenizerWrapper(fast)


def markers_of(tokenizer: TokenizerWrapper) -> Markers:
    return markers(format_for(tokenizer), tokenizer)


def ids_of(tokenizer: TokenizerWrapper, text: str) -> list[int]:
    return tokenizer.encode(text, add_special_tokens=False)


def test_a_begun_start_marker_of_several_ids_is_completed() -> None:
    tokenizer = byte_tokenizer(GEMMA)
    channel, word, digit = ids_of(tokenizer, "<|channel>thought1")
    end, stop = ids_of(tokenizer, "<channel|><end>")
    params = SamplingParams(thinking=True, json_schema='{"enum": [0, 1]}')
    sample = Sampler(
        params, tokenizer, (), frozenset({stop}), markers_of(tokenizer), reasoning=False
    )
    size = max(tokenizer.get_vocab().values()) + 1

    def choose(wish: int) -> int:
        token = cast("int", sample(mx.zeros((1, size)).at[0, wish].add(5)).token.item())
        sample.observe(token)
        return token

    assert choose(channel) == channel
    assert choose(digit) == word
    assert choose(digit) == digit
    assert choose(stop) != stop
    assert choose(end) == end
    assert choose(channel) != channel


def test_a_tokenizer_unsupported_by_llguidance_is_refused() -> None:
    letters = Tokenizer(BPE({"a": 0, "<end>": 1}, []))
    fast = PreTrainedTokenizerFast(tokenizer_object=letters, eos_token="<end>")
    with pytest.raises(Refused, match="A JSON schema cannot be used with this model"):
        sampler.check_params(
            SamplingParams(json_schema="{}"), TokenizerWrapper(fast), Markers(), "Tiny"
        )


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ('{"type": "strin"}', "Invalid type: strin"),
        ('{"type": "integer", "minimum": 5, "maximum": 3}', "minimum"),
        ('{"type": "array", "uniqueItems": true}', "uniqueItems"),
        ('{"x-guidance": {"lenient": true}, "not": {}}', "not"),
        ('{"$ref": "https://example.com/schema"}', "example.com"),
        ('{"$ref": "#"}', "no value matches"),
        ('{"const": NaN}', "column 11"),
    ],
)
def test_an_invalid_schema_is_refused(dot, schema: str, words: str) -> None:
    params = SamplingParams(json_schema=schema)
    with pytest.raises(Refused, match=f"The JSON schema cannot be used: .*{words}"):
        sampler.check_params(params, dot.tokenizer, dot.markers, "Dot")
    with pytest.raises(Refused, match="JSON schema"):
        Sampler(params, dot.tokenizer, (), dot.stop_ids, dot.markers, reasoning=False)


def test_a_model_that_cannot_stop_is_refused(dot) -> None:
    with pytest.raises(Refused, match="A JSON schema needs"):
        params = SamplingParams(json_schema="{}")
        Sampler(params, dot.tokenizer, (), frozenset(), dot.markers, reasoning=False)


def test_two_models_keep_their_own_vocabulary(dot, tiny) -> None:
    for model in (dot, tiny, dot):
        said = reply(model, "noise", json_schema=json.dumps(OBJECT))
        assert _is_object(json.loads(text_by_channel(model, said)[Channel.CONTENT]))
